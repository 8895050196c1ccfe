"""The tiny games pass the conformance suite, and broken variants of them fail it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancery.conformance import (
    Visits,
    check_bots,
    check_sitting,
    check_walk,
)
from chancery.conformance.secrecy import DEAL, check_choices, check_opening
from chancery.core import Action, Event, Fault, Game, Question, Refusal, Seat, question
from chancery.core.chance import Dice
from chancery.core.refusals import Elsewhere
from chancery.core.words import N_
from chancery.table.sitting import Sitting
from tests.soaking import SOAK
from tests.tiny import caskets, turncoat
from tests.tiny.caskets import Caskets, CasketsView, Dealt, Doubling, Placing
from tests.tiny.turncoat import ALLOW, Allowed, March, Turncoat, Veto

SEEDS = st.integers(0, 10**6).map(str)


def every_choice(game: Game[Any, Any]) -> Iterator[dict[str, object]]:
    """Return every combination of a game's options."""
    names = [option.name for option in game.options]
    for values in product(*(option.values for option in game.options)):
        yield dict(zip(names, values, strict=True))


GAMES = [
    pytest.param(game, choice, id=" ".join([game.name, *(f"{k}={v}" for k, v in choice.items())]))
    for game in (caskets.GAME, turncoat.GAME)
    for choice in every_choice(game)
]


@pytest.mark.parametrize(("game", "options"), GAMES)
@settings(max_examples=15)
@given(seed=SEEDS)
def test_a_tiny_game_sits_well_at_a_table(
    game: Game[Any, Any], options: Mapping[str, object], seed: str
) -> None:
    check_sitting(game, options, seed)


@pytest.mark.parametrize(("game", "options"), GAMES)
@settings(max_examples=5)
@given(seed=SEEDS)
def test_bots_at_a_tiny_game(
    game: Game[Any, Any], options: Mapping[str, object], seed: str
) -> None:
    assert check_bots(game, options, seed)


class Forgetful:
    """A bot with state: it counts its calls, and loses the count when created anew."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self.times = 0

    def plan(self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice) -> Any:
        self.times += 1
        return [legal[self.times % len(legal)]]


class Thrower:
    """A bot with its own random generator, which it keeps between questions."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self.dice = Dice(seed)

    def plan(self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice) -> Any:
        return [self.dice.pick(legal)]


@pytest.mark.parametrize("kind", [Forgetful, Thrower])
def test_a_bot_that_remembers_is_found(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(caskets.GAME.bots, "broken", kind)
    with pytest.raises(AssertionError, match="a new bot for each question plays differently"):
        check_bots(caskets.GAME, {}, "1")
    check_bots(caskets.GAME, {}, "1", kinds=["random"])


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_walks_with_each_option_come_through_and_twins_go_along(
    game: Game[Any, Any], options: Mapping[str, object]
) -> None:
    visits = walks(game, options, 5 if SOAK else 2)
    assert visits.twin_steps > visits.actions
    assert visits.not_now() < 0.05


@pytest.mark.parametrize("game", [caskets.GAME, turncoat.GAME], ids=["caskets", "turncoat"])
def test_walks_come_by_every_phase_verb_and_event(game: Game[Any, Any]) -> None:
    visits = Visits()

    @given(seed=SEEDS)
    def walk(seed: str) -> None:
        visits.merge(check_walk(game, None, seed, thorough=0.2))

    walk()
    assert visits.never(game) == {}
    assert visits.not_now() < 0.05


def test_without_favourites_their_events_never_come_by() -> None:
    """`never` reports events that did not occur."""
    visits = walks(caskets.GAME, {"cards": False}, 5)
    assert visits.never(caskets.GAME) == {"events": ["Dealt", "DealtUnseen", "FavouriteShown"]}


def walks(
    game: Game[Any, Any], options: Mapping[str, object] | None = None, seeds: int = 12
) -> Visits:
    """Return a few walks with many positions checked thoroughly."""
    visits = Visits()
    for seed in range(seeds):
        visits.merge(check_walk(game, options, f"walk {seed}", thorough=0.5))
    return visits


# -- the suite can fail: one fault each ------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class AllowedAloud(Event):
    """A seat allows a march, and all learn whether it could have vetoed it."""

    sentence = N_("{seat} lets {faction} march, veto card or not: {held}.")
    seat: Seat
    faction: int
    held: bool


def test_a_secret_in_the_face_of_an_event_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: Veto, s: Turncoat, seat: int) -> None:
        s.emit(AllowedAloud(seat, self.faction, bool(s.vetoes[seat])))
        self.waiting = self.waiting[self.waiting.index(seat) + 1 :]

    monkeypatch.setitem(Veto.verbs, "allow", leaky)
    with pytest.raises(AssertionError, match="events differ"):
        walks(turncoat.GAME)


@dataclass(slots=True)
class OpenView(CasketsView):
    """A view that shows all favourites."""

    favourites: tuple[int, ...] = ()


def test_a_secret_in_the_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Caskets.see

    def leaky(self: Caskets, seat: int | None) -> OpenView:
        view = honest(self, seat)
        return OpenView(
            **{f.name: getattr(view, f.name) for f in fields(view)}, favourites=tuple(self.cards)
        )

    monkeypatch.setattr(Caskets, "see", leaky)
    with pytest.raises(AssertionError, match=r"sample does not fit|views of .* differ"):
        walks(caskets.GAME)


def test_a_secret_in_what_spectators_see_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Caskets.see

    def leaky(self: Caskets, seat: int | None) -> OpenView:
        view = honest(self, seat)
        shown = tuple(self.cards) if seat is None else ()
        return OpenView(**{f.name: getattr(view, f.name) for f in fields(view)}, favourites=shown)

    monkeypatch.setattr(Caskets, "see", leaky)
    with pytest.raises(AssertionError, match=r"sample does not fit|views of a spectator differ"):
        walks(caskets.GAME)


def test_a_step_of_a_draft_that_others_see_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caskets.CoinPut, "seen_by", lambda self, seat: self)
    found = r"half-made choice shows in an event|an event tells what it hides"
    with pytest.raises(AssertionError, match=found):
        walks(caskets.GAME)


def test_a_draft_that_shows_in_other_views_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Caskets.see

    def leaky(self: Caskets, seat: int | None) -> OpenView:
        view = honest(self, seat)
        begun = tuple(int(self.drafting(s)) for s in range(len(self.seats)))
        return OpenView(**{f.name: getattr(view, f.name) for f in fields(view)}, favourites=begun)

    monkeypatch.setattr(Caskets, "see", leaky)
    with pytest.raises(AssertionError, match=r"half-made choice shows in another view|sample"):
        walks(caskets.GAME)


def test_an_end_that_can_be_taken_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Turncoat.finish

    def unsealed(self: Turncoat, outcome: Any) -> None:
        honest(self, outcome)
        self.sealed = False

    monkeypatch.setattr(Turncoat, "finish", unsealed)
    with pytest.raises(AssertionError, match="undo was possible after the end"):
        check_sitting(turncoat.GAME, {}, "0", undo=0.0)


class HeldElsewhere(Refusal):
    """A reason that reveals a hidden card."""

    sentence = N_("Not you but faction {faction} has that card.")
    rule = "2"


def test_a_secret_in_a_reason_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: March, s: Turncoat, seat: int, card: int) -> Refusal | None:
        holders = [faction for faction in range(3) if s.hand(faction)[card]]
        return HeldElsewhere(faction=holders[0]) if holders else None

    monkeypatch.setitem(March.refusals, "play", leaky)
    with pytest.raises(AssertionError, match=r"reasons given to .* differ"):
        walks(turncoat.GAME)


def test_a_question_skipped_because_of_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: Veto, s: Turncoat) -> tuple[Question, ...]:
        for seat in self.waiting:
            if s.vetoes[seat]:
                return question(seat, "veto")
        s.leave()
        turncoat.battle(s, self.faction, self.card)
        return ()

    monkeypatch.setattr(Veto, "ask", leaky)
    with pytest.raises(AssertionError):
        walks(turncoat.GAME)


def test_a_legal_list_that_depends_on_anothers_secret_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = March.legal

    def leaky(self: March, s: Turncoat, seat: int) -> Sequence[Action]:
        legal = honest(self, s, seat)
        return legal if any(s.vetoes[:seat]) else legal[:1]

    monkeypatch.setattr(March, "legal", leaky)
    with pytest.raises(AssertionError, match=r"legal lists of .* differ"):
        walks(turncoat.GAME)


def test_a_list_shared_between_clones_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Caskets.clone

    def sharing(self: Caskets) -> Caskets:
        twin = honest(self)
        twin.points = self.points
        return twin

    monkeypatch.setattr(Caskets, "clone", sharing)
    with pytest.raises(AssertionError, match=r"a clone is not independent|the views of"):
        walks(caskets.GAME)


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Placing.legal

    def without_done(self: Placing, s: Caskets, seat: int) -> Sequence[Action]:
        return [action for action in honest(self, s, seat) if action.verb == "put"]

    monkeypatch.setattr(Placing, "legal", without_done)
    with pytest.raises(AssertionError, match="a dead end: nothing is legal for"):
        walks(caskets.GAME)


def test_a_refusal_that_changes_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Placing.no_done

    def fining(self: Placing, s: Caskets, seat: int) -> Refusal:
        s.points[seat] += 1
        return honest(self, s, seat)

    monkeypatch.setitem(Placing.refusals, "done", fining)
    with pytest.raises(AssertionError, match="a refusal changed something"):
        walks(caskets.GAME)


def test_an_illegal_action_that_is_carried_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Caskets.apply

    def lenient(self: Caskets, action: Action, seat: int | None = None) -> list[Event]:
        if action.verb == "done" and action not in self.legal(seat):
            return []
        return honest(self, action, seat)

    monkeypatch.setattr(Caskets, "apply", lenient)
    with pytest.raises(AssertionError, match="not legal and yet done: done"):
        walks(caskets.GAME)


def test_an_action_whose_text_does_not_parse_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shouted = [action._replace(text=action.text.upper()) for action in caskets.DOUBLE]
    monkeypatch.setattr(Doubling, "legal", lambda self, s, seat: shouted)
    with pytest.raises(AssertionError, match="no round trip: DOUBLE GOLD"):
        walks(caskets.GAME)


def test_an_action_made_outside_the_notation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = [Action(*action) for action in caskets.DOUBLE]
    monkeypatch.setattr(Doubling, "legal", lambda self, s, seat: copies)
    with pytest.raises(AssertionError, match="no round trip: double gold"):
        walks(caskets.GAME)


def test_a_legal_list_with_doubles_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Veto.legal
    monkeypatch.setattr(Veto, "legal", lambda self, s, seat: [*honest(self, s, seat), ALLOW])
    with pytest.raises(AssertionError, match="a legal list with doubles"):
        walks(turncoat.GAME)


def test_a_refusal_without_a_paragraph_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turncoat.NoVeto, "rule", None)
    monkeypatch.setattr(Veto, "rule", None)
    with pytest.raises(AssertionError, match="no paragraph"):
        walks(turncoat.GAME)


def test_a_broken_invariant_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position that the game's own check refuses stops the walk."""

    def generous(self: Veto, s: Turncoat, seat: int) -> None:
        s.emit(Allowed(seat, self.faction))
        s.vetoes[seat] = 2
        self.waiting = self.waiting[self.waiting.index(seat) + 1 :]

    monkeypatch.setitem(Veto.verbs, "allow", generous)
    with pytest.raises(ValueError, match="nobody has two vetoes"):
        walks(turncoat.GAME)


def test_a_game_that_nobody_wins_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caskets.Outcome, "ranked", lambda points, keys: caskets.Outcome((), (), ()))
    with pytest.raises((AssertionError, Fault)):
        walks(caskets.GAME)


def test_an_undo_marked_wrongly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that depends on something outside the state is found at the table."""
    calls: list[int] = []

    def moody(self: Placing, s: Caskets, seat: int, casket: int) -> None:
        s.drafts[seat * 3 + casket] += 1
        calls.append(casket)
        s.sealed = len(calls) % 2 == 0

    monkeypatch.setitem(Placing.verbs, "put", moody)
    with pytest.raises(AssertionError, match="undo wrongly marked"):
        check_sitting(caskets.GAME, None, "1")


def test_a_secret_in_the_opening_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events of the deal must not reveal hidden cards."""
    compared = [check_opening(caskets.GAME, None, str(seed)).counts()[DEAL] for seed in range(10)]
    assert sum(compared) > 10
    monkeypatch.setattr(Dealt, "seen_by", lambda self, seat: self)
    with pytest.raises(AssertionError, match="the opening tells"):
        walks(caskets.GAME)


def test_a_sample_that_nobody_can_play_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = type(caskets.GAME).sample

    def blank(self: Any, view: Any, seed: str) -> Caskets:
        guess = honest(self, view, seed)
        guess._legal = {asked.seat: () for asked in guess.asked}
        return guess

    monkeypatch.setattr(type(caskets.GAME), "sample", blank)
    with pytest.raises(AssertionError, match="a sample is a dead end"):
        walks(caskets.GAME)


def test_an_undo_mark_that_depends_on_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Placing.do_put

    def leaky(self: Placing, s: Caskets, seat: int, casket: int) -> None:
        honest(self, s, seat, casket)
        s.sealed = s.cards[1 - seat] == casket

    monkeypatch.setitem(Placing.verbs, "put", leaky)
    with pytest.raises(AssertionError, match=r"undo tells \w+ more"):
        walks(caskets.GAME)


def test_an_offer_of_undo_that_tells_of_a_hidden_step_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = Sitting.undoable

    def leaky(self: Sitting, seat: int) -> int:
        if self.log and self.log[-1].seat != seat:
            raise Elsewhere("undo", caskets.GAME.title, caskets.GAME.title, "3")
        return honest(self, seat)

    monkeypatch.setattr(Sitting, "undoable", leaky)
    with pytest.raises(AssertionError, match=r"undo tells \w+ of put"):
        check_sitting(caskets.GAME, None, "1", undo=0)


def test_a_spectator_sees_no_hand() -> None:
    assert not any(turncoat.GAME.start(seed="1").view(None).known)


# -- what an action hides --------------------------------------------------------------------------


def test_an_event_does_not_tell_what_an_action_hides(monkeypatch: pytest.MonkeyPatch) -> None:
    state = caskets.GAME.start(seed="1")
    state.apply("double gold")
    check_choices(state, 0, "1")
    monkeypatch.setattr(caskets.CoinPut, "seen_by", lambda self, seat: self)
    with pytest.raises(AssertionError, match="an event tells what it hides"):
        check_choices(state, 0, "1")


def test_two_ways_to_the_same_position_hide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def alike(self: Doubling, s: Caskets, seat: int, casket: int) -> None:
        s.emit(caskets.Doubled(seat, casket))
        s.turn_to(Placing(0))

    monkeypatch.setitem(Doubling.verbs, "double", alike)
    assert not check_choices(caskets.GAME.start(seed="1"), 0, "1").made

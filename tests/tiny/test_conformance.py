"""The tiny games pass the conformance suite, and broken variants of them fail it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import count, product
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
from chancery.core import Action, Event, Game, Outcome, Question, Refusal, Seat, question
from chancery.core.chance import Dice
from chancery.core.refusals import Elsewhere
from chancery.core.words import N_
from chancery.table.sitting import Sitting
from tests.soaking import SOAK, sample
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


@pytest.mark.parametrize(("game", "options"), sample(GAMES, 4))
@settings(max_examples=15 if SOAK else 8)
@given(seed=SEEDS)
def test_tiny_games_pass_the_table_checks(
    game: Game[Any, Any], options: Mapping[str, object], seed: str
) -> None:
    check_sitting(game, options, seed)


@pytest.mark.parametrize(("game", "options"), sample(GAMES, 4))
@settings(max_examples=5)
@given(seed=SEEDS)
def test_bots_play_tiny_games(
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
def test_a_bot_with_state_is_reported(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(caskets.GAME.bots, "broken", kind)
    with pytest.raises(AssertionError, match="a new bot for each question plays differently"):
        check_bots(caskets.GAME, {}, "1")
    check_bots(caskets.GAME, {}, "1", kinds=["random"])


@pytest.mark.parametrize(("game", "options"), sample(GAMES, 3))
def test_walks_with_each_option_finish_and_compare_twins(
    game: Game[Any, Any], options: Mapping[str, object]
) -> None:
    visits = walks(game, options, 5 if SOAK else 2)
    assert visits.twin_steps > visits.actions
    assert visits.not_now() < 0.05


@pytest.mark.parametrize("game", [caskets.GAME, turncoat.GAME], ids=["caskets", "turncoat"])
def test_walks_reach_every_phase_verb_and_event(game: Game[Any, Any]) -> None:
    visits = Visits()

    @settings(max_examples=200 if SOAK else 12)
    @given(seed=SEEDS)
    def walk(seed: str) -> None:
        visits.merge(check_walk(game, None, seed, thorough=0.2))

    walk()
    assert visits.never(game) == {}
    assert visits.not_now() < 0.05


def test_without_favourites_their_events_are_never_reached() -> None:
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

FAULTS: list[Any] = []
CALLS = count(1)


def fault(owner: Any, name: str, message: str, check: Callable[[], object]) -> Callable[..., None]:
    """Return a decorator for what breaks a game: it replaces a method, or an entry of a table.

    The function gets the honest method first. The check must fail with the message, a pattern.
    """

    def register(broken: Callable[..., Any]) -> None:
        FAULTS.append(pytest.param(owner, name, broken, message, check, id=broken.__name__))

    return register


CASKETS, TURNCOAT = partial(walks, caskets.GAME), partial(walks, turncoat.GAME)
AT_CASKETS = partial(check_sitting, caskets.GAME, None, "1")


@dataclass(slots=True, unsafe_hash=True)
class AllowedAloud(Event):
    """A seat allows a march, and all learn whether it could have vetoed it."""

    sentence = N_("{seat} lets {faction} march, veto card or not: {held}.")
    seat: Seat
    faction: int
    held: bool


class HeldElsewhere(Refusal):
    """A reason that reveals a hidden card."""

    sentence = N_("Not you but faction {faction} has that card.")
    rule = "2"


@dataclass(slots=True)
class OpenView(CasketsView):
    """A view with a field that may show too much."""

    favourites: tuple[int, ...] = ()


def with_favourites(view: CasketsView, favourites: Iterable[int]) -> OpenView:
    honest = {field.name: getattr(view, field.name) for field in fields(view)}
    return OpenView(**honest, favourites=tuple(favourites))


@fault(Veto.verbs, "allow", "events differ", TURNCOAT)
def an_event_tells_a_secret(honest: Any, self: Veto, s: Turncoat, seat: int) -> None:
    s.emit(AllowedAloud(seat, self.faction, bool(s.vetoes[seat])))
    self.waiting = self.waiting[self.waiting.index(seat) + 1 :]


@fault(Caskets, "see", r"sample does not fit|views of .* differ", CASKETS)
def a_view_shows_a_secret(honest: Any, self: Caskets, seat: int | None) -> OpenView:
    return with_favourites(honest(self, seat), self.cards)


@fault(Caskets, "see", r"sample does not fit|views of a spectator differ", CASKETS)
def a_spectator_sees_a_secret(honest: Any, self: Caskets, seat: int | None) -> OpenView:
    return with_favourites(honest(self, seat), self.cards if seat is None else ())


@fault(Caskets, "see", r"half-made choice shows in another view|sample", CASKETS)
def a_draft_shows_in_other_views(honest: Any, self: Caskets, seat: int | None) -> OpenView:
    begun = (int(self.drafting(other)) for other in range(len(self.seats)))
    return with_favourites(honest(self, seat), begun)


@fault(
    caskets.CoinPut,
    "seen_by",
    "half-made choice shows in an event|an event tells what it hides",
    CASKETS,
)
def others_see_a_step_of_a_draft(honest: Any, self: Event, seat: int | None) -> Event:
    return self


@fault(Dealt, "seen_by", "the opening tells", CASKETS)
def the_opening_tells_a_secret(honest: Any, self: Event, seat: int | None) -> Event:
    return self


@fault(
    Turncoat,
    "finish",
    "undo was possible after the end",
    partial(check_sitting, turncoat.GAME, {}, "0", undo=0),
)
def the_end_can_be_taken_back(honest: Any, self: Turncoat, outcome: Any) -> None:
    honest(self, outcome)
    self.sealed = False


@fault(March.refusals, "play", r"reasons given to .* differ", TURNCOAT)
def a_reason_tells_a_secret(
    honest: Any, self: March, s: Turncoat, seat: int, card: int
) -> Refusal | None:
    holders = [faction for faction in range(3) if s.hand(faction)[card]]
    return HeldElsewhere(faction=holders[0]) if holders else None


@fault(Veto, "ask", "views of .* differ in `asked`", TURNCOAT)
def a_question_is_skipped_because_of_a_secret(
    honest: Any, self: Veto, s: Turncoat
) -> tuple[Question, ...]:
    for seat in self.waiting:
        if s.vetoes[seat]:
            return question(seat, "veto")
    s.leave()
    turncoat.battle(s, self.faction, self.card)
    return ()


@fault(March, "legal", r"legal lists of .* differ", TURNCOAT)
def the_legal_list_depends_on_a_secret(
    honest: Any, self: March, s: Turncoat, seat: int
) -> Sequence[Action]:
    legal: Sequence[Action] = honest(self, s, seat)
    return legal if any(s.vetoes[:seat]) else legal[:1]


@fault(Caskets, "clone", "a clone is not independent|the views of", CASKETS)
def clones_share_a_list(honest: Any, self: Caskets) -> Caskets:
    twin: Caskets = honest(self)
    twin.points = self.points
    return twin


@fault(Placing, "legal", "a dead end: nothing is legal for", CASKETS)
def there_is_a_dead_end(honest: Any, self: Placing, s: Caskets, seat: int) -> Sequence[Action]:
    return [action for action in honest(self, s, seat) if action.verb == "put"]


@fault(Placing.refusals, "done", "a refusal changed something", CASKETS)
def a_refusal_changes_something(honest: Any, self: Placing, s: Caskets, seat: int) -> Any:
    s.points[seat] += 1
    return honest(self, s, seat)


@fault(Caskets, "apply", "not legal and yet done: done", CASKETS)
def an_illegal_action_is_carried_out(
    honest: Any, self: Caskets, action: Action, seat: int | None = None
) -> Any:
    illegal = action.verb == "done" and action not in self.legal(seat)
    return [] if illegal else honest(self, action, seat)


@fault(Doubling, "legal", "no round trip: DOUBLE GOLD", CASKETS)
def the_text_of_an_action_does_not_parse_back(honest: Any, *rest: Any) -> Sequence[Action]:
    return [action._replace(text=action.text.upper()) for action in caskets.DOUBLE]


@fault(Doubling, "legal", "no round trip: double gold", CASKETS)
def an_action_is_made_outside_the_notation(honest: Any, *rest: Any) -> Sequence[Action]:
    return [Action(*action) for action in caskets.DOUBLE]


@fault(Veto, "legal", "a legal list with doubles", TURNCOAT)
def a_legal_list_has_doubles(honest: Any, *rest: Any) -> Sequence[Action]:
    return [*honest(*rest), ALLOW]


@fault(Veto.verbs, "allow", "nobody has two vetoes", TURNCOAT)
def an_invariant_is_broken(honest: Any, self: Veto, s: Turncoat, seat: int) -> None:
    s.emit(Allowed(seat, self.faction))
    s.vetoes[seat] = 2
    self.waiting = self.waiting[self.waiting.index(seat) + 1 :]


@fault(Outcome, "ranked", "at least one winner", CASKETS)
def nobody_wins(honest: Any, points: Any, keys: Any) -> Outcome:
    return Outcome((), (), ())


@fault(Placing.verbs, "put", "undo wrongly marked", AT_CASKETS)
def a_mark_depends_on_something_outside_the_state(
    honest: Any, self: Placing, s: Caskets, seat: int, casket: int
) -> None:
    s.drafts[seat * 3 + casket] += 1
    s.sealed = next(CALLS) % 2 == 0


@fault(type(caskets.GAME), "sample", "a sample is a dead end", CASKETS)
def nobody_can_play_on_from_a_sample(honest: Any, self: Any, view: Any, seed: str) -> Caskets:
    guess: Caskets = honest(self, view, seed)
    guess._legal = {asked.seat: () for asked in guess.asked}
    return guess


@fault(Placing.verbs, "put", r"undo tells \w+ more", CASKETS)
def a_mark_depends_on_a_secret(
    honest: Any, self: Placing, s: Caskets, seat: int, casket: int
) -> None:
    honest(self, s, seat, casket)
    s.sealed = s.cards[1 - seat] == casket


@fault(
    Sitting,
    "undoable",
    r"undo tells \w+ of put",
    partial(check_sitting, caskets.GAME, None, "1", undo=0),
)
def an_offer_of_undo_tells_of_a_hidden_step(honest: Any, self: Sitting, seat: int) -> Any:
    if self.log and self.log[-1].seat != seat:
        raise Elsewhere("undo", caskets.GAME.title, caskets.GAME.title, "3")
    return honest(self, seat)


@pytest.mark.parametrize(("owner", "name", "broken", "message", "check"), FAULTS)
def test_each_broken_variant_fails(
    owner: Any,
    name: str,
    broken: Callable[..., Any],
    message: str,
    check: Callable[[], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = isinstance(owner, dict)
    honest = owner[name] if entries else getattr(owner, name)

    def replaced(*arguments: Any) -> Any:
        return broken(honest, *arguments)

    (monkeypatch.setitem if entries else monkeypatch.setattr)(owner, name, replaced)
    with pytest.raises((AssertionError, ValueError), match=message):
        check()


def test_a_refusal_without_a_paragraph_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turncoat.NoVeto, "rule", None)
    monkeypatch.setattr(Veto, "rule", None)
    with pytest.raises(AssertionError, match="no paragraph"):
        walks(turncoat.GAME)


def test_openings_are_compared() -> None:
    compared = [check_opening(caskets.GAME, None, str(seed)).counts()[DEAL] for seed in range(10)]
    assert sum(compared) > 10


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


def test_two_paths_to_one_position_give_equal_views(monkeypatch: pytest.MonkeyPatch) -> None:
    def alike(self: Doubling, s: Caskets, seat: int, casket: int) -> None:
        s.emit(caskets.Doubled(seat, casket))
        s.turn_to(Placing(0))

    monkeypatch.setitem(Doubling.verbs, "double", alike)
    assert not check_choices(caskets.GAME.start(seed="1"), 0, "1").made

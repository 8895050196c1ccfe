"""States: the main loop, and clones that are independent of each other."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.core import Game, Phase, Question, State
from chancery.games import find
from tests.tiny import caskets, turncoat
from tests.tiny.caskets import DONE, DOUBLE, PUT, Caskets, Placing
from tests.tiny.turncoat import ALLOW, PLAY, Veto

GAMES = [caskets.GAME, turncoat.GAME, find("spada")]
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
SEEDS = st.integers(0, 10**6)


def somewhere(game: Game[Any, Any], seed: int) -> State:
    """Return a position after some random actions."""
    dice = random.Random(seed)
    state = game.start({}, str(seed))
    for _ in range(dice.randrange(40)):
        if not state.asked:
            break
        seat = dice.choice(state.asked).seat
        state.apply(dice.choice(state.legal(seat)), seat)
    return state


# -- the main loop ---------------------------------------------------------------------


def test_a_new_game_waits_for_its_first_decision() -> None:
    state = caskets.GAME.start({}, "1")
    assert state.asked == (Question(0, "double"),)
    assert state.legal() == state.legal(0) == DOUBLE
    assert state.legal(1) == ()
    assert state.question(1) is None


def test_a_game_without_chance_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = caskets.GAME.start({}, "chance")
    assert state.pick([0, 1]) == 1
    monkeypatch.setattr(type(caskets.GAME), "chance", False)
    with pytest.raises(TypeError, match="nothing in it is left to chance"):
        state.pick([0, 1])


def test_an_action_gives_its_events_and_moves_on() -> None:
    state = caskets.GAME.start({}, "1")
    events = state.apply(DOUBLE[2])
    assert events == [caskets.Doubled(0, 2)] == state.events
    assert state.asked == (Question(0, "place"), Question(1, "place"))
    assert state.phases == [Placing(2)]


def test_several_seats_may_decide_at_once_in_any_order() -> None:
    state = caskets.GAME.start({}, "1")
    state.apply(DOUBLE[0])
    state.apply(PUT[0], 1)
    state.apply(PUT[1], 0)
    state.apply(PUT[0], 1)
    assert state.drafts == [0, 1, 0, 2, 0, 0]


def test_a_phase_on_top_interrupts_the_one_below() -> None:
    state = turncoat.GAME.start({}, "pin")
    state.apply(PLAY[7])
    assert [type(phase).__name__ for phase in state.phases] == ["March", "Veto"]
    assert state.asked == (Question(1, "veto"),)
    state.apply(ALLOW)
    state.apply(ALLOW)
    assert [type(phase).__name__ for phase in state.phases] == ["March"]


def test_everything_that_follows_without_a_decision_follows_at_once() -> None:
    """The last card of a faction is played without a decision."""
    state = turncoat.GAME.start({}, "pin")
    while sum(state.hand(0)) > 1 or len(state.phases) > 1:
        state.apply(state.legal()[-1])
    assert sum(state.hand(0)) == 1
    while sum(state.hand(2)) > 1:
        state.apply(state.legal()[-1])
    state.apply(ALLOW)
    state.apply(ALLOW)
    marches = [e for e in state.events if isinstance(e, turncoat.Marched)]
    assert [event.faction for event in marches] == [0]


def test_at_the_end_nobody_is_asked_and_there_is_a_result() -> None:
    state = somewhere(caskets.GAME, 3)
    while state.asked:
        state.apply(state.legal()[0], state.asked[0].seat)
    assert state.phases == []
    assert state.result is not None
    assert state.legal() == ()


def test_events_and_luck_are_those_of_the_last_action_only() -> None:
    state = turncoat.GAME.start({}, "pin")
    assert len(state.luck) == 14  # twelve cards and two vetoes
    state.apply(PLAY[7])
    assert (state.luck, state.sealed) == ([], True)  # a card was shown
    state.apply(ALLOW)
    assert (state.events, state.sealed) == ([turncoat.Allowed(1, 0)], False)
    state.apply(ALLOW)
    assert len(state.luck) == 1  # the die
    assert state.sealed


@dataclass(slots=True)
class Dreaming(Phase[Caskets]):
    """A phase that never asks a seat and never ends."""

    def ask(self, s: Caskets) -> tuple[Question, ...]:
        return ()


def test_a_phase_that_never_asks_is_reported() -> None:
    state = caskets.GAME.start({}, "1")
    state.push(Dreaming())
    with pytest.raises(RuntimeError, match="Dreaming never asks"):
        state.settle()


def test_the_verbs_of_a_phase_are_its_methods() -> None:
    assert set(Placing.verbs) == {"put", "done"} == set(Placing.refusals)
    assert set(Veto.verbs) == {"veto", "allow"}
    assert set(Veto.refusals) == {"veto"}


def test_a_phase_inherits_verbs_and_may_replace_them() -> None:
    @dataclass(slots=True)
    class Hurried(Placing):
        def do_rush(self, s: Caskets, seat: int) -> None: ...

    assert set(Hurried.verbs) == {"put", "done", "rush"}
    assert set(Placing.verbs) == {"put", "done"}


def test_a_phase_copies_and_compares_by_its_fields() -> None:
    phase = Placing(1, (0,))
    copy = phase.copy()
    assert copy == phase
    assert copy is not phase
    assert phase.key() == ("Placing", 1, (0,))


# -- copies ----------------------------------------------------------------------------


@each_game
@given(seed=SEEDS)
def test_a_clone_is_equal_and_goes_on_alone(game: Game[Any, Any], seed: int) -> None:
    state = somewhere(game, seed)
    before, form = hash(state), state.plain()
    clone = state.clone()
    assert clone == state
    assert (hash(clone), clone.asked, clone.digest()) == (before, state.asked, state.digest())
    dice = random.Random(seed)
    for _ in range(10):
        if clone.asked:
            seat = dice.choice(clone.asked).seat
            clone.apply(dice.choice(clone.legal(seat)), seat)
    assert (hash(state), state.plain()) == (before, form)


@each_game
@given(seed=SEEDS)
def test_a_clone_has_the_same_future_chance(game: Game[Any, Any], seed: int) -> None:
    state = somewhere(game, seed)
    clone = state.clone()
    for _ in range(10):
        if state.asked:
            action, seat = state.legal()[-1], state.asked[0].seat
            assert state.apply(action, seat) == clone.apply(action, seat)
    assert clone == state


def test_a_clone_does_not_take_over_what_belongs_to_the_last_action() -> None:
    state = turncoat.GAME.start({}, "pin")
    state.apply(PLAY[7])
    clone = state.clone()
    assert (clone.events, clone.luck, clone.sealed, clone.tape) == ([], [], False, None)
    assert state.events


@each_game
@given(seed=SEEDS)
def test_a_position_survives_a_round_trip(game: Game[Any, Any], seed: int) -> None:
    state = somewhere(game, seed)
    again = game.state.from_plain(game, json.loads(json.dumps(state.plain())))
    assert again == state
    assert (again.digest(), again.asked) == (state.digest(), state.asked)


def test_positions_differ_by_options_and_rules_version_too() -> None:
    one = caskets.GAME.start({"cards": False}, "1")
    assert one == caskets.GAME.start({"cards": False}, "2")
    assert one != caskets.GAME.start({"cards": False, "rounds": 3}, "1")
    assert one != caskets.GAME.start({"cards": False}, "1", rules=1)


def test_a_position_differs_from_anything_else() -> None:
    state = caskets.GAME.start({}, "1")
    assert state != turncoat.GAME.start({}, "1")
    assert state != "a position"


def test_positions_can_be_keys() -> None:
    one, two = (caskets.GAME.start({}, "1") for _ in range(2))
    assert len({one, two}) == 1


def test_the_same_position_reached_by_another_way_is_the_same() -> None:
    one = caskets.GAME.start({}, "1")
    two = one.clone()
    one.apply(DOUBLE[0])
    two.apply(DOUBLE[0])
    for state, order in ((one, (0, 1)), (two, (1, 0))):
        for casket in order:
            state.apply(PUT[casket], 0)
    assert one == two


def test_digests_are_pinned_for_ever() -> None:
    """Stored records contain them, so they must never change."""
    state = caskets.GAME.start({}, "pin")
    assert state.digest() == "86b2bb306c13fdc4648c53bd"
    state.apply(DOUBLE[1])
    state.apply(PUT[2], 1)
    assert state.digest() == "2ed7608aaa1552969cdc8b9c"
    assert turncoat.GAME.start({}, "pin").digest() == "6b1b54da221a51b61396b769"


def test_digests_do_not_depend_on_how_python_hashes() -> None:
    program = "from tests.tiny import turncoat; print(turncoat.GAME.start({}, 'pin').digest())"
    root = str(Path(__file__).parent.parent.parent)
    for hash_seed in ("0", "1"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": root}
        run = subprocess.run(
            [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == "6b1b54da221a51b61396b769"


def test_a_form_shows_everything_hidden() -> None:
    state = caskets.GAME.start({}, "pin")
    assert state.plain() == {
        "game": "caskets",
        "rules": 2,
        "options": {"players": 2, "rounds": 2, "cards": True},
        "data": None,
        "round": 1,
        "cards": ["silver", "gold"],
        "drafts": {"ann": {}, "bob": {}},
        "wins": {"ann": {}, "bob": {}},
        "points": {},
        "phases": [{"phase": "Doubling", "seat": "ann"}],
        "result": None,
    }


def test_a_legal_list_is_made_once_and_never_outlives_its_position() -> None:
    state = caskets.GAME.start({}, "1")
    assert state.legal(0) is state.legal(0)
    state.apply(DOUBLE[0])
    assert state.legal(0) == PUT
    for _ in range(4):
        state.apply(PUT[0], 0)
    assert state.legal(0) == (DONE,)
    assert state.legal(1) == PUT


def test_without_a_seat_the_first_one_asked_acts() -> None:
    """`apply` accepts the actions listed by `legal()`, also if several seats are to act."""
    state = caskets.GAME.start({"cards": False}, "1")
    while len(state.asked) < 2:
        state.apply(state.legal()[0])
    first, second = (asked.seat for asked in state.asked[:2])
    twin = state.clone()
    assert state.why_not(state.legal()[0]) is None
    state.apply(state.legal()[0])
    twin.apply(twin.legal(first)[0], first)
    assert state.key() == twin.key()
    assert second in [asked.seat for asked in state.asked]

"""Bots at a table: plans are played as far as they are valid, and are reproducible."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery import bots
from chancery.core import Action, Game, Refusal
from chancery.core.bot import playable_steps
from chancery.core.chance import Dice
from chancery.games import find
from chancery.table import Sitting
from chancery.table.bot_players import BadPlan, Player, answer, moves, seat_seed, source_of
from tests.tiny import caskets, turncoat

SEEDS = st.integers(0, 10**6).map(str)
TINY = (caskets.GAME, turncoat.GAME)


class Parrot:
    """A bot that returns prepared answers."""

    says: Any = ()

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self.game = game

    def plan(self, view: Any, asked: Any, legal: Sequence[Action], dice: Dice) -> Any:
        if isinstance(self.says, BaseException):
            raise self.says
        return self.says


@pytest.fixture
def parrot(monkeypatch: pytest.MonkeyPatch) -> type[Parrot]:
    monkeypatch.setitem(bots.ADDED, "parrot", Parrot)
    monkeypatch.setattr(Parrot, "says", ())
    return Parrot


def sitting_after(game: Game[Any, Any], seed: str, length: int) -> Sitting:
    """Return a table in the middle of a game between random bots."""
    sitting = Sitting(game, {}, seed)
    while sitting.state.asked and len(sitting.log) < length:
        seat = sitting.state.asked[0].seat
        sitting.act(seat, answer(sitting, seat, "random", seat_seed(seed, seat)))
    return sitting


# -- the valid part of a plan --------------------------------------------------------------


@given(seed=SEEDS, length=st.integers(0, 40))
def test_executed_steps_are_legal_for_any_plan(seed: str, length: int) -> None:
    """A table accepts the whole answer, and the plan could not have been played any further."""
    dice = random.Random(seed)
    for game in TINY:
        sitting = sitting_after(game, seed, length)
        if not sitting.state.asked:
            continue
        seat = dice.choice(sitting.state.asked).seat
        first = dice.choice(sitting.state.legal(seat))
        plan = [first, *dice.choices(list(game.notation), k=6)]
        bots.ADDED["parrot"], Parrot.says = Parrot, plan
        try:
            found = answer(sitting, seat, "parrot", "")
        finally:
            del bots.ADDED["parrot"]
        assert list(found) == plan[: len(found)]
        played = sitting.act(seat, found, sitting.question(seat))
        assert (played.actions, played.left) == (found, 0)
        if len(found) < len(plan):
            ended = sitting.log[-1].ended
            assert ended or plan[len(found)] not in sitting.state.legal(seat)


def test_a_plan_is_cut_at_an_illegal_step(parrot: type[Parrot]) -> None:
    sitting = Sitting(caskets.GAME, {}, "cut")
    sitting.act(0, "double gold")
    parrot.says = [caskets.GAME.notation.parse(t) for t in ("put gold", "double gold", "put gold")]
    assert [str(action) for action in answer(sitting, 0, "parrot", "")] == ["put gold"]


def bribery() -> tuple[Sitting, int, Action]:
    """Return a table where a seat may reveal something by an action and then continue."""
    length = 0
    while True:
        sitting = sitting_after(find("spada"), "bribery", length)
        asked = sitting.state.asked[0]
        for action in sitting.state.legal(asked.seat):
            if asked.name == "summer" and action.verb == "bribe":
                return sitting, asked.seat, action
        length = len(sitting.log) + 1


def test_a_plan_ends_where_something_becomes_known(parrot: type[Parrot]) -> None:
    sitting, seat, bribe = bribery()
    done = sitting.game.notation.parse("done")
    parrot.says = [bribe, done]
    assert answer(sitting, seat, "parrot", "") == (bribe,)
    sitting.act(seat, bribe)
    assert done in sitting.state.legal(seat)  # this did not end the plan


def test_a_plan_ends_where_others_decide(parrot: type[Parrot]) -> None:
    sitting = Sitting(find("spada"), {"players": 3}, "1")
    seat = sitting.state.asked[0].seat
    parrot.says = [sitting.game.notation.parse("pass")] * 3
    assert len(answer(sitting, seat, "parrot", "")) == 1


def test_steps_are_taken_on_the_state_itself() -> None:
    state = caskets.GAME.start({}, "steps")
    put = caskets.GAME.notation.parse("put gold")
    state.apply(caskets.GAME.notation.parse("double gold"), 0)
    taken = []
    for action in playable_steps(state, 0, [put] * 99):
        state.apply(action, 0)
        taken.append(action)
    assert 1 < len(taken) < 99
    assert put not in state.legal(0)


# -- a bot that fails ----------------------------------------------------------------------

NONSENSE = [
    ZeroDivisionError(),
    RecursionError(),
    None,
    7,
    (),
    "pass",
    ["pass"],
    [None],
    caskets.GAME.notation.parse("double gold"),  # not a list of actions
    [turncoat.GAME.notation.parse("allow")],  # an action of another game
]


@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
def test_a_failing_bot_plays_at_random_and_is_reported(
    nonsense: Any, parrot: type[Parrot], caplog: pytest.LogCaptureFixture
) -> None:
    parrot.says = nonsense
    sitting = Sitting(caskets.GAME, {}, "fails")
    with caplog.at_level(logging.ERROR, "chancery"):
        found = answer(sitting, 0, "parrot", "the secret of a seat")
    assert found == answer(sitting, 0, "random", "the secret of a seat")
    assert "bot parrot failed at double.1" in caplog.text
    assert "the secret of a seat" not in caplog.text
    sitting.act(0, found)


def test_an_unknown_bot_counts_as_failing(caplog: pytest.LogCaptureFixture) -> None:
    sitting = Sitting(caskets.GAME, {}, "gone")
    assert answer(sitting, 0, "gone", "") == answer(sitting, 0, "random", "")
    assert "bot gone failed" in caplog.text


@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
def test_in_the_arena_a_failing_bot_is_an_error(nonsense: Any, parrot: type[Parrot]) -> None:
    parrot.says = nonsense
    state = caskets.GAME.start({}, "fails")
    players = [Player("parrot", caskets.GAME, "")] * 2
    with pytest.raises((BadPlan, TypeError, ArithmeticError, RecursionError)):
        next(moves(state, players))


# -- chance --------------------------------------------------------------------------------


@given(seed=SEEDS, length=st.integers(0, 40))
def test_answers_are_reproducible(seed: str, length: int) -> None:
    sitting = sitting_after(turncoat.GAME, seed, length)
    again = sitting.until(len(sitting.log))
    for asked in sitting.state.asked:
        for kind in bots.names(turncoat.GAME):
            assert answer(sitting, asked.seat, kind, seed) == answer(again, asked.seat, kind, seed)


def test_each_moment_and_seed_has_its_own_random_numbers() -> None:
    """Two random choices among four equal actions agree about every fourth time."""

    def same(dice: list[tuple[Dice, Dice]]) -> int:
        return sum(one.below(4) == two.below(4) for one, two in dice)

    moments = [f"march.{n}" for n in range(400)]
    assert 60 < same([(Dice("a", m), Dice("b", m)) for m in moments]) < 140
    assert 60 < same([(Dice("a", m), Dice("a", f"{m}0")) for m in moments]) < 140
    assert same([(Dice("a", m), Dice("a", m)) for m in moments]) == 400


def test_seat_seeds_differ_and_reveal_nothing() -> None:
    found = {seat_seed(source, seat) for source in ("1", "2", "1/1", "") for seat in range(5)}
    assert len(found) == 20
    assert seat_seed("a long secret", 0).find("secret") < 0
    # pinned: a stored game continues with the same bots
    assert seat_seed("1648", 0) == "8f80b027860dbe82f869ef3e1e5b2abf"


def test_a_game_without_a_seed_is_identified_by_its_chance() -> None:
    one, two = Sitting(find("spada"), {}), Sitting(find("spada"), {})
    assert source_of(one) != source_of(two)
    assert source_of(Sitting(find("spada"), {}, luck=one.luck)) == source_of(one)
    assert source_of(Sitting(find("spada"), {}, seed="")) == ""


@pytest.mark.parametrize("game", TINY, ids=["caskets", "turncoat"])
def test_questions_are_counted_as_at_a_table(game: Game[Any, Any]) -> None:
    """Also if several seats are to act at once and one of them waits."""
    asked: list[str] = []

    class Listening(Player):
        def plan(self, state: Any, seat: int, moment: str) -> tuple[Action, ...]:
            asked.append(f"{seat} {moment}")
            return super().plan(state, seat, moment)

    state = game.start({}, "count")
    players = [Listening("random", game, str(seat)) for seat in range(len(state.seats))]
    sitting = Sitting(game, {}, "count")
    named = []
    for seat, action in moves(state, players):
        named.append(f"{seat} {sitting.question(seat)}")
        sitting.act(seat, action)
        state.apply(action, seat)
    assert asked == named
    assert sitting.state == state


def test_a_refusal_inside_a_plan_never_reaches_the_table(parrot: type[Parrot]) -> None:
    sitting = Sitting(caskets.GAME, {}, "all or none")
    plan = [caskets.GAME.notation.parse(text) for text in ("double gold", "double gold")]
    with pytest.raises(Refusal):
        sitting.act(0, plan)
    assert not sitting.log
    parrot.says = plan
    sitting.act(0, answer(sitting, 0, "parrot", ""))
    assert len(sitting.log) == 1

"""Liar's Dice: tests of the rules, each with the items it checks; then the conformance suite."""

from __future__ import annotations

from typing import Any

import pytest
from liars_dice import GAME
from liars_dice.rules import LiarsDice

from chancery.conformance import check_bots, check_hand_made, check_sitting, check_walk
from chancery.core import Tape
from chancery.table import script

TWO = {"players": 2, "dice": 3}


def rolled(*faces: int, **options: Any) -> LiarsDice:
    """Return a table for two with three dice each; their faces are put on a tape of chance."""
    tape = Tape([face - 1 for face in faces])
    return GAME.start({**TWO, **options}, tape=tape)


@pytest.mark.rule("liars_dice", "setup", "roll")
def test_everybody_sees_his_own_dice_alone() -> None:
    state = rolled(1, 1, 6, 2, 2, 2)
    assert state.view(0).cup == (2, 0, 0, 0, 0, 1)
    assert state.view("blue").cup == (0, 3, 0, 0, 0, 0)
    assert not any(state.view(None).cup)
    seen = [type(event.seen_by(0)).__name__ for event in state.events]
    assert seen == ["Rolled", "RolledUnseen"]


@pytest.mark.rule("liars_dice", "bid", "bid.most", "bid.more")
def test_a_bid_is_higher_than_the_last() -> None:
    state = rolled(1, 1, 6, 2, 2, 2)
    state.apply("bid 2 fives")
    assert state.asked[0].seat == 1
    for action in ("bid 2 sixes", "bid 3 ones", "bid 6 sixes", "doubt"):
        assert state.why_not(action) is None
    too_low = state.why_not("bid 2 fives")
    assert too_low is not None
    assert (too_low.code, too_low.rule) == ("TooLow", "bid.more")
    assert str(too_low) == "Bid more than 2 fives: more dice, or as many of a higher face."
    too_many = state.why_not("bid 7 ones")
    assert too_many is not None
    assert (too_many.code, too_many.rule) == ("MoreThanThereAre", "bid.most")


@pytest.mark.rule("liars_dice", "doubt", "doubt.lose", "round")
@pytest.mark.parametrize(("bid", "loser"), [("bid 3 twos", 1), ("bid 4 twos", 0)])
def test_who_is_wrong_loses_a_die_and_begins(bid: str, loser: int) -> None:
    state = rolled(1, 1, 6, 2, 2, 2).clone()  # a copy has no tape: it draws its own chance
    state.apply(bid)
    state.apply("doubt")
    assert state.dice[loser] == 2
    assert state.dice[1 - loser] == 3
    assert state.asked[0].seat == loser


@pytest.mark.rule("liars_dice", "roll.wild")
def test_ones_count_as_any_face_if_so_agreed() -> None:
    assert rolled(1, 1, 6, 2, 2, 2).count(1) == 3
    assert rolled(1, 1, 6, 2, 2, 2, wild=True).count(1) == 5
    assert rolled(1, 1, 6, 2, 2, 2, wild=True).count(0) == 2


@pytest.mark.rule("liars_dice", "end", "round")
def test_the_last_one_with_dice_wins() -> None:
    """A script is a worked example: a position, actions, and conditions after them."""
    text = """
    game liars_dice players=3 dice=3
    given dice = {"red": 1, "blue": 1, "green": 2}
    given cups = {"red": {"ones": 1}, "blue": {"ones": 1}, "green": {"twos": 2}}
    given phases = [{"phase": "Opening", "seat": "red"}]
    red: bid 1 sixes
    chance 0 0 0
    blue: doubt
    happened WentOut seat=red
    expect out = ["red"]
    red cannot bid 1 ones: NotAsked
    blue: bid 3 twos
    green cannot bid 4 ones: MoreThanThereAre bid.most
    green: doubt
    expect result.ranks = [3, 2, 1]
    """
    sitting = script.run(text, lambda name: GAME)
    assert sitting.state.result is not None


@pytest.mark.parametrize("options", list(GAME.modes()), ids=str)
def test_conformance(options: dict[str, Any]) -> None:
    check_walk(GAME, options, "1")
    check_sitting(GAME, options, "1")
    assert check_bots(GAME, options, "1", most=60)


def test_positions_made_by_hand() -> None:
    assert check_hand_made(GAME, [*GAME.modes()], "1", 200) > 20

"""Chance is reproducible on every machine and version, and fair."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.core import BadChance, Tape
from chancery.core.chance import Dice, below, commitment
from tests.tiny import caskets, turncoat


def test_the_values_of_a_seed_are_pinned_for_ever() -> None:
    """A change here breaks every record with a seed."""
    assert [below(b"seed", i, 6) for i in range(12)] == [0, 0, 4, 0, 4, 1, 0, 0, 4, 3, 4, 1]
    assert [below(b"", i, 2) for i in range(12)] == [0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 0]
    assert [below(b"chancery", i, 10**6) for i in range(4)] == [930827, 474679, 290400, 18045]


def test_rejection_sampling_is_pinned() -> None:
    """With a limit just over half the span, nearly every second draw is repeated."""
    assert [below(b"x", i, 2**63 + 1) for i in range(4)] == [
        1033270596612988651,
        5700944750553832066,
        431936243642673706,
        7151397958609412135,
    ]


@pytest.mark.parametrize("limit", [2, 3, 5, 6, 7])
def test_every_number_is_as_likely_as_another(limit: int) -> None:
    rolls = 6000
    counts = Counter(below(b"fair", i, limit) for i in range(rolls))
    assert set(counts) == set(range(limit))
    expected = rolls / limit
    chi_square = sum((n - expected) ** 2 / expected for n in counts.values())
    assert chi_square < 4 * limit


@given(st.binary(max_size=20), st.integers(0, 10**6), st.integers(1, 2**64))
def test_a_draw_is_below_its_limit_and_repeats(seed: bytes, counter: int, limit: int) -> None:
    number = below(seed, counter, limit)
    assert 0 <= number < limit
    assert below(seed, counter, limit) == number


def test_a_tape_gives_its_outcomes_in_order() -> None:
    tape = Tape([2, 0, 1])
    assert [tape.next([1, 1, 1]) for _ in range(3)] == [2, 0, 1]
    tape.finish()


def test_a_tape_that_is_too_short_is_a_fault() -> None:
    tape = Tape([2, 0])
    tape.next([1, 1, 1])
    tape.next([1, 1, 1])
    said = "more often than the record says: it holds 2 outcomes, and one more .* from 0 to 5"
    with pytest.raises(BadChance, match=said):
        tape.next([1] * 6)


def test_a_tape_that_is_too_long_is_a_fault() -> None:
    with pytest.raises(BadChance, match="less often than the record says"):
        Tape([0]).finish()


@pytest.mark.parametrize("outcome", [-1, 3, 10**30])
def test_an_outcome_that_does_not_exist_is_a_fault(outcome: int) -> None:
    with pytest.raises(BadChance, match=f"could not have brought {outcome}"):
        Tape([outcome]).next([1, 1, 1])


def test_an_outcome_of_no_weight_is_a_fault() -> None:
    with pytest.raises(BadChance, match="could not have brought 1"):
        Tape([1]).next([1, 0, 1])


def test_a_tape_does_not_change_its_list() -> None:
    outcomes = [1, 0]
    Tape(outcomes).next([1, 1])
    assert outcomes == [1, 0]


def test_picks_follow_their_weights() -> None:
    state = caskets.GAME.start({}, "weights")
    picks = Counter(state.pick([1, 0, 3]) for _ in range(2000))
    assert set(picks) == {0, 2}
    assert 2.5 < picks[2] / picks[0] < 3.5


@pytest.mark.parametrize("weights", [[0, 0, 0], []])
def test_chance_cannot_pick_from_nothing(weights: list[int]) -> None:
    state = caskets.GAME.start({"cards": False}, "pick")
    with pytest.raises(ValueError, match=rf"from the weights {re.escape(str(weights))}: one of"):
        state.pick(weights)
    assert (state.luck, state.drawn) == ([], 0)


def test_a_pick_is_written_down_and_closes_undo() -> None:
    state = caskets.GAME.start({"cards": False}, "pick")
    assert (state.luck, state.sealed, state.drawn) == ([], False, 0)
    outcome = state.pick([1, 1, 1])
    assert (state.luck, state.sealed, state.drawn) == ([outcome], True, 1)


def test_outcomes_depend_on_the_seed_only() -> None:
    one, two = (turncoat.GAME.start({}, "same") for _ in range(2))
    assert one == two
    assert one != turncoat.GAME.start({}, "other")


def test_a_set_up_can_be_dealt_from_a_tape() -> None:
    state = caskets.GAME.start({}, "", tape=Tape([2, 1]))
    assert state.plain()["cards"] == ["lead", "silver"]
    assert state.luck == [2, 1]


def test_the_stream_of_chance_to_come_is_no_part_of_a_position() -> None:
    one = caskets.GAME.start({}, "one", tape=Tape([0, 0]))
    two = caskets.GAME.start({}, "two", tape=Tape([0, 0]))
    assert one == two
    assert one.digest() == two.digest()


# -- the dice of bots --------------------------------------------------------------------------


def test_the_throws_of_dice_are_pinned_for_ever() -> None:
    """A change here changes the weights of bots, and their actions in stored games."""
    dice = Dice("seed", "bid.3")
    assert [dice.below(6) for _ in range(12)] == [4, 5, 2, 1, 2, 0, 2, 5, 4, 5, 4, 4]
    assert dice.pick("abcdef") == "f"
    assert dice.uniform(2.0, 3.0) == 2.902994078827616


def test_dice_depend_on_seed_and_moment_and_on_nothing_else() -> None:
    def throws(*of: str) -> list[int]:
        dice = Dice(*of)
        return [dice.below(10**9) for _ in range(4)]

    kinds = [
        ("a",),
        ("b",),
        ("a", "b"),
        ("ab",),
        ("", "ab"),
        ("a" * 64,),
        ("a" * 65,),
        ("a", "\ud800"),
    ]
    assert len({tuple(throws(*of)) for of in kinds}) == len(kinds)
    for of in kinds:
        assert throws(*of) == throws(*of)


def test_a_number_between_two_others() -> None:
    found = [Dice("seed", str(n)).uniform(-0.5, 1.5) for n in range(1000)]
    assert -0.5 <= min(found) < -0.48
    assert 1.48 < max(found) <= 1.5
    assert 0.45 < sum(found) / 1000 < 0.55


def test_dice_are_fair_from_moment_to_moment() -> None:
    counts = Counter(Dice("seed", f"march.{n}").below(6) for n in range(6000))
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 24


def test_the_digest_of_a_seed_is_pinned_for_ever() -> None:
    """Players may have written it down before their game."""
    assert commitment("seed") == "23ea51a176e9cfaeccc1a35f9f4eaea71a2be8d4"
    assert commitment("") != commitment("0")


def test_the_digest_of_a_seed_is_not_one_of_its_draws() -> None:
    """The digest is shown before the game and must not reveal future draws."""
    plain = {below(b"seed", i, 1 << 64) for i in range(200)}
    shown = commitment("seed")
    assert not {int(shown[i : i + 16], 16) for i in range(25)} & plain

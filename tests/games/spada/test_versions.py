"""Tests of rules versions: a fix never breaks a running table.

Version 2: the discards become the new deck as soon as the deck runs out, as the rulebook says, not
only when another card is needed.
"""

import random

import pytest

from chancery.core import BadForm
from chancery.games import find
from chancery.table import Sitting, record
from tests.games.spada.modes import GAME, SUMMERS_END, table
from tests.records import kept_as, read

LAST_CARD = {
    "hands": {
        "yellow": {"grain": 16}, "black": {"workers": 17}, "white": {"knights": 17},
        "orange": {"riches": 12},
    },
    "discards": {"riches": 5},
    "privileges": {"black": {"riches": 1}},
    "farms": {"yellow": 1, "black": 1, "white": 2, "orange": 2},
    "phases": SUMMERS_END,
}  # fmt: skip


def after_income(rules: int) -> Sitting:
    """Play an autumn in which the Counsellor draws the last card of the deck before black's
    income."""
    sitting = table(LAST_CARD, "v", rules)
    sitting.act(3, "done")
    return sitting


def names(sitting: Sitting) -> list[str]:
    return [type(event).__name__ for event in sitting.log[-1].events]


@pytest.mark.rule("spada", "setup.deck", "income.privileges")
def test_the_deck_is_made_anew_at_once() -> None:
    events = names(after_income(2))
    # Yellow's draw empties the deck: the discards are gone before black's privilege is paid.
    assert events.index("Reshuffled") < events.index("Drew")
    assert "PrivilegesPaid" not in events


@pytest.mark.rule("spada", "setup.deck", "income.privileges")
def test_in_version_1_it_was_made_anew_when_needed() -> None:
    events = names(after_income(1))
    assert events.index("Drew") < events.index("Reshuffled")


def test_a_game_begun_under_version_1_goes_on_under_it() -> None:
    text = read(kept_as("spada", "v1-running"))
    assert GAME.rules > 1
    sitting = record.loads(text, find)
    dice = random.Random(99)  # a continuation in which an empty deck waits beside discards
    waited = False
    while sitting.state.asked:
        seat = dice.choice(sitting.state.asked).seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
        state = sitting.state
        assert state.rules == 1
        waited |= not any(state.deck) and any(state.discards)
    assert record.loads(record.dumps(sitting), find).state == sitting.state
    assert waited, "under version 2 this never happens"


def test_under_the_present_version_an_empty_deck_never_lies_beside_discards() -> None:
    for number in range(20):
        dice = random.Random(number)
        state = GAME.start(seed=str(number))
        while state.asked:
            before = sum(state.discards)
            seat = dice.choice(state.asked).seat
            state.apply(dice.choice(state.legal(seat)), seat)
            assert any(state.deck) or not before or not any(state.discards)


def test_a_new_table_is_played_by_the_present_version() -> None:
    assert Sitting(GAME).state.rules == GAME.rules


@pytest.mark.parametrize("rules", [0, GAME.rules + 1, -1])
def test_an_unknown_version_is_refused(rules: int) -> None:
    with pytest.raises(BadForm, match="rules version"):
        GAME.start(rules=rules)

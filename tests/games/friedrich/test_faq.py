"""Tests of FAQ answers that belong to no single chapter."""

import pytest

from chancery.games.friedrich.board.pieces import HEINRICH
from chancery.games.friedrich.rules import army_limits
from tests.games.friedrich.positions import names, position, troops
from tests.games.steps import play


@pytest.mark.rule("friedrich", "faq 3.1")
def test_a_reserve_of_seven_saves_troops() -> None:
    """At −8 a Reserve counting 7 leaves −1: one troop is lost and one city retreated."""
    s = position(
        stage="prussia", at={"heinrich": "eschwege", "richelieu": "goettingen",
        "soubise": "goettingen"}, troops={"heinrich": 4, "richelieu": 12},
        hands={"prussia": ["r.1", "2s.1"], "france": ["9s.1"]},
    )  # fmt: skip
    happened = play(s, "end; play r.1=7; quit")
    assert [e.n for e in happened if type(e).__name__ == "Lost"] == [1]
    assert troops(s, "heinrich") == 3
    assert "Won" in names(happened)


@pytest.mark.rule("friedrich", "faq 6.1")
def test_troops_are_shared_anew_in_the_midst_of_a_fight() -> None:
    """The sum of a stack counts: after a loss the remaining generals may divide it anew."""
    s = position(
        stage="austria", at={"daun": "breslau", "heinrich": "strehlen", "dohna": "strehlen"},
        troops={"daun": 8, "heinrich": 7},
    )  # fmt: skip
    play(s, "end")
    assert troops(s, "heinrich") == 6
    assert list(army_limits.shares(s, (HEINRICH,))) == [1, 2, 3, 4, 5]


@pytest.mark.rule("friedrich", "faq 9.4", "faq 9.1")
def test_depots_are_neither_trains_nor_shared() -> None:
    s = position(stage="russia", at={"saltikov": "plonsk"})
    assert "OutOfSupply" in names(play(s, "end"))

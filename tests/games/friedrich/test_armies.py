"""Tests of troops and stacks (chapter 6)."""

import pytest

from tests.games.friedrich.positions import fate, names, position, troops, where
from tests.games.steps import legal, phase, play, why_not


@pytest.mark.rule("friedrich", "6", "6.1", "6.2", "6.3", "6.5")
def test_the_split_is_decided_when_generals_part() -> None:
    at = {"friedrich": "berlin", "keith": "berlin", "dohna": "berlin"}
    s = position(stage="prussia", at=at, troops={"friedrich": 12})
    play(s, "march keith")
    # one at least for each of those who stay, eight at most for who goes
    assert [int(n) for n in legal(s, "take")] == list(range(1, 9))
    assert why_not(s, "take 9") == ("TroopsWrong", "6.3")
    s = position(stage="prussia", at=at, troops={"friedrich": 22})
    play(s, "march keith")
    assert [int(n) for n in legal(s, "take")] == [6, 7, 8]
    play(s, "with dohna")
    assert [int(n) for n in legal(s, "take")] == [14, 15, 16]
    play(s, "take 14; to potsdam")
    assert (troops(s, "friedrich"), troops(s, "keith")) == (8, 14)
    assert why_not(s, "take 2") == ("NobodyStays", "6.5")


@pytest.mark.rule("friedrich", "6")
def test_totals_are_public_and_shares_are_not() -> None:
    s = position(
        stage="prussia", at={"friedrich": "berlin", "keith": "potsdam"},
        troops={"friedrich": 3, "keith": 6},
    )  # fmt: skip
    view = s.view(2)
    assert view.totals[0] == 9
    assert not any(view.troops)
    own = s.view(0)
    assert own.troops[0] == 3


@pytest.mark.rule("friedrich", "6.4")
def test_friedrich_and_keith_lose_eight() -> None:
    """The example: of 9 troops 8 are lost, and Keith leaves the map."""
    s = position(
        stage="austria", at={"friedrich": "prag", "keith": "prag", "daun": "kolin"},
        troops={"friedrich": 9, "daun": 8}, hands={"austria": ["9h.1"], "prussia": ["13s.1"]},
    )  # fmt: skip
    play(s, "end; play 9h.1")
    happened = play(s, "quit")
    while phase(s) == "Retreat":
        happened += play(s, legal(s)[0])
    assert troops(s, "friedrich") == 1
    assert where(s, "friedrich") not in (None, "prag")
    assert where(s, "keith") is None
    assert names(happened).count("Removed") == 1


@pytest.mark.rule("friedrich", "6.4")
def test_a_stack_without_troops_is_removed() -> None:
    s = position(
        stage="austria", at={"friedrich": "prag", "keith": "prag", "daun": "kolin"},
        troops={"friedrich": 2, "daun": 8},
    )  # fmt: skip
    play(s, "end")
    assert where(s, "friedrich") is None
    assert where(s, "keith") is None


@pytest.mark.rule("friedrich", "6.5")
def test_keith_retired_with_five() -> None:
    """The example: of 9 troops 8 stay with Friedrich and one is lost."""
    s = fate("sweden", at={"friedrich": "berlin", "keith": "berlin", "daun": "kolin"},
             troops={"friedrich": 9})  # fmt: skip
    assert phase(s) == "Retirement"
    assert why_not(s, "retire friedrich") == ("CannotRetire", "fate sweden")
    happened = play(s, "retire keith")
    assert troops(s, "friedrich") == 8
    assert where(s, "keith") is None
    assert [e.lost for e in happened if type(e).__name__ == "Retired"] == [1]
    # and of the top general too
    s = fate("sweden", at={"winterfeldt": "berlin", "keith": "berlin", "daun": "kolin"},
             troops={"winterfeldt": 7})  # fmt: skip
    play(s, "retire winterfeldt")
    assert troops(s, "keith") == 7


@pytest.mark.rule("friedrich", "6.6")
def test_knowledge_of_a_stack() -> None:
    s = position(
        stage="austria", at={"friedrich": "prag", "keith": "prag", "daun": "kolin"},
        troops={"friedrich": 9, "daun": 8}, hands={"prussia": ["2s.1"], "austria": ["2h.1"]},
    )  # fmt: skip
    play(s, "end; quit")
    view = s.view(2)
    assert (view.low[0], view.high[0], view.told[0]) == (9, 9, 9)
    s.check()

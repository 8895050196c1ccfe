"""Tests of retreats in play (chapter 8); their ends are checked in test_retreat_search."""

import pytest

from chancery.games.friedrich.board.atlas import CITY, distances
from tests.games.friedrich.positions import held, names, next_to, position, troops, where
from tests.games.steps import legal, phase, play, why_not


@pytest.mark.rule("friedrich", "8", "8.1", "8.2", "8.3", "8.4")
def test_retreat_length_equals_losses_and_the_victor_picks() -> None:
    s = position(
        stage="austria", at={"daun": "breslau", "keith": "strehlen", "dohna": "strehlen"},
        troops={"daun": 10 - 2, "keith": 6},
    )  # fmt: skip
    play(s, "end")
    assert phase(s) == "Retreat"
    assert s.asked[0].seat == 2  # Maria Theresa
    far = distances(CITY["breslau"])
    ends = legal(s, "retreat")
    assert {far[CITY[c]] for c in ends} == {3}
    assert why_not(s, "retreat oels") == ("NotTheEnd", "8.4")
    play(s, f"retreat {ends[0]}")
    assert where(s, "keith") == where(s, "dohna") == ends[0]
    assert troops(s, "keith") == 4


@pytest.mark.rule("friedrich", "8.5", "8.6")
def test_nobody_is_passed_not_even_friends_and_trains() -> None:
    block = ["grottkau", "reichenbach", "brieg"]
    at = {"daun": "breslau", "keith": "strehlen"}
    s = position(
        stage="austria",
        at={**at, "prussia-train-1": block[0], "austria-train-1": block[1], "dohna": block[2]},
        troops={"daun": 5, "keith": 4},
    )
    happened = play(s, "end")
    assert where(s, "keith") is None
    assert where(s, "austria-train-1") == "reichenbach"
    assert "Removed" in names(happened)
    assert set(next_to("strehlen")) == {*block, "breslau"}


@pytest.mark.rule("friedrich", "8.7")
def test_without_a_full_path_the_stack_is_lost() -> None:
    # Oppeln and Neisse close the way behind Brieg: there is room for one city, not for two
    s = position(
        stage="austria",
        at={"daun": "strehlen", "keith": "brieg", "karl": "oppeln", "lacy": "namslau",
            "austria-train-1": "breslau"},
        troops={"daun": 5, "keith": 3, "karl": 3, "lacy": 3},
        hands={"prussia": ["2h.1"], "austria": ["2h.2"]},
    )  # fmt: skip
    play(s, "end; fight daun keith")
    happened = play(s, "quit")
    assert where(s, "keith") is None
    assert [e.n for e in happened if type(e).__name__ == "Lost"] == [2, 1]
    assert "Trapped" in names(happened)


@pytest.mark.rule("friedrich", "faq 8.1")
def test_a_city_left_by_a_beaten_enemy_is_open() -> None:
    at = {
        "keith": "brieg", "daun": "strehlen", "karl": "oppeln", "lacy": "namslau",
        "austria-train-1": "ohlau",
    }  # fmt: skip
    # first Daun attacks and is beaten away, then Karl drives Keith through Strehlen
    s = position(
        stage="austria", at=at, troops={"daun": 3, "keith": 5, "karl": 6, "lacy": 5},
        hands={"prussia": ["2h.1"], "austria": ["2h.2"]},
    )  # fmt: skip
    play(s, "end; fight daun keith; quit")
    while phase(s) == "Retreat":
        play(s, legal(s)[0])
    play(s, "fight karl keith; quit")
    assert where(s, "keith") == "strehlen"
    # the other way round there is no way out
    s = position(
        stage="austria", at=at, troops={"daun": 3, "keith": 5, "karl": 6, "lacy": 5},
        hands={"prussia": ["2h.1"], "austria": ["2h.2"]},
    )  # fmt: skip
    play(s, "end; fight karl keith; quit")
    assert where(s, "keith") is None


@pytest.mark.rule("friedrich", "faq 8.2")
def test_no_end_is_nearer_than_another() -> None:
    s = position(
        stage="prussia", at={"friedrich": "prag", "daun": "kolin"},
        troops={"friedrich": 8, "daun": 5},
    )  # fmt: skip
    play(s, "end")
    far = distances(CITY["prag"])
    ends = legal(s, "retreat")
    assert ends
    assert {far[CITY[c]] for c in ends} == {4}


@pytest.mark.rule("friedrich", "faq 8.3", "8.6")
def test_objectives_do_not_hinder_a_retreat_and_are_not_conquered() -> None:
    # from Waldenburg by Schweidnitz: the only way out leads over objectives
    s = position(
        stage="prussia",
        at={"friedrich": "trautenau", "daun": "waldenburg", "browne": "hirschberg",
            "karl": "neurode"},
        troops={"friedrich": 8, "daun": 6},
    )  # fmt: skip
    play(s, "end")
    while phase(s) == "Retreat":
        play(s, legal(s)[0])
    assert where(s, "daun") in ("breslau", "striegau", "reichenbach")
    assert not held(s, "schweidnitz")
    assert not held(s, "waldenburg")

"""Tests of conquest, question marks and reconquest (chapter 5)."""

import pytest

from chancery.games.friedrich.board.atlas import CITY, CITY_IDS, DEFENDER_OF, OBJECTIVES_OF
from chancery.games.friedrich.board.nations import AUSTRIA, HANOVER, PRUSSIA
from tests.games.friedrich.positions import held, marked, names, nation, position, where
from tests.games.steps import play


@pytest.mark.rule("friedrich", "5", "5.2", "5.3")
def test_conquered_when_left_or_passed_not_when_entered() -> None:
    s = position(stage="austria", at={"daun": "strehlen", "lehwaldt": "tilsit"})
    play(s, "march daun; to breslau; stop; end")
    assert not held(s, "breslau")
    s = position(stage="austria", at={"daun": "breslau"})
    play(s, "march daun; to strehlen")
    assert held(s, "breslau")
    s = position(stage="austria", at={"daun": "strehlen"})
    play(s, "march daun; to breslau; to strehlen; stop")
    assert held(s, "breslau")
    # one of a stack may stay
    s = position(stage="austria", at={"daun": "breslau", "karl": "breslau"})
    play(s, "march karl; take 1; to strehlen")
    assert held(s, "breslau")


@pytest.mark.rule("friedrich", "5.1", "5.10")
def test_only_generals_and_only_of_the_right_nation() -> None:
    s = position(stage="austria", at={"austria-train-1": "breslau"})
    play(s, "march austria-train-1; to strehlen; stop; end")
    assert not held(s, "breslau")
    s = position(stage="russia", at={"saltikov": "breslau"})
    play(s, "march saltikov; to strehlen; stop; end")
    assert not held(s, "breslau")


@pytest.mark.rule("friedrich", "5.4", "5.6")
def test_protected_within_three_cities_whatever_stands_between() -> None:
    for city, protects in (("steinau", True), ("glogau", True), ("neusalz", False)):
        at = {"daun": "strehlen", "keith": city, "browne": "neumarkt"}
        s = position(stage="austria", at=at)
        play(s, "march daun; to breslau; to wohlau")
        assert held(s, "breslau") != protects, city
        assert marked(s, "breslau") == protects


@pytest.mark.rule("friedrich", "5.5")
def test_defenders_and_their_objectives() -> None:
    for city, nation_ in (
        ("breslau", PRUSSIA), ("leipzig", PRUSSIA), ("zittau", PRUSSIA), ("hannover", HANOVER),
        ("minden", PRUSSIA), ("prag", AUSTRIA),
    ):  # fmt: skip
        assert DEFENDER_OF[CITY[city]] == nation_
    # no help between Prussia and Hanover
    s = position(stage="france", at={"richelieu": "hannover", "keith": "springe"})
    play(s, "march richelieu; to celle")
    assert held(s, "hannover")
    s = position(stage="france", at={"richelieu": "minden", "ferdinand": "rinteln"})
    play(s, "march richelieu; to nienburg")
    assert held(s, "minden")


@pytest.mark.rule("friedrich", "5.10")
def test_trains_do_not_protect_but_the_imperial_one_does() -> None:
    s = position(stage="austria", at={"daun": "breslau", "prussia-train-1": "ohlau"})
    play(s, "march daun; to strehlen")
    assert held(s, "breslau")
    s = position(
        stage="prussia", at={"friedrich": "leipzig", "imperial-train": "grimma"},
        control=["leipzig"],
    )  # fmt: skip
    play(s, "march friedrich; to borna; stop")
    assert marked(s, "leipzig")
    play(s, "end")
    assert held(s, "leipzig")
    # taken on the way, it protects no longer
    s = position(
        stage="prussia", at={"friedrich": "leipzig", "imperial-train": "borna"},
        control=["leipzig"],
    )  # fmt: skip
    play(s, "march friedrich; to borna")
    assert where(s, "imperial-train") is None
    assert "WonBack" in names(play(s, "end"))
    assert not held(s, "leipzig")


@pytest.mark.rule("friedrich", "5.7")
def test_question_marks_are_settled_after_the_fights() -> None:
    at = {"daun": "breslau", "keith": "glogau", "browne": "steinau"}
    s = position(stage="austria", at=at, troops={"browne": 2, "keith": 1})
    play(s, "march daun; to oels; stop; end")
    assert held(s, "breslau")  # Keith, without a card, has lost his only troop
    # still protected: the mark is taken off
    s = position(stage="austria", at={"daun": "breslau", "keith": "glogau"})
    play(s, "march daun; to oels; stop")
    assert marked(s, "breslau")
    assert "MarkLifted" in names(play(s, "end"))
    assert not marked(s, "breslau")
    assert not held(s, "breslau")


@pytest.mark.rule("friedrich", "5.8")
def test_winning_back() -> None:
    s = position(stage="prussia", at={"keith": "breslau", "daun": "prag"}, control=["breslau"])
    play(s, "march keith; to neumarkt; stop")
    assert not held(s, "breslau")
    # the conqueror protects now, and nobody else does
    s = position(stage="prussia", at={"keith": "breslau", "daun": "brieg"}, control=["breslau"])
    play(s, "march keith; to wohlau; stop")
    assert held(s, "breslau")
    assert marked(s, "breslau")
    play(s, "end")
    assert held(s, "breslau")
    s = position(stage="prussia", at={"keith": "breslau", "saltikov": "brieg"}, control=["breslau"])
    play(s, "march keith; to wohlau; stop")
    assert not held(s, "breslau")


@pytest.mark.rule("friedrich", "5.8", "faq 5.1")
def test_only_the_first_owner_wins_back() -> None:
    s = position(stage="prussia", at={"keith": "hannover"}, control=["hannover"])
    play(s, "march keith; to celle; stop; end")
    assert held(s, "hannover")
    s = position(
        stage="hanover", at={"ferdinand": "hannover", "soubise": "celle"}, control=["hannover"]
    )
    play(s, "march ferdinand; to springe; stop")
    assert marked(s, "hannover")
    s = position(
        stage="hanover", at={"ferdinand": "hannover", "daun": "uelzen"}, control=["hannover"]
    )
    play(s, "march ferdinand; to springe; stop")
    assert not held(s, "hannover")


@pytest.mark.rule("friedrich", "5.6")
def test_markers_do_not_hinder() -> None:
    s = position(stage="prussia", at={"keith": "neumarkt"}, control=_all_of_austria())
    play(s, "march keith; to breslau; to oels; to namslau")
    assert nation(s) == "prussia"
    assert not held(s, "breslau")
    assert not held(s, "oels")


def _all_of_austria() -> list[str]:
    return [CITY_IDS[c] for c in OBJECTIVES_OF[AUSTRIA]]

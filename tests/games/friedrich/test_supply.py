"""Tests of supply (chapter 9)."""

import pytest

from chancery.games.friedrich.board.atlas import CITY, CITY_IDS, HOME, NEXT, distances
from chancery.games.friedrich.board.nations import AUSTRIA
from chancery.games.friedrich.board.pieces import GENERAL_NAMES
from tests.games.friedrich.positions import names, position, skip, troops, where
from tests.games.steps import legal, phase, play


def down(s: object, general: str) -> bool:
    """Whether a general is face down."""
    return bool(s.down[GENERAL_NAMES.index(general)])  # type: ignore[attr-defined]


def away(steps: int, start: str = "breslau") -> str:
    """Return a city outside of Austria at this distance from another."""
    found = distances(CITY[start])
    return next(
        CITY_IDS[c] for c, far in enumerate(found) if far == steps and c not in HOME[AUSTRIA]
    )


@pytest.mark.rule("friedrich", "9", "9.2")
def test_at_home_everybody_is_supplied() -> None:
    for nation, general, city, fine in (
        ("prussia", "keith", "breslau", True),
        ("prussia", "keith", "leipzig", False),
        ("imperial", "hildburghausen", "leipzig", True),
        ("austria", "daun", "prag", True),
        ("russia", "saltikov", "warszawa", True),
        ("russia", "saltikov", "plonsk", False),
        ("france", "soubise", "koblenz", True),
        ("france", "soubise", "limburg", False),
    ):
        s = position(stage=nation, at={general: city})
        play(s, "end")
        assert down(s, general) != fine, (general, city)


@pytest.mark.rule("friedrich", "9.3", "faq 9.1")
def test_a_train_supplies_six_cities_far() -> None:
    for steps, fine in ((6, True), (7, False)):
        s = position(stage="austria", at={"austria-train-1": "breslau", "daun": away(steps)})
        play(s, "end")
        assert down(s, "daun") != fine
    # friends do not block, enemies do, and an ally's train is of no use
    end = next(c for c, near in enumerate(NEXT) if len(near) == 1 and c not in HOME[AUSTRIA])
    gate = NEXT[end][0]
    for piece, fine in (
        ("karl", True), ("saltikov", True), ("russia-train-1", True), ("prussia-train-1", False),
        ("keith", False),
    ):  # fmt: skip
        beyond = next(c for c, far in enumerate(distances(gate)) if far == 2 and end not in NEXT[c])
        at = {
            "austria-train-1": CITY_IDS[end], "daun": CITY_IDS[beyond], piece: CITY_IDS[gate],
        }  # fmt: skip
        s = position(stage="austria", at=at)
        play(s, "end")
        assert down(s, "daun") != fine, piece
    s = position(stage="austria", at={"imperial-train": "breslau", "daun": "strehlen"})
    play(s, "end")
    assert down(s, "daun")


@pytest.mark.rule("friedrich", "9.1", "9.4")
def test_turned_over_then_lost_or_turned_back() -> None:
    s = position(stage="austria", at={"daun": "breslau", "lehwaldt": "tilsit"}, troops={"daun": 5})
    assert "OutOfSupply" in names(play(s, "end"))
    assert down(s, "daun")
    skip(s, "austria")
    assert down(s, "daun")
    happened = play(s, "end")
    assert "Starved" in names(happened)
    assert where(s, "daun") is None
    s = position(stage="austria", at={"daun": "trautenau"}, down={"daun": 1}, troops={"daun": 5})
    assert "BackInSupply" in names(play(s, "end"))
    assert not down(s, "daun")
    assert troops(s, "daun") == 5


@pytest.mark.rule("friedrich", "9.1")
def test_only_the_active_nation_is_checked() -> None:
    s = position(stage="russia", at={"daun": "breslau"})
    play(s, "end")
    assert not down(s, "daun")


@pytest.mark.rule("friedrich", "9.5", "9.6")
def test_joining_one_who_is_face_down() -> None:
    s = position(stage="austria", at={"daun": "trautenau", "karl": "waldenburg"}, down={"karl": 1})
    play(s, "march daun; to waldenburg")
    assert down(s, "daun")
    assert down(s, "karl")
    s = position(stage="austria", at={"daun": "trautenau", "karl": "waldenburg"}, down={"karl": 1})
    play(s, "march karl; to trautenau; end")  # they march as ever
    assert not down(s, "daun")
    assert not down(s, "karl")
    s = position(
        stage="austria", at={"daun": "breslau", "karl": "breslau", "keith": "oels"},
        down={"daun": 1, "karl": 1}, troops={"daun": 4, "keith": 2},
    )  # fmt: skip
    happened = play(s, "end")  # and fight
    assert "Won" in names(happened)


@pytest.mark.rule("friedrich", "9.7")
def test_a_general_takes_a_train_and_stops() -> None:
    s = position(stage="austria", at={"daun": "breslau", "prussia-train-1": "strehlen"})
    happened = play(s, "march daun; to strehlen")
    assert "TrainTaken" in names(happened)
    assert where(s, "prussia-train-1") is None
    assert phase(s) == "Movement"
    # trains do each other no harm, and no train takes anything
    s = position(stage="austria", at={"austria-train-1": "breslau", "prussia-train-1": "strehlen"})
    play(s, "march austria-train-1")
    assert "strehlen" not in legal(s, "to")

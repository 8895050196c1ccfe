"""Tests of the placement of pieces beside the names of cities, and of generals' names."""

from __future__ import annotations

import re
from functools import cache

import pytest

from chancery.games.friedrich.board.atlas import CITY, CITY_IDS, NEXT, N, X, Y, rows
from chancery.games.friedrich.board.pieces import GENERAL_TITLES, PIECE_NAMES
from chancery.games.friedrich.face.placement import (
    FAN,
    FAR,
    GROWN,
    Box,
    beside,
    in_short,
    label_box,
    named,
)
from tests.games.drawings import classes, style_of
from tests.games.friedrich.positions import GAME, position, started
from tests.games.friedrich.test_drawing import live, speaker_for

# The box of a piece around its foot, as `signs.py` draws it, with the ring of one that can act;
# and of its sum of troops at the left, or at the right in a city whose name is at the left.
GENERAL = Box(-28, -49, 28, 12)
TRAIN = Box(-28, -26, 28, 12)
SUM = Box(-32.5, -12, -3.5, 8)


@cache
def steps() -> dict[str, tuple[float, float, float, float]]:
    """Return by CSS class how far the style sheet moves pieces, generals behind, and sums."""
    found = {}
    for level, name, rules in re.findall(
        r'\[data-detail="(\d)"\] \.fr-([wens]\d) {([^}]*)}', style_of(GAME)
    ):
        assert name.endswith(level)
        given = {key: float(value) for key, value in re.findall(r"--(\w+): (-?[\d.]+)px", rules)}
        assert set(given) <= {"x", "y", "fan", "other"}
        x, y, fan, other = (given.get(key, 0.0) for key in ("x", "y", "fan", "other"))
        found[name] = x, y, fan, other
    return found


def taken(city: int, level: int, number: int, train: bool = False) -> list[Box]:
    """Return the boxes of a stack or a train in a city."""
    grown = GROWN if level == 0 else 1
    here = [name for name in beside(city).split() if name.endswith(str(level))]
    x, y, fan, other = steps()[here[0]] if here else (0.0, 0.0, 0.0, 0.0)
    boxes = []
    for place in range(number):
        middle = X[city] + x + place * (FAN[0] + fan)
        foot = Y[city] + y + place * FAN[1]
        box = TRAIN if train else GENERAL
        boxes.append(
            Box(middle + box.left * grown, foot + box.top * grown, middle + box.right * grown,
                foot + box.bottom * grown)
        )  # fmt: skip
    if not train:
        wide, tall = (SUM.right - SUM.left) / 2 * grown, (SUM.bottom - SUM.top) / 2 * grown
        middle, foot = X[city] - 18 + x + other, Y[city] - 2 + y
        boxes.append(Box(middle - wide, foot - tall, middle + wide, foot + tall))
    return boxes


@pytest.mark.parametrize("level", [0, 1, 2])
def test_no_piece_stands_on_the_name_of_its_city(level: int) -> None:
    """One general, a whole stack or a train, in every city whose name is shown at a zoom level."""
    shown = [row for row in rows("labels") if row["level"] == str(level)]
    assert len(shown) > 100
    covered = set()
    for row in shown:
        city, name = CITY[row["city"]], label_box(row)
        stacks = [taken(city, level, 1), taken(city, level, 3), taken(city, level, 1, train=True)]
        if any(name.meets(box) for boxes in stacks for box in boxes):
            covered.add(row["city"])
    assert covered == set()


def test_the_sheet_and_the_names_know_the_same_steps() -> None:
    assert {f"{to}0": step for to, step in FAR.items() if to} == {
        name: step[:2] for name, step in steps().items() if name.endswith("0")
    }
    assert f"--grown: {GROWN}" in style_of(GAME)


def test_a_piece_keeps_its_place_on_the_board_and_carries_its_sides() -> None:
    """Only the style sheet moves the piece aside: animations and arrows end at the city itself."""
    s = position(stage="france", at={"keith": "berlin"})
    (keith,) = [e for e in live(s.view(None), speaker_for(s)) if e.attrib.get("id") == "p-keith"]
    city = CITY["berlin"]
    assert keith.attrib["transform"] == f"translate({X[city]} {Y[city]})"
    sides = [name.removeprefix("fr-") for name in classes(keith)]
    assert sides == ["piece", *beside(city).split()]
    assert {len(beside(c).split()) for c in range(N)} <= {1, 2, 3}


def test_short_names_leave_out_what_can_be_left_out() -> None:
    short = {"".join(in_short(g)): in_short(g)[1] for g in range(len(GENERAL_TITLES))}
    assert list(short) == list(GENERAL_TITLES)
    assert short["Ferdinand von Braunschweig"] == "Ferdinand"
    assert short["Prinz Heinrich"] == "Heinrich"
    assert len(set(short.values())) == len(short)


def test_names_are_shown_where_there_is_room() -> None:
    """Two neighbours cannot both be named on the whole board; each alone can."""
    keith, daun = PIECE_NAMES.index("keith"), PIECE_NAMES.index("daun")
    near = min(NEXT[CITY["berlin"]], key=lambda c: abs(Y[c] - Y[CITY["berlin"]]))
    one, other = ((keith,), CITY["berlin"]), ((daun,), near)
    assert named((one,), ()) == {keith: "roomy"}
    assert named((other,), ()).keys() == {daun}
    assert len(named((one, other), ())) < 2, CITY_IDS[near]


def test_most_generals_are_named_when_the_game_begins() -> None:
    s = started()
    drawn = live(s.view(None), speaker_for(s))
    names = [e for e in drawn if "fr-name-of-piece" in classes(e)]
    assert len(names) == len(GENERAL_TITLES)
    assert sum("fr-roomy" in classes(e) for e in names) > 17

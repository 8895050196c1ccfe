"""Details of boards: what they show, and what they leave out."""

from __future__ import annotations

import re

import pytest

from chancery import games
from chancery.page.details import Drawing, detail
from chancery.table.examples import run_example

XMLNS = "http://www.w3.org/2000/svg"
BOARD = f"""<svg xmlns="{XMLNS}" viewBox="0 0 1000 800">
<defs><g id="near"><path d="M-5-5h10v10z"/></g><g id="far"><path d="M-5-5h10v10z"/></g></defs>
<path class="land" d="M0 0H1000V800H0Z"/>
<g transform="translate(100 100)" data-target="city:near"><use href="#near"/></g>
<g transform="translate(950 780)" data-target="city:far"><use href="#far"/></g>
<g transform="translate(500 0)"><g transform="rotate(90)">
<circle data-target="ring" cx="400" r="5"/></g></g>
<path class="coast" d="m900 600l20 20q5 5 10 0t9 9z"/>
</svg>"""


def test_elements_outside_the_window_are_dropped_with_their_definitions() -> None:
    found = detail(BOARD, targets=["city:near"])
    assert 'viewBox="0 ' in found
    assert "city:near" in found
    assert 'id="near"' in found
    assert "land" in found  # reaches into the window
    for gone in ("city:far", 'id="far"', "coast", "ring"):
        assert gone not in found


def test_a_window_surrounds_its_target_within_the_board() -> None:
    window = Drawing(BOARD).window_around(["ring"])  # turned and moved to 500, 400
    assert window is not None
    x, y, width, height = window
    assert (x + width / 2, y + height / 2) == (500, 400)
    assert width / height == pytest.approx(1.5)
    corner = Drawing(BOARD).window_around(["city:far"])
    assert corner is not None
    assert (corner[0] + corner[2], corner[1] + corner[3]) == (1000, 800)
    assert Drawing(BOARD).window_around(["nothing"]) is None
    assert Drawing(BOARD).window_around(["city:near", "city:far"]) is None  # too far apart
    assert detail(BOARD, targets=["nothing"]) == BOARD
    assert 'viewBox="1 2 30 20"' in detail(BOARD, otherwise=(1, 2, 30, 20))


@pytest.mark.parametrize("name", games.names())
def test_a_detail_of_a_real_board_keeps_the_pieces_in_it(name: str) -> None:
    game = games.find(name)
    sitting, _ = run_example(game, game.face.examples()[0])
    speaker = game.speaker("en", (), sitting.seats, game.called(sitting.start.frame))
    picture = game.face.picture(sitting.state.view(None), speaker)
    assert picture is not None
    targets = re.findall(r'data-target="([^"]+)"', picture)
    shown = 0
    for target in targets[:: len(targets) // 4]:
        drawing = Drawing(picture)
        window = drawing.window_around([target])
        if window is None:
            continue
        cut = drawing.detail(window)
        shown += 1
        assert f'data-target="{target}"' in cut
        assert len(cut) < 0.9 * len(picture)
        used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', cut))
        names = set(re.findall(r'id="([^"]+)"', cut))
        assert {one or other for one, other in used} <= names
    assert shown

"""The colours and symbols of seats, of all games and modes."""

from __future__ import annotations

import re

import pytest

from chancery import games
from chancery.page.chances import lines_of

MODES = [
    ("spada", {"players": 4}),
    ("friedrich", {"players": 4}),
    ("friedrich", {"game": "west"}),
    ("friedrich", {"game": "austrian"}),
    ("revolution", {"players": 5}),
    ("revolution", {"players": 2}),
]


@pytest.mark.parametrize(("name", "options"), MODES)
def test_every_seat_has_a_colour_and_a_symbol_of_its_own(
    name: str, options: dict[str, object]
) -> None:
    game = games.find(name)
    frame = game.start(options, "1").frame
    ground = game.face.ground(frame, game.speaker("en", (), frame.seats, game.called(frame)))
    lines = lines_of(game.face, frame.seats, frame.seats)
    for seat, line in zip(frame.seats, lines, strict=True):
        style = game.face.seat_style(seat)
        assert style is not None
        assert f'id="{style.sign}"' in str(ground)
        assert re.fullmatch(r"light-dark\(#\w{6}, #\w{6}\)", line.ink)
    for part in ("ink", "symbol", "dashes", "shape"):
        assert len({getattr(line, part) for line in lines}) == len(lines), part

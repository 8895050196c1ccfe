"""Boards without pieces: the part of a picture that never changes in a game."""

from __future__ import annotations

import json
from typing import Any

from chancery import games
from chancery.core import Face, Speaker
from chancery.core.frame import Frame
from chancery.core.memo import single_flight
from chancery.core.options import Value
from chancery.page.thumbnails import Thumbnail, thumbnail
from chancery.web.base import long_work

KEPT = 200
KEPT_SMALL = 60  # thumbnails, about 250 kB each


def ground(frame: Frame, language: str) -> str | None:
    """Return the part of the picture that never changes; cached by frame and language."""
    return _ground(*_key(frame), language)


def tools(face: Face[Any], speaker: Speaker) -> dict[str, Any]:
    """Return what the template of a board needs besides the picture: overlays, parts, letters."""
    parts = [(speaker.say(part.title), part.box) for part in face.parts()]
    return {
        "overlays": [(overlay.key, speaker.say(overlay.title)) for overlay in face.overlays()],
        "board_parts": [(number, title) for number, (title, _) in enumerate(parts)],
        "boxes": json.dumps([box for _, box in parts]),
        "legible": face.legible,
    }


def small(frame: Frame) -> Thumbnail | None:
    """Return the thumbnail for a frame; None if the game has no picture."""
    return _small(*_key(frame))


Key = tuple[str, int, tuple[tuple[str, Value], ...], str | None, tuple[str, ...]]


def _key(frame: Frame) -> Key:
    return frame.game, frame.rules, tuple(frame.options.items()), frame.data, frame.seats


@single_flight(KEPT)
def _ground(
    name: str,
    rules: int,
    options: tuple[tuple[str, Value], ...],
    data: str | None,
    seats: tuple[str, ...],
    language: str,
) -> str | None:
    if data is not None:  # a custom board may have to be laid out first
        long_work.check_long_work()
    game, frame = games.find(name), Frame(name, rules, dict(options), data, seats)
    plain = game.speaker(language, (), frame.seats, game.called(frame))
    return game.face.ground(frame, plain)


@single_flight(KEPT_SMALL)
def _small(
    name: str,
    rules: int,
    options: tuple[tuple[str, Value], ...],
    data: str | None,
    seats: tuple[str, ...],
) -> Thumbnail | None:
    style = games.find(name).face.style
    drawn = _ground(name, rules, options, data, seats, "en")
    if drawn is None or style is None:
        return None
    return thumbnail(drawn, style.read_text("utf-8"))

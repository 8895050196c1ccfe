"""The part of a picture that never changes in a game."""

from __future__ import annotations

from typing import Any

from chancery.table import Sitting

_grounds: dict[tuple[Any, ...], str | None] = {}


def ground(sitting: Sitting, language: str) -> str | None:
    """The part of the picture that never changes; drawn once for each frame and language."""
    frame = sitting.start.frame
    key = (frame.game, frame.rules, tuple(frame.options.items()), frame.data, language)
    if key not in _grounds:
        if len(_grounds) > 200:
            _grounds.clear()
        plain = sitting.game.speaker(language, (), frame.seats, sitting.game.called(frame))
        _grounds[key] = sitting.game.face.ground(frame, plain)
    return _grounds[key]

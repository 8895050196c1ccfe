"""The part of a picture that never changes in a game."""

from __future__ import annotations

from functools import lru_cache

from chancery import games
from chancery.core.frame import Frame
from chancery.core.options import Value
from chancery.page.small_boards import SmallBoard, small_board
from chancery.table import Sitting

KEPT = 200
KEPT_SMALL = 60  # a quarter of a megabyte each


def ground(sitting: Sitting, language: str) -> str | None:
    """The part of the picture that never changes; drawn once for each frame and language."""
    return _ground(*_key(sitting.start.frame), language)


def small(frame: Frame) -> SmallBoard | None:
    """The small board of everybody who plays in this frame; None: the game has no picture."""
    return _small(*_key(frame))


Key = tuple[str, int, tuple[tuple[str, Value], ...], str | None, tuple[str, ...]]


def _key(frame: Frame) -> Key:
    return frame.game, frame.rules, tuple(frame.options.items()), frame.data, frame.seats


@lru_cache(maxsize=KEPT)
def _ground(
    name: str,
    rules: int,
    options: tuple[tuple[str, Value], ...],
    data: str | None,
    seats: tuple[str, ...],
    language: str,
) -> str | None:
    game, frame = games.find(name), Frame(name, rules, dict(options), data, seats)
    plain = game.speaker(language, (), frame.seats, game.called(frame))
    return game.face.ground(frame, plain)


@lru_cache(maxsize=KEPT_SMALL)
def _small(
    name: str,
    rules: int,
    options: tuple[tuple[str, Value], ...],
    data: str | None,
    seats: tuple[str, ...],
) -> SmallBoard | None:
    style = games.find(name).face.style
    drawn = _ground(name, rules, options, data, seats, "en")
    if drawn is None or style is None:
        return None
    return small_board(drawn, style.read_text("utf-8"))

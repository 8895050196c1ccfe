"""The position of the day: one of all exercises, the same for everybody."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from hashlib import blake2b

from chancery import games
from chancery.core import Lesson
from chancery.web.school.learn import task_of


@lru_cache(maxsize=8)
def lesson_of(day: date) -> tuple[str, Lesson] | None:
    """The game and the exercise of a day: all of them in turn, in an order of their own, so that
    none comes twice before all have come."""
    found = [(name, lesson) for name in games.names() for lesson in games.find(name).face.lessons()]
    if not found:
        return None
    found.sort(key=lambda one: blake2b(f"{one[0]} {one[1].key}".encode()).digest())
    return found[day.toordinal() % len(found)]


@lru_cache(maxsize=32)
def said_of(day: date, language: str) -> dict[str, str] | None:
    """What the front page says of it."""
    found = lesson_of(day)
    if found is None:
        return None
    name, lesson = found
    game = games.find(name)
    told = game.speaker(language)
    return {
        "game": name,
        "key": lesson.key,
        "game_title": told.say(game.title),
        "title": told.say(lesson.title),
        "task": task_of(game, lesson, language),
    }

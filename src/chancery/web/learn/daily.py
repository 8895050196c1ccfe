"""The position of the day: an exercise, the same for everybody."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from hashlib import blake2b

from chancery import games
from chancery.core import Lesson
from chancery.web.learn.learn_pages import task_of


@lru_cache(maxsize=8)
def lesson_of(day: date) -> tuple[str, Lesson] | None:
    """Return the game and exercise of a day. All exercises come in turn, in a fixed random
    order."""
    lessons = [
        (name, lesson) for name in games.names() for lesson in games.find(name).face.lessons()
    ]
    if not lessons:
        return None
    lessons.sort(key=lambda one: blake2b(f"{one[0]} {one[1].key}".encode()).digest())
    return lessons[day.toordinal() % len(lessons)]


@lru_cache(maxsize=32)
def position_of_the_day(day: date, language: str) -> dict[str, str] | None:
    """Return the position of a day as the front page shows it."""
    chosen = lesson_of(day)
    if chosen is None:
        return None
    name, lesson = chosen
    game = games.find(name)
    speaker = game.speaker(language)
    return {
        "game": name,
        "key": lesson.key,
        "game_title": speaker.say(game.title),
        "title": speaker.say(lesson.title),
        "task": task_of(game, lesson, language),
    }

"""Games as pages introduce them to people who look for something to do."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.urls import reverse

from chancery import games
from chancery.core import Game
from chancery.core.words import Speaker, T
from chancery.web.tables.lines import Addresses, opening_addresses


def is_taught(game: Game[Any, Any]) -> bool:
    """Return whether a game teaches more than its rules."""
    face = game.face
    return bool(face.primer() or face.guide() or face.lessons())


def introductions(language: str) -> list[dict[str, Any]]:
    """Return the introductions of all games."""
    return [introduction(name, language) for name in games.names()]


def boards(language: str) -> list[Addresses]:
    """Return the boards of two games, to show that tables are played."""
    shown = [introduced["board"] for introduced in introductions(language)]
    return [board for board in shown if board.ground][:2]


@cache
def introduction(name: str, language: str) -> dict[str, Any]:
    """Return the title of a game, its pictures, its facts, and the link to learn it."""
    game = games.find(name)
    speaker = game.speaker(language)
    introduced: dict[str, Any] = {
        "name": name,
        "title": speaker.say(game.title),
        "cover": game.face.cover is not None,
        "board": opening_addresses(game, game.complete_options({})),
        "learn": reverse("learn", args=[name]) if is_taught(game) else "",
        "learn_label": _learn_label(game, speaker),
    }
    known = game.face.introduction
    if known is not None:
        (fewest, most), (shortest, longest) = known.players, known.hours
        facts = [
            speaker.say(T("{least} to {most} players", least=fewest, most=most)),
            speaker.say(T("{least} to {most} hours", least=shortest, most=longest)),
        ]
        introduced |= {
            "sentence": speaker.say(known.sentence),
            "facts": " · ".join([*facts, speaker.say(known.weight)]),
        }
    return introduced


def _learn_label(game: Game[Any, Any], speaker: Speaker) -> str:
    """Return the label of the link to learn a game, with the duration of its guided game."""
    guide = game.face.guide()
    return (
        speaker.say(T("Learn to play"))
        if guide is None
        else speaker.say(T("Learn in about {n} minutes", n=guide.minutes))
    )

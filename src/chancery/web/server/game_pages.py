"""Files and pages that a game provides: help, style sheet, fonts and cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from chancery.core import Game
from chancery.core.help import Chapter, anchor
from chancery.core.words import Speaker
from chancery.web.base.refusals import NotThere
from chancery.web.base.user_input import game_called
from chancery.web.identity.request import Request
from chancery.web.learn.learn_pages import is_taught
from chancery.web.tables.places import place_at


@require_safe
def help_page(request: Request, name: str) -> HttpResponse:
    """The help of a game: its rules and how to play it here."""
    game = game_called(name)
    return _help(request, game, game.face.help(), game.speaker(request.language))


@require_safe
def table_help_page(request: Request, slug: str) -> HttpResponse:
    """The help for one table, without what does not apply there."""
    place = place_at(request, slug)
    game, frame = place.sitting.game, place.sitting.start.frame
    return _help(request, game, game.face.help_at(frame), place.speaker)


def _help(
    request: Request, game: Game[Any, Any], found: Sequence[Chapter], speaker: Speaker
) -> HttpResponse:
    lessons = {
        lesson.rule: (lesson.key, speaker.say(lesson.title)) for lesson in game.face.lessons()
    }
    examples = {
        example.rule: (example.key, speaker.say(example.title)) for example in game.face.examples()
    }
    chapters = [
        {
            "title": speaker.say(chapter.title),
            "cards": chapter.cards,
            "key": chapter.key,
            "paragraphs": [
                {
                    "rules": [(anchor(item), item) for item in paragraph.items],
                    "text": speaker.say(paragraph.text),
                    "lessons": [lessons[item] for item in paragraph.items if item in lessons],
                    "examples": [examples[item] for item in paragraph.items if item in examples],
                }
                for paragraph in chapter.paragraphs
            ],
        }
        for chapter in found
    ]
    primer = game.face.primer()
    context = {
        "title": speaker.say(game.title),
        "game": game.name,
        "summary": primer and [speaker.say(primer.aim[0]), speaker.say(primer.winning[0])],
        "chapters": chapters,
        "taught": is_taught(game),
    }
    return render(request, "web/help.html", context)


@require_safe
def style(request: Request, name: str) -> HttpResponse:
    """The style sheet of a game's board."""
    path = game_called(name).face.style
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_text("utf-8"), content_type="text/css; charset=utf-8")
    response["Cache-Control"] = "public, max-age=300"
    return response


@require_safe
def font(request: Request, name: str, font: str) -> HttpResponse:
    """A font of a game's style sheet."""
    path = game_called(name).face.fonts.get(font)
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_bytes(), content_type="font/ttf")
    response["Cache-Control"] = "public, max-age=31536000"
    return response


@require_safe
def cover(request: Request, name: str) -> HttpResponse:
    """The cover picture of a game."""
    path = game_called(name).face.cover
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_bytes(), content_type="image/webp")
    response["Cache-Control"] = "public, max-age=86400"
    return response

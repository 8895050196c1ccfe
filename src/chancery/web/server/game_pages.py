"""What a game itself brings to the site: its help, style sheet, fonts and cover."""

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
from chancery.web.base.sent import game_called
from chancery.web.people.request import Request
from chancery.web.school.learn import is_taught
from chancery.web.tables.places import place_at


@require_safe
def help_page(request: Request, name: str) -> HttpResponse:
    """How a game is played here."""
    game = game_called(name)
    return _help(request, game, game.face.help(), game.speaker(request.language))


@require_safe
def table_help_page(request: Request, slug: str) -> HttpResponse:
    """The same for one table: what does not apply there is left out."""
    place = place_at(request, slug)
    game, frame = place.sitting.game, place.sitting.start.frame
    return _help(request, game, game.face.help_at(frame), place.speaker)


def _help(
    request: Request, game: Game[Any, Any], found: Sequence[Chapter], told: Speaker
) -> HttpResponse:
    lessons = {lesson.rule: (lesson.key, told.say(lesson.title)) for lesson in game.face.lessons()}
    examples = {
        example.rule: (example.key, told.say(example.title)) for example in game.face.examples()
    }
    chapters = [
        {
            "title": told.say(chapter.title),
            "cards": chapter.cards,
            "key": chapter.key,
            "paragraphs": [
                {
                    "rules": [(anchor(item), item) for item in paragraph.items],
                    "text": told.say(paragraph.text),
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
        "title": told.say(game.title),
        "game": game.name,
        "summary": primer and [told.say(primer.aim[0]), told.say(primer.winning[0])],
        "chapters": chapters,
        "taught": is_taught(game),
    }
    return render(request, "web/help.html", context)


@require_safe
def style(request: Request, name: str) -> HttpResponse:
    """The style sheet of a game's drawing."""
    path = game_called(name).face.style
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_text("utf-8"), content_type="text/css; charset=utf-8")
    response["Cache-Control"] = "public, max-age=300"
    return response


@require_safe
def font(request: Request, name: str, font: str) -> HttpResponse:
    """A font that a game's style sheet asks for."""
    path = game_called(name).face.fonts.get(font)
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_bytes(), content_type="font/ttf")
    response["Cache-Control"] = "public, max-age=31536000"
    return response


@require_safe
def cover(request: Request, name: str) -> HttpResponse:
    """The picture by which a game introduces itself."""
    path = game_called(name).face.cover
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_bytes(), content_type="image/webp")
    response["Cache-Control"] = "public, max-age=86400"
    return response

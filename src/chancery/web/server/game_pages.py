"""Files and pages that a game provides: help, style sheet, fonts and cover."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from chancery import games
from chancery.core import Game
from chancery.core.help import Chapter, Paragraph, Picture, anchor
from chancery.core.words import Speaker
from chancery.web.base.refusals import NotThere
from chancery.web.base.user_input import game_called
from chancery.web.identity.request import Request
from chancery.web.tables.introductions import is_taught
from chancery.web.tables.places import place_at

PICTURE = 480  # width of pictures in the help


@require_safe
def help_page(request: Request, name: str) -> HttpResponse:
    """The help of a game: its rules and how to play it here."""
    game = game_called(name)
    return _help(request, game, _general(name, request.language), game.speaker(request.language))


@require_safe
def table_help_page(request: Request, slug: str) -> HttpResponse:
    """The help for one table, without what does not apply there."""
    place = place_at(request, slug)
    game, frame = place.sitting.game, place.sitting.start.frame
    shown = chapters(game, game.face.help_at(frame), place.speaker)
    return _help(request, game, shown, place.speaker)


def _help(
    request: Request, game: Game[Any, Any], shown: list[dict[str, Any]], speaker: Speaker
) -> HttpResponse:
    primer = game.face.primer()
    context = {
        "title": speaker.say(game.title),
        "game": game.name,
        "cover": game.face.cover is not None,
        "summary": primer and [speaker.say(primer.aim[0]), speaker.say(primer.winning[0])],
        "chapters": shown,
        "taught": is_taught(game),
    }
    return render(request, "web/help.html", context)


@lru_cache(maxsize=32)  # for all readers of a language
def _general(name: str, language: str) -> list[dict[str, Any]]:
    game = games.find(name)
    return chapters(game, game.face.help(), game.speaker(language))


def chapters(
    game: Game[Any, Any], help_chapters: Sequence[Chapter], speaker: Speaker
) -> list[dict[str, Any]]:
    """Return the chapters of a help as the page shows them. A paragraph that an example or an
    exercise is about has its picture."""
    lessons = {
        lesson.rule: (lesson.key, speaker.say(lesson.title)) for lesson in game.face.lessons()
    }
    examples: dict[str, list[tuple[str, str]]] = {}
    for example in game.face.examples():
        entry = example.key, speaker.say(example.title)
        examples.setdefault(example.rule, []).append(entry)
    numbers = {  # of all pictures of the game, whatever is left out at a table
        paragraph.picture: number
        for number, paragraph in enumerate(
            paragraph
            for chapter in game.face.help()
            for paragraph in chapter.paragraphs
            if paragraph.picture
        )
    }
    details_used: set[str] = set()  # each picture is shown with its first paragraph only

    def shown(paragraph: Paragraph) -> dict[str, Any]:
        lessons_here = [lessons[item] for item in paragraph.items if item in lessons]
        examples_here = [entry for item in paragraph.items for entry in examples.get(item, ())]
        pictures = [reverse("example-picture", args=[game.name, key]) for key, _ in examples_here]
        pictures += [reverse("task", args=[game.name, key]) for key, _ in lessons_here]
        picture_address = pictures[0] if pictures and pictures[0] not in details_used else ""
        details_used.add(picture_address)
        return {
            "rules": [(anchor(item), item) for item in paragraph.items],
            "text": speaker.say(paragraph.text),
            "picture": numbers.get(paragraph.picture),
            "caption": paragraph.picture and speaker.say(paragraph.picture.text),
            "height": paragraph.picture and _height(paragraph.picture),
            "detail": picture_address,
            "lessons": lessons_here,
            "examples": examples_here,
        }

    return [
        {
            "title": speaker.say(chapter.title),
            "cards": chapter.cards,
            "id": chapter.key or f"chapter-{number}",
            "paragraphs": [shown(paragraph) for paragraph in chapter.paragraphs],
        }
        for number, chapter in enumerate(help_chapters, 1)
    ]


def _height(picture: Picture) -> int:
    """Return the height at which a picture is shown."""
    *_, width, height = picture.window
    return round(PICTURE * height / width)


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

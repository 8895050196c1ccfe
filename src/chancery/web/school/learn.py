"""The page that teaches a game, what can be begun there, and worked examples."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery.core import Game, Lesson, Text
from chancery.page.words import Words
from chancery.table import teacher
from chancery.table.examples import walked
from chancery.web.base.refusals import NotThere
from chancery.web.base.sent import game_called
from chancery.web.base.speaker import speaker_for
from chancery.web.people.request import Request
from chancery.web.people.visitors import known, visitor_of
from chancery.web.tables import courses
from chancery.web.tables.models import Table
from chancery.web.tables.places import place_at


def is_taught(game: Game[Any, Any]) -> bool:
    """Whether there is anything to learn a game by besides its rules."""
    face = game.face
    return bool(face.primer() or face.guide() or face.lessons())


@require_safe
@ensure_csrf_cookie
def learn(request: Request, name: str) -> HttpResponse:
    """A game for somebody who has never played it."""
    game = game_called(name)
    told = game.speaker(request.language)
    say, face = told.say, game.face
    guide, primer = face.guide(), face.primer()
    if not is_taught(game):
        return redirect("help", name=name)
    done = courses.learned_by(request.visitor, name)
    running = guide is not None and _running(request, name, guide.key)
    context = {
        "title": say(game.title),
        "game": name,
        "primer": primer
        and {
            "aim": [say(text) for text in primer.aim],
            "turn": [say(text) for text in primer.turn],
            "winning": [say(text) for text in primer.winning],
            "plates": [
                (number, said_at(game, one.opening, one.text, request.language))
                for number, one in enumerate(primer.plates)
            ],
        },
        "guide": guide
        and {
            "key": guide.key,
            "title": say(guide.title),
            "hint": Words(told).text("guided_game_hint", n=guide.minutes),
            "concepts": [say(text) for _, text in guide.concepts],
            "done": guide.key in done,
            "running": running,
        },
        "lessons": [
            {
                "key": lesson.key,
                "title": say(lesson.title),
                "task": task_of(game, lesson, request.language),
                "done": lesson.key in done,
            }
            for lesson in face.lessons()
        ],
        "examples": [(one.key, say(one.title), one.rule) for one in face.examples()],
        "chapters": [(one.key, say(one.title)) for one in face.help() if one.key],
    }
    return render(request, "web/school/learn.html", context)


def task_of(game: Game[Any, Any], lesson: Lesson, language: str) -> str:
    """What is to be done in an exercise."""
    return said_at(game, lesson.opening, lesson.task[0].text, language)


def said_at(game: Game[Any, Any], opening: str, text: Text, language: str) -> str:
    """What is said of a position, with the names of its seats."""
    frame = teacher.opened(game, opening).start.frame
    return game.speaker(language, (), frame.seats, game.called(frame)).say(text)


def _running(request: Request, name: str, key: str) -> bool:
    """Whether the reader is in the midst of the guided game."""
    if request.visitor is None:
        return False
    found = Table.objects.filter(host=request.visitor, game=name, course=key, over=False)
    return found.filter(length__gt=0).exists()


@require_POST
def begin(request: Request, name: str, key: str) -> HttpResponse:
    """Begin, or go on with, something that is taught."""
    visitor = visitor_of(request)
    anew = "anew" in request.POST
    table = courses.open_course(visitor, game_called(name), key, anew)
    return known(request, redirect("table", slug=table.slug))


@require_POST
def part(request: Request, slug: str) -> HttpResponse:
    """Play on without the teacher."""
    courses.part(place_at(request, slug).table, visitor_of(request))
    return redirect("table", slug=slug)


@require_safe
def example(request: Request, name: str, key: str, number: int = 0) -> HttpResponse:
    """A worked example, at one of its steps."""
    game = game_called(name)
    found = next((one for one in game.face.examples() if one.key == key), None)
    if found is None:
        raise NotThere()
    sitting, steps = walked(game, found)
    frame = sitting.start.frame
    number = min(number, len(steps) - 1)
    told = game.speaker(request.language, (), frame.seats, game.called(frame))
    now = steps[number]
    context = {
        "title": told.say(game.title),
        "heading": told.say(found.title),
        "rule": found.rule,
        "game": name,
        "key": key,
        "number": number,
        "before": number - 1,
        "after": number + 1 if number + 1 < len(steps) else None,
        "last": len(steps) - 1,
        "where": Words(speaker_for(request.language)).text("step", n=number, all=len(steps) - 1),
        "line": now.line,
        "events": [told.say(event.text()) for event in now.events],
        "note": told.say(now.note) if now.note else "",
    }
    return render(request, "web/school/example.html", context)

"""Pages that teach a game: overview, courses and worked examples."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery.core import Game, Lesson, Text
from chancery.core.words import T
from chancery.table import teacher
from chancery.table.examples import run_example
from chancery.web.base.refusals import NotThere
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import game_called
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import remember_guest, visitor_of
from chancery.web.tables import courses
from chancery.web.tables.introductions import is_taught
from chancery.web.tables.models import Table
from chancery.web.tables.places import place_at


@require_safe
@ensure_csrf_cookie
def learn(request: Request, name: str) -> HttpResponse:
    """The page that introduces a game to newcomers."""
    game = game_called(name)
    speaker = game.speaker(request.language)
    say, face = speaker.say, game.face
    guide, primer = face.guide(), face.primer()
    if not is_taught(game):
        return redirect("help", name=name)
    learned = courses.learned_by(request.visitor, name)
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
                (number, text_at(game, one.opening, one.text, request.language))
                for number, one in enumerate(primer.plates)
            ],
        },
        "guide": guide
        and {
            "key": guide.key,
            "title": say(guide.title),
            "hint": speaker.say(
                T(
                    "About {n} minutes at a real table, with a teacher beside you. Stop whenever"
                    " you like: you can go on later.",
                    n=guide.minutes,
                )
            ),
            "concepts": [say(text) for _, text in guide.concepts],
            "done": guide.key in learned,
            "running": running,
        },
        "lessons": [
            {
                "key": lesson.key,
                "title": say(lesson.title),
                "task": task_of(game, lesson, request.language),
                "done": lesson.key in learned,
            }
            for lesson in face.lessons()
        ],
        "examples": [(one.key, say(one.title), one.rule) for one in face.examples()],
        "chapters": [(one.key, say(one.title)) for one in face.help() if one.key],
    }
    return render(request, "web/learn/learn.html", context)


def task_of(game: Game[Any, Any], lesson: Lesson, language: str) -> str:
    """Return the task of an exercise."""
    return text_at(game, lesson.opening, lesson.task[0].text, language)


def text_at(game: Game[Any, Any], opening: str, text: Text, language: str) -> str:
    """Return a text about a position, with the names of its seats."""
    frame = teacher.opened(game, opening).start.frame
    return game.speaker(language, (), frame.seats, game.called(frame)).say(text)


def _running(request: Request, name: str, key: str) -> bool:
    """Return whether the reader has begun the guided game."""
    if request.visitor is None:
        return False
    tables = Table.objects.filter(host=request.visitor, game=name, course=key, over=False)
    return tables.filter(length__gt=0).exists()


@require_POST
def begin(request: Request, name: str, key: str) -> HttpResponse:
    """Begin or continue a course."""
    visitor = visitor_of(request)
    anew = "anew" in request.POST
    table = courses.open_course(visitor, game_called(name), key, anew)
    return remember_guest(request, redirect("table", slug=table.slug))


@require_POST
def leave_teacher(request: Request, slug: str) -> HttpResponse:
    """Continue a guided game without the teacher."""
    courses.leave_teacher(place_at(request, slug).table, visitor_of(request))
    return redirect("table", slug=slug)


@require_safe
def example(request: Request, name: str, key: str, number: int = 0) -> HttpResponse:
    """A worked example, at one of its steps."""
    game = game_called(name)
    chosen = next((one for one in game.face.examples() if one.key == key), None)
    if chosen is None:
        raise NotThere()
    sitting, steps = run_example(game, chosen)
    frame = sitting.start.frame
    number = min(number, len(steps) - 1)
    speaker = game.speaker(request.language, (), frame.seats, game.called(frame))
    current_step = steps[number]
    context = {
        "title": speaker.say(game.title),
        "heading": speaker.say(chosen.title),
        "rule": chosen.rule,
        "game": name,
        "key": key,
        "number": number,
        "before": number - 1,
        "after": number + 1 if number + 1 < len(steps) else None,
        "last": len(steps) - 1,
        "where": speaker_for(request.language).say(
            T("Step {n} of {all}", n=number, all=len(steps) - 1)
        ),
        "line": current_step.line,
        "events": [speaker.say(event.text()) for event in current_step.events],
        "note": speaker.say(current_step.note) if current_step.note else "",
    }
    return render(request, "web/learn/example.html", context)

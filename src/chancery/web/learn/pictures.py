"""Pictures of positions that are taught: the primer, exercises, worked examples."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from chancery.core import Game, State
from chancery.core.memo import single_flight
from chancery.table import teacher
from chancery.table.examples import walked
from chancery.web.base.refusals import NotThere
from chancery.web.base.user_input import game_called
from chancery.web.identity.request import Request

_BOX = re.compile(r'viewBox="[^"]*"')
Window = tuple[float, float, float, float]


def _answer(drawn: str | None) -> HttpResponse:
    if drawn is None:
        raise NotThere()
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=3600"  # it depends on the reader's language
    return response


def _drawn(
    game: Game[Any, Any],
    state: State,
    seat: str | None,
    language: str,
    window: Window | None = None,
) -> str | None:
    frame = state.frame
    number = None if seat is None else frame.seats.index(seat)
    speaker = game.speaker(language, (), frame.seats, game.called(frame))
    view = state.view(number)
    drawn = game.face.picture(view, speaker)
    window = window or game.face.interest(view)
    if drawn is None or window is None:
        return drawn
    return _BOX.sub(f'viewBox="{" ".join(f"{side:g}" for side in window)}"', drawn, count=1)


@single_flight(60)
def plate_of(game: Game[Any, Any], number: int, language: str) -> str | None:
    primer = game.face.primer()
    if primer is None or not 0 <= number < len(primer.plates):
        return None
    plate = primer.plates[number]
    state = teacher.opened(game, plate.opening).state
    return _drawn(game, state, plate.seat, language, plate.window)


@single_flight(60)
def _task(game: Game[Any, Any], key: str, language: str) -> str | None:
    for lesson in game.face.lessons():
        if lesson.key == key:
            state = teacher.opened(game, lesson.opening).state
            return _drawn(game, state, lesson.seat, language)
    return None


@single_flight(120)
def _step(game: Game[Any, Any], key: str, number: int, language: str) -> str | None:
    for example in game.face.examples():
        if example.key == key:
            sitting, steps = walked(game, example)
            if 0 <= number < len(steps):
                state = sitting.at(steps[number].length)
                return _drawn(game, state, example.seat, language)
    return None


@require_safe
def plate(request: Request, name: str, number: int) -> HttpResponse:
    """A picture of the primer of a game."""
    return _answer(plate_of(game_called(name), number, request.language))


@require_safe
def task(request: Request, name: str, key: str) -> HttpResponse:
    """The position of an exercise as a picture."""
    return _answer(_task(game_called(name), key, request.language))


@require_safe
def step(request: Request, name: str, key: str, number: int) -> HttpResponse:
    """A step of a worked example as a picture."""
    return _answer(_step(game_called(name), key, number, request.language))

"""Pictures of positions that are taught: the primer, exercises, worked examples."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from chancery.core import Game, Listing, Spot, State, Text
from chancery.core.memo import single_flight
from chancery.core.words import Word
from chancery.page.details import Window, detail
from chancery.table import Sitting, teacher
from chancery.table.examples import run_example
from chancery.web.base.refusals import NotThere
from chancery.web.base.user_input import game_called
from chancery.web.identity.request import Request

CACHED = 240  # pictures of each kind, about 100 kB each


def _svg_response(drawn: str | None) -> HttpResponse:
    if drawn is None:
        raise NotThere()
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["Cache-Control"] = "private, max-age=3600"  # it depends on the reader's language
    return response


def _draw(
    game: Game[Any, Any],
    state: State,
    seat: str | None,
    language: str,
    window: Window | None = None,
    targets: Collection[str] = (),
) -> str | None:
    """Draw a position: what lies in the window, or around these things on the board, or else
    where the pieces are."""
    frame = state.frame
    number = None if seat is None else frame.seats.index(seat)
    speaker = game.speaker(language, (), frame.seats, game.called(frame))
    view = state.view(number)
    drawn = game.face.picture(view, speaker)
    if drawn is None:
        return None
    return detail(drawn, window, targets, game.face.interest(view))


def _targets(texts: Iterable[Text]) -> set[str]:
    """Return everything on the board that sentences name."""
    targets: set[str] = set()
    words: list[Word] = [word for text in texts for _, word in text.places]
    while words:
        word = words.pop()
        match word:
            case Spot():
                targets.add(word.target)
            case Listing():
                words += word.items
            case Text():
                words += (inner for _, inner in word.places)
    return targets


@single_flight(CACHED)
def plate_of(game: Game[Any, Any], number: int, language: str) -> str | None:
    """Draw a picture of the primer of a game."""
    primer = game.face.primer()
    if primer is None or not 0 <= number < len(primer.plates):
        return None
    plate = primer.plates[number]
    state = teacher.opened(game, plate.opening).state
    return _draw(game, state, plate.seat, language, plate.window)


@single_flight(CACHED)
def board_of(game: Game[Any, Any], number: int, language: str) -> str | None:
    """Draw a picture of the help of a game: a part of the board at the set-up."""
    pictures = [p.picture for chapter in game.face.help() for p in chapter.paragraphs if p.picture]
    if number >= len(pictures):
        return None
    return _draw(game, _set_up(game), None, language, pictures[number].window)


@lru_cache(maxsize=20)
def _set_up(game: Game[Any, Any]) -> State:
    return Sitting(game, {}, "help").state


@single_flight(CACHED)
def _task(game: Game[Any, Any], key: str, language: str) -> str | None:
    for lesson in game.face.lessons():
        if lesson.key == key:
            state = teacher.opened(game, lesson.opening).state
            targets = _targets(remark.text for remark in lesson.task)
            targets.update(*(remark.points for remark in lesson.task))
            return _draw(game, state, lesson.seat, language, targets=targets)
    return None


@single_flight(CACHED)
def _step(game: Game[Any, Any], key: str, number: int, language: str) -> str | None:
    for example in game.face.examples():
        if example.key == key:
            sitting, steps = run_example(game, example)
            if 0 <= number < len(steps):
                state = sitting.at(steps[number].length)
                return _draw(game, state, example.seat, language)
    return None


@single_flight(CACHED)
def example_detail(game: Game[Any, Any], key: str, language: str) -> str | None:
    """Draw the end of a worked example: the part of the board that its notes speak of."""
    for example in game.face.examples():
        if example.key == key:
            sitting, steps = run_example(game, example)
            notes = [step.note for step in steps if step.note is not None]
            events = [event.text() for step in steps[1:] for event in step.events]
            targets = _targets(notes) or _targets(events)
            return _draw(game, sitting.state, example.seat, language, targets=targets)
    return None


@require_safe
def plate(request: Request, name: str, number: int) -> HttpResponse:
    """A picture of the primer of a game."""
    return _svg_response(plate_of(game_called(name), number, request.language))


@require_safe
def board(request: Request, name: str, number: int) -> HttpResponse:
    """A picture of the help of a game."""
    return _svg_response(board_of(game_called(name), number, request.language))


@require_safe
def task(request: Request, name: str, key: str) -> HttpResponse:
    """The position of an exercise as a picture."""
    return _svg_response(_task(game_called(name), key, request.language))


@require_safe
def step(request: Request, name: str, key: str, number: int) -> HttpResponse:
    """A step of a worked example as a picture."""
    return _svg_response(_step(game_called(name), key, number, request.language))


@require_safe
def example_picture(request: Request, name: str, key: str) -> HttpResponse:
    """The end of a worked example as a picture of what it is about."""
    return _svg_response(example_detail(game_called(name), key, request.language))

"""Warm-up: compute what first requests would need when a server process begins.

Templates, the API document, boards of tables with default options in every language, and positions
that are taught. A thread does it after the server accepts connections, resting after each step as
long as the step took; earlier requests compute what they need (single flight).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from django.template.loader import get_template

from chancery import games
from chancery.core import Game
from chancery.core.frame import Frame
from chancery.core.words import LANGUAGES
from chancery.page import sections
from chancery.page.seat_record_page import SeatRecordPage
from chancery.table import Sitting, teacher
from chancery.table.examples import run_example
from chancery.table.seated import Seated
from chancery.web.api import URLS as API_URLS
from chancery.web.api import programs
from chancery.web.learn import pictures
from chancery.web.play import grounds
from chancery.web.tables.introductions import introductions

log = logging.getLogger("chancery.web.warming")
AFTER = 1.0  # seconds, as a page is usually opened right after the start
TEMPLATES = Path(__file__).parents[1] / "templates"


def begin() -> None:
    """Start warming this process; returns at once."""
    threading.Thread(target=_warm, name="warming", daemon=True).start()


def _warm() -> None:
    time.sleep(AFTER)
    for step in steps():
        began = time.thread_time()
        try:
            step()
        except Exception:  # a request for it will show what is wrong
            log.exception("a cache could not be warmed up")
        time.sleep(time.thread_time() - began)


def steps() -> Iterator[Callable[[], object]]:
    """Yield the steps, of a few tenths of a second each: first what most visitors need first."""
    for language in LANGUAGES:
        yield partial(introductions, language)
    yield partial(import_module, API_URLS)
    yield partial(programs.reference_part, "en")  # the document is the same in every language
    yield sections.load_templates
    installed = [games.find(name) for name in games.names()]
    for game in installed:
        frame = _usual(game)
        yield partial(grounds.small, frame)
        for language in LANGUAGES:
            yield partial(grounds.ground, frame, language)
    yield from (partial(_page, game) for game in installed)
    for path in sorted(TEMPLATES.rglob("*.html")):
        yield partial(get_template, str(path.relative_to(TEMPLATES)))
    for game in installed:
        yield from _taught(game)


def _usual(game: Game[Any, Any]) -> Frame:
    """Return the frame of a table with default options."""
    options = game.complete_options({})
    return Frame(game.name, game.rules, dict(options), None, tuple(game.seats(options)))


def _page(game: Game[Any, Any]) -> None:
    """Render a page of a new table, which fills caches of cards, signs and panels."""
    sitting = Sitting(game, {}, "warming")
    speaker = game.speaker("en", (), sitting.seats, game.called(sitting.start.frame))
    for seat in range(len(sitting.seats)):
        SeatRecordPage(Seated(sitting, seat, speaker), ()).sections()


def _taught(game: Game[Any, Any]) -> Iterator[Callable[[], object]]:
    """Yield the positions that a game's teaching pages show, and a first picture, which fills
    the caches that all pictures share."""
    face = game.face
    primer = face.primer()
    openings = [plate.opening for plate in primer.plates] if primer else []
    for opening in (*openings, *(lesson.opening for lesson in face.lessons())):
        yield partial(teacher.opened, game, opening)
    for example in face.examples():
        yield partial(run_example, game, example)
    if openings:
        yield partial(pictures.plate_of, game, 0, "en")
    yield partial(pictures.board_of, game, 0, "en")

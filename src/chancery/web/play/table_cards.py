"""Cards of tables in lists: thumbnail and current state, requested for each card when it is seen.

Lists read rows only. These requests are answered like the page of the table: through the reader's
own seat, or a spectator's.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime
from hashlib import blake2b
from itertools import islice
from typing import Any

from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from chancery import games
from chancery.core import Listing, SeatLabel
from chancery.core.frame import Frame
from chancery.core.memo import single_flight
from chancery.core.options import Value
from chancery.core.serialisation import number_in
from chancery.core.words import T
from chancery.table import Sitting
from chancery.web.base.refusals import NotThere
from chancery.web.base.sql import from_db_time, query
from chancery.web.base.user_input import game_called
from chancery.web.identity.request import Request
from chancery.web.play import grounds
from chancery.web.tables import sittings
from chancery.web.tables.models import Table
from chancery.web.tables.places import Place, place_at, place_of

KEPT = 300  # thumbnails in the cache, about 40 kB each
KEPT_OPENINGS = 60
DAY = 24 * 3600
STORY = 9  # lines that a card with a story shows
# a picture contains its style sheet and loads nothing
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

_drawn: OrderedDict[Hashable, str] = OrderedDict()
_lock = threading.Lock()


# thumbnails


@require_safe
def ground(request: Request, name: str) -> HttpResponseBase:
    """The ground of the thumbnails of all tables with these options."""
    return _ground(request, _frame_asked(request, name), f"public, max-age={DAY}")


@require_safe
def opening(request: Request, name: str) -> HttpResponseBase:
    """The pieces of a thumbnail at the beginning of a game, as a spectator sees them."""
    frame = _frame_asked(request, name)
    drawn = _opening(name, frame.rules, tuple(frame.options.items()))
    if drawn is None:
        raise NotThere()
    return _picture(request, drawn, f"public, max-age={DAY}")


def _frame_asked(request: Request, name: str) -> Frame:
    """Return the frame of a table with the rules and options in the address."""
    game = game_called(name)
    rules = number_in(request.GET.get("rules", str(game.rules)))
    if rules is None or not 1 <= rules <= game.rules:
        raise NotThere()
    chosen = {o.name: o.read(request.GET[o.name]) for o in game.options if o.name in request.GET}
    options = game.complete_options(chosen)
    return Frame(name, rules, dict(options), None, tuple(game.seats(options)))


@single_flight(KEPT_OPENINGS)
def _opening(name: str, rules: int, options: tuple[tuple[str, Value], ...]) -> str | None:
    return _draw(Sitting(games.find(name), dict(options), "opening", rules=rules), None)


@require_safe
def table_ground(request: Request, slug: str) -> HttpResponseBase:
    """The ground of the thumbnail of a table with a data file of its own."""
    frame = place_at(request, slug).sitting.start.frame
    return _ground(request, frame, f"private, max-age={DAY}")


def _ground(request: Request, frame: Frame, kept: str) -> HttpResponseBase:
    board = grounds.small(frame)
    if board is None:
        raise NotThere()
    return _picture(request, board.ground, kept)


@require_safe
def small(request: Request, slug: str) -> HttpResponseBase:
    """The pieces of a thumbnail, as the reader's seat or a spectator sees them."""
    row = request.table_row if isinstance(request.table_row, Table) else None
    # without a speaker, so that a cached picture does not load the game
    place = place_of(slug, request.visitor, request.language, table=row)
    drawn = thumbnail(place)
    if drawn is None:
        raise NotThere()
    return _picture(request, drawn, "private, no-cache")


def thumbnail(place: Place) -> str | None:
    """Return the pieces of a thumbnail, cached by position and seat; None without picture or
    before the start."""
    table = place.table
    if not table.started:  # the cards will be dealt anew
        return None
    moment = (table.slug, table.seating // sittings.CUT, place.seat)
    drawing = _kept(*moment, table.length)
    if drawing is None:
        # others' steps that this reader cannot notice are not drawn for him
        noticed = len(place.sitting.log)
        drawing = _kept(*moment, noticed) or _draw(place.sitting, place.seat)
        if drawing is not None:
            with _lock:
                _drawn[*moment, noticed] = _drawn[*moment, table.length] = drawing
                while len(_drawn) > KEPT:
                    _drawn.popitem(last=False)
    return drawing


def _kept(*key: Hashable) -> str | None:
    with _lock:
        return _drawn.get(key)


def _draw(sitting: Sitting, seat: int | None) -> str | None:
    frame, game = sitting.start.frame, sitting.game
    board = grounds.small(frame)
    if board is None:
        return None
    plain = game.speaker("en", (), frame.seats, game.called(frame))
    drawn = game.face.draw(sitting.state.view(seat), plain)
    return None if drawn is None else board.live(drawn)


def _picture(request: Request, drawn: str, kept: str) -> HttpResponseBase:
    """Return an SVG that browsers revalidate by its digest."""
    etag = quote_etag(blake2b(drawn.encode(), digest_size=12).hexdigest())
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["ETag"] = etag
    response["Cache-Control"] = kept
    response["Content-Security-Policy"] = POLICY
    return get_conditional_response(request, etag=etag, response=response) or response


# -- words --------------------------------------------------------------------------------------


@require_safe
def card(request: Request, slug: str) -> HttpResponse:
    """The state of a table: the question to the reader or whom he waits for, and the last event, or
    with `story` the last few."""
    place = place_at(request, slug)
    context = {"speaker": place.speaker, **state_in_words(place)}
    if "story" in request.GET and place.table.started:
        lines = [*islice(place.seated.latest_events(), STORY)]
        story = [place.seated.say(line.event.text()) for line in reversed(lines)]
        context |= {"last": "", "story": story}
    html = render_to_string("web/parts/card_words.html", context)
    return JsonResponse({"version": place.table.version, "words": html})


def state_in_words(place: Place) -> dict[str, Any]:
    """Return the state of a table in a few sentences; nothing that its page would not say."""
    table, seated = place.table, place.seated
    if not table.started:
        return {}
    state, face = seated.state, seated.game.face
    words: dict[str, Any] = {}
    latest = seated.latest_line
    if latest is not None:
        words["last"] = seated.say(seated.tell(latest).text)
        words["undone"] = latest.undone
    if table.over or not place.playing:
        return words
    question = None if place.seat is None else state.question(place.seat)
    if question is not None:
        words["asks"] = seated.say(face.prompt(seated.view, question))
    elif state.asked and place.inside:
        names = Listing(tuple(SeatLabel(asked.seat) for asked in state.asked))
        words["waits"] = seated.speaker.say(T("Waiting for {names}.", names=names))
        words["since"] = _since(place)
    return words


_AT = "SELECT at FROM web_entry WHERE table_id = %s AND number = %s"


def _since(place: Place) -> datetime | None:
    """Return when the reader last saw something happen, from which he waits.

    Not when the log last grew: hidden steps must not be countable.
    """
    line = place.sitting.last_noticed(place.seat)
    if line is None:
        return None
    rows = query(_AT, [place.table.pk, line])
    return from_db_time(rows[0][0]) if rows else None

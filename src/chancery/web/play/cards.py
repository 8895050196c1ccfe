"""Cards: what a list shows of a table besides its row; asked for one by one, by who looks at it.

A list reads rows only. The small board and the words of the game come by requests of their own,
which are answered as the page of the table is: through the reader's own seat, or a spectator's.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime
from hashlib import blake2b
from typing import Any

from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from chancery.core import Listing, SeatName
from chancery.core.frame import Frame
from chancery.core.plain import number_in
from chancery.page.words import Words
from chancery.table import Sitting
from chancery.web.base.refusals import NotThere
from chancery.web.base.rows import ask, read_moment
from chancery.web.base.sent import game_called
from chancery.web.people.request import Request
from chancery.web.play import grounds
from chancery.web.tables import sittings
from chancery.web.tables.models import Table
from chancery.web.tables.places import Place, place_at, place_of

KEPT = 300  # small boards, some 40 kB each
DAY = 24 * 3600
# a picture brings its own sheet, and nothing else
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

_drawn: OrderedDict[Hashable, str] = OrderedDict()
_lock = threading.Lock()


# -- small boards -------------------------------------------------------------------------------


@require_safe
def ground(request: Request, name: str) -> HttpResponseBase:
    """The ground of all small boards of a game with these options."""
    game = game_called(name)
    rules = number_in(request.GET.get("rules", str(game.rules)))
    if rules is None or not 1 <= rules <= game.rules:
        raise NotThere()
    chosen = {o.name: o.read(request.GET[o.name]) for o in game.options if o.name in request.GET}
    options = game.settle(chosen)
    frame = Frame(name, rules, dict(options), None, tuple(game.seats(options)))
    return _ground(request, frame, f"public, max-age={DAY}")


@require_safe
def table_ground(request: Request, slug: str) -> HttpResponseBase:
    """The same of a table that plays with a data file of its own."""
    frame = place_at(request, slug).sitting.start.frame
    return _ground(request, frame, f"private, max-age={DAY}")


def _ground(request: Request, frame: Frame, kept: str) -> HttpResponseBase:
    board = grounds.small(frame)
    if board is None:
        raise NotThere()
    return _picture(request, board.ground, kept)


@require_safe
def small(request: Request, slug: str) -> HttpResponseBase:
    """What stands on the small board, as the reader's own seat or a spectator sees it."""
    row = request.table_row if isinstance(request.table_row, Table) else None
    # who speaks there is not asked: one that was drawn before needs no game
    place = place_of(slug, request.visitor, request.language, table=row)
    drawn = small_board(place)
    if drawn is None:
        raise NotThere()
    return _picture(request, drawn, "private, no-cache")


def small_board(place: Place) -> str | None:
    """Drawn once for each moment and seat; None: the game has no picture, or has not started."""
    table = place.table
    if not table.started:  # the deal will be another
        return None
    key = (table.slug, table.seating // sittings.CUT, table.length, place.seat)
    with _lock:
        found = _drawn.get(key)
    if found is None:
        found = _draw(place.sitting, place.seat)
        if found is not None:
            with _lock:
                _drawn[key] = found
                while len(_drawn) > KEPT:
                    _drawn.popitem(last=False)
    return found


def _draw(sitting: Sitting, seat: int | None) -> str | None:
    frame, game = sitting.start.frame, sitting.game
    board = grounds.small(frame)
    if board is None:
        return None
    plain = game.speaker("en", (), frame.seats, game.called(frame))
    drawn = game.face.draw(sitting.state.view(seat), plain)
    return None if drawn is None else board.live(drawn)


def _picture(request: Request, drawn: str, kept: str) -> HttpResponseBase:
    """An SVG that a browser asks about again, and gets only if it has changed."""
    etag = quote_etag(blake2b(drawn.encode(), digest_size=12).hexdigest())
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["ETag"] = etag
    response["Cache-Control"] = kept
    response["Content-Security-Policy"] = POLICY
    return get_conditional_response(request, etag=etag, response=response) or response


# -- words --------------------------------------------------------------------------------------


@require_safe
def card(request: Request, slug: str) -> HttpResponse:
    """What is asked of the reader or for whom he waits, and the last thing that he saw."""
    place = place_at(request, slug)
    words = Words(place.speaker)
    html = render_to_string("web/parts/card_words.html", {"w": words, **told(place)})
    return JsonResponse({"version": place.table.version, "words": html})


def told(place: Place) -> dict[str, Any]:
    """The moment of a table in a few sentences; nothing that its page would not say."""
    table, seated = place.table, place.seated
    if not table.started:
        return {}
    state, face = seated.state, seated.game.face
    found: dict[str, Any] = {}
    latest = seated.latest(1)
    if latest:
        found["last"] = seated.say(latest[-1].event.text())
        found["undone"] = latest[-1].undone
    if table.over or not place.playing:
        return found
    question = None if place.seat is None else state.question(place.seat)
    if question is not None:
        found["asks"] = seated.say(face.prompt(seated.view, question))
    elif state.asked and place.inside:
        names = Listing(tuple(SeatName(asked.seat) for asked in state.asked))
        found["waits"] = Words(seated.speaker).text("waiting", names=names)
        found["since"] = _since(place)
    return found


_AT = "SELECT at FROM web_entry WHERE table_id = %s AND number = %s"


def _since(place: Place) -> datetime | None:
    """When the reader last saw something happen: since then, at most, he waits.

    Not when the log has grown: steps of others' half-made choices must not be countable.
    """
    line = place.sitting.last_noticed(place.seat)
    if line is None:
        return None
    rows = ask(_AT, [place.table.pk, line])
    return read_moment(rows[0][0]) if rows else None

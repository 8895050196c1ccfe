"""Analyses of finished games: requested by a click, computed in the background, stored.

Accounts, and the guests of one network together, take turns: whoever has had none for the longest
is next, however many games others have requested. Requests beyond the quota are refused.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Max, QuerySet
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from chancery import bots
from chancery.core.serialisation import number_in
from chancery.page.analysis import Analysed, analysed, written
from chancery.table import Sitting
from chancery.table.analysis import PLAYOUTS, Point, analyse
from chancery.table.analysis import Analysis as Found
from chancery.web.base import limits
from chancery.web.base.moments import passed
from chancery.web.base.refusals import (
    AnalysesFull,
    NetworkAnalysesFull,
    NotThere,
    OwnAnalysesFull,
)
from chancery.web.base.sql import query
from chancery.web.base.writer import if_free, one_writer
from chancery.web.identity import shares
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import visitor_of
from chancery.web.tables import fairness, sittings
from chancery.web.tables.models import Analysis
from chancery.web.tables.places import Place, place_at

log = logging.getLogger("chancery.web.analyses")
LEASE = timedelta(minutes=10)  # renewed during the work; then a killed process is replaced
PROGRESS_EVERY = 5.0  # seconds between two updates of the progress
MOST_WAITING = 200
OF_ONE = 5  # of these, for one account or the guests of one network
LATELY = timedelta(days=1)  # earlier turns count as if there had been none
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
LOOK_AGAIN = 5  # seconds until the page reloads
_ANY_WANTED = "SELECT 1 FROM web_analysis WHERE found = '' AND NOT failed LIMIT 1"
PARTS = ("curve", "chances", "analysis")  # of the replay


# computed in the background


def run_once(between: Callable[[], object] = lambda: None) -> bool:
    """Analyse the game that is next in line; `between` is called between two moves."""
    if not query(_ANY_WANTED, ()):  # the usual case, asked several times a second
        return False
    now = timezone.now()
    line = in_line(now)
    if not line:
        return False
    with one_writer():
        mine = _waiting(now).filter(pk=line[0]).update(lease_until=now + LEASE, begun=now)
    if not mine:
        return True
    wanted = Analysis.objects.select_related("table").get(pk=line[0])

    own, updated = Analysis.objects.filter(pk=wanted.pk), time.monotonic()

    def live(done: int, of: int, points: Sequence[Point]) -> None:
        nonlocal updated
        between()
        if time.monotonic() - updated >= PROGRESS_EVERY:
            updated = time.monotonic()
            until = timezone.now() + LEASE
            so_far = written(Found(list(points), []))
            if_free(lambda: own.update(lease_until=until, part=100 * done // of, curve=so_far))

    try:
        text = written(analyse(sittings.load(wanted.table), live))
    except (InterfaceError, OperationalError):
        raise  # a busy database says nothing about the game: it is retried
    except Exception:
        log.exception("a game could not be analysed")
        with one_writer():
            own.update(failed=True)
        return True
    with one_writer():
        own.update(found=text)
    return True


def _wanted() -> QuerySet[Analysis]:
    """Return the requests that are not done yet."""
    return Analysis.objects.filter(found="", failed=False)


def _waiting(now: datetime) -> QuerySet[Analysis]:
    """Return those that nobody works on."""
    return _wanted().filter(passed("lease_until", now, LEASE))


def in_line(now: datetime) -> list[int]:
    """Return the waiting requests in the order in which they are served.

    Each share has one in turn, ordered by when it last had one, then by how long it has waited.
    """
    share = shares.column("by")
    rows = _waiting(now).annotate(share=share).order_by("wanted", "pk").values_list("pk", "share")
    waiting: list[tuple[int, str | None]] = list(rows)
    if len({share for _, share in waiting}) > 1:
        had = Analysis.objects.filter(begun__gt=now - LATELY, begun__lte=now).annotate(share=share)
        last = dict(had.values_list("share").annotate(Max("begun")).order_by())
    else:
        last = {}
    first: dict[str | None, int] = {}
    rounds: Counter[str | None] = Counter()
    turns = []
    for place, (key, of) in enumerate(waiting):
        turns.append((rounds[of], last.get(of, LONG_AGO), first.setdefault(of, place), key))
        rounds[of] += 1
    return [key for *_, key in sorted(turns)]


# -- pages ----------------------------------------------------------------------------------------


def can_analyse(sitting: Sitting) -> bool:
    """Return whether a game can be analysed: it is over, and the site has processes for that."""
    hooks = sitting.game.search_hooks
    return bool(settings.THINKERS) and hooks is not None and sitting.state.result is not None


@require_POST
def request_analysis(request: Request, slug: str) -> HttpResponse:
    """Request the analysis of a game."""
    place = place_at(request, slug)
    if not can_analyse(place.sitting):
        raise NotThere()
    fairness.check_copy(place.table)
    own = Analysis.objects.filter(table=place.table)
    if not own.filter(failed=False).exists():
        visitor = visitor_of(request)
        limits.spend("analyses", str(visitor.pk))
        with one_writer(), transaction.atomic():
            shares.lock()
            _check_room(visitor)
            shares.store(visitor)
            Analysis.objects.get_or_create(table=place.table, defaults={"by": visitor})
            own.filter(failed=True).update(
                failed=False, wanted=timezone.now(), by=visitor, lease_until=None, part=0, curve=""
            )
    return redirect("analysis", slug=slug)


def _check_room(visitor: Visitor) -> None:
    """Raise a refusal if the queue is full, or the share of this visitor is."""
    waiting = _wanted()
    if waiting.count() >= MOST_WAITING:
        raise AnalysesFull()
    mine = waiting.annotate(share=shares.column("by")).filter(share=shares.of(visitor))
    if mine.count() >= OF_ONE:
        raise NetworkAnalysesFull(n=OF_ONE) if shares.is_shared() else OwnAnalysesFull(n=OF_ONE)


class Standing(NamedTuple):
    """The progress of the analysis of a game, and its results so far."""

    kept: Analysis | None
    found: Analysed

    @property
    def waits(self) -> bool:
        """Whether it is being made, or waits for that."""
        return self.kept is not None and not self.kept.found and not self.kept.failed

    @property
    def failed(self) -> bool:
        """Whether the last attempt went wrong."""
        return self.kept is not None and self.kept.failed


def standing_of(place: Place) -> Standing | None:
    """Return the analysis of a game as it is now; None while the game goes on."""
    if place.sitting.state.result is None:
        return None
    kept = Analysis.objects.filter(table=place.table).first()
    text = "" if kept is None or kept.failed else kept.found or kept.curve
    return Standing(kept, analysed(place.sitting, place.speaker, text))


def shown(place: Place, standing: Standing | None, step: int) -> dict[str, Any]:
    """Return what templates need to show an analysis beside the replay."""
    if standing is None:
        return {"analysis": None}
    kept = standing.kept
    line = in_line(timezone.now()) if standing.waits else []
    copied = fairness.copies_running_game(place.table)
    return {
        "speaker": place.speaker,
        "table": place.table,
        "analysis": standing.found,
        "chances": standing.found.now(step),
        "step": step,
        "waits": standing.waits,
        "failed": standing.failed,
        "done": kept is not None and bool(kept.found),
        "part": kept.part if kept is not None else 0,
        "ahead": line.index(kept.pk) if kept is not None and kept.pk in line else None,
        "again": LOOK_AGAIN,
        "can_be": (kept is None or kept.failed) and can_analyse(place.sitting) and not copied,
        "level": place.speaker.say(bots.title(bots.best(place.sitting.game), place.sitting.game)),
        "playouts": PLAYOUTS,
    }


@require_safe
def analysis(request: Request, slug: str) -> HttpResponse:
    """Lead to the replay of a game where it turned, or at its end."""
    place = place_at(request, slug)
    standing = standing_of(place)
    if standing is None:
        raise NotThere()
    turns = standing.found.turns
    return redirect("replay", slug=slug, step=turns[0].step if turns else len(place.sitting.log))


@require_safe
def progress(request: Request, slug: str) -> HttpResponse:
    """The parts of the replay that change while a game is being analysed, for a script."""
    place = place_at(request, slug)
    standing = standing_of(place)
    if standing is None:
        raise NotThere()
    context = shown(place, standing, number_in(request.GET.get("step", "")) or 0)
    parts = {name: render_to_string(f"web/parts/{name}.html", context, request) for name in PARTS}
    return JsonResponse({"waits": standing.waits, "parts": parts})

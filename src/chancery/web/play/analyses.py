"""Analyses of finished games: requested by a click, computed in the background, stored.

Accounts, and the guests of one network together, take turns: whoever has had none for the longest
is next, however many games others have requested. Requests beyond the quota are refused.
"""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Max, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from chancery import bots
from chancery.core.memo import single_flight
from chancery.core.words import SeatName, Speaker, T
from chancery.page.chances import NARROW, WIDE, chances_picture, changes, labels
from chancery.page.html_speaker import html_speaker
from chancery.table import Sitting
from chancery.table.analysis import Analysis as Found
from chancery.table.analysis import Point, analyse
from chancery.web.base import limits
from chancery.web.base.moments import passed
from chancery.web.base.refusals import (
    AnalysesFull,
    NetworkAnalysesFull,
    NotThere,
    OwnAnalysesFull,
)
from chancery.web.base.writer import if_free, one_writer
from chancery.web.identity import shares
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import visitor_of
from chancery.web.tables import fairness, sittings
from chancery.web.tables.models import Analysis
from chancery.web.tables.places import place_at

log = logging.getLogger("chancery.web.analyses")
LEASE = timedelta(minutes=10)  # renewed during the work; then a killed process is replaced
PROGRESS_EVERY = 5.0  # seconds between two updates of the progress
MOST_WAITING = 200
OF_ONE = 5  # of these, for one account or the guests of one network
LATELY = timedelta(days=1)  # earlier turns count as if there had been none
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
LOOK_AGAIN = 5  # seconds until the page reloads
KEPT = 64  # rendered analyses in the cache


# computed in the background


def run_once(between: Callable[[], object] = lambda: None) -> bool:
    """Analyse the game that is next in line; `between` is called between two moves."""
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

    def live(done: int, of: int) -> None:
        nonlocal updated
        between()
        if time.monotonic() - updated >= PROGRESS_EVERY:
            updated = time.monotonic()
            until = timezone.now() + LEASE
            if_free(lambda: own.update(lease_until=until, part=100 * done // of))

    try:
        text = written(analyse(sittings.load(wanted.table), live))
    except (InterfaceError, OperationalError):
        raise  # a busy database says nothing about the game: it is retried
    except Exception:
        log.exception("a game could not be looked at")
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


def written(found: Found) -> str:
    """Return an analysis as JSON. Reasons are left out: they are computed in the reader's
    language."""
    return json.dumps(
        {
            "points": [list(point) for point in found.points],
            "turns": [[a.length, b.length] for a, b in found.turning_points()],
            "slips": [
                {
                    "length": slip.length,
                    "seat": slip.seat,
                    "played": [action.text for action in slip.played],
                    "better": [action.text for action in slip.better],
                    "cost": round(slip.cost, 4),
                    "unsure": round(slip.unsure, 4),
                }
                for slip in found.slips
            ],
        }
    )


# -- pages ----------------------------------------------------------------------------------------


def can_analyse(sitting: Sitting) -> bool:
    """Whether a game can be analysed: it is over, and the site has processes for that."""
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
            again = {"wanted": timezone.now(), "by": visitor, "lease_until": None, "part": 0}
            own.filter(failed=True).update(failed=False, **again)
    return redirect("analysis", slug=slug)


def _check_room(visitor: Visitor) -> None:
    """Raise a refusal if the queue is full, or the share of this visitor is."""
    waiting = _wanted()
    if waiting.count() >= MOST_WAITING:
        raise AnalysesFull()
    mine = waiting.annotate(share=shares.column("by")).filter(share=shares.of(visitor))
    if mine.count() >= OF_ONE:
        raise NetworkAnalysesFull(n=OF_ONE) if shares.is_shared() else OwnAnalysesFull(n=OF_ONE)


@require_safe
def analysis(request: Request, slug: str) -> HttpResponse:
    """The page of an analysis, or of its progress."""
    place = place_at(request, slug)
    sitting = place.sitting
    if sitting.state.result is None:
        raise NotThere()
    kept = Analysis.objects.filter(table=place.table).first()
    found = kept.found if kept is not None else ""
    line = in_line(timezone.now()) if kept is not None and not found else []
    context = {
        "speaker": place.speaker,
        "table": place.table,
        "title": place.speaker.say(sitting.game.title),
        "can_be": (kept is None or kept.failed)
        and can_analyse(sitting)
        and not fairness.copies_running_game(place.table),
        "part": kept.part if kept is not None else 0,
        "ahead": line.index(kept.pk) if kept is not None and kept.pk in line else None,
        "waits": kept is not None and not kept.found and not kept.failed,
        "failed": kept is not None and kept.failed,
        "again": LOOK_AGAIN,
        **(_shown(sitting, place.speaker, found) if found else {}),
    }
    return render(request, "web/analysis.html", context)


@single_flight(KEPT)
def _shown(sitting: Sitting, speaker: Speaker, text: str) -> dict[str, Any]:
    """Return the curves, turning points and costly moves for a reader; `text` is the stored JSON.

    A finished game has a step for each length of its log.
    """
    found = json.loads(text)
    names = [speaker.word(SeatName(seat)) for seat in range(len(sitting.seats))]
    points = [Point(n, tuple(c), tuple(u)) for n, c, u in found["points"]]
    by_length = {point.length: point for point in points}
    turns = []
    for first, last in found["turns"]:
        before, after = by_length[first], by_length[last]
        turned = changes(before, after, names)
        turns.append({"step": first, "last": last, "changes": turned})
    return {
        "pictures": [
            chances_picture(
                points,
                names,
                speaker.say(T("Winning chances, from the first move to the last")),
                alone=False,
                wide=wide,
            )
            for wide in (WIDE, NARROW)
        ],
        "names": names,
        "points": [
            (p.length, [f"{100 * c:.0f} ± {100 * u:.0f}" for c, u in zip(*p[1:], strict=True)])
            for p in points
        ],
        "turns": turns,
        "slips": [_slip(sitting, speaker, slip, names) for slip in found["slips"]],
    }


def _slip(
    sitting: Sitting, speaker: Speaker, slip: dict[str, Any], names: list[str]
) -> dict[str, Any]:
    """Return a costly move: what was played, what was better, and why."""
    game, seat = sitting.game, slip["seat"]
    state = sitting.at(slip["length"])
    asked, view = state.question(seat), state.view(seat)
    marked = html_speaker(speaker, game.face, sitting.seats)
    played, better = (
        [game.notation.parse(text) for text in slip[what]] for what in ("played", "better")
    )
    explain = getattr(bots.make(bots.best(game), game, ""), "reasons", None)
    reasons = explain(view, asked, better) if explain is not None and asked is not None else ()
    return {
        "step": slip["length"],
        "seat": names[seat],
        "played": labels(game.face, speaker, played),
        "better": labels(game.face, speaker, better),
        "cost": f"{100 * slip['cost']:.0f}",
        "unsure": f"{100 * slip['unsure']:.0f}",
        "reasons": [marked.say(reason) for reason in reasons],
    }

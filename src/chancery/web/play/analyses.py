"""Analysis after the game: wanted by a click, made in the background, kept with the table.

Accounts, and the guests of one network together, take turns: whoever has had none for the longest
is next, however many games others want to have looked at. Who wants more than there is room for is
told so.
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
from django.db import InterfaceError, OperationalError
from django.db.models import Max, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from chancery import bots
from chancery.core.words import SeatName
from chancery.page.chances import NARROW, WIDE, chances_picture, changes, labels
from chancery.page.pointing import pointing
from chancery.page.replays import Replay
from chancery.page.words import Words
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
from chancery.web.people import shares
from chancery.web.people.models import Visitor
from chancery.web.people.request import Request
from chancery.web.people.visitors import visitor_of
from chancery.web.play.facts import facts_of
from chancery.web.tables import advice, sittings
from chancery.web.tables.models import Analysis
from chancery.web.tables.places import Place, place_at

log = logging.getLogger("chancery.web.analyses")
LEASE = timedelta(minutes=10)  # renewed while somebody looks; who was killed is replaced then
TOLD_EVERY = 5.0  # seconds between two words of how far it has come
MOST_WAITING = 200
OF_ONE = 5  # of these, for one account or for the guests of one network
LATELY = timedelta(days=1)  # who was served before that comes as soon as who never was
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
LOOK_AGAIN = 5  # seconds


# -- made in the background ---------------------------------------------------------------------


def run_once(between: Callable[[], object] = lambda: None) -> bool:
    """Look at the game whose turn it is; `between` two moves others are served."""
    now = timezone.now()
    line = in_line(now)
    if not line:
        return False
    with one_writer():
        mine = _waiting(now).filter(pk=line[0]).update(lease_until=now + LEASE, begun=now)
    if not mine:
        return True
    wanted = Analysis.objects.select_related("table").get(pk=line[0])

    own, told = Analysis.objects.filter(pk=wanted.pk), time.monotonic()

    def live(done: int, of: int) -> None:
        nonlocal told
        between()
        if time.monotonic() - told >= TOLD_EVERY:
            told = time.monotonic()
            until = timezone.now() + LEASE
            if_free(lambda: own.update(lease_until=until, part=100 * done // of))

    try:
        text = written(analyse(sittings.load(wanted.table), live))
    except (InterfaceError, OperationalError):
        raise  # a busy database says nothing of the game: it is looked at again later
    except Exception:
        log.exception("a game could not be looked at")
        with one_writer():
            own.update(failed=True)
        return True
    with one_writer():
        own.update(found=text)
    return True


def _wanted() -> QuerySet[Analysis]:
    """Those that are not made yet."""
    return Analysis.objects.filter(found="", failed=False)


def _waiting(now: datetime) -> QuerySet[Analysis]:
    """Those of them that nobody works at."""
    return _wanted().filter(passed("lease_until", now, LEASE))


def in_line(now: datetime) -> list[int]:
    """The analyses that nobody works at, by their keys, in the order in which they are made.

    Each share has one in turn. The order of turns is when each last had one, then who has waited
    for the longest.
    """
    share = shares.named("by")
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
    """What was found, as it is kept: reasons are given anew, in the language of who reads."""
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


def can_be(sitting: Sitting) -> bool:
    """Whether a game can be looked at: it is over, and somebody here thinks."""
    craft = sitting.game.craft
    return bool(settings.THINKERS) and craft is not None and sitting.state.result is not None


@require_POST
def want(request: Request, slug: str) -> HttpResponse:
    """Somebody wants a game to be looked at."""
    place = place_at(request, slug)
    if not can_be(place.sitting):
        raise NotThere()
    advice.check_copy(place.table)
    own = Analysis.objects.filter(table=place.table)
    if not own.filter(failed=False).exists():
        visitor = visitor_of(request)
        _check_room(visitor)
        limits.spend("analyses", str(visitor.pk))
        shares.keep(visitor)
        Analysis.objects.get_or_create(table=place.table, defaults={"by": visitor})
        again = {"wanted": timezone.now(), "by": visitor, "lease_until": None, "part": 0}
        own.filter(failed=True).update(failed=False, **again)
    return redirect("analysis", slug=slug)


def _check_room(visitor: Visitor) -> None:
    """Refused if no more games can wait, or no more of this visitor's share."""
    waiting = _wanted()
    if waiting.count() >= MOST_WAITING:
        raise AnalysesFull()
    mine = waiting.annotate(share=shares.named("by")).filter(share=shares.of(visitor))
    if mine.count() >= OF_ONE:
        raise NetworkAnalysesFull(n=OF_ONE) if shares.is_shared() else OwnAnalysesFull(n=OF_ONE)


@require_safe
def analysis(request: Request, slug: str) -> HttpResponse:
    """What was found, or that it is being looked for."""
    place = place_at(request, slug)
    sitting = place.sitting
    if sitting.state.result is None:
        raise NotThere()
    kept = Analysis.objects.filter(table=place.table).first()
    found = json.loads(kept.found) if kept is not None and kept.found else None
    line = in_line(timezone.now()) if kept is not None and found is None else []
    context = {
        "w": Words(place.speaker),
        "table": place.table,
        "title": place.speaker.say(sitting.game.title),
        "can_be": (kept is None or kept.failed)
        and can_be(sitting)
        and not advice.copied(place.table),
        "part": kept.part if kept is not None else 0,
        "ahead": line.index(kept.pk) if kept is not None and kept.pk in line else None,
        "waits": kept is not None and not kept.found and not kept.failed,
        "failed": kept is not None and kept.failed,
        "again": LOOK_AGAIN,
        **({} if found is None else _told(place, found)),
    }
    return render(request, "web/analysis.html", context)


def _told(place: Place, found: dict[str, Any]) -> dict[str, Any]:
    """The curve, where it turned, and the moves that cost most, for a reader."""
    sitting, told = place.sitting, place.speaker
    names = [told.word(SeatName(seat)) for seat in range(len(sitting.seats))]
    points = [Point(n, tuple(c), tuple(u)) for n, c, u in found["points"]]
    steps = Replay(place.seated, facts_of(place))
    at = {length: step for step, length in enumerate(steps.lengths)}

    def step_at(length: int) -> int:
        return max((step for known, step in at.items() if known <= length), default=0)

    by_length = {point.length: point for point in points}
    turns = []
    for first, last in found["turns"]:
        before, after = by_length[first], by_length[last]
        turned = changes(before, after, names)
        turns.append({"step": step_at(first), "last": step_at(last), "changes": turned})
    return {
        "pictures": [
            chances_picture(points, names, Words(told)["chances"], alone=False, wide=wide)
            for wide in (WIDE, NARROW)
        ],
        "names": names,
        "points": [
            (
                step_at(p.length),
                [f"{100 * c:.0f} ± {100 * u:.0f}" for c, u in zip(*p[1:], strict=True)],
            )
            for p in points
        ],
        "turns": turns,
        "slips": [_slip(place, slip, names, step_at) for slip in found["slips"]],
    }


def _slip(
    place: Place, slip: dict[str, Any], names: list[str], step_at: Callable[[int], int]
) -> dict[str, Any]:
    """A move that cost something: what was done, what was better, and why."""
    sitting, seat = place.sitting, slip["seat"]
    game = sitting.game
    state = sitting.at(slip["length"])
    asked, view = state.question(seat), state.view(seat)
    told = pointing(place.speaker, game.face, sitting.seats)
    played, better = (
        [game.notation.parse(text) for text in slip[what]] for what in ("played", "better")
    )
    explain = getattr(bots.make(bots.best(game), game, ""), "reasons", None)
    reasons = explain(view, asked, better) if explain is not None and asked is not None else ()
    return {
        "step": step_at(slip["length"]),
        "seat": names[seat],
        "played": labels(game.face, place.speaker, played),
        "better": labels(game.face, place.speaker, better),
        "cost": f"{100 * slip['cost']:.0f}",
        "unsure": f"{100 * slip['unsure']:.0f}",
        "reasons": [told.say(reason) for reason in reasons],
    }

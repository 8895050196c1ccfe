"""Analysis after the game: wanted by a click, made in the background, kept with the table."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
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
from chancery.web.base.refusals import NotThere
from chancery.web.base.writer import if_free, one_writer
from chancery.web.people.request import Request
from chancery.web.people.visitors import visitor_of
from chancery.web.play.facts import facts_of
from chancery.web.tables import sittings
from chancery.web.tables.models import Analysis
from chancery.web.tables.places import Place, place_at

log = logging.getLogger("chancery.web.analyses")
LEASE = timedelta(minutes=10)  # renewed while somebody looks; who was killed is replaced then
TOLD_EVERY = 5.0  # seconds between two words of how far it has come
MOST_WAITING = 50
LOOK_AGAIN = 5  # seconds


# -- made in the background ---------------------------------------------------------------------


def run_once(between: Callable[[], object] = lambda: None) -> bool:
    """Look at the game that has waited longest; `between` two moves others are served."""
    now = timezone.now()
    waiting = Analysis.objects.filter(passed("lease_until", now, LEASE), found="", failed=False)
    wanted = waiting.order_by("wanted").first()
    if wanted is None:
        return False
    with one_writer():
        mine = waiting.filter(pk=wanted.pk).update(lease_until=now + LEASE)
    if not mine:
        return True

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
    own = Analysis.objects.filter(table=place.table)
    if not own.filter(failed=False).exists():
        limits.spend("analyses", str(visitor_of(request).pk))
        waiting = Analysis.objects.filter(found="", failed=False).count()
        if waiting < MOST_WAITING:
            Analysis.objects.get_or_create(table=place.table)
            own.filter(failed=True).update(failed=False, part=0, lease_until=None)
    return redirect("analysis", slug=slug)


@require_safe
def analysis(request: Request, slug: str) -> HttpResponse:
    """What was found, or that it is being looked for."""
    place = place_at(request, slug)
    sitting = place.sitting
    if sitting.state.result is None:
        raise NotThere()
    kept = Analysis.objects.filter(table=place.table).first()
    found = json.loads(kept.found) if kept is not None and kept.found else None
    context = {
        "w": Words(place.speaker),
        "table": place.table,
        "title": place.speaker.say(sitting.game.title),
        "can_be": (kept is None or kept.failed) and can_be(sitting),
        "part": kept.part if kept is not None else 0,
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

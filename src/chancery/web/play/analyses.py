"""Analysis after the game: wanted by a click, made in the background, kept with the table."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import timedelta
from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from chancery import bots
from chancery.core.words import SeatName
from chancery.page.chances import chances_picture
from chancery.page.pointing import pointing
from chancery.page.replays import Replay
from chancery.page.words import Words
from chancery.table import Sitting
from chancery.table.analysis import Analysis as Found
from chancery.table.analysis import Point, analyse
from chancery.web.base import beats, limits
from chancery.web.base.moments import passed
from chancery.web.base.refusals import NotThere
from chancery.web.base.writer import one_writer
from chancery.web.people.request import Request
from chancery.web.people.visitors import visitor_of
from chancery.web.play.facts import facts_of
from chancery.web.tables import sittings
from chancery.web.tables.models import Analysis
from chancery.web.tables.places import Place, place_at

log = logging.getLogger("chancery.web.analyses")
LEASE = timedelta(minutes=30)  # nothing takes longer; who was killed is replaced after that
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

    def live(done: int, of: int) -> None:
        beats.live()
        between()

    try:
        text = written(analyse(sittings.load(wanted.table), live))
    except Exception:
        log.exception("a game could not be looked at")
        Analysis.objects.filter(pk=wanted.pk).update(failed=True)
        return True
    with one_writer():
        Analysis.objects.filter(pk=wanted.pk).update(found=text)
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
    if not Analysis.objects.filter(table=place.table).exists():
        limits.spend("analyses", str(visitor_of(request).pk))
        waiting = Analysis.objects.filter(found="", failed=False).count()
        if waiting < MOST_WAITING:
            Analysis.objects.get_or_create(table=place.table)
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
        "can_be": kept is None and can_be(sitting),
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
        changes = [
            (name, f"{100 * a:.0f}", f"{100 * b:.0f}")
            for name, a, b in zip(names, before.chances, after.chances, strict=True)
            if abs(a - b) >= 0.05
        ]
        turns.append({"step": step_at(first), "last": step_at(last), "changes": changes})
    return {
        "picture": chances_picture(points, names, alone=False),
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
    parse, say = game.notation.parse, place.speaker.say
    better = [parse(text) for text in slip["better"]]
    explain = getattr(bots.make(bots.best(game), game, ""), "reasons", None)
    reasons = explain(view, asked, better) if explain is not None and asked is not None else ()
    return {
        "step": step_at(slip["length"]),
        "seat": names[seat],
        "played": _counted([say(game.face.label(parse(text))) for text in slip["played"]]),
        "better": _counted([say(game.face.label(action)) for action in better]),
        "cost": f"{100 * slip['cost']:.0f}",
        "unsure": f"{100 * slip['unsure']:.0f}",
        "reasons": [told.say(reason) for reason in reasons],
    }


def _counted(labels: list[str]) -> list[str]:
    """The same several times in a row is told once."""
    runs = [(label, len(list(same))) for label, same in groupby(labels)]
    return [f"{label} ×{n}" if n > 1 else label for label, n in runs]

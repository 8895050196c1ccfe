"""Hints: what the house's best bot would do in one's place, for who asks at a table."""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpResponse, JsonResponse
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_POST

from chancery import bots
from chancery.core.refusals import NotAsked
from chancery.page.pointing import pointing
from chancery.page.words import Words
from chancery.table import Sitting
from chancery.table.hints import Hint, hint
from chancery.web.base import limits
from chancery.web.base.refusals import NotStarted, NotYours
from chancery.web.base.sent import sent_in
from chancery.web.people.request import Request
from chancery.web.people.visitors import visitor_of
from chancery.web.tables import advice
from chancery.web.tables.models import Table
from chancery.web.tables.places import place_at


@require_POST
def hint_at(request: Request, slug: str) -> HttpResponse:
    """A plan for an own seat that is asked, and its reasons."""
    place = place_at(request, slug, str(sent_in(request).get("seat")))
    if not place.table.started:
        raise NotStarted()
    if place.seat is None:
        raise NotYours()
    advice.check(place.table)
    limits.spend("hints", str(visitor_of(request).pk))
    seated = place.seated
    if seated.name is None or not place.playing:
        raise NotAsked(place.seat, tuple(asked.seat for asked in seated.state.asked))
    found = _hint(place.sitting, len(place.sitting.log), place.seat, _seed(place.table, place.seat))
    told = pointing(place.speaker, seated.game.face, place.sitting.seats)
    return JsonResponse(
        {
            "question": seated.name,
            "title": Words(place.speaker).text("hint_by", bot=found.bot),
            "steps": [
                {
                    "act": step.action.text,
                    "label": told.say(step.label),
                    "target": step.target,
                    "onward": step.onward,
                }
                for step in found.steps
            ],
            "reasons": [told.say(reason) for reason in found.reasons],
        }
    )


@lru_cache(maxsize=500)
def _hint(sitting: Sitting, length: int, seat: int, seed: str) -> Hint:
    """Who asks twice is told the same."""
    return hint(sitting, seat, bots.best(sitting.game), seed)


def _seed(table: Table, seat: int) -> str:
    """Not that of a bot at the table: a hint tells nothing of what those will do."""
    salt = "chancery.web.hints"
    return salted_hmac(salt, f"{table.slug}/{seat}", algorithm="sha256").hexdigest()

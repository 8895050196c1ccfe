"""Hints: what the best bot would do in a player's place, on request."""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpResponse, JsonResponse
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_POST

from chancery import bots
from chancery.core.refusals import NotAsked
from chancery.core.words import T
from chancery.page.html_speaker import html_speaker
from chancery.table import Sitting
from chancery.table.hints import Hint, hint
from chancery.web.base import limits
from chancery.web.base.user_input import json_in
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import visitor_of
from chancery.web.tables import fairness
from chancery.web.tables.models import Table
from chancery.web.tables.places import place_at


@require_POST
def hint_at(request: Request, slug: str) -> HttpResponse:
    """Return a plan for one's own seat, with its reasons."""
    place = place_at(request, slug, str(json_in(request).get("seat")))
    seat = place.acting_seat()
    fairness.check_hints(place.table)
    limits.spend("hints", str(visitor_of(request).pk))
    seated = place.seated
    if seated.name is None or not place.playing:
        raise NotAsked(seat, tuple(asked.seat for asked in seated.state.asked))
    hint = _hint(place.sitting, len(place.sitting.log), seat, _seed(place.table, seat))
    speaker = html_speaker(place.speaker, seated.game.face, place.sitting.seats)
    return JsonResponse(
        {
            "question": seated.name,
            "title": place.speaker.say(
                T("By calculation this is best:")
                if hint.calculated
                else T("{bot} would do this:", bot=hint.bot)
            ),
            "ideas": [
                {
                    "acts": [action.text for action in idea.actions],
                    "text": speaker.say(idea.text),
                    "reason": None if idea.reason is None else speaker.say(idea.reason),
                    "way": list(idea.way),
                    "marches": idea.marches,
                    "final": idea.final,
                    "preview": None if idea.preview is None else speaker.say(idea.preview),
                }
                for idea in hint.ideas
            ],
        }
    )


@lru_cache(maxsize=500)
def _hint(sitting: Sitting, length: int, seat: int, seed: str) -> Hint:
    """Compute a hint; cached, so that repeated requests get the same one."""
    return hint(sitting, seat, bots.best(sitting.game), seed)


def _seed(table: Table, seat: int) -> str:
    """Return the seed of hints; not that of a bot at the table, whose moves it would betray."""
    salt = "chancery.web.hints"
    return salted_hmac(salt, f"{table.slug}/{seat}", algorithm="sha256").hexdigest()

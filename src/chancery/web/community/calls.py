"""Notes in the lobby that look for players, for two weeks. An answer opens a table at which the
author is invited."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from chancery import games
from chancery.core.words import LANGUAGES
from chancery.web.base import limits
from chancery.web.base.clock import CLOCK
from chancery.web.base.moments import lasts
from chancery.web.base.refusals import Empty, NotThere
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean, game_called
from chancery.web.community.models import Call
from chancery.web.community.refusals import EnoughCalls
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_of

HOLDS = timedelta(days=14)
MOST = 3  # per account at a time
SHOWN = 30  # in the lobby
LONGEST_TEXT, LONGEST_OPTIONS = 200, 60


def call(account: Account, game: str, options: str, text: str, language: str) -> Call:
    """Post a note; it expires by itself."""
    if not text:
        raise Empty()
    if language not in LANGUAGES:
        raise NotThere()
    limits.spend("calls", str(account.pk))
    now = timezone.now()
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        if Call.objects.filter(lasts("until", now, HOLDS), account=account).count() >= MOST:
            raise EnoughCalls(n=MOST)
        return Call.objects.create(
            account=account,
            game=game,
            options=options,
            text=text,
            language=language,
            until=now + HOLDS,
        )


def shown(account: Account | None, language: str) -> list[dict[str, Any]]:
    """Return the notes in the lobby, latest first."""
    speaker = speaker_for(language)
    hanging = Call.objects.filter(
        lasts("until", timezone.now(), HOLDS), account__is_active=True, game__in=games.names()
    )
    return [
        {
            "pk": note.pk,
            "name": note.account.username,
            "own": account is not None and note.account_id == account.pk,
            "game": speaker.say(games.find(note.game).title),
            "options": note.options,
            "text": note.text,
            "code": note.language,
            "language": LANGUAGES.get(note.language, note.language),
            "at": note.at,
            "answer": _answer(note),
        }
        for note in hanging.select_related("account").order_by("-pk")[:SHOWN]
    ]


def _answer(note: Call) -> str:
    """Return the address of the form for a new table with the author invited."""
    filled = {"seat-0": "me", "seat-1": "invited", "name-1": note.account.username, "wait": "on"}
    return f"{reverse('new', args=[note.game])}?{urlencode(filled)}"


def run_once() -> bool:
    """Delete expired notes; False if there were none."""
    return CLOCK.look() and Call.objects.filter(until__lt=timezone.now()).delete()[0] > 0


@require_POST
def leave(request: Request) -> HttpResponse:
    """Post a note from the form in the lobby."""
    account = account_of(request)
    game = game_called(request.POST.get("game", ""))
    call(
        account,
        game.name,
        clean(request.POST.get("options", ""), LONGEST_OPTIONS),
        clean(request.POST.get("text", ""), LONGEST_TEXT),
        request.POST.get("language", ""),
    )
    return redirect(f"{reverse('lobby')}#calls")


@require_POST
def take_down(request: Request, pk: int) -> HttpResponse:
    """Delete one of one's own notes."""
    account = account_of(request)
    if not Call.objects.filter(pk=pk, account=account).delete()[0]:
        raise NotThere()
    return redirect(f"{reverse('lobby')}#calls")

"""What a visitor is told when a request fails or is turned away: a page, or JSON for a program."""

from __future__ import annotations

import logging
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.db import DatabaseError, InterfaceError
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render

from chancery.core.words import Speaker, Text
from chancery.page.words import phrase
from chancery.web.base import trouble
from chancery.web.base.refusals import (
    Breakdown,
    Empty,
    HouseBusy,
    NotThere,
    TooCostly,
    TooLarge,
    TooSlowly,
    WrongHost,
)
from chancery.web.base.speaker import speaker_for, wanted_language
from chancery.web.people.request import Request

API = "/api/"  # where programs ask: by token, never by cookie, and always answered in JSON
LONGEST_HOST = 100  # characters of a host that the log shows


def csrf_failure(request: Request, reason: str = "") -> HttpResponse:
    """A form that has been open for too long, or comes from elsewhere."""
    return answer(request, phrase("csrf"), 403)


def broken(request: Request, exception: Exception | None = None) -> HttpResponse:
    """A request that the server cannot read, or that is too long to be read."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    if isinstance(exception, DisallowedHost):
        return wrong_host(request)
    return answer(request, Empty().text(), 400)


def wrong_host(request: Request) -> HttpResponse:
    """A request for a host that is not in `CHANCERY_HOSTS`; the log has a line a minute."""
    named = str(request.META.get("HTTP_HOST", ""))[:LONGEST_HOST]
    trouble.note(
        "a request names a host that is not in CHANCERY_HOSTS", repr(named), logging.WARNING
    )
    # it was refused before anybody looked at its language
    request.language = wanted_language(request.headers.get("Accept-Language", ""))
    return answer(request, WrongHost().text(), 400)


def too_large(request: Request) -> HttpResponse:
    """More than a form or a record may have; see `asgi.Guard`."""
    return answer(request, TooLarge().text(), 413)


def too_slow(request: Request) -> HttpResponse:
    """A body that did not arrive in time; see `asgi.Guard`."""
    return answer(request, TooSlowly().text(), 408)


def crowded(request: Request) -> HttpResponse:
    """Too many ask at once; see `asgi.Threads`."""
    return answer(request, HouseBusy().text(), 503)


def too_costly(request: Request) -> HttpResponse:
    """A network that has used up its budget of CPU time; see `asgi.Guard`."""
    return answer(request, TooCostly().text(), 429)


def breakdown(request: Request) -> HttpResponse:
    """Something went wrong on our side; it is in the log of the server."""
    return answer(request, Breakdown().text(), 500)


def lost(request: Request, path: str = "", **named: Any) -> HttpResponse:
    """A page that is not there."""
    return answer(request, NotThere().text(), 404)


def answer(request: Request, text: Text, status: int, rule: str | None = None) -> HttpResponse:
    """What is wrong, in the visitor's language."""
    language: str = getattr(request, "language", "en")
    speaker: Speaker = getattr(request, "speaker", None) or speaker_for(language)
    said = speaker.say(text)
    wanted = request.headers.get("Accept", "")
    if request.path.startswith(API) or wanted.startswith("application/json"):
        response: HttpResponse = JsonResponse({"error": said, "rule": rule}, status=status)
    else:
        try:
            response = render(request, "web/fault.html", {"said": said}, status=status)
        except (DatabaseError, InterfaceError):  # without what the page would have to look up
            request.visitor, request.user = None, AnonymousUser()
            response = render(request, "web/fault.html", {"said": said}, status=status)
    if status == 401 and request.path.startswith(API):
        response["WWW-Authenticate"] = "Bearer"
    if status in (429, 503):
        response["Retry-After"] = "2"
    return response

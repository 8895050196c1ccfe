"""Responses to requests that fail or are refused: a page, or JSON for programs."""

from __future__ import annotations

import logging
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.db import DatabaseError, InterfaceError
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render

from chancery.core.words import Speaker, T, Text
from chancery.web.base import failures
from chancery.web.base.refusals import (
    Breakdown,
    HouseBusy,
    NoDatabase,
    NotReadable,
    NotThere,
    TooCostly,
    TooLarge,
    TooSlowly,
    WrongHost,
)
from chancery.web.base.speaker import speaker_for, wanted_language
from chancery.web.identity.request import Request

API = "/api/"  # for programs: by token, never by cookie, always answered in JSON
LONGEST_HOST = 100  # characters of a host that the log shows


def csrf_failure(request: Request, reason: str = "") -> HttpResponse:
    """Refuse a form that has been open for too long, or comes from another site."""
    return error_response(request, T("This page has expired; reload it."), 403)


def bad_request(request: Request, exception: Exception | None = None) -> HttpResponse:
    """Refuse a request that Django cannot read."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    if isinstance(exception, DisallowedHost):
        return wrong_host(request)
    return error_response(request, NotReadable().text(), 400)


def wrong_host(request: Request) -> HttpResponse:
    """Refuse a request for a host that is not in `CHANCERY_HOSTS`; logged at most once a minute."""
    named = str(request.META.get("HTTP_HOST", ""))[:LONGEST_HOST]
    failures.log_once(
        "a request names a host that is not in CHANCERY_HOSTS", repr(named), logging.WARNING
    )
    # refused before the middleware looked at its language
    request.language = wanted_language(request.headers.get("Accept-Language", ""))
    return error_response(request, WrongHost().text(), 400)


def too_large(request: Request) -> HttpResponse:
    """Refuse a body larger than any form or record; see `asgi.Guard`."""
    return error_response(request, TooLarge().text(), 413)


def too_slow(request: Request) -> HttpResponse:
    """Refuse a body that did not arrive in time; see `asgi.Guard`."""
    return error_response(request, TooSlowly().text(), 408)


def crowded(request: Request) -> HttpResponse:
    """Refuse a request because too many wait; see `asgi.Threads`."""
    return error_response(request, HouseBusy().text(), 503)


def no_database(request: Request) -> HttpResponse:
    """Refuse everything while the database is silent; see `database_watch.py`."""
    return error_response(request, NoDatabase().text(), 503)


def too_costly(request: Request) -> HttpResponse:
    """Refuse a network that has used up its CPU budget; see `asgi.Guard`."""
    return error_response(request, TooCostly().text(), 429)


def server_error(request: Request) -> HttpResponse:
    """Respond to an error of ours, which is in the log."""
    return error_response(request, Breakdown().text(), 500)


def not_found(request: Request, path: str = "", **named: Any) -> HttpResponse:
    """Return the error page for an address that does not exist."""
    return error_response(request, NotThere().text(), 404)


def error_response(
    request: Request, text: Text, status: int, rule: str | None = None
) -> HttpResponse:
    """Return a response that says what is wrong, in the reader's language."""
    language: str = getattr(request, "language", "en")
    speaker: Speaker = getattr(request, "speaker", None) or speaker_for(language)
    message = speaker.say(text)
    accepted = request.headers.get("Accept", "")
    if request.path.startswith(API) or accepted.startswith("application/json"):
        response: HttpResponse = JsonResponse({"error": message, "rule": rule}, status=status)
    else:
        try:
            response = render(request, "web/fault.html", {"message": message}, status=status)
        except (DatabaseError, InterfaceError):  # without what the page would have to look up
            request.visitor, request.user = None, AnonymousUser()
            response = render(request, "web/fault.html", {"message": message}, status=status)
    if status == 401 and request.path.startswith(API):
        response["WWW-Authenticate"] = "Bearer"
    if status in (429, 503):
        response["Retry-After"] = "2"
    return response

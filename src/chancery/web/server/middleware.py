"""Middleware: who makes a request, security headers, and errors as pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation

from chancery.core import Refusal, UserError
from chancery.web.base import failures, limits
from chancery.web.base.addresses import network
from chancery.web.base.long_work import Elsewhere
from chancery.web.base.refusals import (
    Busy,
    GuestsFull,
    HouseFull,
    NoToken,
    NotThere,
    NotYours,
    SignedOut,
    Spoiled,
    TaughtOtherwise,
    TooLarge,
    TooOften,
    TooSlowly,
    WrongMethod,
    WrongToken,
    WrongType,
)
from chancery.web.base.speaker import wanted_language
from chancery.web.base.sql import skip_health_check
from chancery.web.identity import site_settings
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import COOKIE
from chancery.web.server.error_responses import API, error_response
from chancery.web.tables import authentication
from chancery.web.tables.authentication import Authenticated

# work without a database, and decide by themselves who learns what
MONITORED = ("/health", "/metrics")
OPERATORS = "/admin/"
POLICY = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
        "connect-src 'self'", "font-src 'self'", "form-action 'self'", "base-uri 'none'",
        "frame-ancestors 'none'", "manifest-src 'self'", "worker-src 'self'",
    )
)  # fmt: skip

FOR_ALL = (  # on a site for invited accounts alone; static files are served before
    "/account/enter", "/account/join", "/account/forgot", "/account/reset/", "/account/confirm/",
    "/account/unsubscribe/", "/admin", "/colours.css", "/language", "/manifest.webmanifest",
    "/offline", "/rules", "/worker.js",
)  # fmt: skip

View = Callable[[Request], HttpResponse]


class Headers:
    """Set a strict content security policy, and forbid caches to store personal pages."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        response.setdefault("X-Frame-Options", "DENY")
        response.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        response.setdefault("Cache-Control", "no-store")
        for cookie in response.cookies.values():
            # over https cookies are never sent without it; on a local network log-in works, too
            cookie["secure"] = request.is_secure()
        return response


class Hosts(CommonMiddleware):
    """Refuse requests for unknown hosts, except those of monitoring, which asks each machine by its
    own address, and our own for the pages of refusals."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        if request.path in MONITORED or "refusing" in getattr(request, "scope", {}):
            return None
        return super().process_request(request)


class OperatorsMessages(MessageMiddleware):
    """Messages of Django, for the operators' pages only."""

    def process_request(self, request: HttpRequest) -> None:
        if request.path.startswith(OPERATORS):
            super().process_request(request)


class Compressed(GZipMiddleware):
    """Compress responses, except streams, which would stall, and covers, which are compressed."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith(("text/event-stream", "image/webp")):
            return response
        return super().process_response(request, response)


class Visitors:
    """Find out who makes a request, and in which language."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        request.visitor = None
        request.language = wanted_language(request.headers.get("Accept-Language", ""))
        request.table_row = None
        if request.path in MONITORED:
            return self.get_response(request)
        refusing = "refusing" in getattr(request, "scope", {})  # perhaps without a database
        skip_health_check()
        try:
            try:
                people = self._found(request)
            except (InterfaceError, OperationalError) as error:
                if not failures.is_connection_lost(error):
                    raise
                connection.close()
                people = self._found(request)
            if not refusing:
                site_settings.refresh()
        except (InterfaceError, OperationalError) as error:
            refused = _failed(request, error)
            assert refused is not None, "errors of the database are refusals"
            return refused
        except WrongToken as error:
            return error_response(request, error.text(), 401)
        visitor, request.table_row = people.visitor, people.table
        site = site_settings.known()
        if visitor is not None:
            request.visitor, request.language = visitor, visitor.language
        guest = visitor is None or visitor.account_id is None
        if guest and site.invitation_only and not refusing and not request.path.startswith(FOR_ALL):
            return _shut_out(request)
        limits.guests_at.set(network(request.META.get("REMOTE_ADDR", "")) if guest else "")
        with translation.override(request.language):  # for dates and Django's own texts
            return self.get_response(request)

    def _found(self, request: Request) -> Authenticated:
        slug = authentication.slug_in(request.path)
        if request.path.startswith(API):
            return authentication.by_token(request.headers.get("Authorization", ""), slug)
        return self._with_browser(request, slug)

    def _with_browser(self, request: Request, slug: str) -> Authenticated:
        session = request.session
        if session.session_key and not session.session_key.isalnum():
            session = request.session = SessionStore()  # none of ours; PostgreSQL takes no NUL
        if session.session_key:
            people = authentication.by_session(session.session_key, slug)
            if people is not None:  # so that Django does not look for it again
                session._session_cache = people.session  # type: ignore[attr-defined] # has no type
                session.accessed = True
                request._cached_user = people.account
                return people
        account = request.user
        if account.is_authenticated:
            visitor: Visitor | None = getattr(account, "visitor", None)
            if visitor is None:  # created by a command
                visitor = Visitor.objects.create(account=account, name=account.username)
            return Authenticated(visitor, None)
        key = request.COOKIES.get(COOKIE, "")
        if not re.fullmatch("[0-9a-f]{32}", key):
            return Authenticated(None, None)
        return authentication.by_key(key, slug)


def _shut_out(request: Request) -> HttpResponse:
    """Answer a guest on a site for accounts alone: lead to the log-in, or refuse a script."""
    if request.path.startswith(API):
        return error_response(request, NoToken().text(), 401)
    page = "text/html" in request.headers.get("Accept", "") and request.method == "GET"
    if not page:
        return error_response(request, SignedOut().text(), 401)
    asked = urlencode({"back": request.get_full_path()})
    return redirect(f"{reverse('enter')}?{asked}")


STATUS = {
    SignedOut: 401,
    NotThere: 404,
    NotYours: 403,
    TaughtOtherwise: 409,
    TooLarge: 413,
    WrongType: 415,
    TooSlowly: 408,
    TooOften: 429,
    Busy: 503,
    HouseFull: 507,
    GuestsFull: 507,
    Spoiled: 500,
}


KNOWN = (Spoiled, HouseFull, GuestsFull)  # logged by themselves


class ErrorResponses:
    """Turn refusals and errors into responses: a page, or JSON for scripts."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and request.path.startswith(API):
            refusal = WrongMethod(method=str(request.method)[:20])
            refused = error_response(request, refusal.text(), 405)
            refused["Allow"] = response["Allow"]
            return refused
        return response

    def process_exception(self, request: Request, error: Exception) -> HttpResponse | None:
        """Answer exceptions that are meant for the user; leave the others to Django."""
        if isinstance(error, Elsewhere):
            refused = _marked(error_response(request, error.text(), 503), "elsewhere")
            return _marked(refused, "_has_been_logged")  # nothing is wrong
        if isinstance(error, RequestDataTooBig):
            error = TooLarge()
        if isinstance(error, Refusal | UserError):
            return _refused(request, error)
        return _failed(request, error)


def _refused(request: Request, error: Refusal | UserError) -> HttpResponse:
    status = next((s for kind, s in STATUS.items() if isinstance(error, kind)), 422)
    refused = error_response(request, error.text(), status, getattr(error, "rule", None))
    if isinstance(error, KNOWN):
        _marked(refused, "_has_been_logged")  # otherwise Django would log it every time
    return refused


def _failed(request: Request, error: Exception) -> HttpResponse | None:
    """Answer a failure of database, disk or memory, which is logged; leave others to Django."""
    refusal = failures.refusal_for(error)
    if refusal is None:
        return None
    refused = _marked(_refused(request, refusal), "_has_been_logged")
    return _marked(refused, "lost") if failures.is_connection_lost(error) else refused


def _marked(response: HttpResponse, mark: str) -> HttpResponse:
    """Mark a response: for asgi.py, which may retry the request in another way, or for Django."""
    setattr(response, mark, True)
    return response

"""What happens to every request: who asks, hardened headers, and faults as pages."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.contrib.messages.middleware import MessageMiddleware
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils import translation

from chancery.core import Fault, Refusal
from chancery.web.base import limits, trouble
from chancery.web.base.addresses import network
from chancery.web.base.heavy import Elsewhere
from chancery.web.base.refusals import (
    Busy,
    GuestsFull,
    HouseFull,
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
from chancery.web.people.models import Visitor
from chancery.web.people.request import Request
from chancery.web.people.visitors import COOKIE
from chancery.web.server.faults import API, answer
from chancery.web.tables import entrance
from chancery.web.tables.entrance import Entering

HEALTH = "/health"
OPERATORS = "/admin/"
POLICY = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
        "connect-src 'self'", "font-src 'self'", "form-action 'self'", "base-uri 'none'",
        "frame-ancestors 'none'", "manifest-src 'self'", "worker-src 'self'",
    )
)  # fmt: skip

View = Callable[[Request], HttpResponse]


class Headers:
    """A strict content security policy, and nothing cached that only one person may see."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        response.setdefault("X-Frame-Options", "DENY")
        response.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        response.setdefault("Cache-Control", "no-store")
        for cookie in response.cookies.values():
            # behind https they never travel without it; on a local network log-in works too
            cookie["secure"] = request.is_secure()
        return response


class OperatorsMessages(MessageMiddleware):
    """What Django tells operators after a form; nobody else is told anything in this way."""

    def process_request(self, request: HttpRequest) -> None:
        if request.path.startswith(OPERATORS):
            super().process_request(request)


class Compressed(GZipMiddleware):
    """Pages are sent compressed; the stream never is, or it would not flow; a cover is already."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith(("text/event-stream", "image/webp")):
            return response
        return super().process_response(request, response)


class Visitors:
    """Who asks, and in which language."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        request.visitor = None
        request.language = wanted_language(request.headers.get("Accept-Language", ""))
        request.table_row = None
        if request.path == HEALTH:  # also while there is no database
            return self.get_response(request)
        try:
            slug = entrance.slug_in(request.path)
            if request.path.startswith(API):
                found = entrance.by_token(request.headers.get("Authorization", ""), slug)
            else:
                found = self._with_browser(request, slug)
        except (InterfaceError, OperationalError) as error:
            if trouble.lost(error):
                return _marked(answer(request, Busy().text(), 503), "lost")
            refusal = trouble.refusal(error) or Busy()
            return answer(request, refusal.text(), STATUS[type(refusal)])
        except WrongToken as error:
            return answer(request, error.text(), 401)
        visitor, request.table_row = found.visitor, found.table
        if visitor is not None:
            request.visitor, request.language = visitor, visitor.language
        guest = visitor is None or visitor.account_id is None
        limits.guests_at.set(network(request.META.get("REMOTE_ADDR", "")) if guest else "")
        with translation.override(request.language):  # dates, and what Django itself says
            return self.get_response(request)

    def _with_browser(self, request: Request, slug: str) -> Entering:
        session = request.session
        if session.session_key:
            found = entrance.by_session(session.session_key, slug)
            if found is not None:  # Django need not look for it again
                session._session_cache = found.session  # type: ignore[attr-defined] # has no type
                session.accessed = True
                request._cached_user = found.account
                return found
        account = request.user
        if account.is_authenticated:
            visitor: Visitor | None = getattr(account, "visitor", None)
            if visitor is None:  # made by a command
                visitor = Visitor.objects.create(account=account, name=account.username)
            return Entering(visitor, None)
        key = request.COOKIES.get(COOKIE, "")
        if not re.fullmatch("[0-9a-f]{32}", key):
            return Entering(None, None)
        return entrance.by_key(key, slug)


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


KNOWN = (Spoiled, HouseFull, GuestsFull)  # the log has been told in its own way


class Faults:
    """A refusal or fault is an answer, not a breakdown: a page, or JSON for a script."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and request.path.startswith(API):
            refusal = WrongMethod(method=str(request.method)[:20])
            said = answer(request, refusal.text(), 405)
            said["Allow"] = response["Allow"]
            return said
        return response

    def process_exception(self, request: Request, error: Exception) -> HttpResponse | None:
        """Answer what was meant for the visitor; leave the rest to Django."""
        if isinstance(error, Elsewhere):
            return _marked(answer(request, error.text(), 503), "elsewhere")
        if trouble.lost(error):
            return _marked(answer(request, Busy().text(), 503), "lost")
        error = trouble.refusal(error) or error
        if isinstance(error, RequestDataTooBig):
            error = TooLarge()
        if not isinstance(error, Refusal | Fault):
            return None
        status = next((s for kind, s in STATUS.items() if isinstance(error, kind)), 422)
        said = answer(request, error.text(), status, getattr(error, "rule", None))
        if isinstance(error, KNOWN):
            # else Django would, at every look
            said._has_been_logged = True  # type: ignore[attr-defined] # has no type
        return said


def _marked(response: HttpResponse, mark: str) -> HttpResponse:
    """For asgi.py: the same request may have a better answer if it is asked in another way."""
    setattr(response, mark, True)
    return response

"""Health: whether all is well, for operators and for the proxy before the site.

A stranger is told yes or no. More hears who is logged in as an operator, who sends the secret named
by `CHANCERY_HEALTH`, and who asks from this very machine; but where a proxy stands before the site
everybody seems to come from there, so then that is not enough.
"""

from __future__ import annotations

import hmac
import os
import threading
import time
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.http import JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from chancery.web.base import beats, trouble
from chancery.web.messages import sending
from chancery.web.notices.models import Notice
from chancery.web.people.request import Request
from chancery.web.play import deadlines, leases
from chancery.web.server import connections, thread_pools
from chancery.web.tables.models import Seat

SECRET = os.environ.get("CHANCERY_HEALTH", "")
KEPT = 2.0  # seconds: whoever asks more often is told the same
HELPERS = ("bots", *sending.SENDERS)
THINKERS = "thinkers"  # where there are any
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded", "Via")
HERE = ("127.0.0.1", "::1")
NAMES = ("localhost", "127.0.0.1", "[::1]")

_lock = threading.Lock()
_kept: tuple[float, dict[str, Any]] | None = None


@require_safe
def health(request: Request) -> JsonResponse:
    """Whether all is well; with `?web` only whether pages can be answered, for a proxy that would
    send people elsewhere otherwise."""
    found = _look()
    web = found["database"] == "ok"
    ok = web if "web" in request.GET else found["ok"]
    told = {**found, "ok": ok} if _may_know(request, web) else {"ok": ok}
    return JsonResponse(told, status=200 if ok else 503)


def _look() -> dict[str, Any]:
    global _kept
    with _lock:
        now = time.monotonic()
        if _kept is None or now - _kept[0] > KEPT:
            _kept = (now, look())
        return _kept[1]


def look() -> dict[str, Any]:
    """How everything is at this moment."""
    found: dict[str, Any] = {"ok": False, "web": _web()}
    try:
        found |= _rows()
    except (DatabaseError, InterfaceError) as error:
        found["database"] = type(error).__name__
        connection.close()
        return found
    found["disk"] = _disk()
    helped = all(found["helpers"].values())
    found["ok"] = helped and found["disk"] == "ok"
    return found


def _web() -> dict[str, int]:
    """This process: connections that are open, and requests that wait for a thread."""
    return {
        "connections": connections.HALL.inside,
        "reading": thread_pools.READING.waiting,
        "writing": thread_pools.WRITING.waiting,
        "long": thread_pools.LONG.waiting,
    }


def _helpers() -> tuple[str, ...]:
    """Those without whom the house stands still."""
    return (*HELPERS, THINKERS) if settings.THINKERS else HELPERS


def _rows() -> dict[str, Any]:
    now = timezone.now()
    alive = beats.alive()
    late = Seat.objects.filter(table__over=False, due__lt=now - deadlines.LATE)
    ripe = Notice.objects.filter(ripe__lte=now - deadlines.LATE, channel__on=True)
    return {
        "database": "ok",
        "helpers": {kind: alive.get(kind, 0) for kind in _helpers()},
        "queues": {
            "bots": leases.waiting(now).count(),
            "notices": ripe.filter(channel__tries=0).count(),
            "deadlines": late.count(),
        },
    }


def _disk() -> str:
    """Whether there is room; where the database is elsewhere, only what it has said of late."""
    if trouble.was_full():
        return "full"
    if connection.vendor == "sqlite" and trouble.room() < trouble.RESERVE:
        return "low"
    return "ok"


def _may_know(request: Request, database: bool) -> bool:
    said = request.headers.get("Authorization", "").encode("utf-8", "replace")
    if SECRET and hmac.compare_digest(said, f"Bearer {SECRET}".encode()):
        return True
    if database and request.user.is_authenticated and request.user.is_staff:
        return True
    proxied = hasattr(settings, "SECURE_PROXY_SSL_HEADER") and settings.SECURE_PROXY_SSL_HEADER
    if proxied or any(name in request.headers for name in FORWARDED):
        return False
    host = request.headers.get("Host", "").rpartition(":")[0] or request.headers.get("Host", "")
    return request.META.get("REMOTE_ADDR") in HERE and host in NAMES

"""Health checks, for operators and load balancers.

Anybody learns whether the site is well. Details are for operators who are logged in, for requests
with the secret in `CHANCERY_HEALTH`, and for requests from this machine, unless they came through a
proxy, behind which everybody seems local.
"""

from __future__ import annotations

import hmac
import os
import threading
import time
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.http import JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from chancery.web.base import failures, heartbeats, thread_pools
from chancery.web.base.moments import lasts
from chancery.web.delivery import sending
from chancery.web.identity.request import Request
from chancery.web.outbox.models import Notice
from chancery.web.play import deadlines, leases
from chancery.web.server import connections
from chancery.web.server.readiness import READINESS
from chancery.web.tables.models import Seat, Work

SECRET = os.environ.get("CHANCERY_HEALTH", "")
KEPT = 2.0  # seconds that a result is cached
HELPERS = ("bots", *sending.SENDERS)
THINKERS = "thinkers"  # if there are any
FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded", "Via")
HERE = ("127.0.0.1", "::1")
NAMES = ("localhost", "127.0.0.1", "[::1]")

_lock = threading.Lock()
_kept: tuple[float, dict[str, Any]] | None = None


@require_safe
def health(request: Request) -> JsonResponse:
    """Report whether the site is well; with `?web` only whether it can answer pages, for a load
    balancer that would otherwise send people elsewhere."""
    state = _look()
    web = state["database"] == "ok"
    ok = web if "web" in request.GET else state["ok"]
    answer = {**state, "ok": ok} if _may_know(request, web) else {"ok": ok}
    return JsonResponse(answer, status=200 if ok else 503)


def _look() -> dict[str, Any]:
    global _kept
    with _lock:
        now = time.monotonic()
        if _kept is None or now - _kept[0] > KEPT:
            _kept = (now, look())
        return _kept[1]


def look() -> dict[str, Any]:
    """Return the state of everything now."""
    state: dict[str, Any] = {"ok": False, "web": _web(), "not_ready": READINESS.problems()}
    try:
        state |= _rows()
    except (DatabaseError, InterfaceError) as error:
        state["database"] = type(error).__name__
        connection.close()
        return state
    state["disk"] = _disk()
    helped = all(state["helpers"].values())
    state["ok"] = helped and state["disk"] == "ok"
    return state


def _web() -> dict[str, int]:
    """Return the state of this process: open connections, and requests that wait for a thread."""
    return {
        "connections": connections.CONNECTIONS.open,
        "reading": thread_pools.READING.waiting,
        "writing": thread_pools.WRITING.waiting,
        "long": thread_pools.LONG.waiting,
    }


def _helpers() -> tuple[str, ...]:
    """Return the helpers without which games do not go on."""
    return (*HELPERS, THINKERS) if settings.THINKERS else HELPERS


def _rows() -> dict[str, Any]:
    now = timezone.now()
    alive = heartbeats.alive()
    late = Seat.objects.filter(table__over=False, bot="", due__lt=now - deadlines.LATE)
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


def leased(now: datetime) -> int:
    """Count the tables that workers have leased."""
    return Work.objects.filter(lasts("lease_until", now, leases.LEASE)).count()


def _disk() -> str:
    """Return the state of the disk; if the database is elsewhere, only what its last errors
    said."""
    if failures.was_disk_full():
        return "full"
    if connection.vendor == "sqlite" and failures.free_bytes() < failures.RESERVED:
        return "low"
    return "ok"


def _may_know(request: Request, database: bool) -> bool:
    sent = request.headers.get("Authorization", "").encode("utf-8", "replace")
    if SECRET and hmac.compare_digest(sent, f"Bearer {SECRET}".encode()):
        return True
    if database and request.user.is_authenticated and request.user.is_staff:
        return True
    proxied = hasattr(settings, "SECURE_PROXY_SSL_HEADER") and settings.SECURE_PROXY_SSL_HEADER
    if proxied or any(name in request.headers for name in FORWARDED):
        return False
    host = request.headers.get("Host", "").rpartition(":")[0] or request.headers.get("Host", "")
    return request.META.get("REMOTE_ADDR") in HERE and host in NAMES

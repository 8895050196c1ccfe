"""Liveness and readiness of one machine, for load balancers and orchestrators.

`/health/live` says that this process answers: one that does not should be restarted.
`/health/ready` says that it should be sent requests: it is not about to stop, its database answers,
and the helper processes of its machine live. Both are answered without a thread or a statement.
"""

from __future__ import annotations

from typing import Any

from chancery.web.server.database_watch import WATCH

LIVE, READY = "/health/live", "/health/ready"
HEADERS = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]


class Readiness:
    """Whether this server process wants more requests."""

    def __init__(self) -> None:
        self.draining = False
        self.failed_helpers: Any = None  # their number, shared with the process that watches them

    def problems(self) -> list[str]:
        """Return why it should be sent no requests; empty if it should."""
        failed = self.failed_helpers is not None and self.failed_helpers.value
        states = {
            "draining": self.draining,
            "database": WATCH.silent or WATCH.failing,
            "helpers": failed,
        }
        return [name for name, wrong in states.items() if wrong]


READINESS = Readiness()


def probe(path: str) -> tuple[int, bytes] | None:
    """Return status and body for the path of a probe; None for any other path."""
    if path not in (LIVE, READY):
        return None
    ok = path == LIVE or not READINESS.problems()
    return (200, b'{"ok": true}') if ok else (503, b'{"ok": false}')

"""Run the site so that it kills itself with SIGKILL at a point chosen by a marker file.

The folder CHANCERY_KILL may contain a file named after a point. The site's code is unchanged: the
hooks are in the database connection and around the ASGI application.

    python runner.py --port 8000     the server
    python runner.py --work          the bots' worker
"""

from __future__ import annotations

import argparse
import os
import signal
from pathlib import Path
from typing import Any

POINTS = ("before-insert", "after-insert", "after-commit", "before-reply", "before-notice")
LOG_TABLE = "INSERT INTO web_entry"


def die_at(point: str) -> None:
    """Kill this process if the marker file of this point exists."""
    if (Path(os.environ["CHANCERY_KILL"]) / point).exists():
        os.kill(os.getpid(), signal.SIGKILL)


def around_insert(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    """Wrap every SQL statement, with points around those that write the log."""
    if not sql.startswith(LOG_TABLE):
        return execute(sql, params, many, context)
    die_at("before-insert")
    result = execute(sql, params, many, context)
    die_at("after-insert")
    from django.db import transaction

    assert transaction.get_connection().in_atomic_block, "the log is written in a transaction"
    transaction.on_commit(lambda: die_at("after-commit"))
    return result


def watch_connections() -> None:
    """Add the hook to every database connection, in every thread."""
    from django.db.backends.signals import connection_created

    def add_hook(connection: Any, **_: Any) -> None:
        if around_insert not in connection.execute_wrappers:
            connection.execute_wrappers.append(around_insert)

    connection_created.connect(add_hook, weak=False)


class WithKillPoints:
    """Wraps an ASGI application, with points before the answer to an action and before a notice."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Handle one request; the process may be killed before a message is sent."""
        path = scope.get("path", "")

        async def sending(message: Any) -> None:
            if path.endswith("/act") and message["type"] == "http.response.start":
                die_at("before-reply")
            if path == "/events" and b"data:" in message.get("body", b""):
                die_at("before-notice")
            await send(message)

        await self.application(scope, receive, sending)


def main() -> None:
    """Run the server or, with --work, the bots' worker."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--work", action="store_true")
    args = parser.parse_args()
    from chancery.web.server import serve

    serve.prepare()
    watch_connections()
    from django.db import connections

    connections.close_all()  # connections made so far have no hook
    if args.work:
        serve.run_bots()
        return
    from chancery.web.server.asgi import application
    from chancery.web.server.connections import Server

    config = serve._config("127.0.0.1", args.port)
    config.app = WithKillPoints(application)
    Server(config).run()


if __name__ == "__main__":
    main()

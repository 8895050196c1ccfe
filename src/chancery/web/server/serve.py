"""`chancery serve`: the whole site in one command: database, server, bots.

Models, and what stands on them, can be imported only when Django is set up: hence imports within
functions here.
"""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import threading
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

from chancery import parents
from chancery.core import BadOption
from chancery.core.words import T, Text

GRACE = 2  # seconds that open streams are given when the server stops
BEAT = 5  # seconds between two signs of life of a server process
OWN = 0o077  # what is written is for its owner alone


def set_up() -> None:
    """Django, and nothing touched; what is written from now on is for its owner alone."""
    os.umask(OWN)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.server.settings")
    import django

    django.setup()


def prepare() -> None:
    """Django, the database and everything else that has to be there."""
    set_up()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    _close_files()


def _close_files() -> None:
    """A database of long ago may still be readable by others."""
    from django.db import connection

    if connection.vendor == "sqlite":
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{connection.settings_dict['NAME']}{end}").chmod(0o600)


def begun() -> bool:
    """Whether the database has any of our tables."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    return any(app == "web" for app, _ in MigrationRecorder(connection).applied_migrations())


def behind() -> list[str]:
    """The steps that the database still has to take."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(step) for step, _ in plan]


def _leave(*_: object) -> None:
    """End in good order, so that a lease is given back; told twice or not."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def _belong() -> None:
    """A helper ends with its parent, and what it writes is read by nobody else."""
    os.umask(OWN)
    parents.belong()


def _help(nice: int) -> None:
    """In a process that helps: who waits for a page comes before bots and letters."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.server.settings")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    if hasattr(os, "nice"):
        os.nice(nice)
    _belong()
    import django

    django.setup()


def work(pulse: Any = None) -> None:
    """The process of the bots and of the notices."""
    _help(5)
    from chancery.web.base import beats
    from chancery.web.messages.sending import going_out
    from chancery.web.play.worker import run_forever
    from chancery.web.town import calls, tournaments

    beats.pulse = pulse
    with going_out():
        run_forever(tournaments.run_once, calls.run_once)


def think(pulse: Any = None) -> None:
    """A process of bots that think: all else on the machine comes first."""
    _help(10)
    from chancery.web.base import beats
    from chancery.web.play import analyses, worker

    beats.pulse = pulse
    worker.think_forever(lambda: analyses.run_once(worker.serve_thinkers))


def _config(host: str, port: int, live: Any = None) -> Any:
    """How we serve; `live` is called now and then by the loop that answers."""
    import uvicorn

    from chancery.web.server.connections import Doors

    return uvicorn.Config(
        "chancery.web.server.asgi:application",
        host=host,
        port=port,
        http=Doors,
        ws="none",
        log_level="warning",
        timeout_graceful_shutdown=GRACE,
        lifespan="off",
        callback_notify=live,
        timeout_notify=BEAT,
    )


def answer(pulse: Any, host: str, port: int, door: socket.socket) -> None:
    """One of several processes that answer; the door is open already."""
    import uvicorn

    async def live() -> None:
        pulse.value = time.monotonic()

    _belong()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(_config(host, port, live)).run([door])


def run(host: str, port: int, workers: int = 1, processes: int = 1, thinkers: int = 0) -> None:
    """Serve until interrupted; all other processes end with this one, and are watched by it."""
    import uvicorn

    from chancery.web.server import connections
    from chancery.web.server.processes import Crew

    # files on disk are read the plain way; Django would rather have it otherwise
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume")
    connections.raise_limit()
    config = _config(host, port)
    door = config.bind_socket()
    crew = Crew()
    for number in range(1, workers + 1):
        crew.add(f"the bots' worker {number}", work)
    for number in range(1, thinkers + 1):
        crew.add(f"the thinker {number}", think)
    if processes > 1:
        for number in range(1, processes + 1):
            crew.add(f"the server {number}", answer, host, port, door)
    crew.start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with suppress(KeyboardInterrupt):
            if processes > 1:
                threading.Event().wait()
            else:
                uvicorn.Server(config).run([door])
    finally:
        crew.stop()


def addresses(host: str, port: int) -> list[str]:
    """Where the site can be opened."""
    if host in ("127.0.0.1", "localhost"):
        return [f"http://localhost:{port}/"]
    return [f"http://{name}:{port}/" for name in dict.fromkeys(("localhost", _own_address()))]


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: only the own side is looked at
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def free_port(host: str, wanted: int) -> int:
    """The port asked for, or the next free one; BadOption if there is none for us."""
    last = min(wanted + 49, 65_535)
    for port in range(wanted, last + 1):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                return port
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                problem: Text | str = error.strerror or str(error)
            except UnicodeError:
                problem = T("not a host name")
            address = f"{host[:80]}:{port}"
            raise BadOption(
                T("{address} cannot be used: {problem}", address=address, problem=problem)
            )
    raise BadOption(T("No port from {first} to {last} is free.", first=wanted, last=last))

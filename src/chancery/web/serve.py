"""`chancery serve`: the whole site in one command: database, server, bots."""

from __future__ import annotations

import errno
import multiprocessing
import multiprocessing.process
import os
import signal
import socket
import sys
import threading
import warnings

from chancery.core import BadOption
from chancery.core.words import T, Text

GRACE = 2  # seconds that open streams are given when the server stops


def set_up() -> None:
    """Django, and nothing touched."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.settings")
    import django

    django.setup()


def prepare() -> None:
    """Django, the database and everything else that has to be there."""
    set_up()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)


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


def _follow(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)


def work() -> None:
    """The process of the bots and of the notices."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.settings")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    if hasattr(os, "nice"):
        os.nice(5)  # who waits for a page comes before bots and letters
    parent = multiprocessing.parent_process()
    if parent is not None:
        # a server that was killed takes its bots along
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()
    import django

    django.setup()
    from chancery.web.notices import going_out
    from chancery.web.worker import run_forever

    with going_out():
        run_forever()


def run(host: str, port: int, workers: int = 1, processes: int = 1) -> None:
    """Serve until interrupted; the bots' processes end with the server."""
    import uvicorn

    # files on disk are read the plain way; Django would rather have it otherwise
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume")
    context = multiprocessing.get_context("spawn")
    helpers = [context.Process(target=work, daemon=True) for _ in range(workers)]
    for helper in helpers:
        helper.start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        uvicorn.run(
            "chancery.web.asgi:application",
            host=host,
            port=port,
            workers=processes,
            log_level="warning",
            timeout_graceful_shutdown=GRACE,
            lifespan="off",
        )
    finally:
        for helper in helpers:
            helper.terminate()


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
                problem = T("no name of a machine")
            address = f"{host[:80]}:{port}"
            raise BadOption(
                T("{address} cannot be used: {problem}", address=address, problem=problem)
            )
    raise BadOption(T("No port from {first} to {last} is free.", first=wanted, last=last))

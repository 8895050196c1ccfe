"""`chancery serve`: the whole site in one command, with database, server and bots.

Models, and what uses them, can only be imported when Django is set up: hence the imports inside
functions.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Collection, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chancery.core import BadOption
from chancery.core.words import T, Text
from chancery.exit_with_parent import exit_with_parent

PORT = 8000  # unless another is wanted
GRACE = 10  # seconds that requests get to be finished on shutdown
BEAT = 5  # seconds between two heartbeats of a server process
PROBES = 4  # statements on each of two connections, to find a pooler between them
MIGRATING = 7_461_635  # the key of PostgreSQL's advisory lock
OWN = 0o077  # umask: files are for their owner only
PRELOADED = (
    "chancery.web.community.calls",
    "chancery.web.community.tournaments",
    "chancery.web.delivery.sending",
    "chancery.web.play.analyses",
    "chancery.web.server.asgi",
)


def set_up() -> None:
    """Set up Django without touching the database; new files are for their owner only."""
    os.umask(OWN)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.server.settings")
    import django

    django.setup()


@contextmanager
def measured() -> Iterator[None]:
    """Let all processes that are started meanwhile share what they measure for /metrics, if that
    may be read; to be called before anything of the site is imported."""
    if not (os.environ.get("CHANCERY_METRICS") or os.environ.get("CHANCERY_METRICS_FROM")):
        yield
        return
    with TemporaryDirectory(prefix="chancery-metrics-", ignore_cleanup_errors=True) as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield


def prepare(newer: bool = False) -> None:
    """Set up Django, migrate the database, and create what has to be there.

    BadOption for a database that a newer version has migrated, unless `newer` allows it.
    """
    set_up()
    from django.core.management import call_command

    if not newer and (unknown := unknown_migrations()):
        raise BadOption(
            T(
                "This database was made by a newer version of Chancery ({step}). Install that"
                " version, or restore the backup from before the upgrade (docs/operating.md).",
                step=unknown[0],
            )
        )
    if shares_sessions():
        raise BadOption(
            T(
                "DATABASE_URL leads to a connection pooler that hands out transactions, not"
                " sessions. Chancery listens for notifications, prepares statements and sets"
                " timeouts, which need a session: use pool_mode=session, or connect to PostgreSQL"
                " directly."
            )
        )
    with _alone():
        if pending_migrations():  # otherwise the command would build the models of all of them
            call_command("migrate", verbosity=0, interactive=False)
    _restrict_files()
    from chancery.web.server import static_versions

    static_versions.store()


def _restrict_files() -> None:
    """Restrict the files of a database that was created with wider permissions."""
    from django.db import connection

    if connection.vendor == "sqlite":
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{connection.settings_dict['NAME']}{end}").chmod(0o600)


def shares_sessions() -> bool:
    """Return whether two open connections use the same sessions of PostgreSQL by turns, as they
    do behind PgBouncer with pool_mode=transaction."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return False
    params = connection.get_connection_params()
    sessions: list[set[int]] = [set(), set()]
    with ExitStack() as opened:
        pair: list[Any] = []
        for _ in sessions:
            pair.append(opened.enter_context(closing(connection.get_new_connection(params))))
            pair[-1].autocommit = True  # an open transaction would keep its session
        for _ in range(PROBES):
            for process_ids, line in zip(sessions, pair, strict=True):
                process_ids.add(line.execute("SELECT pg_backend_pid()").fetchone()[0])
    return max(map(len, sessions)) > 1 or sessions[0] == sessions[1]


@contextmanager
def _alone() -> Iterator[None]:
    """Let no other server migrate the same PostgreSQL meanwhile."""
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])


def has_tables() -> bool:
    """Return whether the database has any of our tables."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    return any(app == "web" for app, _ in MigrationRecorder(connection).applied_migrations())


def unknown_migrations() -> list[str]:
    """Return the migrations of the database that this version does not have, the latest first."""
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(connection)
    unknown = [key for key in loader.applied_migrations if key not in loader.disk_migrations]
    return sorted((f"{app}.{name}" for app, name in unknown if app == "web"), reverse=True)


def pending_migrations() -> list[str]:
    """Return the migrations that have not been applied."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [str(step) for step, _ in plan]


def _exit(*_: object) -> None:
    """Exit on SIGTERM so that leases are given back; safe to call twice."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def _tie_to_parent() -> None:
    """Make a helper end with its parent, and its files private."""
    os.umask(OWN)
    exit_with_parent()


def _set_up_helper(nice: int) -> None:
    """Set up a helper process; requests for pages have priority over it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.server.settings")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit)
    if hasattr(os, "nice"):
        os.nice(nice)
    _tie_to_parent()
    import django

    django.setup()
    from chancery.web.base import metrics, tracing

    metrics.measure_statements()
    tracing.start()


def run_bots(pulse: Any = None, notices: bool = True) -> None:
    """Run a process that moves bots, enforces deadlines and, with `notices`, sends them."""
    _set_up_helper(5)
    from chancery.web.base import heartbeats
    from chancery.web.community import calls, tournaments
    from chancery.web.delivery.sending import running_senders
    from chancery.web.play.worker import run_forever

    heartbeats.pulse = pulse
    with running_senders() if notices else nullcontext():
        run_forever(tournaments.run_once, calls.run_once)


def run_notices(pulse: Any = None) -> None:
    """Run a process that only sends notices."""
    _set_up_helper(5)
    from chancery.web.base import heartbeats
    from chancery.web.delivery.sending import running_senders

    heartbeats.pulse = pulse
    with running_senders():
        while True:
            heartbeats.beat_for_parent()
            time.sleep(BEAT)


def run_thinker(pulse: Any = None) -> None:
    """Run a process of bots that search, at the lowest priority."""
    _set_up_helper(10)
    from chancery.web.base import heartbeats
    from chancery.web.play import analyses, worker

    heartbeats.pulse = pulse
    worker.think_forever(lambda: analyses.run_once(worker.serve_thinkers))


def _config(host: str, port: int, live: Any = None) -> Any:
    """Return uvicorn's configuration; `live` is called regularly by its event loop."""
    import uvicorn

    from chancery.web.server.connections import KEEP_ALIVE, LimitedProtocol

    # static files are streamed synchronously, which Django warns about
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume")
    return uvicorn.Config(
        "chancery.web.server.asgi:application",
        host=host,
        port=port,
        http=LimitedProtocol,
        ws="none",
        log_level="warning",
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        lifespan="off",
        callback_notify=live,
        timeout_notify=BEAT,
    )


def serve_process(
    pulse: Any, host: str, port: int, door: socket.socket, failed: Any, drain: float
) -> None:
    """Run one of several server processes, on a socket that is open already."""
    from chancery.web.server.connections import Server
    from chancery.web.server.readiness import READINESS

    async def live() -> None:
        pulse.value = time.monotonic()

    READINESS.failed_helpers = failed
    _tie_to_parent()
    with suppress(KeyboardInterrupt):
        Server(_config(host, port, live), drain).run([door])


def _preload() -> None:
    """Import what the server and its helpers need, before they are forked."""
    from django.db import connections

    from chancery import games

    for module in PRELOADED:
        import_module(module)
    for name in games.names():
        with suppress(Exception):  # a game that cannot be loaded is reported where it is used
            games.find(name)
    connections.close_all()  # processes must not share them
    gc.freeze()  # collections in a helper do not copy this memory


def run(
    host: str,
    port: int | None,
    workers: int,
    processes: int,
    thinkers: int,
    roles: Collection[str],
    drain: float,
) -> None:
    """Serve until interrupted, supervising all other processes, which end with this one.

    `port`: for the site, or without a web server for probes and metrics; `roles`: which kinds of
    processes run on this machine; `drain`: see connections.Server.
    """
    from chancery.web.server import connections, status
    from chancery.web.server.processes import Supervisor
    from chancery.web.server.readiness import READINESS

    connections.raise_limit()
    config = _config(host, port or PORT)
    crew = Supervisor()
    READINESS.failed_helpers = crew.failed
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with suppress(KeyboardInterrupt):
            _preload()
            if "bots" in roles:
                for number in range(1, workers + 1):
                    crew.start(f"the bots' worker {number}", run_bots, "notices" in roles)
            elif "notices" in roles:
                crew.start("the sender of notices", run_notices)
            if "thinkers" in roles:
                for number in range(1, thinkers + 1):
                    crew.start(f"the thinker {number}", run_thinker)
            if "web" in roles:
                door = config.bind_socket()  # after the forks, which would keep the port open
                if processes > 1:
                    for number in range(1, processes + 1):
                        arguments = host, port, door, crew.failed, drain
                        crew.start(f"the server {number}", serve_process, *arguments)
            crew.watch()
            if "web" not in roles and port is not None:
                status.begin(host, port)
            if "web" in roles and processes == 1:
                connections.Server(config, drain, crew.stop_restarting).run([door])
            else:
                threading.Event().wait()
    finally:
        crew.stop(drain + GRACE)


def addresses(host: str, port: int) -> list[str]:
    """Return the addresses at which the site can be opened."""
    if host in ("127.0.0.1", "localhost"):
        return [f"http://localhost:{port}/"]
    return [f"http://{name}:{port}/" for name in dict.fromkeys(("localhost", _own_address()))]


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, but chooses our address
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def free_port(host: str, port_asked: int | None) -> int:
    """Return the wanted port, or the first free one from PORT on; BadOption if there is none."""
    first = PORT if port_asked is None else port_asked
    last = PORT + 49 if port_asked is None else port_asked
    for port in range(first, last + 1):
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
    if port_asked is None:
        raise BadOption(T("No port from {first} to {last} is free.", first=first, last=last))
    raise BadOption(
        T("Port {port} is in use. Stop what uses it, or choose another --port.", port=port_asked)
    )

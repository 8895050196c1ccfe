"""Run the site in a temporary folder, with fast bots and empty caches.

Django has read its settings before this file is imported, so some are set here again.
"""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import sqlite3
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from types import SimpleNamespace
from typing import Any

collect_ignore = [] if os.environ.get("DATABASE_URL") else ["test_postgres_listener.py"]
HOME = Path(tempfile.mkdtemp(prefix="chancery-tests-"))
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
os.environ["CHANCERY_HOME"] = str(HOME)
os.environ["CHANCERY_BOT_PACE"] = "0"
os.environ["CHANCERY_HASHER"] = "fast"

import pytest  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import TransactionTestCase  # noqa: E402
from django.test.client import ClientHandler  # noqa: E402

from tests.browser.server import migrated  # noqa: E402
from tests.postgres import template  # noqa: E402

settings.HOME = HOME
# a worker inherits its folder, and may have read another key there
settings.SECRET_KEY = "a key for tests alone, the same every time"
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
if not os.environ.get("DATABASE_URL"):
    # a file, as on a real site: locks differ in memory
    settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(HOME / "test.sqlite3")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run only tests that may differ on PostgreSQL, in the second run of `make test`."""
    if not os.environ.get("CHANCERY_POSTGRES_CHOSEN"):
        return
    chosen = set((Path(__file__).parent / "postgres.txt").read_text().splitlines())
    left_out = [
        item
        for item in items
        if not item.get_closest_marker("postgres") and item.nodeid not in chosen
    ]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Start from a copy of a migrated database instead of migrating an empty one."""
    if connection.vendor != "sqlite":
        own = settings.DATABASES["default"].setdefault("TEST", {})
        own["TEMPLATE"] = template(os.environ["DATABASE_URL"])
        return False
    Path(settings.DATABASES["default"]["TEST"]["NAME"]).write_bytes(migrated())
    return True


@pytest.fixture(autouse=True, scope="session")
def _emptied_quickly(django_db_setup: None) -> None:
    """Empty the database after a test with transactions in a fifth of the time that Django takes:
    on SQLite, by copying a migrated one over it; on PostgreSQL, by deleting all rows except those
    that Django would create again, instead of truncating all tables."""
    from django.contrib.auth.models import Permission
    from django.contrib.contenttypes.models import ContentType

    if connection.vendor == "sqlite":
        path = HOME / "empty.sqlite3"
        path.write_bytes(migrated())
        empty = sqlite3.connect(path)

        def empty_database() -> None:
            connection.ensure_connection()
            empty.backup(connection.connection)
            ContentType.objects.clear_cache()
    else:
        kept = {ContentType._meta.db_table, Permission._meta.db_table}
        tables = set(connection.introspection.django_table_names(include_views=False)) - kept
        with_rows = " UNION ALL ".join(
            f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table})" for table in sorted(tables)
        )

        def empty_database() -> None:
            with transaction.atomic(), connection.cursor() as cursor:  # keys are checked at its end
                cursor.execute(with_rows)
                for (table,) in cursor.fetchall():
                    cursor.execute(f"DELETE FROM {table}")

    def teardown(self: TransactionTestCase) -> None:
        empty_database()

    TransactionTestCase._fixture_teardown = teardown  # type: ignore[attr-defined]


@pytest.fixture(autouse=True, scope="session")
def _middleware_loaded_once() -> None:
    """Load the middleware once for all clients, as WhiteNoise scans all files each time."""
    handler = ClientHandler()
    handler.load_middleware()
    ClientHandler._middleware_chain = staticmethod(handler._middleware_chain)


@pytest.fixture(autouse=True, scope="session")
def _threads_let_go(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Close the connections of the site's threads before the database is dropped."""
    yield
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )


@pytest.fixture(autouse=True)
def _fresh_site(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start every test as after a restart of the server, with the same chance."""
    from chancery.web.base import clock, failures, heartbeats, keys
    from chancery.web.identity import site_settings
    from chancery.web.identity.models import SiteSettings
    from chancery.web.play import leases, worker
    from chancery.web.server import health
    from chancery.web.tables import sittings

    numbers = itertools.count()

    def token_hex(size: int) -> str:
        return blake2b(str(next(numbers)).encode(), digest_size=size).hexdigest()

    def token_urlsafe(size: int) -> str:  # also the seed of bots; caches use it as a key
        name = f"{request.node.nodeid} {next(numbers)}"
        return urlsafe_b64encode(blake2b(name.encode(), digest_size=size).digest()).decode()

    chance = SimpleNamespace(token_hex=token_hex, token_urlsafe=token_urlsafe)
    monkeypatch.setattr(keys, "secrets", chance)
    monkeypatch.setattr(worker, "PACE", 0)
    monkeypatch.setattr(clock, "APART", 0)  # deadlines need no second look
    monkeypatch.setattr(health, "KEPT", -1)
    monkeypatch.setattr(site_settings, "KEPT", 10_000.0)  # no test has a statement more than others
    site_settings.keep(SiteSettings())
    heartbeats._next.clear()
    leases._served.clear()
    failures.forget()
    sittings.forget()
    yield
    sittings.forget()


@pytest.fixture
def locked() -> Callable[..., None]:
    """Return a function that fails as a locked database does."""
    from django.db import OperationalError

    def refuse(*args: object, **named: object) -> None:
        raise OperationalError("database is locked")

    return refuse


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run `chancery admin` and return exit code, output and error output."""
    from chancery.cli.main import main

    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("CHANCERY_LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "C")

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(["admin", *arguments])
        except SystemExit as stop:  # raised by argparse
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run

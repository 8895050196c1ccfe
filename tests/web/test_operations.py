"""What operators meet: settings of the database, versions, ports, logs, bots that end processes."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
import threading
import time
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from chancery import games
from chancery.core import BadOption
from chancery.web.base import failures, limits, logs, thread_pools
from chancery.web.identity.models import Report
from chancery.web.identity.visitors import COOKIE
from chancery.web.operators import backup, repairs
from chancery.web.play import leases, opponents, worker
from chancery.web.server import database_watch, serve
from chancery.web.server.database_watch import DatabaseSilent, DatabaseWatch
from chancery.web.tables.models import Table, Work
from tests.timeouts import PATIENCE
from tests.web.people import Person

pytestmark = pytest.mark.django_db(transaction=True)


def settings_with(url: str) -> subprocess.CompletedProcess[str]:
    """Read the settings in a process of their own and print those of the database."""
    code = (
        "import json; from chancery.web.server.settings import DATABASES; "
        "print(json.dumps(DATABASES))"
    )
    env = {**os.environ, "DATABASE_URL": url}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)


def test_every_option_of_the_database_url_is_honoured() -> None:
    found = settings_with(
        "postgres://anna:a%20b@db.example.org:5433/games?sslmode=verify-full&connect_timeout=9"
    )
    (database,) = json.loads(found.stdout).values()
    assert database["NAME"] == "games"
    assert (database["USER"], database["PASSWORD"]) == ("anna", "a b")
    assert (database["HOST"], database["PORT"]) == ("db.example.org", "5433")
    assert database["OPTIONS"]["sslmode"] == "verify-full"
    assert database["OPTIONS"]["connect_timeout"] == "9"
    assert database["OPTIONS"]["tcp_user_timeout"] == "5000"  # by default


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgres://db/games?sslmod=verify-full", 'invalid URI query parameter: "sslmod"'),
        ("mysql://db/games", "DATABASE_URL: "),
    ],
)
def test_an_option_that_libpq_does_not_have_is_refused(url: str, said: str) -> None:
    found = settings_with(url)
    assert found.returncode == 1
    assert said in found.stderr.splitlines()[-1] or said in found.stderr.splitlines()[-2]


def test_a_database_of_a_newer_version_is_served_during_an_upgrade_only() -> None:
    MigrationRecorder(connection).record_applied("web", "0099_elephants")
    try:
        with pytest.raises(BadOption, match=r"newer version of Chancery \(web\.0099_elephants\)"):
            serve.prepare()
        serve.prepare(newer=True)
    finally:
        MigrationRecorder(connection).record_unapplied("web", "0099_elephants")


def test_a_backup_names_the_rules_that_tables_are_played_by(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version before can restore what was saved before an upgrade, with newer rules."""
    Person().open("me", "bot:random", "bot:random")
    Table.objects.update(rules=1)
    backup.save(tmp_path / "b.zip")
    assert backup.read(tmp_path / "b.zip")["rules"] == {"spada": 1}
    monkeypatch.setattr(games.find("spada"), "rules", 1)
    assert backup.read(tmp_path / "b.zip")
    monkeypatch.setattr(games.find("spada"), "rules", 0)
    with pytest.raises(backup.BadBackup, match="newer version"):
        backup.read(tmp_path / "b.zip")


# -- memory and database ------------------------------------------------------------------------


def test_running_out_of_memory_is_not_a_missing_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> Any:
        raise MemoryError

    table = Person().open("me", "bot:random", "bot:random")
    loaders = dict(games._ours())
    games.find.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(games, "_ours", lambda: {**loaders, "spada": load})
        with pytest.raises(MemoryError):
            repairs.check_table(table.pk)
        answer = Person().get(f"/t/{table.slug}")
    games.find.cache_clear()
    assert answer.status_code == 503
    assert "out of memory" in answer.content.decode()
    assert not Report.objects.exists()
    assert Person().get(f"/t/{table.slug}").status_code == 200


def lost(*_: Any, **__: Any) -> Any:
    """Fail as a connection that the server has closed."""
    error = OperationalError("server closed the connection unexpectedly")
    error.__cause__ = Exception()
    error.__cause__.sqlstate = None  # type: ignore[attr-defined]
    raise error


def test_a_lost_database_is_named_to_people_and_once_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = Person().open("me", "bot:random", "bot:random")
    failures.forget()
    monkeypatch.setattr(failures, "connection", SimpleNamespace(vendor="postgresql"))
    monkeypatch.setattr("chancery.web.tables.authentication.by_key", lost)
    person = Person()
    person.client.cookies[COOKIE] = "0" * 32
    with caplog.at_level(logging.WARNING):
        answers = [person.get(f"/t/{table.slug}") for _ in range(3)]
    assert {answer.status_code for answer in answers} == {503}
    assert "database does not answer" in answers[0].content.decode()
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["the database does not answer: server closed the connection unexpectedly"]


def test_waiting_requests_are_refused_when_the_database_is_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database_watch, "EVERY", 0.01)
    answered = threading.Event()
    monkeypatch.setattr(database_watch, "_ask", lambda: answered.wait(PATIENCE))
    watch = DatabaseWatch()
    pool = thread_pools.ThreadPool("t", 1, longest=9, patience=9, share=9, light=False)

    async def scene() -> None:
        watching = asyncio.create_task(watch.run())
        slot = await pool.enter("")
        with pytest.raises(DatabaseSilent):
            await slot.run(answered.wait, PATIENCE)  # a thread that waits for the database
        assert watch.silent
        answered.set()
        slot.answered()
        again = await pool.enter("")  # the thread is free again
        assert await again.run(lambda: "well") == "well"
        until = time.monotonic() + PATIENCE
        while watch.silent:
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        watching.cancel()

    asyncio.run(scene())


# -- the log ------------------------------------------------------------------------------------


def test_log_lines_have_time_level_and_request() -> None:
    record = logging.LogRecord("chancery.web", logging.ERROR, "", 1, "it is %s", ("wet",), None)
    logs.name_request({"headers": [(b"x-request-id", b"abc-1")]})
    line = logs.Lines().format(record)
    assert line.endswith("Z ERROR abc-1 it is wet")
    entry = json.loads(logs.JsonLines().format(record))
    assert entry["message"] == "it is wet"
    assert (entry["level"], entry["request"], entry["logger"]) == ("ERROR", "abc-1", "chancery.web")
    logs.name_request({"headers": [(b"x-request-id", b"a\nforged line")]})
    assert logs.REQUEST.get() not in ("-", "abc-1", "a\nforged line")


# -- bots that end their process ----------------------------------------------------------------


def die(*_: Any) -> Any:
    """Fail as no process can that is killed by its bot: the lease stays."""
    raise KeyboardInterrupt


def test_a_bot_that_kills_processes_is_suspended_and_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "OFF", False)
    monkeypatch.setattr(opponents, "_suspensions", {})
    table = Person().open("bot:steward", "me", "me", names="Anna", options={"counsellor": "yellow"})
    monkeypatch.setattr(leases, "give_back", lambda *_: None)  # a dead process gives nothing back
    for deaths in range(4):
        with monkeypatch.context() as patch:
            patch.setattr(opponents.bot_players, "answer", die)
            with pytest.raises(KeyboardInterrupt):
                worker.run_once()
        assert Report.objects.exists() == (deaths == 3)
        Work.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    (report,) = Report.objects.all()
    assert report.text.startswith("The bot steward of spada is suspended")
    table.refresh_from_db()
    seat = table.seats.get(number=0)
    assert opponents.kind_at(seat, table) == "random"
    assert worker.run_once()  # the game goes on
    Report.objects.update(handled=True)
    opponents._suspensions.clear()
    assert opponents.kind_at(seat, table) == "steward"

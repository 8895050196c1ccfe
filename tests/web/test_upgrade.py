"""Upgrades: a site of the version before goes on where it was, with all its tables."""

from __future__ import annotations

import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from chancery import games
from chancery.table import Sitting
from chancery.web import migrations
from chancery.web.identity.models import Account, Visitor
from chancery.web.identity.visitors import account_called
from chancery.web.operators import backup, repairs
from chancery.web.server import serve
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table, Talk, Work
from tests.web.logs import random_sitting
from tests.web.people import Person, legal, log_of, run_bots, seat_asked, sitting_of

Run = Callable[..., tuple[int, str, str]]
pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "ein-langes-Kennwort-1757"
NEWER = [
    f"web.{path.stem}"
    for path in sorted(Path(migrations.__file__).parent.glob("0*.py"))
    if path.stem > "0002_accounts"
]
sitting_with = cache(random_sitting)  # shared: nobody plays on at these sittings
LONG_AGO = timezone.now() - timedelta(days=5)


def migrate(*targets: tuple[str, str]) -> Any:
    """Migrate to a state of the database, or to the latest; return its models."""
    executor = MigrationExecutor(connection)
    wanted = list(targets) or executor.loader.graph.leaf_nodes()
    executor.migrate(wanted)
    return executor.loader.project_state(wanted).apps


OLD = ("web", "0002_accounts")
_kept: dict[tuple[str, str], sqlite3.Connection] = {}  # SQLite databases of old versions


def go_back(target: tuple[str, str]) -> Any:
    """Go back to an old version; return its models. An empty database is migrated as far as that
    version, which takes less than migrating back. On SQLite it is copied from then on."""
    if target not in _kept:
        if connection.vendor == "sqlite":
            put_back(sqlite3.connect(":memory:"))
        else:
            with connection.cursor() as cursor:
                cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
        migrate(target, *(leaf for leaf in leaves if leaf[0] != target[0]))
        if connection.vendor == "sqlite":
            _kept[target] = copied()
    if target in _kept:
        put_back(_kept[target])
    return MigrationExecutor(connection).loader.project_state([target]).apps


def copied() -> sqlite3.Connection:
    """Copy the SQLite database into memory."""
    connection.ensure_connection()
    copy = sqlite3.connect(":memory:")
    connection.connection.backup(copy)
    return copy


def put_back(copy: sqlite3.Connection) -> None:
    """Restore the SQLite database from its copy."""
    connection.ensure_connection()
    copy.backup(connection.connection)


@contextmanager
def version(target: tuple[str, str]) -> Iterator[Any]:
    """Run with the database of an old version and its models; afterwards it is up to date."""
    now = copied() if connection.vendor == "sqlite" else None
    try:
        yield go_back(target)
    finally:
        if now is None:
            call_command("migrate", verbosity=0)  # and creates content types and permissions
        else:
            put_back(now)


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The models of the version before, on a database of that version."""
    monkeypatch.setattr(settings, "HOME", tmp_path)
    with version(OLD) as models:
        yield models


class OldSite:
    """A site of the version before, filled by hand as its pages would have done."""

    def __init__(self, old: Any) -> None:
        self._old = old
        self.sittings: dict[str, Sitting] = {}
        self.tables: dict[str, int] = {}
        visitors = old.get_model("web", "Visitor").objects
        self.guest = visitors.create(key="a" * 32, name="Anna")
        accounts = old.get_model("web", "Account").objects
        keith = accounts.create(username="Keith", password=make_password(PASSWORD))
        self.member = visitors.create(key="b" * 32, name="Keith", account=keith)

    def store(self, slug: str, sitting: Sitting, owner: Any, bot: str = "", **more: Any) -> None:
        """Create a table with its log; the seat that has to decide belongs to the bot or the
        owner."""
        frame = sitting.start.frame
        asked = {asked.seat for asked in sitting.state.asked}
        table = self._old.get_model("web", "Table").objects.create(
            slug=slug,
            invitation=f"i-{slug}",
            host=owner,
            game=frame.game,
            rules=frame.rules,
            options=dict(frame.options),
            seed=sitting.seed,
            length=len(sitting.log),
            version=len(sitting.log),
            over=sitting.state.result is not None,
        )
        tables = self._old.get_model("web", "Table").objects.filter(pk=table.pk)
        tables.update(touched=LONG_AGO, **more)
        for number in range(len(sitting.seats)):
            plays = bot if number in asked else ""
            self._old.get_model("web", "Seat").objects.create(
                table=table, number=number, bot=plays, owner=None if plays else owner
            )
        self._old.get_model("web", "Held").objects.create(table=table, visitor=owner)
        entries = self._old.get_model("web", "Entry")
        before = None
        for number, entry in enumerate(sitting.log):
            entries.objects.create(
                table=table,
                number=number,
                seat=entry.seat,
                action=entry.action.text if entry.action else "",
                question=entry.question,
                then=before is not None and entry.follows(before),
                luck=list(entry.luck),
            )
            before = entry
        if bot:
            self._old.get_model("web", "Work").objects.create(table=table)
        self.sittings[slug] = sitting
        self.tables[slug] = table.pk


@pytest.fixture
def old_site(old: Any) -> OldSite:
    """Create running tables of every game, a finished one, one ended by agreement, and two at which
    nobody ever sat: an imported record, and one that nobody has joined."""
    made = OldSite(old)
    for game in games.names():
        made.store(f"guest-{game}", sitting_with(game, 45), made.guest)
        made.store(f"member-{game}", sitting_with(game, 45, "1758"), made.member)
        made.store(f"bot-{game}", sitting_with(game, 25, "1759"), made.guest, "random")
    made.store("finished", sitting_with("spada"), made.guest)
    made.store("ended", sitting_with("spada", 10), made.member, closed=True, over=True)
    for slug, lines in (("imported", 30), ("empty", 0)):
        made.store(slug, sitting_with("spada", lines), made.guest)
    nobody = {"table__slug__in": ["imported", "empty"]}
    old.get_model("web", "Seat").objects.filter(**nobody).update(owner=None)
    old.get_model("web", "Held").objects.filter(**nobody).delete()
    talk = {"table_id": made.tables["finished"], "name": "Keith", "text": "good evening"}
    old.get_model("web", "Talk").objects.create(**talk)
    return made


def guest() -> Person:
    person = Person()
    person.client.cookies["chancery-visitor"] = "a" * 32
    return person


def member() -> Person:
    person = Person()
    assert person.post("/account/enter", {"name": "Keith", "password": PASSWORD}).status_code == 302
    return person


@pytest.mark.postgres  # the one of these tests that is repeated there
def test_an_old_site_is_upgraded(old_site: OldSite, run: Run, tmp_path: Path) -> None:
    code, out, err = run("check")
    assert (code, err) == (
        2,
        "The database is not up to date; “chancery admin upgrade” updates it.\n",
    )
    code, out, err = run("upgrade")
    assert code == 0, err
    (saved,) = (tmp_path / "backups").iterdir()
    assert out.splitlines() == [
        f"Saved in {saved}. Tables: 13; accounts: 1."
        " The file contains everything, hidden cards included.",
        *[f"Updated: {name}" for name in NEWER],
        "Tables whose turn was recorded: 11.",
        "Tables checked: 13; everything is in order.",
    ]
    # no game has changed
    for slug, sitting in old_site.sittings.items():
        table = Table.objects.get(slug=slug)
        assert sitting_of(table).state.digest() == sitting.state.digest()
        assert table.invitation == f"i-{slug}"
        assert table.started
        assert not table.public
        asked = [str(asked.seat) for asked in sitting.state.asked]
        if table.over:
            assert table.asked is None
        else:
            assert table.asked.split() == asked
    assert Talk.objects.get().text == "good evening"
    # records that were opened before are for one person alone; nobody knew then what they were
    imported = Table.objects.get(slug="imported")
    guest_at_first = Visitor.objects.get(key="a" * 32)
    assert (imported.imported, imported.private, imported.importer) == (True, True, guest_at_first)
    assert set(imported.seats.values_list("owner", flat=True)) == {guest_at_first.pk}
    assert Table.objects.filter(imported=True).count() == 1
    finished = Table.objects.get(slug="finished")
    assert finished.finished == LONG_AGO
    assert Table.objects.get(slug="ended").finished is None
    # people go on, each at his own tables
    people = {"guest": guest(), "member": member()}
    for name, person in people.items():
        for game in games.names():
            table = Table.objects.get(slug=f"{name}-{game}")
            seat, length = seat_asked(table), len(log_of(table))
            answer = person.act(table, seat, legal(table, seat)[0])
            assert answer.status_code == 200, answer.content
            assert len(log_of(table)) == length + 1
    assert people["guest"].page(finished)
    ended = Table.objects.get(slug="ended")
    seat = seat_asked(ended)
    assert people["member"].act(ended, seat, legal(ended, seat)[0]).status_code == 422
    # and so do bots
    assert Work.objects.count() == len(games.names())
    assert run_bots()
    for game in games.names():
        assert len(log_of(Table.objects.get(slug=f"bot-{game}"))) > 25
    assert [look.problems for look in repairs.check() if look.problems] == []
    # a second time there is nothing to do
    code, out, _ = run("upgrade")
    assert code == 0
    assert "The database is up to date." in out
    # the backup made by the upgrade holds what was there before it
    with zipfile.ZipFile(saved) as archive:
        assert b"web.0003" not in archive.read("manifest.json")
    Table.objects.filter(slug__startswith="guest").delete()
    code, out, _ = run("restore", str(saved), "--replace")
    assert code == 0
    assert "Tables checked: 13; everything is in order." in out
    sittings.forget()
    for slug, sitting in old_site.sittings.items():
        assert sitting_of(Table.objects.get(slug=slug)).state.digest() == sitting.state.digest()
    assert Account.objects.get().visitor.name == "Keith"
    assert Seat.objects.filter(abandoned=True).count() == 0


@pytest.mark.soak  # `upgrade` of the test above calls the same function
def test_serve_migrates_the_database(old_site: OldSite) -> None:
    assert serve.pending_migrations() == NEWER
    serve.prepare()
    assert serve.pending_migrations() == []
    assert [look.problems for look in repairs.check() if look.problems] == []
    table = Table.objects.get(slug="guest-friedrich")
    seat = seat_asked(table)
    assert guest().act(table, seat, legal(table, seat)[0]).status_code == 200


@pytest.fixture
def before_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The models from before names had normal forms and talk had authors."""
    monkeypatch.setattr(settings, "HOME", tmp_path)
    with version(("web", "0003_lobby")) as models:
        yield models


def crowded(old: Any) -> dict[str, str]:
    """Create accounts whose names would be taken today, and talk; return the author of each
    line."""
    names = ["Keith", "Kеith", "KE1TH", "keith@example.org", "Änna", "A\u0308nna", "x" * 150]
    visitors = {}
    for name in names:
        made = old.get_model("web", "Account").objects.create(
            username=name, password=make_password(PASSWORD)
        )
        visitor = {"account": made, "name": name[:40], "key": f"{made.pk:032}"}
        visitors[name] = old.get_model("web", "Visitor").objects.create(**visitor)
    game = games.find("spada")
    table = old.get_model("web", "Table").objects.create(
        slug="talking",
        game="spada",
        rules=game.rules,
        options=dict(game.complete_options({"players": 3})),
    )
    for number, name in enumerate(("Keith", "Kеith", "Änna")):
        seat = {"table": table, "number": number, "name": name, "owner": visitors[name]}
        old.get_model("web", "Seat").objects.create(**seat)
    lines = {"Keith": "Keith", "Änna (red)": "Änna", "Somebody": ""}
    for name in lines:
        old.get_model("web", "Talk").objects.create(table=table, name=name, text="good evening")
    return lines


def check_crowd(lines: dict[str, str]) -> None:
    """Check that all accounts keep and find their names, and lines have their authors."""
    found = list(Account.objects.order_by("pk"))
    assert len(found) == 7
    assert all(account.plain and account.looks for account in found)
    for account in found:
        assert account_called(account.username) == account
        person = Person()
        form = {"name": account.username, "password": PASSWORD}
        assert person.post("/account/enter", form).status_code == 302
    assert {
        line.name: line.by.account.username if line.by else ""
        for line in Talk.objects.select_related("by__account")
    } == lines


@pytest.mark.soak  # the test below restores them from a backup
def test_old_names_and_talk_are_migrated(before_people: Any, run: Run) -> None:
    """Names that are no longer allowed do not stop an upgrade."""
    lines = crowded(before_people)
    code, _, err = run("upgrade")
    assert code == 0, err
    check_crowd(lines)


def test_old_names_and_talk_in_a_backup_are_migrated(
    before_people: Any, run: Run, tmp_path: Path
) -> None:
    lines = crowded(before_people)
    file = tmp_path / "before.zip"
    backup.save(file)
    migrate()
    code, _, err = run("restore", str(file), "--replace")
    assert code == 0, err
    check_crowd(lines)


def test_a_database_of_a_newer_version_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db.migrations.recorder import MigrationRecorder

    monkeypatch.setattr(settings, "HOME", tmp_path)
    recorder = MigrationRecorder(connection)
    recorder.record_applied("web", "0099_elephants")
    try:
        code, _, err = run("upgrade")
        assert (code, err) == (1, "This database was made by a newer version of Chancery.\n")
        with pytest.raises(backup.BadBackup):
            backup.save(tmp_path / "b.zip")
        assert not list(tmp_path.glob("*.zip"))
    finally:
        recorder.record_unapplied("web", "0099_elephants")


def test_a_new_site_makes_no_backup(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "HOME", tmp_path)
    monkeypatch.setattr("chancery.web.server.serve.has_tables", lambda: False)
    code, out, _ = run("upgrade")
    assert code == 0
    assert "Saved" not in out
    assert not (tmp_path / "backups").exists()

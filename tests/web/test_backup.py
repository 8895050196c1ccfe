"""Backups: one moment of a running site as a file, restored on either database."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import zipfile
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from chancery import games
from chancery.cli.main import main
from chancery.web.base.models import Count
from chancery.web.community import tournaments
from chancery.web.community.models import Follow, Tournament
from chancery.web.identity.models import Account, Rating, Report, Token, Visitor
from chancery.web.operators import backup, repairs
from chancery.web.outbox.models import Channel, Notice
from chancery.web.tables import sittings
from chancery.web.tables.models import Entry, Notebook, Seat, Table, Talk, Work
from tests.timeouts import PATIENCE
from tests.web.logs import random_sitting, store_as_table
from tests.web.people import Person, at_once, legal, log_of, run_bots, seat_asked, sitting_of
from tests.zygote import zygote

Run = Callable[..., tuple[int, str, str]]
pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "ein-langes-Kennwort-1757"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with a secret key."""
    monkeypatch.setattr(settings, "HOME", tmp_path / "home")
    settings.HOME.mkdir()
    (settings.HOME / "secret-key").write_text("the-key-of-the-house")
    return settings.HOME


@pytest.fixture
def host() -> Person:
    """Create an account and rows of every kind that belong to it."""
    person = Person()
    form = {"name": "Keith", "password": PASSWORD, "mail": "keith@example.org"}
    assert person.post("/account/join", form).status_code == 302
    table = person.open("me", "open", "bot:random", names="Keith")
    Person().sit(table, 1, name="Österreich “𝔸”")
    person.talk(table, "Guten Tag — ça va?\t")
    person.send(table, "notes", {"text": "a\nb"})
    keith = Account.objects.get()
    Group.objects.create(name="helpers").permissions.set(
        Permission.objects.filter(codename__in=["view_report", "change_report"])
    )
    keith.user_permissions.set(Permission.objects.filter(codename="view_table"))
    keith.groups.set(Group.objects.all())
    Token.objects.create(account=keith, name="bot", digest="d" * 64, used="2026-11-15")
    channel = Channel.objects.create(account=keith, kind="mail", address="keith@example.org")
    Notice.objects.create(channel=channel, kind="turn", table=table, seat=0, ripe=timezone.now())
    Report.objects.create(about=keith, table=table, text="he laughs")
    Rating.objects.create(game="spada", account=keith, mu=25.123456789012345, sigma=8.3)
    rematch = store_as_table(random_sitting("friedrich", 30), keith.visitor)
    Table.objects.filter(pk=rematch.pk).update(follows=table)
    assert Session.objects.exists()
    assert Count.objects.exists()
    return person


def rows() -> dict[str, Any]:
    """Return everything that is saved, by model."""
    found = {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in backup._models(backup.present)
    }
    for account in Account.objects.all():
        found[account.username] = sorted(account.get_all_permissions())
    return found


def empty_site() -> None:
    """Empty the site, as after the first start on another machine, with new sequences."""
    call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=False)
    sittings.forget()


def remade(path: Path, change: Callable[[dict[str, Any], list[Any]], None]) -> Path:
    """Forge a backup: changed content with a correct digest."""
    with zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        lines = [json.loads(line) for line in archive.read("data.jsonl").splitlines()]
    digest = manifest["sha256"]
    change(manifest, lines)
    data = "".join(f"{json.dumps(line)}\n" for line in lines)
    if manifest.get("sha256") == digest:
        manifest["sha256"] = sha256(data.encode()).hexdigest()
    other = path.with_name("other.zip")
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        archive.writestr("data.jsonl", data)
    return other


# -- saving --------------------------------------------------------------------------------------


def test_contents_of_a_backup(home: Path, host: Person, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "b.zip"
    code, out, _ = run("backup", str(path))
    assert code == 0
    assert out == (
        f"Saved in {path}. Tables: 2; accounts: 1."
        " The file contains everything, hidden cards included.\n"
    )
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["b.zip"]
    with zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        data = archive.read("data.jsonl")
        assert archive.read("secret-key") == b"the-key-of-the-house"
    assert manifest["format"] == 1
    assert manifest["rules"]["friedrich"] == games.find("friedrich").rules
    assert "web.0003_lobby" in manifest["migrations"]
    assert manifest["sha256"] == sha256(data).hexdigest()
    lines = [json.loads(line) for line in data.splitlines()]
    assert sum(manifest["counts"].values()) == len(lines)
    assert manifest["counts"]["web.entry"] == Entry.objects.count() >= 30
    assert not {"sessions.session", "web.count", "auth.permission"} & {x["model"] for x in lines}
    # rows that others refer to come first
    order = [line["model"] for line in lines]
    for model in ("web.seat", "web.entry", "web.notice", "web.report"):
        assert order.index("web.table") < order.index(model)
    assert run("backup", str(path), "--without-key")[0] == 0
    with zipfile.ZipFile(path) as archive:
        assert sorted(archive.namelist()) == ["data.jsonl", "manifest.json"]


def test_an_older_backup_is_kept_beside(home: Path, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "site.zip"
    assert run("backup", str(path))[0] == 0
    first = path.read_bytes()
    code, out, _ = run("backup", str(path))
    assert code == 0
    assert out.endswith(f"The previous version is kept in {tmp_path / 'site-1.zip'}.\n")
    assert (tmp_path / "site-1.zip").read_bytes() == first
    assert zipfile.is_zipfile(path)


def test_a_file_that_is_not_a_backup_is_not_overwritten(
    home: Path, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear Anna")
    code, _, err = run("backup", str(path))
    assert code == 1
    assert err == f"{path} exists and is not a backup: it is not replaced.\n"
    assert path.read_text() == "dear Anna"
    assert not (tmp_path / "letter-1.txt").exists()
    code, _, err = run("backup", str(tmp_path / "nowhere" / "b.zip"))
    assert code == 2
    assert "nowhere" in err


def test_a_failed_backup_keeps_the_old_file(
    home: Path, host: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.zip"
    backup.save(path)
    before = path.read_bytes()

    def breaks(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup._DigestWriter, "write", breaks)
    with pytest.raises(OSError, match="No space"):
        backup.save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["b.zip"]


def test_a_backup_is_a_snapshot_and_blocks_nobody(
    home: Path, host: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is made between reading the tables and reading the logs."""
    table = Table.objects.order_by("pk").first()
    run_bots()
    before = rows()
    serialize = backup._Lines.serialize
    moved: list[int] = []

    def move() -> None:
        seat = seat_asked(table)
        sittings.act(Table.objects.get(pk=table.pk), seat, [legal(table, seat)[0]], None)
        moved.append(seat)

    def slowly(self: Any, queryset: Any, **named: Any) -> Any:
        found = serialize(self, queryset, **named)
        if not moved:
            at_once(move)
            Account.objects.create(username="Seydlitz")
        return found

    monkeypatch.setattr(backup._Lines, "serialize", slowly)
    path = tmp_path / "b.zip"
    backup.save(path)
    monkeypatch.undo()
    assert moved
    assert rows() != before
    empty_site()
    backup.restore(path)
    assert rows() == before
    assert [look.problems for look in repairs.check()] == [(), ()]


# -- restoring -----------------------------------------------------------------------------------


def test_a_restored_site_is_complete_and_playable(
    home: Path, host: Person, tmp_path: Path, run: Run
) -> None:
    table = Table.objects.order_by("pk").first()
    run_bots()
    before, digest = rows(), sitting_of(table).state.digest()
    path = tmp_path / "b.zip"
    backup.save(path)
    empty_site()
    (home / "secret-key").write_text("another")
    code, out, _ = run("restore", str(path))
    assert code == 0
    assert out.splitlines() == [
        "Restored. Tables: 2; accounts: 1. Everyone has to log in again.",
        "Tables checked: 2; everything is in order.",
    ]
    assert rows() == before
    assert sitting_of(table).state.digest() == digest
    assert (home / "secret-key").read_text() == "the-key-of-the-house"
    assert stat.S_IMODE((home / "secret-key").stat().st_mode) == 0o600
    assert not Session.objects.exists()
    assert not Count.objects.exists()
    # people come back and go on; keys continue from where they were
    last = max(Table.objects.values_list("pk", flat=True))
    person = Person()
    assert person.post("/account/enter", {"name": "Keith", "password": PASSWORD}).status_code == 302
    assert person.state(table)["own"] == [0]
    fresh = person.play_now()
    assert fresh.pk > last
    run_bots()
    running = Table.objects.get(follows=table)
    seat = seat_asked(running)
    length = len(log_of(running))
    assert person.act(running, seat, legal(running, seat)[0]).status_code == 200
    assert len(log_of(running)) == length + 1
    for model in (Account, Seat, Visitor, Talk, Work, Notebook, Report, Token):
        key = model._base_manager.order_by("-pk").values_list("pk", flat=True).first() or 0
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                name = f"{model._meta.db_table}_id_seq"
                cursor.execute(f"SELECT last_value, is_called FROM {name}")
                value, called = cursor.fetchone()
                assert value + called > key


def test_restoring_over_a_site_in_use_needs_force(
    home: Path, host: Person, tmp_path: Path, run: Run
) -> None:
    first = tmp_path / "first.zip"
    mate = Account.objects.create(username="Seydlitz")
    backup.save(first)
    before = rows()
    Person().play_now()
    Account.objects.create(username="Zieten")
    mate.user_permissions.add(Permission.objects.get(codename="view_channel"))
    now = rows()
    code, out, err = run("restore", str(first))
    assert code == 2
    assert (
        err
        == "This site already has tables or accounts; --replace replaces them with the backup.\n"
    )
    assert rows() == now
    code, out, _ = run("restore", str(first), "--replace")
    assert code == 0
    assert rows() == before
    assert not Session.objects.exists()  # they belonged to other accounts
    (saved,) = (home / "backups").iterdir()
    assert str(saved) in out
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    # and back again
    assert run("restore", str(saved), "--replace")[0] == 0
    assert rows() == now


def newer_migration(manifest: dict[str, Any], lines: list[Any]) -> None:
    manifest["migrations"].append("web.0099_elephants")


def newer_rules(manifest: dict[str, Any], lines: list[Any]) -> None:
    manifest["rules"]["friedrich"] = 99


def newer_game(manifest: dict[str, Any], lines: list[Any]) -> None:
    manifest["rules"]["whist"] = 1


def newer_format(manifest: dict[str, Any], lines: list[Any]) -> None:
    manifest["format"] = 2


def other_digest(manifest: dict[str, Any], lines: list[Any]) -> None:
    manifest["sha256"] = "0" * 64


def a_row_less(manifest: dict[str, Any], lines: list[Any]) -> None:
    lines.pop()


def a_row_twice(manifest: dict[str, Any], lines: list[Any]) -> None:
    lines.append(lines[-1])
    manifest["counts"][lines[-1]["model"]] += 1


def a_seat_at_no_table(manifest: dict[str, Any], lines: list[Any]) -> None:
    next(line for line in lines if line["model"] == "web.seat")["fields"]["table"] = 9999


def a_word_for_a_number(manifest: dict[str, Any], lines: list[Any]) -> None:
    next(line for line in lines if line["model"] == "web.entry")["fields"]["number"] = "many"


def rows_of_others(manifest: dict[str, Any], lines: list[Any]) -> None:
    fields = {"app_label": "x", "model": "y"}
    lines.append({"model": "contenttypes.contenttype", "pk": 999, "fields": fields})
    manifest["counts"]["contenttypes.contenttype"] = 1


def no_manifest(manifest: dict[str, Any], lines: list[Any]) -> None:
    manifest.clear()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (newer_migration, "was made by a newer version of Chancery"),
        (newer_rules, "was made by a newer version of Chancery"),
        (newer_game, "games that are not installed here (whist)"),
        (newer_format, "was made by a newer version of Chancery"),
        (other_digest, "is damaged"),
        (a_row_less, "is damaged"),
        (a_row_twice, "is damaged"),
        (a_seat_at_no_table, "is damaged"),
        (a_word_for_a_number, "is damaged"),
        (rows_of_others, "is damaged"),
        (no_manifest, "is damaged"),
    ],
)
def test_a_file_that_is_refused_changes_nothing(
    change: Callable[..., None], said: str, home: Path, host: Person, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "b.zip"
    backup.save(path)
    before = rows()
    sessions = Session.objects.count()
    code, _, err = run("restore", str(remade(path, change)), "--replace")
    assert code == 1
    assert said in err
    assert err.count("\n") == 1
    assert rows() == before
    assert Session.objects.count() == sessions
    assert (home / "secret-key").read_text() == "the-key-of-the-house"


def test_files_that_are_not_backups_are_refused(
    home: Path, host: Person, tmp_path: Path, run: Run
) -> None:
    good = tmp_path / "b.zip"
    backup.save(good)
    whole = good.read_bytes()
    files = {
        "empty": b"",
        "text": b"dear Anna",
        "cut": whole[: len(whole) // 2],
        "spoiled": whole[:200] + b"????????" + whole[208:],
    }
    other = tmp_path / "z.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("letter.txt", "dear Anna")
    files["another zip"] = other.read_bytes()
    before = rows()
    for name, content in files.items():
        path = tmp_path / name
        path.write_bytes(content)
        code, _, err = run("restore", str(path), "--replace")
        assert code == 1, name
        assert "not a Chancery backup" in err
    code, _, err = run("restore", str(tmp_path / "nowhere.zip"))
    assert code == 2
    assert "nowhere.zip" in err
    assert rows() == before
    assert not (home / "backups").exists()


def test_an_older_backup_gets_defaults_for_new_fields(
    home: Path, host: Person, tmp_path: Path
) -> None:
    path = tmp_path / "b.zip"
    backup.save(path)

    def older(manifest: dict[str, Any], lines: list[Any]) -> None:
        manifest["migrations"].remove("web.0003_lobby")
        for line in list(lines):
            if line["model"] in ("web.channel", "web.notice", "web.token", "web.rating"):
                lines.remove(line)
            for name in ("pace", "lapse", "started", "asked", "follows", "due", "reminded"):
                line["fields"].pop(name, None)
        for model in ("web.channel", "web.notice", "web.token", "web.rating"):
            del manifest["counts"][model]

    other = remade(path, older)
    empty_site()
    backup.restore(other)
    table = Table.objects.order_by("pk").first()
    assert (table.pace, table.lapse, table.started, table.asked) == (0, "bot", True, None)
    assert not Channel.objects.exists()
    assert [look.problems for look in repairs.check()] == [(), ()]


def test_times_keep_microseconds(home: Path, host: Person, tmp_path: Path) -> None:
    moment = timezone.now().replace(microsecond=123457) - timedelta(days=3)
    Entry.objects.update(at=moment)
    path = tmp_path / "b.zip"
    backup.save(path)
    empty_site()
    backup.restore(path)
    assert set(Entry.objects.values_list("at", flat=True)) == {moment}


def test_a_backup_is_restored_on_sqlite(home: Path, host: Person, tmp_path: Path) -> None:
    """The restore runs in its own process; on PostgreSQL, the backup comes from there."""
    run_bots()
    table = Table.objects.order_by("pk").first()
    digest = sitting_of(table).state.digest()
    path, other = tmp_path / "b.zip", tmp_path / "other"
    backup.save(path)
    env = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    env |= {"CHANCERY_HOME": str(other), "LC_ALL": "C"}

    def run(*arguments: str) -> str:
        log = tmp_path / "log"
        log.write_text("")
        code = zygote().fork(arguments, env, log).wait(PATIENCE)
        assert code == 0, log.read_text()
        return log.read_text()

    said = run("-m", "chancery.cli.main", "admin", "restore", str(path))
    assert "Tables checked: 2; everything is in order." in said
    assert (other / "secret-key").read_text() == "the-key-of-the-house"
    script, back = tmp_path / "look.py", tmp_path / "back.zip"
    script.write_text(
        "from chancery.web.server import serve; serve.set_up()\n"
        "from chancery.web.operators import backup\n"
        "from chancery.web.tables import sittings\n"
        "from chancery.web.tables.models import Table\n"
        "from pathlib import Path; import sys\n"
        "table = Table.objects.get(slug=sys.argv[1])\n"
        "print(sittings.load(table).state.digest()); backup.save(Path(sys.argv[2]))\n"
    )
    assert run(str(script), table.slug, str(back)).strip() == str(digest)
    with sqlite3.connect(other / "site.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM web_table").fetchone() == (2,)
    # and back again
    before = rows()
    empty_site()
    backup.restore(back)
    assert rows() == before
    assert main(["admin", "check"]) == 0


def test_community_data_is_restored(home: Path, host: Person, tmp_path: Path) -> None:
    cup = {"title": "Cup", "option-players": "3", "kind": "swiss", "wanted": "3", "days": "2"}
    assert host.post("/tournaments/new/spada", cup | {"rounds": "2"}).status_code == 302
    tournament = Tournament.objects.get()
    for name in ("Otto", "Paula"):
        other = Account.objects.create(username=name)
        Follow.objects.create(by=Account.objects.get(username="Keith"), whom=other)
        tournaments.join(tournament, other)
    call = {"game": "spada", "text": "ça va?", "language": "fr"}
    assert host.post("/calls", call).status_code == 302
    path = tmp_path / "b.zip"
    before, counts = rows(), backup.save(path)
    wanted = {"web.chair": 3, "web.match": 1, "web.entrant": 3, "web.tournament": 1}
    assert wanted | {"web.call": 1, "web.follow": 2} == {
        label: counts[label] for label in (*wanted, "web.call", "web.follow")
    }
    empty_site()
    backup.restore(path)
    assert rows() == before

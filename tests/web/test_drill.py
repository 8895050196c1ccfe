"""The restore drill: a backup is restored somewhere else, and every table replayed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from chancery.web.server import drill
from chancery.web.tables.models import Entry, Table
from tests.browser.server import DATABASE, migrated
from tests.web.people import Person, sitting_of

pytestmark = pytest.mark.django_db(transaction=True)
Run = Callable[..., tuple[int, str, str]]


def played(tables: int = 2) -> list[Table]:
    """Open tables and play an action at each."""
    found = []
    for _ in range(tables):
        person = Person()
        table = person.open("me", "here", "here")
        seat = sitting_of(table).state.asked[0].seat
        assert (
            person.act(table, seat, sitting_of(table).state.legal(seat)[0].text).status_code == 200
        )
        found.append(table)
    return found


def test_a_backup_is_restored_elsewhere_and_every_table_replayed(run: Run, tmp_path: Path) -> None:
    tables = played()
    path = tmp_path / "site.zip"
    code, said, _ = run("backup", str(path), "--verify")
    assert code == 0
    assert "Tables: 2" in said
    assert "problems: 0" in said
    assert Table.objects.count() == len(tables)  # nothing was changed here


class Prepared(TemporaryDirectory[str]):
    """A folder with a migrated database, which a drill need not migrate itself."""

    def __enter__(self) -> str:
        Path(self.name, DATABASE).write_bytes(migrated())
        return self.name


def test_a_table_that_does_not_replay_fails_the_drill(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drill, "TemporaryDirectory", Prepared)
    _, damaged = played()
    Entry.objects.filter(table=damaged).update(action="no such action")
    assert run("backup", str(tmp_path / "site.zip"))[0] == 0
    code, said, _ = run("drill", str(tmp_path), "--json")  # the newest backup of a folder
    report = json.loads(said)
    assert code == 1
    assert (report["ok"], report["tables"], report["backup"]) == (False, 2, "site.zip")
    assert report["actions"] == Entry.objects.count() >= 2
    assert [found["table"] for found in report["problems"]] == [damaged.slug]
    assert "no such action" not in said


def test_what_is_no_backup_fails_the_drill(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "site.zip"
    path.write_bytes(b"no backup")
    code, _, complaint = run("drill", str(path))
    assert code != 0
    assert "not a Chancery backup" in complaint
    path.unlink()
    assert "There is no backup in" in run("drill", str(tmp_path))[2]

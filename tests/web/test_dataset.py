"""The finished games of a site as a data set: which ones, and that it names nobody."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from chancery import games
from chancery.core import BadOption, State
from chancery.web.identity.models import Report, Visitor
from chancery.web.tables import sittings
from chancery.web.tables.models import Entry, Seat, Table
from tests.web.logs import random_sitting, store_as_table

pytest.importorskip("pyarrow")
import pyarrow.parquet as pq

from chancery.dataset import files
from chancery.web.operators import dataset

pytestmark = pytest.mark.django_db
ENDED = timezone.datetime(2026, 3, 14, 15, 9, 26, tzinfo=timezone.get_default_timezone())


def played(game: str = "spada", seed: str = "hush-1757", **more: object) -> Table:
    """Return a public game that has been played to its end, with undos, the last seat by a bot."""
    owner = Visitor.objects.create(name="Annabella", key=f"key-{Visitor.objects.count()}")
    table = store_as_table(random_sitting(game, seed=seed), owner, "steward")
    known = {"public": True, "private": False, "finished": ENDED, "title": "Sunday in Siena"}
    Table.objects.filter(pk=table.pk).update(**{**known, **more})
    table.refresh_from_db()
    return table


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder / table).to_pylist()
    return found


def test_a_game_is_exported_without_its_undone_actions(tmp_path: Path) -> None:
    table = played()
    assert dataset.export(tmp_path / "out") == (1, 0)
    (known,) = rows(tmp_path / "out", "games")
    game = games.find("spada")
    state: State = game.start(table.options, table.seed)
    positions = rows(tmp_path / "out", "positions")
    assert len(positions) == known["plies"] < table.length
    for row in positions:
        assert row["view"] == list(game.encode(state.view(row["seat"])))
        assert row["state"] is None
        state.apply(row["notation"], row["seat"])
    assert state.digest() == known["digest"]
    assert known["seed"] is None
    assert known["month"] == "2026-03"
    assert known["bots"] == [None, None, None, "steward"]


def test_nothing_in_it_tells_who_played_where_and_when(tmp_path: Path) -> None:
    table = played()
    Seat.objects.filter(table=table, number=0).update(gone=True, owner=None, bot="steward")
    dataset.export(tmp_path / "out")
    values = json.dumps([rows(tmp_path / "out", name) for name in ("games", "positions")])
    values += (tmp_path / "out" / files.HEAD).read_text()
    secrets = ["Annabella", "N0", "Siena", table.slug, table.invitation, "hush", "2026-03-14"]
    assert [secret for secret in secrets if secret in values] == []
    (known,) = rows(tmp_path / "out", "games")
    assert known["bots"][0] is None


@pytest.mark.parametrize(
    "other",
    [
        {"public": False},
        {"private": True},
        {"over": False, "finished": None},
        {"closed": True},
        {"imported": True},
        {"course": "guide"},
        {"data": "{}"},
        {"position": {}},
        {"seed": None},
    ],
)
def test_other_tables_are_left_out(tmp_path: Path, other: dict[str, Any]) -> None:
    played(**other)
    assert dataset.export(tmp_path / "out") == (0, 0)
    assert rows(tmp_path / "out", "positions") == []


def test_a_game_that_is_not_installed_is_left_out(tmp_path: Path) -> None:
    Table.objects.filter(pk=played().pk).update(game="another")
    assert dataset.export(tmp_path / "out") == (0, 0)


def test_a_copy_of_a_table_is_left_out(tmp_path: Path) -> None:
    original = played()
    played(source=original)
    assert dataset.export(tmp_path / "out") == (1, 0)


def test_games_of_different_kinds_are_in_one_data_set(tmp_path: Path) -> None:
    played()
    played("revolution")
    assert dataset.export(tmp_path / "out") == (2, 0)
    assert {row["game"] for row in rows(tmp_path / "out", "games")} == {"spada", "revolution"}
    widths = {len(row["view"]) for row in rows(tmp_path / "out", "positions")}
    assert widths == {games.find(name).shape()[0] for name in ("spada", "revolution")}
    assert dataset.export(tmp_path / "one", "spada") == (1, 0)


def test_a_game_that_cannot_be_replayed_is_left_out(tmp_path: Path) -> None:
    spoiled = played()
    played()
    Entry.objects.filter(table=spoiled, number=20).update(action="add tulips")
    sittings.forget()
    assert dataset.export(tmp_path / "out") == (1, 1)
    (known,) = rows(tmp_path / "out", "games")
    assert len(rows(tmp_path / "out", "positions")) == known["plies"]


def test_a_game_whose_log_stops_early_leaves_no_rows(tmp_path: Path) -> None:
    table = played()
    Table.objects.filter(pk=table.pk).update(length=30)
    assert dataset.export(tmp_path / "out") == (0, 1)
    assert rows(tmp_path / "out", "positions") == []


def test_a_full_disk_stops_the_export_and_spoils_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: object, rows: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    played()
    monkeypatch.setattr(files, "_GROUP", 0)
    monkeypatch.setattr(pq.ParquetWriter, "write_table", full)
    with pytest.raises(OSError, match="No space left"):
        dataset.export(tmp_path / "out")
    assert not Report.objects.exists()
    assert [file.name for file in (tmp_path / "out").rglob("*") if file.is_file()] == [files.HEAD]


def test_a_disk_that_is_full_at_the_end_of_a_part_leaves_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*tables: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    played()
    monkeypatch.setattr(pq.ParquetWriter, "write_table", full)
    with pytest.raises(OSError, match="No space left"):
        dataset.export(tmp_path / "out")
    assert [file.name for file in (tmp_path / "out").rglob("*") if file.is_file()] == [files.HEAD]


@pytest.mark.parametrize("deleted", [True, False])
def test_a_game_withdrawn_during_the_export_is_not_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deleted: bool
) -> None:
    first, second = played(seed="1"), played(seed="2")
    monkeypatch.setattr(dataset.secrets.SystemRandom, "shuffle", lambda self, keys: keys.sort())

    def withdraw(n: int, of: int) -> None:
        other = Table.objects.filter(pk=second.pk)
        other.delete() if deleted else other.update(public=False)

    assert first.pk < second.pk
    assert dataset.export(tmp_path / "out", progress=withdraw) == (1, 0)
    assert len(rows(tmp_path / "out", "games")) == 1


def test_numbers_do_not_tell_the_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in ("1", "2", "3"):
        played(seed=seed)
    monkeypatch.setattr(dataset.secrets.SystemRandom, "shuffle", lambda self, keys: keys.reverse())
    dataset.export(tmp_path / "out")
    digests = [row["digest"] for row in rows(tmp_path / "out", "games")]
    expected = [random_sitting("spada", seed=seed).state.digest() for seed in ("3", "2", "1")]
    assert digests == expected


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    dataset.export(tmp_path / "out")
    with pytest.raises(BadOption):
        dataset.export(tmp_path / "out")


def test_the_command_says_what_was_written(
    tmp_path: Path, run: Callable[..., tuple[int, str, str]]
) -> None:
    table = played()
    code, out, _ = run("export", "--out", str(tmp_path / "out"), "--json")
    assert code == 0
    summary = json.loads(out)
    assert (summary["games"], summary["spoiled"]) == (1, 0)
    assert 0 < summary["positions"] < table.length
    code, out, _ = run("export", "--out", str(tmp_path / "two"), "--game", "friedrich")
    assert code == 0
    assert "Games: 0; positions: 0" in out

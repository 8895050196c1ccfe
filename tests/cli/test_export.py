"""`chancery export`: data sets in Parquet, their schema, and what they say about whom."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from chancery import games, installing
from chancery.core import BadOption, State
from chancery.dataset.schema import GAMES, POSITIONS, TABLES, markdown
from tests.cli.conftest import Run

pytest.importorskip("pyarrow")
import pyarrow.parquet as pq

from chancery.arena import self_play
from chancery.dataset import files

DOCS = Path(__file__).parent.parent.parent / "docs" / "data.md"
SPADA = ("export", "spada", "--option", "players=3", "--games", "3", "--out", "out")


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder / table).to_pylist()
    return found


@pytest.fixture
def exported(run: Run, tmp_path: Path) -> Path:
    """Return the folder of three games of La Spada, played by random bots."""
    assert run(*SPADA)[0] == 0
    return tmp_path / "out"


@pytest.mark.parametrize("table", TABLES)
def test_the_documentation_shows_the_schema(table: str) -> None:
    assert markdown(table) in DOCS.read_text("utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_the_files_have_the_documented_schema(exported: Path, table: str) -> None:
    schema = pq.read_schema(exported / table / "part-00000.parquet")
    for column, field in zip(TABLES[table], schema, strict=True):
        kind = str(field.type).replace("element: ", "").replace("item: ", "")
        assert (field.name, kind, field.nullable) == (column.name, column.kind, column.nullable)


def test_rows_are_what_the_seats_saw_and_did(exported: Path) -> None:
    game = games.find("spada")
    by_game: dict[int, list[dict[str, Any]]] = {}
    for row in rows(exported, POSITIONS):
        by_game.setdefault(row["game_id"], []).append(row)
    for played in rows(exported, GAMES):
        options = json.loads(played["options"])
        state: State = game.start(options, played["seed"], rules=played["rules"])
        assert played["plies"] == len(by_game[played["game_id"]])
        for ply, row in enumerate(by_game[played["game_id"]]):
            seat = state.asked[0].seat
            legal = state.legal(seat)
            assert (row["ply"], row["seat"], row["question"]) == (ply, seat, state.asked[0].name)
            assert row["phase"] == type(state.phases[-1]).__name__
            assert row["view"] == list(game.encode(state.view(seat)))
            assert row["legal"] == [game.notation.index(action) for action in legal]
            assert row["legal_count"] == len(legal)
            assert row["state"] is None
            action = game.notation[row["action"]]
            assert action.text == row["notation"]
            state.apply(action, seat)
        outcome = state.result
        assert outcome is not None
        assert state.digest() == played["digest"]
        assert played["winners"] == list(outcome.winners)
        assert played["ranks"] == list(outcome.ranks)
        assert played["bots"] == ["random"] * 3
        assert played["month"] is None
        for row in by_game[played["game_id"]]:
            assert row["rank"] == outcome.ranks[row["seat"]]
            assert row["value"] == pytest.approx(outcome.reward(row["seat"]))


def test_whole_positions_are_exported_only_if_asked_for(run: Run, tmp_path: Path) -> None:
    assert run(*SPADA, "--states")[0] == 0
    game = games.find("spada")
    row = rows(tmp_path / "out", POSITIONS)[40]
    state = game.state.from_plain(game, json.loads(row["state"]))
    assert list(game.encode(state.view(row["seat"]))) == row["view"]


def test_the_summary_counts_what_was_written(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(*SPADA, "--json")
    assert code == 0
    summary = json.loads(out)
    assert summary["games"] == 3
    assert summary["positions"] == len(rows(tmp_path / "out", POSITIONS))
    assert summary["bytes"] == sum(f.stat().st_size for f in (tmp_path / "out").rglob("*.parquet"))
    assert summary["bots"] == ["random"] * 3
    assert summary["resumed"] is False


def test_an_interrupted_export_is_continued(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_play, "_LEAST", 1)  # a part for each game
    assert run(*SPADA)[0] == 0
    folder = tmp_path / "out"
    whole = {file: file.read_bytes() for file in folder.rglob("part-*.parquet")}
    assert len(whole) == 6
    later = folder / GAMES / "part-00001.parquet"
    later.unlink()  # as if it had been interrupted between the two tables
    first = folder / GAMES / "part-00000.parquet"
    kept = first.stat().st_mtime_ns
    code, out, _ = run(*SPADA, "--json")
    assert (code, json.loads(out)["resumed"]) == (0, True)
    assert {file: file.read_bytes() for file in folder.rglob("part-*.parquet")} == whole
    assert first.stat().st_mtime_ns == kept


def test_a_damaged_part_is_named_and_made_anew_once_deleted(tmp_path: Path, run: Run) -> None:
    assert run(*SPADA)[0] == 0
    damaged = tmp_path / "out" / GAMES / "part-00000.parquet"
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:3])
    code, _, err = run(*SPADA)
    assert code == 2
    assert f"{damaged.name} is damaged: delete it" in " ".join(err.split())
    damaged.unlink()
    assert run(*SPADA)[0] == 0
    assert damaged.read_bytes() == whole


def test_a_game_that_fails_leaves_no_half_a_part(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_play, "LONGEST", 30)
    code, _, err = run(*SPADA)
    assert code == 1
    assert "The game with the seed 1:0 does not end" in err
    assert [file.name for file in (tmp_path / "out").rglob("*") if file.is_file()] == [files.HEAD]


@pytest.mark.parametrize("changed", [("--games", "4"), ("--seed", "2"), ("--states",)])
def test_another_data_set_is_not_overwritten(
    exported: Path, run: Run, changed: tuple[str, ...]
) -> None:
    code, _, err = run(*SPADA, *changed)
    assert code == 2
    assert "contains another data set, and nothing is overwritten" in err


def test_a_folder_with_other_files_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("")
    code, _, err = run(*SPADA)
    assert code == 2
    assert "contains other files, and nothing is overwritten" in err


def test_a_damaged_head_is_refused(tmp_path: Path) -> None:
    (tmp_path / files.HEAD).write_text("{")
    with pytest.raises(BadOption):
        files.prepare(tmp_path, {})


@pytest.mark.parametrize(
    ("seats", "problem"),
    [("random,random", "There are 3 seats"), ("knight", "There is no bot knight")],
)
def test_wrong_bots_are_refused_before_anything_is_written(
    run: Run, tmp_path: Path, seats: str, problem: str
) -> None:
    code, _, err = run(*SPADA, "--seats", seats)
    assert (code, (tmp_path / "out").exists()) == (2, False)
    assert problem in err


def test_a_missing_package_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    code, _, err = run(*SPADA)
    assert code == 2
    assert installing("data") in err


def test_duckdb_reads_it_in_one_line(exported: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    query = f"SELECT count(*), sum(len(legal)) FROM '{exported}/positions/*.parquet'"
    known = rows(exported, POSITIONS)
    assert duckdb.sql(query).fetchall() == [(len(known), sum(len(row["legal"]) for row in known))]


@pytest.mark.soak
def test_several_processes_write_the_same_files(run: Run, tmp_path: Path) -> None:
    command = ("export", "spada", "--games", "60", "--json", "--out")
    assert run(*command, "one")[0] == 0
    assert run(*command, "two", "--jobs", "2")[0] == 0
    for file in sorted((tmp_path / "one").rglob("part-*")):
        assert (
            file.read_bytes()
            == (tmp_path / "two" / file.relative_to(tmp_path / "one")).read_bytes()
        )

"""`chancery arena`, `bench` and `coverage`, and the format of their JSON."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chancery import installing
from chancery.arena import bench, matches
from chancery.cli import coverage
from chancery.cli.main import main
from chancery.games import find

ROOT = Path(__file__).parent.parent.parent


def arena(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["arena", "spada", "--json", *arguments]) == 0
    data: dict[str, object] = json.loads(capsys.readouterr().out)
    return data


def test_the_json_of_the_arena_has_a_row_for_each_seat(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "random,random,random"
    found = arena(capsys, "--seats", seats, "--games", "30", "--option", "players=3")
    wanted = {"game", "options", "games", "errors", "decisions", "seconds", "seats"}
    assert wanted <= found.keys()
    assert (found["game"], found["games"], found["errors"]) == ("spada", 30, 0)
    rows = found["seats"]
    assert isinstance(rows, list)
    assert [row["seat"] for row in rows] == ["yellow", "black", "white"]
    assert sum(row["wins"] for row in rows) == pytest.approx(30)
    for row in rows:
        assert row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"]
        assert set(row) == {
            "seat", "bot", "wins", "win_rate", "win_rate_low", "win_rate_high", "points_mean",
            "rank_mean",
        }  # fmt: skip


def test_the_result_does_not_depend_on_the_number_of_processes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "BATCH", 4)
    seats = "steward,random,random,random"
    found = [
        arena(capsys, "--seats", seats, "--games", "9", "--seed", "5", "--jobs", jobs)
        for jobs in ("1", "2")
    ]
    for report in found:
        del report["seconds"]
    assert found[0] == found[1]


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "random,random,random,random"
    assert main(["arena", "spada", "--seats", seats, "--games", "3"]) == 0
    out = capsys.readouterr().out
    assert "Win rate" in out
    assert "Games: 3; errors: 0" in out


def test_an_error_ends_its_game_not_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = matches.Plan("spada", {}, ("random",) * 4, 5, "1")
    start = find("spada").start

    def broken(options: object, seed: str, **rest: object) -> object:
        if seed == "1:3":
            raise RuntimeError("broken")
        return start(options, seed, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(find("spada"), "start", broken)
    report = matches.run(plan)
    assert report.played == 4
    assert report.errors == [("1:3", "RuntimeError: broken")]


def test_walks_are_counted_from_one() -> None:
    command = [sys.executable, "-m", "chancery.conformance", "--walks", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "a whole number from 1 on was expected" in done.stderr


def test_the_json_of_bench_compares_with_a_peer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 1)
    assert main(["bench", "spada", "--seconds", "0.05", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert set(found) == {
        "game", "games_per_s", "decisions_per_s", "clone_us", "view_us", "peer", "peer_per_s",
        "ratio",
    }  # fmt: skip
    assert found["decisions_per_s"] > 0
    assert found["peer"] == "python-chess"


def test_every_rule_has_code_and_a_test(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["coverage", "spada"]) == 0, capsys.readouterr().out
    assert "Items: 89; without code or test: 0" in capsys.readouterr().out


def test_coverage_notices_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", "spada", "--tests", str(tmp_path)]) == 1
    assert "no test" in capsys.readouterr().out
    (tmp_path / "test_x.py").write_text('@pytest.mark.rule("spada", "nonsense")\ndef test(): ...')
    assert main(["coverage", "spada", "--tests", str(tmp_path)]) == 2
    assert "nonsense" in capsys.readouterr().err
    assert main(["coverage", "spada", "--tests", "nowhere"]) == 2


def test_the_rule_of_a_phase_or_refusal_is_a_citation() -> None:
    written = 'class TooLow:\n    rule = "bid.more"\n\n    def say(self):\n        rule = "no"\n'
    found = coverage._code_citations(ast.parse(written), coverage._citation([]))
    assert [*found] == [("bid.more", 2)]


def test_bench_of_environments(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    environments = pytest.importorskip("chancery.env.bench", reason=installing("env"))
    monkeypatch.setattr(environments, "ROUNDS", 1)
    measure = environments.measure
    measured: list[Any] = []

    def measure_once(*given: Any) -> list[Any]:
        if not measured:
            measured.extend(measure(*given))
        return measured

    monkeypatch.setattr(environments, "measure", measure_once)
    assert main(["bench", "spada", "--env", "--seconds", "0.02", "--json"]) == 0
    found = {result["environment"]: result for result in json.loads(capsys.readouterr().out)}
    aec = found["spada, 3 seats, AEC"]
    assert (aec["numbers"], aec["actions"]) == (*find("spada").shape({"players": 3}), 93)
    assert {"spada, 4 seats, Vector of 1", "python-chess", "OpenSpiel chess"} <= found.keys()
    assert found["python-chess"]["per_10000"] == 10_000
    assert all(result["steps_per_s"] > 0 for result in found.values())
    # the same as a table
    assert main(["bench", "spada", "--env", "--seconds", "0.02"]) == 0
    assert "Steps/s" in capsys.readouterr().out


def test_bench_of_environments_names_the_missing_packages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "chancery.env.bench", None)
    assert main(["bench", "spada", "--env"]) == 2
    assert "pip install 'chancery-games[env]'" in capsys.readouterr().err

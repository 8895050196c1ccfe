"""The commands `chancery ladder`, `chancery train` and `chancery analyse`."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from chancery import __version__
from chancery.arena.ladder import Climb, climb, rated
from chancery.arena.results import behaviour
from chancery.cli.main import main
from chancery.core import Outcome
from chancery.games import find

SPADA, THREE = find("spada"), {"players": 3}
QUICK = ["--option", "players=3", "--games", "3", "--seed", "7"]


def test_the_ladder_is_the_same_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["ladder", "spada", *QUICK, "--bots", "random,player", "--json"]
    assert main(argv) == 0
    first = json.loads(capsys.readouterr().out)
    assert main([*argv, "--jobs", "2"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert [(rung["bot"], rung["seat"]) for rung in first["rungs"]] == [
        (bot, seat) for bot in ("random", "player") for seat in ("yellow", "black", "white")
    ]
    assert all(rung["games"] == 3 for rung in first["rungs"])
    assert first["ratings"]["player"]["mu"] > first["ratings"]["random"]["mu"]


def test_the_ladder_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "spada", *QUICK, "--bots", "novice"]) == 0
    assert "Novice" in capsys.readouterr().out


def test_a_long_measurement_is_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.jsonl"
    argv = ["ladder", "spada", *QUICK, "--bots", "random,player", "--json"]
    assert main(argv) == 0
    whole = capsys.readouterr().out
    kept = [*argv, "--results", str(file)]
    assert main(kept) == 0
    assert capsys.readouterr().out == whole
    lines = file.read_text().splitlines(keepends=True)
    # three equal players are the same table in every seat order; and the versions of two bots
    assert len(lines) == 1 + 2 + 3 * 4
    file.write_text("".join(lines[:8]) + lines[8][:20])  # as if stopped while writing a line
    assert main(kept) == 0
    assert capsys.readouterr().out == whole
    assert sorted(file.read_text().splitlines(keepends=True)) == sorted(lines)
    monkeypatch.setattr("chancery.arena.ladder.play_one", None)  # no game is played again
    assert main(kept) == 0
    assert capsys.readouterr().out == whole


def test_versions_of_a_bot_are_not_mixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.jsonl"
    argv = ["ladder", "spada", *QUICK, "--bots", "random", "--against", "random"]
    argv += ["--results", str(file), "--json"]
    assert main(argv) == 0
    whole = capsys.readouterr().out
    written = file.read_text().splitlines()
    version = {"bot": "random", "chancery": __version__}
    assert json.loads(written[1]) == version | {"behaviour": behaviour(SPADA, THREE, "random")}
    more = [*argv, "--games", "4"]
    monkeypatch.setattr("chancery.arena.results.behaviour", lambda game, options, bot: "other")
    assert main(more) == 2
    assert "another version of the bot random" in capsys.readouterr().err.replace("\n", " ")
    file.write_text("\n".join([written[0], *written[2:]]) + "\n")  # a file of unknown versions
    assert main(more) == 2
    assert main(argv) == 0  # but it can be read
    assert capsys.readouterr().out == whole


def test_the_behaviour_of_a_bot_is_that_of_its_plans() -> None:
    assert behaviour(SPADA, THREE, "player") == behaviour(SPADA, THREE, "steward")  # the same bot
    assert behaviour(SPADA, THREE, "player") != behaviour(SPADA, THREE, "novice")


def test_results_of_other_games_are_not_mixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.jsonl"
    argv = ["ladder", "spada", "--bots", "random", "--games", "1", "--results", str(file)]
    assert main([*argv, "--option", "players=3"]) == 0
    before = file.read_text()
    for other in (["--option", "players=4"], ["--option", "players=3", "--seed", "2"]):
        assert main([*argv, *other]) == 2
        assert "holds results of other games" in capsys.readouterr().err
    assert file.read_text() == before
    short = before.replace('"ranks":[', '"ranks":[9,')
    nobody = before.replace('"winners":[', '"winners":[7,')
    deep = before + "[" * 100_000 + "\n"
    last = json.loads(before.splitlines()[-1])
    changes: list[dict[str, Any]] = [
        {"ranks": ["a", "b", "c"]}, {"ranks": [None] * 3}, {"ranks": [float("nan")] * 3},
        {"number": 10**400}, {"number": 1.5}, {"winners": [0, 0]}, {"winners": [1.0]},
        {"winners": []}, {"seats": [1, 2, 3]}, {"points": ["a", "b", "c"]}, {"points": 3},
    ]  # fmt: skip
    odd = [before + json.dumps(last | changed) + "\n" for changed in changes]
    broken = ("", "[]\n", "\x00", "{}\n", "[1]\n", '"a"\n', '{"bot":1,"chancery":"1"}\n')
    for hostile in (*broken, *(before + one for one in broken[3:]), short, nobody, deep, *odd):
        file.write_text(hostile)
        assert main([*argv, "--option", "players=3"]) == 2
        assert str(file.name) in capsys.readouterr().err.replace("\n", "")
        assert file.read_text() == hostile
    missing = str(tmp_path / "none" / "results.jsonl")
    assert main([*argv[:-1], missing, "--option", "players=3"]) == 2


def test_an_unknown_bot_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "spada", *QUICK, "--bots", "nobody"]) == 2
    assert "There is no bot nobody" in capsys.readouterr().err
    assert main(["ladder", "spada", *QUICK, "--against", "nobody"]) == 2
    assert "There is no bot nobody" in capsys.readouterr().err


def test_a_bot_that_is_named_twice_is_measured_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "spada", *QUICK, "--bots", "random, random", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["rungs"]) == 3


def test_games_of_a_bot_against_itself_are_not_rated() -> None:
    found = climb(Climb("spada", {"players": 3}, ("player",), 1, "1", "player"))
    assert found.ratings == {}
    assert sum(rung.wins for rung in found.rungs) == pytest.approx(1)


def test_ratings_follow_results() -> None:
    wins = [(("a", "b"), Outcome((0,), (1, 2), (1, 0)))] * 10
    found = rated(wins)
    assert found["a"][0] > found["b"][0]
    assert found["a"][1] < 8


@pytest.mark.skipif(find_spec("torch") is not None, reason="what is said without PyTorch")
def test_train_names_missing_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "spada"]) == 2
    assert "chancery-games[train]" in capsys.readouterr().err


@pytest.mark.skipif(find_spec("ray") is not None, reason="what is said without Ray")
def test_ray_is_named_when_missing(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["arena", "spada", *QUICK, "--seats", "random,random,random", "--on", "ray"]
    assert main(argv) == 2
    assert "chancery-games[ray]" in capsys.readouterr().err


def test_an_analysis(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "game.chancery")
    assert main(["new", "spada", file, "--option", "players=3", "--seed", "3"]) == 0
    assert main(["act", file, "white", "add grain", "bid"]) == 0
    capsys.readouterr()
    assert main(["analyse", file, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["points"][0]["line"] == 0
    assert sum(data["points"][0]["chances"].values()) == pytest.approx(1, abs=0.001)
    assert main(["analyse", file, "--svg"]) == 0
    assert capsys.readouterr().out.startswith("<svg")
    assert main(["analyse", file]) == 0
    assert "%" in capsys.readouterr().out

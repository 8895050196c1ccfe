"""Games of other packages in the terminal, as installed; also in a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import installed_games
from tests.cli.conftest import Run
from tests.timeouts import PATIENCE

ROOT = Path(__file__).parent.parent.parent
BROKEN = {
    "chancery.games": {
        "broken": "nowhere:GAME",
        "spada": "liars_dice:GAME",
        "bare_class": "liars_dice.game:LiarsDiceGame",
        "other_name": "liars_dice:GAME",
    },
    "chancery.bots": {"nobody": "nowhere:Bot"},
}
Start = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a folder with the metadata of two packages."""
    site = installed_games.install(tmp_path / "site", "liars", installed_games.LIARS_DICE)
    return installed_games.install(site, "heap", installed_games.HEAP)


@pytest.fixture
def start(site: Path, tmp_path: Path) -> Start:
    """Return a function that runs `chancery` as a process with these packages installed."""
    paths = [*sys.path, str(ROOT), str(installed_games.EXAMPLE), str(site)]
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    env = {
        **kept,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "XDG_DATA_HOME": str(tmp_path / "kept"),
        "COLUMNS": "200",
        "LC_ALL": "C.UTF-8",
    }

    def start(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "chancery.cli.main", *arguments]
        return subprocess.run(
            command,
            input=typed,
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    return start


def test_a_foreign_game_is_listed_with_options_and_bots(run: Run, site: Path) -> None:
    with installed_games.installed(site):
        assert "liars_dice  Liar’s Dice" in run("games")[1]
        said = run("games", "liars_dice")[1]
        assert "bots: random (Random, the weakest: moves at random); gambler; doubter" in said
        assert "--option wild=" in said
        said = run("games", "heap")[1]
        assert "bots: random (Random, the weakest: moves at random)\n" in said


def test_a_foreign_game_is_played_in_the_terminal(start: Start) -> None:
    """One person tries the commands, then plays the first choice until the game is over."""
    words = "rules\nrules doubt\nwhy bid 20 ones\nhint\nlook\nhelp\n"
    played = start(
        "play", "liars_dice", "--option", "dice=3", "--seats", "human,gambler,doubter",
        "--seed", "4", typed=words + "1\n" * 200,
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert "There are only 9 dice left. (§bid.most)" in played.stdout
    assert "Or doubt the last bid" in played.stdout
    assert "gambler suggests: " in played.stdout
    assert "Winner: " in played.stdout


@pytest.mark.soak  # tests/test_new_game.py plays a game before it has a face
def test_a_minimal_game_is_played(start: Start, tmp_path: Path) -> None:
    words = "rules\nrules 1\nwhy take 2\nhint\nhelp\n"
    played = start(
        "play", "heap", "--seats", "human,random", "--seed", "4", typed=words + "take 1\n" * 20
    )
    assert played.returncode == 0, played.stderr
    assert "There are no rules to read for Heap." in played.stderr
    assert "The rules of Heap say nothing about “1”." in played.stderr
    assert "Winner: " in played.stdout
    assert "There are no rules to read for Heap." in start("rules", "heap").stderr
    (tmp_path / "tests").mkdir()
    assert "heap has no data/rulebook.toml" in start("coverage", "heap").stderr
    assert start("new", "heap", "game.json").returncode == 0
    assert "This game has no picture yet." in start("show", "game.json", "--svg").stderr
    assert start("show", "game.json", "--seat", "first_one").returncode == 0


def test_a_foreign_game_plays_in_the_arena(start: Start) -> None:
    played = start(
        "arena", "liars_dice", "--seats", "gambler,doubter,random", "--games", "40", "--jobs", "2",
        "--json",
    )  # fmt: skip
    report = json.loads(played.stdout)
    assert (report["games"], report["errors"], report["never"]) == (40, 0, {})
    assert report["seats"][0]["win_rate"] > 0.8


def test_coverage_of_a_foreign_game(run: Run, site: Path) -> None:
    with installed_games.installed(site):
        code, said, _ = run(
            "coverage", "liars_dice", "--tests", str(installed_games.EXAMPLE / "tests")
        )
    assert code == 0, said


def test_conformance_of_a_foreign_game(run: Run, site: Path) -> None:
    with installed_games.installed(site):
        code, said, _ = run(
            "conformance", "liars_dice", "--walks", "12", "--damaged", "20", "--json"
        )
    report = json.loads(said)
    assert (code, report["failure"], report["never"]) == (0, None, {})


def test_a_package_that_cannot_be_played_harms_nobody(
    start: Start, run: Run, site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    installed_games.install(site, "broken", BROKEN)
    said = start("games")
    assert said.returncode == 0
    assert "liars_dice" in said.stdout
    assert "broken  " not in said.stdout
    assert "it cannot be loaded (ModuleNotFoundError: No module named 'nowhere')" in said.stderr
    assert "has a game 'spada' too" in said.stderr
    assert "LiarsDiceGame'>, not an instance of a subclass of Game" in said.stderr
    assert "it moves in as 'other_name', but calls itself 'liars_dice'" in said.stderr
    with installed_games.installed(site):
        assert run("games", "liars_dice")[0] == 0
        assert "the bot nobody cannot be loaded" in caplog.text
        code, out, _ = run("conformance", "broken")
    assert code == 1
    assert "No module named 'nowhere'" in out

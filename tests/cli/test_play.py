"""A game in the terminal, typed line by line."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from chancery.cli.main import main

Play = Callable[..., str]


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    """Play with these lines typed; the whole screen."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("LC_ALL", "C")

    def play(lines: list[str], *arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        assert main(["play", "spada", *arguments]) == 0
        out, err = capsys.readouterr()
        return out + err

    return play


def kept(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "chancery").glob("*.json"))


def test_a_whole_game_against_bots(play: Play, tmp_path: Path) -> None:
    """Enter twice and a name, then always the first choice on the list."""
    screen = play(["", "", "Anna", *["1"] * 3000], "--seed", "7")
    assert "Anna" in screen
    assert "wins." in screen or "shared win" in screen
    (record,) = kept(tmp_path)
    assert main(["check", str(record)]) == 0
    assert json.loads(record.read_text())["names"][0] == "Anna"


def test_a_game_is_kept_and_goes_on(play: Play, tmp_path: Path) -> None:
    play(["", "", "Anna", "pass", "quit"], "--seed", "1")
    (record,) = kept(tmp_path)
    length = len(json.loads(record.read_text())["log"])
    screen = play(["y", "quit"])
    assert "unfinished game" in screen
    assert "Anna" in screen
    assert len(json.loads(record.read_text())["log"]) == length
    play(["n", "3", "1", "Bea", "quit"])
    assert json.loads(record.read_text())["names"][0] == "Bea"


def test_the_curtain_falls_between_two_people(play: Play) -> None:
    screen = play(
        ["", "add grain", "quit"], "--seats", "human,human,human,human", "--seed", "1",
        "--names", "Anna,Bruno,Carla,Dario",
    )  # fmt: skip
    assert "The screen is for Carla alone" in screen
    assert screen.count("is for") == 1  # she is still choosing


def test_looking_around(play: Play, tmp_path: Path) -> None:
    lines = ["hint", "why attack black", "why pass", "why fly", "log", "look", "help", "9", "jump"]
    screen = play(["", *lines, "undo", "quit"], "--seats", "human,steward,steward,steward",
                  "--seed", "3", "--file", str(tmp_path / "game.json"))  # fmt: skip
    assert "steward would:" in screen
    assert "belongs to summer" in screen
    assert "You may do that." in screen
    assert "There is no action “fly”" in screen
    assert "There is no action “9”" in screen
    assert "done nothing" in screen or "cannot be taken back" in screen


def test_a_half_made_choice_is_cancelled(play: Play, tmp_path: Path) -> None:
    screen = play(["", "add grain", "add workers", "cancel", "cancel", "quit"], "--seats",
                  "human,human,human,human", "--seed", "1", "--file",
                  str(tmp_path / "game.json"))  # fmt: skip
    log = json.loads((tmp_path / "game.json").read_text())["log"]
    assert [entry.get("act") for entry in log] == ["add grain", "add workers", None, None]
    assert "done nothing that could be taken back" in screen


def test_wrong_set_up_is_asked_again(play: Play) -> None:
    screen = play(["7", "3", "0", "nine", "1", "Anna", "quit"])
    assert "takes 4, 3" in screen
    assert screen.count("A number from 1 to 3") == 2


def test_an_unknown_bot_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", "spada", "--seats", "human,a,b,c"]) == 2
    assert "There is no bot a;" in capsys.readouterr().err


def test_a_kept_game_that_cannot_be_read_is_put_aside(play: Play, tmp_path: Path) -> None:
    play(["", "", "Anna", "quit"])
    (record,) = kept(tmp_path)
    record.write_text(record.read_text()[:200])
    screen = play(["", "", "Bea", "quit"])
    assert "breaks off" in screen
    assert "put aside" in screen
    assert sorted(path.name for path in record.parent.iterdir()) == ["spada.broken", "spada.json"]

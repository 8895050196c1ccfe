"""`chancery play`: a game in the terminal, typed line by line."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from chancery import games
from chancery.cli import rules
from chancery.cli.main import main
from chancery.cli.terminal import Terminal
from chancery.games import find
from chancery.table import Sitting, loads, record
from chancery.table.bot_players import Player, moves, seat_seed

Play = Callable[..., str]


class Typed(io.StringIO):
    """Lines typed by a person, or by a script."""


@pytest.fixture
def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Play:
    """Return a function that plays with these lines typed and returns the whole output."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("LC_ALL", "C")

    def play(lines: list[str], *arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", Typed("\n".join(lines) + "\n"))
        assert main(["play", "spada", *arguments]) == 0
        out, err = capsys.readouterr()
        return out + err

    return play


def saved_games(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "chancery").glob("*.json"))


def test_a_whole_game_against_bots(play: Play, tmp_path: Path) -> None:
    """Press Enter twice, type a name, then always choose the first action listed."""
    screen = play(["", "", "Anna", *["1"] * 3000], "--seed", "7")
    assert "Anna" in screen
    assert "Winner: " in screen or "win together" in screen
    (record,) = saved_games(tmp_path)
    assert main(["check", str(record)]) == 0
    assert json.loads(record.read_text())["names"][0] == "Anna"


def test_a_game_is_saved_and_resumed(play: Play, tmp_path: Path) -> None:
    play(["", "", "Anna", "pass", "quit"], "--seed", "1")
    (record,) = saved_games(tmp_path)
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
    assert "Turn of Carla: all others" in screen
    assert screen.count("please look away") == 1  # her choice is unfinished


def test_commands_that_show_the_position(play: Play, tmp_path: Path) -> None:
    lines = ["hint", "why attack black", "why pass", "why fly", "log", "look", "help", "9", "jump"]
    screen = play(["", *lines, "undo", "quit"], "--seats", "human,steward,steward,steward",
                  "--seed", "3", "--file", str(tmp_path / "game.json"))  # fmt: skip
    assert "Adept suggests:" in screen
    assert "belongs to the Summer turns" in screen
    assert "That is allowed." in screen
    assert "There is no action “fly”" in screen
    assert "Choose a number from 1 to 4." in screen
    assert "You have nothing to undo." in screen or "can’t be undone" in screen


def test_the_rules_in_a_game_are_those_of_its_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = find("revolution")
    text = (game.shipped_data() or "").replace(
        'name = "Brabant-Hainault"', 'name = "Brabant and more"'
    )
    for sitting, said in ((Sitting(game), "Brabant-Hainault"), (Sitting(game, data=text), "more")):
        rules.tell(Terminal("en"), sitting, "2.1")
        out = capsys.readouterr().out
        assert said in out
        assert ("Brabant and more" in out) is (said == "more")
        assert ("Brabant-Hainault" in out) is (said != "more")


@pytest.mark.parametrize(
    ("line", "played"), [("pass", []), ("add grain; bid", []), ("add grain", ["add grain"])]
)
def test_a_person_confirms_final_actions(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, played: list[str]
) -> None:
    """An empty answer goes back, and nothing of the line is played; a script is not asked."""
    ask = "Type y to confirm it"
    path = tmp_path / "game.json"
    new = ["--seats", "human,steward,steward,steward", "--seed", "3", "--file", str(path)]

    def log() -> list[str]:
        return [entry["act"] for entry in json.loads(path.read_text())["log"]]

    assert ask not in play(["", "quit"], *new)
    start = len(log())
    monkeypatch.setattr(Typed, "isatty", lambda _: True)
    screen = play([line, "", "quit"], "--file", str(path))
    assert (ask in screen) == (not played)
    assert log()[start:] == played
    if not played:
        assert play([line, "y", "quit"], "--file", str(path)).count(ask) == 1
        assert log()[start : start + 1] == line.split("; ")[:1]


def test_a_hint_is_a_whole_plan_that_can_be_typed(play: Play, tmp_path: Path) -> None:
    """The hint contains the cards and the bid of the first offer, and can be typed as printed."""
    arguments = ("--seats", "human,human,human,human", "--seed", "3", "--file")
    screen = play(["", "hint", "quit"], *arguments, str(tmp_path / "one.json"))
    match = re.search(r"In one line: (.*)", screen)
    assert match
    line = match[1].strip()
    assert re.fullmatch(r"(add \w+; )+bid", line)
    play(["", line, "quit"], *arguments, str(tmp_path / "two.json"))
    log = json.loads((tmp_path / "two.json").read_text())["log"]
    assert len(log) == line.count(";") + 1


def test_bots_play_the_same_game_as_in_the_arena(play: Play, tmp_path: Path) -> None:
    kinds = ["steward", "random", "steward"]
    path = tmp_path / "bots.json"
    play(
        [], "--seats", ",".join(kinds), "--option", "players=3", "--seed", "x", "--file", str(path)
    )
    sitting = loads(path.read_text(), find)
    state = find("spada").start({"players": 3}, "x")
    seats = enumerate(kinds)
    players = [Player(kind, find("spada"), seat_seed("x", seat)) for seat, kind in seats]
    for entry, (seat, action) in zip(sitting.log, moves(state, players), strict=True):
        assert (entry.seat, entry.action) == (seat, action)
        state.apply(action, seat)


def test_an_incomplete_choice_is_cancelled(play: Play, tmp_path: Path) -> None:
    screen = play(["", "add grain", "add workers", "cancel", "cancel", "quit"], "--seats",
                  "human,human,human,human", "--seed", "1", "--file",
                  str(tmp_path / "game.json"))  # fmt: skip
    log = json.loads((tmp_path / "game.json").read_text())["log"]
    assert [entry.get("act") for entry in log] == ["add grain", "add workers", None, None]
    assert "You have nothing to undo" in screen


def test_wrong_set_up_is_asked_again(play: Play) -> None:
    screen = play(["7", "3", "0", "nine", "1", "Anna", "quit"])
    assert "choose from 4, 3" in screen
    assert screen.count("type a number from 1 to 3") == 2


def test_an_unknown_bot_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["play", "spada", "--seats", "human,a,b,c"]) == 2
    assert "There is no bot a;" in capsys.readouterr().err


def test_an_unreadable_saved_game_is_set_aside(play: Play, tmp_path: Path) -> None:
    play(["", "", "Anna", "quit"])
    (record,) = saved_games(tmp_path)
    record.write_text(record.read_text()[:200])
    screen = play(["", "", "Bea", "quit"])
    assert "breaks off" in screen
    assert f"The previous version is kept in {record.with_name('spada-1.json')}" in screen
    assert [path.name for path in saved_games(tmp_path)] == ["spada-1.json", "spada.json"]


# -- nothing is lost ------------------------------------------------------------------------


def finished(path: Path) -> str:
    """Write a finished game between bots to a file and return its text."""
    arguments = ["--option", "players=3", "--seats", "random,random,random", "--seed", "4"]
    assert main(["play", "spada", *arguments, "--file", str(path)]) == 0
    text = path.read_text()
    assert record.loads(text, games.find).state.result is not None
    return text


def test_a_finished_record_is_not_overwritten(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    text = finished(path)
    wishes = ["play", "spada", "--seats", "human,random,random,random", "--file", str(path)]
    for answer in (["n"], [""], []):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", io.StringIO("\n".join(answer)))
            assert main(wishes) == 2
        assert path.read_text() == text
    screen = play(["y", "quit"], *wishes[2:])
    assert "contains a finished game of La Spada e la Fede. Start a new one? [y/N]" in screen
    assert f"The previous version is kept in {tmp_path / 'g-1.json'}" in screen.replace("\n", "")
    assert (tmp_path / "g-1.json").read_text() == text
    assert record.loads(path.read_text(), games.find).state.result is None
    # and a second time: the first backup is not overwritten either
    second = path.read_text()
    path.write_text(text)
    play(["y", "quit"], *wishes[2:])
    assert (tmp_path / "g-1.json").read_text() == (tmp_path / "g-2.json").read_text() == text
    assert path.read_text() != second


def test_a_record_of_another_game_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    path = tmp_path / "g.json"
    assert main(["new", "friedrich", str(path), "--seed", "1"]) == 0
    before = path.read_text()
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    seats = "human,random,random,random"
    assert main(["play", "spada", "--seats", seats, "--file", str(path)]) == 2
    assert path.read_text() == before
    out, err = capsys.readouterr()
    assert "contains a game of Friedrich" in out
    assert "stays as it is" in err


def test_a_file_that_is_not_a_record_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear Anna")
    assert main(["play", "spada", "--seats", "human,random,random,random", "--file", str(path)])
    assert path.read_text() == "dear Anna"
    assert f"{path}: Not a record" in capsys.readouterr().err


def test_declining_a_new_game_keeps_the_saved_one(play: Play, tmp_path: Path) -> None:
    play(["", "", "Anna", "quit"], "--seed", "1")
    (path,) = saved_games(tmp_path)
    text = path.read_text()
    play(["n"])  # the input ends before the new game is set up
    assert [found.read_text() for found in saved_games(tmp_path)] == [text]
    play(["n", "3", "1", "Bea", "quit"])
    assert path.with_name("spada-1.json").read_text() == text
    assert json.loads(path.read_text())["names"][0] == "Bea"


def test_options_for_new_games_only_are_ignored_with_a_message(play: Play, tmp_path: Path) -> None:
    path = str(tmp_path / "g.json")
    seats = ["--seats", "human,random,random,random", "--file", path]
    play(["quit"], *seats, "--seed", "1")
    screen = play(["quit"], *seats, "--seed", "2", "--names", "Anna")
    assert "The game continues as it began, ignoring --names, --seed." in screen
    assert json.loads(Path(path).read_text())["seed"] == "1"


def test_concurrent_changes_are_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another process acts on the file while the game is on the screen."""
    path = tmp_path / "g.json"
    seats = "human,human,human,human"
    changed = ""

    def lines(prompt: str = "") -> str:
        nonlocal changed
        if not changed:
            assert main(["act", str(path), "white", "pass"]) == 0
            changed = path.read_text()
        return "pass"

    monkeypatch.setattr("builtins.input", lines)
    assert main(["play", "spada", "--seats", seats, "--seed", "1", "--file", str(path)]) == 1
    assert path.read_text() == changed
    ours = record.loads((tmp_path / "g-1.json").read_text(), games.find)
    assert len(ours.log) == 1
    err = capsys.readouterr().err
    assert f"{path} was changed by another program in the meantime" in err
    assert "g-1.json" in err


# -- which players are bots -----------------------------------------------------------------


def test_any_player_name_is_accepted(play: Play, tmp_path: Path) -> None:
    """A person may have the name of a bot; the record marks the bots."""
    play(["", "", "Anna (random)", "quit"], "--seed", "1")
    (path,) = saved_games(tmp_path)
    data = json.loads(path.read_text())
    assert data["names"][0] == "Anna (random)"
    assert data["bots"] == [None, "player", "player", "player"]
    length = len(data["log"])
    screen = play(["y", "1", "quit"])  # she is still to decide
    assert "Anna (random):" in screen
    assert len(json.loads(path.read_text())["log"]) > length


def test_names_in_an_old_record_are_asked_about(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    names = "Anna,Black (random),White (random),Orange (random)"
    assert main(["new", "spada", str(path), "--seed", "1", "--names", names]) == 0
    screen = play(["", "quit"], "--file", str(path))
    assert "Are Black (random), White (random), Orange (random) played by bots? [Y/n]" in screen
    assert json.loads(path.read_text())["bots"] == [None, "random", "random", "random"]
    assert "played by bots" not in play(["quit"], "--file", str(path))


def test_a_bot_that_is_unknown_here(
    play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.json"
    play(["quit"], "--seats", "human,random,random,random", "--file", str(path))
    text = path.read_text()
    path.write_text(text.replace('[null, "random"', '[null, "chancellor"'))
    assert main(["play", "spada", "--file", str(path)]) == 2
    error = capsys.readouterr().err
    assert f"{path}: there is no bot chancellor; name the players with --seats" in error
    play(["quit"], "--seats", "human,steward,random,random", "--file", str(path))
    assert json.loads(path.read_text())["bots"][1] == "steward"


def test_a_name_with_control_characters_is_asked_again(play: Play, tmp_path: Path) -> None:
    screen = play(["", "", "An\x1b[31mna", "Anna", "quit"])
    assert "An\\x1b[31mna: a name cannot contain control characters" in screen
    assert "\x1b" not in screen
    (path,) = saved_games(tmp_path)
    assert json.loads(path.read_text())["names"][0] == "Anna"


@pytest.mark.parametrize("typed", ["0", "5", "9" * 6000, "²", "1;99"])
def test_numbers_that_are_not_on_the_list(play: Play, tmp_path: Path, typed: str) -> None:
    arguments = ["--seats", "human,human,human,human", "--file", str(tmp_path / "g.json")]
    screen = play(["", typed, "quit"], "--seed", "1", *arguments)
    assert "Choose a number from 1 to 4." in screen or (typed == "²" and "“²”" in screen)
    assert json.loads((tmp_path / "g.json").read_text())["log"] == []


def test_without_a_home_folder_a_file_is_required(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lost() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lost)
    assert main(["play", "spada"]) == 2
    assert "name a file with --file" in capsys.readouterr().err

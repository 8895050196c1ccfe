"""Verbs on a record file, as a person or a script uses them."""

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from chancery.cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a verb in an empty folder: exit code, output, error output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("CHANCERY_LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "C")

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(list(arguments))
        except SystemExit as stop:  # argparse
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def table(run: Run) -> Path:
    """A table where white is to open the auction."""
    assert run("new", "spada", "g.json", "--seed", "1", "--names", "Anna,Bruno")[0] == 0
    return Path("g.json")


def test_games_lists_games_options_and_data(run: Run) -> None:
    assert "spada" in run("games")[1]
    _, out, _ = run("games", "spada")
    for word in ("--option players=", "mobilisation", "steward", "rules version"):
        assert word in out
    assert "[values]" in run("games", "spada", "--show-data")[1]


def test_new_says_that_the_file_knows_everything(run: Run) -> None:
    code, out, _ = run("new", "spada", "a.json")
    assert code == 0
    assert "knows everything" in out


def test_new_does_not_overwrite_unless_told(run: Run, table: Path) -> None:
    before = table.read_text()
    code, _, err = run("new", "spada", "g.json")
    assert (code, table.read_text()) == (2, before)
    assert "--force" in err
    assert run("new", "spada", "g.json", "--force")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--option", "players=9"], "takes 4, 3"),
        (["--option", "players"], "NAME=VALUE"),
        (["--option", "size=3"], "no option size"),
        (["--option", "counsellor=black"], "stone cross decides"),
        (["--names", "a,b,c,d,e"], "only 4 seats"),
        (["--data", "none.toml"], "none.toml"),
        (["--position", "none.json"], "none.json"),
    ],
)
def test_new_with_wrong_usage(run: Run, arguments: list[str], message: str) -> None:
    code, _, err = run("new", "spada", "a.json", *arguments)
    assert code == 2
    assert message in err
    assert not Path("a.json").exists()


def test_new_with_a_faulty_data_file_names_the_place(run: Run) -> None:
    _, data, _ = run("games", "spada", "--show-data")
    Path("cards.toml").write_text(data.replace("knights = 4", "knights = 5"))
    code, _, err = run("new", "spada", "a.json", "--data", "cards.toml")
    assert code == 1
    assert "values.war" in err


def test_a_position_comes_back(run: Run, table: Path) -> None:
    _, text, _ = run("show", "g.json", "--position")
    Path("p.json").write_text(text)
    assert run("new", "spada", "b.json", "--position", "p.json")[0] == 0
    assert json.loads(run("show", "b.json", "--position")[1]) == json.loads(text)
    broken = json.loads(text)
    broken["hands"]["yellow"]["grain"] = 17
    Path("p.json").write_text(json.dumps(broken))
    code, _, err = run("new", "spada", "c.json", "--position", "p.json")
    assert code == 1
    assert "grain: 17 were expected" in err
    Path("p.json").write_text(text[: len(text) // 2])
    code, _, err = run("new", "spada", "c.json", "--position", "p.json")
    assert code == 1
    assert "p.json: not JSON" in err


def test_a_turn(run: Run, table: Path) -> None:
    legal = json.loads(run("legal", "g.json", "--json")[1])
    assert legal == {
        "white": {
            "question": "bid.1",
            "legal": ["add grain", "add workers", "add riches", "pass"],
            "closing": [],
        }
    }
    code, out, _ = run("act", "g.json", "white", "add grain", "bid", "pass")
    assert code == 0
    assert "White offers 1 grain: 2 in all." in out
    assert "Not played" in out
    assert "Waiting for Orange" in out
    assert "cannot be taken back" in run("undo", "g.json", "white")[2]
    assert run("act", "g.json", "orange", "pass")[0] == 0
    code, out, _ = run("undo", "g.json", "orange")
    assert (code, "Waiting for Orange" in out) == (0, True)
    assert run("act", "g.json", "orange", "add grain; add workers")[0] == 0
    code, out, _ = run("undo", "g.json", "orange", "--whole")
    assert (code, "Waiting for Orange" in out) == (0, True)
    assert "done nothing" in run("undo", "g.json", "orange", "--whole")[2]
    out = run("replay", "g.json")[1]
    assert "Orange passes." in out
    assert "takes that back" in out
    assert run("check", "g.json")[0] == 0


def test_show_shows_what_the_seat_may_see(run: Run, table: Path) -> None:
    public = run("show", "g.json")[1]
    assert "Your cards" not in public
    assert "Anna" in public
    own = run("show", "g.json", "--seat", "white")[1]
    assert "Your cards" in own
    assert "hand: 3 grain, 2 workers and 3 riches" in own
    view = json.loads(run("show", "g.json", "--seat", "yellow", "--json")[1])
    assert view["seat"] == "yellow"
    assert view["hands"] is None
    assert "seed" not in json.dumps(view)


def test_replay_to_any_point(run: Run, table: Path) -> None:
    run("act", "g.json", "white", "add grain; bid")
    assert "offer of 2" in run("replay", "g.json", "--to", "2")[1]
    assert "offer of" not in run("replay", "g.json", "--to", "1")[1]
    code, _, err = run("replay", "g.json", "--to", "3")
    assert (code, "from 0 to 2" in err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["act", "g.json", "white", "jump"], 1, "There is no action “jump”"),
        (["act", "g.json", "white", "ad grain"], 1, "the nearest is “add grain”"),
        (["act", "g.json", "white", "bid"], 1, "before you bid, or pass. (§spring.bid)"),
        (["act", "g.json", "white", "attack black"], 1, "belongs to summer; now it is the auction"),
        (["act", "g.json", "yellow", "pass"], 1, "Anna is not asked now; waiting for White."),
        (["act", "g.json", "green", "pass"], 1, "There is no seat green"),
        (["act", "g.json", "white", "add grain", "add knights"], 1, "no knights left in your hand"),
        (["undo", "g.json", "white"], 1, "done nothing"),
        (["legal", "g.json", "--seat", "green"], 1, "no seat green"),
        (["show", "none.json"], 2, "none.json: No such file"),
        (["fly"], 2, "invalid choice"),
        (["new", "chess", "x.json"], 2, "there is no game chess"),
        (["arena", "spada", "--seats", "random"], 2, "There are 4 seats; name a bot"),
        (["arena", "spada", "--seats", "a,b,c,d"], 2, "There is no bot a;"),
    ],
)  # fmt: skip
def test_wrong_input_is_named_and_changes_nothing(
    run: Run, table: Path, arguments: list[str], code: int, message: str
) -> None:
    before = table.read_bytes()
    found, _, err = run(*arguments)
    assert (found, table.read_bytes()) == (code, before)
    assert message in err
    assert "Traceback" not in err


def test_a_truncated_record(run: Run, table: Path) -> None:
    run("act", "g.json", "white", "add grain; bid")
    text = table.read_text()
    for cut in (10, len(text) // 2, len(text) - 10):
        table.write_text(text[:cut])
        code, _, err = run("check", "g.json")
        assert code == 1
        assert "breaks off in line" in err, err
    table.write_bytes(b"\xff\xfe\x00garbage")
    code, _, err = run("check", "g.json")
    assert (code, "not JSON" in err) == (1, True)


def test_a_record_edited_in_the_middle(run: Run, table: Path) -> None:
    run("act", "g.json", "white", "add grain; bid")
    run("act", "g.json", "orange", "pass")
    table.write_text(table.read_text().replace("add grain", "add riches"))
    code, _, err = run("check", "g.json")
    assert code == 1
    assert "Line 1 of the log (white: add riches)" in err


def test_italian(run: Run, table: Path) -> None:
    code, _, err = run("--language", "it", "act", "g.json", "yellow", "pass")
    assert code == 1
    assert "Anna" in err
    assert "is not asked" not in err


def test_two_commands_at_once_do_not_lose_an_action(run: Run, table: Path) -> None:
    """White adds three cards from three threads at once: all three are on the table."""
    threads = [
        threading.Thread(target=main, args=(["act", "g.json", "white", "add grain"],))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = json.loads(table.read_text())["log"]
    assert [line["act"] for line in log] == ["add grain"] * 3
    assert sorted(path.name for path in Path().iterdir()) == ["g.json"]

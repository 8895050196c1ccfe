"""Commands on a record file, as used by people and scripts."""

import json
import threading
from pathlib import Path

import pytest

from chancery.cli.main import main
from chancery.core.chance import commitment
from tests.cli.conftest import Run


@pytest.fixture
def table(run: Run) -> Path:
    """The record of a table where white is to open the auction."""
    assert run("new", "spada", "g.json", "--seed", "1", "--names", "Anna,Bruno")[0] == 0
    return Path("g.json")


def test_games_lists_games_options_and_data(run: Run) -> None:
    assert "spada" in run("games")[1]
    _, out, _ = run("games", "spada")
    for word in ("--option players=", "mobilisation", "player", "rules version"):
        assert word in out
    assert "[values]" in run("games", "spada", "--show-data")[1]


def test_new_warns_that_the_file_holds_secrets(run: Run) -> None:
    code, out, _ = run("new", "spada", "a.json")
    assert code == 0
    assert "contains everything" in out


def test_new_does_not_overwrite_unless_told(run: Run, table: Path) -> None:
    before = table.read_text()
    code, _, err = run("new", "spada", "g.json")
    assert (code, table.read_text()) == (2, before)
    assert "--force" in err
    assert run("new", "spada", "g.json", "--force")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--option", "players=9"], "choose from 4, 3"),
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


def test_a_position_survives_a_round_trip(run: Run, table: Path) -> None:
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


def test_a_turn_is_played(run: Run, table: Path) -> None:
    legal = json.loads(run("legal", "g.json", "--json")[1])
    assert legal == {
        "white": {
            "question": "bid.1",
            "legal": ["add grain", "add workers", "add riches", "pass"],
            "closing": [],
            "final": ["pass"],
        }
    }
    code, out, _ = run("act", "g.json", "white", "add grain", "bid", "pass")
    assert code == 0
    assert "White offers 1 grain: 2 in all." in out
    assert "Not played" in out
    assert "Waiting for Orange" in out
    assert "can’t be undone" in run("undo", "g.json", "white")[2]
    assert run("act", "g.json", "orange", "pass")[0] == 0
    code, out, _ = run("undo", "g.json", "orange")
    assert (code, "Waiting for Orange" in out) == (0, True)
    assert run("act", "g.json", "orange", "add grain; add workers")[0] == 0
    code, out, _ = run("undo", "g.json", "orange", "--whole")
    assert (code, "Waiting for Orange" in out) == (0, True)
    assert "You have nothing to undo." in run("undo", "g.json", "orange", "--whole")[2]
    out = run("replay", "g.json")[1]
    assert "Orange passes." in out
    assert "Last action undone by" in out
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
        (["act", "g.json", "white", "attack black"], 1, "belongs to the Summer turns; now"),
        (["act", "g.json", "yellow", "pass"], 1, "It isn’t the turn of Anna; waiting for White."),
        (["act", "g.json", "green", "pass"], 1, "There is no seat green"),
        (["act", "g.json", "white", "add grain", "add knights"], 1, "no knight card left"),
        (["undo", "g.json", "white"], 1, "You have nothing to undo."),
        (["legal", "g.json", "--seat", "green"], 1, "no seat green"),
        (["show", "none.json"], 2, "none.json: No such file"),
        (["fly"], 2, "there is no “fly”"),
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
    assert (code, err) == (1, "g.json: line 1 is not UTF-8 text\n")


def test_a_record_edited_in_the_middle(run: Run, table: Path) -> None:
    run("act", "g.json", "white", "add grain; bid")
    run("act", "g.json", "orange", "pass")
    table.write_text(table.read_text().replace("add grain", "add riches"))
    code, _, err = run("check", "g.json")
    assert code == 1
    assert "Line 1 of the log (white: add riches)" in err


def test_messages_in_italian(run: Run, table: Path) -> None:
    code, _, err = run("--language", "it", "act", "g.json", "yellow", "pass")
    assert code == 1
    assert "Anna" in err
    assert "It isn’t " not in err


def test_two_commands_at_once_do_not_lose_an_action(run: Run, table: Path) -> None:
    """White adds three cards from three threads at once; all three are in the record."""
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


# -- positions, names, numbers --------------------------------------------------------------


@pytest.fixture
def position(run: Run) -> str:
    """The file of a position for three players."""
    assert run("new", "spada", "three.json", "--option", "players=3", "--seed", "1")[0] == 0
    Path("p.json").write_text(run("show", "three.json", "--position")[1])
    return "p.json"


def test_a_position_has_its_own_seats(run: Run, position: str) -> None:
    """Names must match the seats of the position, and the new record can be read."""
    wishes = ["new", "spada", "n.json", "--position", position]
    assert run(*wishes, "--names", "Anna,Bruno,Carla")[0] == 0
    code, out, _ = run("check", "n.json")
    assert (code, "sound" in out) == (0, True)
    assert json.loads(Path("n.json").read_text())["names"] == ["Anna", "Bruno", "Carla"]
    code, _, err = run(*wishes[:2], "m.json", *wishes[3:], "--names", "a,b,c,d")
    assert (code, "only 3 seats" in err) == (2, True)
    assert not Path("m.json").exists()


@pytest.mark.parametrize("given", [["--option", "players=3"], ["--data", "cards.toml"]])
def test_a_position_brings_its_own_options(run: Run, position: str, given: list[str]) -> None:
    code, _, err = run("new", "spada", "n.json", "--position", position, *given)
    assert (code, f"leave out {given[0]}" in err) == (2, True)
    assert not Path("n.json").exists()


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b"\xff", "line 1 is not UTF-8 text"),
        (b"[]", "an object"),
        (b"null", "show RECORD --position"),
        (b'{"game": "friedrich"}', ""),
        (b"", "not JSON"),
    ],
)
def test_invalid_positions(run: Run, contents: bytes, message: str) -> None:
    Path("p.json").write_bytes(contents)
    code, _, err = run("new", "spada", "n.json", "--position", "p.json")
    assert code == 1
    assert err.startswith("p.json: ")
    assert message in err
    assert not Path("n.json").exists()


def test_a_faulty_data_file_is_named(run: Run) -> None:
    for contents in (b"\xff", b"x = ", b"x = 1"):
        Path("d.toml").write_bytes(contents)
        for verb in (["new", "spada", "n.json"], ["arena", "spada", "--seats", "random"]):
            code, _, err = run(*verb, "--data", "d.toml")
            assert code == 1
            assert err.startswith("d.toml: "), err
    assert not Path("n.json").exists()


def test_new_keeps_what_it_replaces(run: Run, table: Path) -> None:
    before = table.read_text()
    code, out, _ = run("new", "spada", "g.json", "--force")
    assert (code, "kept in g-1.json" in out) == (0, True)
    assert Path("g-1.json").read_text() == before != table.read_text()


def test_a_picture_replaces_nothing_unless_told(run: Run, table: Path) -> None:
    Path("a.png").write_text("a letter")
    wishes = ["show", "g.json", "--png", "a.png", "--width", "20"]
    code, _, err = run(*wishes)
    assert (code, "--force" in err, Path("a.png").read_text()) == (2, True, "a letter")
    code, out, _ = run(*wishes, "--force")
    assert (code, "kept in a-1.png" in out) == (0, True)
    assert Path("a-1.png").read_text() == "a letter"


@pytest.mark.parametrize("called", ["yellow", "Yellow", "Anna", "anna", " ANNA "])
def test_a_player_is_found_by_name(run: Run, table: Path, called: str) -> None:
    view = json.loads(run("show", "g.json", "--json", "--seat", called)[1])
    assert view["seat"] == "yellow"


def test_seat_titles_stand_in_for_missing_names(run: Run, table: Path) -> None:
    assert run("act", "g.json", "White", "pass")[0] == 0
    assert run("--language", "it", "undo", "g.json", "Bianco")[0] == 0


def test_a_seat_comes_before_a_name(run: Run) -> None:
    run("new", "spada", "g.json", "--names", "black,Anna,anna")
    assert json.loads(run("show", "g.json", "--json", "--seat", "black")[1])["seat"] == "black"
    code, _, err = run("show", "g.json", "--seat", "Anna")
    assert (code, "several seats: black, white" in err) == (2, True)


@pytest.mark.parametrize("name", ["A\x1b[31m", "A\nB", "\u202eannA", "\udcff", "A\x07", "\u009b"])
def test_control_characters_in_names_are_refused(run: Run, name: str) -> None:
    code, _, err = run("new", "spada", "n.json", "--names", name)
    assert (code, "control characters" in err) == (2, True)
    assert not Path("n.json").exists()


def test_lone_surrogates_survive_a_round_trip(run: Run, table: Path) -> None:
    """Records from other sources may contain them, and can be read, played and written."""
    found = {**json.loads(table.read_text()), "names": ["\ud800", "", "", ""]}
    table.write_text(json.dumps(found))
    assert run("act", "g.json", "white", "pass")[0] == 0
    assert json.loads(table.read_text())["names"][0] == "\ud800"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["serve", "--port", "99999"], "from 1 to 65535 was expected, not 99999"),
        (["serve", "--port", "x"], "from 1 to 65535 was expected, not x"),
        (["serve", "--host", "nowhere.invalid"], "nowhere.invalid:8000 cannot be used"),
        (["serve", "--workers", "0"], "from 1 to 256 was expected, not 0"),
        (["bench", "--seconds", "0"], "seconds above 0 and up to 3600 was expected, not 0"),
        (["bench", "--seconds", "-1"], "above 0"),
        (["bench", "--seconds", "nan"], "above 0"),
        (["bench", "--seconds", "inf"], "above 0"),
        (["arena", "spada", "--seats", "x", "--games", "0"], "from 1 to 1000000"),
        (["arena", "spada", "--seats", "x", "--games", "9" * 5000], "from 1 to 1000000"),
        (["arena", "spada", "--seats", "x", "--jobs", "0"], "from 1 to 256"),
        (["admin", "tables", "--idle", "-1"], "from 0 to 40000"),
        (["show", "g.json", "--png", "a.png", "--width", "0"], "from 1 to 10000"),
        (["new", "\x1b[31m", "x.json"], "there is no game \\x1b[31m"),
        (["new", "spada", "."], ".: Is a directory"),
        (["new", "spada", "g.json/x.json"], "g.json: Not a directory"),
        (["show", "."], ".: Is a directory"),
        (["coverage", "spada", "--tests", "none"], "none: not a folder of tests"),
    ],
)  # fmt: skip
def test_errors_name_the_range_or_file(
    run: Run, table: Path, arguments: list[str], message: str
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_coverage_skips_invalid_python_files(run: Run) -> None:
    Path("tests").mkdir()
    Path("tests/test_x.py").write_text("def (")
    code, _, err = run("coverage", "spada")
    assert (code, err) == (2, "tests/test_x.py is not readable Python\n")


def test_check_compares_chance_with_what_was_promised(run: Run, table: Path) -> None:
    digest = commitment("1")
    code, out, _ = run("check", "g.json")
    assert code == 0
    assert digest in out
    code, out, _ = run("check", "g.json", "--commitment", digest.upper())
    assert code == 0
    assert "fixed from the start" in out
    code, _, err = run("check", "g.json", "--commitment", "0" * 40)
    assert code == 1
    assert digest in err


def test_check_says_that_chance_without_a_seed_proves_nothing(run: Run) -> None:
    assert run("new", "spada", "free.json")[0] == 0
    code, out, _ = run("check", "free.json")
    assert code == 0
    assert "no seed" in out
    assert run("check", "free.json", "--commitment", "0" * 40)[0] == 1

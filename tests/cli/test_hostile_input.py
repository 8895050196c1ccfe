"""Hostile files and arguments get a message, never a traceback."""

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from chancery import games
from chancery.cli.main import main
from chancery.table import Sitting, record
from tests.soaking import SOAK, sample

ODD: list[Any] = [
    None, True, 0, -1, 10**30, 10**400, 1.5, float("nan"), "", "x", "\x1b[31m", "\ud800", "\0",
    "a" * 300, [], {}, [[]], {"a": 1}, "[/]", "{seat}", "\u202e", "yellow",
]  # fmt: skip
WORDS = [
    "", "x", "\x1b[1m", "\udcff", "--", "-", "--json", "--seat", "yellow", "9" * 5000, "-1", "²",
    "nan", "a=b", "players=3", "=", "[bold]", "[/]", "%s", "{x}", ".", "§7.3", "fate 8d",
    "g.json", *games.names(),
]  # fmt: skip
TYPED = [
    "1", "1", "2", "99", "0", "²", "9" * 5000, "hint", "undo", "why", "why x", "why " + "y" * 999,
    "rules", "rules 7.3", "rules §", "rules [bold]", "log", "look", "?", ";", "1;1", "\x1b[A",
    "\0", "[/]", "٣", "",
]  # fmt: skip


class Mutator:
    """A reproducible source of random changes."""

    def __init__(self, seed: str) -> None:
        self.dice = random.Random(seed)

    def changed(self, plain: Any) -> Any:
        """Return a JSON value with a change in one place."""
        dice = self.dice
        if isinstance(plain, dict | list) and plain and dice.random() < 0.9:
            key = dice.choice(list(plain) if isinstance(plain, dict) else range(len(plain)))
            other = plain.copy()
            if dice.random() < 0.2:
                del other[key]
            else:
                other[key] = self.changed(plain[key])
            return other
        if isinstance(plain, int) and dice.random() < 0.5:
            return plain + dice.choice((-1, 1, 1000))
        return dice.choice(ODD)

    def damaged(self, plain: Any) -> bytes:
        """Return the JSON of a value, sometimes with damaged bytes."""
        data = bytearray(json.dumps(plain).encode())
        for _ in range(self.dice.choice((0, 0, 0, 1, 3))):
            at = self.dice.randrange(len(data))
            data[at : at + self.dice.randrange(3)] = self.dice.choice((b"\xff", b"", b"[[", b'"'))
        return bytes(data)


def run_harmlessly(capsys: pytest.CaptureFixture[str], *arguments: str) -> int:
    """Run a command and return its exit code, after checking that its output is harmless."""
    code = main(list(arguments))
    said = "".join(capsys.readouterr())
    assert code in (0, 1, 2), arguments
    assert "Traceback" not in said
    assert "\x1b" not in said
    return code


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("game", games.names())
def test_damaged_records_never_cause_a_traceback(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mutator = Mutator(game)
    sitting = Sitting(games.find(game), seed="1", names=())
    for _ in range(12):
        seat = sitting.state.asked[0].seat
        sitting.act(seat, mutator.dice.choice(sitting.state.legal(seat)))
    sitting.bots = (None, *["random"] * (len(sitting.seats) - 1))
    good = record.to_plain(sitting)
    verbs = [
        ["check"], ["show"], ["show", "--json"], ["legal", "--json"], ["replay"], ["undo", "black"],
        ["replay", "--to", "3"], ["act", "black", "pass"], ["show", "--position"],
    ]  # fmt: skip
    codes = set()
    for _ in range(60 if SOAK else 36):
        plain = mutator.changed(good)
        Path("g.json").write_bytes(mutator.damaged(plain))
        verb, *rest = mutator.dice.choice(verbs)
        codes.add(run_harmlessly(capsys, verb, "g.json", *rest))
    assert {0, 1} <= codes


@pytest.mark.parametrize("game", games.names())
def test_damaged_positions_are_refused_or_opened_as_valid_records(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mutator = Mutator(f"{game} position")
    good = games.find(game).start({}, "1").plain()
    for number in range(30 if SOAK else 15):
        Path("p.json").write_bytes(mutator.damaged(mutator.changed(good)))
        name = f"{number}.json"
        if run_harmlessly(capsys, "new", game, name, "--position", "p.json") == 0:
            assert run_harmlessly(capsys, "check", name) == 0
        else:
            assert not Path(name).exists()


def test_random_arguments_never_cause_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random("arguments")
    verbs = [
        "games",
        "new",
        "legal",
        "act",
        "undo",
        "show",
        "replay",
        "check",
        "rules",
        "play",
        "?",
    ]
    for _ in range(150 if SOAK else 70):
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        run_harmlessly(capsys, dice.choice(verbs), *dice.choices(WORDS, k=dice.randrange(4)))


@pytest.mark.parametrize("game", games.names())
def test_random_lines_typed_in_a_game_never_cause_a_traceback(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(game)
    seats = len(games.find(game).seats(games.find(game).complete_options({})))
    kinds = ",".join(["human"] + ["random"] * (seats - 1))
    for seed in sample(("1", "2"), 1):
        lines = dice.choices(TYPED, k=15)
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        assert run_harmlessly(capsys, "play", game, "--seats", kinds, "--seed", seed) == 0
        Path("chancery", f"{game}.json").unlink()

"""docs/new-game.md: its code blocks are the files of the example, and its commands run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests import installed_games
from tests.soaking import SOAK
from tests.timeouts import PATIENCE

PAGE = (Path(__file__).parent.parent / "docs" / "new-game.md").read_text("utf-8")
PIECE = re.compile(r"^\*\*`([\w/.]+)`\*\*(?:, further down)?\n\n```\w+\n(.*?)^```$", re.S | re.M)
PROGRAMS = {
    "chancery": ["-m", "chancery.cli.main"],
    "pybabel": ["-m", "babel.messages.frontend"],
    "python": [],
}


def pieces() -> dict[str, str]:
    """Return the code blocks of each file in the page."""
    found: dict[str, str] = {}
    for name, text in PIECE.findall(PAGE):
        found[name] = found[name] + "\n\n" + text if name in found else text
    return found


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def build(folder: Path, without: str = "") -> Path:
    """Write the game as in the page, optionally `without` lines that the page adds later."""
    for name, text in pieces().items():
        kept = [line for line in text.splitlines() if not without or not re.search(without, line)]
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("\n".join(kept) + "\n", "utf-8")
    return folder


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line in the folder of the game, with the game installed."""
    site = folder.parent / "site"
    if not site.exists():
        installed_games.install(site, "liars", installed_games.LIARS_DICE)
    paths = [str(folder), str(site), *(path for path in sys.path if path)]
    program, *arguments = shlex.split(command)
    return subprocess.run(
        [sys.executable, *PROGRAMS[program], *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTEST_ADDOPTS": "-p no:django"},
        cwd=folder, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip


def test_every_file_of_the_example_is_in_the_guide() -> None:
    files = {
        str(path.relative_to(installed_games.EXAMPLE)): path.read_text("utf-8")
        for path in installed_games.EXAMPLE.rglob("*")
        if path.suffix in (".cfg", ".css", ".md", ".py", ".toml")
    }
    quoted = pieces()
    assert quoted.keys() == files.keys()
    for name, text in files.items():
        assert lines(quoted[name]) == lines(text), name


def excerpts() -> list[str]:
    """Return the excerpts from the tests' games in the page."""
    _, _, after = PAGE.partition("From `tests/tiny/caskets.py`")
    return re.findall(r"```python\n(.*?)```", after.partition("\n## ")[0], re.S)


def test_excerpts_match_the_game() -> None:
    game = (Path(__file__).parent / "tiny" / "caskets.py").read_text("utf-8")
    assert len(excerpts()) == 2
    for excerpt in excerpts():
        assert excerpt in game


def test_python_examples(capsys: pytest.CaptureFixture[str]) -> None:
    known = {text for _, text in PIECE.findall(PAGE)}
    alone = [
        text
        for text in re.findall(r"```python\n(.*?)```", PAGE, re.S)
        if text not in known | {*excerpts()}
    ]
    assert alone
    for code in alone:
        exec(compile(code, "new-game.md", "exec"), {})
    assert "Bid more than 1 five" in capsys.readouterr().out


def test_the_game_is_played_before_it_has_a_face_and_bots(tmp_path: Path) -> None:
    folder = build(tmp_path / "game", "LiarsDiceFace|Gambler")
    for name in ("face", "bots"):
        (folder / "liars_dice" / f"{name}.py").unlink()
    said = run("chancery conformance --module liars_dice --walks 4 --damaged 20", folder)
    assert said.returncode == 0, said.stdout + said.stderr


def test_shell_examples(tmp_path: Path) -> None:
    folder = build(tmp_path / "game")
    commands = [
        line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) for line in lines(block)
    ]
    assert len(commands) >= 8
    for command in commands:
        if not SOAK:  # few walks show that it runs; examples/liars-dice/tests are run by themselves
            command = re.sub(r"--walks \d+", "--walks 3 --damaged 3", command)
            command = re.sub(r"--games \d+", "--games 3", command)
            command = command.replace("pytest tests", "pytest --collect-only -q tests")
        said = run(command, folder)
        assert said.returncode == 0, (command, said.stdout, said.stderr)
    assert (folder / "liars_dice/locale/it/LC_MESSAGES/liars_dice.mo").exists()


def test_the_example_imports_only_the_core() -> None:
    for name, text in pieces().items():
        if name.startswith("liars_dice/") and name.endswith(".py"):
            assert set(re.findall(r"from (chancery[\w.]*) import", text)) <= {"chancery.core"}, name

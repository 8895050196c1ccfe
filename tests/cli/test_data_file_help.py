"""Commands quoted in data files and in the help about them work."""

import re
import shlex
from pathlib import Path

import pytest

from chancery.games import find
from tests.cli.conftest import Run


def told(name: str) -> list[str]:
    """Return the command lines in a data file and in the help of its game."""
    game = find(name)
    matches = re.findall(r"^#   (chancery .*)$", game.shipped_data() or "", re.M)
    pages = " ".join(str(p.text) for chapter in game.face.help() for p in chapter.paragraphs)
    return matches + re.findall(r"“(chancery (?:games|new) [^”]*)”", pages)


@pytest.mark.parametrize("name", ["revolution", "spada"])
def test_the_advice_can_be_followed(name: str, run: Run) -> None:
    lines = told(name)
    assert len(lines) >= 4
    for line in lines:
        words, _, target = line.partition(" > ")
        code, out, err = run(*shlex.split(words)[1:])
        assert code == 0, (line, err)
        if target:
            Path(target).write_text(out, "utf-8")
        else:
            assert Path("game.json").exists(), line
            Path("game.json").unlink()


@pytest.mark.parametrize("name", ["revolution", "spada"])
def test_the_help_names_the_upload(name: str) -> None:
    pages = " ".join(str(p.text) for chapter in find(name).face.help() for p in chapter.paragraphs)
    assert re.search("“a corrected data file[^”]*” in the form for a new table", pages, re.I)

"""The examples in the README and the pages for bot authors and researchers run."""

import re
import shlex
from pathlib import Path

import pytest

from chancery import bots
from chancery.cli.main import main

HERE = Path(__file__).parent.parent
README = (HERE / "README.md").read_text("utf-8")


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


@pytest.mark.parametrize("page", ["README.md", "docs/writing-a-bot.md", "docs/research.md"])
def test_python_examples(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "ADDED", {})
    (code,) = blocks("python", (HERE / page).read_text("utf-8"))
    names: dict[str, object] = {}
    exec(compile(code, page, "exec"), names)
    assert names.keys() - {"__builtins__"}


@pytest.mark.parametrize("page", ["README.md", "docs/playing.md"])
def test_shell_examples(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (HERE / page).read_text("utf-8")
    lines = [line for block in blocks("sh", text) for line in block.splitlines() if line.strip()]
    assert len(lines) >= 3
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == "chancery"
        assert main(arguments) == 0, line


def test_the_two_commands_are_in_the_makefile() -> None:
    makefile = (Path(__file__).parent.parent / "Makefile").read_text("utf-8")
    for target in re.findall(r"make (\w+)", README):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_the_picture_is_there() -> None:
    for path in re.findall(r"!\[.*?\]\((.*?)\)", README):
        assert (Path(__file__).parent.parent / path).stat().st_size > 1000

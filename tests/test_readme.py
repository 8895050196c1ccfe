"""The examples of the README run."""

import re
import shlex
from pathlib import Path

import pytest

from chancery import bots
from chancery.cli.main import main

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.S)


@pytest.mark.parametrize("code", blocks("python"), ids=["api", "bot"])
def test_python_examples(code: str, monkeypatch: pytest.MonkeyPatch, capsys: object) -> None:
    monkeypatch.setattr(bots, "ADDED", {})
    exec(compile(code, "README.md", "exec"), {})


def test_shell_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]
    assert len(lines) >= 4
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

"""`chancery coverage`: lists items of a rulebook that no code or no test cites."""

from __future__ import annotations

import argparse
import ast
import errno
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from chancery.cli import choosing, files
from chancery.cli.terminal import Terminal
from chancery.core import BadOption, Game
from chancery.core.rulebook import citation_problem, titles
from chancery.core.words import T

_PLAIN = r"\w+(?:[.-]\w+)*"
_MARK = "pytest.mark.rule"


@dataclass(frozen=True)
class Item:
    """An item of a rulebook, with the places that cite it."""

    name: str
    title: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


def items(game: Game[Any, Any], tests: Path) -> list[Item]:
    """Return every item of a game's rulebook with the places that cite it."""
    listed = titles(game)
    if not listed:
        raise BadOption(T("{game} has no data/rulebook.toml that lists its rules", game=game.name))
    cited = _citation(listed)
    code = _places(game.folder, "", lambda tree: _code_citations(tree, cited))
    marks = _places(tests, _MARK, lambda tree: _mark_citations(tree, game.name))
    marks = _merge(marks, _script_citations(game.folder, tests, game.name, cited))
    unknown = sorted((code.keys() | marks.keys()) - listed.keys())
    if unknown:
        names = "; ".join(citation_problem(game, name) or "" for name in unknown)
        raise BadOption(T("cited: {items}", items=names))
    return [
        Item(name, title, tuple(code.get(name, ())), tuple(marks.get(name, ())))
        for name, title in listed.items()
    ]


def _citation(listed: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for citations of items, whose names may have several words."""
    names = sorted(filter(lambda name: not re.fullmatch(_PLAIN, name), listed), reverse=True)
    return re.compile("§(" + "|".join((*map(re.escape, names), _PLAIN)) + ")")


def _places(folder: Path, sign: str, citations: Any) -> dict[str, list[str]]:
    """Return where each item is cited; a file without the sign has no citations."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        text = files.read(path)
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise BadOption(T("{file} is not readable Python", file=str(path))) from error
        for name, line in citations(tree) if sign in text else ():
            places[name].append(f"{path.name}:{line}")
    return places


def _code_citations(tree: ast.AST, cited: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """Yield citations in docstrings (§doubt) and in `rule = "doubt"` of phases and refusals."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Module):
            docstring = ast.get_docstring(node) or ""
            for name in cited.findall(docstring):
                yield name, getattr(node, "lineno", 1)
        if isinstance(node, ast.ClassDef):
            for line in node.body:
                match line:
                    case ast.Assign([ast.Name("rule")], ast.Constant(str(name))):
                        yield name, line.lineno


def _mark_citations(tree: ast.AST, game: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(attr="rule") as mark) if ast.unparse(mark) == _MARK:
                words = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                if words and words[0] == game:
                    for name in words[1:]:
                        yield str(name), node.lineno


def _script_citations(
    folder: Path, tests: Path, game: str, cited: re.Pattern[str]
) -> dict[str, list[str]]:
    """Yield citations in the comments of scripts."""
    citations: dict[str, list[str]] = defaultdict(list)
    for path in sorted((*folder.rglob("*.script"), *tests.rglob(f"{game}/*.script"))):
        for number, line in enumerate(files.read(path).splitlines(), 1):
            if line.startswith("#"):
                for name in cited.findall(line):
                    citations[name].append(f"{path.name}:{number}")
    return citations


def _merge(first: dict[str, list[str]], second: dict[str, list[str]]) -> dict[str, list[str]]:
    return {
        name: [*first.get(name, ()), *second.get(name, ())] for name in first.keys() | second.keys()
    }


def run(terminal: Terminal, args: argparse.Namespace) -> int:
    """List what is missing; return 1 if anything is."""
    with choosing.played(args):
        return _list_missing(terminal, args)


def _list_missing(terminal: Terminal, args: argparse.Namespace) -> int:
    if not args.tests.is_dir():
        raise NotADirectoryError(
            errno.ENOTDIR, terminal.word(T("not a folder of tests")), str(args.tests)
        )
    uncovered = items(args.game, args.tests)
    missing = [item for item in uncovered if not item.code or not item.tests]
    if args.json:
        plain = [
            {"item": i.name, "title": i.title, "code": list(i.code), "tests": list(i.tests)}
            for i in uncovered
        ]
        terminal.json(plain)
        return 1 if missing else 0
    table = Table.grid(padding=(0, 2))
    for item in missing:
        lacks = [
            terminal.word(text)
            for places, text in ((item.code, T("no code")), (item.tests, T("no test")))
            if not places
        ]
        table.add_row(f"§{item.name}", escape(item.title), ", ".join(lacks))
    terminal.console.print(table)
    terminal.say(
        T("Items: {n}; without code or test: {missing}.", n=len(uncovered), missing=len(missing))
    )
    return 1 if missing else 0

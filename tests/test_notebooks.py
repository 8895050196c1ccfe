"""The notebooks of `examples/notebooks` run, with small numbers here and large ones in a soak."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from chancery import bots
from tests.soaking import SOAK

FOLDER = Path(__file__).parent.parent / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# what is used instead of the numbers in the first cell
SMALLER: dict[str, dict[str, Any]] = {
    "game": {},
    "bot": {"GAMES": 4},
    "data_set": {"GAMES": 12, "TESTED": 3, "MATCHES": 12},
}
LARGER: dict[str, dict[str, Any]] = {
    "game": {"GAME": "friedrich", "OPTIONS": {}, "LINES": 1000},
    "bot": {"GAMES": 300},
    "data_set": {"GAMES": 200, "TESTED": 40, "STEPS": 300, "MATCHES": 200},
}


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    notebook = json.loads(path.read_text("utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def run(code: str, names: dict[str, Any]) -> object:
    """Run a cell; return the value of its last expression, which a notebook would show."""
    parsed = ast.parse(code)
    last = parsed.body.pop() if isinstance(parsed.body[-1], ast.Expr) else None
    exec(compile(parsed, "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path.stem == "data_set":
        pytest.importorskip("pyarrow")
        pytest.importorskip("duckdb")
    monkeypatch.setattr(bots, "ADDED", {})
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = []
    for number, cell in enumerate(cells(path, "code")):
        found = run("".join(cell["source"]), names)
        if number == 0:
            names |= (LARGER if SOAK else SMALLER)[path.stem]
        shown.append(found)
    pictures = [picture for value in shown if (picture := drawn(value))]
    assert len(pictures) == (4 if path.stem == "game" else 0)


def drawn(value: object) -> str | None:
    """Return the picture that a notebook would show of a value."""
    method = getattr(value, "_repr_svg_", None)
    picture: str | None = None if method is None else method()
    return picture


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_outputs(path: Path) -> None:
    for cell in cells(path, "code"):
        assert (cell["outputs"], cell["execution_count"]) == ([], None)

"""Check style sheets for errors that a browser ignores silently.

`python tools/styles.py` checks the site's sheet and those of the games: syntax errors, a property
given twice in one rule, light or dark colours outside `light-dark()`, undefined variables, long
lines, `:has()` on an element that contains the board, selectors that end in `:is()` alone, and
unused classes of the site (those of the games are checked by their tests, since many names are
composed).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import tinycss2

SOURCE = Path(__file__).resolve().parent.parent / "src" / "chancery"
SHEETS = [*SOURCE.glob("web/static/**/*.css"), *SOURCE.glob("games/**/*.css")]
WEARERS = {".py", ".js", ".html"}
LONGEST = 100
_CLASS = re.compile(r"\.([a-z][\w-]*)")
_SELECTOR = re.compile(r"[^{}]+(?=\{)")
_SET = re.compile(r"(--[\w-]+)\s*:")
# it would restyle thousands of elements at every change inside of it
_AROUND_BOARD = re.compile(r"(?:\.(?:table|scene|frame|board|layer)|#(?:table|replay|frame))"
                           r"(?![\w-])[^\s>+~,]*:has\(")  # fmt: skip
# browsers look up rules by the last class, id or element; these are tried on all elements
_ENDS_IN_IS = re.compile(r"(?:^|[\s>+~,]):is\([^()]*,[^()]*\)\s*(?::[\w-]+)?\s*(?:,.*)?$")
_USED = re.compile(r"var\((--[\w-]+)\)")  # not if there is a fallback


def _wrong(rules: Sequence[Any]) -> Iterator[tuple[int, str]]:
    for rule in rules:
        if rule.type == "error":
            yield rule.source_line, rule.message
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media":
            if "prefers-color-scheme" in tinycss2.serialize(rule.prelude):
                yield rule.source_line, "light and dark are told apart by light-dark()"
            inside = tinycss2.parse_rule_list(rule.content, True, True)
            yield from _wrong(inside)
        elif rule.content is not None:
            yield from _declared(rule)


def _declared(rule: Any) -> Iterator[tuple[int, str]]:
    seen: set[str] = set()
    for found in tinycss2.parse_blocks_contents(rule.content, True, True):
        if found.type == "error":
            yield found.source_line, found.message
        elif found.type == "declaration":
            if found.name in seen:
                yield found.source_line, f"{found.name} is given twice"
            seen.add(found.name)


def wrong(text: str, known: set[str]) -> Iterator[tuple[int, str]]:
    """Return the errors of a sheet; `known` are the variables that all sheets define."""
    yield from _wrong(tinycss2.parse_stylesheet(text, True, True))
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST:
            yield number, f"{len(line)} characters"
        if _AROUND_BOARD.search(line):
            yield number, "`:has()` on an element that contains the board: use a class"
        if any(_ENDS_IN_IS.search(one.strip()) for one in _SELECTOR.findall(line)):
            yield number, "a selector ends in `:is()`: write a list"
        for name in _USED.findall(line):
            if name not in known:
                yield number, f"nothing sets {name}"


def unused_classes(text: str, worn: str) -> Iterator[tuple[int, str]]:
    """Return the classes of a sheet that no page, script or module uses."""
    for number, line in enumerate(text.splitlines(), 1):
        for selector in _SELECTOR.findall(line):
            for name in _CLASS.findall(selector):
                if name not in worn:
                    yield number, f"nothing wears .{name}"


def main() -> int:
    """Print all errors; return 1 if there are any."""
    sheets = {path: path.read_text("utf-8") for path in sorted(SHEETS)}
    known = {name for text in sheets.values() for name in _SET.findall(text)}
    paths = (path for path in SOURCE.rglob("*") if path.suffix in WEARERS)
    worn = "\n".join(path.read_text("utf-8") for path in paths)
    found = 0
    for path, text in sheets.items():
        wears = unused_classes(text, worn) if path.is_relative_to(SOURCE / "web") else ()
        for line, message in (*wrong(text, known), *wears):
            print(f"{path.relative_to(SOURCE.parent.parent)}:{line}: {message}")
            found += 1
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())

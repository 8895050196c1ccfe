"""Data files: what is printed on a board or on cards, as a TOML file that users may correct.

One reader for all games. Files come from untrusted users, so size and shape are checked in one pass
before the TOML parser runs (a key of thousands of dots takes it quadratic memory), and every error
is a BadForm that names the line. The files we ship use a small part of TOML: short lines, short
names, flat tables.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from typing import Any, Generic, NoReturn, TypeVar

from chancery.core.serialisation import none_of
from chancery.core.user_errors import BadForm
from chancery.core.words import T, Text

D = TypeVar("D")

TIMES_OURS = 2  # how many times the size and the number of tables of ours a user's file may have
BYTES_PER_CHARACTER = 4  # at most, in UTF-8
LONGEST_LINE = 1000
LONGEST_TEXT = 200  # characters between quotes
LONGEST_WORD = 40  # characters of a bare key
LONGEST_NUMBER = 20
MOST_DOTS = 3  # in a key, or a number
DEEPEST = 4  # nested brackets
SOURCES = ("rulebook", "reported", "reconstructed", "printed")  # how reliable a fact is
KEPT = 64  # parsed files kept per game

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    |(?P<long>\"{3}|'{3})
    |(?P<text>"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*')
    |(?P<quote>["'])
    |(?P<open>[\[{])
    |(?P<close>[\]}])
    |(?P<word>[^\s"'\[\]{}=,.\#]+)
    |(?P<dot>\.)
    |(?P<end>[=,])
    |(?P<line>\n)
    |(?P<space>[^\S\n]+)""",
    re.X,
)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")
_HEADER = re.compile(r"\s*\[\[?\s*([\w-]+)\s*\]")


def _at_line(line: int, problem: Text) -> Text:
    return T("line {line}: {problem}", line=line, problem=problem)


class Contents:
    """The tables of a file, with their line numbers."""

    def __init__(self, text: str, tables: Mapping[str, Any]) -> None:
        self.tables = tables
        self._lines = text.split("\n")

    def line(self, table: str, field: str = "", number: int = 0) -> int:
        """Return the line of a field in the number-th table of a name, or of the table itself."""
        line_number, count, inside = 1, -1, False
        alone = re.compile(rf"\s*[\"']?{re.escape(table)}[\"']?\s*[.=]")
        field_pattern = re.compile(rf"\s*[\"']?{re.escape(field)}[\"']?\s*[.=]")
        for at, line in enumerate(self._lines, 1):
            if header := _HEADER.match(line):
                count += header[1] == table
                inside = header[1] == table and count == number
                if inside:
                    line_number = at
            elif inside and field and field_pattern.match(line):
                return at
            elif count < 0 and alone.match(line):
                line_number = at  # written as `table = { ... }` or `table.field = ...`
        return line_number

    def fail(
        self, at: str, problem: Text, table: str, field: str = "", number: int = 0
    ) -> NoReturn:
        """Raise BadForm for a field, with its line."""
        raise BadForm(at, _at_line(self.line(table, field, number), problem))

    def placed(self, error: BadForm) -> BadForm:
        """Return a new error with the line number of `table.field`, if the file has that table.

        It is always a new one, because it is raised from the original, and no error may be its own
        cause.
        """
        table, _, rest = error.at.partition(".")
        if table not in self.tables:
            return BadForm(error.at, error.problem)
        line = self.line(table, rest.partition(".")[0])
        return BadForm(error.at, _at_line(line, error.problem))


class DataFile(Generic[D]):
    """The data file of a game: the one we ship, and the reader of users' files.

    `read` checks the contents for a rules version and converts them for the rules; it may raise
    BadForm only.
    """

    def __init__(self, shipped_file: Traversable, read: Callable[[Contents, int], D]) -> None:
        self._shipped_file = shipped_file
        self._read = read
        self._load = lru_cache(maxsize=KEPT)(self._parse)

    @cached_property
    def shipped(self) -> str:
        """The text of the file that we ship, for users to correct."""
        return self._shipped_file.read_text("utf-8")

    @property
    def largest(self) -> int:
        """The largest number of characters that a user's file may have."""
        return TIMES_OURS * len(self.shipped)

    def text_of(self, content: bytes) -> str:
        """Decode an uploaded file; BadForm if it is not text or too long."""
        if len(content) > BYTES_PER_CHARACTER * self.largest:
            raise self._too_long()
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise BadForm("", _at_line(line, T("not a text in UTF-8"))) from error

    def _too_long(self) -> BadForm:
        return BadForm("", T("a data file of this game has at most {n} characters", n=self.largest))

    def load(self, text: str | None, rules: int) -> D:
        """Return the contents of a file (None: ours), checked for a rules version; else BadForm.

        The latest files are cached.
        """
        return self._load(text, rules)

    def _parse(self, text: str | None, rules: int) -> D:
        content = self.shipped if text is None else text
        if len(content) > self.largest:
            raise self._too_long()
        content = content.replace("\r\n", "\n")
        check_shape(content, self._most_tables)
        return self._read(Contents(content, parse(content)), rules)

    @cached_property
    def _most_tables(self) -> int:
        return TIMES_OURS * sum(
            _HEADER.match(line) is not None for line in self.shipped.split("\n")
        )


def sources(value: Any, at: str) -> dict[str, str]:
    """Return the sources of a table's fields: one for all ("") or one for each.

    BadForm if one of them is unknown.
    """
    by_field = value if isinstance(value, dict) else {"": value}
    for source in by_field.values():
        if source not in SOURCES:
            raise BadForm(at, none_of(source, SOURCES))
    return by_field


def check_shape(text: str, most_tables: int) -> None:
    """Raise BadForm if a text exceeds the simple shape of data files, in a single pass."""
    _check_characters(text)
    at = line = depth = dots = tables = begun = 0
    fresh = True  # nothing but spaces in this line so far

    def fail(problem: Text) -> NoReturn:
        raise BadForm("", _at_line(line + 1, problem))

    while token := _TOKEN.match(text, at):
        kind, start, at = token.lastgroup, at, token.end()
        length = at - start
        if kind == "line":
            line, begun, dots, fresh = line + 1, at, 0, True
            continue
        if kind == "long":
            fail(T("texts of several lines are not allowed here"))
        if kind == "quote":
            fail(T("a text that does not end"))
        if kind == "text" and length > LONGEST_TEXT + 2:
            fail(T("a text has at most {n} characters", n=LONGEST_TEXT))
        if kind == "word" and length > LONGEST_NUMBER and text[start] in "+-0123456789":
            fail(T("a number has at most {n} characters", n=LONGEST_NUMBER))
        if kind == "word" and length > LONGEST_WORD:
            fail(T("a name has at most {n} characters", n=LONGEST_WORD))
        if at - begun > LONGEST_LINE:
            fail(T("a line has at most {n} characters", n=LONGEST_LINE))
        if kind == "space" or kind == "comment":
            continue
        if kind == "open":
            depth += 1
            if fresh and depth == 1:
                tables += 1
                if tables > most_tables:
                    fail(T("a data file of this game has at most {n} tables", n=most_tables))
            if depth > DEEPEST:
                fail(T("brackets may be nested at most {n} deep", n=DEEPEST))
        if kind == "close":
            depth -= 1
        dots = dots + 1 if kind == "dot" else 0 if kind in ("open", "close", "end") else dots
        if dots > MOST_DOTS:
            fail(T("at most {n} dots are allowed here", n=MOST_DOTS))
        fresh = False


def _check_characters(text: str) -> None:
    """Raise BadForm for control characters and lone surrogates."""
    if match := _CONTROL.search(text):
        problem = T("a character that no text may contain: U+{code}", code=f"{ord(match[0]):04X}")
        raise BadForm("", _at_line(text.count("\n", 0, match.start()) + 1, problem))


def parse(text: str) -> dict[str, Any]:
    """Parse a TOML text whose shape was checked; BadForm names the line of an error."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        match = _PLACE.search(message)
        line = int(match[1]) if match and match[1] else text.rstrip().count("\n") + 1
        problem = T("not a TOML file: {error}", error=_PLACE.sub("", message)[:200])
        raise BadForm("", _at_line(line, problem)) from error
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise BadForm("", T("not a TOML file: {error}", error=str(error)[:200])) from error

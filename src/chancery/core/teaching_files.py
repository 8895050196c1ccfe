"""Read the files in a game's folder `teach`: help, guides, exercises, worked examples.

Games use it through `Teaching`; authors and translators write the files.

`help.md` holds the help (see `core.help`). The others are TOML files with the fields of `Primer`,
`SeatSummary`, `Guide`, `Lesson` and `Example` (see `core.teaching`), and of `Aid` (see
`core.tabletop`), with one table for each part:

    [places]
    kassel = "city:kassel"

    [[step]]
    at = "discard"
    expect = ["discard 2c.1"]

    [[step.say]]
    text = \"\"\"Cards win fights: discard the {card}, then go
    to {kassel}.\"\"\"
    places = { card = "card:2c.1" }
    points = ["card:2c.1"]

Line ends in a sentence count as spaces. A name in braces is looked up in the `places` of the
innermost table that defines it, from the sentence's own table up to the file. Its value is an
object of the game as `data-target` identifies it (`kind:name`; the game supplies the displayed
name), a number, or a text that is the same in all languages. A sentence in a list that needs places
of its own is a table with `text` and `places`. Several actions may be written as one text separated
by ";". An opening is a script, or the name of a file in `data/examples` (`siege.script`).
"""

from __future__ import annotations

import inspect
import re
import tomllib
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import IO, Any, NamedTuple, NoReturn, TypeVar, Union, get_args, get_origin

from chancery.core.did_you_mean import Nearest
from chancery.core.frame import Frame
from chancery.core.help import Chapter, HelpFile, Values
from chancery.core.refusals import Refusal
from chancery.core.serialisation import type_hints
from chancery.core.tabletop import Aid
from chancery.core.teaching import Example, Guide, Lesson, Primer, SeatSummary
from chancery.core.user_errors import BadTeaching
from chancery.core.words import Spot, Template, Text, Word, place_names

R = TypeVar("R")
Namer = Callable[[str], Word]  # gives the displayed word for the name of an object of one kind
KeyPath = tuple[str | int, ...]  # to a value in a file: table names, keys, indices

# The class of the tables of each file, and their name where a file has several.
_RECORDS: dict[str, tuple[type, str]] = {
    "primer.toml": (Primer, ""),
    "seats.toml": (SeatSummary, "seat"),
    "guide.toml": (Guide, ""),
    "lessons.toml": (Lesson, "lesson"),
    "examples.toml": (Example, "example"),
}
FILES = ("help.md", *_RECORDS, "aid.toml", "stories.toml")

_SPACE = re.compile(r"[ \t\r\n]+")
_HEADER = re.compile(r"\s*\[(\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""")
_AT = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$")


class Teaching:
    """The teaching material of a game: the files in `folder`/teach, each read on first access.

    `names` maps a kind of object to the function that gives its displayed name
    (`{"city": city}`). Without it names are shown as written, for tools that only need the
    sentences.
    """

    def __init__(self, folder: Traversable, names: Mapping[str, Namer] | None = None) -> None:
        self._folder = folder
        self._names = names

    @cached_property
    def primer(self) -> Primer | None:
        """Return the one-page introduction; None if there is no file."""
        return next(iter(self._toml("primer.toml").records(Primer)), None)

    @cached_property
    def seats(self) -> tuple[SeatSummary, ...]:
        """Return what to know about the seats, the easiest first."""
        return self._toml("seats.toml").records(SeatSummary, "seat")

    @cached_property
    def guide(self) -> Guide | None:
        """Return the guided first game; None if there is no file."""
        return next(iter(self._toml("guide.toml").records(Guide)), None)

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """Return the exercises; fields written before the first one apply to all of them."""
        return self._toml("lessons.toml").records(Lesson, "lesson")

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """Return the worked examples; the key defaults to the name of the script."""
        return self._toml("examples.toml").records(Example, "example")

    @cached_property
    def stories(self) -> Mapping[str, Mapping[str, Text]]:
        """Return sentences by table and key, for games that show them with cards or turns."""
        return self._toml("stories.toml").sentences_by_table()

    @cached_property
    def aid(self) -> Mapping[str, Aid]:
        """Return the blocks of the aid card by key; the game highlights lines and adds some."""
        return self._toml("aid.toml").records_by_table(Aid)

    def help(self, values: Values, frame: Frame | None = None) -> tuple[Chapter, ...]:
        """Return the chapters of the help that apply to a table; without a table, all of them."""
        return self._help.chapters(values, frame)

    @property
    def help_differs(self) -> bool:
        """Whether the help of a table may differ from the general help."""
        return self._help.differs

    @cached_property
    def _help(self) -> HelpFile:
        return HelpFile(self._label("help.md"), self._read("teach", "help.md"))

    def sentences(self, *files: str) -> Iterator[str]:
        """Yield every sentence of these files, or of all files, for translation tools."""
        for name in files or FILES:
            if name == "help.md":
                yield from self._help.sentences()
            elif name == "stories.toml":
                for table in self.stories.values():
                    yield from (text.template.one for text in table.values())
            elif name == "aid.toml":
                file = self._toml(name)
                file.records_by_table(Aid)
                yield from file.sentences
            else:
                file = self._toml(name)
                file.records(*_RECORDS[name])
                yield from file.sentences

    def unknown_files(self) -> list[str]:
        """Return the names of files in `teach` that are never read, such as misspelt ones."""
        folder = self._folder.joinpath("teach")
        present = {file.name for file in folder.iterdir()} if folder.is_dir() else set()
        return sorted(present - set(FILES))

    def _read(self, *path: str) -> str:
        """Return the text of a file; empty if there is none."""
        file = self._folder.joinpath(*path)
        return file.read_text("utf-8") if file.is_file() else ""

    def _label(self, file: str) -> str:
        return f"{self._folder.name}/teach/{file}"

    def _toml(self, file: str) -> _File:
        scripts = self._folder.joinpath("data", "examples")
        return _File(self._label(file), self._read("teach", file), self._names, scripts)


def sentences_of(
    file: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the sentences of a file in a folder `teach`, as an extraction method of Babel."""
    path = Path(file.name)
    if path.name in FILES:
        for sentence in Teaching(path.parent.parent).sentences(path.name):
            yield 1, None, sentence, []


class _Places(NamedTuple):
    """A table of places: the values of the names in the sentences it covers."""

    path: KeyPath
    values: Mapping[str, Any]
    used: set[str]


class _File:
    """A TOML file whose tables hold the fields of a class.

    Tables of a field that holds several are named in the singular (`steps`: `[[step]]`).
    """

    def __init__(
        self, name: str, text: str, names: Mapping[str, Namer] | None, scripts: Traversable
    ) -> None:
        self._name, self._names, self._scripts = name, names, scripts
        self._lines = _lines(text)
        self._around: list[_Places] = []  # the innermost last
        self.sentences: list[str] = []
        try:
            self._tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = _AT.search(str(error))
            line = int(at[1]) if at and at[1] else text.rstrip().count("\n") + 1
            raise BadTeaching(name, line, f"not TOML: {_AT.sub('', str(error))}") from error

    def records(self, kind: type[R], tables: str = "") -> tuple[R, ...]:
        """Read the file as one record, or a record for each of its tables of that name.

        Fields before the first table apply to all of them. An empty file has no record.
        """
        if not self._tables:
            return ()
        if not tables:
            return (self._record(kind, self._tables, ()),)
        common = {key: value for key, value in self._tables.items() if key != tables}
        with self._places(common, ()) as common:
            return tuple(
                self._record(kind, {**common, **self._table(table, (tables, n))}, (tables, n))
                for n, table in enumerate(self._list(self._tables.get(tables, []), (tables,)))
            )

    def records_by_table(self, kind: type[R]) -> dict[str, R]:
        """Read each table of the file as a record."""
        with self._places(self._tables, ()) as tables:
            return {name: self._record(kind, table, (name,)) for name, table in tables.items()}

    def sentences_by_table(self) -> dict[str, dict[str, Text]]:
        """Read the file as tables that contain only sentences."""
        return {
            name: {
                key: self._text(text, (name, key))
                for key, text in self._table(table, (name,)).items()
            }
            for name, table in self._tables.items()
        }

    # -- records and values ------------------------------------------------------------

    def _record(self, kind: type[R], given: Any, path: KeyPath) -> R:
        hints = {_singular(name, hint): (name, hint) for name, hint in type_hints(kind).items()}
        with self._places(self._table(given, path), path) as table:
            for key in [key for key in table if key not in hints]:
                nearest = Nearest(hints).find(key)
                advice = (
                    f"did you mean “{nearest}”?" if nearest else f"there are {', '.join(hints)}"
                )
                self._fail((*path, key), f"“{key}” means nothing here; {advice}")
            values: dict[str, Any] = {}
            for key, value in table.items():
                name, hint = hints[key]
                values[name] = self._value(hint, value, (*path, key))
        for name, hint in hints.values():
            if types.NoneType in get_args(hint):
                values.setdefault(name, None)
        if kind is Example:
            values.setdefault("key", _stem(table.get("script", "")))
        parameters = inspect.signature(kind).parameters.values()
        required = {
            parameter.name for parameter in parameters if parameter.default is parameter.empty
        }
        if missing := [key for key, (name, _) in hints.items() if name in required - values.keys()]:
            self._fail(path, f"{', '.join(missing)} is missing")
        return kind(**values)

    def _value(self, hint: Any, value: Any, path: KeyPath) -> Any:
        kinds = get_args(hint)
        if get_origin(hint) in (Union, types.UnionType):
            (hint,) = (kind for kind in kinds if kind is not types.NoneType)
            return self._value(hint, value, path)
        if hint is Text:
            return self._text(value, path)
        if get_origin(hint) is tuple:
            return self._tuple(kinds, value, path)
        if hint not in _KINDS:
            return self._record(hint, value, path)
        allowed = (int, float) if hint is float else hint
        if not isinstance(value, allowed) or (isinstance(value, bool) and hint is not bool):
            self._fail(path, f"{_KINDS[hint]} is needed, not {value!r:.40}")
        if isinstance(value, str) and path[-1] in ("opening", "script"):
            return self._script(value, path)
        return value

    def _tuple(self, kinds: tuple[Any, ...], value: Any, path: KeyPath) -> tuple[Any, ...]:
        if kinds[-1] is not Ellipsis:
            if len(self._list(value, path)) != len(kinds):
                self._fail(path, f"{len(kinds)} are needed, not {len(value)}")
            return tuple(
                self._value(kind, item, (*path, n))
                for n, (kind, item) in enumerate(zip(kinds, value, strict=True))
            )
        if get_origin(kinds[0]) is tuple:  # pairs of a name or a number, and a sentence
            key_kind = get_args(kinds[0])[0]
            table = self._table(value, path)
            if key_kind is int and (strange := [key for key in table if not key.isdecimal()]):
                self._fail((*path, strange[0]), f"a number is needed, not {strange[0]}")
            return tuple((key_kind(key), self._text(table[key], (*path, key))) for key in table)
        if kinds[0] is str and isinstance(value, str):
            value = _SPACE.sub(" ", value).strip().split("; ")
        listed = self._list(value, path)
        return tuple(self._value(kinds[0], item, (*path, n)) for n, item in enumerate(listed))

    def _script(self, text: str, path: KeyPath) -> str:
        if not text.endswith(".script") or "\n" in text:
            return text
        file = self._scripts.joinpath(text)
        if not file.is_file():
            self._fail(path, f"there is no script data/examples/{text}")
        return file.read_text("utf-8")

    def _table(self, value: Any, path: KeyPath) -> dict[str, Any]:
        if not isinstance(value, dict):
            self._fail(path, f"a table is needed, not {value!r:.40}")
        return value

    def _list(self, value: Any, path: KeyPath) -> list[Any]:
        if isinstance(value, dict):
            self._fail(path, f"a list is needed, written as [[{path[-1]}]]")
        if not isinstance(value, list):
            self._fail(path, f"a list is needed, not {value!r:.40}")
        return value

    # -- sentences ---------------------------------------------------------------------

    def _text(self, value: Any, path: KeyPath) -> Text:
        if isinstance(value, dict):  # a sentence in a list, with places of its own
            with self._places(value, path) as table:
                if table.keys() != {"text"}:
                    self._fail(path, "a text is needed, or a table with text and places")
                return self._text(table["text"], path)
        sentence = _SPACE.sub(" ", self._value(str, value, path)).strip()
        self.sentences.append(sentence)
        try:
            names = place_names(sentence)
        except ValueError as error:
            self._fail(path, f"braces must hold the name of a placeholder: {error}")
        return Text(Template(sentence), tuple((name, self._place(name, path)) for name in names))

    @contextmanager
    def _places(self, table: Mapping[str, Any], path: KeyPath) -> Iterator[dict[str, Any]]:
        """Make a table's places available to its sentences; check that all of them are used."""
        other_keys = dict(table)
        places_at = (*path, "places")
        places = _Places(places_at, self._table(other_keys.pop("places", {}), places_at), set())
        self._around.append(places)
        yield other_keys
        self._around.pop()
        for name in places.values:
            if name not in places.used:
                self._fail((*places_at, name), f"no sentence here has a place {{{name}}}")

    def _place(self, name: str, path: KeyPath) -> Word:
        places = next((one for one in reversed(self._around) if name in one.values), None)
        if places is None:
            self._fail(path, f"nothing says what {{{name}}} is: add it to a table of places")
        places.used.add(name)
        return self._word(places.values[name], (*places.path, name))

    def _word(self, value: Any, path: KeyPath) -> Word:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if not isinstance(value, str):
            self._fail(path, f"a place is a text or a whole number, not {value!r:.40}")
        kind, colon, name = value.partition(":")
        if not colon or self._names is None:
            return value
        if kind not in self._names:
            self._fail(path, f"the game names nothing by “{kind}:”, only {_kinds(self._names)}")
        try:
            word = self._names[kind](name)
        except (LookupError, ValueError, Refusal):
            self._fail(path, f"there is no {kind} “{name}”")
        if isinstance(word, Spot) and word.target != value:
            self._fail(path, f"“{value}” is called “{word.target}” on the board")
        return word

    def _fail(self, path: KeyPath, problem: str) -> NoReturn:
        nearest_known = next(path[:n] for n in range(len(path), -1, -1) if path[:n] in self._lines)
        raise BadTeaching(self._name, self._lines[nearest_known], f"{_called(path)}{problem}")


_KINDS = {str: "a text", bool: "true or false", int: "a whole number", float: "a number"}


def _kinds(names: Mapping[str, Namer]) -> str:
    return ", ".join(f"“{kind}:”" for kind in names)


def _singular(name: str, hint: Any) -> str:
    """Return the name that a field's tables have in a file."""
    item = get_args(hint)[0] if get_origin(hint) is tuple else None
    return name.removesuffix("s") if isinstance(item, type) and item not in (str, Text) else name


def _stem(script: str) -> str:
    return script.removesuffix(".script").replace("_", "-")


def _called(path: KeyPath) -> str:
    """Describe the tables on the path to a value: "step 3, say 1: "."""
    parts: list[str] = []
    for part in path:
        if isinstance(part, int):
            parts[-1] += f" {part + 1}"
        else:
            parts.append(part)
    return f"{', '.join(parts)}: " if parts else ""


def _lines(text: str) -> dict[KeyPath, int]:
    """Return the line number of each table and each key of a TOML file."""
    numbers: dict[KeyPath, int] = {(): 1}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    inside = False  # within a multi-line string
    for number, line in enumerate(text.split("\n"), 1):
        if not inside and (header := _HEADER.match(line)):
            table = ()
            *outer, name = header[2].split(".")
            for part in outer:
                table += (part,)
                table += (counts[table] - 1,) if table in counts else ()
            table += (name,)
            if header[1]:
                counts[table] = counts.get(table, 0) + 1
                table += (counts[table] - 1,)
            numbers[table] = number
        elif not inside and (key := _KEY.match(line)):
            numbers[*table, key[1] or key[2] or key[3]] = number
        inside ^= (line.count('"""') + line.count("'''")) % 2 == 1
    return numbers

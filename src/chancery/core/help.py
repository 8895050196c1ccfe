"""Parse a game's help, `teach/help.md`: its rules in our own words, for page and terminal.

The file can be edited without touching code:

    ## Movement {#movement}

    [4.1 4.5] A march is made city by city. Wrapped lines are joined,
    and a blank line ends a paragraph.

    [6.9 players=2] Only at a table of two.

    {fate}

A chapter begins with its title. Braces after the title hold its key (`#movement`, an id in the
page), `.cards` if each paragraph is the text of a card, and conditions. Brackets before a paragraph
hold the items of the rulebook that it explains, and conditions. A condition compares an option of
the table: `players=2`, `players=3,4`, `edition!=2007`; `data=own` holds at a table with a data file
of its own. Help without a table compares `data` only. If several titles follow each other, the
first that applies is shown. A picture of the board at the set-up stands after the paragraph it
belongs to, as a caption and the part of the board it shows (x, y, width, height):

    ![The middle of the map](1000 600 600 400)

`{fate}` on a line of its own is replaced by paragraphs that the game
generates, `{n}` in a sentence by a number or a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeAlias

from chancery.core.frame import Frame
from chancery.core.options import spell
from chancery.core.user_errors import BadTeaching
from chancery.core.words import Template, Text, Word, place_names

# Values of the placeholders of a help file, by name.
Values: TypeAlias = "Mapping[str, Word | list[Paragraph]]"

_COMMENT = re.compile("<!--.*?-->", re.S)
_TITLE = re.compile(r"##\s+(?P<text>.*?)\s*(?:\{(?P<marks>[^{}]*)\})?\s*")
_PARAGRAPH = re.compile(r"(?:\[(?P<marks>[^\]]*)\]\s*)?(?P<text>.*)")
_CONDITION = re.compile(r"([\w-]+)(!?=)([\w,-]+)")
_PICTURE = re.compile(r"!\[(?P<text>[^\]]+)\]\((?P<window>[^)]*)\)")
_ALONE = re.compile(r"\{(\w+)\}")


class Picture(NamedTuple):
    """A part of the board at the set-up, with a caption."""

    text: Text
    window: tuple[float, float, float, float]  # of the board: x, y, width, height


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences, and the items of the rulebook they explain, separated by spaces.

    A space within the name of an item is written as "_" (`fate_8♦`).
    """

    rule: str
    text: Text
    picture: Picture | None = None

    @property
    def items(self) -> tuple[str, ...]:
        """The items of the rulebook, named as in refusals and phases."""
        return tuple(name.replace("_", " ") for name in self.rule.split())


def anchor(item: str) -> str:
    """Return the HTML id of an item of the rulebook."""
    return item.replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A title and the paragraphs below it."""

    title: Text
    paragraphs: tuple[Paragraph, ...]
    cards: bool = False  # each paragraph is the text of a card
    key: str = ""  # its HTML id; teaching pages link to chapters that have one


class _Condition(NamedTuple):
    option: str
    equals: bool
    values: tuple[str, ...]

    def holds(self, options: Mapping[str, str], at_table: bool) -> bool:
        if self.option not in options and not at_table:
            return True
        return (options.get(self.option) in self.values) is self.equals


class _Block(NamedTuple):
    """A title or a paragraph as written in the file."""

    line: int
    text: str
    marks: tuple[str, ...]  # items of the rulebook; a key and classes
    conditions: tuple[_Condition, ...]
    caption: str = ""
    window: tuple[float, ...] = ()


class HelpFile:
    """The help of a game, parsed from its file; BadTeaching names the line of an error."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._chapters: list[tuple[list[_Block], list[_Block]]] = []  # titles, paragraphs
        text = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
        lines: list[str] = []
        for number, line in enumerate([*text.split("\n"), ""], 1):
            if line.strip() and not line.startswith("#"):
                lines.append(line.strip())
                continue
            if lines:
                self._paragraph(number - len(lines), " ".join(lines))
                lines = []
            if line.startswith("#"):
                self._title(number, line)

    def _title(self, line: int, text: str) -> None:
        match = _TITLE.fullmatch(text)
        if match is None or not match["text"]:
            self._fail(line, "a chapter begins with “## Title” or “## Title {#key}”")
        block = self._block(line, match)
        if strange := [
            written_mark
            for written_mark in block.marks
            if written_mark != ".cards" and written_mark[0] != "#"
        ]:
            self._fail(line, f"after a title stand #key, .cards or option=value, not {strange[0]}")
        before = {mark for titles, _ in self._chapters for title in titles for mark in title.marks}
        if twice := [mark for mark in block.marks if mark in before and mark != ".cards"]:
            self._fail(line, f"another chapter has the key {twice[0]}")
        if self._chapters and not self._chapters[-1][1]:
            self._chapters[-1][0].append(block)
        else:
            self._chapters.append(([block], []))

    def _paragraph(self, line: int, text: str) -> None:
        if not self._chapters:
            self._fail(line, "a paragraph before the first title (“## Title”)")
        if text.startswith("!"):
            self._picture(line, text)
            return
        match = _PARAGRAPH.fullmatch(text)
        if match is None or not match["text"]:
            self._fail(line, "a paragraph without a sentence")
        self._chapters[-1][1].append(self._block(line, match))

    def _picture(self, line: int, text: str) -> None:
        match = _PICTURE.fullmatch(text)
        try:
            window = tuple(map(float, match["window"].split())) if match else ()
        except ValueError:
            window = ()
        if match is None or len(window) != 4:
            self._fail(line, "a picture is written as ![Caption](x y width height)")
        paragraphs = self._chapters[-1][1]
        if not paragraphs or paragraphs[-1].window:
            self._fail(line, "a picture stands after a paragraph, one after each")
        paragraphs[-1] = paragraphs[-1]._replace(caption=match["text"], window=window)

    def _block(self, line: int, match: re.Match[str]) -> _Block:
        marks, conditions = [], []
        for mark in (match["marks"] or "").split():
            if condition := _CONDITION.fullmatch(mark):
                option, sign, values = condition.groups()
                conditions.append(_Condition(option, sign == "=", tuple(values.split(","))))
            else:
                marks.append(mark)
        try:
            place_names(match["text"])
        except ValueError as error:
            self._fail(line, f"braces must hold the name of a placeholder: {error}")
        return _Block(line, match["text"], tuple(marks), tuple(conditions))

    def _fail(self, line: int, problem: str) -> NoReturn:
        raise BadTeaching(self._name, line, problem)

    def sentences(self) -> Iterator[str]:
        """Yield every sentence of the file, for translation tools."""
        for titles, paragraphs in self._chapters:
            yield from (block.text for block in titles)
            yield from (block.text for block in paragraphs if not _ALONE.fullmatch(block.text))
            yield from (block.caption for block in paragraphs if block.caption)

    @property
    def differs(self) -> bool:
        """Whether the help of a table may differ from the general help."""
        blocks = (block for chapter in self._chapters for part in chapter for block in part)
        return any(block.conditions for block in blocks)

    def chapters(self, values: Values, frame: Frame | None) -> tuple[Chapter, ...]:
        """Return the chapters that apply to a table; without a table (None), all of them."""
        options = {"data": "own" if frame is not None and frame.data is not None else "ours"}
        if frame is not None:
            options |= {name: spell(value) for name, value in frame.options.items()}

        def applies(block: _Block) -> bool:
            return all(
                condition.holds(options, frame is not None) for condition in block.conditions
            )

        return tuple(
            Chapter(
                self._text(title, values),
                tuple(p for block in blocks if applies(block) for p in self._filled(block, values)),
                cards=".cards" in title.marks,
                key=next((mark[1:] for mark in title.marks if mark[0] == "#"), ""),
            )
            for titles, blocks in self._chapters
            for title in [title for title in titles if applies(title)][:1]
        )

    def _filled(self, block: _Block, values: Values) -> list[Paragraph]:
        if alone := _ALONE.fullmatch(block.text):
            filled = values.get(alone[1])
            if not isinstance(filled, list):
                self._fail(block.line, f"the game makes no paragraphs called {block.text}")
            return filled
        text, rule = self._text(block, values), " ".join(block.marks)
        if not block.window:
            return [Paragraph(rule, text)]
        x, y, width, height = block.window
        caption = Text(Template(block.caption))
        return [Paragraph(rule, text, Picture(caption, (x, y, width, height)))]

    def _text(self, block: _Block, values: Values) -> Text:
        places = []
        for name in place_names(block.text):
            value = values.get(name)
            if value is None or isinstance(value, list):
                self._fail(block.line, f"the game does not say what {{{name}}} is")
            places.append((name, value))
        return Text(Template(block.text), tuple(places))

"""Small boards: a board as large as a playing card, in two pictures that stand for themselves.

An `img` shows an SVG without the style sheets of the page around it, and without any other file.
So each of the two has the game's sheet inside: the ground, which is the same for every table that
plays with these options, and what stands on it now, with the signs that it uses. Words are left
out: nobody reads them at this size, and so one picture serves in every language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.etree import ElementTree

from chancery.core.svg import XMLNS

ElementTree.register_namespace("", XMLNS)

_WORDS = re.compile(r"<(text|title)\b[^>]*?(?:/>|>.*?</\1>)", re.DOTALL)
_LABELS = re.compile(r' (?:aria-[\w-]+|data-target|tabindex|role)="[^"]*"')
_HEAD = re.compile(r"<svg\b[^>]*")
_NAMED = re.compile(r'href="#([^"]+)"|url\(#([^)]+)\)')
_FONTS = re.compile(r"@font-face\s*{[^}]*}")
_REMARKS = re.compile(r"/\*.*?\*/", re.DOTALL)
FAR = ' data-detail="0"'  # as from far away: pieces are larger, and names few


@dataclass(frozen=True)
class SmallBoard:
    """The ground of a small board, and what it takes to draw something on it."""

    ground: str
    _style: str = field(repr=False)
    _signs: dict[str, str] = field(repr=False)  # by id: what its `defs` hold

    def live(self, drawn: str) -> str:
        """What stands on the ground: a layer of the large board without its words."""
        plain = _wordless(drawn)
        return _whole(plain, self._style, f"<defs>{''.join(self._used(plain))}</defs>")

    def _used(self, text: str) -> dict[str, None]:
        """The signs that a picture names, and those that these are made of."""
        found: dict[str, None] = {}
        for key in _named(text):
            sign = self._signs.get(key)
            if sign is not None and sign not in found:
                found |= {sign: None} | self._used(sign)
        return found


def small_board(ground: str, sheet: str) -> SmallBoard:
    """The small board to a ground and the style sheet of its game."""
    style = re.sub(r"\s+", " ", _REMARKS.sub("", _FONTS.sub("", sheet)))
    plain = _wordless(ground)
    signs: dict[str, str] = {}
    for defs in ElementTree.fromstring(plain).iter(f"{{{XMLNS}}}defs"):
        for sign in defs:
            text = ElementTree.tostring(sign, "unicode").replace(f' xmlns="{XMLNS}"', "")
            signs |= {part.get("id", ""): text for part in sign.iter()}
    return SmallBoard(_whole(plain, style), style, signs)


def _wordless(picture: str) -> str:
    return _LABELS.sub("", _WORDS.sub("", picture))


def _named(text: str) -> list[str]:
    return [one or other for one, other in _NAMED.findall(text)]


def _whole(picture: str, style: str, before: str = "") -> str:
    """A picture with its sheet, and something before all else in it."""
    head = _HEAD.match(picture)
    end = head.end() if head else 0
    return f"{picture[:end]}{FAR}><style>{style}</style>{before}{picture[end + 1 :]}"

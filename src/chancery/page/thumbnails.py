"""Thumbnails: a board as small as a playing card, in two pictures that need no other file.

An `img` shows an SVG without the style sheets of the page around it. So each of the two contains
the game's style sheet: the ground, the same for all tables with these options, and the pieces on
it, with the signs that they use. Text is left out, being unreadable at this size, so the pictures
serve all languages.
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
FAR = ' data-detail="0"'  # as if zoomed out: large pieces, few names


@dataclass(frozen=True)
class Thumbnail:
    """The ground of a thumbnail, and what it takes to draw pieces on it."""

    ground: str
    _style: str = field(repr=False)
    _signs: dict[str, str] = field(repr=False)  # the content of `defs`, by id

    def live(self, drawn: str) -> str:
        """Return the pieces on the ground: a layer of the large board without text."""
        plain = _wordless(drawn)
        return _whole(plain, self._style, f"<defs>{''.join(self._used(plain))}</defs>")

    def _used(self, text: str) -> dict[str, None]:
        """Return the signs that a picture uses, including those that they use themselves."""
        signs: dict[str, None] = {}
        for key in _named(text):
            sign = self._signs.get(key)
            if sign is not None and sign not in signs:
                signs |= {sign: None} | self._used(sign)
        return signs


def thumbnail(ground: str, sheet: str) -> Thumbnail:
    """Make the thumbnail for a ground and the style sheet of its game."""
    style = re.sub(r"\s+", " ", _REMARKS.sub("", _FONTS.sub("", sheet)))
    plain = _wordless(ground)
    signs: dict[str, str] = {}
    for defs in ElementTree.fromstring(plain).iter(f"{{{XMLNS}}}defs"):
        for sign in defs:
            text = ElementTree.tostring(sign, "unicode").replace(f' xmlns="{XMLNS}"', "")
            signs |= {part.get("id", ""): text for part in sign.iter()}
    return Thumbnail(_whole(plain, style), style, signs)


def _wordless(picture: str) -> str:
    return _LABELS.sub("", _WORDS.sub("", picture))


def _named(text: str) -> list[str]:
    return [one or other for one, other in _NAMED.findall(text)]


def _whole(picture: str, style: str, before: str = "") -> str:
    """Return a picture with its style sheet and something before its content."""
    head = _HEAD.match(picture)
    end = head.end() if head else 0
    return f"{picture[:end]}{FAR}><style>{style}</style>{before}{picture[end + 1 :]}"

"""Pictures of games, for tests: parsed, checked to be safe, and taken apart."""

from __future__ import annotations

import gzip
import re
from typing import Any
from xml.etree import ElementTree

from chancery.core import Game

SVG = "{http://www.w3.org/2000/svg}"
# names of players that must stay names
HOSTILE = (
    "<script>alert(1)</script>",
    '"\'><g onload="x"/>&amp;',
    "W" * 60,
    "\u202eשלום עליכם\u202c]]>\x00\x1b\ud800",
    "",
)
_DRAWN = {
    "svg", "g", "defs", "use", "path", "rect", "circle", "ellipse", "text", "tspan", "title",
    "clipPath", "pattern", "line", "polygon", "polyline",
}  # fmt: skip

Elements = list[ElementTree.Element]


def checked(markup: str | None) -> Elements:
    """Parse a picture and return its elements, if none could run, style or fetch anything."""
    assert markup is not None
    assert "<!" not in markup
    assert "<?" not in markup
    elements = list(ElementTree.fromstring(markup).iter())
    for element in elements:
        assert element.tag.removeprefix(SVG) in _DRAWN, element.tag
        for name, value in element.attrib.items():
            assert name != "style"
            assert not name.lower().startswith("on")
            assert ("href" not in name) or (name == "href" and value.startswith("#"))
            assert "url(" not in value or re.fullmatch(r"url\(#[\w-]+\)", value)
            assert "NaN" not in value
            assert "nan" not in value.split()
            assert "None" not in value
    return elements


def ids(elements: Elements) -> list[str]:
    return [element.attrib["id"] for element in elements if "id" in element.attrib]


def targets(elements: Elements) -> list[str]:
    return [e.attrib["data-target"] for e in elements if "data-target" in e.attrib]


def classes(element: ElementTree.Element) -> list[str]:
    return element.attrib.get("class", "").split()


def needed(elements: Elements) -> set[str]:
    """Return the ids that a picture refers to."""
    found = {e.attrib["href"][1:] for e in elements if "href" in e.attrib}
    for element in elements:
        for value in element.attrib.values():
            found.update(re.findall(r"url\(#([\w-]+)\)", value))
    return found


def shown_at(element: ElementTree.Element) -> tuple[float, float]:
    """Return the position of an element."""
    moved = re.match(r"translate\((\S+) (\S+)\)", element.attrib["transform"])
    assert moved
    return float(moved[1]), float(moved[2])


def packed(*markup: str | None) -> int:
    """Return how many bytes pictures take as they are sent."""
    return len(gzip.compress("".join(part or "" for part in markup).encode(), 6))


def style_of(game: Game[Any, Any]) -> str:
    """Return the style sheet of a game without comments."""
    assert game.face.style
    return re.sub(r"/\*.*?\*/", "", game.face.style.read_text("utf-8"), flags=re.S)

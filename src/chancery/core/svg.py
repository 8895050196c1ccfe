"""SVG, built so that nothing can be injected: names, cards and files are foreign text.

Whatever is not already `Svg` is escaped; elements and attributes that could run, style or
fetch something are refused.

>>> print(tag("text", "<script>", x=1.5, class_="name", data_target='a"b'))
<text x="1.5" class="name" data-target="a&quot;b">&lt;script&gt;</text>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape

ELEMENTS = {
    "svg", "g", "defs", "symbol", "use", "pattern", "clipPath", "path", "rect", "circle", "ellipse",
    "line", "polyline", "polygon", "text", "tspan", "title", "desc", "style",
}  # fmt: skip
XMLNS = "http://www.w3.org/2000/svg"
_SPECIAL = re.compile("[^ !#-%(-;=?-~]")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ATTRIBUTE = re.compile(r"[A-Za-z][A-Za-z-]*\Z")
_names: dict[str, str] = {}


class Svg(str):
    """Markup made by this module, safe inside other markup."""

    __slots__ = ()


def text_of(words: str) -> Svg:
    """Escape a foreign text for markup, replacing characters that XML does not allow."""
    if not _SPECIAL.search(words):
        return Svg(words)
    return Svg(escape(_NOT_XML.sub("\ufffd", words)))


def tag(name: str, *inside: Svg | str, **attributes: str | float | None) -> Svg:
    """Return an element. `class_` becomes class, `data_target` data-target; None is left out."""
    if name not in ELEMENTS:
        raise ValueError(f"not an element of a drawing: {name}")
    written = "".join(
        [f' {_name(key, value)}="{_value(value)}"' for key, value in attributes.items()
         if value is not None]
    )  # fmt: skip
    if not inside:
        return Svg(f"<{name}{written}/>")
    return Svg(f"<{name}{written}>{join(inside)}</{name}>")


def join(parts: Iterable[Svg | str]) -> Svg:
    """Concatenate elements, escaping what is not markup."""
    return Svg("".join([part if type(part) is Svg else text_of(part) for part in parts]))


def picture(
    width: float, height: float, class_: str, *inside: Svg | str, **attributes: str | float | None
) -> Svg:
    """Return a whole SVG of this size: a layer of a board, or a panel beside it."""
    box = f"0 0 {width} {height}"
    return tag("svg", *inside, xmlns=XMLNS, viewBox=box, class_=class_, **attributes)


def wrap(text: str, length: int) -> Iterator[str]:
    """Wrap a sentence into lines of at most so many characters."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > length:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        yield line


def at(x: float, y: float, scale: float = 1) -> str:
    """Return a transform that moves something to a point and scales it."""
    transform = f"translate({_value(x)} {_value(y)})"
    return transform if scale == 1 else f"{transform} scale({_value(scale)})"


class Pen:
    """Draws for one game: all its CSS classes begin with a prefix.

    In some browsers the contents of a `<use>` have no ancestors, so their rules cannot be scoped by
    a selector, only by class names.

    >>> print(Pen("sp").use("grain", 10, 20, class_="quiet"))
    <use href="#grain" transform="translate(10 20)" class="sp-quiet"/>
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix + "-"
        self._known: dict[str, str] = {}
        self.use = lru_cache(4096)(self._use)
        self.words = lru_cache(4096)(self._words)

    def tag(self, name: str, *inside: Svg | str, **attributes: str | float | None) -> Svg:
        """Return an element, with the prefix added to its classes."""
        names = attributes.get("class_")
        if isinstance(names, str):
            attributes["class_"] = self._known.get(names) or self._classes(names)
        return tag(name, *inside, **attributes)

    def path(self, d: str, class_: str, transform: str | None = None) -> Svg:
        """Return a path with a class."""
        return self.tag("path", d=d, class_=class_, transform=transform)

    def _classes(self, names: str) -> str:
        self._known[names] = " ".join(self._prefix + name for name in names.split())
        return self._known[names]

    def _use(
        self, sign: str, x: float, y: float, scale: float = 1, class_: str | None = None
    ) -> Svg:
        """Return a copy of a symbol from the layer's defs at a point."""
        return self.tag("use", href="#" + sign, transform=at(x, y, scale), class_=class_)

    def _words(
        self, text: str, x: float, y: float, class_: str, anchor: str | None = "middle"
    ) -> Svg:
        """Return a line of text at a point."""
        return self.tag("text", text, x=x, y=y, class_=class_, text_anchor=anchor)


def _name(key: str, value: object) -> str:
    name = _names.get(key)
    if name is None:
        name = key.rstrip("_").replace("_", "-")
        if not _ATTRIBUTE.match(name) or name == "style" or name.lower().startswith("on"):
            raise ValueError(f"not an attribute of a drawing: {name}")
        _names[key] = name
    if name == "href" and not str(value).startswith("#"):
        raise ValueError("a drawing refers to nothing outside itself")
    return name


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return text_of(value)
    return f"{round(value, 2):g}"

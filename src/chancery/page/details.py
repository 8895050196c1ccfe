"""Details: a part of a drawn board, without what lies outside of it.

A picture of a whole board is large, and most of it is not what a paragraph is about. `detail` cuts
it to a window and drops the elements that cannot be seen there; `window_around` finds the window
around things on the board, by their `data-target`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree

from chancery.core.svg import XMLNS

Window: TypeAlias = tuple[float, float, float, float]  # x, y, width, height

MARGIN = 60  # around things of unknown size, such as text
AROUND = 70  # around the things in a window, in units of a board 1600 wide
SMALLEST = 0.27  # width of a window, as part of the board
PROPORTIONS = 3 / 2
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_PART = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_TRANSFORM = re.compile(r"(translate|scale|rotate|matrix)\(([^)]*)\)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
_UNSEEN = {"defs", "style", "title", "symbol", "clipPath", "pattern"}


class Box(NamedTuple):
    """A rectangle by its corners."""

    left: float
    top: float
    right: float
    bottom: float

    def area(self) -> float:
        """Return the area of the rectangle."""
        return (self.right - self.left) * (self.bottom - self.top)

    def meets(self, other: Box) -> bool:
        """Return whether two rectangles have a point in common."""
        across = self.left <= other.right and other.left <= self.right
        return across and self.top <= other.bottom and other.top <= self.bottom


class _Matrix(NamedTuple):
    """An affine transformation, as SVG writes it."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def then(self, m: _Matrix) -> _Matrix:
        """Return this transformation of a system that is itself transformed by `m`."""
        if m is _IDENTITY:
            return self
        return _Matrix(
            self.a * m.a + self.c * m.b,
            self.b * m.a + self.d * m.b,
            self.a * m.c + self.c * m.d,
            self.b * m.c + self.d * m.d,
            self.a * m.e + self.c * m.f + self.e,
            self.b * m.e + self.d * m.f + self.f,
        )

    def box(self, box: Box) -> Box:
        """Return the rectangle around a transformed one."""
        if not self.b and not self.c and self.a == self.d == 1:  # only moved, as most are
            e, f = self.e, self.f
            return Box(box.left + e, box.top + f, box.right + e, box.bottom + f)
        corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        return _around(
            [
                (self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)
                for x, y in corners
            ]
        )


_IDENTITY = _Matrix()


class Drawing:
    """A drawn board, parsed once for its details."""

    def __init__(self, picture: str) -> None:
        self.root = ElementTree.fromstring(picture)
        self._named = {
            element.get("id", ""): element for element in self.root.iter() if element.get("id")
        }
        self._boxes: dict[ElementTree.Element, Box | None] = {}
        self.width, self.height = _numbers(self.root.get("viewBox", ""))[2:]

    @cached_property
    def _targets(self) -> dict[str, Box]:
        """The box of each `data-target`; the largest one if it is drawn more than once."""
        boxes: dict[str, Box] = {}
        for element, matrix in self._walk(self.root, _IDENTITY):
            target = element.get("data-target")
            if target and (box := self._box(element)) is not None:
                box = matrix.box(box)
                boxes[target] = max(box, boxes.get(target, box), key=Box.area)
        return boxes

    def window_around(self, targets: Iterable[str]) -> Window | None:
        """Return the window around these things, in the usual proportions; None if the board has
        none of them, or they are too far apart for a detail."""
        boxes = [self._targets[target] for target in targets if target in self._targets]
        if not boxes:
            return None
        box = _joined(boxes)
        around = AROUND * self.width / 1600
        wide = max(box.right - box.left + 2 * around, SMALLEST * self.width)
        wide = max(wide, (box.bottom - box.top + 2 * around) * PROPORTIONS)
        high = wide / PROPORTIONS
        if wide > self.width or high > self.height:
            return None
        left = (box.left + box.right - wide) / 2
        top = (box.top + box.bottom - high) / 2
        left, top = min(max(0, left), self.width - wide), min(max(0, top), self.height - high)
        return round(left, 1), round(top, 1), round(wide, 1), round(high, 1)

    def detail(self, window: Window) -> str:
        """Return the picture cut to a window. Nothing else can be cut out of it later."""
        x, y, wide, high = window
        self.root.set("viewBox", f"{x:g} {y:g} {wide:g} {high:g}")
        self._drop(self.root, _IDENTITY, Box(x, y, x + wide, y + high))
        self._drop_unused()
        return ElementTree.tostring(self.root, "unicode")

    def _drop(self, parent: ElementTree.Element, matrix: _Matrix, window: Box) -> None:
        for element in list(parent):
            if _kind(element) in _UNSEEN:
                continue
            own_matrix = matrix.then(_matrix(element))
            box = self._box(element)
            if box is not None and not own_matrix.box(box).meets(window):
                parent.remove(element)
            elif _kind(element) == "g":
                self._drop(element, own_matrix, window)

    def _drop_unused(self) -> None:
        """Drop definitions that nothing refers to, directly or through another one."""
        defs = list(self.root.iter(f"{{{XMLNS}}}defs"))
        signs = {part.get("id"): sign for block in defs for sign in block for part in sign.iter()}
        used: set[ElementTree.Element] = set()
        reachable = [block for block in self.root if block not in defs]
        while reachable:
            for name in _references(reachable.pop()):
                sign = signs.get(name)
                if sign is not None and sign not in used:
                    used.add(sign)
                    reachable.append(sign)
        for block in defs:
            for sign in list(block):
                if sign not in used:
                    block.remove(sign)

    def _walk(
        self, parent: ElementTree.Element, matrix: _Matrix
    ) -> Iterator[tuple[ElementTree.Element, _Matrix]]:
        for element in parent:
            if _kind(element) not in _UNSEEN:
                own_matrix = matrix.then(_matrix(element))
                yield element, own_matrix
                yield from self._walk(element, own_matrix)

    def _box(self, element: ElementTree.Element) -> Box | None:
        """Return the rectangle around an element in its own system; None if it draws nothing."""
        if element not in self._boxes:
            self._boxes[element] = None  # also ends a definition that uses itself
            self._boxes[element] = self._measured(element)
        return self._boxes[element]

    def _measured(self, element: ElementTree.Element) -> Box | None:
        def number(name: str) -> float:
            return float(element.get(name) or 0)

        x, y = number("x"), number("y")
        match _kind(element):
            case "circle" | "ellipse":
                across, down = number("rx") or number("r"), number("ry") or number("r")
                middle = number("cx"), number("cy")
                return Box(
                    middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down
                )
            case "rect":
                return Box(x, y, x + number("width"), y + number("height"))
            case "line":
                ends = [(number("x1"), number("y1")), (number("x2"), number("y2"))]
                return _around(ends)
            case "polyline" | "polygon":
                return _around(_pairs(_numbers(element.get("points", ""))))
            case "path":
                return _path_box(element.get("d", ""))
            case "text" | "tspan":
                return Box(x - MARGIN, y - MARGIN, x + MARGIN, y + MARGIN)
            case "use":
                name = (element.get("href") or "").removeprefix("#")
                sign = self._named.get(name)
                box = None if sign is None else self._box(sign)
                box = box or Box(-MARGIN, -MARGIN, MARGIN, MARGIN)
                return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)
            case "g" | "symbol" | "svg":
                boxes = [
                    _matrix(child).box(box)
                    for child in element
                    if _kind(child) not in _UNSEEN and (box := self._box(child)) is not None
                ]
                return _joined(boxes) if boxes else None
        return None


def detail(
    picture: str,
    window: Window | None = None,
    targets: Collection[str] = (),
    otherwise: Window | None = None,
) -> str:
    """Return the part of a picture in a window, or around these things; failing that, the window
    `otherwise`, or the whole picture."""
    drawing = Drawing(picture)
    window = window or drawing.window_around(targets) or otherwise
    return picture if window is None else drawing.detail(window)


def _references(element: ElementTree.Element) -> Iterator[str]:
    """Yield the names of the definitions that an element and those inside it use."""
    for part in element.iter():
        for value in part.attrib.values():
            if value.startswith(("#", "url(#")):
                yield value.removeprefix("url(").strip("#)")


def _kind(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]


def _pairs(numbers: list[float]) -> list[tuple[float, float]]:
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _joined(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _around(points: Sequence[tuple[float, float]]) -> Box:
    xs, ys = zip(*(points or [(0.0, 0.0)]), strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


@lru_cache(maxsize=4000)  # those of a ground are the same in all its pictures
def _path_box(path: str) -> Box:
    return _around(list(_points(path)))


def _matrix(element: ElementTree.Element) -> _Matrix:
    written = element.get("transform")
    return _IDENTITY if written is None else _read_matrix(written)


@lru_cache(maxsize=4000)
def _read_matrix(written: str) -> _Matrix:
    matrix = _IDENTITY
    for kind, text in _TRANSFORM.findall(written):
        n = _numbers(text)
        match kind:
            case "translate":
                step = _Matrix(e=n[0], f=n[1] if len(n) > 1 else 0)
            case "scale":
                step = _Matrix(a=n[0], d=n[-1])
            case "rotate":
                sin, cos = math.sin(math.radians(n[0])), math.cos(math.radians(n[0]))
                step = _Matrix(cos, sin, -sin, cos)
                if len(n) == 3:
                    to_centre, from_centre = _Matrix(e=n[1], f=n[2]), _Matrix(e=-n[1], f=-n[2])
                    step = to_centre.then(step).then(from_centre)
            case _:
                step = _Matrix(*n)
        matrix = matrix.then(step)
    return matrix


def _points(path: str) -> Iterator[tuple[float, float]]:
    """Yield the corners and control points of a path."""
    x = y = 0.0
    start = (0.0, 0.0)
    for command, text in _PART.findall(path):
        kind, relative = command.upper(), command.islower()
        if kind == "Z":
            x, y = start
            continue
        numbers, arity = _numbers(text), _ARGUMENTS[kind]
        for first in range(0, len(numbers) - arity + 1, arity):
            part = numbers[first : first + arity]
            from_x, from_y = (x, y) if relative else (0.0, 0.0)
            if kind == "H":
                x = from_x + part[0]
            elif kind == "V":
                y = from_y + part[0]
            else:
                if kind == "A":
                    part = part[5:]
                for dx, dy in _pairs(part):
                    yield from_x + dx, from_y + dy
                x, y = from_x + part[-2], from_y + part[-1]
            if kind == "M" and not first:
                start = x, y
            yield x, y

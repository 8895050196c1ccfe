"""Parts of many drawings: names, plates, lines of text and click targets."""

from __future__ import annotations

from chancery.core.svg import Svg, join
from chancery.games.revolution.face.lettering import Name, fitted
from chancery.games.revolution.face.sheet import Frame
from chancery.games.revolution.face.signs import tag


def text(name: Name, class_: str) -> Svg:
    """Draw a name on the map."""
    return tag("text", name.text, x=name.x, y=name.y, font_size=name.size, text_anchor="middle",
               class_=class_)  # fmt: skip


def target(key: str, title: str, frame: Frame, *inside: Svg) -> Svg:
    """Draw a click target: its area, which shows when it is legal, and its content."""
    room = tag("rect", x=frame.x - 2, y=frame.y - 2, width=frame.w + 4, height=frame.h + 4, rx=6,
               class_="room")  # fmt: skip
    return tag("g", tag("title", title), room, *inside, class_="spot", data_target=key)


def plate(frame: Frame, extra_class: str = "") -> Svg:
    """Draw a plate on the map, with a fine double edge."""
    out = tag("rect", x=frame.x, y=frame.y, width=frame.w, height=frame.h, rx=6,
              class_=f"plate{extra_class}")  # fmt: skip
    fine = tag("rect", x=frame.x + 3, y=frame.y + 3, width=frame.w - 6, height=frame.h - 6, rx=4,
               class_="plate-line")  # fmt: skip
    return join((out, fine))


def line(text: str, x: float, y: float, size: float, room: float, class_: str) -> Svg:
    """Draw a line of text from the left, smaller if it does not fit."""
    return tag("text", text, x=x, y=y, font_size=fitted(text, size, room)[0], class_=class_)

"""The landmarks of the fiefs, engraved on their meadows.

A castle, an abbey, a windmill and a camp; the middle of the ground is the origin.
"""

from __future__ import annotations

from chancery.core.svg import Svg, join
from chancery.games.spada.face.signs import path


def _hill(d: str) -> Svg:
    return path(d, "knoll")


def _walls(d: str) -> Svg:
    return path(d, "engraved")


def _lines(d: str) -> Svg:
    return path(d, "burin")


def _crenels(x: float, top: float, foot: float, steps: int, width: float = 5) -> str:
    """Return the path of a tower with battlements."""
    teeth = f"h{width:g}v5h{width:g}v-5" * steps
    return f"M{x:g} {foot:g}V{top:g}{teeth}h{width:g}V{foot:g}Z"


CASTLE = join(
    (
        _hill("M-98 0Q-60-8-40-24-10-34 22-30 60-22 98 0Z"),
        _walls(_crenels(-22, -58, -26, 4)),
        _walls(_crenels(-40, -70, -22, 2) + _crenels(16, -66, -24, 2)),
        _walls(_crenels(-11, -84, -28, 2)),
        _walls("M-11-89L1.5-104 14-89ZM-42-75L-27.5-90-13-75Z"),
        _walls("M-4-28V-38Q1.5-46 7-38V-28Z"),
        _lines("M1.5-104V-114M1.5-114l13 4-13 4M-27.5-90v-8M-30-60v6M-24-60v6M24-56v6M32-56v6"
               "M-2-74v7M5-74v7M-70-5q8-6 18-8M-60-4q10-8 22-10"
               "M40-6q14-6 22-6M50-4q16-6 26-5M62-2q10-3 18-2"),
    )
)  # fmt: skip
ABBEY = join(
    (
        _hill("M-98 0Q-70-12-30-14 30-20 98 0Z"),
        _walls("M-30-14V-42H40V-14Z"),
        _walls("M-36-42L-26-64H36L46-42Z"),
        _walls("M-54-13V-78H-30V-13Z"),
        _walls("M-58-78L-42-108-26-78Z"),
        _walls("M40-14V-34H66V-13ZM38-34L44-44H62L68-34Z"),
        _walls("M-47-14V-26Q-42-32-37-26V-14Z"),
        _lines("M-42-108V-120M-47-115H-37M-46-62V-70Q-42-75-38-70V-62M-20-22V-32Q-17-36-14-32V-22"
               "M-4-22V-32Q-1-36 2-32V-22M12-22V-32Q15-36 18-32V-22M28-22V-32Q31-36 34-32V-22"
               "M-28-58H38M-31-52H41M-34-47H44M48-22v-6M56-22v-6"),
        _walls("M78-6Q72-30 78-46 84-30 78-6ZM90-3Q85-20 90-34 95-20 90-3Z"
               "M-74-9Q-80-30-74-48-68-30-74-9Z"),
        _lines("M80-36q2 12-1 24M-72-38q2 14-1 26"),
    )
)  # fmt: skip
MILL = join(
    (
        _hill("M-98 0Q-50-30-6-32 40-28 98 0Z"),
        _walls("M-14-30L-9-78H11L16-30Z"),
        _walls("M-12-78Q1-96 14-78Z"),
        _walls("M-3-30V-42Q1-47 5-42V-30Z"),
        _lines("M1-82L36-108M1-82L-34-108M1-82L30-54M1-82L-28-54M-3-62h8"),
        _walls("M9-89L35-108 40-102 14-83ZM-7-89L-33-108-38-102-12-83ZM8-74L30-53 35-58 12-79Z"
               "M-6-74L-28-53-33-58-10-79Z"),
        _lines("M18-95l4 6M26-101l4 6M-16-95l-4 6M-24-101l-4 6M16-66l5-5M24-59l5-5M-14-66l-5-5"
               "M-22-59l-5-5M-80-4q10-8 22-12M-66-3q12-9 26-13M40-16q16 4 30 12M54-14q16 4 28 11"),
        _walls("M46-14a7 7 0 1 1 14 0ZM62-9a6 6 0 1 1 12 0ZM-62-12a6 6 0 1 1 12 0Z"),
    )
)  # fmt: skip
CAMP = join(
    (
        _hill("M-98 0Q-50-10 0-10T98 0Z"),
        _walls("M-66-4L-60-34H-24L-18-4ZM-64-34L-42-62-20-34Z"),
        _walls("M24-5L29-30H63L68-5ZM25-30L46-54 67-30Z"),
        _walls("M-26-2L-18-48H26L34-2ZM-24-48L4-92 32-48Z"),
        _walls("M-4-2L4-42 12-2Z"),
        _lines("M4-92V-112M4-112q8-5 14 0t12 0v9q-6 5-12 0t-14 0"
               "M-42-62v-12M-42-74l12 4-12 4M46-54v-12M46-66l12 4-12 4M-14-48L-18-2"
               "M18-48L24-2M4-92L-10-48M4-92L16-48M-42-62L-50-34-54-4"
               "M-42-62L-34-34-30-4M46-54L39-30 36-5M46-54L53-30 57-5M-18-48q5.5 6 11 0 5.5 6 11 0"
               " 5.5 6 11 0 5.5 6 11 0M-26-2l-8 2M34-2l8 2"),
    )
)  # fmt: skip

LANDMARKS = {"yellow": CASTLE, "black": ABBEY, "white": MILL, "orange": CAMP}

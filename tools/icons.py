"""Icons of the site as an app, drawn from its own sign.

`python tools/icons.py` draws them beside `icon.svg`. Systems cut an icon to their own shape: for
them the ground goes to the edge (`maskable`), and the sign stays in the circle that none cuts.
"""

from __future__ import annotations

import re
from pathlib import Path

from chancery.cli import png

HERE = Path(__file__).resolve().parent.parent / "src/chancery/web/static/web"
SIGN = HERE / "icon.svg"
SAFE = 0.72  # of the width: what every shape shows
SINKS = 1.8  # the sign is higher than the middle of its ground
# name, pixels, and whether the ground goes to the edge
ICONS = (
    ("icon-192", 192, False),
    ("icon-512", 512, False),
    ("icon-maskable-512", 512, True),
    ("icon-touch-180", 180, True),
)


def main() -> None:
    """Draw them all."""
    sign = SIGN.read_text("utf-8")
    for name, wide, whole in ICONS:
        path = HERE / f"{name}.png"
        path.write_bytes(png.render(_to_the_edge(sign) if whole else sign, wide))
        print(path, path.stat().st_size)


def _to_the_edge(sign: str) -> str:
    """The same sign, smaller, on a ground without round corners."""
    found = re.fullmatch(r"(<svg[^>]*><rect[^>]*/>)(.*)</svg>\s*", sign, re.S)
    assert found is not None, "the sign begins with its ground"
    ground, drawn = found.groups()
    edge = (1 - SAFE) * 16
    moved = f'<g transform="translate({edge} {edge + SINKS}) scale({SAFE})">{drawn}</g>'
    return re.sub(r' rx="\d+"', "", ground) + moved + "</svg>"


if __name__ == "__main__":
    main()

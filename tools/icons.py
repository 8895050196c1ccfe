"""Draw the PNG icons of the web app from its logo.

`python tools/icons.py` writes them beside `icon.svg`. Operating systems crop icons to their own
shape: `maskable` icons have a background up to the edge, and the logo stays within the safe zone.
"""

from __future__ import annotations

import re
from pathlib import Path

from chancery.cli import png

HERE = Path(__file__).resolve().parent.parent / "src/chancery/web/static/web"
SIGN = HERE / "icon.svg"
SAFE = 0.72  # the safe zone, as a part of the width
SINKS = 1.8  # the logo lies above the middle of its background
# name, pixels, and whether the background goes to the edge
ICONS = (
    ("icon-192", 192, False),
    ("icon-512", 512, False),
    ("icon-maskable-512", 512, True),
    ("icon-touch-180", 180, True),
)


def main() -> None:
    """Draw all icons and print their sizes."""
    sign = SIGN.read_text("utf-8")
    for name, wide, whole in ICONS:
        path = HERE / f"{name}.png"
        path.write_bytes(png.render(_to_the_edge(sign) if whole else sign, wide))
        print(path, path.stat().st_size)


def _to_the_edge(sign: str) -> str:
    """Return the same logo, smaller, on a background without rounded corners."""
    found = re.fullmatch(r"(<svg[^>]*><rect[^>]*/>)(.*)</svg>\s*", sign, re.S)
    assert found is not None, "the sign begins with its ground"
    ground, drawn = found.groups()
    edge = (1 - SAFE) * 16
    moved = f'<g transform="translate({edge} {edge + SINKS}) scale({SAFE})">{drawn}</g>'
    return re.sub(r' rx="\d+"', "", ground) + moved + "</svg>"


if __name__ == "__main__":
    main()

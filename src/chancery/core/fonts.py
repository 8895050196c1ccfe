"""Fonts of the names on maps."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def map_fonts() -> dict[str, Path]:
    """Return the font files by the names that style sheets use.

    Empty if the font package is not installed: browsers then use a font of the system.
    """
    try:
        folder = Path(str(files("font_source_serif_pro"))) / "files"
    except ModuleNotFoundError:
        return {}
    return {
        "map-italic.ttf": folder / "SourceSerifPro-It.ttf",
        "map-semibold.ttf": folder / "SourceSerifPro-SemiboldIt.ttf",
    }

"""The type of the names on maps."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def map_fonts() -> dict[str, Path]:
    """Its files, by the names that style sheets use.

    Without its package there are none: names are set in whatever the reader has.
    """
    try:
        folder = Path(str(files("font_source_serif_pro"))) / "files"
    except ModuleNotFoundError:
        return {}
    return {
        "map-italic.ttf": folder / "SourceSerifPro-It.ttf",
        "map-semibold.ttf": folder / "SourceSerifPro-SemiboldIt.ttf",
    }

"""Records of whole games of every rules version, as written by tools/fixtures.py."""

from __future__ import annotations

import gzip
from pathlib import Path

GAMES = Path(__file__).parent / "games"
ENDING = ".json.gz"


def kept(game: str = "*") -> list[Path]:
    """Return the paths of all records of a game, or of all games."""
    return sorted(GAMES.glob(f"{game}/records/*{ENDING}"))


def kept_as(game: str, name: str) -> Path:
    """Return the path of the record with this name."""
    return GAMES / game / "records" / f"{name}{ENDING}"


def name_of(path: Path) -> str:
    """Return the name of a record's file without its suffix."""
    return path.name.removesuffix(ENDING)


def read(path: Path) -> str:
    """Return the text of a record, as saved and sent."""
    return gzip.decompress(path.read_bytes()).decode("utf-8")

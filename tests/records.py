"""Whole games of every rules version, as tools/fixtures.py keeps them: records, compressed."""

from __future__ import annotations

import gzip
from pathlib import Path

GAMES = Path(__file__).parent / "games"
ENDING = ".json.gz"


def kept(game: str = "*") -> list[Path]:
    """All records of a game, or of all games."""
    return sorted(GAMES.glob(f"{game}/records/*{ENDING}"))


def kept_as(game: str, name: str) -> Path:
    """One of them."""
    return GAMES / game / "records" / f"{name}{ENDING}"


def name_of(path: Path) -> str:
    """What a record is called."""
    return path.name.removesuffix(ENDING)


def read(path: Path) -> str:
    """The record itself, as it is saved and sent."""
    return gzip.decompress(path.read_bytes()).decode("utf-8")

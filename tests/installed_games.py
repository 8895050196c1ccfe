"""Install games of other packages for a test, as pip would."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from chancery import bots, games

EXAMPLE = Path(__file__).parent.parent / "examples" / "liars-dice"
LIARS_DICE = {
    "chancery.games": {"liars_dice": "liars_dice:GAME"},
    "chancery.bots": {"doubter": "liars_dice.bots:Doubter"},
}
HEAP = {"chancery.games": {"heap": "tests.core.test_face:GAME"}}  # a minimal game


def install(folder: Path, name: str, entries: Mapping[str, Mapping[str, str]]) -> Path:
    """Write the metadata of an installed package: its name and its entry points."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        line
        for group, named in entries.items()
        for line in (f"[{group}]", *(f"{key} = {value}" for key, value in named.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return folder


def look_anew() -> None:
    """Clear the caches of games, bots and warnings about them."""
    for known in (games.names, games.find, games._ours, games._foreign, bots._foreign):
        known.cache_clear()
    if "chancery.web.base.speaker" in sys.modules:
        from chancery.web.base import speaker
        from chancery.web.server import front
        from chancery.web.tables import speakers

        for said in (speaker.speaker_for, front._introduced, speakers.table_speaker):
            said.cache_clear()


@contextmanager
def installed(folder: Path, **packages: Mapping[str, Mapping[str, str]]) -> Iterator[None]:
    """Install these packages for the duration of the `with` statement."""
    for name, entries in packages.items():
        install(folder, name, entries)
    before = list(sys.path)
    sys.path.append(str(folder))
    look_anew()
    try:
        yield
    finally:
        sys.path[:] = before
        look_anew()

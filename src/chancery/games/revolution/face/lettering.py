"""What the board calls things, and how much room that takes."""

from __future__ import annotations

from typing import NamedTuple

from chancery.core.memo import once
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.places import (
    CITIES_N,
    CITY_IDS,
    PLACE_NAMES,
    PROVINCE_IDS,
    PROVINCE_NAMES,
    REGION_NAMES,
    REGIONS,
    TOWN_IDS,
    key_of,
)


class Name(NamedTuple):
    """A line of text: the middle of its baseline, and the size that lets it fit."""

    text: str
    x: float
    y: float
    size: float
    width: float


_WIDTHS = dict.fromkeys(" -.’'ijltI", 0.36) | dict.fromkeys("mwMW", 0.88)


def width_of(text: str, size: float) -> float:
    """About how wide a text is: capitals are wider than other letters."""
    return size * sum([_WIDTHS.get(c, 0.76 if c.isupper() else 0.54) for c in text])


def fitted(text: str, size: float, room: float) -> tuple[float, float]:
    """The size at which a text has room, and its width then."""
    width = width_of(text, size)
    shrunk = min(1.0, room / width) if width else 1.0
    return size * shrunk, width * shrunk


@once
def _called(atlas: Atlas) -> dict[str, str]:
    return dict(atlas.called)


def province_name(atlas: Atlas, province: int) -> str:
    """What the board calls a province."""
    key = key_of("province", PROVINCE_IDS[province])
    return _called(atlas).get(key, PROVINCE_NAMES[province])


def place_name(atlas: Atlas, place: int) -> str:
    """What the board calls a town or city."""
    if place < CITIES_N:
        key = key_of("city", CITY_IDS[place])
    else:
        key = key_of("town", TOWN_IDS[place - CITIES_N])
    return _called(atlas).get(key, PLACE_NAMES[place])


def region_name(atlas: Atlas, region: int) -> str:
    """What the board calls a region."""
    return _called(atlas).get(key_of("region", REGIONS.names[region]), REGION_NAMES[region])

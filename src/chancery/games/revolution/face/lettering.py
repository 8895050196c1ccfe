"""The names on the board and the space they need."""

from __future__ import annotations

from typing import NamedTuple

from chancery.core.memo import memoise
from chancery.core.words import Speaker, Word
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.places import (
    BOX_NAMES,
    BOXES,
    CITIES,
    CITIES_N,
    CITY_IDS,
    PLACE_NAMES,
    PLACES,
    PROVINCE_IDS,
    PROVINCE_NAMES,
    PROVINCES,
    REGION_NAMES,
    REGIONS,
    RIVERS,
    TOWN_IDS,
    key_of,
)

_PRINTED: dict[str, dict[str, Word]] = {
    "province": dict(zip(PROVINCE_NAMES, PROVINCES.titles, strict=True)),
    "city": dict(zip(PLACE_NAMES[:CITIES_N], CITIES.titles, strict=True)),
    "town": dict(zip(PLACE_NAMES[CITIES_N:], PLACES.titles[CITIES_N:], strict=True)),
    "region": dict(zip(REGION_NAMES, REGIONS.titles, strict=True)),
    "support": dict(zip(BOX_NAMES, BOXES.titles, strict=True)),
    "river": {str(river): river for river in RIVERS},
}


class Name(NamedTuple):
    """A line of text: the centre of its baseline, and the font size at which it fits."""

    text: str
    x: float
    y: float
    size: float
    width: float


_WIDTHS = dict.fromkeys(" -.’'ijltI", 0.36) | dict.fromkeys("mwMW", 0.88)


def width_of(text: str, size: float) -> float:
    """Estimate the width of a text; capitals are wider than other letters."""
    return size * sum([_WIDTHS.get(c, 0.76 if c.isupper() else 0.54) for c in text])


def fitted(text: str, size: float, room: float) -> tuple[float, float]:
    """Return the font size at which a text fits, and its width then."""
    width = width_of(text, size)
    shrunk = min(1.0, room / width) if width else 1.0
    return size * shrunk, width * shrunk


def shortened(text: str, size: float, room: float) -> str:
    """Return as much of a text as fits."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…" if text else ""


@memoise
def _called(atlas: Atlas) -> dict[str, str]:
    return dict(atlas.called)


def province_name(atlas: Atlas, province: int) -> str:
    """Return the name of a province on the board."""
    key = key_of("province", PROVINCE_IDS[province])
    return _called(atlas).get(key, PROVINCE_NAMES[province])


def place_name(atlas: Atlas, place: int) -> str:
    """Return the name of a town or city on the board."""
    if place < CITIES_N:
        key = key_of("city", CITY_IDS[place])
    else:
        key = key_of("town", TOWN_IDS[place - CITIES_N])
    return _called(atlas).get(key, PLACE_NAMES[place])


def region_name(atlas: Atlas, region: int) -> str:
    """Return the name of a region on the board."""
    return _called(atlas).get(key_of("region", REGIONS.names[region]), REGION_NAMES[region])


def printed(table: str, name: str) -> Word:
    """Return the word for a name in the board file; a name not on our board stays as it is."""
    return _PRINTED.get(table, {}).get(name, name)


def with_print(speaker: Speaker, title: Word, name: str) -> str:
    """Return a name in the reader's language, with the one that the map shows if they differ."""
    translated = speaker.word(title)
    return translated if translated.casefold() == name.casefold() else f"{translated} ({name})"

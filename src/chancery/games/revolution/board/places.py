"""What the board is made of, by name: provinces, cities, towns, regions, support boxes (§2.1).

A spot is where tokens lie: the countryside of a province, a town or a city. The ids are those of
`board.toml`; where a town or city has the name of a province its id says which of them is meant
(`koeln` is the countryside of Köln, `koeln-city` the city). Further towns and regions wait for a
corrected board that has them; nine of each have an id that is only a number. An id is for good, and
stands in actions and records; the name is that of the board file (`Named`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from chancery.core import OR_NONE, Grid, Names
from chancery.core.words import TF, Named, T, Text, say
from chancery.core.words import Spot as Lit
from chancery.games.revolution.board.factions import FACTIONS, OWNERS

_PROVINCES = {
    "liege": "Liège", "brabant": "Brabant", "gelderland": "Gelderland", "holland": "Holland",
    "flanders": "Flanders", "koeln": "Köln", "hainault": "Hainault", "luxembourg": "Luxembourg",
    "utrecht": "Utrecht", "artois": "Artois", "trier": "Trier", "generality": "Generality",
    "juelich": "Jülich", "cleve": "Cleve", "friesland": "Friesland", "groningen": "Groningen",
    "overijssel": "Overijssel", "zeeland": "Zeeland", "drenthe": "Drenthe", "namur": "Namur",
    "maastricht": "Maastricht", "venlo": "Venlo", "limburg": "Limburg", "geldern": "Geldern",
}  # fmt: skip
# In the order of the table of allegiance (§5.7).
_CITIES = {
    "aachen": "AACHEN", "amsterdam": "AMSTERDAM", "antwerpen": "ANTWERPEN", "brugge": "BRUGGE",
    "bruxelles": "BRUXELLES", "gent": "GENT", "haarlem": "HAARLEM", "koeln": "KÖLN",
    "leiden": "LEIDEN", "liege": "LIEGE", "luxembourg": "LUXEMBOURG", "utrecht": "UTRECHT",
}  # fmt: skip
_TOWNS = {
    "arras": "Arras", "leuven": "Leuven", "mons": "Mons", "tournai": "Tournai", "trier": "Trier",
    "duinkerken": "Duinkerken", "nijmegen": "Nijmegen", "valenciennes": "Valenciennes",
    "breda": "Breda", "cleve": "Cleve", "delft": "Delft", "arnhem": "Arnhem",
    "dordrecht": "Dordrecht", "middelburg": "Middelburg", "rotterdam": "Rotterdam",
    "alkmaar": "Alkmaar", "groningen": "Groningen", "franeker": "Franeker",
    "harderwijk": "Harderwijk", "leeuwarden": "Leeuwarden", "deventer": "Deventer",
    # not on our board
    "bergen-op-zoom": "Bergen op Zoom", "enkhuizen": "Enkhuizen", "gouda": "Gouda",
    "kampen": "Kampen", "lille": "Lille", "mechelen": "Mechelen", "roermond": "Roermond",
    "s-hertogenbosch": "’s-Hertogenbosch", "sneek": "Sneek", "vlissingen": "Vlissingen",
    "zutphen": "Zutphen", "zwolle": "Zwolle",
}  # fmt: skip
NUMBERED = 9
_TOWNS |= {f"town-{n}": f"Town {n}" for n in range(1, NUMBERED + 1)}
_REGIONS = {
    "liege": "Liège", "brabant-hainault": "Brabant-Hainault",
    "gelderland-overijssel": "Gelderland-Overijssel", "holland": "Holland",
    "flanders-artois": "Flanders-Artois", "koeln-trier": "Köln-Trier",
    "luxembourg-namur": "Luxembourg-Namur", "utrecht": "Utrecht",
    "zeeland-generality": "Zeeland-Generality", "juelich-cleve": "Jülich-Cleve", "north": "North",
    # not on our board
    "artois": "Artois", "brabant": "Brabant", "cleve": "Cleve", "flanders": "Flanders",
    "gelderland": "Gelderland", "generality": "Generality", "hainault": "Hainault",
    "juelich": "Jülich", "koeln": "Köln", "luxembourg": "Luxembourg", "overijssel": "Overijssel",
    "trier": "Trier", "zeeland": "Zeeland",
}  # fmt: skip
_REGIONS |= {f"region-{n}": f"Region {n}" for n in range(1, NUMBERED + 1)}
_BOXES = {
    "spanish-treasury": TF("Spanish Treasury", "the", the="the Spanish Treasury"),
    "jesuits": TF("Jesuits", "the", the="the Jesuits"),
    "france": TF("French Support", "the", the="the French Support"),
    "emperor": TF("Support from the Emperor", "the", the="the Support from the Emperor"),
    "london-merchants": TF("London Merchants", "the", the="the London Merchants"),
    "huguenots": TF("Huguenots", "the", the="the Huguenots"),
    "calvinists": TF("Calvinists", "the", the="the Calvinists"),
}


def key_of(kind: str, id_: str) -> str:
    """What the name of a thing is found by: its table and id in the board file."""
    return f"{kind}.{id_}"


def _titles(kind: str, names: Mapping[str, str | Text], ids: Sequence[str] = ()) -> tuple[Lit, ...]:
    """The names of things, which are called as the file says and light up where they lie."""
    return tuple(
        Lit(f"{kind}:{target}", Named(key_of(kind, id_), name))
        for target, (id_, name) in zip(ids or names, names.items(), strict=True)
    )


def _countryside(province: Lit) -> Text:
    # "to": where something is or goes, as in "à Breda", "dans la campagne de Holland"
    return say(TF("the countryside of {province}", "to", "in").template, province=province)


PROVINCE_IDS, CITY_IDS, TOWN_IDS = tuple(_PROVINCES), tuple(_CITIES), tuple(_TOWNS)
PROVINCE_NAMES = tuple(_PROVINCES.values())
PLACE_NAMES = (*_CITIES.values(), *_TOWNS.values())  # as printed: cities in capitals
REGION_NAMES = tuple(_REGIONS.values())
PROVINCES_N, CITIES_N, TOWNS_N = len(_PROVINCES), len(_CITIES), len(_TOWNS)
PLACES_N = CITIES_N + TOWNS_N
SPOTS_N = PROVINCES_N + PLACES_N
REGIONS_N = len(_REGIONS)


def _apart(names: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Ids of places, told apart from provinces of the same name."""
    return tuple(f"{name}-{kind}" if name in _PROVINCES else name for name in names)


_cities, _towns = _apart(CITY_IDS, "city"), _apart(TOWN_IDS, "town")
PROVINCES = Names(*PROVINCE_IDS, titles=_titles("province", _PROVINCES))
CITIES = Names(*_cities, titles=_titles("city", _CITIES, _cities))
PLACES = Names(*_cities, *_towns, titles=(*CITIES.titles, *_titles("town", _TOWNS, _towns)))
SPOTS = Names(
    *PROVINCE_IDS, *_cities, *_towns,
    titles=(
        *map(_countryside, _titles("province", _PROVINCES)),
        *PLACES.titles,
    ),
    later=NUMBERED,
)  # fmt: skip
REGIONS = Names(*_REGIONS, titles=_titles("region", _REGIONS), later=NUMBERED)

# A slot of a support box: what may become of its tokens (§6.2.1).
PLAIN, HALF, SOLID = range(3)
KINDS = ("plain", "half", "solid")
BOX_IDS = tuple(_BOXES)
BOX_NAMES = tuple(str(title) for title in _BOXES.values())
BOXES = Names(*BOX_IDS, titles=_titles("support", _BOXES))
SPANISH, JESUITS, FRANCE, EMPEROR, LONDON, HUGUENOTS, CALVINISTS = range(7)


def _slot_titles() -> tuple[Text, ...]:
    found = []
    for box in BOXES.titles:
        found.append(T("{box} (to a province)", box=box))
        found.append(T("{box} (to a province or the treasury)", box=box))
        found.append(T("{box} (to the treasury)", box=box))
    return tuple(found)


SLOTS = Names(*(f"{box}-{kind}" for box in _BOXES for kind in KINDS), titles=_slot_titles())
SLOTS_N = len(SLOTS)

# Where a new unit can go (§6.10): into a province, or on a slot.
GOALS = Names(*PROVINCE_IDS, *SLOTS.names, titles=(*PROVINCES.titles, *SLOTS.titles))

Province = Annotated[int, PROVINCES]
City = Annotated[int, CITIES]
Place = Annotated[int, PLACES]
Spot = Annotated[int, SPOTS]
Region = Annotated[int, REGIONS]
AnyRegion = Annotated[int, REGIONS, OR_NONE]
Box = Annotated[int, BOXES]
Slot = Annotated[int, SLOTS]
Goal = Annotated[int, GOALS]
BySpot = Grid(SPOTS, OWNERS)
BySlot = Grid(SLOTS, FACTIONS)
ByRegion = Grid(REGIONS, FACTIONS)
ByCity = Grid(CITIES, FACTIONS)

# §6.19: these two universities are old, and Catholic unless taken by the Reformers.
KOELN, LEUVEN = PLACES.index("koeln-city"), PLACES.index("leuven")


# The tokens of a spot in a flat list by spot and owner.
CUT = tuple(slice(spot * len(OWNERS), (spot + 1) * len(OWNERS)) for spot in range(SPOTS_N))


def spot_of(place: int) -> int:
    """Where the tokens of a town or city lie."""
    return PROVINCES_N + place


def box_of(slot: int) -> int:
    """The support box of a slot."""
    return slot // len(KINDS)


def kind_of(slot: int) -> int:
    """Whether a slot is plain, half coloured or solid."""
    return slot % len(KINDS)


def is_city(place: int) -> bool:
    """Whether a place is a city."""
    return place < CITIES_N

"""The named parts of the board: provinces, cities, towns, regions and support boxes (§2.1).

A spot is where tokens lie: the countryside of a province, a town or a city. The ids are those of
`board.toml`; where a town or city has the name of a province its id says which of them is meant
(`koeln` is the countryside of Köln, `koeln-city` the city). There are ids for towns and regions
that only a corrected board has, and nine numbered ones of each. Ids never change, because actions
and records contain them; names come from the board file (`Named`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from chancery.core import Grid, Names
from chancery.core.words import TF, Named, T, Text, say
from chancery.core.words import Spot as Lit
from chancery.games.revolution.board.factions import FACTIONS, OWNERS

# Names as printed; a translation says them as its language does. Those with forms of their own need
# an article in some language.
_PROVINCES = {
    "liege": T("Liège"), "brabant": T("Brabant"), "gelderland": T("Gelderland"),
    "holland": T("Holland"), "flanders": TF("Flanders", "of", "to", "in", "by"),
    "koeln": T("Köln"), "hainault": T("Hainault"), "luxembourg": T("Luxembourg"),
    "utrecht": T("Utrecht"), "artois": T("Artois"), "trier": T("Trier"),
    "generality": TF("Generality", "the", "of", "to", "in", "by"), "juelich": T("Jülich"),
    "cleve": T("Cleve"), "friesland": T("Friesland"), "groningen": T("Groningen"),
    "overijssel": T("Overijssel"), "zeeland": T("Zeeland"), "drenthe": T("Drenthe"),
    "namur": T("Namur"), "maastricht": T("Maastricht"), "venlo": T("Venlo"),
    "limburg": T("Limburg"), "geldern": T("Geldern"),
}  # fmt: skip
# In the order of the table of allegiance (§5.7).
_CITIES = {
    "aachen": T("AACHEN"), "amsterdam": T("AMSTERDAM"), "antwerpen": T("ANTWERPEN"),
    "brugge": T("BRUGGE"), "bruxelles": T("BRUXELLES"), "gent": T("GENT"),
    "haarlem": T("HAARLEM"), "koeln": T("KÖLN"), "leiden": T("LEIDEN"), "liege": T("LIEGE"),
    "luxembourg": T("LUXEMBOURG"), "utrecht": T("UTRECHT"),
}  # fmt: skip
_TOWNS = {
    "arras": T("Arras"), "leuven": T("Leuven"), "mons": T("Mons"), "tournai": T("Tournai"),
    "trier": T("Trier"), "duinkerken": T("Duinkerken"), "nijmegen": T("Nijmegen"),
    "valenciennes": T("Valenciennes"), "breda": T("Breda"), "cleve": T("Cleve"),
    "delft": T("Delft"), "arnhem": T("Arnhem"), "dordrecht": T("Dordrecht"),
    "middelburg": T("Middelburg"), "rotterdam": T("Rotterdam"), "alkmaar": T("Alkmaar"),
    "groningen": T("Groningen"), "franeker": T("Franeker"), "harderwijk": T("Harderwijk"),
    "leeuwarden": T("Leeuwarden"), "deventer": T("Deventer"),
    # not on our board
    "bergen-op-zoom": T("Bergen op Zoom"), "enkhuizen": T("Enkhuizen"), "gouda": T("Gouda"),
    "kampen": T("Kampen"), "lille": T("Lille"), "mechelen": T("Mechelen"),
    "roermond": T("Roermond"), "s-hertogenbosch": T("’s-Hertogenbosch"), "sneek": T("Sneek"),
    "vlissingen": T("Vlissingen"), "zutphen": T("Zutphen"), "zwolle": T("Zwolle"),
}  # fmt: skip
NUMBERED = 9
_TOWNS |= {f"town-{n}": T("Town {n}", n=n) for n in range(1, NUMBERED + 1)}
_REGIONS = {
    "liege": T("Liège"), "brabant-hainault": T("Brabant-Hainault"),
    "gelderland-overijssel": T("Gelderland-Overijssel"), "holland": T("Holland"),
    "flanders-artois": T("Flanders-Artois"), "koeln-trier": T("Köln-Trier"),
    "luxembourg-namur": T("Luxembourg-Namur"), "utrecht": T("Utrecht"),
    "zeeland-generality": T("Zeeland-Generality"), "juelich-cleve": T("Jülich-Cleve"),
    "north": TF("North", "the", "of", "to", "in", "by"),
    # not on our board
    "artois": T("Artois"), "brabant": T("Brabant"), "cleve": T("Cleve"),
    "flanders": _PROVINCES["flanders"], "gelderland": T("Gelderland"),
    "generality": _PROVINCES["generality"], "hainault": T("Hainault"), "juelich": T("Jülich"),
    "koeln": T("Köln"), "luxembourg": T("Luxembourg"), "overijssel": T("Overijssel"),
    "trier": T("Trier"), "zeeland": T("Zeeland"),
}  # fmt: skip
_REGIONS |= {f"region-{n}": T("Region {n}", n=n) for n in range(1, NUMBERED + 1)}
RIVERS = (T("Rhine"), T("Meuse"))
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
    """Return the key of the name of a thing: its table and id in the board file."""
    return f"{kind}.{id_}"


def _titles(kind: str, names: Mapping[str, Text], ids: Sequence[str] = ()) -> tuple[Lit, ...]:
    """Return the names of things as places of a sentence that a page can highlight on the board."""
    return tuple(
        Lit(f"{kind}:{target}", Named(key_of(kind, id_), name))
        for target, (id_, name) in zip(ids or names, names.items(), strict=True)
    )


def _countryside(province: Lit) -> Text:
    # "to" and "in": a position or direction, as in "à Breda", "dans la campagne de Holland"
    return say(TF("the countryside of {province}", "to", "in").template, province=province)


PROVINCE_IDS, CITY_IDS, TOWN_IDS = tuple(_PROVINCES), tuple(_CITIES), tuple(_TOWNS)
PROVINCE_NAMES = tuple(map(str, _PROVINCES.values()))
PLACE_NAMES = tuple(map(str, (*_CITIES.values(), *_TOWNS.values())))  # cities in capitals
REGION_NAMES = tuple(map(str, _REGIONS.values()))
PROVINCES_N, CITIES_N, TOWNS_N = len(_PROVINCES), len(_CITIES), len(_TOWNS)
PLACES_N = CITIES_N + TOWNS_N
SPOTS_N = PROVINCES_N + PLACES_N
REGIONS_N = len(_REGIONS)


def _apart(names: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Return the ids of places, with a suffix where a province has the same name."""
    return tuple(f"{name}-{kind}" if name in _PROVINCES else name for name in names)


def _tokens_of_province(province: int, number: int) -> Text:
    return T("{province} {number}", province=PROVINCES.title(province), number=number)


def _coins_of_city(city: int, number: int) -> Text:
    return T("{city} {number}", city=CITIES.title(city), number=number)


_cities, _towns = _apart(CITY_IDS, "city"), _apart(TOWN_IDS, "town")
PROVINCES = Names(*PROVINCE_IDS, titles=_titles("province", _PROVINCES),
                  counted=_tokens_of_province)  # fmt: skip
CITIES = Names(*_cities, titles=_titles("city", _CITIES, _cities), counted=_coins_of_city)
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

# The kinds of slots decide where their tokens may go (§6.2.1).
PLAIN, HALF, SOLID = range(3)
KINDS = ("plain", "half", "solid")
BOX_IDS = tuple(_BOXES)
BOX_NAMES = tuple(map(str, _BOXES.values()))
BOXES = Names(*BOX_IDS, titles=_titles("support", _BOXES))
SPANISH, JESUITS, FRANCE, EMPEROR, LONDON, HUGUENOTS, CALVINISTS = range(7)


def _slot_titles() -> tuple[Text, ...]:
    titles = []
    for box in BOXES.titles:
        titles.append(T("{box} (to a province)", box=box))
        titles.append(T("{box} (to a province or the treasury)", box=box))
        titles.append(T("{box} (to the treasury)", box=box))
    return tuple(titles)


SLOTS = Names(*(f"{box}-{kind}" for box in _BOXES for kind in KINDS), titles=_slot_titles())
SLOTS_N = len(SLOTS)

# The goals of new units (§6.10): provinces and slots.
GOALS = Names(*PROVINCE_IDS, *SLOTS.names, titles=(*PROVINCES.titles, *SLOTS.titles))

Province = Annotated[int, PROVINCES]
City = Annotated[int, CITIES]
Place = Annotated[int, PLACES]
Spot = Annotated[int, SPOTS]
Region = Annotated[int, REGIONS]
Box = Annotated[int, BOXES]
Slot = Annotated[int, SLOTS]
Goal = Annotated[int, GOALS]
BySpot = Grid(SPOTS, OWNERS)
BySlot = Grid(SLOTS, FACTIONS)
ByRegion = Grid(REGIONS, FACTIONS)
ByCity = Grid(CITIES, FACTIONS)

# §6.19: these two universities are old, and Catholic unless the Reformers take them.
KOELN, LEUVEN = PLACES.index("koeln-city"), PLACES.index("leuven")


# Slices of the tokens of a spot in a flat list by spot and owner.
CUT = tuple(slice(spot * len(OWNERS), (spot + 1) * len(OWNERS)) for spot in range(SPOTS_N))


def spot_of(place: int) -> int:
    """Return the spot of the tokens in a town or city."""
    return PROVINCES_N + place


def box_of(slot: int) -> int:
    """Return the support box that contains a slot."""
    return slot // len(KINDS)


def kind_of(slot: int) -> int:
    """Return whether a slot is plain, half coloured or solid."""
    return slot % len(KINDS)


def is_city(place: int) -> bool:
    """Return whether a place is a city and not a town."""
    return place < CITIES_N

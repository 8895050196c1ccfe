"""The map of Revolution as a graph: provinces, cities, towns and regions."""

from __future__ import annotations

from chancery.core.graphs import Graph, Set
from chancery.core.observations import Field
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.factions import (
    BESIEGERS,
    FACTION_NAMES,
    FACTIONS,
    FACTIONS_N,
    OWNERS,
    OWNERS_N,
)
from chancery.games.revolution.board.places import (
    CITIES_N,
    PLACES_N,
    PROVINCES_N,
    REGIONS,
    REGIONS_N,
    SPOTS,
    SPOTS_N,
    spot_of,
)
from chancery.games.revolution.view import RevolutionView

_KINDS = ("province", "city", "town", "region")
_MOST = 99  # of anything in one place
_FIELDS = (
    *(Field(kind, 0, 1) for kind in _KINDS),
    Field("limit", 0, _MOST),  # of a province
    Field("tax", 0, 10_000),  # in hundredths, like its points
    Field("worth", 0, 10_000),
    *(Field(f"tokens.{owner}", 0, _MOST) for owner in OWNERS.names),
    *(Field(f"card.{faction}", 0, 1) for faction in FACTION_NAMES),
    *(Field(f"coins.{faction}", 0, _MOST) for faction in FACTION_NAMES),
    *(Field(f"siege.{besieger}", 0, 1) for besieger in BESIEGERS.names),
    Field("allegiance", 0, 7),
    Field("bishopric", 0, 4),
    Field("university", 0, 2),
    *(Field(f"armies.{faction}", 0, _MOST) for faction in FACTION_NAMES),
    *(Field(f"abandoned.{faction}", 0, _MOST) for faction in FACTION_NAMES),
    Field("beggars", 0, _MOST),
)


def graph_of(data: Atlas) -> Graph:
    """Return the graph of a board; places that are not on it have no edges and only zeros."""
    nodes = (
        *(f"province.{name}" for name in SPOTS.names[:PROVINCES_N]),
        *(f"place.{name}" for name in SPOTS.names[PROVINCES_N:]),
        *(f"region.{name}" for name in REGIONS.names),
    )
    kinds = ("place in province", "province in region", "neighbours", "army route", "trade link")
    within, part, near, route, link = range(len(kinds))
    edges = [(spot_of(place), p, within) for p in range(PROVINCES_N) for place in data.places_of[p]]
    edges += [(p, SPOTS_N + r, part) for r in data.regions for p in data.provinces_of[r]]
    edges += [
        (p, neighbour, near)
        for p in range(PROVINCES_N)
        for neighbour in data.near[p]
        if p < neighbour
    ]
    edges += [
        (SPOTS_N + r, SPOTS_N + neighbour, route)
        for r in range(REGIONS_N)
        for neighbour in data.arrows[r]
        if r < neighbour or r not in data.arrows[neighbour]
    ]
    edges += [
        (spot_of(city), spot_of(place), link)
        for city in range(CITIES_N)
        for place in data.links[city]
    ]
    return Graph(nodes, kinds, tuple(edges), _FIELDS, _fill)


def _fill(view: RevolutionView, put: Set) -> None:
    data = view.data
    for province in range(PROVINCES_N):
        put(province, "province", 1)
        put(province, "limit", data.limit[province])
        put(province, "tax", data.tax[province])
        put(province, "worth", data.worth[province])
        put(province, "bishopric", view.bishoprics[province])
        if view.province_cards[province] >= 0:
            put(province, f"card.{FACTION_NAMES[view.province_cards[province]]}", 1)
    for place in range(PLACES_N):
        if data.province_of[place] >= 0:
            put(spot_of(place), "city" if place < CITIES_N else "town", 1)
            put(spot_of(place), "university", view.universities[place])
    for number, tokens in enumerate(view.tokens):
        put(number // OWNERS_N, f"tokens.{OWNERS.names[number % OWNERS_N]}", tokens)
    for city in range(CITIES_N):
        node = spot_of(city)
        put(node, "allegiance", view.allegiance[city])
        if view.city_cards[city] >= 0:
            put(node, f"card.{FACTION_NAMES[view.city_cards[city]]}", 1)
        if view.sieges[city] >= 0:
            put(node, f"siege.{BESIEGERS.names[view.sieges[city]]}", 1)
        for faction, name in enumerate(FACTIONS.names):
            put(node, f"coins.{name}", view.coins[city * FACTIONS_N + faction])
    for region in data.regions:
        node = SPOTS_N + region
        put(node, "region", 1)
        put(node, "beggars", view.beggars[region])
        for faction, name in enumerate(FACTIONS.names):
            put(node, f"armies.{name}", view.armies[region * FACTIONS_N + faction])
            put(node, f"abandoned.{name}", view.abandoned[region * FACTIONS_N + faction])

"""The click targets of actions, and the actions that a click may mean.

Everything that goes to the countryside is clicked there, own tokens (`gather`) and those of others
in towns (`clear`); so a click on a town only means tokens that come into it. A click on a city
offers how many come in, and whom to send out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from chancery.core import Action, SeatStyle
from chancery.games.revolution.board.factions import (
    FACTION_NAMES,
    NEUTRAL,
    OWNERS_N,
    factions_of,
)
from chancery.games.revolution.board.places import (
    BOX_IDS,
    CITIES,
    HALF,
    KINDS,
    PLACES,
    PROVINCE_IDS,
    PROVINCES_N,
    REGIONS,
    SOLID,
    box_of,
    is_city,
    kind_of,
    spot_of,
)
from chancery.games.revolution.rules.allegiance import Paying
from chancery.games.revolution.rules.army_moves import Marching
from chancery.games.revolution.rules.keeping_armies import Looting, Upkeep
from chancery.games.revolution.rules.military_influence import Influencing
from chancery.games.revolution.rules.moves_in_provinces import Peopling, Placing, Provinces
from chancery.games.revolution.rules.neutral_tokens import Filling
from chancery.games.revolution.rules.new_armies import Raising
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.notation import (
    BANK,
    BEAT,
    BESIEGE,
    BRING,
    CLEAR,
    FILL,
    GATHER,
    HIRE,
    INFLUENCE,
    INVEST,
    KEEP,
    LIFT,
    MARCH,
    PAY,
    PEOPLE,
    PLACE,
    PLUNDER,
    POST,
    PUT,
    RAID,
    RAISE,
    SACK,
    SETTLE,
    SPILL,
    STRIKE,
)
from chancery.games.revolution.rules.overflow import Overflow
from chancery.games.revolution.rules.setup import Posting
from chancery.games.revolution.rules.sieges import Besieging
from chancery.games.revolution.rules.support_moves import Support
from chancery.games.revolution.rules.water_beggars import Beggars, Hiring
from chancery.games.revolution.view import RevolutionView

_REGIONS = {
    "post", "keep", "disband", "abandon", "raise", "hire", "beat", "lift", "march", "withdraw",
}  # fmt: skip
_PROVINCES = {"sack", "raid", "fill", "spill", "settle", "gather"}
_CITIES = {"besiege", "strike", "invest", "pay"}
_PLACES = {"put", "people"}
_SPOTS = {"plunder", "influence"}
_BOXES = {"bring", "bank"}
_LEADS = {"bring", "march", "withdraw", "spill"}  # actions from one place to another


# -- the names of places on the board ----------------------------------------------------------


def region(number: int) -> str:
    """Return the target of a command section."""
    return f"region:{REGIONS.names[number]}"


def province(number: int) -> str:
    """Return the target of the countryside of a province."""
    return f"province:{PROVINCE_IDS[number]}"


def place(number: int) -> str:
    """Return the target of a town or a city."""
    return f"{'city' if is_city(number) else 'town'}:{PLACES.names[number]}"


def spot(number: int) -> str:
    """Return the target of a town, a city or a countryside."""
    return province(number) if number < PROVINCES_N else place(number - PROVINCES_N)


def box(number: int) -> str:
    """Return the target of a support box."""
    return f"support:{BOX_IDS[number]}"


def faction(number: int) -> str:
    """Return the target of a faction card, with its treasury and stock."""
    return f"faction:{FACTION_NAMES[number]}"


# -- targets of actions --------------------------------------------------------------------------


def place_of(seat: str) -> str:
    """Return the card that is highlighted when a user points at the name of a seat."""
    return faction(factions_of(seat)[0])


# As `.tone-*` in drawing.css.
_COLOURS = {
    "catholics": ("#6d3b7d", "#cf9fe0"),
    "habsburgs": ("#ae231c", "#f08d80"),
    "nobility": ("#2c639e", "#8fc0ee"),
    "burghers": ("#8a6400", "#e6bd4e"),
    "reformers": ("#26262c", "#e4dccb"),
}


def seat_style(seat: str) -> SeatStyle:
    """Return the colour and the arms of a seat: those of its first faction."""
    first = FACTION_NAMES[factions_of(seat)[0]]
    return SeatStyle(*_COLOURS[first], f"rv-arms-{first}")


def sign(key: str) -> str | None:
    """Return the coat of arms that stands before the name of a faction."""
    kind, _, name = key.partition(":")
    return f"rv-arms-{name}" if kind == "faction" and name in FACTION_NAMES else None


def target(view: RevolutionView, action: Action) -> str | None:
    """Return the target that is clicked for an action; None: it has a button only."""
    verb = action.verb
    if not action.args:
        return None
    first = action.args[0]
    if verb in _REGIONS:
        return region(first)
    if verb in _PROVINCES:
        return province(first)
    if verb in _CITIES or verb in _PLACES:
        return place(first)
    if verb == "clear":
        return place(first) if is_city(first) else province(view.data.province_of[first])
    if verb in _SPOTS:
        return spot(first)
    if verb in _BOXES:
        return box(box_of(first))
    if verb == "place":
        return province(first) if first < PROVINCES_N else box(box_of(first - PROVINCES_N))
    return None


def leads(action: Action) -> bool:
    """Return whether an action leads to another place; a half coloured slot has both kinds
    (§5.1.half)."""
    if action.verb == "bank":
        return kind_of(action.args[0]) == HALF
    return action.verb in _LEADS


# -- actions of a click --------------------------------------------------------------------------


class _Click:
    """A target that was clicked, with the queries that phases need."""

    def __init__(self, view: RevolutionView, clicked: str) -> None:
        kind, _, name = clicked.partition(":")
        self.view = view
        self.region = self.province = self.place = self.box = -1
        if kind == "region" and name in REGIONS.names:
            self.region = REGIONS.names.index(name)
        elif kind == "province" and name in PROVINCE_IDS:
            self.province = PROVINCE_IDS.index(name)
        elif kind in ("city", "town") and name in PLACES.names:
            self.place = PLACES.names.index(name)
            self.province = view.data.province_of[self.place]
        elif kind == "support" and name in BOX_IDS:
            self.box = BOX_IDS.index(name)
        if self.province >= 0:
            self.region = view.data.region_of[self.province]
        self.city = self.place if 0 <= self.place < len(CITIES) else -1
        self.spot = spot_of(self.place) if self.place >= 0 else self.province

    @property
    def provinces(self) -> tuple[int, ...]:
        """The province that was clicked, or all of the region."""
        if self.province >= 0:
            return (self.province,)
        return self.view.data.provinces_of[self.region] if self.region >= 0 else ()

    @property
    def cities(self) -> Iterator[int]:
        """The city that was clicked; otherwise those of the province or region."""
        if self.place >= 0:
            yield from (self.city,) * (self.city >= 0)
            return
        for number in self.provinces:
            yield from self.view.data.cities_of[number]

    @property
    def slots(self) -> range:
        """The slots of the box that was clicked."""
        first = self.box * len(KINDS)
        return range(first, first + len(KINDS)) if self.box >= 0 else range(0)


def asking(view: RevolutionView, clicked: str) -> Sequence[Action]:
    """Return the actions that a click may mean, the likeliest first, legal or not."""
    top = view.phases[-1] if view.phases else None
    meaning = _MEANT.get(type(top))
    if meaning is None:
        return ()
    return tuple(meaning(_Click(view, clicked)))


def _by_region(family: Sequence[Action]) -> Callable[[_Click], Iterator[Action]]:
    def meant(click: _Click) -> Iterator[Action]:
        if click.region >= 0:
            yield family[click.region]

    return meant


def _by_city(family: Sequence[Sequence[Action]]) -> Callable[[_Click], Iterator[Action]]:
    def meant(click: _Click) -> Iterator[Action]:
        for city in click.cities:
            yield family[city][0]

    return meant


def _by_province(family: Sequence[Action]) -> Callable[[_Click], Iterator[Action]]:
    def meant(click: _Click) -> Iterator[Action]:
        if click.province >= 0:
            yield family[click.province]

    return meant


def _support(click: _Click) -> Iterator[Action]:
    goals = click.view.data.goals[click.box] if click.box >= 0 else ()
    for slot in click.slots:
        if click.view.data.room[slot]:
            if kind_of(slot) != SOLID and goals:
                yield BRING[slot][goals[0]]
            else:
                yield BANK[slot][0]


def _loot(click: _Click) -> Iterator[Action]:
    if click.spot >= 0:
        yield from PLUNDER[click.spot]
    for number in click.provinces:
        yield SACK[number]


def _besiege(click: _Click) -> Iterator[Action]:
    for city in click.cities:
        yield BESIEGE[city]


def _beggars(click: _Click) -> Iterator[Action]:
    for city in click.cities:
        yield INVEST[city]
        yield STRIKE[city]
    if click.province >= 0 and click.place < 0:
        yield RAID[click.province]
    if click.region >= 0:
        yield BEAT[click.region]
        yield LIFT[click.region]


def _march(click: _Click) -> Iterator[Action]:
    if click.region >= 0:
        for destination in click.view.data.arrows[click.region] or (click.region,):
            yield MARCH[click.region][destination]


def _influence(click: _Click) -> Iterator[Action]:
    if click.spot < 0:
        return
    tokens = click.view.tokens[click.spot * OWNERS_N : (click.spot + 1) * OWNERS_N]
    owners = [owner for owner, n in enumerate(tokens) if n]
    for owner in (*owners, NEUTRAL):
        yield INFLUENCE[click.spot][owner]


def _units(click: _Click) -> Iterator[Action]:
    if click.province >= 0:
        yield PLACE[click.province][0]
    for slot in click.slots:
        if click.view.data.room[slot]:
            yield PLACE[PROVINCES_N + slot][0]


def _spill(click: _Click) -> Iterator[Action]:
    if click.province >= 0:
        for destination in click.view.data.near[click.province] or (click.province,):
            yield SPILL[click.province][destination]


def _put(click: _Click) -> Iterator[Action]:
    if click.place >= 0:
        yield PUT[click.place][0]
        if is_city(click.place):
            yield CLEAR[click.place][NEUTRAL]
    elif click.province >= 0:
        yield GATHER[click.province]
        for number in click.view.data.towns_of[click.province]:
            yield CLEAR[number][NEUTRAL]


def _people(click: _Click) -> Iterator[Action]:
    if click.place >= 0:
        yield PEOPLE[click.place]


_MEANT: dict[object, Callable[[_Click], Iterator[Action]]] = {
    Posting: _by_region(POST),
    Support: _support,
    Upkeep: _by_region(KEEP),
    Looting: _loot,
    Raising: _by_region(RAISE),
    Besieging: _besiege,
    Hiring: _by_region(HIRE),
    Beggars: _beggars,
    Marching: _march,
    Influencing: _influence,
    NewUnits: _units,
    Filling: _by_province(FILL),
    Overflow: _spill,
    Provinces: _by_province(SETTLE),
    Placing: _put,
    Peopling: _people,
    Paying: _by_city(PAY),
}

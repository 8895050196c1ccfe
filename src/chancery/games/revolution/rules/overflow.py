"""Overflow of surplus tokens into other provinces (§5.5, §6.13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import Action, BadPosition, Refusal
from chancery.core.observations import AtMost
from chancery.core.words import T
from chancery.games.revolution.board.atlas import RiverStop
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS, NEUTRAL, Faction
from chancery.games.revolution.board.places import PROVINCES, Province
from chancery.games.revolution.rules.events import Spilled, SurplusReturned
from chancery.games.revolution.rules.notation import DONE, SPILL
from chancery.games.revolution.rules.phase_base import Choice, Stepwise
from chancery.games.revolution.rules.refusals import NoSurplus, OutOfReach, ProvinceFull
from chancery.games.revolution.rules.state import Revolution


def surplus(board: Board, owner: int) -> dict[int, int]:
    """Return tokens above the limit, by province (§6.13), without besieged cities (§6.13.siege)."""
    surpluses = {}
    for province, n in enumerate(board.by_province(owner)):
        limit = board.data.limit[province]
        if n > limit:
            excess = board.unbesieged(province)[owner] - limit
            if excess > 0:
                surpluses[province] = excess
    return surpluses


def closes_river(board: Board, place: int, faction: int) -> bool:
    """Return whether a place is hostile to river traffic of a faction: an enemy holds it
    (§6.13.river)."""
    holder = board.holder(place)
    return 0 <= holder < NEUTRAL and not board.allied(holder, faction)


def reach(board: Board, province: int, faction: int) -> list[int]:
    """Return the provinces in reach of surplus tokens, whether they have room or not (§6.13).

    §6.13.near: adjacent provinces; §6.13.river: and those along one branch of a river from any of
    its positions there, as far as no place on the way is hostile.
    """
    provinces = set(board.data.near[province])
    for stops in board.data.ways[province]:
        provinces.update(_along(board, stops, faction))
    provinces.discard(province)
    return sorted(provinces)


def _along(board: Board, stops: Iterable[RiverStop], faction: int) -> Iterator[int]:
    """Yield the provinces along a river up to the first hostile place (§6.13.river)."""
    for stop in stops:
        if not stop.is_place:
            yield stop.number
        elif closes_river(board, stop.number, faction):
            return


def neutral_gives_way(board: Board, province: int, counts: Sequence[int]) -> bool:
    """Return whether a province with these tokens is full, so a neutral one gives way
    (§6.13.full)."""
    return sum(counts) >= board.data.limit[province]


def room(board: Board, province: int) -> int:
    """Return how many tokens of factions a province could still take (§6.13.full)."""
    return board.data.limit[province] - sum(board.unbesieged(province)[:NEUTRAL])


def left_in(board: Board, province: int, moves: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the room of a province after some moves, and its empty places (§6.13.full).

    Tokens beyond the empty places replace neutral tokens.
    """
    counts = board.unbesieged(province)
    coming = sum([destination == province for _, destination in moves])
    empty = board.data.limit[province] - sum(counts) - coming
    return empty + counts[NEUTRAL], max(0, empty)


def begin(s: Revolution) -> None:
    """Ask all factions with surplus tokens, in turn order (§6.13.turns).

    §6.13.back: neutral tokens above a limit, alone in a province, return to the stock at once.
    """
    limits = s.data.limit
    crowded = [p for p, limit in enumerate(limits) if s.total(p) > limit]
    owners = set()
    for province in crowded:
        counts = s.unbesieged(province)
        owners.update([o for o, n in enumerate(counts) if n > limits[province]])
    if NEUTRAL in owners:
        for province, n in surplus(s, NEUTRAL).items():
            s.take(province, NEUTRAL, n)
            s.emit(SurplusReturned(NEUTRAL, province, n))
    # The first in turn order comes on top; the surplus of a faction does not depend on the others.
    for faction in reversed(s.order):
        if faction in owners:
            s.push(Overflow(faction, tuple(surplus(s, faction).items())))


@dataclass(slots=True)
class Overflow(Stepwise, Choice):
    """§6.13: each surplus token may move to a province in reach that has room.

    §6.13.near: an adjacent one; §6.13.river: or one along a river, not past a hostile place;
    §6.13.full: its tokens of factions must be below its limit, and a neutral one gives way if it is
    full; §6.13.back: the others go back to the stock, no token must move. The same in the opening
    turn (§5.5).
    """

    title = T("overflow")
    rule = "6.13"
    asks = "spill"

    faction: Faction
    # surplus tokens, by province
    extra: Annotated[tuple[tuple[Province, int], ...], AtMost(24)]
    moves: Annotated[tuple[tuple[Province, Province], ...], AtMost(24)] = ()

    def left(self) -> dict[int, int]:
        """Count the surplus tokens that have not been moved, by province."""
        surplus = dict(self.extra)
        for origin, _ in self.moves:
            surplus[origin] -= 1
        return surplus

    def _room(self, s: Revolution, province: int) -> int:
        left = room(s, province)
        for _, destination in self.moves:
            if destination == province:
                left -= 1
        return left

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the moves from provinces with a surplus to those in reach with room."""
        actions = [DONE]
        rooms: dict[int, int] = {}
        for origin, n in self.left().items():
            if n > 0:
                for destination in reach(s, origin, self.faction):
                    if destination not in rooms:
                        rooms[destination] = self._room(s, destination)
                    if rooms[destination] > 0:
                        actions.append(SPILL[origin][destination])
        return actions

    def do_spill(self, s: Revolution, seat: int, origin: int, destination: int) -> None:
        """Choose a move of one surplus token (§6.13)."""
        self.moves = (*self.moves, (origin, destination))

    def do_done(self, s: Revolution, seat: int) -> None:
        """Move the tokens and return the rest to the stock."""
        faction = self.faction
        for origin, destination in self.moves:
            s.take(origin, faction, 1)
            displaced = neutral_gives_way(s, destination, s.unbesieged(destination))
            if displaced:
                s.take(destination, NEUTRAL, 1)
            s.add(destination, faction)
            s.emit(Spilled(faction, origin, destination, displaced))
        for province, n in self.left().items():
            if n:
                s.take(province, faction, n)
                s.emit(SurplusReturned(faction, province, n))
        s.leave()

    def no_spill(self, s: Revolution, seat: int, origin: int, destination: int) -> Refusal:
        """Refuse without a surplus, out of reach, or into a full province."""
        if self.left().get(origin, 0) <= 0:
            faction = FACTIONS.title(self.faction)
            return NoSurplus(faction=faction, province=PROVINCES.title(origin))
        if destination not in reach(s, origin, self.faction):
            origin_title, destination_title = PROVINCES.title(origin), PROVINCES.title(destination)
            return OutOfReach(here=origin_title, there=destination_title).by("6.13.river")
        return ProvinceFull(province=PROVINCES.title(destination)).by("6.13.full")

    def check(self, s: Revolution) -> None:
        """Check that the tokens are a surplus and have room."""
        if dict(self.extra) != surplus(s, self.faction):
            raise BadPosition(T("overflow of tokens that are no surplus, or have no room"))
        flowing = [dict(phase.extra) for phase in s.phases if isinstance(phase, Overflow)]
        for province, limit in enumerate(s.data.limit):
            leaving = sum(extra.get(province, 0) for extra in flowing)
            if sum(s.unbesieged(province)) - leaving > limit:
                raise BadPosition(T("a province is over its limit"))
        for origin, destination in self.moves:
            if self.left()[origin] < 0 or self._room(s, destination) < 0:
                raise BadPosition(T("overflow of tokens that are no surplus, or have no room"))
            if destination not in reach(s, origin, self.faction):
                raise BadPosition(T("overflow of tokens that are no surplus, or have no room"))

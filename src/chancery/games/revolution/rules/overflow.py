"""Surplus tokens flow over into other provinces (§5.5, §6.13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Question, Refusal
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS, NEUTRAL, Faction
from chancery.games.revolution.board.places import PROVINCES, Province
from chancery.games.revolution.rules.events import Spilled, SurplusReturned
from chancery.games.revolution.rules.notation import DONE, SPILL
from chancery.games.revolution.rules.phase_base import Choice
from chancery.games.revolution.rules.refusals import NoSurplus, OutOfReach, ProvinceFull
from chancery.games.revolution.rules.state import Revolution


def surplus(board: Board, owner: int) -> dict[int, int]:
    """§6.13: tokens above the limit, by province; §6.13.siege: without besieged cities."""
    found = {}
    for province, n in enumerate(board.by_province(owner)):
        limit = board.data.limit[province]
        if n > limit:
            more = board.unbesieged(province)[owner] - limit
            if more > 0:
                found[province] = more
    return found


def stops(board: Board, place: int, faction: int) -> bool:
    """§6.13.river: whether a place is hostile to river traffic of a faction: an enemy holds it."""
    holder = board.holder(place)
    return 0 <= holder < NEUTRAL and not board.allied(holder, faction)


def reach(board: Board, province: int, faction: int) -> list[int]:
    """§6.13: where surplus tokens of a province could go, room or not.

    §6.13.near: the provinces next to it; §6.13.river: and those along one branch of a river from
    any of its positions there, as far as no place on the way is hostile.
    """
    found = set(board.data.near[province])
    for branch in board.data.branches:
        for start, stop in enumerate(branch):
            if stop == (False, province):
                for way in (branch[start + 1 :], branch[:start][::-1]):
                    for is_place, number in way:
                        if not is_place:
                            found.add(number)
                        elif stops(board, number, faction):
                            break
    found.discard(province)
    return sorted(found)


def neutral_gives_way(board: Board, province: int, counts: Sequence[int]) -> bool:
    """§6.13.full: whether a province that holds these tokens is full, so that one must leave."""
    return sum(counts) >= board.data.limit[province]


def room(board: Board, province: int) -> int:
    """§6.13.full: how many tokens of factions a province could still take."""
    return board.data.limit[province] - sum(board.unbesieged(province)[:NEUTRAL])


def left_in(board: Board, province: int, moves: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """§6.13.full: the same after some moves; and for how many there is an empty place.

    Who comes later takes that of a neutral token.
    """
    coming = sum([there == province for _, there in moves])
    empty = board.data.limit[province] - sum(board.unbesieged(province))
    return room(board, province) - coming, max(0, empty - coming)


def begin(s: Revolution) -> None:
    """§6.13.turns: in turn order, whoever has surplus tokens.

    §6.13.back: neutral tokens above a limit, alone in a province, have nobody to move them.
    """
    limits = s.data.limit
    crowded = [p for p, limit in enumerate(limits) if sum(s.in_province(p)) > limit]
    owners = set()
    for province in crowded:
        counts = s.unbesieged(province)
        owners.update([o for o, n in enumerate(counts) if n > limits[province]])
    if NEUTRAL in owners:
        for province, n in surplus(s, NEUTRAL).items():
            s.take(province, NEUTRAL, n)
            s.emit(SurplusReturned(NEUTRAL, province, n))
    # The first in turn order comes on top; nobody's surplus depends on the moves of others.
    for faction in reversed(s.order):
        if faction in owners:
            s.push(Overflow(faction, tuple(surplus(s, faction).items())))


@dataclass(slots=True)
class Overflow(Choice):
    """§6.13: each surplus token may go to a province in reach that has room.

    §6.13.near: next to it; §6.13.river: or along a river, not past a hostile place; §6.13.full: a
    province whose tokens of factions are below its limit, where a neutral gives way if it is full;
    §6.13.back: the others go back to the stock, nobody must move. The same in the opening turn
    (§5.5).
    """

    title = T("overflow")
    rule = "6.13"
    always = ("done",)

    faction: Faction
    extra: tuple[tuple[Province, int], ...]  # its surplus tokens, by province
    moves: tuple[tuple[Province, Province], ...] = ()

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Which else; when no more can move, it is done."""
        found = self.legal(s, 0)
        if len(found) == 1:
            self.do_done(s, 0)
            return ()
        return s.offer(s.seat_of(self.faction), "spill", found)

    def left(self) -> dict[int, int]:
        """Surplus tokens that have not been moved, by province."""
        left = dict(self.extra)
        for here, _ in self.moves:
            left[here] -= 1
        return left

    def _room(self, s: Revolution, province: int) -> int:
        return left_in(s, province, self.moves)[0]

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """From every province with a surplus to every one in reach with room."""
        found = [DONE]
        rooms: dict[int, int] = {}
        for here, n in self.left().items():
            if n > 0:
                for there in reach(s, here, self.faction):
                    if there not in rooms:
                        rooms[there] = self._room(s, there)
                    if rooms[there] > 0:
                        found.append(SPILL[here][there])
        return found

    def do_spill(self, s: Revolution, seat: int, here: int, there: int) -> None:
        """§6.13: one more surplus token moves on."""
        self.moves = (*self.moves, (here, there))

    def do_done(self, s: Revolution, seat: int) -> None:
        """The tokens move; what is left over goes back."""
        faction = self.faction
        for here, there in self.moves:
            s.take(here, faction, 1)
            displaced = neutral_gives_way(s, there, s.unbesieged(there))
            if displaced:
                s.take(there, NEUTRAL, 1)
            s.add(there, faction)
            s.emit(Spilled(faction, here, there, displaced))
        for province, n in self.left().items():
            if n:
                s.take(province, faction, n)
                s.emit(SurplusReturned(faction, province, n))
        s.leave()

    def no_spill(self, s: Revolution, seat: int, here: int, there: int) -> Refusal:
        """No surplus, out of reach, or full."""
        if self.left().get(here, 0) <= 0:
            faction = FACTIONS.title(self.faction)
            return NoSurplus(faction=faction, province=PROVINCES.title(here))
        if there not in reach(s, here, self.faction):
            here_, there_ = PROVINCES.title(here), PROVINCES.title(there)
            return OutOfReach(here=here_, there=there_).by("6.13.river")
        return ProvinceFull(province=PROVINCES.title(there)).by("6.13.full")

    def check(self, s: Revolution) -> None:
        """Surplus tokens, and room for them."""
        if dict(self.extra) != surplus(s, self.faction):
            raise BadPosition(T("tokens flow over that are no surplus, or have no room"))
        flowing = [dict(phase.extra) for phase in s.phases if isinstance(phase, Overflow)]
        for province, limit in enumerate(s.data.limit):
            leaving = sum(extra.get(province, 0) for extra in flowing)
            if sum(s.unbesieged(province)) - leaving > limit:
                raise BadPosition(T("a province is over its limit"))
        for here, there in self.moves:
            if self.left()[here] < 0 or self._room(s, there) < 0:
                raise BadPosition(T("tokens flow over that are no surplus, or have no room"))
            if there not in reach(s, here, self.faction):
                raise BadPosition(T("tokens flow over that are no surplus, or have no room"))

"""Receiving and placing new units (§5.2, §6.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import Action, BadPosition, Question, Refusal, question
from chancery.core.observations import SAID, AtMost
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import (
    FACTIONS,
    FACTIONS_N,
    OWNERS_N,
    Faction,
)
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES_N,
    GOALS,
    HUGUENOTS,
    PROVINCES_N,
    Goal,
    box_of,
    spot_of,
)
from chancery.games.revolution.rules.events import UnitsBanked, UnitsCounted, UnitsPlaced
from chancery.games.revolution.rules.notation import MOST_AT_ONCE, PLACE
from chancery.games.revolution.rules.phase_base import Choice
from chancery.games.revolution.rules.refusals import BoxOfOthers, NoRoom, NotTheirBox
from chancery.games.revolution.rules.state import Revolution

FIRST_UNITS = (7, 6, 5, 4, 3)  # §5.2.number: in the opening turn, by faction
LEAST_UNITS = 7
COUNTRYSIDE_FOR_A_UNIT = 5


def sources(board: Board, faction: int) -> tuple[int, int, int, int, int]:
    """Return the new units of a full turn by cities, links, towns, countryside and support (§6.10).

    §6.10.cities, §6.10.links, §6.10.towns, §6.10.countryside, §6.10.support: tokens that
    intercepted do not count (§6.2.2).
    """
    tokens, data = board.tokens, board.data
    cities = links = 0
    for city, card in enumerate(board.city_cards):
        if card == faction:
            cities += 1
            for place in data.links[city]:
                if place < CITIES_N:
                    links += board.city_cards[place] == faction
                else:
                    links += tokens[spot_of(place) * OWNERS_N + faction]
    towns = sum(tokens[(PROVINCES_N + CITIES_N) * OWNERS_N + faction :: OWNERS_N])
    countryside = sum(tokens[faction : PROVINCES_N * OWNERS_N : OWNERS_N])
    support = sum(board.support[faction::FACTIONS_N])
    if board.flipped and board.huguenots() == faction:
        support -= board.flipped
    return cities, links, towns, countryside // COUNTRYSIDE_FOR_A_UNIT, support


def due(parts: Sequence[int]) -> int:
    """Return the new units of a full turn from these sources, at least seven (§6.10.least)."""
    return max(LEAST_UNITS, sum(parts))


def received(board: Board, faction: int, units: int) -> int:
    """Limit new units to the tokens in stock, in the opening turn too (§6.10.stock)."""
    return min(units, board.stock[faction])


def number(board: Board, faction: int) -> int:
    """Return how many new units a faction receives now (§5.2.number, §6.10)."""
    units = due(sources(board, faction)) if board.turn else FIRST_UNITS[faction]
    return received(board, faction, units)


def room(board: Board, faction: int, n: int) -> tuple[tuple[int, int], ...]:
    """Return the goals that take new units, and how many of n, before any is placed.

    §5.2.double: in the opening turn twice the tokens there; §6.10.card: later any number where the
    faction holds the card and has a token, §6.10.same: else as many as it has there, towns, cities
    and besieged cities included; only where it has a token at all (§5.2.present). §6.10.2004: in
    the edition of 2004 the card is enough. §5.2.slots, §6.10.slots: on free slots that it may use.
    """
    goals = []
    card_is_enough = board.edition.card_is_enough
    for province, capacity in enumerate(board.by_province(faction)):
        if board.turn == 0:
            capacity *= 2
        elif board.province_cards[province] == faction and (capacity or card_is_enough):
            capacity = n
        if capacity:
            goals.append((province, min(n, capacity)))
    for slot in board.data.slots_of[faction]:
        free = board.room_on(faction, slot)
        if free:
            goals.append((PROVINCES_N + slot, min(n, free)))
    return tuple(goals)


def begin(s: Revolution, faction: int) -> None:
    """Count the new units and ask where they go, if there is a choice (§5.2, §6.10)."""
    if s.turn:
        parts = sources(s, faction)
        n = received(s, faction, due(parts))
        s.emit(UnitsCounted(faction, n, *parts))
    else:
        n = number(s, faction)
    if not n:
        return
    rooms = room(s, faction, n)
    if sum([capacity for _, capacity in rooms]) <= n or len(rooms) == 1:
        place(s, faction, n, rooms)
    else:
        s.push(NewUnits(faction, n, rooms))


def place(s: Revolution, faction: int, n: int, placed: tuple[tuple[int, int], ...]) -> None:
    """Place new units; those without a place become coins (§6.10.coins)."""
    unplaced = n
    for goal, count in placed:
        unplaced -= count
        if goal < PROVINCES_N:
            s.add(goal, faction, count)
        else:
            s.support[(goal - PROVINCES_N) * FACTIONS_N + faction] += count
            s.stock[faction] -= count
    if placed:
        s.emit(UnitsPlaced(faction, placed))
    if unplaced:
        s.earn(faction, unplaced)
        s.emit(UnitsBanked(faction, unplaced))


@dataclass(slots=True)
class NewUnits(Choice):
    """§6.10: place new units in provinces and on slots, as many as can be placed.

    The same in the opening turn (§5.2), with its own numbers.
    """

    title = T("new units")
    rule = "6.10"

    faction: Faction
    n: int
    room: Annotated[tuple[tuple[Goal, int], ...], SAID]  # goals with room, and how much
    placed: Annotated[tuple[tuple[Goal, int], ...], AtMost(24)] = ()

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask where the rest goes, or place it if there is room for no more than that."""
        if self.placed and not self.choice():
            self._finish(s)
            return ()
        return question(s.seat_of(self.faction), "units")

    def left(self) -> int:
        """Count the units that are not placed yet."""
        return self.n - sum([n for _, n in self.placed])

    def _rooms(self) -> dict[int, int]:
        rooms = dict(self.room)
        for goal, n in self.placed:
            rooms[goal] -= n
        return rooms

    def choice(self) -> bool:
        """Return whether the rest could go to several goals."""
        unplaced = self.left()
        if not unplaced:
            return False
        rooms = [n for n in self._rooms().values() if n]
        return sum(rooms) > unplaced and len(rooms) > 1

    def _finish(self, s: Revolution) -> None:
        unplaced, rooms = self.left(), self._rooms()
        placed = dict(self.placed)
        for goal, capacity in rooms.items():
            count = min(unplaced, capacity)
            if count:
                placed[goal] = placed.get(goal, 0) + count
                unplaced -= count
        s.leave()
        place(s, self.faction, self.n, tuple(sorted(placed.items())))

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the placements of any number at any goal within its room."""
        unplaced = min(self.left(), MOST_AT_ONCE)
        actions: list[Action] = []
        for goal, capacity in self._rooms().items():
            if capacity:
                actions += PLACE[goal][: capacity if capacity < unplaced else unplaced]
        return actions

    def do_place(self, s: Revolution, seat: int, goal: int, extra: int) -> None:
        """Place some of the units in a province or on slots (§6.10)."""
        placed = dict(self.placed)
        placed[goal] = placed.get(goal, 0) + extra + 1
        self.placed = tuple(sorted(placed.items()))

    def no_place(self, s: Revolution, seat: int, goal: int, extra: int) -> Refusal:
        """Refuse more units than there are, or than the goal takes."""
        limit = min(self._rooms().get(goal, 0), self.left())
        if goal < PROVINCES_N:
            opening = "5.2.double" if goal in dict(self.room) else "5.2.present"
            rule = "6.10.same" if s.turn else opening
        else:
            rule = "6.10.slots" if s.turn else "5.2.slots"
            closed = self._closed(s, box_of(goal - PROVINCES_N))
            if closed is not None:
                return closed.by(rule)
        faction = FACTIONS.title(self.faction)
        return NoRoom(faction=faction, most=limit, goal=GOALS.title(goal)).by(rule)

    def _closed(self, s: Revolution, box: int) -> Refusal | None:
        """Return why a support box takes no tokens of the faction, or None."""
        if self.faction not in s.data.users[box]:
            return NotTheirBox(faction=FACTIONS.title(self.faction), box=BOXES.title(box))
        owner = s.huguenots()
        if box == HUGUENOTS and owner not in (-1, self.faction):
            return BoxOfOthers(owner=FACTIONS.title(owner), box=BOXES.title(box))
        return None

    def check(self, s: Revolution) -> None:
        """Check the number of units and the room for them."""
        if not 0 < self.n <= number(s, self.faction) or not self.left() >= 0:
            raise BadPosition(T("more new units than there are"))
        if self.room != room(s, self.faction, self.n) or min(self._rooms().values()) < 0:
            raise BadPosition(T("new units where they have no room"))
        if any(n < 1 for _, n in self.placed) or not self.choice():
            raise BadPosition(T("new units without a choice"))

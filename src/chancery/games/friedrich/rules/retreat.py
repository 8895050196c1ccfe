"""Retreats (§8): the length of a retreat, its possible ends, and the choice between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.observations import SAID
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import CITIES, City, N
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.nations import hostile
from chancery.games.friedrich.board.pieces import MOST_OF_A_GENERAL, NATION_OF, STACK, General
from chancery.games.friedrich.rules import retreat_search, stacks
from chancery.games.friedrich.rules.events import Retreated, Trapped
from chancery.games.friedrich.rules.notation import RETREAT
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.refusals import NotTheEnd
from chancery.games.friedrich.rules.state import Friedrich


def ends(s: Board, loser: int, lost: int, victor: int) -> tuple[int, ...]:
    """Return the cities where a retreat may end; empty: the whole stack is lost (§8.7)."""
    return retreat_search.farthest_ends(s.at[loser], lost, s.at[victor], _occupied(s))


def _occupied(s: Board) -> bytes:
    """Return a byte for each city: 1 if a piece stands there."""
    occupied = bytearray(N)
    for city in s.at:
        if city >= 0:
            occupied[city] = 1
    return bytes(occupied)


def length(s: Board, top: Retreat) -> int | None:
    """Deduce the length of a retreat from its possible ends, since the losses are public (§8.1).

    None if more than one length fits.
    """
    return _length(s.at[top.loser], s.at[top.winner], _occupied(s), top.ends)


@lru_cache(200)
def _length(start: int, victor: int, occupied: bytes, ends: tuple[int, ...]) -> int | None:
    most = MOST_OF_A_GENERAL * STACK - 1
    fitting = [
        n
        for n in range(1, most + 1)
        if retreat_search.farthest_ends(start, n, victor, occupied) == ends
    ]
    return fitting[0] if len(fitting) == 1 else None


def retreat(s: Friedrich, winner: int, loser: int, lost: int) -> None:
    """Let a beaten stack retreat one city for each lost troop, before the next fight (§8.1).

    Without a full path the whole stack is lost (§8.7).
    """
    cities = ends(s, loser, lost, winner)
    if not cities:
        s.emit(Trapped(loser))
        stacks.lose_openly(s, loser, s.troops[loser])
    elif len(cities) == 1:
        withdraw(s, loser, cities[0])
    else:
        s.push(Retreat(winner, loser, cities))


def withdraw(s: Friedrich, general: int, city: int) -> None:
    """Move a whole stack to the end of its retreat (§8.1)."""
    for member in s.stack(general):
        s.at[member] = city
    s.emit(Retreated(general, city))


@dataclass(slots=True)
class Retreat(FriedrichPhase):
    """The winner chooses among the ends that are equally far from him (§8.2)."""

    title = T("a retreat")
    rule = "8.2"

    winner: General
    loser: General
    ends: Annotated[tuple[City, ...], SAID]

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the phase below is a combat in which the loser fights no more."""
        sides = NATION_OF[self.winner], NATION_OF[self.loser]
        if not hostile(*sides) or not any(below_is(below, "Combat", nation=n) for n in sides):
            return False
        return not any(self.loser in pair for pair in below.pairs)  # type: ignore[union-attr]

    def fits(self, s: Friedrich) -> bool:
        """Return whether both are top generals on the map and the ends are several empty cities."""
        occupants = s.occupants()
        tops = all(s.at[g] >= 0 and s.top(g) == g for g in (self.winner, self.loser))
        empty = not any(city in occupants for city in self.ends)
        return tops and empty and len(set(self.ends)) == len(self.ends) > 1

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(NATION_OF[self.winner]), "retreat")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [RETREAT[city] for city in self.ends]

    def do_retreat(self, s: Friedrich, seat: int, city: int) -> None:
        """§8.2: move the beaten stack to the chosen city."""
        s.leave()
        withdraw(s, self.loser, city)

    def no_retreat(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """Explain that the retreat cannot end there: §8.3, §8.4, §8.5, §8.6"""
        return NotTheEnd(city=CITIES.title(city)).by("8.4")

"""Texts of fate that move a general out of turn: Laudon, and Hildburghausen driven west."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chancery.core import Action, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import CITIES, NEXT, X
from chancery.games.friedrich.board.fate_cards import HILDBURGHAUSEN_WEST, LAUDON_MOVES
from chancery.games.friedrich.board.nations import AUSTRIA, IMPERIAL, PRUSSIA
from chancery.games.friedrich.board.pieces import GENERAL_AXIS, GENERALS_OF, HILDBURGHAUSEN, LAUDON
from chancery.games.friedrich.rules import army_limits, stacks
from chancery.games.friedrich.rules.events import Joined, Marched, NothingCame, Nudged
from chancery.games.friedrich.rules.march_limits import BLOCKED, enter, may_stop, take_train
from chancery.games.friedrich.rules.notation import DECLINE, STAND, TAKE, TO
from chancery.games.friedrich.rules.phase_base import FatePhase, OptionalFatePhase
from chancery.games.friedrich.rules.refusals import (
    MustTake,
    NobodyStays,
    NotOneStep,
    SecondStep,
    TroopsWrong,
)
from chancery.games.friedrich.rules.state import Friedrich


def _laudon(s: Friedrich) -> None:
    """Let Austria move Laudon by one city, if he has anywhere to go (§fate 6♠, ruling 14)."""
    if s.active(AUSTRIA) and s.at[LAUDON] >= 0 and laudon_steps(s):
        s.push(LaudonMoves())


def laudon_steps(s: Friedrich) -> list[int]:
    """Return the cities to which Laudon could step."""
    return [
        city
        for city in NEXT[s.at[LAUDON]]
        if enter(s, (LAUDON,), city) != BLOCKED and may_stop(s, (LAUDON,), city, s.at[LAUDON])
    ]


@dataclass(slots=True)
class LaudonMoves(FatePhase):
    """Laudon may step to an adjacent city, alone if he stands in a stack; he conquers nothing."""

    title = T("Laudon’s step")
    rule = "fate 6♠"
    always = ("stand",)

    take: int = 0

    def fits(self, s: Friedrich) -> bool:
        """Return whether Laudon has a city to step to and leaves with a permitted number of
        troops."""
        if not s.holds(LAUDON_MOVES) or not s.active(AUSTRIA) or s.at[LAUDON] < 0:
            return False
        return bool(laudon_steps(s)) and (not self.take or self.take in LaudonMoves()._shares(s))

    def drafting(self, s: Friedrich, seat: int) -> bool:
        """Return whether Austria has chosen the troops that go with him, which is secret."""
        return self.take > 0 and seat == s.seat_of(AUSTRIA)

    def known_to(self, s: Friedrich, seat: int | None) -> FatePhase:
        """Hide the chosen number of troops from the other seats."""
        return LaudonMoves(self.take if seat == s.seat_of(AUSTRIA) else 0)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(AUSTRIA), "laudon")

    def _shares(self, s: Friedrich) -> range:
        return range(0) if self.take else army_limits.shares(s, (LAUDON,))

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        shares = self._shares(s)
        if shares:
            return [STAND, *(TAKE[n] for n in shares)]
        return [STAND, *(TO[city] for city in laudon_steps(s))]

    def do_take(self, s: Friedrich, seat: int, n: int) -> None:
        """§6.5: choose the number of troops that go with him."""
        self.take = n

    def no_take(self, s: Friedrich, seat: int, n: int) -> Refusal:
        """Return the reason against a number of troops: §6.1, §6.2, §6.3"""
        shares = self._shares(s)
        if not shares:
            return NobodyStays(general=GENERAL_AXIS.title(LAUDON)).by("6.5")
        return TroopsWrong(least=shares.start, most=shares.stop - 1).by("6.3")

    def do_to(self, s: Friedrich, seat: int, city: int) -> None:
        """Make the step; Laudon may join a stack and remove a train."""
        s.leave()
        stacks.set_out(s, (LAUDON,), self.take)
        joins = any(s.at[g] == city for g in GENERALS_OF[AUSTRIA])
        s.emit(Marched(LAUDON, 1, city, s.at[LAUDON], (LAUDON,)))
        take_train(s, AUSTRIA, city)
        stacks.join(s, (LAUDON,), city)
        if joins:
            s.emit(Joined(LAUDON, city))

    def no_to(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """Explain that he makes one step, to a city where he may stop."""
        if self._shares(s):
            return MustTake(general=GENERAL_AXIS.title(LAUDON)).by("6.5")
        return NotOneStep(city=CITIES.title(city))

    def do_stand(self, s: Friedrich, seat: int) -> None:
        """Leave Laudon where he is, and end the extra move."""
        s.leave()
        s.emit(NothingCame())


def west_of(s: Friedrich, city: int) -> list[int]:
    """Return the empty cities next to a city that lie to the west of it (ruling 18)."""
    occupants = s.occupants()
    return [c for c in NEXT[city] if X[c] < X[city] and c not in occupants]


def _hildburghausen(s: Friedrich) -> None:
    """Let Prussia drive a beaten Hildburghausen west, if two steps are possible (§fate 12♥)."""
    city = s.at[HILDBURGHAUSEN]
    beaten = s.active(PRUSSIA) and city >= 0 and IMPERIAL in s.beaten
    if beaten and any(west_of(s, c) for c in west_of(s, city)):
        s.push(DrivenWest())


@dataclass(slots=True)
class DrivenWest(OptionalFatePhase):
    """Hildburghausen goes two steps over empty cities, each to the west (§fate 12♥, ruling 18)."""

    title = T("Hildburghausen driven west")
    rule = "fate 12♥"

    steps: int = 0

    def fits(self, s: Friedrich) -> bool:
        """Return whether Hildburghausen is on the map and at most one step has been made."""
        return s.holds(HILDBURGHAUSEN_WEST) and s.at[HILDBURGHAUSEN] >= 0 and self.steps in (0, 1)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if self.steps == 2:
            s.leave()
            return ()
        cities = west_of(s, s.at[HILDBURGHAUSEN])
        if self.steps and len(cities) == 1 and s.rules >= 3:
            self.do_to(s, s.seat_of(PRUSSIA), cities[0])
            return ()
        return question(s.seat_of(PRUSSIA), "drive")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        cities = west_of(s, s.at[HILDBURGHAUSEN])
        if self.steps:
            return [TO[city] for city in cities]
        return [DECLINE, *(TO[city] for city in cities if west_of(s, city))]

    def do_to(self, s: Friedrich, seat: int, city: int) -> None:
        """Drive him one city west; the second step follows."""
        s.at[HILDBURGHAUSEN] = city
        self.steps += 1
        s.emit(Nudged(HILDBURGHAUSEN, city))

    def no_to(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """Explain that each step leads west to an empty city."""
        return NotOneStep(city=CITIES.title(city))

    def no_decline(self, s: Friedrich, seat: int) -> Refusal:
        """Explain that after the first step the second must follow."""
        return SecondStep()


EFFECTS: dict[tuple[int, int], Callable[[Friedrich], None]] = {
    LAUDON_MOVES: _laudon,
    HILDBURGHAUSEN_WEST: _hildburghausen,
}

"""Army moves (§6.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS, FACTIONS_N, Faction
from chancery.games.revolution.board.places import REGIONS, Region
from chancery.games.revolution.rules.events import ArmyMarched, ArmyStopped
from chancery.games.revolution.rules.notation import DONE, LET, MARCH, STOP, WITHDRAW
from chancery.games.revolution.rules.phase_base import Answer
from chancery.games.revolution.rules.refusals import NoArmyThere, NoArrow, SectionFull
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.water_beggars import may_stop


def begin(s: Revolution, faction: int) -> None:
    """§6.8: whoever has an army that could move."""
    if any(s.armies[faction::FACTIONS_N]):
        s.push(Marching(faction))


@dataclass(slots=True)
class Marching(Phase[Revolution]):
    """§6.8: each army not before a city may go along an arrow to a free box, once.

    §6.8.free: it costs nothing, and armies at bay may go too. An army whose siege was lifted is
    moved by `withdraw`: it stays without influence wherever it goes (§6.9.lifted).
    """

    title = T("army moves")
    rule = "6.8"
    always = ("done",)

    faction: Faction
    settled: tuple[Region, ...] = ()  # where armies stand that have moved, or were stopped
    withdrawn: tuple[Region, ...] = ()  # the same, of those whose siege was lifted

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Which army moves next."""
        found = self.legal(s, 0)
        if len(found) == 1:
            s.leave()
            return ()
        return s.offer(s.seat_of(self.faction), "march", found)

    def free(self, s: Board, region: int) -> int:
        """Armies of a region that have not moved."""
        i = region * FACTIONS_N + self.faction
        return s.armies[i] - s.lifted[i] - self.settled.count(region)

    def lifted_left(self, s: Board, region: int) -> int:
        """The same, of those whose siege was lifted."""
        return s.lifted[region * FACTIONS_N + self.faction] - self.withdrawn.count(region)

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Along every arrow to a free box."""
        found = [DONE]
        for region in s.data.regions:
            if s.armies[region * FACTIONS_N + self.faction]:
                free, lifted = self.free(s, region), self.lifted_left(s, region)
                if free or lifted:
                    goals = [r for r in s.data.arrows[region] if s.free_boxes(r) > 0]
                    if free:
                        found += [MARCH[region][r] for r in goals]
                    if lifted:
                        found += [WITHDRAW[region][r] for r in goals]
        return found

    def _try(self, s: Revolution, here: int, there: int, lifted: bool) -> None:
        if may_stop(s, self.faction, here):
            s.push(Holding(self.faction, here, there, lifted))
        else:
            self.go(s, here, there, lifted)

    def go(self, s: Revolution, here: int, there: int, lifted: bool) -> None:
        """The army arrives."""
        s.armies[here * FACTIONS_N + self.faction] -= 1
        s.armies[there * FACTIONS_N + self.faction] += 1
        if lifted:
            s.lifted[here * FACTIONS_N + self.faction] -= 1
            s.lifted[there * FACTIONS_N + self.faction] += 1
        s.emit(ArmyMarched(self.faction, here, there))
        self.rest(there, lifted)

    def rest(self, region: int, lifted: bool) -> None:
        """It moves no more in this turn."""
        if lifted:
            self.withdrawn = (*self.withdrawn, region)
        else:
            self.settled = (*self.settled, region)

    def do_march(self, s: Revolution, seat: int, here: int, there: int) -> None:
        """§6.8"""
        self._try(s, here, there, False)

    def do_withdraw(self, s: Revolution, seat: int, here: int, there: int) -> None:
        """§6.8, an army whose siege was lifted."""
        self._try(s, here, there, True)

    def do_done(self, s: Revolution, seat: int) -> None:
        """The armies that have not moved stay where they are."""
        s.leave()

    def _why(self, s: Revolution, here: int, there: int, left: int) -> Refusal:
        if left <= 0:
            faction = FACTIONS.title(self.faction)
            return NoArmyThere(faction=faction, region=REGIONS.title(here))
        if there not in s.data.arrows[here]:
            return NoArrow(here=REGIONS.title(here), there=REGIONS.title(there))
        return SectionFull(region=REGIONS.title(there))

    def no_march(self, s: Revolution, seat: int, here: int, there: int) -> Refusal:
        """No army, no arrow, or no box."""
        return self._why(s, here, there, self.free(s, here))

    def no_withdraw(self, s: Revolution, seat: int, here: int, there: int) -> Refusal:
        """No army, no arrow, or no box."""
        return self._why(s, here, there, self.lifted_left(s, here))

    def check(self, s: Revolution) -> None:
        """Those that have moved stand somewhere."""
        for region in s.data.regions:
            if self.free(s, region) < 0 or self.lifted_left(s, region) < 0:
                raise BadPosition(T("armies have moved that are not there"))


@dataclass(slots=True)
class Holding(Answer):
    """§6.7.4, §6.8.beggar: may an army leave? The hirer of the Beggars decides when it tries."""

    title = T("a Water Beggar’s hold")
    rule = "6.7.4"
    always = ("stop", "let")

    faction: Faction
    here: Region
    there: Region
    lifted: bool

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Stop it, or let it go."""
        return question(s.seat_of(s.hirer), "hold")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """To stop the army, or to let it go."""
        return (STOP, LET)

    def do_stop(self, s: Revolution, seat: int) -> None:
        """The Beggar is spent; the army moves no more."""
        s.beggars[self.here] -= 1
        s.emit(ArmyStopped(s.hirer, self.faction, self.here))
        s.leave()
        marching = s.phases[-1]
        assert isinstance(marching, Marching)
        marching.rest(self.here, self.lifted)

    def do_let(self, s: Revolution, seat: int) -> None:
        """The Beggar waits for another."""
        s.leave()
        marching = s.phases[-1]
        assert isinstance(marching, Marching)
        marching.go(s, self.here, self.there, self.lifted)

    def check(self, s: Revolution) -> None:
        """Somebody to stop, and somebody who does."""
        if len(s.phases) < 2 or not isinstance(s.phases[-2], Marching):
            raise BadPosition(T("nobody marches"))
        if s.hirer < 0 or not may_stop(s, self.faction, self.here):
            raise BadPosition(T("no Water Beggar could stop this army"))
        marching = s.phases[-2]
        verb = WITHDRAW if self.lifted else MARCH
        if marching.faction != self.faction:
            raise BadPosition(T("nobody marches"))
        if verb[self.here][self.there] not in marching.legal(s, 0):
            raise BadPosition(T("nobody marches"))

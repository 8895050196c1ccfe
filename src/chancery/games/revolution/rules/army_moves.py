"""Army moves along the arrows (§6.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Question, Refusal, added, question
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS, FACTIONS_N, Faction
from chancery.games.revolution.board.places import REGIONS, Region
from chancery.games.revolution.rules.events import ArmyMarched, ArmyStopped
from chancery.games.revolution.rules.notation import DONE, LET, MARCH, STOP, WITHDRAW
from chancery.games.revolution.rules.phase_base import Answer, Stepwise
from chancery.games.revolution.rules.refusals import NoArmyThere, NoArrow, SectionFull
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.water_beggars import may_stop


def begin(s: Revolution, faction: int) -> None:
    """Ask a faction that has an army which could move (§6.8)."""
    if any(s.armies[faction::FACTIONS_N]):
        s.push(Marching(faction))


@dataclass(slots=True)
class Marching(Stepwise):
    """§6.8: each army that does not besiege may move once, along an arrow to a free box.

    §6.8.free: it costs nothing, and armies at bay may move too. An army whose siege was lifted is
    moved by `withdraw`: it has no influence wherever it goes (§6.9.lifted).
    """

    title = T("army moves")
    rule = "6.8"
    asks = "march"

    faction: Faction
    settled: tuple[Region, ...] = ()  # regions of armies that have moved or were stopped
    withdrawn: tuple[Region, ...] = ()  # regions of such armies whose siege was lifted

    def free(self, s: Board, region: int) -> int:
        """Count the armies of a region that have not moved."""
        i = region * FACTIONS_N + self.faction
        return s.armies[i] - s.lifted[i] - self.settled.count(region)

    def lifted_left(self, s: Board, region: int) -> int:
        """Count the armies of a region whose siege was lifted and that have not moved."""
        return s.lifted[region * FACTIONS_N + self.faction] - self.withdrawn.count(region)

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the moves along every arrow to a free box."""
        actions = [DONE]
        for region in s.data.regions:
            if s.armies[region * FACTIONS_N + self.faction]:
                free, lifted = self.free(s, region), self.lifted_left(s, region)
                if free or lifted:
                    goals = [r for r in s.data.arrows[region] if s.free_boxes(r) > 0]
                    if free:
                        actions += [MARCH[region][r] for r in goals]
                    if lifted:
                        actions += [WITHDRAW[region][r] for r in goals]
        return actions

    def _try(self, s: Revolution, origin: int, destination: int, lifted: bool) -> None:
        if may_stop(s, self.faction, origin):
            s.push(Holding(self.faction, origin, destination, lifted))
        else:
            self.go(s, origin, destination, lifted)

    def go(self, s: Revolution, origin: int, destination: int, lifted: bool) -> None:
        """Move an army to another region."""
        slot, entered = origin * FACTIONS_N + self.faction, destination * FACTIONS_N + self.faction
        s.armies[slot] -= 1
        s.armies[entered] += 1
        if lifted:
            s.lifted = added(s.lifted, slot, -1)
            s.lifted = added(s.lifted, entered, 1)
        s.emit(ArmyMarched(self.faction, origin, destination))
        self.rest(destination, lifted)

    def rest(self, region: int, lifted: bool) -> None:
        """Note that an army of a region cannot move again in this turn."""
        if lifted:
            self.withdrawn = (*self.withdrawn, region)
        else:
            self.settled = (*self.settled, region)

    def do_march(self, s: Revolution, seat: int, origin: int, destination: int) -> None:
        """Move an army, or ask the hirer of the Beggars first (§6.8)."""
        self._try(s, origin, destination, False)

    def do_withdraw(self, s: Revolution, seat: int, origin: int, destination: int) -> None:
        """Move an army whose siege was lifted (§6.8)."""
        self._try(s, origin, destination, True)

    def _why(self, s: Revolution, origin: int, destination: int, armies: int) -> Refusal:
        if armies <= 0:
            faction = FACTIONS.title(self.faction)
            return NoArmyThere(faction=faction, region=REGIONS.title(origin))
        if destination not in s.data.arrows[origin]:
            return NoArrow(here=REGIONS.title(origin), there=REGIONS.title(destination))
        return SectionFull(region=REGIONS.title(destination))

    def no_march(self, s: Revolution, seat: int, origin: int, destination: int) -> Refusal:
        """Refuse a move without an army, an arrow or a free box."""
        return self._why(s, origin, destination, self.free(s, origin))

    def no_withdraw(self, s: Revolution, seat: int, origin: int, destination: int) -> Refusal:
        """Refuse a withdrawal without such an army, an arrow or a free box."""
        return self._why(s, origin, destination, self.lifted_left(s, origin))

    def check(self, s: Revolution) -> None:
        """Check that the armies which have moved are on the board."""
        for region in s.data.regions:
            if self.free(s, region) < 0 or self.lifted_left(s, region) < 0:
                raise BadPosition(T("moves of armies that are not there"))


@dataclass(slots=True)
class Holding(Answer):
    """§6.7.4, §6.8.beggar: the hirer of the Beggars decides whether an army may leave."""

    title = T("a Water Beggar’s hold")
    rule = "6.7.4"
    always = ("stop", "let")

    faction: Faction
    here: Region
    there: Region
    lifted: bool

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask whether the Beggars stop the army."""
        return question(s.seat_of(s.hirer), "hold")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the two answers: to stop the army, or to let it go."""
        return (STOP, LET)

    def do_stop(self, s: Revolution, seat: int) -> None:
        """Stop the army; the Beggar is used up and the army cannot move again."""
        s.beggars = added(s.beggars, self.here, -1)
        s.emit(ArmyStopped(s.hirer, self.faction, self.here))
        s.leave()
        marching = s.phases[-1]
        assert isinstance(marching, Marching)
        marching.rest(self.here, self.lifted)

    def do_let(self, s: Revolution, seat: int) -> None:
        """Let the army go; the Beggar waits for another one."""
        s.leave()
        marching = s.phases[-1]
        assert isinstance(marching, Marching)
        marching.go(s, self.here, self.there, self.lifted)

    def check(self, s: Revolution) -> None:
        """Check that there is an army to stop and a Beggar to stop it."""
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

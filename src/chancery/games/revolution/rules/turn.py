"""The turns of the game and their phases (§4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chancery.core import BadPosition, Phase, Question
from chancery.core.words import T
from chancery.games.revolution.rules import (
    allegiance,
    army_moves,
    assignment,
    battles,
    conflict,
    end_of_sieges,
    end_of_turn,
    keeping_armies,
    military_influence,
    moves_in_provinces,
    neutral_tokens,
    new_armies,
    new_units,
    overflow,
    sieges,
    support_moves,
    taxes,
    water_beggars,
)
from chancery.games.revolution.rules.events import PARTS, PartBegan, TurnBegan
from chancery.games.revolution.rules.state import Revolution


@dataclass(frozen=True, slots=True)
class Step:
    """A phase of a turn: for each faction in turn order, or for all together."""

    name: str
    each: Callable[[Revolution, int], None] | None = None
    all: Callable[[Revolution], None] | None = None


# §4.2.1: the opening turn.
OPENING = (
    Step("support", each=support_moves.begin),
    Step("units", each=new_units.begin),
    Step("conflict", all=conflict.resolve),
    Step("neutrals", all=neutral_tokens.begin),
    Step("overflow", all=overflow.begin),
    Step("provinces", all=moves_in_provinces.begin),
    Step("assignment", all=assignment.first),
    Step("scores", all=end_of_turn.begin),
)
# §4.2.2: turns 1 to 5.
NORMAL = (
    Step("taxes", each=taxes.begin),
    Step("support", each=support_moves.begin),
    Step("upkeep", each=keeping_armies.begin),
    Step("raising", each=new_armies.begin),
    Step("battles", all=battles.resolve),
    Step("sieges", each=sieges.begin),
    Step("beggars", each=water_beggars.begin),
    Step("marches", each=army_moves.begin),
    Step("influence", each=military_influence.begin),
    Step("units", each=new_units.begin),
    Step("conflict", all=conflict.resolve),
    Step("neutrals", all=neutral_tokens.begin),
    Step("overflow", all=overflow.begin),
    Step("provinces", all=moves_in_provinces.begin),
    Step("siege-results", all=end_of_sieges.resolve),
    Step("paying", each=allegiance.begin),
    Step("allegiance", all=allegiance.resolve),
    Step("assignment", all=assignment.later),
    Step("scores", all=end_of_turn.begin),
)


# The steps with which a part of the turn begins, for the headings of the log.
_PARTS = {
    "taxes": "taxes", "support": "support", "upkeep": "armies", "units": "units",
    "conflict": "conflict", "provinces": "provinces", "siege-results": "allegiance",
    "assignment": "assignment", "scores": "points",
}  # fmt: skip
_BEGIN = {step: PartBegan(PARTS.index(part)) for step, part in _PARTS.items()}

# The step of each phase, and which phases may be above which: for positions written by hand.
_STEP_OF = {
    "Taxes": "taxes", "Support": "support", "Interception": "support", "Upkeep": "upkeep",
    "Raising": "raising", "Besieging": "sieges", "Hiring": "beggars", "Beggars": "beggars",
    "Marching": "marches", "Influencing": "influence", "NewUnits": "units", "Filling": "neutrals",
    "Overflow": "overflow", "Batches": "provinces", "Provinces": "provinces",
    "Peopling": "provinces", "Paying": "paying", "Ordering": "scores",
}  # fmt: skip
_ON_TOP = {
    ("Upkeep", "Looting"), ("Marching", "Holding"), ("Influencing", "Barring"),
    ("Batches", "Placing"), ("Provinces", "Placing"), ("Provinces", "Peopling"),
    ("Overflow", "Overflow"),
}  # fmt: skip


@dataclass(slots=True)
class Turn(Phase[Revolution]):
    """§4.1: play phase by phase; all factions finish one before the next begins.

    A faction with nothing to decide is passed over. §4: the opening turn and five full ones.
    """

    title = T("the turn")
    rule = "4.1"

    step: int = 0
    next: int = 0  # number of factions, in turn order, that have been asked

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Go on to the next phase in which a seat has to decide."""
        phases = s.phases
        while phases and phases[-1] is self:
            steps = NORMAL if s.turn else OPENING
            if self.step == len(steps):
                self._next_turn(s)
                continue
            step = steps[self.step]
            if not self.next and step.name in _BEGIN:
                s.emit(_BEGIN[step.name])
            if step.each is None:
                self.step += 1
                assert step.all is not None
                step.all(s)
            elif self.next < len(s.order):
                self.next += 1
                step.each(s, s.order[self.next - 1])
            else:
                self.step += 1
                self.next = 0
        return ()

    def check(self, s: Revolution) -> None:
        """Check that the phases above belong to the current step of the turn."""
        if s.phases[0] is not self:
            raise BadPosition(T("no turn is being played"))
        steps = NORMAL if s.turn else OPENING
        above = s.phases[1:]
        if not above or not 0 <= self.step <= len(steps) or not 0 <= self.next <= len(s.order):
            raise BadPosition(T("no phase of the turn is being played"))
        factions = [getattr(phase, "faction", s.order[0]) for phase in above]
        kinds = [type(phase).__name__ for phase in above]
        fits = all(s.seat_of(faction) >= 0 for faction in factions)
        fits &= all(pair in _ON_TOP for pair in pairwise(kinds))
        if kinds[0] == "Posting":
            fits &= (s.turn, self.step, self.next) == (0, 0, 0)
        else:
            fits &= self._fits(s, steps, kinds[0], factions[0])
        if kinds[0] == "Overflow":
            fits &= factions == [f for f in reversed(s.order) if f in factions]
        if not fits:
            raise BadPosition(T("a phase is played that does not belong here"))

    @property
    def playing(self) -> int:
        """The number of the current step, counted from 0; -1 in the set-up."""
        return self.step if self.next else self.step - 1

    def _fits(self, s: Revolution, steps: Sequence[Step], kind: str, faction: int) -> bool:
        """Return whether a phase belongs to the current step."""
        by_faction, number = self.next > 0, self.playing
        if not 0 <= number < len(steps) or _STEP_OF.get(kind) != steps[number].name:
            return False
        if (steps[number].each is not None) != by_faction:
            return False
        return not by_faction or faction == s.order[self.next - 1]

    def _next_turn(self, s: Revolution) -> None:
        """Begin the next turn in the new order of play (§4.2.2, §6)."""
        self.step = 0
        s.turn += 1
        s.emit(TurnBegan(s.turn, s.order))

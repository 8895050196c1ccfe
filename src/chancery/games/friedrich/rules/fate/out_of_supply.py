"""Texts of fate that put stacks out of supply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chancery.core import Action, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import COUNTRY
from chancery.games.friedrich.board.fate_cards import (
    EHRENSVAERD_DOWN,
    PRUSSIANS_DOWN,
    RUSSIANS_DOWN,
)
from chancery.games.friedrich.board.nations import AUSTRIA, PRUSSIA, RUSSIA, SWEDEN
from chancery.games.friedrich.board.pieces import EHRENSVAERD, GENERAL_AXIS
from chancery.games.friedrich.rules import supply
from chancery.games.friedrich.rules.notation import CHOOSE, DECLINE
from chancery.games.friedrich.rules.phase_base import OptionalFatePhase
from chancery.games.friedrich.rules.refusals import CannotChoose
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.rules.supply import SUPPLY


def _far_from_train(nation: int, only: int = -1) -> Callable[[Friedrich], None]:
    """Return the effect that turns over stacks five or six cities away from their train.

    Used for §fate 9♠ and §fate 12♣ (ruling 17); `only` limits it to the stack of one general.
    """

    def effect(s: Friedrich) -> None:
        if not s.active(nation):
            return
        ways = supply.distance_to_train(s, nation)
        for top in s.tops(nation):
            if only >= 0 and only not in s.stack(top):
                continue
            city = s.at[top]
            at_that_distance = ways[city] in (SUPPLY - 1, SUPPLY)
            if at_that_distance and not supply.at_home(nation, city) and not s.down[top]:
                supply.turn_down(s, top)

    return effect


def exposed(s: Friedrich) -> list[int]:
    """Return the Prussian stacks in Austria or Saxony that are face up."""
    return [
        top
        for top in s.tops(PRUSSIA)
        if COUNTRY[s.at[top]] in ("austria", "saxony") and not s.down[top]
    ]


def _prussians_down(s: Friedrich) -> None:
    """Let Austria turn a Prussian stack over, if one is exposed (§fate 6♦)."""
    if s.active(AUSTRIA) and exposed(s):
        s.push(PrussiansDown())


@dataclass(slots=True)
class PrussiansDown(OptionalFatePhase):
    """Austria may turn over one Prussian stack in Austria or Saxony (§fate 6♦, ruling 14)."""

    title = T("a stack cut off")
    rule = "fate 6♦"
    always = ("decline",)

    def fits(self, s: Friedrich) -> bool:
        """Return whether any Prussian stack can be turned over."""
        return s.holds(PRUSSIANS_DOWN) and s.active(AUSTRIA) and bool(exposed(s))

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(AUSTRIA), "cut-off")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [DECLINE, *(CHOOSE[g] for g in exposed(s))]

    def do_choose(self, s: Friedrich, seat: int, general: int) -> None:
        """Turn the stack over, as if it had found no supply (§9.4)."""
        s.leave()
        supply.turn_down(s, general)

    def no_choose(self, s: Friedrich, seat: int, general: int) -> Refusal:
        """Explain that it must be a Prussian stack in Austria or Saxony, face up."""
        return CannotChoose(general=GENERAL_AXIS.title(general))


EFFECTS: dict[tuple[int, int], Callable[[Friedrich], None]] = {
    PRUSSIANS_DOWN: _prussians_down,
    RUSSIANS_DOWN: _far_from_train(RUSSIA),
    EHRENSVAERD_DOWN: _far_from_train(SWEDEN, EHRENSVAERD),
}

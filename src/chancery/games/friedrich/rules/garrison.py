"""Russia’s garrison in East Prussia, in the expert game (§13.2, ruling 20)."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import CITIES, EAST_PRUSSIA, EAST_PRUSSIAN_OBJECTIVES
from chancery.games.friedrich.board.nations import PRUSSIA, RUSSIA
from chancery.games.friedrich.board.pieces import GENERALS_OF
from chancery.games.friedrich.rules import conquest
from chancery.games.friedrich.rules.notation import REGAIN
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.refusals import CannotRegain
from chancery.games.friedrich.rules.state import Friedrich


def garrison_missing(s: Friedrich) -> bool:
    """§13.2: whether Russia holds all of East Prussia with no general there (ruling 20)."""
    return (
        s.expert("garrison")
        and all(s.control[city] for city in EAST_PRUSSIAN_OBJECTIVES)
        and not any(s.at[g] in EAST_PRUSSIA for g in GENERALS_OF[RUSSIA])
    )


@dataclass(slots=True)
class Garrison(FriedrichPhase):
    """Prussia regains two objectives of its choice in East Prussia (§13.2)."""

    title = T("East Prussia without a garrison")
    rule = "13.2"

    left: int = 2

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether Russia's stage has reached its end."""
        return below_is(below, "NationStage", nation=RUSSIA, step=7)

    def fits(self, s: Friedrich) -> bool:
        """Return whether enough objectives are left to be regained."""
        conquered = sum(s.control[city] for city in EAST_PRUSSIAN_OBJECTIVES)
        return s.expert("garrison") and 1 <= self.left <= min(2, conquered)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if not self.left:
            s.leave()
            return ()
        return question(s.seat_of(PRUSSIA), "regain")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [REGAIN[city] for city in EAST_PRUSSIAN_OBJECTIVES if s.control[city]]

    def do_regain(self, s: Friedrich, seat: int, city: int) -> None:
        """§13.2: Prussia regains an objective of its choice."""
        conquest.win_back(s, PRUSSIA, city)
        self.left -= 1

    def no_regain(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """Explain that only objectives held by Russia in East Prussia can be regained."""
        return CannotRegain(city=CITIES.title(city))

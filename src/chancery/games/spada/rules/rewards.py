"""Rewards for the winner of the auction (§rewards)."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import BadPosition, Options, Phase, Question, added, replaced
from chancery.core.words import T
from chancery.games.spada.board.components import (
    CATHEDRAL,
    PART_POINTS,
    PARTS,
    PRIVILEGE,
    PRIVILEGE_POINTS,
    symbol_of,
)
from chancery.games.spada.rules.events import CathedralFinished, Favoured, PartBuilt
from chancery.games.spada.rules.privileges import Privilege
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.rules.victory import compare, ends_in_spring


def part_points(options: Options, part: int, builders: int) -> int:
    """§rewards.cathedral, §rewards.builders: return the points for a part and for builders'
    houses."""
    return PART_POINTS[str(options["scoring"])][part] + builders


def privilege_points(options: Options) -> int:
    """§rewards.privilege: return the points for a year whose agenda card shows the privilege."""
    return PRIVILEGE_POINTS[str(options["scoring"])]


def brings_privilege(options: Options, card: int) -> bool:
    """Return whether the reward for an agenda card includes a privilege (§rewards.privilege).

    With the author's short agenda it also does for the cathedral.
    """
    return symbol_of(card) == PRIVILEGE or options["agenda"] == "short"


@dataclass(slots=True)
class Reward(Phase[Spada]):
    """The King rewards the new Counsellor (§rewards)."""

    title = T("the reward")
    rule = "rewards"

    given: bool = False

    def ask(self, s: Spada) -> tuple[Question, ...]:
        if self.given:
            self._finish(s)
            return ()
        self.given = True
        if symbol_of(s.agenda) == CATHEDRAL:
            self._build(s)
        else:
            self._favour(s)
        return ()

    def _build(self, s: Spada) -> None:
        """§rewards.cathedral, §rewards.builders: build the next part, with a point for each
        builder."""
        seat = s.counsellor
        builders = s.builders[seat]
        points = part_points(s.options, s.built, builders)
        s.points = added(s.points, seat, points)
        s.builders = replaced(s.builders, seat, 0)
        s.emit(PartBuilt(seat, s.built, points, builders))
        s.built += 1
        if s.built == PARTS:
            s.emit(CathedralFinished())
        if ends_in_spring(s.options, s.built):
            compare(s)
        elif brings_privilege(s.options, s.agenda):
            s.push(Privilege(seat))

    def check(self, s: Spada) -> None:
        above = s.phases[-1]
        if not self.given or not isinstance(above, Privilege) or above.seat != s.counsellor:
            raise BadPosition(T("the reward is not in order"))

    def _favour(self, s: Spada) -> None:
        """§rewards.privilege: give points and a privilege of the winner's choice."""
        seat, points = s.counsellor, privilege_points(s.options)
        s.points = added(s.points, seat, points)
        s.emit(Favoured(seat, points))
        s.push(Privilege(seat))

    def _finish(self, s: Spada) -> None:
        """§rewards.agenda: remove the agenda card from the game and end Spring."""
        s.spent = added(s.spent, s.agenda, 1)
        s.agenda = -1
        s.leave()

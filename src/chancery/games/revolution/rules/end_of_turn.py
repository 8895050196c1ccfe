"""Points and the order of play (§5.8, §6.20); who wins after the last turn stands in victory.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.revolution.board.board import LAST_TURN
from chancery.games.revolution.board.factions import FACTIONS_N, Faction
from chancery.games.revolution.rules import points, victory
from chancery.games.revolution.rules.events import ArmiesGone, OrderChosen, PointsCounted
from chancery.games.revolution.rules.notation import STAND
from chancery.games.revolution.rules.refusals import NoSuchPosition
from chancery.games.revolution.rules.state import Revolution


def begin(s: Revolution) -> None:
    """§5.8, §6.20: the turn is cleared up and points are counted; then the order of play.

    §6.20.abandoned: abandoned armies leave; §6.20.huguenots: Huguenot tokens are turned back.
    §5.8.ties: equals in the order of the opening turn, §6.20.ties: later in that of this turn.
    """
    for faction in s.factions:
        n = sum(s.abandoned[faction::FACTIONS_N])
        if n:
            s.emit(ArmiesGone(faction, n))
    s.abandoned = [0] * len(s.abandoned)
    s.lifted = [0] * len(s.lifted)
    s.flipped = 0
    for faction in s.factions:
        parts = points.parts(s, faction)
        s.points[faction] = sum(parts)
        s.emit(PointsCounted(faction, *parts, s.points[faction]))
    if s.turn == LAST_TURN:
        victory.compare(s)
    else:
        ranked = sorted(s.order, key=lambda faction: -s.points[faction])
        s.push(Ordering(tuple(ranked[1:]), (ranked[0],)))


@dataclass(slots=True)
class Ordering(Phase[Revolution]):
    """§5.8.order, §6.20.order: most points first; each next one inserts itself anywhere.

    The row of faction cards (§2.3.3).

    §5.8.two: with two players each faction does so for itself.
    """

    title = T("the order of play")
    rule = "6.20.order"

    left: tuple[Faction, ...]  # who has not chosen, most points first
    row: tuple[Faction, ...]

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Where the next one stands."""
        if not self.left:
            s.order = self.row
            s.leave()
            return ()
        return question(s.seat_of(self.left[0]), "order")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Before, after or between those who stand there."""
        return STAND[: len(self.row) + 1]

    def with_next(self, position: int) -> tuple[int, ...]:
        """The row if the next one stands in this position."""
        return (*self.row[:position], self.left[0], *self.row[position:])

    def do_stand(self, s: Revolution, seat: int, position: int) -> None:
        """The faction cards are laid out anew."""
        self.row = self.with_next(position)
        self.left = self.left[1:]
        s.emit(OrderChosen(self.row))

    def no_stand(self, s: Revolution, seat: int, position: int) -> Refusal:
        """§5.8.order: there is one position more than cards in the row."""
        return NoSuchPosition(n=len(self.row) + 1)

    def check(self, s: Revolution) -> None:
        """Everybody once; and the points are those of the board."""
        if tuple(sorted((*self.left, *self.row))) != s.factions or not self.row:
            raise BadPosition(T("every faction in play has one place in the order of play"))
        if any(s.points[f] != points.count(s, f) for f in s.factions):
            raise BadPosition(T("the points are not those of the board"))

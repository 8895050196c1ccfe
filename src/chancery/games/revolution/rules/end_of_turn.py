"""Points and the order of play (§5.8, §6.20); the winners after the last turn (§3.1, §4.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Outcome, Phase, Question, Refusal, question, replaced
from chancery.core.words import T
from chancery.games.revolution.board.board import LAST_TURN
from chancery.games.revolution.board.factions import FACTIONS_N, Faction, factions_of
from chancery.games.revolution.rules import points
from chancery.games.revolution.rules.events import (
    ArmiesGone,
    GameEnded,
    OrderChosen,
    PointsCounted,
)
from chancery.games.revolution.rules.notation import STAND
from chancery.games.revolution.rules.refusals import NoSuchPosition
from chancery.games.revolution.rules.state import Revolution


def begin(s: Revolution) -> None:
    """Clear up the turn, count the points and determine the order of play (§5.8, §6.20).

    §6.20.abandoned: abandoned armies leave; §6.20.huguenots: Huguenot tokens are turned back.
    §5.8.ties: equals in the order of the opening turn, §6.20.ties: later in that of this turn.
    """
    for faction in s.factions:
        n = sum(s.abandoned[faction::FACTIONS_N])
        if n:
            s.emit(ArmiesGone(faction, n))
    s.abandoned = (0,) * len(s.abandoned)
    s.lifted = (0,) * len(s.lifted)
    s.flipped = 0
    for faction in s.factions:
        parts = points.parts(s, faction)
        s.points = replaced(s.points, faction, sum(parts))
        s.emit(PointsCounted(faction, *parts, s.points[faction]))
    if s.turn == LAST_TURN:
        _end_game(s)
    else:
        ranked = sorted(s.order, key=lambda faction: -s.points[faction])
        s.push(Ordering(tuple(ranked[1:]), (ranked[0],)))


def _end_game(s: Revolution) -> None:
    """End the game: most points win, equals share (§4.5); a player's factions add up (§3.1)."""
    totals = [sum(s.points[f] for f in factions_of(seat)) for seat in s.seats]
    outcome = Outcome.ranked(totals, [(n,) for n in totals])
    winners = [f for seat in outcome.winners for f in factions_of(s.seats[seat])]
    s.emit(GameEnded(tuple(winners)))
    s.finish(outcome)


@dataclass(slots=True)
class Ordering(Phase[Revolution]):
    """§5.8.order, §6.20.order: by points, each faction inserts its card anywhere in the row.

    The row of faction cards is that of §2.3.3; it begins with the faction that has most points.
    §5.8.two: with two players each faction does so for itself.
    """

    title = T("the order of play")
    rule = "6.20.order"

    left: tuple[Faction, ...]  # factions that have not chosen, most points first
    row: tuple[Faction, ...]

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask for the position of the next faction card."""
        if not self.left:
            s.order = self.row
            s.leave()
            return ()
        return question(s.seat_of(self.left[0]), "order")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the positions before, after and between the cards of the row."""
        return STAND[: len(self.row) + 1]

    def with_next(self, position: int) -> tuple[int, ...]:
        """Return the row with the next faction card inserted at a position."""
        return (*self.row[:position], self.left[0], *self.row[position:])

    def do_stand(self, s: Revolution, seat: int, position: int) -> None:
        """Insert the next faction card into the row."""
        self.row = self.with_next(position)
        self.left = self.left[1:]
        s.emit(OrderChosen(self.row))

    def no_stand(self, s: Revolution, seat: int, position: int) -> Refusal:
        """Refuse a position beyond the end of the row (§5.8.order)."""
        return NoSuchPosition(n=len(self.row) + 1)

    def check(self, s: Revolution) -> None:
        """Check that every faction has one place, and that the points are those of the board."""
        if tuple(sorted((*self.left, *self.row))) != s.factions or not self.row:
            raise BadPosition(T("every faction in play has one place in the order of play"))
        if any(s.points[f] != points.count(s, f) for f in s.factions):
            raise BadPosition(T("the points are not those of the board"))

"""Base classes of phases: incomplete choices, which others do not see (§4.6), steps and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from chancery.core import Draft, Phase, Question
from chancery.games.revolution.rules.state import Revolution


class Stepwise(Phase[Revolution]):
    """A phase in which one faction takes steps until it is done or no other is legal (§4.1)."""

    __slots__ = ()
    always = ("done",)
    asks: ClassVar[str]  # the name of its question
    if TYPE_CHECKING:
        faction: int

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask for the next step, or end the phase."""
        actions = self.legal(s, 0)
        if len(actions) == 1:
            self.do_done(s, 0)
            return ()
        return s.offer(s.seat_of(self.faction), self.asks, actions)

    def do_done(self, s: Revolution, seat: int) -> None:
        """End the phase and leave the rest as it is."""
        s.leave()


class Choice(Draft[Revolution]):
    """A choice of several parts by one faction, public when it is complete (§4.6)."""

    __slots__ = ()
    if TYPE_CHECKING:
        faction: int

    def drafter(self, s: Revolution) -> int:
        """Return the seat that leads the faction."""
        return s.seat_of(self.faction)


class Answer(Phase[Revolution]):
    """A phase in which a faction answers an action of another one, which becomes final then.

    In rules version 1 it could still be taken back.
    """

    __slots__ = ()

    def binds(self, s: Revolution) -> bool:
        """Return whether an answer makes the action before it final."""
        return s.rules >= 2

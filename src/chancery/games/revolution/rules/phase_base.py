"""Choices: half-made ones, which nobody else sees (§4.6), and answers to what another has done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chancery.core import Draft, Phase
from chancery.games.revolution.rules.state import Revolution


class Choice(Draft[Revolution]):
    """A choice of many parts by one faction, public when it is complete (§4.6)."""

    __slots__ = ()
    if TYPE_CHECKING:
        faction: int

    def drafter(self, s: Revolution) -> int:
        """Whoever plays the faction."""
        return s.seat_of(self.faction)


class Answer(Phase[Revolution]):
    """A phase in which a faction answers to what another has just done, which is final then.

    In rules version 1 it could still be taken back.
    """

    __slots__ = ()

    def binds(self, s: Revolution) -> bool:
        """Who makes another answer is bound."""
        return s.rules >= 2

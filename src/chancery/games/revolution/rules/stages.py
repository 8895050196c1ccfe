"""The phases of Revolution share this: who decides, and half-made choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chancery.core import Draft as CoreDraft
from chancery.core import Phase

if TYPE_CHECKING:
    from chancery.games.revolution.rules.state import Revolution


class Stage(Phase["Revolution"]):
    """A phase of Revolution. All of it is public but a half-made choice."""

    __slots__ = ()


class Answer(Stage):
    """A phase in which a faction answers to what another has just done, which is final then.

    In rules version 1 it could still be taken back.
    """

    __slots__ = ()

    def binds(self, s: Revolution) -> bool:
        """Who makes another answer is bound."""
        return s.rules >= 2


class Draft(CoreDraft["Revolution"], Stage):
    """A choice of many parts by one faction, public when it is complete (§4.6)."""

    __slots__ = ()
    if TYPE_CHECKING:
        faction: int

    def drafter(self, s: Revolution) -> int:
        """Whoever plays the faction."""
        return s.seat_of(self.faction)

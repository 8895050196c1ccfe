"""The phases of Friedrich share this: who knows what of a phase, and half-made choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from chancery.core import Phase

if TYPE_CHECKING:
    from chancery.games.friedrich.state import Friedrich


class Stage(Phase["Friedrich"]):
    """A phase of Friedrich."""

    __slots__ = ()
    hidden: ClassVar[bool] = False  # a half-made choice: only the one who makes it knows of it

    def drafting(self, s: Friedrich, seat: int) -> bool:
        """Whether the seat is in the midst of a choice of several parts."""
        return False

    def midway(self, s: Friedrich, seat: int) -> bool:
        """The same, also where the others see what is done of it."""
        return self.drafting(s, seat)

    def binds(self, s: Friedrich) -> bool:
        """Who makes others answer is bound (ruling 16); until rules version 2 he was not."""
        return s.rules >= 3

    def known_to(self, s: Friedrich, seat: int | None) -> Stage | None:
        """The phase as a seat knows it; None if it knows nothing of it."""
        if self.hidden and (seat is None or not self.drafting(s, seat)):
            return None
        copy = self.copy()
        assert isinstance(copy, Stage)
        return copy

"""The phases of Friedrich share this: who knows what of a phase, and half-made choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from chancery.core import BadPosition, Phase
from chancery.core.words import T

if TYPE_CHECKING:
    from chancery.games.friedrich.rules.state import Friedrich


def below_is(below: Phase[Friedrich] | None, kind: str, **fields: int) -> bool:
    """Whether the phase below is of a kind, and remembers just this."""
    if type(below).__name__ != kind:
        return False
    return all(getattr(below, name) == value for name, value in fields.items())


class Stage(Phase["Friedrich"]):
    """A phase of Friedrich."""

    __slots__ = ()
    hidden: ClassVar[bool] = False  # a half-made choice: only the one who makes it knows of it

    def check(self, state: Friedrich) -> None:
        """A phase stands on the one that has called it, and at the moment when it is called."""
        place = next(i for i, phase in enumerate(state.phases) if phase is self)
        below = state.phases[place - 1] if place else None
        if not self.stands_on(state, below) or not self.fits(state):
            raise BadPosition(
                T("{phase} cannot stand here", phase=type(self).title),
            )

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Whether this phase can have been called by the one below it, as that stands."""
        raise NotImplementedError

    def fits(self, s: Friedrich) -> bool:
        """Whether what this phase remembers goes with the position."""
        return True

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

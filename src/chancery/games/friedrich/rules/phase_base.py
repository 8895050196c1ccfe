"""What the phases of Friedrich share: on which others they can stand."""

from __future__ import annotations

from chancery.core import BadPosition, Phase
from chancery.core.words import T
from chancery.games.friedrich.rules.state import Friedrich


def below_is(below: Phase[Friedrich] | None, kind: str, **fields: int) -> bool:
    """Whether the phase below is of a kind, and remembers just this."""
    if type(below).__name__ != kind:
        return False
    return all(getattr(below, name) == value for name, value in fields.items())


class FriedrichPhase(Phase[Friedrich]):
    """A phase of Friedrich."""

    __slots__ = ()

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

    def binds(self, s: Friedrich) -> bool:
        """Who makes others answer is bound (ruling 16); until rules version 2 he was not."""
        return s.rules >= 3

"""Base classes of the phases of Friedrich, with the checks that a position makes of them."""

from __future__ import annotations

from chancery.core import BadPosition, Phase
from chancery.core.words import T
from chancery.games.friedrich.rules.events import NothingCame
from chancery.games.friedrich.rules.state import Friedrich


def below_is(below: Phase[Friedrich] | None, kind: str, **fields: int) -> bool:
    """Return whether the phase below is of a class and has these values in its fields."""
    if type(below).__name__ != kind:
        return False
    return all(getattr(below, name) == value for name, value in fields.items())


class FriedrichPhase(Phase[Friedrich]):
    """A phase of Friedrich, which checks that a position can contain it."""

    __slots__ = ()

    def check(self, state: Friedrich) -> None:
        """Raise BadPosition unless the phase below can have pushed this one in this position."""
        index = next(i for i, phase in enumerate(state.phases) if phase is self)
        below = state.phases[index - 1] if index else None
        if not self.stands_on(state, below) or not self.fits(state):
            raise BadPosition(
                T("{phase} cannot stand here", phase=type(self).title),
            )

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the phase below, as it is now, can have pushed this one."""
        raise NotImplementedError

    def fits(self, s: Friedrich) -> bool:
        """Return whether the fields of this phase are consistent with the position."""
        return True

    def binds(self, s: Friedrich) -> bool:
        """Return whether an action that makes others answer is final (ruling 16); since rules
        version 3."""
        return s.rules >= 3


class FatePhase(FriedrichPhase):
    """A choice offered by the card of fate that has just been turned."""

    __slots__ = ()

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the turn below has just turned its card of fate."""
        return below_is(below, "Turn", next=9)


class OptionalFatePhase(FatePhase):
    """A choice offered by a card of fate that may be declined."""

    __slots__ = ()

    def do_decline(self, s: Friedrich, seat: int) -> None:
        """Make no use of the card of fate."""
        s.leave()
        s.emit(NothingCame())

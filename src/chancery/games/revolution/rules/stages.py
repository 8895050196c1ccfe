"""The phases of Revolution share this: who decides, and half-made choices."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

from chancery.core import Phase
from chancery.core.once import once

if TYPE_CHECKING:
    from chancery.games.revolution.rules.state import Revolution


class Stage(Phase["Revolution"]):
    """A phase of Revolution. All of it is public but a half-made choice."""

    __slots__ = ()

    def drafting(self, s: Revolution, seat: int) -> bool:
        """Whether the seat is in the midst of a choice of several parts."""
        return False

    def known_to(self, s: Revolution, seat: int | None) -> Stage:
        """The phase as a seat knows it."""
        copy = self.copy()
        assert isinstance(copy, Stage)
        return copy


class Answer(Stage):
    """A phase in which a faction answers to what another has just done, which is final then.

    In rules version 1 it could still be taken back.
    """

    __slots__ = ()

    def binds(self, s: Revolution) -> bool:
        """Who makes another answer is bound."""
        return s.rules >= 2


@once
def _fields(cls: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a draft's public fields, and of those that hold what is chosen."""
    public = tuple(f.name for f in fields(cls) if f.default is MISSING)
    return public, tuple(f.name for f in fields(cls) if f.default is not MISSING)


class Draft(Stage):
    """A phase in which one faction makes a choice of many parts, public when it is complete.

    Its fields without a default are public; those with one are what has been chosen so far.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        faction: int

    def begun(self) -> bool:
        """Whether anything has been chosen yet."""
        return any(getattr(self, name) for name in _fields(type(self))[1])

    def blank(self) -> Stage:
        """The phase before anything was chosen."""
        return type(self)(*[getattr(self, name) for name in _fields(type(self))[0]])

    def drafting(self, s: Revolution, seat: int) -> bool:
        """Nobody else sees a choice before it is complete."""
        return s.seat_of(self.faction) == seat and self.begun()

    def known_to(self, s: Revolution, seat: int | None) -> Stage:
        """Others see that somebody chooses, not what."""
        if self.begun() and seat != s.seat_of(self.faction):
            return self.blank()
        return super().known_to(s, seat)

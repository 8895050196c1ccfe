"""Drafts: a choice of many parts, which nobody else sees before it is complete."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

from chancery.core.memo import once
from chancery.core.phases import Phase

S = TypeVar("S")


@once
def _fields(cls: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a draft's public fields, and of those that hold what is chosen."""
    public = tuple(f.name for f in fields(cls) if f.default is MISSING)
    return public, tuple(f.name for f in fields(cls) if f.default is not MISSING)


class Draft(Phase[S]):
    """A phase in which one seat makes a choice of many parts, public when it is complete.

    Its fields without a default are public; those with one are what has been chosen so far.
    """

    __slots__ = ()

    def drafter(self, state: S) -> int:
        """The seat that chooses."""
        raise NotImplementedError

    def begun(self) -> bool:
        """Whether anything has been chosen yet."""
        return any(getattr(self, name) for name in _fields(type(self))[1])

    def blank(self) -> Phase[S]:
        """The phase before anything was chosen."""
        return type(self)(*[getattr(self, name) for name in _fields(type(self))[0]])

    def drafting(self, state: S, seat: int) -> bool:
        """Begun, and not complete."""
        return self.drafter(state) == seat and self.begun()

    def known_to(self, state: S, seat: int | None) -> Phase[S]:
        """Others see that somebody chooses, not what."""
        if self.begun() and seat != self.drafter(state):
            return self.blank()
        return self.copy()

"""Drafts: choices of many parts that nobody else sees until they are complete."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

from chancery.core.memo import memoise
from chancery.core.phases import Phase

S = TypeVar("S")


@memoise
def _fields(cls: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of a draft's public fields, and of the fields that hold its choices."""
    public = tuple(f.name for f in fields(cls) if f.default is MISSING)
    return public, tuple(f.name for f in fields(cls) if f.default is not MISSING)


class Draft(Phase[S]):
    """A phase in which one seat makes a choice of many parts, secret until it is complete.

    Fields without a default are public; fields with a default hold what has been chosen so far.
    """

    __slots__ = ()

    def drafter(self, state: S) -> int:
        """Return the seat that makes the choice."""
        raise NotImplementedError

    def begun(self) -> bool:
        """Whether any part has been chosen."""
        for name in _fields(type(self))[1]:  # noqa: SIM110 - twice as fast as any()
            if getattr(self, name):
                return True
        return False

    def blank(self) -> Phase[S]:
        """Return a copy in which nothing has been chosen."""
        return type(self)(*[getattr(self, name) for name in _fields(type(self))[0]])

    def drafting(self, state: S, seat: int) -> bool:
        """Whether this seat is in the middle of the choice."""
        return self.drafter(state) == seat and self.begun()

    def known_to(self, state: S, seat: int | None) -> Phase[S]:
        """Return what a seat may know: others see only that a choice is being made."""
        if self.begun() and seat != self.drafter(state):
            return self.blank()
        return self.copy()

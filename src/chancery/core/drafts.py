"""Drafts: choices of many parts that nobody else sees until they are complete."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from operator import attrgetter
from typing import Any, TypeVar

from chancery.core.memo import memoise
from chancery.core.phases import Phase

S = TypeVar("S")


@memoise
def _public(cls: Any) -> tuple[str, ...]:
    """Return the names of a draft's public fields."""
    return tuple(f.name for f in fields(cls) if f.default is MISSING)


@memoise
def _chosen(cls: Any) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads the fields of a draft that hold its choices."""
    names = [f.name for f in fields(cls) if f.default is not MISSING]
    return attrgetter(*names, names[0])  # one more, so that it always returns a tuple


class Draft(Phase[S]):
    """A phase in which one seat makes a choice of many parts, secret until it is complete.

    Fields without a default are public; fields with a default hold what has been chosen so far.
    """

    __slots__ = ()

    def drafter(self, state: S) -> int:
        """Return the seat that makes the choice."""
        raise NotImplementedError

    def begun(self) -> bool:
        """Return whether any part has been chosen."""
        return any(_chosen(type(self))(self))

    def blank(self) -> Phase[S]:
        """Return a copy in which nothing has been chosen."""
        return type(self)(*[getattr(self, name) for name in _public(type(self))])

    def drafting(self, state: S, seat: int) -> bool:
        """Return whether this seat is in the middle of the choice."""
        return self.drafter(state) == seat and self.begun()

    def known_to(self, state: S, seat: int | None) -> Phase[S]:
        """Return what a seat may know: others see only that a choice is being made."""
        if self.begun() and seat != self.drafter(state):
            return self.blank()
        return self.copy()

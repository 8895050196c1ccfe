"""Views: what one seat may know of a position, built up from nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chancery.core.axes import AnySeat
from chancery.core.frame import Frame
from chancery.core.outcome import Outcome
from chancery.core.phases import Phase, Question
from chancery.core.plain import NOBODY, Plain, encode
from chancery.core.state import State


@dataclass(slots=True)
class View:
    """The table as one seat sees it (null: a spectator); a game adds what its players see.

    A game's own view is a dataclass (`slots=True`) of this and its own fields, annotated with
    axes like those of a state. It never holds what the seat may not know: it is made of what is
    open to the seat, not of a position with something taken away.
    """

    frame: Frame
    seat: AnySeat
    asked: tuple[Question, ...]
    phases: tuple[Phase[Any], ...]  # as this seat knows them
    result: Outcome | None

    def plain(self) -> dict[str, Plain]:
        """The JSON form of the view."""
        plain: dict[str, Plain] = encode(type(self), self, self.frame.seats)
        return plain


Common = tuple[Frame, int, tuple[Question, ...], tuple[Phase[Any], ...], Outcome | None]


def seen(state: State, seat: int | None) -> Common:
    """The fields that every view begins with."""
    phases = [phase.known_to(state, seat) for phase in state.phases]
    known = tuple([phase for phase in phases if phase is not None])
    return state.frame, NOBODY if seat is None else seat, state.asked, known, state.result

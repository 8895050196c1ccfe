"""Views: what one seat may know of a position, built from nothing but that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from chancery.core import displays
from chancery.core.axes import AnySeat
from chancery.core.frame import Frame
from chancery.core.outcome import Outcome
from chancery.core.phases import Phase, Question
from chancery.core.serialisation import NOBODY, Plain, encode
from chancery.core.state import State


@dataclass(slots=True, repr=False)
class View:
    """A table as one seat (-1: a spectator) sees it; a game adds its own fields.

    A game's view is a dataclass (`slots=True`) derived from this, with fields annotated like those
    of a state. It is built from what the seat may know, not by removing secrets from a position.
    """

    frame: Frame
    seat: AnySeat
    asked: tuple[Question, ...]
    phases: tuple[Phase[Any], ...]  # as this seat knows them
    result: Outcome | None

    def plain(self) -> dict[str, Plain]:
        """Return the JSON form of the view."""
        plain: dict[str, Plain] = encode(type(self), self, self.frame.seats)
        return plain

    def __init_subclass__(cls) -> None:
        if "__repr__" not in vars(cls):  # otherwise a dataclass would list all fields
            cls.__repr__ = View.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        reader = "a spectator" if self.seat == NOBODY else self.frame.seats[self.seat]
        game = displays.game_of(self)
        try:
            shown = self.frame.game if game is None else displays.summary(game, self)
        except Exception:  # a debugger shows views that are not complete, too
            shown = self.frame.game
        return f"<View of {reader}, {shown}>"

    def _repr_svg_(self) -> str | None:
        """Return the board as the seat sees it, for notebooks; None if there is no picture."""
        game = displays.game_of(self)
        return None if game is None else displays.svg(game, self)

    def _repr_html_(self) -> str | None:
        """Return what the seat sees as a list, for games without a picture."""
        game = displays.game_of(self)
        return None if game is None else displays.html(game, self)


Common = tuple[Frame, int, tuple[Question, ...], tuple[Phase[Any], ...], Outcome | None]


def seen(state: State, seat: int | None) -> Common:
    """Return the fields that every view begins with, for a game's `look`."""
    phases = [phase.known_to(state, seat) for phase in state.phases]
    known = tuple([phase for phase in phases if phase is not None])
    return state.frame, NOBODY if seat is None else seat, state.asked, known, state.result

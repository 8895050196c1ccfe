"""Representations of positions, views and tables: one line, or a board in a notebook.

Everything here is made from a view, so it shows no more than the view contains.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # game.py imports the modules that use this one
    from chancery.core.game import Game
    from chancery.core.view import View

# Returns a game by its name, or raises LookupError. A view knows only the name of its game, and the
# core no games, so `chancery.games` sets it.
find_game: Callable[[str], Game[Any, Any]] | None = None


def game_of(view: View) -> Game[Any, Any] | None:
    """Return the game of a view; None if it cannot be found by its name."""
    try:
        return None if find_game is None else find_game(view.frame.game)
    except LookupError:
        return None


def summary(game: Any, view: View) -> str:
    """Return game, turn, phase, seats to act, result and unusual options in one line."""
    speaker = game.speaker(seats=view.frame.seats, called=game.called(view.frame))
    status = game.face.status(view)
    where = ", ".join(speaker.say(text) for text in (status.turn, status.phase) if text is not None)
    seats = view.frame.seats
    if view.result is not None:
        winners = ", ".join(seats[seat] for seat in view.result.winners)
        parts = [f"over, won by {winners}"]
    else:
        to_act = ", ".join(f"{seats[asked.seat]} ({asked.name})" for asked in view.asked)
        parts = [where, f"to act: {to_act}"] if where else [f"to act: {to_act}"]
    usual = game.complete_options({})
    chosen = [f"{k}={v}" for k, v in view.frame.options.items() if v != usual.get(k)]
    return f"{speaker.say(game.title)}, {'; '.join([*parts, *chosen])}"


def svg(game: Any, view: View, names: tuple[str, ...] = ()) -> str | None:
    """Return the board of a view as one SVG; None if the game has no picture."""
    speaker = game.speaker(names=names, seats=view.frame.seats, called=game.called(view.frame))
    picture: str | None = game.face.picture(view, speaker)
    return picture


def html(game: Any, view: View) -> str | None:
    """Return the position of a view as a list; None if the game has a picture to show instead."""
    if svg(game, view) is not None:
        return None
    speaker = game.speaker(seats=view.frame.seats, called=game.called(view.frame))
    parts = [f"<p>{escape(summary(game, view))}</p>"]
    for heading, lines in game.face.describe(view):
        items = "".join(f"<li>{escape(speaker.say(line))}</li>" for line in lines)
        parts.append(f"<p><b>{escape(speaker.say(heading))}</b></p><ul>{items}</ul>")
    return "".join(parts)

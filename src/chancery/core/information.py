"""Information states: everything that a seat has learned in the course of a game, as a text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from chancery.core.actions import Action
from chancery.core.events import Event
from chancery.core.state import State
from chancery.core.view import View


class Step(NamedTuple):
    """An action of a seat (None: the set-up) and the events that it caused."""

    seat: int | None
    action: Action | None
    events: tuple[Event, ...]


def observation_text(view: View) -> str:
    """Return a view as a text: two views of a mode are equal if their texts are."""
    plain = view.plain()
    del plain["frame"]
    return _text(plain)


def events_seen(events: Iterable[Event], seats: tuple[str, ...], seat: int) -> list[str]:
    """Return events as a seat has seen them, each as a text; those it has not seen are left out."""
    return [_text(visible.plain(seats)) for event in events if (visible := event.seen_by(seat))]


def information_state(state: State, steps: Iterable[Step], seat: int) -> str:
    """Return what a seat knows and remembers, one line for each thing (perfect recall).

    `steps` are those of the game so far, the set-up first. A line is an own action, an event as
    the seat has seen it, or at the end the view. Two positions that the seat cannot tell apart have
    the same text, those with a different past have different ones.
    """
    lines: list[str] = []
    for step in steps:
        if step.seat == seat and step.action is not None:
            lines.append(step.action.text)
        lines += events_seen(step.events, state.seats, seat)
    return "\n".join((*lines, observation_text(state.view(seat))))


def _text(plain: Any) -> str:
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

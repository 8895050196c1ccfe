"""What one seat may know, built up from nothing; and a whole position guessed from it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated

from chancery.core import SEATS, Grid, Seat, View, seen
from liars_dice.rules import Dice, LiarsDice


@dataclass(slots=True)
class LiarsDiceView(View):
    """The table as one seat sees it. It has no field for what lies under other cups."""

    dice: Annotated[tuple[int, ...], Grid(SEATS)]
    cup: Dice  # one's own; nothing for a spectator
    out: tuple[Seat, ...]


def look(s: LiarsDice, seat: int | None) -> LiarsDiceView:
    """`seen` gives what every view begins with; the rest is put beside it, piece by piece."""
    cup = (0,) * 6 if seat is None else s.cup(seat)
    return LiarsDiceView(*seen(s, seat), tuple(s.dice), cup, s.out)


def fill(s: LiarsDice, view: LiarsDiceView, seed: str) -> LiarsDice:
    """Whatever the seat cannot know is rolled; bots think ahead with it, and so does the suite."""
    dice = random.Random(seed)
    s.dice, s.out = list(view.dice), view.out
    s.cups = [0] * (6 * len(s.seats))
    for seat, n in enumerate(view.dice):
        if seat == view.seat:
            s.cups[6 * seat : 6 * seat + 6] = view.cup
        elif view.result is None:
            for _ in range(n):
                s.cups[6 * seat + dice.randrange(6)] += 1
    s.phases.extend(phase.copy() for phase in view.phases)
    if view.result is not None:
        s.finish(view.result)
    s.settle()  # finds out anew who is asked
    return s

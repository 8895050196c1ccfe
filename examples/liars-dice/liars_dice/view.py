"""The view of a seat, built up from nothing, and a random position that agrees with it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated

from chancery.core import SEATS, Grid, Seat, View, seen
from liars_dice.rules import Dice, LiarsDice


@dataclass(slots=True)
class LiarsDiceView(View):
    """The table as one seat sees it. It has no field for the dice under other cups."""

    dice: Annotated[tuple[int, ...], Grid(SEATS)]
    cup: Dice  # the seat's own; empty for a spectator
    out: tuple[Seat, ...]


def look(s: LiarsDice, seat: int | None) -> LiarsDiceView:
    """Return a seat's view: `seen` gives the fields of every view; the others are added to them."""
    cup = (0,) * 6 if seat is None else s.cup(seat)
    return LiarsDiceView(*seen(s, seat), tuple(s.dice), cup, s.out)


def fill(s: LiarsDice, view: LiarsDiceView, seed: str) -> LiarsDice:
    """Roll the dice hidden from the seat; searching bots and the conformance suite use this."""
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
    s.settle()  # recomputes the open questions
    return s

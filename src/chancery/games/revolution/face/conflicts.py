"""The picture of a conflict: the tokens of each owner, with the lost ones crossed out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from chancery.core.svg import Svg, at, picture
from chancery.games.revolution.board.factions import OWNERS
from chancery.games.revolution.face.pieces import use
from chancery.games.revolution.face.signs import path, tag
from chancery.games.revolution.rules.events import ConflictFought

STEP, APART, HIGH = 25, 14, 46
CROSS = "M-9-9L9 9M9-9L-9 9"


@lru_cache(1000)
def conflict_picture(event: ConflictFought) -> str:
    """Draw a conflict; an ordinal under each lost token tells when it was lost (§6.11)."""
    drawn: list[Svg] = []
    x = 16.0
    for owner, before in enumerate(event.before):
        if before:
            drawn += _owner(event, owner, x)
            x += STEP * before + APART
    return str(picture(x - APART, HIGH, "rv-conflict", *drawn, aria_hidden="true"))


def _owner(event: ConflictFought, owner: int, x: float) -> Iterator[Svg]:
    """Draw the tokens of one owner: those left first, then the lost ones, the last lost first."""
    rounds = [number for number, lost in enumerate(event.rounds, 1) if owner in lost]
    for position in range(event.before[owner]):
        token_x = x + STEP * position
        token = use(f"rv-token-{OWNERS.names[owner]}", token_x, 15)
        if position < event.after[owner]:
            yield token
            continue
        lost_in = rounds[event.before[owner] - 1 - position]
        yield tag("g", token, class_="lost")
        yield path(CROSS, "struck", at(token_x, 15))
        yield tag("text", f"{lost_in}.", x=token_x, y=42, text_anchor="middle", class_="round")

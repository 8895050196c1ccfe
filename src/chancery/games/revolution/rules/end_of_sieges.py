"""The end of the sieges (§6.15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import BEGGARS, FACTIONS_N, NEUTRAL
from chancery.games.revolution.board.places import CUT, spot_of
from chancery.games.revolution.rules.events import BeggarsLeft, CityTaken
from chancery.games.revolution.rules.state import Revolution

TAKEN = 2  # tokens of a conquered city that become the besieger's


class Spoils(NamedTuple):
    """What becomes of the tokens of a conquered city, as stocks allow."""

    kept: int  # the besieger's own
    taken: int
    neutral: int


def spoils(board: Board, here: Sequence[int], besieger: int) -> Spoils:
    """How many tokens of a city stay the besieger's, become its own, or neutral.

    §6.15.own: its own stay; §6.15.two: two of the others are taken; §6.15.beggars: by Water Beggars
    none. §6.15.2004: in the edition of 2004 its own are among the two, and more of them turn
    neutral like the rest.
    """
    if besieger == BEGGARS:
        return Spoils(0, 0, sum(here))
    kept, most = here[besieger], TAKEN
    if board.edition.own_tokens_count:
        kept = min(TAKEN, kept)
        most -= kept
    taken = min(most, sum(here) - here[besieger])
    return Spoils(kept, taken, sum(here) - kept - taken)


def resolve(s: Revolution) -> None:
    """§6.15.turns: in turn order; then the Water Beggars', who go home (§6.15.beggars)."""
    for besieger in (*s.order, BEGGARS):
        for city, there in enumerate(s.sieges):
            if there == besieger:
                _take(s, city, besieger)
    if s.hirer >= 0:
        s.hirer = -1
        s.beggars = [0] * len(s.beggars)
        s.emit(BeggarsLeft())


def _take(s: Revolution, city: int, besieger: int) -> None:
    """§6.15: the city falls.

    §6.15.lost: what the besieger has no token for is lost; §6.15.short: what no neutral token is
    left for goes to its stock.
    """
    spot = spot_of(city)
    here = s.tokens[CUT[spot]]
    kept, wanted, others = spoils(s, here, besieger)
    for owner, n in enumerate(here):
        s.remove(spot, owner, n - kept if owner == besieger else n)
    taken = min(wanted, s.stock[besieger]) if wanted else 0
    neutral = min(others, s.neutrals)
    if taken:
        s.add(spot, besieger, taken)
    if neutral:
        s.add(spot, NEUTRAL, neutral)
    s.sieges[city] = -1
    if besieger < FACTIONS_N:
        region = s.data.region_of[s.data.province_of[city]]
        s.armies[region * FACTIONS_N + besieger] += 1
    s.emit(CityTaken(besieger, city, kept, taken, neutral, wanted + others - taken - neutral))

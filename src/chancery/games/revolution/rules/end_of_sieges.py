"""The results of the sieges (§6.15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from chancery.core import replaced
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import BEGGARS, FACTIONS_N, NEUTRAL
from chancery.games.revolution.board.places import CUT, spot_of
from chancery.games.revolution.rules.events import BeggarsLeft, CityTaken
from chancery.games.revolution.rules.state import Revolution

TAKEN = 2  # tokens of a conquered city that the besieger converts


class Spoils(NamedTuple):
    """Numbers of tokens in a conquered city: kept, converted, turned neutral and lost."""

    kept: int  # the besieger's own tokens
    taken: int
    neutral: int


def spoils(board: Board, tokens: Sequence[int], besieger: int) -> Spoils:
    """Return what becomes of the tokens in a conquered city, as stocks allow.

    §6.15.own: the besieger keeps its own tokens; §6.15.two: two of the others are converted;
    §6.15.beggars: none by Water Beggars. §6.15.2004: in the edition of 2004 its own are among the
    two, and the others turn neutral.
    """
    if besieger == BEGGARS:
        return Spoils(0, 0, sum(tokens))
    kept, takeable = tokens[besieger], TAKEN
    if board.edition.own_tokens_count:
        kept = min(TAKEN, kept)
        takeable -= kept
    taken = min(takeable, sum(tokens) - tokens[besieger])
    return Spoils(kept, taken, sum(tokens) - kept - taken)


def resolve(s: Revolution) -> None:
    """End sieges in turn order (§6.15.turns), those of the Water Beggars last (§6.15.beggars)."""
    for besieger in (*s.order, BEGGARS):
        for city, attacker in enumerate(s.sieges):
            if attacker == besieger:
                _take(s, city, besieger)
    if s.hirer >= 0:
        s.hirer = -1
        s.beggars = (0,) * len(s.beggars)
        s.emit(BeggarsLeft())


def _take(s: Revolution, city: int, besieger: int) -> None:
    """Conquer a city (§6.15).

    §6.15.lost: tokens that the besieger cannot replace are lost; §6.15.short: where no neutral
    token is left the token returns to its stock.
    """
    spot = spot_of(city)
    tokens = s.tokens[CUT[spot]]
    kept, wanted, others = spoils(s, tokens, besieger)
    for owner, n in enumerate(tokens):
        s.remove(spot, owner, n - kept if owner == besieger else n)
    taken = min(wanted, s.stock[besieger]) if wanted else 0
    neutral = min(others, s.neutrals)
    if taken:
        s.add(spot, besieger, taken)
    if neutral:
        s.add(spot, NEUTRAL, neutral)
    s.sieges = replaced(s.sieges, city, -1)
    if besieger < FACTIONS_N:
        region = s.data.region_of[s.data.province_of[city]]
        s.armies[region * FACTIONS_N + besieger] += 1
    s.emit(CityTaken(besieger, city, kept, taken, neutral, wanted + others - taken - neutral))

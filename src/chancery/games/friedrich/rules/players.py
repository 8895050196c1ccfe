"""The players of the nations (§1.1), changes of the Imperial Army's player (§11.4, §11.5, §11.6),
and nations that have left the game (ruling 2)."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.nations import (
    AUSTRIA,
    FRANCE,
    HANOVER,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
)
from chancery.games.friedrich.board.pieces import GENERALS_OF, WEST, in_play

PLAYERS = {
    "frederick": (PRUSSIA, HANOVER),
    "elisabeth": (RUSSIA, SWEDEN),
    "maria-theresa": (AUSTRIA, IMPERIAL),
    "pompadour": (FRANCE,),
}


def player(seats: Sequence[str], nation: int) -> int:
    """Return the seat that plays a nation at the start; with three players Elisabeth also plays
    France (§1.1)."""
    name = next(name for name, nations in PLAYERS.items() if nation in nations)
    if name not in seats:
        name = "elisabeth"
    return seats.index(name) if name in seats else -1


def plays(s: Board, nation: int) -> bool:
    """Return whether a nation takes part in this kind of game, or did."""
    return any(general in in_play(s.scenario) for general in GENERALS_OF[nation])


def imperial_player(s: Board) -> str:
    """Return the player who has received the Imperial Army; "" if none has (§11.4, §11.5,
    §11.6)."""
    if s.scenario != "full":
        return ""
    if FRANCE in s.quit:
        return "pompadour"
    if RUSSIA in s.quit and SWEDEN in s.quit:
        return "elisabeth"
    return ""


def owner(s: Board, nation: int) -> int:
    """Return the seat that plays a nation now (§1.1); -1 if it has left the game (ruling 2)."""
    seats = s.frame.seats
    if nation in s.quit or not plays(s, nation):
        return -1
    name = imperial_player(s) if nation == IMPERIAL else ""  # §11.4
    if not name:
        return player(seats, nation)
    return seats.index(name if name in seats else "elisabeth")


def may_discard_unseen(s: Board) -> list[int]:
    """Return the nations that may ever have discarded a card face down.

    France and, in the west, Prussia do (§3.1, §scenario 1.8), and every nation that has left the
    game (ruling 2).
    """
    discarding = {FRANCE, PRUSSIA} if s.scenario == WEST else {FRANCE}
    return [n for n in range(7) if n in discarding.union(s.quit) and plays(s, n)]

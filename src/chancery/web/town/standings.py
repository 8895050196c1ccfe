"""Standings: what the tables of a tournament are worth, and who is where.

A table is worth a point for every opponent left behind and half a point for every equal: with two
seats 1, ½ and 0. Scores are counted in halves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

Scores = Mapping[int, int]  # of the players at one table, by their numbers


def table_scores(ranks: Sequence[int | None], left: Sequence[bool]) -> list[int]:
    """In halves, seat by seat: two for each seat behind, one for each equal.

    Who has left is behind everybody who has not, and has nothing, whatever a bot has made of it.
    Without a rank (a game that was ended by agreement) all others are equals.
    """
    found = []
    for own, gone in zip(ranks, left, strict=True):
        score = -1  # one is one's own equal
        for rank, other_gone in zip(ranks, left, strict=True):
            if other_gone:
                score += 2
            elif own is None or rank is None or own == rank:
                score += 1
            elif own < rank:
                score += 2
        found.append(0 if gone else score)
    return found


def halves(score: int) -> str:
    """A score as people write it: 2½."""
    whole, half = divmod(score, 2)
    return f"{whole or ''}½" if half else str(whole)


@dataclass(frozen=True)
class Standing:
    """Where a player stands, and by what; scores in halves."""

    place: int
    player: int
    score: int
    games: int
    opponents: int  # the scores of all whom he has met, once for each time
    direct: int  # against those with whom he is level so far
    lot: int


def standings(lots: Mapping[int, int], tables: Sequence[Scores]) -> list[Standing]:
    """Everybody, the best first: by points, by those of the opponents, by the tables at which those
    who are still level met, by lot. Bots are nobody's opponents here."""
    score = {player: sum(table.get(player, 0) for table in tables) for player in lots}
    met = {
        player: [other for table in tables if player in table for other in table if other != player]
        for player in lots
    }
    opponents = {player: sum(score[other] for other in met[player]) for player in lots}

    def level(player: int) -> tuple[int, int]:
        return -score[player], -opponents[player]

    found: list[tuple[int, int]] = []  # player, direct
    for _, group in groupby(sorted(lots, key=level), level):
        equals = list(group)
        direct = {one: _direct(one, equals, tables) for one in equals}
        found += [
            (one, direct[one]) for one in sorted(equals, key=lambda one: (-direct[one], lots[one]))
        ]
    return [
        Standing(
            place=place,
            player=player,
            score=score[player],
            games=sum(player in table for table in tables),
            opponents=opponents[player],
            direct=direct,
            lot=lots[player],
        )
        for place, (player, direct) in enumerate(found, 1)
    ]


def _direct(one: int, equals: Sequence[int], tables: Sequence[Scores]) -> int:
    """What somebody has got from those with whom he is level, in halves."""
    return sum(
        (table[one] > table[other]) - (table[one] < table[other]) + 1
        for table in tables
        if one in table
        for other in equals
        if other != one and other in table
    )

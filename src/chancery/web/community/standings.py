"""Standings: scores of the tables of a tournament, and the ranking.

A table gives a point for every opponent beaten and half a point for every tie: with two seats 1, ½
and 0. Scores are counted in halves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

Scores = Mapping[int, int]  # by player, at one table


def table_scores(ranks: Sequence[int | None], left: Sequence[bool]) -> list[int]:
    """Return the scores of a table in halves: two for each seat beaten, one for each tie.

    A player who has left is behind all who have not and gets nothing, whatever his bot achieved.
    Without ranks (a game ended by agreement) all others are tied.
    """
    scores = []
    for own_rank, own_left in zip(ranks, left, strict=True):
        score = -1  # a seat ties with itself, which does not count
        for rank, other_gone in zip(ranks, left, strict=True):
            if other_gone:
                score += 2
            elif own_rank is None or rank is None or own_rank == rank:
                score += 1
            elif own_rank < rank:
                score += 2
        scores.append(0 if own_left else score)
    return scores


def halves(score: int) -> str:
    """Return a score as people write it: 2½."""
    whole, half = divmod(score, 2)
    return f"{whole or ''}½" if half else str(whole)


@dataclass(frozen=True)
class Standing:
    """A line of the ranking; scores in halves."""

    place: int
    player: int
    score: int
    games: int
    opponents: int  # the sum of their scores, once for each meeting
    direct: int  # from tables with those who are level so far
    lot: int


def standings(lots: Mapping[int, int], tables: Sequence[Scores]) -> list[Standing]:
    """Return the ranking, best first: by points, by those of the opponents, by the tables at
    which players who are still level met, by lot. Bots do not count as opponents."""
    score = {player: sum(table.get(player, 0) for table in tables) for player in lots}
    met = {
        player: [other for table in tables if player in table for other in table if other != player]
        for player in lots
    }
    opponents = {player: sum(score[other] for other in met[player]) for player in lots}

    def level(player: int) -> tuple[int, int]:
        return -score[player], -opponents[player]

    order: list[tuple[int, int]] = []  # player, direct score
    for _, group in groupby(sorted(lots, key=level), level):
        equals = list(group)
        direct = {tied: _direct(tied, equals, tables) for tied in equals}
        order += [
            (tied, direct[tied])
            for tied in sorted(equals, key=lambda tied: (-direct[tied], lots[tied]))
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
        for place, (player, direct) in enumerate(order, 1)
    ]


def _direct(player: int, equals: Sequence[int], tables: Sequence[Scores]) -> int:
    """Return the score of a player against those with whom he is level."""
    return sum(
        (table[player] > table[opponent]) - (table[player] < table[opponent]) + 1
        for table in tables
        if player in table
        for opponent in equals
        if opponent != player and opponent in table
    )

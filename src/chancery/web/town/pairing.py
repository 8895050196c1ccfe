"""Pairing: who meets whom in a round of a tournament, and who sits where.

Nothing here knows rows or chance: the same players, in the same order and with the same past, are
paired in the same way. Players are numbers, a bot is None.

A table that people do not fill is filled with bots, and people are spread evenly over the tables:
in games of more than two seats nobody sits alone with bots as long as two people play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

Seating = tuple[int | None, ...]  # who has which seat of a table
TRIES = 20_000  # steps of a search, before one rematch more is put up with


class Past:
    """Who has met whom so far, and who has had which seat."""

    def __init__(self, seatings: Sequence[Seating] = ()) -> None:
        self.met: Counter[frozenset[int | None]] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()  # player, seat
        for seating in seatings:
            people = {player for player in seating if player is not None}
            alike = [*people, None] if len(people) < len(seating) else [*people]
            self.met.update(map(frozenset, combinations(alike, 2)))
            self.sat.update((who, seat) for seat, who in enumerate(seating) if who is not None)

    def meetings(self, a: int | None, b: int | None) -> int:
        """How often two have been at one table; with None: how often with a bot."""
        return self.met[frozenset((a, b))]


# -- round robin ----------------------------------------------------------------------------------


def rounds_needed(players: int, seats: int) -> int:
    """So many rounds it takes that everybody can have met everybody."""
    if seats == 2:
        return players - 1 + players % 2
    return max(1, -(-(players - 1) // (seats - 1)))


def circle(players: Sequence[int], number: int) -> list[Seating]:
    """A round, counted from 0, in which each meets somebody new: one stays, the others go round.

    Where the number is odd a bot is the one who stays. Seats are taken in turns: nobody has in
    the end one of the two seats more than once oftener than the other.
    """
    places: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    others, stays = places[:-1], places[-1]
    many = len(others)
    here = others[number % many]
    found: list[Seating] = [(here, stays) if number % 2 else (stays, here)]
    for step in range(1, many // 2 + 1):
        one, two = others[(number + step) % many], others[(number - step) % many]
        found.append((one, two) if step % 2 else (two, one))
    return found


# -- by what was ----------------------------------------------------------------------------------


def swiss(players: Sequence[int], seats: int, past: Past) -> list[Seating]:
    """A round for players in the order of their standing: neighbours meet, nobody twice if it
    can be avoided. The last seats at bots' tables are for those who have had fewest of them."""
    if seats == 2:
        groups = [*_matched([*players, *([None] if len(players) % 2 else [])], past)]
    else:
        groups = _grouped(players, seats, past)
    return [_seated(group, seats, past) for group in groups]


def _matched(players: Sequence[int | None], past: Past) -> list[tuple[int | None, ...]]:
    """Pairs, from the top, each with the nearest whom he has not met; as few rematches as a search
    of limited length finds."""
    for allowed in range(len(players) // 2 + 1):
        found = _search(list(players), allowed, past, [TRIES])
        if found is not None:
            return found
    return [*zip(players[::2], players[1::2], strict=True)]  # everybody has met everybody


def _search(
    left: list[int | None], allowed: int, past: Past, tries: list[int]
) -> list[tuple[int | None, ...]] | None:
    """Pair all who are left with so many rematches at most; None: no way was found."""
    if not left:
        return []
    first, *others = left
    # the nearest first, and those met less often before
    for other in sorted(others, key=lambda who: past.meetings(first, who)):
        again = past.meetings(first, other) > 0
        if again > allowed:
            break
        tries[0] -= 1
        if tries[0] < 0:
            return None
        rest = [who for who in others if who != other]
        found = _search(rest, allowed - again, past, tries)
        if found is not None:
            return [(first, other), *found]
    return None


def _grouped(players: Sequence[int], seats: int, past: Past) -> list[tuple[int | None, ...]]:
    """Tables of more than two: filled from the top with those who have met least, and then two
    players change places for as long as that is better."""
    tables = -(-len(players) // seats)
    least, more = divmod(len(players), tables)
    left = list(players)
    groups: list[list[int]] = []
    for number in range(tables):
        group = [left.pop(0)]
        while len(group) < least + (number < more):
            best = min(left, key=lambda who: sum(past.meetings(who, other) ** 2 for other in group))
            left.remove(best)
            group.append(best)
        groups.append(group)
    standing = {who: place for place, who in enumerate(players)}
    better = True
    while better:
        better = any(_swap(one, two, seats, past, standing) for one, two in combinations(groups, 2))
    return [tuple(group) for group in groups]


Cost = tuple[int, int, int]


def _cost(group: Sequence[int], seats: int, past: Past, standing: dict[int, int]) -> Cost:
    """What speaks against a table: rematches (a third meeting more than two second
    ones), bots once more, and neighbours kept apart."""
    again = sum(past.meetings(*pair) ** 2 for pair in combinations(group, 2))
    bots = sum(past.meetings(who, None) for who in group) if len(group) < seats else 0
    apart = sum(abs(standing[a] - standing[b]) for a, b in combinations(group, 2))
    return again, bots, apart


def _swap(one: list[int], two: list[int], seats: int, past: Past, standing: dict[int, int]) -> bool:
    """Let two players of these tables change places, if that is better."""

    def cost() -> tuple[int, ...]:
        both = (_cost(group, seats, past, standing) for group in (one, two))
        return tuple(map(sum, zip(*both, strict=True)))

    before = cost()
    for i in range(len(one)):
        for j in range(len(two)):
            one[i], two[j] = two[j], one[i]
            if cost() < before:
                return True
            one[i], two[j] = two[j], one[i]
    return False


# -- seats ----------------------------------------------------------------------------------------


def _seated(group: Sequence[int | None], seats: int, past: Past) -> Seating:
    """Each where he has sat least often; bots where people have sat most often."""
    people = [who for who in group if who is not None]

    def used(chosen: tuple[int, ...]) -> tuple[int, int]:
        counts = [past.sat[who, seat] for who, seat in zip(people, chosen, strict=True)]
        return sum(counts), max(counts, default=0)

    chosen = min(permutations(range(seats), len(people)), key=used)
    found: list[int | None] = [None] * seats
    for who, seat in zip(people, chosen, strict=True):
        found[seat] = who
    return tuple(found)


def next_round(
    kind: str, players: Sequence[int], seats: int, seatings: Sequence[Seating], number: int
) -> list[Seating]:
    """The tables of a round, counted from 0, after those that have been.

    In a round robin of two seats the players are all who began, in the order of their lots; else
    those who still play: the best first, or in a round robin in the order of their lots.
    """
    if kind == "robin" and seats == 2:
        return circle(players, number)
    return swiss(players, seats, Past(seatings))

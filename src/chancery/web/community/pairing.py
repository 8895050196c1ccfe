"""Pairing: who meets whom in a round of a tournament, and who gets which seat.

Pure functions without database or chance: the same players, in the same order and with the same
history, get the same pairing. Players are numbers, a bot is None.

Tables that are not full of people are filled with bots, and people are spread evenly: in games with
more than two seats nobody is alone with bots as long as two people play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

Seating = tuple[int | None, ...]  # the player on each seat of a table
TRIES = 20_000  # steps of the search before one more rematch is accepted


class Past:
    """The history of a tournament: who has met whom, and who has had which seat."""

    def __init__(self, seatings: Sequence[Seating] = ()) -> None:
        self.met: Counter[frozenset[int | None]] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()  # by player and seat
        for seating in seatings:
            people = {player for player in seating if player is not None}
            alike = [*people, None] if len(people) < len(seating) else [*people]
            self.met.update(map(frozenset, combinations(alike, 2)))
            self.sat.update((who, seat) for seat, who in enumerate(seating) if who is not None)

    def meetings(self, a: int | None, b: int | None) -> int:
        """Return how often two players have met; with None, how often one has met a bot."""
        return self.met[frozenset((a, b))]


# -- round robin ----------------------------------------------------------------------------------


def rounds_needed(players: int, seats: int) -> int:
    """Return how many rounds it takes until everybody can have met everybody."""
    if seats == 2:
        return players - 1 + players % 2
    return max(1, -(-(players - 1) // (seats - 1)))


def circle(players: Sequence[int], number: int) -> list[Seating]:
    """Return a round (from 0) of the circle method: one player stays, the others rotate.

    With an odd number of players a bot is the one who stays. Seats alternate: in the end nobody has
    had one of the two seats more than once oftener than the other.
    """
    circle_of_players: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    rotating, stays = circle_of_players[:-1], circle_of_players[-1]
    size = len(rotating)
    opposite = rotating[number % size]
    pairs: list[Seating] = [(opposite, stays) if number % 2 else (stays, opposite)]
    for step in range(1, size // 2 + 1):
        left, right = (
            rotating[(number + step) % size],
            rotating[(number - step) % size],
        )
        pairs.append((left, right) if step % 2 else (right, left))
    return pairs


# by standing


def swiss(players: Sequence[int], seats: int, past: Past) -> list[Seating]:
    """Pair players in the order of their standing: neighbours meet, avoiding rematches. Seats at
    tables with bots go to those who have had fewest of them."""
    if seats == 2:
        groups = [*_matched([*players, *([None] if len(players) % 2 else [])], past)]
    else:
        groups = _grouped(players, seats, past)
    return [_seated(group, seats, past) for group in groups]


def _matched(players: Sequence[int | None], past: Past) -> list[tuple[int | None, ...]]:
    """Return pairs from the top, each with the nearest opponent not met yet; as few rematches as
    a search of limited length finds."""
    for allowed in range(len(players) // 2 + 1):
        pairs = _search(list(players), allowed, past, [TRIES])
        if pairs is not None:
            return pairs
    return [*zip(players[::2], players[1::2], strict=True)]  # everybody has met everybody


def _search(
    unpaired: list[int | None], allowed: int, past: Past, tries: list[int]
) -> list[tuple[int | None, ...]] | None:
    """Pair the remaining players with at most so many rematches; None if that is impossible."""
    if not unpaired:
        return []
    first, *others = unpaired
    # nearest first, those met less often before
    for opponent in sorted(others, key=lambda player: past.meetings(first, player)):
        again = past.meetings(first, opponent) > 0
        if again > allowed:
            break
        tries[0] -= 1
        if tries[0] < 0:
            return None
        remaining = [player for player in others if player != opponent]
        pairs = _search(remaining, allowed - again, past, tries)
        if pairs is not None:
            return [(first, opponent), *pairs]
    return None


def _grouped(players: Sequence[int], seats: int, past: Past) -> list[tuple[int | None, ...]]:
    """Return tables of more than two: filled from the top with those who have met least, then
    improved by swaps."""
    tables = -(-len(players) // seats)
    smallest, larger = divmod(len(players), tables)
    ungrouped = list(players)
    groups: list[list[int]] = []
    for number in range(tables):
        group = [ungrouped.pop(0)]
        while len(group) < smallest + (number < larger):
            best_fit = min(
                ungrouped,
                key=lambda player: sum(past.meetings(player, other) ** 2 for other in group),
            )
            ungrouped.remove(best_fit)
            group.append(best_fit)
        groups.append(group)
    standing = {player: rank for rank, player in enumerate(players)}
    better = True
    while better:
        better = any(
            _swap(first, second, seats, past, standing) for first, second in combinations(groups, 2)
        )
    return [tuple(group) for group in groups]


Cost = tuple[int, int, int]


def _cost(group: Sequence[int], seats: int, past: Past, standing: dict[int, int]) -> Cost:
    """The cost of a table: rematches (a third meeting costs more than two second ones), meetings
    with bots, and distance in the standings."""
    again = sum(past.meetings(*pair) ** 2 for pair in combinations(group, 2))
    bots = sum(past.meetings(player, None) for player in group) if len(group) < seats else 0
    apart = sum(abs(standing[a] - standing[b]) for a, b in combinations(group, 2))
    return again, bots, apart


def _swap(
    first: list[int], second: list[int], seats: int, past: Past, standing: dict[int, int]
) -> bool:
    """Swap two players of these tables if that lowers the cost."""

    def cost() -> tuple[int, ...]:
        costs = (_cost(group, seats, past, standing) for group in (first, second))
        return tuple(map(sum, zip(*costs, strict=True)))

    before = cost()
    for i in range(len(first)):
        for j in range(len(second)):
            first[i], second[j] = second[j], first[i]
            if cost() < before:
                return True
            first[i], second[j] = second[j], first[i]
    return False


# -- seats ----------------------------------------------------------------------------------------


def _seated(group: Sequence[int | None], seats: int, past: Past) -> Seating:
    """Give each player the seat he has had least often, and bots the others."""
    people = [player for player in group if player is not None]

    def used(chosen: tuple[int, ...]) -> tuple[int, int]:
        counts = [past.sat[player, seat] for player, seat in zip(people, chosen, strict=True)]
        return sum(counts), max(counts, default=0)

    chosen = min(permutations(range(seats), len(people)), key=used)
    seating: list[int | None] = [None] * seats
    for player, seat in zip(people, chosen, strict=True):
        seating[seat] = player
    return tuple(seating)


def next_round(
    kind: str, players: Sequence[int], seats: int, seatings: Sequence[Seating], number: int
) -> list[Seating]:
    """Return the tables of a round (from 0), given all tables before.

    In a round robin of two seats `players` are all entrants in the order of their lots; otherwise
    those who still play: best first, or in a round robin in the order of their lots.
    """
    if kind == "robin" and seats == 2:
        return circle(players, number)
    return swiss(players, seats, Past(seatings))

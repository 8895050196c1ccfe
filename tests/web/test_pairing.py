"""Pairing and standings of tournaments: properties that hold for any results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.web.community.pairing import Past, Seating, circle, next_round, rounds_needed, swiss
from chancery.web.community.standings import halves, standings, table_scores


def people(seating: Seating) -> list[int]:
    return [who for who in seating if who is not None]


def check_round(tables: Sequence[Seating], players: Sequence[int], seats: int) -> None:
    """Check that everybody has one seat, people are spread evenly, and bots are never alone."""
    assert sorted(who for table in tables for who in people(table)) == sorted(players)
    assert all(len(table) == seats for table in tables)
    assert len(tables) == -(-len(players) // seats)
    sizes = [len(people(table)) for table in tables]
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 1


def seats_of(seatings: Sequence[Seating]) -> dict[int, Counter[int]]:
    found: dict[int, Counter[int]] = {}
    for seating in seatings:
        for seat, who in enumerate(seating):
            if who is not None:
                found.setdefault(who, Counter())[seat] += 1
    return found


def meetings(seatings: Sequence[Seating]) -> Counter[frozenset[int]]:
    pairs = (pair for table in seatings for pair in combinations(people(table), 2))
    return Counter(map(frozenset, pairs))


# -- round robin ------------------------------------------------------------------------------


@pytest.mark.parametrize("many", range(2, 17))
def test_everybody_meets_everybody_once(many: int) -> None:
    players = [10 * n for n in range(many)]
    rounds = [circle(players, number) for number in range(rounds_needed(many, 2))]
    for tables in rounds:
        check_round(tables, players, 2)
    seatings = [table for tables in rounds for table in tables]
    assert set(meetings(seatings).values()) == {1}
    assert len(meetings(seatings)) == many * (many - 1) // 2
    for counts in seats_of(seatings).values():
        assert abs(counts[0] - counts[1]) <= 1
    bots = Counter(people(table)[0] for table in seatings if None in table)
    assert set(bots.values()) == ({1} if many % 2 else set())


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("many", range(3, 13))
def test_a_round_robin_of_more_seats_lets_pairs_meet_evenly(many: int, seats: int) -> None:
    players = list(range(many))
    past: list[Seating] = []
    for number in range(rounds_needed(many, seats)):
        tables = next_round("robin", players, seats, past, number)
        check_round(tables, players, seats)
        past += tables
    # of five who met at one table in two rounds some meet again in the third
    unavoidable = 3 if (many, seats) == (10, 5) else 2
    assert max(meetings(past).values()) <= unavoidable
    fair = -(-rounds_needed(many, seats) // seats)
    for counts in seats_of(past).values():
        assert max(counts.values()) <= fair + 1


def test_four_players_take_every_seat_in_four_rounds() -> None:
    past: list[Seating] = []
    for _ in range(4):
        past += swiss([3, 1, 2, 0], 4, Past(past))
    assert all(counts == Counter(range(4)) for counts in seats_of(past).values())


# -- swiss ------------------------------------------------------------------------------------


@st.composite
def courses(draw: st.DrawFn) -> tuple[int, int, list[list[int]]]:
    """Draw a number of players, of seats, and a standing before each round."""
    seats = draw(st.integers(2, 5))
    many = draw(st.integers(seats, 24))
    rounds = draw(st.integers(1, min(9, many)))
    orders = [draw(st.permutations(range(many))) for _ in range(rounds)]
    return many, seats, orders


@given(courses())
def test_nobody_is_paired_twice_in_a_round(course: tuple[int, int, list[list[int]]]) -> None:
    many, seats, orders = course
    past: list[Seating] = []
    for number, order in enumerate(orders):
        tables = next_round("swiss", order, seats, past, number)
        check_round(tables, range(many), seats)
        assert tables == next_round("swiss", order, seats, past, number)  # no randomness
        before = Past(past)
        for table in tables:
            _check_seats(table, before)
        past += tables


def _check_seats(table: Seating, before: Past) -> None:
    """Check that no exchange of two seats at a table would be more even."""
    for one, two in combinations(range(len(table)), 2):
        a, b = table[one], table[two]
        now = sum(before.sat[who, seat] for who, seat in ((a, one), (b, two)) if who is not None)
        then = sum(before.sat[who, seat] for who, seat in ((a, two), (b, one)) if who is not None)
        assert now <= then


@given(courses())
def test_rematches_are_avoided_as_long_as_possible(
    course: tuple[int, int, list[list[int]]],
) -> None:
    many, seats, orders = course
    past: list[Seating] = []
    places = many + many % 2
    for number, order in enumerate(orders):
        if seats == 2 and number >= places // 2:
            return  # from here on there may be no other way
        past += next_round("swiss", order, seats, past, number)
        if seats == 2:
            assert max(meetings(past).values(), default=1) == 1
            alone = Counter(people(table)[0] for table in past if None in table)
            assert max(alone.values(), default=1) == 1


def test_neighbours_in_the_standings_meet() -> None:
    assert swiss([5, 3, 8, 1], 2, Past()) == [(5, 3), (8, 1)]
    again = swiss([5, 3, 8, 1], 2, Past([(5, 3), (8, 1)]))
    assert [set(table) for table in again] == [{5, 8}, {3, 1}]
    assert [people(table) for table in swiss([5, 3, 8], 2, Past())] == [[5, 3], [8]]


def test_a_rematch_happens_when_unavoidable() -> None:
    past = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)]
    tables = swiss([0, 1, 2, 3], 2, Past(past))
    check_round(tables, range(4), 2)


# -- scores -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "left", "scores"),
    [
        ([1, 2], [False, False], [2, 0]),
        ([1, 1], [False, False], [1, 1]),
        ([1, 2], [True, False], [0, 2]),
        ([1, 2], [True, True], [0, 0]),
        ([None, None], [False, False], [1, 1]),
        ([None, None], [False, True], [2, 0]),
        ([2, 1, 3, 4], [False] * 4, [4, 6, 2, 0]),
        ([1, 2, 2, 4], [False] * 4, [6, 3, 3, 0]),
        ([1, 2, 3, 4], [True, False, False, False], [0, 6, 4, 2]),
        ([None] * 3, [False] * 3, [2, 2, 2]),
    ],
)
def test_one_point_for_every_opponent_ranked_lower(
    ranks: list[int | None], left: list[bool], scores: list[int]
) -> None:
    assert table_scores(ranks, left) == scores


@pytest.mark.parametrize(("score", "text"), [(0, "0"), (1, "½"), (2, "1"), (5, "2½")])
def test_scores_are_written_in_halves(score: int, text: str) -> None:
    assert halves(score) == text


def order_of(lots: dict[int, int], tables: list[dict[int, int]]) -> list[int]:
    return [row.player for row in standings(lots, tables)]


def test_ties_are_broken_by_opponents_points() -> None:
    # 1 and 2 have a point each; of their opponents 4 has one, too, and 3 has none
    tables = [{1: 2, 3: 0}, {2: 2, 4: 0}, {4: 2, 5: 0}]
    found = standings({1: 1, 2: 2, 3: 3, 4: 4, 5: 5}, tables)
    assert [(row.place, row.player, row.score, row.opponents) for row in found] == [
        (1, 2, 2, 2),
        (2, 4, 2, 2),
        (3, 1, 2, 0),
        (4, 3, 0, 2),
        (5, 5, 0, 2),
    ]
    assert [row.games for row in found] == [1, 2, 1, 1, 1]


def test_further_ties_are_broken_by_their_game_then_by_lot() -> None:
    lots = {1: 3, 2: 2, 3: 1}
    assert order_of(lots, []) == [3, 2, 1]
    # all have a point, and each has beaten one of the others: the lot decides
    assert order_of(lots, [{1: 2, 2: 0}, {2: 2, 3: 0}, {3: 2, 1: 0}]) == [3, 2, 1]
    # 1 and 2 are level by points and by opponents, and 1 has beaten 2
    tables = [{1: 2, 2: 0}, {1: 0, 3: 2}, {2: 2, 4: 0}, {4: 2, 5: 0}]
    found = standings({1: 4, 2: 3, 3: 2, 4: 1, 5: 5}, tables)
    assert [(row.player, row.score, row.opponents, row.direct) for row in found[:2]] == [
        (1, 2, 4, 2),
        (2, 2, 4, 0),
    ]

"""Tests of the search for retreats (§8.3-§8.6): ends against full enumeration, and special
cases."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancery.games.friedrich.board.atlas import CITY, NEXT, N, distances
from chancery.games.friedrich.rules.retreat_search import farthest_ends, path
from tests.soaking import SOAK

EXACT = settings(max_examples=300 if SOAK else 80)
DICE = st.integers(0, 2**32).map(Random)


def flags(cities: Iterable[int]) -> bytes:
    """Convert occupied cities to one byte for each city."""
    occupied = bytearray(N)
    for city in cities:
        occupied[city] = 1
    return bytes(occupied)


def only(cities: Iterable[int]) -> bytes:
    """Mark all cities as occupied except these."""
    return flags(set(range(N)) - set(cities))


def cities(*names: str) -> list[int]:
    """Return the cities given by name."""
    return [CITY[name] for name in names]


def by_enumeration(
    start: int, length: int, victor: int, occupied: Sequence[int]
) -> tuple[int, ...]:
    """Return the ends of all paths by walking each of them."""
    reached = set()
    way = [start]

    def walk() -> None:
        if len(way) > length:
            reached.add(way[-1])
            return
        for city in NEXT[way[-1]]:
            if not occupied[city] and city not in way:
                way.append(city)
                walk()
                way.pop()

    walk()
    far = distances(victor)
    best = max((far[city] for city in reached), default=0)
    return tuple(sorted(city for city in reached if far[city] == best))


def check_path(start: int, end: int, length: int, occupied: Sequence[int]) -> None:
    """Check that there is a legal path to this end."""
    way = path(start, end, length, occupied)
    assert way is not None
    assert (way[0], way[-1], len(way)) == (start, end, length + 1)
    assert len(set(way)) == len(way)
    assert not any(occupied[city] for city in way[1:])
    assert all(after in NEXT[before] for before, after in pairwise(way))


def blot(dice: Random, size: int) -> list[int]:
    """Return a connected region grown at random, round or irregular."""
    region = [dice.randrange(N)]
    edge = list(NEXT[region[0]])
    round_ = dice.random() < 0.5
    while len(region) < size:
        city = edge.pop(0 if round_ else dice.randrange(len(edge)))
        if city not in region:
            region.append(city)
            edge += NEXT[city]
    return region


@EXACT
@given(dice=DICE, length=st.integers(1, 8), more=st.integers(0, 200))
def test_ends_are_those_of_all_paths_in_the_open(dice: Random, length: int, more: int) -> None:
    start = dice.randrange(N)
    victor = dice.choice(NEXT[start])
    occupied = flags({start, victor, *dice.sample(range(N), more)})
    found = farthest_ends(start, length, victor, occupied)
    assert found == by_enumeration(start, length, victor, occupied)
    for end in found:
        check_path(start, end, length, occupied)


@EXACT
@given(dice=DICE, length=st.integers(4, 12), size=st.integers(6, 30))
def test_ends_are_those_of_all_paths_in_a_pocket(dice: Random, length: int, size: int) -> None:
    region = blot(dice, size)
    start = dice.choice(region)
    victor = dice.choice([city for city in range(N) if city != start])
    free = set(region) - {victor}
    occupied = only(free)
    found = farthest_ends(start, length, victor, occupied)
    assert found == by_enumeration(start, length, victor, occupied)
    for end in free - {start}:
        if end in found:
            check_path(start, end, length, occupied)
        elif distances(victor)[end] > max((distances(victor)[c] for c in found), default=0):
            assert path(start, end, length, occupied) is None


@EXACT
@given(dice=DICE, length=st.integers(13, 24), size=st.integers(25, 90))
def test_long_retreats_agree_with_every_path_on_its_own(
    dice: Random, length: int, size: int
) -> None:
    region = blot(dice, size)
    start = dice.choice(region)
    victor = dice.choice(NEXT[start])
    occupied = only(set(region) - {victor})
    found = farthest_ends(start, length, victor, occupied)
    far = distances(victor)
    best = far[found[0]] if found else 0
    for end in sorted(set(region) - {start, victor}):
        if end in found:
            assert far[end] == best
            check_path(start, end, length, occupied)
        elif far[end] >= best:
            assert path(start, end, length, occupied) is None


# A ring of six Saxon cities, and from Zwickau a road of twenty cities into a dead end.
RING = cities("borna", "altenburg", "zwickau", "chemnitz", "mittweida", "rochlitz")
TAIL = cities(
    *("greiz", "plauen", "hof", "kulmbach", "kronach", "sonneberg", "hildburghausen"),
    *("meiningen", "salzungen", "bebra", "kassel", "hofgeismar", "warburg", "paderborn"),
    *("guetersloh", "bielefeld", "herford", "minden", "nienburg", "verden"),
)
BORNA, LEIPZIG, VERDEN, NIENBURG = cities("borna", "leipzig", "verden", "nienburg")


def test_the_test_pocket_has_the_expected_shape() -> None:
    pocket = {*RING, *TAIL}
    ways = {city: {other for other in NEXT[city] if other in pocket} for city in pocket}
    assert len(pocket) == 26
    assert LEIPZIG in NEXT[BORNA]
    for before, city, after in zip(RING, RING[1:] + RING[:1], RING[2:] + RING[:2], strict=True):
        assert ways[city] == {before, after} | ({TAIL[0]} if city == CITY["zwickau"] else set())
    for before, city, after in zip([CITY["zwickau"], *TAIL], TAIL, TAIL[1:], strict=False):
        assert ways[city] == {before, after}
    assert ways[VERDEN] == {NIENBURG}


@pytest.mark.parametrize("length", range(1, 25))
def test_along_a_chain_there_is_one_end(length: int) -> None:
    chain = [*RING[4:1:-1], *TAIL]
    occupied = only(chain)
    expected = (chain[length],) if length < len(chain) else ()
    assert farthest_ends(chain[0], length, RING[5], occupied) == expected
    if expected:
        assert path(chain[0], chain[length], length, occupied) == tuple(chain[: length + 1])


def test_a_dead_end_too_near_is_reached_by_the_long_way_round() -> None:
    occupied = only({*RING, *TAIL})
    assert farthest_ends(BORNA, 22, LEIPZIG, occupied) == (VERDEN,)
    assert path(BORNA, VERDEN, 22, occupied) == (*RING[:3], *TAIL)
    assert farthest_ends(BORNA, 24, LEIPZIG, occupied) == (VERDEN,)
    assert path(BORNA, VERDEN, 24, occupied) == (BORNA, *RING[:1:-1], *TAIL)


def test_an_even_ring_leaves_an_odd_step_no_way_to_the_dead_end() -> None:
    occupied = only({*RING, *TAIL})
    assert farthest_ends(BORNA, 23, LEIPZIG, occupied) == (NIENBURG,)
    assert path(BORNA, VERDEN, 23, occupied) is None
    check_path(BORNA, NIENBURG, 23, occupied)


def test_no_path_of_the_full_length_loses_the_stack() -> None:
    assert farthest_ends(BORNA, 25, LEIPZIG, only({*RING, *TAIL})) == ()
    assert farthest_ends(BORNA, 6, LEIPZIG, only(RING)) == ()
    assert farthest_ends(BORNA, 1, LEIPZIG, only([BORNA])) == ()
    assert path(BORNA, VERDEN, 22, only([*RING, *TAIL[:5], *TAIL[6:]])) is None
    assert path(BORNA, BORNA, 6, only(RING)) is None


def test_both_ways_round_a_ring_end_where_the_victor_picks() -> None:
    far = distances(LEIPZIG)
    both = {RING[1], RING[5]}
    best = max(far[city] for city in both)
    assert farthest_ends(BORNA, 5, LEIPZIG, only(RING)) == tuple(
        sorted(city for city in both if far[city] == best)
    )
    assert farthest_ends(BORNA, 3, LEIPZIG, only(RING)) == (RING[3],)


def test_the_place_of_the_beaten_may_be_marked_or_not() -> None:
    marked = flags({BORNA, LEIPZIG})
    assert farthest_ends(BORNA, 9, LEIPZIG, marked) == farthest_ends(
        BORNA, 9, LEIPZIG, flags({LEIPZIG})
    )
    assert farthest_ends(BORNA, 9, LEIPZIG, bytearray(marked)) == farthest_ends(
        BORNA, 9, LEIPZIG, marked
    )

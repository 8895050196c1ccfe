"""The exact search for the ends of a retreat (§8), and for one path to an end.

A stack retreats as many cities as it lost troops, the full path (§8.3), no city twice (§8.5), no
occupied city entered or passed (§8.6), and ends as far from the victor as it can (§8.4). Whether a
path of an exact length without a repeated city exists is hard in general, so paths are searched,
not enumerated. An end exactly that many steps away needs no search at all; the remaining search is
pruned by reachability and by an upper bound on the length of a path through the remaining cities.
The FAQ has examples: the rest of the beaten army is public (§faq 8.1), the farthest end counts
(§faq 8.2), objectives do not hinder (§faq 8.3).

Sets of cities are integers with one bit for each city, the fastest representation in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import or_

from chancery.games.friedrich.board.atlas import NEXT, N, distances

_BIT = tuple(1 << city for city in range(N))
_NEAR = tuple(sum(_BIT[other] for other in others) for others in NEXT)
_POCKET = 60  # cities within reach: with no more than these most ends may be out of reach
_TRIES = 150  # cities a bold search may enter before the careful one takes over
_SHORT = 5  # steps left: an exhaustive search costs less than computing a bound
_WIDE = 200  # cities of room: a bound would prune nothing there, and recurse too deep


def farthest_ends(start: int, length: int, victor: int, occupied: Sequence[int]) -> tuple[int, ...]:
    """Return the cities where a retreat of this length may end, in order; empty: the stack is lost.

    `occupied` has a true entry for each city with a piece: bytes or a bytearray of one byte a city,
    as `atlas.reach` takes it, with the victor's city among them; the entry of `start` is ignored.
    All ends are as far from the victor's city as possible, by plain roads ignoring pieces (§8.4),
    at the end of a full path (§8.3) without a city twice (§8.5) that passes no piece (§8.6).
    """
    order, levels = _country(start, length, occupied)
    if len(order) <= length:
        return ()  # too few cities for a path without a repetition
    distance = distances(victor)
    # A shortest path repeats no city: an end exactly that many steps away is certain. Ends nearer
    # to the victor than the best of these need no search.
    sure = levels[length] if len(levels) > length else []
    best = max((distance[city] for city in sure), default=0)
    ends = [city for city in sure if distance[city] == best]
    bands: dict[int, list[int]] = {}
    for level in levels[1:length]:
        for city in level:
            if distance[city] >= best:
                bands.setdefault(distance[city], []).append(city)
    if not bands:
        return tuple(sorted(ends))
    free = sum(_BIT[city] for city in order) ^ _BIT[start]
    if len(order) > _POCKET:
        # Much room: most ends are easily reached, so try band by band; nearer ones do not count.
        for band in sorted(bands, reverse=True):
            reachable = [
                end for end in bands[band] if _Search(start, length, free, {0: [end]}).bold()
            ]
            if reachable:
                best, ends = band, reachable + (ends if band == best else [])
                break
        bands = {
            band: [end for end in cities if end not in ends]
            for band, cities in bands.items()
            if band >= best
        }
    # Most of the remaining ends may be out of reach; one search decides it for all of them.
    search = _Search(start, length, free, bands)
    search.careful()
    if search.found:
        band = distance[next(iter(search.found))]
        ends = [*search.found, *(ends if band == best else [])]
    return tuple(sorted(ends))


def path(start: int, end: int, length: int, occupied: Sequence[int]) -> tuple[int, ...] | None:
    """Return one retreat of exactly this length, including both ends; None if there is none.

    It is a full path (§8.3) without a city twice (§8.5) or an occupied one (§8.6).
    """
    order, _ = _country(start, length, occupied)
    if end == start or end not in order:
        return None
    return _way(start, end, length, sum(_BIT[city] for city in order) ^ _BIT[start])


def _country(start: int, length: int, occupied: Sequence[int]) -> tuple[list[int], list[list[int]]]:
    """Return the cities within reach past no piece (§8.6): all of them, and by number of steps."""
    visited = bytearray(N)
    visited[start] = 1
    order = [start]
    levels = [order[:]]
    while levels[-1] and len(levels) <= length:
        level = []
        for city in levels[-1]:
            for neighbour in NEXT[city]:
                if not visited[neighbour] and not occupied[neighbour]:
                    visited[neighbour] = 1
                    level.append(neighbour)
        order += level
        levels.append(level)
    return order, levels


def _way(start: int, end: int, length: int, free: int) -> tuple[int, ...] | None:
    """Return one path of exactly this length to this end through free cities; None if there is
    none."""
    search = _Search(start, length, free, {0: [end]})
    if not search.bold():
        search.careful()
    return search.found.get(end)


class _Search:
    """Searches paths of an exact length to the wanted ends, keeping the farthest band of them.

    When an end is found, it and all ends of nearer bands are no longer wanted. Therefore no state
    ever needs to be searched twice, whatever its result was, and searched states are remembered.
    """

    def __init__(self, start: int, length: int, free: int, bands: dict[int, list[int]]) -> None:
        self.start, self.length, self.free = start, length, free
        self.bands = {band: sum(_BIT[end] for end in cities) for band, cities in bands.items()}
        self.want = sum(self.bands.values())
        self.found: dict[int, tuple[int, ...]] = {}  # the paths, by their ends
        self.trail = [start]
        self.tries = _TRIES
        self.done: set[tuple[int, int, int]] = set()
        self.find_reach()

    def find_reach(self) -> None:
        """Compute from where the wanted ends can be reached at all.

        `within[k]`: by a walk of exactly k steps, with repetitions, which combines distance and
        parity. `about[k]`: by a walk of k steps or fewer.
        """
        free = self.free
        if not self.want & (self.want - 1):
            free &= ~self.want  # no path passes the only end
        frontier = within = self.want
        before = 0
        self.within = [within]
        for _ in range(self.length):
            # Going back and forth adds two steps: within[k] contains within[k - 2], so only cities
            # that were new one step ago can lead to new ones.
            frontier = _beside(frontier) & free & ~before
            before, within = within, before | frontier
            self.within.append(within)
        self.about: list[int] = [self.want, *map(or_, self.within, self.within[1:])]

    def hit(self, hits: int) -> None:
        """Record the farthest of the ends reached; they and all nearer ends are no longer
        wanted."""
        band = max(band for band, cities in self.bands.items() if cities & hits)
        hits &= self.bands[band]
        self.want &= ~hits
        nearer = [nearer_band for nearer_band in self.bands if nearer_band < band]
        if nearer:
            self.found.clear()
            for nearer_band in nearer:
                self.want &= ~self.bands.pop(nearer_band)
            self.find_reach()
        while hits:
            end = hits.bit_length() - 1
            hits ^= _BIT[end]
            self.found[end] = (*self.trail, end)

    def bold(self) -> bool:
        """Search quickly and give up soon; True if no wanted end is left."""
        return self.extend(self.start, self.length, self.free)

    def extend(self, city: int, steps_left: int, free: int) -> bool:
        """Extend the path from a city through free cities, almost without pruning."""
        if steps_left == 1:
            hits = _NEAR[city] & free & self.want
            if hits:
                self.hit(hits)
            return not self.want
        steps_left -= 1
        open_ = free & self.within[steps_left]
        for neighbour in NEXT[city]:
            if _BIT[neighbour] & open_:
                self.tries -= 1
                if self.tries < 0:
                    return False
                self.trail.append(neighbour)
                if self.extend(neighbour, steps_left, free ^ _BIT[neighbour]):
                    return True
                self.trail.pop()
        return False

    def careful(self) -> None:
        """Find all wanted ends, pruning branches that cannot succeed."""
        del self.trail[1:]
        self.explore(self.start, self.length, self.free)

    def explore(self, city: int, steps_left: int, free: int) -> None:
        """Find every wanted end that so many steps from a city through free cities lead to."""
        trail = self.trail
        mark = len(trail)
        while steps_left > 1:
            open_ = _NEAR[city] & free & self.within[steps_left - 1]
            if open_ & (open_ - 1):
                if self.promising(city, steps_left, free):
                    for neighbour in NEXT[city]:
                        if _BIT[neighbour] & open_ and self.want:
                            trail.append(neighbour)
                            self.explore(neighbour, steps_left - 1, free ^ _BIT[neighbour])
                            trail.pop()
                break
            if not open_:
                break
            city = open_.bit_length() - 1  # only one way to continue
            free ^= open_
            steps_left -= 1
            trail.append(city)
        else:
            hits = _NEAR[city] & free & self.want
            if hits:
                self.hit(hits)
        del trail[mark:]

    def promising(self, city: int, steps_left: int, free: int) -> bool:
        """Return whether a branch has enough room and has not been searched before."""
        room = self.room(city, steps_left, free)
        size = room.bit_count()
        if size < steps_left or not room & self.want:
            return False
        key = (city, steps_left, room)  # paths never leave the room, so this determines the result
        if key in self.done:
            return False
        self.done.add(key)
        if steps_left <= _SHORT or size > _WIDE:
            return True
        return bool(_longest(city, steps_left, room) & self.want)

    def room(self, city: int, steps_left: int, free: int) -> int:
        """Return the cities that a path of so many more steps to a wanted end may use."""
        # By distance alone: a path may reach a city after an odd or even number of steps.
        about = self.about
        frontier = room = _NEAR[city] & free & about[steps_left - 1]
        for steps_after in range(steps_left - 2, -1, -1):
            if not frontier:
                break
            frontier = _beside(frontier) & free & ~room & about[steps_after]
            room |= frontier
        return room


def _beside(cities: int) -> int:
    """Return all cities one step from any of these."""
    beside = 0
    while cities:
        city = cities.bit_length() - 1
        beside |= _NEAR[city]
        cities ^= _BIT[city]
    return beside


def _longest(city: int, steps_left: int, room: int) -> int:
    """Return the cities of the room where a path of so many steps can end, by an upper bound.

    A path enters each block (a part that no single city cuts) once and leaves it by a cut city: so
    it is no longer than all other cities of the blocks on its way.
    """
    order = {city: 0}
    stack: list[int] = []
    blocks: list[tuple[int, list[int]]] = []

    def visit(node: int, parent: int) -> int:
        low = number = order[node]
        for neighbour in NEXT[node]:
            if neighbour in order:
                if order[neighbour] < low and neighbour != parent:
                    low = order[neighbour]
            elif _BIT[neighbour] & room:
                order[neighbour] = len(order)
                depth = len(stack)
                stack.append(neighbour)
                lowest = visit(neighbour, node)
                if lowest >= number:
                    blocks.append((node, stack[depth:]))
                    del stack[depth:]
                elif lowest < low:
                    low = lowest
        return low

    visit(city, -1)
    steps = {city: 0}
    possible = 0
    for entry, block in reversed(blocks):  # the block of an entry was closed after its own
        longest = steps[entry] + len(block)
        for member in block:
            steps[member] = longest
            if longest >= steps_left:
                possible |= _BIT[member]
    return possible

"""Limits of marches: steps, entering and stopping (§4, §5.9, §9.7, §11).

Everything here is public: the functions use pieces, roads, markers and the card of fate, and work
for a position as well as for a view.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import combinations

from chancery.core import Refusal
from chancery.games.friedrich.board.atlas import (
    CITIES,
    CITY,
    NEXT,
    NEXT_MAIN,
    OBJECTIVE_OF,
    OBJECTIVES,
)
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.fate_cards import (
    CHEVERT_STAYS,
    CUMBERLAND_BARRED,
    DAUN_SLOW,
    FED_BARRED,
    FERMOR_STAYS,
    FRIEDRICH_BARRED,
    FRIEDRICH_FAST,
    HALLE,
    RICHELIEU_SLOW,
    SALTIKOV_SLOW,
    SOUBISE_BARRED,
)
from chancery.games.friedrich.board.nations import PRUSSIA, hostile
from chancery.games.friedrich.board.pieces import (
    CHEVERT,
    CUMBERLAND,
    DAUN,
    FERMOR,
    FRIEDRICH,
    GENERALS,
    GENERALS_OF,
    NATION_OF,
    PIECES,
    RICHELIEU,
    SALTIKOV,
    SOUBISE,
    STACK,
)
from chancery.games.friedrich.rules.events import TrainTaken
from chancery.games.friedrich.rules.refusals import (
    AllyObjective,
    Barred,
    HalleBarred,
    NoRoad,
    NotMainRoad,
    Occupied,
    StackFull,
    StaysPut,
    StepsUsed,
    WouldStrand,
)
from chancery.games.friedrich.rules.state import Friedrich

CITY_OF_HALLE = CITY["halle"]
KUESTRIN = CITY["kuestrin"]

_BARRED = (
    (CUMBERLAND_BARRED, CUMBERLAND),
    (SOUBISE_BARRED, SOUBISE),
    (FRIEDRICH_BARRED, FRIEDRICH),
)
# §5.9: by nation, the objectives of its allies, where it may not always stop
_OF_ALLIES = tuple(
    frozenset(
        city
        for city in OBJECTIVES
        if OBJECTIVE_OF[city] != nation and not hostile(nation, OBJECTIVE_OF[city])
    )
    for nation in range(7)
)
# by text: the general who is slow or fast, and the steps of his unit
_STEPS = {
    SALTIKOV_SLOW: (SALTIKOV, 2),
    RICHELIEU_SLOW: (RICHELIEU, 2),
    DAUN_SLOW: (DAUN, 2),
    FRIEDRICH_FAST: (FRIEDRICH, 4),
}
_NO_CHANGE = (-1, 3)


def units(s: Board, piece: int, moved: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the units that a piece could lead: alone, or with lower generals of its stack
    (§4.5)."""
    yield (piece,)
    if piece >= GENERALS:
        return
    companions = [
        g
        for g in GENERALS_OF[NATION_OF[piece]]
        if g > piece and s.at[g] == s.at[piece] and g not in moved
    ]
    for number in range(1, len(companions) + 1):
        for chosen in combinations(companions, number):
            yield (piece, *chosen)


def most_steps(s: Board, unit: Sequence[int]) -> int:
    """Return the steps of a unit along any road; one more is allowed by main roads (§4.2, §4.3,
    §4.4).

    Saltikov (§fate 2♦), Richelieu (§fate 5♥) and Daun (§fate 12♠) may be slow, Friedrich fast
    (§fate 9♣), each with the stack in which he marches (ruling 10).
    """
    if unit[0] >= GENERALS:
        return 2
    general, steps = _STEPS.get((s.fate + 1, s.fate_suit), _NO_CHANGE)
    return steps if general in unit else 3


def barred(s: Board, unit: Sequence[int], secretly: bool = True) -> bool:
    """Return whether the card of fate forbids the unit to attack (§11.3, §faq 11.2, ruling 9).

    Cumberland (§fate 4♦), Soubise (§fate 5♠) and Friedrich (§fate 7♠) with the stack in which each
    marches; and, a secret of its owner, a Prussian stack with new troops (§fate 10♠).
    """
    for text, general in _BARRED:
        if general in unit and s.holds(text):
            return True
    fed = secretly and NATION_OF[unit[0]] == PRUSSIA and s.holds(FED_BARRED)
    return fed and any(s.fed[p] for p in unit)


def stays(s: Board, unit: Sequence[int]) -> bool:
    """Return whether the card of fate forbids the unit to march (§fate 2♣, §fate 5♦)."""
    if FERMOR in unit and s.holds(FERMOR_STAYS):
        city = s.at[FERMOR]
        if city == KUESTRIN or KUESTRIN in NEXT[city]:
            return True
    if s.holds(CHEVERT_STAYS) and unit[0] in GENERALS_OF[NATION_OF[CHEVERT]]:
        stack = [g for g in GENERALS_OF[NATION_OF[CHEVERT]] if s.at[g] == s.at[CHEVERT] >= 0]
        if CHEVERT in stack and len(stack) > 1 and unit[0] in stack:
            # he must keep at least one companion, whether he goes or stays
            with_him = set(unit) if CHEVERT in unit else set(stack) - set(unit)
            return len(with_him) < 2
    return False


def train_at(s: Board, nation: int, city: int) -> int:
    """Return the hostile train in a city, or -1."""
    if city not in s.at:
        return -1
    piece = s.at.index(city)
    return piece if piece >= GENERALS and hostile(nation, NATION_OF[piece]) else -1


def take_train(s: Friedrich, nation: int, city: int) -> bool:
    """Remove the hostile train in a city that a general enters (§9.7)."""
    train = train_at(s, nation, city)
    if train >= 0:
        s.at[train] = -1
        s.emit(TrainTaken(train, city))
    return train >= 0


# By nation, the texts of fate that forbid its pieces to stop in some cities, or also to march.
_STOPPING = tuple(
    {HALLE}
    | {text for text, general in _BARRED if NATION_OF[general] == nation}
    | ({FED_BARRED} if nation == PRUSSIA else set())
    for nation in range(7)
)
_HINDERING = tuple(
    texts
    | ({FERMOR_STAYS} if nation == NATION_OF[FERMOR] else set())
    | ({CHEVERT_STAYS} if nation == NATION_OF[CHEVERT] else set())
    for nation, texts in enumerate(_STOPPING)
)


def may_stop(s: Board, unit: Sequence[int], city: int, start: int, secretly: bool = True) -> bool:
    """Return whether a march may end in a city."""
    nation = NATION_OF[unit[0]]
    if city not in _OF_ALLIES[nation] and stops_anywhere(s, nation):
        return True  # as nearly everywhere
    return why_not_stop(s, unit, city, start, explain=False, secretly=secretly) is None


def why_not_stop(
    s: Board,
    unit: Sequence[int],
    city: int,
    start: int,
    explain: bool = True,
    secretly: bool = True,
) -> Refusal | None:
    """Return the reason why a march may not end here; None if it may.

    Not on an ally's objective (§5.9), not into an attack that fate forbids (§11.3), not from Halle
    or into it (§fate 3♦). With `secretly` off only public facts count. With `explain` off any
    reason is returned as the same cheap refusal.
    """
    nation = NATION_OF[unit[0]]
    general = unit[0] < GENERALS
    aim = OBJECTIVE_OF[city]
    if (
        city in _OF_ALLIES[nation]
        and city != start
        and not s.control[city]
        and s.owners[aim] >= 0
        and s.owners[aim] != s.owners[nation]
        and not (general and train_at(s, nation, city) >= 0)
    ):
        return AllyObjective(city=CITIES.title(city)).by("5.9") if explain else _NO
    if not general:
        return None
    takes = train_at(s, nation, city) >= 0
    if barred(s, unit, secretly) and (takes or s.enemies_next_to(nation, city)):
        return Barred(general=PIECES.title(unit[0])).by("11.3") if explain else _NO
    if s.holds(HALLE):
        at_halle = city == CITY_OF_HALLE and (takes or s.enemies_next_to(nation, city))
        by_halle = CITY_OF_HALLE in NEXT[city] and any(
            s.at[g] == CITY_OF_HALLE and hostile(nation, NATION_OF[g]) for g in range(GENERALS)
        )
        if at_halle or by_halle:
            return HalleBarred().by("fate 3♦") if explain else _NO
    return None


_NO = StepsUsed()


@cache
def onward(city: int, steps_left: int, main: bool) -> tuple[tuple[int, bool], ...]:
    """Return the cities that a march with so many steps left can go to from a city.

    Each comes with whether the march has then kept to main roads, which allows one city more (§4.2,
    §4.3).
    """
    steps = ((neighbour, main and neighbour in NEXT_MAIN[city]) for neighbour in NEXT[city])
    return tuple((neighbour, still) for neighbour, still in steps if steps_left + still > 0)


def next_steps(s: Board, unit: Sequence[int], steps: int, main: bool, start: int = -1) -> list[int]:
    """Return the cities to which the next step may go, so that the march can also be ended.

    `start` is the city where the march began; before the first step it is where the unit is.
    """
    if not steps and stays(s, unit):
        return []
    city = s.at[unit[0]]
    start = start if steps else city
    return list(_next(s, unit, city, steps, main, most_steps(s, unit), start))


def _next(
    s: Board,
    unit: Sequence[int],
    city: int,
    steps: int,
    main: bool,
    limit: int,
    start: int,
    secretly: bool = True,
) -> Iterator[int]:
    nation = NATION_OF[unit[0]]
    plain, of_allies, occupied = stops_anywhere(s, nation), _OF_ALLIES[nation], set(s.at)
    for neighbour, still in onward(city, limit - steps, main):
        if plain and neighbour not in of_allies and neighbour not in occupied:
            yield neighbour  # an empty city where every unit may stop
            continue
        entry = enter(s, unit, neighbour)
        if entry == BLOCKED:
            continue
        if may_stop(s, unit, neighbour, start, secretly) or (
            entry == FREE
            and next(_next(s, unit, neighbour, steps + 1, still, limit, start, secretly), -1) >= 0
        ):
            yield neighbour


BLOCKED, FREE, ENDS = range(3)


def enter(s: Board, unit: Sequence[int], city: int) -> int:
    """Return whether a unit may enter a city, and whether that ends its march (§4.1, §4.5,
    §9.7)."""
    if city not in s.at:
        return FREE
    occupant = s.at.index(city)
    nation = NATION_OF[unit[0]]
    if unit[0] >= GENERALS:
        return FREE if occupant in unit else BLOCKED
    if occupant >= GENERALS:
        return ENDS if hostile(nation, NATION_OF[occupant]) else BLOCKED
    if NATION_OF[occupant] != nation:
        return BLOCKED
    friends = sum(s.at[g] == city and g not in unit for g in GENERALS_OF[nation])
    if not friends:
        return FREE  # the city it came from
    return ENDS if friends + len(unit) <= STACK else BLOCKED


def can_go_on(s: Board, unit: Sequence[int], steps: int, main: bool, start: int) -> bool:
    """Return whether a unit on the march has another step, by public knowledge.

    A march ends by itself when it has none, and that must not reveal which stacks have new troops
    (§fate 10♠).
    """
    return goes_on(s, unit, s.at[unit[0]], steps, main, start)


def goes_on(s: Board, unit: Sequence[int], city: int, steps: int, main: bool, start: int) -> bool:
    """Return whether a march that reaches a city would have another step, by public knowledge."""
    limit = most_steps(s, unit)
    return next(_next(s, unit, city, steps, main, limit, start, False), -1) >= 0


def possible_with_new_troops(
    s: Friedrich, unit: Sequence[int], steps: int, main: bool, start: int, city: int = -1
) -> bool:
    """Return whether a unit with new troops might step to a city (-1: stop where it is).

    If not, a unit that does so reveals that it has none (§fate 10♠).
    """
    if unit[0] >= GENERALS or NATION_OF[unit[0]] != PRUSSIA or not s.holds(FED_BARRED):
        return True
    fed, s.fed = s.fed, [1] * GENERALS
    try:
        if city < 0:
            return may_stop(s, unit, s.at[unit[0]], start)
        return city in next_steps(s, unit, steps, main, start)
    finally:
        s.fed = fed


def stops_anywhere(s: Board, nation: int) -> bool:
    """Return whether the card of fate forbids no unit of a nation to stop anywhere."""
    return (s.fate + 1, s.fate_suit) not in _STOPPING[nation]


def unhindered(s: Board, nation: int) -> bool:
    """Return whether the card of fate forbids no unit of a nation to march or stop anywhere."""
    return (s.fate + 1, s.fate_suit) not in _HINDERING[nation]


def has_exit(nation: int, city: int, occupied: Container[int]) -> bool:
    """Return whether an adjacent city is empty and no objective of an ally, as is nearly always the
    case."""
    of_allies = _OF_ALLIES[nation]
    for neighbour in NEXT[city]:  # noqa: SIM110 - twice as fast as any()
        if neighbour not in of_allies and neighbour not in occupied:
            return True
    return False


def can_march(s: Board, unit: Sequence[int]) -> bool:
    """Return whether a unit has any city to go to."""
    city, nation = s.at[unit[0]], NATION_OF[unit[0]]
    if unhindered(s, nation) and has_exit(nation, city, s.at):
        return True
    if stays(s, unit):
        return False
    return next(_next(s, unit, city, 0, True, most_steps(s, unit), city), -1) >= 0


def can_set_out(s: Board, unit: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether a unit has any city to go to, alone or with some of the others who may come
    along.

    While a unit is assembled one general at a time, it need not be able to march at every moment
    (§fate 5♦).
    """
    return any(
        can_march(s, (*unit, *companions))
        for number in range(len(others) + 1)
        for companions in combinations(others, number)
    )


def why_not(
    s: Board, unit: Sequence[int], steps: int, main: bool, city: int, start: int
) -> Refusal:
    """Return the reason why the next step may not go to a city."""
    from_city = s.at[unit[0]]
    name = CITIES.title(city)
    if city not in NEXT[from_city]:
        return NoRoad(here=CITIES.title(from_city), city=name).by("4.1")
    if not steps and stays(s, unit):
        return StaysPut(piece=PIECES.title(unit[0])).by("11.3")
    still = main and city in NEXT_MAIN[from_city]
    limit = most_steps(s, unit)
    if steps + 1 > limit + still:
        if steps == limit and main:
            return NotMainRoad(n=limit + 1).by("4.3")
        return StepsUsed(n=limit).by("4.4" if unit[0] >= GENERALS else "4.2")
    if enter(s, unit, city) == BLOCKED:
        occupant = s.at.index(city)
        if unit[0] < GENERALS and NATION_OF[occupant] == NATION_OF[unit[0]] and occupant < GENERALS:
            return StackFull(city=name, n=STACK).by("4.5")
        return Occupied(city=name, piece=PIECES.title(occupant)).by("4.1")
    reason = why_not_stop(s, unit, city, start)
    return reason if reason is not None else WouldStrand(city=name).by("4.1")

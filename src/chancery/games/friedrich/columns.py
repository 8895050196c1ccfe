"""The columns of observations for hands, and for what is known of hidden troops."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress

from chancery.core.observations import Columns, Field, writer
from chancery.games.friedrich.board.cards import (
    A_SUIT,
    CARD,
    DECK,
    DECKS,
    KINDS,
    LOWEST,
    RESERVE,
    RESERVES,
)
from chancery.games.friedrich.board.nations import NATION_NAMES, PRUSSIA
from chancery.games.friedrich.board.pieces import GENERAL_NAMES, GENERALS, GENERALS_OF
from chancery.games.friedrich.rules.knowledge.possible_troops import Sums
from chancery.games.friedrich.rules.knowledge.reinforced import Feeding, Stacks

_NATIONS_N = len(NATION_NAMES)
_MOST_TROOPS = 64

# -- hands: for each nation how many of each face, and for each card whose it is ---------------

_FACE = tuple(
    RESERVE * A_SUIT if card.suit == RESERVE else card.suit * A_SUIT + card.value - LOWEST
    for card in CARD
)
_FACES = 4 * A_SUIT + 1
_SINGLE = {kind: i for i, kind in enumerate(k for k in range(KINDS) if CARD[k].suit != RESERVE)}
_RESERVE_KINDS = tuple(kind for kind in range(KINDS) if kind not in _SINGLE)
_HOLDERS_AT = _NATIONS_N * _FACES
_RESERVES_AT = _HOLDERS_AT + len(_SINGLE)


# for each kind: the column of its face, and for a single card that of its holder, otherwise -1
_COLUMNS = tuple(
    (_FACE[kind], _HOLDERS_AT + _SINGLE[kind] if kind in _SINGLE else -1) for kind in range(KINDS)
)


def _write_hands(value: Sequence[Sequence[int]], seat: int, row: array[int], at: int) -> None:
    for nation, pile in enumerate(value):
        if not any(pile):
            continue
        faces = at + nation * _FACES
        for face, holder in compress(_COLUMNS, pile):
            if holder >= 0:
                row[faces + face] += 1
                row[at + holder] = nation + 1
        for kind in _RESERVE_KINDS:
            if count := pile[kind]:
                row[faces + _FACE[kind]] += count
                row[at + _RESERVES_AT + nation * DECKS + DECK[kind]] = count


_FACE_NAMES = [card.name.partition(".")[0] for card in CARD[: _FACES - 1]] + ["r"]
HANDS = Columns(
    (
        *(Field(f".{nation}.{face}", 0, 8) for nation in NATION_NAMES for face in _FACE_NAMES),
        *(Field(f".of.{CARD[kind].name}", 0, _NATIONS_N) for kind in _SINGLE),
        *(
            Field(f".{nation}.r.{deck}", 0, RESERVES)
            for nation in NATION_NAMES
            for deck in range(1, DECKS + 1)
        ),
    ),
    _write_hands,
)

# -- troops: what every set of stacks of a nation can have at most -----------------------------

_SETS = [1 << len(generals) for generals in GENERALS_OF]
_SETS_AT = [GENERALS + sum(_SETS[:nation]) for nation in range(_NATIONS_N)]


def _write_sums(sums: Sums, row: array[int], tops_at: int, sets_at: int) -> None:
    for top in sums.tops:
        row[tops_at + top] = 1
    writer(len(sums.most))(row, sets_at * row.itemsize, *sums.most)


def _write_known(value: Sequence[Sums], seat: int, row: array[int], at: int) -> None:
    for nation, sums in enumerate(value):
        _write_sums(sums, row, at, at + _SETS_AT[nation])


def _sets(nation: int) -> tuple[Field, ...]:
    """Return the fields of the sets of a nation: bit i stands for its i-th stack on the map."""
    return tuple(
        Field(f".{NATION_NAMES[nation]}.{bits}", 0, _MOST_TROOPS) for bits in range(_SETS[nation])
    )


KNOWN = Columns(
    (
        *(Field(f".{general}", 0, 1) for general in GENERAL_NAMES),
        *(field for nation in range(_NATIONS_N) for field in _sets(nation)),
    ),
    _write_known,
)

# -- a movement under 10♠: the knowledge before it, and what has happened since ----------------

_PRUSSIANS = len(GENERALS_OF[PRUSSIA])
_MOMENTS = 8
_BEFORE = _PRUSSIANS + _SETS[PRUSSIA]


def _write_stacks(stacks: Stacks, row: array[int], at: int) -> None:
    for number, stack in enumerate(stacks, 1):
        for general in stack:
            row[at + general] = number


def _bits(generals: Sequence[int]) -> int:
    return sum(1 << general for general in generals)


def _write_feeding(value: Sequence[Feeding], seat: int, row: array[int], at: int) -> None:
    for feeding in value:
        _write_sums(feeding.before, row, at, at + _PRUSSIANS)
        at += _BEFORE
        _write_stacks(feeding.stacks, row, at)
        at += _PRUSSIANS
        row[at] = 1 + len(feeding.moments)
        at += 1
        for moment in feeding.moments[:_MOMENTS]:
            _write_stacks(moment.stacks, row, at)
            at += _PRUSSIANS
            row[at] = moment.troops
            row[at + 1] = _bits(moment.entered)
            row[at + 2] = _bits(moment.hungry)
            at += 3


def _stacks(name: str) -> tuple[Field, ...]:
    generals = GENERAL_NAMES[:_PRUSSIANS]
    return tuple(Field(f"{name}.{general}", 0, _PRUSSIANS) for general in generals)


def _moment(number: int) -> tuple[Field, ...]:
    return (
        *_stacks(f".{number}"),
        Field(f".{number}.troops", 0, _MOST_TROOPS),
        Field(f".{number}.entered", 0, (1 << _PRUSSIANS) - 1),
        Field(f".{number}.hungry", 0, (1 << _PRUSSIANS) - 1),
    )


FEEDING = Columns(
    (
        *(Field(f".before.{name}", 0, 1) for name in GENERAL_NAMES[:_PRUSSIANS]),
        *(field._replace(name=f".before{field.name}") for field in _sets(PRUSSIA)),
        *_stacks(".stack"),
        Field("", 0, 64),
        *(field for number in range(_MOMENTS) for field in _moment(number)),
    ),
    _write_feeding,
)

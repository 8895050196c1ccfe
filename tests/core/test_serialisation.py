"""The JSON form: every value survives a round trip, and errors name their place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.core import OR_NONE, SEATS, AnySeat, BadForm, Grid, Names, Seat
from chancery.core.phases import Phase
from chancery.core.serialisation import LARGEST, decode, encode, fields_of, shown

AT = ("black", "white", "orange")
METALS = Names("gold", "silver")
Metal = Annotated[int, METALS]
AnyMetal = Annotated[int, METALS, OR_NONE]
Purse = Annotated[tuple[int, ...], Grid(METALS)]
Purses = Annotated[list[int], Grid(SEATS, METALS)]
Scores = Annotated[list[int], Grid(SEATS)]
Coins = Annotated[bytearray, Grid(SEATS, METALS)]
Seen = Annotated[bytes, Grid(SEATS)]


@dataclass(frozen=True, slots=True)
class Note:
    """A dataclass like those in positions."""

    viewer: AnySeat
    metal: AnyMetal
    purse: Purse
    text: str = ""


class Pair(NamedTuple):
    """A named tuple like those in views."""

    seat: AnySeat
    open: bool


def test_names_stand_for_numbers() -> None:
    assert encode(Metal, 1) == "silver"
    assert decode(Metal, "silver") == 1


def test_a_seat_is_named_by_the_table() -> None:
    assert encode(Seat, 2, AT) == "orange"
    assert decode(Seat, "white", AT) == 1


def test_nobody_is_null_where_there_may_be_nobody() -> None:
    assert encode(AnySeat, -1, AT) is None
    assert decode(AnySeat, None, AT) == -1
    with pytest.raises(BadForm, match="null is not one of"):
        decode(Seat, None, AT)


@pytest.mark.parametrize("hint", [Seat, Metal])
def test_a_negative_number_names_nothing_without_or_none(hint: Any) -> None:
    with pytest.raises(ValueError, match=r"-1 is no index of the axis .*OR_NONE"):
        encode(hint, -1, AT)


def test_zeros_are_left_out_of_a_grid() -> None:
    assert encode(Scores, [0, 3, 0], AT) == {"white": 3}
    assert decode(Scores, {"white": 3}, AT) == [0, 3, 0]


def test_a_grid_of_two_axes_has_a_row_for_each_name() -> None:
    plain = encode(Purses, [1, 0, 0, 0, 0, 2], AT)
    assert plain == {"black": {"gold": 1}, "white": {}, "orange": {"silver": 2}}
    assert decode(Purses, plain, AT) == [1, 0, 0, 0, 0, 2]


def test_rows_left_out_are_empty() -> None:
    assert decode(Purses, {"orange": {"silver": 2}}, AT) == [0, 0, 0, 0, 0, 2]


def test_a_grid_has_the_type_of_its_annotation() -> None:
    assert decode(Scores, {}, AT) == [0, 0, 0]
    assert decode(Purse, {}) == (0, 0)
    coins = decode(Coins, {"white": {"gold": 255}}, AT)
    assert (type(coins), coins) == (bytearray, b"\0\0\xff\0\0\0")
    assert decode(Seen, {"orange": 7}, AT) == b"\0\0\7"


def test_a_dataclass_is_an_object_with_its_fields() -> None:
    note = Note(0, 1, (2, 0), "seen")
    plain = {"viewer": "black", "metal": "silver", "purse": {"gold": 2}, "text": "seen"}
    assert encode(Note, note, AT) == plain
    assert decode(Note, plain, AT) == note


def test_a_named_tuple_is_an_object_too() -> None:
    assert encode(Pair, Pair(1, True), AT) == {"seat": "white", "open": True}
    assert decode(Pair, {"seat": None, "open": False}, AT) == Pair(-1, False)


def test_one_of_a_family_is_written_with_its_kind() -> None:
    @dataclass(slots=True)
    class Bidding(Phase[Any]):
        highest: int

    assert encode(Phase[Any], Bidding(3)) == {"kind": "Bidding", "highest": 3}
    with pytest.raises(TypeError, match="decoded by the owner of the family"):
        decode(Phase[Any], {"kind": "Bidding", "highest": 3})


def test_a_type_without_a_form_is_named() -> None:
    with pytest.raises(TypeError, match="no JSON form for float"):
        encode(float, 1.5)


FAULTS = [
    # hint, form, place, problem
    (int, "one", "x", 'a whole number was expected, not "one"'),
    (int, 1.0, "x", "a whole number was expected, not 1.0"),
    (int, True, "x", "a whole number was expected, not true"),
    (str, 1, "x", "a text was expected, not 1"),
    (bool, 1, "x", "true or false was expected, not 1"),
    (bool, None, "x", "true or false was expected, not null"),
    (str | int, [], "x", "a text or a number was expected, not []"),
    (Metal, "lead", "x", '"lead" is not one of gold, silver'),
    (Metal, 0, "x", "0 is not one of gold, silver"),
    (Metal, [], "x", "[] is not one of gold, silver"),
    (Seat, "yellow", "x", '"yellow" is not one of black, white, orange'),
    (Scores, [1, 2, 3], "x", "an object with names as keys was expected, not [1, 2, 3]"),
    (Scores, None, "x", "an object with names as keys was expected, not null"),
    (Scores, {"yellow": 1}, "x", '"yellow" is not one of black, white, orange'),
    (Scores, {"black": -1}, "x.black", "a number from 0 was expected, not -1"),
    (Scores, {"black": "1"}, "x.black", 'a number from 0 was expected, not "1"'),
    (Scores, {"black": True}, "x.black", "a number from 0 was expected, not true"),
    (Coins, {"black": {"gold": 256}}, "x.black.gold", "256 is too large"),
    (Seen, {"black": -1}, "x.black", "a number from 0 was expected, not -1"),
    (Purses, {"black": 3}, "x.black", "an object with names as keys was expected, not 3"),
    (Purses, {"black": {"lead": 1}}, "x.black", '"lead" is not one of gold, silver'),
    (Purses, {"black": {"gold": 0.5}}, "x.black.gold", "a number from 0 was expected, not 0.5"),
    (list[int], {}, "x", "a list was expected, not {}"),
    (list[int], [1, 2, None], "x[2]", "a whole number was expected, not null"),
    (tuple[int, ...], "12", "x", 'a list was expected, not "12"'),
    (tuple[Seat, ...], ["black", "red"], "x[1]", '"red" is not one of black, white, orange'),
    (tuple[int, str], [1], "x", "a list of 2 was expected, not of 1"),
    (tuple[int, str], [1, 2], "x[1]", "a text was expected, not 2"),
    (dict[str, int], [], "x", "an object with names as keys was expected, not []"),
    (dict[str, int], {"a": "b"}, "x.a", 'a whole number was expected, not "b"'),
    (int | None, "", "x", 'a whole number was expected, not ""'),
    (Pair, [], "x", "an object with names as keys was expected, not []"),
    (Pair, {"seat": None}, "x", "open is missing"),
    (Pair, {"seat": None, "open": True, "z": 1}, "x.z", "there is no such field"),
    (
        Pair,
        {"seat": "nobody", "open": True},
        "x.seat",
        '"nobody" is not one of black, white, orange',
    ),
    (tuple[Pair, ...], [{"seat": None, "open": 3}], "x[0].open", "true or false was expected"),
]


@pytest.mark.parametrize(
    ("hint", "form", "place", "problem"), FAULTS, ids=[f"{f}: {p}" for _, f, _, p in FAULTS]
)
def test_a_fault_is_named_with_its_place(hint: Any, form: Any, place: str, problem: str) -> None:
    with pytest.raises(BadForm) as caught:
        decode(hint, form, AT, "x")
    assert caught.value.at == place
    assert str(caught.value.problem).startswith(problem)
    assert str(caught.value) == f"{place}: {caught.value.problem}"


def test_without_a_place_a_fault_is_only_its_problem() -> None:
    with pytest.raises(BadForm) as caught:
        fields_of({}, ["game"], "")
    assert str(caught.value) == "game is missing"


def test_a_long_fault_is_cut_short() -> None:
    assert len(shown("x" * 1000)) == 40
    assert shown("short") == '"short"'


# -- round trips -----------------------------------------------------------------------

METAL_NUMBERS = st.integers(-1, 1)
NUMBERS = st.integers(-LARGEST, LARGEST)
COUNTS = st.integers(0, LARGEST)
NOTES = st.builds(
    Note,
    st.integers(-1, 2),
    METAL_NUMBERS,
    st.tuples(COUNTS, COUNTS),
    st.text(),
)
VALUES = st.one_of(
    st.tuples(st.just(int), NUMBERS),
    st.tuples(st.just(str), st.text()),
    st.tuples(st.just(bool), st.booleans()),
    st.tuples(st.just(AnyMetal), METAL_NUMBERS),
    st.tuples(st.just(Scores), st.lists(COUNTS, min_size=3, max_size=3)),
    st.tuples(st.just(Purses), st.lists(COUNTS, min_size=6, max_size=6)),
    st.tuples(st.just(Coins), st.binary(min_size=6, max_size=6).map(bytearray)),
    st.tuples(st.just(Seen), st.binary(min_size=3, max_size=3)),
    st.tuples(st.just(list[int]), st.lists(NUMBERS)),
    st.tuples(st.just(tuple[int, str]), st.tuples(NUMBERS, st.text())),
    st.tuples(st.just(tuple[Note, ...]), st.lists(NOTES, max_size=3).map(tuple)),
    st.tuples(st.just(Note | None), st.none() | NOTES),
    st.tuples(st.just(dict[str, int]), st.dictionaries(st.text(), NUMBERS)),
    st.tuples(st.just(tuple[()]), st.just(())),
)


@given(VALUES)
def test_every_value_survives_a_round_trip(example: tuple[Any, Any]) -> None:
    hint, value = example
    assert decode(hint, encode(hint, value, AT), AT) == value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | st.sampled_from([*AT, "gold"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*AT, "gold", "seat", "open"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.sampled_from([int, str, bool, Metal, Scores, Purses, Pair, Note, list[int]]), JSON)
def test_any_json_is_refused_as_a_bad_form_or_comes_back(hint: Any, form: Any) -> None:
    try:
        value = decode(hint, form, AT)
    except BadForm:
        return
    assert decode(hint, encode(hint, value, AT), AT) == value

"""Options: settings of a table, chosen before the game."""

from __future__ import annotations

import pytest

from chancery.core import BadOption, Option
from chancery.core.options import complete_options, spell
from chancery.core.words import T

PLAYERS = Option("players", T("Players"), {4: T("four"), 3: T("three")}, 4)
ENDING = Option("ending", T("Ending"), {"short": T("short"), "long": T("long")}, "long")
CARDS = Option("cards", T("Cards"), {True: T("used"), False: T("not used")}, True)
ALL = (PLAYERS, ENDING, CARDS)


def test_unchosen_options_have_their_default() -> None:
    assert complete_options(ALL, {}) == {"players": 4, "ending": "long", "cards": True}


def test_chosen_values_count_in_a_fixed_order() -> None:
    settled = complete_options(ALL, {"cards": False, "players": 3})
    assert list(settled.items()) == [("players", 3), ("ending", "long"), ("cards", False)]


@pytest.mark.parametrize("value", [5, "4", 4.0, None, True, [4], {}])
def test_a_value_that_an_option_does_not_take_is_named(value: object) -> None:
    with pytest.raises(BadOption) as caught:
        complete_options(ALL, {"players": value})
    assert str(caught.value) == f"{value} is not a value of players; choose from 4, 3."


def test_an_option_that_was_added_later_is_not_written_down_where_it_has_its_default() -> None:
    later = Option("edition", T("Edition"), {2: T("second"), 1: T("first")}, 2, added=True)
    before = complete_options(ALL, {})
    assert (
        complete_options((*ALL, later), {})
        == complete_options((*ALL, later), {"edition": 2})
        == before
    )
    assert complete_options((*ALL, later), {"edition": 1}) == {**before, "edition": 1}


def test_one_is_not_true() -> None:
    with pytest.raises(BadOption, match="1 is not a value of cards; choose from yes, no"):
        complete_options(ALL, {"cards": 1})


def test_an_option_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(BadOption) as caught:
        complete_options(ALL, {"colour": "red"})
    assert str(caught.value) == (
        "There is no option colour; the options are players, ending, cards."
    )


def test_a_hostile_name_or_value_is_cut_short() -> None:
    for chosen in ({"x" * 1000: 1}, {"players": "x" * 1000}):
        with pytest.raises(BadOption) as caught:
            complete_options(ALL, chosen)
        assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (PLAYERS, "3", 3),
        (PLAYERS, " 4 ", 4),
        (ENDING, "SHORT", "short"),
        (CARDS, "yes", True),
        (CARDS, "No", False),
    ],
)
def test_a_value_is_read_as_people_type_it(option: Option, text: str, value: object) -> None:
    assert option.read(text) is value or option.read(text) == value
    assert type(option.read(text)) is type(value)


@pytest.mark.parametrize("text", ["", "true", "1", "maybe"])
def test_a_text_that_names_no_value_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="choose from yes, no"):
        CARDS.read(text)


def test_every_value_is_read_back_from_its_spelling() -> None:
    for option in ALL:
        for value in option.values:
            assert option.read(spell(value)) == value

"""Events: facts, a variant for each seat, and sentences made on demand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from chancery.core import ZEROS, Event, Names, Seat, Undone, When
from chancery.core.words import N_, NN_, SeatName, T
from tests.tiny.caskets import CasketWon, Closed, CoinPut, Dealt, DealtUnseen, Doubled, Opened
from tests.tiny.turncoat import GREY, RED, Marched, Turned, TurnedUnseen

AT = ("ann", "bob", "cas")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Doubled(1, 0), "#2 doubles gold."),
        (CasketWon(2, 0, 1), "#1 wins lead: 1 point."),
        (CasketWon(2, 0, 6), "#1 wins lead: 6 points."),
        (Opened(2, (1, 0, 3)), "#3 has 1 coin in gold and 3 coins in lead."),
        (Opened(2, (0, 0, 0)), "#3 has nothing."),
        (Marched(0, RED, 6), "#1 plays 7 for Red."),
        (Undone(1), "Last action undone by #2."),
    ],
)
def test_an_event_is_said_from_its_fields(event: Event, said: str) -> None:
    assert str(event.text()) == said


def test_the_words_of_an_event_wait_for_the_names_at_the_table() -> None:
    assert Closed(1).text().places == (("seat", SeatName(1)),)


@dataclass(slots=True, unsafe_hash=True)
class Given(Event):
    """An event with placeholders for an optional seat, for titles and for plain values."""

    sentence = N_("{owner} gets {thing} in {year}.")
    owner: Seat
    thing: Annotated[int, Names("farm", titles=(T("a farm"),))]
    year: int


def test_no_seat_is_a_dash() -> None:
    assert str(Given(-1, 0, 3).text()) == "– gets a farm in 3."
    assert str(Given(0, -1, 3).text()) == "#1 gets – in 3."


@dataclass(slots=True, unsafe_hash=True)
class Looted(Event):
    """An event with variants, with additional placeholders, and with a tuple of seats."""

    sentence = NN_("{seats} take {n} coin at {place}.", "{seats} take {n} coins at {place}.")
    variants = (
        When(N_("Nobody was there."), seats=()),
        When(N_("{seats} take nothing."), coins=ZEROS),
        When(N_("{seats} take {n} from the mint."), where=2),
    )
    places = {"n": lambda e: sum(e.coins), "place": lambda e: "mint" if e.where else "gate"}
    seats: tuple[Seat, ...]
    coins: tuple[int, ...]
    where: int


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Looted((0, 1), (0, 1), 0), "#1 and #2 take 1 coin at gate."),
        (Looted((0, 1, 2), (2, 1), 1), "#1, #2 and #3 take 3 coins at mint."),
        (Looted((0,), (2, 1), 2), "#1 take 3 from the mint."),
        (Looted((0,), (0, 0), 2), "#1 take nothing."),
        (Looted((0,), (), 0), "#1 take nothing."),
        (Looted((), (), 0), "Nobody was there."),
    ],
)
def test_the_first_variant_that_holds_replaces_the_sentence(event: Event, said: str) -> None:
    assert str(event.text()) == said


def test_an_axis_lists_several_of_its_names() -> None:
    axis = Names("farm", "mill", "inn", titles=(T("a farm"), T("a mill"), T("an inn")))
    assert str(T("{found}", found=axis.listing((2, 0)))) == "an inn and a farm"
    assert str(T("{found}", found=axis.listing(()))) == "nothing"


def test_an_event_has_a_json_form_with_its_name() -> None:
    assert Opened(2, (1, 0, 3)).plain(AT) == {
        "event": "Opened",
        "seat": "cas",
        "coins": {"gold": 1, "lead": 3},
    }


def test_by_default_everybody_sees_everything() -> None:
    event = Doubled(1, 0)
    assert all(event.seen_by(seat) is event for seat in (None, 0, 1, 2))


def test_an_event_may_have_another_face_for_the_others() -> None:
    event = Dealt(1, 2)
    assert event.seen_by(1) is event
    assert event.seen_by(0) == event.seen_by(None) == DealtUnseen(1)


def test_an_event_may_have_no_face_for_the_others() -> None:
    event = CoinPut(1, 2)
    assert event.seen_by(1) is event
    assert event.seen_by(0) is None
    assert event.seen_by(None) is None


def test_two_seats_may_share_a_face() -> None:
    event = Turned(2, 0, (1,) + (0,) * 11)
    assert [event.seen_by(seat) for seat in (0, 1, 2)] == [event, TurnedUnseen(2, 0), event]
    assert str(event.text()) == "Grey leaves #3 for #1 and brings the 1."
    assert GREY == 2


def test_events_are_equal_by_value_and_can_be_keys() -> None:
    assert {Closed(1), Closed(1), Closed(2)} == {Closed(1), Closed(2)}
    other: Event = Undone(1)
    assert Closed(1) != other

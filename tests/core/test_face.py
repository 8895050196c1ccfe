"""A minimal game: undeclared parts are discovered or replaced by defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from chancery.conformance import check_bots, check_sitting, check_walk
from chancery.core import (
    N_,
    SEATS,
    Action,
    Event,
    Game,
    Notation,
    Options,
    Outcome,
    Phase,
    Question,
    Refusal,
    Seat,
    State,
    T,
    View,
    question,
    seen,
)
from chancery.core.game_checks import check_declared
from chancery.core.refusals import UnknownAction
from chancery.core.words import SeatName, Speaker

NOTATION = Notation()
TAKE = NOTATION.family("take", ("1", "2"))


@dataclass(slots=True, unsafe_hash=True)
class Taken(Event):
    """A seat has taken some stones."""

    sentence = N_("{seat} takes {n}.")
    seat: Seat
    n: int


class TooMany(Refusal):
    """An attempt to take more stones than there are."""

    sentence = N_("There is only one stone left.")


@dataclass(slots=True, init=False, eq=False, repr=False)
class Heap(State):
    """A position: a heap of stones."""

    stones: int


@dataclass(slots=True)
class Taking(Phase[Heap]):
    """Seats take stones in turn; taking the last one wins."""

    title = T("taking")
    rule = "1"
    seat: Seat

    def ask(self, s: Heap) -> tuple[Question, ...]:
        """Return the next seat while there are stones."""
        if s.stones:
            return question(self.seat, "take")
        s.finish(Outcome.ranked([self.seat, 1 - self.seat], [(self.seat,), (1 - self.seat,)]))
        return ()

    def legal(self, s: Heap, seat: int) -> Sequence[Action]:
        """Return the legal actions: to take one or two stones."""
        return TAKE[: s.stones]

    def do_take(self, s: Heap, seat: int, which: int) -> None:
        """Take stones and pass the turn."""
        s.stones -= which + 1
        self.seat = 1 - seat
        s.emit(Taken(seat, which + 1))

    def no_take(self, s: Heap, seat: int, which: int) -> Refusal:
        """Return the reason against taking more than are left."""
        return TooMany()


@dataclass(slots=True)
class HeapView(View):
    """A view of the heap, in which nothing is hidden."""

    stones: int


class HeapGame(Game[Heap, HeapView]):
    """A complete game in a page of code, without a face or bots."""

    name = "heap"
    title = T("Heap")
    notation = NOTATION
    state = Heap

    def seats(self, options: Options) -> tuple[str, ...]:
        """Return two seats for any options."""
        return ("first_one", "other_one")

    def set_up(self, state: Heap) -> None:
        """Begin the game with a few stones."""
        state.stones = 7 + state.pick([1, 1, 1])
        state.push(Taking(0))

    def look(self, state: Heap, seat: int | None) -> HeapView:
        """Return a view of the whole position."""
        return HeapView(*seen(state, seat), state.stones)

    def sample(self, view: HeapView, seed: str) -> Heap:
        """Return the position itself, as nothing is hidden."""
        state = self.blank(view.frame.options, seed)
        state.stones, state.result = view.stones, view.result
        state.phases.extend(phase.copy() for phase in view.phases)
        state.settle()
        return state


GAME = HeapGame()


def test_a_minimal_game_conforms() -> None:
    check_declared(GAME)
    for seed in "abc":
        check_walk(GAME, {}, seed)
        check_sitting(GAME, {}, seed)
        assert check_bots(GAME, {}, seed)


def test_phases_and_events_are_found() -> None:
    assert GAME.phases == (Taking,)
    assert GAME.events == (Taken,)


def test_default_texts_of_a_minimal_game() -> None:
    state = GAME.start(seed=5)
    said = GAME.speaker(seats=state.seats)
    view = state.view(0)
    assert said.say(GAME.face.prompt(view, state.asked[0])) == "What do you do? (taking)"
    assert said.say(GAME.face.label(TAKE[1])) == "take 2"
    assert [
        (said.say(heading), [said.say(line) for line in lines])
        for heading, lines in GAME.face.describe(view)
    ] == [("stones", [str(state.stones)])]
    assert said.word(SeatName(0)) == "First one"
    assert GAME.face.picture(view, Speaker()) is None


def test_seats_and_actions_by_name() -> None:
    state = GAME.start(seed=5)
    assert state.legal("first_one") == state.legal(0) == state.legal() == TAKE
    assert state.legal("other_one") == ()
    state.apply("take 1", "first_one")
    state.apply("take 2")
    assert state.view("other_one") == state.view(1)
    assert str(state.why_not("take 2", "other_one")) == "It isn’t the turn of #2; waiting for #1."


def test_unknown_names_raise_with_the_name() -> None:
    state = GAME.start()
    for wrong in (lambda: state.legal("yellow"), lambda: state.apply("take 1", "yellow")):
        with pytest.raises(
            ValueError, match='There is no seat "yellow"; the seats are 0 first_one'
        ):
            wrong()
    for beyond in (
        lambda: state.view(9),
        lambda: state.legal(-1),
        lambda: state.why_not("take 1", 2),
    ):
        with pytest.raises(
            ValueError, match=r"There is no seat -?\d; the seats are 0 first_one, 1"
        ):
            beyond()
    with pytest.raises(UnknownAction, match="take 3"):
        state.apply("take 3")


def test_a_seed_may_be_a_number() -> None:
    assert GAME.start(seed=5) == GAME.start(seed="5")
    assert {GAME.start(seed=n).stones for n in range(30)} == {7, 8, 9}


def test_an_axis_of_seats_has_their_names() -> None:
    assert SEATS.resolve(GAME.seats({})) == ("first_one", "other_one")

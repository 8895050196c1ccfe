"""A sitting: actions, questions, views of each seat, undo, and positions of the past."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.core import Game, Refusal, State, Undone
from chancery.core.refusals import GameOver, NotAsked, UnknownAction
from chancery.games import find
from chancery.table import SeenEvent, Sitting, record
from chancery.table.refusals import (
    KnownByNow,
    NoSuchSeat,
    NothingGiven,
    NothingToUndo,
    OthersDecided,
    StaleQuestion,
)
from tests.tiny import caskets, turncoat
from tests.tiny.caskets import Closed, CoinPut, Dealt, DealtUnseen, Doubled
from tests.tiny.turncoat import Allowed, Marched

ANN, BOB, CAS = range(3)
LEFT, MIDDLE, RIGHT = range(3)
ALL_FOUR = ["put gold", "put gold", "put silver", "put lead"]


def casket_table(players: int = 2, **options: object) -> Sitting:
    """Return a table of Caskets; Ann doubles first."""
    return Sitting(caskets.GAME, {"players": players, **options}, "pin")


def placing(players: int = 2) -> Sitting:
    """Return a table of Caskets in the phase of secret placing."""
    sitting = casket_table(players)
    sitting.act(ANN, "double gold")
    return sitting


def turncoat_table() -> Sitting:
    """Return a table of Turncoat: Red holds 8, 9, 10 and 12, Left and Middle a veto card each."""
    return Sitting(turncoat.GAME, {}, "pin")


def played_on(game: Game[Any, Any], seed: int, most: int = 60) -> Sitting:
    """Return a table after random actions and undos."""
    dice = random.Random(seed)
    sitting = Sitting(game, {}, str(seed))
    for _ in range(most):
        if not sitting.state.asked:
            break
        seat = dice.choice(sitting.state.asked).seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
        if dice.random() < 0.3:
            try:
                sitting.undo(dice.randrange(len(sitting.seats)))
            except Refusal:
                continue
    return sitting


# -- act -------------------------------------------------------------------------------


def test_an_action_may_be_given_as_text_or_as_itself() -> None:
    one, two = casket_table(), casket_table()
    one.act(ANN, " Double GOLD ")
    two.act(ANN, caskets.DOUBLE[0])
    assert one.state == two.state


def test_the_log_replays_to_the_same_position() -> None:
    sitting = casket_table()
    played = sitting.act(ANN, "double gold")
    assert played.actions == (caskets.DOUBLE[0],)
    assert sitting.log[-1].events == (Doubled(ANN, 0),)
    assert (played.left, played.again) == (0, False)


def test_a_list_of_actions_is_played() -> None:
    sitting = placing()
    played = sitting.act(ANN, [*ALL_FOUR, "done"])
    assert [str(action) for action in played.actions] == [*ALL_FOUR, "done"]
    assert len(sitting.log) == 6


def test_a_list_goes_on_over_a_change_of_phase_while_the_seat_is_asked() -> None:
    """Ann doubles and is among the seats that place coins next."""
    sitting = casket_table()
    assert sitting.act(ANN, ["double gold", "put lead"]).left == 0


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (["put gold", "done"], caskets.CoinsLeft),
        (["put gold", "put tin"], UnknownAction),
        (["put gold", "double gold"], Refusal),
        ([*ALL_FOUR, "put gold"], caskets.NoCoinLeft),
    ],
)
def test_a_list_with_a_fault_is_not_played_at_all(
    actions: list[str], reason: type[Refusal]
) -> None:
    sitting = placing()
    before, question = sitting.state, sitting.question(ANN)
    with pytest.raises(reason):
        sitting.act(ANN, actions)
    assert sitting.state is before
    assert len(sitting.log) == 1
    assert sitting.question(ANN) == question


def test_a_list_stops_when_something_becomes_known() -> None:
    """A card that is shown is revealed, even if the same seat continues."""
    sitting = turncoat_table()
    played = sitting.act(LEFT, ["play 8", "play 9", "play 10"])
    assert [str(action) for action in played.actions] == ["play 8"]
    assert played.left == 2


def test_a_list_stops_when_chance_is_used() -> None:
    sitting = placing()
    sitting.act(BOB, [*ALL_FOUR, "done"])
    played = sitting.act(ANN, [*ALL_FOUR, "done", "double lead"])
    assert played.left == 1
    assert sitting.log[-1].luck


def test_a_list_stops_when_it_hands_over() -> None:
    sitting = turncoat_table()
    sitting.act(LEFT, "play 8")
    played = sitting.act(MIDDLE, ["allow", "allow"])
    assert sitting.log[-1].events == (Allowed(MIDDLE, 0),)
    assert played.left == 1


def test_actions_after_a_stop_are_not_read() -> None:
    """It may be illegal by now, but it must be an action of the game."""
    sitting = turncoat_table()
    assert sitting.act(LEFT, ["play 8", "veto", "play 1"]).left == 2
    with pytest.raises(UnknownAction):
        turncoat_table().act(LEFT, ["play 8", "sing"])


def test_an_empty_list_is_refused() -> None:
    with pytest.raises(NothingGiven):
        casket_table().act(ANN, [])


def test_a_seat_that_is_not_asked_is_refused() -> None:
    sitting = casket_table()
    with pytest.raises(NotAsked):
        sitting.act(BOB, "double gold")
    assert sitting.log == []


def test_an_action_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownAction, match="the nearest is “double gold”"):
        casket_table().act(ANN, "duoble gold")


def test_after_the_end_everything_is_refused() -> None:
    sitting = played_on(caskets.GAME, 1, most=200)
    assert sitting.state.result is not None
    with pytest.raises(GameOver):
        sitting.act(ANN, "double gold")


def test_seats_have_names_and_numbers() -> None:
    sitting = casket_table(3)
    assert sitting.seats == ("ann", "bob", "cas")
    assert sitting.seat("cas") == CAS
    with pytest.raises(NoSuchSeat, match="There is no seat dan; the seats are ann, bob, cas"):
        sitting.seat("dan")


def test_a_state_is_not_changed_by_later_actions() -> None:
    sitting = placing()
    held, key = sitting.state, hash(sitting.state)
    sitting.act(ANN, ALL_FOUR)
    sitting.undo(ANN)
    assert hash(held) == key


def test_a_table_without_a_seed_draws_one() -> None:
    digests = {Sitting(turncoat.GAME).state.digest() for _ in range(3)}
    assert len(digests) == 3


# -- questions -------------------------------------------------------------------------


def test_a_question_has_a_name_and_a_number() -> None:
    sitting = casket_table()
    assert sitting.question(ANN) == "double.1"
    assert sitting.question(BOB) is None


def test_an_answer_to_an_open_question_counts() -> None:
    sitting = casket_table()
    question = sitting.question(ANN)
    assert not sitting.act(ANN, "double gold", question).again


@pytest.mark.parametrize("question", ["double.0", "double.2", "place.1", "", "x" * 1000])
def test_an_answer_to_another_question_does_not_count(question: str) -> None:
    sitting = casket_table()
    with pytest.raises(StaleQuestion):
        sitting.act(ANN, "double gold", question)
    assert sitting.log == []


def test_the_same_answer_twice_counts_once() -> None:
    sitting = casket_table()
    question = sitting.question(ANN)
    first = sitting.act(ANN, "double gold", question)
    again = sitting.act(ANN, "double gold", question)
    assert again == first._replace(again=True)
    assert len(sitting.log) == 1


def test_the_same_list_twice_counts_once() -> None:
    sitting = placing()
    question = sitting.question(ANN)
    first = sitting.act(ANN, [*ALL_FOUR, "done"], question)
    again = sitting.act(ANN, [*ALL_FOUR, "done"], question)
    assert again == first._replace(again=True)
    assert len(sitting.log) == 6


def test_another_answer_to_an_answered_question_is_stale() -> None:
    sitting = casket_table()
    question = sitting.question(ANN)
    sitting.act(ANN, "double gold", question)
    with pytest.raises(StaleQuestion):
        sitting.act(ANN, "double lead", question)


def test_an_answer_that_was_taken_back_is_stale() -> None:
    sitting = casket_table()
    question = sitting.question(ANN)
    sitting.act(ANN, "double gold", question)
    sitting.undo(ANN)
    assert sitting.question(ANN) != question
    with pytest.raises(StaleQuestion):
        sitting.act(ANN, "double gold", question)


def test_the_same_action_twice_is_two_answers_to_two_questions() -> None:
    sitting = placing()
    for _ in range(2):
        sitting.act(ANN, "put gold", sitting.question(ANN))
    assert sitting.state.view(ANN).draft == (2, 0, 0)


def test_other_seats_do_not_close_my_question() -> None:
    sitting = placing(3)
    question = sitting.question(ANN)
    sitting.act(BOB, ["put gold", "put lead"])
    sitting.undo(BOB)
    sitting.act(CAS, [*ALL_FOUR, "done"])
    sitting.undo(CAS)
    assert sitting.question(ANN) == question
    assert not sitting.act(ANN, "put gold", question).again


def test_the_number_of_my_question_tells_nothing_about_the_steps_of_others() -> None:
    """The numbers do not depend on how many coins others place or take back."""
    numbers = []
    for steps in range(5):
        sitting = placing()
        sitting.act(BOB, "put gold")
        for _ in range(steps):
            sitting.undo(BOB)
            sitting.act(BOB, "put lead")
        sitting.act(BOB, ["put gold", "put gold", "put gold", "done"])
        sitting.act(ANN, [*ALL_FOUR, "done"])
        sitting.act(BOB, "double lead")
        numbers.append(sitting.question(ANN))
    assert len(set(numbers)) == 1


def test_a_handed_over_question_is_new_each_time() -> None:
    sitting = turncoat_table()
    sitting.act(LEFT, "play 8")
    assert sitting.question(MIDDLE) == "veto.1"
    sitting.act(MIDDLE, "allow")
    sitting.act(RIGHT, "allow")
    assert sitting.question(MIDDLE) == "march.2"


# -- views -----------------------------------------------------------------------------


def test_each_seat_has_its_own_faces_and_numbers() -> None:
    sitting = placing()
    sitting.act(BOB, ["put gold", "put lead"])
    sitting.act(ANN, "put silver")
    assert sitting.events(ANN) == [
        SeenEvent(0, Dealt(ANN, 1), False),
        SeenEvent(1, DealtUnseen(BOB), False),
        SeenEvent(2, Doubled(ANN, 0), False),
        SeenEvent(3, CoinPut(ANN, 1), False),
    ]
    assert [seen.event for seen in sitting.events(BOB)][3:] == [CoinPut(BOB, 0), CoinPut(BOB, 2)]
    assert [seen.event for seen in sitting.events(None)] == [
        DealtUnseen(ANN),
        DealtUnseen(BOB),
        Doubled(ANN, 0),
    ]


def test_numbers_run_without_gaps_so_that_they_tell_nothing() -> None:
    sitting = played_on(caskets.GAME, 5, most=8)
    for viewer in (None, ANN, BOB):
        seen = sitting.events(viewer)
        assert [event.number for event in seen] == list(range(len(seen)))


def test_after_the_end_everybody_sees_everything() -> None:
    sitting = casket_table()
    while sitting.state.asked:
        sitting.act(sitting.state.asked[0].seat, sitting.state.legal()[0])
    assert Dealt in {type(seen.event) for seen in sitting.events(None)}
    assert Dealt in {type(seen.event) for seen in sitting.events(BOB)}


def test_numbers_of_events_mean_the_same_after_the_end() -> None:
    sitting = casket_table()
    while sitting.state.asked:
        before = [(seen.number, type(seen.event).__name__[:5]) for seen in sitting.events(ANN)]
        sitting.act(sitting.state.asked[0].seat, sitting.state.legal()[0])
    after = [(seen.number, type(seen.event).__name__[:5]) for seen in sitting.events(ANN)]
    assert after[: len(before)] == before


# -- undo ------------------------------------------------------------------------------


def test_undo_brings_back_the_position_before() -> None:
    sitting = placing()
    before = sitting.state
    sitting.act(ANN, "put gold")
    sitting.undo(ANN)
    assert sitting.state == before


def test_undo_is_a_new_line_of_the_log() -> None:
    sitting = placing()
    sitting.act(ANN, "put gold")
    sitting.undo(ANN)
    assert [entry.action is None for entry in sitting.log] == [False, False, True]
    assert sitting.log[-1].undoes == 1


def test_undo_goes_back_step_by_step() -> None:
    sitting = casket_table()
    start = sitting.state
    sitting.act(ANN, ["double gold", *ALL_FOUR])
    for _ in range(5):
        sitting.undo(ANN)
    assert sitting.state == start
    with pytest.raises(NothingToUndo):
        sitting.undo(ANN)


def test_after_an_undo_the_game_goes_on() -> None:
    sitting = casket_table()
    sitting.act(ANN, "double gold")
    sitting.undo(ANN)
    sitting.act(ANN, "double lead")
    assert sitting.state.phases == [caskets.Placing(2)]


def test_without_actions_there_is_nothing_to_undo() -> None:
    sitting = placing()
    for seat in (BOB, 7):
        with pytest.raises(NothingToUndo):
            sitting.undo(seat)


def test_revealed_information_cannot_be_undone() -> None:
    sitting = turncoat_table()
    sitting.act(LEFT, "play 8")
    with pytest.raises(KnownByNow, match="“play 8” can’t be undone: it used chance,"):
        sitting.undo(LEFT)


def test_actions_with_chance_cannot_be_undone() -> None:
    sitting = turncoat_table()
    sitting.act(LEFT, "play 8")
    sitting.act(MIDDLE, "allow")
    sitting.act(RIGHT, "allow")  # the die is rolled
    with pytest.raises(KnownByNow, match="“allow”"):
        sitting.undo(RIGHT)


def test_no_undo_after_another_seat_has_decided() -> None:
    sitting = turncoat_table()
    sitting.act(LEFT, "play 8")
    sitting.act(MIDDLE, "allow")
    with pytest.raises(OthersDecided, match="“play 8” can’t be undone: another player"):
        sitting.undo(LEFT)


def test_seats_that_have_not_acted_have_nothing_to_undo() -> None:
    sitting = turncoat_table()
    sitting.act(LEFT, "play 8")
    with pytest.raises(NothingToUndo):
        sitting.undo(RIGHT)


def test_an_action_that_handed_over_can_be_taken_back_until_the_other_decides() -> None:
    sitting = turncoat_table()
    sitting.act(LEFT, "play 8")
    before = sitting.state
    sitting.act(MIDDLE, "allow")
    sitting.undo(MIDDLE)
    assert sitting.state == before
    sitting.act(MIDDLE, "veto")
    assert sitting.state.spent == (MIDDLE,)


def test_in_simultaneous_decisions_undo_affects_the_own_part_only() -> None:
    sitting = placing()
    sitting.act(ANN, ["put gold", "put gold"])
    sitting.act(BOB, ["put lead", "put lead"])
    sitting.undo(ANN)
    assert sitting.state.drafts == [1, 0, 0, 0, 0, 2]
    sitting.undo(BOB)
    assert sitting.state.drafts == [1, 0, 0, 0, 0, 1]


def test_being_done_can_be_taken_back_while_others_are_not() -> None:
    sitting = placing()
    sitting.act(ANN, [*ALL_FOUR, "done"])
    sitting.act(BOB, "put gold")
    assert sitting.question(ANN) is None
    sitting.undo(ANN)
    assert sitting.state.legal(ANN) == (caskets.DONE,)


def test_no_undo_after_all_seats_are_done() -> None:
    sitting = placing()
    sitting.act(ANN, [*ALL_FOUR, "done"])
    sitting.act(BOB, [*ALL_FOUR, "done"])
    with pytest.raises(OthersDecided):
        sitting.undo(ANN)
    with pytest.raises(KnownByNow):
        sitting.undo(BOB)


def offers(sitting: Sitting, seat: int) -> object:
    """Return what undo offers to a seat, or the reason for its refusal."""
    try:
        return sitting.undoable(seat), sitting.undo_number(seat)
    except Refusal as refusal:
        return refusal


def test_secret_steps_of_others_do_not_change_the_offer_of_undo() -> None:
    """Bob places coins in secret: what can be undone must not reveal this."""
    sitting = placing()
    before = offers(sitting, ANN)
    sitting.act(BOB, "put gold")
    assert offers(sitting, ANN) == before == (0, 1)
    sitting.act(BOB, "put gold")
    sitting.undo(BOB)
    assert offers(sitting, ANN) == before


def test_undo_drops_steps_of_others_on_the_same_question() -> None:
    """Ann undoes the action that began the round: Bob's coins are undone in separate lines."""
    sitting = placing()
    sitting.act(BOB, ["put gold", "put lead"])
    assert sitting.undo(ANN, sitting.undo_number(ANN))
    assert sitting.state == sitting.start
    assert [(entry.seat, entry.undoes) for entry in sitting.log[3:]] == [
        (BOB, 2),
        (BOB, 1),
        (ANN, 0),
    ]
    again = record.loads(record.dumps(sitting), lambda name: sitting.game)
    assert again.log == sitting.log


def test_dropped_steps_cannot_be_counted_by_others() -> None:
    """Ann's events of her undo do not depend on Bob's secret actions."""

    def told(begun: list[str]) -> object:
        sitting = placing()
        if begun:
            sitting.act(BOB, begun)
        sitting.undo(ANN)
        sitting.act(ANN, "double lead")
        return (
            sitting.events(ANN),
            sitting.events(None),
            sitting.question(ANN),
            sitting.undo_number(ANN),
        )

    assert told([]) == told(["put gold", "put gold", "put lead"])


def test_the_start_of_a_simultaneous_decision_is_fixed_once_a_seat_is_done() -> None:
    """As everybody has seen that Bob is done, Ann cannot undo the doubling."""
    sitting = placing()
    sitting.act(BOB, [*ALL_FOUR, "done"])
    with pytest.raises(OthersDecided, match="“double gold”"):
        sitting.undo(ANN)
    sitting.undo(BOB)
    sitting.undo(ANN)
    assert sitting.state == sitting.start


def test_a_refused_undo_changes_nothing() -> None:
    sitting = placing()
    sitting.act(BOB, [*ALL_FOUR, "done"])
    before, question, length = sitting.state, sitting.question(ANN), len(sitting.log)
    with pytest.raises(OthersDecided):
        sitting.undo(ANN)
    assert sitting.state is before
    assert (len(sitting.log), sitting.question(ANN)) == (length, question)


def test_an_undo_over_steps_of_others_is_refused_in_a_log() -> None:
    """An undo in a record is one line, preceded by the undos of dependent actions."""
    sitting = placing()
    sitting.act(BOB, "put gold")
    with pytest.raises(OthersDecided):
        sitting.replay_undo(ANN)


def test_events_taken_back_stay_and_are_marked() -> None:
    sitting = casket_table()
    sitting.act(ANN, "double gold")
    sitting.undo(ANN)
    sitting.act(ANN, "double lead")
    for viewer in (None, ANN, BOB):
        assert sitting.events(viewer)[2:] == [
            SeenEvent(2, Doubled(ANN, 0), True),
            SeenEvent(3, Undone(ANN), False),
            SeenEvent(4, Doubled(ANN, 2), False),
        ]


def test_an_undo_shows_only_to_those_who_saw_what_is_taken_back() -> None:
    sitting = placing()
    before = sitting.events(BOB), sitting.events(None)
    sitting.act(ANN, "put gold")
    sitting.undo(ANN)
    assert (sitting.events(BOB), sitting.events(None)) == before
    assert sitting.events(ANN)[3:] == [
        SeenEvent(3, CoinPut(ANN, 0), True),
        SeenEvent(4, Undone(ANN), False),
    ]


def test_an_undo_of_something_everybody_saw_shows_to_everybody() -> None:
    sitting = placing()
    sitting.act(ANN, [*ALL_FOUR, "done"])
    sitting.undo(ANN)
    assert sitting.events(BOB)[-2:] == [
        SeenEvent(3, Closed(ANN), True),
        SeenEvent(4, Undone(ANN), False),
    ]


# -- marks that close undo -------------------------------------------------------------


def test_actions_that_close_undo_are_marked() -> None:
    sitting = turncoat_table()
    assert sitting.closing(LEFT) == frozenset(sitting.state.legal(LEFT))
    sitting.act(LEFT, "play 8")
    assert sitting.closing(MIDDLE) == {turncoat.VETO}  # another seat may still veto it
    sitting.act(MIDDLE, "allow")
    assert sitting.closing(RIGHT) == {turncoat.ALLOW}  # a die roll follows


def test_a_step_of_a_draft_closes_nothing() -> None:
    sitting = placing()
    assert sitting.closing(ANN) == frozenset()
    sitting.act(ANN, ALL_FOUR)
    assert sitting.closing(ANN) == frozenset()


def test_checking_what_closes_undo_changes_nothing() -> None:
    sitting = turncoat_table()
    before = hash(sitting.state)
    sitting.closing(LEFT)
    assert hash(sitting.state) == before
    sitting.act(LEFT, "play 8")
    assert sitting.log[-1].events == (Marched(LEFT, 0, 7),)


# -- going back ------------------------------------------------------------------------


@pytest.mark.parametrize("game", [caskets.GAME, turncoat.GAME, find("spada")])
@given(seed=st.integers(0, 10**6))
def test_every_point_of_the_log_can_be_restored(game: Game[Any, Any], seed: int) -> None:
    dice = random.Random(seed)
    sitting = Sitting(game, {}, str(seed))
    past: list[State] = [sitting.state]
    for _ in range(40):
        if not sitting.state.asked:
            break
        seat = dice.choice(sitting.state.asked).seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
        past.append(sitting.state)
        try:
            if dice.random() < 0.4:
                sitting.undo(seat)
                past.append(sitting.state)
        except Refusal:
            continue
    assert len(past) == len(sitting.log) + 1
    for length, state in enumerate(past):
        assert sitting.at(length) == state


@pytest.mark.parametrize("length", [-1, 7])
def test_there_is_nothing_beyond_the_log(length: int) -> None:
    sitting = placing()
    sitting.act(ANN, [*ALL_FOUR, "done"])
    assert sitting.at(6) == sitting.state
    with pytest.raises(IndexError, match=f"the log has 6 entries, not {length}"):
        sitting.at(length)


def test_a_table_can_be_opened_at_a_given_position() -> None:
    form = placing().state.plain()
    sitting = Sitting(caskets.GAME, position=form)
    assert sitting.state.plain() == form
    sitting.act(BOB, "put gold")
    sitting.undo(BOB)
    assert sitting.at(0).plain() == form
    with pytest.raises(NothingToUndo):
        sitting.undo(ANN)


def test_counting_a_long_log_looks_at_each_line_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(find("spada"), seed="count")
    for _ in range(20):
        seat = sitting.state.asked[0].seat
        sitting.act(seat, [sitting.state.legal(seat)[0]])
        if sitting.undo_number(seat) is not None:
            sitting.undo(seat, sitting.undo_number(seat))
            sitting.act(seat, [sitting.state.legal(seat)[0]])
    known = [len(sitting.events(0, length)) for length in range(len(sitting.log) + 1)]
    monkeypatch.setattr(Sitting, "_saw", None)  # called for each undo with the line it takes back
    assert sitting.counts(0) == known

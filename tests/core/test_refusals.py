"""Refusals: which reason is given for an action, and how reasons compare."""

from __future__ import annotations

import pytest

from chancery.core import Action, BadSeat, Refusal
from chancery.core.refusals import Elsewhere, GameOver, NotAsked, NotNow, UnknownAction
from chancery.core.words import T
from tests.tiny import caskets, turncoat
from tests.tiny.caskets import DONE, DOUBLE, PUT, CoinsLeft, NoCoinLeft
from tests.tiny.turncoat import ALLOW, PLAY, VETO, NotInHand, NoVeto


def placing() -> caskets.Caskets:
    state = caskets.GAME.start({}, "1")
    state.apply(DOUBLE[0])
    return state


def finished() -> caskets.Caskets:
    state = caskets.GAME.start({}, "1")
    while state.asked:
        state.apply(state.legal()[0], state.asked[0].seat)
    return state


def test_reasons_of_one_kind_with_the_same_facts_are_equal() -> None:
    assert CoinsLeft(n=2) == CoinsLeft(n=2)
    assert hash(CoinsLeft(n=2)) == hash(CoinsLeft(n=2))


def test_reasons_differ_by_kind_by_fact_and_by_paragraph() -> None:
    assert CoinsLeft(n=2) != CoinsLeft(n=3)
    assert CoinsLeft(n=2) != NoCoinLeft()
    assert UnknownAction("x") != UnknownAction("x", "y")
    elsewhere = [Elsewhere("a", T("there"), T("here"), rule) for rule in ("1", "2")]
    assert elsewhere[0] != elsewhere[1]


def test_a_reason_is_a_sentence_a_code_facts_and_a_paragraph() -> None:
    reason = placing().why_not(DONE, 0)
    assert reason is not None
    assert str(reason.text()) == "You still have 4 coins to put into caskets."
    assert (reason.code, reason.facts, reason.rule) == ("CoinsLeft", {"n": 4}, "3")


def test_legal_actions_have_no_refusal() -> None:
    state = placing()
    assert [state.why_not(action, 1) for action in PUT] == [None] * 3


def test_why_not_gives_the_reason_that_trying_gives() -> None:
    state = placing()
    with pytest.raises(CoinsLeft) as caught:
        state.apply(DONE, 1)
    assert caught.value == state.why_not(DONE, 1)


def test_a_verb_of_another_phase_belongs_elsewhere() -> None:
    reason = placing().why_not(DOUBLE[1], 0)
    assert isinstance(reason, Elsewhere)
    assert str(reason.text()) == (
        "“double silver” belongs to the doubling; now it is the placing of coins."
    )
    assert reason.rule == "2"


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    state = turncoat.GAME.start({}, "1")
    reason = state.why_not(PLAY[0], 1)
    assert isinstance(reason, NotAsked)
    speaker = turncoat.GAME.speaker("en", (), state.seats)
    assert speaker.say(reason.text()) == "It isn’t the turn of Middle; waiting for Left."


def test_seats_that_are_not_asked_learn_nothing_about_the_action() -> None:
    state = turncoat.GAME.start({}, "1")
    reasons = {str(state.why_not(action, 2)) for action in turncoat.NOTATION}
    assert len(reasons) == 1


@pytest.mark.parametrize("seat", [2, 99])
def test_a_seat_that_does_not_exist_is_not_asked(seat: int) -> None:
    state = placing()
    for asking in (state.legal, state.view, lambda seat: state.why_not(DONE, seat)):
        with pytest.raises(BadSeat, match=f"There is no seat {seat}; the seats are 0 "):
            asking(seat)


def test_after_the_end_there_is_one_reason_for_everything() -> None:
    state = finished()
    assert state.why_not(DONE, 0) == GameOver()
    assert state.why_not(DONE) == GameOver()
    with pytest.raises(GameOver):
        state.apply(DONE)


def test_an_action_that_the_phase_has_no_words_for_is_not_possible_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(caskets.Placing.refusals, "done")
    reason = placing().why_not(DONE, 0)
    assert isinstance(reason, NotNow)
    assert str(reason.text()) == "“done” is not possible now."
    assert reason.rule == caskets.Placing.rule


def test_a_verb_that_no_phase_knows_is_not_possible_now() -> None:
    reason = placing().why_not(Action("fly", (), "fly"), 0)
    assert isinstance(reason, NotNow)


def test_a_reason_without_a_paragraph_gets_that_of_its_phase(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(CoinsLeft, "rule", None)
    reason = placing().why_not(DONE, 0)
    assert reason is not None
    assert reason.rule == "3"


def test_without_a_veto_card_a_veto_is_refused_for_what_the_seat_knows() -> None:
    state = turncoat.GAME.start({}, "pin")  # Left and Middle hold the veto cards
    state.apply(PLAY[7], 0)
    assert state.legal(1) == (VETO, ALLOW)
    state.apply(ALLOW, 1)
    assert state.why_not(VETO, 2) == NoVeto()


def test_a_card_that_is_not_in_hand_is_named() -> None:
    state = turncoat.GAME.start({}, "pin")
    reason = state.why_not(PLAY[0])
    assert isinstance(reason, NotInHand)
    assert str(reason) == "Red does not have the 1."


def test_a_refused_action_changes_nothing() -> None:
    state = placing()
    before = (state.key(), state.asked, list(state.events), state.drawn)
    for action in (DONE, DOUBLE[0]):
        with pytest.raises(Refusal):
            state.apply(action, 0)
    assert (state.key(), state.asked, list(state.events), state.drawn) == before

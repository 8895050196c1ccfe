"""Given positions: a JSON form is accepted as a whole, or refused with the place of its fault."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from chancery.core import BadForm
from chancery.games import find
from tests.tiny import caskets, turncoat
from tests.tiny.caskets import DOUBLE, PUT
from tests.tiny.turncoat import PLAY

Form = dict[str, Any]


def placing() -> Form:
    """Return a position: Ann has put two coins, Bob all four and is done."""
    state = caskets.GAME.start({}, "pin")
    state.apply(DOUBLE[1])
    for casket in (0, 1):
        state.apply(PUT[casket], 0)
    for casket in (0, 0, 2, 2):
        state.apply(PUT[casket], 1)
    state.apply(caskets.DONE, 1)
    return state.plain()


def marching() -> Form:
    """Return a position: Red has played the 8; Middle may play a veto."""
    state = turncoat.GAME.start({}, "pin")
    state.apply(PLAY[7])
    return state.plain()


def change(form: Form, path: str, value: object) -> Form:
    """Return the form with another value at a path like `phases.0.double`."""
    *front, last = path.split(".")
    target: Any = form
    for part in front:
        target = target[int(part) if isinstance(target, list) else part]
    target[int(last) if isinstance(target, list) else last] = value
    return form


CASKETS_FAULTS: list[tuple[str, Any, str, str]] = [
    ("game", "turncoat", "game", '"turncoat" is not one of caskets'),
    ("game", None, "game", "null is not one of caskets"),
    ("rules", 3, "rules", "there is no rules version 3; this program knows 1 to 2"),
    ("rules", 0, "rules", "there is no rules version 0"),
    ("rules", "1", "rules", 'there is no rules version "1"'),
    ("rules", True, "rules", "there is no rules version true"),
    ("options", [], "options", "an object was expected"),
    ("options", {"players": 7}, "options", "7 is not a value of players; choose from 2, 3."),
    ("options", {"colour": 7}, "options", "There is no option colour"),
    ("data", "x = 1", "data", "this game has no data file"),
    ("data", 3, "data", "a text was expected: the whole data file"),
    ("round", "1", "round", 'a whole number was expected, not "1"'),
    ("round", 9, "position", "there is no such round"),
    ("cards", ["gold"], "position", "everybody holds one card, or nobody any"),
    ("cards", ["gold", None], "cards[1]", "null is not one of gold, silver, lead"),
    ("cards", ["gold", "tin"], "cards[1]", '"tin" is not one of gold, silver, lead'),
    ("drafts", {"ann": {"gold": 5}}, "position", "everybody has four coins"),
    ("drafts", {"ann": {"gold": -1}}, "drafts.ann.gold", "a number from 0 was expected, not -1"),
    ("drafts", {"cas": {}}, "drafts", '"cas" is not one of ann, bob'),
    ("drafts", {}, "position", "who is done has put four coins"),
    ("phases", {}, "phases", "a list was expected"),
    ("phases", [], "phases", "a game has either phases or a result"),
    ("phases", ["Placing"], "phases[0].phase", "null is not one of Doubling, Placing"),
    ("phases.0.phase", "Auction", "phases[0].phase", '"Auction" is not one of Doubling, Placing'),
    ("phases.0.double", "tin", "phases[0].double", '"tin" is not one of gold, silver, lead'),
    ("phases.0.double", None, "phases[0].double", "null is not one of gold, silver, lead"),
    ("phases.0.done", "bob", "phases[0].done", "a list was expected"),
    ("phases.0.done", ["bob", "bob"], "position", "the seats that are done stand in order"),
    ("phases.0.extra", 1, "phases[0].extra", "there is no such field"),
    ("result", {}, "result", "winners is missing"),
    (
        "result",
        {"winners": ["ann"], "ranks": [1, 2], "points": [3, 0]},
        "phases",
        "a game has either phases or a result",
    ),
    ("strange", 1, "strange", "there is no such field"),
]


@pytest.mark.parametrize(
    ("path", "value", "place", "problem"),
    CASKETS_FAULTS,
    ids=[f"{path}={value}" for path, value, _, _ in CASKETS_FAULTS],
)
def test_a_broken_form_is_refused_at_its_place(
    path: str, value: object, place: str, problem: str
) -> None:
    form = change(placing(), path, value)
    with pytest.raises(BadForm) as caught:
        caskets.Caskets.from_plain(caskets.GAME, form)
    assert caught.value.at == place
    assert str(caught.value.problem).startswith(problem)


@pytest.mark.parametrize("name", list(placing()))
def test_every_field_is_needed(name: str) -> None:
    form = placing()
    del form[name]
    with pytest.raises(BadForm, match=f"{name} is missing"):
        caskets.Caskets.from_plain(caskets.GAME, form)


@pytest.mark.parametrize("form", [None, 3, "x", [], True])
def test_a_form_is_an_object(form: object) -> None:
    with pytest.raises(BadForm, match="an object with names as keys was expected"):
        caskets.Caskets.from_plain(caskets.GAME, form)


def test_a_position_where_nobody_has_to_decide_is_not_at_rest() -> None:
    form = change(placing(), "phases.0.done", ["ann", "bob"])
    form["drafts"]["ann"] = {"gold": 4}
    with pytest.raises(BadForm, match="not a complete position"):
        caskets.Caskets.from_plain(caskets.GAME, form)


def test_a_question_that_public_facts_exclude_is_not_at_rest() -> None:
    form = change(marching(), "spent", ["left", "middle"])
    form["vetoes"] = {}
    with pytest.raises(BadForm, match="not a complete position"):
        turncoat.Turncoat.from_plain(turncoat.GAME, form)


def test_phases_that_cannot_stand_on_one_another_are_refused() -> None:
    form = marching()
    form["phases"].reverse()
    with pytest.raises(BadForm, match="position: "):
        turncoat.Turncoat.from_plain(turncoat.GAME, form)


def test_a_rule_that_breaks_down_on_a_strange_position_is_a_bad_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Errors in rules that a game's own checks do not prevent are not tracebacks."""
    form = turncoat.GAME.start({}, "pin").plain()
    monkeypatch.setattr(turncoat.March, "ask", lambda self, s: s.leaders[99])
    with pytest.raises(BadForm, match="these phases are not possible in this position"):
        turncoat.Turncoat.from_plain(turncoat.GAME, form)


def test_a_dead_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    form = placing()
    monkeypatch.setattr(caskets.Placing, "legal", lambda self, s, seat: ())
    with pytest.raises(BadForm, match="the game could not go on from here"):
        caskets.Caskets.from_plain(caskets.GAME, form)


def test_options_left_out_of_a_form_have_their_defaults() -> None:
    form = change(placing(), "options", {})
    assert caskets.Caskets.from_plain(caskets.GAME, form).plain() == placing()


def test_a_finished_game_is_a_position_too() -> None:
    state = caskets.GAME.start({}, "pin")
    while state.asked:
        state.apply(state.legal()[0], state.asked[0].seat)
    again = caskets.Caskets.from_plain(caskets.GAME, state.plain())
    assert again.result == state.result
    assert again.asked == ()


@pytest.mark.parametrize(
    ("game", "partial", "check"),
    [
        (caskets.GAME, {"round": 2}, lambda state: state.round == 2),
        (
            find("spada"),
            {
                "hands": {"black": {"grain": 3}, "white": {"riches": 1}},
                "agenda": "war-privilege",
                "phases": [
                    {"phase": "Year", "season": 2},
                    {"phase": "Auction", "bidders": ["black", "white"], "turn": "black",
                     "highest": 0},
                ],
            },
            lambda state: state.size(1) == 3 and sum(state.deck) == 64,
        ),
    ],
    ids=["caskets", "spada"],
)  # fmt: skip
def test_a_game_completes_a_partial_position(
    game: Any, partial: Form, check: Callable[[Any], bool]
) -> None:
    frame = game.blank({}, "").frame
    state = game.state.from_plain(game, game.complete(frame, partial))
    assert check(state)


def test_the_order_of_keys_does_not_matter() -> None:
    form = placing()
    names = list(form)
    random.Random(1).shuffle(names)
    shuffled = {name: form[name] for name in names}
    state = caskets.Caskets.from_plain(caskets.GAME, shuffled)
    assert list(state.plain()) == list(form)

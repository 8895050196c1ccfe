"""Regression tests: faults that were found once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chancery.core import BadForm
from chancery.core.words import SeatName, T
from chancery.games import find
from chancery.table import BadRecord, Sitting, dumps, loads
from chancery.table.record import to_plain
from chancery.table.script import ScriptError, run
from tests.table.named_games import find_game
from tests.tiny import caskets

SPADA = find("spada")


@pytest.mark.parametrize("name", [[], {}])
def test_a_phase_whose_name_is_no_text_is_a_bad_form(name: Any) -> None:
    form = {**caskets.GAME.start({}, "1").plain(), "phases": [{"phase": name}]}
    with pytest.raises(BadForm):
        caskets.Caskets.from_plain(caskets.GAME, form)


@pytest.mark.parametrize(
    "top",
    [
        {"phase": "Summer", "turn": None, "left": 2, "looted": []},
        {"phase": "Privilege", "seat": None},
    ],
)
def test_a_position_that_asks_nobody_is_a_bad_form(top: Any) -> None:
    form = {**SPADA.start({}, "1").plain(), "phases": [{"phase": "Year", "season": 3}, top]}
    with pytest.raises(BadForm):
        SPADA.state.from_plain(SPADA, form)


@pytest.mark.parametrize(
    "result",
    [
        {"winners": [], "ranks": [], "points": []},
        {"winners": [None], "ranks": [1, 2], "points": [0, 0]},
        {"winners": ["ann"], "ranks": [1], "points": [0, 0]},
    ],
)
def test_a_result_that_does_not_fit_the_table_is_a_bad_form(result: Any) -> None:
    form = {**caskets.GAME.start({}, "1").plain(), "phases": [], "result": result}
    with pytest.raises(BadForm):
        caskets.Caskets.from_plain(caskets.GAME, form)


def test_a_form_without_a_rules_version_is_a_bad_form() -> None:
    form = {**caskets.GAME.start({}, "1").plain(), "rules": None}
    with pytest.raises(BadForm):
        caskets.Caskets.from_plain(caskets.GAME, form)


def test_a_seed_that_is_no_unicode_is_a_bad_record() -> None:
    with pytest.raises(BadRecord):
        loads(json.dumps({**to_plain(Sitting(caskets.GAME, {}, "1")), "seed": "\ud800"}), find_game)


def test_nesting_that_just_parses_is_a_bad_record() -> None:
    record = to_plain(Sitting(caskets.GAME, {}, "1"))
    for depth in range(850, 1000):
        nest = "[" * depth + "]" * depth
        for name in ("seed", "names", "position", "game", "log"):
            text = json.dumps({**record, name: "@"}).replace('"@"', nest)
            with pytest.raises(BadRecord):
                loads(text, find_game)


@pytest.mark.parametrize("format_", [True, 1.0])
def test_the_format_is_a_whole_number(format_: Any) -> None:
    with pytest.raises(BadRecord):
        loads(
            json.dumps({**to_plain(Sitting(caskets.GAME, {}, "1")), "chancery": format_}), find_game
        )


def test_no_seat_is_not_the_last_seat() -> None:
    assert str(T("{seat}", seat=SeatName(-1))) == "–"


def test_long_names_survive_a_round_trip() -> None:
    sitting = Sitting(caskets.GAME, {}, "1", names=["x" * 99, "y"])
    assert loads(dumps(sitting), find_game).names == sitting.names


def test_the_same_list_counts_once_after_the_table_was_opened_again() -> None:
    sitting = Sitting(caskets.GAME, {}, "1")
    sitting.act(0, "double gold")
    question = sitting.question(0)
    first = sitting.act(0, ["put gold", "put lead"], question)
    again = loads(dumps(sitting), find_game).act(0, ["put gold", "put lead"], question)
    assert again == first._replace(again=True)


def test_a_longer_list_than_was_answered_is_not_the_same_answer() -> None:
    sitting = Sitting(caskets.GAME, {}, "1")
    sitting.act(0, "double gold")
    question = sitting.question(0)
    sitting.act(0, "put gold", question)
    with pytest.raises(Exception, match="That decision has passed"):
        sitting.act(0, ["put gold", "put lead"], question)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "game spada\nexpect year.foo = 1",
        "game spada\nexpect year[0] = 1",
        "game spada\nexpect phases.x = 1",
        "game spada\nexpect nosuchfield = 0",
        "game spada\ngiven year = 1\ngiven year.x = 2\nexpect year = 1",
        "game spada\ngiven hands = 7\nexpect year = 1",
        "game spada\ngiven hands.black = 7\nexpect year = 1",
        "game spada\ngiven agenda = 7\nexpect year = 1",
        "game spada\nexpect year = 1\ngiven year = 5",
        "game spada\nexpect year = 1\nchance 1 2",
    ],
)
def test_a_broken_script_is_a_script_error(text: Any) -> None:
    with pytest.raises(ScriptError):
        run(text, find_game)


def test_chance_is_for_the_whole_line_of_actions() -> None:
    sitting = run(
        "game caskets cards=no\nann: double gold; put gold; put gold; put gold; put gold; done\n"
        "chance 2 0 1\nbob: put lead; put lead; put lead; put lead; done",
        find_game,
    )
    assert [entry.luck for entry in sitting.log if entry.luck] == [(2, 0, 1)]


def test_the_record_of_a_script_with_chance_loads() -> None:
    sitting = run(
        "game caskets cards=no\nann: double gold; put gold; put gold; put gold; put gold; done\n"
        "bob: put lead; put lead; put lead; put lead\nchance 2 0 1\nbob: done",
        find_game,
    )
    assert loads(dumps(sitting), find_game).state == sitting.state

"""Records: files survive a round trip, and faults in them are reported by line."""

from __future__ import annotations

import json
import random
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.core import Refusal
from chancery.core.chance import commitment
from chancery.games import find
from chancery.table import BadRecord, Sitting, dumps, loads
from chancery.table.record import from_plain, running_sum, to_plain
from tests.table.named_games import GAMES, find_game
from tests.tiny import caskets, turncoat

Record = dict[str, Any]


def played(name: str, seed: str | None = "1", actions: int = 60, **options: object) -> Sitting:
    """Return a table after random actions and undos."""
    dice = random.Random(f"{name} {seed}")
    sitting = Sitting(GAMES[name], options, seed)
    for _ in range(actions):
        if not sitting.state.asked:
            break
        seat = dice.choice(sitting.state.asked).seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
        try:
            if dice.random() < 0.2:
                sitting.undo(seat)
        except Refusal:
            continue
    return sitting


def fault(record: Record | str) -> BadRecord:
    """Return the fault that is found in a record."""
    text = record if isinstance(record, str) else json.dumps(record)
    with pytest.raises(BadRecord) as caught:
        loads(text, find_game)
    return caught.value


# -- round trips -----------------------------------------------------------------------


@pytest.mark.parametrize("name", list(GAMES))
@given(seed=st.integers(0, 10**6).map(str), length=st.integers(0, 60))
def test_a_record_survives_a_round_trip(name: str, seed: str, length: int) -> None:
    sitting = played(name, seed, length)
    text = dumps(sitting)
    again = loads(text, find_game)
    assert dumps(again) == text
    assert again.state == sitting.state
    for viewer in (None, *range(len(sitting.seats))):
        assert again.events(viewer) == sitting.events(viewer)


def test_a_loaded_table_plays_on_identically() -> None:
    one = played("turncoat", "7", 6)
    two = loads(dumps(one), find_game)
    for sitting in (one, two):
        while sitting.state.asked:
            seat = sitting.state.asked[0].seat
            sitting.act(seat, sitting.state.legal(seat)[0], sitting.question(seat))
    assert dumps(one) == dumps(two)


def test_a_record_is_readable_one_line_for_each_action() -> None:
    sitting = Sitting(caskets.GAME, {}, "pin", names=["Anna", "Bruno"])
    sitting.act(0, ["double gold", "put lead"])
    sitting.undo(0)
    lines = dumps(sitting).splitlines()
    assert lines[0] == "{"
    assert lines[1] == ' "chancery": 1,'
    assert lines[2] == ' "game": "caskets",'
    assert ' "seed": "pin",' in lines
    assert ' "names": ["Anna", "Bruno"],' in lines
    at = lines.index(' "log": [')
    assert lines[at + 1].startswith('  {"seat": "ann", "act": "double gold", "sum": "')
    assert lines[at + 3].startswith('  {"seat": "ann", "undo": true, "sum": "')


def test_names_in_any_script_survive() -> None:
    sitting = Sitting(caskets.GAME, {}, "1", names=["Зоя", "{n} “x”\n"])
    assert loads(dumps(sitting), find_game).names == sitting.names


def test_options_survive_a_round_trip() -> None:
    again = loads(dumps(played("caskets", "1", 9, players=3, cards=False)), find_game)
    assert again.start.options == {"players": 3, "rounds": 2, "cards": False}


def test_an_older_rules_version_stays_what_it_is() -> None:
    sitting = Sitting(caskets.GAME, {}, "1", rules=1)
    again = loads(dumps(sitting), find_game)
    assert again.state.rules == 1


@pytest.mark.parametrize("name", list(GAMES))
def test_without_a_seed_a_record_replays_from_its_outcomes(name: str) -> None:
    sitting = played(name, None)
    record = to_plain(sitting)
    assert record["seed"] is None
    again = loads(dumps(sitting), find_game)
    assert again.state == sitting.state
    assert to_plain(again) == record


def test_a_seed_can_be_taken_out_of_a_record() -> None:
    """So the record of a running game can be shared without revealing future draws."""
    sitting = played("turncoat", "1")
    record = {**to_plain(sitting), "seed": None}
    assert from_plain(record, find_game).state == sitting.state


def test_a_given_position_is_in_the_record() -> None:
    form = played("caskets", "4", 7).state.plain()
    sitting = Sitting(caskets.GAME, position=form)
    seat = sitting.state.asked[0].seat
    sitting.act(seat, sitting.state.legal(seat)[0])
    record = to_plain(sitting)
    assert record["position"] == form
    again = from_plain(record, find_game)
    assert again.state == sitting.state
    assert again.start.plain() == form


def test_a_data_file_is_stored_with_its_comments() -> None:
    spada = GAMES["spada"]
    data = "# corrected by hand\n" + (spada.shipped_data() or "")
    sitting = Sitting(spada, {}, "1", data=data)
    assert to_plain(sitting)["data"] == data
    again = loads(dumps(sitting), find_game)
    assert again.start.frame.data == data
    assert again.state == sitting.state


@pytest.mark.parametrize("name", ["spada", "revolution"])
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (".".join("a" * 1_000) + " = 1", "at most 3 dots"),
        (".".join("a" * 20_000) + " = 1", "line 1: at most 3 dots|characters"),
        ("a = " + "[" * 900, "brackets may be nested"),
        ("a = " + "9" * 900, "a number has at most 20 characters"),
        ("#" * 900_000, "at most .* characters"),
        ("# \ud800", "a character that no text may contain"),
        ("a = 1", "is missing|no such field"),
    ],
)
def test_a_hostile_data_file_in_a_record_is_a_clear_fault(
    name: str, data: str, problem: str
) -> None:
    """The fault is reported both beside a log and in a position."""
    game = find(name)
    sitting = Sitting(game, {}, "1")
    record = {**to_plain(sitting), "data": data}
    placed = {**to_plain(sitting), "position": {**sitting.state.plain(), "data": data}}
    for text in (json.dumps(record), json.dumps(placed)):
        tracemalloc.start()
        try:
            with pytest.raises(BadRecord, match=problem):
                loads(text, find)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 12 * len(text) + 3_000_000


def test_our_own_data_file_is_not_stored() -> None:
    assert to_plain(Sitting(GAMES["spada"], {}, "1"))["data"] is None


def test_optional_fields_of_a_handwritten_record() -> None:
    """Without sums, digest and chance that follows from the seed, the game is still replayed."""
    log = [{"seat": "ann", "act": "double gold"}, {"seat": "bob", "act": "Put Lead"}]
    record = {
        "chancery": 1, "game": "caskets", "rules": 2, "options": {}, "seed": "1", "log": log,
    }  # fmt: skip
    sitting = from_plain(record, find_game)
    assert [str(entry.action) for entry in sitting.log] == ["double gold", "put lead"]
    assert sitting.names == ("", "")


# -- truncated -------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(GAMES))
def test_a_record_truncated_anywhere_is_refused_with_a_line(name: str) -> None:
    text = dumps(played(name))
    for length in range(0, len(text) - 2, 50):
        found = fault(text[:length])
        line = text[:length].rstrip().count("\n") + 1
        assert f"line {line}" in str(found), (length, str(found))
        assert found.entry is None


def test_a_truncated_record_is_reported_as_truncated() -> None:
    text = dumps(Sitting(caskets.GAME, {}, "a long seed"))
    for last in ('"log": [', '"game":', "a long se"):
        cut = text[: text.index(last) + len(last)]
        line = cut.count("\n") + 1
        assert str(fault(cut)) == (
            f"The record breaks off in line {line}; the end of the file is missing."
        )


@pytest.mark.parametrize("text", ["hello", "<html>", "{'chancery': 1}", "PK\x03\x04", "{]}", ""])
def test_invalid_json_is_refused(text: str) -> None:
    assert str(fault(text)).startswith("Not a record: line 1, column")


@pytest.mark.parametrize("text", ["[]", "{}", "3", "null", '"chancery"', '["chancery"]'])
def test_json_of_another_kind_is_refused(text: str) -> None:
    assert str(fault(text)) == "Not a record: the field “chancery” is missing."


def test_a_huge_file_is_refused_unread() -> None:
    assert str(fault(" " * 4_000_001)) == "The file is too large for a record."


def test_a_log_longer_than_any_game_is_refused_before_it_is_played() -> None:
    record = {**to_plain(Sitting(find("spada"))), "log": [{"seat": "nobody"}] * 20_001}
    assert str(fault(record)) == "The log has 20001 lines; no game has more than 20000."


# -- changed ---------------------------------------------------------------------------


def log_of_seven() -> Record:
    """Return a log of seven lines: Ann doubles; both put coins; nothing is revealed yet."""
    sitting = Sitting(caskets.GAME, {}, "pin")
    sitting.act(0, ["double gold", "put gold", "put silver"])
    sitting.act(1, ["put lead", "put lead", "put gold"])
    sitting.undo(1)
    return to_plain(sitting)


def with_luck() -> Record:
    """Return a record of Turncoat up to the first die, in the third line of the log."""
    sitting = Sitting(turncoat.GAME, {}, "pin")
    sitting.act(0, "play 8")
    sitting.act(1, "allow")
    sitting.act(2, "allow")
    sitting.act(1, "play 5")
    return to_plain(sitting)


def summed_again(record: Record) -> Record:
    """Return the record with sums that match its lines, like a careful forgery."""
    sum_ = ""
    for line in record["log"]:
        line.pop("sum", None)
        sum_ = running_sum(sum_, line)
        line["sum"] = sum_
    return record


def change_action(log: list[Record]) -> None:
    log[3]["act"] = "put gold"


def change_seat(log: list[Record]) -> None:
    log[3]["seat"] = "ann"


def remove_line(log: list[Record]) -> None:
    del log[3]


def swap_lines(log: list[Record]) -> None:
    log[3], log[4] = log[4], log[3]


def double_line(log: list[Record]) -> None:
    log.insert(3, dict(log[2]))


def add_chance(log: list[Record]) -> None:
    log[3]["chance"] = [0]


def change_sum(log: list[Record]) -> None:
    log[3]["sum"] = "00000000"


def replace_by_undo(log: list[Record]) -> None:
    log[3] = {"seat": "bob", "undo": True, "sum": log[3]["sum"]}


@pytest.mark.parametrize(
    "edit",
    [
        change_action, change_seat, remove_line, swap_lines, double_line, add_chance, change_sum,
        replace_by_undo,
    ],
)  # fmt: skip
def test_a_change_in_the_middle_is_found_at_its_line(edit: Callable[[list[Record]], None]) -> None:
    record = log_of_seven()
    edit(record["log"])
    found = fault(record)
    assert found.entry == 4
    assert str(found).startswith("Line 4 of the log (")
    assert "has been changed or is missing" in str(found)


def test_another_outcome_of_chance_is_found_at_its_line() -> None:
    record = with_luck()
    assert len(record["log"][2]["chance"]) == 1
    record["log"][2]["chance"] = [(record["log"][2]["chance"][0] + 1) % 6]
    assert fault(record).entry == 3


def test_a_forged_outcome_does_not_match_the_seed() -> None:
    record = with_luck()
    record["log"][2]["chance"] = [(record["log"][2]["chance"][0] + 1) % 6]
    found = fault(summed_again(record))
    assert found.entry == 3
    assert "the seed gives a different result" in str(found)


@pytest.mark.parametrize(
    ("outcomes", "problem"),
    [
        ([], "more often than the record says"),
        ([0, 0], "less often than the record says"),
        ([6], "chance could not have brought 6"),
        ([-1], "chance could not have brought -1"),
        ("3", "a list of outcomes of chance was expected"),
        ([True], "a list of outcomes of chance was expected"),
        ([1.0], "a list of outcomes of chance was expected"),
        (None, "a list of outcomes of chance was expected"),
    ],
)
def test_an_impossible_outcome_without_a_seed_is_found_at_its_line(
    outcomes: object, problem: str
) -> None:
    record = {**with_luck(), "seed": None}
    record["log"][2]["chance"] = outcomes
    found = fault(summed_again(record))
    assert found.entry == 3
    assert problem in str(found)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"seat": "bob", "act": "double gold"}, "belongs to the doubling"),
        ({"seat": "bob", "act": "done"}, "You still have 4 coins"),
        ({"seat": "bob", "act": "put tin"}, "There is no action “put tin” in this game"),
        ({"seat": "bob", "act": 7}, "an action was expected"),
        ({"seat": "bob", "act": None}, "an action was expected"),
        ({"seat": "bob", "chance": []}, "an action was expected"),
        ({"seat": "bob", "undo": True}, "You have nothing to undo"),
        ({"seat": "cas", "act": "put gold"}, '"cas" is not one of ann, bob'),
        ({"seat": 1, "act": "put gold"}, "1 is not one of ann, bob"),
        ({"seat": ["bob"], "act": "put gold"}, "is not one of ann, bob"),
        ({"seat": "bob"}, "not a line of a log"),
        ({"act": "put gold"}, "not a line of a log"),
        ({"seat": "bob", "act": "put gold", "why": ""}, "not a line of a log"),
        ("put gold", "not a line of a log"),
        (None, "not a line of a log"),
        ([], "not a line of a log"),
    ],
)
def test_an_impossible_line_is_named(line: Any, problem: str) -> None:
    """Line 4 is Bob's first line."""
    record = log_of_seven()
    record["log"][3:] = [line]
    for entry in record["log"]:
        if isinstance(entry, dict):
            entry.pop("sum", None)
    found = fault(record)
    assert found.entry == 4
    assert problem in str(found)


def test_a_log_cut_short_leads_to_another_position_than_it_says() -> None:
    record = log_of_seven()
    del record["log"][-1]
    found = fault(record)
    assert found.entry is None
    assert "leads to a different position than the record says" in str(found)


@pytest.mark.parametrize("digest", ["", "0" * 24])
def test_another_digest_is_found(digest: str) -> None:
    assert "leads to a different position" in str(fault({**log_of_seven(), "digest": digest}))


def test_another_seed_is_found() -> None:
    assert "the seed gives a different result" in str(fault({**log_of_seven(), "seed": "other"}))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"players": 3}, "chance: the seed gives a different result"),
        ({"rounds": 3}, "leads to a different position"),
        ({"players": 9}, "9 is not a value of players"),
        ({"players": "2"}, "2 is not a value of players"),
        ({"colour": "red"}, "There is no option colour"),
    ],
)
def test_other_options_are_found(options: Record, problem: str) -> None:
    record = log_of_seven()
    record["options"] = {**record["options"], **options}
    assert problem in str(fault(record))


def test_other_chance_at_the_set_up_is_found() -> None:
    record = log_of_seven()
    assert record["chance"] == [1, 0]
    assert "chance: the seed gives" in str(fault({**record, "chance": [0, 0]}))
    assert "chance could not have" in str(fault({**record, "chance": [9, 9], "seed": None}))
    assert "more often" in str(fault({**record, "chance": [1], "seed": None}))
    assert "less often" in str(fault({**record, "chance": [1, 0, 0], "seed": None}))


def test_a_position_played_with_other_options_is_found() -> None:
    form = Sitting(caskets.GAME, {}, "1").state.plain()
    record = {**to_plain(Sitting(caskets.GAME, position=form)), "options": {"rounds": 3}}
    assert "it was played with other options or rules" in str(fault(record))


def test_a_broken_position_is_named_with_its_place() -> None:
    form = Sitting(caskets.GAME, {}, "1").state.plain()
    record = to_plain(Sitting(caskets.GAME, position=form))
    record["position"] = {**form, "round": "one"}
    assert 'round: a whole number was expected, not "one"' in str(fault(record))


# -- the head --------------------------------------------------------------------------


def test_an_unknown_game_is_named() -> None:
    assert 'there is no game "chess"' in str(fault({**log_of_seven(), "game": "chess"}))


@pytest.mark.parametrize("format_", [2, 0, "1", None, [1]])
def test_another_format_is_named(format_: object) -> None:
    found = fault({**log_of_seven(), "chancery": format_})
    assert str(found) == (f"A record of format {json.dumps(format_)}; this program reads format 1.")


def test_newer_rules_are_named() -> None:
    found = fault({**log_of_seven(), "rules": 3})
    assert "there is no rules version 3; this program knows 1 to 2" in str(found)


def test_older_rules_lead_to_another_position() -> None:
    assert "a different position" in str(fault({**log_of_seven(), "rules": 1}))


@pytest.mark.parametrize("name", ["chancery", "game", "rules", "options", "log"])
def test_required_fields(name: str) -> None:
    record = log_of_seven()
    del record[name]
    assert "missing" in str(fault(record))


def test_a_field_that_does_not_exist_is_named() -> None:
    assert "winner: there is no such field" in str(fault({**log_of_seven(), "winner": "ann"}))


STRANGE: list[Any] = [
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    "",
    "x",
    [],
    [None],
    {},
    {"x": []},
    "\x00",
    [[[]]],
]


@pytest.mark.parametrize("name", list(log_of_seven()))
def test_the_wrong_type_anywhere_in_the_head_is_a_bad_record_or_harmless(name: str) -> None:
    for strange in STRANGE:
        try:
            sitting = from_plain({**log_of_seven(), name: strange}, find_game)
        except BadRecord as found:
            text = str(found)
        else:
            text = dumps(sitting)
        assert text


@pytest.mark.parametrize("names", [["Anna"], ["a", "b", "c"], [1, 2], "ab", {"ann": "Anna"}, None])
def test_names_are_a_text_for_each_seat(names: object) -> None:
    assert "names" in str(fault({**log_of_seven(), "names": names}))


# -- hostile ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "nesting", ["[" * 100_000, "[" * 5000 + "]" * 5000, '{"a":' * 5000, '"[",' + "[" * 41]
)
def test_deep_nesting_is_refused(nesting: str) -> None:
    assert str(fault(nesting)) == "Not a record: no program could have written this."


def test_brackets_in_a_name_are_not_nested() -> None:
    sitting = Sitting(caskets.GAME, names=["[" * 50, '\\"[' + "{" * 50])
    assert loads(dumps(sitting), find_game).names == sitting.names


@pytest.mark.parametrize("number", ["9" * 5000, "1e999", "-Infinity", "NaN", "9" * 400])
@pytest.mark.parametrize("name", ["rules", "seed", "log", "chance", "names", "digest", "position"])
def test_huge_and_strange_numbers_are_refused(name: str, number: str) -> None:
    text = json.dumps({**log_of_seven(), name: "@"}).replace('"@"', number)
    assert str(fault(text))


def test_a_huge_outcome_of_chance_is_refused() -> None:
    record = {**with_luck(), "seed": None}
    record["log"][2]["chance"] = [10**400]
    assert fault(summed_again(record)).entry == 3


def test_a_fault_shows_only_the_beginning_of_a_long_text() -> None:
    record = log_of_seven()
    record["log"][3] = {"seat": "bob", "act": "z" * 10_000}
    assert len(str(fault(record))) < 300
    assert len(str(fault({**log_of_seven(), "game": "z" * 10_000}))) < 300


def test_every_fault_is_translated() -> None:
    found = fault({**log_of_seven(), "game": "chess"})
    for language in ("en", "it"):
        assert caskets.GAME.speaker(language).say(found.text())


# -- the published digest of the seed -----------------------------------------------------


def committed(seed: str | None) -> Record:
    """Return a record of a table that published the digest of its seed, as on the site."""
    sitting = played("caskets", seed)
    sitting.committed = seed is not None
    return to_plain(sitting)


def test_a_record_shows_the_digest_that_was_shown_at_the_table() -> None:
    record = committed("pin")
    assert record["commitment"] == commitment("pin")
    again = from_plain(record, find_game)
    assert again.commitment == commitment("pin")
    assert to_plain(again) == record
    assert "commitment" not in to_plain(played("caskets", "pin"))


def test_a_seed_that_does_not_match_its_commitment() -> None:
    """The game was played with a seed other than that of the published digest."""
    record = {**committed("pin"), "commitment": commitment("other")}
    assert "the seed is not the one whose digest was shown" in str(fault(record))


def test_a_commitment_without_its_seed_proves_nothing() -> None:
    record = {**committed("pin"), "seed": None}
    assert from_plain(record, find_game).commitment is None


# -- which players are bots ------------------------------------------------------------


def test_a_record_says_who_is_a_bot() -> None:
    sitting = Sitting(caskets.GAME, {}, "pin", names=["Anna (random)", ""], bots=[None, "random"])
    text = dumps(sitting)
    again = loads(text, find_game)
    assert again.bots == (None, "random")
    assert dumps(again) == text
    assert again.fork().bots == again.until(0).bots == again.bots


def test_old_records_do_not_say_who_is_a_bot() -> None:
    record = log_of_seven()
    assert "bots" not in record
    assert from_plain(record, find_game).bots == ()


@pytest.mark.parametrize("bots", [None, "random", [None], [None, 1], [None, ""], {"0": "x"}])
def test_invalid_bots(bots: object) -> None:
    assert "bots" in str(fault({**log_of_seven(), "bots": bots}))

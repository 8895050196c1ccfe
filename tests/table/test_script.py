"""Scripts: worked examples that run and report the line that does not hold."""

from __future__ import annotations

import pytest

from chancery.table.script import ScriptError, run
from tests.table.named_games import find_game


def test_a_script_plays_and_checks() -> None:
    sitting = run(
        """
        # Caskets, first round
        game caskets players=2 cards=no
        seed 1
        seat bob is Bruno

        ann may: double gold; double silver; double lead
        Bruno cannot double gold: NotAsked
        ann: double lead
        happened Doubled seat=ann casket=lead

        ann: put gold; put gold; put gold     # three at once
        expect drafts.ann = {"gold": 3}
        expect drafts.ann.gold = 3
        expect drafts.Bruno.gold = 0
        ann sees draft.gold = 3
        Bruno sees draft = {}
        ann cannot done: CoinsLeft 3
        ann: PUT lead
        ann cannot put gold: NoCoinLeft
        ann: done
        expect phases[0].done = ["ann"]
        expect phases[-1].done[0] = ann
        happened Closed seat=ann
        ann cannot done: NotAsked
        """,
        find_game,
    )
    assert sitting.state.drafts == [3, 0, 1, 0, 0, 0]


def test_chance_is_what_the_script_says() -> None:
    sitting = run(
        """
        game caskets cards=no
        ann: double gold; put gold; put gold; put gold; put gold; done
        bob: put lead; put lead; put lead; put lead
        chance 2 0 1
        bob: done
        happened CasketWon casket=gold seat=ann n=6
        happened CasketTied casket=silver
        happened CasketWon casket=lead seat=bob n=2
        expect points = {"ann": 6, "bob": 2}
        """,
        find_game,
    )
    assert sitting.log[-1].luck == (2, 0, 1)


def test_a_given_position_is_completed_by_the_game() -> None:
    sitting = run(
        """
        game spada players=3
        seat black is Guido
        given hands.Guido = {"grain": 2}
        given hands.white = {"knights": 1}
        given agenda = war-cathedral
        given phases = [{"phase": "Year", "season": 2}, {"phase": "Auction", "bidders": ["black", "white"], "turn": "Guido", "highest": 0}]
        expect hands.yellow = {}
        Guido sees sizes.black = 2
        Guido may: add grain; pass
        """,  # noqa: E501
        find_game,
    )
    assert sitting.state.asked[0].seat == 1
    assert sitting.position is not None


def test_an_older_rules_version_can_be_asked_for() -> None:
    assert run("game caskets rules=1\nexpect round = 1", find_game).state.rules == 1


def test_undo_can_be_expected_to_be_refused() -> None:
    sitting = run("game turncoat\nleft cannot undo: NothingToUndo", find_game)
    assert not sitting.log


def test_the_script_gives_the_table_as_it_stands_at_its_end() -> None:
    sitting = run("game caskets\nann: double gold", find_game)
    assert [str(entry.action) for entry in sitting.log] == ["double gold"]


BROKEN = [
    # name, last line, message
    ("a line that is none", "ann dances", "not a line of a script"),
    ("a seat that is none", "dan: double gold", "There is no seat dan; the seats are ann, bob"),
    ("an action that is none", "ann: double tin", "There is no action “double tin”"),
    ("an action that is refused", "ann: done", "“done” belongs to the placing of coins"),
    ("the wrong seat", "bob: double gold", "It isn’t "),
    ("the second of two actions", "ann: double gold; done", "You still have 4 coins"),
    ("a fact that does not hold", "expect round = 2", "it is 1"),
    ("a fact in a list", "expect cards[0] = tin", 'it is "'),
    ("a place beyond a list", "expect cards[7] = gold", "list index out of range"),
    ("a view that does not hold", "bob sees round = 2", "it is 1"),
    ("an event that did not happen", "happened Doubled seat=ann", "happened: ["),
    ("a legal list that is longer", "ann may: double gold", "legal: double gold; double lead"),
    ("a legal list that is empty", "bob may: put gold", "legal: "),
    ("what can be done after all", "ann cannot double gold: NotNow", "not refused"),
    ("another reason", "bob cannot double gold: NotNow", "refused, but as NotAsked"),
    ("another paragraph", "ann cannot done: Elsewhere 9.9", "refused by 3"),
    ("chance that is no number", "chance six", "invalid literal for int()"),
    ("chance that is not used", "chance 1\n        ann: double gold", "less often"),
    ("an option that is none", "game caskets colour=red", "colour"),
    ("a value that is none", "game caskets players=9", "9 is not a value of players"),
    ("a game that is none", "game chess", "chess"),
]


@pytest.mark.parametrize(
    ("line", "said"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_a_script_that_does_not_hold_names_the_line(line: str, said: str) -> None:
    text = f"""# A broken script
        game caskets

        {line}
        ann: this is never reached"""
    with pytest.raises(ScriptError) as caught:
        run(text, find_game)
    first, _, second = str(caught.value).partition("\n")
    number = 4 + line.count("\n")
    assert first == f"line {number}: {line.splitlines()[-1].strip()}"
    assert said in second


@pytest.mark.parametrize("line", ["expect round = 1", "ann: double gold", "ann may: double gold"])
def test_a_script_begins_with_its_game(line: str) -> None:
    with pytest.raises(ScriptError, match=r"line 1: .*\n.*a script begins with its game"):
        run(line, find_game)


def test_a_broken_position_is_named_at_the_line_that_first_needs_it() -> None:
    with pytest.raises(ScriptError, match=r"line 3: expect round = 9\n.*there is no such round"):
        run("game caskets\ngiven round = 9\nexpect round = 9", find_game)


def test_an_event_is_that_of_the_last_line_of_actions() -> None:
    script = "game caskets\nann: double gold\nann: put gold\nhappened Doubled"
    with pytest.raises(ScriptError, match="line 4: happened Doubled"):
        run(script, find_game)


def test_an_event_must_have_all_the_facts_at_once() -> None:
    script = "game caskets\nann: double gold\nhappened Doubled seat=ann casket=lead"
    with pytest.raises(ScriptError, match="line 3"):
        run(script, find_game)

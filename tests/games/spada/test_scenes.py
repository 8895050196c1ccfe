"""Tests of the scenes of the story, and of the summary of a finished game."""

import random
from collections import Counter
from typing import Any

import pytest

from chancery.core import NOBODY, Event, State
from chancery.games.spada.rules.events import (
    Attacked,
    Burned,
    Defenceless,
    Defended,
    DrewHidden,
    FarmBuilt,
    GameWon,
    HandShown,
    Plundered,
    PrivilegeRobbed,
    PrivilegesPaid,
    PrivilegeTaken,
    Won,
    Yielded,
)
from chancery.table.seated import Seated
from chancery.table.sitting import SeenEvent
from chancery.table.story import lines_of
from tests.games.spada.modes import GAME, MODES, mode_name, table
from tests.soaking import sample


def played(options: dict[str, Any], seed: str) -> tuple[State, list[Event]]:
    """Play a whole random game; return its end and all events."""
    dice = random.Random(seed)
    state = GAME.start(options, seed)
    events: list[Event] = []
    while state.asked:
        seat = dice.choice(state.asked).seat
        events += state.apply(dice.choice(state.legal(seat)), seat)
    return state, events


def numbered(events: list[Event], first: int = 0) -> list[tuple[int, Event]]:
    return list(enumerate(events, first))


# -- scenes ------------------------------------------------------------------------------


def test_an_attack_is_a_scene_when_it_has_been_answered() -> None:
    attack = [Attacked(0, 2)]
    assert not GAME.face.scenes(numbered(attack))
    assert not GAME.face.scenes(numbered([*attack, Yielded(2)]))  # the house is still to be chosen
    events = numbered([*attack, Yielded(2), Burned(2, 0), Plundered(0, 2)], 40)
    (scene,) = GAME.face.scenes(events)
    assert (scene.last, scene.kind) == (43, "fight")
    assert scene.focus == ("fief:yellow", "fief:white")
    assert str(scene.title) == "#1 attacks #3, and a house burns"
    assert [str(line) for line in scene.lines] == [str(event.text()) for _, event in events]
    assert scene.sides == (0, 2)
    (scene,) = GAME.face.scenes(numbered([*attack, Defended(2)]))
    assert (scene.last, str(scene.title)) == (1, "#3 drives off a knight of #1")


@pytest.mark.parametrize(
    "rest", [[Defended(2)], [Yielded(2), Burned(2, 1)], [Burned(2, 0), Plundered(0, 2)]]
)
def test_the_end_of_an_attack_that_was_read_before_is_told(rest: list[Event]) -> None:
    (scene,) = GAME.face.scenes(numbered(rest, 7))
    assert scene.last == 6 + len(rest)
    assert scene.kind == "fight"
    assert "fief:white" in scene.focus


def test_a_bribe_shows_the_cards_only_to_those_who_saw_them() -> None:
    event = HandShown(0, 1, (4, 0, 0, 3))
    for seat, known in ((0, True), (1, True), (2, False), (None, False)):
        face = event.seen_by(seat)
        assert face is not None
        (scene,) = GAME.face.scenes([(0, face)])
        assert ("4 grain" in str(scene.lines[0])) == known


def test_a_privilege_taken_from_another_is_his_loss() -> None:
    (scene,) = GAME.face.scenes([(3, PrivilegeRobbed(0, 1, 2))])
    assert (scene.last, scene.kind, str(scene.title)) == (3, "loss", "#3 loses a privilege")
    assert not GAME.face.scenes([(3, PrivilegeTaken(0, 1))])


def test_attacks_on_empty_hands_are_no_news_for_the_attacker() -> None:
    """Answers of other players are news for the attacker too."""
    (alone,) = GAME.face.scenes(numbered([Attacked(0, 2), Defenceless(2), Burned(2, 0)]))
    assert (alone.by, str(alone.title)) == (0, "#1 attacks #3, and a house burns")
    (answered,) = GAME.face.scenes(numbered([Attacked(0, 2), Yielded(2), Burned(2, 0)]))
    assert answered.by == NOBODY


def test_own_actions_are_not_scenes() -> None:
    sitting = table(
        {
            "phases": [
                {"phase": "Year", "season": 3},
                {"phase": "Summer", "turn": "yellow", "left": 4, "looted": []},
            ],
            "hands": {"yellow": {"knights": 2}, "white": {"grain": 1}},
        }
    )
    sitting.act(0, "attack black")
    sitting.act(0, "attack white")
    sitting.act(2, "yield")
    shown = {
        seat: [str(scene.title) for scene in Seated(sitting, seat, GAME.speaker("en")).scenes(0)]
        for seat in (0, 1, 2, 3, None)
    }
    black, white = (f"#1 attacks #{n}, and a house burns" for n in (2, 3))
    assert shown == {0: [white], 1: [black, white], 2: [black, white], 3: [black, white],
                     None: [black, white]}  # fmt: skip


def test_whole_games_have_their_scenes() -> None:
    kinds: Counter[str] = Counter()
    for mode in MODES[::5]:
        _, events = played(mode, "scenes")
        scenes = GAME.face.scenes(numbered(events))
        lasts = [scene.last for scene in scenes]
        assert lasts == sorted(set(lasts))
        assert sum(s.kind == "gain" for s in scenes) == sum(isinstance(e, Won) for e in events)
        answered = sum(isinstance(e, Burned | Defended) for e in events)
        assert sum(s.kind == "fight" for s in scenes) == answered
        assert scenes[-1].kind == "end"
        assert scenes[-1].last == len(events) - 1
        kinds.update(scene.kind for scene in scenes)
        # read line by line, nothing is shown twice and every attack has its end
        singly = [scene for line in numbered(events) for scene in GAME.face.scenes([line])]
        assert len({scene.last for scene in singly}) == len(singly)
    assert set(kinds) == {"fight", "stroke", "gain", "end"}


# -- the end -----------------------------------------------------------------------------


@pytest.mark.rule("spada", "end")
@pytest.mark.parametrize("mode", sample(MODES[::3], 4), ids=mode_name)
def test_points_by_source_are_those_of_the_result(mode: dict[str, Any]) -> None:
    state, events = played(mode, f"end {mode_name(mode)}")
    view = state.view(0)
    ending = GAME.face.ending(view, events)
    assert ending is not None
    assert state.result is not None
    points = sorted(state.result.points, reverse=True)
    assert [sum(n for _, n in bar.parts) for bar in ending.bars] == points
    assert not any(
        str(source) == "at the beginning" for bar in ending.bars for source, _ in bar.parts
    )
    assert ending.sentence == events[-1].text()
    assert tuple(GAME.face.score(view)) == state.result.points
    numbers = {str(name): str(value) for name, value in ending.numbers}
    assert numbers["Houses burned"] == str(sum(isinstance(event, Burned) for event in events))


def test_a_running_game_has_no_ending() -> None:
    assert GAME.face.ending(GAME.start({"players": 3}, "on").view(0), []) is None


def test_points_of_a_position_made_by_hand_have_a_source_too() -> None:
    """The roof is missing; white has 7 points of unknown source."""
    sitting = table(
        {
            "phases": [
                {"phase": "Year", "season": 2},
                {
                    "phase": "Auction",
                    "bidders": ["yellow", "white"],
                    "turn": "yellow",
                    "highest": 0,
                },
            ],
            "hands": {"yellow": {"grain": 1}},
            "agenda": "war-cathedral",
            "built": 5,
            "points": {"white": 7},
        }
    )
    sitting.act(0, "pass")
    state = sitting.state
    assert state.result is not None
    ending = GAME.face.ending(state.view(None), list(sitting.log[-1].events))
    assert ending is not None
    assert [(str(source), n) for source, n in ending.bars[0].parts] == [
        ("parts of the cathedral", 4),
        ("at the beginning", 7),
    ]


@pytest.mark.rule("spada", "end")
def test_the_reason_for_winning_is_given() -> None:
    assert "most points, 9" in str(GameWon((1,), 9, False).text())
    assert "but more cards" in str(GameWon((1,), 9, True).text())
    assert "#1 and #2" in str(GameWon((0, 1), 9, False).text())


@pytest.mark.rule("spada", "end")
def test_ties_name_the_tie_breaker() -> None:
    """Behind the winner three have the same points; two of them the same number of cards."""
    auction = {"phase": "Auction", "bidders": ["yellow", "white"], "turn": "yellow", "highest": 0}
    sitting = table(
        {
            "phases": [{"phase": "Year", "season": 2}, auction],
            "hands": {"yellow": {"grain": 1}, "black": {"grain": 3}, "orange": {"riches": 1}},
            "agenda": "war-cathedral",
            "built": 5,
            "points": {"white": 7, "yellow": 5, "black": 5, "orange": 5},
        }
    )
    sitting.act(0, "pass")
    ending = GAME.face.ending(sitting.state.view(None), list(sitting.log[-1].events))
    assert ending is not None
    notes = [str(bar.note or "") for bar in ending.bars]
    assert notes == [
        "",
        "As many points as #1, but more cards in hand: 3 to 1.",
        "As many points as #4, and as many cards in hand: a tie.",
        "",
    ]


# -- deeds -------------------------------------------------------------------------------


def deeds(*events: Event) -> list[str]:
    lines = lines_of(GAME.face, (SeenEvent(n, event, False) for n, event in enumerate(events)))
    return [str(GAME.face.deed(line.events).text) for line in lines]


def test_an_attack_with_its_outcome_is_one_line() -> None:
    attack = (Attacked(0, 2), Yielded(2), Burned(2, 0), Plundered(0, 2))
    assert len(deeds(*attack, Attacked(0, 2), Defended(2))) == 2
    assert deeds(*attack) == [" ".join(str(event.text()) for event in attack)]


def test_farms_of_one_player_are_one_line_and_so_is_an_income() -> None:
    assert deeds(FarmBuilt(0), FarmBuilt(0), FarmBuilt(1)) == [
        "#1 discards 2 grain and builds 2 farms.",
        "#2 discards 1 grain and builds a farm.",
    ]
    assert len(deeds(DrewHidden(1, 2), PrivilegesPaid(1, (1, 0, 0, 0)), DrewHidden(2, 1))) == 2

"""Parts of the page around the board: hands, dials, scenes and the end of the game."""

import itertools
import random
import re
from collections import Counter, defaultdict
from functools import cache
from typing import Any

import pytest

from chancery.core import Dial, Event, Heading
from chancery.games.revolution.board.factions import FACTION_NAMES, factions_of
from chancery.games.revolution.face.conflicts import conflict_picture
from chancery.games.revolution.rules.events import (
    BattleFought,
    CityCardMoved,
    CityTaken,
    ConflictFought,
    Intercepted,
    PartBegan,
    PointsCounted,
    SiegeLaid,
    Spilled,
    StoodOff,
    SurplusReturned,
    TurnBegan,
)
from chancery.games.revolution.rules.state import Revolution
from tests.games.revolution.positions import GAME, MODES, position
from tests.soaking import sample

SPEAKER = GAME.speaker()
FEWEST = 40  # answers to one question, each dial counted once


@cache
def played(seed: str, players: int = 5) -> tuple[Revolution, tuple[Event, ...]]:
    """Return the end of a random game and all of its events."""
    dice = random.Random(seed)
    state: Any = GAME.start({"players": players}, seed)
    events: list[Event] = list(state.events)
    while state.asked:
        seat = dice.choice(state.asked).seat
        events += state.apply(dice.choice(state.legal(seat)), seat)
    return state, tuple(events)


# -- hands -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_every_faction_of_the_reader_has_its_stores(players: int) -> None:
    state, _ = played("hands", players)
    for seat, name in enumerate(state.seats):
        hands = GAME.face.hands(state.view(seat), SPEAKER)
        assert [hand.key for hand in hands] == [FACTION_NAMES[f] for f in factions_of(name)]
        for hand, faction in zip(hands, factions_of(name), strict=True):
            facts = [str(fact) for fact in hand.facts]
            assert facts[0] == f"in stock {state.stock[faction]}"
            assert facts[1] == f"treasury {state.treasury[faction]}"
            assert facts[2] == f"armies left {state.armies_left(faction)}"
            assert not hand.groups  # the rest is on the board
    assert GAME.face.hands(state.view(None), SPEAKER) == ()


# -- dials -------------------------------------------------------------------------------


def dials_of(state: Revolution, seat: int) -> tuple[dict[str, list[Dial]], int]:
    """Return the dials of a question, and how many answers have none."""
    view = state.view(seat)
    dials: dict[str, list[Dial]] = defaultdict(list)
    others = 0
    for action in state.legal(seat):
        dial = GAME.face.dial(view, action)
        if dial is None:
            others += 1
        else:
            dials[dial.key].append(dial)
    return dials, others


@pytest.mark.parametrize("mode", sample(MODES[:4], 2))
def test_a_dial_holds_every_legal_number_once(mode: dict[str, Any]) -> None:
    dice = random.Random("dials")
    state: Any = GAME.start(mode, "dials")
    verbs = set()
    longest, shown = 0, 0
    while state.asked:
        seat = dice.choice(state.asked).seat
        dials, others = dials_of(state, seat)
        for key, places in dials.items():
            values = [dial.value for dial in places]
            assert values == list(range(values[0], values[0] + len(values)))
            assert len({dial.title for dial in places}) == 1
            assert sum(dial.stands for dial in places) <= 1
            verbs.add(key.split(":")[0])
        if dials and state.asked[0].name != "support":  # support offers many goals for each token
            longest = max(longest, len(state.legal(seat)))
            shown = max(shown, len(dials) + others)
        state.apply(dice.choice(state.legal(seat)), seat)
    assert verbs >= {"tax", "place", "put", "pay"}
    assert shown <= FEWEST < longest


def test_numbers_are_those_of_the_labels() -> None:
    view = GAME.start({}, "labels").view(0)
    seen = set()
    for action in GAME.notation:
        dial = GAME.face.dial(view, action) if action.verb != "put" else None
        if dial is not None and dial.value:
            assert str(dial.value) in str(GAME.face.label(action))
            seen.add(action.verb)
    assert seen == {"tax", "intercept", "bank", "place", "pay"}


# -- the log -----------------------------------------------------------------------------


def test_turns_and_their_parts_are_headings() -> None:
    _, events = played("hands")
    found = [(event, GAME.face.heading(event)) for event in events]
    assert all(
        (heading is not None and heading.level == 1) == isinstance(event, TurnBegan)
        and (heading == Heading(2)) == isinstance(event, PartBegan)
        for event, heading in found
    )
    turns = [event.turn for event in events if isinstance(event, TurnBegan)]
    assert turns == list(range(6))
    assert str(events[0].text()).startswith("The opening turn begins.")
    parts = [event.part for event in events if isinstance(event, PartBegan)]
    assert parts[:6] == [1, 3, 4, 5, 7, 8]  # §4.2.1: no taxes, armies and coins
    assert parts[6:] == list(range(9)) * 5  # §4.2.2


def test_lines_of_a_kind_are_one_scene() -> None:
    conflicts: list[Event] = [
        ConflictFought(p, 2, (2, 1, 0, 0, 0, 0), ((1,),), (2, 0, 0, 0, 0, 0)) for p in (0, 3)
    ]
    events = list(enumerate([*conflicts, PartBegan(5), CityTaken(1, 2, 0, 1, 0, 0)], 10))
    first, second = GAME.face.scenes(events)
    assert (first.last, first.kind, len(first.lines)) == (11, "fight", 3)
    assert (second.last, second.kind) == (13, "gain")
    assert str(first.lines[1]) == "Liège (limit 2): Catholics 2 left."
    assert [bool(drawn) for drawn in first.pictures] == [False, True, True]
    assert not second.pictures


def test_a_stand_off_is_told_before_the_armies_march_on() -> None:
    events = list(enumerate([StoodOff(3, (0, 1)), SiegeLaid(1, 0), PartBegan(5)], 10))
    assert [scene.last for scene in GAME.face.scenes(events)] == [10, 11]
    assert len(GAME.face.scenes(events[:1])) == 1  # at once, not with the sieges


def test_a_conflict_is_seen_token_by_token() -> None:
    """§6.11: the picture shows all tokens, and for the lost ones their round."""
    fought = ConflictFought(3, 4, (0, 0, 3, 4, 0, 1), ((2, 5), (2,), (3,)), (0, 0, 1, 3, 0, 0))
    drawn = conflict_picture(fought)
    tokens = re.findall(r"rv-token-(\w+)", drawn)
    assert Counter(tokens) == {"nobility": 3, "burghers": 4, "neutral": 1}
    assert drawn.count("rv-struck") == 4
    # owner by owner, the last loss first
    assert re.findall(r">(\d\.)<", drawn) == [
        "2.",
        "1.",
        "3.",
        "1.",
    ]


def test_coins_that_pass_are_no_scene() -> None:
    assert not GAME.face.scenes([(0, Intercepted(4, 1, 0))])
    assert len(GAME.face.scenes([(0, Intercepted(4, 1, 2))])) == 1


@pytest.mark.parametrize("players", [2, 5])
def test_every_turn_ends_with_its_points_and_the_game_with_its_winner(players: int) -> None:
    _, events = played("hands", players)
    scenes = GAME.face.scenes(list(enumerate(events)))
    assert scenes[-1].kind == "end"
    assert scenes[-1].last == len(events) - 1
    counts = [scene for scene in scenes if str(scene.title) == "The points of the turn"]
    assert len(counts) == 6
    lines = [line for scene in counts for line in scene.lines]
    points = [event.text() for event in events if isinstance(event, PointsCounted)]
    assert [line for line in lines if line in points] == points
    assert all(s.lines for s in scenes)
    assert [s.last for s in scenes] == sorted({s.last for s in scenes})  # each is acknowledged


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_turn_has_few_scenes_and_those_are_short(players: int) -> None:
    _, events = played("hands", players)
    scenes = GAME.face.scenes(list(enumerate(events)))
    begun = [number for number, event in enumerate(events) if isinstance(event, TurnBegan)]
    for first, last in itertools.pairwise((*begun, len(events))):
        here = [scene for scene in scenes if first <= scene.last < last]
        titles = [str(s.title) for s in here if "Huguenots" not in str(s.title)]
        assert len(titles) == len(set(titles)) <= 8
    assert max(len(scene.lines) for scene in scenes) <= 15


def test_gradual_changes_become_one_scene_at_their_end() -> None:
    events: list[tuple[int, Event]] = [
        (4, PartBegan(4)), (5, ConflictFought(0, 2, (2, 1), ((1,),), (2, 0))),
        (6, Spilled(0, 1, 2, False)), (9, SurplusReturned(3, 1, 2)),
    ]  # fmt: skip
    assert [str(s.title) for s in GAME.face.scenes(events)] == ["Conflict in the provinces"]
    _, overflow = GAME.face.scenes([*events, (10, PartBegan(5))])
    assert (overflow.last, len(overflow.lines)) == (9, 2)
    assert overflow.focus == ("province:gelderland", "province:brabant")


def test_points_come_with_the_cards_of_the_turn() -> None:
    events: list[tuple[int, Event]] = [
        (1, CityCardMoved(0, 1, 2)), (2, PartBegan(8)), (3, PointsCounted(1, 0, 0, 100, 100)),
    ]  # fmt: skip
    (scene,) = GAME.face.scenes(events)
    said = [str(line) for line in scene.lines[1:]]
    assert len(said) == 2
    assert said[0].startswith("The Habsburgs lose ")
    assert said[1].startswith("The Nobility gain ")


# -- the end -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_points_by_source_are_those_of_the_result(players: int) -> None:
    state, events = played("hands", players)
    view = state.view(0)
    ending = GAME.face.ending(view, events)
    assert ending is not None
    assert state.result is not None
    bars = {str(bar.title).lower(): sum(n for _, n in bar.parts) for bar in ending.bars}
    assert bars == {FACTION_NAMES[f]: state.points[f] for f in state.factions}
    assert tuple(GAME.face.score(view)) == state.result.points
    assert "the most of all" in str(ending.sentence)
    winner = state.seats[state.result.winners[0]]
    first = str(ending.bars[0].title).lower()
    assert FACTION_NAMES.index(first) in factions_of(winner)
    numbers = {str(name): str(value) for name, value in ending.numbers}
    assert numbers["Battles"] == str(sum(isinstance(event, BattleFought) for event in events))


def test_a_running_game_has_no_ending() -> None:
    assert GAME.face.ending(position().view(0), ()) is None

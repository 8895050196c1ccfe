"""Tests of the story: headings, scenes, and the summary of a finished game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from chancery.core import Event, T
from chancery.core.tabletop import Heading, Scene
from chancery.games.friedrich.board.atlas import CITY, SPADES
from chancery.games.friedrich.board.fate_cards import FATE_NAMES, NUMBERED, STROKE_NEWS, TEXTS
from chancery.games.friedrich.board.nations import FRANCE, NATION_NAMES, NATIONS, PRUSSIA
from chancery.games.friedrich.board.pieces import CHEVERT, RICHELIEU, SOUBISE, TRAINS_OF
from chancery.games.friedrich.face import stories
from chancery.games.friedrich.rules import victory
from chancery.games.friedrich.rules.events import (
    Announced,
    CardPlayed,
    Conquered,
    Drawn,
    FateTurned,
    Fed,
    GameWon,
    Joined,
    Lost,
    Marched,
    Marked,
    MovementEnded,
    NationQuit,
    OutOfSupply,
    Parted,
    Removed,
    StageBegan,
    Starved,
    Trapped,
    TurnBegan,
    Won,
    WonBack,
)
from chancery.games.friedrich.rules.state import Friedrich
from chancery.table.sitting import SeenEvent
from chancery.table.story import lines_of
from tests.games.drawings import style_of
from tests.games.friedrich.positions import GAME, position
from tests.games.friedrich.test_drawing import STATIC, _claim, _log
from tests.games.steps import legal, phase, play

NAMES = ("4-a", "expert-c", "west-a", "austrian-a", "3-a", "4-v3")


@cache
def told(name: str) -> tuple[Friedrich, tuple[tuple[int, Event], ...], tuple[int, ...]]:
    """Play a whole game; return its end, all events, and the number of lines after each answer."""
    start, log = _log(name)
    s, lines, ends = start.clone(), [], []
    for seat, action in log:
        lines += s.apply(action, seat)
        ends.append(len(lines))
    return s, tuple(enumerate(lines)), tuple(ends)


def scenes(events: Sequence[Event]) -> list[Scene]:
    return list(GAME.face.scenes(list(enumerate(events))))


def said(scene: Scene) -> list[str]:
    return [str(scene.title), *map(str, scene.lines)]


# -- headings ----------------------------------------------------------------------------------


def test_turns_and_stages_are_headings_in_the_tone_of_their_nation() -> None:
    assert GAME.face.heading(TurnBegan(3)) == Heading(1, title=T("Turn {n}", n=3))
    assert GAME.face.heading(StageBegan(PRUSSIA)) == Heading(2, "prussia")
    assert GAME.face.heading(FateTurned(3, 1)) == Heading(2)
    assert GAME.face.heading(Marched(0, 1, 5)) is None
    _, lines, _ = told("4-a")
    found = Counter(type(event) for _, event in lines if GAME.face.heading(event))
    assert set(found) == {TurnBegan, StageBegan, FateTurned}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_tone_stands_out_from_the_paper_by_day_and_night() -> None:
    """WCAG 1.4.11: a contrast of 3 to 1 for graphical elements."""
    pair = r"light-dark\((#\w{6}), (#\w{6})\)"
    page = (STATIC / "site.css").read_text("utf-8")
    papers = [re.search(rf"--{name}: {pair}", page) for name in ("paper", "sheet")]
    tones = {}
    for nation in NATION_NAMES:
        match = re.search(rf"\.tone-{nation} {{ --tone: {pair}", style_of(GAME))
        assert match
        tones[nation] = match.groups()
        for paper in papers:
            assert paper
            for tone, ground in zip(match.groups(), paper.groups(), strict=True):
                assert contrast(tone, ground) >= 3, (nation, tone, ground)
    assert len(set(tones.values())) == len(NATION_NAMES)


# -- scenes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_fight_stroke_and_starved_stack_is_one_scene(name: str) -> None:
    _, lines, _ = told(name)
    found = GAME.face.scenes(lines)
    kinds = Counter(scene.kind for scene in found)
    happened = Counter(type(event) for _, event in lines)
    assert kinds["fight"] == happened[Won] + happened[Drawn]
    strokes = sum(isinstance(e, FateTurned) and e.suit < 0 for _, e in lines)
    assert (kinds["stroke"], kinds["fate"]) == (strokes, happened[FateTurned] - strokes)
    assert kinds["end"] == 1
    assert kinds["loss"] >= happened[Starved]
    assert [scene.last for scene in found] == sorted({scene.last for scene in found})
    # whatever is lost in a fight is told in its scene
    spoken = Counter(line for scene in found for line in scene.lines)
    for _, event in lines:
        if isinstance(event, Lost | Trapped | Removed | NationQuit | GameWon):
            assert spoken[event.text()]


@pytest.mark.parametrize("name", ["4-a", "west-a"])
def test_a_scene_appears_when_it_is_complete_and_then_stays_as_it_is(name: str) -> None:
    """After each answer the scenes so far are the first ones of the whole story."""
    _, lines, ends = told(name)
    whole = list(GAME.face.scenes(lines))
    waiting = 0
    for end in ends:
        found = list(GAME.face.scenes(lines[:end]))
        assert found == whole[: len(found)]
        later = whole[len(found) :]
        assert not later or later[0].last >= end
        waiting += bool(later) and any(
            isinstance(event, Won) and str(event.text()) == str(later[0].title)
            for _, event in lines[max(0, end - 6) : end]
        )
    assert waiting > 2  # a victor was choosing where to


def test_scenes_of_the_last_lines_are_those_of_all() -> None:
    """A returning reader continues after any answer; a scene whose beginning was read is left
    out."""
    _, lines, ends = told("4-a")
    whole = list(GAME.face.scenes(lines))
    for end in ends[::40]:
        wanted = [scene for scene in whole if scene.last >= end]
        assert list(GAME.face.scenes(lines[end:])) in (wanted, wanted[1:])


def test_a_fight_is_told_with_losses_and_retreat() -> None:
    s = position(
        stage="prussia",
        at={"heinrich": "eschwege", "richelieu": "goettingen", "soubise": "goettingen"},
        troops={"heinrich": 2, "richelieu": 4},
        hands={"prussia": ["10d.1", "r.1"], "france": ["5s.1"]},
    )
    events = play(s, "end; play 10d.1; play 5s.1")
    assert phase(s) == "Retreat"
    assert scenes(events) == []
    city = legal(s, "retreat")[0]
    events += play(s, f"retreat {city}")
    (scene,) = scenes(events)
    assert scene.kind == "fight"
    assert str(scene.title) == "Prinz Heinrich beats Richelieu by 3 points."
    assert list(map(str, scene.lines[:2])) == [
        "Richelieu loses 3 troops.",
        "Soubise leaves the map.",
    ]
    assert str(scene.lines[2]).startswith("Richelieu retreats by 3 cities to ")
    assert scene.focus == ("piece:heinrich", "piece:richelieu", f"city:{city}")
    assert scene.sides == (PRUSSIA, FRANCE)
    fought = [any(GAME.face.plays(s.view(seat), side) for side in scene.sides) for seat in range(4)]
    assert fought == [seat in (s.seat_of(PRUSSIA), s.seat_of(FRANCE)) for seat in range(4)]
    assert type(events[scene.last]).__name__ == "Retreated"


def test_a_stack_that_is_lost_as_a_whole_retreats_nowhere() -> None:
    s = position(
        stage="prussia", at={"keith": "breslau", "daun": "strehlen"},
        troops={"keith": 8, "daun": 2}, hands={},
    )  # fmt: skip
    (scene,) = scenes(play(s, "end"))
    assert said(scene) == [
        "Keith beats Daun by 6 points.",
        "Daun loses 2 troops.",
        "Daun leaves the map.",
    ]
    assert scene.focus == ("piece:keith",)


def turned(card: str, **given: Any) -> tuple[Friedrich, list[Event]]:
    """Build the end of a turn in which this card of fate is the only one left."""
    left = {name: int(name != card) for name in FATE_NAMES}
    s = position(stage="france", turn=6, drawn_fates=left, **given)
    return s, play(s, "end")


def test_a_stroke_is_told_with_what_follows_from_it() -> None:
    at = {"lehwaldt": "koenigsberg", "saltikov": "warszawa", "keith": "berlin"}
    _, events = turned("elisabeth", at=at, troops={"lehwaldt": 3})
    (scene,) = scenes(events)
    assert scene.kind == "stroke"
    assert said(scene)[2:-1] == [
        "Russia leaves the war.",
        "Lehwaldt retires for good; 3 troops are lost with him.",
        "From now on Sweden needs only its objectives of the first order.",
    ]


def test_a_card_of_fate_is_shown_with_its_story() -> None:
    at = {"keith": "berlin", "daun": "bruenn"}
    for fate, name in enumerate(FATE_NAMES):
        _, events = turned(name, at=at)
        scene = next(scene for scene in scenes(events) if scene.kind in ("fate", "stroke"))
        first = TEXTS[fate + 1, SPADES] if fate < NUMBERED else STROKE_NEWS[fate]
        assert scene.lines[0] == first  # what it does is read before the story
        assert scene.lines[-1] == stories.of_card(fate)


def test_the_first_five_turns_have_a_story_beside_the_map() -> None:
    for turn in range(1, 8):
        s = position(stage="prussia", turn=turn, at={"keith": "berlin"})
        described = [line for _, lines in GAME.face.describe(s.view(None)) for line in lines]
        assert (stories.of_turns().get(turn) in described) == (turn <= 5)


def test_generals_retired_by_sweden_are_a_separate_scene() -> None:
    at = {"ehrensvaerd": "stralsund", "keith": "berlin", "dohna": "berlin"}
    s, events = turned("sweden", at=at)
    (stroke,) = scenes(events)
    assert str(stroke.lines[-2]) == "Sweden leaves the war."
    events += play(s, "retire keith")
    assert scenes(events)[0] == stroke
    assert said(scenes(events)[1]) == ["Keith retires for good."]


def test_a_starved_stack_is_told() -> None:
    s = position(stage="austria", at={"daun": "berlin", "lacy": "berlin", "keith": "breslau"},
                 troops={"daun": 5}, down={"daun": 1, "lacy": 1})  # fmt: skip
    (scene,) = scenes(play(s, "end"))
    assert scene.kind == "loss"
    assert said(scene) == [
        "Daun is still out of supply and loses all 5 troops.",
        "Lacy leaves the map.",
        "Daun leaves the map.",
    ]


# -- the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_war_is_summed_up_for_everybody_alike(name: str) -> None:
    s, lines, _ = told(name)
    say = GAME.speaker("en", (), s.seats).say
    won = [event for _, event in lines if isinstance(event, GameWon)]
    endings = []
    for seat in (None, *range(len(s.seats))):
        faces = [face for _, event in lines if (face := event.seen_by(seat)) is not None]
        endings.append(GAME.face.ending(s.view(seat), faces))
    assert all(ending == endings[0] for ending in endings)
    found = endings[0]
    assert found is not None
    sentence = say(found.sentence)
    for event in won:
        assert say(GAME.seat_title(s.seats[event.seat])) in sentence
        by_fate = event.nation == PRUSSIA and victory.survived(s)
        assert ("fate" in sentence) == by_fate
        assert by_fate or "objectives" in sentence
    numbers = {str(title): str(value) for title, value in found.numbers}
    assert numbers["Fights"] == str(sum(isinstance(e, Announced) for _, e in lines))
    played = Counter(e.nation for _, e in lines if isinstance(e, CardPlayed))
    assert sum(map(int, re.findall(r"\d+", numbers["Cards played in fights"]))) == played.total()
    lost = sum(e.n for _, e in lines if isinstance(e, Lost | Starved))
    assert sum(map(int, re.findall(r"\d+", numbers["Troops lost"]))) >= lost


def test_nothing_is_summed_up_before_the_end() -> None:
    s = position(stage="prussia", at={"keith": "berlin"})
    assert GAME.face.ending(s.view(0), []) is None


def test_the_bars_show_what_was_conquered_of_what_is_needed() -> None:
    s, _, _ = told("4-a")
    found = GAME.face.ending(s.view(None), [])
    assert found is not None
    bars = {str(bar.title): bar for bar in found.bars}
    for nation, name in enumerate(NATION_NAMES):
        bar = bars.get(str(NATIONS.title(nation)))
        if bar is not None:
            needed = victory.needed(s, nation)
            assert bar.of == len(needed), name
            assert sum(n for _, n in bar.parts) == sum(s.control[city] for city in needed)
    last = bars["Prussia: nations that have left the war"]
    assert (sum(n for _, n in last.parts), last.of) == (len(set(s.quit)), 3)


def test_the_longest_march_is_that_of_a_general_in_one_stage() -> None:
    s, _, _ = told("west-a")
    steps = [
        StageBegan(0), Marched(0, 1, 5), Marched(0, 1, 6), Marched(4, 2, 8), Marched(30, 1, 9),
        Marched(30, 1, 10), Marched(30, 1, 11), StageBegan(1), Marched(0, 1, 7), Marched(4, 1, 9),
    ]  # fmt: skip
    found = GAME.face.ending(s.view(None), steps)
    assert found is not None
    numbers = {str(title): str(value) for title, value in found.numbers}
    assert numbers["Longest march"] == "Friedrich, 2 cities"


def test_austria_may_win_by_its_claim() -> None:
    s = _claim()
    events = play(s, "claim")
    found = GAME.face.ending(s.view(None), events)
    assert found is not None
    said = GAME.speaker("en", (), s.seats).say(found.sentence)
    assert said == "Maria Theresa wins: Austria has all objectives but 4, which it claims."
    (scene,) = [scene for scene in scenes(events) if scene.kind == "end"]
    assert len(scene.lines) == 2


def test_the_score_is_the_part_of_the_way_to_victory() -> None:
    s = position(stage="russia", quit=["sweden"], at={"keith": "berlin", "saltikov": "poznan"},
                 control=["koenigsberg"])  # fmt: skip
    assert GAME.face.score(s.view(None)) == (33, 10, 0, 0)
    for name in NAMES:
        end, _, _ = told(name)
        assert end.result is not None
        scores = GAME.face.score(end.view(None))
        for seat in end.result.winners:
            assert scores[seat] == 100
        assert all(n < 100 for seat, n in enumerate(scores) if seat not in end.result.winners)


# -- deeds ---------------------------------------------------------------------------------------


def deeds(*events: Event) -> list[str]:
    lines = lines_of(GAME.face, (SeenEvent(n, event, False) for n, event in enumerate(events)))
    return [str(GAME.face.deed(line.events).text) for line in lines]


HAMM, SOEST, LEMGO = (CITY[name] for name in ("hamm", "soest", "lemgo"))
TWO = (RICHELIEU, CHEVERT)


def test_a_march_is_told_in_one_line_whatever_happens_on_the_way() -> None:
    steps = (Marched(RICHELIEU, 2, SOEST, HAMM, TWO), Marched(RICHELIEU, 2, LEMGO, SOEST, TWO))
    assert deeds(*steps) == ["Richelieu and Chevert: Hamm → Lemgo."]
    assert deeds(
        Parted(RICHELIEU, SOUBISE), Conquered(FRANCE, HAMM), steps[0], Marked(FRANCE, SOEST),
        steps[1], Joined(RICHELIEU, LEMGO), MovementEnded(FRANCE),
    ) == [
        "Richelieu and Chevert: Hamm → Lemgo, leaving Soubise’s stack, conquering Hamm, putting a"
        " question mark on Soest and joining the generals there.",
        "France ends its movement.",
    ]  # fmt: skip
    deed = GAME.face.deed(steps)
    assert deed.way == ("city:hamm", "city:soest", "city:lemgo")


def test_marches_of_two_units_are_two_lines() -> None:
    """This holds even if one unit sets out from where the other has arrived."""
    first = Marched(RICHELIEU, 1, SOEST, HAMM, (RICHELIEU,))
    assert deeds(first, Marched(SOUBISE, 1, LEMGO, SOEST, (SOUBISE,))) == [
        "Richelieu: Hamm → Soest.",
        "Soubise: Soest → Lemgo.",
    ]
    train = Marched(TRAINS_OF[FRANCE][0], 1, SOEST, HAMM, (TRAINS_OF[FRANCE][0],))
    assert deeds(train) == ["French train 1: Hamm → Soest."]


def test_a_march_of_an_older_file_is_told_step_by_step() -> None:
    assert deeds(Marched(RICHELIEU, 2, SOEST)) == ["Richelieu, in a stack of 2, marches to Soest."]


def test_what_happens_to_several_cities_or_stacks_at_once_is_one_line() -> None:
    assert deeds(Conquered(FRANCE, HAMM), Conquered(FRANCE, LEMGO), WonBack(PRUSSIA, SOEST)) == [
        "France conquers Hamm and Lemgo.",
        "Prussia wins Soest back.",
    ]
    assert deeds(Fed(3, RICHELIEU, 2), Fed(3, SOUBISE, 1)) == [
        "New troops: Richelieu 2 and Soubise 1."
    ]
    assert deeds(OutOfSupply(RICHELIEU), OutOfSupply(SOUBISE)) == [
        "Richelieu and Soubise are out of supply and are turned over."
    ]


def test_every_march_of_a_whole_game_is_one_line() -> None:
    _, lines, _ = told("4-a")
    found = lines_of(GAME.face, (SeenEvent(number, event, False) for number, event in lines))
    marches = [line for line in found if any(isinstance(e, Marched) for e in line.events)]
    for line in marches:
        steps = [event for event in line.events if isinstance(event, Marched)]
        assert len({step.unit for step in steps}) == 1
        assert all(one.city == then.here for one, then in pairwise(steps))
    for line, then in pairwise(marches):
        if then.first == line.last + 1:
            steps = [event for event in (*line.events, *then.events) if isinstance(event, Marched)]
            assert len({step.unit for step in steps}) > 1
    assert sum(len(line.events) for line in marches) > 1.8 * len(marches)

"""What is taught beside Friedrich: it leads where it says, and only the answer solves."""

import random
import re
from typing import cast

import pytest

from chancery.conformance.taught import check_guide, check_taught
from chancery.core import Action, Example, Guide, Lesson, Primer, Step
from chancery.core.rulebook import titles
from chancery.core.words import Spot
from chancery.games.friedrich.board.atlas import CITY, X, Y, distances
from chancery.games.friedrich.board.nations import FRANCE, HANOVER
from chancery.games.friedrich.board.pieces import PIECE_NAMES
from chancery.games.friedrich.face.map import HEIGHT, WIDTH
from chancery.games.friedrich.rules.combat import Fight
from chancery.games.friedrich.rules.protection import protectors
from chancery.games.friedrich.rules.supply import SUPPLY, distance_to_train
from chancery.table.sitting import Sitting
from chancery.table.teacher import Attempt, attempt, lecture, objection, opened, parts, reply
from tests.games.friedrich.positions import GAME

GUIDE, PRIMER = cast(Guide, GAME.face.guide()), cast(Primer, GAME.face.primer())
LESSONS = {lesson.key: lesson for lesson in GAME.face.lessons()}
REMARK = 210  # letters that somebody reads at a glance


def others_play(sitting: Sitting, seat: int, course: Guide | Lesson) -> None:
    """The others answer until the learner is asked, or an exercise is decided, as at a table."""
    while sitting.state.asked and sitting.state.question(seat) is None:
        if isinstance(course, Lesson) and attempt(course, sitting, seat) is not Attempt.OPEN:
            return
        other = sitting.state.asked[0].seat
        sitting.act(other, reply(course, sitting, other))


def test_teaching_material_is_correct() -> None:
    check_taught(GAME)


def test_the_guided_game_is_short_and_its_remarks_too() -> None:
    says = [remark.text for step in GUIDE.steps for remark in step.says]
    says += [remark.text for remark in GUIDE.farewell]
    said = says + [step.done for step in GUIDE.steps if step.done is not None]
    said += [answer.text for step in GUIDE.steps for answer in step.answers]
    assert len(says) <= 55
    assert [str(text) for text in said if len(str(text)) > REMARK] == []


def test_the_guided_game_ends_with_five_objectives_and_a_card_of_fate() -> None:
    sitting = check_guide(GAME, GUIDE, random.Random(7))
    assert sum(sitting.state.control) == 5
    others = [str(entry.action) for entry in sitting.lasting_entries() if entry.seat == 0]
    assert others[: len(GUIDE.others)] == list(GUIDE.others)
    happened = [type(event).__name__ for entry in sitting.log for event in entry.events]
    for name in ("Conquered", "Marked", "Won", "Retreated", "Recruited", "Parted"):
        assert name in happened
    others_play(sitting, 1, GUIDE)
    happened = [type(event).__name__ for entry in sitting.log for event in entry.events]
    assert "FateTurned" in happened
    assert str(sitting.state.fate + 1) == "4"  # what the farewell tells of it


# Where the guide asks for a click on a piece and then on a city.
MARCHES = {
    "march soubise": ("piece:soubise", "city:northeim"),
    "march france-train-2": ("piece:france-train-2", "city:fritzlar"),
    "march chevert": ("unit:chevert:2", "city:hannover"),
}
FIRST, SECOND = ("piece:richelieu", "city:lemgo"), ("piece:richelieu", "city:alfeld")


def march(sitting: Sitting, key: str, target: str) -> list[Action]:
    orders = GAME.face.orders(sitting.state.view(1), key)
    assert orders is not None
    (found,) = [list(order.actions) for order in orders.orders if order.target == target]
    return found


def test_a_click_on_a_destination_is_what_the_guide_asks_for() -> None:
    sitting = opened(GAME, GUIDE.opening).fork()
    clicked = 0
    while not (now := lecture(GUIDE, sitting, 1)).over:
        others_play(sitting, 1, GUIDE)
        assert now.step is not None
        first = now.step.expect[0]
        if first.startswith("march "):
            together = FIRST if "with chevert" in now.step.expect else SECOND
            actions = march(sitting, *MARCHES.get(first, together))
            clicked += 1
        else:
            legal = sitting.state.legal(1)
            actions = [next(action for action in legal if now.step.expects(action))]
        assert objection(GUIDE, sitting, 1, actions) is None
        sitting.act(1, actions)
        others_play(sitting, 1, GUIDE)
    assert clicked == 5


def test_numbers_in_the_guide_are_correct() -> None:
    view = opened(GAME, GUIDE.opening).state.view(1)
    assert sum(view.control) == 2
    assert view.totals[6] == 8  # 7 after the defeat of Soubise


def up_to(step: Step) -> Sitting:
    """The guided game where a step begins."""
    sitting = opened(GAME, GUIDE.opening).fork()
    while (now := lecture(GUIDE, sitting, 1)).step is not step:
        assert now.step is not None
        legal = sitting.state.legal(1)
        sitting.act(1, next(action for action in legal if now.step.expects(action)))
        others_play(sitting, 1, GUIDE)
    return sitting


def the_step(first: str) -> Step:
    return next(step for step in GUIDE.steps if step.expect[0] == first)


def test_the_guide_is_correct_about_supply() -> None:
    """One train feeds Soubise, Cumberland could take it, and then the other one would do."""
    view = up_to(the_step("march france-train-2")).state.view(1)
    soubise = view.at[PIECE_NAMES.index("soubise")]
    assert distance_to_train(view, FRANCE)[soubise] == 4
    paderborn, cumberland = CITY["paderborn"], view.at[PIECE_NAMES.index("cumberland")]
    assert view.at[PIECE_NAMES.index("france-train-1")] == paderborn
    assert distances(cumberland)[paderborn] == 2
    assert distances(soubise)[CITY["giessen"]] == 7  # too far, once the first train is taken
    assert distances(soubise)[CITY["fritzlar"]] <= SUPPLY
    assert (view.low[9], view.high[9]) == (4, 8)


def test_the_guide_is_correct_about_the_reserve() -> None:
    """As 10 it leads by 7, which would cost Ferdinand everything; ten points would cost Soubise."""
    sitting = up_to(the_step("play r.1=2"))
    view, (fight,) = sitting.state.view(1), sitting.state.phases[-1:]
    assert isinstance(fight, Fight)
    assert fight.own_score() == -3
    assert (view.low[fight.attacker], view.low[fight.defender]) == (6, 3)
    assert view.hand_size(HANOVER) == 3
    sitting.act(1, "play r.1=2")
    sitting.act(1, "quit")
    assert sitting.state.at[PIECE_NAMES.index("soubise")] >= 0


def test_few_screens_come_before_the_first_action() -> None:
    assert len(GUIDE.steps[0].says) <= 3
    assert all(len(step.says) <= 4 for step in GUIDE.steps)


def test_the_parts_of_the_guide_are_counted_one_by_one() -> None:
    sitting = opened(GAME, GUIDE.opening).fork()
    seen = []
    while not (now := lecture(GUIDE, sitting, 1)).over:
        seen.append(now.part)
        assert now.step is not None
        legal = sitting.state.legal(1)
        sitting.act(1, next(action for action in legal if now.step.expects(action)))
        others_play(sitting, 1, GUIDE)
    assert sorted(set(seen)) == list(range(1, parts(GUIDE) + 1))
    assert seen == sorted(seen)


# What somebody might try first, and why it does not do.
TEMPTING = {
    "main-road": "march richelieu; to guetersloh; to bielefeld; to herford; stop; end",
    "behind-you": "march soubise; to fritzlar; to kassel; stop; end",
    "parting": "march richelieu; with chevert; to hannover; to wunstorf; to minden; end",
    "feed-daun": "march austria-train-1; to hohenelbe; to trautenau; end",
    "right-sector": "march richelieu; to holzminden; stop; end; quit",
    "cheap-defeat": "quit",
    "cut-supply": "march cumberland; to alfeld; stop; end",
    "zero": "play 9h.1",
    "protect": "end",
    "recruit-in-time": "troops 0; trains 1; pay 4h.1; pay 2c.1; at koblenz; end",
}


@pytest.mark.parametrize("key", LESSONS)
def test_tempting_mistakes_do_not_solve_the_exercise(key: str) -> None:
    lesson = LESSONS[key]
    sitting = opened(GAME, lesson.opening).fork()
    seat = sitting.seat(lesson.seat)
    for action in TEMPTING[key].split("; "):
        assert attempt(lesson, sitting, seat) is Attempt.OPEN
        sitting.act(seat, action)
        others_play(sitting, seat, lesson)
    assert attempt(lesson, sitting, seat) is Attempt.MISSED


# Where the other's choice decides nothing: he may hold on, or give up at once.
FIGHTS = {"zero": ("play 4h.1", "play 9h.1"), "right-sector": ("play 10h.1", "play 8h.1")}


@pytest.mark.parametrize("stubborn", [False, True])
@pytest.mark.parametrize("key", FIGHTS)
def test_the_answer_solves_the_exercise_against_any_reply(key: str, stubborn: bool) -> None:
    lesson = LESSONS[key]
    sitting = opened(GAME, lesson.opening).fork()
    seat = sitting.seat(lesson.seat)
    given = [text for text in lesson.answer if text not in FIGHTS[key]]
    for text in (*given, *FIGHTS[key]):
        assert attempt(lesson, sitting, seat) is Attempt.OPEN
        sitting.act(seat, text)
        while (
            attempt(lesson, sitting, seat) is Attempt.OPEN and sitting.state.question(seat) is None
        ):
            other = sitting.state.asked[0].seat
            legal = sorted(sitting.state.legal(other), key=lambda action: action.verb != "quit")
            sitting.act(other, legal[-1 if stubborn else 0])
        if attempt(lesson, sitting, seat) is Attempt.SOLVED:
            return
    assert attempt(lesson, sitting, seat) is Attempt.SOLVED


def test_two_cities_are_guarded_from_wherever_both_are_within_three_cities() -> None:
    lesson = LESSONS["protect"]
    opening = opened(GAME, lesson.opening)
    orders = GAME.face.orders(opening.state.view(0), "piece:cumberland")
    assert orders is not None
    for order in orders.orders:
        sitting = opening.fork()
        sitting.act(0, order.actions)
        if sitting.state.question(0) is not None and "stop" in map(str, sitting.state.legal(0)):
            sitting.act(0, "stop")
        sitting.act(0, "end")
        guards = [
            list(protectors(sitting.state, CITY[name], HANOVER))
            for name in ("kassel", "goettingen")
        ]
        solved = attempt(lesson, sitting, 0) is Attempt.SOLVED
        assert solved == all(guards), order.target


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def test_the_lesson_about_a_new_train_counts_cities_as_they_are() -> None:
    lesson = LESSONS["recruit-in-time"]
    kassel = CITY["kassel"]
    sitting = opened(GAME, lesson.opening).fork()
    for text in lesson.answer[:-1]:
        sitting.act(sitting.seat(lesson.seat), text)
    assert CITY["gemuenden"] in sitting.state.at
    far = distance_to_train(sitting.state.view(1), FRANCE)[kassel]
    assert far == distances(kassel)[CITY["gemuenden"]]
    assert f"Gemünden is {NUMBERS[far]} cities away" in str(lesson.solved)
    assert f"reaches up to {NUMBERS[SUPPLY]}" in str(lesson.solved)
    far = distances(kassel)[CITY["koblenz"]]
    assert far > SUPPLY
    assert f"Koblenz is {NUMBERS[far]} cities away" in str(lesson.hint)


def test_the_primer_lets_nations_win_together() -> None:
    assert "only one of their nations" not in str(PRIMER.aim[0])
    assert "at that same moment" in str(PRIMER.aim[0])


def test_there_are_other_ways_to_feed_daun() -> None:
    lesson = LESSONS["feed-daun"]
    sitting = opened(GAME, lesson.opening).fork()
    seat = sitting.seat(lesson.seat)
    for action in ("march austria-train-1", "to reichenberg", "stop", "end"):
        sitting.act(seat, action)
    assert attempt(lesson, sitting, seat) is Attempt.SOLVED


@pytest.mark.parametrize("example", GAME.face.examples(), ids=lambda example: example.key)
def test_a_note_belongs_to_a_line_of_actions(example: Example) -> None:
    lines = [line for line in example.script.splitlines() if re.fullmatch(r"\w+: .*", line)]
    numbers = [number for number, _ in example.notes]
    assert numbers == sorted(set(numbers))
    assert all(1 <= number <= len(lines) for number in numbers)
    assert example.rule in titles(GAME)


@pytest.mark.parametrize("number", range(3))
def test_a_plate_shows_whatever_its_text_names(number: int) -> None:
    plate = PRIMER.plates[number]
    assert plate.window is not None
    x, y, width, height = plate.window
    assert 0 <= x < x + width <= WIDTH
    assert 0 <= y < y + height <= HEIGHT
    at = opened(GAME, plate.opening).state.at
    for _, word in plate.text.places:
        assert isinstance(word, Spot)
        kind, _, name = word.target.partition(":")
        city = CITY[name] if kind == "city" else at[PIECE_NAMES.index(name)]
        assert x < X[city] < x + width
        assert y < Y[city] < y + height

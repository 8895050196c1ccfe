"""The teaching material is correct: the guided game, the exercises and the examples."""

import random
import re
from typing import cast

import pytest

from chancery.conformance.taught import check_guide, check_lesson, check_taught
from chancery.core import Guide, Primer
from chancery.core.rulebook import titles
from chancery.games.revolution.board.places import CITIES
from chancery.games.revolution.face.chart import HEIGHT, WIDTH
from chancery.games.revolution.game import GAME
from chancery.table.sitting import Sitting
from chancery.table.teacher import Attempt, attempt, lecture, objection, opened

GUIDE, PRIMER = cast(Guide, GAME.face.guide()), cast(Primer, GAME.face.primer())
LESSONS = {lesson.key: lesson for lesson in GAME.face.lessons()}


def test_teaching_material_is_correct() -> None:
    check_taught(GAME)


@pytest.fixture(scope="module")
def walked() -> Sitting:
    """Return the guided game after following all of its steps."""
    return check_guide(GAME, GUIDE, random.Random(7))


def test_the_guided_game_ends_with_the_points_that_it_tells_of(walked: Sitting) -> None:
    points = walked.state.plain()["points"]
    assert points == {"catholics": 1350, "habsburgs": 900, "reformers": 750}


def test_the_guide_asks_only_for_offered_actions(walked: Sitting) -> None:
    seat = walked.seat(GUIDE.seat)
    state = walked.start.clone()
    for entry in walked.log:
        assert entry.action is not None
        if entry.seat == seat:
            assert GAME.face.offered(state.view(seat), entry.action), entry.action
        state.apply(entry.action, entry.seat)


def test_the_guided_game_is_short_enough() -> None:
    remarks = [*(remark for step in GUIDE.steps for remark in step.says), *GUIDE.farewell]
    assert len(remarks) <= 56
    assert all(len(str(remark.text)) <= 210 for remark in remarks)


def test_deviations_get_an_explanation() -> None:
    sitting = opened(GAME, GUIDE.opening).fork()
    seat = sitting.seat(GUIDE.seat)
    said = objection(GUIDE, sitting, seat, [GAME.notation.parse("bank calvinists-half 4")])
    assert said == GUIDE.steps[0].answers[1].text


def test_units_may_be_placed_click_by_click() -> None:
    sitting = opened(GAME, GUIDE.opening).fork()
    seat = sitting.seat(GUIDE.seat)
    sitting.act(seat, ["bring calvinists-half zeeland"] * 2 + ["done"])
    one = GAME.notation.parse("place zeeland 1")
    while sitting.question(seat) is None:
        other = sitting.state.asked[0].seat
        sitting.act(other, sitting.state.legal(other)[0])
    for left in (3, 2, 1):
        now = lecture(GUIDE, sitting, seat)
        assert now.step is not None
        assert (now.done, now.step.total) == (3, left)
        assert objection(GUIDE, sitting, seat, [one]) is None
        sitting.act(seat, one)
    assert lecture(GUIDE, sitting, seat).done == 4


def test_the_teacher_tells_all_of_the_upkeep_of_armies() -> None:
    """§6.3: three choices, what is looted, and what is left of an abandoned army."""
    (step,) = (step for step in GUIDE.steps if "upkeep" in step.concepts)
    remarks = " ".join(str(remark.text) for remark in step.says)
    for word in ("keep an army for 1 coin", "(Catholics 2)", "disband it for 1", "for nothing",
                 "must loot", "to a town’s province", "your own too", "removes one",
                 "fills its box until the turn ends"):  # fmt: skip
        assert word in remarks, word


def test_the_teacher_says_what_military_influence_costs() -> None:
    (answer,) = (
        answer
        for step in GUIDE.steps
        for answer in step.answers
        if step.at == "influence" and answer.to == "done"
    )
    assert "a token from your stock" in str(answer.text)


def test_at_most_three_screens_come_before_the_first_deed() -> None:
    assert len(GUIDE.steps[0].says) <= 3


def test_there_are_ten_exercises() -> None:
    assert len(LESSONS) == 10


# Lines that look good but do not solve their exercise.
TEMPTING = [
    ("make-a-city-yours", "put haarlem 2; done"),
    ("make-a-city-yours", "clear haarlem neutral; put haarlem 1; done"),
    ("your-place-in-the-order", "stand 1"),
    ("your-place-in-the-order", "stand 4"),
    ("city-and-province", "put bruxelles 2; done"),
    ("city-and-province", "put bruxelles 4; done"),
    ("win-a-conflict", "place utrecht 1; place calvinists-half 2"),
    ("win-a-conflict", "place calvinists-half 3"),
    ("pay-your-armies", "keep brabant-hainault; keep brabant-hainault; keep flanders-artois"),
    ("pay-your-armies", "disband brabant-hainault; keep brabant-hainault; keep flanders-artois"),
    ("a-siege-that-pays", "besiege antwerpen"),
    ("the-water-beggars-land", "hire holland; done"),
    ("the-water-beggars-land", "hire holland; hire holland; done"),
    ("where-the-surplus-goes", "spill gelderland namur; spill gelderland maastricht; done"),
    ("where-the-surplus-goes", "spill gelderland generality; spill gelderland namur; done"),
    ("three-coins-two-cities", "pay utrecht-city 3"),
    ("three-coins-two-cities", "pay gent 2; pay brugge 1"),
    ("the-last-count", "put utrecht-city 1; done"),
    ("the-last-count", "put harderwijk 1; done"),
]


@pytest.mark.parametrize(("key", "actions"), TEMPTING)
def test_tempting_mistakes_miss_the_exercise(key: str, actions: str) -> None:
    lesson = LESSONS[key]
    sitting = opened(GAME, lesson.opening).fork()
    seat = sitting.seat(lesson.seat)
    for action in actions.split(";"):
        assert attempt(lesson, sitting, seat) is Attempt.OPEN
        sitting.act(seat, action.strip())
    assert attempt(lesson, sitting, seat) is Attempt.MISSED


@pytest.mark.parametrize("city", ["antwerpen", "gent"])
def test_only_one_of_the_two_sieges_wins_a_card(city: str) -> None:
    """The exercise ends when the siege is laid; here it is carried through."""
    lesson = LESSONS["a-siege-that-pays"]
    sitting = opened(GAME, lesson.opening).fork()
    sitting.act(sitting.seat("habsburgs"), f"besiege {city}")
    while sitting.state.turn == 2:
        asked = sitting.state.asked[0]
        legal = sitting.state.legal(asked.seat)
        done = [action for action in legal if action.text == "done"]
        # new units abroad or elsewhere: nobody touches Flanders
        away = [action for action in legal if "flanders" not in action.text]
        sitting.act(asked.seat, (done or away or legal)[0])
    holder = sitting.state.plain()["city_cards"][CITIES.names.index(city)]
    assert (holder == "habsburgs") == (city == "gent")


def test_notes_belong_to_lines_of_actions() -> None:
    examples = GAME.face.examples()
    assert 8 <= len(examples) <= 12
    for example in examples:
        lines = [line for line in example.script.splitlines() if re.match(r"\w+: ", line)]
        assert example.rule in titles(GAME)
        assert all(1 <= number <= len(lines) for number, _ in example.notes)


def test_plates_show_a_part_of_the_board() -> None:
    for plate in PRIMER.plates:
        x, y, w, h = plate.window
        assert x >= 0
        assert y >= 0
        assert x + w <= WIDTH
        assert y + h <= HEIGHT


def test_the_conflict_of_the_exercise_is_lost_with_one_unit() -> None:
    """With three units against three, both sides lose (§6.11.equal)."""
    lesson = LESSONS["win-a-conflict"]
    sitting = opened(GAME, lesson.opening).fork()
    sitting.act(sitting.seat("reformers"), "place utrecht 1")
    sitting.act(sitting.seat("reformers"), "place calvinists-half 2")
    left = sitting.state.plain()["tokens"]["utrecht"]
    assert left["catholics"] == left["reformers"] == 2


def test_every_answer_is_as_short_as_it_can_be() -> None:
    for lesson in LESSONS.values():
        check_lesson(GAME, lesson)
        assert len(lesson.answer) <= lesson.most

"""The teacher follows the log: what is taught now, what he says against something else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from chancery.conformance.taught import Untrue, check_guide, check_lesson
from chancery.core import Answer, Game, Guide, Lesson, Remark, Step, T
from chancery.table import Sitting, teacher
from chancery.table.teacher import Attempt
from tests.tiny.caskets import GAME

OPENING = "game caskets players=2\nseed 3\n"
GUIDE = Guide(
    "first",
    T("A first round"),
    1,
    OPENING,
    "ann",
    "random",
    (("double", T("Doubling")), ("coins", T("Coins"))),
    (
        Step(
            "double",
            (Remark(T("This counts twice.")), Remark(T("Double gold."))),
            ("double gold",),
            answers=(Answer("double lead", T("Lead is dull.")),),
            done=T("Gold it is."),
            concepts=("double",),
        ),
        Step(
            "place",
            (Remark(T("Put coins into gold or silver, and say when you are done.")),),
            ("put gold", "put silver", "done"),
            until=("done",),
            concepts=("coins",),
        ),
    ),
    (Remark(T("That was all.")),),
)
LESSON = Lesson(
    "all-gold",
    T("All in one"),
    "3",
    (Remark(T("Put all your coins into gold.")),),
    f"{OPENING}ann: double gold\n",
    "ann",
    "random",
    ("ann sees draft.gold = 4",),
    T("Four coins, one casket."),
    T("Click on gold four times."),
    ("put gold",) * 4,
    most=4,
)


def at_the_table(opening: str = OPENING) -> tuple[Game[Any, Any], Sitting]:
    return GAME, teacher.opened(GAME, opening).fork()


def test_a_step_is_taught_until_it_is_done() -> None:
    _, sitting = at_the_table()
    now = teacher.lecture(GUIDE, sitting, 0)
    assert (now.step, now.done, now.praise) == (GUIDE.steps[0], 0, None)
    sitting.act(0, "double gold")
    now = teacher.lecture(GUIDE, sitting, 0)
    assert (now.step, now.done) == (GUIDE.steps[1], 1)
    assert str(now.praise) == "Gold it is."
    for action in ("put gold", "put silver", "put gold", "put gold"):
        sitting.act(0, action)
        now = teacher.lecture(GUIDE, sitting, 0)
        assert (now.step, now.done, now.praise, now.over) == (GUIDE.steps[1], 1, None, False)
    sitting.act(0, "done")
    now = teacher.lecture(GUIDE, sitting, 0)
    assert now.over
    assert teacher.remarks(GUIDE, now) == GUIDE.farewell


def test_what_is_taken_back_is_taught_again() -> None:
    _, sitting = at_the_table()
    sitting.act(0, "double gold")
    sitting.undo(0)
    assert teacher.lecture(GUIDE, sitting, 0).step is GUIDE.steps[0]


def test_something_else_is_answered() -> None:
    game, sitting = at_the_table()
    parse = game.notation.parse

    def said(*texts: str) -> str | None:
        found = teacher.objection(GUIDE, sitting, 0, [parse(text) for text in texts])
        return None if found is None else str(found)

    assert said("double gold") is None
    assert said("double lead") == "Lead is dull."
    assert "show you something else" in str(said("double silver"))
    assert said("put gold") is None  # the rules themselves have a reason against it
    assert "show you something else" in str(said("double gold", "put lead"))
    assert said("double gold", "put gold", "put silver") is None


def test_an_exercise_is_solved_or_missed() -> None:
    _, sitting = at_the_table(LESSON.opening)
    assert teacher.attempt(LESSON, sitting, 0) is Attempt.OPEN
    for _ in range(4):
        sitting.act(0, "put gold")
    assert teacher.attempt(LESSON, sitting, 0) is Attempt.SOLVED
    sitting.undo(0)
    assert teacher.attempt(LESSON, sitting, 0) is Attempt.OPEN
    sitting.act(0, "put lead")
    assert teacher.attempt(LESSON, sitting, 0) is Attempt.MISSED
    sitting.undo(0)
    sitting.act(0, "put gold")
    assert teacher.attempt(LESSON, sitting, 0) is Attempt.SOLVED


def test_what_is_taught_is_checked() -> None:
    check_guide(GAME, GUIDE, random.Random(1))
    check_lesson(GAME, LESSON)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"concepts": (("double", T("Doubling")),)}, "without a name"),
        ({"concepts": (*GUIDE.concepts, ("end", T("The end")))}, "never met: ['end']"),
        ({"farewell": (Remark(T("There!"), ("casket:gold",)),)}, "which is nowhere"),
        ({"steps": (*GUIDE.steps, Step("place", (), ("double *",)))}, "1 steps are never reached"),
    ],
)
def test_a_guide_that_is_not_true_is_found(wrong: dict[str, Any], problem: str) -> None:
    changed = {name: getattr(GUIDE, name) for name in GUIDE.__dataclass_fields__} | wrong
    with pytest.raises(Untrue) as told:
        check_guide(GAME, Guide(**changed), random.Random(1))
    assert problem in str(told.value)

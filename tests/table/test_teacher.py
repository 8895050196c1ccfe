"""The teacher follows the log: the current step, and replies to unexpected actions."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from chancery import games
from chancery.conformance.taught import (
    Untrue,
    check_example,
    check_guide,
    check_lesson,
    check_seats,
)
from chancery.core import Action, Answer, Example, Game, Guide, Lesson, Remark, Step, T
from chancery.core.teaching import SeatSummary
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


def test_a_total_may_be_reached_in_parts() -> None:
    step = Step("place", (Remark(T("Two into gold."), ()),), ("put gold",), total=2)
    guide = replace(GUIDE, steps=(GUIDE.steps[0], step))
    _, sitting = at_the_table()
    sitting.act(0, "double gold")
    sitting.act(0, "put gold")
    now = teacher.lecture(guide, sitting, 0)
    assert (now.step, now.done) == (replace(step, total=1), 1)
    other = [GAME.notation.parse("put silver")]
    assert teacher.objection(guide, sitting, 0, other) is not None
    sitting.act(0, "put gold")
    assert teacher.lecture(guide, sitting, 0).over


def test_an_action_counts_with_its_number() -> None:
    step = Step("units", (), ("place zeeland *",), total=3)
    two, three = (
        Action("place", (0, 1), "place zeeland 2"),
        Action("place", (0, 2), "place zeeland 3"),
    )
    assert step.expects(two)
    left = step.after(two)
    assert left is not None
    assert not left.expects(two)
    assert step.after(three) is None


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


def test_undone_steps_are_taught_again() -> None:
    _, sitting = at_the_table()
    sitting.act(0, "double gold")
    sitting.undo(0)
    assert teacher.lecture(GUIDE, sitting, 0).step is GUIDE.steps[0]


def test_other_actions_get_a_reply() -> None:
    game, sitting = at_the_table()
    parse = game.notation.parse

    def said(*texts: str) -> str | None:
        found = teacher.objection(GUIDE, sitting, 0, [parse(text) for text in texts])
        return None if found is None else str(found)

    assert said("double gold") is None
    assert said("double lead") == "Lead is dull."
    assert "show you something else" in str(said("double silver"))
    assert said("put gold") is None  # refused by the rules
    assert "show you something else" in str(said("double gold", "put lead"))
    assert said("double gold", "put gold", "put silver") is None


def test_a_step_may_want_several_in_any_order() -> None:
    """Each pattern counts as often as it is listed; after an undo it is expected again."""
    step = Step("place", (), ("put gold", "put gold", "put silver"), each=True, done=T("All in."))
    guide = replace(GUIDE, steps=(GUIDE.steps[0], step))
    game, sitting = at_the_table()
    sitting.act(0, "double gold")
    for action in ("put silver", "put gold"):
        sitting.act(0, action)
        now = teacher.lecture(guide, sitting, 0)
        assert (now.done, now.praise, now.over) == (1, None, False)
    assert now.step is not None
    assert now.step.expect == ("put gold",)
    parse = game.notation.parse
    assert teacher.objection(guide, sitting, 0, [parse("put silver")]) is not None
    assert teacher.objection(guide, sitting, 0, [parse("put gold")]) is None
    sitting.undo(0)
    assert teacher.objection(guide, sitting, 0, [parse("put gold")] * 2) is None
    for action in ("put gold", "put gold"):
        sitting.act(0, action)
    now = teacher.lecture(guide, sitting, 0)
    assert (now.done, str(now.praise), now.over) == (2, "All in.", True)


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


def test_guides_are_checked() -> None:
    assert len(check_guide(GAME, GUIDE, random.Random(1)).log) >= len(GUIDE.steps)
    played = [str(entry.action) for entry in check_lesson(GAME, LESSON).log]
    assert played[-len(LESSON.answer) :] == [*LESSON.answer]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"concepts": (("double", T("Doubling")),)}, "without a name"),
        ({"concepts": (*GUIDE.concepts, ("end", T("The end")))}, "never met: ['end']"),
        ({"farewell": (Remark(T("There!"), ("casket:gold",)),)}, "which is nowhere"),
        ({"steps": (*GUIDE.steps, Step("place", (), ("double *",)))}, "1 steps are never reached"),
        (
            {"steps": (*GUIDE.steps, Step("place", (), ("put glod",)))},
            "step 3: no action is called",
        ),
        ({"others": ("put gold", "putt gold")}, "others: no action is called “putt gold”"),
        (
            {"opening": "game caskets\ngiven lid = 3\n"},
            "the opening does not run; at the end\n  lid",
        ),
        ({"seat": "zoe"}, "first: there is no seat zoe"),
        ({"bot": "deep-red"}, "first: there is no bot deep-red"),
    ],
)
def test_a_wrong_guide_is_reported(wrong: dict[str, Any], problem: str) -> None:
    changed = {name: getattr(GUIDE, name) for name in GUIDE.__dataclass_fields__} | wrong
    with pytest.raises(Untrue) as error:
        check_guide(GAME, Guide(**changed), random.Random(1))
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"script": f"{OPENING}ann: double god"}, "double god"),
        ({"seat": "zoe"}, "zoe"),
        ({"notes": ((2, T("Never seen.")),)}, "1 lines of actions, and notes to [2]"),
    ],
)
def test_a_wrong_worked_example_is_reported(wrong: dict[str, Any], problem: str) -> None:
    right = Example("e", T("E"), "3", f"{OPENING}ann: double gold\n", "ann", ((1, T("Gold.")),))
    check_example(GAME, right)
    with pytest.raises(Untrue) as error:
        check_example(GAME, replace(right, **wrong))
    assert problem in str(error.value)


def test_the_other_seats_follow_the_script() -> None:
    """The script is followed while it fits; otherwise, and after its end, a bot plays."""
    written = ("put silver", "put silver", "put lead", "put lead", "done")
    guide = replace(GUIDE, others=written)
    sitting = teacher.opened(GAME, OPENING).fork()
    sitting.act(0, "double gold")
    bob = sitting.seat("bob")
    while sitting.state.question(bob) is not None:
        sitting.act(bob, teacher.reply(guide, sitting, bob))
    done = [str(entry.action) for entry in sitting.lasting_entries() if entry.seat == bob]
    assert done == list(written)


def test_a_bot_plays_where_the_script_does_not_fit() -> None:
    guide = replace(GUIDE, others=("double gold",))
    sitting = teacher.opened(GAME, OPENING).fork()
    sitting.act(0, "double gold")
    bob = sitting.seat("bob")
    assert teacher.reply(guide, sitting, bob)[0] in sitting.state.legal(bob)


def test_summaries_of_seats_are_about_seats_that_exist() -> None:
    game = games.find("friedrich")
    teaching = game.face.teaching
    assert teaching is not None
    check_seats(game, teaching.seats)
    aim = teaching.seats[0].aim
    for wrong in (SeatSummary("louis", 0, aim), SeatSummary("frederick", 3, aim)):
        with pytest.raises(Untrue):
            check_seats(game, (*teaching.seats, wrong))


def test_a_summary_is_chosen_by_the_number_of_seats() -> None:
    game = games.find("friedrich")
    assert "Sweden and France" not in str(
        game.face.summaries(game.seats(game.complete_options({})))
    )
    three = game.seats(game.complete_options({"players": 3}))
    assert game.easiest_seat(three) == "maria-theresa"
    assert game.face.summaries(three)["elisabeth"].difficulty == 1

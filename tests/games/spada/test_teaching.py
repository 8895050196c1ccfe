"""What the game teaches is true, and nothing is solved by the mistake it warns of."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any, cast

import pytest

from chancery.conformance.taught import check_guide, check_taught
from chancery.core import Guide, Lesson, Primer, Refusal
from chancery.core.rulebook import titles
from chancery.games.spada.board.components import BUILDER_SPACES
from chancery.games.spada.rules.events import Attacked, PartBuilt, Tithed
from chancery.games.spada.rules.rewards import part_points, privilege_points
from chancery.table.teacher import Attempt, attempt, opened, reply
from tests.games.spada.modes import GAME

GUIDE, PRIMER = cast(Guide, GAME.face.guide()), cast(Primer, GAME.face.primer())
EXAMPLES = GAME.face.examples()
LESSONS = {lesson.key: lesson for lesson in GAME.face.lessons()}
MOST_REMARKS, LONGEST_REMARK, MOST_BEFORE_A_DEED = 45, 200, 3


def test_teaching_material_is_correct() -> None:
    check_taught(GAME)


def test_the_guided_game_goes_as_the_teacher_tells_it() -> None:
    """The attacks, the nave and the tithes that are spoken of have happened."""
    sitting = check_guide(GAME, GUIDE, random.Random(7))
    events = [seen.event for seen in sitting.events(0)]
    assert [event.n for event in events if isinstance(event, PartBuilt)] == [3]
    attacks = [(event.seat, event.target) for event in events if isinstance(event, Attacked)]
    assert attacks[:5] == [(0, 1), (2, 1), (1, 0), (2, 0), (2, 0)]
    assert [event.seat for event in events if isinstance(event, Tithed)] == [2]
    assert sitting.state.plain()["points"] == {"yellow": 5, "white": 2}
    assert sitting.state.year == 3


@pytest.mark.parametrize("number", range(6))
def test_the_learner_holds_what_the_teacher_says(number: int) -> None:
    """“Keep two grain and a knight; add two workers and a knight”, “you hold a single card, a
    knight”, “{white} attacked too: a farm burned”: whatever is chosen where one may choose."""
    sitting = check_guide(GAME, GUIDE, random.Random(number))
    own = [n for n, entry in enumerate(sitting.log) if entry.seat == 0]
    year = {n: sitting.at(n) for n in own if sitting.at(n).year == 2}

    def first(asked: str) -> Any:
        return next(s for n, s in year.items() if sitting.log[n].asked == asked).view(0)

    assert first("propose").known[4:8][3] == 4  # “{black}’s four riches”
    assert first("bid").hand == (2, 2, 2, 0)
    assert (first("summer").hand, first("summer").points) == ((2, 0, 1, 0), (5, 0, 0))
    attacked = first("defend")
    assert (attacked.hand, attacked.farms[0]) == ((0, 0, 1, 0), 4)
    assert attacked.phases[1].turn == 1  # {black}’s Summer
    third = next(sitting.at(n) for n in own if sitting.at(n).year == 3).view(0)
    assert (third.farms[0], third.sizes[0], third.sizes[2]) == (3, 3, 10)


def test_the_teacher_counts_the_cards_that_can_be_seen() -> None:
    """Before the first attack, and before the third year's card is played."""
    sitting = check_guide(GAME, GUIDE, random.Random(1))
    own = {entry.asked: number for number, entry in enumerate(sitting.log) if entry.seat == 0}
    attack = next(n for n, entry in enumerate(sitting.log) if str(entry.action) == "attack black")
    seen = sitting.at(attack).view(0)
    assert (seen.sizes[1], seen.known[4:8]) == (7, (0, 1, 0, 4))  # by grain, ..., riches
    last = sitting.at(own["propose"]).view(0)
    assert (last.sizes, last.agenda) == ((3, 7, 10), -1)
    played = [str(entry.action) for entry in sitting.log if entry.asked == "propose"]
    assert played[0].startswith("play revolt")  # “a Revolt again”
    attacked = next(n for n, entry in enumerate(sitting.log) if n > own["propose"]
                    and entry.seat == 0 and entry.asked == "defend")  # fmt: skip
    seen = sitting.at(attacked).view(0)
    assert (seen.year, seen.counsellor, seen.farms[0], seen.phases[1].turn) == (3, 2, 3, 2)


def test_a_teacher_is_brief() -> None:
    remarks = [remark for step in GUIDE.steps for remark in step.says] + list(GUIDE.farewell)
    assert len(remarks) <= MOST_REMARKS
    assert max(len(str(remark.text)) for remark in remarks) <= LONGEST_REMARK
    assert len(GUIDE.steps[0].says) <= MOST_BEFORE_A_DEED


def test_notes_of_examples_belong_to_a_line_and_a_rule() -> None:
    listed = titles(GAME)
    assert len(EXAMPLES) == len({example.key for example in EXAMPLES})
    for example in EXAMPLES:
        assert example.rule in listed
        lines = re.findall(r"^\w+: ", example.script, re.MULTILINE)
        numbers = [number for number, _ in example.notes]
        assert numbers == sorted(set(numbers))
        assert numbers[0] >= 1
        assert numbers[-1] <= len(lines)


def test_plates_show_what_their_captions_say() -> None:
    spring, fief, cathedral = (opened(GAME, plate.opening).state for plate in PRIMER.plates)
    auction = spring.phases[-1]
    assert auction.highest == auction.total(spring, 2) == 13
    assert auction.total(spring, 1) == 10
    assert auction.turn == 0
    assert (fief.farms[0], fief.builders[0], sum(fief.privileges[:4])) == (4, 2, 2)
    assert (cathedral.built, cathedral.builders[0]) == (5, 2)


SCORED = [
    opening
    for opening in (
        *(lesson.opening for lesson in LESSONS.values()),
        *(plate.opening for plate in PRIMER.plates),
    )
    if "given points" in opening
]


@pytest.mark.parametrize("opening", SCORED)
def test_points_could_have_been_scored_in_so_many_years(opening: str) -> None:
    """§rewards: each year that is decided brought a part, with its builders, or a privilege."""
    state = opened(GAME, opening).state
    season = state.phases[0].season
    decided = state.year - (season <= 2)
    options = state.options
    least = sum(part_points(options, part, 0) for part in range(state.built))
    least += privilege_points(options) * (decided - state.built)
    most = least + BUILDER_SPACES * state.built
    assert least <= sum(state.points) <= most


def stands(lesson: Lesson, actions: Sequence[str]) -> Attempt:
    """How an exercise stands after some actions, others replying where they may."""
    sitting = opened(GAME, lesson.opening).fork()
    seat = sitting.seat(lesson.seat)
    for action in actions:
        sitting.act(seat, action)
        while lesson.replies and sitting.state.asked and sitting.question(seat) is None:
            other = sitting.state.asked[0].seat
            sitting.act(other, reply(lesson, sitting, other))
    return attempt(lesson, sitting, seat)


WORKERS, KNIGHTS = "add workers", "add knights"
MISTAKES: tuple[tuple[Lesson, tuple[str, ...]], ...] = (
    (LESSONS["two-cards"], ("add grain", WORKERS, "add riches")),
    (LESSONS["all-back"], (WORKERS, "add grain", "add riches", "bid")),
    (LESSONS["all-back"], (WORKERS, "add grain", "add grain", "add riches", "add riches", "bid")),
    (LESSONS["builders"], ("assign", "attack black", "build", "done")),
    (LESSONS["right-cards"], (KNIGHTS, KNIGHTS, "add grain", "bid")),
    (LESSONS["right-cards"], (KNIGHTS, KNIGHTS, "add riches", "bid")),
    (LESSONS["two-fires"], ("attack black", "attack black", "done")),
    (LESSONS["open-gate"], ("attack white",)),
    (LESSONS["let-it-burn"], ("defend",)),
    (LESSONS["let-it-burn"], ("yield", "burn builder")),
    (LESSONS["ten-cards"], ("discard grain", "discard workers")),
    (LESSONS["whose-half"], ("appeal black",)),
    (LESSONS["whose-half"], ("pass",)),
    (LESSONS["your-problem"], ("play revolt-cathedral",)),
    (LESSONS["your-problem"], ("play war-cathedral",)),
    (LESSONS["no-roof"], ("pass",)),
    (LESSONS["no-roof"], ("swap grain tax-cathedral",)),
    (LESSONS["the-roof"], ("pass",)),
    (LESSONS["the-roof"], (KNIGHTS, KNIGHTS, KNIGHTS, "add riches", "add workers", "bid")),
)


@pytest.mark.parametrize(("lesson", "actions"), MISTAKES, ids=lambda one: getattr(one, "key", ""))
def test_a_tempting_mistake_misses_the_exercise(lesson: Lesson, actions: Sequence[str]) -> None:
    assert stands(lesson, actions[:-1]) is Attempt.OPEN
    assert stands(lesson, actions) is Attempt.MISSED


def test_every_exercise_warns_of_a_mistake() -> None:
    assert {lesson.key for lesson, _ in MISTAKES} == set(LESSONS)


def test_two_builders_need_the_new_farm_first() -> None:
    """The exercise teaches the limit of §assign.limit."""
    with pytest.raises(Refusal):
        stands(LESSONS["builders"], ("assign", "assign"))
    assert stands(LESSONS["builders"], ("assign", "build", "assign")) is Attempt.SOLVED

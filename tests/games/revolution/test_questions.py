"""From rules version 2, there is no question with a single answer; incomplete choices say so."""

import random
from typing import Any

import pytest

from chancery.games.revolution.rules.phase_base import Choice
from chancery.table import Sitting
from tests.games.revolution.positions import GAME, MODES, asked, event_names, mode_name, position
from tests.games.steps import phase, play
from tests.games.walks import lively
from tests.soaking import sample


@pytest.mark.rule("revolution", "4.1")
@pytest.mark.parametrize("mode", sample(MODES, 4), ids=mode_name)
def test_questions_with_one_answer_are_not_asked(mode: dict[str, Any]) -> None:
    dice = random.Random("one answer")
    s = GAME.start(mode, "one answer")
    while s.asked:
        for question in s.asked:
            assert len(s.legal(question.seat)) > 1, question
        s.apply(lively(dice, s.legal()))


def test_up_to_version_1_done_was_asked_for() -> None:
    given: dict[str, Any] = {
        "step": "support", "support": {"france-plain": {"nobility": 1}},
    }  # fmt: skip
    old = position(rules=1, **given)
    play(old, "bring france-plain artois")
    assert [str(action) for action in old.legal()] == ["done"]
    new = position(**given)
    assert event_names(play(new, "bring france-plain artois"))[0] == "SupportBrought"
    assert phase(new) != "Support"


@pytest.mark.rule("revolution", "6.14")
def test_the_last_token_ends_the_placing_of_a_faction() -> None:
    s = position(
        step="provinces",
        tokens={"brabant": {"catholics": 2, "nobility": 1}, "holland": {"catholics": 1}},
    )
    play(s, "put leuven 1; put bruxelles 1")
    assert asked(s) == ("catholics", "put")  # Holland is open still
    assert s.drafting(0)
    happened = play(s, "put delft 1")
    assert event_names(happened)[:2] == ["TokensPlaced", "TokensPlaced"]
    assert asked(s) == ("nobility", "put")
    assert not s.drafting(0)


def test_automatic_answers_can_be_undone() -> None:
    """Nothing is revealed by it: until another seat decides the last step is not final."""
    sitting = Sitting(GAME, {}, "back")
    habsburgs, nobility = 1, 2
    sitting.act(habsburgs, [*map(GAME.notation.parse, ("post flanders-artois",))])
    sitting.act(habsburgs, [*map(GAME.notation.parse, ("post brabant-hainault",))])
    steps = ("france-plain artois", "france-plain artois", "emperor-plain koeln")
    for step in steps:
        sitting.act(nobility, GAME.notation.parse(f"bring {step}"))
    before = sitting.state.clone()
    sitting.act(nobility, GAME.notation.parse("bring emperor-plain koeln"))
    assert asked(sitting.state)[0] == "burghers"
    sitting.undo(nobility)
    assert sitting.state == before
    assert sitting.state.drafting(nobility)


def test_armies_with_one_section_to_go_to_go_there() -> None:
    ours = GAME.shipped_data() or ""
    text = ours.replace("orange_boxes = 1", "orange_boxes = 0")
    text = text.replace("orange_boxes = 0", "orange_boxes = 2", 1)  # Liège
    s = GAME.start({}, "posting", data=text)
    assert event_names(s.events) == ["TurnBegan", "ArmyPosted", "ArmyPosted", "PartBegan"]
    assert s.plain()["armies"]["liege"] == {"habsburgs": 2}
    assert asked(s) == ("nobility", "support")
    old = GAME.start({}, "posting", data=text, rules=1)
    assert [str(action) for action in old.legal()] == ["post liege"]


@pytest.mark.parametrize("mode", sample(MODES[:5], 4), ids=mode_name)
def test_an_incomplete_choice_is_labelled(mode: dict[str, Any]) -> None:
    dice = random.Random("drafts")
    s = GAME.start(mode, "drafts")
    seen = set()
    while s.asked:
        top = s.phases[-1]
        for seat in range(len(s.seats)):
            begun = isinstance(top, Choice) and top.begun() and s.seat_of(top.faction) == seat
            assert s.drafting(seat) == begun
            if begun:
                seen.add(type(top).__name__)
        s.apply(lively(dice, s.legal()))
    assert {"Support", "Raising", "NewUnits", "Placing", "Paying"} <= seen

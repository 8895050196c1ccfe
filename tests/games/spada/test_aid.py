"""Tests of the aid card: the highlighted step is the one being played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chancery.core import Aid
from chancery.core.rulebook import titles
from chancery.games.spada.board.components import (
    AGENDA,
    CATHEDRAL,
    CATHEDRAL_PARTS,
    PARTS,
    PROBLEMS,
    printed,
    symbol_of,
)
from chancery.table import Sitting, bot_players
from tests.games.spada.modes import GAME, MODES, table

# The question, and the first words of the step that it belongs to.
STEPS = {
    "propose": "Winter: the Counsellor plays",
    "exchange": "Winter: the others may change",
    "bid": "Spring: the auction",
    "summer": "Summer",
    "defend": "Summer",
    "burn": "Summer",
    "help": "Autumn: the King’s help",
    "tithe": "Autumn: tithes",
}


def lit(block: Aid) -> str:
    return "" if block.now is None else str(block.lines[block.now])


def blocks(view: Any) -> dict[str, Aid]:
    return {str(block.title): block for block in GAME.face.aid(view)}


def test_the_numbers_on_cards_are_explained() -> None:
    card = blocks(GAME.start({"players": 3}, "numbers").view(0))
    assert [str(line) for line in card["Numbers on cards"].lines] == [
        "In your hand: what a card is worth this year",
        "On the board: how many cards there are",
    ]


@pytest.mark.rule("spada", "year", "components.summary", "rewards")
def test_the_lit_step_is_the_one_being_played() -> None:
    met = Counter[str]()
    for mode in MODES[1::9]:
        sitting = Sitting(GAME, mode, "season")
        while sitting.state.asked:
            state, asked = sitting.state, sitting.state.asked[0]
            for seat in (asked.seat, None):
                card = blocks(state.view(seat))
                step = lit(card["The year"])
                if asked.name == "privilege":
                    spring = state.phases[1].__class__.__name__ == "Reward"
                    wanted = "Spring: the winner" if spring else "Autumn: the King’s help"
                else:
                    wanted = STEPS[asked.name]
                assert step.startswith(wanted)
                values = lit(card["What a card is worth"])
                if asked.name == "propose":
                    assert not values
                else:
                    assert values.startswith(str(PROBLEMS.title(state.problem)))
                reward = lit(card["Rewards"])
                if state.agenda < 0:
                    assert not reward
                else:
                    shows = AGENDA.names[state.agenda].endswith("privilege")
                    assert reward.startswith("Privilege") == shows
                    given = state.phases[1].__class__.__name__ == "Reward"
                    part = str(CATHEDRAL_PARTS.title(state.built - given))
                    assert shows or reward.startswith(f"For {part}: ")
            met[asked.name] += 1
            plan = bot_players.answer(sitting, asked.seat, "steward", "seed")
            sitting.act(asked.seat, plan)
        over = blocks(sitting.state.view(None))
        assert not lit(over["The year"])
    assert set(met) == {*STEPS, "privilege"}


def test_every_block_names_a_paragraph_of_the_rules() -> None:
    listed = titles(GAME)
    for mode in MODES:
        shown = GAME.face.aid(GAME.start(mode).view(0))
        assert 3 <= len(shown) <= 7
        assert all(block.rule in listed for block in shown)


@pytest.mark.rule("spada", "income", "rewards.cathedral", "mobilisation.score")
def test_numbers_are_those_of_the_table() -> None:
    sitting = table({
        "farms": {"yellow": 5, "black": 2, "white": 2, "orange": 2},
        "privileges": {"yellow": {"grain": 1}, "black": {}, "white": {}, "orange": {}},
        "hands": {"yellow": {"grain": 1}, "black": {}, "white": {}, "orange": {}},
        "phases": [
            {"phase": "Year", "season": 3},
            {"phase": "Summer", "turn": "yellow", "left": 4, "looted": []},
        ],
    })  # fmt: skip
    own = [str(line) for line in blocks(sitting.state.view(0))["In Autumn"].lines]
    assert "As you stand: 4 cards" in own
    nobody = [str(line) for line in blocks(sitting.state.view(None))["In Autumn"].lines]
    assert not any(line.startswith("As you stand") for line in nobody)
    old = blocks(GAME.start({"scoring": "original", "ending": "mobilisation"}).view(0))
    assert "For the roof: 3 points" in [str(line) for line in old["Rewards"].lines]
    assert "Privilege: 1 point and a privilege" in [str(line) for line in old["Rewards"].lines]
    assert any("half a point" in str(line) for line in old["The end"].lines)


@pytest.mark.rule("spada", "end", "rewards.agenda", "winter.later")
@pytest.mark.parametrize("ending", ["standard", "mobilisation"])
def test_agenda_cards_last_until_the_roof_and_both_aid_and_rules_say_so(ending: str) -> None:
    sitting = Sitting(GAME, {"players": 3, "ending": ending}, "agenda")
    card = blocks(sitting.state.view(0))
    assert any("do not run out" in str(line) for line in card["The end"].lines)
    assert "without one, the next player who has one" in str(card["The year"].lines[0])
    paragraphs = [str(p.text) for chapter in GAME.face.help() for p in chapter.paragraphs]
    assert any("Agenda cards never run out" in text for text in paragraphs)
    for cards in ("full", "short"):
        left = printed(None).agenda({"agenda": cards})
        assert sum(n for one, n in enumerate(left) if symbol_of(one) == CATHEDRAL) >= PARTS

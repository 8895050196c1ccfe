"""Tests of hints: ideas that can be followed one by one, each with its reason and its way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from chancery import bots
from chancery.core import Action
from chancery.games import find
from chancery.table import Sitting, bot_players
from chancery.table.hints import Hint, hint


@cache
def hinted(name: str, question: str, before: int = 0) -> tuple[Sitting, int, Hint]:
    """Play a game with its own bot until a question is asked; ask for a hint there."""
    game = find(name)
    kind = bots.best(game)
    sitting = Sitting(game, seed="7")
    while True:
        asked = sitting.state.asked[0]
        if asked.name == question and before == 0:
            return sitting, asked.seat, hint(sitting, asked.seat, kind, "hint")
        before -= asked.name == question
        sitting.act(asked.seat, bot_players.answer(sitting, asked.seat, kind, "bot"))


CASES = [("friedrich", "share"), ("friedrich", "move"), ("spada", "bid"), ("revolution", "units")]


@pytest.mark.parametrize(("name", "question"), CASES)
def test_the_ideas_one_after_the_other_are_the_plan(name: str, question: str) -> None:
    sitting, seat, found = hinted(name, question)
    game = sitting.game
    assert found.actions == bot_players.answer(sitting, seat, bots.best(game), "hint")
    speaker = game.speaker("en", (), sitting.seats, game.called(sitting.start.frame))
    one_by_one = sitting.fork()
    for number, idea in enumerate(found.ideas):
        assert speaker.say(idea.text)
        assert idea.reason is not None
        assert idea.final == (idea.actions[-1] in one_by_one.closing(seat)) or len(idea.actions) > 1
        assert not idea.final or number == len(found.ideas) - 1
        assert one_by_one.act(seat, idea.actions).left == 0


def test_each_army_is_an_idea_with_its_way_and_a_reason_of_its_own() -> None:
    _, _, found = hinted("friedrich", "move")
    *marches, end = found.ideas
    assert len(marches) > 4
    for idea in marches:
        assert idea.marches
        assert len(idea.way) >= 2
        assert [action.verb for action in idea.actions].count("march") == 1
        assert not idea.final
    assert [action.verb for action in end.actions] == ["end"]
    assert end.final
    assert len({str(idea.reason) for idea in found.ideas}) > len(found.ideas) // 2


def test_an_offer_is_one_idea_and_says_that_it_is_final() -> None:
    _, _, found = hinted("spada", "bid")
    (idea,) = found.ideas
    assert idea.actions[-1].text == "bid"
    assert idea.final
    assert idea.preview is not None


def test_units_for_one_place_are_one_idea() -> None:
    _, _, found = hinted("revolution", "units")
    places = [idea.way for idea in found.ideas if idea.way]
    assert len(places) > 2
    assert all(len(way) == 1 for way in places)


def test_an_idea_does_not_name_the_phase_that_follows_it() -> None:
    sitting, seat, found = hinted("revolution", "support", 2)
    trial = sitting.state.clone()
    events = [event for action in found.actions for event in trial.apply(action, seat)]
    assert any(sitting.game.face.heading(event) for event in events)
    assert not any("New units" in str(idea.text) for idea in found.ideas)


@pytest.mark.parametrize("illegal", [True, False])
def test_a_bot_whose_advice_fails_hints_at_its_move(
    monkeypatch: pytest.MonkeyPatch, illegal: bool
) -> None:
    game = find("spada")
    sitting = Sitting(game, {"players": 3}, seed="1")
    seat = sitting.state.asked[0].seat
    kind = bots.best(game)
    expected = hint(sitting, seat, kind, "x")

    def advice(self: object, view: object, asked: object, legal: Sequence[Action]) -> list[Action]:
        others = [action for action in game.notation if action not in legal]
        return others[:1] if illegal else [legal[len(legal)]]

    monkeypatch.setattr(type(bots.make(kind, game, "x")), "advice", advice, raising=False)
    found = hint(sitting, seat, kind, "x")
    assert found == expected
    assert not found.calculated

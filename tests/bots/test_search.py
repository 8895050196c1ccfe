"""Searching bots win more, are deterministic, and use no hidden information."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from chancery import bots
from chancery.bots.random import RandomBot
from chancery.bots.search import Search, Trial
from chancery.core import Action, Game, Question, State
from chancery.core.chance import Dice
from chancery.core.search_hooks import SearchHooks
from chancery.games import find
from chancery.table.bot_players import Player, moves, seat_seed
from tests.soaking import SOAK, sample
from tests.tiny import caskets

TABLES = [
    ("spada", {"players": 3}),
    ("spada", {"players": 4}),
    ("friedrich", {"players": 2, "game": "west"}),
    ("friedrich", {"game": "austrian"}),
    ("friedrich", {"players": 4}),
    ("revolution", {"players": 2}),
    ("revolution", {"players": 3}),
    ("revolution", {"players": 5}),
]


class CasketsSearchHooks(SearchHooks[Any, Any]):
    """Hooks that play a trial to its end with random moves."""

    policy = RandomBot

    def moment(self, state: Any) -> int:
        return int(state.round)

    def horizon(self, state: Any) -> int:
        return 9


class Thinking(type(caskets.GAME)):  # type: ignore[misc]
    """Caskets with hooks for a searching bot."""

    search_hooks = CasketsSearchHooks


@pytest.fixture
def game() -> Game[Any, Any]:
    found: Game[Any, Any] = Thinking()
    return found


@pytest.mark.soak  # other tests look at what is searched
def test_searching_wins_more_often(game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.ADDED, "thinker", Search)
    monkeypatch.setattr(Search, "budget", 300)
    won = 0.0
    games = 120 if SOAK else 48
    for number in range(games):
        state = game.start({"players": 2}, str(number))
        kinds = ("thinker", "random") if number % 2 else ("random", "thinker")
        seeds = [seat_seed(str(number), seat) for seat in range(2)]
        players = [Player(kind, game, seed) for kind, seed in zip(kinds, seeds, strict=True)]
        for seat, action in moves(state, players):
            state.apply(action, seat)
        assert state.result is not None
        won += state.result.share(kinds.index("thinker"))
    # without a difference half would be won, and so many of 120 with a probability of 0.003
    assert won >= 0.625 * games


def test_a_plan_is_found_in_the_budget(game: Game[Any, Any]) -> None:
    """Rounds of halving share it; every plan is tried on a few positions in any case."""
    state = game.start({"players": 2}, "7")
    hooks = CasketsSearchHooks(game)
    plans = [(action,) for action in state.legal(0)]
    for budget in (1, 400):
        trial = Trial(hooks, hooks.company(), state.view(0), 0, plans, Dice("x"))
        assert trial.best(budget, 2) in plans
        assert min(trial.tried) >= 2
        longest = 40 * len(plans)  # one more position for all plans
        assert trial.steps <= max(budget, 2 * 2 * longest) + longest


def test_without_chance_each_plan_is_tried_once(
    game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plans are tried as the budget allows, beginning with the policy's."""
    monkeypatch.setattr(CasketsSearchHooks, "sure", True)
    state = game.start({"players": 2}, "7")
    hooks = CasketsSearchHooks(game)
    plans: list[Sequence[Action]] = [(action,) for action in state.legal(0)]
    tried = []
    for budget in (1, 30, 10_000):  # a game takes 22 actions
        trial = Trial(hooks, hooks.company(), state.view(0), 0, plans, Dice("x"))
        found = trial.best(budget, 2)
        known = [i for i, n in enumerate(trial.tried) if n]
        assert known == list(range(len(known)))
        assert trial.sums[plans.index(found)] == max(trial.sums[i] for i in known)
        tried.append(sum(trial.tried))
    assert tried[0] == 1
    assert tried[0] < tried[1] < tried[2] == len(plans)


def test_another_plan_must_be_significantly_better(
    game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a high threshold the policy’s plan is kept; with a low one few trials decide."""
    state = game.start({"players": 2}, "7")
    plans = [(action,) for action in state.legal(0)]
    kept = []
    for doubt in (0.0, 50.0):
        monkeypatch.setattr(CasketsSearchHooks, "doubt", doubt)
        hooks = CasketsSearchHooks(game)
        found = [
            Trial(hooks, hooks.company(), state.view(0), 0, plans, Dice(f"{n}")).best(100, 4)
            for n in range(8)
        ]
        kept.append(found.count(plans[0]))
    assert kept[0] < 8
    assert kept[1] == 8


@pytest.mark.parametrize(("name", "options"), sample(TABLES, 3))
def test_search_is_deterministic_and_never_reads_the_real_position(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For two positions that look the same to a seat (twins), its plans are the same with the
    same dice."""
    game = find(name)
    monkeypatch.setattr(Search, "budget", 60)
    monkeypatch.setattr(Search, "least", 1)
    hooks = game.search_hooks(game)
    policy = game.search_hooks.policy
    state = game.start(options, "twins")
    searched = 0
    players: list[Any] = [policy(game, str(seat)) for seat in range(len(state.seats))]
    for number in range(600):
        if state.result is not None or searched == (3 if SOAK else 2):
            break
        asked = state.asked[0]
        seat = asked.seat
        view, legal = state.view(seat), state.legal(seat)
        if number % 3 == 0 and len(legal) > 2 and hooks.thought(view, asked, legal) > 0:
            twin: State = game.sample(view, f"twin {number}")
            plans = [
                Search(game, "own").plan(one.view(seat), asked, legal, Dice("own", "moment"))
                for one in (state, state, twin)
            ]
            assert plans[0] == plans[1] == plans[2]
            searched += 1
        plan = players[seat].plan(view, asked, legal, Dice("policy", str(number)))
        state.apply(plan[0], seat)
    assert searched


@pytest.mark.parametrize(("name", "options"), sample(TABLES, 3))
def test_tried_plans_can_be_played(name: str, options: dict[str, Any]) -> None:
    """Every candidate begins with something legal, and none is the policy's own plan."""
    game = find(name)
    hooks = game.search_hooks(game)
    state = game.start(options, "candidates")
    players = hooks.company()
    tried: dict[str, int] = {}
    for number in range(700):
        if state.result is not None or (number > 250 and len(tried) > 1 and not SOAK):
            break
        asked: Question = state.asked[0]
        seat = asked.seat
        view, legal = state.view(seat), state.legal(seat)
        plan = players[seat].plan(view, asked, legal, Dice("policy", str(number)))
        if len(legal) > 1 and hooks.thought(view, asked, legal) > 0:
            others: Sequence[Sequence[Action]] = hooks.candidates(view, asked, legal, plan)
            assert all(other[0] in legal for other in others)
            assert tuple(plan) not in [tuple(other) for other in others]
            tried[asked.name] = tried.get(asked.name, 0) + len(others)
        state.apply(plan[0], seat)
    assert len(tried) > 1
    assert sum(tried.values()) > 30

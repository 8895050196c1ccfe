"""Tests of the search hooks: the plans that are tried, and the horizon."""

from typing import Any

import pytest

from chancery.core.chance import Dice
from chancery.games.friedrich.board.nations import HANOVER
from chancery.games.friedrich.bot.bot import Quartermaster
from chancery.games.friedrich.bot.search_hooks import HALF_A_TURN, STAGES, FriedrichSearchHooks
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.notation import END
from tests.games.friedrich.positions import GAME

MODES = [{"game": "west"}, {"game": "austrian"}, {"game": "full", "players": 4}]
ACTIONS = 260  # about two turns


@pytest.mark.parametrize("options", MODES, ids=lambda options: options["game"])
def test_only_defenders_may_stand_still(options: dict[str, Any]) -> None:
    """An attacker would postpone for ever what looks no worse one turn later."""
    s, hooks, bot = (
        GAME.start(options, "still"),
        FriedrichSearchHooks(GAME),
        Quartermaster(GAME, ""),
    )
    may_wait: set[int] = set()
    marches: set[int] = set()
    for _ in range(ACTIONS):
        asked = s.asked[0]
        view, legal = s.view(asked.seat), s.legal(asked.seat)
        plan = bot.plan(view, asked, legal, Dice(""))
        phase = view.phases[-1]
        if asked.name == "move" and isinstance(phase, Movement) and plan[0] != END:
            for tried in hooks.candidates(view, asked, legal, plan):
                (may_wait if tuple(tried) == (END,) else marches).add(phase.nation)
        s.apply(plan[0], asked.seat)
    assert may_wait
    assert max(may_wait) <= HANOVER < max(marches)


@pytest.mark.parametrize("stage", range(STAGES))
def test_everybody_has_answered_before_a_position_is_judged(stage: int) -> None:
    """In a scenario a whole turn is played, in the full game at least until Prussia has moved."""
    hooks = FriedrichSearchHooks(GAME)
    duel, war = (GAME.start(options, "far") for options in (MODES[0], MODES[2]))
    duel.stage = war.stage = stage
    assert hooks.horizon(duel) == STAGES
    judged = war.stage + hooks.horizon(war)
    assert hooks.horizon(war) >= HALF_A_TURN
    assert stage <= HANOVER or judged > STAGES

"""Incomplete choices are applied by the rules, for the seat that makes them only."""

import random
from collections import Counter
from dataclasses import fields

import pytest

from chancery.games.revolution.board.board import neutrals_in_play
from chancery.games.revolution.board.factions import NEUTRAL, OWNERS_N
from chancery.games.revolution.plans import planned
from chancery.games.revolution.rules.notation import DONE
from tests.games.revolution.positions import GAME, position


@pytest.mark.parametrize("players", [5, 2])
def test_incomplete_choices_are_applied_without_losing_tokens(players: int) -> None:
    kinds: Counter[str] = Counter()
    dice = random.Random(f"plans {players}")
    s = GAME.start({"players": players}, "plans")
    while s.asked:
        seat = s.asked[0].seat
        if s.drafting(seat):
            view = s.view(seat)
            shown = planned(view)
            kinds[type(view.phases[-1]).__name__] += shown != view
            for faction in view.factions:
                assert shown.all_tokens(faction) == shown.establishment()
            neutral = shown.neutrals + sum(shown.tokens[NEUTRAL::OWNERS_N])
            assert neutral == neutrals_in_play(s.frame, s.data.neutrals)
            assert shown.phases == view.phases
            for other in (None, *range(players)):
                if other != seat:
                    assert planned(s.view(other)) == s.view(other)
        s.apply(dice.choice(s.legal(seat)), seat)
    assert kinds["Placing"] > 20
    assert kinds["NewUnits"] > 10
    assert planned(s.view(0)) == s.view(0)


def test_the_applied_choice_equals_the_result() -> None:
    s = position(step="sieges", armies={"holland": {"habsburgs": 2}})
    seat = s.asked[0].seat
    s.apply(GAME.notation.parse("besiege leiden"), seat)
    shown = planned(s.view(seat))
    s.apply(DONE, seat)
    now = s.view(seat)
    for field in fields(now):
        if field.name in ("armies", "sieges", "tokens", "treasury"):
            assert getattr(shown, field.name) == getattr(now, field.name)

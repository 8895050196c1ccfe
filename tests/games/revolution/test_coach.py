"""The forecasts of the coach, compared with what the rules then do."""

import random
from collections.abc import Iterator

import pytest

from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import BURGHERS, CATHOLICS, NOBILITY, REFORMERS
from chancery.games.revolution.board.places import PROVINCES
from chancery.games.revolution.rules.new_units import due, sources
from chancery.games.revolution.rules.points import count
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.taxes import base
from tests.games.revolution.positions import EVEN, GAME, position
from tests.games.steps import play


def games(seed: int, number: int) -> Iterator[Revolution]:
    """Yield positions of random games."""
    dice = random.Random(seed)
    s = GAME.start({}, f"coach {seed}")
    found = 0
    while s.asked and found < number:
        if dice.random() < 0.05:
            found += 1
            yield s
        s.apply(dice.choice(s.legal()))


@pytest.mark.parametrize("seed", range(2))
def test_forecasts_agree_with_the_rules(seed: int) -> None:
    for s in games(seed, 25):
        view = s.view(0)
        for faction in view.factions:
            taxes = coach.income(view, faction)
            assert (taxes.provinces, taxes.cities) == base(s, faction)
            assert taxes.collected + max(taxes.extra) <= s.stock[faction]
            units = coach.new_units(view, faction)
            assert units.received == min(due(sources(s, faction)), s.stock[faction])
            now = coach.points(view, faction)
            assert now.cities + now.provinces + now.own == now.now
            if s.turn and s.turn < 5:
                assert now.now == count(s, faction)
            for province, n in coach.surpluses(view, faction).items():
                assert s.unbesieged(province)[faction] == n + s.data.limit[province]
        for found in coach.conflicts(view):
            assert sum(found.before) > found.limit
            assert sum(found.lost) > 0


def test_conflicts() -> None:
    s = position(
        step="raising",
        treasury={"catholics": 3},
        tokens={"zeeland": {"catholics": 1, "burghers": 3, "neutral": 1}},
    )
    (found,) = coach.conflicts(s.view(0))
    assert found.province == PROVINCES.index("zeeland")
    assert found.lost == (1, 0, 0, 0, 0, 1)
    more = coach.conflict(s.view(0), found.province, {CATHOLICS: 3})
    assert more.after[CATHOLICS] == more.before[CATHOLICS] - sum(more.lost[:1])


def test_outlets() -> None:
    s = position(
        step="overflow",
        faction="burghers",
        tokens={"gelderland": {"burghers": 8}, "utrecht": {"catholics": 5}},
    )
    found = {o.province: o for o in coach.outlets(s.view(3), BURGHERS, 2)}
    assert found[PROVINCES.index("utrecht")] == (PROVINCES.index("utrecht"), True, 0)
    assert found[PROVINCES.index("koeln")] == (PROVINCES.index("koeln"), False, 7)
    assert coach.surpluses(s.view(3), BURGHERS) == {PROVINCES.index("gelderland"): 3}


def test_points_by_source_and_at_the_end_of_the_turn() -> None:
    s = position(
        step="provinces",
        allegiance=EVEN,
        tokens={
            "holland": {"burghers": 2, "catholics": 1},
            "amsterdam": {"burghers": 1},
            "rotterdam": {"burghers": 1},
            "drenthe": {"burghers": 1},
            "leuven": {"reformers": 1},
        },
    )
    view = s.view(3)
    now = coach.points(view, BURGHERS)
    assert now == (0, 0, 100, 0)
    end = coach.points_if_assigned(view, BURGHERS)
    assert end == (100, 100, 100, 45)
    assert (end.now, end.at_end) == (300, 345)
    catholics = coach.points_if_assigned(view, CATHOLICS)
    reformers = coach.points_if_assigned(view, REFORMERS)
    assert reformers.own == 100  # Leuven would turn Reformed
    # all factions leave their tokens where they are, so the forecast comes true
    while type(s.phases[-1]).__name__ == "Placing":
        play(s, "done")
    assert s.points[BURGHERS] == end.now
    assert s.points[CATHOLICS] == catholics.now
    assert s.points[REFORMERS] == reformers.now
    assert s.points[NOBILITY] == 0

"""The coach: what a view tells, against what the rules then do."""

import random
from collections.abc import Iterator

import pytest

from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import BURGHERS, CATHOLICS, NOBILITY, REFORMERS
from chancery.games.revolution.board.places import CITIES, PROVINCES
from chancery.games.revolution.rules.new_units import due, sources
from chancery.games.revolution.rules.points import count
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.taxes import base
from tests.games.revolution.modes import EVEN, GAME, play, position


def games(seed: int, number: int) -> Iterator[Revolution]:
    """Positions out of random games."""
    dice = random.Random(seed)
    s = GAME.start({}, f"coach {seed}")
    found = 0
    while s.asked and found < number:
        if dice.random() < 0.05:
            found += 1
            yield s
        s.apply(dice.choice(s.legal()))


@pytest.mark.parametrize("seed", range(2))
def test_it_agrees_with_the_rules(seed: int) -> None:
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
    assert found.strongest == (BURGHERS,)
    more = coach.conflict(s.view(0), found.province, {CATHOLICS: 3})
    assert more.after[CATHOLICS] == more.before[CATHOLICS] - sum(more.lost[:1])


def test_what_a_card_needs() -> None:
    s = position(
        step="raising",
        treasury={"catholics": 3},
        tokens={
            "liege": {"catholics": 2, "burghers": 2, "neutral": 1},
            "liege-city": {"catholics": 2, "neutral": 2},
        },
    )
    view = s.view(None)
    needs = {n.faction: n for n in coach.province_needs(view, PROVINCES.index("liege"))}
    assert (needs[CATHOLICS].own, needs[CATHOLICS].total) == (2, 5)
    assert (needs[CATHOLICS].adding, needs[CATHOLICS].converting) == (2, 1)
    assert (needs[REFORMERS].adding, needs[REFORMERS].converting) == (6, 3)
    city = {n.faction: n for n in coach.city_needs(view, CITIES.index("liege-city"))}
    assert (city[CATHOLICS].adding, city[CATHOLICS].converting) == (1, 1)
    for need in (*needs.values(), *city.values()):
        own, total = need.own, need.total
        assert 2 * (own + need.adding) > total + need.adding
        assert not need.adding or 2 * (own + need.adding - 1) <= total + need.adding - 1
        assert 2 * (own + need.converting) > total


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


def test_points_by_source_and_what_if() -> None:
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
    more = coach.points(
        view, BURGHERS, gain_cities=(1,), gain_provinces=(3, PROVINCES.index("drenthe")), own=1
    )
    assert more == (100, 100, 200, 45)
    assert (more.now, more.at_end) == (400, 445)
    end = coach.points_if_assigned(view, BURGHERS)
    assert end == (100, 100, 100, 45)
    catholics = coach.points_if_assigned(view, CATHOLICS)
    reformers = coach.points_if_assigned(view, REFORMERS)
    assert reformers.own == 100  # Leuven would turn Reformed
    # everybody leaves the tokens where they are: it comes as foretold
    while type(s.phases[-1]).__name__ == "Placing":
        play(s, "done")
    assert s.points[BURGHERS] == end.now
    assert s.points[CATHOLICS] == catholics.now
    assert s.points[REFORMERS] == reformers.now
    assert s.points[NOBILITY] == 0


def test_rooms_are_those_of_the_question() -> None:
    s = position(step="units", tokens={"liege": {"catholics": 2}})
    assert coach.rooms(s.view(0), CATHOLICS)[PROVINCES.index("liege")] == 2

"""The conformance suite in every mode, and random walks that reach all phases."""

from typing import Any

import pytest

from chancery.conformance import check_bots, check_sitting, check_walk
from chancery.conformance.walks import any_action
from chancery.games.revolution.rules.state import Revolution
from tests.games.revolution.positions import GAME, MODES, WALKED, position
from tests.games.steps import play
from tests.games.walks import lively, play_on_from
from tests.soaking import SOAK, sample


@pytest.mark.parametrize("mode", sample(WALKED, 1))
def test_walk(mode: dict[str, Any]) -> None:
    visits = check_walk(GAME, mode, "walk", bias=lively, thorough=0.03)
    assert visits.twin_steps > 20
    assert visits.not_now() < 0.05


@pytest.mark.parametrize("mode", sample(WALKED, 2))
def test_sitting(mode: dict[str, Any]) -> None:
    check_sitting(GAME, mode, "sitting", most=150)


@pytest.mark.parametrize("mode", sample(WALKED, 3))
def test_bots(mode: dict[str, Any]) -> None:
    assert check_bots(GAME, mode, "bots", most=200) == 400


def special() -> list[Revolution]:
    """Return positions that random walks hardly reach."""
    fleet = {"hirer": "burghers", "beggars": {"holland": 2}}
    siege = {"sieges": {"amsterdam": "catholics"}, "armies": {"holland": {"catholics": 1}}}
    land = {"holland": {"burghers": 3, "neutral": 1}, "amsterdam": {"burghers": 2}}
    money = {"burghers": 6, "reformers": 6}
    treasure = {"spanish-treasury-solid": {"catholics": 4}, "huguenots-plain": {"burghers": 2}}
    first = {"edition": 2004}
    hired = position(step="beggars", treasury=money, tokens=land, **siege)
    play(hired, "hire holland; hire holland; hire holland")
    free = position(step="beggars", treasury=money, tokens=land)
    play(free, "hire holland; hire holland; hire holland")
    held = position(step="marches", tokens=land, **fleet, armies={"holland": {"catholics": 2}})
    play(held, "march holland utrecht")
    barred = position(step="influence", tokens=land, **fleet, armies={"holland": {"habsburgs": 2}})
    play(barred, "influence holland burghers")
    return [
        hired,
        free,
        held,
        barred,
        position(step="beggars", treasury=money, tokens=land, **siege),
        position({"players": 2}, step="beggars", treasury=money, tokens=land, **siege),
        position(step="marches", tokens=land, armies={"holland": {"catholics": 2}},
                 lifted={"holland": {"catholics": 1}}),
        position(step="support", support=treasure),
        position(first, step="support", support=treasure),
        position(first, step="influence", tokens=land, **fleet,
                 armies={"holland": {"habsburgs": 3}}),
        position(first, step="provinces", tokens={"amsterdam": {"burghers": 1, "neutral": 2}}),
        position({**first, "province_order": "rulebook"}, step="provinces",
                 tokens={"amsterdam": {"burghers": 1, "neutral": 2}, "mons": {"neutral": 1}}),
        position(step="upkeep", armies={"holland": {"catholics": 2}}, tokens=land),
        position({"neutrals": 32}, step="neutrals"),
        position(step="provinces", tokens={"flanders": {"burghers": 1, "neutral": 3}}),
        position(step="overflow", tokens={"gelderland": {"burghers": 8},
                                          "groningen": {"reformers": 5}}),
    ]  # fmt: skip


def test_rare_positions_conform() -> None:
    visits = play_on_from(
        GAME, special(), games=12 if SOAK else 3, checked=3 if SOAK else 1, steps=5
    )
    if not SOAK:  # all of them together come by everything
        return
    for number in range(18):
        bias = lively if number % 2 else any_action
        visits.merge(check_walk(GAME, MODES[number % len(MODES)], f"visits {number}", bias=bias,
                                thorough=0))  # fmt: skip
    assert visits.never(GAME) == {}
    assert visits.not_now() < 0.02

"""Tests of the coach: facts worked out from views agree with the position."""

import random
from collections import Counter
from itertools import combinations

import pytest

from chancery.games.friedrich import coach
from chancery.games.friedrich.board.atlas import CITY, NEXT, OBJECTIVES, SUIT, distances
from chancery.games.friedrich.board.cards import CARD_NAMES, KINDS, VALUE, counts_of
from chancery.games.friedrich.board.nations import AUSTRIA, PRUSSIA, RUSSIA, hostile
from chancery.games.friedrich.board.pieces import DAUN, FRIEDRICH, NATION_OF, SCHWERIN
from chancery.games.friedrich.game import GAME
from chancery.games.friedrich.rules import army_limits, conquest, protection, retreat, victory
from tests.soaking import sample


def games(seed, number, options=None):
    """Yield positions of random games."""
    dice = random.Random(seed)
    state = GAME.start(options or {}, f"coach {seed}")
    found = 0
    while state.asked and found < number:
        seat = state.asked[0].seat
        if state.turn >= 1 and state.asked[0].name != "share" and dice.random() < 0.05:
            found += 1
            yield state
        state.apply(dice.choice(state.legal(seat)), seat)


def kinds(*names):
    """Return the kinds of cards given by name."""
    return counts_of(CARD_NAMES.index(name) for name in names)


@pytest.mark.parametrize("seed", sample(range(3), 1))
def test_objectives_and_supply_are_those_of_the_position(seed):
    options = {} if seed else {"offensive": True}
    for state in games(seed, 25, options):
        view = state.view(0)
        for city in OBJECTIVES:
            guard = protection.protecting_nation(view, city)
            assert bool(coach.protectors(view, city)) == protection.is_protected(state, city, guard)
            for nation in range(7):
                assert conquest.may_conquer(view, nation, city) == conquest.may_conquer(
                    state, nation, city
                )
                assert conquest.may_win_back(view, nation, city) == conquest.may_win_back(
                    state, nation, city
                )
        for nation in range(7):
            assert victory.missing(view, nation) == victory.missing(state, nation)
            assert army_limits.ceiling(view, nation) == army_limits.ceiling(state, nation)
            for line in coach.supply_lines(view, nation):
                assert line.down == bool(state.down[line.top])
                assert line.alarm == (0 if line.supplied else 1 + line.down)


@pytest.mark.parametrize("seed", sample(range(2), 1))
def test_knowledge_of_armies_is_correct(seed):
    for state in games(seed, 25):
        for seat in range(4):
            view = state.view(seat)
            for nation in range(7):
                for top, known in coach.strengths(view, nation).items():
                    assert known.low <= state.troops[top] <= known.high
                    assert known.low <= known.likely <= known.high
                    if view.own(nation):
                        assert known.likely == state.troops[top]


def test_unseen_cards_are_all_that_is_left():
    for state in games(7, 20):
        view = state.view(2)
        left = coach.unseen(view)
        there = sum(view.backs) + view.draw_size + sum(view.buried_backs)
        own = sum(sum(view.hands[n]) for n in range(7)) + len(view.buried)
        assert sum(left) == there - own
        expected = coach.hands(view)
        assert expected[AUSTRIA] == coach.points(view.hands[AUSTRIA])
        for nation in range(7):
            if not view.hand_size(nation):
                assert expected[nation] == (0, 0, 0, 0)


def test_forecasts_at_the_start():
    state = GAME.start({}, "start")
    view = state.view(0)
    objectives = {aim.city: aim for aim in coach.objectives(view)}
    assert SCHWERIN in objectives[CITY["breslau"]].guards
    assert not objectives[CITY["breslau"]].open
    assert objectives[CITY["minden"]].open  # nobody of Prussia is near
    assert len(coach.objectives(view, RUSSIA)) == 10
    assert len(victory.missing(view, AUSTRIA)) == 16
    assert not victory.eased(view, AUSTRIA)
    assert view.scenario == "full"
    assert not view.expert("garrison")


def test_attack_positions_are_next_to_the_enemy():
    view = GAME.start({}, "attacks").view(0)
    found = coach.attack_positions(view, PRUSSIA)
    assert {attack.target for attack in found} >= {DAUN}
    for attack in found:
        assert attack.city in NEXT[view.at[attack.target]]
        assert (attack.own_suit, attack.their_suit) == (
            SUIT[attack.city],
            SUIT[view.at[attack.target]],
        )
        assert hostile(PRUSSIA, NATION_OF[attack.target])


def test_points_of_a_hand():
    hand = kinds("10h.1", "3h.1", "5s.2", "r.1")
    assert coach.points(hand) == (15, 10, 23, 10)
    assert coach.points((0,) * KINDS) == (0, 0, 0, 0)


def test_retreats_end_far_from_the_victor():
    view = GAME.start({}, "retreat").view(0)
    ends = retreat.ends(view, FRIEDRICH, 3, DAUN)
    assert ends
    far = distances(view.at[DAUN])
    assert len({far[city] for city in ends}) == 1
    assert far[ends[0]] > far[view.at[FRIEDRICH]]


def test_the_least_waste_is_the_least_by_trying():
    dice = random.Random("waste")
    found = 0
    for _ in range(200):
        hand = counts_of(dice.sample(range(KINDS), dice.randint(0, 9)))
        held = [kind for kind in range(KINDS) if hand[kind]]
        price = dice.choice((6, 8, 12, 18, 24, 32, 48))
        ways = [
            sum(VALUE[kind] for kind in chosen)
            for n in range(len(held) + 1)
            for chosen in combinations(held, n)
        ]
        enough = [paid for paid in ways if paid >= price]
        chosen = coach.least_waste(hand, price)
        assert sum(VALUE[kind] for kind in chosen) == min(enough, default=0)
        assert all(n <= hand[kind] for kind, n in Counter(chosen).items())
        found += bool(chosen)
    assert found > 50


def test_reserves_are_kept_where_others_pay_as_well():
    assert coach.least_waste(kinds("r.1", "10s.1"), 10) == (CARD_NAMES.index("10s.1"),)
    assert coach.least_waste(kinds("r.1", "4s.1", "6s.1"), 10) == tuple(
        CARD_NAMES.index(name) for name in ("4s.1", "6s.1")
    )

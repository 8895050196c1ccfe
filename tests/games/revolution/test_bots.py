"""The regent: whole games in every mode, reproducibility, and single decisions."""

import random
from itertools import permutations
from typing import Any

import pytest

from chancery.core import Question
from chancery.core.chance import Dice
from chancery.games.revolution.board.factions import BURGHERS, CATHOLICS, HABSBURGS, REFORMERS
from chancery.games.revolution.board.places import CITIES, PROVINCES, REGIONS
from chancery.games.revolution.bot.appraisal import Appraisal, Weights, temper
from chancery.games.revolution.bot.armies_and_beggars import Soldiery
from chancery.games.revolution.bot.bot import Regent
from chancery.games.revolution.bot.coins_and_units import Purse
from chancery.games.revolution.rules.control_cards import majority
from chancery.games.revolution.rules.points import POINT
from chancery.games.revolution.rules.state import Revolution
from chancery.table.bot_players import Player, moves
from tests.games.revolution.bot_answers import answer, answers
from tests.games.revolution.positions import EVEN, GAME, MODES, PAIRS, mode_name, position, tokens
from tests.games.steps import phase
from tests.soaking import sample

EMPTY = [0] * 6


def played(options: dict[str, Any], seed: str, names: list[str] | None = None) -> tuple[Any, list]:
    """Return the end of a game between bots, and all of its actions."""
    state = GAME.start(options, seed)
    names = names or ["regent"] * len(state.seats)
    players = [Player(name, GAME, f"{seed}:{seat}") for seat, name in enumerate(names)]
    actions = []
    for seat, action in moves(state, players):
        state.apply(action, seat)
        actions.append(action)
        assert len(actions) < 5_000, "no end"
    return state, actions


# -- whole games -----------------------------------------------------------------------


@pytest.mark.parametrize("options", sample(MODES, 3), ids=mode_name)
def test_bots_finish_a_whole_game(options: dict[str, Any]) -> None:
    state, _ = played(options, "whole")
    assert state.result is not None
    state.check()


def test_the_seed_determines_the_temper() -> None:
    """The game has no chance: games differ by the tempers of the bots."""
    one = played({"players": 3}, "one")[1]
    assert played({"players": 3}, "one")[1] == one
    assert played({"players": 3}, "other")[1] != one
    usual = Weights()
    for seed in ("one", "other"):
        assert 0.85 * usual.rival <= temper(seed).rival <= 1.15 * usual.rival
        assert temper(seed).holders == usual.holders
    assert temper("one") != temper("other")


def test_a_plan_is_found_again_at_each_of_its_parts() -> None:
    """A new bot continues an incomplete choice in the way in which another one began it."""
    _, actions = played({"players": 4}, "anew")
    state = GAME.start({"players": 4}, "anew")
    for action in actions:
        seat = state.asked[0].seat
        assert Player("regent", GAME, f"anew:{seat}").plan(state, seat, "any")[0] == action
        state.apply(action, seat)


@pytest.mark.parametrize("seat", sample(range(5), 2))
def test_regents_beat_random_play(seat: int) -> None:
    names = ["random"] * 5
    names[seat] = "regent"
    ends = [played({}, f"chance {n}", names)[0].result for n in range(5)]
    assert sum(seat in end.winners for end in ends) >= 3


@pytest.mark.parametrize("seat", range(2))
def test_regents_beat_random_play_with_two_players(seat: int) -> None:
    names = ["random", "random"]
    names[seat] = "regent"
    ends = [played({"players": 2}, f"chance {n}", names)[0].result for n in range(2)]
    assert all(end.winners == (seat,) for end in ends)


def test_an_unknown_question() -> None:
    state = GAME.start({}, "unknown")
    seat = state.asked[0].seat
    legal, view, riddle = state.legal(seat), state.view(seat), Question(seat, "riddle")
    assert Regent(GAME, "").plan(view, riddle, legal, Dice(""))[0] in legal


# -- values -----------------------------------------------------------------------------


def appraisal(s: Revolution, faction: int) -> Appraisal:
    return Appraisal(s.view(0), faction, Weights())


def test_an_ally_counts_like_oneself() -> None:
    two = appraisal(position({"players": 2}, step="taxes", treasury={"catholics": 1}), CATHOLICS)
    assert two.mine[HABSBURGS] == 1
    assert two.mine[BURGHERS] == two.mine[REFORMERS] == -1
    five = appraisal(position(step="taxes", treasury={"catholics": 1}), CATHOLICS)
    assert -1 < five.mine[HABSBURGS] < 0


def test_with_four_the_habsburgs_are_feared_most() -> None:
    """At the same points: among regents they win most with four."""
    four = appraisal(position({"players": 4}, step="taxes", treasury={"catholics": 1}), CATHOLICS)
    assert four.mine[HABSBURGS] < four.mine[BURGHERS] < four.mine[REFORMERS] < 0


def test_a_city_is_counted_with_what_its_citizens_will_do() -> None:
    """On the second space a Catholic is added: one token does not hold such a city."""
    catholic = {"allegiance": {**EVEN, "amsterdam": 2}, "treasury": {"catholics": 3}}
    s = position(step="raising", **catholic)
    eye = appraisal(s, REFORMERS)
    one = [*EMPTY[:4], 1, 0]
    assert eye.judge_city(CITIES.index("haarlem"), one) > 1
    assert eye.judge_city(CITIES.index("amsterdam"), one) < 0.5


def test_conflict_and_neutrals_are_counted() -> None:
    """In Zeeland (limit 3) two of three tokens hold it, one beside two neutrals does not."""
    s = position(step="raising", treasury={"catholics": 3}, allegiance=EVEN)
    eye, zeeland = appraisal(s, BURGHERS), PROVINCES.index("zeeland")
    assert eye.after_conflict(zeeland, [0, 0, 0, 1, 0, 0]) == [0, 0, 0, 1, 0, 2]
    assert eye.after_conflict(zeeland, [1, 0, 0, 4, 0, 1]) == [0, 0, 0, 3, 0, 0]
    two = eye.worth(zeeland, [0, 0, 0, 2, 0, 0])
    assert two - eye.worth(zeeland, [0, 0, 0, 1, 0, 0]) > 0.5


def test_the_larger_faction_leaves_nothing_to_the_smaller() -> None:
    """Nine against two in Holland: at least two of its cities are out of reach of the two."""
    s = position(step="raising", turn=5, treasury={"catholics": 3}, allegiance=EVEN)
    eye, holland = appraisal(s, BURGHERS), PROVINCES.index("holland")
    ground = eye.settle(holland, [0, 0, 0, 9, 2, 0])
    held = [majority(here) for here in ground.city]
    assert held.count(BURGHERS) >= 2
    assert ground.towns[next(t for t in s.data.trade if t in ground.towns)] == BURGHERS


def test_a_coin_for_a_garrison_is_worth_more_than_one_for_influence() -> None:
    s = position(
        step="upkeep",
        turn=5,
        treasury={"habsburgs": 3},
        armies={"liege": {"habsburgs": 1}, "holland": {"habsburgs": 1}},
    )
    purse = Purse(appraisal(s, HABSBURGS))
    assert purse.value(1) == purse.value(2) - purse.value(1) == 1
    assert purse.value(9) - purse.value(8) < 0.5


# -- single decisions -------------------------------------------------------------------


def test_garrisons_are_kept_in_as_many_regions_as_can_be_paid() -> None:
    s = position(
        step="upkeep",
        turn=5,
        treasury={"habsburgs": 2},
        armies={
            "liege": {"habsburgs": 2},
            "holland": {"habsburgs": 1},
        },
        allegiance=EVEN,
    )
    kept = [text for text in answers(s, "Upkeep") if text.startswith("keep")]
    assert sorted(kept) == ["keep holland", "keep liege"]


def test_a_city_that_falls_to_a_siege_is_besieged() -> None:
    s = position(
        step="sieges",
        armies={"utrecht": {"habsburgs": 1}},
        city_cards={"utrecht-city": "catholics"},
        tokens={"utrecht-city": {"catholics": 2}, "utrecht": {"neutral": 3}},
        allegiance=EVEN,
    )
    assert answer(s) == "besiege utrecht-city"


@pytest.mark.parametrize("pair", PAIRS)
def test_with_three_the_leader_loses_a_city_even_to_nobody(pair: str) -> None:
    """Of four tokens two become the besieger's, two turn neutral: only their owner is hurt."""
    factions = ("catholics", *pair.split("-"))
    for own, first, second in permutations(factions):
        if "nobility" in (first, second):
            continue  # its tokens outside of cities are worth more to turn
        for leader in (first, second):
            s = position(
                {"players": 3, "factions": pair},
                step="sieges",
                turn=5,
                points={leader: 6 * POINT},
                armies={"flanders-artois": {own: 1}},
                city_cards={"gent": first},
                tokens={"gent": {first: 4}, "flanders": {"neutral": 5}},
                allegiance=EVEN,
            )
            assert (answer(s) == "besiege gent") == (leader == first), (own, first, leader)


def test_a_city_with_too_many_tokens_is_no_prize() -> None:
    """Two of six become the besieger's, four turn neutral: nobody would hold the city."""
    s = position(
        step="sieges",
        armies={"flanders-artois": {"habsburgs": 1}},
        tokens={"gent": {"neutral": 6}, "brugge": {"neutral": 2}},
        allegiance=EVEN,
    )
    soldiery = Soldiery(appraisal(s, HABSBURGS))
    assert soldiery.siege_gain(CITIES.index("gent"), HABSBURGS) < 0.5
    assert answer(s) == "besiege brugge"


def test_an_army_turns_the_token_that_gives_a_province() -> None:
    s = position(
        step="influence",
        faction="nobility",
        armies={"flanders-artois": {"nobility": 1}},
        tokens={
            "artois": {"nobility": 2, "catholics": 1, "neutral": 1},
            "flanders": {"neutral": 9},
        },
        allegiance=EVEN,
    )
    assert answer(s).startswith("influence artois")


def test_one_coin_that_tips_a_city_is_laid() -> None:
    """On space 5 nothing happens; on 6 a Reformer is added, and BRUGGE is theirs."""
    s = position(
        step="paying",
        turn=5,
        treasury={"reformers": 1},
        tokens={"brugge": {"reformers": 1, "neutral": 1}},
        allegiance={**EVEN, "brugge": 5},
    )
    assert answer(s) == "pay brugge 1"


def test_new_units_go_where_they_make_a_majority() -> None:
    """Two more hold Cleve; in Liège two would change nothing."""
    s = position(
        step="units",
        faction="reformers",
        turn=5,
        tokens={
            "cleve": {"reformers": 1, "neutral": 2},
            "liege": {"reformers": 1, "catholics": 6, "neutral": 1},
        },
        treasury={"reformers": 28},
        allegiance=EVEN,
    )
    placed = answers(s, "NewUnits")
    assert any(text.startswith("place cleve") for text in placed)


def test_the_burghers_take_the_trade_town() -> None:
    s = position(
        step="provinces",
        tokens={"gelderland": {"burghers": 1, "neutral": 4}},
        allegiance=EVEN,
    )
    answers(s, "Placing")
    assert tokens(s, "nijmegen") == {"burghers": 1}


def test_the_huguenots_take_what_they_can() -> None:
    s = position(
        step="support",
        faction="catholics",
        support={
            "spanish-treasury-solid": {"catholics": 3},
            "huguenots-plain": {"reformers": 2},
        },
    )
    s.apply(GAME.notation.parse("bank spanish-treasury-solid 3"))
    assert phase(s) == "Interception"
    assert answer(s) == "intercept 2"


def test_beggars_are_hired_to_save_a_city_but_not_for_nothing() -> None:
    given: dict[str, Any] = {
        "step": "beggars",
        "faction": "burghers",
        "turn": 5,
        "treasury": {"burghers": 6},
        "tokens": {"haarlem": {"burghers": 3}},
        "city_cards": {"haarlem": "burghers"},
        "allegiance": EVEN,
    }
    assert answer(position(**given)) == "done"
    besieged = position(**given, sieges={"haarlem": "catholics"})
    assert Soldiery(appraisal(besieged, BURGHERS)).relief(REGIONS.index("holland")) > 1
    assert answer(besieged) == "hire holland"
    assert "lift holland" in [
        *answers(besieged, "Hiring"),
        *answers(besieged, "Beggars"),
    ]


def test_last_in_the_order_of_play() -> None:
    """Experiments show that playing after the others is an advantage."""
    dice = random.Random(0)
    s = GAME.start({}, "order")
    while phase(s) != "Ordering":
        s.apply(dice.choice(s.legal()))
    assert answer(s) == str(s.legal()[-1])

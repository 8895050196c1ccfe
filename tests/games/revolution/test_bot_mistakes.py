"""Mistakes that the regent no longer makes, each as a position."""

from typing import Any

from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    HABSBURGS,
    NOBILITY,
    REFORMERS,
)
from chancery.games.revolution.bot.appraisal import Appraisal, Weights
from chancery.games.revolution.bot.coins_and_units import Newcomers
from chancery.games.revolution.rules.points import POINT
from chancery.games.revolution.rules.state import Revolution
from tests.games.revolution.bot_answers import answer, answers
from tests.games.revolution.positions import EVEN, GAME, PAIRS, position, tokens
from tests.games.steps import phase

# -- always chooses the last place in the order of play -----------------------------------

RACE: dict[str, Any] = {
    "step": "scores",
    "tokens": {
        "haarlem": {"burghers": 2},
        "amsterdam": {"burghers": 2},
        "leiden": {"burghers": 2},
        "koeln": {"reformers": 4},
        "cleve": {"reformers": 2},
        "trier": {"reformers": 3},
        "artois": {"catholics": 3},
    },
    "province_cards": {
        "koeln": "reformers",
        "cleve": "reformers",
        "trier": "reformers",
        "artois": "catholics",
    },
    "city_cards": {"haarlem": "burghers", "amsterdam": "burghers"},
    "universities": {"koeln-city": 2, "leuven": 2},
    "allegiance": EVEN,
}


def standing(s: Revolution, name: str) -> list[str]:
    """Return the order of play once a faction has chosen; the factions before it come last."""
    while phase(s) == "Ordering":
        top: Any = s.phases[-1]
        chooser = GAME.seats(s.options)[top.left[0]]
        if chooser == name:
            row = top.with_next(int(answer(s).split()[-1]) - 1)
            return [GAME.seats(s.options)[f] for f in row]
        s.apply(s.legal()[-1])
    raise AssertionError(name)


def test_factions_that_need_water_beggars_come_before_hirers() -> None:
    """An army besieges two cities of the Burghers; the first to come hires the Beggars (§6.7)."""
    row = standing(position(**RACE, armies={"holland": {"habsburgs": 2}}), "burghers")
    assert row.index("burghers") < row.index("reformers")


def test_without_need_of_water_beggars_the_faction_comes_last() -> None:
    row = standing(position(**RACE), "burghers")
    assert row[-1] == "burghers"


# -- besieges cities that then belong to nobody ------------------------------------------


def siege(points: dict[str, int]) -> Revolution:
    """Return a Habsburg army at BRUGGE with four tokens of the Burghers: two would turn neutral."""
    return position(
        step="sieges",
        faction="habsburgs",
        turn=5,
        armies={"flanders-artois": {"habsburgs": 1}},
        tokens={"brugge": {"burghers": 4}},
        city_cards={"brugge": "burghers"},
        points=points,
        allegiance=EVEN,
    )


def test_a_city_is_not_besieged_for_nobody() -> None:
    """Two of four tokens would be theirs: no majority, and the Burghers gain nothing anyway."""
    s = siege({"catholics": 1100, "habsburgs": 900, "nobility": 1100, "burghers": 300})
    assert answer(s) == "done"


def test_a_city_is_besieged_against_the_winner() -> None:
    s = siege({"habsburgs": 900, "burghers": 1100})
    assert answer(s) == "besiege brugge"


# -- opposes the leader instead of the likely winner: the Nobility ------------------------


def test_the_likely_winner_is_opposed() -> None:
    """The Catholics lead early and lose bishoprics later, while the Nobility gather tokens."""
    s = position(
        step="raising",
        turn=2,
        treasury={"catholics": 3},
        points={
            "catholics": 1100,
            "habsburgs": 700,
            "nobility": 1000,
            "burghers": 600,
            "reformers": 600,
        },
    )
    for me in (HABSBURGS, BURGHERS, REFORMERS):
        rates = Appraisal(s.view(0), me, Weights()).mine
        assert min(rates) == rates[NOBILITY]
        assert rates[NOBILITY] < 1.3 * rates[CATHOLICS]
        assert abs(rates[NOBILITY]) > 2 * abs(rates[REFORMERS if me != REFORMERS else BURGHERS])


# -- does not defend cities as Reformers -------------------------------------------------


def test_the_reformers_hold_a_city_against_coins() -> None:
    """Two Catholic coins would add a Catholic to UTRECHT, where one token is then not enough."""
    given: dict[str, Any] = {
        "step": "provinces",
        "turn": 5,
        "tokens": {"utrecht": {"reformers": 3, "neutral": 2}},
        "allegiance": EVEN,
    }
    s = position(**given, treasury={"catholics": 3})
    answers(s, "Placing")
    assert tokens(s, "utrecht-city") == {"reformers": 2}


# -- does not know overflow --------------------------------------------------------------


def test_units_go_where_they_flow_over() -> None:
    """Zeeland is full of Burghers: surplus tokens go on to Holland and Generality."""
    s = position(
        step="units",
        faction="burghers",
        turn=4,
        tokens={
            "zeeland": {"burghers": 3},
            "liege": {"burghers": 1, "catholics": 8},
            "holland": {"neutral": 11},
            "generality": {"neutral": 3},
        },
        province_cards={"zeeland": "burghers", "liege": "catholics"},
        treasury={"burghers": 20},
        allegiance=EVEN,
    )
    placed = answers(s, "NewUnits")
    assert any(text.startswith("place zeeland") for text in placed)
    while phase(s) in ("NewUnits", "Filling"):
        answers(s, phase(s))
    spilled = [text for text in answers(s, "Overflow") if text.startswith("spill zeeland")]
    assert len(spilled) >= 3


# -- lets a leader go --------------------------------------------------------------------------


def test_with_three_everybody_minds_the_leader_most() -> None:
    """Each of the other two has to hinder it: nobody else is there."""
    for pair in PAIRS:
        options = {"players": 3, "factions": pair}
        seats = GAME.seats(options)
        for leader in seats:
            points = {leader: 6 * POINT}
            view = position(options, step="support", turn=5, points=points).view(0)
            ahead = max(view.factions, key=lambda faction: view.points[faction])
            for faction in set(view.factions) - {ahead}:
                rates = Appraisal(view, faction, Weights()).rates(faction)
                other = next(f for f in view.factions if f not in (ahead, faction))
                assert rates[ahead] < 3 * rates[other] < 0, (pair, leader, faction)


# -- gives up what no other faction would take ------------------------------------------------


def test_with_three_fewer_later_players_are_expected() -> None:
    """A player who expects more of them gives up provinces that he could hold."""
    for players, added in ((3, 3), (4, 4), (5, 4)):
        view = GAME.start({"players": players}, "1").view(0)
        appraisal = Appraisal(view, CATHOLICS, Weights())
        rival = view.factions[-1]
        newcomers = Newcomers(appraisal, [rival])
        free = next(p for p, holder in enumerate(view.province_cards) if holder != rival)
        counts = [0] * (len(appraisal.counts(free)))
        counts[CATHOLICS], counts[rival] = 6, 6
        after = newcomers.pressure(free, counts)
        assert after[rival] == 6 + added
        assert after[CATHOLICS] == 6
        counts[rival] = 2  # no more than are there already
        assert newcomers.pressure(free, counts)[rival] == 4

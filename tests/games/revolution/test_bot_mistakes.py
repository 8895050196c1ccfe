"""Mistakes that the regent does not make any more, each as a position."""

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
from chancery.games.revolution.rules.state import Revolution
from tests.games.revolution.modes import EVEN, GAME, phase, position, tokens
from tests.games.revolution.regents import answer, answers

# -- always stands last in the order of play ---------------------------------------------

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
    """The order of play once a faction has chosen; those before it stand at the end."""
    while phase(s) == "Ordering":
        top: Any = s.phases[-1]
        chooser = GAME.seats(s.options)[top.left[0]]
        if chooser == name:
            row = top.with_next(int(answer(s).split()[-1]) - 1)
            return [GAME.seats(s.options)[f] for f in row]
        s.apply(s.legal()[-1])
    raise AssertionError(name)


def test_who_needs_the_water_beggars_stands_before_who_would_hire_them() -> None:
    """An army before two cities of the Burghers; whoever comes first hires (§6.7)."""
    row = standing(position(**RACE, armies={"holland": {"habsburgs": 2}}), "burghers")
    assert row.index("burghers") < row.index("reformers")


def test_without_such_a_need_it_stands_last() -> None:
    row = standing(position(**RACE), "burghers")
    assert row[-1] == "burghers"


# -- besieges cities that then belong to nobody ------------------------------------------


def siege(points: dict[str, int]) -> Revolution:
    """A Habsburg army before BRUGGE, with four tokens of the Burghers: two would turn neutral."""
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
    """Two of four would be theirs: no majority, and the Burghers win nothing by BRUGGE anyway."""
    s = siege({"catholics": 1100, "habsburgs": 900, "nobility": 1100, "burghers": 300})
    assert answer(s) == "done"


def test_but_it_is_taken_from_who_would_win() -> None:
    s = siege({"habsburgs": 900, "burghers": 1100})
    assert answer(s) == "besiege brugge"


# -- lets the Nobility win: it opposes who leads, not who will win -----------------------


def test_it_opposes_who_will_win() -> None:
    """The Catholics lead early and lose bishoprics later; the Nobility gather tokens."""
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
    """Two Catholic coins would bring a citizen into UTRECHT: one token does not hold it then."""
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
    """Zeeland is full of Burghers: what is too much there goes on to Holland and Generality."""
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


# -- fears one rival alone ---------------------------------------------------------------


def test_with_three_most_mind_both_rivals_alike() -> None:
    """Who hinders one of two rivals only plays for the other; some do better all the same."""
    for others, focused in (
        ("nobility-reformers", (CATHOLICS, REFORMERS)),
        ("habsburgs-reformers", (CATHOLICS,)),
        ("nobility-burghers", (CATHOLICS,)),
        ("habsburgs-burghers", (CATHOLICS, BURGHERS)),
    ):
        view = GAME.start({"players": 3, "factions": others}, "1").view(0)
        for faction in view.factions:
            rates = Appraisal(view, faction, Weights()).rates(faction)
            low, high = sorted(-rates[f] for f in view.factions if f != faction)
            assert 0 < low <= high
            assert (high > 1.5 * low) == (faction in focused), (others, faction)


# -- gives up what nobody would take ----------------------------------------------------------


def test_with_three_it_reckons_with_fewer_who_come_later() -> None:
    """Who expects more of them leaves provinces that he could hold."""
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
        counts[rival] = 2  # not more than stand there already
        assert newcomers.pressure(free, counts)[rival] == 4

"""Money, armies, sieges and influence (§6.1 to §6.9)."""

import pytest

from tests.games.revolution.positions import asked, event_names, events_of, position, tokens
from tests.games.steps import legal, phase, play, why_not


@pytest.mark.rule("revolution", "6.1", "6.1.base", "6.1.rate", "4.1", "4.2.2", "6")
def test_taxes() -> None:
    cards = {
        "liege": "catholics",
        "generality": "catholics",
        "juelich": "catholics",
        "cleve": "catholics",
    }
    cities = {"koeln-city": "catholics", "aachen": "catholics"}
    s = position(province_cards=cards, city_cards=cities)
    # 2 + 0.5 + 0.5 + 0.5, rounded down, and a coin from each of two cities
    assert s.plain()["treasury"] == {"catholics": 5}
    assert asked(s) == ("catholics", "tax")
    assert legal(s) == ["tax 1", "tax 2", "tax 3"]
    play(s, "tax 3")
    assert s.treasury[0] == 9
    s = position(province_cards=cards, city_cards=cities, tokens={"liege": {"catholics": 24}})
    assert s.stock[0] == 3
    assert legal(s) == ["tax 1", "tax 2"]
    assert why_not(s, "tax 3") == ("StockTooSmall", "6.1.rate")
    s = position(
        province_cards=cards,
        city_cards=cities,
        tokens={"liege": {"catholics": 29}},
        armies={"liege": {"reformers": 1}},
    )
    # only three tokens are in stock: three coins, and no question
    assert s.treasury[0] == 3
    assert asked(s) != ("catholics", "tax")


@pytest.mark.rule("revolution", "6.2", "6.2.1.limit")
def test_support_may_exceed_limits() -> None:
    s = position(
        step="support",
        tokens={"drenthe": {"catholics": 1}},
        support={"jesuits-plain": {"catholics": 3}},
    )
    play(s, "bring jesuits-plain drenthe; bring jesuits-plain drenthe")
    assert why_not(s, "bring france-plain liege") == ("NothingOnSlot", "6.2.1")
    assert why_not(s, "bank jesuits-plain 1") == ("NotIntoTreasury", "5.1.plain")
    play(s, "done")
    assert tokens(s, "drenthe") == {"catholics": 3}


@pytest.mark.rule("revolution", "6.3", "6.3.price", "6.3.keep", "6.3.disband")
def test_upkeep() -> None:
    s = position(
        step="upkeep",
        treasury={"catholics": 5, "habsburgs": 3},
        armies={"holland": {"catholics": 2}, "liege": {"catholics": 1, "habsburgs": 2}},
    )
    assert legal(s) == [
        "keep liege",
        "keep holland",
        "disband liege",
        "disband holland",
        "abandon liege",
        "abandon holland",
    ]
    assert why_not(s, "maintain") == ("NotAllKept", "6.3")
    assert why_not(s, "keep utrecht") == ("NoArmyThere", "6.3")
    play(s, "keep holland; keep liege")
    assert s.treasury[0] == 1
    assert why_not(s, "keep holland") == ("NoMoney", "6.3")
    play(s, "disband holland")
    assert s.treasury[0] == 0
    assert s.armies_left(0) == 4
    assert asked(s) == ("habsburgs", "upkeep")
    happened = play(s, "maintain")
    assert events_of(happened, "ArmiesKept")[0]["n"] == 2
    assert s.treasury[1] == 1


@pytest.mark.rule("revolution", "6.3.abandon", "6.3.town", "6.3.token")
def test_looting() -> None:
    land = {
        "hainault": {"catholics": 1},
        "mons": {"reformers": 1},
        "bruxelles": {"nobility": 1},
        "holland": {"burghers": 1},
        "leuven": {"neutral": 1},
    }
    s = position(
        step="upkeep", treasury={}, armies={"brabant-hainault": {"catholics": 1}}, tokens=land
    )
    # without a coin it is abandoned at once; the looting is a choice
    assert asked(s) == ("catholics", "loot")
    assert legal(s) == [
        "sack brabant",
        "sack hainault",
        "plunder hainault catholics",
        "plunder mons reformers",
    ]
    assert why_not(s, "plunder bruxelles nobility")[0] == "CitiesAreSafe"
    assert why_not(s, "plunder holland burghers")[0] == "OutsideRegion"
    assert why_not(s, "sack holland")[0] == "OutsideRegion"
    twin = s.clone()
    play(s, "sack brabant")
    assert tokens(s, "brabant") == {"neutral": 1}
    happened = play(twin, "plunder mons reformers")
    assert tokens(twin, "mons") == {"neutral": 1}
    assert events_of(happened, "TokenPlundered")[0]["replaced"] is True
    assert s.plain()["abandoned"]["brabant-hainault"] == {"catholics": 1}


@pytest.mark.rule("revolution", "6.3.short")
def test_looting_without_neutral_tokens() -> None:
    s = position(
        step="upkeep",
        armies={"holland": {"catholics": 1}, "utrecht": {"catholics": 1}},
        tokens={
            "liege-city": {"neutral": 47},
            "delft": {"burghers": 1},
            "rotterdam": {"reformers": 1},
        },
    )
    assert legal(s) == ["abandon holland", "abandon utrecht"]
    happened = play(s, "abandon utrecht")
    # Utrecht has nothing to loot; the last army is abandoned without a question
    assert event_names(happened)[:2] == ["ArmyAbandoned", "NothingLooted"]
    assert legal(s) == ["plunder delft burghers", "plunder rotterdam reformers"]
    assert why_not(s, "sack holland") == ("NoNeutralLeft", "6.3.short")
    play(s, "plunder delft burghers")
    assert tokens(s, "delft") == {}


@pytest.mark.rule("revolution", "6.3.blocks", "6.20.abandoned")
def test_abandoned_armies_keep_their_box() -> None:
    s = position(
        step="raising",
        treasury={"catholics": 3},
        tokens={"utrecht": {"catholics": 1}},
        abandoned={"utrecht": {"habsburgs": 2}},
        armies={"utrecht": {"nobility": 1}},
    )
    assert phase(s) != "Raising"  # no box is free, so there is no question
    s = position(
        step="raising",
        treasury={"catholics": 3},
        tokens={"utrecht": {"catholics": 1}, "holland": {"catholics": 1}},
        abandoned={"utrecht": {"habsburgs": 2}},
        armies={"utrecht": {"nobility": 1}},
    )
    assert legal(s) == ["done", "raise holland"]
    assert why_not(s, "raise utrecht") == ("SectionFull", "6.4.where")
    # abandoned armies do not count: the Habsburgs are not present
    s = position(
        step="raising",
        faction="habsburgs",
        treasury={"habsburgs": 3},
        abandoned={"utrecht": {"habsburgs": 2}},
        tokens={"liege": {"habsburgs": 1}},
    )
    assert legal(s) == ["done", "raise liege"]


@pytest.mark.rule("revolution", "6.4.price", "6.4.where")
@pytest.mark.parametrize(
    ("faction", "prices"),
    [
        ("catholics", (3, 7, 11)),
        ("habsburgs", (3, 6, 10)),
        ("nobility", (2, 5, 8)),
        ("burghers", (2, 4, 7)),
        ("reformers", (2, 4, 6)),
    ],
)
def test_raising(faction: str, prices: tuple[int, ...]) -> None:
    for n, price in enumerate(prices, 1):
        s = position(
            step="raising",
            faction=faction,
            treasury={faction: price},
            tokens={"liege-city": {faction: 1}},
        )
        happened = play(s, "; ".join(["raise liege"] * n))
        assert events_of(happened, "ArmiesRaised")[0]["price"] == price
        told = " ".join(str(event.text()) for event in happened)
        assert told.count("Liège") == 1  # with a number, however many there are
        assert s.plain()["treasury"] == {}
    s = position(
        step="raising",
        faction=faction,
        treasury={faction: prices[0]},
        armies={"holland": {faction: 1}},
    )
    assert legal(s) == ["done", "raise holland"]
    assert why_not(s, "raise liege") == ("NotPresent", "6.4.where")


@pytest.mark.rule("revolution", "6.6", "6.6.own", "6.6.mixed", "6.6.free", "6.6.towns")
def test_sieges() -> None:
    s = position(
        step="sieges",
        armies={"holland": {"habsburgs": 2}},
        tokens={
            "amsterdam": {"habsburgs": 1, "burghers": 1},
            "haarlem": {"habsburgs": 2},
            "leiden": {"catholics": 1},
            "alkmaar": {"burghers": 1},
            "gent": {"burghers": 1},
        },
        city_cards={"leiden": "catholics"},
    )
    assert legal(s) == ["done", "besiege amsterdam", "besiege leiden"]
    assert why_not(s, "besiege haarlem") == ("NobodyElseThere", "6.6.mixed")
    assert why_not(s, "besiege gent") == ("NoArmyThere", "6.6")
    play(s, "besiege leiden; besiege amsterdam")
    plain = s.plain()
    assert plain["sieges"][1] == "habsburgs"
    assert plain["sieges"][8] == "habsburgs"
    assert plain["armies"]["holland"] == {}
    assert s.free_boxes(3) == 3  # besieging armies keep their boxes
    s = position(
        step="sieges",
        armies={"holland": {"habsburgs": 1}},
        tokens={"amsterdam": {"burghers": 1}, "leiden": {"burghers": 1}},
        city_cards={"leiden": "habsburgs"},
    )
    assert why_not(s, "besiege leiden") == ("OwnCity", "6.6.own")
    s = position(
        {"players": 2},
        step="sieges",
        armies={"holland": {"habsburgs": 1}},
        tokens={"amsterdam": {"burghers": 1}},
        city_cards={"leiden": "catholics"},
    )
    assert why_not(s, "besiege leiden") == ("AlliedCity", "6.6.own")
    # haarlem has neither a card holder nor tokens: anybody may besiege it
    assert "besiege haarlem" in legal(s)


@pytest.mark.rule("revolution", "6.7.4", "6.8.beggar", "6.9.beggar")
def test_waiting_beggars() -> None:
    given = {
        "hirer": "burghers",
        "beggars": {"holland": 2},
        "tokens": {"holland": {"burghers": 3}},
        "armies": {"holland": {"catholics": 2, "burghers": 1}},
    }
    s = position(step="marches", **given)
    play(s, "march holland utrecht")
    assert asked(s) == ("burghers", "hold")
    assert legal(s) == ["stop", "let"]
    play(s, "stop")
    assert s.plain()["beggars"] == {"holland": 1}
    assert asked(s) == ("catholics", "march")
    play(s, "march holland utrecht; let")
    assert s.plain()["armies"]["utrecht"] == {"catholics": 1}
    # the army that was stopped moves no more; the Burghers' army is not stopped
    assert asked(s) == ("burghers", "march")
    play(s, "march holland zeeland-generality")
    assert asked(s)[1] != "hold"
    # alone in Holland now, it tries to use its influence
    assert asked(s) == ("catholics", "influence")
    play(s, "influence holland burghers")
    assert asked(s) == ("burghers", "bar")
    happened = play(s, "stop")
    assert event_names(happened)[0] == "InfluenceStopped"
    assert tokens(s, "holland") == {"burghers": 3}
    assert s.plain()["beggars"] == {}


@pytest.mark.rule("revolution", "6.9", "6.9.alone", "6.9.cities", "6.9.siege", "6.4.allies")
def test_influence() -> None:
    s = position(
        step="influence",
        armies={"holland": {"habsburgs": 2}, "utrecht": {"habsburgs": 1, "burghers": 1}},
        sieges={"leiden": "catholics"},
        tokens={
            "holland": {"burghers": 1, "neutral": 1},
            "delft": {"reformers": 1},
            "amsterdam": {"burghers": 1},
            "utrecht": {"burghers": 1},
            "rotterdam": {"habsburgs": 1},
        },
    )
    assert legal(s) == [
        "done",
        "influence holland burghers",
        "influence holland neutral",
        "influence delft reformers",
    ]
    assert why_not(s, "influence utrecht burghers") == ("NotAlone", "6.9.alone")
    assert why_not(s, "influence amsterdam burghers")[0] == "CitiesAreSafe"
    assert why_not(s, "influence rotterdam habsburgs")[0] == "OwnToken"
    assert why_not(s, "influence holland nobility")[0] == "NoSuchToken"
    play(s, "influence delft reformers; influence holland neutral")
    assert tokens(s, "delft") == {"habsburgs": 1}
    assert tokens(s, "holland") == {"burghers": 1, "habsburgs": 1}
    # allies count as other factions here
    s = position(
        {"players": 2},
        step="influence",
        tokens={"holland": {"burghers": 1}},
        armies={
            "holland": {"habsburgs": 1, "catholics": 1},
            "zeeland-generality": {"catholics": 1},
        },
    )
    assert phase(s) != "Influencing"
    # without a token in stock there is no question
    s = position(
        step="influence",
        tokens={"holland": {"burghers": 1}},
        treasury={"habsburgs": 32},
        armies={"holland": {"habsburgs": 1}},
    )
    assert phase(s) != "Influencing"


@pytest.mark.rule("revolution", "6.8")
def test_marches() -> None:
    s = position(
        step="marches",
        armies={
            "north": {"catholics": 2},
            "utrecht": {"habsburgs": 3},
            "gelderland-overijssel": {"nobility": 3},
        },
    )
    assert legal(s) == ["done", "march north gelderland-overijssel"]
    assert why_not(s, "march north holland") == ("NoArrow", "6.8")
    play(s, "march north gelderland-overijssel")
    # the section is full; the army that moved goes no further
    assert asked(s) == ("habsburgs", "march")
    assert why_not(s, "march utrecht gelderland-overijssel") == ("SectionFull", "6.8")
    play(s, "march utrecht holland; done")
    assert asked(s) == ("nobility", "march")

"""New units, conflict, neutral tokens, overflow, moves inside provinces, the rest of a turn."""

import random

import pytest

from chancery.games.revolution.board.factions import FACTIONS, OWNERS
from chancery.games.revolution.board.places import PLACES, PROVINCES
from chancery.games.revolution.rules import universities
from tests.games.revolution.positions import EVEN, GAME, asked, events_of, position, tokens
from tests.games.steps import legal, phase, play, why_not

RICH = dict.fromkeys(("catholics", "habsburgs", "nobility", "burghers", "reformers"), 32)


def rich(**less: int) -> dict[str, int]:
    """Return treasuries that empty the stocks of all other factions, which get no units."""
    return {name: n - less.get(name, 0) for name, n in RICH.items()}


@pytest.mark.rule("revolution", "6.10.least", "6.10.card", "6.10.same", "6.10.slots")
def test_new_units() -> None:
    s = position(
        step="units",
        faction="reformers",
        province_cards={"holland": "reformers", "liege": "reformers"},
        tokens={"holland": {"reformers": 1}, "zeeland": {"reformers": 2}, "gent": {"reformers": 1}},
        sieges={"gent": "catholics"},
        support={"calvinists-half": {"reformers": 4}},
    )
    top = s.plain()["phases"][-1]
    assert top["n"] == 7  # four would be due
    assert dict(top["room"]) == {
        "holland": 7,
        "zeeland": 2,
        "flanders": 1,
        "calvinists-plain": 2,
        "huguenots-plain": 2,
    }
    # a card without a token does not count
    assert why_not(s, "place liege 1") == ("NoRoom", "6.10.same")
    assert why_not(s, "place calvinists-half 1") == ("NoRoom", "6.10.slots")


@pytest.mark.rule("revolution", "6.10.stock", "6.10.coins")
def test_new_units_end_with_the_stock_and_become_coins() -> None:
    s = position(
        step="units",
        faction="habsburgs",
        tokens={"liege": {"habsburgs": 29}},
        treasury=rich(habsburgs=32),
        province_cards={"liege": "habsburgs"},
    )
    assert s.plain()["phases"][-1]["n"] == 3
    s = position(
        step="units",
        tokens={"liege": {"catholics": 1}, "holland": {"reformers": 1}},
        support={"jesuits-plain": {"catholics": 4}, "spanish-treasury-solid": {"habsburgs": 4}},
        treasury={"habsburgs": 28},
    )
    # seven are due; one in Liège, two on the Spanish slots: no choice, four coins
    assert s.plain()["treasury"]["catholics"] == 4
    assert tokens(s, "liege")["catholics"] == 2
    assert s.plain()["support"]["spanish-treasury-solid"]["catholics"] == 2


@pytest.mark.rule("revolution", "6.11.siege", "6.12", "6.12.siege", "6.13.siege", "6.13.full")
def test_besieged_cities() -> None:
    s = position(
        step="units",
        faction="reformers",
        tokens={"utrecht-city": {"burghers": 3}, "utrecht": {"catholics": 3, "reformers": 1}},
        sieges={"utrecht-city": "catholics"},
        treasury=rich(burghers=3, catholics=3, reformers=8),
    )
    happened = play(s, "place utrecht 1; place calvinists-half 4; place calvinists-plain 2")
    # five outside the city: no conflict, though eight are in the province; no neutral is added
    assert not events_of(happened, "ConflictFought")
    assert tokens(s, "utrecht") == {"catholics": 3, "reformers": 2}
    while phase(s) == "Filling":
        play(s, legal(s)[0])
    assert tokens(s, "utrecht") == {"catholics": 3, "reformers": 2}
    assert phase(s) in ("Placing", "Peopling", "Paying")


@pytest.mark.rule("revolution", "6.13.turns", "6.13.full")
def test_overflow_in_turn_order() -> None:
    s = position(
        step="overflow",
        order=["reformers", "catholics", "habsburgs", "nobility", "burghers"],
        tokens={
            "drenthe": {"catholics": 2},
            "groningen": {"reformers": 4},
            "friesland": {"catholics": 2},
        },
    )
    assert asked(s) == ("reformers", "spill")
    assert legal(s) == ["done", "spill groningen friesland"]  # Drenthe is full of Catholics
    play(s, "spill groningen friesland")
    # Friesland is full now: the Catholics could only go to Overijssel, and Groningen is full
    assert asked(s) == ("catholics", "spill")
    assert legal(s, "spill") == ["drenthe overijssel"]


@pytest.mark.rule("revolution", "6.13.back")
def test_neutral_surplus_goes_back() -> None:
    s = position(step="overflow", tokens={"groningen": {"neutral": 5}, "leiden": {"neutral": 2}})
    assert tokens(s, "groningen")["neutral"] + tokens(s, "groningen-town").get("neutral", 0) == 3


@pytest.mark.rule("revolution", "6.14", "6.14.largest", "6.14.equal", "6.14.free")
def test_largest_first() -> None:
    s = position(
        step="provinces",
        order=["reformers", "burghers", "catholics", "habsburgs", "nobility"],
        tokens={
            "holland": {"burghers": 3, "reformers": 2, "catholics": 2, "neutral": 1},
            "utrecht": {"catholics": 1, "reformers": 1},
        },
    )
    # Reformers are first in turn order and first in Utrecht (a tie), not yet in Holland
    assert asked(s) == ("reformers", "put")
    assert s.phases[-1].rows[0].province == PROVINCES.index("utrecht")  # type: ignore[attr-defined]
    assert why_not(s, "put amsterdam 1") == ("NotNext", "6.14")
    play(s, "done")
    assert asked(s) == ("burghers", "put")
    play(s, "put delft 1; put amsterdam 2")
    assert asked(s) == ("reformers", "put")
    assert why_not(s, "put delft 1") == ("TownTaken", "6.14.respect")
    assert why_not(s, "put leiden 3") == ("TooFewToPlace", "6.14")
    play(s, "put leiden 1")
    assert why_not(s, "put leiden 1") == ("PutOnce", "6.14")
    play(s, "done")
    assert tokens(s, "holland") == {"reformers": 1, "catholics": 2, "neutral": 1}
    assert asked(s) == ("catholics", "put")  # in both provinces at once
    assert len(s.phases[-1].rows) == 2  # type: ignore[attr-defined]


@pytest.mark.rule("revolution", "6.14.siege", "6.14.armies", "6.14.support")
def test_besieged_cities_are_closed() -> None:
    s = position(
        step="provinces",
        sieges={"utrecht-city": "catholics"},
        armies={"holland": {"nobility": 2}},
        support={"calvinists-half": {"reformers": 3}},
        tokens={
            "utrecht-city": {"reformers": 2, "neutral": 1},
            "utrecht": {"reformers": 2},
            "leiden": {"reformers": 1},
        },
    )
    # nothing can be placed in Utrecht at all: only Holland is asked about
    assert [row.province for row in s.phases[-1].rows] == [3]  # type: ignore[attr-defined]
    assert why_not(s, "put utrecht-city 1") == ("NotNext", "6.14")
    play(s, "gather holland")
    assert tokens(s, "holland") == {"reformers": 1}
    assert s.plain()["support"]["calvinists-half"] == {"reformers": 3}
    s = position(
        step="provinces", sieges={"gent": "catholics"}, tokens={"flanders": {"burghers": 1}}
    )
    assert why_not(s, "put gent 1") == ("UnderSiege", "6.14.siege")


@pytest.mark.rule("revolution", "6.14.order")
def test_one_province_after_the_other() -> None:
    s = position(
        {"province_order": "rulebook"},
        step="provinces",
        order=["nobility", "catholics", "habsburgs", "burghers", "reformers"],
        tokens={
            "holland": {"burghers": 2, "catholics": 1},
            "utrecht": {"catholics": 1},
            "liege": {"neutral": 2},
            "drenthe": {"reformers": 1},
        },
    )
    # neutral tokens have occupied places in provinces without a decision already
    assert tokens(s, "liege-city") == {"neutral": 2}
    assert asked(s) == ("nobility", "settle")
    assert legal(s) == ["settle holland", "settle utrecht"]
    assert why_not(s, "settle drenthe") == ("AlreadySettled", "6.14.order")
    play(s, "settle holland")
    assert asked(s) == ("burghers", "put")
    play(s, "done; done")
    # only Utrecht is left: it is the next without a question
    assert asked(s) == ("catholics", "put")
    assert why_not(s, "put amsterdam 1") == ("NotNext", "6.14")


@pytest.mark.rule("revolution", "6.15.short")
def test_no_neutral_for_a_conquered_city() -> None:
    s = position(
        step="siege-results",
        sieges={"koeln-city": "habsburgs"},
        tokens={"koeln-city": {"catholics": 5}, "antwerpen": {"neutral": 46}},
    )
    # two are taken, one turns neutral, two return to their stock; then space 2 adds a Catholic
    assert tokens(s, "koeln-city") == {"catholics": 1, "habsburgs": 2, "neutral": 1}


@pytest.mark.rule("revolution", "6.17", "6.20.huguenots", "6.20.order", "6.20.ties")
def test_the_end_of_a_turn() -> None:
    s = position(
        step="provinces",
        order=["burghers", "reformers", "nobility", "habsburgs", "catholics"],
        flipped=1,
        allegiance=EVEN,
        support={"huguenots-plain": {"burghers": 2}},
        tokens={"holland": {"burghers": 1}, "amsterdam": {"reformers": 2, "catholics": 2}},
        province_cards={"holland": "reformers"},
        bishoprics={"artois": 3, "flanders": 3, "koeln": 3, "liege": 3, "trier": 3, "utrecht": 3},
    )
    happened = []
    while phase(s) == "Placing":
        happened += play(s, "done")
    moved = events_of(happened, "ProvinceCardMoved")
    assert moved[0]["before"] == "reformers"
    assert moved[0]["after"] == "burghers"
    assert s.flipped == 0
    assert s.plain()["points"] == {"catholics": 600, "burghers": 100}
    # the Catholics choose first, then the Burghers; those without points in the order of the turn
    assert asked(s) == ("burghers", "order")
    play(s, "stand 1")
    assert asked(s) == ("reformers", "order")
    play(s, "stand 1")
    assert asked(s) == ("nobility", "order")


@pytest.mark.rule("revolution", "6.20.last", "4.5")
def test_the_last_turn() -> None:
    s = position(
        turn=5,
        allegiance=EVEN,
        step="provinces",
        tokens={"drenthe": {"burghers": 1}, "holland": {"catholics": 1}},
        bishoprics={"artois": 3, "flanders": 3, "koeln": 3, "liege": 3, "trier": 3, "utrecht": 3},
    )
    happened = play(s, "done")
    assert s.result is not None
    assert events_of(happened, "PointsCounted")[3]["total"] == 45
    assert s.result.points == (700, 0, 0, 45, 0)
    assert s.result.winners == (0,)
    s.check()


@pytest.mark.rule("revolution", "4.5", "3.1", "5.8.two")
def test_shared_wins_and_two_players() -> None:
    cards = {"liege": "habsburgs", "brabant": "burghers", "gelderland": "reformers"}
    sees = {"artois": 2, "flanders": 4, "koeln": 4, "liege": 4, "trier": 4, "utrecht": 4}
    s = position({"players": 2}, step="scores", bishoprics=sees, province_cards=cards)
    assert s.plain()["points"] == dict.fromkeys(
        ("catholics", "habsburgs", "burghers", "reformers"), 100
    )
    assert asked(s) == ("crown", "order")
    play(s, "stand 1; stand 2; stand 1")
    assert s.order == tuple(
        FACTIONS.index(n) for n in ("reformers", "habsburgs", "burghers", "catholics")
    )
    last = position(
        {"players": 2},
        turn=5,
        allegiance=EVEN,
        step="provinces",
        bishoprics=sees,
        tokens={
            "liege": {"habsburgs": 1},
            "brabant": {"burghers": 1},
            "gelderland": {"reformers": 1},
        },
    )
    while last.asked:
        play(last, "done")
    assert last.result is not None
    assert last.result.winners == (0, 1)


@pytest.mark.rule("revolution", "4.6")
def test_all_information_is_public() -> None:
    s = GAME.start(seed="open")
    play(s, "post flanders-artois; post luxembourg-namur; bring france-plain liege")
    mine, theirs = s.view(2), s.view(0)
    assert mine.tokens == theirs.tokens
    assert mine.phases != theirs.phases  # the Nobility has begun a choice
    play(s, "done")
    assert s.view(2).phases == s.view(0).phases == s.view(None).phases


@pytest.mark.rule("revolution", "4")
def test_six_turns() -> None:
    dice = random.Random("six")
    s = GAME.start({"players": 4})
    turns = []
    while s.asked:
        for event in s.apply(dice.choice(s.legal())):
            if type(event).__name__ == "TurnBegan":
                turns.append(event.turn)  # type: ignore[attr-defined]
    assert turns == [1, 2, 3, 4, 5]


@pytest.mark.rule("revolution", "6.19", "6.19.old", "6.19.new", "6.19.keep", "5.7.universities")
def test_every_change_of_a_university() -> None:
    none, catholic, reformed = range(3)
    koeln, leiden = PLACES.index("koeln-city"), PLACES.index("leiden")
    by = {name: number for number, name in enumerate(OWNERS.names)} | {"nobody": -1}
    old = {
        "catholics": (1, 1), "habsburgs": (1, 1), "nobility": (1, 2), "burghers": (1, 2),
        "reformers": (2, 2), "neutral": (1, 1), "nobody": (1, 1),
    }  # fmt: skip
    new = {
        "catholics": (0, 0), "habsburgs": (0, 0), "nobility": (0, 2), "burghers": (0, 2),
        "reformers": (2, 2), "neutral": (0, 2), "nobody": (0, 2),
    }  # fmt: skip
    for name, holder in by.items():
        assert universities.in_full_turn(koeln, holder, catholic) == old[name][0]
        assert universities.in_full_turn(koeln, holder, reformed) == old[name][1]
        assert universities.in_full_turn(leiden, holder, none) == new[name][0]
        assert universities.in_full_turn(leiden, holder, reformed) == new[name][1]
        first = universities.in_opening_turn(koeln, holder)
        assert first == (reformed if name in ("burghers", "reformers") else catholic)
        first = universities.in_opening_turn(leiden, holder)
        assert first == (reformed if name == "reformers" else none)


@pytest.mark.rule("revolution", "6.18", "6.18.toward", "6.18.step", "6.18.nobody")
@pytest.mark.parametrize("now", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("holder", "goal"),
    [("catholics", 1), ("habsburgs", 2), ("nobility", 2), ("burghers", 3), ("reformers", 4),
     (None, 2)],
)  # fmt: skip
def test_every_change_of_a_bishopric(now: int, holder: str | None, goal: int) -> None:
    sees = {"artois": 2, "flanders": 2, "koeln": 2, "liege": 2, "trier": now, "utrecht": 2}
    land = {"trier": {holder: 1}} if holder else {}
    s = position(step="provinces", bishoprics=sees, allegiance=EVEN,
                 tokens={**land, "holland": {"burghers": 1}})  # fmt: skip
    while phase(s) == "Placing":
        play(s, "done")
    after = s.plain()["bishoprics"]["trier"]
    assert after == (goal if abs(goal - now) < 2 else now + (1 if goal > now else -1))


@pytest.mark.rule("revolution", "6.14.city")
def test_any_number_of_tokens_fits_into_a_city() -> None:
    s = position(step="provinces", tokens={"holland": {"burghers": 11}})
    assert "amsterdam 11" in legal(s, "put")
    play(s, "put amsterdam 11")
    assert tokens(s, "amsterdam")["burghers"] == 11


@pytest.mark.rule("revolution", "5.2.present", "5.2.double")
def test_new_units_of_the_opening_turn_are_refused_with_their_reason() -> None:
    s = GAME.start(seed="1")
    while s.question(s.asked[0].seat).name != "units":
        seat = s.asked[0].seat
        s.apply(s.legal(seat)[0], seat)
    room = dict(s.plain()["phases"][-1]["room"])
    here = next(goal for goal in room if goal in PROVINCES.names)
    absent = next(goal for goal in PROVINCES.names if goal not in room)
    assert why_not(s, f"place {here} 9") == ("NoRoom", "5.2.double")
    assert why_not(s, f"place {absent} 1") == ("NoRoom", "5.2.present")

"""The phases of the opening turn (§5)."""

import pytest

from chancery.games.revolution.board.factions import FACTIONS, NEUTRAL
from chancery.games.revolution.rules.conflict import losses
from tests.games.revolution.positions import GAME, asked, event_names, events_of, position, tokens
from tests.games.steps import legal, phase, play, why_not


@pytest.mark.rule("revolution", "5.1", "5.1.plain", "5.1.half", "5.1.free", "4.2.1")
def test_support_moves() -> None:
    s = GAME.start()
    play(s, "post flanders-artois; post luxembourg-namur")
    assert asked(s) == ("nobility", "support")
    assert set(legal(s, "bring")) == {
        f"{box}-plain {p}"
        for box, goals in (
            ("france", "artois hainault liege luxembourg"),
            ("emperor", "cleve juelich koeln trier"),
        )
        for p in goals.split()
    }
    assert why_not(s, "bank france-plain 1") == ("NotIntoTreasury", "5.1.plain")
    play(s, "done")
    assert asked(s) == ("burghers", "support")
    happened = play(s, "bank london-merchants-half 2; bring london-merchants-half generality")
    assert happened == []  # there is no event before the choice is done
    assert s.drafting(3)
    happened = play(s, "bring huguenots-plain holland")  # the last one ends the choice
    assert event_names(happened)[:3] == ["SupportBrought", "SupportBrought", "SupportBanked"]
    assert s.plain()["treasury"]["burghers"] == 2
    assert tokens(s, "generality") == {"burghers": 1}
    assert asked(s) == ("reformers", "support")
    play(s, "bring calvinists-half drenthe; done")
    assert asked(s) == ("catholics", "units")


@pytest.mark.rule("revolution", "5.2.slots")
def test_the_huguenots_serve_one_faction() -> None:
    given = {"turn": 0, "step": "units", "tokens": {"utrecht": {"burghers": 2, "reformers": 1}}}
    s = position(**given, support={"huguenots-plain": {"burghers": 1}}, faction="reformers")
    assert not [a for a in legal(s, "place") if a.startswith("huguenots")]
    s = position(**given, faction="burghers")
    assert [a for a in legal(s, "place") if a.startswith("huguenots")] == [
        "huguenots-plain 1",
        "huguenots-plain 2",
    ]


@pytest.mark.rule(
    "revolution",
    "5.3",
    "5.3.order",
    "5.3.equal",
    "5.3.repeat",
    "5.3.neutral",
    "6.11.order",
    "6.11.equal",
    "6.11.repeat",
    "6.11.neutral",
)
@pytest.mark.parametrize(
    ("counts", "limit", "groups"),
    [
        ((1, 3, 4, 0, 0, 0), 6, [(0,), (1,)]),
        ((2, 2, 4, 0, 0, 0), 7, [(0, 1)]),  # equals together, below the limit
        ((3, 3, 3, 0, 0, 0), 8, [(0, 1, 2)]),
        ((5, 0, 0, 0, 0, 2), 3, [(5,), (0,), (5,)]),  # then one is left: no more losses
        ((1, 1, 0, 0, 0, 0), 1, [(0, 1)]),  # no token is left
        ((9, 0, 0, 0, 0, 0), 3, []),
        ((2, 3, 0, 0, 0, 0), 5, []),
        ((2, 4, 0, 0, 0, 6), 6, [(0,), (1,), (5,), (0,), (1,), (5,)]),
    ],
)
def test_losses(counts: tuple[int, ...], limit: int, groups: list[tuple[int, ...]]) -> None:
    assert losses(counts, limit) == groups


@pytest.mark.rule("revolution", "6.11", "6.11.stock", "5.3")
def test_conflict_takes_countryside_first() -> None:
    s = position(
        step="units",
        faction="reformers",
        tokens={
            "zeeland": {"burghers": 2, "neutral": 1},
            "middelburg": {"reformers": 1},
            "drenthe": {"catholics": 2},
        },
        treasury={"catholics": 30, "habsburgs": 32, "nobility": 32, "burghers": 30},
    )
    before = s.stock[FACTIONS.index("reformers")]
    happened = play(s, "place zeeland 1; place calvinists-half 4; place calvinists-plain 2")
    fought = events_of(happened, "ConflictFought")
    assert fought == [
        {
            "event": "ConflictFought",
            "province": "zeeland",
            "limit": 3,
            "before": {"burghers": 2, "reformers": 2, "neutral": 1},
            "rounds": [["neutral"], ["burghers", "reformers"]],
            "after": {"burghers": 1, "reformers": 1},
        }
    ]
    assert tokens(s, "middelburg") == {"reformers": 1}
    assert s.stock[FACTIONS.index("reformers")] == before - 7 + 1


@pytest.mark.rule("revolution", "5.4", "5.5", "6.13.limit")
def test_neutrals_to_one_below_the_limit() -> None:
    s = position(turn=0, step="neutrals", tokens={"utrecht": {"burghers": 6}}, faction=None)
    # first in rounds until 47 are used; no province beyond its limit less one
    for p, limit in enumerate(s.data.limit):
        counts = s.in_spots(s.data.spots_of[p])
        if counts[NEUTRAL]:
            assert sum(counts) <= limit - 1
    while phase(s) == "Filling":
        play(s, legal(s)[0])
    assert phase(s) == "Overflow"  # the Burghers have six in Utrecht, one too many
    assert why_not(s, "spill utrecht drenthe") == ("OutOfReach", "6.13.river")
    play(s, "done")
    assert tokens(s, "utrecht") == {"burghers": 5}


@pytest.mark.rule("revolution", "5.6.clear", "5.6.neutrals", "6.14.clear")
def test_tokens_make_way() -> None:
    s = position(
        turn=0,
        step="provinces",
        tokens={"liege": {"burghers": 3}, "liege-city": {"neutral": 2, "reformers": 1}},
    )
    assert asked(s) == ("burghers", "put")
    assert set(legal(s, "clear")) == {"liege-city neutral", "liege-city reformers"}
    play(s, "clear liege-city neutral; clear liege-city neutral")
    assert why_not(s, "clear liege-city neutral") == ("CannotClear", "6.14.clear")
    happened = play(s, "put liege-city 2; done")
    assert events_of(happened, "TokensCleared")[0]["n"] == 2
    assert tokens(s, "liege") == {"burghers": 1, "neutral": 2}
    # the Reformers have not placed: they may stay, but cannot clear tokens placed before
    assert asked(s) == ("reformers", "put")
    assert legal(s, "clear") == []
    play(s, "done")
    assert tokens(s, "liege-city") == {"burghers": 2, "reformers": 1}


@pytest.mark.rule("revolution", "5.7.bishoprics", "5.7.universities", "5.7.allegiance")
def test_first_assignment() -> None:
    s = position(
        turn=0,
        step="provinces",
        tokens={
            "artois": {"catholics": 1},
            "flanders": {"burghers": 1},
            "trier": {"reformers": 1},
            "utrecht": {"nobility": 1},
            "liege": {"habsburgs": 1},
            "koeln-city": {"burghers": 1},
            "leuven": {"nobility": 1},
            "leiden": {"burghers": 1},
            "franeker": {"reformers": 1},
        },
    )
    while phase(s) == "Placing":
        play(s, "done")
    plain = s.plain()
    assert plain["bishoprics"] == {
        "artois": 1,
        "flanders": 3,
        "trier": 4,
        "utrecht": 2,
        "liege": 2,
        "koeln": 2,
    }
    # Burghers make KÖLN Reformed at first, but found nothing in LEIDEN
    assert plain["universities"] == {"koeln-city": 2, "leuven": 1, "franeker": 2}
    assert plain["allegiance"] == {
        "aachen": 3,
        "amsterdam": 2,
        "antwerpen": 4,
        "brugge": 5,
        "bruxelles": 2,
        "gent": 5,
        "haarlem": 4,
        "koeln-city": 2,
        "leiden": 5,
        "liege-city": 3,
        "luxembourg-city": 3,
        "utrecht-city": 4,
    }


@pytest.mark.rule(
    "revolution",
    "4.3.1",
    "4.3.2",
    "4.3.2.catholics",
    "4.3.2.habsburgs",
    "4.3.2.nobility",
    "4.3.2.burghers",
    "4.3.2.reformers",
    "4.4",
    "5.8.catholics",
    "5.8.habsburgs",
    "5.8.nobility",
    "5.8.burghers",
    "5.8.reformers",
    "6.20",
)
def test_points_of_every_aim() -> None:
    given = {
        "step": "scores",
        "points": {"catholics": 1700},  # of the turn before; they are counted anew
        "bishoprics": {
            "artois": 1,
            "flanders": 2,
            "koeln": 3,
            "liege": 4,
            "trier": 1,
            "utrecht": 3,
        },
        "universities": {"koeln-city": 2, "leuven": 1, "leiden": 2, "franeker": 2},
        "armies": {"holland": {"habsburgs": 2}, "liege": {"habsburgs": 1}},
        "abandoned": {"utrecht": {"habsburgs": 1}},
        "tokens": {
            "liege": {"nobility": 5},
            "delft": {"nobility": 1},
            "amsterdam": {"nobility": 4},
            "rotterdam": {"burghers": 1},
            "middelburg": {"burghers": 1},
            "arnhem": {"burghers": 1},
        },
        "support": {"france-plain": {"nobility": 3}},
        "city_cards": {"amsterdam": "nobility"},
        "province_cards": {"trier": "catholics", "drenthe": "catholics", "liege": "catholics"},
    }
    s = position(**given)
    assert s.plain()["points"] == {
        "catholics": 300 + 150,
        "habsburgs": 200,
        "nobility": 200 + 100,
        "burghers": 200,
        "reformers": 300,
    }
    assert s.plain()["abandoned"] == {r: {} for r in s.plain()["abandoned"]}
    del given["city_cards"]
    given["tokens"] = {"liege": {"nobility": 5}, "delft": {"nobility": 1}}
    s = position(
        {"players": 3}, **{k: v for k, v in given.items() if k not in ("armies", "abandoned")}
    )
    assert s.plain()["points"]["nobility"] == 200  # six tokens by five, rounded up

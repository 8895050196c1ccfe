"""Tests of the clock of fate (chapter 11): every text and every stroke."""

from typing import Any

import pytest

from chancery.games.friedrich.board.atlas import CITY, CITY_IDS, NEXT, X, distances
from chancery.games.friedrich.board.cards import CARD_NAMES
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import GENERAL_NAMES
from chancery.games.friedrich.rules import army_limits
from tests.games.friedrich.positions import (
    GAME,
    fate,
    hand,
    held,
    marked,
    names,
    nation,
    position,
    troops,
    under,
    where,
)
from tests.games.steps import legal, phase, play, why_not


def down(s: Any, general: str) -> bool:
    """Whether a general is face down."""
    return bool(s.down[GENERAL_NAMES.index(general)])


NO_EFFECT = ("1♠", "2♠", "3♠", "4♣", "5♣", "6♥", "7♣", "8♥", "9♥", "10♦", "11♦", "12♦")


@pytest.mark.rule(
    "friedrich", "11.3", "fate 1♠", "fate 2♠", "fate 3♠", "fate 4♣", "fate 5♣", "fate 6♥",
    "fate 7♣", "fate 8♥", "fate 9♥", "fate 10♦", "fate 11♦", "fate 12♦",
)  # fmt: skip
@pytest.mark.parametrize("text", NO_EFFECT)
def test_texts_without_effect(text: str) -> None:
    at = {"friedrich": "berlin", "daun": "prag", "laudon": "kolin", "fermor": "lomza"}
    s = fate(text[:-1], text[-1], at=at, troops={"friedrich": 5, "daun": 5})
    assert (phase(s), nation(s)) == ("Movement", "prussia")
    assert (troops(s, "friedrich"), troops(s, "daun")) == (5, 5)
    assert s.fate_suit == "♠♣♥♦".index(text[-1])


@pytest.mark.rule("friedrich", "11", "11.1", "2.3")
def test_a_card_goes_under_the_deck_and_is_not_turned_again() -> None:
    s = fate("3", at={"daun": "prag"}, options={})
    assert sum(s.drawn_fates) == 18
    assert s.fate == 2
    assert s.fate_suit == 0


# -- free and lost troops ----------------------------------------------------------------------


@pytest.mark.rule("friedrich", "fate 1♣", "fate 8♠", "fate 11♣", "11.3")
@pytest.mark.parametrize(
    ("card", "suit", "one", "other"),
    [("1", "♣", "saltikov", "fermor"), ("8", "♠", "friedrich", "keith"),
     ("11", "♣", "ferdinand", "cumberland")],
)  # fmt: skip
def test_a_troop_for_somebody(card: str, suit: str, one: str, other: str) -> None:
    at = {one: "stendal", other: "berlin"}
    given: dict[str, Any] = {"witness": "chevert" if one == "ferdinand" else "cumberland"}
    s = fate(card, suit, at=at, troops={one: 8}, **given)
    assert phase(s) == "FreeTroop"
    assert legal(s) == [f"choose {other}"]  # who is full takes none
    assert why_not(s, f"choose {one}") == ("CannotChoose", "6.2")
    happened = play(s, f"choose {other}")
    assert troops(s, other) == 2
    public = [e.seen_by(2) for e in happened]
    assert "Fed" not in names([e for e in public if e])
    # nobody on the map, no troop
    s = fate(card, suit, at={"daun": "prag"}, **given)
    assert phase(s) == "Movement"
    # a single stack needs no question
    s = fate(card, suit, at={one: "stendal"}, **given)
    if one != "ferdinand":
        assert troops(s, one) == 2
    # no more than the army may have
    army = {"saltikov": (8, 8), "ferdinand": (8, 4)}.get(one)
    if army:
        s = fate(card, suit, at=at, troops={one: army[0], other: army[1]}, **given)
        assert phase(s) == "Movement"


@pytest.mark.rule("friedrich", "fate 1♦", "fate 6♣")
@pytest.mark.parametrize(("card", "suit", "who"), [("1", "♦", "tottleben"), ("6", "♣", "daun")])
def test_a_troop_for_one_who_is_named(card: str, suit: str, who: str) -> None:
    s = fate(card, suit, at={who: "prag"}, troops={who: 3})
    assert troops(s, who) == 4
    s = fate(card, suit, at={who: "prag"}, troops={who: 8})
    assert troops(s, who) == 8
    top = GENERAL_NAMES.index(who)
    view = s.view(None)
    assert view.low[top] == view.high[top] == 8  # and everybody knows why
    s = fate(card, suit, at={"keith": "prag"})
    assert where(s, who) is None


@pytest.mark.rule("friedrich", "fate 2♥", "fate 8♦")
@pytest.mark.parametrize(("card", "suit", "who", "with_"), [
    ("2", "♥", "apraxin", "saltikov"), ("8", "♦", "karl", "daun"),
])  # fmt: skip
def test_a_loss_for_one_who_is_named(card: str, suit: str, who: str, with_: str) -> None:
    s = fate(card, suit, at={who: "prag"}, troops={who: 3})
    assert troops(s, who) == 2
    s = fate(card, suit, at={who: "prag"}, troops={who: 1})
    assert troops(s, who) == 1
    s = fate(card, suit, at={who: "prag", with_: "prag"}, troops={with_: 2})
    assert where(s, who) == "prag"
    assert troops(s, with_) == 2
    s = fate(card, suit, at={who: "prag", with_: "prag"}, troops={with_: 3})
    assert troops(s, with_) == 2


@pytest.mark.rule("friedrich", "fate 10♣")
def test_a_prussian_loses_a_troop() -> None:
    s = fate("10", "♣", at={"friedrich": "berlin", "keith": "breslau"}, troops={"friedrich": 2})
    assert legal(s) == ["choose friedrich"]
    assert why_not(s, "choose keith") == ("CannotChoose", "6.1")
    play(s, "choose friedrich")
    assert troops(s, "friedrich") == 1
    s = fate("10", "♣", at={"friedrich": "berlin", "keith": "breslau"})
    assert phase(s) == "Movement"
    s = fate("10", "♣", at={"friedrich": "berlin"}, troops={"friedrich": 4})
    assert troops(s, "friedrich") == 3


# -- cards --------------------------------------------------------------------------------------


@pytest.mark.rule("friedrich", "fate 1♥")
def test_austria_and_russia_exchange_a_card() -> None:
    hands = {"austria": ["2s.1"], "russia": ["13s.1", "12s.1"]}
    s = fate("1", "♥", at={"daun": "prag"}, hands=hands)
    assert phase(s) == "Exchange"
    assert [asked.seat for asked in s.asked] == [2, 1]
    assert why_not(s, "offer 13s.1") == ("NotInHand", "fate 1♥")
    play(s, "offer 2s.1")
    assert s.view(1).phases[-1].austria == -1  # that it has chosen, not what
    play(s, "offer 12s.1")
    assert hand(s, "austria") == {"12s.1": 1}
    assert hand(s, "russia") == {"13s.1": 1, "2s.1": 1}
    # each of them knows what it gave
    assert len(s.view(1).seen) == len(s.view(2).seen) == 1
    assert not s.view(0).seen
    s = fate("1", "♥", at={"daun": "prag"}, hands=hands)
    happened = play(s, "offer 2s.1; decline")
    assert "NothingCame" in names(happened)
    assert hand(s, "austria") == {"2s.1": 1}
    s = fate("1", "♥", at={"daun": "prag"}, hands={"austria": ["2s.1"]})
    assert phase(s) == "Movement"


@pytest.mark.rule("friedrich", "fate 4♥")
def test_france_replaces_a_card() -> None:
    s = fate("4", "♥", at={"daun": "prag"}, hands={"france": ["2s.1"]})
    assert phase(s) == "FrenchExchange"
    assert why_not(s, "discard 3s.1") == ("NotInHand", "fate 4♥")
    play(s, "discard 2s.1")
    assert s.hand_size(6) == 1
    assert "2s.1" not in hand(s, "france")
    assert not any(s.discards)
    s = fate("4", "♥", at={"daun": "prag"}, hands={"france": ["2s.1"]})
    play(s, "decline")
    assert hand(s, "france") == {"2s.1": 1}


@pytest.mark.rule("friedrich", "fate 9♦", "faq 11.4")
def test_prussia_gives_a_card_and_draws_one() -> None:
    came_back = set()
    for n in range(12):
        s = fate("9", "♦", at={"daun": "prag"},
                 hands={"prussia": ["2s.1", "3s.1"], "austria": ["13s.1", "12s.1"]})  # fmt: skip
        assert phase(s) == "StolenCard"
        assert "decline" not in legal(s)
        assert why_not(s, "offer 13s.1") == ("NotInHand", "fate 9♦")
        s.seed = str(n).encode()
        events = play(s, "offer 2s.1")
        stolen = next(e for e in events if type(e).__name__ == "StoleCard")
        came_back.add(stolen.given == stolen.taken)
        assert type(stolen.seen_by(1)).__name__ == "StoleHidden"
    assert came_back == {True, False}
    s = fate("9", "♦", at={"daun": "prag"}, hands={"prussia": ["2s.1"]})
    assert phase(s) == "Movement"


# -- the next turn ------------------------------------------------------------------------------


@pytest.mark.rule("friedrich", "fate 2♣")
def test_fermor_stays_near_kuestrin() -> None:
    for city, stays in (("kuestrin", True), ("drossen", True), ("reppen", False)):
        s = under("2♣", stage="russia", at={"fermor": city, "saltikov": "sierpc"})
        assert ("fermor" in legal(s, "march")) != stays, city
    s = under("2♣", stage="russia", at={"fermor": "drossen", "saltikov": "drossen"})
    play(s, "march saltikov; take 1; to reppen; stop")
    assert where(s, "fermor") == "drossen"


@pytest.mark.rule("friedrich", "fate 2♦", "fate 5♥", "fate 12♠", "fate 9♣")
@pytest.mark.parametrize(("text", "stage", "who", "with_", "steps"), [
    ("2♦", "russia", "saltikov", "fermor", 2), ("5♥", "france", "richelieu", "soubise", 2),
    ("12♠", "austria", "daun", "karl", 2), ("9♣", "prussia", "friedrich", "keith", 4),
    ("3♠", "prussia", "friedrich", "keith", 3),
])  # fmt: skip
def test_slow_and_fast(text: str, stage: str, who: str, with_: str, steps: int) -> None:
    at = {who: "potsdam", with_: "potsdam"}
    s = under(text, stage=stage, at=at)
    play(s, f"march {who}; with {with_}")
    for n in range(steps):
        play(s, "to spandau" if n % 2 == 0 else "to potsdam")
    assert phase(s) == "Movement"
    # one more by main roads alone
    s = under(text, stage=stage, at={who: "berlin"})
    road = ["spandau", "velten", "fehrbellin", "kyritz", "wittenberge"]
    play(s, f"march {who}", *(f"to {city}" for city in road[: steps + 1]))
    assert phase(s) == "Movement"
    assert where(s, who) == road[steps]
    # others go as ever
    s = under(text, stage=stage, at=at)
    play(s, f"march {with_}; take 1; to spandau; to potsdam")
    assert phase(s) == "Movement"


@pytest.mark.rule("friedrich", "fate 3♣")
def test_low_cards_between_prussia_and_france() -> None:
    hands = {"prussia": ["10s.1", "9s.1", "r.1"]}
    at = {"keith": "goettingen", "soubise": "eschwege"}
    s = under("3♣", stage="prussia", at=at, troops={"soubise": 5}, hands=hands)
    play(s, "end")
    assert legal(s) == ["play 9s.1", *(f"play r.1={n}" for n in range(1, 10)), "quit"]
    assert why_not(s, "play 10s.1") == ("CardTooHigh", "fate 3♣")
    # at zero only a card that may be used obliges
    s = under("3♣", stage="prussia", at=at, hands={"prussia": ["10s.1"]})
    play(s, "end")
    assert legal(s) == ["quit"]
    s = under("3♣", stage="prussia", at={"keith": "goettingen", "daun": "eschwege"}, hands=hands)
    play(s, "end")
    assert "play 10s.1" in legal(s)


@pytest.mark.rule("friedrich", "fate 3♥")
def test_soubise_does_not_attack_with_the_suit_of_hildburghausen() -> None:
    at = {"hildburghausen": "goettingen", "ferdinand": "muenden", "soubise": "hannover",
          "cumberland": "celle"}  # fmt: skip
    s = under("3♥", stage="imperial", at=at, troops={"ferdinand": 2, "cumberland": 5},
              hands={"imperial": ["2h.1"], "france": ["9s.1", "8s.1", "r.1"]},
              losses=1)  # fmt: skip
    play(s, "end; quit")
    while phase(s) == "Retreat":
        play(s, legal(s)[0])
    assert nation(s) == "france"
    play(s, "end")
    assert legal(s) == [*(f"play r.1={n}" for n in range(1, 11)), "quit"]
    assert why_not(s, "play 9s.1") == ("SuitBarred", "fate 3♥")
    # without that attack he may
    s = under("3♥", stage="france", at=at, troops={"cumberland": 5}, hands={"france": ["9s.1"]})
    play(s, "end")
    assert "play 9s.1" in legal(s)


@pytest.mark.rule("friedrich", "fate 3♦", "faq 11.2")
def test_no_attack_from_or_into_halle() -> None:
    at = {"friedrich": "eisleben", "daun": "merseburg"}
    s = under("3♦", stage="prussia", at=at)
    play(s, "march friedrich; to halle")
    assert "stop" not in legal(s)
    assert why_not(s, "stop") == ("HalleBarred", "fate 3♦")
    s = under("3♦", stage="austria", at={"friedrich": "halle", "daun": "querfurt"})
    play(s, "march daun")
    assert "merseburg" in legal(s, "to")
    play(s, "to merseburg")
    assert "stop" not in legal(s)
    s = under("3♦", stage="austria", at={"prussia-train-1": "halle", "daun": "merseburg"})
    play(s, "march daun")
    assert "halle" not in legal(s, "to")


@pytest.mark.rule("friedrich", "fate 4♠")
def test_a_point_more_for_the_first_french_card() -> None:
    s = under("4♠", stage="prussia", at={"keith": "goettingen", "soubise": "eschwege"},
              troops={"keith": 7},
              hands={"france": ["2d.1", "3d.1"], "prussia": ["r.1"]})  # fmt: skip
    events = play(s, "end; play 2d.1; play 3d.1")
    assert [e.value for e in events if type(e).__name__ == "CardPlayed"] == [3, 3]


@pytest.mark.rule("friedrich", "fate 4♦", "fate 5♠", "fate 7♠", "11.3", "faq 11.2")
@pytest.mark.parametrize(("text", "stage", "who", "enemy", "train"), [
    ("4♦", "hanover", "cumberland", "richelieu", "france-train-1"),
    ("5♠", "france", "soubise", "ferdinand", "hanover-train"),
    ("7♠", "prussia", "friedrich", "daun", "austria-train-1"),
])  # fmt: skip
def test_nations_that_may_not_attack(
    text: str, stage: str, who: str, enemy: str, train: str
) -> None:
    s = under(text, stage=stage, at={who: "spandau", enemy: "bernau"})
    play(s, f"march {who}; to berlin")
    assert "stop" not in legal(s)
    assert why_not(s, "stop") == ("Barred", "11.3")
    s = under(text, stage=stage, at={who: "spandau", train: "berlin"})
    play(s, f"march {who}")
    assert "berlin" not in legal(s, "to")
    assert why_not(s, "to berlin") == ("Barred", "11.3")
    # left next to an enemy he fights as ever
    s = under(text, stage=stage, at={who: "berlin", enemy: "bernau"}, troops={who: 2})
    assert "Won" in names(play(s, "end"))


@pytest.mark.rule("friedrich", "fate 4♦", "fate 5♠", "fate 7♠", "faq 11.2")
@pytest.mark.parametrize(("text", "stage", "who", "enemy"), [
    ("4♦", "france", "cumberland", "richelieu"),
    ("5♠", "hanover", "soubise", "ferdinand"),
    ("7♠", "austria", "friedrich", "daun"),
])  # fmt: skip
def test_nations_that_may_not_attack_may_be_attacked(
    text: str, stage: str, who: str, enemy: str
) -> None:
    s = under(text, stage=stage, at={who: "bernau", enemy: "spandau"}, troops={enemy: 2})
    play(s, f"march {enemy}; to berlin; stop")
    assert "Won" in names(play(s, "end"))
    paragraphs = [str(p.text) for chapter in GAME.face.help() for p in chapter.paragraphs]
    assert any("the enemy may march next to him and attack him" in text for text in paragraphs)


@pytest.mark.rule("friedrich", "fate 7♠", "11.3")
def test_nations_that_may_not_attack_do_not_enter_next_to_an_enemy() -> None:
    s = under("7♠", stage="prussia", at={"daun": "bernau"}, hands={"prussia": ["6s.1"]})
    play(s, "troops 1; pay 6s.1")
    assert "friedrich 1" not in legal(s, "feed")
    assert "keith 1" in legal(s, "feed")
    assert why_not(s, "feed friedrich 1") == ("CannotFeed", "10.4")


@pytest.mark.rule("friedrich", "fate 5♦")
def test_chevert_stays_in_his_stack() -> None:
    at = {"richelieu": "kassel", "chevert": "kassel"}
    s = under("5♦", stage="france", at=at)
    play(s, "march richelieu")
    assert legal(s) == ["with chevert"]
    play(s, "with chevert; to bebra; stop")
    s = under("5♦", stage="france", at=at)
    assert legal(s, "march") == ["richelieu"]
    s = under("5♦", stage="france", at={**at, "soubise": "kassel"})
    play(s, "march richelieu; take 1; to bebra; stop")
    assert legal(s, "march") == ["soubise"]
    play(s, "march soubise")
    assert legal(s) == ["with chevert"]
    s = under("5♦", stage="france", at={"chevert": "kassel"})
    assert legal(s, "march") == ["chevert"]


@pytest.mark.rule("friedrich", "fate 7♥")
def test_no_new_troops_for_friedrich() -> None:
    hands = {"prussia": ["12s.1"]}
    s = under("7♥", stage="prussia", at={"friedrich": "potsdam"}, hands=hands)
    play(s, "troops 1; pay 12s.1")
    assert "friedrich 1" not in legal(s, "feed")
    s = under("7♥", stage="prussia", at={"keith": "potsdam"}, hands=hands)
    play(s, "troops 1; trains 0; pay 12s.1")
    assert "friedrich 1" not in legal(s, "feed")
    s = under("7♥", stage="prussia", at={"keith": "potsdam", "friedrich": "potsdam"}, hands=hands)
    play(s, "troops 1; trains 0; pay 12s.1; feed friedrich 1")
    assert troops(s, "friedrich") == 3


@pytest.mark.rule("friedrich", "fate 7♦", "faq 11.3")
def test_friedrich_must_reach_a_positive_score() -> None:
    at = {"friedrich": "kolin", "daun": "prag"}  # both in sectors of hearts
    s = under("7♦", stage="prussia", at=at, troops={"daun": 8},
              hands={"prussia": ["2h.1", "r.1", "9s.1"], "austria": ["2h.2"]})  # fmt: skip
    play(s, "end")
    assert "quit" not in legal(s)
    assert why_not(s, "quit") == ("MustReachPositive", "fate 7♦")
    play(s, "play 2h.1")
    # −5: Reserves included, and each at the value that it takes
    assert legal(s) == [f"play r.1={n}" for n in (6, 7, 8, 9, 10)]
    assert why_not(s, "play r.1=5") == ("MustReachPositive", "fate 7♦")
    assert why_not(s, "quit") == ("MustReachPositive", "fate 7♦")
    play(s, "play r.1=6; play 2h.2")
    assert legal(s) == ["quit"]  # reached once, and one fight only
    assert s.fate_used == 1
    # with two Reserves the first may be low, as long as the second makes up for it
    s = under("7♦", stage="prussia", at=at, troops={"daun": 8, "friedrich": 1},
              hands={"prussia": ["r.1", "r.1"], "austria": ["2h.2"]})  # fmt: skip
    play(s, "end")
    assert legal(s) == [f"play r.1={n}" for n in range(1, 11)]  # −7 and 20: 13 too many
    s = under("7♦", stage="prussia", at={**at, "keith": "kolin"},
              troops={"daun": 8, "friedrich": 2},
              hands={"prussia": ["3h.1", "r.1"], "austria": ["2h.2"]})  # fmt: skip
    play(s, "end")
    assert legal(s) == ["play 3h.1", *(f"play r.1={n}" for n in range(4, 11))]  # −6, 3 and 10
    # to zero only while something is left that can bring more
    s = under("7♦", stage="prussia", at=at, troops={"daun": 4},
              hands={"prussia": ["3h.1", "r.1"], "austria": ["2h.2"]})  # fmt: skip
    play(s, "end")
    assert legal(s) == ["play 3h.1", *(f"play r.1={n}" for n in range(1, 11))]
    play(s, "play r.1=3")  # zero, with the 3 of hearts in hand
    play(s, "play 2h.2; play 3h.1")
    assert s.fate_used == 1
    # out of reach: he plays all he can, as low as he likes, and then gives up
    s = under("7♦", stage="prussia", at=at, troops={"daun": 8, "friedrich": 1},
              hands={"prussia": ["2h.1", "2s.1"], "austria": ["2h.2"]})  # fmt: skip
    play(s, "end")
    assert legal(s) == ["play 2h.1"]
    play(s, "play 2h.1")
    assert legal(s) == ["quit"]
    play(s, "quit")
    assert s.fate_used == 1
    s = under("7♦", stage="prussia", at={**at, "karl": "prag"},
              troops={"daun": 16, "friedrich": 1},
              hands={"prussia": ["r.1", "5h.1", "2s.1"], "austria": ["2h.2"]})  # fmt: skip
    play(s, "end")
    assert legal(s) == ["play 5h.1", *(f"play r.1={n}" for n in range(1, 11))]  # 15: zero at best
    play(s, "play r.1=1; play 5h.1")
    assert legal(s) == ["quit"]
    # at zero his Reserve is asked for too
    s = under("7♦", stage="prussia", at=at, troops={"daun": 4, "friedrich": 4},
              hands={"prussia": ["r.1", "5s.1"], "austria": ["2h.2"]})  # fmt: skip
    play(s, "end")
    assert legal(s) == [f"play r.1={n}" for n in range(1, 11)]
    # attacked and ahead: the enemy gives up first, and the duty passes on
    s = under("7♦", stage="austria", at={**at, "karl": "nimburg"},
              troops={"friedrich": 8, "daun": 1, "karl": 5},
              hands={"prussia": ["13h.1", "r.1"], "austria": ["13h.2"]})  # fmt: skip
    play(s, "end; fight daun friedrich; quit")
    while phase(s) == "Retreat":
        play(s, legal(s)[0])
    assert s.fate_used == 0
    # −3 against Karl, who has been answered with 13: Friedrich has to go on
    assert phase(s) == "Fight"
    play(s, "play 13h.2")
    assert legal(s) == ["play 13h.1", *(f"play r.1={n}" for n in range(1, 11))]
    play(s, "play 13h.1")
    assert s.fate_used == 1
    # reached once, it is done
    s = under("7♦", stage="prussia", at=at, troops={"daun": 3},
              hands={"prussia": ["13h.1", "2h.1"], "austria": ["13h.2"]})  # fmt: skip
    play(s, "end; play 13h.1; play 13h.2")
    assert "quit" in legal(s)
    assert s.fate_used == 1


@pytest.mark.rule("friedrich", "fate 8♣")
def test_prussians_may_evade_daun() -> None:
    at = {"daun": "breslau", "keith": "strehlen", "karl": "grottkau", "prussia-train-1": "brieg"}
    s = under("8♣", stage="austria", at=at, troops={"daun": 5, "karl": 5},
              hands={"prussia": ["2h.1"]})  # fmt: skip
    play(s, "end; fight daun keith")
    assert phase(s) == "Evasion"
    assert s.asked[0].seat == 0
    assert legal(s) == ["stand", "evade reichenbach"]
    assert why_not(s, "evade brieg") == ("NotTheEnd", "fate 8♣")
    play(s, "evade reichenbach")
    assert where(s, "keith") == "reichenbach"
    assert troops(s, "keith") == 1
    assert nation(s) == "imperial"  # and he fights no more
    s = under("8♣", stage="austria", at=at, hands={"prussia": ["2h.1"], "austria": ["2h.2"]})
    play(s, "end; fight daun keith; stand")
    assert phase(s) == "Fight"
    s = under("8♣", stage="austria", at={"karl": "breslau", "keith": "strehlen"},
              hands={"prussia": ["2h.1"], "austria": ["2h.2"]})  # fmt: skip
    play(s, "end")
    assert phase(s) == "Fight"


@pytest.mark.rule("friedrich", "fate 10♠")
def test_prussians_with_new_troops_do_not_attack_and_it_does_not_show() -> None:
    at = {"keith": "spandau", "dohna": "zossen", "daun": "bernau"}
    s = under("10♠", stage="prussia", at=at, hands={"prussia": ["6s.1"]})
    play(s, "troops 1; pay 6s.1; feed keith 1; march keith; to berlin")
    assert "stop" not in legal(s)
    s = under("10♠", stage="prussia", at=at, hands={"prussia": ["6s.1"]})
    play(s, "troops 1; pay 6s.1; feed dohna 1; march keith; to berlin")
    assert "stop" in legal(s)
    # only those of the next turn count
    s = fate("10", "♠", at={"keith": "spandau", "daun": "bernau"}, fed={"keith": 1})
    play(s, "march keith; to berlin")
    assert "stop" in legal(s)
    # who has marched next to an enemy is not fed afterwards
    three = {**at, "lehwaldt": "tilsit"}
    s = under("10♠", stage="prussia", at=three, hands={"prussia": ["12s.1"]})
    play(s, "march keith; to berlin; stop; troops 2; pay 12s.1")
    assert legal(s, "feed") == ["dohna 1", "dohna 2", "lehwaldt 1", "lehwaldt 2"]
    assert why_not(s, "feed keith 1") == ("NotFedThere", "fate 10♠")
    # nor who stands there at the beginning, before he has marched away
    stands = {"keith": "berlin", "daun": "bernau", "prussia-train-1": "zossen"}
    s = under("10♠", stage="prussia", at=stands, hands={"prussia": ["6s.1"]})
    assert "1" not in legal(s, "troops")
    play(s, "march keith; to spandau; stop")
    assert "1" in legal(s, "troops")
    # another nation, or another card, is not bound
    for text, stage, hostile in (("10♥", "prussia", "daun"), ("10♠", "hanover", "richelieu")):
        own = {"prussia": "keith", "hanover": "ferdinand"}[stage]
        s = under(text, stage=stage, at={own: "zossen", hostile: "luckenwalde"},
                  hands={stage: ["6s.1"]})  # fmt: skip
        assert "1" in legal(s, "troops")
    # nobody enters next to an enemy, for he would have new troops
    s = under("10♠", stage="prussia", at={"daun": "bernau"}, hands={"prussia": ["6s.1"]})
    assert legal(s, "troops") == ["0"]


@pytest.mark.rule("friedrich", "fate 10♠")
def test_a_march_that_ends_does_not_tell_who_has_new_troops() -> None:
    # Keith in Alfeld could only go back to Pyrmont, next to Daun, by a fourth step
    at = {"keith": "herford", "dohna": "tilsit", "daun": "detmold", "prussia-train-1": "northeim"}
    views = []
    for fed in ("keith", "dohna"):
        s = under("10♠", stage="prussia", at=at, hands={"prussia": ["6s.1"]})
        play(s, f"troops 1; pay 6s.1; feed {fed} 1; march keith")
        play(s, "to lemgo; to pyrmont; to alfeld")
        assert legal(s) == (["stop"] if fed == "keith" else ["to pyrmont", "stop"])
        views.append([s.view(seat) for seat in (None, 1, 2, 3)])
    assert views[0] == views[1]


@pytest.mark.rule("friedrich", "fate 10♥")
def test_friedrichs_first_card_counts_nothing_when_he_is_attacked() -> None:
    s = under("10♥", stage="austria", at={"friedrich": "kolin", "daun": "prag"},
              troops={"daun": 8, "friedrich": 4},
              hands={"prussia": ["r.1", "9h.1"], "austria": ["2h.1"]})  # fmt: skip
    events = play(s, "end; play r.1=10; play 9h.1")
    assert [e.value for e in events if type(e).__name__ == "CardPlayed"] == [0, 9]
    # not when he attacks
    s = under("10♥", stage="prussia", at={"friedrich": "kolin", "daun": "prag"},
              troops={"daun": 8, "friedrich": 4}, hands={"prussia": ["9h.1"]})  # fmt: skip
    events = play(s, "end; play 9h.1")
    assert [e.value for e in events if type(e).__name__ == "CardPlayed"] == [9]
    # and only in the first such fight
    s = under("10♥", stage="austria",
              at={"friedrich": "kolin", "daun": "prag", "karl": "nimburg"},
              troops={"daun": 1, "karl": 5, "friedrich": 2},
              hands={"prussia": ["9h.1"], "austria": ["2s.1"]})  # fmt: skip
    play(s, "end; fight daun friedrich; quit")
    while phase(s) == "Retreat":
        play(s, legal(s)[0])
    events = play(s, "play 9h.1")
    assert [e.value for e in events if type(e).__name__ == "CardPlayed"] == [9]


@pytest.mark.rule("friedrich", "fate 11♠")
def test_elevens_of_spades_may_count_double() -> None:
    at = {"keith": "breslau", "daun": "strehlen"}
    hands = {"prussia": ["11s.1", "11s.2", "11h.1"], "austria": ["2s.1"]}
    s = under("11♠", stage="prussia", at=at, troops={"daun": 8}, hands=hands)
    play(s, "end")
    assert {"play 11s.1", "double 11s.1", "double 11s.2"} <= set(legal(s))
    assert why_not(s, "double 11h.1") == ("SuitBarred", "fate 11♠")
    events = play(s, "double 11s.1")
    assert [e.score for e in events if type(e).__name__ == "CardPlayed"] == [15]
    s = under("11♠", stage="austria", at=at, troops={"keith": 8}, hands={"austria": ["11s.1"]})
    play(s, "end")
    assert "double 11s.1" not in legal(s)


@pytest.mark.rule("friedrich", "fate 11♥")
def test_heinrich_protects_four_cities_far() -> None:
    for text, protects in (("11♥", True), ("3♠", False)):
        s = under(text, stage="austria", at={"daun": "breslau", "heinrich": "neusalz"})
        play(s, "march daun; to strehlen")
        assert marked(s, "breslau") == protects
        assert held(s, "breslau") != protects
    s = under("11♥", stage="austria", at={"daun": "breslau", "keith": "neusalz"})
    play(s, "march daun; to strehlen")
    assert held(s, "breslau")


# -- pieces turned over or moved at once ------------------------------------------------------


def city_at(start: str, steps: int) -> str:
    """Return a Polish or Prussian city at this distance from another by plain roads."""
    found = distances(CITY[start])
    return next(CITY_IDS[c] for c in range(len(found)) if found[c] == steps)


@pytest.mark.rule("friedrich", "fate 9♠")
def test_russians_far_from_their_trains() -> None:
    for steps, turned in ((4, False), (5, True), (6, True)):
        at = {"russia-train-1": "sierpc", "saltikov": city_at("sierpc", steps)}
        s = fate("9", "♠", at=at)
        assert down(s, "saltikov") == turned, steps
    # in a depot nobody is
    s = fate("9", "♠", at={"russia-train-1": city_at("warszawa", 5), "saltikov": "warszawa"})
    assert not down(s, "saltikov")


@pytest.mark.rule("friedrich", "fate 12♣")
def test_ehrensvaerd_far_from_his_train() -> None:
    for steps, turned in ((4, False), (5, True)):
        at = {"sweden-train": "sierpc", "ehrensvaerd": city_at("sierpc", steps)}
        s = fate("12", "♣", at=at)
        assert down(s, "ehrensvaerd") == turned


@pytest.mark.rule("friedrich", "fate 6♦")
def test_austria_may_turn_a_prussian_stack_over() -> None:
    at = {"friedrich": "leipzig", "keith": "prag", "dohna": "berlin", "heinrich": "dresden"}
    s = fate("6", "♦", at=at, down={"heinrich": 1})
    assert phase(s) == "PrussiansDown"
    assert legal(s) == ["decline", "choose friedrich", "choose keith"]
    assert why_not(s, "choose dohna") == ("CannotChoose", "fate 6♦")
    play(s, "choose keith")
    assert down(s, "keith")
    s = fate("6", "♦", at=at)
    play(s, "decline")
    assert not down(s, "friedrich")
    s = fate("6", "♦", at={"dohna": "berlin"})
    assert phase(s) == "Movement"


@pytest.mark.rule("friedrich", "fate 6♠")
def test_laudon_may_step() -> None:
    at = {"laudon": "breslau", "daun": "breslau", "prussia-train-1": "ohlau", "keith": "strehlen",
          "karl": "schweidnitz"}  # fmt: skip
    s = fate("6", "♠", at=at, troops={"daun": 9})
    assert phase(s) == "LaudonMoves"
    assert why_not(s, "to oels") == ("MustTake", "6.5")
    assert why_not(s, "take 9") == ("TroopsWrong", "6.3")
    before = s.view(0)
    play(s, "take 3")
    assert s.view(0) == before
    assert sorted(legal(s, "to")) == ["neumarkt", "oels", "ohlau", "schweidnitz", "wohlau"]
    assert why_not(s, "to strehlen") == ("NotOneStep", "fate 6♠")
    assert why_not(s, "take 3") == ("NobodyStays", "6.5")
    happened = play(s, "to ohlau")
    assert "TrainTaken" in names(happened)
    assert not held(s, "breslau")
    assert (troops(s, "laudon"), troops(s, "daun")) == (3, 6)
    s = fate("6", "♠", at=at, troops={"daun": 9})
    play(s, "take 8; to schweidnitz")
    assert troops(s, "karl") == 9
    s = fate("6", "♠", at=at, troops={"daun": 9})
    play(s, "stand")
    assert where(s, "laudon") == "breslau"


@pytest.mark.rule("friedrich", "fate 12♥")
def test_hildburghausen_driven_west() -> None:
    at = {"hildburghausen": "leipzig"}
    s = fate("12", "♥", at=at, beaten=["imperial"])
    assert phase(s) == "DrivenWest"
    assert s.asked[0].seat == 0
    assert legal(s)[0] == "decline"
    east = next(CITY_IDS[c] for c in NEXT[CITY["leipzig"]] if X[c] > X[CITY["leipzig"]])
    assert why_not(s, f"to {east}") == ("NotOneStep", "fate 12♥")
    first = legal(s, "to")[0]
    play(s, f"to {first}")
    second = "altenburg"  # the only city to the west of it
    assert where(s, "hildburghausen") == second
    assert X[CITY[second]] < X[CITY[first]] < X[CITY["leipzig"]]
    s = fate("12", "♥", at=at, beaten=["imperial"])
    play(s, "decline")
    assert where(s, "hildburghausen") == "leipzig"
    s = fate("12", "♥", at=at)
    assert phase(s) == "Movement"


@pytest.mark.rule("friedrich", "fate 12♥")
def test_hildburghausen_is_driven_two_steps_or_none() -> None:
    s = fate("12", "♥", at={"hildburghausen": "alfeld"}, beaten=["imperial"])
    play(s, "to pyrmont")
    assert legal(s) == ["to detmold", "to lemgo"]
    assert why_not(s, "decline") == ("SecondStep", "fate 12♥")


@pytest.mark.rule("friedrich", "fate 12♥")
def test_a_lost_fight_counts_for_its_turn_only() -> None:
    s = position(
        stage="prussia", turn=3, at={"friedrich": "leipzig", "hildburghausen": "borna"},
        troops={"friedrich": 5, "hildburghausen": 2}, hands={"imperial": ["2s.1"]},
    )  # fmt: skip
    play(s, "end; quit")
    assert 5 in s.beaten
    while s.turn == 3:
        play(s, next(a for a in legal(s) if a.split()[0] in ("end", "quit", "discard", "retreat")))
    assert s.beaten == ()


# -- the strokes --------------------------------------------------------------------------------


@pytest.mark.rule("friedrich", "fate elisabeth", "11.2", "faq 11.1")
def test_elisabeth() -> None:
    at = {"saltikov": "sierpc", "russia-train-1": "warszawa", "lehwaldt": "tilsit",
          "keith": "tilsit"}  # fmt: skip
    s = fate("elisabeth", at=at, control=["koenigsberg"], hands={"russia": ["13s.1"]},
             troops={"keith": 8})  # fmt: skip
    assert not s.active(2)
    assert where(s, "saltikov") is None
    assert where(s, "russia-train-1") is None
    assert not held(s, "koenigsberg")
    assert hand(s, "russia") == {}
    assert where(s, "lehwaldt") is None
    assert s.gone[GENERAL_NAMES.index("lehwaldt")]
    assert army_limits.ceiling(s, 0) == 32
    assert nation(s) == "prussia"
    # off the map he retires too
    s = fate("elisabeth", at={"keith": "berlin"})
    assert s.gone[GENERAL_NAMES.index("lehwaldt")]


@pytest.mark.rule("friedrich", "fate india", "fate america", "11.2", "3.1")
@pytest.mark.parametrize("card", ["india", "america"])
def test_overseas(card: str) -> None:
    at = {"cumberland": "stade", "ferdinand": "hannover", "richelieu": "kassel"}
    s = fate(card, at=at)
    assert s.losses == 1
    assert s.active(6)
    s = fate(card, at=at, losses=1)
    assert not s.active(6)
    assert where(s, "richelieu") is None
    assert where(s, "cumberland") is None
    assert where(s, "ferdinand") == "hannover"
    assert army_limits.ceiling(s, 1) == 8


@pytest.mark.rule("friedrich", "fate sweden", "faq 6.1")
def test_sweden() -> None:
    at = {"ehrensvaerd": "stralsund", "heinrich": "berlin", "dohna": "berlin"}
    s = fate("sweden", at=at, troops={"heinrich": 7})
    assert not s.active(3)
    assert phase(s) == "Retirement"
    assert "friedrich" not in legal(s, "retire")
    assert "lehwaldt" in legal(s, "retire")  # off the map too
    play(s, "retire dohna")
    assert troops(s, "heinrich") == 7


@pytest.mark.rule("friedrich", "fate lord-bute", "fate poems")
@pytest.mark.parametrize("card", ["lord-bute", "poems"])
def test_subsidies(card: str) -> None:
    for cuts, cards in ((0, 5), (1, 4)):
        s = fate(card, at={"friedrich": "berlin"}, cuts=cuts)
        assert s.hand_size(0) == cards


@pytest.mark.rule("friedrich", "11.4", "11.5", "11.6", "11.10")
@pytest.mark.parametrize(("players", "card", "given", "seat"), [
    (4, "america", {"losses": 1}, "pompadour"),
    (4, "elisabeth", {"quit": ["sweden"]}, "elisabeth"),
    (4, "elisabeth", {}, "maria-theresa"),
    (3, "america", {"losses": 1}, "elisabeth"),
    (3, "sweden", {"quit": ["russia"]}, "elisabeth"),
])  # fmt: skip
def test_the_imperial_army_changes_its_player(
    players: int, card: str, given: dict[str, Any], seat: str
) -> None:
    s = fate(card, at={"hildburghausen": "leipzig", "daun": "prag", "friedrich": "berlin"},
             options={"players": players}, hands={"imperial": ["13s.1"]}, control=["dresden"],
             troops={"hildburghausen": 4}, **given)  # fmt: skip
    assert s.plain()["owners"][5] == seat
    assert hand(s, "imperial") == {"13s.1": 1}
    # who has played it remembers the cards
    known = s.view(s.seats.index("maria-theresa")).seen
    remembered = [] if seat == "maria-theresa" else [("imperial", "13s.1")]
    assert [(NATION_NAMES[k.holder], CARD_NAMES[k.card]) for k in known] == remembered
    assert held(s, "dresden")
    assert troops(s, "hildburghausen") == 4
    assert s.seats[s.owners[4]] == "maria-theresa"


@pytest.mark.rule("friedrich", "2.1", "11.4")
def test_the_imperial_army_still_acts_sixth() -> None:
    owners = ["frederick", "frederick", "elisabeth", "elisabeth", "maria-theresa", "pompadour"]
    s = position(stage="austria", at={"daun": "prag"}, owners=[*owners, None], quit=["france"],
                 gone=dict.fromkeys(("richelieu", "soubise", "chevert", "france-train-1",
                                     "france-train-2"), 1))  # fmt: skip
    play(s, "end")
    assert nation(s) == "imperial"
    assert s.asked[0].seat == 3

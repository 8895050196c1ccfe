"""Tests of recruiting and re-entry (chapter 10)."""

import pytest

from chancery.games.friedrich.board.atlas import CITY_IDS, DEPOTS, SUBSTITUTES
from chancery.games.friedrich.board.nations import FRANCE, NATION_NAMES, PRUSSIA, RUSSIA
from tests.games.friedrich.positions import GAME, hand, names, position, troops, where
from tests.games.steps import legal, phase, play, why_not


@pytest.mark.rule("friedrich", "10", "10.1", "10.2", "10.3", "10.6")
def test_the_example_of_russia() -> None:
    """24 points paid with 13 and 12, two generals to Sierpc, the train to Warszawa."""
    s = position(
        stage="russia", at={"saltikov": "bydgoszcz", "russia-train-1": "plonsk"},
        hands={"russia": ["13s.1", "12c.1"]},
    )  # fmt: skip
    assert legal(s, "troops") == ["0", "1", "2", "3", "4"]
    play(s, "troops 3")
    assert legal(s) == ["trains 0", "trains 1"]
    happened = play(s, "trains 1; pay 13s.1; pay 12c.1; at warszawa; feed fermor 1")
    assert not happened
    happened = play(s, "feed apraxin 1; feed saltikov 1")
    recruited = next(e for e in happened if type(e).__name__ == "Recruited")
    assert (recruited.troops, recruited.trains, recruited.waste) == (3, 1, 1)
    assert where(s, "fermor") == where(s, "apraxin") == "sierpc"
    assert where(s, "russia-train-2") == "warszawa"
    assert (troops(s, "fermor"), troops(s, "saltikov")) == (2, 2)
    assert hand(s, "russia") == {}
    assert legal(s, "march") == ["saltikov", "russia-train-1"]
    assert why_not(s, "march fermor") == ("AlreadyMoved", "4.6")


@pytest.mark.rule("friedrich", "10")
def test_cards_are_money_without_change() -> None:
    s = position(
        stage="prussia", at={"friedrich": "bernau"}, hands={"prussia": ["5s.1", "5c.1", "r.1"]}
    )
    assert legal(s, "troops") == ["0", "1", "2", "3"]
    assert why_not(s, "troops 4") == ("TooFew", "10.1")
    play(s, "troops 2; trains 0")
    assert why_not(s, "feed friedrich 2") == ("PayFirst", "10.1")
    assert why_not(s, "pay 6s.1") == ("NotInHand", "10.1")
    play(s, "pay r.1; pay 5s.1")
    assert why_not(s, "pay 5c.1") == ("PaidEnough", "10.1")
    play(s, "feed friedrich 2")
    assert phase(s) == "Movement"
    assert hand(s, "prussia") == {"5c.1": 1}
    assert troops(s, "friedrich") == 3
    # nothing at all is no purchase
    s = position(stage="russia", at={"saltikov": "lipno"}, hands={"russia": ["13s.1"]})
    assert "0" in legal(s, "troops")
    play(s, "troops 0")
    assert legal(s) == ["trains 1", "trains 2"]
    assert why_not(s, "trains 0") == ("NothingBought", "10.1")
    assert phase(s) == "Recruiting"


@pytest.mark.rule("friedrich", "10.4")
def test_recipients_are_secret() -> None:
    s = position(
        stage="prussia", at={"friedrich": "berlin", "keith": "breslau"},
        hands={"prussia": ["12s.1"]},
    )  # fmt: skip
    before = {seat: s.view(seat) for seat in (None, 1, 2, 3)}
    twin = s.clone()
    for action in ("troops 2", "pay 12s.1"):
        play(s, action)
        assert s.drafting(0)
        assert all(s.view(seat) == view for seat, view in before.items())
    play(s, "feed keith 2")
    play(twin, "troops 2; pay 12s.1; feed friedrich 1; feed keith 1")
    assert s.view(0) != twin.view(0)
    for seat in (None, 1, 2, 3):
        assert s.view(seat) == twin.view(seat)
        assert s.view(seat).totals[0] == 4
    # not even where both sums were known
    known = {"friedrich": 3, "keith": 3}
    views = []
    for who in known:
        s = position(
            stage="prussia",
            at={"friedrich": "berlin", "keith": "breslau"},
            troops=known,
            low=known,
            high=known,
            hands={"prussia": ["6s.1"]},
        )
        play(s, f"troops 1; pay 6s.1; feed {who} 1")
        views.append(s.view(2))
        assert (views[-1].low[0], views[-1].high[0]) == (3, 4)
    assert views[0] == views[1]


@pytest.mark.rule("friedrich", "10.5", "6.6")
def test_never_more_than_at_the_start() -> None:
    s = position(
        stage="sweden", at={"ehrensvaerd": "stralsund"}, troops={"ehrensvaerd": 3},
        hands={"sweden": ["13s.1"]},
    )  # fmt: skip
    assert legal(s, "troops") == ["1"]
    # ruling 1: eight for each general who is left
    s = position(
        stage="hanover", at={"ferdinand": "stade"}, troops={"ferdinand": 7},
        gone={"cumberland": 1}, hands={"hanover": ["13s.1", "13c.1"]},
    )  # fmt: skip
    assert legal(s, "troops") == ["1"]
    # and no more than those on the map, or able to come back, can take
    s = position(
        stage="hanover", at={"ferdinand": "celle", "richelieu": "stade", "soubise": "winsen",
        "chevert": "otterndorf"}, troops={"ferdinand": 7}, hands={"hanover": ["13s.1", "13c.1"]},
    )  # fmt: skip
    assert legal(s, "troops")[-1] == "3"  # eight points each


@pytest.mark.rule("friedrich", "10.6", "faq 9.4")
def test_no_general_and_train_in_one_depot() -> None:
    s = position(stage="hanover", at={}, hands={"hanover": ["13s.1", "13c.1", "13h.1"]})
    play(s, "troops 1")
    assert set(legal(s)) == {"pay 13s.1", "pay 13c.1", "pay 13h.1"}  # no train: the only depot
    play(s, "pay 13s.1; feed ferdinand 1")
    assert where(s, "ferdinand") == "stade"
    assert legal(s, "troops") == ["1", "2", "3", "4"]
    # up to three generals
    s = position(stage="austria", at={}, hands={"austria": ["13s.1", "13c.1", "13h.1"]})
    play(s, "troops 4; trains 0; pay 13s.1; pay 13c.1")
    for general in ("daun", "browne", "karl"):
        play(s, f"feed {general} 1; at bruenn")
    play(s, "feed laudon 1")
    assert where(s, "laudon") == "tabor"


@pytest.mark.rule("friedrich", "faq 9.5", "4.6")
def test_entering_where_a_general_stands() -> None:
    at = {"ferdinand": "stade"}
    s = position(stage="hanover", at=at, hands={"hanover": ["13s.1"]})
    play(s, "troops 1; pay 13s.1; feed cumberland 1")
    assert where(s, "cumberland") == "stade"
    assert troops(s, "ferdinand") == 2
    assert legal(s, "march") == []
    # or after he has left; then a train may enter too
    s = position(stage="hanover", at=at, hands={"hanover": ["13s.1"]})
    assert "0" not in legal(s, "troops")
    play(s, "march ferdinand; to zeven; stop")
    assert "0" in legal(s, "troops")
    play(s, "troops 0; pay 13s.1")
    assert where(s, "hanover-train") == "stade"


@pytest.mark.rule("friedrich", "10.7", "10.8")
def test_substitute_city_and_its_price() -> None:
    at = {"keith": "warszawa", "prussia-train-1": "sierpc"}
    cards = ["12s.1", "13s.1", "8s.1", "8c.1"]
    s = position(stage="russia", at=at, hands={"russia": cards})
    assert legal(s, "troops") == ["0", "1", "2", "3", "4", "5"]
    # the one city takes generals or a train
    play(s, "troops 2")
    assert why_not(s, "trains 1") == ("PayFirst", "10.2")
    play(s, "pay 8s.1; pay 8c.1; feed saltikov 1")
    area = [CITY_IDS[c] for c in SUBSTITUTES[RUSSIA]]
    assert legal(s, "at") == [c for c in area if c != "warszawa"]
    assert why_not(s, "at sierpc") == ("CannotEnterThere", "10.6")
    play(s, "at pruszkow; feed fermor 1")
    assert where(s, "saltikov") == where(s, "fermor") == "pruszkow"
    # also for the rest of the phase
    play(s, "troops 1; pay 12s.1; feed tottleben 1")
    assert where(s, "tottleben") == "pruszkow"
    assert legal(s, "troops") == ["1"]
    # troops for a general on the map are as dear
    s = position(stage="russia", at={**at, "saltikov": "lipno"}, hands={"russia": ["7s.1"]})
    assert legal(s, "troops") == []
    # when a depot is free again the price falls at once
    s = position(stage="russia", at={**at, "saltikov": "lipno"}, hands={"russia": ["6s.1"]})
    assert legal(s, "troops") == []
    play(s, "march saltikov; to sierpc")
    assert legal(s, "troops") == ["1"]
    # allies and own pieces in the depots are no reason for a substitute
    s = position(stage="russia", at={"daun": "warszawa", "prussia-train-1": "sierpc"},
                 hands={"russia": ["7s.1"]})  # fmt: skip
    assert legal(s, "troops") == []  # nobody could enter, and nobody is there to be fed


@pytest.mark.rule("friedrich", "10.7", "1.13")
def test_where_the_substitutes_are() -> None:
    s = position()
    assert [len(cities) for cities in SUBSTITUTES] == [21, 17, 18, 6, 14, 14, 15]
    assert [[CITY_IDS[c] for c in cities] for cities in DEPOTS] == [
        ["berlin"], ["stade"], ["sierpc", "warszawa"], ["stralsund"], ["bruenn", "tabor"],
        ["hildburghausen"], ["gemuenden", "koblenz"],
    ]  # fmt: skip
    assert len(NATION_NAMES) == 7
    assert not any(set(SUBSTITUTES[FRANCE]) & set(SUBSTITUTES[n]) for n in range(FRANCE))
    assert s.active(PRUSSIA)


@pytest.mark.rule("friedrich", "faq 9.3")
def test_troops_for_a_general_out_of_supply() -> None:
    s = position(
        stage="austria", at={"daun": "breslau"}, down={"daun": 1}, hands={"austria": ["6s.1"]}
    )
    play(s, "troops 1; pay 6s.1; feed daun 1")
    assert troops(s, "daun") == 2
    # one who enters where somebody lies face down is so too
    s = position(
        stage="hanover", at={"ferdinand": "stade"}, down={"ferdinand": 1},
        hands={"hanover": ["6s.1"]},
    )  # fmt: skip
    play(s, "troops 1; pay 6s.1; feed cumberland 1")
    assert all(s.down[g] for g in (8, 9))


@pytest.mark.rule("friedrich", "faq 3.2")
def test_a_nation_without_pieces_draws_and_comes_back() -> None:
    s = position(stage="prussia", at={"friedrich": "berlin"}, hands={"hanover": ["13s.1"]})
    play(s, "end")
    assert s.hand_size(1) == 3
    play(s, "troops 1; pay 13s.1; feed ferdinand 1")
    assert where(s, "ferdinand") == "stade"


@pytest.mark.rule("friedrich", "10.3")
def test_every_purchase_that_can_be_begun_can_be_completed() -> None:
    # Friedrich may not enter next to Daun (7 spades), and there is only one depot
    for fate_card, suit in (("7", 0), ("10", 0), ("7", 2), (None, 0)):
        s = position(
            stage="prussia", at={"daun": "spandau", "keith": "bernau"}, troops={"keith": 6},
            fate=fate_card, fate_suit=suit, hands={"prussia": ["13s.1", "13c.1", "13h.1", "r.1"]},
        )  # fmt: skip
        for begin in [a for a in legal(s) if a.startswith("troops")]:
            twin = s.clone()
            play(twin, begin)
            while phase(twin) == "Recruiting":
                play(twin, legal(twin)[0])
            twin.check()
    assert GAME.name == "friedrich"


@pytest.mark.rule("friedrich", "10.2")
def test_two_trains_at_once() -> None:
    s = position(stage="russia", at={"saltikov": "lipno"}, hands={"russia": ["12s.1"]})
    happened = play(s, "troops 0; trains 2; pay 12s.1")
    assert names(happened).count("Entered") == 2
    assert legal(s, "march") == ["saltikov"]


@pytest.mark.rule("friedrich", "10.8", "4.5")
def test_one_substitute_city_takes_three_generals_and_their_troops() -> None:
    cards = [f"13{suit}.{deck}" for suit in "schd" for deck in (1, 2, 3, 4)]
    at = {"keith": "bruenn", "dohna": "tabor"}
    s = position(stage="austria", at=at, hands={"austria": cards})
    assert legal(s, "troops")[-1] == "24"  # 26 could be paid, for five generals


@pytest.mark.rule("friedrich", "10.4")
def test_nobody_is_skipped_for_what_only_its_owner_knows() -> None:
    """Only Keith has room, but other players cannot know that, so Prussia is asked."""
    s = position(
        stage="prussia", at={"friedrich": "potsdam", "keith": "bernau", "dohna": "berlin"},
        troops={"friedrich": 8, "dohna": 8}, hands={"prussia": ["6s.1"]},
        gone=dict.fromkeys(("winterfeldt", "heinrich", "schwerin", "seydlitz", "lehwaldt"), 1),
    )  # fmt: skip
    play(s, "troops 1; pay 6s.1")
    assert phase(s) == "Recruiting"
    assert legal(s) == ["feed keith 1"]
    # each receiver is named once, and the last public one gets the rest
    s = position(
        stage="hanover", at={"ferdinand": "celle", "cumberland": "stade", "hanover-train": "zeven"},
        hands={"hanover": ["13s.1", "11s.1"]},
    )  # fmt: skip
    play(s, "troops 4; pay 13s.1; pay 11s.1")
    assert legal(s) == [f"feed {name} {n}" for name in ("ferdinand", "cumberland")
                        for n in (1, 2, 3, 4)]  # fmt: skip
    assert why_not(s, "feed ferdinand") == ("TroopsWrong", "10.4")
    assert why_not(s, "feed ferdinand 5") == ("TroopsWrong", "10.4")
    play(s, "feed cumberland 1")
    assert phase(s) == "Movement"
    assert (troops(s, "ferdinand"), troops(s, "cumberland")) == (4, 2)

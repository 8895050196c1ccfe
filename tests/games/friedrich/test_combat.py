"""Tests of combat (chapter 7)."""

import pytest

from tests.games.friedrich.positions import names, nation, position, troops, where
from tests.games.steps import legal, phase, play, why_not

# Eschwege is in a sector of diamonds, Göttingen in one of spades.
HEINRICH = {"heinrich": "eschwege", "richelieu": "goettingen", "soubise": "goettingen"}


@pytest.mark.rule("friedrich", "7", "7.2", "7.3", "7.4", "7.5", "7.6", "7.10")
def test_the_example_of_heinrich_against_richelieu() -> None:
    s = position(
        stage="prussia", at=HEINRICH, troops={"heinrich": 2, "richelieu": 4},
        hands={
            "prussia": ["10d.1", "9d.1", "7d.1", "r.1"], "france": ["5s.1", "4s.1", "4s.2", "3s.1"],
        },
    )  # fmt: skip
    happened = play(s, "end")
    announced = next(e for e in happened if type(e).__name__ == "Announced")
    assert (announced.first, announced.second) == (2, 4)
    scores = []
    for card in ("10d.1", "5s.1", "3s.1", "7d.1", "4s.1"):
        happened = play(s, f"play {card}")
        scores += [e.score for e in happened if type(e).__name__ == "CardPlayed"]
    assert scores == [8, -3, 0, 7, -3]
    happened = play(s, "quit")
    lost = next(e for e in happened if type(e).__name__ == "Lost")
    assert lost.n == 3
    assert where(s, "soubise") is None
    assert troops(s, "heinrich") == 2
    assert where(s, "heinrich") == "eschwege"
    assert phase(s) == "Retreat"
    assert nation(s) == "prussia"
    play(s, legal(s)[0])
    assert troops(s, "richelieu") == 1


@pytest.mark.rule("friedrich", "7.3", "3.2")
def test_only_cards_of_the_own_sector_and_reserves() -> None:
    s = position(
        stage="prussia", at=HEINRICH, troops={"richelieu": 6},
        hands={"prussia": ["10d.1", "9s.1", "r.1"]},
    )  # fmt: skip
    play(s, "end")
    assert legal(s) == ["play 10d.1", *(f"play r.1={n}" for n in range(1, 11)), "quit"]
    assert why_not(s, "play 9s.1") == ("WrongSuit", "7.3")
    assert why_not(s, "play 13d.1") == ("NotInHand", "7.3")


@pytest.mark.rule("friedrich", "7.4")
def test_below_zero_the_right_stays() -> None:
    s = position(
        stage="prussia", at=HEINRICH, troops={"richelieu": 16},
        hands={"prussia": ["2d.1", "3d.1", "13d.1"], "france": ["2s.1"]},
    )  # fmt: skip
    play(s, "end; play 2d.1; play 3d.1")
    assert s.asked[0].seat == 0
    play(s, "play 13d.1")
    assert s.asked[0].seat == 3


@pytest.mark.rule("friedrich", "7.7", "7.9")
def test_at_zero() -> None:
    hands = {"prussia": ["2d.1", "r.1"], "france": ["2s.1", "3s.1", "4h.1"]}
    s = position(stage="prussia", at=HEINRICH, troops={"heinrich": 2}, hands=hands)
    play(s, "end")
    # the attacker begins, and a suited card obliges him
    assert s.asked[0].seat == 0
    assert "quit" not in legal(s)
    assert why_not(s, "quit") == ("MustPlay", "7.7")
    play(s, "play 2d.1; play 2s.1")
    # a Reserve does not oblige
    assert s.asked[0].seat == 0
    assert "quit" in legal(s)
    happened = play(s, "quit")
    assert "Drawn" in names(happened)
    assert "Lost" not in names(happened)
    assert where(s, "heinrich") == "eschwege"
    # nor does a card of another suit
    s = position(stage="france", at=HEINRICH, troops={"heinrich": 2}, hands={"france": ["4h.1"]})
    play(s, "end")
    assert s.asked[0].seat == 3
    assert legal(s) == ["quit"]


@pytest.mark.rule("friedrich", "7.1", "7.8", "7.12")
def test_all_neighbours_in_the_order_of_the_active_player() -> None:
    at = {
        "keith": "breslau", "dohna": "ohlau", "daun": "neumarkt", "browne": "strehlen",
        "karl": "brieg", "austria-train-1": "oels",
    }  # fmt: skip
    s = position(stage="prussia", at=at, troops={"keith": 8, "dohna": 8, "daun": 8, "browne": 8,
                 "karl": 8}, hands={"austria": ["2h.1"], "prussia": ["2h.2"]})  # fmt: skip
    play(s, "end")
    assert phase(s) == "Combat"
    assert sorted(legal(s, "fight")) == ["dohna karl", "keith browne", "keith daun"]
    assert why_not(s, "fight keith karl") == ("NoSuchFight", "7.1")
    play(s, "fight keith daun; quit")
    assert sorted(legal(s, "fight")) == ["dohna karl", "keith browne"]
    play(s, "fight dohna karl; quit; quit")
    assert nation(s) == "hanover"


@pytest.mark.rule("friedrich", "7.11")
def test_a_stack_fights_as_one() -> None:
    s = position(
        stage="prussia",
        at={"keith": "breslau", "dohna": "breslau", "daun": "strehlen", "karl": "strehlen"},
        troops={"keith": 4, "daun": 3},
    )
    happened = play(s, "end")
    assert names(happened).count("FightBegan") == 1
    assert troops(s, "daun") == 2


@pytest.mark.rule("friedrich", "7.13")
def test_the_beaten_take_no_further_part() -> None:
    at = {"keith": "breslau", "dohna": "wohlau", "daun": "neumarkt", "browne": "strehlen"}
    s = position(
        stage="austria", at=at, troops={"keith": 3, "daun": 4, "browne": 8},
        hands={"austria": ["2h.1"], "prussia": ["2h.2"]},
    )  # fmt: skip
    play(s, "end; fight daun keith; quit")
    while phase(s) == "Retreat":
        play(s, legal(s)[0])
    assert nation(s) == "imperial"
    # a beaten attacker does not attack again, but another may attack his enemy
    s = position(
        stage="austria", at=at, troops={"keith": 5, "daun": 4, "browne": 5},
        hands={"austria": ["2h.1"], "prussia": ["2h.2"]},
    )  # fmt: skip
    play(s, "end; fight daun keith")
    happened = play(s, "quit")
    while phase(s) == "Retreat":
        happened += play(s, legal(s)[0])
    assert "FightBegan" in names(happened)
    assert phase(s) == "Fight"


@pytest.mark.rule("friedrich", "7.5")
def test_nobody_loses_more_than_he_has() -> None:
    s = position(
        stage="prussia", at=HEINRICH, troops={"heinrich": 8, "richelieu": 2},
        hands={"france": ["2h.1"]},
    )  # fmt: skip
    play(s, "end")
    happened = play(s, "quit")
    assert [e.n for e in happened if type(e).__name__ == "Lost"] == [2]
    assert where(s, "richelieu") is None


@pytest.mark.rule("friedrich", "7.1")
def test_trains_do_not_fight() -> None:
    s = position(stage="prussia", at={"keith": "breslau", "austria-train-1": "strehlen"})
    assert "FightBegan" not in names(play(s, "end"))


@pytest.mark.rule("friedrich", "7.2")
def test_sums_are_told_and_never_the_shares() -> None:
    s = position(
        stage="prussia", at=HEINRICH, troops={"heinrich": 2, "richelieu": 4},
        hands={"prussia": ["2d.1"]},
    )  # fmt: skip
    play(s, "end")
    view = s.view(1)
    top = 21  # Richelieu
    assert (view.low[top], view.high[top], view.told[top]) == (4, 4, 4)
    assert not any(view.troops)

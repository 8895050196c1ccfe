"""Tests of the expert game (chapter 13)."""

import pytest

from chancery.games.friedrich.board.atlas import (
    CITY,
    CITY_IDS,
    EAST_PRUSSIA,
    EAST_PRUSSIAN_OBJECTIVES,
    OBJECTIVES_OF,
    SOUTH_OF_LINE_5,
    SUIT,
    Y,
)
from chancery.games.friedrich.board.board import ADOPTED, DECLINED, FAILED, TAKEN
from chancery.games.friedrich.board.nations import AUSTRIA, PRUSSIA
from tests.games.friedrich.positions import (
    EXPERT,
    fate,
    hand,
    held,
    names,
    nation,
    position,
    skip,
    where,
)
from tests.games.friedrich.test_victory import aims, winners
from tests.games.steps import legal, phase, play, why_not

BOHEMIA = aims(PRUSSIA)


@pytest.mark.rule("friedrich", "13", "13.1")
def test_the_text_of_the_last_victor() -> None:
    at = {"daun": "prag", "friedrich": "breslau", "keith": "dresden"}
    for victor, suit in (("daun", "prag"), ("keith", "dresden"), (None, "breslau")):
        s = fate("3", at=at, options={}, victor=victor)
        assert s.fate_suit == 0  # the basic game reads spades
        s = position({"last_victor": True}, stage="france", turn=6, at=at, victor=victor)
        play(s, "end")
        if s.fate < 12:
            assert s.fate_suit == SUIT[CITY[suit]]
    # off the map: spades
    s = position({"last_victor": True}, stage="france", turn=6, at=at, victor="saltikov")
    play(s, "end")
    assert s.fate_suit == 0


@pytest.mark.rule("friedrich", "13.1")
def test_draws_do_not_make_a_victor() -> None:
    at = {"daun": "breslau", "keith": "strehlen"}
    s = position(EXPERT, stage="austria", at=at, victor="dohna")
    play(s, "end")
    assert s.victor == 6
    s = position(EXPERT, stage="austria", at=at, troops={"daun": 2}, victor="dohna")
    play(s, "end")
    assert s.victor == 15


@pytest.mark.rule("friedrich", "13.2")
def test_the_garrison_of_east_prussia() -> None:
    four = [CITY_IDS[c] for c in EAST_PRUSSIAN_OBJECTIVES]
    assert sorted(four) == ["koenigsberg", "ortelsburg", "rastenburg", "riesenburg"]
    assert len(EAST_PRUSSIA) == 30
    s = position(EXPERT, stage="russia", at={"saltikov": "sierpc"}, control=four)
    play(s, "end")
    assert phase(s) == "Garrison"
    assert s.asked[0].seat == 0
    assert sorted(legal(s, "regain")) == sorted(four)
    assert why_not(s, "regain colberg") == ("CannotRegain", "13.2")
    play(s, "regain koenigsberg")
    assert why_not(s, "regain koenigsberg") == ("CannotRegain", "13.2")
    play(s, "regain riesenburg")
    assert [held(s, c) for c in sorted(four)] == [False, True, True, False]
    assert nation(s) == "sweden"
    for options, at, control in (
        (EXPERT, {"saltikov": "tilsit"}, four),
        (EXPERT, {"saltikov": "sierpc"}, four[1:]),
        ({}, {"saltikov": "sierpc"}, four),
    ):
        s = position(options, stage="russia", at=at, control=control)
        play(s, "end")
        assert phase(s) == "Movement"


@pytest.mark.rule("friedrich", "13.3", "13.4")
def test_adopting_the_offensive_option() -> None:
    hands = {"prussia": ["10s.1", "9s.1", "r.1"]}
    s = position(EXPERT, stage="france", turn=2, at={"friedrich": "berlin"}, hands=hands)
    play(s, "end")
    assert phase(s) == "Offensive"
    assert why_not(s, "adopt 9s.1") == ("StakeTooLow", "13.4")
    assert why_not(s, "adopt r.1") == ("StakeTooLow", "13.4")
    assert why_not(s, "adopt 13s.4") == ("NotInHand", "13.4")
    play(s, "adopt 10s.1")
    assert s.offensive == ADOPTED
    assert "10s.1" not in hand(s, "prussia")
    assert s.view(2).stake == s.stake >= 0
    assert phase(s) == "Movement"
    for turn in (1, 3):
        s = position(EXPERT, stage="france", turn=turn, at={"friedrich": "berlin"}, hands=hands)
        play(s, "end")
        assert phase(s) == "Movement"
    s = position({}, stage="france", turn=2, at={"friedrich": "berlin"}, hands=hands)
    play(s, "end")
    assert phase(s) == "Movement"


@pytest.mark.rule("friedrich", "13.6")
def test_bohemia_only_with_the_option_or_in_the_first_three_turns() -> None:
    for options, turn, offensive, conquers in (
        (EXPERT, 1, 0, True), (EXPERT, 3, DECLINED, True), (EXPERT, 4, DECLINED, False),
        (EXPERT, 4, ADOPTED, True), (EXPERT, 8, TAKEN, True), (EXPERT, 8, FAILED, False),
        ({}, 1, 0, False),
    ):  # fmt: skip
        s = position(options, stage="prussia", turn=turn, offensive=offensive,
                     at={"friedrich": "prag"})  # fmt: skip
        play(s, "march friedrich; to kladno; stop; end")
        assert held(s, "prag") == conquers, (turn, offensive)
    s = position(EXPERT, stage="france", turn=2, at={"friedrich": "prag"})
    play(s, "end; decline")
    assert s.offensive == DECLINED


@pytest.mark.rule("friedrich", "13.7", "13.6")
def test_prussia_wins_at_once() -> None:
    rest = [city for city in BOHEMIA if city != "prag"]
    at = {"friedrich": "prag", "keith": "prag", "dohna": "berlin"}
    for offensive, won in ((ADOPTED, True), (TAKEN, True), (DECLINED, False)):
        s = position(EXPERT, stage="prussia", turn=4, offensive=offensive, at=at, control=rest,
                     troops={"friedrich": 9})  # fmt: skip
        play(s, "march friedrich; take 4; to kladno")
        assert winners(s) == (["frederick"] if won else [])
        s.check()
    # also by a question mark, after the fights
    s = position(
        EXPERT, stage="prussia", turn=4, offensive=ADOPTED, control=rest,
        at={"friedrich": "prag", "daun": "kolin", "keith": "nimburg"}, troops={"keith": 5},
    )  # fmt: skip
    play(s, "march friedrich; to kladno; stop")
    assert s.result is None
    play(s, "end")
    assert winners(s) == ["frederick"]


@pytest.mark.rule("friedrich", "13.7")
def test_with_all_of_bohemia_adopting_wins() -> None:
    s = position(EXPERT, stage="france", turn=2, at={"friedrich": "berlin"}, control=BOHEMIA,
                 hands={"prussia": ["10s.1"]})  # fmt: skip
    play(s, "end; adopt 10s.1")
    assert winners(s) == ["frederick"]


@pytest.mark.rule("friedrich", "13.5")
def test_when_austria_takes_the_card() -> None:
    at = {"daun": "breslau", "keith": "strehlen"}
    for lead, taken in ((3, True), (2, False)):
        s = position(EXPERT, stage="austria", turn=4, at=at, troops={"daun": lead + 4, "keith": 4},
                     offensive=ADOPTED, stake="10s.1")  # fmt: skip
        play(s, "end")
        while phase(s) == "Retreat":
            play(s, legal(s)[0])
        assert (s.offensive == TAKEN) == taken
        assert ("10s.1" in hand(s, "austria")) == taken
        assert bool(s.view(0).seen) == taken
    # not from the Imperial Army
    s = position(EXPERT, stage="imperial", turn=4, offensive=ADOPTED, stake="10s.1",
                 at={"hildburghausen": "breslau", "keith": "strehlen"},
                 troops={"hildburghausen": 6})  # fmt: skip
    play(s, "end")
    assert s.offensive == ADOPTED
    # starved south of the line
    for city, taken in (("tabor", True), ("bydgoszcz", False)):
        assert (Y[CITY[city]] > SOUTH_OF_LINE_5) == taken
        s = position(EXPERT, stage="prussia", turn=4, at={"keith": city}, down={"keith": 1},
                     offensive=ADOPTED, stake="10s.1")  # fmt: skip
        happened = play(s, "end")
        assert where(s, "keith") is None
        assert ("StakeTaken" in names(happened)) == taken


@pytest.mark.rule("friedrich", "13.8")
def test_when_the_option_fails() -> None:
    # the cut first, then the card
    s = position(EXPERT, stage="austria", turn=8, cuts=1, offensive=ADOPTED, stake="10s.1",
                 at={"daun": "breslau", "keith": "strehlen"}, troops={"daun": 6})  # fmt: skip
    assert "OffensiveFailed" in names(play(s, "end"))
    assert s.offensive == FAILED
    # the card first, then the cut
    s = fate("poems", at={"daun": "prag"}, options=EXPERT, offensive=TAKEN)
    assert s.offensive == FAILED
    s = fate("poems", at={"daun": "prag"}, options=EXPERT, offensive=ADOPTED, stake="10s.1")
    assert s.offensive == ADOPTED


@pytest.mark.rule("friedrich", "13.9")
def test_austria_claims_four_cities() -> None:
    everything = aims(AUSTRIA)
    saxon = ["goerlitz", "kamenz", "muskau", "radeberg", "zittau"]
    for lacking, offensive, asked in (
        (everything[:4], ADOPTED, True), (everything[:4], FAILED, True),
        (everything[:5], ADOPTED, False), (everything[:4], DECLINED, False),
    ):  # fmt: skip
        s = position(
            EXPERT, stage="france", turn=4, at={"daun": "prag"}, offensive=offensive,
            stake="10s.1" if offensive == ADOPTED else None,
            control=[c for c in everything if c not in lacking],
        )  # fmt: skip
        play(s, "end")
        assert (phase(s) == "Claim") == asked
    # at least one in Saxony has to be a real conquest
    s = position(EXPERT, stage="france", turn=4, at={"daun": "prag"}, offensive=TAKEN,
                 control=[c for c in everything if c not in saxon])  # fmt: skip
    play(s, "end")
    assert phase(s) == "Movement"
    s = position(EXPERT, stage="france", turn=4, at={"daun": "prag"}, offensive=TAKEN,
                 control=[c for c in everything if c not in saxon[1:]])  # fmt: skip
    play(s, "end")
    assert legal(s) == ["claim", "decline"]
    # also where the first order alone is needed, of which two lie in Saxony
    for first, asked in (([], False), (["zittau"], True)):
        eased = position(
            EXPERT,
            stage="imperial",
            turn=4,
            at={"daun": "prag"},
            offensive=TAKEN,
            quit=["france"],
            control=[*first, *(c for c in aims(AUSTRIA, 1) if c not in saxon)],
        )
        play(eased, "end")
        assert (phase(eased) == "Claim") == asked
    twin = s.clone()
    play(s, "claim")
    assert winners(s) == ["maria-theresa"]
    play(twin, "decline")
    assert twin.result is None
    skip(twin, "prussia")
    assert twin.turn == 5


@pytest.mark.rule("friedrich", "13.10")
def test_the_others_win_as_ever() -> None:
    s = position(EXPERT, stage="france", turn=4, at={"daun": "prag"}, offensive=TAKEN,
                 control=aims(2))  # fmt: skip
    play(s, "end")
    assert winners(s) == ["elisabeth"]
    assert len(OBJECTIVES_OF[AUSTRIA]) == 16

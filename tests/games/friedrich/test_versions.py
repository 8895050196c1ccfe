"""Tests of the changes in rules versions 2 and 3, and of games under older versions."""

import pytest

from chancery.games.friedrich.board.board import ADOPTED, TAKEN
from chancery.games.friedrich.board.cards import DECKS, KINDS
from chancery.games.friedrich.board.fate_cards import FATE_NAMES
from chancery.games.friedrich.board.nations import AUSTRIA
from chancery.games.friedrich.board.pieces import GENERAL_NAMES
from tests.games.friedrich.positions import (
    EXPERT,
    GAME,
    fate,
    held,
    names,
    position,
    troops,
    under,
    where,
)
from tests.games.friedrich.test_knowledge import ELISABETH, exchange, known
from tests.games.friedrich.test_victory import aims
from tests.games.steps import legal, phase, play


@pytest.mark.parametrize(("rules", "again"), [(1, True), (2, False)])
def test_the_claim_is_asked_once_where_no_card_lies_between(rules: int, again: bool) -> None:
    s = position(EXPERT, stage="france", turn=4, at={"daun": "prag"}, offensive=TAKEN,
                 control=aims(AUSTRIA)[4:])  # fmt: skip
    s.rules = rules
    play(s, "end")
    assert phase(s) == "Claim"
    play(s, "decline")
    assert (phase(s) == "Claim") == again


def test_version_1_forgets_what_the_partner_of_an_exchange_knew() -> None:
    s = exchange("offer 2s.1", "offer 12s.1")
    assert ("austria", "10h.1") in known(s, ELISABETH)
    s = exchange("offer 2s.1", "offer 12s.1", rules=1)
    assert known(s, ELISABETH) == {("austria", "12s.1")}


@pytest.mark.rule("friedrich", "fate 5♦", "4.5")
def test_a_stack_of_three_with_chevert_marches_as_a_whole() -> None:
    at = dict.fromkeys(("richelieu", "soubise", "chevert"), "koblenz")
    for rules in (1, 2):
        s = under("5♦", stage="france", at=at, troops={"richelieu": 9})
        s.rules = rules
        play(s, "march richelieu")
        assert ("with soubise" in legal(s)) == (rules == 2)
        if rules == 2:
            play(s, "with soubise")
            assert legal(s) == ["with chevert"]  # the two may not leave him alone
            play(s, "with chevert")
            assert legal(s, "to")


# -- version 3 -------------------------------------------------------------------------------

VERSIONS = pytest.mark.parametrize("rules", [2, 3])


@pytest.mark.rule("friedrich", "12.3", "fate sweden")
@VERSIONS
def test_nobody_retires_in_the_instant_in_which_the_game_is_won(rules: int) -> None:
    at = {"friedrich": "berlin", "keith": "breslau", "hildburghausen": "leipzig"}
    for options in ({"last_victor": True}, {"game": "austrian"}):
        given = {"turn": 6, "stage": "imperial", "losses": 2, "quit": ["russia", "france"]}
        given["at"] = at
        if not options.get("game"):
            given["at"] = {**at, "ehrensvaerd": "stralsund"}
            given["owners"] = ["frederick", "frederick", None, "elisabeth", "maria-theresa",
                               "pompadour", None]  # fmt: skip
        given["drawn_fates"] = {name: 1 for name in FATE_NAMES if name != "sweden"}
        s = position(options, **given)
        s.rules = rules
        happened = names(play(s, "end"))
        assert ("GameWon" in happened) == (rules == 3)
        assert phase(s) == ("over" if rules == 3 else "Retirement")


@pytest.mark.rule("friedrich", "12.3", "11.4", "11.6")
@VERSIONS
def test_the_last_stroke_moves_the_imperial_army_no_more(rules: int) -> None:
    at = {"friedrich": "berlin", "soubise": "koblenz", "hildburghausen": "leipzig",
          "cumberland": "stade", "ferdinand": "celle"}  # fmt: skip
    s = position(
        turn=6, stage="france", at=at, losses=1, quit=["russia", "sweden"],
        owners=["frederick", "frederick", None, None, "maria-theresa", "elisabeth", "pompadour"],
        drawn_fates={name: 1 for name in FATE_NAMES if name != "india"},
    )  # fmt: skip
    s.rules = rules
    happened = names(play(s, "end"))
    assert "GameWon" in happened
    assert ("ImperialChanged" in happened) == (rules == 2)
    assert ("Retired" in happened) == (rules == 2)


@pytest.mark.rule("friedrich", "13.8", "13.6", "5.7")
@VERSIONS
def test_a_question_mark_lapses_with_the_offensive_option(rules: int) -> None:
    at = {"friedrich": "prag", "keith": "beraun", "browne": "pilsen", "schwerin": "strehlen",
          "daun": "breslau"}  # fmt: skip
    s = position(EXPERT, stage="prussia", turn=7, cuts=1, offensive=ADOPTED, stake="10h.1", at=at,
                 troops={"keith": 8, "daun": 8})  # fmt: skip
    s.rules = rules
    happened = names(play(s, "march friedrich; to kladno; stop; end; fight keith browne"))
    assert "OffensiveFailed" in happened
    assert ("MarkLapsed" in happened) == (rules == 3)
    assert held(s, "prag") == (rules == 2)


@pytest.mark.rule("friedrich", "fate 10♠")
@VERSIONS
def test_units_that_marched_first_were_fed_until_version_2(rules: int) -> None:
    at = {"keith": "spandau", "dohna": "zossen", "daun": "bernau"}
    s = under("10♠", stage="prussia", at=at, hands={"prussia": ["6s.1"]})
    s.rules = rules
    play(s, "march keith; to berlin; stop; troops 1")
    if rules == 2:
        play(s, "trains 0; pay 6s.1; feed keith")
        assert troops(s, "keith") == 2
    else:
        play(s, "pay 6s.1")  # Dohna alone may receive
        assert (troops(s, "keith"), troops(s, "dohna")) == (1, 2)


@pytest.mark.rule("friedrich", "fate 7♦")
@VERSIONS
def test_a_reserve_could_count_low_under_7_diamonds(rules: int) -> None:
    s = under("7♦", stage="prussia", at={"friedrich": "kolin", "daun": "prag"}, troops={"daun": 6},
              hands={"prussia": ["r.1", "9s.1"], "austria": ["2h.2"]})  # fmt: skip
    s.rules = rules
    play(s, "end")
    assert ("play r.1=1" in legal(s)) == (rules == 2)
    assert "play r.1=6" in legal(s)


@pytest.mark.rule("friedrich", "1.19")
@VERSIONS
def test_the_last_stack_of_a_nation_is_not_asked_for(rules: int) -> None:
    s = GAME.start({}, "versions", rules=rules)
    single = [s.troops[GENERAL_NAMES.index(name)] for name in ("ehrensvaerd", "hildburghausen")]
    assert single == ([4, 6] if rules == 3 else [0, 0])
    assert not any(s.drafting(seat) for seat in range(4))
    count = 0
    while phase(s) == "SetUp":
        seat = s.asked[0].seat
        s.apply(s.legal(seat)[0], seat)
        count += 1
    assert count == {2: 19, 3: 12}[rules]
    # a choice that only secret numbers force is still asked for elsewhere
    s = GAME.start({}, "versions")
    for text in ("friedrich 16", "heinrich 8", "schwerin 5", "seydlitz 1"):
        s.apply(GAME.notation.parse(f"give {text}"), 0)
    assert [str(action) for action in s.legal(0)] == ["give dohna 1"]


@pytest.mark.rule("friedrich", "3.1", "fate 9♦", "fate 12♥")
@VERSIONS
def test_one_card_or_one_city_is_not_asked_for(rules: int) -> None:
    asked = rules == 2
    cards = {"prussia": ["2s.1"], "austria": ["13h.1"]}
    s = position(
        {"last_victor": True}, stage="france", turn=6, hands=cards, victor="cumberland",
        at={"cumberland": "reichenbach", "daun": "bruenn"},
        drawn_fates={name: 1 for name in FATE_NAMES if name != "9"},
    )  # fmt: skip
    s.rules = rules
    happened = names(play(s, "end"))
    assert (phase(s) == "StolenCard") == asked
    assert ("StoleCard" in happened) != asked
    s = fate("12", "♥", at={"hildburghausen": "leipzig"}, beaten=["imperial"])
    s.rules = rules
    play(s, legal(s)[1])
    assert (phase(s) == "DrivenWest") == asked
    assert (where(s, "hildburghausen") == "altenburg") != asked
    # France draws the last card that there is, and has to put it away
    s = position(stage="imperial", at={"soubise": "koblenz"})
    s.rules, s.opened = rules, DECKS
    last = next(kind for kind, n in enumerate(s.draw) if n)
    s.draw = bytearray(kind == last for kind in range(KINDS))
    play(s, "end")
    assert (phase(s) == "Discard") == asked
    assert [buried.card for buried in s.buried] == ([] if asked else [last])

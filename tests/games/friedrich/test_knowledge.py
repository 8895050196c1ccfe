"""Tests of what a seat knows about cards in other hands, and for how long."""

from typing import Any

import pytest

from chancery.games.friedrich.board.cards import CARD_NAMES
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import GAME, fate, hand, names
from tests.games.steps import phase, play

FREDERICK, ELISABETH, THERESA, POMPADOUR = range(4)
HANDS = {
    "austria": ["10h.1", "2s.1"], "russia": ["13s.1", "12s.1"], "imperial": ["7s.1"],
}  # fmt: skip
# The 10 of hearts went to Austria openly; only Austria has seen a card of the Imperial Army.
SEEN = [
    {"viewer": viewer, "holder": "austria", "card": "10h.1"}
    for viewer in NATION_NAMES
    if viewer != "austria"
] + [{"viewer": "austria", "holder": "imperial", "card": "7s.1"}]
OWNERS = ["frederick", "frederick", "elisabeth", "elisabeth", "maria-theresa", "pompadour", None]
WITHOUT_FRANCE: dict[str, Any] = {
    "stage": "imperial", "quit": ["france"], "losses": 2, "owners": OWNERS,
    "gone": dict.fromkeys(
        ("richelieu", "soubise", "chevert", "france-train-1", "france-train-2", "cumberland"), 1
    ),
}  # fmt: skip


def exchange(*choices: str, rules: int = GAME.rules, **given: Any) -> Friedrich:
    """Let Austria and Russia offer their cards (fate 1♥)."""
    given = {"hands": HANDS, "seen": SEEN, "witness": "ferdinand", **given}
    s = fate("1", "♥", at={"daun": "bruenn", "saltikov": "sierpc"}, **given)
    assert phase(s) == "Exchange"
    s.rules = rules
    play(s, *choices)
    assert phase(s) == "Movement"
    return s


def known(s: Friedrich, seat: int) -> set[tuple[str, str]]:
    """Return the cards that a seat knows to be in other hands."""
    return {
        (NATION_NAMES[note.holder], CARD_NAMES[note.card])
        for note in s.view(seat).seen
        if s.owners[note.holder] != seat
    }


@pytest.mark.rule("friedrich", "fate 1♥")
def test_both_know_what_they_gave_away_in_the_exchange() -> None:
    s = exchange("offer 2s.1", "offer 12s.1")
    assert hand(s, "austria") == {"10h.1": 1, "12s.1": 1}
    assert ("austria", "12s.1") in known(s, ELISABETH)
    assert ("russia", "2s.1") in known(s, THERESA)
    # nobody knows more than before
    assert known(s, THERESA) == {("russia", "2s.1")}
    assert ("austria", "2s.1") not in known(s, ELISABETH)


@pytest.mark.rule("friedrich", "fate 1♥")
@pytest.mark.parametrize("card", ["2s.1", "10h.1"])
def test_others_do_not_know_which_card_went(card: str) -> None:
    # it may have been the one they knew of, and what they see is the same either way
    s = exchange(f"offer {card}", "offer 12s.1")
    for seat in (FREDERICK, POMPADOUR):
        assert known(s, seat) == set()
    assert s.view(None).seen == ()
    # what was known of a third hand is still known: here Theresa's of the Imperial Army
    s = exchange(f"offer {card}", "offer 12s.1", **WITHOUT_FRANCE)
    assert ("imperial", "7s.1") in known(s, THERESA)


@pytest.mark.rule("friedrich", "fate 1♥")
def test_without_an_exchange_nothing_is_forgotten() -> None:
    for choices in (("offer 10h.1", "decline"), ("decline", "offer 12s.1"), ("decline", "decline")):
        s = exchange(*choices)
        for seat in (FREDERICK, ELISABETH, POMPADOUR):
            assert known(s, seat) == {("austria", "10h.1")}
        assert known(s, THERESA) == set()


@pytest.mark.rule("friedrich", "fate 1♥")
def test_a_received_card_is_no_longer_expected_in_the_givers_hand() -> None:
    # Russia sees the 10 of hearts come and no longer looks for it in Austria's hand
    s = exchange("offer 10h.1", "offer 12s.1")
    assert known(s, ELISABETH) == {("austria", "12s.1")}
    assert hand(s, "russia") == {"10h.1": 1, "13s.1": 1}


@pytest.mark.rule("friedrich", "fate 1♥")
def test_the_partner_of_an_exchange_still_knows_the_other_cards() -> None:
    # Russia received the 2 of spades: so the 10 of hearts is still in Austria's hand
    s = exchange("offer 2s.1", "offer 12s.1")
    assert known(s, ELISABETH) == {("austria", "12s.1"), ("austria", "10h.1")}


@pytest.mark.rule("friedrich", "fate 9♦")
def test_knowledge_survives_drawing_a_card() -> None:
    for seed in (b"1", b"2", b"3", b"4", b"5"):
        s = fate(
            "9", "♦", at={"daun": "bruenn"}, hands={**HANDS, "prussia": ["3s.1", "3c.1"]}, seen=SEEN
        )
        s.seed = seed
        events = play(s, "offer 3s.1")
        taken = CARD_NAMES[next(e.taken for e in events if type(e).__name__ == "StoleCard")]
        left = {("austria", "10h.1"), ("austria", "3s.1")} - {("austria", taken)}
        assert known(s, FREDERICK) == left


@pytest.mark.rule("friedrich", "fate 9♦")
def test_knowledge_is_lost_when_an_unseen_card_is_drawn() -> None:
    s = fate(
        "9", "♦", at={"daun": "bruenn"}, hands={**HANDS, "prussia": ["3s.1", "3c.1"]}, seen=SEEN
    )
    events = play(s, "offer 3s.1")
    assert "StoleCard" in names(events)
    assert known(s, ELISABETH) == known(s, POMPADOUR) == set()


@pytest.mark.rule("friedrich", "fate elisabeth")
def test_a_player_remembers_when_a_nation_has_left() -> None:
    # the hand that Russia put away, and the card that it gave Austria; Elisabeth plays on
    seen = [{"viewer": "russia", "holder": "austria", "card": "10h.1"}]
    s = fate("elisabeth", at={"daun": "bruenn", "saltikov": "sierpc", "ehrensvaerd": "stralsund"},
             hands=HANDS, seen=seen, options={})  # fmt: skip
    assert known(s, ELISABETH) == {("austria", "10h.1")}
    assert {CARD_NAMES[buried.card] for buried in s.view(ELISABETH).buried} == {"13s.1", "12s.1"}

"""Tests of tactical cards (chapter 3)."""

import pytest

from chancery.games.friedrich.board.cards import CARD_NAMES, CARDS_IN_A_DECK, IN_THE_BOX, VALUE
from chancery.games.friedrich.rules.tactical_cards import cards_a_turn
from tests.games.friedrich.positions import GAME, hand, names, position, skip, started
from tests.games.steps import legal, phase, play, why_not


@pytest.mark.rule("friedrich", "3", "3.2")
def test_four_decks_of_fifty() -> None:
    assert sum(IN_THE_BOX) == 4 * CARDS_IN_A_DECK == 200
    assert sum(n for name, n in zip(CARD_NAMES, IN_THE_BOX, strict=True) if name[0] == "r") == 8
    assert {VALUE[k] for k, name in enumerate(CARD_NAMES) if name[0] != "r"} == set(range(2, 14))


@pytest.mark.rule("friedrich", "3.1")
def test_cards_a_turn() -> None:
    s = position()
    assert [cards_a_turn(s, nation) for nation in range(7)] == [7, 2, 4, 1, 5, 1, 4]
    s.cuts, s.losses = 1, 1
    assert [cards_a_turn(s, nation) for nation in range(7)] == [5, 2, 4, 1, 4, 1, 3]
    s.cuts, s.losses = 2, 2
    assert [cards_a_turn(s, nation) for nation in range(7)] == [4, 1, 4, 1, 4, 1, 3]


@pytest.mark.rule("friedrich", "3.1")
def test_france_discards_one_of_the_cards_just_drawn_unseen() -> None:
    s = position(stage="imperial", at={}, hands={"france": ["13s.1"]})
    play(s, "end")
    assert phase(s) == "Discard"
    drawn = legal(s, "discard")
    assert len(drawn) == 4
    assert "13s.1" not in drawn
    assert why_not(s, "discard 13s.1") == ("NotDrawn", "3.1")
    for seat in (None, 0, 1, 2):
        assert s.view(seat).phases[-1].drawn == ()
    events = play(s, f"discard {drawn[0]}")
    assert [type(e.seen_by(0)).__name__ for e in events] == ["BuriedHidden"]
    assert len(hand(s, "france")) == 4
    assert not any(s.discards)
    assert s.view(3).buried
    assert not s.view(0).buried
    assert s.view(0).buried_backs == (1, 0, 0, 0)
    # after the first loss overseas all three are kept
    s = position(stage="imperial", at={}, losses=1)
    play(s, "end")
    assert phase(s) == "Movement"
    assert len(hand(s, "france")) == 3


@pytest.mark.rule("friedrich", "3.2")
def test_hands_are_secret_even_from_allies() -> None:
    s = started()
    skip(s, "austria")
    for seat in range(4):
        view = s.view(seat)
        for nation in range(7):
            shown = any(view.hands[nation])
            assert shown == (s.owners[nation] == seat and s.hand_size(nation) > 0)
            assert view.hand_size(nation) == s.hand_size(nation)
    # of the two nations of a seat each plays its own cards
    s = position(
        stage="hanover", at={"ferdinand": "stade", "richelieu": "zeven"},
        troops={"richelieu": 3}, hands={"prussia": ["13d.1"], "hanover": ["2s.1"]},
    )  # fmt: skip
    play(s, "end")
    assert legal(s) == ["quit"]


@pytest.mark.rule("friedrich", "3.3")
def test_the_next_deck_and_at_last_the_two_largest_piles() -> None:
    s = position(
        stage="prussia", at={}, hands={"russia": list(CARD_NAMES[:48]), "prussia": ["r.1"]}
    )
    events = play(s, "end")
    assert "DeckOpened" in names(events)
    assert s.opened == 2
    everything = dict(zip(CARD_NAMES, IN_THE_BOX, strict=True))
    discards = {k: v for k, v in everything.items() if k.endswith((".2", ".4"))}
    held = [k for k in CARD_NAMES if k.endswith((".1", ".3")) and k[0] != "r"]
    buried = [{"nation": "france", "card": f"r.{n}"} for n in (1, 1, 3, 3)]
    s = position(
        stage="prussia", at={}, hands={"russia": held}, discards=discards, buried=buried, opened=4
    )
    events = play(s, "end")
    assert [e.decks for e in events if type(e).__name__ == "DecksMixed"] == [(2, 4)]
    assert set(hand(s, "hanover")) <= set(discards)
    # nothing left at all
    s = position(
        stage="prussia", at={}, hands={"russia": [*CARD_NAMES, *(f"r.{n}" for n in range(1, 5))]}
    )
    play(s, "end")
    assert hand(s, "hanover") == {}
    assert phase(s) == "Movement"


@pytest.mark.rule("friedrich", "3.3")
def test_cards_paid_or_played_are_discarded_openly() -> None:
    s = position(stage="prussia", at={"friedrich": "berlin"}, hands={"prussia": ["6s.1", "7s.1"]})
    play(s, "troops 1; pay 6s.1; feed friedrich 1")
    assert s.plain()["discards"] == {"6s.1": 1}
    assert GAME.look(s, 1).discards == tuple(s.discards)

"""Tests of the strokes of fate in every order (§11.2, §11.4, §11.7, §12.3)."""

from itertools import permutations

import pytest

from chancery.games.friedrich.board.fate_cards import FATE_NAMES
from chancery.games.friedrich.board.nations import (
    AUSTRIA,
    FRANCE,
    HANOVER,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
)
from chancery.games.friedrich.rules import victory
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.rules.tactical_cards import cards_a_turn
from tests.games.friedrich.positions import fate, names, position
from tests.games.friedrich.test_victory import winners
from tests.games.steps import legal, play

AT = {
    "friedrich": "berlin", "keith": "breslau", "ferdinand": "stade", "saltikov": "sierpc",
    "ehrensvaerd": "stralsund", "daun": "bruenn", "hildburghausen": "hildburghausen",
    "soubise": "koblenz",
}  # fmt: skip
QUIET = ("end", "quit", "decline", "discard", "retire")


def next_card(s: Friedrich, card: str) -> None:
    """Play on without actions until the end of the turn, where this card of fate is turned."""
    s.drawn_fates = [int(name != card) for name in FATE_NAMES]
    turn = s.turn
    while s.asked and s.turn == turn:
        play(s, next(text for text in legal(s) if text.split()[0] in QUIET))


@pytest.mark.rule("friedrich", "11.2", "11.4", "11.5", "11.6", "11.7", "11.8", "11.9", "12.3")
@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize(
    "order", list(permutations(("elisabeth", "sweden", "india", "america"))), ids="-".join
)
def test_strokes_in_every_order(order: tuple[str, ...], players: int) -> None:
    s = position({"players": players}, stage="france", turn=6, at=AT)
    to = ""  # the player of the Imperial Army after its change
    for number, card in enumerate(order, 1):
        next_card(s, card)
        fallen = set(order[:number])
        russia, sweden = "elisabeth" not in fallen, "sweden" not in fallen
        losses = len(fallen & {"india", "america"})
        if number == len(order):
            assert winners(s) == ["frederick"]
            return
        assert s.result is None
        if not to and losses == 2:
            to = "pompadour" if players == 4 else "elisabeth"
        elif not to and not russia and not sweden:
            to = "elisabeth"
        assert [s.active(n) for n in (RUSSIA, SWEDEN, FRANCE)] == [russia, sweden, losses < 2]
        assert s.seats[s.owners[IMPERIAL]] == (to or "maria-theresa")
        assert s.seats[s.owners[AUSTRIA]] == "maria-theresa"
        eased = [len(victory.needed(s, n)) for n in (SWEDEN, AUSTRIA, IMPERIAL)]
        assert eased == [10 if russia else 5, 12 if to else 16, 5 if to else 10]
        rates = [cards_a_turn(s, n) for n in (PRUSSIA, HANOVER, AUSTRIA, FRANCE)]
        assert rates == [7, 1 if losses == 2 else 2, 4 if losses else 5, 3 if losses else 4]


@pytest.mark.rule("friedrich", "fate elisabeth", "fate sweden")
def test_nobody_retires_twice() -> None:
    s = fate("sweden", at=AT, options={})
    events = play(s, "retire lehwaldt")
    assert "Retired" in names(events)
    s.drawn_fates = [int(name != "elisabeth") for name in FATE_NAMES]
    turn = s.turn
    happened: list[str] = []
    while s.turn == turn:
        happened += names(play(s, next(t for t in legal(s) if t.split()[0] in QUIET)))
    assert "NationQuit" in happened
    assert "Retired" not in happened

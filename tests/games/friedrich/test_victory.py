"""Tests of the end of the game (chapter 12) and eased victory (chapter 11)."""

from typing import Any

import pytest

from chancery.games.friedrich.board.atlas import CITY_IDS, OBJECTIVES_OF, ORDER
from chancery.games.friedrich.board.nations import AUSTRIA, FRANCE, IMPERIAL, RUSSIA, SWEDEN
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import fate, names, nation, position
from tests.games.steps import phase, play


def aims(of: int, order: int = 2) -> list[str]:
    """Return the objectives of a nation up to an order."""
    return [CITY_IDS[c] for c in OBJECTIVES_OF[of] if ORDER[c] <= order]


def winners(s: Friedrich) -> list[str]:
    """Return the seats that have won."""
    return [s.seats[seat] for seat in s.result.winners] if s.result else []


@pytest.mark.rule("friedrich", "1.3", "12", "12.2")
@pytest.mark.parametrize(("of", "seat"), [
    (RUSSIA, "elisabeth"), (SWEDEN, "elisabeth"), (AUSTRIA, "maria-theresa"),
    (IMPERIAL, "maria-theresa"), (FRANCE, "pompadour"),
])  # fmt: skip
def test_one_nation_with_all_its_objectives(of: int, seat: str) -> None:
    for missing, won in ((0, [seat]), (1, [])):
        s = position(stage="france", turn=6, at={"daun": "prag"}, control=aims(of)[missing:])
        happened = play(s, "end")
        assert winners(s) == won
        # nothing is drawn after a win
        assert ("FateTurned" in names(happened)) != bool(won)


@pytest.mark.rule("friedrich", "12.1")
def test_only_at_the_end_of_the_turn() -> None:
    s = position(stage="austria", at={"daun": "prag"}, control=aims(AUSTRIA))
    play(s, "end")
    assert nation(s) == "imperial"
    s = position(stage="austria", at={"daun": "breslau"}, control=aims(AUSTRIA)[1:])
    assert aims(AUSTRIA)[0] == "breslau"
    play(s, "march daun; to strehlen")
    assert s.result is None


@pytest.mark.rule("friedrich", "12.2")
def test_several_win_together() -> None:
    s = position(stage="france", at={}, control=[*aims(RUSSIA), *aims(FRANCE)])
    play(s, "end")
    assert winners(s) == ["elisabeth", "pompadour"]
    assert s.result is not None
    assert s.result.ranks == (3, 1, 3, 1)
    s = position({"players": 3}, stage="france", at={}, control=[*aims(RUSSIA), *aims(FRANCE)])
    play(s, "end")
    assert winners(s) == ["elisabeth"]


@pytest.mark.rule("friedrich", "11.7", "11.8", "11.9", "12.2")
@pytest.mark.parametrize(("of", "card", "given", "seat"), [
    (SWEDEN, "elisabeth", {}, "elisabeth"),
    (AUSTRIA, "america", {"losses": 1}, "maria-theresa"),
    (IMPERIAL, "america", {"losses": 1}, "pompadour"),
    (IMPERIAL, "elisabeth", {"quit": ["sweden"]}, "elisabeth"),
])  # fmt: skip
def test_eased_after_the_card_of_fate(of: int, card: str, given: dict[str, Any], seat: str) -> None:
    at = {"daun": "prag", "hildburghausen": "leipzig"}
    if "quit" not in given:
        at["ehrensvaerd"] = "stralsund"
    s = fate(card, at=at, control=aims(of, 1), options={}, **given)
    assert winners(s) == [seat]
    # and not with the second order alone
    s = fate(card, at=at, control=[c for c in aims(of) if c not in aims(of, 1)], options={},
             **given)  # fmt: skip
    assert winners(s) == []
    # without that card not
    s = fate("3", at=at, control=aims(of, 1), options={})
    assert winners(s) == []


@pytest.mark.rule("friedrich", "1.4", "12.3")
@pytest.mark.parametrize(("card", "given"), [
    ("elisabeth", {"quit": ["sweden", "france"]}),
    ("sweden", {"quit": ["russia", "france"]}),
    ("america", {"quit": ["russia", "sweden"], "losses": 1}),
])  # fmt: skip
def test_frederick_survives(card: str, given: dict[str, Any]) -> None:
    s = fate(card, at={"friedrich": "berlin", "keith": "breslau"}, options={}, **given)
    if phase(s) == "Retirement":
        play(s, "retire keith")
    assert winners(s) == ["frederick"]
    s = fate(card, at={"friedrich": "berlin"}, options={}, **{**given, "quit": given["quit"][1:]})
    assert s.result is None


def test_all_information_is_public_after_the_end() -> None:
    s = position(stage="france", at={"daun": "prag"}, control=aims(FRANCE), troops={"daun": 5},
                 hands={"austria": ["13s.1"]})  # fmt: skip
    play(s, "end")
    view = s.view(None)
    assert view.troops[15] == 5
    assert any(view.hands[AUSTRIA])

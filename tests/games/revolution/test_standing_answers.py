"""Standing answers depend on public information, and never interrupt an incomplete choice."""

import random
from collections import Counter
from typing import Any

import pytest

from chancery.core import Standing
from chancery.games.revolution.rules.state import Revolution
from tests.games.revolution.positions import GAME, MODES, WALKED, mode_name, position
from tests.games.steps import play
from tests.games.walks import lively
from tests.soaking import sample

QUESTIONS = {
    "tax", "upkeep", "order", "intercept", "support", "raise", "besiege", "march", "influence",
    "hold", "bar", "spill", "put", "pay",
}  # fmt: skip


def offers(s: Revolution, seat: int) -> dict[str, list[Standing]]:
    """Return the answers that a seat may give in advance, by key."""
    found: dict[str, list[Standing]] = {}
    for offer in GAME.face.standing(s.view(seat)):
        found.setdefault(offer.key, []).append(offer)
    return found


def given(s: Revolution, seat: int, key: str) -> str | None:
    """Return the answer that would be given now; None if the seat is asked."""
    question = s.question(seat)
    for offer in offers(s, seat).get(key, []):
        if question is not None and offer.question == question.name and offer.holds:
            for action in (offer.action, *offer.otherwise):
                if action in s.legal(seat):
                    return str(action)
    return None


@pytest.mark.parametrize("mode", sample(WALKED, 1))
def test_offers_stay_valid_through_a_game(mode: dict[str, Any]) -> None:
    dice = random.Random("advance")
    s: Any = GAME.start(mode, "advance")
    answered = Counter[str]()
    while s.asked:
        for seat in range(len(s.seats)):
            found = offers(s, seat)
            assert len(found) <= 20
            for key, same in found.items():
                assert len({offer.label for offer in same}) == 1
                assert len({offer.question for offer in same}) == len(same)
                assert {offer.question for offer in same} <= QUESTIONS
                if s.question(seat) and given(s, seat, key):
                    answered[s.question(seat).name] += 1
        assert GAME.face.standing(s.view(None)) == ()
        s.apply(lively(dice, s.legal()))
    assert all(not offers(s, seat) for seat in range(len(s.seats)))  # the game is over
    assert answered["put"]
    assert answered["order"]


@pytest.mark.parametrize("mode", sample(MODES[:3], 2), ids=mode_name)
def test_begun_choices_do_not_change_offers_of_others(mode: dict[str, Any]) -> None:
    """An incomplete choice changes neither offers nor answers of the others."""
    dice = random.Random("begun")
    s: Any = GAME.start(mode, "begun")
    seen = 0
    while s.asked:
        seat = s.asked[0].seat
        others = [n for n in range(len(s.seats)) if n != seat]
        before = [offers(s, n) for n in others]
        s.apply(lively(dice, s.legal()), seat)
        if s.drafting(seat):
            seen += 1
            assert [offers(s, n) for n in others] == before
    assert seen > 20


@pytest.mark.rule("revolution", "6.1.rate")
def test_taxes() -> None:
    tax: dict[str, Any] = {"step": "taxes", "city_cards": {"gent": "catholics"}}
    s = position(**tax)
    assert given(s, 0, "tax-most") == "tax 3"
    assert given(s, 0, "tax-one") == "tax 1"


@pytest.mark.rule("revolution", "6.3.keep")
def test_all_armies_are_kept_or_their_owner_is_asked() -> None:
    armies = {"holland": {"nobility": 1}, "liege": {"nobility": 1}}
    for money, wanted in ((1, None), (2, "maintain"), (5, "maintain")):
        s = position(step="upkeep", armies=armies, treasury={"nobility": money})
        assert given(s, s.asked[0].seat, "keep") == wanted
    s = position(step="upkeep", armies={"holland": {"nobility": 1}}, treasury={"nobility": 1})
    assert given(s, s.asked[0].seat, "keep") == "keep holland"


@pytest.mark.rule("revolution", "6.20.order")
def test_places_in_the_order_of_play() -> None:
    dice = random.Random("order")
    s: Any = GAME.start({}, "order")
    while s.asked[0].name != "order":
        s.apply(lively(dice, s.legal()))
    seat = s.asked[0].seat
    assert given(s, seat, "order-first") == "stand 1"
    assert given(s, seat, "order-last") == str(s.legal(seat)[-1])


def test_one_tick_for_all_that_armies_do() -> None:
    s = position(step="raising", treasury={"catholics": 9}, tokens={"holland": {"catholics": 1}})
    rest = offers(s, 0)["rest:1"]
    assert [offer.question for offer in rest] == ["raise", "besiege", "march", "influence"]
    assert given(s, 0, "rest:1") == "done"


def test_armies_rest_unless_somebody_comes() -> None:
    armies = {"holland": {"catholics": 1}}
    s = position(step="marches", armies=armies)
    (key,) = [key for key in offers(s, 0) if key.startswith("guard-")]
    assert given(s, 0, key) == "done"
    s = position(step="marches", armies={"holland": {"catholics": 1, "nobility": 1}})
    assert key not in offers(s, 0)
    s = position(step="marches", armies=armies | {"liege": {"nobility": 1}})
    assert key in offers(s, 0)  # the key is in another place


def _driven() -> Revolution:
    """Return a position in which the larger Burghers place first, and the Catholics hold Delft."""
    return position(
        step="provinces",
        tokens={"holland": {"burghers": 3}, "delft": {"catholics": 1}},
    )


def test_tokens_stay_unless_they_are_driven_out() -> None:
    for step, stays in (("done", True), ("put delft 1; done", False)):
        s = _driven()
        (key,) = [key for key in offers(s, 0) if key.startswith("hold-")]
        play(s, *step.split("; ")[:1])
        if s.asked[0].seat != 0:
            play(s, "done")
        assert s.asked[0].seat == 0
        assert given(s, 0, key) == ("done" if stays else None)
        assert given(s, 0, "stay:1") == "done"


def test_tokens_stay_as_long_as_cards_are_kept() -> None:
    held: dict[str, Any] = {"step": "provinces", "city_cards": {"gent": "catholics"}}
    s = position(tokens={"gent": {"catholics": 2}, "flanders": {"catholics": 2}}, **held)
    assert given(s, 0, "cards:1") == "done"
    s = position(tokens={"gent": {"burghers": 2}, "flanders": {"catholics": 2}}, **held)
    while s.asked[0].seat != 0:
        play(s, "done")
    assert given(s, 0, "cards:1") is None


def test_coins_unless_others_lay_some_on_an_own_city() -> None:
    held: dict[str, Any] = {
        "step": "paying", "city_cards": {"gent": "nobility"},
        "treasury": {"catholics": 2, "nobility": 2},
    }  # fmt: skip
    s = position(**held)
    nobility = s.seats.index("nobility")
    play(s, "pay koeln-city 1; done")
    assert given(s, nobility, "quiet:1") == "done"
    s = position(**held)
    play(s, "pay gent 1; done")
    assert given(s, nobility, "quiet:1") is None
    assert given(s, nobility, "coins:1") == "done"


def test_keys_reveal_only_that_something_has_changed() -> None:
    s = _driven()
    for seat in range(len(s.seats)):
        assert all(len(key) < 24 for key in offers(s, seat))

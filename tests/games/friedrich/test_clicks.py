"""Tests of clicks without a legal action: the answer says what to click instead."""

from typing import cast

import pytest

from chancery.core import Guide
from chancery.table.seated import Seated
from chancery.table.teacher import opened
from tests.games.friedrich.positions import GAME

GUIDE = cast(Guide, GAME.face.guide())
CLICKS = {
    "": {"city:kassel": "First discard a card", "piece:soubise": "First discard a card"},
    "discard 2c.1": {"city:northeim": "Choose a general", "card:8c.1": "Cards are played in"},
    "discard 2c.1; march soubise; to kassel": {"card:8c.1": "First end this march"},
    "discard 2c.1; troops 1": {"piece:soubise": "First pay"},
}


@pytest.mark.parametrize("played", CLICKS)
def test_a_click_too_early_is_told_what_comes_first(played: str) -> None:
    sitting = opened(GAME, GUIDE.opening).fork()
    for text in filter(None, played.split("; ")):
        sitting.act(1, text)
    seated = Seated(sitting, 1, GAME.speaker())
    for place, said in CLICKS[played].items():
        reason = seated.why_click(place)
        assert reason is not None
        assert str(reason.text).startswith(said)


def test_a_city_that_is_too_far_has_the_reason_of_the_rules() -> None:
    sitting = opened(GAME, GUIDE.opening).fork()
    for text in ("discard 2c.1", "march soubise", "to kassel"):
        sitting.act(1, text)
    reason = Seated(sitting, 1, GAME.speaker()).why_click("city:hannover")
    assert reason is not None
    assert reason.rule is not None
    assert "belongs to" not in str(reason.text)

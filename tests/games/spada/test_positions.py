"""Tests of handmade positions: impossible ones are refused before play begins."""

from typing import Any

import pytest

from chancery.core import BadForm
from chancery.table import Sitting
from tests.games.spada.modes import GAME

YEAR = {"phase": "Year", "season": 3}
SUMMER = {"phase": "Summer", "turn": "yellow", "left": 4, "looted": []}
AUCTION = {"phase": "Auction", "bidders": ["yellow", "black"], "turn": "yellow", "highest": 0}
HANDS = {"yellow": {"grain": 2, "knights": 1}, "black": {"grain": 1}}


def position(**partial: Any) -> Any:
    options = partial.pop("options", {})
    frame = GAME.start(options).frame
    return GAME.complete(frame, {"hands": HANDS, "phases": [YEAR, SUMMER], **partial})


def spring(**partial: Any) -> Any:
    phases = [{"phase": "Year", "season": 2}, partial.pop("auction", AUCTION)]
    return position(agenda="war-cathedral", phases=phases, **partial)


def test_the_base_position_is_valid() -> None:
    assert Sitting(GAME, position=position()).state.asked[0] == (0, "summer")
    assert Sitting(GAME, position=spring()).state.asked[0] == (0, "bid")


@pytest.mark.parametrize(
    "form",
    [
        position(phases=[SUMMER]),
        position(phases=[YEAR]),
        position(phases=[{"phase": "Year", "season": 1}, SUMMER]),
        position(phases=[{"phase": "Year", "season": 4}, {"phase": "Income"}]),
        position(phases=[YEAR, {"phase": "Defence", "target": "black"}]),
        position(phases=[YEAR, SUMMER, {"phase": "Defence", "target": "yellow"}]),
        position(
            phases=[YEAR, SUMMER, {"phase": "Defence", "target": "black"}], farms={"yellow": 2}
        ),
        position(phases=[YEAR, {**SUMMER, "turn": None}]),
        position(phases=[YEAR, {**SUMMER, "turn": "black"}]),
        position(phases=[YEAR, {**SUMMER, "left": 5}]),
        position(phases=[YEAR, {**SUMMER, "looted": [None]}]),
        position(agenda="war-cathedral"),
        position(drafts={"yellow": {"grain": 1}}),
        position(problem=None),
        position(builders={"yellow": 2}, farms={"yellow": 1, "black": 2}),
        position(builders={"yellow": 3}, farms={"yellow": 4, "black": 2}),
        position(built=7),
        position(built=6),
        position(year=0),
        position(counsellor=None),
        position(unarmed={"yellow": 1}),
        position(known={"yellow": {"riches": 1}}),
        position(loot={"grain": 17}),
        spring(problem="tax"),
        spring(auction={**AUCTION, "bidders": ["yellow", None]}),
        spring(auction={**AUCTION, "bidders": ["yellow", "yellow"]}),
        spring(auction={**AUCTION, "turn": "white"}),
        spring(auction={**AUCTION, "highest": 3}),
        spring(offers={"white": {"grain": 1}}, latest={"white": {"grain": 1}}),
        spring(drafts={"black": {"grain": 1}}),
        spring(built=1, spent={}),
        position(
            agenda="war-cathedral",
            phases=[{"phase": "Year", "season": 2}, {"phase": "Reward", "given": False}],
        ),
        position(phases=[{"phase": "Year", "season": 1}, {"phase": "Exchange", "player": None,
                                                          "at": "yellow"}]),
        position(phases=[{"phase": "Year", "season": 4}, {"phase": "Tithes"}]),
        position(
            options={"ending": "mobilisation"}, built=6,
            agenda="war-cathedral", phases=[{"phase": "Year", "season": 2}, AUCTION],
        ),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(form: Any) -> None:
    with pytest.raises(BadForm):
        Sitting(GAME, position=form)

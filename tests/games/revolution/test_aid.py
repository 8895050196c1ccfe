"""The aid card: the current phase is highlighted, and its numbers are those of the rules."""

from typing import Any

import pytest

from chancery.games.revolution.board.factions import CATHOLICS, NOBILITY, REFORMERS, TITLES
from chancery.games.revolution.face.aid import aid
from chancery.games.revolution.rules.new_armies import PRICES
from chancery.table.bot_players import Player, moves
from tests.games.revolution.positions import GAME, MODES, THREE, position

# What each question is about, as the highlighted line begins.
LIT = {
    "tax": "Taxes", "support": "Support", "intercept": "Support", "upkeep": "Upkeep",
    "loot": "Upkeep", "raise": "New armies", "besiege": "Sieges are laid",
    "hire": "Water Beggars", "beggars": "Water Beggars", "march": "Army moves",
    "hold": "Army moves", "influence": "Military influence", "bar": "Military influence",
    "units": "New units", "fill": "Neutral tokens", "spill": "Overflow",
    "put": "Moves inside", "settle": "Moves inside", "people": "Moves inside",
    "pay": "Allegiance", "order": "Points",
}  # fmt: skip


@pytest.mark.parametrize(
    "options", [{"players": 5, "neutrals": 32}, {"players": 2, "province_order": "rulebook"}]
)
def test_the_lit_line_is_the_phase_that_is_played(options: dict[str, Any]) -> None:
    s = GAME.start(options, "aid")
    met = set()
    players = [Player("random", GAME, f"aid {seat}") for seat in range(len(s.seats))]
    for seat, action in moves(s, players):
        asked = s.asked[0]
        sequence = aid(s.view(seat))[0]
        s.apply(action, seat)
        met.add(asked.name)
        if asked.name == "post":
            assert sequence.now is None
        else:
            assert sequence.now is not None
            assert str(sequence.lines[sequence.now]).startswith(LIT[asked.name])
    assert len(met) > 15
    assert aid(s.view(0))[0].now is None  # the game is over


def text_of(options: dict[str, Any], **given: Any) -> dict[str, str]:
    view = position(options, **given).view(0)
    return {str(block.title): "\n".join(map(str, block.lines)) for block in aid(view)}


def test_only_factions_in_play_are_listed() -> None:
    card = text_of({"players": 4}, step="taxes", city_cards={"koeln-city": "catholics"})
    for block in ("Coins", "Points"):
        assert str(TITLES[REFORMERS]) in card[block]
        assert str(TITLES[NOBILITY]) not in card[block].replace("those of the Nobility", "")


@pytest.mark.rule("revolution", "6.16.three-players")
def test_the_nobility_takes_the_part_of_the_revolt_with_three_players_only() -> None:
    told = {
        str(options): "Nobility comes" in text_of(options, step="taxes")["Allegiance"]
        for options in MODES
    }
    three = [m for m in THREE if "nobility" in str(m["factions"])]
    assert {name for name, said in told.items() if said} == {
        str(m) for m in [*three, {"players": 3, "neutrals": 32}, {"players": 3, "edition": 2004}]
    }


def test_prices_are_those_of_the_rules() -> None:
    card = text_of({"players": 5}, step="taxes", city_cards={"koeln-city": "catholics"})
    one, two, three = PRICES[CATHOLICS][1:]
    assert f"Catholics: 1, 2 or 3 new armies {one}, {two}, {three}; upkeep 2 each" in card["Coins"]
    assert "Nobility: 1 for 3 tokens" in card["Points"]


def test_the_three_ways_of_counting_points_and_the_red_surplus_are_told() -> None:
    card = text_of({"players": 5}, step="taxes", city_cards={"koeln-city": "catholics"})
    numbers = card["Numbers on the board"]
    for said in ("last counted", "if the turn ended", "holds now", "over its limit"):
        assert said in numbers


def test_the_opening_turn_has_a_card_of_its_own() -> None:
    view = GAME.start({"players": 4}, "aid").view(0)
    sequence, _, units, *_ = aid(view)
    assert str(sequence.title) == "The opening turn"
    assert len(sequence.lines) == 8
    assert "Catholics 7, Habsburgs 6, Burghers 4 and Reformers 3" in str(units.lines[0])

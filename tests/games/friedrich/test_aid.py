"""Tests of the aid card: the present step and the present numbers."""

import pytest

from chancery.core import Aid
from chancery.games.friedrich.board.board import ADOPTED, DECLINED
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.face.aid import DRAW, FIGHT, MOVE
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import EXPERT, GAME, fate, played_by_bots, position
from tests.games.steps import play
from tests.soaking import sample

# The step of a nation that each question belongs to; all others come after the nations.
STEP = {
    "discard": DRAW, "move": MOVE, "fight": FIGHT, "battle": FIGHT, "retreat": FIGHT,
    "evade": FIGHT,
}  # fmt: skip


def blocks(state: Friedrich, seat: int | None) -> tuple[Aid, ...]:
    return tuple(GAME.face.aid(state.view(seat)))


@pytest.mark.parametrize("game", sample(["west", "full", "austrian"], 2))
def test_the_step_that_is_played_is_lit_through_a_whole_game(game: str) -> None:
    lit = set()
    for s, asked, _ in played_by_bots({"game": game}, "aid"):
        turn, stage, _, fight, *_ = blocks(s, asked.seat)
        if asked.name == "share":
            assert turn.now is stage.now is None
        elif asked.name in STEP:
            assert stage.now == STEP[asked.name]
            assert turn.now is not None
            assert str(turn.lines[turn.now]).split()[0].lower() == NATION_NAMES[s.stage]
        else:
            assert stage.now is None
            assert turn.now == len(turn.lines) - 1
        assert (fight.now == 0) == (asked.name == "battle")
        lit.add(stage.now)
    assert {None, MOVE, FIGHT} <= lit
    assert (DRAW in lit) == (game != "austrian")


def test_choices_of_fate_come_at_the_end_of_the_turn() -> None:
    s = fate("sweden", at={"friedrich": "berlin", "keith": "breslau", "dohna": "stendal"})
    assert s.asked[0].name == "retire"
    turn, stage, *_ = blocks(s, 0)
    assert stage.now is None
    assert turn.now == len(turn.lines) - 1
    assert "Sweden" not in [str(line) for line in turn.lines]


def test_numbers_are_those_of_the_moment() -> None:
    s = position({"game": "west"}, stage="france", losses=1, at={"richelieu": "kassel"},
                 troops={"richelieu": 5}, control=["kassel", "minden"])  # fmt: skip
    nations = [str(line) for line in blocks(s, 1)[-1].lines]
    assert "France: 3 cards a turn; 5 of 20 troops; 2 of 10 objectives" in nations
    assert "Prussia: 2 cards a turn less 1; 0 of 3 troops" in nations


def test_the_price_of_an_occupied_land_is_told_to_its_player_alone() -> None:
    s = position(stage="prussia", at={"daun": "berlin", "dohna": "stendal"})
    lines = {seat: [str(line) for line in blocks(s, seat)[4].lines] for seat in (0, 2, None)}
    assert "Now Prussia pays 8 points." in lines[0]
    assert "Now Prussia pays 8 points." not in lines[2] + lines[None]


def test_a_fight_tells_both_suits() -> None:
    s = position(stage="prussia", at={"heinrich": "eschwege", "richelieu": "goettingen"},
                 troops={"heinrich": 2, "richelieu": 4},
                 hands={"prussia": ["10d.1"], "france": ["5s.1"]})  # fmt: skip
    play(s, "end")
    assert str(blocks(s, None)[3].lines[0]) == "Prinz Heinrich plays ♦, Richelieu plays ♠."


@pytest.mark.rule("friedrich", "11.8", "11.9", "scenario 2.11")
def test_the_signs_say_who_needs_the_second_order_in_this_game() -> None:
    said = {}
    for game in ("full", "west", "austrian"):
        signs = blocks(position({"game": game}, stage="prussia", at={}), None)[5]
        assert str(signs.title) == "Signs"
        said[game] = " ".join(map(str, signs.lines))
        assert "once an ally has left" not in said[game]
    assert "Sweden needs no objectives of the second order once Russia has left" in said["full"]
    assert "once that army has changed its player" in said["full"]
    assert "Objectives of the second order are always needed here." in said["austrian"]
    assert "needed here" not in said["west"]
    assert "Sweden" not in said["west"] + said["austrian"]


@pytest.mark.rule("friedrich", "13.9")
def test_against_the_offensive_option_twelve_objectives_are_enough_for_austria() -> None:
    for given, said in (
        ({"offensive": ADOPTED, "stake": "10s.1"}, ", 12 are enough"),
        ({"offensive": DECLINED}, ""),
    ):
        s = position(EXPERT, stage="austria", turn=4, **given,
                     at={"daun": "prag", "friedrich": "berlin"}, control=["breslau"])  # fmt: skip
        nations = [str(line) for line in blocks(s, 2)[-1].lines]
        (austria,) = [line for line in nations if line.startswith("Austria")]
        assert austria.endswith(f"1 of 16 objectives{said}")
        speaker = GAME.speaker("en", (), s.seats)
        lines = [speaker.say(t) for _, told in GAME.face.describe(s.view(2)) for t in told]
        claim = "4 of them may be claimed to win: 12 are enough, with one in Saxony."
        assert (claim in lines) == bool(said)
        drawn = " ".join(panel.picture for panel in GAME.face.panels(s.view(2), speaker))
        assert (">1/12<" in drawn, ">1/16<" in drawn) == (bool(said), not said)

"""Tests of the bot: whole games in every mode, and reproducible choices."""

from itertools import islice

import pytest

from chancery.core import Question
from chancery.core.chance import Dice
from chancery.games.friedrich.board.atlas import CITY
from chancery.games.friedrich.board.nations import PRUSSIA
from chancery.games.friedrich.board.pieces import GENERALS_OF, establishment
from chancery.games.friedrich.bot.appraisal import DEFENDING, Appraisal
from chancery.games.friedrich.bot.bot import Quartermaster
from chancery.games.friedrich.game import GAME
from chancery.games.friedrich.rules.combat import Fight
from chancery.table.bot_players import Player, moves
from tests.games.friedrich.positions import EXPERT, hand, position, where
from tests.games.steps import legal, phase
from tests.games.steps import play as say
from tests.soaking import sample

MODES = {
    "four": {},
    "three": {"players": 3},
    "expert": {"last_victor": True, "garrison": True, "offensive": True},
    "west": {"game": "west"},
    "austrian": {"game": "austrian"},
}


def play(options, seed, names=None, most=20_000, look=lambda state, seat, action: None):
    """Play a game between bots; return the number of actions and the result."""
    state = GAME.start(options, seed)
    names = names or ["quartermaster"] * len(state.seats)
    players = [Player(name, GAME, f"{seed}:{seat}") for seat, name in enumerate(names)]
    actions = []
    for seat, action in moves(state, players):
        look(state, seat, action)
        state.apply(action, seat)
        actions.append(action)
        assert len(actions) < most, "no end"
    return state, actions


@pytest.mark.parametrize("mode", sample(MODES, 1))
def test_bots_finish_a_whole_game(mode):
    state, _ = play(MODES[mode], f"whole {mode}")
    assert state.result is not None
    state.check()


def test_the_same_seed_plays_the_same_game():
    assert play({"game": "west"}, "same")[1] == play({"game": "west"}, "same")[1]


def test_the_bot_beats_random_play_on_either_side():
    against = [play({"game": "west"}, f"west {n}", ["random", "quartermaster"]) for n in range(2)]
    assert all(state.result.winners == (1,) for state, _ in against)
    for_it = [play({"game": "west"}, f"west {n}", ["quartermaster", "random"]) for n in range(2)]
    assert all(state.result.winners == (0,) for state, _ in for_it)


def test_the_set_up_uses_the_whole_army():
    state = GAME.start({}, "set-up")
    player = Quartermaster(GAME, "x")
    for seat in range(len(state.seats)):
        plan(state, player, seat)
    assert state.asked[0].name != "share"
    for nation in range(7):
        assert sum(state.troops[g] for g in GENERALS_OF[nation]) == establishment("full", nation)
    weakest = min(state.troops[t] / len(state.stack(t)) for t in state.tops(PRUSSIA))
    assert weakest < 4


def test_giving_up_is_likelier_at_a_small_minus():
    small = large = 0

    def look(state, seat, action):
        nonlocal small, large
        if action.text == "quit" and isinstance(state.phases[-1], Fight):
            if state.phases[-1].own_score() >= -4:
                small += 1
            else:
                large += 1

    play({"game": "austrian"}, "minus", look=look)
    assert small > large


def test_an_unknown_question():
    state = GAME.start({}, "unknown")
    legal = state.legal(0)
    view = state.view(0)
    assert Quartermaster(GAME, "").plan(view, Question(0, "riddle"), legal, Dice(""))[0] in legal


def plan(state, player, seat=None):
    """Return the bot's plan for the open question and apply all of it."""
    question = state.asked[0] if seat is None else state.question(seat)
    found = player.plan(state.view(question.seat), question, state.legal(question.seat), Dice(""))
    for action in found:
        state.apply(action, question.seat)  # every step is legal
    return [str(action) for action in found]


@pytest.mark.parametrize("mode", ["west", "austrian"])
def test_the_bot_continues_a_begun_choice(mode):
    """From any step of a plan that another player of the seat has begun there is a plan to its
    end."""
    state = GAME.start(MODES[mode], "begun")
    players = [Player("quartermaster", GAME, "") for _ in state.seats]
    begun = {"Marching": 0, "Recruiting": 0, "Movement": 0}
    for n, (seat, action) in enumerate(islice(moves(state, players), 300)):
        if state.asked[0].name == "move" and seat == n % 2:
            twin = state.clone()
            begun[phase(twin)] += 1
            found = plan(twin, Quartermaster(GAME, ""), seat)
            assert found[-1] == "end" or twin.sealed
        state.apply(action, seat)
    assert all(begun.values())


def test_a_movement_phase_is_one_plan():
    state = position(
        stage="france",
        at={"richelieu": "hameln", "soubise": "muenden", "france-train-1": "lemgo"},
        troops={"richelieu": 6, "soubise": 6},
    )
    found = plan(state, Quartermaster(GAME, ""))
    assert sum(text.startswith("march") for text in found) > 1
    assert found[-1] == "end"


def test_purchases_waste_little():
    state = position(
        stage="prussia",
        at={"friedrich": "bernau", "prussia-train-1": "berlin", "prussia-train-2": "brandenburg"},
        hands={"prussia": ["5s.1", "5c.1", "6h.1", "13d.1"]},
    )
    say(state, "troops 1")
    player = Quartermaster(GAME, "pay")
    while phase(state) == "Recruiting":
        plan(state, player)
    assert hand(state, "prussia") == {"5s.1": 1, "5c.1": 1, "13d.1": 1}


def test_winning_fights_use_high_cards():
    """Of the winning cards it plays the one that hurts most, but not more than there is to lose."""
    state = position(
        stage="prussia",
        at={"friedrich": "breslau", "daun": "ohlau"},
        troops={"friedrich": 4, "daun": 5},
        hands={"prussia": ["3s.1", "6s.1", "12s.1", "13s.1"], "austria": ["2c.1", "3c.1", "4c.1"]},
    )
    say(state, "end")
    assert isinstance(state.phases[-1], Fight)
    assert plan(state, Quartermaster(GAME, "high")) == ["play 6s.1"]


def test_the_last_objectives_of_a_foe_are_held_most():
    state = position(stage="prussia", at={"friedrich": "berlin"})
    holding = Appraisal(state.view(0), PRUSSIA, DEFENDING).holding
    assert holding[CITY["kuestrin"]] > holding[CITY["koenigsberg"]]
    assert holding[CITY["kuestrin"]] > holding[CITY["schwedt"]]  # Sweden is small


def test_an_army_spreads_where_nobody_stands_in_the_way():
    french = ("richelieu", "soubise", "chevert")
    state = position(
        stage="france",
        at={**dict.fromkeys(french, "hameln"), "france-train-1": "lemgo", "ferdinand": "stade"},
        troops={"richelieu": 20},
    )
    player = Quartermaster(GAME, "spread")
    while phase(state) in ("Movement", "Marching"):
        plan(state, player)
    assert len({where(state, general) for general in french}) > 1


@pytest.mark.parametrize("guarded", [False, True])
def test_the_offensive_option_is_for_an_open_bohemia(guarded):
    austrians = {"daun": "prag", "browne": "kolin", "karl": "jungbunzlau"} if guarded else {}
    state = position(
        EXPERT, stage="france", turn=2, at={"friedrich": "teplitz", "heinrich": "zittau",
                                            **austrians},
        troops={"friedrich": 8, "heinrich": 8},
        hands={"prussia": ["10s.1"]},
    )  # fmt: skip
    say(state, "end")
    assert "adopt 10s.1" in legal(state)
    (said,) = plan(state, Quartermaster(GAME, "offensive"))
    assert said.startswith("decline" if guarded else "adopt")

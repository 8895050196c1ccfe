"""Tests of the bot's reasons: one for every question, from the view alone, and true."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chancery import bots
from chancery.core import Question
from chancery.games.spada.bot.bot import Steward
from chancery.table import Sitting, bot_players, script
from chancery.table.hints import hint
from tests.games.spada.modes import GAME, MODES

QUESTIONS = {
    "propose", "exchange", "bid", "privilege", "summer", "defend", "burn", "help", "tithe",
}  # fmt: skip
MOST = 3


def steward() -> Steward:
    made = bots.make("steward", GAME, "seed")
    assert isinstance(made, Steward)
    return made


def test_every_question_of_a_few_games_gets_a_reason() -> None:
    """One to three sentences in every mode, and the same for a position that looks the same."""
    bot, met = steward(), Counter[str]()
    for number, mode in enumerate(MODES[::4] + MODES[3:6]):
        sitting = Sitting(GAME, mode, f"why {number}")
        while sitting.state.asked:
            asked = sitting.state.asked[0]
            view = sitting.state.view(asked.seat)
            plan = bot_players.answer(sitting, asked.seat, "steward", "seed")
            reasons = bot.reasons(view, asked, plan)
            assert 1 <= len(reasons) <= MOST
            assert all(str(text) for text in reasons)
            assert len(set(reasons)) == len(reasons)
            met[asked.name] += 1
            if met[asked.name] % 10 == 1 and not sitting.state.midway(asked.seat):
                twin = GAME.sample(view, f"twin {met[asked.name]}").view(asked.seat)
                assert bot.reasons(twin, asked, plan) == reasons
            sitting.act(asked.seat, plan)
    assert set(met) == QUESTIONS


def said(opening: str, seat: str = "yellow", *plan: str) -> str:
    """Return all reasons for the bot's plan, or for another one, at a position."""
    sitting = script.run(opening, lambda name: GAME)
    number = sitting.seat(seat)
    question = sitting.state.question(number)
    assert question is not None
    actions: Any = [GAME.notation.parse(text) for text in plan]
    actions = actions or bot_players.answer(sitting, number, "steward", "seed")
    return " ".join(map(str, steward().reasons(sitting.state.view(number), question, actions)))


SUMMER = """
game spada players=3
given counsellor = yellow
given phases = [{"phase": "Year", "season": 3}, \
{"phase": "Summer", "turn": "yellow", "left": 3, "looted": []}]
"""
SPRING = """
game spada players=3
given counsellor = yellow
given phases = [{"phase": "Year", "season": 2}, \
{"phase": "Auction", "bidders": ["yellow", "black"], "turn": "yellow", "highest": %d}]
given offers.black = {"knights": %d}
given latest.black = {"knights": %d}
"""


def spring(knights: int, value: int) -> str:
    """Build an auction in which black has offered so many knights."""
    return SPRING % (knights * value, knights, knights)


@pytest.mark.rule("spada", "attack.challenge", "bribe.knight", "income.farms", "rewards.builders")
def test_summer_names_what_decides() -> None:
    two = SUMMER + 'given hands.yellow = {"grain": 2, "workers": 1, "knights": 1, "riches": 1}\n'
    reasons = said(two, "yellow", "build", "build")
    assert "Your income rises from 2 to 3 cards each Autumn." in reasons
    assert "half of a pair" in said(two, "yellow", "build")
    assert "6 parts are still to come" in said(two, "yellow", "build", "assign")
    assert "stays at 2" in said(two, "yellow", "build", "assign")
    assert "holds no card, and so no knight" in said(two, "yellow", "attack black")
    known = two + 'given hands.black = {"knights": 1, "grain": 1}\n'
    known += 'given known.black = {"knights": 1}\n'
    assert "has a knight, as you know" in said(known, "yellow", "bribe black")
    assert "must use it, or let a house burn" in said(known, "yellow", "attack black")
    full = SUMMER + 'given hands.yellow = {"knights": 2, "riches": 8}\n'
    assert "the tithes would take 2 cards" in said(full, "yellow", "attack black")


@pytest.mark.rule("spada", "spring.pass", "end", "rewards.builders")
def test_spring_names_what_decides() -> None:
    weak = spring(3, 4) + 'given agenda = war-privilege\ngiven hands.yellow = {"grain": 4}\n'
    assert "Even with all your cards you cannot beat 12." in said(weak)
    dear = spring(3, 4) + 'given agenda = war-privilege\ngiven hands.yellow = {"workers": 7}\n'
    assert "Beating 12 takes at least 7 of your cards" in said(dear, "yellow", "pass")
    sure = spring(1, 4) + 'given agenda = war-cathedral\ngiven hands.yellow = {"knights": 3}\n'
    sure += "given builders.yellow = 1\n"
    reasons = said(sure, "yellow", "add knights", "add knights", "bid")
    assert "The others can no longer beat an offer of 8:" in reasons
    assert "builds the nave, which brings 3 points with your builders" in reasons
    assert "You keep 1 knight." in reasons
    roof = sure + 'given built = 5\ngiven points = {"yellow": 8, "black": 9}\n'
    assert "With the roof you win the game" in said(roof, "yellow", "add knights", "bid")
    behind = sure + 'given built = 5\ngiven points = {"yellow": 2, "black": 9}\n'
    reasons = said(behind, "yellow", "add knights", "bid")
    assert "win the game" not in reasons
    assert "The roof ends the game: even if you build it, you do not win." in reasons
    built = roof + "given builders.black = 2\n"
    reasons = said(built, "yellow", "add knights", "bid")
    assert "This is the last auction." in reasons
    assert "#2 has 2 builders’ houses and would build it for 6 points." in reasons
    assert "would build it" in said(built, "yellow", "pass")
    open_ = spring(1, 4) + 'given agenda = war-privilege\ngiven hands.yellow = {"knights": 4}\n'
    open_ += 'given hands.black = {"knights": 6}\n'
    reasons = said(open_, "yellow", "add knights", "add knights", "bid")
    assert "An offer of 8 " in reasons


@pytest.mark.rule("spada", "winter.later", "winter.swap")
def test_winter_names_what_decides() -> None:
    hand = """
game spada players=3
given counsellor = yellow
given hands.yellow = {"workers": 4}
given hands.black = {"riches": 3}
given known.black = {"riches": 3}
"""
    propose = hand + (
        'given phases = [{"phase": "Year", "season": 1}, {"phase": "Proposal", "seat": "yellow"}]\n'
    )
    reasons = said(propose, "yellow", "play revolt-cathedral")
    assert "Revolt suits your hand best: it is worth 16 in all." in reasons
    assert "The 3 cards you know in #2’s hand are worth 3 there." in reasons
    assert "suits your hand best" not in said(propose, "yellow", "play war-cathedral")
    exchange = (
        hand.replace("counsellor = yellow", "counsellor = black")
        + """
given built = 5
given agenda = tax-cathedral
given privileges.yellow = {"grain": 1}
given phases = [{"phase": "Year", "season": 1}, \
{"phase": "Exchange", "player": "black", "at": "yellow"}]
"""
    )
    reasons = said(exchange, "yellow", "swap grain war-privilege")
    assert "It puts off the roof" in reasons
    assert "War suits you better: your hand is worth 8 there, now 4." in reasons
    assert "puts off" not in said(exchange, "yellow", "swap grain famine-cathedral")
    reasons = said(exchange, "yellow", "pass")
    assert "The roof ends the game" in reasons
    assert "more card" not in reasons  # a privilege brings none any more
    assert "A privilege brings about" in said(
        exchange.replace("built = 5", "built = 2"), "yellow", "pass"
    )


@pytest.mark.rule("spada", "end", "attack.burn")
def test_omissions_get_a_reason() -> None:
    """A reason is given for keeping a roof in hand, and for not building with grain."""
    assert "even by building it you would not win" in said(
        """
game spada players=3
given counsellor = yellow
given points = {"yellow": 5, "black": 14, "white": 9}
given hands.yellow = {"workers": 6}
given agendas.yellow = {"revolt-cathedral": 1, "revolt-privilege": 1}
given agendas.black = {"war-cathedral": 1}
given agendas.white = {"famine-cathedral": 1}
given phases = [{"phase": "Year", "season": 1}, {"phase": "Proposal", "seat": "yellow"}]
"""
    )
    armed = SUMMER + 'given hands.yellow = {"grain": 1}\ngiven farms.yellow = 1\n'
    armed += 'given hands.black = {"knights": 5}\ngiven known.black = {"knights": 5}\n'
    assert "would probably burn" in said(armed, "yellow", "done")


@pytest.mark.rule("spada", "attack.burn", "help.half", "tithes")
def test_defence_help_and_tithes_name_what_decides() -> None:
    attacked = """
game spada players=3
given counsellor = black
given hands.yellow = {"knights": 1}
given farms = {"yellow": 3, "black": 2, "white": 2}
given phases = [{"phase": "Year", "season": 3}, \
{"phase": "Summer", "turn": "black", "left": 3, "looted": ["yellow"]}, \
{"phase": "Defence", "target": "yellow"}]
"""
    reasons = said(attacked, "yellow", "yield")
    assert "wins no more booty with it" in reasons
    assert "costs you no income" in reasons
    four = attacked.replace('"yellow": 3', '"yellow": 4').replace('["yellow"]', "[]")
    reasons = said(four, "yellow", "defend")
    assert "2 booty cards" in reasons
    assert "a card of income" in reasons
    poor = """
game spada players=3
given counsellor = black
given hands = {"yellow": {"grain": 1}, "black": {"riches": 9}, "white": {"riches": 4}}
given points = {"yellow": 1, "black": 3, "white": 3}
given phases = [{"phase": "Year", "season": 4}, \
{"phase": "Help", "at": 2, "received": {"yellow": 1, "black": 3, "white": 3}}]
"""
    reasons = said(poor)
    assert "gives you 4 cards. No other player could give you as many." in reasons
    rich = """
game spada players=3
given counsellor = black
given hands.yellow = {"grain": 6, "riches": 6}
given phases = [{"phase": "Year", "season": 4}, {"phase": "Tithes"}]
"""
    reasons = said(rich, "yellow", "discard riches", "discard riches")
    assert "You must come down to 10 cards, and will miss 2 riches least." in reasons


def test_a_hint_gives_the_reasons_of_the_steward() -> None:
    """The reasons are part of the hint that every player at a table can ask for."""
    sitting = Sitting(GAME, {"players": 3}, "hint")
    asked: Question = sitting.state.asked[0]
    found = hint(sitting, asked.seat, "steward", "seed")
    plan = list(found.actions)
    reasons = steward().reasons(sitting.state.view(asked.seat), asked, plan)
    assert found.ideas
    assert all(idea.reason in reasons for idea in found.ideas)

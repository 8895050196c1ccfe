"""Bots at a table: the only way in which site, terminal and arena let bots play.

>>> from chancery.games import find
>>> sitting = Sitting(find("spada"), {"players": 3}, seed="1")
>>> seat = sitting.state.asked[0].seat
>>> actions = answer(sitting, seat, "steward", seat_seed("1", seat))
>>> played = sitting.act(seat, actions, sitting.question(seat))
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

from chancery import bots
from chancery.core import Action, Game, State
from chancery.core.bot import playable_steps
from chancery.core.chance import Dice
from chancery.table.sitting import Sitting, ask_again, question_name

log = logging.getLogger(__name__)
SPARE = "random"  # the bot that replaces one that fails


class BadPlan(Exception):
    """A plan of a bot that cannot be played."""


class Player:
    """A bot of one kind at one seat of a game."""

    def __init__(self, kind: str, game: Game[Any, Any], seed: str) -> None:
        self.kind = kind
        self._seed = seed
        self._bot = bots.make(kind, game, seed)
        self.view: Any = None  # of the bot when it made its latest plan

    def plan(self, state: State, seat: int, moment: str) -> tuple[Action, ...]:
        """Return the bot's plan for the open question, whose name is the moment.

        The moment determines the dice, so asking twice gives the same plan. BadPlan if it is
        invalid.
        """
        asked, legal = state.question(seat), state.legal(seat)
        assert asked is not None
        self.view = state.view(seat)
        plan = self._bot.plan(self.view, asked, legal, Dice(self._seed, moment))
        if problem := _no_plan(plan):
            raise BadPlan(f"{self.kind}.plan, asked for {moment}, gives {problem}")
        if plan[0] not in legal:
            raise BadPlan(f"{self.kind} wants “{plan[0]}” at {moment}, which is not legal")
        return tuple(plan)


def _no_plan(plan: Any) -> str | None:
    """Return what is wrong with a plan that is not a list of actions; None if it is one."""
    if isinstance(plan, Action):
        return f"“{plan}” alone, not a list of actions: return [action]"
    if not isinstance(plan, list | tuple):
        return f"{plan!r:.60}, not a list of actions: return [action]"
    if not plan:
        return "an empty list: a plan has one action at least, and the first is legal"
    for step in plan:
        if not isinstance(step, Action):
            return f"a list with {step!r:.60}, not of actions: they are those of `legal`"
    return None


def seat_seed(source: str, seat: int) -> str:
    """Return the secret of a seat's bot, a digest of something unique to its game.

    It reveals nothing about the game's own chance.
    """
    text = f"{source}/{seat}".encode("utf-8", "surrogatepass")
    return blake2b(text, person=b"chancery bot", digest_size=16).hexdigest()


def source_of(sitting: Sitting) -> str:
    """Return something unique to a game that is also in its record."""
    return str(sitting.luck) if sitting.seed is None else sitting.seed


def moves(state: State, players: Sequence[Player]) -> Iterator[tuple[int, Action]]:
    """Yield the actions of bots from the start of a game to its end, each with its seat.

    The caller plays each action before taking the next. Questions are counted as in a sitting, so
    the same seeds give the same game in both.
    """
    times = {asked.seat: 1 for asked in state.asked}
    while state.asked:
        asked = state.asked[0]
        seat = asked.seat
        plan = players[seat].plan(state, seat, question_name(asked, times))
        for action in playable_steps(state, seat, plan):
            before = state.asked
            yield seat, action
            ask_again(times, seat, before, state.asked)


def answer(sitting: Sitting, seat: int, kind: str, seed: str) -> tuple[Action, ...]:
    """Return what a bot does now, as a list for `Sitting.act`.

    A bot that fails is logged and replaced by a random legal action.
    """
    moment = sitting.question(seat)
    assert moment is not None
    try:
        plan = Player(kind, sitting.game, seed).plan(sitting.state, seat, moment)
    except (Exception, SystemExit) as error:
        trace = None if isinstance(error, BadPlan) else error  # its message is enough
        log.error("bot %s failed at %s: %s", kind, moment, error, exc_info=trace)
        plan = Player(SPARE, sitting.game, seed).plan(sitting.state, seat, moment)
    return playable(sitting, seat, plan)


def playable(sitting: Sitting, seat: int, plan: Sequence[Action]) -> tuple[Action, ...]:
    """Return the part of a plan that can be played at once; empty if its first step is illegal."""
    trial = sitting.state.clone()
    steps = []
    for action in playable_steps(trial, seat, plan):
        trial.apply(action, seat)
        steps.append(action)
    return tuple(steps)

"""Bots at a table: whoever lets bots play, here or elsewhere, does it by this.

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
from chancery.core.bot import holds
from chancery.core.chance import Dice
from chancery.table.sitting import Sitting, ask_again, numbered

log = logging.getLogger(__name__)
SPARE = "random"  # plays for a bot that fails


class BadPlan(Exception):
    """A bot has answered with something that cannot be played."""


class Player:
    """A bot of some kind at one seat of one game."""

    def __init__(self, kind: str, game: Game[Any, Any], seed: str) -> None:
        self.kind = kind
        self._seed = seed
        self._bot = bots.make(kind, game, seed)

    def plan(self, state: State, seat: int, moment: str) -> tuple[Action, ...]:
        """What the bot means to do at a moment: the name of the question that is open.

        The moment makes the dice: asked twice, it answers the same; BadPlan if that is nothing.
        """
        asked, legal = state.question(seat), state.legal(seat)
        assert asked is not None
        plan = self._bot.plan(state.view(seat), asked, legal, Dice(self._seed, moment))
        if problem := _no_plan(plan):
            raise BadPlan(f"{self.kind}.plan, asked for {moment}, gives {problem}")
        if plan[0] not in legal:
            raise BadPlan(f"{self.kind} wants “{plan[0]}” at {moment}, which is not legal")
        return tuple(plan)


def _no_plan(plan: Any) -> str | None:
    """What is wrong with an answer of a bot that is no list of actions."""
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
    """The seed of a seat's bot, from something that belongs to its game alone.

    A digest: who gets to know it knows nothing of the game's own chance.
    """
    text = f"{source}/{seat}".encode("utf-8", "surrogatepass")
    return blake2b(text, person=b"chancery bot", digest_size=16).hexdigest()


def source_of(sitting: Sitting) -> str:
    """What belongs to a game alone and is found again in its record."""
    return str(sitting.luck) if sitting.seed is None else sitting.seed


def moves(state: State, players: Sequence[Player]) -> Iterator[tuple[int, Action]]:
    """What bots do from the beginning of a game to its end, each move with its seat.

    Whoever takes a move from here plays it before the next. Questions are counted as a sitting
    counts them, so that the same seeds play the same game here and there.
    """
    times = {asked.seat: 1 for asked in state.asked}
    while state.asked:
        asked = state.asked[0]
        seat = asked.seat
        plan = players[seat].plan(state, seat, numbered(asked, times))
        for action in holds(state, seat, plan):
            before = state.asked
            yield seat, action
            ask_again(times, seat, before, state.asked)


def answer(sitting: Sitting, seat: int, kind: str, seed: str) -> tuple[Action, ...]:
    """What a bot does now, as a list for `Sitting.act`: all of it, or nothing, is played.

    A bot that fails is reported, and a random legal action is played in its place.
    """
    moment = sitting.question(seat)
    assert moment is not None
    try:
        plan = Player(kind, sitting.game, seed).plan(sitting.state, seat, moment)
    except Exception as error:
        trace = None if isinstance(error, BadPlan) else error  # its sentence says all of it
        log.error("bot %s failed at %s: %s", kind, moment, error, exc_info=trace)
        plan = Player(SPARE, sitting.game, seed).plan(sitting.state, seat, moment)
    return playable(sitting, seat, plan)


def playable(sitting: Sitting, seat: int, plan: Sequence[Action]) -> tuple[Action, ...]:
    """As much of a plan as can be played at once: none of it, if its first step is not legal."""
    trial = sitting.state.clone()
    found = []
    for action in holds(trial, seat, plan):
        trial.apply(action, seat)
        found.append(action)
    return tuple(found)

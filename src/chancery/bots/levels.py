"""Levels: three strengths with the same names in every game.

`player` is the game's own bot, `novice` the same bot with a beginner's judgement, and `master`
searches, if the game has search hooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import Any, ClassVar

from chancery.bots.search import Search
from chancery.core import Action, Bot, Game, Question, T
from chancery.core.chance import Dice
from chancery.core.search_hooks import AnySearchHooks

NOVICE, PLAYER, MASTER = "novice", "player", "master"
WAYWARD = "wayward"
MISJUDGES = 1.2  # log of the largest factor by which a weight is wrong
FORGETS = 5  # one plan in so many is broken off
RASH = 3  # one question in so many gets a superficial answer
OTHERWISE = log(1.3)  # log of the largest factor on a wayward bot's weights
BY_CHANCE = 20  # one of its answers in so many is random


class Novice:
    """The game's bot with the judgement of a beginner.

    Its weights are distorted, plans are sometimes broken off, and now and then it plays what only
    looks good. It never plays what nobody would.
    """

    title = T("Novice")
    strength = T("makes a beginner’s mistakes")
    own: ClassVar[type[Bot]]

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._game, self._seed = game, seed
        self._hooks: AnySearchHooks | None = (
            None if game.search_hooks is None else game.search_hooks(game)
        )

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return the plan of the game's bot with distorted judgement."""
        bot: Any = self.own(self._game, self._seed)
        bot.sway(dice, MISJUDGES)
        plan: Sequence[Action] = bot.plan(view, asked, legal, dice)
        if not dice.below(RASH) and len(legal) > 1:
            return dice.pick([plan, *self._others(view, asked, legal, plan)])
        if len(plan) > 1 and not dice.below(FORGETS):
            return plan[: 1 + dice.below(len(plan) - 1)]
        return plan

    def _others(
        self, view: Any, asked: Question, legal: Sequence[Action], plan: Sequence[Action]
    ) -> Sequence[Sequence[Action]]:
        """Return actions that look plausible to a beginner."""
        if self._hooks is None or self._hooks.thought(view, asked, legal) <= 0:
            return ()
        return self._hooks.candidates(view, asked, legal, plan)


class Wayward:
    """A benchmark opponent for masters: the game's bot with varied weights and some random actions.

    A master that wins only by predicting its opponents wins less against it.
    """

    title = T("Wayward")
    strength = T("plays in its own way, with a mistake now and then")
    own: ClassVar[type[Bot]]

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        bot: Any = self.own(game, seed)
        bot.sway(Dice(seed, WAYWARD), OTHERWISE)
        self._bot: Bot = bot

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return the plan of the varied bot, or now and then a random action."""
        if not dice.below(BY_CHANCE):
            return (dice.pick(legal),)
        return self._bot.plan(view, asked, legal, dice)


class Master(Search):
    """The strongest level: searches with the hooks of its game."""

    title = T("Master")
    strength = T("the strongest: looks ahead")


@lru_cache(60)
def levels(game: Game[Any, Any]) -> dict[str, type[Bot]]:
    """Return the levels of a game; none if it has no bot whose weights can be varied."""
    own: Any = next(iter(game.bots.values()), None)
    if own is None or not hasattr(own, "sway"):
        return {}
    by_name: dict[str, type[Bot]] = {NOVICE: type("Novice", (Novice,), {"own": own})}
    strength = T("makes no gross mistakes")
    by_name[PLAYER] = type("Player", (own,), {"title": T("Adept"), "strength": strength})
    if game.search_hooks is not None:
        by_name[MASTER] = Master
    return by_name


@lru_cache(60)
def sparring(game: Game[Any, Any]) -> dict[str, type[Bot]]:
    """Return the bots used only in benchmarks."""
    own = levels(game).get(PLAYER)
    return {} if own is None else {WAYWARD: type("Wayward", (Wayward,), {"own": own})}

"""Levels: the same three names in every game, for whoever wants an opponent of some strength.

`player` is the game's own bot; `novice` is the same bot with the judgement of a beginner; `master`
thinks ahead, where the game says how.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import Any, ClassVar

from chancery.bots.search import Search
from chancery.core import Action, Bot, Game, Question, T
from chancery.core.chance import Dice
from chancery.core.craft import AnyCraft

NOVICE, PLAYER, MASTER = "novice", "player", "master"
WAYWARD = "wayward"
MISJUDGES = 1.2  # a weight may be more than three times too high or too low
FORGETS = 5  # one plan in so many is not thought to its end
RASH = 3  # one question in so many is answered by whatever comes to mind
OTHERWISE = log(1.3)  # a wayward bot's weights are up to so much higher or lower
BY_CHANCE = 20  # one of its answers in so many is any


class Novice:
    """Judges as a beginner does: now this counts for too much and now that, a part of a plan is
    forgotten, and now and then something is done that only looks good. It never does what nobody
    would do."""

    title = T("Novice")
    strength = T("makes a beginner’s mistakes")
    own: ClassVar[type[Bot]]

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        self._game, self._seed = game, seed
        self._craft: AnyCraft | None = None if game.craft is None else game.craft(game)

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """What the game's bot would do, if it judged so."""
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
        """What else somebody might do who has seen the game played."""
        if self._craft is None or self._craft.thought(view, asked, legal) <= 0:
            return ()
        return self._craft.candidates(view, asked, legal, plan)


class Wayward:
    """Whom a master is tried against, not whom anybody wants to play: the game's bot with a mind of
    its own, from its seed, and now and then an answer by chance. Whoever wins only because he
    guesses what others do wins less against this one."""

    title = T("Wayward")
    strength = T("judges otherwise, and errs now and then")
    own: ClassVar[type[Bot]]

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
        bot: Any = self.own(game, seed)
        bot.sway(Dice(seed, WAYWARD), OTHERWISE)
        self._bot: Bot = bot

    def plan(
        self, view: Any, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """What its own mind tells, or anything."""
        if not dice.below(BY_CHANCE):
            return (dice.pick(legal),)
        return self._bot.plan(view, asked, legal, dice)


class Master(Search):
    """The best the house has."""

    title = T("Master")
    strength = T("the strongest: thinks ahead")


@lru_cache(60)
def levels(game: Game[Any, Any]) -> dict[str, type[Bot]]:
    """The levels that a game has: none without a bot of its own that can be led astray."""
    own: Any = next(iter(game.bots.values()), None)
    if own is None or not hasattr(own, "sway"):
        return {}
    found: dict[str, type[Bot]] = {NOVICE: type("Novice", (Novice,), {"own": own})}
    strength = T("makes no gross mistakes")
    found[PLAYER] = type("Player", (own,), {"title": T("Adept"), "strength": strength})
    if game.craft is not None:
        found[MASTER] = Master
    return found


@lru_cache(60)
def sparring(game: Game[Any, Any]) -> dict[str, type[Bot]]:
    """Who plays in measures alone."""
    own = levels(game).get(PLAYER)
    return {} if own is None else {WAYWARD: type("Wayward", (Wayward,), {"own": own})}

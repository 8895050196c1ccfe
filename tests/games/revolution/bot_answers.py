"""Answers of the regent bot in positions of Revolution."""

from chancery.core.chance import Dice
from chancery.games.revolution.bot.bot import Regent
from chancery.games.revolution.rules.state import Revolution
from tests.games.revolution.positions import GAME
from tests.games.steps import phase


def answer(s: Revolution) -> str:
    """Return the answer of a newly made regent."""
    asked = s.asked[0]
    legal = s.legal(asked.seat)
    return str(Regent(GAME, "").plan(s.view(asked.seat), asked, legal, Dice(""))[0])


def answers(s: Revolution, kind: str) -> list[str]:
    """Return the answers of regents while one phase lasts for one faction."""
    found = []
    faction = getattr(s.phases[-1], "faction", -1)
    while phase(s) == kind and getattr(s.phases[-1], "faction", -1) == faction:
        found.append(answer(s))
        s.apply(GAME.notation.parse(found[-1]))
    return found

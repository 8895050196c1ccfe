"""The state of the game: the year and its seasons, who is to move, points and cathedral."""

from __future__ import annotations

from chancery.core import Actor, Phase, Status, T
from chancery.core.words import TN, Text
from chancery.games.spada.board.components import PARTS
from chancery.games.spada.rules.autumn import Help, Income, Tithes
from chancery.games.spada.rules.privileges import Privilege
from chancery.games.spada.rules.rewards import Reward
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.rules.summer import Summer
from chancery.games.spada.rules.winter import Exchange, Proposal
from chancery.games.spada.view import SpadaView

# The parts of a year (§year), each with the phases that it consists of.
_PARTS: tuple[tuple[Text, tuple[type[Phase[Spada]], ...]], ...] = (
    (T("Winter: the agenda"), (Proposal, Exchange)),
    (T("Spring: the auction"), (Auction,)),
    (T("Spring: the reward"), (Reward, Privilege)),
    (T("Summer"), (Summer,)),
    (T("Autumn"), (Income, Help, Tithes)),
)


def status(view: SpadaView) -> Status:
    """Return where the game stands (`Face.status`)."""
    year, facts = T("Year {year}", year=view.year), _facts(view)
    season = type(view.phases[1]) if view.result is None and len(view.phases) > 1 else None
    at = next((n for n, (_, kinds) in enumerate(_PARTS) if season in kinds), None)
    if at is None:
        return Status(year, facts=facts)
    after = _PARTS[at + 1][0] if at + 1 < len(_PARTS) else T("Year {year}", year=view.year + 1)
    actors = tuple(Actor(question.seat) for question in view.asked)
    return Status(year, _PARTS[at][0], after, (at + 1, len(_PARTS)), actors, facts)


def _facts(view: SpadaView) -> tuple[Text, ...]:
    """Return the reader's points, and how far the cathedral is built, which ends the game."""
    built = T("cathedral {n} of {parts}", n=view.built, parts=PARTS)
    if view.seat < 0:
        return (built,)
    return TN("{n} point", "{n} points", view.points[view.seat]), built

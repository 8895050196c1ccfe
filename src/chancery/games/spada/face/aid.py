"""The aid card: the summary each player has at a real table, with the current step highlighted."""

from __future__ import annotations

from chancery.core import TN, Aid, Phase, T
from chancery.games.spada.board.components import (
    CATHEDRAL,
    CATHEDRAL_PARTS,
    PARTS,
    PROBLEMS,
    symbol_of,
)
from chancery.games.spada.board.open_information import privileges_of
from chancery.games.spada.face.teaching import TEACHING
from chancery.games.spada.face.words import value_list
from chancery.games.spada.rules.autumn import Help, Tithes, income
from chancery.games.spada.rules.rewards import (
    Reward,
    brings_privilege,
    part_points,
    privilege_points,
)
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.rules.summer import Summer
from chancery.games.spada.rules.winter import Exchange, Proposal
from chancery.games.spada.view import SpadaView

_INCOME = "income"  # this line never waits for a decision
# The phases that belong to each line of the year.
_STEPS: tuple[type[Phase[Spada]] | str, ...] = (
    Proposal, Exchange, Auction, Reward, Summer, _INCOME, Help, Tithes,
)  # fmt: skip


def aid(view: SpadaView) -> tuple[Aid, ...]:
    """Return the blocks of the card: the year, values, rewards, Summer, Autumn and the end."""
    end = TEACHING.aid[f"end-{view.frame.options['ending']}"]
    worth = (_values(view), TEACHING.aid["numbers"])
    return _year(view), *worth, _rewards(view), TEACHING.aid["summer"], _autumn(view), end


def _year(view: SpadaView) -> Aid:
    """Return the lines of the year (§year); the first phase above the year is the season."""
    season = type(view.phases[1]) if view.result is None and len(view.phases) > 1 else None
    current = next((line for line, phase in enumerate(_STEPS) if phase is season), None)
    return TEACHING.aid["year"]._replace(now=current)


def _values(view: SpadaView) -> Aid:
    """Return the values (§components.summary); no line is current until Winter's first card."""
    lines = tuple(
        T("{problem}: {values}", problem=PROBLEMS.title(kind), values=value_list(view, kind))
        for kind in range(len(PROBLEMS.names))
    )
    chosen = bool(view.phases) and not isinstance(view.phases[-1], Proposal)
    return Aid(T("What a card is worth"), lines, view.problem if chosen else None, "spring")


def _rewards(view: SpadaView) -> Aid:
    """Return the rewards (§rewards.privilege, §rewards.cathedral, §rewards.builders)."""
    options = view.frame.options
    n = privilege_points(options)
    lines = [TN("Privilege: {n} point and a privilege", "Privilege: {n} points and a privilege", n)]
    for part in range(PARTS):
        points = part_points(options, part, 0)
        lines.append(
            TN(
                "For {part}: {n} point",
                "For {part}: {n} points",
                points,
                part=CATHEDRAL_PARTS.title(part),
            )
        )
    lines.append(T("Each of your builders’ houses: 1 more point for a part"))
    if brings_privilege(options, CATHEDRAL):
        lines.append(T("A privilege with every part too"))
    current = None
    if view.agenda >= 0:
        rewarding = any(isinstance(phase, Reward) for phase in view.phases)  # and so built
        current = view.built + (not rewarding) if symbol_of(view.agenda) == CATHEDRAL else 0
    return Aid(T("Rewards"), tuple(lines), current, "rewards")


def _autumn(view: SpadaView) -> Aid:
    """Return Autumn (§income, §help.who, §tithes), with the cards the viewer would draw."""
    block = TEACHING.aid["autumn"]
    if view.seat < 0:
        return block
    n = income(view.farms[view.seat], privileges_of(view, view.seat))
    own_income = TN("As you stand: {n} card", "As you stand: {n} cards", n)
    return block._replace(lines=(*block.lines[:2], own_income, *block.lines[2:]))

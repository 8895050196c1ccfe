"""The aid card: what lies beside everybody at a real table, with what is going on lit."""

from __future__ import annotations

from chancery.core import TN, Aid, Phase, T, Text
from chancery.games.spada.board.components import (
    BUILDER_SPACES,
    CATHEDRAL,
    CATHEDRAL_PARTS,
    HAND_LIMIT,
    PARTS,
    PROBLEMS,
    symbol_of,
)
from chancery.games.spada.board.open_information import privileges_of
from chancery.games.spada.face.words import value_list
from chancery.games.spada.rules.autumn import POOR, Help, Tithes, income
from chancery.games.spada.rules.rewards import (
    Reward,
    brings_privilege,
    part_points,
    privilege_points,
)
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.rules.summer import LOOT, Summer
from chancery.games.spada.rules.winter import Exchange, Proposal
from chancery.games.spada.view import SpadaView

_NEVER_OUT = T("Agenda cards do not run out before the roof: at least six show the cathedral")
_INCOME = "income"  # nobody is ever asked there
_STEPS: tuple[tuple[type[Phase[Spada]] | str, Text], ...] = (
    (
        Proposal,
        T("Winter: the Counsellor plays an agenda card or, without one, the next who has one"),
    ),
    (Exchange, T("Winter: the others may change it, for a privilege each time")),
    (Auction, T("Spring: the auction, from the Counsellor clockwise")),
    (Reward, T("Spring: the winner is Counsellor and is rewarded")),
    (Summer, T("Summer: each in turn uses cards, the Counsellor first")),
    (_INCOME, T("Autumn: income")),
    (Help, T("Autumn: the King’s help for the poorest")),
    (Tithes, T("Autumn: tithes")),
)


def aid(view: SpadaView) -> tuple[Aid, ...]:
    """The year, the values, the rewards, Summer, Autumn and the end."""
    worth = (_values(view), _numbers())
    return _year(view), *worth, _rewards(view), _summer(), _autumn(view), _end(view)


def _year(view: SpadaView) -> Aid:
    """§year: of the phases that lie on each other the first after the year is the season's."""
    season = type(view.phases[1]) if view.result is None and len(view.phases) > 1 else None
    now = next((line for line, (phase, _) in enumerate(_STEPS) if phase is season), None)
    return Aid(T("The year"), tuple(text for _, text in _STEPS), now, "year")


def _values(view: SpadaView) -> Aid:
    """§components.summary: until a card is played in Winter, nobody knows which line counts."""
    lines = tuple(
        T("{problem}: {values}", problem=PROBLEMS.title(kind), values=value_list(view, kind))
        for kind in range(len(PROBLEMS.names))
    )
    chosen = bool(view.phases) and not isinstance(view.phases[-1], Proposal)
    return Aid(T("What a card is worth"), lines, view.problem if chosen else None, "spring")


def _numbers() -> Aid:
    """§components.summary: the same sign stands for two things."""
    return Aid(
        T("Numbers on cards"),
        (
            T("In your hand: what a card is worth this year"),
            T("On the board: how many cards there are"),
        ),
        rule="components.summary",
    )


def _rewards(view: SpadaView) -> Aid:
    """§rewards.privilege, §rewards.cathedral, §rewards.builders"""
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
    lines.append(T("Each of your builders’ houses: 1 point more for a part"))
    if brings_privilege(options, CATHEDRAL):
        lines.append(T("A privilege with every part too"))
    now = None
    if view.agenda >= 0:
        given = any(isinstance(phase, Reward) for phase in view.phases)  # and so built
        now = view.built + (not given) if symbol_of(view.agenda) == CATHEDRAL else 0
    return Aid(T("Rewards"), tuple(lines), now, "rewards")


def _summer() -> Aid:
    """§build, §assign, §assign.limit, §attack.challenge, §attack.once, §bribe"""
    return Aid(
        T("In Summer, a card for each"),
        (
            T("Grain: build a farm"),
            T(
                "Workers: move a farm to the cathedral; {most} builders’ houses at most, never"
                " more than farms",
                most=BUILDER_SPACES,
            ),
            T(
                "Knights: attack; unless a knight answers, a house burns, and the first time"
                " against each rival you win {loot} cards",
                loot=LOOT,
            ),
            T("Riches: bribe; the rival discards a knight, or without one shows you the hand"),
        ),
        rule="summer",
    )


def _autumn(view: SpadaView) -> Aid:
    """§income, §help.who, §tithes"""
    lines = [
        T("1 card, and 1 for every two farms"),
        T("1 card for each privilege, of its kind from the discards"),
        T(
            "Help: with one card of income and fewer than {poor} in hand, half the hand of"
            " somebody with at least as many points, who takes a privilege",
            poor=POOR,
        ),
        T("Tithes: down to {most} cards", most=HAND_LIMIT),
    ]
    if view.seat >= 0:
        n = income(view.farms[view.seat], privileges_of(view, view.seat))
        lines.insert(2, TN("As you stand: {n} card", "As you stand: {n} cards", n))
    return Aid(T("In Autumn"), tuple(lines), rule="autumn")


def _end(view: SpadaView) -> Aid:
    """§end, §mobilisation.score, §mobilisation.win"""
    if view.frame.options["ending"] == "standard":
        return Aid(
            T("The end"),
            (
                T("The roof ends the game at once"),
                _NEVER_OUT,
                T("Most points win; among equals most cards in hand"),
            ),
            rule="end",
        )
    return Aid(
        T("The end"),
        (
            T("The year of the roof is played out"),
            _NEVER_OUT,
            T("Then each card worth 4 that year brings a point, those worth 3 or 2 half a point"),
            T("Most points win; among equals most cards left"),
        ),
        rule="mobilisation",
    )

"""The placing of neutral tokens in provinces (§5.4, §6.12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Question, Refusal, question
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import NEUTRAL, Faction
from chancery.games.revolution.board.places import PROVINCES, PROVINCES_N, Province
from chancery.games.revolution.rules.events import NeutralsAdded, NeutralsRanOut
from chancery.games.revolution.rules.notation import FILL
from chancery.games.revolution.rules.phase_base import Choice
from chancery.games.revolution.rules.refusals import NotEven
from chancery.games.revolution.rules.state import Revolution


def filled_to(board: Board, province: int) -> int:
    """Return how many tokens fill a province: its limit (§6.12), at first one less (§5.4)."""
    return board.data.limit[province] - (not board.turn)


def gaps(board: Board) -> list[int]:
    """Return how many neutral tokens each province lacks; tokens in besieged cities count too
    (§6.12.siege).
    """
    return [max(0, filled_to(board, p) - board.total(p)) for p in range(PROVINCES_N)]


def _add(s: Revolution, added: Sequence[int]) -> None:
    """Add neutral tokens to the countryside of provinces; `added` says how many to each."""
    for province, n in enumerate(added):
        if n:
            s.add(province, NEUTRAL, n)
    s.emit(NeutralsAdded(tuple(added)))


def begin(s: Revolution) -> None:
    """Fill the provinces (§5.4, §6.12), in rounds if there are too few tokens (§6.12.short)."""
    room = gaps(s)
    added = [0] * PROVINCES_N
    neutrals = s.neutrals
    waiting: list[int] = []
    while neutrals and any(room):
        round_ = [p for p, n in enumerate(room) if n]
        if len(round_) > neutrals:
            waiting = round_
            break
        for province in round_:
            room[province] -= 1
            added[province] += 1
        neutrals -= len(round_)
    if any(added):
        _add(s, added)
    if waiting:
        s.emit(NeutralsRanOut(s.order[0], neutrals))
        s.push(Filling(s.order[0], tuple(waiting)))


@dataclass(slots=True)
class Filling(Choice):
    """§6.12.choice: there are fewer neutral tokens left than provinces that take one.

    The first player chooses which provinces get one.
    """

    title = T("the last neutral tokens")
    rule = "6.12.choice"

    faction: Faction  # the first in turn order
    waiting: tuple[Province, ...]
    chosen: tuple[Province, ...] = ()

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask which province gets the next token, or place all of them when they are chosen."""
        if len(self.chosen) == s.neutrals:
            _add(s, [int(province in self.chosen) for province in range(PROVINCES_N)])
            s.leave()
            return ()
        return question(s.seat_of(self.faction), "fill")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the provinces that have not received one."""
        return [FILL[p] for p in self.waiting if p not in self.chosen]

    def do_fill(self, s: Revolution, seat: int, province: int) -> None:
        """Add a token to this province (§6.12.choice)."""
        self.chosen = (*self.chosen, province)

    def no_fill(self, s: Revolution, seat: int, province: int) -> Refusal:
        """Refuse a province that is full or has received its token."""
        return NotEven(province=PROVINCES.title(province))

    def check(self, s: Revolution) -> None:
        """Check that there are fewer tokens than provinces."""
        if not len(self.chosen) < s.neutrals < len(self.waiting) or self.faction != s.order[0]:
            raise BadPosition(T("nobody has to choose where neutral tokens go"))
        if len(set(self.waiting)) < len(self.waiting) or len(set(self.chosen)) < len(self.chosen):
            raise BadPosition(T("a province gets one token at a time"))
        empty = gaps(s)
        if any(not empty[province] for province in self.waiting):
            raise BadPosition(T("a province that is full gets no token"))
        for province, limit in enumerate(s.data.limit):  # conflicts (§6.11) are resolved before
            counts = s.unbesieged(province)
            if sum(counts) > limit and max(counts) < sum(counts):
                raise BadPosition(T("a province is over its limit"))

"""Support moves, and interceptions by the Huguenots (§5.1, §6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import Action, BadPosition, Question, Refusal, question
from chancery.core.observations import AtMost
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS, FACTIONS_N, Faction
from chancery.games.revolution.board.places import (
    HUGUENOTS,
    KINDS,
    PLAIN,
    PROVINCES,
    SLOTS,
    SLOTS_N,
    SOLID,
    SPANISH,
    Province,
    Slot,
    box_of,
    kind_of,
)
from chancery.games.revolution.rules.events import (
    Intercepted,
    SupportBanked,
    SupportBrought,
    TreasureAnnounced,
)
from chancery.games.revolution.rules.notation import BANK, BRING, DONE, INTERCEPT, MOST_AT_ONCE
from chancery.games.revolution.rules.phase_base import Answer, Choice, Stepwise
from chancery.games.revolution.rules.refusals import (
    DeclaredOnce,
    NothingOnSlot,
    NotIntoProvince,
    NotIntoTreasury,
    TooMany,
    WrongProvince,
)
from chancery.games.revolution.rules.state import Revolution

_HUGUENOT_SLOTS = range(HUGUENOTS * len(KINDS), (HUGUENOTS + 1) * len(KINDS))
_SPANISH_SLOT = SPANISH * len(KINDS) + SOLID


def begin(s: Revolution, faction: int) -> None:
    """Ask a faction that has tokens on slots to move them (§5.1, §6.2.1)."""
    for slot in s.data.slots_of[faction]:
        if s.movable(faction, slot) and (kind_of(slot) != PLAIN or s.data.goals[box_of(slot)]):
            s.push(Support(faction))
            return


def interceptors(s: Revolution, n: int) -> int:
    """Return how many of n tokens the Huguenots could intercept.

    §6.2.2: one each, except those that have intercepted already, and no more than the stock of
    their faction holds (§6.2.2.stock). §6.2.2.2004: the stock does not matter where the Huguenot
    tokens become the coins.
    """
    faction = s.huguenots()
    if faction < 0:
        return 0
    huguenots = sum([s.support[slot * FACTIONS_N + faction] for slot in _HUGUENOT_SLOTS])
    possible = min(huguenots - s.flipped, n)
    return possible if s.edition.huguenots_pay else min(possible, s.stock[faction])


@dataclass(slots=True)
class Support(Stepwise, Choice):
    """§6.2.1: move any own tokens from slots to the provinces named there, or to the treasury.

    §5.1.plain, §5.1.solid, §5.1.half: the kind of the slot decides; §5.1.free: no token must move;
    limits of provinces do not matter yet (§6.2.1.limit).
    """

    title = T("support moves")
    rule = "6.2.1"
    asks = "support"

    faction: Faction
    brought: Annotated[tuple[tuple[Slot, Province], ...], AtMost(SLOTS_N)] = ()
    banked: Annotated[tuple[tuple[Slot, int], ...], AtMost(SLOTS_N)] = ()

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask for the next move; the choice ends when no more is possible (§4.1)."""
        if s.rules < 2:
            return question(s.seat_of(self.faction), self.asks)
        return Stepwise.ask(self, s)

    def left(self, s: Board, slot: int) -> int:
        """Count the tokens on a slot for which no move has been chosen."""
        left = s.movable(self.faction, slot)
        for other, n in self.banked:
            if other == slot:
                if slot == _SPANISH_SLOT:
                    return 0
                left -= n
        for other, _ in self.brought:
            if other == slot:
                left -= 1
        return left

    def goals(self, board: Board) -> tuple[bool, bool]:
        """Return whether a token could still go to a province, and whether to the treasury."""
        slots = board.data.slots_of[self.faction]
        kinds = {kind_of(slot) for slot in slots if self.left(board, slot) > 0}
        return any(kind != SOLID for kind in kinds), any(kind != PLAIN for kind in kinds)

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return all moves of tokens to provinces and to the treasury."""
        actions = [DONE]
        for slot in s.data.slots_of[self.faction]:
            available = self.left(s, slot)
            if available > 0:
                kind = kind_of(slot)
                if kind != SOLID:
                    actions += [BRING[slot][p] for p in s.data.goals[box_of(slot)]]
                if kind != PLAIN:
                    actions += BANK[slot][: min(available, MOST_AT_ONCE)]
        return actions

    def do_bring(self, s: Revolution, seat: int, slot: int, province: int) -> None:
        """Choose a province for a token (§5.1.plain, §5.1.half)."""
        self.brought = (*self.brought, (slot, province))

    def do_bank(self, s: Revolution, seat: int, slot: int, extra: int) -> None:
        """Choose tokens for the treasury (§5.1.solid, §5.1.half)."""
        self.banked = (*self.banked, (slot, extra + 1))

    def do_done(self, s: Revolution, seat: int) -> None:
        """Carry out the moves; tokens of the Spanish Treasury may be intercepted first."""
        faction = self.faction
        for slot, province in self.brought:
            s.support[slot * FACTIONS_N + faction] -= 1
            s.stock[faction] += 1
            s.add(province, faction)
            s.emit(SupportBrought(faction, slot, province))
        s.leave()
        for slot, n in self.banked:
            if slot == _SPANISH_SLOT and interceptors(s, n):
                s.emit(TreasureAnnounced(faction, n))
                s.push(Interception(faction, n))
            else:
                bank(s, faction, slot, n)

    def no_bring(self, s: Revolution, seat: int, slot: int, province: int) -> Refusal:
        """Refuse a slot without tokens, or a province that it does not serve."""
        title = SLOTS.title(slot)
        if slot not in s.data.slots_of[self.faction] or self.left(s, slot) <= 0:
            return NothingOnSlot(faction=FACTIONS.title(self.faction), slot=title)
        if kind_of(slot) == SOLID:
            return NotIntoProvince(slot=title).by("5.1.solid")
        return WrongProvince(slot=title, province=PROVINCES.title(province))

    def no_bank(self, s: Revolution, seat: int, slot: int, extra: int) -> Refusal:
        """Refuse a slot without tokens, or too many of them."""
        title = SLOTS.title(slot)
        if slot == _SPANISH_SLOT and any(other == slot for other, _ in self.banked):
            return DeclaredOnce().by("6.2.2")
        available = self.left(s, slot) if slot in s.data.slots_of[self.faction] else 0
        if available <= 0:
            return NothingOnSlot(faction=FACTIONS.title(self.faction), slot=title)
        if kind_of(slot) == PLAIN:
            return NotIntoTreasury(slot=title).by("5.1.plain")
        return TooMany(n=available)

    def check(self, s: Revolution) -> None:
        """Check that no token moves twice."""
        for slot in {slot for slot, _ in (*self.brought, *self.banked)}:
            n = s.movable(self.faction, slot)
            n -= sum(n for other, n in self.banked if other == slot)
            if n < sum(other == slot for other, _ in self.brought):
                raise BadPosition(T("more tokens move than there are"))
            if (kind_of(slot) == SOLID and any(o == slot for o, _ in self.brought)) or (
                kind_of(slot) == PLAIN and any(o == slot for o, _ in self.banked)
            ):
                raise BadPosition(T("tokens move where they cannot"))
        if any(n < 1 for _, n in self.banked):
            raise BadPosition(T("more tokens move than there are"))


def bank(s: Revolution, faction: int, slot: int, n: int) -> None:
    """Move tokens from a slot to the treasury (§6.2.1)."""
    if n:
        s.support[slot * FACTIONS_N + faction] -= n
        s.treasury[faction] += n
        s.emit(SupportBanked(faction, slot, n))


def _pay_with_huguenots(s: Revolution, faction: int, n: int) -> None:
    """Turn tokens of the Huguenot box into coins of their faction (§6.2.2.2004)."""
    for slot in _HUGUENOT_SLOTS:
        paid = min(n, s.support[slot * FACTIONS_N + faction])
        s.support[slot * FACTIONS_N + faction] -= paid
        s.treasury[faction] += paid
        n -= paid


@dataclass(slots=True)
class Interception(Answer):
    """§6.2.2: the faction in the Huguenot box decides how many tokens it intercepts.

    §6.2.2.exchange: they go back to their owner's stock, and the interceptor takes as many coins
    from its own; §6.2.2.flip: so many Huguenot tokens are turned over until the end of the turn;
    §6.2.2.wait: it may also wait for the other faction. §6.2.2.2004: in the edition of 2004 the
    coins are the Huguenot tokens themselves, which leave their box.
    """

    title = T("the Huguenots’ interception")
    rule = "6.2.2"

    faction: Faction  # the owner of the tokens
    n: int

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask how many tokens the Huguenots intercept."""
        return question(s.seat_of(s.huguenots()), "intercept")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the numbers from none to all that is possible."""
        return INTERCEPT[: min(interceptors(s, self.n), MOST_AT_ONCE) + 1]

    def do_intercept(self, s: Revolution, seat: int, n: int) -> None:
        """Intercept some tokens; the others go to the treasury (§6.2.2.exchange, §6.2.2.flip)."""
        robber = s.huguenots()
        s.support[_SPANISH_SLOT * FACTIONS_N + self.faction] -= n
        s.stock[self.faction] += n
        if s.edition.huguenots_pay:
            _pay_with_huguenots(s, robber, n)
        else:
            s.earn(robber, n)
            s.flipped += n
        s.emit(Intercepted(robber, self.faction, n))
        s.leave()
        bank(s, self.faction, _SPANISH_SLOT, self.n - n)

    def no_intercept(self, s: Revolution, seat: int, n: int) -> Refusal:
        """Refuse more than there are Huguenots, or tokens in their stock."""
        limit = interceptors(s, self.n)
        short = limit == s.stock[s.huguenots()] and not s.edition.huguenots_pay
        return TooMany(n=limit).by("6.2.2.stock" if short else "6.2.2")

    def check(self, s: Revolution) -> None:
        """Check that there is something to intercept."""
        if not 0 < self.n <= s.support[_SPANISH_SLOT * FACTIONS_N + self.faction]:
            raise BadPosition(T("more tokens move than there are"))
        if not interceptors(s, self.n):
            raise BadPosition(T("nobody can intercept"))

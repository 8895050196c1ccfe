"""The allegiance of the citizens (§6.16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import Action, BadPosition, Question, Refusal, added, question, replaced
from chancery.core.observations import AtMost
from chancery.core.words import T
from chancery.games.revolution.board.atlas import SPACES, Effect
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    FACTIONS,
    FACTIONS_N,
    HABSBURGS,
    NEUTRAL,
    NOBILITY,
    REFORMERS,
    Faction,
)
from chancery.games.revolution.board.places import CITIES_N, CUT, City, spot_of
from chancery.games.revolution.rules.events import (
    CitizensJoined,
    CitizensLeft,
    CoinsLaid,
    MarkerMoved,
)
from chancery.games.revolution.rules.notation import DONE, MOST_AT_ONCE, PAY
from chancery.games.revolution.rules.phase_base import Choice
from chancery.games.revolution.rules.refusals import NoMoney
from chancery.games.revolution.rules.state import Revolution

MIDDLE = 4
# §6.16.catholic, §6.16.anti: the owners whose tokens belong to a side, the first choice first.
CATHOLIC_UNITS = (CATHOLICS, HABSBURGS)
ANTI_CATHOLIC_UNITS = (REFORMERS, BURGHERS)


def begin(s: Revolution, faction: int) -> None:
    """Ask a faction that has coins to put them on the names of cities (§6.16)."""
    if s.treasury[faction]:
        s.push(Paying(faction))


@dataclass(slots=True)
class Paying(Choice):
    """§6.16.coins: in turn order, each faction puts any number of coins on the names of cities.

    The tokens in the city do not matter.
    """

    title = T("influence on allegiance")
    rule = "6.16.coins"
    always = ("done",)

    faction: Faction
    laid: Annotated[tuple[tuple[City, int], ...], AtMost(CITIES_N)] = ()

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask for the next city; the choice ends with the last coin."""
        if not self.left(s):
            self.do_done(s, 0)
            return ()
        return question(s.seat_of(self.faction), "pay")

    def left(self, s: Board) -> int:
        """Count the coins of the faction that it has not put on a city."""
        return s.treasury[self.faction] - sum([n for _, n in self.laid])

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the payments of any number of coins on any city."""
        limit = min(self.left(s), MOST_AT_ONCE)
        actions = [DONE]
        for city in range(CITIES_N):
            actions += PAY[city][:limit]
        return actions

    def do_pay(self, s: Revolution, seat: int, city: int, extra: int) -> None:
        """Put some coins on the name of a city (§6.16.coins)."""
        payments = dict(self.laid)
        payments[city] = payments.get(city, 0) + extra + 1
        self.laid = tuple(sorted(payments.items()))

    def do_done(self, s: Revolution, seat: int) -> None:
        """Put the coins on the table of allegiance, until all factions have paid."""
        coins = [0] * CITIES_N
        for city, n in self.laid:
            s.treasury[self.faction] -= n
            at = city * FACTIONS_N + self.faction
            s.coins = added(s.coins, at, n)
            coins[city] = n
        if self.laid:
            s.emit(CoinsLaid(self.faction, tuple(coins)))
        s.leave()

    def no_pay(self, s: Revolution, seat: int, city: int, extra: int) -> Refusal:
        """Refuse to pay more coins than are left."""
        return NoMoney(price=extra + 1, money=self.left(s), faction=FACTIONS.title(self.faction))

    def check(self, s: Revolution) -> None:
        """Check that the faction has the coins it pays."""
        if self.left(s) < 1 or any(n < 1 for _, n in self.laid):
            raise BadPosition(T("more coins are laid than there are"))
        if len({city for city, _ in self.laid}) < len(self.laid):
            raise BadPosition(T("more coins are laid than there are"))


def moved(
    start: int, coins: Sequence[int], order: Sequence[int], most_shift: int
) -> tuple[list[tuple[int, int, int]], int]:
    """Return every step of a marker that is moved by these coins, and where it ends.

    §6.16.direction: Catholics and Habsburgs move it to the Catholic end, Burghers and Reformers to
    the other, in turn order; §6.16.nobility: the Nobility last, toward the middle; §6.16.ends:
    never past the ends; §6.16.three: in all by three spaces at most.
    """
    space = start
    steps = []
    for faction in (*(f for f in order if f != NOBILITY), *(f for f in order if f == NOBILITY)):
        n = coins[faction]
        if not n:
            continue
        if faction in CATHOLIC_UNITS:
            space = max(1, space - n)
        elif faction in ANTI_CATHOLIC_UNITS:
            space = min(SPACES, space + n)
        elif space > MIDDLE:
            space = max(MIDDLE, space - n)
        else:
            space = min(MIDDLE, space + n)
        steps.append((faction, n, space))
    return steps, max(start - most_shift, min(start + most_shift, space))


def resolve(s: Revolution) -> None:
    """Move the markers, return the coins to the stocks and apply the coloured spaces (§6.16)."""
    for city in range(CITIES_N):
        start = city * FACTIONS_N
        coins = s.coins[start : start + FACTIONS_N]
        if any(coins):
            before = s.allegiance[city]
            steps, after = moved(before, coins, s.order, s.data.most_shift)
            s.allegiance = replaced(s.allegiance, city, after)
            for faction, n in enumerate(coins):
                s.stock[faction] += n
            s.emit(MarkerMoved(city, before, tuple(steps), after))
    s.coins = (0,) * len(s.coins)
    for city in range(CITIES_N):
        for effect in s.data.effects[s.allegiance[city]]:
            _apply(s, city, effect)


def _apply(s: Revolution, city: int, effect: Effect) -> None:
    """Apply a coloured space to a city, every turn, in the order of the table (§6.16.spaces)."""
    spot, space = spot_of(city), s.allegiance[city]
    if effect.adds:
        owner = joiner(s, effect.catholic)
        if owner >= 0:
            s.add(spot, owner)
            s.emit(CitizensJoined(city, space, owner))
    else:
        owner = leaver(s.tokens[CUT[spot]], effect.catholic)
        if owner >= 0:
            s.remove(spot, owner)
            s.emit(CitizensLeft(city, space, owner))


def leaver(tokens: Sequence[int], catholic: bool) -> int:
    """Return the owner whose token leaves a city for a side, or -1 (§6.16.catholic, §6.16.anti)."""
    for owner in CATHOLIC_UNITS if catholic else ANTI_CATHOLIC_UNITS:
        if tokens[owner]:
            return owner
    return -1


def joiner(board: Board, catholic: bool) -> int:
    """Return the owner of the token that is added for a side, or -1.

    §6.16.catholic: Catholics, else Habsburgs; §6.16.anti: Reformers, else Burghers, and with three
    players else Nobility (§6.16.three-players); §6.16.short: else a neutral token.
    """
    choices: tuple[int, ...] = CATHOLIC_UNITS if catholic else ANTI_CATHOLIC_UNITS
    if not catholic and board.players == 3:
        choices = (*choices, NOBILITY)
    for owner in choices:
        if board.stock[owner]:
            return owner
    return NEUTRAL if board.neutrals else -1

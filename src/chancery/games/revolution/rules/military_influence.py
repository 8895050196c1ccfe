"""Military influence (§6.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS, FACTIONS_N, OWNERS_N, Faction, Owner
from chancery.games.revolution.board.places import REGIONS, SPOTS, Region, Spot
from chancery.games.revolution.rules.events import Influenced, InfluenceStopped
from chancery.games.revolution.rules.keeping_armies import unreachable
from chancery.games.revolution.rules.notation import DONE, INFLUENCE, LET, STOP
from chancery.games.revolution.rules.phase_base import Answer
from chancery.games.revolution.rules.refusals import (
    NoArmyThere,
    NotAlone,
    OutsideRegion,
    OwnToken,
    StockEmpty,
)
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.water_beggars import may_stop


def begin(s: Revolution, faction: int) -> None:
    """§6.9: whoever has an army alone in its section."""
    if any(s.armies[faction::FACTIONS_N]):
        s.push(Influencing(faction))


@dataclass(slots=True)
class Influencing(Phase[Revolution]):
    """§6.9: an army may turn one countryside or town token of its region into an own one.

    §6.9.alone: no army of another faction in its section, an ally's neither (§6.4.allies), but
    besieging ones do not count (§6.9.siege); §6.9.lifted: none whose siege was lifted; only with a
    token in stock. §6.9.cities: cities are out of reach.
    """

    title = T("military influence")
    rule = "6.9"
    always = ("done",)

    faction: Faction
    used: tuple[Region, ...] = ()  # of armies that have tried

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Which token next."""
        found = self.legal(s, 0)
        if len(found) == 1:
            s.leave()
            return ()
        return s.offer(s.seat_of(self.faction), "influence", found)

    def able(self, s: Board, region: int) -> int:
        """Armies that could still use their influence, were they alone."""
        i = region * FACTIONS_N + self.faction
        return s.armies[i] - s.lifted[i] - self.used.count(region)

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Tokens of all others in reach."""
        found = [DONE]
        faction, tokens = self.faction, s.tokens
        if not s.stock[faction]:
            return found
        for region in s.data.regions:
            if s.armies[region * FACTIONS_N + faction] and self.able(s, region) > 0:
                if s.stand_off(region):
                    continue
                for province in s.data.provinces_of[region]:
                    for spot in s.data.open_spots[province]:
                        start = spot * OWNERS_N
                        found += [
                            INFLUENCE[spot][owner]
                            for owner, n in enumerate(tokens[start : start + OWNERS_N])
                            if n and owner != faction
                        ]
        return found

    def do_influence(self, s: Revolution, seat: int, spot: int, owner: int) -> None:
        """Unless a Beggar stops it; §6.9.2004: its hirer is not asked in the edition of 2004."""
        if not may_stop(s, self.faction, s.data.region_at(spot)):
            self.convert(s, spot, owner)
        elif s.edition.beggars_must_stop:
            self.stop(s, spot)
        else:
            s.push(Barring(self.faction, spot, owner))

    def in_vain(self, board: Board, spot: int) -> bool:
        """Whether Water Beggars will stop every army of the faction there (§6.9.2004)."""
        region = board.data.region_at(spot)
        if not (board.edition.beggars_must_stop and may_stop(board, self.faction, region)):
            return False
        return self.able(board, region) <= board.beggars[region]

    def stop(self, s: Revolution, spot: int) -> None:
        """§6.9.beggar: the Beggar is spent, and so is the influence of the army."""
        region = s.data.region_at(spot)
        s.beggars[region] -= 1
        s.emit(InfluenceStopped(s.hirer, self.faction, spot))
        self.used = (*self.used, region)

    def convert(self, s: Revolution, spot: int, owner: int) -> None:
        """§6.9: the token is exchanged."""
        s.remove(spot, owner)
        s.add(spot, self.faction)
        s.emit(Influenced(self.faction, spot, owner))
        self.used = (*self.used, s.data.region_at(spot))

    def do_done(self, s: Revolution, seat: int) -> None:
        """§6.9: no army has to use its influence."""
        s.leave()

    def no_influence(self, s: Revolution, seat: int, spot: int, owner: int) -> Refusal:
        """No army, not alone, no stock, or no such token."""
        faction = FACTIONS.title(self.faction)
        region = s.data.region_at(spot)
        if region < 0:
            return OutsideRegion(spot=SPOTS.title(spot), region="–")
        if self.able(s, region) <= 0:
            return NoArmyThere(faction=faction, region=REGIONS.title(region))
        if s.stand_off(region):
            return NotAlone(region=REGIONS.title(region)).by("6.9.alone")
        if not s.stock[self.faction]:
            return StockEmpty(faction=faction)
        if owner == self.faction and s.tokens[spot * OWNERS_N + owner]:
            return OwnToken(faction=faction)
        return unreachable(s, spot, owner, region)

    def check(self, s: Revolution) -> None:
        """No more armies have used their influence than there are."""
        if any(self.able(s, region) < 0 for region in set(self.used)):
            raise BadPosition(T("more armies have used their influence than there are"))


@dataclass(slots=True)
class Barring(Answer):
    """§6.7.4, §6.9.beggar: may an army use its influence? The hirer of the Beggars decides."""

    title = T("a Water Beggar’s hold")
    rule = "6.7.4"
    always = ("stop", "let")

    faction: Faction
    spot: Spot
    owner: Owner

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Stop it, or let it happen."""
        return question(s.seat_of(s.hirer), "bar")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """To stop the army, or to let it happen."""
        return (STOP, LET)

    def _below(self, s: Revolution) -> Influencing:
        phase = s.phases[-1]
        assert isinstance(phase, Influencing)
        return phase

    def do_stop(self, s: Revolution, seat: int) -> None:
        """The Beggar is spent, and so is the army's influence."""
        s.leave()
        self._below(s).stop(s, self.spot)

    def do_let(self, s: Revolution, seat: int) -> None:
        """The Beggar waits for another."""
        s.leave()
        self._below(s).convert(s, self.spot, self.owner)

    def check(self, s: Revolution) -> None:
        """Somebody to stop, and somebody who does."""
        below = s.phases[-2] if len(s.phases) > 1 else None
        if not isinstance(below, Influencing) or below.faction != self.faction:
            raise BadPosition(T("nobody uses influence"))
        if INFLUENCE[self.spot][self.owner] not in below.legal(s, 0):
            raise BadPosition(T("nobody uses influence"))
        if s.hirer < 0 or not may_stop(s, self.faction, s.data.region_at(self.spot)):
            raise BadPosition(T("no Water Beggar could stop this army"))

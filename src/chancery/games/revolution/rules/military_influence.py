"""Military influence of armies on tokens (§6.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Question, Refusal, added, question
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import FACTIONS, FACTIONS_N, OWNERS_N, Faction, Owner
from chancery.games.revolution.board.places import REGIONS, SPOTS, Region, Spot
from chancery.games.revolution.rules.events import Influenced, InfluenceStopped
from chancery.games.revolution.rules.keeping_armies import unreachable
from chancery.games.revolution.rules.notation import DONE, INFLUENCE, LET, STOP
from chancery.games.revolution.rules.phase_base import Answer, Stepwise
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
    """Ask a faction that has an army alone in its section (§6.9)."""
    if any(s.armies[faction::FACTIONS_N]):
        s.push(Influencing(faction))


@dataclass(slots=True)
class Influencing(Stepwise):
    """§6.9: an army may convert one countryside or town token of its region.

    §6.9.alone: no army of another faction may be in its section, not even an ally's (§6.4.allies),
    but besieging ones do not count (§6.9.siege); §6.9.lifted: none whose siege was lifted; only
    with a token in stock. §6.9.cities: cities cannot be reached.
    """

    title = T("military influence")
    rule = "6.9"
    asks = "influence"

    faction: Faction
    used: tuple[Region, ...] = ()  # regions of armies that have tried

    def able(self, s: Board, region: int) -> int:
        """Count the armies that could still use their influence if they were alone."""
        i = region * FACTIONS_N + self.faction
        return s.armies[i] - s.lifted[i] - self.used.count(region)

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the tokens of all others that can be reached."""
        actions = [DONE]
        faction, tokens = self.faction, s.tokens
        if not s.stock[faction]:
            return actions
        for region in s.data.regions:
            if s.armies[region * FACTIONS_N + faction] and self.able(s, region) > 0:
                if s.stand_off(region):
                    continue
                for province in s.data.provinces_of[region]:
                    for spot in s.data.open_spots[province]:
                        start = spot * OWNERS_N
                        actions += [
                            INFLUENCE[spot][owner]
                            for owner, n in enumerate(tokens[start : start + OWNERS_N])
                            if n and owner != faction
                        ]
        return actions

    def do_influence(self, s: Revolution, seat: int, spot: int, owner: int) -> None:
        """Convert a token unless a Beggar stops it; in 2004 its hirer is not asked (§6.9.2004)."""
        if not may_stop(s, self.faction, s.data.region_at(spot)):
            self.convert(s, spot, owner)
        elif s.edition.beggars_must_stop:
            self.stop(s, spot)
        else:
            s.push(Barring(self.faction, spot, owner))

    def in_vain(self, board: Board, spot: int) -> bool:
        """Return whether Water Beggars will stop every army of the faction there (§6.9.2004)."""
        region = board.data.region_at(spot)
        if not (board.edition.beggars_must_stop and may_stop(board, self.faction, region)):
            return False
        return self.able(board, region) <= board.beggars[region]

    def stop(self, s: Revolution, spot: int) -> None:
        """Use up a Beggar and the influence of the army (§6.9.beggar)."""
        region = s.data.region_at(spot)
        s.beggars = added(s.beggars, region, -1)
        s.emit(InfluenceStopped(s.hirer, self.faction, spot))
        self.used = (*self.used, region)

    def convert(self, s: Revolution, spot: int, owner: int) -> None:
        """Exchange a token for one of the faction (§6.9)."""
        s.remove(spot, owner)
        s.add(spot, self.faction)
        s.emit(Influenced(self.faction, spot, owner))
        self.used = (*self.used, s.data.region_at(spot))

    def no_influence(self, s: Revolution, seat: int, spot: int, owner: int) -> Refusal:
        """Refuse without an army alone, a token in stock, or such a token."""
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
        """Check that no more armies have used their influence than there are."""
        if any(self.able(s, region) < 0 for region in set(self.used)):
            raise BadPosition(T("more armies have used their influence than there are"))


@dataclass(slots=True)
class Barring(Answer):
    """§6.7.4, §6.9.beggar: the hirer of the Beggars decides whether an army has influence."""

    title = T("a Water Beggar’s hold")
    rule = "6.7.4"
    always = ("stop", "let")

    faction: Faction
    spot: Spot
    owner: Owner

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask whether the Beggars stop the influence."""
        return question(s.seat_of(s.hirer), "bar")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the two answers: to stop the influence, or to let it happen."""
        return (STOP, LET)

    def _below(self, s: Revolution) -> Influencing:
        phase = s.phases[-1]
        assert isinstance(phase, Influencing)
        return phase

    def do_stop(self, s: Revolution, seat: int) -> None:
        """Use up the Beggar and the influence of the army."""
        s.leave()
        self._below(s).stop(s, self.spot)

    def do_let(self, s: Revolution, seat: int) -> None:
        """Let the army convert the token; the Beggar waits for another one."""
        s.leave()
        self._below(s).convert(s, self.spot, self.owner)

    def check(self, s: Revolution) -> None:
        """Check that there is influence to stop and a Beggar to stop it."""
        below = s.phases[-2] if len(s.phases) > 1 else None
        if not isinstance(below, Influencing) or below.faction != self.faction:
            raise BadPosition(T("nobody uses influence"))
        if INFLUENCE[self.spot][self.owner] not in below.legal(s, 0):
            raise BadPosition(T("nobody uses influence"))
        if s.hirer < 0 or not may_stop(s, self.faction, s.data.region_at(self.spot)):
            raise BadPosition(T("no Water Beggar could stop this army"))

"""The set-up of the game (§3).

board/factions.py says who leads which factions (§3.1), and `allied` in board/board.py which of them
are allies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.revolution.board.board import neutrals_in_play
from chancery.games.revolution.board.factions import (
    FACTIONS_N,
    HABSBURGS,
    NEUTRAL,
    OWNERS_N,
    Faction,
)
from chancery.games.revolution.board.places import (
    CITIES_N,
    PLACES_N,
    PROVINCES_N,
    REGIONS,
    REGIONS_N,
    SLOTS_N,
    SPOTS_N,
    spot_of,
)
from chancery.games.revolution.rules.events import ArmyPosted, TurnBegan
from chancery.games.revolution.rules.notation import POST
from chancery.games.revolution.rules.refusals import NoOrangeBox
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.turn import Turn


def set_up(s: Revolution) -> None:
    """Set up the board and let the Habsburgs place their armies (§3.6).

    The tokens of §2.2: resources (§2.2.2), armies (§2.2.1), neutrals (§2.2.3), Water Beggars
    (§2.2.4); markers of points (§2.2.5), of the turn (§2.2.6) and of status (§2.2.7); factions not
    in play have none. §3.6.beggars: the Water Beggars begin in their box. §3.6.catholics,
    §3.6.habsburgs, §3.6.nobility, §3.6.burghers, §3.6.reformers: as the data file says.
    """
    data = s.data
    s.turn = 0
    s.order = s.factions
    s.tokens = bytearray(SPOTS_N * OWNERS_N)
    s.neutrals = neutrals_in_play(s.frame, data.neutrals)
    s.stock = [s.establishment() if s.seat_of(f) >= 0 else 0 for f in range(FACTIONS_N)]
    s.treasury = [0] * FACTIONS_N
    s.support = [0] * (SLOTS_N * FACTIONS_N)
    s.flipped = 0
    s.coins = (0,) * (CITIES_N * FACTIONS_N)
    s.armies = [0] * (REGIONS_N * FACTIONS_N)
    s.abandoned = (0,) * (REGIONS_N * FACTIONS_N)
    s.lifted = (0,) * (REGIONS_N * FACTIONS_N)
    s.sieges = (-1,) * CITIES_N
    s.hirer = -1
    s.beggars = (0,) * REGIONS_N
    s.province_cards = (-1,) * PROVINCES_N
    s.city_cards = (-1,) * CITIES_N
    s.bishoprics = (0,) * PROVINCES_N
    s.universities = (0,) * PLACES_N
    s.allegiance = (0,) * CITIES_N
    s.points = (0,) * FACTIONS_N
    for spot, faction, n in data.start_tokens:
        if s.seat_of(faction) >= 0:
            s.add(spot, faction, n)
    for slot, faction, n in data.start_support:
        if s.seat_of(faction) >= 0:
            s.support[slot * FACTIONS_N + faction] += n
            s.stock[faction] -= n
    for faction in s.factions:
        s.earn(faction, min(data.start_treasury[faction], s.stock[faction]))
    _neutrals(s)
    s.emit(TurnBegan(s.turn, s.order))
    s.phases.append(Turn())
    if s.seat_of(HABSBURGS) >= 0 and data.start_armies[HABSBURGS]:
        s.push(Posting(HABSBURGS, data.start_armies[HABSBURGS]))


def _neutrals(s: Revolution) -> None:
    """Put two neutral tokens in each empty city, one in each empty town (§3.6.neutrals)."""
    for place, province in enumerate(s.data.province_of):
        start = spot_of(place) * OWNERS_N
        if province >= 0 and not any(s.tokens[start : start + OWNERS_N]):
            s.add(spot_of(place), NEUTRAL, min(2 if place < CITIES_N else 1, s.neutrals))


@dataclass(slots=True)
class Posting(Phase[Revolution]):
    """§3.6.habsburgs: place the first armies, each on an orange box of its own."""

    title = T("the set-up")
    rule = "3.6.habsburgs"

    faction: Faction
    left: int

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask for a section for each army, unless there is only one left (§4.1)."""
        if not self.left:
            s.leave()
            return ()
        actions = self.legal(s, 0)
        if s.rules >= 2 and len(actions) == 1:
            self.do_post(s, 0, *actions[0].args)
            return ()
        return question(s.seat_of(self.faction), "post")

    def _free(self, s: Revolution, region: int) -> bool:
        return s.armies[region * FACTIONS_N + self.faction] < s.data.orange[region]

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the sections with a free orange box."""
        return [POST[r] for r in s.data.regions if self._free(s, r)]

    def do_post(self, s: Revolution, seat: int, region: int) -> None:
        """Place an army in a section."""
        s.armies[region * FACTIONS_N + self.faction] += 1
        self.left -= 1
        s.emit(ArmyPosted(self.faction, region))

    def check(self, s: Revolution) -> None:
        """Check that the first armies are on orange boxes and nowhere else."""
        standing = sum(s.armies)
        if self.faction != HABSBURGS or self.left < 1:
            raise BadPosition(T("nobody places armies now"))
        if self.left + standing != s.data.start_armies[HABSBURGS]:
            raise BadPosition(T("nobody places armies now"))
        if any(s.armies[r * FACTIONS_N + HABSBURGS] > s.data.orange[r] for r in range(REGIONS_N)):
            raise BadPosition(T("armies begin on orange boxes"))

    def no_post(self, s: Revolution, seat: int, region: int) -> Refusal:
        """Refuse a section without a free orange box."""
        return NoOrangeBox(region=REGIONS.title(region))

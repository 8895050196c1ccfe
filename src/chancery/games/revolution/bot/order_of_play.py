"""The value of positions in the order of play (§6.20.order)."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.games.revolution.board.factions import FACTIONS_N, NOBILITY
from chancery.games.revolution.bot.appraisal import Appraisal
from chancery.games.revolution.rules.allegiance import ANTI_CATHOLIC_UNITS

MET = 0.1  # to see what a rival does in a province where both stand
COINS = 0.02  # to see where a rival lays a coin
SAVED = 0.4  # a city that only the Water Beggars can save


class Turns:
    """The value to a faction of acting before or after each of the others."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.appraisal, self.view, self.me = appraisal, appraisal.view, appraisal.me
        self._own = self.view.by_province(self.me)

    def worth(self, row: Sequence[int], position: int) -> float:
        """Return the value of a position in a row of others."""
        value = sum([self.acting_after(rival) for rival in row[:position]])
        return value + sum([self.acting_before(rival) for rival in row[position:]])

    def acting_after(self, rival: int) -> float:
        """Return the value of placing units and coins after a rival (§6.10, §6.16)."""
        if self.view.allied(rival, self.me):
            return 0.0
        rival_tokens = self.view.by_province(rival)
        met = sum([a > 0 and b > 0 for a, b in zip(self._own, rival_tokens, strict=True)])
        return MET * met + COINS * self.view.treasury[rival]

    def acting_before(self, rival: int) -> float:
        """Return the value of acting before a rival: the first hires the Water Beggars (§6.7).

        A faction with cities in their waters that an army could besiege wants to hire them.
        """
        view = self.view
        if not {self.me, rival} <= set(ANTI_CATHOLIC_UNITS) or view.allied(rival, self.me):
            return 0.0
        saved = 0
        for region in view.data.beggar_regions:
            armies = view.in_section(region)
            hostile = sum(armies[: NOBILITY + 1])
            if hostile and sum(armies[:FACTIONS_N]) == hostile and hostile <= view.data.beggars:
                cities = view.data.region_cities[region]
                saved += min(hostile, sum([view.city_cards[c] == self.me for c in cities]))
        return SAVED * saved

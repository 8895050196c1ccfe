"""The board: what everybody sees, and the rules that follow from it alone.

A position and a view of it are both boards, so rules about public things are written once and
serve the referee, the page, the coach and the bots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from chancery.core.frame import Frame
from chancery.games.friedrich.board.atlas import (
    DEFENDER_OF,
    DEPOTS,
    NEXT,
    OBJECTIVE_OF,
    OBJECTIVES_OF,
    ORDER,
    PROTECTION,
    distances,
)
from chancery.games.friedrich.board.fate_cards import HEINRICH_FAR
from chancery.games.friedrich.board.nations import (
    AUSTRIA,
    FRANCE,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
    hostile,
)
from chancery.games.friedrich.board.pieces import (
    AUSTRIAN,
    GENERALS,
    GENERALS_AT,
    GENERALS_OF,
    HEINRICH,
    HOSTILE_GENERALS_TO,
    MOST_OF_A_GENERAL,
    NATION_OF,
    PIECES_N,
    PROTECTING,
    establishment,
    parting,
)

OPEN, ADOPTED, TAKEN, FAILED, DECLINED = range(5)  # how the Offensive Option stands (§13.3)
PRICE, DEAR = 6, 8  # points for a troop or a train (§10.1, §10.2, §10.8)


class Board:
    """What a position and a view have in common."""

    __slots__ = ()

    if TYPE_CHECKING:
        frame: Frame
        turn: int
        owners: Sequence[int]
        at: Sequence[int]
        gone: Sequence[int]
        troops: Sequence[int]  # by top generals; in a view only those of the reader's own stacks
        control: tuple[int, ...]
        fed: Sequence[int]  # in a view only those of the reader's own nations
        fate: int
        fate_suit: int
        fate_used: int
        fate_suits: tuple[int, ...]
        offensive: int
        quit: tuple[int, ...]

    # -- the game ----------------------------------------------------------------------

    @property
    def scenario(self) -> str:
        """Which of the games is played: "full" or one of the two scenarios."""
        return str(self.frame.options["game"])

    def expert(self, rule: str) -> bool:
        """Whether one of the three expert rules is played (§13)."""
        return self.scenario == "full" and bool(self.frame.options[rule])

    def seat_of(self, nation: int) -> int:
        """Who plays a nation."""
        return self.owners[nation]

    def active(self, nation: int) -> bool:
        """Whether a nation is still in the game."""
        return self.owners[nation] >= 0

    def holds(self, text: tuple[int, int]) -> bool:
        """Whether this text of a card of fate holds now."""
        return self.fate == text[0] - 1 and self.fate_suit == text[1]

    # -- pieces ------------------------------------------------------------------------

    def on_map(self, nation: int) -> list[int]:
        """The generals of a nation that stand on the map, by rank."""
        at = self.at
        return [g for g in GENERALS_OF[nation] if at[g] >= 0]

    def stack(self, general: int) -> list[int]:
        """The generals in the city of this one, top first."""
        at, city = self.at, self.at[general]
        return [g for g in GENERALS_OF[NATION_OF[general]] if at[g] == city]

    def top(self, general: int) -> int:
        """The top general of the stack in which this one stands (§4.5)."""
        at = self.at
        city = at[general]
        for g in GENERALS_OF[NATION_OF[general]]:
            if at[g] == city:
                return g
        return general

    def tops(self, nation: int) -> list[int]:
        """The top generals of a nation's stacks, by rank."""
        at = self.at
        found: list[int] = []
        cities: list[int] = []
        for g in GENERALS_OF[nation]:
            city = at[g]
            if city >= 0 and city not in cities:
                cities.append(city)
                found.append(g)
        return found

    def occupants(self) -> dict[int, int]:
        """A piece for each city that has one: of a stack the top general."""
        return occupants(self.at)

    def shares(self, unit: Sequence[int]) -> range:
        """With how many troops a unit may part from its stack; empty if nobody stays behind."""
        if unit[0] >= GENERALS:
            return range(0)
        stack = self.stack(unit[0])
        staying = len(stack) - len(unit)
        return parting(len(unit), staying, self.troops[stack[0]]) if staying else range(0)

    def enemies_next_to(self, nation: int, city: int) -> list[int]:
        """The top generals of the hostile stacks next to a city: who stands there has to fight
        them (§7.1)."""
        near, at = NEXT[city], self.at
        return [g for g in HOSTILE_GENERALS_TO[nation] if at[g] in near and self.top(g) == g]

    def off_map(self, pieces: Sequence[int]) -> list[int]:
        """Those of the pieces that are off the map and may come back (§10)."""
        return [p for p in pieces if self.at[p] < 0 and not self.gone[p]]

    def ceiling(self, nation: int) -> int:
        """The most troops a nation may have (§6.6, §10.5, ruling 1)."""
        generals = len(GENERALS_OF[nation]) - sum(self.gone[GENERALS_AT[nation]])
        return min(establishment(self.scenario, nation), MOST_OF_A_GENERAL * generals)

    # -- recruiting --------------------------------------------------------------------

    def depots_lost(self, nation: int) -> bool:
        """Whether every depot of a nation holds a hostile piece (§10.7)."""
        at = self.at
        for city in DEPOTS[nation]:
            if city not in at or not hostile(nation, NATION_OF[at.index(city)]):
                return False
        return True

    def price(self, nation: int) -> int:
        """§10.1, §10.2; §10.8 when every depot is lost."""
        return DEAR if self.depots_lost(nation) else PRICE

    # -- objectives --------------------------------------------------------------------

    def protecting_nation(self, city: int) -> int:
        """Who protects an objective: its defender, or who has conquered it (§5.5, §5.8)."""
        return OBJECTIVE_OF[city] if self.control[city] else DEFENDER_OF[city]

    def protectors(self, city: int, nation: int) -> Iterator[int]:
        """The generals (or the Imperial train) of the nation that protect the city.

        §5.4: within three cities by plain roads, whatever stands between; §5.10: of trains
        only the Imperial one protects; §fate 11♥: Heinrich protects as far as four cities.
        """
        near = distances(city)
        at = self.at
        for piece in PROTECTING[nation]:
            if at[piece] >= 0:
                far = near[at[piece]]
                if far <= PROTECTION or (
                    far == 4 and piece == HEINRICH and self.holds(HEINRICH_FAR)
                ):
                    yield piece

    def is_protected(self, city: int, nation: int) -> bool:
        """Whether anybody of the nation protects the city."""
        return next(self.protectors(city, nation), -1) >= 0

    def may_win_by_conquest(self, nation: int) -> bool:
        """Whether a nation can conquer at all.

        Prussia only with the Offensive Option, in turns 1 to 3 (§13.6), or in the Austrian
        theatre (§scenario 2.12).
        """
        if nation != PRUSSIA or self.scenario == AUSTRIAN:
            return True
        if not self.expert("offensive"):
            return False
        return self.turn <= 3 or self.offensive in (ADOPTED, TAKEN)

    def may_conquer(self, nation: int, city: int) -> bool:
        """Whether an objective is there to be conquered by the nation (§5.1)."""
        if OBJECTIVE_OF[city] != nation or self.control[city]:
            return False
        return self.may_win_by_conquest(nation)

    def may_win_back(self, nation: int, city: int) -> bool:
        """Whether a conquered city is the nation's to win back (§5.8)."""
        return bool(self.control[city]) and DEFENDER_OF[city] == nation

    def imperial_moves_to(self) -> str:
        """To which player the Imperial Army has changed; "" if to nobody (§11.4, §11.5, §11.6)."""
        if self.scenario != "full":
            return ""
        if FRANCE in self.quit:
            return "pompadour"
        if RUSSIA in self.quit and SWEDEN in self.quit:
            return "elisabeth"
        return ""

    def eased(self, nation: int) -> bool:
        """Whether objectives of the first order are enough (§11.7, ruling 5).

        For Sweden without Russia (§11.8), for Austria and the Imperial Army when that has
        changed its player (§11.9); never in a scenario (§scenario 2.11).
        """
        if nation == SWEDEN:
            return self.scenario == "full" and RUSSIA in self.quit
        return nation in (AUSTRIA, IMPERIAL) and self.imperial_moves_to() != ""

    def needed(self, nation: int) -> list[int]:
        """The objectives that a nation needs for its victory (§12.2)."""
        first_only = self.eased(nation)
        return [c for c in OBJECTIVES_OF[nation] if not first_only or ORDER[c] == 1]

    def missing(self, nation: int) -> list[int]:
        """Those that it does not control yet."""
        return [city for city in self.needed(nation) if not self.control[city]]


_BACKWARDS = range(PIECES_N - 1, -1, -1)


def occupants(at: Sequence[int]) -> dict[int, int]:
    """A piece for each city that has one: of a stack the top general, written down last."""
    found = dict(zip(at[::-1], _BACKWARDS, strict=True))
    found.pop(-1, None)
    return found

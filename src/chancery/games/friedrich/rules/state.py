"""The position: pieces, troops, hands, markers, the clock of fate, and knowledge of armies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from chancery.core import AnySeat, BadPosition, Grid, Since, State, Until, replaced
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import CITIES, OBJECTIVES, AnyCity, N
from chancery.games.friedrich.board.board import ADOPTED, DECLINED, OPEN
from chancery.games.friedrich.board.cards import (
    DECK,
    DECKS,
    IN_THE_BOX,
    KINDS,
    AnyKind,
    HandsBytes,
    Kind,
    PileBytes,
)
from chancery.games.friedrich.board.fate_cards import AnyFate, ByFateList
from chancery.games.friedrich.board.nations import FRANCE, RUSSIA, SWEDEN, Nation
from chancery.games.friedrich.board.pieces import (
    GENERALS,
    GENERALS_OF,
    MOST_OF_A_GENERAL,
    NATION_OF,
    PIECES_N,
    STACK,
    AnyGeneral,
    ByGeneralList,
    ByPieceList,
)
from chancery.games.friedrich.rules.army_limits import ceiling, limits
from chancery.games.friedrich.rules.knowledge.known_troops import EXACT_SINCE, known_troops
from chancery.games.friedrich.rules.knowledge.possible_troops import Sums
from chancery.games.friedrich.rules.knowledge.reinforced import Feeding
from chancery.games.friedrich.rules.knowledge.totals import Troops
from chancery.games.friedrich.rules.players import may_discard_unseen

NO_MARK, CONQUEST, WIN_BACK = range(3)  # the pending result of a question mark on a city


class Buried(NamedTuple):
    """A card that a nation discarded face down."""

    nation: Nation
    card: Kind


class SeenCard(NamedTuple):
    """A card that one nation has seen go into the hand of another, where it still is."""

    viewer: Nation
    holder: Nation
    card: Kind


@dataclass(slots=True, init=False, eq=False, repr=False)
class Friedrich(Troops, State):
    """A position of Friedrich.

    The troops of a stack are one sum, held by its top general (§6.5: they may be divided anew at
    any time); the other generals of the stack have 0 in these lists.
    """

    turn: int
    stage: Nation  # the active nation
    owners: list[AnySeat]  # of each nation; null: it has left the game or was never in it
    at: list[AnyCity]  # of each piece
    gone: ByPieceList  # 1: out of the game for good
    down: ByGeneralList  # 1: face down, out of supply (§9.4)
    troops: ByGeneralList
    known: Annotated[tuple[Sums, ...], Since(EXACT_SINCE)]  # public knowledge of the troops
    low: Annotated[ByGeneralList, Until(EXACT_SINCE)]  # bounds of the troops of a stack
    high: Annotated[ByGeneralList, Until(EXACT_SINCE)]
    feeding: Annotated[tuple[Feeding, ...], Since(EXACT_SINCE)]  # a movement under the text 10♠
    told: ByGeneralList  # the troops last announced; 0: never
    hands: HandsBytes
    draw: PileBytes  # without an order, which is decided when drawing
    discards: PileBytes
    buried: tuple[Buried, ...]  # discarded face down
    seen: tuple[SeenCard, ...]
    opened: int  # decks that have been opened
    # 1: conquered by the nation whose objective it is
    control: Annotated[tuple[int, ...], Grid(CITIES)]
    marks: Annotated[tuple[int, ...], Grid(CITIES)]  # question marks
    drawn_fates: ByFateList  # 1: seen
    fate: AnyFate  # the card in force until the next
    fate_suit: int  # the text that was read
    fate_used: int  # 1: an effect that applies once has been applied
    fate_suits: tuple[int, ...]  # suits of sectors from which Hildburghausen has attacked (3♥)
    fed: ByGeneralList  # 1: received troops this turn (10♠); secret
    cuts: int  # of the subsidies
    losses: int  # of India and America
    quit: tuple[Nation, ...]  # nations that fate has taken out, virtual ones too
    offensive: int
    stake: AnyKind  # the card set aside for the Offensive Option
    victor: AnyGeneral  # the winner of the last fight
    beaten: tuple[Nation, ...]  # nations that have lost a fight this turn (12♥)

    # -- reading -----------------------------------------------------------------------

    def hand(self, nation: int) -> bytearray:
        """Return the counts by kind of a nation's cards."""
        return self.hands[nation * KINDS : (nation + 1) * KINDS]

    def hand_size(self, nation: int) -> int:
        """Count the cards that a nation holds, which is public."""
        return sum(self.hands[nation * KINDS : (nation + 1) * KINDS])

    def mark(self, city: int, mark: int = NO_MARK, *, control: int | None = None) -> None:
        """Put a question mark on a city or take it off; a control marker ends the question."""
        if self.marks[city] != mark:
            self.marks = replaced(self.marks, city, mark)
        if control is not None and self.control[city] != control:
            self.control = replaced(self.control, city, control)

    # -- what must always hold ---------------------------------------------------------

    def check(self) -> None:
        """Raise BadPosition unless cards are complete, armies within limits, and cities of one
        nation."""
        self._check_ranges()
        self._check_cards()
        at: dict[int, list[int]] = {}
        for piece in range(PIECES_N):
            city = self.at[piece]
            if city >= 0:
                if not city < N or self.gone[piece]:
                    raise BadPosition(T("a piece stands where it cannot"))
                at.setdefault(city, []).append(piece)
        for pieces in at.values():
            alone = len(pieces) == 1
            one_stack = len({NATION_OF[p] for p in pieces}) == 1 and max(pieces) < GENERALS
            if not alone and not (one_stack and len(pieces) <= STACK):
                raise BadPosition(T("two pieces in one city that may not stand together"))
            if one_stack and len({self.down[p] for p in pieces}) > 1:
                raise BadPosition(T("a stack is face down as a whole, or not at all"))
        self._check_armies()

    def _check_ranges(self) -> None:
        """Raise BadPosition for numbers out of range and for markers where there can be none."""
        lists = (self.gone, 1), (self.down, 1), (self.fed, 1), (self.drawn_fates, 1)
        singles = (
            (self.opened, 1, DECKS), (self.fate_suit, 0, 3), (self.fate_used, 0, 1),
            (self.cuts, 0, 2), (self.losses, 0, 2), (self.offensive, OPEN, DECLINED),
        )  # fmt: skip
        objectives = {city for city in range(N) if self.control[city] or self.marks[city]}
        if (
            any(max(row) > most for row, most in lists)
            or any(not least <= n <= most for n, least, most in singles)
            or len(self.owners) != 7 or len(self.at) != PIECES_N
            or max(self.control) > 1 or max(self.marks) > WIN_BACK
            or not objectives.issubset(OBJECTIVES)
            or not _in_order(self.fate_suits, 4) or not _in_order(self.beaten, 7)
            or len(set(self.quit)) != len(self.quit)
            or not {RUSSIA, SWEDEN, FRANCE}.issuperset(self.quit)
            or (self.stake >= 0) != (self.offensive == ADOPTED)
        ):  # fmt: skip
            raise BadPosition(T("a number that the game does not have, or a marker out of place"))

    def _check_notes(self) -> None:
        """Raise BadPosition if a card that a nation has seen in another hand is not there."""
        for note, n in Counter(self.seen).items():
            count = self.hands[note.holder * KINDS + note.card]
            # at the moment of victory the Imperial Army may change its player once more
            if note.viewer == note.holder or (n > count and self.result is None):
                raise BadPosition(T("a card was seen that is not there"))
        for nation in range(7):
            if self.owners[nation] < 0 and self.hand_size(nation):
                raise BadPosition(T("cards in a hand that belongs to no nation"))
        if not {buried.nation for buried in self.buried}.issubset(may_discard_unseen(self)):
            raise BadPosition(T("a discard by a nation that does not discard"))

    def _check_cards(self) -> None:
        counts = [0] * KINDS
        for kind in range(KINDS):
            counts[kind] = self.draw[kind] + self.discards[kind] + sum(self.hands[kind::KINDS])
        for buried in self.buried:
            counts[buried.card] += 1
        if self.stake >= 0:
            counts[self.stake] += 1
        for kind in range(KINDS):
            expected = IN_THE_BOX[kind] if DECK[kind] < self.opened else 0
            if counts[kind] != expected:
                raise BadPosition(T("a card is missing, or there is one too many"))
        self._check_notes()

    def _check_armies(self) -> None:
        setting_up = self.phases and self.phases[-1].rule == "1.19"
        for nation in range(7):
            if self.total(nation) > ceiling(self, nation):
                raise BadPosition(T("an army is larger than it may be"))
            for general in GENERALS_OF[nation]:
                top = self.at[general] >= 0 and self.top(general) == general
                if top and not setting_up:
                    least, most = limits(len(self.stack(general)))
                    if not least <= self.troops[general] <= most:
                        raise BadPosition(T("a stack has more or fewer troops than it may"))
                elif not top and self.troops[general]:
                    raise BadPosition(T("troops without a general"))
                if self.down[general] and self.at[general] < 0:
                    raise BadPosition(T("face down, but not on the map"))
                if self.told[general] > (MOST_OF_A_GENERAL * STACK if top else 0):
                    raise BadPosition(T("an announced sum that no stack can have"))
            if not setting_up:
                known_troops(self).check(self, nation)


def _in_order(numbers: Sequence[int], end: int) -> bool:
    """Return whether these are distinct numbers below `end` in ascending order."""
    return list(numbers) == [n for n in range(end) if n in numbers]

"""The position: pieces, troops, hands, markers, the clock of fate, and what is known of armies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from chancery.core import AnySeat, BadPosition, Grid, Since, State, Until
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import (
    CITIES,
    OBJECTIVES,
    AnyCity,
    N,
)
from chancery.games.friedrich.board.board import ADOPTED, DECLINED, OPEN, Board
from chancery.games.friedrich.board.cards import (
    A_DECK,
    DECKS,
    IN_THE_BOX,
    KINDS,
    AnyKind,
    HandsList,
    Kind,
    PileList,
    of_deck,
)
from chancery.games.friedrich.board.fates import AnyFate, ByFateList
from chancery.games.friedrich.board.nations import (
    FRANCE,
    RUSSIA,
    SWEDEN,
    Nation,
)
from chancery.games.friedrich.board.pieces import (
    GENERALS,
    GENERALS_AT,
    GENERALS_OF,
    MOST_OF_A_GENERAL,
    NATION_OF,
    PIECES_N,
    STACK,
    AnyGeneral,
    ByGeneralList,
    ByPieceList,
)
from chancery.games.friedrich.board.players import may_bury
from chancery.games.friedrich.rules.events import DeckOpened, DecksMixed, Drew
from chancery.games.friedrich.rules.knowledge.feeding import Feeding
from chancery.games.friedrich.rules.knowledge.known_troops import EXACT_SINCE, ledger
from chancery.games.friedrich.rules.knowledge.sums import Sums

NO_MARK, CONQUEST, WIN_BACK = range(3)  # what a question mark on a city waits for


class Buried(NamedTuple):
    """A card that a nation discarded unseen."""

    nation: Nation
    card: Kind


class Seen(NamedTuple):
    """A card that one nation has seen go into the hand of another, and that is still there."""

    viewer: Nation
    holder: Nation
    card: Kind


@dataclass(slots=True, init=False, eq=False, repr=False)
class Friedrich(Board, State):
    """A position of Friedrich.

    The troops of a stack are one sum, held by its top general (§6.5: they may be shared anew
    at any time); the others of the stack have 0 in these lists.
    """

    turn: int
    stage: Nation  # the active nation
    owners: list[AnySeat]  # of each nation; null: it has left the game or was never in it
    at: list[AnyCity]  # of each piece
    gone: ByPieceList  # 1: out of the game for good
    down: ByGeneralList  # 1: face down, out of supply (§9.4)
    troops: ByGeneralList
    known: Annotated[tuple[Sums, ...], Since(EXACT_SINCE)]  # of the troops, by everybody
    low: Annotated[ByGeneralList, Until(EXACT_SINCE)]  # of the troops of a stack: at least,
    high: Annotated[ByGeneralList, Until(EXACT_SINCE)]  # and at most
    feeding: Annotated[tuple[Feeding, ...], Since(EXACT_SINCE)]  # a movement under 10 spades
    told: ByGeneralList  # the sum last announced; 0: never
    hands: HandsList
    draw: PileList  # nobody knows its order: it has none until drawn
    discards: PileList
    buried: tuple[Buried, ...]  # discarded unseen
    seen: tuple[Seen, ...]
    opened: int  # decks that have been opened
    control: Annotated[
        tuple[int, ...], Grid(CITIES)
    ]  # 1: conquered by the nation whose objective it is
    marks: Annotated[tuple[int, ...], Grid(CITIES)]  # question marks
    drawn_fates: ByFateList  # 1: seen
    fate: AnyFate  # the card that holds until the next
    fate_suit: int  # the text that was read
    fate_used: int  # of an effect that counts once: how often it has counted
    fate_suits: tuple[int, ...]  # from which sectors Hildburghausen has attacked (3 hearts)
    fed: ByGeneralList  # 1: got troops this turn (10 spades); secret
    cuts: int  # of the subsidies
    losses: int  # of India and America
    quit: tuple[Nation, ...]  # nations that fate has taken out, virtual ones too
    offensive: int
    stake: AnyKind  # the card set aside for the Offensive Option
    victor: AnyGeneral  # who won last
    beaten: tuple[Nation, ...]  # who has lost a fight this turn (12 hearts)

    # -- reading -----------------------------------------------------------------------

    def total(self, nation: int) -> int:
        """All troops of a nation; public (§6)."""
        return sum(self.troops[GENERALS_AT[nation]])

    def hand(self, nation: int) -> list[int]:
        """The counts of a nation's cards by kind."""
        return self.hands[nation * KINDS : (nation + 1) * KINDS]

    def hand_size(self, nation: int) -> int:
        """How many cards a nation holds; public."""
        return sum(self.hands[nation * KINDS : (nation + 1) * KINDS])

    def mark(self, city: int, mark: int = NO_MARK, *, held: int | None = None) -> None:
        """Put a question mark on a city or take it off; a control marker ends the question.

        The markers change seldom and are copied often: so they are tuples, which are shared.
        """
        if self.marks[city] != mark:
            self.marks = (*self.marks[:city], mark, *self.marks[city + 1 :])
        if held is not None and self.control[city] != held:
            self.control = (*self.control[:city], held, *self.control[city + 1 :])

    # -- stacks ------------------------------------------------------------------------

    def bounds(self, generals: int) -> tuple[int, int]:
        """The fewest and most troops that so many generals command together (§6.1, §6.2, §6.3)."""
        return generals, generals * MOST_OF_A_GENERAL

    def join(self, generals: Iterable[int], city: int) -> None:
        """Generals come into a city; with others there they are one stack (§4.5, §9.5)."""
        arriving = list(generals)
        nation = NATION_OF[arriving[0]]
        there = [g for g in GENERALS_OF[nation] if self.at[g] == city and g not in arriving]
        all_of_them = sorted((*there, *arriving))
        assert len(all_of_them) <= STACK
        for general in arriving:
            self.at[general] = city
        if any(self.down[g] for g in all_of_them):
            for general in all_of_them:
                self.down[general] = 1
        self._pool(all_of_them)

    def _pool(self, generals: Sequence[int]) -> None:
        """One sum for all, held by the top general; and what is known of it."""
        top = generals[0]
        ledger(self).joined(self, generals)
        self.troops[top], rest = sum(self.troops[g] for g in generals), generals[1:]
        for general in rest:
            self.troops[general] = 0
        if any(self.fed[g] for g in generals):
            for general in generals:
                self.fed[general] = 1
        told = [self.told[g] for g in generals]
        for general in generals:
            self.told[general] = 0
        self.told[top] = told[0] if len(generals) == 1 else 0

    def part(self, generals: Sequence[int], troops: int) -> None:
        """Some generals leave a stack with so many of its troops (§6.5).

        They are still in the city; the caller moves them at once.
        """
        stack = self.stack(generals[0])
        staying = [g for g in stack if g not in generals]
        old, going, left = stack[0], generals[0], staying[0]
        whole = self.troops[old]
        for general in stack:
            self.troops[general] = self.told[general] = 0
        self.troops[going], self.troops[left] = troops, whole - troops
        ledger(self).parted(self, generals, staying)

    def announce(self, general: int) -> int:
        """The sum of a stack is told to everybody (§7.2)."""
        top = self.top(general)
        n = self.troops[top]
        self.told[top] = n
        ledger(self).announced(self, top, n)
        return n

    def lose(self, general: int, n: int) -> list[int]:
        """A stack loses troops, seen by all; generals without troops leave, lowest first (§6.4).

        Returns the generals who left.
        """
        top = self.top(general)
        stack = self.stack(top)
        self.troops[top] -= n
        ledger(self).lost(self, top, n)
        if self.told[top]:
            self.told[top] = self.troops[top]
        left = []
        while len(stack) > self.troops[top]:
            general = stack.pop()
            self.take_off(general)
            left.append(general)
            if not stack:
                break
        ledger(self).settle(self, NATION_OF[top])
        return left

    def take_off(self, general: int) -> None:
        """A general leaves the map; the troops of his stack stay with the others."""
        stack = self.stack(general)
        staying = [g for g in stack if g != general]
        for row in (self.troops, self.told):
            sum_of_all, row[stack[0]] = row[stack[0]], 0
            if staying:
                row[staying[0]] = sum_of_all
        ledger(self).handed_on(self, stack[0], staying[0] if staying else -1)
        self.at[general] = -1
        self.down[general] = 0
        self.fed[general] = 0

    # -- cards -------------------------------------------------------------------------

    def draw_cards(self, nation: int, n: int) -> list[int]:
        """Cards for a nation from the draw pile (§3.1), as far as there are any."""
        drawn = []
        for _ in range(n):
            if not any(self.draw) and not self._open_deck():
                break
            kind = self.pick(self.draw)
            self.draw[kind] -= 1
            self.hands[nation * KINDS + kind] += 1
            drawn.append(kind)
        if drawn:
            self.emit(Drew(nation, self.seat_of(nation), tuple(sorted(drawn))))
        return drawn

    def _open_deck(self) -> bool:
        """§3.3: the next deck; when all are used, the two largest piles of discards."""
        if self.opened < DECKS:
            self.draw = deck_of(self.opened)
            self.opened += 1
            self.emit(DeckOpened(self.opened))
            return True
        sizes = [
            of_deck(self.discards, deck) + sum(deck_number(b.card) == deck for b in self.buried)
            for deck in range(DECKS)
        ]
        largest = sorted(range(DECKS), key=lambda deck: (-sizes[deck], deck))[:2]
        largest = [deck for deck in largest if sizes[deck]]
        if not largest:
            return False
        for deck in largest:
            kinds = slice(deck * A_DECK, (deck + 1) * A_DECK)  # the draw pile is empty
            self.draw[kinds], self.discards[kinds] = self.discards[kinds], [0] * A_DECK
        for buried in self.buried:
            if deck_number(buried.card) in largest:
                self.draw[buried.card] += 1
        self.buried = tuple(b for b in self.buried if deck_number(b.card) not in largest)
        self.emit(DecksMixed(tuple(deck + 1 for deck in sorted(largest))))
        return True

    def lay(self, nation: int, kind: int) -> None:
        """A card leaves a hand openly: played or paid (§3.3)."""
        self.hands[nation * KINDS + kind] -= 1
        self.discards[kind] += 1
        self.forget(nation, kind)

    def bury(self, nation: int, kind: int) -> None:
        """A card leaves a hand unseen."""
        self.hands[nation * KINDS + kind] -= 1
        self.buried = (*self.buried, Buried(nation, kind))
        self.forget(nation, kind, ())

    def forget(self, nation: int, kind: int, seen_by: Sequence[int] | None = None) -> None:
        """A card has left a hand, seen by these nations (None: by all); the others, who cannot
        tell which one it was, no longer know of any.

        Until rules version 2 those who had seen an exchange forgot as much as the others.
        """
        if not self.seen:
            return
        if self.rules < 2:
            self.seen = tuple(
                s for s in self.seen if s.holder != nation or (seen_by is None and s.card != kind)
            )
            return
        left: list[Seen] = []
        gone: set[int] = set()  # whose note about this card is taken off: one of two Reserves
        for note in self.seen:
            if note.holder == nation:
                if seen_by is not None and note.viewer not in seen_by:
                    continue
                if note.card == kind and note.viewer not in gone:
                    gone.add(note.viewer)
                    continue
            left.append(note)
        self.seen = tuple(left)

    # -- leaving the game --------------------------------------------------------------

    def retire(self, general: int) -> int:
        """A general leaves for good; his troops go to his stack as far as it holds them.

        §6 (Keith retired), ruling 3. Returns the troops that are lost.
        """
        lost = 0
        if self.at[general] >= 0:
            stack = self.stack(general)
            top, room = stack[0], MOST_OF_A_GENERAL * (len(stack) - 1)
            lost = max(0, self.troops[top] - room)
            self.troops[top] -= lost
            ledger(self).overflowed(self, top, room, lost)
            self.take_off(general)
            ledger(self).settle(self, NATION_OF[general])
        self.gone[general] = 1
        return lost

    # -- what must always hold ---------------------------------------------------------

    def check(self) -> None:
        """Cards are conserved, armies within limits, one nation to a city."""
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
        """No number beyond what the game has, and markers only where there can be any."""
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
        """What nations have seen of one another's cards is still there."""
        for note, n in Counter(self.seen).items():
            held = self.hands[note.holder * KINDS + note.card]
            # in the instant of a victory the Imperial Army may change its player once more
            if note.viewer == note.holder or (n > held and self.result is None):
                raise BadPosition(T("a card was seen that is not there"))
        for nation in range(7):
            if self.owners[nation] < 0 and self.hand_size(nation):
                raise BadPosition(T("cards in the hand of nobody"))
        if not {buried.nation for buried in self.buried}.issubset(may_bury(self)):
            raise BadPosition(T("a discard of somebody who does not discard"))

    def _check_cards(self) -> None:
        counts = [0] * KINDS
        for kind in range(KINDS):
            counts[kind] = self.draw[kind] + self.discards[kind] + sum(self.hands[kind::KINDS])
        for buried in self.buried:
            counts[buried.card] += 1
        if self.stake >= 0:
            counts[self.stake] += 1
        for kind in range(KINDS):
            there = IN_THE_BOX[kind] if deck_number(kind) < self.opened else 0
            if counts[kind] != there:
                raise BadPosition(T("a card is missing, or there is one too many"))
        self._check_notes()

    def _check_armies(self) -> None:
        setting_up = self.phases and self.phases[-1].rule == "1.19"
        for nation in range(7):
            if self.total(nation) > self.ceiling(nation):
                raise BadPosition(T("an army is larger than it may be"))
            for general in GENERALS_OF[nation]:
                top = self.at[general] >= 0 and self.top(general) == general
                if top and not setting_up:
                    least, most = self.bounds(len(self.stack(general)))
                    if not least <= self.troops[general] <= most:
                        raise BadPosition(T("a stack has more or fewer troops than it may"))
                elif not top and self.troops[general]:
                    raise BadPosition(T("troops without a general"))
                if self.down[general] and self.at[general] < 0:
                    raise BadPosition(T("face down, but not on the map"))
                if self.told[general] > (MOST_OF_A_GENERAL * STACK if top else 0):
                    raise BadPosition(T("a sum was told that no stack can have"))
            if not setting_up:
                ledger(self).check(self, nation)


def _in_order(numbers: Sequence[int], end: int) -> bool:
    """Whether numbers below an end are written down once each, the least first."""
    return list(numbers) == [n for n in range(end) if n in numbers]


def deck_number(kind: int) -> int:
    """The deck of a kind of card."""
    return kind // (KINDS // DECKS)


def deck_of(number: int) -> list[int]:
    """A whole deck as counts by kind."""
    return [n if deck_number(kind) == number else 0 for kind, n in enumerate(IN_THE_BOX)]

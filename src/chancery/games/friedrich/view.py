"""The view of a seat, and sampling of positions that are consistent with it.

Public: the positions of pieces, face up or down, the markers, the total troops of each nation, the
strengths last announced, sizes and backs of hands, cards played and paid, cards of fate seen.
Private to a seat: the troops of its stacks and the cards of its nations. Hidden from all: the order
of the draw piles.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from itertools import chain, repeat
from operator import sub
from typing import Annotated

from chancery.core import AnySeat, Game, Grid, View, seen
from chancery.core.observations import AtMost, Between, Cells
from chancery.games.friedrich.board.atlas import CITIES, OBJECTIVES, AnyCity
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.cards import (
    A_DECK,
    DECK,
    DECK_NAMES,
    DECKS,
    IN_THE_BOX,
    KINDS,
    AnyKind,
    Pile,
    of_deck,
)
from chancery.games.friedrich.board.fate_cards import AnyFate, ByFate
from chancery.games.friedrich.board.nations import NATIONS, PRUSSIA, Nation
from chancery.games.friedrich.board.pieces import (
    GENERALS,
    NATION_OF,
    AnyGeneral,
    ByGeneral,
    ByPiece,
    establishment,
)
from chancery.games.friedrich.columns import FEEDING, HANDS, KNOWN
from chancery.games.friedrich.rules.knowledge.known_troops import EXACT_SINCE
from chancery.games.friedrich.rules.knowledge.possible_troops import Sums, among
from chancery.games.friedrich.rules.knowledge.reinforced import Feeding
from chancery.games.friedrich.rules.players import may_discard_unseen, player
from chancery.games.friedrich.rules.setup import SetUp
from chancery.games.friedrich.rules.state import Buried, Friedrich, SeenCard
from chancery.games.friedrich.rules.tactical_cards import Discard, cards_a_turn

_SHARED = (
    "turn", "stage", "fate", "fate_suit", "fate_used", "fate_suits", "opened", "cuts", "losses",
    "quit", "offensive", "stake", "victor", "beaten", "control", "marks",
)  # fmt: skip
_LISTS = (
    "owners", "at", "gone", "down", "told", "drawn_fates",
)  # fmt: skip


@dataclass(slots=True)
class FriedrichView(View, Board):
    """The table as one seat sees it; seat -1 is a spectator."""

    turn: int
    stage: Nation
    owners: tuple[AnySeat, ...]
    at: tuple[AnyCity, ...]
    gone: ByPiece
    down: ByGeneral
    troops: ByGeneral  # of the reader's own stacks; of all when the game is over
    known: Annotated[tuple[Sums, ...], KNOWN]  # publicly, of the troops of each nation
    low: ByGeneral  # the fewest troops that a stack can have by that knowledge
    high: ByGeneral  # the most
    feeding: Annotated[tuple[Feeding, ...], FEEDING]  # the public part, under 10♠
    told: ByGeneral
    totals: Annotated[tuple[int, ...], Grid(NATIONS)]
    hands: Annotated[tuple[Pile, ...], HANDS]  # of the nations the reader may look into
    backs: Annotated[tuple[int, ...], Grid(NATIONS, DECK_NAMES)]
    draw_size: int
    draw_backs: Annotated[tuple[int, ...], Grid(DECK_NAMES)]
    discards: Pile
    buried_backs: Annotated[tuple[int, ...], Grid(DECK_NAMES)]
    buried: Annotated[tuple[Buried, ...], AtMost(64)]  # discarded unseen by the reader
    seen: Annotated[tuple[SeenCard, ...], AtMost(32)]
    opened: int
    control: Annotated[tuple[int, ...], Grid(CITIES), Cells(OBJECTIVES), Between(0, 1)]
    marks: Annotated[tuple[int, ...], Grid(CITIES), Cells(OBJECTIVES), Between(0, 2)]
    drawn_fates: ByFate
    fate: AnyFate
    fate_suit: int
    fate_used: int
    fate_suits: Annotated[tuple[int, ...], AtMost(4)]
    fed: ByGeneral
    cuts: int
    losses: int
    quit: tuple[Nation, ...]
    offensive: int
    stake: AnyKind
    victor: AnyGeneral
    beaten: tuple[Nation, ...]

    def own(self, nation: int) -> bool:
        """Return whether the reader plays this nation."""
        return self.seat >= 0 and self.owners[nation] == self.seat

    def hand(self, nation: int) -> tuple[int, ...]:
        """Return the counts by kind of the cards of a nation that the reader may see."""
        return self.hands[nation]

    def total(self, nation: int) -> int:
        """Return the total troops of a nation, which are public."""
        return self.totals[nation]

    @property
    def rules(self) -> int:
        """The version of the rules of this table."""
        return self.frame.rules

    def hand_size(self, nation: int) -> int:
        """Count the cards that a nation holds."""
        return sum(self.backs[nation * DECKS : (nation + 1) * DECKS])


_EMPTY = (0,) * KINDS


def build_view(s: Friedrich, seat: int | None) -> FriedrichView:
    """Build the view of a seat, or of a spectator if `seat` is None."""
    over = s.result is not None
    visible = [over or (seat is not None and s.owners[n] == seat) for n in range(7)]
    # the player of a nation that has left the game still knows what it had seen
    remembers = [
        visible[n] or (seat is not None and s.owners[n] < 0 and player(s.seats, n) == seat)
        for n in range(7)
    ]
    troops = tuple([n if visible[NATION_OF[g]] else 0 for g, n in enumerate(s.troops)])
    fed = tuple([n if visible[NATION_OF[g]] else 0 for g, n in enumerate(s.fed)])
    hands = tuple(
        [tuple(s.hands[n * KINDS : (n + 1) * KINDS]) if visible[n] else _EMPTY for n in range(7)]
    )
    low, high = _bounds(s)
    buried_backs = [0] * DECKS
    for buried in s.buried:
        buried_backs[DECK[buried.card]] += 1
    return FriedrichView(
        *seen(s, seat),
        turn=s.turn,
        stage=s.stage,
        owners=tuple(s.owners),
        at=tuple(s.at),
        gone=tuple(s.gone),
        down=tuple(s.down),
        troops=troops,
        known=s.known,
        feeding=s.feeding,
        low=low,
        high=high,
        told=tuple(s.told),
        totals=_totals(s),
        hands=hands,
        backs=_backs(s.hands),
        draw_size=sum(s.draw),
        draw_backs=tuple([of_deck(s.draw, deck) for deck in range(DECKS)]),
        discards=tuple(s.discards),
        buried_backs=tuple(buried_backs),
        buried=tuple([b for b in s.buried if remembers[b.nation]]),
        seen=tuple([k for k in s.seen if remembers[k.viewer]]) if seat is not None else _all_saw(s),
        opened=s.opened,
        control=s.control,
        marks=s.marks,
        drawn_fates=tuple(s.drawn_fates),
        fate=s.fate,
        fate_suit=s.fate_suit,
        fate_used=s.fate_used,
        fate_suits=s.fate_suits,
        fed=fed,
        cuts=s.cuts,
        losses=s.losses,
        quit=s.quit,
        offensive=s.offensive,
        stake=s.stake,
        victor=s.victor,
        beaten=s.beaten,
    )


def _backs(hands: bytearray) -> tuple[int, ...]:
    """Return how many cards of each deck each nation holds."""
    return tuple(
        [
            sum(hands[n * KINDS + deck * A_DECK : n * KINDS + (deck + 1) * A_DECK])
            for n in range(7)
            for deck in range(DECKS)
        ]
    )


def _totals(s: Friedrich) -> tuple[int, ...]:
    """Return the troops of each nation; during the set-up those it will have."""
    if not (s.phases and isinstance(s.phases[-1], SetUp)):
        return tuple([s.total(n) for n in range(7)])
    return tuple([establishment(s.scenario, n) if s.owners[n] >= 0 else 0 for n in range(7)])


def _bounds(s: Friedrich) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the fewest and the most troops of each stack by public knowledge."""
    if s.rules < EXACT_SINCE:
        return tuple(s.low), tuple(s.high)
    low, high = [0] * GENERALS, [0] * GENERALS
    for tops, most in s.known:
        bit, total = 1, most[-1]
        for top in tops:  # Sums.boxes, inlined: a view is built at every question
            low[top], high[top] = total - most[-1 - bit], most[bit]
            bit += bit
    return tuple(low), tuple(high)


def _all_saw(s: Friedrich) -> tuple[SeenCard, ...]:
    """Return the notes about cards that every nation except the holder has seen."""
    return tuple(
        note
        for note in s.seen
        if all(
            SeenCard(viewer, note.holder, note.card) in s.seen
            for viewer in range(7)
            if viewer != note.holder
        )
    )


def sample(game: Game[Friedrich, FriedrichView], view: FriedrichView, seed: str) -> Friedrich:
    """Build a position consistent with a view, with random troops and cards where they are hidden.

    A set-up or purchase that other seats are composing at the same time is hidden; in the sample it
    has not begun.
    """
    dice = random.Random(seed)
    frame = view.frame
    s = game.framed(frame, seed)
    for name in _SHARED:
        setattr(s, name, getattr(view, name))
    for name in _LISTS:
        setattr(s, name, list(getattr(view, name)))
    if view.result is not None:
        s.finish(view.result)
    s.discards = bytearray(view.discards)
    s.known, s.feeding = view.known, view.feeding
    if s.rules < EXACT_SINCE:
        s.low, s.high = list(view.low), list(view.high)
    s.seen = view.seen
    s.fed = list(view.fed)
    s.phases.extend(phase.copy() for phase in view.phases)
    s.troops = list(view.troops)
    known = [view.result is not None or view.own(nation) for nation in range(7)]
    setting_up = bool(view.phases) and isinstance(view.phases[-1], SetUp)
    seats_asked = {question.seat for question in view.asked}
    for nation in range(7):
        if known[nation] or view.owners[nation] < 0:
            continue
        if not (setting_up and view.owners[nation] in seats_asked):
            _share(s, view, nation, dice)
    if s.feeding and not known[PRUSSIA]:
        _feed(s, dice)
    _deal(s, view, known, dice)
    top = s.phases[-1] if s.phases else None
    if isinstance(top, Discard) and not top.drawn:
        _draw_anew(s, top, dice)
    s.settle()
    return s


def _share(s: Friedrich, view: FriedrichView, nation: int, dice: random.Random) -> None:
    """Distribute random troops among the stacks of a nation.

    Each stack is chosen within its public bounds, given the stacks before it.
    """
    if s.rules >= EXACT_SINCE:
        sums = s.known[nation]
    else:
        boxes = {top: (s.low[top], s.high[top]) for top in s.tops(nation)}
        sums = among(boxes, view.totals[nation])
    for top in dice.sample(sums.tops, len(sums.tops)):
        low, high = sums.box(top)
        s.troops[top] = n = dice.randint(low, high)
        sums = sums.others_if(top, n)


def _feed(s: Friedrich, dice: random.Random) -> None:
    """Choose the stacks with new troops (§fate 10♠): those that must have some, and others by
    chance."""
    (feeding,) = s.feeding
    stacks = feeding.now()
    unfed: list[int] = []
    for stack in dice.sample(stacks, len(stacks)):
        trial = feeding.unfed([*unfed, *stack])
        if (trial == feeding or dice.random() < 0.5) and trial.sums().allows(s.troops):
            unfed += stack
    for general in s.on_map(PRUSSIA):
        s.fed[general] = int(general not in unfed)


def _deal(s: Friedrich, view: FriedrichView, known: list[bool], dice: random.Random) -> None:
    """Deal every hidden card to a random place where it could be, by the backs."""
    s.hands = bytearray(7 * KINDS)
    s.draw = bytearray(KINDS)
    s.buried = view.buried
    opened = [*IN_THE_BOX[: view.opened * A_DECK], *[0] * (KINDS - view.opened * A_DECK)]
    unseen = list(map(sub, opened, view.discards))
    for nation in range(7):
        if known[nation]:
            s.hands[nation * KINDS : (nation + 1) * KINDS] = view.hands[nation]
            unseen = list(map(sub, unseen, view.hands[nation]))
    notes = Counter(view.seen)  # each nation of the reader has its own
    for holder, card in sorted({(note.holder, note.card) for note in view.seen}):
        if not known[holder]:
            number = max(notes[SeenCard(viewer, holder, card)] for viewer in range(7))
            s.hands[holder * KINDS + card] += number
            unseen[card] -= number
    if view.stake >= 0:
        unseen[view.stake] -= 1
    for buried in view.buried:
        unseen[buried.card] -= 1
    discarders = _discarders(view, known)
    for deck in range(DECKS):
        cards = range(deck * A_DECK, (deck + 1) * A_DECK)
        pile = list(chain.from_iterable(map(repeat, cards, unseen[deck * A_DECK :])))
        dice.shuffle(pile)
        for nation in range(7):
            if known[nation]:
                continue
            start = nation * KINDS + deck * A_DECK
            missing = view.backs[nation * DECKS + deck] - sum(s.hands[start : start + A_DECK])
            for _ in range(missing):
                s.hands[nation * KINDS + pile.pop()] += 1
        known_buried = sum(DECK[b.card] == deck for b in view.buried)
        for _ in range(view.buried_backs[deck] - known_buried):
            s.buried = (*s.buried, Buried(dice.choice(discarders), pile.pop()))
        for kind in pile:
            s.draw[kind] += 1


def _discarders(view: FriedrichView, known: list[bool]) -> list[int]:
    """Return the nations that may have discarded cards the reader does not know.

    These are the nations that discard when drawing (§3.1) and those that have left the game
    (ruling 2).
    """
    seats = view.frame.seats
    return [
        nation
        for nation in may_discard_unseen(view)
        if not known[nation] and not (view.owners[nation] < 0 <= view.seat == player(seats, nation))
    ]


def _draw_anew(s: Friedrich, phase: Discard, dice: random.Random) -> None:
    """Choose at random which unseen cards in a hand have just been drawn."""
    hand = s.hand(phase.nation)
    for card in {note.card for note in s.seen if note.holder == phase.nation}:
        hand[card] -= 1
    cards = [kind for kind in range(KINDS) for _ in range(hand[kind])]
    number = min(len(cards), cards_a_turn(s, phase.nation))
    phase.drawn = tuple(sorted(dice.sample(cards, number)))

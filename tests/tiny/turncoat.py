"""Turncoat, a game for tests: three seats, three factions, one of which changes sides.

The rules:

1. *Set-up.* Left leads Red, Middle leads Blue, Right leads Grey. The cards 1 to 12 are dealt,
   four to each faction; only its leader sees them. One or two veto cards are dealt to as many
   seats, in secret, at most one each; how many there are is known.
2. *The march.* Red, Blue and Grey march in turn, four times each. The leader of the faction
   plays one of its cards. The last card is played automatically.
3. *The veto.* Then the other seats may in turn play a veto card, which ends the march at once.
   Seats that have played one, or cannot have one, are not asked.
4. *The battle.* Otherwise a die is rolled: with card and die 9 or more the faction grows
   stronger by one.
5. *Turning coat.* When Red or Blue first reaches the strength that the table has chosen, Grey
   goes over to its leader, with all its cards. It does so once.
6. *The end.* After four rounds each seat is ranked by the strength of the factions it leads, then
   by an unused veto card.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import (
    SEATS,
    Action,
    AnySeat,
    BadPosition,
    Event,
    Face,
    Game,
    Grid,
    Names,
    Notation,
    Option,
    Options,
    Outcome,
    Phase,
    Question,
    Refusal,
    Seat,
    State,
    View,
    question,
    seen,
)
from chancery.core.serialisation import NOBODY
from chancery.core.words import N_, TN, Listing, SeatName, T, Text
from tests.tiny.hands import dealt, row

SEAT_NAMES = ("left", "middle", "right")
RED, BLUE, GREY = range(3)
DECK = 12
HAND = 4
VICTORY = 9  # card and die

FACTIONS = Names("red", "blue", "grey", titles=(T("Red"), T("Blue"), T("Grey")))
CARDS = Names(
    *(str(n + 1) for n in range(DECK)), counted=lambda card, n: T("the {card}", card=card + 1)
)
Faction = Annotated[int, FACTIONS]
Card = Annotated[int, CARDS]
Hand = Annotated[tuple[int, ...], Grid(CARDS)]
Hands = Annotated[tuple[int, ...], Grid(FACTIONS, CARDS)]
ByFaction = Annotated[tuple[int, ...], Grid(FACTIONS)]

NOTATION = Notation()
PLAY = NOTATION.family("play", CARDS.names)
VETO = NOTATION.word("veto")
ALLOW = NOTATION.word("allow")


# -- events ----------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class HandDealt(Event):
    """A faction's cards are dealt, as its leader sees them (§1)."""

    sentence = N_("{faction} is dealt {cards}.")
    faction: Faction
    leader: Seat
    cards: Hand

    def seen_by(self, seat: int | None) -> Event:
        """Return the event without its cards for all other seats."""
        return self if seat == self.leader else HandDealtUnseen(self.faction)


@dataclass(slots=True, unsafe_hash=True)
class HandDealtUnseen(Event):
    """A faction's cards are dealt, as the others see them (§1)."""

    sentence = N_("{faction} is dealt four cards.")
    faction: Faction


@dataclass(slots=True, unsafe_hash=True)
class VetoDealt(Event):
    """A veto card is dealt; no other seat learns to whom (§1)."""

    sentence = N_("{seat} is dealt a veto card.")
    seat: Seat

    def seen_by(self, seat: int | None) -> Event | None:
        """Hide the event from all seats but the owner."""
        return self if seat == self.seat else None


@dataclass(slots=True, unsafe_hash=True)
class Marched(Event):
    """A card is played for a faction (§2)."""

    sentence = N_("{seat} plays {card} for {faction}.")
    reveals = True
    seat: Seat
    faction: Faction
    card: Card


@dataclass(slots=True, unsafe_hash=True)
class Allowed(Event):
    """A seat does not veto a march (§3)."""

    sentence = N_("{seat} lets {faction} march.")
    seat: Seat
    faction: Faction


@dataclass(slots=True, unsafe_hash=True)
class Vetoed(Event):
    """A march is ended by a veto card (§3)."""

    sentence = N_("{seat} plays a veto: {faction} stays at home.")
    reveals = True
    seat: Seat
    faction: Faction


@dataclass(slots=True, unsafe_hash=True)
class Fought(Event):
    """A faction wins a battle (§4)."""

    sentence = N_("{faction} rolls {die} and grows stronger.")
    faction: Faction
    die: int


@dataclass(slots=True, unsafe_hash=True)
class Repulsed(Event):
    """A faction loses a battle (§4)."""

    sentence = N_("{faction} rolls {die} and is repulsed.")
    faction: Faction
    die: int


@dataclass(slots=True, unsafe_hash=True)
class Turned(Event):
    """Grey goes over to another leader (§5)."""

    sentence = N_("Grey leaves {old} for {new} and brings {cards}.")
    reveals = True
    old: Seat
    new: Seat
    cards: Hand

    def seen_by(self, seat: int | None) -> Event:
        """Return the event without cards for the seat that is not involved."""
        return self if seat in (self.old, self.new) else TurnedUnseen(self.old, self.new)


@dataclass(slots=True, unsafe_hash=True)
class TurnedUnseen(Event):
    """Grey goes over, as the third seat sees it (§5)."""

    sentence = N_("Grey leaves {old} for {new}.")
    old: Seat
    new: Seat


# -- refusals --------------------------------------------------------------------------


class NotInHand(Refusal):
    """Refuse a card that the faction does not have."""

    sentence = N_("{faction} does not have the {card}.")
    rule = "2"


class NoVeto(Refusal):
    """Refuse a veto without a veto card."""

    sentence = N_("You have no veto card.")
    rule = "3"


# -- the position ----------------------------------------------------------------------


@dataclass(slots=True, init=False, eq=False, repr=False)
class Turncoat(State):
    """A position of Turncoat, with all hidden information."""

    leaders: list[Seat]  # by faction
    left_by: AnySeat  # Grey's former leader; null before it changes sides
    hands: Annotated[list[int], Grid(FACTIONS, CARDS)]
    strength: Annotated[list[int], Grid(FACTIONS)]
    vetoes: Annotated[list[int], Grid(SEATS)]  # veto cards in hand, secret
    spent: tuple[Seat, ...]  # seats that have played a veto, in order

    def hand(self, faction: int) -> tuple[int, ...]:
        """Return the cards of a faction."""
        return row(self.hands, faction, DECK)

    def knows(self, seat: int, faction: int) -> bool:
        """Whether a seat knows a faction's cards, as its present or former leader."""
        has_led = faction == GREY and self.left_by == seat != NOBODY
        return self.leaders[faction] == seat or has_led

    def may_have_veto(self, seat: int) -> bool:
        """Whether the seat may hold a veto card according to public information (§3)."""
        return seat not in self.spent and len(self.spent) < int(self.options["vetoes"])

    def check(self) -> None:
        """Check that cards are unique, and the sizes of hands and the veto cards."""
        if any(sum(self.hands[card::DECK]) > 1 for card in range(DECK)):
            raise BadPosition(T("a card is there once"))
        sizes = [sum(self.hand(faction)) for faction in range(3)]
        if sizes != sorted(sizes) or sizes[GREY] - sizes[RED] > 1 or sizes[GREY] > HAND:
            raise BadPosition(T("the factions march in turn"))
        home = SEAT_NAMES.index("right")
        if self.leaders[:GREY] != [0, 1] or len(self.leaders) != 3:
            raise BadPosition(T("Red and Blue stay with their leaders"))
        if (self.left_by, self.leaders[GREY]) not in ((NOBODY, home), (home, 0), (home, 1)):
            raise BadPosition(T("Grey leaves once"))
        if len(set(self.spent)) < len(self.spent) or NOBODY in self.spent:
            raise BadPosition(T("nobody plays two vetoes"))
        held = [n for seat, n in enumerate(self.vetoes) if n and seat not in self.spent]
        if any(n > 1 for n in self.vetoes) or sum(self.vetoes) != len(held):
            raise BadPosition(T("nobody has two vetoes"))
        if len(held) + len(self.spent) != self.options["vetoes"]:
            raise BadPosition(T("the veto cards are as many as were dealt"))
        if any(n > HAND for n in self.strength):
            raise BadPosition(T("no faction marches more than four times"))

    def see(self, seat: int | None) -> TurncoatView:
        """Return a seat's view: known hands, its own veto card, and public facts."""
        over = self.result is not None
        known = [self.hand(f) if self.knows(_or_nobody(seat), f) else _NOTHING for f in range(3)]
        return TurncoatView(
            *seen(self, seat),
            leaders=tuple(self.leaders),
            left_by=self.left_by,
            strength=tuple(self.strength),
            spent=self.spent,
            known=known[RED] + known[BLUE] + known[GREY],
            sizes=tuple(sum(self.hand(faction)) for faction in range(3)),
            gone=tuple(1 - sum(self.hands[card::DECK]) for card in range(DECK)),
            veto=bool(seat is not None and self.vetoes[seat]),
            vetoes=tuple(self.vetoes) if over else None,
        )


_NOTHING = (0,) * DECK


def _or_nobody(seat: int | None) -> int:
    return NOBODY if seat is None else seat


@dataclass(slots=True)
class TurncoatView(View):
    """The table as one seat sees it (null: a spectator)."""

    leaders: tuple[Seat, ...]
    left_by: AnySeat
    strength: ByFaction
    spent: tuple[Seat, ...]
    known: Hands  # known hands; empty where unknown
    sizes: ByFaction
    gone: Hand  # cards played so far, of those dealt
    veto: bool
    vetoes: Annotated[tuple[int, ...], Grid(SEATS)] | None  # visible to all when the game is over


# -- the phases ------------------------------------------------------------------------


@dataclass(slots=True)
class March(Phase[Turncoat]):
    """The factions march one after the other (§2)."""

    title = T("the march")
    rule = "2"

    faction: Faction  # the next faction to march

    def ask(self, s: Turncoat) -> tuple[Question, ...]:
        size = sum(s.hand(self.faction))
        if not size:
            end(s)
            return ()
        leader = s.leaders[self.faction]
        if size > 1:
            return question(leader, "march")
        self.do_play(s, leader, s.hand(self.faction).index(1))
        return ()

    def legal(self, s: Turncoat, seat: int) -> Sequence[Action]:
        return [PLAY[card] for card, n in enumerate(s.hand(self.faction)) if n]

    def do_play(self, s: Turncoat, seat: int, card: int) -> None:
        faction = self.faction
        s.hands[faction * DECK + card] -= 1
        s.emit(Marched(seat, faction, card))
        self.faction = (faction + 1) % 3
        others = tuple((seat + step) % 3 for step in (1, 2))
        s.push(Veto(faction, card, others))

    def no_play(self, s: Turncoat, seat: int, card: int) -> Refusal:
        return NotInHand(faction=FACTIONS.title(self.faction), card=card + 1)

    def check(self, s: Turncoat) -> None:
        sizes = [sum(s.hand(faction)) for faction in range(3)]
        if s.phases[0] is not self or self.faction != sizes.index(max(sizes)):
            raise BadPosition(T("another faction is to march"))


@dataclass(slots=True)
class Veto(Phase[Turncoat]):
    """The other seats may veto a march (§3); otherwise there is a battle (§4).

    All seats that may have a veto card according to public information are asked.
    """

    title = T("the veto")
    rule = "3"
    always = ("allow",)

    faction: Faction
    card: Card
    waiting: tuple[Seat, ...]  # seats that have not answered

    def ask(self, s: Turncoat) -> tuple[Question, ...]:
        for seat in self.waiting:
            if s.may_have_veto(seat):
                return question(seat, "veto")
        s.leave()
        battle(s, self.faction, self.card)
        return ()

    def legal(self, s: Turncoat, seat: int) -> Sequence[Action]:
        return (VETO, ALLOW) if s.vetoes[seat] else (ALLOW,)

    def do_allow(self, s: Turncoat, seat: int) -> None:
        s.emit(Allowed(seat, self.faction))
        self.waiting = self.waiting[self.waiting.index(seat) + 1 :]

    def do_veto(self, s: Turncoat, seat: int) -> None:
        s.vetoes[seat] = 0
        s.spent = (*s.spent, seat)
        s.emit(Vetoed(seat, self.faction))
        s.leave()

    def no_veto(self, s: Turncoat, seat: int) -> Refusal:
        return NoVeto()

    def check(self, s: Turncoat) -> None:
        if len(s.phases) != 2 or s.phases[1] is not self or not isinstance(s.phases[0], March):
            raise BadPosition(T("a veto stops a march"))
        if NOBODY in (self.faction, self.card) or s.phases[0].faction != (self.faction + 1) % 3:
            raise BadPosition(T("another faction is marching"))
        if sum(s.hands[self.card :: DECK]):
            raise BadPosition(T("the card has been played"))
        leader = s.leaders[self.faction]
        others = tuple((leader + step) % 3 for step in (1, 2))
        if not self.waiting or self.waiting != others[-len(self.waiting) :]:
            raise BadPosition(T("the other seats are asked in turn"))


def battle(s: Turncoat, faction: int, card: int) -> None:
    """Roll the die, strengthen the faction, and let Grey go over if it does (§4, §5)."""
    die = 1 + s.pick([1] * 6)
    if card + 1 + die < VICTORY:
        s.emit(Repulsed(faction, die))
        return
    s.strength[faction] += 1
    s.emit(Fought(faction, die))
    if faction != GREY and s.left_by == NOBODY and s.strength[faction] == s.options["turns"]:
        s.left_by, s.leaders[GREY] = s.leaders[GREY], s.leaders[faction]
        s.emit(Turned(s.left_by, s.leaders[GREY], s.hand(GREY)))


def end(s: Turncoat) -> None:
    """Rank the seats and end the game (§6)."""
    points = [sum(s.strength[f] for f in range(3) if s.leaders[f] == seat) for seat in range(3)]
    s.finish(Outcome.ranked(points, list(zip(points, s.vetoes, strict=True))))


# -- the game --------------------------------------------------------------------------


class TurncoatFace(Face[TurncoatView]):
    """The texts of Turncoat: questions, buttons and positions."""

    def prompt(self, view: TurncoatView, asked: Question) -> Text:
        """Return a question as a sentence."""
        top = view.phases[-1]
        if isinstance(top, Veto):
            return T("{faction} marches. Do you stop it?", faction=FACTIONS.title(top.faction))
        assert isinstance(top, March)
        return T("Play a card for {faction}.", faction=FACTIONS.title(top.faction))

    def label(self, action: Action) -> Text:
        """Return the label of an action's button."""
        if action.verb == "play":
            return T("Play the {card}", card=action.args[0] + 1)
        return T("Veto") if action.verb == "veto" else T("Allow")

    def describe(self, view: TurncoatView) -> Sequence[tuple[Text, Sequence[Text]]]:
        """Return a position as text blocks."""
        lines = []
        for faction in range(3):
            hand = view.known[faction * DECK : (faction + 1) * DECK]
            cards = Listing(tuple(T("the {n}", n=card + 1) for card in range(DECK) if hand[card]))
            lines.append(
                T(
                    "{faction}, led by {seat}: strength {strength}. {cards}",
                    faction=FACTIONS.title(faction),
                    seat=SeatName(view.leaders[faction]),
                    strength=view.strength[faction],
                    cards=T("You know {cards}.", cards=cards)
                    if any(hand)
                    else TN("{n} card.", "{n} cards.", view.sizes[faction]),
                )
            )
        return [(T("Factions"), lines)]


class TurncoatGame(Game[Turncoat, TurncoatView]):
    """Turncoat, for three players and three factions."""

    name = "turncoat"
    title = T("Turncoat")
    notation = NOTATION
    state = Turncoat
    face = TurncoatFace()
    options = (
        Option("vetoes", T("Veto cards"), {2: T("two"), 1: T("one")}, 2),
        Option("turns", T("Grey goes over to a strength of"), {2: T("two"), 1: T("one")}, 2),
    )

    def seats(self, options: Options) -> tuple[str, ...]:
        """Return three seats for any options."""
        return SEAT_NAMES

    def seat_title(self, seat: str) -> Text:
        """Return the name of a seat by its place at the table."""
        return {"left": T("Left"), "middle": T("Middle"), "right": T("Right")}[seat]

    def set_up(self, state: Turncoat) -> None:
        """Set the table up and deal cards and vetoes (§1)."""
        state.leaders, state.left_by = [0, 1, 2], NOBODY
        state.hands = [0] * (3 * DECK)
        state.strength, state.vetoes, state.spent = [0] * 3, [0] * 3, ()
        pile = [1] * DECK
        for faction in range(3):
            dealt(state, pile, faction, HAND, state.hands)
            state.emit(HandDealt(faction, state.leaders[faction], state.hand(faction)))
        for _ in range(int(state.options["vetoes"])):
            seat = state.pick([1 - n for n in state.vetoes])
            state.vetoes[seat] = 1
            state.emit(VetoDealt(seat))
        state.push(March(RED))

    def look(self, state: Turncoat, seat: int | None) -> TurncoatView:
        """Return the view of a seat, or of a spectator."""
        return state.see(seat)

    def sample(self, view: TurncoatView, seed: str) -> Turncoat:
        """Return a position with unknown cards and vetoes in random possible hands."""
        dice = random.Random(seed)
        state = self.blank(view.frame.options, seed, view.frame.rules, view.frame.data)
        state.leaders, state.left_by = list(view.leaders), view.left_by
        state.strength, state.spent, state.result = list(view.strength), view.spent, view.result
        state.hands = list(view.known)
        pile = [c for c in range(DECK) if not view.gone[c] and not sum(view.known[c::DECK])]
        dice.shuffle(pile)
        for faction, size in enumerate(view.sizes):
            for _ in range(size - sum(state.hand(faction))):
                state.hands[faction * DECK + pile.pop()] = 1
        state.vetoes = self._vetoes(view, dice)
        state.phases.extend(phase.copy() for phase in view.phases)
        state.settle()
        return state

    def _vetoes(self, view: TurncoatView, dice: random.Random) -> list[int]:
        if view.vetoes is not None:
            return list(view.vetoes)
        vetoes = [0, 0, 0]
        left = int(view.frame.options["vetoes"]) - len(view.spent)
        if view.veto:
            vetoes[view.seat] = 1
            left -= 1
        open_to = [seat for seat in range(3) if seat not in (view.seat, *view.spent)]
        for seat in dice.sample(open_to, left):
            vetoes[seat] = 1
        return vetoes


GAME = TurncoatGame()

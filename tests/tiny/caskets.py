"""Caskets, a game for tests: all players secretly place coins into caskets at the same time.

The rules:

1. *Set-up.* Two or three play two or three rounds. The favourites are six cards, two for each
   casket; everybody is dealt one and keeps it secret (option `cards`).
2. *Doubling.* In each round one player, in turn, chooses the casket that counts double.
3. *Placing.* All players place four coins into the caskets, in secret and at the same time, and
   announce that they are done.
4. *Opening.* When all are done, the coins are shown, and the value of each casket is drawn: 1, 2
   or 3 points. The player with most coins in it gets them; with a tie nobody does.
5. *The end.* The favourites are shown; a favourite is worth 2 points for each time its owner
   has won that casket. Most points win; a tie is a shared win.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import (
    OR_NONE,
    SEATS,
    Action,
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
from chancery.core.words import N_, NN_, TN, SeatName, T, Text, say
from tests.tiny.hands import SEAT_NAMES

COINS = 4
OF_A_KIND = 2  # favourite cards per casket
FAVOURITE_POINTS = 2
PRIZES = (1, 2, 3)


def _counted(casket: int, n: int) -> Text:
    return (
        TN("{n} coin in gold", "{n} coins in gold", n),
        TN("{n} coin in silver", "{n} coins in silver", n),
        TN("{n} coin in lead", "{n} coins in lead", n),
    )[casket]


CASKETS = Names(
    "gold", "silver", "lead", titles=(T("gold"), T("silver"), T("lead")), counted=_counted
)
Casket = Annotated[int, CASKETS]
Coins = Annotated[tuple[int, ...], Grid(CASKETS)]
Counts = Annotated[tuple[int, ...], Grid(SEATS)]
Table = Annotated[tuple[int, ...], Grid(SEATS, CASKETS)]

NOTATION = Notation()
DOUBLE = NOTATION.family("double", CASKETS.names)
PUT = NOTATION.family("put", CASKETS.names)
DONE = NOTATION.word("done")


# -- events ----------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class Dealt(Event):
    """A favourite is dealt, as its owner sees it (§1)."""

    sentence = N_("{seat} is dealt the card of {card}.")
    seat: Seat
    card: Casket

    def seen_by(self, seat: int | None) -> Event:
        """Return the event without its card for all other seats."""
        return self if seat == self.seat else DealtUnseen(self.seat)


@dataclass(slots=True, unsafe_hash=True)
class DealtUnseen(Event):
    """A favourite is dealt, as the others see it (§1)."""

    sentence = N_("{seat} is dealt a card.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Doubled(Event):
    """A casket is chosen to count double in this round (§2)."""

    sentence = N_("{seat} doubles {casket}.")
    seat: Seat
    casket: Casket


@dataclass(slots=True, unsafe_hash=True)
class CoinPut(Event):
    """A coin in a draft: only its owner sees it (§3)."""

    sentence = N_("{seat} puts a coin into {casket}.")
    seat: Seat
    casket: Casket

    def seen_by(self, seat: int | None) -> Event | None:
        """Hide the event from all other seats, including that it happened."""
        return self if seat == self.seat else None


@dataclass(slots=True, unsafe_hash=True)
class Closed(Event):
    """A player is done with placing (§3)."""

    sentence = N_("{seat} is done.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Opened(Event):
    """One player's coins are shown to all (§4)."""

    sentence = N_("{seat} has {coins}.")
    reveals = True
    seat: Seat
    coins: Coins


@dataclass(slots=True, unsafe_hash=True)
class CasketWon(Event):
    """A casket is won, with its points (§4)."""

    sentence = NN_("{seat} wins {casket}: {n} point.", "{seat} wins {casket}: {n} points.")
    casket: Casket
    seat: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class CasketTied(Event):
    """A casket is tied, so nobody wins it (§4)."""

    sentence = N_("Nobody wins {casket}.")
    casket: Casket


@dataclass(slots=True, unsafe_hash=True)
class FavouriteShown(Event):
    """A favourite is shown at the end of the game (§5)."""

    sentence = NN_(
        "{seat} shows the card of {card}: {n} point.",
        "{seat} shows the card of {card}: {n} points.",
    )
    reveals = True
    seat: Seat
    card: Casket
    n: int


# -- refusals --------------------------------------------------------------------------


class NoCoinLeft(Refusal):
    """Refuse to place a fifth coin."""

    sentence = N_("You have put all your coins; say that you are done.")
    rule = "3"


class CoinsLeft(Refusal):
    """Refuse to be done before all coins are placed."""

    sentence = NN_(
        "You still have {n} coin to put into a casket.",
        "You still have {n} coins to put into caskets.",
    )
    rule = "3"


# -- the position ----------------------------------------------------------------------


@dataclass(slots=True, init=False, eq=False, repr=False)
class Caskets(State):
    """A position of Caskets, with all hidden information."""

    round: int
    cards: list[Casket]  # favourite cards by seat; empty without the option
    drafts: Annotated[list[int], Grid(SEATS, CASKETS)]  # coins placed but not yet shown
    wins: Annotated[list[int], Grid(SEATS, CASKETS)]
    points: Annotated[list[int], Grid(SEATS)]

    def draft(self, seat: int) -> tuple[int, ...]:
        """Return the coins that a seat has placed so far."""
        return tuple(self.drafts[seat * 3 : seat * 3 + 3])

    def drafting(self, seat: int) -> bool:
        """Whether a seat has placed coins without being done."""
        return sum(self.draft(seat)) > 0 and self.question(seat) is not None

    def check(self) -> None:
        """Check the numbers of coins, cards and rounds."""
        n = len(self.seats)
        if not 1 <= self.round <= int(self.options["rounds"]):
            raise BadPosition(T("there is no such round"))
        if len(self.cards) != (n if self.options["cards"] else 0):
            raise BadPosition(T("everybody holds one card, or nobody any"))
        if any(self.cards.count(c) > OF_A_KIND for c in range(3)) or NOBODY in self.cards:
            raise BadPosition(T("there are two cards of each casket"))
        if any(sum(self.draft(seat)) > COINS for seat in range(n)):
            raise BadPosition(T("everybody has four coins"))
        if any(self.drafts) and not (self.phases and isinstance(self.phases[-1], Placing)):
            raise BadPosition(T("coins are put in the placing"))

    def see(self, seat: int | None) -> CasketsView:
        """Return a seat's view: its own card and draft, and everything shown."""
        return CasketsView(
            *seen(self, seat),
            round=self.round,
            card=NOBODY if seat is None or not self.cards else self.cards[seat],
            draft=() if seat is None else self.draft(seat),
            wins=tuple(self.wins),
            points=tuple(self.points),
            cards=tuple(self.cards) if self.result is not None else None,
        )


@dataclass(slots=True)
class CasketsView(View):
    """The table as one seat sees it (null: a spectator)."""

    round: int
    card: Annotated[int, CASKETS, OR_NONE]
    draft: Coins
    wins: Table
    points: Counts
    cards: tuple[Casket, ...] | None  # visible to all when the game is over


# -- the phases ------------------------------------------------------------------------


@dataclass(slots=True)
class Doubling(Phase[Caskets]):
    """One player chooses the casket that counts double (§2)."""

    title = T("the doubling")
    rule = "2"
    always = ("double",)

    seat: Seat

    def ask(self, s: Caskets) -> tuple[Question, ...]:
        return question(self.seat, "double")

    def legal(self, s: Caskets, seat: int) -> Sequence[Action]:
        return DOUBLE

    def do_double(self, s: Caskets, seat: int, casket: int) -> None:
        s.emit(Doubled(seat, casket))
        s.turn_to(Placing(casket))

    def check(self, s: Caskets) -> None:
        if self.seat == NOBODY or len(s.phases) > 1:
            raise BadPosition(T("nobody doubles"))


@dataclass(slots=True)
class Placing(Phase[Caskets]):
    """All players place coins into caskets, in secret and at the same time (§3, §4)."""

    title = T("the placing of coins")
    rule = "3"
    simultaneous = True

    double: Casket
    done: tuple[Seat, ...] = ()  # in the order of the seats

    def ask(self, s: Caskets) -> tuple[Question, ...]:
        asked = tuple(Question(i, "place") for i in range(len(s.seats)) if i not in self.done)
        if not asked:
            open_caskets(s, self.double)
        return asked

    def legal(self, s: Caskets, seat: int) -> Sequence[Action]:
        return PUT if sum(s.draft(seat)) < COINS else (DONE,)

    def do_put(self, s: Caskets, seat: int, casket: int) -> None:
        s.drafts[seat * 3 + casket] += 1
        s.emit(CoinPut(seat, casket))

    def do_done(self, s: Caskets, seat: int) -> None:
        self.done = tuple(sorted((*self.done, seat)))
        s.emit(Closed(seat))

    def no_put(self, s: Caskets, seat: int, casket: int) -> Refusal:
        return NoCoinLeft()

    def no_done(self, s: Caskets, seat: int) -> Refusal:
        return CoinsLeft(n=COINS - sum(s.draft(seat)))

    def check(self, s: Caskets) -> None:
        if self.double == NOBODY or len(s.phases) > 1:
            raise BadPosition(T("nothing counts double"))
        if list(self.done) != sorted(set(self.done)) or NOBODY in self.done:
            raise BadPosition(T("the seats that are done stand in order"))
        if any(sum(s.draft(seat)) != COINS for seat in self.done):
            raise BadPosition(T("who is done has put four coins"))


def open_caskets(s: Caskets, double: int) -> None:
    """Show the coins, draw and pay the prizes; continue with the next round or the end (§4)."""
    seats = range(len(s.seats))
    for seat in seats:
        s.emit(Opened(seat, s.draft(seat)))
    for casket in range(3):
        prize = PRIZES[s.pick([1, 1, 1])] * (2 if casket == double else 1)
        coins = [s.drafts[seat * 3 + casket] for seat in seats]
        if coins.count(max(coins)) > 1:
            s.emit(CasketTied(casket))
        else:
            winner = coins.index(max(coins))
            s.points[winner] += prize
            s.wins[winner * 3 + casket] += 1
            s.emit(CasketWon(casket, winner, prize))
    s.drafts = [0] * (3 * len(s.seats))
    if s.round < int(s.options["rounds"]):
        s.round += 1
        s.turn_to(Doubling((s.round - 1) % len(s.seats)))
    else:
        show_favourites(s)


def show_favourites(s: Caskets) -> None:
    """Pay the favourites and end the game (§5)."""
    for seat, card in enumerate(s.cards):
        bonus = FAVOURITE_POINTS * s.wins[seat * 3 + card]
        s.points[seat] += bonus
        s.emit(FavouriteShown(seat, card, bonus))
    s.finish(Outcome.ranked(s.points, [(n,) for n in s.points]))


# -- the game --------------------------------------------------------------------------


class CasketsFace(Face[CasketsView]):
    """The texts of Caskets: questions, buttons and positions."""

    def prompt(self, view: CasketsView, asked: Question) -> Text:
        """Return a question as a sentence."""
        if asked.name == "double":
            return T("Which casket counts double?")
        return TN("You have {n} coin left.", "You have {n} coins left.", COINS - sum(view.draft))

    def label(self, action: Action) -> Text:
        """Return the label of an action's button."""
        if action.verb == "done":
            return T("Done")
        casket = CASKETS.title(action.args[0])
        if action.verb == "double":
            return T("Double {casket}", casket=casket)
        return T("A coin into {casket}", casket=casket)

    def describe(self, view: CasketsView) -> Sequence[tuple[Text, Sequence[Text]]]:
        """Return a position as text blocks."""
        scores = [
            TN("{seat}: {n} point", "{seat}: {n} points", n, seat=SeatName(seat))
            for seat, n in enumerate(view.points)
        ]
        own = []
        if view.draft:
            own.append(T("{coins}", coins=Grid(CASKETS).words(view.draft)))
        if view.card != NOBODY:
            own.append(T("Your favourite is {card}.", card=CASKETS.title(view.card)))
        return [(T("Round {round}", round=view.round), scores), (say(N_("Your own")), own)]


class CasketsGame(Game[Caskets, CasketsView]):
    """Caskets, for two or three players."""

    name = "caskets"
    title = T("Caskets")
    rules = 2  # the same as version 1, so that records of an old version can be tested
    notation = NOTATION
    state = Caskets
    face = CasketsFace()
    options = (
        Option("players", T("Players"), {2: T("two"), 3: T("three")}, 2),
        Option("rounds", T("Rounds"), {2: T("two"), 3: T("three")}, 2),
        Option("cards", T("Favourites"), {True: T("dealt"), False: T("not used")}, True),
    )

    def seats(self, options: Options) -> tuple[str, ...]:
        """Return two or three seats, as the option says."""
        return SEAT_NAMES[: int(options["players"])]

    def seat_title(self, seat: str) -> Text:
        """Return the name of a seat without a player's name."""
        return {"ann": T("Ann"), "bob": T("Bob"), "cas": T("Cas")}[seat]

    def set_up(self, state: Caskets) -> None:
        """Set the table up and deal the favourites (§1)."""
        n = len(state.seats)
        state.round = 1
        state.cards = []
        state.drafts, state.wins = [0] * (3 * n), [0] * (3 * n)
        state.points = [0] * n
        pile = [OF_A_KIND] * 3
        for seat in range(n if state.options["cards"] else 0):
            card = state.pick(pile)
            pile[card] -= 1
            state.cards.append(card)
            state.emit(Dealt(seat, card))
        state.push(Doubling(0))

    def look(self, state: Caskets, seat: int | None) -> CasketsView:
        """Return the view of a seat, or of a spectator."""
        return state.see(seat)

    def sample(self, view: CasketsView, seed: str) -> Caskets:
        """Return a position with random favourites of others and random coins of those done."""
        dice = random.Random(seed)
        state = self.blank(view.frame.options, seed, view.frame.rules, view.frame.data)
        n = len(state.seats)
        state.round, state.result = view.round, view.result
        state.wins, state.points = list(view.wins), list(view.points)
        state.drafts = [0] * (3 * n)
        for phase in view.phases:
            state.phases.append(phase.copy())
            for seat in phase.done if isinstance(phase, Placing) else ():
                for _ in range(COINS):
                    state.drafts[seat * 3 + dice.randrange(3)] += 1
        if view.seat != NOBODY:
            state.drafts[view.seat * 3 : view.seat * 3 + 3] = view.draft
        state.cards = self._deal(view, n, dice)
        state.settle()
        return state

    def _deal(self, view: CasketsView, n: int, dice: random.Random) -> list[int]:
        if view.cards is not None:
            return list(view.cards)
        if not view.frame.options["cards"]:
            return []
        pile = [card for card in range(3) for _ in range(OF_A_KIND)]
        if view.seat != NOBODY:
            pile.remove(view.card)
        dice.shuffle(pile)
        return [view.card if seat == view.seat else pile.pop() for seat in range(n)]


GAME = CasketsGame()

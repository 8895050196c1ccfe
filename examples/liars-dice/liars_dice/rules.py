"""The rules of Liar's Dice: what can be said and done, what happens, and one phase a paragraph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import (
    N_,
    SEATS,
    TN,
    Action,
    BadPosition,
    Event,
    Grid,
    Names,
    Notation,
    Outcome,
    Phase,
    Question,
    Refusal,
    Seat,
    State,
    T,
    Text,
    question,
)

MOST = 20  # four players with five dice each


def counted(face: int, n: int) -> Text:
    """So many dice of a face: the words for `Grid(FACES)` in a sentence."""
    return (
        TN("{n} one", "{n} ones", n),
        TN("{n} two", "{n} twos", n),
        TN("{n} three", "{n} threes", n),
        TN("{n} four", "{n} fours", n),
        TN("{n} five", "{n} fives", n),
        TN("{n} six", "{n} sixes", n),
    )[face]


# Rules count in numbers; an axis says what people call them. 0 is ones, 5 is sixes.
FACES = Names("ones", "twos", "threes", "fours", "fives", "sixes", counted=counted)
ONES = FACES.index("ones")
Face = Annotated[int, FACES]
Dice = Annotated[tuple[int, ...], Grid(FACES)]  # how many of each face

# All actions there are, made once, each with the one line that anybody types: `bid 3 fives`.
NOTATION = Notation()
BID = NOTATION.pairs("bid", [str(n) for n in range(1, MOST + 1)], FACES.names)
DOUBT = NOTATION.word("doubt")


# -- what happens ----------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class Rolled(Event):
    """The dice under somebody's cup (§roll)."""

    sentence = N_("{seat} rolls {dice}.")
    seat: Seat
    dice: Dice

    def seen_by(self, seat: int | None) -> Event:
        """Each event has a face for each seat: the others see that there was a roll."""
        return self if seat == self.seat else RolledUnseen(self.seat)


@dataclass(slots=True, unsafe_hash=True)
class RolledUnseen(Event):
    """Somebody's roll, as the others see it (§roll)."""

    sentence = N_("{seat} rolls.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class BidMade(Event):
    """A bid (§bid)."""

    sentence = N_("{seat} bids {dice}.")
    seat: Seat
    dice: Dice


@dataclass(slots=True, unsafe_hash=True)
class Doubted(Event):
    """Somebody does not believe it (§doubt)."""

    sentence = N_("{seat} doubts that.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class CupLifted(Event):
    """Dice that become known to all: this `reveals` something, so there is no undo behind it."""

    sentence = N_("{seat} had {dice}.")
    reveals = True
    seat: Seat
    dice: Dice


@dataclass(slots=True, unsafe_hash=True)
class DieLost(Event):
    """Who was wrong (§doubt.lose)."""

    sentence = N_("{seat} loses a die.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class WentOut(Event):
    """Somebody without dice (§end)."""

    sentence = N_("{seat} is out.")
    seat: Seat


# -- why not ---------------------------------------------------------------------------


class MoreThanThereAre(Refusal):
    """A bid that nobody could believe."""

    sentence = N_("There are only {n} dice left.")
    rule = "bid.most"


class TooLow(Refusal):
    """A bid that is no higher than the last."""

    sentence = N_("Bid more than {dice}: more dice, or as many of a higher face.")
    rule = "bid.more"


# -- the position ----------------------------------------------------------------------


@dataclass(slots=True, init=False, eq=False, repr=False)
class LiarsDice(State):
    """A position, with everything hidden in it: whole numbers, tuples and flat lists of numbers."""

    dice: Annotated[list[int], Grid(SEATS)]  # how many each seat has left
    cups: Annotated[list[int], Grid(SEATS, FACES)]  # what they show; nothing when all is over
    out: tuple[Seat, ...]  # who has none left, in that order

    def cup(self, seat: int) -> tuple[int, ...]:
        """The dice under one cup."""
        return tuple(self.cups[6 * seat : 6 * seat + 6])

    def count(self, face: int) -> int:
        """How many dice of a face there are under all cups; ones may count too (§roll.wild)."""
        wild = self.options["wild"] and face != ONES
        return sum(self.cups[face::6]) + (sum(self.cups[ONES::6]) if wild else 0)

    def after(self, seat: int) -> int:
        """The next in turn who has dice."""
        n = len(self.seats)
        return next((seat + i) % n for i in range(1, n + 1) if self.dice[(seat + i) % n])

    def check(self) -> None:
        """What must hold of any position; one that somebody sends is refused with this."""
        without = {seat for seat, n in enumerate(self.dice) if not n}
        if max(self.dice) > int(self.options["dice"]) or set(self.out) != without:
            raise BadPosition(T("everybody has some dice, or is out"))
        if len(set(self.out)) != len(self.out) or (len(self.out) < len(self.seats) - 1) == (
            self.result is not None
        ):
            raise BadPosition(T("the game goes on until all but one are out"))
        for seat, n in enumerate(self.dice):
            if sum(self.cup(seat)) != (n if self.phases else 0):
                raise BadPosition(T("the dice that somebody has lie under his cup"))


# -- the phases: one paragraph of the rules each ---------------------------------------


@dataclass(slots=True)
class Rolling(Phase[LiarsDice]):
    """§roll: everybody rolls. Nobody decides anything, so the phase goes on by itself."""

    title = T("the roll")
    rule = "roll"
    first: Seat  # who begins the round

    def ask(self, s: LiarsDice) -> tuple[Question, ...]:
        """Chance comes from `pick` alone: so it is in the log, and can be replayed."""
        s.cups = [0] * (6 * len(s.seats))
        for seat, n in enumerate(s.dice):
            for _ in range(n):
                s.cups[6 * seat + s.pick([1, 1, 1, 1, 1, 1])] += 1
            if n:
                s.emit(Rolled(seat, s.cup(seat)))
        s.turn_to(Opening(self.first))
        return ()  # nobody is asked: the kernel turns to the phase that is now on top


@dataclass(slots=True)
class Opening(Phase[LiarsDice]):
    """§bid: somebody makes the first bid of a round."""

    title = T("the first bid")
    rule = "bid"
    seat: Seat

    def ask(self, s: LiarsDice) -> tuple[Question, ...]:
        """Who is asked, and what."""
        return question(self.seat, "bid")

    def legal(self, s: LiarsDice, seat: int) -> Sequence[Action]:
        """The complete list: pages, bots and the referee all go by it."""
        return [action for row in BID[: sum(s.dice)] for action in row]

    def do_bid(self, s: LiarsDice, seat: int, count: int, face: int) -> None:
        """What a legal bid does; the arguments are places along the axes: count 0 is one die."""
        make_bid(s, seat, count, face)

    def no_bid(self, s: LiarsDice, seat: int, count: int, face: int) -> Refusal:
        """Why another bid is not legal, said without looking at what the seat may not know."""
        return MoreThanThereAre(n=sum(s.dice))

    def check(self, s: LiarsDice) -> None:
        """Where this phase can stand."""
        if len(s.phases) > 1 or not s.dice[self.seat]:
            raise BadPosition(T("who begins has dice"))


@dataclass(slots=True)
class Answering(Phase[LiarsDice]):
    """§bid, §doubt: the next in turn bids more, or doubts. A phase remembers the least it can:
    whose turn it is follows from who has bid."""

    title = T("the answer to a bid")
    rule = "doubt"
    always = ("doubt",)  # nothing ever speaks against it here, so there is no `no_doubt`
    bidder: Seat
    count: int  # as in BID: 0 is one die
    face: Face

    def ask(self, s: LiarsDice) -> tuple[Question, ...]:
        """The next one with dice."""
        return question(s.after(self.bidder), "answer")

    def binds(self, s: LiarsDice) -> bool:
        """A bid that somebody has been asked about is not taken back."""
        return True

    def legal(self, s: LiarsDice, seat: int) -> Sequence[Action]:
        """§bid.more, §bid.most"""
        as_many = BID[self.count][self.face + 1 :]
        more = [action for row in BID[self.count + 1 : sum(s.dice)] for action in row]
        return [DOUBT, *as_many, *more]

    def do_bid(self, s: LiarsDice, seat: int, count: int, face: int) -> None:
        """And so on."""
        make_bid(s, seat, count, face)

    def no_bid(self, s: LiarsDice, seat: int, count: int, face: int) -> Refusal:
        """Too many, or too few."""
        if count >= sum(s.dice):
            return MoreThanThereAre(n=sum(s.dice))
        return TooLow(dice=counted(self.face, self.count + 1))

    def do_doubt(self, s: LiarsDice, seat: int) -> None:
        """§doubt, §doubt.lose: all cups are lifted."""
        s.emit(Doubted(seat))
        for other, n in enumerate(s.dice):
            if n:
                s.emit(CupLifted(other, s.cup(other)))
        enough = s.count(self.face) > self.count
        lose_die(s, seat if enough else self.bidder)

    def check(self, s: LiarsDice) -> None:
        """Where this phase can stand."""
        if len(s.phases) > 1 or not s.dice[self.bidder]:
            raise BadPosition(T("who has bid has dice"))
        if not 0 <= self.count < sum(s.dice):
            raise BadPosition(T("there are not so many dice"))


def make_bid(s: LiarsDice, seat: int, count: int, face: int) -> None:
    """§bid"""
    dice = tuple(count + 1 if other == face else 0 for other in range(6))
    s.emit(BidMade(seat, dice))
    s.turn_to(Answering(seat, count, face))


def lose_die(s: LiarsDice, loser: int) -> None:
    """§doubt.lose, §round, §end"""
    s.emit(DieLost(loser))
    s.dice[loser] -= 1
    if not s.dice[loser]:
        s.out = (*s.out, loser)
        s.emit(WentOut(loser))
    if len(s.out) < len(s.seats) - 1:
        s.turn_to(Rolling(loser if s.dice[loser] else s.after(loser)))
        return
    s.cups = [0] * len(s.cups)
    stood = [s.out.index(seat) if seat in s.out else len(s.out) for seat in range(len(s.seats))]
    s.finish(Outcome.ranked(s.dice, [(n,) for n in stood]))  # compared by keys, larger first

"""The rules of Liar's Dice: actions, events, refusals, the position, one phase per paragraph."""

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

COLOURS = ("red", "blue", "green", "white")  # of the seats
MOST = 20  # four players with five dice each


def counted(face: int, n: int) -> Text:
    """Return the words for a number of dice of a face, used by `Grid(FACES)` in sentences."""
    return (
        TN("{n} one", "{n} ones", n),
        TN("{n} two", "{n} twos", n),
        TN("{n} three", "{n} threes", n),
        TN("{n} four", "{n} fours", n),
        TN("{n} five", "{n} fives", n),
        TN("{n} six", "{n} sixes", n),
    )[face]


# Rules use indices; an axis gives them names. 0 is ones, 5 is sixes.
FACES = Names("ones", "twos", "threes", "fours", "fives", "sixes", counted=counted)
ONES = FACES.index("ones")
Face = Annotated[int, FACES]
Dice = Annotated[tuple[int, ...], Grid(FACES)]  # how many of each face

# All actions of the game, created once, each with the line that is typed for it: `bid 3 fives`.
NOTATION = Notation()
BID = NOTATION.pairs("bid", [str(n) for n in range(1, MOST + 1)], FACES.names)
DOUBT = NOTATION.word("doubt")


# -- events ----------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class Rolled(Event):
    """A player has rolled the dice under a cup (§roll)."""

    sentence = N_("{seat} rolls {dice}.")
    seat: Seat
    dice: Dice

    def seen_by(self, seat: int | None) -> Event:
        """Return the event as a seat sees it: the others see only that there was a roll."""
        return self if seat == self.seat else RolledUnseen(self.seat)


@dataclass(slots=True, unsafe_hash=True)
class RolledUnseen(Event):
    """A player's roll, as the others see it (§roll)."""

    sentence = N_("{seat} rolls.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class BidMade(Event):
    """A player has made a bid (§bid)."""

    sentence = N_("{seat} bids {dice}.")
    seat: Seat
    dice: Dice


@dataclass(slots=True, unsafe_hash=True)
class Doubted(Event):
    """A player has doubted the last bid (§doubt)."""

    sentence = N_("{seat} doubts that.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class CupLifted(Event):
    """A cup is lifted: this `reveals` hidden information, so undo ends here."""

    sentence = N_("{seat} had {dice}.")
    reveals = True
    seat: Seat
    dice: Dice


@dataclass(slots=True, unsafe_hash=True)
class DieLost(Event):
    """The player who was wrong loses a die (§doubt.lose)."""

    sentence = N_("{seat} loses a die.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class WentOut(Event):
    """A player without dice is out (§end)."""

    sentence = N_("{seat} is out.")
    seat: Seat


# -- refusals --------------------------------------------------------------------------


class MoreThanThereAre(Refusal):
    """Refuse a bid of more dice than there are."""

    sentence = N_("There are only {n} dice left.")
    rule = "bid.most"


class TooLow(Refusal):
    """Refuse a bid that is not higher than the last."""

    sentence = N_("Bid more than {dice}: more dice, or as many of a higher face.")
    rule = "bid.more"


# -- the position ----------------------------------------------------------------------


@dataclass(slots=True, init=False, eq=False, repr=False)
class LiarsDice(State):
    """A position with all hidden information: integers, tuples and flat lists of integers."""

    dice: Annotated[list[int], Grid(SEATS)]  # the number each seat has left
    cups: Annotated[list[int], Grid(SEATS, FACES)]  # what they show; empty when the game is over
    out: tuple[Seat, ...]  # seats without dice, in the order they went out

    def cup(self, seat: int) -> tuple[int, ...]:
        """Return the dice under one cup, counted by face."""
        return tuple(self.cups[6 * seat : 6 * seat + 6])

    def count(self, face: int) -> int:
        """Count the dice of a face under all cups; ones may count too (§roll.wild)."""
        wild = self.options["wild"] and face != ONES
        return sum(self.cups[face::6]) + (sum(self.cups[ONES::6]) if wild else 0)

    def after(self, seat: int) -> int:
        """Return the next seat in turn that has dice."""
        n = len(self.seats)
        return next((seat + i) % n for i in range(1, n + 1) if self.dice[(seat + i) % n])

    def check(self) -> None:
        """Check what must hold in any position; positions from files that fail it are refused."""
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


# -- phases: one for each paragraph of the rules ---------------------------------------


@dataclass(slots=True)
class Rolling(Phase[LiarsDice]):
    """§roll: everybody rolls. There is no decision, so the phase ends by itself."""

    title = T("the roll")
    rule = "roll"
    first: Seat  # the seat that begins the round

    def ask(self, s: LiarsDice) -> tuple[Question, ...]:
        """Roll with `pick`, the only source of chance: it is logged and can be replayed."""
        s.cups = [0] * (6 * len(s.seats))
        for seat, n in enumerate(s.dice):
            for _ in range(n):
                s.cups[6 * seat + s.pick([1, 1, 1, 1, 1, 1])] += 1
            if n:
                s.emit(Rolled(seat, s.cup(seat)))
        s.turn_to(Opening(self.first))
        return ()  # no decision: the kernel continues with the phase that is now on top


@dataclass(slots=True)
class Opening(Phase[LiarsDice]):
    """§bid: a player makes the first bid of a round."""

    title = T("the first bid")
    rule = "bid"
    seat: Seat

    def ask(self, s: LiarsDice) -> tuple[Question, ...]:
        """Return the seat that has to decide, and the name of the question."""
        return question(self.seat, "bid")

    def legal(self, s: LiarsDice, seat: int) -> Sequence[Action]:
        """Return all legal actions: pages, bots and the referee rely on this list."""
        return [action for row in BID[: sum(s.dice)] for action in row]

    def do_bid(self, s: LiarsDice, seat: int, count: int, face: int) -> None:
        """Carry out a legal bid; the arguments are indices on the axes: count 0 is one die."""
        make_bid(s, seat, count, face)

    def no_bid(self, s: LiarsDice, seat: int, count: int, face: int) -> Refusal:
        """Return why a bid is not legal, without using what is hidden from the seat."""
        return MoreThanThereAre(n=sum(s.dice))

    def check(self, s: LiarsDice) -> None:
        """Where this phase can stand."""
        if len(s.phases) > 1 or not s.dice[self.seat]:
            raise BadPosition(T("who begins has dice"))


@dataclass(slots=True)
class Answering(Phase[LiarsDice]):
    """§bid, §doubt: the next in turn bids more, or doubts. A phase stores as little as possible:
    the seat to move follows from the bidder."""

    title = T("the answer to a bid")
    rule = "doubt"
    always = ("doubt",)  # it is always legal here, so there is no `no_doubt`
    bidder: Seat
    count: int  # as in BID: 0 is one die
    face: Face

    def ask(self, s: LiarsDice) -> tuple[Question, ...]:
        """Ask the next player who has dice."""
        return question(s.after(self.bidder), "answer")

    def binds(self, s: LiarsDice) -> bool:
        """Whether the last action is final: a bid that is to be answered cannot be undone."""
        return True

    def legal(self, s: LiarsDice, seat: int) -> Sequence[Action]:
        """Return doubting and all higher bids (§bid.more, §bid.most)."""
        as_many = BID[self.count][self.face + 1 :]
        more = [action for row in BID[self.count + 1 : sum(s.dice)] for action in row]
        return [DOUBT, *as_many, *more]

    def do_bid(self, s: LiarsDice, seat: int, count: int, face: int) -> None:
        """Carry out a higher bid."""
        make_bid(s, seat, count, face)

    def no_bid(self, s: LiarsDice, seat: int, count: int, face: int) -> Refusal:
        """Return why a bid is not legal: too many dice, or too few."""
        if count >= sum(s.dice):
            return MoreThanThereAre(n=sum(s.dice))
        return TooLow(dice=counted(self.face, self.count + 1))

    def do_doubt(self, s: LiarsDice, seat: int) -> None:
        """Lift all cups; one of the two players loses a die (§doubt, §doubt.lose)."""
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
    """Make a bid; the next player answers it (§bid)."""
    dice = tuple(count + 1 if other == face else 0 for other in range(6))
    s.emit(BidMade(seat, dice))
    s.turn_to(Answering(seat, count, face))


def lose_die(s: LiarsDice, loser: int) -> None:
    """Remove a die and start the next round, or end the game (§doubt.lose, §round, §end)."""
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
    s.finish(Outcome.ranked(s.dice, [(n,) for n in stood]))  # ranked by these keys, largest first

"""What can happen, and who sees what of it."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import Event, Grid, Seat
from chancery.core.words import N_, NN_, Listing, SeatName, Text, say
from chancery.games.spada.board.components import (
    CATHEDRAL_PARTS,
    RESOURCES,
    AgendaCard,
    Cards,
    House,
    Part,
    Problem,
    Resource,
)


@dataclass(slots=True, unsafe_hash=True)
class YearBegan(Event):
    """A new year (§year)."""

    sentence = N_("Year {year} begins; {counsellor} is the King’s Counsellor.")
    year: int
    counsellor: Seat


@dataclass(slots=True, unsafe_hash=True)
class CrossLaid(Event):
    """The stone cross is the agenda of the first year (§winter.first)."""

    sentence = N_("The card with the stone cross is the agenda of the first year: {card}.")
    card: AgendaCard


@dataclass(slots=True, unsafe_hash=True)
class Proposed(Event):
    """An agenda card on the table (§winter.later)."""

    sentence = N_("{seat} puts {card} on the agenda.")
    reveals = True
    seat: Seat
    card: AgendaCard


@dataclass(slots=True, unsafe_hash=True)
class ProposedLast(Proposed):
    """The only agenda card in hand, played without asking (§winter.later)."""

    sentence = N_("{seat} has a single agenda card left, which is now on the agenda: {card}.")


@dataclass(slots=True, unsafe_hash=True)
class Swapped(Event):
    """An agenda card replaced for a privilege (§winter.swap)."""

    sentence = N_("{seat} pays the {privilege} privilege: {card} replaces {old}.")
    reveals = True
    seat: Seat
    privilege: Resource
    card: AgendaCard
    old: AgendaCard


@dataclass(slots=True, unsafe_hash=True)
class Summoned(Event):
    """The agenda card taken by one who has none (§winter.special)."""

    sentence = N_("{seat} pays the {privilege} privilege and takes {old}; {next} must replace it.")
    seat: Seat
    privilege: Resource
    old: AgendaCard
    next: Seat


@dataclass(slots=True, unsafe_hash=True)
class LeftAgenda(Event):
    """A player leaves the agenda card as it is (§winter.pass)."""

    sentence = N_("{seat} leaves the agenda as it is.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class AuctionBegan(Event):
    """The problem of the year is put to the nobles (§spring)."""

    sentence = N_("Spring: the nobles bid to solve the problem of the year, {kind}.")
    kind: Problem


@dataclass(slots=True, unsafe_hash=True)
class Bid(Event):
    """Cards added to an offer (§spring.open, §spring.raise)."""

    sentence = N_("{seat} offers {cards}: {total} in all.")
    reveals = True
    seat: Seat
    cards: Cards
    total: int


@dataclass(slots=True, unsafe_hash=True)
class Passed(Event):
    """A player out of the auction (§spring.pass)."""

    sentence = N_("{seat} passes, takes back {back} and discards {lost}.")
    first = N_("{seat} passes and takes back {back}.")
    empty = N_("{seat} passes.")
    seat: Seat
    back: Cards
    lost: Cards

    def text(self) -> Text:
        """Nothing is said of what nobody takes back or loses."""
        if any(self.lost):
            return Event.text(self)
        if any(self.back):
            return say(self.first, seat=SeatName(self.seat), back=Grid(RESOURCES).words(self.back))
        return say(self.empty, seat=SeatName(self.seat))


@dataclass(slots=True, unsafe_hash=True)
class OutOfCards(Passed):
    """A player out of the auction without being asked: no hand of that size could go higher
    (§spring.pass)."""

    sentence = N_(
        "{seat} has too few cards to go higher and is out, takes back {back} and discards {lost}."
    )
    first = N_("{seat} has too few cards to go higher and is out, but takes back {back}.")
    empty = N_("{seat} has too few cards to go higher and is out.")


@dataclass(slots=True, unsafe_hash=True)
class Won(Event):
    """The auction won (§spring.won)."""

    sentence = N_("{seat} wins with {total}, discards {cards} and is the King’s Counsellor.")
    seat: Seat
    total: int
    cards: Cards


@dataclass(slots=True, unsafe_hash=True)
class Favoured(Event):
    """The reward of a privilege year (§rewards.privilege)."""

    sentence = NN_(
        "{seat} has solved the problem and receives {n} point.",
        "{seat} has solved the problem and receives {n} points.",
    )
    seat: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class PrivilegeTaken(Event):
    """A privilege from the supply (§rewards.privilege, §help.reward)."""

    sentence = N_("{seat} takes the {privilege} privilege.")
    seat: Seat
    privilege: Resource


@dataclass(slots=True, unsafe_hash=True)
class PrivilegeRobbed(Event):
    """A privilege from another player (§rewards.privilege, §help.reward)."""

    sentence = N_("{seat} takes the {privilege} privilege from {owner}.")
    seat: Seat
    privilege: Resource
    owner: Seat


@dataclass(slots=True, unsafe_hash=True)
class PartBuilt(Event):
    """The next part of the cathedral (§rewards.cathedral, §rewards.builders)."""

    sentence = NN_(
        "{seat} builds {part} for {n} point, {builders} of it for builders’ houses, which go back"
        " to the stock.",
        "{seat} builds {part} for {n} points, {builders} of them for builders’ houses, which go"
        " back to the stock.",
    )
    alone = NN_("{seat} builds {part} for {n} point.", "{seat} builds {part} for {n} points.")
    seat: Seat
    part: Part
    n: int
    builders: int

    def text(self) -> Text:
        """Builders are only mentioned when there are any."""
        if self.builders:
            return Event.text(self)
        part = CATHEDRAL_PARTS.title(self.part)
        return say(self.alone, seat=SeatName(self.seat), part=part, n=self.n)


@dataclass(slots=True, unsafe_hash=True)
class SummerBegan(Event):
    """Everybody's summer turn, one after the other (§summer.turns)."""

    sentence = N_("Summer: the nobles take their turns, {counsellor} first.")
    counsellor: Seat


@dataclass(slots=True, unsafe_hash=True)
class FarmBuilt(Event):
    """A new farm (§build)."""

    sentence = N_("{seat} discards 1 grain and builds a farm.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Assigned(Event):
    """A farm's people sent to the cathedral (§assign)."""

    sentence = N_("{seat} discards 1 worker and moves a farm to the cathedral.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Attacked(Event):
    """A knight against a fief (§attack.challenge)."""

    sentence = N_("{seat} sends a knight against {target}.")
    reveals = True
    seat: Seat
    target: Seat


@dataclass(slots=True, unsafe_hash=True)
class Defended(Event):
    """A knight against a knight (§attack.challenge)."""

    sentence = N_("{seat} answers with a knight; both are discarded.")
    reveals = True
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Yielded(Event):
    """No knight in answer (§attack.burn)."""

    sentence = N_("{seat} does not defend the fief.")
    reveals = True
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Defenceless(Yielded):
    """No card in hand to answer with, and so nobody is asked (§attack.burn)."""

    sentence = N_("{seat} has no card in hand to defend the fief with.")


@dataclass(slots=True, unsafe_hash=True)
class Burned(Event):
    """A house lost (§attack.burn)."""

    sentence = N_("{seat} loses {house}.")
    seat: Seat
    house: House


@dataclass(slots=True, unsafe_hash=True)
class Plundered(Event):
    """Booty set aside face down (§attack.loot)."""

    sentence = NN_("{seat} sets {n} booty card aside.", "{seat} sets {n} booty cards aside.")
    empty = N_("There is no card left for {seat}’s booty.")
    seat: Seat
    n: int

    def text(self) -> Text:
        """Even the deck may be empty."""
        return Event.text(self) if self.n else say(self.empty, seat=SeatName(self.seat))


@dataclass(slots=True, unsafe_hash=True)
class Bribed(Event):
    """A knight bribed away (§bribe.knight)."""

    sentence = N_("{seat} bribes a knight of {target}; 1 riches card and the knight are discarded.")
    reveals = True
    seat: Seat
    target: Seat


@dataclass(slots=True, unsafe_hash=True)
class HandShown(Event):
    """A bribe that finds no knight: the briber alone sees the hand (§bribe.none)."""

    sentence = N_("{seat} tries to bribe {target}, who has no knight and shows {cards}.")
    empty = N_("{seat} tries to bribe {target}, who has no cards.")
    reveals = True
    seat: Seat
    target: Seat
    cards: Cards

    def text(self) -> Text:
        """An empty hand shows nothing."""
        if any(self.cards):
            return Event.text(self)
        return say(self.empty, seat=SeatName(self.seat), target=SeatName(self.target))

    def seen_by(self, seat: int | None) -> Event | None:
        """The two of them see the cards, the others only that there was no knight; that a hand is
        empty everybody knew."""
        if seat in (self.seat, self.target) or not any(self.cards):
            return self
        return BribeFailed(self.seat, self.target)


@dataclass(slots=True, unsafe_hash=True)
class BribeFailed(Event):
    """What everybody sees of a bribe that finds no knight (§bribe.none)."""

    sentence = N_(
        "{seat} tries to bribe {target}, who has no knight and shows the hand to {seat} alone."
    )
    reveals = True
    seat: Seat
    target: Seat


@dataclass(slots=True, unsafe_hash=True)
class BootyTaken(Event):
    """Booty taken in hand at the end of the turn (§attack.loot)."""

    sentence = N_("{seat} takes the booty into their hand: {cards}.")
    reveals = True
    seat: Seat
    cards: Cards

    def seen_by(self, seat: int | None) -> Event | None:
        """Others only see how many."""
        return self if seat == self.seat else BootyHidden(self.seat, sum(self.cards))


@dataclass(slots=True, unsafe_hash=True)
class BootyHidden(Event):
    """What others see of booty (§attack.loot)."""

    sentence = NN_(
        "{seat} takes the booty into their hand: {n} card.",
        "{seat} takes the booty into their hand: {n} cards.",
    )
    seat: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class SummerEnded(Event):
    """A player's summer is over (§summer.turns)."""

    sentence = N_("{seat} ends the summer turn.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class SummerSpent(Event):
    """A summer that is over because no card is left to use (§summer.turns)."""

    sentence = N_("{seat} has no card left in hand: the summer turn is over.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class AutumnBegan(Event):
    """Income, the King's help and tithes (§autumn)."""

    sentence = N_("Autumn: the nobles receive their income.")


@dataclass(slots=True, unsafe_hash=True)
class Drew(Event):
    """Income from the deck (§income.one, §income.farms, §income.privileges)."""

    sentence = N_("{seat} draws {cards}.")
    seat: Seat
    cards: Cards

    def seen_by(self, seat: int | None) -> Event | None:
        """Others only see how many."""
        return self if seat == self.seat else DrewHidden(self.seat, sum(self.cards))


@dataclass(slots=True, unsafe_hash=True)
class DrewHidden(Event):
    """What others see of a draw."""

    sentence = NN_("{seat} draws {n} card.", "{seat} draws {n} cards.")
    seat: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class DrewForPrivileges(Drew):
    """Cards of the deck for privileges that the discards cannot serve (§income.privileges)."""

    sentence = N_("{seat} draws {cards} for privileges: the discards have none of their kind.")

    def seen_by(self, seat: int | None) -> Event | None:
        """Others only see how many."""
        if seat == self.seat:
            return self
        return DrewForPrivilegesHidden(self.seat, sum(self.cards))


@dataclass(slots=True, unsafe_hash=True)
class DrewForPrivilegesHidden(DrewHidden):
    """What others see of it."""

    sentence = NN_(
        "{seat} draws {n} card for privileges: the discards have none of their kind.",
        "{seat} draws {n} cards for privileges: the discards have none of their kind.",
    )


@dataclass(slots=True, unsafe_hash=True)
class PrivilegesPaid(Event):
    """Income from privileges, openly from the discards (§income.privileges)."""

    sentence = N_("{seat} takes {cards} from the discards for privileges.")
    seat: Seat
    cards: Cards


@dataclass(slots=True, unsafe_hash=True)
class Reshuffled(Event):
    """The discards become the new deck (§setup.deck)."""

    sentence = NN_(
        "The discards are shuffled into a new deck of {n} card.",
        "The discards are shuffled into a new deck of {n} cards.",
    )
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Helped(Event):
    """The King's help, as the two concerned see it (§help.half)."""

    sentence = N_("{seat} asks for the King’s help and takes {cards} from {donor} at random.")
    seat: Seat
    donor: Seat
    cards: Cards

    def seen_by(self, seat: int | None) -> Event | None:
        """Others only see how many."""
        if seat in (self.seat, self.donor):
            return self
        return HelpedHidden(self.seat, self.donor, sum(self.cards))


@dataclass(slots=True, unsafe_hash=True)
class HelpedHidden(Event):
    """The King's help, as the others see it (§help.half)."""

    sentence = NN_(
        "{seat} asks for the King’s help and takes {n} card from {donor} at random.",
        "{seat} asks for the King’s help and takes {n} cards from {donor} at random.",
    )
    seat: Seat
    donor: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class HelpDeclined(Event):
    """No help wanted (§help.who)."""

    sentence = N_("{seat} does not ask for the King’s help.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Tithed(Event):
    """Cards above the limit given to the Church (§tithes)."""

    sentence = N_("{seat} pays {cards} in tithes.")
    reveals = True
    seat: Seat
    cards: Cards


@dataclass(slots=True, unsafe_hash=True)
class HandScored(Event):
    """A hand turned into points at the King's mobilisation (§mobilisation.score)."""

    sentence = NN_(
        "{seat} shows {cards} and receives {n} point; cards left: {left}.",
        "{seat} shows {cards} and receives {n} points; cards left: {left}.",
    )
    reveals = True
    seat: Seat
    cards: Cards
    n: int
    left: int


@dataclass(slots=True, unsafe_hash=True)
class CathedralFinished(Event):
    """The roof is on (§end, §mobilisation.year)."""

    sentence = N_("The cathedral is finished.")


@dataclass(slots=True, unsafe_hash=True)
class GameWon(Event):
    """Most points, then most cards, then a shared win (§end, §mobilisation.win)."""

    sentence = N_("{winners} has the most points, {n}, and wins.")
    by_cards = N_("{winners} has {n} points, as others have, but more cards, and wins.")
    shared = N_("{winners} have {n} points each and as many cards, and share the win.")
    winners: tuple[Seat, ...]
    n: int
    level: bool  # others have as many points, and fewer cards

    def text(self) -> Text:
        """Why it is these."""
        sentence = self.sentence
        if len(self.winners) > 1:
            sentence = self.shared
        elif self.level:
            sentence = self.by_cards
        winners = Listing(tuple(SeatName(seat) for seat in self.winners))
        return say(sentence, winners=winners, n=self.n)

"""The events of the game, with a version for each seat where something is secret."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import ZEROS, Event, Seat, When
from chancery.core.words import N_, NN_, Listing, SeatName, Text, say
from chancery.games.spada.board.components import (
    AgendaCard,
    Cards,
    House,
    Part,
    Problem,
    Resource,
)


@dataclass(slots=True, unsafe_hash=True)
class YearBegan(Event):
    """A new year begins with its Counsellor (§year)."""

    sentence = N_("Year {year} begins; {counsellor} is the King’s Counsellor.")
    year: int
    counsellor: Seat


@dataclass(slots=True, unsafe_hash=True)
class CrossLaid(Event):
    """The stone cross becomes the agenda of the first year (§winter.first)."""

    sentence = N_("The card with the stone cross is the agenda of the first year: {card}.")
    card: AgendaCard


@dataclass(slots=True, unsafe_hash=True)
class Proposed(Event):
    """A player puts an agenda card on the table (§winter.later)."""

    sentence = N_("{seat} puts {card} on the agenda.")
    reveals = True
    seat: Seat
    card: AgendaCard


@dataclass(slots=True, unsafe_hash=True)
class ProposedLast(Proposed):
    """The only agenda card in hand is played without a question (§winter.later)."""

    sentence = N_("{seat} has a single agenda card left, which is now on the agenda: {card}.")


@dataclass(slots=True, unsafe_hash=True)
class Swapped(Event):
    """An agenda card is replaced at the price of a privilege (§winter.swap)."""

    sentence = N_("{seat} pays the {privilege} privilege: {card} replaces {old}.")
    reveals = True
    seat: Seat
    privilege: Resource
    card: AgendaCard
    old: AgendaCard


@dataclass(slots=True, unsafe_hash=True)
class Summoned(Event):
    """A player without agenda cards takes the one on the table (§winter.special)."""

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
    """The auction about the problem of the year begins (§spring)."""

    sentence = N_("Spring: the nobles bid to solve the problem of the year, {kind}.")
    kind: Problem


@dataclass(slots=True, unsafe_hash=True)
class Bid(Event):
    """A player adds cards to an offer (§spring.open, §spring.raise)."""

    sentence = N_("{seat} offers {cards}: {total} in all.")
    reveals = True
    seat: Seat
    cards: Cards
    total: int


@dataclass(slots=True, unsafe_hash=True)
class Passed(Event):
    """A player leaves the auction (§spring.pass)."""

    sentence = N_("{seat} passes, takes back {back} and discards {lost}.")
    first = N_("{seat} passes and takes back {back}.")
    empty = N_("{seat} passes.")
    variants = (When(empty, back=ZEROS, lost=ZEROS), When(first, lost=ZEROS))
    seat: Seat
    back: Cards
    lost: Cards


@dataclass(slots=True, unsafe_hash=True)
class OutOfCards(Passed):
    """A player leaves the auction because no hand of that size could go higher (§spring.pass)."""

    sentence = N_(
        "{seat} has too few cards to go higher and is out, takes back {back} and discards {lost}."
    )
    first = N_("{seat} has too few cards to go higher and is out, but takes back {back}.")
    empty = N_("{seat} has too few cards to go higher and is out.")
    variants = (When(empty, back=ZEROS, lost=ZEROS), When(first, lost=ZEROS))


@dataclass(slots=True, unsafe_hash=True)
class Won(Event):
    """A player wins the auction of the year (§spring.won)."""

    sentence = N_("{seat} wins with {total}, discards {cards} and is the King’s Counsellor.")
    seat: Seat
    total: int
    cards: Cards


@dataclass(slots=True, unsafe_hash=True)
class Favoured(Event):
    """The winner receives the points of a privilege year (§rewards.privilege)."""

    sentence = NN_(
        "{seat} has solved the problem and receives {n} point.",
        "{seat} has solved the problem and receives {n} points.",
    )
    seat: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class PrivilegeTaken(Event):
    """A player takes a privilege from the supply (§rewards.privilege, §help.reward)."""

    sentence = N_("{seat} takes the {privilege} privilege.")
    seat: Seat
    privilege: Resource


@dataclass(slots=True, unsafe_hash=True)
class PrivilegeRobbed(Event):
    """A player takes a privilege from another player (§rewards.privilege, §help.reward)."""

    sentence = N_("{seat} takes the {privilege} privilege from {owner}.")
    seat: Seat
    privilege: Resource
    owner: Seat


@dataclass(slots=True, unsafe_hash=True)
class PartBuilt(Event):
    """The winner builds the next part of the cathedral (§rewards.cathedral, §rewards.builders)."""

    sentence = NN_(
        "{seat} builds {part} for {n} point, {builders} of it for builders’ houses, which go back"
        " to the stock.",
        "{seat} builds {part} for {n} points, {builders} of them for builders’ houses, which go"
        " back to the stock.",
    )
    alone = NN_("{seat} builds {part} for {n} point.", "{seat} builds {part} for {n} points.")
    variants = (When(alone, builders=0),)
    seat: Seat
    part: Part
    n: int
    builders: int


@dataclass(slots=True, unsafe_hash=True)
class SummerBegan(Event):
    """The summer turns of all players begin (§summer.turns)."""

    sentence = N_("Summer: the nobles take their turns, {counsellor} first.")
    counsellor: Seat


@dataclass(slots=True, unsafe_hash=True)
class FarmBuilt(Event):
    """A player builds a new farm (§build)."""

    sentence = N_("{seat} discards 1 grain and builds a farm.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Assigned(Event):
    """A player moves a farm to the cathedral (§assign)."""

    sentence = N_("{seat} discards 1 worker and moves a farm to the cathedral.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Attacked(Event):
    """A player sends a knight against a fief (§attack.challenge)."""

    sentence = N_("{seat} sends a knight against {target}.")
    reveals = True
    seat: Seat
    target: Seat


@dataclass(slots=True, unsafe_hash=True)
class Defended(Event):
    """The attacked player answers with a knight (§attack.challenge)."""

    sentence = N_("{seat} answers with a knight; both are discarded.")
    reveals = True
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Yielded(Event):
    """The attacked player does not answer with a knight (§attack.burn)."""

    sentence = N_("{seat} does not defend the fief.")
    reveals = True
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Defenceless(Yielded):
    """The attacked player has no card to answer with and is not asked (§attack.burn)."""

    sentence = N_("{seat} has no card in hand to defend the fief with.")


@dataclass(slots=True, unsafe_hash=True)
class Burned(Event):
    """The attacked player loses a house (§attack.burn)."""

    sentence = N_("{seat} loses {house}.")
    seat: Seat
    house: House


@dataclass(slots=True, unsafe_hash=True)
class Plundered(Event):
    """The attacker sets booty aside, face down (§attack.loot)."""

    sentence = NN_("{seat} sets {n} booty card aside.", "{seat} sets {n} booty cards aside.")
    variants = (When(N_("There is no card left for {seat}’s booty."), n=0),)
    seat: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Bribed(Event):
    """A player bribes a knight away (§bribe.knight)."""

    sentence = N_("{seat} bribes a knight of {target}; 1 riches card and the knight are discarded.")
    reveals = True
    seat: Seat
    target: Seat


@dataclass(slots=True, unsafe_hash=True)
class HandShown(Event):
    """A bribe finds no knight: the briber alone sees the hand (§bribe.none)."""

    sentence = N_("{seat} tries to bribe {target}, who has no knight and shows {cards}.")
    variants = (When(N_("{seat} tries to bribe {target}, who has no cards."), cards=ZEROS),)
    reveals = True
    seat: Seat
    target: Seat
    cards: Cards

    def seen_by(self, seat: int | None) -> Event | None:
        """The two of them see the cards, the others only that there was no knight; that a hand is
        empty everybody knew."""
        if seat in (self.seat, self.target) or not any(self.cards):
            return self
        return BribeFailed(self.seat, self.target)


@dataclass(slots=True, unsafe_hash=True)
class BribeFailed(Event):
    """A bribe finds no knight, as the others see it (§bribe.none)."""

    sentence = N_(
        "{seat} tries to bribe {target}, who has no knight and shows the hand to {seat} alone."
    )
    reveals = True
    seat: Seat
    target: Seat


@dataclass(slots=True, unsafe_hash=True)
class BootyTaken(Event):
    """The attacker takes the booty at the end of the turn (§attack.loot)."""

    sentence = N_("{seat} takes the booty into their hand: {cards}.")
    reveals = True
    seat: Seat
    cards: Cards

    def seen_by(self, seat: int | None) -> Event | None:
        """Show the other seats only the number of cards."""
        return self if seat == self.seat else BootyHidden(self.seat, sum(self.cards))


@dataclass(slots=True, unsafe_hash=True)
class BootyHidden(Event):
    """The attacker takes the booty, as the others see it (§attack.loot)."""

    sentence = NN_(
        "{seat} takes the booty into their hand: {n} card.",
        "{seat} takes the booty into their hand: {n} cards.",
    )
    seat: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class SummerEnded(Event):
    """A player ends the summer turn (§summer.turns)."""

    sentence = N_("{seat} ends the Summer turn.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class SummerSpent(Event):
    """A summer turn ends because the player has no card left (§summer.turns)."""

    sentence = N_("{seat} has no card left in hand: the Summer turn is over.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class AutumnBegan(Event):
    """Autumn begins with income, the King's help and tithes (§autumn)."""

    sentence = N_("Autumn: the nobles receive their income.")


@dataclass(slots=True, unsafe_hash=True)
class Drew(Event):
    """A player draws income from the deck (§income.one, §income.farms, §income.privileges)."""

    sentence = N_("{seat} draws {cards}.")
    seat: Seat
    cards: Cards

    def seen_by(self, seat: int | None) -> Event | None:
        """Show the other seats only the number of cards."""
        return self if seat == self.seat else DrewHidden(self.seat, sum(self.cards))


@dataclass(slots=True, unsafe_hash=True)
class DrewHidden(Event):
    """A player draws cards from the deck, as the others see it."""

    sentence = NN_("{seat} draws {n} card.", "{seat} draws {n} cards.")
    seat: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class DrewForPrivileges(Drew):
    """A player draws cards for privileges that the discards cannot serve (§income.privileges)."""

    sentence = N_("{seat} draws {cards} for privileges: the discards have none of their kind.")

    def seen_by(self, seat: int | None) -> Event | None:
        """Show the other seats only the number of cards."""
        if seat == self.seat:
            return self
        return DrewForPrivilegesHidden(self.seat, sum(self.cards))


@dataclass(slots=True, unsafe_hash=True)
class DrewForPrivilegesHidden(DrewHidden):
    """A player draws cards for privileges, as the others see it."""

    sentence = NN_(
        "{seat} draws {n} card for privileges: the discards have none of their kind.",
        "{seat} draws {n} cards for privileges: the discards have none of their kind.",
    )


@dataclass(slots=True, unsafe_hash=True)
class PrivilegesPaid(Event):
    """A player takes cards for privileges from the discards (§income.privileges)."""

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
    """The King helps a player, as the two concerned see it (§help.half)."""

    sentence = N_("{seat} asks for the King’s help and takes {cards} from {donor} at random.")
    seat: Seat
    donor: Seat
    cards: Cards

    def seen_by(self, seat: int | None) -> Event | None:
        """Show the uninvolved seats only the number of cards."""
        if seat in (self.seat, self.donor):
            return self
        return HelpedHidden(self.seat, self.donor, sum(self.cards))


@dataclass(slots=True, unsafe_hash=True)
class HelpedHidden(Event):
    """The King helps a player, as the others see it (§help.half)."""

    sentence = NN_(
        "{seat} asks for the King’s help and takes {n} card from {donor} at random.",
        "{seat} asks for the King’s help and takes {n} cards from {donor} at random.",
    )
    seat: Seat
    donor: Seat
    n: int


@dataclass(slots=True, unsafe_hash=True)
class HelpDeclined(Event):
    """A player does not ask for the King's help (§help.who)."""

    sentence = N_("{seat} does not ask for the King’s help.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class Tithed(Event):
    """A player discards the cards above the limit (§tithes)."""

    sentence = N_("{seat} pays {cards} in tithes.")
    reveals = True
    seat: Seat
    cards: Cards


@dataclass(slots=True, unsafe_hash=True)
class HandScored(Event):
    """A hand is turned into points at the King's mobilisation (§mobilisation.score)."""

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
    """The roof completes the cathedral (§end, §mobilisation.year)."""

    sentence = N_("The cathedral is finished.")


@dataclass(slots=True, unsafe_hash=True)
class GameWon(Event):
    """The game ends: most points win, then most cards, then the win is shared (§end,
    §mobilisation.win)."""

    sentence = N_("{winners} has the most points, {n}, and wins.")
    by_cards = N_("{winners} has {n} points, as others have, but more cards, and wins.")
    shared = N_("{winners} have {n} points each and as many cards, and share the win.")
    winners: tuple[Seat, ...]
    n: int
    level: bool  # whether others have as many points, and fewer cards

    def text(self) -> Text:
        """Return the sentence that says why these seats have won."""
        sentence = self.sentence
        if len(self.winners) > 1:
            sentence = self.shared
        elif self.level:
            sentence = self.by_cards
        winners = Listing(tuple(SeatName(seat) for seat in self.winners))
        return say(sentence, winners=winners, n=self.n)

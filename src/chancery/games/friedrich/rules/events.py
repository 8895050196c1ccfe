"""The events of Friedrich, with a version for each seat where something is secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from chancery.core import NOBODY, Event, Grid, Seat, When
from chancery.core.words import N_, NN_, TN, Listing, Text, say, signed
from chancery.games.friedrich.board.atlas import AnyCity, City
from chancery.games.friedrich.board.cards import (
    CARDS,
    RESERVE,
    SUIT_OF,
    SYMBOLS,
    VALUE,
    Kind,
    counts_of,
)
from chancery.games.friedrich.board.fate_cards import STROKE_NEWS, TEXTS, Fate
from chancery.games.friedrich.board.nations import NATIONS, AnyNation, Nation
from chancery.games.friedrich.board.pieces import AnyGeneral, General, Piece


@dataclass(slots=True, unsafe_hash=True)
class TroopsAssigned(Event):
    """A stack receives its troops at the set-up; only its player knows (§1.19)."""

    sentence = NN_("{general} leads {n} troop.", "{general} leads {n} troops.")
    seat: Seat
    general: General
    n: int

    def seen_by(self, seat: int | None) -> Event | None:
        """Hide the event from all other seats."""
        return self if seat == self.seat else None


@dataclass(slots=True, unsafe_hash=True)
class SetUpDone(Event):
    """The set-up is complete: all armies are ready."""

    sentence = N_("All armies are ready.")
    reveals = True  # from here on everybody relies on it


@dataclass(slots=True, unsafe_hash=True)
class TurnBegan(Event):
    """A turn of the game begins (§2.1)."""

    sentence = N_("Turn {turn}.")
    turn: int


@dataclass(slots=True, unsafe_hash=True)
class StageBegan(Event):
    """A nation becomes active and begins its stage (§2.2)."""

    sentence = N_("{nation:The} is active.")
    nation: Nation


@dataclass(slots=True, unsafe_hash=True)
class Drew(Event):
    """A nation draws cards from the draw pile (§3.1)."""

    sentence = N_("{nation:The} draws {cards}.")
    places = {"cards": lambda e: Grid(CARDS).words(counts_of(e.kinds))}
    nation: Nation
    seat: Seat
    kinds: tuple[Kind, ...]

    def seen_by(self, seat: int | None) -> Event:
        """Show the other seats only the number of cards."""
        return self if seat == self.seat else DrewHidden(self.nation, len(self.kinds))


@dataclass(slots=True, unsafe_hash=True)
class DrewHidden(Event):
    """A nation of another player draws cards."""

    sentence = NN_("{nation:The} draws {n} card.", "{nation:The} draws {n} cards.")
    nation: Nation
    n: int


@dataclass(slots=True, unsafe_hash=True)
class DeckOpened(Event):
    """The next deck is used (§3.3)."""

    sentence = N_("Deck {deck} is opened.")
    deck: int


@dataclass(slots=True, unsafe_hash=True)
class DecksMixed(Event):
    """Two piles of discards are shuffled (§3.3)."""

    sentence = N_("All decks are used; the discards of decks {decks} are shuffled.")
    places = {"decks": lambda e: Listing(e.decks)}
    decks: tuple[int, ...]


@dataclass(slots=True, unsafe_hash=True)
class BuriedCard(Event):
    """A card is discarded face down (§3.1)."""

    sentence = N_("{nation:The} discards {card}.")
    nation: Nation
    seat: Seat
    card: Kind

    def seen_by(self, seat: int | None) -> Event:
        """Show the other seats only that a card was discarded."""
        return self if seat == self.seat else BuriedHidden(self.nation)


@dataclass(slots=True, unsafe_hash=True)
class BuriedHidden(Event):
    """A nation of another player discards a card face down."""

    sentence = N_("{nation:The} discards a card.")
    nation: Nation


@dataclass(slots=True, unsafe_hash=True)
class Parted(Event):
    """A general leaves a stack with some of it (§4.5)."""

    sentence = N_("{general} leaves {other}’s stack.")
    general: General
    other: General


@dataclass(slots=True, unsafe_hash=True)
class Marched(Event):
    """A step of a march (§4.1)."""

    sentence = N_("{piece}, in a stack of {n}, marches to {city}.")
    variants = (When(N_("{piece:The} marches to {city}."), n=1),)
    later = {"here": None, "unit": []}
    piece: Piece
    n: int
    city: City
    here: AnyCity = NOBODY  # where the step began
    unit: tuple[Piece, ...] = ()  # all who march, the piece first


@dataclass(slots=True, unsafe_hash=True)
class Joined(Event):
    """Generals form one stack in a city (§4.5)."""

    sentence = N_("{general} joins the generals at {city}.")
    general: General
    city: City


@dataclass(slots=True, unsafe_hash=True)
class TrainTaken(Event):
    """A hostile general removes a supply train (§9.7)."""

    sentence = N_("{train:The} is captured at {city}.")
    train: Piece
    city: City


@dataclass(slots=True, unsafe_hash=True)
class MovementEnded(Event):
    """A nation has ended its movement (§2.2)."""

    sentence = N_("{nation:The} ends its movement.")
    nation: Nation


@dataclass(slots=True, unsafe_hash=True)
class Conquered(Event):
    """A nation conquers one of its objectives (§5.2)."""

    sentence = N_("{nation:The} conquers {city}.")
    nation: Nation
    city: City


@dataclass(slots=True, unsafe_hash=True)
class Marked(Event):
    """A protected objective gets a question mark (§5.7)."""

    sentence = N_("{city} is protected: {nation:the} puts a question mark on it.")
    nation: Nation
    city: City


@dataclass(slots=True, unsafe_hash=True)
class MarkLifted(Event):
    """A question mark is taken off (§5.7)."""

    sentence = N_("{city} is still protected: its question mark is taken off.")
    city: City


@dataclass(slots=True, unsafe_hash=True)
class MarkLapsed(Event):
    """A question mark is taken off because the nation may no longer conquer there (§13.8)."""

    sentence = N_("{city} can no longer be conquered: its question mark is taken off.")
    city: City


@dataclass(slots=True, unsafe_hash=True)
class WonBack(Event):
    """The defender wins an objective back (§5.8)."""

    sentence = N_("{nation:The} wins {city} back.")
    nation: Nation
    city: City


@dataclass(slots=True, unsafe_hash=True)
class Recruited(Event):
    """New troops and trains, and the cards that paid for them (§10)."""

    sentence = NN_(
        "{nation:The} recruits {bought} and pays {cards}; {n} point is lost.",
        "{nation:The} recruits {bought} and pays {cards}; {n} points are lost.",
    )
    exact = N_("{nation:The} recruits {bought} and pays {cards}, the exact price.")
    variants = (When(exact, waste=0),)
    reveals = True
    places = {
        "n": lambda e: e.waste,
        "bought": lambda e: Listing(
            (
                *([TN("{n} troop", "{n} troops", e.troops)] if e.troops else ()),
                *([TN("{n} train", "{n} trains", e.trains)] if e.trains else ()),
            )
        ),
    }
    nation: Nation
    troops: int
    trains: int
    cards: Annotated[tuple[int, ...], Grid(CARDS)]
    waste: int


@dataclass(slots=True, unsafe_hash=True)
class Entered(Event):
    """A piece re-enters the map by recruiting (§10.6)."""

    sentence = N_("{piece:The} enters at {city}.")
    piece: Piece
    city: City


@dataclass(slots=True, unsafe_hash=True)
class Fed(Event):
    """A general receives new troops; only the owner knows (§10.4)."""

    sentence = NN_("{general} receives {n} troop.", "{general} receives {n} troops.")
    seat: Seat
    general: General
    n: int

    def seen_by(self, seat: int | None) -> Event | None:
        """Hide the event from all other seats."""
        return self if seat == self.seat else None


@dataclass(slots=True, unsafe_hash=True)
class FightBegan(Event):
    """The active player chooses a fight, which is final (§7.1)."""

    sentence = N_("{attacker} attacks {defender}.")
    attacker: General
    defender: General


@dataclass(slots=True, unsafe_hash=True)
class Announced(Event):
    """The strengths of both stacks are announced (§7.2)."""

    sentence = N_("Troops: {attacker} {first}, {defender} {second}. {attacker} begins at {score}.")
    reveals = True
    places = {"score": lambda e: signed(e.first - e.second)}
    attacker: General
    first: int
    defender: General
    second: int


@dataclass(slots=True, unsafe_hash=True)
class CardPlayed(Event):
    """A card in a fight, and the score of who played it (§7.3)."""

    sentence = N_("{nation:The} plays {card} and is at {score}.")
    counting = N_("{nation:The} plays {card}, which counts {value}, and is at {score}.")
    reveals = True
    nation: Nation
    card: Kind
    value: int
    score: int

    def text(self) -> Text:
        """The score with its sign; what the card counts, where that is not what it shows."""
        nation, card, score = NATIONS.title(self.nation), CARDS.title(self.card), signed(self.score)
        if self.value == VALUE[self.card] and SUIT_OF[self.card] != RESERVE:
            return say(self.sentence, nation=nation, card=card, score=score)
        return say(self.counting, nation=nation, card=card, value=self.value, score=score)


@dataclass(slots=True, unsafe_hash=True)
class Drawn(Event):
    """A fight without a winner (§7.7)."""

    sentence = N_("A draw: {attacker} and {defender} hold their positions.")
    reveals = True
    attacker: General
    defender: General


@dataclass(slots=True, unsafe_hash=True)
class Won(Event):
    """A fight is decided in favour of one stack (§7.4)."""

    sentence = NN_("{winner} beats {loser} by {n} point.", "{winner} beats {loser} by {n} points.")
    reveals = True
    winner: General
    loser: General
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Lost(Event):
    """A stack loses troops in a fight (§7.5)."""

    sentence = NN_("{general} loses {n} troop.", "{general} loses {n} troops.")
    reveals = True
    nation: Nation
    general: General
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Removed(Event):
    """A general without troops leaves the map (§6.4)."""

    sentence = N_("{general} leaves the map.")
    general: General


@dataclass(slots=True, unsafe_hash=True)
class Trapped(Event):
    """A stack is lost because it has no full path to retreat (§8.7)."""

    sentence = N_("{general} finds no way to retreat and loses everything.")
    general: General


@dataclass(slots=True, unsafe_hash=True)
class Retreated(Event):
    """A beaten stack retreats to a city (§8.1)."""

    sentence = N_("{general} retreats to {city}.")
    general: General
    city: City


@dataclass(slots=True, unsafe_hash=True)
class Evaded(Event):
    """A stack steps aside before Daun attacks it (§fate 8♣)."""

    sentence = N_("{general} steps aside to {city}.")
    general: General
    city: City


@dataclass(slots=True, unsafe_hash=True)
class Stood(Event):
    """A stack does not step aside (§fate 8♣)."""

    sentence = N_("{general} does not step aside.")
    general: General


@dataclass(slots=True, unsafe_hash=True)
class OutOfSupply(Event):
    """A stack is turned over (§9.4)."""

    sentence = N_("{general} is out of supply and is turned over.")
    general: General


@dataclass(slots=True, unsafe_hash=True)
class BackInSupply(Event):
    """A stack is turned face up again (§9.4)."""

    sentence = N_("{general} is in supply again.")
    general: General


@dataclass(slots=True, unsafe_hash=True)
class Starved(Event):
    """A stack out of supply for the second time loses all troops (§9.4)."""

    sentence = NN_(
        "{general} is still out of supply and loses the last troop.",
        "{general} is still out of supply and loses all {n} troops.",
    )
    reveals = True
    general: General
    n: int


@dataclass(slots=True, unsafe_hash=True)
class OffensiveAdopted(Event):
    """Prussia adopts the Offensive Option (§13.4)."""

    sentence = N_("Prussia adopts the Offensive Option and sets {card} aside.")
    reveals = True
    card: Kind


@dataclass(slots=True, unsafe_hash=True)
class OffensiveDeclined(Event):
    """Prussia stays on the defensive (§13.4)."""

    sentence = N_(
        "Prussia declines the Offensive Option: after this turn it conquers nothing in Bohemia."
    )


@dataclass(slots=True, unsafe_hash=True)
class StakeTaken(Event):
    """Austria takes the card set aside (§13.5)."""

    sentence = N_("Austria takes {card}, which Prussia had set aside.")
    card: Kind


@dataclass(slots=True, unsafe_hash=True)
class OffensiveFailed(Event):
    """The Offensive Option is over (§13.8)."""

    sentence = N_("The Offensive Option has failed: Prussia conquers nothing more in Bohemia.")


@dataclass(slots=True, unsafe_hash=True)
class FateTurned(Event):
    """A card of fate is turned and read (§11.1)."""

    sentence = N_("Card of fate {n}{suit}: {text}")
    variants = (When(N_("Stroke of fate, {fate}: {text}"), suit=NOBODY),)
    reveals = True
    places = {
        "n": lambda e: e.fate + 1,
        "suit": lambda e: SYMBOLS[e.suit],
        "text": lambda e: STROKE_NEWS[e.fate] if e.suit == NOBODY else TEXTS[e.fate + 1, e.suit],
    }
    fate: Fate
    suit: int  # -1: a stroke


@dataclass(slots=True, unsafe_hash=True)
class NationQuit(Event):
    """A nation leaves the game (§11.2)."""

    sentence = N_("{nation:The} leaves the war.")
    nation: Nation


@dataclass(slots=True, unsafe_hash=True)
class Retired(Event):
    """A general leaves the game for good (§11.2)."""

    sentence = NN_(
        "{general} retires for good; {n} troop is lost with him.",
        "{general} retires for good; {n} troops are lost with him.",
    )
    variants = (When(N_("{general} retires for good."), lost=0),)
    reveals = True
    places = {"n": lambda e: e.lost}
    general: General
    lost: int


@dataclass(slots=True, unsafe_hash=True)
class WarOverseas(Event):
    """France loses India or America (§11.2)."""

    sentence = N_("The second loss overseas.")
    variants = (When(N_("The first loss overseas."), time=1),)
    time: int


@dataclass(slots=True, unsafe_hash=True)
class SubsidiesCut(Event):
    """England cuts the subsidies to Prussia (§11.2)."""

    sentence = N_("The second cut of the subsidies.")
    variants = (When(N_("The first cut of the subsidies."), time=1),)
    time: int


@dataclass(slots=True, unsafe_hash=True)
class DrawChanged(Event):
    """A stroke changes how many cards a nation draws or keeps (§11.2)."""

    sentence = NN_(
        "From now on {nation:the} draws {n} card a turn, and keeps it.",
        "From now on {nation:the} draws {n} cards a turn, and keeps them all.",
    )
    discarding = NN_(
        "From now on {nation:the} draws {n} card a turn.",
        "From now on {nation:the} draws {n} cards a turn.",
    )
    variants = (When(discarding, keeps=0),)
    nation: Nation
    n: int
    keeps: int  # 1: until now it had to discard one of them


@dataclass(slots=True, unsafe_hash=True)
class DrawStays(Event):
    """A cut of the subsidies does not change the draw (§scenario 1.8)."""

    sentence = NN_(
        "{nation:The} still draws {n} card a turn.", "{nation:The} still draws {n} cards a turn."
    )
    nation: Nation
    n: int


@dataclass(slots=True, unsafe_hash=True)
class ObjectivesEased(Event):
    """A nation needs no objectives of the second order any more (§11.7)."""

    sentence = N_("From now on {nation:the} needs only its objectives of the first order.")
    nation: Nation


@dataclass(slots=True, unsafe_hash=True)
class ImperialChanged(Event):
    """The Imperial Army changes its player, with its hand and troops (§11.4)."""

    sentence = N_("{seat} now plays the Imperial Army. Its troops: {troops}; its hand: {cards}.")
    bare = N_("{seat} now plays the Imperial Army, which has no troops. Its hand: {cards}.")
    variants = (When(bare, troops=0),)
    reveals = True
    seat: Seat
    troops: int
    cards: Annotated[tuple[int, ...], Grid(CARDS)]

    def seen_by(self, seat: int | None) -> Event:
        """Hide the hand and the troops from the other seats."""
        return self if seat == self.seat else ImperialMoved(self.seat)


@dataclass(slots=True, unsafe_hash=True)
class ImperialMoved(Event):
    """The Imperial Army has another player (§11.4)."""

    sentence = N_("{seat} now plays the Imperial Army.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class FateTroop(Event):
    """A general receives a free troop by a card of fate."""

    sentence = N_("{general} receives a troop.")
    variants = (When(N_("A general of {nation:the} receives a troop."), general=NOBODY),)
    reveals = True
    general: AnyGeneral
    nation: AnyNation = -1


@dataclass(slots=True, unsafe_hash=True)
class FateLoss(Event):
    """A general loses a troop by a card of fate."""

    sentence = N_("{general} loses a troop.")
    reveals = True
    general: General


@dataclass(slots=True, unsafe_hash=True)
class FateSpared(Event):
    """A general cannot take or lose the troop of a card of fate."""

    sentence = N_("Nothing changes for {general}.")
    reveals = True
    general: General


@dataclass(slots=True, unsafe_hash=True)
class Swapped(Event):
    """Austria and Russia have exchanged a card (§fate 1♥)."""

    sentence = N_("Austria gives {austrian} and receives {russian} from Russia.")
    reveals = True
    austria: Seat
    russia: Seat
    austrian: Kind
    russian: Kind

    def seen_by(self, seat: int | None) -> Event:
        """Hide the cards from the other seats."""
        return self if seat in (self.austria, self.russia) else SwappedHidden()


@dataclass(slots=True, unsafe_hash=True)
class SwappedHidden(Event):
    """Austria and Russia have exchanged a card, seen by others."""

    sentence = N_("Austria and Russia exchange a card.")
    reveals = True


@dataclass(slots=True, unsafe_hash=True)
class NothingCame(Event):
    """A choice offered by a card of fate is declined."""

    sentence = N_("The choice offered by the card of fate is declined.")
    reveals = True


@dataclass(slots=True, unsafe_hash=True)
class StoleCard(Event):
    """Prussia has given Austria a card and drawn another (§fate 9♦)."""

    sentence = N_("Prussia gives {given} to Austria and draws {taken} from its hand.")
    reveals = True
    prussia: Seat
    austria: Seat
    given: Kind
    taken: Kind

    def seen_by(self, seat: int | None) -> Event:
        """Hide the cards from the other seats."""
        return self if seat in (self.prussia, self.austria) else StoleHidden()


@dataclass(slots=True, unsafe_hash=True)
class StoleHidden(Event):
    """Prussia and Austria have exchanged a card, seen by others."""

    sentence = N_("Prussia gives Austria a card and draws one from its hand.")
    reveals = True


@dataclass(slots=True, unsafe_hash=True)
class Nudged(Event):
    """A general is moved by an opponent (§fate 12♥)."""

    sentence = N_("{general} is driven to {city}.")
    general: General
    city: City


@dataclass(slots=True, unsafe_hash=True)
class AustriaClaims(Event):
    """Austria claims the cities it is missing (§13.9)."""

    sentence = N_("Austria claims {cities}.")
    cities: tuple[City, ...]


@dataclass(slots=True, unsafe_hash=True)
class AustriaWaits(Event):
    """Austria declines to claim cities (§13.9)."""

    sentence = N_("Austria does not claim any city.")


@dataclass(slots=True, unsafe_hash=True)
class GameWon(Event):
    """A player wins the game with a nation (§12)."""

    sentence = N_("{seat} wins with {nation:the}.")
    nation: Nation
    seat: Seat

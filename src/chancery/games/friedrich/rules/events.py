"""What happens in Friedrich, with a face for each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from chancery.core import Event, Grid, Seat
from chancery.core.words import N_, NN_, TN, Listing, SeatName, Template, Text, say, signed
from chancery.games.friedrich.board.atlas import CITY_SPOTS, City
from chancery.games.friedrich.board.cards import (
    CARDS,
    RESERVE,
    SUIT_OF,
    SYMBOLS,
    VALUE,
    Kind,
    counts_of,
)
from chancery.games.friedrich.board.fate_cards import FATES, STROKE_NEWS, TEXTS, Fate
from chancery.games.friedrich.board.nations import AnyNation, Nation
from chancery.games.friedrich.board.pieces import PIECES, AnyGeneral, General, Piece


@dataclass(slots=True, unsafe_hash=True)
class TroopsAssigned(Event):
    """A stack has got its troops; only its player knows (§1.19)."""

    sentence = NN_("{general} leads {n} troop.", "{general} leads {n} troops.")
    seat: Seat
    general: General
    n: int

    def seen_by(self, seat: int | None) -> Event | None:
        """Nobody else notices."""
        return self if seat == self.seat else None


@dataclass(slots=True, unsafe_hash=True)
class SetUpDone(Event):
    """All armies are ready."""

    sentence = N_("All armies are ready.")
    reveals = True  # from here on everybody relies on it


@dataclass(slots=True, unsafe_hash=True)
class TurnBegan(Event):
    """A turn begins (§2.1)."""

    sentence = N_("Turn {turn}.")
    turn: int


@dataclass(slots=True, unsafe_hash=True)
class StageBegan(Event):
    """A nation becomes active (§2.2)."""

    sentence = N_("{nation:The} is active.")
    nation: Nation


@dataclass(slots=True, unsafe_hash=True)
class Drew(Event):
    """Cards from the draw pile (§3.1)."""

    sentence = N_("{nation:The} draws {cards}.")
    nation: Nation
    seat: Seat
    kinds: tuple[Kind, ...]

    def seen_by(self, seat: int | None) -> Event:
        """The others see the backs."""
        return self if seat == self.seat else DrewHidden(self.nation, len(self.kinds))

    def text(self) -> Text:
        """With the cards."""
        cards = Grid(CARDS).words(counts_of(self.kinds))
        return say(self.sentence, nation=_nation(self.nation), cards=cards)


@dataclass(slots=True, unsafe_hash=True)
class DrewHidden(Event):
    """Somebody else's cards."""

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
    decks: tuple[int, ...]

    def text(self) -> Text:
        """With the numbers of the decks."""
        return say(self.sentence, decks=Listing(self.decks))


@dataclass(slots=True, unsafe_hash=True)
class BuriedCard(Event):
    """A card put away unseen (§3.1)."""

    sentence = N_("{nation:The} discards {card}.")
    nation: Nation
    seat: Seat
    card: Kind

    def seen_by(self, seat: int | None) -> Event:
        """The others see only the back."""
        return self if seat == self.seat else BuriedHidden(self.nation)


@dataclass(slots=True, unsafe_hash=True)
class BuriedHidden(Event):
    """Somebody else's discard."""

    sentence = N_("{nation:The} discards a card.")
    nation: Nation


@dataclass(slots=True, unsafe_hash=True)
class Parted(Event):
    """A stack is taken apart (§4.5)."""

    sentence = N_("{general} leaves {other}’s stack.")
    general: General
    other: General


@dataclass(slots=True, unsafe_hash=True)
class Marched(Event):
    """A step of a march (§4.1)."""

    sentence = N_("{piece:The} marches to {city}.")
    together = N_("{piece}, in a stack of {n}, marches to {city}.")
    piece: Piece
    n: int
    city: City

    def text(self) -> Text:
        """How many march with him is seen."""
        which: Template = self.sentence if self.n == 1 else self.together
        places = {} if self.n == 1 else {"n": self.n}
        piece = PIECES.title(self.piece)
        return say(which, piece=piece, city=CITY_SPOTS[self.city], **places)


@dataclass(slots=True, unsafe_hash=True)
class Joined(Event):
    """Generals come together (§4.5)."""

    sentence = N_("{general} joins the generals at {city}.")
    general: General
    city: City


@dataclass(slots=True, unsafe_hash=True)
class TrainTaken(Event):
    """A supply train is removed (§9.7)."""

    sentence = N_("{train:The} is captured at {city}.")
    train: Piece
    city: City


@dataclass(slots=True, unsafe_hash=True)
class MovementEnded(Event):
    """A nation has moved (§2.2)."""

    sentence = N_("{nation:The} ends its movement.")
    nation: Nation


@dataclass(slots=True, unsafe_hash=True)
class Conquered(Event):
    """An objective is conquered (§5.2)."""

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
    """A question mark is taken off because the nation may conquer nothing there now (§13.8)."""

    sentence = N_("{city} can no longer be conquered: its question mark is taken off.")
    city: City


@dataclass(slots=True, unsafe_hash=True)
class WonBack(Event):
    """An objective is won back (§5.8)."""

    sentence = N_("{nation:The} wins {city} back.")
    nation: Nation
    city: City


@dataclass(slots=True, unsafe_hash=True)
class Recruited(Event):
    """New troops and trains, and the cards that paid for them (§10)."""

    sentence = N_("{nation:The} recruits {bought} and pays {cards}, the exact price.")
    wasteful = NN_(
        "{nation:The} recruits {bought} and pays {cards}; {n} point is lost.",
        "{nation:The} recruits {bought} and pays {cards}; {n} points are lost.",
    )
    reveals = True
    nation: Nation
    troops: int
    trains: int
    cards: Annotated[tuple[int, ...], Grid(CARDS)]
    waste: int

    def text(self) -> Text:
        """What was bought, with which cards, and what was paid too much."""
        bought = Listing(
            (
                *([TN("{n} troop", "{n} troops", self.troops)] if self.troops else ()),
                *([TN("{n} train", "{n} trains", self.trains)] if self.trains else ()),
            )
        )
        nation, cards = _nation(self.nation), Grid(CARDS).words(self.cards)
        if self.waste:
            return say(self.wasteful, nation=nation, bought=bought, cards=cards, n=self.waste)
        return say(self.sentence, nation=nation, bought=bought, cards=cards)


@dataclass(slots=True, unsafe_hash=True)
class Entered(Event):
    """A piece comes back (§10.6)."""

    sentence = N_("{piece:The} enters at {city}.")
    piece: Piece
    city: City


@dataclass(slots=True, unsafe_hash=True)
class Fed(Event):
    """Who receives new troops; only the owner knows (§10.4)."""

    sentence = NN_("{general} receives {n} troop.", "{general} receives {n} troops.")
    seat: Seat
    general: General
    n: int

    def seen_by(self, seat: int | None) -> Event | None:
        """Nobody else notices."""
        return self if seat == self.seat else None


@dataclass(slots=True, unsafe_hash=True)
class FightBegan(Event):
    """A pair is picked; that is final (§7.1)."""

    sentence = N_("{attacker} attacks {defender}.")
    attacker: General
    defender: General


@dataclass(slots=True, unsafe_hash=True)
class Announced(Event):
    """Both sums are told (§7.2)."""

    sentence = N_("Troops: {attacker} {first}, {defender} {second}. {attacker} begins at {score}.")
    reveals = True
    attacker: General
    first: int
    defender: General
    second: int

    def text(self) -> Text:
        """With the score of the attacker."""
        return say(
            self.sentence, attacker=PIECES.title(self.attacker), first=self.first,
            defender=PIECES.title(self.defender), second=self.second,
            score=signed(self.first - self.second),
        )  # fmt: skip


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
        nation, card, score = _nation(self.nation), CARDS.title(self.card), signed(self.score)
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
    """A fight is decided (§7.4)."""

    sentence = NN_("{winner} beats {loser} by {n} point.", "{winner} beats {loser} by {n} points.")
    reveals = True
    winner: General
    loser: General
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Lost(Event):
    """Troops are lost (§7.5)."""

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
    """There is no full way back (§8.7)."""

    sentence = N_("{general} finds no way to retreat and loses everything.")
    general: General


@dataclass(slots=True, unsafe_hash=True)
class Retreated(Event):
    """A retreat (§8.1)."""

    sentence = N_("{general} retreats to {city}.")
    general: General
    city: City


@dataclass(slots=True, unsafe_hash=True)
class Evaded(Event):
    """A stack steps aside (§fate 8♣)."""

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
    """A stack is turned up again (§9.4)."""

    sentence = N_("{general} is in supply again.")
    general: General


@dataclass(slots=True, unsafe_hash=True)
class Starved(Event):
    """A stack that is out of supply for the second time loses all (§9.4)."""

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
    """A card of fate (§11.1)."""

    sentence = N_("Card of fate {n}{suit}: {text}")
    stroke = N_("Stroke of fate, {fate}: {text}")
    reveals = True
    fate: Fate
    suit: int  # -1: a stroke

    def text(self) -> Text:
        """With what it says; a stroke has no suit."""
        if self.suit < 0:
            return say(self.stroke, fate=FATES.title(self.fate), text=STROKE_NEWS[self.fate])
        number = self.fate + 1
        text = TEXTS[number, self.suit]
        return say(self.sentence, n=number, suit=SYMBOLS[self.suit], text=text)


@dataclass(slots=True, unsafe_hash=True)
class NationQuit(Event):
    """A nation leaves the game (§11.2)."""

    sentence = N_("{nation:The} leaves the war.")
    nation: Nation


@dataclass(slots=True, unsafe_hash=True)
class Retired(Event):
    """A general leaves the game (§11.2)."""

    sentence = N_("{general} retires for good.")
    losing = NN_(
        "{general} retires for good; {n} troop is lost with him.",
        "{general} retires for good; {n} troops are lost with him.",
    )
    reveals = True
    general: General
    lost: int

    def text(self) -> Text:
        """With the troops that nobody could take over."""
        general = PIECES.title(self.general)
        if self.lost:
            return say(self.losing, general=general, n=self.lost)
        return say(self.sentence, general=general)


@dataclass(slots=True, unsafe_hash=True)
class WarOverseas(Event):
    """India and America (§11.2)."""

    sentence = N_("The first loss overseas.")
    again = N_("The second loss overseas.")
    time: int

    def text(self) -> Text:
        """Say whether it is the first or the second."""
        return say(self.sentence if self.time == 1 else self.again)


@dataclass(slots=True, unsafe_hash=True)
class SubsidiesCut(Event):
    """England pays less (§11.2)."""

    sentence = N_("The first cut of the subsidies.")
    again = N_("The second cut of the subsidies.")
    time: int

    def text(self) -> Text:
        """Say whether it is the first or the second."""
        return say(self.sentence if self.time == 1 else self.again)


@dataclass(slots=True, unsafe_hash=True)
class DrawChanged(Event):
    """A stroke has changed how many cards a nation draws, or keeps (§11.2)."""

    sentence = NN_(
        "From now on {nation:the} draws {n} card a turn.",
        "From now on {nation:the} draws {n} cards a turn.",
    )
    keeping = NN_(
        "From now on {nation:the} draws {n} card a turn, and keeps it.",
        "From now on {nation:the} draws {n} cards a turn, and keeps them all.",
    )
    nation: Nation
    n: int
    keeps: int  # 1: until now it had to discard one of them

    def text(self) -> Text:
        """The number of cards, and whether the discard has ended."""
        sentence = self.keeping if self.keeps else self.sentence
        return say(sentence, nation=_nation(self.nation), n=self.n)


@dataclass(slots=True, unsafe_hash=True)
class DrawStays(Event):
    """A cut that changes nothing (§scenario 1.8)."""

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
    reveals = True
    seat: Seat
    troops: int
    cards: Annotated[tuple[int, ...], Grid(CARDS)]

    def text(self) -> Text:
        """With the troops, if there are any left."""
        seat, cards = SeatName(self.seat), Grid(CARDS).words(self.cards)
        if not self.troops:
            return say(self.bare, seat=seat, cards=cards)
        return say(self.sentence, seat=seat, troops=self.troops, cards=cards)

    def seen_by(self, seat: int | None) -> Event:
        """The others do not see what comes along."""
        return self if seat == self.seat else ImperialMoved(self.seat)


@dataclass(slots=True, unsafe_hash=True)
class ImperialMoved(Event):
    """The Imperial Army has another player (§11.4)."""

    sentence = N_("{seat} now plays the Imperial Army.")
    seat: Seat


@dataclass(slots=True, unsafe_hash=True)
class FateTroop(Event):
    """Fate brings a troop."""

    sentence = N_("{general} receives a troop.")
    somebody = N_("A general of {nation:the} receives a troop.")
    reveals = True
    general: AnyGeneral
    nation: AnyNation = -1

    def text(self) -> Text:
        """Who, where that is public."""
        if self.general < 0:
            return say(self.somebody, nation=_nation(self.nation))
        return say(self.sentence, general=PIECES.title(self.general))


@dataclass(slots=True, unsafe_hash=True)
class FateLoss(Event):
    """Fate takes a troop."""

    sentence = N_("{general} loses a troop.")
    reveals = True
    general: General


@dataclass(slots=True, unsafe_hash=True)
class FateSpared(Event):
    """A general can neither take nor lose a troop."""

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
        """The others do not see the cards."""
        return self if seat in (self.austria, self.russia) else SwappedHidden()


@dataclass(slots=True, unsafe_hash=True)
class SwappedHidden(Event):
    """Two others have exchanged a card."""

    sentence = N_("Austria and Russia exchange a card.")
    reveals = True


@dataclass(slots=True, unsafe_hash=True)
class NothingCame(Event):
    """What fate offered is not used."""

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
        """The others do not see the cards."""
        return self if seat in (self.prussia, self.austria) else StoleHidden()


@dataclass(slots=True, unsafe_hash=True)
class StoleHidden(Event):
    """Two others have exchanged a card."""

    sentence = N_("Prussia gives Austria a card and draws one from its hand.")
    reveals = True


@dataclass(slots=True, unsafe_hash=True)
class Nudged(Event):
    """A piece is moved by somebody else (§fate 12♥)."""

    sentence = N_("{general} is driven to {city}.")
    general: General
    city: City


@dataclass(slots=True, unsafe_hash=True)
class AustriaClaims(Event):
    """Austria claims cities (§13.9)."""

    sentence = N_("Austria claims {cities}.")
    cities: tuple[City, ...]

    def text(self) -> Text:
        """With the names of the cities."""
        return say(self.sentence, cities=Listing(tuple(CITY_SPOTS[city] for city in self.cities)))


@dataclass(slots=True, unsafe_hash=True)
class AustriaWaits(Event):
    """Austria does not claim (§13.9)."""

    sentence = N_("Austria does not claim any city.")


@dataclass(slots=True, unsafe_hash=True)
class GameWon(Event):
    """The end (§12)."""

    sentence = N_("{seat} wins with {nation:the}.")
    nation: Nation
    seat: Seat


def _nation(nation: int) -> Text:
    from chancery.games.friedrich.board.nations import NATIONS

    title = NATIONS.title(nation)
    assert isinstance(title, Text)
    return title

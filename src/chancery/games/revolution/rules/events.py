"""What happens in Revolution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import Event, Grid, Names
from chancery.core.words import N_, NN_, TN, Hundredths, Listing, T, Template, Text, Word, say
from chancery.games.revolution.board.factions import (
    BESIEGERS,
    FACTIONS,
    NEUTRAL,
    OWNERS,
    AnyBesieger,
    AnyFaction,
    ByFaction,
    ByOwner,
    Faction,
    Owner,
)
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES,
    GOALS,
    PLACES,
    PROVINCES,
    PROVINCES_N,
    REGIONS,
    SPOTS,
    City,
    Goal,
    Place,
    Province,
    Region,
    Slot,
    Spot,
    box_of,
)


def pointed(n: int) -> Text:
    """Points with the word for them: 1 point, half a point, 4½ points."""
    if n == 50:
        return T("half a point")
    if n % 100:
        return T("{number} points", number=Hundredths(n))
    return TN("{n} point", "{n} points", n // 100)


def counted(counts: Sequence[int]) -> Listing:
    """Tokens or armies of several owners."""
    return Listing(
        tuple(
            T("{owner} {number}", owner=OWNERS.title(o), number=n)
            for o, n in enumerate(counts)
            if n
        )
    )


CITIES_GIVE, PROVINCES_GIVE = N_("cities {number}"), N_("provinces {number}")


def _parts(*parts: tuple[Template, Word]) -> Listing:
    """What a number is made of; nothing is said of what gives nothing."""
    return Listing(tuple(say(kind, number=number) for kind, number in parts if number))


def factions(found: Sequence[int]) -> Listing:
    """The names of several factions, one after the other."""
    return Listing(tuple(FACTIONS.title(f) for f in found))


# -- set-up and turns --------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ArmyPosted(Event):
    """A Habsburg army at the start (§3.6.habsburgs)."""

    sentence = N_("An army of {faction:the} begins in {region}.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class TurnBegan(Event):
    """A turn begins (§4.2.1, §4.2.2)."""

    sentence = N_("Turn {turn} begins. Order of play: {order}.")
    first = N_("The opening turn begins. Order of play: {order}.")
    turn: int
    order: tuple[Faction, ...]

    def text(self) -> Text:
        """With the order of play."""
        if not self.turn:
            return say(self.first, order=factions(self.order))
        return say(self.sentence, turn=self.turn, order=factions(self.order))


PARTS = Names(
    "taxes", "support", "armies", "units", "conflict", "provinces", "allegiance", "assignment",
    "points",
    titles=(
        T("Taxes"), T("Support"), T("Armies and sieges"), T("New units"),
        T("Conflict, neutral tokens and overflow"), T("Moves inside provinces"),
        T("Results of sieges, and allegiance"), T("Cards, bishoprics and universities"),
        T("Points and order of play"),
    ),
)  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class PartBegan(Event):
    """A part of the turn begins, one or several of its phases (§4.2.1, §4.2.2)."""

    sentence = N_("{part}")
    part: Annotated[int, PARTS]


# -- money and support -------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class Taxed(Event):
    """Taxes of provinces and the first coin of each city (§6.1)."""

    sentence = NN_(
        "{faction:The} receive {n} coin in taxes (due: {due}).",
        "{faction:The} receive {n} coins in taxes (due: {due}).",
    )
    faction: Faction
    provinces: int
    cities: int
    n: int

    def text(self) -> Text:
        """What was due; the stock may have held less."""
        due = _parts((PROVINCES_GIVE, self.provinces), (CITIES_GIVE, self.cities))
        return say(self.sentence, faction=FACTIONS.title(self.faction), n=self.n, due=due)


@dataclass(slots=True, unsafe_hash=True)
class CitiesTaxed(Event):
    """Cities pay more (§6.1.rate)."""

    sentence = NN_(
        "Each city of {faction:the} pays {rate} in all: {n} more coin.",
        "Each city of {faction:the} pays {rate} in all: {n} more coins.",
    )
    faction: Faction
    rate: int
    n: int


@dataclass(slots=True, unsafe_hash=True)
class SupportBrought(Event):
    """A token from a support box into a province (§6.2.1)."""

    sentence = N_("A token of {faction:the} comes from {box:the} to {province}.")
    faction: Faction
    slot: Slot
    province: Province

    def text(self) -> Text:
        """From which box; where it goes tells of which kind the slot was."""
        return say(self.sentence, faction=FACTIONS.title(self.faction),
                   box=BOXES.title(box_of(self.slot)),
                   province=PROVINCES.title(self.province))  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class SupportBanked(Event):
    """Tokens from a support box into the treasury (§6.2.1)."""

    sentence = NN_(
        "{n} coin of {faction:the} goes from {box:the} to the treasury.",
        "{n} coins of {faction:the} go from {box:the} to the treasury.",
    )
    faction: Faction
    slot: Slot
    n: int

    def text(self) -> Text:
        """From which box."""
        return say(self.sentence, n=self.n, faction=FACTIONS.title(self.faction),
                   box=BOXES.title(box_of(self.slot)))  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class TreasureAnnounced(Event):
    """Tokens leave the Spanish Treasury, if nobody takes them (§6.2.2)."""

    sentence = NN_(
        "{n} token of {faction:the} leaves the Spanish Treasury; the Huguenots are watching.",
        "{n} tokens of {faction:the} leave the Spanish Treasury; the Huguenots are watching.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Intercepted(Event):
    """The Huguenots took some of them (§6.2.2)."""

    sentence = NN_(
        "The Huguenots intercept {n} coin of {victim:the} for {faction:the}.",
        "The Huguenots intercept {n} coins of {victim:the} for {faction:the}.",
    )
    none = N_("The Huguenots let the coins of {victim:the} pass.")
    faction: Faction
    victim: Faction
    n: int

    def text(self) -> Text:
        """None is an answer too."""
        victim = FACTIONS.title(self.victim)
        if not self.n:
            return say(self.none, victim=victim)
        return say(self.sentence, n=self.n, victim=victim, faction=FACTIONS.title(self.faction))


# -- armies ------------------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ArmiesKept(Event):
    """Armies are paid (§6.3.keep)."""

    sentence = NN_(
        "{n} army of {faction:the} is kept in {region} for {price}.",
        "{n} armies of {faction:the} are kept in {region} for {price}.",
    )
    faction: Faction
    region: Region
    n: int
    price: int


@dataclass(slots=True, unsafe_hash=True)
class ArmyDisbanded(Event):
    """An army is sent home for a coin (§6.3.disband)."""

    sentence = N_("An army of {faction:the} in {region} is disbanded for 1 coin.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class ArmyAbandoned(Event):
    """An army is not paid (§6.3.abandon)."""

    sentence = N_("An army of {faction:the} in {region} is abandoned and loots.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class TownSacked(Event):
    """A town is looted: a neutral token comes to its province (§6.3.abandon)."""

    sentence = N_(
        "The abandoned army of {faction:the} loots a town of {province}; a neutral token is added."
    )
    faction: Faction
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class TokenPlundered(Event):
    """A token is looted (§6.3.abandon)."""

    sentence = N_(
        "The abandoned army of {faction:the} turns a token of {owner:the} in {spot} neutral."
    )
    gone = N_(
        "The abandoned army of {faction:the} destroys a token of {owner:the} in {spot}; no"
        " neutral token is left."
    )
    faction: Faction
    spot: Spot
    owner: Faction
    replaced: bool

    def text(self) -> Text:
        """With or without a neutral token in its place."""
        which: Template = self.sentence if self.replaced else self.gone
        return say(which, faction=FACTIONS.title(self.faction), owner=FACTIONS.title(self.owner),
                   spot=SPOTS.title(self.spot))  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class NothingLooted(Event):
    """Nothing to loot (§6.3.abandon)."""

    sentence = N_("The abandoned army of {faction:the} finds nothing to loot in {region}.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class ArmiesRaised(Event):
    """New armies (§6.4)."""

    sentence = NN_(
        "{faction:The} raise {n} army for {price}: {regions}.",
        "{faction:The} raise {n} armies for {price}: {regions}.",
    )
    faction: Faction
    regions: tuple[Region, ...]
    price: int

    def text(self) -> Text:
        """Where they stand."""
        return say(
            self.sentence, faction=FACTIONS.title(self.faction), n=len(self.regions),
            price=self.price, regions=_regions(self.regions),
        )  # fmt: skip


def _regions(found: Sequence[int]) -> Listing:
    return Listing(tuple(REGIONS.title(r) for r in found))


@dataclass(slots=True, unsafe_hash=True)
class BattleFought(Event):
    """Armies lined up and fell from both ends (§6.5)."""

    sentence = N_("Battle in {region} ({before}): {rounds}. {after} left.")
    nobody = N_("Battle in {region} ({before}): {rounds}. Nobody is left.")
    region: Region
    before: ByFaction
    rounds: tuple[tuple[Faction, Faction], ...]
    after: ByFaction

    def text(self) -> Text:
        """Who fell against whom, and who is left."""
        rounds = Listing(
            tuple(
                T("an army of {first:the} and one of {second:the} destroy each other",
                  first=FACTIONS.title(a), second=FACTIONS.title(b))
                for a, b in self.rounds
            )
        )  # fmt: skip
        places = {"region": REGIONS.title(self.region), "before": counted(self.before)}
        if not any(self.after):
            return say(self.nobody, rounds=rounds, **places)
        return say(self.sentence, rounds=rounds, after=counted(self.after), **places)


@dataclass(slots=True, unsafe_hash=True)
class StoodOff(Event):
    """Armies keep each other at bay (§6.5.two)."""

    sentence = N_("In {region} the armies of {factions:the} keep each other at bay.")
    region: Region
    factions: tuple[Faction, ...]

    def text(self) -> Text:
        """Who keeps whom at bay."""
        region = REGIONS.title(self.region)
        return say(self.sentence, region=region, factions=factions(self.factions))


@dataclass(slots=True, unsafe_hash=True)
class SiegeLaid(Event):
    """An army besieges a city (§6.6)."""

    sentence = N_("An army of {faction:the} besieges {city}.")
    faction: Faction
    city: City


# -- Water Beggars -----------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class BeggarsHired(Event):
    """Water Beggars come (§6.7)."""

    sentence = NN_(
        "{faction:The} hire {n} Water Beggar for {price}: {regions}.",
        "{faction:The} hire {n} Water Beggars for {price}: {regions}.",
    )
    faction: Faction
    regions: tuple[Region, ...]
    price: int

    def text(self) -> Text:
        """Where they go."""
        return say(
            self.sentence, faction=FACTIONS.title(self.faction), n=len(self.regions),
            price=self.price, regions=_regions(self.regions),
        )  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class ArmyBeaten(Event):
    """The Beggars destroyed an army (§6.7.1)."""

    sentence = N_("The Water Beggars destroy an army of {faction:the} in {region}.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class SiegeLifted(Event):
    """A siege is over (§6.7.2)."""

    sentence = N_("The siege of {city} by {faction:the} is lifted.")
    faction: Faction
    city: City


@dataclass(slots=True, unsafe_hash=True)
class TownRaided(Event):
    """The Beggars looted a town (§6.7.3)."""

    sentence = N_("The Water Beggars loot a town of {province}; a neutral token is added.")
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class CityInvested(Event):
    """The Beggars besiege a city (§6.7.3)."""

    sentence = N_("Two Water Beggars besiege {city}.")
    city: City


@dataclass(slots=True, unsafe_hash=True)
class ArmyStopped(Event):
    """A Beggar holds an army back (§6.7.4)."""

    sentence = N_("A Water Beggar of {hirer:the} keeps an army of {faction:the} in {region}.")
    hirer: Faction
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class InfluenceStopped(Event):
    """A Beggar keeps an army from influence (§6.7.4)."""

    sentence = N_("A Water Beggar of {hirer:the} stops the influence of {faction:the} in {spot}.")
    hirer: Faction
    faction: Faction
    spot: Spot


@dataclass(slots=True, unsafe_hash=True)
class BeggarsLeft(Event):
    """The Beggars go home (§6.15.beggars)."""

    sentence = N_("The Water Beggars go home.")


# -- movement and influence --------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ArmyMarched(Event):
    """An army moves along an arrow (§6.8)."""

    sentence = N_("An army of {faction:the} marches from {here} to {there}.")
    faction: Faction
    here: Region
    there: Region


@dataclass(slots=True, unsafe_hash=True)
class Influenced(Event):
    """An army converts a token (§6.9)."""

    sentence = N_("An army of {faction:the} converts a token of {owner:the} in {spot}.")
    neutral = N_("An army of {faction:the} converts a neutral token in {spot}.")
    faction: Faction
    spot: Spot
    owner: Owner

    def text(self) -> Text:
        """Whose token it was."""
        places = {"faction": FACTIONS.title(self.faction), "spot": SPOTS.title(self.spot)}
        if self.owner == NEUTRAL:
            return say(self.neutral, **places)
        return say(self.sentence, owner=OWNERS.title(self.owner), **places)


# -- new units, conflict, neutrals, overflow -----------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class UnitsCounted(Event):
    """How many new units, and why (§6.10)."""

    sentence = NN_(
        "{faction:The} receive {n} new unit ({counted}; at least 7, if the stock allows).",
        "{faction:The} receive {n} new units ({counted}; at least 7, if the stock allows).",
    )
    least = NN_(
        "{faction:The} receive {n} new unit (at least 7, if the stock allows).",
        "{faction:The} receive {n} new units (at least 7, if the stock allows).",
    )
    faction: Faction
    n: int
    cities: int
    links: int
    towns: int
    country: int
    support: int

    def text(self) -> Text:
        """What counts for them."""
        counted = _parts(
            (CITIES_GIVE, self.cities),
            (N_("links {number}"), self.links),
            (N_("towns {number}"), self.towns),
            (N_("countryside {number}"), self.country),
            (N_("support {number}"), self.support),
        )
        faction = FACTIONS.title(self.faction)
        if not counted.items:
            return say(self.least, faction=faction, n=self.n)
        return say(self.sentence, faction=faction, n=self.n, counted=counted)


@dataclass(slots=True, unsafe_hash=True)
class UnitsPlaced(Event):
    """New units on the board (§6.10)."""

    sentence = N_("New units of {faction:the}: {goals}.")
    faction: Faction
    placed: tuple[tuple[Goal, int], ...]

    def text(self) -> Text:
        """Where they went."""
        goals = Listing(
            tuple(T("{goal} {number}", goal=GOALS.title(g), number=n) for g, n in self.placed)
        )
        return say(self.sentence, faction=FACTIONS.title(self.faction), goals=goals)


@dataclass(slots=True, unsafe_hash=True)
class UnitsBanked(Event):
    """What could not be placed becomes money (§6.10.coins)."""

    sentence = NN_(
        "{n} new unit of {faction:the} finds no place and becomes a coin.",
        "{n} new units of {faction:the} find no place and become coins.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class ConflictFought(Event):
    """Too many tokens in a province (§6.11)."""

    sentence = N_(
        "Conflict in {province}, limit {limit} ({before}): lost one by one, in this order:"
        " {losses}. {after} left."
    )
    nobody = N_(
        "Conflict in {province}, limit {limit} ({before}): lost one by one, in this order:"
        " {losses}. Nobody is left."
    )
    province: Province
    limit: int
    before: ByOwner
    rounds: tuple[tuple[Owner, ...], ...]  # who lost a token together
    after: ByOwner

    def text(self) -> Text:
        """Who lost what, in order."""
        losses = Listing(
            tuple(
                T("{owner} {number}", owner=OWNERS.title(group[0]), number=1)
                if len(group) == 1
                else T("{owners} 1 each", owners=Listing(tuple(map(OWNERS.title, group))))
                for group in self.rounds
            )
        )  # fmt: skip
        places = {
            "province": PROVINCES.title(self.province), "limit": self.limit,
            "before": counted(self.before), "losses": losses,
        }  # fmt: skip
        if not any(self.after):
            return say(self.nobody, **places)
        return say(self.sentence, after=counted(self.after), **places)


@dataclass(slots=True, unsafe_hash=True)
class NeutralsAdded(Event):
    """Neutral tokens fill provinces (§6.12)."""

    sentence = N_("Neutral tokens are added: {provinces}.")
    added: Annotated[tuple[int, ...], Grid(PROVINCES)]

    def text(self) -> Text:
        """Where, and how many."""
        provinces = Listing(
            tuple(
                T("{province} {number}", province=PROVINCES.title(p), number=n)
                for p, n in enumerate(self.added)
                if n
            )
        )
        return say(self.sentence, provinces=provinces)


@dataclass(slots=True, unsafe_hash=True)
class NeutralsRanOut(Event):
    """Not enough neutral tokens for all (§6.12.short)."""

    sentence = NN_(
        "Neutral tokens have run out: {faction:the} choose where the last one goes.",
        "Neutral tokens have run out: {faction:the} choose where the last {n} go.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Spilled(Event):
    """A surplus token moves on (§6.13)."""

    sentence = N_("A surplus token of {faction:the} goes from {here} to {there}.")
    instead = N_(
        "A surplus token of {faction:the} goes from {here} to {there}, where a neutral token gives"
        " way."
    )
    faction: Faction
    here: Province
    there: Province
    displaced: bool

    def text(self) -> Text:
        """Whether a neutral token gave way."""
        which: Template = self.instead if self.displaced else self.sentence
        return say(which, faction=FACTIONS.title(self.faction), here=PROVINCES.title(self.here),
                   there=PROVINCES.title(self.there))  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class SurplusReturned(Event):
    """Surplus tokens that did not move (§6.13.back)."""

    sentence = NN_(
        "{n} surplus token of {owner:the} in {province} goes back to the stock.",
        "{n} surplus tokens of {owner:the} in {province} go back to the stock.",
    )
    neutral = NN_(
        "{n} surplus neutral token in {province} goes back to the stock.",
        "{n} surplus neutral tokens in {province} go back to the stock.",
    )
    owner: Owner
    province: Province
    n: int

    def text(self) -> Text:
        """Whose tokens they are."""
        province = PROVINCES.title(self.province)
        if self.owner == NEUTRAL:
            return say(self.neutral, n=self.n, province=province)
        return say(self.sentence, n=self.n, owner=OWNERS.title(self.owner), province=province)


# -- moves inside provinces ----------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ProvinceChosen(Event):
    """The first player names the next province (§6.14.order)."""

    sentence = N_("Next province, chosen by {faction:the}: {province}.")
    faction: Faction
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class TokensCleared(Event):
    """Tokens sent to the countryside (§6.14.clear)."""

    sentence = NN_(
        "{faction:The} send {n} token of {owner:the} from {place} to the countryside.",
        "{faction:The} send {n} tokens of {owner:the} from {place} to the countryside.",
    )
    neutral = NN_(
        "{faction:The} send {n} neutral token from {place} to the countryside.",
        "{faction:The} send {n} neutral tokens from {place} to the countryside.",
    )
    faction: Faction
    place: Place
    owner: Owner
    n: int

    def text(self) -> Text:
        """Whose tokens they are."""
        places = {"faction": FACTIONS.title(self.faction), "place": PLACES.title(self.place)}
        if self.owner == NEUTRAL:
            return say(self.neutral, n=self.n, **places)
        return say(self.sentence, n=self.n, owner=OWNERS.title(self.owner), **places)


@dataclass(slots=True, unsafe_hash=True)
class TokensPlaced(Event):
    """A faction has placed its tokens in a province (§6.14)."""

    sentence = N_("Tokens of {faction:the} in {province}: {places}.")
    faction: Faction
    province: Province
    placed: tuple[tuple[Spot, int], ...]

    def text(self) -> Text:
        """Where they stand now."""
        places = Listing(
            tuple(
                T("countryside {number}", number=n)
                if q < PROVINCES_N
                else T("{spot} {number}", spot=SPOTS.title(q), number=n)
                for q, n in self.placed
            )
        )
        return say(self.sentence, faction=FACTIONS.title(self.faction),
                   province=PROVINCES.title(self.province), places=places)  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class NeutralsSettled(Event):
    """Neutral tokens take empty cities and towns (§6.14.neutrals)."""

    sentence = NN_("{n} neutral token occupies {place}.", "{n} neutral tokens occupy {place}.")
    place: Place
    n: int


# -- sieges, allegiance, cards --------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class CityTaken(Event):
    """A siege succeeds (§6.15)."""

    sentence = N_("The siege of {city} by {besieger:the} ends: {tokens}.")
    empty = N_("The siege of {city} by {besieger:the} ends.")
    besieger: AnyBesieger
    city: City
    kept: int
    taken: int
    neutral: int
    lost: int

    def text(self) -> Text:
        """What became of the tokens there."""
        places = {"city": CITIES.title(self.city), "besieger": BESIEGERS.title(self.besieger)}
        told = (
            TN("{n} own token kept", "{n} own tokens kept", self.kept),
            TN("{n} token converted", "{n} tokens converted", self.taken),
            TN("{n} turned neutral", "{n} turned neutral", self.neutral),
            TN("{n} lost", "{n} lost", self.lost),
        )
        numbers = (self.kept, self.taken, self.neutral, self.lost)
        tokens = Listing(tuple(text for text, n in zip(told, numbers, strict=True) if n))
        if not tokens.items:
            return say(self.empty, **places)
        return say(self.sentence, tokens=tokens, **places)


@dataclass(slots=True, unsafe_hash=True)
class CoinsLaid(Event):
    """Coins on the table of allegiance (§6.16)."""

    sentence = N_("Coins of {faction:the} on allegiance: {cities}.")
    faction: Faction
    coins: Annotated[tuple[int, ...], Grid(CITIES)]

    def text(self) -> Text:
        """On which cities."""
        cities = Listing(
            tuple(
                T("{city} {number}", city=CITIES.title(c), number=n)
                for c, n in enumerate(self.coins)
                if n
            )
        )
        return say(self.sentence, faction=FACTIONS.title(self.faction), cities=cities)


@dataclass(slots=True, unsafe_hash=True)
class MarkerMoved(Event):
    """How an allegiance marker moved, step by step (§6.16)."""

    sentence = N_("Allegiance of {city}: from {start}; {steps}; it ends on {end}.")
    city: City
    start: int
    steps: tuple[tuple[Faction, int, int], ...]  # who, coins, the space reached
    end: int

    def text(self) -> Text:
        """Every step."""
        steps = Listing(
            tuple(
                TN("{faction} {n} coin to {space}", "{faction} {n} coins to {space}", n,
                   faction=FACTIONS.title(f), space=space)
                for f, n, space in self.steps
            )
        )  # fmt: skip
        return say(self.sentence, city=CITIES.title(self.city), start=self.start, steps=steps,
                   end=self.end)  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class CitizensJoined(Event):
    """A coloured space adds a token (§6.16.spaces)."""

    sentence = N_("{city} on space {space}: a token of {owner:the} is added.")
    neutral = N_("{city} on space {space}: no other is left, so a neutral token is added.")
    city: City
    space: int
    owner: Owner

    def text(self) -> Text:
        """Whose token it is."""
        city = CITIES.title(self.city)
        if self.owner == NEUTRAL:
            return say(self.neutral, city=city, space=self.space)
        owner = OWNERS.title(self.owner)
        return say(self.sentence, city=city, space=self.space, owner=owner)


@dataclass(slots=True, unsafe_hash=True)
class CitizensLeft(Event):
    """A coloured space takes a token away (§6.16.spaces)."""

    sentence = N_("{city} on space {space}: a token of {owner:the} is removed.")
    city: City
    space: int
    owner: Faction


@dataclass(slots=True, unsafe_hash=True)
class ProvinceCardMoved(Event):
    """A province card changes hands (§6.17)."""

    sentence = N_("The card of the province {province} goes from {before:the} to {after:the}.")
    gained = N_("The card of the province {province} goes to {after:the}.")
    lost = N_("The card of the province {province} was that of {before:the}; nobody has it now.")
    province: Province
    before: AnyFaction
    after: AnyFaction

    def text(self) -> Text:
        """From and to whom."""
        which = _moved(self.before, self.after, self.sentence, self.gained, self.lost)
        return say(which, province=PROVINCES.title(self.province),
                   **_holders(self.before, self.after))  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class CityCardMoved(Event):
    """A city card changes hands (§6.17)."""

    sentence = N_("The card of {city} goes from {before:the} to {after:the}.")
    gained = N_("The card of {city} goes to {after:the}.")
    lost = N_("The card of {city} was that of {before:the}; nobody has it now.")
    city: City
    before: AnyFaction
    after: AnyFaction

    def text(self) -> Text:
        """From and to whom."""
        which = _moved(self.before, self.after, self.sentence, self.gained, self.lost)
        return say(which, city=CITIES.title(self.city), **_holders(self.before, self.after))


def _moved(before: int, after: int, passed: Template, gained: Template, lost: Template) -> Template:
    """What is said of a card that nobody had, or that nobody has now."""
    if before < 0:
        return gained
    return passed if after >= 0 else lost


def _holders(before: int, after: int) -> dict[str, Word]:
    held = {"before": before, "after": after}
    return {key: FACTIONS.title(faction) for key, faction in held.items() if faction >= 0}


BISHOPRIC_SPACES = (
    T("nothing"), T("strongly Catholic"), T("Catholic"), T("Reformed"), T("strongly Reformed"),
)  # fmt: skip
UNIVERSITIES = (T("none"), T("Catholic"), T("Reformed"))


@dataclass(slots=True, unsafe_hash=True)
class BishopricMoved(Event):
    """A bishopric changes (§6.18)."""

    sentence = N_("The bishopric of {province} is now {space}.")
    province: Province
    space: int

    def text(self) -> Text:
        """What it is now."""
        return say(
            self.sentence,
            province=PROVINCES.title(self.province),
            space=BISHOPRIC_SPACES[self.space],
        )


@dataclass(slots=True, unsafe_hash=True)
class UniversityChanged(Event):
    """A university changes (§6.19)."""

    sentence = N_("The university of {place} is now {kind}.")
    gone = N_("The university of {place} is closed.")
    place: Place
    kind: int

    def text(self) -> Text:
        """What it is now."""
        place = PLACES.title(self.place)
        if not self.kind:
            return say(self.gone, place=place)
        return say(self.sentence, place=place, kind=UNIVERSITIES[self.kind])


@dataclass(slots=True, unsafe_hash=True)
class AllegianceSet(Event):
    """Markers on the table of allegiance (§5.7.allegiance)."""

    sentence = N_("The markers are put on the table of allegiance.")


# -- the end of a turn --------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ArmiesGone(Event):
    """Abandoned armies leave the board (§6.20.abandoned)."""

    sentence = NN_(
        "{n} abandoned army of {faction:the} leaves the board.",
        "{n} abandoned armies of {faction:the} leave the board.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class PointsCounted(Event):
    """The points of a faction (§5.8, §6.20)."""

    sentence = N_("{faction}: {total} ({counted}).")
    none = N_("{faction}: no points.")
    faction: Faction
    cities: int
    provinces: int
    own: int
    total: int

    def text(self) -> Text:
        """Hundredths as people write them."""
        faction = FACTIONS.title(self.faction)
        if not self.total:
            return say(self.none, faction=faction)
        kinds = (CITIES_GIVE, PROVINCES_GIVE, N_("own aim {number}"))
        numbers = (self.cities, self.provinces, self.own)
        found = [(kind, Hundredths(n)) for kind, n in zip(kinds, numbers, strict=True) if n]
        return say(self.sentence, faction=faction, total=pointed(self.total),
                   counted=_parts(*found))  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class OrderChosen(Event):
    """A faction card is put into the row (§5.8.order)."""

    sentence = N_("The order of play so far: {order}.")
    order: tuple[Faction, ...]

    def text(self) -> Text:
        """The faction cards as they lie now."""
        return say(self.sentence, order=factions(self.order))


@dataclass(slots=True, unsafe_hash=True)
class GameEnded(Event):
    """The last turn is over (§4.5)."""

    sentence = N_("The revolt is over. Most points: {factions}.")
    factions: tuple[Faction, ...]

    def text(self) -> Text:
        """Who won."""
        return say(self.sentence, factions=factions(self.factions))

"""The events of Revolution: what the log of a game tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import NOBODY, ZEROS, Event, Grid, Names, When
from chancery.core.words import N_, NN_, TN, Hundredths, Listing, T, Template, Text, Word, say
from chancery.games.revolution.board.factions import (
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
    """Return points with the word for them: 1 point, half a point, 4½ points."""
    if n == 50:
        return T("half a point")
    if n % 100:
        return T("{number} points", number=Hundredths(n))
    return TN("{n} point", "{n} points", n // 100)


def counted(counts: Sequence[int]) -> Word:
    """List the tokens or armies of several owners, such as "Catholics 2 and Nobility 1"."""
    return Grid(OWNERS).words(counts)


def _by_region(regions: Sequence[int]) -> Listing:
    """List regions, each once, with a number where there are several of them."""
    return Listing(
        tuple(
            T("{region} {number}", region=REGIONS.title(region), number=n) if n > 1
            else REGIONS.title(region)
            for region, n in Counter(regions).items()
        )
    )  # fmt: skip


CITIES_GIVE, PROVINCES_GIVE = N_("cities {number}"), N_("provinces {number}")


def _parts(*parts: tuple[Template, int], shown: Callable[[int], Word] = int) -> Listing:
    """List the parts of a number, each with its sentence, leaving out those that are 0."""
    return Listing(tuple(say(kind, number=shown(n), n=n) for kind, n in parts if n))


def factions(numbers: Sequence[int]) -> Listing:
    """List the names of several factions."""
    return FACTIONS.listing(numbers)


# -- set-up and turns --------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ArmyPosted(Event):
    """A Habsburg army is placed at the start of the game (§3.6.habsburgs)."""

    sentence = N_("An army of {faction:the} begins in {region}.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class TurnBegan(Event):
    """A turn begins with a new order of play (§4.2.1, §4.2.2)."""

    sentence = N_("Turn {turn} begins. Order of play: {order}.")
    variants = (When(N_("The opening turn begins. Order of play: {order}."), turn=0),)
    turn: int
    order: tuple[Faction, ...]


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
    """A part of the turn begins: one or several of its phases (§4.2.1, §4.2.2)."""

    sentence = N_("{part}")
    part: Annotated[int, PARTS]


# -- money and support -------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class Taxed(Event):
    """A faction receives the taxes of provinces and one coin from each city (§6.1)."""

    sentence = NN_(
        "{faction:The} receive {n} coin in taxes (due: {due}).",
        "{faction:The} receive {n} coins in taxes (due: {due}).",
    )
    places = {
        "due": lambda e: _parts((PROVINCES_GIVE, e.provinces), (CITIES_GIVE, e.cities)),
    }
    faction: Faction
    provinces: int
    cities: int
    n: int


@dataclass(slots=True, unsafe_hash=True)
class CitiesTaxed(Event):
    """The cities of a faction pay additional coins (§6.1.rate)."""

    sentence = NN_(
        "Each city of {faction:the} pays {rate} in all: {n} more coin.",
        "Each city of {faction:the} pays {rate} in all: {n} more coins.",
    )
    faction: Faction
    rate: int
    n: int


@dataclass(slots=True, unsafe_hash=True)
class SupportBrought(Event):
    """A token goes from a support box to a province (§6.2.1)."""

    sentence = N_("A token of {faction:the} comes from {box:the} to {province}.")
    places = {"box": lambda e: BOXES.title(box_of(e.slot))}
    faction: Faction
    slot: Slot
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class SupportBanked(Event):
    """Tokens go from a support box to the treasury (§6.2.1)."""

    sentence = NN_(
        "{n} coin of {faction:the} goes from {box:the} to the treasury.",
        "{n} coins of {faction:the} go from {box:the} to the treasury.",
    )
    places = {"box": lambda e: BOXES.title(box_of(e.slot))}
    faction: Faction
    slot: Slot
    n: int


@dataclass(slots=True, unsafe_hash=True)
class TreasureAnnounced(Event):
    """Tokens leave the Spanish Treasury, unless the Huguenots intercept them (§6.2.2)."""

    sentence = NN_(
        "{n} token of {faction:the} leaves the Spanish Treasury; the Huguenots are watching.",
        "{n} tokens of {faction:the} leave the Spanish Treasury; the Huguenots are watching.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Intercepted(Event):
    """The Huguenots intercept some of those tokens, or none (§6.2.2)."""

    sentence = NN_(
        "The Huguenots intercept {n} coin of {victim:the} for {faction:the}.",
        "The Huguenots intercept {n} coins of {victim:the} for {faction:the}.",
    )
    variants = (When(N_("The Huguenots let the coins of {victim:the} pass."), n=0),)
    faction: Faction
    victim: Faction
    n: int


# -- armies ------------------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ArmiesKept(Event):
    """A faction pays for armies of a region (§6.3.keep)."""

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
    """A faction disbands an army for a coin (§6.3.disband)."""

    sentence = N_("An army of {faction:the} in {region} is disbanded for 1 coin.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class ArmyAbandoned(Event):
    """A faction does not pay for an army (§6.3.abandon)."""

    sentence = N_("An army of {faction:the} in {region} is abandoned and loots.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class TownSacked(Event):
    """An abandoned army loots a town: its province gets a neutral token (§6.3.abandon)."""

    sentence = N_(
        "The abandoned army of {faction:the} loots a town of {province}; a neutral token is added."
    )
    faction: Faction
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class TokenPlundered(Event):
    """An abandoned army loots a token, which turns neutral or is lost (§6.3.abandon)."""

    sentence = N_(
        "The abandoned army of {faction:the} turns a token of {owner:the} in {spot} neutral."
    )
    gone = N_(
        "The abandoned army of {faction:the} destroys a token of {owner:the} in {spot}; no"
        " neutral token is left."
    )
    variants = (When(gone, replaced=False),)
    faction: Faction
    spot: Spot
    owner: Faction
    replaced: bool


@dataclass(slots=True, unsafe_hash=True)
class NothingLooted(Event):
    """An abandoned army finds nothing to loot in its region (§6.3.abandon)."""

    sentence = N_("The abandoned army of {faction:the} finds nothing to loot in {region}.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class ArmiesRaised(Event):
    """A faction raises new armies in some regions (§6.4)."""

    sentence = NN_(
        "{faction:The} raise {n} army for {price}: {regions}.",
        "{faction:The} raise {n} armies for {price}: {regions}.",
    )
    places = {"n": lambda e: len(e.regions), "regions": lambda e: _by_region(e.regions)}
    faction: Faction
    regions: tuple[Region, ...]
    price: int


def _both_lost(first: int, second: int) -> Text:
    return T("an army of {first:the} and one of {second:the} destroy each other",
             first=FACTIONS.title(first), second=FACTIONS.title(second))  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class BattleFought(Event):
    """Armies destroy each other in pairs, from both ends of their line (§6.5)."""

    sentence = N_("Battle in {region} ({before}): {rounds}. {after} left.")
    variants = (When(N_("Battle in {region} ({before}): {rounds}. Nobody is left."), after=ZEROS),)
    places = {"rounds": lambda e: Listing(tuple(_both_lost(*pair) for pair in e.rounds))}
    region: Region
    before: ByFaction
    rounds: tuple[tuple[Faction, Faction], ...]
    after: ByFaction


@dataclass(slots=True, unsafe_hash=True)
class StoodOff(Event):
    """Armies of two factions keep each other at bay (§6.5.two)."""

    sentence = N_("In {region} the armies of {factions:the} keep each other at bay.")
    region: Region
    factions: tuple[Faction, ...]


@dataclass(slots=True, unsafe_hash=True)
class SiegeLaid(Event):
    """An army lays siege to a city (§6.6)."""

    sentence = N_("An army of {faction:the} besieges {city}.")
    faction: Faction
    city: City


# -- Water Beggars -----------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class BeggarsHired(Event):
    """A faction hires Water Beggars for some regions (§6.7)."""

    sentence = NN_(
        "{faction:The} hire {n} Water Beggar for {price}: {regions}.",
        "{faction:The} hire {n} Water Beggars for {price}: {regions}.",
    )
    places = {"n": lambda e: len(e.regions), "regions": lambda e: _by_region(e.regions)}
    faction: Faction
    regions: tuple[Region, ...]
    price: int


@dataclass(slots=True, unsafe_hash=True)
class ArmyBeaten(Event):
    """The Water Beggars destroy an army (§6.7.1)."""

    sentence = N_("The Water Beggars destroy an army of {faction:the} in {region}.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class SiegeLifted(Event):
    """A siege is lifted by the Water Beggars (§6.7.2)."""

    sentence = N_("The siege of {city} by {faction:the} is lifted.")
    faction: Faction
    city: City


@dataclass(slots=True, unsafe_hash=True)
class TownRaided(Event):
    """The Water Beggars loot a town (§6.7.3)."""

    sentence = N_("The Water Beggars loot a town of {province}; a neutral token is added.")
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class CityInvested(Event):
    """The Water Beggars lay siege to a city (§6.7.3)."""

    sentence = N_("Two Water Beggars besiege {city}.")
    city: City


@dataclass(slots=True, unsafe_hash=True)
class ArmyStopped(Event):
    """A Water Beggar prevents an army from leaving (§6.7.4)."""

    sentence = N_("A Water Beggar of {hirer:the} keeps an army of {faction:the} in {region}.")
    hirer: Faction
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class InfluenceStopped(Event):
    """A Water Beggar prevents an army from using its influence (§6.7.4)."""

    sentence = N_("A Water Beggar of {hirer:the} stops the influence of {faction:the} in {spot}.")
    hirer: Faction
    faction: Faction
    spot: Spot


@dataclass(slots=True, unsafe_hash=True)
class BeggarsLeft(Event):
    """The Water Beggars go home (§6.15.beggars)."""

    sentence = N_("The Water Beggars go home.")


# -- movement and influence --------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ArmyMarched(Event):
    """An army moves to another region along an arrow (§6.8)."""

    sentence = N_("An army of {faction:the} marches from {here} to {there}.")
    faction: Faction
    here: Region
    there: Region


@dataclass(slots=True, unsafe_hash=True)
class Influenced(Event):
    """An army converts a token of its region (§6.9)."""

    sentence = N_("An army of {faction:the} converts a token of {owner:the} in {spot}.")
    neutral = N_("An army of {faction:the} converts a neutral token in {spot}.")
    variants = (When(neutral, owner=NEUTRAL),)
    faction: Faction
    spot: Spot
    owner: Owner


# -- new units, conflict, neutrals, overflow -----------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class UnitsCounted(Event):
    """The new units of a faction are counted by source (§6.10)."""

    sentence = NN_(
        "{faction:The} receive {n} new unit ({counted}; at least 7, if the stock allows).",
        "{faction:The} receive {n} new units ({counted}; at least 7, if the stock allows).",
    )
    least = NN_(
        "{faction:The} receive {n} new unit (at least 7, if the stock allows).",
        "{faction:The} receive {n} new units (at least 7, if the stock allows).",
    )
    variants = (When(least, cities=0, links=0, towns=0, country=0, support=0),)
    places = {
        "counted": lambda e: _parts(
            (CITIES_GIVE, e.cities),
            (N_("links {number}"), e.links),
            (N_("towns {number}"), e.towns),
            (N_("countryside {number}"), e.country),
            (N_("support {number}"), e.support),
        )
    }
    faction: Faction
    n: int
    cities: int
    links: int
    towns: int
    country: int
    support: int


@dataclass(slots=True, unsafe_hash=True)
class UnitsPlaced(Event):
    """A faction has placed new units on the board (§6.10)."""

    sentence = N_("New units of {faction:the}: {goals}.")
    places = {
        "goals": lambda e: Listing(
            tuple(T("{goal} {number}", goal=GOALS.title(g), number=n) for g, n in e.placed)
        )
    }
    faction: Faction
    placed: tuple[tuple[Goal, int], ...]


@dataclass(slots=True, unsafe_hash=True)
class UnitsBanked(Event):
    """New units that could not be placed become coins (§6.10.coins)."""

    sentence = NN_(
        "{n} new unit of {faction:the} finds no place and becomes a coin.",
        "{n} new units of {faction:the} find no place and become coins.",
    )
    faction: Faction
    n: int


def _lost_together(owners: Sequence[int]) -> Text:
    if len(owners) == 1:
        return T("{owner} {number}", owner=OWNERS.title(owners[0]), number=1)
    return T("{owners} 1 each", owners=OWNERS.listing(owners))


@dataclass(slots=True, unsafe_hash=True)
class ConflictFought(Event):
    """A province above its limit loses tokens in a conflict (§6.11)."""

    sentence = N_(
        "Conflict in {province}, limit {limit} ({before}): lost one by one, in this order:"
        " {losses}. {after} left."
    )
    nobody = N_(
        "Conflict in {province}, limit {limit} ({before}): lost one by one, in this order:"
        " {losses}. Nobody is left."
    )
    variants = (When(nobody, after=ZEROS),)
    places = {"losses": lambda e: Listing(tuple(map(_lost_together, e.rounds)))}
    province: Province
    limit: int
    before: ByOwner
    rounds: tuple[tuple[Owner, ...], ...]  # owners that lost a token together
    after: ByOwner


@dataclass(slots=True, unsafe_hash=True)
class NeutralsAdded(Event):
    """Neutral tokens are added to provinces (§6.12)."""

    sentence = N_("Neutral tokens are added: {provinces}.")
    places = {"provinces": lambda e: Grid(PROVINCES).words(e.added)}
    added: Annotated[tuple[int, ...], Grid(PROVINCES)]


@dataclass(slots=True, unsafe_hash=True)
class NeutralsRanOut(Event):
    """There are not enough neutral tokens for all provinces (§6.12.short)."""

    sentence = NN_(
        "Neutral tokens have run out: {faction:the} choose where the last one goes.",
        "Neutral tokens have run out: {faction:the} choose where the last {n} go.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Spilled(Event):
    """A surplus token moves to another province (§6.13)."""

    sentence = N_(
        "A surplus token of {faction:the} goes from {here} to {there}, where a neutral token gives"
        " way."
    )
    freely = N_("A surplus token of {faction:the} goes from {here} to {there}.")
    variants = (When(freely, displaced=False),)
    faction: Faction
    here: Province
    there: Province
    displaced: bool


@dataclass(slots=True, unsafe_hash=True)
class SurplusReturned(Event):
    """Surplus tokens that did not move return to the stock (§6.13.back)."""

    sentence = NN_(
        "{n} surplus token of {owner:the} in {province} goes back to the stock.",
        "{n} surplus tokens of {owner:the} in {province} go back to the stock.",
    )
    neutral = NN_(
        "{n} surplus neutral token in {province} goes back to the stock.",
        "{n} surplus neutral tokens in {province} go back to the stock.",
    )
    variants = (When(neutral, owner=NEUTRAL),)
    owner: Owner
    province: Province
    n: int


# -- moves inside provinces ----------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ProvinceChosen(Event):
    """The first player chooses the next province (§6.14.order)."""

    sentence = N_("Next province, chosen by {faction:the}: {province}.")
    faction: Faction
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class TokensCleared(Event):
    """A faction sends tokens to the countryside (§6.14.clear)."""

    sentence = NN_(
        "{faction:The} send {n} token of {owner:the} from {place} to the countryside.",
        "{faction:The} send {n} tokens of {owner:the} from {place} to the countryside.",
    )
    neutral = NN_(
        "{faction:The} send {n} neutral token from {place} to the countryside.",
        "{faction:The} send {n} neutral tokens from {place} to the countryside.",
    )
    variants = (When(neutral, owner=NEUTRAL),)
    faction: Faction
    place: Place
    owner: Owner
    n: int


def _tokens_at(spot: int, number: int) -> Text:
    if spot < PROVINCES_N:
        return T("countryside {number}", number=number)
    return T("{spot} {number}", spot=SPOTS.title(spot), number=number)


@dataclass(slots=True, unsafe_hash=True)
class TokensPlaced(Event):
    """A faction has placed its tokens in a province (§6.14)."""

    sentence = N_("Tokens of {faction:the} in {province}: {places}.")
    places = {"places": lambda e: Listing(tuple(_tokens_at(*part) for part in e.placed))}
    faction: Faction
    province: Province
    placed: tuple[tuple[Spot, int], ...]


@dataclass(slots=True, unsafe_hash=True)
class NeutralsSettled(Event):
    """Neutral tokens occupy empty cities and towns (§6.14.neutrals)."""

    sentence = NN_("{n} neutral token occupies {place}.", "{n} neutral tokens occupy {place}.")
    place: Place
    n: int


# -- sieges, allegiance, cards --------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class CityTaken(Event):
    """A siege succeeds, and the tokens in the city change (§6.15)."""

    sentence = N_("The siege of {city} by {besieger:the} ends: {tokens}.")
    empty = N_("The siege of {city} by {besieger:the} ends.")
    variants = (When(empty, kept=0, taken=0, neutral=0, lost=0),)
    places = {
        "tokens": lambda e: _parts(
            (NN_("{n} own token kept", "{n} own tokens kept"), e.kept),
            (NN_("{n} token converted", "{n} tokens converted"), e.taken),
            (NN_("{n} turned neutral", "{n} turned neutral"), e.neutral),
            (NN_("{n} lost", "{n} lost"), e.lost),
        )
    }
    besieger: AnyBesieger
    city: City
    kept: int
    taken: int
    neutral: int
    lost: int


@dataclass(slots=True, unsafe_hash=True)
class CoinsLaid(Event):
    """A faction has put coins on the table of allegiance (§6.16)."""

    sentence = N_("Coins of {faction:the} on allegiance: {cities}.")
    places = {"cities": lambda e: Grid(CITIES).words(e.coins)}
    faction: Faction
    coins: Annotated[tuple[int, ...], Grid(CITIES)]


def _step(faction: int, coins: int, space: int) -> Text:
    return TN("{faction} {n} coin to {space}", "{faction} {n} coins to {space}", coins,
              faction=FACTIONS.title(faction), space=space)  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class MarkerMoved(Event):
    """A marker of allegiance has moved, step by step (§6.16)."""

    sentence = N_("Allegiance of {city}: from {start}; {steps}; it ends on {end}.")
    places = {"steps": lambda e: Listing(tuple(_step(*step) for step in e.steps))}
    city: City
    start: int
    steps: tuple[tuple[Faction, int, int], ...]  # faction, coins, the space reached
    end: int


@dataclass(slots=True, unsafe_hash=True)
class CitizensJoined(Event):
    """A coloured space adds a token to a city (§6.16.spaces)."""

    sentence = N_("{city} on space {space}: a token of {owner:the} is added.")
    neutral = N_("{city} on space {space}: no other is left, so a neutral token is added.")
    variants = (When(neutral, owner=NEUTRAL),)
    city: City
    space: int
    owner: Owner


@dataclass(slots=True, unsafe_hash=True)
class CitizensLeft(Event):
    """A coloured space removes a token from a city (§6.16.spaces)."""

    sentence = N_("{city} on space {space}: a token of {owner:the} is removed.")
    city: City
    space: int
    owner: Faction


@dataclass(slots=True, unsafe_hash=True)
class ProvinceCardMoved(Event):
    """The card of a province changes hands (§6.17)."""

    sentence = N_("The card of the province {province} goes from {before:the} to {after:the}.")
    gained = N_("The card of the province {province} goes to {after:the}.")
    lost = N_("The card of the province {province} was that of {before:the}; nobody has it now.")
    variants = (When(gained, before=NOBODY), When(lost, after=NOBODY))
    province: Province
    before: AnyFaction
    after: AnyFaction


@dataclass(slots=True, unsafe_hash=True)
class CityCardMoved(Event):
    """The card of a city changes hands (§6.17)."""

    sentence = N_("The card of {city} goes from {before:the} to {after:the}.")
    gained = N_("The card of {city} goes to {after:the}.")
    lost = N_("The card of {city} was that of {before:the}; nobody has it now.")
    variants = (When(gained, before=NOBODY), When(lost, after=NOBODY))
    city: City
    before: AnyFaction
    after: AnyFaction


BISHOPRIC_SPACES = (
    T("nothing"), T("strongly Catholic"), T("Catholic"), T("Reformed"), T("strongly Reformed"),
)  # fmt: skip
UNIVERSITIES = (T("none"), T("Catholic"), T("Reformed"))


@dataclass(slots=True, unsafe_hash=True)
class BishopricMoved(Event):
    """The marker of a bishopric moves to another space (§6.18)."""

    sentence = N_("The bishopric of {province} is now {space}.")
    places = {"space": lambda e: BISHOPRIC_SPACES[e.space]}
    province: Province
    space: int


@dataclass(slots=True, unsafe_hash=True)
class UniversityChanged(Event):
    """A university is opened, changes its kind or is closed (§6.19)."""

    sentence = N_("The university of {place} is now {kind}.")
    variants = (When(N_("The university of {place} is closed."), kind=0),)
    places = {"kind": lambda e: UNIVERSITIES[e.kind]}
    place: Place
    kind: int


@dataclass(slots=True, unsafe_hash=True)
class AllegianceSet(Event):
    """The markers are put on the table of allegiance (§5.7.allegiance)."""

    sentence = N_("The markers are put on the table of allegiance.")


# -- the end of a turn --------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ArmiesGone(Event):
    """Abandoned armies leave the board at the end of the turn (§6.20.abandoned)."""

    sentence = NN_(
        "{n} abandoned army of {faction:the} leaves the board.",
        "{n} abandoned armies of {faction:the} leave the board.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class PointsCounted(Event):
    """The points of a faction are counted (§5.8, §6.20)."""

    sentence = N_("{faction}: {total} ({counted}).")
    variants = (When(N_("{faction}: no points."), total=0),)
    places = {
        "total": lambda e: pointed(e.total),
        "counted": lambda e: _parts(
            (CITIES_GIVE, e.cities),
            (PROVINCES_GIVE, e.provinces),
            (N_("own aim {number}"), e.own),
            shown=Hundredths,
        ),
    }
    faction: Faction
    cities: int
    provinces: int
    own: int
    total: int


@dataclass(slots=True, unsafe_hash=True)
class OrderChosen(Event):
    """A faction card is inserted into the row (§5.8.order)."""

    sentence = N_("The order of play so far: {order}.")
    order: tuple[Faction, ...]


@dataclass(slots=True, unsafe_hash=True)
class GameEnded(Event):
    """The last turn is over, and the winners are known (§4.5)."""

    sentence = N_("The revolt is over. Most points: {factions}.")
    factions: tuple[Faction, ...]

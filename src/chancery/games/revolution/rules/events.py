"""What happens in Revolution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import Event, Grid
from chancery.core.words import N_, NN_, TN, Listing, T, Template, Text, Word, say
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
    CITIES,
    GOALS,
    PLACES,
    PROVINCES,
    REGIONS,
    SPOTS,
    City,
    Goal,
    Place,
    Province,
    Region,
    Slot,
    Spot,
)


def hundredths(n: int) -> Word:
    """Points as people write them: 7, 0.5, 0.45; in some languages with a comma."""
    whole, part = divmod(n, 100)
    if not part:
        return whole
    return T("{whole}.{part}", whole=whole, part=f"{part:02}".rstrip("0"))


def pointed(n: int) -> Text:
    """Points with the word for them: 1 point, 0.5 points."""
    if n % 100:
        return T("{number} points", number=hundredths(n))
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


def factions(found: Sequence[int]) -> Listing:
    """The names of several factions, one after the other."""
    return Listing(tuple(T("{faction}", faction=FACTIONS.title(f)) for f in found))


# -- set-up and turns --------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ArmyPosted(Event):
    """A Habsburg army at the start (§3.6.habsburgs)."""

    sentence = N_("{faction}: an army begins in {region}.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class TurnBegan(Event):
    """A turn begins (§4.2.2)."""

    sentence = N_("Turn {turn} begins. Order of play: {order}.")
    turn: int
    order: tuple[Faction, ...]

    def text(self) -> Text:
        """With the order of play."""
        return say(self.sentence, turn=self.turn, order=factions(self.order))


# -- money and support -------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class Taxed(Event):
    """Taxes of provinces and the first coin of each city (§6.1)."""

    sentence = NN_(
        "{faction}: {n} coin in taxes ({provinces} due from provinces, {cities} from cities).",
        "{faction}: {n} coins in taxes ({provinces} due from provinces, {cities} from cities).",
    )
    faction: Faction
    provinces: int
    cities: int
    n: int


@dataclass(slots=True, unsafe_hash=True)
class CitiesTaxed(Event):
    """Cities pay more (§6.1.rate)."""

    sentence = NN_(
        "{faction}: each city pays {rate} in all, {n} more coin together.",
        "{faction}: each city pays {rate} in all, {n} more coins together.",
    )
    faction: Faction
    rate: int
    n: int


@dataclass(slots=True, unsafe_hash=True)
class SupportBrought(Event):
    """A token from a support box into a province (§6.2.1)."""

    sentence = N_("{faction}: a token from {slot} comes to {province}.")
    faction: Faction
    slot: Slot
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class SupportBanked(Event):
    """Tokens from a support box into the treasury (§6.2.1)."""

    sentence = NN_(
        "{faction}: {n} coin from {slot} goes to the treasury.",
        "{faction}: {n} coins from {slot} go to the treasury.",
    )
    faction: Faction
    slot: Slot
    n: int


@dataclass(slots=True, unsafe_hash=True)
class TreasureAnnounced(Event):
    """Tokens leave the Spanish Treasury, if nobody takes them (§6.2.2)."""

    sentence = NN_(
        "{faction}: {n} token leaves the Spanish Treasury; the Huguenots are watching.",
        "{faction}: {n} tokens leave the Spanish Treasury; the Huguenots are watching.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Intercepted(Event):
    """The Huguenots took some of them (§6.2.2)."""

    sentence = NN_(
        "The Huguenots take {n} coin of the {victim} for the {faction}.",
        "The Huguenots take {n} coins of the {victim} for the {faction}.",
    )
    none = N_("The Huguenots let the coins of the {victim} pass.")
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
        "{faction}: {n} army is kept in {region} for {price}.",
        "{faction}: {n} armies are kept in {region} for {price}.",
    )
    faction: Faction
    region: Region
    n: int
    price: int


@dataclass(slots=True, unsafe_hash=True)
class ArmyDisbanded(Event):
    """An army is sent home for a coin (§6.3.disband)."""

    sentence = N_("{faction}: an army in {region} is disbanded for 1.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class ArmyAbandoned(Event):
    """An army is not paid (§6.3.abandon)."""

    sentence = N_("{faction}: an army in {region} is abandoned and loots.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class TownSacked(Event):
    """A town is looted: a neutral token comes to its province (§6.3.abandon)."""

    sentence = N_(
        "The abandoned army of the {faction} loots a town of {province}: a neutral token."
    )
    faction: Faction
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class TokenPlundered(Event):
    """A token is looted (§6.3.abandon)."""

    sentence = N_(
        "The abandoned army of the {faction} turns a token of the {owner} in {spot} neutral."
    )
    gone = N_(
        "The abandoned army of the {faction} destroys a token of the {owner} in {spot}; no neutral"
        " token is left."
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

    sentence = N_("The abandoned army of the {faction} finds nothing to loot in {region}.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class ArmiesRaised(Event):
    """New armies (§6.4)."""

    sentence = NN_(
        "{faction}: {n} new army for {price}: {regions}.",
        "{faction}: {n} new armies for {price}: {regions}.",
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
    return Listing(tuple(T("{region}", region=REGIONS.title(r)) for r in found))


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
                T("{first} and {second} destroy each other", first=FACTIONS.title(a),
                  second=FACTIONS.title(b))
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

    sentence = N_("In {region} the armies of {factions} keep each other at bay.")
    region: Region
    factions: tuple[Faction, ...]

    def text(self) -> Text:
        """Who keeps whom at bay."""
        region = REGIONS.title(self.region)
        return say(self.sentence, region=region, factions=factions(self.factions))


@dataclass(slots=True, unsafe_hash=True)
class SiegeLaid(Event):
    """An army besieges a city (§6.6)."""

    sentence = N_("{faction}: an army besieges {city}.")
    faction: Faction
    city: City


# -- Water Beggars -----------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class BeggarsHired(Event):
    """Water Beggars come (§6.7)."""

    sentence = NN_(
        "{faction}: {n} Water Beggar hired for {price}: {regions}.",
        "{faction}: {n} Water Beggars hired for {price}: {regions}.",
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

    sentence = N_("The Water Beggars destroy an army of the {faction} in {region}.")
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class SiegeLifted(Event):
    """A siege is over (§6.7.2)."""

    sentence = N_("The siege of {city} by the {faction} is lifted.")
    faction: Faction
    city: City


@dataclass(slots=True, unsafe_hash=True)
class TownRaided(Event):
    """The Beggars looted a town (§6.7.3)."""

    sentence = N_("The Water Beggars loot a town of {province}: a neutral token.")
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class CityInvested(Event):
    """The Beggars besiege a city (§6.7.3)."""

    sentence = N_("Two Water Beggars besiege {city}.")
    city: City


@dataclass(slots=True, unsafe_hash=True)
class ArmyStopped(Event):
    """A Beggar holds an army back (§6.7.4)."""

    sentence = N_("A Water Beggar of the {hirer} keeps an army of the {faction} in {region}.")
    hirer: Faction
    faction: Faction
    region: Region


@dataclass(slots=True, unsafe_hash=True)
class InfluenceStopped(Event):
    """A Beggar keeps an army from influence (§6.7.4)."""

    sentence = N_("A Water Beggar of the {hirer} stops the influence of the {faction} on {spot}.")
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

    sentence = N_("{faction}: an army marches from {here} to {there}.")
    faction: Faction
    here: Region
    there: Region


@dataclass(slots=True, unsafe_hash=True)
class Influenced(Event):
    """An army converts a token (§6.9)."""

    sentence = N_("{faction}: an army takes a token of the {owner} in {spot}.")
    neutral = N_("{faction}: an army takes a neutral token in {spot}.")
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
        "{faction}: {n} new unit (cities {cities}, links {links}, towns {towns}, countryside"
        " {country}, support {support}; at least 7, as far as the stock reaches).",
        "{faction}: {n} new units (cities {cities}, links {links}, towns {towns}, countryside"
        " {country}, support {support}; at least 7, as far as the stock reaches).",
    )
    faction: Faction
    n: int
    cities: int
    links: int
    towns: int
    country: int
    support: int


@dataclass(slots=True, unsafe_hash=True)
class UnitsPlaced(Event):
    """New units on the board (§6.10)."""

    sentence = N_("{faction}: new units: {goals}.")
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
        "{faction}: {n} new unit finds no place and becomes a coin.",
        "{faction}: {n} new units find no place and become coins.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class ConflictFought(Event):
    """Too many tokens in a province (§6.11)."""

    sentence = N_(
        "Conflict in {province}, limit {limit} ({before}): lost, the fewest first: {losses}."
        " {after} left."
    )
    nobody = N_(
        "Conflict in {province}, limit {limit} ({before}): lost, the fewest first: {losses}."
        " Nobody is left."
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
                T("{owners} 1", owners=Listing(tuple(T("{owner}", owner=OWNERS.title(o))
                                                     for o in group)))
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
        "Neutral tokens have run out: {faction} chooses where the last one goes.",
        "Neutral tokens have run out: {faction} chooses where the last {n} go.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class Spilled(Event):
    """A surplus token moves on (§6.13)."""

    sentence = N_("{faction}: a surplus token goes from {here} to {there}.")
    instead = N_(
        "{faction}: a surplus token goes from {here} to {there}, where a neutral token gives way."
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
        "{owner}: {n} surplus token of {province} goes back to the stock.",
        "{owner}: {n} surplus tokens of {province} go back to the stock.",
    )
    owner: Owner
    province: Province
    n: int


# -- moves inside provinces ----------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class ProvinceChosen(Event):
    """The first player names the next province (§6.14.order)."""

    sentence = N_("{faction}: {province} is settled next.")
    faction: Faction
    province: Province


@dataclass(slots=True, unsafe_hash=True)
class TokensCleared(Event):
    """Tokens sent to the countryside (§6.14.clear)."""

    sentence = NN_(
        "{faction}: {n} token of the {owner} is sent from {place} to the countryside.",
        "{faction}: {n} tokens of the {owner} are sent from {place} to the countryside.",
    )
    neutral = NN_(
        "{faction}: {n} neutral token is sent from {place} to the countryside.",
        "{faction}: {n} neutral tokens are sent from {place} to the countryside.",
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

    sentence = N_("{faction} in {province}: {places}.")
    faction: Faction
    province: Province
    placed: tuple[tuple[Spot, int], ...]

    def text(self) -> Text:
        """Where they stand now."""
        places = Listing(
            tuple(T("{spot} {number}", spot=SPOTS.title(q), number=n) for q, n in self.placed)
        )
        return say(self.sentence, faction=FACTIONS.title(self.faction),
                   province=PROVINCES.title(self.province), places=places)  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class NeutralsSettled(Event):
    """Neutral tokens take empty cities and towns (§6.14.neutrals)."""

    sentence = NN_("{n} neutral token takes {place}.", "{n} neutral tokens take {place}.")
    place: Place
    n: int


# -- sieges, allegiance, cards --------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class CityTaken(Event):
    """A siege succeeds (§6.15)."""

    sentence = N_(
        "{besieger} take {city}: own tokens kept {kept}, tokens taken {taken}, turned neutral"
        " {neutral}, lost {lost}."
    )
    besieger: AnyBesieger
    city: City
    kept: int
    taken: int
    neutral: int
    lost: int


@dataclass(slots=True, unsafe_hash=True)
class CoinsLaid(Event):
    """Coins on the table of allegiance (§6.16)."""

    sentence = N_("{faction}: coins on allegiance: {cities}.")
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

    sentence = N_("{city} on space {space}: a token of the {owner} is added.")
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

    sentence = N_("{city} on space {space}: a token of the {owner} is removed.")
    city: City
    space: int
    owner: Faction


@dataclass(slots=True, unsafe_hash=True)
class ProvinceCardMoved(Event):
    """A province card changes hands (§6.17)."""

    sentence = N_("{province}: the card goes from {before} to {after}.")
    province: Province
    before: AnyFaction
    after: AnyFaction

    def text(self) -> Text:
        """From and to whom."""
        return say(self.sentence, province=PROVINCES.title(self.province),
                   before=_holder(self.before), after=_holder(self.after))  # fmt: skip


@dataclass(slots=True, unsafe_hash=True)
class CityCardMoved(Event):
    """A city card changes hands (§6.17)."""

    sentence = N_("{city}: the card goes from {before} to {after}.")
    city: City
    before: AnyFaction
    after: AnyFaction

    def text(self) -> Text:
        """From and to whom."""
        return say(self.sentence, city=CITIES.title(self.city), before=_holder(self.before),
                   after=_holder(self.after))  # fmt: skip


def _holder(faction: int) -> Word:
    return FACTIONS.title(faction) if faction >= 0 else T("nobody")


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
        "{faction}: {n} abandoned army leaves the board.",
        "{faction}: {n} abandoned armies leave the board.",
    )
    faction: Faction
    n: int


@dataclass(slots=True, unsafe_hash=True)
class PointsCounted(Event):
    """The points of a faction (§5.8, §6.20)."""

    sentence = N_("{faction}: {total} (cities {cities}, provinces {provinces}, own aim {own}).")
    faction: Faction
    cities: int
    provinces: int
    own: int
    total: int

    def text(self) -> Text:
        """Hundredths as people write them."""
        return say(
            self.sentence, faction=FACTIONS.title(self.faction), total=pointed(self.total),
            cities=hundredths(self.cities), provinces=hundredths(self.provinces),
            own=hundredths(self.own),
        )  # fmt: skip


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

"""The value of cards, rewards and dangers to one player, in victory points.

A card has a price: what it would bring in a later auction or summer. A bid is worth its cards if
the reward, and what the likeliest other winner would gain from it, are worth more; a farm is worth
the cards of the autumns to come; a builder the chance of a part of the cathedral. The weights were
tuned by games between versions of the bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from operator import add

from chancery.core.copying import copier
from chancery.games.spada.board.components import (
    BUILDER_SPACES,
    CARDS_OF_A_KIND,
    CATHEDRAL,
    GRAIN,
    HAND_LIMIT,
    HOUSES,
    KNIGHTS,
    PARTS,
    WORKERS,
    printed,
    problem_of,
    symbol_of,
)
from chancery.games.spada.board.open_information import stock
from chancery.games.spada.rules.autumn import harvest
from chancery.games.spada.rules.rewards import (
    Reward,
    brings_privilege,
    part_points,
    privilege_points,
)
from chancery.games.spada.rules.spring import DEAREST, most
from chancery.games.spada.rules.summer import LOOT, Summer
from chancery.games.spada.rules.victory import HALF_POINTS
from chancery.games.spada.view import SpadaView, known_cards

EVEN_VALUE = 2.5  # the average value of a card over the four problems
TABLE_OF_FOUR = 4  # the prices below are those of a table of four
NO_KNIGHT = 0.75  # the chance that a card is no knight
SOON = 2  # autumns within which a farm must pay
ALL_CARDS = 4 * CARDS_OF_A_KIND
UNSEEN_KNIGHT = tuple(NO_KNIGHT**n for n in range(ALL_CARDS + 1))  # no knight among n cards
MANY_HOUSES = 3  # beyond so many a second knight is wanted to guard them
TWO_KNIGHTS = 2  # with so many one can be spared
MOST_RAIDS = 4  # knights that one player sends in a summer, at most
UNDEFENDED = 0.9  # the chance that a player who has let a house burn has no knight
LEAST_DANGER, MOST_DANGER = 0.05, 0.8  # limits of the harm of a rival's point
LEAST_REST = 0.2  # the least chance of victory of all the others together
LEAST_READY, ALL_READY = 0.2, 0.95  # the part of a hand that a rival will offer
USUAL_REWARD = 3  # the points of a usual auction
WEAK, STRONG = 0.5, 1.5  # limits of the strength of a hand, relative to others
EMPTY_HAND = 2  # cards that even an empty hand will have by the next auction
LIKELIEST = 0.9  # the highest chance of winning an auction
TIED = 0.5  # the part of the victory when only the cards in hand decide
HALF_A_POINT = 0.5  # the average points of a card at the King's mobilisation
BREAKS_TIES = 0.05  # a card that scores no point at the King's mobilisation
MOBILISED = {value: n / 2 or BREAKS_TIES for value, n in HALF_POINTS.items()}
KEPT = 4096  # cached results about prices and years
RIVALS = [[[seat for seat in range(n) if seat != me] for me in range(n)] for n in range(5)]
HARVEST = tuple(harvest(farms) for farms in range(HOUSES + 2))


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the bot, in victory points unless noted otherwise."""

    card: float = 1.08  # a card of a usual kind in hand
    tilt: float = 0.33  # the influence of the agenda cards still to come (0: none)
    late_card: float = 0.02  # a card when the roof ends the game
    tied_card: float = 0.3  # the same, if it may break a tie
    mobilised: float = 1.0  # years before the end in which cards count as half points
    counsel: float = 0.2  # being the Counsellor
    overflow: float = 0.9  # the part of the price that a card loses if tithes would take it
    farm_keep: float = 1.1  # the value of a card of a farm's income, allowing for fires
    privilege_keep: float = 0.85  # the part of a privilege's income that is not lost to robbers
    exposed: float = 0.9  # the chance of an attack on a player without cards
    evenness: float = 0.85  # the value of a farm that does not complete a pair
    part_win: float = 0.45  # the chance of winning a given cathedral auction, with builders
    builder: float = 1.4  # the value of a builders' house that scores
    muster: float = 2.0  # the influence of the size of a hand on that chance: an exponent
    given_up: float = 0.5  # the weight of the farm lost for a builders' house
    builder_wait: float = 0.4  # the weight of builders that could still score later
    deny: float = 0.48  # the harm of a point of an equal rival
    heat: float = 1.7  # a lead in points that decides little, at the end
    heat_years: float = 0.55  # how much larger it is for every year to come
    card_lead: float = 0.6  # the weight of cards in hand in a lead
    raid: float = 0.9  # the part of their knights that rivals send against a bare fief
    rich: float = 0.35  # how much likelier rivals with too many cards attack
    parry: float = 0.3  # the factor on the danger for each knight in hand
    patience: float = 0.7  # the weight of a farm that can be built in a later year instead
    idle: float = 0.55  # the weight of a knight as guard when no attack can come before autumn
    commit: float = 0.52  # the part of his hand that a rival is ready to offer
    commit_gain: float = 0.06  # how much more of it for every point that he would win
    spread: float = 3.0  # the uncertainty of that, in auction value
    victory: float = 12.0  # winning the game, when the roof decides it
    guard: float = 0.35  # the chance that a knight in hand will save a house
    bold: float = 0.02  # the least gain for an attack or a bribe
    swap: float = 0.35  # the least gain for a change of the agenda, beyond the privilege


@lru_cache(KEPT)
def _fall(spread: float) -> tuple[float, ...]:
    """Return the factor on the odds of being outbid for every value offered."""
    return tuple(exp(-offer / spread) for offer in range(DEAREST * ALL_CARDS + 1))


@lru_cache(KEPT)
def _to_come(
    data: str | None, short: bool, spent: tuple[int, ...], agenda: int, parts: int
) -> tuple[tuple[int, ...], float]:
    """Return the agenda cards to come of each problem, and the years until so many parts are built.

    Both count from after the auction on the table.
    """
    to_come = printed(data).agenda({"agenda": "short" if short else "full"})
    for card, spent_count in enumerate(spent):
        to_come[card] -= spent_count
    if agenda >= 0:
        to_come[agenda] -= 1
    # the expected number of cards of a shuffled pile until so many cathedrals have come
    years = parts * (sum(to_come) + 1) / (sum(to_come[CATHEDRAL::2]) + 1)
    return tuple(map(add, to_come[::2], to_come[1::2])), years


class Appraisal:
    """The values of everything in a position to the player of a view.

    Values that depend on the position alone are computed once, when they are first needed.
    """

    __slots__ = (
        "_builders", "_farm", "_menace", "_overflow", "_reward", "_units",
        "agenda", "autumns", "base", "cards", "chances", "danger", "known", "me",
        "mobilisation", "n", "options", "parts", "price", "problem",
        "rewarded", "rivals", "roof", "unseen", "view", "w", "years",
    )  # fmt: skip

    def __init__(self, view: SpadaView, weights: Weights, agenda: int | None = None) -> None:
        """Appraise a view; with `agenda`, as if that card were on the table."""
        self.w = weights
        self.view = view
        me = self.me = view.seat
        n = self.n = len(view.sizes)
        options = self.options = view.frame.options
        self.cards = printed(view.frame.data)
        self.mobilisation = options["ending"] == "mobilisation"
        self.rivals = RIVALS[n][me]
        self.rewarded = Reward in map(type, view.phases)
        self._know_hands()
        self._overflow: int | None = None
        self._lay(view.agenda if agenda is None else agenda)
        self._stand()

    def _stand(self) -> None:
        """Estimate each player's chance of victory, and the harm of a point of each rival.

        The nearer the end, the more a lead in points decides, and the less players behind matter.
        Harm to a rival helps all the others, so it is weighted by how likely he is to win instead.
        """
        view, w = self.view, self.w
        heat = w.heat + w.heat_years * self.years
        lead, top = w.card_lead * self.price / heat, max(view.points)
        odds = [
            exp((points - top) / heat + lead * size)
            for points, size in zip(view.points, view.sizes, strict=True)
        ]
        total = sum(odds)
        self.chances = [o / total for o in odds]
        others_chance = max(LEAST_REST, 1 - self.chances[self.me])
        scale = w.deny * (self.n - 1) / others_chance
        self.danger = [
            min(MOST_DANGER, max(LEAST_DANGER, scale * chance)) for chance in self.chances
        ]

    def with_agenda(self, agenda: int) -> Appraisal:
        """Return a copy as if this agenda card were on the table."""
        twin = _twin(self)
        twin._lay(agenda)
        return twin

    def with_houses(self, view: SpadaView) -> Appraisal:
        """Return a copy for the view after a farm or a builders' house has been made of an own
        card."""
        twin = _twin(self)
        twin.view = view
        twin._overflow = None
        twin._builders = {}
        twin._units = [None, None, None, None]
        return twin

    def _lay(self, agenda: int) -> None:
        """Compute everything that depends on the card on the table: time and prices."""
        view, w = self.view, self.w
        self.agenda = agenda
        self.problem = view.problem if agenda < 0 else problem_of(agenda)
        self._builders: dict[int, float] = {}
        self._reward: float | None = None
        self._menace: float | None = None
        self._units: list[list[float] | None] = [None, None, None, None]
        building = agenda >= 0 and symbol_of(agenda) == CATHEDRAL and not self.rewarded
        self.parts = PARTS - view.built - building
        short = self.options["agenda"] == "short"
        problems, self.years = _to_come(view.frame.data, short, view.spent, agenda, self.parts)
        self.autumns = self.years + self.mobilisation
        # fewer players share the same points and cards, so each card has more weight
        price = w.card * TABLE_OF_FOUR / self.n
        self.roof = self.parts == 0  # the roof is being auctioned, or on
        if self.mobilisation:
            # the nearer the end, the more the points of a card count
            price += (HALF_A_POINT - price) * w.mobilised / (w.mobilised + self.years)
        elif self.roof:
            price = w.tied_card if self.result(self.me) == TIED else w.late_card
        self.price = price
        brings = self.autumns * price * w.farm_keep
        even = w.evenness / 2 if self.autumns > SOON else 0.0
        self._farm = (even * brings, (1 - even) * brings)  # the first of a pair, and the second
        if self.roof and self.mobilisation:
            self.base = [MOBILISED[value] for value in self.cards.values[self.problem]]
        else:
            self.base = self._prices(problems)

    # -- time and prices ---------------------------------------------------------------

    def _prices(self, problems: Sequence[int]) -> list[float]:
        """Return the value of a card of each kind for the auctions to come."""
        war, tax, revolt, famine = problems
        # agenda cards in the own hand are likelier, since they are played when they suit
        a, b, c, d, e, f, g, h = self.view.agenda_hand
        war, tax, revolt, famine = war + a + b, tax + c + d, revolt + e + f, famine + g + h
        tilt, price = self.w.tilt, self.price
        even = price * (1 - tilt)
        slope = price * tilt / (EVEN_VALUE * (war + tax + revolt + famine or 1))
        return [
            even + slope * (war * i + tax * j + revolt * k + famine * m)
            for i, j, k, m in zip(*self.cards.values, strict=True)
        ]

    def income(self, seat: int) -> int:
        """Return how many cards a seat will get in autumn."""
        view = self.view
        return HARVEST[view.farms[seat]] + sum(view.privileges[seat * 4 : seat * 4 + 4])

    def overflow(self) -> int:
        """Return how many cards tithes would take if no more were spent."""
        overflow = self._overflow
        if overflow is None:
            view, me = self.view, self.me
            overflow = view.sizes[me] + view.loot_size + self.income(me) - HAND_LIMIT
            self._overflow = overflow
        return overflow

    # -- houses, privileges, hands -----------------------------------------------------

    def farm_worth(self, farms: int) -> float:
        """Return the value of one more farm to a player who has so many."""
        # a single farm counts as half a pair, if there is time to complete it
        first, second = self._farm
        return second if farms % 2 else first

    def exposure(self) -> float:
        """Return the expected loss by fires with no card in hand.

        A player with few cards probably has no knight among them, and all others see it.
        """
        view, me = self.view, self.me
        targets = min(self.menace(), view.farms[me] + view.builders[me])
        loss = self.house_worth(me) + self.w.deny * LOOT * self.price
        return float(self.w.exposed * targets * loss)

    def knights(self, seat: int) -> float:
        """Return the expected number of knights of a rival."""
        known = self.known[seat]
        unknown = self.view.sizes[seat] - sum(known)
        return float(known[KNIGHTS] + unknown * self.unseen[KNIGHTS])

    def menace(self) -> float:
        """Return the expected number of rivals that could send a knight."""
        menace = self._menace
        if menace is None:
            menace = sum([min(1.0, self.knights(seat) / TWO_KNIGHTS) for seat in self.rivals])
            self._menace = menace
        return menace

    def peril(self, after: Sequence[int], size: int, knights: int) -> float:
        """Return how many houses will probably burn if these rivals still have their summer turn.

        They attack where few cards are left, and more freely if tithes would take their cards.
        """
        view, w = self.view, self.w
        total = 0.0
        for seat in after:
            rich = view.sizes[seat] + self.income(seat) > HAND_LIMIT
            total += min(MOST_RAIDS, self.knights(seat)) * (
                UNSEEN_KNIGHT[size] + (w.rich if rich else 0.0)
            )
        return float(w.raid * total * w.parry**knights)

    def builder_worth(self, seat: int) -> float:
        """Return the value of a builders' house, which is the chance that it scores."""
        worth = self._builders.get(seat)
        if worth is None:
            worth = self._builders[seat] = self._scores(seat)
        return worth

    def _scores(self, seat: int) -> float:
        sizes = self.view.sizes
        average = (sum(sizes) - sizes[seat]) / (self.n - 1)
        strength = (sizes[seat] + EMPTY_HAND) / (average + EMPTY_HAND)
        strength = min(STRONG, max(WEAK, strength))
        chance = min(LIKELIEST, self.w.part_win * strength**self.w.muster * TABLE_OF_FOUR / self.n)
        return float(self.w.builder * (1 - (1 - chance) ** self.parts))

    def house_worth(self, seat: int) -> float:
        """Return the loss of a seat that has to burn a house of its choice."""
        farms, builders = self.view.farms[seat], self.view.builders[seat]
        if not builders:
            return self.farm_worth(farms - 1) if farms else 0.0
        if farms <= builders:  # a farm may not burn, since builders may not exceed farms
            return self.builder_worth(seat)
        return min(self.farm_worth(farms - 1), self.builder_worth(seat))

    def privilege_worth(self) -> float:
        """Return the value of a privilege by its income in the autumns to come."""
        return self.autumns * self.price * self.w.privilege_keep

    def units(self, resource: int) -> list[float]:
        """Return the value of keeping each card of a kind in hand, the most useful first.

        The last entry is for one card more than there is.
        """
        uses = self._units[resource]
        if uses is None:
            uses = self._units[resource] = self._uses(resource)
        return uses

    def _uses(self, resource: int) -> list[float]:
        view, me, base = self.view, self.me, self.base[resource]
        row = [base] * (view.hand[resource] + 1)
        farms, builders = view.farms[me], view.builders[me]
        if resource == GRAIN:
            for i in range(min(stock(view, me), len(row))):
                row[i] = max(base, self.farm_worth(farms + i))
        elif resource == WORKERS:
            spaces = min(BUILDER_SPACES - builders, farms + 1 - builders, len(row))
            if spaces > 0:
                gain = self.builder_worth(me) - self.farm_worth(farms - 1)
                if gain > base:
                    row[:spaces] = [gain] * spaces
        elif resource == KNIGHTS and farms:
            guard = self.w.guard * self.menace() / (self.n - 1)
            row[0] = base + guard * self.house_worth(me)
            if farms + builders > MANY_HOUSES and len(row) > 1:
                row[1] = row[0]
        return row

    def cost(self, resource: int) -> float:
        """Return the cost of a card spent in summer: little, if tithes would take one anyway."""
        cost = self.base[resource]
        if self.overflow() > 0:
            cost *= 1 - self.w.overflow
        return cost

    def _know_hands(self) -> None:
        """Collect the cards known in every hand, and the chance of each kind for an unknown
        card."""
        view = self.view
        a, b, c, d = map(add, view.hand, view.discards)
        self.known: dict[int, tuple[int, ...]] = {}
        for seat in self.rivals:
            row = known_cards(view, seat) if view.notes else view.known[seat * 4 : seat * 4 + 4]
            self.known[seat] = row
            a, b, c, d = a + row[0], b + row[1], c + row[2], d + row[3]
        if any(view.offers):
            offers = view.offers
            a, b = a + sum(offers[0::4]), b + sum(offers[1::4])
            c, d = c + sum(offers[2::4]), d + sum(offers[3::4])
        share = 1 / max(1, ALL_CARDS - a - b - c - d)
        e = CARDS_OF_A_KIND
        self.unseen = ((e - a) * share, (e - b) * share, (e - c) * share, (e - d) * share)

    def no_knight(self, seat: int, removed: int = 0) -> float:
        """Return the chance that a seat holds no knight, after so many were taken away."""
        if self.view.unarmed[seat]:
            return 1.0
        summer = self.view.phases[-1]
        if type(summer) is Summer and seat in summer.looted:
            return UNDEFENDED  # it would have answered the first time
        known = self.known[seat]
        if known[KNIGHTS] > removed:
            return 0.0
        unknown = self.view.sizes[seat] - sum(known) - max(0, removed - known[KNIGHTS])
        return float((1 - self.unseen[KNIGHTS]) ** max(0, unknown))

    # -- auctions ----------------------------------------------------------------------

    def reward(self, seat: int) -> float:
        """Return the value of the reward to a seat that wins with the card on the table."""
        if self._reward is None:
            self._reward = self._plain_reward()
        if symbol_of(self.agenda) == CATHEDRAL:
            return self._reward + self.view.builders[seat]
        return self._reward

    def _plain_reward(self) -> float:
        """Return the value of the reward without builders."""
        if symbol_of(self.agenda) == CATHEDRAL:
            points = part_points(self.options, self.view.built, 0)
        else:
            points = privilege_points(self.options)
        privilege = self.privilege_worth() if brings_privilege(self.options, self.agenda) else 0.0
        return points + privilege

    def gain(self) -> float:
        """Return the value of winning the auction to the player himself."""
        gain = self.reward(self.me) + self.w.counsel
        if symbol_of(self.agenda) == CATHEDRAL:
            # builders that do not score now may do so later
            builders = self.view.builders[self.me]
            gain -= self.w.builder_wait * builders * self.builder_worth(self.me)
        return gain

    def offered(self, seat: int) -> int:
        """Return the value of a seat's offer so far."""
        return self.cards.value(self.problem, self.view.offers[seat * 4 : seat * 4 + 4])

    def reach(self, seat: int) -> float:
        """Return how high a rival will probably go."""
        a, b, c, d = self.cards.values[self.problem]
        w, x, y, z = self.known[seat]
        e, f, g, h = self.unseen
        unknown = self.view.sizes[seat] - w - x - y - z
        hand: float = w * a + x * b + y * c + z * d + unknown * (e * a + f * b + g * c + h * d)
        if self.roof and not self.mobilisation:
            ready = ALL_READY  # cards are worth nothing after the end
        else:
            ready = self.w.commit + self.w.commit_gain * (self.reward(seat) - USUAL_REWARD)
        return self.offered(seat) + min(ALL_READY, max(LEAST_READY, ready)) * hand

    def stakes(self, reach: Sequence[float], bidders: Sequence[int]) -> tuple[float, float]:
        """Return the value of winning the auction, and the cost of a rival's victory in it.

        The likelier a rival is to win, the more his reward counts.
        """
        top = max(reach)
        odds = [exp((r - top) / self.w.spread) for r in reach]
        total = sum(odds)
        if self.roof and not self.mobilisation:
            own_result = self.result(self.me)
            rival_result = (
                sum(o * self.result(s) for o, s in zip(odds, bidders, strict=True)) / total
            )
            # going on is worth the present chance of victory
            chance = self.chances[self.me]
            return self.w.victory * (own_result - chance), self.w.victory * (chance - rival_result)
        harm = sum(o * self.danger[s] * self.reward(s) for o, s in zip(odds, bidders, strict=True))
        return self.gain(), harm / total

    def result(self, winner: int) -> float:
        """Return the player's part of the victory if this seat puts the roof on and that ends the
        game."""
        points = list(self.view.points)
        points[winner] += part_points(self.options, PARTS - 1, self.view.builders[winner])
        own_points = points[self.me]
        best = max(points[seat] for seat in self.rivals)
        if own_points == best:
            return TIED
        return float(own_points > best)

    def best_bid(
        self, bidders: Sequence[int], highest: int = 0, bar: float | None = None
    ) -> tuple[float, tuple[int, ...] | None, float]:
        """Return the gain of the best bid over passing, its cards (None: pass), and the harm of
        losing.

        Cards laid out now come back if the offer is beaten; those laid out in the round before are
        lost from then on. So one strong offer is better than many small ones. The cards with the
        most value for their cost are added first, one after another; where they just become enough,
        a smaller card instead of the last may do as well. With a bar that no offer can lift the
        prospects over, the result is a pass.
        """
        view, me, w = self.view, self.me, self.w
        reach = [self.reach(seat) for seat in bidders]
        prize, harm = self.stakes(reach, bidders)
        prize += harm
        sunk = self._sunk()
        spare = max(0, self.overflow())
        relief = w.overflow * self.price
        # an offer that costs more than this cannot be worth it
        limit = prize - sunk + relief * spare
        if limit <= 0 or (bar is not None and limit - harm <= bar):
            return 0.0, None, harm
        values, units = self.cards.values[self.problem], self._cards_by_cost()
        needed = highest - self.offered(me)
        size, risk = view.sizes[me], self.exposure()
        safety = risk * UNSEEN_KNIGHT[size]
        fall = _fall(w.spread)
        rivals = [
            (exp((r - highest + needed) / w.spread), most(self.offered(s), view.sizes[s]))
            for r, s in zip(reach, bidders, strict=True)
        ]
        best, split = sunk, None
        total, spent = 0, 0.0
        for at, (_, cost, resource) in enumerate(units):
            before = total
            total += values[resource]
            if total > needed:
                tries = [(total, cost, resource)]
                if before <= needed:
                    tries += [
                        (before + values[kind], cost_of_other, kind)
                        for _, cost_of_other, kind in units[at + 1 :]
                        if total > before + values[kind] > needed
                    ]
                extra = risk * UNSEEN_KNIGHT[size - at - 1] - safety
                brings = prize - spent - extra + relief * min(spare, at + 1)
                for offer, dear, last in tries:
                    worth = brings - dear
                    if worth <= best:
                        continue
                    for odds, could in rivals:
                        if offer - needed + highest < could:
                            worth /= 1 + odds * fall[offer]
                    if worth > best:
                        best, split = worth, (at, last)
            spent += cost
            if spent >= limit:
                break
        best -= sunk
        if split is None:
            return 0.0, None, harm
        chosen = [resource for _, _, resource in units[: split[0]]] + [split[1]]
        return best, tuple([chosen.count(resource) for resource in range(4)]), harm

    def _sunk(self) -> float:
        """Return the value of the cards laid out last, which come back if the offer is beaten."""
        if not any(self.view.latest):
            return 0.0
        latest = self.view.latest[self.me * 4 : self.me * 4 + 4]
        return sum([n * p for n, p in zip(latest, self.base, strict=True)])

    def _cards_by_cost(self) -> list[tuple[float, float, int]]:
        """Return the cards in hand as cost for each point of value, cost and resource; sorted."""
        values, cards = self.cards.values[self.problem], []
        for resource, count in enumerate(self.view.hand):
            if count:
                costs = self.units(resource)
                cards += [(cost / values[resource], cost, resource) for cost in costs[:count]]
        cards.sort()
        return cards

    def prospects(self, bar: float | None = None) -> float:
        """Return the value of the card on the table to the player, before any bid.

        With a bar, only whether the result is above it can be relied on.
        """
        best, _, harm = self.best_bid(self.rivals, bar=bar)
        return best - harm


_twin = copier(Appraisal, Appraisal.__slots__, ())

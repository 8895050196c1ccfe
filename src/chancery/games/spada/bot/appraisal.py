"""What the steward makes of what he sees: prices, prospects and chances, in victory points.

A card has a price: what it would bring in a later auction or summer. A bid is worth its cards
if the reward, and what the likeliest other winner would get out of it, are worth more; a farm
is worth the cards of the autumns to come; a builder the chance of a part of the cathedral. The
weights were found by letting versions of the bot play against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from chancery.games.spada.board.components import (
    BUILDER_SPACES,
    CARDS_OF_A_KIND,
    CATHEDRAL,
    FARM,
    GRAIN,
    KNIGHTS,
    PARTS,
    WORKERS,
    printed,
    problem_of,
    symbol_of,
)
from chancery.games.spada.board.open_information import privileges_of, stock
from chancery.games.spada.rules.autumn import harvest, income, surplus
from chancery.games.spada.rules.rewards import (
    Reward,
    brings_privilege,
    part_points,
    privilege_points,
)
from chancery.games.spada.rules.spring import most
from chancery.games.spada.rules.summer import LOOT, Summer, may_burn
from chancery.games.spada.rules.victory import HALF_POINTS
from chancery.games.spada.view import SpadaView, known_cards

EVEN_VALUE = 2.5  # what a card is worth on average over the four problems
TABLE_OF_FOUR = 4  # the prices below are those of a table of four
NO_KNIGHT = 0.75  # the chance that a card is no knight
USUAL_INCOME = 3  # cards in an autumn that can be put to good use
UNDEFENDED = 0.9  # the chance that somebody who has let a house burn has no knight
LEAST_DANGER, MOST_DANGER = 0.05, 0.8  # how much a rival's point may hurt
LEAST_READY, ALL_READY = 0.2, 0.95  # the part of a hand that a rival will offer
USUAL_REWARD = 3  # what a usual auction is worth
WEAK, STRONG = 0.5, 1.5  # a hand compared with those of others
EMPTY_HAND = 2  # what even somebody without cards will have by the next auction
LIKELIEST = 0.9  # nobody is surer than this to win an auction
TIED = 0.5  # the part of the victory when only the cards in hand decide
HALF_A_POINT = 0.5  # what a card is worth on average at the King's mobilisation
BREAKS_TIES = 0.05  # a card that brings no point at the King's mobilisation
MOBILISED = {value: n / 2 or BREAKS_TIES for value, n in HALF_POINTS.items()}


@dataclass(frozen=True, slots=True)
class Weights:
    """What the bot thinks things are worth, in victory points unless said otherwise."""

    card: float = 0.47  # a card of a usual kind in hand
    tilt: float = 0.4  # how far the agenda cards still to come change that (0: not at all)
    late_card: float = 0.02  # a card when the roof ends the game
    tied_card: float = 0.3  # the same, if it may break a tie
    mobilised: float = 1.0  # how many years ahead of the end cards count as half points
    counsel: float = 0.15  # being the Counsellor
    overflow: float = 0.9  # the part of the price that a card loses if tithes would take it
    farm_keep: float = 0.75  # the part of a farm's income that is not lost to fire
    privilege_keep: float = 0.75  # the part of a privilege's income that is not lost to robbers
    glut: float = 0.75  # how much less each card of income counts beyond the usual ones
    exposed: float = 0.4  # the chance of an attack on a fief whose lord holds no card
    evenness: float = 0.75  # how much a farm counts that does not complete a pair
    part_win: float = 0.45  # the chance of winning a given cathedral auction, with builders
    muster: float = 2.0  # how much likelier for somebody with many cards: an exponent
    given_up: float = 0.6  # how much it counts that a builder's house is no farm any more
    builder_wait: float = 0.5  # how much it counts that builders could still score later
    deny: float = 0.25  # how much a point of an equal rival hurts
    envy: float = 0.1  # how much more, for every point he is ahead of the average
    commit: float = 0.45  # the part of his hand that a rival is ready to offer
    commit_gain: float = 0.06  # how much more of it for every point that he would win
    spread: float = 3.0  # how unsure that is, in auction value
    victory: float = 12.0  # winning the game, when the roof decides it
    guard: float = 0.35  # the chance that a knight in hand will save a house
    bold: float = 0.02  # what an attack or a bribe must bring at least
    swap: float = 0.4  # what a change of the agenda must bring beyond the privilege


class Appraisal:
    """What a player makes of what he sees."""

    def __init__(self, view: SpadaView, weights: Weights, agenda: int | None = None) -> None:
        """Look at a view; with `agenda`, as if that card lay on the table."""
        w = self.w = weights
        self.view = view
        me = self.me = view.seat
        n = self.n = len(view.sizes)
        options = view.frame.options
        cards = printed(view.frame.data)
        self.cards = cards
        self.agenda = view.agenda if agenda is None else agenda
        self.problem = view.problem if self.agenda < 0 else problem_of(self.agenda)
        self.mobilisation = options["ending"] == "mobilisation"
        self.options = options
        self.rivals = [seat for seat in range(n) if seat != me]
        self.rewarded = any(type(phase) is Reward for phase in view.phases)
        self._count_years(cards.agenda(options))
        # fewer players share the same points and the same cards: each card has more weight
        price = w.card * TABLE_OF_FOUR / n
        self.roof = self.parts == 0  # the roof is being auctioned, or on
        if self.mobilisation:
            # the nearer the end, the more a card is what it scores
            price += max(0.0, HALF_A_POINT - price) * w.mobilised / (w.mobilised + self.years)
        elif self.roof:
            price = w.tied_card if self.result(me) == TIED else w.late_card
        self.price = price
        self.base = self._prices()
        self._know_hands()
        average = sum(view.points) / n
        self.danger = [
            min(MOST_DANGER, max(LEAST_DANGER, w.deny + w.envy * (points - average)))
            for points in view.points
        ]

    # -- time and prices ---------------------------------------------------------------

    def _count_years(self, cards: Sequence[int]) -> None:
        """How many parts and auctions will follow the one now on the table."""
        view = self.view
        left = [n - gone for n, gone in zip(cards, view.spent, strict=True)]
        if self.agenda >= 0:
            left[self.agenda] -= 1
        self.left = left
        self.parts = PARTS - view.built
        if self.agenda >= 0 and symbol_of(self.agenda) == CATHEDRAL and not self.rewarded:
            self.parts -= 1
        parts_left = sum(left[CATHEDRAL::2])
        # how many cards of a shuffled pile it takes to see so many cathedrals
        self.years = self.parts * (sum(left) + 1) / (parts_left + 1)
        self.autumns = self.years + self.mobilisation

    def _prices(self) -> list[float]:
        """What a card of each kind is worth for later auctions (or to score, at the end)."""
        if self.roof and self.mobilisation:
            return [MOBILISED[value] for value in self.cards.values[self.problem]]
        weight = [0] * 4
        for card, n in enumerate(self.left):
            # a card in the own hand will be played when it suits
            weight[problem_of(card)] += n + self.view.agenda_hand[card]
        total = sum(weight) or 1
        tilt, price = self.w.tilt, self.price
        values = self.cards.values
        prices = []
        for resource in range(4):
            mean = sum(weight[kind] * values[kind][resource] for kind in range(4)) / total
            prices.append(price * (1 - tilt + tilt * mean / EVEN_VALUE))
        return prices

    def income(self, seat: int) -> int:
        """The cards that a seat will get in autumn."""
        return income(self.view.farms[seat], privileges_of(self.view, seat))

    def overflow(self) -> int:
        """How many cards tithes would take if nothing more were spent."""
        view = self.view
        return surplus(view.sizes[self.me] + view.loot_size + self.income(self.me))

    # -- houses, privileges, hands -----------------------------------------------------

    def farm_worth(self, farms: int, seat: int | None = None) -> float:
        """What one more farm is worth to somebody (the player himself) who has so many."""
        seat = self.me if seat is None else seat
        exact = harvest(farms + 1) - harvest(farms)
        # a single farm is half a pair, as long as there is time to complete it
        mixed = self.w.evenness / 2 + (1 - self.w.evenness) * exact
        cards = mixed if self.autumns > 2 else exact
        return cards * self.autumns * self.price * self.w.farm_keep * self.thirst(seat, farms)

    def thirst(self, seat: int, farms: int) -> float:
        """How much of more income a seat could use: a large one ends up as tithes."""
        cards = income(farms, privileges_of(self.view, seat))
        return float(self.w.glut ** max(0, cards - USUAL_INCOME))

    def exposure(self) -> list[float]:
        """What fires will cost with no card in hand, with one, two, ...

        Who holds few cards has probably no knight among them, and everybody sees it.
        """
        view, me = self.view, self.me
        targets = min(self.n - 1, view.farms[me] + view.builders[me])
        loss = self.house_worth(me) + self.w.deny * LOOT * self.price
        risk = self.w.exposed * targets * loss
        return [risk * NO_KNIGHT**n for n in range(view.sizes[me] + 1)]

    def builder_worth(self, seat: int) -> float:
        """What a builder's house is worth: the chance that it scores."""
        sizes = self.view.sizes
        others = (sum(sizes) - sizes[seat]) / (self.n - 1)
        strength = (sizes[seat] + EMPTY_HAND) / (others + EMPTY_HAND)
        strength = min(STRONG, max(WEAK, strength))
        chance = min(LIKELIEST, self.w.part_win * strength**self.w.muster * TABLE_OF_FOUR / self.n)
        return float(1 - (1 - chance) ** self.parts)

    def house_worth(self, seat: int) -> float:
        """What a seat loses when it has to burn a house of its choice."""
        farms = self.view.farms[seat]
        lost = [
            self.farm_worth(farms - 1, seat) if house == FARM else self.builder_worth(seat)
            for house in may_burn(self.view, seat)
        ]
        return min(lost, default=0.0)

    def privilege_worth(self) -> float:
        """What a privilege is worth."""
        thirst = self.thirst(self.me, self.view.farms[self.me])
        return self.autumns * self.price * self.w.privilege_keep * thirst

    def units(self, resource: int) -> list[float]:
        """What each card of a kind in hand is worth to keep, the most useful first.

        The last one is for one card more than there is.
        """
        view, me, base = self.view, self.me, self.base[resource]
        farms, builders = view.farms[me], view.builders[me]
        uses: list[float] = []
        if resource == GRAIN:
            uses = [self.farm_worth(farms + i) for i in range(stock(view, me))]
        elif resource == WORKERS:
            places = min(BUILDER_SPACES - builders, farms + 1 - builders)
            if places > 0:
                gain = self.builder_worth(me) - self.farm_worth(farms - 1)
                uses = [gain] * places
        elif resource == KNIGHTS and farms:
            saved = base + self.w.guard * self.house_worth(me)
            uses = [saved] * (1 + (farms + builders > 3))
        held = view.hand[resource] + 1
        return [max(base, uses[i]) if i < len(uses) else base for i in range(held)]

    def spending(self) -> list[list[float]]:
        """For each kind, what it costs to part with none, one, two, ... cards of it."""
        costs = []
        for resource in range(4):
            total, row = 0.0, [0.0]
            for value in self.units(resource)[-2::-1]:
                total += value
                row.append(total)
            costs.append(row)
        return costs

    def _know_hands(self) -> None:
        """The cards known to be in every hand, and how likely an unknown one is of each kind."""
        view = self.view
        a, b, c, d = view.hand
        known = {seat: known_cards(view, seat) for seat in self.rivals}
        for row in (view.discards, *known.values()):
            a, b, c, d = a + row[0], b + row[1], c + row[2], d + row[3]
        if any(view.offers):
            offers = view.offers
            a, b = a + sum(offers[0::4]), b + sum(offers[1::4])
            c, d = c + sum(offers[2::4]), d + sum(offers[3::4])
        self.known = known
        hidden = 4 * CARDS_OF_A_KIND - a - b - c - d
        share = 1 / hidden if hidden > 0 else 0.0
        self.unseen = tuple((CARDS_OF_A_KIND - n) * share for n in (a, b, c, d))

    def no_knight(self, seat: int, removed: int = 0) -> float:
        """The chance that a seat holds no knight (after this many were taken away)."""
        if self.view.unarmed[seat]:
            return 1.0
        summer = self.view.phases[-1]
        if type(summer) is Summer and seat in summer.looted:
            return UNDEFENDED  # he would have answered the first time
        known = self.known[seat]
        if known[KNIGHTS] > removed:
            return 0.0
        unknown = self.view.sizes[seat] - sum(known) - max(0, removed - known[KNIGHTS])
        return float((1 - self.unseen[KNIGHTS]) ** max(0, unknown))

    # -- auctions ----------------------------------------------------------------------

    def reward(self, seat: int) -> float:
        """What a seat would win with the card on the table."""
        if symbol_of(self.agenda) == CATHEDRAL:
            points = part_points(self.options, self.view.built, self.view.builders[seat])
        else:
            points = privilege_points(self.options)
        more = self.privilege_worth() if brings_privilege(self.options, self.agenda) else 0.0
        return points + more

    def gain(self) -> float:
        """What winning the auction is worth to the player himself."""
        gain = self.reward(self.me) + self.w.counsel
        if symbol_of(self.agenda) == CATHEDRAL:
            # builders that do not score now may do so later
            builders = self.view.builders[self.me]
            gain -= self.w.builder_wait * builders * self.builder_worth(self.me)
        return gain

    def offered(self, seat: int) -> int:
        """What somebody has offered so far."""
        return self.cards.value(self.problem, self.view.offers[seat * 4 : seat * 4 + 4])

    def reach(self, seat: int) -> float:
        """How high a rival will probably go."""
        values, known = self.cards.values[self.problem], self.known[seat]
        unknown = self.view.sizes[seat] - sum(known)
        hand = float(self.cards.value(self.problem, known))
        hand += unknown * sum(p * v for p, v in zip(self.unseen, values, strict=True))
        if self.roof and not self.mobilisation:
            ready = ALL_READY  # nobody keeps cards when the game is over
        else:
            ready = self.w.commit + self.w.commit_gain * (self.reward(seat) - USUAL_REWARD)
        return self.offered(seat) + min(ALL_READY, max(LEAST_READY, ready)) * hand

    def stakes(self, reach: Sequence[float], bidders: Sequence[int]) -> tuple[float, float]:
        """What winning the auction is worth, and what it costs that somebody else wins it.

        The likelier a rival is to win, the more his reward counts.
        """
        top = max(reach)
        odds = [exp((r - top) / self.w.spread) for r in reach]
        total = sum(odds)
        if self.roof and not self.mobilisation:
            mine = self.result(self.me)
            theirs = sum(o * self.result(s) for o, s in zip(odds, bidders, strict=True)) / total
            if mine > 0 or theirs > 0:
                average = 1 / self.n
                return self.w.victory * (mine - average), self.w.victory * (average - theirs)
        harm = sum(o * self.danger[s] * self.reward(s) for o, s in zip(odds, bidders, strict=True))
        return self.gain(), harm / total

    def result(self, winner: int) -> float:
        """The own part of the victory if this seat puts the roof on and that ends the game."""
        points = list(self.view.points)
        points[winner] += part_points(self.options, PARTS - 1, self.view.builders[winner])
        mine = points[self.me]
        best = max(points[seat] for seat in self.rivals)
        if mine == best:
            return TIED
        return float(mine > best)

    def best_bid(
        self, bidders: Sequence[int], highest: int = 0
    ) -> tuple[float, tuple[int, ...] | None, float]:
        """The best cards to add, if any: what it brings over passing, and the harm of losing.

        Cards laid out now come back if somebody outbids them; those laid out in the round
        before are lost from then on. So one strong offer is better than many small ones.
        """
        view, me, w = self.view, self.me, self.w
        values, i = self.cards.values[self.problem], me * 4
        reach = [self.reach(seat) for seat in bidders]
        prize, harm = self.stakes(reach, bidders)
        prize += harm
        offered = self.offered(me)
        sunk = sum(n * p for n, p in zip(view.latest[i : i + 4], self.base, strict=True))
        limits = [most(self.offered(seat), view.sizes[seat]) for seat in bidders]
        spare = max(0, self.overflow())
        relief = w.overflow * self.price
        exposure = self.exposure()
        safety = exposure[-1]
        best, cards = 0.0, None
        for total, (cost, chosen) in self._offers(values).items():
            bid = offered + total
            if bid <= highest:
                continue
            n = sum(chosen)
            cost += exposure[-1 - n] - safety - relief * min(spare, n)
            if prize - sunk <= cost:
                continue
            chance = 1.0
            for r, limit in zip(reach, limits, strict=True):
                if bid < limit:
                    chance /= 1 + exp((r - bid) / w.spread)
            worth = chance * (prize - cost) - sunk
            if worth > best:
                best, cards = worth, chosen
        return best, cards, harm

    def _offers(self, values: Sequence[int]) -> dict[int, tuple[float, tuple[int, ...]]]:
        """The cheapest cards for every total that the hand can make."""
        grain, workers, knights, riches = self.spending()
        a, b, c, d = values
        best: dict[int, tuple[float, tuple[int, ...]]] = {}
        for i, cost_i in enumerate(grain):
            for j, cost_j in enumerate(workers):
                cost_ij, total_ij = cost_i + cost_j, i * a + j * b
                for k, cost_k in enumerate(knights):
                    cost_ijk, total_ijk = cost_ij + cost_k, total_ij + k * c
                    for m, cost_m in enumerate(riches):
                        total, cost = total_ijk + m * d, cost_ijk + cost_m
                        known = best.get(total)
                        if known is None or cost < known[0]:
                            best[total] = (cost, (i, j, k, m))
        del best[0]
        return best

    def prospects(self) -> float:
        """How much the player likes the card on the table, before any bid."""
        best, _, harm = self.best_bid(self.rivals)
        return best - harm

"""Recruiting and re-entry, at any time in the movement phase (§10).

The limit on the troops of a nation (§10.5) is in army_limits.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Annotated

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.observations import AtMost
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import CITIES, DEPOTS, SUBSTITUTES, AnyCity, City
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.cards import CARDS, VALUE, Kind, counts_of, kinds_in, worth
from chancery.games.friedrich.board.fate_cards import FED_BARRED, FRIEDRICH_STARVED
from chancery.games.friedrich.board.nations import PRUSSIA, Nation, hostile
from chancery.games.friedrich.board.pieces import (
    FRIEDRICH,
    GENERALS,
    GENERALS_OF,
    MOST_OF_A_GENERAL,
    NATION_OF,
    PIECES,
    STACK,
    TRAINS_OF,
    AnyGeneral,
    General,
)
from chancery.games.friedrich.rules import army_limits, stacks, tactical_cards
from chancery.games.friedrich.rules.events import Entered, Fed, Recruited
from chancery.games.friedrich.rules.knowledge.known_troops import known_troops
from chancery.games.friedrich.rules.march_limits import barred
from chancery.games.friedrich.rules.notation import AT, FEED, FEED_ONE, PAY, TRAINS
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.refusals import (
    CannotEnterThere,
    CannotFeed,
    NotFedThere,
    NothingBought,
    NotInHand,
    PaidEnough,
    PayFirst,
    TooFew,
    TroopsWrong,
)
from chancery.games.friedrich.rules.state import Friedrich

PRICE, DEAR = 6, 8  # points for a troop or a train (§10.1, §10.2, §10.8)


def depots_lost(s: Board, nation: int) -> bool:
    """Return whether every depot of a nation holds a hostile piece (§10.7)."""
    at = s.at
    for city in DEPOTS[nation]:
        if city not in at or not hostile(nation, NATION_OF[at.index(city)]):
            return False
    return True


def price(s: Board, nation: int) -> int:
    """§10.1, §10.2: return the price of a troop or train; §10.8 applies when every depot is
    lost."""
    return DEAR if depots_lost(s, nation) else PRICE


def money(s: Board, nation: int) -> int:
    """Return the value of a nation's cards as payment; a Reserve counts 10 (§10)."""
    return worth(s.hand(nation))


def entry_cities(s: Board, nation: int, substitute: int) -> list[int]:
    """Return the cities where pieces could enter now, considering only depots (§10.6, §10.7,
    §10.8)."""
    if not depots_lost(s, nation):
        return list(DEPOTS[nation])
    return [substitute] if substitute >= 0 else list(SUBSTITUTES[nation])


def _slots(s: Board, nation: int, city: int, occupants: dict[int, int]) -> int:
    """Count the generals that could still enter in a city."""
    if city not in occupants:
        return STACK
    piece = occupants[city]
    if piece >= GENERALS or NATION_OF[piece] != nation:
        return 0
    return STACK - len(s.stack(piece))


@dataclass(slots=True)
class Recruiting(FriedrichPhase):
    """One purchase: its size, the cards that pay for it, entries, and the distribution of troops.

    The size and the cards are public, the distribution is not (§10.4): all choices are made in
    secret, and what is public appears at once when the purchase is complete.
    """

    title = T("recruiting")
    rule = "10.1"
    hidden = True

    nation: Nation
    troops: int
    trains: int = -1  # -1: not chosen yet
    paid: Annotated[tuple[Kind, ...], AtMost(40)] = ()
    depots: Annotated[tuple[City, ...], AtMost(2)] = ()  # the cities where trains enter
    fed: Annotated[tuple[General, ...], AtMost(32)] = ()  # the receiver of each troop
    entered: tuple[tuple[General, City], ...] = ()
    entering: AnyGeneral = -1  # enters in a city that is not chosen yet
    substitute: AnyCity = -1

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the phase below is the movement of the nation."""
        return below_is(below, "Movement", nation=self.nation, substitute=self.substitute)

    def fits(self, s: Friedrich) -> bool:
        """Return whether each step of the purchase so far was legal."""
        if self.troops not in may_buy(s, self.nation, self.substitute):
            return False
        seat = s.seat_of(self.nation)
        draft = Recruiting(self.nation, self.troops, -1, substitute=self.substitute)
        entries = list(self.entered)
        steps = [TRAINS[self.trains]] if 0 <= self.trains <= 2 else []
        steps += [PAY[kind] for kind in self.paid]
        steps += [AT[city] for city in self.depots]
        if s.rules >= 3:
            steps += [FEED[general][len(list(portion))] for general, portion in groupby(self.fed)]
        else:
            steps += [FEED_ONE[general] for general in self.fed]
        for step in steps:
            if step not in draft.legal(s, seat):
                return False
            draft.verbs[step.verb](draft, s, seat, *step.args)
            if draft.entering >= 0 and entries and entries[0][0] == draft.entering:
                city = entries[0][1]
                if AT[city] in draft.legal(s, seat):
                    draft.do_at(s, seat, city)
            entries = entries[1:] if entries and entries[0] in draft.entered else entries
        return draft == self

    def drafting(self, s: Friedrich, seat: int) -> bool:
        """Return whether the purchase is the seat's own: others do not see it until it is
        complete."""
        return seat == s.seat_of(self.nation)

    # -- what is possible ----------------------------------------------------------------

    def cost(self, s: Board) -> int:
        """Return the price of the whole purchase (§10.1, §10.2)."""
        return price(s, self.nation) * (self.troops + max(0, self.trains))

    def worth(self) -> int:
        """Return the value of the cards paid so far."""
        return sum(VALUE[kind] for kind in self.paid)

    def _entry_cities_left(self, s: Board) -> list[int]:
        """Return the cities where a piece may still enter."""
        cities = entry_cities(s, self.nation, self.substitute)
        if self._is_substitute(s):
            chosen = [*self.depots, *(city for _, city in self.entered)]
            if chosen:  # §10.8: one substitute city only
                return [chosen[0]]
        return cities

    def _is_substitute(self, s: Board) -> bool:
        return depots_lost(s, self.nation)

    def _free_for_train(self, s: Board) -> list[int]:
        occupants = s.occupants()
        used = {*self.depots, *(city for _, city in self.entered)}
        return [c for c in self._entry_cities_left(s) if c not in occupants and c not in used]

    def _free_for(self, s: Board, general: int) -> list[int]:
        """Return the cities where a general may enter (§10.6).

        Up to three enter together, but not with a train (§faq 9.4), and also with a general who
        stands there (§faq 9.5).
        """
        occupants = s.occupants()
        cities = []
        for city in self._entry_cities_left(s):
            inside = sum(c == city for _, c in self.entered)
            if city in self.depots or _slots(s, self.nation, city, occupants) - inside <= 0:
                continue
            if self._barred(s, general) and s.enemies_next_to(self.nation, city):
                continue
            cities.append(city)
        return cities

    def _barred(self, s: Board, general: int) -> bool:
        """Return whether a general may not enter next to an enemy (§11.3, §fate 10♠, ruling 9)."""
        return barred(s, (general,)) or (self.nation == PRUSSIA and s.holds(FED_BARRED))

    def _outside(self, s: Board) -> list[int]:
        """Return the generals who could still re-enter; not Friedrich where fate forbids it
        (§fate 7♥)."""
        entered = [g for g, _ in self.entered]
        return [
            g
            for g in s.off_map(GENERALS_OF[self.nation])
            if g not in entered
            and g != self.entering
            and not (g == FRIEDRICH and s.holds(FRIEDRICH_STARVED))
        ]

    def _alone(self, s: Board, general: int) -> bool:
        return s.at[general] >= 0 and len(s.stack(general)) == 1

    def _refused_troops(self, s: Board, top: int) -> bool:
        """Return whether fate forbids new troops for a stack on the map, which is public.

        This concerns a lone Friedrich (§fate 7♥, ruling 15), and a Prussian stack next to a hostile
        general: with new troops it may not attack, whether it received them before or after its
        march (§fate 10♠, ruling 17; until rules version 2 a stack that had marched first could
        receive them).
        """
        if self.nation != PRUSSIA:
            return False
        if top == FRIEDRICH and s.holds(FRIEDRICH_STARVED):
            return self._alone(s, top)
        return s.rules >= 3 and s.holds(FED_BARRED) and bool(s.enemies_next_to(PRUSSIA, s.at[top]))

    def _room_of(self, s: Board, general: int) -> int:
        """Return how many troops a stack on the map, or an entering general, could still take."""
        received = self.fed.count(general)
        if s.at[general] < 0:
            return MOST_OF_A_GENERAL - received
        if self._refused_troops(s, general):
            return 0
        return MOST_OF_A_GENERAL * len(s.stack(general)) - s.troops[general] - received

    def inside(self, s: Board) -> int:
        """Return how many troops the generals on the map and the entering ones could still take."""
        generals = len(s.on_map(self.nation)) + len(self.entered) + (self.entering >= 0)
        room = MOST_OF_A_GENERAL * generals - s.total(self.nation) - len(self.fed)
        if self.nation == PRUSSIA and (s.holds(FRIEDRICH_STARVED) or s.holds(FED_BARRED)):
            closed = [top for top in s.tops(PRUSSIA) if self._refused_troops(s, top)]
            room -= sum(MOST_OF_A_GENERAL * len(s.stack(g)) - s.troops[g] for g in closed)
        if s.rules >= 3:  # a stack is named only once
            room -= sum(self._room_of(s, general) for general in set(self.fed))
        return room

    def has_room(self, s: Board, troops: int) -> bool:
        """Return whether so many troops could still be distributed.

        Nearly always there is room inside, and further entries need not be examined.
        """
        inside = self.inside(s)
        return troops <= inside or troops <= inside + MOST_OF_A_GENERAL * self._entrants(s)

    def _entrants(self, s: Board) -> int:
        """Count the generals who could enter in addition to the one that is entering now."""
        waiting = [self.entering] if self.entering >= 0 else []
        outside = [*self._outside(s), *waiting]
        wary = sum(self._barred(s, g) for g in outside)  # may not enter next to an enemy
        occupants = s.occupants()
        slots: list[tuple[int, int]] = []  # in each city: for all, and for the wary
        for city in self._entry_cities_left(s):
            if city not in self.depots:
                inside = sum(c == city for _, c in self.entered)
                free = max(0, _slots(s, self.nation, city, occupants) - inside)
                slots.append((free, 0 if s.enemies_next_to(self.nation, city) else free))
        one_city = self._is_substitute(s)  # §10.8
        if not one_city:
            slots = [(sum(free for free, _ in slots), sum(safe for _, safe in slots))]
        most = 0
        for free, safe in slots:
            first = min(wary, safe)
            most = max(most, first + min(len(outside) - wary, free - first))
        return max(0, most - len(waiting))

    def _with(self, **changes: object) -> Recruiting:
        twin = self.copy()
        assert isinstance(twin, Recruiting)
        for name, value in changes.items():
            setattr(twin, name, value)
        return twin

    def possible(self, s: Board) -> bool:
        """Return whether the purchase, as far as it is made, can be completed."""
        undistributed = self.troops - len(self.fed)
        waiting = max(0, self.trains) - len(self.depots)
        if waiting:
            free = self._free_for_train(s)
            return any(
                self._with(depots=(*self.depots, *chosen)).possible(s)
                for chosen in _chosen(free, waiting, self._is_substitute(s))
            )
        if self.entering >= 0 and not self._free_for(s, self.entering):
            return False
        return self.has_room(s, undistributed)

    def may_buy(self, s: Board) -> bool:
        """Return whether the nation can pay for the purchase and has a place for all of it."""
        return money(s, self.nation) >= self.cost(s) and self.possible(s)

    # -- the questions -------------------------------------------------------------------

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if s.rules >= 3:
            self._make_forced_choices(s)
        if self._complete(s):
            self._buy(s)
            return ()
        return question(s.seat_of(self.nation), "move")

    def _make_forced_choices(self, s: Friedrich) -> None:
        """Make the choices that have only one option: trains, their cities, the receiver of the
        rest.

        A purchase becomes public by its last choice. Therefore a choice that could be the last one
        is only skipped where it is publicly known to be forced, and never because of hidden cards
        or troops. Cards are always paid by hand.
        """
        if self.trains < 0:
            numbers = [n for n in range(3) if self._trains_possible(s, n)]
            if len(numbers) == 1:
                self.trains = numbers[0]
        if self.trains < 0 or self.worth() < self.cost(s):
            return
        seat = s.seat_of(self.nation)
        free = self._free_for_train(s) if len(self.depots) < self.trains else []
        if len(free) == self.trains - len(self.depots):
            for city in free:
                self.do_at(s, seat, city)
        self._enter_the_only_place(s, seat)
        undistributed = self.troops - len(self.fed)
        if undistributed and self.entering < 0 and len(self.depots) == self.trains:
            receivers = self._public_receivers(s)
            if len(receivers) == 1:
                self.do_feed(s, seat, receivers[0], undistributed)
                self._enter_the_only_place(s, seat)

    def _enter_the_only_place(self, s: Friedrich, seat: int) -> None:
        if self.entering >= 0 and len(self.depots) == self.trains:
            cities = self._free_for(s, self.entering)
            if len(cities) == 1:
                self.do_at(s, seat, cities[0])

    def _public_receivers(self, s: Friedrich) -> list[int]:
        """Return the possible receivers by public knowledge, which includes stacks that may be
        full."""
        inside = [
            g for g in s.tops(self.nation) if g not in self.fed and not self._refused_troops(s, g)
        ]
        return inside + [g for g in self._outside(s) if self._free_for(s, g)]

    def _complete(self, s: Friedrich) -> bool:
        return (
            self.trains >= 0
            and self.worth() >= self.cost(s)
            and len(self.depots) == self.trains
            and self.entering < 0
            and len(self.fed) == self.troops
        )

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        if self.trains < 0:
            return [TRAINS[n] for n in range(3) if self._trains_possible(s, n)]
        if self.worth() < self.cost(s):
            return [PAY[kind] for kind in self._cards_left(s)]
        if len(self.depots) < self.trains:
            return [
                AT[c]
                for c in self._free_for_train(s)
                if self._with(depots=(*self.depots, c)).possible(s)
            ]
        if self.entering >= 0:
            return [AT[c] for c in self._free_for(s, self.entering) if self._enter(c).possible(s)]
        if s.rules < 3:
            return [FEED_ONE[g] for g in self._receivers(s)]
        return [FEED[g][n] for g in sorted(self._nameable(s)) for n in self._portions(s, g)]

    def _nameable(self, s: Friedrich) -> list[int]:
        """Return the possible receivers with room that have not yet received any of this
        purchase."""
        return [g for g in self._public_receivers(s) if self._room_of(s, g) > 0]

    def _portions(self, s: Friedrich, general: int) -> range:
        """Return the numbers of troops for a receiver with which the rest can still be
        distributed."""
        most = min(self._room_of(s, general), self.troops - len(self.fed))
        least = 1  # the more this receiver takes, the easier it is to place the rest
        while least <= most and not self._feed(s, general, least).possible(s):
            least += 1
        return range(least, most + 1)

    def _trains_possible(self, s: Board, n: int) -> bool:
        if n > len(s.off_map(TRAINS_OF[self.nation])) or self.troops + n == 0:
            return False
        return self._with(trains=n).may_buy(s)

    def _cards_left(self, s: Friedrich) -> list[int]:
        hand = s.hand(self.nation)
        for kind in self.paid:
            hand[kind] -= 1
        return kinds_in(hand)

    def _enter(self, city: int) -> Recruiting:
        return self._with(entered=(*self.entered, (self.entering, city)), entering=-1)

    def _receivers(self, s: Friedrich) -> list[int]:
        """Return the generals that could receive the next troop."""
        inside = [g for g in s.tops(self.nation) if self._room_of(s, g) > 0]
        inside += [g for g, _ in self.entered if self._room_of(s, g) > 0]
        inside += [g for g in self._outside(s) if self._free_for(s, g)]
        return [g for g in sorted(inside) if self._feed(s, g).possible(s)]

    def _feed(self, s: Friedrich, general: int, n: int = 1) -> Recruiting:
        outside = s.at[general] < 0 and general not in [g for g, _ in self.entered]
        fed = (*self.fed, *[general] * n)
        return self._with(fed=fed, entering=general if outside else self.entering)

    def do_trains(self, s: Friedrich, seat: int, n: int) -> None:
        """§10.2: choose how many trains to buy."""
        self.trains = n

    def no_trains(self, s: Friedrich, seat: int, n: int) -> Refusal:
        """§10.2: return the reason why so many trains cannot be bought."""
        if self.trains >= 0:
            return PayFirst(n=self.cost(s)).by("10.2")
        if not self.troops and not n:
            return NothingBought().by("10.1")
        limit = max((k for k in range(3) if self._trains_possible(s, k)), default=0)
        return TooFew(n=limit).by("10.2")

    def do_pay(self, s: Friedrich, seat: int, kind: int) -> None:
        """§10: pay with a card; there is no change."""
        self.paid = (*self.paid, kind)

    def no_pay(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Return the reason why a card cannot pay."""
        if self.trains >= 0 and self.worth() >= self.cost(s):
            return PaidEnough(n=self.worth()).by("10.1")
        return NotInHand(card=CARDS.title(kind)).by("10.1")

    def do_at(self, s: Friedrich, seat: int, city: int) -> None:
        """§10.6: let a piece enter in a depot; §10.7: or in the substitute city."""
        if len(self.depots) < self.trains:
            self.depots = (*self.depots, city)
        else:
            self.entered = (*self.entered, (self.entering, city))
            self.entering = -1

    def no_at(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """Return the reason why no piece can enter in a city."""
        if self.trains < 0 or self.worth() < self.cost(s):
            return PayFirst(n=self.cost(s)).by("10.1")
        return CannotEnterThere(city=CITIES.title(city)).by("10.6")

    def do_feed(self, s: Friedrich, seat: int, general: int, n: int = 1) -> None:
        """§10.4: give new troops to a stack, wherever it is and supplied or not (§faq 9.3).

        They may also go to an entering general (§10.3).
        """
        after = self._feed(s, general, n)
        self.fed, self.entering = after.fed, after.entering
        if self.entering >= 0 and s.rules < 3:
            cities = [c for c in self._free_for(s, general) if self._enter(c).possible(s)]
            if len(cities) == 1:
                self.do_at(s, seat, cities[0])

    def no_feed(self, s: Friedrich, seat: int, general: int, n: int = 0) -> Refusal:
        """Return the reason why a general receives no troops, or not so many."""
        if self.trains < 0 or self.worth() < self.cost(s):
            return PayFirst(n=self.cost(s)).by("10.1")
        top = s.at[general] >= 0 and s.top(general) == general
        if top and s.rules >= 3 and s.holds(FED_BARRED) and self._refused_troops(s, general):
            return NotFedThere(general=PIECES.title(general)).by("fate 10♠")
        if s.rules >= 3 and general in self._nameable(s):
            portions = self._portions(s, general)
            if portions and len(self.depots) == self.trains and self.entering < 0:
                return TroopsWrong(least=portions.start, most=portions.stop - 1).by("10.4")
        return CannotFeed(general=PIECES.title(general)).by("10.4")

    # -- the purchase ----------------------------------------------------------------------

    def _buy(self, s: Friedrich) -> None:
        """Complete the purchase and publish it, except for the receivers of the troops (§10.4)."""
        nation, seat = self.nation, s.seat_of(self.nation)
        waste = self.worth() - self.cost(s)
        substitute = self._is_substitute(s)
        for kind in self.paid:
            tactical_cards.discard_openly(s, nation, kind)
        s.emit(Recruited(nation, self.troops, self.trains, counts_of(self.paid), waste))
        moved: set[int] = set()
        outside = [t for t in TRAINS_OF[nation] if s.at[t] < 0 and not s.gone[t]]
        for train, city in zip(outside, self.depots, strict=False):
            s.at[train] = city
            moved.add(train)
            s.emit(Entered(train, city))
        hungry = [top for top in s.tops(nation) if self._refused_troops(s, top)]
        known_troops(s).shared(s, nation, self.troops, [g for g, _ in self.entered], hungry)
        for top in s.tops(nation):
            n = self.fed.count(top)
            s.troops[top] += n
            if n:
                for general in s.stack(top):
                    s.fed[general] = 1
                s.emit(Fed(seat, top, n))
        for general, city in self.entered:
            n = self.fed.count(general)
            s.troops[general] = n
            s.fed[general] = 1
            stacks.join(s, (general,), city)
            moved.update(s.stack(general))  # §10.6, §4.6
            s.emit(Entered(general, city))
            s.emit(Fed(seat, general, n))
        known_troops(s).tighten(s, nation)
        s.leave()
        below = s.phases[-1]
        below.moved = tuple(sorted({*below.moved, *moved}))  # type: ignore[attr-defined]
        if substitute and (self.depots or self.entered):
            chosen = self.depots[0] if self.depots else self.entered[0][1]
            below.substitute = chosen  # type: ignore[attr-defined]


def _chosen(free: Sequence[int], n: int, one_city: bool) -> list[tuple[int, ...]]:
    """Return the ways to choose cities for so many trains; a substitute city takes only one."""
    if one_city and n > 1:
        return []
    return list(combinations(free, n))


def most_troops(s: Board, nation: int, substitute: int) -> int:
    """Return how many troops the nation could buy now."""
    lacking = army_limits.ceiling(s, nation) - s.total(nation)
    return _most(s, nation, substitute, lacking, money(s, nation))


def _most(s: Board, nation: int, substitute: int, lacking: int, worth: int) -> int:
    troops = min(lacking, worth // price(s, nation))
    if troops <= 0:
        return 0
    empty = Recruiting(nation, 0, 0, substitute=substitute)
    while not empty.has_room(s, troops):
        troops -= 1
    return troops


def may_buy(s: Board, nation: int, substitute: int) -> list[int]:
    """Return the numbers of troops with which a purchase could begin."""
    outside = s.off_map(TRAINS_OF[nation])
    lacking = army_limits.ceiling(s, nation) - s.total(nation)
    if not outside and lacking <= 0:
        return []
    worth = money(s, nation)
    if worth < PRICE:
        return []
    highest = _most(s, nation, substitute, lacking, worth)
    amounts = list(range(1, highest + 1))
    without = Recruiting(nation, 0, -1, substitute=substitute)
    if outside and any(without._trains_possible(s, n) for n in (1, 2)):
        amounts.insert(0, 0)
    return amounts

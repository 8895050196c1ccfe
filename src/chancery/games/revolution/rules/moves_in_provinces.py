"""Moves inside provinces: from the countryside into cities and towns (§5.6, §6.14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, NamedTuple

from chancery.core import Action, AnySeat, BadPosition, Phase, Question, Refusal, question
from chancery.core.observations import SAID, AtMost
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import (
    FACTIONS,
    NEUTRAL,
    OWNERS,
    OWNERS_N,
    Faction,
    Owner,
)
from chancery.games.revolution.board.places import (
    CITIES_N,
    CUT,
    PLACES,
    PROVINCES,
    PROVINCES_N,
    Place,
    Province,
    is_city,
    spot_of,
)
from chancery.games.revolution.rules.events import (
    NeutralsSettled,
    ProvinceChosen,
    TokensCleared,
    TokensPlaced,
)
from chancery.games.revolution.rules.notation import (
    CLEAR,
    DONE,
    GATHER,
    MOST_IN_A_PLACE,
    PEOPLE,
    PUT,
    SETTLE,
)
from chancery.games.revolution.rules.phase_base import Choice, Stepwise
from chancery.games.revolution.rules.refusals import (
    AlreadySettled,
    CannotClear,
    ClosedToNeutrals,
    NothingToGather,
    NotNext,
    OneToATown,
    PutOnce,
    TooFewToPlace,
    TownTaken,
    UnderSiege,
)
from chancery.games.revolution.rules.state import Revolution

CITY_NEUTRALS = 2  # §6.14.neutrals: for an empty city; a town takes one


def queue(board: Board, counts: Sequence[int]) -> tuple[int, ...]:
    """Return the factions that place in a province, by their tokens outside besieged cities.

    §5.6.largest, §6.14.largest: the most tokens first, without neutrals; equals in turn order
    (§6.14.equal, §5.6.equal).
    """
    present = [faction for faction in board.order if counts[faction]]
    return tuple(sorted(present, key=lambda faction: -counts[faction]))


def everybody(board: Board, counts: Sequence[int]) -> tuple[int, ...]:
    """Return all factions; those without a token in the province come last (§6.14.2004)."""
    present = queue(board, counts)
    return (*present, *(faction for faction in board.order if faction not in present))


def _waiting(s: Revolution, province: int) -> tuple[int, ...]:
    """Return the factions that may move tokens in a province, if it has a place without a siege.

    §6.14.2004: in the edition of 2004 neutral tokens may be moved by every faction.
    """
    places = [q for q in s.data.places_of[province] if not s.besieged(q)]
    if not places:
        return ()
    counts = s.unbesieged(province)
    if s.edition.all_move_neutrals and any(
        s.tokens[spot_of(q) * OWNERS_N + NEUTRAL] for q in places
    ):
        return everybody(s, counts)
    return queue(s, counts)


def begin(s: Revolution) -> None:
    """Begin with all provinces in which a faction could move tokens (§5.6, §6.14)."""
    queues = tuple(_waiting(s, province) for province in range(PROVINCES_N))
    if s.options["province_order"] == "batched":
        s.push(Batches(queues))
    else:
        s.push(Provinces(queues))


class Row(NamedTuple):
    """The tokens and places that a faction finds in a province when it is to place there."""

    province: Province
    hand: int  # its tokens, besieged cities left out
    inside: bool  # some of them are in towns or cities
    places: tuple[Place, ...]  # where it could put a token
    others: tuple[tuple[Place, Owner, int], ...]  # tokens that it may send away

    @property
    def decides(self) -> bool:
        """Whether the faction could change anything there."""
        return bool(self.places and (self.hand or self.others))


def row_of(s: Revolution, province: int, waiting: Sequence[int]) -> Row:
    """Return the province as the first faction in its queue finds it.

    §6.14.siege: besieged cities are closed; §6.14.respect: so are towns taken by a faction that
    placed before, while tokens of later factions and neutral ones must make way.
    """
    tokens, sieges = s.tokens, s.sieges
    faction, *later = waiting
    later.append(NEUTRAL)
    hand = outside = tokens[province * OWNERS_N + faction]
    places: list[int] = []
    others: list[tuple[int, int, int]] = []
    for place in s.data.places_of[province]:
        if place < CITIES_N and sieges[place] >= 0:
            continue
        tokens_here = tokens[CUT[PROVINCES_N + place]]
        hand += tokens_here[faction]
        movable = [(place, o, tokens_here[o]) for o in later if tokens_here[o]]
        others += movable
        if place < CITIES_N or movable or tokens_here[faction] or not any(tokens_here):
            places.append(place)
    return Row(province, hand, hand > outside, tuple(places), tuple(others))


@lru_cache(maxsize=20_000)
def _all_in(row: Row) -> tuple[Action, ...]:
    """Return the actions in a province that has not been touched."""
    actions: list[Action] = []
    for place in row.places:
        actions += PUT[place][: row.hand if place < CITIES_N else min(1, row.hand)]
    actions += [CLEAR[place][owner] for place, owner, _ in row.others]
    if row.inside:
        actions.append(GATHER[row.province])
    return tuple(actions)


@dataclass(slots=True)
class _ProvinceQueues(Phase[Revolution]):
    """Base class of both orders of provinces: the factions still to place, by province."""

    # by province: factions that have not placed yet
    queues: Annotated[tuple[tuple[Faction, ...], ...], AtMost(PROVINCES_N)]

    def placed(self, provinces: Sequence[int]) -> None:
        """Remove the first faction from the queue of each of these provinces."""
        queues = list(self.queues)
        for province in set(provinces):
            queues[province] = queues[province][1:]
        self.queues = tuple(queues)

    def check(self, s: Revolution) -> None:
        """Check the limits of provinces (§6.13.limit), and that queued factions are in them."""
        if len(self.queues) != PROVINCES_N:
            raise BadPosition(T("a list is too short or too long"))
        for province, row in enumerate(self.queues):
            counts = s.unbesieged(province)
            if sum(counts) > s.data.limit[province]:
                raise BadPosition(T("a province is over its limit"))
            lines = [queue(s, counts)]
            if s.edition.all_move_neutrals:
                lines.append(everybody(s, counts))
            if all(row != whole[len(whole) - len(row) :] for whole in lines):
                raise BadPosition(T("the largest faction places first"))


@dataclass(slots=True)
class Batches(_ProvinceQueues):
    """§6.14 with all provinces side by side: a seat is asked for all provinces where it is next.

    The provinces do not depend on each other, so the order among them does not matter (a ruling;
    the other way is an option).
    """

    title = T("moves inside provinces")
    rule = "6.14"

    seat: AnySeat = -1  # the seat that is asked, as long as it is next in any province

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask the seat that is placing, then the others in turn order, where they have a choice."""
        heads = self._heads(s)
        waiting = [faction for faction in s.order if faction in heads]
        if not waiting:
            s.turn_to(Peopling(tuple(range(PROVINCES_N))))
            return ()
        same_seat = [faction for faction in waiting if s.seat_of(faction) == self.seat]
        faction = (same_seat or waiting)[0]
        self.seat = s.seat_of(faction)
        rows = [row_of(s, p, self.queues[p]) for p in heads[faction]]
        stuck = [row.province for row in rows if not row.decides]
        if stuck:
            self.placed(stuck)
        if len(stuck) < len(rows):
            s.push(Placing(faction, tuple([row for row in rows if row.decides])))
        return ()

    def _heads(self, s: Revolution) -> dict[int, list[int]]:
        """Return the provinces where each faction is next.

        Provinces where it has no token come last, so that a faction is asked once for all of them.
        """
        heads: dict[int, list[int]] = {}
        absent: dict[int, list[int]] = {}
        everybody_may = s.edition.all_move_neutrals
        for province, row in enumerate(self.queues):
            if row:
                may_place = not everybody_may or s.unbesieged(province)[row[0]]
                (heads if may_place else absent).setdefault(row[0], []).append(province)
        return heads or absent


@dataclass(slots=True)
class Provinces(_ProvinceQueues):
    """§6.14.order: the first player chooses the next province, which is resolved completely."""

    title = T("moves inside provinces")
    rule = "6.14.order"

    current: int = -1  # the province that is being resolved
    peopled: bool = False  # provinces without a decision have received their neutral tokens

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask for the next province, unless there is only one."""
        if not self.peopled:
            self.peopled = True
            s.push(Peopling(tuple(p for p, row in enumerate(self.queues) if not row)))
            return ()
        if self.current >= 0:
            waiting = self.queues[self.current]
            if waiting:
                row = row_of(s, self.current, waiting)
                if row.decides:
                    s.push(Placing(waiting[0], (row,)))
                else:
                    self.placed((self.current,))
            else:
                s.push(Peopling((self.current,)))
                self.current = -1
            return ()
        unresolved = [p for p, row in enumerate(self.queues) if row]
        if not unresolved:
            s.leave()
            return ()
        if len(unresolved) == 1:
            self.current = unresolved[0]
            return ()
        return question(s.seat_of(s.order[0]), "settle")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the provinces where a faction could still place."""
        return [SETTLE[p] for p, row in enumerate(self.queues) if row]

    def do_settle(self, s: Revolution, seat: int, province: int) -> None:
        """Choose the province that is resolved next (§6.14.order)."""
        self.current = province
        s.emit(ProvinceChosen(s.order[0], province))

    def check(self, s: Revolution) -> None:
        """Check the queues and the number of the province."""
        _ProvinceQueues.check(self, s)
        if not -1 <= self.current < PROVINCES_N:
            raise BadPosition(T("there is no such province"))

    def no_settle(self, s: Revolution, seat: int, province: int) -> Refusal:
        """Refuse a province in which there is nothing left to decide."""
        return AlreadySettled(province=PROVINCES.title(province))


@dataclass(slots=True)
class Placing(Stepwise, Choice):
    """§6.14: a faction places its tokens anew in the towns and cities of some provinces.

    §6.14.town: one token in a town; §6.14.city: any number in a city, beside others. It may send
    neutral tokens, and tokens of factions that have not placed yet, to the countryside
    (§6.14.clear, §5.6.clear), and its own (`gather`). Provinces it does not touch stay as they are
    (§6.14.free). Armies do not matter (§6.14.armies), nor do support boxes (§6.14.support).
    """

    title = T("moves inside provinces")
    rule = "6.14"
    asks = "put"

    faction: Faction
    rows: Annotated[tuple[Row, ...], SAID]
    puts: Annotated[tuple[tuple[Place, int], ...], AtMost(40)] = ()
    clears: Annotated[tuple[tuple[Place, Owner], ...], AtMost(40)] = ()
    gathers: tuple[Province, ...] = ()

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask for the next step; "done" leaves the rest and is automatic at the end (§4.1)."""
        if s.rules < 2 or not self.begun():
            return question(s.seat_of(self.faction), self.asks)
        return Stepwise.ask(self, s)

    # -- what is possible ----------------------------------------------------------------

    def row(self, province: int) -> Row | None:
        """Return a province as the faction finds it, or None if it does not place there."""
        return next((row for row in self.rows if row.province == province), None)

    def hand(self, row: Row) -> int:
        """Count the tokens of a province that have not been put into a place."""
        if row.province in self.gathers:
            return 0
        return row.hand - sum(self._put(row).values())

    def _put(self, row: Row) -> dict[int, int]:
        """Return the tokens put into places of a province."""
        places = row.places
        return {q: n for q, n in self.puts if q in places}

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return, for each province, tokens to put, to clear and to gather."""
        actions = [DONE]
        if not self.begun():
            for row in self.rows:
                actions += _all_in(row)
            return actions
        province_of = s.data.province_of
        touched = {*self.gathers, *[province_of[q] for q, _ in (*self.puts, *self.clears)]}
        for row in self.rows:
            if row.province in touched:
                actions += self._rest(s, row)
            else:
                actions += _all_in(row)
        return actions

    def _rest(self, s: Revolution, row: Row) -> list[Action]:
        """Return the remaining actions in a province that has been touched."""
        chosen = self._put(row)
        gathered = row.province in self.gathers
        hand = 0 if gathered else row.hand - sum(chosen.values())
        actions: list[Action] = []
        if hand:
            for place in row.places:
                if place not in chosen:
                    actions += PUT[place][: hand if place < CITIES_N else 1]
        for place, owner, n in row.others:
            if n > self.clears.count((place, owner)) and (place < CITIES_N or place not in chosen):
                actions.append(CLEAR[place][owner])
        if row.inside and not chosen and not gathered:
            actions.append(GATHER[row.province])
        return actions

    # -- what is done --------------------------------------------------------------------

    def do_put(self, s: Revolution, seat: int, place: int, extra: int) -> None:
        """Put own tokens into a place; the rest of the province is placed anew with them."""
        self.puts = (*self.puts, (place, extra + 1))

    def do_clear(self, s: Revolution, seat: int, place: int, owner: int) -> None:
        """Send a token of another owner to the countryside."""
        self.clears = (*self.clears, (place, owner))

    def do_gather(self, s: Revolution, seat: int, province: int) -> None:
        """Send all own tokens of the province to the countryside."""
        self.gathers = (*self.gathers, province)

    def do_done(self, s: Revolution, seat: int) -> None:
        """Move the tokens and make the choice public."""
        faction = self.faction
        for place, owner in dict.fromkeys(self.clears):
            self._send_out(s, place, owner, self.clears.count((place, owner)))
        touched = {s.data.province_of[place] for place, _ in self.puts} | set(self.gathers)
        for province in sorted(touched):
            for place in s.data.places_of[province]:
                spot = PROVINCES_N + place
                n = s.tokens[spot * OWNERS_N + faction]
                if n and not s.besieged(place):
                    s.shift(faction, spot, province, n)
            for place, n in self.puts:
                if s.data.province_of[place] == province:
                    owner = -1 if is_city(place) else s.holder(place)
                    if owner >= 0:
                        self._send_out(s, place, owner, 1)
                    s.shift(faction, province, spot_of(place), n)
            self._emit_places(s, province)
        s.leave()
        below = s.phases[-1]
        assert isinstance(below, _ProvinceQueues)
        below.placed([row.province for row in self.rows])

    def _send_out(self, s: Revolution, place: int, owner: int, n: int) -> None:
        s.shift(owner, spot_of(place), s.data.province_of[place], n)
        s.emit(TokensCleared(self.faction, place, owner, n))

    def _emit_places(self, s: Revolution, province: int) -> None:
        spots = [spot for spot in s.data.spots_of[province]
                 if spot < PROVINCES_N or not s.besieged(spot - PROVINCES_N)]  # fmt: skip
        placed = tuple(
            (spot, n) for spot in spots if (n := s.tokens[spot * OWNERS_N + self.faction])
        )
        s.emit(TokensPlaced(self.faction, province, placed))

    # -- refusals -------------------------------------------------------------------------

    def _closed(self, s: Revolution, place: int) -> Refusal | None:
        """Return why nothing can be done in a place at all, or None."""
        province = s.data.province_of[place]
        title = PLACES.title(place)
        row = self.row(province)
        if row is None:
            where = PROVINCES.title(province) if province >= 0 else title
            return NotNext(faction=FACTIONS.title(self.faction), province=where)
        if s.besieged(place):
            return UnderSiege(place=title).by("6.14.siege")
        if place not in row.places:
            return TownTaken(place=title, owner=OWNERS.title(s.holder(place))).by("6.14.respect")
        return None

    def no_put(self, s: Revolution, seat: int, place: int, extra: int) -> Refusal:
        """Refuse a place that is closed or chosen already, or too many tokens."""
        closed = self._closed(s, place)
        if closed is not None:
            return closed
        title, province = PLACES.title(place), s.data.province_of[place]
        if any(q == place for q, _ in self.puts):
            return PutOnce(place=title)
        if extra and not is_city(place):
            return OneToATown(place=title).by("6.14.town")
        row = self.row(province)
        assert row is not None
        faction = FACTIONS.title(self.faction)
        n = self.hand(row)
        return TooFewToPlace(n=n, faction=faction, province=PROVINCES.title(province))

    def no_clear(self, s: Revolution, seat: int, place: int, owner: int) -> Refusal:
        """Refuse a place that is closed, or where no such token must make way."""
        closed = self._closed(s, place)
        if closed is not None:
            return closed
        return CannotClear(place=PLACES.title(place)).by("6.14.clear")

    def no_gather(self, s: Revolution, seat: int, province: int) -> Refusal:
        """Refuse a province of others, or one with nothing to gather."""
        title = PROVINCES.title(province)
        if self.row(province) is None:
            return NotNext(faction=FACTIONS.title(self.faction), province=title)
        return NothingToGather(province=title)

    def check(self, s: Revolution) -> None:
        """Check that the choice could have been made step by step."""
        below = s.phases[-2] if len(s.phases) > 1 else None
        if not isinstance(below, _ProvinceQueues) or s.phases[-1] is not self:
            raise BadPosition(T("nobody places tokens now"))
        for row in self.rows:
            waiting = below.queues[row.province]
            if waiting[:1] != (self.faction,) or row != row_of(s, row.province, waiting):
                raise BadPosition(T("the largest faction places first"))
        trial = Placing(self.faction, self.rows)
        steps = [CLEAR[place][owner] for place, owner in self.clears]  # before towns are taken
        steps += [GATHER[p] for p in self.gathers]
        for place, n in self.puts:
            if not 0 < n <= MOST_IN_A_PLACE:
                raise BadPosition(T("a choice that cannot be made"))
            steps.append(PUT[place][n - 1])
        for step in steps:
            if step not in trial.legal(s, 0):
                raise BadPosition(T("a choice that cannot be made"))
            trial.verbs[step.verb](trial, s, 0, *step.args)


@dataclass(slots=True)
class Peopling(Phase[Revolution]):
    """§6.14.neutrals, §5.6.neutrals: neutral tokens of the countryside occupy empty places.

    Cities come first, with two each or the last one, then towns; the others stay. §6.14.choice:
    where they do not suffice the first player chooses.
    """

    title = T("neutral tokens in towns and cities")
    rule = "6.14.neutrals"

    provinces: tuple[Province, ...]

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Fill places without a choice; ask about the rest."""
        for province in self.provinces:
            if s.tokens[province * OWNERS_N + NEUTRAL]:
                self._fill(s, province)
        actions = self.legal(s, 0)
        if not actions:
            s.leave()
            return ()
        return s.offer(s.seat_of(s.order[0]), "people", actions)

    def _empty(self, s: Revolution, province: int) -> list[int]:
        """Return the empty places that neutral tokens occupy next: cities, then towns."""
        tokens = s.tokens
        for places in (s.data.cities_of[province], s.data.towns_of[province]):
            empty = []
            for place in places:
                if not any(tokens[CUT[PROVINCES_N + place]]) and not s.besieged(place):
                    empty.append(place)
            if empty:
                return empty
        return []

    def _fill(self, s: Revolution, province: int) -> None:
        """Fill all places of a province that leave no choice."""
        while empty := self._empty(s, province):
            neutrals = s.tokens[province * OWNERS_N + NEUTRAL]
            capacity = CITY_NEUTRALS if empty[0] < CITIES_N else 1
            if not neutrals or (neutrals < capacity * len(empty) and len(empty) > 1):
                return
            for place in empty:
                self._settle(s, place)

    def _settle(self, s: Revolution, place: int) -> None:
        province = s.data.province_of[place]
        capacity = CITY_NEUTRALS if is_city(place) else 1
        n = min(capacity, s.tokens[province * OWNERS_N + NEUTRAL])
        s.shift(NEUTRAL, province, spot_of(place), n)
        s.emit(NeutralsSettled(place, n))

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the empty places for which there are too few tokens."""
        return [
            PEOPLE[place]
            for p in self.provinces
            if s.tokens[p * OWNERS_N + NEUTRAL]
            for place in self._empty(s, p)
        ]

    def do_people(self, s: Revolution, seat: int, place: int) -> None:
        """Put a neutral token into an empty place (§6.14.choice)."""
        self._settle(s, place)

    def check(self, s: Revolution) -> None:
        """Check that each province is listed once."""
        if len(set(self.provinces)) < len(self.provinces):
            raise BadPosition(T("a province appears twice"))

    def no_people(self, s: Revolution, seat: int, place: int) -> Refusal:
        """Refuse a place that is not empty, or for which there is no neutral token."""
        return ClosedToNeutrals(place=PLACES.title(place))

"""The pieces on the board: tokens, armies, cards, markers, coins and points.

Everything that moves has an id for animations. Tokens of a faction are all alike: their ids name
their places, and `data-alike` lets a page animate one that disappears to one that appears
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, cast

from chancery.core.frame import Frame as GameFrame
from chancery.core.svg import Svg, join
from chancery.core.svg import at as exactly_at
from chancery.core.words import Hundredths, Speaker
from chancery.games.revolution import coach
from chancery.games.revolution.board.atlas import SPACES
from chancery.games.revolution.board.board import LAST_TURN
from chancery.games.revolution.board.board_file import atlas_of
from chancery.games.revolution.board.factions import (
    BEGGARS,
    FACTION_NAMES,
    FACTIONS_N,
    OWNERS,
    OWNERS_N,
    TITLES,
)
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES,
    CITIES_N,
    CUT,
    HUGUENOTS,
    KINDS,
    PLACES,
    PROVINCES,
    PROVINCES_N,
    REGIONS,
    SPOTS,
    spot_of,
)
from chancery.games.revolution.face.chart import Chart, Frame, Point, chart_of
from chancery.games.revolution.face.labels import label_spots
from chancery.games.revolution.face.lettering import shortened, width_of
from chancery.games.revolution.face.outlook import shifted
from chancery.games.revolution.face.signs import tag, words
from chancery.games.revolution.face.signs import use as use_exactly
from chancery.games.revolution.plans import planned
from chancery.games.revolution.rules import points
from chancery.games.revolution.rules.allegiance import Paying
from chancery.games.revolution.view import RevolutionView

Row = tuple[int, ...]  # numbers by owner or faction
PILE = 3  # the offset of tokens in a pile
PLAYER = 14  # the size of the name of a player
TRACK_STEP = 8.5  # from one space of a city's track to the next
TRACK_W, TRACK_H = 19 + SPACES * TRACK_STEP, 16


def at(x: float, y: float, scale: float = 1) -> str:
    """Return a position rounded to a tenth, because this layer is sent after every action."""
    return exactly_at(round(x, 1), round(y, 1), scale)


def use(sign: str, x: float, y: float, scale: float = 1, class_: str | None = None) -> Svg:
    """Draw a sign at a position rounded to a tenth."""
    return use_exactly(sign, round(x, 1), round(y, 1), scale, class_)


def pieces(view: RevolutionView, speaker: Speaker) -> Svg:
    """Draw the layer of pieces: no words, only numbers; unchanged groups are cached."""
    return _drawer(view.frame.data, view.frame.rules).pieces(view, speaker)


def chart(frame: GameFrame) -> Chart:
    """Return the layout of the board of a game."""
    return _drawer(frame.data, frame.rules).chart


def track_frames(view: RevolutionView) -> list[Frame]:
    """Return the frames of the tracks of allegiance on the map, which labels leave free."""
    tracks = _drawer(view.frame.data, view.frame.rules).tracks(view).values()
    return [Frame(x - TRACK_W / 2, y - TRACK_H / 2, TRACK_W, TRACK_H) for x, y in tracks]


@lru_cache(32)
def _drawer(data: str | None, rules: int) -> Drawer:
    return Drawer(data, rules)


class Drawer:
    """Draws positions on one board and caches what it has drawn."""

    def __init__(self, data: str | None, rules: int) -> None:
        self.atlas = atlas_of(data, rules)
        self.chart = chart_of(self.atlas)
        keep: Callable[[Any], Any] = lru_cache(4096)
        self._provinces = keep(self._province)
        self._tokens = keep(self._tokens_of)
        self._cities = keep(self._city)
        self._regions = keep(self._region)
        self._sections = keep(self._section)
        self._boxes = keep(self._box)
        self._tables = keep(self._table)
        self._factions = keep(self._faction)
        self._tracks = keep(self._track)
        self._citizens = keep(self._citizens_of)
        self._spots = label_spots(data, rules)

    def pieces(self, view: RevolutionView, speaker: Speaker) -> Svg:
        """Draw all groups, bottom to top, with the reader's incomplete choice applied."""
        real, view, players, speaker = view, planned(view), speaker.player, speaker.nameless
        data, tokens, sieges, before = self.atlas, view.tokens, view.sieges, real.tokens
        assignment = coach.assigned(view)
        under, lying = [], []
        for p, spots in enumerate(data.spots_of):
            closed = tuple([c for c in data.cities_of[p] if sieges[c] >= 0])
            rows = tuple([tokens[CUT[spot]] for spot in spots])
            rows_before = rows if real is view else tuple([before[CUT[spot]] for spot in spots])
            under.append(
                self._provinces(p, rows, closed, view.province_cards[p], assignment.provinces[p])
            )
            lying.append(self._tokens(p, rows, rows_before))
        for c in range(CITIES_N):
            coins = view.coins[c * FACTIONS_N : (c + 1) * FACTIONS_N]
            under.append(
                self._cities(c, view.city_cards[c], assignment.cities[c], sieges[c], coins)
            )
        for box in range(len(BOXES)):
            start = box * len(KINDS) * FACTIONS_N
            end = start + len(KINDS) * FACTIONS_N
            flipped = view.flipped if box == HUGUENOTS else 0
            lying.append(
                self._boxes(box, view.support[start:end], real.support[start:end], flipped)
            )
        return join(
            (
                tag("g", *under, id="rv-under"),
                self._tables(
                    view.allegiance,
                    self._goals(view),
                    view.bishoprics,
                    view.universities,
                    view.turn,
                    view.order,
                ),
                tag("g", *lying, id="rv-tokens"),
                self._armies(view, real),
                self._citizens(
                    tuple(self.tracks(view).items()), view.allegiance, self._goals(view)
                ),
                tag("g", *self._dashboards(view, assignment, speaker, players), id="rv-cards"),
            )
        )

    # -- provinces and their places ------------------------------------------------------

    def _province(self, p: int, rows: tuple[Row, ...], closed: Row, card: int, later: int) -> Svg:
        """Draw how full a province is, and the present and future holder of its card."""
        layout, k = self.chart.provinces[p], self.chart.scale
        name, limit = PROVINCES.names[p], self.atlas.limit[p]
        shut = {spot_of(city) for city in closed}
        spots = self.atlas.spots_of[p]
        country = sum(rows[0])
        drawn = []
        inside = [
            (owner, spot >= PROVINCES_N + CITIES_N)
            for spot, row in zip(spots[1:], rows[1:], strict=True)
            if spot not in shut
            for owner, n in enumerate(row)
            for _ in range(n)
        ]
        inside.sort(key=lambda one: (not one[1], one[0]))
        for slot, (owner, town) in zip(layout.slots[country:], inside, strict=False):
            drawn.append(use(f"rv-token-{OWNERS.names[owner]}", *slot, 0.42 * k,
                            "elsewhere" if town else "elsewhere in-city"))  # fmt: skip
        over = country + len(inside) - limit
        if over > 0:
            drawn.append(_badge(f"+{over}", *layout.surplus, k, "over"))
        drawn += self._card(name, layout.card.x + 11 * k, layout.card.middle.y, card, later)
        return join(drawn)

    def _card(self, name: str, x: float, y: float, card: int, later: int) -> Iterator[Svg]:
        """Draw the seal of a card's holder, and on it the future holder if the turn ended now."""
        k = self.chart.scale
        if card >= 0:
            yield tag("use", href=f"#rv-seal-{FACTION_NAMES[card]}", id=f"card-{name}",
                      class_="piece", transform=at(x, y, k))  # fmt: skip
        if later != card:
            r = 3.5 * k
            if card >= 0:  # otherwise it is in the place of a seal, and is not mistaken for a token
                x, y = x - 9 * k, y - 8 * k
            yield tag("circle", cx=x, cy=y, r=6.5 * k, class_="then")
            if later >= 0:
                yield use(f"rv-seal-{FACTION_NAMES[later]}", x, y, 0.6 * k)
            else:
                cross = f"M{x - r:.4g} {y - r:.4g}l{2 * r:.3g} {2 * r:.3g}m0 {-2 * r:.3g}"
                yield tag("path", d=f"{cross}l{-2 * r:.3g} {2 * r:.3g}", class_="nobody")

    def _tokens_of(self, p: int, rows: tuple[Row, ...], was: tuple[Row, ...]) -> Svg:
        """Draw the tokens of a province: on its slots, in its towns and in its cities."""
        drawn = list(self._countryside(p, rows[0], was[0]))
        for spot, row, old in zip(self.atlas.spots_of[p][1:], rows[1:], was[1:], strict=True):
            spots = iter(self.chart.places[spot - PROVINCES_N].tokens)
            for owner in _most_first(row):
                if row[owner]:
                    new = row[owner] > old[owner]
                    drawn.append(self._token(spot, owner, 0, next(spots), row[owner], new))
        return join(drawn)

    def _countryside(self, p: int, row: Row, old: Row) -> Iterator[Svg]:
        """Draw the tokens of a countryside, the most first, in piles if places do not suffice."""
        step, slots = PILE * self.chart.scale, len(self.chart.provinces[p].slots)
        first, shares = 0, _shares(row, slots)
        for owner in _most_first(row):
            n, room = row[owner], shares[owner]
            for i in range(n):
                slot = i * room // n
                deep = i - -(-slot * n // room)
                x, y = self._slot(p, first + slot)
                where = Point(x - deep * step, y - deep * step)
                yield self._token(p, owner, i, where, 1, i >= old[owner])
            if n > room:
                x, y = self._slot(p, first + room - 1)
                yield words(str(n), x + 8 * self.chart.scale, y + 12 * self.chart.scale, "number")
            first += room

    def _slot(self, p: int, number: int) -> Point:
        """Return a place of a province; additional owners are slightly beside the last one."""
        slots = self.chart.provinces[p].slots
        if number < len(slots):
            return slots[number]
        (x, y), beside = slots[-1], 10 * self.chart.scale * (number - len(slots) + 1)
        return Point(x + beside, y)

    def _token(self, spot: int, owner: int, i: int, where: Point, n: int, new: bool) -> Svg:
        name = OWNERS.names[owner]
        return _piece(f"t-{SPOTS.names[spot]}-{name}-{i}", f"token-{name}", name, where,
                      self.chart.scale, n, "piece planned" if new else "piece")  # fmt: skip

    def _city(self, c: int, card: int, later: int, besieger: int, coins: Row) -> Svg:
        """Draw the holder of a city's card, and the coins paid for the city."""
        layout = self.chart.places.get(c)
        if layout is None:
            return Svg("")
        k, name = self.chart.scale, CITIES.names[c]
        drawn = []
        if besieger >= 0:
            kind = OWNERS.names[besieger] if besieger < BEGGARS else "beggars"
            drawn.append(tag("circle", cx=layout.sign.x, cy=layout.sign.y, r=25 * k,
                            class_=f"besieged f-{kind}"))  # fmt: skip
        drawn += self._card(name, *layout.holder, card, later)
        x, y = layout.coins
        for faction, n in enumerate(coins):
            if n:
                drawn.append(_coins(f"c-{name}-{FACTION_NAMES[faction]}", faction, n, x, y, k))
                y -= 18 * k
        return join(drawn)

    # -- armies and Water Beggars ---------------------------------------------------------

    def _armies(self, view: RevolutionView, real: RevolutionView) -> Svg:
        return cast(
            Svg,
            self._sections(view.armies, real.armies, view.abandoned, view.lifted, view.sieges,
                           real.sieges, view.beggars, real.beggars),
        )  # fmt: skip

    def _section(
        self, armies: Row, was: Row, abandoned: Row, lifted: Row, sieges: Row, sieges_before: Row,
        beggars: Row, waited: Row,
    ) -> Svg:  # fmt: skip
        drawn = []
        for r in self.atlas.regions:
            cut = slice(r * FACTIONS_N, (r + 1) * FACTIONS_N)
            before = [sieges[city] for city in self.atlas.region_cities[r]]
            away = tuple([before.count(faction) for faction in range(FACTIONS_N)])
            drawn.append(
                self._regions(r, armies[cut], was[cut], abandoned[cut], lifted[cut], away,
                              beggars[r], beggars[r] > waited[r])
            )  # fmt: skip
        for city, besieger in enumerate(sieges):
            if besieger >= 0:
                drawn.append(self._siege(city, besieger, besieger != sieges_before[city]))
        return tag("g", *drawn, id="rv-armies")

    def _region(
        self, r: int, armies: Row, was: Row, abandoned: Row, lifted: Row, away: Row, beggars: int,
        new: bool,
    ) -> Svg:  # fmt: skip
        """Draw armies in their boxes; besieging (§6.6) and abandoned ones keep theirs.

        §6.3: an abandoned one is lost; one whose siege was lifted has a broken ring.
        """
        layout, name = self.chart.regions[r], REGIONS.names[r]
        k = layout.size / 25
        drawn, boxes = [], iter(layout.boxes)
        for faction, n in enumerate(armies):
            for i in range(n):
                where = next(boxes)
                kind = "piece freed" if i < lifted[faction] else "piece"
                kind += " planned" if i >= was[faction] else ""
                drawn.append(self._army(f"a-{name}", faction, i, where, k, kind))
        for faction, n in enumerate(abandoned):
            for i in range(n):
                drawn.append(self._army(f"l-{name}", faction, i, next(boxes), k, "piece abandoned"))
        for faction, n in enumerate(away):
            for _ in range(n):
                drawn.append(use(f"rv-army-{FACTION_NAMES[faction]}", *next(boxes), k, "away"))
        x, y = layout.beggars
        for i in range(beggars):
            where = Point(x + (i - (beggars - 1) / 2) * 8 * k, y + 3 * i * k)
            drawn.append(_piece(f"b-{name}-{i}", "beggars", "beggar", where, k,
                               class_="piece planned" if new else "piece"))  # fmt: skip
        return join(drawn)

    def _army(self, id_: str, faction: int, i: int, where: Point, k: float, kind: str) -> Svg:
        name = FACTION_NAMES[faction]
        return _piece(f"{id_}-{name}-{i}", f"army-{name}", f"army-{name}", where, k, class_=kind)

    def _siege(self, city: int, besieger: int, new: bool) -> Svg:
        """Draw the besieger of a city: an army, or two Water Beggars."""
        (x, y), k, name = self.chart.places[city].siege, self.chart.scale, CITIES.names[city]
        if besieger < BEGGARS:
            return self._army(f"s-{name}", besieger, 0, Point(x, y), 0.85 * k,
                              "piece planned" if new else "piece")  # fmt: skip
        return join(
            _piece(f"s-{name}-beggar-{i}", "beggars", "beggar", Point(x + 9 * i * k, y), 0.8 * k)
            for i in range(2)
        )

    # -- around the map ---------------------------------------------------------------------

    def _box(self, box: int, row: Row, was: Row, flipped: int) -> Svg:
        """Draw the tokens of a support box; interceptors are turned over (§6.2.2)."""
        drawn = []
        for kind, slots in enumerate(self.chart.support[box].slots):
            used_slots = 0
            for faction, name in enumerate(FACTION_NAMES):
                at_ = kind * FACTIONS_N + faction
                for i in range(row[at_]):
                    state = "piece flipped" if flipped > 0 else "piece"
                    state += " planned" if i >= was[at_] else ""
                    flipped -= 1
                    drawn.append(
                        _piece(f"t-{BOXES.names[box]}-{KINDS[kind]}-{name}-{i}", f"token-{name}",
                               name, slots[used_slots], 1, class_=state)
                    )  # fmt: skip
                    used_slots += 1
        return join(drawn)

    def _goals(self, view: RevolutionView) -> Row:
        """Return where markers would move with all coins so far, including planned ones (§6.16)."""
        if not any(view.coins):
            return view.allegiance
        return tuple([shifted(view, city, {}) for city in range(CITIES_N)])

    def tracks(self, view: RevolutionView) -> dict[int, Point]:
        """Return where the track of each city lies beside it, while coins are laid (§6.16)."""
        if not any(isinstance(phase, Paying) for phase in view.phases):
            return {}
        taken: list[Frame] = []
        return {
            city: self._spots.find(self.chart.places[city].frame, TRACK_W, TRACK_H, taken)
            for city in self.chart.allegiance.rows
            if view.allegiance[city] and city in self.chart.places
        }

    def _citizens_of(self, tracks: tuple[tuple[int, Point], ...], loyal: Row, goals: Row) -> Svg:
        """Draw small tracks of allegiance, each with the number of its marker."""
        drawn: list[Svg] = []
        for city, (x, y) in tracks:
            left, top = round(x - TRACK_W / 2, 1), round(y - TRACK_H / 2, 1)
            plate = tag("rect", x=left, y=top, width=TRACK_W, height=TRACK_H, rx=5, class_="label")
            number = words(str(loyal[city]), left + 9, round(y + 5, 1), "label-text")
            spaces = [_space(x, y, n, loyal[city], goals[city]) for n in range(1, SPACES + 1)]
            drawn.append(tag("g", plate, number, *spaces))
        return tag("g", *drawn, id="rv-citizens")

    def _table(self, loyal: Row, goals: Row, sees: Row, schools: Row, turn: int, order: Row) -> Svg:
        """Draw the markers of allegiance, bishoprics, universities, turn and order of play."""
        layout, drawn = self.chart, []
        for city, row in layout.allegiance.rows.items():
            if loyal[city]:
                where = row.spaces[loyal[city] - 1]
                drawn.append(_disc(f"m-{CITIES.names[city]}", "marker", where, 8))
                if goals[city] != loyal[city]:
                    goal = row.spaces[goals[city] - 1]
                    drawn.append(_disc(f"g-{CITIES.names[city]}", "marker-goal", goal, 8))
        for p, row in layout.bishoprics.rows.items():
            if sees[p]:
                where = row.spaces[sees[p] - 1]
                drawn.append(_piece(f"see-{PROVINCES.names[p]}", "bishopric", "", where, 1))
        for q, row in layout.universities.rows.items():
            where = row.spaces[schools[q]]
            drawn.append(_piece(f"school-{PLACES.names[q]}", "university", "", where, 0.95))
        drawn.append(_disc("rv-turn", "turn-now", layout.turns[turn], 13))
        for i, faction in enumerate(order):
            name = FACTION_NAMES[faction]
            drawn.append(_piece(f"order-{name}", f"arms-{name}", "", layout.order[i], 1))
        return tag("g", *drawn, id="rv-tables")

    def _dashboards(
        self,
        view: RevolutionView,
        assignment: coach.Assignment,
        speaker: Speaker,
        players: Callable[[int], str],
    ) -> Iterator[Svg]:
        asked = {question.seat for question in view.asked}
        last = view.turn == LAST_TURN
        best = max(view.points[f] for f in view.factions)
        for f in view.factions:
            later = coach.points_if_assigned(view, f, assignment)
            yield self._factions(
                speaker, f, view.points[f], later.at_end if last else later.now,
                view.points[f] == best > 0, (view.treasury[f], view.stock[f], view.armies_left(f)),
                points.parts(view, f), view.seat_of(f) in asked, players(view.seat_of(f)),
            )  # fmt: skip
            yield self._tracks(f, view.points[f])

    def _faction(
        self,
        speaker: Speaker,
        f: int,
        total: int,
        later: int,
        leads: bool,
        stores: Row,
        parts: Row,
        is_asked: bool,
        player: str,
    ) -> Svg:
        """Draw the player and the numbers on a faction card: resources, points by source and in
        all."""
        layout = self.chart.factions[f]
        frame, (x, y) = layout.frame, layout.points
        drawn = []
        if is_asked:
            drawn.append(tag("rect", x=frame.x, y=frame.y, width=frame.w, height=frame.h, rx=7,
                            class_="acting"))  # fmt: skip
        title = speaker.word(TITLES[f])
        if player and player != title:
            left = layout.title.x + width_of(title, 19) + 4
            called = shortened(player, PLAYER, x - 20 - (34 if leads else 0) - left)
            drawn.append(words(called, left, layout.title.y, "player", "start"))
        if leads:
            drawn.append(use("rv-crown", x - 38, y - 8))
        drawn.append(words(speaker.word(Hundredths(total)), x, y - 2, "points"))
        if later != total:
            drawn.append(words(f"→ {speaker.word(Hundredths(later))}", x, y + 12, "later"))
        numbers = zip((layout.treasury, layout.stock, layout.armies), stores, strict=True)
        for (x, y), n in numbers:
            drawn.append(words(str(n), x - 1, y + 5.5, "store", "start"))
        aim = Point(frame.x + frame.w - 24, layout.wants.y - 5)
        for (x, y), n in zip((layout.cities, layout.provinces, aim), parts, strict=True):
            drawn.append(words(speaker.word(Hundredths(n)), x - 1, y + 5.5, "store gains", "start"))
        return tag("g", *drawn, id=f"dash-{FACTION_NAMES[f]}")

    def _track(self, f: int, points: int) -> Svg:
        name = FACTION_NAMES[f]
        return _piece(f"score-{name}", f"seal-{name}", "", self.chart.on_track(f, points), 0.8)


def _space(x: float, y: float, n: int, marker: int, goal: int) -> Svg:
    """Draw a space of a small track of allegiance: the marker, or where coins would move it."""
    where = Point(round(x - TRACK_W / 2 + 15 + (n - 0.5) * TRACK_STEP, 1), round(y, 1))
    state = "marker" if n == marker else "marker-goal" if n == goal else f"space allegiance-{n - 1}"
    return tag("circle", cx=where.x, cy=where.y, r=3.6 if n == marker else 3.2, class_=state)


def _shares(row: Row, slots: int) -> list[int]:
    """Return how many places the tokens of each owner get: one each, if they suffice."""
    shares = list(row)
    while sum(shares) > slots and max(shares) > 1:
        shares[shares.index(max(shares))] -= 1
    return shares


def _most_first(row: Row) -> list[int]:
    return sorted(range(OWNERS_N), key=lambda owner: (-row[owner], owner))


def _piece(
    id_: str, sign: str, alike: str, where: Point, k: float, n: int = 1, class_: str = "piece"
) -> Svg:
    """Draw a piece that can be animated; several of them share a place with their number."""
    if n == 1:
        return tag("use", href=f"#rv-{sign}", id=id_, class_=class_, data_alike=alike or None,
                   transform=at(*where, k))  # fmt: skip
    return tag(
        "g",
        tag("use", href=f"#rv-{sign}"),
        words(str(n), 8, 12, "number"),
        id=id_,
        class_=class_,
        data_alike=alike or None,
        transform=at(*where, k),
    )


def _coins(id_: str, faction: int, n: int, x: float, y: float, k: float) -> Svg:
    """Draw coins with the seal of the faction that paid them, and their number."""
    seal = use(f"rv-seal-{FACTION_NAMES[faction]}", -6, -7, 0.6)
    return tag("g", tag("use", href="#rv-coin"), seal, words(str(n), 4, 6, "number"), id=id_,
               class_="piece", transform=at(x, y, k))  # fmt: skip


def _disc(id_: str, class_: str, where: Point, r: float) -> Svg:
    return tag("circle", r=r, id=id_, class_=f"piece {class_}", transform=at(*where))


def _badge(text: str, x: float, y: float, k: float, class_: str) -> Svg:
    return tag(
        "g",
        tag("rect", x=-12, y=-9, width=24, height=18, rx=9, class_="badge"),
        words(text, 0, 5, class_),
        transform=at(x, y, k),
    )

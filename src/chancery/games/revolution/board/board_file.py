"""Read and check the data file of the printed board (§2.1, §2.3).

Corrected files are read in the same way (core/datafile.py); faults are reported with line and
field. The names of provinces, places, regions and boxes come from the file.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from importlib.resources import files
from typing import Any, NamedTuple, NoReturn

from chancery.core import BadForm
from chancery.core.datafile import Contents, DataFile, sources
from chancery.core.serialisation import none_of, shown
from chancery.core.words import T, Text
from chancery.games.revolution.board.atlas import SPACES, Atlas, Effect, Reconstructed, RiverStop
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    FACTION_NAMES,
    FACTIONS_N,
    HABSBURGS,
    REFORMERS,
    TOKENS,
)
from chancery.games.revolution.board.places import (
    BOX_IDS,
    BOX_NAMES,
    CITIES_N,
    CITY_IDS,
    HALF,
    HUGUENOTS,
    KINDS,
    KOELN,
    LEUVEN,
    NUMBERED,
    PLACE_NAMES,
    PLACES_N,
    PLAIN,
    PROVINCE_IDS,
    PROVINCE_NAMES,
    PROVINCES_N,
    REGION_NAMES,
    REGIONS,
    REGIONS_N,
    SLOTS_N,
    SOLID,
    SPANISH,
    TOWN_IDS,
    key_of,
    spot_of,
)

MOST = 99  # the largest number of anything on the board
HIGHEST_LIMIT = 20  # of a province: so many tokens can be put into a city at once
MOST_SLOTS = 9  # of a support box: so many tokens can leave it at once
LONGEST_NAME = 40
# What the rulebook says of every board; rules version 1 did not check it.
NEUTRALS = 47  # §2.2.3
BISHOPRICS = ("artois", "flanders", "koeln", "liege", "trier", "utrecht")  # §6.18
TRADE_TOWNS = 7  # §4.3.2.burghers
UNIVERSITIES = 7  # §4.3.2.reformers
UNITS = ("catholic", "anti-catholic")
_PLACE_IDS = (*CITY_IDS, *TOWN_IDS)


def _finite(value: object) -> bool:
    """Return whether a value is a finite number: neither infinite nor NaN."""
    return type(value) is int or (type(value) is Decimal and value.is_finite())


_TABLES = (
    "neutral", "allegiance", "province", "town", "city", "region", "river", "support",
    "water_beggars", "start",
)  # fmt: skip
_FIELDS = {
    "neutral": (("tokens",), ("source",)),
    "allegiance": (
        ("spaces", "max_shift", "effects"), ("spaces_source", "effects_source", "source"),
    ),
    "province": (
        ("id", "name", "limit", "tax", "vp", "region", "adjacent", "lat", "lon"),
        ("source", "bishopric", "vp_at_end_only"),
    ),
    "town": (
        ("id", "name", "province", "lat", "lon"), ("source", "start", "trade", "university"),
    ),
    "city": (
        ("id", "name", "province", "trade_links", "start_allegiance", "lat", "lon"),
        ("source", "start", "university"),
    ),
    "region": (("id", "name", "boxes", "orange_boxes", "arrows"), ("source",)),
    "river": (("name", "branches"), ("source",)),
    "support": (("id", "name", "factions", "slots", "destinations"), ("source",)),
    "water_beggars": (("pieces", "cost", "provinces"), ("source",)),
    "start": ((), FACTION_NAMES),
}  # fmt: skip
_KINDS = {  # the kinds of things with an id and a name: the ids, and our default names
    "province": (PROVINCE_IDS, PROVINCE_NAMES),
    "town": (TOWN_IDS, PLACE_NAMES[CITIES_N:]),
    "city": (CITY_IDS, PLACE_NAMES[:CITIES_N]),
    "region": (REGIONS.names, REGION_NAMES),
    "support": (BOX_IDS, BOX_NAMES),
}
_COMPLETE = ("province", "city", "support")  # every board has all of these
_SIGNS = " -'’./()"  # allowed in a name, beside letters and numbers


class _Row(NamedTuple):
    """One table of the data file, with its line for error messages."""

    table: str
    number: int  # among the tables of that name
    plain: dict[str, Any]

    @property
    def title(self) -> str:
        name = self.plain.get("id") or self.plain.get("name")
        return f"{self.table}.{name[:40]}" if isinstance(name, str) else self.table


class _Reader:
    """Reads one board file, and reports faults with their line and field."""

    def __init__(self, file: Contents, rules: int) -> None:
        self.file, self.plain, self.rules = file, file.tables, rules
        self.called: list[tuple[str, str]] = []

    def fail(self, row: _Row, field: str, problem: Text) -> NoReturn:
        """Raise BadForm with the problem, its line and its field."""
        at = f"{row.title}.{field}" if field else row.title
        self.file.fail(at, problem, row.table, field, row.number)

    # -- the parts ---------------------------------------------------------------------

    def rows(self, table: str) -> list[_Row]:
        """Return all tables of a name, after checking that they have known fields only."""
        plain = self.plain.get(table)
        repeated = table in ("province", "town", "city", "region", "river", "support")
        parts = plain if repeated else [plain]
        if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
            if plain is None:
                raise BadForm("", T("{name} is missing", name=table))
            self.fail(_Row(table, 0, {}), "", T("a table was expected"))
        needed, free = _FIELDS[table]
        rows = []
        for number, part in enumerate(parts):
            row = _Row(table, number, part)
            for field in needed:
                if field not in part:
                    self.fail(row, "", T("{name} is missing", name=field))
            for field in part:
                if field not in needed and field not in free:
                    self.fail(row, field, T("there is no such field"))
            rows.append(row)
        return rows

    def number(self, row: _Row, field: str, least: int, most: int = MOST) -> int:
        """Return a whole number after checking its bounds."""
        value = row.plain[field]
        if type(value) is not int or not least <= value <= most:
            problem = T(
                "a whole number from {least} to {most} was expected, not {found}",
                least=least, most=most, found=shown(value),
            )  # fmt: skip
            self.fail(row, field, problem)
        return value

    def hundredths(self, row: _Row, field: str) -> int:
        """Return a number with at most two decimals, in hundredths."""
        value = row.plain[field]
        if not _finite(value) or not 0 <= value <= MOST or value * 100 != int(value * 100):
            self.fail(row, field, T("a number from 0 with at most two decimals was expected, not"
                                    " {found}", found=shown(value)))  # fmt: skip
        return int(value * 100)

    def angle(self, row: _Row, field: str) -> Decimal:
        """Return a latitude or longitude after checking its bounds."""
        value = row.plain[field]
        if not _finite(value) or not -180 <= value <= 180:
            self.fail(row, field, T("degrees were expected, not {found}", found=shown(value)))
        return Decimal(value)

    def flag(self, row: _Row, field: str) -> bool:
        """Return a truth value; a field that is left out is false."""
        value = row.plain.get(field, False)
        if type(value) is not bool:
            self.fail(row, field, T("true or false was expected, not {found}", found=shown(value)))
        return value

    def one(self, row: _Row, field: str, names: Sequence[str], value: Any = None) -> int:
        """Return the index of a name among those known."""
        value = row.plain[field] if value is None else value
        if not isinstance(value, str) or value not in names:
            self.fail(row, field, none_of(value, names))
        return names.index(value)

    def several(
        self, row: _Row, field: str, names: Sequence[str], twice: bool = False
    ) -> tuple[int, ...]:
        """Return the indices of a list of names, none of them twice."""
        values = row.plain[field]
        if not isinstance(values, list) or len(values) > MOST:
            self.fail(row, field, T("a list was expected, not {found}", found=shown(values)))
        numbers = tuple(self.one(row, field, names, "" if v is None else v) for v in values)
        if not twice and len(set(numbers)) < len(numbers):
            self.fail(row, field, T("a name appears twice"))
        return numbers

    def name(self, row: _Row) -> str:
        """Return a name after checking that it is a short line of letters."""
        name = row.plain["name"]
        if (
            not isinstance(name, str)
            or not 0 < len(name) <= LONGEST_NAME
            or name != name.strip()
            or not all(c in _SIGNS or unicodedata.category(c)[0] in "LMN" for c in name)
        ):
            self.fail(row, "name", T("a name of at most {n} characters was expected, not {found}",
                                     n=LONGEST_NAME, found=shown(name)))  # fmt: skip
        return name

    def ids(self, rows: list[_Row]) -> list[int]:
        """Return the ids of a kind of table, after checking that no two ids or names are alike."""
        table = rows[0].table if rows else ""
        known, usual = _KINDS[table] if rows else ((), ())
        numbers: list[int] = []
        names: set[str] = set()
        for row in rows:
            wanted_id = row.plain["id"]
            if table not in _COMPLETE and wanted_id not in known:
                self.fail(row, "id", T("there is no id {found}; towns and regions without an id of"
                                       " their own take {first} to {last}", found=shown(wanted_id),
                                       first=f"{table}-1", last=f"{table}-{NUMBERED}"))  # fmt: skip
            number = self.one(row, "id", known)
            if number in numbers:
                self.fail(row, "id", T("this id appears twice"))
            numbers.append(number)
            name = self.name(row)
            if name.casefold() in names:
                self.fail(row, "name", T("this name appears twice"))
            names.add(name.casefold())
            if name != usual[number]:
                self.called.append((key_of(table, known[number]), name))
        return numbers

    def all_ids(self, table: str, rows: list[_Row]) -> list[int]:
        """Return the ids of a kind of table of which none may be missing."""
        numbers, known = self.ids(rows), _KINDS[table][0]
        for number, name in enumerate(known):
            if number not in numbers:
                raise BadForm("", T("{name} is missing", name=f"{table} {name}"))
        return numbers

    def sources(self, rows: Iterable[_Row]) -> list[Reconstructed]:
        """Return what no rulebook states, after checking that every source is a known one."""
        reconstructed = []
        for row in rows:
            for key in ("source", "spaces_source", "effects_source"):
                if key not in row.plain:
                    continue
                try:
                    parts = sources(row.plain[key], "")
                except BadForm as error:
                    self.fail(row, key, error.problem)
                reconstructed += [
                    Reconstructed(
                        row.table, str(row.plain.get("name", "")), field or key.partition("_")[0]
                    )
                    for field, source in parts.items()
                    if source == "reconstructed"
                ]
        return reconstructed

    # -- the whole ---------------------------------------------------------------------

    def read(self) -> Atlas:
        """Return the whole board after checking all of it."""
        for table in self.plain:
            if table not in _TABLES:
                raise BadForm(table[:40], T("there is no such field"))
        rows = {table: self.rows(table) for table in _TABLES}
        land = self._provinces(rows["province"])
        regions = self._regions(rows["region"])
        for row in rows["province"]:
            if land["region_of"][self.one(row, "id", PROVINCE_IDS)] not in regions["regions"]:
                self.fail(row, "region", T("there is no such region in this file"))
        places = self._places(rows["city"], rows["town"])
        allegiance = rows["allegiance"][0]
        self.number(allegiance, "spaces", SPACES, SPACES)
        beggars = rows["water_beggars"][0]
        where = self.several(beggars, "provinces", PROVINCE_IDS)
        support = self._support(rows["support"])
        spots = self._spots(places["province_of"])
        provinces_of = tuple(
            tuple(p for p in range(PROVINCES_N) if land["region_of"][p] == r)
            for r in range(REGIONS_N)
        )
        return Atlas(
            **{key: value for key, value in land.items() if key != "at"},
            **spots,
            **{key: value for key, value in places.items() if key != "at"},
            **regions,
            provinces_of=provinces_of,
            region_cities=tuple(
                tuple(c for p in inside for c in spots["cities_of"][p]) for inside in provinces_of
            ),
            **self._rivers(rows["river"], places["province_of"]),
            **support,
            neutrals=self.number(rows["neutral"][0], "tokens", *self._bounds(NEUTRALS, 200)),
            effects=self._effects(allegiance),
            most_shift=self.number(allegiance, "max_shift", 1, SPACES - 1),
            beggars=self.number(beggars, "pieces", 1, 9),
            beggar_price=self.number(beggars, "cost", 0),
            beggar_provinces=where,
            beggar_regions=tuple(sorted({land["region_of"][p] for p in where})),
            **self._start(rows["start"][0], support, places["start_tokens"]),
            reconstructed=tuple(self.sources(row for table in _TABLES for row in rows[table])),
            latitude=tuple(at[0] for at in (*land["at"], *places["at"])),
            longitude=tuple(at[1] for at in (*land["at"], *places["at"])),
            called=tuple(self.called),
        )  # fmt: skip

    def _bounds(self, fixed: int, most: int) -> tuple[int, int]:
        """Return the bounds of a number that the rulebook fixes."""
        return (fixed, fixed) if self.rules > 1 else (1, most)

    def total(self, rows: Sequence[_Row], field: str, right: int) -> None:
        """Check that as many tables have a mark as the rulebook says, or report the last."""
        marked = [row for row in rows if self.flag(row, field)]
        if self.rules > 1 and len(marked) != right:
            self.fail((marked or rows)[-1], field if marked else "", T(
                "the rulebook has {right} of these, not {found}",
                found=len(marked), right=right))  # fmt: skip

    def _provinces(self, rows: list[_Row]) -> dict[str, Any]:
        ids = self.all_ids("province", rows)
        by_id = [rows[ids.index(p)] for p in range(PROVINCES_N)]
        near = [self.several(row, "adjacent", PROVINCE_IDS) for row in by_id]
        for p, row in enumerate(by_id):
            for neighbour in near[p]:
                if p not in near[neighbour] or p == neighbour:
                    self.fail(row, "adjacent", T("{name} does not name this province in turn",
                                                 name=by_id[neighbour].plain["name"]))  # fmt: skip
        for p, row in enumerate(by_id):
            if self.rules > 1 and self.flag(row, "bishopric") != (PROVINCE_IDS[p] in BISHOPRICS):
                names = [by_id[PROVINCE_IDS.index(name)].plain["name"] for name in BISHOPRICS]
                self.fail(row, "bishopric", T("the six bishoprics of the rulebook are: {names}",
                                              names=", ".join(names)))  # fmt: skip
        return {
            "limit": tuple(self.number(row, "limit", 1, HIGHEST_LIMIT) for row in by_id),
            "tax": tuple(self.hundredths(row, "tax") for row in by_id),
            "worth": tuple(self.hundredths(row, "vp") for row in by_id),
            "late": tuple(self.flag(row, "vp_at_end_only") for row in by_id),
            "region_of": tuple(self.one(row, "region", REGIONS.names) for row in by_id),
            "near": tuple(near),
            "bishoprics": tuple(p for p, row in enumerate(by_id) if self.flag(row, "bishopric")),
            "at": [(self.angle(row, "lat"), self.angle(row, "lon")) for row in by_id],
        }

    def _regions(self, rows: list[_Row]) -> dict[str, Any]:
        ids = self.ids(rows)
        boxes, orange = [0] * REGIONS_N, [0] * REGIONS_N
        arrows: list[tuple[int, ...]] = [()] * REGIONS_N
        for r, row in zip(ids, rows, strict=True):
            boxes[r] = self.number(row, "boxes", 1)
            orange[r] = self.number(row, "orange_boxes", 0, boxes[r])
            arrows[r] = self.several(row, "arrows", REGIONS.names)
            for destination in arrows[r]:
                if destination not in ids or destination == r:
                    self.fail(row, "arrows", T("there is no such region in this file"))
        if sum(orange) < 2:
            self.fail(rows[0], "orange_boxes", T("two armies need two orange boxes at the start"))
        return {
            "regions": tuple(sorted(ids)), "boxes": tuple(boxes), "orange": tuple(orange),
            "arrows": tuple(arrows),
        }  # fmt: skip

    def _places(self, cities: list[_Row], towns: list[_Row]) -> dict[str, Any]:
        city_ids, town_ids = self.all_ids("city", cities), self.ids(towns)
        province_of = [-1] * PLACES_N
        at = [(Decimal(0), Decimal(0))] * PLACES_N
        tokens: list[tuple[int, int, int]] = []
        trade, universities = [], []
        links: list[tuple[int, ...]] = [()] * CITIES_N
        allegiance = [0] * CITIES_N
        cities_and_towns = [*zip(city_ids, cities, strict=True)]
        cities_and_towns += [(CITIES_N + t, row) for t, row in zip(town_ids, towns, strict=True)]
        for place, row in cities_and_towns:
            province_of[place] = self.one(row, "province", PROVINCE_IDS)
            at[place] = (self.angle(row, "lat"), self.angle(row, "lon"))
            if self.flag(row, "university"):
                universities.append(place)
            if place >= CITIES_N and self.flag(row, "trade"):
                trade.append(place)
            start = self._counts(row, "start", FACTION_NAMES)
            if place >= CITIES_N and sum(start.values()) > 1:
                self.fail(row, "start", T("a town holds one token"))
            tokens += [(spot_of(place), FACTION_NAMES.index(f), n) for f, n in start.items()]
        for place, row in cities_and_towns[:CITIES_N]:
            links[place] = self.several(row, "trade_links", _PLACE_IDS)
            if any(province_of[linked] < 0 for linked in links[place]):
                self.fail(row, "trade_links", T("there is no such town in this file"))
            if self.rules > 1 and place in links[place]:
                self.fail(row, "trade_links", T("a city card does not name its own city"))
            allegiance[place] = self.number(row, "start_allegiance", 1, SPACES)
        for university in (KOELN, LEUVEN):
            if university not in universities:
                raise BadForm(
                    "", T("the university of {name} is missing", name=PLACE_NAMES[university])
                )
        self.total(towns, "trade", TRADE_TOWNS)
        self.total([*towns, *cities], "university", UNIVERSITIES)
        return {
            "province_of": tuple(province_of), "trade": tuple(sorted(trade)),
            "universities": tuple(sorted(universities)), "links": tuple(links),
            "allegiance": tuple(allegiance), "start_tokens": tuple(sorted(tokens)), "at": at,
            "towns": tuple(sorted(CITIES_N + t for t in town_ids)),
        }  # fmt: skip

    def _counts(self, row: _Row, field: str, names: Sequence[str]) -> dict[str, int]:
        """Return a small table of names and numbers."""
        counts = row.plain.get(field, {})
        if not isinstance(counts, dict):
            self.fail(row, field, T("a table was expected"))
        for name, n in counts.items():
            if name not in names:
                self.fail(row, field, none_of(name, names))
            if type(n) is not int or not 0 <= n <= MOST:
                self.fail(
                    row, field, T("a number from 0 was expected, not {found}", found=shown(n))
                )
        return dict(counts)

    def _spots(self, province_of: Sequence[int]) -> dict[str, Any]:
        inside = [[q for q in range(PLACES_N) if province_of[q] == p] for p in range(PROVINCES_N)]
        cities = [tuple(q for q in row if q < CITIES_N) for row in inside]
        towns = [tuple(q for q in row if q >= CITIES_N) for row in inside]
        open_spots = [(p, *map(spot_of, towns[p])) for p in range(PROVINCES_N)]
        return {
            "cities_of": tuple(cities), "towns_of": tuple(towns),
            "places_of": tuple(map(tuple, inside)), "open_spots": tuple(open_spots),
            "spots_of": tuple((*open_spots[p], *map(spot_of, cities[p]))
                              for p in range(PROVINCES_N)),
        }  # fmt: skip

    def _rivers(self, rows: list[_Row], province_of: Sequence[int]) -> dict[str, Any]:
        river_branches: list[tuple[RiverStop, ...]] = []
        for row in rows:
            self.name(row)
            branches = row.plain["branches"]
            if not isinstance(branches, list) or len(branches) > MOST:
                self.fail(row, "branches", T("a list was expected, not {found}",
                                             found=shown(branches)))  # fmt: skip
            for branch in branches:
                if not isinstance(branch, list) or len(branch) > MOST:
                    self.fail(row, "branches", T("a list was expected, not {found}",
                                                 found=shown(branch)))  # fmt: skip
                river_branches.append(tuple(self._stop(row, stop, province_of) for stop in branch))
        ways: list[list[tuple[RiverStop, ...]]] = [[] for _ in range(PROVINCES_N)]
        for stops in river_branches:
            for at, stop in enumerate(stops):
                if not stop.is_place:
                    ways[stop.number] += [stops[at + 1 :], stops[:at][::-1]]
        return {"branches": tuple(river_branches), "ways": tuple(map(tuple, ways))}

    def _stop(self, row: _Row, stop: Any, province_of: Sequence[int]) -> RiverStop:
        kind, _, name = stop.partition(":") if isinstance(stop, str) else ("", "", "")
        if kind == "province":
            return RiverStop(False, self.one(row, "branches", PROVINCE_IDS, name))
        place = _PLACE_IDS.index(name) if kind == "place" and name in _PLACE_IDS else -1
        if place < 0 or province_of[place] < 0:
            self.fail(row, "branches", T("“province:” or “place:” and an id of this file was"
                                         " expected, not {found}", found=shown(stop)))  # fmt: skip
        return RiverStop(True, place)

    def _support(self, rows: list[_Row]) -> dict[str, Any]:
        ids = self.all_ids("support", rows)
        by_box = [rows[ids.index(box)] for box in range(len(BOX_IDS))]
        room, users, goals = [0] * SLOTS_N, [], []
        for box, row in enumerate(by_box):
            kinds = self.several(row, "slots", KINDS, twice=True)
            if len(kinds) > MOST_SLOTS:
                self.fail(row, "slots", T("a support box has at most {n} slots", n=MOST_SLOTS))
            if (box == HUGUENOTS and len(set(kinds)) > 1) or (
                box == SPANISH and any(kind != SOLID for kind in kinds)
            ):
                self.fail(row, "slots", T("the slots of this box are all of one kind"))
            for kind in kinds:
                room[box * len(KINDS) + kind] += 1
            users.append(self.several(row, "factions", FACTION_NAMES))
            everywhere = row.plain["destinations"] == "any"
            goals.append(
                tuple(range(PROVINCES_N)) if everywhere
                else self.several(row, "destinations", PROVINCE_IDS)
            )  # fmt: skip
        pairs = ((SPANISH, (CATHOLICS, HABSBURGS)), (HUGUENOTS, (BURGHERS, REFORMERS)))
        for box, allowed in pairs:
            if not set(users[box]) <= set(allowed):
                self.fail(by_box[box], "factions", none_of(
                    FACTION_NAMES[next(f for f in users[box] if f not in allowed)],
                    [FACTION_NAMES[f] for f in allowed]))  # fmt: skip
        slots_of = tuple(
            tuple(s for s in range(SLOTS_N) if room[s] and f in users[s // len(KINDS)])
            for f in range(FACTIONS_N)
        )
        return {
            "room": tuple(room), "users": tuple(users), "goals": tuple(goals),
            "slots_of": slots_of,
        }  # fmt: skip

    def _effects(self, row: _Row) -> tuple[tuple[Effect, ...], ...]:
        given = row.plain["effects"]
        if not isinstance(given, dict):
            self.fail(row, "effects", T("a table was expected"))
        known = [sign + unit for unit in UNITS for sign in ("+", "-")]
        effects: list[tuple[Effect, ...]] = [()] * (SPACES + 1)
        for space, acts in given.items():
            number = self.one(row, "effects", [str(n) for n in range(1, SPACES + 1)], space) + 1
            if not isinstance(acts, list) or len(acts) > 4:
                self.fail(row, "effects", T("a list was expected, not {found}", found=shown(acts)))
            for act in acts:
                self.one(row, "effects", known, act if isinstance(act, str) else "")
            effects[number] = tuple(Effect(act[0] == "+", act[1:] == UNITS[0]) for act in acts)
        return tuple(effects)

    def _start(
        self, row: _Row, support: Mapping[str, Any], tokens: Iterable[tuple[int, int, int]]
    ) -> dict[str, Any]:
        treasury, armies = [0] * FACTIONS_N, [0] * FACTIONS_N
        slots = []
        for f, name in enumerate(FACTION_NAMES):
            counts = self._counts(row, name, ("treasury", "armies", *BOX_IDS))
            treasury[f] = counts.pop("treasury", 0)
            armies[f] = counts.pop("armies", 0)
            self._establishment(row, f, treasury[f] + sum(counts.values()), tokens)
            for box, n in counts.items():
                if f not in support["users"][BOX_IDS.index(box)]:
                    self.fail(row, name, T("the {faction} may not use the box {box}", faction=name,
                                           box=box))  # fmt: skip
                for kind in (HALF, PLAIN, SOLID):  # §3.6: on divided slots where there are any
                    slot = BOX_IDS.index(box) * len(KINDS) + kind
                    placed = min(n, support["room"][slot])
                    n -= placed
                    if placed:
                        slots.append((slot, f, placed))
                if n:
                    self.fail(row, name, T("the box {box} has no room for these tokens", box=box))
        if any(n for f, n in enumerate(armies) if f != HABSBURGS) or armies[HABSBURGS] > 2:
            self.fail(row, "", T("only the Habsburgs begin with armies, two at most"))
        return {
            "start_support": tuple(slots), "start_treasury": tuple(treasury),
            "start_armies": tuple(armies),
        }  # fmt: skip

    def _establishment(
        self, row: _Row, faction: int, n: int, tokens: Iterable[tuple[int, int, int]]
    ) -> None:
        """Check that no faction begins with more tokens than it has with five players (§3.5)."""
        n += sum(count for _, owner, count in tokens if owner == faction)
        allowed = min(TOKENS.values())
        if self.rules > 1 and n > allowed:
            self.fail(row, FACTION_NAMES[faction], T(
                "{n} tokens on the board, in boxes and in the treasury; a faction has {most}",
                n=n, most=allowed))  # fmt: skip


def _read(file: Contents, rules: int) -> Atlas:
    return _Reader(file, rules).read()


BOARD = DataFile(files("chancery.games.revolution").joinpath("data/board.toml"), _read)


def atlas_of(text: str | None, rules: int) -> Atlas:
    """Return the board of a data file (None: the default); BadForm names line and field."""
    return BOARD.load(text, rules)

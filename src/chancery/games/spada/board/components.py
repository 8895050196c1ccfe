"""The components: resources, agenda cards, privileges, houses, the cathedral, points.

The board has a fief for each player with six farm spaces and three for builders
(§components.board); each player has six houses (§components.houses), the cathedral six parts
(§components.cathedral). The 68 resource cards (§components.resources) are grain, workers, knights
and riches (§spring.grain, §spring.workers, §spring.knights, §spring.riches); the 16 agenda cards
(§components.agenda) are war, tax, revolt and famine (§winter.war, §winter.tax, §winter.revolt,
§winter.famine), one of them with the stone cross; there are eight privileges
(§components.privileges). The value of a resource against a problem is in a data file
(§components.summary).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Any

from chancery.core import OR_NONE, BadForm, Grid, Names, Options
from chancery.core.axes import SEATS
from chancery.core.datafile import Contents, DataFile, sources
from chancery.core.serialisation import fields_of, none_of, shown
from chancery.core.words import TN, Listing, Pictured, T

SEAT_NAMES = ("yellow", "black", "white", "orange")

GRAIN, WORKERS, KNIGHTS, RICHES = range(4)
WAR, TAX, REVOLT, FAMINE = range(4)
CATHEDRAL, PRIVILEGE = range(2)

CARDS_OF_A_KIND = 17
PRIVILEGES_OF_A_KIND = 2
HOUSES = 6
FARMS_AT_START = 2
BUILDER_SPACES = 3
CARDS_AT_START = 8
HAND_LIMIT = 10
PARTS = 6
ANY_RULES = 1  # the data file is the same in every rules version


def _counted_cards(resource: int, n: int) -> Pictured:
    words = (
        TN("{n} grain", "{n} grain", n),
        TN("{n} worker", "{n} workers", n),
        TN("{n} knight", "{n} knights", n),
        TN("{n} riches", "{n} riches", n),
    )[resource]
    return Pictured(RESOURCE_WORDS[resource].key, words)


RESOURCE_WORDS = (
    Pictured("card:grain", T("grain")),
    Pictured("card:workers", T("workers")),
    Pictured("card:knights", T("knights")),
    Pictured("card:riches", T("riches")),
)
RESOURCES = Names(
    "grain", "workers", "knights", "riches", titles=RESOURCE_WORDS, counted=_counted_cards
)
# A single card of each kind: “Add a knight card to the offer”.
CARD_NAMES = (T("grain card"), T("worker card"), T("knight card"), T("riches card"))
PROBLEMS = Names(
    "war", "tax", "revolt", "famine",
    titles=(T("War"), T("Tax"), T("Revolt"), T("Famine")),
)  # fmt: skip
AGENDA = Names(
    *(f"{problem}-{symbol}" for problem in PROBLEMS.names for symbol in ("cathedral", "privilege")),
    titles=(
        T("War (cathedral)"), T("War (privilege)"), T("Tax (cathedral)"), T("Tax (privilege)"),
        T("Revolt (cathedral)"), T("Revolt (privilege)"),
        T("Famine (cathedral)"), T("Famine (privilege)"),
    ),
)  # fmt: skip
CATHEDRAL_PARTS = Names(
    "nave", "first-aisle", "second-aisle", "choir", "facade", "roof",
    titles=(
        T("the nave"), T("the first aisle"), T("the second aisle"),
        T("the choir"), T("the façade"), T("the roof"),
    ),
)  # fmt: skip
HOUSE_KINDS = Names("farm", "builder", titles=(T("a farm"), T("a builders’ house")))
FARM, BUILDER = range(2)

# §rewards.cathedral: the points for each part of the cathedral, in order, by scoring option.
PART_POINTS = {"rulebook": (2, 2, 2, 3, 3, 4), "original": (1, 1, 1, 2, 2, 3)}
# §rewards.privilege: the points for a privilege year.
PRIVILEGE_POINTS = {"rulebook": 2, "original": 1}

Resource = Annotated[int, RESOURCES]
Problem = Annotated[int, PROBLEMS]
AgendaCard = Annotated[int, AGENDA]
AnyAgendaCard = Annotated[int, AGENDA, OR_NONE]
Part = Annotated[int, CATHEDRAL_PARTS]
House = Annotated[int, HOUSE_KINDS]
Cards = Annotated[tuple[int, ...], Grid(RESOURCES)]
AgendaCards = Annotated[tuple[int, ...], Grid(AGENDA)]
Hands = Annotated[tuple[int, ...], Grid(SEATS, RESOURCES)]
AgendaHands = Annotated[tuple[int, ...], Grid(SEATS, AGENDA)]
Counts = Annotated[tuple[int, ...], Grid(SEATS)]


def counted(cards: Sequence[int]) -> Listing:
    """List resource cards with their numbers, such as "2 grain and 1 knight"."""
    return Listing(tuple(_counted_cards(r, n) for r, n in enumerate(cards) if n))


def problem_of(card: int) -> int:
    """Return the problem that an agenda card stands for."""
    return card // 2


def symbol_of(card: int) -> int:
    """Return the symbol in the upper corners of an agenda card: cathedral or privilege."""
    return card % 2


@dataclass(frozen=True, slots=True)
class Printed:
    """The printed values of the cards, read from a checked data file."""

    values: tuple[tuple[int, ...], ...]  # by problem, then by resource
    cross: int
    full: tuple[int, ...]  # counts of the agenda cards, without the cross
    short: tuple[int, ...]  # the same for the author's thirteen cards
    doubtful: tuple[tuple[int, int], ...]  # problem and resource of reconstructed values

    def value(self, problem: int, cards: Sequence[int], i: int = 0) -> int:
        """Return the value against a problem of four counts of cards (§components.summary).

        `i` is where they begin in a list by seat and resource.
        """
        a, b, c, d = self.values[problem]
        return cards[i] * a + cards[i + 1] * b + cards[i + 2] * c + cards[i + 3] * d

    def agenda(self, options: Options) -> list[int]:
        """Return the counts of the agenda cards in use, including the stone cross."""
        cards = list(self.short if options["agenda"] == "short" else self.full)
        cards[self.cross] += 1
        return cards


def printed(text: str | None) -> Printed:
    """Load the cards of a data file (None: the built-in one); BadForm names what is wrong with
    it."""
    return CARDS.load(text, ANY_RULES)


def _read(file: Contents, rules: int) -> Printed:
    try:
        return _printed(file.tables)
    except BadForm as error:
        raise file.placed(error) from error


def _printed(plain: Any) -> Printed:
    parts = fields_of(plain, ("values", "cross", "agenda"), "")
    rows = fields_of(parts["values"], PROBLEMS.names, "values")
    values, doubtful = [], []
    for problem, title in enumerate(PROBLEMS.names):
        row, source_of = _sourced(rows[title], RESOURCES.names, f"values.{title}")
        values.append(_values(row, f"values.{title}"))
        for resource, name in enumerate(RESOURCES.names):
            if source_of.get(name, source_of.get("")) == "reconstructed":
                doubtful.append((problem, resource))
    cross, _ = _sourced(parts["cross"], ("kind", "symbol"), "cross")
    name = f"{cross['kind']}-{cross['symbol']}"
    if name not in AGENDA.names:
        raise BadForm("cross", none_of(name, AGENDA.names))
    cards = fields_of(parts["agenda"], AGENDA.names, "agenda")
    full = _agenda(cards, "full", 15, AGENDA.index(name))
    for problem, title in enumerate(PROBLEMS.names):
        if full[problem * 2] + full[problem * 2 + 1] + (title == cross["kind"]) != 4:
            raise BadForm("agenda.*.full", T("four cards of each kind were expected"))
    short = _agenda(cards, "short", 12, AGENDA.index(name))
    return Printed(tuple(values), AGENDA.index(name), full, short, tuple(doubtful))


def _sourced(plain: Any, expected: Sequence[str], at: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the fields of a table, exactly those wanted, and the sources given for them."""
    row = dict(plain) if type(plain) is dict else {}
    source_of = sources(row.pop("source"), f"{at}.source") if "source" in row else {}
    for name in source_of:
        if name and name not in expected:
            raise BadForm(f"{at}.source", none_of(name, expected))
    return fields_of(row if type(plain) is dict else plain, expected, at), source_of


def _values(row: Mapping[str, Any], at: str) -> tuple[int, ...]:
    values = tuple(row[name] for name in RESOURCES.names)
    if any(type(value) is not int for value in values) or sorted(values) != [1, 2, 3, 4]:
        raise BadForm(
            at, T("1, 2, 3 and 4 were expected, each once, not {found}", found=shown(list(values)))
        )
    return values


def _agenda(cards: Mapping[str, Any], column: str, total: int, cross: int) -> tuple[int, ...]:
    numbers = []
    for name in AGENDA.names:
        row, _ = _sourced(cards[name], ("full", "short"), f"agenda.{name}")
        for field, n in row.items():
            if type(n) is not int or not 0 <= n <= total:
                problem = T("not a number of cards: {found}", found=shown(n))
                raise BadForm(f"agenda.{name}.{field}", problem)
        if row["short"] > row["full"]:
            raise BadForm(f"agenda.{name}.short", T("there are not so many such cards"))
        numbers.append(row[column])
    if sum(numbers) != total:
        raise BadForm(
            f"agenda.*.{column}",
            T("{total} cards were expected, not {found}", total=total, found=sum(numbers)),
        )
    parts = sum(n for card, n in enumerate(numbers) if symbol_of(card) == CATHEDRAL)
    if parts + (symbol_of(cross) == CATHEDRAL) < PARTS:
        raise BadForm(f"agenda.*.{column}", T("fewer than six cards show the cathedral"))
    return tuple(numbers)


CARDS = DataFile(files("chancery.games.spada").joinpath("data/cards.toml"), _read)

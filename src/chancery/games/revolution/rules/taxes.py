"""Taxes of provinces and cities (§6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, BadPosition, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.factions import Faction
from chancery.games.revolution.rules.events import CitiesTaxed, Taxed
from chancery.games.revolution.rules.notation import TAX
from chancery.games.revolution.rules.refusals import StockTooSmall
from chancery.games.revolution.rules.state import Revolution

MOST_MORE = 2  # coins of a city in addition to the first


def base(board: Board, faction: int) -> tuple[int, int]:
    """Return what provinces pay, rounded down, and how many cities pay (§6.1.base)."""
    tax = board.data.tax
    provinces = sum([tax[p] for p, f in enumerate(board.province_cards) if f == faction])
    return provinces // 100, board.city_cards.count(faction)  # taxes are given in hundredths


def collected(provinces: int, cities: int, stock: int) -> int:
    """Return the coins that provinces and cities pay, limited by the stock (§6.1.base)."""
    return min(provinces + cities, stock)


def most_more(cities: int, stock: int) -> int:
    """Return how many more coins each city can pay, the same for all (§6.1.rate)."""
    return min(MOST_MORE, stock // cities) if cities else 0


def begin(s: Revolution, faction: int) -> None:
    """Collect from provinces and one coin from each city, if the stock allows (§6.1, §6.1.base)."""
    provinces, cities = base(s, faction)
    n = collected(provinces, cities, s.stock[faction])
    if n:
        s.earn(faction, n)
        s.emit(Taxed(faction, provinces, cities, n))
    if most_more(cities, s.stock[faction]):
        s.push(Taxes(faction))


@dataclass(slots=True)
class Taxes(Phase[Revolution]):
    """§6.1.rate: collect one, two or three coins from each city, the same from all of them."""

    title = T("taxes")
    rule = "6.1.rate"

    faction: Faction

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """Ask how much the cities pay."""
        return question(s.seat_of(self.faction), "tax")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """Return the rates that every city can pay."""
        cities = s.city_cards.count(self.faction)
        return TAX[: 1 + most_more(cities, s.stock[self.faction])]

    def do_tax(self, s: Revolution, seat: int, extra: int) -> None:
        """Collect the additional coins; the first of each city is already paid."""
        if extra:
            n = extra * s.city_cards.count(self.faction)
            s.earn(self.faction, n)
            s.emit(CitiesTaxed(self.faction, extra + 1, n))
        s.leave()

    def no_tax(self, s: Revolution, seat: int, extra: int) -> Refusal:
        """Refuse a rate for which the stock is too small."""
        cities = s.city_cards.count(self.faction)
        return StockTooSmall(n=cities * extra, stock=s.stock[self.faction])

    def check(self, s: Revolution) -> None:
        """Check that the faction has cities that could pay more."""
        if not most_more(s.city_cards.count(self.faction), s.stock[self.faction]):
            raise BadPosition(T("nobody has more taxes to choose"))

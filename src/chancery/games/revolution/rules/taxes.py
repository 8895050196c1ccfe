"""Taxes (§6.1)."""

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

MOST_MORE = 2  # coins of a city beside the first


def base(board: Board, faction: int) -> tuple[int, int]:
    """§6.1.base: what provinces pay, the fraction of the sum dropped, and how many cities."""
    tax = board.data.tax
    provinces = sum([tax[p] for p, f in enumerate(board.province_cards) if f == faction])
    return provinces // 100, board.city_cards.count(faction)


def collected(provinces: int, cities: int, stock: int) -> int:
    """§6.1.base: what these pay, one coin a city, as far as the stock reaches."""
    return min(provinces + cities, stock)


def most_more(cities: int, stock: int) -> int:
    """§6.1.rate: how many more coins each city can pay, the same from all, if the stock reaches."""
    return min(MOST_MORE, stock // cities) if cities else 0


def begin(s: Revolution, faction: int) -> None:
    """§6.1: provinces and one coin from each city, as far as the stock reaches (§6.1.base)."""
    provinces, cities = base(s, faction)
    n = collected(provinces, cities, s.stock[faction])
    if n:
        s.earn(faction, n)
        s.emit(Taxed(faction, provinces, cities, n))
    if most_more(cities, s.stock[faction]):
        s.push(Taxes(faction))


@dataclass(slots=True)
class Taxes(Phase[Revolution]):
    """§6.1.rate: one, two or three coins from each city, the same from all of them."""

    title = T("taxes")
    rule = "6.1.rate"

    faction: Faction

    def ask(self, s: Revolution) -> tuple[Question, ...]:
        """How much the cities pay."""
        return question(s.seat_of(self.faction), "tax")

    def legal(self, s: Revolution, seat: int) -> Sequence[Action]:
        """More only if every city can pay it."""
        cities = s.city_cards.count(self.faction)
        return TAX[: 1 + most_more(cities, s.stock[self.faction])]

    def do_tax(self, s: Revolution, seat: int, more: int) -> None:
        """The first coin of each city is already paid."""
        if more:
            n = more * s.city_cards.count(self.faction)
            s.earn(self.faction, n)
            s.emit(CitiesTaxed(self.faction, more + 1, n))
        s.leave()

    def no_tax(self, s: Revolution, seat: int, more: int) -> Refusal:
        """The stock does not reach."""
        cities = s.city_cards.count(self.faction)
        return StockTooSmall(n=cities * more, stock=s.stock[self.faction])

    def check(self, s: Revolution) -> None:
        """Somebody with a city."""
        if not most_more(s.city_cards.count(self.faction), s.stock[self.faction]):
            raise BadPosition(T("nobody has more taxes to choose"))

"""The search hooks of the game: when to search, which plans to try, and what to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, product

from chancery.core import Action, Question
from chancery.core.search_hooks import SearchHooks
from chancery.games.spada.bot.appraisal import Appraisal
from chancery.games.spada.bot.bot import Steward
from chancery.games.spada.rules.notation import ADD, BID, PASS
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.view import SpadaView

PART, CHANCE = 4, 32  # integers that stand for one, and for certainty
FULL = 4  # players; with so many an action takes longer
MOST_OFFERS = 6  # different offers that are tried besides a pass


class SpadaSearchHooks(SearchHooks[Spada, SpadaView]):
    """Searches proposals, exchanges, offers, privileges and summer turns, but not tithes."""

    policy = Steward
    budget = 4000
    least = 10
    doubt = 0.5
    fields = (
        "year", "counsellor", "agenda", "problem", "built", "hand", "agenda_hand", "sizes",
        "agenda_sizes", "loot_size", "deck_size", "discards", "privileges", "supply", "farms",
        "builders", "points", "spent", "known", "unarmed",
    )  # fmt: skip

    def thought(self, view: SpadaView, asked: Question, legal: Sequence[Action]) -> float:
        if asked.name in ("tithe", "burn") or any(view.draft):
            return 0.0
        return 1.0 if len(view.sizes) < FULL else 0.75

    def candidates(
        self, view: SpadaView, asked: Question, legal: Sequence[Action], plan: Sequence[Action]
    ) -> Sequence[Sequence[Action]]:
        if asked.name == "bid":
            return self._bids(view, legal, plan)
        if asked.name == "exchange" and len(legal) > 8:
            kind = min({action.args[0] for action in legal if action.args})
            legal = [action for action in legal if not action.args or action.args[0] == kind]
        return [(action,) for action in legal if action != plan[0]]

    def _bids(
        self, view: SpadaView, legal: Sequence[Action], plan: Sequence[Action]
    ) -> Sequence[Sequence[Action]]:
        """Return a pass and offers from the lowest to the highest, each with its cheapest cards."""
        auction = view.phases[-1]
        assert isinstance(auction, Auction)
        appraisal = Appraisal(view, Steward.weights)
        needed = auction.highest - appraisal.offered(view.seat)
        offers = [cards for total, cards in cheapest(appraisal) if total > needed]
        step = max(1, -(-len(offers) // MOST_OFFERS))
        bids: list[Sequence[Action]] = [
            (*(ADD[r] for r, n in enumerate(cards) for _ in range(n)), BID)
            for cards in offers[::step]
        ]
        if PASS in legal:
            bids.append((PASS,))
        return [bid for bid in bids if tuple(bid) != tuple(plan)]

    def moment(self, state: Spada) -> int:
        return state.year

    def summary(self, view: SpadaView) -> dict[str, int]:
        """Return the features of a position: leads, time, strength; rivals by their chance of
        victory."""
        appraisal = Appraisal(view, Steward.weights)
        me, points, years = view.seat, view.points, appraisal.years
        features = {
            "years": round(PART * years),
            "chance": round(CHANCE * appraisal.chances[me]),
            "wealth": round(
                PART * sum(n * p for n, p in zip(view.hand, appraisal.base, strict=True))
            ),
            "income": appraisal.income(me),
            "knights": round(PART * appraisal.menace()),
        }
        ahead = sorted(appraisal.rivals, key=lambda seat: -appraisal.chances[seat])
        for rank, seat in enumerate(ahead):
            lead = points[me] - points[seat]
            features[f"rival.{rank}.chance"] = round(CHANCE * appraisal.chances[seat])
            features[f"rival.{rank}.lead"] = lead
            features[f"rival.{rank}.late"] = round(CHANCE * lead / (1 + years))
            features[f"rival.{rank}.cards"] = view.sizes[me] - view.sizes[seat]
            features[f"rival.{rank}.income"] = appraisal.income(me) - appraisal.income(seat)
            features[f"rival.{rank}.builders"] = view.builders[me] - view.builders[seat]
        return features


def cheapest(appraisal: Appraisal) -> list[tuple[int, tuple[int, ...]]]:
    """Return for every total that the hand can make the cards that will be missed least, lowest
    first."""
    values = appraisal.cards.values[appraisal.problem]
    # the least useful card of a kind is offered first
    costs = [
        list(accumulate(reversed(appraisal.units(resource)[:-1]), initial=0.0))
        for resource in range(4)
    ]
    best: dict[int, tuple[float, tuple[int, ...]]] = {}
    for cards in product(*(range(len(row)) for row in costs)):
        total = sum(n * value for n, value in zip(cards, values, strict=True))
        cost = sum(row[n] for n, row in zip(cards, costs, strict=True))
        if total and (total not in best or cost < best[total][0]):
            best[total] = cost, cards
    return [(total, cards) for total, (_, cards) in sorted(best.items())]

"""What is worth a thought in La Spada e la Fede, and what to try."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, product

from chancery.core import Action, Question
from chancery.core.craft import Craft
from chancery.games.spada.bot.appraisal import Appraisal
from chancery.games.spada.bot.bot import Steward
from chancery.games.spada.rules.notation import ADD, BID, PASS
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.view import SpadaView

PART, CHANCE = 4, 32  # a whole, and a certainty, in whole numbers
FULL = 4  # players: there an action takes longer
MOST_OFFERS = 6  # different offers that are tried beside a pass


class SpadaCraft(Craft[Spada, SpadaView]):
    """Proposals, offers, privileges, and what is done in summer are worth a thought; tithes not."""

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
        """A pass, and offers from the lowest to the highest, each with the cards it costs least."""
        auction = view.phases[-1]
        assert isinstance(auction, Auction)
        appraisal = Appraisal(view, Steward.weights)
        least = auction.highest - appraisal.offered(view.seat)
        offers = [cards for total, cards in cheapest(appraisal) if total > least]
        step = max(1, -(-len(offers) // MOST_OFFERS))
        found: list[Sequence[Action]] = [
            (*(ADD[r] for r, n in enumerate(cards) for _ in range(n)), BID)
            for cards in offers[::step]
        ]
        if PASS in legal:
            found.append((PASS,))
        return [bid for bid in found if tuple(bid) != tuple(plan)]

    def moment(self, state: Spada) -> int:
        return state.year

    def summary(self, view: SpadaView) -> dict[str, int]:
        """How far ahead, how long still, how strong: rivals by how near they are to victory."""
        sight = Appraisal(view, Steward.weights)
        me, points, years = view.seat, view.points, sight.years
        told = {
            "years": round(PART * years),
            "chance": round(CHANCE * sight.chances[me]),
            "wealth": round(PART * sum(n * p for n, p in zip(view.hand, sight.base, strict=True))),
            "income": sight.income(me),
            "knights": round(PART * sight.menace()),
        }
        ahead = sorted(sight.rivals, key=lambda seat: -sight.chances[seat])
        for place, seat in enumerate(ahead):
            lead = points[me] - points[seat]
            told[f"rival.{place}.chance"] = round(CHANCE * sight.chances[seat])
            told[f"rival.{place}.lead"] = lead
            told[f"rival.{place}.late"] = round(CHANCE * lead / (1 + years))
            told[f"rival.{place}.cards"] = view.sizes[me] - view.sizes[seat]
            told[f"rival.{place}.income"] = sight.income(me) - sight.income(seat)
            told[f"rival.{place}.builders"] = view.builders[me] - view.builders[seat]
        return told


def cheapest(appraisal: Appraisal) -> list[tuple[int, tuple[int, ...]]]:
    """For every total that the hand can make the cards that will be missed least, lowest first."""
    values = appraisal.cards.values[appraisal.problem]
    # the least useful of a kind goes first
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

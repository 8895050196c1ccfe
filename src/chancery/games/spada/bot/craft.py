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

MOST_OFFERS = 6  # different offers that are tried beside a pass


class SpadaCraft(Craft[Spada, SpadaView]):
    """Proposals, offers, privileges, and what is done in summer are worth a thought; tithes not."""

    policy = Steward
    budget = 2500
    least = 10

    def thought(self, view: SpadaView, asked: Question, legal: Sequence[Action]) -> float:
        return 0.0 if asked.name in ("tithe", "burn") or any(view.draft) else 1.0

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

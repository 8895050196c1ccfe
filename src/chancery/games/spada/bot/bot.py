"""The rule-of-thumb bot of the game, called Steward."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chancery.core import Action, Game, Question, Text
from chancery.core.bot import varied
from chancery.core.chance import Dice
from chancery.games.spada.board.components import BUILDER, FARM, KNIGHTS
from chancery.games.spada.bot.appraisal import Appraisal, Weights
from chancery.games.spada.bot.reasons import reasons
from chancery.games.spada.bot.summer import SummerValues, after_houses
from chancery.games.spada.rules.autumn import half, surplus
from chancery.games.spada.rules.notation import (
    ADD,
    ASSIGN,
    BID,
    BUILD,
    BURN,
    DEFEND,
    DISCARD,
    DONE,
    PASS,
    YIELD,
)
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.rules.summer import may_do
from chancery.games.spada.view import SpadaView, summer_of

NO_CARDS = (0, 0, 0, 0)
RANDOM_INSTEAD = 0.9  # the value of a random card in place of a certain kind


class Steward:
    """Plays La Spada e la Fede by rules of thumb.

    A bid or a tithe is found from the view alone, without regard to cards already chosen; the plan
    contains the missing cards. It uses no randomness, so the seed makes no difference.
    """

    weights = Weights()

    def __init__(self, game: Game[Spada, SpadaView], seed: str) -> None:
        self._game = game
        self._answers: dict[str, Callable[[SpadaView, Sequence[Action]], Action]] = {
            "propose": self._propose,
            "exchange": self._exchange,
            "privilege": self._privilege,
            "defend": self._defend,
            "burn": self._burn,
            "help": self._help,
        }
        self._plans: dict[str, Callable[[SpadaView, Sequence[Action]], Sequence[Action]]] = {
            "bid": self._bid,
            "summer": self._summer,
            "tithe": self._tithe,
        }

    def sway(self, dice: Dice, spread: float) -> None:
        """Vary the weights at random, to play like a beginner or simply in another style."""
        self.weights = varied(self.weights, dice, spread)

    def plan(
        self, view: SpadaView, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """Return a whole offer or tithe, a summer turn until another player must answer, or one
        action."""
        if len(legal) == 1:
            return legal
        if asked.name in self._plans:
            return self._plans[asked.name](view, legal)
        return (self._answers[asked.name](view, legal),)

    def reasons(self, view: SpadaView, asked: Question, plan: Sequence[Action]) -> Sequence[Text]:
        """Return the reasons for a plan in words."""
        return reasons(view, asked, plan, self.weights)

    # -- winter ------------------------------------------------------------------------

    def _propose(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """Return the agenda card with the best prospects."""
        appraisal = Appraisal(view, self.weights)
        return max(legal, key=lambda play: appraisal.with_agenda(play.args[0]).prospects())

    def _exchange(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """Swap if another card is better by more than the privilege that it costs."""
        appraisal = Appraisal(view, self.weights)
        present = appraisal.prospects()
        paid = min(legal[1:], key=lambda action: self._kind_worth(appraisal, action.args[0]))
        price = self.weights.swap + appraisal.privilege_worth()
        if paid.verb == "summon":
            # the next card is unknown, so only to put off a roof that loses the game
            lost = appraisal.roof and not appraisal.mobilisation and present < -price
            return paid if lost else PASS
        swaps = [action for action in legal[1:] if action.args[0] == paid.args[0]]
        best, choice = present + price, PASS
        for action in swaps:
            if (liking := appraisal.with_agenda(action.args[1]).prospects(best)) > best:
                best, choice = liking, action
        return choice

    # -- spring ------------------------------------------------------------------------

    def _bid(self, view: SpadaView, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the best offer with all its cards, or a pass."""
        auction = view.phases[-1]
        assert isinstance(auction, Auction)
        rivals = [seat for seat in auction.bidders if seat != view.seat]
        cards = Appraisal(view, self.weights).best_bid(rivals, auction.highest)[1]
        if cards is None and PASS in legal:
            return (PASS,)
        missing = [
            ADD[resource]
            for resource, n in enumerate(cards or NO_CARDS)
            for _ in range(n - view.draft[resource])
        ]
        if missing or BID in legal:
            return (*missing, BID)
        return legal[:1]  # another player of the seat has begun an offer of no value

    def _privilege(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """Return the most useful kind; if it must be robbed, from a dangerous rival."""
        appraisal = Appraisal(view, self.weights)

        def worth(action: Action) -> float:
            kind, *owner = action.args
            value = self._kind_worth(appraisal, kind)
            return value * (1 + appraisal.danger[owner[0]]) if owner else value

        return max(legal, key=worth)

    def _kind_worth(self, appraisal: Appraisal, kind: int) -> float:
        """Return the value of a card of a privilege's kind, if the discards will have one."""
        view = appraisal.view
        claims = sum(view.privileges[kind::4])
        # otherwise it brings a random card, which is less useful
        sure = view.discards[kind] > claims
        value = appraisal.units(kind)[-1]
        return value if sure else (value + appraisal.price) / 2 * RANDOM_INSTEAD

    # -- summer ------------------------------------------------------------------------

    def _summer(self, view: SpadaView, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the best actions, as long as any is worth its card.

        Farms and builders concern only the player himself; an attack or a bribe ends the plan,
        since its outcome must be seen first.
        """
        appraisal = Appraisal(view, self.weights)
        steps = [_best(appraisal, legal)]
        while steps[-1] in (BUILD, ASSIGN):
            view = after_houses(view, steps[-1])
            if not any(view.hand):
                break  # a player without cards is not asked again
            appraisal = appraisal.with_houses(view)
            steps.append(_best(appraisal, may_do(view, view.hand, view.seat)))
        return steps

    def _defend(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """Answer with a knight if the house and the loot are worth more than it."""
        appraisal = Appraisal(view, self.weights)
        summer = summer_of(view)
        loss = appraisal.house_worth(view.seat)
        loss += appraisal.danger[summer.turn] * summer.loot_from(view.seat) * appraisal.price
        return DEFEND if loss > appraisal.cost(KNIGHTS) else YIELD

    def _burn(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """Burn the house that will be missed less."""
        appraisal = Appraisal(view, self.weights)
        farm = appraisal.farm_worth(view.farms[view.seat] - 1)
        return BURN[FARM] if farm <= appraisal.builder_worth(view.seat) else BURN[BUILDER]

    # -- autumn ------------------------------------------------------------------------

    def _help(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """Ask for half of a donor's hand, if that is worth the privilege that he gets."""
        appraisal = Appraisal(view, self.weights)
        best, choice = 0.0, PASS
        for action in legal[1:]:
            donor = action.args[0]
            danger = appraisal.danger[donor]
            cards = half(view.sizes[donor]) * appraisal.price
            worth = cards * (1 + danger) - danger * appraisal.privilege_worth()
            if worth > best:
                best, choice = worth, action
        return choice

    def _tithe(self, view: SpadaView, legal: Sequence[Action]) -> Sequence[Action]:
        """Discard the cards that are worth least."""
        appraisal = Appraisal(view, self.weights)
        units = [appraisal.units(resource)[:-1] for resource in range(4)]
        drafted = list(view.draft)
        discards = []
        for _ in range(surplus(sum(view.hand))):
            resource = min((r for r in range(4) if units[r]), key=lambda r: units[r][-1])
            units[resource].pop()
            if drafted[resource]:
                drafted[resource] -= 1
            else:
                discards.append(DISCARD[resource])
        return discards[: surplus(sum(view.hand)) - sum(view.draft)]


def _best(appraisal: Appraisal, legal: Sequence[Action]) -> Action:
    """Return the best next action in summer."""
    look = SummerValues(appraisal)
    best, choice = 0.0, DONE
    for action in legal:
        worth = look.worth(action)
        if worth > best:
            best, choice = worth, action
    return choice

"""The rule-of-thumb bot of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chancery.core import Action, Game, Question
from chancery.core.bot import Rehearsal
from chancery.core.chance import Dice
from chancery.games.spada.board.components import (
    BUILDER,
    BUILDER_SPACES,
    FARM,
    GRAIN,
    HAND_LIMIT,
    KNIGHTS,
    RICHES,
    WORKERS,
)
from chancery.games.spada.bot.appraisal import Outlook, Weights
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
from chancery.games.spada.rules.summer import LOOT, Summer
from chancery.games.spada.view import SpadaView

NO_CARDS = (0, 0, 0, 0)
RANDOM_INSTEAD = 0.9  # what a random card is worth to somebody who wanted a certain kind


class Steward:
    """Plays La Spada e la Fede by rules of thumb.

    A bid or a tithe is found from the view alone, without looking at what has been chosen
    already; the plan has the cards that are missing. It throws no dice and has no temper, so
    that the seed makes no difference.
    """

    weights = Weights()

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
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

    def plan(
        self, view: SpadaView, asked: Question, legal: Sequence[Action], dice: Dice
    ) -> Sequence[Action]:
        """A whole offer or tithe, what is done in summer until somebody else has a say, or one
        action."""
        if len(legal) == 1:
            return legal
        if asked.name in self._plans:
            return self._plans[asked.name](view, legal)
        return (self._answers[asked.name](view, legal),)

    # -- winter ------------------------------------------------------------------------

    def _propose(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """The card that promises most."""
        return max(legal, key=lambda play: self._liking(view, play.args[0]))

    def _liking(self, view: SpadaView, card: int) -> float:
        return Outlook(view, self.weights, card).prospects()

    def _exchange(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """Swap if another card is better by more than the privilege that it costs."""
        outlook = Outlook(view, self.weights)
        now = outlook.prospects()
        paid = min(legal[1:], key=lambda action: self._privilege_worth(outlook, action.args[0]))
        price = self.weights.swap + outlook.privilege_value()
        if paid.verb == "summon":
            # nobody knows what comes: only to put off a roof that loses the game
            lost = outlook.roof and not outlook.mobilisation and now < -price
            return paid if lost else PASS
        swaps = [action for action in legal[1:] if action.args[0] == paid.args[0]]
        likings = [self._liking(view, action.args[1]) for action in swaps]
        best = max(likings)
        return swaps[likings.index(best)] if best - price > now else PASS

    # -- spring ------------------------------------------------------------------------

    def _bid(self, view: SpadaView, legal: Sequence[Action]) -> Sequence[Action]:
        """The best offer with all its cards, or a pass."""
        auction = view.phases[-1]
        assert isinstance(auction, Auction)
        others = [seat for seat in auction.bidders if seat != view.seat]
        cards = Outlook(view, self.weights).best_bid(others, auction.highest)[1]
        if cards is None and PASS in legal:
            return (PASS,)
        missing = [
            ADD[resource]
            for resource, n in enumerate(cards or NO_CARDS)
            for _ in range(n - view.draft[resource])
        ]
        if missing or BID in legal:
            return (*missing, BID)
        return legal[:1]  # somebody else has begun an offer that is worth nothing

    def _privilege(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """The most useful kind; from somebody dangerous if it must be robbed."""
        outlook = Outlook(view, self.weights)

        def worth(action: Action) -> float:
            kind, *owner = action.args
            value = self._privilege_worth(outlook, kind)
            return value * (1 + outlook.danger[owner[0]]) if owner else value

        return max(legal, key=worth)

    def _privilege_worth(self, outlook: Outlook, kind: int) -> float:
        """What a card of a privilege's kind is worth, if the discards will have one."""
        view = outlook.view
        claims = sum(view.privileges[kind::4])
        # a random card instead is not quite what was wanted
        sure = view.discards[kind] > claims
        value = outlook.units(kind)[-1]
        return value if sure else (value + outlook.price) / 2 * RANDOM_INSTEAD

    # -- summer ------------------------------------------------------------------------

    def _summer(self, view: SpadaView, legal: Sequence[Action]) -> Sequence[Action]:
        """Whatever is worth most, as long as anything is worth its card.

        Farms and builders are only one's own business; an attack or a bribe waits for what
        comes of it.
        """
        choice = self._best(view, legal)
        if choice not in (BUILD, ASSIGN):
            return (choice,)
        act = Rehearsal(self._game, view, view.seat)
        while choice in (BUILD, ASSIGN):
            act.do(choice)
            if act.asked is None:
                return act.steps
            choice = self._best(act.view, act.legal)
        return (*act.steps, choice)

    def _best(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """The next action in summer."""
        outlook = Outlook(view, self.weights)
        best, choice = 0.0, DONE
        for action in legal:
            worth = self._summer_worth(outlook, action)
            if worth > best:
                best, choice = worth, action
        return choice

    def _summer_worth(self, outlook: Outlook, action: Action) -> float:
        if action == BUILD:
            return self._build_worth(outlook)
        if action == ASSIGN:
            return self._assign_worth(outlook)
        if action.verb == "attack":
            return self._attack_worth(outlook, action.args[0]) - self.weights.bold
        if action.verb == "bribe":
            return self._bribe_worth(outlook, action.args[0]) - self.weights.bold
        return 0.0

    def _cost(self, outlook: Outlook, resource: int) -> float:
        """What a card costs that is spent in summer: little, if tithes would take one anyway."""
        cost = outlook.base[resource]
        if outlook.overflow() > 0:
            cost *= 1 - self.weights.overflow
        return cost

    def _build_worth(self, outlook: Outlook) -> float:
        view, me = outlook.view, outlook.me
        farms, builders = view.farms[me], view.builders[me]
        worth = outlook.farm_value(farms) - self._cost(outlook, GRAIN)
        blocked = builders < BUILDER_SPACES and builders + 1 >= farms
        if blocked and view.hand[WORKERS]:
            # the farm is what keeps the next worker from the cathedral
            gain = outlook.builder_value(me) - self._cost(outlook, WORKERS)
            worth = max(worth, gain - self._cost(outlook, GRAIN))
        return worth

    def _assign_worth(self, outlook: Outlook) -> float:
        me = outlook.me
        lost = outlook.farm_value(outlook.view.farms[me] - 1) * self.weights.given_up
        return outlook.builder_value(me) - lost - self._cost(outlook, WORKERS)

    def _plunder(self, outlook: Outlook, target: int) -> float:
        """What a successful attack brings: loot, if it is the first, and the harm done."""
        summer = outlook.view.phases[-1]
        assert isinstance(summer, Summer)
        harm = outlook.danger[target] * outlook.house_value(target)
        if target in summer.looted:
            return harm
        room = min(LOOT, max(0, 1 - outlook.overflow()))  # the knight is gone by then
        loot = room + (1 - self.weights.overflow) * (LOOT - room)
        return harm + loot * outlook.price

    def _attack_worth(self, outlook: Outlook, target: int, removed: int = 0) -> float:
        success = outlook.no_knight(target, removed)
        knight = self._knight_cost(outlook)
        parried = outlook.danger[target] * outlook.base[KNIGHTS]
        return success * self._plunder(outlook, target) + (1 - success) * parried - knight

    def _knight_cost(self, outlook: Outlook) -> float:
        """A knight to attack with: the last ones are missed at home."""
        cost = self._cost(outlook, KNIGHTS)
        held = outlook.units(KNIGHTS)[-2]
        return cost + (held - outlook.base[KNIGHTS])

    def _bribe_worth(self, outlook: Outlook, target: int) -> float:
        """Riches for a knight; an attack that could not fail may follow."""
        view = outlook.view
        cost = self._cost(outlook, RICHES)
        none = outlook.no_knight(target)
        taken = outlook.danger[target] * outlook.base[KNIGHTS]
        sure = again = plain = 0.0
        if view.hand[KNIGHTS] and view.farms[target]:
            knight = self._knight_cost(outlook)
            sure = max(0.0, self._plunder(outlook, target) - knight)
            again = max(0.0, self._attack_worth(outlook, target, 1))
            plain = max(0.0, self._attack_worth(outlook, target))
        return none * sure + (1 - none) * (taken + again) - plain - cost

    def _defend(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """Answer with a knight if the house and the loot are worth more than he is."""
        outlook = Outlook(view, self.weights)
        summer = view.phases[-2]
        assert isinstance(summer, Summer)
        loss = outlook.house_value(view.seat)
        if view.seat not in summer.looted:
            loss += outlook.danger[summer.turn] * LOOT * outlook.price
        return DEFEND if loss > self._cost(outlook, KNIGHTS) else YIELD

    def _burn(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """The house that will be missed less."""
        outlook = Outlook(view, self.weights)
        farm = outlook.farm_value(view.farms[view.seat] - 1)
        return BURN[FARM] if farm <= outlook.builder_value(view.seat) else BURN[BUILDER]

    # -- autumn ------------------------------------------------------------------------

    def _help(self, view: SpadaView, legal: Sequence[Action]) -> Action:
        """Half of somebody's hand, if that is worth the privilege that he gets."""
        outlook = Outlook(view, self.weights)
        best, choice = 0.0, PASS
        for action in legal[1:]:
            donor = action.args[0]
            danger = outlook.danger[donor]
            cards = view.sizes[donor] // 2 * outlook.price
            worth = cards * (1 + danger) - danger * outlook.privilege_value()
            if worth > best:
                best, choice = worth, action
        return choice

    def _tithe(self, view: SpadaView, legal: Sequence[Action]) -> Sequence[Action]:
        """The cards that are worth least."""
        outlook = Outlook(view, self.weights)
        left = [outlook.units(resource)[:-1] for resource in range(4)]
        drafted = list(view.draft)
        found = []
        for _ in range(sum(view.hand) - HAND_LIMIT):
            resource = min((r for r in range(4) if left[r]), key=lambda r: left[r][-1])
            left[resource].pop()
            if drafted[resource]:
                drafted[resource] -= 1
            else:
                found.append(DISCARD[resource])
        return found[: sum(view.hand) - HAND_LIMIT - sum(view.draft)]

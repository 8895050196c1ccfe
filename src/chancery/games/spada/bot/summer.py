"""The value of actions in summer: farms, builders, attacks and bribes, in victory points."""

from __future__ import annotations

from dataclasses import fields
from math import exp

from chancery.core import Action
from chancery.core.copying import copier
from chancery.games.spada.board.components import BUILDER_SPACES, GRAIN, KNIGHTS, RICHES, WORKERS
from chancery.games.spada.bot.appraisal import Appraisal
from chancery.games.spada.rules.notation import BUILD
from chancery.games.spada.rules.summer import LOOT, Summer, may_assign
from chancery.games.spada.view import SpadaView


def after_houses(view: SpadaView, action: Action) -> SpadaView:
    """Return the view after the seat has built a farm or moved one to the cathedral (§build,
    §assign).

    Nothing about these actions is hidden or random.
    """
    me = view.seat
    resource = GRAIN if action == BUILD else WORKERS
    hand, discards, sizes = list(view.hand), list(view.discards), list(view.sizes)
    farms, builders = list(view.farms), list(view.builders)
    hand[resource] -= 1
    discards[resource] += 1
    sizes[me] -= 1
    if action == BUILD:
        farms[me] += 1
    else:
        farms[me] -= 1
        builders[me] += 1
    changed = _twin(view)
    changed.hand, changed.discards, changed.sizes = tuple(hand), tuple(discards), tuple(sizes)
    changed.farms, changed.builders = tuple(farms), tuple(builders)
    return changed


_twin = copier(SpadaView, [field.name for field in fields(SpadaView)], ())


class SummerValues:
    """The values of a player's actions in his summer turn."""

    def __init__(self, appraisal: Appraisal) -> None:
        self._a = appraisal
        summer = appraisal.view.phases[-1]
        assert isinstance(summer, Summer)
        self._summer = summer
        self._successes: dict[int, float] = {}
        self._knight: float | None = None
        self._danger: float | None = None

    def worth(self, action: Action) -> float:
        """Return the gain of an action beyond its card."""
        verb = action.verb
        if verb == "build":
            return self._build()
        if verb == "assign":
            return self._assign()
        if verb == "attack":
            return self._attack(action.args[0]) - self._a.w.bold
        if verb == "bribe":
            return self._bribe(action.args[0]) - self._a.w.bold
        return 0.0

    def _build(self) -> float:
        a = self._a
        view, me = a.view, a.me
        farm, cost = a.farm_worth(view.farms[me]), a.cost(GRAIN)
        worth = farm * self.survives() - self._opens() - max(cost, self._later(farm))
        blocked = view.builders[me] < BUILDER_SPACES and not may_assign(view, me)
        if blocked and view.hand[WORKERS]:
            # without this farm the next worker cannot be assigned
            gain = a.builder_worth(me) * self.survives() - a.cost(WORKERS)
            worth = max(worth, gain - cost)
        return worth

    def _later(self, farm: float) -> float:
        """Return the value of the grain for a farm that is built in a safer year."""
        a = self._a
        if a.overflow() > 0 or a.autumns <= 1:
            return 0.0
        return a.w.patience * farm * (1 - 1 / a.autumns)

    @property
    def after(self) -> list[int]:
        """The rivals who still have their summer turn before autumn."""
        a = self._a
        return [(a.me + i) % a.n for i in range(1, self._summer.left)]

    def _peril(self) -> float:
        """Return how many houses will probably burn after this turn, with one card less."""
        peril = self._danger
        if peril is None:
            view = self._a.view
            size = max(0, sum(view.hand) + view.loot_size - 1)
            peril = self._danger = self._a.peril(self.after, size, view.hand[KNIGHTS])
        return peril

    def survives(self) -> float:
        """Return the chance that one more house is one more in autumn, despite fires."""
        view, me = self._a.view, self._a.me
        peril = self._peril()
        if not peril:
            return 1.0
        term = total = exp(-peril)
        for burnt in range(1, view.farms[me] + view.builders[me] + 1):
            term *= peril / burnt
            total += term
        return total

    def _opens(self) -> float:
        """Return the cost of having a first house, since a fief without houses cannot be
        plundered."""
        a = self._a
        if a.view.farms[a.me]:
            return 0.0
        return min(1.0, self._peril()) * a.w.deny * LOOT * a.price

    def _assign(self) -> float:
        a = self._a
        lost = a.farm_worth(a.view.farms[a.me] - 1) * a.w.given_up
        return a.builder_worth(a.me) - lost - a.cost(WORKERS)

    def _success(self, target: int) -> float:
        """Return the gain of a successful attack: loot, if it is the first, and the harm done."""
        gain = self._successes.get(target)
        if gain is None:
            a = self._a
            harm = a.danger[target] * a.house_worth(target)
            cards = self._summer.loot_from(target)
            room = min(cards, max(0, 1 - a.overflow()))  # the knight has left the hand by then
            loot = room + (1 - a.w.overflow) * (cards - room)
            gain = self._successes[target] = harm + loot * a.price
        return gain

    def _attack(self, target: int, removed: int = 0) -> float:
        a = self._a
        success = a.no_knight(target, removed)
        parried = a.danger[target] * a.base[KNIGHTS]
        return success * self._success(target) + (1 - success) * parried - self._knight_cost()

    def _knight_cost(self) -> float:
        """Return the cost of attacking with a knight; the last ones are missed as guards."""
        cost = self._knight
        if cost is None:
            a = self._a
            idle = a.w.idle
            awake = idle + (1 - idle) * (self._summer.left - 1) / (a.n - 1)
            cost = a.cost(KNIGHTS) + (a.units(KNIGHTS)[-2] - a.base[KNIGHTS]) * awake
            self._knight = cost
        return cost

    def _bribe(self, target: int) -> float:
        """Return the gain of a bribe, including a safer attack that may follow."""
        a = self._a
        view = a.view
        none = a.no_knight(target)
        knights = a.danger[target] * a.base[KNIGHTS]
        sure = again = plain = 0.0
        if view.hand[KNIGHTS] and view.farms[target]:
            sure = max(0.0, self._success(target) - self._knight_cost())
            again = max(0.0, self._attack(target, 1))
            plain = max(0.0, self._attack(target))
        return none * sure + (1 - none) * (knights + again) - plain - a.cost(RICHES)

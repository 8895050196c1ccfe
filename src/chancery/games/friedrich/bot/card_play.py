"""The choice of one card in a fight, or to give up."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Action
from chancery.games.friedrich.board.atlas import SUIT, distances
from chancery.games.friedrich.board.cards import PLAYS, RESERVE, RESERVE_WORTH, SUIT_OF, VALUE
from chancery.games.friedrich.board.pieces import NATION_OF
from chancery.games.friedrich.bot.appraisal import Appraisal, Weights, odds, unsure
from chancery.games.friedrich.rules import retreat
from chancery.games.friedrich.rules.combat import Fight
from chancery.games.friedrich.rules.notation import QUIT
from chancery.games.friedrich.rules.protection import PROTECTION
from chancery.games.friedrich.view import FriedrichView


class CardPlay:
    """One decision in a fight, with the numbers on which it depends."""

    def __init__(
        self, view: FriedrichView, fight: Fight, legal: Sequence[Action], weights: Weights
    ) -> None:
        self.view, self.fight, self.legal, self.weights = view, fight, legal, weights
        self.me, self.them = fight.general(fight.side), fight.general(1 - fight.side)
        self.score = fight.own_score()
        self.ends: dict[int, tuple[int, ...]] = {}
        nation = NATION_OF[self.me]
        self.appraisal = Appraisal(view, nation, weights)
        self.troops = view.troops[self.me]
        self.against = view.told[self.them] or view.high[self.them]
        self.theirs = self.appraisal.cards[NATION_OF[self.them]][SUIT[view.at[self.them]]]
        self.plays: list[tuple[int, Action, bool]] = []
        for action in legal:
            if action.verb == "play":
                kind, value, _ = PLAYS[action.args[0]]
                self.plays.append((value, action, SUIT_OF[kind] == RESERVE))
            elif action.verb == "double":
                self.plays.append((2 * VALUE[action.args[0]], action, False))
        hand = view.hands[nation]
        reserves = sum(n for k, n in enumerate(hand) if SUIT_OF[k] == RESERVE)
        self.suited = sorted(value for value, _, spare in self.plays if not spare)
        self.reserves = reserves if any(spare for _, _, spare in self.plays) else 0
        self.mine = sum(self.suited) + RESERVE_WORTH * self.reserves

    def answer(self) -> Action:
        """Return the card to play, or the action of giving up."""
        if self.score == 0:
            if QUIT in self.legal:
                return QUIT
            return self._smallest()
        if self._fights_for_victory():
            return self._press()
        return self._save()

    def _smallest(self) -> Action:
        plain = [(value, action) for value, action, spare in self.plays if not spare]
        if self._fights_for_victory() and self.theirs < 5:
            fit = [play for play in plain if play[0] <= self.against]
            return max(fit or plain[:1])[1] if fit else min(plain)[1]
        return min(plain)[1] if plain else self.legal[0]

    def _fights_for_victory(self) -> bool:
        """Return whether it is worth fighting for victory."""
        w, appraisal = self.weights, self.appraisal
        if self.score + self.mine <= 0:
            return False
        enemy = next((e for e in appraisal.enemies if e.top == self.them), None)
        drive = appraisal.drive(enemy) if enemy else 0.0
        marks = [c for c in appraisal.guards if self.view.marks[c]]
        stack = set(self.view.stack(self.them))
        drive += sum(w.conquest * 0.7 for c in marks if set(appraisal.guards[c]) <= stack)
        final, cost = self._cheapest()
        enemy_nation = NATION_OF[self.them]
        chances = odds(
            self.mine, self.score, self.theirs, 0, unsure(self.view.hand_size(enemy_nation))
        )
        loss = min(self.troops, 4.0)
        gain = chances.win * (w.troop * min(self.against, 4.0) + drive + 1.0)
        harm = (1 - chances.win) * (w.troop * loss * appraisal.defeat_factor + self._bared(-4))
        spent = appraisal.point * min(self.mine, max(0.0, -self.score) + 0.8 * self.theirs)
        give_up = (
            w.troop * min(self.troops, -final) * appraisal.defeat_factor + cost + self._end(final)
        )
        return gain - harm - spent > -give_up - self._bared(final)

    def _ends(self, final: int) -> tuple[int, ...]:
        """Return the ends of a retreat after giving up at a score; empty: the stack is lost."""
        if -final >= self.troops:
            return ()
        if final not in self.ends:
            self.ends[final] = retreat.ends(self.view, self.me, -final, self.them)
        return self.ends[final]

    def _bared(self, final: int) -> float:
        """Return the value of objectives the stack protects now and would not after its retreat."""
        city = self.view.at[self.me]
        protected = [
            (c, w) for c, w in self.appraisal.holding.items() if distances(c)[city] <= PROTECTION
        ]
        if not protected:
            return 0.0
        ends = self._ends(final)
        lost = max(
            (sum(w for c, w in protected if distances(c)[end] > PROTECTION) for end in ends),
            default=sum(w for _, w in protected),
        )
        return min(5.0, 0.5 * lost)

    def _end(self, final: int) -> float:
        """Return the cost of losing the stack as a whole, if that would happen."""
        if -final >= self.troops:
            return 4.0
        return 0.0 if self._ends(final) else 4.0 + self.weights.troop * (self.troops + final)

    def _cheapest(self) -> tuple[int, float]:
        """Return the best negative score to give up at, and what it costs to get there."""
        w, point = self.weights, self.appraisal.point
        best = (self.score, 0.0)
        worst = w.troop * min(self.troops, -self.score) + self._end(self.score)
        for final, (cost, _) in self._reachable().items():
            price = w.troop * min(self.troops, -final) + cost * point + self._end(final)
            if price < worst:
                worst, best = price, (final, cost * point)
        return best

    def _reachable(self) -> dict[int, tuple[float, tuple[int, ...]]]:
        """Return the negative scores that cards can make: their cost in points, and the cards."""
        costs: dict[int, tuple[float, tuple[int, ...]]] = {self.score: (0.0, ())}
        values = [(value, float(value)) for value in self.suited]
        for value, cost in values:
            for score, (spent, cards) in list(costs.items()):
                after = score + value
                if after < 0 and (after not in costs or costs[after][0] > spent + cost):
                    costs[after] = spent + cost, (*cards, value)
        if self.reserves:
            for score, (spent, cards) in list(costs.items()):
                for value in range(1, RESERVE_WORTH + 1):
                    after = score + value
                    if after < 0 and (after not in costs or costs[after][0] > spent + 22.0):
                        costs[after] = spent + 22.0, (*cards, -value)
        return costs

    def _save(self) -> Action:
        """Play towards the best negative score; when there, give up."""
        final, _ = self._cheapest()
        if final == self.score:
            return self._last_stand()
        cards = self._reachable()[final][1]
        return self._card(max(cards, key=abs))

    def _card(self, value: int) -> Action:
        """Return the action that plays a card of this value; a Reserve is given by its negative."""
        for worth, action, spare in self.plays:
            if (worth, spare) == (abs(value), value < 0):
                return action
        return QUIT if QUIT in self.legal else self.legal[0]

    def _last_stand(self) -> Action:
        """Far behind without a card that fits, go above zero in the hope of no answer."""
        over = [p for p in self.plays if not p[2] and self.score + p[0] >= 0]
        deep = min(self.troops, -self.score)
        if over and (deep >= 4 or (deep >= self.troops and deep > 1)):
            return min(over, key=lambda p: p[0])[1]
        return QUIT if QUIT in self.legal else self._smallest()

    def _press(self) -> Action:
        """Return the card with which to go for victory."""
        plain = sorted((v, a) for v, a, spare in self.plays if not spare)
        spare = sorted((v, a) for v, a, spare in self.plays if spare)
        over = [(v, a) for v, a in plain if self.score + v > 0]
        if over:
            # A high card: the opponent pays with as many points or as many troops.
            hurting = [(v, a) for v, a in over if self.score + v <= self.against]
            return max(hurting)[1] if hurting else min(over)[1]
        level = [(v, a) for v, a in plain if self.score + v == 0]
        if level:
            return level[0][1]
        if plain and self.score + sum(v for v, _ in plain) >= 0:
            return max(plain)[1]
        if spare:
            high = [(v, a) for v, a in spare if self.score + v > 0]
            if plain and not high:
                return max(plain)[1]
            return high[min(3, len(high) - 1)][1] if high else max(spare)[1]
        return max(plain)[1]

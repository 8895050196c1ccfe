"""What an action would lead to, from public facts and the reader's own; and such facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chancery.core import Action
from chancery.core.words import TN, Listing, T, Text, signed
from chancery.games.friedrich.board.atlas import (
    CITIES,
    SUIT,
)
from chancery.games.friedrich.board.cards import PLAYS, SYMBOLS, VALUE, worth
from chancery.games.friedrich.board.pieces import (
    GENERAL_AXIS,
    GENERALS,
    GENERALS_OF,
    LAUDON,
    NATION_OF,
    PIECES,
    establishment,
)
from chancery.games.friedrich.face import phrases
from chancery.games.friedrich.rules import protection, recruiting, retreat, supply
from chancery.games.friedrich.rules.combat import Fight, adjacent_pairs
from chancery.games.friedrich.rules.conquest import CONQUERED, NOTHING, WON_BACK, on_leaving
from chancery.games.friedrich.rules.march_limits import train_at
from chancery.games.friedrich.rules.movement import Marching, Movement
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.rules.stacks import lost_with
from chancery.games.friedrich.view import FriedrichView


def preview(view: FriedrichView, action: Action) -> Text | None:
    """What the action would lead to, where that helps to decide."""
    told = _PREVIEWS.get(action.verb)
    return told(view, *action.args) if told is not None and view.phases else None


def _give(view: FriedrichView, general: int, n: int) -> Text:
    nation = NATION_OF[general]
    given = sum(view.troops[g] for g in GENERALS_OF[nation])
    left = establishment(view.scenario, nation) - given - n
    return TN("{n} troop is left for the other stacks.",
              "{n} troops are left for the other stacks.", left)  # fmt: skip


def _to(view: FriedrichView, city: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Marching):
        return None
    facts = _leaving(view, top.nation, top.unit, view.at[top.unit[0]])
    if top.unit[0] < GENERALS:
        train = train_at(view, top.nation, city)
        if train >= 0:
            facts.append(T("captures {train:the} and stops", train=PIECES.title(train)))
        others = [g for g in GENERALS_OF[top.nation] if view.at[g] == city and g not in top.unit]
        if others:
            facts.append(T("joins {generals} and stops", generals=phrases.names(others)))
        enemies = view.enemies_next_to(top.nation, city)
        if enemies:
            listed = Listing(tuple(phrases.sized(view, g) for g in enemies))
            facts.append(T("stands next to {enemies}", enemies=listed))
        if train < 0 and not _supplied(view, top.nation, city):
            facts.append(T("is out of supply there"))
    if not facts:
        return None
    return T("{piece:The} {facts}.", piece=PIECES.title(top.unit[0]), facts=Listing(tuple(facts)))


def _supplied(view: FriedrichView, nation: int, city: int) -> bool:
    """Whether a general would be supplied in a city as the pieces stand now."""
    return supply.in_supply(nation, city, supply.distance_to_train(view, nation))


def _leaving(view: FriedrichView, nation: int, unit: Sequence[int], city: int) -> list[Text]:
    """What becomes of the city that is left."""
    name, result = CITIES.title(city), on_leaving(view, nation, unit, city)
    if result == WON_BACK:
        return [T("wins {city} back", city=name)]
    if result == CONQUERED:
        return [T("conquers {city}", city=name)]
    if result == NOTHING:
        return []
    guard = next(protection.protectors(view, city, protection.protecting_nation(view, city)))
    return [T("leaves a question mark on {city}, protected by {guard}", city=name,
              guard=PIECES.title(guard))]  # fmt: skip


def _take(view: FriedrichView, n: int) -> Text | None:
    top = view.phases[-1]
    general = top.unit[0] if isinstance(top, Marching) else LAUDON
    left = view.troops[view.stack(general)[0]] - n
    return TN("{n} troop stays behind.", "{n} troops stay behind.", left)


def _retire(view: FriedrichView, general: int) -> Text:
    if view.at[general] < 0:
        return T("He is off the map: no troops are lost.")
    stack = view.stack(general)
    lost = lost_with(view.troops[stack[0]], len(stack))
    if not lost:
        return T("No troops would be lost.")
    return TN("{n} troop would be lost.", "{n} troops would be lost.", lost)


def _stop(view: FriedrichView) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Marching) or top.unit[0] >= GENERALS:
        return None
    enemies = view.enemies_next_to(top.nation, view.at[top.unit[0]])
    if not enemies:
        return T("No enemy stands next to this city.")
    listed = Listing(tuple(phrases.sized(view, g) for g in enemies))
    return T("There will be a fight with {enemies}.", enemies=listed)


def _end(view: FriedrichView) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Movement):
        return None
    nation = top.nation
    fights = [
        T(
            "{attacker} against {defender}",
            attacker=phrases.sized(view, own),
            defender=phrases.sized(view, enemy),
        )
        for own, enemy in adjacent_pairs(view, nation)
    ]
    told = _supplies(view, nation)
    if fights:
        listed = T("Fights: {fights}.", fights=Listing(tuple(fights)))
        return phrases.sentences([listed, *told])
    if told:
        return phrases.sentences([T("No fights."), *told])
    return T("No fights, and everybody is supplied.")


def _supplies(view: FriedrichView, nation: int) -> list[Text]:
    """Who will be turned over and who will be lost if they stay where they are (§9.4)."""
    hungry = [own for own in view.tops(nation) if not _supplied(view, nation, view.at[own])]
    found = []
    for down, told in ((0, _TURNED), (1, _STARVED)):
        generals = [g for top in hungry if view.down[top] == down for g in view.stack(top)]
        if generals:
            found.append(Text(told.template, (("generals", phrases.names(generals)),)))
    return found


_TURNED = T("Out of supply now: {generals}.")
_STARVED = T("Still out of supply and about to lose all troops: {generals}.")


def _troops(view: FriedrichView, n: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Movement):
        return None
    return T("{cost} points; your cards are worth {money}.",
             cost=n * recruiting.price(view, top.nation),
             money=worth(view.hands[top.nation]))  # fmt: skip


def _trains(view: FriedrichView, n: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Recruiting):
        return None
    cost = (top.troops + n) * recruiting.price(view, top.nation)
    return T("{cost} points in all; your cards are worth {money}.", cost=cost,
             money=worth(view.hands[top.nation]))  # fmt: skip


def _pay(view: FriedrichView, kind: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Recruiting):
        return None
    cost = top.cost(view)
    paid = top.worth() + VALUE[kind]
    if paid < cost:
        return TN("{paid} of {cost} points; {n} is still to be paid.",
                  "{paid} of {cost} points; {n} are still to be paid.", cost - paid, paid=paid,
                  cost=cost)  # fmt: skip
    if paid == cost:
        return T("{cost} points: the exact price.", cost=cost)
    return TN("{paid} for {cost} points: {n} point would be lost.",
              "{paid} for {cost} points: {n} points would be lost.", paid - cost, paid=paid,
              cost=cost)  # fmt: skip


def _feed(view: FriedrichView, general: int, n: int = 1) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Recruiting):
        return None
    left = top.troops - len(top.fed) - n
    if left:
        return TN("{n} troop is left for the others.", "{n} troops are left for the others.",
                  left)  # fmt: skip
    if view.at[general] < 0 and general not in top.fed:
        return T("The city where {general} enters is chosen next.",
                 general=GENERAL_AXIS.title(general))  # fmt: skip
    return T("That completes the purchase; nobody else learns who receives the troops.")


def _fight(view: FriedrichView, attacker: int, defender: int) -> Text:
    own = view.troops[attacker] or view.low[attacker]
    best, worst = own - view.low[defender], own - view.high[defender]
    facing = phrases.sized(view, defender)
    if best == worst:
        return T("You begin at {score} against {enemy}.", enemy=facing, score=signed(best))
    return T("You begin at {worst} to {best} against {enemy}.", enemy=facing, worst=signed(worst),
             best=signed(best))  # fmt: skip


def _play(view: FriedrichView, play: int) -> Text | None:
    return _score(view, PLAYS[play][1])


def _double(view: FriedrichView, kind: int) -> Text | None:
    return _score(view, 2 * VALUE[kind])


def _score(view: FriedrichView, value: int) -> Text | None:
    fight = view.phases[-1]
    if not isinstance(fight, Fight):
        return None
    score = fight.own_score() + fight.counts(view, value)
    enemy = fight.general(1 - fight.side)
    title, suit = GENERAL_AXIS.title(enemy), SYMBOLS[SUIT[view.at[enemy]]]
    if score < 0 and fight.must_reach_positive(view):
        return T("You would be at {score}, and would have to play on.", score=signed(score))
    if score < 0:
        return T("You would be at {score}, and could play on or give up.", score=signed(score))
    if score == 0:
        return T("You would be at 0: {enemy} must play {suit} if he can.", enemy=title, suit=suit)
    lost = min(score, view.troops[enemy] or view.low[enemy])
    return TN("You would be at {score}: {enemy} may play {suit} or a Reserve, or loses {n} troop.",
              "You would be at {score}: {enemy} may play {suit} or a Reserve, or loses {n} troops.",
              lost, score=signed(score), enemy=title, suit=suit)  # fmt: skip


def _quit(view: FriedrichView) -> Text | None:
    fight = view.phases[-1]
    if not isinstance(fight, Fight):
        return None
    points = -fight.own_score()
    if not points:
        return T("The fight is a draw: nobody loses anything.")
    loser, winner = fight.general(fight.side), fight.general(1 - fight.side)
    troops = view.troops[loser] or view.low[loser]
    if points >= troops:
        return TN("You lose your only troop.", "You lose all your troops, {n}.", troops)
    if not retreat.ends(view, loser, points, winner):
        return TN("There is no way to retreat: you lose your only troop.",
                  "There is no way to retreat: you lose all your troops, {n}.", troops)  # fmt: skip
    return TN("You lose {n} troop and retreat by {n} city.",
              "You lose {n} troops and retreat by {n} cities.", points)  # fmt: skip


_PREVIEWS: dict[str, Callable[..., Text | None]] = {
    "give": _give,
    "take": _take,
    "to": _to,
    "retire": _retire,
    "stop": _stop,
    "end": _end,
    "troops": _troops,
    "trains": _trains,
    "pay": _pay,
    "feed": _feed,
    "fight": _fight,
    "play": _play,
    "double": _double,
    "quit": _quit,
}

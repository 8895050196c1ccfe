"""Previews: the consequences of an action, from public facts and the reader's own knowledge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import UnionType

from chancery.core import Action
from chancery.core.words import TN, Listing, T, Text, sentences, signed
from chancery.games.friedrich import phrases
from chancery.games.friedrich.board.atlas import CITIES, SUIT
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
from chancery.games.friedrich.rules import protection, recruiting, retreat, supply
from chancery.games.friedrich.rules.combat import Combat, Fight, adjacent_pairs
from chancery.games.friedrich.rules.conquest import CONQUERED, NOTHING, WON_BACK, on_leaving
from chancery.games.friedrich.rules.fate.extra_moves import LaudonMoves
from chancery.games.friedrich.rules.fate.strokes import Retirement
from chancery.games.friedrich.rules.march_limits import train_at
from chancery.games.friedrich.rules.movement import Marching, Movement
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.rules.retreat import Retreat
from chancery.games.friedrich.rules.setup import SetUp
from chancery.games.friedrich.rules.stacks import lost_with
from chancery.games.friedrich.view import FriedrichView


def preview(view: FriedrichView, action: Action) -> Text | None:
    """Return the consequences of an action where they help to decide."""
    kind, describe = _PREVIEWS.get(action.verb, (None, None))
    if kind is None or describe is None or not view.phases:
        return None
    top = view.phases[-1]
    return describe(view, top, *action.args) if isinstance(top, kind) else None


def _give(view: FriedrichView, top: SetUp, general: int, n: int) -> Text:
    nation = NATION_OF[general]
    distributed = sum(view.troops[g] for g in GENERALS_OF[nation])
    remaining = establishment(view.scenario, nation) - distributed - n
    return TN("{n} troop is left for the other stacks.",
              "{n} troops are left for the other stacks.", remaining)  # fmt: skip


def _to(view: FriedrichView, top: Marching, city: int) -> Text | None:
    facts = _leaving(view, top.nation, top.unit, view.at[top.unit[0]])
    if top.unit[0] < GENERALS:
        train = train_at(view, top.nation, city)
        if train >= 0:
            facts.append(T("captures {train:the} and stops", train=PIECES.title(train)))
        companions = [
            g for g in GENERALS_OF[top.nation] if view.at[g] == city and g not in top.unit
        ]
        if companions:
            facts.append(T("joins {generals} and stops", generals=phrases.names(companions)))
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
    """Return whether a general would be supplied in a city as the pieces stand now."""
    return supply.in_supply(nation, city, supply.distance_to_train(view, nation))


def _leaving(view: FriedrichView, nation: int, unit: Sequence[int], city: int) -> list[Text]:
    """Say what happens to the city that a unit leaves."""
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


def _take(view: FriedrichView, top: Marching | LaudonMoves, n: int) -> Text | None:
    general = top.unit[0] if isinstance(top, Marching) else LAUDON
    staying = view.troops[view.stack(general)[0]] - n
    return TN("{n} troop stays behind.", "{n} troops stay behind.", staying)


def _retire(view: FriedrichView, top: Retirement, general: int) -> Text:
    if view.at[general] < 0:
        return T("He is off the map: no troops are lost.")
    stack = view.stack(general)
    lost = lost_with(view.troops[stack[0]], len(stack))
    if not lost:
        return T("No troops would be lost.")
    return TN("{n} troop would be lost.", "{n} troops would be lost.", lost)


def _stop(view: FriedrichView, top: Marching) -> Text | None:
    if top.unit[0] >= GENERALS:
        return None
    enemies = view.enemies_next_to(top.nation, view.at[top.unit[0]])
    if not enemies:
        return T("No enemy stands next to this city.")
    listed = Listing(tuple(phrases.sized(view, g) for g in enemies))
    return T("There will be a fight with {enemies}.", enemies=listed)


def _end(view: FriedrichView, top: Movement) -> Text:
    nation = top.nation
    fights = [
        T(
            "{attacker} against {defender}",
            attacker=phrases.sized(view, attacker),
            defender=phrases.sized(view, enemy),
        )
        for attacker, enemy in adjacent_pairs(view, nation)
    ]
    warnings = _supplies(view, nation)
    if fights:
        listed = T("Fights: {fights}.", fights=Listing(tuple(fights)))
        return sentences([listed, *warnings])
    if warnings:
        return sentences([T("No fights."), *warnings])
    return T("No fights, and all stacks are in supply.")


def _supplies(view: FriedrichView, nation: int) -> list[Text]:
    """Name the stacks that will be turned over or lost if they stay where they are (§9.4)."""
    hungry = [
        general for general in view.tops(nation) if not _supplied(view, nation, view.at[general])
    ]
    notes = []
    for down, warning in ((0, _TURNED), (1, _STARVED)):
        generals = [g for top in hungry if view.down[top] == down for g in view.stack(top)]
        if generals:
            notes.append(Text(warning.template, (("generals", phrases.names(generals)),)))
    return notes


_TURNED = T("Out of supply now: {generals}.")
_STARVED = T("Still out of supply and about to lose all troops: {generals}.")


def _troops(view: FriedrichView, top: Movement, n: int) -> Text:
    return T("{cost} points; your cards are worth {money}.",
             cost=n * recruiting.price(view, top.nation),
             money=worth(view.hands[top.nation]))  # fmt: skip


def _trains(view: FriedrichView, top: Recruiting, n: int) -> Text:
    cost = (top.troops + n) * recruiting.price(view, top.nation)
    return T("{cost} points in all; your cards are worth {money}.", cost=cost,
             money=worth(view.hands[top.nation]))  # fmt: skip


def _pay(view: FriedrichView, top: Recruiting, kind: int) -> Text:
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


def _feed(view: FriedrichView, top: Recruiting, general: int, n: int = 1) -> Text:
    remaining = top.troops - len(top.fed) - n
    if remaining:
        return TN("{n} troop is left for the others.", "{n} troops are left for the others.",
                  remaining)  # fmt: skip
    if view.at[general] < 0 and general not in top.fed:
        return T("The city where {general} enters is chosen next.",
                 general=GENERAL_AXIS.title(general))  # fmt: skip
    return T("That completes the purchase; the others do not learn who receives the troops.")


def _fight(view: FriedrichView, top: Combat, attacker: int, defender: int) -> Text:
    own_troops = view.troops[attacker] or view.low[attacker]
    best, worst = own_troops - view.low[defender], own_troops - view.high[defender]
    facing = phrases.sized(view, defender)
    if best == worst:
        return T("You begin at {score} against {enemy}.", enemy=facing, score=signed(best))
    return T("You begin at {worst} to {best} against {enemy}.", enemy=facing, worst=signed(worst),
             best=signed(best))  # fmt: skip


def _play(view: FriedrichView, fight: Fight, play: int) -> Text:
    return _score(view, fight, PLAYS[play][1])


def _double(view: FriedrichView, fight: Fight, kind: int) -> Text:
    return _score(view, fight, 2 * VALUE[kind])


def _score(view: FriedrichView, fight: Fight, value: int) -> Text:
    score = fight.own_score() + fight.counts(view, value)
    enemy = fight.general(1 - fight.side)
    title, suit = GENERAL_AXIS.title(enemy), SYMBOLS[SUIT[view.at[enemy]]]
    if score < 0 and fight.must_reach_positive(view):
        return T("You would be at {score}, and would have to play on.", score=signed(score))
    if score < 0 and view.hand_size(fight.nation(fight.side)) == 1:
        return T("You would be at {score} without a card, and the fight would be lost.",
                 score=signed(score))  # fmt: skip
    if score < 0:
        return T("You would be at {score}, and could play on or give up.", score=signed(score))
    if score == 0:
        return T("You would be at 0: {enemy} must play {suit} if he can.", enemy=title, suit=suit)
    lost = min(score, view.troops[enemy] or view.low[enemy])
    return TN("You would be at {score}: {enemy} may play {suit} or a Reserve, or loses {n} troop.",
              "You would be at {score}: {enemy} may play {suit} or a Reserve, or loses {n} troops.",
              lost, score=signed(score), enemy=title, suit=suit)  # fmt: skip


def _quit(view: FriedrichView, fight: Fight) -> Text:
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


def _retreat(view: FriedrichView, top: Retreat, city: int) -> Text:
    facts = [T("{general} would stand in {suit}.", general=GENERAL_AXIS.title(top.loser),
               suit=SYMBOLS[SUIT[city]])]  # fmt: skip
    if not _supplied(view, NATION_OF[top.loser], city):
        facts.append(T("Out of supply there, as the trains stand now."))
    return sentences(facts)


# For each verb the phase that previews describe, and the function that describes an action.
_PREVIEWS: dict[str, tuple[type | UnionType, Callable[..., Text | None]]] = {
    "give": (SetUp, _give),
    "take": (Marching | LaudonMoves, _take),
    "to": (Marching, _to),
    "retire": (Retirement, _retire),
    "stop": (Marching, _stop),
    "end": (Movement, _end),
    "troops": (Movement, _troops),
    "trains": (Recruiting, _trains),
    "pay": (Recruiting, _pay),
    "feed": (Recruiting, _feed),
    "fight": (Combat, _fight),
    "play": (Fight, _play),
    "double": (Fight, _double),
    "quit": (Fight, _quit),
    "retreat": (Retreat, _retreat),
}

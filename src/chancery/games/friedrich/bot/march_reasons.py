"""Why to buy and to march so: what a movement phase brings, from what its player sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chancery.core import Action, Game, Question
from chancery.core.bot import Rehearsal
from chancery.core.words import TN, T, Text
from chancery.games.friedrich import coach
from chancery.games.friedrich.board.atlas import (
    CITIES,
    DEFENDER_OF,
    OBJECTIVE_OF,
    OBJECTIVES,
    SUIT,
    distances,
)
from chancery.games.friedrich.board.cards import SYMBOLS
from chancery.games.friedrich.board.nations import NATIONS, hostile
from chancery.games.friedrich.board.pieces import GENERALS_OF, PIECES, TRAINS_OF
from chancery.games.friedrich.bot.appraisal import ATTACKING, Appraisal
from chancery.games.friedrich.bot.naming import cities, generals, troops
from chancery.games.friedrich.rules import army_limits
from chancery.games.friedrich.rules.combat import adjacent_pairs
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.notation import END
from chancery.games.friedrich.rules.protection import protecting_nation
from chancery.games.friedrich.rules.supply import SUPPLY, at_home, distance_to_train
from chancery.games.friedrich.view import FriedrichView

_REACH = 4  # cities that a general can march at most, by main roads
_THREAT = 6  # cities within which somebody is near enough to be reckoned with

NOTHING_GAINED = T("No march seems to bring more than it would give up, so everybody stays.")
AS_GOOD = T("By what it conquers, protects and risks, no other march seems better.")


def movement(
    game: Game[Any, Any], view: FriedrichView, asked: Question, plan: Sequence[Action]
) -> Iterator[Text]:
    """What speaks for a movement phase, the most important first."""
    act = Rehearsal(game, view, asked.seat)
    for action in plan:
        if action is END or act.asked is None:
            break
        act.do(action)
    nation = next(phase.nation for phase in view.phases if isinstance(phase, Movement))
    after: FriedrichView = act.view
    said = [*_purchase(view, after, nation, plan), *_objectives(view, after)]
    said += _trains_taken(view, after, nation)
    if END in plan:  # else others march later: nobody stands yet where he is going to
        said += _fights(after, nation)
        said += _supply(view, after, nation)
        said += _protection(view, after, nation)
        said += _out_of_reach(view, after, nation)
        said += _nearer(view, after, nation)
        said += _stacks(view, after, nation)
    if not said:
        marched = any(action.verb in ("march", "to") for action in plan)
        said = [AS_GOOD if marched else NOTHING_GAINED]
    yield from said


def _purchase(
    view: FriedrichView, after: FriedrichView, nation: int, plan: Sequence[Action]
) -> Iterator[Text]:
    """§10: what is bought, and what for."""
    back = [g for g in GENERALS_OF[nation] if view.at[g] < 0 <= after.at[g]]
    if any(view.at[train] < 0 <= after.at[train] for train in TRAINS_OF[nation]):
        yield T("A lost train comes back: away from home armies starve without one.")
    if back:
        yield T("{generals} can lead troops again: more armies protect and conquer more.",
                generals=generals(back))  # fmt: skip
    if any(action.verb == "troops" and action.args[0] for action in plan):
        yield T("{nation:The} has only {n} of {most} troops: cards make it whole again.",
                nation=NATIONS.title(nation), n=view.totals[nation],
                most=army_limits.ceiling(view, nation))  # fmt: skip


def _objectives(view: FriedrichView, after: FriedrichView) -> Iterator[Text]:
    """§5.2, §5.7, §5.8: what falls, is won back, or could fall."""
    changed = [c for c in OBJECTIVES if view.control[c] != after.control[c]]
    won = [c for c in changed if after.control[c]]
    back = [c for c in changed if not after.control[c]]
    marked = [c for c in OBJECTIVES if after.marks[c] and not view.marks[c]]
    if won:
        yield TN("{cities} falls: nobody protects it, and a general marches on from it.",
                 "{cities} fall: nobody protects them, and generals march on from them.",
                 len(won), cities=cities(won))  # fmt: skip
    if back:
        yield TN("{cities} is won back: no conqueror is within three cities.",
                 "{cities} are won back: no conqueror is within three cities.", len(back),
                 cities=cities(back))  # fmt: skip
    if marked:
        guards = {g for c in marked for g in coach.protectors(after, c)}
        yield TN("{cities} gets a question mark, for it is protected by {guards}; it falls if"
                 " nobody protects it after the fights.",
                 "{cities} get question marks, for they are protected by {guards}; they fall if"
                 " nobody protects them after the fights.", len(marked), cities=cities(marked),
                 guards=generals(sorted(guards)))  # fmt: skip


def _fights(after: FriedrichView, nation: int) -> Iterator[Text]:
    """§7.1, §7.10: who attacks whom, with what."""
    points = coach.points(after.hands[nation])
    for own, enemy in adjacent_pairs(after, nation):
        suit = SUIT[after.at[own]]
        yield T("{general} attacks {enemy} from {suit}: {own} against {other}, and you hold"
                " {points} points that count there.", general=PIECES.title(own),
                enemy=PIECES.title(enemy), suit=SYMBOLS[suit], own=troops(after, own),
                other=troops(after, enemy), points=points[suit])  # fmt: skip


def _trains_taken(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """§9.7: hostile trains that are gone."""
    for other in range(7):
        if not hostile(nation, other):
            continue
        for train in TRAINS_OF[other]:
            if view.at[train] >= 0 > after.at[train]:
                yield T("{train:The} is captured: whoever lives on it has to look for another"
                        " one.", train=PIECES.title(train))  # fmt: skip


def _supply(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """§9.3, §9.4: who is fed by it, or is willing to be hungry for a turn."""
    before = {line.top: line.supplied for line in coach.supply_lines(view, nation)}
    lines = coach.supply_lines(after, nation)
    if fed := [line.top for line in lines if line.supplied and not before.get(line.top, True)]:
        yield T("That feeds {generals} again.", generals=generals(fed))
    else:
        yield from _followed(view, after, nation)
    hungry = [line for line in lines if not line.supplied]
    if starving := [line.top for line in hungry if line.down]:
        yield T("{generals} cannot be fed this turn and will hardly survive: that is the price.",
                generals=generals(starving))  # fmt: skip
    if bold := [line.top for line in hungry if not line.down]:
        yield T("{generals} will be out of supply, which costs nothing yet: there is a turn left"
                " to be fed.", generals=generals(bold))  # fmt: skip


def _followed(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """Trains that keep up with those who live on them."""
    ways = distance_to_train(after, nation)
    abroad = [
        top
        for top in after.tops(nation)
        if ways[after.at[top]] <= SUPPLY and not at_home(nation, after.at[top])
    ]
    for train in TRAINS_OF[nation]:
        if view.at[train] in (-1, after.at[train]) or after.at[train] < 0:
            continue
        far = distances(after.at[train])
        if near := [top for top in abroad if far[after.at[top]] <= SUPPLY]:
            yield T("{train:The} keeps within six cities of {generals}.",
                    train=PIECES.title(train), generals=generals(near))  # fmt: skip


def _protected(view: FriedrichView, nation: int) -> list[int]:
    """The objectives that a nation protects against somebody who is near."""
    found = []
    for city in OBJECTIVES:
        wants = DEFENDER_OF[city] if view.control[city] else OBJECTIVE_OF[city]
        if protecting_nation(view, city) != nation or view.owners[wants] < 0:
            continue
        far = distances(city)
        near = any(view.at[g] >= 0 and far[view.at[g]] <= _THREAT for g in GENERALS_OF[wants])
        if near and coach.protectors(view, city):
            found.append(city)
    return found


def _protection(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """§5.4: what is protected by it that was not before, or all that stays so."""
    before, now = _protected(view, nation), _protected(after, nation)
    fresh = [c for c in now if c not in before and view.control[c] == after.control[c]]
    kept = [city for city in now if city in before]
    if fresh:
        guards = {g for city in fresh for g in coach.protectors(after, city)}
        yield TN("{cities} is protected now, within three cities of {generals}.",
                 "{cities} are protected now, within three cities of {generals}.", len(fresh),
                 cities=cities(fresh), generals=generals(sorted(guards)))  # fmt: skip
    elif kept:
        yield TN("{cities} stays protected, with enemies near.",
                 "{cities} stay protected, with enemies near.", len(kept),
                 cities=cities(kept))  # fmt: skip


def _out_of_reach(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """Who gets away from somebody stronger."""
    strong = {
        top: known.likely
        for other in range(7)
        if hostile(nation, other) and view.owners[other] >= 0
        for top, known in coach.strengths(view, other).items()
    }
    for own in after.tops(nation):
        if view.at[own] < 0 or view.at[own] == after.at[own]:
            continue
        here, there = distances(view.at[own]), distances(after.at[own])
        fled = [
            top
            for top, likely in strong.items()
            if likely > after.troops[own] and here[view.at[top]] <= _REACH < there[view.at[top]]
        ]
        if fled:
            yield T("{general} gets out of reach of {enemies}, probably the stronger side.",
                    general=PIECES.title(own), enemies=generals(fled))  # fmt: skip


def _nearer(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """Who comes nearer to an objective that is still wanted."""
    wanted = Appraisal(after, nation, ATTACKING)
    goals = [*wanted.wanted, *wanted.lost]
    for own in after.tops(nation):
        start, end = view.at[own], after.at[own]
        if start < 0 or start == end or not goals:
            continue
        near = min(goals, key=lambda goal: distances(end)[goal])
        if distances(end)[near] < distances(start)[near]:
            yield T("{general} comes nearer to {city}.", general=PIECES.title(own),
                    city=CITIES.title(near))  # fmt: skip


def _stacks(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """§4.5: who has joined others, and who has parted from them."""
    for own in after.tops(nation):
        stack = after.stack(own)
        if len({view.at[g] for g in stack if view.at[g] >= 0}) > 1:
            yield T("{generals} together are harder to beat.", generals=generals(stack))
    parted = [
        own
        for own in after.tops(nation)
        if view.at[own] not in (-1, after.at[own])
        and any(after.at[g] != after.at[own] for g in view.stack(own))
    ]
    if parted:
        yield T("{generals} can be spared: two armies reach more than one.",
                generals=generals(parted))  # fmt: skip

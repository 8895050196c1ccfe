"""Reasons for purchases and marches: the effects of a movement phase, from the player's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chancery.core import Action, Game, Question
from chancery.core.bot import Rehearsal
from chancery.core.words import TN, T, Text
from chancery.games.friedrich import coach, phrases
from chancery.games.friedrich.board.atlas import (
    CITIES,
    DEFENDER_OF,
    OBJECTIVE_OF,
    OBJECTIVES,
    SUIT,
    distances,
)
from chancery.games.friedrich.board.cards import SYMBOLS
from chancery.games.friedrich.board.nations import NATIONS
from chancery.games.friedrich.board.pieces import (
    GENERALS,
    GENERALS_OF,
    HOSTILE_TO,
    PIECES,
    TRAINS_OF,
)
from chancery.games.friedrich.bot.appraisal import ATTACKING, Appraisal
from chancery.games.friedrich.rules import army_limits
from chancery.games.friedrich.rules.combat import adjacent_pairs
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.notation import END
from chancery.games.friedrich.rules.protection import protecting_nation
from chancery.games.friedrich.rules.supply import SUPPLY, at_home, distance_to_train
from chancery.games.friedrich.view import FriedrichView

_REACH = 4  # cities that a general can march at most, by main roads
_THREAT = 6  # cities within which an enemy threatens an objective

NOTHING_GAINED = T("No march seems to bring more than it would give up, so all armies stay.")
ALL_MARCHED = T("Every other army is of more use where it stands.")
AS_GOOD = T("Considering what it conquers, protects and risks, no other march seems better.")


def movement(
    game: Game[Any, Any], view: FriedrichView, asked: Question, plan: Sequence[Action]
) -> Iterator[Text]:
    """Yield the reasons for a movement phase, the most important first."""
    act = Rehearsal(game, view, asked.seat)
    for action in plan:
        if action is END or act.asked is None:
            break
        act.do(action)
    nation = next(phase.nation for phase in view.phases if isinstance(phase, Movement))
    after: FriedrichView = act.view
    reasons = [*_purchase(view, after, nation, plan), *_objectives(view, after)]
    reasons += _trains_taken(view, after, nation)
    if END in plan:  # otherwise other units march later, and nothing is final yet
        appraisal = Appraisal(after, nation, ATTACKING)
        reasons += _fights(appraisal)
        reasons += _supply(view, after, nation)
        reasons += _protection(view, after, nation)
        reasons += _out_of_reach(view, appraisal)
        reasons += _nearer(view, appraisal)
        reasons += _stacks(view, after, nation)
    if not reasons:
        marched = any(action.verb in ("march", "to") for action in plan)
        reasons = [AS_GOOD if marched else NOTHING_GAINED]
    yield from reasons


def part_of_movement(
    game: Game[Any, Any],
    view: FriedrichView,
    asked: Question,
    part: Sequence[Action],
    rest: Sequence[Action],
) -> Text:
    """Return the reason for a march or a purchase: what it changes by itself.

    `rest` is the plan after it: of what it changes, that comes first which then still holds.
    """
    if END in part:
        phase = next(phase for phase in view.phases if isinstance(phase, Movement))
        reason = next(movement(game, view, asked, part))
        return ALL_MARCHED if reason == NOTHING_GAINED and phase.moved else reason
    without = set(movement(game, view, asked, (END,)))
    alone = [text for text in movement(game, view, asked, (*part, END)) if text not in without]
    lasting = set(movement(game, view, asked, (*part, *rest, END)))
    return next((text for text in alone if text in lasting), AS_GOOD)


def _purchase(
    view: FriedrichView, after: FriedrichView, nation: int, plan: Sequence[Action]
) -> Iterator[Text]:
    """§10: say what is bought, and for which purpose."""
    returning = [g for g in GENERALS_OF[nation] if view.at[g] < 0 <= after.at[g]]
    if any(view.at[train] < 0 <= after.at[train] for train in TRAINS_OF[nation]):
        yield T("A lost train comes back: away from home, armies have no supply without one.")
    if returning:
        yield T("{generals} can lead troops again: more armies protect and conquer more.",
                generals=phrases.names(returning))  # fmt: skip
    if any(action.verb == "troops" and action.args[0] for action in plan):
        yield T("{nation:The} has only {n} of {most} troops: cards bring its army back to"
                " strength.",
                nation=NATIONS.title(nation), n=view.totals[nation],
                most=army_limits.ceiling(view, nation))  # fmt: skip


def _objectives(view: FriedrichView, after: FriedrichView) -> Iterator[Text]:
    """§5.2, §5.7, §5.8: name objectives that are conquered, won back or marked."""
    changed = [c for c in OBJECTIVES if view.control[c] != after.control[c]]
    won = [c for c in changed if after.control[c]]
    won_back = [c for c in changed if not after.control[c]]
    marked = [c for c in OBJECTIVES if after.marks[c] and not view.marks[c]]
    if won:
        yield TN("{cities} falls: nothing protects it, and a general marches on from it.",
                 "{cities} fall: nothing protects them, and generals march on from them.",
                 len(won), cities=phrases.cities(won))  # fmt: skip
    if won_back:
        yield TN("{cities} is won back: no conqueror is within three cities.",
                 "{cities} are won back: no conqueror is within three cities.", len(won_back),
                 cities=phrases.cities(won_back))  # fmt: skip
    if marked:
        guards = {g for c in marked for g in coach.protectors(after, c)}
        yield TN("{cities} gets a question mark, for it is protected by {guards}; it falls if"
                 " nothing protects it after the fights.",
                 "{cities} get question marks, for they are protected by {guards}; they fall if"
                 " nothing protects them after the fights.", len(marked),
                 cities=phrases.cities(marked), guards=phrases.names(sorted(guards)))  # fmt: skip


def _fights(appraisal: Appraisal) -> Iterator[Text]:
    """§7.1, §7.10: name the fights, with the strengths of both sides."""
    after = appraisal.view
    for attacker, enemy in adjacent_pairs(after, appraisal.nation):
        suit = SUIT[after.at[attacker]]
        yield T("{general} attacks {enemy} from {suit}: {own} against {other}, and your cards that"
                " count there are worth {points}.", general=PIECES.title(attacker),
                enemy=PIECES.title(enemy), suit=SYMBOLS[suit],
                own=phrases.strength(after, attacker),
                other=phrases.strength(after, enemy),
                points=round(appraisal.mine[suit]))  # fmt: skip


def _trains_taken(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """§9.7: name the hostile trains that are captured."""
    for train in HOSTILE_TO[nation]:
        if train >= GENERALS and view.at[train] >= 0 > after.at[train]:
            yield T("{train:The} is captured: the armies that it supplies have to find another"
                    " one.", train=PIECES.title(train))  # fmt: skip


def _supply(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """§9.3, §9.4: name stacks that are supplied again, and those that risk being out of supply."""
    before = {line.top: line.supplied for line in coach.supply_lines(view, nation)}
    lines = coach.supply_lines(after, nation)
    if fed := [line.top for line in lines if line.supplied and not before.get(line.top, True)]:
        yield T("That restores supply to {generals}.", generals=phrases.names(fed))
    else:
        yield from _followed(view, after, nation)
    hungry = [line for line in lines if not line.supplied]
    if starving := [line.top for line in hungry if line.down]:
        yield T("{generals} cannot be supplied this turn and will probably be lost: that is the"
                " price.", generals=phrases.names(starving))  # fmt: skip
    if bold := [line.top for line in hungry if not line.down]:
        yield T("{generals} will be out of supply, which costs nothing yet: there is a turn left"
                " to restore it.", generals=phrases.names(bold))  # fmt: skip


def _followed(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """Name trains that keep up with the stacks they supply."""
    ways = distance_to_train(after, nation)
    abroad = [
        top
        for top in after.tops(nation)
        if ways[after.at[top]] <= SUPPLY and not at_home(nation, after.at[top])
    ]
    for train in TRAINS_OF[nation]:
        if view.at[train] in (-1, after.at[train]) or after.at[train] < 0:
            continue
        distance = distances(after.at[train])
        if supplied := [top for top in abroad if distance[after.at[top]] <= SUPPLY]:
            yield T("{train:The} stays within six cities of {generals}.",
                    train=PIECES.title(train), generals=phrases.names(supplied))  # fmt: skip


def _protected(view: FriedrichView, nation: int) -> list[int]:
    """Return the objectives that a nation protects against an enemy near them."""
    protected = []
    for city in OBJECTIVES:
        wants = DEFENDER_OF[city] if view.control[city] else OBJECTIVE_OF[city]
        if protecting_nation(view, city) != nation or view.owners[wants] < 0:
            continue
        distance = distances(city)
        threatened = any(
            view.at[g] >= 0 and distance[view.at[g]] <= _THREAT for g in GENERALS_OF[wants]
        )
        if threatened and coach.protectors(view, city):
            protected.append(city)
    return protected


def _protection(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """§5.4: name objectives protected by the marches, or those that stay protected."""
    before, after_march = _protected(view, nation), _protected(after, nation)
    fresh = [c for c in after_march if c not in before and view.control[c] == after.control[c]]
    still_protected = [city for city in after_march if city in before]
    if fresh:
        guards = {g for city in fresh for g in coach.protectors(after, city)}
        yield TN("{cities} is protected now, within three cities of {generals}.",
                 "{cities} are protected now, within three cities of {generals}.", len(fresh),
                 cities=phrases.cities(fresh), generals=phrases.names(sorted(guards)))  # fmt: skip
    elif still_protected:
        yield TN("{cities} stays protected, with enemies near.",
                 "{cities} stay protected, with enemies near.", len(still_protected),
                 cities=phrases.cities(still_protected))  # fmt: skip


def _out_of_reach(view: FriedrichView, appraisal: Appraisal) -> Iterator[Text]:
    """Name stacks that march out of reach of a stronger enemy."""
    for general, city in appraisal.stacks.items():
        if view.at[general] in (-1, city):
            continue
        from_start, from_end = distances(view.at[general]), distances(city)
        fled = [
            enemy.top
            for enemy in appraisal.enemies
            if enemy.troops > appraisal.view.troops[general]
            and from_start[enemy.city] <= _REACH < from_end[enemy.city]
        ]
        if fled:
            yield T("{general} gets out of reach of {enemies}, who are probably stronger.",
                    general=PIECES.title(general), enemies=phrases.names(fled))  # fmt: skip


def _nearer(view: FriedrichView, appraisal: Appraisal) -> Iterator[Text]:
    """Name stacks that come nearer to an objective that is still wanted."""
    goals = [*appraisal.wanted, *appraisal.lost]
    for general, end in appraisal.stacks.items():
        start = view.at[general]
        if start in (-1, end) or not goals:
            continue
        nearest = min(goals, key=lambda goal: distances(end)[goal])
        if end == nearest:
            yield T("{general} reaches {city}.", general=PIECES.title(general),
                    city=CITIES.title(nearest))  # fmt: skip
        elif distances(end)[nearest] < distances(start)[nearest]:
            yield T("{general} comes closer to {city}.", general=PIECES.title(general),
                    city=CITIES.title(nearest))  # fmt: skip


def _stacks(view: FriedrichView, after: FriedrichView, nation: int) -> Iterator[Text]:
    """§4.5: name generals that have joined or left a stack."""
    for top in after.tops(nation):
        stack = after.stack(top)
        if len({view.at[g] for g in stack if view.at[g] >= 0}) > 1:
            yield T("{generals} together are harder to beat.", generals=phrases.names(stack))
    parted = [
        top
        for top in after.tops(nation)
        if view.at[top] not in (-1, after.at[top])
        and any(after.at[g] != after.at[top] for g in view.stack(top))
    ]
    if parted:
        yield T("{generals} can be spared: two armies reach more than one.",
                generals=phrases.names(parted))  # fmt: skip

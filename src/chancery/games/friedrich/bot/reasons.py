"""Why the bot would do so: a few sentences for somebody who has asked for a hint.

They say what is so in this position, by the functions with which the rules, the coach and the
bot itself reckon; like the plan they rest on the view alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from chancery.core import Action, Game, Question
from chancery.core.words import TN, T, Text
from chancery.games.friedrich import coach
from chancery.games.friedrich.board.atlas import CITIES, OBJECTIVES_OF, distances
from chancery.games.friedrich.board.cards import CARDS, RESERVE, SUIT_OF, SYMBOLS, VALUE
from chancery.games.friedrich.board.nations import AUSTRIA, FRANCE, PRUSSIA, hostile
from chancery.games.friedrich.board.pieces import HILDBURGHAUSEN, NATION_OF, PIECES
from chancery.games.friedrich.bot import fight_reasons, march_reasons
from chancery.games.friedrich.bot.appraisal import Appraisal, Weights
from chancery.games.friedrich.bot.naming import cities, troops
from chancery.games.friedrich.bot.purchases import Purchases
from chancery.games.friedrich.rules.stacks import lost_with
from chancery.games.friedrich.rules.supply import SUPPLY, distance_to_train
from chancery.games.friedrich.rules.tactical_cards import Discard
from chancery.games.friedrich.rules.victory import missing
from chancery.games.friedrich.view import FriedrichView

MOST = 3  # sentences; who reads more of them has stopped to think for himself


def reasons(
    game: Game[Any, Any], view: FriedrichView, asked: Question, plan: Sequence[Action]
) -> tuple[Text, ...]:
    """Why a plan is good; the most important first."""
    return tuple(islice(_reasons(game, view, asked, plan), MOST))


def _reasons(
    game: Game[Any, Any], view: FriedrichView, asked: Question, plan: Sequence[Action]
) -> Iterator[Text]:
    name = asked.name
    if name == "move":
        return march_reasons.movement(game, view, asked, plan)
    if name == "battle":
        return fight_reasons.battle(game, view, asked, plan[0])
    return _ANSWERS.get(name, _nothing_against_it)(view, plan)


def _nothing_against_it(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """A question that nobody has thought about yet."""
    yield T("Nothing seems to speak against it.")


def _share(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§1.19"""
    strongest = max(plan, key=lambda action: action.args[1])
    yield TN("{n} troop for {general}: an army that is to attack needs more than a guard.",
             "{n} troops for {general}: an army that is to attack needs more than a guard.",
             strongest.args[1], general=PIECES.title(strongest.args[0]))  # fmt: skip
    yield T("How many each of them leads, the others learn only in a fight.")


def _missed_least(view: FriedrichView, nation: int, kind: int) -> Iterator[Text]:
    """A card that is given away: for its value, or for its suit."""
    if SUIT_OF[kind] == RESERVE:
        yield T("There is nothing else to give away.")
        return
    suit = SUIT_OF[kind]
    needs = Purchases(Appraisal(view, nation, Weights())).needs()
    card = CARDS.title(kind)
    if needs[suit] == min(needs):
        yield T("{card} is missed least: as armies and enemies stand, no suit is less likely to be"
                " fought in than {suit}.", card=card, suit=SYMBOLS[suit])  # fmt: skip
    else:
        yield TN("{card} is missed least: it brings only {n} point, in a fight or as money.",
                 "{card} is missed least: it brings only {n} points, in a fight or as money.",
                 VALUE[kind], card=card)  # fmt: skip


def _discard(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§3.1"""
    now = view.phases[-1]
    assert isinstance(now, Discard)
    return _missed_least(view, now.nation, plan[0].args[0])


def _renew(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 4♥"""
    if plan[0].args:
        yield from _missed_least(view, FRANCE, plan[0].args[0])
        yield T("The average card is worth more than that one.")
    else:
        yield T("Even the card that would be missed least is worth keeping.")


def _give(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 9♦"""
    return _missed_least(view, PRUSSIA, plan[0].args[0])


def _exchange(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 1♥"""
    yield T("What the other would give is unknown; what you hold you know.")


def _offensive(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§13.3 to §13.6"""
    goals = OBJECTIVES_OF[PRUSSIA]
    easy = [c for c in goals if view.control[c] or not coach.protectors(view, c)]
    yield T("{n} of the {all} cities in Bohemia are taken or lie open, and Prussia has {own} troops"
            " against {other} of Austria.", n=len(easy), all=len(goals),
            own=view.totals[PRUSSIA], other=view.totals[AUSTRIA])  # fmt: skip
    if plan[0].args:
        yield T("That is enough for an attack on Austria, which wins the game at once.")
    else:
        yield T("That is too little for an attack on Austria, and the card is better kept.")


def _drive(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 12♥"""
    if plan[0].args:
        yield T("Two cities to the west are two cities away from Saxony for {general}.",
                general=PIECES.title(HILDBURGHAUSEN))  # fmt: skip
    else:
        yield T("Where he stands he does the least harm.")


def _retire(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§11.2"""
    (general,) = plan[0].args
    title = PIECES.title(general)
    if view.at[general] < 0:
        yield T("{general} is off the map: no troops go with him.", general=title)
        return
    stack = view.stack(general)
    lost = lost_with(view.troops[stack[0]], len(stack))
    if len(stack) > 1 and not lost:
        yield T("The others of his stack can lead the troops of {general}: none are lost.",
                general=title)  # fmt: skip
    else:
        yield TN("{general} is missed least, by what he protects and leads: {n} troop is lost.",
                 "{general} is missed least, by what he protects and leads: {n} troops are lost.",
                 lost, general=title)  # fmt: skip


def _troop(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 1♣, §fate 8♠, §fate 11♣"""
    (general,) = plan[0].args
    nation, far = NATION_OF[general], distances(view.at[general])
    enemies = [t for n in range(7) if hostile(nation, n) for t in view.tops(n)]
    title = PIECES.title(general)
    if enemies:
        near = min(enemies, key=lambda top: far[view.at[top]])
        yield TN("{general} has {enemy} {n} city away and can use another troop best.",
                 "{general} has {enemy} {n} cities away and can use another troop best.",
                 far[view.at[near]], general=title, enemy=PIECES.title(near))  # fmt: skip
    else:
        yield T("{general} can use another troop best.", general=title)


def _loss(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 10♣"""
    (general,) = plan[0].args
    yield T("{general} can best spare one: he has {troops}, and no other stack has more.",
            general=PIECES.title(general), troops=troops(view, general))  # fmt: skip


def _cut_off(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 6♦"""
    if not plan[0].args:
        yield T("Nobody would suffer by it.")
        return
    (general,) = plan[0].args
    way = distance_to_train(view, PRUSSIA)[view.at[general]]
    if way > SUPPLY:
        yield T("{general} has no train within reach: turned over, he has to be fed next turn or"
                " is lost.", general=PIECES.title(general))  # fmt: skip
    else:
        yield TN("{general} is {n} city from the next train, and no other is farther: turned over,"
                 " he has to take care of his supply.",
                 "{general} is {n} cities from the next train, and no other is farther: turned"
                 " over, he has to take care of his supply.", way,
                 general=PIECES.title(general))  # fmt: skip


def _laudon(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 6♠"""
    yield T("One city is little, and he conquers nothing by it: Laudon may as well stay.")


def _claim(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§13.9"""
    yield T("{cities}: with these claimed, Austria has all it needs and wins.",
            cities=cities(missing(view, AUSTRIA)))  # fmt: skip


def _regain(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§13.2"""
    yield T("{city} is as good as the others: Russia needs every one of them.",
            city=CITIES.title(plan[0].args[0]))  # fmt: skip


_ANSWERS = {
    "share": _share,
    "fight": fight_reasons.fight,
    "retreat": fight_reasons.beaten,
    "evade": fight_reasons.evasion,
    "discard": _discard,
    "renew": _renew,
    "give": _give,
    "exchange": _exchange,
    "offensive": _offensive,
    "drive": _drive,
    "retire": _retire,
    "troop": _troop,
    "loss": _loss,
    "cut-off": _cut_off,
    "laudon": _laudon,
    "claim": _claim,
    "regain": _regain,
}

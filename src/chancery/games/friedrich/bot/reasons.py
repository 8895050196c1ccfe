"""Reasons for the bot's choices: a few sentences for a player who asks for a hint.

They state facts of the position, computed by the same functions that the rules, the coach and the
bot use; like the plan they depend on the view alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from chancery.core import Action, Game, Question
from chancery.core.words import TN, T, Text
from chancery.games.friedrich import coach, phrases
from chancery.games.friedrich.board.atlas import CITIES, distances
from chancery.games.friedrich.board.cards import CARDS, RESERVE, SUIT_OF, SYMBOLS, VALUE
from chancery.games.friedrich.board.nations import AUSTRIA, FRANCE, PRUSSIA
from chancery.games.friedrich.board.pieces import HILDBURGHAUSEN, NATION_OF, PIECES
from chancery.games.friedrich.bot import fight_reasons, march_reasons
from chancery.games.friedrich.bot.appraisal import Appraisal, Weights
from chancery.games.friedrich.bot.purchases import Purchases
from chancery.games.friedrich.rules.stacks import lost_with
from chancery.games.friedrich.rules.supply import SUPPLY, distance_to_train
from chancery.games.friedrich.rules.tactical_cards import Discard
from chancery.games.friedrich.rules.victory import missing
from chancery.games.friedrich.view import FriedrichView

MOST = 3  # sentences in a hint


def reasons(
    game: Game[Any, Any], view: FriedrichView, asked: Question, plan: Sequence[Action]
) -> tuple[Text, ...]:
    """Return the reasons for a plan, the most important first."""
    return tuple(islice(_reasons(game, view, asked, plan), MOST))


def _reasons(
    game: Game[Any, Any], view: FriedrichView, asked: Question, plan: Sequence[Action]
) -> Iterator[Text]:
    name = asked.name
    if name == "move":
        return march_reasons.movement(game, view, asked, plan)
    if name == "battle":
        return fight_reasons.battle(game, view, asked, plan[0])
    if name in _ANSWERS:
        return _ANSWERS[name](view, plan)
    return iter((T("There seems to be no reason not to."),))


def _share(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§1.19: give the reasons for a set-up."""
    strongest = max(plan, key=lambda action: action.args[1])
    yield TN("{n} troop for {general}: an attacking army needs more than a guard.",
             "{n} troops for {general}: an attacking army needs more than a guard.",
             strongest.args[1], general=PIECES.title(strongest.args[0]))  # fmt: skip
    yield T("The others learn only in a fight how many each of them leads.")


def share_of_troops(share: Action, rest: Sequence[Action]) -> Text:
    """Return the reason for the troops of one stack, given what the others get after it."""
    other_shares = [action.args[1] for action in rest if action.verb == share.verb]
    general, n = PIECES.title(share.args[0]), share.args[1]
    if other_shares and 2 * n < max(other_shares):
        return T("{general} only guards: the armies that attack need the troops.", general=general)
    return TN("{n} troop for {general}: an attacking army needs more than a guard.",
              "{n} troops for {general}: an attacking army needs more than a guard.",
              n, general=general)  # fmt: skip


def _missed_least(view: FriedrichView, nation: int, kind: int) -> Iterator[Text]:
    """Say why a card can be given away: for its value or for its suit."""
    if SUIT_OF[kind] == RESERVE:
        yield T("There is nothing else to give away.")
        return
    suit = SUIT_OF[kind]
    needs = Purchases(Appraisal(view, nation, Weights())).needs
    card = CARDS.title(kind)
    if needs[suit] == min(needs):
        yield T("You will miss {card} least: as armies and enemies stand, no suit is less likely"
                " to be fought in than {suit}.", card=card, suit=SYMBOLS[suit])  # fmt: skip
    else:
        yield TN("You will miss {card} least: it brings only {n} point, in a fight or as money.",
                 "You will miss {card} least: it brings only {n} points, in a fight or as money.",
                 VALUE[kind], card=card)  # fmt: skip


def _discard(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§3.1: give the reason for a discard."""
    phase = view.phases[-1]
    assert isinstance(phase, Discard)
    return _missed_least(view, phase.nation, plan[0].args[0])


def _renew(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 4♥: give the reason for drawing another card, or not."""
    if plan[0].args:
        yield from _missed_least(view, FRANCE, plan[0].args[0])
        yield T("The average card is worth more than that one.")
    else:
        yield T("Even the card that you would miss least is worth keeping.")


def _give(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 9♦: give the reason for the card that is given."""
    return _missed_least(view, PRUSSIA, plan[0].args[0])


def _exchange(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 1♥: give the reason for declining the exchange."""
    yield T("You know what you would give, but not what you would get.")


def _offensive(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§13.3 to §13.6: give the reasons for adopting or declining the option."""
    aims = coach.objectives(view, PRUSSIA)
    easy = sum(aim.conquered or aim.open for aim in aims)
    yield T("{n} of the {all} cities in Bohemia are taken or lie open, and Prussia has {own} troops"
            " against {other} of Austria.", n=easy, all=len(aims),
            own=view.totals[PRUSSIA], other=view.totals[AUSTRIA])  # fmt: skip
    if plan[0].args:
        yield T("That is enough for an attack on Austria, which wins the game at once.")
    else:
        yield T("That is too little for an attack on Austria, and the card is worth keeping.")


def _drive(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 12♥: give the reason for driving Hildburghausen west, or not."""
    if plan[0].args:
        yield T("Two cities to the west take {general} two cities away from Saxony.",
                general=PIECES.title(HILDBURGHAUSEN))  # fmt: skip
    else:
        yield T("He does the least harm where he stands.")


def _retire(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§11.2: give the reason for the general who retires."""
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
        yield TN("You will miss {general} least, considering what he protects and leads: {n} troop"
                 " is lost.",
                 "You will miss {general} least, considering what he protects and leads: {n}"
                 " troops are lost.",
                 lost, general=title)  # fmt: skip


def _troop(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 1♣, §fate 8♠, §fate 11♣: give the reason for the receiver of a free troop."""
    (general,) = plan[0].args
    nation, distance = NATION_OF[general], distances(view.at[general])
    enemies = Appraisal(view, nation, Weights()).enemies
    title = PIECES.title(general)
    if enemies:
        closest = min(enemies, key=lambda enemy: distance[enemy.city])
        yield TN("{general} is {n} city from {enemy} and can make the best use of another troop.",
                 "{general} is {n} cities from {enemy} and can make the best use of another troop.",
                 distance[closest.city], general=title,
                 enemy=PIECES.title(closest.top))  # fmt: skip
    else:
        yield T("{general} can make the best use of another troop.", general=title)


def _loss(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 10♣: give the reason for the stack that loses a troop."""
    (general,) = plan[0].args
    yield T("{general} can best spare one: he has {troops}, and no other stack has more.",
            general=PIECES.title(general), troops=phrases.strength(view, general))  # fmt: skip


def _cut_off(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 6♦: give the reason for the stack that is turned over."""
    if not plan[0].args:
        yield T("No stack would suffer from it.")
        return
    (general,) = plan[0].args
    distance = distance_to_train(view, PRUSSIA)[view.at[general]]
    if distance > SUPPLY:
        yield T("{general} has no train within reach: turned over, he has to be supplied next turn"
                " or is lost.", general=PIECES.title(general))  # fmt: skip
    else:
        yield TN("{general} is {n} city from the nearest train, and no other general is farther:"
                 " turned over, he has to see to his supply.",
                 "{general} is {n} cities from the nearest train, and no other general is farther:"
                 " turned over, he has to see to his supply.", distance,
                 general=PIECES.title(general))  # fmt: skip


def _laudon(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 6♠: give the reason for leaving Laudon where he is."""
    yield T(
        "One city makes little difference, and he conquers nothing by it: Laudon may as well stay."
    )


def _claim(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§13.9: give the reason for Austria's claim."""
    yield T("By claiming {cities}, Austria has all it needs and wins.",
            cities=phrases.cities(missing(view, AUSTRIA)))  # fmt: skip


def _regain(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§13.2: give the reason for the objective that Prussia regains."""
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

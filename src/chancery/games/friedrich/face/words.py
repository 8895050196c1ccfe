"""What is said in Friedrich: prompts, labels, the position as text."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Action, Question
from chancery.core.words import TN, Listing, SeatName, Spot, T, Text
from chancery.games.friedrich.board.atlas import CITY_SPOTS, OBJECTIVES_OF, ORDER, SUIT
from chancery.games.friedrich.board.board import ADOPTED, DECLINED, FAILED, TAKEN
from chancery.games.friedrich.board.cards import (
    BY_SUIT,
    CARD,
    PLAYS,
    RESERVE,
    SYMBOLS,
    VALUE,
    worth,
)
from chancery.games.friedrich.board.fate_cards import (
    AT_ONCE,
    FATES,
    NO_EFFECT,
    NUMBERED,
    ONCE,
    STROKE_TEXTS,
    TEXTS,
)
from chancery.games.friedrich.board.nations import AUSTRIA, NATIONS, RUSSIA
from chancery.games.friedrich.board.pieces import (
    GENERAL_AXIS,
    GENERALS,
    NATION_OF,
    PIECES,
    PIECES_OF,
    TRAINS_OF,
    establishment,
)
from chancery.games.friedrich.face import phrases
from chancery.games.friedrich.rules import army_limits, recruiting, victory
from chancery.games.friedrich.rules.combat import Combat, Evasion, Fight
from chancery.games.friedrich.rules.events import signed
from chancery.games.friedrich.rules.fate.card_exchanges import Exchange
from chancery.games.friedrich.rules.fate.gains_and_losses import FreeTroop
from chancery.games.friedrich.rules.garrison import Garrison
from chancery.games.friedrich.rules.march_limits import most_steps
from chancery.games.friedrich.rules.movement import Marching, Movement
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.rules.retreat import Retreat
from chancery.games.friedrich.rules.tactical_cards import Discard
from chancery.games.friedrich.view import FriedrichView

SEATS = {
    "frederick": T("Frederick"),
    "elisabeth": T("Elisabeth"),
    "maria-theresa": T("Maria Theresa"),
    "pompadour": T("Pompadour"),
}


def _city(city: int) -> Spot:
    return CITY_SPOTS[city]


def _cities(cities: Sequence[int]) -> Listing:
    return Listing(tuple(_city(city) for city in cities))


# -- prompts -----------------------------------------------------------------------------------


def prompt(view: FriedrichView, asked: Question) -> Text:
    """The question as a sentence to the one who is asked."""
    top = view.phases[-1]
    if asked.name == "move":
        return _moving(view)
    if asked.name == "share":
        return _sharing(view, asked.seat)
    if asked.name == "claim":
        missing = [c for c in phrases.wanted(view, AUSTRIA) if not view.control[c]]
        return T("By claiming {cities} Austria would win now: claim, or play on.",
                 cities=_cities(missing))  # fmt: skip
    if isinstance(top, Fight):
        return _fighting(view, top)
    if isinstance(top, Combat):
        return TN("{n} fight is to come: choose the next one; the choice is final.",
                  "{n} fights are to come: choose the next one; the choice is final.",
                  len(top.pairs))  # fmt: skip
    if isinstance(top, Retreat):
        return T("Choose where {loser} retreats to: all these cities are as far as possible from"
                 " {winner}.", loser=GENERAL_AXIS.title(top.loser),
                 winner=GENERAL_AXIS.title(top.winner))  # fmt: skip
    if isinstance(top, Evasion):
        return T("{attacker} attacks. {general} may step aside without loss, and then fights no"
                 " more in this phase; or stand and fight.",
                 attacker=GENERAL_AXIS.title(top.attacker),
                 general=GENERAL_AXIS.title(top.defender))  # fmt: skip
    if isinstance(top, Discard):
        return T("{nation}: discard one of the cards just drawn, unseen by the others.",
                 nation=NATIONS.title(top.nation))  # fmt: skip
    if isinstance(top, FreeTroop):
        return T("{nation} receives a free troop: choose who leads it, in secret.",
                 nation=NATIONS.title(top.nation))  # fmt: skip
    if isinstance(top, Garrison):
        return TN("East Prussia has no Russian garrison: choose the last objective that Prussia"
                  " regains.", "East Prussia has no Russian garrison: choose {n} objectives that"
                  " Prussia regains.", top.left)  # fmt: skip
    if isinstance(top, Exchange):
        giver, taker = (
            (AUSTRIA, RUSSIA) if view.owners[AUSTRIA] == asked.seat else (RUSSIA, AUSTRIA)
        )
        return T("{nation}: name a card to exchange with {other} in secret, or decline. Cards"
                 " change hands only if both name one.", nation=NATIONS.title(giver),
                 other=NATIONS.title(taker))  # fmt: skip
    return PROMPTS[asked.name]


PROMPTS = {
    "offensive": T(
        "Adopt the Offensive Option by setting aside, face up, a card of 10 or more; or decline"
        " and conquer nothing in Bohemia after this turn."
    ),
    "retire": T(
        "Choose the Prussian general who retires for good. His stack takes his troops over, 8 for"
        " each general at most."
    ),
    "loss": T("Choose the Prussian stack that loses a troop."),
    "renew": T("France may discard a card, unseen, and draw another."),
    "give": T(
        "Choose the card that Prussia gives to Austria; then one of Austria’s is drawn at random."
    ),
    "cut-off": T("Austria may turn over a Prussian stack in Austria or Saxony, or decline."),
    "laudon": T("Austria may move Laudon by one city, or leave him where he is."),
    "drive": T("Prussia may drive Hildburghausen two cities west, city by city, or decline."),
}


def _sharing(view: FriedrichView, seat: int) -> Text:
    for nation in range(7):
        if view.owners[nation] != seat:
            continue
        given = sum(view.troops[top] for top in view.tops(nation))
        for top in view.tops(nation):
            if not view.troops[top]:
                left = establishment(view.scenario, nation) - given
                return T("{nation} has {left} troops left to share out in secret, 1 to 8 for each"
                         " general. How many for {generals}?", nation=NATIONS.title(nation),
                         left=left, generals=phrases.names(view.stack(top)))  # fmt: skip
    return T("Share out your troops among your stacks, in secret.")


def _moving(view: FriedrichView) -> Text:
    top = view.phases[-1]
    if isinstance(top, Marching):
        return _marching(view, top)
    if isinstance(top, Recruiting):
        return _buying(view, top)
    assert isinstance(top, Movement)
    nation = top.nation
    missing = army_limits.ceiling(view, nation) - view.totals[nation]
    return TN("{nation}: march, recruit or end the movement. Missing: {n} troop. A troop or train"
              " costs {price}; your cards are worth {money}.",
              "{nation}: march, recruit or end the movement. Missing: {n} troops. A troop or train"
              " costs {price}; your cards are worth {money}.", max(0, missing),
              nation=NATIONS.title(nation), price=recruiting.price(view, nation),
              money=worth(view.hands[nation]))  # fmt: skip


def _marching(view: FriedrichView, top: Marching) -> Text:
    names = phrases.names(top.unit)
    left = most_steps(view, top.unit) - top.steps
    city = _city(view.at[top.unit[0]])
    if not top.steps:
        alone = top.unit[0] >= GENERALS or len(view.stack(top.unit[0])) == len(top.unit)
        if alone or top.take:
            return T("{pieces} at {city}: choose the first city of the march, of {steps} at most,"
                     " {more} by main roads.", pieces=names, city=city, steps=left,
                     more=left + 1)  # fmt: skip
        return T("{pieces} at {city}: choose who else goes along, then with how many of the stack’s"
                 " troops they part.", pieces=names, city=city)  # fmt: skip
    if left <= 0:
        return T("{pieces} at {city}: march on by a main road, or stop.", pieces=names, city=city)
    if top.main:
        return TN("{pieces} at {city}: {n} city more, or one further if all roads are main roads;"
                  " march on or stop.", "{pieces} at {city}: {n} cities more, or one further if all"
                  " roads are main roads; march on or stop.", left, pieces=names,
                  city=city)  # fmt: skip
    return TN("{pieces} at {city}: {n} city more; march on or stop.",
              "{pieces} at {city}: {n} cities more; march on or stop.", left, pieces=names,
              city=city)  # fmt: skip


def _buying(view: FriedrichView, top: Recruiting) -> Text:
    each = recruiting.price(view, top.nation)
    if top.trains < 0:
        if not top.troops:
            return T("How many supply trains, at {price} points each?", price=each)
        return TN("Besides {n} troop, how many supply trains, at {price} points each?",
                  "Besides {n} troops, how many supply trains, at {price} points each?",
                  top.troops, price=each)  # fmt: skip
    cost, paid = top.cost(view), top.worth()
    if paid < cost:
        return T("The price is {cost} points; {paid} are laid down. Choose the next card that pays;"
                 " there is no change.", cost=cost, paid=paid)  # fmt: skip
    if len(top.depots) < top.trains:
        return T("{paid} points pay for {cost}; {waste} lost. Choose the city where the supply"
                 " train enters.", paid=paid, cost=cost, waste=paid - cost)  # fmt: skip
    if top.entering >= 0:
        return T("{paid} points pay for {cost}; {waste} lost. Choose the city where {general}"
                 " enters.", paid=paid, cost=cost, waste=paid - cost,
                 general=GENERAL_AXIS.title(top.entering))  # fmt: skip
    return TN("{paid} points pay for {cost}; {waste} lost. {n} new troop: choose in secret who"
              " receives it.", "{paid} points pay for {cost}; {waste} lost. {n} new troops: choose"
              " in secret who receives how many.", top.troops - len(top.fed), paid=paid, cost=cost,
              waste=paid - cost)  # fmt: skip


def _fighting(view: FriedrichView, fight: Fight) -> Text:
    own, enemy = fight.general(fight.side), fight.general(1 - fight.side)
    score = fight.own_score()
    nation, suit = NATIONS.title(NATION_OF[own]), SYMBOLS[SUIT[view.at[own]]]
    foe, theirs = GENERAL_AXIS.title(enemy), SYMBOLS[SUIT[view.at[enemy]]]
    cards = view.hand_size(NATION_OF[enemy])
    if fight.must_reach_positive(view):
        return TN("{nation} is at {score}: by the card of fate Friedrich has to reach a positive"
                  " score with {suit} and Reserves if he can, and else plays all of them. {enemy}"
                  " plays {theirs} and has {n} card.",
                  "{nation} is at {score}: by the card of fate Friedrich has to reach a positive"
                  " score with {suit} and Reserves if he can, and else plays all of them. {enemy}"
                  " plays {theirs} and has {n} cards.", cards, nation=nation, score=signed(score),
                  suit=suit, enemy=foe, theirs=theirs)  # fmt: skip
    if not score:
        return TN("{nation} is at 0: play {suit}, which you must if you hold any, or a Reserve."
                  " {enemy} plays {theirs} and has {n} card.",
                  "{nation} is at 0: play {suit}, which you must if you hold any, or a Reserve."
                  " {enemy} plays {theirs} and has {n} cards.", cards, nation=nation, suit=suit,
                  enemy=foe, theirs=theirs)  # fmt: skip
    return TN("{nation} is at {score}, {enemy} at {ahead}: play {suit} or a Reserve, or give up."
              " {enemy} plays {theirs} and has {n} card.",
              "{nation} is at {score}, {enemy} at {ahead}: play {suit} or a Reserve, or give up."
              " {enemy} plays {theirs} and has {n} cards.", cards, nation=nation,
              score=signed(score), ahead=signed(-score), suit=suit, enemy=foe,
              theirs=theirs)  # fmt: skip


# -- labels ------------------------------------------------------------------------------------


def label(action: Action) -> Text:
    """The action as a button says it."""
    verb, args = action.verb, action.args
    if verb in _PLAIN:
        return _PLAIN[verb]
    if verb == "give":
        return TN("{general}: {n} troop", "{general}: {n} troops", args[1],
                  general=GENERAL_AXIS.title(args[0]))  # fmt: skip
    if verb == "take":
        return TN("with {n} troop", "with {n} troops", args[0])
    if verb == "troops" and not args[0]:
        return T("Recruit supply trains only")
    if verb == "troops":
        return TN("Recruit {n} troop", "Recruit {n} troops", args[0])
    if verb == "feed" and len(args) > 1:
        return TN("{n} troop for {piece}", "{n} troops for {piece}", args[1],
                  piece=PIECES.title(args[0]))  # fmt: skip
    if verb == "trains":
        return TN("{n} train", "{n} trains", args[0])
    if verb in _PIECE:
        return Text(_PIECE[verb].template, (("piece", PIECES.title(args[0])),))
    if verb in _CITY:
        return Text(_CITY[verb].template, (("city", _city(args[0])),))
    if verb in _CARD:
        return Text(_CARD[verb].template, (("card", CARD[args[0]].title),))
    if verb == "play":
        kind, value, _ = PLAYS[args[0]]
        if CARD[kind].suit == RESERVE:
            return T("{card} as {value}", card=CARD[kind].title, value=value)
        return T("{card}", card=CARD[kind].title)
    assert verb == "fight", verb
    return T("{attacker} attacks {defender}", attacker=GENERAL_AXIS.title(args[0]),
             defender=GENERAL_AXIS.title(args[1]))  # fmt: skip


_PLAIN = {
    "stop": T("Stop here"),
    "end": T("End the movement"),
    "quit": T("Give up the fight"),
    "stand": T("Stay"),
    "decline": T("Decline"),
    "claim": T("Claim and win"),
}
_PIECE = {
    "march": T("March: {piece}"),
    "with": T("together with {piece}"),
    "feed": T("A troop for {piece}"),
    "retire": T("Retire {piece}"),
    "choose": T("{piece}"),
}
_CITY = {
    "to": T("to {city}"),
    "at": T("at {city}"),
    "retreat": T("to {city}"),
    "evade": T("to {city}"),
    "regain": T("{city}"),
}
_CARD = {
    "pay": T("Pay {card}"),
    "double": T("{card}, doubled"),
    "discard": T("Discard {card}"),
    "adopt": T("Adopt with {card}"),
    "offer": T("Give {card}"),
}
_CARDS = T("Cards")
_WHERE = T("Where to")
_GROUPS = {
    "give": T("Troops"),
    "march": T("March"),
    "troops": T("Recruit"),
    "trains": T("Recruit"),
    "pay": T("Pay with"),
    "feed": T("New troops"),
    "with": T("Who goes along"),
    "take": T("Troops that go along"),
    "to": _WHERE,
    "at": _WHERE,
    "retreat": _WHERE,
    "evade": _WHERE,
    "regain": _WHERE,
    "fight": T("Fights"),
    "play": _CARDS,
    "double": _CARDS,
    "discard": _CARDS,
    "adopt": _CARDS,
    "offer": _CARDS,
    "retire": T("Generals"),
    "choose": T("Generals"),
}


def group(action: Action) -> Text | None:
    """The heading of a list of buttons."""
    return _GROUPS.get(action.verb)


# -- the position as text --------------------------------------------------------------------


def describe(view: FriedrichView) -> Sequence[tuple[Text, Sequence[Text]]]:
    """The position as text: the table first, then each nation."""
    return [(T("The table"), _table(view)), *(_nation(view, n) for n in range(7) if _in(view, n))]


def _in(view: FriedrichView, nation: int) -> bool:
    return view.owners[nation] >= 0


def _table(view: FriedrichView) -> list[Text]:
    found = [T("Turn {turn}; {nation} is active.", turn=view.turn,
               nation=NATIONS.title(view.stage))]  # fmt: skip
    found += clock(view)
    fallen = [FATES.title(f) for f in STROKE_TEXTS if view.drawn_fates[f]]
    if fallen:
        found.append(T("Strokes of fate so far: {fates}.", fates=Listing(tuple(fallen))))
    for phase in view.phases:
        if isinstance(phase, Fight):
            found.append(_fight_line(view, phase))
        elif isinstance(phase, Combat) and phase.pairs:
            pairs = tuple(
                T("{attacker} against {defender}", attacker=GENERAL_AXIS.title(a),
                  defender=GENERAL_AXIS.title(d))
                for a, d in phase.pairs
            )  # fmt: skip
            found.append(T("Fights to come: {fights}.", fights=Listing(pairs)))
    return found


def clock(view: FriedrichView) -> list[Text]:
    """What fate and the decks say now."""
    found = _fate(view)
    found.append(
        TN("Draw pile: {n} card; decks opened: {decks} of 4. Discards: {discards}.",
           "Draw pile: {n} cards; decks opened: {decks} of 4. Discards: {discards}.",
           view.draw_size, decks=view.opened,
           discards=sum(view.discards) + sum(view.buried_backs))
    )  # fmt: skip
    if view.offensive in _OFFENSIVE:
        found.append(_OFFENSIVE[view.offensive])
    if view.stake >= 0:
        found.append(T("Set aside by Prussia: {card}.", card=CARD[view.stake].title))
    if view.victor >= 0 and view.frame.options.get("last_victor"):
        found.append(T("Last victor: {general}.", general=GENERAL_AXIS.title(view.victor)))
    return found


_OFFENSIVE = {
    ADOPTED: T("The Offensive Option is adopted."),
    TAKEN: T("The Offensive Option is adopted, and Austria has taken the card."),
    FAILED: T("The Offensive Option has failed."),
    DECLINED: T("The Offensive Option is declined."),
}


def _fate(view: FriedrichView) -> list[Text]:
    """The card that was turned last."""
    found = []
    if 0 <= view.fate < NUMBERED:
        key = (view.fate + 1, view.fate_suit)
        suit, text = SYMBOLS[view.fate_suit], TEXTS[key]
        if key in AT_ONCE or text is NO_EFFECT:
            found.append(T("Last card of fate, {n}{suit}: {text}", n=key[0], suit=suit, text=text))
        elif key in ONCE and view.fate_used:
            found.append(T("Card of fate {n}{suit}, used up: {text}", n=key[0], suit=suit,
                           text=text))  # fmt: skip
        else:
            found.append(T("Card of fate {n}{suit} holds this turn: {text}", n=key[0], suit=suit,
                           text=text))  # fmt: skip
    elif view.fate >= 0:
        found.append(T("Stroke of fate, {fate}: {text}", fate=FATES.title(view.fate),
                       text=STROKE_TEXTS[view.fate]))  # fmt: skip
    return found


def _fight_line(view: FriedrichView, fight: Fight) -> Text:
    first, second = fight.attacker, fight.defender
    return T("{attacker} ({own}) fights {defender} ({other}): {attacker} is at {score}.",
             attacker=GENERAL_AXIS.title(first), own=SYMBOLS[SUIT[view.at[first]]],
             defender=GENERAL_AXIS.title(second), other=SYMBOLS[SUIT[view.at[second]]],
             score=signed(fight.score))  # fmt: skip


def _nation(view: FriedrichView, nation: int) -> tuple[Text, list[Text]]:
    lines = [
        T("Troops: {troops} of {most}; cards: {cards}.", troops=view.totals[nation],
          most=army_limits.ceiling(view, nation), cards=view.hand_size(nation))
    ]  # fmt: skip
    lines += _hand(view, nation)
    lines += [_stack(view, top) for top in view.tops(nation)]
    for train in TRAINS_OF[nation]:
        if view.at[train] >= 0:
            lines.append(T("{piece} at {city}.", piece=PIECES.title(train),
                           city=_city(view.at[train])))  # fmt: skip
    out = view.off_map(PIECES_OF[nation])
    if out:
        lines.append(T("Off the map: {pieces}.", pieces=phrases.names(out)))
    lines += _aims(view, nation)
    seat = SeatName(view.owners[nation])
    return T("{nation} ({seat})", nation=NATIONS.title(nation), seat=seat), lines


def _hand(view: FriedrichView, nation: int) -> list[Text]:
    """The cards by suit, the highest first, and what they are worth together."""
    lines = []
    hand = view.hands[nation]
    for suit in range(RESERVE + 1):
        kinds = sorted((k for k in BY_SUIT[suit] if hand[k]), key=lambda k: -VALUE[k])
        if not kinds:
            continue
        cards = Listing(tuple(CARD[kind].title for kind in kinds for _ in range(hand[kind])))
        if suit == RESERVE:
            lines.append(T("Reserves: {cards}.", cards=cards))
        else:
            worth = sum(hand[kind] * VALUE[kind] for kind in kinds)
            lines.append(TN("{suit}, {n} point: {cards}.", "{suit}, {n} points: {cards}.", worth,
                            suit=SYMBOLS[suit], cards=cards))  # fmt: skip
    return lines


def _aims(view: FriedrichView, nation: int) -> list[Text]:
    lines = []
    aims = phrases.wanted(view, nation)
    if aims:
        held = sum(view.control[c] for c in aims)
        if victory.eased(view, nation):
            lines.append(T("Objectives: {held} of {all}; those of the second order are no longer"
                           " needed.", held=held, all=len(aims)))  # fmt: skip
        elif any(ORDER[c] == 2 for c in aims):
            first = [c for c in aims if ORDER[c] == 1]
            lines.append(T("Objectives: {held} of {all}; of the first order {some} of {first}.",
                           held=held, all=len(aims), some=sum(view.control[c] for c in first),
                           first=len(first)))  # fmt: skip
        else:
            lines.append(T("Objectives: {held} of {all}.", held=held, all=len(aims)))
    missing = [c for c in aims if not view.control[c]]
    conquered = [c for c in OBJECTIVES_OF[nation] if view.control[c]]
    if conquered:
        lines.append(T("Conquered: {cities}.", cities=_cities(conquered)))
    asked = [c for c in OBJECTIVES_OF[nation] if view.marks[c]]
    if asked:
        lines.append(T("Question marks: {cities}.", cities=_cities(asked)))
    if conquered and missing:
        lines.append(T("Still to be conquered: {cities}.", cities=_cities(missing)))
    return lines


def _stack(view: FriedrichView, top: int) -> Text:
    names = phrases.names(view.stack(top))
    city, suit = _city(view.at[top]), SYMBOLS[SUIT[view.at[top]]]
    sized = phrases.strength(view, top)
    if view.down[top]:
        return T("{generals} at {city} ({suit}): {troops}, out of supply.", generals=names,
                 city=city, suit=suit, troops=sized)  # fmt: skip
    return T("{generals} at {city} ({suit}): {troops}.", generals=names, city=city, suit=suit,
             troops=sized)  # fmt: skip

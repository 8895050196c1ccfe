"""Prompts, labels of actions, and the position as text."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Action, Question
from chancery.core.words import N_, TN, Listing, SeatName, T, Text, Word, say, signed
from chancery.games.friedrich import phrases
from chancery.games.friedrich.board.atlas import CITY_SPOTS, OBJECTIVES_OF, ORDER, SUIT
from chancery.games.friedrich.board.board import ADOPTED, DECLINED, FAILED, TAKEN
from chancery.games.friedrich.board.cards import BY_SUIT, CARD, PLAYS, RESERVE, SYMBOLS, VALUE
from chancery.games.friedrich.board.fate_cards import (
    AT_ONCE,
    FATES,
    NO_EFFECT,
    NUMBERED,
    ONCE,
    STROKE_NEWS,
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
from chancery.games.friedrich.face import stories
from chancery.games.friedrich.rules import army_limits, recruiting, victory
from chancery.games.friedrich.rules.combat import Combat, Evasion, Fight
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


# -- prompts -----------------------------------------------------------------------------------


def prompt(view: FriedrichView, asked: Question) -> Text:
    """Return the question as a sentence to the seat that is asked."""
    top = view.phases[-1]
    if asked.name == "move":
        return _moving(view)
    if asked.name == "share":
        return _sharing(view, asked.seat)
    if asked.name == "claim":
        missing = [c for c in phrases.wanted(view, AUSTRIA) if not view.control[c]]
        return T("Claim {cities} and win, or play on.", cities=phrases.cities(missing))
    if isinstance(top, Fight):
        return _fighting(view, top)
    if isinstance(top, Combat):
        return TN("{n} fight is left: choose the next one; the choice is final.",
                  "{n} fights are left: choose the next one; the choice is final.",
                  len(top.pairs))  # fmt: skip
    if isinstance(top, Retreat):
        return T("Choose where {loser} retreats to.", loser=GENERAL_AXIS.title(top.loser))
    if isinstance(top, Evasion):
        return T("{attacker} attacks: {general} may step aside without loss, or stand and fight.",
                 attacker=GENERAL_AXIS.title(top.attacker),
                 general=GENERAL_AXIS.title(top.defender))  # fmt: skip
    if isinstance(top, Discard):
        return T("Discard one of the cards that {nation:the} has just drawn; the others do not see"
                 " it.",
                 nation=NATIONS.title(top.nation))  # fmt: skip
    if isinstance(top, FreeTroop):
        return T("{nation:The} receives a free troop: choose in secret who leads it.",
                 nation=NATIONS.title(top.nation))  # fmt: skip
    if isinstance(top, Garrison):
        return TN("No Russian garrison: choose the last objective that Prussia regains.",
                  "No Russian garrison: choose {n} objectives that Prussia regains.",
                  top.left)  # fmt: skip
    if isinstance(top, Exchange):
        giver, taker = (
            (AUSTRIA, RUSSIA) if view.owners[AUSTRIA] == asked.seat else (RUSSIA, AUSTRIA)
        )
        return T("{nation:The} may exchange a card with {other:the}: name one in secret, or"
                 " decline. Cards change hands only if both name one.", nation=NATIONS.title(giver),
                 other=NATIONS.title(taker))  # fmt: skip
    return PROMPTS[asked.name]


PROMPTS = {
    "offensive": T(
        "Adopt the Offensive Option by setting aside a card of 10 or more, or decline it for good."
    ),
    "retire": T("Choose the Prussian general who retires for good."),
    "loss": T("Choose the Prussian stack that loses a troop."),
    "renew": T("France may discard a card, unseen, and draw another."),
    "give": T("Choose the card that Prussia gives to Austria for one at random."),
    "cut-off": T("Austria may turn over a Prussian stack in Austria or Saxony, or decline."),
    "laudon": T("Austria may move Laudon by one city, or leave him where he is."),
    "drive": T("Prussia may drive Hildburghausen two cities west, or decline."),
}


def _sharing(view: FriedrichView, seat: int) -> Text:
    for nation in range(7):
        if view.owners[nation] != seat:
            continue
        distributed = sum(view.troops[top] for top in view.tops(nation))
        for top in view.tops(nation):
            if not view.troops[top]:
                remaining = establishment(view.scenario, nation) - distributed
                return TN("{nation:The} has {n} troop left to share out in secret, 1 to 8 for each"
                          " general. How many for {generals}?",
                          "{nation:The} has {n} troops left to share out in secret, 1 to 8 for each"
                          " general. How many for {generals}?", remaining,
                          nation=NATIONS.title(nation),
                          generals=phrases.names(view.stack(top)))  # fmt: skip
    return T("Share out your troops among your stacks, in secret.")


def _moving(view: FriedrichView) -> Text:
    top = view.phases[-1]
    if isinstance(top, Marching):
        return _marching(view, top)
    if isinstance(top, Recruiting):
        return _buying(view, top)
    assert isinstance(top, Movement)
    nation = top.nation
    buys = bool(recruiting.may_buy(view, nation, top.substitute))
    offered = _OFFERED[bool(top.movable(view)), buys]
    return Text(offered.template, (("nation", NATIONS.title(nation)),))


_OFFERED = {  # by whether any piece can march, and whether anything can be bought
    (True, True): T("{nation:The} moves: march, recruit or end the movement."),
    (True, False): T("{nation:The} moves: march or end the movement."),
    (False, True): T("{nation:The} moves: recruit or end the movement."),
    (False, False): T("{nation:The} has nothing left to move: end the movement."),
}


def _marching(view: FriedrichView, top: Marching) -> Text:
    names = phrases.names(top.unit)
    steps_left = most_steps(view, top.unit) - top.steps
    city = CITY_SPOTS[view.at[top.unit[0]]]
    if not top.steps:
        alone = top.unit[0] >= GENERALS or len(view.stack(top.unit[0])) == len(top.unit)
        if alone or top.take:
            return T("Choose the first city for {pieces:the} at {city}: a march is at most {steps}"
                     " cities, or {more} by main roads only.", pieces=names, city=city,
                     steps=steps_left, more=steps_left + 1)  # fmt: skip
        return T("Choose which others march with {pieces} from {city}, and then how many troops"
                 " they take along.", pieces=names, city=city)  # fmt: skip
    if steps_left <= 0:
        return T("{pieces:The} may march on from {city} by a main road, or stop.", pieces=names,
                 city=city)  # fmt: skip
    if top.main:
        return TN("{pieces:The} may march {n} more city from {city}, or one extra by main roads"
                  " only; march on or stop.",
                  "{pieces:The} may march {n} more cities from {city}, or one extra by main roads"
                  " only; march on or stop.", steps_left, pieces=names, city=city)  # fmt: skip
    return TN("{pieces:The} may march {n} more city from {city}; march on or stop.",
              "{pieces:The} may march {n} more cities from {city}; march on or stop.", steps_left,
              pieces=names, city=city)  # fmt: skip


def _buying(view: FriedrichView, top: Recruiting) -> Text:
    if top.trains < 0:
        train_price = recruiting.price(view, top.nation)
        if not top.troops:
            return T("How many supply trains, at {price} points each?", price=train_price)
        return TN("Besides {n} troop, how many supply trains, at {price} points each?",
                  "Besides {n} troops, how many supply trains, at {price} points each?",
                  top.troops, price=train_price)  # fmt: skip
    cost, paid = top.cost(view), top.worth()
    if not paid:
        return T("The price is {cost} points. Choose a card to pay with; no change is given.",
                 cost=cost)  # fmt: skip
    if paid < cost:
        return T("The price is {cost} points; you have paid {paid}. Choose the next card to pay"
                 " with; no change is given.", cost=cost, paid=paid)  # fmt: skip
    return _placing(top)


def _placing(top: Recruiting) -> Text:
    if len(top.depots) < top.trains:
        return T("Choose the city where the supply train enters.")
    if top.entering >= 0:
        return T("Choose the city where {general} enters.",
                 general=GENERAL_AXIS.title(top.entering))  # fmt: skip
    return TN("{n} new troop: choose in secret who receives it.",
              "{n} new troops: choose in secret who receives how many.",
              top.troops - len(top.fed))  # fmt: skip


def _fighting(view: FriedrichView, fight: Fight) -> Text:
    own, enemy = fight.general(fight.side), fight.general(1 - fight.side)
    score = fight.own_score()
    values: dict[str, Word] = {
        "nation": NATIONS.title(NATION_OF[own]), "score": signed(score), "ahead": signed(-score),
        "enemy": GENERAL_AXIS.title(enemy), "suit": SYMBOLS[SUIT[view.at[own]]],
    }  # fmt: skip
    if fight.must_reach_positive(view):
        wording = _MUST_REACH_POSITIVE
    else:
        hand, suit = view.hand(NATION_OF[own]), fight.suit(view)
        suited = suit >= 0 and any(
            hand[kind] and VALUE[kind] <= fight.ceiling(view) for kind in BY_SUIT[suit]
        )
        reserves = any(hand[kind] for kind in BY_SUIT[RESERVE])
        wording = (_BELOW_ZERO if score else _AT_ZERO)[suited, reserves]
    return say(wording, **values)


_MUST_REACH_POSITIVE = N_(
    "{nation:The} is at {score}: by the card of fate Friedrich must reach a positive score with"
    " {suit} and Reserves, or play all of them."
)
# By whether the hand holds cards of the suit that may be played, and whether it holds Reserves.
_BELOW_ZERO = {
    (True, True): N_(
        "{nation:The} is at {score}, {enemy} at {ahead}: play {suit} or a Reserve, or give up."
    ),
    (True, False): N_("{nation:The} is at {score}, {enemy} at {ahead}: play {suit} or give up."),
    (False, True): N_("{nation:The} is at {score}, {enemy} at {ahead}: play a Reserve or give up."),
    (False, False): N_(
        "{nation:The} is at {score}, {enemy} at {ahead}: there is nothing to play; give up."
    ),
}
_AT_ZERO = {
    (True, True): N_("{nation:The} is at 0: you must play {suit} or a Reserve."),
    (True, False): N_("{nation:The} is at 0: you must play {suit}."),
    (False, True): N_("{nation:The} is at 0: play a Reserve, or end the fight in a draw."),
    (False, False): N_("{nation:The} is at 0: there is nothing to play, and the fight is a draw."),
}


# -- labels ------------------------------------------------------------------------------------


def label(action: Action) -> Text:
    """Return the text of an action as shown on its button."""
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
        return Text(_CITY[verb].template, (("city", CITY_SPOTS[args[0]]),))
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
    "with": T("Others that march along"),
    "take": T("Troops they take along"),
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
    """Return the heading of the group of buttons that an action belongs to."""
    return _GROUPS.get(action.verb)


# -- the position as text --------------------------------------------------------------------


def describe(view: FriedrichView) -> Sequence[tuple[Text, Sequence[Text]]]:
    """Return the position as text: the table first, then each nation."""
    nations = [_nation(view, nation) for nation in range(7) if view.active(nation)]
    return [(T("The table"), _table(view)), *nations]


def _table(view: FriedrichView) -> list[Text]:
    lines = [T("Turn {turn}; {nation:the} is active.", turn=view.turn,
               nation=NATIONS.title(view.stage))]  # fmt: skip
    lines += clock(view)
    fallen = [FATES.title(f) for f in STROKE_NEWS if view.drawn_fates[f]]
    if fallen:
        lines.append(T("Strokes of fate so far: {fates}.", fates=Listing(tuple(fallen))))
    for phase in view.phases:
        if isinstance(phase, Fight):
            lines.append(_fight_line(view, phase))
        elif isinstance(phase, Combat) and phase.pairs:
            pairs = tuple(
                T("{attacker} against {defender}", attacker=GENERAL_AXIS.title(a),
                  defender=GENERAL_AXIS.title(d))
                for a, d in phase.pairs
            )  # fmt: skip
            lines.append(T("Fights to come: {fights}.", fights=Listing(pairs)))
    return lines


def clock(view: FriedrichView) -> list[Text]:
    """Describe the card of fate, the decks and the Offensive Option."""
    lines = _fate(view)
    lines.append(
        TN("Draw pile: {n} card; decks opened: {decks} of 4. Discards: {discards}.",
           "Draw pile: {n} cards; decks opened: {decks} of 4. Discards: {discards}.",
           view.draw_size, decks=view.opened, discards=discards)
        if (discards := sum(view.discards) + sum(view.buried_backs))
        else TN("Draw pile: {n} card; decks opened: {decks} of 4.",
                "Draw pile: {n} cards; decks opened: {decks} of 4.",
                view.draw_size, decks=view.opened)
    )  # fmt: skip
    if view.offensive in _OFFENSIVE:
        lines.append(_OFFENSIVE[view.offensive])
    if view.stake >= 0:
        lines.append(T("Set aside by Prussia: {card}.", card=CARD[view.stake].title))
    if view.victor >= 0 and view.frame.options.get("last_victor"):
        lines.append(T("Last victor: {general}.", general=GENERAL_AXIS.title(view.victor)))
    return lines


_OFFENSIVE = {
    ADOPTED: T("The Offensive Option is adopted."),
    TAKEN: T("The Offensive Option is adopted, and Austria has taken the card."),
    FAILED: T("The Offensive Option has failed."),
    DECLINED: T("The Offensive Option is declined."),
}


def _fate(view: FriedrichView) -> list[Text]:
    """Describe the card of fate turned last; before the first one, tell the story of the turn."""
    lines = []
    if 0 <= view.fate < NUMBERED:
        key = (view.fate + 1, view.fate_suit)
        suit, text = SYMBOLS[view.fate_suit], TEXTS[key]
        if key in AT_ONCE or text is NO_EFFECT:
            lines.append(T("Last card of fate, {n}{suit}: {text}", n=key[0], suit=suit, text=text))
        elif key in ONCE and view.fate_used:
            lines.append(T("Card of fate {n}{suit}, used up: {text}", n=key[0], suit=suit,
                           text=text))  # fmt: skip
        else:
            lines.append(T("Card of fate {n}{suit} holds this turn: {text}", n=key[0], suit=suit,
                           text=text))  # fmt: skip
    elif view.fate >= 0:
        lines.append(T("Stroke of fate, {fate}: {text}", fate=FATES.title(view.fate),
                       text=STROKE_NEWS[view.fate]))  # fmt: skip
    elif story := stories.of_turns().get(view.turn):
        lines.append(story)
    return lines


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
            lines.append(T("{piece:The} is at {city}.", piece=PIECES.title(train),
                           city=CITY_SPOTS[view.at[train]]))  # fmt: skip
    out = view.off_map(PIECES_OF[nation])
    if out:
        lines.append(T("Off the map: {pieces}.", pieces=phrases.names(out)))
    lines += _aims(view, nation)
    seat = SeatName(view.owners[nation])
    return T("{nation} ({seat})", nation=NATIONS.title(nation), seat=seat), lines


def _hand(view: FriedrichView, nation: int) -> list[Text]:
    """List the cards by suit, highest first, with what they are worth together."""
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
        count = sum(view.control[c] for c in aims)
        if victory.eased(view, nation):
            lines.append(T("Objectives: {held} of {all}; those of the second order are no longer"
                           " needed.", held=count, all=len(aims)))  # fmt: skip
        elif any(ORDER[c] == 2 for c in aims):
            first = [c for c in aims if ORDER[c] == 1]
            lines.append(T("Objectives: {held} of {all}; of the first order {some} of {first}.",
                           held=count, all=len(aims), some=sum(view.control[c] for c in first),
                           first=len(first)))  # fmt: skip
        else:
            lines.append(T("Objectives: {held} of {all}.", held=count, all=len(aims)))
    claims = victory.claimable(view, nation)
    if claims:
        lines.append(T("{n} of them may be claimed to win: {enough} are enough, with one in"
                       " Saxony.", n=claims, enough=len(aims) - claims))  # fmt: skip
    missing = [c for c in aims if not view.control[c]]
    conquered = [c for c in OBJECTIVES_OF[nation] if view.control[c]]
    if conquered:
        lines.append(T("Conquered: {cities}.", cities=phrases.cities(conquered)))
    marked = [c for c in OBJECTIVES_OF[nation] if view.marks[c]]
    if marked:
        lines.append(T("Question marks: {cities}.", cities=phrases.cities(marked)))
    if conquered and missing:
        lines.append(T("Still to be conquered: {cities}.", cities=phrases.cities(missing)))
    return lines


def _stack(view: FriedrichView, top: int) -> Text:
    names = phrases.names(view.stack(top))
    city, suit = CITY_SPOTS[view.at[top]], SYMBOLS[SUIT[view.at[top]]]
    sized = phrases.strength(view, top)
    if view.down[top]:
        return T("{generals} at {city} ({suit}): {troops}, out of supply.", generals=names,
                 city=city, suit=suit, troops=sized)  # fmt: skip
    return T("{generals} at {city} ({suit}): {troops}.", generals=names, city=city, suit=suit,
             troops=sized)  # fmt: skip

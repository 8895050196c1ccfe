"""The stage panel of a fight: both sides, the score, the cards played; also evasion and retreat."""

from __future__ import annotations

from collections.abc import Iterator

from chancery.core.tabletop import Card, Scale, Side, Stage
from chancery.core.words import TN, SeatLabel, T, Text, as_is, signed
from chancery.games.friedrich import coach, phrases
from chancery.games.friedrich.board.atlas import CITY_IDS, CITY_SPOTS, SUIT
from chancery.games.friedrich.board.cards import CARD, RESERVE, SUIT_OF, SYMBOLS, VALUE
from chancery.games.friedrich.board.nations import NATIONS
from chancery.games.friedrich.board.pieces import GENERAL_AXIS, NATION_OF, PIECE_NAMES
from chancery.games.friedrich.face import cards
from chancery.games.friedrich.rules import retreat
from chancery.games.friedrich.rules.combat import ATTACKER, DEFENDER, Evasion, Fight
from chancery.games.friedrich.rules.retreat import Retreat
from chancery.games.friedrich.view import FriedrichView


def stage(view: FriedrichView) -> Stage | None:
    """Return the panel of the present fight, evasion or retreat, if there is one."""
    top = view.phases[-1] if view.phases else None
    if isinstance(top, Fight):
        return _fight(view, top)
    if isinstance(top, Evasion):
        return _evasion(view, top)
    if isinstance(top, Retreat):
        return _retreat(view, top)
    return None


def _key(view: FriedrichView, attacker: int, defender: int) -> str:
    """Return the key of a fight, the same from the attack to the retreat."""
    return f"fight-{view.turn}-{PIECE_NAMES[attacker]}-{PIECE_NAMES[defender]}"


def _title(attacker: int, defender: int) -> Text:
    return T("{attacker} attacks {defender}", attacker=GENERAL_AXIS.title(attacker),
             defender=GENERAL_AXIS.title(defender))  # fmt: skip


def _focus(*generals: int) -> tuple[str, ...]:
    return tuple(f"piece:{PIECE_NAMES[general]}" for general in generals)


def _side(view: FriedrichView, general: int, acts: bool, leads: bool = False) -> Side:
    """Describe a stack: its generals, its troops, its suit and the number of its cards."""
    nation, city, stack = NATION_OF[general], view.at[general], tuple(view.stack(general))
    return Side(
        T("{generals}", generals=phrases.names(stack)),
        cards.portrait(stack, bool(view.down[general])),
        (
            T("{nation}", nation=SeatLabel(view.seat_of(nation), NATIONS.title(nation))),
            phrases.strength(view, general),
            T("{city}: {suit}", city=CITY_SPOTS[city], suit=SYMBOLS[SUIT[city]]),
            TN("{n} card in hand", "{n} cards in hand", view.hand_size(nation)),
        ),
        own=view.own(nation),
        acts=acts,
        leads=leads,
    )


# -- the fight ---------------------------------------------------------------------------------


def _fight(view: FriedrichView, fight: Fight) -> Stage:
    """Build the panel of a fight; the reader's side comes first, otherwise the attacker's.

    The score is that of the first side.
    """
    first = DEFENDER if view.own(fight.nation(DEFENDER)) else ATTACKER
    sides = (first, 1 - first)
    score = fight.score if first == ATTACKER else -fight.score
    return Stage(
        _key(view, fight.attacker, fight.defender),
        _title(fight.attacker, fight.defender),
        tuple([
            _side(view, fight.general(side), fight.side == side, (score if at == 0 else -score) > 0)
            for at, side in enumerate(sides)
        ]),
        Scale(score),
        tuple([
            (sides.index(laid.side), cards.laid(laid.card, as_is(signed(laid.value))))
            for laid in fight.laid
        ]),
        tuple(_notes(view, fight)),
        _focus(*(fight.general(side) for side in sides)),
        duel=True,
        cards=tuple(_playable(view, fight)) if view.own(fight.nation(fight.side)) else (),
    )  # fmt: skip


def _playable(view: FriedrichView, fight: Fight) -> Iterator[Card]:
    """Yield the cards that the reader may play now, with what each leads to; Reserves last."""
    scores = coach.playable_scores(view, fight)
    hand = view.hands[fight.nation(fight.side)]
    for kind in sorted(scores, key=lambda kind: (SUIT_OF[kind] == RESERVE, -VALUE[kind], kind)):
        note = _leads_to(view, fight, kind, *scores[kind])
        yield Card(cards.target(kind), cards.face_up(kind), CARD[kind].title, note, hand[kind])


def _leads_to(view: FriedrichView, fight: Fight, kind: int, lowest: int, highest: int) -> Text:
    """Say the score after a card, and who plays next (§7.4); an empty hand ends the fight."""
    enemy = fight.general(1 - fight.side)
    name = GENERAL_AXIS.title(enemy)
    if SUIT_OF[kind] == RESERVE:
        return T("{least} to {most}, as you choose", least=signed(lowest), most=signed(highest))
    if lowest != highest:
        return T("{score}, or doubled {doubled}", score=signed(lowest), doubled=signed(highest))
    if highest < 0 and view.hand_size(fight.nation(fight.side)) == 1:
        return T("{score}: your last card, the fight is lost", score=signed(highest))
    if highest < 0:
        return T("{score}: you go on", score=signed(highest))
    if view.hand_size(NATION_OF[enemy]):
        return T("{score}: {enemy} is next", score=signed(highest), enemy=name)
    if highest:
        return T("{score}: {enemy} has no card and loses", score=signed(highest), enemy=name)
    return T("{score}: {enemy} has no card, a draw", score=signed(highest), enemy=name)


def _notes(view: FriedrichView, fight: Fight) -> Iterator[Text]:
    """Yield hints that can be worked out from the view, and more of them for a side of the
    fight."""
    own_side = next((s for s in (ATTACKER, DEFENDER) if view.own(fight.nation(s))), None)
    if own_side is not None:
        yield _means(view, fight, own_side)
        if own_side == fight.side and not coach.playable_scores(view, fight):
            yield T("You hold no card that you may play.")
        yield _expected(view, fight.general(1 - own_side))
    if own_side != fight.side:
        yield _if_given_up(view, fight)


def _means(view: FriedrichView, fight: Fight, side: int) -> Text:
    suit = SYMBOLS[SUIT[view.at[fight.general(side)]]]
    suited, spare = coach.points_left(view, fight, side)
    if spare:
        return T("Your points here: {suited} in {suit}, {spare} by Reserves.", suited=suited,
                 suit=suit, spare=spare)  # fmt: skip
    return T("Your points here: {suited} in {suit}.", suited=suited, suit=suit)


def _expected(view: FriedrichView, enemy: int) -> Text:
    """Estimate what the opponent's hand brings, from the cards seen so far."""
    nation, suit = NATION_OF[enemy], SUIT[view.at[enemy]]
    return TN("{nation} holds {n} card: expect about {points} in {suit}.",
              "{nation} holds {n} cards: expect about {points} in {suit}.",
              view.hand_size(nation), nation=NATIONS.title(nation),
              points=round(coach.hands(view)[nation][suit]), suit=SYMBOLS[suit])  # fmt: skip


def _if_given_up(view: FriedrichView, fight: Fight) -> Text:
    """Say what giving up would cost the side that plays; both strengths are public (§7.2)."""
    loser, points = fight.general(fight.side), -fight.own_score()
    general, troops = GENERAL_AXIS.title(loser), view.low[loser]
    if not points:
        return T("If {general} plays nothing, the fight is a draw.", general=general)
    whole = points >= troops
    if whole or not retreat.ends(view, loser, points, fight.general(1 - fight.side)):
        return T("If {general} gives up now, all is lost.", general=general)
    return TN("If {general} gives up now, {n} troop is lost, and he retreats as far.",
              "If {general} gives up now, {n} troops are lost, and he retreats as far.", points,
              general=general)  # fmt: skip


# -- before and after --------------------------------------------------------------------------


def _evasion(view: FriedrichView, evasion: Evasion) -> Stage:
    """Build the panel in which the attacked stack may step aside (§fate 8♣)."""
    pair = evasion.attacker, evasion.defender
    order = pair[::-1] if view.own(NATION_OF[evasion.defender]) else pair
    return Stage(
        _key(view, *pair),
        _title(*pair),
        tuple(_side(view, general, general == evasion.defender) for general in order),
        notes=(T("{general} may step aside.", general=GENERAL_AXIS.title(evasion.defender)),),
        focus=_focus(*order),
        duel=True,
    )


def _retreat(view: FriedrichView, top: Retreat) -> Stage:
    """Build the panel of a decided fight, in which the winner chooses the retreat (§8.2)."""
    pair = top.winner, top.loser
    attacker, defender = pair if NATION_OF[top.winner] == view.stage else pair[::-1]
    order = pair[::-1] if view.own(NATION_OF[top.loser]) else pair
    ends = tuple(f"city:{CITY_IDS[city]}" for city in top.ends)
    return Stage(
        _key(view, attacker, defender),
        T("{loser} retreats before {winner}", loser=GENERAL_AXIS.title(top.loser),
          winner=GENERAL_AXIS.title(top.winner)),
        tuple(
            _side(view, general, general == top.winner, general == top.winner) for general in order
        ),
        notes=(_how_far(view, top),),
        focus=(*_focus(*order), *ends),
        duel=True,
    )  # fmt: skip


def _how_far(view: FriedrichView, top: Retreat) -> Text:
    winner, loser = GENERAL_AXIS.title(top.winner), GENERAL_AXIS.title(top.loser)
    cities = retreat.length(view, top)
    if cities is None:
        return T("{winner} chooses where {loser} retreats to.", winner=winner, loser=loser)
    return TN("{winner} chooses where {loser} retreats to, {n} city away.",
              "{winner} chooses where {loser} retreats to, {n} cities away.", cities,
              winner=winner, loser=loser)  # fmt: skip

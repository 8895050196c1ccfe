"""The aid card: the sequence of play with the present step lit, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Aid
from chancery.core.words import TN, T, Text, Word
from chancery.games.friedrich.board.atlas import SUIT
from chancery.games.friedrich.board.cards import RESERVE_WORTH, SYMBOLS
from chancery.games.friedrich.board.nations import NATIONS
from chancery.games.friedrich.board.pieces import AUSTRIAN, MOST_OF_A_GENERAL, STACK
from chancery.games.friedrich.face import phrases
from chancery.games.friedrich.face.overlays import BY_SUIT, OVERLAYS
from chancery.games.friedrich.rules import army_limits, recruiting, victory
from chancery.games.friedrich.rules.combat import Combat, Fight
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.protection import PROTECTION
from chancery.games.friedrich.rules.setup import SetUp
from chancery.games.friedrich.rules.supply import SUPPLY
from chancery.games.friedrich.rules.tactical_cards import Discard, cards_a_turn, discards
from chancery.games.friedrich.rules.turn import FATE_FROM, NationStage
from chancery.games.friedrich.view import FriedrichView

# The steps of a nation (§2.2), as they are listed.
DRAW, MOVE, FIGHT, MARKS, FEED = range(5)
_STEPS = (
    T("Draw tactical cards."),
    T("Move: marches, conquests, recruiting and re-entry, in any order."),
    T("Fight: whoever stands next to an enemy attacks him."),
    T("Settle question marks: what is no longer protected falls."),
    T("Supply: who finds none is turned over, or lost if he was already."),
)

_SUITS = next(overlay.title for overlay in OVERLAYS if overlay.key == BY_SUIT)


def aid(view: FriedrichView) -> Sequence[Aid]:
    """The blocks of the card."""
    return (
        _turn(view), _stage(view), _movement(), _fight(view), _costs(view), _signs(view),
        _nations(view),
    )  # fmt: skip


def _playing(view: FriedrichView) -> list[int]:
    """The nations that are still in the war, in their order."""
    return [nation for nation in range(7) if view.owners[nation] >= 0]


def _phase(view: FriedrichView, kind: type) -> object | None:
    return next((phase for phase in view.phases if isinstance(phase, kind)), None)


def _turn(view: FriedrichView) -> Aid:
    """§2.1: one nation after the other, then the end of the turn (§2.3, §12.1)."""
    nations = _playing(view)
    lines = [T("{nation}", nation=NATIONS.title(nation)) for nation in nations]
    lines.append(
        T("End of the turn: has somebody won? Then a card of fate.")
        if view.turn >= FATE_FROM
        else T("End of the turn: has somebody won? Cards of fate begin in turn {n}.", n=FATE_FROM)
    )
    now = None
    if view.phases and _phase(view, SetUp) is None:
        acts = _phase(view, NationStage) is not None
        now = nations.index(view.stage) if acts else len(nations)
    return Aid(T("Turn {n}", n=view.turn), tuple(lines), now, "2.1")


def _stage(view: FriedrichView) -> Aid:
    """§2.2: what a nation does, and what goes on now."""
    now = None
    if _phase(view, Discard) is not None:
        now = DRAW
    elif _phase(view, Movement) is not None:
        now = MOVE
    elif _phase(view, Combat) is not None:
        now = FIGHT
    return Aid(T("What a nation does"), _STEPS, now, "2.2")


def _movement() -> Aid:
    """§4, §5, §9: how far everything reaches."""
    return Aid(
        T("How far"),
        (
            T("A general marches 3 cities, or 4 by main roads only."),
            T("A train moves 2 cities, or 3 by main roads only."),
            T("A general protects objectives within {n} cities, past any piece.", n=PROTECTION),
            T("A train feeds within {n} cities, past no enemy. At home nobody needs it; Russia and"
              " France are at home only in their depots.", n=SUPPLY),
            T("A stack has at most {most} generals, and each of them leads 1 to {n} troops.",
              most=STACK, n=MOST_OF_A_GENERAL),
        ),
        rule="4.2",
    )  # fmt: skip


def _fight(view: FriedrichView) -> Aid:
    """§7, §8: the course of a fight; in one, who is to play what."""
    fight = view.phases[-1] if view.phases else None
    lines = [
        T("The score is the difference of the troops. Who is behind may play; at 0 the attacker"
          " begins."),
        T("A card of the suit of one’s own sector adds its value, a Reserve 1 to {n}.",
          n=RESERVE_WORTH),
        T("At 0 or above, the other may play. At 0 a suited card must be played, if there is one."),
        T("Who does not play is beaten: he loses as many troops as he is behind, and retreats as"
          " many cities. Without a way all is lost."),
    ]  # fmt: skip
    if isinstance(fight, Fight):
        lines.insert(0, _suits(view, fight))
    now = 0 if isinstance(fight, Fight) else None
    return Aid(T("A fight"), tuple(lines), now, "7.3")


def _suits(view: FriedrichView, fight: Fight) -> Text:
    places: dict[str, Word] = {}
    for name, general in (("attacker", fight.attacker), ("defender", fight.defender)):
        places[name] = phrases.names([general])
        places[f"{name}_suit"] = SYMBOLS[SUIT[view.at[general]]]
    return T("{attacker} plays {attacker_suit}, {defender} plays {defender_suit}.", **places)


def _costs(view: FriedrichView) -> Aid:
    """§10: what things cost; for the nations of the reader, as their depots are now."""
    lines = [
        T("A troop or a train costs {n} points, in cards of any suit; a Reserve pays {reserve}."
          " There is no change.", n=recruiting.PRICE, reserve=RESERVE_WORTH),
        T("With all depots in enemy hands it is {n} points, and one substitute city.",
          n=recruiting.DEAR),
        T("A general comes back with a new troop, in a depot, and does not move this turn."),
    ]  # fmt: skip
    for nation in _playing(view):
        if view.own(nation) and recruiting.price(view, nation) != recruiting.PRICE:
            lines.append(T("Now {nation:the} pays {n} points.", nation=NATIONS.title(nation),
                           n=recruiting.DEAR))  # fmt: skip
    return Aid(T("Recruiting"), tuple(lines), rule="10.1")


# When objectives of the second order are needed (§11.7, §scenario 2.11); France has none.
_SECOND_ORDER = {
    "full": (
        T("Sweden needs no objectives of the second order once Russia has left the war; Austria"
          " and the Imperial Army need none once that army has changed its player."),
    ),
    AUSTRIAN: (T("Objectives of the second order are always needed here."),),
}  # fmt: skip


def _signs(view: FriedrichView) -> Aid:
    """§1: what is drawn on the map and on the cards."""
    return Aid(
        T("Signs"),
        (
            T("A filled disc is an objective of the nation whose colour and letter it has; a ring"
              " is one of the second order."),
            *_SECOND_ORDER.get(view.scenario, ()),
            T("Prussia’s objectives in Bohemia count in the Austrian theatre and with an expert"
              " rule only."),
            T("A star is a depot, where pieces come back. Small letters say where pieces begin:"
              " F1·3 for generals 1 and 3 of France, HT for Hanover’s train."),
            T("The number at the head of a general is his rank. The highest commands; if a stack"
              " has too few troops, the lowest leaves the map."),
            T("The number at the foot is the troops of the stack; of others, where that is not"
              " certain, the fewest and the most it can have. A hatched piece is out of supply."),
            T("A flag is a conquered objective; a question mark one that may fall after the"
              " fights."),
            T("A large pale suit belongs to its sector; the button “{suits}” shows it clearly.",
              suits=_SUITS),
            T("The small number on a card, or in brackets after it, is its deck; each of the four"
              " has every card once and two Reserves. ◆ means: not to be taken back."),
        ),
        rule="1.9",
    )  # fmt: skip


def _nations(view: FriedrichView) -> Aid:
    """§3.1, §6.6, §12.2: cards a turn, troops, objectives."""
    return Aid(
        T("The nations"), tuple(_numbers(view, nation) for nation in _playing(view)), rule="3.1"
    )


def _numbers(view: FriedrichView, nation: int) -> Text:
    drawn = cards_a_turn(view, nation)
    cards = TN("{n} card a turn", "{n} cards a turn", drawn)
    if discards(view, nation):
        cards = TN("{n} card a turn less 1", "{n} cards a turn less 1", drawn)
    title, most = NATIONS.title(nation), army_limits.ceiling(view, nation)
    aims = phrases.wanted(view, nation)
    if not aims:
        return T("{nation}: {cards}; {troops} of {most} troops", nation=title, cards=cards,
                 troops=view.totals[nation], most=most)  # fmt: skip
    held = sum(view.control[city] for city in aims)
    enough = len(aims) - victory.claimable(view, nation)
    if enough < len(aims):
        return T("{nation}: {cards}; {troops} of {most} troops; {held} of {all} objectives,"
                 " {enough} are enough", nation=title, cards=cards, troops=view.totals[nation],
                 most=most, held=held, all=len(aims), enough=enough)  # fmt: skip
    return T("{nation}: {cards}; {troops} of {most} troops; {held} of {all} objectives",
             nation=title, cards=cards, troops=view.totals[nation], most=most, held=held,
             all=len(aims))  # fmt: skip

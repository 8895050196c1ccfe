"""The stage panel of an attack that awaits its answer: a knight, a fief, its houses (§attack)."""

from __future__ import annotations

from chancery.core import Card, Side, Stage
from chancery.core.words import TN, SeatLabel, SeatName, T, Text
from chancery.games.spada.board.components import KNIGHTS, printed
from chancery.games.spada.face.cards import arms, resource_card
from chancery.games.spada.face.previews import booty
from chancery.games.spada.face.targets import KNIGHT_CARD
from chancery.games.spada.rules.summer import Burning, Defence
from chancery.games.spada.view import SpadaView, known_cards, summer_of


def attack_stage(view: SpadaView, phase: Defence | Burning) -> Stage:
    """Build the panel with the attacker and his knight, and the player who has to answer."""
    attacker, target = summer_of(view).turn, phase.target
    fiefs = view.frame.seats
    return Stage(
        # a second attack on the same fief has another key: the attacker holds a card less
        f"attack:{view.year}:{fiefs[attacker]}:{fiefs[target]}:{view.sizes[attacker]}",
        T("{attacker} attacks {target}", attacker=SeatName(attacker), target=SeatName(target)),
        (
            _side(view, attacker, (_knight(view),)),
            _side(view, target, ()),
        ),
        notes=_notes(view, phase),
        focus=(f"fief:{fiefs[attacker]}", f"fief:{fiefs[target]}"),
        cards=_answers(view, phase),
    )


def _side(view: SpadaView, seat: int, cards: tuple[Card, ...]) -> Side:
    return Side(
        T("{seat}", seat=SeatLabel(seat)),
        arms(seat),
        (
            T("farms {farms}, builders’ houses {builders}", farms=view.farms[seat],
              builders=view.builders[seat]),
            TN("{n} card in hand", "{n} cards in hand", view.sizes[seat]),
        ),
        own=seat == view.seat,
        acts=any(question.seat == seat for question in view.asked),
        leads=bool(cards),
        cards=cards,
    )  # fmt: skip


def _knight(view: SpadaView) -> Card:
    worth = printed(view.frame.data).values[view.problem][KNIGHTS]
    return Card("", resource_card(KNIGHTS, worth), T("a knight"))


def _answers(view: SpadaView, phase: Defence | Burning) -> tuple[Card, ...]:
    """Return the knight with which the reader may defend himself (§attack.challenge)."""
    if not isinstance(phase, Defence) or phase.target != view.seat or not view.hand[KNIGHTS]:
        return ()
    knight = _knight(view)
    note = T("both knights are discarded, nothing burns")
    return (knight._replace(target=KNIGHT_CARD, note=note, many=view.hand[KNIGHTS]),)


def _notes(view: SpadaView, phase: Defence | Burning) -> tuple[Text, ...]:
    """Say what the reader knows about the answer, and what a success would bring."""
    if isinstance(phase, Burning):
        return (T("{target} does not defend: a house burns.", target=SeatName(phase.target)),)
    return (*_answer(view, phase.target), _success(view, phase.target))


def _answer(view: SpadaView, target: int) -> tuple[Text, ...]:
    if target == view.seat:
        n = view.hand[KNIGHTS]
        if not n:
            return (T("You have no knight to answer with."),)
        return (TN("You have {n} knight.", "You have {n} knights.", n),)
    if view.unarmed[target]:
        return (T("{target} has no knight to answer with.", target=SeatName(target)),)
    if known_cards(view, target)[KNIGHTS]:
        return (T("{target} has a knight to answer with.", target=SeatName(target)),)
    return ()


def _success(view: SpadaView, target: int) -> Text:
    """Say what an undefended attack brings (§attack.burn, §attack.loot)."""
    n = booty(view, target, 0)
    attacker = SeatName(summer_of(view).turn)
    if not n:
        return T("Without a knight in answer a house burns, but brings no more booty.")
    return TN("Without a knight in answer a house burns and brings {attacker} {n} booty card.",
              "Without a knight in answer a house burns and brings {attacker} {n} booty cards.",
              n, attacker=attacker)  # fmt: skip

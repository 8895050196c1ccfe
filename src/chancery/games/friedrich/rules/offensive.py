"""The Offensive Option of the expert game (§13.3, §13.6, ruling 19)."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import SOUTH_OF_LINE_5, Y
from chancery.games.friedrich.board.board import ADOPTED, DECLINED, FAILED, OPEN, TAKEN, Board
from chancery.games.friedrich.board.cards import CARDS, KINDS, RESERVE, SUIT_OF, VALUE, kinds_in
from chancery.games.friedrich.board.nations import AUSTRIA, PRUSSIA
from chancery.games.friedrich.board.pieces import NATION_OF
from chancery.games.friedrich.rules import tactical_cards, victory
from chancery.games.friedrich.rules.events import (
    OffensiveAdopted,
    OffensiveDeclined,
    OffensiveFailed,
    StakeTaken,
)
from chancery.games.friedrich.rules.notation import ADOPT, DECLINE
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.refusals import NotInHand, StakeTooLow
from chancery.games.friedrich.rules.state import Friedrich, SeenCard

DECIDED_IN = 3  # the turn
STAKE = 10  # the least value of the card set aside


def lets_prussia_conquer(s: Board) -> bool:
    """§13.6: whether Prussia may conquer: before the decision in turn 3, and while the option is in
    use."""
    if not s.expert("offensive"):
        return False
    return s.turn <= DECIDED_IN or s.offensive in (ADOPTED, TAKEN)


@dataclass(slots=True)
class Offensive(FriedrichPhase):
    """Before moving in turn 3 Prussia adopts the option or declines it (§13.4)."""

    title = T("the Offensive Option")
    rule = "13.4"
    always = ("decline",)

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether Prussia's stage has reached the moment before its movement."""
        return below_is(below, "NationStage", nation=PRUSSIA, step=2)

    def fits(self, s: Friedrich) -> bool:
        """Return whether it is turn 3 and the option has not been decided."""
        return s.expert("offensive") and s.turn == DECIDED_IN and s.offensive == OPEN

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(PRUSSIA), "offensive")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        stakes = [
            kind
            for kind in kinds_in(s.hands, PRUSSIA * KINDS)
            if SUIT_OF[kind] != RESERVE and VALUE[kind] >= STAKE
        ]
        return [DECLINE, *(ADOPT[kind] for kind in stakes)]

    def do_adopt(self, s: Friedrich, seat: int, kind: int) -> None:
        """Adopt the option and set a card aside, face up."""
        s.hands[PRUSSIA * KINDS + kind] -= 1
        tactical_cards.update_notes(s, PRUSSIA, kind)
        s.stake = kind
        s.offensive = ADOPTED
        s.emit(OffensiveAdopted(kind))
        s.leave()
        check_won(s)

    def no_adopt(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """§13.4: the card must be in hand and worth at least ten."""
        if not s.hands[PRUSSIA * KINDS + kind]:
            return NotInHand(card=CARDS.title(kind))
        return StakeTooLow(card=CARDS.title(kind), n=STAKE)

    def do_decline(self, s: Friedrich, seat: int) -> None:
        """§13.6: decline; from now on nothing is conquered in Bohemia."""
        s.offensive = DECLINED
        s.emit(OffensiveDeclined())
        s.leave()


def _austria_takes(s: Friedrich) -> None:
    kind, s.stake = s.stake, -1
    s.hands[AUSTRIA * KINDS + kind] += 1
    s.seen = (*s.seen, *(SeenCard(n, AUSTRIA, kind) for n in range(7) if n != AUSTRIA))
    s.offensive = TAKEN
    s.emit(StakeTaken(kind))
    check_failed(s)


def after_fight(s: Friedrich, winner: int, loser: int, points: int) -> None:
    """§13.5: Austria takes the card when Prussia loses a fight against it by three or more."""
    beaten = NATION_OF[loser] == PRUSSIA and NATION_OF[winner] == AUSTRIA and points >= 3
    if beaten and s.offensive == ADOPTED:
        _austria_takes(s)


def after_starving(s: Friedrich, city: int) -> None:
    """§13.5: Austria also takes the card when a Prussian stack starves south of line 5."""
    if s.offensive == ADOPTED and Y[city] > SOUTH_OF_LINE_5:
        _austria_takes(s)


def check_failed(s: Friedrich) -> None:
    """§13.8: the option fails once subsidies have been cut and the card has been taken."""
    if s.offensive == TAKEN and s.cuts:
        s.offensive = FAILED
        s.emit(OffensiveFailed())


def check_won(s: Friedrich) -> None:
    """§13.7: Prussia wins at once with all its objectives, if it has adopted the option."""
    if s.scenario == "full" and s.offensive in (ADOPTED, TAKEN) and not victory.missing(s, PRUSSIA):
        victory.win(s, [PRUSSIA])

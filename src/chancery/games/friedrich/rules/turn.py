"""The sequence of play: turns, and the stages of the nations (§2)."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import Phase, Question
from chancery.core.words import T
from chancery.games.friedrich.board.nations import PRUSSIA, RUSSIA, Nation
from chancery.games.friedrich.board.pieces import PIECES_OF, in_play
from chancery.games.friedrich.rules import conquest, players, supply, tactical_cards, victory
from chancery.games.friedrich.rules.combat import Combat, adjacent_pairs
from chancery.games.friedrich.rules.events import StageBegan, TurnBegan
from chancery.games.friedrich.rules.fate import clock
from chancery.games.friedrich.rules.garrison import Garrison, garrison_missing
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.offensive import DECIDED_IN, Offensive
from chancery.games.friedrich.rules.phase_base import FriedrichPhase
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.rules.tactical_cards import Discard, cards_a_turn, discards

LAST_TURN = 60  # a game ends in turn 24 at the latest, but a handmade position may start late
FATE_FROM = 6  # the turn from which a card of fate is drawn (§2.3)


FIRST_CHECK, FATE, SECOND_CHECK = 7, 8, 9  # the steps of a turn after the seven nations


@dataclass(slots=True)
class Turn(FriedrichPhase):
    """One turn: the seven nations one after the other, then the clock of fate (§2.1, §2.3).

    Nations act one by one, not players (§faq 2.1), all of them, with or without pieces on the map
    (§faq 3.2). The game is won only at the end of a turn (§12.1): attackers are checked before the
    card of fate, then Frederick, and attackers once more (§12.2, §12.3).
    """

    title = T("the turn")
    rule = "2.1"

    next: int  # the next nation, or the next step after them

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether there is no phase below, since the turn is the bottom of the stack."""
        return below is None

    def fits(self, s: Friedrich) -> bool:
        """Return whether exactly the nations and pieces are in the game that fate has left
        there."""
        return 0 <= self.next <= SECOND_CHECK + 1 and _matches_fate(s)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        step = self.next
        self.next += 1
        if step < FIRST_CHECK:
            if step == 0:
                s.emit(TurnBegan(s.turn))
            if s.active(step):
                s.stage = step
                s.emit(StageBegan(step))
                s.push(NationStage(step, 0))
        elif step == FIRST_CHECK:
            victory.check_attackers(s)
        elif step == FATE:
            if s.turn >= FATE_FROM:
                clock.turn_card(s)
            s.beaten = ()
        elif victory.survived(s):
            victory.win(s, [PRUSSIA])
        elif step == SECOND_CHECK:
            # without a card of fate nothing has changed; rules version 1 still asked Austria again
            if s.turn >= FATE_FROM or s.rules < 2:
                victory.check_attackers(s)
        else:
            s.turn = min(s.turn + 1, LAST_TURN)
            s.fed = [0] * 24
            self.next = 0
        return ()


@dataclass(slots=True)
class NationStage(FriedrichPhase):
    """The stage of one nation with its five phases (§2.2)."""

    title = T("the stage of a nation")
    rule = "2.2"

    nation: Nation
    step: int

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether it is the turn of this nation."""
        turn = isinstance(below, Turn) and below.next == self.nation + 1
        return turn and s.stage == self.nation and s.active(self.nation)

    def fits(self, s: Friedrich) -> bool:
        """Return whether the stage is at one of its steps."""
        return 0 <= self.step <= 7

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        step, nation = self.step, self.nation
        self.step += 1
        if step == 0:
            self._draw(s)
        elif step == 1:
            decides = nation == PRUSSIA and s.turn == DECIDED_IN
            if decides and s.expert("offensive"):
                s.push(Offensive())
        elif step == 2:
            s.push(Movement(nation))
        elif step == 3:
            s.push(Combat(nation, adjacent_pairs(s, nation)))
        elif step == 4:
            conquest.settle_marks(s, nation)
        elif step == 5:
            supply.check(s, nation)
        elif step == 6 and nation == RUSSIA and garrison_missing(s):
            s.push(Garrison())
        else:
            s.leave()
        return ()

    def _draw(self, s: Friedrich) -> None:
        """§3.1: draw the nation's cards; France has to discard one of those just drawn."""
        drawn = tactical_cards.draw(s, self.nation, cards_a_turn(s, self.nation))
        if drawn and discards(s, self.nation):
            discard = Discard(self.nation, tuple(sorted(drawn)))
            s.push(discard)
            if len(drawn) == 1 and s.rules >= 3:
                discard.do_discard(s, s.seat_of(self.nation), drawn[0])


def _matches_fate(s: Friedrich) -> bool:
    """Return whether nations and pieces are in the game exactly as fate has left them."""
    pieces = {p for n in range(7) if s.active(n) for p in PIECES_OF[n]} & {*in_play(s.scenario)}
    return (
        1 <= s.turn <= LAST_TURN
        and all(s.owners[nation] == players.owner(s, nation) for nation in range(7))
        and all(s.gone[piece] or piece in pieces for piece in range(len(s.gone)))
    )

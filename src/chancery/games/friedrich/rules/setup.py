"""The set-up: pieces on the map, troops distributed in secret (§1)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from chancery.core import Action, Phase, Question, Refusal
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import N
from chancery.games.friedrich.board.board import OPEN
from chancery.games.friedrich.board.cards import KINDS, whole_deck
from chancery.games.friedrich.board.nations import PRUSSIA
from chancery.games.friedrich.board.pieces import (
    GENERAL_AXIS,
    MOST_OF_A_GENERAL,
    NATION_OF,
    PIECES_N,
    START,
    establishment,
    in_play,
)
from chancery.games.friedrich.rules import players
from chancery.games.friedrich.rules.army_limits import limits, parting
from chancery.games.friedrich.rules.events import SetUpDone, TroopsAssigned
from chancery.games.friedrich.rules.knowledge.known_troops import known_troops
from chancery.games.friedrich.rules.knowledge.possible_troops import Sums, among
from chancery.games.friedrich.rules.notation import GIVE
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.refusals import AlreadyGiven, NotYours, TroopsWrong
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.rules.turn import Turn


def set_up(s: Friedrich) -> None:
    """§1: fill in the starting position, in which no nation holds cards.

    Pieces stand on their starting cities, which have no other meaning (§1.12, §1.18; §scenario 1.6,
    §scenario 2.6). The state keeps what is written on army sheets (§1.17). One deck is open
    (§1.20), five turns come before fate (§1.21), and no card of fate is known (§1.22).
    """
    s.turn, s.stage = 1, PRUSSIA
    playing = set(in_play(s.scenario))
    s.quit = ()
    s.owners = [players.owner(s, nation) for nation in range(7)]
    s.at = [START[piece] if piece in playing else -1 for piece in range(PIECES_N)]
    s.gone = [int(piece not in playing) for piece in range(PIECES_N)]
    for name in ("down", "troops", "told", "fed"):
        setattr(s, name, [0] * 24)
    s.hands = bytearray(7 * KINDS)
    s.draw, s.discards = whole_deck(0), bytearray(KINDS)
    s.opened = 1
    s.buried, s.seen, s.feeding = (), (), ()
    s.control = s.marks = (0,) * N
    s.drawn_fates = [0] * 18
    s.fate, s.fate_suit, s.fate_used, s.fate_suits = -1, 0, 0, ()
    s.cuts = s.losses = 0
    s.offensive, s.stake, s.victor, s.beaten = OPEN, -1, -1, ()
    s.phases.append(Turn(0))
    s.phases.append(SetUp())
    known_troops(s).begin(s, (_sums(s, nation) for nation in range(7)))


def _sums(s: Friedrich, nation: int) -> Sums:
    """Return the public knowledge of the troops that the stacks of a nation will receive."""
    if not s.active(nation):
        return Sums()
    boxes = {top: limits(len(s.stack(top))) for top in s.tops(nation)}
    return among(boxes, establishment(s.scenario, nation))


@dataclass(slots=True)
class SetUp(FriedrichPhase):
    """All players distribute the troops of their nations, in secret and simultaneously (§1.19).

    A stack gets one sum; how its generals divide it stays open (§6.5).
    """

    title = T("the set-up")
    rule = "1.19"
    simultaneous = True

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the turn has not begun yet."""
        return below_is(below, "Turn", next=0)

    def fits(self, s: Friedrich) -> bool:
        """Return whether the position is the starting position with troops given in their order."""
        fresh = s.game.start(s.options, rules=s.rules)
        present, start = s.plain(), fresh.plain()
        if any(present[name] != start[name] for name in present if name not in ("troops", "data")):
            return False
        for seat in range(len(s.seats)):
            shared = [n for n in range(7) if s.owners[n] == seat and self._is_shared(s, n)]
            troops = [s.troops[t] for n in shared for t in s.tops(n)]
            if any(later and not n for n, later in pairwise(troops)):
                return False
        return all(self._may_be_given(s, nation) for nation in range(7) if s.active(nation))

    def _is_shared(self, s: Friedrich, nation: int) -> bool:
        """Return whether the player has a choice: a single stack gets all troops at once."""
        return s.rules < 3 or len(s.tops(nation)) > 1

    def _may_be_given(self, s: Friedrich, nation: int) -> bool:
        undistributed, waiting = establishment(s.scenario, nation) - s.total(nation), 0
        for top in s.tops(nation):
            least, most = limits(len(s.stack(top)))
            if not s.troops[top]:
                waiting += len(s.stack(top))
            elif not least <= s.troops[top] <= most:
                return False
        return waiting <= undistributed <= MOST_OF_A_GENERAL * waiting

    def _next(self, s: Friedrich, seat: int) -> int:
        """Return the first stack of a seat without troops; -1 if all have some."""
        for nation in range(7):
            if s.owners[nation] == seat:
                for top in s.tops(nation):
                    if not s.troops[top]:
                        return top
        return -1

    def drafting(self, s: Friedrich, seat: int) -> bool:
        """Return whether some stacks of the seat have their troops and others have not."""
        begun = any(
            s.troops[top]
            for nation in range(7)
            if s.owners[nation] == seat and self._is_shared(s, nation)
            for top in s.tops(nation)
        )
        return begun and self._next(s, seat) >= 0

    def _give_the_rest(self, s: Friedrich) -> None:
        """Give the last stack of a nation the remaining troops, which is no secret.

        Where only the numbers leave no choice earlier, the player is asked, because they are
        secret.
        """
        for nation in range(7):
            if s.active(nation):
                waiting = [top for top in s.tops(nation) if not s.troops[top]]
                if len(waiting) == 1:
                    undistributed = establishment(s.scenario, nation) - s.total(nation)
                    self.do_give(s, s.seat_of(nation), waiting[0], undistributed)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if s.rules >= 3:
            self._give_the_rest(s)
        asked = tuple(
            Question(seat, "share") for seat in range(len(s.seats)) if self._next(s, seat) >= 0
        )
        if not asked:
            s.emit(SetUpDone())
            s.leave()
        return asked

    def choices(self, s: Friedrich, top: int) -> range:
        """Return the numbers of troops a stack may get, so that the rest can be distributed."""
        nation = NATION_OF[top]
        undistributed = establishment(s.scenario, nation) - s.total(nation)
        generals_here = len(s.stack(top))
        generals_waiting = sum(
            len(s.stack(t)) for t in s.tops(nation) if t != top and not s.troops[t]
        )
        return parting(generals_here, generals_waiting, undistributed)

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        top = self._next(s, seat)
        return [GIVE[top][n] for n in self.choices(s, top)]

    def do_give(self, s: Friedrich, seat: int, general: int, n: int) -> None:
        """§1.19: give at least 1 and at most 8 for each general, in all the whole establishment."""
        s.troops[general] = n
        s.emit(TroopsAssigned(seat, general, n))

    def no_give(self, s: Friedrich, seat: int, general: int, n: int) -> Refusal:
        """Return the reason why a stack cannot get so many troops."""
        top = self._next(s, seat)
        if s.owners[NATION_OF[general]] != seat or s.at[general] < 0:
            return NotYours(piece=GENERAL_AXIS.title(general)).by("1.19")
        if general != top:
            return AlreadyGiven(general=GENERAL_AXIS.title(top)).by("1.19")
        choices = self.choices(s, top)
        return TroopsWrong(least=choices.start, most=choices.stop - 1).by("1.19")

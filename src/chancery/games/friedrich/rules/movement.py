"""Phase 2: movement, with everything that happens on the way (§4, §5, §9.6, §9.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import NEXT_MAIN, SUBSTITUTES, AnyCity, City
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.nations import Nation
from chancery.games.friedrich.board.pieces import (
    GENERALS,
    MOST_OF_A_GENERAL,
    NATION_OF,
    PIECES,
    PIECES_OF,
    Piece,
)
from chancery.games.friedrich.rules import army_limits, conquest, march_limits, stacks
from chancery.games.friedrich.rules.events import Joined, Marched, MovementEnded
from chancery.games.friedrich.rules.knowledge.known_troops import known_troops
from chancery.games.friedrich.rules.notation import END, MARCH, STOP, TAKE, TO, TROOPS, WITH
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.recruiting import Recruiting, may_buy, most_troops
from chancery.games.friedrich.rules.refusals import (
    AlreadyMoved,
    CannotMarch,
    LowerRankFirst,
    MustTake,
    NobodyStays,
    NotInStack,
    NotOnMap,
    NotYourPiece,
    TooFew,
    TroopsWrong,
)
from chancery.games.friedrich.rules.state import Friedrich


@dataclass(slots=True)
class Movement(FriedrichPhase):
    """The movement phase of a nation (§2.2): marches, recruiting and re-entry in any order.

    Each piece moves once (§4.1, §4.6); the phase lasts until the player ends it.
    """

    title = T("movement")
    rule = "4.1"
    always = ("end",)

    nation: Nation
    moved: tuple[Piece, ...] = ()  # pieces that may not march any more
    substitute: AnyCity = -1  # the one city of entry chosen when all depots are lost (§10.8)

    def binds(self, s: Friedrich) -> bool:
        """Return False: the movement of the next nation is not an answer to this one."""
        return False

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the nation's stage has reached movement, after the draw."""
        return below_is(below, "NationStage", nation=self.nation, step=3)

    def fits(self, s: Friedrich) -> bool:
        """Return whether the moved pieces are the nation's and its substitute city is a printed
        one."""
        own_pieces = [piece for piece in PIECES_OF[self.nation] if s.at[piece] >= 0]
        moved = list(self.moved) == [piece for piece in own_pieces if piece in self.moved]
        return moved and self.substitute in (-1, *SUBSTITUTES[self.nation])

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(self.nation), "move")

    def movable(self, s: Board) -> list[int]:
        """Return the pieces that could march now, alone or with others of their stack."""
        at, moved, occupied = s.at, self.moved, set(s.at)
        plain = march_limits.unhindered(s, self.nation)
        pieces = []
        for piece in PIECES_OF[self.nation]:
            if at[piece] < 0 or piece in moved:
                continue
            if (plain and march_limits.has_exit(self.nation, at[piece], occupied)) or any(
                march_limits.can_march(s, unit) for unit in march_limits.units(s, piece, moved)
            ):
                pieces.append(piece)
        return pieces

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        actions = [MARCH[piece] for piece in self.movable(s)]
        actions += [TROOPS[n] for n in may_buy(s, self.nation, self.substitute)]
        actions.append(END)
        return actions

    def do_march(self, s: Friedrich, seat: int, piece: int) -> None:
        """§4.1: begin the march of a piece or stack, one after the other."""
        s.push(Marching(self.nation, (piece,), s.at[piece]))

    def no_march(self, s: Friedrich, seat: int, piece: int) -> Refusal:
        """Return the reason why a piece cannot march."""
        title = PIECES.title(piece)
        if NATION_OF[piece] != self.nation:
            return NotYourPiece(piece=title).by("2.2")
        if s.at[piece] < 0:
            return NotOnMap(piece=title).by("4.1")
        if piece in self.moved:
            return AlreadyMoved(piece=title).by("4.6")
        return CannotMarch(piece=title).by("4.1")

    def do_troops(self, s: Friedrich, seat: int, n: int) -> None:
        """§10: begin recruiting with this number of troops."""
        s.push(Recruiting(self.nation, n, -1, substitute=self.substitute))

    def no_troops(self, s: Friedrich, seat: int, n: int) -> Refusal:
        """Return the reason why so many troops cannot be bought: §10.1, §10.5"""
        return TooFew(n=most_troops(s, self.nation, self.substitute)).by("10.1")

    def do_end(self, s: Friedrich, seat: int) -> None:
        """§2.2: end the movement, so that combat begins."""
        s.emit(MovementEnded(self.nation))
        known_troops(s).moved(s)
        s.leave()


@dataclass(slots=True)
class Marching(FriedrichPhase):
    """A unit on the march, city by city (§4.1, §4.2, §4.3, §4.4, §4.5, §4.6)."""

    title = T("a march")
    rule = "4.2"

    nation: Nation
    unit: tuple[Piece, ...]
    start: City
    take: int = 0  # troops that go along when others stay behind; 0: not chosen yet
    steps: int = 0
    main: bool = True  # only main roads so far

    hidden = False

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the phase below is the movement of the nation."""
        return below_is(below, "Movement", nation=self.nation)

    def fits(self, s: Friedrich) -> bool:
        """Return whether the unit could have been assembled like this, or can be on its way."""
        return self._on_the_way(s) if self.steps else self._called(s)

    def _called(self, s: Friedrich) -> bool:
        """Return whether each choice made so far was legal."""
        below = self._below(s)
        if not self.unit or self.unit[0] not in below.movable(s):
            return False
        draft = Marching(self.nation, self.unit[:1], s.at[self.unit[0]])
        for general in self.unit[1:]:
            if general not in draft._companions(s):
                return False
            draft.unit = (*draft.unit, general)
        if self.take:
            if self.take not in draft._shares(s):
                return False
            draft.take = self.take
        return draft == self

    def _on_the_way(self, s: Friedrich) -> bool:
        """Return whether the unit is a whole stack or a train and has not gone further than it
        may."""
        below = self._below(s)
        if not self.unit or s.at[self.unit[0]] < 0 or self.nation != NATION_OF[self.unit[0]]:
            return False
        unit = self.unit[:1] if self.unit[0] >= GENERALS else tuple(s.stack(self.unit[0]))
        fresh = not any(piece in below.moved for piece in unit)
        within_reach = 0 < self.steps <= march_limits.most_steps(s, unit) + self.main
        limit = MOST_OF_A_GENERAL * len(unit)
        return self.unit == unit and fresh and within_reach and 0 <= self.take <= limit

    def drafting(self, s: Friedrich, seat: int) -> bool:
        """Return whether the march has not begun, so that other seats do not see it."""
        return self.steps == 0 and seat == s.seat_of(self.nation)

    def midway(self, s: Friedrich, seat: int) -> bool:
        """Return whether the march is the seat's own, as long as it lasts."""
        return seat == s.seat_of(self.nation)

    def known_to(self, s: Friedrich, seat: int | None) -> FriedrichPhase | None:
        """Show a march to the others once it has begun; its troops are the owner's secret."""
        if self.steps == 0 and seat != s.seat_of(self.nation):
            return None
        take = self.take if seat == s.seat_of(self.nation) else 0
        return Marching(self.nation, self.unit, self.start, take, self.steps, self.main)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        seat = s.seat_of(self.nation)
        if not self.steps:
            return question(seat, "move")
        actions = self._onward(s)
        if not (actions and actions[0].verb == "to") and not march_limits.can_go_on(
            s, self.unit, self.steps, self.main, self.start
        ):
            self._end(s)
            return ()
        return s.offer(seat, "move", actions)

    def _below(self, s: Friedrich) -> Movement:
        phase = s.phases[-2]
        assert isinstance(phase, Movement)
        return phase

    def _companions(self, s: Friedrich) -> list[int]:
        """Return the generals of the stack who could come along, of lower rank than those
        chosen."""
        if self.steps or self.take or self.unit[0] >= GENERALS:
            return []
        moved = self._below(s).moved
        ready = [g for g in s.stack(self.unit[0]) if g > self.unit[-1] and g not in moved]
        if s.rules < 2:  # Chevert could not be called to a stack of three
            return [g for g in ready if march_limits.can_march(s, (*self.unit, g))]
        return [
            g
            for index, g in enumerate(ready)
            if march_limits.can_set_out(s, (*self.unit, g), ready[index + 1 :])
        ]

    def _shares(self, s: Friedrich) -> range:
        """Return the numbers of troops with which the unit may part; empty if it need not
        choose."""
        if self.steps or self.take or self.unit[0] >= GENERALS:
            return range(0)
        return army_limits.shares(s, self.unit)

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        actions = [WITH[g] for g in self._companions(s)]
        shares = self._shares(s)
        if shares:
            # a unit that cannot march like this may be able to with more companions
            return actions + [TAKE[n] for n in shares if march_limits.can_march(s, self.unit)]
        return actions + self._onward(s)

    def _onward(self, s: Friedrich) -> list[Action]:
        """Return the next steps, and the end of a march that has begun."""
        unit, start = self.unit, self.start
        actions = [TO[c] for c in march_limits.next_steps(s, unit, self.steps, self.main, start)]
        if self.steps and march_limits.may_stop(s, unit, s.at[unit[0]], start):
            actions.append(STOP)
        return actions

    def do_with(self, s: Friedrich, seat: int, general: int) -> None:
        """§4.5: add a general, so that the stack marches as one."""
        self.unit = (*self.unit, general)

    def no_with(self, s: Friedrich, seat: int, general: int) -> Refusal:
        """Return the reason why a general cannot come along."""
        title = PIECES.title(general)
        if self.steps or self.take:
            return NobodyStays(general=title).by("4.6")
        if self.unit[0] >= GENERALS or general not in s.stack(self.unit[0]):
            return NotInStack(general=title).by("4.5")
        if general in self._below(s).moved:
            return AlreadyMoved(piece=title).by("4.6")
        if general <= self.unit[-1]:
            return LowerRankFirst(general=title).by("4.5")
        return CannotMarch(piece=title).by("4.1")

    def do_take(self, s: Friedrich, seat: int, n: int) -> None:
        """§6.5: choose how many troops go along; only the owner knows the number."""
        self.take = n

    def no_take(self, s: Friedrich, seat: int, n: int) -> Refusal:
        """Return the reason against a number of troops: §6.1, §6.2, §6.3"""
        shares = self._shares(s)
        if not shares:
            return NobodyStays(general=PIECES.title(self.unit[0])).by("6.5")
        return TroopsWrong(least=shares.start, most=shares.stop - 1).by("6.3")

    def do_to(self, s: Friedrich, seat: int, city: int) -> None:
        """Make one step along a road (§4.1)."""
        unit, start = self.unit, s.at[self.unit[0]]
        if not march_limits.possible_with_new_troops(
            s, unit, self.steps, self.main, self.start, city
        ):
            known_troops(s).unfed(s, unit)
        if not self.steps:
            stacks.set_out(s, unit, self.take)
        conquest.leave(s, self.nation, unit, start)
        if s.result is not None:
            stacks.join(s, unit, start)  # §13.7: the game ends before the step
            return
        self.main = self.main and city in NEXT_MAIN[start]
        self.steps += 1
        s.emit(Marched(unit[0], len(unit), city, start, unit))
        if unit[0] >= GENERALS:
            s.at[unit[0]] = city
            return
        free = city not in s.at
        if free or march_limits.take_train(s, self.nation, city):
            for general in unit:
                s.at[general] = city
            if not free:
                self._end(s)
            return
        in_city = [g for g in s.on_map(self.nation) if s.at[g] == city]
        stacks.join(s, unit, city)
        s.emit(Joined(unit[0], city))
        self._end(s, in_city)  # §4.6

    def no_to(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """Return the reason why a step is not possible."""
        if self._shares(s):
            return MustTake(general=PIECES.title(self.unit[0])).by("6.5")
        return march_limits.why_not(s, self.unit, self.steps, self.main, city, self.start)

    def do_stop(self, s: Friedrich, seat: int) -> None:
        """§4.2: stop before all steps are used."""
        if not march_limits.possible_with_new_troops(
            s, self.unit, self.steps, self.main, self.start
        ):
            known_troops(s).unfed(s, self.unit)
        self._end(s)

    def no_stop(self, s: Friedrich, seat: int) -> Refusal:
        """Return the reason why the march cannot end here."""
        if not self.steps:
            return MustTake(general=PIECES.title(self.unit[0])).by("4.1")
        reason = march_limits.why_not_stop(s, self.unit, s.at[self.unit[0]], self.start)
        assert reason is not None
        return reason

    def _end(self, s: Friedrich, joined: Sequence[int] = ()) -> None:
        """End the march, also for the generals who were joined (§4.6)."""
        below = self._below(s)
        below.moved = tuple(sorted({*below.moved, *self.unit, *joined}))
        s.leave()

"""Summer: farms, builders, attacks and bribes (§summer)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add

from chancery.core import (
    Action,
    BadPosition,
    Event,
    Phase,
    Question,
    Refusal,
    Seat,
    added,
    question,
    replaced,
)
from chancery.core.words import SeatName, T
from chancery.games.spada.board.components import (
    BUILDER,
    BUILDER_SPACES,
    CARD_NAMES,
    FARM,
    GRAIN,
    KNIGHTS,
    RICHES,
    WORKERS,
)
from chancery.games.spada.board.open_information import OpenBoard, stock
from chancery.games.spada.rules.deck import draw_cards
from chancery.games.spada.rules.events import (
    Assigned,
    Attacked,
    BootyTaken,
    Bribed,
    Burned,
    Defenceless,
    Defended,
    FarmBuilt,
    HandShown,
    Plundered,
    SummerEnded,
    SummerSpent,
    Yielded,
)
from chancery.games.spada.rules.notation import (
    ASSIGN,
    ATTACK,
    BRIBE,
    BUILD,
    BURN,
    DEFEND,
    DONE,
    YIELD,
)
from chancery.games.spada.rules.refusals import (
    BuildersFull,
    EndWithDone,
    MustChoose,
    NobodyThere,
    NoHouseLeft,
    NoHouses,
    NotHeld,
    TooManyBuilders,
    Yourself,
)
from chancery.games.spada.rules.state import Spada

LOOT = 2


def may_assign(board: OpenBoard, seat: int) -> bool:
    """§assign, §assign.limit: whether there is a space, and farms stay at least as many as
    builders' houses."""
    builders = board.builders[seat]
    return builders < BUILDER_SPACES and builders + 1 < board.farms[seat]


def may_attack(board: OpenBoard, seat: int) -> list[int]:
    """§attack: return the opponents with a house; without a farm there is no builders' house."""
    return [opponent for opponent, farms in enumerate(board.farms) if farms and opponent != seat]


def may_burn(board: OpenBoard, seat: int) -> list[int]:
    """§attack.burn: return the kinds of houses that can burn without leaving more builders than
    farms."""
    farms, builders = board.farms[seat], board.builders[seat]
    if not builders:
        return [FARM] if farms else []
    return [FARM, BUILDER] if farms > builders else [BUILDER]


def may_do(board: OpenBoard, hand: Sequence[int], seat: int) -> list[Action]:
    """Return every legal action of a player with these cards in his summer turn (§summer)."""
    grain, workers, knights, riches = hand
    actions = []
    if grain and stock(board, seat):
        actions.append(BUILD)
    if workers and may_assign(board, seat):
        actions.append(ASSIGN)
    if knights:
        actions += [ATTACK[target] for target in may_attack(board, seat)]
    if riches:
        actions += BRIBE[:seat] + BRIBE[seat + 1 : len(board.farms)]
    actions.append(DONE)
    return actions


@dataclass(slots=True)
class Summer(Phase[Spada]):
    """The summer turns of the players, the Counsellor first (§summer, §summer.turns).

    Actions in any order, as often as wished (§summer.any). A player without cards is not asked: it
    is public that he can do nothing.
    """

    title = T("the Summer turns")
    rule = "summer.turns"
    always = ("done",)

    turn: Seat
    left: int  # players who have not finished their summer turn
    looted: tuple[Seat, ...] = ()  # fiefs plundered in this turn

    def ask(self, s: Spada) -> tuple[Question, ...]:
        if not self.left:
            s.leave()
            return ()
        if s.size(self.turn):
            return question(self.turn, "summer")
        self._end(s, SummerSpent(self.turn))
        return ()

    def legal(self, s: Spada, seat: int) -> list[Action]:
        return may_do(s, s.hands[seat * 4 : seat * 4 + 4], seat)

    def do_build(self, s: Spada, seat: int) -> None:
        """Build a farm with a grain card (§build, §build.many)."""
        s.discard(seat, GRAIN)
        s.farms = added(s.farms, seat, 1)
        s.emit(FarmBuilt(seat))

    def do_assign(self, s: Spada, seat: int) -> None:
        """Move a farm to the cathedral (§assign, §assign.many, §assign.limit)."""
        s.discard(seat, WORKERS)
        s.farms = added(s.farms, seat, -1)
        s.builders = added(s.builders, seat, 1)
        s.emit(Assigned(seat))

    def do_attack(self, s: Spada, seat: int, target: int) -> None:
        """Send a knight against a fief (§attack, §attack.challenge, §attack.again)."""
        s.discard(seat, KNIGHTS)
        s.emit(Attacked(seat, target))
        s.push(Defence(target))

    def do_bribe(self, s: Spada, seat: int, target: int) -> None:
        """Bribe a knight, or see a hand without one.

        §bribe, §bribe.riches, §bribe.knight, §bribe.none, §bribe.more
        """
        s.discard(seat, RICHES)
        if s.hands[target * 4 + KNIGHTS]:
            s.discard(target, KNIGHTS)
            s.emit(Bribed(seat, target))
        else:
            s.emit(HandShown(seat, target, s.cards(s.hands, target)))
            s.note_hand(seat, target)
            s.unarmed = replaced(s.unarmed, target, 1)

    def loot_from(self, target: int) -> int:
        """§attack.loot, §attack.once: return the booty: two cards for the first success against a
        fief."""
        return 0 if target in self.looted else LOOT

    def plunder(self, s: Spada, target: int) -> None:
        """§attack.loot: set the booty aside, unseen."""
        size = self.loot_from(target)
        if not size:
            return
        self.looted = (*self.looted, target)
        drawn = draw_cards(s, size)
        s.loot = tuple(map(add, s.loot, drawn))
        s.emit(Plundered(self.turn, sum(drawn)))

    def do_done(self, s: Spada, seat: int) -> None:
        """§summer.turns: end the turn; the booty goes into the hand and the next player's turn
        begins."""
        self._end(s, SummerEnded(seat))

    def _end(self, s: Spada, event: Event) -> None:
        seat = self.turn
        s.emit(event)
        if any(s.loot):
            s.receive(seat, s.loot, openly=False)
            s.emit(BootyTaken(seat, s.loot))
            s.loot = (0, 0, 0, 0)
        self.turn = s.next_seat(seat)
        self.left -= 1
        self.looted = ()

    def no_pass(self, s: Spada, seat: int) -> Refusal:
        return EndWithDone()

    def no_build(self, s: Spada, seat: int) -> Refusal:
        if not stock(s, seat):
            return NoHouseLeft()
        return _not_held(GRAIN, "build")

    def no_assign(self, s: Spada, seat: int) -> Refusal:
        if s.builders[seat] == BUILDER_SPACES:
            return BuildersFull()
        if s.builders[seat] + 1 >= s.farms[seat]:
            return TooManyBuilders()
        return _not_held(WORKERS, "assign")

    def no_attack(self, s: Spada, seat: int, target: int) -> Refusal:
        if (refusal := _no_opponent(s, seat, target, "attack")) is not None:
            return refusal
        if target not in may_attack(s, seat):
            return NoHouses(target=SeatName(target))
        return _not_held(KNIGHTS, "attack.challenge")

    def no_bribe(self, s: Spada, seat: int, target: int) -> Refusal:
        return _no_opponent(s, seat, target, "bribe") or _not_held(RICHES, "bribe.riches")

    def check(self, s: Spada) -> None:
        n = len(s.seats)
        if not 1 <= self.left <= n or self.turn != (s.counsellor + n - self.left) % n:
            raise BadPosition(T("no player has a Summer turn left"))
        for above in s.phases[2:]:
            assert isinstance(above, Defence | Burning)
            if above.target not in may_attack(s, self.turn):
                raise BadPosition(T("there is nothing to burn"))


def _not_held(resource: int, rule: str) -> Refusal:
    return NotHeld(card=CARD_NAMES[resource]).by(rule)


def _no_opponent(s: Spada, seat: int, target: int, rule: str) -> Refusal | None:
    if not s.has_seat(target):
        return NobodyThere().by(rule)
    return Yourself().by(rule) if target == seat else None


@dataclass(slots=True)
class Defence(Phase[Spada]):
    """A challenged player may answer with a knight (§attack.challenge, §attack.burn).

    He is asked even without a knight, unless his hand is empty, which is public.
    """

    title = T("the defence of a fief")
    rule = "attack.challenge"
    always = ("yield",)

    target: Seat

    def ask(self, s: Spada) -> tuple[Question, ...]:
        if s.size(self.target):
            return question(self.target, "defend")
        self._yield(s, Defenceless(self.target))
        return ()

    def legal(self, s: Spada, seat: int) -> list[Action]:
        return [DEFEND, YIELD] if s.hands[seat * 4 + KNIGHTS] else [YIELD]

    def do_defend(self, s: Spada, seat: int) -> None:
        """§attack.challenge: answer with a knight; both knights are discarded."""
        s.discard(seat, KNIGHTS)
        s.emit(Defended(seat))
        s.leave()

    def do_yield(self, s: Spada, seat: int) -> None:
        self._yield(s, Yielded(seat))

    def _yield(self, s: Spada, event: Yielded) -> None:
        """§attack.burn: let the attacker win."""
        s.emit(event)
        s.turn_to(Burning(event.seat))

    def no_pass(self, s: Spada, seat: int) -> Refusal:
        return MustChoose()

    def no_defend(self, s: Spada, seat: int) -> Refusal:
        return _not_held(KNIGHTS, "attack.challenge")


@dataclass(slots=True)
class Burning(Phase[Spada]):
    """The beaten player chooses the house that burns (§attack.burn, §attack.example).

    Builders may never exceed farms afterwards. If that leaves one choice, he is not asked.
    """

    title = T("the choice of a house to burn")
    rule = "attack.burn"
    always = ("burn",)

    target: Seat

    def ask(self, s: Spada) -> tuple[Question, ...]:
        options = self.legal(s, self.target)
        if len(options) > 1:
            return s.offer(self.target, "burn", options)
        self.do_burn(s, self.target, *options[0].args)
        return ()

    def legal(self, s: Spada, seat: int) -> list[Action]:
        return [BURN[house] for house in may_burn(s, seat)]

    def do_burn(self, s: Spada, seat: int, house: int) -> None:
        if house == FARM:
            s.farms = added(s.farms, seat, -1)
        else:
            s.builders = added(s.builders, seat, -1)
        s.emit(Burned(seat, house))
        s.leave()
        summer = s.phases[-1]
        assert isinstance(summer, Summer)
        summer.plunder(s, seat)

    def no_pass(self, s: Spada, seat: int) -> Refusal:
        return MustChoose()

"""The clock of fate: one card at the end of each turn from the sixth on (§11, §13.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import (
    CITIES,
    COUNTRY,
    NEXT,
    OBJECTIVES_OF,
    SPADES,
    SUIT,
    SUPPLY,
    X,
)
from chancery.games.friedrich.board.cards import CARDS, KINDS, kinds_in
from chancery.games.friedrich.board.fates import (
    AMERICA,
    APRAXIN_LOSES,
    DAUN_TROOP,
    EHRENSVAERD_DOWN,
    ELISABETH,
    FRENCH_EXCHANGE,
    HANOVER_TROOP,
    HILDBURGHAUSEN_WEST,
    INDIA,
    KARL_LOSES,
    LAUDON_MOVES,
    LORD_BUTE,
    NUMBERED,
    POEMS,
    PRUSSIAN_LOSES,
    PRUSSIAN_TROOP,
    PRUSSIANS_DOWN,
    RUSSIAN_TROOP,
    RUSSIANS_DOWN,
    STOLEN_CARD,
    SWAP,
    SWEDEN_QUITS,
    TOTTLEBEN_TROOP,
)
from chancery.games.friedrich.board.nations import (
    AUSTRIA,
    FRANCE,
    HANOVER,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
    Nation,
    hostile,
)
from chancery.games.friedrich.board.pieces import (
    APRAXIN,
    CUMBERLAND,
    DAUN,
    EHRENSVAERD,
    FRIEDRICH,
    GENERAL_AXIS,
    GENERALS,
    GENERALS_OF,
    HILDBURGHAUSEN,
    KARL,
    LAUDON,
    LEHWALDT,
    MOST_OF_A_GENERAL,
    NATION_OF,
    PIECES_OF,
    STACK,
    TOTTLEBEN,
)
from chancery.games.friedrich.rules import offensive, supply, victory
from chancery.games.friedrich.rules.events import (
    BuriedCard,
    FateLoss,
    FateSpared,
    FateTroop,
    FateTurned,
    Fed,
    ImperialChanged,
    Joined,
    Marched,
    NationQuit,
    NothingCame,
    Nudged,
    Parted,
    Retired,
    StoleCard,
    SubsidiesCut,
    Swapped,
    TrainTaken,
    WarOverseas,
)
from chancery.games.friedrich.rules.knowledge.known_troops import ledger
from chancery.games.friedrich.rules.marching import may_stop, train_at
from chancery.games.friedrich.rules.notation import (
    CHOOSE,
    DECLINE,
    DISCARD,
    OFFER,
    RETIRE,
    STAND,
    TAKE,
    TO,
)
from chancery.games.friedrich.rules.refusals import (
    CannotChoose,
    CannotRetire,
    MustTake,
    NobodyStays,
    NotInHand,
    NotOneStep,
    SecondStep,
    TroopsWrong,
)
from chancery.games.friedrich.rules.stages import Stage, below_is
from chancery.games.friedrich.rules.state import Friedrich, Seen


def turn_card(s: Friedrich) -> None:
    """§11.1: the top card is read and carried out, and goes under the deck.

    Some texts hold for the next turn and are asked for where they count; some have no effect:
    §fate 1♠, §fate 2♠, §fate 3♠, §fate 4♣, §fate 5♣, §fate 6♥, §fate 7♣, §fate 8♥, §fate 9♥,
    §fate 10♦, §fate 11♦, §fate 12♦. A scenario has the same cards (§scenario 0).
    """
    if all(s.drawn_fates):  # only in a war made by hand: the cards come round again
        s.drawn_fates = [0] * len(s.drawn_fates)
    s.fate = s.pick([1 - seen for seen in s.drawn_fates])
    s.drawn_fates[s.fate] = 1
    s.fate_suit = suit_to_read(s)
    s.fate_used = 0
    s.fate_suits = ()
    s.emit(FateTurned(s.fate, s.fate_suit if s.fate < NUMBERED else -1))
    if s.fate < NUMBERED:
        effect = EFFECTS.get((s.fate + 1, s.fate_suit))
        if effect is not None:
            effect(s)
    else:
        STROKES[s.fate](s)
        if not _over(s):
            _imperial_army(s)


def _over(s: Friedrich) -> bool:
    """Whether the stroke has just won the game for Frederick: then nothing follows from it any
    more (§12.3). Until rules version 2 it still retired generals and moved the Imperial Army."""
    return s.rules >= 3 and victory.survived(s)


def suit_to_read(s: Friedrich) -> int:
    """§2.3: spades; in the expert game the sector of the last victor (§13.1, ruling 11)."""
    if not s.expert("last_victor"):
        return SPADES
    general = s.victor if s.victor >= 0 else FRIEDRICH
    return SUIT[s.at[general]] if s.at[general] >= 0 else SPADES


# -- the six strokes (§11.2) ---------------------------------------------------------------


def _leave_game(s: Friedrich, nation: int) -> None:
    """A nation quits (ruling 2): pieces and markers off, hand discarded, turns skipped."""
    if nation not in s.quit:
        s.quit = (*s.quit, nation)
    if not s.active(nation):
        return
    for piece in PIECES_OF[nation]:
        s.at[piece] = -1
        s.gone[piece] = 1
    for general in GENERALS_OF[nation]:
        for row in (s.troops, s.told, s.down, s.fed):
            row[general] = 0
    ledger(s).forget(s, nation)
    for city in OBJECTIVES_OF[nation]:
        s.mark(city, held=0)
    for kind in kinds_in(s.hands, nation * KINDS):
        for _ in range(s.hands[nation * KINDS + kind]):
            s.bury(nation, kind)
    s.owners[nation] = -1
    s.emit(NationQuit(nation))


def _retire(s: Friedrich, general: int) -> None:
    """A general leaves for good, off the map too (§11.2, §faq 11.1, rulings 3 and 4); never the
    only one (ruling 21)."""
    nation = NATION_OF[general]
    others = [g for g in GENERALS_OF[nation] if g != general and not s.gone[g]]
    if s.gone[general] or not others:
        return
    s.emit(Retired(general, s.retire(general)))


def _elisabeth(s: Friedrich) -> None:
    """The Tsarina dies: Russia quits, Lehwaldt retires (§fate elisabeth)."""
    _leave_game(s, RUSSIA)
    if not _over(s):
        _retire(s, LEHWALDT)


def _overseas(s: Friedrich) -> None:
    """India and America (§fate india, §fate america): first fewer cards, then France quits."""
    s.losses = min(2, s.losses + 1)
    s.emit(WarOverseas(s.losses))
    if s.losses == 2:
        _leave_game(s, FRANCE)
        if not _over(s):
            _retire(s, CUMBERLAND)


def _sweden(s: Friedrich) -> None:
    """Sweden makes peace, and Prussia retires a general of its choice (§fate sweden)."""
    _leave_game(s, SWEDEN)
    if s.active(PRUSSIA) and retirable(s) and not _over(s):
        s.push(Retirement())


def _subsidies(s: Friedrich) -> None:
    """England pays less (§fate lord-bute, §fate poems)."""
    s.cuts = min(2, s.cuts + 1)
    s.emit(SubsidiesCut(s.cuts))
    offensive.check_failed(s)


STROKES: dict[int, Callable[[Friedrich], None]] = {
    ELISABETH: _elisabeth,
    INDIA: _overseas,
    AMERICA: _overseas,
    SWEDEN_QUITS: _sweden,
    LORD_BUTE: _subsidies,
    POEMS: _subsidies,
}


def _imperial_army(s: Friedrich) -> None:
    """§11.4: the Imperial Army changes its player, with troops, hand and markers (ruling 5);
    with three players in the same way (§11.10)."""
    name = s.imperial_moves_to()
    if not name or not s.active(IMPERIAL):
        return
    if name not in s.seats:
        name = "elisabeth"
    seat = s.seats.index(name)
    if s.owners[IMPERIAL] != seat:
        s.owners[IMPERIAL] = seat
        hand = tuple(s.hand(IMPERIAL))
        # who played it until now remembers the cards
        kinds = kinds_in(hand)
        if s.rules >= 2:  # before, of two Reserves of one deck only one was remembered
            kinds = [kind for kind in kinds for _ in range(hand[kind])]
        s.seen = (*s.seen, *(Seen(AUSTRIA, IMPERIAL, kind) for kind in kinds))
        s.emit(ImperialChanged(seat, s.total(IMPERIAL), hand))


def retirable(s: Friedrich) -> list[int]:
    """The Prussian generals who could be retired: on or off the map, never Friedrich."""
    left = [g for g in GENERALS_OF[PRUSSIA] if not s.gone[g]]
    return [g for g in left if g != FRIEDRICH] if len(left) > 1 else []


@dataclass(slots=True)
class Retirement(Stage):
    """Prussia picks the general who retires when Sweden makes peace (§fate sweden)."""

    title = T("a retirement")
    rule = "fate sweden"

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """When its card was turned."""
        return below_is(below, "Turn", next=9)

    def fits(self, s: Friedrich) -> bool:
        """Prussia has a choice."""
        return s.fate == SWEDEN_QUITS and s.active(PRUSSIA) and len(retirable(s)) > 1

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        choices = retirable(s)
        if len(choices) == 1:
            s.leave()
            _retire(s, choices[0])
            return ()
        return question(s.seat_of(PRUSSIA), "retire")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [RETIRE[g] for g in retirable(s)]

    def do_retire(self, s: Friedrich, seat: int, general: int) -> None:
        """§faq 6.1: his troops may go to his stack first."""
        s.leave()
        _retire(s, general)

    def no_retire(self, s: Friedrich, seat: int, general: int) -> Refusal:
        """A Prussian general, and not Friedrich."""
        return CannotRetire(general=GENERAL_AXIS.title(general))


# -- free troops and lost troops -----------------------------------------------------------


def _has_room(s: Friedrich, general: int) -> bool:
    top = s.top(general)
    return s.troops[top] < MOST_OF_A_GENERAL * len(s.stack(top))


def gains_possible(s: Friedrich, nation: int) -> bool:
    """Whether a nation can take another troop: everybody can tell."""
    generals = s.on_map(nation)
    most = min(s.ceiling(nation), MOST_OF_A_GENERAL * len(generals))
    return s.active(nation) and bool(generals) and s.total(nation) < most


def _any_troop(nation: int) -> Callable[[Friedrich], None]:
    """A troop for a general of the nation's choice (§fate 1♣, §fate 8♠, §fate 11♣)."""

    def effect(s: Friedrich) -> None:
        if gains_possible(s, nation):
            s.push(FreeTroop(nation))

    return effect


def _own_troop(general: int) -> Callable[[Friedrich], None]:
    """A troop for a named general, if he can take it (§fate 1♦, §fate 6♣)."""

    def effect(s: Friedrich) -> None:
        nation = NATION_OF[general]
        if s.at[general] < 0 or s.total(nation) >= s.ceiling(nation):
            return
        top, number = s.top(general), len(s.stack(general))
        gains = _has_room(s, general)
        s.troops[top] += gains
        ledger(s).gained(s, top, MOST_OF_A_GENERAL * number, gains)
        s.emit(FateTroop(general) if gains else FateSpared(general))

    return effect


def _own_loss(general: int) -> Callable[[Friedrich], None]:
    """A named general loses a troop, if he can spare it (§fate 2♥, §fate 8♦, ruling 12)."""

    def effect(s: Friedrich) -> None:
        if s.at[general] >= 0:
            lose_one(s, general)

    return effect


def lose_one(s: Friedrich, general: int) -> None:
    """One troop less, but nobody leaves the map for it."""
    top, number = s.top(general), len(s.stack(general))
    loses = s.troops[top] > number
    s.troops[top] -= loses
    ledger(s).spared(s, top, number, loses)
    s.emit(FateLoss(general) if loses else FateSpared(general))


_FREE = {RUSSIA: RUSSIAN_TROOP, PRUSSIA: PRUSSIAN_TROOP, HANOVER: HANOVER_TROOP}


@dataclass(slots=True)
class FreeTroop(Stage):
    """A nation gives a free troop to a general of its choice, in secret (§10.4)."""

    title = T("a free troop")
    rule = "fate 8♠"

    nation: Nation

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """When its card was turned."""
        return below_is(below, "Turn", next=9)

    def fits(self, s: Friedrich) -> bool:
        """The card of the nation, which can take a troop."""
        return s.holds(_FREE.get(self.nation, (0, 0))) and gains_possible(s, self.nation)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        tops = s.tops(self.nation)
        if len(tops) == 1:
            self._give(s, tops[0])
            return ()
        return question(s.seat_of(self.nation), "troop")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [CHOOSE[g] for g in s.tops(self.nation) if _has_room(s, g)]

    def do_choose(self, s: Friedrich, seat: int, general: int) -> None:
        """Nobody else learns who."""
        self._give(s, general)

    def no_choose(self, s: Friedrich, seat: int, general: int) -> Refusal:
        """A stack of the nation on the map, with room."""
        return CannotChoose(general=GENERAL_AXIS.title(general)).by("6.2")

    def _give(self, s: Friedrich, general: int) -> None:
        s.troops[general] += 1
        ledger(s).one_more(s, self.nation)
        s.emit(Fed(s.seat_of(self.nation), general, 1))
        s.emit(FateTroop(-1, self.nation))
        s.leave()


def _prussian_loss(s: Friedrich) -> None:
    """Prussia picks a general who loses a troop (§fate 10♣)."""
    if s.total(PRUSSIA) > len(s.on_map(PRUSSIA)):
        s.push(PrussianLoss())


@dataclass(slots=True)
class PrussianLoss(Stage):
    """A Prussian general of Prussia's choice loses a troop (§fate 10♣, ruling 12)."""

    title = T("a lost troop")
    rule = "fate 10♣"

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """When its card was turned."""
        return below_is(below, "Turn", next=9)

    def fits(self, s: Friedrich) -> bool:
        """Somebody can spare a troop."""
        return s.holds(PRUSSIAN_LOSES) and s.total(PRUSSIA) > len(s.on_map(PRUSSIA))

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        tops = s.tops(PRUSSIA)
        if len(tops) == 1:
            s.leave()
            lose_one(s, tops[0])
            return ()
        return question(s.seat_of(PRUSSIA), "loss")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [CHOOSE[g] for g in s.tops(PRUSSIA) if s.troops[g] > len(s.stack(g))]

    def do_choose(self, s: Friedrich, seat: int, general: int) -> None:
        """One who can pay."""
        s.leave()
        lose_one(s, general)

    def no_choose(self, s: Friedrich, seat: int, general: int) -> Refusal:
        """A stack on the map that can spare a troop."""
        return CannotChoose(general=GENERAL_AXIS.title(general)).by("6.1")


# -- cards -----------------------------------------------------------------------------------


def _swap(s: Friedrich) -> None:
    """Austria and Russia may exchange a card (§fate 1♥, ruling 13)."""
    both = s.active(AUSTRIA) and s.active(RUSSIA)
    if both and s.hand_size(AUSTRIA) and s.hand_size(RUSSIA):
        s.push(Exchange())


OPEN, NO = -2, -1


@dataclass(slots=True)
class Exchange(Stage):
    """Austria and Russia each name a card in secret, or decline; swapped if both do."""

    title = T("an exchange of cards")
    rule = "fate 1♥"
    always = ("decline",)
    simultaneous = True

    austria: int = OPEN
    russia: int = OPEN

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """When its card was turned."""
        return below_is(below, "Turn", next=9)

    def fits(self, s: Friedrich) -> bool:
        """Both are in the game, and name what they hold."""
        choices = (AUSTRIA, self.austria), (RUSSIA, self.russia)
        return s.holds(SWAP) and all(
            s.active(n) and (kind in (OPEN, NO) or (0 <= kind < KINDS and s.hand(n)[kind] > 0))
            for n, kind in choices
        )

    def known_to(self, s: Friedrich, seat: int | None) -> Stage:
        """Only the own choice; of the other whether it is made shows in who is asked."""
        shown = [
            choice if s.owners[nation] == seat or choice == OPEN else NO
            for nation, choice in ((AUSTRIA, self.austria), (RUSSIA, self.russia))
        ]
        return Exchange(*shown)

    def _open(self, s: Friedrich) -> list[int]:
        pairs = ((AUSTRIA, self.austria), (RUSSIA, self.russia))
        return [nation for nation, choice in pairs if choice == OPEN]

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        nations = self._open(s)
        if not nations:
            self._settle(s)
            return ()
        return tuple(Question(s.seat_of(nation), "exchange") for nation in nations)

    def _nation(self, s: Friedrich, seat: int) -> int:
        return next(nation for nation in self._open(s) if s.seat_of(nation) == seat)

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        nation = self._nation(s, seat)
        return [DECLINE, *(OFFER[kind] for kind in kinds_in(s.hands, nation * KINDS))]

    def do_offer(self, s: Friedrich, seat: int, kind: int) -> None:
        """A card to be swapped."""
        self._choose(s, seat, kind)

    def no_offer(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Only a card in hand."""
        return NotInHand(card=CARDS.title(kind))

    def do_decline(self, s: Friedrich, seat: int) -> None:
        """No card."""
        self._choose(s, seat, NO)

    def _choose(self, s: Friedrich, seat: int, choice: int) -> None:
        if self._nation(s, seat) == AUSTRIA:
            self.austria = choice
        else:
            self.russia = choice

    def _settle(self, s: Friedrich) -> None:
        a, r = self.austria, self.russia
        s.leave()
        if a < 0 or r < 0:
            s.emit(NothingCame())
            return
        s.forget(AUSTRIA, a, (RUSSIA,))
        s.forget(RUSSIA, r, (AUSTRIA,))
        for giver, taker, kind in ((AUSTRIA, RUSSIA, a), (RUSSIA, AUSTRIA, r)):
            s.hands[giver * KINDS + kind] -= 1
            s.hands[taker * KINDS + kind] += 1
            s.seen = (*s.seen, Seen(giver, taker, kind))
        s.emit(Swapped(s.seat_of(AUSTRIA), s.seat_of(RUSSIA), a, r))


def _french_exchange(s: Friedrich) -> None:
    """France may discard a card and draw another (§fate 4♥)."""
    if s.active(FRANCE) and s.hand_size(FRANCE):
        s.push(FrenchExchange())


@dataclass(slots=True)
class FrenchExchange(Stage):
    """France may discard a card, unseen, and draw another (§fate 4♥)."""

    title = T("a new card for France")
    rule = "fate 4♥"
    always = ("decline",)

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """When its card was turned."""
        return below_is(below, "Turn", next=9)

    def fits(self, s: Friedrich) -> bool:
        """France holds a card."""
        return s.holds(FRENCH_EXCHANGE) and s.active(FRANCE) and s.hand_size(FRANCE) > 0

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(FRANCE), "renew")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [DECLINE, *(DISCARD[kind] for kind in kinds_in(s.hands, FRANCE * KINDS))]

    def do_discard(self, s: Friedrich, seat: int, kind: int) -> None:
        """One for one."""
        s.leave()
        s.bury(FRANCE, kind)
        s.emit(BuriedCard(FRANCE, seat, kind))
        s.draw_cards(FRANCE, 1)

    def no_discard(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Only a card in hand."""
        return NotInHand(card=CARDS.title(kind))

    def do_decline(self, s: Friedrich, seat: int) -> None:
        """France keeps what it has."""
        s.leave()
        s.emit(NothingCame())


def _stolen_card(s: Friedrich) -> None:
    """Prussia gives Austria a card and draws one of Austria's at random (§fate 9♦)."""
    both = s.active(PRUSSIA) and s.active(AUSTRIA)
    if both and s.hand_size(PRUSSIA) and s.hand_size(AUSTRIA):
        s.push(StolenCard())


@dataclass(slots=True)
class StolenCard(Stage):
    """Prussia picks the card that it gives; then chance decides (§fate 9♦, §faq 11.4)."""

    title = T("a stolen card")
    rule = "fate 9♦"

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """When its card was turned."""
        return below_is(below, "Turn", next=9)

    def fits(self, s: Friedrich) -> bool:
        """Both hold a card."""
        hold = all(s.active(n) and s.hand_size(n) for n in (PRUSSIA, AUSTRIA))
        return s.holds(STOLEN_CARD) and hold

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if s.hand_size(PRUSSIA) == 1 and s.rules >= 3:
            self.do_offer(s, s.seat_of(PRUSSIA), kinds_in(s.hands, PRUSSIA * KINDS)[0])
            return ()
        return question(s.seat_of(PRUSSIA), "give")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [OFFER[kind] for kind in kinds_in(s.hands, PRUSSIA * KINDS)]

    def do_offer(self, s: Friedrich, seat: int, kind: int) -> None:
        """It may come back: the card given is among those drawn from."""
        s.leave()
        s.hands[PRUSSIA * KINDS + kind] -= 1
        s.hands[AUSTRIA * KINDS + kind] += 1
        s.forget(PRUSSIA, kind, (AUSTRIA,))
        taken = s.pick(s.hand(AUSTRIA))
        s.hands[AUSTRIA * KINDS + taken] -= 1
        s.hands[PRUSSIA * KINDS + taken] += 1
        s.forget(AUSTRIA, taken, (PRUSSIA,))
        s.seen = (*s.seen, Seen(AUSTRIA, PRUSSIA, taken))
        if taken != kind:
            s.seen = (*s.seen, Seen(PRUSSIA, AUSTRIA, kind))
        s.emit(StoleCard(s.seat_of(PRUSSIA), s.seat_of(AUSTRIA), kind, taken))

    def no_offer(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Only a card in hand."""
        return NotInHand(card=CARDS.title(kind))


# -- turned over -----------------------------------------------------------------------------


def _far_from_train(nation: int, only: int = -1) -> Callable[[Friedrich], None]:
    """Who is five or six cities from his train is turned over (§fate 9♠, §fate 12♣, ruling 17)."""

    def effect(s: Friedrich) -> None:
        if not s.active(nation):
            return
        ways = supply.distance_to_train(s, nation)
        for top in s.tops(nation):
            if only >= 0 and only not in s.stack(top):
                continue
            city = s.at[top]
            far = ways[city] in (SUPPLY - 1, SUPPLY)
            if far and not supply.at_home(nation, city) and not s.down[top]:
                supply.turn_down(s, top)

    return effect


def exposed(s: Friedrich) -> list[int]:
    """The Prussian stacks in Austria or Saxony that are face up."""
    return [
        top
        for top in s.tops(PRUSSIA)
        if COUNTRY[s.at[top]] in ("austria", "saxony") and not s.down[top]
    ]


def _prussians_down(s: Friedrich) -> None:
    """Austria may turn a Prussian stack over (§fate 6♦)."""
    if s.active(AUSTRIA) and exposed(s):
        s.push(PrussiansDown())


@dataclass(slots=True)
class PrussiansDown(Stage):
    """Austria may turn over one Prussian stack in Austria or Saxony (§fate 6♦, ruling 14)."""

    title = T("a stack cut off")
    rule = "fate 6♦"
    always = ("decline",)

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """When its card was turned."""
        return below_is(below, "Turn", next=9)

    def fits(self, s: Friedrich) -> bool:
        """There is somebody to be turned over."""
        return s.holds(PRUSSIANS_DOWN) and s.active(AUSTRIA) and bool(exposed(s))

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(AUSTRIA), "cut-off")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [DECLINE, *(CHOOSE[g] for g in exposed(s))]

    def do_choose(self, s: Friedrich, seat: int, general: int) -> None:
        """It is out of supply."""
        s.leave()
        supply.turn_down(s, general)

    def no_choose(self, s: Friedrich, seat: int, general: int) -> Refusal:
        """A Prussian stack in Austria or Saxony, face up."""
        return CannotChoose(general=GENERAL_AXIS.title(general))

    def do_decline(self, s: Friedrich, seat: int) -> None:
        """It may be declined."""
        s.leave()
        s.emit(NothingCame())


# -- steps out of turn -------------------------------------------------------------------------


def _laudon(s: Friedrich) -> None:
    """Austria may move Laudon by one city (§fate 6♠, ruling 14)."""
    if s.active(AUSTRIA) and s.at[LAUDON] >= 0 and laudon_steps(s):
        s.push(LaudonMoves())


def laudon_steps(s: Friedrich) -> list[int]:
    """The cities to which Laudon could step."""
    there = s.occupants()
    found = []
    for city in NEXT[s.at[LAUDON]]:
        piece = there.get(city)
        if piece is not None:
            if piece >= GENERALS:
                if not hostile(AUSTRIA, NATION_OF[piece]):
                    continue
            elif NATION_OF[piece] != AUSTRIA or len(s.stack(piece)) >= STACK:
                continue
        if may_stop(s, (LAUDON,), city, s.at[LAUDON]):
            found.append(city)
    return found


@dataclass(slots=True)
class LaudonMoves(Stage):
    """Laudon steps to a city next to his, out of a stack if need be; he conquers nothing."""

    title = T("Laudon’s step")
    rule = "fate 6♠"
    always = ("stand",)

    take: int = 0

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """When its card was turned."""
        return below_is(below, "Turn", next=9)

    def fits(self, s: Friedrich) -> bool:
        """He is on the map, with somewhere to go, and leaves with what he may."""
        if not s.holds(LAUDON_MOVES) or not s.active(AUSTRIA) or s.at[LAUDON] < 0:
            return False
        return bool(laudon_steps(s)) and (not self.take or self.take in LaudonMoves()._shares(s))

    def drafting(self, s: Friedrich, seat: int) -> bool:
        """How many troops go with him is only his player's business."""
        return self.take > 0 and seat == s.seat_of(AUSTRIA)

    def known_to(self, s: Friedrich, seat: int | None) -> Stage:
        """The others do not see what has been chosen so far."""
        return LaudonMoves(self.take if seat == s.seat_of(AUSTRIA) else 0)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(AUSTRIA), "laudon")

    def _shares(self, s: Friedrich) -> range:
        stack = s.stack(LAUDON)
        if self.take or len(stack) == 1:
            return range(0)
        return s.shares(1, len(stack) - 1, s.troops[stack[0]])

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        shares = self._shares(s)
        if shares:
            return [STAND, *(TAKE[n] for n in shares)]
        return [STAND, *(TO[city] for city in laudon_steps(s))]

    def do_take(self, s: Friedrich, seat: int, n: int) -> None:
        """§6.5"""
        self.take = n

    def no_take(self, s: Friedrich, seat: int, n: int) -> Refusal:
        """§6.1, §6.2, §6.3"""
        shares = self._shares(s)
        if not shares:
            return NobodyStays(general=GENERAL_AXIS.title(LAUDON)).by("6.5")
        return TroopsWrong(least=shares.start, most=shares.stop - 1).by("6.3")

    def do_to(self, s: Friedrich, seat: int, city: int) -> None:
        """He may join others and remove a train."""
        s.leave()
        staying = [g for g in s.stack(LAUDON) if g != LAUDON]
        if staying:
            s.part((LAUDON,), self.take)
            s.emit(Parted(LAUDON, staying[0]))
        taken = train_at(s, AUSTRIA, city)
        there = any(s.at[g] == city for g in GENERALS_OF[AUSTRIA])
        s.emit(Marched(LAUDON, 1, city))
        if taken >= 0:
            s.at[taken] = -1
            s.emit(TrainTaken(taken, city))
        s.join((LAUDON,), city)
        if there:
            s.emit(Joined(LAUDON, city))

    def no_to(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """One step, where he may stand."""
        if self._shares(s):
            return MustTake(general=GENERAL_AXIS.title(LAUDON)).by("6.5")
        return NotOneStep(city=CITIES.title(city))

    def do_stand(self, s: Friedrich, seat: int) -> None:
        """He may be left where he is."""
        s.leave()
        s.emit(NothingCame())


def west_of(s: Friedrich, city: int) -> list[int]:
    """The empty cities next to one that lie to the west of it (ruling 18)."""
    there = s.occupants()
    return [c for c in NEXT[city] if X[c] < X[city] and c not in there]


def _hildburghausen(s: Friedrich) -> None:
    """Prussia may drive a beaten Hildburghausen west (§fate 12♥)."""
    city = s.at[HILDBURGHAUSEN]
    beaten = s.active(PRUSSIA) and city >= 0 and IMPERIAL in s.beaten
    if beaten and any(west_of(s, c) for c in west_of(s, city)):
        s.push(DrivenWest())


@dataclass(slots=True)
class DrivenWest(Stage):
    """Two steps over empty cities, each west of the last (§fate 12♥, ruling 18)."""

    title = T("Hildburghausen driven west")
    rule = "fate 12♥"

    steps: int = 0

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """When its card was turned."""
        return below_is(below, "Turn", next=9)

    def fits(self, s: Friedrich) -> bool:
        """He is on the map, and Prussia has begun to drive him or not."""
        return s.holds(HILDBURGHAUSEN_WEST) and s.at[HILDBURGHAUSEN] >= 0 and self.steps in (0, 1)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if self.steps == 2:
            s.leave()
            return ()
        cities = west_of(s, s.at[HILDBURGHAUSEN])
        if self.steps and len(cities) == 1 and s.rules >= 3:
            self.do_to(s, s.seat_of(PRUSSIA), cities[0])
            return ()
        return question(s.seat_of(PRUSSIA), "drive")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        cities = west_of(s, s.at[HILDBURGHAUSEN])
        if self.steps:
            return [TO[city] for city in cities]
        return [DECLINE, *(TO[city] for city in cities if west_of(s, city))]

    def do_to(self, s: Friedrich, seat: int, city: int) -> None:
        """A step."""
        s.at[HILDBURGHAUSEN] = city
        self.steps += 1
        s.emit(Nudged(HILDBURGHAUSEN, city))

    def no_to(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """West, and empty."""
        return NotOneStep(city=CITIES.title(city))

    def do_decline(self, s: Friedrich, seat: int) -> None:
        """Prussia leaves him."""
        s.leave()
        s.emit(NothingCame())

    def no_decline(self, s: Friedrich, seat: int) -> Refusal:
        """He is on his way: both steps, or none."""
        return SecondStep()


EFFECTS: dict[tuple[int, int], Callable[[Friedrich], None]] = {
    RUSSIAN_TROOP: _any_troop(RUSSIA),
    SWAP: _swap,
    TOTTLEBEN_TROOP: _own_troop(TOTTLEBEN),
    APRAXIN_LOSES: _own_loss(APRAXIN),
    FRENCH_EXCHANGE: _french_exchange,
    LAUDON_MOVES: _laudon,
    DAUN_TROOP: _own_troop(DAUN),
    PRUSSIANS_DOWN: _prussians_down,
    PRUSSIAN_TROOP: _any_troop(PRUSSIA),
    KARL_LOSES: _own_loss(KARL),
    RUSSIANS_DOWN: _far_from_train(RUSSIA),
    STOLEN_CARD: _stolen_card,
    PRUSSIAN_LOSES: _prussian_loss,
    HANOVER_TROOP: _any_troop(HANOVER),
    EHRENSVAERD_DOWN: _far_from_train(SWEDEN, EHRENSVAERD),
    HILDBURGHAUSEN_WEST: _hildburghausen,
}

"""The course of the game: turns, the stages of the nations, and the set-up (§1, §2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board import players
from chancery.games.friedrich.board.atlas import CITIES, EAST_PRUSSIA, EAST_PRUSSIAN_OBJECTIVES, N
from chancery.games.friedrich.board.board import OPEN
from chancery.games.friedrich.board.cards import CARDS, KINDS, Kind
from chancery.games.friedrich.board.nations import (
    AUSTRIA,
    FRANCE,
    HANOVER,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
    Nation,
)
from chancery.games.friedrich.board.pieces import (
    AUSTRIAN,
    GENERAL_AXIS,
    GENERALS_OF,
    MOST_OF_A_GENERAL,
    NATION_OF,
    PIECES_N,
    START,
    WEST,
    establishment,
    in_play,
)
from chancery.games.friedrich.rules import conquest, fate, supply, victory
from chancery.games.friedrich.rules.combat import Combat, adjacent_pairs
from chancery.games.friedrich.rules.events import (
    BuriedCard,
    SetUpDone,
    StageBegan,
    TroopsAssigned,
    TurnBegan,
    WonBack,
)
from chancery.games.friedrich.rules.knowledge.known_troops import ledger
from chancery.games.friedrich.rules.knowledge.sums import Sums, among
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.notation import DISCARD, GIVE, REGAIN
from chancery.games.friedrich.rules.offensive import DECIDED_IN, Offensive
from chancery.games.friedrich.rules.refusals import (
    AlreadyGiven,
    CannotRegain,
    NotDrawn,
    NotYours,
    TroopsWrong,
)
from chancery.games.friedrich.rules.stages import Stage, below_is
from chancery.games.friedrich.rules.state import Friedrich, deck_of

FATE_FROM = 6  # the turn from which a card of fate is drawn (§2.3)


# -- set-up ------------------------------------------------------------------------------


def set_up(s: Friedrich) -> None:
    """§1: everything is laid out, and nobody holds a card.

    Pieces stand on their starting cities, which then are cities like others (§1.12, §1.18;
    §scenario 1.6, §scenario 2.6). The state keeps what is written on army sheets (§1.17). One
    deck is open (§1.20), five turns come before fate (§1.21), and no card of fate is known
    (§1.22).
    """
    s.turn, s.stage = 1, PRUSSIA
    playing = set(in_play(s.scenario))
    s.quit = ()
    s.owners = [players.owner(s, nation) for nation in range(7)]
    s.at = [START[piece] if piece in playing else -1 for piece in range(PIECES_N)]
    s.gone = [int(piece not in playing) for piece in range(PIECES_N)]
    for name in ("down", "troops", "told", "fed"):
        setattr(s, name, [0] * 24)
    s.hands = [0] * (7 * KINDS)
    s.draw, s.discards = deck_of(0), [0] * KINDS
    s.opened = 1
    s.buried, s.seen, s.feeding = (), (), ()
    s.control = s.marks = (0,) * N
    s.drawn_fates = [0] * 18
    s.fate, s.fate_suit, s.fate_used, s.fate_suits = -1, 0, 0, ()
    s.cuts = s.losses = 0
    s.offensive, s.stake, s.victor, s.beaten = OPEN, -1, -1, ()
    s.phases.append(Turn(0))
    s.phases.append(SetUp())
    ledger(s).begin(s, (_sums(s, nation) for nation in range(7)))


def _sums(s: Friedrich, nation: int) -> Sums:
    """What is known of the troops that the stacks of a nation are going to be given."""
    if not s.active(nation):
        return Sums()
    boxes = {top: s.bounds(len(s.stack(top))) for top in s.tops(nation)}
    return among(boxes, establishment(s.scenario, nation))


@dataclass(slots=True)
class SetUp(Stage):
    """Every player shares out the troops of his nations, in secret and at once (§1.19).

    A stack gets one sum; how its generals share it is open (§6.5).
    """

    title = T("the set-up")
    rule = "1.19"
    simultaneous = True

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """It comes before everything else."""
        return isinstance(below, Turn) and below.next == 0

    def fits(self, s: Friedrich) -> bool:
        """Nothing is otherwise than at the start but troops given in their order."""
        fresh = s.game.start(s.options, rules=s.rules)
        one, two = s.plain(), fresh.plain()
        if any(one[name] != two[name] for name in one if name not in ("troops", "data")):
            return False
        for seat in range(len(s.seats)):
            given = [s.troops[t] for n in range(7) if s.owners[n] == seat for t in s.tops(n)]
            if any(later and not n for n, later in pairwise(given)):
                return False
        return all(self._may_be_given(s, nation) for nation in range(7) if s.active(nation))

    def _may_be_given(self, s: Friedrich, nation: int) -> bool:
        left, waiting = establishment(s.scenario, nation) - s.total(nation), 0
        for top in s.tops(nation):
            least, most = s.bounds(len(s.stack(top)))
            if not s.troops[top]:
                waiting += len(s.stack(top))
            elif not least <= s.troops[top] <= most:
                return False
        return waiting <= left <= MOST_OF_A_GENERAL * waiting

    def _next(self, s: Friedrich, seat: int) -> int:
        """The first stack of a seat without troops; -1 if all have some."""
        for nation in range(7):
            if s.owners[nation] == seat:
                for top in s.tops(nation):
                    if not s.troops[top]:
                        return top
        return -1

    def drafting(self, s: Friedrich, seat: int) -> bool:
        """Begun and not done."""
        begun = any(
            s.troops[top]
            for nation in range(7)
            if s.owners[nation] == seat and (s.rules < 3 or len(s.tops(nation)) > 1)
            for top in s.tops(nation)
        )
        return begun and self._next(s, seat) >= 0

    def _give_the_rest(self, s: Friedrich) -> None:
        """The last stack of a nation gets what is left, as everybody knows: a single one all.

        Where numbers alone leave no choice earlier the player is asked, for they are secret.
        """
        for nation in range(7):
            if s.active(nation):
                waiting = [top for top in s.tops(nation) if not s.troops[top]]
                if len(waiting) == 1:
                    left = establishment(s.scenario, nation) - s.total(nation)
                    self.do_give(s, s.seat_of(nation), waiting[0], left)

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
        """The troops that a stack may get, so that the rest comes out right."""
        nation = NATION_OF[top]
        left = establishment(s.scenario, nation) - s.total(nation)
        own = len(s.stack(top))
        others = sum(len(s.stack(t)) for t in s.tops(nation) if t != top and not s.troops[t])
        least = max(own, left - MOST_OF_A_GENERAL * others)
        return range(least, min(MOST_OF_A_GENERAL * own, left - others) + 1)

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        top = self._next(s, seat)
        return [GIVE[top][n] for n in self.choices(s, top)]

    def do_give(self, s: Friedrich, seat: int, general: int, n: int) -> None:
        """§1.19: at least 1 and at most 8 for each general, all of the establishment."""
        s.troops[general] = n
        s.emit(TroopsAssigned(seat, general, n))

    def no_give(self, s: Friedrich, seat: int, general: int, n: int) -> Refusal:
        """Why a stack does not get so many."""
        top = self._next(s, seat)
        if s.owners[NATION_OF[general]] != seat or s.at[general] < 0:
            return NotYours(piece=GENERAL_AXIS.title(general)).by("1.19")
        if general != top:
            return AlreadyGiven(general=GENERAL_AXIS.title(top)).by("1.19")
        choices = self.choices(s, top)
        return TroopsWrong(least=choices.start, most=choices.stop - 1).by("1.19")


# -- turns -------------------------------------------------------------------------------

END, FATE, CHECK = 7, 8, 9


@dataclass(slots=True)
class Turn(Stage):
    """One turn: the seven nations one after the other, then the clock of fate (§2.1, §2.3).

    Nations act one by one, not players (§faq 2.1), all of them, with or without pieces on the
    map (§faq 3.2). Only at the end of the turn somebody wins (§12.1): attackers before the card
    of fate, then Frederick, and attackers once more (§12.2, §12.3).
    """

    title = T("the turn")
    rule = "2.1"

    next: int  # the nation, or what follows after the last

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """It is the ground of all others."""
        return below is None

    def fits(self, s: Friedrich) -> bool:
        """A moment of a war that may be."""
        return 0 <= self.next <= CHECK + 1 and players.runs(s)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        now = self.next
        self.next += 1
        if now < END:
            if now == 0:
                s.emit(TurnBegan(s.turn))
            if s.active(now):
                s.stage = now
                s.emit(StageBegan(now))
                s.push(NationStage(now, 0))
        elif now == END:
            victory.check_attackers(s)
        elif now == FATE:
            if s.turn >= FATE_FROM:
                fate.turn_card(s)
            s.beaten = ()
        elif victory.survived(s):
            victory.win(s, [PRUSSIA])
        elif now == CHECK:
            # without a card of fate nothing can have changed; version 1 asked Austria again
            if s.turn >= FATE_FROM or s.rules < 2:
                victory.check_attackers(s)
        else:
            s.turn = min(s.turn + 1, players.LAST_TURN)
            s.fed = [0] * 24
            self.next = 0
        return ()


@dataclass(slots=True)
class NationStage(Stage):
    """The five phases of one nation (§2.2)."""

    title = T("the stage of a nation")
    rule = "2.2"

    nation: Nation
    step: int

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Its nation is the one whose turn it is."""
        turn = isinstance(below, Turn) and below.next == self.nation + 1
        return turn and s.stage == self.nation and s.active(self.nation)

    def fits(self, s: Friedrich) -> bool:
        """It has come to one of its steps."""
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
        """§3.1: cards by the table; France has to discard one of those just drawn."""
        drawn = s.draw_cards(self.nation, cards_a_turn(s, self.nation))
        if drawn and discards(s, self.nation):
            discard = Discard(self.nation, tuple(sorted(drawn)))
            s.push(discard)
            if len(drawn) == 1 and s.rules >= 3:
                discard.do_discard(s, s.seat_of(self.nation), drawn[0])


def cards_a_turn(s: Friedrich, nation: int) -> int:
    """How many cards a nation draws (§3.1, §11.2).

    In the west Prussia has 2 less 1, then 1 (§scenario 1.7, §scenario 1.8), in the Austrian
    theatre 5, 4, 3 (§scenario 2.7, §scenario 2.8); the others are met by fate as in the whole
    war (§scenario 1.9, §scenario 2.9).
    """
    if nation == PRUSSIA:
        rates = {WEST: (2, 1, 1), AUSTRIAN: (5, 4, 3)}.get(s.scenario, (7, 5, 4))
        return rates[s.cuts]
    if nation == HANOVER:
        return 1 if s.losses >= 2 else 2
    if nation == AUSTRIA:
        return 4 if s.losses else 5
    if nation == FRANCE:
        return 3 if s.losses else 4
    return {RUSSIA: 4, SWEDEN: 1, IMPERIAL: 1}[nation]


def discards(s: Friedrich, nation: int) -> bool:
    """Who has to discard one of the cards just drawn (§3.1, §scenario 1.8)."""
    if nation == FRANCE:
        return not s.losses
    return nation == PRUSSIA and s.scenario == WEST and not s.cuts


@dataclass(slots=True)
class Discard(Stage):
    """One of the cards just drawn is put away, unseen by the others (§3.1)."""

    title = T("a discard")
    rule = "3.1"

    nation: Nation
    drawn: tuple[Kind, ...]

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """After drawing."""
        return below_is(below, "NationStage", nation=self.nation, step=1)

    def fits(self, s: Friedrich) -> bool:
        """The cards just drawn are in hand."""
        hand, number = s.hand(self.nation), cards_a_turn(s, self.nation)
        drawn = Counter(self.drawn)
        sorted_right = list(self.drawn) == sorted(self.drawn) and len(self.drawn) <= number
        in_hand = all(n <= hand[kind] for kind, n in drawn.items())
        return discards(s, self.nation) and sorted_right and in_hand

    def known_to(self, s: Friedrich, seat: int | None) -> Stage:
        """What was drawn is the owner's secret."""
        return Discard(self.nation, self.drawn if seat == s.seat_of(self.nation) else ())

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(self.nation), "discard")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [DISCARD[kind] for kind in sorted(set(self.drawn))]

    def do_discard(self, s: Friedrich, seat: int, kind: int) -> None:
        """§3.1"""
        s.bury(self.nation, kind)
        s.emit(BuriedCard(self.nation, seat, kind))
        s.leave()

    def no_discard(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Only one of the cards just drawn."""
        return NotDrawn(card=CARDS.title(kind))


# -- the garrison of East Prussia ----------------------------------------------------------


def garrison_missing(s: Friedrich) -> bool:
    """§13.2: Russia has all of East Prussia and nobody there (ruling 20)."""
    return (
        s.expert("garrison")
        and all(s.control[city] for city in EAST_PRUSSIAN_OBJECTIVES)
        and not any(s.at[g] in EAST_PRUSSIA for g in GENERALS_OF[RUSSIA])
    )


@dataclass(slots=True)
class Garrison(Stage):
    """Prussia regains two objectives of its choice in East Prussia (§13.2)."""

    title = T("East Prussia without a garrison")
    rule = "13.2"

    left: int = 2

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """At the end of Russia's stage."""
        return below_is(below, "NationStage", nation=RUSSIA, step=7)

    def fits(self, s: Friedrich) -> bool:
        """There is something left to be regained."""
        held = sum(s.control[city] for city in EAST_PRUSSIAN_OBJECTIVES)
        return s.expert("garrison") and 1 <= self.left <= min(2, held)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if not self.left:
            s.leave()
            return ()
        return question(s.seat_of(PRUSSIA), "regain")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [REGAIN[city] for city in EAST_PRUSSIAN_OBJECTIVES if s.control[city]]

    def do_regain(self, s: Friedrich, seat: int, city: int) -> None:
        """§13.2"""
        s.mark(city, held=0)
        s.emit(WonBack(PRUSSIA, city))
        self.left -= 1

    def no_regain(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """Only what Russia holds in East Prussia."""
        return CannotRegain(city=CITIES.title(city))

"""Phase 3: combat (§7). The retreat of a beaten stack (§8) is in retreat.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.observations import AtMost
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import CITIES, NEXT, SPADES, SUIT
from chancery.games.friedrich.board.board import Board
from chancery.games.friedrich.board.cards import (
    BY_SUIT,
    CARDS,
    KINDS,
    PLAYS,
    RESERVE,
    RESERVE_WORTH,
    SUIT_OF,
    SYMBOLS,
    VALUE,
    Kind,
    kinds_in,
)
from chancery.games.friedrich.board.fate_cards import (
    ELEVEN_DOUBLES,
    EVADE_DAUN,
    FRENCH_POINT,
    FRIEDRICH_MUST,
    FRIEDRICH_ZERO,
    LOW_CARDS,
    SOUBISE_SUIT,
)
from chancery.games.friedrich.board.nations import FRANCE, PRUSSIA, Nation
from chancery.games.friedrich.board.pieces import (
    DAUN,
    FRIEDRICH,
    GENERAL_AXIS,
    HILDBURGHAUSEN,
    HOSTILE_GENERALS_TO,
    NATION_OF,
    SOUBISE,
    General,
)
from chancery.games.friedrich.rules import offensive, retreat, stacks, tactical_cards
from chancery.games.friedrich.rules.events import (
    Announced,
    CardPlayed,
    Drawn,
    Evaded,
    FightBegan,
    Stood,
    Won,
)
from chancery.games.friedrich.rules.knowledge.known_troops import known_troops
from chancery.games.friedrich.rules.notation import DOUBLE, EVADE, FIGHT, PLAY_OF, QUIT, STAND
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.refusals import (
    CardTooHigh,
    MustPlay,
    MustReachPositive,
    NoSuchFight,
    NotInHand,
    NotTheEnd,
    SuitBarred,
    WrongSuit,
)
from chancery.games.friedrich.rules.state import Friedrich

ATTACKER, DEFENDER = range(2)


class Pair(NamedTuple):
    """A stack of the active nation and a hostile one next to it, by their top generals."""

    attacker: General
    defender: General


class Laid(NamedTuple):
    """A card played in a fight and the points it counted."""

    side: int
    card: Kind
    value: int


@dataclass(slots=True)
class Combat(FriedrichPhase):
    """The fights of the active nation, fixed when the phase begins and fought one by one (§7.1)."""

    title = T("combat")
    rule = "7.1"

    nation: Nation
    pairs: Annotated[tuple[Pair, ...], AtMost(20)]

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the nation's stage has reached combat, after its movement."""
        return below_is(below, "NationStage", nation=self.nation, step=4)

    def fits(self, s: Friedrich) -> bool:
        """Return whether the remaining fights are possible in this position."""
        pairs = adjacent_pairs(s, self.nation)
        return list(self.pairs) == [pair for pair in pairs if pair in self.pairs]

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if not self.pairs:
            s.leave()
            return ()
        if len(self.pairs) == 1:
            self._begin(s, self.pairs[0])
            return ()
        return question(s.seat_of(self.nation), "fight")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [FIGHT[pair.attacker][pair.defender] for pair in self.pairs]

    def do_fight(self, s: Friedrich, seat: int, attacker: int, defender: int) -> None:
        """§7.1: the active player chooses the order of the fights."""
        self._begin(s, Pair(attacker, defender))

    def no_fight(self, s: Friedrich, seat: int, attacker: int, defender: int) -> Refusal:
        """§7.1: only stacks that were adjacent when the phase began fight each other."""
        return NoSuchFight(
            attacker=GENERAL_AXIS.title(attacker), defender=GENERAL_AXIS.title(defender)
        )

    def _begin(self, s: Friedrich, pair: Pair) -> None:
        self.pairs = tuple(other for other in self.pairs if other != pair)
        s.emit(FightBegan(pair.attacker, pair.defender))
        if HILDBURGHAUSEN in s.stack(pair.attacker):
            s.fate_suits = tuple(sorted({*s.fate_suits, SUIT[s.at[pair.attacker]]}))
        evades = NATION_OF[pair.defender] == PRUSSIA and s.holds(EVADE_DAUN)
        if evades and DAUN in s.stack(pair.attacker) and escapes(s, pair.defender):
            s.push(Evasion(pair.attacker, pair.defender))
        else:
            begin(s, pair.attacker, pair.defender)

    def drop(self, general: int) -> None:
        """Remove the fights of a beaten stack, which takes no further part (§7.13)."""
        self.pairs = tuple(pair for pair in self.pairs if general not in pair)


def adjacent_pairs(s: Board, nation: int) -> tuple[Pair, ...]:
    """§7.1, §7.12: every stack fights every hostile stack next to it."""
    hostile = {s.at[enemy] for enemy in HOSTILE_GENERALS_TO[nation]}
    return tuple(
        Pair(top, enemy)
        for top in s.tops(nation)
        if not hostile.isdisjoint(NEXT[s.at[top]])
        for enemy in s.enemies_next_to(nation, s.at[top])
    )


def escapes(s: Friedrich, general: int) -> list[int]:
    """Return the empty cities next to the stack of a general."""
    occupants = s.occupants()
    return [city for city in NEXT[s.at[general]] if city not in occupants]


def begin(s: Friedrich, attacker: int, defender: int) -> None:
    """Announce both strengths, but never how troops are distributed (§7.2), and begin the fight."""
    sums = stacks.announce(s, attacker), stacks.announce(s, defender)
    s.emit(Announced(attacker, sums[0], defender, sums[1]))
    s.push(Fight(attacker, defender, sums[0] - sums[1]))


@dataclass(slots=True)
class Evasion(FriedrichPhase):
    """A Prussian stack may step aside before Daun attacks it (§fate 8♣, ruling 16)."""

    title = T("evading Daun")
    rule = "fate 8♣"
    always = ("stand",)

    attacker: General
    defender: General

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the two stacks can fight in the combat phase below."""
        return meets(s, below, self.attacker, self.defender)

    def fits(self, s: Friedrich) -> bool:
        """Return whether Daun attacks a Prussian stack that has an empty city next to it."""
        prussian = NATION_OF[self.defender] == PRUSSIA and s.holds(EVADE_DAUN)
        return prussian and DAUN in s.stack(self.attacker) and bool(escapes(s, self.defender))

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(PRUSSIA), "evade")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [STAND, *(EVADE[city] for city in escapes(s, self.defender))]

    def do_stand(self, s: Friedrich, seat: int) -> None:
        """Decline to evade, so that the fight takes place."""
        s.leave()
        s.emit(Stood(self.defender))
        begin(s, self.attacker, self.defender)

    def do_evade(self, s: Friedrich, seat: int, city: int) -> None:
        """Move the stack by one city without loss; it fights no more in this phase."""
        s.leave()
        for general in s.stack(self.defender):
            s.at[general] = city
        s.emit(Evaded(self.defender, city))
        combat_below(s).drop(self.defender)

    def no_evade(self, s: Friedrich, seat: int, city: int) -> Refusal:
        """Explain that a stack can evade only to an adjacent empty city."""
        return NotTheEnd(city=CITIES.title(city))


def meets(s: Friedrich, below: Phase[Friedrich] | None, attacker: int, defender: int) -> bool:
    """Return whether two stacks can be fighting in the combat phase below."""
    if not isinstance(below, Combat) or Pair(attacker, defender) in below.pairs:
        return False
    return Pair(attacker, defender) in adjacent_pairs(s, below.nation)


def combat_below(s: Friedrich) -> Combat:
    """Return the combat phase on the stack, with the fights still to come."""
    for phase in reversed(s.phases):
        if isinstance(phase, Combat):
            return phase
    raise AssertionError("a fight outside of combat")


@dataclass(slots=True)
class Fight(FriedrichPhase):
    """A fight with cards (§7.3, §7.4).

    Special cases (§7.8): at zero the attacker begins (§7.9), each side plays the suit of its own
    sector (§7.10), a stack fights as one (§7.11). Friedrich may have to reach a positive score
    first (§fate 7♦, §faq 11.3).
    """

    title = T("a fight")
    rule = "7.3"

    attacker: General
    defender: General
    score: int  # of the attacker
    side: int = -1  # the side with the right to play; -1: the fight has just begun
    laid: Annotated[tuple[Laid, ...], AtMost(24)] = ()
    duty: int = 0  # 7 diamonds: 1: Friedrich must reach a positive score here, 2: he has

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the two stacks can fight in the combat phase below."""
        return meets(s, below, self.attacker, self.defender)

    def fits(self, s: Friedrich) -> bool:
        """Return whether both strengths are public and the score follows from them and the
        cards."""
        if self.side not in (ATTACKER, DEFENDER) or self.duty not in range(3):
            return False
        sums = s.troops[self.attacker], s.troops[self.defender]
        for general, n in zip((self.attacker, self.defender), sums, strict=True):
            if known_troops(s).box(s, general) != (n, n):
                return False
        score = sums[0] - sums[1]
        for play in self.laid:
            if play.side not in (ATTACKER, DEFENDER) or not 0 <= play.value <= 2 * VALUE[play.card]:
                return False
            score += play.value if play.side == ATTACKER else -play.value
        return score == self.score and self.own_score() <= 0

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        if self.side < 0:
            # §7.9: at zero the attacker begins
            self.side = ATTACKER if self.score <= 0 else DEFENDER
            self._begin_duty(s)
        nation = self.nation(self.side)
        if not s.hand_size(nation):
            self._give_up(s)  # an empty hand is public, so there is nothing to ask
            return ()
        return question(s.seat_of(nation), "battle")

    def nation(self, side: int) -> int:
        """Return the nation that fights on a side."""
        return NATION_OF[self.general(side)]

    def general(self, side: int) -> int:
        """Return the top general of a side."""
        return self.attacker if side == ATTACKER else self.defender

    def with_turn(self, side: int) -> Fight:
        """Return a copy in which a side has the right to play."""
        fight = self.copy()
        assert isinstance(fight, Fight)
        fight.side = side
        return fight

    def own_score(self) -> int:
        """Return the score of the side that has the right to play."""
        return self.score if self.side == ATTACKER else -self.score

    def _friedrichs_side(self, s: Board) -> int:
        for side in (ATTACKER, DEFENDER):
            if FRIEDRICH in s.stack(self.general(side)):
                return side
        return -1

    def _begin_duty(self, s: Friedrich) -> None:
        if s.holds(FRIEDRICH_MUST) and not s.fate_used and self._friedrichs_side(s) >= 0:
            self.duty = 1

    # -- what may be played ----------------------------------------------------------------

    def ceiling(self, s: Board) -> int:
        """Return the highest value that may be played.

        Where Prussia and France fight, §fate 3♣ forbids cards of 10 or more, and a Reserve counts 9
        at most.
        """
        if s.holds(LOW_CARDS) and {self.nation(0), self.nation(1)} == {PRUSSIA, FRANCE}:
            return 9
        return 99

    def suit(self, s: Board) -> int:
        """Return the suit of the own sector, which must be played (§7.3, §7.10); -1 if it is
        forbidden.

        §fate 3♥: Soubise may not attack with a suit with which Hildburghausen has attacked.
        """
        suit = SUIT[s.at[self.general(self.side)]]
        if suit in s.fate_suits and s.holds(SOUBISE_SUIT) and self.side == ATTACKER:
            return -1 if SOUBISE in s.stack(self.attacker) else suit
        return suit

    def suited(self, s: Friedrich) -> list[int]:
        """Return the cards of the right suit in the hand of the side that plays (§7.3, §7.10)."""
        nation = self.nation(self.side)
        suit = self.suit(s)
        ceiling = self.ceiling(s)
        start = nation * KINDS
        return [
            kind
            for kind in kinds_in(s.hands, start)
            if SUIT_OF[kind] == suit and VALUE[kind] <= ceiling
        ]

    def reserves(self, s: Friedrich) -> list[int]:
        """Return the Reserves in the hand of the side that plays (§3.2)."""
        start = self.nation(self.side) * KINDS
        return [kind for kind in BY_SUIT[RESERVE] if s.hands[start + kind]]

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        suited, reserves = self.suited(s), self.reserves(s)
        actions = [PLAY_OF[kind, VALUE[kind]] for kind in suited]
        if self.nation(self.side) == PRUSSIA and s.holds(ELEVEN_DOUBLES):
            actions += [DOUBLE[k] for k in suited if SUIT_OF[k] == SPADES and VALUE[k] == 11]
        most = min(RESERVE_WORTH, self.ceiling(s))
        least = self._least_of_a_reserve(s, suited, reserves)
        actions += [PLAY_OF[kind, n] for kind in reserves for n in range(least, most + 1)]
        if self._may_quit(s, suited, reserves):
            actions.append(QUIT)
        return actions

    def must_reach_positive(self, s: Board) -> bool:
        """Return whether the side that plays must reach a positive score or play all it can
        (§fate 7♦)."""
        return self.duty == 1 and self._friedrichs_side(s) == self.side

    def _least_of_a_reserve(self, s: Friedrich, suited: list[int], reserves: list[int]) -> int:
        """Return the least points for which a Reserve may be played.

        While Friedrich can reach a positive score with all his cards, he may not make that
        impossible (§fate 7♦, §faq 11.3, ruling 15). Until rules version 2 he could count a Reserve
        low and then give up.
        """
        if s.rules < 3 or not self.must_reach_positive(s):
            return 1
        start = self.nation(self.side) * KINDS
        within_reach = self.own_score() + sum(s.hands[start + k] * VALUE[k] for k in suited)
        within_reach += RESERVE_WORTH * sum(s.hands[start + k] for k in reserves)
        if within_reach <= 0:
            return 1  # he plays all he can
        return max(1, RESERVE_WORTH + 1 - within_reach)

    def _may_quit(self, s: Friedrich, suited: list[int], reserves: list[int]) -> bool:
        if self.own_score() == 0 and suited:
            return False  # §7.7
        return not (self.must_reach_positive(s) and (suited or reserves))

    def do_play(self, s: Friedrich, seat: int, play: int) -> None:
        """Play a card of the own sector's suit, or a Reserve for the chosen points (§7.3,
        §faq 3.1)."""
        kind, value, _ = PLAYS[play]
        self._lay(s, kind, value)

    def do_double(self, s: Friedrich, seat: int, kind: int) -> None:
        """§fate 11♠: an eleven of spades counts double if Prussia wishes."""
        self._lay(s, kind, 2 * VALUE[kind])

    def no_play(self, s: Friedrich, seat: int, play: int) -> Refusal:
        """Return the reason why a card cannot be played."""
        kind, value, _ = PLAYS[play]
        nation = self.nation(self.side)
        title = CARDS.title(kind)
        if not s.hands[nation * KINDS + kind]:
            return NotInHand(card=title).by("7.3")
        if value > self.ceiling(s):
            return CardTooHigh(card=title).by("fate 3♣")
        if SUIT_OF[kind] == RESERVE:
            return MustReachPositive().by("fate 7♦")
        suit = SUIT[s.at[self.general(self.side)]]
        if SUIT_OF[kind] != suit:
            return WrongSuit(card=title, suit=SYMBOLS[suit]).by("7.3")
        return SuitBarred(card=title).by("fate 3♥")

    def no_double(self, s: Friedrich, seat: int, kind: int) -> Refusal:
        """Return the reason why a card does not count double."""
        return SuitBarred(card=CARDS.title(kind)).by("fate 11♠")

    def do_quit(self, s: Friedrich, seat: int) -> None:
        """§7.4: the fight ends when the side with the right to play gives up."""
        self._give_up(s)

    def no_quit(self, s: Friedrich, seat: int) -> Refusal:
        """Return the reason why the side may not give up: §7.7 or §fate 7♦"""
        if self.own_score() == 0 and self.suited(s):
            return MustPlay().by("7.7")
        return MustReachPositive().by("fate 7♦")

    def _lay(self, s: Friedrich, kind: int, value: int) -> None:
        nation = self.nation(self.side)
        tactical_cards.discard_openly(s, nation, kind)
        counts = self.counts(s, value)
        if counts != value:
            s.fate_used = 1
        self.laid = (*self.laid, Laid(self.side, kind, counts))
        self.score += counts if self.side == ATTACKER else -counts
        own_score = self.own_score()
        s.emit(CardPlayed(nation, kind, counts, own_score))
        if own_score > 0 and self.must_reach_positive(s):
            self.duty = 2
            s.fate_used = 1
        if own_score >= 0:
            self.side = 1 - self.side  # §7.4

    def counts(self, s: Board, value: int) -> int:
        """Return the points of a card after the text of fate in force (§fate 4♠, §fate 10♥)."""
        if s.fate_used:
            return value
        nation = self.nation(self.side)
        if nation == FRANCE and s.holds(FRENCH_POINT):
            return value + 1
        attacked = self.side == DEFENDER and FRIEDRICH in s.stack(self.defender)
        if nation == PRUSSIA and s.holds(FRIEDRICH_ZERO) and attacked:
            return 0
        return value

    # -- the end -----------------------------------------------------------------------------

    def _give_up(self, s: Friedrich) -> None:
        """§7.4, §7.5, §7.6, §7.7: the side that has the right to play does not use it."""
        loser, winner = self.general(self.side), self.general(1 - self.side)
        score = self.own_score()
        if self.must_reach_positive(s):
            s.fate_used = 1  # he has played all he could
        if s.holds(FRIEDRICH_ZERO) and FRIEDRICH in s.stack(self.defender):
            s.fate_used = 1  # only the first fight in which he is attacked
        s.leave()
        if score == 0:
            s.emit(Drawn(self.attacker, self.defender))
            return
        finish(s, winner, loser, -score)


def finish(s: Friedrich, winner: int, loser: int, points: int) -> None:
    """Resolve a lost fight.

    The beaten stack loses troops and retreats as far (§7.5, §8.1), the winner keeps his troops
    (§7.6); without a full path for the retreat the whole stack is lost (§8.7).
    """
    nation = NATION_OF[loser]
    combat_below(s).drop(loser)
    lost = min(points, s.troops[loser])
    s.victor = winner
    s.beaten = tuple(sorted({*s.beaten, nation}))
    s.emit(Won(winner, loser, points))
    stacks.lose_openly(s, loser, lost)
    offensive.after_fight(s, winner, loser, points)
    if s.at[loser] >= 0:
        retreat.retreat(s, winner, loser, lost)

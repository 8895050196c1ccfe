"""Free troops and lost troops, by a card of fate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chancery.core import Action, Phase, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.fate_cards import (
    APRAXIN_LOSES,
    DAUN_TROOP,
    HANOVER_TROOP,
    KARL_LOSES,
    PRUSSIAN_LOSES,
    PRUSSIAN_TROOP,
    RUSSIAN_TROOP,
    TOTTLEBEN_TROOP,
)
from chancery.games.friedrich.board.nations import HANOVER, PRUSSIA, RUSSIA, Nation
from chancery.games.friedrich.board.pieces import (
    APRAXIN,
    DAUN,
    GENERAL_AXIS,
    KARL,
    MOST_OF_A_GENERAL,
    NATION_OF,
    TOTTLEBEN,
)
from chancery.games.friedrich.rules import army_limits
from chancery.games.friedrich.rules.events import FateLoss, FateSpared, FateTroop, Fed
from chancery.games.friedrich.rules.knowledge.known_troops import known_troops
from chancery.games.friedrich.rules.notation import CHOOSE
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.refusals import CannotChoose
from chancery.games.friedrich.rules.state import Friedrich


def _has_room(s: Friedrich, general: int) -> bool:
    top = s.top(general)
    return s.troops[top] < MOST_OF_A_GENERAL * len(s.stack(top))


def gains_possible(s: Friedrich, nation: int) -> bool:
    """Whether a nation can take another troop: everybody can tell."""
    generals = s.on_map(nation)
    most = min(army_limits.ceiling(s, nation), MOST_OF_A_GENERAL * len(generals))
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
        if s.at[general] < 0 or s.total(nation) >= army_limits.ceiling(s, nation):
            return
        top, number = s.top(general), len(s.stack(general))
        gains = _has_room(s, general)
        s.troops[top] += gains
        known_troops(s).gained(s, top, MOST_OF_A_GENERAL * number, gains)
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
    known_troops(s).spared(s, top, number, loses)
    s.emit(FateLoss(general) if loses else FateSpared(general))


_FREE = {RUSSIA: RUSSIAN_TROOP, PRUSSIA: PRUSSIAN_TROOP, HANOVER: HANOVER_TROOP}


@dataclass(slots=True)
class FreeTroop(FriedrichPhase):
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
        known_troops(s).one_more(s, self.nation)
        s.emit(Fed(s.seat_of(self.nation), general, 1))
        s.emit(FateTroop(-1, self.nation))
        s.leave()


def _prussian_loss(s: Friedrich) -> None:
    """Prussia picks a general who loses a troop (§fate 10♣)."""
    if s.total(PRUSSIA) > len(s.on_map(PRUSSIA)):
        s.push(PrussianLoss())


@dataclass(slots=True)
class PrussianLoss(FriedrichPhase):
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


EFFECTS: dict[tuple[int, int], Callable[[Friedrich], None]] = {
    RUSSIAN_TROOP: _any_troop(RUSSIA),
    TOTTLEBEN_TROOP: _own_troop(TOTTLEBEN),
    APRAXIN_LOSES: _own_loss(APRAXIN),
    DAUN_TROOP: _own_troop(DAUN),
    PRUSSIAN_TROOP: _any_troop(PRUSSIA),
    KARL_LOSES: _own_loss(KARL),
    PRUSSIAN_LOSES: _prussian_loss,
    HANOVER_TROOP: _any_troop(HANOVER),
}

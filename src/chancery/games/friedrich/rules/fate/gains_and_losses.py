"""Texts of fate that give a free troop or take a troop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chancery.core import Action, Question, Refusal, question
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
from chancery.games.friedrich.rules.phase_base import FatePhase
from chancery.games.friedrich.rules.refusals import CannotChoose
from chancery.games.friedrich.rules.state import Friedrich


def _has_room(s: Friedrich, general: int) -> bool:
    top = s.top(general)
    return s.troops[top] < MOST_OF_A_GENERAL * len(s.stack(top))


def gains_possible(s: Friedrich, nation: int) -> bool:
    """Return whether a nation can take another troop, by public knowledge."""
    generals = s.on_map(nation)
    limit = min(army_limits.ceiling(s, nation), MOST_OF_A_GENERAL * len(generals))
    return s.active(nation) and bool(generals) and s.total(nation) < limit


def _any_troop(nation: int) -> Callable[[Friedrich], None]:
    """Return the effect "a free troop for a general of the nation's choice".

    Used for §fate 1♣, §fate 8♠ and §fate 11♣.
    """

    def effect(s: Friedrich) -> None:
        if gains_possible(s, nation):
            s.push(FreeTroop(nation))

    return effect


def _own_troop(general: int) -> Callable[[Friedrich], None]:
    """Return the effect "a free troop for this general, if he can take it" (§fate 1♦, §fate 6♣)."""

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
    """Return the effect "this general loses a troop, if he can spare it".

    Used for §fate 2♥ and §fate 8♦ (ruling 12).
    """

    def effect(s: Friedrich) -> None:
        if s.at[general] >= 0:
            lose_one(s, general)

    return effect


def lose_one(s: Friedrich, general: int) -> None:
    """Take a troop from the stack of a general, unless a general would leave the map for it."""
    top, number = s.top(general), len(s.stack(general))
    loses = s.troops[top] > number
    s.troops[top] -= loses
    known_troops(s).spared(s, top, number, loses)
    s.emit(FateLoss(general) if loses else FateSpared(general))


_FREE = {RUSSIA: RUSSIAN_TROOP, PRUSSIA: PRUSSIAN_TROOP, HANOVER: HANOVER_TROOP}


@dataclass(slots=True)
class FreeTroop(FatePhase):
    """A nation gives a free troop to a general of its choice, in secret (§10.4)."""

    title = T("a free troop")
    rule = "fate 8♠"

    nation: Nation

    def fits(self, s: Friedrich) -> bool:
        """Return whether the text in force is this nation's and it can take a troop."""
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
        """Give the troop to a stack; the others do not see which."""
        self._give(s, general)

    def no_choose(self, s: Friedrich, seat: int, general: int) -> Refusal:
        """Explain that it must be a stack of the nation on the map with room for a troop."""
        return CannotChoose(general=GENERAL_AXIS.title(general)).by("6.2")

    def _give(self, s: Friedrich, general: int) -> None:
        s.troops[general] += 1
        known_troops(s).one_more(s, self.nation)
        s.emit(Fed(s.seat_of(self.nation), general, 1))
        s.emit(FateTroop(-1, self.nation))
        s.leave()


def _prussian_loss(s: Friedrich) -> None:
    """Let Prussia choose a general who loses a troop, if any can spare one (§fate 10♣)."""
    if s.total(PRUSSIA) > len(s.on_map(PRUSSIA)):
        s.push(PrussianLoss())


@dataclass(slots=True)
class PrussianLoss(FatePhase):
    """A Prussian general of Prussia's choice loses a troop (§fate 10♣, ruling 12)."""

    title = T("a lost troop")
    rule = "fate 10♣"

    def fits(self, s: Friedrich) -> bool:
        """Return whether any Prussian stack can spare a troop."""
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
        """Take the troop from the chosen stack."""
        s.leave()
        lose_one(s, general)

    def no_choose(self, s: Friedrich, seat: int, general: int) -> Refusal:
        """Explain that it must be a stack on the map that can spare a troop."""
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

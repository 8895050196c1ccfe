"""The six strokes of fate: nations that leave the war, subsidies that are cut (§11.2, §11.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chancery.core import Action, Question, Refusal, question
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import OBJECTIVES_OF
from chancery.games.friedrich.board.cards import KINDS, kinds_in
from chancery.games.friedrich.board.fate_cards import (
    AMERICA,
    ELISABETH,
    INDIA,
    LORD_BUTE,
    POEMS,
    SWEDEN_QUITS,
)
from chancery.games.friedrich.board.nations import (
    AUSTRIA,
    FRANCE,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
)
from chancery.games.friedrich.board.pieces import (
    CUMBERLAND,
    FRIEDRICH,
    GENERAL_AXIS,
    GENERALS_OF,
    LEHWALDT,
    NATION_OF,
    PIECES_OF,
)
from chancery.games.friedrich.rules import offensive, players, stacks, tactical_cards, victory
from chancery.games.friedrich.rules.events import (
    DrawChanged,
    DrawStays,
    ImperialChanged,
    NationQuit,
    ObjectivesEased,
    Retired,
    SubsidiesCut,
    WarOverseas,
)
from chancery.games.friedrich.rules.knowledge.known_troops import known_troops
from chancery.games.friedrich.rules.notation import RETIRE
from chancery.games.friedrich.rules.phase_base import FatePhase
from chancery.games.friedrich.rules.refusals import CannotRetire
from chancery.games.friedrich.rules.state import Friedrich, SeenCard


def already_won(s: Friedrich) -> bool:
    """Return whether the stroke has just won the game for Frederick, so that it has no further
    effect (§12.3).

    Until rules version 2 it still retired generals and moved the Imperial Army.
    """
    return s.rules >= 3 and victory.survived(s)


def carry_out(s: Friedrich) -> None:
    """Carry out the stroke that was turned and report its consequences for the nations in the game.

    These are the cards drawn each turn (§11.2), the Imperial Army (§11.4) and objectives (§11.7).
    """
    nations = range(7)
    eased = [victory.eased(s, nation) for nation in nations]
    drawn = [tactical_cards.cards_a_turn(s, nation) for nation in nations]
    discarding = [tactical_cards.discards(s, nation) for nation in nations]
    STROKES[s.fate](s)
    if already_won(s):
        return
    move_imperial_army(s)
    for nation in filter(s.active, nations):
        n, keeps = tactical_cards.cards_a_turn(s, nation), discarding[nation]
        keeps = keeps and not tactical_cards.discards(s, nation)
        if keeps or n != drawn[nation]:
            s.emit(DrawChanged(nation, n, int(keeps)))
        if victory.eased(s, nation) and not eased[nation]:
            s.emit(ObjectivesEased(nation))


def _leave_game(s: Friedrich, nation: int) -> None:
    """Take a nation out of the war (ruling 2).

    Its pieces and markers are removed, its hand is discarded, its turns are skipped. A nation that
    is not on the map leaves too where Frederick has to outlast it (§scenario 2.10).
    """
    newly = nation not in s.quit
    if newly:
        s.quit = (*s.quit, nation)
    if not s.active(nation):
        if newly and nation in victory.outlasted(s):
            s.emit(NationQuit(nation))
        return
    for piece in PIECES_OF[nation]:
        s.at[piece] = -1
        s.gone[piece] = 1
    for general in GENERALS_OF[nation]:
        for row in (s.troops, s.told, s.down, s.fed):
            row[general] = 0
    known_troops(s).forget(s, nation)
    for city in OBJECTIVES_OF[nation]:
        s.mark(city, control=0)
    for kind in kinds_in(s.hands, nation * KINDS):
        for _ in range(s.hands[nation * KINDS + kind]):
            tactical_cards.discard_unseen(s, nation, kind)
    s.owners[nation] = -1
    s.emit(NationQuit(nation))


def _retire(s: Friedrich, general: int) -> None:
    """Remove a general for good, even off the map (§11.2, §faq 11.1, rulings 3 and 4).

    The only general of a nation is never removed (ruling 21).
    """
    nation = NATION_OF[general]
    others = [g for g in GENERALS_OF[nation] if g != general and not s.gone[g]]
    if s.gone[general] or not others:
        return
    s.emit(Retired(general, stacks.retire(s, general)))


def _elisabeth(s: Friedrich) -> None:
    """The Tsarina dies: Russia leaves the war, Lehwaldt retires (§fate elisabeth)."""
    _leave_game(s, RUSSIA)
    if not already_won(s):
        _retire(s, LEHWALDT)


def _overseas(s: Friedrich) -> None:
    """India and America (§fate india, §fate america): at first fewer cards, then France leaves."""
    s.losses = min(2, s.losses + 1)
    s.emit(WarOverseas(s.losses))
    if s.losses == 2:
        _leave_game(s, FRANCE)
        if not already_won(s):
            _retire(s, CUMBERLAND)


def _sweden(s: Friedrich) -> None:
    """Sweden makes peace, and Prussia retires a general of its choice (§fate sweden)."""
    _leave_game(s, SWEDEN)
    if s.active(PRUSSIA) and retirable(s) and not already_won(s):
        s.push(Retirement())


def _subsidies(s: Friedrich) -> None:
    """England cuts its subsidies to Prussia (§fate lord-bute, §fate poems)."""
    drawn = tactical_cards.cards_a_turn(s, PRUSSIA)
    s.cuts = min(2, s.cuts + 1)
    s.emit(SubsidiesCut(s.cuts))
    if tactical_cards.cards_a_turn(s, PRUSSIA) == drawn:
        s.emit(DrawStays(PRUSSIA, drawn))
    offensive.check_failed(s)


def move_imperial_army(s: Friedrich) -> None:
    """§11.4: give the Imperial Army to its next player, with troops, hand and markers (ruling 5).

    With three players it changes hands in the same way (§11.10).
    """
    name = players.imperial_player(s)
    if not name or not s.active(IMPERIAL):
        return
    if name not in s.seats:
        name = "elisabeth"
    seat = s.seats.index(name)
    if s.owners[IMPERIAL] != seat:
        s.owners[IMPERIAL] = seat
        hand = tuple(s.hand(IMPERIAL))
        # its player until now remembers the cards
        kinds = kinds_in(hand)
        if s.rules >= 2:  # until then only one of two Reserves of a deck was remembered
            kinds = [kind for kind in kinds for _ in range(hand[kind])]
        s.seen = (*s.seen, *(SeenCard(AUSTRIA, IMPERIAL, kind) for kind in kinds))
        s.emit(ImperialChanged(seat, s.total(IMPERIAL), hand))


def retirable(s: Friedrich) -> list[int]:
    """Return the Prussian generals who could be retired: on or off the map, never Friedrich."""
    remaining = [g for g in GENERALS_OF[PRUSSIA] if not s.gone[g]]
    return [g for g in remaining if g != FRIEDRICH] if len(remaining) > 1 else []


@dataclass(slots=True)
class Retirement(FatePhase):
    """Prussia chooses the general who retires when Sweden makes peace (§fate sweden)."""

    title = T("a retirement")
    rule = "fate sweden"

    def fits(self, s: Friedrich) -> bool:
        """Return whether Prussia has a choice of generals."""
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
        """§faq 6.1: retire the general; his troops may go to his stack first."""
        s.leave()
        _retire(s, general)

    def no_retire(self, s: Friedrich, seat: int, general: int) -> Refusal:
        """Explain that it must be a Prussian general other than Friedrich."""
        return CannotRetire(general=GENERAL_AXIS.title(general))


STROKES: dict[int, Callable[[Friedrich], None]] = {
    ELISABETH: _elisabeth,
    INDIA: _overseas,
    AMERICA: _overseas,
    SWEDEN_QUITS: _sweden,
    LORD_BUTE: _subsidies,
    POEMS: _subsidies,
}

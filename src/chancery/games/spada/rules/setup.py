"""The set-up (§setup) and the choice of the first Counsellor (§winter.first)."""

from __future__ import annotations

from chancery.games.spada.board.components import (
    CARDS_AT_START,
    CARDS_OF_A_KIND,
    FARMS_AT_START,
    PRIVILEGES_OF_A_KIND,
    SEAT_NAMES,
    problem_of,
)
from chancery.games.spada.rules.deck import draw_cards
from chancery.games.spada.rules.events import Drew
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.rules.year import WINTER, Year


def set_up(s: Spada) -> None:
    """Set up the game (§setup).

    Each player has a fief (§setup.board), eight resource cards from the shuffled deck
    (§setup.deck), two farms on the board and the other houses in stock (§setup.houses), no builders
    yet (§setup.empty); cathedral, privileges and points are ready (§setup.supply).
    """
    n = len(s.seats)
    s.year, s.built = 1, 0
    s.hands, s.drafts, s.offers, s.latest, s.known = ([0] * (n * 4) for _ in range(5))
    s.known_agendas = (0,) * (n * 8)
    s.deck, s.discards, s.loot = [CARDS_OF_A_KIND] * 4, [0] * 4, (0,) * 4
    s.privileges, s.supply = (0,) * (n * 4), (PRIVILEGES_OF_A_KIND,) * 4
    s.farms, s.builders, s.points = (FARMS_AT_START,) * n, (0,) * n, (0,) * n
    s.spent, s.notes, s.unarmed = (0,) * 8, (), (0,) * n
    for seat in range(n):
        cards = draw_cards(s, CARDS_AT_START)
        s.receive(seat, cards, openly=False)
        s.emit(Drew(seat, tuple(cards)))
    s.agenda = s.data.cross
    s.problem = problem_of(s.agenda)
    s.counsellor = _deal_agenda(s)
    s.push(Year(WINTER))


def _deal_agenda(s: Spada) -> int:
    """Deal the agenda cards (§setup.four, §setup.three) and return the first Counsellor
    (§winter.first.four, §winter.first.three).

    With four players and all sixteen cards the stone cross is dealt too and decides; otherwise it
    lies on the table, and the first Counsellor (the oldest player) is an option of the table or
    random.
    """
    n = len(s.seats)
    pile = s.data.agenda(s.options)
    pile[s.data.cross] -= 1
    cross_dealt = n == 4 and s.options["agenda"] == "full"
    pile.append(int(cross_dealt))
    agendas = [0] * (n * 8)
    first = -1
    for seat in range(n):
        for _ in range(sum(pile) // (n - seat)):
            card = s.pick(pile)
            pile[card] -= 1
            if card == 8:
                first = seat
            else:
                agendas[seat * 8 + card] += 1
    s.agendas = tuple(agendas)
    if cross_dealt:
        return first
    chosen = s.options["counsellor"]
    return s.pick([1] * n) if chosen == "random" else SEAT_NAMES.index(str(chosen))

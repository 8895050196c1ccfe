"""The end of the game (§12, §13.9): objectives needed for victory (§1.3, §1.4), and the reduced
number after nations have left the war (§11.7, §11.8, §11.9)."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import Action, Outcome, Phase, Question, question
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import COUNTRY, OBJECTIVES_OF, ORDER
from chancery.games.friedrich.board.board import ADOPTED, FAILED, TAKEN, Board
from chancery.games.friedrich.board.nations import (
    ATTACKERS,
    AUSTRIA,
    FRANCE,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
)
from chancery.games.friedrich.board.pieces import AUSTRIAN, WEST
from chancery.games.friedrich.rules.events import AustriaClaims, AustriaWaits, GameWon
from chancery.games.friedrich.rules.notation import CLAIM, DECLINE
from chancery.games.friedrich.rules.phase_base import FriedrichPhase, below_is
from chancery.games.friedrich.rules.players import imperial_player
from chancery.games.friedrich.rules.state import Friedrich

_FIRST_ORDER_OF = tuple(
    tuple(city for city in objectives if ORDER[city] == 1) for objectives in OBJECTIVES_OF
)
CLAIMS = 4  # cities that Austria may claim against the Offensive Option (§13.9)


def eased(s: Board, nation: int) -> bool:
    """Return whether a nation needs only its objectives of the first order (§11.7, ruling 5).

    Sweden does after Russia has left (§11.8), Austria and the Imperial Army after the latter has
    changed its player (§11.9); never in a scenario (§scenario 2.11).
    """
    if nation == SWEDEN:
        return s.scenario == "full" and RUSSIA in s.quit
    return nation in (AUSTRIA, IMPERIAL) and imperial_player(s) != ""


def needed(s: Board, nation: int) -> tuple[int, ...]:
    """Return the objectives that a nation needs for its victory (§12.2)."""
    return _FIRST_ORDER_OF[nation] if eased(s, nation) else OBJECTIVES_OF[nation]


def missing(s: Board, nation: int) -> list[int]:
    """Return the needed objectives that a nation does not control yet."""
    return [city for city in needed(s, nation) if not s.control[city]]


def winners(s: Friedrich) -> list[int]:
    """Return the attacking nations that control all objectives they need (§12.2).

    In the Austrian theatre Prussia too (§scenario 2.10, §scenario 2.11, ruling 6). The Offensive
    Option changes nothing for the others (§13.10).
    """
    nations = [*ATTACKERS, PRUSSIA] if s.scenario == AUSTRIAN else list(ATTACKERS)
    return [n for n in nations if s.active(n) and not missing(s, n)]


def claimable(s: Board, nation: int) -> int:
    """Return how many objectives a nation may claim to win.

    Austria may claim four if Prussia has ever adopted the Offensive Option (§13.9).
    """
    adopted = s.offensive in (ADOPTED, TAKEN, FAILED)
    return CLAIMS if nation == AUSTRIA and adopted else 0


def may_claim(s: Friedrich) -> bool:
    """§13.9: whether Austria would win by claiming four cities.

    One of its real conquests has to be in Saxony (ruling 19).
    """
    if not s.active(AUSTRIA):
        return False
    real = any(s.control[c] and COUNTRY[c] == "saxony" for c in OBJECTIVES_OF[AUSTRIA])
    return real and 0 < len(missing(s, AUSTRIA)) <= claimable(s, AUSTRIA)


def win(s: Friedrich, nations: list[int]) -> None:
    """End the game with a victory of the players of these nations (§12.2)."""
    seats = sorted({s.seat_of(nation) for nation in nations})
    for nation in nations:
        s.emit(GameWon(nation, s.seat_of(nation)))
    _finish(s, seats)


def _finish(s: Friedrich, seats: list[int]) -> None:
    ranks = tuple(1 if seat in seats else len(seats) + 1 for seat in range(len(s.seats)))
    points = tuple(int(seat in seats) for seat in range(len(s.seats)))
    s.finish(Outcome(tuple(seats), ranks, points))


def outlasted(s: Board) -> tuple[int, ...]:
    """Return the nations that fate has to take out of the war for Frederick to win (§12.3).

    In the west this is France alone (§scenario 1.10). In the Austrian theatre the nations leave the
    war without being on the map (§scenario 2.10).
    """
    return (FRANCE,) if s.scenario == WEST else (RUSSIA, SWEDEN, FRANCE)


def survived(s: Board) -> bool:
    """§12.3: whether Frederick wins because fate has taken those nations out of the war."""
    return all(nation in s.quit for nation in outlasted(s))


@dataclass(slots=True)
class Claim(FriedrichPhase):
    """Austria may claim four of its cities and so win (§13.9)."""

    title = T("Austria’s claim")
    rule = "13.9"
    always = ("claim", "decline")

    def stands_on(self, s: Friedrich, below: Phase[Friedrich] | None) -> bool:
        """Return whether the turn is at its end, before the card of fate or after it."""
        return below_is(below, "Turn", next=8) or below_is(below, "Turn", next=10)

    def fits(self, s: Friedrich) -> bool:
        """Return whether Austria would win by its claim."""
        return may_claim(s)

    def ask(self, s: Friedrich) -> tuple[Question, ...]:
        return question(s.seat_of(AUSTRIA), "claim")

    def legal(self, s: Friedrich, seat: int) -> list[Action]:
        return [CLAIM, DECLINE]

    def do_claim(self, s: Friedrich, seat: int) -> None:
        """Claim the missing cities, so that Austria has all it needs."""
        s.emit(AustriaClaims(tuple(missing(s, AUSTRIA))))
        win(s, sorted({*winners(s), AUSTRIA}))

    def do_decline(self, s: Friedrich, seat: int) -> None:
        """Decline; nations that have all they need win all the same."""
        s.leave()
        s.emit(AustriaWaits())
        won = winners(s)
        if won:
            win(s, won)


def check_attackers(s: Friedrich) -> None:
    """§12.2: end the game if an attacker controls all it needs; ask Austria for its claim first."""
    if may_claim(s):
        s.push(Claim())
        return
    won = winners(s)
    if won:
        win(s, won)

"""The state of the game: the turn, its phases, the faction to move, and the reader's points."""

from __future__ import annotations

from chancery.core import Actor, Status, T
from chancery.core.words import Text
from chancery.games.revolution.board.board import LAST_TURN
from chancery.games.revolution.board.factions import FACTIONS, factions_of
from chancery.games.revolution.face.words import faction_asked
from chancery.games.revolution.rules.events import pointed
from chancery.games.revolution.rules.turn import NORMAL, OPENING, Turn
from chancery.games.revolution.view import RevolutionView

# The phases of a turn (§4.2), by step. Coins are placed in one step and counted in the next.
_ALLEGIANCE = T("Allegiance")
_TITLES = {
    "taxes": T("Taxes"),
    "support": T("Support moves"),
    "upkeep": T("Upkeep of armies"),
    "raising": T("New armies"),
    "battles": T("Battles"),
    "sieges": T("Laying siege"),
    "beggars": T("Water Beggars"),
    "marches": T("Army moves"),
    "influence": T("Military influence"),
    "units": T("New units"),
    "conflict": T("Conflict"),
    "neutrals": T("Neutral tokens"),
    "overflow": T("Overflow"),
    "provinces": T("Moves inside provinces"),
    "siege-results": T("End of sieges"),
    "paying": _ALLEGIANCE,
    "allegiance": _ALLEGIANCE,
    "assignment": T("Cards, bishoprics and universities"),
    "scores": T("Points and order of play"),
}


def phases(turn: int) -> tuple[Text, ...]:
    """Return the titles of the phases of a turn, in order."""
    steps = NORMAL if turn else OPENING
    return tuple(dict.fromkeys(_TITLES[step.name] for step in steps))


def status(view: RevolutionView) -> Status:
    """Return where the game stands (`Face.status`)."""
    turn = T("Opening turn")
    if view.turn:
        turn = T("Turn {turn} of {last}", turn=view.turn, last=LAST_TURN)
    facts = _points(view)
    if view.result is not None or not view.phases:
        return Status(turn, facts=facts)
    titles, actors = phases(view.turn), tuple(_actor(view, q.seat) for q in view.asked)
    bottom = view.phases[0]
    playing = bottom.playing if isinstance(bottom, Turn) else -1
    if playing < 0:
        return Status(turn, T("Set-up"), titles[0], None, actors, facts)
    steps = NORMAL if view.turn else OPENING
    at = titles.index(_TITLES[steps[playing].name])
    if at + 1 < len(titles):
        after = titles[at + 1]
    elif view.turn < LAST_TURN:
        after = T("Turn {turn}", turn=view.turn + 1)
    else:
        after = T("End of the game")
    return Status(turn, titles[at], after, (at + 1, len(titles)), actors, facts)


def _actor(view: RevolutionView, seat: int) -> Actor:
    """Return the faction for which a seat is asked."""
    own = factions_of(view.frame.seats[seat])
    return Actor(seat, FACTIONS.title(own[0] if len(own) == 1 else faction_asked(view)))


def _points(view: RevolutionView) -> tuple[Text, ...]:
    """Return the points of the reader's factions when they were last counted."""
    own = view.own_factions
    if len(own) == 1:
        return (pointed(view.points[own[0]]),)
    return tuple(
        T("{faction}: {points}", faction=FACTIONS.title(f), points=pointed(view.points[f]))
        for f in own
    )

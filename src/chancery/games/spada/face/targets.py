"""Click targets: the target of an action, the actions a click may mean, and signs of targets."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Action, SeatStyle, T, Text
from chancery.games.spada.board.components import (
    AGENDA,
    GRAIN,
    HOUSE_KINDS,
    KNIGHTS,
    RESOURCES,
    RICHES,
    SEAT_NAMES,
    WORKERS,
)
from chancery.games.spada.rules.notation import ASSIGN, BRIBE, BUILD, NOTATION
from chancery.games.spada.view import SpadaView

KNIGHT_CARD, RICHES_CARD = (f"card:{RESOURCES.names[r]}" for r in (KNIGHTS, RICHES))


def target(view: SpadaView, action: Action) -> str | None:
    """Return the `data-target` in the drawing; None: the action has only a button."""
    verb, args = action.verb, action.args
    seats = SEAT_NAMES
    match verb:
        case "add" | "discard":
            return f"card:{RESOURCES.names[args[0]]}"
        case "build":
            return f"card:{RESOURCES.names[GRAIN]}"
        case "assign":
            return f"card:{RESOURCES.names[WORKERS]}"
        case "play":
            return f"agenda:{AGENDA.names[args[0]]}"
        case "swap":
            return f"agenda:{AGENDA.names[args[1]]}"
        case "summon":
            return f"privilege:{RESOURCES.names[args[0]]}:{seats[view.seat]}"
        case "take" if len(args) == 1:
            return f"privilege:{RESOURCES.names[args[0]]}"
        case "take":
            return f"privilege:{RESOURCES.names[args[0]]}:{seats[args[1]]}"
        case "attack" | "bribe":
            return f"fief:{seats[args[0]]}"  # actions against a rival share his fief
        case "appeal":
            return f"hand:{seats[args[0]]}"
        case "defend":
            return f"card:{RESOURCES.names[KNIGHTS]}"
        case "burn":
            return f"houses:{HOUSE_KINDS.names[args[0]]}"
    return None


def asking(view: SpadaView, clicked: str) -> list[Action]:
    """Return the actions that a click may mean; those of the present phase come first."""
    fief = _fief_of(view, clicked)
    actions = [] if clicked == fief else _done_at(view, clicked)
    if clicked == "houses:farm":
        actions.append(ASSIGN)
    if clicked.startswith("hand:") and fief is not None:
        actions.append(BRIBE[SEAT_NAMES.index(fief.removeprefix("fief:"))])
    elif fief is not None and view.seat >= 0 and fief == f"fief:{SEAT_NAMES[view.seat]}":
        actions.append(BUILD)  # the own fief, which cannot be attacked
    elif fief is not None:
        actions += _done_at(view, fief)
    verbs = view.phases[-1].verbs if view.phases else {}
    return sorted(actions, key=lambda action: action.verb not in verbs)


def _done_at(view: SpadaView, place: str) -> list[Action]:
    return [action for action in NOTATION if target(view, action) == place]


def _fief_of(view: SpadaView, about: str) -> str | None:
    """Return the fief that a click hits, on its land or on something in it; None: elsewhere."""
    if about == "place:sceptre":
        return f"fief:{SEAT_NAMES[view.counsellor]}"
    owner = about.rpartition(":")[2]
    return f"fief:{owner}" if owner in SEAT_NAMES else None


def instead(view: SpadaView, about: str, legal: Sequence[Action]) -> Text | None:
    """Return what to click instead of a card that is used on a rival."""
    verbs = {action.verb for action in legal}
    if about == KNIGHT_CARD and "attack" in verbs:
        return T("A knight attacks a rival: click their fief.")
    if about == RICHES_CARD and "bribe" in verbs:
        return T("Riches bribe a rival’s knight: click their fief.")
    return None


# The colours of the houses, as in drawing.css.
_STYLES = {
    "yellow": SeatStyle("#d9a514", "#e8bd3a", "g-arms-yellow"),
    "black": SeatStyle("#38322e", "#6b5f57", "g-arms-black"),
    "white": SeatStyle("#fffdf6", "#f3ecdc", "g-arms-white"),
    "orange": SeatStyle("#dd6f22", "#e07f38", "g-arms-orange"),
}


def seat_style(seat: str) -> SeatStyle:
    """Return the colour and the coat of arms of a seat."""
    return _STYLES[seat]


def sign(key: str) -> str | None:
    """Return the id of the sign of a resource card."""
    kind, _, name = key.partition(":")
    return f"g-{name}" if kind == "card" and name in RESOURCES.names else None

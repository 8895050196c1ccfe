"""What is clicked for an action, and which actions a click may have meant."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Action, T, Text
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
    """The `data-target` in the drawing; None: only a button."""
    verb, args = action.verb, action.args
    seats = SEAT_NAMES  # whoever sits there
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
            return f"fief:{seats[args[0]]}"  # all that can be done to a rival is found there
        case "appeal":
            return f"hand:{seats[args[0]]}"
        case "defend":
            return f"card:{RESOURCES.names[KNIGHTS]}"
        case "burn":
            return f"houses:{HOUSE_KINDS.names[args[0]]}"
    return None


def asking(view: SpadaView, about: str) -> list[Action]:
    """What a click may have meant: first what belongs to the question that is asked now."""
    fief = _fief_of(view, about)
    meant = [] if about == fief else _done_at(view, about)
    if about == "houses:farm":
        meant.append(ASSIGN)
    if about.startswith("hand:") and fief is not None:
        meant.append(BRIBE[SEAT_NAMES.index(fief.removeprefix("fief:"))])
    elif fief is not None and view.seat >= 0 and fief == f"fief:{SEAT_NAMES[view.seat]}":
        meant.append(BUILD)  # a field of one's own: nobody means to attack himself
    elif fief is not None:
        meant += _done_at(view, fief)
    verbs = view.phases[-1].verbs if view.phases else {}
    return sorted(meant, key=lambda action: action.verb not in verbs)


def _done_at(view: SpadaView, place: str) -> list[Action]:
    return [action for action in NOTATION if target(view, action) == place]


def _fief_of(view: SpadaView, about: str) -> str | None:
    """The fief that a click hits, on its land or on what lies there; None: it lies elsewhere."""
    if about == "place:sceptre":
        return f"fief:{SEAT_NAMES[view.counsellor]}"
    owner = about.rpartition(":")[2]
    return f"fief:{owner}" if owner in SEAT_NAMES else None


def instead(about: str, legal: Sequence[Action]) -> Text | None:
    """What a card is used on is what is clicked."""
    verbs = {action.verb for action in legal}
    if about == KNIGHT_CARD and "attack" in verbs:
        return T("A knight attacks a rival: click on his fief.")
    if about == RICHES_CARD and "bribe" in verbs:
        return T("Riches are offered to a knight of a rival: click on his fief.")
    return None


def sign(key: str) -> str | None:
    """The sign of a resource."""
    kind, _, name = key.partition(":")
    return f"g-{name}" if kind == "card" and name in RESOURCES.names else None

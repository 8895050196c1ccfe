"""What is clicked for an action, under which heading it stands, and what it would lead to."""

from __future__ import annotations

from chancery.core import Action
from chancery.core.words import TN, T, Text
from chancery.games.spada.components import (
    AGENDA,
    CATHEDRAL,
    CATHEDRAL_PARTS,
    GRAIN,
    HAND_LIMIT,
    HOUSE_KINDS,
    PART_POINTS,
    PRIVILEGE_POINTS,
    RESOURCES,
    WORKERS,
    symbol_of,
)
from chancery.games.spada.spring import Auction
from chancery.games.spada.summer import LOOT, Summer
from chancery.games.spada.view import SpadaView
from chancery.games.spada.words import counted, worth


def target(view: SpadaView, action: Action) -> str | None:
    """The `data-target` in the drawing; None: only a button."""
    verb, args = action.verb, action.args
    seats = view.frame.seats
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
        case "attack":
            return f"fief:{seats[args[0]]}"
        case "bribe" | "appeal":
            return f"hand:{seats[args[0]]}"
        case "burn":
            return f"houses:{HOUSE_KINDS.names[args[0]]}"
    return None


_GROUPS: dict[str, Text] = {
    "play": T("Agenda"),
    "swap": T("Change the agenda"),
    "summon": T("Change the agenda"),
    "add": T("Offer"),
    "take": T("Privileges"),
    "build": T("Houses"),
    "assign": T("Houses"),
    "attack": T("Attack"),
    "bribe": T("Bribe"),
    "burn": T("Houses"),
    "appeal": T("The King’s help"),
    "discard": T("Tithes"),
}


def group(action: Action) -> Text | None:
    """The heading in a list of buttons; None: it stands first, alone."""
    return _GROUPS.get(action.verb)


def preview(view: SpadaView, action: Action) -> Text | None:
    """What the action would lead to, from public facts and the reader's own cards."""
    seat, verb, args = view.seat, action.verb, action.args
    auction = view.phases[-1] if view.phases else None
    if isinstance(auction, Auction):
        return _in_auction(view, auction, action)
    match verb:
        case "build":
            return _income(view, 1)
        case "assign":
            return _income(view, -1)
        case "burn" if not args[0]:
            return _income(view, -1)
        case "attack":
            return _booty(view, args[0])
        case "bribe" if view.unarmed[args[0]]:
            return T("known to hold no knight")
        case "take":
            return T("A card more each autumn: {resource}.", resource=RESOURCES.title(args[0]))
        case "appeal":
            n = view.sizes[args[0]] // 2
            return TN("You would receive {n} card.", "You would receive {n} cards.", n)
        case "discard":
            n = view.sizes[seat] - HAND_LIMIT - sum(view.draft) - 1
            return TN("{n} card more to give up.", "{n} cards more to give up.", n) if n else None
    return None


def _income(view: SpadaView, change: int) -> Text:
    """§income: a card, one for every two farms, one for every privilege."""
    sure = 1 + sum(view.privileges[view.seat * 4 : view.seat * 4 + 4])
    farms = view.farms[view.seat]
    return T(
        "Income in autumn: {then} (now {now}).",
        then=sure + (farms + change) // 2,
        now=sure + farms // 2,
    )


def _booty(view: SpadaView, against: int) -> Text:
    summer = next(phase for phase in view.phases if isinstance(phase, Summer))
    if against in summer.looted:
        return T("If nobody answers, a house burns; no more booty here.")
    return T("If nobody answers, a house burns and you take {n} cards as booty.", n=LOOT)


def _in_auction(view: SpadaView, auction: Auction, action: Action) -> Text | None:
    row = slice(view.seat * 4, view.seat * 4 + 4)
    offered = worth(view, view.offers[row]) + worth(view, view.draft)
    if action.verb == "add":
        cards = [int(resource == action.args[0]) for resource in range(4)]
        total = offered + worth(view, cards)
        if total > auction.highest:
            return T("The offer would come to {total}.", total=total)
        return T("The offer would come to {total}; {highest} must be beaten.", total=total,
                 highest=auction.highest)  # fmt: skip
    if action.verb == "bid":
        return _reward(view, offered)
    back = view.latest[row]
    lost = [a - b for a, b in zip(view.offers[row], back, strict=True)]
    if not any(back):
        return None
    return T("You take back {back} and lose {lost}.", back=counted(back), lost=counted(lost))


def _reward(view: SpadaView, total: int) -> Text:
    """§rewards"""
    scoring = str(view.frame.options["scoring"])
    if symbol_of(view.agenda) == CATHEDRAL:
        n = PART_POINTS[scoring][view.built] + view.builders[view.seat]
        return TN(
            "An offer of {total}. It could win {n} point: you would build {part}.",
            "An offer of {total}. It could win {n} points: you would build {part}.",
            n,
            total=total,
            part=CATHEDRAL_PARTS.title(view.built),
        )
    return TN(
        "An offer of {total}. It could win {n} point and a privilege.",
        "An offer of {total}. It could win {n} points and a privilege.",
        PRIVILEGE_POINTS[scoring],
        total=total,
    )

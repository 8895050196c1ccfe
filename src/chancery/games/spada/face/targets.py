"""What is clicked for an action, under which heading it stands, and what it would lead to."""

from __future__ import annotations

from chancery.core import Action
from chancery.core.words import TN, SeatName, T, Text
from chancery.games.spada.board.components import (
    AGENDA,
    CATHEDRAL,
    CATHEDRAL_PARTS,
    FARM,
    GRAIN,
    HAND_LIMIT,
    HOUSE_KINDS,
    KNIGHTS,
    PART_POINTS,
    PARTS,
    PRIVILEGE_POINTS,
    RESOURCES,
    SEAT_NAMES,
    WORKERS,
    symbol_of,
)
from chancery.games.spada.face.words import counted, next_with_agenda, worth
from chancery.games.spada.rules.autumn import Help
from chancery.games.spada.rules.notation import ASSIGN, NOTATION
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.summer import LOOT, Summer
from chancery.games.spada.view import SpadaView


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
        case "attack":
            return f"fief:{seats[args[0]]}"
        case "bribe" | "appeal":
            return f"hand:{seats[args[0]]}"
        case "burn":
            return f"houses:{HOUSE_KINDS.names[args[0]]}"
    return None


def asking(view: SpadaView, about: str) -> list[Action]:
    """What a click may have meant: first what belongs to the question that is asked now."""
    meant = [action for action in NOTATION if target(view, action) == about]
    if about == "houses:farm":
        meant.append(ASSIGN)
    verbs = view.phases[-1].verbs if view.phases else {}
    return sorted(meant, key=lambda action: action.verb not in verbs)


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
    verb, args = action.verb, action.args
    auction = view.phases[-1] if view.phases else None
    if isinstance(auction, Auction):
        return _in_auction(view, auction, action)
    match verb:
        case "swap" | "summon":
            return _old_agenda(view, verb)
        case "build":
            return _income(view, 1)
        case "assign":
            return _assigned(view)
        case "attack":
            return _attack(view, args[0])
        case "bribe":
            return _bribe(view, args[0])
        case "done" if view.loot_size:
            return TN("You take {n} card of booty in hand.", "You take {n} cards of booty in hand.",
                      view.loot_size)  # fmt: skip
        case "defend":
            return T("Both knights are discarded and nothing burns.")
        case "yield":
            return _yield(view)
        case "burn":
            return _burn(view, args[0])
        case "take":
            return _privilege(view, args[0])
        case "appeal":
            return _help(view, args[0])
        case "discard":
            n = view.sizes[view.seat] - HAND_LIMIT - sum(view.draft) - 1
            return TN("{n} card more to give up.", "{n} cards more to give up.", n) if n else None
    return None


def _old_agenda(view: SpadaView, verb: str) -> Text:
    """§winter.swap, §winter.special: where the old card goes, and who plays the new one."""
    old = AGENDA.title(view.agenda)
    if verb == "swap":
        return T("You take {card} into your hand.", card=old)
    following = SeatName(next_with_agenda(view, view.seat))
    return T("You take {card} into your hand; {next} must play another.", card=old, next=following)


def _income(view: SpadaView, change: int) -> Text:
    """§income: a card, one for every two farms, one for every privilege."""
    then, now = _cards_in_autumn(view, change), _cards_in_autumn(view, 0)
    return T("Income in autumn: {then} (now {now}).", then=then, now=now)


def _cards_in_autumn(view: SpadaView, change: int) -> int:
    privileges = sum(view.privileges[view.seat * 4 : view.seat * 4 + 4])
    return 1 + privileges + (view.farms[view.seat] + change) // 2


def _assigned(view: SpadaView) -> Text:
    """§income.farms, §rewards.builders: a farm less, a builders' house more."""
    if view.built == PARTS:
        return _income(view, -1)
    return T(
        "Income in autumn: {then} (now {now}). The next part you build would bring a point more.",
        then=_cards_in_autumn(view, -1),
        now=_cards_in_autumn(view, 0),
    )


def _burn(view: SpadaView, house: int) -> Text | None:
    """§income.farms, §rewards.builders: what the house would have brought."""
    if house == FARM:
        return _income(view, -1)
    if view.built == PARTS:
        return None
    return T("The next part you build would bring a point less.")


def _booty(view: SpadaView, against: int, spent: int) -> int:
    """§attack.loot, §attack.once: the cards that a success would bring, as far as there are any.

    `spent` is what will have been discarded before they are drawn.
    """
    summer = next(phase for phase in view.phases if isinstance(phase, Summer))
    left = view.deck_size + sum(view.discards) + spent
    return 0 if against in summer.looted else min(LOOT, left)


def _attack(view: SpadaView, against: int) -> Text:
    """§attack.challenge, §attack.burn: what it costs, and what it brings if nobody defends."""
    n = _booty(view, against, 1)
    target = SeatName(against)
    if not view.sizes[against] or view.unarmed[against]:
        if not n:
            return T("Costs your knight. {target} has none to answer with: a house burns, but"
                     " brings no more booty.", target=target)  # fmt: skip
        return TN(
            "Costs your knight. {target} has none to answer with: a house burns and brings you"
            " {n} card of booty.",
            "Costs your knight. {target} has none to answer with: a house burns and brings you"
            " {n} cards of booty.",
            n,
            target=target,
        )
    if not n:
        return T("Costs your knight. {target} may answer with one; if not, a house burns, but"
                 " brings no more booty.", target=target)  # fmt: skip
    return TN(
        "Costs your knight. {target} may answer with one; if not, a house burns and brings you"
        " {n} card of booty.",
        "Costs your knight. {target} may answer with one; if not, a house burns and brings you"
        " {n} cards of booty.",
        n,
        target=target,
    )


def _yield(view: SpadaView) -> Text:
    """§attack.burn, §attack.loot: what it costs not to defend."""
    attacker = next(phase.turn for phase in view.phases if isinstance(phase, Summer))
    n = _booty(view, view.seat, 0)
    if not n:
        return T("A house of yours burns; {attacker} wins no more booty.",
                 attacker=SeatName(attacker))  # fmt: skip
    return TN(
        "A house of yours burns, and {attacker} wins {n} card of booty.",
        "A house of yours burns, and {attacker} wins {n} cards of booty.",
        n,
        attacker=SeatName(attacker),
    )


def _bribe(view: SpadaView, against: int) -> Text:
    """§bribe.knight, §bribe.none, as far as the reader knows the hand."""
    target = SeatName(against)
    if not view.sizes[against]:
        return T("{target} has no cards: your riches would be spent for nothing.", target=target)
    if view.unarmed[against]:
        return T("{target} has no knight and would only show you the whole hand.", target=target)
    seen = [note.left[KNIGHTS] for note in view.notes if note.target == against]
    if view.known[against * 4 + KNIGHTS] or any(seen):
        return T("{target} has a knight and must discard one.", target=target)
    return T("{target} must discard a knight or, without one, show you the whole hand.",
             target=target)  # fmt: skip


def _privilege(view: SpadaView, kind: int) -> Text | None:
    """§income.privileges; after the last autumn's income a privilege brings nothing."""
    if view.built == PARTS and any(isinstance(phase, Help) for phase in view.phases):
        return None
    resource = RESOURCES.title(kind)
    return T("Each autumn a card more: {resource} from the discards or, if there is none, any card"
             " from the deck.", resource=resource)  # fmt: skip


def _can_take(view: SpadaView, seat: int, gained: int = 0) -> bool:
    """Whether a seat with so many more points will find a privilege (§rewards.privilege)."""
    if any(view.supply):
        return True
    least = 0 if view.frame.options["robbery"] == "free" else view.points[seat] + gained
    return any(
        any(view.privileges[owner * 4 : owner * 4 + 4])
        for owner, points in enumerate(view.points)
        if owner != seat and points >= least
    )


def _help(view: SpadaView, donor: int) -> Text:
    """§help.half, §help.reward"""
    n = view.sizes[donor] // 2
    if not _can_take(view, donor):
        return TN("You would receive {n} card.", "You would receive {n} cards.", n)
    return TN(
        "You would receive {n} card; {donor} would then take a privilege.",
        "You would receive {n} cards; {donor} would then take a privilege.",
        n,
        donor=SeatName(donor),
    )


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
    """§rewards: all that the offer would bring if it wins."""
    options, seat = view.frame.options, view.seat
    scoring = str(options["scoring"])
    if symbol_of(view.agenda) != CATHEDRAL:
        n = PRIVILEGE_POINTS[scoring]
        points = TN("{n} point", "{n} points", n)
        if _can_take(view, seat, n):
            return T("An offer of {total}. If it wins, you receive {points} and take a privilege.",
                     total=total, points=points)  # fmt: skip
        return T("An offer of {total}. If it wins, you receive {points}; there is no privilege"
                 " that you could take.", total=total, points=points)  # fmt: skip
    builders = view.builders[seat]
    n = PART_POINTS[scoring][view.built] + builders
    points = TN("{n} point", "{n} points", n)
    if builders:
        points = TN(
            "{n} point ({builders} for builders’ houses)",
            "{n} points ({builders} for builders’ houses)",
            n,
            builders=builders,
        )
    part = CATHEDRAL_PARTS.title(view.built)
    if view.built == PARTS - 1 and options["ending"] == "standard":
        return T("An offer of {total}. If it wins, you build {part} for {points}, and the game"
                 " ends.", total=total, part=part, points=points)  # fmt: skip
    if options["agenda"] == "short" and _can_take(view, seat, n):
        return T("An offer of {total}. If it wins, you build {part} for {points} and take a"
                 " privilege.", total=total, part=part, points=points)  # fmt: skip
    return T("An offer of {total}. If it wins, you build {part} for {points}.", total=total,
             part=part, points=points)  # fmt: skip

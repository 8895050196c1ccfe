"""Previews: one sentence about the consequences of an action, from what the seat may know."""

from __future__ import annotations

from chancery.core import Action
from chancery.core.words import TN, SeatName, T, Text
from chancery.games.spada.board.components import (
    AGENDA,
    CARD_NAMES,
    CATHEDRAL,
    CATHEDRAL_PARTS,
    FARM,
    KNIGHTS,
    PARTS,
    counted,
    symbol_of,
)
from chancery.games.spada.board.open_information import privileges_of
from chancery.games.spada.face.words import value
from chancery.games.spada.rules.autumn import Help, half, income, surplus
from chancery.games.spada.rules.privileges import may_take
from chancery.games.spada.rules.rewards import brings_privilege, part_points, privilege_points
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.victory import ends_in_spring
from chancery.games.spada.rules.winter import first_with_agenda
from chancery.games.spada.view import SpadaView, known_cards, summer_of

_USES = {"build", "assign", "attack", "bribe"}  # actions of Summer that cost a card


def preview(view: SpadaView, action: Action) -> Text | None:
    """Return the consequences of an action, from public facts and the reader's own cards."""
    sentence = _meant(view, action)
    if sentence is None or action.verb not in _USES or sum(view.hand) > 1:
        return sentence
    return T("{meant} It is your last card: your Summer turn ends with it.", meant=sentence)


def _meant(view: SpadaView, action: Action) -> Text | None:
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
            return TN("You take {n} booty card into your hand.",
                      "You take {n} booty cards into your hand.", view.loot_size)  # fmt: skip
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
            n = surplus(view.sizes[view.seat]) - sum(view.draft) - 1
            return TN("{n} more card to discard.", "{n} more cards to discard.", n) if n else None
    return None


def _old_agenda(view: SpadaView, verb: str) -> Text:
    """Say where the old agenda goes and who plays the new one (§winter.swap, §winter.special)."""
    old_agenda = AGENDA.title(view.agenda)
    if verb == "swap":
        return T("You take {card} into your hand.", card=old_agenda)
    following = SeatName(first_with_agenda(view.agenda_sizes, view.seat))
    return T(
        "You take {card} into your hand; {next} must play another.", card=old_agenda, next=following
    )


def _income(view: SpadaView, farms: int) -> Text:
    """Compare the income (§income) after gaining so many farms with the present one."""
    later, present = _cards_in_autumn(view, farms), _cards_in_autumn(view, 0)
    return T("Income in Autumn: {then} (now {now}).", then=later, now=present)


def _cards_in_autumn(view: SpadaView, extra_farms: int) -> int:
    return income(view.farms[view.seat] + extra_farms, privileges_of(view, view.seat))


def _assigned(view: SpadaView) -> Text:
    """§income.farms, §rewards.builders: say what a farm less and a builders' house more change."""
    if view.built == PARTS:
        return _income(view, -1)
    return T(
        "Income in Autumn: {then} (now {now}). The next part you build would bring one more point.",
        then=_cards_in_autumn(view, -1),
        now=_cards_in_autumn(view, 0),
    )


def _burn(view: SpadaView, house: int) -> Text | None:
    """§income.farms, §rewards.builders: say what the house would have brought."""
    if house == FARM:
        return _income(view, -1)
    if view.built == PARTS:
        return None
    return T("The next part you build would bring one point fewer.")


def booty(view: SpadaView, against: int, spent: int) -> int:
    """Return how many cards a success would bring, as far as there are any (§attack.loot).

    `spent` is the number of cards that will have been discarded before they are drawn.
    """
    available = view.deck_size + sum(view.discards) + spent
    return min(summer_of(view).loot_from(against), available)


def _attack(view: SpadaView, against: int) -> Text:
    """Say what an attack costs and brings (§attack.challenge, §attack.burn)."""
    n = booty(view, against, 1)
    target = SeatName(against)
    if not view.sizes[against] or view.unarmed[against]:
        if not n:
            return T("Costs your knight. {target} has none to answer with: a house burns, but"
                     " brings no more booty.", target=target)  # fmt: skip
        return TN(
            "Costs your knight. {target} has none to answer with: a house burns and brings you"
            " {n} booty card.",
            "Costs your knight. {target} has none to answer with: a house burns and brings you"
            " {n} booty cards.",
            n,
            target=target,
        )
    if not n:
        return T("Costs your knight. {target} may answer with one; if not, a house burns, but"
                 " brings no more booty.", target=target)  # fmt: skip
    return TN(
        "Costs your knight. {target} may answer with one; if not, a house burns and brings you"
        " {n} booty card.",
        "Costs your knight. {target} may answer with one; if not, a house burns and brings you"
        " {n} booty cards.",
        n,
        target=target,
    )


def _yield(view: SpadaView) -> Text:
    """§attack.burn, §attack.loot: say what it costs not to defend."""
    attacker = SeatName(summer_of(view).turn)
    n = booty(view, view.seat, 0)
    if not n:
        return T("A house of yours burns; {attacker} wins no more booty.", attacker=attacker)
    return TN(
        "A house of yours burns, and {attacker} wins {n} booty card.",
        "A house of yours burns, and {attacker} wins {n} booty cards.",
        n,
        attacker=attacker,
    )


def _bribe(view: SpadaView, against: int) -> Text:
    """§bribe.knight, §bribe.none: say what a bribe does, as far as the reader knows the hand."""
    target = SeatName(against)
    if not view.sizes[against]:
        return T("{target} has no cards: your riches would be spent for nothing.", target=target)
    if view.unarmed[against]:
        return T("{target} has no knight and would only show you the whole hand.", target=target)
    if known_cards(view, against)[KNIGHTS]:
        return T("{target} has a knight and must discard one.", target=target)
    return T("{target} must discard a knight or, without one, show you the whole hand.",
             target=target)  # fmt: skip


def _privilege(view: SpadaView, kind: int) -> Text | None:
    """Say what a privilege brings: nothing after the last income (§income.privileges)."""
    if view.built == PARTS and any(isinstance(phase, Help) for phase in view.phases):
        return None
    if view.built == PARTS:
        return T("One more card this Autumn, the last one: a {card} from the discards or, if there"
                 " is none, any card from the deck.", card=CARD_NAMES[kind])  # fmt: skip
    return T("One more card each Autumn: a {card} from the discards or, if there is none, any card"
             " from the deck.", card=CARD_NAMES[kind])  # fmt: skip


def _help(view: SpadaView, donor: int) -> Text:
    """Say what the King's help brings, and to whom (§help.half, §help.reward)."""
    n = half(view.sizes[donor])
    if not may_take(view, donor):
        return TN("You would receive {n} card.", "You would receive {n} cards.", n)
    return TN(
        "You would receive {n} card; {donor} would then take a privilege.",
        "You would receive {n} cards; {donor} would then take a privilege.",
        n,
        donor=SeatName(donor),
    )


def _in_auction(view: SpadaView, auction: Auction, action: Action) -> Text | None:
    row = slice(view.seat * 4, view.seat * 4 + 4)
    offered = value(view, view.offers[row]) + value(view, view.draft)
    if action.verb == "add":
        cards = [int(resource == action.args[0]) for resource in range(4)]
        total = offered + value(view, cards)
        if auction.beaten_by(total):
            return T("The offer would come to {total}.", total=total)
        return T("The offer would come to {total}; {highest} must be beaten.", total=total,
                 highest=auction.highest)  # fmt: skip
    if action.verb == "bid":
        return _reward(view, offered)
    returned = view.latest[row]
    lost = [a - b for a, b in zip(view.offers[row], returned, strict=True)]
    if not any(returned):
        return None
    if not any(lost):
        return T("You take back {back}.", back=counted(returned))
    return T("You take back {back} and lose {lost}.", back=counted(returned), lost=counted(lost))


def _reward(view: SpadaView, total: int) -> Text:
    """§rewards: say what the offer would bring if it wins."""
    options, seat = view.frame.options, view.seat
    if symbol_of(view.agenda) != CATHEDRAL:
        n = privilege_points(options)
        points = TN("{n} point", "{n} points", n)
        if may_take(view, seat, n):
            return T("An offer of {total}. If it wins, you receive {points} and take a privilege.",
                     total=total, points=points)  # fmt: skip
        return T("An offer of {total}. If it wins, you receive {points}; there is no privilege"
                 " that you could take.", total=total, points=points)  # fmt: skip
    builders = view.builders[seat]
    n = part_points(options, view.built, builders)
    points = TN("{n} point", "{n} points", n)
    if builders:
        points = TN(
            "{n} point ({builders} for builders’ houses)",
            "{n} points ({builders} for builders’ houses)",
            n,
            builders=builders,
        )
    part = CATHEDRAL_PARTS.title(view.built)
    if ends_in_spring(options, view.built + 1):
        return T("An offer of {total}. If it wins, you build {part} for {points}, and the game"
                 " ends.", total=total, part=part, points=points)  # fmt: skip
    if brings_privilege(options, view.agenda) and may_take(view, seat, n):
        return T("An offer of {total}. If it wins, you build {part} for {points} and take a"
                 " privilege.", total=total, part=part, points=points)  # fmt: skip
    return T("An offer of {total}. If it wins, you build {part} for {points}.", total=total,
             part=part, points=points)  # fmt: skip

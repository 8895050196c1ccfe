"""Prompts, labels of actions, and the position as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chancery.core import Action, Names, Question
from chancery.core.face import Standing
from chancery.core.words import TN, Listing, SeatName, T, Text
from chancery.games.spada.board.components import (
    AGENDA,
    CARD_NAMES,
    CATHEDRAL_PARTS,
    HOUSE_KINDS,
    KNIGHTS,
    PARTS,
    PROBLEMS,
    RESOURCES,
    counted,
    printed,
    symbol_of,
)
from chancery.games.spada.board.components import CATHEDRAL as CATHEDRAL_SYMBOL
from chancery.games.spada.board.open_information import privileges_of, stock
from chancery.games.spada.rules.autumn import surplus
from chancery.games.spada.rules.notation import PASS, YIELD
from chancery.games.spada.rules.privileges import Privilege
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.summer import Summer, may_attack
from chancery.games.spada.rules.winter import Exchange, Proposal, first_with_agenda
from chancery.games.spada.view import SpadaView, summer_of

SEASON_NAMES = (T("Winter"), T("Spring"), T("Summer"), T("Autumn"))
COLOURS = {
    "yellow": T("Yellow"),
    "black": T("Black"),
    "white": T("White"),
    "orange": T("Orange"),
}


def prompt(view: SpadaView, asked: Question) -> Text:
    """Return the question as a sentence to the seat that is asked."""
    return _PROMPTS[asked.name](view, asked.seat)


def _bid(view: SpadaView, seat: int) -> Text:
    auction = view.phases[-1]
    assert isinstance(auction, Auction)
    highest = auction.highest
    offered = value(view, view.offers[seat * 4 : seat * 4 + 4])
    if any(view.draft):
        total = offered + value(view, view.draft)
        if auction.beaten_by(total):
            return T("Your offer comes to {total}: make it, or add cards.", total=total)
        return T("Your offer comes to {total}: add cards until it beats {highest}.", total=total,
                 highest=highest)  # fmt: skip
    if not highest:
        return T("Open the auction with cards from your hand, or pass.")
    if not auction.beaten_by(offered + value(view, view.hand)):
        return T("Your cards cannot beat {highest}: you can only pass.", highest=highest)
    return T("Beat {highest} with cards from your hand, or pass.", highest=highest)


def _exchange(view: SpadaView, seat: int) -> Text:
    card = AGENDA.title(view.agenda)
    if view.agenda_sizes[seat]:
        return T("{card} is on the agenda. Pay a privilege to change it, or pass.", card=card)
    return T(
        "{card} is on the agenda. Pay a privilege to take it, so that {next} must play another, or"
        " pass.",
        card=card,
        next=SeatName(first_with_agenda(view.agenda_sizes, seat)),
    )


def _defend(view: SpadaView, seat: int) -> Text:
    attacker = SeatName(summer_of(view).turn)
    if not view.hand[KNIGHTS]:
        return T("{attacker} attacks, and you have no knight: a house burns.", attacker=attacker)
    return T("{attacker} attacks. Defend with a knight or let a house burn.", attacker=attacker)


def _tithe(view: SpadaView, seat: int) -> Text:
    n = surplus(view.sizes[seat]) - sum(view.draft)
    return TN("Tithes: discard {n} card.", "Tithes: discard {n} cards.", n)


def _privilege(view: SpadaView, seat: int) -> Text:
    phase = view.phases[-1]
    if isinstance(phase, Privilege) and phase.cause == "help.reward":
        return T("The King’s help came from your hand: choose a privilege in return.")
    if all(view.supply):
        return T("Choose a privilege.")
    return T("Choose a privilege. If the supply has none left of a kind, you take an opponent’s.")


_PROMPTS: dict[str, Callable[[SpadaView, int], Text]] = {
    "propose": lambda v, s: T("Choose an agenda card in your hand and put it on the table."),
    "exchange": _exchange,
    "bid": _bid,
    "privilege": _privilege,
    "summer": lambda v, s: T("Summer: use cards at home or against rivals, or end your turn."),
    "defend": _defend,
    "burn": lambda v, s: T("Choose the house that burns."),
    "help": lambda v, s: T(
        "You may ask for the King’s help: half the cards of an opponent, who takes a privilege."
    ),
    "tithe": _tithe,
}


def label(action: Action) -> Text:
    """Return the text of an action as shown on its button."""
    return _LABELS[action.verb, len(action.args)](*action.args)


_LABELS: dict[tuple[str, int], Callable[..., Text]] = {
    ("pass", 0): lambda: T("Pass"),
    ("play", 1): lambda card: T("Play {card}", card=AGENDA.title(card)),
    ("swap", 2): lambda privilege, card: T(
        "Pay the {privilege} privilege and play {card}",
        privilege=RESOURCES.title(privilege),
        card=AGENDA.title(card),
    ),
    ("summon", 1): lambda privilege: T(
        "Pay the {privilege} privilege: the next player plays another card",
        privilege=RESOURCES.title(privilege),
    ),
    ("add", 1): lambda resource: T("Add a {card} to the offer", card=CARD_NAMES[resource]),
    ("bid", 0): lambda: T("Make the offer"),
    ("take", 1): lambda kind: T("Take the {privilege} privilege", privilege=RESOURCES.title(kind)),
    ("take", 2): lambda kind, owner: T(
        "Take the {privilege} privilege from {owner}",
        privilege=RESOURCES.title(kind),
        owner=SeatName(owner),
    ),
    ("build", 0): lambda: T("Build a farm (1 grain)"),
    ("assign", 0): lambda: T("Move a farm to the cathedral (1 worker)"),
    ("attack", 1): lambda target: T("Attack {target} (1 knight)", target=SeatName(target)),
    ("defend", 0): lambda: T("Defend with a knight"),
    ("yield", 0): lambda: T("Do not defend"),
    ("burn", 1): lambda house: T("Let {house} burn", house=HOUSE_KINDS.title(house)),
    ("bribe", 1): lambda target: T(
        "Bribe a knight of {target} (1 riches card)", target=SeatName(target)
    ),
    ("done", 0): lambda: T("End the Summer turn"),
    ("appeal", 1): lambda donor: T(
        "Ask for the King’s help at the cost of {donor}", donor=SeatName(donor)
    ),
    ("discard", 1): lambda resource: T("Discard a {card}", card=CARD_NAMES[resource]),
}


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
    """Return the heading of a group of buttons; None: the button stands first, alone."""
    return _GROUPS.get(action.verb)


def standing(view: SpadaView) -> tuple[Standing, ...]:
    """Return the answers that can be given in advance for an exchange, auction or summer."""
    if view.seat < 0 or not view.phases:
        return ()
    offers = []
    for phase in view.phases:
        if isinstance(phase, Exchange) and any(privileges_of(view, view.seat)):
            label = T("Leave the agenda as it is this Winter")
            offers.append(Standing(f"leave:{view.year}", label, "exchange", PASS))
        if isinstance(phase, Auction) and view.seat in phase.bidders:
            label = T("Pass for the rest of this auction")
            offers.append(Standing(f"pass:{view.year}", label, "bid", PASS))
        if isinstance(phase, Summer) and view.seat in may_attack(view, phase.turn):
            label = T("Do not defend this Summer")
            offers.append(Standing(f"yield:{view.year}", label, "defend", YIELD))
    return tuple(offers)


def multiples(names: Names, counts: Sequence[int]) -> Listing:
    """List privileges or agenda cards with their numbers, such as "2 × grain and 1 × riches"."""
    return Listing(
        tuple(T("{n} × {card}", n=n, card=names.title(i)) for i, n in enumerate(counts) if n)
    )


def value(view: SpadaView, cards: Sequence[int]) -> int:
    """Return the value of cards against the problem of the year (§spring)."""
    return printed(view.frame.data).value(view.problem, cards)


def value_list(view: SpadaView, problem: int) -> Listing:
    """List the value of each resource against a problem, the dearest first (§setup.summary)."""
    values = printed(view.frame.data).values[problem]
    order = sorted(range(4), key=lambda r: -values[r])
    return Listing(
        tuple(T("{resource} {value}", resource=RESOURCES.title(r), value=values[r]) for r in order)
    )


def describe(view: SpadaView) -> list[tuple[Text, list[Text]]]:
    """Return the position as text: the realm, each fief, and the reader's own cards."""
    parts = [(T("The realm"), _realm(view))]
    parts += [
        (T("{seat}", seat=SeatName(seat)), _fief(view, seat))
        for seat in range(len(view.frame.seats))
    ]
    if view.seat >= 0:
        parts.append((T("Your cards"), _own(view)))
    return parts


def _realm(view: SpadaView) -> list[Text]:
    who = SeatName(view.counsellor)
    lines = [
        T("Year {year}; {seat} is the King’s Counsellor.", year=view.year, seat=who),
        T("Cathedral: {n} of {parts} parts built.", n=view.built, parts=PARTS),
    ]
    if not view.phases or not isinstance(view.phases[-1], Proposal):
        problem = PROBLEMS.title(view.problem)
        values = value_list(view, view.problem)
        lines.append(
            T("Problem of the year: {kind}. Values: {values}.", kind=problem, values=values)
        )
    if view.agenda >= 0 and symbol_of(view.agenda) != CATHEDRAL_SYMBOL:
        lines.append(T("The agenda shows the privilege."))
    elif view.agenda >= 0 and view.built < PARTS:
        part = CATHEDRAL_PARTS.title(view.built)
        lines.append(T("The agenda shows the cathedral: next is {part}.", part=part))
    pile = counted(view.discards)
    lines.append(T("Deck: {deck}. Discards: {discards}.", deck=view.deck_size, discards=pile))
    lines.append(T("Privileges in the supply: {supply}.", supply=multiples(RESOURCES, view.supply)))
    lines.append(T("Agenda cards out of the game: {cards}.", cards=multiples(AGENDA, view.spent)))
    return lines


def _fief(view: SpadaView, seat: int) -> list[Text]:
    farms, builders = view.farms[seat], view.builders[seat]
    lines = [
        TN("{n} point", "{n} points", view.points[seat]),
        T("farms {farms}, builders’ houses {builders}, in stock {stock}", farms=farms,
          builders=builders, stock=stock(view, seat)),
        T("resource cards {cards}, agenda cards {agendas}", cards=view.sizes[seat],
          agendas=view.agenda_sizes[seat]),
    ]  # fmt: skip
    row = slice(seat * 4, seat * 4 + 4)
    if any(view.privileges[row]):
        lines.append(
            T("privileges: {privileges}", privileges=multiples(RESOURCES, view.privileges[row]))
        )
    offer, latest = view.offers[row], view.latest[row]
    if any(offer):
        lines.append(T("offer of {total}: {cards}", total=value(view, offer), cards=counted(offer)))
        if latest != offer:
            lines.append(T("of which added last: {cards}", cards=counted(latest)))
    if any(view.known[row]) and seat != view.seat:
        lines.append(T("known to hold: {cards}", cards=counted(view.known[row])))
    if view.unarmed[seat] and seat != view.seat:
        lines.append(T("known to hold no knight"))
    lines.extend(_loot(view, seat))
    if view.hands is not None:
        lines.append(T("hand: {cards}", cards=counted(view.hands[row])))
    lines.extend(_agendas(view, seat))
    lines.extend(
        T("seen by you in year {year}: {cards}; certainly still there: {left}", year=note.year,
          cards=counted(note.shown), left=counted(note.left))
        for note in view.notes
        if note.target == seat
    )  # fmt: skip
    return lines


def _loot(view: SpadaView, seat: int) -> list[Text]:
    """Describe the booty set aside until the turn ends (§attack.loot)."""
    if not view.loot_size or summer_of(view).turn != seat:
        return []
    n = view.loot_size
    return [TN("{n} booty card, face down", "{n} booty cards, face down", n)]


def _agendas(view: SpadaView, seat: int) -> list[Text]:
    """Describe the public agenda cards of a hand, or all of them when the game is over."""
    row = slice(seat * 8, seat * 8 + 8)
    if view.agenda_hands is not None:
        return [T("agenda cards: {cards}", cards=multiples(AGENDA, view.agenda_hands[row]))]
    if any(view.known_agendas[row]) and seat != view.seat:
        return [T("known agenda cards: {cards}", cards=multiples(AGENDA, view.known_agendas[row]))]
    return []


def _own(view: SpadaView) -> list[Text]:
    lines = [T("hand: {cards}", cards=counted(view.hand))]
    lines.append(T("agenda cards: {cards}", cards=multiples(AGENDA, view.agenda_hand)))
    if any(view.draft):
        chosen = counted(view.draft)
        if isinstance(view.phases[-1], Auction):
            total = value(view, view.draft)
            lines.append(T("chosen: {cards}, worth {total}", cards=chosen, total=total))
        else:
            lines.append(T("chosen: {cards}", cards=chosen))
    return lines

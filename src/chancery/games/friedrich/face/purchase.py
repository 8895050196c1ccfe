"""The stage panel of an unfinished purchase (§10): its contents, price and payment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from chancery.core.tabletop import Side, Stage
from chancery.core.words import TN, Listing, T, Text
from chancery.games.friedrich import coach, phrases
from chancery.games.friedrich.board.atlas import CITY_IDS, CITY_SPOTS
from chancery.games.friedrich.board.cards import CARD, VALUE
from chancery.games.friedrich.board.nations import NATION_NAMES, NATIONS
from chancery.games.friedrich.board.pieces import PIECES
from chancery.games.friedrich.face import cards
from chancery.games.friedrich.face.hands import held
from chancery.games.friedrich.rules import recruiting
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.view import FriedrichView


def stage(view: FriedrichView) -> Stage | None:
    """Return the panel of the reader's own purchase; others cannot see it yet (§10.4)."""
    top = view.phases[-1] if view.phases else None
    if not isinstance(top, Recruiting):
        return None
    title = T("{nation} recruits", nation=NATIONS.title(top.nation))
    buyer = Side(
        _bought(top),
        cards.arms(top.nation),
        tuple(_facts(view, top)),
        own=view.own(top.nation),
        cards=tuple(cards.laid(kind) for kind in top.paid),
    )
    key = f"purchase-{view.turn}-{NATION_NAMES[top.nation]}"
    return Stage(key, title, (buyer,), notes=tuple(_notes(view, top)), focus=_focus(view, top))


def _bought(top: Recruiting) -> Text:
    units = [phrases.troops(top.troops)] if top.troops else []
    if top.trains > 0:
        units.append(TN("{n} train", "{n} trains", top.trains))
    if not units:
        return T("Supply trains")
    return T("{bought}", bought=Listing(tuple(units)))


def _facts(view: FriedrichView, top: Recruiting) -> Iterator[Text]:
    """Yield the price, what is paid, and what is missing or wasted."""
    if top.trains < 0:
        yield T("{price} points each", price=recruiting.price(view, top.nation))
        return
    cost, paid = top.cost(view), top.worth()
    yield T("{paid} of {cost} points", paid=paid, cost=cost)
    if paid < cost:
        yield TN("{n} point missing", "{n} points missing", cost - paid)
    elif paid > cost:
        yield TN("{n} point wasted", "{n} points wasted", paid - cost)
    else:
        yield T("exactly the price")


def _notes(view: FriedrichView, top: Recruiting) -> Iterator[Text]:
    """Yield the best way to pay; later the cities of entry and the receivers of troops."""
    missing = top.cost(view) - top.worth() if top.trains >= 0 else 0
    kinds = coach.least_waste(held(view, top.nation), missing) if missing > 0 else ()
    if kinds:
        listed = Listing(tuple(CARD[kind].title for kind in kinds))
        waste = sum(VALUE[kind] for kind in kinds) - missing
        if waste:
            yield TN("Smallest loss, with {cards}: {n} point.",
                     "Smallest loss, with {cards}: {n} points.", waste, cards=listed)  # fmt: skip
        else:
            yield T("Exact price: {cards}.", cards=listed)
    if missing > 0:
        yield T("Under each card: points still missing (−) or wasted (+).")
    for city in top.depots:
        yield T("A supply train enters at {city}.", city=CITY_SPOTS[city])
    for general, city in top.entered:
        yield T("{piece} enters at {city}.", piece=PIECES.title(general), city=CITY_SPOTS[city])
    for general, received in groupby(top.fed):
        yield TN("{n} troop for {piece}", "{n} troops for {piece}", len(list(received)),
                 piece=PIECES.title(general))  # fmt: skip


def _focus(view: FriedrichView, top: Recruiting) -> tuple[str, ...]:
    """Return the cities where a piece may enter, while that is to be chosen."""
    if top.trains < 0 or top.worth() < top.cost(view):
        return ()
    if len(top.depots) == top.trains and top.entering < 0:
        return ()
    cities = recruiting.entry_cities(view, top.nation, top.substitute)
    return tuple(f"city:{CITY_IDS[city]}" for city in cities)

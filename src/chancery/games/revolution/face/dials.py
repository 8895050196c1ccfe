"""Dials for actions that differ in a number only: coins, tokens and units.

Taxes (§6.1.rate), support (§6.2.1, §6.2.2), new units (§6.10), tokens in a city (§6.14), coins on
the table of allegiance (§6.16). Where more can be added later each click adds one.
"""

from __future__ import annotations

from chancery.core import Action, Dial
from chancery.core.words import T
from chancery.games.revolution.board.atlas import SPACES
from chancery.games.revolution.board.factions import FACTIONS_N, NOBILITY
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES,
    GOALS,
    PLACES,
    box_of,
    is_city,
    spot_of,
)
from chancery.games.revolution.rules.allegiance import CATHOLIC_UNITS, MIDDLE, Paying, moved
from chancery.games.revolution.rules.moves_in_provinces import Placing
from chancery.games.revolution.view import RevolutionView


def dial(view: RevolutionView, action: Action) -> Dial | None:
    """Return the dial of an action; None if it has no number."""
    verb, args = action.verb, action.args
    match verb:
        case "tax":
            return Dial("tax", T("Coins from each city"), args[0] + 1, args[0] == 0)
        case "intercept":
            return Dial("intercept", T("Coins that your Huguenots take"), args[0])
        case "bank":
            title = T("From {box} to the treasury", box=BOXES.title(box_of(args[0])))
            return Dial(_key(action), title, args[1] + 1)
        case "place":
            title = T("{goal}", goal=GOALS.title(args[0]))
            return Dial(_key(action), title, args[1] + 1, args[1] == 0, adds=True)
        case "put" if is_city(args[0]):
            title = T("{place}", place=PLACES.title(args[0]))
            return Dial(_key(action), title, args[1] + 1, args[1] + 1 == _usual(view, args[0]))
        case "pay":
            title = T("{city}", city=CITIES.title(args[0]))
            return Dial(_key(action), title, args[1] + 1, args[1] == 0, adds=True)
    return None


def offered(view: RevolutionView, action: Action) -> bool:
    """Return whether a page offers an action: coins only if they can still move a marker."""
    top = view.phases[-1] if view.phases else None
    if action.verb != "pay" or not isinstance(top, Paying):
        return True
    city, extra = action.args
    return extra + 1 <= max(1, useful_coins(view, top, city))


def useful_coins(view: RevolutionView, top: Paying, city: int) -> int:
    """Return how many more coins of a faction on a city could make a difference (§6.16).

    All factions that move the marker before it have paid their coins, and it cannot be moved past
    an end (§6.16.ends), whatever others do later: beyond that a coin is wasted. The Nobility comes
    last, and never moves it past the middle (§6.16.nobility).
    """
    start = city * FACTIONS_N
    coins = list(view.coins[start : start + FACTIONS_N])
    paid = dict(top.laid).get(city, 0)
    before = list(view.order[: view.order.index(top.faction)])
    if top.faction == NOBILITY:
        return max(MIDDLE - 1, SPACES - MIDDLE) - paid
    certain = [n if f in before and f != NOBILITY else 0 for f, n in enumerate(coins)]
    steps, _ = moved(view.allegiance[city], certain, view.order, SPACES)
    space = steps[-1][2] if steps else view.allegiance[city]
    return (space - 1 if top.faction in CATHOLIC_UNITS else SPACES - space) - paid


def _key(action: Action) -> str:
    return f"{action.verb}:{action.args[0]}"


def _usual(view: RevolutionView, place: int) -> int:
    """Return the own tokens in a city, or as many as the majority needs, if that is more (§6.17).

    If there are not enough for a majority, it is the number of those in the city.
    """
    top = view.phases[-1]
    if not isinstance(top, Placing):
        return 0
    tokens = view.in_spots((spot_of(place),))
    for cleared, owner in top.clears:
        tokens[owner] -= cleared == place
    own = tokens[top.faction]
    needed = sum(tokens) - own + 1
    row = top.row(view.data.province_of[place])
    hand = top.hand(row) if row is not None else 0
    return max(own, needed) if needed <= hand else own

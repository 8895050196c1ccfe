"""What an action would lead to, where that helps to decide: from a view alone."""

from __future__ import annotations

from collections.abc import Callable

from chancery.core import Action
from chancery.core.words import TN, T, Text
from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import (
    FACTIONS_N,
    OWNERS_N,
    TITLES,
)
from chancery.games.revolution.board.places import PROVINCES_N, is_city, spot_of
from chancery.games.revolution.rules import overflow
from chancery.games.revolution.rules.allegiance import Paying, moved
from chancery.games.revolution.rules.control_cards import majority
from chancery.games.revolution.rules.end_of_sieges import spoils
from chancery.games.revolution.rules.end_of_turn import Ordering
from chancery.games.revolution.rules.events import counted, factions
from chancery.games.revolution.rules.keeping_armies import UPKEEP, Upkeep
from chancery.games.revolution.rules.moves_in_provinces import Placing
from chancery.games.revolution.rules.new_armies import MOST_ARMIES, PRICES, Raising
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.overflow import Overflow
from chancery.games.revolution.rules.sieges import Besieging
from chancery.games.revolution.rules.taxes import Taxes
from chancery.games.revolution.view import RevolutionView


def preview(view: RevolutionView, action: Action) -> Text | None:
    """A sentence about what comes of it, or nothing."""
    if not view.phases or action.verb not in _PREVIEWS:
        return None
    return _PREVIEWS[action.verb](view, *action.args)


def _tax(view: RevolutionView, more: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Taxes):
        return None
    n = more * view.city_cards.count(top.faction)
    return TN("{n} token stays in stock, the treasury holds {treasury}.",
              "{n} tokens stay in stock, the treasury holds {treasury}.",
              view.stock[top.faction] - n,
              treasury=view.treasury[top.faction] + n)  # fmt: skip


def _keep(view: RevolutionView, region: int = -1) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Upkeep):
        return None
    n = 1 if region >= 0 else len(top.left)
    return TN("{n} coin is left in the treasury.", "{n} coins are left in the treasury.",
              view.treasury[top.faction] - n * UPKEEP[top.faction])  # fmt: skip


def _raise(view: RevolutionView, region: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Raising) or len(top.regions) == MOST_ARMIES:
        return None
    price = PRICES[top.faction][len(top.regions) + 1]
    others = view.in_section(region)
    if any(n for f, n in enumerate(others) if f != top.faction):
        return TN("{n} coin in all. In that section: {armies}.",
                  "{n} coins in all. In that section: {armies}.", price,
                  armies=counted(others))  # fmt: skip
    return TN("{n} coin in all.", "{n} coins in all.", price)


def _besiege(view: RevolutionView, city: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Besieging):
        return None
    taken, others = spoils(view.in_spots((spot_of(city),)), top.faction)
    own = TN("{n} token becomes yours", "{n} tokens become yours", taken)
    if not others:
        return T("If the siege holds, {taken} as far as your stock reaches.", taken=own)
    return T("If the siege holds, {taken} as far as your stock reaches, and {neutral}.", taken=own,
             neutral=TN("{n} turns neutral", "{n} turn neutral", others))  # fmt: skip


def _place(view: RevolutionView, goal: int, more: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, NewUnits) or goal >= PROVINCES_N:
        return None
    n = more + 1 + dict(top.placed).get(goal, 0)
    found = coach.conflict(view, goal, {top.faction: n})
    total = sum(found.before)
    if total <= found.limit:
        return TN("The province would hold {n} token of {limit}.",
                  "The province would hold {n} tokens of {limit}.", total,
                  limit=found.limit)  # fmt: skip
    return TN("The province would hold {n} token of {limit}; if nobody adds any, conflict leaves:"
              " {after}.",
              "The province would hold {n} tokens of {limit}; if nobody adds any, conflict leaves:"
              " {after}.", total, limit=found.limit, after=counted(found.after))  # fmt: skip


def _spill(view: RevolutionView, here: int, there: int) -> Text | None:
    top = view.phases[-1]
    moves = top.moves if isinstance(top, Overflow) else ()
    room, empty = overflow.left_in(view, there, moves)
    if room > 0 and not empty:
        return T("A neutral token gives way.")
    return TN("Room for {n} token there.", "Room for {n} tokens there.", max(0, room))


def _put(view: RevolutionView, place: int, more: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Placing) or not is_city(place):
        return None
    here = view.in_spots((spot_of(place),))
    for other, owner in top.clears:
        if other == place:
            here[owner] -= 1
    here[top.faction] = more + 1
    holder = majority(here)
    if holder < 0:
        return T("Nobody would have the majority: {tokens}.", tokens=counted(here))
    return T("{faction} would have the majority: {tokens}.", faction=TITLES[holder],
             tokens=counted(here))  # fmt: skip


def _pay(view: RevolutionView, city: int, more: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Paying):
        return None
    start = city * FACTIONS_N
    coins = list(view.coins[start : start + FACTIONS_N])
    coins[top.faction] += more + 1 + dict(top.laid).get(city, 0)
    _, end = moved(view.allegiance[city], coins, view.order, view.data.most_shift)
    return T("With all coins so far the marker goes from {start} to {end}.",
             start=view.allegiance[city], end=end)  # fmt: skip


def _stand(view: RevolutionView, position: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Ordering) or not top.left:
        return None
    return T("The order would be: {order}.", order=factions(top.with_next(position)))


def _influence(view: RevolutionView, spot: int, owner: int) -> Text | None:
    faction = getattr(view.phases[-1], "faction", -1)
    province = view.data.province_at(spot)
    if faction < 0 or province < 0 or not view.tokens[spot * OWNERS_N + owner]:
        return None
    here = view.in_spots(view.data.open_spots[province])
    here[owner] -= 1
    here[faction] += 1
    return T("Countryside and towns of the province would hold: {tokens}.", tokens=counted(here))


def _done(view: RevolutionView) -> Text | None:
    top = view.phases[-1]
    if isinstance(top, Placing) and not top.begun():
        return T("All tokens stay where they are.")
    if isinstance(top, Overflow):
        left = sum(n for _, n in top.extra) - len(top.moves)
        return TN("{n} surplus token goes back to the stock.",
                  "{n} surplus tokens go back to the stock.", left)  # fmt: skip
    return None


_PREVIEWS: dict[str, Callable[..., Text | None]] = {
    "tax": _tax, "keep": _keep, "maintain": _keep, "raise": _raise, "besiege": _besiege,
    "place": _place, "spill": _spill, "put": _put, "pay": _pay, "stand": _stand,
    "influence": _influence, "done": _done,
}  # fmt: skip

"""Previews: the consequences of an action, where that helps to decide, from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from chancery.core import Action, Phase
from chancery.core.words import N_, TN, Hundredths, Listing, T, Text, Word, say
from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import (
    BEGGARS,
    FACTIONS_N,
    NEUTRAL,
    OWNERS,
    OWNERS_N,
    TITLES,
)
from chancery.games.revolution.board.places import (
    CITIES,
    CUT,
    PLACES,
    PROVINCES,
    PROVINCES_N,
    is_city,
    spot_of,
)
from chancery.games.revolution.face.orders import arrival
from chancery.games.revolution.face.outlook import ahead, as_made, outlook, shifted
from chancery.games.revolution.rules import overflow
from chancery.games.revolution.rules.allegiance import Paying, joiner, leaver
from chancery.games.revolution.rules.army_moves import Marching
from chancery.games.revolution.rules.control_cards import city_holder, majority, province_holder
from chancery.games.revolution.rules.end_of_sieges import spoils
from chancery.games.revolution.rules.end_of_turn import Ordering
from chancery.games.revolution.rules.events import counted, factions, pointed
from chancery.games.revolution.rules.keeping_armies import UPKEEP, Looting, Upkeep
from chancery.games.revolution.rules.military_influence import Influencing
from chancery.games.revolution.rules.moves_in_provinces import Placing, Provinces, queue
from chancery.games.revolution.rules.new_armies import MOST_ARMIES, PRICES, Raising
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.notation import CLEAR, GATHER, INFLUENCE, PLUNDER, PUT
from chancery.games.revolution.rules.overflow import Overflow
from chancery.games.revolution.rules.phase_base import Choice
from chancery.games.revolution.rules.sieges import Besieging
from chancery.games.revolution.rules.support_moves import Support
from chancery.games.revolution.rules.taxes import Taxes
from chancery.games.revolution.rules.water_beggars import (
    NEEDED_TO_BESIEGE,
    Beggars,
    Hiring,
    armies_in,
    may_stop,
    most_catholic,
    needed_to_destroy,
    needed_to_lift,
)
from chancery.games.revolution.view import RevolutionView


def preview(view: RevolutionView, action: Action) -> Text | None:
    """Return a sentence about the consequences of an action, or None."""
    phase, make = _PREVIEWS.get(action.verb, (None, None))
    top = view.phases[-1] if view.phases else None
    if phase is None or make is None or not isinstance(top, phase):
        return None
    return make(view, top, *action.args)


def _tax(view: RevolutionView, top: Taxes, extra: int) -> Text | None:
    n = extra * view.city_cards.count(top.faction)
    stock = view.stock[top.faction] - n
    stores = T("Stock {stock}, treasury {treasury}.", stock=stock,
               treasury=view.treasury[top.faction] + n)  # fmt: skip
    return _joined(stores, _from_stock(view, top.faction, stock))


def _from_stock(view: RevolutionView, faction: int, stock: int) -> Text:
    """Return how many new units a stock allows (§6.10.stock); paying coins returns tokens to it."""
    units = coach.new_units(view, faction).due
    if stock < units:
        return T("As things stand, new units: {number} instead of {units}, because the stock is"
                 " short.",
                 number=stock, units=units)  # fmt: skip
    return T("As things stand, new units: {number}.", number=units)


def _keep(view: RevolutionView, top: Upkeep, region: int = -1) -> Text | None:
    n = 1 if region >= 0 else len(top.left)
    return TN("{n} coin is left in the treasury.", "{n} coins are left in the treasury.",
              view.treasury[top.faction] - n * UPKEEP[top.faction])  # fmt: skip


def _raise(view: RevolutionView, top: Raising, region: int) -> Text | None:
    if len(top.regions) == MOST_ARMIES:
        return None
    prices = PRICES[top.faction]
    whole = prices[len(top.regions) + 1]
    costs = TN("It costs {n} coin.", "It costs {n} coins.", whole - prices[len(top.regions)])
    if top.regions:
        costs = T("{costs} With the earlier ones, {whole} in all.", costs=costs, whole=whole)
    armies_there = view.in_section(region)
    if any(n for f, n in enumerate(armies_there) if f != top.faction):
        return _joined(costs, T("Armies there: {armies}.", armies=counted(armies_there)))
    return costs


def _besiege(view: RevolutionView, top: Besieging, city: int) -> Text | None:
    tokens = view.in_spots((spot_of(city),))
    kept, taken, others = spoils(view, tokens, top.faction)
    if kept < tokens[top.faction]:
        return T("If the siege holds: two of your own tokens stay, the others become neutral.")
    if not taken:
        return None
    gain = TN("{n} token becomes yours", "{n} tokens become yours", taken)
    if not others:
        return T("If the siege holds: {taken} (if your stock allows).", taken=gain)
    return T("If the siege holds: {taken} (if your stock allows), {neutral}.", taken=gain,
             neutral=TN("{n} becomes neutral", "{n} become neutral", others))  # fmt: skip


def _place(view: RevolutionView, top: NewUnits, goal: int, extra: int) -> Text | None:
    if goal >= PROVINCES_N:
        return None
    n = extra + 1 + dict(top.placed).get(goal, 0)
    return _crowded(view, goal, top.faction, n)


def _bring(view: RevolutionView, top: Support, slot: int, province: int) -> Text | None:
    n = 1 + sum([goal == province for _, goal in top.brought])
    return _crowded(view, province, top.faction, n)


def _crowded(view: RevolutionView, province: int, faction: int, n: int) -> Text:
    """Return how full a province would be, the result of conflict, and who would place first."""
    conflict = coach.conflict(view, province, {faction: n})
    total = sum(conflict.before)
    first = queue(view, conflict.after)
    if total <= conflict.limit and len(first) == 1:
        return TN("The province would hold {n} token of {limit}.",
                  "The province would hold {n} tokens of {limit}.", total,
                  limit=conflict.limit)  # fmt: skip
    if total <= conflict.limit:
        return TN("The province would hold {n} token of {limit}; the first to place: {first}.",
                  "The province would hold {n} tokens of {limit}; the first to place: {first}.",
                  total, limit=conflict.limit, first=TITLES[first[0]])  # fmt: skip
    return TN("The province would hold {n} token of {limit}; if nobody adds any, conflict leaves:"
              " {after}.",
              "The province would hold {n} tokens of {limit}; if nobody adds any, conflict leaves:"
              " {after}.", total, limit=conflict.limit, after=counted(conflict.after))  # fmt: skip


def _spill(view: RevolutionView, top: Overflow, origin: int, destination: int) -> Text | None:
    room, empty = overflow.left_in(view, destination, top.moves)
    if room > 0 and not empty:
        return T("A neutral token gives way.")
    if room <= 0:
        return T("There is no room there.")
    free = TN("There is room for {n} token there.", "There is room for {n} tokens there.", empty)
    if room == empty:
        return free
    return _joined(
        free, TN("{n} more could take the place of a neutral one.",
                 "{n} more could take the places of neutral ones.", room - empty)
    )  # fmt: skip


def _put(view: RevolutionView, top: Placing, place: int, extra: int) -> Text | None:
    province = view.data.province_of[place]
    board = ahead(view, PUT[place][extra])
    leaves = _leaving(view, top, province, place)
    if not is_city(place):
        return _joined(leaves, _changed(view, board, province))
    tokens = board.in_spots((spot_of(place),))
    return _joined(_majority(tokens), leaves, _changed(view, board, province, place))


def _leaving(view: RevolutionView, top: Placing, province: int, place: int) -> Text | None:
    """Return a note about own tokens that leave a town or city when a token is put (§6.14.free).

    A faction that puts one token places all its tokens in the province anew. The note is given with
    the first token; later the board shows it.
    """
    if any(view.data.province_of[town] == province for town, _ in top.puts):
        return None
    row = top.row(province)
    places = [
        PLACES.title(town)
        for town in (row.places if row is not None else ())
        if town != place and view.tokens[CUT[spot_of(town)]][top.faction]
    ]
    if not places:
        return None
    return T("Your tokens in {places} go to the countryside, unless you put some there too.",
             places=Listing(tuple(places)))  # fmt: skip


def _clear(view: RevolutionView, top: Placing, place: int, owner: int) -> Text | None:
    board = ahead(view, CLEAR[place][owner])
    return _changed(view, board, view.data.province_of[place])


def _gather(view: RevolutionView, top: Placing, province: int) -> Text | None:
    return _changed(view, ahead(view, GATHER[province]), province)


def _majority(tokens: list[int]) -> Text:
    holder = majority(tokens)
    if holder < 0:
        return T("Nobody would have the majority: {tokens}.", tokens=counted(tokens))
    return T("{faction:The} would have the majority: {tokens}.", faction=TITLES[holder],
             tokens=counted(tokens))  # fmt: skip


def _joined(*texts: Text | None) -> Text | None:
    """Join several sentences into one text; None if there are none."""
    sentences = [text for text in texts if text is not None]
    if not sentences:
        return None
    joined = sentences.pop()
    while sentences:
        joined = T("{first} {second}", first=sentences.pop(), second=joined)
    return joined


def _changed(
    view: RevolutionView, board: RevolutionView, province: int, mentioned: int = -1
) -> Text | None:
    """Return the changes of the cards of a province and its cities, and of the own points.

    `mentioned`: a city that another sentence mentions already.
    """
    before = as_made(view)
    texts: list[Text | None] = []
    holder, later_holder = province_holder(before.board, province), province_holder(board, province)
    if later_holder != holder:
        texts.append(_card(PROVINCES.title(province), later_holder))
    for city in view.data.cities_of[province]:
        later_holder = city_holder(board, city)
        if city != mentioned and later_holder != city_holder(before.board, city):
            texts.append(_card(CITIES.title(city), later_holder))
    points_before, points_after = (
        before.points(before.board, province),
        before.points(board, province),
    )
    if points_after != points_before:
        texts.append(T("If the game ended like this: {new} instead of {old}.",
                       new=pointed(points_after), old=Hundredths(points_before)))  # fmt: skip
    return _joined(*texts)


def _card(title: Word, holder: int) -> Text:
    if holder < 0:
        return T("No faction would get the card of {place}.", place=title)
    return T("{faction:The} would get the card of {place}.", faction=TITLES[holder], place=title)


def _pay(view: RevolutionView, top: Paying, city: int, extra: int) -> Text | None:
    end = shifted(view, city, {top.faction: extra + 1 + dict(top.laid).get(city, 0)})
    goes = T("With all coins so far the marker goes from {start} to {end}.",
             start=view.allegiance[city], end=end)  # fmt: skip
    return _joined(goes, *_citizens(view, city, end))


def _citizens(view: RevolutionView, city: int, space: int) -> Iterator[Text]:
    """List the effects of a coloured space on a city (§6.16.spaces)."""
    tokens = view.tokens[CUT[spot_of(city)]]
    for effect in view.data.effects[space]:
        if effect.adds:
            owner = joiner(view, effect.catholic)
            if owner >= 0:
                yield T("A token comes in: {owner}.", owner=OWNERS.title(owner))
        else:
            owner = leaver(tokens, effect.catholic)
            if owner >= 0:
                yield T("A token goes: {owner}.", owner=OWNERS.title(owner))


def _stand(view: RevolutionView, top: Ordering, position: int) -> Text | None:
    return T("The order would be: {order}.", order=factions(top.with_next(position)))


def _influence(view: RevolutionView, top: Influencing, spot: int, owner: int) -> Text | None:
    province = view.data.province_at(spot)
    if province < 0 or not view.tokens[spot * OWNERS_N + owner]:
        return None
    stoppable = may_stop(view, top.faction, view.data.region_of[province])
    if stoppable and view.edition.beggars_must_stop:
        return T("A Water Beggar will stop it, and is spent.")
    board = ahead(view, INFLUENCE[spot][owner])
    tokens = board.in_spots(view.data.open_spots[province])
    holds = T("Countryside and towns of the province would hold: {tokens}.", tokens=counted(tokens))
    stopped = T("A Water Beggar may stop it.") if stoppable else None
    return _joined(holds, _changed(view, board, province), stopped)


def _plunder(view: RevolutionView, top: Looting, spot: int, owner: int) -> Text | None:
    board = ahead(view, PLUNDER[spot][owner])
    return _changed(view, board, view.data.province_at(spot))


def _neutral(view: RevolutionView, top: Looting | Beggars, province: int) -> Text | None:
    """Return the effect of a neutral token in the countryside: looting (§6.3.town, §6.7.3)."""
    conflict = coach.conflict(view, province, {NEUTRAL: 1})
    return TN("A neutral token comes: the province holds {n} token of {limit}.",
              "A neutral token comes: the province holds {n} tokens of {limit}.",
              sum(conflict.before), limit=conflict.limit)  # fmt: skip


# -- Water Beggars ---------------------------------------------------------------------------


def _hire(view: RevolutionView, top: Hiring, region: int) -> Text | None:
    n = top.regions.count(region) + 1
    armies = armies_in(view, region)
    hostile_sieges, own_sieges = _besieged(view, region, top.faction)
    if armies and n >= needed_to_destroy(armies) and most_catholic(view, region) >= 0:
        return T("Enough to destroy an army of {faction:the}.",
                 faction=TITLES[most_catholic(view, region)])  # fmt: skip
    if armies and n >= needed_to_lift(armies) and hostile_sieges:
        lifts = T("Enough to lift the sieges of {cities}.", cities=CITIES.listing(hostile_sieges))
        return _joined(lifts, _own_sieges(own_sieges))
    if armies and own_sieges and not hostile_sieges:
        return T("The only siege there is your own: they can only wait.")
    if armies:
        return TN("{n} army stands there: the Water Beggars are too few to do more than wait.",
                  "{n} armies stand there: the Water Beggars are too few to do more than wait.",
                  armies)  # fmt: skip
    if n >= NEEDED_TO_BESIEGE and view.data.region_cities[region]:
        return T("No army there: enough to loot, or to besiege a city.")
    return T("No army there: enough to loot a town.")


def _beat(view: RevolutionView, top: Beggars, region: int) -> Text | None:
    victim = most_catholic(view, region)
    if victim < 0:
        return None
    return TN("An army of {faction:the} is destroyed; {n} Water Beggar is spent.",
              "An army of {faction:the} is destroyed; {n} Water Beggars are spent.",
              view.beggars[region], faction=TITLES[victim])  # fmt: skip


def _strike(view: RevolutionView, top: Beggars, city: int) -> Text | None:
    return _beat(view, top, view.data.region_of[view.data.province_of[city]])


def _lift(view: RevolutionView, top: Beggars, region: int) -> Text | None:
    hirer = view.hirer
    hostile_sieges, own_sieges = _besieged(view, region, hirer)
    frees = T("Free again: {cities}. The armies go back to their section, without influence.",
              cities=CITIES.listing((*hostile_sieges, *own_sieges)))  # fmt: skip
    return _joined(frees, _own_sieges(own_sieges))


def _besieged(view: RevolutionView, region: int, faction: int) -> tuple[list[int], list[int]]:
    """Return the cities of a region besieged by armies of others, and by those of a faction."""
    cities = [c for c in view.data.region_cities[region] if 0 <= view.sieges[c] < FACTIONS_N]
    own_sieges = [city for city in cities if view.sieges[city] == faction]
    return [city for city in cities if city not in own_sieges], own_sieges


def _own_sieges(cities: Sequence[int]) -> Text | None:
    """Return a warning that own sieges of the region are lifted too (§6.7.2)."""
    if not cities:
        return None
    return T("Your own siege of {cities} would end too.", cities=CITIES.listing(cities))


def _invest(view: RevolutionView, top: Beggars, city: int) -> Text | None:
    neutrals = spoils(view, view.in_spots((spot_of(city),)), BEGGARS).neutral
    return TN("At the end of the turn {n} token there turns neutral.",
              "At the end of the turn {n} tokens there turn neutral.", neutrals)  # fmt: skip


# -- other decisions -----------------------------------------------------------------------------


def _settle(view: RevolutionView, top: Provinces, province: int) -> Text | None:
    return T("They place in this order: {order}.", order=factions(top.queues[province]))


def _march(view: RevolutionView, top: Marching, origin: int, destination: int) -> Text | None:
    return _joined(*arrival(view, top.faction, origin, destination))


def _done(view: RevolutionView, top: Choice) -> Text | None:
    if isinstance(top, Placing) and not top.begun():
        return T("All tokens stay where they are.")
    if isinstance(top, Placing | Support) and top.begun():
        return _consequences(view)
    if isinstance(top, Paying):
        return _markers(view, top)
    if isinstance(top, Overflow):
        unmoved = sum(n for _, n in top.extra) - len(top.moves)
        if unmoved:
            return TN("{n} surplus token goes back to the stock.",
                      "{n} surplus tokens go back to the stock.", unmoved)  # fmt: skip
    return None


def _markers(view: RevolutionView, top: Paying) -> Text:
    """Return where the markers of cities with own coins would move, with all coins (§6.16)."""
    if not top.laid:
        return T("You move no marker; all coins stay in your treasury.")
    ends = [
        T("{city} {start} → {end}", city=CITIES.title(city), start=view.allegiance[city],
          end=shifted(view, city, {top.faction: n}))
        for city, n in top.laid
    ]  # fmt: skip
    return T("With all coins so far: {markers}.", markers=Listing(tuple(ends)))


def _consequences(view: RevolutionView) -> Text | None:
    """Return the cards won and lost by an incomplete choice, and points by source."""
    change = outlook(view)
    if change is None:
        return None
    texts: list[Text | None] = []
    for (provinces, cities), sentence in (
        (change.won(), N_("Cards gained: {cards}.")),
        (change.lost(), N_("Cards lost: {cards}.")),
    ):
        titles = (*map(PROVINCES.title, provinces), *map(CITIES.title, cities))
        if titles:
            texts.append(say(sentence, cards=Listing(titles)))
    points = change.points
    texts.append(
        T("If the turn ended like this: {points} (cities {cities}, provinces {provinces}, own aim"
          " {aim}).",
          points=pointed(points.now), cities=Hundredths(points.cities),
          provinces=Hundredths(points.provinces), aim=Hundredths(points.own))
    )  # fmt: skip
    return _joined(*texts)


_PREVIEWS: dict[str, tuple[type[Phase[Any]], Callable[..., Text | None]]] = {
    "tax": (Taxes, _tax), "keep": (Upkeep, _keep), "maintain": (Upkeep, _keep),
    "raise": (Raising, _raise), "besiege": (Besieging, _besiege), "place": (NewUnits, _place),
    "spill": (Overflow, _spill), "put": (Placing, _put), "pay": (Paying, _pay),
    "stand": (Ordering, _stand), "influence": (Influencing, _influence), "done": (Choice, _done),
    "bring": (Support, _bring), "clear": (Placing, _clear), "gather": (Placing, _gather),
    "plunder": (Looting, _plunder), "sack": (Looting, _neutral), "raid": (Beggars, _neutral),
    "hire": (Hiring, _hire), "beat": (Beggars, _beat), "strike": (Beggars, _strike),
    "lift": (Beggars, _lift), "invest": (Beggars, _invest), "settle": (Provinces, _settle),
    "march": (Marching, _march), "withdraw": (Marching, _march),
}  # fmt: skip

"""What an action would lead to, where that helps to decide: from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from chancery.core import Action
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
from chancery.games.revolution.rules.moves_in_provinces import Placing, Provinces, queue
from chancery.games.revolution.rules.new_armies import MOST_ARMIES, PRICES, Raising
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.notation import CLEAR, GATHER, INFLUENCE, PLUNDER, PUT
from chancery.games.revolution.rules.overflow import Overflow
from chancery.games.revolution.rules.sieges import Besieging
from chancery.games.revolution.rules.support_moves import Support
from chancery.games.revolution.rules.taxes import Taxes
from chancery.games.revolution.rules.water_beggars import (
    NEEDED_TO_BESIEGE,
    Hiring,
    armies_in,
    may_stop,
    most_catholic,
    needed_to_destroy,
    needed_to_lift,
)
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
    stock = view.stock[top.faction] - n
    stores = T("Stock {stock}, treasury {treasury}.", stock=stock,
               treasury=view.treasury[top.faction] + n)  # fmt: skip
    return _joined(stores, _from_stock(view, top.faction, stock))


def _from_stock(view: RevolutionView, faction: int, stock: int) -> Text:
    """§6.10.stock: how many new units a stock leaves; coins are tokens that are missing there."""
    units = coach.new_units(view, faction).due
    if stock < units:
        return T("As things stand, new units: {number} instead of {units}, for want of stock.",
                 number=stock, units=units)  # fmt: skip
    return T("As things stand, new units: {number}.", number=units)


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
    prices = PRICES[top.faction]
    whole = prices[len(top.regions) + 1]
    costs = TN("It costs {n} coin.", "It costs {n} coins.", whole - prices[len(top.regions)])
    if top.regions:
        costs = T("{costs} With those before, {whole} in all.", costs=costs, whole=whole)
    others = view.in_section(region)
    if any(n for f, n in enumerate(others) if f != top.faction):
        return _joined(costs, T("Armies there: {armies}.", armies=counted(others)))
    return costs


def _besiege(view: RevolutionView, city: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Besieging):
        return None
    here = view.in_spots((spot_of(city),))
    kept, taken, others = spoils(view, here, top.faction)
    if kept < here[top.faction]:
        return T("If the siege holds: of your own tokens two stay, the others become neutral.")
    if not taken:
        return None
    own = TN("{n} token becomes yours", "{n} tokens become yours", taken)
    if not others:
        return T("If the siege holds: {taken} (if your stock allows).", taken=own)
    return T("If the siege holds: {taken} (if your stock allows), {neutral}.", taken=own,
             neutral=TN("{n} becomes neutral", "{n} become neutral", others))  # fmt: skip


def _place(view: RevolutionView, goal: int, more: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, NewUnits) or goal >= PROVINCES_N:
        return None
    n = more + 1 + dict(top.placed).get(goal, 0)
    return _crowded(view, goal, top.faction, n)


def _bring(view: RevolutionView, slot: int, province: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Support):
        return None
    n = 1 + sum([goal == province for _, goal in top.brought])
    return _crowded(view, province, top.faction, n)


def _crowded(view: RevolutionView, province: int, faction: int, n: int) -> Text:
    """How full a province would be, what conflict would leave, and who would place first."""
    found = coach.conflict(view, province, {faction: n})
    total = sum(found.before)
    first = queue(view, found.after)
    if total <= found.limit and len(first) == 1:
        return TN("The province would hold {n} token of {limit}.",
                  "The province would hold {n} tokens of {limit}.", total,
                  limit=found.limit)  # fmt: skip
    if total <= found.limit:
        return TN("The province would hold {n} token of {limit}; the first to place: {first}.",
                  "The province would hold {n} tokens of {limit}; the first to place: {first}.",
                  total, limit=found.limit, first=TITLES[first[0]])  # fmt: skip
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
    if room <= 0:
        return T("There is no room there.")
    free = TN("There is room for {n} token there.", "There is room for {n} tokens there.", empty)
    if room == empty:
        return free
    return _joined(
        free, TN("{n} more could take the place of a neutral one.",
                 "{n} more could take the places of neutral ones.", room - empty)
    )  # fmt: skip


def _put(view: RevolutionView, place: int, more: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Placing):
        return None
    province = view.data.province_of[place]
    board = ahead(view, PUT[place][more])
    leaves = _leaving(view, top, province, place)
    if not is_city(place):
        return _joined(leaves, _changed(view, board, province))
    here = board.in_spots((spot_of(place),))
    return _joined(_majority(here), leaves, _changed(view, board, province, place))


def _leaving(view: RevolutionView, top: Placing, province: int, place: int) -> Text | None:
    """§6.14.free: whoever puts a token places all of the province anew. Own tokens that would so
    leave a town or city are told of when the first one is put; later the board shows it."""
    if any(view.data.province_of[other] == province for other, _ in top.puts):
        return None
    row = top.row(province)
    places = [
        PLACES.title(other)
        for other in (row.places if row is not None else ())
        if other != place and view.tokens[CUT[spot_of(other)]][top.faction]
    ]
    if not places:
        return None
    return T("Your tokens in {places} go to the countryside, unless you put some there too.",
             places=Listing(tuple(places)))  # fmt: skip


def _clear(view: RevolutionView, place: int, owner: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Placing):
        return None
    board = ahead(view, CLEAR[place][owner])
    return _changed(view, board, view.data.province_of[place])


def _gather(view: RevolutionView, province: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Placing):
        return None
    return _changed(view, ahead(view, GATHER[province]), province)


def _majority(here: list[int]) -> Text:
    holder = majority(here)
    if holder < 0:
        return T("Nobody would have the majority: {tokens}.", tokens=counted(here))
    return T("{faction:The} would have the majority: {tokens}.", faction=TITLES[holder],
             tokens=counted(here))  # fmt: skip


def _joined(*texts: Text | None) -> Text | None:
    """Several sentences, or one, or none."""
    found = [text for text in texts if text is not None]
    if not found:
        return None
    told = found.pop()
    while found:
        told = T("{first} {second}", first=found.pop(), second=told)
    return told


def _changed(
    view: RevolutionView, board: RevolutionView, province: int, told: int = -1
) -> Text | None:
    """What would become of the cards of a province and its cities, and of the own points.

    `told`: a city of which is spoken already.
    """
    before = as_made(view)
    texts: list[Text | None] = []
    now, then = province_holder(before.board, province), province_holder(board, province)
    if then != now:
        texts.append(_card(PROVINCES.title(province), then))
    for city in view.data.cities_of[province]:
        then = city_holder(board, city)
        if city != told and then != city_holder(before.board, city):
            texts.append(_card(CITIES.title(city), then))
    old, new = before.points(before.board, province), before.points(board, province)
    if new != old:
        texts.append(T("If the game ended so: {new} instead of {old}.", new=pointed(new),
                       old=Hundredths(old)))  # fmt: skip
    return _joined(*texts)


def _card(title: Word, holder: int) -> Text:
    if holder < 0:
        return T("Nobody would get the card of {place}.", place=title)
    return T("{faction:The} would get the card of {place}.", faction=TITLES[holder], place=title)


def _pay(view: RevolutionView, city: int, more: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Paying):
        return None
    end = shifted(view, city, {top.faction: more + 1 + dict(top.laid).get(city, 0)})
    goes = T("With all coins so far the marker goes from {start} to {end}.",
             start=view.allegiance[city], end=end)  # fmt: skip
    return _joined(goes, *_citizens(view, city, end))


def _citizens(view: RevolutionView, city: int, space: int) -> Iterator[Text]:
    """§6.16.spaces: what a space does to a city."""
    here = view.tokens[CUT[spot_of(city)]]
    for effect in view.data.effects[space]:
        if effect.adds:
            owner = joiner(view, effect.catholic)
            if owner >= 0:
                yield T("A token comes in: {owner}.", owner=OWNERS.title(owner))
        else:
            owner = leaver(here, effect.catholic)
            if owner >= 0:
                yield T("A token goes: {owner}.", owner=OWNERS.title(owner))


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
    held = may_stop(view, faction, view.data.region_of[province])
    if held and view.edition.beggars_must_stop:
        return T("A Water Beggar will stop it, and is spent.")
    board = ahead(view, INFLUENCE[spot][owner])
    here = board.in_spots(view.data.open_spots[province])
    holds = T("Countryside and towns of the province would hold: {tokens}.", tokens=counted(here))
    stopped = T("A Water Beggar may stop it.") if held else None
    return _joined(holds, _changed(view, board, province), stopped)


def _plunder(view: RevolutionView, spot: int, owner: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Looting):
        return None
    board = ahead(view, PLUNDER[spot][owner])
    return _changed(view, board, view.data.province_at(spot))


def _neutral(view: RevolutionView, province: int) -> Text | None:
    """A neutral token into the countryside: looting (§6.3.town, §6.7.3)."""
    found = coach.conflict(view, province, {NEUTRAL: 1})
    return TN("A neutral token comes: the province holds {n} token of {limit}.",
              "A neutral token comes: the province holds {n} tokens of {limit}.",
              sum(found.before), limit=found.limit)  # fmt: skip


# -- Water Beggars ---------------------------------------------------------------------------


def _hire(view: RevolutionView, region: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Hiring):
        return None
    n = top.regions.count(region) + 1
    armies = armies_in(view, region)
    theirs, own = _besieged(view, region, top.faction)
    if armies and n >= needed_to_destroy(armies) and most_catholic(view, region) >= 0:
        return T("Enough to destroy an army of {faction:the}.",
                 faction=TITLES[most_catholic(view, region)])  # fmt: skip
    if armies and n >= needed_to_lift(armies) and theirs:
        lifts = T("Enough to lift the sieges of {cities}.", cities=_cities(theirs))
        return _joined(lifts, _own_too(own))
    if armies and own and not theirs:
        return T("The only siege there is your own: they can do no more than wait.")
    if armies:
        return TN("{n} army stands there: too few to do more than wait.",
                  "{n} armies stand there: too few to do more than wait.", armies)  # fmt: skip
    if n >= NEEDED_TO_BESIEGE and view.data.region_cities[region]:
        return T("No army there: enough to loot, or to besiege a city.")
    return T("No army there: enough to loot a town.")


def _beat(view: RevolutionView, region: int) -> Text | None:
    victim = most_catholic(view, region)
    if victim < 0:
        return None
    return TN("An army of {faction:the} is destroyed; {n} Water Beggar is spent.",
              "An army of {faction:the} is destroyed; {n} Water Beggars are spent.",
              view.beggars[region], faction=TITLES[victim])  # fmt: skip


def _strike(view: RevolutionView, city: int) -> Text | None:
    return _beat(view, view.data.region_of[view.data.province_of[city]])


def _lift(view: RevolutionView, region: int) -> Text | None:
    hirer = view.hirer
    theirs, own = _besieged(view, region, hirer)
    frees = T("Free again: {cities}. The armies go back to their section, without influence.",
              cities=_cities((*theirs, *own)))  # fmt: skip
    return _joined(frees, _own_too(own))


def _besieged(view: RevolutionView, region: int, faction: int) -> tuple[list[int], list[int]]:
    """Cities of a region that armies of others, and that armies of a faction lie before."""
    cities = [c for c in view.data.region_cities[region] if 0 <= view.sieges[c] < FACTIONS_N]
    own = [city for city in cities if view.sieges[city] == faction]
    return [city for city in cities if city not in own], own


def _own_too(own: Sequence[int]) -> Text | None:
    """§6.7.2: all sieges of a region are lifted, whoever lays them."""
    if not own:
        return None
    return T("Your own siege of {cities} would end too.", cities=_cities(own))


def _invest(view: RevolutionView, city: int) -> Text | None:
    others = spoils(view, view.in_spots((spot_of(city),)), BEGGARS).neutral
    return TN("At the end of the turn {n} token there turns neutral.",
              "At the end of the turn {n} tokens there turn neutral.", others)  # fmt: skip


def _cities(cities: Sequence[int]) -> Listing:
    return Listing(tuple(CITIES.title(city) for city in cities))


# -- what else is decided ------------------------------------------------------------------------


def _settle(view: RevolutionView, province: int) -> Text | None:
    top = view.phases[-1]
    if not isinstance(top, Provinces):
        return None
    return T("They place in this order: {order}.", order=factions(top.queues[province]))


def _march(view: RevolutionView, here: int, there: int) -> Text | None:
    top = view.phases[-1]
    return _joined(*arrival(view, top.faction, here, there)) if isinstance(top, Marching) else None


def _done(view: RevolutionView) -> Text | None:
    top = view.phases[-1]
    if isinstance(top, Placing) and not top.begun():
        return T("All tokens stay where they are.")
    if isinstance(top, Placing | Support) and top.begun():
        return _come_to(view)
    if isinstance(top, Paying):
        return _markers(view, top)
    if isinstance(top, Overflow):
        left = sum(n for _, n in top.extra) - len(top.moves)
        if left:
            return TN("{n} surplus token goes back to the stock.",
                      "{n} surplus tokens go back to the stock.", left)  # fmt: skip
    return None


def _markers(view: RevolutionView, top: Paying) -> Text:
    """§6.16: where the markers go that have own coins on them, with all coins so far."""
    if not top.laid:
        return T("No marker is moved by you; all coins stay in your treasury.")
    ends = [
        T("{city} {start} → {end}", city=CITIES.title(city), start=view.allegiance[city],
          end=shifted(view, city, {top.faction: n}))
        for city, n in top.laid
    ]  # fmt: skip
    return T("With all coins so far: {markers}.", markers=Listing(tuple(ends)))


def _come_to(view: RevolutionView) -> Text | None:
    """Cards won and lost by a half-made choice, and points by source."""
    found = outlook(view)
    if found is None:
        return None
    texts: list[Text | None] = []
    for (provinces, cities), sentence in (
        (found.won(), N_("Cards gained: {cards}.")),
        (found.lost(), N_("Cards lost: {cards}.")),
    ):
        titles = (*map(PROVINCES.title, provinces), *map(CITIES.title, cities))
        if titles:
            texts.append(say(sentence, cards=Listing(titles)))
    points = found.points
    texts.append(
        T("If the turn ended so: {points} (cities {cities}, provinces {provinces}, own aim {aim}).",
          points=pointed(points.now), cities=Hundredths(points.cities),
          provinces=Hundredths(points.provinces), aim=Hundredths(points.own))
    )  # fmt: skip
    return _joined(*texts)


_PREVIEWS: dict[str, Callable[..., Text | None]] = {
    "tax": _tax, "keep": _keep, "maintain": _keep, "raise": _raise, "besiege": _besiege,
    "place": _place, "spill": _spill, "put": _put, "pay": _pay, "stand": _stand,
    "influence": _influence, "done": _done, "bring": _bring, "clear": _clear, "gather": _gather,
    "plunder": _plunder, "sack": _neutral, "raid": _neutral, "hire": _hire, "beat": _beat,
    "strike": _strike, "lift": _lift, "invest": _invest, "settle": _settle, "march": _march,
    "withdraw": _march,
}  # fmt: skip

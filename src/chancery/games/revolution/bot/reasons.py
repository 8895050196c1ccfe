"""Reasons for the regent's plans: a few sentences for a player who has asked for a hint.

All of them follow from the view, by the functions with which the regent itself appraises it. What
depends on how others will place their tokens is said as something that should come about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from chancery.core import Action, Question, Text
from chancery.core.words import TN, Listing, T, Word
from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import (
    BURGHERS,
    FACTIONS,
    FACTIONS_N,
    HABSBURGS,
    NEUTRAL,
    OWNERS_N,
    REFORMERS,
)
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES,
    CITIES_N,
    CUT,
    HUGUENOTS,
    PLACES,
    PLAIN,
    PROVINCES,
    PROVINCES_N,
    REGIONS,
    SPOTS,
    box_of,
    kind_of,
    spot_of,
)
from chancery.games.revolution.bot.appraisal import Appraisal, Ground
from chancery.games.revolution.bot.armies_and_beggars import Soldiery
from chancery.games.revolution.bot.coins_and_units import Purse
from chancery.games.revolution.plans import carried_out
from chancery.games.revolution.rules.allegiance import Paying, moved
from chancery.games.revolution.rules.control_cards import majority, province_holder
from chancery.games.revolution.rules.end_of_sieges import spoils
from chancery.games.revolution.rules.end_of_turn import Ordering
from chancery.games.revolution.rules.events import counted
from chancery.games.revolution.rules.keeping_armies import Upkeep
from chancery.games.revolution.rules.military_influence import Barring
from chancery.games.revolution.rules.moves_in_provinces import Batches, Placing, Provinces
from chancery.games.revolution.rules.new_armies import Raising
from chancery.games.revolution.rules.new_units import LEAST_UNITS, NewUnits
from chancery.games.revolution.rules.overflow import neutral_gives_way
from chancery.games.revolution.rules.support_moves import Interception, Support
from chancery.games.revolution.rules.water_beggars import (
    armies_in,
    most_catholic,
    needed_to_destroy,
    needed_to_lift,
)
from chancery.games.revolution.view import RevolutionView

MOST = 3  # sentences


class _Case(NamedTuple):
    """A plan in its position, as the faction sees it that would carry it out."""

    view: RevolutionView
    appraisal: Appraisal
    plan: Sequence[Action]

    @property
    def me(self) -> int:
        """The faction for which the bot decides."""
        return self.appraisal.me

    def of(self, verb: str) -> list[tuple[int, ...]]:
        """Return the arguments of the plan's actions with a verb."""
        return [action.args for action in self.plan if action.verb == verb]


def reasons(
    view: RevolutionView, asked: Question, plan: Sequence[Action], appraisal: Appraisal
) -> tuple[Text, ...]:
    """Return one to three sentences about a plan; by default the rule of thumb itself."""
    case = _Case(view, appraisal, plan)
    special = _REASONS.get(asked.name)
    special_reasons = tuple(islice(dict.fromkeys(special(case)), MOST)) if special else ()
    return special_reasons or (_RULES_OF_THUMB[asked.name],)


# -- what tokens in a province should come to --------------------------------------------------


_THE_CARD = T("the card")


def _held(appraisal: Appraisal, ground: Ground) -> dict[Word, int]:
    """Return the holders in a settled province: of its card, its cities and towns of value."""
    holders: dict[Word, int] = {_THE_CARD: majority(ground.open)}
    for city, tokens in zip(ground.cities, ground.city, strict=True):
        holders[CITIES.title(city)] = majority(appraisal.drifted(city, tokens))
    data = appraisal.data
    for aim, towns in ((REFORMERS, data.universities), (BURGHERS, data.trade)):
        for town, holder in ground.towns.items():
            if holder == aim and town in towns:
                holders[T("the town of {town}", town=PLACES.title(town))] = holder
    return holders


def _outcome(
    case: _Case, province: int, before: Sequence[int], after: Sequence[int]
) -> Iterator[Text]:
    """Yield what other tokens in a province should win for the faction, or keep from others."""
    appraisal, me = case.appraisal, case.me

    def settled(counts: Sequence[int]) -> dict[Word, int]:
        survivors = appraisal.after_conflict(province, counts)
        return _held(appraisal, appraisal.settle(province, survivors))

    was, will = settled(before), settled(after)
    won = [name for name, holder in will.items() if holder == me != was.get(name)]
    denied = [
        (name, holder)
        for name, holder in was.items()
        if holder >= 0 and not case.view.allied(holder, me) and will.get(name, -1) != holder
    ]
    if won:
        yield T("In {province} this should win you {cards}.", province=PROVINCES.title(province),
                cards=Listing(tuple(won)))  # fmt: skip
    elif denied:
        name, holder = denied[0]
        yield T("In {province} this should keep {faction:the} from {card}.",
                province=PROVINCES.title(province), faction=FACTIONS.title(holder),
                card=name)  # fmt: skip


def _more(counts: Sequence[int], owner: int, n: int) -> list[int]:
    increased = list(counts)
    increased[owner] += n
    return increased


# -- set-up, money, support --------------------------------------------------------------------


def _post(case: _Case) -> Iterator[Text]:
    yield T("Every region with a Habsburg army is worth a point.")
    for (region,) in case.of("post"):
        cities = _targets(case, region)
        if cities.items:
            yield T("In {region} it could besiege {cities} in turn 1.",
                    region=REGIONS.title(region), cities=cities)  # fmt: skip


def _tax(case: _Case) -> Iterator[Text]:
    view, me = case.view, case.me
    ((extra,),) = case.of("tax")
    stock = view.stock[me] - extra * view.city_cards.count(me)
    due = coach.new_units(view, me).due
    armies = Purse(case.appraisal).armies
    if stock >= due:
        yield T("Tokens left in stock: {stock}, enough for the new units of this turn ({due}).",
                stock=stock, due=due)  # fmt: skip
    elif extra:
        yield T("Tokens left in stock: {stock}; coins spent on armies return there before the new"
                " units of this turn are placed ({due}).", stock=stock, due=due)  # fmt: skip
    else:
        yield T("Tokens in stock: {stock}; new units due: {due}. More coins would cost units.",
                stock=stock, due=due)  # fmt: skip
    if armies:
        yield TN("You have {n} army to pay.", "You have {n} armies to pay.", armies)


def _support(case: _Case) -> Iterator[Text]:
    view, me, top = case.view, case.me, case.view.phases[-1]
    assert isinstance(top, Support)
    goals = Counter(province for _, province in case.of("bring"))
    for province, n in goals.items():
        tokens = _more(view.unbesieged(province), me, [p for _, p in top.brought].count(province))
        yield from _outcome(case, province, tokens, _more(tokens, me, n))
        if not tokens[me]:
            yield T("In {province} it is a foothold: from now on new units may go there.",
                    province=PROVINCES.title(province))  # fmt: skip
    if case.of("bank"):
        yield T("Coins pay armies now, and move the allegiance of cities later in the turn.")
    if not goals and not case.of("bank"):
        if sum(coach.new_units(view, me)[:5]) > LEAST_UNITS:
            yield T("They may wait: each token in a support box brings a new unit.")
        else:
            yield T("They may wait: no province needs them more than a later turn will.")


def _intercept(case: _Case) -> Iterator[Text]:
    top = case.view.phases[-1]
    assert isinstance(top, Interception)
    ((n,),) = case.of("intercept")
    if n:
        yield TN("{victim:The} lose {n} coin, and you gain it.",
                 "{victim:The} lose {n} coins, and you gain them.", n,
                 victim=FACTIONS.title(top.faction))  # fmt: skip
        if not case.view.edition.huguenots_pay:
            yield T("Huguenots that intercept are ready again next turn.")


# -- armies ------------------------------------------------------------------------------------


def _targets(case: _Case, region: int) -> Listing:
    """Return the cities of a region that the faction could besiege with profit."""
    soldiery = Soldiery(case.appraisal)
    cities = [
        city for city in case.view.data.region_cities[region]
        if soldiery.worth_besieging(city, case.me) and soldiery.siege_gain(city, case.me) > 0
    ]  # fmt: skip
    return Listing(tuple(CITIES.title(city) for city in cities))


def _at_bay(case: _Case, region: int, armies: Sequence[int]) -> Iterator[Text]:
    """Return the factions whose armies an army meets in a region where these stand."""
    others = [f for f, n in enumerate(armies) if n and f != case.me]
    if others:
        yield T("In {region} it keeps {factions:the} at bay.", region=REGIONS.title(region),
                factions=Listing(tuple(FACTIONS.title(f) for f in others)))  # fmt: skip


def _work(case: _Case, region: int, armies: Sequence[int]) -> Iterator[Text]:
    """Yield the uses of an army in this turn, in a region where these stand."""
    met = list(_at_bay(case, region, armies))
    yield from met
    if met:
        return
    cities = _targets(case, region)
    if cities.items:
        yield T("In {region} it can besiege {cities}.", region=REGIONS.title(region), cities=cities)
    else:
        yield from _conversion(case, region)


def _conversion(case: _Case, region: int) -> Iterator[Text]:
    """Return whether there is a token to convert."""
    if any(gain > 0 for gain in Soldiery(case.appraisal).influences(region, case.me)):
        yield T("In {region} it can convert a token with its influence.",
                region=REGIONS.title(region))  # fmt: skip


def _upkeep(case: _Case) -> Iterator[Text]:
    top = case.view.phases[-1]
    assert isinstance(top, Upkeep)
    kept = [args[0] for args in case.of("keep")]
    abandoned = [args[0] for args in case.of("abandon")]
    if (case.of("keep") or case.of("maintain")) and case.me == HABSBURGS:
        yield T("Every region with a Habsburg army is worth a point.")
    if case.of("maintain"):
        yield T("Every army you have is worth its pay.")
        kept = sorted(set(top.left))
    for region in kept:
        yield from _work(case, region, case.view.in_section(region))
    for region in abandoned:
        yield T("The army in {region} is not worth its pay now, and looting hurts another faction.",
                region=REGIONS.title(region))  # fmt: skip


def _loot(case: _Case) -> Iterator[Text]:
    view = case.view
    for (province,) in case.of("sack"):
        yield from _neutral_comes(case, province)
    for spot, owner in case.of("plunder"):
        province = view.data.province_at(spot)
        tokens = _turned(view, spot, owner, NEUTRAL if view.neutrals else -1)
        yield from _card_lost(case, province, tokens)
        yield T("It costs {faction:the} a token in {spot}.", faction=FACTIONS.title(owner),
                spot=SPOTS.title(spot))  # fmt: skip


def _neutral_comes(case: _Case, province: int) -> Iterator[Text]:
    """Yield the effects of a looted town (§6.3.town, §6.7.3)."""
    tokens = case.view.unbesieged(province)
    yield from _outcome(case, province, tokens, _more(tokens, NEUTRAL, 1))
    if case.appraisal.change(province, ((NEUTRAL, 1),)) > 0:
        yield T("One more neutral token in {province} hurts others more than you.",
                province=PROVINCES.title(province))  # fmt: skip
    else:
        yield T("One more neutral token hurts you least in {province}.",
                province=PROVINCES.title(province))  # fmt: skip


def _turned(view: RevolutionView, spot: int, owner: int, taker: int) -> list[int]:
    """Return all tokens as if one in a spot belonged to another owner, or to nobody."""
    tokens = list(view.tokens)
    tokens[spot * OWNERS_N + owner] -= 1
    if taker >= 0:
        tokens[spot * OWNERS_N + taker] += 1
    return tokens


def _open_tokens(case: _Case, province: int, tokens: Sequence[int]) -> list[int]:
    """Return the tokens of a province that count for its card."""
    spots = case.view.data.open_spots[province]
    return [sum(tokens[spot * OWNERS_N + owner] for spot in spots) for owner in range(OWNERS_N)]


def _card_lost(case: _Case, province: int, tokens: Sequence[int]) -> Iterator[Text]:
    """Yield whose majority in a province breaks, or begins, with these tokens."""
    holder = province_holder(case.view, province)
    later_holder = majority(_open_tokens(case, province, tokens))
    name = PROVINCES.title(province)
    if later_holder == case.me != holder:
        yield T("It gives you the majority in {province}.", province=name)
    elif holder >= 0 and holder not in (later_holder, case.me):
        yield T("It breaks the majority of {faction:the} in {province}.",
                faction=FACTIONS.title(holder), province=name)  # fmt: skip


def _raise(case: _Case) -> Iterator[Text]:
    view, me, top = case.view, case.me, case.view.phases[-1]
    assert isinstance(top, Raising)
    before = Counter(top.regions)
    regions = Counter(region for (region,) in case.of("raise"))
    soldiery = Soldiery(case.appraisal)
    for region, n in regions.items():
        armies = _more(soldiery.section(region), me, n + before[region])
        after = soldiery.after_battle(armies)
        name = REGIONS.title(region)
        if after != armies:
            yield T("After the battle in {region} there would be: {armies}.", region=name,
                    armies=counted(after))  # fmt: skip
        if after[me]:
            yield from _work(case, region, after)
        if me == HABSBURGS and after[me] and not view.in_section(region)[me]:
            yield T("A Habsburg army in {region} is worth a point.", region=name)
    if not regions and not before:
        yield T("No army would be worth its price and its upkeep now.")


def _besiege(case: _Case) -> Iterator[Text]:
    view, me = case.view, case.me
    for (city,) in case.of("besiege"):
        tokens = view.in_spots((spot_of(city),))
        kept, taken, others = spoils(view, tokens, me)
        own = kept + min(taken, view.stock[me])
        after = [0] * OWNERS_N
        after[me], after[NEUTRAL] = own, min(others, view.neutrals)
        name, holder = CITIES.title(city), view.city_cards[city]
        if majority(case.appraisal.drifted(city, after)) == me:
            yield T("If the siege holds, you have {own} of {all} tokens in {city}, and its card.",
                    own=own, all=sum(after), city=name)  # fmt: skip
        elif holder >= 0:
            yield T("If the siege holds, {faction:the} lose {city}.",
                    faction=FACTIONS.title(holder), city=name)  # fmt: skip
        else:
            yield TN("If the siege holds, {n} token in {city} becomes yours.",
                     "If the siege holds, {n} tokens in {city} become yours.", own - tokens[me],
                     city=name)  # fmt: skip
    if not case.of("besiege"):
        yield T("No siege wins more than the army can with its influence.")


def _march(case: _Case) -> Iterator[Text]:
    view, me = case.view, case.me
    for origin, destination in [*case.of("march"), *case.of("withdraw")]:
        name = REGIONS.title(destination)
        armies = _more(view.in_section(destination), me, 1)
        if (
            me == HABSBURGS
            and not view.in_section(destination)[me]
            and not view.besiegers(destination)[me]
        ):
            yield T("A Habsburg army in {region} is worth a point.", region=name)
        if sum(view.in_section(origin)) > view.in_section(origin)[me]:
            yield T("In {region} it stands off, and can do nothing.", region=REGIONS.title(origin))
        met = list(_at_bay(case, destination, armies))
        yield from met or _conversion(case, destination)
        cities = _targets(case, destination)
        if cities.items and case.appraisal.left:
            yield T("Next turn it could besiege {cities}.", cities=cities)
    if not case.of("march") and not case.of("withdraw"):
        yield T("Your armies are of more use where they are.")


def _influence(case: _Case) -> Iterator[Text]:
    view, me = case.view, case.me
    for spot, owner in case.of("influence"):
        province = view.data.province_at(spot)
        yield from _card_lost(case, province, _turned(view, spot, owner, me))
        tokens = view.unbesieged(province)
        yield from _outcome(case, province, tokens, _more(_more(tokens, owner, -1), me, 1))
    if case.of("influence"):
        yield T("It costs nothing: a token that is not yours becomes yours.")
    else:
        yield T("Nothing within reach is worth a token of your stock.")


# -- Water Beggars -----------------------------------------------------------------------------


def _hire(case: _Case) -> Iterator[Text]:
    view = case.view
    for region, n in Counter(region for (region,) in case.of("hire")).items():
        armies, name = armies_in(view, region), REGIONS.title(region)
        if not armies:
            yield T("No army stands in {region}: they can loot there, or besiege.", region=name)
        elif n >= needed_to_destroy(armies) and most_catholic(view, region) >= 0:
            yield T("They outnumber the armies in {region} and can destroy one of {faction:the}.",
                    region=name, faction=FACTIONS.title(most_catholic(view, region)))  # fmt: skip
        elif n >= needed_to_lift(armies) and any(view.besiegers(region)):
            yield T("They are enough to lift the sieges in {region}.", region=name)
    if not case.of("hire"):
        yield T("Nothing that they could do is worth their price now.")


def _beggars(case: _Case) -> Iterator[Text]:
    view = case.view
    for (region,) in case.of("beat"):
        yield T("{faction:The} lose an army in {region}.", region=REGIONS.title(region),
                faction=FACTIONS.title(most_catholic(view, region)))  # fmt: skip
    for (city,) in case.of("strike"):
        yield T("The army before {city} is gone, and its siege with it.", city=CITIES.title(city))
    for (region,) in case.of("lift"):
        cities = [c for c in view.data.region_cities[region] if 0 <= view.sieges[c] < FACTIONS_N]
        yield T("It saves what is in {cities}.",
                cities=Listing(tuple(CITIES.title(city) for city in cities)))  # fmt: skip
    for (province,) in case.of("raid"):
        yield from _neutral_comes(case, province)
    for (city,) in case.of("invest"):
        holder, name = view.city_cards[city], CITIES.title(city)
        if holder >= 0:
            yield T("{faction:The} lose {city}: all tokens in it turn neutral.",
                    faction=FACTIONS.title(holder), city=name)  # fmt: skip
        else:
            yield T("All tokens in {city} turn neutral.", city=name)
    if not any(action.verb != "done" for action in case.plan):
        yield T("Water Beggars that wait may stop an army that marches off or uses its influence.")


def _hold(case: _Case) -> Iterator[Text]:
    if case.of("stop"):
        yield T("The army would do you more harm where it wants to go.")
    else:
        yield T("Where it goes it does you no more harm than here.")


def _bar(case: _Case) -> Iterator[Text]:
    top = case.view.phases[-1]
    assert isinstance(top, Barring)
    if case.of("stop"):
        yield T("A token of {faction:the} in {spot} would harm you.",
                faction=FACTIONS.title(top.faction), spot=SPOTS.title(top.spot))  # fmt: skip
    else:
        yield T("A token of {faction:the} in {spot} does you no harm.",
                faction=FACTIONS.title(top.faction), spot=SPOTS.title(top.spot))  # fmt: skip


# -- tokens ------------------------------------------------------------------------------------


def _units(case: _Case) -> Iterator[Text]:
    view, me, top = case.view, case.me, case.view.phases[-1]
    assert isinstance(top, NewUnits)
    before = dict(top.placed)
    placed: Counter[int] = Counter()
    for goal, n in case.of("place"):
        placed[goal] += n + 1
    for province, n in placed.items():
        if province < PROVINCES_N:
            tokens = _more(view.unbesieged(province), me, before.get(province, 0))
            yield from _in_province(case, province, tokens, n)
            if case.appraisal.surplus(province, _more(tokens, me, n)):
                yield T("Surplus tokens in {province} overflow to other provinces.",
                        province=PROVINCES.title(province))  # fmt: skip
    slots = [goal - PROVINCES_N for goal in placed if goal >= PROVINCES_N]
    if any(box_of(slot) == HUGUENOTS for slot in slots):
        yield T("{box:The} can take coins out of the Spanish Treasury.",
                box=BOXES.title(HUGUENOTS))  # fmt: skip
    elif any(kind_of(slot) != PLAIN for slot in slots):
        yield T("Tokens in a support box bring new units, and can be coins next turn.")
    elif slots:
        yield T("Tokens in a support box bring new units, and can come later.")


def _in_province(case: _Case, province: int, tokens: Sequence[int], n: int) -> Iterator[Text]:
    """Yield the effects of more tokens in a province: in conflict, and when it is settled."""
    name, me = PROVINCES.title(province), case.me
    after = _more(tokens, me, n)
    reasons = list(_outcome(case, province, tokens, after))
    yield from reasons
    if sum(after) > case.view.data.limit[province]:
        added = after[me] - case.view.unbesieged(province)[me]
        survivors = coach.conflict(case.view, province, {me: added}).after
        if survivors[me] > max(m for owner, m in enumerate(survivors) if owner != me):
            yield T("As things stand, a conflict in {province} leaves you strongest: {tokens}.",
                    province=name, tokens=counted(survivors))  # fmt: skip
    elif not reasons:
        yield T("{province} has room for them.", province=name)


def _spill(case: _Case) -> Iterator[Text]:
    view, me = case.view, case.me
    for province, n in Counter(destination for _, destination in case.of("spill")).items():
        tokens = view.unbesieged(province)
        after = list(tokens)
        for _ in range(n):
            if neutral_gives_way(view, province, after) and after[NEUTRAL]:
                after[NEUTRAL] -= 1
            after[me] += 1
        reasons = list(_outcome(case, province, tokens, after))
        yield from reasons
        if not reasons:
            yield T("A token in {province} is worth more than one in the stock.",
                    province=PROVINCES.title(province))  # fmt: skip
    if not case.of("spill"):
        yield T("Back in the stock they are of more use than in any province within reach.")


def _put(case: _Case) -> Iterator[Text]:
    """Yield the cards that the faction would hold by its tokens, and who places after it."""
    view, me, top, below = case.view, case.me, case.view.phases[-1], case.view.phases[-2]
    assert isinstance(top, Placing)
    assert isinstance(below, Batches | Provinces)
    if not any(row.hand for row in top.rows):
        yield T("Where you have no tokens, neutral ones keep others from a majority.")
        return
    choice = top.copy()
    assert isinstance(choice, Placing)
    for action in case.plan:
        if action.verb != "done":
            choice.verbs[action.verb](choice, None, view.seat, *action.args)
    tokens = carried_out(view, choice).tokens
    cities = [
        CITIES.title(place) for place, _ in choice.puts
        if place < CITIES_N and majority(tokens[CUT[spot_of(place)]]) == me
    ]  # fmt: skip
    provinces = [
        PROVINCES.title(row.province) for row in top.rows
        if majority(_open_tokens(case, row.province, tokens)) == me
    ]  # fmt: skip
    if cities:
        yield T("With these tokens you have the majority in {cities}.",
                cities=Listing(tuple(cities)))  # fmt: skip
    if provinces:
        yield T("Enough tokens stay outside the cities for the cards of {provinces}.",
                provinces=Listing(tuple(provinces)))  # fmt: skip
    yield from _aims(case, [place for place, _ in choice.puts])
    later = {
        f for row in top.rows for f in below.queues[row.province]
        if f != me and view.unbesieged(row.province)[f]
    }  # fmt: skip
    if later and cities:
        yield T("{factions:The} place after you there: a city needs tokens to spare.",
                factions=Listing(tuple(FACTIONS.title(f) for f in sorted(later))))  # fmt: skip


def _aims(case: _Case, places: Sequence[int]) -> Iterator[Text]:
    """Return the universities and trade towns among the places that are taken."""
    data = case.view.data
    valued = {REFORMERS: data.universities, BURGHERS: data.trade}.get(case.me, ())
    aims = Listing(tuple(PLACES.title(place) for place in places if place in valued))
    if aims.items and case.me == REFORMERS:
        yield T("A Reformed university is worth a point: {places}.", places=aims)
    elif aims.items:
        yield T("A trade town is worth a point to the Burghers: {places}.", places=aims)


# -- allegiance --------------------------------------------------------------------------------


def _pay(case: _Case) -> Iterator[Text]:
    view, me, top = case.view, case.me, case.view.phases[-1]
    assert isinstance(top, Paying)
    paid = dict(top.laid)
    cities = Counter({city: paid.get(city, 0) for city, _ in case.of("pay")})
    for city, n in case.of("pay"):
        cities[city] += n + 1
    for city, n in cities.items():
        coins = _more(view.coins[city * FACTIONS_N : (city + 1) * FACTIONS_N], me, n)
        without = _more(coins, me, -n)
        _, end = moved(view.allegiance[city], coins, view.order, view.data.most_shift)
        _, other_space = moved(view.allegiance[city], without, view.order, view.data.most_shift)
        tokens = view.in_spots((spot_of(city),))
        holder = majority(case.appraisal.drifted(city, tokens, end))
        other_holder = majority(case.appraisal.drifted(city, tokens, other_space))
        name = CITIES.title(city)
        if holder == me != other_holder:
            yield T("With the coins so far {city} goes to {space} and would be yours.", city=name,
                    space=end)  # fmt: skip
        elif other_holder >= 0 and holder != other_holder:
            yield T("With the coins so far {city} goes to {space}, and {faction:the} would not hold"
                    " it.", city=name, space=end, faction=FACTIONS.title(other_holder))  # fmt: skip
        else:
            yield T("With the coins so far {city} goes to {space}, which still counts in later"
                    " turns.",
                    city=name, space=end)  # fmt: skip
    if not cities and not paid:
        if case.appraisal.left:
            yield T("Your coins are worth more next turn, above all for armies.")
        else:
            yield T("Coins would not change who holds a city.")


def _order(case: _Case) -> Iterator[Text]:
    top = case.view.phases[-1]
    assert isinstance(top, Ordering)
    if any(position < len(top.row) for (position,) in case.of("stand")):
        yield T(
            "The first to act can hire the Water Beggars, and there are armies near your cities."
        )


# Of the others there is only the rule of thumb to tell.
_REASONS: dict[str, Callable[[_Case], Iterator[Text]]] = {
    "post": _post, "tax": _tax, "support": _support, "intercept": _intercept, "upkeep": _upkeep,
    "loot": _loot, "raise": _raise, "besiege": _besiege, "hire": _hire, "beggars": _beggars,
    "march": _march, "hold": _hold, "influence": _influence, "bar": _bar, "units": _units,
    "spill": _spill, "put": _put, "pay": _pay, "order": _order,
}  # fmt: skip
# What is true of every such choice, where nothing more can be said of this one.
_RULES_OF_THUMB: dict[str, Text] = {
    "post": T("Armies should stand where they can do most."),
    "tax": T("Coins are tokens: take as many as will be spent well, and no more."),
    "support": T("Tokens come when they are of more use in a province than abroad."),
    "intercept": T("The Huguenots do better to wait for the coins of another faction."),
    "upkeep": T("Armies that are worth their pay stay."),
    "loot": T("Looting should hurt another faction."),
    "raise": T("An army should bring more than it costs."),
    "besiege": T("A siege should win more than the influence of the army would."),
    "hire": T("Water Beggars should be worth more than their price."),
    "beggars": T("Of all that they can do now, this brings the most."),
    "march": T("There the army is of more use than here."),
    "hold": T("A Water Beggar stops only one army: it should be the right one."),
    "influence": T("Of all tokens within reach, this one brings the most."),
    "bar": T("A Water Beggar stops only one army: it should be the right one."),
    "units": T("New units go where each of them brings the most, though others may add theirs."),
    "fill": T("The last neutral tokens go where they hurt you least."),
    "spill": T("Surplus tokens go where they bring the most."),
    "settle": T("The order of provinces makes no difference: none depends on another."),
    "put": T("Cities first, as far as they can be held; the rest counts for the province."),
    "people": T("Neutral tokens go to places that others could use."),
    "pay": T("Coins go where each of them moves the most."),
    "order": T("The faction that acts last has seen what all others do."),
}

"""Prompts, labels of actions, and the position as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chancery.core import Action, Question
from chancery.core.words import TN, T, Text, Word
from chancery.games.revolution.board.board import LAST_TURN, Board
from chancery.games.revolution.board.factions import (
    BESIEGERS,
    CROWN,
    FACTION_NAMES,
    FACTIONS,
    FACTIONS_N,
    NEUTRAL,
    OWNERS,
    REVOLT,
    TITLES,
    factions_of,
)
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES,
    CITIES_N,
    CUT,
    GOALS,
    KINDS,
    PLACES,
    PROVINCES,
    PROVINCES_N,
    REGIONS,
    SLOTS,
    SPOTS,
    is_city,
    spot_of,
)
from chancery.games.revolution.plans import planned
from chancery.games.revolution.rules import new_units
from chancery.games.revolution.rules.allegiance import Paying
from chancery.games.revolution.rules.army_moves import Holding
from chancery.games.revolution.rules.end_of_turn import Ordering
from chancery.games.revolution.rules.events import (
    BISHOPRIC_SPACES,
    UNIVERSITIES,
    counted,
    factions,
    pointed,
)
from chancery.games.revolution.rules.keeping_armies import UPKEEP, Looting, Upkeep
from chancery.games.revolution.rules.military_influence import Barring
from chancery.games.revolution.rules.moves_in_provinces import Placing
from chancery.games.revolution.rules.neutral_tokens import Filling
from chancery.games.revolution.rules.new_armies import PRICES, Raising
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.setup import Posting
from chancery.games.revolution.rules.support_moves import Interception, Support
from chancery.games.revolution.rules.taxes import Taxes
from chancery.games.revolution.rules.water_beggars import Hiring
from chancery.games.revolution.view import RevolutionView

SEATS = {
    **dict(zip(FACTION_NAMES, TITLES, strict=True)),
    CROWN: T("Catholics and Habsburgs"),
    REVOLT: T("Burghers and Reformers"),
}


# -- prompts -----------------------------------------------------------------------------------


def prompt(view: RevolutionView, asked: Question) -> Text:
    """Return the question to a seat; one that leads two factions is told for which it decides."""
    wording = _PROMPTS[asked.name]
    text = wording if isinstance(wording, Text) else wording(view, view.phases[-1])
    if len(factions_of(view.frame.seats[asked.seat])) == 1:
        return text
    return T("{faction}: {prompt}", faction=TITLES[faction_asked(view)], prompt=text)


def faction_asked(view: RevolutionView) -> int:
    """Return the faction that the only question of the moment is put to."""
    return _ANSWERS.get(view.asked[0].name, _acting)(view)


def _acting(view: RevolutionView) -> int:
    """Return the faction of the phase on top."""
    faction: int = getattr(view.phases[-1], "faction", view.order[0])
    return faction


def _money(view: RevolutionView) -> int:
    """Return the coins that are left after paying for the choice so far."""
    return planned(view).treasury[_acting(view)]


def _post(view: RevolutionView, top: Posting) -> Text:
    return TN("Choose an orange box for the last army.",
              "Choose an orange box for each of {n} armies.", top.left)  # fmt: skip


def _tax(view: RevolutionView, top: Taxes) -> Text:
    faction = top.faction
    stock = TN("{n} token is in stock", "{n} tokens are in stock", view.stock[faction])
    return TN("How many coins does your city pay in all? The first is taken; {stock}.",
              "How many coins does each of your {n} cities pay in all? The first is taken;"
              " {stock}.", view.city_cards.count(faction), stock=stock)  # fmt: skip


def _support(view: RevolutionView, top: Support) -> Text:
    provinces, treasury = top.goals(view)
    if not treasury:
        return T("Move tokens from support boxes to provinces, or choose “Done”.")
    if not provinces:
        return T("Move tokens from support boxes to the treasury, or choose “Done”.")
    return T("Move tokens from support boxes to provinces or the treasury, or choose “Done”.")


def _intercept(view: RevolutionView, top: Interception) -> Text:
    asks = TN("{n} token of {victim:the} leaves the Spanish Treasury. How many do your Huguenots"
              " intercept?",
              "{n} tokens of {victim:the} leave the Spanish Treasury. How many do your Huguenots"
              " intercept?", top.n, victim=TITLES[top.faction])  # fmt: skip
    if not view.edition.huguenots_pay:
        return asks
    return T("{first} {second}", first=asks,
             second=T("Each of them leaves its box and becomes a coin of yours."))  # fmt: skip


def _upkeep(view: RevolutionView, top: Upkeep) -> Text:
    n, money, price = len(top.left), _money(view), UPKEEP[top.faction]
    if not money:
        return TN("The treasury is empty: abandon the last army.",
                  "The treasury is empty: abandon {n} armies.", n)  # fmt: skip
    if money < price:
        return TN("Disband the last army for 1 coin or abandon it for nothing. The treasury holds"
                  " {money}.",
                  "Disband each of {n} armies for 1 coin or abandon it for nothing. The treasury"
                  " holds {money}.", n, money=money)  # fmt: skip
    return TN("Keep the last army for {price}, disband it for 1 or abandon it for 0 coins. The"
              " treasury holds {money}.",
              "Keep each of {n} armies for {price}, disband it for 1 or abandon it for 0 coins. The"
              " treasury holds {money}.", n, price=price, money=money)  # fmt: skip


def _loot(view: RevolutionView, top: Looting) -> Text:
    return T("What does the abandoned army in {region} loot?", region=REGIONS.title(top.region))


def _raise(view: RevolutionView, top: Raising) -> Text:
    if not top.regions:
        return T("Raise an army, or choose “Done”. The treasury holds {money}.",
                 money=_money(view))  # fmt: skip
    return T("Raise another army, or choose “Done”. So far {number} for {price}; {money} left in"
             " the treasury.", number=len(top.regions), price=PRICES[top.faction][len(top.regions)],
             money=_money(view))  # fmt: skip


def _hire(view: RevolutionView, top: Hiring) -> Text:
    if not top.regions:
        return T("Hire Water Beggars for {price} each, or choose “Done”. The treasury holds"
                 " {money}.", price=view.data.beggar_price, money=_money(view))  # fmt: skip
    return T("Hire more Water Beggars for {price} each, or choose “Done”. So far {number};"
             " {money} left in the treasury.", price=view.data.beggar_price,
             number=len(top.regions), money=_money(view))  # fmt: skip


def _hold(view: RevolutionView, top: Holding) -> Text:
    return T("An army of {faction:the} wants to go from {here} to {there}. Stop it with a Water"
             " Beggar, or let it go?", faction=TITLES[top.faction], here=REGIONS.title(top.here),
             there=REGIONS.title(top.there))  # fmt: skip


def _bar(view: RevolutionView, top: Barring) -> Text:
    if top.owner == NEUTRAL:
        return T("An army of {faction:the} wants to convert a neutral token in {spot}. Stop it with"
                 " a Water Beggar, or let it happen?", faction=TITLES[top.faction],
                 spot=SPOTS.title(top.spot))  # fmt: skip
    return T("An army of {faction:the} wants to convert a token of {owner:the} in {spot}. Stop it"
             " with a Water Beggar, or let it happen?", faction=TITLES[top.faction],
             owner=OWNERS.title(top.owner), spot=SPOTS.title(top.spot))  # fmt: skip


def _units(view: RevolutionView, top: NewUnits) -> Text:
    return TN("Place the last new unit.", "Place {n} new units.", top.left())


def _fill(view: RevolutionView, top: Filling) -> Text:
    return TN("Choose the province that gets the last neutral token.",
              "Choose {n} provinces that get the last neutral tokens.",
              view.neutrals - len(top.chosen))  # fmt: skip


def _put(view: RevolutionView, top: Placing) -> Text:
    if not any(row.hand for row in top.rows):
        return T("You have no tokens in {provinces}, but may send neutral tokens to the countryside"
                 " there, or choose “Done”.",
                 provinces=PROVINCES.listing([row.province for row in top.rows]))  # fmt: skip
    return T("Place your tokens in {provinces}. What you do not touch stays as it is; where you put"
             " any, the rest goes to the countryside.",
             provinces=PROVINCES.listing([row.province for row in top.rows]))  # fmt: skip


def _pay(view: RevolutionView, top: Paying) -> Text:
    return TN("Lay your last coin on a city to move its allegiance, or choose “Done”.",
              "Lay any of your {n} coins on cities to move their allegiance, or choose “Done”.",
              top.left(view))  # fmt: skip


def _order(view: RevolutionView, top: Ordering) -> Text:
    return T("Choose your position in the order of play of the next turn. So far: {order}.",
             order=factions(top.row))  # fmt: skip


_PROMPTS: dict[str, Text | Callable[..., Text]] = {
    "post": _post, "tax": _tax, "support": _support, "intercept": _intercept, "upkeep": _upkeep,
    "loot": _loot, "raise": _raise, "hire": _hire, "hold": _hold, "bar": _bar, "units": _units,
    "fill": _fill, "put": _put, "pay": _pay, "order": _order,
    "besiege": T("Which cities do your armies besiege?"),
    "beggars": T("What do the Water Beggars do? Those that do nothing now wait, to stop"
                 " an army."),
    "march": T("Move armies along the arrows, or choose “Done”."),
    "influence": T("Each army that is alone in its section may convert a token of its "
                   "region; when you have finished, choose “Done”."),
    "spill": T("Move surplus tokens on, or choose “Done”; what stays goes back to the stock."),
    "settle": T("Which province is next?"),
    "people": T("There are too few neutral tokens for all empty places. Where do they go?"),
}  # fmt: skip


def _hirer(view: RevolutionView) -> int:
    return view.hirer


def _next_in_order(view: RevolutionView) -> int:
    top = view.phases[-1]
    assert isinstance(top, Ordering)
    return top.left[0]


# The faction that answers, where that is not the faction of the phase.
_ANSWERS: dict[str, Callable[[RevolutionView], int]] = {
    "intercept": lambda view: view.huguenots(),
    "hold": _hirer,
    "bar": _hirer,
    "settle": lambda view: view.order[0],
    "people": lambda view: view.order[0],
    "order": _next_in_order,
}


# -- labels ------------------------------------------------------------------------------------


def label(action: Action) -> Text:
    """Return the label of an action on its button."""
    return _LABELS[action.verb](*action.args)


_LABELS: dict[str, Callable[..., Text]] = {
    "done": lambda: T("Done"),
    "post": lambda r: T("An army in {region}", region=REGIONS.title(r)),
    "tax": lambda n: TN("{n} coin from each city", "{n} coins from each city", n + 1),
    "bring": lambda slot, p: T("A token from {box:the} to {province}", box=BOXES.title(slot // 3),
                               province=PROVINCES.title(p)),
    "bank": lambda slot, n: TN("{n} token from {box:the} to the treasury",
                               "{n} tokens from {box:the} to the treasury", n + 1,
                               box=BOXES.title(slot // 3)),
    "intercept": lambda n: (
        TN("Intercept {n} coin", "Intercept {n} coins", n) if n else T("Let all pass")
    ),
    "keep": lambda r: T("Keep an army in {region}", region=REGIONS.title(r)),
    "maintain": lambda: T("Keep all armies"),
    "disband": lambda r: T("Disband an army in {region}", region=REGIONS.title(r)),
    "abandon": lambda r: T("Abandon an army in {region}", region=REGIONS.title(r)),
    "sack": lambda p: T("A town of {province}", province=PROVINCES.title(p)),
    "plunder": lambda spot, f: T("A token of {owner:the} in {spot}", owner=FACTIONS.title(f),
                                 spot=SPOTS.title(spot)),
    "raise": lambda r: T("Raise an army in {region}", region=REGIONS.title(r)),
    "besiege": lambda c: T("Besiege {city}", city=CITIES.title(c)),
    "march": lambda a, b: T("From {here} to {there}", here=REGIONS.title(a),
                            there=REGIONS.title(b)),
    "withdraw": lambda a, b: T("The army whose siege was lifted: from {here} to {there}",
                               here=REGIONS.title(a), there=REGIONS.title(b)),
    "influence": lambda spot, o: (
        T("Convert a neutral token in {spot}", spot=SPOTS.title(spot)) if o == NEUTRAL
        else T("Convert a token of {owner:the} in {spot}", owner=OWNERS.title(o),
               spot=SPOTS.title(spot))
    ),
    "hire": lambda r: T("A Water Beggar for {region}", region=REGIONS.title(r)),
    "beat": lambda r: T("Destroy the most Catholic army in the section of {region}",
                        region=REGIONS.title(r)),
    "strike": lambda c: T("Destroy the army before {city}", city=CITIES.title(c)),
    "lift": lambda r: T("Lift all sieges in {region}", region=REGIONS.title(r)),
    "raid": lambda p: T("Loot a town of {province}", province=PROVINCES.title(p)),
    "invest": lambda c: T("Two Water Beggars besiege {city}", city=CITIES.title(c)),
    "stop": lambda: T("Stop it"),
    "let": lambda: T("Let it happen"),
    "place": lambda goal, n: TN("{n} new unit: {goal}", "{n} new units: {goal}", n + 1,
                                goal=GOALS.title(goal)),
    "fill": lambda p: T("A neutral token for {province}", province=PROVINCES.title(p)),
    "spill": lambda a, b: T("A surplus token from {here} to {there}", here=PROVINCES.title(a),
                            there=PROVINCES.title(b)),
    "settle": lambda p: T("Resolve {province}", province=PROVINCES.title(p)),
    "put": lambda q, n: TN("{n} token to {place}", "{n} tokens to {place}", n + 1,
                           place=PLACES.title(q)),
    "clear": lambda q, o: (
        T("Send a neutral token out of {place}", place=PLACES.title(q)) if o == NEUTRAL
        else T("Send a token of {owner:the} out of {place}", owner=OWNERS.title(o),
               place=PLACES.title(q))
    ),
    "gather": lambda p: T("All own tokens to the countryside of {province}",
                          province=PROVINCES.title(p)),
    "people": lambda q: T("Neutral tokens for {place}", place=PLACES.title(q)),
    "pay": lambda c, n: TN("{n} coin on {city}", "{n} coins on {city}", n + 1,
                           city=CITIES.title(c)),
    "stand": lambda n: T("Position {number}", number=n + 1),
}  # fmt: skip

_BY_REGION = ("keep", "disband", "abandon", "raise", "hire", "beat", "lift", "march", "withdraw")


def group(action: Action) -> Text | None:
    """Return the heading of a list of buttons: what the action is about."""
    verb, args = action.verb, action.args
    if verb in _BY_REGION:
        return _heading(REGIONS.title(args[0]))
    if verb in ("bring", "bank"):
        return _heading(BOXES.title(args[0] // len(KINDS)))
    if verb == "place":
        goal = args[0]
        if goal < PROVINCES_N:
            return _heading(PROVINCES.title(goal))
        return _heading(BOXES.title((goal - PROVINCES_N) // len(KINDS)))
    if verb == "pay":
        return _heading(CITIES.title(args[0]))
    if verb in ("put", "clear", "people"):
        return _heading(PLACES.title(args[0]))
    if verb in ("influence", "plunder"):
        return _heading(SPOTS.title(args[0]))
    if verb == "spill":
        return _heading(PROVINCES.title(args[0]))
    return None


def _heading(name: Word) -> Text:
    return name if isinstance(name, Text) else T("{name}", name=name)


# -- the position as text ------------------------------------------------------------------------


def describe(view: RevolutionView) -> Sequence[tuple[Text, Sequence[Text]]]:
    """Return the position as headings and lines."""
    return (
        (T("Turn"), (_turn(view),)),
        (T("Factions"), [_faction(view, f) for f in view.order]),
        (T("Provinces"), [_province(view, p) for p in range(PROVINCES_N)]),
        (T("Cities and towns"), _places(view)),
        (T("Armies"), _armies(view)),
        (T("Support"), _boxes(view)),
        (T("Bishoprics and universities"), _church(view)),
        (T("Allegiance of the citizens (1 Catholic to 7 Reformed)"), _allegiance(view)),
    )


def _turn(view: Board) -> Text:
    return T("Turn {turn} of {last}. Order of play: {order}. Neutral tokens left: {neutrals}.",
             turn=view.turn, last=LAST_TURN, order=factions(view.order),
             neutrals=view.neutrals)  # fmt: skip


def _faction(view: Board, faction: int) -> Text:
    return T("{faction}: {points} when last counted; stock {stock}, treasury {treasury},"
             " armies left {armies}; new units now {units}.", faction=TITLES[faction],
             points=pointed(view.points[faction]), stock=view.stock[faction],
             treasury=view.treasury[faction], armies=view.armies_left(faction),
             units=new_units.number(view, faction))  # fmt: skip


def _holder(faction: int) -> Text:
    return TITLES[faction] if faction >= 0 else T("nobody")


def _province(view: Board, province: int) -> Text:
    return T("{province}: limit {limit}, tokens {all}, card: {card}; countryside: {tokens}.",
             province=PROVINCES.title(province), limit=view.data.limit[province],
             all=view.total(province), card=_holder(view.province_cards[province]),
             tokens=counted(view.tokens[CUT[province]]))  # fmt: skip


def _places(view: Board) -> list[Text]:
    lines = []
    for place, province in enumerate(view.data.province_of):
        if province < 0:
            continue
        tokens = counted(view.tokens[CUT[spot_of(place)]])
        name, where = PLACES.title(place), PROVINCES.title(province)
        if not is_city(place):
            lines.append(T("{place} ({province}): {tokens}.", place=name, province=where,
                           tokens=tokens))  # fmt: skip
        elif view.sieges[place] >= 0:
            lines.append(T("{place} ({province}): {tokens}; card: {card}; besieged by"
                           " {besieger:the}.", place=name, province=where, tokens=tokens,
                           card=_holder(view.city_cards[place]),
                           besieger=BESIEGERS.title(view.sieges[place])))  # fmt: skip
        else:
            lines.append(T("{place} ({province}): {tokens}; card: {card}.", place=name,
                           province=where, tokens=tokens,
                           card=_holder(view.city_cards[place])))  # fmt: skip
    return lines


def _armies(view: Board) -> list[Text]:
    lines = []
    for region in view.data.regions:
        start = region * FACTIONS_N
        armies = view.armies[start : start + FACTIONS_N]
        lost = view.abandoned[start : start + FACTIONS_N]
        lines.append(T("{region}: {armies}; free boxes {free}.", region=REGIONS.title(region),
                       armies=counted(armies), free=view.free_boxes(region)))  # fmt: skip
        if any(lost):
            lines.append(T("{region}: abandoned: {armies}.", region=REGIONS.title(region),
                           armies=counted(lost)))  # fmt: skip
        if view.beggars[region]:
            lines.append(TN("{region}: {n} Water Beggar waits.",
                            "{region}: {n} Water Beggars wait.", view.beggars[region],
                            region=REGIONS.title(region)))  # fmt: skip
    return lines


def _boxes(view: Board) -> list[Text]:
    lines = []
    for slot, room in enumerate(view.data.room):
        if room:
            start = slot * FACTIONS_N
            tokens = counted(view.support[start : start + FACTIONS_N])
            lines.append(T("{slot}: {tokens} of {room}.", slot=SLOTS.title(slot), tokens=tokens,
                           room=room))  # fmt: skip
    if view.flipped:
        lines.append(TN("{n} Huguenot token has intercepted in this turn.",
                        "{n} Huguenot tokens have intercepted in this turn.",
                        view.flipped))  # fmt: skip
    return lines


def _church(view: Board) -> list[Text]:
    lines = [
        T("The bishopric of {province} is {space}.", province=PROVINCES.title(p),
          space=BISHOPRIC_SPACES[view.bishoprics[p]])
        for p in view.data.bishoprics
        if view.bishoprics[p]
    ]  # fmt: skip
    return lines + [
        T("The university of {place}: {kind}.", place=PLACES.title(q),
          kind=UNIVERSITIES[view.universities[q]])
        for q in view.data.universities
    ]  # fmt: skip


def _allegiance(view: Board) -> list[Text]:
    lines = []
    for city in range(CITIES_N):
        start = city * FACTIONS_N
        coins = view.coins[start : start + FACTIONS_N]
        if any(coins):
            lines.append(T("{city}: {space}; coins: {coins}.", city=CITIES.title(city),
                           space=view.allegiance[city], coins=counted(coins)))  # fmt: skip
        elif view.allegiance[city]:
            lines.append(T("{city}: {space}.", city=CITIES.title(city),
                           space=view.allegiance[city]))  # fmt: skip
    return lines

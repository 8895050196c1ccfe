"""Reasons for the bot's choices: one to three sentences a player would say, from the view alone.

They state facts of the position: values of cards, what comes back, what a house brings. Where a
choice depends on no single fact, they give the rule of thumb itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import sub

from chancery.core import TN, Action, Question, SeatName, T, Text
from chancery.games.spada.board.components import (
    CARD_NAMES,
    CATHEDRAL,
    CATHEDRAL_PARTS,
    FARM,
    GRAIN,
    KNIGHTS,
    PARTS,
    PROBLEMS,
    RESOURCES,
    RICHES,
    WORKERS,
    counted,
    printed,
    problem_of,
    symbol_of,
)
from chancery.games.spada.board.open_information import privileges_of, stock
from chancery.games.spada.bot.appraisal import TIED, Appraisal, Weights
from chancery.games.spada.bot.summer import SummerValues
from chancery.games.spada.rules.autumn import Help, half, harvest, income, surplus
from chancery.games.spada.rules.notation import ASSIGN, BUILD, BURN, DEFEND, PASS
from chancery.games.spada.rules.rewards import part_points, privilege_points
from chancery.games.spada.rules.spring import Auction, most
from chancery.games.spada.rules.summer import may_attack, may_burn
from chancery.games.spada.view import SpadaView, summer_of

MOST = 3  # sentences in a hint
SURE, NEVER = 0.995, 0.005  # chances that count as certainties
TENTHS = 10
HALF = 0.5


def reasons(
    view: SpadaView, asked: Question, plan: Sequence[Action], weights: Weights
) -> Sequence[Text]:
    """Return the reasons for a plan, the most important first."""
    return tuple(islice(_EXPLAINED[asked.name](Appraisal(view, weights), plan), MOST))


def _points(n: int) -> Text:
    return TN("{n} point", "{n} points", n)


# -- winter ----------------------------------------------------------------------------


def _propose(a: Appraisal, plan: Sequence[Action]) -> Iterator[Text]:
    """§winter.later: cards that suit the problem, and a reward that suits the fief."""
    view, card = a.view, plan[0].args[0]
    changed = Appraisal(view, a.w, card)
    if _keeps_the_roof(a, card):
        yield T("The roof would end the game, and even by building it you would not win.")
    elif _ends_the_game(changed):
        yield _own_roof(changed)
    elif changed.best_bid(changed.rivals)[1] is None:
        yield T(
            "You are unlikely to win this year, and of your agenda cards this one helps"
            " the others least."
        )
    yield _worth(view, card)
    if (reason := _known_against(changed)) is not None:
        yield reason
    yield _prize(changed)


def _keeps_the_roof(a: Appraisal, card: int) -> bool:
    """§end: whether the roof is kept in hand because the game would be lost with it."""
    view = a.view
    roof_in_hand = any(
        n and symbol_of(other) == CATHEDRAL for other, n in enumerate(view.agenda_hand)
    )
    last = view.built == PARTS - 1 and not a.mobilisation
    return last and roof_in_hand and symbol_of(card) != CATHEDRAL and not a.result(a.me)


def _worth(view: SpadaView, card: int) -> Text:
    """Say what the hand is worth against a problem, and whether no other suits it better."""
    cards = printed(view.frame.data)
    problem = problem_of(card)
    total = cards.value(problem, view.hand)
    problems_in_hand = {problem_of(other) for other, n in enumerate(view.agenda_hand) if n}
    if len(problems_in_hand) > 1 and all(
        total >= cards.value(other, view.hand) for other in problems_in_hand
    ):
        return T(
            "{problem} suits your hand best: it is worth {total} in all.",
            problem=PROBLEMS.title(problem),
            total=total,
        )
    return T(
        "{problem}: your hand is worth {total} in all.",
        problem=PROBLEMS.title(problem),
        total=total,
    )


def _known_against(a: Appraisal) -> Text | None:
    """Say what the known cards of a rival are worth, if any are known."""
    rival = max(a.rivals, key=lambda seat: sum(a.known[seat]))
    n = sum(a.known[rival])
    if not n:
        return None
    return TN(
        "The card you know in {rival}’s hand is worth {total} there.",
        "The {n} cards you know in {rival}’s hand are worth {total} there.",
        n,
        rival=SeatName(rival),
        total=a.cards.value(a.problem, a.known[rival]),
    )


def _prize(a: Appraisal) -> Text:
    """§rewards: say what winning the year brings."""
    view = a.view
    if symbol_of(a.agenda) != CATHEDRAL:
        return T(
            "The winner receives {points} and a privilege.",
            points=_points(privilege_points(a.options)),
        )
    builders = view.builders[a.me]
    points = _points(part_points(a.options, view.built, builders))
    part = CATHEDRAL_PARTS.title(view.built)
    if builders:
        return T(
            "Winning the auction builds {part}, which brings {points} with your builders.",
            part=part,
            points=points,
        )
    return T("Winning the auction builds {part} for {points}.", part=part, points=points)


def _exchange(a: Appraisal, plan: Sequence[Action]) -> Iterator[Text]:
    """§winter.swap, §winter.special: give the reasons for paying a privilege to change the card."""
    view, action = a.view, plan[0]
    if action == PASS:
        yield from _leaving(a)
        return
    if action.verb == "summon":
        yield T("It puts off the roof, which would probably lose you the game.")
        yield T("Whatever comes instead is unlikely to be worse for you.")
        return
    changed = Appraisal(view, a.w, action.args[1])
    if _ends_the_game(a) and not _ends_the_game(changed):
        yield T("It puts off the roof, and with it the end of the game.")
    before, after = (x.cards.value(x.problem, view.hand) for x in (a, changed))
    if after > before:
        yield T(
            "{problem} suits you better: your hand is worth {after} there, now {before}.",
            problem=PROBLEMS.title(changed.problem),
            after=after,
            before=before,
        )
    yield _prize(changed)
    if sum(1 for owned in privileges_of(view, a.me) if owned) > 1:
        kind = RESOURCES.title(action.args[0])
        yield T("Of your privileges, you will miss the one for {kind} least.", kind=kind)


def _leaving(a: Appraisal) -> Iterator[Text]:
    """§winter.pass: say why no other card is worth a privilege, or what the roof leaves of its
    worth."""
    blind = not a.view.agenda_sizes[a.me]
    ends = _ends_the_game(a)
    if blind:
        yield T("There is no telling which card would come instead.")
    elif ends:
        yield T("None of your agenda cards would help you more.")
    else:
        yield T("None of your agenda cards is so much better that it is worth a privilege.")
    if ends:
        yield _own_roof(a)
        yield from _rivals_part(a, a.rivals)
    else:
        n = max(1, round(a.autumns))
        yield TN(
            "A privilege brings about {n} more card until the end of the game.",
            "A privilege brings about {n} more cards until the end of the game.",
            n,
        )


def _ends_the_game(a: Appraisal) -> bool:
    """§end: whether the roof is on the table and ends the game."""
    return a.roof and not a.mobilisation


def _own_roof(a: Appraisal) -> Text:
    """§end: say what the last auction means for the player."""
    result = a.result(a.me)
    if result == TIED:
        return T(
            "The roof ends the game: if you build it you draw level, and cards in hand decide."
        )
    if result:
        return T("The roof ends the game: if you build it, you win.")
    return T("The roof ends the game: even if you build it, you do not win.")


def _rivals_part(a: Appraisal, rivals: Sequence[int]) -> list[Text]:
    """§rewards.builders: name the rival whose builders make the part worth most, if any."""
    builders = a.view.builders
    rival = max(rivals, key=lambda seat: builders[seat])
    if symbol_of(a.agenda) != CATHEDRAL or not builders[rival]:
        return []
    return [
        TN(
            "{rival} has {n} builders’ house and would build it for {points}.",
            "{rival} has {n} builders’ houses and would build it for {points}.",
            builders[rival],
            rival=SeatName(rival),
            points=_points(part_points(a.options, a.view.built, builders[rival])),
        )
    ]


# -- spring ----------------------------------------------------------------------------


def _bid(a: Appraisal, plan: Sequence[Action]) -> Iterator[Text]:
    """§spring: a strong offer where the reward is worth its cards, otherwise none."""
    auction = a.view.phases[-1]
    assert isinstance(auction, Auction)
    if plan[0] == PASS:
        yield from _passing(a, auction)
        return
    added = list(a.view.draft)
    for action in plan:
        if action.verb == "add":
            added[action.args[0]] += 1
    yield from _offering(a, auction, added)


def _passing(a: Appraisal, auction: Auction) -> Iterator[Text]:
    view, highest = a.view, auction.highest
    returned = view.latest[a.me * 4 : a.me * 4 + 4]
    offered = a.offered(a.me)
    if not auction.beaten_by(offered + a.cards.value(a.problem, view.hand)):
        yield T("Even with all your cards you cannot beat {highest}.", highest=highest)
    elif any(returned):
        yield TN(
            "Beating {highest} takes at least {n} more card, and the cards that you "
            "could take back now would be spent.",
            "Beating {highest} takes at least {n} more cards, and the cards that you "
            "could take back now would be spent.",
            _fewest(a, highest - offered),
            highest=highest,
        )
    elif highest:
        yield TN(
            "Beating {highest} takes at least {n} of your cards: too much for this reward.",
            "Beating {highest} takes at least {n} of your cards: too much for this reward.",
            _fewest(a, highest),
            highest=highest,
        )
    else:
        yield T("Winning this year would cost you more cards than the reward is worth.")
    rivals = _rivals_part(a, _others(a, auction))
    if any(returned):
        yield T("You take back {cards}.", cards=counted(returned))
    elif _ends_the_game(a):
        decides = T("Cards in hand break ties when the roof ends the game.")
        yield _own_roof(a)
        yield from rivals or [decides]
        return
    else:
        yield T("So you keep all your cards for Summer and for a better year.")
    yield from rivals


def _others(a: Appraisal, auction: Auction) -> list[int]:
    """Return the other bidders, who may still go higher."""
    return [seat for seat in auction.bidders if seat != a.me]


def _fewest(a: Appraisal, missing: int) -> int:
    """Return how many cards of the hand are needed to exceed this value."""
    values = a.cards.values[a.problem]
    worth = sorted((v for v, n in zip(values, a.view.hand, strict=True) for _ in range(n)))
    n = 0
    while missing >= 0 and worth:
        missing -= worth.pop()
        n += 1
    return n


def _offering(a: Appraisal, auction: Auction, added: Sequence[int]) -> Iterator[Text]:
    view = a.view
    total = a.offered(a.me) + a.cards.value(a.problem, added)
    rivals = _others(a, auction)
    yield _answered(a, rivals, total, sum(added))
    if _ends_the_game(a) and a.result(a.me) == 1:
        yield T("This is the last auction. With the roof you win the game, and cards saved"
                " now are worth nothing.")  # fmt: skip
    elif _ends_the_game(a):
        yield _own_roof(a)
    else:
        yield _prize(a)
    yield from _rivals_part(a, rivals)
    kept = list(map(sub, view.hand, added))
    if a.overflow() > 0:
        yield T("You hold so many cards that the tithes would take some if you kept them.")
    elif any(kept):
        yield T("You keep {cards}.", cards=counted(kept))


def _answered(a: Appraisal, rivals: Sequence[int], total: int, n: int) -> Text:
    """Say whether the others can or will beat an offer."""
    view = a.view
    if all(most(a.offered(seat), view.sizes[seat]) <= total for seat in rivals):
        return T("The others can no longer beat an offer of {total}: they do not hold enough"
                 " cards.",
                 total=total)  # fmt: skip
    if all(a.reach(seat) < total for seat in rivals):
        return TN(
            "An offer of {total} takes {n} card, and the others are unlikely to go higher.",
            "An offer of {total} takes {n} cards, and the others are unlikely to go higher.",
            n,
            total=total,
        )
    if any(view.offers[a.me * 4 : a.me * 4 + 4]):
        return T("The cards that you offered before are spent if you pass; an offer of {total} may"
                 " still win the auction.", total=total)  # fmt: skip
    return T("An offer of {total} may win the auction; if another player goes higher, you get all"
             " of it back when you pass.", total=total)  # fmt: skip


def _privilege(a: Appraisal, plan: Sequence[Action]) -> Iterator[Text]:
    """§income.privileges: a card each autumn, from the discards if they have one."""
    view = a.view
    if view.built == PARTS and any(isinstance(phase, Help) for phase in view.phases):
        yield T("The game ends with this Autumn: no privilege brings a card any more.")
        return
    if view.built == PARTS:
        yield T("The game ends with this Autumn: a privilege brings only one more card.")
        return
    kind, *owner = plan[0].args
    card = CARD_NAMES[kind]
    if owner:
        yield T(
            "{owner}, who has {points}, loses it.",
            owner=SeatName(owner[0]),
            points=_points(view.points[owner[0]]),
        )
    if kind == GRAIN and stock(view, a.me):
        yield T("Each Autumn it brings grain, and grain builds your farms.")
    elif kind == WORKERS:
        yield T("Each Autumn it brings workers, who become builders at the cathedral.")
    elif kind == KNIGHTS and view.farms[a.me]:
        yield T("Each Autumn it brings a knight, who guards your houses.")
    else:
        yield T("It brings you a {card} each Autumn.", card=card)
    if not a.roof and a.base[kind] == max(a.base):
        yield T("Against the problems still to come no resource is worth more.")
    if view.discards[kind] > sum(view.privileges[kind::4]):
        yield TN(
            "The discards hold {n} such card, enough for all players with a claim.",
            "The discards hold {n} such cards, enough for all players with a claim.",
            view.discards[kind],
        )


# -- summer ----------------------------------------------------------------------------


def _summer(a: Appraisal, plan: Sequence[Action]) -> Iterator[Text]:
    """§summer: houses first, then rivals, as long as a card does more now than later."""
    built, moved = list(plan).count(BUILD), list(plan).count(ASSIGN)
    if built or moved:
        yield from _houses(a, built, moved)
    first = plan[0]
    if first.verb == "attack":
        yield from _attack(a, first.args[0])
    elif first.verb == "bribe":
        yield from _bribe(a, first.args[0])
    elif not (built or moved):
        yield from _finished(a)
    if a.overflow() > 0 and first.verb != "done":
        yield TN(
            "As it is, the tithes would take {n} card: better use it now.",
            "As it is, the tithes would take {n} cards: better use them now.",
            a.overflow(),
        )


def _houses(a: Appraisal, built: int, moved: int) -> Iterator[Text]:
    """Say what farms and builders' houses bring (§income.farms, §rewards.builders)."""
    view, me = a.view, a.me
    farms, privileges = view.farms[me], privileges_of(view, me)
    present_income = income(farms, privileges)
    later_income = income(farms + built - moved, privileges)
    if later_income > present_income and view.built == PARTS:
        yield T("Your income this Autumn, the last one, rises from {now} to {then} cards.",
                now=present_income, then=later_income)  # fmt: skip
    elif later_income > present_income:
        yield T("Your income rises from {now} to {then} cards each Autumn.", now=present_income,
                then=later_income)  # fmt: skip
    elif built and not moved:
        yield T("It is half of a pair: with one more farm you draw another card each"
                " Autumn.")  # fmt: skip
    if moved:
        yield TN(
            "Each builders’ house is worth one more point when you build; {n} part is "
            "still to come.",
            "Each builders’ house is worth one more point when you build; {n} parts are"
            " still to come.",
            a.parts,
        )
        if later_income == present_income:
            yield T(
                "Your income stays at {now}, for only pairs of farms count.", now=present_income
            )
        elif later_income < present_income:
            yield T("That is worth a card of income.")


def _attack(a: Appraisal, target: int) -> Iterator[Text]:
    """Say what an attack brings (§attack.burn, §attack.loot)."""
    view = a.view
    summer = summer_of(view)
    rival = SeatName(target)
    yield _unguarded(a, target)
    n = summer.loot_from(target)
    if n:
        yield TN("A success brings you {n} booty card.", "A success brings you {n} booty cards.", n)
    if view.points[target] == max(view.points) > 0:
        yield T("Nobody has more points than {rival}: one house fewer there helps you.",
                rival=rival)  # fmt: skip
    elif not n:
        yield T("It burns a house of {rival}.", rival=rival)


def _unguarded(a: Appraisal, target: int) -> Text:
    """Say how likely an attack is to remain unanswered, and why (§attack.challenge)."""
    view, rival = a.view, SeatName(target)
    summer = summer_of(view)
    if not view.sizes[target]:
        return T("{rival} holds no card, and so no knight.", rival=rival)
    if view.unarmed[target]:
        return T("{rival} is known to hold no knight.", rival=rival)
    if target in summer.looted:
        return T("{rival} has just let a house burn, and probably has no knight.", rival=rival)
    chance = a.no_knight(target)
    if chance <= NEVER:
        return T("{rival} has a knight and must use it, or let a house burn.", rival=rival)
    return T(
        "{rival} has no knight with a probability of about {n} in 10.",
        rival=rival,
        n=_tenths(chance),
    )


def _tenths(chance: float) -> int:
    return min(TENTHS - 1, max(1, round(TENTHS * chance)))


def _bribe(a: Appraisal, target: int) -> Iterator[Text]:
    """Say what a bribe will find (§bribe.knight, §bribe.none)."""
    view, rival = a.view, SeatName(target)
    none = a.no_knight(target)
    if none <= NEVER:
        yield T("{rival} has a knight, as you know, and must discard it.", rival=rival)
    elif none >= SURE:
        yield T("{rival} shows you the whole hand.", rival=rival)
    else:
        yield T(
            "{rival} has a knight with a probability of about {n} in 10, and would have"
            " to discard it.",
            rival=rival,
            n=_tenths(1 - none),
        )
    if view.hand[KNIGHTS] and target in may_attack(view, a.me):
        yield T("After that your own knight can attack with less risk.")
    else:
        yield T("One knight fewer there means one attack fewer on your houses.")


def _finished(a: Appraisal) -> Iterator[Text]:
    """§summer.turns: say which cards are kept, and for which purpose (§attack.burn)."""
    view = a.view
    if view.built == PARTS:
        yield T("The cards you keep turn into points at the end of the year.")
        return
    if view.hand[GRAIN] and stock(view, a.me) and SummerValues(a).survives() < HALF:
        yield T("A farm built now would probably burn before it brings a card.")
    if view.hand[KNIGHTS] and view.farms[a.me]:
        yield T("A knight in hand guards your houses until your next Summer.")
    if view.hand[KNIGHTS] and sum(view.hand) > view.hand[KNIGHTS]:
        yield T("Your other cards are worth more in the next auction than here.")
    else:
        yield T("Your cards are worth more in the next auction than here.")
    if view.loot_size:
        yield TN("You take your {n} booty card.", "You take your {n} booty cards.", view.loot_size)


def _defend(a: Appraisal, plan: Sequence[Action]) -> Iterator[Text]:
    """Say what a fire would cost (§attack.challenge, §attack.burn)."""
    view, me = a.view, a.me
    summer = summer_of(view)
    attacker, loot = SeatName(summer.turn), summer.loot_from(me)
    if not view.hand[KNIGHTS]:
        yield T("You have no knight to answer with.")
        return
    lost = _lost_income(view, me)
    if plan[0] == DEFEND:
        if loot:
            yield TN(
                "A success would bring {attacker} {n} booty card.",
                "A success would bring {attacker} {n} booty cards.",
                loot,
                attacker=attacker,
            )
        if lost and view.built == PARTS:
            yield T("The fire would cost you a card of income this Autumn, the last one.")
        elif lost:
            yield T("The fire would cost you a card of income each Autumn.")
        yield T("What you would lose is worth more than the knight.")
        return
    if not loot:
        yield T("{attacker} wins no more booty with it.", attacker=attacker)
    if not lost:
        yield T("The fire costs you no income.")
    yield T("You keep your knight, who is worth more than the house.")


def _lost_income(view: SpadaView, seat: int) -> bool:
    """Return whether the fire costs a card each autumn, whichever house the owner chooses."""
    farms = view.farms[seat]
    return may_burn(view, seat) == [FARM] and harvest(farms - 1) < harvest(farms)


def _burn(a: Appraisal, plan: Sequence[Action]) -> Iterator[Text]:
    """Compare farms and builders' houses (§attack.burn, §income.farms, §rewards.builders)."""
    view, me = a.view, a.me
    farms = view.farms[me]
    if plan[0] == BURN[FARM]:
        if harvest(farms - 1) == harvest(farms):
            yield T("Only pairs of farms count: this one costs you no income.")
        yield T("Your builders’ house may bring a point with the next part you build.")
        return
    yield T("A farm brings cards every Autumn, builders only if you win a part.")
    if a.parts:
        yield TN("Only {n} part is still to come.", "{n} parts are still to come.", a.parts)


# -- autumn ----------------------------------------------------------------------------


def _help(a: Appraisal, plan: Sequence[Action]) -> Iterator[Text]:
    """Say what the donor gives (§help.half, §help.reward)."""
    view, action = a.view, plan[0]
    if action == PASS:
        yield T("The privilege that the donor takes is worth more than the cards you would get.")
        return
    donor = action.args[0]
    n = half(view.sizes[donor])
    yield TN(
        "{donor} gives you {n} card.", "{donor} gives you {n} cards.", n, donor=SeatName(donor)
    )
    other_rivals = [
        seat for seat in a.rivals if seat != donor and view.points[seat] >= view.points[a.me]
    ]
    if all(half(view.sizes[seat]) < n for seat in other_rivals):
        yield T("No other player could give you as many.")
    elif any(view.points[seat] > view.points[donor] for seat in other_rivals):
        yield T("The privilege in return goes to nobody who is even further ahead.")


def _tithe(a: Appraisal, plan: Sequence[Action]) -> Iterator[Text]:
    """§tithes: name the cards that will be missed least."""
    view = a.view
    chosen = list(view.draft)
    for action in plan:
        chosen[action.args[0]] += 1
    yield T(
        "You must come down to {n} cards, and will miss {cards} least.",
        n=sum(view.hand) - surplus(sum(view.hand)),
        cards=counted(chosen),
    )
    if a.roof:
        yield T("The others bring you more when hands turn into points.")
        return
    least_valued = min(range(4), key=lambda resource: a.base[resource])
    if chosen[least_valued]:
        yield (
            T(
                "Against the problems still to come {resource} are worth least.",
                resource=RESOURCES.title(least_valued),
            )
            if least_valued in (WORKERS, KNIGHTS, RICHES)
            else T("Against the problems still to come grain is worth least.")
        )


_EXPLAINED: dict[str, Callable[[Appraisal, Sequence[Action]], Iterator[Text]]] = {
    "propose": _propose,
    "exchange": _exchange,
    "bid": _bid,
    "privilege": _privilege,
    "summer": _summer,
    "defend": _defend,
    "burn": _burn,
    "help": _help,
    "tithe": _tithe,
}

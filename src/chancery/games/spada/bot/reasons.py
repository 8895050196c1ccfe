"""Why the steward would do so: one to three sentences a player would say, from the view alone.

Each states what holds in this position: what cards are worth, what comes back, what a house
brings. Where a choice rests on no single fact, the rule of thumb itself is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chancery.core import TN, Action, Listing, Question, SeatName, T, Text
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
    printed,
    problem_of,
    symbol_of,
)
from chancery.games.spada.board.open_information import privileges_of, stock
from chancery.games.spada.bot.appraisal import TIED, Appraisal, Weights
from chancery.games.spada.bot.summer import SummerLook
from chancery.games.spada.rules.autumn import Help, half, harvest, income, surplus
from chancery.games.spada.rules.notation import ASSIGN, BUILD, BURN, DEFEND, PASS
from chancery.games.spada.rules.rewards import part_points, privilege_points
from chancery.games.spada.rules.spring import Auction, most
from chancery.games.spada.rules.summer import Summer, may_attack, may_burn
from chancery.games.spada.view import SpadaView

MOST = 3  # sentences
SURE, NEVER = 0.995, 0.005  # a chance that is none any more
TENTHS = 10
HALF = 0.5


def reasons(
    view: SpadaView, asked: Question, plan: Sequence[Action], weights: Weights
) -> Sequence[Text]:
    """Why a plan of the steward's is good."""
    return tuple(_EXPLAINED[asked.name](Appraisal(view, weights), plan)[:MOST])


def _cards(counts: Sequence[int]) -> Listing:
    """Cards as a list: 2 grain and 1 knight."""
    assert RESOURCES.counted is not None
    return Listing(tuple(RESOURCES.counted(r, n) for r, n in enumerate(counts) if n))


def _less(held: Sequence[int], spent: Sequence[int]) -> list[int]:
    return [a - b for a, b in zip(held, spent, strict=True)]


def _points(n: int) -> Text:
    return TN("{n} point", "{n} points", n)


# -- winter ----------------------------------------------------------------------------


def _propose(a: Appraisal, plan: Sequence[Action]) -> list[Text]:
    """§winter.later: cards that suit the problem, a reward that suits the fief."""
    view, card = a.view, plan[0].args[0]
    looked = Appraisal(view, a.w, card)
    told = [_worth(view, card)]
    if (known := _known_against(looked)) is not None:
        told.append(known)
    told.append(_prize(looked))
    if _keeps_the_roof(a, card):
        told.insert(0, T("The roof would end the game, and even with it you would not win."))
    elif _ends_the_game(looked):
        told.insert(0, _own_roof(looked))
    elif looked.best_bid(looked.rivals)[1] is None:
        told.insert(
            0,
            T(
                "You will hardly win this year, and of your agenda cards this one does the"
                " others least good."
            ),
        )
    return told


def _keeps_the_roof(a: Appraisal, card: int) -> bool:
    """§end: whether a card for the roof stays in hand, because the game would be lost with it."""
    view = a.view
    held = any(n and symbol_of(other) == CATHEDRAL for other, n in enumerate(view.agenda_hand))
    last = view.built == PARTS - 1 and not a.mobilisation
    return last and held and symbol_of(card) != CATHEDRAL and not a.result(a.me)


def _worth(view: SpadaView, card: int) -> Text:
    """What the hand is worth against a problem, and whether any other suits it better."""
    cards = printed(view.frame.data)
    problem = problem_of(card)
    total = cards.value(problem, view.hand)
    held = {problem_of(other) for other, n in enumerate(view.agenda_hand) if n}
    if len(held) > 1 and all(total >= cards.value(other, view.hand) for other in held):
        return T(
            "{problem} suits your hand best: it is worth {total} together.",
            problem=PROBLEMS.title(problem),
            total=total,
        )
    return T(
        "{problem}: your hand is worth {total} together.",
        problem=PROBLEMS.title(problem),
        total=total,
    )


def _known_against(a: Appraisal) -> Text | None:
    """What the cards that are known of a rival are worth, where any are."""
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
    """§rewards: what winning the year brings."""
    view = a.view
    if symbol_of(a.agenda) != CATHEDRAL:
        return T(
            "Winning it brings {points} and a privilege.",
            points=_points(privilege_points(a.options)),
        )
    builders = view.builders[a.me]
    points = _points(part_points(a.options, view.built, builders))
    part = CATHEDRAL_PARTS.title(view.built)
    if builders:
        return T(
            "Winning it builds {part}, which brings {points} with your builders.",
            part=part,
            points=points,
        )
    return T("Winning it builds {part} for {points}.", part=part, points=points)


def _exchange(a: Appraisal, plan: Sequence[Action]) -> list[Text]:
    """§winter.swap, §winter.special: a card for a privilege."""
    view, action = a.view, plan[0]
    if action == PASS:
        return _leaving(a)
    if action.verb == "summon":
        return [
            T("It puts off the roof, which would probably lose you the game."),
            T("Whatever comes instead can hardly be worse for you."),
        ]
    told = []
    looked = Appraisal(view, a.w, action.args[1])
    if _ends_the_game(a) and not _ends_the_game(looked):
        told.append(T("It puts off the roof, and with it the end of the game."))
    before, after = (x.cards.value(x.problem, view.hand) for x in (a, looked))
    if after > before:
        told.append(
            T(
                "{problem} suits you better: your hand is worth {after} there, now {before}.",
                problem=PROBLEMS.title(looked.problem),
                after=after,
                before=before,
            )
        )
    told.append(_prize(looked))
    if sum(1 for held in privileges_of(view, a.me) if held) > 1:
        kind = RESOURCES.title(action.args[0])
        told.append(T("Of your privileges the one of {kind} is missed least.", kind=kind))
    return told


def _leaving(a: Appraisal) -> list[Text]:
    """§winter.pass: no other card is worth a privilege, or what the roof leaves of its worth."""
    blind = not a.view.agenda_sizes[a.me]
    told = [T("Nobody knows which card would come instead.")] if blind else []
    if _ends_the_game(a):
        told = told or [T("None of your agenda cards would do you more good.")]
        return [*told, _own_roof(a), *_rivals_part(a, a.rivals)]
    n = max(1, round(a.autumns))
    price = TN(
        "A privilege brings about {n} more card until the end of the game.",
        "A privilege brings about {n} more cards until the end of the game.",
        n,
    )
    if not told:
        told = [T("None of your agenda cards is so much better that it is worth a privilege.")]
    return [*told, price]


def _ends_the_game(a: Appraisal) -> bool:
    """§end: whether the card on the table is the roof's, and nothing follows it."""
    return a.roof and not a.mobilisation


def _own_roof(a: Appraisal) -> Text:
    """§end: what the last auction comes to for whoever is asked."""
    result = a.result(a.me)
    if result == TIED:
        return T("The roof ends the game: with it you draw level, and cards in hand decide.")
    if result:
        return T("The roof ends the game, and with it you win.")
    return T("The roof ends the game, and even with it you would not win.")


def _rivals_part(a: Appraisal, rivals: Sequence[int]) -> list[Text]:
    """§rewards.builders: the rival to whom builders would make the part worth most, if any."""
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


def _bid(a: Appraisal, plan: Sequence[Action]) -> list[Text]:
    """§spring: a strong offer where the reward is worth its cards, and else none."""
    auction = a.view.phases[-1]
    assert isinstance(auction, Auction)
    if plan[0] == PASS:
        return _passing(a, auction)
    added = list(a.view.draft)
    for action in plan:
        if action.verb == "add":
            added[action.args[0]] += 1
    return _offering(a, auction, added)


def _passing(a: Appraisal, auction: Auction) -> list[Text]:
    view, highest = a.view, auction.highest
    back = view.latest[a.me * 4 : a.me * 4 + 4]
    offered = a.offered(a.me)
    if not auction.beaten_by(offered + a.cards.value(a.problem, view.hand)):
        told = [T("Even with all your cards you cannot beat {highest}.", highest=highest)]
    elif any(back):
        told = [
            TN(
                "To beat {highest} takes {n} card more at least, and then what you could take"
                " back now is spent.",
                "To beat {highest} takes {n} cards more at least, and then what you could take"
                " back now is spent.",
                _fewest(a, highest - offered),
                highest=highest,
            )
        ]
    elif highest:
        told = [
            TN(
                "To beat {highest} takes at least {n} card of yours: too much for this reward.",
                "To beat {highest} takes at least {n} cards of yours: too much for this reward.",
                _fewest(a, highest),
                highest=highest,
            )
        ]
    else:
        told = [T("To win this year would cost you more cards than the reward is worth.")]
    rivals = _rivals_part(a, _others(a, auction))
    if any(back):
        told.append(T("You take back {cards}.", cards=_cards(back)))
    elif _ends_the_game(a):
        decides = T("Cards in hand decide between equals when the roof ends the game.")
        return [*told, _own_roof(a), *(rivals or [decides])]
    else:
        told.append(T("So you keep all your cards for Summer and for a better year."))
    return [*told, *rivals]


def _others(a: Appraisal, auction: Auction) -> list[int]:
    """Those who may still go higher."""
    return [seat for seat in auction.bidders if seat != a.me]


def _fewest(a: Appraisal, missing: int) -> int:
    """How many cards of the hand make more than this."""
    values = a.cards.values[a.problem]
    worth = sorted((v for v, n in zip(values, a.view.hand, strict=True) for _ in range(n)))
    n = 0
    while missing >= 0 and worth:
        missing -= worth.pop()
        n += 1
    return n


def _offering(a: Appraisal, auction: Auction, added: Sequence[int]) -> list[Text]:
    view = a.view
    total = a.offered(a.me) + a.cards.value(a.problem, added)
    others = _others(a, auction)
    told = [_answered(a, others, total, sum(added))]
    if _ends_the_game(a) and a.result(a.me) == 1:
        told.append(T("This is the last auction. With the roof you win the game, and cards saved"
                      " now are worth nothing."))  # fmt: skip
    elif _ends_the_game(a):
        told.append(_own_roof(a))
    else:
        told.append(_prize(a))
    told += _rivals_part(a, others)
    kept = _less(view.hand, added)
    if a.overflow() > 0:
        told.append(T("You hold so many cards that the tithes would take some if you kept them."))
    elif any(kept):
        told.append(T("You keep {cards}.", cards=_cards(kept)))
    return told


def _answered(a: Appraisal, others: Sequence[int], total: int, n: int) -> Text:
    """What the others can make of an offer."""
    view = a.view
    if all(most(a.offered(seat), view.sizes[seat]) <= total for seat in others):
        return T("Nobody can beat an offer of {total} any more: they do not hold enough cards.",
                 total=total)  # fmt: skip
    if all(a.reach(seat) < total for seat in others):
        return TN(
            "An offer of {total} takes {n} card, and the others will hardly go higher.",
            "An offer of {total} takes {n} cards, and the others will hardly go higher.",
            n,
            total=total,
        )
    if any(view.offers[a.me * 4 : a.me * 4 + 4]):
        return T("What you laid out before is spent if you pass: an offer of {total} may still win"
                 " the auction.", total=total)  # fmt: skip
    return T("An offer of {total} may win the auction; if somebody goes higher, all of it comes"
             " back when you pass.", total=total)  # fmt: skip


def _privilege(a: Appraisal, plan: Sequence[Action]) -> list[Text]:
    """§income.privileges: a card each autumn, from the discards if they have one."""
    view = a.view
    if view.built == PARTS and any(isinstance(phase, Help) for phase in view.phases):
        return [T("The game ends with this Autumn: no privilege brings a card any more.")]
    if view.built == PARTS:
        return [T("The game ends with this Autumn: a privilege brings a single card more.")]
    kind, *owner = plan[0].args
    card = CARD_NAMES[kind]
    told = []
    if kind == GRAIN and stock(view, a.me):
        told.append(T("Each Autumn it brings grain, and grain builds your farms."))
    elif kind == WORKERS:
        told.append(T("Each Autumn it brings workers, who become builders at the cathedral."))
    elif kind == KNIGHTS and view.farms[a.me]:
        told.append(T("Each Autumn it brings a knight, who guards your houses."))
    else:
        told.append(T("It brings you a {card} each Autumn.", card=card))
    if not a.roof and a.base[kind] == max(a.base):
        told.append(T("Against the problems still to come no resource is worth more."))
    if view.discards[kind] > sum(view.privileges[kind::4]):
        told.append(
            TN(
                "The discards hold {n} such card, enough for all who have a claim.",
                "The discards hold {n} such cards, enough for all who have a claim.",
                view.discards[kind],
            )
        )
    if owner:
        told.insert(
            0,
            T("{owner} loses it, with {points}.", owner=SeatName(owner[0]),
              points=_points(view.points[owner[0]])),
        )  # fmt: skip
    return told


# -- summer ----------------------------------------------------------------------------


def _summer(a: Appraisal, plan: Sequence[Action]) -> list[Text]:
    """§summer: houses first, then rivals, as long as a card does more now than later."""
    told = []
    built, moved = (sum(1 for action in plan if action == one) for one in (BUILD, ASSIGN))
    if built or moved:
        told += _houses(a, built, moved)
    first = plan[0]
    if first.verb == "attack":
        told += _attack(a, first.args[0])
    elif first.verb == "bribe":
        told += _bribe(a, first.args[0])
    elif not told:
        told += _finished(a)
    if a.overflow() > 0 and first.verb != "done":
        told.append(
            TN(
                "As it is, the tithes would take {n} card: better use it now.",
                "As it is, the tithes would take {n} cards: better use them now.",
                a.overflow(),
            )
        )
    return told


def _houses(a: Appraisal, built: int, moved: int) -> list[Text]:
    """§income.farms, §rewards.builders"""
    view, me = a.view, a.me
    farms, privileges = view.farms[me], privileges_of(view, me)
    now, then = income(farms, privileges), income(farms + built - moved, privileges)
    told = []
    if then > now and view.built == PARTS:
        told.append(T("Your income this Autumn, the last one, rises from {now} to {then} cards.",
                      now=now, then=then))  # fmt: skip
    elif then > now:
        told.append(T("Your income rises from {now} to {then} cards each Autumn.", now=now,
                      then=then))  # fmt: skip
    elif built and not moved:
        told.append(T("It is half of a pair: with one more farm you draw another card each"
                      " Autumn."))  # fmt: skip
    if moved:
        told.append(
            TN(
                "Each builders’ house is a point more when you build; {n} part is still to come.",
                "Each builders’ house is a point more when you build; {n} parts are still to come.",
                a.parts,
            )
        )
        if then == now:
            told.append(T("Your income stays at {now}, for only pairs of farms count.", now=now))
        elif then < now:
            told.append(T("That is worth a card of income."))
    return told


def _attack(a: Appraisal, target: int) -> list[Text]:
    """§attack.burn, §attack.loot"""
    view = a.view
    summer = view.phases[-1]
    assert isinstance(summer, Summer)
    rival = SeatName(target)
    told = [_unguarded(a, target)]
    n = summer.loot_from(target)
    if n:
        told.append(
            TN("A success brings you {n} booty card.", "A success brings you {n} booty cards.", n)
        )
    if view.points[target] == max(view.points) > 0:
        told.append(T("Nobody has more points than {rival}: a house less there does you good.",
                      rival=rival))  # fmt: skip
    elif not n:
        told.append(T("It burns a house of {rival}.", rival=rival))
    return told


def _unguarded(a: Appraisal, target: int) -> Text:
    """How likely it is that nobody answers an attack, and why (§attack.challenge)."""
    view, rival = a.view, SeatName(target)
    summer = view.phases[-1]
    assert isinstance(summer, Summer)
    if not view.sizes[target]:
        return T("{rival} holds no card, and so no knight.", rival=rival)
    if view.unarmed[target]:
        return T("{rival} is known to hold no knight.", rival=rival)
    if target in summer.looted:
        return T("{rival} has just let a house burn, and will hardly have a knight.", rival=rival)
    chance = a.no_knight(target)
    if chance <= NEVER:
        return T("{rival} has a knight and must spend it, or let a house burn.", rival=rival)
    return T(
        "{rival} holds no knight with a chance of about {n} in 10.",
        rival=rival,
        n=_tenths(chance),
    )


def _tenths(chance: float) -> int:
    return min(TENTHS - 1, max(1, round(TENTHS * chance)))


def _bribe(a: Appraisal, target: int) -> list[Text]:
    """§bribe.knight, §bribe.none"""
    view, rival = a.view, SeatName(target)
    none = a.no_knight(target)
    told = []
    if none <= NEVER:
        told.append(T("{rival} has a knight, as you know, and must discard it.", rival=rival))
    elif none >= SURE:
        told.append(T("{rival} shows you the whole hand.", rival=rival))
    else:
        told.append(
            T(
                "{rival} holds a knight with a chance of about {n} in 10, and must discard it.",
                rival=rival,
                n=_tenths(1 - none),
            )
        )
    if view.hand[KNIGHTS] and target in may_attack(view, a.me):
        told.append(T("After that your own knight can attack with less risk."))
    else:
        told.append(T("A knight less there is an attack less on your houses."))
    return told


def _finished(a: Appraisal) -> list[Text]:
    """§summer.turns: what is kept, and what for."""
    view = a.view
    told = []
    if view.built == PARTS:
        told.append(T("What you keep turns into points at the end of the year."))
        return told
    if view.hand[GRAIN] and stock(view, a.me) and _would_burn(a):
        told.append(T("A farm built now would probably burn before it brings a card."))
    if view.hand[KNIGHTS] and view.farms[a.me]:
        told.append(T("A knight in hand guards your houses until your next Summer."))
    told.append(T("Your other cards do more in the next auction than here.")
                if view.hand[KNIGHTS] and sum(view.hand) > view.hand[KNIGHTS]
                else T("Your cards do more in the next auction than here."))  # fmt: skip
    if view.loot_size:
        told.append(
            TN("You take your {n} booty card.", "You take your {n} booty cards.", view.loot_size)
        )
    return told


def _would_burn(a: Appraisal) -> bool:
    """§attack.burn: whether rivals who come later this Summer will hardly leave a house."""
    return SummerLook(a).survives() < HALF


def _defend(a: Appraisal, plan: Sequence[Action]) -> list[Text]:
    """§attack.challenge, §attack.burn"""
    view, me = a.view, a.me
    summer = view.phases[-2]
    assert isinstance(summer, Summer)
    attacker, loot = SeatName(summer.turn), summer.loot_from(me)
    if not view.hand[KNIGHTS]:
        return [T("You have no knight to answer with.")]
    told = []
    lost = _lost_income(view, me)
    if plan[0] == DEFEND:
        if loot:
            told.append(
                TN(
                    "A success would bring {attacker} {n} booty card.",
                    "A success would bring {attacker} {n} booty cards.",
                    loot,
                    attacker=attacker,
                )
            )
        if lost and view.built == PARTS:
            told.append(T("The fire would cost you a card of income this Autumn, the last one."))
        elif lost:
            told.append(T("The fire would cost you a card of income each Autumn."))
        told.append(T("What you would lose is worth more than the knight."))
        return told
    if not loot:
        told.append(T("{attacker} wins no more booty by it.", attacker=attacker))
    if not lost:
        told.append(T("The fire costs you no income."))
    told.append(T("You keep your knight, who is worth more than the house."))
    return told


def _lost_income(view: SpadaView, seat: int) -> bool:
    """Whether the fire costs a card each autumn, whichever house its owner chooses."""
    farms = view.farms[seat]
    return may_burn(view, seat) == [FARM] and harvest(farms - 1) < harvest(farms)


def _burn(a: Appraisal, plan: Sequence[Action]) -> list[Text]:
    """§attack.burn, §income.farms, §rewards.builders"""
    view, me = a.view, a.me
    farms = view.farms[me]
    if plan[0] == BURN[FARM]:
        told = []
        if harvest(farms - 1) == harvest(farms):
            told.append(T("Only pairs of farms count: this one costs you no income."))
        told.append(T("Your builders’ house may bring a point with the next part you build."))
        return told
    told = [T("A farm brings cards every Autumn, builders only if you win a part.")]
    if a.parts:
        told.append(TN("Only {n} part is still to come.", "{n} parts are still to come.", a.parts))
    return told


# -- autumn ----------------------------------------------------------------------------


def _help(a: Appraisal, plan: Sequence[Action]) -> list[Text]:
    """§help.half, §help.reward"""
    view, action = a.view, plan[0]
    if action == PASS:
        return [T("The privilege that the donor takes is worth more than the cards you would get.")]
    donor = action.args[0]
    n = half(view.sizes[donor])
    told = [
        TN("{donor} gives you {n} card.", "{donor} gives you {n} cards.", n, donor=SeatName(donor))
    ]
    others = [seat for seat in a.rivals if seat != donor and view.points[seat] >= view.points[a.me]]
    if all(half(view.sizes[seat]) < n for seat in others):
        told.append(T("Nobody else could give you as many."))
    elif any(view.points[seat] > view.points[donor] for seat in others):
        told.append(T("The privilege in return does not go to one who is further ahead."))
    return told


def _tithe(a: Appraisal, plan: Sequence[Action]) -> list[Text]:
    """§tithes: what will be missed least."""
    view = a.view
    chosen = list(view.draft)
    for action in plan:
        chosen[action.args[0]] += 1
    told = [
        T(
            "You must come down to {n} cards, and will miss {cards} least.",
            n=sum(view.hand) - surplus(sum(view.hand)),
            cards=_cards(chosen),
        )
    ]
    if a.roof:
        told.append(T("The others bring you more when hands turn into points."))
        return told
    least = min(range(4), key=lambda resource: a.base[resource])
    if chosen[least]:
        told.append(
            T(
                "Against the problems still to come {resource} are worth least.",
                resource=RESOURCES.title(least),
            )
            if least in (WORKERS, KNIGHTS, RICHES)
            else T("Against the problems still to come grain is worth least.")
        )
    return told


_EXPLAINED: dict[str, Callable[[Appraisal, Sequence[Action]], list[Text]]] = {
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

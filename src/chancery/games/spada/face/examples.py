"""Worked examples to step through: those of the rulebook, and some more."""

from __future__ import annotations

from importlib.resources import files

from chancery.core import Example, SeatName, T, Text

_SCRIPTS = files("chancery.games.spada").joinpath("data/examples")
YELLOW, BLACK, WHITE, ORANGE = (SeatName(seat) for seat in range(4))


def _example(
    key: str, title: Text, rule: str, *notes: tuple[int, Text], seat: str | None = None
) -> Example:
    script = _SCRIPTS.joinpath(f"{key}.script").read_text(encoding="utf-8")
    return Example(key, title, rule, script, seat, notes)


EXAMPLES = (
    _example(
        "winter",
        T("The agenda changes hands"),
        "winter.swap",
        (1, T("{yellow} is the Counsellor and proposes a War.", yellow=YELLOW)),
        (2, T("{black} could change it for a privilege, and leaves it.", black=BLACK)),
        (
            3,
            T(
                "{orange} pays the workers privilege, plays a Tax and takes the War into hand."
                " {white} was not asked: no privilege, no say.",
                orange=ORANGE,
                white=WHITE,
            ),
        ),
        (
            5,
            T(
                "The card has changed, so {black}’s pass is void: now there is a Famine on the"
                " agenda.",
                black=BLACK,
            ),
        ),
        (6, T("Nobody else can pay or wants to. The Famine stays, and the auction begins.")),
    ),
    _example(
        "winter_special",
        T("Without agenda cards"),
        "winter.special",
        (
            1,
            T(
                "The Counsellor has no agenda card left, so the first to the left who has one"
                " proposes."
            ),
        ),
        (
            2,
            T(
                "{yellow} holds no agenda card either, but a privilege: it buys the card on the"
                " table, and {white} must play another, free of charge.",
                yellow=YELLOW,
                white=WHITE,
            ),
        ),
        (
            3,
            T(
                "With the card just taken and a second privilege {yellow} has the last word.",
                yellow=YELLOW,
            ),
        ),
    ),
    _example(
        "auction",
        T("An auction in a Famine"),
        "spring.example",
        (1, T("In a Famine grain is worth 4, workers 3, riches 2 and knights 1.")),
        (3, T("Three workers make 9. Nobody saw them before the offer was made.")),
        (6, T("Two grain were not enough; three make 12.")),
        (7, T("{yellow} passes and takes back the only group laid out.", yellow=YELLOW)),
        (
            8,
            T(
                "{black} adds two riches: 9 and 4 are 13. The three workers can no longer come"
                " back.",
                black=BLACK,
            ),
        ),
        (10, T("Three grain more: 25 in all.")),
        (
            11,
            T(
                "{orange} passes: the worker added last comes back, the three grain are lost."
                " {black} wins and discards all eight cards.",
                orange=ORANGE,
                black=BLACK,
            ),
        ),
        seat="black",
    ),
    _example(
        "auction_other_end",
        T("The same auction, lost"),
        "spring.pass",
        (10, T("Up to here nothing is new: {black} stands at 25.", black=BLACK)),
        (11, T("This time {orange} has the cards for 26.", orange=ORANGE)),
        (
            12,
            T(
                "{black} gives up. The three grain come back; three workers and two riches, from"
                " earlier rounds, are gone for nothing.",
                black=BLACK,
            ),
        ),
        seat="black",
    ),
    _example(
        "rewards_cathedral",
        T("The choir and two builders"),
        "rewards.builders",
        (
            1,
            T(
                "The choir is the fourth part and brings 3 points; {black}’s two builders’ houses"
                " bring 2 more and go back to the stock. Nobody else gets anything.",
                black=BLACK,
            ),
        ),
    ),
    _example(
        "rewards_privilege",
        T("A privilege from a rival"),
        "rewards.privilege",
        (1, T("{white} is the last one left and wins without a single card.", white=WHITE)),
        (
            2,
            T(
                "No grain privilege is left in the supply, so one may be taken from {yellow}, who"
                " has both. What the supply still has is never taken from a rival.",
                yellow=YELLOW,
            ),
        ),
    ),
    _example(
        "houses",
        T("Farms and builders"),
        "assign.limit",
        (
            1,
            T(
                "Of two farms one may go to the cathedral, the second may not: there would be"
                " more builders’ houses than farms."
            ),
        ),
        (2, T("Three farms more, a grain card each.")),
        (3, T("Now a second one can follow, and the last house in stock becomes a farm.")),
        (4, T("Three farms, three builders’ houses: that is the most there can be.")),
    ),
    _example(
        "attack",
        T("Fire, fire again, and booty"),
        "attack.example",
        (2, T("A knight answers a knight: both are discarded and nothing burns.")),
        (
            4,
            T(
                "No answer. With two farms and two builders’ houses it must be a builders’ house"
                " that burns: there may never be more of them than farms."
            ),
        ),
        (
            7,
            T("A second fire in the same fief. The owner chooses the house; no more booty."),
        ),
        (8, T("Booty lies aside until the turn ends. Meanwhile other things may be done.")),
        (10, T("Another fief, and two more cards of booty.")),
        (11, T("The turn is over: four booty cards come into {black}’s hand.", black=BLACK)),
        seat="black",
    ),
    _example(
        "bribe",
        T("Three bribes"),
        "bribe.knight",
        (1, T("{white} has a knight and must discard it; the riches are spent too.", white=WHITE)),
        (2, T("No knight is left: {black} alone may look at the hand.", black=BLACK)),
        (
            3,
            T(
                "{orange} has none either. Three riches for one knight and two looks.",
                orange=ORANGE,
            ),
        ),
        seat="black",
    ),
    _example(
        "income",
        T("Four incomes"),
        "income",
        (
            1,
            T(
                "{yellow} has five farms, two pairs: 1 and 2 cards. {black} draws 1 and 1, a"
                " riches from the discards and, since there is no second one, any card."
                " Builders’ houses bring nothing.",
                yellow=YELLOW,
                black=BLACK,
            ),
        ),
    ),
    _example(
        "help",
        T("Half of nine is four"),
        "help.half",
        (
            1,
            T(
                "{orange} has received a single card and holds four: poor enough to ask for the"
                " King’s help, but only of somebody with at least as many points.",
                orange=ORANGE,
            ),
        ),
        (2, T("{yellow} has nine cards: four of them go over, drawn at random.", yellow=YELLOW)),
        (3, T("In return {yellow} takes a privilege.", yellow=YELLOW)),
    ),
    _example(
        "mobilisation",
        T("The King’s mobilisation"),
        "mobilisation.example",
        (1, T("The roof is on, but with this ending the year is played out.")),
        (4, T("The last income: one more card may still become a point.")),
        (
            5,
            T(
                "War: each knight brings a point, riches and workers half a point each, grain"
                " nothing. {yellow} and {white} have 8 points, and {white} has more cards left.",
                yellow=YELLOW,
                white=WHITE,
            ),
        ),
    ),
)

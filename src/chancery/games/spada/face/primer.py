"""The game on one page, for somebody who has never played it."""

from __future__ import annotations

from chancery.core import Plate, Primer, SeatName, T

YELLOW, BLACK, WHITE = (SeatName(seat) for seat in range(3))

_SPRING = """
game spada players=3
given year = 4
given agenda = famine-cathedral
given counsellor = black
given built = 2
given hands.yellow = {"grain": 3, "workers": 1, "knights": 2, "riches": 1}
given hands.black = {"workers": 2, "knights": 1}
given hands.white = {"grain": 2, "riches": 2, "knights": 1}
given offers = {"yellow": {}, "black": {"grain": 2, "riches": 1}, "white": {"grain": 1, \
"workers": 3}}
given latest = {"yellow": {}, "black": {"grain": 2, "riches": 1}, "white": {"grain": 1, \
"workers": 3}}
given farms = {"yellow": 4, "black": 3, "white": 4}
given builders = {"yellow": 1, "black": 2}
given points = {"yellow": 4, "black": 2, "white": 3}
given privileges.white = {"riches": 1}
given phases = [{"phase": "Year", "season": 2}, \
{"phase": "Auction", "bidders": ["black", "white", "yellow"], "turn": "yellow", "highest": 13}]
"""

_FIEF = """
game spada players=3
given year = 3
given counsellor = yellow
given built = 1
given hands.yellow = {"grain": 1, "workers": 1, "knights": 2, "riches": 1}
given hands.black = {"workers": 2, "knights": 1}
given hands.white = {"grain": 2, "riches": 2}
given farms = {"yellow": 4, "black": 2, "white": 3}
given builders = {"yellow": 2}
given points = {"yellow": 4, "black": 2}
given privileges.yellow = {"grain": 1, "riches": 1}
given phases = [{"phase": "Year", "season": 3}, \
{"phase": "Summer", "turn": "yellow", "left": 3, "looted": []}]
"""

_CATHEDRAL = """
game spada players=3
given year = 7
given agenda = war-cathedral
given counsellor = black
given built = 5
given hands.yellow = {"grain": 2, "workers": 2, "knights": 3}
given hands.black = {"workers": 2, "knights": 2, "riches": 2}
given hands.white = {"grain": 2, "riches": 3}
given farms = {"yellow": 3, "black": 4, "white": 4}
given builders = {"yellow": 2, "white": 1}
given points = {"yellow": 8, "black": 9, "white": 7}
given phases = [{"phase": "Year", "season": 2}, \
{"phase": "Auction", "bidders": ["black", "white", "yellow"], "turn": "black", "highest": 0}]
"""

PRIMER = Primer(
    aim=(
        T(
            "The King is old and has no heir. Three or four nobles compete for his favour: they"
            " solve the problems of the realm and build the cathedral he has always dreamed of."
        ),
        T(
            "Every year there is one problem, and one auction to decide who solves it. You bid"
            " with your resource cards, and what they are worth depends on the problem: knights"
            " count most in a War, grain in a Famine, workers in a Revolt, riches in a Tax."
        ),
        T(
            "The winner scores, and is poor afterwards. The others keep their cards, for the next"
            " year, for farms, or for a raid on the winner’s houses."
        ),
    ),
    turn=(
        T("Winter: the King’s Counsellor chooses the problem; a privilege buys a change."),
        T("Spring: bid more than everybody before you, or pass and take back your last cards."),
        T("The winner becomes Counsellor and builds a part or takes a privilege, for points."),
        T("Summer: grain builds farms, workers move to the cathedral, knights burn, riches bribe."),
        T("Autumn: draw cards for farms and privileges; discard down to ten."),
    ),
    winning=(
        T(
            "The roof, the last part of the cathedral, ends the game at once. Most points win;"
            " among equals, most cards in hand."
        ),
        T(
            "The six parts bring 2, 2, 2, 3, 3 and 4 points, and one more for each of your"
            " builders’ houses. A year of the privilege brings 2."
        ),
    ),
    plates=(
        Plate(
            _SPRING,
            "yellow",
            T(
                "Spring in a Famine. {black} opened with 10, {white} went to 13, in cards that lie"
                " open. Now {yellow} must go higher with cards from the hand, or pass.",
                black=BLACK,
                white=WHITE,
                yellow=YELLOW,
            ),
        ),
        Plate(
            _FIEF,
            "yellow",
            T(
                "Your fief: four farms, which bring two cards each Autumn beside the one for"
                " everybody; two builders’ houses by the wall; and two privileges, a card each."
            ),
            (0.0, 320.0, 520.0, 350.0),
        ),
        Plate(
            _CATHEDRAL,
            None,
            T(
                "Five parts stand. Whoever wins this War puts the roof on for 4 points, and the"
                " game is over: {yellow} has two builders’ houses waiting for that moment.",
                yellow=YELLOW,
            ),
            (255.0, 105.0, 690.0, 460.0),
        ),
    ),
)

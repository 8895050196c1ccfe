"""Exercises: one position, one idea, checked by the rules."""

from __future__ import annotations

from chancery.core import Lesson, Remark, SeatName, T

YOU, BOT = "yellow", "steward"
BLACK, WHITE = SeatName(1), SeatName(2)

_TABLE = "game spada players=3\n"

TWO_CARDS = Lesson(
    key="two-cards",
    title=T("Two cards are enough"),
    rule="spring",
    task=(
        Remark(
            T(
                "Famine. {black} has offered 7 and holds no more cards. Win the auction, and"
                " spend only two cards on it.",
                black=BLACK,
            ),
            ("place:values", "fief:black"),
        ),
    ),
    opening=_TABLE
    + """
given agenda = famine-privilege
given counsellor = black
given hands.yellow = {"grain": 2, "workers": 1, "knights": 3, "riches": 2}
given offers.black = {"grain": 1, "workers": 1}
given latest.black = {"grain": 1, "workers": 1}
given phases = [{"phase": "Year", "season": 2}, \
{"phase": "Auction", "bidders": ["yellow", "black"], "turn": "yellow", "highest": 7}]
""",
    seat=YOU,
    bot=BOT,
    goal=(
        "happened Won seat=yellow total=8",
        'expect hands.yellow = {"workers": 1, "knights": 3, "riches": 2}',
    ),
    solved=T(
        "In a Famine a grain card is worth 4: two make 8. The same eight points would have taken"
        " all three knights, both riches and one card more."
    ),
    hint=T("Look at the table of values: which card is worth most in a Famine?"),
    answer=("add grain", "add grain", "bid"),
    most=3,
)

ALL_BACK = Lesson(
    key="all-back",
    title=T("Out without a scratch"),
    rule="spring.pass",
    task=(
        Remark(
            T(
                "Revolt. Your first offer was 7; {black} went to 13 and still holds six cards."
                " End this Spring without losing a single card.",
                black=BLACK,
            ),
            ("fief:yellow", "hand:black"),
        ),
    ),
    opening=_TABLE
    + """
given agenda = revolt-privilege
given counsellor = yellow
given hands.yellow = {"workers": 1, "grain": 2, "riches": 2}
given hands.black = {"workers": 2, "knights": 2, "riches": 2}
given offers = {"yellow": {"workers": 1, "knights": 1}, "black": {"workers": 1, "knights": 3}, \
"white": {}}
given latest = {"yellow": {"workers": 1, "knights": 1}, "black": {"workers": 1, "knights": 3}, \
"white": {}}
given phases = [{"phase": "Year", "season": 2}, \
{"phase": "Auction", "bidders": ["yellow", "black"], "turn": "yellow", "highest": 13}]
""",
    seat=YOU,
    bot=BOT,
    goal=(
        "happened Passed seat=yellow lost={}",
        'expect hands.yellow = {"grain": 2, "workers": 2, "knights": 1, "riches": 2}',
    ),
    solved=T(
        "Who passes takes back the cards added last, and so far you had added only once. One raise"
        " more, and worker and knight would have been lost whatever came of it."
    ),
    hint=T("Which of your cards come back if you pass now? And which after another raise?"),
    answer=("pass",),
    most=8,
)

BUILDERS = Lesson(
    key="builders",
    title=T("Builders who cost nothing"),
    rule="assign.limit",
    task=(
        Remark(
            T(
                "Summer, and you mean to win the next part of the cathedral. Bring two builders’"
                " houses there, and have no less income in Autumn than now."
            ),
            ("houses:farm", "place:cathedral"),
        ),
    ),
    opening=_TABLE
    + """
given counsellor = yellow
given hands.yellow = {"grain": 1, "workers": 2, "knights": 1}
given farms.yellow = 3
given farms.black = 2
given farms.white = 2
given phases = [{"phase": "Year", "season": 3}, \
{"phase": "Summer", "turn": "yellow", "left": 3, "looted": []}]
""",
    seat=YOU,
    bot=BOT,
    goal=("expect builders.yellow = 2", "expect farms.yellow >= 2"),
    solved=T(
        "Two farms bring as much as three, for only pairs count. The new farm was needed for the"
        " other rule: never more builders’ houses than farms."
    ),
    hint=T("Your one grain makes a farm. Can two builders’ houses stand without it?"),
    answer=("build", "assign", "assign"),
    most=4,
)

RIGHT_CARDS = Lesson(
    key="right-cards",
    title=T("Keep what Summer needs"),
    rule="spring.won",
    task=(
        Remark(
            T(
                "War. Beat {black}’s 8, who holds no more cards. But keep a knight for your own"
                " houses, a grain for a farm and a worker for the cathedral.",
                black=BLACK,
            ),
            ("place:values", "fief:black"),
        ),
    ),
    opening=_TABLE
    + """
given agenda = war-privilege
given counsellor = black
given hands.yellow = {"grain": 1, "workers": 1, "knights": 2, "riches": 2}
given offers.black = {"knights": 2}
given latest.black = {"knights": 2}
given phases = [{"phase": "Year", "season": 2}, \
{"phase": "Auction", "bidders": ["yellow", "black"], "turn": "yellow", "highest": 8}]
""",
    seat=YOU,
    bot=BOT,
    goal=(
        "happened Won seat=yellow",
        "expect hands.yellow.grain = 1",
        "expect hands.yellow.workers = 1",
        "expect hands.yellow.knights = 1",
    ),
    solved=T(
        "A knight and two riches make 10. Two knights and a grain would have been 9 and cheaper by"
        " the table, but cards have a second life in Summer."
    ),
    hint=T("Which of your cards has least to do in Summer, and is worth 3 in a War?"),
    answer=("add knights", "add riches", "add riches", "bid"),
    most=4,
)

TWO_FIRES = Lesson(
    key="two-fires",
    title=T("Four cards of booty"),
    rule="attack.once",
    task=(
        Remark(
            T(
                "{black} and {white} have spent all their cards. You have two knights. Win four"
                " booty cards this Summer.",
                black=BLACK,
                white=WHITE,
            ),
            ("fief:black", "fief:white"),
        ),
    ),
    opening=_TABLE
    + """
given counsellor = yellow
given hands.yellow = {"knights": 2, "riches": 1}
given farms.yellow = 2
given farms.black = 4
given farms.white = 2
given phases = [{"phase": "Year", "season": 3}, \
{"phase": "Summer", "turn": "yellow", "left": 3, "looted": []}]
""",
    seat=YOU,
    bot=BOT,
    goal=("yellow sees loot_size >= 4",),
    solved=T(
        "Only the first success against each rival in a turn brings booty. A second fire in the"
        " same fief would have burned a house and brought nothing."
    ),
    hint=T("The first success against a rival brings two cards. What does the second bring?"),
    answer=("attack black", "attack white"),
    most=3,
)

OPEN_GATE = Lesson(
    key="open-gate",
    title=T("Money opens the gate"),
    rule="bribe.knight",
    task=(
        Remark(
            T(
                "{white} has two cards: a knight and a grain, as everybody has seen. Burn a house"
                " of {white} with your only knight.",
                white=WHITE,
            ),
            ("hand:white", "fief:white"),
        ),
    ),
    opening=_TABLE
    + """
given counsellor = yellow
given hands.yellow = {"grain": 1, "knights": 1, "riches": 1}
given hands.black = {"grain": 1, "workers": 2, "knights": 1, "riches": 1}
given hands.white = {"grain": 1, "knights": 1}
given known.white = {"grain": 1, "knights": 1}
given farms.yellow = 2
given farms.black = 2
given farms.white = 4
given phases = [{"phase": "Year", "season": 3}, \
{"phase": "Summer", "turn": "yellow", "left": 3, "looted": []}]
""",
    seat=YOU,
    bot=BOT,
    goal=("happened Burned seat=white", "yellow sees loot_size = 2"),
    solved=T(
        "A bribe cannot be refused: the knight had to go. After that nobody was left to answer"
        " your attack."
    ),
    hint=T("One of your cards makes a rival discard a knight."),
    answer=("bribe white", "attack white"),
    most=3,
    replies=True,
    lost=("happened Defended",),
)

LET_IT_BURN = Lesson(
    key="let-it-burn",
    title=T("Let it burn"),
    rule="attack.burn",
    task=(
        Remark(
            T(
                "{black} attacks you for the second time this Summer, so there is no more booty to"
                " win. Keep your knight, your income and your builders.",
                black=BLACK,
            ),
            ("fief:yellow", "card:knights"),
        ),
    ),
    opening=_TABLE
    + """
given counsellor = black
given hands.yellow = {"knights": 1, "workers": 1}
given hands.black = {"grain": 2}
given hands.white = {"knights": 2, "riches": 2}
given farms.yellow = 3
given farms.black = 2
given farms.white = 2
given builders.yellow = 1
given phases = [{"phase": "Year", "season": 3}, \
{"phase": "Summer", "turn": "black", "left": 3, "looted": ["yellow"]}, \
{"phase": "Defence", "target": "yellow"}]
""",
    seat=YOU,
    bot=BOT,
    goal=(
        "happened Burned seat=yellow house=farm",
        "expect hands.yellow.knights = 1",
        "expect builders.yellow = 1",
    ),
    solved=T(
        "A third farm earns nothing without a fourth. {white} may attack yet, with booty to win:"
        " then the knight will be worth more.",
        white=WHITE,
    ),
    hint=T("How much income do three farms bring, and how much two?"),
    answer=("yield", "burn farm"),
)

TEN_CARDS = Lesson(
    key="ten-cards",
    title=T("Ten cards for the next year"),
    rule="tithes",
    task=(
        Remark(
            T(
                "You hold twelve cards and must discard two. You will be Counsellor next year with"
                " a single agenda card, a War, and nobody has a privilege to change it."
            ),
            ("agenda:war-privilege", "place:values"),
        ),
        Remark(T("Keep the ten cards that will be worth most.")),
    ),
    opening=_TABLE
    + """
given counsellor = yellow
given hands.yellow = {"grain": 2, "workers": 3, "knights": 4, "riches": 3}
given hands.black = {"grain": 2, "riches": 3}
given hands.white = {"workers": 2, "knights": 2}
given agendas.yellow = {"war-privilege": 1}
given agendas.black = {"war-cathedral": 1, "tax-cathedral": 2}
given agendas.white = {"revolt-cathedral": 1, "famine-cathedral": 2}
given phases = [{"phase": "Year", "season": 4}, {"phase": "Tithes"}]
""",
    seat=YOU,
    bot=BOT,
    goal=('happened Tithed seat=yellow cards={"grain":2}',),
    solved=T(
        "In a War grain is worth 1, every other card at least 2. Who knows the next problem knows"
        " which cards to keep; better still is not to hold so many."
    ),
    hint=T("What is each of your cards worth in a War?"),
    answer=("discard grain", "discard grain"),
    most=2,
)

WHOSE_HALF = Lesson(
    key="whose-half",
    title=T("Half of whose cards?"),
    rule="help.half",
    task=(
        Remark(
            T(
                "You may ask for the King’s help. {black} leads and has nine cards, {white} has"
                " eight; both would then take a privilege. Ask where it does you most good.",
                black=BLACK,
                white=WHITE,
            ),
            ("hand:black", "hand:white"),
        ),
    ),
    opening=_TABLE
    + """
given year = 6
given counsellor = black
given agendas.yellow = {"war-privilege": 1, "tax-cathedral": 1, "revolt-cathedral": 1, \
"famine-privilege": 1}
given agendas.black = {"war-cathedral": 1, "revolt-cathedral": 1, "famine-privilege": 1}
given agendas.white = {"tax-privilege": 1, "revolt-privilege": 1, "famine-cathedral": 1}
given hands.yellow = {"grain": 1, "riches": 1}
given hands.black = {"grain": 2, "workers": 2, "knights": 2, "riches": 3}
given hands.white = {"grain": 2, "workers": 2, "knights": 2, "riches": 2}
given farms = {"yellow": 1, "black": 4, "white": 4}
given points = {"yellow": 2, "black": 9, "white": 4}
given phases = [{"phase": "Year", "season": 4}, \
{"phase": "Help", "at": 2, "received": {"yellow": 1, "black": 3, "white": 3}}]
""",
    seat=YOU,
    bot=BOT,
    goal=("happened Helped seat=yellow donor=white",),
    solved=T(
        "Half of nine is four, for it is rounded down, and half of eight is four too. So you get"
        " as many cards from {white}, and the leader gets no privilege for it.",
        white=WHITE,
    ),
    hint=T("Half is rounded down. Who of the two should better not have a privilege more?"),
    answer=("appeal white",),
)

YOUR_PROBLEM = Lesson(
    key="your-problem",
    title=T("A problem for you alone"),
    rule="winter.later",
    task=(
        Remark(
            T(
                "You hold five workers. {black}’s seven cards are knights, {white}’s five are"
                " riches: you saw them all last year.",
                black=BLACK,
                white=WHITE,
            ),
            ("hand:black", "hand:white"),
        ),
        Remark(
            T("Choose the problem in which nobody can beat your workers."),
            ("place:values",),
        ),
    ),
    opening=_TABLE
    + """
given year = 3
given counsellor = yellow
given hands.yellow = {"workers": 5}
given hands.black = {"knights": 7}
given hands.white = {"riches": 5}
given known.black = {"knights": 7}
given known.white = {"riches": 5}
given agendas.yellow = {"war-cathedral": 1, "revolt-cathedral": 1, "famine-cathedral": 1}
given agendas.black = {"war-cathedral": 1, "tax-cathedral": 1, "revolt-cathedral": 1}
given agendas.white = {"tax-cathedral": 1, "famine-cathedral": 1}
given phases = [{"phase": "Year", "season": 1}, {"phase": "Proposal", "seat": "yellow"}]
""",
    seat=YOU,
    bot=BOT,
    goal=("expect agenda = famine-cathedral",),
    solved=T(
        "In a Revolt you have 20, but {black} has 21. In a Famine it is 15 for you, 7 for {black}"
        " and 10 for {white}: ask not only what your cards are worth, but also what theirs are.",
        black=BLACK,
        white=WHITE,
    ),
    hint=T("Add up all three hands for each of your cards, not only your own."),
    answer=("play famine-cathedral",),
    most=1,
)

NO_ROOF = Lesson(
    key="no-roof",
    title=T("No roof this year"),
    rule="winter.swap",
    task=(
        Remark(
            T(
                "Only the roof is missing. {black} leads, holds ten cards and has put Tax"
                " (cathedral) on the agenda. See to it that this year does not end the game.",
                black=BLACK,
            ),
            ("place:agenda", "place:cathedral", "privilege:grain:yellow"),
        ),
    ),
    opening=_TABLE
    + """
given year = 8
given counsellor = black
given agenda = tax-cathedral
given hands.yellow = {"grain": 1, "knights": 3}
given hands.black = {"grain": 4, "workers": 1, "knights": 1, "riches": 4}
given hands.white = {"workers": 3, "knights": 1}
given points = {"yellow": 7, "black": 9, "white": 5}
given privileges.yellow = {"grain": 1}
given agendas.yellow = {"tax-cathedral": 1, "war-privilege": 1}
given agendas.black = {"famine-privilege": 1}
given agendas.white = {"war-cathedral": 1}
given phases = [{"phase": "Year", "season": 1}, \
{"phase": "Exchange", "player": "black", "at": "yellow"}]
""",
    seat=YOU,
    bot=BOT,
    goal=("expect agenda = war-privilege",),
    solved=T(
        "A privilege buys a change of the agenda. Now the year brings 2 points, in a War that"
        " suits your knights, and the game goes on."
    ),
    hint=T("You have a privilege to pay with. Which of your agenda cards builds nothing?"),
    answer=("swap grain war-privilege",),
)

THE_ROOF = Lesson(
    key="the-roof",
    title=T("The roof and the crown"),
    rule="end",
    task=(
        Remark(
            T(
                "War, and the roof: 4 points, and the game is over. {black} has 11 points, you"
                " have 7 and two builders’ houses. {black} offered 10 and holds two more cards.",
                black=BLACK,
            ),
            ("place:cathedral", "fief:black"),
        ),
        Remark(T("Win the game with one offer that nobody can beat."), ("place:values",)),
    ),
    opening=_TABLE
    + """
given year = 7
given agenda = war-cathedral
given built = 5
given counsellor = black
given hands.yellow = {"grain": 2, "workers": 2, "knights": 3, "riches": 2}
given hands.black = {"knights": 2}
given offers.black = {"knights": 1, "riches": 2}
given latest.black = {"knights": 1, "riches": 2}
given farms = {"yellow": 2, "black": 3, "white": 2}
given builders = {"yellow": 2}
given points = {"yellow": 7, "black": 11, "white": 6}
given phases = [{"phase": "Year", "season": 2}, \
{"phase": "Auction", "bidders": ["yellow", "black"], "turn": "yellow", "highest": 10}]
""",
    seat=YOU,
    bot=BOT,
    goal=('expect result.winners = ["yellow"]',),
    solved=T(
        "No card is worth more than 4, so {black} could reach 18 at most, and not more than your"
        " offer. 4 points and 2 for your builders make 13 against 11. Cards saved in the last"
        " Spring are worth nothing.",
        black=BLACK,
    ),
    hint=T("Two cards are worth 8 at most. What must your offer come to?"),
    answer=(
        "add knights",
        "add knights",
        "add knights",
        "add riches",
        "add riches",
        "bid",
    ),
)

LESSONS = (
    TWO_CARDS,
    ALL_BACK,
    BUILDERS,
    RIGHT_CARDS,
    TWO_FIRES,
    OPEN_GATE,
    LET_IT_BURN,
    TEN_CARDS,
    WHOSE_HALF,
    YOUR_PROBLEM,
    NO_ROOF,
    THE_ROOF,
)

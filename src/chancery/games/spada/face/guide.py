"""A first game with a teacher: two years at the King's court, and a third up to its Summer."""

from __future__ import annotations

from chancery.core import Answer, Guide, Remark, SeatName, Step, T

BLACK, WHITE = SeatName(1), SeatName(2)

OPENING = """
game spada players=3
seed 1366
given year = 1
given counsellor = yellow
given agenda = revolt-privilege
given hands.yellow = {"grain": 1, "workers": 4, "knights": 2, "riches": 1}
given hands.black = {"grain": 2, "workers": 1, "knights": 1, "riches": 4}
given hands.white = {"grain": 3, "knights": 1, "riches": 4}
given agendas.yellow = {"revolt-cathedral": 1, "war-cathedral": 1, "tax-cathedral": 1, \
"famine-privilege": 1, "tax-privilege": 1}
given agendas.black = {"war-cathedral": 1, "war-privilege": 1, "tax-cathedral": 1, \
"revolt-cathedral": 1, "famine-privilege": 1}
given agendas.white = {"war-privilege": 1, "tax-privilege": 1, "revolt-privilege": 1, \
"famine-cathedral": 2}
given phases = [{"phase": "Year", "season": 2}, {"phase": "Auction", \
"bidders": ["yellow", "black", "white"], "turn": "yellow", "highest": 0}]
"""

# The learner's agenda cards in the first Winter.
HELD = (
    "agenda:revolt-cathedral",
    "agenda:war-cathedral",
    "agenda:tax-cathedral",
    "agenda:famine-privilege",
    "agenda:tax-privilege",
)

CONCEPTS = (
    ("aim", T("The aim: most victory points")),
    ("seasons", T("The four seasons")),
    ("counsellor", T("The King’s Counsellor")),
    ("values", T("What cards are worth this year")),
    ("offers", T("Making an offer")),
    ("raising", T("Raising an offer")),
    ("passing", T("Passing, and what comes back")),
    ("favour", T("A year of the privilege")),
    ("summer", T("Summer: anything, in any order")),
    ("farms", T("Farms")),
    ("builders", T("Builders’ houses")),
    ("bribes", T("Bribes")),
    ("attacks", T("Attacks")),
    ("booty", T("Booty")),
    ("defence", T("Defending a fief")),
    ("income", T("Income")),
    ("agenda", T("Choosing the problem")),
    ("exchange", T("Changing the problem")),
    ("cathedral", T("A year of the cathedral")),
    ("tithes", T("Tithes")),
    ("help", T("The King’s help")),
    ("end", T("How the game ends")),
)

_FIRST_SPRING = (
    Step(
        "bid",
        (
            Remark(
                T(
                    "Welcome! The old King has no heir. You are one of three nobles (stewards, who"
                    " are bots, play the others). Most victory points when his cathedral is"
                    " finished win the crown."
                ),
                ("fief:yellow", "place:cathedral"),
            ),
            Remark(
                T(
                    "Every year an agenda card names a problem, and whoever solves it scores. Now"
                    " it is a Revolt: the marked line of the table tells what cards are worth"
                    " against it."
                ),
                ("place:agenda", "place:values"),
            ),
            Remark(
                T(
                    "An auction decides who solves it, and you pay with cards. A worker is worth 4"
                    " this year, and you hold four of them. Add two workers to your offer, one"
                    " after the other."
                ),
                ("card:workers",),
            ),
        ),
        ("add workers", "add workers"),
        each=True,
        answers=(
            Answer(
                "pass",
                T(
                    "Whoever passes is out for this year. Four workers in a Revolt are too good"
                    " for that: try to win."
                ),
            ),
            Answer("bid", T("An offer of 4 is beaten by anybody. Make it 8 first.")),
            Answer(
                "add *",
                T(
                    "That would count too, but look at the table of values: in a Revolt no card"
                    " is worth as much as a worker. Take two workers."
                ),
            ),
        ),
        done=T("Nobody has seen them yet: an offer is shown only when you make it."),
        concepts=("aim", "values"),
    ),
    Step(
        "bid",
        (
            Remark(
                T(
                    "Two workers make 8. You bid first because you are the King’s Counsellor, as"
                    " the sceptre in your fief shows. Make the offer: the others must beat 8 or"
                    " pass."
                ),
                ("place:sceptre",),
            ),
        ),
        ("bid",),
        answers=(
            Answer("add *", T("8 is a good beginning, and you can raise it later. Offer that.")),
        ),
        done=T("Your cards lie open now. The others beat them or pass, clockwise."),
        concepts=("counsellor", "offers"),
    ),
    Step(
        "bid",
        (
            Remark(
                T(
                    "{black} offers 11 and needs six cards for it: riches are worth only 1 each"
                    " in a Revolt. {white} has passed and is out of this auction.",
                    black=BLACK,
                    white=WHITE,
                ),
                ("fief:black",),
            ),
            Remark(
                T(
                    "If you passed, your two workers would come back: who passes takes back what"
                    " was added last. If you raise, those two are spent, win or lose."
                )
            ),
            Remark(
                T("A raise adds to what lies there. One more worker makes 12: add it."),
                ("card:workers",),
            ),
        ),
        ("add workers",),
        answers=(
            Answer(
                "pass",
                T("Six cards against your two: this is cheap for you. Raise once more."),
            ),
            Answer(
                "add *",
                T("You will want that card in Summer. A worker makes 12, and one is left."),
            ),
        ),
        concepts=("raising", "passing"),
    ),
    Step(
        "bid",
        (Remark(T("8 and 4 are 12, which beats 11. Make the offer.")),),
        ("bid",),
        answers=(Answer("add *", T("12 will do. Do not pay more than you must.")),),
    ),
    Step(
        "privilege",
        (
            Remark(
                T(
                    "Everybody else has passed: you win, and the winner is Counsellor. Three"
                    " workers are spent; {black} had laid out one group only and took it back.",
                    black=BLACK,
                )
            ),
            Remark(
                T(
                    "The corners of this agenda card show the reward. Scrolls: 2 points and a"
                    " privilege of your choice. Towers, on other cards: you build the next part of"
                    " the cathedral."
                ),
                ("place:agenda",),
            ),
            Remark(
                T(
                    "A privilege brings a card of its kind from the discards every Autumn. Farms"
                    " are paid with grain, so grain will lie there. Take the grain privilege."
                ),
                ("privilege:grain",),
            ),
        ),
        ("take grain",),
        answers=(
            Answer(
                "take *",
                T(
                    "Not bad either. But everybody builds with grain in Summer, so grain is"
                    " what the discards will surely have in Autumn."
                ),
            ),
        ),
        done=T("It lies open in your fief."),
        concepts=("favour",),
    ),
)

_FIRST_SUMMER = (
    Step(
        "summer",
        (
            Remark(
                T(
                    "Look at the wheel of the year: Winter chooses the problem, Spring is the"
                    " auction, in Summer cards become houses and attacks, Autumn brings new cards."
                ),
                ("place:year",),
            ),
            Remark(
                T(
                    "It is Summer. The Counsellor begins, and you may do anything your cards pay"
                    " for, in any order: grain builds, workers move, riches bribe, knights attack."
                ),
                ("card:grain", "card:workers", "card:riches", "card:knights"),
            ),
            Remark(
                T(
                    "Farms feed you: every two of them bring a card each Autumn. Build a farm"
                    " with your grain."
                ),
                ("card:grain", "houses:farm"),
            ),
        ),
        ("build",),
        answers=(
            Answer(
                "assign",
                T("Soon! With a third farm first, that will cost you no income."),
            ),
            Answer("done", T("Not yet: your cards can do a lot for you this Summer.")),
            Answer("attack *", T("We come to that. First put your own house in order.")),
            Answer("bribe *", T("We come to that. First put your own house in order.")),
        ),
        concepts=("seasons", "summer", "farms"),
    ),
    Step(
        "summer",
        (
            Remark(
                T(
                    "Only pairs of farms count, so the third brings nothing yet. For a worker its"
                    " people become builders: the house moves to a grey plot by the cathedral’s"
                    " wall."
                ),
                ("houses:farm", "place:cathedral"),
            ),
            Remark(
                T(
                    "Such a builders’ house is a point more when you build a part of the"
                    " cathedral. You may never have more of them than farms. Move a farm to the"
                    " cathedral."
                ),
                ("card:workers", "place:cathedral"),
            ),
        ),
        ("assign",),
        answers=(
            Answer("done", T("You have a worker left: a point in waiting. Use it first.")),
            Answer("attack *", T("In a moment. First send your worker to the cathedral.")),
            Answer("bribe *", T("In a moment. First send your worker to the cathedral.")),
        ),
        done=T("Two farms still feed you as before, and your builders wait for their day."),
        concepts=("builders",),
    ),
    Step(
        "summer",
        (
            Remark(
                T(
                    "Now your rivals. A knight burns a house, unless the owner answers with one."
                    " {black} has a knight: the small signs above the hand are cards that lay"
                    " open before.",
                    black=BLACK,
                ),
                ("hand:black",),
            ),
            Remark(
                T(
                    "A riches card buys a knight off: {black} must discard it. Bribe a knight of"
                    " {black}.",
                    black=BLACK,
                ),
                ("hand:black",),
            ),
        ),
        ("bribe black",),
        answers=(
            Answer(
                "attack black",
                T(
                    "{black} would answer with that knight: two knights gone and nothing burned."
                    " Bribe first.",
                    black=BLACK,
                ),
            ),
            Answer(
                "bribe white",
                T(
                    "You have seen none of {white}’s cards. Without a knight there, your riches"
                    " would only buy you a look at the hand.",
                    white=WHITE,
                ),
            ),
            Answer(
                "attack white",
                T("{white} holds eight cards that you have never seen. Too risky.", white=WHITE),
            ),
            Answer("done", T("You have riches and knights left. Use some of them first.")),
        ),
        concepts=("bribes",),
    ),
    Step(
        "summer",
        (
            Remark(
                T(
                    "{black} has seven cards left. You have seen five of them, and none is a"
                    " knight. Attack {black}!",
                    black=BLACK,
                ),
                ("fief:black",),
            ),
        ),
        ("attack black",),
        answers=(
            Answer(
                "attack white",
                T("{white} may well have a knight. {black} hardly has.", white=WHITE, black=BLACK),
            ),
            Answer("done", T("The door stands open: use one of your two knights.")),
        ),
        concepts=("attacks",),
    ),
    Step(
        "summer",
        (
            Remark(
                T(
                    "A house of {black} has burned. For that two booty cards from the deck are set"
                    " aside for you until your turn ends. More fires in the same fief bring none"
                    " this Summer.",
                    black=BLACK,
                ),
                ("fief:black",),
            ),
            Remark(
                T("Keep the other knight: a fief without one burns easily. End the summer turn."),
                ("card:knights",),
            ),
        ),
        ("done",),
        answers=(
            Answer(
                "attack black",
                T(
                    "A second fire there brings no more booty, and you would stand without a"
                    " knight yourself."
                ),
            ),
            Answer("attack *", T("That is your last knight, and your own houses need him.")),
        ),
        done=T("The booty is in your hand now."),
        concepts=("booty",),
    ),
)

_SECOND_YEAR = (
    Step(
        "propose",
        (
            Remark(
                T(
                    "Your rivals built farms too, and {white} burned another house of {black}, who"
                    " did not answer with a knight.",
                    white=WHITE,
                    black=BLACK,
                ),
                ("fief:white", "fief:black"),
            ),
            Remark(
                T(
                    "Then it was Autumn: a card for everybody, a card for every two farms, and"
                    " for you a grain card from your privilege."
                ),
                ("privilege:grain:yellow",),
            ),
            Remark(
                T(
                    "Winter: the Counsellor plays an agenda card, and that is the problem of the"
                    " year. Nobody draws new ones, so they run out; your last one would be played"
                    " for you."
                ),
                ("place:agenda", *HELD),
            ),
            Remark(
                T(
                    "The others may change it: who pays a privilege plays another card and takes"
                    " the old one. That can be answered in the same way. This year nobody but you"
                    " has a privilege."
                ),
                ("place:agenda",),
            ),
            Remark(
                T(
                    "Towers, for the cathedral, are best for you: your builders score. And in a"
                    " Revolt {black}’s four riches are worth nearly nothing. Play Revolt"
                    " (cathedral).",
                    black=BLACK,
                ),
                ("agenda:revolt-cathedral", "place:values"),
            ),
        ),
        ("play revolt-cathedral",),
        answers=(
            Answer(
                "play *-privilege",
                T("That would be 2 points. With your builders the cathedral brings you 3."),
            ),
            Answer(
                "play tax-cathedral",
                T(
                    "In a Tax riches are worth 4, and {black} holds four of them. Choose a"
                    " problem that suits your cards, not theirs.",
                    black=BLACK,
                ),
            ),
            Answer(
                "play war-cathedral",
                T(
                    "Your knights would like that, but {black}’s riches are worth 3 in a War and"
                    " only 1 in a Revolt.",
                    black=BLACK,
                ),
            ),
        ),
        done=T("A Revolt again: cards are worth what they were last year."),
        concepts=("income", "agenda", "exchange"),
    ),
    Step(
        "bid",
        (
            Remark(
                T(
                    "Spring. One strong offer is better than many small ones: it may scare the"
                    " others off, and if it fails it comes back whole."
                )
            ),
            Remark(
                T(
                    "Keep two grain for farms and a knight for home. Add the rest, in any order:"
                    " two workers and a knight, 11 together."
                ),
                ("card:workers", "card:knights"),
            ),
        ),
        ("add workers", "add workers", "add knights"),
        each=True,
        answers=(
            Answer("pass", T("Three points are waiting, and you have the cards. Bid!")),
            Answer("bid", T("That may tempt somebody to go higher. 11 looks serious.")),
            Answer("add grain", T("Your grain shall become farms. Two workers and a knight.")),
            Answer("add knights", T("The other knight stays at home. Two workers and a knight.")),
        ),
    ),
    Step(
        "bid",
        (Remark(T("11: make the offer.")),),
        ("bid",),
        answers=(
            Answer("add knights", T("Your last knight stays at home.")),
            Answer("add grain", T("Your grain shall become farms. 11 will do.")),
        ),
    ),
    Step(
        "summer",
        (
            Remark(
                T(
                    "Both passed! You build the nave: 2 points, and 1 for your builders, whose"
                    " house goes back to your stock. That makes 5."
                ),
                ("fief:yellow", "place:cathedral"),
            ),
            Remark(
                T(
                    "There are six parts, for 2, 2, 2, 3, 3 and 4 points. The last is the roof:"
                    " with it the game is over at once, and most points win."
                ),
                ("place:cathedral",),
            ),
            Remark(
                T("Summer again, and you have two grain. Build a farm."),
                ("card:grain",),
            ),
        ),
        ("build",),
        answers=(
            Answer("done", T("Your grain does nothing in your hand. Build first.")),
            Answer("attack *", T("Your last knight is needed at home. Build first.")),
        ),
        concepts=("cathedral", "end"),
    ),
    Step(
        "summer",
        (Remark(T("Farms count in pairs: build another one."), ("card:grain",)),),
        ("build",),
        answers=(
            Answer("done", T("Three farms bring no more than two. Build the fourth.")),
            Answer("attack *", T("Your last knight is needed at home. Build the fourth farm.")),
        ),
        done=T("Four farms: three cards each Autumn, and one more from your privilege."),
    ),
    Step(
        "summer",
        (
            Remark(
                T("You hold a single card, a knight. Keep him, and end the summer turn."),
                ("card:knights",),
            ),
        ),
        ("done",),
        answers=(
            Answer(
                "attack *",
                T("Then your hand would be empty, and everybody could burn a house of yours."),
            ),
        ),
    ),
    Step(
        "defend",
        (
            Remark(
                T(
                    "{black} attacks you, hoping that your one card is no knight. You need not"
                    " answer, but then you lose a farm and {black} wins two cards.",
                    black=BLACK,
                ),
                ("fief:black", "fief:yellow"),
            ),
            Remark(T("Defend with a knight."), ("card:knights",)),
        ),
        ("defend",),
        answers=(
            Answer(
                "yield",
                T(
                    "Without that farm you get a card less each Autumn, and {black} would draw two"
                    " at once. The knight is cheaper.",
                    black=BLACK,
                ),
            ),
        ),
        done=T("The two knights cancel each other, and nothing burns."),
        concepts=("defence",),
    ),
)

_THIRD_YEAR = (
    Step(
        "propose",
        (
            Remark(
                T(
                    "{white} attacked too, and your hand was empty: a farm burned. Who wins an"
                    " auction is poor for a while, and everybody can see it.",
                    white=WHITE,
                ),
                ("fief:yellow", "fief:white"),
            ),
            Remark(
                T(
                    "In Autumn {white} held more than ten cards and had to discard down to ten."
                    " These are the tithes: spend cards rather than hoard them.",
                    white=WHITE,
                ),
                ("hand:white",),
            ),
            Remark(
                T(
                    "With one card of income and fewer than five in hand one may ask for the King’s"
                    " help: half the hand, by chance, of a rival with as many points or more, who"
                    " takes a privilege."
                )
            ),
            Remark(
                T(
                    "Winter again. Three cards against {white}’s ten: this year will not be yours,"
                    " so give away no part of the cathedral. Play a card with scrolls, for the"
                    " privilege.",
                    white=WHITE,
                ),
                ("hand:white", "agenda:tax-privilege", "agenda:famine-privilege"),
            ),
        ),
        ("play tax-privilege", "play famine-privilege"),
        answers=(
            Answer(
                "play *",
                T("Keep that one until you can win it yourself. Play a card with the privilege."),
            ),
        ),
        concepts=("tithes", "help"),
    ),
    Step(
        "bid",
        (
            Remark(
                T(
                    "You cannot win this one. Pass, and keep your cards for a better year. (If all"
                    " the others pass, the last one left wins, even without an offer.)"
                )
            ),
        ),
        ("pass",),
        answers=(
            Answer(
                "add *",
                T(
                    "It would be beaten and come back to you, but everybody would have seen your"
                    " cards. Better pass at once."
                ),
            ),
        ),
        done=T("Right. A year not won and not paid for is a good year too."),
    ),
    Step(
        "defend",
        (
            Remark(
                T(
                    "{white} wins, is Counsellor now, and attacks you. A fire brings {white} two"
                    " cards, but three farms earn no more than two. If you still hold a knight,"
                    " decide for yourself whether to use it.",
                    white=WHITE,
                ),
                ("fief:white", "fief:yellow"),
            ),
        ),
    ),
    Step(
        "summer",
        (
            Remark(
                T("It is your Summer now. You know all that you can do: begin as you like."),
                ("fief:yellow",),
            ),
        ),
    ),
)

# What the others do, written down: the teacher speaks of it.
_OTHERS = """
add workers; add knights; add riches; add riches; add riches; add riches; bid; pass; pass;
yield; build; build; done; attack black; yield; build; build; build; done; pass; pass;
build; attack yellow; done; build; attack yellow; done; discard workers; discard workers;
discard grain; add knights; add riches; add riches; add riches; add riches; bid; add grain;
add riches; add riches; add riches; add riches; add riches; add riches; bid; take grain;
attack yellow; attack yellow; done
"""

GUIDE = Guide(
    key="first-years",
    title=T("First years at court"),
    minutes=12,
    opening=OPENING,
    seat="yellow",
    bot="steward",
    concepts=CONCEPTS,
    steps=(*_FIRST_SPRING, *_FIRST_SUMMER, *_SECOND_YEAR, *_THIRD_YEAR),
    farewell=(
        Remark(
            T(
                "Now you know the whole year, and you lead with 5 points. It goes on like this"
                " until the roof is on: then most points win, among equals most cards in hand."
            ),
            ("fief:yellow", "place:cathedral"),
        ),
        Remark(
            T(
                "Suit the problem to your cards, bid once and well, build farms in pairs, keep a"
                " knight at home, and bring builders to a year of the cathedral. Now play on, or"
                " try an exercise."
            )
        ),
    ),
    others=tuple(" ".join(_OTHERS.split()).split("; ")),
)

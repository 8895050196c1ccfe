"""A first game with a teacher: two years at the King's court, and the beginning of a third."""

from __future__ import annotations

from chancery.core import Answer, Guide, Remark, SeatName, Step, T

BLACK, WHITE = SeatName(1), SeatName(2)

OPENING = """
game spada players=3
seed 11
given year = 1
given counsellor = yellow
given agenda = revolt-privilege
given hands.yellow = {"grain": 1, "workers": 4, "knights": 2, "riches": 1}
given hands.black = {"grain": 3, "knights": 1, "riches": 4}
given hands.white = {"grain": 4, "knights": 1, "riches": 3}
given agendas.yellow = {"revolt-cathedral": 1, "war-cathedral": 1, "tax-cathedral": 1, \
"famine-privilege": 1, "tax-privilege": 1}
given agendas.black = {"war-cathedral": 1, "war-privilege": 1, "tax-cathedral": 1, \
"revolt-cathedral": 1, "famine-privilege": 1}
given agendas.white = {"war-privilege": 1, "tax-privilege": 1, "revolt-privilege": 1, \
"famine-cathedral": 2}
given phases = [{"phase": "Year", "season": 2}, {"phase": "Auction", \
"bidders": ["yellow", "black", "white"], "turn": "yellow", "highest": 0}]
"""

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
                    "Welcome! The old King has no heir. You are one of three nobles; whoever has"
                    " most victory points when his cathedral is finished will succeed him."
                ),
                ("fief:yellow",),
            ),
            Remark(
                T(
                    "Points come from one thing: solving the problem of the year. The winner"
                    " builds a part of the cathedral or gains the King’s favour."
                ),
                ("place:agenda", "place:cathedral"),
            ),
            Remark(
                T(
                    "A year has four seasons. Winter names the problem, Spring is an auction,"
                    " in Summer cards become houses and attacks, in Autumn new cards come."
                ),
                ("place:year",),
            ),
            Remark(
                T(
                    "It is the first Spring, and the problem is a Revolt. This table tells what"
                    " cards are worth against it: workers 4, knights 3, grain 2, riches 1."
                ),
                ("place:values",),
            ),
            Remark(
                T(
                    "You are the King’s Counsellor this year, so you bid first. You hold four"
                    " workers: that is strong. Add a worker card to the offer."
                ),
                ("card:workers",),
            ),
        ),
        ("add workers",),
        answers=(
            Answer(
                "pass",
                T(
                    "Whoever passes is out for this year. Four workers in a Revolt are too good"
                    " for that: try to win."
                ),
            ),
            Answer(
                "add *",
                T(
                    "That would count too, but look at the table of values: in a Revolt no card"
                    " is worth as much as a worker. Start with a worker."
                ),
            ),
        ),
        done=T("Nobody has seen it yet: an offer is shown only when you make it."),
        concepts=("aim", "seasons", "counsellor", "values"),
    ),
    Step(
        "bid",
        (Remark(T("One worker is worth 4. Add a second one."), ("card:workers",)),),
        ("add workers",),
        answers=(
            Answer("bid", T("An offer of 4 is beaten by anybody. Make it 8 first.")),
            Answer("add *", T("Save that one for Summer. A second worker is worth more here.")),
        ),
    ),
    Step(
        "bid",
        (
            Remark(
                T(
                    "Two workers make 8. Whoever wants to stay in must offer more than that."
                    " Make the offer."
                )
            ),
        ),
        ("bid",),
        answers=(
            Answer("add *", T("8 is a good beginning, and you can raise it later. Offer that.")),
        ),
        done=T("Your cards lie open now. The others beat them or pass, clockwise."),
        concepts=("offers",),
    ),
    Step(
        "bid",
        (
            Remark(
                T(
                    "{black} offers 9 and needs six cards for it: riches are worth only 1 each"
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
        (Remark(T("8 and 4 are 12, which beats 9. Make the offer.")),),
        ("bid",),
        answers=(Answer("add *", T("12 will do. Do not pay more than you must.")),),
        done=T("That puts the question to the last one who is still in."),
    ),
    Step(
        "privilege",
        (
            Remark(
                T(
                    "Everybody else has passed: you win. Three workers are spent; {black} had"
                    " laid out one group only and took all of it back.",
                    black=BLACK,
                )
            ),
            Remark(
                T(
                    "This card shows the King’s privilege: 2 points, and a privilege of your"
                    " choice. Every Autumn it brings you a card of its kind from the discards."
                ),
                ("fief:yellow",),
            ),
            Remark(
                T(
                    "Farms are paid with grain, so there will be grain among the discards."
                    " Take the grain privilege."
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
        done=T("It lies open in your fief. And you stay the King’s Counsellor."),
        concepts=("favour",),
    ),
)

_FIRST_SUMMER = (
    Step(
        "summer",
        (
            Remark(
                T(
                    "Summer! You begin, and may do anything your cards pay for, in any order:"
                    " grain builds, workers move, riches bribe, knights attack."
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
        concepts=("summer", "farms"),
    ),
    Step(
        "summer",
        (
            Remark(
                T(
                    "Only pairs of farms count, so the third brings nothing yet. It can go to"
                    " work at the cathedral instead."
                ),
                ("houses:farm",),
            ),
            Remark(
                T(
                    "Each builders’ house is a point more when you build a part. You may never"
                    " have more of them than farms. Move a farm to the cathedral."
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
                    "Now your rivals. A knight burns a house, unless the owner answers with a"
                    " knight. {black} has one: it lay in that offer for all to see.",
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
                    "A house of {black} has burned. For that you get two booty cards, set aside"
                    " until your turn ends: once from each rival in a Summer.",
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
        done=T("The booty is yours. Now the others have their Summer."),
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
                    "Winter: the Counsellor plays an agenda card. Others may change it, but each"
                    " change costs a privilege, and nobody else has one."
                ),
                ("place:agenda",),
            ),
            Remark(
                T(
                    "A card with the cathedral is best for you now: your builders score. And in"
                    " a Revolt {black}’s four riches are worth nearly nothing.",
                    black=BLACK,
                ),
                ("place:cathedral", "place:values"),
            ),
            Remark(T("Play Revolt (cathedral)."), ("agenda:revolt-cathedral",)),
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
        done=T("The card lies open, and everybody’s cards have new values."),
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
                    "Keep two grain for farms and a knight for home. Offer the rest: two workers"
                    " and a knight, 11. Add the first worker."
                ),
                ("card:workers", "card:knights"),
            ),
        ),
        ("add workers",),
        answers=(
            Answer("pass", T("Three points are waiting, and you have the cards. Bid!")),
            Answer("add *", T("We come to that. The workers first, they are worth 4 each.")),
        ),
    ),
    Step(
        "bid",
        (Remark(T("The second worker: add it."), ("card:workers",)),),
        ("add workers",),
        answers=(
            Answer("bid", T("4 will not impress anybody.")),
            Answer("add *", T("The second worker first.")),
        ),
    ),
    Step(
        "bid",
        (Remark(T("8 so far. Add a knight for 11."), ("card:knights",)),),
        ("add knights",),
        answers=(
            Answer("bid", T("8 may tempt somebody to go higher. 11 looks serious.")),
            Answer("add grain", T("Your grain shall become farms. Take a knight.")),
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
                    "The very poor may ask for the King’s help: half of somebody’s hand. Only with"
                    " a single card of income, and fewer than five in hand."
                )
            ),
            Remark(
                T(
                    "The third Winter. Three cards against {white}’s ten: this year will not be"
                    " yours, so give away no part of the cathedral.",
                    white=WHITE,
                ),
                ("hand:white",),
            ),
            Remark(
                T("Play a card with the privilege."),
                ("agenda:tax-privilege", "agenda:famine-privilege"),
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
                    "You cannot win this one. Let the others pay for it, and keep your cards for"
                    " a better year: pass."
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
)

GUIDE = Guide(
    key="first-years",
    title=T("Two years at court"),
    minutes=12,
    opening=OPENING,
    seat="yellow",
    bot="steward",
    concepts=CONCEPTS,
    steps=(*_FIRST_SPRING, *_FIRST_SUMMER, *_SECOND_YEAR, *_THIRD_YEAR),
    farewell=(
        Remark(
            T(
                "That is the whole year, and you lead with 5 points. It goes on like this until"
                " the roof is on: then most points win, among equals most cards in hand."
            ),
            ("fief:yellow", "place:cathedral"),
        ),
        Remark(
            T(
                "What to think of: suit the problem to your cards, bid once and well, build farms"
                " in pairs, keep a knight at home, and bring builders to a year of the cathedral."
            )
        ),
        Remark(
            T(
                "Play this game on, if you like, or try the exercises: they are short. Then open"
                " a table; stewards will gladly take the empty seats."
            )
        ),
    ),
)

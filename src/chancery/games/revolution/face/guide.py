"""A first game of Revolution with a teacher: the opening turn and the first full one.

The learner leads the Reformers against the Catholics and the Habsburgs, which regents play. All
who do what is asked see the same two turns, so the teacher can speak of what the others did.
"""

from __future__ import annotations

from chancery.core import Answer, Guide, Remark, Step, T, Text
from chancery.games.revolution.face.names import box, place, province, region

# The Habsburgs have posted their first armies (§3.6.habsburgs).
_OPENING = """\
game revolution players=3 factions=habsburgs-reformers
seed first
habsburgs: post flanders-artois; post brabant-hainault
"""

# Said by several steps to somebody who is ahead of the teacher.
_LATER = T("That comes later in this turn. One thing at a time.")
_NOT_YET = T("Not yet: there is something left to do here first.")

_CONCEPTS: tuple[tuple[str, Text], ...] = (
    ("aim", T("Most points after turn 5 win; every turn counts from zero")),
    ("own-aims", T("Every faction has an aim of its own")),
    ("provinces", T("Provinces, towns and cities; a limit of tokens for each province")),
    ("tokens", T("Tokens: in stock, as coins, or on the board as people")),
    ("support", T("Support boxes: friends abroad")),
    ("units", T("New units, and where they may go")),
    ("conflict", T("Conflict over a limit: one token each, the smallest first")),
    ("neutrals", T("Neutral tokens fill what is empty and count against you")),
    ("overflow", T("Overflow: surplus tokens move on")),
    ("placing", T("Moves inside provinces: the largest faction first")),
    ("majority", T("Control cards by absolute majority")),
    ("bishoprics", T("Bishoprics")),
    ("universities", T("Universities")),
    ("points", T("Counting points")),
    ("order", T("The order of play")),
    ("taxes", T("Taxes: coins out of the own stock")),
    ("armies", T("Armies and command sections")),
    ("upkeep", T("Upkeep of armies, and looting")),
    ("battles", T("Battles and stand-offs")),
    ("sieges", T("Sieges of cities")),
    ("beggars", T("The Water Beggars")),
    ("marches", T("Army moves")),
    ("influence", T("Military influence")),
    ("huguenots", T("Huguenots and the Spanish Treasury")),
    ("allegiance", T("The allegiance of the citizens")),
    ("talk", T("Table talk")),
    ("end", T("The end of the game")),
)

_TURN_0 = (
    Step(
        "support",
        (
            Remark(
                T("Welcome! It is 1568, and the Low Countries rise against Spain. You lead the"
                  " Reformers; others lead the Catholics and the Habsburgs. Most points after turn"
                  " 5 win; every turn they are counted anew, from zero."),
                ("faction:reformers",),
            ),
            Remark(
                T("The rings of {zeeland} are its countryside and its limit: it feeds three tokens."
                  " A house is a town, walls are a city. More tokens than all others together win"
                  " the card of a city or province: points.",
                  zeeland=province("zeeland")),
                ("province:zeeland", "town:middelburg", "city:leiden"),
            ),
            Remark(
                T("This box holds four tokens of yours: friends abroad. Bring one of them from"
                  " {box:the} to {zeeland}: click the box, then {zeeland}.",
                  box=box("calvinists"), zeeland=province("zeeland")),
                ("support:calvinists", "province:zeeland"),
            ),
        ),
        expect=("bring calvinists-half zeeland",),
        answers=(
            Answer("bring *", T("They may go to any province. But in {zeeland} nobody can"
                                " reach us yet: begin there.", zeeland=province("zeeland"))),
            Answer("bank *", T("As coins they would wait for turn 1. Now people are worth more.")),
            Answer("done", _NOT_YET),
        ),
        concepts=("aim", "provinces", "support"),
    ),
    Step(
        "support",
        (
            Remark(
                T("And a second one to {zeeland}. Two tokens are a good foothold: the more you"
                  " have somewhere, the more new units may go there.", zeeland=province("zeeland")),
                ("support:calvinists", "province:zeeland"),
            ),
        ),
        expect=("bring calvinists-half zeeland",),
        answers=(Answer("*", T("One more to {zeeland} first; you will see why.",
                               zeeland=province("zeeland"))),),
    ),
    Step(
        "support",
        (
            Remark(
                T("The other two may stay abroad for a turn: they run no risk there, and from turn"
                  " 1 on each of them helps to bring new units. Choose “Done”."),
                ("support:calvinists",),
            ),
        ),
        expect=("done",),
        answers=(Answer("*", T("You will want these two in turn 1. Choose “Done”.")),),
    ),
    Step(
        "units",
        (
            Remark(
                T("New units come from your stock: in this opening turn 7 for the Catholics, 6 for"
                  " the Habsburgs and 3 for you. In this turn a province takes at most twice as"
                  " many as you have there."),
                ("faction:reformers",),
            ),
            Remark(
                T("Three more make six tokens in {zeeland}, on three rings. Too many: that means"
                  " conflict, and the smaller side loses first. There that is the neutral token,"
                  " not you. Click {zeeland} three times, to place 3.",
                  zeeland=province("zeeland")),
                ("province:zeeland",),
            ),
        ),
        expect=("place zeeland *",),
        total=3,
        answers=(
            Answer("place flanders *", T("The Habsburgs have six tokens there: a conflict would"
                                         " cost you some of yours.")),
            Answer("place holland *", T("A good place, but nobody else can come there yet. It does"
                                        " not run away.")),
        ),
        done=T("Conflict: each loses one token in turn, the smallest first, and round again until"
               " the limit holds; equals lose together. So one neutral token went in {zeeland}; in"
               " {flanders} you and the Catholics, equals, lost one each.",
               zeeland=province("zeeland"), flanders=province("flanders")),
        concepts=("tokens", "units", "conflict"),
    ),
    Step(
        "spill",
        (
            Remark(
                T("Grey tokens are neutral: people who take no side. After conflict they come into"
                  " every province, in this turn up to one below its limit. They count against you"
                  " like any faction."),
                ("province:generality", "province:holland"),
            ),
            Remark(
                T("The red +2 at {zeeland} is surplus: two too many. They may move to a neighbour"
                  " or along a river; else they go back to the stock. Send one to {generality}:"
                  " click {zeeland}, then {generality}.",
                  zeeland=province("zeeland"), generality=province("generality")),
                ("province:zeeland", "province:generality"),
            ),
        ),
        expect=("spill zeeland generality",),
        answers=(
            Answer("done", T("Then both go back to your stock. They can do more than that.")),
            Answer("spill *", T("The rules let you go there. But two tokens in {generality} will be"
                                " a majority, worth a point.", generality=province("generality"))),
        ),
        concepts=("neutrals", "overflow"),
    ),
    Step(
        "spill",
        (
            Remark(
                T("And the other one. {generality} is full now, so a neutral token gives way.",
                  generality=province("generality")),
                ("province:zeeland", "province:generality"),
            ),
        ),
        expect=("spill zeeland generality",),
        answers=(Answer("*", T("Two of three in {generality}: that is what we are after.",
                               generality=province("generality"))),),
        done=T("So an overflow is no mishap, if you plan it: you now stand in a province where you"
               " could not have placed a single unit."),
    ),
    Step(
        "put",
        (
            Remark(
                T("Now all place their tokens inside the provinces, in towns and cities. Whoever"
                  " has most in a province comes first, and may send smaller factions out to the"
                  " countryside: so you lost your place in {gent}.", gent=place("gent")),
                ("city:gent", "province:flanders"),
            ),
            Remark(
                T("Then cards go out, to whoever has more tokens than all others together, grey"
                  " ones too. In a city the tokens inside count; for a province those outside of"
                  " its cities, in towns and countryside."),
            ),
            Remark(
                T("Every faction also has an aim of its own. Yours is Reformed universities, a"
                  " point each: {leiden} gets one as soon as you hold its card. Of your two tokens"
                  " in {holland}, put 1 into {leiden}: click it.",
                  holland=province("holland"), leiden=place("leiden")),
                ("city:leiden",),
            ),
        ),
        expect=("put leiden 1",),
        answers=(
            Answer("put leiden 2", T("One is enough there: it stands alone. Keep the other for a"
                                     " second city.")),
            Answer("done", _NOT_YET),
        ),
        concepts=("own-aims", "placing", "majority", "universities"),
    ),
    Step(
        "put",
        (
            Remark(
                T("Two neutral tokens stand in {haarlem}; beside them one of yours would be no"
                  " majority. But they must make way for you. Click {haarlem} and send a neutral"
                  " token out; then the other one, in the same way.", haarlem=place("haarlem")),
                ("city:haarlem",),
            ),
        ),
        expect=("clear haarlem neutral",),
        total=2,
        answers=(
            Answer("put haarlem *", T("Against neutral tokens one is no majority. Send both of them"
                                      " out first.")),
            Answer("clear amsterdam neutral", T("{amsterdam} will have its turn. Now {haarlem}.",
                                                amsterdam=place("amsterdam"),
                                                haarlem=place("haarlem"))),
            Answer("done", _NOT_YET),
        ),
    ),
    Step(
        "put",
        (Remark(T("{haarlem} is empty. Click it again: 1 token. One against none is a majority.",
                  haarlem=place("haarlem")), ("city:haarlem",)),),
        expect=("put haarlem 1",),
        answers=(Answer("done", _NOT_YET),),
    ),
    Step(
        "put",
        (
            Remark(
                T("One token is left to you in {flanders}. It cannot win a city, but it can spoil"
                  " one: in {brugge} a single Habsburg stands. One against one, and nobody gets the"
                  " card. 1 token to {brugge}.",
                  flanders=province("flanders"), brugge=place("brugge")),
                ("city:brugge", "province:flanders"),
            ),
        ),
        expect=("put brugge 1",),
        answers=(
            Answer("put gent 1", T("That would work as well. Let us take {brugge}, so that we can"
                                   " talk about what follows.", brugge=place("brugge"))),
            Answer("put antwerpen 1", T("Nobody has a majority in {antwerpen} anyway: Catholics and"
                                        " Habsburgs are one to one there.",
                                        antwerpen=place("antwerpen"))),
            Answer("done", _NOT_YET),
        ),
    ),
    Step(
        "put",
        (
            Remark(
                T("In {zeeland} you stand three to none, in {generality} two to one: both cards are"
                  " yours as it is. Choose “Done”.",
                  zeeland=province("zeeland"), generality=province("generality")),
                ("province:zeeland", "province:generality"),
            ),
        ),
        expect=("done",),
        answers=(Answer("*", T("That can stay as it is. Choose “Done”.")),),
        done=T("Cards, bishoprics and universities are assigned, and the points are counted."),
    ),
    Step(
        "order",
        (
            Remark(
                T("You have 4½ points: {leiden} and {haarlem} 2, {generality} 1, {zeeland} ½, a"
                  " university 1. The Habsburgs have 7, the Catholics 13½. They begin in front;"
                  " only the last count wins.",
                  leiden=place("leiden"), haarlem=place("haarlem"),
                  generality=province("generality"), zeeland=province("zeeland")),
                ("faction:reformers", "faction:habsburgs", "faction:catholics"),
            ),
            Remark(
                T("Six points of the Catholics are bishoprics, in the table at the right. One is"
                  " lost to them when Burghers or Reformers hold the card of its province long"
                  " enough: it moves a space a turn."),
                ("table:bishoprics",),
            ),
            Remark(
                T("The order of play: who has most points takes his place first, and you, who have"
                  " fewest, choose yours last, before, between or behind the others. Who acts last"
                  " has seen what they do: choose “Position 3”."),
            ),
        ),
        expect=("stand 3",),
        answers=(Answer("stand *", T("To be early helps if two want the same box or the Water"
                                     " Beggars. Nobody will contest them here: last is better.")),),
        concepts=("points", "bishoprics", "order"),
    ),
)  # fmt: skip

_TURN_1 = (
    Step(
        "tax",
        (
            Remark(
                T("Turn 1: from now on all phases are played. Taxes: your provinces have paid 1"
                  " coin, your cities 1 each, and you may take up to two more from each. Coins are"
                  " tokens out of your stock."),
                ("faction:reformers",),
            ),
            Remark(
                T("New units come out of it too. Now it is deep enough for both, so take 3 coins"
                  " from each city. When it is low, take fewer: each answer says how many new"
                  " units would be left."),
                ("faction:reformers",),
            ),
        ),
        expect=("tax 3",),
        answers=(Answer("tax *", T("You would save tokens that you do not need now. We have plans"
                                   " for seven coins.")),),
        concepts=("taxes", "tokens"),
    ),
    Step(
        "support",
        (
            Remark(
                T("Two universities wait in {groningen} and {franeker}. Hold such a town at the"
                  " end of a turn and it turns Reformed, until Catholics or Habsburgs hold the"
                  " town. Bring a token to the province of {province}.",
                  groningen=place("groningen-town"), franeker=place("franeker"),
                  province=province("groningen")),
                ("support:calvinists", "province:groningen", "town:groningen-town",
                 "town:franeker"),
            ),
        ),
        expect=("bring calvinists-half groningen",),
        answers=(
            Answer("bring calvinists-half friesland", T("Yes, there too; but first to {groningen}.",
                                                        groningen=province("groningen"))),
            Answer("bank *", T("Two coins, or two universities at a point each? Bring them.")),
            Answer("*", T("The universities of the north are the quickest points now.")),
        ),
        concepts=("universities",),
    ),
    Step(
        "support",
        (
            Remark(T("And the other one to {friesland}.", friesland=province("friesland")),
                   ("support:calvinists", "province:friesland")),
        ),
        expect=("bring calvinists-half friesland",),
        answers=(Answer("*", T("{franeker} in {friesland} has a university too.",
                               franeker=place("franeker"), friesland=province("friesland"))),),
    ),
    Step(
        "raise",
        (
            Remark(
                T("A few provinces are a region, and each region has a command section: boxes"
                  " for armies. The Catholics have raised three for 11 coins. Yours are cheaper:"
                  " one, two or three cost 2, 4 or 6."),
                ("region:utrecht", "region:brabant-hainault"),
            ),
            Remark(
                T("In each later turn you keep an army for 1 coin (Catholics 2), disband it for 1"
                  " and may raise it again, or abandon it for nothing. Then it must loot its region"
                  " and only fills its box until the turn ends."),
            ),
            Remark(
                T("It brings a neutral token to a town’s province, or turns a token in countryside"
                  " or town neutral, your own too; with no neutral token left it removes one. Raise"
                  " an army in {holland}: click its section.", holland=region("holland")),
                ("region:holland",),
            ),
        ),
        expect=("raise holland",),
        answers=(
            Answer("raise flanders-artois", T("Two Habsburg armies stand there: yours would fall in"
                                              " battle at once.")),
            Answer("raise *", T("There would be little for it to do there. {holland} is where your"
                                " cities are.", holland=region("holland"))),
            Answer("done", _NOT_YET),
        ),
        concepts=("armies", "upkeep"),
    ),
    Step(
        "raise",
        (Remark(T("And a second one in {holland}: one to besiege a city, one to win people"
                  " over.", holland=region("holland")), ("region:holland",)),),
        expect=("raise holland",),
        answers=(Answer("*", T("One more in {holland}, please.", holland=region("holland"))),),
    ),
    Step(
        "raise",
        (
            Remark(
                T("Then battles come. Where just two armies meet, none falls: they keep each other"
                  " at bay, and neither besieges nor wins people over. So it is in {region}.",
                  region=region("brabant-hainault")),
                ("region:brabant-hainault",),
            ),
            Remark(
                T("Three or more line up, Catholics at one end, Reformers at the other, and one"
                  " falls at each end, until two armies or one side are left. Your last coins have"
                  " a purpose: choose “Done”."),
            ),
        ),
        expect=("done",),
        answers=(Answer("*", T("A third one would leave you a single coin. Choose “Done”.")),),
        concepts=("battles",),
    ),
    Step(
        "besiege",
        (
            Remark(
                T("The Habsburgs besiege {antwerpen} and {brugge}. Nothing goes in or out, and at"
                  " the end of the turn a siege turns two tokens into the besieger’s.",
                  antwerpen=place("antwerpen"), brugge=place("brugge")),
                ("city:antwerpen", "city:brugge"),
            ),
            Remark(
                T("You can do that too. In {amsterdam} stand two neutral tokens and no master:"
                  " besiege {amsterdam}.", amsterdam=place("amsterdam")),
                ("city:amsterdam",),
            ),
        ),
        expect=("besiege amsterdam",),
        answers=(Answer("done", T("Two armies, and nothing to do for them? Besiege {amsterdam}.",
                                  amsterdam=place("amsterdam"))),),
        concepts=("sieges",),
    ),
    Step(
        "hire",
        (
            Remark(
                T("The Water Beggars, rebels at sea, serve Burghers or Reformers for 2 coins each,"
                  " this turn only, in {holland} and the three regions around it.",
                  holland=region("holland")),
                ("region:holland", "region:utrecht", "region:gelderland-overijssel",
                 "region:zeeland-generality"),
            ),
            Remark(
                T("If they are as many as the armies in a region, they can lift its sieges; if they"
                  " are more, they can destroy an army. Where none stands, they loot or besiege."),
            ),
            Remark(
                T("And one who waits can stop an army, once. A Catholic army is in {utrecht}, at"
                  " your door: hire a Water Beggar for {utrecht}.", utrecht=region("utrecht")),
                ("region:utrecht",),
            ),
        ),
        expect=("hire utrecht",),
        answers=(
            Answer("hire *", T("No enemy army is there to be stopped. Look at {utrecht}.",
                               utrecht=region("utrecht"))),
            Answer("done", T("The army in {utrecht} would do as it likes. Two coins are well spent"
                             " here.", utrecht=region("utrecht"))),
        ),
        concepts=("beggars",),
    ),
    Step(
        "march",
        (
            Remark(
                T("Armies that do not besiege may march along an arrow to a free box, at no cost."
                  " The others have done so. Your second army is needed where it is: choose"
                  " “Done”."),
                ("region:holland",),
            ),
        ),
        expect=("done",),
        answers=(
            Answer("march holland utrecht", T("Beside the Catholic army neither could use its"
                                              " influence. Your Water Beggar sees to that"
                                              " already.")),
            Answer("march *", T("You may. But in {holland} your army is alone, and has work to do.",
                                holland=region("holland"))),
        ),
        concepts=("marches",),
    ),
    Step(
        "bar",
        (
            Remark(
                T("There it is: the Catholic army in {utrecht} wants to win over a neutral token."
                  " Your Water Beggar can prevent it. Choose “Stop it”.",
                  utrecht=region("utrecht")),
                ("region:utrecht", "province:utrecht"),
            ),
        ),
        expect=("stop",),
        answers=(Answer("let", T("You have paid two coins for this very moment. Stop it!")),),
        concepts=("beggars", "influence"),
    ),
    Step(
        "influence",
        (
            Remark(
                T("Your turn: an army with no others beside it converts one token in countryside or"
                  " town, never in a city. Convert a neutral token in {holland}: click the"
                  " countryside, or a town.", holland=province("holland")),
                ("region:holland", "province:holland"),
            ),
        ),
        expect=("influence * neutral",),
        answers=(Answer("done", T("It costs no coin, just a token from your stock: it takes the"
                                  " place of the neutral one.")),),
        concepts=("influence", "neutrals"),
    ),
    Step(
        "units",
        (
            Remark(
                T("New units from turn 1 on: one for each city card, and for each link, a place"
                  " named on it that is yours too; for each town and token abroad; for five in the"
                  " countryside. Never fewer than seven, like now."),
                ("faction:reformers",),
            ),
            Remark(
                T("Where you hold the card any number may go, elsewhere only as many as you have"
                  " there: twice as many was for the opening turn. In {holland} that is three, and"
                  " just fills it: click it three times.", holland=province("holland")),
                ("province:holland",),
            ),
        ),
        expect=("place holland *",),
        total=3,
        answers=(
            Answer("place groningen 1", T("That would be two against two on three rings: in a"
                                          " conflict equals lose one each.")),
            Answer("place friesland 1", T("That would be two against two on three rings: in a"
                                          " conflict equals lose one each.")),
            Answer("place *", T("First {holland}, where your cities need defenders.",
                                holland=province("holland"))),
        ),
        concepts=("units",),
    ),
    Step(
        "units",
        (
            Remark(
                T("The Catholics have laid six tokens into {treasury:the}: six coins next"
                  " turn. Each token among {box:the} can take one of them for you. Place 2"
                  " there: click the box twice.",
                  treasury=box("spanish-treasury"), box=box("huguenots")),
                ("support:spanish-treasury", "support:huguenots"),
            ),
        ),
        expect=("place huguenots-plain *",),
        total=2,
        concepts=("huguenots", "support"),
    ),
    Step(
        "units",
        (
            Remark(
                T("The last two go back to {box:the}, for the next time: click the box and set a"
                  " number to 2. From the divided places they may come back as people or as coins.",
                  box=box("calvinists")),
                ("support:calvinists",),
            ),
        ),
        expect=("place calvinists-*",),
        total=2,
        done=T("No conflict in your provinces this time: you have kept to their limits."),
    ),
    Step(
        "put",
        (
            Remark(
                T("Place again. First the universities: 1 token to {groningen}, the town.",
                  groningen=place("groningen-town")),
                ("town:groningen-town",),
            ),
        ),
        expect=("put groningen-town 1",),
        answers=(Answer("done", _NOT_YET), Answer("*", _LATER)),
        concepts=("placing",),
    ),
    Step(
        "put",
        (Remark(T("And 1 token to {franeker}.", franeker=place("franeker")), ("town:franeker",)),),
        expect=("put franeker 1",),
        answers=(
            Answer("put leeuwarden 1", T("The university is in {franeker}.",
                                         franeker=place("franeker"))),
            Answer("done", _NOT_YET),
            Answer("*", _LATER),
        ),
    ),
    Step(
        "put",
        (
            Remark(
                T("Now {holland}: six tokens of yours, two open cities, and a rich enemy who can"
                  " buy citizens. A single token would not hold a city. 3 tokens to {haarlem}.",
                  holland=province("holland"), haarlem=place("haarlem")),
                ("city:haarlem",),
            ),
        ),
        expect=("put haarlem 3",),
        answers=(
            Answer("put haarlem *", T("Three here and three in {leiden} share it evenly.",
                                      leiden=place("leiden"))),
            Answer("done", _NOT_YET),
        ),
        concepts=("majority",),
    ),
    Step(
        "put",
        (Remark(T("And 3 tokens to {leiden}.", leiden=place("leiden")), ("city:leiden",)),),
        expect=("put leiden 3",),
        answers=(
            Answer("put leiden *", T("All three that are left.")),
            Answer("done", T("Then all the others go to the countryside, and {leiden} is empty!",
                             leiden=place("leiden"))),
        ),
    ),
    Step(
        "put",
        (Remark(T("{amsterdam} is closed by your siege: nobody places there. Choose “Done”.",
                  amsterdam=place("amsterdam")), ("city:amsterdam",)),),
        expect=("done",),
        answers=(Answer("*", T("All is well as it is. Choose “Done”.")),),
        done=T("The sieges are over: {amsterdam} holds two tokens of yours, and {brugge} has"
               " fallen to the Habsburgs.", amsterdam=place("amsterdam"), brugge=place("brugge")),
        concepts=("sieges",),
    ),
    Step(
        "pay",
        (
            Remark(
                T("The last contest: allegiance. Each city has a marker from 1, Catholic, to 7,"
                  " Reformed. A coin moves it a space: theirs down, yours up, at most three in a"
                  " turn."),
                ("city:amsterdam", "city:leiden"),
            ),
            Remark(
                T("Red numbers act in every turn. On 1 and 2 a Catholic token joins the city, on 6"
                  " and 7 one of yours; and on 1 and 7 the other side loses one."),
                ("table:allegiance",),
            ),
            Remark(
                T("{amsterdam} is on 2: a Catholic would join it, now and in every turn. Lay your"
                  " coin on {amsterdam}, and it goes to 3: two to none for you. And you are last:"
                  " nobody can answer it.", amsterdam=place("amsterdam")),
                ("city:amsterdam",),
            ),
        ),
        expect=("pay amsterdam 1",),
        answers=(
            Answer("pay leiden 1", T("On 6 a token of yours would join {leiden}: nice, but it is"
                                     " safe, and {amsterdam} is not.", leiden=place("leiden"),
                                     amsterdam=place("amsterdam"))),
            Answer("pay *", T("That coin keeps a Catholic out of your city: lay it on"
                              " {amsterdam}.", amsterdam=place("amsterdam"))),
            Answer("done", T("A coin kept is worth less than a safe city: lay it on {amsterdam}.",
                             amsterdam=place("amsterdam"))),
        ),
        concepts=("allegiance",),
    ),
    Step(
        "order",
        (
            Remark(
                T("Counted anew, from zero: you have 7½, for three cities, 1½ of provinces and"
                  " three universities. A siege has won you {amsterdam}, and a coin keeps it.",
                  amsterdam=place("amsterdam")),
                ("faction:reformers", "city:amsterdam"),
            ),
            Remark(
                T("With people at the table you may threaten, promise and deal, as long as all can"
                  " hear it. Turn 2 goes on like this one, and after turn 5 the last count decides."
                  " Choose any position."),
            ),
        ),
        concepts=("order", "talk", "end"),
    ),
)  # fmt: skip

# What the others do, written down: the teacher speaks of it.
_OTHERS = """
place artois 1; place trier 1; place hainault 2; place utrecht 2; place flanders 1; place
luxembourg 1; place flanders 2; place gelderland 2; place flanders 1; clear bruxelles
neutral; clear bruxelles neutral; put bruxelles 1; put mons 1; put valenciennes 1; done; put
harderwijk 1; put nijmegen 1; put arnhem 1; clear gent reformers; put antwerpen 1; put
brugge 1; put gent 1; put tournai 1; put duinkerken 1; put luxembourg-city 1; put antwerpen
1; stand 2; tax 3; tax 3; maintain; raise brabant-hainault; raise utrecht; raise
brabant-hainault; raise luxembourg-namur; raise flanders-artois; besiege antwerpen; besiege
brugge; march brabant-hainault flanders-artois; done; march luxembourg-namur liege;
influence artois neutral; influence utrecht neutral; influence liege neutral; place brabant
1; place utrecht 1; place trier 1; place liege 1; place spanish-treasury-solid 1; place
spanish-treasury-solid 1; place spanish-treasury-solid 1; place spanish-treasury-solid 1;
place spanish-treasury-solid 1; place spanish-treasury-solid 1; place jesuits-plain 1; place
luxembourg 1; place flanders 2; place luxembourg 2; place gelderland 4; spill gelderland
utrecht; spill luxembourg juelich; put liege-city 2; put bruxelles 1; put leuven 1; put
utrecht-city 2; done; put gent 2; put tournai 1; put duinkerken 1; put luxembourg-city 4;
clear aachen neutral; clear aachen neutral; put aachen 1; done; pay aachen 1; pay liege-city
1; pay luxembourg-city 1; pay antwerpen 2; pay haarlem 2; pay utrecht-city 2; done; stand 2;
tax 3
"""

GUIDE = Guide(
    key="revolution-first",
    title=T("Two turns of the revolt"),
    minutes=12,
    opening=_OPENING,
    seat="reformers",
    bot="regent",
    concepts=_CONCEPTS,
    steps=(*_TURN_0, *_TURN_1),
    farewell=(
        Remark(
            T("You have met every phase of a turn. The aim stays: cities, provinces and"
              " universities, at the one moment that counts, the end of turn 5. Then the six"
              " smallest provinces count a little too."),
            ("faction:reformers",),
        ),
        Remark(
            T("A larger table adds the Burghers, who want trade towns, and the Nobility, who want"
              " people everywhere; and armies that must be paid again and again."),
            ("faction:burghers", "faction:nobility"),
        ),
        Remark(
            T("Play this game on to its end, try the exercises, or open a table with regents. The"
              " button for a hint tells what a regent would do in your place, and why."),
        ),
        Remark(
            T("All of this was by the revised rules of 2007. A table may choose those of 2004; the"
              " help page lists where they differ."),
        ),
    ),
    others=tuple(" ".join(_OTHERS.split()).split("; ")),
)  # fmt: skip

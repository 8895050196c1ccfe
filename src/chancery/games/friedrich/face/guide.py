"""A first game with a teacher: two turns of the War in the West.

The learner leads France: one nation alone, with a handful of pieces and an aim that can be seen
on the map, and the side that has to do things. The war is in its fifth turn, so that the two
turns hold a conquest, an attack, a defence, a purchase and a card of fate.
"""

from __future__ import annotations

from chancery.core import Answer, Guide, Remark, Step, T
from chancery.games.friedrich.face import dials, words
from chancery.games.friedrich.face.overlays import BY_SUIT, OVERLAYS, SUPPLIED
from chancery.games.friedrich.face.spots import card, city, piece
from chancery.games.friedrich.rules.notation import END

_OPENING = """
game friedrich game=west
seed west110
given turn = 5
given stage = france
given at.richelieu = hamm
given at.chevert = hamm
given at.soubise = fritzlar
given at.france-train-1 = paderborn
given at.france-train-2 = giessen
given at.ferdinand = braunschweig
given at.cumberland = pyrmont
given at.hanover-train = gifhorn
given at.seydlitz = magdeburg
given at.prussia-train-1 = genthin
given troops = {"richelieu": 5, "soubise": 3, "ferdinand": 6, "cumberland": 6, "seydlitz": 3}
given hands.france = ["2c.1", "8c.1", "4h.1", "6h.1", "9h.1", "5d.1", "r.1"]
given hands.hanover = ["6s.1", "8s.1", "5c.1"]
given hands.prussia = ["5h.1", "12h.1"]
given control = ["minden", "diepholz"]
given phases = [{"phase": "Turn", "next": 7}, {"phase": "NationStage", "nation": "france", "step": 1}, {"phase": "Discard", "nation": "france", "drawn": ["2c.1", "6h.1", "9h.1", "5d.1"]}]
"""  # noqa: E501 - a given value is one line

_CONCEPTS = (
    ("aim", T("the aim of France")),
    ("troops", T("troops, 1 to 8 for each general, in secret")),
    ("sectors", T("sectors and their suits")),
    ("cards", T("tactical cards")),
    ("stage", T("what a nation does in its turn")),
    ("discard", T("the discard of France")),
    ("march", T("marching three cities")),
    ("main roads", T("main roads")),
    ("one a city", T("one piece in a city, and nobody is passed")),
    ("conquest", T("an objective falls when you leave it")),
    ("protection", T("protection, three cities around a general")),
    ("supply", T("supply")),
    ("trains", T("supply trains")),
    ("hunger", T("who is out of supply")),
    ("stacks", T("stacks")),
    ("attack", T("who stands next to an enemy attacks")),
    ("own suit", T("each side plays the suit of its own sector")),
    ("score", T("the score of a fight")),
    ("reserve", T("Reserves")),
    ("zero", T("at zero you must play")),
    ("defeat", T("what a defeat costs")),
    ("retreat", T("retreats")),
    ("question marks", T("question marks")),
    ("order", T("the order of the nations")),
    ("small defeat", T("losing cheaply")),
    ("winning back", T("winning objectives back")),
    ("recruiting", T("recruiting")),
    ("depots", T("depots, where pieces come back")),
    ("parting", T("parting from a stack")),
    ("fate", T("the clock of fate")),
    ("victory", T("who wins, and when")),
)

_BUTTONS = {overlay.key: overlay.title for overlay in OVERLAYS}
_SOUBISE = {"soubise": piece("soubise")}
_RICHELIEU = {"richelieu": piece("richelieu"), "chevert": piece("chevert")}
_CUMBERLAND = {"cumberland": piece("cumberland")}
_GOETTINGEN = {"goettingen": city("goettingen")}

_WELCOME = Step(
    at="discard",
    says=(
        Remark(
            T(
                "Welcome to the Seven Years’ War! You are Pompadour and lead France, in red,"
                " against Frederick, whom a bot leads. This is the War in the West, the short game"
                " for two."
            )
        ),
        Remark(
            T(
                "Your aim: hold all ten red objectives at the end of a turn. {minden} and"
                " {diepholz} fly your flag already. Next on our way are {kassel}, {goettingen} and"
                " {hameln}.",
                minden=city("minden"), diepholz=city("diepholz"), kassel=city("kassel"),
                hameln=city("hameln"), **_GOETTINGEN,
            ),
            ("city:minden", "city:diepholz", "city:kassel", "city:goettingen", "city:hameln"),
        ),
        Remark(
            T(
                "Cards win fights, and each fight has its suits. You have drawn four, and the war"
                " at sea costs France one of them. We are going to fight in ♥: discard the {card}.",
                card=card("2c.1"),
            ),
            ("card:2c.1",),
        ),
    ),
    expect=("discard 2c.1",),
    answers=(
        Answer("discard ?h.1", T("Keep your hearts: they will win today’s fight.")),
        Answer("discard 5d.1", T("Five points are worth more than two: they will pay for troops.")),
    ),
    done=T("Gone, and nobody knows what it was. All other cards stay in your hand for as long as"
           " you like."),
    concepts=("aim", "cards", "discard"),
)  # fmt: skip

_OVER_KASSEL = Step(
    at="move",
    says=(
        Remark(
            T(
                "Now you move. Your generals: {soubise}, and {richelieu} with {chevert}, who stand"
                " together. The number at the foot is their troops, 1 to 8 for each general; the"
                " one at the head is his rank.",
                **_RICHELIEU, **_SOUBISE,
            ),
            ("piece:richelieu", "piece:soubise"),
        ),
        Remark(
            T(
                "A general marches up to three cities, or four if every step is on a main road, a"
                " broad white one. He passes no other piece; only generals of one nation share a"
                " city."
            ),
            ("piece:soubise", "city:kassel", "city:goettingen"),
        ),
        Remark(
            T(
                "You conquer an objective by leaving it: march over it and on. If a general of its"
                " defender is within three cities, he protects it, and it gets only a question"
                " mark."
            ),
            ("piece:soubise", "city:kassel", "city:goettingen"),
        ),
        Remark(
            T(
                "Click {soubise}, then {northeim}, four cities away by the main road over {kassel}"
                " and {goettingen}. His way is drawn; a second click on {northeim} sends him.",
                kassel=city("kassel"), northeim=city("northeim"), **_GOETTINGEN, **_SOUBISE,
            ),
            ("piece:soubise", "city:northeim"),
        ),
    ),
    expect=("march soubise", "to kassel", "to muenden"),
    until=("to muenden",),
    answers=(
        Answer("end", T("Not yet: whoever has not marched by then stays where he is.")),
        Answer("troops *", T("Cards buy troops, that is true. But first see what you need them"
                             " for: march.")),
        Answer("stop", T("An objective falls only when you leave it: march on.")),
        Answer("march *", T("His turn comes in a moment. {soubise} first.", **_SOUBISE)),
    ),
    done=T("{kassel} flies your flag: nobody who defends it was within three cities.",
           kassel=city("kassel")),
    concepts=("troops", "march", "main roads", "one a city", "conquest", "protection"),
)  # fmt: skip

_TO_NORTHEIM = Step(
    at="move",
    says=(
        Remark(
            T("All main road so far, so a fourth city is allowed. On over {goettingen} to"
              " {northeim}.", northeim=city("northeim"), **_GOETTINGEN),
            ("city:goettingen", "city:northeim"),
        ),
    ),
    expect=("to goettingen", "to northeim"),
    until=("to northeim",),
    answers=(Answer("stop", T("Go on to {northeim}: {goettingen} counts only when you leave it.",
                              northeim=city("northeim"), **_GOETTINGEN)),),
    done=T("{kassel} is yours: nobody protected it. {goettingen} got only a question mark:"
           " {cumberland} stands two cities away. If he is gone after the fights, it falls too.",
           kassel=city("kassel"), **_GOETTINGEN, **_CUMBERLAND),
    concepts=("question marks",),
    goes_on=True,
)  # fmt: skip

_TRAIN = Step(
    at="move",
    says=(
        Remark(
            T(
                "{soubise} must eat. France has no home country on this map, so he needs a French"
                " supply train within six cities when your turn ends, and no enemy on the way.",
                **_SOUBISE,
            ),
            ("piece:soubise", "piece:france-train-1"),
        ),
        Remark(
            T(
                "{train:The} feeds him now, from {paderborn}, four cities away. But an enemy"
                " general who steps on a train captures it, and {cumberland} is only two cities"
                " from it.",
                train=piece("france-train-1"), paderborn=city("paderborn"), **_CUMBERLAND,
            ),
            ("piece:soubise", "piece:france-train-1", "piece:cumberland"),
        ),
        Remark(
            T(
                "Never live on one train alone: {train:the} follows. Trains go two cities, three on"
                " main roads. Click it, then {fritzlar}, and {fritzlar} again.",
                train=piece("france-train-2"), fritzlar=city("fritzlar"),
            ),
            ("piece:france-train-2", "city:fritzlar", "piece:soubise"),
        ),
    ),
    expect=("march france-train-2", "to marburg", "to alsfeld"),
    until=("to alsfeld",),
    answers=(
        Answer("march france-train-1", T("That one stays near {richelieu}. Take the other.",
                                         richelieu=piece("richelieu"))),
        Answer("march *", T("First food, then glory: the train.")),
        Answer("end", T("{soubise} is fed, but by one train alone. Bring the other one nearer"
                        " first.", **_SOUBISE)),
    ),
    concepts=("supply", "trains"),
)  # fmt: skip

_TO_FRITZLAR = Step(
    at="move",
    says=(
        Remark(T("One more city by the main road: {fritzlar}.", fritzlar=city("fritzlar")),
               ("city:fritzlar",)),
    ),
    expect=("to fritzlar",),
    answers=(Answer("stop", T("Nearer is better, for {soubise} will march on: one more city.",
                              **_SOUBISE)),),
    done=T("Now two trains can feed {soubise}; the button “{supply}” shows how far they reach. Who"
           " has none is turned over, and hatched; twice running, and all his troops are lost.",
           supply=_BUTTONS[SUPPLIED], **_SOUBISE),
    concepts=("hunger",),
    goes_on=True,
)  # fmt: skip

_STACK = Step(
    at="move",
    says=(
        Remark(
            T(
                "{cumberland} protects {goettingen} and {hameln}. We drive him away: whoever stands"
                " next to an enemy when the movement ends attacks him. He leads 4 to 8 troops; more"
                " you do not know.",
                hameln=city("hameln"), **_CUMBERLAND, **_GOETTINGEN,
            ),
            ("piece:cumberland", "city:goettingen", "city:hameln"),
        ),
        Remark(
            T(
                "The map is a grid of sectors, each with a suit, large and pale. The button"
                " “{suits}” shows them clearly: try it. You fight with the suit of the sector in"
                " which your general stands.",
                suits=_BUTTONS[BY_SUIT],
            ),
            ("piece:cumberland", "piece:richelieu", "city:lemgo"),
        ),
        Remark(
            T(
                "{richelieu} and {chevert} are a stack: up to three generals of a nation march and"
                " fight as one, with all their troops. If too few are left, the lowest rank leaves"
                " the map.",
                **_RICHELIEU,
            ),
            ("piece:richelieu",),
        ),
        Remark(
            T(
                "Click {richelieu}: both march. Then click {lemgo} twice: four cities on the main"
                " road, next to {cumberland}, and in a sector of ♥.",
                lemgo=city("lemgo"), richelieu=piece("richelieu"), **_CUMBERLAND,
            ),
            ("piece:richelieu", "city:lemgo", "piece:cumberland"),
        ),
    ),
    expect=("march richelieu", "with chevert", "to guetersloh", "to bielefeld"),
    until=("to bielefeld",),
    answers=(
        Answer("take *", T("Together they are stronger: {chevert} comes along.",
                           chevert=piece("chevert"))),
        Answer("march chevert", T("Both of them: begin with {richelieu}, who is in command.",
                                  richelieu=piece("richelieu"))),
        Answer("end", T("Your best army has not marched yet.")),
    ),
    concepts=("stacks", "attack", "sectors"),
)  # fmt: skip

_TO_LEMGO = Step(
    at="move",
    says=(
        Remark(T("On along the main road to {lemgo}, next to {cumberland}.", lemgo=city("lemgo"),
                 **_CUMBERLAND), ("city:lemgo", "piece:cumberland")),
    ),
    expect=("to herford", "to lemgo"),
    until=("to lemgo",),
    answers=(Answer("stop", T("You are not next to {cumberland} yet.", **_CUMBERLAND)),),
    done=T("{lemgo} lies in ♥, {pyrmont} in ♠: you fight with hearts, and {cumberland} with"
           " spades. From where you attack decides with what.", lemgo=city("lemgo"),
           pyrmont=city("pyrmont"), **_CUMBERLAND),
    concepts=("own suit",),
    goes_on=True,
)  # fmt: skip

_END = Step(
    at="move",
    says=(
        Remark(
            T(
                "Each nation in its turn draws cards, moves, fights, settles its question marks and"
                " feeds its armies. You have drawn and moved; now come the fights."
            ),
            ("piece:richelieu", "piece:cumberland"),
        ),
        Remark(
            T(
                "Click “{end}”. The ◆ on it means that this cannot be taken back.",
                end=words.label(END),
            ),
            ("piece:richelieu", "piece:cumberland"),
        ),
    ),
    expect=("end",),
    answers=(
        Answer("march france-train-1", T("It is near enough: leave it where it is.")),
        Answer("troops *", T("We recruit next turn, when we know what the fight has cost.")),
    ),
    concepts=("stage",),
)

_NINE = Step(
    at="battle",
    says=(
        Remark(
            T(
                "Both sides tell their troops: you have 5, {cumberland} has 6. The difference is"
                " the score: you are at −1. Who is behind may play a card of his suit, and it adds"
                " its value.",
                **_CUMBERLAND,
            ),
            ("piece:richelieu", "piece:cumberland"),
        ),
        Remark(
            T(
                "At zero or above it is the other’s turn. Who stops while behind has lost. The"
                " {reserve} is a card of any suit, and you say what it counts, 1 to 10: keep it for"
                " a day without the right suit.",
                reserve=card("r.1"),
            ),
            ("card:r.1",),
        ),
        Remark(
            T(
                "Play the {card}: then he is at −8, and each point that he cannot find costs him a"
                " troop. The small 1 on each card is its deck; there are four.",
                card=card("9h.1"),
            ),
            ("card:9h.1",),
        ),
    ),
    expect=("play 9h.1",),
    answers=(
        Answer("play r.1=*", T("A Reserve is gold. You hold hearts: fight with those.")),
        Answer("quit", T("That would cost a troop and the day. You hold good hearts: fight.")),
        Answer("play ?h.1", T("Possible, but a high card costs him more to answer. Try the"
                              " {card}.", card=card("9h.1"))),
    ),
    concepts=("score", "reserve"),
)  # fmt: skip

_SIX = Step(
    at="battle",
    says=(
        Remark(
            T(
                "He has answered with 8, and the score is 0. At zero you must play if you hold the"
                " suit; only a Reserve is never forced. Play the {card}.",
                card=card("6h.1"),
            ),
            ("card:6h.1",),
        ),
    ),
    expect=("play 6h.1",),
    answers=(
        Answer("play 4h.1", T("Possible, but easy to answer: the higher one first.")),
        Answer("play r.1=*", T("You need no Reserve while you have hearts. Keep it.")),
    ),
    concepts=("zero",),
)  # fmt: skip

_FOUR = Step(
    at="battle",
    says=(
        Remark(
            T("Zero again: he holds on, but his spades run out. Your last heart, the {card}.",
              card=card("4h.1")),
            ("card:4h.1",),
        ),
    ),
    expect=("play 4h.1",),
    answers=(Answer("play r.1=*", T("First the heart. The Reserve may still save somebody.")),),
    done=T("{cumberland} gives up at −4: he loses four troops and must retreat four cities. The"
           " victor loses nothing and stays.", **_CUMBERLAND),
    concepts=("defeat",),
)  # fmt: skip

_RETREATS = (
    "piece:cumberland", "city:celle", "city:goettingen", "city:kassel", "city:heiligenstadt",
    "city:sontra",
)  # fmt: skip

_AWAY = Step(
    at="retreat",
    says=(
        Remark(
            T(
                "The retreat is as long as the loss, over empty cities, and ends as far from the"
                " victor as can be. Among ends equally far you choose. Without any way, all is"
                " lost."
            ),
            _RETREATS,
        ),
        Remark(
            T(
                "From {kassel}, {heiligenstadt} or {sontra} he would still protect {goettingen}."
                " Send him north: click {celle}.",
                kassel=city("kassel"), heiligenstadt=city("heiligenstadt"), sontra=city("sontra"),
                celle=city("celle"), **_GOETTINGEN,
            ),
            _RETREATS,
        ),
    ),
    expect=("retreat celle",),
    answers=(
        Answer("retreat kassel", T("There he is two cities from {goettingen}, and your question"
                                   " mark would come off.", **_GOETTINGEN)),
        Answer("retreat heiligenstadt", T("There he is two cities from {goettingen}, and your"
                                          " question mark would come off.", **_GOETTINGEN)),
        Answer("retreat sontra", T("There he is two cities from {goettingen}, and your question"
                                   " mark would come off.", **_GOETTINGEN)),
    ),
    done=T("Nobody protects {goettingen} any more: the question mark becomes your flag. Four"
           " objectives of ten.", **_GOETTINGEN),
    concepts=("retreat",),
)  # fmt: skip

_RESERVE = Step(
    at="battle",
    says=(
        Remark(
            T(
                "Turn 6. Prussia and Hanover come before France, and {ferdinand} has marched on"
                " {soubise}: 6 troops against 3, so you are at −3. You stand in ♠ and have none.",
                ferdinand=piece("ferdinand"), **_SOUBISE,
            ),
            ("piece:ferdinand", "piece:soubise"),
        ),
        Remark(
            T(
                "Give up now, and all three are lost: {soubise} leaves the map. This is a day for"
                " the {card}. As 10 it takes the lead by 7, and if Hanover has no answer,"
                " {ferdinand} is lost.",
                card=card("r.1"), ferdinand=piece("ferdinand"), **_SOUBISE,
            ),
            ("card:r.1", "piece:ferdinand", "piece:soubise"),
        ),
        Remark(
            T(
                "But Hanover has drawn two cards. If it finds ten points, {soubise} is lost, and"
                " with him the guard of {goettingen}. That is a gamble, and sometimes a good one.",
                **_SOUBISE, **_GOETTINGEN,
            ),
            ("piece:soubise", "city:goettingen"),
        ),
        Remark(
            T(
                "Learn the sure way first, the small defeat: play the {card} as 2. At −1 you give"
                " up, for one troop and one city.",
                card=card("r.1"),
            ),
            ("card:r.1",),
        ),
    ),
    expect=("play r.1=2",),
    answers=(
        Answer("quit", T("That would cost all three troops, and {soubise} with them.", **_SOUBISE)),
        Answer("play r.1=1", T("That leaves −2: two troops lost. As 2 it costs only one.")),
        Answer("play r.1=3", T("At zero he must play a spade if he has one, and you have nothing"
                               " left to answer it.")),
        Answer("play r.1=*", T("A bold answer, and not a bad one: try it in a game of your own."
                               " Here I show you the sure way: as 2.")),
    ),
    concepts=("order", "small defeat"),
)  # fmt: skip

_GIVE_UP = Step(
    at="battle",
    says=(Remark(T("Now give up the fight: one troop lost, one city back.")),),
    expect=("quit",),
    done=T("{soubise} lives, with 2 troops. He still stands within three cities of {goettingen}:"
           " as long as he does, Hanover cannot win it back.", **_SOUBISE, **_GOETTINGEN),
    concepts=("winning back",),
)  # fmt: skip

_DISCARD = Step(
    at="discard",
    says=(
        Remark(
            T(
                "Your turn, with four new cards. Our next fight is in ♠, so keep the {card}, a"
                " treasure. Discard one of the other three: those that are marked.",
                card=card("10s.1"),
            ),
            ("card:4s.1", "card:9c.1", "card:6d.1"),
        ),
    ),
    expect=("discard 4s.1", "discard 9c.1", "discard 6d.1"),
    answers=(Answer("discard 10s.1", T("Not the best card you have for the next fight!")),),
)

_RECRUIT = Step(
    at="move",
    says=(
        Remark(
            T(
                "Cards are money too, whatever their suit: 6 points buy a troop or a train, and"
                " there is no change. France began with 20 troops and can never have more; now it"
                " has 7."
            )
        ),
        Remark(
            T(
                "Your {card} and {other} fight nowhere near, and make 13 points. So set “{dial}” to"
                " 2, and recruit.",
                card=card("8c.1"), other=card("5d.1"), dial=dials.COUNTS["troops"],
            ),
        ),
    ),
    expect=("troops 2",),
    answers=(
        Answer("troops *", T("Two, this time: cards you pay with cannot fight.")),
        Answer("end", T("You have cards to spare and an army to fill: recruit first.")),
        Answer("march *", T("Recruit first; then you know who is strong enough for what.")),
    ),
    concepts=("recruiting",),
)  # fmt: skip

_PAYMENTS = (
    Answer("pay 10s.1", T("That one you will need in a minute. Pay with suits that nobody fights"
                          " in.")),
    Answer("pay *", T("{card} and {other} waste only one point.", card=card("8c.1"),
                      other=card("5d.1"))),
)  # fmt: skip

_PAY = Step(
    at="move",
    says=(
        Remark(
            T(
                "The price is 12. Click {card} and {other}: only one point is wasted.",
                card=card("8c.1"), other=card("5d.1"),
            ),
            ("card:8c.1", "card:5d.1"),
        ),
    ),
    expect=("pay 8c.1", "pay 5d.1"),
    answers=_PAYMENTS,
)  # fmt: skip

_PAY_REST = Step(
    at="move",
    says=(
        Remark(T("And the other one, whichever is left: {card} or {other}.", card=card("8c.1"),
                 other=card("5d.1"))),
    ),
    expect=("pay 8c.1", "pay 5d.1"),
    answers=_PAYMENTS,
    goes_on=True,
)  # fmt: skip

_GIVE = Step(
    at="move",
    says=(
        Remark(
            T(
                "Everybody sees how many you buy; who gets them is your secret. Give both to"
                " {richelieu}.",
                richelieu=piece("richelieu"),
            ),
            ("piece:richelieu",),
        ),
    ),
    expect=("feed richelieu 2",),
    answers=(
        Answer("feed *", T("{richelieu} is going to attack: both for him.",
                           richelieu=piece("richelieu"))),
    ),
    done=T("His stack has 7 now. A general off the map comes back the same way: with a new troop,"
           " in a depot. Yours are {koblenz} and {gemuenden}.", koblenz=city("koblenz"),
           gemuenden=city("gemuenden")),
    concepts=("depots",),
    goes_on=True,
)  # fmt: skip

_PART = Step(
    at="move",
    says=(
        Remark(
            T(
                "{cumberland} has come back to {hildesheim}, with only 2 troops. {richelieu} can"
                " fight him alone, so the stack parts: {chevert} goes for {hameln}. How many troops"
                " go along is your secret.",
                hildesheim=city("hildesheim"), hameln=city("hameln"), **_RICHELIEU, **_CUMBERLAND,
            ),
            ("piece:richelieu", "piece:cumberland", "city:hameln"),
        ),
        Remark(
            T(
                "Click the stack. Before you choose a city, say who marches: {chevert} alone, and"
                " with how many troops: 2. Then click {hannover} twice: main road, over {hameln}.",
                chevert=piece("chevert"), hannover=city("hannover"), hameln=city("hameln"),
            ),
            ("piece:chevert", "city:hameln", "city:hannover"),
        ),
    ),
    expect=("march chevert", "take 2", "to pyrmont", "to hameln"),
    until=("to hameln",),
    answers=(
        Answer("march richelieu", T("{richelieu} in a moment. First {chevert} parts from him.",
                                    **_RICHELIEU)),
        Answer("take *", T("Two will do for him: {richelieu} has to fight.",
                           richelieu=piece("richelieu"))),
        Answer("end", T("Nobody has marched yet!")),
    ),
    concepts=("parting",),
)  # fmt: skip

_TO_HANNOVER = Step(
    at="move",
    says=(
        Remark(T("On by the main road to {hannover}.", hannover=city("hannover")),
               ("city:hannover",)),
    ),
    expect=("to springe", "to hannover"),
    until=("to hannover",),
    answers=(Answer("stop", T("Further! {hameln} counts only when you leave it.",
                              hameln=city("hameln"))),),
    goes_on=True,
    done=T("A question mark on {hameln}, for {cumberland} in Hildesheim is three cities away. And"
           " {chevert} stands in {hannover}: it can fall when he leaves it.", hameln=city("hameln"),
           chevert=piece("chevert"), hannover=city("hannover"), **_CUMBERLAND),
)  # fmt: skip

_TO_ALFELD = Step(
    at="move",
    says=(
        Remark(
            T(
                "Drive off {cumberland}, and {hameln} is yours as well. March {richelieu} to"
                " {alfeld}, next to him: there you fight in ♠.",
                hameln=city("hameln"), alfeld=city("alfeld"), richelieu=piece("richelieu"),
                **_CUMBERLAND,
            ),
            ("piece:richelieu", "city:alfeld", "piece:cumberland"),
        ),
    ),
    expect=("march richelieu", "to pyrmont", "to alfeld"),
    until=("to alfeld",),
    answers=(
        Answer("march soubise", T("{soubise} stays: where he is he guards {goettingen}.",
                                  **_SOUBISE, **_GOETTINGEN)),
        Answer("end", T("{cumberland} still protects {hameln}: first somebody has to drive him"
                        " away.", hameln=city("hameln"), **_CUMBERLAND)),
    ),
)  # fmt: skip

_STOP = Step(
    at="move",
    says=(
        Remark(T("He could march on, but here he is next to {cumberland}. Stop here.",
                 **_CUMBERLAND), ("piece:cumberland",)),
    ),
    expect=("stop",),
    goes_on=True,
)  # fmt: skip

_END_AGAIN = Step(
    at="move",
    says=(
        Remark(
            T(
                "Everybody is fed: five cities from {chevert} to {train:the}, and five from"
                " {soubise} to the other. End the movement.",
                chevert=piece("chevert"), train=piece("france-train-1"), **_SOUBISE,
            ),
            ("piece:france-train-1", "piece:france-train-2", "piece:chevert", "piece:soubise"),
        ),
    ),
    expect=("end",),
    answers=(
        Answer("march soubise", T("{soubise} stays: where he is he guards {goettingen}.",
                                  **_SOUBISE, **_GOETTINGEN)),
        Answer("troops *", T("Keep some cards: who has none cannot answer an attack.")),
    ),
)  # fmt: skip

_TEN = Step(
    at="battle",
    says=(
        Remark(
            T(
                "You began at +3, and he has answered with the 9♠: you are at −6. Now you know"
                " what the {card} is for.",
                card=card("10s.1"),
            ),
            ("card:10s.1",),
        ),
    ),
    expect=("play 10s.1",),
    answers=(
        Answer("quit", T("That would cost all five troops! Play the {card}.",
                         card=card("10s.1"))),
        Answer("play 4s.1", T("Not enough alone: the {card} first.", card=card("10s.1"))),
    ),
    done=T("{cumberland} cannot answer and loses all he has: he leaves the map. So {hameln} is"
           " yours: five of ten.", hameln=city("hameln"), **_CUMBERLAND),
    concepts=("fate", "victory"),
)  # fmt: skip

_FAREWELL = (
    Remark(
        T(
            "Your turn was the last, so the game turn ended. From turn 6 on, a card of fate is then"
            " turned. This one says: next turn the first card that France plays in a fight counts"
            " one more."
        )
    ),
    Remark(
        T(
            "Fate is also the clock. Once America and India have come, France leaves, and Frederick"
            " has won this short game. In the whole war Russia and Sweden must leave as well."
        )
    ),
    Remark(
        T(
            "You win if all ten objectives are yours when a turn ends. So: leave objectives behind"
            " you, drive off those who protect them, keep your trains near and your suits in mind."
        ),
        ("city:hannover", "city:braunschweig", "city:wittingen", "city:halberstadt",
         "city:magdeburg"),
    ),
    Remark(
        T(
            "Play on here as long as you like. The whole war has seven nations and these same"
            " rules. The aid card explains the signs of the map, and exercises take one idea at a"
            " time. Good luck!"
        )
    ),
)  # fmt: skip

# What the others do, written down: the teacher speaks of it.
_OTHERS = """
play 8s.1; play 6s.1; quit; discard 7s.1; march seydlitz; to oschersleben; stop; end; march
ferdinand; to salzgitter; to goslar; stop; march cumberland; to hannover; to lehrte; to
hildesheim; march hanover-train; to oebisfelde; to gardelegen; end; retreat osterode-harz;
play 9s.1; quit
"""

_STEPS = (
    _WELCOME, _OVER_KASSEL, _TO_NORTHEIM, _TRAIN, _TO_FRITZLAR, _STACK, _TO_LEMGO, _END, _NINE,
    _SIX, _FOUR, _AWAY, _RESERVE, _GIVE_UP, _DISCARD, _RECRUIT, _PAY, _PAY_REST, _GIVE, _PART,
    _TO_HANNOVER, _TO_ALFELD, _STOP, _END_AGAIN, _TEN,
)  # fmt: skip

GUIDE = Guide(
    key="west",
    title=T("Two turns of the war in the west"),
    minutes=12,
    opening=_OPENING,
    seat="pompadour",
    bot="quartermaster",
    concepts=_CONCEPTS,
    steps=_STEPS,
    farewell=_FAREWELL,
    others=tuple(" ".join(_OTHERS.split()).split("; ")),
)

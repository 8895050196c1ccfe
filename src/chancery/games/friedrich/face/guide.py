"""A first game with a teacher: two turns of the War in the West.

The learner leads France: one nation alone, with a handful of pieces and an aim that can be seen
on the map, and the side that has to do things. The war is in its fifth turn, so that the two
turns hold a conquest, an attack, a defence, a purchase and a card of fate.
"""

from __future__ import annotations

from chancery.core import Answer, Guide, Remark, Step, T
from chancery.games.friedrich.face.spots import card, city, piece

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

_SOUBISE = {"soubise": piece("soubise")}
_RICHELIEU = {"richelieu": piece("richelieu"), "chevert": piece("chevert")}
_CUMBERLAND = {"cumberland": piece("cumberland")}
_GOETTINGEN = {"goettingen": city("goettingen")}

_WELCOME = Step(
    at="discard",
    says=(
        Remark(
            T(
                "Welcome! It is the fifth turn of the Seven Years’ War. You are Pompadour and lead"
                " France, in red. Frederick, with Hanover and Prussia, is led by the Quartermaster,"
                " a bot."
            )
        ),
        Remark(
            T(
                "Your aim: conquer all ten red objectives. {minden} and {diepholz} fly your flag"
                " already. Next on our way are {kassel}, {goettingen} and {hameln}.",
                minden=city("minden"), diepholz=city("diepholz"), kassel=city("kassel"),
                hameln=city("hameln"), **_GOETTINGEN,
            ),
            ("city:minden", "city:diepholz", "city:kassel", "city:goettingen", "city:hameln"),
        ),
        Remark(
            T(
                "Your generals: {richelieu} and {chevert}, who stand together, and {soubise}. The"
                " number on a piece is its rank, the one at its foot its troops: 1 to 8 for each"
                " general, and your secret.",
                **_RICHELIEU, **_SOUBISE,
            ),
            ("piece:richelieu", "piece:soubise"),
        ),
        Remark(
            T(
                "Against you stand {cumberland} and {ferdinand} of Hanover, and {seydlitz} of"
                " Prussia. What they lead you know only within limits, such as 4–8.",
                ferdinand=piece("ferdinand"), seydlitz=piece("seydlitz"), **_CUMBERLAND,
            ),
            ("piece:cumberland", "piece:ferdinand", "piece:seydlitz"),
        ),
        Remark(
            T(
                "The map is a grid of sectors, each with a suit: ♠, ♣, ♥ or ♦. Your cards have"
                " suits too, and values from 2 to 13. You fight with the suit of the sector in"
                " which your general stands."
            ),
            ("card:9h.1",),
        ),
        Remark(
            T(
                "Each nation in turn draws cards, moves, fights, settles its question marks and"
                " feeds its armies. You have drawn 4 cards. The war at sea costs France one of"
                " them: nobody sees which."
            )
        ),
        Remark(
            T(
                "We are going to fight in a sector of ♥, and nobody near us stands in ♣. Two points"
                " are few, too. Discard the {card}.",
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
    concepts=("aim", "troops", "sectors", "cards", "stage", "discard"),
)  # fmt: skip

_OVER_KASSEL = Step(
    at="move",
    says=(
        Remark(
            T(
                "Now you move. A general marches up to three cities; four if every step is on a"
                " main road, the broad white ones. There is one piece in a city, and nobody is"
                " passed."
            ),
            ("piece:soubise",),
        ),
        Remark(
            T(
                "You conquer an objective by leaving it: march over it and on. But only if no"
                " general of its defender is within three cities.",
            ),
            ("city:kassel",),
        ),
        Remark(
            T(
                "The road over {kassel} and {goettingen} is a main road. Click {soubise}, then"
                " {northeim}, four cities away.",
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
    concepts=("march", "main roads", "one a city", "conquest", "protection"),
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
)  # fmt: skip

_TRAIN = Step(
    at="move",
    says=(
        Remark(
            T(
                "{soubise} must eat. France has no home country on this map, so he needs a French"
                " supply train within six cities when your turn ends. Enemies block the way.",
                **_SOUBISE,
            ),
            ("piece:soubise", "piece:france-train-2"),
        ),
        Remark(
            T(
                "{train:The} is seven cities behind him. Trains go two cities, three on main"
                " roads. Click it, then {fritzlar}.",
                train=piece("france-train-2"), fritzlar=city("fritzlar"),
            ),
            ("piece:france-train-2", "city:fritzlar"),
        ),
    ),
    expect=("march france-train-2", "to marburg", "to alsfeld"),
    until=("to alsfeld",),
    answers=(
        Answer("march france-train-1", T("That one feeds {richelieu}. {soubise} needs the other.",
                                         richelieu=piece("richelieu"), **_SOUBISE)),
        Answer("march *", T("First food, then glory: the train.")),
        Answer("end", T("{soubise} would be out of supply. First the train.", **_SOUBISE)),
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
    answers=(Answer("stop", T("{soubise} is still too far away: one more city.", **_SOUBISE)),),
    done=T("Four cities to {soubise}: he is fed. Who is not is turned over, and loses all troops if"
           " that happens twice running. An enemy general who steps on a train captures it.",
           **_SOUBISE),
    concepts=("hunger",),
)  # fmt: skip

_STACK = Step(
    at="move",
    says=(
        Remark(
            T(
                "{cumberland} protects {goettingen}, {hameln} and Hanover’s capital. We drive him"
                " away. Whoever stands next to an enemy when the movement ends must attack him.",
                hameln=city("hameln"), **_CUMBERLAND, **_GOETTINGEN,
            ),
            ("piece:cumberland", "city:goettingen", "city:hameln", "city:hannover"),
        ),
        Remark(
            T(
                "{richelieu} and {chevert} are a stack: up to three generals of a nation march and"
                " fight as one, with all their troops together.",
                **_RICHELIEU,
            ),
            ("piece:richelieu",),
        ),
        Remark(
            T(
                "Click {richelieu}, let both march, and choose {lemgo}: four cities on the main"
                " road, and in a sector of ♥.",
                lemgo=city("lemgo"), richelieu=piece("richelieu"),
            ),
            ("piece:richelieu", "city:lemgo"),
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
    concepts=("stacks", "attack"),
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
)  # fmt: skip

_END = Step(
    at="move",
    says=(
        Remark(
            T(
                "{train:The} is near enough to feed the stack. All is ready: end the movement, and"
                " the fight begins.",
                train=piece("france-train-1"),
            ),
            ("piece:france-train-1",),
        ),
    ),
    expect=("end",),
    answers=(
        Answer("march france-train-1", T("It is near enough, and safe where it is.")),
        Answer("troops *", T("We recruit next turn, when we know what the fight has cost.")),
    ),
)

_NINE = Step(
    at="battle",
    says=(
        Remark(
            T(
                "Both sides tell their troops: you have 5, {cumberland} has 6. The difference is"
                " the score: you are at −1. Who is behind may play a card of his suit, or a"
                " Reserve.",
                **_CUMBERLAND,
            ),
            ("piece:richelieu", "piece:cumberland"),
        ),
        Remark(
            T(
                "A card adds its value to your score. At zero or above it is the other’s turn. Who"
                " stops while behind has lost."
            )
        ),
        Remark(
            T(
                "Play the {card}: then he is at −8, and each point that he cannot find costs him a"
                " troop.",
                card=card("9h.1"),
            ),
            ("card:9h.1",),
        ),
    ),
    expect=("play 9h.1",),
    answers=(
        Answer("play r.1=*", T("A Reserve is of any suit and counts 1 to 10. It is gold: keep it"
                               " for a day without the right suit.")),
        Answer("quit", T("That would cost a troop and the day. You hold good hearts: fight.")),
        Answer("play ?h.1", T("Possible, but a high card costs him more to answer. Try the"
                              " {card}.", card=card("9h.1"))),
    ),
    concepts=("score",),
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
    concepts=("zero", "reserve"),
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

_AWAY = Step(
    at="retreat",
    says=(
        Remark(
            T(
                "The retreat is as long as the loss, over empty cities, and ends as far from the"
                " victor as can be. Among ends equally far you choose. Without any way, all is"
                " lost."
            ),
            ("piece:cumberland",),
        ),
        Remark(
            T(
                "From {kassel}, Heiligenstadt or Sontra he would still protect {goettingen}. Send"
                " him north: to {celle}.",
                kassel=city("kassel"), celle=city("celle"), **_GOETTINGEN,
            ),
            ("city:celle", "city:goettingen"),
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
                "Give up now, and all three troops are lost: {soubise} leaves the map. This is"
                " what Reserves are for: any suit, and any number from 1 to 10.",
                **_SOUBISE,
            ),
            ("card:r.1",),
        ),
        Remark(
            T("Play the {card} as 2. That makes −1, the smallest defeat.", card=card("r.1")),
            ("card:r.1",),
        ),
    ),
    expect=("play r.1=2",),
    answers=(
        Answer("quit", T("That would cost all three troops, and {soubise} with them.", **_SOUBISE)),
        Answer("play r.1=1", T("That leaves −2: two troops lost. As 2 it costs only one.")),
        Answer("play r.1=*", T("At zero or more he answers, and you have nothing left to play."
                               " Play it as 2.")),
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
                "Your turn, with four new cards. Our next fight is in ♠, so the {card} is a"
                " treasure. Discard one of the others.",
                card=card("10s.1"),
            ),
            ("card:10s.1",),
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
                "{card} and {other} fight nowhere near, and make 13 points. Recruit 2 troops.",
                card=card("8c.1"), other=card("5d.1"),
            ),
            ("card:8c.1", "card:5d.1"),
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

_PAY = Step(
    at="move",
    says=(
        Remark(
            T(
                "The price is 12. Pay with {card} and {other}: only one point is wasted.",
                card=card("8c.1"), other=card("5d.1"),
            )
        ),
        Remark(
            T(
                "Everybody sees how many you buy; who gets them is your secret. Give both to"
                " {richelieu}.",
                richelieu=piece("richelieu"),
            ),
            ("piece:richelieu",),
        ),
    ),
    expect=("pay 8c.1", "pay 5d.1", "feed richelieu 2"),
    until=("feed richelieu 2",),
    answers=(
        Answer("pay 10s.1", T("That one you will need in a minute. Pay with suits that nobody"
                              " fights in.")),
        Answer("pay *", T("{card} and {other} waste only one point.", card=card("8c.1"),
                          other=card("5d.1"))),
        Answer("feed *", T("{richelieu} is going to attack: both for him.",
                           richelieu=piece("richelieu"))),
    ),
    done=T("His stack has 7 now. A general off the map comes back the same way: with a new troop,"
           " in a depot. Yours are {koblenz} and {gemuenden}.", koblenz=city("koblenz"),
           gemuenden=city("gemuenden")),
    concepts=("depots",),
)  # fmt: skip

_PART = Step(
    at="move",
    says=(
        Remark(
            T(
                "{cumberland} has come back to {hildesheim}, with only 2 troops. One of your two"
                " generals is enough for him, so the stack parts. How many troops go along is your"
                " secret.",
                hildesheim=city("hildesheim"), **_CUMBERLAND,
            ),
            ("piece:richelieu", "piece:cumberland"),
        ),
        Remark(
            T(
                "Click {chevert}, let him march alone with 2 troops, and choose {hannover}: main"
                " road again, over {hameln}.",
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
                " {alfeld}, next to him.",
                hameln=city("hameln"), alfeld=city("alfeld"), richelieu=piece("richelieu"),
                **_CUMBERLAND,
            ),
            ("piece:richelieu", "city:alfeld"),
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
            ("piece:france-train-1", "piece:france-train-2"),
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
            "Fate is also the clock. Among its 18 cards are America and India: when both have come,"
            " France leaves the war, and Frederick has won. Be quicker!"
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
            "The whole war has seven nations and three or four players: one against all, and each"
            " of the others for itself. The rules are those you have just learned."
        )
    ),
    Remark(
        T(
            "Play on here as long as you like; the lecture is over. The exercises take one idea at"
            " a time, and a hint is always at hand. Good luck!"
        )
    ),
)  # fmt: skip

_STEPS = (
    _WELCOME, _OVER_KASSEL, _TO_NORTHEIM, _TRAIN, _TO_FRITZLAR, _STACK, _TO_LEMGO, _END, _NINE,
    _SIX, _FOUR, _AWAY, _RESERVE, _GIVE_UP, _DISCARD, _RECRUIT, _PAY, _PART, _TO_HANNOVER,
    _TO_ALFELD, _STOP, _END_AGAIN, _TEN,
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
)

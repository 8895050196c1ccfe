"""Exercises: ten positions, each about one thing that a player has to know.

There is little on the board that does not matter for the answer. Pieces are counted in `at` as
they are everywhere: Richelieu is the 22nd, so `at[21]`.
"""

from __future__ import annotations

from chancery.core import Lesson, Remark, T
from chancery.games.friedrich.face.spots import card, city, piece

_BOT = "quartermaster"

_ROAD = Lesson(
    key="main-road",
    title=T("The fourth city"),
    rule="4.3",
    task=(
        Remark(
            T(
                "A general marches three cities. Bring {richelieu} from {hamm} to {lemgo} in one"
                " march, though it is farther than that.",
                richelieu=piece("richelieu"), hamm=city("hamm"), lemgo=city("lemgo"),
            ),
            ("piece:richelieu", "city:lemgo"),
        ),
    ),
    opening="""
        game friedrich game=west
        given stage = france
        given at = {"richelieu": "hamm", "france-train-1": "lippstadt", "ferdinand": "stade"}
        given troops = {"richelieu": 6, "ferdinand": 4}
    """,
    seat="pompadour",
    bot=_BOT,
    goal=("expect at[21] = lemgo",),
    hint=T("The broad white roads are main roads."),
    solved=T("If every step of a march is on a main road, it may be a city longer: four for a"
             " general, three for a train. One step on a small road, and it is three again."),
    answer=("march richelieu", "to guetersloh", "to bielefeld", "to herford", "to lemgo"),
)  # fmt: skip

_BEHIND = Lesson(
    key="behind-you",
    title=T("Conquered behind you"),
    rule="5.3",
    task=(
        Remark(
            T(
                "{kassel} is a French objective, and nobody protects it. Conquer it with"
                " {soubise}, this turn.",
                kassel=city("kassel"), soubise=piece("soubise"),
            ),
            ("city:kassel", "piece:soubise"),
        ),
    ),
    opening="""
        game friedrich game=west
        given stage = france
        given at = {"soubise": "alsfeld", "france-train-2": "marburg", "ferdinand": "stade"}
        given troops = {"soubise": 4, "ferdinand": 4}
    """,
    seat="pompadour",
    bot=_BOT,
    goal=("happened Conquered city=kassel",),
    hint=T("To arrive is not enough."),
    solved=T("An objective falls in the moment when a general leaves it, if no general of its"
             " defender is within three cities. Who stops in it gets it only when he marches on."),
    answer=("march soubise", "to fritzlar", "to kassel", "to muenden"),
)  # fmt: skip

_PARTING = Lesson(
    key="parting",
    title=T("Two at one blow"),
    rule="4.5",
    task=(
        Remark(
            T(
                "{richelieu} and {chevert} stand between {hannover} and {minden}. Nobody protects"
                " either. Conquer both this turn.",
                richelieu=piece("richelieu"), chevert=piece("chevert"), hannover=city("hannover"),
                minden=city("minden"),
            ),
            ("piece:richelieu", "city:hannover", "city:minden"),
        ),
    ),
    opening="""
        game friedrich game=west
        given stage = france
        given at.richelieu = wunstorf
        given at.chevert = wunstorf
        given at.france-train-1 = nienburg
        given at.ferdinand = stade
        given troops = {"richelieu": 8, "ferdinand": 4}
    """,
    seat="pompadour",
    bot=_BOT,
    goal=('expect control = {"hannover": 1, "minden": 1}',),
    hint=T("A stack is two generals. They need not stay together."),
    solved=T("Generals part from a stack before they march, and you say in secret how many troops"
             " they take along: at least one each. When generals meet, their march is over."),
    answer=(
        "march chevert", "take 3", "to minden", "to herford", "stop",
        "march richelieu", "to hannover", "to springe",
    ),
)  # fmt: skip

_FEED = Lesson(
    key="feed-daun",
    title=T("Can you feed Daun?"),
    rule="9.3",
    task=(
        Remark(
            T(
                "{daun} lies face down: he was out of supply last turn. If he is again, all his"
                " troops are lost.",
                daun=piece("daun"),
            ),
            ("piece:daun",),
        ),
        Remark(
            T(
                "He is to stay in {bunzlau}. Move {train:the} so that he is fed, and end the"
                " movement.",
                bunzlau=city("bunzlau"), train=piece("austria-train-1"),
            ),
            ("piece:austria-train-1", "city:bunzlau"),
        ),
    ),
    opening="""
        game friedrich game=austrian
        given stage = austria
        given at.daun = bunzlau
        given at.austria-train-1 = turnau
        given at.keith = lauban
        given at.schwerin = hirschberg
        given troops = {"daun": 6, "keith": 2, "schwerin": 2}
        given down = {"daun": 1}
    """,
    seat="maria-theresa",
    bot=_BOT,
    goal=("happened BackInSupply general=daun", "expect at[15] = bunzlau"),
    hint=T("Six cities at most, and no hostile piece on the way. Count the way by {zittau}.",
           zittau=city("zittau")),
    solved=T("The short ways are closed by {keith} and {schwerin}: supply does not pass a hostile"
             " general. By {zittau} and {goerlitz} it is open, and not longer than six cities.",
             keith=piece("keith"), schwerin=piece("schwerin"), zittau=city("zittau"),
             goerlitz=city("goerlitz")),
    answer=("march austria-train-1", "to reichenberg", "to friedland-boehmen", "end"),
    lost=("happened MovementEnded nation=austria",),  # the learner's next nation is asked at once
)  # fmt: skip

_SECTOR = Lesson(
    key="right-sector",
    title=T("From the right side"),
    rule="7.10",
    task=(
        Remark(
            T(
                "Attack {cumberland} with {richelieu} this turn, and beat him. Look at your cards"
                " before you choose where to stand.",
                cumberland=piece("cumberland"), richelieu=piece("richelieu"),
            ),
            ("piece:cumberland", "piece:richelieu"),
        ),
    ),
    opening="""
        game friedrich game=west
        given stage = france
        given at.richelieu = driburg
        given at.france-train-1 = warburg
        given at.cumberland = pyrmont
        given troops = {"richelieu": 5, "cumberland": 6}
        given hands = {"france": ["10h.1", "8h.1", "6h.1"], "hanover": ["7s.1", "3s.1", "5c.1"]}
    """,
    seat="pompadour",
    bot=_BOT,
    goal=("happened Won winner=richelieu loser=cumberland",),
    hint=T("{holzminden} is nearer, but it lies in ♠.", holzminden=city("holzminden")),
    solved=T("Each side plays the suit of the sector in which it stands. From {detmold} your hearts"
             " count, while he has to fight with spades.", detmold=city("detmold")),
    answer=("march richelieu", "to paderborn", "to detmold", "stop", "end", "play 10h.1"),
    most=9,
    replies=True,
    lost=("happened Won winner=cumberland",),
)  # fmt: skip

_CHEAP = Lesson(
    key="cheap-defeat",
    title=T("Lose without dying"),
    rule="8.7",
    task=(
        Remark(
            T(
                "{richelieu} attacks {ferdinand}, who is at −3. {train:The} blocks the road behind"
                " him: only {emden} is free.",
                richelieu=piece("richelieu"), ferdinand=piece("ferdinand"),
                train=piece("hanover-train"), emden=city("emden"),
            ),
            ("piece:ferdinand", "piece:hanover-train", "city:emden"),
        ),
        Remark(
            T(
                "Get away with the loss of one troop, and keep the {card} and the {reserve} for"
                " another day.",
                card=card("8c.1"), reserve=card("r.1"),
            ),
            ("card:8c.1", "card:r.1"),
        ),
    ),
    opening="""
        game friedrich game=west
        given stage = france
        given at.richelieu = oldenburg
        given at.france-train-1 = cloppenburg
        given at.ferdinand = leer
        given at.hanover-train = papenburg
        given troops = {"richelieu": 8, "ferdinand": 5}
        given hands = {"hanover": ["2c.1", "8c.1", "r.1"], "france": ["11c.1", "9c.1", "7h.1"]}
        pompadour: end
    """,
    seat="frederick",
    bot=_BOT,
    goal=("happened Lost general=ferdinand n=1", 'expect hands.hanover = {"8c.1": 1, "r.1": 1}'),
    hint=T("The retreat is as long as the loss, and there is room for one city."),
    solved=T("At −3 he would have to retreat three cities, and without a way all is lost. The small"
             " card brings the score to −1: one troop, one city. Your own pieces are in the way of"
             " a retreat too."),
    answer=("play 2c.1", "quit"),
    most=2,
    lost=("happened Won loser=ferdinand",),  # at another price
)  # fmt: skip

_CUT = Lesson(
    key="cut-supply",
    title=T("Hunger is an ally"),
    rule="9.7",
    task=(
        Remark(
            T(
                "{soubise} is twice as strong as {cumberland}, and deep in Hanover. Do not fight"
                " him: take away what he lives on.",
                soubise=piece("soubise"), cumberland=piece("cumberland"),
            ),
            ("piece:soubise", "piece:cumberland"),
        ),
    ),
    opening="""
        game friedrich game=west
        given stage = hanover
        given at.cumberland = northeim
        given at.soubise = hildesheim
        given at.france-train-2 = fritzlar
        given troops = {"cumberland": 4, "soubise": 8}
    """,
    seat="frederick",
    bot=_BOT,
    goal=("happened TrainTaken train=france-train-2",),
    hint=T("A general who steps on a hostile train captures it. How far is it to {fritzlar}?",
           fritzlar=city("fritzlar")),
    solved=T("The train is gone, and France has to buy another one and bring it near before"
             " {soubise} is out of supply twice running. Trains cannot defend themselves: keep"
             " yours behind a general.", soubise=piece("soubise")),
    answer=("march cumberland", "to goettingen", "to muenden", "to kassel", "to fritzlar"),
)  # fmt: skip

_ZERO = Lesson(
    key="zero",
    title=T("Zero is a trap"),
    rule="7.7",
    task=(
        Remark(
            T(
                "You are at −4. {cumberland} has few cards, and you would say that they are low."
                " If you lead, he will save what he can and run.",
                cumberland=piece("cumberland"),
            ),
            ("piece:cumberland",),
        ),
        Remark(T("Make him lose seven troops.")),
    ),
    opening="""
        game friedrich game=west
        given stage = france
        given at.richelieu = lemgo
        given at.france-train-1 = bielefeld
        given at.cumberland = pyrmont
        given troops = {"richelieu": 4, "cumberland": 8}
        given hands = {"france": ["4h.1", "9h.1", "6c.1"], "hanover": ["2s.1", "5c.1"]}
        pompadour: end
    """,
    seat="pompadour",
    bot=_BOT,
    goal=("happened Lost general=cumberland n=7",),
    hint=T("Who is to play at exactly zero must play, if he has the suit."),
    solved=T("At −5 he plays what he has and gives up at a small minus. At zero he must play his"
             " spade, and then he has nothing left with which to make his defeat smaller."),
    answer=("play 4h.1", "play 9h.1"),
    most=2,
    replies=True,
    lost=("happened Won",),  # at another price
)  # fmt: skip

_PROTECT = Lesson(
    key="protect",
    title=T("Guard two cities"),
    rule="5.4",
    task=(
        Remark(
            T(
                "{soubise} is about to march over {kassel} and {goettingen}. Move {cumberland} so"
                " that he protects both, and end the movement.",
                soubise=piece("soubise"), kassel=city("kassel"), goettingen=city("goettingen"),
                cumberland=piece("cumberland"),
            ),
            ("piece:soubise", "city:kassel", "city:goettingen", "piece:cumberland"),
        ),
    ),
    opening="""
        game friedrich game=west
        given turn = 2
        given stage = hanover
        given at.cumberland = hildesheim
        given at.hanover-train = lehrte
        given at.soubise = alsfeld
        given at.france-train-2 = marburg
        given troops = {"cumberland": 8, "soubise": 3}
    """,
    seat="frederick",
    bot=_BOT,
    goal=("expect stage = france", 'expect at[9] in ["northeim", "holzminden", "goettingen"]'),
    hint=T("A general protects what lies within three cities of him, whatever stands between."),
    solved=T("Three cities by any road: from {northeim} or {holzminden} {cumberland} protects both."
             " He need not stand on an objective, nor in its way.", northeim=city("northeim"),
             holzminden=city("holzminden"), cumberland=piece("cumberland")),
    answer=("march cumberland", "to alfeld", "to northeim", "stop", "end"),
)  # fmt: skip

_RECRUIT = Lesson(
    key="recruit-in-time",
    title=T("A train in time"),
    rule="10.2",
    task=(
        Remark(
            T(
                "Both French trains are lost, and {soubise} lies face down in {kassel}: he starves"
                " at the end of this turn.",
                soubise=piece("soubise"), kassel=city("kassel"),
            ),
            ("piece:soubise", "city:kassel"),
        ),
        Remark(
            T(
                "Buy a train, and have it enter where it feeds him. {cumberland} is near, and you"
                " will want your diamonds and the Reserve: pay with something else. Then end the"
                " movement.",
                cumberland=piece("cumberland"),
            ),
            ("piece:cumberland", "card:9d.1", "card:r.1"),
        ),
    ),
    opening="""
        game friedrich game=west
        given stage = france
        given at.soubise = kassel
        given at.cumberland = northeim
        given troops = {"soubise": 5, "cumberland": 5}
        given down = {"soubise": 1}
        given hands.france = ["9d.1", "13d.1", "2c.1", "4h.1", "r.1"]
    """,
    seat="pompadour",
    bot=_BOT,
    goal=(
        "happened BackInSupply general=soubise",
        'expect hands.france = {"9d.1": 1, "13d.1": 1, "r.1": 1}',
    ),
    hint=T("Two small cards make six points. {koblenz} is seven cities away from {kassel}.",
           koblenz=city("koblenz"), kassel=city("kassel")),
    solved=T("A train costs six points like a troop, in cards of any suit, and enters in a depot:"
             " {gemuenden} is five cities away, and a train feeds up to six. Pay with the suits in"
             " which you will not fight.", gemuenden=city("gemuenden")),
    answer=("troops 0", "trains 1", "pay 4h.1", "pay 2c.1", "at gemuenden", "end"),
)  # fmt: skip

LESSONS = (
    _ROAD, _BEHIND, _PARTING, _FEED, _SECTOR, _CHEAP, _CUT, _ZERO, _PROTECT, _RECRUIT,
)  # fmt: skip

"""Worked examples to step through: scripts of `data/examples`, with a word on what one sees."""

from __future__ import annotations

from importlib.resources import files

from chancery.core import Example, T, Text
from chancery.games.friedrich.face.spots import city, piece


def _example(
    file: str, title: Text, rule: str, seat: str | None = None, notes: dict[int, Text] | None = None
) -> Example:
    path = files("chancery.games.friedrich") / "data" / "examples" / f"{file}.script"
    key = file.replace("_", "-")
    said = tuple((notes or {}).items())
    return Example(key, title, rule, path.read_text("utf-8"), seat, said)


_DAUN, _KEITH = piece("daun"), piece("keith")
_BRESLAU = city("breslau")

EXAMPLES = (
    _example(
        "daun_breslau", T("Three objectives in one march"), "5.7",
        notes={
            1: T("{daun} leaves {waldenburg}. No Prussian general is within three cities, so it is"
                 " Austria’s at once.", daun=_DAUN, waldenburg=city("waldenburg")),
            2: T("The same with {schweidnitz}: one march can conquer several.",
                 schweidnitz=city("schweidnitz")),
            3: T("{breslau} is three cities from {keith} in Glogau: protected. It gets a question"
                 " mark. {oels} is an objective too, but it falls only when he leaves it.",
                 breslau=_BRESLAU, keith=_KEITH, oels=city("oels")),
            4: T("Browne stands next to {keith} and has to attack: 5 troops against 4.",
                 keith=_KEITH),
            5: T("{keith} gives up at −1: one troop, one city.", keith=_KEITH),
            6: T("The victor picks among the ends that are equally far. From Neusalz {keith}"
                 " protects {breslau} no more, and the question mark becomes a flag.",
                 keith=_KEITH, breslau=_BRESLAU),
        },
    ),
    _example(
        "daun_breslau_kept", T("A question mark that comes off"), "5.7",
        notes={
            1: T("The same march: {breslau} is marked.", breslau=_BRESLAU),
            3: T("This time Austria sends {keith} to Steinau. That is still within three cities:"
                 " the mark comes off, and {breslau} stays Prussian.", keith=_KEITH,
                 breslau=_BRESLAU),
        },
    ),
    _example(
        "friedrich_keith", T("A stack loses almost all"), "6.4",
        notes={
            1: T("17 troops against 9: Friedrich and {keith} begin at −8, in a sector of ♥, and"
                 " hold no heart.", keith=_KEITH),
            2: T("They give up and lose 8 of 9 troops. One troop can follow one general: the lowest"
                 " in rank, {keith}, leaves the map.", keith=_KEITH),
        },
    ),
    _example(
        "heinrich_richelieu", T("A duel, card by card"), "7.3", "frederick",
        notes={
            1: T("2 troops against 4: Prussia is at −2 and has the right to play. Diamonds, for"
                 " {heinrich} stands in ♦.", heinrich=piece("heinrich")),
            2: T("−2 and 10 make +8. Now France is behind."),
            3: T("France answers with spades, the suit of its own sector. Still below zero: it may"
                 " go on."),
            4: T("Zero. The right to play passes to Prussia."),
            5: T("At zero a card must be played by whoever holds the suit. A Reserve is never"
                 " forced."),
            6: T("France has no spade left and is at −3: three troops lost, three cities to"
                 " retreat. The one troop left follows {richelieu}.",
                 richelieu=piece("richelieu")),
            7: T("The victor chooses among the ends that are equally far from him."),
        },
    ),
    _example(
        "retreat_trapped", T("Nowhere to go"), "8.7",
        notes={
            1: T("{keith} in Strehlen is surrounded: by Austrians on two roads, and by his own"
                 " trains on the others.", keith=_KEITH),
            2: T("He gives up at −1. One troop would be all, but there is no city to retreat to:"
                 " everything is lost."),
        },
    ),
    _example(
        "train_taken_then_hunger", T("A train is taken"), "9.4",
        notes={
            1: T("{keith} steps on the train and captures it; his march is over.", keith=_KEITH),
            3: T("Supply is looked at when the nation’s own stage ends: {daun} is turned over. He"
                 " still marches and fights as ever.", daun=_DAUN),
            6: T("A turn later he is still without a train: all his troops are lost, and he leaves"
                 " the map.", daun=_DAUN),
        },
    ),
    _example(
        "russia_recruits", T("Buying troops and a train"), "10.1", "elisabeth",
        notes={
            1: T("Three troops and a train are 24 points. The 13 of spades is not enough."),
            2: T("13 and 12 are 25: one point is lost, for there is no change. The train enters at"
                 " a depot, Warszawa; two generals come back with a troop each."),
            3: T("The last troop goes to anybody on the map. The others learn how many troops were"
                 " bought, not who leads them."),
        },
    ),
    _example(
        "recruit_substitute", T("All depots in enemy hands"), "10.8", "frederick",
        notes={
            1: T("{daun} stands in Berlin, Prussia’s depot. Everything now costs 8 points instead"
                 " of 6.", daun=_DAUN),
            2: T("A general who comes back enters in a city of the substitute area, …"),
            3: T("… and the city chosen first is the only one for this turn: Templin."),
            4: T("The next general has to enter there too. 9 points for 8: one is lost."),
            9: T("Next turn the choice is free again, and the price still 8."),
        },
    ),
    _example(
        "keith_retired", T("A general retires"), "6.5", "frederick",
        notes={
            1: T("Sweden makes peace, and Prussia has to retire a general for good; never"
                 " Friedrich."),
            2: T("Troops in a stack can be shared anew at any time: Friedrich takes over what he"
                 " can lead, up to 8. The ninth is lost."),
        },
    ),
    _example(
        "stroke_india_then_america", T("France loses India, then America"), "11.2",
        notes={
            2: T("France draws four cards and puts one away, unseen: the price of the war at sea."),
            3: T("The first of the two cards: from now on France draws three, and keeps them."),
            8: T("The second one: France leaves the war, with pieces, markers and cards. The"
                 " Imperial Army goes over to Pompadour."),
        },
    ),
    _example(
        "frederick_survives_france_last", T("Frederick survives"), "12.3",
        notes={
            1: T("The Tsarina dies: Russia leaves the war."),
            5: T("Sweden makes peace."),
            10: T("With France the last of the three is gone, and nobody else holds what he needs:"
                  " Frederick has won."),
        },
    ),
)  # fmt: skip

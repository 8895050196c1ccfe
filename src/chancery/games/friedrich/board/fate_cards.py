"""The eighteen cards of fate: six strokes, and twelve with a text for each suit (§11)."""

from __future__ import annotations

from typing import Annotated

from chancery.core import OR_NONE, Grid, Names
from chancery.core.words import T, Text
from chancery.games.friedrich.board.atlas import CLUBS, DIAMONDS, HEARTS, SPADES

NUMBERED = 12
ELISABETH, INDIA, AMERICA, SWEDEN_QUITS, LORD_BUTE, POEMS = range(NUMBERED, NUMBERED + 6)
FATE_NAMES = (
    *(str(number) for number in range(1, NUMBERED + 1)),
    "elisabeth", "india", "america", "sweden", "lord-bute", "poems",
)  # fmt: skip
FATES = Names(
    *FATE_NAMES,
    titles=(
        *(T("card {n}", n=number) for number in range(1, NUMBERED + 1)),
        T("Elisabeth"), T("India"), T("America"), T("Sweden"), T("Lord Bute"), T("Poems"),
    ),
)  # fmt: skip
Fate = Annotated[int, FATES]
AnyFate = Annotated[int, FATES, OR_NONE]
ByFateList = Annotated[list[int], Grid(FATES)]
ByFate = Annotated[tuple[int, ...], Grid(FATES)]

# A text is identified by the number of its card and a suit, written "8♦" in the rulebook.
RUSSIAN_TROOP, SWAP, TOTTLEBEN_TROOP = (1, CLUBS), (1, HEARTS), (1, DIAMONDS)
FERMOR_STAYS, APRAXIN_LOSES, SALTIKOV_SLOW = (2, CLUBS), (2, HEARTS), (2, DIAMONDS)
LOW_CARDS, SOUBISE_SUIT, HALLE = (3, CLUBS), (3, HEARTS), (3, DIAMONDS)
FRENCH_POINT, FRENCH_EXCHANGE, CUMBERLAND_BARRED = (4, SPADES), (4, HEARTS), (4, DIAMONDS)
SOUBISE_BARRED, RICHELIEU_SLOW, CHEVERT_STAYS = (5, SPADES), (5, HEARTS), (5, DIAMONDS)
LAUDON_MOVES, DAUN_TROOP, PRUSSIANS_DOWN = (6, SPADES), (6, CLUBS), (6, DIAMONDS)
FRIEDRICH_BARRED, FRIEDRICH_STARVED, FRIEDRICH_MUST = (7, SPADES), (7, HEARTS), (7, DIAMONDS)
PRUSSIAN_TROOP, EVADE_DAUN, KARL_LOSES = (8, SPADES), (8, CLUBS), (8, DIAMONDS)
RUSSIANS_DOWN, FRIEDRICH_FAST, STOLEN_CARD = (9, SPADES), (9, CLUBS), (9, DIAMONDS)
FED_BARRED, PRUSSIAN_LOSES, FRIEDRICH_ZERO = (10, SPADES), (10, CLUBS), (10, HEARTS)
ELEVEN_DOUBLES, HANOVER_TROOP, HEINRICH_FAR = (11, SPADES), (11, CLUBS), (11, HEARTS)
DAUN_SLOW, EHRENSVAERD_DOWN, HILDBURGHAUSEN_WEST = (12, SPADES), (12, CLUBS), (12, HEARTS)

# The texts in our own words; a text that is missing here has no effect (§11.3).
NO_EFFECT = T("no effect.")
_EFFECTS = {
    RUSSIAN_TROOP: T("a Russian general of Russia’s choice receives a free troop, if possible."),
    SWAP: T(
        "Austria and Russia may exchange a tactical card: each names one in secret, or declines."
    ),
    TOTTLEBEN_TROOP: T("Tottleben receives a free troop, if he is on the map and can take it."),
    FERMOR_STAYS: T(
        "next turn Fermor may not move if his march would begin in Küstrin or next to it."
    ),
    APRAXIN_LOSES: T("Apraxin loses a troop, unless that would take a general off the map."),
    SALTIKOV_SLOW: T("next turn Saltikov moves 2 cities at most (3 by main roads)."),
    LOW_CARDS: T(
        "next turn no card of 10 or more may be played where Prussia and France fight, and a"
        " Reserve counts 9 at most."
    ),
    SOUBISE_SUIT: T(
        "next turn Soubise, attacking, may not play cards of a suit in whose sector"
        " Hildburghausen has attacked; Reserves are allowed."
    ),
    HALLE: T(
        "next turn nobody may attack from Halle or into Halle, and no train is captured there."
    ),
    FRENCH_POINT: T("next turn the first card that France plays in combat counts one more."),
    FRENCH_EXCHANGE: T("France may discard a card and draw another."),
    CUMBERLAND_BARRED: T("next turn Cumberland may not attack, nor capture a train."),
    SOUBISE_BARRED: T("next turn Soubise may not attack, nor capture a train."),
    RICHELIEU_SLOW: T("next turn Richelieu moves 2 cities at most (3 by main roads)."),
    CHEVERT_STAYS: T(
        "next turn Chevert, if he stands in a stack, must stay with at least one general of it."
    ),
    LAUDON_MOVES: T(
        "Austria may move Laudon by one city at once, even out of a stack; he conquers nothing."
    ),
    DAUN_TROOP: T("Daun receives a free troop, if he is on the map and can take it."),
    PRUSSIANS_DOWN: T(
        "Austria may turn over a Prussian stack in Austria or Saxony, which is then out of supply."
    ),
    FRIEDRICH_BARRED: T("next turn Friedrich may not attack, nor capture a train."),
    FRIEDRICH_STARVED: T("next turn Friedrich receives no new troops, nor does he enter."),
    FRIEDRICH_MUST: T(
        "next turn Friedrich must, in one fight, reach a positive score with cards, if he can."
    ),
    PRUSSIAN_TROOP: T("a Prussian general of Prussia’s choice receives a free troop, if possible."),
    EVADE_DAUN: T(
        "next turn a Prussian stack that Daun attacks may step aside by one city before the fight,"
        " without loss."
    ),
    KARL_LOSES: T(
        "Karl von Lothringen loses a troop, unless that would take a general off the map."
    ),
    RUSSIANS_DOWN: T(
        "every Russian stack 5 or 6 cities away from its train is turned over: it is out of supply."
    ),
    FRIEDRICH_FAST: T(
        "next turn Friedrich, and his stack with him, moves up to 4 cities (5 by main roads)."
    ),
    STOLEN_CARD: T(
        "Prussia gives Austria a card of its choice and then draws one from Austria’s hand at"
        " random."
    ),
    FED_BARRED: T(
        "next turn a Prussian stack that receives new troops may not attack, and one that stands"
        " next to a hostile general receives none."
    ),
    PRUSSIAN_LOSES: T(
        "a Prussian general of Prussia’s choice loses a troop, but nobody leaves the map for it."
    ),
    FRIEDRICH_ZERO: T(
        "next turn Prussia’s first card in the first fight in which Friedrich is attacked counts"
        " nothing."
    ),
    ELEVEN_DOUBLES: T("next turn Prussia may let each 11♠ count double in combat."),
    HANOVER_TROOP: T(
        "a Hanoverian general of Hanover’s choice receives a free troop, if possible."
    ),
    HEINRICH_FAR: T("next turn Prinz Heinrich protects objectives up to 4 cities away."),
    DAUN_SLOW: T("next turn Daun moves 2 cities at most (3 by main roads)."),
    EHRENSVAERD_DOWN: T(
        "if Ehrensvärd is 5 or 6 cities away from his train he is turned over: he is out of supply."
    ),
    HILDBURGHAUSEN_WEST: T(
        "if Hildburghausen has lost a fight this turn, Prussia may drive him two cities to the"
        " west."
    ),
}
TEXTS: dict[tuple[int, int], Text] = {
    (number, suit): _EFFECTS.get((number, suit), NO_EFFECT)
    for number in range(1, NUMBERED + 1)
    for suit in (SPADES, CLUBS, HEARTS, DIAMONDS)
}
# Texts with an immediate effect; all the others are in force during the next turn.
AT_ONCE = frozenset(
    (
        RUSSIAN_TROOP, SWAP, TOTTLEBEN_TROOP, APRAXIN_LOSES, FRENCH_EXCHANGE, LAUDON_MOVES,
        DAUN_TROOP, PRUSSIANS_DOWN, PRUSSIAN_TROOP, KARL_LOSES, RUSSIANS_DOWN, STOLEN_CARD,
        PRUSSIAN_LOSES, HANOVER_TROOP, EHRENSVAERD_DOWN, HILDBURGHAUSEN_WEST,
    )
)  # fmt: skip
ONCE = frozenset((FRENCH_POINT, FRIEDRICH_MUST, FRIEDRICH_ZERO))  # used up when applied
# The part of a stroke that applies in every game. Its consequences depend on the nations that are
# still in the game, and are reported by events of their own.
_CUT_NEWS = T("England cuts its subsidies.")
STROKE_NEWS: dict[int, Text] = {
    ELISABETH: T("the Tsarina dies."),
    INDIA: T("France loses India."),
    AMERICA: T("France loses Canada."),
    SWEDEN_QUITS: T("Sweden asks for peace."),
    LORD_BUTE: _CUT_NEWS,
    POEMS: _CUT_NEWS,
}
# The complete rule of each stroke, for the help chapters.
_SUBSIDIES = T("England cuts its subsidies, and Prussia draws fewer cards.")
STROKE_TEXTS: dict[int, Text] = {
    ELISABETH: T(
        "the Tsarina dies. Russia leaves the war and Lehwaldt retires for good; Sweden needs only"
        " its objectives of the first order now."
    ),
    INDIA: T(
        "France loses India. Such a loss costs Austria and France cards; the second one takes"
        " France out of the war, Cumberland with it, and costs Hanover a card."
    ),
    AMERICA: T(
        "France loses Canada. Such a loss costs Austria and France cards; the second one takes"
        " France out of the war, Cumberland with it, and costs Hanover a card."
    ),
    SWEDEN_QUITS: T(
        "Sweden makes peace and leaves the war. Prussia retires a general of its choice, but never"
        " Friedrich."
    ),
    LORD_BUTE: _SUBSIDIES,
    POEMS: _SUBSIDIES,
}

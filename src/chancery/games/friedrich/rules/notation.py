"""The notation: every action of Friedrich with its text."""

from __future__ import annotations

from chancery.core import Notation
from chancery.games.friedrich.board.atlas import CITY_IDS
from chancery.games.friedrich.board.cards import CARD_NAMES, PLAYS
from chancery.games.friedrich.board.pieces import GENERAL_NAMES, PIECE_NAMES

NOTATION = Notation()

MOST_TROOPS = 24
_NUMBERS = tuple(str(n) for n in range(MOST_TROOPS + 9))

# set-up, parting and recruiting
GIVE = NOTATION.pairs("give", GENERAL_NAMES, _NUMBERS)  # a stack and its troops
TAKE = NOTATION.family("take", _NUMBERS)  # the troops that go with a unit
# movement
MARCH = NOTATION.family("march", PIECE_NAMES)
WITH = NOTATION.family("with", GENERAL_NAMES)
TO = NOTATION.family("to", CITY_IDS)
STOP = NOTATION.word("stop")
END = NOTATION.word("end")
# recruiting
TROOPS = NOTATION.family("troops", _NUMBERS)
TRAINS = NOTATION.family("trains", ("0", "1", "2"))
PAY = NOTATION.family("pay", CARD_NAMES)
FEED = NOTATION.pairs("feed", GENERAL_NAMES, _NUMBERS)  # new troops
FEED_ONE = NOTATION.family("feed", GENERAL_NAMES)  # until rules version 2: one at a time
AT = NOTATION.family("at", CITY_IDS)  # the city of entry
# combat
FIGHT = NOTATION.pairs("fight", GENERAL_NAMES, GENERAL_NAMES)
PLAY = NOTATION.family("play", [name for _, _, name in PLAYS])
PLAY_OF = {(kind, value): PLAY[i] for i, (kind, value, _) in enumerate(PLAYS)}
DOUBLE = NOTATION.family("double", CARD_NAMES)
QUIT = NOTATION.word("quit")
RETREAT = NOTATION.family("retreat", CITY_IDS)
EVADE = NOTATION.family("evade", CITY_IDS)
STAND = NOTATION.word("stand")
# cards and choices
DISCARD = NOTATION.family("discard", CARD_NAMES)
ADOPT = NOTATION.family("adopt", CARD_NAMES)
DECLINE = NOTATION.word("decline")
OFFER = NOTATION.family("offer", CARD_NAMES)
RETIRE = NOTATION.family("retire", GENERAL_NAMES)
REGAIN = NOTATION.family("regain", CITY_IDS)
CHOOSE = NOTATION.family("choose", GENERAL_NAMES)
CLAIM = NOTATION.word("claim")

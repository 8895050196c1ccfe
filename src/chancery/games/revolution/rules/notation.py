"""All actions of Revolution, with the text that is typed and recorded."""

from __future__ import annotations

from chancery.core import Notation
from chancery.games.revolution.board.factions import FACTIONS, OWNERS
from chancery.games.revolution.board.places import (
    CITIES,
    GOALS,
    PLACES,
    PROVINCES,
    REGIONS,
    SLOTS,
    SPOTS,
)

NOTATION = Notation()

MOST_AT_ONCE = 9  # tokens in one action; more need another action
MOST_IN_A_PLACE = 20  # tokens of one faction: no province has a higher limit
_NUMBERS = tuple(str(n) for n in range(1, MOST_AT_ONCE + 1))

DONE = NOTATION.word("done")
# set-up
POST = NOTATION.family("post", REGIONS.names)  # place a first army
# money and support
TAX = NOTATION.family("tax", ("1", "2", "3"))  # coins from each city
BRING = NOTATION.pairs("bring", SLOTS.names, PROVINCES.names)
BANK = NOTATION.pairs("bank", SLOTS.names, _NUMBERS)
INTERCEPT = NOTATION.family("intercept", ("0", *_NUMBERS))
# armies
KEEP = NOTATION.family("keep", REGIONS.names)
KEEP_ALL = NOTATION.word("maintain")
DISBAND = NOTATION.family("disband", REGIONS.names)
ABANDON = NOTATION.family("abandon", REGIONS.names)
SACK = NOTATION.family("sack", PROVINCES.names)
PLUNDER = NOTATION.pairs("plunder", SPOTS.names, FACTIONS.names)
RAISE = NOTATION.family("raise", REGIONS.names)
BESIEGE = NOTATION.family("besiege", CITIES.names)
MARCH = NOTATION.pairs("march", REGIONS.names, REGIONS.names)
WITHDRAW = NOTATION.pairs("withdraw", REGIONS.names, REGIONS.names)  # its siege was lifted
INFLUENCE = NOTATION.pairs("influence", SPOTS.names, OWNERS.names)
# Water Beggars
HIRE = NOTATION.family("hire", REGIONS.names)
BEAT = NOTATION.family("beat", REGIONS.names)  # destroy an army in its section
STRIKE = NOTATION.family("strike", CITIES.names)  # destroy an army that besieges
LIFT = NOTATION.family("lift", REGIONS.names)
RAID = NOTATION.family("raid", PROVINCES.names)
INVEST = NOTATION.family("invest", CITIES.names)
STOP = NOTATION.word("stop")  # a marching army, or influence
LET = NOTATION.word("let")  # let it pass
# tokens
PLACE = NOTATION.pairs("place", GOALS.names, _NUMBERS)
FILL = NOTATION.family("fill", PROVINCES.names)
SPILL = NOTATION.pairs("spill", PROVINCES.names, PROVINCES.names)
SETTLE = NOTATION.family("settle", PROVINCES.names)  # resolve this province next
PUT = NOTATION.pairs("put", PLACES.names, [str(n) for n in range(1, MOST_IN_A_PLACE + 1)])
CLEAR = NOTATION.pairs("clear", PLACES.names, OWNERS.names)  # send a token of others away
GATHER = NOTATION.family("gather", PROVINCES.names)  # own tokens to the countryside
PEOPLE = NOTATION.family("people", PLACES.names)  # put a neutral token into an empty place
PAY = NOTATION.pairs("pay", CITIES.names, _NUMBERS)
# order of play
STAND = NOTATION.family("stand", ("1", "2", "3", "4", "5"))  # position in the row of cards

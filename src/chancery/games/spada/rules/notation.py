"""The notation: every action of the game with its text."""

from __future__ import annotations

from chancery.core import Notation
from chancery.games.spada.board.components import AGENDA, HOUSE_KINDS, RESOURCES, SEAT_NAMES

NOTATION = Notation()

PASS = NOTATION.word("pass")
# Winter
PLAY = NOTATION.family("play", AGENDA.names)
SWAP = NOTATION.pairs("swap", RESOURCES.names, AGENDA.names)  # the privilege paid, the card
SUMMON = NOTATION.family("summon", RESOURCES.names)  # the privilege paid
# Spring
ADD = NOTATION.family("add", RESOURCES.names)
BID = NOTATION.word("bid")
TAKE = NOTATION.family("take", RESOURCES.names)
TAKE_FROM = NOTATION.pairs("take", RESOURCES.names, SEAT_NAMES)
# Summer
BUILD = NOTATION.word("build")
ASSIGN = NOTATION.word("assign")
ATTACK = NOTATION.family("attack", SEAT_NAMES)
DEFEND = NOTATION.word("defend")
YIELD = NOTATION.word("yield")
BURN = NOTATION.family("burn", HOUSE_KINDS.names)
BRIBE = NOTATION.family("bribe", SEAT_NAMES)
DONE = NOTATION.word("done")
# Autumn
APPEAL = NOTATION.family("appeal", SEAT_NAMES)
DISCARD = NOTATION.family("discard", RESOURCES.names)

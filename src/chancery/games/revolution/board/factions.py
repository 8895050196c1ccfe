"""The five factions, who plays them, and what each of them has (§3).

In the order of their opposition, the most Catholic first (§6.5): it is also the order of play of
the opening turn (§4.2.1).
"""

from __future__ import annotations

from typing import Annotated

from chancery.core import OR_NONE, Grid, Names
from chancery.core.memo import once
from chancery.core.words import TF, Spot, T

FACTION_NAMES = ("catholics", "habsburgs", "nobility", "burghers", "reformers")
CATHOLICS, HABSBURGS, NOBILITY, BURGHERS, REFORMERS = range(5)
NEUTRAL = 5  # the owner of tokens that are nobody's
BEGGARS = 5  # the besieger that is no faction
TITLES = (
    TF("Catholics", "the", "of", "to", "by", the="the Catholics"),
    TF("Habsburgs", "the", "of", "to", "by", the="the Habsburgs"),
    TF("Nobility", "the", "of", "to", "by", the="the Nobility"),
    TF("Burghers", "the", "of", "to", "by", the="the Burghers"),
    TF("Reformers", "the", "of", "to", "by", the="the Reformers"),
)

# A name lights the card of its faction, and has its arms before it.
_LIT = tuple(
    Spot(f"faction:{name}", title) for name, title in zip(FACTION_NAMES, TITLES, strict=True)
)
FACTIONS = Names(*FACTION_NAMES, titles=_LIT)
OWNERS = Names(*FACTION_NAMES, "neutral", titles=(*_LIT, T("neutral")))
BESIEGERS = Names(
    *FACTION_NAMES,
    "beggars",
    titles=(
        *_LIT,
        TF("Water Beggars", "the", "by", the="the Water Beggars"),
    ),
)
FACTIONS_N, OWNERS_N = len(FACTIONS), len(OWNERS)

Faction = Annotated[int, FACTIONS]
AnyFaction = Annotated[int, FACTIONS, OR_NONE]
Owner = Annotated[int, OWNERS]
AnyOwner = Annotated[int, OWNERS, OR_NONE]
AnyBesieger = Annotated[int, BESIEGERS, OR_NONE]
ByFaction = Annotated[tuple[int, ...], Grid(FACTIONS)]
ByOwner = Annotated[tuple[int, ...], Grid(OWNERS)]

# §3.1: with two players a seat leads two factions.
CROWN, REVOLT = "crown", "revolt"
PAIRS = {CROWN: (CATHOLICS, HABSBURGS), REVOLT: (BURGHERS, REFORMERS)}

# §3.5: tokens and armies of each faction, by the number of players.
TOKENS = {2: 40, 3: 58, 4: 40, 5: 32}
ARMIES = {2: 6, 3: 8, 4: 6, 5: 6}


@once
def factions_of(seat: str) -> tuple[int, ...]:
    """The factions that a seat leads."""
    return PAIRS.get(seat) or (FACTION_NAMES.index(seat),)


@once
def seating(seats: tuple[str, ...]) -> tuple[int, ...]:
    """For each faction the seat that leads it; -1 where it is not in play."""
    found = [-1] * FACTIONS_N
    for number, seat in enumerate(seats):
        for faction in factions_of(seat):
            found[faction] = number
    return tuple(found)


@once
def in_play(seats: tuple[str, ...]) -> tuple[int, ...]:
    """The factions of a game, in the order of the opening turn (§4.2.1)."""
    return tuple(faction for faction, seat in enumerate(seating(seats)) if seat >= 0)

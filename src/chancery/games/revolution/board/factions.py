"""The five factions, who leads them, and their tokens and armies (§3).

They are ordered by their opposition, the most Catholic first (§6.5), which is also the order of
play of the opening turn (§4.2.1).
"""

from __future__ import annotations

from typing import Annotated

from chancery.core import OR_NONE, Grid, Names
from chancery.core.memo import memoise
from chancery.core.words import TF, Spot, T, Text

FACTION_NAMES = ("catholics", "habsburgs", "nobility", "burghers", "reformers")
CATHOLICS, HABSBURGS, NOBILITY, BURGHERS, REFORMERS = range(5)
NEUTRAL = 5  # the owner of neutral tokens
BEGGARS = 5  # the besieger that is not a faction
TITLES = (
    TF("Catholics", "the", "of", "to", "by", the="the Catholics"),
    TF("Habsburgs", "the", "of", "to", "by", the="the Habsburgs"),
    TF("Nobility", "the", "of", "to", "by", the="the Nobility"),
    TF("Burghers", "the", "of", "to", "by", the="the Burghers"),
    TF("Reformers", "the", "of", "to", "by", the="the Reformers"),
)

# A page highlights the card of a named faction and shows its coat of arms before the name.
_LIT = tuple(
    Spot(f"faction:{name}", title) for name, title in zip(FACTION_NAMES, TITLES, strict=True)
)


def _counted(owner: int, number: int) -> Text:
    """Return a number of tokens or armies with the name of their owner."""
    return T("{owner} {number}", owner=OWNERS.title(owner), number=number)


FACTIONS = Names(*FACTION_NAMES, titles=_LIT, counted=_counted)
OWNERS = Names(*FACTION_NAMES, "neutral", titles=(*_LIT, T("neutral")), counted=_counted)
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
AnyBesieger = Annotated[int, BESIEGERS, OR_NONE]
ByFaction = Annotated[tuple[int, ...], Grid(FACTIONS)]
ByOwner = Annotated[tuple[int, ...], Grid(OWNERS)]

# §3.1: with two players a seat leads two factions.
CROWN, REVOLT = "crown", "revolt"
PAIRS = {CROWN: (CATHOLICS, HABSBURGS), REVOLT: (BURGHERS, REFORMERS)}

# §3.5: tokens and armies of each faction, by the number of players.
TOKENS = {2: 40, 3: 58, 4: 40, 5: 32}
ARMIES = {2: 6, 3: 8, 4: 6, 5: 6}


@memoise
def factions_of(seat: str) -> tuple[int, ...]:
    """Return the factions that a seat leads: one, or two in a game of two players."""
    return PAIRS.get(seat) or (FACTION_NAMES.index(seat),)


@memoise
def seating(seats: tuple[str, ...]) -> tuple[int, ...]:
    """Return for each faction the seat that leads it; -1 where it is not in play."""
    seat_of = [-1] * FACTIONS_N
    for number, seat in enumerate(seats):
        for faction in factions_of(seat):
            seat_of[faction] = number
    return tuple(seat_of)


@memoise
def in_play(seats: tuple[str, ...]) -> tuple[int, ...]:
    """Return the factions of a game, in the order of the opening turn (§4.2.1)."""
    return tuple(faction for faction, seat in enumerate(seating(seats)) if seat >= 0)

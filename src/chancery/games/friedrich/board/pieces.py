"""The pieces: 24 generals and 11 supply trains, their starting cities, and army sizes (§1, §6).

Generals and supply trains are the pieces (§1.5, §1.6); each general has a rank, 1 the highest
(§1.7).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from chancery.core import OR_NONE, Grid, Names
from chancery.core.words import TF, Spot, Text
from chancery.games.friedrich.board.atlas import CITY, rows
from chancery.games.friedrich.board.nations import FRANCE, HANOVER, NATION_NAMES, PRUSSIA, hostile

MOST_OF_A_GENERAL = 8  # troops (§6.2)
STACK = 3  # generals in one city (§4.5)


_ROWS = rows("pieces")
_GENERALS = [row for row in _ROWS if row["rank"] != "T"]
_TRAINS = [row for row in _ROWS if row["rank"] == "T"]
_SHORT = {
    "Prinz Heinrich": "heinrich",
    "Ferdinand von Braunschweig": "ferdinand",
    "Karl von Lothringen": "karl",
    "Ehrensvärd": "ehrensvaerd",
}
GENERAL_NAMES = tuple(_SHORT.get(row["name"], row["name"].lower()) for row in _GENERALS)
GENERAL_TITLES = tuple(row["name"] for row in _GENERALS)
GENERALS = len(_GENERALS)
(
    FRIEDRICH, WINTERFELDT, HEINRICH, SCHWERIN, KEITH, SEYDLITZ, DOHNA, LEHWALDT,
    FERDINAND, CUMBERLAND, SALTIKOV, FERMOR, APRAXIN, TOTTLEBEN, EHRENSVAERD,
    DAUN, BROWNE, KARL, LAUDON, LACY, HILDBURGHAUSEN, RICHELIEU, SOUBISE, CHEVERT,
) = range(GENERALS)  # fmt: skip
TRAIN_NAMES = tuple(
    f"{row['nation']}-train" + (f"-{row['name'][-1]}" if n > 1 else "")
    for row in _TRAINS
    for n in [sum(other["nation"] == row["nation"] for other in _TRAINS)]
)
PIECE_NAMES = GENERAL_NAMES + TRAIN_NAMES
PIECES_N = len(PIECE_NAMES)
NATION_OF = tuple(NATION_NAMES.index(row["nation"]) for row in (*_GENERALS, *_TRAINS))
RANK = tuple(int(row["rank"]) for row in _GENERALS)
START = tuple(CITY[row["start_city"]] for row in (*_GENERALS, *_TRAINS))
GENERALS_OF = tuple(
    tuple(g for g in range(GENERALS) if NATION_OF[g] == nation) for nation in range(7)
)
GENERALS_AT = tuple(slice(generals[0], generals[-1] + 1) for generals in GENERALS_OF)
TRAINS_OF = tuple(
    tuple(p for p in range(GENERALS, PIECES_N) if NATION_OF[p] == nation) for nation in range(7)
)
PIECES_OF = tuple((*GENERALS_OF[nation], *TRAINS_OF[nation]) for nation in range(7))
HOSTILE_TO = tuple(
    tuple(piece for piece in range(PIECES_N) if hostile(nation, NATION_OF[piece]))
    for nation in range(7)
)

HOSTILE_GENERALS_TO = tuple(
    tuple(piece for piece in pieces if piece < GENERALS) for pieces in HOSTILE_TO
)

_TRAIN_TITLES = (
    TF("Prussian train {n}", "the"),
    TF("Hanoverian train", "the", the="the Hanoverian train"),
    TF("Russian train {n}", "the"),
    TF("Swedish train", "the", the="the Swedish train"),
    TF("Austrian train {n}", "the"),
    TF("Imperial train", "the", the="the Imperial train"),
    TF("French train {n}", "the"),
)


def _title(piece: int) -> Spot:
    if piece < GENERALS:
        return Spot(f"piece:{PIECE_NAMES[piece]}", GENERAL_TITLES[piece])
    text = _TRAIN_TITLES[NATION_OF[piece]]
    trains = TRAINS_OF[NATION_OF[piece]]
    number = (("n", trains.index(piece) + 1),) if len(trains) > 1 else ()
    return Spot(f"piece:{PIECE_NAMES[piece]}", Text(text.template, number))


PIECES = Names(*PIECE_NAMES, titles=tuple(_title(piece) for piece in range(PIECES_N)))
GENERAL_AXIS = Names(*GENERAL_NAMES, titles=tuple(_title(g) for g in range(GENERALS)))
Piece = Annotated[int, PIECES]
General = Annotated[int, GENERAL_AXIS]
AnyGeneral = Annotated[int, GENERAL_AXIS, OR_NONE]
ByGeneral = Annotated[tuple[int, ...], Grid(GENERAL_AXIS)]
ByGeneralList = Annotated[list[int], Grid(GENERAL_AXIS)]
ByPiece = Annotated[tuple[int, ...], Grid(PIECES)]
ByPieceList = Annotated[list[int], Grid(PIECES)]

# §6: the troops with which a nation begins and which it can never exceed, in the full game.
ESTABLISHMENT = (32, 12, 16, 4, 30, 6, 20)
WEST, AUSTRIAN = "west", "austrian"  # the two scenarios for two
SCENARIO_TROOPS = {WEST: {PRUSSIA: 3}, AUSTRIAN: {PRUSSIA: 24}}
SCENARIO_PIECES = {
    WEST: (*PIECES_OF[HANOVER], *PIECES_OF[FRANCE], SEYDLITZ, TRAINS_OF[PRUSSIA][0]),
    AUSTRIAN: (
        *PIECES_OF[NATION_NAMES.index("austria")],
        *PIECES_OF[NATION_NAMES.index("imperial")],
        FRIEDRICH, WINTERFELDT, HEINRICH, SCHWERIN, KEITH, *TRAINS_OF[PRUSSIA],
    ),
}  # fmt: skip


def establishment(scenario: str, nation: int) -> int:
    """Return the troops of a nation at the start of this kind of game (§6.6).

    In the scenarios Prussia has 3 (§scenario 1.5) or 24 (§scenario 2.5).
    """
    return SCENARIO_TROOPS.get(scenario, {}).get(nation, ESTABLISHMENT[nation])


def in_play(scenario: str) -> Sequence[int]:
    """Return the pieces used in this kind of game.

    Scenario 1 uses all of Hanover (§scenario 1.2) and France (§scenario 1.3), Seydlitz and one
    Prussian train (§scenario 1.4); scenario 2 all of Austria (§scenario 2.2) and the Imperial Army
    (§scenario 2.3), five Prussian generals and both trains (§scenario 2.4).
    """
    return SCENARIO_PIECES.get(scenario, range(PIECES_N))

"""The view of a seat: everything but the incomplete choices of others (§4.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from chancery.core import Game, Grid, View, seen
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.board import Board
from chancery.games.revolution.board.board_file import atlas_of
from chancery.games.revolution.board.factions import (
    FACTIONS,
    AnyBesieger,
    AnyFaction,
    Faction,
    factions_of,
)
from chancery.games.revolution.board.places import (
    CITIES,
    PLACES,
    PROVINCES,
    REGIONS,
    ByCity,
    ByRegion,
    BySlot,
    BySpot,
)
from chancery.games.revolution.rules.state import Revolution

_SHARED = (
    "turn", "order", "neutrals", "flipped", "coins", "abandoned", "lifted", "sieges", "hirer",
    "beggars", "province_cards", "city_cards", "bishoprics", "universities", "allegiance",
    "points",
)  # fmt: skip
_LISTS = ("stock", "treasury", "support", "armies")


@dataclass(slots=True)
class RevolutionView(View, Board):
    """The table as one seat sees it (null: a spectator)."""

    turn: int
    order: tuple[Faction, ...]
    tokens: Annotated[bytes, BySpot]
    neutrals: int
    stock: Annotated[tuple[int, ...], Grid(FACTIONS)]
    treasury: Annotated[tuple[int, ...], Grid(FACTIONS)]
    support: Annotated[tuple[int, ...], BySlot]
    flipped: int
    coins: Annotated[tuple[int, ...], ByCity]
    armies: Annotated[tuple[int, ...], ByRegion]
    abandoned: Annotated[tuple[int, ...], ByRegion]
    lifted: Annotated[tuple[int, ...], ByRegion]
    sieges: tuple[AnyBesieger, ...]
    hirer: AnyFaction
    beggars: Annotated[tuple[int, ...], Grid(REGIONS)]
    province_cards: tuple[AnyFaction, ...]
    city_cards: tuple[AnyFaction, ...]
    bishoprics: Annotated[tuple[int, ...], Grid(PROVINCES)]
    universities: Annotated[tuple[int, ...], Grid(PLACES)]
    allegiance: Annotated[tuple[int, ...], Grid(CITIES)]
    points: Annotated[tuple[int, ...], Grid(FACTIONS)]

    @property
    def data(self) -> Atlas:
        """The numbers of the printed board, or of the table's own board file."""
        return atlas_of(self.frame.data, self.frame.rules)

    @property
    def own_factions(self) -> tuple[int, ...]:
        """The factions that the reader leads; none for a spectator."""
        return factions_of(self.frame.seats[self.seat]) if self.seat >= 0 else ()


def build_view(s: Revolution, seat: int | None) -> RevolutionView:
    """Return the view of a seat, or of a spectator."""
    return RevolutionView(
        *seen(s, seat),
        s.turn,
        s.order,
        bytes(s.tokens),
        s.neutrals,
        tuple(s.stock),
        tuple(s.treasury),
        tuple(s.support),
        s.flipped,
        s.coins,
        tuple(s.armies),
        s.abandoned,
        s.lifted,
        s.sieges,
        s.hirer,
        s.beggars,
        s.province_cards,
        s.city_cards,
        s.bishoprics,
        s.universities,
        s.allegiance,
        s.points,
    )


def copy_table(s: Revolution, view: RevolutionView) -> None:
    """Copy everything on the table from a view to a position."""
    for name in _SHARED:
        setattr(s, name, getattr(view, name))
    for name in _LISTS:
        setattr(s, name, list(getattr(view, name)))
    s.tokens = bytearray(view.tokens)


def with_table_of(view: RevolutionView, s: Revolution) -> RevolutionView:
    """Return the view with everything on the table copied from a position."""
    changed: dict[str, Any] = {name: getattr(s, name) for name in _SHARED}
    changed |= {name: tuple(getattr(s, name)) for name in _LISTS}
    changed["tokens"] = bytes(s.tokens)
    return replace(view, **changed)


def sample(game: Game[Revolution, RevolutionView], view: RevolutionView, seed: str) -> Revolution:
    """Return a position for a view; other seats have not begun their incomplete choices there."""
    frame = view.frame
    s = game.framed(frame, seed)
    copy_table(s, view)
    if view.result is not None:
        s.finish(view.result)
    s.phases.extend(phase.copy() for phase in view.phases)
    s.settle()
    return s

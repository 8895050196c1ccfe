"""Positions written by hand, for worked examples, exercises and games that begin in the middle."""

from __future__ import annotations

from collections import Counter

from chancery.core.frame import Frame
from chancery.core.serialisation import Plain
from chancery.games.spada.board.components import (
    AGENDA,
    CARDS_OF_A_KIND,
    CATHEDRAL,
    FARMS_AT_START,
    PRIVILEGES_OF_A_KIND,
    RESOURCES,
    Printed,
    symbol_of,
)


def complete(frame: Frame, data: Printed, partial: dict[str, Plain]) -> dict[str, Plain]:
    """Return the complete JSON form of a position of which only some fields are given.

    Hands and offers not mentioned are empty, all players have two farms, and the deck holds all
    resource cards that are nowhere else. Of the agenda, a cathedral card for each part built is out
    of the game and the others are dealt around; if hands of agenda cards are given, all others are
    out of the game and have built their parts.
    """
    seats = frame.seats
    by_seat: Plain = {seat: {} for seat in seats}
    plain: dict[str, Plain] = {
        "game": frame.game, "rules": frame.rules, "options": dict(frame.options),
        "data": frame.data, "year": 2, "counsellor": seats[0], "agenda": None, "problem": "war",
        "built": 0, "hands": by_seat, "agendas": by_seat, "drafts": by_seat, "offers": by_seat,
        "latest": by_seat, "loot": {}, "discards": {}, "privileges": by_seat,
        "farms": dict.fromkeys(seats, FARMS_AT_START), "builders": {}, "points": {},
        "known": by_seat, "known_agendas": by_seat, "unarmed": {}, "notes": [], "result": None,
        **partial,
    }  # fmt: skip
    if plain["agenda"] is not None and "problem" not in partial:
        plain["problem"] = plain["agenda"].split("-")[0]
    piles = [plain["loot"], plain["discards"], *plain["hands"].values(), *plain["offers"].values()]
    plain.setdefault("deck", _rest(RESOURCES.names, [CARDS_OF_A_KIND] * 4, piles))
    tiles = list(plain["privileges"].values())
    plain.setdefault("supply", _rest(RESOURCES.names, [PRIVILEGES_OF_A_KIND] * 4, tiles))
    cards = [*plain["agendas"].values(), {plain["agenda"]: 1}]
    unused = _rest(AGENDA.names, data.agenda(frame.options), cards)
    if "agendas" in partial:
        plain.setdefault("spent", unused)
        if "built" not in partial:
            plain["built"] = sum(n for name, n in plain["spent"].items() if _cathedral(name))
    elif "spent" not in partial:
        pile = [name for name, n in unused.items() for _ in range(n)]
        used = [name for name in pile if _cathedral(name)][: plain["built"]]
        plain["spent"] = dict(Counter(used))
        hidden = list((Counter(pile) - Counter(used)).elements())
        plain["agendas"] = {
            seat: dict(Counter(hidden[i :: len(seats)])) for i, seat in enumerate(seats)
        }
    return plain


def _cathedral(name: str) -> bool:
    return symbol_of(AGENDA.index(name)) == CATHEDRAL


def _rest(names: tuple[str, ...], totals: list[int], piles: list[dict[str, int]]) -> dict[str, int]:
    """Count what is in none of the piles."""
    return {
        name: remaining
        for name, n in zip(names, totals, strict=True)
        if (remaining := n - sum(pile.get(name, 0) for pile in piles)) > 0
    }

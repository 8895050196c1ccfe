"""The consequences of an incomplete choice, or of one more step of it, for cards and points.

`ahead` returns the view with the tokens as they would lie after it, and `outlook` the cards, points
by source and conflicts if the turn ended then. It serves both previews (previews.py) and the
drawing; the rules determine who would hold what (coach.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from chancery.core import Action
from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import FACTIONS_N, NEUTRAL, NOBILITY, OWNERS_N
from chancery.games.revolution.board.places import CITIES_N, PROVINCES_N, spot_of
from chancery.games.revolution.plans import carried_out
from chancery.games.revolution.rules.allegiance import moved
from chancery.games.revolution.rules.control_cards import city_holder, province_holder
from chancery.games.revolution.rules.moves_in_provinces import Placing
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.phase_base import Choice
from chancery.games.revolution.rules.support_moves import Support
from chancery.games.revolution.view import RevolutionView


class Change(NamedTuple):
    """A card that another faction would hold."""

    number: int  # index of the province or city
    before: int  # the holder, or -1
    after: int


class Outlook(NamedTuple):
    """The consequences of the tokens for one faction if the turn ended with them."""

    faction: int
    provinces: tuple[Change, ...]  # compared with the present cards
    cities: tuple[Change, ...]
    points: coach.Points
    conflicts: tuple[coach.Conflict, ...]  # conflicts that would come before that

    def won(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the provinces and cities whose cards the faction would gain."""
        return (
            tuple(c.number for c in self.provinces if c.after == self.faction),
            tuple(c.number for c in self.cities if c.after == self.faction),
        )

    def lost(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the provinces and cities whose cards the faction would lose."""
        return (
            tuple(c.number for c in self.provinces if c.before == self.faction),
            tuple(c.number for c in self.cities if c.before == self.faction),
        )


def outlook(view: RevolutionView) -> Outlook | None:
    """Return the outlook of the faction that chooses about tokens now; None if no faction does."""
    top = view.phases[-1] if view.phases else None
    if not isinstance(top, NewUnits | Support | Placing):
        return None
    board = ahead(view)
    return Outlook(
        top.faction,
        _changes(view.province_cards, [province_holder(board, p) for p in range(PROVINCES_N)]),
        _changes(view.city_cards, [city_holder(board, c) for c in range(CITIES_N)]),
        coach.points_if_assigned(board, top.faction),
        () if isinstance(top, Placing) else tuple(coach.conflicts(board)),
    )


def _changes(before: Sequence[int], after: Sequence[int]) -> tuple[Change, ...]:
    return tuple(
        Change(n, old, new)
        for n, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new
    )


class AsMade:
    """An incomplete choice, to compare its next steps with."""

    def __init__(self, view: RevolutionView) -> None:
        self.view = view
        self.board = ahead(view)
        self._assigned = coach.assigned(self.board)
        self.faction: int = getattr(view.phases[-1], "faction", -1)
        self._points: dict[tuple[object, ...], int] = {}

    def points(self, board: RevolutionView, province: int) -> int:
        """Return the own points if the game ended with a board that differs in one province only.

        Boards on which the same factions hold the same things there are computed once.
        """
        data, tokens = board.data, board.tokens
        towns = data.towns_of[province]
        holders = (
            province,
            province_holder(board, province),
            tuple([city_holder(board, city) for city in data.cities_of[province]]),
            tuple([tokens[spot_of(town) * OWNERS_N + self.faction] for town in towns]),
            sum([tokens[spot * OWNERS_N + NOBILITY] for spot in data.open_spots[province]]),
            tuple([board.holder(town) for town in towns if town in data.universities]),
        )
        if holders not in self._points:
            assignment = coach.reassigned(board, self._assigned, province)
            self._points[holders] = coach.points_if_assigned(board, self.faction, assignment).at_end
        return self._points[holders]


_made: AsMade | None = None


def as_made(view: RevolutionView) -> AsMade:
    """Return the incomplete choice of a view; the same one for all answers to a question."""
    global _made
    outcome = _made
    if outcome is None or outcome.view is not view:
        outcome = _made = AsMade(view)
    return outcome


def shifted(view: RevolutionView, city: int, coins_of: Mapping[int, int]) -> int:
    """Return where a city's marker moves with all coins and additional ones by faction (§6.16)."""
    start = city * FACTIONS_N
    coins = list(view.coins[start : start + FACTIONS_N])
    for faction, n in coins_of.items():
        coins[faction] += n
    return moved(view.allegiance[city], coins, view.order, view.data.most_shift)[1]


# -- applying actions to tokens ----------------------------------------------------------------


def ahead(view: RevolutionView, action: Action | None = None) -> RevolutionView:
    """Return the view after the incomplete choice and one more step of it."""
    top = view.phases[-1] if view.phases else None
    if action is not None and action.verb in _AT_ONCE:
        tokens = list(view.tokens)
        _AT_ONCE[action.verb](view, tokens, *action.args)
        return _with_tokens(view, tokens)
    if not isinstance(top, Choice):
        return view
    if action is not None and action.verb in top.verbs and action.verb != "done":
        step = top.copy()
        assert isinstance(step, Choice)
        step.verbs[action.verb](step, None, view.seat, *action.args)
        return _with_tokens(view, carried_out(view, step).tokens)
    return _with_tokens(view, carried_out(view, top).tokens) if top.begun() else view


def _with_tokens(view: RevolutionView, tokens: Sequence[int]) -> RevolutionView:
    changed = copy(view)
    changed.tokens = bytes(tokens)
    return changed


def _influence(view: RevolutionView, tokens: list[int], spot: int, owner: int) -> None:
    """Exchange a token by military influence (§6.9)."""
    faction: int = getattr(view.phases[-1], "faction", -1)
    if faction >= 0:
        tokens[spot * OWNERS_N + owner] -= 1
        tokens[spot * OWNERS_N + faction] += 1


def _plunder(view: RevolutionView, tokens: list[int], spot: int, owner: int) -> None:
    """Loot a token, replaced by a neutral one if any is left (§6.3.token, §6.3.short)."""
    tokens[spot * OWNERS_N + owner] -= 1
    if view.neutrals:
        tokens[spot * OWNERS_N + NEUTRAL] += 1


def _neutral(view: RevolutionView, tokens: list[int], province: int) -> None:
    """Add a neutral token to the countryside (§6.3.town, §6.7.3, §6.12)."""
    tokens[province * OWNERS_N + NEUTRAL] += 1


_AT_ONCE: dict[str, Callable[..., None]] = {
    "influence": _influence, "plunder": _plunder, "sack": _neutral, "raid": _neutral,
    "fill": _neutral,
}  # fmt: skip

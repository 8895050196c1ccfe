"""Observations: named, bounded rows that tell any two views apart."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Annotated, Any

import pytest

from chancery.core import Game, View
from chancery.core.observations import SAID, AtMost, Between, Observation, OneOf
from chancery.games import find
from tests.soaking import SOAK, sample
from tests.tiny import caskets, cellar, turncoat

GAMES = ["spada", "revolution", "friedrich"]
MODES = [
    (name, mode)
    for name, number in zip(GAMES, (2, 3, 2), strict=True)
    for mode in sample(find(name).modes(), number)
]
VIEWS = 10_000 if SOAK else 300
LONG_FRIEDRICH = 3_000  # the most numbers that Friedrich's observations may have


def views(game: Game[Any, Any], mode: Any, number: int) -> Iterator[View]:
    """Return views of random games: of those who are asked, now and then of everybody."""
    dice = random.Random(str(mode))
    left = number
    while left > 0:
        state = game.start(mode, str(dice.random()))
        while left > 0:
            asked = [question.seat for question in state.asked]
            everybody = state.result is not None or dice.random() < 0.1
            for seat in [None, *range(len(state.seats))] if everybody else asked:
                yield state.view(seat)
                left -= 1
            if state.result is not None:
                break
            seat = dice.choice(asked)
            by_verb: dict[str, list[Any]] = {}
            for action in state.legal(seat):
                by_verb.setdefault(action.verb, []).append(action)
            state.apply(dice.choice(by_verb[dice.choice(sorted(by_verb))]), seat)


def text(view: View) -> str:
    """Return a view as a text, without what is the same in all views of a mode."""
    plain = view.plain()
    del plain["frame"]
    return json.dumps(plain, sort_keys=True)


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_different_views_have_different_rows_within_bounds(name: str, mode: Any) -> None:
    game = find(name)
    fields = game.fields(mode)
    lows, highs = [field.low for field in fields], [field.high for field in fields]
    found: dict[bytes, bytes] = {}
    for view in views(game, mode, VIEWS):
        row = game.encode(view)
        assert len(row) == len(fields)
        if not all(map(int.__le__, lows, row)) or not all(map(int.__le__, row, highs)):
            wrong = [(f, n) for f, n in zip(fields, row, strict=True) if not f.low <= n <= f.high]
            raise AssertionError(f"out of bounds: {wrong}")
        said = blake2b(text(view).encode()).digest()
        assert found.setdefault(blake2b(row).digest(), said) == said


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_every_number_has_a_name_of_its_own(name: str, mode: Any) -> None:
    names = [field.name for field in find(name).fields(mode)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("mode", sample(find("friedrich").modes(), 4))
def test_an_observation_of_friedrich_is_short(mode: Any) -> None:
    (length,) = find("friedrich").shape(mode)
    assert length <= LONG_FRIEDRICH


@pytest.mark.parametrize("name", GAMES)
def test_a_row_is_the_same_whatever_is_hidden(name: str) -> None:
    game = find(name)
    mode = next(iter(game.modes()))
    for number, view in enumerate(views(game, mode, 40)):
        if view.seat >= 0:
            guess = game.sample(view, str(number))
            assert game.encode(guess.view(view.seat)) == game.encode(view)


@pytest.mark.parametrize("game", [caskets.GAME, cellar.GAME, turncoat.GAME])
def test_a_game_without_hints_has_observations_too(game: Game[Any, Any]) -> None:
    mode = next(iter(game.modes()))
    found: dict[bytes, str] = {}
    for view in views(game, mode, 100):
        assert found.setdefault(game.encode(view).tobytes(), text(view)) == text(view)


def test_seats_are_relative_to_the_reader() -> None:
    game = caskets.GAME
    state = game.start({"players": 3}, "1")
    state.points[:] = [5, 7, 9]
    names = [field.name for field in game.fields({"players": 3})]
    for seat, points in enumerate([[5, 7, 9], [7, 9, 5], [9, 5, 7]]):
        row = dict(zip(names, game.encode(state.view(seat)), strict=True))
        assert [row[f"points.{i}"] for i in range(3)] == points
        assert [row[f"seat.{name}"] for name in state.seats] == [i == seat for i in range(3)]
    spectator = dict(zip(names, game.encode(state.view(None)), strict=True))
    assert not any(spectator[f"seat.{name}"] for name in state.seats)


@dataclass(slots=True)
class Hinted(View):
    """A view with a hint of each kind."""

    season: Annotated[str, OneOf(("spring", "summer"))]
    level: Annotated[int, Between(-1, 9)]
    pairs: Annotated[tuple[tuple[int, bool], ...], AtMost(2)]
    sums: Annotated[tuple[int, ...], SAID]


def hinted(season: Any = "spring") -> Observation:
    """Return the encoder of a game whose views are `Hinted`."""

    class Game(caskets.CasketsGame):
        def look(self, state: Any, seat: int | None) -> Any:
            common = super().look(state, seat)
            fields = {name: getattr(common, name) for name in View.__slots__}
            return Hinted(**fields, season=season, level=3, pairs=(), sums=())

    return Observation(Game(), {})


def test_hints_say_how_fields_are_encoded() -> None:
    fields = {field.name: field for field in hinted().fields}
    assert {"season.spring", "season.summer", "pairs", "pairs.0.0", "pairs.1.1"} <= set(fields)
    assert (fields["level"].low, fields["level"].high) == (-1, 9)
    assert not any(name.startswith(("sums", "pairs.2")) for name in fields)


def test_a_text_without_a_hint_is_refused_with_advice() -> None:
    @dataclass(slots=True)
    class Worded(View):
        motto: str

    class Game(caskets.CasketsGame):
        def look(self, state: Any, seat: int | None) -> Any:
            common = super().look(state, seat)
            fields = {name: getattr(common, name) for name in View.__slots__}
            return Worded(**fields, motto="all is well")

    with pytest.raises(TypeError, match="annotate the field with `OneOf` or `Columns`"):
        Observation(Game(), {})

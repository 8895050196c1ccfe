"""Analysis of a finished game: winning chances that add up, and better alternatives to moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from chancery.bots.search import Trial
from chancery.core import BadOption, State
from chancery.core.words import LANGUAGES
from chancery.games import find
from chancery.page.chances import HIGH, Dot, chances_at, chances_picture, curve, lines_of
from chancery.table import Sitting
from chancery.table.analysis import Analysis, Evaluator, Move, Point, _narrowed, analyse, moves
from chancery.table.bot_players import answer, seat_seed
from tests.soaking import SOAK
from tests.tiny import caskets

SEATS = ("yellow", "black", "white")


def game_of(kinds: tuple[str, ...], seed: str) -> Sitting:
    sitting = Sitting(find("spada"), {"players": len(kinds)}, seed=seed)
    while sitting.state.asked:
        seat = sitting.state.asked[0].seat
        plan = answer(sitting, seat, kinds[seat], seat_seed(seed, seat))
        sitting.act(seat, plan, sitting.question(seat))
    return sitting


@pytest.fixture(scope="module")
def played() -> Sitting:
    return game_of(("novice", "player", "player"), "looked at")


@pytest.fixture(scope="module")
def found(played: Sitting) -> Analysis:
    return analyse(played, playouts=4, samples=3)


def test_moves_are_the_whole_game(played: Sitting) -> None:
    all_moves = list(moves(played))
    assert [a for move in all_moves for a in move.actions] == [
        e.action for e in played.lasting_entries()
    ]
    assert all(move.actions[0] in move.state.legal(move.seat) for move in all_moves)


def test_undone_actions_are_not_moves() -> None:
    sitting = Sitting(find("spada"), {"players": 3}, seed="back")
    seat = sitting.state.asked[0].seat
    sitting.act(seat, "add grain")
    sitting.undo(seat)
    assert list(moves(sitting)) == []


def test_chances_add_up_and_end_with_the_result(played: Sitting, found: Analysis) -> None:
    assert [point.length for point in found.points] == sorted(p.length for p in found.points)
    for point in found.points:
        assert sum(point.chances) == pytest.approx(1)
        assert all(0 <= c <= 1 and u >= 0 for c, u in zip(*point[1:], strict=True))
    assert played.state.result is not None
    assert found.points[-1].chances == tuple(played.state.result.share(s) for s in range(3))
    assert all(u > 0 for u in found.points[0].unsure)  # the result is not yet certain


def test_slips_name_something_legal_that_was_not_played(played: Sitting, found: Analysis) -> None:
    assert found.slips
    by_length = {move.length: move for move in moves(played)}
    for slip in found.slips:
        move = by_length[slip.length]
        assert slip.played == move.actions != slip.better
        assert slip.better[0] in move.state.legal(slip.seat)
        assert slip.cost > slip.unsure
        assert slip.reasons


@pytest.mark.soak  # another test analyses a game with chance
def test_without_chance_slips_keep_the_uncertainty_of_bots() -> None:
    """Without chance the analysis varies the weights of the opponents, so that the cost of a slip
    is a difference in winning probability."""
    sitting = Sitting(find("revolution"), {"players": 2}, seed="slips")
    while len(sitting.log) < (40 if SOAK else 20):
        seat = sitting.state.asked[0].seat
        plan = answer(sitting, seat, "random", seat_seed("slips", seat))
        sitting.act(seat, plan, sitting.question(seat))
    slips = analyse(sitting, playouts=2, samples=4).slips
    assert slips
    assert all(0 < slip.unsure < slip.cost <= 1 for slip in slips)


def test_choosing_and_judging_use_separate_trials(
    played: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move that looks best in the first trials is valued by independent further trials."""
    hooks = find("spada").search_hooks(find("spada"))
    evaluator = Evaluator(hooks, hooks.policy(find("spada"), ""), 2, 5)
    move = next(m for m in moves(played) if len(m.state.legal(m.seat)) > 3)
    seen: list[tuple[int, int]] = []

    def compared(trial: Trial, companies: Sequence[Any]) -> list[list[float]]:
        seen.append((len(trial.plans), len(companies)))
        first = len(seen) == 1  # only at first do all moves but the one played seem to win
        return [[float(first and i > 0)] * len(companies) for i in range(len(trial.plans))]

    monkeypatch.setattr(Trial, "compared", compared)
    assert evaluator.slip(move) is None
    assert seen[0][0] > 2
    assert seen[1:] == [(2, 5)]


def test_analysis_is_deterministic(played: Sitting, found: Analysis) -> None:
    assert analyse(played, playouts=4, samples=3) == found


def test_progress_is_reported(played: Sitting) -> None:
    reported: list[tuple[int, int, int]] = []
    sitting = Sitting(find("spada"), {"players": 3}, seed="begun")
    seat = sitting.state.asked[0].seat
    sitting.act(seat, answer(sitting, seat, "player", "x"))
    analyse(
        sitting,
        lambda done, of, points: reported.append((done, of, len(points))),
        playouts=1,
        samples=1,
    )
    assert reported == [(1, 2, 1), (2, 2, 1)]  # the win probabilities, then the move


def test_turning_points_are_where_most_changed() -> None:
    points = [Point(n, (c, 1 - c), (0.0, 0.0)) for n, c in enumerate((0.5, 0.5, 0.9, 0.8, 0.1))]
    pairs = Analysis(points, []).turning_points(2)
    assert [(a.length, b.length) for a, b in pairs] == [(1, 2), (3, 4)]


def test_changes_within_the_error_are_not_turning_points() -> None:
    points = [Point(n, (c, 1 - c), (0.1, 0.1)) for n, c in enumerate((0.5, 0.62, 0.9))]
    pairs = Analysis(points, []).turning_points()
    assert [(a.length, b.length) for a, b in pairs] == [(1, 2)]


class Steep:
    """Win probabilities that change at one length, or little by little; `known`: only those who
    play a position on to the end know them."""

    def __init__(self, at: int | None, known: bool = True) -> None:
        self.at, self.known = at, known
        self.asked: list[int] = []

    def until(self, state: Any) -> int:
        return 9 if state is None or state >= 12 else 1

    def evaluate(self, length: int, state: Any, until: int) -> Point:
        self.asked.append(length)
        own = length / 16 if self.at is None else float(length >= self.at)
        if not self.known and until < 9:
            own = 0.0
        return Point(length, (own, 1 - own), (0.0, 0.0))


def narrowed(steep: Steep, *lengths: int) -> list[tuple[int, int]]:
    """Return the turning points of a game of 16 moves after narrowing them down."""
    found = [Move(n, 0, cast("State", n), ()) for n in range(16)]
    points = [steep.evaluate(n, n, 1 if n < 16 else 9) for n in lengths]
    steep.asked.clear()
    points = _narrowed(points, found, cast("Evaluator", steep))
    return [(a.length, b.length) for a, b in Analysis(points, []).turning_points()]


def test_a_turning_point_is_narrowed_down_to_a_move() -> None:
    assert narrowed(steep := Steep(11), 0, 16) == [(10, 11)]
    assert len(steep.asked) <= 5
    assert narrowed(slow := Steep(None), 0, 16) == [(0, 16)]
    assert slow.asked == [0, 8]


def test_unforeseen_events_are_not_separate_turning_points() -> None:
    """The curve jumps at 12 only because positions from there on are played to the end."""
    assert narrowed(Steep(6, known=False), 0, 4, 8, 12, 16) == [(5, 6)]


def test_a_game_without_a_bot_cannot_be_analysed() -> None:
    with pytest.raises(BadOption, match="can’t be analysed"):
        analyse(Sitting(caskets.GAME, {}, seed="1"))


def test_the_picture_has_a_line_and_a_name_for_each_seat(found: Analysis) -> None:
    names = ["Anna <b>", "Bruno", "Carla"]
    face = find("spada").face
    drawn = ElementTree.fromstring(
        chances_picture(found.points, lines_of(face, SEATS, names, alone=True), "Chances")
    )
    said = [e for e in drawn.iter() if e.tag.endswith("text")]
    heights = [float(e.attrib["y"]) for e in said if e.text in names]
    assert len(heights) == 3
    gaps = sorted(heights)
    assert all(b - a >= 15 for a, b in pairwise(gaps))
    assert all(0 < y < HIGH for y in heights)
    lines = [e.attrib for e in drawn.iter() if e.attrib.get("class") == "line"]
    broken = {one.get("stroke-dasharray") for one in lines}
    assert len(broken) == 3  # lines differ by more than their colour
    assert {one["stroke"] for one in lines} == {face.seat_style(seat).light for seat in SEATS}  # type: ignore[union-attr]


def test_the_curve_of_a_page_has_the_colours_of_both_themes_and_fits_any_place() -> None:
    points = [Point(n, (c, 1 - c), (0.05, 0.05)) for n, c in ((0, 0.5), (10, 0.9))]
    lines = lines_of(caskets.GAME.face, ("one", "two"), ("A", "B"))  # a face without styles
    drawn = ElementTree.fromstring(curve(points, lines, 20, "Chances", [Dot(5, 1)], [(0, 10)]))
    inside = drawn[0]
    assert inside.get("preserveAspectRatio") == "none"
    inks = [e.get("stroke", "") for e in inside if e.get("class") == "line"]
    assert len(set(inks)) == 2
    assert all(ink.startswith("light-dark(#") for ink in inks)
    ends = [e.get("d", "").rpartition("L")[2] for e in inside if e.get("class") == "line"]
    assert ends == ["500.0 10.0", "500.0 90.0"]  # half of the game has been analysed
    (dot,) = [e for e in drawn if any(p.get("class") == "dot" for p in e)]
    assert (dot.get("x"), dot.get("y")) == ("25.0%", "68.0%")
    signs = [p for e in drawn for p in e if p.get("class") == "sign"]
    assert len({p[0].get("d") for p in signs}) == 2
    assert chances_at(points, 5) == pytest.approx((0.7, 0.3))
    assert chances_at(points, 20) == (0.9, 1 - 0.9)
    assert ElementTree.fromstring(curve([], lines, 20, "Chances")) is not None


def test_slips_are_translated(found: Analysis) -> None:
    for language in LANGUAGES:
        speaker = find("spada").speaker(language, (), ("yellow", "black", "white"))
        assert all(speaker.say(reason) for slip in found.slips for reason in slip.reasons)
    assert json.dumps([slip.cost for slip in found.slips])

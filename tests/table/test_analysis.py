"""Analysis of a finished game: winning chances that add up, and better alternatives to moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from chancery.bots.search import Trial
from chancery.core import BadOption
from chancery.core.words import LANGUAGES
from chancery.games import find
from chancery.page.chances import HIGH, chances_picture
from chancery.table import Sitting
from chancery.table.analysis import Analysis, Look, Point, analyse, moves
from chancery.table.bot_players import answer, seat_seed
from tests.soaking import SOAK
from tests.tiny import caskets


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
    return analyse(played, played_on=4, tried=3)


def test_moves_are_the_whole_game(played: Sitting) -> None:
    told = list(moves(played))
    assert [a for move in told for a in move.actions] == [e.action for e in played.holding()]
    assert all(move.actions[0] in move.state.legal(move.seat) for move in told)


def test_what_was_taken_back_is_no_move() -> None:
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
    told = {move.length: move for move in moves(played)}
    for slip in found.slips:
        move = told[slip.length]
        assert slip.played == move.actions != slip.better
        assert slip.better[0] in move.state.legal(slip.seat)
        assert slip.cost > slip.unsure
        assert slip.reasons


@pytest.mark.soak  # another test analyses a game with chance
def test_without_chance_a_slip_is_no_surer_than_tempers_make_it() -> None:
    """Without chance the analysis varies the weights of the opponents, so that the cost of a slip
    is a difference in winning probability."""
    sitting = Sitting(find("revolution"), {"players": 2}, seed="slips")
    while len(sitting.log) < (40 if SOAK else 20):
        seat = sitting.state.asked[0].seat
        plan = answer(sitting, seat, "random", seat_seed("slips", seat))
        sitting.act(seat, plan, sitting.question(seat))
    slips = analyse(sitting, played_on=2, tried=4).slips
    assert slips
    assert all(0 < slip.unsure < slip.cost <= 1 for slip in slips)


def test_who_is_chosen_by_some_trials_is_judged_by_others(
    played: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move that looks best in the first trials is valued by independent further trials."""
    hooks = find("spada").search_hooks(find("spada"))
    look = Look(hooks, hooks.policy(find("spada"), ""), 2, 5)
    move = next(m for m in moves(played) if len(m.state.legal(m.seat)) > 3)
    seen: list[tuple[int, int]] = []

    def compared(trial: Trial, companies: Sequence[Any]) -> list[list[float]]:
        seen.append((len(trial.plans), len(companies)))
        first = len(seen) == 1  # only at first do all moves but the one played seem to win
        return [[float(first and i > 0)] * len(companies) for i in range(len(trial.plans))]

    monkeypatch.setattr(Trial, "compared", compared)
    assert look.slip(move) is None
    assert seen[0][0] > 2
    assert seen[1:] == [(2, 5)]


def test_it_says_the_same_twice(played: Sitting, found: Analysis) -> None:
    assert analyse(played, played_on=4, tried=3) == found


def test_progress_is_told(played: Sitting) -> None:
    told: list[tuple[int, int]] = []
    sitting = Sitting(find("spada"), {"players": 3}, seed="begun")
    seat = sitting.state.asked[0].seat
    sitting.act(seat, answer(sitting, seat, "player", "x"))
    analyse(sitting, lambda done, of: told.append((done, of)), played_on=1, tried=1)
    assert told == [(1, 1)]


def test_turning_points_are_where_most_changed() -> None:
    points = [Point(n, (c, 1 - c), (0.0, 0.0)) for n, c in enumerate((0.5, 0.5, 0.9, 0.8, 0.1))]
    pairs = Analysis(points, []).turning_points(2)
    assert [(a.length, b.length) for a, b in pairs] == [(1, 2), (3, 4)]


def test_a_game_without_craft_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadOption, match="can’t be analysed"):
        analyse(Sitting(caskets.GAME, {}, seed="1"))


def test_the_picture_has_a_line_and_a_name_for_each_seat(found: Analysis) -> None:
    names = ["Anna <b>", "Bruno", "Carla"]
    drawn = ElementTree.fromstring(chances_picture(found.points, names, "Chances"))
    said = [e for e in drawn.iter() if e.tag.endswith("text")]
    heights = [float(e.attrib["y"]) for e in said if e.text in names]
    assert len(heights) == 3
    gaps = sorted(heights)
    assert all(b - a >= 15 for a, b in pairwise(gaps))
    assert all(0 < y < HIGH for y in heights)
    broken = {
        e.attrib.get("stroke-dasharray")
        for e in drawn.iter()
        if "ch-line" in e.attrib.get("class", "")
    }
    assert len(broken) == 3  # lines differ by more than their colour


def test_slips_can_be_told_in_every_language(found: Analysis) -> None:
    for language in LANGUAGES:
        told = find("spada").speaker(language, (), ("yellow", "black", "white"))
        assert all(told.say(reason) for slip in found.slips for reason in slip.reasons)
    assert json.dumps([slip.cost for slip in found.slips])

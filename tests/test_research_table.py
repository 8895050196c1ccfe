"""The tables of docs/research.md show what was measured, and count consistent positions."""

from __future__ import annotations

import json
import random
from itertools import product
from math import comb
from pathlib import Path

import pytest
from tools import research_table
from tools.research_table import FILE, MODES, PAGE, distributions, divisions, statics

from chancery import games
from chancery.games.friedrich.rules.knowledge.possible_troops import among
from tests.soaking import SOAK


def test_the_page_shows_the_measured_tables() -> None:
    """`python -m tools.research_table write` makes them; seats, actions and numbers are current."""
    text = PAGE.read_text("utf-8")
    assert research_table.page(text, json.loads(FILE.read_text("utf-8"))) == text


def test_every_mode_has_been_measured() -> None:
    measured = json.loads(FILE.read_text("utf-8"))
    assert (measured["seed"], measured["bot"]) == (research_table.SEED, research_table.BOT)
    for mode in MODES:
        found = measured["modes"][mode.title]
        assert found["rules"] <= games.find(mode.game).rules
        assert len(found["wins"]) == int(statics(mode)[1])
        assert sum(found["wins"]) == pytest.approx(found["games"], abs=0.01)


def test_a_measurement_can_be_repeated() -> None:
    first, again = (research_table.play(MODES[0], 0) for _ in range(2))
    assert first == again
    assert sum(first["shares"]) == pytest.approx(1)
    assert first["actions"] >= first["decisions"] > 100
    assert first["most"] * first["decisions"] >= first["legal"] >= 2 * first["decisions"]


@pytest.mark.parametrize("argument", ["--games", "--random", "--jobs"])
@pytest.mark.parametrize("value", ["0", "-1", "many"])
def test_wrong_numbers_are_refused(
    argument: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        research_table.main(["measure", argument, value])
    assert stopped.value.code == 2
    assert f"argument {argument}: " in capsys.readouterr().err


def test_a_game_may_have_no_sampled_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(research_table, "SAMPLED", 0)
    found = research_table.measure(MODES[0], 1, 1)
    assert (found["bits_positions"], found["bits_mean"], found["bits_max"]) == (0, 0, 0)


def test_a_page_is_not_written_before_all_has_been_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(research_table, "FILE", tmp_path / "research.json")
    monkeypatch.setattr(research_table, "PAGE", tmp_path / "research.md")
    with pytest.raises(SystemExit) as stopped:
        research_table.main(["write"])
    assert stopped.value.code == 1
    assert f"not measured yet: {MODES[0].title}" in capsys.readouterr().err
    assert not research_table.PAGE.exists()


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [
        ((1, 1), (1, 1), 2),
        ((2, 1), (2, 1), 2),
        ((2, 2), (4, 0), 1),
        ((3, 2), (1, 1, 1, 1, 1), comb(5, 3)),
        ((0, 0), (0, 0), 1),
    ],
)
def test_deals_are_counted(rows: tuple[int, ...], columns: tuple[int, ...], expected: int) -> None:
    assert distributions(rows, columns) == expected


def test_a_place_may_refuse_a_kind() -> None:
    assert distributions((1, 2), (2, 1)) == 2
    assert distributions((1, 2), (2, 1), forbidden=0b01) == 1
    assert distributions((1, 2), (2, 1), forbidden=0b10) == 1


def test_deals_are_all_different_ways() -> None:
    rows, columns = (2, 3, 1), (3, 1, 2)
    cards = [kind for kind, n in enumerate(columns) for _ in range(n)]
    places = [place for place, n in enumerate(rows) for _ in range(n)]
    found = set()
    dice = random.Random(1)
    for _ in range(3000):
        dice.shuffle(cards)
        found.add(tuple(sorted(zip(places, cards, strict=True))))
    assert len(found) == distributions(rows, columns)


def test_divisions_of_troops_are_estimated() -> None:
    boxes = {0: (1, 8), 1: (2, 4), 2: (1, 8), 3: (1, 3)}
    sums = among(boxes, 12)
    ranges = (range(low, high + 1) for low, high in boxes.values())
    exact = sum(sum(troops) == 12 for troops in product(*ranges))
    assert divisions(sums, random.Random(1), 4000) == pytest.approx(exact, rel=0.05)


def test_all_positions_of_la_spada_that_fit_a_view_are_counted() -> None:
    """Sampling finds as many different positions as were counted, where there are few."""
    game = games.find("spada")
    compared = 0
    for seed in range(20 if SOAK else 2):
        state, dice = game.start({"players": 3}, seed), random.Random(seed)
        while state.asked:
            seat = state.asked[0].seat
            view = state.view(seat)
            if sum(view.sizes) - view.sizes[seat] <= 3:
                counted = research_table.spada_positions(view, dice)
                if 1 < counted <= 12:
                    drawn = [game.sample(view, str(number)) for number in range(40 * counted)]
                    hidden = {(*found.hands, *found.loot, *found.agendas) for found in drawn}
                    assert len(hidden) == counted
                    compared += 1
            state.apply(dice.choice(state.legal(seat)), seat)
    assert compared


def test_hidden_cards_and_troops_of_friedrich_are_counted() -> None:
    """In the first turn Frederick knows nothing of France but how many cards and troops it has."""
    game = games.find("friedrich")
    state, dice = game.start({"game": "west", "players": 2}, "1"), random.Random(1)
    assert research_table.friedrich_positions(state.view(0), dice) is None  # troops are shared
    while state.asked[0] != (1, "move"):
        seat = state.asked[0].seat
        state.apply(dice.choice(state.legal(seat)), seat)
    view = state.view(0)
    (france,) = (n for n in range(7) if view.owners[n] >= 0 and not view.own(n))
    held = view.hand_size(france)
    assert held > 0
    gone = sum(view.buried_backs) - len(view.buried)  # discarded by France, face down
    cards = comb(held + gone + view.draw_size, held) * comb(gone + view.draw_size, gone)
    troops = divisions(view.known[france], random.Random(2), 4000)
    found = research_table.friedrich_positions(view, dice)
    assert found is not None
    assert found / cards == pytest.approx(troops, rel=0.3)
    hands = {tuple(game.sample(view, str(n)).hand(france)) for n in range(40)}
    assert len(hands) > 30

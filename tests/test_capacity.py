"""The model of capacity: more players need more, and the documentation shows what it predicts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tools import capacity
from tools.capacity import COSTS, need

SCALING = (Path(__file__).parent.parent / "docs/scaling.md").read_text("utf-8")


@pytest.mark.parametrize("shards", [1, 64])
def test_the_documentation_shows_what_the_model_predicts(
    shards: int, capsys: pytest.CaptureFixture[str]
) -> None:
    capacity.predict(shards)
    lines = capsys.readouterr().out.splitlines()
    shown = [line for line in lines if line in SCALING]
    assert len(shown) >= (len(lines) if shards == 1 else 10)


def test_more_players_need_more_of_everything() -> None:
    few, many = need(10_000), need(1_000_000)
    for part in ("web", "bots", "thinkers", "database", "connections", "machines", "disk"):
        assert getattr(many, part) > getattr(few, part), part
    assert many.actions == pytest.approx(100 * few.actions)


def test_live_updates_cost_more_than_their_share_on_many_servers() -> None:
    few, many = need(100_000), need(1_000_000)
    assert many.web > 10 * few.web  # every server hears of every change
    assert need(1_000_000, shards=64).web < 11 * need(100_000, shards=64).web
    silent = replace(COSTS, notice=0, notify=0)
    assert need(1_000_000, silent).database < many.database / 2


def test_what_cannot_be_served_is_said_to_be_too_much() -> None:
    assert need(100_000_000).web == 0
    assert max(need(100_000_000).loads.values()) > 1

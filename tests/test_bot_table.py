"""The table of measured bots is the one that the files of results give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools import bot_table
from tools.bot_table import PAGE


def test_the_page_has_the_table_of_today() -> None:
    """`python -m tools.bot_table --write` brings it up to date."""
    text = PAGE.read_text("utf-8")
    assert bot_table.page(text) == text
    assert text.count("\n| ") > 20


def test_wins_are_counted_for_each_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = {"game": "spada", "rules": 1, "options": {"players": 3}, "seed": "1"}
    lines = [
        {"bot": "miser", "chancery": "1.2.3", "behaviour": "00"},
        {"seats": ["miser", "player", "player"], "winners": [0]},
        {"seats": ["player", "miser", "player"], "winners": [0, 1]},
        {"seats": ["player", "player", "player"], "winners": [2]},
    ]
    text = "".join(json.dumps(line) + "\n" for line in (head, *lines))
    (tmp_path / "miser-three.jsonl").write_text(text)
    (tmp_path / "curve.jsonl").write_text('{"curve": []}\n')  # some other measurement
    monkeypatch.setattr(bot_table, "MEASURES", tmp_path)
    (row,) = bot_table.rows()
    assert row.startswith("| spada | players=3 | miser | player | 2 | 75.0% (")
    assert row.endswith("| 33% | 1.2.3 | miser-three |")

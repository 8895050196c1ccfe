"""Whole games in every mode replay to the position they ended in."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from chancery.games import find
from chancery.table import record

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    sitting = record.loads(text, find)  # every action is checked, and the digest at the end
    assert sitting.state.digest() == json.loads(text)["digest"]
    assert record.dumps(sitting) == text
    assert sitting.state.result is not None
    assert sitting.state.turn <= 23
    for length in random.Random(path.stem).sample(range(len(sitting.log)), 3):
        sitting.at(length).check()


def test_there_are_three_whole_games_of_each_mode() -> None:
    modes = Counter(path.stem.split("-")[1] for path in RECORDS)
    assert set(modes) == {"4", "3", "expert", "west", "austrian"}
    assert min(modes.values()) >= 3

"""Whole games of every game, of this rules version and of older ones, replay to their end."""

import json
import random
from pathlib import Path

import pytest

from chancery.games import find
from chancery.table import record

RECORDS = sorted(Path(__file__).parent.glob("*/records/*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_record_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    sitting = record.loads(text, find)  # every action is checked, and the digest at the end
    assert sitting.state.digest() == json.loads(text)["digest"]
    assert record.dumps(sitting) == text
    for length in random.Random(path.stem).sample(range(len(sitting.log)), 3):
        sitting.at(length).check()

"""Whole games of every game, of this rules version and of older ones, replay to their end."""

import json
import random
from pathlib import Path

import pytest

from chancery.games import find
from chancery.table import record
from tests.records import kept, name_of, read


@pytest.mark.parametrize("path", kept(), ids=lambda path: f"{path.parts[-3]} {name_of(path)}")
def test_record_replays(path: Path) -> None:
    text = read(path)
    sitting = record.loads(text, find)  # every action is checked, and the digest at the end
    assert sitting.state.digest() == json.loads(text)["digest"]
    assert record.dumps(sitting) == text
    for length in random.Random(name_of(path)).sample(range(len(sitting.log)), 3):
        sitting.at(length).check()

"""Whole games, of this rules version and of older ones, replay to the position they ended in."""

import json
import random
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
    for length in random.Random(path.stem).sample(range(len(sitting.log)), 5):
        sitting.at(length).check()


def test_there_are_ten_whole_games_most_of_them_by_the_steward() -> None:
    sittings = [record.loads(path.read_text("utf-8"), find) for path in RECORDS]
    whole = [sitting for sitting in sittings if sitting.state.result is not None]
    by_steward = [sitting for sitting in whole if set(sitting.names) == {"steward"}]
    assert len(whole) >= 10
    assert len(by_steward) > len(whole) / 2

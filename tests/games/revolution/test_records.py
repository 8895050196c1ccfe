"""Whole games in every mode replay to the position they ended in."""

import json
import random
from pathlib import Path

import pytest

from chancery.games import find
from chancery.table import record
from tests.games.revolution.modes import PAIRS

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    sitting = record.loads(text, find)  # every action is checked, and the digest at the end
    assert sitting.state.digest() == json.loads(text)["digest"]
    assert record.dumps(sitting) == text
    assert sitting.state.result is not None
    for length in random.Random(path.stem).sample(range(len(sitting.log)), 3):
        sitting.at(length).check()


def test_every_mode_is_there() -> None:
    options = [json.loads(path.read_text("utf-8"))["options"] for path in RECORDS]
    assert {chosen["players"] for chosen in options} == {2, 3, 4, 5}
    assert {chosen["factions"] for chosen in options if chosen["players"] == 3} == set(PAIRS)
    assert {chosen["province_order"] for chosen in options} == {"batched", "rulebook"}

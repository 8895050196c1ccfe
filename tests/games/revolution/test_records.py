"""Which games are kept as records; that they replay is tested for all games at once."""

import json

from chancery.games import find
from chancery.table import record
from tests.games.revolution.modes import PAIRS
from tests.records import kept, read

RECORDS = kept("revolution")


def test_every_mode_is_there() -> None:
    options = [json.loads(read(path))["options"] for path in RECORDS]
    assert {chosen["players"] for chosen in options} == {2, 3, 4, 5}
    assert {chosen["factions"] for chosen in options if chosen["players"] == 3} == set(PAIRS)
    assert {chosen["province_order"] for chosen in options} == {"batched", "rulebook"}
    ends = [record.loads(read(path), find).state.result for path in RECORDS]
    assert None not in ends

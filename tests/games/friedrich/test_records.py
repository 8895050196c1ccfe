"""Which games are kept as records; that they replay is tested for all games at once."""

from collections import Counter

from chancery.games import find
from chancery.table import record
from tests.records import kept, name_of, read

RECORDS = kept("friedrich")


def test_there_are_three_whole_games_of_each_mode() -> None:
    modes = Counter(name_of(path).split("-")[1] for path in RECORDS)
    assert set(modes) == {"4", "3", "expert", "west", "austrian"}
    assert min(modes.values()) >= 3
    for path in RECORDS:
        sitting = record.loads(read(path), find)
        assert sitting.state.result is not None
        assert sitting.state.turn <= 23

"""Which games are kept as records; that they replay is tested for all games at once."""

from chancery.games import find
from chancery.table import record
from tests.records import kept, read


def test_there_are_ten_whole_games_most_of_them_by_the_steward() -> None:
    sittings = [record.loads(read(path), find) for path in kept("spada")]
    whole = [sitting for sitting in sittings if sitting.state.result is not None]
    by_steward = [sitting for sitting in whole if set(sitting.names) == {"steward"}]
    assert len(whole) >= 10
    assert len(by_steward) > len(whole) / 2

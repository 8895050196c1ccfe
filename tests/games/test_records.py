"""Whole games of every game, of this rules version and of older ones, replay to their end."""

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from chancery.core import Tape
from chancery.games import find
from chancery.table import Sitting, record, script
from tests.games.revolution.positions import PAIRS
from tests.records import kept, name_of, read


@cache
def replayed(path: Path) -> Sitting:
    """A record, played again once for all of these tests."""
    return record.loads(read(path), find)  # every action is checked, and the digest at the end


@pytest.mark.parametrize("path", kept(), ids=lambda path: f"{path.parts[-3]} {name_of(path)}")
def test_record_replays(path: Path) -> None:
    text = read(path)
    sitting = replayed(path)
    assert sitting.state.digest() == json.loads(text)["digest"]
    assert record.dumps(sitting) == text
    for length in random.Random(name_of(path)).sample(range(len(sitting.log)), 3):
        sitting.at(length).check()


# -- which games are kept ------------------------------------------------------------------


def test_friedrich_has_three_whole_games_of_each_mode() -> None:
    records = kept("friedrich")
    modes = Counter(name_of(path).split("-")[1] for path in records)
    assert set(modes) == {"4", "3", "expert", "west", "austrian"}
    assert min(modes.values()) >= 3
    for path in records:
        assert replayed(path).state.result is not None
        assert replayed(path).state.turn <= 23


def test_revolution_has_every_mode() -> None:
    records = kept("revolution")
    options = [json.loads(read(path))["options"] for path in records]
    assert {chosen["players"] for chosen in options} == {2, 3, 4, 5}
    assert {chosen["factions"] for chosen in options if chosen["players"] == 3} == set(PAIRS)
    assert {chosen["province_order"] for chosen in options} == {"batched", "rulebook"}
    assert {chosen.get("edition", 2007) for chosen in options} == {2004, 2007}
    assert None not in [replayed(path).state.result for path in records]


def test_spada_has_ten_whole_games_most_of_them_by_the_steward() -> None:
    whole = [s for s in map(replayed, kept("spada")) if s.state.result is not None]
    by_steward = [sitting for sitting in whole if set(sitting.names) == {"steward"}]
    assert len(whole) >= 10
    assert len(by_steward) > len(whole) / 2


# -- what comes up in them -----------------------------------------------------------------


def _look(sitting: Sitting, seen: dict[str, set[str]]) -> None:
    """Play it again, looking at everything."""
    state = sitting.start.clone()
    happened = list(sitting.opening)
    for entry in sitting.log:
        seen["phases"].update(type(phase).__name__ for phase in state.phases)
        if entry.action is not None:
            seen["verbs"].add(entry.action.verb)
            state.tape = Tape(entry.luck)
            happened += state.apply(entry.action, entry.seat)
    for event in happened:
        faces = [event, *(event.seen_by(seat) for seat in (None, 0, 1, 2, 3))]
        seen["events"].update(type(face).__name__ for face in faces if face is not None)


def test_every_event_of_friedrich_is_in_an_example_or_record() -> None:
    """The same holds for every phase and verb."""
    game = find("friedrich")
    seen: dict[str, set[str]] = {"phases": set(), "verbs": set(), "events": set()}
    for path in (game.folder / "data" / "examples").glob("*.script"):
        _look(script.run(path.read_text("utf-8"), find), seen)
    missing = {
        "phases": {kind.__name__ for kind in game.phases},
        "verbs": {action.verb for action in game.notation},
        "events": {kind.__name__ for kind in game.events},
    }
    for path in kept("friedrich"):
        missing = {kind: names - seen[kind] for kind, names in missing.items()}
        if any(missing.values()):
            _look(replayed(path), seen)
    assert not any(names - seen[kind] for kind, names in missing.items()), (missing, seen)

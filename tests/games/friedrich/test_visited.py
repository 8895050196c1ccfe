"""Every phase, verb and event of the game comes up in the worked examples or the recorded games."""

from pathlib import Path

from chancery.core import Tape
from chancery.games import find
from chancery.table import Sitting, record, script
from tests.records import kept, read

HERE = Path(__file__).parent
GAME = find("friedrich")
SCRIPTS = GAME.folder / "data" / "examples"


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


def test_nothing_is_left_out() -> None:
    seen: dict[str, set[str]] = {"phases": set(), "verbs": set(), "events": set()}
    for path in SCRIPTS.glob("*.script"):
        _look(script.run(path.read_text("utf-8"), find), seen)
    for path in kept("friedrich"):
        _look(record.loads(read(path), find), seen)
    assert {kind.__name__ for kind in GAME.phases} <= seen["phases"]
    assert {kind.__name__ for kind in GAME.events} <= seen["events"]
    assert {action.verb for action in GAME.notation} <= seen["verbs"]

"""What all tests share: hypothesis without chance of its own, so that none is flaky; an order."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# Django reads its settings before any folder of tests is looked at: its home is named here.
HOME = tempfile.mkdtemp(prefix="chancery-tests-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
# the chance of bots rests on the key of the house: it is the same in every run
(Path(HOME) / "secret-key").write_text("a key for tests alone, the same every time")
os.environ.setdefault("CHANCERY_HOME", HOME)
os.environ.setdefault("CHANCERY_BOT_PACE", "0")

import pytest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

HERE = Path(__file__).parent
# Folders and files with the longest tests, the longest first: begun before the others, so that at
# the end no core waits for another.
LONGEST = (
    "browser/test_lobby.py",
    "browser/test_friedrich.py",
    "browser/test_table_places.py",
    "browser/test_revolution.py",
    "browser/test_play.py",
    "browser",
    "crash/test_kill.py",
    "crash/test_helpers.py",
    "crash",
    "games/revolution/test_conformance.py",
    "games/spada/test_conformance.py",
    "games/revolution/test_drawing.py",
    "web/test_api_bot.py",
    "web/test_upgrade.py",
    "games/friedrich/test_conformance.py",
    "games/test_hand_made.py",
    "cli/test_streams.py",
    "cli/test_other_games.py",
    "tiny/test_conformance.py",
)

settings.register_profile(
    "chancery",
    derandomize=True,  # the same examples on every run and on every machine
    deadline=None,
    database=None,
    max_examples=40,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("chancery")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files come first; within a file nothing changes."""
    places = {name: number for number, name in enumerate(LONGEST)}

    def place(item: pytest.Item) -> int:
        path = Path(os.path.relpath(item.path, HERE)).as_posix()  # an example lies beside
        found = (places.get(name) for name in (path, path.partition("/")[0]))
        return next((number for number in found if number is not None), len(LONGEST))

    items.sort(key=place)

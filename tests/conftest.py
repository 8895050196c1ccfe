"""Shared configuration of all tests: deterministic hypothesis, and the order of files."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
import tomllib
from pathlib import Path

# Django reads its settings before pytest collects any folder, so the data directory is set here.
HOME = tempfile.mkdtemp(prefix="chancery-tests-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
# the randomness of bots depends on the site's secret key, so it is the same in every run
(Path(HOME) / "secret-key").write_text("a key for tests alone, the same every time")
os.environ.setdefault("CHANCERY_HOME", HOME)
os.environ.setdefault("CHANCERY_BOT_PACE", "0")

import pytest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

from tests.soaking import SOAK  # noqa: E402

# No collections of garbage while thousands of tests are collected; see `pytest_collection_finish`.
gc.disable()
HERE = Path(__file__).parent
# Folders with the longest tests, and with fixtures shared by the whole folder, run first.
FIRST = ("tests/browser", "tests/crash")
# CPU seconds of every file: the longest are started first, so that no core is idle at the end.
BUDGETS: dict[str, float] = tomllib.loads((HERE / "budgets.toml").read_text())

settings.register_profile(
    "chancery",
    derandomize=True,  # the same examples on every run and on every machine
    deadline=None,
    database=None,
    max_examples=200 if SOAK else 25,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("chancery")


@pytest.hookimpl(trylast=True)  # pytest-django has an order of its own
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect soak tests, and put long files first without changing the order inside files."""
    if not SOAK:
        left_out = [item for item in items if item.get_closest_marker("soak")]
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
        config.hook.pytest_deselected(items=left_out)

    def place(item: pytest.Item) -> tuple[int, float]:
        file = item.nodeid.partition("::")[0]
        folder = file.rpartition("/")[0]
        turn = FIRST.index(folder) if folder in FIRST else len(FIRST)
        return turn, -BUDGETS.get(file, 0.0)

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Collect garbage again, but no longer look through all modules and tests for it."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 50)

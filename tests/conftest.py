"""What all tests share: hypothesis without chance of its own, so that no test is flaky."""

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

from hypothesis import HealthCheck, settings  # noqa: E402

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

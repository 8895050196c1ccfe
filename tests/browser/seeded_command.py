"""`chancery` with the same seed at every table, so that tests are reproducible.

Caches are not warmed up, as most of that would be unused.
"""

from __future__ import annotations

import sys

import uvicorn

from chancery.web.base import keys
from chancery.web.server import connections

CHANCE = "5" * 32

connections.Server = uvicorn.Server  # type: ignore[assignment, misc] # one that warms nothing

keys.new_seed = lambda: CHANCE  # before it is imported by name

from chancery.cli.main import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())

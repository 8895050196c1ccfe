"""`chancery` with the same seed at every table, so that tests are reproducible.

Caches are not warmed up, as most of that would be unused.
"""

from __future__ import annotations

import sys

from chancery.web.base import keys
from chancery.web.server import connections

CHANCE = "5" * 32

connections.Server.warm_up = lambda self: None  # type: ignore[method-assign]

keys.new_seed = lambda: CHANCE  # before it is imported by name

from chancery.cli.main import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())

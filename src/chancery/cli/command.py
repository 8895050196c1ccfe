"""The command `chancery`, as it is installed."""

from __future__ import annotations

from chancery.cli import INTERRUPTED


def start() -> int:
    """Ctrl-C ends it quietly even while the rest is still being loaded."""
    try:
        from chancery.cli.main import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED

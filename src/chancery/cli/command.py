"""The entry point of the command `chancery`."""

from __future__ import annotations

from chancery.cli import INTERRUPTED


def start() -> int:
    """Run the command; Ctrl-C ends it quietly even while modules are imported."""
    try:
        from chancery.cli.main import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED

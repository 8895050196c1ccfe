"""The command line: `chancery` and its verbs."""

from __future__ import annotations

INTERRUPTED = 130


def start() -> int:
    """The command `chancery`: Ctrl-C ends it quietly even while it is still being loaded."""
    try:
        from chancery.cli.main import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED

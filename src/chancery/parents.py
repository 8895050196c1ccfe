"""A process that another has begun ends with it."""

from __future__ import annotations

import multiprocessing
import multiprocessing.process
import os
import threading


def belong() -> None:
    """A parent that was killed takes its helpers along: called by a helper as it begins."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)

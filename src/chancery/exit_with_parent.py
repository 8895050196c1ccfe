"""Make a helper process end when its parent does."""

from __future__ import annotations

import multiprocessing
import multiprocessing.process
import os
import threading


def exit_with_parent() -> None:
    """End this process as soon as its parent has ended; a helper calls it when it starts."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)

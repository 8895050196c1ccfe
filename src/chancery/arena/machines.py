"""Runs batches of games in this process, in several, or on the machines of a Ray cluster."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

from chancery import installing
from chancery.core import BadOption, UserError
from chancery.core.words import T
from chancery.exit_with_parent import exit_with_parent

Found = TypeVar("Found")
HERE, RAY = "here", "ray"


def spread(
    task: Callable[..., Found], batches: Sequence[tuple[Any, ...]], jobs: int, on: str = HERE
) -> Iterator[Found]:
    """Yield the result of a task for each batch, in order of completion."""
    if on == RAY:
        return _by_ray(task, batches)
    return _by_processes(task, batches, jobs) if jobs > 1 else (task(*batch) for batch in batches)


def _by_processes(
    task: Callable[..., Found], batches: Sequence[tuple[Any, ...]], jobs: int
) -> Iterator[Found]:
    # Spawned, not forked: a fork while a thread draws a progress bar could hang.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), exit_with_parent)
    others = set(active_children())
    try:
        with _undisturbed():
            waiting = [pool.submit(task, *batch) for batch in batches]
        for done in as_completed(waiting):
            yield done.result()
        pool.shutdown()
    except BrokenProcessPool as error:
        raise UserError(T("A process of the arena was stopped from outside.")) from error
    finally:  # at once, without waiting for batches that are no longer needed
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.kill()


def _by_ray(
    task: Callable[..., Found], batches: Sequence[tuple[Any, ...]]
) -> Iterator[Found]:  # pragma: no cover - needs Ray, which is an extra of its own
    try:
        import ray
    except ImportError as error:
        raise BadOption(T("Ray is not installed: {command}.", command=installing("ray"))) from error
    ray.init(ignore_reinit_error=True, log_to_driver=False)  # RAY_ADDRESS names a cluster
    remote = ray.remote(task)
    waiting = [remote.remote(*batch) for batch in batches]
    while waiting:
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Protect child processes from Ctrl-C, even while they start.

    A terminal sends it to all of its processes at once, and only the parent can handle it, after
    the child has started. The signal may still reach another thread of the parent, and from there
    this one.
    """
    ours = threading.current_thread() is threading.main_thread()
    if not ours or not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    noted: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda *_: noted.append(1))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, usual)
    if noted:
        raise KeyboardInterrupt

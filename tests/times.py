"""A pytest plugin that measures where the time of a run goes: `-p tests.times --times FILE`.

Every worker measures its fixtures and tests, in wall time and in CPU time of the worker and of all
processes that it started (servers, browsers, commands); PostgreSQL is not included. The controller
writes all rows to FILE. `tools/test_times.py` prints reports from such files.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
REFERENCE = 12_000  # plies per second of the machine that budgets are for
FRESH = 0.005  # seconds for which the CPU time of other processes is not read again


class Reading(NamedTuple):
    """Wall and CPU time since some moment, in seconds."""

    wall: float
    cpu: float

    def since(self, earlier: Reading) -> Reading:
        """Return the time between two readings."""
        return Reading(self.wall - earlier.wall, max(self.cpu - earlier.cpu, 0.0))


class Row(NamedTuple):
    """The time of one test without shared fixtures, or of one fixture."""

    kind: str  # "test" or "fixture"
    file: str
    name: str
    wall: float
    cpu: float


class Clock:
    """Reads wall and CPU time of this process and its descendants."""

    def __init__(self) -> None:
        self._read_at = -1.0
        self._others = 0.0  # the CPU time of all other processes until now
        self._seen: dict[int, float] = {}  # CPU time of each running process
        self._waited = 0.0  # CPU time of all processes that have ended

    def read(self) -> Reading:
        """Return the wall and CPU time until now."""
        wall = time.perf_counter()
        if wall - self._read_at > FRESH:
            self._look()
            self._read_at = time.perf_counter()
        return Reading(wall, time.process_time() + self._others)

    def _look(self) -> None:
        """Add the CPU time of other processes since the last reading."""
        running = dict(_descendants())
        for process, used in running.items():
            self._others += max(used - self._seen.get(process, 0.0), 0.0)
        # of processes that ended since the last reading only the total is known
        ended = sum(used for process, used in self._seen.items() if process not in running)
        times = os.times()
        waited = times.children_user + times.children_system
        self._others += max(waited - self._waited - ended, 0.0)
        self._seen, self._waited = running, waited


def _descendants() -> Iterator[tuple[int, float]]:
    """Yield the descendants of this process, and the CPU seconds of each itself."""
    children: dict[int, list[tuple[int, float]]] = {}
    for process, parent, used in _processes():
        children.setdefault(parent, []).append((process, used))
    waiting = [os.getpid()]
    while waiting:
        found = children.get(waiting.pop(), [])
        yield from found
        waiting += [process for process, _ in found]


def _processes() -> Iterator[tuple[int, int, float]]:
    """Yield all processes of the machine: number, parent and CPU seconds."""
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # the process has just ended
            yield int(name), int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS


def plies_per_cpu_second(seconds: float = 1.0) -> float:
    """Return the current speed of this machine, measured with python-chess."""
    import chess

    dice = random.Random(0)
    plies = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(dice.choice(list(board.legal_moves)))
            plies += 1
    return plies / spent


class Worker:
    """Measures the tests of one process."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._plies = [plies_per_cpu_second()]
        self._clock = Clock()
        self._shared = Reading(0, 0)  # time for fixtures shared with later tests
        self._file = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Generator[None, Any, Any]:
        """Measure the set-up of a fixture."""
        before = self._clock.read()
        try:
            return (yield)
        finally:
            spent = self._clock.read().since(before)
            if fixturedef.scope != "function":
                self._shared = Reading(self._shared.wall + spent.wall, self._shared.cpu + spent.cpu)
            name = f"{fixturedef.argname} [{fixturedef.scope}] of {fixturedef.baseid or 'a plugin'}"
            self.rows.append(Row("fixture", self._file, name, *spent))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Measure a test without its shared fixtures."""
        self._file = item.nodeid.partition("::")[0]
        self._shared = Reading(0, 0)
        before = self._clock.read()
        try:
            return (yield)
        finally:
            spent = self._clock.read().since(before).since(self._shared)
            self.rows.append(Row("test", self._file, item.nodeid, *spent))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Send the rows to the controller process."""
        self._plies.append(plies_per_cpu_second())
        rows = [tuple(row) for row in self.rows]  # execnet sends plain tuples only
        session.config.workeroutput["times"] = rows  # type: ignore[attr-defined]
        session.config.workeroutput["plies"] = self._plies  # type: ignore[attr-defined]


class Controller:
    """Collects the rows of all workers."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._rows: list[Row] = []
        self._plies: list[float] = []
        self._begun = time.perf_counter()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Collect the rows of a worker that has finished."""
        sent = getattr(node, "workeroutput", {})
        self._rows += (Row(*row) for row in sent.get("times", ()))
        self._plies += sent.get("plies", ())

    def pytest_unconfigure(self) -> None:
        """Write all rows to the file."""
        minutes = (time.perf_counter() - self._begun) / 60
        plies = sum(self._plies) / max(len(self._plies), 1) or REFERENCE
        found = {"minutes": minutes, "plies": plies, "rows": self._rows}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps(found))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--times FILE` to pytest."""
    parser.addoption("--times", type=Path, help="write the time of every test and fixture here")


def pytest_configure(config: pytest.Config) -> None:
    """Measure in workers, collect in the controller."""
    file = config.getoption("times")
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Worker(), "times-worker")
    elif file is not None:
        config.pluginmanager.register(Controller(file), "times-controller")

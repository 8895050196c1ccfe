"""Report the times of the test suite, and compare them with the budgets of its files.

    python tools/test_times.py FILE...           print a report of these measured runs
    python tools/test_times.py FILE... --check   compare them with tests/budgets.toml
    python tools/test_times.py FILE... --write   make them the new budgets

Runs are measured with `pytest -p tests.times --times FILE`; `make test-times` does all of it. CPU
seconds are scaled to a machine on which python-chess plays 12,000 random plies per second.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tests.times import REFERENCE, Row

BUDGETS = Path(__file__).parent.parent / "tests" / "budgets.toml"
SLACK = 1.5  # a file may take half as long again ...
LEAST = 2.0  # ... and this many seconds more, before it is over its budget
SLOWEST = 100
GREW_MOST = 10
HEADER = """\
# CPU seconds of every file of tests, on all databases together, where python-chess plays 12,000
# random plies per second. `make soak` fails if one takes half as long again and two seconds more;
# `make test-times WRITE=1` writes this file anew.
"""


class Run:
    """One measured run of pytest, read from a file."""

    def __init__(self, file: Path) -> None:
        found = json.loads(file.read_text())
        self.name = file.stem
        self.minutes: float = found["minutes"]
        self.plies: float = found.get("plies", REFERENCE)
        scale = self.plies / REFERENCE
        self.rows = [Row(kind, place, name, wall, cpu * scale)
                     for kind, place, name, wall, cpu in found["rows"]]  # fmt: skip

    def of_kind(self, kind: str) -> list[Row]:
        """Return the rows of tests or of fixtures."""
        return [row for row in self.rows if row.kind == kind]


def folder(row: Row) -> str:
    """Return the folder of a row's file, for games including the game."""
    return row.file.rpartition("/")[0]


def table(title: str, rows: Iterable[Row], key: Callable[[Row], str], most: int = 0) -> None:
    """Print sums by a key, the largest first."""
    sums: dict[str, list[float]] = {}
    for row in rows:
        found = sums.setdefault(key(row), [0.0, 0.0, 0])
        found[0] += row.cpu
        found[1] += row.wall
        found[2] += 1
    print(f"\n{title}\n{'CPU s':>9} {'wall s':>9} {'number':>7}")
    ranked = sorted(sums.items(), key=lambda pair: -pair[1][0])
    for name, (cpu, wall, number) in ranked[: most or None]:
        print(f"{cpu:9.1f} {wall:9.1f} {number:7.0f}  {name}")


def report(run: Run) -> None:
    """Print the report of one run."""
    tests = run.of_kind("test")
    everything = sum(row.cpu for row in tests) + sum(
        row.cpu for row in run.of_kind("fixture") if "[function]" not in row.name
    )
    print(f"\n== {run.name}: {len(tests)} tests, {run.minutes:.1f} minutes, {everything:.0f} CPU"
          f" seconds scaled from {run.plies:.0f} plies per second")  # fmt: skip
    table("Folders, without shared fixtures", tests, folder)
    table("Fixtures", run.of_kind("fixture"), lambda row: row.name, 30)
    table("Files", tests, lambda row: row.file)
    table(f"The slowest {SLOWEST} tests", tests, lambda row: row.name, SLOWEST)
    whole = re.compile(r"\[.*")
    table("Tests with all of their parameters", tests, lambda row: whole.sub("", row.name), 40)


def by_file(runs: Sequence[Run]) -> dict[str, float]:
    """Return the CPU seconds of every file, with the fixtures first used there."""
    sums: dict[str, float] = {}
    for run in runs:
        for row in run.of_kind("test"):
            sums[row.file] = sums.get(row.file, 0.0) + row.cpu
    return sums


def check(runs: Sequence[Run]) -> int:
    """Print the files that grew most; return 1 if one is over its budget."""
    budgets: dict[str, float] = tomllib.loads(BUDGETS.read_text())
    spent = by_file(runs)
    grown = sorted(spent, key=lambda file: budgets.get(file, 0.0) - spent[file])
    print(f"\nThe {GREW_MOST} files that grew most, in CPU seconds:")
    for file in grown[:GREW_MOST]:
        print(f"{budgets.get(file, 0.0):7.1f} -> {spent[file]:6.1f}  {file}")
    over = [file for file in grown if spent[file] > budgets.get(file, 0.0) * SLACK + LEAST]
    for file in over:
        print(f"{file} is over its budget: make it faster, or `make test-times WRITE=1`.")
    return int(bool(over))


def write(runs: Sequence[Run]) -> None:
    """Write these runs as the new budgets."""
    lines = [f'"{file}" = {seconds:.1f}\n' for file, seconds in sorted(by_file(runs).items())]
    BUDGETS.write_text(HEADER + "".join(lines))


def main(arguments: Sequence[str]) -> int:
    """Print a report, or compare or write budgets."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", nargs="+", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args(arguments)
    runs = [Run(file) for file in args.file if file.exists()]
    if args.write:
        write(runs)
        return 0
    if args.check:
        return check(runs)
    for run in runs:
        report(run)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

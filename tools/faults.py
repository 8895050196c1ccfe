"""Do the tests notice what a careless change could break?

    python tools/faults.py                  every fault of tools/faults.toml
    python tools/faults.py NAME...          these alone
    python tools/faults.py --root FOLDER    in another checkout, by its own tests

Each fault changes a few words of one file. The tree is copied to a temporary folder; there one
fault after the other is put in, its tests are run, and it is taken out again. First all these tests
must pass as they are. The tree itself is only read, whatever happens.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

LIST = Path(__file__).with_name("faults.toml")
LEFT_OUT = (".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "dist", "*.egg-info")
PATIENCE = "20"  # seconds: what a fault keeps from coming is not waited for as long as ever
WITHIN = 1200  # seconds for the tests of one fault
FAREWELL = 60  # seconds for tests that are broken off to stop what they have started
FAILED = 1  # what pytest ends with if a test has failed
FIRST = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class Fault(NamedTuple):
    """Something that a careless change could bring."""

    name: str
    area: str
    file: str  # from the root of the tree
    old: str  # stands there exactly once
    new: str
    tests: tuple[str, ...]  # that notice it
    why: str  # what would go wrong for somebody


class Ran(NamedTuple):
    """What has become of some tests."""

    status: int
    said: str
    seconds: float

    @property
    def first(self) -> str:
        """The first test that has failed."""
        found = FIRST.search(self.said)
        return found[1] if found else "?"


def read(path: Path = LIST) -> list[Fault]:
    """All faults of the list."""
    rows = tomllib.loads(path.read_text("utf-8"))["fault"]
    return [Fault(**{**row, "tests": tuple(row["tests"])}) for row in rows]


def chosen(faults: Sequence[Fault], names: Sequence[str]) -> list[Fault]:
    """Those with these names, or all; LookupError if there is no such fault."""
    unknown = sorted(set(names) - {fault.name for fault in faults})
    if unknown:
        raise LookupError(f"no such fault: {', '.join(unknown)}")
    return [fault for fault in faults if not names or fault.name in names]


def stale(root: Path, faults: Iterable[Fault]) -> Iterator[str]:
    """What is wrong with faults whose text is not in the tree exactly once."""
    for fault in faults:
        path = root / fault.file
        times = path.read_text("utf-8").count(fault.old) if path.is_file() else 0
        if times != 1:
            yield (
                f"{fault.name}: `old` stands {times} times in {fault.file}, not once; write in"
                f" tools/{LIST.name} what stands there now, or choose another fault of this kind"
            )


def copy(root: Path, folder: Path) -> Path:
    """The tree without what is only of use in its own place; with its catalogues compiled."""
    tree = folder / "tree"
    shutil.copytree(root, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
    compiling = [sys.executable, str(tree / "tools" / "catalogues.py"), "compile"]
    subprocess.run(compiling, cwd=tree, env=surroundings(tree), check=True, capture_output=True)
    return tree


def surroundings(tree: Path) -> dict[str, str]:
    """The variables with which everything is run: the copy goes before what is installed."""
    paths = [str(tree / "src"), str(tree), os.environ.get("PYTHONPATH", "")]
    own = {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "CHANCERY_REQUIRE_ALL": "1"}
    return {**os.environ, **own, "CHANCERY_PATIENCE": PATIENCE}


def run(tree: Path, tests: Iterable[str], *more: str) -> Ran:
    """Run some tests in a tree; if that is broken off they may still stop their servers."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *more, *tests]
    begun = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=tree,
        env=surroundings(tree),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,  # an interruption is handed on by us, and once
    )
    try:
        said, _ = process.communicate(timeout=WITHIN)
    except BaseException:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=FAREWELL)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        raise
    return Ran(process.returncode, said, time.monotonic() - begun)


@contextmanager
def put_in(tree: Path, fault: Fault) -> Iterator[None]:
    """Meanwhile the fault is in the tree; afterwards its file is what it was, date and all, or
    Python would go on with what it has compiled."""
    path = tree / fault.file
    before, dates = path.read_bytes(), path.stat()
    path.write_text(before.decode().replace(fault.old, fault.new), "utf-8")
    try:
        yield
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(dates.st_atime_ns, dates.st_mtime_ns))


def noticed(tree: Path, fault: Fault) -> bool:
    """Whether a test fails with this fault; and say so in a line."""
    try:
        with put_in(tree, fault):
            ran = run(tree, fault.tests, "-x", "--tb=no")
    except subprocess.TimeoutExpired:
        print(f"MISSED  {fault.name}: its tests have not ended within {WITHIN} s", flush=True)
        return False
    if ran.status == FAILED:
        print(f"caught  {fault.name}: {ran.first} ({ran.seconds:.1f} s)", flush=True)
        return True
    told = "" if ran.status == 0 else f", for its tests could not be run:\n{ran.said.rstrip()}"
    print(f"MISSED  {fault.name}: {fault.why}{told}", flush=True)
    return False


def check(root: Path, faults: Sequence[Fault]) -> bool:
    """Whether the tests of a tree notice every fault."""
    problems = list(stale(root, faults))
    if problems:
        print("\n".join(problems))
        return False
    with tempfile.TemporaryDirectory(prefix="chancery-faults-") as folder:
        tree = copy(root, Path(folder))
        tests = dict.fromkeys(test for fault in faults for test in fault.tests)
        ran = run(tree, tests)
        if ran.status:
            print(ran.said)
            print("Without any fault these tests do not pass: nothing can be told by them.")
            return False
        print(f"Without any fault all tests pass ({ran.seconds:.1f} s).", flush=True)
        missed = [fault.name for fault in faults if not noticed(tree, fault)]
    print(f"{len(faults) - len(missed)} of {len(faults)} faults are noticed.")
    if missed:
        print("Nobody would notice: " + ", ".join(missed))
    return not missed


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if every fault is noticed, otherwise 1."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a fault (default: all)")
    parser.add_argument("--root", type=Path, default=Path(__file__).parent.parent)
    given = parser.parse_args(arguments)
    try:
        faults = chosen(read(), given.names)
    except LookupError as error:
        parser.error(str(error))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the copy is removed
    try:
        return int(not check(given.root.resolve(), faults))
    except KeyboardInterrupt:
        print("Broken off; the copy is removed.")
        return 130


if __name__ == "__main__":
    sys.exit(main())

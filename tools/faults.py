"""Check that the tests notice deliberate faults (mutation testing).

    python tools/faults.py                  every fault of tools/faults.toml
    python tools/faults.py NAME...          these alone
    python tools/faults.py --root FOLDER    in another checkout, by its own tests

Each fault changes a few words of one file. The tree is copied to a temporary folder; there each
fault in turn is inserted, its tests are run, and it is removed again. First, all these tests must
pass without a fault. The tree itself is only read.
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
PATIENCE = "20"  # seconds that tests wait for an event, since a fault may prevent it
WITHIN = 1200  # seconds for the tests of one fault
FAREWELL = 60  # seconds that interrupted tests have to stop their processes
FAILED = 1  # exit code of pytest if a test has failed
FIRST = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


class Fault(NamedTuple):
    """A fault that a careless change could introduce."""

    name: str
    area: str
    file: str  # relative to the root of the tree
    old: str  # occurs in the file exactly once
    new: str
    tests: tuple[str, ...]  # the tests that notice it
    why: str  # the harm it would do


class Ran(NamedTuple):
    """The result of a pytest run."""

    status: int
    said: str
    seconds: float

    @property
    def first(self) -> str:
        """Return the first test that has failed."""
        found = FIRST.search(self.said)
        return found[1] if found else "?"


def read(path: Path = LIST) -> list[Fault]:
    """Return all faults listed in tools/faults.toml."""
    rows = tomllib.loads(path.read_text("utf-8"))["fault"]
    return [Fault(**{**row, "tests": tuple(row["tests"])}) for row in rows]


def chosen(faults: Sequence[Fault], names: Sequence[str]) -> list[Fault]:
    """Return the faults with these names, or all; LookupError if a name is unknown."""
    unknown = sorted(set(names) - {fault.name for fault in faults})
    if unknown:
        raise LookupError(f"no such fault: {', '.join(unknown)}")
    return [fault for fault in faults if not names or fault.name in names]


def stale(root: Path, faults: Iterable[Fault]) -> Iterator[str]:
    """Return a message for every fault whose text is not in its file exactly once."""
    for fault in faults:
        path = root / fault.file
        times = path.read_text("utf-8").count(fault.old) if path.is_file() else 0
        if times != 1:
            yield (
                f"{fault.name}: `old` stands {times} times in {fault.file}, not once; write in"
                f" tools/{LIST.name} what stands there now, or choose another fault of this kind"
            )


def copy(root: Path, folder: Path) -> Path:
    """Copy the tree without caches and environments, and compile its catalogues."""
    tree = folder / "tree"
    shutil.copytree(root, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
    compiling = [sys.executable, str(tree / "tools" / "catalogues.py"), "compile"]
    subprocess.run(compiling, cwd=tree, env=surroundings(tree), check=True, capture_output=True)
    return tree


def surroundings(tree: Path) -> dict[str, str]:
    """Return the environment of all commands: the copy precedes the installed package."""
    paths = [str(tree / "src"), str(tree), os.environ.get("PYTHONPATH", "")]
    own = {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "CHANCERY_REQUIRE_ALL": "1"}
    return {**os.environ, **own, "CHANCERY_PATIENCE": PATIENCE}


def run(tree: Path, tests: Iterable[str], *more: str) -> Ran:
    """Run tests in a tree; when interrupted, give them time to stop their servers."""
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
        start_new_session=True,  # this process passes an interrupt on, once
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
    """Insert a fault for the duration of the `with` statement. The file is restored with its
    modification time; otherwise Python would keep using the bytecode of the faulty one."""
    path = tree / fault.file
    before, dates = path.read_bytes(), path.stat()
    path.write_text(before.decode().replace(fault.old, fault.new), "utf-8")
    try:
        yield
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(dates.st_atime_ns, dates.st_mtime_ns))


def noticed(tree: Path, fault: Fault) -> bool:
    """Whether a test fails with this fault; print the result."""
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
        print("Not noticed: " + ", ".join(missed))
    return not missed


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the faults named on the command line; return 0 if all are noticed, else 1."""
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
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # removes the copy
    try:
        return int(not check(given.root.resolve(), faults))
    except KeyboardInterrupt:
        print("Broken off; the copy is removed.")
        return 130


if __name__ == "__main__":
    sys.exit(main())

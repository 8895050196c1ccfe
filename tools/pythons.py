"""Check that games have equal digests on every supported Python; `--tests` runs tests too.

`python tools/pythons.py [--tests] [3.12 3.14 ...]` looks for each version on this machine (3.14
also as CPython for WebAssembly, npm's `pyodide`, under Node), and prints one line for each.
The kernel, the games and the table need the standard library only; their tests need pytest and
hypothesis, installed as the locks say into a folder of their own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent.parent
PLACE = HERE / ".venv" / "pythons"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PYODIDE = "314.0.7"  # CPython 3.14
TESTS = ("tests/core", "tests/table", "tests/tiny", "tests/games", "tests/test_scripts.py")
# separate settings: the project's need the site and plugins, which are not installed
PYTEST = ("-q", "-c", os.devnull, "--rootdir", ".", "-p", "no:cacheprovider", "-W", "ignore")
NEEDED = (
    "hypothesis",
    "iniconfig",
    "packaging",
    "pluggy",
    "pygments",
    "pytest",
    "sortedcontainers",
)


def native(version: str) -> list[str] | None:
    """Return the command for a Python of this version; None if there is none."""
    found = shutil.which(f"python{version}")
    if found is None:
        return None
    said = subprocess.run([found, "-c", ""], env=_env(version), capture_output=True, check=False)
    return [found] if said.returncode == 0 else None


def wasm(version: str) -> list[str] | None:
    """Return the command for CPython under Node; None for other versions or without Node."""
    if version != "3.14" or not shutil.which("node") or not shutil.which("npm"):
        return None
    folder = PLACE / "pyodide"
    if not (folder / "node_modules" / "pyodide" / "package.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}')
        call = ["npm", "install", "--silent", "--no-audit", "--no-fund", f"pyodide@{PYODIDE}"]
        if subprocess.run(call, cwd=folder, capture_output=True, check=False).returncode:
            return None
    return ["node", str(HERE / "tools" / "wasm.mjs"), str(folder), str(HERE)]


def _env(version: str) -> dict[str, str]:
    """Return the environment: the project on the path, and pyenv set to this version."""
    path = os.pathsep.join(("src", ".", str(PLACE / "site")))
    home = str(PLACE / "home")
    return {**os.environ, "PYTHONPATH": path, "PYENV_VERSION": version, "CHANCERY_HOME": home}


def prepare_tests() -> None:
    """Install what the tests need; as it is pure Python, one folder serves all versions."""
    lock = (HERE / "requirements" / "dev.txt").read_text("utf-8")
    pins = "".join(
        f"{pin}\n"
        for pin in lock.replace(" \\\n", " ").splitlines()
        if pin.partition("==")[0] in NEEDED
    )
    PLACE.mkdir(parents=True, exist_ok=True)
    (PLACE / "tests.txt").write_text(pins)
    call = [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--require-hashes", "--no-deps", "--upgrade", "--target", str(PLACE / "site")),
        *("--only-binary", ":all:", "--implementation", "py", "--abi", "none"),
        *("--platform", "any", "--requirement", str(PLACE / "tests.txt")),
    ]
    subprocess.run(call, check=True)


def run(version: str, call: Sequence[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one of our programs with a Python."""
    return subprocess.run(
        [*call, *arguments],
        cwd=HERE,
        env=_env(version),
        text=True,
        capture_output=True,
        check=False,
    )


def main(arguments: Sequence[str]) -> int:
    """Check each version; return 1 if one differs, or is missing where all are required."""
    wanted = [version for version in arguments if version in VERSIONS] or VERSIONS
    tests = "--tests" in arguments
    if tests:
        prepare_tests()
    right = run("", [sys.executable], "tools/digests.py").stdout
    failed = missing = False
    for version in wanted:
        call = native(version) or wasm(version)
        if call is None:
            missing = True
            print(f"Python {version} is not here: not tried.")
            continue
        played = run(version, call, "tools/digests.py")
        same = bool(right) and played.returncode == 0 and played.stdout == right
        name = f"Python {version}{' (WebAssembly)' if call[0] == 'node' else ''}"
        print(f"{name}: {len(right.splitlines())} games, {'the same' if same else 'NOT the same'}")
        if not same:
            print(played.stdout + played.stderr)
        failed |= not same
        if tests:
            tried = run(version, call, "-m", "pytest", *PYTEST, *TESTS)
            print(f"{name}: {tried.stdout.strip().splitlines()[-1:]}")
            if tried.returncode:
                print(tried.stdout + tried.stderr)
                failed = True
    return int(failed or (missing and bool(os.environ.get("CHANCERY_REQUIRE_ALL"))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

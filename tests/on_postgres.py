"""Repeat tests of the site on PostgreSQL.

`python -m tests.on_postgres [TESTS] [-- ARGUMENTS]` looks for a server (CHANCERY_TEST_POSTGRES, or
one on this machine), prints a line if there is none, and otherwise runs those tests that may depend
on the database. By default these are the tests of tests/web that are marked with `postgres` or
listed in tests/web/postgres.txt; in a soak it is the whole folder. Arguments after `--` are for
pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import PurePosixPath

from tests.soaking import SOAK

FOLDER = "tests/web"
# files that do not depend on the kind of database
NO_MATTER = (
    "board_parts", "connections", "data_file", "every_address", "headers", "languages", "pairing",
    "startup_checks", "web_hooks",
)  # fmt: skip
LOCAL = "postgres://postgres@127.0.0.1:5432/postgres"


def reachable(url: str) -> bool:
    """Whether a PostgreSQL server answers at this address."""
    try:
        import psycopg

        with psycopg.connect(url, connect_timeout=3):
            return True
    except Exception:
        return False


def concerned(tests: Sequence[str]) -> list[str]:
    """Return those of the requested tests that may depend on the database."""
    found = []
    for test in tests or [FOLDER]:
        path = PurePosixPath(test.split("::")[0])
        if PurePosixPath(FOLDER).is_relative_to(path):
            found.append(FOLDER)  # the whole folder, and perhaps more
        elif path.is_relative_to(FOLDER) and path.stem.removeprefix("test_") not in NO_MATTER:
            found.append(test)
    return found


def main(arguments: Sequence[str]) -> int:
    """Run the tests, or print why not."""
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    tests, rest = concerned(arguments[:cut]), arguments[cut + 1 :]
    if not tests:
        return 0
    url = os.environ.get("CHANCERY_TEST_POSTGRES", LOCAL)
    if not reachable(url):
        print("PostgreSQL is not reachable: the site is tested on SQLite only.")
        return 1 if os.environ.get("CHANCERY_REQUIRE_ALL") else 0
    print("Once more on PostgreSQL:")
    env = {**os.environ, "DATABASE_URL": url}
    if tests == [FOLDER] and not SOAK:
        env["CHANCERY_POSTGRES_CHOSEN"] = "1"
    elsewhere = [f"--ignore={FOLDER}/test_{name}.py" for name in NO_MATTER]
    return subprocess.call([sys.executable, "-m", "pytest", *tests, *elsewhere, *rest], env=env)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

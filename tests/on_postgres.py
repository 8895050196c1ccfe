"""The tests of the site once more, on PostgreSQL.

`python -m tests.on_postgres` looks for a server (CHANCERY_TEST_POSTGRES, or one on this machine),
says in one line if there is none, and runs tests/web on it otherwise; arguments are pytest's.
"""

from __future__ import annotations

import os
import subprocess
import sys

# what does not depend on which database it is
NO_MATTER = ("board_parts", "data_file", "headers", "hooks", "languages", "walk")
LOCAL = "postgres://postgres@127.0.0.1:5432/postgres"


def reachable(url: str) -> bool:
    """Whether a server answers there."""
    try:
        import psycopg

        with psycopg.connect(url, connect_timeout=3):
            return True
    except Exception:
        return False


def main() -> int:
    """Run, or say why not."""
    url = os.environ.get("CHANCERY_TEST_POSTGRES", LOCAL)
    if not reachable(url):
        print("PostgreSQL is not reachable: the site is tested on SQLite only.")
        return 1 if os.environ.get("CHANCERY_REQUIRE_ALL") else 0
    print("Once more on PostgreSQL:")
    env = {**os.environ, "DATABASE_URL": url}
    elsewhere = [f"--ignore=tests/web/test_{name}.py" for name in NO_MATTER]
    return subprocess.call(
        [sys.executable, "-m", "pytest", "tests/web", *elsewhere, *sys.argv[1:]], env=env
    )


if __name__ == "__main__":
    sys.exit(main())

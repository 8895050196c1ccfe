"""Lint what has changed since the last commit: `python tools/changed.py`.

Runs ruff on changed Python files, oxlint on changed scripts and djangofmt on changed templates.
`make lint` checks everything, types and imports too.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
CHECKS = {
    ".py": (["ruff", "check"], ["ruff", "format", "--check"]),
    ".js": (["oxlint", "--deny-warnings"],),
    ".html": (["djangofmt", "--check"], ["djangofmt", "check"]),
}


def changed() -> list[str]:
    """Return the files that differ from the last commit, new ones too."""
    found: list[str] = []
    for call in (
        ["git", "diff", "--name-only", "--diff-filter=d", "HEAD"],
        ["git", "ls-files", "--others", "--exclude-standard"],
    ):
        said = subprocess.run(call, capture_output=True, text=True, check=False)
        found += said.stdout.splitlines()
    return found


def main() -> int:
    """Run every check for which there are changed files."""
    files = changed()
    failed = False
    for ending, calls in CHECKS.items():
        ours = [name for name in files if name.endswith(ending)]
        if ending == ".html":  # the site's Django templates; other templates are Jinja
            ours = [name for name in ours if "/web/templates/" in name]
        for call in calls if ours else ():
            failed |= bool(subprocess.call([str(BIN / call[0]), *call[1:], *ours]))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

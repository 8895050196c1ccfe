"""Write the lock files: all versions and hashes that `make` installs, for every Python version.

`make locks` updates requirements/*.txt to the newest versions that pyproject.toml allows; without
`--upgrade` only versions that no longer satisfy pyproject.toml change.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent.parent
FOLDER = HERE / "requirements"
OLDEST = "3.11"
# lock file: options that select its dependencies; all include those for building
LOCKS: dict[str, tuple[str, ...]] = {
    "core": (),
    "web": ("web", "postgres"),
    "docs": ("docs",),
    "dev": ("dev",),
}


def main() -> int:
    """Resolve each lock file, consistently with those before it."""
    FOLDER.mkdir(exist_ok=True)
    upgrade = ["--upgrade"] if "--upgrade" in sys.argv[1:] else []
    for name, extras in reversed(LOCKS.items()):  # the largest first: the others are subsets of it
        asked = [part for extra in extras for part in ("--extra", extra)]
        agree = [] if name == "dev" else ["--constraint", "requirements/dev.txt"]
        call = [
            *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--group", "build"),
            *asked, *agree, *upgrade,
            *("--universal", "--python-version", OLDEST, "--generate-hashes"),
            *("--no-emit-index-url", "--no-header", "--no-annotate", "--quiet"),
            *("--output-file", f"requirements/{name}.txt"),
        ]  # fmt: skip
        if code := subprocess.call(call, cwd=HERE):
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Check a commit message, as a pre-commit hook: `python tools/commit_message.py FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

LONGEST = 72


def problem(message: str) -> str | None:
    """Return the first problem of a commit message; None if there is none."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0].strip() if lines else ""
    if not subject:
        return "the first line says what the commit changes, as an order: “Add a legend …”"
    if len(subject) > LONGEST:
        return f"the subject has {len(subject)} characters; {LONGEST} are the most"
    if subject.endswith("."):
        return "the subject ends without a full stop"
    if len(lines) > 1 and lines[1].strip():
        return "the second line stays empty; the reasons follow from the third line on"
    return None


if __name__ == "__main__":
    if found := problem(Path(sys.argv[1]).read_text("utf-8")):
        sys.exit(f"commit message: {found}")

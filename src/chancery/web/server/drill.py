"""Restore drill: a backup is restored into a scratch database, and every table replayed.

Run as a program with a backup, in the environment of the scratch site; it writes a report as JSON.
`drill` starts it so, in a temporary home that nobody else can read.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chancery.core import UserError
from chancery.core.words import T

# they concern the real site, or may start something
NOT_FOR_A_DRILL = ("DATABASE_URL", "CHANCERY_MAIL", "PROMETHEUS_MULTIPROC_DIR")
OTEL = "OTEL_EXPORTER_OTLP_ENDPOINT"


def drill(backup: Path, database: str = "") -> dict[str, Any]:
    """Restore a backup and replay its tables; return the report.

    `database` is the URL of an empty PostgreSQL database; without it SQLite is used.
    Raise UserError if the backup cannot be restored.
    """
    from chancery.web.operators.backup import read

    manifest = read(backup)  # a file that is no backup is refused at once
    env = {key: value for key, value in os.environ.items() if key not in (*NOT_FOR_A_DRILL, OTEL)}
    with TemporaryDirectory(prefix="chancery-drill-") as home:
        env |= {"CHANCERY_HOME": home} | ({"DATABASE_URL": database} if database else {})
        call = [sys.executable, "-m", "chancery.web.server.drill", str(backup.resolve())]
        ended = subprocess.run(call, env=env, capture_output=True, text=True, check=False)
    try:
        report = json.loads(ended.stdout)
    except ValueError:
        output = ended.stderr.strip().splitlines() or [f"exit code {ended.returncode}"]
        raise UserError(T("The drill has failed: {problem}", problem=output[-1][:500])) from None
    return {**report, "version": manifest["chancery"]}


def newest(folder: Path) -> Path:
    """Return the newest backup in a folder."""
    backups = sorted(folder.glob("*.zip"), key=lambda path: path.stat().st_mtime)
    if not backups:
        raise UserError(T("There is no backup in {folder}.", folder=str(folder)))
    return backups[-1]


def _report(path: Path) -> dict[str, Any]:
    """Restore and replay here, on the scratch site; return the report."""
    from chancery.core.words import Speaker
    from chancery.web.server import serve

    serve.prepare()
    from chancery.web.operators import backup, repairs
    from chancery.web.tables.models import Entry

    if not backup.empty():
        raise UserError(T("The scratch database is not empty."))
    speaker = Speaker("en")
    began = time.monotonic()
    counts = backup.restore(path)
    restored = time.monotonic()
    tables, problems = 0, []
    for checked in repairs.check():
        tables += 1
        problems += [
            {"table": checked.table.slug, "problem": speaker.say(problem)}
            for problem in checked.problems
        ]
    return {
        "ok": not problems,
        "backup": path.name,
        "tables": tables,
        "actions": Entry.objects.count(),
        "accounts": counts.get("web.account", 0),
        "rows": sum(counts.values()),
        "problems": problems,
        "seconds": {
            "restore": round(restored - began, 2),
            "replay": round(time.monotonic() - restored, 2),
        },
    }


if __name__ == "__main__":
    try:
        print(json.dumps(_report(Path(sys.argv[1]))))
    except UserError as error:
        sys.exit(str(error))

"""Store a small site as a release leaves it: a compressed SQLite database, for tests of upgrades.

Run it with the release to be stored, at the time of its release or later:

    git worktree add /tmp/release v0.1.0
    PYTHONPATH=/tmp/release/src python tools/stored_site.py tests/web/releases/0.1.0.sqlite3.gz

Everything is done by requests, so that it works with any version: two accounts, a finished game
that was imported, a game against bots, a tournament with a table between the two.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parent.parent / "tests/games/spada/records"
PASSWORD = "ein-langes-Kennwort-1757"


def main(target: str) -> None:
    """Make the site in a temporary folder, and write its database."""
    with tempfile.TemporaryDirectory(prefix="chancery-") as home:
        os.environ["CHANCERY_HOME"] = home
        os.environ["CHANCERY_HASHER"] = "fast"
        os.environ["CHANCERY_HOSTS"] = "testserver"
        os.environ.pop("DATABASE_URL", None)
        os.environ["DJANGO_SETTINGS_MODULE"] = "chancery.web.server.settings"
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        _furnish()
        with sqlite3.connect(Path(home) / "site.sqlite3") as database:
            database.execute("DELETE FROM django_session")
            database.commit()
            database.execute("VACUUM INTO ?", [f"{home}/stored.sqlite3"])
        content = (Path(home) / "stored.sqlite3").read_bytes()
    Path(target).write_bytes(gzip.compress(content, mtime=0))


def _furnish() -> None:
    from django.test import Client

    people: dict[str, Client] = {}

    def post(who: str, path: str, **form: Any) -> str:
        answer = people[who].post(path, form)
        if answer.status_code != 302:
            raise SystemExit(f"{path}: {answer.status_code} {answer.content.decode()[:500]}")
        return str(answer["Location"])

    for name in ("Anna", "Bruno"):
        people[name] = Client()
        post(name, "/account/join", name=name, mail="", password=PASSWORD)
    record = sorted(RECORD.glob("*.json.gz"))[0]
    with tempfile.TemporaryFile(suffix=".json") as file:
        file.write(gzip.decompress(record.read_bytes()))
        file.seek(0)
        post("Anna", "/import", record=file)
    post("Anna", "/play/spada")
    form = {"title": "Cup", "kind": "robin", "wanted": "2", "days": "3", "rounds": "3"}
    options = {"option-players": "2", "option-game": "west"}
    cup = post("Anna", "/tournaments/new/friedrich", **form, **options)
    post("Bruno", f"{cup}/change", do="join")


if __name__ == "__main__":
    main(sys.argv[1])

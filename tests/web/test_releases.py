"""Sites as earlier versions left them (tools/stored_site.py) are upgraded, checked and served.

A release is stored when it is made; the last two are kept here.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

STORED = sorted((Path(__file__).parent / "releases").glob("*.sqlite3.gz"))
AGAIN = """\
import django, os
django.setup()
from django.test import Client
from chancery.web.tables.models import Table
anna = Client()
form = {"name": "Anna", "password": "ein-langes-Kennwort-1757"}
assert anna.post("/account/enter", form).status_code == 302
for table in Table.objects.all():
    answer = anna.get(f"/t/{table.slug}")
    assert answer.status_code == 200, (table.slug, answer.status_code)
for path in ("/", "/tables", "/tournaments", "/people/Anna", "/archive", "/teams", "/account"):
    assert anna.get(path).status_code == 200, path
"""


def run(home: Path, *command: str) -> str:
    """Run a command on the site in a folder; return what it prints."""
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    env |= {
        "CHANCERY_HOME": str(home),
        "CHANCERY_HASHER": "fast",
        "CHANCERY_LANGUAGE": "en",
        "CHANCERY_HOSTS": "testserver",
        "DJANGO_SETTINGS_MODULE": "chancery.web.server.settings",
    }
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_releases_are_stored() -> None:
    assert STORED
    assert len(STORED) <= 2
    assert sum(path.stat().st_size for path in STORED) < 200_000


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.name)
def test_a_site_of_an_earlier_version_is_upgraded(stored: Path, tmp_path: Path) -> None:
    (tmp_path / "site.sqlite3").write_bytes(gzip.decompress(stored.read_bytes()))
    (tmp_path / "secret-key").write_text("a key for tests alone, the same every time")
    start = "from chancery.cli.command import start; raise SystemExit(start())"
    chancery = sys.executable, "-c", start, "admin"
    run(tmp_path, *chancery, "upgrade")
    assert list((tmp_path / "backups").glob("*before-upgrade*"))
    assert "Tables checked: 3; everything is in order." in run(tmp_path, *chancery, "check")
    run(tmp_path, sys.executable, "-c", AGAIN)

"""Various edge cases: headers behind https, private files, long names, odd addresses."""

from __future__ import annotations

import ipaddress
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.test import Client

from chancery.web.base.user_input import name_in
from chancery.web.delivery import web_hooks
from tests.browser.server import migrated
from tests.soaking import sample


@pytest.mark.parametrize("proxy", sample([True, False], 1))
def test_hsts_is_sent_over_https(proxy: bool, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "site.sqlite3").write_bytes(migrated())
    code = (
        "from chancery.web.server import serve; serve.prepare()\n"
        "from django.test import Client\n"
        "say = lambda **h: Client().get('/help/spada', HTTP_HOST='localhost', **h)\n"
        "by = [say(HTTP_X_FORWARDED_PROTO=p).headers.get('Strict-Transport-Security', '-')"
        " for p in ('https', 'http')]\n"
        "print(*by)"
    )
    env = {**os.environ, "CHANCERY_HOME": str(tmp_path / "site")}
    env |= {"CHANCERY_PROXY": "1"} if proxy else {}
    env.pop("DATABASE_URL", None)
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    said = done.stdout.split()
    assert said == (["max-age=31536000", "-"] if proxy else ["-", "-"]), done.stderr


@pytest.mark.skipif(os.name == "nt", reason="no such permissions")
def test_the_database_file_is_private(tmp_path: Path) -> None:
    home = tmp_path / "site"
    home.mkdir(mode=0o755)
    old = home / "site.sqlite3"
    old.write_bytes(migrated())
    old.chmod(0o644)
    code = (
        "import os; os.umask(0o022)\n"
        "from chancery.web.server import serve; serve.prepare()\n"
        "from chancery.web.identity.models import Visitor; Visitor.objects.create()\n"
        "from chancery.web.base.writer import one_writer\n"
        "with one_writer(): pass\n"
        "from pathlib import Path\n"
        "from django.conf import settings\n"
        "for path in sorted(settings.HOME.iterdir()):\n"
        "    if path.is_file(): print(path.name, oct(path.stat().st_mode & 0o777))"
    )
    env = {**os.environ, "CHANCERY_HOME": str(home)}
    env.pop("DATABASE_URL", None)
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    found = dict(line.split() for line in done.stdout.splitlines())
    assert {"site.sqlite3", "site.sqlite3-wal", "site.sqlite3-shm", "writer"} <= set(found)
    assert set(found.values()) == {"0o600"}, done.stderr
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "address", ["fec0::1", "feff::1", "3fff::1", "3fff:fff::1", "5f00::1", "64:ff9b:1::1"]
)
def test_non_public_addresses_are_recognised(address: str) -> None:
    assert not web_hooks.public(ipaddress.ip_address(address))


def test_neighbouring_addresses_are_public() -> None:
    for address in ("2a00::1", "2606:4700::1", "64:ff9b::808:808"):
        assert web_hooks.public(ipaddress.ip_address(address))


def test_long_names_are_cut_before_normalisation() -> None:
    """Stripping tags takes time quadratic in the length."""
    began = time.process_time()
    name_in("<" * 2_000_000)
    name_in("<a" * 1_000_000 + ">")
    assert time.process_time() - began < 1
    assert name_in("<b>Anna</b>") == "Anna"
    assert name_in("x" * 1000) == "x" * 40


@pytest.mark.django_db
def test_a_stream_without_tables() -> None:
    for name in ("\0", "a/b", "x" * 33, ""):
        assert Client().get("/events", {"t": name}).status_code == 200

"""Static files: all scripts of a page as one file, and files of two versions side by side.

Their addresses contain a digest of all of them, so browsers keep them for ever, and a page gets the
files of its own version. During an upgrade a request may reach a server of another version: each
stores its files in PostgreSQL when it starts, and serves those of other versions from there. The
same happens for pages that are open across an upgrade.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import DatabaseError, InterfaceError, connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]

from chancery.web.base.models import StaticFile

ROOT = "/static/"
KEPT = timedelta(days=30)  # since a server of a version last started, until its files are deleted
FOREVER = "max-age=315360000, public, immutable"
VERSIONED = re.compile(rf"{ROOT}([0-9a-f]{{12}})/(.+)")
LOOK = 1.0  # seconds between two looks which versions there are: a new one may start any time

# Pages with a board have so many scripts that requesting them takes longer than running them, so
# they are sent as one file each.
BUNDLES = {
    "web/table_page.js": (
        "storage", "site", "badge", "morph", "board", "live", "notify", "help", "herald", "popup",
        "orders", "overlays", "player", "dials", "sounds", "scenes", "drawers", "marks", "teacher",
        "hints", "invite", "table",
    ),
    "web/replay_page.js": (
        "storage", "site", "badge", "morph", "board", "overlays", "player", "drawers", "replay",
    ),
}  # fmt: skip
SCRIPT = "text/javascript"

_known: tuple[float, frozenset[str]] = (0.0, frozenset())


def _versions() -> frozenset[str]:
    """Return the versions whose files are stored, asked of the database now and then."""
    global _known
    now = time.monotonic()
    if not _known[0] or now - _known[0] > LOOK:
        stored = StaticFile.objects.values_list("version", flat=True).distinct()
        _known = (now, frozenset(stored))
    return _known[1]


def _other(version: str, name: str) -> HttpResponse | None:
    """Return a file of another version; None if it is not known."""
    if connection.vendor != "postgresql":
        return None
    try:
        if version not in _versions():
            return None
        row = StaticFile.objects.filter(version=version, name=name).first()
    except (DatabaseError, InterfaceError):
        connection.close()
        return None
    if row is None:
        return None
    answer = HttpResponse(gzip.decompress(row.content), content_type=row.kind)
    answer["Cache-Control"] = FOREVER
    return answer


def forget() -> None:
    """Look again which versions there are."""
    global _known
    _known = (0.0, frozenset())


@cache
def _bundle(name: str) -> bytes:
    """Return the scripts of a page, one after the other."""
    paths = [str(finders.find(f"web/{part}.js")) for part in BUNDLES[name]]
    return b"\n".join(Path(path).read_bytes() for path in paths)


class StaticVersions(WhiteNoiseMiddleware):  # type: ignore[misc] # without types
    """Serves static files: of this version from memory, those of others from the database."""

    def immutable_file_test(self, path: str, url: str) -> bool:
        """All addresses contain the digest of the files."""
        return True

    def __call__(self, request: HttpRequest) -> Any:
        """Answer a request for a static file; pass on any other."""
        path = request.path_info
        if path in self.files or not path.startswith(ROOT):
            return super().__call__(request)
        match = VERSIONED.fullmatch(path)
        version, name = match.groups() if match else ("", path.removeprefix(ROOT))
        own_version = path.startswith(settings.STATIC_URL)
        response_of_other = _other(version, name) if version and not own_version else None
        if response_of_other is not None:
            return response_of_other
        own_file = self.files.get(settings.STATIC_URL + name)
        if name in BUNDLES and request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(("GET", "HEAD"))
        if name in BUNDLES:
            answer = HttpResponse(_bundle(name), content_type=SCRIPT)
        elif own_file is not None:
            answer = self.serve(own_file, request)
        else:
            return self.get_response(request)
        answer["Cache-Control"] = FOREVER if own_version else "max-age=60, public"
        return answer


def store() -> None:
    """Store the files of this version for servers of other versions; delete old ones."""
    if connection.vendor != "postgresql":
        return
    version, now = settings.STATIC_VERSION, timezone.now()
    with transaction.atomic():
        StaticFile.objects.filter(used__lt=now - KEPT).exclude(version=version).delete()
        if StaticFile.objects.filter(version=version).update(used=now):
            return
        rows = [
            StaticFile(
                version=version,
                name=name,
                kind=mimetypes.guess_type(name)[0] or "application/octet-stream",
                content=gzip.compress(content, mtime=0),
                used=now,
            )
            for name, content in _files()
        ]
        StaticFile.objects.bulk_create(rows, ignore_conflicts=True)


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield all static files of this version, bundles included."""
    for finder in finders.get_finders():
        for name, storage in finder.list(None):
            yield name, Path(storage.path(name)).read_bytes()
    for name in BUNDLES:
        yield name, _bundle(name)

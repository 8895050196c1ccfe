"""Backups: the whole site in one file, made while it runs, restored on either database.

A zip file with `manifest.json` (contents and version), `data.jsonl` (one row per line) and the
secret key. Rows are read as the database has them now, even if it still has to be migrated. What
expires by itself is left out: counters of limits, and sessions, since an old backup must not undo
that somebody has logged out.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from graphlib import TopologicalSorter
from pathlib import Path
from typing import IO, Any

from django.apps import apps as present
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management.color import no_style
from django.core.serializers import base, jsonl
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from chancery import __version__, games
from chancery.core import UserError
from chancery.core.words import T
from chancery.web.base.models import Count, Heartbeat
from chancery.web.base.moments import note_reminders
from chancery.web.identity import names
from chancery.web.identity.models import Account
from chancery.web.outbox.models import PasswordResetRequest
from chancery.web.tables import talk
from chancery.web.tables.models import Held, Seat, Talk

FORMAT = 1
MANIFEST, DATA, KEY = "manifest.json", "data.jsonl", "secret-key"
APPS = ("auth", "web", "admin")
# every database creates its own permissions
LEFT_OUT = (
    "web.count",
    "web.heartbeat",
    "web.opencounts",
    "web.passwordresetrequest",
    "web.staticfile",
    "auth.permission",
)
NAMED = {  # rows that every database numbers differently: these fields identify them
    "contenttypes.contenttype": ("app_label", "model"),
    "auth.permission": ("codename", "content_type__app_label", "content_type__model"),
}
SNAPSHOT = "snapshot"
CHUNK = 1000


class BadBackup(UserError):
    """A file that cannot be restored here, or rows that cannot be saved."""


# -- saving -------------------------------------------------------------------------------------


class _Exact(DjangoJSONEncoder):
    """Writes times with microseconds; Django would keep milliseconds only."""

    def default(self, o: Any) -> Any:
        """Convert times, which JSON cannot represent, to text."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


class _Lines(jsonl.Serializer):
    """Serialises one row per line; rows of other apps are referred to by name."""

    _current: dict[str, Any]  # the row as far as Django has built it

    def end_object(self, obj: models.Model) -> None:
        """Write a row as one line of the file."""
        self.stream.write(f"{json.dumps(self.get_dump_object(obj), cls=_Exact)}\n")

    def handle_fk_field(self, obj: models.Model, field: Any) -> None:
        """Serialise a reference to another row."""
        super().handle_fk_field(obj, field)
        naming = NAMED.get(field.remote_field.model._meta.label_lower)
        if naming and self._current[field.name] is not None:
            rows = field.remote_field.model._base_manager.using(obj._state.db)
            self._current[field.name] = [
                *rows.values_list(*naming).get(pk=getattr(obj, field.attname))
            ]

    def handle_m2m_field(self, obj: models.Model, field: Any) -> None:
        """Serialise references to several rows: by name where NAMED has their model."""
        naming = NAMED.get(field.remote_field.model._meta.label_lower)
        if naming is None:
            super().handle_m2m_field(obj, field)
            return
        related = getattr(obj, field.name).order_by("pk").values_list(*naming)
        self._current[field.name] = [[*names] for names in related]


def save(path: Path, with_key: bool = True) -> dict[str, int]:
    """Write a backup atomically; return the number of rows by model."""
    if path.exists() and not _ours(path):
        raise BadBackup(T("{file} exists and is not a backup: it is not replaced.", file=str(path)))
    folder = path.resolve().parent
    # readable by its owner only
    handle, draft = tempfile.mkstemp(dir=folder, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                counts = _write(archive, with_key)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise
    _sync_folder(folder)
    return counts


def _sync_folder(folder: Path) -> None:
    """Flush the directory, so that a new name in it survives a crash."""
    with suppress(OSError):  # some systems cannot open directories
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _ours(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return MANIFEST in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def _write(archive: zipfile.ZipFile, with_key: bool) -> dict[str, int]:
    counts: dict[str, int] = {}
    with _snapshot() as loader, archive.open(DATA, "w", force_zip64=True) as file:
        known = loader.project_state(list(loader.applied_migrations)).apps
        writer = _DigestWriter(file)
        for model in _models(known):
            rows = model._base_manager.using(SNAPSHOT).order_by("pk")
            before = writer.lines
            with closing(rows.iterator(CHUNK)) as objects:
                _Lines().serialize(objects, stream=writer)  # type: ignore[arg-type] # it only writes
            counts[model._meta.label_lower] = writer.lines - before
        applied = sorted(f"{app}.{name}" for app, name in loader.applied_migrations)
        tables = known.get_model("web", "Table")._base_manager.using(SNAPSHOT)
        rules = tables.order_by("game").values_list("game").annotate(models.Max("rules"))
        in_use = dict(rules)
    manifest = {
        "format": FORMAT,
        "chancery": __version__,
        "made": timezone.now().isoformat(),
        "migrations": applied,
        "rules": in_use,  # the newest that a table is played by: an older version may know them
        "counts": counts,
        "sha256": writer.digest.hexdigest(),
    }
    archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    key = settings.HOME / KEY
    if with_key and key.exists():
        archive.writestr(KEY, key.read_text())
    return counts


class _DigestWriter:
    """A file that counts the lines written to it and computes their digest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.digest = hashlib.sha256()
        self.lines = 0

    def write(self, text: str) -> None:
        """Write a part of a line."""
        data = text.encode()
        self.digest.update(data)
        self._file.write(data)
        self.lines += text.count("\n")


@contextmanager
def _snapshot() -> Iterator[MigrationLoader]:
    """Open a connection of its own that sees one moment and blocks nobody."""
    snapshot = connections[DEFAULT_DB_ALIAS].copy(alias=SNAPSHOT)
    snapshot.settings_dict["OPTIONS"].pop("transaction_mode", None)  # SQLite: a read transaction
    connections[SNAPSHOT] = snapshot
    try:
        with transaction.atomic(using=SNAPSHOT):
            if snapshot.vendor == "postgresql":
                with snapshot.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            loader = MigrationLoader(snapshot)
            newer = [key for key in loader.applied_migrations if key not in loader.graph.nodes]
            if newer:
                raise BadBackup(T("This database was made by a newer version of Chancery."))
            yield loader
    finally:
        snapshot.close()
        del connections[SNAPSHOT]


def _models(known: Any) -> list[Any]:
    """Return the models to save, those that others refer to first."""
    models = {
        model._meta.label_lower: model
        for app in APPS
        if app in known.app_configs
        for model in known.get_app_config(app).get_models()
        if model._meta.label_lower not in LEFT_OUT
    }
    needs = {
        label: [
            referred
            for field in model._meta.get_fields()
            if (field.many_to_one or field.one_to_one or field.many_to_many)
            and field.concrete
            and (referred := field.remote_field.model._meta.label_lower) in models
            and referred != label
        ]
        for label, model in models.items()
    }
    return [models[label] for label in TopologicalSorter(needs).static_order()]


# -- restoring ----------------------------------------------------------------------------------


def read(path: Path) -> dict[str, Any]:
    """Return the manifest of a backup that can be restored here; otherwise raise BadBackup."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = json.loads(archive.read(MANIFEST))
            _check(manifest, path)
            digest = hashlib.sha256()
            with archive.open(DATA) as file:
                while piece := file.read(1 << 20):
                    digest.update(piece)
    except UserError:
        raise
    except KeyError as error:
        raise BadBackup(T("{file} is not a Chancery backup.", file=str(path))) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError) as error:
        raise _damaged(path) from error
    if digest.hexdigest() != manifest["sha256"]:
        raise _damaged(path)
    return dict(manifest)


def _damaged(path: Path) -> BadBackup:
    return BadBackup(T("{file} is damaged or not a Chancery backup.", file=str(path)))


def _check(manifest: Any, path: Path) -> None:
    """Raise BadBackup unless this version of Chancery can restore the backup."""
    field_types = {"format": int, "migrations": list, "rules": dict, "counts": dict, "sha256": str}
    if type(manifest) is not dict or any(
        type(manifest.get(name)) is not kind for name, kind in field_types.items()
    ):
        raise _damaged(path)
    known_migrations = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    own_rules = {name: games.find(name).rules for name in games.names()}
    rules_of_backup = manifest["rules"].items()
    if (
        manifest["format"] > FORMAT
        or not known_migrations.issuperset(map(str, manifest["migrations"]))
        or any(
            type(rules) is not int or rules > own_rules.get(name, rules)
            for name, rules in rules_of_backup
        )
    ):
        version = str(manifest.get("chancery"))[:20]
        raise BadBackup(
            T(
                "{file} was made by a newer version of Chancery ({version}).",
                file=str(path),
                version=version,
            )
        )
    missing = sorted(manifest["rules"].keys() - own_rules.keys())
    if missing:
        names = ", ".join(name[:40] for name in missing[:10])
        raise BadBackup(
            T(
                "{file} comes from a site with games that are not installed here ({games}); install"
                " their packages first.",
                file=str(path),
                games=names,
            )
        )


def empty() -> bool:
    """Return whether nobody has ever played here."""
    return not any(model._base_manager.exists() for model in _models(present))


def restore(path: Path) -> dict[str, int]:
    """Replace all data by a backup, completely or not at all; return the number of rows by
    model."""
    manifest = read(path)
    with zipfile.ZipFile(path) as archive:
        try:
            with transaction.atomic(), archive.open(DATA) as file:
                _clear()
                counts = _load(io.TextIOWrapper(file, "utf-8"))
                if counts != {label: n for label, n in manifest["counts"].items() if n}:
                    raise _damaged(path)
                _reset_sequences()
                names.store_forms(Account.objects.all())  # missing in backups of older versions
                talk.attribute(Talk.objects.all(), Seat.objects.all(), Held.objects.all())
                note_reminders(Seat.objects.all())
        except UserError:
            raise
        except (base.DeserializationError, Error, ValueError) as error:
            raise _damaged(path) from error
        if KEY in archive.namelist():
            _restore_key(archive.read(KEY))
    return counts


def _clear() -> None:
    """Delete every row, also sessions and counters, since they refer to deleted people."""
    models_ = [*_models(present), Heartbeat, Count, PasswordResetRequest, Session]
    tables = [model._meta.db_table for model in models_]
    tables += [m2m.m2m_db_table() for model in models_ for m2m in model._meta.local_many_to_many]
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), tables):
            cursor.execute(statement)


def _load(lines: io.TextIOWrapper) -> dict[str, int]:
    """Load rows as they were, including keys and times."""
    known = set(_models(present))
    counts: Counter[str] = Counter()
    waiting: list[Any] = []
    for item in jsonl.Deserializer(lines, ignorenonexistent=True):
        model = type(item.object)
        if model not in known:
            raise ValueError(f"{model} is not saved")
        if waiting and (type(waiting[0]) is not model or len(waiting) == CHUNK):
            _insert(waiting)
            waiting = []
        waiting.append(item.object)
        counts[model._meta.label_lower] += 1
        named = {name: keys for name, keys in (item.m2m_data or {}).items() if keys}
        if named:
            _insert(waiting)
            waiting = []
            for name, keys in named.items():
                getattr(item.object, name).set(keys)
    _insert(waiting)
    return dict(counts)


def _insert(rows: list[Any]) -> None:
    """Insert rows of one model raw, as times would otherwise be set to now."""
    if not rows:
        return
    fields = rows[0]._meta.concrete_fields
    batch = connection.ops.bulk_batch_size(fields, rows)
    for start in range(0, len(rows), batch):
        manager = type(rows[0])._base_manager
        manager._insert(
            rows[start : start + batch], fields=fields, using=DEFAULT_DB_ALIAS, raw=True
        )


def _reset_sequences() -> None:
    """Reset PostgreSQL's sequences to follow the last key."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models(present)):
            cursor.execute(statement)


def _restore_key(key: bytes) -> None:
    """Restore the secret key, so that links in mails stay valid."""
    handle, draft = tempfile.mkstemp(dir=settings.HOME, prefix=".secret-key.")
    with os.fdopen(handle, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(handle)
    os.replace(draft, settings.HOME / KEY)


def set_aside() -> Path:
    """Move an SQLite database that this version cannot read into the backups; return its new path.
    BadBackup on PostgreSQL, where another database has to be created."""
    if connection.vendor != "sqlite":
        raise BadBackup(
            T(
                "This database was made by a newer version of Chancery. Create an empty one, name"
                " it in DATABASE_URL, and restore the backup there."
            )
        )
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    path = dated("newer").with_suffix(".sqlite3")
    Path(settings.DATABASES["default"]["NAME"]).rename(path)
    for end in ("-wal", "-shm"):
        Path(f"{settings.DATABASES['default']['NAME']}{end}").unlink(missing_ok=True)
    return path


def dated(reason: str) -> Path:
    """Return the default path of a backup."""
    folder = settings.HOME / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    path: Path = folder / f"{timezone.now():%Y%m%d-%H%M%S-%f}-{reason}.zip"
    return path

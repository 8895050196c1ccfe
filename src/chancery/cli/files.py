"""Safe file access: reads with limits, atomic writes, and never overwriting somebody's work."""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import os
import re
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from chancery import games
from chancery.core import UserError
from chancery.core.serialisation import Plain
from chancery.core.words import T
from chancery.table import BadRecord, Sitting, record

try:
    import fcntl
except ImportError:  # not on Windows: without locks, two simultaneous commands may lose one's work
    fcntl = None  # type: ignore[assignment]

LARGEST = 20_000_000  # bytes; larger files are not read
PRIVATE, OPEN = 0o600, 0o666  # records contain secrets; pictures do not

_SURROGATES = re.compile("[\ud800-\udfff]")  # lone surrogates: possible in JSON, not in UTF-8


# -- reading ---------------------------------------------------------------------------------


@contextlib.contextmanager
def about(path: Path) -> Iterator[None]:
    """Add the name of a file to errors raised inside."""
    try:
        yield
    except BadRecord as error:
        problem = T("{file}: {problem}", file=str(path), problem=error.text())
        raise BadRecord(problem, error.entry, error.sitting) from error
    except UserError as error:
        raise UserError(T("{file}: {problem}", file=str(path), problem=error.text())) from error
    except RecursionError as error:
        problem = T("{file}: nested too deeply", file=str(path))
        raise UserError(problem) from error


def read(path: Path) -> str:
    """Return the text of a file; a UserError if it is unreadable or too large."""
    return _text(path, _bytes(path))


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file, _name_in_errors(path):
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UserError(T("{file}: more than {n} MB", file=str(path), n=LARGEST // 1_000_000))
    return data


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = T("{file}: line {line} is not UTF-8 text", file=str(path), line=line)
        raise BadRecord(problem) from error


def read_json(path: Path) -> Plain:
    """Return the contents of a JSON file."""
    text = read(path)
    with about(path):
        try:
            return json.loads(text)
        except ValueError as error:
            raise UserError(T("not JSON: {error}", error=str(error))) from error


def load(path: Path) -> Sitting:
    """Return the sitting of a record file."""
    return _sitting(path, _bytes(path))


def _sitting(path: Path, data: bytes) -> Sitting:
    text = _text(path, data)
    with about(path):
        return record.loads(text, games.find)


# -- writing ---------------------------------------------------------------------------------


def write(path: Path, data: bytes, mode: int = PRIVATE, fresh: bool = False) -> None:
    """Write a file atomically: afterwards either the old or the whole new one is on disk.

    `fresh`: fail if the file exists, even if it was created a moment ago.
    """
    path = _meant(path)
    draft = path.parent / f".chancery-{secrets.token_hex(6)}"
    with _name_in_errors(path, draft):
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe; a folder raises
            return
        if path.exists():
            if not os.access(path, os.W_OK):  # a rename would replace it all the same
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            mode = stat.S_IMODE(path.stat().st_mode)
        try:
            _put(draft, data, mode)
            if fresh:
                _link(draft, path)
            else:
                os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        _sync_folder(path.parent)


def _meant(path: Path) -> Path:
    """Return the file that a link points to, so that the link is kept."""
    return path.resolve() if path.is_symlink() else path


def _put(path: Path, data: bytes, mode: int = PRIVATE) -> None:
    """Create a file with these contents, synced to disk."""
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        if hasattr(os, "fchmod"):  # regardless of the umask
            os.fchmod(file.fileno(), mode)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _link(path: Path, link: Path) -> None:
    """Link a file under another name; FileExistsError if the name is taken."""
    try:
        os.link(path, link)
    except FileExistsError:
        raise
    except (OSError, AttributeError, NotImplementedError):  # not supported everywhere
        _put(link, path.read_bytes(), stat.S_IMODE(path.stat().st_mode))


def _sync_folder(folder: Path) -> None:
    """Sync a folder, so that a new name in it is on disk."""
    with contextlib.suppress(OSError):  # systems that cannot open folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _name_in_errors(path: Path, *drafts: Path) -> Iterator[None]:
    """Replace the names of temporary files in errors by the name of the real one."""
    try:
        yield
    except OSError as error:
        if error.filename is None or Path(error.filename) in drafts:
            reason = error.strerror or str(error)
            raise OSError(error.errno or errno.EIO, reason, str(path)) from error
        raise


def _beside(path: Path, put: Callable[[Path], None], name: str | None = None) -> Path:
    """Store something beside a file under the first free name.

    The name is that of the file, or another one (without suffix), with a number at its end.
    """
    path = _meant(path)
    first = [] if name is None else [name]
    for stem in itertools.chain(first, (f"{name or path.stem}-{n}" for n in itertools.count(1))):
        sibling = path.with_name(stem + path.suffix)
        try:
            with _name_in_errors(sibling):
                put(sibling)
        except FileExistsError:
            continue
        _sync_folder(path.parent)
        return sibling
    raise AssertionError("there are always more numbers")


def keep_beside(path: Path, name: str | None = None) -> Path:
    """Keep the present contents of a file under another name, so that it may be replaced."""
    return _beside(path, lambda sibling: _link(_meant(path), sibling), name)


def replace(path: Path, data: bytes, mode: int = PRIVATE) -> Path | None:
    """Write a file; return the name under which its previous contents were kept, if any."""
    previous = keep_beside(path) if path.is_file() else None
    try:
        write(path, data, mode)
    except BaseException:
        if previous is not None:
            previous.unlink()
        raise
    return previous


def contents(sitting: Sitting) -> bytes:
    """Return the bytes of a record, checking that it can be read again."""
    text = record.dumps(sitting)
    return _SURROGATES.sub(lambda half: f"\\u{ord(half[0]):04x}", text).encode()


def make_room(path: Path) -> None:
    """Create the folder of a file."""
    folder = _meant(path).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        reason = os.strerror(errno.ENOTDIR)
        raise NotADirectoryError(errno.ENOTDIR, reason, str(folder)) from None


# -- records that change ---------------------------------------------------------------------


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock on a file against other commands."""
    folder = os.open(path.resolve().parent, os.O_RDONLY)
    try:
        if fcntl is not None:
            with _name_in_errors(path):
                fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


@contextlib.contextmanager
def changing(path: Path) -> Iterator[Sitting]:
    """Load a record, let the caller change it, and save it, under a lock."""
    with _locked(path):
        sitting = load(path)
        yield sitting
        write(path, contents(sitting))


class SavedGame:
    """The file of a game in progress; it never overwrites another game."""

    def __init__(self, path: Path, is_default: bool = False) -> None:
        self.path = path
        self.is_default = is_default  # the default place, which the next game will use too
        self._last_contents: bytes | None = None  # as this program last read or wrote them

    def load(self) -> Sitting:
        """Return the game in the file."""
        self._last_contents = _bytes(self.path)
        return _sitting(self.path, self._last_contents)

    def begin(self, sitting: Sitting) -> Path | None:
        """Keep another game there from now on; return where the previous one is now, if any."""
        make_room(self.path)
        if self.path.exists() and not self.path.is_file():
            raise UserError(T("{file}: no game can be saved there", file=str(self.path)))
        with _locked(self.path):
            self._last_contents = contents(sitting)
            return replace(self.path, self._last_contents)

    def save(self, sitting: Sitting) -> None:
        """Save the game; a UserError if somebody else has changed the file."""
        data = contents(sitting)
        with _locked(self.path):
            if not self.path.exists() or _bytes(self.path) == self._last_contents:
                write(self.path, data)
                self._last_contents = data
                return
            saved = _beside(self.path, lambda sibling: _put(sibling, data))
        raise UserError(
            T(
                "{file} was changed by another program in the meantime; this game is saved in"
                " {kept}.",
                file=str(self.path),
                kept=str(saved),
            )
        )

    def finish(self) -> Path:
        """Finish the game; return where its record is."""
        if not self.is_default:
            return self.path
        record = keep_beside(self.path, f"{self.path.stem}-{time.strftime('%Y%m%d-%H%M%S')}")
        self.path.unlink()
        return record

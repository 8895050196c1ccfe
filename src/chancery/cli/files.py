"""Files: read whole, written whole or not at all, and nothing lost that was there before."""

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
from chancery.core import Fault
from chancery.core.plain import Plain
from chancery.core.words import T
from chancery.table import BadRecord, Sitting, record

try:
    import fcntl
except ImportError:  # not a Unix: without a lock two commands at once may lose one's work
    fcntl = None  # type: ignore[assignment]

LARGEST = 20_000_000  # bytes of any file that we read
PRIVATE, OPEN = 0o600, 0o666  # a record knows everything; a picture is for everybody

_HALVES = re.compile("[\ud800-\udfff]")  # of a character: JSON can write them, UTF-8 cannot


# -- reading ---------------------------------------------------------------------------------


@contextlib.contextmanager
def about(path: Path) -> Iterator[None]:
    """Whatever is found wrong in here is said of this file."""
    try:
        yield
    except BadRecord as fault:
        problem = T("{file}: {problem}", file=str(path), problem=fault.text())
        raise BadRecord(problem, fault.entry, fault.sitting) from fault
    except Fault as fault:
        raise Fault(T("{file}: {problem}", file=str(path), problem=fault.text())) from fault
    except RecursionError as error:
        problem = T("{file}: nested too deeply", file=str(path))
        raise Fault(problem) from error


def read(path: Path) -> str:
    """The text in a file."""
    return _text(path, _bytes(path))


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file, _naming(path):
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Fault(T("{file}: more than {n} MB", file=str(path), n=LARGEST // 1_000_000))
    return data


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")  # some editors put a mark in front
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = T("{file}: line {line} is not UTF-8 text", file=str(path), line=line)
        raise BadRecord(problem) from error


def read_json(path: Path) -> Plain:
    """What a JSON file holds."""
    text = read(path)
    with about(path):
        try:
            return json.loads(text)
        except ValueError as error:
            raise Fault(T("not JSON: {error}", error=str(error))) from error


def load(path: Path) -> Sitting:
    """The sitting in a record file."""
    return _sitting(path, _bytes(path))


def _sitting(path: Path, data: bytes) -> Sitting:
    text = _text(path, data)
    with about(path):
        return record.loads(text, games.find)


# -- writing ---------------------------------------------------------------------------------


def write(path: Path, data: bytes, mode: int = PRIVATE, fresh: bool = False) -> None:
    """Write so that either the old file or the whole new one is on disk.

    With `fresh` there must be no old one, not even one made a moment ago.
    """
    path = _meant(path)
    draft = path.parent / f".chancery-{secrets.token_hex(6)}"
    with _naming(path, draft):
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # a device or a pipe; a folder refuses
            return
        if path.exists():
            if not os.access(path, os.W_OK):  # a new file could be put in its place all the same
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
        _settle(path.parent)


def _meant(path: Path) -> Path:
    """A link goes on pointing at its file: that is the one to write."""
    return path.resolve() if path.is_symlink() else path


def _put(path: Path, data: bytes, mode: int = PRIVATE) -> None:
    """A new file with these contents, on disk."""
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
        if hasattr(os, "fchmod"):  # whatever the process masks
            os.fchmod(file.fileno(), mode)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _link(path: Path, other: Path) -> None:
    """The same file under another name; FileExistsError if that is taken."""
    try:
        os.link(path, other)
    except FileExistsError:
        raise
    except (OSError, AttributeError, NotImplementedError):  # not everywhere
        _put(other, path.read_bytes(), stat.S_IMODE(path.stat().st_mode))


def _settle(folder: Path) -> None:
    """A new name in a folder is on disk, too."""
    with contextlib.suppress(OSError):  # a system that opens no folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _naming(path: Path, *drafts: Path) -> Iterator[None]:
    """A system's complaint names the file that is meant."""
    try:
        yield
    except OSError as error:
        if error.filename is None or Path(error.filename) in drafts:
            reason = error.strerror or str(error)
            raise OSError(error.errno or errno.EIO, reason, str(path)) from error
        raise


def _beside(path: Path, put: Callable[[Path], None], name: str | None = None) -> Path:
    """Put something beside a file under a name of its own that nobody has yet.

    That is the name of the file, or another one (without suffix), with a number at its end.
    """
    path = _meant(path)
    first = [] if name is None else [name]
    for stem in itertools.chain(first, (f"{name or path.stem}-{n}" for n in itertools.count(1))):
        other = path.with_name(stem + path.suffix)
        try:
            with _naming(other):
                put(other)
        except FileExistsError:
            continue
        _settle(path.parent)
        return other
    raise AssertionError("there are always more numbers")


def keep_beside(path: Path, name: str | None = None) -> Path:
    """Give what a file holds a second name beside it, so that the first may be used anew."""
    return _beside(path, lambda other: _link(_meant(path), other), name)


def replace(path: Path, data: bytes, mode: int = PRIVATE) -> Path | None:
    """Write a file; what was there before is kept beside it, and the name of that is returned."""
    kept = keep_beside(path) if path.is_file() else None
    try:
        write(path, data, mode)
    except BaseException:
        if kept is not None:
            kept.unlink()
        raise
    return kept


def contents(sitting: Sitting) -> bytes:
    """A record as it is written, which can be read again."""
    text = record.dumps(sitting)
    return _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text).encode()


def make_room(path: Path) -> None:
    """The folder of a file."""
    folder = _meant(path).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        reason = os.strerror(errno.ENOTDIR)
        raise NotADirectoryError(errno.ENOTDIR, reason, str(folder)) from None


# -- records that change ---------------------------------------------------------------------


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Nobody else changes the file meanwhile."""
    folder = os.open(path.resolve().parent, os.O_RDONLY)
    try:
        if fcntl is not None:
            with _naming(path):
                fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


@contextlib.contextmanager
def changing(path: Path) -> Iterator[Sitting]:
    """Load a record, let it be changed, and save it; nobody else changes it meanwhile."""
    with _alone(path):
        sitting = load(path)
        yield sitting
        write(path, contents(sitting))


class Kept:
    """The file in which a game is kept while it is played: nobody's work is written over."""

    def __init__(self, path: Path, usual: bool = False) -> None:
        self.path = path
        self.usual = usual  # where games are kept if nobody says where: the next one will be, too
        self._ours: bytes | None = None  # what we have read or written last

    def load(self) -> Sitting:
        """The game that is kept there."""
        self._ours = _bytes(self.path)
        return _sitting(self.path, self._ours)

    def begin(self, sitting: Sitting) -> Path | None:
        """Keep another game there from now on; where that which was there is now, if any."""
        make_room(self.path)
        if self.path.exists() and not self.path.is_file():
            raise Fault(T("{file}: no game can be saved there", file=str(self.path)))
        with _alone(self.path):
            self._ours = contents(sitting)
            return replace(self.path, self._ours)

    def save(self, sitting: Sitting) -> None:
        """Keep the game as it is now; Fault if the file is no longer as we have left it."""
        data = contents(sitting)
        with _alone(self.path):
            if not self.path.exists() or _bytes(self.path) == self._ours:
                write(self.path, data)
                self._ours = data
                return
            kept = _beside(self.path, lambda other: _put(other, data))
        raise Fault(
            T(
                "{file} was changed by somebody else in the meantime; this game is saved in"
                " {kept}.",
                file=str(self.path),
                kept=str(kept),
            )
        )

    def finish(self) -> Path:
        """The game is over: where its record is now."""
        if not self.usual:
            return self.path
        record = keep_beside(self.path, f"{self.path.stem}-{time.strftime('%Y%m%d-%H%M%S')}")
        self.path.unlink()
        return record

"""Files are written completely or not at all, and previous versions are kept."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from chancery.cli import files
from chancery.core import UserError


def test_a_replaced_file_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    kept = [files.replace(path, text) for text in (b"one", b"two", b"three")]
    assert kept == [None, tmp_path / "g-1.json", tmp_path / "g-2.json"]
    texts = {found.name: found.read_bytes() for found in tmp_path.iterdir()}
    assert texts == {"g.json": b"three", "g-1.json": b"one", "g-2.json": b"two"}


def test_a_replaced_file_is_kept_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*names: object) -> None:
        raise OSError("not supported")

    monkeypatch.setattr(os, "link", none)
    test_a_replaced_file_is_kept_beside_the_new_one(tmp_path)
    with pytest.raises(FileExistsError):
        files.write(tmp_path / "g.json", b"four", fresh=True)
    assert (tmp_path / "g.json").read_bytes() == b"three"


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    files.write(path, b"one", fresh=True)
    with pytest.raises(FileExistsError) as error:
        files.write(path, b"two", fresh=True)
    assert error.value.filename == str(path)
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("moment", ["fsync", "replace"])
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    path = tmp_path / "g.json"
    files.write(path, b"one")

    def full(*what: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, moment, full)
    with pytest.raises(OSError, match="No space left on device") as error:
        files.replace(path, b"two")
    assert error.value.filename == str(path)
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_size_limit(tmp_path: Path) -> None:
    """When the system limits files to 100 bytes, the old file remains, without leftovers."""
    path = tmp_path / "g.json"
    path.write_text("old")
    done = subprocess.run(
        [sys.executable, "-m", "chancery.cli.main", "new", "spada", str(path), "--force"],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{path}: File too large\n"
    assert {found.name: found.read_text() for found in tmp_path.iterdir()} == {"g.json": "old"}


def test_a_file_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only file is not replaced, although its folder would allow that."""
    path = tmp_path / "g.json"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda name, how: False)  # root may write any file
    with pytest.raises(PermissionError) as error:
        files.write(path, b"new")
    assert error.value.filename == str(path)
    assert path.read_text() == "old"


def test_file_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    files.write(path, b"one")
    assert path.stat().st_mode & 0o777 == 0o600  # it contains hidden information
    path.chmod(0o640)
    before = os.umask(0o077)
    try:
        files.write(path, b"two")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o640


def test_symbolic_links_are_followed(tmp_path: Path) -> None:
    path, link = tmp_path / "g.json", tmp_path / "link.json"
    path.write_text("old")
    link.symlink_to(path)
    assert files.replace(link, b"new") == tmp_path / "g-1.json"
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert (tmp_path / "g-1.json").read_text() == "old"


def test_devices_are_not_replaced_by_files(tmp_path: Path) -> None:
    files.replace(Path(os.devnull), b"anything")
    assert not Path(os.devnull).is_file()
    for folder in (tmp_path, Path("."), Path("..")):
        with pytest.raises(IsADirectoryError):
            files.replace(folder, b"anything")


def test_files_that_are_too_large_or_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(b"a\nb\xffc")
    with pytest.raises(UserError, match=r"g\.json: line 2 is not UTF-8 text"):
        files.read(path)
    path.write_bytes(b"\xef\xbb\xbf{}")  # a byte order mark, as some editors write
    assert files.read_json(path) == {}
    monkeypatch.setattr(files, "LARGEST", 1_000_000)
    with pytest.raises(UserError, match="/dev/zero: more than 1 MB"):
        files.read(Path("/dev/zero"))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000, "NaN]", ""])
def test_invalid_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.json"
    path.write_text(text)
    with pytest.raises(UserError, match=r"p.json: (not JSON|nested too deeply)"):
        files.read_json(path)

"""What may be released, and what a release contains."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tools import release
from tools.release import Refused

HERE = Path(__file__).parent.parent


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A committed tree that has been tested."""
    folder = tmp_path / "tree"
    folder.mkdir()
    for arguments in (
        ["init", "--quiet"],
        ["config", "user.name", "T"],
        ["config", "user.email", "t@example.org"],
    ):  # fmt: skip
        release.git(*arguments, folder=folder)
    commit(folder, "# Changelog\n\n## 1.2.0 (2026-11-19)\n\nText.\n\n## 1.1.0 (2026-01-01)\n")
    release.note_passed(folder, tmp_path / "tested")
    return folder


def commit(folder: Path, changelog: str) -> None:
    (folder / "CHANGELOG.md").write_text(changelog)
    release.git("add", ".", folder=folder)
    release.git("commit", "--quiet", "--message", "Say more", folder=folder)


def check(folder: Path, version: str = "1.2.0") -> None:
    release.check(version, folder, folder.parent / "tested")


def test_a_tested_commit_is_released(tree: Path) -> None:
    check(tree)


def test_changed_and_new_files_are_refused(tree: Path) -> None:
    (tree / "new.py").write_text("")
    with pytest.raises(Refused, match=r"1 files are not as committed, the first is new\.py"):
        check(tree)
    (tree / "new.py").unlink()
    (tree / "CHANGELOG.md").write_text("")
    with pytest.raises(Refused, match="not as committed"):
        check(tree)


def test_an_untested_commit_is_refused(tree: Path) -> None:
    commit(tree, "## 1.2.0 (2026-11-20)\n")
    with pytest.raises(Refused, match="`make test` has not passed"):
        check(tree)
    (tree / "new.py").write_text("")
    release.note_passed(tree, tree.parent / "tested")  # tested, but not what is committed
    (tree / "new.py").unlink()
    with pytest.raises(Refused, match="`make test` has not passed"):
        check(tree)
    release.note_passed(tree, tree.parent / "tested")
    check(tree)


@pytest.mark.parametrize("version", ["1.1.0", "1.2", "1.3.0"])
def test_the_changelog_has_to_begin_with_the_version(tree: Path, version: str) -> None:
    with pytest.raises(Refused, match=r"CHANGELOG\.md begins with “1\.2\.0 \(2026-11-19\)”"):
        check(tree, version)


def test_an_unreleased_heading_is_refused(tree: Path) -> None:
    commit(tree, "## 1.2.0 (unreleased)\n")
    release.note_passed(tree, tree.parent / "tested")
    with pytest.raises(Refused, match="unreleased"):
        check(tree)


def test_a_version_is_released_once(tree: Path) -> None:
    release.git("tag", "v1.2.0", folder=tree)
    with pytest.raises(Refused, match="raise __version__"):
        check(tree)


def test_the_bill_of_materials_has_every_locked_dependency() -> None:
    lock = (HERE / "requirements" / "web.txt").read_text("utf-8")
    bill = release.bill_of_materials("1.2.0", lock, "2026-11-19T12:00:00+00:00")
    pins = [Requirement(pin) for pin in re.findall(r"^([a-z0-9.\-]+==[^\s\\]+)", lock, re.M)]
    found = {part["name"]: part for part in bill["components"]}
    assert len(pins) == len(found) > 30
    for pin in pins:
        part = found[pin.name]
        assert pin.specifier.contains(part["version"], prereleases=True)
        assert part["purl"] == f"pkg:pypi/{pin.name}@{part['version']}"
        assert part["hashes"]
    assert sum(len(part["hashes"]) for part in found.values()) == lock.count("--hash=sha256:")
    assert any("properties" in part for part in found.values())  # some are for one system alone


def test_the_wheel_has_all_that_the_package_reads_and_no_tests(tmp_path: Path) -> None:
    subprocess.run(
        [*(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))],
        cwd=HERE, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    listed = release.git("ls-files", "src/chancery").splitlines()
    assert len(listed) > 500
    assert {path.removeprefix("src/") for path in listed} <= packed
    compiled = {path[:-2] + "mo" for path in listed if path.endswith(".po")}
    assert {path.removeprefix("src/") for path in compiled} <= packed
    assert {name.split("/")[0] for name in packed if "dist-info" not in name} == {"chancery"}


def test_the_terminal_needs_nothing_of_the_site() -> None:
    """`pip install chancery-games` brings rich alone."""
    script = (
        "import sys\n"
        "class Site:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in {'markupsafe', 'jinja2', 'django', 'ninja'}:\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Site())\n"
        "import chancery.cli.main\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=HERE)

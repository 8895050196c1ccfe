"""What a fresh machine gets: every version written down, and only the tests that were asked for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools.locks import LOCKS

from tests.on_postgres import FOLDER, concerned

HERE = Path(__file__).parent.parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))
_LINE = re.compile(r"(?P<pin>[a-z0-9.\-\[\],]+==\S+)(?P<rest>( ; [^\\]+)?( \\\n    --hash=\S+)+)\n")


def locked(name: str) -> dict[str, Requirement]:
    """The pins of a lock; the whole file is made of them."""
    text = (HERE / "requirements" / f"{name}.txt").read_text("utf-8")
    assert _LINE.sub("", text) == "", "something else than pins with hashes"
    found = [
        Requirement(line["pin"] + re.sub(r" \\\n.*", "", line["rest"], flags=re.DOTALL))
        for line in _LINE.finditer(text)
    ]
    return {canonicalize_name(pin.name): pin for pin in found}


def wanted(extras: tuple[str, ...]) -> list[Requirement]:
    """What pyproject.toml asks for."""
    optional = PROJECT["project"]["optional-dependencies"]
    lines = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]]
    more = list(extras)
    while more:
        for line in optional[more.pop()]:
            asked = Requirement(line)
            if asked.name == "chancery":
                more += asked.extras
            else:
                lines.append(line)
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_what_the_project_asks_for(name: str) -> None:
    pins = locked(name)
    for asked in wanted(LOCKS[name]):
        pin = pins[canonicalize_name(asked.name)]
        (version,) = pin.specifier
        assert asked.specifier.contains(version.version), f"{asked} is locked as {pin}: make locks"


def test_the_locks_agree() -> None:
    everything = locked("dev")
    for name in LOCKS:
        for package, pin in locked(name).items():
            assert pin.specifier == everything[package].specifier


def test_building_ourselves_needs_what_is_locked() -> None:
    assert set(PROJECT["build-system"]["requires"]) <= set(PROJECT["dependency-groups"]["build"])


def test_a_lock_names_no_index() -> None:
    for path in (HERE / "requirements").iterdir():
        assert "://" not in path.read_text("utf-8")


def test_only_the_tests_that_were_asked_for_run_on_postgresql() -> None:
    assert concerned([]) == concerned(["tests"]) == concerned(["tests/web/"]) == [FOLDER]
    assert concerned(["tests/core", "tests/table/test_record.py"]) == []
    one = "tests/web/test_lobby.py::test_something"
    assert concerned([one, "tests/core", "tests/web/test_walk.py"]) == [one]

"""Set-up on a new machine: every version is locked, and commands install the right packages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools.locks import LOCKS

from chancery import PACKAGE, installing
from tests.on_postgres import FOLDER, concerned

HERE = Path(__file__).parent.parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))
NAME, EXTRAS = PROJECT["project"]["name"], PROJECT["project"]["optional-dependencies"]
# pip, pipx and uv, with their arguments up to the end of the line or quotation
_INSTALLS = re.compile(
    r"\b(?:pipx|pip3?|uv(?: pip| tool)?) (?:install|inject|run|add|download)\b([^`\n]*)"
)
# other packages: those that build and test the example, and the example itself
_OTHERS = {"babel", "pytest", "sb3-contrib", "chancery-liars-dice"}
_LINE = re.compile(r"(?P<pin>[a-z0-9.\-\[\],]+==\S+)(?P<rest>( ; [^\\]+)?( \\\n    --hash=\S+)+)\n")


def locked(name: str) -> dict[str, Requirement]:
    """Return the pins of a lock file, which contains nothing else."""
    text = (HERE / "requirements" / f"{name}.txt").read_text("utf-8")
    assert _LINE.sub("", text) == "", "something else than pins with hashes"
    found = [
        Requirement(line["pin"] + re.sub(r" \\\n.*", "", line["rest"], flags=re.DOTALL))
        for line in _LINE.finditer(text)
    ]
    return {canonicalize_name(pin.name): pin for pin in found}


def wanted(extras: tuple[str, ...]) -> list[Requirement]:
    """Return the requirements of a group in pyproject.toml."""
    optional = PROJECT["project"]["optional-dependencies"]
    lines = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]]
    more = list(extras)
    while more:
        for line in optional[more.pop()]:
            asked = Requirement(line)
            if asked.name == PROJECT["project"]["name"]:
                more += asked.extras
            else:
                lines.append(line)
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("name", LOCKS)
def test_locks_satisfy_the_project_dependencies(name: str) -> None:
    pins = locked(name)
    for asked in wanted(LOCKS[name]):
        pin = pins[canonicalize_name(asked.name)]
        (version,) = pin.specifier
        assert asked.specifier.contains(version.version), f"{asked} is locked as {pin}: make locks"


def test_the_locks_agree() -> None:
    everything = locked("dev")
    for name in LOCKS:
        for package, pin in locked(name).items():
            if package in everything or name != "docs":  # which nothing else needs
                assert pin.specifier == everything[package].specifier


def test_build_requirements_are_locked() -> None:
    assert set(PROJECT["build-system"]["requires"]) <= set(PROJECT["dependency-groups"]["build"])


def test_a_lock_names_no_index() -> None:
    for path in (HERE / "requirements").iterdir():
        assert "://" not in path.read_text("utf-8")


def installed_by(text: str) -> list[str]:
    """Return the requirements that commands in a text install, without options and paths."""
    words = [word.strip("'\".,;)") for rest in _INSTALLS.findall(text) for word in rest.split()]
    return [word for word in words if word and word[0] not in "-/<{"]


def readable() -> list[Path]:
    """Return all files that show commands to readers: documents, code and catalogues."""
    found = [*HERE.glob("*.md"), *(HERE / "docs").rglob("*.md")]
    for suffix in ("py", "html", "po", "toml", "js"):
        found += (HERE / "src").rglob(f"*.{suffix}")
        found += (HERE / "examples").rglob(f"*.{suffix}")
    return found


def wrong(text: str) -> list[str]:
    """Return the packages installed by commands in a text that are neither ours nor known."""
    found = [(word, Requirement(word)) for word in installed_by(text)]
    return [
        word
        for word, asked in found
        if not (asked.name == NAME and asked.extras <= EXTRAS.keys()) and asked.name not in _OTHERS
    ]


def test_documented_commands_install_this_package() -> None:
    said = {path: path.read_text("utf-8") for path in readable()}
    assert {str(p): bad for p, text in said.items() if (bad := wrong(text))} == {}
    assert sum(len(installed_by(text)) for text in said.values()) > 6


@pytest.mark.parametrize(
    "command",
    [
        "pip install chancery", "pip install 'chancery[web]'", "pip install --upgrade 'chancery'",
        "`uv pip install chancery[web,postgres]`", "pipx install chancery",
        "uv tool install chancery", "/opt/chancery/bin/pip install --upgrade 'chancery[web]>=1'",
        "uv add chancery", "python3 -m pip install -U chancery", f"pip install '{NAME}[wed]'",
    ],
)  # fmt: skip
def test_a_command_with_another_name_is_found(command: str) -> None:
    assert wrong(command)


@pytest.mark.parametrize("extra", EXTRAS)
def test_messages_name_this_package(extra: str) -> None:
    assert PACKAGE == NAME
    assert installed_by(installing(extra)) == [f"{NAME}[{extra}]"]
    assert wrong(installing(extra)) == []


def test_the_package_is_asked_for_by_its_name() -> None:
    example = tomllib.loads((HERE / "examples/liars-dice/pyproject.toml").read_text("utf-8"))
    assert example["project"]["dependencies"] == [NAME]
    assert PROJECT["project"]["scripts"].keys() == {"chancery"}
    for lines in EXTRAS.values():
        assert not [line for line in lines if Requirement(line).name == "chancery"]


def test_only_the_tests_that_were_asked_for_run_on_postgresql() -> None:
    assert concerned([]) == concerned(["tests"]) == concerned(["tests/web/"]) == [FOLDER]
    assert concerned(["tests/core", "tests/table/test_record.py"]) == []
    one = "tests/web/test_lobby.py::test_something"
    assert concerned([one, "tests/core", "tests/web/test_every_address.py"]) == [one]

"""The faults of tools/faults.toml match the code, and name existing tests."""

from __future__ import annotations

from pathlib import Path

from tools import faults

ROOT = Path(__file__).parent.parent


def test_every_fault_can_be_applied() -> None:
    assert list(faults.stale(ROOT, faults.read())) == []


def test_every_fault_names_existing_tests() -> None:
    named = {test for fault in faults.read() for test in fault.tests}
    for test in named:
        file, _, function = test.partition("::")
        text = (ROOT / file).read_text("utf-8")
        assert not function or f"def {function.partition('[')[0]}(" in text, test

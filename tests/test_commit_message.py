"""Commit messages are checked by tools/commit_message.py, a hook for contributors."""

from __future__ import annotations

import pytest
from tools.commit_message import LONGEST, problem


@pytest.mark.parametrize(
    "message",
    ["Add a legend", "Add a legend\n", "Add a legend\n\nNobody found the signs.\n", "x" * LONGEST],
)
def test_good_messages_pass(message: str) -> None:
    assert problem(message) is None
    assert problem(f"{message}\n# a remark of git\n") is None


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("", "first line"),
        ("# only a remark", "first line"),
        ("x" * (LONGEST + 1), f"{LONGEST + 1} characters"),
        ("Add a legend.", "full stop"),
        ("Add a legend\nNobody found the signs.", "second line"),
    ],
)
def test_bad_messages_are_refused_with_a_reason(message: str, said: str) -> None:
    assert said in (problem(message) or "")

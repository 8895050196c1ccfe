"""The examples of docs/environments.md run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chancery import installing

pytest.importorskip("gymnasium", reason=installing("env"))
pytest.importorskip("pyspiel", reason=installing("openspiel"))

PAGE = Path(__file__).parent.parent.parent / "docs" / "environments.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_of_the_page_runs(code: str) -> None:
    exec(compile(code, str(PAGE), "exec"), {})


def test_there_is_an_example_for_each_library() -> None:
    assert len(EXAMPLES) == 4

"""Every worked example runs."""

from pathlib import Path

import pytest

from chancery.games import find
from chancery.table import script

FOLDER = Path(__file__).parent / "scripts"


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.script")), ids=lambda path: path.stem)
def test_script(path: Path) -> None:
    script.run(path.read_text("utf-8"), find)

"""Every worked example in a game's `data/examples` runs."""

from pathlib import Path

import pytest

from chancery.games import find, names
from chancery.table import script

SCRIPTS = [path for name in names() for path in sorted(find(name).folder.rglob("*.script"))]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_script(path: Path) -> None:
    sitting = script.run(path.read_text("utf-8"), find)
    assert sitting.game.folder in path.parents

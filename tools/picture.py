"""The pictures of the documentation: a table in the middle of a game, drawn and in the terminal.

`python tools/picture.py` plays a game between bots to its fifth year and draws it.
"""

from __future__ import annotations

import gzip
import io
import re
from pathlib import Path

from rich.console import Console

from chancery.cli import png
from chancery.cli.files import Kept
from chancery.cli.play import Screen
from chancery.cli.terminal import Terminal
from chancery.games import find
from chancery.table import Sitting, bot_players, record

ROOT = Path(__file__).resolve().parent.parent
SEED = "picture"
# recorded games, and the moments that are shown
RECORDS = {"friedrich": ("quartermaster-4-v2", 700), "revolution": ("regent-5-v2", 330)}
NAMES = ("Anna", "Bruno", "Carla", "Dario")


def main() -> None:
    """Draw the pictures of docs/images."""
    game = find("spada")
    sitting = Sitting(game, seed=SEED, names=NAMES)
    while True:
        asked = sitting.state.asked[0]
        state = sitting.state
        view = state.view(asked.seat)
        if view.year == 5 and asked.name == "bid" and len(state.legal()) > 3 < sum(view.offers):
            break
        seed = bot_players.seat_seed(SEED, asked.seat)
        sitting.act(asked.seat, bot_players.answer(sitting, asked.seat, "steward", seed))
    console = Console(
        record=True, width=108, file=io.StringIO(), force_terminal=True, highlight=False
    )
    screen = Screen(Terminal("en", console), sitting, ["human"] * 4, Kept(Path("unused")))
    screen.told[asked.seat] = len(sitting.events(asked.seat)) - 6
    screen.show(asked.seat)
    path = ROOT / "docs" / "images" / "table.svg"
    svg = console.export_svg(title="chancery play spada")
    # whoever looks at it has a font for a terminal: nothing is to be fetched from elsewhere
    path.write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S), "utf-8")
    board = path.with_name("board.svg")
    speaker = game.speaker("en", NAMES, sitting.seats)
    board.write_text(game.face.picture(sitting.state.view(asked.seat), speaker) or "", "utf-8")
    maps = {name: path.with_name(f"{name}.png") for name in RECORDS}
    for name, file in maps.items():
        file.write_bytes(_map(name, *RECORDS[name]))
    for file in (path, board, *maps.values()):
        print(file, file.stat().st_size)


def _map(name: str, kept: str, length: int) -> bytes:
    """A moment of a recorded game, as a spectator sees it."""
    file = ROOT / f"tests/games/{name}/records/{kept}.json.gz"
    sitting = record.loads(gzip.decompress(file.read_bytes()).decode("utf-8"), find)
    view = sitting.at(length).view(None)
    picture = sitting.game.face.picture(view, sitting.game.speaker("en", (), sitting.seats))
    assert picture is not None
    return png.render(picture, 880, fonts=sitting.game.face.fonts)


if __name__ == "__main__":
    main()

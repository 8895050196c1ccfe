"""Draw the covers of the games, and a terminal session for the documentation.

`python tools/picture.py` draws positions of games between bots. Chromium scales the covers down and
writes them as WebP.
"""

from __future__ import annotations

import base64
import gzip
import io
import re
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from rich.console import Console

from chancery.cli import png
from chancery.cli.files import SavedGame
from chancery.cli.play import Screen
from chancery.cli.terminal import Terminal
from chancery.games import find
from chancery.table import Sitting, bot_players, record

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = "/usr/bin/chromium"
WIDE = 960  # pixels
QUALITY = 0.82
SEED = "picture"
# recorded games, and the positions shown
RECORDS = {"friedrich": ("quartermaster-4-v2", 700), "revolution": ("regent-5-v2", 330)}
NAMES = ("Anna", "Bruno", "Carla", "Dario")
SMALLER = """async ([data, quality]) => {
    const image = await createImageBitmap(await (await fetch(data)).blob());
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", quality);
}"""


def main() -> None:
    """Draw all covers and the terminal session."""
    spada, seat = _auction()
    _terminal(spada, seat)
    shown = {"spada": (spada, len(spada.log))}
    for name, (kept, length) in RECORDS.items():
        file = ROOT / f"tests/games/{name}/records/{kept}.json.gz"
        text = gzip.decompress(file.read_bytes()).decode("utf-8")
        shown[name] = (record.loads(text, find), length)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        for sitting, length in shown.values():
            _cover(page, sitting, length)
        browser.close()


def _auction() -> tuple[Sitting, int]:
    """Return a game of La Spada in its fifth year, and the seat that is to bid."""
    sitting = Sitting(find("spada"), seed=SEED, names=NAMES)
    while True:
        asked = sitting.state.asked[0]
        state = sitting.state
        view = state.view(asked.seat)
        if view.year == 5 and asked.name == "bid" and len(state.legal()) > 3 < sum(view.offers):
            return sitting, asked.seat
        seed = bot_players.seat_seed(SEED, asked.seat)
        sitting.act(asked.seat, bot_players.answer(sitting, asked.seat, "steward", seed))


def _terminal(sitting: Sitting, seat: int) -> None:
    """Return an SVG of a table as a player sees it in the terminal."""
    console = Console(
        record=True, width=108, file=io.StringIO(), force_terminal=True, highlight=False
    )
    screen = Screen(Terminal("en", console), sitting, ["human"] * 4, SavedGame(Path("unused")))
    screen.told[seat] = len(sitting.events(seat)) - 6
    screen.show(seat)
    path = ROOT / "docs" / "images" / "table.svg"
    svg = console.export_svg(title="chancery play spada")
    # use the viewer's monospace font instead of fetching one
    path.write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S), "utf-8")
    print(path, path.stat().st_size)


def _cover(page: Page, sitting: Sitting, length: int) -> None:
    """Draw the board at a position of a game, as a spectator sees it."""
    face = sitting.game.face
    speaker = sitting.game.speaker("en", sitting.names, sitting.seats)
    picture = face.picture(sitting.at(length).view(None), speaker)
    assert picture is not None
    assert face.cover is not None
    drawn = base64.b64encode(png.render(picture, WIDE, fonts=face.fonts)).decode()
    small = page.evaluate(SMALLER, [f"data:image/png;base64,{drawn}", QUALITY])
    face.cover.write_bytes(base64.b64decode(small.partition(",")[2]))
    print(face.cover, face.cover.stat().st_size)


if __name__ == "__main__":
    main()

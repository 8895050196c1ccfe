"""Pictures of a table: PNG files from the command line, and output in notebooks."""

import re
import struct
import sys
import zlib
from html import unescape
from pathlib import Path

import pytest

from chancery import games
from chancery.cli import png
from chancery.core import Face
from chancery.table import Sitting
from tests.cli.conftest import Run
from tests.soaking import sample

GAMES = ("friedrich", "spada")
SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def table(run: Run) -> str:
    """The record file of a table of La Spada."""
    assert run("new", "spada", "g.json", "--seed", "1")[0] == 0
    return "g.json"


def picture(name: str) -> str:
    """Return the picture of a game that has just begun."""
    drawn = games.find(name).start(seed="1")._repr_svg_()
    assert drawn is not None
    return drawn


def size(image: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    assert image.startswith(SIGNATURE)
    width, height = struct.unpack_from(">II", image, 16)
    return width, height


def pixels(image: bytes) -> bytes:
    """Return the filtered pixels of a PNG, enough to see whether it is empty."""
    packed, at = b"", len(SIGNATURE)
    while at < len(image):
        length, kind = struct.unpack_from(">I4s", image, at)
        if kind == b"IDAT":
            packed += image[at + 8 : at + 8 + length]
        at += length + 12
    return zlib.decompress(packed)


# -- the command line ----------------------------------------------------------------------


@pytest.mark.parametrize("name", sample(GAMES, 1))
def test_show_writes_a_png_as_wide_as_asked(run: Run, name: str) -> None:
    assert run("new", name, "g.json", "--seed", "1")[0] == 0
    code, out, err = run("show", "g.json", "--png", "g.png", "--width", "300")
    assert (code, err) == (0, "")
    assert "g.png" in out
    image = Path("g.png").read_bytes()
    width, height = size(image)
    assert width == 300
    assert 180 < height < 220  # both boards are three by two
    assert len(set(pixels(image))) > 100


def test_a_seat_and_dark_colours_give_other_pictures(run: Run, table: str) -> None:
    wishes: list[list[str]] = [[], ["--seat", "white"], ["--dark"]]
    found = []
    for wish in wishes:
        assert run("show", table, "--png", "g.png", "--force", "--width", "400", *wish)[0] == 0
        found.append(Path("g.png").read_bytes())
    assert len(set(found)) == len(wishes)


def test_dark_svg_is_dark_wherever_it_is_shown(run: Run, table: str) -> None:
    _, out, _ = run("show", table, "--svg", "--dark")
    root = out[: out.index(">")]
    assert 'data-theme="dark"' in root
    assert "color-scheme: dark" in root


def test_without_the_extra_it_says_what_to_install(
    run: Run, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "chancery.cli.png")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    code, out, err = run("show", table, "--png", "g.png")
    assert (code, out) == (2, "")
    assert "pip install 'chancery-games[png]'" in err
    assert not Path("g.png").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--png", "nowhere/g.png", "--width", "30"], "nowhere/g.png: No such file"),
        (["--png", ".", "--width", "30"], "Is a directory"),
        (["--png", "g.png", "--width", "0"], "a whole number from 1 to 10000"),
        (["--png", "g.png", "--width", "10001"], "a whole number from 1 to 10000"),
        (["--png", "g.json"], "would overwrite the record"),
        (["--png", "g.png", "--svg"], "not allowed together with"),
    ],
)
def test_wrong_usage(run: Run, table: str, arguments: list[str], message: str) -> None:
    before = Path(table).read_text()
    code, _, err = run("show", table, *arguments)
    assert code == 2
    assert message in err
    assert "Traceback" not in err
    assert [path.name for path in Path().iterdir()] == [table]
    assert Path(table).read_text() == before


# -- style sheets --------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_no_unsupported_css_is_left(name: str, dark: bool) -> None:
    found = png.resolve(picture(name), dark)
    for unknown in ("var(", "light-dark(", "<style", "--"):
        assert unknown not in found
    assert len(set(re.findall(r"fill:(#\w+)", found))) > 10


def resolved(css: str, inside: str, dark: bool = False) -> str:
    """Return the content of a picture after its style sheet has been resolved."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" class="a"><style>{css}</style>{inside}</svg>'
    return png.resolve(svg, dark).replace("ns0:", "").replace(" />", "/>")


@pytest.mark.parametrize(
    ("css", "style"),
    [
        (".a { --x: red } path { fill: var(--x) }", "fill:red"),
        ("path { fill: var(--x, var(--y, blue)) }", "fill:blue"),
        ("path { fill: var(--x) }", None),  # refers to nothing
        ("path { --x: var(--y); --y: var(--x); fill: var(--x, blue) }", "fill:blue"),  # a circle
        (".a { --x: red; --y: var(--x) } g { --x: blue } path { fill: var(--y) }", "fill:red"),
        ("path { fill: light-dark(#fff, #000) }", "fill:#fff"),
        ("path { filter: drop-shadow(0 0 1px var(--x,red)) }", "drop-shadow(0 0 1px red)"),
        (".b { fill: red } path { fill: blue }", "fill:red"),
        (":is(.a) path { fill: red } path { fill: blue }", "fill:red"),
        (":where(.a) path { fill: red } path { fill: blue }", "fill:blue"),
        ("path { fill: red !important } .b { fill: blue }", "fill:red"),
        ("path { fill: red } path:focus-visible { fill: blue }", "fill:red"),
        ("path { fill: red } @media (max-width: 40rem) { path { fill: blue } }", "fill:red"),
        ("@media (prefers-color-scheme: dark) { path { fill: blue } }", None),
    ],
)
def test_computed_styles_match_a_browser(css: str, style: str | None) -> None:
    found = resolved(css, '<g><path class="b"/></g>')
    if style is None:
        assert '<path class="b"/>' in found
    else:
        assert style in found


def test_dark_colours() -> None:
    css = (
        "@media (prefers-color-scheme: dark) { path { stroke: blue } }"
        " path { fill: light-dark(#fff, #000) }"
    )
    assert '<path style="stroke:blue;fill:#000"/>' in resolved(css, "<path/>", dark=True)


def test_a_sign_takes_its_colours_from_where_it_is_used() -> None:
    css = ".red { --coat: red } .blue { --coat: blue } .coat { fill: var(--coat) }"
    sign = '<defs><path id="sign" class="coat"/></defs>'
    found = resolved(
        css, sign + '<use href="#sign" class="red"/><g class="blue"><use href="#sign"/></g>'
    )
    assert re.findall("fill:(red|blue)", found) == ["red", "blue"]
    assert found.count('id="sign"') == 1


def test_hidden_elements_are_not_drawn() -> None:
    css = '[data-detail="0"] .b { display: none }'
    found = resolved(css, '<g data-detail="0"><path class="b"/></g>')
    assert '<path class="b" style="display:none"/>' in found


@pytest.mark.parametrize("name", ["friedrich", "revolution"])
def test_words_are_set_in_the_fonts_of_the_game(name: str) -> None:
    """The style sheet names a font of the game as the file does, so that the renderer finds it."""
    face = games.find(name).face
    assert face.fonts
    for path in face.fonts.values():
        assert png.SERIF.encode("utf-16-be") in path.read_bytes()
    assert re.search(
        f'font-family:"Chancery [^;]*"{png.SERIF}"', unescape(png.resolve(picture(name)))
    )


# -- notebooks -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_notebook_shows_what_a_spectator_sees(name: str) -> None:
    game = games.find(name)
    sitting = Sitting(game, seed="1")
    expected = game.face.picture(sitting.state.view(None), game.speaker(seats=sitting.seats))
    assert expected is not None
    assert sitting._repr_svg_() == sitting.state._repr_svg_() == expected


def test_a_notebook_knows_the_names_at_a_table() -> None:
    drawn = Sitting(games.find("spada"), seed="1", names=("Anna", "", "", ""))._repr_svg_()
    assert drawn is not None
    assert "Anna" in drawn


def test_a_game_without_a_picture_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("spada")
    monkeypatch.setattr(type(game.face), "picture", Face.picture)
    assert Sitting(game, seed="1")._repr_svg_() is None

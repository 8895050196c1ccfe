"""Data files: every input gets a clear answer at little cost."""

import random
import tomllib
import tracemalloc
from collections.abc import Callable

import pytest

from chancery.core import BadForm
from chancery.core.datafile import KEPT, Contents, check_shape
from chancery.games import find
from tests.soaking import SOAK

GAMES = ("revolution", "spada")
HOSTILE: dict[str, tuple[Callable[[int], str], str]] = {
    "dots in a key": (lambda n: ".".join("a" * (n // 2)) + "=1", "at most 3 dots"),
    "dots in a header": (lambda n: "[" + ".".join("a" * (n // 2)) + "]", "at most 3 dots"),
    "dots and quotes": (lambda n: ".".join(['"a"'] * (n // 4)) + "=1", "at most 3 dots"),
    "dots inside": (lambda n: "a={" + ". ".join("a" * (n // 3)) + "=1}", "at most 3 dots"),
    "deep arrays": (lambda n: "a=" + "[" * n, "at most 4 deep"),
    "deep tables": (lambda n: "a=" + "{a=" * (n // 3), "at most 4 deep"),
    "deep over lines": (lambda n: "a=" + "[\n" * (n // 2), "line 5: brackets"),
    "a long number": (lambda n: "a=" + "9" * n, "a number has at most 20"),
    "a negative one": (lambda n: "a=-" + "9" * n, "a number has at most 20"),
    "a hexadecimal one": (lambda n: "a=0x" + "f" * n, "a number has at most 20"),
    "many decimals": (lambda n: "a=0." + "9" * n, "a number has at most 20"),
    "a long name": (lambda n: "a" * n + "=1", "a name has at most 40"),
    "a long text": (lambda n: 'a="' + "x" * (n - 9) + '"', "a text has at most 200"),
    "a long text with escapes": (lambda n: 'a="' + "\\n" * (n // 2) + '"', "a text has at most"),
    "a long line": (lambda n: "a=[" + "1," * (n // 2) + "]", "a line has at most 1000"),
    "a long comment": (lambda n: "#" * n, "a line has at most 1000"),
    "an endless text": (lambda n: 'a="' + "x" * 50, "a text that does not end"),
    "a text of many lines": (lambda n: "a='''\n" * (n // 6), "texts of several lines"),
    "many tables": (lambda n: "[[a]]\n" * (n // 6), "tables"),
    "a zero": (lambda n: "# a\n\0", "line 2: a character that no text may contain: U+0000"),
    "half a sign": (lambda n: "# \ud800", "U+D800"),
    "a new page": (lambda n: "\n\n\x0c", "line 3: a character"),
    "a day that never was": (lambda n: "a=2023-02-30", "line 1"),
    "a second that never was": (lambda n: "a=9999-12-31T23:59:60Z", "line 1"),
    "the same twice": (lambda n: "a=1\na=2", "line 2: not a TOML file"),
    "an end too soon": (lambda n: "\n[values]\nwar = {", "line 3: not a TOML file"),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_at_little_cost(kind: str, name: str) -> None:
    game = find(name)
    make, problem = HOSTILE[kind]
    assert game.data_file is not None
    text = make(game.data_file.largest - 10)
    tracemalloc.start()
    try:
        with pytest.raises(BadForm) as error:
            game.load_data(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert problem in str(error.value)
    assert "line " in str(error.value)
    assert peak < 2_000_000


@pytest.mark.parametrize("name", GAMES)
def test_a_file_is_at_most_twice_as_long_as_ours(name: str) -> None:
    game = find(name)
    ours = game.shipped_data() or ""
    fill = "# \n" * (len(ours) // 3)
    game.load_data((ours + fill)[: 2 * len(ours)])
    with pytest.raises(BadForm, match=f"at most {2 * len(ours)} characters"):
        game.load_data(ours + fill + "#" * len(ours))


VALUES = (
    "-1", '"x"', "[]", "{}", "1e400", "inf", "-nan", "true", "1979-05-27", "[[1]]", "07:32:00",
    "9" * 18, "9" * 5000, "0x" + "f" * 15, "[" * 300, "{a=" * 9, '"""a"""', "'''", '"\\ud800"',
    '"\\u202e"', "a.b", "1_0", '"{x}"', "{ source = 1 }", "[{}]", "0.1",
)  # fmt: skip
SIGNS = "\0\t\"'#.=[]{}\\\x7f\x85\u2028\ud800😀,-:"


def damaged(dice: random.Random, text: str) -> str:
    """Return a data file with one to four random faults."""
    lines = text.split("\n")
    for _ in range(dice.randint(1, 4)):
        i, j = dice.randrange(len(lines)), dice.randrange(len(lines))
        what = dice.randrange(9)
        if what == 0:
            lines[i] = ""
        elif what == 1:
            lines.insert(j, lines[i])
        elif what == 2:
            lines[i], lines[j] = lines[j], lines[i]
        elif what == 3:
            lines[i] = lines[i] * dice.randint(2, 40)
        elif what == 4:
            lines[i] = ".".join("abc" * dice.randint(1, 900)) + " = 1"
        elif what == 5:
            at = dice.randrange(len(lines[i]) + 1)
            lines[i] = lines[i][:at] + dice.choice(SIGNS) + lines[i][at + 1 :]
        elif what == 6 and dice.random() < 0.2:
            lines[i:] = [lines[i][: dice.randrange(len(lines[i]) + 1)]]
        else:
            lines[i] = f"{lines[i].partition('=')[0]}= {dice.choice(VALUES)}"
    return "\n".join(lines)


@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_file_is_read_or_refused_with_a_reason(name: str) -> None:
    game = find(name)
    ours = game.shipped_data() or ""
    dice = random.Random(f"damaged {name}")
    refused, number = 0, 300 if SOAK else 120
    for _ in range(number):
        try:
            game.start({}, "damaged", data=damaged(dice, ours))
        except BadForm:
            refused += 1
    assert number / 2 < refused < number


@pytest.mark.parametrize("name", GAMES)
def test_the_file_cache_is_bounded(name: str) -> None:
    game = find(name)
    assert game.data_file is not None
    ours = game.data_file.shipped
    assert game.load_data(ours + "# 0\n") is game.load_data(ours + "# 0\n")
    first = game.load_data(ours + "# first\n")
    for n in range(KEPT):
        game.data_file.load(ours + f"# {n}\n", game.rules)
    assert game.load_data(ours + "# first\n") is not first


def test_ordinary_toml_has_the_shape() -> None:
    text = """# a comment with [[[[[ "brackets and … more
[table]
a.b."c d" = 1
'e' = [
    1.5, # one
    [ 2, -3 ],
]
f = { g = [ "x", 'y\\' ], "h" = "\\"" }
[[many]]
day = 1979-05-27
[[many]]
"""
    check_shape(text, 3)
    assert tomllib.loads(text)["table"]["a"]["b"]["c d"] == 1
    with pytest.raises(BadForm, match=r"line 11: .*at most 2 tables"):
        check_shape(text, 2)


def test_lines_of_keys_are_found() -> None:
    text = "a = { b = 1 }\n[c]\nd = 1\n[[e]]\n[[e]]\n 'f' = 2\n[[g]]\nf = 3"
    file = Contents(text, tomllib.loads(text))
    assert [file.line(*what) for what in (
        ("a",), ("a", "b"), ("c",), ("c", "d"), ("c", "f"), ("e",), ("e", "f", 1), ("g", "f"),
    )] == [1, 1, 2, 3, 2, 4, 6, 8]  # fmt: skip
    assert str(file.placed(BadForm("c.d.x", BadForm("", find("spada").title).text()))).startswith(
        "c.d.x: line 3: "
    )
    assert file.placed(BadForm("z.d", find("spada").title)).at == "z.d"


@pytest.mark.parametrize("name", GAMES)
def test_exception_chains_are_not_circular(name: str) -> None:
    with pytest.raises(BadForm) as error:
        find(name).load_data("# a file without any table\n")
    assert error.value.__cause__ is not error.value  # following the chain of causes must end

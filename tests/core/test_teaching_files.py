"""Teaching files: their contents, and the messages for mistakes in them."""

from pathlib import Path

import pytest

from chancery.core import Aid, Frame, Spot, T, Teaching
from chancery.core.help import Paragraph, Picture, Values
from chancery.core.user_errors import BadTeaching

GUIDE = '''\
key = "first"
title = "A first game"
minutes = 5
seat = "red"
bot = "clerk"
opening = """
game somewhere
"""
others = """
add grain; pass;
bid"""

[concepts]
aim = "the aim"

[places]
kassel = "city:kassel"

[[step]]
at = "discard"
expect = ["discard 2c", "discard 3c"]
each = true
done = "It is gone."

[[step.say]]
text = """
First this. Then go
to {kassel} with {n} cards."""
places = { n = 2 }
points = ["city:kassel"]

[[step.say]]
text = "To {kassel:the}!"

[[step.answer]]
to = "*"
text = "Not now."

[[farewell]]
text = "That was all."
'''
LESSONS = '''\
bot = "clerk"

[[lesson]]
key = "one"
title = "One"
rule = "1"
task = [{ text = "Do it." }]
opening = "start.script"
seat = "red"
goal = ["expect n = 1"]
answer = "add grain; bid"
hint = "How?"
solved = """
[[lesson]]
So."""
'''
EXAMPLE = '[[example]]\nscript = "a_b.script"\ntitle = "E"\nrule = "1"\nnotes = { 0 = "Now." }\n'
FRAME = Frame("somewhere", 1, {"players": 2}, None, ("red", "blue"))


def city(name: str) -> Spot:
    """Return the title of the only city, Kassel."""
    return Spot("city:kassel", {"kassel": T("Kassel"), "cassel": T("Kassel")}[name])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a game without teaching files, but with a script."""
    (tmp_path / "data" / "examples").mkdir(parents=True)
    (tmp_path / "teach").mkdir()
    for name in ("start", "a_b"):
        (tmp_path / "data" / "examples" / f"{name}.script").write_text(f"game {name}\n")
    return tmp_path


def teaching(folder: Path, **files: str) -> Teaching:
    for name, text in files.items():
        suffix = "md" if name == "help" else "toml"
        (folder / "teach" / f"{name}.{suffix}").write_text(text, encoding="utf-8")
    return Teaching(folder, {"city": city})


def test_a_game_without_files_teaches_nothing(folder: Path) -> None:
    empty = teaching(folder)
    assert (empty.guide, empty.primer, empty.lessons, empty.examples) == (None, None, (), ())
    assert empty.help({}) == ()
    assert list(empty.sentences()) == []


def test_a_guide_is_read_with_its_places(folder: Path) -> None:
    guide = teaching(folder, guide=GUIDE).guide
    assert guide is not None
    (step,) = guide.steps
    assert [str(remark.text) for remark in step.says] == [
        "First this. Then go to Kassel with 2 cards.", "To Kassel!",
    ]  # fmt: skip
    assert step.says[0].points == ("city:kassel",)
    assert step.expect == ("discard 2c", "discard 3c")
    assert (step.each, step.goes_on, step.until) == (True, False, ())
    assert guide.others == ("add grain", "pass", "bid")
    assert guide.concepts == (("aim", T("the aim")),)
    assert guide.opening == "game somewhere\n"


def test_settings_before_the_exercises_apply_to_all(folder: Path) -> None:
    (lesson,) = teaching(folder, lessons=LESSONS).lessons
    assert (lesson.bot, lesson.opening) == ("clerk", "game start\n")
    assert lesson.answer == ("add grain", "bid")
    assert str(lesson.solved) == "[[lesson]] So."
    assert lesson.missed is None


def test_an_example_has_the_key_of_its_script(folder: Path) -> None:
    (example,) = teaching(folder, examples=EXAMPLE).examples
    assert (example.key, example.script, example.seat) == ("a-b", "game a_b\n", None)
    assert example.notes == ((0, T("Now.")),)


def test_every_sentence_is_there_to_be_translated(folder: Path) -> None:
    words = teaching(
        folder, guide=GUIDE, lessons=LESSONS, examples=EXAMPLE,
        help="## A {#a}\n\n[1] One\ntwo.\n\n{made}\n", stories='[turns]\n1 = "War."\n',
    )  # fmt: skip
    found = list(Teaching(folder).sentences())
    assert found == list(words.sentences())
    assert set(found) == {
        "A", "One two.", "A first game", "the aim", "It is gone.", "Not now.", "That was all.",
        "First this. Then go to {kassel} with {n} cards.", "To {kassel:the}!", "One", "Do it.",
        "How?", "[[lesson]] So.", "E", "Now.", "War.",
    }  # fmt: skip


GUIDE_SLIPS = [
    ("[places]", "[place]", 16, "place: “place” means nothing here"),
    ("each = true", "eahc = true", 22, "“eahc” means nothing here; did you mean “each”?"),
    ("each = true", 'each = "yes"', 22, "step 1, each: true or false is needed, not 'yes'"),
    ("minutes = 5", 'minutes = "5"', 3, "minutes: a whole number is needed"),
    ('seat = "red"\n', "", 1, "seat is missing"),
    ("go\nto {kassel}", "go\nto {kasel}", 26, "step 1, say 1, text: nothing says what {kasel} is"),
    ("{kassel:the}", "{kassel", 33, "step 1, say 2, text: braces must hold the name of a place"),
    ("{ n = 2 }", "{ n = 2, m = 3 }", 29, "places, m: no sentence here has a place {m}"),
    ("{ n = 2 }", "{ n = 2.5 }", 29, "a place is a text or a whole number, not 2.5"),
    ('"city:kassel"\n', '"city:koeln"\n', 17, "places, kassel: there is no city “koeln”"),
    ('"city:kassel"\n', '"city:cassel"\n', 17, "“city:cassel” is called “city:kassel”"),
    ('"city:kassel"\n', '"town:kassel"\n', 17, "the game names nothing by “town:”, only “city:”"),
    ("[[farewell]]", "[farewell]", 39, "a list is needed, written as [[farewell]]"),
    ('title = "A first game"', "title = A first game", 2, "not TOML: Invalid value"),
    ('"""\ngame somewhere\n"""', '"nowhere.script"', 6, "there is no script data/examples/no"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "line", "problem"), GUIDE_SLIPS)
def test_a_slip_in_a_guide_is_told_with_its_line(
    folder: Path, right: str, wrong: str, line: int, problem: str
) -> None:
    files = teaching(folder, guide=GUIDE.replace(right, wrong, 1))
    with pytest.raises(BadTeaching) as error:
        _ = files.guide
    assert str(error.value).startswith(f"{folder.name}/teach/guide.toml, line {line}: ")
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("file", "text", "line", "problem"),
    [
        ("examples", EXAMPLE.replace("0 =", "x ="), 5, "example 1, notes, x: a number is needed"),
        ("lessons", LESSONS.replace("task = [", "task = [ 1, "), 7, "task 1: a table is needed"),
        ("lessons", "[lesson]\n", 1, "lesson: a list is needed, written as .*"),
        ("primer", "aim = []\nturn = []\nwinning = []\nplate = []\n", 4, "plate: 3 are needed"),
        ("stories", 'turns = "1"\n', 1, "turns: a table is needed"),
    ],
)
def test_a_slip_in_another_file(
    folder: Path, file: str, text: str, line: int, problem: str
) -> None:
    files = teaching(folder, **{file: text})
    with pytest.raises(BadTeaching, match=f"{file}.toml, line {line}: .*{problem}"):
        list(files.sentences())


HELP = """\
<!-- for those
who edit -->
## Moves {#moves}

[4.1 fate_8♦] Wrapped lines
are joined.

[5 players=2,3] For few.

![A plain
map](10 20.5 300 200)

[6 players!=2] For others.

## Our board {data=ours}
## Your board {data=own}

There are {n}.

{cities}

## Late {edition=2004 .cards}

Only then.
"""
VALUES: Values = {"n": 3, "cities": [Paragraph("9", T("Kassel"))]}


def test_help_is_read_as_it_is_written(folder: Path) -> None:
    moves, board, late = teaching(folder, help=HELP).help(VALUES)
    assert (str(moves.title), moves.key, moves.cards) == ("Moves", "moves", False)
    assert moves.paragraphs[0] == Paragraph("4.1 fate_8♦", T("Wrapped lines are joined."))
    assert [p.rule for p in moves.paragraphs] == ["4.1 fate_8♦", "5", "6"]
    shown = [p.picture for p in moves.paragraphs]
    assert shown == [None, Picture(T("A plain map"), (10, 20.5, 300, 200)), None]
    assert "A plain map" in teaching(folder).sentences("help.md")
    assert str(board.title) == "Our board"
    assert [str(p.text) for p in board.paragraphs] == ["There are 3.", "Kassel"]
    assert late.cards


def test_help_at_a_table_has_what_applies_there(folder: Path) -> None:
    moves, board = teaching(folder, help=HELP).help(VALUES, FRAME)
    assert [p.rule for p in moves.paragraphs] == ["4.1 fate_8♦", "5"]
    assert str(board.title) == "Our board"
    own = Frame("somewhere", 1, {"players": 4, "edition": 2004}, "data", ("red", "blue"))
    moves, board, _ = teaching(folder).help(VALUES, own)
    assert [p.rule for p in moves.paragraphs] == ["4.1 fate_8♦", "6"]
    assert str(board.title) == "Your board"


@pytest.mark.parametrize(
    ("right", "wrong", "line", "problem"),
    [
        ("## Moves", "#Moves", 3, "a chapter begins with “## Title”"),
        ("## Moves {#moves}\n", "\n", 5, "a paragraph before the first title"),
        ("{#moves}", "{moves}", 3, "after a title stand #key, .cards or option=value, not moves"),
        ("{data=ours}", "{#moves}", 15, "another chapter has the key #moves"),
        ("(10 20.5 300 200)", "(10 20)", 10, "a picture is written as ![Caption]"),
        ("[6 players!=2] For others.", "![B](1 2 3 4)", 13, "a picture stands after a paragraph"),
        ("[5 players=2,3] For few.", "[5 players=2,3]", 8, "a paragraph without a sentence"),
        ("{n}", "{m}", 18, "the game does not say what {m} is"),
        ("{n}", "{n", 18, "braces must hold the name of a placeholder"),
        ("{cities}", "{towns}", 20, "the game makes no paragraphs called {towns}"),
    ],
)
def test_a_slip_in_the_help_is_told_with_its_line(
    folder: Path, right: str, wrong: str, line: int, problem: str
) -> None:
    files = teaching(folder, help=HELP.replace(right, wrong, 1))
    with pytest.raises(BadTeaching) as error:
        files.help(VALUES)
    assert f"help.md, line {line}: {problem}" in str(error.value)


AID = """\
[costs]
title = "Costs"
rule = "10"
lines = ["A troop.", { text = "A train: {n}.", places = { n = 6 } }]
"""


def test_an_aid_card_is_read_by_block(folder: Path) -> None:
    files = teaching(folder, aid=AID)
    assert files.aid == {
        "costs": Aid(T("Costs"), (T("A troop."), T("A train: {n}.", n=6)), rule="10")
    }
    assert list(files.sentences("aid.toml")) == ["Costs", "A troop.", "A train: {n}."]


def test_a_slip_in_an_aid_card(folder: Path) -> None:
    with pytest.raises(
        BadTeaching, match=r"aid\.toml, line 4: costs, lines 2: a text is needed, or"
    ):
        _ = teaching(folder, aid=AID.replace("text =", "txt =")).aid


def test_a_file_that_nothing_reads_is_found(folder: Path) -> None:
    assert teaching(folder, guide=GUIDE, lesson="").unknown_files() == ["lesson.toml"]

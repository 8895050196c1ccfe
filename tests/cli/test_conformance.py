"""`chancery conformance`: its messages for authors' mistakes in a game."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chancery import games
from chancery.cli.main import main
from chancery.conformance import damaged_forms, walks
from tests import installed_games

# Two players guess each other's card, high or low, and never repeat the previous guess.
GAME = """
from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from chancery.core import (
    N_, SEATS, Action, Event, Face, Game, Grid, Names, Notation, Option, Options, Outcome, Phase,
    Question, Refusal, Seat, State, T, View, When, question, seen,
)

CARDS = Names("low", "high")
DICE = itertools.count()  # chance outside the state of the game
Card = Annotated[int, CARDS]
NOTATION = Notation()
GUESS = NOTATION.family("guess", CARDS.names)


@dataclass(slots=True, unsafe_hash=True)
class Guessed(Event):
    sentence = N_("{seat} guesses {card}.")
    seat: Seat
    card: Card


@dataclass(slots=True, unsafe_hash=True)
class Shown(Event):
    sentence = N_("{seat} shows {card}.")
    reveals = True
    seat: Seat
    card: Card


class Again(Refusal):
    sentence = N_("Not {card} again.")


@dataclass(slots=True, init=False, eq=False, repr=False)
class Table(State):
    cards: list[Card]
    points: Annotated[list[int], Grid(SEATS)]
    round: int


@dataclass(slots=True)
class Guessing(Phase[Table]):
    title = T("a guess")
    rule = "guess"
    seat: Seat
    before: tuple[Card, ...] = ()

    def ask(self, s: Table) -> tuple[Question, ...]:
        if s.round < 6:
            return question(self.seat, "guess")
        s.finish(Outcome.ranked(s.points, [(n,) for n in s.points]))
        return ()

    def legal(self, s: Table, seat: int) -> Sequence[Action]:
        return [action for action in GUESS if action.args[0] not in self.before]

    def do_guess(self, s: Table, seat: int, card: int) -> None:
        other = 1 - seat
        s.emit(Guessed(seat, card))
        s.emit(Shown(other, s.cards[other]))
        s.points[seat] += card == s.cards[other]
        s.cards[other] = s.pick([1, 1])
        s.round += 1
        self.seat, self.before = other, (card,)

    def no_guess(self, s: Table, seat: int, card: int) -> Refusal:
        return Again(card=CARDS.title(card))


@dataclass(slots=True)
class TableView(View):
    card: Annotated[int, CARDS]
    points: Annotated[tuple[int, ...], Grid(SEATS)]
    round: int


class Guesses(Game[Table, TableView]):
    name = "guesses"
    title = T("Guesses")
    notation = NOTATION
    state = Table
    options = (Option("pace", T("Pace"), {1: T("slow"), 2: T("quick")}, 1),)

    def seats(self, options: Options) -> tuple[str, ...]:
        return ("ann", "bob")

    def set_up(self, state: Table) -> None:
        state.cards = [state.pick([1, 1]), state.pick([1, 1])]
        state.points = [0, 0]
        state.round = 0
        state.push(Guessing(0))

    def look(self, state: Table, seat: int | None) -> TableView:
        card = 0 if seat is None else state.cards[seat]
        return TableView(*seen(state, seat), card, tuple(state.points), state.round)

    def sample(self, view: TableView, seed: str) -> Table:
        state = self.blank(view.frame.options, seed)
        dice = random.Random(seed)
        state.cards = [view.card if s == view.seat else dice.randrange(2) for s in range(2)]
        state.points, state.round = list(view.points), view.round
        state.phases.extend(phase.copy() for phase in view.phases)
        if view.result is not None:
            state.finish(view.result)
        state.settle()
        return state


GAME = Guesses()
"""


def bot(answer: str) -> tuple[str, str]:
    """Return a replacement in the game's code that adds a bot with this answer."""
    place = "class Guesses(Game[Table, TableView]):\n"
    lines = (
        "class Simple:",
        "    def __init__(self, game, seed): ...",
        f"    def plan(self, view, asked, legal, dice): return {answer}",
    )
    kind = "\n".join(lines) + "\n\n\n"
    return place, kind + place + '    bots = {"simple": Simple}\n'


# original code, its replacement, the expected message
MISTAKES = {
    "a phase without legal": (
        "    def legal(self",
        "    def allowed(self",
        "Guessing has no `legal`",
    ),
    "a phase without a title": ('    title = T("a guess")\n', "", "Guessing has no `title`"),
    "a title that cannot be translated": (
        'T("a guess")',
        '"a guess"',
        r"Guessing\.title is 'a guess', not a sentence for all languages: T\(\"...\"\)",
    ),
    "an event without a sentence": (
        '    sentence = N_("{seat} guesses {card}.")\n',
        "",
        "Guessed has no `sentence`",
    ),
    "a sentence that cannot be translated": (
        'N_("{seat} guesses {card}.")',
        '"{seat} guesses {card}."',
        r"Guessed\.sentence is '{seat} guesses {card}\.', not a sentence",
    ),
    "a sentence with a place that nothing fills": (
        "{seat} guesses {card}.",
        "{who} guesses {card}.",
        r"Guessed\.sentence has a place {who}, and Guessed has no such field",
    ),
    "a variant that depends on nothing": (
        'N_("{seat} guesses {card}.")\n',
        'N_("{seat} guesses {card}.")\n    variants = (When(N_("{seat} errs."), right=False),)\n',
        r"a variant of Guessed depends on right, and Guessed has no such field",
    ),
    "a variant with a place that nothing fills": (
        'N_("{seat} guesses {card}.")\n',
        'N_("{seat} guesses {card}.")\n    variants = (When(N_("{who} guesses."), seat=0),)\n',
        r"a variant of Guessed has a place {who}, and Guessed has no such field",
    ),
    "a reason with a place that nothing fills": (
        "Not {card} again.",
        "Not {it} again.",
        r"LookupError: nobody says what 'it' is in “Not {it} again\.” \(.*, line \d+, in no_guess",
    ),
    "a reason without a sentence": (
        '    sentence = N_("Not {card} again.")\n',
        "    pass\n",
        "Again has no `sentence`",
    ),
    "a reason that is a text": (
        "return Again(card=CARDS.title(card))",
        'return "not again"',
        r"Guessing\.no_guess gives 'not again', not a Refusal",
    ),
    "a tuple in a sentence": (
        "    seat: Seat\n    card: Card\n\n\n@dataclass(slots=True, unsafe_hash=True)\nclass Shown",
        "    seat: Seat\n    card: tuple[int, ...]\n\n\n@dataclass(slots=True, unsafe_hash=True)\n"
        "class Shown",
        r"Guessed\.sentence tells of {card}, and a tuple has no words: annotate the field",
    ),
    "a label that cannot be translated": (
        "class Guesses(Game[Table, TableView]):\n",
        "class Plain(Face[TableView]):\n"
        "    def label(self, action: Action):\n"
        "        return action.text\n\n\n"
        "class Guesses(Game[Table, TableView]):\n    face = Plain()\n",
        r"`label` of the face gives 'guess \w+', not a sentence for all languages: T\(",
    ),
    "chance without a choice": (
        "s.cards[other] = s.pick([1, 1])",
        "s.cards[other] = s.pick([0, 0])",
        r"chance cannot pick from the weights \[0, 0\]: .* line \d+, in do_guess",
    ),
    "a set-up that forgets what a phase needs": (
        "        state.round = 0\n",
        "",
        "`set_up` leaves `round` without a value: it gives one to every field of Table",
    ),
    "a bot that answers with one action": (*bot("legal[0]"), r"“guess \w+” alone, not a list of"),
    "a bot that answers nothing": (*bot("None"), "gives None, not a list of actions: return"),
    "a bot that answers bit by bit": (*bot("iter(legal)"), "iterator object at .*, not a list of"),
    "a bot that answers in words": (*bot("['guess low']"), "a list with 'guess low', not of act"),
    "a bot that has no plan": (*bot("[]"), "an empty list: a plan has one action at least"),
    "do_ without no_": (
        "    def no_guess(self",
        "    def not_guess(self",
        "Guessing has `do_guess` but no `no_guess`",
    ),
    "do_ with other arguments": (
        "def do_guess(self, s: Table, seat: int, card: int)",
        "def do_guess(self, s: Table, seat: int)",
        r"Guessing\.do_guess must take the position, the seat and 1 more",
    ),
    "a verb that nobody does": (
        "GUESS = NOTATION.family",
        'PASS = NOTATION.word("pass")\nGUESS = NOTATION.family',
        "no phase has a `do_pass`",
    ),
    "an action that nobody can type": (
        'GUESS = NOTATION.family("guess", CARDS.names)',
        'GUESS = NOTATION.family("guess", ("Low", "High"))',
        "nobody could type the action 'guess Low'",
    ),
    "a view that leaks": (
        "0 if seat is None else state.cards[seat]",
        "state.cards[0]",
        r"sample does not fit its view: it has another `card`"
        r"|views of (bob|a spectator) differ in `card`",
    ),
    "a look that is a dict": (
        "return TableView(*seen(state, seat), card, tuple(state.points), state.round)",
        'return {"card": card}',
        "`look` gives a dict, not a View",
    ),
    "a sample that does not fit": (
        "state.points, state.round = list(view.points), view.round",
        "state.points, state.round = list(view.points), 0",
        "a sample does not fit its view: it has another `round`",
    ),
    "a sample that is nothing": ("        return state\n", "", "`sample` gives a NoneType"),
    "a sample that forgets something": (
        "        state.points, state.round = list(view.points), view.round",
        "        state.points = list(view.points)",
        "AttributeError: .*round.* line \\d+, in ask|`sample` leaves `round` without a value",
    ),
    "a revelation that is not marked": (
        "    reveals = True\n",
        "",
        "Shown tells what was hidden and has no `reveals = True`",
    ),
    "numbers that do not fill their axes": (
        "state.points = [0, 0]",
        "state.points = [0, 0, 0]",
        r"Table\.points is \[0, 0, 0\].*\(3 numbers where its axes have 2\)",
    ),
    "a number that no name stands for": (
        "state.cards = [state.pick([1, 1]), state.pick([1, 1])]",
        "state.cards = [7, 7]",
        r"Table\.cards is \[7, 7\], which does not go with its annotation",
    ),
    "a view with -1 where its field has no value for it": (
        "0 if seat is None else state.cards[seat]",
        "-1 if seat is None else state.cards[seat]",
        r"TableView\.card is -1, which does not go with its annotation .*annotate it with OR_NONE",
    ),
    "a set-up that forgets something": (
        "        state.points = [0, 0]\n",
        "",
        "`set_up` leaves `points` without a value",
    ),
    "a phase that remembers a list": (
        "before: tuple[Card, ...] = ()",
        "before: list[Card] = None",
        r"Guessing\.before can change: what a phase remembers is immutable",
    ),
    "a position with lists in a list": (
        "    round: int\n\n\n@dataclass(slots=True)\nclass Guessing",
        "    round: int\n    rows: list[list[int]]\n\n\n@dataclass(slots=True)\nclass Guessing",
        r"Table\.rows would be shared between copies: lists are flat",
    ),
    "an annotation without a JSON form": (
        "    round: int\n\n\n@dataclass(slots=True)\nclass Guessing",
        "    round: float\n\n\n@dataclass(slots=True)\nclass Guessing",
        r"Table\.round: there is no JSON form for float",
    ),
    "an annotation that nobody knows": (
        "before: tuple[Card, ...] = ()",
        "before: tuple[Kard, ...] = ()",
        "an annotation of Guessing is unknown where it stands: name 'Kard' is not defined",
    ),
    "a phase that is no dataclass": (
        "@dataclass(slots=True)\nclass Guessing",
        "class Guessing",
        "Guessing is no dataclass: write @dataclass",
    ),
    "a position that compares field by field": (
        "@dataclass(slots=True, init=False, eq=False, repr=False)",
        "@dataclass(slots=True)",
        r"Table cannot be compared: write @dataclass\(slots=True, init=False, eq=False\)",
    ),
    "an event that has no hash": (
        "@dataclass(slots=True, unsafe_hash=True)\nclass Guessed",
        "@dataclass(slots=True)\nclass Guessed",
        r"Guessed has no hash: write `@dataclass\(slots=True, unsafe_hash=True\)`",
    ),
    "nothing legal": (
        "if action.args[0] not in self.before]",
        "if s.round < 3]",
        "a dead end: nothing is legal for bob, and Guessing asks",
    ),
    "legal without an answer": (
        "        return [action for action in GUESS if",
        "        [action for action in GUESS if",
        r"Guessing\.legal gives None, not a list of actions",
    ),
    "legal as texts": (
        "return [action for action in GUESS if",
        "return [str(action) for action in GUESS if",
        r"Guessing\.legal gives \('guess low', .*, not a list of actions",
    ),
    "a question that stands alone": (
        'return question(self.seat, "guess")',
        'return Question(self.seat, "guess")',
        r"Guessing\.ask gives Question\(.*not a tuple of questions",
    ),
    "a seat that is not there": (
        'return question(self.seat, "guess")',
        'return question(self.seat + 2, "guess")',
        r"Guessing\.ask asks seat 2; there are 0 to 1",
    ),
    "a phase that never asks": (
        'return question(self.seat, "guess")',
        "return ()",
        "Guessing never asks: 10000 phases in a row asked no seat",
    ),
    "a game without an end": (
        "        s.round += 1\n",
        "",
        "the game does not end: after 300 actions Guessing asks",
    ),
    "an end without a rank for each": (
        "s.finish(Outcome.ranked(s.points, [(n,) for n in s.points]))",
        "s.finish(Outcome((0,), (1,), (1,)))",
        "its own JSON form is refused: position: a result has a rank and points for each seat",
    ),
    "chance of its own": (
        "s.cards[other] = s.pick([1, 1])",
        "s.cards[other] = next(DICE) % 2",
        "gives another position when repeated; draw chance from `state.pick` only",
    ),
    "chance of its own in the set-up": (
        "state.cards = [state.pick([1, 1]), state.pick([1, 1])]",
        "state.cards = [next(DICE) % 2, 0]",
        "the same seed gives another set-up; draw chance from `state.pick` only",
    ),
    "seats in a list": (
        'return ("ann", "bob")',
        'return ["ann", "bob"]',
        r"`seats` gives \['ann', 'bob'\] for .*; a tuple of names was expected",
    ),
    "seats with one name": (
        'return ("ann", "bob")',
        'return ("ann", "ann")',
        "each seat has a name of its own",
    ),
    "no seats": (
        "    def seats(self",
        "    def chairs(self",
        r"it cannot be loaded \(TypeError: Can't instantiate abstract class Guesses .*seats",
    ),
    "an option without a default": (
        '{1: T("slow"), 2: T("quick")}, 1)',
        '{1: T("slow"), 2: T("quick")})',
        r"it cannot be loaded \(TypeError: .*'default'.* line \d+, in Guesses",
    ),
    "an option with a default that it does not take": (
        '2: T("quick")}, 1)',
        '2: T("quick")}, 3)',
        "the default of the option pace, 3, is not one of its values",
    ),
    "an option without titles": (
        '{1: T("slow"), 2: T("quick")}',
        '{1: "slow", 2: "quick"}',
        "the title of pace=1 is 'slow', not a sentence",
    ),
    "a name that is no address": (
        'name = "guesses"',
        'name = "My Guesses!"',
        "`name` is 'My Guesses!'; it stands in addresses",
    ),
    "a slip in a rule": (
        "s.points[seat] += card == s.cards[other]",
        's.points[{"ann": 0}[seat]] += 1',
        r"KeyError: 0 \(.*guesses_\d+\.py, line \d+, in do_guess\)",
    ),
    "no game": ("GAME = Guesses()\n", "", "it has no `GAME`, an instance of a subclass of Game"),
    "no Python": ("GAME = Guesses()\n", "GAME = Guesses(\n", r"it cannot be loaded \(SyntaxError"),
}

NUMBERS = itertools.count()
RunSuite = Callable[..., tuple[int, str]]


@pytest.fixture
def run_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> RunSuite:
    """Run the suite on a game; return the exit code and the output on one line."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    for module in (walks, damaged_forms):
        monkeypatch.setattr(module, "LONGEST", 300)
    monkeypatch.setenv("COLUMNS", "200")

    def run(source: str, *more: str) -> tuple[int, str]:
        file = tmp_path / f"guesses_{next(NUMBERS)}.py"
        file.write_text(source, "utf-8")
        code = main(["conformance", "--module", str(file), "--damaged", "20", *more])
        out, err = capsys.readouterr()
        return code, " ".join((out + err).split())

    return run


def test_a_game_without_a_mistake(run_suite: RunSuite) -> None:
    code, said = run_suite(GAME)
    assert code == 0
    assert said.startswith("guesses – walks: 30; actions: 180; modes: 2 in every position: ")
    assert said.endswith("No problems found.")
    assert "never reached" not in said


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named(mistake: str, run_suite: RunSuite) -> None:
    written, instead, expected = MISTAKES[mistake]
    assert written in GAME
    code, said = run_suite(GAME.replace(written, instead, 1))
    assert code == 1
    assert re.search(expected, said), said
    assert "Traceback" not in said
    assert "chancery/core" not in said


def test_a_failure_can_be_replayed(run_suite: RunSuite) -> None:
    slip = GAME.replace("other = 1 - seat", "other = 1 - seat if s.round < 4 else 1 // 0")
    code, said = run_suite(slip, "--json")
    failure = json.loads(said)["failure"]
    assert (code, failure["check"], failure["walk"]) == (1, "walk", 0)
    assert failure["script"][:2] == ["game guesses pace=1", "seed 1:0"]
    assert failure["script"][2] == "ann: guess low"
    code, again = run_suite(slip, "--only", "0")
    assert "walk 0 (again: --only 0), after: game guesses pace=1 seed 1:0 ann: guess" in again


def test_the_traceback_is_shown_on_request(run_suite: RunSuite) -> None:
    code, said = run_suite(GAME.replace("other = 1 - seat", "other = 1 / 0"), "-v")
    assert code == 1
    assert "Traceback" in said
    assert "in do_guess" in said


def test_unknown_games(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (["monopoly"], "there is no game monopoly"),
        (["spadda"], "did you mean spada?"),
        (["monopoly"], "an entry point chancery.games"),
        ([], "Name an installed game, or a file or folder with --module."),
        (["--module", "nowhere.py"], "nowhere.py: no such file or folder"),
        (["spada", "--module", "nowhere.py"], "Name an installed game"),
    ):
        assert main(["conformance", *arguments]) == 2
        assert said in " ".join(capsys.readouterr().err.split())


def test_a_module_of_a_package_is_loaded_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = Path(__file__).parent.parent / "tiny" / "turncoat.py"
    assert main(["conformance", "--module", str(tiny), "--walks", "2", "--damaged", "20"]) == 0
    assert capsys.readouterr().out.startswith("turncoat – walks: 2")


@pytest.fixture
def liars_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A writable copy of a game's folder that is not installed."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("COLUMNS", "400")
    modules = {name for name in sys.modules if name.split(".")[0] == "liars_dice"}
    for name in modules:
        monkeypatch.delitem(sys.modules, name)
    folder = tmp_path / "game"
    shutil.copytree(installed_games.EXAMPLE, folder)
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "liars_dice"]:
        del sys.modules[name]
    games.BROUGHT.clear()
    games.find.cache_clear()


def test_a_folder_above_the_package(liars_dice: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "--module", str(liars_dice)]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert f"Name the folder of the package itself: {liars_dice / 'liars_dice'}" in said
    assert main(["conformance", "--module", str(liars_dice / "liars_dice" / "data")]) == 2
    assert "has no __init__.py with a GAME" in " ".join(capsys.readouterr().err.split())


def change(package: Path, file: str, written: str, instead: str) -> None:
    """Replace a part of a file of a package."""
    place = package / file
    text = place.read_text("utf-8")
    assert written in text
    place.write_text(text.replace(written, instead), "utf-8")


TEACH = "teach/lessons.toml"


@pytest.mark.parametrize(
    ("file", "written", "instead", "said"),
    [
        ("rules.py", 'rule = "bid.more"', 'rule = "bid.mroe"', "TooLow.rule is 'bid.mroe', which"),
        ("rules.py", 'rule = "roll"', 'rule = "rol"', "Rolling.rule is 'rol', which is no item"),
        ("teach/help.md", "[doubt doubt.lose round]", "[doubt.loose]", "is 'doubt.loose'"),
        ("data/rulebook.toml", "[rules]", "[ruels]", "a table [rules] was expected"),
        (TEACH, '"seat:blue"', '"seat:blu"', "line 4: places, blue: there is no seat “blu”"),
        (TEACH, 'answer = ["doubt"]', 'answer = ["bid 3 fives"]', "doubt: the answer leaves it"),
        (TEACH, '["cup:blue"]', '["cup:blu"]', "points at ['cup:blu'], which is nowhere"),
    ],
)
def test_a_file_with_a_mistake(
    liars_dice: Path, capsys: pytest.CaptureFixture[str],
    file: str, written: str, instead: str, said: str,
) -> None:  # fmt: skip
    package = liars_dice / "liars_dice"
    change(package, file, written, instead)
    assert main(["conformance", "--module", str(package)]) == 1
    found = " ".join(capsys.readouterr().out.split())
    assert said in found
    # items of the rulebook are named with the nearest one
    assert ("did you mean" in found) == (file in ("rules.py", "teach/help.md"))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_arena_plays_a_game_by_path(
    liars_dice: Path, capsys: pytest.CaptureFixture[str], jobs: str
) -> None:
    module = str(liars_dice / "liars_dice")
    seats = ["--seats", "gambler,random,random", "--games", "24", "--jobs", jobs, "--json"]
    assert main(["arena", "--module", module, *seats]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["game"], report["games"], report["errors"]) == ("liars_dice", 24, 0)
    assert main(["arena", *seats]) == 2
    assert "Name an installed game, or a file or folder" in capsys.readouterr().err


def test_coverage_of_a_game_by_path(liars_dice: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module, tests = str(liars_dice / "liars_dice"), str(liars_dice / "tests")
    assert main(["coverage", "--module", module, "--tests", tests]) == 0
    assert "without code or test: 0" in capsys.readouterr().out
    (liars_dice / "tests" / "test_liars_dice.py").unlink()
    assert main(["coverage", "--module", module, "--tests", tests]) == 1


def test_the_terminal_plays_a_game_by_path(
    liars_dice: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package, kept = liars_dice / "liars_dice", str(liars_dice / "kept.json")
    play = ["play", "--module", str(package), "--seats", "random,random,random", "--file"]
    assert main([*play, kept]) == 0
    assert "Winner: " in capsys.readouterr().out
    assert main(["show", kept]) == 0  # in this process it is now registered under its name


def test_an_error_of_a_game_in_the_terminal_is_located(
    liars_dice: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = liars_dice / "liars_dice"
    change(package, "rules.py", "s.dice[loser] -= 1", "s.dice[loser] -= 1 // 0")
    play = ["play", "--module", str(package), "--seats", "random,random,random", "--file"]
    assert main([*play, str(liars_dice / "kept.json")]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "The game breaks: ZeroDivisionError" in said
    assert "in lose_die" in said
    assert "Traceback" not in said

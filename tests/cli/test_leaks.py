"""`chancery conformance` finds games that leak hidden information, and counts comparisons."""

from __future__ import annotations

import itertools
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chancery.cli.main import main
from chancery.conformance.secrecy import (
    CHECKS,
    CHOICES,
    DEAL,
    DRAFTS,
    DRAWS,
    ENOUGH,
    TWINS,
    UNDO,
    Comparisons,
    check_choices,
    check_opening,
)
from chancery.conformance.trial import try_game
from chancery.core import State
from tests.core import test_face
from tests.tiny import caskets, cellar

GAME = Path(cellar.__file__).read_text("utf-8")
LOOK = "    def look(self, state: Cellar, seat: int | None) -> CellarView:\n"
KEEP = LOOK + "        LAST.append(state)\n"  # a game that reads the state instead of its views
LAST = ("class CellarFace(", "LAST: list[Cellar] = []\n\n\nclass CellarFace(")
ASKED = 'return question((self.owner + 1) % 3, "answer")'
OWN = "hand=(0,) * DECK if seat is None else state.hand(seat),"

# original code and its replacement; the check that must fail; its message
LEAKS: dict[str, tuple[list[tuple[str, str]], str, str]] = {
    "a card laid face down, in an event": (
        [("return self if seat == self.seat else LaidUnseen(self.seat)", "return self")],
        "walk",
        r"sees the same after lay \d and after lay \d, but is told .*Laid",
    ),
    "the deal of a whole deck, in an event": (
        [('from all other seats."""\n        return self if seat == self.seat else None',
          'from all other seats."""\n        return self')],
        "walk",
        r"the opening tells .* more than it sees: .*Dealt",
    ),
    "what is drawn later, in an event": (
        [('that a stone is drawn."""\n        return self if seat == self.seat else None',
          'that a stone is drawn."""\n        return self')],
        "walk",
        r"sees the same after believe, whatever chance brings, but is told .*StoneDrawn",
    ),
    "what is hidden, in an event without `reveals`": (
        [("    reveals = True\n", "")],
        "walk",
        r"Shown tells what was hidden and has no `reveals = True`",
    ),
    "a hand, in a reason": (
        [("return NotInHand(n=card + 1)",
          "return NotInHand(n=sum(s.hands[card::DECK]))")],
        "walk",
        r"the reasons given to \w+ differ: lay \d",
    ),
    "a card laid face down, in a legal list": (
        [("return (BELIEVE, DOUBT)", "return (BELIEVE, DOUBT) if s.laid < HIGH else (BELIEVE,)"),
         ('always = ("believe", "doubt")', 'always = ("believe",)\n\n'
          "    def no_doubt(self, s: Cellar, seat: int) -> Refusal | None:\n"
          "        return None\n")],
        "walk",
        r"the legal lists of \w+ differ",
    ),
    "a card laid face down, in who is asked": (
        [(ASKED, 'return question((self.owner + 1 + (s.laid >= HIGH)) % 3, "answer")')],
        "walk",
        r"`asked`",
    ),
    "a card laid face down, in the name of a question": (
        [(ASKED, 'return question((self.owner + 1) % 3, "high" if s.laid >= HIGH else "low")')],
        "walk",
        r"`asked`",
    ),
    "a card laid face down, in the number of steps": (
        [("        stone = s.pick([1, 1, 1])\n",
          "        stone = s.pick([1, 1, 1])\n        if s.laid >= HIGH and not self.again:\n"
          "            s.turn_to(Answering((seat + 2) % 3, True))\n            return\n"),
         ("    owner: Seat\n", "    owner: Seat\n    again: bool = False\n")],
        "walk",
        r"views of (ann|bob|cas|a spectator) differ in",
    ),
    "a card laid face down, in how much is told": (
        [("        s.emit(Believed(seat))\n",
          "        for _ in range(1 + (s.laid >= HIGH)):\n            s.emit(Believed(seat))\n")],
        "walk",
        r"events differ for .* after believe: .*whether something is told at all depends",
    ),
    "whether something can be taken back": (
        [("stone = s.pick([1, 1, 1])", "stone = 0 if s.laid < HIGH else s.pick([1, 1, 1])"),
         ("        return True\n", "        return False\n")],
        "walk",
        r"undo tells \w+ more",
    ),
    "a field of the view that is not compared": (
        [("    gone: Cards\n\n\n@dataclass(slots=True)\nclass Laying",
          "    gone: Cards\n    all: Annotated[tuple[int, ...], Grid(SEATS, CARDS)] ="
          " field(default=(), compare=False)\n\n\n@dataclass(slots=True)\nclass Laying"),
         ("import dataclass\n", "import dataclass, field\n"),
         ("gone=state.gone,", "gone=state.gone, all=tuple(state.hands),")],
        "walk",
        r"have another JSON form, in `all`",
    ),
    "the words of the face": (
        [LAST, (LOOK, KEEP),
         ("    def preview(", "    def describe(self, view: CellarView):\n"
          '        return [(T("Hands"), [T("{n}", n=str(LAST[-1].hands))])]\n\n'
          "    def preview(")],
        "walk",
        r"`describe` of the face tells .* what is hidden",
    ),
    "the drawing": (
        [LAST, (LOOK, KEEP),
         ("    def preview(", "    def draw(self, view: CellarView, speaker):\n"
          '        return f"<svg>{LAST[-1].hands}</svg>"\n\n    def preview(')],
        "walk",
        r"`draw` of the face tells .* what is hidden",
    ),
    "a preview": (
        [LAST, (LOOK, KEEP),
         ("        return None\n\n\nclass CellarGame",
          '        return T("{n}", n=LAST[-1].laid + LAST[-1].hands[0])\n\n\nclass CellarGame')],
        "walk",
        r"`preview` of the face tells .* what is hidden",
    ),
    "an answer in advance": (
        [('key = "believe"', 'key = f"believe:{view.hand[0]}"')],
        "walk",
        r"what \w+ can answer in advance \(`standing`\) tells others what is hidden",
    ),
    "a sample that looks past its view": (
        [("@dataclass(slots=True)\nclass CellarView", "@dataclass\nclass CellarView"),
         (LOOK, LOOK + "        view = self.look_well(state, seat)\n"
          "        view.real = state\n        return view\n\n"
          + LOOK.replace("look(", "look_well(")),
         ("        dice = random.Random(seed)\n        state = self.blank(",
          "        return view.real.clone()\n        dice = random.Random(seed)\n"
          "        state = self.blank(")],
        "walk",
        r"`sample` knows more than .* sees",
    ),
    "what a spectator sees": (
        [(OWN, "hand=state.hand(0) if seat is None else state.hand(seat),"),
         ("            for _ in range(view.sizes[seat]):\n",
          "            if view.seat < 0 and seat == 0:\n"
          "                state.hands[at] = view.hand\n"
          "            for _ in range(view.sizes[seat] - sum(state.hand(seat))):\n")],
        "walk",
        r"a spectator sees more than (bob|cas), in `hand`",
    ),
    "a card laid face down, in the view of everybody": (
        [("laid=state.laid if own else NOBODY", "laid=state.laid")],
        "secrets",
        r"no two hidden choices were compared: the events hide something from a spectator that the"
        r" view always shows \(\d+ times\)",
    ),
    "a stone, in the view of everybody": (
        [("    points: Annotated[tuple[int, ...], Grid(SEATS)]\n    gone: Cards\n",
          "    points: Annotated[tuple[int, ...], Grid(SEATS)]\n    gone: Cards\n"
          "    drawn: Annotated[tuple[int, ...], Grid(SEATS, STONES)]\n"),
         ("gone=state.gone,", "gone=state.gone, drawn=tuple(state.stones),"),
         ("                state.stones[seat * 3 + dice.randrange(3)] += 1\n", ""),
         ("        state.stones, state.points = [0] * 9, list(view.points)",
          "        state.stones, state.points = list(view.drawn), list(view.points)")],
        "secrets",
        r"no two outcomes of chance were compared: the events hide something from a spectator",
    ),
}  # fmt: skip

NUMBERS = itertools.count()
RunSuite = Callable[..., tuple[int, str]]


@pytest.fixture
def run_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> RunSuite:
    """Run the suite on a game; return the exit code and the output."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("COLUMNS", "400")

    def run(source: str, *more: str) -> tuple[int, str]:
        file = tmp_path / f"cellar_{next(NUMBERS)}.py"
        file.write_text(source, "utf-8")
        code = main(
            ["conformance", "--module", str(file), "--walks", "12", "--damaged", "0", *more]
        )
        return code, capsys.readouterr().out

    return run


def test_a_game_without_leaks_passes_all_checks(
    run_suite: RunSuite,
) -> None:
    code, said = run_suite(GAME, "--json")
    report = json.loads(said)
    assert (code, report["failure"], report["hidden"]) == (0, None, True)
    assert list(report["comparisons"]) == list(CHECKS)
    compared = {check for check, times in report["comparisons"].items() if times > ENOUGH}
    assert compared == {*CHECKS} - {DRAFTS, UNDO}  # it has no choices of several actions


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak: str, run_suite: RunSuite) -> None:
    changes, check, expected = LEAKS[leak]
    source = GAME
    for written, instead in changes:
        assert written in source
        source = source.replace(written, instead, 1)
    code, said = run_suite(source, "--json")
    failure = json.loads(said)["failure"]
    assert code == 1
    assert failure["check"] == check, failure
    assert re.search(expected, failure["problems"][0]), failure["problems"]


def test_the_report_counts_comparisons(run_suite: RunSuite) -> None:
    _, said = run_suite(GAME, "--walks", "4")
    for name in ("the first deal", "hidden choices", "draws of chance", "twins", "samples",
                 "words and pictures"):  # fmt: skip
        assert re.search(rf"^    {name}: [1-9]\d*$", said, re.M), said
    assert "    half-made choices: not applicable, nothing is hidden\n" in said


def test_incomplete_choices_and_undo_are_compared() -> None:
    trial = try_game(caskets.GAME, 8, "1")
    assert trial.failure is None
    counts = trial.plain()["comparisons"]
    compared = {check for check, times in counts.items() if times > ENOUGH}
    assert compared == {*CHECKS} - {DRAWS}  # no hidden information is drawn after the deal


def test_where_nothing_is_hidden_nothing_needs_to_be_compared() -> None:
    trial = try_game(test_face.GAME, 4, "1")
    assert trial.failure is None
    assert not trial.plain()["hidden"]
    said = [str(line) for line in trial.told()]
    assert "  secrets: not applicable, nothing is hidden" in said


@pytest.mark.parametrize("check", [DEAL, CHOICES, DRAWS, TWINS])
def test_a_check_that_compares_nothing_fails(check: str) -> None:
    compared = Comparisons()
    for _ in range(ENOUGH):
        compared.miss(check, "bob")
    assert [said for said in compared.silent() if "compared" in said and "bob" in said]
    compared.add(check, "ann")
    assert compared.silent()  # whatever the other seats see
    compared.add(check, "bob")
    assert compared.silent() == []


def test_twins_that_are_never_made_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game where some seat is always in the middle of a choice prevents twins."""
    monkeypatch.setattr(State, "drafting", lambda self, seat: bool(self.phases))
    monkeypatch.setattr("chancery.conformance.walks.check_draft", lambda *rest: None)
    trial = try_game(cellar.GAME, 12, "1")
    assert trial.failure is not None
    assert trial.failure.check == "secrets"
    assert "no position was compared with a twin as a spectator sees it" in str(
        trial.failure.problems
    )


def test_a_whole_deck_is_dealt_anew_for_every_viewer() -> None:
    found = Comparisons()
    for seed in range(8):
        found.merge(check_opening(cellar.GAME, None, str(seed)))
    for viewer in ("a spectator", "ann", "bob", "cas"):
        assert found.made[DEAL, viewer] > ENOUGH


def test_choices_that_bind_are_compared_for_every_rival() -> None:
    state: Any = cellar.GAME.start(seed="1")
    found = check_choices(state, 0, "1")
    state.apply(state.legal(0)[0], 0)
    assert state.sealed  # because it binds
    for viewer in ("a spectator", "bob", "cas"):
        assert found.made[CHOICES, viewer] > 0

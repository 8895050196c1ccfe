"""`chancery rules`: all rules, by item, by word, and every § named by a message."""

import ast
import io
import json
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from chancery import games
from chancery.cli import rules
from chancery.cli.main import main
from chancery.core.rulebook import titles
from chancery.core.words import LANGUAGES, Speaker
from tests.cli.conftest import Run
from tests.soaking import covering


@pytest.fixture
def read(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs `chancery rules` on wide lines: exit code, output, errors."""
    monkeypatch.setenv("COLUMNS", "1000")
    return partial(run, "rules")


def cited(game: str) -> Iterator[str]:
    """Return every item that a refusal or phase in a game's code can name."""
    for path in sorted(games.find(game).folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            arguments: list[ast.expr] = []
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".by"):
                arguments = node.args
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if any(isinstance(t, ast.Name) and t.id in ("rule", "opening") for t in targets):
                    arguments = [node.value] if node.value is not None else []
            for expression in arguments:
                for found in ast.walk(expression):
                    if isinstance(found, ast.Constant) and isinstance(found.value, str):
                        yield found.value


def met(game: str) -> Iterator[str]:
    """Return the items of the refusals when all kinds of action are tried during a game."""
    found = games.find(game)
    dice = random.Random(game)
    actions = list(found.notation)
    state = found.start({}, "rules")
    for _ in range(120):
        if not state.asked:
            return
        seat = state.asked[0].seat
        for action in dice.sample(actions, min(40, len(actions))):
            refusal = state.why_not(action, seat)
            if refusal is not None and refusal.rule is not None:
                yield refusal.rule
        state.apply(dice.choice(state.legal(seat)), seat)


@pytest.mark.parametrize("game", games.names())
def test_every_paragraph_that_a_message_names_is_found(game: str) -> None:
    found_in, speaker = games.find(game), games.find(game).speaker("en")
    chapters = found_in.face.help()
    named = {*cited(game), *met(game)}
    assert len(named) > 20
    for item in named:
        found = rules.look_up(found_in, chapters, item, speaker)
        shown = {name for c in found.chapters for p in c.paragraphs for name in p.items}
        assert item in {*shown, *found.titles}, item
        assert rules.look_up(found_in, chapters, f"§{item}", speaker) == found


@pytest.mark.parametrize("game", games.names())
def test_every_item_of_the_rulebook_is_found(game: str) -> None:
    found_in, speaker = games.find(game), games.find(game).speaker("en")
    chapters = found_in.face.help()
    for item in titles(found_in):
        assert rules.look_up(found_in, chapters, item, speaker), item


def test_one_item(read: Run) -> None:
    code, out, _ = read("friedrich", "7.3")
    assert code == 0
    assert out.startswith("7. Fights\n§7.2 §7.3 §7.10 Both sides announce their sum of troops;")
    assert out.count("\n") == 2
    assert read("friedrich", "§7.3")[1] == out


def test_cards_can_be_typed(read: Run) -> None:
    assert read("friedrich", "fate", "8d")[1] == read("friedrich", "fate 8♦")[1] != ""


def test_an_item_without_a_paragraph_says_so_and_has_a_title(read: Run) -> None:
    code, out, _ = read("friedrich", "7")
    assert code == 0
    assert out.startswith("§7 has no paragraph of its own here; in short: Combat\n")
    assert "§7.2 §7.3 §7.10 Both sides" in out  # including items below it


def test_a_chapter_or_a_word(read: Run) -> None:
    assert "§spring.pass" in read("spada", "spring")[1]
    assert read("spada", "Spring")[1] == read("spada", "SPRING")[1]
    code, out, _ = read("friedrich", "elisabeth")
    assert (code, "Elisabeth" in out) == (0, True)
    assert read("friedrich", "zzz")[0] == 1
    assert "say nothing about “zzz”" in read("friedrich", "zzz")[2]


@pytest.mark.parametrize(("game", "language"), covering(games.names(), LANGUAGES))
def test_the_whole_rules_in_every_language(read: Run, game: str, language: str) -> None:
    code, out, _ = read(game, "--language", language)
    assert code == 0
    speaker: Speaker = games.find(game).speaker(language)
    for chapter in games.find(game).face.help():
        for paragraph in chapter.paragraphs:
            assert speaker.say(paragraph.text)[:60] in out


def test_json(read: Run) -> None:
    data = json.loads(read("friedrich", "7.3", "--json")[1])
    assert (data["game"], data["language"], data["titles"]) == ("friedrich", "en", {})
    ((chapter,),) = (data["chapters"],)
    assert chapter["title"] == "7. Fights"
    assert chapter["paragraphs"][0]["items"] == ["7.2", "7.3", "7.10"]
    data = json.loads(read("friedrich", "faq", "8.2", "--json")[1])
    assert data["chapters"] == []
    assert data["titles"] == {"faq 8.2": "As far as possible: an example"}


def test_rules_in_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The paragraph of a refusal can be looked up as written in the message."""
    monkeypatch.setenv("COLUMNS", "300")
    lines = ["bid", "rules §spring.bid", "rules", "rules nonsense", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    file = str(tmp_path / "g.json")
    seats = "human,random,random,random"
    assert main(["play", "spada", "--seats", seats, "--seed", "1", "--file", file]) == 0
    out, err = capsys.readouterr()
    assert "(§spring.bid)" in err
    assert "§spring.open §spring.bid The Counsellor opens the auction" in out
    assert "\nAutumn\n" in out  # the list of chapters
    assert "The rules of La Spada e la Fede say nothing about “nonsense”." in err

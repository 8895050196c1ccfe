"""Verdicts on fights in the analysis of a finished game, with all cards known."""

from __future__ import annotations

import json

import pytest

from chancery.cli.analyse import plain
from chancery.core import Action
from chancery.core.search_hooks import Verdict
from chancery.core.words import LANGUAGES
from chancery.games import find
from chancery.games.friedrich.rules.state import Friedrich
from chancery.page.analysis import analysed, written
from chancery.table import Sitting, record
from chancery.table.analysis import Analysis, judged
from tests.games.friedrich.positions import GAME, position
from tests.games.steps import play
from tests.records import kept_as, read

assert GAME.search_hooks is not None
HOOKS = GAME.search_hooks(GAME)
# Eschwege is in a sector of diamonds, Göttingen in one of spades.
AT = {"heinrich": "eschwege", "richelieu": "goettingen", "soubise": "goettingen"}


def fight() -> Friedrich:
    """Heinrich, three behind, can bring this down to one; France has the better cards."""
    s = position(
        stage="prussia", at=AT, troops={"heinrich": 4, "richelieu": 7},
        hands={"prussia": ["10d.1", "2d.1"], "france": ["13s.1", "12s.1", "4s.1"]},
    )  # fmt: skip
    play(s, "end")
    return s


def verdict_on(s: Friedrich, text: str) -> Verdict:
    action = GAME.notation.parse(text)
    found = HOOKS.verdict(s, s.asked[0].seat, action)
    assert found is not None
    return found


def texts(actions: tuple[Action, ...]) -> list[str]:
    return [action.text for action in actions]


def test_the_best_was_a_small_card_and_then_to_stop() -> None:
    s = fight()
    best = verdict_on(s, "play 2d.1")
    assert (texts(best.best), best.cost) == (["play 2d.1", "quit"], 0)
    assert str(HOOKS.explained(best)) == "Nothing was better: Prinz Heinrich loses 1 troop."
    early = verdict_on(s, "quit")
    # two troops and two cities for a card of two points
    assert (texts(early.best), early.cost) == (["play 2d.1", "quit"], 2 * 7 - 2)
    assert str(HOOKS.explained(early)) == (
        "Best was 2♦ (1), then giving up: Prinz Heinrich loses 1 troop. As played, Prinz Heinrich"
        " loses 3 troops: worse by 12 points (a troop counts 6)."
    )


def test_a_choice_that_is_none_gets_no_verdict() -> None:
    s = position(stage="prussia", at=AT, troops={"heinrich": 4, "richelieu": 7},
                 hands={"prussia": ["10s.1"], "france": ["13s.1"]})  # fmt: skip
    play(s, "end")
    assert HOOKS.verdict(s, 0, GAME.notation.parse("quit")) is None
    moving = position(stage="prussia", at=AT)
    assert HOOKS.verdict(moving, 0, GAME.notation.parse("end")) is None


@pytest.fixture(scope="module")
def game() -> Sitting:
    return record.loads(read(kept_as("friedrich", "quartermaster-west-a")), find)


@pytest.fixture(scope="module")
def found(game: Sitting) -> Analysis:
    return Analysis([], [], list(judged(game, HOOKS)))


def test_a_whole_game_has_a_verdict_on_every_choice_of_a_fight(
    game: Sitting, found: Analysis
) -> None:
    choices = [
        at
        for at, entry in game.lasting_lines()
        if (asked := game.at(at).question(entry.seat)) is not None
        and asked.name == "battle"
        and len(game.at(at).legal(entry.seat)) > 1
    ]
    assert [one.length for one in found.judgements] == choices
    assert len(choices) > 20
    for one in found.judgements:
        assert one.verdict.cost >= 0
        if not one.verdict.cost:
            continue
        state = game.at(one.length)
        assert one.verdict.best[0] in state.legal(one.seat)


def test_it_is_told_in_every_language(game: Sitting, found: Analysis) -> None:
    stored = written(found)
    told = []
    for language in LANGUAGES:
        page = analysed(game, GAME.speaker(language, (), game.seats), stored)
        told.append([one.sentence for one in page.judged])
        assert [one.step for one in page.judged] == [one.length for one in found.judgements]
        assert all(one.cost for one in page.mistakes)
        assert 0 < len(page.mistakes) < len(page.judged)
    assert len(set(map(tuple, told))) == len(LANGUAGES)
    older = json.loads(stored)
    del older["judgements"]
    assert analysed(game, GAME.speaker("en", (), game.seats), json.dumps(older)).judged == []


def test_the_command_line_has_it_in_json(game: Sitting, found: Analysis) -> None:
    verdicts = plain(game, found)["verdicts"]
    assert len(verdicts) == len(found.judgements)
    first = found.judgements[0]
    assert verdicts[0] == {
        "line": first.length + 1,
        "seat": game.seats[first.seat],
        "played": first.played.text,
        "best": [action.text for action in first.verdict.best],
        "cost": first.verdict.cost,
        "text": str(HOOKS.explained(first.verdict)),
    }

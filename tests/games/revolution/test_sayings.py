"""What is said: help, prompts, labels, previews, events."""

import random
import tomllib

import pytest

from chancery.core.words import Text
from chancery.games.revolution import help as pages
from chancery.games.revolution import words
from chancery.games.revolution.events import hundredths
from tests.games.revolution.modes import GAME, MODES, play, position


def test_every_item_of_the_help_is_in_the_rulebook() -> None:
    listed = tomllib.loads((GAME.folder / "rules.toml").read_text("utf-8"))["rules"]
    cited: set[str] = set()
    for chapter in GAME.help():
        for paragraph in chapter.paragraphs:
            assert set(paragraph.items) <= set(listed), paragraph.rule
            assert str(paragraph.text)
            cited.update(paragraph.items)
    assert set(listed) == cited


def test_what_is_reconstructed_is_told() -> None:
    atlas = GAME.load_data(None)
    told = " ".join(map(str, pages.reconstructed(atlas)))
    kinds = {(kind, field) for kind, _, field in atlas.reconstructed}
    assert len(pages.reconstructed(atlas)) == len(kinds)
    for word in ("Leeuwarden", "Deventer", "Breda", "Jesuits", "Rhine", "coloured spaces"):
        assert word in told


def test_a_result_is_written_in_points() -> None:
    assert GAME.written(1245) == "12.45"


def test_every_verb_has_a_label() -> None:
    for action in GAME.notation:
        assert str(GAME.label(action))
        group = GAME.group(action)
        assert group is None or str(group)


def test_points_are_written_as_people_write_them() -> None:
    said = [GAME.speaker("en").word(hundredths(n)) for n in (0, 50, 45, 700, 1250, 1222, 5)]
    assert said == ["0", "0.5", "0.45", "7", "12.5", "12.22", "0.05"]
    assert GAME.speaker("it").word(hundredths(1250)) == "12,5"


@pytest.mark.parametrize("number", range(4))
def test_prompts_previews_and_events_can_be_said(number: int) -> None:
    dice = random.Random(number)
    s = GAME.start(MODES[number * 3], f"sayings {number}")
    seen = set()
    while s.asked:
        question = s.asked[0]
        view = s.view(question.seat)
        if question.name not in seen or dice.random() < 0.1:
            seen.add(question.name)
            assert str(GAME.prompt(view, question))
            for action in s.legal():
                preview = GAME.preview(view, action)
                assert preview is None or str(preview)
        for event in s.apply(dice.choice(s.legal())):
            assert "{" not in str(event.text())
    assert seen >= {"support", "units", "put", "order"}
    assert seen <= set(words._PROMPTS)


def test_previews() -> None:
    def said(s: object, text: str) -> str:
        action = GAME.notation.parse(text)
        found = GAME.preview(s.view(s.asked[0].seat), action)  # type: ignore[attr-defined]
        assert isinstance(found, Text)
        return str(found)

    s = position(step="units", tokens={"drenthe": {"catholics": 1, "burghers": 1}})
    assert said(s, "place drenthe 1") == (
        "The province would hold 3 tokens of 1; if nobody adds any, conflict leaves: Catholics 2."
    )
    s = position(step="paying", treasury={"catholics": 5})
    assert said(s, "pay koeln-city 3") == ("With all coins so far the marker goes from 2 to 1.")
    s = position(
        step="provinces",
        tokens={"liege": {"burghers": 2}, "liege-city": {"neutral": 2}},
    )
    assert said(s, "put liege-city 2").startswith("Nobody would have the majority")
    play(s, "clear liege-city neutral")
    assert said(s, "put liege-city 2").startswith("Burghers would have the majority")


def test_battles_and_conflicts_explain_themselves() -> None:
    s = position(
        step="raising", faction="reformers", treasury={"reformers": 2},
        armies={"holland": {"nobility": 1, "burghers": 1, "reformers": 1}},
    )  # fmt: skip
    told = [str(event.text()) for event in play(s, "done")]
    assert (
        "Battle in Holland (Nobility 1, Burghers 1 and Reformers 1): Nobility and Reformers"
        " destroy each other. Burghers 1 left."
    ) in told

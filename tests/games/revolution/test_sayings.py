"""What is said: help, prompts, labels, previews, events."""

import random
import tomllib

import pytest

from chancery.core.words import Text
from chancery.games.revolution.face import help as pages
from chancery.games.revolution.face import words
from chancery.games.revolution.rules.events import hundredths, pointed
from chancery.games.revolution.rules.state import Revolution
from tests.games.revolution.modes import GAME, MODES, play, position, why_not


def test_every_item_of_the_help_is_in_the_rulebook() -> None:
    listed = tomllib.loads((GAME.folder / "data" / "rulebook.toml").read_text("utf-8"))["rules"]
    cited: set[str] = set()
    for chapter in GAME.face.help():
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
        assert str(GAME.face.label(action))
        group = GAME.face.group(action)
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
            assert str(GAME.face.prompt(view, question))
            for action in s.legal():
                preview = GAME.face.preview(view, action)
                assert preview is None or str(preview)
        for event in s.apply(dice.choice(s.legal())):
            assert "{" not in str(event.text())
    assert seen >= {"support", "units", "put", "order"}
    assert seen <= set(words._PROMPTS)


def said(s: Revolution, text: str) -> str:
    """What the preview of an action tells."""
    found = GAME.face.preview(s.view(s.asked[0].seat), GAME.notation.parse(text))
    assert isinstance(found, Text)
    return str(found)


def test_previews() -> None:
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


@pytest.mark.rule("revolution", "6.13.full")
def test_the_preview_of_overflow_knows_the_moves_that_are_chosen() -> None:
    """Four too many in Gelderland; two find an empty place in Utrecht, none in Cleve."""
    s = position(
        step="overflow",
        tokens={
            "gelderland": {"burghers": 9},
            "utrecht": {"burghers": 1, "neutral": 2},
            "cleve": {"burghers": 2, "neutral": 1},
        },
    )
    assert said(s, "spill gelderland utrecht") == "Room for 4 tokens there."
    play(s, "spill gelderland utrecht")
    assert said(s, "spill gelderland utrecht") == "Room for 3 tokens there."
    play(s, "spill gelderland utrecht")
    assert said(s, "spill gelderland utrecht") == "A neutral token gives way."
    assert said(s, "done") == "2 surplus tokens go back to the stock."
    assert said(s, "spill gelderland cleve") == "A neutral token gives way."
    play(s, "spill gelderland cleve")
    assert said(s, "spill gelderland cleve") == "Room for 0 tokens there."
    assert said(s, "done") == "1 surplus token goes back to the stock."


def test_one_is_not_several() -> None:
    s = position(
        step="sieges",
        armies={"holland": {"catholics": 3}},
        tokens={
            "amsterdam": {"burghers": 1},
            "haarlem": {"burghers": 2},
            "leiden": {"burghers": 2, "neutral": 1},
        },
    )
    own = "as far as your stock reaches"
    assert said(s, "besiege amsterdam") == f"If the siege holds, 1 token becomes yours {own}."
    assert said(s, "besiege haarlem") == f"If the siege holds, 2 tokens become yours {own}."
    assert said(s, "besiege leiden") == (
        f"If the siege holds, 2 tokens become yours {own}, and 1 turns neutral."
    )
    s = position(step="units", tokens={"holland": {"catholics": 1}})
    assert said(s, "place holland 1") == "The province would hold 2 tokens of 11."
    s = position(
        step="taxes", city_cards={"gent": "catholics"}, tokens={"holland": {"catholics": 30}}
    )
    asked = s.asked[0]
    prompt = str(GAME.face.prompt(s.view(asked.seat), asked))
    assert prompt.endswith("The first is taken; 1 token is in stock.")
    assert said(s, "tax 1") == "1 token stays in stock, the treasury holds 1."
    assert str(s.why_not(GAME.notation.parse("tax 3")).text()) == (  # type: ignore[union-attr]
        "So much from every city takes 2 tokens; the stock has 1."
    )
    lines = [str(line) for line in GAME.face.describe(s.view(0))[1][1]]
    assert [str(pointed(n)) for n in (0, 50, 100, 245)] == [
        "0 points", "0.5 points", "1 point", "2.45 points",
    ]  # fmt: skip
    assert lines[0].startswith("Catholics: 0 points when last counted")


@pytest.mark.rule("revolution", "6.10.slots")
def test_a_box_that_is_not_yours_is_not_called_full() -> None:
    s = position(
        step="units", faction="reformers", support={"huguenots-plain": {"burghers": 1}},
        tokens={"holland": {"reformers": 1}, "utrecht": {"reformers": 9}},
    )  # fmt: skip
    assert why_not(s, "place jesuits-plain 1") == ("NotTheirBox", "6.10.slots")
    assert why_not(s, "place huguenots-plain 1") == ("BoxOfOthers", "6.10.slots")
    assert why_not(s, "place calvinists-plain 3") == ("NoRoom", "6.10.slots")
    found = s.why_not(GAME.notation.parse("place jesuits-plain 1"))
    assert found is not None
    assert str(found.text()) == "The Reformers may not use the support box Jesuits."


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

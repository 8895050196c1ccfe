"""What the help quotes is what the site says, and what it tells to type is understood."""

from __future__ import annotations

import re

import pytest

from chancery.core import Refusal
from chancery.core.words import Speaker
from chancery.games import find
from chancery.page.words import WORDS

# Quoted for other reasons: a card, a field of a file, a part of an action.
QUOTED = {"Next turn", "source", "r.1=7"}
LABELS = {template.one for template in WORDS.values()}


def quotes(game: str) -> list[str]:
    """Everything in quotation marks in the English help."""
    said = Speaker("en").say
    chapters = find(game).face.help()
    texts = [said(one.text) for chapter in chapters for one in chapter.paragraphs]
    return [quote for text in texts for quote in re.findall("“([^”]*)”", text)]


def understood(game: str, text: str) -> bool:
    """Whether an action can be typed like that."""
    try:
        find(game).notation.parse(text)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("game", ["friedrich", "revolution", "spada"])
def test_labels_in_the_help_are_those_of_the_site(game: str) -> None:
    found = [quote for quote in quotes(game) if quote[0].isupper() and quote not in QUOTED]
    assert found
    assert [quote for quote in found if quote not in LABELS] == []


@pytest.mark.parametrize("game", ["friedrich", "spada"])
def test_actions_in_the_help_can_be_typed(game: str) -> None:
    found = [quote for quote in quotes(game) if not quote[0].isupper() and quote not in QUOTED]
    typed = [quote for quote in found if not quote.startswith("chancery ")]
    assert typed
    assert [quote for quote in typed if not understood(game, quote)] == []

"""Labels quoted in the help exist on the site, and actions in it can be typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import chancery
from chancery.core import Refusal
from chancery.core.words import Speaker
from chancery.games import find, names

# quoted for other reasons: a card, a field of a file, a part of an action
QUOTED = {"Next turn", "source", "r.1=7"}
_CATALOGUE = Path(chancery.__file__).parent / "locale/it/LC_MESSAGES/chancery.po"
LABELS = {message.id for message in read_po(_CATALOGUE.open("rb"))}
LABELS |= {str(option.title) for name in names() for option in find(name).options}


def quotes(game: str) -> list[str]:
    """Return everything in quotation marks in the English help."""
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

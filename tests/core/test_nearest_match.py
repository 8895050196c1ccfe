"""The nearest match for a mistyped text is found without comparing all candidates."""

from __future__ import annotations

import difflib
from typing import Any

import pytest

from chancery.core.did_you_mean import COMPARED, MOST_WORDS, Nearest
from chancery.core.refusals import UnknownAction
from chancery.games import find


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("friedrich", "to berlni", "to berlin"),
        ("friedrich", "retreet leipzg", "retreat leipzig"),
        ("revolution", "put amsterdm 3", "put amsterdam 3"),
        ("revolution", "march flandres cleve", "march flanders cleve"),
        ("spada", "atack blak", "attack black"),
        ("spada", "add grain grain", "add grain"),
        ("spada", "", None),
        ("spada", "what shall I do?", None),
    ],
)
def test_a_typing_error_is_corrected(game: str, typed: str, meant: str | None) -> None:
    with pytest.raises(UnknownAction) as caught:
        find(game).notation.parse(typed)
    assert caught.value.facts.get("near") == meant


def test_an_incomplete_line_matches_the_first_completion() -> None:
    assert Nearest(["attack black", "attack red"]).find("attack") == "attack black"


@pytest.mark.parametrize("game", ["friedrich", "revolution"])
@pytest.mark.parametrize("typed", ["to " + "e" * 80, "put en er", "n n n n n n n n", "s" * 80])
def test_only_a_few_candidates_are_compared_in_full(
    game: str, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[int] = []
    real = difflib.get_close_matches

    def counted(word: str, words: Any, *args: Any) -> Any:
        compared.append(len(words))
        return real(word, words, *args)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    with pytest.raises(UnknownAction):
        find(game).notation.parse(typed)
    assert sum(compared) <= MOST_WORDS * COMPARED

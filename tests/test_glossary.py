"""Translations use the terms of the rulebooks (`locale/glossary.toml` of each game)."""

import pytest
from babel.messages.catalog import Catalog
from tools import glossary

PAIRS = [(game, language) for game in glossary.games() for language in glossary.LANGUAGES]


@pytest.mark.parametrize(("game", "language"), PAIRS)
def test_translations_use_the_terms_of_the_rulebook(game: str, language: str) -> None:
    wanted = glossary.terms(glossary.read(game), language)
    assert list(glossary.faults(glossary.read_catalogue(game, language), wanted)) == []


def test_every_game_of_ours_has_a_glossary() -> None:
    assert glossary.games() == ("friedrich", "revolution", "spada")


ENTRY = {
    "english": r"\bsieges?\b",
    "it": {"say": "assedi", "never": "tolt[oi]"},
    "nl": {"never": "blokkade"},
}


@pytest.mark.parametrize(
    ("english", "said", "wrong"),
    [
        ("The siege is lifted.", "L’assedio è sollevato.", []),
        ("The siege is lifted.", "L’ASSEDIO È TOLTO.", ["TOLTO"]),
        ("The siege is lifted.", "Il blocco è sollevato.", ["assedi"]),
        (("{n} siege", "{n} sieges"), ("un blocco", "{n} assedi"), ["assedi"]),
        ("The {siege} ends, with “siege”.", "La {siege} finisce, con «siege».", ["no sentence"]),
        ("The siege", "L’{assedio}", ["assedi"]),
    ],
)
def test_a_word_that_is_not_the_rulebooks_is_found(
    english: str | tuple[str, str], said: str | tuple[str, str], wrong: list[str]
) -> None:
    catalogue = Catalog(locale="it")
    catalogue.add(english, said)
    found = list(glossary.faults(catalogue, glossary.terms({"term": [ENTRY]}, "it")))
    assert len(found) == len(wrong)
    assert all(word in fault for word, fault in zip(wrong, found, strict=True))


def test_a_term_says_only_what_it_says() -> None:
    (term,) = glossary.terms({"term": [ENTRY]}, "nl")
    assert term.say is None
    assert list(glossary.terms({"term": [ENTRY]}, "fr")) == []
    for bad in ({**ENTRY, "de": {}}, {**ENTRY, "it": {"says": "assedi"}}, {**ENTRY, "it": {}}):
        with pytest.raises(ValueError, match="sieges"):
            list(glossary.terms({"term": [bad]}, "it"))

"""Sentences use the terms of the rulebooks and of the site (`locale/glossary.toml`)."""

import pytest
from babel.messages.catalog import Catalog
from tools import glossary

PAIRS = [(domain, language) for domain in glossary.domains() for language in glossary.LANGUAGES]


@pytest.mark.parametrize(("domain", "language"), PAIRS)
def test_translations_use_the_terms_of_the_rulebook(domain: str, language: str) -> None:
    wanted = glossary.terms(glossary.read(domain), language)
    assert list(glossary.faults(glossary.read_catalogue(domain, language), wanted)) == []


@pytest.mark.parametrize("domain", glossary.domains())
def test_english_is_worded_as_the_glossary_says(domain: str) -> None:
    said = glossary.sentences(domain)
    assert len(said) > 300
    assert list(glossary.english_faults(said, tuple(glossary.wordings(domain)))) == []


def test_the_site_and_every_game_of_ours_have_a_glossary() -> None:
    assert glossary.domains() == ("chancery", "friedrich", "revolution", "spada")


@pytest.mark.parametrize(
    ("domain", "sentence", "wrong"),
    [
        ("chancery", "Who passes is out.", "Who"),
        ("chancery", "Who passes?", ""),
        ("chancery", "It is dealt anew.", "anew"),
        ("chancery", "Your note", "Your note"),
        ("spada", "Your note", ""),  # the site's alone
        ("spada", "A card more each Autumn.", "card more"),
        ("spada", "One card more each autumn.", "card more"),
        ("spada", "Income in autumn", "autumn"),
        ("spada", "Type “autumn”.", ""),
        ("revolution", "You can take back your cards.", "take back"),
        ("spada", "You can take back your cards.", ""),  # the rulebook's term
        ("friedrich", "A train feeds within six cities.", "feeds"),
        ("friedrich", "Somebody’s train", "Somebody"),
        ("friedrich", "A regent would open here.", "regent"),
    ],
)
def test_a_wording_that_is_not_wanted_is_found(domain: str, sentence: str, wrong: str) -> None:
    found = list(glossary.english_faults((sentence,), tuple(glossary.wordings(domain))))
    assert bool(found) == bool(wrong)
    if wrong:
        assert found[0].startswith(f"“{wrong}” instead of “")


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
def test_a_wrong_term_in_a_translation_is_found(
    english: str | tuple[str, str], said: str | tuple[str, str], wrong: list[str]
) -> None:
    catalogue = Catalog(locale="it")
    catalogue.add(english, said)
    found = list(glossary.faults(catalogue, glossary.terms({"term": [ENTRY]}, "it")))
    assert len(found) == len(wrong)
    assert all(word in fault for word, fault in zip(wrong, found, strict=True))


def test_terms_are_validated() -> None:
    (term,) = glossary.terms({"term": [ENTRY]}, "nl")
    assert term.say is None
    assert list(glossary.terms({"term": [ENTRY]}, "fr")) == []
    for bad in ({**ENTRY, "de": {}}, {**ENTRY, "it": {"says": "assedi"}}, {**ENTRY, "it": {}}):
        with pytest.raises(ValueError, match="sieges"):
            list(glossary.terms({"term": [bad]}, "it"))

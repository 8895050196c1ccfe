"""Which answers to a question are listed at once, and the note on those that are folded."""

from __future__ import annotations

from chancery.games import find
from chancery.page.answers import FEW, ROOMY, arrange
from chancery.page.words import translate
from chancery.table import Sitting
from chancery.table.seated import Choice, Seated


def offered() -> tuple[tuple[Choice, ...], set[str]]:
    """Return the answers to the first question of an auction, and the cards in hand."""
    game = find("spada")
    sitting = Sitting(game, {"players": 3, "counsellor": "yellow"}, seed="1")
    seated = Seated(sitting, 0, game.speaker())
    assert seated.asked is not None
    held = {card.target for hand in seated.hands for group in hand.groups for card in group}
    return seated.asked.choices, held


def test_short_lists_are_shown_whole() -> None:
    """Cards are listed too: with “Pass” alone it would seem to be the only answer."""
    choices, held = offered()
    found = arrange(choices, True, held)
    assert (found.folded, found.folded_dials, found.where) == ([], [], None)
    assert sorted(map(repr, found.plain)) == sorted(map(repr, choices))
    assert len(choices) > ROOMY
    assert found.dense
    assert not arrange(choices[:ROOMY], True, held).dense
    assert not arrange(choices, False, held).dense  # only buttons, without a note


def test_long_lists_fold_clickable_answers_with_a_note() -> None:
    choices, held = offered()
    cards = [choice for choice in choices if choice.target]
    many = cards * (FEW // len(cards) + 1)
    speaker = find("spada").speaker()
    for on_board, sentence in (
        (set(), "Choose from your hand below"),
        ({cards[0].target}, "Choose on the board or from your hand"),
        ({card.target for card in cards}, "Choose on the board,"),
    ):
        found = arrange(many, True, held - on_board)
        assert found.folded == many
        assert not found.plain
        assert found.where is not None
        assert translate(speaker, found.where.one, n=len(many)).startswith(sentence)

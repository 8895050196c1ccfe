"""The notation: actions and the line of text for each of them."""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.core import Action, Notation
from chancery.core.refusals import UnknownAction
from chancery.games import find
from tests.tiny import caskets, turncoat

# How many actions a game had in a rules version, and a digest of their texts in order. A new rules
# version gets a line of its own; none is ever changed, because programs have learned the numbers.
NUMBERED = [
    ("spada", 2, 93, "fc4c6b31647b5de6188d20f1"),
    ("friedrich", 3, 6938, "fc625536adac9091c90e6a47"),
    ("revolution", 2, 6718, "c4f1dd536308d735386bc205"),
]


def small() -> Notation:
    notation = Notation()
    notation.word("pass")
    notation.family("add", ("grain", "workers"))
    notation.pairs("take", ("grain", "workers"), ("black", "white"))
    return notation


@pytest.mark.parametrize(
    "notation", [caskets.NOTATION, turncoat.NOTATION, find("spada").notation, small()]
)
def test_every_action_comes_back_from_its_text(notation: Notation) -> None:
    for action in notation:
        assert notation.parse(str(action)) is action
        assert notation.parse(action.text) is action


def test_a_word_has_no_arguments_a_family_one_and_pairs_two() -> None:
    notation = small()
    assert notation.parse("pass").args == ()
    assert notation.parse("add workers").args == (1,)
    assert notation.parse("take workers black").args == (1, 0)


def test_declaring_gives_the_actions_by_their_arguments() -> None:
    notation = Notation()
    add = notation.family("add", ("grain", "workers"))
    take = notation.pairs("take", ("grain", "workers"), ("black", "white"))
    assert [str(action) for action in add] == ["add grain", "add workers"]
    assert str(take[1][0]) == "take workers black"


def test_a_verb_may_have_several_shapes_but_a_text_stands_for_one_action() -> None:
    notation = Notation()
    notation.family("take", ("grain",))
    notation.pairs("take", ("grain",), ("black",))
    assert notation.verbs == ("take",)
    with pytest.raises(AssertionError, match="declared twice: take grain"):
        notation.family("take", ("grain",))


def test_verbs_are_listed_once_in_the_order_of_declaration() -> None:
    assert small().verbs == ("pass", "add", "take")


@pytest.mark.parametrize(
    "text", ["add grain", "ADD GRAIN", " add   grain ", "Add\tGrain\n", "aDD\u00a0grain"]
)
def test_case_and_spaces_do_not_matter(text: str) -> None:
    notation = small()
    assert str(notation.parse(text)) == "add grain"


@pytest.mark.parametrize("text", ["", " ", "addgrain", "add", "add grain grain", "add gold"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(UnknownAction):
        small().parse(text)


def test_the_nearest_action_is_suggested() -> None:
    with pytest.raises(UnknownAction) as caught:
        small().parse("Add grian")
    assert caught.value.facts == {"action": "add grian", "near": "add grain"}
    assert str(caught.value.text()) == (
        "There is no action “add grian” in this game; the nearest is “add grain”."
    )


def test_nothing_is_suggested_when_nothing_is_near() -> None:
    with pytest.raises(UnknownAction) as caught:
        small().parse("xyzzy")
    assert str(caught.value.text()) == "There is no action “xyzzy” in this game."


def test_long_text_is_cut_in_the_refusal() -> None:
    with pytest.raises(UnknownAction) as caught:
        small().parse("z" * 10_000)
    assert caught.value.facts == {"action": "z" * 80}


@given(st.text(max_size=30))
def test_foreign_text_adds_nothing_to_the_set(text: str) -> None:
    notation = small()
    before = list(notation)
    try:
        action = notation.parse(text)
    except UnknownAction:
        assert list(notation) == before
    else:
        assert action in before


@given(st.text(max_size=30))
def test_any_typed_text_can_be_quoted(text: str) -> None:
    with pytest.raises(UnknownAction) as caught:
        small().parse(text + " {x")
    assert str(caught.value.facts["action"]) in str(caught.value.text())


def test_actions_are_equal_by_value_and_have_a_length_and_an_order() -> None:
    one, two = small(), small()
    assert list(one) == list(two)
    assert len(one) == 7
    assert one.parse("pass") == Action("pass", (), "pass")


def digest_of(name: str, number: int) -> str:
    """Return a digest of the first actions of a game, in order."""
    texts = [action.text for action in islice(find(name).notation, number)]
    return blake2b("\n".join(texts).encode(), digest_size=12).hexdigest()


@pytest.mark.parametrize(("name", "rules", "number", "digest"), NUMBERED)
def test_the_numbers_of_actions_never_change(
    name: str, rules: int, number: int, digest: str
) -> None:
    assert digest_of(name, number) == digest


@pytest.mark.parametrize("name", ["spada", "friedrich", "revolution"])
def test_every_rules_version_has_its_numbers_written_down(name: str) -> None:
    game = find(name)
    number = len(game.notation)
    line = (name, game.rules, number, digest_of(name, number))
    assert line in NUMBERED, f"add this line to NUMBERED: {line}"


@pytest.mark.parametrize("notation", [caskets.NOTATION, find("spada").notation, small()])
def test_an_action_comes_back_from_its_number(notation: Notation) -> None:
    assert [notation.index(action) for action in notation] == list(range(len(notation)))
    assert all(notation[number] is action for number, action in enumerate(notation))
    with pytest.raises(KeyError):
        notation.index(Action("fly", (), "fly"))
    with pytest.raises(IndexError):
        notation[len(notation)]


def test_a_mask_marks_the_legal_actions_and_no_others() -> None:
    game = find("spada")
    state = game.start({"players": 3}, "mask")
    mask = game.notation.mask(state.legal())
    assert len(mask) == 93
    assert [game.notation[n] for n, allowed in enumerate(mask) if allowed] == sorted(
        state.legal(), key=game.notation.index
    )

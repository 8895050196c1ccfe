"""Which answers are final, and that they come last for every reader."""

from __future__ import annotations

from itertools import pairwise

import pytest

from chancery.conformance.static_checks import check_statically
from chancery.core.game_checks import BadGame
from chancery.games import find, names
from chancery.page.answers import arrange, shown_answers
from chancery.table import Sitting, loads
from chancery.table.seated import Asked, Seated
from tests.records import kept_as, read
from tests.tiny import turncoat

RECORDS = {
    "friedrich": ("quartermaster-4-b", 19, 196, 271, 275, 346, 376),
    "revolution": ("regent-5-rulebook", 0, 5, 37, 60),
    "spada": ("steward-4", 4, 28, 29, 72),
}
# What gives something up, declines or ends a turn: never before anything else.
GIVEN_UP = {
    "friedrich": {"quit", "end", "decline", "stand"},
    "revolution": {"done", "abandon", "let"},
    "spada": {"pass", "yield", "done"},
}


def asked_in(game: str) -> list[tuple[Sitting, Seated, Asked]]:
    """Return the questions at some steps of a record."""
    name, *steps = RECORDS[game]
    whole = loads(read(kept_as(game, str(name))), find)
    found = []
    for step in steps:
        sitting = whole.until(int(step))
        for question in sitting.state.asked:
            seated = Seated(sitting, question.seat, sitting.game.speaker("en"))
            assert seated.asked is not None
            found.append((sitting, seated, seated.asked))
    return found


@pytest.mark.parametrize("game", names())
def test_irreversible_answers_are_final_and_last(game: str) -> None:
    assert find(game).face.finals == GIVEN_UP[game]
    seen = {"final": 0, "given up": 0}
    for sitting, seated, asked in asked_in(game):
        assert seated.seat is not None
        closing = sitting.closing(seated.seat)
        for choice in asked.choices:
            declared = choice.action.verb in GIVEN_UP[game]
            assert choice.final == (choice.action in closing or declared)
            seen["final"] += choice.final
            seen["given up"] += declared
        weights = [choice.weight for choice in asked.choices]
        assert weights == sorted(weights)
        assert {choice.action for choice in asked.choices} == set(seated.legal)
    assert min(seen.values()) > 0


@pytest.mark.parametrize("game", names())
def test_a_page_lists_final_answers_last(game: str) -> None:
    """This includes answers given on the board; a dial of final values comes after buttons."""
    for _, seated, asked in asked_in(game):
        for pictured in (True, False):
            shown = shown_answers(
                arrange(asked.choices, pictured),
                seated.say,
                lead="",
                prompt=seated.say(asked.prompt),  # type: ignore[arg-type]
                rule=asked.rule,
                suggestion=asked.suggestion,
            )
            listed = [
                button
                for block in shown.blocks
                for button in (block.buttons if block.dial is None else (block.dial.chosen,))
            ]
            for block in shown.blocks:  # the last ones are shown after folded answers
                assert block.last == any(one.final for one in block.buttons) or block.dial
            for one, other in pairwise(listed):
                assert not (one.final and not other.final)
            given_up = [button.text.split()[0] in GIVEN_UP[game] for button in listed]
            assert given_up == sorted(given_up)


def test_answers_in_a_fight_are_ordered() -> None:
    sitting = loads(read(kept_as("friedrich", "quartermaster-4-b")), find).until(270)
    (question,) = sitting.state.asked
    asked = Seated(sitting, question.seat, sitting.game.speaker("en")).asked
    assert asked is not None
    found = arrange(asked.choices, True)
    shown = shown_answers(found, str, lead="", prompt="", rule="7.3", suggestion=())  # type: ignore[arg-type]
    kinds = ["Reserve" if block.dial else block.buttons[0].text for block in shown.blocks]
    assert kinds == ["play 9d.1", "Reserve", "quit"]


def test_declared_final_verbs_exist() -> None:
    class Hasty(turncoat.TurncoatFace):
        finals = frozenset({"surrender"})

    class Wrong(turncoat.TurncoatGame):
        face = Hasty()

    with pytest.raises(BadGame, match="`surrender`"):
        check_statically(Wrong())

"""Fields of positions that were added or removed with a version of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from chancery.core import SEATS, BadForm, Grid, Since, Until
from tests.tiny import caskets
from tests.tiny.caskets import Caskets


@dataclass(slots=True, init=False, eq=False, repr=False)
class Later(Caskets):
    """Caskets with one field from version 2 on, and another before version 2."""

    tally: Annotated[tuple[int, ...], Since(2)]
    chalk: Annotated[list[int], Grid(SEATS), Until(2)]


class LaterGame(caskets.CasketsGame):
    """Caskets with positions that have these fields."""

    state = Later

    def set_up(self, state: Any) -> None:
        super().set_up(state)
        if state.rules >= 2:
            state.tally = (1, 2)
        else:
            state.chalk = [1] * len(state.seats)


GAME = LaterGame()


def test_fields_exist_since_or_until_a_version() -> None:
    old, new = GAME.start({}, "1", rules=1), GAME.start({}, "1", rules=2)
    assert (old.tally, old.chalk) == ((), [1, 1])
    assert (new.tally, new.chalk) == ((1, 2), [0, 0])
    assert ("chalk" in old.plain(), "tally" in old.plain()) == (True, False)
    assert ("chalk" in new.plain(), "tally" in new.plain()) == (False, True)


@pytest.mark.parametrize("rules", [1, 2])
def test_the_form_of_each_version_comes_back(rules: int) -> None:
    state = GAME.start({}, "1", rules=rules)
    again = Later.from_plain(GAME, state.plain())
    assert again == state
    assert again.plain() == state.plain()
    assert again.clone() == state
    assert again.digest() == state.digest()


def test_an_older_form_is_that_of_the_game_before_there_were_such_fields() -> None:
    old, before = GAME.start({}, "1", rules=1), caskets.GAME.start({}, "1", rules=1)
    form = old.plain()
    del form["chalk"]
    assert form == before.plain()


@pytest.mark.parametrize(("rules", "name"), [(1, "tally"), (2, "chalk")])
def test_a_field_of_another_version_is_refused(rules: int, name: str) -> None:
    form = GAME.start({}, "1", rules=rules).plain()
    form[name] = []
    with pytest.raises(BadForm, match="there is no such field"):
        Later.from_plain(GAME, form)
    del form[name]
    del form["chalk" if rules == 1 else "tally"]
    with pytest.raises(BadForm, match="is missing"):
        Later.from_plain(GAME, form)

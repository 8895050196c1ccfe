"""Handmade and broken positions are accepted or refused with BadForm, without any other error."""

import copy
import random
from typing import Any

import pytest

from chancery.conformance.damaged_forms import paths
from chancery.core import BadForm, UserError
from chancery.games.revolution.rules.state import Revolution
from tests.games.revolution.positions import GAME, MODES, asked, position
from tests.games.steps import play


def test_tokens_that_are_not_given_are_in_stock() -> None:
    s = position(tokens={"holland": {"burghers": 3, "neutral": 2}}, treasury={"burghers": 4},
                 armies={"holland": {"burghers": 1}}, step="upkeep")  # fmt: skip
    assert asked(s) == ("burghers", "upkeep")
    assert s.stock[3] == 25
    assert s.neutrals == 45
    assert s.order == (0, 1, 2, 3, 4)
    play(s, "keep holland")
    s.check()


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"step": "harvest"}, "step"),
        ({"step": "units", "faction": "lutherans"}, "faction"),
        ({"city_cards": {"paris": "catholics"}}, "city_cards"),
        ({"tokens": {"delft": {"burghers": 2}}, "step": "sieges"}, "position"),
        ({"tokens": {"zutphen": {"burghers": 1}}, "step": "sieges"}, "position"),
        ({"support": {"huguenots-plain": {"burghers": 1, "reformers": 1}}}, "position"),
        ({"support": {"jesuits-plain": {"habsburgs": 1}}}, "position"),
        ({"beggars": {"holland": 1}, "step": "raising"}, "position"),
        ({"beggars": {"liege": 1}, "hirer": "burghers", "step": "raising"}, "position"),
        ({"order": ["catholics"]}, ""),
        ({"universities": {"mons": 2}}, "position"),
        ({"bishoprics": {"holland": 2}}, "position"),
    ],
)
def test_impossible_positions_are_refused(given: dict[str, Any], place: str) -> None:
    with pytest.raises((BadForm, LookupError)) as error:
        position(**given, **({} if "step" in given else {"step": "provinces"}))
    assert not place or place in str(error.value)


STRANGERS: list[Any] = [
    None, True, -1, 0, 1, 2, 99, 3.5, "", "holland", "burghers", "neutral", [], {}, [0],
    [["holland", 1]],
]  # fmt: skip


def test_broken_positions() -> None:
    dice = random.Random("broken")
    forms = []
    for number, mode in enumerate(MODES):
        s = GAME.start(mode, f"broken {number}")
        while s.asked:
            if dice.random() < 0.04:
                forms.append(s.plain())
            s.apply(dice.choice(s.legal()))
    for _ in range(600):
        form = copy.deepcopy(dice.choice(forms))
        every = list(paths(form))
        going_on = [path for path in every if path[0] == "phases"]
        for _ in range(dice.randint(1, 3)):
            *front, last = dice.choice(going_on if dice.random() < 0.6 else every)
            holder = form
            try:
                for key in front:
                    holder = holder[key]
                if type(holder[last]) is int and dice.random() < 0.5:
                    holder[last] += dice.choice([-1, 1])
                else:
                    holder[last] = dice.choice(STRANGERS)
            except (LookupError, TypeError):
                continue
        try:
            s = Revolution.from_plain(GAME, form)
        except UserError:
            continue
        for _ in range(40):  # every accepted position can be played
            if s.asked:
                s.check()
                s.apply(dice.choice(s.legal()))

"""Tests of positions sampled from a view: they look the same, and the game can go on."""

from __future__ import annotations

from typing import Any

import pytest

from chancery.conformance.positions import check_sample
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.rules.tactical_cards import Discard
from tests.games.friedrich.positions import GAME, fate, position, skip, started
from tests.games.steps import phase, play


def discarding(options: dict[str, Any], nation: str) -> Friedrich:
    """Build a position in which a nation has drawn and chooses its discard."""
    s = started(options)
    while not (phase(s) == "Discard" and s.plain()["phases"][-1]["nation"] == nation):
        quiet = [a for a in map(str, s.legal()) if a in ("end", "stop", "quit", "decline")]
        play(s, quiet[0] if quiet else str(s.legal()[0]))
    return s


@pytest.mark.rule("friedrich", "3.1", "scenario 1.8")
@pytest.mark.parametrize(("options", "nation"), [
    ({}, "france"), ({"players": 3}, "france"), ({"game": "west"}, "prussia"),
    ({"game": "west"}, "france"),
])  # fmt: skip
def test_while_a_nation_discards_the_others_can_try_things(
    options: dict[str, Any], nation: str
) -> None:
    s = discarding(options, nation)
    (asked,) = s.asked
    for viewer in (None, *range(len(s.seats))):
        guess = GAME.sample(s.view(viewer), "guess")
        top = guess.phases[-1]
        assert isinstance(top, Discard)
        assert guess.legal(asked.seat)
        for kind in top.drawn:
            assert top.drawn.count(kind) <= guess.hand(top.nation)[kind]
        check_sample(s, viewer, "guess")


@pytest.mark.rule("friedrich", "fate america")
def test_unknown_discards_are_not_those_of_a_nation_that_one_remembers() -> None:
    # Russia has left with its hand; France, which Pompadour played, has discarded and left too
    hands = {"france": ["5s.1", "6s.1"], "russia": ["13s.1", "12s.1"]}
    s = fate("elisabeth", at={"daun": "prag", "richelieu": "koblenz"}, hands=hands, options={},
             losses=1)  # fmt: skip
    skip(s, "france")
    s.drawn_fates = [int(n != 14) for n in range(18)]  # America is left
    play(s, "end")
    assert s.quit == (2, 6)
    assert len(s.buried) >= 4
    pompadour = s.seats.index("pompadour")
    own = s.view(pompadour).buried
    assert {buried.nation for buried in own} == {6}
    for viewer in (None, *range(len(s.seats))):
        for seed in range(4):
            check_sample(s, viewer, str(seed))


def test_an_impossible_discard_is_refused() -> None:
    with pytest.raises(ValueError, match="that does not discard"):
        position(buried=[{"nation": "hanover", "card": "5s.1"}])

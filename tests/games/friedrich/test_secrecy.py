"""Tests of secrecy over whole games of the bot."""

import pytest

from chancery.conformance.secrecy import check_twins
from chancery.table.bot_players import Player, moves
from tests.games.friedrich.positions import GAME
from tests.games.friedrich.test_conformance import IDS, MODES
from tests.soaking import SOAK, sample

EVERY = 3 if SOAK else 9  # positions


@pytest.mark.parametrize("mode", sample(MODES, 1), ids=sample(IDS, 1))
def test_twins_over_a_whole_game(mode: dict[str, object]) -> None:
    """From the set-up to the end, in turn for a spectator and for every seat."""
    s = GAME.start(mode, "twins")
    players = [Player("quartermaster", GAME, f"twins:{seat}") for seat in range(len(s.seats))]
    viewers = [None, *range(len(s.seats))]
    together = dict.fromkeys(viewers, 0)
    for actions, (seat, action) in enumerate(moves(s, players)):
        if actions % EVERY == 0:
            viewer = viewers[actions // EVERY % len(viewers)]
            together[viewer] += check_twins(s, viewer, str(actions), steps=3)
        s.apply(action, seat)
    assert s.result is not None
    assert min(together.values()) > 150 // EVERY, together

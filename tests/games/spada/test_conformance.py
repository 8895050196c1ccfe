"""The conformance suite, in every mode."""

import pytest

from chancery.conformance import Visits, check_bots, check_sitting, check_walk
from tests.games.spada.modes import GAME, MODES, WALKED, mode_name
from tests.soaking import SOAK, sample


@pytest.mark.parametrize("mode", sample(WALKED, 3), ids=mode_name)
def test_walk(mode: dict[str, object]) -> None:
    visits = check_walk(GAME, mode, f"walk {mode_name(mode)}", thorough=0.04)
    assert visits.twin_steps > 100


@pytest.mark.parametrize("mode", sample(WALKED, 3), ids=mode_name)
def test_sitting(mode: dict[str, object]) -> None:
    check_sitting(GAME, mode, f"sitting {mode_name(mode)}")


@pytest.mark.parametrize("mode", sample(WALKED, 3), ids=mode_name)
def test_bots(mode: dict[str, object]) -> None:
    assert check_bots(GAME, mode, f"bots {mode_name(mode)}") > 300


@pytest.mark.soak  # test_walk plays eight of these modes
def test_walks_reach_everything() -> None:
    visits = Visits()
    for number in range(24 if SOAK else 12):
        mode = MODES[number * 5 % len(MODES)]
        visits.merge(check_walk(GAME, mode, f"visits {number}", thorough=0.03))
    assert visits.never(GAME) == {}
    assert visits.not_now() < 0.05
    # Most of a random action's refusals say that it belongs elsewhere; the others are specific.
    assert len(visits.refusals) > 12

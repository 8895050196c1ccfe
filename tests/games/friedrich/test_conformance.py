"""The conformance suite in every mode, with random games that reach every phase."""

import pytest

from chancery.conformance import check_bots, check_sitting, check_walk
from chancery.games.friedrich.board.board import ADOPTED
from chancery.games.friedrich.board.pieces import PIECE_NAMES
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import EXPERT, GAME, fate, position, under
from tests.games.friedrich.test_victory import aims
from tests.games.steps import play
from tests.games.walks import lively, play_on_from
from tests.soaking import SOAK, sample

MODES = [{}, {"players": 3}, EXPERT, {"game": "west"}, {"game": "austrian"}]
IDS = ["four", "three", "expert", "west", "austrian"]


@pytest.mark.parametrize("mode", sample(MODES, 2), ids=sample(IDS, 2))
def test_walk(mode: dict[str, object]) -> None:
    visits = check_walk(GAME, mode, "walk", bias=lively, thorough=0.02)
    assert visits.twin_steps > 20
    assert visits.not_now() < 0.05


@pytest.mark.parametrize("mode", sample(MODES, 2), ids=sample(IDS, 2))
def test_sitting(mode: dict[str, object]) -> None:
    check_sitting(GAME, mode, "sitting", most=150)


@pytest.mark.parametrize("mode", sample(MODES, 2), ids=sample(IDS, 2))
def test_bots(mode: dict[str, object]) -> None:
    assert check_bots(GAME, mode, "bots", most=250) == 500


def special() -> list[Friedrich]:
    """Yield positions that random games hardly ever reach."""
    start = dict(zip(PIECE_NAMES, GAME.start().plain()["at"], strict=True))
    here = {**start, "daun": "breslau", "karl": "grottkau", "keith": "strehlen"}
    here["schwerin"] = "strehlen"
    hands = {
        "prussia": ["11s.1", "2s.1", "r.1"], "austria": ["3s.1", "r.1"], "russia": ["4s.1"],
        "france": ["5s.1"],
    }  # fmt: skip
    even = {"schwerin": 4, "daun": 4, "karl": 4}
    found = [under(text, stage="austria", at=here, hands=hands, troops=even)
             for text in ("8♣", "11♠", "7♦", "3♠")]  # fmt: skip
    found.append(position(stage="austria", at=here, troops=even))  # draws, nobody has a card
    found.append(under("11♠", stage="prussia", at=here, hands=hands, troops=even))
    play(found[-1], "end; fight schwerin daun")
    found += [under(text, stage="prussia", at=start, hands=hands) for text in ("10♠", "7♠", "5♦")]
    found += [
        fate(text[:-1], text[-1], at=start, hands=hands, beaten=["imperial"])
        for text in ("1♣", "1♥", "4♥", "6♠", "6♦", "8♠", "8♦", "9♦", "10♣", "11♣", "12♥", "2♥")
    ]
    found.append(fate("sweden", at=start))
    found.append(fate("america", at=start, losses=1))
    four = ["koenigsberg", "ortelsburg", "rastenburg", "riesenburg"]
    found.append(position(EXPERT, stage="russia", at=start, control=four))
    play(found[-1], "end")
    found.append(position(EXPERT, stage="france", turn=2, at=start,
                          hands={"prussia": ["10s.1"]}))  # fmt: skip
    found.append(position(EXPERT, stage="france", turn=4, at=start, control=aims(4)[3:],
                          offensive=ADOPTED, stake="10s.1"))  # fmt: skip
    found.append(position(stage="prussia", at={**start, "keith": "leipzig"}, control=["leipzig"]))
    found.append(fate("10", "♣", at=start, hands=hands, troops={"keith": 3, "dohna": 2}))
    far = {"saltikov": "lipno", "keith": "spandau", "dohna": "zossen", "daun": "bernau"}
    rich = ["13s.1", "12c.1", "9h.1"]
    found.append(position(stage="russia", at=far, hands={"russia": rich}))  # both trains are off
    found.append(under("10♠", stage="prussia", at=far, hands={"prussia": rich}))
    for s in found:
        s.drawn_fates = [int(n == s.fate) for n in range(18)]
    return found


def test_rare_positions_conform() -> None:
    visits = play_on_from(
        GAME, special(), games=8 if SOAK else 2, checked=2 if SOAK else 1, steps=8
    )
    if not SOAK:  # all of them together come by everything
        return
    for number in range(12):
        visits.merge(check_walk(GAME, MODES[number % 5], f"visits {number}", bias=lively,
                                thorough=0))  # fmt: skip
    never = visits.never(GAME)
    # these are rare, and the tests of their chapters bring them about
    rare = {"TrainTaken", "Stood", "StakeTaken", "OffensiveFailed", "FateSpared", "Nudged",
            "Trapped", "MarkLapsed"}  # fmt: skip
    assert set(never) <= {"events"}
    assert set(never.get("events", ())) <= rare
    assert visits.not_now() < 0.05

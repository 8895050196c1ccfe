"""Tests of standing answers: some action is played in any case, whatever the hand is."""

import random
from typing import Any

import pytest

from chancery.core import Standing
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import EXPERT, GAME, position
from tests.games.friedrich.test_combat import HEINRICH
from tests.games.steps import phase, play


def given(s: Friedrich, key: str) -> str | None:
    """Return the action a standing answer gives now; None if the seat has to decide itself."""
    seat = s.asked[0].seat
    for offer in _offers(s, seat):
        if offer.key.startswith(key) and offer.question == s.asked[0].name and offer.holds:
            for action in (offer.action, *offer.otherwise):
                if action in s.legal(seat):
                    return str(action)
    return None


def _offers(s: Friedrich, seat: int | None) -> tuple[Standing, ...]:
    return tuple(GAME.face.standing(s.view(seat)))


def fight(prussia: list[str], france: list[str], **numbers: int) -> Friedrich:
    """Build a fight: Heinrich in a sector of diamonds attacks Richelieu in one of spades."""
    troops = {"heinrich": 2, "richelieu": 4} | numbers
    s = position(
        stage="prussia", at=HEINRICH, troops=troops,
        hands={"prussia": prussia, "france": france},
    )  # fmt: skip
    play(s, "end")
    return s


@pytest.mark.rule("friedrich", "7.3", "7.4")
def test_the_lowest_sufficient_card_is_played() -> None:
    s = fight(["13d.1", "10d.1", "2d.1", "r.1"], ["9s.1", "13s.1"])
    assert given(s, "low:") == "play 2d.1"  # from -2 to 0
    play(s, "play 10d.1")
    assert given(s, "low:") == "play 9s.1"  # from -8 to 1
    assert given(s, "defend:") == "play 9s.1"
    assert given(s, "yield:") == "quit"
    assert given(s, "quit:") == "quit"


@pytest.mark.rule("friedrich", "3.2")
def test_a_reserve_is_played_only_if_needed_and_as_low_as_possible() -> None:
    s = fight(["2d.1", "r.1"], ["3s.1"], heinrich=1, richelieu=5)
    assert given(s, "low:") == "play r.1=4"


@pytest.mark.rule("friedrich", "7.4", "7.7")
def test_without_a_sufficient_card_the_seat_gives_up_or_plays_the_lowest() -> None:
    s = fight(["2d.1", "3d.1"], ["3s.1"], heinrich=1, richelieu=8)
    assert given(s, "low:") == "quit"
    s = fight(["9d.1", "3d.1"], ["3s.1"], heinrich=4, richelieu=4)
    assert "quit" not in map(str, s.legal())
    assert given(s, "quit:") == "play 3d.1"
    assert given(s, "low:") == "play 3d.1"


def test_answers_for_defence_do_not_bind_the_attacker() -> None:
    s = fight(["10d.1"], ["3s.1"])
    assert given(s, "defend:") is None
    assert given(s, "yield:") is None


def test_seats_outside_a_fight_get_no_offers_about_it() -> None:
    s = fight(["10d.1"], ["3s.1"])
    parties = {s.seats.index("frederick"), s.seats.index("pompadour")}
    for seat in range(len(s.seats)):
        keys = {offer.key.partition(":")[0] for offer in _offers(s, seat)}
        assert ("low" in keys) == (seat in parties)
    assert _offers(s, None) == ()


@pytest.mark.parametrize("options", [{}, EXPERT, {"players": 3}], ids=["four", "expert", "three"])
def test_in_every_duel_something_is_played_at_once(options: dict[str, Any]) -> None:
    """Whether a standing answer applies never depends on a hand, so that its speed reveals
    nothing."""
    dice = random.Random("duels")
    duels = 0
    for game in range(3):
        s: Any = GAME.start(options, f"duels {game}")
        for _ in range(1500):
            if not s.asked:
                break
            seat = s.asked[0].seat
            if phase(s) == "Fight":
                duels += 1
                assert given(s, "low:") is not None
                assert given(s, "quit:") is not None
                attacked = s.phases[-1].side == 1
                assert (given(s, "defend:") is not None) == attacked
                assert (given(s, "yield:") is not None) == attacked
            s.apply(dice.choice(s.legal(seat)), seat)
    assert duels


@pytest.mark.rule("friedrich", "13.9")
def test_austria_can_say_that_it_will_claim() -> None:
    s = GAME.start({"offensive": True}, "claim")
    austria = next(n for n in range(len(s.seats)) if any(o.key == "claim" for o in _offers(s, n)))
    (offer,) = [offer for offer in _offers(s, austria) if offer.key == "claim"]
    assert (str(offer.action), offer.question) == ("claim", "claim")
    plain = GAME.start({}, "claim")
    for seat in range(len(plain.seats)):
        assert all(offer.key != "claim" for offer in _offers(plain, seat))

"""Positions in which the bot used to make a mistake that a good player sees at once."""

from typing import Any

import pytest

from chancery.core.chance import Dice
from chancery.games.friedrich.board.atlas import CITY, distances
from chancery.games.friedrich.bot.bot import Quartermaster
from chancery.games.friedrich.rules.events import Starved
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import GAME, position, troops, where


def moved(s: Friedrich) -> list[Any]:
    """Let the bot play a whole movement phase and return the events."""
    happened: list[Any] = []
    seat = s.asked[0].seat
    bot = Quartermaster(GAME, "mistakes")
    while (question := s.question(seat)) is not None and question.name == "move":
        for action in bot.plan(s.view(seat), question, s.legal(seat), Dice("")):
            if action not in s.legal(seat):
                break
            happened += s.apply(action, seat)
    return happened


def test_nobody_joins_a_stack_that_starves() -> None:
    """Lacy is face down and out of reach of every train: Browne's five should not join him."""
    s = position(
        {"game": "austrian"}, stage="austria", turn=10,
        at={"daun": "strehlen", "browne": "tetschen", "karl": "bunzlau", "laudon": "liegnitz",
            "lacy": "meissen", "austria-train-1": "trautenau", "austria-train-2": "tabor",
            "friedrich": "bischofswerda", "winterfeldt": "berlin", "heinrich": "senftenberg",
            "schwerin": "oschatz", "keith": "soemmerda", "prussia-train-1": "dessau",
            "prussia-train-2": "luckau"},
        troops={"daun": 8, "browne": 5, "karl": 6, "laudon": 6, "lacy": 5, "friedrich": 4,
                "winterfeldt": 2, "heinrich": 3, "schwerin": 3, "keith": 2},
        down={"lacy": 1},
    )  # fmt: skip
    happened = moved(s)
    assert where(s, "browne") != where(s, "lacy")
    assert all(event.n < 10 for event in happened if isinstance(event, Starved))


@pytest.mark.parametrize("camp", ["bremervoerde", "winsen", "zeven"])
@pytest.mark.parametrize("hand", [["6h.3", "7s.3"], ["6h.3", "7s.3", "9d.3", "5c.3"]])
def test_hanover_does_not_come_back_troop_by_troop(camp: str, hand: list[str]) -> None:
    """Richelieu's twelve stand before the depot and would beat a general who enters with three."""
    s = position(
        {"game": "west"}, stage="hanover", turn=9,
        at={"richelieu": camp, "chevert": camp, "soubise": "hannover", "france-train-1": "verden",
            "seydlitz": "magdeburg", "prussia-train-1": "berlin", "hanover-train": "gifhorn"},
        troops={"richelieu": 12, "soubise": 6, "seydlitz": 3},
        hands={"hanover": hand, "france": ["9s.1", "9h.1", "11c.1", "11d.1", "7s.1", "7h.1"]},
    )  # fmt: skip
    moved(s)
    assert where(s, "ferdinand") is None
    assert where(s, "cumberland") is None


def test_hanover_comes_back_when_nobody_stands_before_its_depot() -> None:
    s = position(
        {"game": "west"}, stage="hanover", turn=9,
        at={"richelieu": "kassel", "chevert": "kassel", "soubise": "muenden",
            "france-train-1": "fritzlar", "seydlitz": "magdeburg", "prussia-train-1": "berlin"},
        troops={"richelieu": 12, "soubise": 6, "seydlitz": 3},
        hands={"hanover": ["6h.3", "7s.3", "9d.3", "5c.3"]},
    )  # fmt: skip
    moved(s)
    assert where(s, "ferdinand") is not None


def test_starving_stacks_get_no_troops() -> None:
    """New troops go to a stack that will survive, not to Laudon, face down and far from trains."""
    s = position(
        {"game": "austrian"}, stage="austria", turn=11,
        at={"laudon": "zuellichau", "lacy": "zuellichau", "daun": "hirschberg", "browne": "oppeln",
            "karl": "krappitz", "austria-train-1": "olmuetz", "austria-train-2": "truebau",
            "winterfeldt": "loebau", "heinrich": "freiberg", "schwerin": "breslau",
            "keith": "breslau", "prussia-train-1": "radeberg", "prussia-train-2": "grossenhain"},
        troops={"laudon": 4, "daun": 7, "browne": 3, "karl": 5, "winterfeldt": 3, "heinrich": 5,
                "schwerin": 4},
        down={"laudon": 1, "lacy": 1},
        hands={"austria": ["12h.3", "13h.3", "12c.3", "11c.3", "13d.3", "13s.3", "12s.3",
                           "11s.3"]},
    )  # fmt: skip
    before = troops(s, "laudon")
    happened = moved(s)
    assert any(type(event).__name__ == "Recruited" for event in happened)
    assert troops(s, "laudon") <= before


def steps(s: Friedrich, general: str, city: str) -> int:
    """Return the distance of a general from a city."""
    here = where(s, general)
    assert here is not None
    return distances(CITY[city])[CITY[here]]


def test_france_with_eight_of_ten_goes_for_the_last_two() -> None:
    """Only Halberstadt and Magdeburg are missing, and the hand is full.

    Not all of France should turn round to chase Ferdinand, who protects nothing that it needs.
    """
    s = position(
        {"game": "west"}, stage="france", turn=14,
        at={"richelieu": "lehrte", "soubise": "winsen", "chevert": "herford",
            "france-train-1": "osnabrueck", "france-train-2": "diepholz",
            "ferdinand": "verden", "hanover-train": "stade", "seydlitz": "schoenebeck",
            "prussia-train-1": "genthin"},
        troops={"richelieu": 8, "soubise": 6, "chevert": 6, "ferdinand": 4, "seydlitz": 3},
        control=["braunschweig", "diepholz", "goettingen", "hameln", "hannover", "kassel", "minden",
                 "wittingen"],
        hands={"france": [f"{n}{suit}.1" for n in range(7, 14) for suit in "schd"],
               "prussia": ["5h.2", "9s.2"], "hanover": ["4d.2", "9d.2"]},
    )  # fmt: skip
    army = ("richelieu", "soubise", "chevert")
    before = min(steps(s, general, "halberstadt") for general in army)
    moved(s)
    assert min(steps(s, general, "halberstadt") for general in army) < before


def test_russia_does_not_stay_idle() -> None:
    """East Prussia is conquered and no Prussian is near: Fermor's five are needed far in the
    west."""
    s = position(
        {"game": "full"}, stage="russia", turn=12,
        at={"saltikov": "wangerin", "tottleben": "stargard", "fermor": "bartenstein",
            "apraxin": "osterode-ostpreussen", "russia-train-1": "deutsch-eylau",
            "russia-train-2": "zlotow", "dohna": "pyritz", "seydlitz": "pyritz",
            "lehwaldt": "berlinchen", "friedrich": "schoenebeck", "prussia-train-1": "berlin",
            "prussia-train-2": "torgau"},
        troops={"saltikov": 8, "tottleben": 2, "fermor": 5, "apraxin": 1, "dohna": 7,
                "lehwaldt": 3, "friedrich": 8},
        control=["koenigsberg", "ortelsburg", "rastenburg", "riesenburg", "colberg", "neu-stettin",
                 "woldenberg"],
        hands={"russia": [f"{n}{suit}.1" for n in range(6, 11) for suit in "schd"]},
    )  # fmt: skip
    before = steps(s, "fermor", "stargard")
    moved(s)
    assert steps(s, "fermor", "stargard") < before

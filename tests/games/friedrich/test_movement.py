"""Tests of movement (chapter 4)."""

import pytest

from chancery.games.friedrich.board.atlas import CITY, CITY_IDS, NEXT, NEXT_MAIN, OBJECTIVE_OF
from tests.games.friedrich.positions import GAME, names, nation, next_to, position, troops, where
from tests.games.steps import legal, phase, play, why_not

BERLIN_ROAD = ("spandau", "velten", "fehrbellin", "kyritz", "wittenberge")  # all main roads


@pytest.mark.rule("friedrich", "4", "4.1")
def test_a_march_goes_city_by_city_along_roads() -> None:
    s = position(stage="prussia", at={"friedrich": "berlin"})
    play(s, "march friedrich")
    assert sorted(legal(s, "to")) == sorted(next_to("berlin"))
    assert "stop" not in legal(s)
    assert why_not(s, "to leipzig") == ("NoRoad", "4.1")
    assert why_not(s, "stop")[1] == "4.1"
    play(s, "to potsdam")
    assert "stop" in legal(s)
    play(s, "stop")
    assert phase(s) == "Movement"
    assert why_not(s, "march friedrich") == ("AlreadyMoved", "4.6")
    assert why_not(s, "march daun") == ("NotYourPiece", "2.2")
    assert why_not(s, "march keith") == ("NotOnMap", "4.1")


@pytest.mark.rule("friedrich", "4.2")
def test_three_cities_back_and_forth() -> None:
    s = position(stage="prussia", at={"friedrich": "berlin"})
    play(s, "march friedrich; to potsdam; to berlin; to potsdam")
    assert phase(s) == "Movement"
    assert where(s, "friedrich") == "potsdam"


@pytest.mark.rule("friedrich", "4.3")
def test_four_by_main_roads_only() -> None:
    s = position(stage="prussia", at={"friedrich": "berlin", "keith": "potsdam"})
    play(s, "march friedrich", *(f"to {city}" for city in BERLIN_ROAD[:3]))
    assert legal(s, "to") == [
        CITY_IDS[c] for c in NEXT[CITY["fehrbellin"]] if c in NEXT_MAIN[CITY["fehrbellin"]]
    ]
    off = next(c for c in next_to("fehrbellin") if CITY[c] not in NEXT_MAIN[CITY["fehrbellin"]])
    assert why_not(s, f"to {off}") == ("NotMainRoad", "4.3")
    play(s, "to kyritz")
    assert phase(s) == "Movement"
    # one step that is not by a main road, and three are all
    play(s, "march keith; to berlin; to spandau; to velten")
    assert phase(s) == "Movement"
    assert where(s, "keith") == "velten"
    s = position(stage="prussia", at={"friedrich": "potsdam"})
    play(s, "march friedrich; to spandau; to velten")
    assert legal(s, "to")
    assert why_not(s, "to berlin")[0] == "NoRoad"


@pytest.mark.rule("friedrich", "4.4")
def test_trains_go_two_cities_or_three() -> None:
    s = position(
        stage="prussia", at={"prussia-train-1": "berlin", "prussia-train-2": "brandenburg"}
    )
    play(s, "march prussia-train-1; to spandau; to velten; to fehrbellin")
    assert phase(s) == "Movement"
    play(s, "march prussia-train-2; to potsdam; to berlin")
    assert phase(s) == "Movement"
    assert where(s, "prussia-train-2") == "berlin"


@pytest.mark.rule("friedrich", "4.1", "4.5")
def test_nobody_is_passed_and_a_city_holds_one_piece() -> None:
    s = position(
        stage="prussia",
        at={
            "friedrich": "berlin", "prussia-train-1": "potsdam", "daun": "spandau",
            "ferdinand": "bernau", "keith": "koenigs-wusterhausen",
        },
    )  # fmt: skip
    play(s, "march friedrich")
    assert legal(s, "to") == ["koenigs-wusterhausen"]
    for city in ("potsdam", "spandau", "bernau"):
        assert why_not(s, f"to {city}") == ("Occupied", "4.1")
    s = position(
        stage="prussia", at={"prussia-train-1": "potsdam", "keith": "berlin", "daun": "zossen"}
    )
    play(s, "march prussia-train-1")
    assert sorted(legal(s, "to")) == ["brandenburg", "spandau"]


@pytest.mark.rule("friedrich", "4.5")
def test_up_to_three_generals_in_a_stack() -> None:
    at = {"winterfeldt": "berlin", "heinrich": "berlin", "schwerin": "berlin", "keith": "potsdam"}
    s = position(stage="prussia", at=at)
    play(s, "march keith")
    assert "berlin" not in legal(s, "to")
    assert why_not(s, "to berlin") == ("StackFull", "4.5")
    s = position(stage="prussia", at={**at, "schwerin": "spandau"})
    play(s, "march keith; to berlin")
    assert phase(s) == "Movement"
    assert troops(s, "winterfeldt") == 3
    s = position(stage="prussia", at={**at, "schwerin": "potsdam"})
    play(s, "march schwerin; with keith")
    assert why_not(s, "to berlin") == ("StackFull", "4.5")
    # the highest rank leads
    s = position(stage="prussia", at={"keith": "berlin", "friedrich": "potsdam"})
    play(s, "march friedrich; to berlin")
    assert (troops(s, "friedrich"), troops(s, "keith")) == (2, 0)
    # the whole stack, or part of it, marches as one
    s = position(stage="prussia", at=at, troops={"winterfeldt": 12})
    play(s, "march winterfeldt")
    assert why_not(s, "to potsdam") == ("MustTake", "6.5")
    assert why_not(s, "with keith") == ("NotInStack", "4.5")
    play(s, "with heinrich; with schwerin; to bernau; stop")
    assert {where(s, g) for g in ("winterfeldt", "heinrich", "schwerin")} == {"bernau"}
    s = position(stage="prussia", at=at, troops={"winterfeldt": 12})
    play(s, "march heinrich; with schwerin")
    assert why_not(s, "with winterfeldt") == ("LowerRankFirst", "4.5")
    play(s, "take 10; to bernau")
    assert why_not(s, "with winterfeldt") == ("NobodyStays", "4.6")
    assert (troops(s, "winterfeldt"), troops(s, "heinrich")) == (2, 10)
    play(s, "stop")
    # those left may march later on their own
    assert "march winterfeldt" in legal(s)


@pytest.mark.rule("friedrich", "4.6")
def test_joining_ends_the_move_of_everybody_there() -> None:
    s = position(stage="prussia", at={"friedrich": "berlin", "keith": "spandau", "dohna": "velten"})
    happened = play(s, "march friedrich; to spandau")
    assert "Joined" in names(happened)
    assert legal(s, "march") == ["dohna"]
    play(s, "march dohna; to spandau")
    assert legal(s) == ["end"]
    # who has marched in a stack does not march alone
    s = position(stage="prussia", at={"friedrich": "berlin", "keith": "berlin"})
    play(s, "march friedrich; with keith; to spandau; stop")
    assert why_not(s, "march keith") == ("AlreadyMoved", "4.6")


@pytest.mark.rule("friedrich", "4.6")
def test_back_to_those_who_stayed_is_joining_too() -> None:
    s = position(
        stage="prussia", at={"friedrich": "berlin", "keith": "berlin"}, troops={"friedrich": 9}
    )
    play(s, "march keith; take 3; to spandau; to berlin")
    assert phase(s) == "Movement"
    assert troops(s, "friedrich") == 9
    assert legal(s) == ["end"]


@pytest.mark.rule("friedrich", "2.2")
def test_the_player_ends_the_phase() -> None:
    s = position(stage="russia", at={"saltikov": "sierpc"})
    assert "MovementEnded" in names(play(s, "end"))
    assert nation(s) == "sweden"


@pytest.mark.rule("friedrich", "5.9")
def test_no_march_ends_on_an_objective_of_another_seat() -> None:
    # Breslau is Austria's objective
    at = {"saltikov": "neumarkt", "lehwaldt": "tilsit"}
    s = position(stage="russia", at=at)
    play(s, "march saltikov; to breslau")
    assert "stop" not in legal(s)
    assert why_not(s, "stop") == ("AllyObjective", "5.9")
    play(s, "to wohlau")  # and from there only back
    assert where(s, "saltikov") == "wohlau"
    # it may be conquered already, hold an enemy's train, or be where he stands
    s = position(stage="russia", at=at, control=["breslau"])
    play(s, "march saltikov; to breslau; stop")
    s = position(stage="russia", at={**at, "prussia-train-1": "breslau"})
    play(s, "march saltikov; to breslau")
    assert where(s, "prussia-train-1") is None
    assert phase(s) == "Movement"
    s = position(stage="russia", at={**at, "saltikov": "breslau"})
    play(s, "march saltikov; to wohlau; to breslau; stop")
    assert where(s, "saltikov") == "breslau"
    # the Imperial Army is of the same seat, trains are bound as well
    s = position(stage="imperial", at={"hildburghausen": "neumarkt"})
    play(s, "march hildburghausen; to breslau; stop")
    s = position(stage="russia", at={"russia-train-1": "neumarkt"})
    play(s, "march russia-train-1; to breslau")
    assert "stop" not in legal(s)


@pytest.mark.rule("friedrich", "5.9")
def test_a_march_may_end_in_the_way_of_an_ally() -> None:
    for city in next_to("breslau"):
        s = position(stage="russia", at={"saltikov": "breslau", "lehwaldt": "tilsit"})
        play(s, f"march saltikov; to {city}")
        assert ("stop" in legal(s)) == (OBJECTIVE_OF[CITY[city]] < 0)
    paragraphs = [str(p.text) for chapter in GAME.face.help() for p in chapter.paragraphs]
    assert any("no march is refused because it bars an ally’s way" in text for text in paragraphs)


@pytest.mark.rule("friedrich", "5.9")
def test_a_march_is_never_stranded_on_an_objective_of_another_seat() -> None:
    # behind the third city only a forbidden one
    ends = [
        c for c in range(len(CITY_IDS)) if len(NEXT[c]) == 2 and OBJECTIVE_OF[c] >= 0 and
        all(OBJECTIVE_OF[o] < 0 for o in NEXT[c])
    ]  # fmt: skip
    aim = next(c for c in ends if GAME.start().owners[OBJECTIVE_OF[c]] == 2)
    one, other = NEXT[aim]
    start = next(c for c in NEXT[one] if c != aim)
    s = position(
        stage="russia", at={"saltikov": CITY_IDS[start], "keith": CITY_IDS[other]},
    )  # fmt: skip
    play(s, f"march saltikov; to {CITY_IDS[one]}; to {CITY_IDS[aim]}")
    assert legal(s) == [f"to {CITY_IDS[one]}"]
    play(s, f"to {CITY_IDS[one]}")
    assert where(s, "saltikov") == CITY_IDS[one]


def test_a_march_before_its_first_step() -> None:
    s = position(
        stage="prussia", at={"friedrich": "berlin", "keith": "berlin"}, troops={"friedrich": 9}
    )
    before = {seat: s.view(seat) for seat in (None, 1, 2, 3)}
    for action in ("march friedrich", "take 8"):
        play(s, action)
        assert s.drafting(0)
        assert all(s.view(seat) == view for seat, view in before.items())
    play(s, "to spandau")
    assert not s.drafting(0)
    for seat in (None, 1, 2, 3):
        view = s.view(seat)
        assert view.phases[-1].take == 0
        assert not any(view.troops)
        assert (view.low[0], view.high[0]) == (1, 8)

"""Tests of players, pieces, map and set-up (chapters 1 and 2), and of valid positions."""

import ast
import re
import tomllib

import pytest

from chancery.core import BadForm, BadOption
from chancery.games.friedrich.board import atlas
from chancery.games.friedrich.board.cards import CARDS_IN_A_DECK, KINDS
from chancery.games.friedrich.board.nations import HANOVER, NATION_NAMES, PRUSSIA, hostile
from chancery.games.friedrich.board.pieces import (
    ESTABLISHMENT,
    GENERAL_NAMES,
    GENERALS_OF,
    RANK,
    START,
    TRAINS_OF,
)
from tests.games.friedrich.positions import GAME, names, nation, position, skip, started, where
from tests.games.steps import legal, phase, play, why_not


@pytest.mark.rule("friedrich", "1.1", "1.16")
def test_players() -> None:
    assert GAME.start().seats == ("frederick", "elisabeth", "maria-theresa", "pompadour")
    owners = dict(zip(NATION_NAMES, GAME.start().plain()["owners"], strict=True))
    assert owners == {
        "prussia": "frederick", "hanover": "frederick", "russia": "elisabeth",
        "sweden": "elisabeth", "austria": "maria-theresa", "imperial": "maria-theresa",
        "france": "pompadour",
    }  # fmt: skip
    three = GAME.start({"players": 3})
    assert three.seats == ("frederick", "elisabeth", "maria-theresa")
    assert three.plain()["owners"][-1] == "elisabeth"


def test_incompatible_options() -> None:
    for options in ({"players": 2}, {"game": "west", "garrison": True}):
        with pytest.raises(BadOption):
            GAME.complete_options(options)


@pytest.mark.rule("friedrich", "1.2")
def test_two_camps() -> None:
    for one in range(7):
        for other in range(7):
            assert hostile(one, other) == ((one <= HANOVER) != (other <= HANOVER))
    # allies next to each other do not fight
    s = position(stage="russia", at={"saltikov": "sierpc", "daun": "plonsk"})
    assert "FightBegan" not in names(play(s, "end"))


@pytest.mark.rule("friedrich", "1", "1.5", "1.6", "1.7", "1.18", "6.6")
def test_pieces() -> None:
    assert [len(generals) for generals in GENERALS_OF] == [8, 2, 4, 1, 5, 1, 3]
    assert [len(trains) for trains in TRAINS_OF] == [2, 1, 2, 1, 2, 1, 2]
    assert ESTABLISHMENT == (32, 12, 16, 4, 30, 6, 20)
    for generals in GENERALS_OF:
        assert [RANK[g] for g in generals] == list(range(1, len(generals) + 1))
    s = GAME.start()
    assert tuple(s.at) == START
    assert where(s, "friedrich") == "oschatz"
    assert where(s, "prussia-train-1") == "jueterbog"


@pytest.mark.rule("friedrich", "1.9", "1.10", "1.11", "1.13", "1.14", "1.15", "faq 9.2")
def test_the_map() -> None:
    atlas.check()
    roads = sum(map(len, atlas.NEXT)) // 2
    main = sum(map(len, atlas.NEXT_MAIN)) // 2
    assert (atlas.N, roads, main) == (672, 976, 185)
    for city in range(atlas.N):
        assert all(city in atlas.NEXT[other] for other in atlas.NEXT[city])
    counts = [
        (sum(atlas.ORDER[c] == 1 for c in found), sum(atlas.ORDER[c] == 2 for c in found))
        for found in atlas.OBJECTIVES_OF
    ]
    assert counts == [(14, 0), (0, 0), (10, 0), (5, 5), (12, 4), (5, 5), (10, 0)]
    assert all(atlas.DEPOTS)
    assert all(atlas.OBJECTIVE_OF[c] < 0 for depots in atlas.DEPOTS for c in depots)
    assert all(0 <= suit < 4 for suit in atlas.SUIT)
    assert not atlas.HOME[NATION_NAMES.index("russia")]
    assert not atlas.HOME[NATION_NAMES.index("france")]
    assert atlas.CITY["leipzig"] in atlas.HOME[NATION_NAMES.index("imperial")]
    assert atlas.CITY["halle"] in atlas.HOME[PRUSSIA]


@pytest.mark.rule("friedrich", "1.17", "1.19", "6.1", "6.2")
def test_troops_are_shared_out_in_secret_and_all_at_once() -> None:
    s = GAME.start()
    assert [asked.seat for asked in s.asked] == [0, 1, 2, 3]
    assert legal(s, "give")[0] == "friedrich 2"
    assert legal(s, "give")[-1] == "friedrich 16"
    s.apply(GAME.notation.parse("give friedrich 16"), 0)
    assert s.drafting(0)
    assert s.view(1) == GAME.start().view(1)
    for text in ("heinrich 8", "schwerin 2", "seydlitz 1"):
        s.apply(GAME.notation.parse(f"give {text}"), 0)
    # five are left for two generals
    assert [str(a) for a in s.legal(0)] == [f"give dohna {n}" for n in range(1, 5)]
    s.apply(GAME.notation.parse("give dohna 4"), 0)
    # Lehwaldt gets the last one, and Hanover is next
    assert s.troops[GENERAL_NAMES.index("lehwaldt")] == 1
    assert why_not(s, "give ferdinand 9") == ("TroopsWrong", "1.19")
    assert why_not(s, "give daun 2") == ("NotYours", "1.19")
    assert why_not(s, "give friedrich 2") == ("AlreadyGiven", "1.19")


@pytest.mark.rule("friedrich", "1.19")
def test_the_example_of_france() -> None:
    s = GAME.start()
    s.apply(GAME.notation.parse("give richelieu 15"), 3)  # Richelieu 7 and Chevert 8 together
    assert s.troops[GENERAL_NAMES.index("soubise")] == 5
    assert s.question(3) is None


@pytest.mark.rule("friedrich", "1.12", "1.20", "1.21", "1.22")
def test_the_first_turn() -> None:
    s = GAME.start()
    assert sum(s.draw) == CARDS_IN_A_DECK
    assert not any(s.hands)
    assert not any(s.drawn_fates)
    s = started()
    assert (s.turn, nation(s), phase(s)) == (1, "prussia", "Movement")
    # a starting city is a city like others
    s = position(stage="prussia", at={"keith": "strehlen"})
    play(s, "march keith; to breslau; to strehlen; stop")
    assert where(s, "keith") == "strehlen"


@pytest.mark.rule("friedrich", "2", "2.1", "2.2", "faq 2.1")
def test_the_nations_act_one_by_one() -> None:
    s = started()
    order = ["prussia"]
    while s.turn == 1:
        if nation(s) != order[-1]:
            order.append(nation(s))
        quiet = next(a for a in legal(s) if a.split()[0] in ("end", "quit", "discard"))
        play(s, quiet)
    assert tuple(order) == NATION_NAMES
    # each stage: cards, movement, fights, question marks, supply
    s = position(
        stage="prussia",
        at={"keith": "goerlitz", "schwerin": "eger", "hildburghausen": "hof", "daun": "kolin"},
        hands={"hanover": []},
    )
    happened = names(play(s, "end"))
    assert happened.index("MovementEnded") < happened.index("OutOfSupply")
    assert happened[-2:] == ["StageBegan", "DrewHidden"] or "Drew" in happened


@pytest.mark.rule("friedrich", "2.3", "11.1")
def test_fate_comes_from_the_sixth_turn_on() -> None:
    s = position(turn=5, stage="france", at={"daun": "kolin"})
    assert "FateTurned" not in names(play(s, "end"))
    assert s.turn == 6
    happened = skip(s, "france")
    assert "FateTurned" not in names(happened)
    happened = play(s, "end")
    assert "FateTurned" in names(happened)
    assert sum(s.drawn_fates) == 1


@pytest.mark.rule("friedrich", "1.8")
def test_every_citation_names_an_item() -> None:
    listed = tomllib.loads((GAME.folder / "data" / "rulebook.toml").read_text("utf-8"))["rules"]
    cited = set()
    for path in GAME.folder.rglob("*.py"):
        text = path.read_text("utf-8")
        cited |= set(re.findall(r"""\.by\("([^"]+)"\)|^    rule = "([^"]+)\"""", text, re.M))
        ast.parse(text)
    assert cited
    for found in cited:
        assert next(filter(None, found)) in listed, found


def test_impossible_positions_are_refused() -> None:
    for given in (
        {"at": {"friedrich": "berlin"}, "troops": {"friedrich": 9}},
        {"at": {"friedrich": "berlin", "daun": "berlin"}},
        {"at": {"friedrich": "berlin", "prussia-train-1": "berlin"}},
        {
            "at": dict.fromkeys(GENERAL_NAMES[:4], "berlin"),
        },
        {"at": {"friedrich": "berlin"}, "gone": {"friedrich": 1}},
        {"at": {}, "down": {"friedrich": 1}},
        {"at": {"friedrich": "berlin", "keith": "berlin"}, "down": {"keith": 1}},
        {"at": {"saltikov": "sierpc", "fermor": "plonsk", "apraxin": "lipno"},
         "troops": {"saltikov": 8, "fermor": 8, "apraxin": 1}},
        {"at": {"friedrich": "berlin"}, "troops": {"friedrich": 5}, "low": {"friedrich": 6}},
        {"draw": {"2s.1": 1}},
    ):  # fmt: skip
        with pytest.raises(BadForm):
            position(**given)
    assert sum(position().draw[:KINDS]) == CARDS_IN_A_DECK


@pytest.mark.rule("friedrich", "1.19")
@pytest.mark.parametrize("rules", [1, 2, 3])
def test_an_incomplete_set_up_is_a_valid_position(rules: int) -> None:
    """In every mode, from the beginning on: nations of a single stack have their troops already."""
    for options in GAME.modes():
        state = GAME.start(options, "7", rules=rules)
        while state.asked and state.asked[0].name == "share":
            assert GAME.state.from_plain(GAME, state.plain()) == state
            seat = state.asked[-1].seat
            state.apply(state.legal(seat)[0], seat)

"""Tests of the two scenarios for two players."""

from typing import Any

import pytest

from chancery.games.friedrich.board.fate_cards import FATE_NAMES
from chancery.games.friedrich.board.nations import AUSTRIA, FRANCE, IMPERIAL, NATION_NAMES, PRUSSIA
from chancery.games.friedrich.board.pieces import PIECE_NAMES
from chancery.games.friedrich.rules import army_limits
from chancery.games.friedrich.rules.tactical_cards import cards_a_turn
from tests.games.friedrich.positions import GAME, fate, held, nation, position, skip, started, where
from tests.games.friedrich.test_victory import aims, winners
from tests.games.steps import legal, phase, play

WEST, AUSTRIAN = {"game": "west"}, {"game": "austrian"}


@pytest.mark.rule("friedrich", "scenario 0", "scenario 1.1", "scenario 1.2", "scenario 1.3",
                  "scenario 1.4", "scenario 1.5", "scenario 1.6")  # fmt: skip
def test_the_war_in_the_west_is_set_up() -> None:
    s = GAME.start(WEST)
    assert s.seats == ("frederick", "pompadour")
    here = {name: where(s, name) for name in PIECE_NAMES if where(s, name)}
    assert set(here) == {
        "seydlitz", "ferdinand", "cumberland", "richelieu", "soubise", "chevert",
        "prussia-train-1", "hanover-train", "france-train-1", "france-train-2",
    }  # fmt: skip
    assert here["prussia-train-1"] == "jueterbog"
    assert here["seydlitz"] == "brandenburg"
    s = started(WEST)
    assert [s.total(n) for n in range(7)] == [3, 12, 0, 0, 0, 0, 20]
    assert army_limits.ceiling(s, PRUSSIA) == 3


@pytest.mark.rule("friedrich", "scenario 1.7", "scenario 1.8", "scenario 1.9")
def test_the_cards_of_the_west() -> None:
    s = started(WEST)
    assert phase(s) == "Discard"
    assert len(legal(s)) == 2
    play(s, legal(s)[0])
    assert s.hand_size(PRUSSIA) == 1
    order = [nation(s)]
    while s.turn == 1:
        if nation(s) != order[-1]:
            order.append(nation(s))
        play(s, next(a for a in legal(s) if a.split()[0] in ("end", "quit", "discard")))
    assert order == ["prussia", "hanover", "france"]
    for cuts, losses, rates in ((0, 0, (2, 2, 4)), (1, 1, (1, 2, 3)), (2, 1, (1, 2, 3))):
        s = position(WEST, stage="france", cuts=cuts, losses=losses, at={"richelieu": "kassel"})
        assert tuple(cards_a_turn(s, n) for n in (0, 1, 6)) == rates
        play(s, "end")
        assert (phase(s) == "Discard") == (cuts == 0)


@pytest.mark.rule("friedrich", "scenario 1.10", "fate sweden")
def test_how_the_west_ends() -> None:
    s = position(WEST, stage="france", at={"richelieu": "kassel"}, control=aims(FRANCE))
    play(s, "end")
    assert winners(s) == ["pompadour"]
    s = fate("india", at={"richelieu": "kassel"}, options=WEST, losses=1)
    assert winners(s) == ["frederick"]
    s = fate("elisabeth", at={"richelieu": "kassel"}, options=WEST, quit=["sweden"])
    assert s.result is None
    # Seydlitz is the last one and stays
    s = fate("sweden", at={"richelieu": "kassel", "seydlitz": "berlin"}, options=WEST)
    assert where(s, "seydlitz") == "berlin"
    assert phase(s) in ("Movement", "Discard")


@pytest.mark.rule("friedrich", "scenario 2.1", "scenario 2.2", "scenario 2.3", "scenario 2.4",
                  "scenario 2.5", "scenario 2.6")  # fmt: skip
def test_the_austrian_theatre_is_set_up() -> None:
    s = GAME.start(AUSTRIAN)
    assert s.seats == ("frederick", "maria-theresa")
    here = {name for name in PIECE_NAMES if where(s, name)}
    assert here == {
        "friedrich", "winterfeldt", "heinrich", "schwerin", "keith", "daun", "browne", "karl",
        "laudon", "lacy", "hildburghausen", "prussia-train-1", "prussia-train-2",
        "austria-train-1", "austria-train-2", "imperial-train",
    }  # fmt: skip
    s = started(AUSTRIAN)
    assert [s.total(n) for n in range(7)] == [24, 0, 0, 0, 30, 6, 0]
    order = [nation(s)]
    while s.turn == 1:
        if nation(s) != order[-1]:
            order.append(nation(s))
        play(s, next(a for a in legal(s) if a.split()[0] in ("end", "quit", "discard")))
    assert order == ["prussia", "austria", "imperial"]


@pytest.mark.rule("friedrich", "scenario 2.7", "scenario 2.8", "scenario 2.9")
def test_the_cards_of_the_austrian_theatre() -> None:
    for cuts, losses, rates in ((0, 0, (5, 5, 1)), (1, 1, (4, 4, 1)), (2, 2, (3, 4, 1))):
        s = position(AUSTRIAN, stage="imperial", cuts=cuts, losses=losses, at={"daun": "prag"})
        assert tuple(cards_a_turn(s, n) for n in (PRUSSIA, AUSTRIA, IMPERIAL)) == rates


@pytest.mark.rule("friedrich", "scenario 2.10", "scenario 2.11")
def test_how_the_austrian_theatre_ends() -> None:
    at = {"daun": "prag", "friedrich": "berlin"}
    for of, seat in ((AUSTRIA, "maria-theresa"), (IMPERIAL, "maria-theresa"),
                     (PRUSSIA, "frederick")):  # fmt: skip
        s = position(AUSTRIAN, stage="imperial", at=at, control=aims(of))
        play(s, "end")
        assert winners(s) == [seat]
    # no eased conditions, and the Imperial Army stays where it is
    s = fate("america", at=at, options=AUSTRIAN, stage="imperial", losses=1,
             control=aims(AUSTRIA, 1))  # fmt: skip
    assert s.result is None
    assert s.seats[s.owners[IMPERIAL]] == "maria-theresa"
    # virtual nations leave as the real ones do
    s = fate("elisabeth", at=at, options=AUSTRIAN, stage="imperial", losses=2,
             quit=["sweden", "france"])  # fmt: skip
    assert winners(s) == ["frederick"]
    # all standard rules hold: Sweden retires one of the four others
    s = fate("sweden", at={**at, "keith": "breslau"}, options=AUSTRIAN, stage="imperial")
    assert legal(s, "retire") == ["winterfeldt", "heinrich", "schwerin", "keith"]


@pytest.mark.rule("friedrich", "scenario 2.12")
def test_prussia_conquers_in_the_austrian_theatre_at_any_time() -> None:
    for turn in (1, 3, 9):
        s = position(AUSTRIAN, stage="prussia", turn=turn, at={"friedrich": "prag"})
        play(s, "march friedrich; to kladno")
        assert held(s, "prag")
    # but wins only at the end of the turn
    s = position(AUSTRIAN, stage="prussia", turn=2, at={"friedrich": "prag"},
                 control=[c for c in aims(PRUSSIA) if c != "prag"])  # fmt: skip
    play(s, "march friedrich; to kladno; stop; end")
    assert s.result is None
    skip(s, "prussia")
    assert winners(s) == ["frederick"]
    assert len(NATION_NAMES) == 7


def log_of(options: dict[str, Any], card: str, **given: Any) -> list[str]:
    """Return the log of a stroke of fate, line by line."""
    last = "imperial" if options == AUSTRIAN else "france"
    at = given.pop("at", {"friedrich": "berlin"})
    left = {name: int(name != card) for name in FATE_NAMES}
    s = position(options, stage=last, turn=6, drawn_fates=left, at=at, **given)
    say = GAME.speaker("en", (), s.seats).say
    lines = [say(event.text()) for event in play(s, "end")]
    first = next(n for n, line in enumerate(lines) if line.startswith("Stroke of fate"))
    after = next((n for n, line in enumerate(lines) if line.startswith("Turn ")), len(lines))
    return lines[first:after]


@pytest.mark.rule("friedrich", "scenario 1.8", "scenario 2.10", "scenario 2.11")
def test_a_stroke_tells_only_what_it_changes_in_this_game() -> None:
    west = {"seydlitz": "berlin", "richelieu": "kassel", "ferdinand": "stade"}
    assert log_of(AUSTRIAN, "india") == [
        "Stroke of fate, India: France loses India.",
        "The first loss overseas.",
        "From now on Austria draws 4 cards a turn.",
    ]
    assert log_of(AUSTRIAN, "america", losses=1) == [
        "Stroke of fate, America: France loses Canada.",
        "The second loss overseas.",
        "France leaves the war.",
    ]
    assert log_of(AUSTRIAN, "elisabeth") == [
        "Stroke of fate, Elisabeth: the Tsarina dies.",
        "Russia leaves the war.",
    ]
    assert log_of(WEST, "elisabeth", at=west) == ["Stroke of fate, Elisabeth: the Tsarina dies."]
    assert log_of(WEST, "sweden", at=west) == ["Stroke of fate, Sweden: Sweden asks for peace."]
    assert log_of(WEST, "india", at=west) == [
        "Stroke of fate, India: France loses India.",
        "The first loss overseas.",
        "From now on France draws 3 cards a turn, and keeps them all.",
    ]
    assert log_of(WEST, "poems", at=west) == [
        "Stroke of fate, Poems: England cuts its subsidies.",
        "The first cut of the subsidies.",
        "From now on Prussia draws 1 card a turn, and keeps it.",
    ]
    assert log_of(WEST, "lord-bute", at=west, cuts=1) == [
        "Stroke of fate, Lord Bute: England cuts its subsidies.",
        "The second cut of the subsidies.",
        "Prussia still draws 1 card a turn.",
    ]


@pytest.mark.rule("friedrich", "11.2", "11.7", "11.8", "11.9")
def test_in_the_whole_war_a_stroke_tells_all_that_follows() -> None:
    at = {"friedrich": "berlin", "cumberland": "stade", "ehrensvaerd": "stralsund",
          "saltikov": "sierpc", "daun": "bruenn", "hildburghausen": "hildburghausen",
          "soubise": "koblenz", "ferdinand": "hameln"}  # fmt: skip
    assert log_of({}, "america", at=at, losses=1, hands={"imperial": ["2s.1"]}) == [
        "Stroke of fate, America: France loses Canada.",
        "The second loss overseas.",
        "France leaves the war.",
        "Cumberland retires for good; 1 troop is lost with him.",
        "Pompadour now plays the Imperial Army. Its troops: 1; its hand: 2♠ (1).",
        "From now on Hanover draws 1 card a turn.",
        "From now on Austria needs only its objectives of the first order.",
        "From now on the Imperial Army needs only its objectives of the first order.",
    ]
    assert log_of({}, "poems", at=at) == [
        "Stroke of fate, Poems: England cuts its subsidies.",
        "The first cut of the subsidies.",
        "From now on Prussia draws 5 cards a turn.",
    ]

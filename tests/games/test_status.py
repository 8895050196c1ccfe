"""Where a game stands, in a few words: of positions in records, for the seat that is asked."""

from __future__ import annotations

import pytest

from chancery.core import SeatLabel
from chancery.games import find
from chancery.table import record
from tests.records import kept_as, read

PEOPLE = ("Anna", "Bruno", "Carla", "Dora", "Emma")
COINS, UNITS = 157, 134
REVOLUTION, TWO = ("revolution", "regent-5-v2"), ("revolution", "regent-2-a")
FRIEDRICH, SPADA = ("friedrich", "quartermaster-4-b"), ("spada", "steward-4")

SAID = (
    (REVOLUTION, 0, "Opening turn | Set-up → Support moves | Habsburgs · Bruno | 0 points"),
    (REVOLUTION, UNITS, "Turn 1 of 5 | New units 10/18 → Conflict | Reformers · Emma | 5½ points"),
    (
        REVOLUTION,
        COINS,
        "Turn 1 of 5 | Allegiance 16/18 → Cards, bishoprics and universities | Catholics · Anna"
        " | 12½ points",
    ),
    (
        TWO,
        90,
        "Turn 1 of 5 | Military influence 9/18 → New units | Reformers · Bruno"
        " | Burghers: 7 points | Reformers: 4 points",
    ),
    (
        FRIEDRICH,
        0,
        "Turn 1 | Set-up → Turn 1 | Frederick · Anna, Elisabeth · Bruno, Maria Theresa · Carla,"
        " Pompadour · Dora | Out of the war: 0 of 3 | fate from turn 6",
    ),
    (
        FRIEDRICH,
        60,  # a nation of its own, not the seat
        "Turn 1 | Hanover: Movement → Combat | Hanover · Anna | Out of the war: 0 of 3"
        " | fate from turn 6",
    ),
    (
        FRIEDRICH,
        849,
        "Turn 6 | Austria: Combat → Imperial Army | Austria · Carla"
        " | Objectives: Austria 1/16 and Imperial Army 0/10 | 18 cards of fate left",
    ),
    (
        SPADA,
        40,
        "Year 2 | Winter: the agenda 1/5 → Spring: the auction | Orange · Dora"
        " | 2 points | cathedral 0 of 6",
    ),
    (SPADA, 63, "Year 2 | Summer 4/5 → Autumn | Orange · Dora | 2 points | cathedral 1 of 6"),
)


@pytest.mark.parametrize(("key", "step", "said"), SAID)
def test_turn_phases_actors_and_aims(key: tuple[str, str], step: int, said: str) -> None:
    sitting = record.loads(read(kept_as(*key)), find)
    state = sitting.at(step)
    now = sitting.game.face.status(state.view(state.asked[0].seat))
    speaker = sitting.game.speaker("en", PEOPLE[: len(sitting.seats)], sitting.seats)
    say = speaker.say
    assert now.turn is not None
    assert now.phase is not None
    assert now.after is not None
    number = f" {now.number[0]}/{now.number[1]}" if now.number else ""
    actors = [
        speaker.word(SeatLabel(actor.seat))
        if actor.title is None
        else speaker.with_player(actor.title, actor.seat)
        for actor in now.actors
    ]
    parts = [say(now.turn), f"{say(now.phase)}{number} → {say(now.after)}", ", ".join(actors)]
    assert " | ".join([*parts, *map(say, now.facts)]) == said


@pytest.mark.parametrize("key", [REVOLUTION, FRIEDRICH, SPADA])
def test_nobody_is_to_move_when_it_is_over_and_a_spectator_has_no_aims(
    key: tuple[str, str],
) -> None:
    sitting = record.loads(read(kept_as(*key)), find)
    over = sitting.game.face.status(sitting.state.view(0))
    assert (over.phase, over.after, over.actors) == (None, None, ())
    watched = sitting.game.face.status(sitting.at(60).view(None))
    own = sitting.game.face.status(sitting.at(60).view(0))
    assert len(watched.facts) < len(own.facts)
    assert watched.actors == own.actors

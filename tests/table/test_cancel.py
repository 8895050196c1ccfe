"""An unfinished choice is cancelled as a whole; actions that others must answer are final."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from chancery.core import BadOption, Game
from chancery.games import find
from chancery.games.friedrich.rules.state import Friedrich
from chancery.table import Sitting, record
from chancery.table import sitting as sittings
from chancery.table.refusals import (
    KnownByNow,
    NothingHalfMade,
    NothingToUndo,
    OthersDecided,
    TakenBackEnough,
)
from tests.games.friedrich.positions import EXPERT, under, where
from tests.games.friedrich.positions import position as friedrich
from tests.games.friedrich.test_victory import aims
from tests.games.revolution.positions import position as revolution

FRIEDRICH, REVOLUTION, SPADA = (find(name) for name in ("friedrich", "revolution", "spada"))
FREDERICK, THERESA = 0, 2


def table(state: Any) -> Sitting:
    """Return a table that begins with a position."""
    return Sitting(state.game, position=state.plain(), seed="cancel")


def others(sitting: Sitting, seat: int) -> list[Any]:
    """Return the views and events of everybody except one seat."""
    viewers = [viewer for viewer in (None, *range(len(sitting.seats))) if viewer != seat]
    return [(sitting.state.view(viewer), sitting.events(viewer)) for viewer in viewers]


def campaign() -> Sitting:
    """Return a table where Austria may march, and buy two troops."""
    at = {"daun": "bruenn", "browne": "bruenn", "karl": "tabor"}
    return table(
        friedrich(stage="austria", at=at, troops={"daun": 6}, hands={"austria": ["13s.1"]})
    )


def test_a_march_is_cancelled_as_a_whole() -> None:
    sitting = campaign()
    before = sitting.state
    sitting.act(THERESA, ["march daun", "take 3", "to trebitsch"])
    assert sitting.draft_length(THERESA) == 3
    assert sitting.draft_length(FREDERICK) == 0
    assert sitting.cancel(THERESA)
    assert sitting.state == before
    assert len(sitting.log) == 6  # three actions, each undone by a line: nothing is deleted
    assert sitting.draft_length(THERESA) == 0
    # events that the others have seen are struck out; no others are reported
    events = sitting.events(FREDERICK)
    assert [seen.undone for seen in events] == [True] * 2 + [False]
    again = record.loads(record.dumps(sitting), find)
    assert again.state == before
    assert again.events(FREDERICK) == events


def test_a_cancelled_purchase_is_invisible_to_others() -> None:
    sitting = campaign()
    seen = others(sitting, THERESA)
    sitting.act(THERESA, ["troops 2", "pay 13s.1", "feed daun 1"])
    assert sitting.state.drafting(THERESA)
    sitting.cancel(THERESA)
    assert others(sitting, THERESA) == seen
    assert str(sitting.state.legal(THERESA)[0]) == "march daun"
    # the march before it remains
    sitting.act(THERESA, ["march karl", "to pilgram", "stop", "troops 1", "trains 0"])
    sitting.cancel(THERESA)
    assert isinstance(sitting.state, Friedrich)
    assert where(sitting.state, "karl") == "pilgram"
    assert [entry.action and entry.action.text for entry in sitting.log[-2:]] == [None, None]
    with pytest.raises(NothingHalfMade):
        sitting.cancel(THERESA)


def test_only_the_own_part_of_a_set_up_is_cancelled() -> None:
    sitting = Sitting(FRIEDRICH, {}, "cancel")
    sitting.act(FREDERICK, ["give friedrich 4", "give heinrich 3"])
    sitting.act(1, "give saltikov 4")
    sitting.act(FREDERICK, "give schwerin 4")
    assert sitting.draft_length(FREDERICK) == 3
    sitting.cancel(FREDERICK)
    assert not any(sitting.state.troops[:8])
    assert sitting.state.troops[10] == 4
    sitting.cancel(1)
    assert sitting.state == sitting.start


def test_a_repeated_cancellation_counts_once() -> None:
    sitting = campaign()
    sitting.act(THERESA, ["march karl", "to pilgram"])
    which = sitting.undo_number(THERESA)
    assert sitting.cancel(THERESA, which)
    length = len(sitting.log)
    assert not sitting.cancel(THERESA, which)
    assert len(sitting.log) == length


def test_cancelling_is_atomic() -> None:
    """If one part of a choice is final, the whole cannot be cancelled, and nothing is undone."""
    sitting = campaign()
    sitting.act(THERESA, ["march karl", "to pilgram"])
    sitting.log[0] = replace(sitting.log[0], sealed=True)
    state, length = sitting.state, len(sitting.log)
    assert sitting.draft_length(THERESA) == 0
    with pytest.raises(KnownByNow):
        sitting.cancel(THERESA)
    assert (sitting.state, len(sitting.log)) == (state, length)
    # nor beyond the position with which a table begins
    midway = campaign()
    midway.act(THERESA, ["march karl", "to pilgram"])
    sitting = table(midway.state)
    assert sitting.draft_length(THERESA) == 0
    with pytest.raises(NothingToUndo):
        sitting.cancel(THERESA)


@pytest.mark.parametrize("game", [SPADA, REVOLUTION, FRIEDRICH], ids=lambda game: game.name)
def test_cancelling_works_in_every_game(game: Game[Any, Any]) -> None:
    """Cancelling an unfinished choice in a random game restores the position before it."""
    dice = random.Random("cancel")
    sitting = Sitting(game, None, "cancel")
    cancelled = 0
    for _ in range(160):
        seat = dice.choice(sitting.state.asked).seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
        parts = sitting.draft_length(seat)
        if parts > 1 and dice.random() < 0.5:
            cancelled += 1
            behind = sitting.fork()
            for _ in range(parts):
                behind.undo(seat)
            sitting.cancel(seat)
            assert not sitting.state.midway(seat)
            assert sitting.state == behind.state
            assert sitting.log == behind.log
    assert cancelled > 2


# -- actions that others must answer are final ----------------------------------------------


def refused(sitting: Sitting, seat: int, rules: int) -> None:
    """Check that a seat cannot undo; in older versions of the rules it could."""
    if rules:
        with pytest.raises(KnownByNow):
            sitting.undo(seat)
    else:
        assert sitting.undo(seat)


def older(state: Any, rules: int) -> Any:
    """Return the same position under an older version of the rules."""
    return type(state).from_plain(state.game, {**state.plain(), "rules": rules})


@pytest.mark.rule("friedrich", "fate 8♣", "7.1")
@pytest.mark.parametrize("bound", [0, 1])
def test_the_pick_and_the_end_of_movement_are_final_when_prussia_is_asked(bound: int) -> None:
    at = {"daun": "breslau", "keith": "strehlen", "karl": "grottkau"}
    rules = 3 if bound else 2
    sitting = table(under("8♣", rules=rules, stage="austria", at=at, hands={"prussia": ["2h.1"]}))
    sitting.act(THERESA, "end")  # two fights: Austria chooses the first
    assert sitting.fork().undo(THERESA)
    closing = {str(action) for action in sitting.closing(THERESA)}
    assert ("fight daun keith" in closing) == bool(bound)
    sitting.act(THERESA, "fight daun keith")
    assert sitting.question(FREDERICK) == "evade.1"
    refused(sitting.fork(), THERESA, bound)
    # Prussia's answer is final too: Karl continues the fight, or the turn continues
    if bound:
        sitting.act(FREDERICK, "evade brieg")
        with pytest.raises((KnownByNow, OthersDecided)):
            sitting.undo(FREDERICK)
    # a single fight: the end of movement is final
    at = {"daun": "breslau", "keith": "strehlen"}
    sitting = table(under("8♣", rules=rules, stage="austria", at=at))
    sitting.act(THERESA, "end")
    assert sitting.question(FREDERICK) == "evade.1"
    refused(sitting, THERESA, bound)


@pytest.mark.rule("friedrich", "13.2", "13.9")
def test_the_garrison_and_the_claim_of_austria() -> None:
    four = ["koenigsberg", "ortelsburg", "rastenburg", "riesenburg"]
    sitting = table(friedrich(EXPERT, stage="russia", at={"saltikov": "sierpc"}, control=four))
    sitting.act(1, "end")
    assert sitting.question(FREDERICK) == "regain.1"
    refused(sitting, 1, 1)
    s = friedrich(EXPERT, stage="france", turn=4, at={"daun": "prag"}, offensive=1, stake="10h.1",
                  control=aims(4)[4:])  # fmt: skip
    sitting = table(s)
    sitting.act(3, "end")
    assert sitting.question(THERESA) == "claim.1"
    refused(sitting, 3, 1)


@pytest.mark.rule("revolution", "6.2.2", "6.7.4")
@pytest.mark.parametrize("bound", [0, 1])
def test_the_answers_of_revolution(bound: int) -> None:
    def at(**given: Any) -> Sitting:
        s = revolution(**given)
        return table(s if bound else older(s, 1))

    sitting = at(step="support", support={"spanish-treasury-solid": {"catholics": 5},
                 "huguenots-plain": {"burghers": 2}})  # fmt: skip
    catholics, burghers = sitting.seat("catholics"), sitting.seat("burghers")
    sitting.act(catholics, ["bank spanish-treasury-solid 5", "done"])
    assert sitting.question(burghers) == "intercept.1"
    refused(sitting, catholics, bound)
    waiting = {
        "hirer": "burghers",
        "beggars": {"holland": 2},
        "tokens": {"holland": {"burghers": 3}},
        "armies": {"holland": {"catholics": 2}},
    }
    sitting = at(step="marches", **waiting)
    sitting.act(catholics, "march holland utrecht")
    assert sitting.question(burghers) == "hold.1"
    refused(sitting, catholics, bound)
    sitting = at(step="influence", **waiting)
    sitting.act(catholics, "influence holland burghers")
    assert sitting.question(burghers) == "bar.1"
    refused(sitting, catholics, bound)


# Phases where the next seat simply continues, without answering the previous action.
ORDINARY = {
    "friedrich": {"Movement"},
    "spada": {"Auction", "Privilege", "Summer", "Proposal", "Exchange", "Help"},
    "revolution": {
        "Placing", "NewUnits", "Taxes", "Ordering", "Support", "Raising", "Paying", "Marching",
        "Influencing", "Overflow", "Upkeep", "Besieging", "Peopling", "Looting", "Hiring",
        "Beggars", "Posting", "Settling",
    },
}  # fmt: skip


@pytest.mark.parametrize("game", [SPADA, REVOLUTION, FRIEDRICH], ids=lambda game: game.name)
def test_undo_after_handing_over_only_if_the_next_seat_just_continues(
    game: Game[Any, Any],
) -> None:
    """A new phase in which another seat answers must be binding, or be listed here."""
    found: Counter[str] = Counter()
    dice = random.Random("hand over")
    s = game.start(None, "hand over")
    for _ in range(700):
        if not s.asked:
            s = game.start(None, str(dice.random()))
        seat = dice.choice(s.asked).seat
        s.apply(dice.choice(s.legal(seat)), seat)
        if s.asked and not s.sealed and s.question(seat) is None and not s.phases[-1].simultaneous:
            found[type(s.phases[-1]).__name__] += 1
    assert set(found) <= ORDINARY[game.name]
    assert found or game is FRIEDRICH


def test_undos_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sittings, "MAX_UNDOS", 6)
    sitting = campaign()
    for _ in range(2):
        sitting.act(THERESA, ["march daun", "take 3", "to trebitsch"])
        assert sitting.cancel(THERESA)
    sitting.act(THERESA, ["march daun", "take 3"])
    assert sitting.undo_number(THERESA) is None
    assert sitting.draft_length(THERESA) == 0
    for back in (sitting.undo, sitting.cancel):
        with pytest.raises(TakenBackEnough):
            back(THERESA)
    assert len(sitting.log) == 14
    again = record.loads(record.dumps(sitting), find)  # the limit applies there too
    assert again.undo_number(THERESA) is None
    monkeypatch.undo()
    assert again.undo(THERESA)


def test_logs_with_undos_fit_into_a_record() -> None:
    longest = 3000  # lines of a game without any undo
    for name in ("friedrich", "revolution", "spada"):
        game = find(name)
        most = max(len(game.seats(game.complete_options(chosen))) for chosen in _all_options(game))
        assert longest + 2 * most * sittings.MAX_UNDOS < record.MOST_LINES


def _all_options(game: Game[Any, Any]) -> Iterator[dict[str, Any]]:
    """Return every setting in which at most one option differs from its default."""
    yield {}
    for option in game.options:
        for value in option.values:
            with suppress(BadOption):
                game.complete_options({option.name: value})
                yield {option.name: value}

"""Tests of hidden information: views, drafts, shown hands and booty."""

import random
from collections import Counter

import pytest

from chancery.core import Event
from chancery.games.spada.rules.events import (
    BootyTaken,
    BribeFailed,
    Drew,
    HandShown,
    Helped,
    Passed,
)
from chancery.table import Sitting
from tests.games.spada.modes import GAME

RESOURCES = ("grain", "workers", "knights", "riches")


def positions(seed: str, count: int = 60) -> list[Sitting]:
    """Yield a table stopped at many places."""
    found = []
    dice = random.Random(seed)
    for number in range(count):
        sitting = Sitting(GAME, {"players": 3 + number % 2}, f"{seed}{number}")
        for _ in range(dice.randrange(250)):
            if not sitting.state.asked:
                break
            seat = dice.choice(sitting.state.asked).seat
            sitting.act(seat, dice.choice(sitting.state.legal(seat)))
        if sitting.state.asked:
            found.append(sitting)
    return found


def test_a_view_holds_no_card_of_another_hand() -> None:
    """A view is the same whatever the others hold: only their sizes count."""
    for sitting in positions("views"):
        state = sitting.state
        for seat in range(len(state.seats)):
            if any(state.drafting(other) for other in range(len(state.seats)) if other != seat):
                continue
            view = state.view(seat)
            hands = {tuple(GAME.sample(view, str(n)).hands) for n in range(5)}
            assert all(GAME.sample(view, str(n)).view(seat) == view for n in range(3))
            others = sum(view.sizes) - view.sizes[seat] - sum(view.known)
            assert len(hands) > 1 or others < 6


def test_a_view_does_not_change_when_the_seed_does() -> None:
    one, two = GAME.start(seed="same"), GAME.start(seed="same")
    two.seed = b"other"
    for seat in (None, 0, 1, 2, 3):
        assert one.view(seat) == two.view(seat)
        assert "seed" not in str(one.view(seat).plain())


def test_a_draft_is_seen_by_its_seat_alone() -> None:
    sitting = Sitting(GAME, seed="draft")
    seat = sitting.state.asked[0].seat
    action = next(a for a in sitting.state.legal(seat) if a.verb == "add")
    views = [sitting.state.view(viewer) for viewer in (None, 0, 1, 2, 3)]
    events = [len(sitting.events(viewer)) for viewer in (None, 0, 1, 2, 3)]
    questions = [sitting.question(viewer) for viewer in range(4) if viewer != seat]
    sitting.act(seat, action)
    for index, viewer in enumerate((None, 0, 1, 2, 3)):
        same = sitting.state.view(viewer) == views[index]
        assert same == (viewer != seat)
        assert len(sitting.events(viewer)) == events[index]
    assert questions == [sitting.question(viewer) for viewer in range(4) if viewer != seat]


@pytest.mark.rule("spada", "bribe.none")
def test_a_hand_shown_is_seen_by_the_briber_alone() -> None:
    shown = HandShown(seat=0, target=1, cards=(1, 2, 0, 0))
    assert shown.seen_by(0) is shown
    assert shown.seen_by(1) is shown  # his own cards
    for viewer in (None, 2, 3):
        assert shown.seen_by(viewer) == BribeFailed(seat=0, target=1)


@pytest.mark.rule("spada", "bribe.none")
def test_an_empty_hand_is_public() -> None:
    shown = HandShown(seat=0, target=1, cards=(0, 0, 0, 0))
    assert {shown.seen_by(viewer) for viewer in (None, 0, 1, 2, 3)} == {shown}
    said = GAME.speaker("en", ("Anna", "Bruno"), GAME.start({}).frame.seats).say(shown.text())
    assert said == "Anna tries to bribe Bruno, who has no cards."


def test_passing_is_told_with_all_lost_cards() -> None:
    speaker = GAME.speaker("en", ("Anna",), GAME.start({}).frame.seats)
    for back, lost, said in (
        ((0, 0, 0, 0), (0, 0, 0, 0), "Anna passes."),
        ((1, 0, 2, 0), (0, 0, 0, 0), "Anna passes and takes back 1 grain and 2 knights."),
        ((1, 0, 0, 0), (0, 0, 1, 0), "Anna passes, takes back 1 grain and discards 1 knight."),
    ):
        assert speaker.say(Passed(0, back, lost).text()) == said


@pytest.mark.rule("spada", "attack.loot", "income.one", "help.half")
@pytest.mark.parametrize(
    ("event", "knowing"),
    [
        (Drew(0, (1, 0, 0, 0)), {0}),
        (BootyTaken(0, (1, 0, 1, 0)), {0}),
        (Helped(0, 2, (1, 0, 1, 0)), {0, 2}),
    ],
)
def test_others_learn_only_how_many_cards(event: Event, knowing: set[int]) -> None:
    for viewer in (None, 0, 1, 2, 3):
        face = event.seen_by(viewer)
        assert face is not None
        assert (face == event) == (viewer in knowing)
        if viewer not in knowing:
            assert not hasattr(face, "cards")
            assert face.n == sum(event.cards)  # type: ignore[attr-defined]


@pytest.mark.rule("spada", "attack.loot")
def test_booty_is_hidden_from_its_owner_until_the_turn_ends() -> None:
    partial = {
        "hands": {"yellow": {"knights": 1, "grain": 1}},
        "phases": [
            {"phase": "Year", "season": 3},
            {"phase": "Summer", "turn": "yellow", "left": 4, "looted": []},
        ],
    }
    position = GAME.complete(GAME.start().frame, partial)
    views = set()
    for seed in range(8):
        sitting = Sitting(GAME, seed=str(seed), position=position)
        sitting.act(0, "attack black")
        assert sum(sitting.state.loot) == 2
        views.add(str(sitting.state.view(0)))
        views.add(str(Counter(str(s.event) for s in sitting.events(0))))
    assert len(views) == 2  # the same for every booty


def test_public_cards_are_known_until_they_leave() -> None:
    for sitting in positions("known", 80):
        state = sitting.state
        for i, known in enumerate(state.known):
            assert 0 <= known <= state.hands[i]
        for note in state.notes:
            hand = state.cards(state.hands, note.target)
            assert all(left <= held for left, held in zip(note.left, hand, strict=True))


def test_after_the_end_everything_is_open() -> None:
    dice = random.Random("open")
    sitting = Sitting(GAME, seed="open")
    while sitting.state.asked:
        assert sitting.state.view(None).hands is None
        seat = dice.choice(sitting.state.asked).seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
    assert sitting.state.view(None).hands == tuple(sitting.state.hands)
    assert any(isinstance(seen.event, Drew) for seen in sitting.events(None))

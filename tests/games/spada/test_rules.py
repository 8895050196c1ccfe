"""Tests of rules that need more than one position to show."""

import random

import pytest

from chancery.games.spada.rules.events import (
    AuctionBegan,
    HandScored,
    PartBuilt,
    Reshuffled,
    YearBegan,
)
from chancery.games.spada.rules.victory import hand_score
from chancery.table import Sitting
from chancery.table.refusals import KnownByNow
from tests.games.spada.modes import GAME, MODES, SUMMERS_END, mode_name, table


def random_game(options: dict[str, object], seed: str) -> Sitting:
    dice = random.Random(seed)
    sitting = Sitting(GAME, options, seed)
    while sitting.state.asked:
        seat = dice.choice(sitting.state.asked).seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
    return sitting


@pytest.mark.rule("spada", "year", "summer.turns", "income", "help.order")
def test_the_counsellor_begins_every_season() -> None:
    """The first question of an auction and of a summer goes to him, if he has any choice."""
    sitting = random_game({}, "seasons")
    state = sitting.start.clone()
    before = state.phases[-1]
    for entry in sitting.log:
        if type(state.phases[-1]).__name__ in ("Auction", "Summer"):
            phase = state.phases[-1]
            if type(phase) is not type(before):
                asked = state.asked[0].seat
                order = state.round_from(state.counsellor)
                skipped = order[: order.index(asked)]
                assert all(state.size(seat) == 0 for seat in skipped)
        before = state.phases[-1] if state.phases else before
        state = sitting.at(sitting.log.index(entry) + 1)
        if not state.phases:
            break


@pytest.mark.rule("spada", "year", "year.end", "rewards.agenda")
@pytest.mark.parametrize("mode", MODES[::5], ids=mode_name)
def test_years_follow_each_other_and_each_agenda_card_is_used_once(mode: dict[str, object]) -> None:
    sitting = random_game(mode, "years")
    events = [seen.event for seen in sitting.events(None)]
    years = [event.year for event in events if isinstance(event, YearBegan)]
    assert years == list(range(1, len(years) + 1))
    assert sum(isinstance(event, AuctionBegan) for event in events) == len(years)
    parts = [event.part for event in events if isinstance(event, PartBuilt)]
    assert parts == [0, 1, 2, 3, 4, 5]
    state = sitting.state
    assert sum(state.spent) == len(years) - (state.agenda >= 0)
    assert len(years) <= (13 if mode["agenda"] == "short" else 14)


@pytest.mark.rule("spada", "end", "mobilisation.year", "mobilisation.win")
@pytest.mark.parametrize("ending", ["standard", "mobilisation"])
def test_most_points_win_then_most_cards_then_the_win_is_shared(ending: str) -> None:
    for number in range(40):
        state = random_game({"ending": ending, "players": 3}, f"{ending}{number}").state
        assert state.result is not None
        hands = [state.cards(state.hands, seat) for seat in range(3)]
        left = [sum(hand) for hand in hands]  # at the mobilisation: those not turned into points
        best = max(zip(state.points, left, strict=True))
        winners = tuple(s for s in range(3) if (state.points[s], left[s]) == best)
        assert state.result.winners == winners


@pytest.mark.rule("spada", "mobilisation.score", "mobilisation.note")
@pytest.mark.parametrize(
    ("hand", "score"),
    [
        ((0, 0, 0, 0), (0, (0, 0, 0, 0))),
        ((5, 0, 0, 0), (0, (0, 0, 0, 0))),  # the last kind is worth nothing
        ((0, 1, 0, 1), (1, (0, 1, 0, 1))),  # two halves of different kinds make one
        ((0, 1, 0, 0), (0, (0, 0, 0, 0))),
        ((0, 3, 1, 0), (2, (0, 2, 1, 0))),
        ((0, 2, 0, 3), (2, (0, 1, 0, 3))),
        ((2, 3, 2, 2), (4, (0, 2, 2, 2))),  # the rulebook's example
    ],
)
def test_a_hand_scores_by_the_column_of_the_last_agenda(
    hand: tuple[int, ...], score: tuple[int, tuple[int, ...]]
) -> None:
    war = GAME.load_data(None).values[0]
    assert hand_score(war, hand) == score


@pytest.mark.rule("spada", "setup.deck")
def test_the_discards_become_the_new_deck() -> None:
    seen = 0
    for number in range(30):
        sitting = random_game({}, f"deck{number}")
        for seen_event in sitting.events(None):
            if isinstance(seen_event.event, Reshuffled):
                seen += 1
                assert seen_event.event.n > 0
    assert seen > 10


@pytest.mark.rule("spada", "setup.deck", "income.one")
def test_with_deck_and_discards_empty_one_draws_what_there_is() -> None:
    """With all cards in hands no player receives any, and nothing breaks."""
    partial = {
        "hands": {
            "yellow": {"grain": 17}, "black": {"workers": 17}, "white": {"knights": 17},
            "orange": {"riches": 17},
        },
        "phases": SUMMERS_END,
    }  # fmt: skip
    sitting = table(partial)
    sitting.act(3, "done")
    assert [asked.name for asked in sitting.state.asked] == ["tithe"] * 4
    assert sum(sitting.state.hands) == 68


@pytest.mark.rule("spada", "attack.loot")
def test_booty_is_limited_by_the_hand() -> None:
    """With one card left in deck and discards together, the booty is one card."""
    partial = {
        "hands": {
            "yellow": {"grain": 17, "knights": 1}, "black": {"workers": 17},
            "white": {"knights": 15}, "orange": {"riches": 17},
        },
        "phases": [
            {"phase": "Year", "season": 3},
            {"phase": "Summer", "turn": "yellow", "left": 4, "looted": []},
        ],
    }  # fmt: skip
    sitting = table(partial)
    sitting.act(0, "attack black")
    sitting.act(1, "yield")
    # The attacker's own knight had gone to the discards: with the last card of the deck, two.
    assert sum(sitting.state.loot) == 2
    assert sum(sitting.state.deck) + sum(sitting.state.discards) == 0


@pytest.mark.rule("spada", "rewards.privilege")
def test_nothing_is_taken_without_a_privilege() -> None:
    partial = {
        "agenda": "tax-privilege",
        "privileges": {"yellow": {"grain": 2, "workers": 2, "knights": 2, "riches": 2}},
        "hands": {"black": {"grain": 1}},
        "phases": [
            {"phase": "Year", "season": 2},
            {"phase": "Auction", "bidders": ["black", "yellow"], "turn": "black", "highest": 0},
        ],
    }
    sitting = table(partial)
    sitting.act(1, "pass")
    assert sitting.state.points[0] == 2
    assert sum(sitting.state.privileges) == 8


@pytest.mark.rule("spada", "help.who")
def test_a_second_card_of_income_ends_the_right_to_help() -> None:
    """Two farms or a privilege bring more than one card of income."""
    for farms, privileges, asked in ((1, {}, True), (2, {}, False), (1, {"grain": 1}, False)):
        partial = {
            "farms": {"yellow": farms, "black": 2, "white": 2, "orange": 2},
            "privileges": {"yellow": privileges},
            "hands": {"black": {"riches": 6}, "orange": {"riches": 1}},
            "phases": SUMMERS_END,
        }
        sitting = table(partial, "h")
        sitting.act(3, "done")
        helped = sitting.state.asked[0].name == "help"
        assert helped == asked, (farms, privileges)


@pytest.mark.rule("spada", "help.who", "help.order")
def test_the_size_of_a_hand_is_looked_at_when_the_turn_comes() -> None:
    """Black loses half his cards to yellow, falls below five and may then ask himself."""
    partial = {
        "farms": {"yellow": 1, "black": 1, "white": 2, "orange": 2},
        "hands": {"black": {"riches": 7}, "orange": {"riches": 4}, "white": {"grain": 4}},
        "phases": SUMMERS_END,
    }
    sitting = table(partial, "h")
    sitting.act(3, "done")
    assert sitting.state.asked[0] == (0, "help")
    assert sitting.state.size(1) == 8
    sitting.act(0, "appeal black")
    sitting.act(1, "take grain")
    assert sitting.state.asked[0] == (1, "help")


@pytest.mark.rule("spada", "help.half", "help.reward")
def test_half_of_one_card_is_nothing_and_the_donor_is_rewarded() -> None:
    """Only points decide which players may be asked for help."""
    partial = {
        "farms": {"yellow": 1, "black": 0, "white": 2, "orange": 2},
        "hands": {"orange": {"riches": 1}},
        "points": {"black": 3, "white": 2, "orange": 2, "yellow": 3},
        "phases": SUMMERS_END,
    }
    sitting = table(partial, "half")
    sitting.act(3, "done")
    assert sitting.state.asked[0] == (0, "help")
    assert [str(a) for a in sitting.state.legal(0)] == ["pass", "appeal black"]
    assert sitting.state.size(1) == 1
    sitting.act(0, "appeal black")
    assert sitting.state.size(1) == 1
    assert sitting.state.asked[0] == (1, "privilege")
    refusal = sitting.state.why_not(GAME.notation.parse("take grain white"), 1)
    assert refusal is not None
    assert refusal.rule == "help.reward"


@pytest.mark.rule("spada", "income.privileges")
def test_privileges_are_served_from_the_discards_before_any_random_card_is_drawn() -> None:
    """Grain is not among the discards; the draw for it empties the deck, but riches came first."""
    partial = {
        "hands": {
            "yellow": {"grain": 15}, "black": {"workers": 17}, "white": {"knights": 17},
            "orange": {"riches": 16},
        },
        "discards": {"riches": 1},
        "privileges": {"yellow": {"grain": 1, "riches": 1}},
        "farms": {"yellow": 1, "black": 0, "white": 0, "orange": 0},
        "phases": SUMMERS_END,
    }  # fmt: skip
    sitting = table(partial, "p")
    sitting.act(3, "done")
    lines = [str(event.text()) for event in sitting.log[-1].events if type(event) is not Reshuffled]
    assert lines[2:5] == [
        "#1 draws 1 grain.", "#1 takes 1 riches from the discards for privileges.",
        "#1 draws 1 grain for privileges: the discards have none of their kind.",
    ]  # fmt: skip


@pytest.mark.rule("spada", "end")
def test_the_end_cannot_be_undone() -> None:
    """All hands are open then, and a player who passed must not bid again knowing them."""
    partial = {
        "agenda": "war-cathedral",
        "built": 5,
        "hands": {"black": {"grain": 1}, "white": {"grain": 1}},
        "phases": [
            {"phase": "Year", "season": 2},
            {"phase": "Auction", "bidders": ["black", "white"], "turn": "black", "highest": 0},
        ],
    }
    sitting = table(partial)
    assert GAME.notation.parse("pass") in sitting.closing(1)
    sitting.act(1, "pass")
    assert sitting.state.result is not None
    with pytest.raises(KnownByNow):
        sitting.undo(1)


@pytest.mark.rule("spada", "mobilisation.win")
def test_cards_turned_into_points_are_discarded() -> None:
    for number in range(10):
        sitting = random_game({"ending": "mobilisation"}, f"discarded{number}")
        scored = [e for e in sitting.log[-1].events if isinstance(e, HandScored)]
        assert len(scored) == 4
        for event in scored:
            assert sitting.state.size(event.seat) == event.left


@pytest.mark.rule("spada", "bribe.none")
def test_everybody_knows_that_there_was_no_knight_until_an_unseen_card_comes() -> None:
    partial = {
        "hands": {"yellow": {"riches": 2}, "black": {"grain": 1}, "white": {"grain": 1}},
        "phases": [
            {"phase": "Year", "season": 3},
            {"phase": "Summer", "turn": "yellow", "left": 4, "looted": []},
        ],
    }
    sitting = table(partial, "u")
    sitting.act(0, "bribe black")
    view = sitting.state.view(2)
    assert view.unarmed == (0, 1, 0, 0)
    for number in range(20):
        assert GAME.sample(view, str(number)).hands[1 * 4 + 2] == 0
    sitting.act(0, "done")
    sitting.act(1, "done")
    sitting.act(2, "done")
    assert sitting.state.unarmed == (0, 0, 0, 0)


@pytest.mark.rule("spada", "help.half")
def test_the_donor_remembers_what_was_taken() -> None:
    partial = {
        "farms": {"yellow": 1, "black": 2, "white": 2, "orange": 2},
        "hands": {"black": {"riches": 6}, "orange": {"riches": 1}},
        "phases": SUMMERS_END,
    }
    sitting = table(partial, "h")
    sitting.act(3, "done")
    sitting.act(0, "appeal black")
    (note,) = sitting.state.view(1).notes
    assert (note.target, sum(note.shown), note.left) == (0, 4, note.shown)
    assert sitting.state.view(2).notes == ()

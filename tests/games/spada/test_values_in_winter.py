"""Before the problem of a year is chosen nothing says what cards are worth in it."""

from chancery.games import find
from chancery.games.spada.rules.winter import Proposal
from chancery.table import Sitting, bot_players


def test_no_values_before_the_problem_is_chosen() -> None:
    game = find("spada")
    sitting = Sitting(game, {"players": 3}, seed="3")
    told: dict[bool, set[bool]] = {True: set(), False: set()}
    while sitting.state.asked and not (told[True] and told[False]):
        seat = sitting.state.asked[0].seat
        choosing = any(isinstance(phase, Proposal) for phase in sitting.state.phases)
        (hand,) = game.face.hands(sitting.state.view(seat), game.speaker())
        told[choosing].add(any("together this year" in str(fact) for fact in hand.facts))
        sitting.act(seat, bot_players.answer(sitting, seat, "steward", "1"))
    assert told == {True: {False}, False: {True}}

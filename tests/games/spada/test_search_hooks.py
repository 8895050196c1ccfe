"""Tests of the search hooks: the plans that are tried, and the thought given to questions."""

from collections.abc import Iterator

import pytest

from chancery.core import Action, Question
from chancery.core.chance import Dice
from chancery.games.spada.bot.appraisal import Appraisal
from chancery.games.spada.bot.bot import Steward
from chancery.games.spada.bot.search_hooks import MOST_OFFERS, SpadaSearchHooks
from chancery.games.spada.rules.notation import ADD, BID, PASS
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.view import SpadaView
from tests.games.spada.modes import GAME

CRAFT = SpadaSearchHooks(GAME)

Moment = tuple[SpadaView, Question, list[Action], list[Action]]


def moments(players: int) -> Iterator[Moment]:
    """Yield all questions of a game between bots with their answers."""
    s, bot = GAME.start({"players": players}, "hooks"), Steward(GAME, "")
    while s.asked:
        asked = s.asked[0]
        view, legal = s.view(asked.seat), s.legal(asked.seat)
        plan = list(bot.plan(view, asked, legal, Dice("")))
        yield view, asked, list(legal), plan
        s.apply(plan[0], asked.seat)


def thoughts(players: int) -> dict[tuple[str, bool], set[float]]:
    """Return the thought given to each question of a game, at its beginning and once it is
    begun."""
    found: dict[tuple[str, bool], set[float]] = {}
    for view, asked, legal, _ in moments(players):
        begun = any(view.draft)
        found.setdefault((asked.name, begun), set()).add(CRAFT.thought(view, asked, legal))
    return found


def test_with_four_each_question_gets_less_thought() -> None:
    """An action takes longer to try in a game of four."""
    three, four = thoughts(3), thoughts(4)
    assert three["bid", False] == three["propose", False] == {1.0}
    assert four["bid", False] == four["propose", False]
    assert all(0.0 < thought < 1.0 for thought in four["bid", False])


@pytest.mark.parametrize("players", [3, 4])
def test_tithes_and_the_rest_of_an_offer_take_no_thought(players: int) -> None:
    """The choice of tithes matters little, and an offer is searched as a whole."""
    found = thoughts(players)
    assert found["tithe", False] == found["bid", True] == {0.0}


@pytest.mark.parametrize("players", [3, 4])
def test_offers_go_from_the_lowest_to_the_highest(players: int) -> None:
    """Each beats the highest so far, few are tried, and a pass is tried where it is legal."""
    tried = 0
    for view, asked, legal, plan in moments(players):
        if asked.name != "bid" or any(view.draft):
            continue
        auction = view.phases[-1]
        assert isinstance(auction, Auction)
        sight = Appraisal(view, Steward.weights)
        plans = CRAFT.candidates(view, asked, legal, plan)
        assert tuple(plan) not in [tuple(other) for other in plans]
        assert ((PASS,) in plans) == (PASS in legal and plan != [PASS])
        cards = [other[:-1] for other in plans if other[-1] == BID]
        values = sight.cards.values[sight.problem]
        worth = [sum(values[ADD.index(card)] for card in other) for other in cards]
        assert worth == sorted(set(worth))
        assert all(sight.offered(asked.seat) + total > auction.highest for total in worth)
        assert len(worth) <= MOST_OFFERS
        tried += len(worth)
    assert tried

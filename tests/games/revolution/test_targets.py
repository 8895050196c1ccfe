"""Click targets of actions, moves between places, numbers, and previews."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from chancery.core import Action
from chancery.games.revolution.board.factions import FACTION_NAMES, NOBILITY
from chancery.games.revolution.board.places import BOX_IDS, CITIES_N, PLACES, PROVINCE_IDS, REGIONS
from chancery.games.revolution.face import targets
from chancery.games.revolution.face.outlook import ahead, outlook
from chancery.games.revolution.rules.allegiance import Paying, moved
from chancery.games.revolution.rules.moves_in_provinces import Batches, Placing
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.notation import DONE, PAY
from chancery.games.revolution.rules.state import Revolution
from chancery.page.answers import MANY, arrange
from chancery.table.seated import Asked, Seated
from tests.games.revolution.positions import GAME, MODES, WALKED, mode_name, position
from tests.games.steps import play
from tests.games.walks import lively
from tests.soaking import sample

SPEAKER = GAME.speaker()
PLACES_OF_THE_BOARD = {
    *(f"province:{name}" for name in PROVINCE_IDS),
    *(f"city:{name}" for name in PLACES.names[:CITIES_N]),
    *(f"town:{name}" for name in PLACES.names[CITIES_N:]),
    *(f"region:{name}" for name in REGIONS.names),
    *(f"support:{name}" for name in BOX_IDS),
    *(f"faction:{name}" for name in FACTION_NAMES),
}
BUTTONS = {"done", "tax", "intercept", "maintain", "stop", "let", "stand"}


def walk(mode: dict[str, Any], seed: str) -> Iterator[Revolution]:
    """Yield the positions of a random game in which a seat is asked."""
    dice = random.Random(seed)
    s: Any = GAME.start(mode, seed)
    while s.asked:
        yield s
        s.apply(lively(dice, s.legal()))


def asked(s: Revolution) -> Asked:
    """Return the question as a page sees it."""
    found = Seated(_Table(s), s.asked[0].seat, SPEAKER).asked  # type: ignore[arg-type]
    assert found is not None
    return found


class _Table:
    """The part of a table that a question needs."""

    game = GAME

    def __init__(self, state: Revolution) -> None:
        self.state = state
        self.seats = state.seats

    def question(self, seat: int) -> str:
        return self.state.asked[0].name

    def closing(self, seat: int) -> frozenset[Action]:
        return frozenset()


# -- click targets --------------------------------------------------------------------------


@pytest.mark.parametrize("mode", sample(WALKED, 2))
def test_every_answer_is_a_place_on_the_board_or_one_of_few_buttons(mode: dict[str, Any]) -> None:
    """A click on a place turns one dial there, and never that of another place."""
    seen = set()
    for s in walk(mode, "targets"):
        found = asked(s)
        at: Counter[str] = Counter()
        dials: dict[str, str] = {}
        for choice in found.choices:
            seen.add(choice.action.verb)
            if choice.target is None:
                assert choice.action.verb in BUTTONS
                continue
            assert choice.target in PLACES_OF_THE_BOARD
            if choice.dial is not None:
                known = choice.dial.key in dials
                assert dials.setdefault(choice.dial.key, choice.target) == choice.target
                if known:
                    continue
            at[choice.target] += not choice.leads
        shown = arrange(found.choices, pictured=True)
        assert shown.in_sight <= MANY, found.prompt
        assert max(at.values(), default=0) <= MANY
    assert len(seen) > 20


@pytest.mark.parametrize("mode", sample(MODES[:3], 2), ids=mode_name)
def test_targets_without_actions_have_a_reason(mode: dict[str, Any]) -> None:
    reasons = Counter[str]()
    dice = random.Random("reasons")
    for s in walk(mode, "reasons"):
        seat = s.asked[0].seat
        view = s.view(seat)
        legal = s.legal(seat)
        able = {GAME.face.target(view, action) for action in legal}
        for clicked in dice.sample(sorted(PLACES_OF_THE_BOARD - able), 12):
            meant = GAME.face.asking(view, clicked)
            if any(action in legal for action in meant):
                assert GAME.face.target(view, next(a for a in meant if a in legal)) in able
                continue
            for action in meant[:1]:
                reason = s.why_not(action, seat)
                assert reason is not None
                assert reason.rule
                reasons[s.asked[0].name] += 1
    assert len(reasons) > 9


def test_a_town_stands_for_its_province_where_only_that_can_be_meant() -> None:
    s = position(step="units", tokens={"holland": {"catholics": 2}, "brabant": {"catholics": 2}})
    seated = Seated(_Table(s), 0, SPEAKER)  # type: ignore[arg-type]
    assert seated.meant("town:delft") == "province:holland"
    assert seated.meant("city:amsterdam") == "province:holland"
    assert seated.meant("city:gent") is None
    reason = seated.why_click("city:gent")
    assert reason is not None
    assert reason.rule == "6.10.same"


def test_no_place_outside_of_the_board_means_anything() -> None:
    view = GAME.start({}, "elsewhere").view(1)
    for clicked in ("", "city:", "city:paris", "region:holland:3", "card:1", "town:gent:x"):
        assert GAME.face.asking(view, clicked) == ()
        assert GAME.face.orders(view, clicked) is None


# -- from one place to another -----------------------------------------------------------------


@pytest.mark.parametrize("mode", sample(MODES[:4], 2), ids=mode_name)
def test_orders_lead_wherever_one_may_go(mode: dict[str, Any]) -> None:
    verbs = set()
    for s in walk(mode, "orders"):
        seat = s.asked[0].seat
        view = s.view(seat)
        leading = [action for action in s.legal(seat) if GAME.face.leads(action)]
        for start in {str(GAME.face.target(view, action)) for action in leading}:
            found = GAME.face.orders(view, start)
            assert found is not None
            here = {a for a in leading if GAME.face.target(view, a) == start}
            ends = {_end(a) for a in here if a.verb != "bank"}
            shown = {order.target for order in found.orders if "faction" not in order.target}
            assert ends == shown
            keys = [v.key for _, variants in found.variants for v in variants]
            for key in (start, *keys):
                again = GAME.face.orders(view, key)
                assert again is not None
                for order in again.orders:
                    trial = s.clone()
                    for action in order.actions:
                        assert action in trial.legal(seat)
                        trial.apply(action, seat)
                    verbs.add(order.actions[0].verb)
    assert verbs >= {"bring", "march", "spill"}


def _end(action: Action) -> str:
    there = action.args[1]
    return (
        targets.region(there) if action.verb in ("march", "withdraw") else targets.province(there)
    )


def test_tokens_go_together() -> None:
    s = position(step="support", support={"calvinists-half": {"reformers": 2},
                                          "calvinists-plain": {"reformers": 1}})  # fmt: skip
    view = s.view(s.asked[0].seat)
    three = GAME.face.orders(view, "support:calvinists:3")
    assert three is not None
    goal = next(order for order in three.orders if order.target == "province:holland")
    assert [str(action) for action in goal.actions] == [
        "bring calvinists-plain holland", *["bring calvinists-half holland"] * 2,
    ]  # fmt: skip
    # tokens of two factions could go there
    assert not any("faction" in order.target for order in three.orders)
    two = GAME.face.orders(view, "support:calvinists:2")
    assert two is not None
    home = next(order for order in two.orders if "faction" in order.target)
    assert [str(action) for action in home.actions] == ["bank calvinists-half 2"]


# -- numbers --------------------------------------------------------------------------------------


@pytest.mark.rule("revolution", "6.16.ends")
def test_coins_that_are_not_offered_change_nothing() -> None:
    """Whatever others pay later, the marker ends where it would with the most that is offered."""
    tried = 0
    for s in walk({}, "coins"):
        top = s.phases[-1]
        if not isinstance(top, Paying):
            continue
        seat = s.asked[0].seat
        view, order = s.view(seat), s.order
        later = order[order.index(top.faction) + 1 :]
        legal = s.legal(seat)
        for city in range(CITIES_N):
            mine = [a for a in PAY[city] if a in legal]
            offered = [a for a in mine if GAME.face.offered(view, a)]
            assert offered == mine[: len(offered)]
            assert offered or not mine
            if len(offered) == len(mine):
                continue
            for coins in itertools.product(range(0, 7, 2), repeat=len(later)):
                ends = {
                    _ends(s, top, city, dict(zip(later, coins, strict=True)), action.args[1] + 1)
                    for action in mine[len(offered) - 1 :]
                }
                assert len(ends) == 1
                tried += 1
    assert tried > 100


def _ends(s: Revolution, top: Paying, city: int, later: dict[int, int], n: int) -> int:
    row = list(s.coins[city * 5 : city * 5 + 5])
    for faction, coins in later.items():
        row[faction] = coins
    row[top.faction] += n + dict(top.laid).get(city, 0)
    return moved(s.allegiance[city], row, s.order, s.data.most_shift)[1]


def test_the_nobility_pays_toward_the_middle_only() -> None:
    s = position(step="paying", treasury={"nobility": 9})
    view = s.view(s.asked[0].seat)
    offered = [a for a in s.legal() if a.verb == "pay" and GAME.face.offered(view, a)]
    assert {action.args[1] for action in offered} == {0, 1, 2}
    assert NOBILITY == 2


def test_unlisted_actions_can_still_be_played() -> None:
    s = position(step="paying", treasury={"nobility": 9})
    assert [str(event) for event in play(s, "pay gent 9")]


# -- previews -------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", sample(MODES[:3], 2), ids=mode_name)
def test_tokens_lie_as_the_outlook_says(mode: dict[str, Any]) -> None:
    """Units and moves in provinces lie as forecast, if others are asked the same."""
    compared = Counter[str]()
    for s in walk(mode, "outlook"):
        seat = s.asked[0].seat
        top = s.phases[-1]
        view = s.view(seat)
        if isinstance(top, Placing) and isinstance(s.phases[-2], Batches):
            steps = [DONE]
        elif isinstance(top, NewUnits):
            steps = list(s.legal(seat))
        else:
            continue
        for step in steps:
            trial = s.clone()
            trial.apply(step, seat)
            if trial.phases[-1] is top or not trial.asked:
                continue
            if trial.asked[0].name != s.asked[0].name or trial.phases[-1] == top:
                continue
            if isinstance(top, NewUnits) and trial.asked[0].seat == seat:
                continue
            if isinstance(top, NewUnits):
                whole = sum(trial.tokens) - sum(s.tokens)
                shown = sum(ahead(view, step).tokens) - sum(s.tokens)
                if whole != shown:
                    continue  # the rest was placed automatically
            assert bytes(trial.tokens) == ahead(view, step).tokens
            compared[type(top).__name__] += 1
    assert compared["Placing"] > 5


def test_cards_are_gained_and_lost_as_the_outlook_says() -> None:
    s = position(
        step="provinces",
        tokens={"holland": {"catholics": 3, "burghers": 2}, "amsterdam": {"burghers": 1}},
    )
    play(s, "put amsterdam 2")
    view = s.view(0)
    found = outlook(view)
    assert found is not None
    provinces, cities = found.won()
    assert [PLACES.names[city] for city in cities] == ["amsterdam"]
    assert provinces == ()  # one of three tokens outside cities
    done = str(GAME.face.preview(view, DONE))
    assert "Cards gained: AMSTERDAM." in done
    assert "(cities 1, provinces 0" in done


@pytest.mark.parametrize("action", ["influence delft burghers", "influence holland burghers"])
def test_influence_is_shown_before_it_is_used(action: str) -> None:
    s = position(
        step="influence",
        armies={"holland": {"catholics": 1}},
        tokens={"delft": {"burghers": 1}, "holland": {"burghers": 1, "catholics": 1}},
    )
    view = s.view(0)
    step = GAME.notation.parse(action)
    said = str(GAME.face.preview(view, step))
    shown = ahead(view, step).tokens
    s.apply(step)
    assert bytes(s.tokens) == shown
    assert "The Catholics would get the card of Holland." in said


def test_water_beggars_say_what_they_will_do() -> None:
    s = position(
        step="beggars",
        treasury={"reformers": 6},
        armies={"holland": {"catholics": 1}},
        tokens={"holland": {"catholics": 1}},
    )
    seat = s.asked[0].seat
    hire = GAME.notation.parse("hire holland")
    assert "too few" in str(GAME.face.preview(s.view(seat), hire))
    play(s, "hire holland")
    said = str(GAME.face.preview(s.view(seat), hire))
    assert said == "Enough to destroy an army of the Catholics."
    play(s, "hire holland; done")
    beat = GAME.notation.parse("beat holland")
    said = str(GAME.face.preview(s.view(seat), beat))
    assert said == "An army of the Catholics is destroyed; 2 Water Beggars are spent."


def test_clicking_a_city_may_move_a_token_out() -> None:
    """Tokens of others leave a town by a click on the countryside; a click on it moves one in."""
    s = position(
        step="provinces",
        tokens={"holland": {"reformers": 2}, "haarlem": {"neutral": 2}, "delft": {"neutral": 1}},
    )
    view = s.view(s.asked[0].seat)
    found = {
        text: GAME.face.target(view, GAME.notation.parse(text))
        for text in ("clear haarlem neutral", "clear delft neutral")
    }
    assert found == {
        "clear haarlem neutral": "city:haarlem", "clear delft neutral": "province:holland",
    }  # fmt: skip

"""The solver of fights, compared with a plain search and with the fights of the engine."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from chancery.core import Action
from chancery.games.friedrich.board.cards import KINDS, worth
from chancery.games.friedrich.bot.bot import Quartermaster
from chancery.games.friedrich.duel import (
    CITY,
    DOUBLED,
    GENERAL,
    NOTHING,
    STOP,
    TROOP,
    Army,
    Duel,
    End,
    Ply,
    Solver,
    advise,
    duel_of,
    losses,
    ply_of,
)
from chancery.games.friedrich.rules.combat import Fight
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import GAME, position, under
from tests.games.steps import play
from tests.soaking import SOAK

HANDS = 2000 if SOAK else 120


def plainly(duel: Duel) -> dict[Ply, int]:
    """Return the value of each choice by trying everything, with every cost written out."""
    return _plainly(
        [sorted(army.suited) for army in duel.armies],
        [army.reserves for army in duel.armies],
        [army.losses for army in duel.armies],
        duel.side,
        -duel.behind,
    )


def _plainly(
    suited: list[list[int]],
    reserves: list[int],
    lost: list[tuple[int, ...]],
    side: int,
    score: int,
) -> dict[Ply, int]:
    found = {}
    if score or not suited[side]:
        found[STOP] = -lost[side][min(-score, len(lost[side]) - 1)]
    plies = [Ply(value, value) for value in set(suited[side])]
    plies += [Ply(0, points) for points in range(1, 11) if reserves[side]]
    for ply in plies:
        cards, spare = [list(hand) for hand in suited], list(reserves)
        if ply.card:
            cards[side].remove(ply.card)
        else:
            spare[side] -= 1
        after, price = score + ply.points, ply.card or 10
        next_to_play = side if after < 0 else 1 - side
        values = _plainly(cards, spare, lost, next_to_play, -abs(after))
        best = max(values.values())
        found[ply] = -price + (best if next_to_play == side else -best)
    return found


def random_duels(number: int, most: int) -> Iterator[Duel]:
    """Yield fights with few cards; a hand may have the same value from several decks."""
    dice = random.Random(7)
    for _ in range(number):
        armies = []
        for _ in range(2):
            troops, generals = dice.randint(1, 9), dice.randint(1, 2)
            armies.append(
                Army(
                    tuple(dice.choice(range(2, 14)) for _ in range(dice.randint(0, most))),
                    int(dice.random() < 0.3),
                    losses(max(troops, generals), generals, dice.choice((2, 99))),
                )
            )
        yield Duel((armies[0], armies[1]), dice.randint(0, 1), dice.choice((0, 1, 2, 3, 5, 9, 15)))


def test_every_choice_has_the_value_that_a_plain_search_finds() -> None:
    for duel in random_duels(HANDS, 3):
        solver = Solver(duel)
        assert solver.values() == plainly(duel), duel
        assert solver.exact


def test_the_best_line_is_worth_the_value_of_the_fight() -> None:
    for duel in random_duels(HANDS, 3):
        values = plainly(duel)
        solution = Solver(duel).solution()
        assert solution.value == max(values.values()) == values[solution.line[0]]
        for ply, value in values.items():
            assert Solver(duel).solution(ply).value == value
        if STOP in values and values[STOP] == solution.value:
            assert solution.line == (STOP,)  # of equal choices the one that ends the fight


def test_the_side_with_more_points_wins_and_equal_sides_draw() -> None:
    loss = losses(6, 1, 99)
    weak, strong = Army((4, 6), 0, loss), Army((5, 8), 0, loss)
    assert Solver(Duel((weak, strong), 0, 2)).solution().end.side == 0
    assert Solver(Duel((strong, weak), 0, 2)).solution().end == End(1, 1)
    equal = Solver(Duel((strong, weak), 0, 3)).solution()
    assert (equal.end.behind, equal.value) == (0, -3)  # points spent more than the enemy's


def test_stopping_at_a_smaller_minus_is_worth_a_card() -> None:
    army = Army((4,), 0, losses(8, 1, 99))
    enemy = Army((13, 13), 1, losses(8, 1, 99))
    solution = Solver(Duel((army, enemy), 0, 5)).solution()
    assert solution.line == (Ply(4, 4), STOP)
    assert solution.value == -4 - (TROOP + CITY)
    assert solution.end == End(0, 1)


def test_a_reserve_is_too_dear_for_a_single_troop() -> None:
    army = Army((), 1, losses(8, 1, 99))
    enemy = Army((13, 13), 1, losses(8, 1, 99))
    assert Solver(Duel((army, enemy), 0, 2)).solution().line == (STOP,)
    # a stack of one troop is lost with its general: that is worth a Reserve
    alone = Army((), 1, losses(1, 1, 99))
    assert Solver(Duel((alone, Army((), 0, losses(8, 1, 99))), 0, 2)).solution().line[0].card == 0


def test_a_stack_without_a_retreat_loses_all() -> None:
    assert losses(3, 1, 99) == (0, 7, 14, 21 + GENERAL)
    assert losses(3, 1, 1) == (0, 7, 21 + GENERAL, 21 + GENERAL)
    assert losses(4, 2, 99) == (0, 7, 14, 21 + GENERAL, 28 + 2 * GENERAL)


def test_a_fight_that_is_too_large_gives_an_estimate_within_the_limit() -> None:
    loss = losses(7, 1, 99)
    many = tuple(range(2, 14))
    duel = Duel((Army(many, 3, loss), Army(many[1:], 3, loss)), 0, 1)
    solver = Solver(duel, most=100)
    solution = solver.solution()
    assert not solution.exact
    assert solution.line
    assert -100 < solution.value < 100
    assert len(solver.values()) == len(many) + 10 + 1


# -- the engine ------------------------------------------------------------------------------------

# Eschwege is in a sector of diamonds, Göttingen in one of spades.
AT = {"heinrich": "eschwege", "richelieu": "goettingen", "soubise": "goettingen"}
# Breslau is in a sector of spades, Strehlen too
SILESIA = {"daun": "breslau", "friedrich": "strehlen"}


def fights() -> dict[str, Friedrich]:
    """Build the fights in which the engine is searched, the texts of fate among them."""
    west: dict[str, Any] = {"stage": "prussia", "at": AT}
    hands = {"prussia": ["10d.1", "3d.1", "r.1"], "france": ["5s.1", "9s.1", "4s.2"]}
    found = {
        "plain": position(**west, troops={"heinrich": 4, "richelieu": 5}, hands=hands),
        "small": position(**west, troops={"heinrich": 1, "richelieu": 2}, hands=hands),
        "zero": position(
            **west, troops={"heinrich": 3, "richelieu": 3},
            hands={"prussia": ["2d.1", "2d.2", "13d.1"], "france": ["5s.1", "5h.1", "r.2"]},
        ),
        "4♠": under("4♠", **west, troops={"heinrich": 4, "richelieu": 5}, hands=hands),
        "3♣": under(
            "3♣", **west, troops={"heinrich": 4, "richelieu": 5},
            hands={"prussia": ["10d.1", "9d.1", "3d.1"], "france": ["5s.1", "9s.1"]},
        ),
    }  # fmt: skip
    silesia: dict[str, Any] = {"stage": "austria", "at": SILESIA}
    troops = {"daun": 4, "friedrich": 5}
    return found | {
        "11♠": under("11♠", **silesia, troops=troops,
                     hands={"prussia": ["11s.1", "4s.1"], "austria": ["9s.1", "8s.2", "r.1"]}),
        "10♥": under("10♥", **silesia, troops=troops,
                     hands={"prussia": ["6s.1", "4s.1", "r.1"], "austria": ["9s.1", "8s.2"]}),
        "7♦": under("7♦", **silesia, troops=troops,
                    hands={"prussia": ["2s.1", "4s.1", "r.1"], "austria": ["9s.1", "3s.2"]}),
        "7♦ old": under("7♦", **silesia, troops=troops, rules=2,
                        hands={"prussia": ["2s.1", "4s.1", "r.1"], "austria": ["9s.1", "3s.2"]}),
    }  # fmt: skip


def balance(s: Friedrich, nation: int) -> int:
    """Return what a nation has, in points: troops, the cities behind them, generals, cards."""
    return (
        (TROOP + CITY) * s.total(nation)
        + GENERAL * len(s.on_map(nation))
        + worth(s.hands[nation * KINDS : (nation + 1) * KINDS])
    )


def searched(s: Friedrich, fight: Fight) -> int:
    """Return the attacker's balance less the defender's after best play of both, by the engine.

    At every question the solver has to know the same choices.
    """
    top = s.phases[-1]
    if not isinstance(top, Fight) or not s.asked:
        return balance(s, fight.nation(0)) - balance(s, fight.nation(1))
    seat = s.asked[0].seat
    legal = s.legal(seat)
    by_ply = {ply_of(action): action for action in legal}  # equal cards of two decks are equal
    assert set(by_ply) == set(Solver(duel_of(s), 1).values())
    outcomes = []
    for action in by_ply.values():
        trial = s.clone()
        trial.apply(action, seat)
        outcomes.append(searched(trial, fight))
    return max(outcomes) if top.side == 0 else min(outcomes)


@pytest.mark.rule("friedrich", "7.3", "7.4", "7.5", "7.7", "8.7")
@pytest.mark.parametrize(
    "name", ["plain", "small", "zero", "4♠", "3♣", "11♠", "10♥", "7♦", "7♦ old"]
)
def test_the_engine_agrees(name: str) -> None:
    s = fights()[name]
    play(s, "end")
    fight = s.phases[-1]
    assert isinstance(fight, Fight)
    before = balance(s, fight.nation(0)) - balance(s, fight.nation(1))
    gained = searched(s, fight) - before
    solver = Solver(duel_of(s))
    assert solver.solution().value == (gained if fight.side == 0 else -gained)
    assert solver.exact


def test_the_texts_of_fate_reach_the_solver() -> None:
    def armies(name: str) -> tuple[Army, Army]:
        s = fights()[name]
        play(s, "end")
        return duel_of(s).armies

    assert [army.first for army in armies("4♠")] == [0, 1]
    assert [army.first for army in armies("10♥")] == [0, NOTHING]
    assert [army.doubles for army in armies("11♠")] == [False, True]
    assert [army.must for army in armies("7♦")] == [False, True]
    assert armies("3♣")[0].suited == (3, 9)
    assert (
        Ply(DOUBLED, 2 * DOUBLED)
        in Solver(Duel((armies("11♠")[1], armies("11♠")[0]), 0, 1)).values()
    )


# -- by a view alone -------------------------------------------------------------------------------


def begun(**hands: list[str]) -> Friedrich:
    """Return a fight in which Heinrich attacks Richelieu and is behind."""
    s = position(stage="prussia", at=AT, troops={"heinrich": 4, "richelieu": 6}, hands=hands)
    play(s, "end")
    return s


def test_against_an_enemy_without_cards_advice_is_exact() -> None:
    s = begun(prussia=["10d.1", "2d.1"], france=[])
    advice = advise(GAME, s.view(0))
    assert (advice.hands, advice.won) == (1, 1)
    assert {choice.ply: choice.value for choice in advice.choices} == Solver(duel_of(s)).values()


def test_advice_is_the_mean_over_hands_that_fit_the_view() -> None:
    s = begun(prussia=["10d.1", "2d.1", "6d.1"], france=["13s.1", "3h.1"])
    advice = advise(GAME, s.view(0))
    assert advice.hands > 1
    assert advice.won is not None
    assert 0 < advice.won < advice.hands  # some of the two unknown cards are good, others not
    values = [choice.value for choice in advice.choices]
    assert values == sorted(values, reverse=True)
    assert any(value != round(value) for value in values)
    assert {choice.ply for choice in advice.choices} == set(map(ply_of, s.legal(0)))
    assert all(choice.best <= advice.hands for choice in advice.choices)


@pytest.mark.parametrize("name", ["plain", "4♠", "7♦"])
def test_advice_depends_on_the_view_alone(name: str) -> None:
    s = fights()[name]
    play(s, "end")
    seat = s.asked[0].seat
    view = s.view(seat)
    asked, legal = s.asked[0], s.legal(seat)
    first = advise(GAME, view)
    assert (first.won is None) == (name != "plain")
    for number in range(3):
        twin = GAME.sample(view, f"twin {number}")
        assert twin.view(seat) == view
        assert advise(GAME, twin.view(seat)) == first
        bot = Quartermaster(GAME, f"{number}")
        assert ply_of(bot.advice(twin.view(seat), asked, legal)[0]) == first.choices[0].ply


def hinted(s: Friedrich, action: Action | None = None) -> tuple[str, str]:
    """Return what a hint proposes in a fight, and why."""
    bot, asked, view = Quartermaster(GAME, ""), s.asked[0], s.view(0)
    part = [action] if action else bot.advice(view, asked, s.legal(0))
    return part[0].text, str(bot.reason(view, asked, part, ()))


def test_a_hint_in_a_fight_is_calculated_and_says_why() -> None:
    s = begun(prussia=["10d.1", "2d.1"], france=[])
    assert hinted(s) == (
        "play 10d.1",
        "The other side has no cards left to answer with. This card is better than giving up by"
        " 58 points (a troop counts 6).",
    )
    # at zero a card of the suit has to be played
    s = position(stage="prussia", at=AT, troops={"heinrich": 4, "richelieu": 4},
                 hands={"prussia": ["10d.1", "2d.1"], "france": ["2s.1"]})  # fmt: skip
    play(s, "end")
    assert hinted(s)[1].endswith("No other choice is worth more.")
    # hopeless: no card can help, and giving up saves the Reserve
    many = ["13s.1", "12s.1", "11s.1", "10s.1", "9s.1", "8s.1", "7s.1", "6s.1", "5s.1", "4s.1"]
    s = position(stage="prussia", at=AT, troops={"heinrich": 4, "richelieu": 5},
                 hands={"prussia": ["r.1"], "france": many})  # fmt: skip
    play(s, "end")
    action, why = hinted(s)
    assert action == "quit"
    assert re.search(
        r"your points beat 0 of them. Playing on is worse than giving up by \d+ points", why
    )


def test_what_is_not_best_is_not_called_so() -> None:
    s = begun(prussia=["10d.1", "2d.1"], france=[])
    legal = {action.text: action for action in s.legal(0)}
    assert "than giving up by" not in hinted(s, legal["quit"])[1]
    moving = position(stage="prussia", at=AT)
    asked = moving.asked[0]
    assert not Quartermaster(GAME, "").advice(moving.view(0), asked, moving.legal(0))

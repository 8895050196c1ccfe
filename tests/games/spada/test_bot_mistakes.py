"""Positions in which the bot used to make a mistake that a good player sees at once."""

from __future__ import annotations

from chancery.games.spada.bot.bot import Steward
from chancery.table import bot_players, script
from tests.games.spada.modes import GAME

SUMMER = """
game spada players=3
given counsellor = {first}
given phases = [{{"phase": "Year", "season": 3}}, \
{{"phase": "Summer", "turn": "yellow", "left": {left}, "looted": []}}]
"""


def planned(opening: str, seat: str = "yellow") -> list[str]:
    """Return the bot's plan in a position."""
    assert Steward in GAME.bots.values()
    sitting = script.run(opening, lambda name: GAME)
    plan = bot_players.answer(sitting, sitting.seat(seat), "steward", "seed")
    return [str(action) for action in plan]


# -- farms beside rivals with knights ----------------------------------------------------

ARMED = """
given farms = {"yellow": 1, "black": 2, "white": 2}
given hands.yellow = {"grain": 3, "riches": 1}
given hands.black = {"knights": 5, "grain": 1}
given hands.white = {"knights": 4, "workers": 2}
given known.black = {"knights": 5, "grain": 1}
given known.white = {"knights": 4, "workers": 2}
"""


def test_no_farms_for_the_knights_of_others_to_burn() -> None:
    """Yellow is the first of the year and holds no knight: nine knights come after him."""
    assert "build" not in planned(SUMMER.format(first="yellow", left=3) + ARMED)


def test_farms_are_built_when_nobody_can_burn_them_before_autumn() -> None:
    """The other players have had their summer turns: the farms bring cards at least once."""
    assert planned(SUMMER.format(first="black", left=1) + ARMED)[:3] == ["build"] * 3


# -- the roof ----------------------------------------------------------------------------

WINTER = """
game spada players=3
given counsellor = yellow
given hands.yellow = {"workers": 6, "knights": 2}
given hands.black = {"grain": 4}
given hands.white = {"grain": 4}
given agendas.yellow = {"revolt-cathedral": 1, "revolt-privilege": 1}
given agendas.black = {"war-cathedral": 1}
given agendas.white = {"famine-cathedral": 1, "war-privilege": 1}
given phases = [{"phase": "Year", "season": 1}, {"phase": "Proposal", "seat": "yellow"}]
"""


def test_the_roof_is_not_proposed_by_one_whom_it_does_not_help() -> None:
    """With the roof yellow has thirteen points and black fourteen: the game would be lost.

    Waiting wins nearly always: with yellow's workers no other player can build it for long.
    """
    behind = WINTER + 'given points = {"yellow": 9, "black": 14, "white": 6}\n'
    assert planned(behind) == ["play revolt-privilege"]


def test_the_roof_is_proposed_by_one_who_wins_with_it() -> None:
    level = WINTER + 'given points = {"yellow": 12, "black": 14, "white": 9}\n'
    assert planned(level) == ["play revolt-cathedral"]


ROOF_ON_THE_TABLE = """
game spada players=3
given counsellor = black
given agenda = tax-cathedral
given points = {"yellow": 11, "black": 7, "white": 7}
given farms = {"yellow": 3, "black": 3, "white": 4}
given builders = {"black": 3}
given hands.yellow = {"grain": 3, "workers": 2, "knights": 2, "riches": 1}
given hands.black = {"grain": 4, "workers": 2, "riches": 4}
given known.black = {"grain": 4, "workers": 2, "riches": 4}
given hands.white = {"grain": 3, "workers": 2, "knights": 2, "riches": 3}
given privileges.yellow = {"knights": 1}
given agendas.yellow = {"famine-privilege": 1}
given agendas.black = {"revolt-cathedral": 1}
given agendas.white = {"war-cathedral": 1}
given phases = [{"phase": "Year", "season": 1}, \
{"phase": "Exchange", "player": "black", "at": "yellow"}]
"""


def test_the_leader_puts_off_a_roof_that_a_rival_would_build() -> None:
    """Yellow leads by four, black's builders make the roof worth seven, and black has the cards.

    A swap wins one game in four, a pass hardly any.
    """
    assert planned(ROOF_ON_THE_TABLE) == ["swap knights famine-privilege"]


# -- knights and their targets -----------------------------------------------------------

LAST_KNIGHT = """
given farms = {"yellow": 4, "black": 1, "white": 2}
given hands.yellow = {"knights": 1, "riches": 1}
given hands.black = {"grain": 2, "riches": 2}
given hands.white = {"knights": 4, "workers": 2}
given known.white = {"knights": 4, "workers": 2}
"""


def test_the_last_knight_stays_at_home_while_others_can_attack() -> None:
    """White has four knights and a summer turn to come; whether black has one is unknown."""
    plan = planned(SUMMER.format(first="yellow", left=3) + LAST_KNIGHT)
    assert "attack black" not in plan


LEADER = """
given points = {"yellow": 9, "black": 12, "white": 3}
given farms = {"yellow": 2, "black": 4, "white": 4}
given hands.yellow = {"knights": 1, "grain": 2}
given hands.black = {"grain": 1}
given hands.white = {"grain": 1}
given known.black = {"grain": 1}
given known.white = {"grain": 1}
"""


def test_knights_burn_down_the_leader() -> None:
    """Both fiefs are undefended: the leader's should be plundered."""
    assert "attack black" in planned(SUMMER.format(first="black", left=1) + LEADER)

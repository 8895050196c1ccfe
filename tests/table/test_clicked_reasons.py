"""Who clicks is told of an action as a button says it; who types, as it is typed."""

from __future__ import annotations

from chancery.games import find
from chancery.table import Sitting
from chancery.table.seated import Seated


def test_a_click_for_another_season_is_told_in_words() -> None:
    game = find("spada")
    sitting = Sitting(game, {"players": 3, "counsellor": "yellow"}, seed="1")
    seated = Seated(sitting, 0, game.speaker())
    reason = seated.why_click("fief:black")
    assert reason is not None
    assert "#2" in str(reason.text)  # the label names whom
    assert "attack black" not in str(reason.text)
    typed = seated.why("attack black")
    assert typed is not None
    assert "“attack black” belongs to" in str(typed.text)
    assert reason.rule == typed.rule

"""Refusals name clicked actions by their button labels, and typed ones as typed."""

from __future__ import annotations

from chancery.games import find
from chancery.table import Sitting
from chancery.table.seated import Seated


def test_a_click_for_another_season_is_refused_by_its_label() -> None:
    game = find("spada")
    sitting = Sitting(game, {"players": 3, "counsellor": "yellow"}, seed="1")
    seated = Seated(sitting, 0, game.speaker())
    reason = seated.why_click("fief:black")
    assert reason is not None
    assert "#2" in str(reason.text)  # the label names the seat
    assert "attack black" not in str(reason.text)
    typed = seated.why("attack black")
    assert typed is not None
    assert "“attack black” belongs to" in str(typed.text)
    assert reason.rule == typed.rule


def test_a_click_on_a_piece_in_a_fief_means_the_fief() -> None:
    """In Summer clicks on a privilege, hand or sceptre attack that rival; own land is built on."""
    game = find("spada")
    form = game.complete(
        game.start({"players": 3}).frame,
        {
            "counsellor": "black",
            "hands": {"yellow": {"grain": 1, "knights": 1, "riches": 1}, "black": {"grain": 1}},
            "privileges": {"black": {"grain": 1}, "yellow": {"riches": 1}},
            "phases": [
                {"phase": "Year", "season": 3},
                {"phase": "Summer", "turn": "yellow", "left": 1, "looted": []},
            ],
        },
    )
    seated = Seated(Sitting(game, position=form), 0, game.speaker())
    for place in ("fief:black", "privilege:grain:black", "hand:black", "place:sceptre"):
        assert seated.meant(place) == "fief:black"
    for place in ("fief:yellow", "privilege:riches:yellow"):
        assert seated.meant(place) == "card:grain"
    assert seated.meant("privilege:grain") is None  # in the supply, not in a fief

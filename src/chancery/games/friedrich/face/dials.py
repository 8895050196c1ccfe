"""Dials for actions that differ only in a number: Reserves, troops to give, take, buy or feed."""

from __future__ import annotations

from chancery.core import Action
from chancery.core.tabletop import Dial
from chancery.core.words import T
from chancery.games.friedrich import coach
from chancery.games.friedrich.board.cards import CARD, PLAYS, RESERVE, SUIT_OF
from chancery.games.friedrich.board.pieces import NATION_OF, PIECE_NAMES, PIECES
from chancery.games.friedrich.face import cards
from chancery.games.friedrich.view import FriedrichView

COUNTS = {
    "take": T("Troops that go along"),
    "troops": T("New troops"),
    "trains": T("New supply trains"),
}

_USUAL = {"troops": 1, "trains": 0}  # so that an early click does not spend the whole hand


def _suggested(view: FriedrichView, action: Action) -> bool:
    """Return whether the number is the one that a sensible set-up gives to this stack."""
    if action.verb != "give":
        return False
    seat = view.owners[NATION_OF[action.args[0]]]
    return next(coach.shares(view, seat), None) == action.args


def dial(view: FriedrichView, action: Action) -> Dial | None:
    """Return the dial of an action; its key is the click target, if the action has one."""
    verb, args = action.verb, action.args
    if verb == "play":
        kind, value, _ = PLAYS[args[0]]
        if SUIT_OF[kind] != RESERVE:
            return None
        return Dial(cards.target(kind), T("{card} counts", card=CARD[kind].title), value)
    if verb in COUNTS:
        return Dial(verb, COUNTS[verb], args[0], stands=args[0] == _USUAL.get(verb))
    if verb in ("give", "feed") and len(args) == 2:
        title = T("Troops for {piece}", piece=PIECES.title(args[0]))
        return Dial(f"piece:{PIECE_NAMES[args[0]]}", title, args[1], _suggested(view, action))
    return None

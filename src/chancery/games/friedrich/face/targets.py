"""Click targets: the target of an action, the actions a click may mean, and signs of targets."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import Action, SeatStyle, T, Text
from chancery.games.friedrich.board.atlas import CITY, CITY_IDS
from chancery.games.friedrich.board.cards import CARD_NAMES, PLAYS, VALUE
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import GENERALS, NATION_OF, PIECE_NAMES
from chancery.games.friedrich.face.signs import tiny
from chancery.games.friedrich.rules.combat import Combat
from chancery.games.friedrich.rules.movement import Marching
from chancery.games.friedrich.rules.notation import (
    AT,
    CHOOSE,
    DISCARD,
    EVADE,
    FEED,
    FEED_ONE,
    FIGHT,
    MARCH,
    OFFER,
    PAY,
    PLAY_OF,
    REGAIN,
    RETIRE,
    RETREAT,
    TO,
    WITH,
)
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.view import FriedrichView

_CITIES = {"to", "at", "retreat", "evade", "regain"}
_PIECES = {"march", "with", "feed", "retire", "choose", "give"}
_CARDS = {"pay", "double", "discard", "adopt", "offer"}


def target(view: FriedrichView, action: Action) -> str | None:
    """Return the piece, city or card that is clicked for an action; None: it has only a button."""
    verb, args = action.verb, action.args
    if verb in _CITIES:
        return f"city:{CITY_IDS[args[0]]}"
    if verb in _PIECES:
        return f"piece:{PIECE_NAMES[args[0]]}" if view.at[args[0]] >= 0 else None
    if verb == "fight":
        return f"piece:{PIECE_NAMES[args[1]]}"
    if verb == "play":
        return f"card:{CARD_NAMES[PLAYS[args[0]][0]]}"
    if verb in _CARDS:
        return f"card:{CARD_NAMES[args[0]]}"
    return None


def asking(view: FriedrichView, clicked: str) -> Sequence[Action]:
    """Return the actions that a click may mean, legal or not; those of the present phase come
    first."""
    verbs = view.phases[-1].verbs if view.phases else {}
    return sorted(_meant(view, clicked), key=lambda action: action.verb not in verbs)


def _meant(view: FriedrichView, clicked: str) -> Sequence[Action]:
    kind, _, name = clicked.partition(":")
    top = view.phases[-1] if view.phases else None
    if kind == "city" and name in CITY:
        city = CITY[name]
        if isinstance(top, Recruiting):
            return (AT[city],)
        return (TO[city], RETREAT[city], EVADE[city], REGAIN[city])
    if kind == "piece" and name in PIECE_NAMES:
        piece = PIECE_NAMES.index(name)
        if piece >= GENERALS:
            return (MARCH[piece],)
        if isinstance(top, Combat):
            return tuple(FIGHT[attacker][piece] for attacker in view.tops(top.nation))
        if isinstance(top, Marching):
            return (WITH[piece], MARCH[piece])
        feed = FEED[piece][1] if view.frame.rules >= 3 else FEED_ONE[piece]
        if isinstance(top, Recruiting):
            return (feed,)
        return (MARCH[piece], feed, RETIRE[piece], CHOOSE[piece])
    if kind == "card" and name in CARD_NAMES:
        card = CARD_NAMES.index(name)
        if isinstance(top, Recruiting):
            return (PAY[card],)
        return (PLAY_OF[card, VALUE[card]], DISCARD[card], OFFER[card], PAY[card])
    return ()


def instead(view: FriedrichView, about: str, legal: Sequence[Action]) -> Text | None:
    """Return what to click now, if the click belongs to something done before or after."""
    kind = about.partition(":")[0]
    verbs = {action.verb for action in legal}
    return next((text for verb, kinds, text in _INSTEAD if verb in verbs and kind in kinds), None)


# The first of these verbs that is legal decides: clicks without effect, and what to click instead.
_INSTEAD: tuple[tuple[str, tuple[str, ...], Text], ...] = (
    ("discard", ("city", "piece"), T("First discard a card: click on one in your hand.")),
    ("pay", ("city", "piece"), T("First pay: click on cards in your hand.")),
    ("trains", ("city", "piece", "card"), T("First say how many trains you buy; 0 is possible.")),
    ("at", ("card", "piece"), T("Click on the city where the new piece enters.")),
    ("feed", ("card", "city"), T("Click on the general who gets the troops.")),
    ("to", ("card",), T("First end this march: click on a city, or stop here.")),
    ("stop", ("card",), T("First end this march: click on a city, or stop here.")),
    ("take", ("card", "city"), T("First say how many troops go along.")),
    ("troops", ("card",), T("Cards are played in a fight. In the movement they buy troops and"
                            " trains: first choose how many to recruit.")),
    ("march", ("city",), T("Choose a general or a train first: click on one, then on the city"
                           " where it goes.")),
    ("end", ("card",), T("Cards are played in a fight. The fights come when you end the"
                         " movement.")),
    ("play", ("city", "piece"), T("A fight goes on: play a card of your hand, or give up.")),
    ("quit", ("city", "piece"), T("A fight goes on: play a card of your hand, or give up.")),
    ("retreat", ("card", "piece"), T("Click on the city to which the beaten general retreats.")),
)  # fmt: skip


def sign(key: str) -> str | None:
    """Return the id of the sign of a target: the arms of a piece, the small face of a card."""
    kind, _, name = key.partition(":")
    if kind == "piece" and name in PIECE_NAMES:
        return f"fr-shield-{NATION_NAMES[NATION_OF[PIECE_NAMES.index(name)]]}"
    return tiny(name) if kind == "card" and name in CARD_NAMES else None


# As `.tone-*` in drawing.css: each seat has the colour and the arms of its first nation.
_STYLES = {
    "frederick": SeatStyle("#26467f", "#8aa9e6", "fr-shield-prussia"),
    "elisabeth": SeatStyle("#2f7b40", "#6cc182", "fr-shield-russia"),
    "maria-theresa": SeatStyle("#75675a", "#e9dfcd", "fr-shield-austria"),
    "pompadour": SeatStyle("#b23429", "#f08a7c", "fr-shield-france"),
}


def seat_style(seat: str) -> SeatStyle:
    """Return the colour and the arms of a seat."""
    return _STYLES[seat]

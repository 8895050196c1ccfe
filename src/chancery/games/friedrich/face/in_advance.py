"""Standing answers: duels that are given up or defended automatically, and Austria's claim (§13.9).

Something is played in any case, so that the speed of an answer reveals nothing about a hand: where
no card reaches zero, or none may be held back (§7.7), the play follows from the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from chancery.core import Action, Standing
from chancery.core.words import T, Text
from chancery.games.friedrich.board.cards import PLAYS, RESERVE, SUIT_OF
from chancery.games.friedrich.board.nations import AUSTRIA
from chancery.games.friedrich.board.pieces import GENERAL_AXIS, GENERAL_NAMES
from chancery.games.friedrich.rules.combat import DEFENDER, Fight
from chancery.games.friedrich.rules.notation import CLAIM, PLAY, QUIT
from chancery.games.friedrich.view import FriedrichView


def standing(view: FriedrichView) -> tuple[Standing, ...]:
    """Return the answers that a seat can give in advance now."""
    if view.seat < 0 or not view.phases or view.result is not None:
        return ()
    return tuple(_offers(view))


def _offers(view: FriedrichView) -> Iterator[Standing]:
    top = view.phases[-1]
    fight = top if isinstance(top, Fight) else None
    if fight is not None and (view.own(fight.nation(0)) or view.own(fight.nation(1))):
        names = GENERAL_NAMES[fight.attacker], GENERAL_NAMES[fight.defender]
        key = f"{view.turn}:{'-'.join(names)}"
        who = {"attacker": GENERAL_AXIS.title(fight.attacker),
               "defender": GENERAL_AXIS.title(fight.defender)}  # fmt: skip
        yield _answer(
            view, fight, f"low:{key}",
            T("{attacker} against {defender}: play the lowest card that holds, else give up",
              **who), holding=True,
        )  # fmt: skip
        yield _answer(
            view, fight, f"quit:{key}",
            T("{attacker} against {defender}: give up", **who), holding=False,
        )  # fmt: skip
    attacked = fight is not None and fight.side == DEFENDER
    yield _answer(
        view, fight, f"defend:{view.turn}",
        T("When attacked in this turn: play the lowest card that holds, else give up"),
        holding=True, holds=attacked,
    )  # fmt: skip
    yield _answer(
        view, fight, f"yield:{view.turn}", T("When attacked in this turn: give up"),
        holding=False, holds=attacked,
    )  # fmt: skip
    if view.frame.options["offensive"] and view.own(AUSTRIA):
        yield Standing("claim", T("Claim four cities as soon as that wins"), "claim", CLAIM)


def _answer(
    view: FriedrichView,
    fight: Fight | None,
    key: str,
    label: Text,
    *,
    holding: bool,
    holds: bool = True,
) -> Standing:
    """Build a standing answer; the first of its actions that is legal is played."""
    if fight is None or fight.side < 0 or not view.own(fight.nation(fight.side)):
        return Standing(key, label, "battle", QUIT, holds=holds)
    plays = _plays(view, fight)
    sufficient = [action for score, action in plays if score >= 0] if holding else []
    ranked = [*sufficient[:1], QUIT, *[action for _, action in plays]]
    return Standing(key, label, "battle", ranked[0], tuple(ranked[1:]), holds)


def _plays(view: FriedrichView, fight: Fight) -> list[tuple[int, Action]]:
    """Return the possible plays, the cheapest first, each with the score it leads to.

    A Reserve comes after all other cards, at its least value first.
    """
    hand = view.hand(fight.nation(fight.side))
    suit, ceiling = fight.suit(view), fight.ceiling(view)
    plays = []
    for number, (kind, value, _) in enumerate(PLAYS):
        reserve = SUIT_OF[kind] == RESERVE
        if hand[kind] and value <= ceiling and (reserve or SUIT_OF[kind] == suit):
            score = fight.own_score() + fight.counts(view, value)
            plays.append(((reserve, value), score, PLAY[number]))
    return [(score, action) for _, score, action in sorted(plays, key=lambda play: play[0])]

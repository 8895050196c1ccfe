"""The end of the game, in Spring or after the King's mobilisation (§end, §mobilisation)."""

from __future__ import annotations

from chancery.core import Options, Outcome, added
from chancery.games.spada.board.components import PARTS
from chancery.games.spada.rules.events import GameWon, HandScored
from chancery.games.spada.rules.state import Spada

# §mobilisation.score: the half points of a card at the end, by its value that year.
HALF_POINTS = {4: 2, 3: 1, 2: 1, 1: 0}


def ends_in_spring(options: Options, built: int) -> bool:
    """§end: whether the roof ends the game at once; if not, the year is played out
    (§mobilisation.year)."""
    return built == PARTS and options["ending"] == "standard"


def compare(s: Spada) -> None:
    """§end, §mobilisation.win: rank the players by points, then by cards; equal players share the
    win."""
    keys = [(s.points[seat], s.size(seat)) for seat in range(len(s.seats))]
    outcome = Outcome.ranked(s.points, keys)
    s.emit(won(outcome))
    s.finish(outcome)


def won(outcome: Outcome) -> GameWon:
    """Return the event about the winners, and whether cards in hand decided."""
    best = max(outcome.points)
    level = outcome.points.count(best) > len(outcome.winners)
    return GameWon(outcome.winners, best, level)


def hand_score(values: tuple[int, ...], hand: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return the points of a hand and the cards that become points.

    §mobilisation.score, §mobilisation.note, §mobilisation.example. The dearest resource of the
    year scores a point for each card, the next two half a point (in pairs, whatever their kind),
    the last nothing. An odd card of the two remains, if possible one of the cheaper kind.

    >>> hand_score((1, 2, 4, 3), (2, 3, 2, 2))
    (4, (0, 2, 2, 2))
    """
    whole, dearer, cheaper = (values.index(value) for value in (4, 3, 2))
    pairs = (hand[dearer] + hand[cheaper]) // 2
    used = [0, 0, 0, 0]
    used[whole] = hand[whole]
    used[dearer] = min(hand[dearer], 2 * pairs)
    used[cheaper] = 2 * pairs - used[dearer]
    halves = sum(n * HALF_POINTS[value] for n, value in zip(hand, values, strict=True))
    return halves // 2, tuple(used)


def end_in_autumn(s: Spada) -> None:
    """§mobilisation.score, §mobilisation.win: turn hands into points, then rank the players.

    Cards that became points are discarded; the others count if points are equal.
    """
    for seat in s.round_from(s.counsellor):
        hand = s.cards(s.hands, seat)
        points, used = hand_score(s.data.values[s.problem], hand)
        s.points = added(s.points, seat, points)
        for resource, n in enumerate(used):
            s.discard(seat, resource, n)
        s.emit(HandScored(seat, hand, points, s.size(seat)))
    compare(s)

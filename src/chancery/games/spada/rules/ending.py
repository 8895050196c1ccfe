"""The end of the game, in Spring or after the King's mobilisation (§end, §mobilisation)."""

from __future__ import annotations

from chancery.core import Outcome
from chancery.games.spada.rules.events import HandScored
from chancery.games.spada.rules.state import Spada


def compare(s: Spada) -> None:
    """§end, §mobilisation.win: most points, then most cards, then a shared win."""
    keys = [(s.points[seat], s.size(seat)) for seat in range(len(s.seats))]
    s.finish(Outcome.ranked(s.points, keys))


def hand_score(values: tuple[int, ...], hand: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """The points of a hand, and the cards that become points (§mobilisation.score,
    §mobilisation.note, §mobilisation.example).

    The dearest resource of the year brings a point a card, the next two half a point (in
    pairs, whatever their kind), the last nothing. An odd card of the two stays, if possible
    one of the cheaper kind.

    >>> hand_score((1, 2, 4, 3), (2, 3, 2, 2))
    (4, (0, 2, 2, 2))
    """
    whole, dearer, cheaper = (values.index(value) for value in (4, 3, 2))
    pairs = (hand[dearer] + hand[cheaper]) // 2
    used = [0, 0, 0, 0]
    used[whole] = hand[whole]
    used[dearer] = min(hand[dearer], 2 * pairs)
    used[cheaper] = 2 * pairs - used[dearer]
    return hand[whole] + pairs, tuple(used)


def end_in_autumn(s: Spada) -> None:
    """§mobilisation.score, §mobilisation.win: hands become points; then as usual.

    Cards that became points are discarded; the others count if points are equal.
    """
    for seat in s.round_from(s.counsellor):
        hand = s.cards(s.hands, seat)
        points, used = hand_score(s.data.values[s.problem], hand)
        s.points[seat] += points
        for resource, n in enumerate(used):
            s.discard(seat, resource, n)
        s.emit(HandScored(seat, hand, points, s.size(seat)))
    compare(s)

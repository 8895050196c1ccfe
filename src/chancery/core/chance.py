"""Chance: draws from BLAKE2 of a seed and a counter, the same on every machine for ever.

Python's own `random` is not promised to stay the same between versions; a record has to
replay in ten years.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from chancery.core.faults import BadChance
from chancery.core.words import T

_SPAN = 1 << 64
_PROMISE = b"chancery promise"  # so that the digest of a seed is good for nothing else


def commitment(seed: str) -> str:
    """What is shown of a seed while it is secret: nobody finds it from this, or another for it.

    It hides a seed of 128 random bits, as those of the site are; a short one can be guessed.

    >>> commitment("seed")
    '23ea51a176e9cfaeccc1a35f9f4eaea71a2be8d4'
    """
    return blake2b(
        seed.encode("utf-8", "surrogatepass"), digest_size=20, person=_PROMISE
    ).hexdigest()


def below(seed: bytes, counter: int, limit: int) -> int:
    """A number from 0 to limit - 1, each as likely as another, the counter-th of this seed.

    >>> [below(b"seed", i, 6) for i in range(8)]
    [0, 0, 4, 0, 4, 1, 0, 0]
    """
    number = int.from_bytes(blake2b(b"%s/%d" % (seed, counter), digest_size=8).digest(), "big")
    unfair = _SPAN % limit
    attempt = 0
    while number < unfair:  # the remainder of the span would favour small numbers
        attempt += 1
        block = b"%s/%d/%d" % (seed, counter, attempt)
        number = int.from_bytes(blake2b(block, digest_size=8).digest(), "big")
    return number % limit


class Tape:
    """Outcomes of chance that are already known: a record's, or those of a test.

    >>> tape = Tape([2, 0])
    >>> tape.next([5, 0, 1]), tape.next([1, 1, 1])
    (2, 0)
    """

    def __init__(self, outcomes: Sequence[int]) -> None:
        self._left = list(reversed(outcomes))

    def next(self, weights: Sequence[int]) -> int:
        """The next outcome, if these weights allow it."""
        if not self._left:
            raise BadChance(T("chance was used more often than the record says"))
        outcome = self._left.pop()
        if not 0 <= outcome < len(weights) or not weights[outcome]:
            raise BadChance(T("chance could not have brought {outcome}", outcome=outcome))
        return outcome

    def finish(self) -> None:
        """Say that no more chance is used; outcomes left over are an error."""
        if self._left:
            raise BadChance(T("chance was used less often than the record says"))

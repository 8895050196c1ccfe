"""Random draws from BLAKE2 of a seed and a counter: the same on every machine, in every version.

Python's `random` may change between versions, and a record has to replay in ten years.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

from chancery.core.user_errors import BadChance
from chancery.core.words import T

Some = TypeVar("Some")

_SPAN = 1 << 64
_unpack = Struct(">Q").unpack  # eight bytes as a number below the span
_LONGEST_KEY = 64
_FINE = 1 << 53  # the number of values that a float between 0 and 1 distinguishes
_PROMISE = b"chancery promise"  # separates these digests from all other uses of a seed


def commitment(seed: str) -> str:
    """Return the commitment to a seed, published while the seed is secret.

    It reveals nothing about the seed, and no other seed has the same commitment.

    That holds for seeds of 128 random bits, like those of the site; a short seed can be guessed.

    >>> commitment("seed")
    '23ea51a176e9cfaeccc1a35f9f4eaea71a2be8d4'
    """
    return blake2b(
        seed.encode("utf-8", "surrogatepass"), digest_size=20, person=_PROMISE
    ).hexdigest()


def below(seed: bytes, counter: int, limit: int) -> int:
    """Return the counter-th number of a seed, uniform from 0 to limit - 1.

    >>> [below(b"seed", i, 6) for i in range(8)]
    [0, 0, 4, 0, 4, 1, 0, 0]
    """
    (number,) = _unpack(blake2b(b"%s/%d" % (seed, counter), digest_size=8).digest())
    attempt = 0
    # rejected: the remainder of the span, which is below the limit, would favour small numbers
    while number < limit and number < _SPAN % limit:
        attempt += 1
        block = b"%s/%d/%d" % (seed, counter, attempt)
        (number,) = _unpack(blake2b(block, digest_size=8).digest())
    fair: int = number % limit
    return fair


class Dice:
    """Random numbers for bots, independent of the game's own chance.

    They derive from a secret seed and a moment, which may be public. They reveal nothing about the
    seed or other moments. The same seed and moment give the same numbers on every machine.

    >>> dice = Dice("secret", "bid.3")
    >>> [dice.below(6) for _ in range(8)]
    [2, 4, 0, 4, 4, 4, 1, 3]
    """

    __slots__ = ("_stream", "_thrown")

    def __init__(self, seed: str, moment: str = "") -> None:
        key = seed.encode("utf-8", "surrogatepass")
        if len(key) > _LONGEST_KEY:
            key = blake2b(key).digest()
        name = moment.encode("utf-8", "surrogatepass")
        self._stream = blake2b(name, key=key, person=b"chancery dice", digest_size=32).digest()
        self._thrown = 0

    def below(self, limit: int) -> int:
        """Return a uniform number from 0 to limit - 1."""
        number = below(self._stream, self._thrown, limit)
        self._thrown += 1
        return number

    def pick(self, choices: Sequence[Some]) -> Some:
        """Return one of the choices, all equally likely."""
        return choices[self.below(len(choices))]

    def uniform(self, low: float, high: float) -> float:
        """Return a uniform number between two others."""
        return low + (high - low) * (self.below(_FINE) / _FINE)


class Tape:
    """Known outcomes of chance, from a record or a test, in the order of their use.

    >>> tape = Tape([2, 0])
    >>> tape.next([5, 0, 1]), tape.next([1, 1, 1])
    (2, 0)
    """

    def __init__(self, outcomes: Sequence[int]) -> None:
        self._length = len(outcomes)
        self.left = list(reversed(outcomes))

    def next(self, weights: Sequence[int]) -> int:
        """Return the next outcome; BadChance if these weights exclude it or none is left."""
        if not self.left:
            problem = T(
                "chance was used more often than the record says: it holds {n} outcomes, and one"
                " more is needed, a number from 0 to {most}",
                n=self._length,
                most=len(weights) - 1,
            )
            raise BadChance(problem)
        outcome = self.left.pop()
        if not 0 <= outcome < len(weights) or not weights[outcome]:
            raise BadChance(T("chance could not have brought {outcome}", outcome=outcome))
        return outcome

    def finish(self) -> None:
        """Raise BadChance if outcomes are left that were never used."""
        if self.left:
            raise BadChance(T("chance was used less often than the record says"))

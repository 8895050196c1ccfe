"""Numbers on the command line: out of range, they are told the range."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

from chancery.core.words import T, Text

Say = Callable[[Text], str]


def whole(say: Say, least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within these bounds."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:  # no number, or thousands of digits
            number = least - 1
        if not least <= number <= most:
            problem = T(
                "a whole number from {least} to {most} was expected, not {found}",
                least=least,
                most=most,
                found=text[:40],
            )
            raise argparse.ArgumentTypeError(say(problem))
        return number

    return read


def seconds(say: Say, most: int) -> Callable[[str], float]:
    """A reader of a time that can pass."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not 0 < number <= most:  # nan is neither
            problem = T(
                "a number of seconds above 0 and up to {most} was expected, not {found}",
                most=most,
                found=text[:40],
            )
            raise argparse.ArgumentTypeError(say(problem))
        return number

    return read

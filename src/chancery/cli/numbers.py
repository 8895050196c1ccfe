"""Types of numeric arguments; errors name the allowed range."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

from chancery.core.words import T, Text

Say = Callable[[Text], str]


def whole(say: Say, least: int, most: int) -> Callable[[str], int]:
    """Return an argument type for integers within these bounds."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:  # not a number, or thousands of digits
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
    """Return an argument type for a positive number of seconds."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not 0 < number <= most:  # also excludes NaN
            problem = T(
                "a number of seconds above 0 and up to {most} was expected, not {found}",
                most=most,
                found=text[:40],
            )
            raise argparse.ArgumentTypeError(say(problem))
        return number

    return read

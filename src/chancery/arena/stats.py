"""Confidence intervals for measured rates, used by arena and ladder."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054


def wilson(share: float, n: int) -> tuple[float, float]:
    """Return the 95% interval of a rate seen in n games (Wilson's score interval).

    >>> low, high = wilson(8, 10)
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if n == 0:
        return 0.0, 1.0
    p = share / n
    middle = p + Z95**2 / (2 * n)
    spread = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
    scale = 1 + Z95**2 / n
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)

"""The contrast of two colours, as the Web Content Accessibility Guidelines define it."""

from __future__ import annotations

CONTRAST = 4.5  # of text to its ground, as WCAG 2.2 asks for


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours written as #rrggbb: from 1 to 21."""
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightened(colour: str, text: str, least: float) -> str:
    """Return a colour mixed with as much white, up to two fifths, as text on it can bear: for dark
    pages, where a dark colour would not be seen."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    for white in (0.4, 0.3, 0.2, 0.1):
        red, green, blue = (round(part + (255 - part) * white) for part in parts)
        mixed = f"#{red:02x}{green:02x}{blue:02x}"
        if contrast(mixed, text) >= least:
            return mixed
    return colour

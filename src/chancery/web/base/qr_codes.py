"""QR codes of links, as SVG: a phone reads one from the screen of somebody else.

Byte mode, the lowest level of error correction, one mask: enough for a link on a screen. A longer
text than `LONGEST` bytes has no code.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from chancery.core.svg import Svg, picture, tag

# by version, from 1 on: bytes of data, bytes of error correction of a block, blocks
VERSIONS = ((19, 7, 1), (34, 10, 1), (55, 15, 1), (80, 20, 1), (108, 26, 1), (136, 18, 2))
LONGEST = VERSIONS[-1][0] - 2
QUIET = 4  # modules of margin
FORMAT = 0b111011111000100  # level L and mask 0, with their own error correction
Grid = dict[tuple[int, int], bool]  # (x, y): dark


@lru_cache(200)
def qr_code(text: str) -> Svg | None:
    """Return the code of a text, dark on light in every theme; None if the text is too long."""
    data = text.encode()
    if len(data) > LONGEST:
        return None
    version = next(n for n, (room, _, _) in enumerate(VERSIONS, 1) if len(data) <= room - 2)
    size = 17 + 4 * version
    grid = _patterns(version, size)
    bits = _bits(_codewords(data, *VERSIONS[version - 1]))
    for x, y in _way(size):
        if (x, y) not in grid:
            grid[x, y] = next(bits, False) ^ ((x + y) % 2 == 0)
    whole = size + 2 * QUIET
    ground = tag("rect", width=whole, height=whole, fill="#fff")
    return picture(whole, whole, "qr-code", ground, tag("path", d=_drawn(grid, size), fill="#000"))


def _drawn(grid: Grid, size: int) -> str:
    """Return the dark modules as a path, run by run."""
    found = []
    for y in range(size):
        for dark, run in groupby(range(size), lambda x, y=y: grid[x, y]):  # type: ignore[misc]
            columns = list(run)
            if dark:
                n = len(columns)
                found.append(f"M{columns[0] + QUIET} {y + QUIET}h{n}v1h-{n}z")
    return "".join(found)


# -- where modules are -------------------------------------------------------------------------


def _patterns(version: int, size: int) -> Grid:
    """Return the modules that are the same in every code of this version."""
    grid: Grid = {}
    for n in range(size):
        grid[n, 6] = grid[6, n] = n % 2 == 0
    centres = [(3, 3), (size - 4, 3), (3, size - 4)]
    for cx, cy in centres:
        for x in range(max(0, cx - 4), min(size, cx + 5)):
            for y in range(max(0, cy - 4), min(size, cy + 5)):
                grid[x, y] = max(abs(x - cx), abs(y - cy)) in (0, 1, 3)
    if version > 1:
        middle = size - 7
        for dx in range(-2, 3):
            for dy in range(-2, 3):
                grid[middle + dx, middle + dy] = max(abs(dx), abs(dy)) != 1
    for n in range(15):
        dark = bool(FORMAT >> n & 1)
        grid[(8, n + (n > 5)) if n < 8 else (15 - n - (n > 8), 8)] = dark
        grid[(size - 1 - n, 8) if n < 8 else (8, size - 15 + n)] = dark
    grid[8, size - 8] = True
    return grid


def _way(size: int) -> Iterator[tuple[int, int]]:
    """Yield all modules in the order of the data: pairs of columns from the right, up and down."""
    upward = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for y in reversed(range(size)) if upward else range(size):
            yield right, y
            yield right - 1, y
        upward = not upward


# -- what they say -----------------------------------------------------------------------------


def _bits(codewords: bytes) -> Iterator[bool]:
    return (bool(byte >> n & 1) for byte in codewords for n in reversed(range(8)))


def _codewords(data: bytes, room: int, correction: int, blocks: int) -> bytes:
    """Return data and error correction, the blocks interleaved."""
    length = len(data)
    number = int.from_bytes(bytes([0x40 | length >> 4, length << 4 & 0xFF]) + bytes(length)) | (
        int.from_bytes(data) << 4
    )
    filled = number.to_bytes(length + 2) + b"\xec\x11" * room
    each = room // blocks
    parts = [filled[n * each : (n + 1) * each] for n in range(blocks)]
    found = [byte for column in zip(*parts, strict=True) for byte in column]
    checks = [_remainder(part, correction) for part in parts]
    return bytes([*found, *(byte for column in zip(*checks, strict=True) for byte in column)])


def _product(a: int, b: int) -> int:
    """Multiply in the field of 256 elements of QR codes."""
    found = 0
    for n in reversed(range(8)):
        found = found << 1 ^ (found >> 7) * 0x11D
        found ^= (b >> n & 1) * a
    return found


def _remainder(data: bytes, degree: int) -> list[int]:
    """Return the Reed-Solomon check bytes of a block."""
    divisor, root = [*[0] * (degree - 1), 1], 1
    for _ in range(degree):
        for n in range(degree):
            divisor[n] = _product(divisor[n], root)
            if n + 1 < degree:
                divisor[n] ^= divisor[n + 1]
        root = _product(root, 2)
    rest = [0] * degree
    for byte in data:
        factor = byte ^ rest[0]
        rest = [a ^ _product(b, factor) for a, b in zip([*rest[1:], 0], divisor, strict=True)]
    return rest

"""Rectangles with a preferred position, pushed apart until none overlap."""

from __future__ import annotations

from itertools import combinations

from chancery.games.revolution.face.sheet import MAP, TITLE, Frame


class Block:
    """A rectangle with a preferred position, which can be pushed."""

    __slots__ = ("h", "heavy", "w", "want_x", "want_y", "x", "y")

    def __init__(self, w: float, h: float, want: tuple[float, float], heavy: float) -> None:
        self.w, self.h, self.heavy = w, h, heavy
        self.want_x, self.want_y = self.x, self.y = want

    @property
    def frame(self) -> Frame:
        """The present position and size as a frame."""
        return Frame(self.x - self.w / 2, self.y - self.h / 2, self.w, self.h)

    def clamp(self) -> None:
        """Move the block back onto the map and off the cartouche in its corner."""
        self.x = min(max(self.x, MAP.x + self.w / 2), MAP.x + MAP.w - self.w / 2)
        self.y = min(max(self.y, MAP.y + self.h / 2), MAP.y + MAP.h - self.h / 2)
        right = TITLE.x + TITLE.w + 4 - (self.x - self.w / 2)
        down = TITLE.y + TITLE.h + 4 - (self.y - self.h / 2)
        if right > 0 < down:
            if right < down:
                self.x += right
            else:
                self.y += down


_ROUNDS = 420
_SIDEWAYS = 0.95
_NEAR = 40  # blocks that are farther apart are skipped for a while


def spread(blocks: list[Block]) -> bool:
    """Push blocks apart; return whether none overlaps in the end.

    They start small and grow to their full size, so that neighbours keep their relative positions.
    """
    close_pairs: list[tuple[Block, Block]] = []
    for turn in range(_ROUNDS):
        grown = min(1.0, 0.35 + turn / (0.4 * _ROUNDS))
        pull = 0.06 * max(0.0, 1 - 1.5 * turn / _ROUNDS)
        for block in blocks:
            block.x += (block.want_x - block.x) * pull
            block.y += (block.want_y - block.y) * pull
        if not turn % 10:
            close_pairs = [pair for pair in combinations(blocks, 2) if _close(*pair)]
        met = 0.0
        # Late rounds prefer sideways moves, so that full columns widen.
        sideways = _SIDEWAYS + 10 * max(0.0, turn / _ROUNDS - 0.5)
        gap = 4 + 10 * max(0.0, 1 - 1.3 * turn / _ROUNDS)
        for first, second in close_pairs:
            met = max(met, _push(first, second, grown, gap, sideways))
        for block in blocks:
            block.clamp()
        if met < 0.5 and grown == 1 and pull < 0.02:
            break
    frames = [*(block.frame for block in blocks), TITLE]
    return not any(first.meets(second) for first, second in combinations(frames, 2))


def _close(first: Block, second: Block) -> bool:
    return (
        abs(first.x - second.x) < (first.w + second.w) / 2 + _NEAR
        and abs(first.y - second.y) < (first.h + second.h) / 2 + _NEAR
    )


def _push(first: Block, second: Block, grown: float, gap: float, sideways: float) -> float:
    """Move two overlapping blocks apart, the shorter way, and return how much they overlapped."""
    dx, dy = second.x - first.x, second.y - first.y
    in_x = grown * (first.w + second.w) / 2 + gap - abs(dx)
    in_y = grown * (first.h + second.h) / 2 + gap - abs(dy)
    if in_x <= 0 or in_y <= 0:
        return 0
    share = second.heavy / (first.heavy + second.heavy)
    if in_x < in_y * sideways:
        push = in_x if dx >= 0 else -in_x
        first.x -= push * share
        second.x += push * (1 - share)
    else:
        push = in_y if dy >= 0 else -in_y
        first.y -= push * share
        second.y += push * (1 - share)
    return min(in_x, in_y)

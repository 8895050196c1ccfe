"""Branches: the positions of a sitting as a tree, so that going back costs as little as going on.

Every action grows a branch from the one before it; an undo goes back to where its action had
grown from, and the next action grows from there. Only some positions are kept: every sixteenth of
a branch for good, the latest few for a while. Any other one is replayed from the last that is
kept, through fifteen actions at most, and those on the way are kept for a while too: going back
further and further replays each action once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from chancery.core import State

MARK_EVERY = 16  # actions between two positions kept for good: a replay never runs through more
LATEST = 16  # kept for a while


class Branch:
    """Where a game stands after an action."""

    __slots__ = ("behind", "depth", "line", "state")

    behind: Branch  # where it has grown from; the root's is itself
    line: int  # of the log: the action
    depth: int
    state: State | None  # None: not kept

    def __init__(self, behind: Branch | None, line: int, state: State) -> None:
        self.behind = behind or self
        self.line = line
        self.depth = behind.depth + 1 if behind else 0
        self.state = state

    @classmethod
    def root(cls, start: State) -> Branch:
        """Where a game begins."""
        return cls(None, -1, start)


class Recent:
    """The branches whose position is kept for a while, the latest last.

    Several sittings may share branches (one is the fork of another): if one of them lets a
    position go that another would have kept, it is replayed.
    """

    def __init__(self) -> None:
        self._latest: deque[Branch] = deque()

    def copy(self) -> Recent:
        """The same, to go on independently."""
        twin = Recent()
        twin._latest = self._latest.copy()
        return twin

    def grow(self, behind: Branch, line: int, state: State) -> Branch:
        """A new branch, its position kept."""
        branch = Branch(behind, line, state)
        self._keep(branch)
        return branch

    def stands(self, branch: Branch, after: Callable[[State, int], State]) -> State:
        """The position of a branch; `after` plays a line of the log on from another one."""
        lost = []
        state = branch.state
        while state is None:
            lost.append(branch)
            branch = branch.behind
            state = branch.state
        for branch in reversed(lost):
            state = branch.state = after(state, branch.line)
            self._keep(branch)
        return state

    def _keep(self, branch: Branch) -> None:
        if branch.depth % MARK_EVERY:
            self._latest.append(branch)
        if len(self._latest) > LATEST:
            self._latest.popleft().state = None

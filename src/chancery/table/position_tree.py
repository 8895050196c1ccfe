"""The positions of a sitting as a tree, so that undo and replay cost little.

Each action adds a branch; an undo returns to the branch before its action, and the next action
branches off there. Because a position is much larger than an action, only some are kept: the latest
few, every 16th for some hundred actions, and every 128th for good. Others are replayed from the
nearest one before them, and the positions on the way are kept for a while too, so stepping
backwards through a log replays each action twice at most.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from chancery.core import State

LATEST = 16  # positions kept temporarily
MARK_EVERY = 16  # actions between two positions that are kept longer
MARKS = 16  # how many of these are kept
FAR_EVERY = 128  # actions between positions kept for good: the longest replay


class Branch:
    """A node of the tree: the game after an action."""

    __slots__ = ("behind", "depth", "line", "state")

    behind: Branch  # its parent; the root's parent is itself
    line: int  # the line of its action in the log
    depth: int
    state: State | None  # None: not kept

    def __init__(self, behind: Branch | None, line: int, state: State) -> None:
        self.behind = behind or self
        self.line = line
        self.depth = behind.depth + 1 if behind else 0
        self.state = state

    @classmethod
    def root(cls, start: State) -> Branch:
        """Return the node of the start position."""
        return cls(None, -1, start)


class Recent:
    """The nodes whose positions are kept, the latest last.

    Forks of a sitting share nodes; a position that one fork has dropped is replayed by the other.
    """

    def __init__(self) -> None:
        self._latest: deque[Branch] = deque()
        self._marks: deque[Branch] = deque()

    def copy(self) -> Recent:
        """Return a copy that can grow independently."""
        twin = Recent()
        twin._latest, twin._marks = self._latest.copy(), self._marks.copy()
        return twin

    def grow(self, behind: Branch, line: int, state: State) -> Branch:
        """Add a node after another one and keep its position."""
        branch = Branch(behind, line, state)
        self._keep(branch)
        return branch

    def stands(self, branch: Branch, after: Callable[[State, int], State]) -> State:
        """Return the position of a node.

        `after` applies a line of the log to the position before it.
        """
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
        elif branch.depth % FAR_EVERY:
            self._marks.append(branch)
            if len(self._marks) > MARKS:
                self._marks.popleft().state = None

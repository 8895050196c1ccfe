"""Branches: the positions of a sitting as a tree, so that going back costs as little as going on.

Every action grows a branch from the one before it; an undo goes back to where its action had
grown from, and the next action grows from there. Only some positions are kept: the latest few,
every sixteenth for some hundred actions, and every hundred and twenty-eighth for good, for a
position is much larger than what was done. Any other one is replayed from the last that is kept,
and those on the way are kept for a while too: going back further and further replays each action
twice at most.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from chancery.core import State

LATEST = 16  # positions kept for a while
MARK_EVERY = 16  # actions between two positions that are kept longer
MARKS = 16  # of these
FAR_EVERY = 128  # actions between two kept for good: a replay never runs through more


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
    """The branches whose position is kept for a while or longer, the latest last.

    Several sittings may share branches (one is the fork of another): if one of them lets a
    position go that another would have kept, it is replayed.
    """

    def __init__(self) -> None:
        self._latest: deque[Branch] = deque()
        self._marks: deque[Branch] = deque()

    def copy(self) -> Recent:
        """The same, to go on independently."""
        twin = Recent()
        twin._latest, twin._marks = self._latest.copy(), self._marks.copy()
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
        elif branch.depth % FAR_EVERY:
            self._marks.append(branch)
            if len(self._marks) > MARKS:
                self._marks.popleft().state = None

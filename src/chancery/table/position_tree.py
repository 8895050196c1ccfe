"""The positions of a sitting as a tree, so that undo and replay cost little.

Each action adds a node; an undo returns to the parent of its node, and the next action branches off
there. Because a position is much larger than an action, only some are kept: the latest two, two
more at every 16th action, and every 64th for good. Others are replayed from the nearest one before
them. More of the positions on the way are kept until the game goes on, so stepping backwards
through a log replays each action twice at most.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from chancery.core import State

LATEST = 16  # positions kept temporarily, where somebody steps back
MARK_EVERY = 16  # actions between two positions that are kept longer
MARKS = 16  # how many of these are kept, where somebody steps back
FEW = 2  # how many of either are kept while a game goes on
FAR_EVERY = 64  # actions between positions kept for good: the longest replay


class Node:
    """A node of the tree of positions: the position after an action."""

    __slots__ = ("depth", "line", "parent", "state")

    parent: Node  # of the root: itself
    line: int  # the line of its action in the log
    depth: int
    state: State | None  # None: not kept

    def __init__(self, parent: Node | None, line: int, state: State) -> None:
        self.parent = parent or self
        self.line = line
        self.depth = parent.depth + 1 if parent else 0
        self.state = state

    @classmethod
    def root(cls, start: State) -> Node:
        """Return the node of the start position."""
        return cls(None, -1, start)


class Recent:
    """The nodes whose positions are kept, the latest last.

    Forks of a sitting share nodes; a position that one fork has dropped is replayed by the other.
    """

    def __init__(self) -> None:
        self._latest: deque[Node] = deque()
        self._marks: deque[Node] = deque()

    def copy(self) -> Recent:
        """Return a copy that can grow independently."""
        clone = Recent()
        clone._latest, clone._marks = self._latest.copy(), self._marks.copy()
        return clone

    def add(self, parent: Node, line: int, state: State) -> Node:
        """Add a node after another one and keep its position."""
        node = Node(parent, line, state)
        self._keep(node, FEW, FEW)
        return node

    def state_of(self, node: Node, after: Callable[[State, int], State]) -> State:
        """Return the position of a node.

        `after` applies a line of the log to the position before it.
        """
        lost = []
        state = node.state
        while state is None:
            lost.append(node)
            node = node.parent
            state = node.state
        for node in reversed(lost):
            state = node.state = after(state, node.line)
            self._keep(node, LATEST, MARKS)
        return state

    def _keep(self, node: Node, latest: int, marks: int) -> None:
        if node.depth % MARK_EVERY:
            self._latest.append(node)
        elif node.depth % FAR_EVERY:
            self._marks.append(node)
        while len(self._latest) > latest:
            self._latest.popleft().state = None
        while len(self._marks) > marks:
            self._marks.popleft().state = None

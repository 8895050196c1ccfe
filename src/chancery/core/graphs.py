"""The map of a game as a graph with numbers at its nodes, for networks that learn on graphs."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

from chancery.core.observations import Field

Set = Callable[[int, str, int], None]  # node, field, value


class Graph(NamedTuple):
    """A map: its places, what joins them, and what a view says about each place.

    Use it beside `Game.encode`, which also says what is not on the map.
    """

    nodes: tuple[str, ...]
    kinds: tuple[str, ...]  # of edges
    edges: tuple[tuple[int, int, int], ...]  # two nodes and a kind; each edge once
    fields: tuple[Field, ...]  # of each node
    fill: Callable[[Any, Set], None]  # writes the numbers of a view that are not 0

    def rows(self, view: Any) -> array[int]:
        """Return the numbers of all nodes, node by node: `len(nodes)` times `len(fields)`."""
        width = len(self.fields)
        columns = {field.name: number for number, field in enumerate(self.fields)}
        rows = array("i", bytes(len(self.nodes) * width * array("i").itemsize))

        def put(node: int, field: str, value: int) -> None:
            rows[node * width + columns[field]] = value

        self.fill(view, put)
        return rows

"""The map as a graph: connected, with named and bounded numbers that follow the view."""

from __future__ import annotations

import random
from typing import Any

import pytest

from chancery.core.graphs import Graph
from chancery.games import find

MAPS = [("friedrich", {"players": 4}), ("revolution", {"players": 3})]


def graph_of(name: str, mode: Any) -> Graph:
    graph = find(name).graph(mode)
    assert graph is not None
    return graph


def numbers(graph: Graph, view: Any, node: str) -> dict[str, int]:
    """Return the numbers of one node that are not 0."""
    width, at = len(graph.fields), graph.nodes.index(node)
    row = graph.rows(view)[at * width : (at + 1) * width]
    return {field.name: n for field, n in zip(graph.fields, row, strict=True) if n}


@pytest.mark.parametrize(("name", "mode"), MAPS)
def test_every_place_on_the_board_is_connected(name: str, mode: Any) -> None:
    graph = graph_of(name, mode)
    rows, width = graph.rows(find(name).start(mode, "1").view(0)), len(graph.fields)
    on_the_board = {n for n in range(len(graph.nodes)) if any(rows[n * width : (n + 1) * width])}
    near: dict[int, set[int]] = {}
    for one, other, kind in graph.edges:
        assert one != other
        assert 0 <= kind < len(graph.kinds)
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    found = {min(on_the_board)}
    queue = list(found)
    while queue:
        new = near[queue.pop()] - found
        found |= new
        queue += new
    assert found == on_the_board
    assert len(set(graph.edges)) == len(graph.edges)


@pytest.mark.parametrize(("name", "mode"), MAPS)
def test_numbers_stay_within_bounds(name: str, mode: Any) -> None:
    graph, dice = graph_of(name, mode), random.Random("graph")
    state = find(name).start(mode, "graph")
    for step in range(600):
        if not state.asked:
            break
        seat = state.asked[0].seat
        if step % 20 == 0:
            rows = graph.rows(state.view(seat))
            assert len(rows) == len(graph.nodes) * len(graph.fields)
            for i, n in enumerate(rows):
                field = graph.fields[i % len(graph.fields)]
                assert field.low <= n <= field.high, field
        state.apply(dice.choice(state.legal(seat)), seat)


def test_a_city_of_friedrich_says_what_its_reader_knows() -> None:
    graph, game = graph_of("friedrich", {}), find("friedrich")
    state = game.start({"players": 4}, "1")
    while state.phases[-1].rule == "1.19":
        state.apply(state.legal()[0])
    own = numbers(graph, state.view("frederick"), "oschatz")
    other = numbers(graph, state.view("elisabeth"), "oschatz")
    assert own["generals.prussia"] == other["generals.prussia"] == 2
    assert own["troops"] == state.troops[0]
    assert "troops" not in other
    assert other["high"] >= own["troops"]


def test_a_province_of_revolution_says_its_tokens() -> None:
    graph, game = graph_of("revolution", {}), find("revolution")
    view = game.start({"players": 3}, "1").view(0)
    told = numbers(graph, view, "province.brabant")
    assert told["province"] == 1
    assert told["limit"] == view.data.limit[1]
    assert numbers(graph, view, "place.antwerpen")["city"] == 1


def test_a_game_without_a_map_has_no_graph() -> None:
    assert find("spada").graph({}) is None

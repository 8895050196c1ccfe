"""A movement phase while it is planned: the public board after the marches decided so far."""

from __future__ import annotations

from copy import copy

from chancery.core import Action
from chancery.games.friedrich.march_planner import Route
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.view import FriedrichView


class Draft:
    """The view that a nation would have after its planned marches, and the actions for them.

    A nation's own march changes nothing that is hidden, so the view alone is enough: pieces move,
    cities are conquered, trains are taken, stacks join and part.
    """

    def __init__(self, view: FriedrichView, phase: Movement) -> None:
        self.view = copy(view)
        self.nation = phase.nation
        self.moved = set(phase.moved)  # pieces that may not march any more
        self.steps: list[Action] = []

    def march(self, route: Route) -> None:
        """§4: apply a route of a unit, with everything that happens on the way."""
        view, unit, city = self.view, route.unit, route.city
        self.steps += route.actions()
        self.moved.update(unit)
        if route.conquered or route.marked:
            control, marks = list(view.control), list(view.marks)
            for won in route.conquered:
                control[won] = 1 - control[won]
                marks[won] = 0
            for marked in route.marked:
                marks[marked] = 1
            view.control, view.marks = tuple(control), tuple(marks)
        at, troops, down = list(view.at), list(view.troops), list(view.down)
        if route.taken >= 0:
            at[route.taken] = -1
        if unit[0] < len(troops):
            stack = view.stack(unit[0])
            whole, staying = troops[stack[0]], [g for g in stack if g not in unit]
            for general in stack:
                troops[general] = 0
            if staying:
                troops[staying[0]] = whole - route.take
                whole = route.take
            present = [g for g in view.on_map(self.nation) if at[g] == city and g not in unit]
            joined = sorted((*present, *unit))
            whole += sum([troops[g] for g in present])
            turned = int(any(down[g] for g in joined))  # §9.5
            for general in joined:
                troops[general], down[general] = 0, turned
            troops[joined[0]] = whole
            self.moved.update(present)  # §4.6
        for piece in unit:
            at[piece] = city
        view.at, view.troops, view.down = tuple(at), tuple(troops), tuple(down)

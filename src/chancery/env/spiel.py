"""OpenSpiel: games written in Python, with chance nodes, information states and serialisation.

Importing this module registers `chancery_spada`, `chancery_friedrich` and every other game that is
installed; parameters are their options.

>>> import pyspiel
>>> import chancery.env.spiel
>>> game = pyspiel.load_game("chancery_spada(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.chance_outcomes()[0]  # the first card that is dealt
(True, (0, 0.25))
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np

from chancery import games, installing
from chancery.core import Event, Game
from chancery.core.actions import Action
from chancery.core.game_tree import Move, Node, root
from chancery.core.information import events_seen, observation_text
from chancery.core.options import Option
from chancery.env.seats import Seats

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"this module needs OpenSpiel: {installing('openspiel')}") from error

MOST_OUTCOMES = 1_000  # of a draw in any game
LONGEST = 1_000_000  # actions and draws of a game
PREFIX = "chancery_"


class Past:
    """Everything that has happened so far, as a chain that states share."""

    __slots__ = ("_action", "_before", "_digests", "_events", "_seat", "_seats")

    def __init__(
        self,
        seats: tuple[str, ...],
        before: Past | None,
        seat: int | None,
        action: Action | None,
        events: Sequence[Event],
    ) -> None:
        self._seats, self._before = seats, before
        self._seat, self._action, self._events = seat, action, tuple(events)
        self._digests: dict[int, str] = {}

    def __deepcopy__(self, memo: object) -> Past:
        return self  # it never changes

    def digest(self, seat: int) -> str:
        """Return a digest of everything that a seat has done and seen."""
        chain: list[Past] = []
        link: Past | None = self
        while link is not None and seat not in link._digests:
            chain.append(link)
            link = link._before
        digest = "" if link is None else link._digests[seat]
        for later in reversed(chain):
            lines = events_seen(later._events, later._seats, seat)
            if later._seat == seat and later._action is not None:
                lines.insert(0, later._action.text)
            if lines:
                text = "\n".join((digest, *lines))
                digest = blake2b(text.encode(), digest_size=16).hexdigest()
            later._digests[seat] = digest
        return digest


def _pickled_past(past: Past) -> tuple[Any, ...]:
    seats = past._seats
    return _past_again, (seats, {seat: past.digest(seat) for seat in range(len(seats))})


def _past_again(seats: tuple[str, ...], digests: dict[int, str]) -> Past:
    past = Past(seats, None, None, None, ())
    past._digests = digests
    return past


def _pickled_node(node: Node) -> tuple[Any, ...]:
    game, options, before, action, seat = node.move
    snapshot = None if before is None else before.snapshot()
    return _node_again, (game.name, dict(options), snapshot, str(action), seat, node.outcomes)


def _node_again(
    name: str,
    options: Mapping[str, object],
    snapshot: Any,
    action: str,
    seat: int | None,
    outcomes: tuple[int, ...],
) -> Node:
    game = games.find(name)
    before = None if snapshot is None else game.state.from_snapshot(game, snapshot)
    return Node(Move(game, options, before, action, seat), outcomes)


copyreg.pickle(Past, _pickled_past)  # OpenSpiel pickles states
copyreg.pickle(Node, _pickled_node)


class SpielState(pyspiel.State):
    """A position, or a draw of chance, as a state of OpenSpiel.

    Where several seats are asked at the same time, they answer one after the other, and none sees
    the answer of another.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: Node = game.root
        self.past: Past | None = None
        self._decided: tuple[int | None, Action | None] = (None, None)
        self._arrive()

    def _arrive(self) -> None:
        """Note what has happened, once chance has decided everything."""
        state = self.node.state
        if self.node.weights is None and state is not None:
            self.past = Past(state.seats, self.past, *self._decided, state.events)

    def current_player(self) -> int:
        """Return who decides: a seat, chance, or nobody at the end."""
        if self.node.weights is not None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.node.state is not None
        asked = self.node.state.asked
        return asked[0].seat if asked else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        state = self.node.state
        if state is None or player != self.current_player():
            return []
        return sorted(map(state.game.notation.index, state.legal(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a draw with their probabilities."""
        weights = self.node.weights
        assert weights is not None
        total = sum(weights)
        return [(outcome, n / total) for outcome, n in enumerate(weights) if n > 0]

    def _apply_action(self, number: int) -> None:
        if self.node.weights is not None:
            self.node = self.node.draw(number)
        else:
            assert self.node.state is not None
            seat, action = self.current_player(), self.node.state.game.notation[number]
            self._decided = seat, action
            self.node = self.node.apply(action, seat)
        self._arrive()

    def _action_to_string(self, player: int, number: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {number}"
        return str(self.get_game().seats.game.notation[number].text)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Return the reward of each seat: 0 before the end, and altogether 0."""
        over = self.node.weights is None and self.node.state is not None
        outcome = self.node.state.result if over and self.node.state is not None else None
        rewards: list[float] = self.get_game().seats.rewards(outcome)
        return rewards

    def __str__(self) -> str:
        state = self.node.state
        place = "the beginning" if state is None else state.digest()
        return f"{place}, draw {self.node.outcomes}" if self.node.weights is not None else place


class SpielObserver:
    """An observer that gives the encoded view, or as text the view and a digest of the past."""

    def __init__(self, game: SpielGame, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers of Chancery have no parameters, but got {params}")
        self._game, self._kind = game, kind
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not kind.perfect_recall:
            (length,) = game.seats.game.shape(game.seats.options)
            self.tensor = np.zeros(length, np.float32)
            self.dict = {"observation": self.tensor}

    def _seat(self, player: int) -> int | None:
        none = self._kind.private_info == pyspiel.PrivateInfoType.NONE
        return None if none else player

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into `tensor`; during the set-up that is nothing."""
        position = state.node.state
        if position is None:
            self.tensor.fill(0)
        else:
            view = position.view(self._seat(player))
            self.tensor[:] = np.frombuffer(self._game.seats.game.encode(view), np.int32)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees as a text; with perfect recall after a digest of the past."""
        position = state.node.state
        if position is None:
            return f"set-up {player}"
        text = observation_text(position.view(self._seat(player)))
        if not self._kind.perfect_recall:
            return text
        assert state.past is not None
        return f"{state.past.digest(player)}\n{text}"


class SpielGame(pyspiel.Game):
    """A game in one mode; a subclass for each game has its type."""

    type: Any
    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = games.find(self.name)
        self.seats = Seats(game, {o.name: _value(o, params) for o in game.options})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.seats.actions,
            max_chance_outcomes=MOST_OUTCOMES if game.chance else 0,
            num_players=len(self.seats.names),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.type, info, dict(params or {}))

    @cached_property
    def root(self) -> Node:
        """Return the node at the start of the game, computed once."""
        return root(self.seats.game, self.seats.options)

    def new_initial_state(self) -> SpielState:
        """Return the beginning of a game."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        """Return an observer of this game."""
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, kind, params)


def parameter(option: Option, value: object) -> object:
    """Return a value of an option as a parameter of OpenSpiel, all of which have one type.

    Where some values are words, a number is written with an n: OpenSpiel would take a text like
    "32" for a number when it reads a game again.
    """
    if len({type(one) for one in option.values}) == 1:
        return value
    return value if isinstance(value, str) else f"n{value}"


def _value(option: Option, params: Mapping[str, Any] | None) -> object:
    """Return the value of an option that a parameter stands for."""
    given = (params or {}).get(option.name, parameter(option, option.default))
    by_text = {str(parameter(option, value)): value for value in option.values}
    if str(given) not in by_text:
        known = ", ".join(by_text)
        raise ValueError(f"{option.name}={given} is not one of {known}")
    return by_text[str(given)]


def register(game: Game[Any, Any]) -> None:
    """Make a game known to OpenSpiel as `chancery_` and its name."""
    sizes = [len(game.seats(mode)) for mode in game.modes()]
    modes = pyspiel.GameType.ChanceMode
    kind = pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=str(game.title),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if game.chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(sizes),
        min_num_players=min(sizes),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            option.name: parameter(option, option.default) for option in game.options
        },
    )
    name = f"{game.name.capitalize()}Game"
    pyspiel.register_game(kind, type(name, (SpielGame,), {"type": kind, "name": game.name}))


for _name in games.names():
    register(games.find(_name))

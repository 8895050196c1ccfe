"""The base class of positions, hidden parts included, and the main loop of every game."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol, Self, get_args, get_origin

from chancery.core import displays
from chancery.core.actions import Action, Notation
from chancery.core.chance import Tape, below
from chancery.core.copying import copier
from chancery.core.events import Event
from chancery.core.frame import Frame
from chancery.core.memo import memoise
from chancery.core.options import Options
from chancery.core.outcome import Outcome
from chancery.core.phases import Phase, Question, copier_of, question
from chancery.core.refusals import Elsewhere, GameOver, NotAsked, NotNow, Refusal
from chancery.core.serialisation import Plain, decode, encode, fields_of, none_of, shown, type_hints
from chancery.core.user_errors import BadForm, BadOption, BadPosition, BadSeat
from chancery.core.versions import fields
from chancery.core.words import T

# Far more phases in a row without a question than any game has: beyond it, a game has a bug.
_TOO_MANY_STEPS = 10_000
_STEPS = range(_TOO_MANY_STEPS)

# types that change in place, and their form in the key of a position
_FROZEN: dict[type, Callable[[Any], Any]] = {list: tuple, bytearray: bytes}


class GameRules(Protocol):
    """The parts of a `Game` that a position uses (core/game.py imports this module)."""

    @property
    def name(self) -> str: ...
    @property
    def rules(self) -> int: ...
    @property
    def chance(self) -> bool: ...
    @property
    def folder(self) -> Path: ...
    @property
    def notation(self) -> Notation: ...
    @property
    def phases(self) -> tuple[type[Phase[Any]], ...]: ...
    def start(self, options: Any, seed: str = "", *, rules: Any) -> Any: ...
    def look(self, state: Any, seat: int | None) -> Any: ...
    def sample(self, view: Any, seed: str) -> Any: ...
    def blank(self, options: Any, seed: str, rules: Any, data: Any) -> Any: ...


class State:
    """A complete position of a game, as a referee sees it.

    A game's own state is a dataclass (`slots=True, init=False, eq=False`) that adds fields:
    integers, strings, immutable tuples, and flat lists of integers; a bytearray is a large list of
    small counts that is copied ten times as fast. This class provides the rest:
    questions, the legal list, carrying out actions, chance, copies, comparison and serialisation.

    Equality and hash compare positions, options and rules version included, but not the random
    numbers still to come.
    """

    __slots__ = (
        "_legal", "asked", "data", "drawn", "events", "frame", "game", "luck", "options", "phases",
        "result", "rules", "sealed", "seats", "seed", "tape",
    )  # fmt: skip

    game: GameRules
    frame: Frame
    options: Options
    data: Any  # the checked contents of the game's data file
    rules: int  # rules version
    seats: tuple[str, ...]
    phases: list[Phase[Any]]  # the stack; the last one is on top
    result: Outcome | None
    asked: tuple[Question, ...]
    events: list[Event]  # of the last action
    luck: list[int]  # outcomes of chance in the last action
    # the last action is final: it used chance, revealed something or asks others to respond
    sealed: bool
    seed: bytes
    drawn: int  # how many numbers were drawn from the seed
    tape: Tape | None  # known outcomes to use instead of the seed
    _legal: dict[int, tuple[Action, ...]]

    # -- who decides, and what is legal ------------------------------------------------

    def seat_number(self, seat: int | str) -> int:
        """Return the number of a seat given by number or name; BadSeat if it does not exist."""
        if type(seat) is int and 0 <= seat < len(self.seats):
            return seat
        if type(seat) is str and seat in self.seats:
            return self.seats.index(seat)
        known = ", ".join(f"{i} {name}" for i, name in enumerate(self.seats))
        raise BadSeat(
            T("There is no seat {seat}; the seats are {known}.", seat=shown(seat), known=known)
        )

    def _first_asked(self) -> int:
        return self.asked[0].seat if self.asked else 0

    def question(self, seat: int) -> Question | None:
        """Return what a seat is asked now; None for nothing."""
        for asked in self.asked:
            if asked.seat == seat:
                return asked
        return None

    def legal(self, seat: int | str | None = None) -> tuple[Action, ...]:
        """Return all legal actions of a seat (None: of the first one that is asked)."""
        actions = self._legal.get(seat)  # type: ignore[arg-type]
        if actions is None:
            if type(seat) is not int:
                return self.legal(self._first_asked() if seat is None else self.seat_number(seat))
            for asked in self.asked:
                if asked.seat == seat:
                    actions = tuple(self.phases[-1].legal(self, seat))
                    break
            else:
                seat, actions = self.seat_number(seat), ()
            self._legal[seat] = actions
        return actions

    def offer(self, seat: int, name: str, actions: Sequence[Action]) -> tuple[Question, ...]:
        """Return one question for one seat whose legal list has just been computed, and cache it.

        For phases that have to know the list to decide whether to ask.
        """
        self._legal[seat] = tuple(actions)
        return question(seat, name)

    def why_not(self, action: Action | str, seat: int | str | None = None) -> Refusal | None:
        """Return why a seat may not take an action now; None if it may."""
        if isinstance(action, str):
            action = self.game.notation.parse(action)
        seat = self._first_asked() if seat is None else self.seat_number(seat)
        if self.result is not None:
            return GameOver()
        if self.question(seat) is None:
            return NotAsked(seat, tuple(asked.seat for asked in self.asked))
        if action in self.legal(seat):
            return None
        top = self.phases[-1]
        reason = None
        if action.verb in top.refusals:
            reason = top.refusals[action.verb](top, self, seat, *action.args)
        elif action.verb not in top.verbs:
            for phase in self.game.phases:
                if action.verb in phase.verbs:
                    return Elsewhere(action.text, phase.title, top.title, phase.rule)
        if reason is None:
            reason = NotNow(action=action.text)
        if reason.rule is None:
            reason.rule = top.rule
        return reason

    # -- the main loop -----------------------------------------------------------------

    def apply(self, action: Action | str, seat: int | str | None = None) -> list[Event]:
        """Carry out a legal action, proceed to the next question, and return the events.

        Without a seat the first one that is asked acts. An illegal action raises its Refusal and
        changes nothing.
        """
        if not isinstance(action, Action):  # faster than testing whether it is a text
            action = self.game.notation.parse(action)
        if type(seat) is not int:
            seat = self._first_asked() if seat is None else self.seat_number(seat)
        if action not in (self._legal.get(seat) or self.legal(seat)):
            refusal = self.why_not(action, seat)
            assert refusal is not None
            raise refusal
        self.begin_step()
        top, args = self.phases[-1], action.args
        carry_out = top.verbs[action.verb]
        if len(args) == 1:  # as most have; twice as fast as a call with a starred argument
            carry_out(top, self, seat, args[0])
        else:
            carry_out(top, self, seat, *args)
        self.settle()
        if not self.sealed and self.asked and self.asked[0].seat != seat:
            self.sealed = self._others_answer(seat)
        return self.events

    def _others_answer(self, seat: int) -> bool:
        """Return whether other seats are now asked, and only to respond to this seat's action."""
        top = self.phases[-1]
        return not top.simultaneous and top.binds(self) and self.question(seat) is None

    def begin_step(self) -> None:
        """Clear events, chance and caches of the previous action."""
        self.events = []
        self.luck = []
        self.sealed = False
        self._legal = {}

    def settle(self) -> None:
        """Let phases proceed until a seat is asked or the game is over."""
        phases = self.phases
        for _ in _STEPS:
            if not phases:
                self.asked = ()
                return
            if asked := phases[-1].ask(self):
                self.asked = asked
                return
        name = type(phases[-1]).__name__
        raise RuntimeError(f"{name} never asks: {_TOO_MANY_STEPS} phases in a row asked no seat")

    def emit(self, event: Event) -> None:
        """Add an event to those of the current action."""
        self.events.append(event)
        if event.reveals:
            self.sealed = True

    def push(self, phase: Phase[Any]) -> None:
        """Put a phase on the stack; the one below continues when it is over."""
        self.phases.append(phase)

    def turn_to(self, phase: Phase[Any]) -> None:
        """Replace the phase on top of the stack by the next one."""
        self.phases[-1] = phase

    def leave(self) -> None:
        """Remove the phase on top of the stack; the one below continues."""
        self.phases.pop()

    def finish(self, outcome: Outcome) -> None:
        """End the game. Hidden information becomes public, so this cannot be undone."""
        self.result = outcome
        self.phases.clear()
        self.sealed = True

    # -- chance ------------------------------------------------------------------------

    def pick(self, weights: Sequence[int]) -> int:
        """Draw a random index with these weights."""
        if not self.game.chance:
            raise TypeError(f"{self.game.name} says that nothing in it is left to chance")
        if self.tape is not None:
            outcome = self.tape.next(weights)
        else:
            sums = list(accumulate(weights))
            if not sums or sums[-1] < 1:
                raise ValueError(
                    f"chance cannot pick from the weights {sums and list(weights)}: one of them at"
                    " least is above 0; ask for it only while there is something left"
                )
            outcome = bisect_right(sums, below(self.seed, self.drawn, sums[-1]))
        self.drawn += 1
        self.luck.append(outcome)
        self.sealed = True
        return outcome

    # -- what a game adds --------------------------------------------------------------

    def view(self, seat: int | str | None) -> Any:
        """Return what a seat (None: a spectator) may know."""
        return self.game.look(self, None if seat is None else self.seat_number(seat))

    def __init_subclass__(cls) -> None:
        if "__repr__" not in vars(cls):  # otherwise a dataclass would list all fields
            cls.__repr__ = State.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        try:
            return f"<{displays.summary(self.game, self.view(None))}>"
        except Exception:  # a debugger shows positions that are not complete, too
            return f"<{type(self).__name__}, not a complete position>"

    def _repr_svg_(self) -> str | None:
        """Return a spectator's board for notebooks; None if the game has no picture."""
        return displays.svg(self.game, self.view(None))

    def _repr_html_(self) -> str | None:
        """Return what a spectator sees as a list, for games without a picture."""
        return displays.html(self.game, self.view(None))

    def drafting(self, seat: int) -> bool:
        """Return whether a seat is in the middle of a choice that nobody else may see yet."""
        return bool(self.phases) and self.phases[-1].drafting(self, seat)

    def midway(self, seat: int) -> bool:
        """Return whether a seat is in the middle of a choice of many parts, secret or not."""
        top = self.phases[-1] if self.phases else None
        return self.drafting(seat) or (top is not None and top.midway(self, seat))

    def check(self) -> None:
        """Raise BadPosition if the position breaks an invariant of the game."""

    def _check_result(self) -> None:
        if (result := self.result) is not None:
            n = len(self.seats)
            seats = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
            if len(result.ranks) != n or len(result.points) != n or not seats:
                raise BadPosition(
                    T("a result has a rank and points for each seat, and at least one winner")
                )
            if list(result.winners) != seats:
                raise BadPosition(T("the winners are those of the first rank"))

    # -- copying, comparing, storing ---------------------------------------------------

    def clone(self) -> Self:
        """Return an independent copy of the position."""
        clone: Self = _cloner(type(self))(self)
        return clone

    def key(self) -> tuple[Any, ...]:
        """Return the whole position as a hashable value."""
        fields = tuple(
            _FROZEN[type(value)](value) if type(value) in _FROZEN else value
            for value in (getattr(self, name) for name in type_hints(type(self)))
        )
        return (
            self.frame.game, self.rules, tuple(self.options.items()), self.frame.data, self.result,
            fields, tuple(phase.key() for phase in self.phases),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.key() == self.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def digest(self) -> str:
        """Return a short fingerprint of the position, the same on every machine."""
        text = json.dumps(self.plain(), sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=12).hexdigest()

    def plain(self) -> dict[str, Plain]:
        """Return the JSON form of the position."""
        seats = self.seats
        return {
            "game": self.game.name,
            "rules": self.rules,
            "options": dict(self.options),
            "data": self.frame.data,
            **{
                name: encode(hint, getattr(self, name), seats)
                for name, hint in fields(type(self), self.rules).items()
            },
            "phases": [
                {"phase": type(phase).__name__, **encode(type(phase), phase, seats)}
                for phase in self.phases
            ],
            "result": encode(Outcome | None, self.result, seats),
        }

    @classmethod
    def from_plain(cls, game: GameRules, plain: Plain, seed: str = "") -> Self:
        """Return the position of a JSON form; BadForm says what is wrong with it."""
        names = fields(cls, _version_of(plain, game))
        common = ("game", "rules", "options", "data", "phases", "result")
        form = fields_of(plain, (*common, *names), "")
        if form["game"] != game.name:
            raise BadForm("game", none_of(form["game"], (game.name,)))
        if type(form["options"]) is not dict:
            raise BadForm("options", T("an object was expected"))
        if form["rules"] is None:
            raise BadForm("rules", T("a whole number was expected, not {found}", found="null"))
        if type(form["data"]) not in (str, type(None)):
            raise BadForm("data", T("a text was expected: the whole data file"))
        try:
            state: Self = game.blank(form["options"], seed, form["rules"], form["data"])
        except BadOption as error:
            raise BadForm("options", error.text()) from error
        for name, hint in names.items():
            setattr(state, name, decode(hint, form[name], state.seats, name))
        state.phases = _decode_phases(game, form["phases"], state.seats)
        state.result = decode(Outcome | None, form["result"], state.seats, "result")
        if bool(state.phases) == (state.result is not None):
            raise BadForm("phases", T("a game has either phases or a result"))
        before = state.key()
        try:
            state.check()
            for phase in state.phases:
                phase.check(state)
            state.settle()
            state._check_result()
            for asked in state.asked:
                if not 0 <= asked.seat < len(state.seats) or not state.legal(asked.seat):
                    raise BadPosition(T("the game could not go on from here"))
        except BadPosition as error:
            raise BadForm("position", error.text()) from error
        except (ValueError, ArithmeticError, LookupError, AssertionError, RuntimeError) as error:
            raise BadForm("phases", T("these phases are not possible in this position")) from error
        if state.key() != before:
            raise BadForm(
                "phases", T("not a complete position: no player has anything to decide here")
            )
        return state

    def snapshot(self) -> dict[str, Plain]:
        """Return everything that the game continues from in JSON form: position, seed and draws.

        Unlike `plain` it reveals the chance still to come, so it never goes to a player.
        """
        seed = self.seed.decode("utf-8", "surrogatepass")
        return {"position": self.plain(), "seed": seed, "drawn": self.drawn}

    @classmethod
    def from_snapshot(cls, game: GameRules, snapshot: Plain) -> Self:
        """Return the state of a snapshot; the same actions lead to the same positions from it."""
        parts = fields_of(snapshot, ("position", "seed", "drawn"), "")
        seed = decode(str, parts["seed"], at="seed")
        state = cls.from_plain(game, parts["position"], seed)
        state.drawn = decode(int, parts["drawn"], at="drawn")
        return state


def _version_of(plain: Plain, game: GameRules) -> int:
    """Return the rules version of a JSON form; the current one if it names none."""
    rules = plain.get("rules") if type(plain) is dict else None
    return rules if type(rules) is int and 1 <= rules <= game.rules else game.rules


def _decode_phases(game: GameRules, plain: Plain, seats: tuple[str, ...]) -> list[Phase[Any]]:
    kinds = {kind.__name__: kind for kind in game.phases}
    if type(plain) is not list:
        raise BadForm("phases", T("a list was expected"))
    phases: list[Phase[Any]] = []
    for i, part in enumerate(plain):
        at = f"phases[{i}]"
        name = part.get("phase") if type(part) is dict else None
        if type(name) is not str or name not in kinds:
            raise BadForm(f"{at}.phase", none_of(name, tuple(kinds)))
        phase_fields = {key: value for key, value in part.items() if key != "phase"}
        phases.append(decode(kinds[name], phase_fields, seats, at))
    return phases


@memoise
def _cloner(cls: Any) -> Callable[[Any], Any]:
    lists = [name for name, hint in type_hints(cls).items() if _changes(hint)]
    shared = [name for name in type_hints(cls) if name not in lists]
    copied_names = [
        "game",
        "frame",
        "options",
        "data",
        "rules",
        "seats",
        "result",
        "asked",
        "seed",
        "drawn",
    ]
    extra = [
        "clone.phases = [copier_of(type(phase))(phase) for phase in self.phases]",
        # both may fill the same cache: it is dropped, not changed, by the next action
        "clone._legal = self._legal",
        "clone.events = []",
        "clone.luck = []",
        "clone.sealed = False",
        "clone.tape = None",
    ]
    return copier(cls, [*copied_names, *shared], lists, extra, copier_of=copier_of)


def _changes(hint: Any) -> bool:
    """Return whether values of this type change in place, so that a copy needs its own."""
    inner = get_args(hint)[0] if hasattr(hint, "__metadata__") else hint
    return (get_origin(inner) or inner) in _FROZEN

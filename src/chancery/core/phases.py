"""Phases: one paragraph of a rulebook each, on an explicit stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from chancery.core.actions import Action
from chancery.core.axes import Seat
from chancery.core.copying import copier
from chancery.core.memo import once
from chancery.core.plain import hints
from chancery.core.refusals import Refusal
from chancery.core.words import Text

S = TypeVar("S")


class Question(NamedTuple):
    """What a seat is asked to decide."""

    seat: Seat
    name: str


@once
def question(seat: int, name: str) -> tuple[Question, ...]:
    """One seat, one question: what most phases ask. Kept, because it is asked so often."""
    return (Question(seat, name),)


class Phase(Generic[S]):
    """What is going on: a small dataclass whose fields are its whole memory.

    Fields hold immutable values only, so that copying a phase copies the references. The
    actions a player may take are methods:

    - `do_VERB(state, seat, *args)` carries the action out; it is only called when legal;
    - `no_VERB(state, seat, *args)` says why the action is not legal, without looking at
      anything that the seat may not know; a verb that is legal whenever the phase asks is
      named in `always` instead.
    """

    __slots__ = ()
    title: ClassVar[Text]
    rule: ClassVar[str]  # the paragraph that a refusal names when there is no nearer one
    simultaneous: ClassVar[bool] = False  # several seats decide at once, each for itself
    hidden: ClassVar[bool] = False  # a half-made choice of which nobody else knows even that it is
    always: ClassVar[tuple[str, ...]] = ()  # verbs that nothing speaks against when it asks

    verbs: ClassVar[dict[str, Callable[..., None]]] = {}
    refusals: ClassVar[dict[str, Callable[..., Refusal | None]]] = {}

    def __init_subclass__(cls) -> None:
        cls.verbs = _methods(cls, "do_")
        cls.refusals = _methods(cls, "no_")

    def ask(self, state: S) -> tuple[Question, ...]:
        """Go on as far as nobody has to decide, then say who is asked what.

        Nothing asked means that the stack has changed: the kernel turns to its new top.
        Asking a position at rest again changes nothing and asks the same.
        """
        raise NotImplementedError

    def legal(self, state: S, seat: int) -> Sequence[Action]:
        """Every action that the seat, which is asked, may take."""
        raise NotImplementedError

    def binds(self, state: S) -> bool:
        """Whether an action that leads another seat to be asked here is final by that.

        So it is where somebody is asked to answer to what was done: he may not be made to
        think about what is then taken back. Who is asked must be public, for it shows.
        """
        return False

    def drafting(self, state: S, seat: int) -> bool:
        """Whether the seat has begun a choice of many parts here that nobody else may see yet."""
        return False

    def midway(self, state: S, seat: int) -> bool:
        """Whether the seat is in the midst of a choice of many parts, seen by others or not."""
        return self.drafting(state, seat)

    def known_to(self, state: S, seat: int | None) -> Phase[S] | None:
        """The phase as a seat (None: a spectator) knows it; None if it knows nothing of it."""
        if self.hidden and (seat is None or not self.drafting(state, seat)):
            return None
        return self.copy()

    def check(self, state: S) -> None:
        """Raise BadPosition if this phase cannot stand in such a position."""

    def copy(self) -> Phase[S]:
        """The same phase, to go on independently."""
        return _copier(type(self))(self)

    def key(self) -> tuple[Any, ...]:
        """Everything the phase remembers, as a hashable value."""
        return (type(self).__name__, *(getattr(self, name) for name in hints(type(self))))


def _methods(cls: type, prefix: str) -> dict[str, Callable[..., Any]]:
    """Those of all bases, as Python finds them; one that is None in a subclass is taken away."""
    names = [name for base in reversed(cls.__mro__) for name in vars(base)]
    found = {name: getattr(cls, name) for name in names if name.startswith(prefix)}
    return {name.removeprefix(prefix): method for name, method in found.items() if method}


@once
def _copier(cls: Any) -> Callable[[Phase[Any]], Phase[Any]]:
    return copier(cls, tuple(hints(cls)), ())

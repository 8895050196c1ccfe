"""Phases of a game: each carries out a paragraph of the rulebook, on an explicit stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from chancery.core.actions import Action
from chancery.core.axes import Seat
from chancery.core.copying import copier
from chancery.core.memo import memoise
from chancery.core.refusals import Refusal
from chancery.core.serialisation import type_hints
from chancery.core.words import Text

S = TypeVar("S")


class Question(NamedTuple):
    """A decision that a seat is asked for."""

    seat: Seat
    name: str


@memoise
def question(seat: int, name: str) -> tuple[Question, ...]:
    """Return one question for one seat, cached because most phases ask it often."""
    return (Question(seat, name),)


class Phase(Generic[S]):
    """A phase of the game: a small dataclass whose fields are its entire state.

    Fields hold immutable values only, so a copy shares them. A subclass has these methods for the
    actions of players:

    - `do_VERB(state, seat, *args)` carries out a legal action;
    - `no_VERB(state, seat, *args)` returns the refusal of an illegal one, using only what the seat
      may know; verbs that are legal whenever the phase asks are listed in `always` instead.
    """

    __slots__ = ()
    title: ClassVar[Text]
    rule: ClassVar[str]  # the paragraph that refusals cite by default
    simultaneous: ClassVar[bool] = False  # several seats decide at the same time
    hidden: ClassVar[bool] = False  # others do not even know that a seat is choosing
    always: ClassVar[tuple[str, ...]] = ()  # verbs that are legal whenever the phase asks

    verbs: ClassVar[dict[str, Callable[..., None]]] = {}
    refusals: ClassVar[dict[str, Callable[..., Refusal | None]]] = {}

    def __init_subclass__(cls) -> None:
        cls.verbs = _methods(cls, "do_")
        cls.refusals = _methods(cls, "no_")

    def ask(self, state: S) -> tuple[Question, ...]:
        """Proceed as far as possible without a decision, then return the questions.

        An empty result means that the stack has changed: the kernel asks the phase on top of it. It
        must be idempotent: asked again without an action, it changes nothing and returns the same.
        """
        raise NotImplementedError

    def legal(self, state: S, seat: int) -> Sequence[Action]:
        """Return all legal actions of a seat that is asked."""
        raise NotImplementedError

    def binds(self, state: S) -> bool:
        """Return whether an action becomes final because another seat is asked here.

        True where the other seat has to respond to the action: it should not think about something
        that is then taken back. Who is asked must be public, because it shows.
        """
        return False

    def drafting(self, state: S, seat: int) -> bool:
        """Return whether the seat is in the middle of a choice that nobody else may see yet."""
        return False

    def midway(self, state: S, seat: int) -> bool:
        """Return whether the seat is in the middle of a choice of many parts, secret or not."""
        return self.drafting(state, seat)

    def known_to(self, state: S, seat: int | None) -> Phase[S] | None:
        """Return what a seat (None: a spectator) may know of the phase; None for nothing."""
        if self.hidden and (seat is None or not self.drafting(state, seat)):
            return None
        return self.copy()

    def check(self, state: S) -> None:
        """Raise BadPosition if this phase is impossible in the position."""

    def copy(self) -> Phase[S]:
        """Return an independent copy of the phase."""
        return copier_of(type(self))(self)

    def key(self) -> tuple[Any, ...]:
        """Return the type and fields of the phase as a hashable value."""
        return (type(self).__name__, *(getattr(self, name) for name in type_hints(type(self))))


def _methods(cls: type, prefix: str) -> dict[str, Callable[..., Any]]:
    """Collect methods by their names without the prefix.

    A subclass removes one by setting it to None.
    """
    names = [name for base in reversed(cls.__mro__) for name in vars(base)]
    methods = {name: getattr(cls, name) for name in names if name.startswith(prefix)}
    return {name.removeprefix(prefix): method for name, method in methods.items() if method}


@memoise
def copier_of(cls: Any) -> Callable[[Phase[Any]], Phase[Any]]:
    """Return the function that copies phases of a class."""
    return copier(cls, tuple(type_hints(cls)))

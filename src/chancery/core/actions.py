"""Actions of a game: a verb with its arguments, and one line of text for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chancery.core.did_you_mean import Nearest
from chancery.core.refusals import UnknownAction


class Action(NamedTuple):
    """One small decision: `add grain`, `attack black`, `pass`.

    The arguments are numbers along the axes that the verb was declared with. Actions are
    made once, by a `Notation`, and are equal by value.
    """

    verb: str
    args: tuple[int, ...]
    text: str

    def __str__(self) -> str:
        return self.text


class Notation:
    """The finite set of actions of a game, and their text.

    >>> notation = Notation()
    >>> stop = notation.word("pass")
    >>> add = notation.family("add", ("grain", "workers"))
    >>> str(add[1]), notation.parse("  Add   workers") is add[1]
    ('add workers', True)
    """

    def __init__(self) -> None:
        self._by_text: dict[str, Action] = {}
        self._nearest: Nearest | None = None  # built when it is first needed

    def word(self, verb: str) -> Action:
        """Declare an action without arguments and return it."""
        return self._make(verb, ())

    def family(self, verb: str, names: Sequence[str]) -> tuple[Action, ...]:
        """Declare an action for each name; the position of the name is its argument."""
        return tuple(self._make(verb, ((i, name),)) for i, name in enumerate(names))

    def pairs(
        self, verb: str, first: Sequence[str], second: Sequence[str]
    ) -> tuple[tuple[Action, ...], ...]:
        """Declare an action for each pair of names."""
        return tuple(
            tuple(self._make(verb, ((i, a), (j, b))) for j, b in enumerate(second))
            for i, a in enumerate(first)
        )

    def _make(self, verb: str, objects: tuple[tuple[int, str], ...]) -> Action:
        text = " ".join((verb, *(name for _, name in objects)))
        assert text not in self._by_text, f"declared twice: {text}"
        action = Action(verb, tuple(i for i, _ in objects), text)
        self._by_text[text] = action
        return action

    def parse(self, text: str) -> Action:
        """Return the action that a line of text names; UnknownAction suggests the nearest one."""
        wanted = " ".join(text.split()).lower()
        action = self._by_text.get(wanted)
        if action is None:
            raise UnknownAction(wanted[:80], self._near(wanted[:80]))
        return action

    def _near(self, wanted: str) -> str | None:
        if self._nearest is None:
            self._nearest = Nearest(self._by_text)
        return self._nearest.find(wanted)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._by_text.values())

    def __len__(self) -> int:
        return len(self._by_text)

    @property
    def verbs(self) -> tuple[str, ...]:
        """All verbs, each once, in the order of their declaration."""
        return tuple(dict.fromkeys(action.verb for action in self))

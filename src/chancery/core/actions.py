"""Actions of a game: a verb with its arguments, and one line of text for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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

    def __repr__(self) -> str:
        return f"<Action {self.text}>"


class Notation:
    """The finite set of actions of a game, their text and their numbers.

    >>> notation = Notation()
    >>> stop = notation.word("pass")
    >>> add = notation.family("add", ("grain", "workers"))
    >>> str(add[1]), notation.parse("  Add   workers") is add[1]
    ('add workers', True)

    Actions are numbered in the order of their declaration, for programs that learn. A number keeps
    its meaning in all later versions: new actions are declared after all others, and old ones stay.

    >>> notation.index(add[1]), notation[2] is add[1], list(notation.mask([stop, add[1]]))
    (2, True, [1, 0, 1])
    """

    def __init__(self) -> None:
        self._actions: list[Action] = []
        self._numbers: dict[str, int] = {}  # by text, whose hash is remembered
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
        assert text not in self._numbers, f"declared twice: {text}"
        action = Action(verb, tuple(i for i, _ in objects), text)
        self._numbers[text] = len(self._actions)
        self._actions.append(action)
        return action

    def index(self, action: Action) -> int:
        """Return the number of an action; KeyError if it is not one of this game."""
        return self._numbers[action.text]

    def __getitem__(self, number: int) -> Action:
        return self._actions[number]

    def mask(self, legal: Iterable[Action]) -> bytearray:
        """Return a byte for each action of the game: 1 if it is one of these, else 0."""
        numbers, mask = self._numbers, bytearray(len(self._actions))
        for action in legal:
            mask[numbers[action.text]] = 1
        return mask

    def parse(self, text: str) -> Action:
        """Return the action that a line of text names; UnknownAction suggests the nearest one."""
        line = " ".join(text.split()).lower()
        number = self._numbers.get(line)
        if number is None:
            raise UnknownAction(line[:80], self._near(line[:80]))
        return self._actions[number]

    def _near(self, line: str) -> str | None:
        if self._nearest is None:
            self._nearest = Nearest(self._numbers)
        return self._nearest.find(line)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    @property
    def verbs(self) -> tuple[str, ...]:
        """All verbs, each once, in the order of their declaration."""
        return tuple(dict.fromkeys(action.verb for action in self))

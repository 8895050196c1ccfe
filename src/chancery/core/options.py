"""Options: what is chosen for a table before the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chancery.core.user_errors import BadOption
from chancery.core.words import T, Text

Value = str | int | bool
Options = dict[str, Value]  # not modified after `complete_options`


@dataclass(frozen=True, slots=True)
class Option:
    """One option, with its values and its default.

    `added` marks an option that the game gained later: its default is left out of settled options,
    so tables and records from before stay as they are.
    """

    name: str
    title: Text
    values: Mapping[Value, Text] = field(hash=False)
    default: Value
    added: bool = False

    def read(self, text: str) -> Value:
        """Return the value named by a text from a command line or a form."""
        for value in self.values:
            if spell(value) == text.strip().lower():
                return value
        raise self.unknown(text)

    def unknown(self, value: object) -> BadOption:
        """Return the error for a value that the option does not have."""
        known = ", ".join(spell(v) for v in self.values)
        return BadOption(
            T(
                "{value} is not a value of {name}; choose from {known}.",
                value=_shown(value),
                name=self.name,
                known=known,
            )
        )


def _shown(value: object) -> str:
    """Shorten a wrong value for a message; values from files may be nested at any depth."""
    try:
        return str(value)[:40]
    except (RecursionError, ValueError):  # too deep, or a number too long to write
        return "..."


def spell(value: Value) -> str:
    """Return a value as users type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def complete_options(options: Sequence[Option], chosen: Mapping[str, object]) -> Options:
    """Return the chosen or default value of every option; BadOption for unknown ones.

    An `added` option is left out if it has its default.
    """
    by_name = {option.name: option for option in options}
    for name in chosen:
        if name not in by_name:
            raise BadOption(
                T(
                    "There is no option {name}; the options are {known}.",
                    name=str(name)[:40],
                    known=", ".join(by_name),
                )
            )
    settled: dict[str, Value] = {}
    for name, option in by_name.items():
        value = chosen.get(name, option.default)
        matches = [v for v in option.values if type(v) is type(value) and v == value]
        if not matches:
            raise option.unknown(value)
        if not (option.added and matches[0] == option.default):
            settled[name] = matches[0]
    return settled

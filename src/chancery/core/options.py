"""Options: what a table decides before the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chancery.core.faults import BadOption
from chancery.core.words import T, Text

Value = str | int | bool
Options = dict[str, Value]  # never changed once settled


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to decide, its values, and the one taken when nobody says anything.

    `added`: games were played before there was this option. Its default is left out of the settled
    options, so that the tables and records of those games stay as they are.
    """

    name: str
    title: Text
    values: Mapping[Value, Text] = field(hash=False)
    default: Value
    added: bool = False

    def read(self, text: str) -> Value:
        """The value that a text (from a command line or a form) names."""
        for value in self.values:
            if spell(value) == text.strip().lower():
                return value
        raise self.unknown(text)

    def unknown(self, value: object) -> BadOption:
        """The error for a value that the option does not take."""
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
    """A wrong value as it may stand in a message; one from a file may be of any depth."""
    try:
        return str(value)[:40]
    except (RecursionError, ValueError):  # too deep, or a number too long to write
        return "..."


def spell(value: Value) -> str:
    """A value as people type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def settle(options: Sequence[Option], chosen: Mapping[str, object]) -> Options:
    """Every option with its value: the chosen one or the default; BadOption if one is wrong.

    An option that was added later is left out where it has its default.
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

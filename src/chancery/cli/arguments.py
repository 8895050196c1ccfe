"""The parser of the command line: argparse, with its own words in the reader's language."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from chancery.cli import streams
from chancery.core.words import LANGUAGES, N_, T, Template, Text, Word, as_is
from chancery.core.words import say as text

Say = Callable[[Text], str]

# What argparse finds wrong: its English, as all supported versions of Python write it, and ours.
_PROBLEMS: tuple[tuple[str, Template], ...] = (
    (r"invalid choice: '(?P<value>.*?)'.* \(choose from (?P<choices>.*)\)",
     N_("there is no “{value}”; choose from {choices}")),
    (r"the following arguments are required: (?P<names>.*)", N_("missing: {names}")),
    (r"unrecognized arguments: (?P<names>.*)", N_("unknown arguments: {names}")),
    (r"expected one argument", N_("a value is missing")),
    (r"expected at least one argument", N_("at least one value is missing")),
    (r"ambiguous option: (?P<option>.*) could match (?P<options>.*)",
     N_("“{option}” may mean {options}")),
    (r"not allowed with argument (?P<name>.*)", N_("not allowed together with {name}")),
    (r"ignored explicit argument '(?P<value>.*)'", N_("this takes no value, but got “{value}”")),
)  # fmt: skip
_ARGUMENT = re.compile(r"argument (?P<name>[^:]+): (?P<problem>.*)", re.DOTALL)


def problem_text(message: str) -> Text:
    """Return what argparse has found wrong as a text for all languages.

    What it does not know, such as the message of a function that converts a value, stays as it is.
    """
    if match := _ARGUMENT.fullmatch(message):
        return T("{name}: {problem}", name=match["name"], problem=problem_text(match["problem"]))
    for pattern, template in _PROBLEMS:
        if match := re.fullmatch(pattern, message, re.DOTALL):
            places: dict[str, Word] = {k: v.replace("'", "") for k, v in match.groupdict().items()}
            return text(template, **places)
    return as_is(message)


class Parser(argparse.ArgumentParser):
    """A parser of arguments whose headings, help and errors are in the reader's language."""

    def __init__(
        self, say: Say, fill: Callable[[Parser], None] | None = None, **settings: Any
    ) -> None:
        """`fill` adds the arguments of a verb, as soon as it is used: most verbs never are."""
        super().__init__(formatter_class=partial(_Formatter, say), add_help=False, **settings)
        self._say, self._fill = say, fill
        self._positionals.title = say(T("arguments"))
        self._optionals.title = say(T("options"))
        if fill is None:
            self._add_common()

    def _add_common(self) -> None:
        say = self._say
        self.add_argument(
            "-h", "--help", action="help", default=argparse.SUPPRESS,
            help=say(T("show this help and exit")),
        )  # fmt: skip
        self.add_argument(
            "--language", choices=sorted(LANGUAGES), help=say(T("the language to speak"))
        )

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse what argparse has found behind the name of this verb, or the whole line."""
        if self._fill is not None:
            fill, self._fill = self._fill, None
            self._add_common()
            fill(self)
        return super().parse_known_args(args, namespace)

    def print_help(self, file: Any = None) -> None:
        """Print to where everything is printed: argparse would not notice that it cannot be."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong with the command line, and exit with 2."""
        self.print_usage(sys.stderr)
        problem = self._say(problem_text(message))
        self.exit(2, f"{self.prog}: {streams.harmless(problem)}\n")


class _Formatter(argparse.HelpFormatter):
    def __init__(self, say: Say, prog: str, **settings: Any) -> None:
        super().__init__(prog, **settings)
        self._usage = say(T("usage: "))

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, self._usage if prefix is None else prefix)

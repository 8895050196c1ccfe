"""Checks that run when a game is loaded: everything that it must declare is there.

The author of a game learns at once, in a sentence each, what is missing, and not in the middle of
a game.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

from chancery.core.discovery import kinds_of
from chancery.core.drafts import Draft
from chancery.core.events import Event
from chancery.core.game import Game
from chancery.core.phases import Phase

_NEEDED = ("name", "title", "notation", "state")


class BadGame(TypeError):
    """A game whose declarations are incomplete."""

    def __init__(self, name: str, problems: list[str]) -> None:
        super().__init__(f"the game {name} cannot be played: " + "; ".join(problems))
        self.problems = problems


def check_declared(game: Game[Any, Any]) -> None:
    """Raise BadGame if a declaration is missing."""
    problems = [f"it has no `{name}`" for name in _NEEDED if not hasattr(game, name)]
    if not problems:
        problems = [*_verbs(game), *_phases(game), *_events(game)]
    if problems:
        raise BadGame(str(getattr(game, "name", type(game).__name__)), problems)


def _verbs(game: Game[Any, Any]) -> Iterator[str]:
    """Check that each verb has a `do_` method, and a `no_` method where it may be illegal."""
    handled = {verb for phase in game.phases for verb in phase.verbs}
    for verb in game.notation.verbs:
        if verb not in handled:
            yield f"no phase has a `do_{verb}`, though the notation has the verb"
    for phase in game.phases:
        name = phase.__name__
        for verb in {*phase.verbs, *phase.refusals, *phase.always} - {*game.notation.verbs}:
            yield f"{name} speaks of `{verb}`, which is no verb of the notation"
        for verb in phase.verbs:
            if verb not in phase.refusals and verb not in phase.always:
                yield f"{name} has `do_{verb}` but no `no_{verb}`, and `always` does not name it"
        for verb in phase.always:
            if verb not in phase.verbs:
                yield f"{name} may `{verb}` always, but has no `do_{verb}`"


def _phases(game: Game[Any, Any]) -> Iterator[str]:
    """Check that each phase has a title, a paragraph and questions, and is listed by the game."""
    for phase in game.phases:
        for name in ("title", "rule"):
            if not hasattr(phase, name):
                yield f"{phase.__name__} has no `{name}`"
        for name in ("ask", *(("legal",) if phase.verbs else ())):
            if getattr(phase, name) is getattr(Phase, name):
                yield f"{phase.__name__} has no `{name}`"
        if issubclass(phase, Draft) and phase.drafter is Draft.drafter:
            yield f"{phase.__name__} has no `drafter`: nobody would know whose choice it is"
    yield from _nameless(game, Phase, "title")
    yield from _missing(game, "phases", Phase, "title")


def _events(game: Game[Any, Any]) -> Iterator[str]:
    """Check that each event has a sentence and a hash, and is listed by the game."""
    for event in game.events:
        if not hasattr(event, "sentence"):
            yield f"{event.__name__} has no `sentence`"
        if event.__hash__ is None:
            yield f"{event.__name__} has no hash: write `@dataclass(slots=True, unsafe_hash=True)`"
    yield from _nameless(game, Event, "sentence")
    yield from _missing(game, "events", Event, "sentence")


def _nameless(game: Game[Any, Any], base: type[Any], whole: str) -> Iterator[str]:
    """Check that classes without subclasses are complete."""
    kinds = kinds_of(game, base)
    bases = {_called(above) for kind in kinds for above in kind.__mro__[1:]}
    for kind in kinds:
        if not hasattr(kind, whole) and _called(kind) not in bases:
            yield f"{kind.__name__} has no `{whole}`"


def _missing(game: Game[Any, Any], name: str, base: type[Any], whole: str) -> Iterator[str]:
    """Check that the game's own list contains every complete class of its modules."""
    declared = {_called(kind) for kind in getattr(game, name)}
    for kind in kinds_of(game, base):
        if hasattr(kind, whole) and _called(kind) not in declared:
            yield f"`{name}` lacks {kind.__name__}"


def _called(kind: type[Any]) -> tuple[str, str]:
    """Return a class's qualified name, which a dataclass with slots shares with its original."""
    return kind.__module__, kind.__qualname__


def explain(error: BaseException, folder: str) -> str:
    """Return an error in one sentence, with the file and line of the game that raised it."""
    if isinstance(error, AssertionError) and str(error):
        return str(error)
    described = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    location = None
    trace: types.TracebackType | None = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename.startswith(folder):
            location = f"{code.co_filename}, line {trace.tb_lineno}, in {code.co_name}"
        trace = trace.tb_next
    return f"{described} ({location})" if location else described

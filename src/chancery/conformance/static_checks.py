"""Static checks: mistakes in a game that can be found without playing it.

core/game_checks.py finds what prevents a game from being loaded; this module finds what would fail
later inside the kernel, and reports it in terms of the game's own code.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_origin

from chancery.core import BadForm, BadOption, Event, Game, Grid, Refusal, State, Text
from chancery.core.discovery import kinds_of
from chancery.core.game_checks import BadGame, check_declared
from chancery.core.rulebook import citation_problem
from chancery.core.serialisation import check_serialisable, type_hints
from chancery.core.words import Template

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_MUTABLE = (list, dict, set, bytearray)
_CONTAINERS = (tuple, list, dict)


def check_statically(game: Game[Any, Any]) -> None:
    """Raise BadGame with all problems, a sentence each."""
    check_declared(game)
    problems = [*_names(game), *_options(game), *_state(game), *_phases(game), *_events(game)]
    problems += [*_refusals(game), *_notation(game), *_finals(game), *_bots(game)]
    problems += _citations(game)
    if problems:
        raise BadGame(str(game.name), problems)


def _names(game: Game[Any, Any]) -> Iterator[str]:
    if type(game.name) is not str or not _NAME.match(game.name):
        yield (
            f"`name` is {game.name!r}; it stands in addresses: small letters, digits and _,"
            " beginning with a letter"
        )
    yield from _sentences("`title`", game.title)
    if type(game.rules) is not int or game.rules < 1:
        yield f"`rules` is {game.rules!r}, not a version from 1 on"


def _sentences(part: str, value: Any) -> Iterator[str]:
    if not isinstance(value, Text):
        yield f'{part} is {value!r}, not a sentence for all languages: T("...")'


def _options(game: Game[Any, Any]) -> Iterator[str]:
    whole = True
    for option in game.options:
        yield from _sentences(f"the title of the option {option.name}", option.title)
        if not isinstance(option.values, dict) or not option.values:
            yield f"the option {option.name} has no values: a dict with a title for each"
            whole = False
            continue
        for value, title in option.values.items():
            yield from _sentences(f"the title of {option.name}={value}", title)
        kept = [v for v in option.values if type(v) is type(option.default) and v == option.default]
        if not kept:
            described = f"{option.name}, {option.default!r}"
            yield f"the default of the option {described}, is not one of its values"
            whole = False
    if not whole:
        return
    try:
        settled = [game.complete_options({}), *game.modes()]
    except BadOption as fault:
        yield f"the defaults of the options do not go together: {fault}"
        return
    for options in settled:
        seats = game.seats(options)
        if type(seats) is not tuple or not seats:
            yield f"`seats` gives {seats!r} for {options}; a tuple of names was expected"
            return
        if len(set(seats)) < len(seats) or not all(type(s) is str and s for s in seats):
            yield f"`seats` gives {seats!r} for {options}; each seat has a name of its own"
            return


def _fields(kind: type) -> tuple[dict[str, Any], list[str]]:
    """Return the annotated fields of a class, and the problems with them."""
    if not dataclasses.is_dataclass(kind):
        return {}, [f"{kind.__name__} is no dataclass: write @dataclass(slots=True) above it"]
    own = {
        name for name, hint in inspect.get_annotations(kind).items() if "ClassVar" not in str(hint)
    }
    forgotten = own - {field.name for field in dataclasses.fields(kind)}
    if forgotten:
        names = ", ".join(sorted(forgotten))
        return {}, [f"{kind.__name__} is no dataclass of its own, so it has no field {names}"]
    try:
        hints = type_hints(kind)
    except NameError as error:
        problem = f"an annotation of {kind.__name__} is unknown where it stands: {error}"
        return {}, [problem]
    problems = []
    for name, hint in hints.items():
        try:
            check_serialisable(hint)
        except TypeError as error:
            problems.append(f"{kind.__name__}.{name}: {error}")
    return hints, problems


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _parts(hint: Any) -> Iterator[Any]:
    """Yield an annotation and all its parts, without axes."""
    bare = _bare(hint)
    yield bare
    for part in get_args(bare):
        if part is not Ellipsis:
            yield from _parts(part)


def _changes(hint: Any) -> bool:
    return (get_origin(hint) or hint) in _MUTABLE


def _state(game: Game[Any, Any]) -> Iterator[str]:
    kind = game.state
    if not (isinstance(kind, type) and issubclass(kind, State)):
        yield f"`state` is {kind!r}, not a subclass of State"
        return
    hints, problems = _fields(kind)
    yield from problems
    if kind.__hash__ is None:
        yield (
            f"{kind.__name__} cannot be compared: write"
            " @dataclass(slots=True, init=False, eq=False) above it"
        )
    for name, hint in hints.items():
        outer, *inner = _parts(hint)
        shared = _changes(outer) and (get_origin(outer) or outer) is not list
        if shared or any(map(_changes, inner)):
            yield (
                f"{kind.__name__}.{name} would be shared between copies: lists are flat and hold"
                " whole numbers, everything else is a tuple"
            )


def _phases(game: Game[Any, Any]) -> Iterator[str]:
    taken: dict[str, set[int]] = defaultdict(set)
    for action in game.notation:
        taken[action.verb].add(len(action.args))
    for phase in game.phases:
        name = phase.__name__
        yield from _sentences(f"{name}.title", phase.title)
        if type(phase.rule) is not str:
            yield f"{name}.rule is {phase.rule!r}, not the name of an item of the rules"
        hints, problems = _fields(phase)
        yield from problems
        for field, hint in hints.items():
            if any(map(_changes, _parts(hint))):
                yield f"{name}.{field} can change: what a phase remembers is immutable (a tuple)"
        for prefix, methods in (("do", phase.verbs), ("no", phase.refusals)):
            for verb, method in methods.items():
                for objects in sorted(taken[verb]):
                    if not _takes(method, 3 + objects):  # phase, state and seat
                        yield (
                            f"{name}.{prefix}_{verb} must take the position, the seat and"
                            f" {objects} more, as many as `{verb}` has objects"
                        )
        if not _takes(phase.ask, 2):
            yield f"{name}.ask must take the position"
        if not _takes(phase.legal, 3):
            yield f"{name}.legal must take the position and the seat"


def _takes(method: Any, arguments: int) -> bool:
    try:
        inspect.signature(method).bind(*range(arguments))
    except TypeError:
        return False
    return True


def _events(game: Game[Any, Any]) -> Iterator[str]:
    for event in game.events:
        name = event.__name__
        hints, problems = _fields(event)
        yield from problems
        own = event.text is not Event.text  # it fills its places in a way of its own
        known = None if own or problems else hints
        yield from _template(event, f"{name}.sentence", event.sentence, known)
        for variant in event.variants:
            yield from _template(event, f"a variant of {name}", variant.sentence, known)
            for field in variant.values.keys() - hints.keys() if not problems else ():
                yield f"a variant of {name} depends on {field}, and {name} has no such field"
        for field, hint in hints.items():
            if any(map(_changes, _parts(hint))):
                yield f"{name}.{field} can change: what has happened is immutable (a tuple)"


def _template(
    event: type[Event], part: str, value: Any, hints: dict[str, Any] | None
) -> Iterator[str]:
    """Check that the places of a sentence are fields of its event, or declared by it."""
    name = event.__name__
    if not isinstance(value, Template):
        yield f'{part} is {value!r}, not a sentence for all languages: N_("...")'
        return
    if hints is None:
        return
    shown = set(value.places) - event.places.keys()
    for place in sorted(shown - hints.keys()):
        if place == "n" and value.many is not None:
            yield f"{part} has a plural, and {name} has no field n to choose it by"
        else:
            yield f"{part} has a place {{{place}}}, and {name} has no such field"
    for place in sorted(shown & hints.keys()):
        bare = _bare(hints[place])
        inner = get_args(bare)
        listed = get_origin(bare) is tuple and get_origin(inner[0]) is Annotated
        if bare is hints[place] and not listed and (get_origin(bare) or bare) in _CONTAINERS:
            yield (
                f"{part} tells of {{{place}}}, and a {(get_origin(bare) or bare).__name__}"
                " has no words: annotate the field with an axis (`Grid` of its Names), or tell"
                " of a number or a name"
            )
        for extra in getattr(hints[place], "__metadata__", ()):
            if isinstance(extra, Grid) and extra.axes[-1].counted is None:
                yield (
                    f"{part} tells of {{{place}}}, and its axis does not say how things"
                    " are counted (`counted` of its Names)"
                )


def _refusals(game: Game[Any, Any]) -> Iterator[str]:
    for refusal in kinds_of(game, Refusal):
        sentence = getattr(refusal, "sentence", None)
        if sentence is not None and not isinstance(sentence, Template):
            yield f'{refusal.__name__}.sentence is {sentence!r}, not a sentence: N_("...")'
        elif sentence is None and not refusal.__subclasses__():
            yield f"{refusal.__name__} has no `sentence`"


def _citations(game: Game[Any, Any]) -> Iterator[str]:
    """Check that phases, refusals and help cite existing items of the rulebook."""
    kinds: list[Any] = [*game.phases, *kinds_of(game, Refusal)]
    named = [(f"{kind.__name__}.rule", kind.rule) for kind in kinds if isinstance(kind.rule, str)]
    named += [
        (f"a paragraph of `help` ({chapter.title})", item)
        for chapter in game.face.help()
        for paragraph in chapter.paragraphs
        for item in paragraph.items
    ]
    try:
        for where, item in named:
            if problem := citation_problem(game, item):
                yield f"{where} is {problem}"
    except BadForm as fault:
        yield str(fault)


def _notation(game: Game[Any, Any]) -> Iterator[str]:
    for action in game.notation:
        if action.text != " ".join(action.text.split()).lower():
            yield (
                f"nobody could type the action {action.text!r}: small letters, and one space"
                " between words"
            )


def _finals(game: Game[Any, Any]) -> Iterator[str]:
    for verb in sorted(game.face.finals - {*game.notation.verbs}):
        yield f"`finals` of the face names `{verb}`, which is no verb of the notation"


def _bots(game: Game[Any, Any]) -> Iterator[str]:
    for name, kind in game.bots.items():
        if not isinstance(kind, type) or not hasattr(kind, "plan"):
            yield f"the bot {name} is {kind!r}, not a class with a `plan`"

"""Damaged positions in JSON form, as typing errors, bugs and attackers produce them.

Some are malformed (a text for a number), some look right and are impossible (a phase of another
moment, a card too many), and some are valid other positions. `check_hand_made` loads them: each
must be refused with the place of the error, or be possible to play on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from chancery.conformance.positions import (
    check_position,
    check_round_trips,
    check_sample,
    check_words,
)
from chancery.conformance.secrecy import hold, viewers
from chancery.conformance.walks import LONGEST, any_action
from chancery.core import BadForm, Game
from chancery.core.serialisation import Plain

Path = tuple[Any, ...]
STRANGERS: tuple[Plain, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 5, 8, 24, 99, 10**9, 10**30, -(10**30), 1.5, "", "x", [],
    {}, [1], [None], [[]], {"x": 1}, {"phase": []},
)  # fmt: skip


def paths(form: Plain, at: Path = ()) -> Iterator[Path]:
    """Yield the path to every part of a form."""
    parts = form.items() if isinstance(form, dict) else enumerate(form)
    for key, part in parts:
        yield (*at, key)
        if isinstance(part, dict | list):
            yield from paths(part, (*at, key))


def _holder(form: Plain, path: Path) -> Any:
    for key in path[:-1]:
        form = form[key]
    return form


def _part(form: Plain, path: Path) -> Any:
    return _holder(form, path)[path[-1]]


def _all_of(form: Plain, kind: type) -> list[Path]:
    return [path for path in paths(form) if type(_part(form, path)) is kind]


def _stranger(form: Plain, other: Plain, dice: random.Random) -> None:
    """Replace a part by a value of another kind."""
    path = dice.choice(list(paths(form)))
    _holder(form, path)[path[-1]] = dice.choice(STRANGERS)


def _drop(form: Plain, other: Plain, dice: random.Random) -> None:
    """Remove a part, as an incomplete file would."""
    path = dice.choice(list(paths(form)))
    del _holder(form, path)[path[-1]]


def _double(form: Plain, other: Plain, dice: random.Random) -> None:
    """Duplicate a part of a list, or store it under another key too."""
    path = dice.choice(list(paths(form)))
    holder = _holder(form, path)
    if isinstance(holder, list):
        holder.insert(dice.randrange(len(holder) + 1), holder[path[-1]])
    else:
        holder[dice.choice(["strange", *_names(form)])] = holder[path[-1]]


def _miscount(form: Plain, other: Plain, dice: random.Random) -> None:
    """Change a number, so that cards or pieces are too many or too few."""
    path = dice.choice(_all_of(form, int))
    holder = _holder(form, path)
    holder[path[-1]] += dice.choice((-2, -1, -1, 1, 1, 2, 7, 40))


def _move(form: Plain, other: Plain, dice: random.Random) -> None:
    """Move one from a number to another, keeping their sum."""
    numbers = _all_of(form, int)
    giver = dice.choice(numbers)
    siblings = [path for path in numbers if path[0] == giver[0] and path != giver]
    if siblings:
        taker = dice.choice(siblings)
        _holder(form, giver)[giver[-1]] += 1
        _holder(form, taker)[taker[-1]] -= 1


def _rename(form: Plain, other: Plain, dice: random.Random) -> None:
    """Replace a name by another one that occurs in the form."""
    names = _all_of(form, str)
    path = dice.choice(names)
    _holder(form, path)[path[-1]] = _part(form, dice.choice(names))


def _swap(form: Plain, other: Plain, dice: random.Random) -> None:
    """Exchange two parts of an object or list."""
    path = dice.choice(list(paths(form)))
    holder = _holder(form, path)
    keys = list(holder) if isinstance(holder, dict) else range(len(holder))
    key = dice.choice(list(keys))
    holder[key], holder[path[-1]] = holder[path[-1]], holder[key]


def _key(form: Plain, other: Plain, dice: random.Random) -> None:
    """Rename a key to a name from elsewhere in the form."""
    path = dice.choice([path for path in paths(form) if isinstance(path[-1], str)])
    holder = _holder(form, path)
    name = dice.choice(_names(form))
    if name not in holder:
        holder[name] = holder.pop(path[-1])


def _names(form: Plain) -> list[str]:
    keys = {path[-1] for path in paths(form) if isinstance(path[-1], str)}
    return sorted(keys | {_part(form, path) for path in _all_of(form, str)})


def _graft(form: Plain, other: Plain, dice: random.Random) -> None:
    """Replace a field by the same field of another position."""
    field = dice.choice([field for field in form if field in other])
    form[field] = other[field]


def _phases(form: Plain, other: Plain, dice: random.Random) -> None:
    """Combine phases that cannot lie on one another."""
    phases = form.get("phases")
    if not isinstance(phases, list):
        return  # already damaged
    method = dice.randrange(4)
    if method == 0 and other["phases"]:
        phases.insert(dice.randrange(len(phases) + 1), dice.choice(other["phases"]))
    elif method == 1 and other["phases"]:
        form["phases"] = phases[: dice.randrange(len(phases) + 1)] + other["phases"][-1:]
    elif method == 2 and phases:
        phases.pop(dice.randrange(len(phases)))
    else:
        dice.shuffle(phases)


def _phase_field(form: Plain, other: Plain, dice: random.Random) -> None:
    """Change a field of a phase."""
    if not isinstance(form.get("phases"), list):
        return  # already damaged
    inner = [path for path in paths(form["phases"]) if len(path) > 1 and path[-1] != "phase"]
    if inner:
        path = dice.choice(inner)
        same = [p for p in paths(other["phases"]) if p[-1] == path[-1] and len(p) == len(path)]
        values: list[Plain] = [_part(other["phases"], p) for p in same]
        values += [*STRANGERS, *_names(form)[:: 1 + dice.randrange(9)]]
        _holder(form["phases"], path)[path[-1]] = dice.choice(values)


WAYS: Sequence[Callable[[Plain, Plain, random.Random], None]] = (
    _stranger, _drop, _double, _miscount, _miscount, _move, _move, _rename, _swap, _key, _graft,
    _phases, _phase_field, _phase_field,
)  # fmt: skip


def damage(form: Plain, other: Plain, dice: random.Random) -> None:
    """Damage a form in a random way; `other` is the form of another position of the game."""
    for _ in range(dice.choice((1, 1, 1, 2, 2, 3))):
        dice.choice(WAYS)(form, other, dice)


def some_form(game: Game[Any, Any], options: Mapping[str, object] | None, seed: str) -> Plain:
    """Return the JSON form of a random position of a random game."""
    dice = random.Random(seed)
    state = game.start(options, seed)
    for _ in range(int(dice.expovariate(1 / 150))):
        if state.asked:
            seat = dice.choice(state.asked).seat
            state.apply(any_action(dice, state.legal(seat)), seat)
    return json.loads(json.dumps(state.plain()))


def check_damaged(game: Game[Any, Any], form: Plain, seed: str) -> bool:
    """Check that a damaged position is refused with the place of the error, or can be played on.

    One in twenty is played to its end. Returns whether the position was accepted.
    """
    dice = random.Random(seed)
    steps = LONGEST if dice.random() < 0.05 else 60
    try:
        state = game.state.from_plain(game, form, seed)
    except BadForm as fault:
        hold(bool(fault.at or str(fault.problem)), "refused without a reason")
        return False
    check_round_trips(state)
    check_words(game, state, ())
    for viewer in viewers(state):
        check_sample(state, viewer, seed)
    for step in range(steps):
        if not state.asked:
            break
        check_position(state)
        seat = dice.choice(state.asked).seat
        state.apply(any_action(dice, state.legal(seat)), seat)
        if step == 30:
            check_round_trips(state)
            for viewer in viewers(state):
                check_sample(state, viewer, seed)
    state.check()
    return True


def check_hand_made(
    game: Game[Any, Any], modes: Sequence[Mapping[str, object]], seed: str, number: int
) -> int:
    """Damage `number` positions of games with these options; return how many were accepted."""
    dice = random.Random(seed)
    accepted = 0
    forms: list[str] = []
    for attempt in range(number):
        if attempt % 40 == 0:
            options = modes[attempt // 40 % len(modes)]
            forms = [json.dumps(some_form(game, options, f"{seed}:{attempt}:{n}")) for n in "1234"]
        form = json.loads(dice.choice(forms))
        damage(form, json.loads(dice.choice(forms)), dice)
        try:
            accepted += check_damaged(game, form, f"{seed}:{attempt}")
        except Exception as error:
            text = json.dumps(form, ensure_ascii=False)
            raise AssertionError(
                f"{game.name}: a damaged position was accepted, but then failed: {text}"
            ) from error
    return accepted

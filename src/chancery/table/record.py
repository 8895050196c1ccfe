"""Records: a whole sitting as a JSON file that can be checked and continued.

A record contains the game, its options, the rules version, the seed (or none), the names at the
seats, and the log of actions with the outcomes of chance: everything, hidden cards included. Each
line of the log has a short running sum, so a change in the middle is found where it was made, and
the record ends with a digest of the position.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from chancery.core import BadForm, Game, Refusal, Tape, UserError
from chancery.core.serialisation import Plain, fields_of, none_of, shown
from chancery.core.words import T, Text
from chancery.table.sitting import Entry, Sitting

FORMAT = 1
LARGEST = 4_000_000  # characters; long games have under half a million
DEEPEST = 40  # nested brackets; a position has ten
MOST_LINES = 20_000  # lines of a log; long games have three thousand

# created once: `json.dumps` with arguments creates an encoder at every call
_SORTED = json.JSONEncoder(sort_keys=True).encode
_READABLE = json.JSONEncoder(ensure_ascii=False).encode
# caches the JSON of seat names and action texts, a few thousand that keep recurring
_quoted = lru_cache(maxsize=10_000)(_READABLE)
_quoted_in_ascii = lru_cache(maxsize=10_000)(_SORTED)

Finder = Callable[[str], Game[Any, Any]]  # returns a game by its name, or raises LookupError


class BadRecord(UserError):
    """A malformed record; the text names the place."""

    def __init__(
        self, text: Text, entry: int | None = None, sitting: Sitting | None = None
    ) -> None:
        super().__init__(text)
        self.entry = entry  # the first bad line of the log, from 1
        self.sitting = sitting  # the table up to the bad line


def to_plain(sitting: Sitting) -> dict[str, Plain]:
    """Return the record of a sitting in JSON form."""
    return {**_head(sitting), "log": list(map(json.loads, _log(sitting))), **_end(sitting)}


def _head(sitting: Sitting) -> dict[str, Plain]:
    """Return the fields of a record before the log."""
    frame = sitting.start.frame
    return {
        "chancery": FORMAT,
        "game": frame.game,
        "rules": frame.rules,
        "options": dict(frame.options),
        "data": frame.data,
        "seed": sitting.seed,
        **({"commitment": sitting.commitment} if sitting.committed else {}),
        "position": sitting.position,
        "names": list(sitting.names),
        **({"bots": list(sitting.bots)} if sitting.bots else {}),
        "chance": list(sitting.luck),
    }


def _end(sitting: Sitting) -> dict[str, Plain]:
    """Return the fields of a record after the log."""
    return {"digest": sitting.state.digest()}


class Line(NamedTuple):
    """A line of a log as it is stored."""

    seat: str
    action: str  # empty: an undo
    luck: Sequence[int]
    then: bool


def _log(sitting: Sitting) -> Iterator[str]:
    """Yield the lines of the log as text, each with its running sum."""
    return written(_lines(sitting))


def _lines(sitting: Sitting) -> Iterator[Line]:
    before: Entry | None = None
    for entry in sitting.log:
        follows = before is not None and entry.follows(before)
        action = "" if entry.action is None else entry.action.text
        yield Line(sitting.seats[entry.seat], action, entry.luck, follows)
        before = entry


def written(lines: Iterable[Line]) -> Iterator[str]:
    """Yield lines of a log as a record has them, each with its running sum.

    A log may have 20,000 lines, and an encoder would take most of the time, so each line is joined
    from cached parts.
    """
    sum_ = ""
    for seat, action, luck, follows in lines:
        chance = f', "chance": {list(luck)}' if luck else ""
        if not action:
            line = f'{{"seat": {_quoted(seat)}, "undo": true'
            in_order = f'{{"seat": {_quoted_in_ascii(seat)}, "undo": true}}'
        else:
            also = ', "then": true' if follows else ""
            line = f'{{"seat": {_quoted(seat)}, "act": {_quoted(action)}{also}{chance}'
            in_order = (
                f'{{"act": {_quoted_in_ascii(action)}{chance},'
                f' "seat": {_quoted_in_ascii(seat)}{also}}}'
            )
        sum_ = _digest(f'["{sum_}", {in_order}]')  # as `running_sum` writes it
        yield f'{line}, "sum": "{sum_}"}}'


def running_sum(before: str, line: dict[str, Plain]) -> str:
    """Return a short digest of a line of the log and of all lines before it."""
    return _digest(_SORTED([before, line]))


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=4).hexdigest()


def dumps(sitting: Sitting) -> str:
    """Return the record as text, with a line for each part and for each entry of the log."""
    lines = ",\n  ".join(_log(sitting))
    parts = [f" {_quoted(key)}: {_READABLE(value)}" for key, value in _head(sitting).items()]
    parts.append(f' "log": [\n  {lines}\n ]' if lines else ' "log": []')
    parts += [f" {_quoted(key)}: {_READABLE(value)}" for key, value in _end(sitting).items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def loads(text: str, find: Finder) -> Sitting:
    """Return the sitting of a record, checking every action; BadRecord at the first error."""
    plain = read(text)
    try:
        return from_plain(plain, find)
    except RecursionError as error:
        raise BadRecord(T("Not a record: no program could have written this.")) from error


def read(text: str) -> Plain:
    """Parse an untrusted text as JSON; BadRecord if it cannot contain a record."""
    if len(text) > LARGEST:
        raise BadRecord(T("The file is too large for a record."))
    try:
        if _too_deep(text):
            raise RecursionError  # as the parser itself would
        return json.loads(text)
    except json.JSONDecodeError as error:
        unread = text[error.pos :].rstrip()  # empty, or the beginning of null, true or false
        cut_short = unread.isalpha() or not unread or error.msg.startswith("Unterminated")
        if text.lstrip().startswith("{") and cut_short:
            problem = T(
                "The record breaks off in line {line}; the end of the file is missing.",
                line=text.rstrip().count("\n") + 1,
            )
        else:
            problem = T(
                "Not a record: line {line}, column {column} is not JSON.",
                line=error.lineno,
                column=error.colno,
            )
        raise BadRecord(problem) from error
    except (RecursionError, ValueError) as error:
        raise BadRecord(T("Not a record: no program could have written this.")) from error


# an unterminated string extends to the end of the text; otherwise each of its quotes would be tried
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)


def _too_deep(text: str) -> bool:
    """Return whether brackets outside of strings are nested deeper than in any record."""
    depth = 0
    for bracket in _BRACKETS.finditer(text):
        if bracket[1]:
            depth += 1
            if depth > DEEPEST:
                return True
        elif bracket[2]:
            depth -= 1
    return False


def from_plain(plain: Plain, find: Finder) -> Sitting:
    """Return the sitting of a record in JSON form; BadRecord if it is malformed."""
    try:
        header = _header(plain)
        sitting = _open(header, find)
    except BadRecord:
        raise
    except UserError as error:
        raise BadRecord(T("The header of the record: {problem}", problem=error.text())) from error
    if len(header["log"]) > MOST_LINES:
        raise BadRecord(
            T(
                "The log has {n} lines; no game has more than {most}.",
                n=len(header["log"]),
                most=MOST_LINES,
            )
        )
    sum_: str | None = ""
    for number, line in enumerate(header["log"], 1):
        sum_ = _replay(sitting, number, line, sum_)
    if "digest" in header and header["digest"] != sitting.state.digest():
        raise BadRecord(
            T("The log leads to a different position than the record says: it has been changed.")
        )
    return sitting


_OPTIONAL: dict[str, Plain] = {
    "data": None, "seed": None, "commitment": None, "position": None, "names": [], "bots": [],
}  # fmt: skip


def _header(plain: Plain) -> dict[str, Plain]:
    if type(plain) is not dict or "chancery" not in plain:
        raise BadRecord(T("Not a record: the field “chancery” is missing."))
    if "view" in plain:
        raise BadRecord(
            T("This is what a seat has seen of a running game: there is no log to replay in it.")
        )
    if type(plain["chancery"]) is not int or plain["chancery"] != FORMAT:
        raise BadRecord(
            T(
                "A record of format {found}; this program reads format {right}.",
                found=shown(plain["chancery"]),
                right=FORMAT,
            )
        )
    known = ("chancery", "game", "rules", "options", *_OPTIONAL, "chance", "log", "digest")
    filled = {**_OPTIONAL, "chance": None, "digest": None, **plain}
    header = dict(fields_of(filled, known, ""))
    for name in ("chance", "digest"):
        if name not in plain:
            del header[name]
    for name, kinds in _TYPES.items():
        if name in header and type(header[name]) not in kinds:
            raise BadForm(name, T("{found} is not allowed here", found=shown(header[name])))
    if not all(type(name) is str for name in header["names"]):
        raise BadForm("names", T("{found} is not allowed here", found=shown(header["names"])))
    if not all(bot is None or (type(bot) is str and bot) for bot in header["bots"]):
        raise BadForm("bots", T("{found} is not allowed here", found=shown(header["bots"])))
    if "chance" in header:
        _outcomes(header["chance"], "chance")
    return header


_TYPES: dict[str, tuple[type, ...]] = {
    "game": (str,), "rules": (int,), "options": (dict,), "data": (str, type(None)),
    "seed": (str, type(None)), "commitment": (str, type(None)), "names": (list,), "bots": (list,),
    "log": (list,), "digest": (str,),
}  # fmt: skip


def _outcomes(plain: Plain, at: str) -> list[int]:
    if type(plain) is not list or not all(type(n) is int for n in plain):
        raise BadForm(at, T("a list of outcomes of chance was expected"))
    return plain


def _open(header: dict[str, Plain], find: Finder) -> Sitting:
    try:
        game = find(header["game"])
    except LookupError:
        raise BadForm("game", T("there is no game {name}", name=shown(header["game"]))) from None
    luck = header.get("chance")
    sitting = Sitting(
        game,
        header["options"],
        header["seed"],
        names=header["names"],
        rules=header["rules"],
        data=header["data"],
        position=header["position"],
        luck=luck if header["seed"] is None else None,
        bots=header["bots"],
    )
    if header["commitment"] is not None and sitting.commitment is not None:
        if header["commitment"] != sitting.commitment:
            raise BadForm("commitment", T("the seed is not the one whose digest was shown"))
        sitting.committed = True
    if luck is not None and list(sitting.luck) != luck:
        raise BadForm("chance", T("the seed gives a different result"))
    if len(sitting.names) != len(sitting.seats):
        raise BadForm("names", T("a name for each seat was expected, or none"))
    if len(sitting.bots) not in (0, len(sitting.seats)):
        raise BadForm("bots", T("a bot or null for each seat was expected, or none"))
    if header["position"] is not None:
        frame = sitting.start.frame
        if (frame.rules, frame.options, frame.data) != (
            header["rules"],
            sitting.game.complete_options(header["options"]),
            header["data"],
        ):
            raise BadForm("position", T("it was played with other options or rules"))
    return sitting


def _replay(sitting: Sitting, number: int, line: Plain, sum_: str | None) -> str | None:
    """Play one line of the log; BadRecord if it is impossible."""

    def bad(problem: Text) -> BadRecord:
        action = line.get("act", "undo") if type(line) is dict else line
        seat = line.get("seat", "?") if type(line) is dict else "?"
        text = T(
            "Line {number} of the log ({seat}: {action}): {problem}",
            number=number,
            seat=str(seat)[:20],
            action=str(action)[:40],
            problem=problem,
        )
        return BadRecord(text, number, sitting)

    if type(line) is not dict or not {"seat"} < line.keys() <= {
        "seat", "act", "then", "undo", "chance", "sum",
    }:  # fmt: skip
        raise bad(T("not a line of a log"))
    if line["seat"] not in sitting.seats:
        raise bad(none_of(line["seat"], sitting.seats))
    if "sum" in line and sum_ is not None:
        sum_ = running_sum(sum_, {k: v for k, v in line.items() if k != "sum"})
        if line["sum"] != sum_:
            raise bad(T("this line, or the one before it, has been changed or is missing"))
    else:
        sum_ = None  # written by hand: no sums to compare from here on
    seat = sitting.seats.index(line["seat"])
    try:
        if "undo" in line and ("act" in line or line["undo"] is not True):
            raise BadForm("undo", T("not a line of a log"))
        if "undo" in line:
            sitting.replay_undo(seat)
        else:
            _replay_act(sitting, seat, line)
    except Refusal as refusal:
        raise bad(refusal.text()) from refusal
    except UserError as error:
        raise bad(error.text()) from error
    return sum_


def _replay_act(sitting: Sitting, seat: int, line: dict[str, Plain]) -> None:
    if type(line.get("act")) is not str:
        raise BadForm("act", T("an action was expected"))
    action = sitting.game.notation.parse(line["act"])
    luck = _outcomes(line.get("chance", []), "chance")
    follows = "then" in line
    if follows and (line["then"] is not True or not sitting.log or sitting.log[-1].seat != seat):
        raise BadForm("then", T("not a line of a log"))
    if sitting.seed is None:
        tape = Tape(luck)
        sitting.replay(seat, action, tape, then=follows)
        tape.finish()
        return
    sitting.replay(seat, action, then=follows)
    if list(sitting.log[-1].luck) != luck:
        raise BadForm("chance", T("the seed gives a different result"))

"""Seat records: what one seat has seen of a running game, as a file.

A seat record contains the view and the story of a seat and nothing else, so it cannot be replayed.
It is checked by sampling a position from the view, which must look the same to the seat; what was
sampled is never shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from chancery.core import NOBODY, BadForm, Event, Frame, Game, Refusal, Undone, UserError, View
from chancery.core.serialisation import Plain, decode, encode, fields_of, none_of, shown, type_hints
from chancery.core.words import T
from chancery.table import record
from chancery.table.record import MOST_LINES, BadRecord, Finder
from chancery.table.sitting import LONGEST_NAME, SeenEvent, Sitting

MOST_TOLD = 2 * MOST_LINES  # lines of a story; most actions tell one


class SeatRecord(NamedTuple):
    """A running game as a seat saw it (None: a spectator)."""

    seat: int | None
    names: tuple[str, ...]  # of the players at the seats; empty if unknown
    story: tuple[SeenEvent, ...]
    # a table with a sampled position; only what the seat sees of it is real
    guess: Sitting
    commitment: str | None = None  # the digest of its table's seed, if known

    @property
    def view(self) -> View:
        """The view of the seat; everything else of `guess` is only sampled."""
        view: View = self.guess.state.view(self.seat)
        return view

    def __repr__(self) -> str:
        return f"<SeatRecord with {len(self.story)} events, {repr(self.view)[1:-1]}>"

    def _repr_svg_(self) -> str | None:
        """Return the board as the seat sees it, for notebooks; None if there is no picture."""
        return self.view._repr_svg_()


def is_seat_record(plain: Plain) -> bool:
    """Return whether a JSON form is a seat record, and not the record of a whole game."""
    return type(plain) is dict and "view" in plain


def loads(text: str, find: Finder) -> Sitting | SeatRecord:
    """Read a record of a game or of a seat; BadRecord if it is malformed."""
    plain = record.read(text)
    try:
        return from_plain(plain, find) if is_seat_record(plain) else record.from_plain(plain, find)
    except RecursionError as error:
        raise BadRecord(T("Not a record: no program could have written this.")) from error


def from_plain(plain: Plain, find: Finder) -> SeatRecord:
    """Return the seat record of a JSON form; BadRecord if it is malformed."""
    try:
        return _open(plain, find)
    except BadRecord:
        raise
    except UserError as error:
        raise BadRecord(T("What a seat has seen: {problem}", problem=error.text())) from error


def _open(plain: Plain, find: Finder) -> SeatRecord:
    known = ("chancery", "game", "seat", "commitment", "names", "view", "skipped", "events")
    # fields that older versions did not write
    missing = {"chancery": record.FORMAT, "names": [], "skipped": 0, "commitment": None}
    header = fields_of({**missing, **plain}, known, "")
    if header["chancery"] != record.FORMAT:
        raise BadForm("chancery", none_of(header["chancery"], (str(record.FORMAT),)))
    if type(header["game"]) is not str:
        raise BadForm("game", T("a text was expected, not {found}", found=shown(header["game"])))
    try:
        game = find(header["game"])
    except LookupError:
        raise BadForm("game", T("there is no game {name}", name=shown(header["game"]))) from None
    view = view_of(game, header["view"])
    seats = view.frame.seats
    seat = None if view.seat == NOBODY else view.seat
    digest = header["commitment"]
    if digest is not None and type(digest) is not str:
        raise BadForm("commitment", T("a text was expected, not {found}", found=shown(digest)))
    if header["seat"] != (None if seat is None else seats[seat]):
        raise BadForm("seat", T("the view is another seat’s"))
    names = decode(tuple[str, ...], header["names"], seats, "names")
    if len(names) not in (0, len(seats)):
        raise BadForm("names", T("a name for each seat was expected, or none"))
    skipped = header["skipped"]
    if type(skipped) is not int or not 0 <= skipped <= MOST_TOLD:
        raise BadForm("skipped", T("{found} is not allowed here", found=shown(skipped)))
    story = _story(game, header["events"], skipped, seats)
    return SeatRecord(
        seat, tuple(name[:LONGEST_NAME] for name in names), story, _guess(game, view, seat), digest
    )


def view_of(game: Game[Any, Any], plain: Plain) -> Any:
    """Return the view of a JSON form; BadForm says what is wrong with it.

    Whether its parts are consistent is not checked here.
    """
    kind = type(game.start().view(None))
    parts = type_hints(kind)
    form = fields_of(plain, parts, "view")
    frame = _frame(game, form["frame"])
    fields = {"frame": frame, "phases": _phases(game, form["phases"], frame.seats)}
    for name, hint in parts.items():
        if name not in fields:
            fields[name] = decode(hint, form[name], frame.seats, f"view.{name}")
    view: View = kind(**fields)
    if view.plain() != plain:
        raise BadForm("view", T("this is not how a view is written"))
    return view


def _frame(game: Game[Any, Any], plain: Plain) -> Frame:
    form = fields_of(plain, type_hints(Frame), "view.frame")
    if type(form["options"]) is not dict:
        raise BadForm("view.frame.options", T("an object was expected"))
    if type(form["data"]) not in (str, type(None)):
        raise BadForm("view.frame.data", T("a text was expected: the whole data file"))
    frame: Frame = game.blank(form["options"], "", form["rules"], form["data"]).frame
    if encode(Frame, frame) != form:
        raise BadForm("view.frame", T("no table of this game has such a frame"))
    return frame


def _phases(game: Game[Any, Any], plain: Plain, seats: tuple[str, ...]) -> tuple[Any, ...]:
    kinds = {kind.__name__: kind for kind in game.phases}
    members = []
    for number, part in enumerate(_list(plain, "view.phases")):
        at = f"view.phases[{number}]"
        members.append(_member(kinds, "kind", part, seats, at))
    return tuple(members)


def _story(
    game: Game[Any, Any], plain: Plain, skipped: int, seats: tuple[str, ...]
) -> tuple[SeenEvent, ...]:
    kinds: dict[str, type[Event]] = {kind.__name__: kind for kind in (*game.events, Undone)}
    lines = _list(plain, "events")
    if len(lines) > MOST_TOLD:
        raise BadRecord(
            T(
                "The log has {n} lines; no game has more than {most}.",
                n=len(lines),
                most=MOST_TOLD,
            )
        )
    story = []
    for index, line in enumerate(lines):
        at, number = f"events[{index}]", skipped + index
        if type(line) is not dict or line.get("number") != number + 1:
            raise BadForm(at, T("its number was expected to be {n}", n=number + 1))
        if type(line.get("undone")) is not bool:
            raise BadForm(at, T("{name} is missing", name="undone"))
        event_fields = {key: part for key, part in line.items() if key not in ("number", "undone")}
        if (kind := kinds.get(str(event_fields.get("event")))) is not None:
            event_fields = {**kind.later, **event_fields}
        event = _member(kinds, "event", event_fields, seats, at)
        if event.plain(seats) != event_fields:
            raise BadForm(at, T("this is not how an event is written"))
        try:
            event.text()
            game.face.heading(event)
        except Exception as error:
            raise BadForm(at, T("this cannot be told in words")) from error
        story.append(SeenEvent(number, event, line["undone"]))
    return tuple(story)


def _member(
    kinds: Mapping[str, type], tag: str, plain: Plain, seats: tuple[str, ...], at: str
) -> Any:
    """Decode one of several dataclasses, named by a field of the JSON form."""
    name = plain.get(tag) if type(plain) is dict else None
    if type(name) is not str or name not in kinds:
        raise BadForm(f"{at}.{tag}", T("there is no {name}", name=shown(name)))
    other_fields = {key: value for key, value in plain.items() if key != tag}
    return decode(kinds[name], other_fields, seats, at)


def _list(plain: Plain, at: str) -> list[Plain]:
    if type(plain) is not list:
        raise BadForm(at, T("a list was expected, not {found}", found=shown(plain)))
    return plain


def _guess(game: Game[Any, Any], view: Any, seat: int | None) -> Sitting:
    """Return a table with a position that fits a view; BadForm if there is none."""
    frame = view.frame
    try:
        position = game.sample(view, "seen").plain()
        sitting = Sitting(
            game, frame.options, "seen", rules=frame.rules, data=frame.data, position=position
        )
        same = sitting.state.view(seat).plain() == view.plain()
    except (UserError, Refusal, MemoryError, RecursionError):
        raise
    except Exception as error:  # games expect real views and may raise anything
        raise BadForm("view", T("no player can have seen this")) from error
    if not same:
        raise BadForm("view", T("no player can have seen this"))
    return sitting

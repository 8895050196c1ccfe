"""What every verb says, and how it looks."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from chancery import games
from chancery.cli import streams
from chancery.core import Action, BadOption, Refusal
from chancery.core.words import CORE_CATALOGUES, LANGUAGES, SeatName, Speaker, T, Text, Word
from chancery.table import Seen, Sitting

SEAT_STYLES = ("yellow", "bright_black", "bright_white", "dark_orange", "cyan")


def preferred_language() -> str:
    """The language of the environment, if the house speaks it."""
    for name in ("CHANCERY_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")[:2].lower()
        if value in LANGUAGES:
            return value
    return "en"


def _all_catalogues() -> list[tuple[str, Path]]:
    """Reasons and faults may come from any game."""
    own = [(name, games.find(name).folder / "locale") for name in games.names()]
    return [*own, *CORE_CATALOGUES]


class _Careful(Speaker):
    """What stands in a sentence never breaks out of its line."""

    def word(self, word: Word) -> str:
        said = super().word(word)
        return streams.one_line(said) if isinstance(word, str) else said


class Terminal:
    """A console and a language."""

    def __init__(self, language: str, console: Console | None = None) -> None:
        self.language = language
        self.console = console or streams.SafeConsole()
        self.errors = streams.SafeConsole(stderr=True, soft_wrap=True)
        self._speaker = _Careful(language, (), _all_catalogues())

    def say(self, text: Text, style: str | None = None) -> None:
        """Print a sentence."""
        self.console.print(escape(self.word(text)), style=style)

    def word(self, text: Text) -> str:
        """A sentence as a string."""
        return self._speaker.say(text)

    def fail(self, text: Text) -> None:
        """Print what went wrong."""
        with contextlib.suppress(OSError):  # nobody is there to be told
            self.errors.print(escape(self.word(text)), style="red")

    def document(self, text: str) -> None:
        """Print what is a file of its own (JSON, SVG, TOML), as it would be written to one."""
        streams.speak_utf8()
        self.console.out(text, highlight=False)

    def json(self, plain: Any) -> None:
        """Print something in JSON form, on one line."""
        self.document(streams.harmless_json(json.dumps(plain, ensure_ascii=False)))

    def meet(self, sitting: Sitting) -> None:
        """From now on call the people and things at this table by their names."""
        told = self.speaker(sitting)
        self._speaker = _Careful(self.language, told.names, _all_catalogues(), told.called)

    def speaker(self, sitting: Sitting) -> Speaker:
        """Somebody who knows the people at a table."""
        names = [streams.one_line(name) for name in sitting.names]
        called = sitting.game.called(sitting.start.frame)
        return sitting.game.speaker(self.language, names, sitting.seats, called)

    def seat(self, sitting: Sitting, called: str) -> int:
        """The number of a seat by its name or by the name of whoever sits there."""
        if called in sitting.seats:
            return sitting.seats.index(called)
        speaker = self.speaker(sitting)
        wanted = called.strip().casefold()
        found = [
            seat
            for seat, name in enumerate(sitting.seats)
            if wanted in (name.casefold(), speaker.word(SeatName(seat)).strip().casefold())
        ]
        if len(found) > 1:
            seats = ", ".join(sitting.seats[seat] for seat in found)
            raise BadOption(
                T("{name} sits at several seats: {seats}; name one.", name=called[:40], seats=seats)
            )
        return found[0] if found else sitting.seat(called)

    # -- parts of a table ----------------------------------------------------------------

    def position(self, sitting: Sitting, view: Any, brief: bool = False) -> None:
        """The position as a seat sees it, a block for each part; in brief only the last."""
        speaker = self.speaker(sitting)
        seats = {T("{seat}", seat=SeatName(i)): i for i in range(len(sitting.seats))}
        row: list[str] = []
        parts = list(sitting.game.face.describe(view))
        for heading, lines in parts[-1:] if brief else parts:
            title = escape(speaker.say(heading))
            body = "\n".join(escape(speaker.say(line)) for line in lines)
            if heading in seats:  # seats stand side by side
                style = SEAT_STYLES[seats[heading] % len(SEAT_STYLES)]
                row.append(f"[bold {style}]■ {title}[/]\n{body}\n")
                continue
            self._beside(row)
            self.console.print(f"[bold]{title}[/]\n{body}\n")
        self._beside(row)

    def _beside(self, cells: list[str]) -> None:
        if cells:
            self.console.print(Columns(list(cells), padding=(0, 4)))
            cells.clear()

    def events(self, sitting: Sitting, seen: Sequence[Seen]) -> None:
        """What happened, the undone crossed out."""
        speaker = self.speaker(sitting)
        for number, event, undone in seen:
            line = escape(speaker.say(event.text()))
            mark = f"[strike]{line}[/]" if undone else line
            self.console.print(f"[dim]{number + 1:>4}[/]  {mark}")

    def choices(
        self, sitting: Sitting, legal: Sequence[Action], closing: frozenset[Action]
    ) -> None:
        """The legal actions, numbered, as buttons would say them and as one types them."""
        speaker = self.speaker(sitting)
        table = Table.grid(padding=(0, 2))
        for number, action in enumerate(legal, 1):
            label = escape(speaker.say(sitting.game.face.label(action)))
            final = "[dim]◆[/]" if action in closing else ""
            table.add_row(f"[bold]{number}[/]", label, f"[dim]{action.text}[/]", final)
        self.console.print(table)

    def outcome(self, sitting: Sitting) -> None:
        """Who won, and how everybody came out."""
        result = sitting.state.result
        if result is None:
            return
        speaker = self.speaker(sitting)
        names = [speaker.word(SeatName(seat)) for seat in range(len(sitting.seats))]
        winners = [names[seat] for seat in result.winners]
        if len(winners) == 1:
            self.say(T("{winner} wins.", winner=winners[0]), style="bold green")
        else:
            self.say(T("A shared win: {winners}.", winners=", ".join(winners)), style="bold green")
        table = Table(box=None, padding=(0, 2))
        for heading in (T("Rank"), T("Seat"), T("Points")):
            table.add_column(self.word(heading))
        for seat in sorted(range(len(names)), key=lambda s: result.ranks[s]):
            points = sitting.game.written(result.points[seat])
            table.add_row(str(result.ranks[seat]), escape(names[seat]), points)
        self.console.print(table)


def refusal_text(refusal: Refusal) -> Text:
    """A reason with its paragraph."""
    if refusal.rule is None:
        return refusal.text()
    return T("{reason} (§{rule})", reason=refusal.text(), rule=refusal.rule)

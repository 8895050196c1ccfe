"""Output of all verbs: sentences, tables, positions, in the user's language."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from chancery import bots, games
from chancery.cli import streams
from chancery.core import BadOption, Refusal
from chancery.core.words import CORE_CATALOGUES, LANGUAGES, SeatName, Speaker, T, Text, Word
from chancery.table import Sitting
from chancery.table.seated import Reason, Seated

SEAT_STYLES = ("yellow", "bright_black", "bright_white", "dark_orange", "cyan")


def preferred_language() -> str:
    """Return the language of the environment, if we have it."""
    for name in ("CHANCERY_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")[:2].lower()
        if value in LANGUAGES:
            return value
    return "en"


def _all_catalogues() -> list[tuple[str, Path]]:
    """Return the catalogues of all games, because refusals may come from any of them."""
    own = [(name, games.folder(name) / "locale") for name in games.names()]
    return [*own, *CORE_CATALOGUES]


class _Careful(Speaker):
    """A speaker that makes values harmless before they are filled into a sentence."""

    def word(self, word: Word) -> str:
        text = super().word(word)
        return streams.one_line(text) if isinstance(word, str) else text


class Terminal:
    """A console with a language; prints everything that verbs have to say."""

    def __init__(self, language: str, console: Console | None = None) -> None:
        self.language = language
        self.console = console or streams.SafeConsole()
        self.errors = streams.SafeConsole(stderr=True, soft_wrap=True)
        self._speaker = _Careful(language, (), _all_catalogues())

    def say(self, text: Text, style: str | None = None) -> None:
        """Print a sentence, in a style if wanted."""
        self.console.print(escape(self.word(text)), style=style)

    def word(self, text: Text) -> str:
        """Return a sentence as a string."""
        return self._speaker.say(text)

    def fail(self, text: Text) -> None:
        """Print an error to standard error."""
        with contextlib.suppress(OSError):  # standard error is closed
            self.errors.print(escape(self.word(text)), style="red")

    def document(self, text: str) -> None:
        """Print the contents of a file (JSON, SVG, TOML) as they are."""
        streams.speak_utf8()
        self.console.out(text, highlight=False)

    def json(self, plain: Any) -> None:
        """Print a value as JSON on one line."""
        self.document(streams.harmless_json(json.dumps(plain, ensure_ascii=False)))

    @contextlib.contextmanager
    def progress(self, title: str, total: int | None = None) -> Iterator[Callable[..., None]]:
        """Show a progress bar.

        The function it yields takes the progress, and the total if unknown.
        """
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
        remaining = TimeRemainingColumn()
        with Progress(*columns, remaining, console=self.errors, transient=True) as bar:
            task = bar.add_task(title, total=total)
            yield lambda n, of=None: bar.update(task, advance=n, total=of)

    def meet(self, sitting: Sitting) -> None:
        """Use the names of this table's players and things from now on."""
        speaker = self.speaker(sitting)
        self._speaker = _Careful(
            self.language, speaker.names, _all_catalogues(), speaker.called, speaker.titles,
            speaker.players,
        )  # fmt: skip

    def speaker(self, sitting: Sitting) -> Speaker:
        """Return a speaker with the names of a table."""
        names = [streams.one_line(name) for name in self._titled(sitting)]
        given_names = sitting.game.called(sitting.start.frame)
        return sitting.game.speaker(self.language, names, sitting.seats, given_names)

    def _titled(self, sitting: Sitting) -> Sequence[str]:
        """Return the names at a table; bots, recorded by their kind, get their titles."""
        plain = sitting.game.speaker(self.language)
        names = list(sitting.names)
        for seat, kind in enumerate(sitting.bots):
            if kind is not None and names[seat].endswith(f"({kind})"):
                title = plain.say(bots.title(kind, sitting.game))
                names[seat] = f"{names[seat].removesuffix(f'({kind})')}({title})"
        return names

    def seat(self, sitting: Sitting, name: str) -> int:
        """Return the number of a seat by its name or its player's name."""
        if name in sitting.seats:
            return sitting.seats.index(name)
        speaker = self.speaker(sitting)
        sought = name.strip().casefold()
        matches = [
            seat
            for seat, names in enumerate(zip(sitting.seats, sitting.names, strict=True))
            if sought
            and sought in (n.strip().casefold() for n in (*names, speaker.word(SeatName(seat))))
        ]
        if len(matches) > 1:
            seats = ", ".join(sitting.seats[seat] for seat in matches)
            raise BadOption(
                T(
                    "{name} has several seats: {seats}; name one of them.",
                    name=name[:40],
                    seats=seats,
                )
            )
        return matches[0] if matches else sitting.seat(name)

    # -- parts of a table ----------------------------------------------------------------

    def seated(self, sitting: Sitting, seat: int | None) -> Seated:
        """Return a table as a seat (None: a spectator) sees it now."""
        return Seated(sitting, seat, self.speaker(sitting))

    def position(self, seated: Seated, brief: bool = False) -> None:
        """Print the position, a block for each part; `brief` prints only the last."""
        seats = {T("{seat}", seat=SeatName(i)): i for i in range(len(seated.sitting.seats))}
        row: list[str] = []
        parts = seated.described
        for heading, lines in parts[-1:] if brief else parts:
            title = escape(seated.say(heading))
            body = "\n".join(escape(seated.say(line)) for line in lines)
            if heading in seats:  # seats are shown side by side
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

    def story(self, seated: Seated, since: int = 0) -> int:
        """Print the story from a number on, undone lines crossed out.

        Return the number of events.
        """
        lines = seated.lines(since)
        for line in lines:
            text = escape(seated.say(seated.tell(line).text))
            mark = f"[strike]{text}[/]" if line.undone else text
            self.console.print(f"[dim]{line.last + 1:>4}[/]  {mark}")
        return sum(len(line.events) for line in lines)

    def status(self, seated: Seated) -> None:
        """Print where the game stands, in one line."""
        now = seated.status
        phase = (
            now.phase and now.after and T("{phase}, then {after}", phase=now.phase, after=now.after)
        )
        parts = [now.turn, phase or now.phase, *now.facts]
        self.console.print(
            escape(" · ".join(self.word(part) for part in parts if part)), style="dim"
        )

    def question(self, seated: Seated) -> None:
        """Print the question and the numbered legal actions, with label and text."""
        asked = seated.asked
        assert asked is not None
        assert seated.seat is not None
        seat, prompt = SeatName(seated.seat), asked.prompt
        named = seated.say(prompt).startswith(seated.say(T("{name}:", name=seat)))
        self.say(prompt if named else T("{seat}: {prompt}", seat=seat, prompt=prompt), "bold")
        table = Table.grid(padding=(0, 2))
        for number, choice in enumerate(asked.choices, 1):
            label = escape(seated.say(choice.label))
            final = "[dim]◆[/]" if choice.final else ""
            table.add_row(f"[bold]{number}[/]", label, f"[dim]{choice.action.text}[/]", final)
        self.console.print(table)

    def outcome(self, sitting: Sitting) -> None:
        """Print the winners and the result of each seat."""
        result = sitting.state.result
        if result is None:
            return
        speaker = self.speaker(sitting)
        names = [speaker.word(SeatName(seat)) for seat in range(len(sitting.seats))]
        self.console.print(escape(speaker.say(result.text())), style="bold green")
        table = Table(box=None, padding=(0, 2))
        for heading in (T("Rank"), T("Seat"), T("Points")):
            table.add_column(self.word(heading))
        for seat in sorted(range(len(names)), key=lambda s: result.ranks[s]):
            points = speaker.word(sitting.game.written(result.points[seat]))
            table.add_row(str(result.ranks[seat]), escape(names[seat]), points)
        self.console.print(table)


def refusal_text(refusal: Refusal) -> Text:
    """Return a refusal with its paragraph."""
    return reason_text(Reason(refusal.text(), refusal.rule))


def reason_text(reason: Reason) -> Text:
    """Return the reason of an action that was not tried, with its paragraph."""
    if reason.rule is None:
        return reason.text
    return T("{reason} (§{rule})", reason=reason.text, rule=reason.rule)

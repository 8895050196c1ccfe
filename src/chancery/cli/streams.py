"""Robust standard streams: closed or broken ones, narrow encodings, hostile text."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import sys
import unicodedata
from typing import Any

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.measure import Measurement
from rich.segment import Segment

# What a terminal would execute instead of showing: control characters (except our own newlines),
# line separators, marks that change the direction of writing, and lone surrogates.
_EXECUTED = "\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_HARMFUL = re.compile(f"[{_EXECUTED}]")
_HARMFUL_OR_LINE = re.compile(f"[\n{_EXECUTED}]")


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def harmless(text: str) -> str:
    """Return a text with control characters written out, as `\\x1b`."""
    return _HARMFUL.sub(_escaped, text)


def one_line(text: str) -> str:
    """Return a harmless text without line breaks, for parts of a sentence."""
    return _HARMFUL_OR_LINE.sub(_escaped, text)


def has_control(text: str) -> bool:
    """Return whether a text contains characters that a terminal would execute."""
    return _HARMFUL_OR_LINE.search(text) is not None


def harmless_json(text: str) -> str:
    """Return equivalent JSON without control characters."""
    return _HARMFUL_OR_LINE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


# -- narrow encodings ----------------------------------------------------------------------

_SIMILAR = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "–": "-", "—": "-",
    "−": "-", "…": "...", "→": "->", "×": "x", "·": "-", "◆": "*", "■": "#", "§": "", "µ": "u",
    "♠": "s", "♥": "h", "♦": "d", "♣": "c", "─": "-",
}  # fmt: skip


def _replace_by_similar(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding lacks by similar ones."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    parts = []
    for sign in error.object[error.start : error.end]:
        bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
        parts.append(_SIMILAR.get(sign, bare or "?"))
    return "".join(parts), error.end


codecs.register_error("chancery.plainer", _replace_by_similar)


# -- the streams ---------------------------------------------------------------------------


def repair() -> None:
    """Provide usable standard streams, however the program was started."""
    # In this order: a new file gets the lowest free number, so that no record file becomes the
    # standard output of a child process.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for name, errors in (
        ("stdin", "replace"),
        ("stdout", _REPLACE_SIMILAR),
        ("stderr", _REPLACE_SIMILAR),
    ):
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


_REPLACE_SIMILAR = "chancery.plainer"


def speak_utf8() -> None:
    """Print in UTF-8 from now on, for output that is a file (JSON, SVG, TOML)."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors=_REPLACE_SIMILAR)


def flush() -> OSError | None:
    """Flush standard output at the end; return the error if that fails.

    Then the interpreter does not try again at exit, with a message of its own.
    """
    problem: OSError | None = None
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            problem = problem or error
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return problem


class _HarmlessRenderable:
    """A renderable whose text is made harmless while its styles are kept."""

    def __init__(self, inner: ConsoleRenderable) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._inner, options):
            if segment.control or not has_control(segment.text):
                yield segment
            else:
                yield Segment(harmless(segment.text), segment.style)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._inner)


class _Harmless(RenderHook):
    """Makes everything harmless that the console prints."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_HarmlessRenderable(renderable) for renderable in renderables]


class OutputLost(OSError):
    """Standard output could not be written."""


class SafeConsole(Console):
    """A console that never executes control characters in names or records."""

    def __init__(self, stderr: bool = False, soft_wrap: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, soft_wrap=soft_wrap)
        self.push_render_hook(_Harmless())

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as usual, but raise OutputLost if that fails."""
        try:
            super().print(*objects, **options)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputLost(error.errno, error.strerror or str(error)) from error

    def on_broken_pipe(self) -> None:
        """Leave a closed pipe to `main`."""
        raise BrokenPipeError

"""Standard input and output as they are: closed, broken, narrow, or full of somebody's tricks."""

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

# What a terminal obeys instead of showing it: control characters (a newline is ours to write),
# separators of lines, marks that turn the direction of writing, and halves of characters.
_OBEYED = "\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_HARMFUL = re.compile(f"[{_OBEYED}]")
_HARMFUL_OR_LINE = re.compile(f"[\n{_OBEYED}]")


def _named(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def harmless(text: str) -> str:
    """The text with everything that a terminal would obey written out: `\\x1b`."""
    return _HARMFUL.sub(_named, text)


def one_line(text: str) -> str:
    """A name or another piece of a sentence: harmless, and no line of its own."""
    return _HARMFUL_OR_LINE.sub(_named, text)


def has_control(text: str) -> bool:
    """Whether there is anything in it that a terminal would obey."""
    return _HARMFUL_OR_LINE.search(text) is not None


def harmless_json(text: str) -> str:
    """JSON with the same contents in which nothing is left to obey."""
    return _HARMFUL_OR_LINE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


# -- narrow encodings ----------------------------------------------------------------------

_PLAINER = {
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "–": "-", "—": "-",
    "−": "-", "…": "...", "→": "->", "×": "x", "·": "-", "◆": "*", "■": "#", "§": "", "µ": "u",
    "♠": "s", "♥": "h", "♦": "d", "♣": "c", "─": "-",
}  # fmt: skip


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """What an encoding cannot say, in signs that it can."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    said = []
    for sign in error.object[error.start : error.end]:
        bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
        said.append(_PLAINER.get(sign, bare or "?"))
    return "".join(said), error.end


codecs.register_error("chancery.plainer", _plainer)


# -- the streams ---------------------------------------------------------------------------


def mend() -> None:
    """Have an input and an output that can be used, whatever the program was started with."""
    # The order matters: what is opened gets the lowest free number, so that no record file
    # becomes the "standard output" of a child.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for name, errors in (("stdin", "replace"), ("stdout", _OWN), ("stderr", _OWN)):
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


_OWN = "chancery.plainer"


def speak_utf8() -> None:
    """What is printed from now on is the contents of a file (JSON, SVG, TOML): UTF-8."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors=_OWN)


def empty() -> OSError | None:
    """Write out what is left, at the end; why not, if that fails, and then nothing more is tried.

    Else the interpreter would try again when it ends, and complain in its own words.
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


class _Shown:
    """Something to show, of which nothing is obeyed; our own colours are."""

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
    """Everything that is printed goes through here."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Shown(renderable) for renderable in renderables]


class OutputLost(OSError):
    """What was said could not be written."""


class SafeConsole(Console):
    """A console on which no name and no text of a record can do more than be read."""

    def __init__(self, stderr: bool = False, soft_wrap: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, soft_wrap=soft_wrap)
        self.push_render_hook(_Harmless())

    def print(self, *objects: Any, **wishes: Any) -> None:
        """As ever; a failure is told apart from those of other files."""
        try:
            super().print(*objects, **wishes)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputLost(error.errno, error.strerror or str(error)) from error

    def on_broken_pipe(self) -> None:
        """The reader has seen enough: `main` knows what to do."""
        raise BrokenPipeError

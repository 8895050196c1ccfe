"""The command `chancery`: language, errors and exit codes. Its verbs are in verbs.py.

0: good; 1: refused (an illegal action, a record that does not hold); 2: wrong usage;
130: interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from chancery.cli import INTERRUPTED, streams
from chancery.cli.terminal import Terminal, preferred_language, refusal_text
from chancery.cli.verbs import parser
from chancery.core import BadOption, Refusal, UserError
from chancery.core.words import LANGUAGES, T
from chancery.table import BadRecord

GOOD, REFUSED, USAGE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; return the exit code."""
    streams.repair()
    typed = list(sys.argv[1:] if argv is None else argv)
    try:
        terminal = Terminal(_language(typed))
        code = _run(terminal, typed)
        lost_output = streams.flush()
        return code if lost_output is None else _output_lost(terminal, lost_output, code)
    except KeyboardInterrupt:
        return INTERRUPTED


def _output_lost(terminal: Terminal, problem: OSError, code: int) -> int:
    """Handle output that could not be written; a closed pipe is no error."""
    if isinstance(problem, BrokenPipeError):
        return code
    text = problem.strerror or str(problem)
    terminal.fail(T("The output cannot be written: {problem}", problem=text))
    return code or USAGE


def _run(terminal: Terminal, typed: Sequence[str]) -> int:
    try:
        args = parser(terminal).parse_args(typed)
        code: int = args.run(terminal, args)
        return code
    except Refusal as refusal:
        terminal.fail(refusal_text(refusal))
        return REFUSED
    except BadOption as error:
        terminal.fail(error.text())
        return USAGE
    except UserError as error:
        if isinstance(error, BadRecord) and error.sitting is not None:
            terminal.meet(error.sitting)
        terminal.fail(error.text())
        return REFUSED
    except (streams.OutputLost, BrokenPipeError) as error:
        streams.flush()
        return _output_lost(terminal, error, GOOD)
    except OSError as error:
        problem = error.strerror or str(error)
        if error.filename is None:
            terminal.fail(T("{problem}", problem=problem))
        else:
            terminal.fail(T("{file}: {problem}", file=str(error.filename), problem=problem))
        return USAGE
    except EOFError:
        terminal.fail(T("The input ended too early."))
        return USAGE
    except SystemExit as stop:  # argparse has printed its message
        return int(stop.code or GOOD)


def _language(typed: Sequence[str]) -> str:
    """Return the language to use, before anything is printed."""
    for i, word in enumerate(typed):
        value = ""
        if word == "--language" and i + 1 < len(typed):
            value = typed[i + 1]
        elif word.startswith("--language="):
            value = word.partition("=")[2]
        if value in LANGUAGES:
            return value
    return preferred_language()


if __name__ == "__main__":
    sys.exit(main())

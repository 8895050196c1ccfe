"""The verbs of `chancery`, their arguments and their exit codes.

0: good; 1: refused (an illegal action, a record that does not hold); 2: wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chancery import __version__, games
from chancery.cli import admin, arena, coverage, play, site, tables
from chancery.cli.terminal import Terminal, preferred_language, refusal_text
from chancery.core import BadOption, Fault, Game, Refusal
from chancery.core.words import LANGUAGES, T, Text
from chancery.table import BadRecord

GOOD, REFUSED, USAGE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    terminal = Terminal(_language(arguments))
    args = _parser(terminal).parse_args(arguments)
    try:
        code: int = args.run(terminal, args)
        sys.stdout.flush()
    except Refusal as refusal:
        terminal.fail(refusal_text(refusal))
        return REFUSED
    except BadOption as fault:
        terminal.fail(fault.text())
        return USAGE
    except Fault as fault:
        if isinstance(fault, BadRecord) and fault.sitting is not None:
            terminal.meet(fault.sitting)
        terminal.fail(fault.text())
        return REFUSED
    except LookupError as error:
        terminal.fail(T("{problem}", problem=str(error.args[0])))
        return USAGE
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except OSError as error:
        name = error.filename or ""
        terminal.fail(T("{file}: {problem}", file=str(name), problem=error.strerror or str(error)))
        return USAGE
    except KeyboardInterrupt:
        return USAGE
    return code


def _language(arguments: Sequence[str]) -> str:
    """The language asked for, before anything is said at all."""
    for i, word in enumerate(arguments):
        value = ""
        if word == "--language" and i + 1 < len(arguments):
            value = arguments[i + 1]
        elif word.startswith("--language="):
            value = word.partition("=")[2]
        if value in LANGUAGES:
            return value
    return preferred_language()


def _parser(terminal: Terminal) -> argparse.ArgumentParser:
    def say(text: Text) -> str:
        return terminal.word(text)

    def find(name: str) -> Game[Any, Any]:
        if name not in games.names():
            known = ", ".join(games.names())
            problem = T("there is no game {name}; there are {known}", name=name[:40], known=known)
            raise argparse.ArgumentTypeError(say(problem))
        return games.find(name)

    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--language", choices=sorted(LANGUAGES), help=say(T("the language to speak"))
    )
    parser = argparse.ArgumentParser(
        prog="chancery",
        description=say(T("A referee, a table and an opponent for historical board games.")),
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"chancery {__version__}")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")

    def verb(name: str, help_: Text, run: Any) -> argparse.ArgumentParser:
        made = verbs.add_parser(name, help=say(help_), description=say(help_), parents=[common])
        made.set_defaults(run=run)
        return made

    def setting(made: argparse.ArgumentParser) -> None:
        made.add_argument("game", type=find, metavar="GAME", help=", ".join(games.names()))
        made.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE",
            help=say(T("an option of the game; `chancery games GAME` lists them")),
        )  # fmt: skip
        made.add_argument(
            "--data", "--board", type=Path, metavar="FILE",
            help=say(T("a corrected data file of the game instead of ours")),
        )  # fmt: skip

    def file(made: argparse.ArgumentParser) -> None:
        made.add_argument("file", type=Path, metavar="FILE", help=say(T("a record file")))

    made = verb("games", T("List the games, or the options of one."), tables.list_games)
    made.add_argument("game", nargs="?", type=find, metavar="GAME")
    made.add_argument("--show-data", action="store_true", help=say(T("print its data file")))

    made = verb("new", T("Open a table in a record file. The file knows everything."), tables.new)
    setting(made)
    file(made)
    made.add_argument("--seed", help=say(T("for chance; without it chance is made anew")))
    made.add_argument("--names", default="", help=say(T("names for the seats, with commas")))
    made.add_argument("--position", type=Path, help=say(T("start from a position in JSON form")))
    made.add_argument("--force", action="store_true", help=say(T("replace the file if it exists")))

    made = verb("legal", T("List what a seat may do now."), tables.legal)
    file(made)
    made.add_argument("--seat", help=say(T("without it: every seat that is asked")))
    made.add_argument("--json", action="store_true")

    made = verb("act", T("Play one action or several, all or none."), tables.act)
    file(made)
    made.add_argument("seat", metavar="SEAT")
    made.add_argument("actions", nargs="+", metavar="ACTION")

    made = verb("undo", T("Take back a seat’s last action."), tables.undo)
    file(made)
    made.add_argument("seat", metavar="SEAT")

    made = verb("show", T("Show the table as a seat, or a spectator, sees it."), tables.show)
    file(made)
    made.add_argument("--seat", help=say(T("without it: what everybody sees")))
    form = made.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=say(T("the view in JSON form")))
    form.add_argument("--svg", action="store_true", help=say(T("the board as a picture")))
    form.add_argument(
        "--png", type=Path, metavar="OUT", help=say(T("the board as a picture in a PNG file"))
    )
    form.add_argument(
        "--position", action="store_true",
        help=say(T("the whole position in JSON form, everything hidden included")),
    )  # fmt: skip
    made.add_argument("--dark", action="store_true", help=say(T("a picture in dark colours")))
    made.add_argument(
        "--width", type=int, default=2000, metavar="N", help=say(T("of a PNG, in pixels"))
    )

    made = verb("replay", T("Tell the game so far, or show it at any point."), tables.replay)
    file(made)
    made.add_argument("--seat", help=say(T("without it: what everybody sees")))
    made.add_argument(
        "--to", type=int, metavar="N", help=say(T("show it after N lines of the log"))
    )

    made = verb("check", T("Check a record, every action of it."), tables.check)
    file(made)
    made.add_argument(
        "--commitment", metavar="DIGEST",
        help=say(T("the digest of the seed, as it was shown while the game was played")),
    )  # fmt: skip

    made = verb("play", T("Play in the terminal, people and bots at one screen."), play.run)
    setting(made)
    made.add_argument(
        "--seats",
        help=say(T("for each seat “human” or a bot, with commas; without it you are asked")),
    )
    made.add_argument("--names", default="", help=say(T("names for the seats, with commas")))
    made.add_argument("--seed", help=say(T("for chance; without it chance is made anew")))
    made.add_argument("--file", type=Path, help=say(T("where the game is kept, or goes on from")))

    made = verb("serve", T("Open the site in the browser: tables, people and bots."), site.run)
    made.add_argument("--host", default="127.0.0.1", help=say(T("0.0.0.0: for the local network")))
    made.add_argument("--port", type=_positive, default=8000)
    made.add_argument("--workers", type=_positive, default=1, help=say(T("processes for bots")))
    made.add_argument("--processes", type=_positive, default=1, help=say(T("server processes")))

    made = verb("admin", T("Run a site: operators, tables, backups."), None)
    admin.add_verbs(made, common, say, find)

    made = verb("arena", T("Let bots play many games."), arena.run_arena)
    setting(made)
    made.add_argument("--seats", required=True, help=say(T("a bot for each seat, with commas")))
    made.add_argument("--games", type=_positive, default=100)
    made.add_argument("--seed", default="1")
    made.add_argument("--jobs", type=_positive, default=1, help=say(T("processes")))
    made.add_argument("--no-check", action="store_true", help=say(T("do not check invariants")))
    made.add_argument("--json", action="store_true")

    made = verb("bench", T("Measure how fast a game runs."), arena.run_bench)
    made.add_argument("game", nargs="?", type=find, metavar="GAME")
    made.add_argument("--seconds", type=float, default=1.0, help=say(T("for each round")))
    made.add_argument("--json", action="store_true")

    made = verb("coverage", T("List the rules that no code or no test cites."), coverage.run)
    made.add_argument("game", type=find, metavar="GAME")
    made.add_argument("--tests", type=Path, default=Path("tests"))
    made.add_argument("--json", action="store_true")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


if __name__ == "__main__":
    sys.exit(main())

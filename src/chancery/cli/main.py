"""The verbs of `chancery`, their arguments and their exit codes.

0: good; 1: refused (an illegal action, a record that does not hold); 2: wrong usage;
130: interrupted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from chancery import __version__, games
from chancery.arena import machines
from chancery.cli import (
    INTERRUPTED,
    admin,
    analyse,
    arena,
    arguments,
    choosing,
    conformance,
    coverage,
    ladder,
    numbers,
    play,
    record_verbs,
    rules,
    site,
    streams,
)
from chancery.cli.terminal import Terminal, preferred_language, refusal_text
from chancery.core import BadOption, Fault, Game, Refusal
from chancery.core.words import LANGUAGES, T, Text
from chancery.table import BadRecord

GOOD, REFUSED, USAGE = 0, 1, 2
MOST_GAMES, MOST_JOBS, MOST_SECONDS = 1_000_000, 256, 3600


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; return the exit code."""
    streams.mend()
    typed = list(sys.argv[1:] if argv is None else argv)
    try:
        terminal = Terminal(_language(typed))
        code = _run(terminal, typed)
        left = streams.empty()
        return code if left is None else _output_lost(terminal, left, code)
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
        args = _parser(terminal).parse_args(typed)
        code: int = args.run(terminal, args)
        return code
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
    except (streams.OutputLost, BrokenPipeError) as error:
        streams.empty()
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


def _parser(terminal: Terminal) -> argparse.ArgumentParser:
    def say(text: Text) -> str:
        return terminal.word(text)

    def whole(least: int, most: int) -> Callable[[str], int]:
        return numbers.whole(say, least, most)

    def find(name: str) -> Game[Any, Any]:
        if name not in games.names():
            raise argparse.ArgumentTypeError(say(choosing.no_game(name)))
        return games.find(name)

    common = arguments.Parser(say, add_help=False)
    common.add_argument(
        "--language", choices=sorted(LANGUAGES), help=say(T("the language to speak"))
    )
    parser = arguments.Parser(
        say,
        prog="chancery",
        description=say(T("A referee, a table and an opponent for historical board games.")),
        parents=[common],
    )
    parser.add_argument(
        "--version", action="version", version=f"chancery {__version__}",
        help=say(T("show the version and exit")),
    )  # fmt: skip
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")

    def verb(name: str, help_: Text, run: Any) -> argparse.ArgumentParser:
        made = verbs.add_parser(
            name, say=say, help=say(help_), description=say(help_), parents=[common]
        )
        made.set_defaults(run=run)
        return made

    def any_game(made: argparse.ArgumentParser) -> None:
        made.add_argument("game", nargs="?", metavar="GAME", help=", ".join(games.names()))
        made.add_argument(
            "--module", type=Path, metavar="PATH",
            help=say(T("a file or folder with a GAME instead of an installed one")),
        )  # fmt: skip

    def installed(made: argparse.ArgumentParser) -> None:
        made.add_argument("game", type=find, metavar="GAME", help=", ".join(games.names()))

    def mode(made: argparse.ArgumentParser) -> None:
        made.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE",
            help=say(T("an option of the game; `chancery games GAME` lists them")),
        )  # fmt: skip

    def where(made: argparse.ArgumentParser) -> None:
        made.add_argument(
            "--on", choices=(machines.HERE, machines.RAY), default=machines.HERE,
            help=say(T("where games are played: here, or on the machines of Ray")),
        )  # fmt: skip

    def setting(made: argparse.ArgumentParser) -> None:
        mode(made)
        made.add_argument(
            "--data", "--board", type=Path, metavar="FILE",
            help=say(T("a corrected data file to use instead of ours")),
        )  # fmt: skip

    def file(made: argparse.ArgumentParser) -> None:
        made.add_argument("file", type=Path, metavar="FILE", help=say(T("a record file")))

    force = say(T("overwrite an existing file (the old one is kept under another name)"))

    made = verb("games", T("List the games, or the options of one."), record_verbs.list_games)
    made.add_argument("game", nargs="?", type=find, metavar="GAME")
    made.add_argument("--show-data", action="store_true", help=say(T("print its data file")))

    made = verb(
        "new",
        T("Open a table in a record file. The file contains everything, hidden cards included."),
        record_verbs.new,
    )
    installed(made)
    setting(made)
    file(made)
    made.add_argument("--seed", help=say(T("random seed (default: a new one)")))
    made.add_argument(
        "--names", default="", help=say(T("names for the seats, separated by commas"))
    )
    made.add_argument("--position", type=Path, help=say(T("start from a position in JSON")))
    made.add_argument("--force", action="store_true", help=force)

    made = verb("legal", T("List what a seat may do now."), record_verbs.legal)
    file(made)
    made.add_argument("--seat", help=say(T("default: every seat whose turn it is")))
    made.add_argument("--json", action="store_true")

    made = verb("act", T("Play one or more actions, all or none."), record_verbs.act)
    file(made)
    made.add_argument("seat", metavar="SEAT")
    made.add_argument("actions", nargs="+", metavar="ACTION")

    made = verb("undo", T("Undo a seat’s last action."), record_verbs.undo)
    file(made)
    made.add_argument("seat", metavar="SEAT")
    made.add_argument(
        "--whole", action="store_true", help=say(T("the whole of an unfinished choice"))
    )

    made = verb("show", T("Show the table as a seat, or a spectator, sees it."), record_verbs.show)
    file(made)
    made.add_argument("--seat", help=say(T("default: what all players see")))
    form = made.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=say(T("the view in JSON")))
    form.add_argument("--svg", action="store_true", help=say(T("the board as a picture")))
    form.add_argument(
        "--png", type=Path, metavar="OUT", help=say(T("the board as a picture in a PNG file"))
    )
    form.add_argument(
        "--position", action="store_true",
        help=say(T("the whole position in JSON, including everything hidden")),
    )  # fmt: skip
    made.add_argument("--force", action="store_true", help=force)
    made.add_argument("--dark", action="store_true", help=say(T("a picture in dark colours")))
    made.add_argument(
        "--width",
        type=whole(1, record_verbs.WIDEST),
        default=2000,
        metavar="N",
        help=say(T("PNG width in pixels")),
    )

    made = verb("replay", T("Print the game so far, or show it at any point."), record_verbs.replay)
    file(made)
    made.add_argument("--seat", help=say(T("default: what all players see")))
    made.add_argument(
        "--to", type=int, metavar="N", help=say(T("show it after N lines of the log"))
    )

    made = verb("check", T("Check every action of a record."), record_verbs.check)
    file(made)
    made.add_argument(
        "--commitment", metavar="DIGEST",
        help=say(T("the digest of the seed, as it was shown during the game")),
    )  # fmt: skip

    made = verb(
        "analyse", T("All players’ chances over a game, and the moves that cost most."), analyse.run
    )
    file(made)
    form = made.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=say(T("the analysis in JSON")))
    form.add_argument("--svg", action="store_true", help=say(T("the chances as a picture")))

    made = verb("rules", T("Read the rules of a game, or what they say about one item."), rules.run)
    installed(made)
    made.add_argument(
        "item", nargs="*", metavar="ITEM",
        help=say(T("a paragraph (7.3), a chapter or a word (default: all the rules)")),
    )  # fmt: skip
    made.add_argument("--json", action="store_true")

    made = verb("play", T("Play in the terminal, people and bots at one screen."), play.run)
    any_game(made)
    setting(made)
    made.add_argument(
        "--seats",
        help=say(T("“human” or a bot for each seat, separated by commas (default: you are asked)")),
    )
    made.add_argument(
        "--names", default="", help=say(T("names for the seats, separated by commas"))
    )
    made.add_argument("--seed", help=say(T("random seed (default: a new one)")))
    made.add_argument(
        "--file", type=Path, help=say(T("where to save the game, or to continue it from"))
    )

    made = verb("serve", T("Open the site in the browser: tables, people and bots."), site.run)
    made.add_argument("--host", default="127.0.0.1", help=say(T("0.0.0.0 for the local network")))
    made.add_argument(
        "--port", type=whole(1, 65_535), help=say(T("the port (default: the first free from 8000)"))
    )
    made.add_argument(
        "--during-upgrade", action="store_true",
        help=say(T("serve a database that a newer version has already upgraded")),
    )  # fmt: skip
    made.add_argument(
        "--workers", type=whole(1, MOST_JOBS), default=1, help=say(T("processes for bots"))
    )
    made.add_argument(
        "--processes", type=whole(1, MOST_JOBS), default=1, help=say(T("server processes"))
    )
    made.add_argument(
        "--thinkers",
        type=whole(0, MOST_JOBS),
        default=1,
        help=say(T("processes for bots that think; without any, no masters are offered")),
    )
    made.add_argument(
        "--role", dest="roles", action="append", choices=site.ROLES,
        help=say(T("run only these processes here, and the others on other machines (repeatable)")),
    )  # fmt: skip
    made.add_argument(
        "--drain", type=whole(0, MOST_SECONDS), default=0, metavar="SECONDS",
        help=say(T("after SIGTERM, go on serving for so long while load balancers look elsewhere")),
    )  # fmt: skip

    made = verb("admin", T("Run a site: operators, tables, backups."), None)
    admin.add_verbs(made, common, say, find)

    made = verb("arena", T("Let bots play many games."), arena.run_arena)
    any_game(made)
    setting(made)
    made.add_argument(
        "--seats", required=True, help=say(T("a bot for each seat, separated by commas"))
    )
    made.add_argument("--games", type=whole(1, MOST_GAMES), default=100)
    made.add_argument("--seed", default="1")
    made.add_argument("--jobs", type=whole(1, MOST_JOBS), default=1, help=say(T("processes")))
    made.add_argument("--no-check", action="store_true", help=say(T("do not check invariants")))
    where(made)
    made.add_argument("--json", action="store_true")

    made = verb("ladder", T("Measure all bots of a game, in all seats."), ladder.run_ladder)
    any_game(made)
    mode(made)
    made.add_argument("--bots", help=say(T("those to measure, separated by commas (default: all)")))
    made.add_argument("--against", metavar="BOT", help=say(T("the bot they are measured against")))
    made.add_argument("--games", type=whole(1, MOST_GAMES), default=100)
    made.add_argument("--seed", default="1")
    made.add_argument("--jobs", type=whole(1, MOST_JOBS), default=1, help=say(T("processes")))
    made.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help=say(T("save results there as games end, and resume where the file stops")),
    )
    where(made)
    made.add_argument("--json", action="store_true")

    made = verb("train", T("Train a bot from many games to judge positions."), ladder.run_train)
    made.add_argument("game", type=find, metavar="GAME")
    mode(made)
    made.add_argument("--bot", help=say(T("the bot whose games are learned from")))
    made.add_argument("--games", type=whole(20, MOST_GAMES), default=4000)
    made.add_argument("--seed", default="1")
    made.add_argument("--jobs", type=whole(1, MOST_JOBS), default=1, help=say(T("processes")))
    where(made)
    made.add_argument(
        "--out", type=Path, metavar="FILE", help=say(T("where to write it (default: in the game)"))
    )
    made.add_argument("--json", action="store_true")

    made = verb("bench", T("Measure how fast a game runs."), arena.run_bench)
    made.add_argument("game", nargs="?", type=find, metavar="GAME")
    made.add_argument(
        "--seconds", type=numbers.seconds(say, MOST_SECONDS), default=1.0, metavar="N",
        help=say(T("for each round")),
    )  # fmt: skip
    made.add_argument(
        "--env",
        action="store_true",
        help=say(T("the environments for learning (docs/environments.md)")),
    )
    made.add_argument("--workers", type=whole(1, MOST_JOBS), default=1, help=say(T("processes")))
    made.add_argument("--json", action="store_true")

    made = verb("coverage", T("List the rules that no code or no test cites."), coverage.run)
    any_game(made)
    made.add_argument(
        "--tests", type=Path, default=Path("tests"), metavar="FOLDER",
        help=say(T("the folder of the tests")),
    )  # fmt: skip
    made.add_argument("--json", action="store_true")

    made = verb(
        "conformance", T("Check that a game keeps everything Chancery promises."), conformance.run
    )
    any_game(made)
    made.add_argument("--walks", type=whole(1, MOST_GAMES), default=30, metavar="N")
    made.add_argument("--seed", default="1")
    made.add_argument(
        "--only", type=whole(0, MOST_GAMES), metavar="N", help=say(T("only one of the walks"))
    )
    made.add_argument(
        "--damaged", type=whole(0, MOST_GAMES), default=200, metavar="N",
        help=say(T("positions with something wrong in them, to be refused or played on")),
    )  # fmt: skip
    made.add_argument("-v", "--verbose", action="store_true", help=say(T("show where it failed")))
    made.add_argument("--json", action="store_true")
    return parser


if __name__ == "__main__":
    sys.exit(main())

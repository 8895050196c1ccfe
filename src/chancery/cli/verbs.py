"""The arguments of each verb of `chancery`, and the function that runs it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from chancery import __version__, games
from chancery.arena import machines
from chancery.cli import (
    admin,
    analyse,
    arena,
    choosing,
    conformance,
    coverage,
    export,
    ladder,
    numbers,
    play,
    record_verbs,
    rules,
    site,
)
from chancery.cli.arguments import Parser
from chancery.cli.terminal import Terminal
from chancery.core import Game
from chancery.core.words import T, Text

MOST_GAMES, MOST_JOBS, MOST_SECONDS = 1_000_000, 256, 3600
FORCE = T("overwrite an existing file (the old one is kept under another name)")


def parser(terminal: Terminal) -> Parser:
    """Return the parser of the whole command line, in the terminal's language."""
    say = terminal.word
    root = Parser(
        say,
        prog="chancery",
        description=say(T("A referee, a table and an opponent for historical board games.")),
    )
    root.add_argument(
        "--version", action="version", version=f"chancery {__version__}",
        help=say(T("show the version and exit")),
    )  # fmt: skip
    verbs = root.add_subparsers(dest="verb", required=True, metavar="VERB")
    shared = _Shared(say)
    for name, help_, run, add_arguments in _VERBS:
        text = say(help_)
        command = verbs.add_parser(
            name, say=say, fill=partial(add_arguments, shared), help=text, description=text
        )
        command.set_defaults(run=run)
    return root


class _Shared:
    """Adds arguments that several verbs share."""

    def __init__(self, say: Callable[[Text], str]) -> None:
        self.say = say

    def whole(self, least: int, most: int) -> Callable[[str], int]:
        """Return a type of arguments: whole numbers in a range."""
        return numbers.whole(self.say, least, most)

    def find(self, name: str) -> Game[Any, Any]:
        """Return a game by its name: a type of arguments."""
        if name not in games.names():
            raise argparse.ArgumentTypeError(self.say(choosing.no_game(name)))
        return games.find(name)

    def any_game(self, command: Parser) -> None:
        """Add a game, installed or in a file."""
        command.add_argument("game", nargs="?", metavar="GAME", help=", ".join(games.names()))
        command.add_argument(
            "--module", type=Path, metavar="PATH",
            help=self.say(T("a file or folder with a GAME instead of an installed one")),
        )  # fmt: skip

    def installed(self, command: Parser) -> None:
        """Add an installed game."""
        command.add_argument("game", type=self.find, metavar="GAME", help=", ".join(games.names()))

    def mode(self, command: Parser) -> None:
        """Add the options of the game."""
        command.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE",
            help=self.say(T("an option of the game; `chancery games GAME` lists them")),
        )  # fmt: skip

    def setting(self, command: Parser) -> None:
        """Add the options and the data file of the game."""
        self.mode(command)
        command.add_argument(
            "--data", "--board", type=Path, metavar="FILE",
            help=self.say(T("a corrected data file to use instead of ours")),
        )  # fmt: skip

    def batch(self, command: Parser, games: int = 100, least: int = 1) -> None:
        """Add how many games are played, their seed, and the number of processes."""
        command.add_argument(
            "--games", type=self.whole(least, MOST_GAMES), default=games, metavar="N"
        )
        command.add_argument("--seed", default="1")
        jobs = self.whole(1, MOST_JOBS)
        command.add_argument("--jobs", type=jobs, default=1, help=self.say(T("processes")))

    def where(self, command: Parser) -> None:
        """Add the choice of machines that play the games."""
        command.add_argument(
            "--on", choices=(machines.HERE, machines.RAY), default=machines.HERE,
            help=self.say(T("where games are played: here, or on the machines of Ray")),
        )  # fmt: skip

    def file(self, command: Parser) -> None:
        """Add a record file."""
        command.add_argument("file", type=Path, metavar="FILE", help=self.say(T("a record file")))


def _games(shared: _Shared, command: Parser) -> None:
    say = shared.say
    command.add_argument("game", nargs="?", type=shared.find, metavar="GAME")
    command.add_argument("--show-data", action="store_true", help=say(T("print its data file")))


def _new(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.installed(command)
    shared.setting(command)
    shared.file(command)
    command.add_argument("--seed", help=say(T("random seed (default: a new one)")))
    command.add_argument(
        "--names", default="", help=say(T("names for the seats, separated by commas"))
    )
    command.add_argument("--position", type=Path, help=say(T("start from a position in JSON")))
    command.add_argument("--force", action="store_true", help=say(FORCE))


def _legal(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.file(command)
    command.add_argument("--seat", help=say(T("default: every seat whose turn it is")))
    command.add_argument("--json", action="store_true")


def _act(shared: _Shared, command: Parser) -> None:
    shared.file(command)
    command.add_argument("seat", metavar="SEAT")
    command.add_argument("actions", nargs="+", metavar="ACTION")


def _undo(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.file(command)
    command.add_argument("seat", metavar="SEAT")
    command.add_argument(
        "--whole", action="store_true", help=say(T("the whole of an unfinished choice"))
    )


def _show(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.file(command)
    command.add_argument("--seat", help=say(T("default: what all players see")))
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=say(T("the view in JSON")))
    form.add_argument("--svg", action="store_true", help=say(T("the board as a picture")))
    form.add_argument(
        "--png", type=Path, metavar="OUT", help=say(T("the board as a picture in a PNG file"))
    )
    form.add_argument(
        "--position", action="store_true",
        help=say(T("the whole position in JSON, including everything hidden")),
    )  # fmt: skip
    command.add_argument("--force", action="store_true", help=say(FORCE))
    command.add_argument("--dark", action="store_true", help=say(T("a picture in dark colours")))
    command.add_argument(
        "--width",
        type=shared.whole(1, record_verbs.WIDEST),
        default=2000,
        metavar="N",
        help=say(T("PNG width in pixels")),
    )


def _replay(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.file(command)
    command.add_argument("--seat", help=say(T("default: what all players see")))
    command.add_argument(
        "--to", type=int, metavar="N", help=say(T("show it after N lines of the log"))
    )


def _check(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.file(command)
    command.add_argument(
        "--commitment", metavar="DIGEST",
        help=say(T("the digest of the seed, as it was shown during the game")),
    )  # fmt: skip


def _analyse(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.file(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=say(T("the analysis in JSON")))
    form.add_argument("--svg", action="store_true", help=say(T("the chances as a picture")))


def _rules(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.installed(command)
    command.add_argument(
        "item", nargs="*", metavar="ITEM",
        help=say(T("a paragraph (7.3), a chapter or a word (default: all the rules)")),
    )  # fmt: skip
    command.add_argument("--json", action="store_true")


def _play(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.any_game(command)
    shared.setting(command)
    command.add_argument(
        "--seats",
        help=say(T("“human” or a bot for each seat, separated by commas (default: you are asked)")),
    )
    command.add_argument(
        "--names", default="", help=say(T("names for the seats, separated by commas"))
    )
    command.add_argument("--seed", help=say(T("random seed (default: a new one)")))
    command.add_argument(
        "--file", type=Path, help=say(T("where to save the game, or to continue it from"))
    )


def _serve(shared: _Shared, command: Parser) -> None:
    say = shared.say
    command.add_argument(
        "--host", default="127.0.0.1", help=say(T("0.0.0.0 for the local network"))
    )
    command.add_argument(
        "--port",
        type=shared.whole(1, 65_535),
        help=say(T("the port (default: the first free from 8000)")),
    )
    command.add_argument(
        "--during-upgrade", action="store_true",
        help=say(T("serve a database that a newer version has already upgraded")),
    )  # fmt: skip
    command.add_argument(
        "--workers", type=shared.whole(1, MOST_JOBS), default=1, help=say(T("processes for bots"))
    )
    command.add_argument(
        "--processes", type=shared.whole(1, MOST_JOBS), default=1, help=say(T("server processes"))
    )
    command.add_argument(
        "--thinkers",
        type=shared.whole(0, MOST_JOBS),
        default=1,
        help=say(T("processes for bots that think; without any, no masters are offered")),
    )
    command.add_argument(
        "--role", dest="roles", action="append", choices=site.ROLES,
        help=say(T("run only these processes here, and the others on other machines (repeatable)")),
    )  # fmt: skip
    command.add_argument(
        "--drain", type=shared.whole(0, MOST_SECONDS), default=0, metavar="SECONDS",
        help=say(T("after SIGTERM, go on serving for so long while load balancers look elsewhere")),
    )  # fmt: skip


def _admin(shared: _Shared, command: Parser) -> None:
    admin.add_verbs(command, shared.say, shared.find)


def _arena(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.any_game(command)
    shared.setting(command)
    command.add_argument(
        "--seats", required=True, help=say(T("a bot for each seat, separated by commas"))
    )
    shared.batch(command)
    command.add_argument("--no-check", action="store_true", help=say(T("do not check invariants")))
    shared.where(command)
    command.add_argument("--json", action="store_true")


def _ladder(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.any_game(command)
    shared.mode(command)
    command.add_argument(
        "--bots", help=say(T("those to measure, separated by commas (default: all)"))
    )
    command.add_argument(
        "--against", metavar="BOT", help=say(T("the bot they are measured against"))
    )
    shared.batch(command)
    command.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help=say(T("save results there as games end, and resume where the file stops")),
    )
    shared.where(command)
    command.add_argument("--json", action="store_true")


def _export(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.installed(command)
    shared.mode(command)
    command.add_argument(
        "--seats", default="random", metavar="BOTS",
        help=say(T("a bot for each seat, separated by commas, or one for all (default: random)")),
    )  # fmt: skip
    shared.batch(command)
    command.add_argument(
        "--states", action="store_true",
        help=say(T("add the whole position of each row, including everything hidden")),
    )  # fmt: skip
    command.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER",
        help=say(T("a new folder, or one where the same export was interrupted")),
    )  # fmt: skip
    command.add_argument("--json", action="store_true")


def _train(shared: _Shared, command: Parser) -> None:
    say = shared.say
    command.add_argument("game", type=shared.find, metavar="GAME")
    shared.mode(command)
    command.add_argument("--bot", help=say(T("the bot whose games are learned from")))
    shared.batch(command, games=4000, least=20)
    shared.where(command)
    command.add_argument(
        "--out", type=Path, metavar="FILE", help=say(T("where to write it (default: in the game)"))
    )
    command.add_argument("--json", action="store_true")


def _bench(shared: _Shared, command: Parser) -> None:
    say = shared.say
    command.add_argument("game", nargs="?", type=shared.find, metavar="GAME")
    command.add_argument(
        "--seconds", type=numbers.seconds(say, MOST_SECONDS), default=1.0, metavar="N",
        help=say(T("for each round")),
    )  # fmt: skip
    command.add_argument(
        "--env",
        action="store_true",
        help=say(T("the environments for learning (docs/environments.md)")),
    )
    command.add_argument(
        "--workers", type=shared.whole(1, MOST_JOBS), default=1, help=say(T("processes"))
    )
    command.add_argument("--json", action="store_true")


def _coverage(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.any_game(command)
    command.add_argument(
        "--tests", type=Path, default=Path("tests"), metavar="FOLDER",
        help=say(T("the folder of the tests")),
    )  # fmt: skip
    command.add_argument("--json", action="store_true")


def _conformance(shared: _Shared, command: Parser) -> None:
    say = shared.say
    shared.any_game(command)
    command.add_argument("--walks", type=shared.whole(1, MOST_GAMES), default=30, metavar="N")
    command.add_argument("--seed", default="1")
    command.add_argument(
        "--only",
        type=shared.whole(0, MOST_GAMES),
        metavar="N",
        help=say(T("only one of the walks")),
    )
    command.add_argument(
        "--damaged", type=shared.whole(0, MOST_GAMES), default=200, metavar="N",
        help=say(T("positions with something wrong in them, to be refused or played on")),
    )  # fmt: skip
    command.add_argument(
        "-v", "--verbose", action="store_true", help=say(T("show where it failed"))
    )
    command.add_argument("--json", action="store_true")


# every verb: its name, its help, `run(terminal, args)` that returns the exit code, its arguments
_VERBS: tuple[tuple[str, Text, Any, Callable[[_Shared, Parser], None]], ...] = (
    ("games", T("List the games, or the options of one."), record_verbs.list_games, _games),
    (
        "new",
        T("Open a table in a record file. The file contains everything, hidden cards included."),
        record_verbs.new,
        _new,
    ),
    ("legal", T("List what a seat may do now."), record_verbs.legal, _legal),
    ("act", T("Play one or more actions, all or none."), record_verbs.act, _act),
    ("undo", T("Undo a seat’s last action."), record_verbs.undo, _undo),
    ("show", T("Show the table as a seat, or a spectator, sees it."), record_verbs.show, _show),
    ("replay", T("Print the game so far, or show it at any point."), record_verbs.replay, _replay),
    ("check", T("Check every action of a record."), record_verbs.check, _check),
    (
        "analyse",
        T("All players’ chances over a game, and the moves that cost most."),
        analyse.run,
        _analyse,
    ),
    ("rules", T("Read the rules of a game, or what they say about one item."), rules.run, _rules),
    ("play", T("Play in the terminal, people and bots at one screen."), play.run, _play),
    ("serve", T("Open the site in the browser: tables, people and bots."), site.run, _serve),
    ("admin", T("Run a site: operators, tables, backups."), None, _admin),
    ("arena", T("Let bots play many games."), arena.run_arena, _arena),
    ("ladder", T("Measure all bots of a game, in all seats."), ladder.run_ladder, _ladder),
    ("export", T("Write games of bots as a data set in Parquet."), export.run, _export),
    ("train", T("Train a bot from many games to judge positions."), ladder.run_train, _train),
    ("bench", T("Measure how fast a game runs."), arena.run_bench, _bench),
    ("coverage", T("List the rules that no code or no test cites."), coverage.run, _coverage),
    (
        "conformance",
        T("Check that a game keeps everything Chancery promises."),
        conformance.run,
        _conformance,
    ),
)

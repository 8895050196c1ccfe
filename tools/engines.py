"""Compare the speed of the engines in several commits: decisions of random play per second.

python tools/engines.py COMMIT... [--pairs 5] [--seconds 1] [--game spada]
python tools/engines.py COMMIT... --instructions    count instructions, on a busy machine too
python tools/engines.py --check     fail if a game has become slower than tools/engines.toml says
python tools/engines.py --write     record the speed of all games there

Every commit is checked out beside the repository, which itself is measured as `now`. Processes for
the commits and for python-chess take turns, so that all see the same load of the machine, and count
CPU time. A decision counts as in `chancery bench`. Prints a table for docs/performance.md:
multiples of python-chess, and in brackets the CPU time of `now` divided by that of the commit.

With `--instructions` it prints thousands of instructions per decision in the same games, which
valgrind counts and which hardly vary, and in brackets those of `now` as a share of the commit's.

The multiple of the same code varies by several percent with what else the machine does. So a game
is slower only if its multiple, the median of the pairs, is more than 10% too low three times.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).parents[1]
RECORDED = Path(__file__).with_suffix(".toml")
SLACK = 0.1  # the part of its recorded multiple that a game may lose ...
ATTEMPTS = 3  # ... unless one of so many measurements finds it again
GAMES = ("spada", "friedrich", "revolution")
HEADER = """\
# Decisions of random play per second, as multiples of the moves of python-chess. `make soak` fails
# if a game loses more than 10%; `python tools/engines.py --write` records them anew.
"""
PEER = "chess"
COUNTED = {"spada": 4, "revolution": 1, "friedrich": 1}  # games in which instructions are counted


def _game(name: str) -> Callable[[random.Random, int], int]:
    # imported here, because each process imports the package of its commit
    from chancery.games import find

    game = find(name)

    def play(dice: random.Random, number: int) -> int:
        decisions = 0
        state = game.start(seed=f"engines {number}")
        while state.asked:
            seat = state.asked[0].seat
            legal = state.legal(seat)
            decisions += len(legal) > 1
            state.apply(legal[int(dice.random() * len(legal))], seat)
        return decisions

    return play


def _peer(dice: random.Random, number: int) -> int:
    import chess

    moves = 0
    board = chess.Board()
    while not board.is_game_over(claim_draw=False):
        legal = list(board.legal_moves)
        board.push(legal[int(dice.random() * len(legal))])
        moves += 1
    return moves


def _rate(name: str, seconds: float) -> float:
    """Play random games for a while, after one to warm up; return decisions per CPU second."""
    play = _peer if name == PEER else _game(name)
    dice = random.Random(1)
    play(dice, 0)
    decisions = number = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        number += 1
        decisions += play(dice, number)
    return decisions / spent


def _play_counted(name: str) -> int:
    """Play the same games twice, the second time counted by valgrind; return their decisions."""
    play, control = _game(name), ["callgrind_control", str(os.getpid()), "-i"]
    for counted in ("off", "on"):
        subprocess.run([*control, counted], stdout=subprocess.DEVNULL, check=True)
        dice = random.Random(1)
        decisions = sum(play(dice, number) for number in range(COUNTED[name]))
    subprocess.run([*control, "off"], stdout=subprocess.DEVNULL, check=True)
    return decisions


def _instructions(folder: Path, name: str) -> float:
    """Return the instructions per decision of a game in a commit."""
    child = [sys.executable, __file__, "--child", name, "--instructions"]
    options = ["--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=/dev/null"]
    paths = os.environ | {"PYTHONPATH": str(folder / "src"), "PYTHONHASHSEED": "0"}
    command = ["valgrind", *options, *child]
    done = subprocess.run(command, env=paths, capture_output=True, text=True, check=True)
    found = re.search(r"refs: *([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(",", "")) / float(done.stdout)


def _counts(folders: dict[str, Path], game: str) -> list[str]:
    """Return the row of a game: thousands of instructions per decision in each commit."""
    counts = {name: _instructions(folder, game) for name, folder in folders.items()}
    now = counts["now"]
    shares = {name: "" if name == "now" else f" ({now / n:.2f})" for name, n in counts.items()}
    return [f"{n / 1000:.1f}{shares[name]}" for name, n in counts.items()]


def _measured(folder: Path, name: str, seconds: float) -> float:
    command = [sys.executable, __file__, "--child", name, "--seconds", str(seconds)]
    paths = os.environ | {"PYTHONPATH": str(folder / "src")}
    out = subprocess.run(command, env=paths, stdout=subprocess.PIPE, check=True)
    return float(out.stdout)


def _rounds(
    folders: dict[str, Path], game: str, pairs: int, seconds: float
) -> list[dict[str, float]]:
    """Measure commits and python-chess by turns; return their rates in each round."""
    rounds = []
    for number in range(pairs):
        names = list(folders) if number % 2 else list(reversed(folders))
        rates = {name: _measured(folders[name], game, seconds) for name in names}
        rates[PEER] = _measured(ROOT, PEER, seconds)
        rounds.append(rates)
    return rounds


def _multiple(rounds: list[dict[str, float]], name: str) -> float:
    """Return the rate of a commit as a multiple of python-chess, the median of all rounds."""
    return median(rates[name] / rates[PEER] for rates in rounds)


def slower(measure: Callable[[str], float], recorded: dict[str, float]) -> list[str]:
    """Return the games that are slower than recorded, each measured up to three times."""
    games = []
    for game, right in recorded.items():
        found = 0.0
        for _ in range(ATTEMPTS):
            found = max(found, measure(game))
            if found >= right * (1 - SLACK):
                break
        else:
            games.append(game)
        print(f"{game}: {found:.2f} times python-chess, recorded {right:.2f}", flush=True)
    return games


def _compare(folders: dict[str, Path], game: str, pairs: int, seconds: float) -> list[str]:
    """Return the row of a game: a cell for each commit, the last of which is `now`."""
    rounds = _rounds(folders, game, pairs, seconds)
    now = next(reversed(folders))
    cells = []
    for name in folders:
        multiple = _multiple(rounds, name)
        share = median(rates[name] / rates[now] for rates in rounds)
        cells.append(f"{multiple:.2f}" + ("" if name == now else f" ({share:.2f})"))
    return cells


def main() -> None:
    """Check out the commits, measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("commits", nargs="*", metavar="COMMIT")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        counted = given.instructions
        print(_play_counted(given.child) if counted else _rate(given.child, given.seconds))
        return

    def measure(game: str) -> float:
        return _multiple(_rounds({"now": ROOT}, game, given.pairs, given.seconds), "now")

    if given.write:
        lines = [f"{game} = {measure(game):.2f}" for game in GAMES]
        RECORDED.write_text(HEADER + "\n".join((*lines, "")))
        return
    if given.check:
        if games := slower(measure, tomllib.loads(RECORDED.read_text())):
            sys.exit(
                f"Slower by more than 10%: {', '.join(games)}. Find out since when with"
                " `python tools/engines.py COMMIT...`; if it has to be, record it with --write."
            )
        return
    with tempfile.TemporaryDirectory() as beside:
        folders = {commit: Path(beside, commit) for commit in given.commits}
        try:
            for commit, folder in folders.items():
                command = ["git", "worktree", "add", "--quiet", "--detach", str(folder), commit]
                subprocess.run(command, cwd=ROOT, check=True)
            folders["now"] = ROOT
            print("|", *(f"| {name}" for name in folders), "|")
            print("|---" * (1 + len(folders)) + "|")
            for game in given.game or GAMES:
                if given.instructions:
                    cells = _counts(folders, game)
                else:
                    cells = _compare(folders, game, given.pairs, given.seconds)
                print(f"| {game} |", " | ".join(cells), "|", flush=True)
        finally:
            for commit in given.commits:
                command = ["git", "worktree", "remove", "--force", str(folders[commit])]
                subprocess.run(command, cwd=ROOT, check=False)


if __name__ == "__main__":
    main()

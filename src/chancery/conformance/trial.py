"""Runs the whole conformance suite on one game and reports the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from chancery.conformance.damaged_forms import check_hand_made
from chancery.conformance.secrecy import (
    CHOICES,
    DEAL,
    DRAFTS,
    DRAWS,
    FACES,
    SAMPLES,
    TWINS,
    UNDO,
    Comparisons,
)
from chancery.conformance.sittings import check_bots, check_sitting
from chancery.conformance.static_checks import check_statically
from chancery.conformance.taught import check_taught
from chancery.conformance.walks import Trail, Visits, check_walk
from chancery.core import Game, Options, T, Text
from chancery.core.game_checks import BadGame, explain
from chancery.core.options import spell
from chancery.core.words import PERCENT, Hundredths, say

SHOWN = 12  # lines of a script shown in a report
BOTS = 200  # actions of bots in each walk
COMPARED = {
    DEAL: T("the first deal"),
    CHOICES: T("hidden choices"),
    DRAWS: T("draws of chance"),
    TWINS: T("twins"),
    SAMPLES: T("samples"),
    FACES: T("words and pictures"),
    DRAFTS: T("half-made choices"),
    UNDO: T("offers of undo"),
}


@dataclass(frozen=True)
class Failure:
    """A failed check: what is wrong, where, and how to reproduce it."""

    check: str  # written, taught, walk, table, bots, secrets, positions
    problems: tuple[str, ...]
    error: BaseException
    walk: int | None = None
    options: Options = field(default_factory=dict)
    seed: str = ""
    script: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the failure for `chancery conformance --json`, whose fields stay the same."""
        return {
            "check": self.check,
            "problems": list(self.problems),
            "walk": self.walk,
            "options": dict(self.options),
            "seed": self.seed,
            "script": list(self.script),
        }


@dataclass
class Trial:
    """The result of the checks so far."""

    game: Game[Any, Any]
    modes: Sequence[Options] = ()
    walks: int = 0
    visits: Visits = field(default_factory=Visits)
    compared: Comparisons = field(default_factory=Comparisons)  # including those at tables
    bots: int = 0  # actions
    damaged: int = 0
    taken: int = 0
    seconds: float = 0.0
    failure: Failure | None = None

    def plain(self) -> dict[str, Any]:
        """Return the result for `chancery conformance --json`, whose fields stay the same."""
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "modes": len(self.modes),
            "walks": self.walks,
            "actions": self.visits.actions,
            "twin_steps": self.visits.twin_steps,
            "comparisons": self.compared.counts(),
            "hidden": self.compared.hidden(),
            "bot_actions": self.bots,
            "damaged": self.damaged,
            "taken": self.taken,
            "general_refusals": round(self.visits.not_now(), 4),
            "never": self.visits.never(self.game) if self.walks else {},
            "seconds": round(self.seconds, 1),
            "failure": None if self.failure is None else self.failure.plain(),
        }

    def told(self) -> Iterator[Text]:
        """Yield the report line by line."""
        if self.walks:
            yield from self._what_was_checked()
        if self.failure is not None:
            yield from _what_is_wrong(self.failure)
        else:
            yield T("No problems found.")

    def _what_was_checked(self) -> Iterator[Text]:
        visits, plain = self.visits, self.plain()
        yield T(
            "{game} – walks: {walks}; actions: {actions}; modes: {modes}",
            game=self.game.name, walks=self.walks, actions=visits.actions, modes=len(self.modes),
        )  # fmt: skip
        yield T(
            "  in every position: the questions, the legal list, invariants; in some: copies,"
            " JSON, words, reasons, samples, secrets by twins (steps: {steps})",
            steps=visits.twin_steps,
        )
        yield from self._what_was_compared()
        yield T("  at a table: undo, replay, records; actions played by bots: {n}", n=self.bots)
        if self.damaged:
            yield T(
                "  damaged positions: {damaged}; accepted and played on: {taken}",
                damaged=self.damaged, taken=self.taken,
            )  # fmt: skip
        refused = say(PERCENT, n=Hundredths(round(10_000 * visits.not_now())))
        yield T("  general refusals: {share}", share=refused)
        for kind, names in plain["never"].items():
            yield T("  never reached – {kind}: {names}", kind=kind, names=", ".join(names))

    def _what_was_compared(self) -> Iterator[Text]:
        if not self.compared.hidden():
            yield T("  secrets: not applicable, nothing is hidden")
            return
        counts = self.compared.counts()
        yield T("  comparisons of what a player sees of two positions that differ in a secret:")
        for check, n in counts.items():
            if n:
                yield T("    {check}: {n}", check=COMPARED[check], n=n)
            else:
                yield T("    {check}: not applicable, nothing is hidden", check=COMPARED[check])


def _what_is_wrong(failure: Failure) -> Iterator[Text]:
    yield {
        "written": T("The game’s code cannot be played:"),
        "taught": T("A guide, an exercise or an example does not work:"),
        "walk": T("A random game fails:"),
        "table": T("At a table, with undo and records, it fails:"),
        "bots": T("A game between bots fails:"),
        "secrets": T("A check compared nothing, although something is hidden:"),
        "positions": T("An edited position makes it fail:"),
    }[failure.check]
    for problem in failure.problems:
        yield T("  {problem}", problem=problem)
    if failure.walk is None:
        return
    yield T("  walk {walk} (again: --only {walk}), after:", walk=failure.walk)
    opening, lines = failure.script[:2], failure.script[2:]
    for line in opening:
        yield T("    {line}", line=line)
    if len(lines) > SHOWN:
        yield T("    # {n} lines; --json has them all", n=len(lines) - SHOWN)
    for line in lines[-SHOWN:]:
        yield T("    {line}", line=line)


def try_game(
    game: Game[Any, Any],
    walks: int,
    seed: str,
    *,
    damaged: int = 0,
    only: int | None = None,
    tell: Callable[[], None] = lambda: None,
) -> Trial:
    """Run all checks on a game up to the first failure; `only` selects one walk."""
    trial = Trial(game)
    began = time.monotonic()
    try:
        trial.failure = _failure_of(trial, walks, seed, damaged, only, tell)
    finally:
        trial.seconds = time.monotonic() - began
    return trial


def _failure_of(
    trial: Trial, walks: int, seed: str, damaged: int, only: int | None, tell: Callable[[], None]
) -> Failure | None:
    game = trial.game
    try:
        check_statically(game)
        trial.modes = list(game.modes())
    except BadGame as fault:
        return Failure("written", tuple(fault.problems), fault)
    except Exception as error:  # a game may raise anything
        return Failure("written", (explain(error, str(game.folder)),), error)
    try:
        if only is None:
            check_taught(game)
    except Exception as error:
        return Failure("taught", (explain(error, str(game.folder)),), error)
    for number in range(walks) if only is None else (only,):
        failure = _walk(trial, number, f"{seed}:{number}")
        if failure is not None:
            return failure
        trial.walks += 1
        tell()
    if only is None and (silent := trial.compared.silent()):
        return Failure("secrets", tuple(silent), AssertionError(*silent))
    if only is None and damaged:
        try:
            trial.taken = check_hand_made(game, trial.modes, seed, damaged)
        except Exception as error:
            return Failure("positions", (explain(error, str(game.folder)),), error)
        trial.damaged = damaged
    return None


def _walk(trial: Trial, number: int, seed: str) -> Failure | None:
    game = trial.game
    options = trial.modes[number % len(trial.modes)]
    trail: Trail = []

    def walk() -> None:
        visits = check_walk(game, options, seed, trail=trail)
        trial.visits.merge(visits)
        trial.compared.merge(visits.compared)

    def table() -> None:
        trial.compared.merge(check_sitting(game, options, seed, trail=trail))

    def bots() -> None:
        trial.bots += check_bots(game, options, seed, most=BOTS, trail=trail)

    for check in (walk, table, bots):
        trail.clear()
        try:
            check()
        except Exception as error:  # an assertion of the suite, or anything raised by the game
            chosen = " ".join(f"{name}={spell(value)}" for name, value in options.items())
            opening = (f"game {game.name} {chosen}".strip(), f"seed {seed}")
            script = (*opening, *trail)
            problems = (explain(error, str(game.folder)),)
            return Failure(check.__name__, problems, error, number, options, seed, script)
    return None

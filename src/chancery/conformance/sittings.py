"""Checks of a game at a table: undo, replay and records, and bots that play there."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from chancery import bots
from chancery.bots.levels import levels, sparring
from chancery.conformance.secrecy import UNDO, Comparisons, hold, told
from chancery.conformance.walks import LONGEST, Trail, any_action
from chancery.core import Action, Game, Refusal, State
from chancery.table import record
from chancery.table.bot_players import Player, answer, moves, seat_seed
from chancery.table.sitting import Sitting


def check_sitting(
    game: Game[Any, Any],
    options: Mapping[str, object] | None = None,
    seed: str = "",
    *,
    undo: float = 0.3,
    most: int = 400,
    trail: Trail | None = None,
) -> Comparisons:
    """Play at a table with undo; check that every point replays and that the record round trips.

    Returns how many offers of undo were compared.
    """
    dice, compared = random.Random(seed), Comparisons()
    sitting = Sitting(game, options, seed)
    past: list[tuple[int, State, int]] = []
    for _ in range(most):
        if not sitting.state.asked:
            break
        seat = dice.choice(sitting.state.asked).seat
        before = sitting.state
        action = any_action(dice, before.legal(seat))
        closing = action in sitting.closing(seat)
        offers = _offers(sitting)
        if trail is not None:
            trail.append(f"{sitting.seats[seat]}: {action}")
        sitting.act(seat, action, sitting.question(seat))
        hold(sitting.log[-1].sealed == closing, f"undo wrongly marked: {action}")
        for other in check_offers(sitting, before, offers):
            compared.add(UNDO, sitting.seats[other])
        past.append((len(sitting.log), sitting.state, hash(sitting.state)))
        if dice.random() < undo:
            other = dice.randrange(len(sitting.seats))
            length = len(sitting.log)
            if trail is not None:
                trail.append(f"{sitting.seats[other]}: undo")
            _check_undo(sitting, other, seat, before)
            if trail is not None and len(sitting.log) == length:
                trail.pop()  # the action was refused
            past.append((len(sitting.log), sitting.state, hash(sitting.state)))
    if sitting.state.result is not None:
        for seat in range(len(sitting.seats)):
            try:
                sitting.undo(seat)
            except Refusal:
                continue
            raise AssertionError("undo was possible after the end, when hidden cards are revealed")
    for length, state, key in dice.sample(past, min(30, len(past))):
        hold(hash(state) == key, "a state of the past has changed")
        hold(sitting.at(length) == state, f"replay to {length} gives another position")
    text = record.dumps(sitting)
    again = record.loads(text, lambda name: game)
    hold(again.state == sitting.state, "the record leads elsewhere")
    hold(record.dumps(again) == text, "the record does not come back the same")
    for viewer in (None, *range(len(sitting.seats))):
        hold(again.events(viewer) == sitting.events(viewer), "the record tells other events")
    return compared


def _offers(sitting: Sitting) -> list[object]:
    """Return what undo offers to each seat: the number of an action, or the refusal."""
    offers: list[object] = []
    for seat in range(len(sitting.seats)):
        try:
            sitting.undoable(seat)
            offers.append(sitting.undo_number(seat))
        except Refusal as refusal:
            offers.append(refusal)
    return offers


def check_offers(sitting: Sitting, before: State, offers: Sequence[object]) -> list[int]:
    """Check that an action that a seat cannot see does not change what the seat may undo.

    `before` and `offers` are from before the last action. A seat that sees nothing of it can still
    undo to the same moment, after which the step can be played again. Returns the seats whose
    offers were compared.
    """
    entry, now = sitting.log[-1], _offers(sitting)
    compared: list[int] = []
    if entry.action is None or before.asked != sitting.state.asked:
        return compared
    for seat, offer in enumerate(offers):
        if seat == entry.seat or told(entry.events, seat):
            continue
        compared.append(seat)
        hold(now[seat] == offer, f"undo tells {sitting.seats[seat]} of {entry.action}")
        if isinstance(offer, int):
            trial = sitting.fork()
            trial.undo(seat, offer)
            hold(trial.log[-1].undoes == sitting.undoable(seat), "an undo took back something else")
            hold(trial.at(len(trial.log)) == trial.state, "an undo leads nowhere")
    return compared


def _check_undo(sitting: Sitting, other: int, seat: int, before: State) -> None:
    """Check that an undo restores the position before, or is refused without effect."""
    length = len(sitting.log)
    sealed = sitting.log[-1].sealed
    if other != seat:
        state = sitting.state
        try:
            sitting.undo(other)
        except Refusal:
            hold(sitting.state is state and len(sitting.log) == length, "a refused undo acted")
        return
    try:
        sitting.undo(seat)
    except Refusal:
        hold(sealed, "an undo was refused without a reason")
        hold(len(sitting.log) == length, "a refused undo acted")
        return
    hold(not sealed, "an action that revealed something was undone")
    hold(sitting.state == before, "undo leads to another position")


def check_bots(
    game: Game[Any, Any],
    options: Mapping[str, object] | None = None,
    seed: str = "",
    *,
    kinds: Sequence[str] = (),
    most: int = LONGEST,
    trail: Trail | None = None,
) -> int:
    """Check that a bot created anew for every question plays the same game as one that was kept.

    Checks the named bots, or all except the levels of the game's own bot, for up to `most` actions.
    Kept bots play on a bare state, as in the arena, new ones at a table, as on the site: the same
    seeds must give the same game in both. Returns how many actions were played.
    """
    played = 0
    resting = {*levels(game), *sparring(game)}
    for kind in kinds or [one for one in bots.names(game) if one not in resting]:
        state = game.start(options, seed)
        seeds = [seat_seed(seed, seat) for seat in range(len(state.seats))]
        kept = [Player(kind, game, own) for own in seeds]
        log: list[tuple[int, Action | None]] = []
        if trail is not None:
            trail[:] = [f"# by {kind}"]
        for seat, action in islice(moves(state, kept), most):
            if trail is not None:
                trail.append(f"{state.seats[seat]}: {action}")
            state.apply(action, seat)
            log.append((seat, action))
        sitting = Sitting(game, options, seed)
        while sitting.state.asked and len(sitting.log) < len(log):
            seat = sitting.state.asked[0].seat
            actions = answer(sitting, seat, kind, seeds[seat])
            sitting.act(seat, actions, sitting.question(seat))
        anew = [(entry.seat, entry.action) for entry in sitting.log[: len(log)]]
        hold(anew == log, f"{kind}: a new bot for each question plays differently from a kept one")
        played += len(log)
    return played

"""Training: games between bots give rows, rows give a network (`chancery train`)."""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from chancery import games
from chancery.arena import machines
from chancery.core.network import COARSE, UNIT
from chancery.table.bot_players import Player, moves, seat_seed


@dataclass(frozen=True)
class Course:
    """A plan for training: game, options, bot, number of games, seed."""

    game: str
    options: Mapping[str, object]
    bots: tuple[str, ...]
    seed: str
    games: int


Rows = tuple["array[int]", "array[float]", "array[int]"]
BATCH = 25  # games per batch
UNITS, EPOCHS = 64, 14


def rows(course: Course, numbers: Sequence[int]) -> Rows:
    """Return rows of all seats at every new moment of some games, with results and game numbers."""
    game = games.find(course.game)
    hooks = game.search_hooks(game)
    encoder = hooks.learned.encoder(course.options)
    inputs, shares, which = array("h"), array("f"), array("i")
    for number in numbers:
        seed = f"{course.seed}:{number}"
        state = game.start(course.options, seed)
        players = [Player(kind, game, seat_seed(seed, s)) for s, kind in enumerate(course.bots)]
        seats = range(len(state.seats))
        moment, moments = hooks.moment(state), 0
        for seat, action in moves(state, players):
            state.apply(action, seat)
            if state.asked and hooks.moment(state) > moment:
                moment = hooks.moment(state)
                for s in seats:
                    inputs.extend(encoder.row(state.view(s)))
                moments += 1
        assert state.result is not None
        shares.extend([state.result.share(s) for s in seats] * moments)
        which.extend([number] * (moments * len(seats)))
    return inputs, shares, which


def gather(
    course: Course,
    jobs: int,
    on: str = machines.HERE,
    progress: Callable[[int], None] = lambda n: None,
) -> Rows:
    """Return the rows of all games of a course, in the same order wherever they are played."""
    batches = [
        (course, range(i, min(i + BATCH, course.games))) for i in range(0, course.games, BATCH)
    ]
    parts = []
    for part in machines.spread(rows, batches, jobs, on):
        parts.append(part)
        progress(len(set(part[2])))
    inputs, shares, which = array("h"), array("f"), array("i")
    for part in sorted(parts, key=lambda part: part[2][:1]):
        inputs.extend(part[0])
        shares.extend(part[1])
        which.extend(part[2])
    return inputs, shares, which


def splits(numbers: Any) -> tuple[Any, Any, Any]:
    """Divide rows by the numbers of their games: to fit, to choose the epoch, and to report."""
    tenth = numbers % 10
    return tenth > 1, tenth == 1, tenth == 0


def _calibration_error(probabilities: Sequence[float], shares: Sequence[float]) -> float:
    """Return the calibration error: predicted minus actual shares, averaged over ten bins."""
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for expected, share in zip(probabilities, shares, strict=True):
        tenths[min(9, int(expected * 10))].append((expected, share))
    wrong = sum(abs(sum(h - s for h, s in tenth)) for tenth in tenths)
    return wrong / len(probabilities)


def learn(
    course: Course,
    jobs: int,
    on: str = machines.HERE,
    progress: Callable[[int], None] = lambda n: None,
) -> tuple[dict[str, Any], str]:
    """Play a course and train a network; return its card and the text of its file."""
    began = time.time()
    played = gather(course, jobs, on, progress)
    gathered = time.time() - began
    card, text = fit(course, played)
    took = {"gathered": round(gathered, 1), "seconds": round(time.time() - began, 1)}
    return card | took, text


def fit(course: Course, played: Rows) -> tuple[dict[str, Any], str]:
    """Train a network on the rows of a course; return its card and the text of its file."""
    import numpy as np
    import torch
    from torch import nn

    inputs, shares, which = played
    game = games.find(course.game)
    encoder = game.search_hooks(game).learned.encoder(course.options)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    x = torch.from_numpy(np.asarray(inputs, np.float32).reshape(-1, len(encoder.names))).to(device)
    y = torch.from_numpy(np.asarray(shares, np.float32)).to(device)
    # a tenth of the games chooses the epoch, and another one, used for nothing else, is reported
    fitted, chosen, reported = (
        torch.from_numpy(part).to(device) for part in splits(np.asarray(which))
    )
    scale = x[fitted].std(0).clamp(min=0.05)
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(x.shape[1], UNITS), nn.ReLU(), nn.Linear(UNITS, 1)).to(device)
    torch.nn.init.zeros_(net[2].weight)
    best, curve, kept = 9.9, [], None
    order = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.CosineAnnealingLR(order, EPOCHS)
    xs, ys = (x / scale)[fitted], y[fitted]
    xt, yt = (x / scale)[chosen], y[chosen]
    loss_of = nn.BCEWithLogitsLoss()
    for _ in range(EPOCHS):
        net.train()
        for part in torch.randperm(len(xs), device=device).split(2048):
            order.zero_grad()
            loss = loss_of(net(xs[part])[:, 0], ys[part])
            loss.backward()
            order.step()
        plan.step()
        net.eval()
        with torch.no_grad():
            training = loss_of(net(xs)[:, 0], ys).item()
            fresh = loss_of(net(xt)[:, 0], yt).item()
        curve.append((round(training, 5), round(fresh, 5)))
        if fresh < best:
            best = fresh
            kept = {k: v.detach().cpu().clone() for k, v in net.state_dict().items()}
    assert kept is not None
    net.load_state_dict(kept)
    xr, yr = (x / scale)[reported], y[reported]
    with torch.no_grad():
        outputs = net(xr)[:, 0]
    mean = float(ys.mean())
    base = loss_of(torch.logit(torch.full_like(yr, mean)), yr).item()
    card = {
        "game": course.game,
        "options": dict(course.options),
        "rules": game.rules,
        "bots": list(course.bots),
        "games": course.games,
        "seed": course.seed,
        "rows": len(y),
        "made": datetime.now(UTC).date().isoformat(),
        "loss": round(loss_of(outputs, yr).item(), 5),
        "loss_knowing_nothing": round(base, 5),
        "off": round(_calibration_error(torch.sigmoid(outputs).tolist(), yr.tolist()), 4),
        "curve": curve,
    }
    return card, _file_of(card, encoder.names, kept, scale.cpu())


def _file_of(card: dict[str, Any], names: Sequence[str], weights: Any, scale: Any) -> str:
    """Return the file of a network, with integer weights for inputs that are not scaled."""
    hidden = (weights["0.weight"] / scale).T * UNIT
    written = {
        "card": card,
        "names": names,
        "bias": [round(v * UNIT) for v in weights["0.bias"].tolist()],
        "output": [round(v * UNIT) for v in weights["2.weight"][0].tolist()],
        "offset": round(weights["2.bias"].item() * UNIT * (UNIT >> COARSE)),
        "hidden": [[round(v) for v in line] for line in hidden.tolist()],
    }
    return json.dumps(written, separators=(",", ":")) + "\n"

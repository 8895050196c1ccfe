"""The games as research problems: the tables of docs/research.md.

`python -m tools.research_table measure` lets bots play and writes docs/measures/research.json;
`python -m tools.research_table write` makes the tables from it, from the games themselves and from
the results of `chancery ladder` in docs/measures.

How many positions are consistent with a view is counted game by game, at random decisions of
self-play: as sets of cards, whatever their order, and troops of each stack.

- La Spada: all distributions of unseen cards to hands, booty and deck, counted exactly, and so for
  agenda cards.
- Friedrich: hands by deck, as if both reserves of a deck could be told apart (at most one bit too
  much for each deck and holder), times the troops of all hidden stacks, estimated without bias by
  drawing stack after stack (Knuth 1975). Positions in which troops are being shared are left out.
- Revolution: nothing but what others are choosing right now.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, log2
from pathlib import Path
from typing import Any

from chancery import games
from chancery.arena import machines, matches
from chancery.arena.stats import wilson
from chancery.cli import files
from chancery.core import State
from chancery.games.friedrich.board.cards import DECK, DECKS
from chancery.games.friedrich.rules.knowledge.possible_troops import Sums
from chancery.games.friedrich.rules.setup import SetUp
from chancery.games.friedrich.rules.state import SeenCard
from chancery.games.friedrich.view import FriedrichView
from chancery.games.spada.board.components import CARDS_OF_A_KIND, KNIGHTS
from chancery.games.spada.view import SpadaView, known_cards
from chancery.table.bot_players import Player, moves, seat_seed

HERE = Path(__file__).parent.parent
MEASURES = HERE / "docs" / "measures"
FILE, PAGE = MEASURES / "research.json", HERE / "docs" / "research.md"
BEGIN, END = "<!-- the tables of tools/research_table.py -->", "<!-- end of the tables -->"
BOT, SEED = "player", "research"
SAMPLED = 0.02  # the share of decisions at which consistent positions are counted
DRAWN = 200  # troops of all hidden stacks, to estimate in how many ways they can be divided
BATCH = 10  # games


@dataclass(frozen=True)
class Mode:
    """A mode of a game that the tables show."""

    title: str
    game: str
    options: Mapping[str, object]
    ladder: str | None = None  # the file in docs/measures with results of masters


MODES = (
    Mode("La Spada, three", "spada", {"players": 3}, "spada-three"),
    Mode("La Spada, four", "spada", {"players": 4}, "spada-four"),
    Mode("Friedrich, west", "friedrich", {"game": "west", "players": 2}, "friedrich-west"),
    Mode(
        "Friedrich, Austrian theatre", "friedrich", {"game": "austrian", "players": 2},
        "friedrich-austrian",
    ),
    Mode("Friedrich, the whole war, three", "friedrich", {"players": 3}),
    Mode("Friedrich, the whole war, four", "friedrich", {"players": 4}, "friedrich-four"),
    Mode("Revolution, two", "revolution", {"players": 2}, "revolution-two"),
    Mode("Revolution, three", "revolution", {"players": 3}),
    Mode("Revolution, four", "revolution", {"players": 4}),
    Mode("Revolution, five", "revolution", {"players": 5}, "revolution-five"),
)  # fmt: skip

HIDDEN = {
    "spada": "hands of cards and of agenda cards, the deck",
    "friedrich": "hands of cards, troops of stacks, the draw pile, the cards of fate to come",
    "revolution": "only what others are choosing at the same time",
}


# -- information sets ------------------------------------------------------------------------------


def distributions(rows: Sequence[int], columns: Sequence[int], forbidden: int = 0) -> int:
    """Count the ways to deal so many cards of each kind (columns) to places (rows), all of them.

    Cards of a kind are alike. Bit i of `forbidden`: the i-th place takes no card of the last kind.
    """

    @cache
    def count(row: int, left: tuple[int, ...]) -> int:
        least = left[-1] if forbidden >> row & 1 else 0  # of the last kind must stay
        if row == len(rows) - 1:
            return int(sum(left) == rows[row] and not least)
        return sum(count(row + 1, rest) for rest in _dealt(rows[row], left) if rest[-1] >= least)

    return count(0, tuple(columns))


def _dealt(cards: int, left: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return what can be left after so many cards have been dealt."""
    if len(left) == 1:
        return [(left[0] - cards,)] if cards <= left[0] else []
    return [
        (left[0] - n, *rest)
        for n in range(min(cards, left[0]) + 1)
        for rest in _dealt(cards - n, left[1:])
    ]


def spada_positions(view: SpadaView, dice: random.Random) -> int:
    """Count the positions that fit a view of La Spada."""
    n = len(view.frame.seats)
    hands: list[int] = []
    for seat in range(n):
        hands += view.hand if seat == view.seat else known_cards(view, seat)
    order = sorted(range(4), key=lambda resource: resource == KNIGHTS)  # knights last
    unseen = [
        CARDS_OF_A_KIND - view.discards[r] - sum(view.offers[r::4]) - sum(hands[r::4])
        for r in order
    ]
    others = [seat for seat in range(n) if seat != view.seat]
    rows = [view.sizes[seat] - sum(hands[seat * 4 : seat * 4 + 4]) for seat in others]
    unarmed = sum(1 << i for i, seat in enumerate(others) if view.unarmed[seat])
    ways = distributions((*rows, view.loot_size, view.deck_size), unseen, unarmed)

    agendas = list(view.known_agendas)
    agendas[view.seat * 8 : view.seat * 8 + 8] = view.agenda_hand
    cards = games.find("spada").load_data(view.frame.data).agenda(view.frame.options)
    pile = [
        cards[card] - view.spent[card] - (view.agenda == card) - sum(agendas[card::8])
        for card in range(8)
    ]
    rows = [view.agenda_sizes[seat] - sum(agendas[seat * 8 : seat * 8 + 8]) for seat in others]
    return ways * distributions((*rows, sum(pile) - sum(rows)), pile)


def friedrich_positions(view: FriedrichView, dice: random.Random) -> int | None:
    """Estimate how many positions fit a view of Friedrich; None while troops are shared out."""
    if any(isinstance(phase, SetUp) for phase in view.phases):
        return None
    hidden = [nation for nation in range(7) if not view.own(nation)]
    known = [0] * (7 * DECKS)  # cards in hidden hands that the reader has seen, by deck
    notes = Counter(view.seen)
    for holder, card in {(note.holder, note.card) for note in view.seen}:
        number = max(notes[SeenCard(viewer, holder, card)] for viewer in range(7))
        known[holder * DECKS + DECK[card]] += number
    ways = 1
    for deck in range(DECKS):
        places = [view.backs[n * DECKS + deck] - known[n * DECKS + deck] for n in hidden]
        own = sum(DECK[buried.card] == deck for buried in view.buried)
        places += [view.buried_backs[deck] - own, view.draw_backs[deck]]
        left = sum(places)
        for size in places:
            ways *= comb(left, size)
            left -= size
    for nation in hidden:
        if view.owners[nation] >= 0:
            ways *= max(1, round(divisions(view.known[nation], dice)))
    return ways


def divisions(sums: Sums, dice: random.Random, drawn: int = DRAWN) -> float:
    """Estimate in how many ways the stacks can have the troops that are known together."""
    total = 0
    for _ in range(drawn):
        left, weight = sums, 1
        for top in sums.tops:
            low, high = left.box(top)
            weight *= high - low + 1
            left = left.others_if(top, dice.randint(low, high))
        total += weight
    return total / drawn


def revolution_positions(view: object, dice: random.Random) -> int:
    """Return 1, as nothing of a finished choice is hidden in Revolution."""
    return 1


POSITIONS: dict[str, Callable[[Any, random.Random], int | None]] = {
    "spada": spada_positions,
    "friedrich": friedrich_positions,
    "revolution": revolution_positions,
}


# -- measuring -------------------------------------------------------------------------------------


def play(mode: Mode, number: int) -> dict[str, Any]:
    """Play a game of players against each other; return what it shows."""
    game, seed = games.find(mode.game), f"{SEED}:{number}"
    state: State = game.start(mode.options, seed)
    players = [Player(BOT, game, seat_seed(seed, seat)) for seat in range(len(state.seats))]
    dice = random.Random(seed)
    choices: list[int] = []  # the legal actions of each decision
    bits: list[float] = []
    actions = 0
    for seat, action in moves(state, players):
        actions += 1
        legal = len(state.legal(seat))
        if legal > 1:
            choices.append(legal)
            if dice.random() < SAMPLED:
                ways = POSITIONS[mode.game](state.view(seat), dice)
                bits += [] if ways is None else [log2(ways)]
        state.apply(action, seat)
    assert state.result is not None
    return {
        "actions": actions,
        "decisions": len(choices),
        "legal": sum(choices),
        "most": max(choices),
        "bits": bits,
        "shares": [state.result.share(seat) for seat in range(len(state.seats))],
    }


def play_some(mode: Mode, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """Play some games of a mode."""
    return [play(mode, number) for number in numbers]


def measure(mode: Mode, played: int, for_random: int, jobs: int = 1) -> dict[str, Any]:
    """Measure a mode: self-play of players, and a random bot in each seat among players."""
    parts = [(mode, range(i, min(i + BATCH, played))) for i in range(0, played, BATCH)]
    found = [game for part in machines.spread(play_some, parts, jobs) for game in part]
    bits = [n for game in found for n in game["bits"]]
    seats = range(len(found[0]["shares"]))
    wins = 0.0
    for seat in seats:
        line = tuple("random" if number == seat else BOT for number in seats)
        plan = matches.Plan(
            mode.game, mode.options, line, for_random, f"{SEED}-random-{seat}", checked=False
        )
        report = matches.run(plan, jobs)
        assert not report.errors, report.errors[0]
        wins += report.scores[seat].wins
    decisions = sum(game["decisions"] for game in found)
    return {
        "rules": games.find(mode.game).rules,
        "games": played,
        "actions": round(sum(game["actions"] for game in found) / played, 1),
        "decisions": round(decisions / played, 1),
        "longest": max(game["decisions"] for game in found),
        "legal_mean": round(sum(game["legal"] for game in found) / decisions, 2),
        "legal_max": max(game["most"] for game in found),
        "bits_mean": round(sum(bits) / max(1, len(bits)), 1),  # few games may have no such position
        "bits_max": round(max(bits, default=0), 1),
        "bits_positions": len(bits),
        "wins": [round(sum(game["shares"][seat] for game in found), 4) for seat in seats],
        "random": {"games": for_random * len(seats), "wins": round(wins, 4)},
    }


# -- the tables ------------------------------------------------------------------------------------


def among_players(mode: Mode, bot: str) -> tuple[int, float] | None:
    """Return games and wins of one such bot among players in the results of the ladder."""
    if mode.ladder is None:
        return None
    wins, played = 0.0, 0
    lines = (MEASURES / f"{mode.ladder}.jsonl").read_text("utf-8").splitlines()[1:]
    for line in map(json.loads, lines):
        if "seats" not in line:
            continue  # the version of a bot
        others = [kind for kind in line["seats"] if kind != BOT]
        if others == [bot]:
            played += 1
            seat = line["seats"].index(bot)
            wins += (seat in line["winners"]) / len(line["winners"])
    return (played, wins) if played else None


def rate(wins: float, played: int) -> str:
    """Return a rate with its 95% interval."""
    low, high = wilson(wins, played)
    return f"{100 * wins / played:.0f}% ({100 * low:.0f}–{100 * high:.0f})"


def statics(mode: Mode) -> list[str]:
    """Return what the table of sizes says without any measurement: seats, actions, numbers."""
    game = games.find(mode.game)
    seats = game.seats(game.complete_options(mode.options))
    chance = "yes" if game.chance else "no"
    numbers = f"{game.shape(mode.options)[0]:,}"
    return [mode.title, str(len(seats)), f"{len(game.notation):,}", numbers, chance]


def tables(measured: Mapping[str, Any]) -> str:
    """Return the tables of all measured modes in Markdown."""
    sizes = [
        "| mode | seats | actions | numbers | chance | legal actions | decisions | bits |",
        "|---|---|---|---|---|---|---|---|",
    ]
    strengths = [
        "| mode | games | wins of each seat | random | novice | master |",
        "|---|---|---|---|---|---|",
    ]
    for mode in MODES:
        found = measured["modes"][mode.title]
        bits = f"{found['bits_mean']:.0f}, up to {found['bits_max']:.0f}"
        cells = [
            *statics(mode),
            f"{found['legal_mean']:.1f}, up to {found['legal_max']}",
            f"{found['decisions']:,.0f}, up to {found['longest']:,}",
            bits if found["bits_max"] else "0",
        ]
        sizes.append(f"| {' | '.join(cells)} |")
        game = games.find(mode.game)
        names = game.seats(game.complete_options(mode.options))
        balance = ", ".join(
            f"{name} {rate(wins, found['games'])}"
            for name, wins in zip(names, found["wins"], strict=True)
        )
        chance = found["random"]
        others = [among_players(mode, bot) for bot in ("novice", "master")]
        cells = [
            mode.title,
            str(found["games"]),
            balance,
            f"{rate(chance['wins'], chance['games'])} of {chance['games']}",
            *("–" if n is None else f"{rate(n[1], n[0])} of {n[0]}" for n in others),
        ]
        strengths.append(f"| {' | '.join(cells)} |")
    hidden = [f"- {games.find(name).title}: {text}." for name, text in HIDDEN.items()]
    return "\n".join([*sizes, "", *hidden, "", *strengths])


def page(text: str, measured: Mapping[str, Any]) -> str:
    """Return the page with new tables."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n\n{tables(measured)}\n\n{END}{tail}"


def measured_modes() -> dict[str, Any]:
    """Return what has been measured by mode; nothing before the first measurement."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))["modes"] if FILE.exists() else {}
    return found


def number(text: str) -> int:
    """Return an argument that counts something, which is 1 at least."""
    found = int(text)
    if found < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 was expected, not {text}")
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    told = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    told.add_argument("what", choices=("measure", "write"))
    told.add_argument("--games", type=number, default=150, help="of players in each mode")
    told.add_argument(
        "--random", type=number, default=20, help="games of a random bot, for each seat"
    )
    told.add_argument("--mode", action="append", choices=[mode.title for mode in MODES])
    told.add_argument("--jobs", type=number, default=1)
    args = told.parse_args(arguments)
    if args.what == "measure":
        known = measured_modes()
        for mode in MODES:
            if args.mode and mode.title not in args.mode:
                continue
            known[mode.title] = measure(mode, args.games, args.random, args.jobs)
            print(mode.title, known[mode.title], flush=True)
            text = json.dumps({"seed": SEED, "bot": BOT, "modes": known}, indent=1) + "\n"
            files.write(FILE, text.encode(), files.OPEN)
    missing = [mode.title for mode in MODES if mode.title not in measured_modes()]
    if missing:
        told.exit(1, f"The page is unchanged; not measured yet: {', '.join(missing)}.\n")
    PAGE.write_text(page(PAGE.read_text("utf-8"), json.loads(FILE.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()

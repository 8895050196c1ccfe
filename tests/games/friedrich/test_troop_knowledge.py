"""Tests of the exact public knowledge of troops, against enumeration of all possible pasts."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from chancery.core import Action, BadChance, BadForm, Event, Tape
from chancery.games.friedrich.board.pieces import GENERAL_NAMES
from chancery.games.friedrich.rules import stacks
from chancery.games.friedrich.rules.fate.gains_and_losses import FreeTroop
from chancery.games.friedrich.rules.knowledge.possible_troops import Sums, among
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import GAME, position, started, under
from tests.games.steps import play
from tests.soaking import covering, sample

Row = tuple[int, ...]


def rows(sums: Sums) -> set[Row]:
    """Yield every possible assignment of troops to the stacks."""
    ranges = [range(low, high + 1) for _, low, high in sums.boxes()]
    return {row for row in product(*ranges) if sums.allows(dict(zip(sums.tops, row, strict=True)))}


def agree(sums: Sums, possible: Iterable[Row]) -> None:
    """Check that the maxima equal those of brute force, without gaps in between."""
    possible = set(possible)
    assert sums.sound()
    assert rows(sums) == possible
    for place, (_, low, high) in enumerate(sums.boxes()):
        assert {row[place] for row in possible} == set(range(low, high + 1))


# -- the numbers by themselves ---------------------------------------------------------------


class Brute:
    """The same knowledge as an explicit list of assignments; each stack has its generals."""

    def __init__(self, stacks: list[tuple[int, ...]], total: int) -> None:
        self.stacks = stacks
        ranges = [range(len(stack), 8 * len(stack) + 1) for stack in stacks]
        self.rows = {row for row in product(*ranges) if sum(row) == total}
        boxes = {stack[0]: (len(stack), 8 * len(stack)) for stack in stacks}
        self.sums = among(boxes, total)

    def pick(self, dice: random.Random) -> Row:
        """Return an assignment that may be the true one."""
        return dice.choice(sorted(self.rows))

    def announce(self, dice: random.Random) -> None:
        place = dice.randrange(len(self.stacks))
        n = self.pick(dice)[place]
        self.rows = {row for row in self.rows if row[place] == n}
        self.sums = self.sums.within(self.stacks[place][0], n, n)

    def bound(self, dice: random.Random) -> None:
        place = dice.randrange(len(self.stacks))
        n = self.pick(dice)[place]
        low, high = dice.choice([(0, n), (n, 99)])
        self.rows = {row for row in self.rows if low <= row[place] <= high}
        self.sums = self.sums.within(self.stacks[place][0], low, high)

    def lose(self, dice: random.Random) -> None:
        place = dice.randrange(len(self.stacks))
        least = min(row[place] for row in self.rows)
        if least > len(self.stacks[place]):
            self.rows = {(*r[:place], r[place] - 1, *r[place + 1 :]) for r in self.rows}
            self.sums = self.sums.grown(self.stacks[place][0], -1)

    def join(self, dice: random.Random) -> None:
        if len(self.stacks) < 2:
            return
        a, b = sorted(dice.sample(range(len(self.stacks)), 2))
        if len(self.stacks[a]) + len(self.stacks[b]) <= 3:
            merged = tuple(sorted(self.stacks[a] + self.stacks[b]))
            self.sums = self.sums.joined([self.stacks[a][0], self.stacks[b][0]], merged[0])
            others = [stack for i, stack in enumerate(self.stacks) if i not in (a, b)]
            self._arrange(
                [*others, merged],
                {
                    (*(n for i, n in enumerate(row) if i not in (a, b)), row[a] + row[b])
                    for row in self.rows
                },
            )

    def part(self, dice: random.Random) -> None:
        wide = [i for i, stack in enumerate(self.stacks) if len(stack) > 1]
        if not wide:
            return
        place = dice.choice(wide)
        stack = self.stacks[place]
        going = tuple(sorted(dice.sample(stack, dice.randrange(1, len(stack)))))
        left = tuple(general for general in stack if general not in going)
        a, b = len(going), len(left)
        self.sums = self.sums.parted(stack[0], going[0], (a, 8 * a), left[0], (b, 8 * b))
        self._arrange(
            [s for s in self.stacks if s != stack] + [going, left],
            {
                (*(n for i, n in enumerate(row) if i != place), n, row[place] - n)
                for row in self.rows
                for n in range(a, 8 * a + 1)
                if b <= row[place] - n <= 8 * b
            },
        )

    def feed(self, dice: random.Random) -> None:
        n = dice.randrange(1, 4)
        hungry = dice.randrange(len(self.stacks)) if dice.random() < 0.3 else -1
        found = {
            tuple(map(int.__add__, row, more))
            for row in self.rows
            for more in product(range(n + 1), repeat=len(self.stacks))
            if sum(more) == n
            and (hungry < 0 or not more[hungry])
            and all(
                old + new <= 8 * len(stack)
                for old, new, stack in zip(row, more, self.stacks, strict=True)
            )
        }
        if found:
            self.rows = found
            boxes = {s[0]: (0, 0 if i == hungry else n) for i, s in enumerate(self.stacks)}
            self.sums = self.sums.shared(n, boxes)
            for stack in self.stacks:
                self.sums = self.sums.within(stack[0], len(stack), 8 * len(stack))

    def _arrange(self, stacks: list[tuple[int, ...]], rows: set[Row]) -> None:
        order = sorted(range(len(stacks)), key=lambda place: stacks[place])
        self.stacks = [stacks[place] for place in order]
        self.rows = {tuple(row[place] for place in order) for row in rows}


@pytest.mark.parametrize("seed", sample(range(40), 12))
def test_knowledge_equals_brute_force(seed: int) -> None:
    dice = random.Random(f"brute {seed}")
    kinds: list[Any] = [[(0,), (1,), (2,)], [(0,), (1, 3), (2,)], [(0,), (1,), (2,), (3,)]]
    stacks = dice.choice(kinds)
    generals = sum(map(len, stacks))
    brute = Brute(stacks, dice.randrange(generals + 2, 5 * generals))
    agree(brute.sums, brute.rows)
    for _ in range(14):
        step = dice.choice([brute.join, brute.part, brute.part, brute.feed, brute.announce,
                            brute.bound, brute.lose])  # fmt: skip
        step(dice)
        agree(brute.sums, brute.rows)


# -- the game itself -------------------------------------------------------------------------

HIDDEN = ("take", "feed", "at")  # actions whose choice is hidden from spectators
Faces = list[Event]


def worlds(s: Friedrich, nation: int) -> list[Friedrich]:
    """Yield every position that looks like this one except for the troops of a nation."""
    found = []
    for row in rows(s.known[nation]):
        world = s.clone()
        for top, n in zip(s.known[nation].tops, row, strict=True):
            world.troops[top] = n
        world.check()
        found.append(world)
    return found


def public(s: Friedrich) -> Any:
    """Return what a spectator sees, without deduced knowledge."""
    return replace(s.view(None), known=(), feeding=(), low=(), high=())


def hidden(s: Friedrich) -> list[Action]:
    """Return the actions that can be taken now without being visible."""
    (asked,) = s.asked
    choosing = isinstance(s.phases[-1], FreeTroop)
    return [
        action
        for action in s.legal(asked.seat)
        if action.verb in HIDDEN or (choosing and action.verb == "choose")
    ]


def faces(events: Iterable[Event]) -> Faces:
    """Return the events as a spectator sees them."""
    return [face for event in events if (face := event.seen_by(None)) is not None]


def rest(s: Friedrich) -> bool:
    """Whether all decisions are visible to a spectator."""
    return not any(s.drafting(seat) for seat in range(len(s.seats)))


def futures(
    world: Friedrich, queue: list[Action], luck: list[int], so_far: Faces, begun: bool = False
) -> Iterator[tuple[Friedrich, Faces]]:
    """Yield every way to repeat in another world what was visible in the true one."""
    if begun and not queue and (not world.asked or rest(world)):
        yield world, so_far
        return
    (asked,) = world.asked
    legal = world.legal(asked.seat)
    if queue and queue[0] in legal:
        choices = [(queue[0], queue[1:])]
    else:
        choices = [(action, queue) for action in hidden(world)]
    for action, left in choices:
        after = world.clone()
        after.tape = Tape(luck)
        try:
            happened = faces(after.apply(action, asked.seat))
        except BadChance:
            continue  # it went on further than in the true one
        after.tape = None
        yield from futures(after, left, luck, [*so_far, *happened], True)


VERBS = {"end": 0.15, "march": 1.0, "troops": 2.0, "with": 2.0, "quit": 4.0}


def go_on(
    true: Friedrich, dice: random.Random, given: list[str]
) -> tuple[list[Action], list[int], Faces]:
    """Play given or random actions until all of them are visible; return actions, chance and
    events."""
    opened: list[Action] = []
    happened: Faces = []
    while True:
        (asked,) = true.asked
        legal = true.legal(asked.seat)
        weights = [VERBS.get(action.verb, 1.0) for action in legal]
        (action,) = dice.choices(legal, weights)
        if given:
            action = GAME.notation.parse(given.pop(0))
        if action not in hidden(true):
            opened.append(action)
        happened += faces(true.apply(action, asked.seat))
        if not true.asked or rest(true):
            return opened, true.luck, happened


def walk(true: Friedrich, nation: int, seed: str, steps: int, *given: str) -> int:
    """Play on and compare the knowledge with all possibilities; return the number of
    comparisons."""
    dice = random.Random(seed)
    others = worlds(true, nation)
    for step in range(steps):
        script = given[step].split("; ") if step < len(given) else []
        opened, luck, happened = go_on(true, dice, script)
        if not true.asked or len(true.asked) > 1:
            return step
        seen = public(true)
        found: dict[Any, Friedrich] = {}
        for world in others:
            for after, other in futures(world, opened, luck, []):
                if other == happened and after.asked == true.asked and public(after) == seen:
                    found[tuple(after.troops), tuple(after.fed)] = after
        others = list(found.values())
        sums = true.known[nation]
        agree(sums, {tuple(world.troops[top] for top in sums.tops) for world in others})
        assert all(world.known == true.known for world in others)
    return steps


PRUSSIANS = {"friedrich": "berlin", "winterfeldt": "berlin", "keith": "spandau"}


def few(card: str | None = None) -> Friedrich:
    """Build a position with a few Prussians who can march, meet, part and be fed, with Daun
    near."""
    given: dict[str, Any] = {
        "stage": "prussia", "at": {**PRUSSIANS, "daun": "zossen"},
        "hands": {"prussia": ["12h.1", "6h.1"]}, "troops": {"friedrich": 5, "keith": 3, "daun": 4},
        "gone": dict.fromkeys(("heinrich", "schwerin", "seydlitz", "lehwaldt"), 1),
    }  # fmt: skip
    return position(**given) if card is None else under(card, **given)


@pytest.mark.parametrize(("card", "seed"), covering([None, "10♠", "7♥"], range(3)))
def test_a_movement_leaves_the_union_of_possible_outcomes(card: str | None, seed: int) -> None:
    assert walk(few(card), 0, f"{card} {seed}", 8) >= 3


def box(s: Friedrich, general: str) -> tuple[int, int]:
    """Return the fewest and the most troops possible for a spectator."""
    top = GENERAL_NAMES.index(general)
    view = s.view(None)
    return view.low[top], view.high[top]


BUY = "troops 2; pay 12h.1; feed friedrich 2"


@pytest.mark.rule("friedrich", "fate 10♠")
@pytest.mark.parametrize(("card", "told"), [("10♠", 2), (None, 0)])
def test_pieces_on_paths_closed_to_new_troops_have_received_none(
    card: str | None, told: int
) -> None:
    s = few(card)
    before = box(s, "friedrich")
    walk(s, 0, "", 3, BUY, "march keith; to potsdam", "stop")
    assert box(s, "friedrich") == (before[0] + told, before[1] + 2)


@pytest.mark.rule("friedrich", "fate 10♠")
def test_stack_partners_have_received_nothing_either() -> None:
    s = few("10♠")
    before = box(s, "keith")
    parting = "march winterfeldt; take 2; to koenigs-wusterhausen"
    feeding = "troops 2; pay 12h.1; feed keith 2"
    walk(s, 0, "", 3, feeding, parting, "stop")
    assert box(s, "keith") == (before[0] + 2, before[1] + 2)


# -- the examples ------------------------------------------------------------------------------


@pytest.mark.rule("friedrich", "4.5", "6.5")
def test_a_join_tells_what_the_total_says() -> None:
    # 24 troops, of which the others can have eight at most: three together have 16 at least
    at = {"daun": "prag", "browne": "prag", "karl": "beraun", "lacy": "bruenn"}
    s = position(stage="austria", at=at, troops={"daun": 12, "karl": 6, "lacy": 6})
    assert box(s, "daun") == (8, 16)
    play(s, "march karl; to prag")
    assert box(s, "daun") == (16, 23)


@pytest.mark.rule("friedrich", "6.5", "7.2")
def test_one_halfs_total_determines_the_other() -> None:
    at = {"daun": "prag", "browne": "prag", "lacy": "bruenn", "keith": "kolin"}
    known = {"daun": 12, "lacy": 5, "keith": 3}
    s = position(stage="austria", at=at, troops=known, low=known, high=known)
    play(s, "march browne; take 5; to beraun; stop")
    assert box(s, "browne") == box(s, "daun") == (4, 8)
    stacks.announce(s, GENERAL_NAMES.index("browne"))
    assert box(s, "daun") == (7, 7)


def test_until_version_3_the_halves_told_nothing_of_one_another() -> None:
    s = started(rules=2)
    assert s.known == ()
    assert "known" not in s.plain()
    assert {"low", "high"} <= set(s.plain())
    assert not {"low", "high"} & set(started().plain())
    assert {"known", "feeding"} <= set(started().plain())


@pytest.mark.parametrize("damage", [
    lambda known: known[0]["most"].__setitem__(1, 1),
    lambda known: known[0]["most"].__setitem__(1, 9),
    lambda known: known[0]["most"].pop(),
    lambda known: known[0]["tops"].reverse(),
    lambda known: known.pop(),
])  # fmt: skip
def test_impossible_knowledge_is_refused(damage: Any) -> None:
    form = json.loads(json.dumps(started().plain()))
    damage(form["known"])
    with pytest.raises(BadForm):
        Friedrich.from_plain(GAME, form)


def test_a_sample_keeps_what_is_known() -> None:
    dice = random.Random("samples")
    s = started()
    for _ in range(120):
        (asked,) = s.asked
        s.apply(dice.choice(s.legal(asked.seat)), asked.seat)
        if rest(s) and dice.random() < 0.1:
            guess = GAME.sample(s.view(None), str(dice.random()))
            assert guess.known == s.known
            for nation in range(7):
                assert s.known[nation].allows(guess.troops)
                assert s.known[nation].allows(s.troops)

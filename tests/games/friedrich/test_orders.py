"""Tests of orders by destination: each is legal to its end and has the effects it notes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from chancery.core.events import Event
from chancery.core.pictures import Order, Orders
from chancery.core.words import Speaker
from chancery.games.friedrich.board.atlas import CITY, CITY_IDS, CITY_NAMES, NEXT, X, Y
from chancery.games.friedrich.board.pieces import (
    GENERAL_NAMES,
    GENERALS,
    NATION_OF,
    PIECE_NAMES,
    PIECES,
    PIECES_OF,
)
from chancery.games.friedrich.rules.combat import adjacent_pairs
from chancery.games.friedrich.rules.events import Conquered, Joined, Marked, TrainTaken, WonBack
from chancery.games.friedrich.rules.march_limits import can_march
from chancery.games.friedrich.rules.movement import Movement
from chancery.games.friedrich.rules.notation import MARCH, TAKE, WITH
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.rules.supply import SUPPLY, at_home, distance_to_train
from tests.games.friedrich.positions import GAME, position, started, under
from tests.games.friedrich.test_conformance import MODES
from tests.games.friedrich.test_drawing import recorded, walked
from tests.games.steps import phase, play
from tests.soaking import SOAK

ENGLISH = GAME.speaker("en", (), ("frederick", "elisabeth", "maria-theresa", "pompadour"))
NONSENSE = (
    "", ":", "::", "piece", "piece:", "piece:nobody", "piece:Friedrich", " piece:friedrich",
    "piece:friedrich ", "unit", "unit:", "unit::", "unit:nobody:3", "unit:+:1", "unit:friedrich+:2",
    "unit:friedrich+nobody:1", "unit:prussia-train-1:0", "unit:friedrich+prussia-train-1:0",
    "city:breslau", "card:2s.1", "march friedrich", "piece:friedrich\x00", "\ud800", "ſ" * 200,
    "unit:" + "+".join(GENERAL_NAMES) + ":1", "piece:" + "x" * 5000,
)  # fmt: skip
STRANGE_NUMBERS = (
    "", "0", "-1", "-0", "+3", "3.5", "1e3", "²", "٣", "３", "x", " 3", "3 ", "99", "9" * 30,
    "9" * 5000, "3:4", "\x00",
)  # fmt: skip


# -- positions -------------------------------------------------------------------------------


def movements() -> Iterator[Friedrich]:
    """Yield movement phases of bots and of random games; the same object goes on changing."""
    for name, every in (("4-a", 29), ("expert-b", 37), ("west-a", 23), ("austrian-b", 31)):
        count = 0
        for s in recorded(name):
            if phase(s) == "Movement":
                count += 1
                if count % every == 0:
                    yield s
    for number, mode in enumerate(MODES):
        for step, s in enumerate(walked(mode, f"orders {number}", 250)):
            if phase(s) == "Movement" and step % (3 if SOAK else 7) == 0:
                yield s


def meetings() -> Iterator[Friedrich]:
    """Yield positions with everything a march can meet: stacks, trains, objectives, forbidding
    fates."""
    at = {
        "friedrich": "breslau", "winterfeldt": "breslau", "keith": "breslau", "seydlitz": "ohlau",
        "prussia-train-1": "liegnitz", "daun": "neisse", "lacy": "neisse",
        "austria-train-1": "frankenstein", "laudon": "schweidnitz", "browne": "glatz",
        "saltikov": "poznan", "russia-train-1": "rawicz",
    }  # fmt: skip
    troops = {"friedrich": 15, "seydlitz": 4, "daun": 9, "laudon": 5, "browne": 6, "saltikov": 7}
    control = ["brieg", "glatz", "liegnitz", "oels"]
    for stage in ("prussia", "austria", "russia"):
        yield position(stage=stage, at=at, troops=troops, control=control)
        for text in ("7♠", "10♠", "3♦", "8♦"):
            yield under(text, stage=stage, at=at, troops=troops, control=control)
    chevert = {
        "richelieu": "kassel",
        "soubise": "kassel",
        "chevert": "kassel",
        "ferdinand": "celle",
    }
    yield under("5♦", stage="france", at=chevert, troops={"richelieu": 10})
    fermor = {"fermor": "kuestrin", "saltikov": "kuestrin", "tottleben": "poznan"}
    yield under("2♣", stage="russia", at=fermor, troops={"saltikov": 9})


def key_of(piece: int) -> str:
    return f"piece:{PIECE_NAMES[piece]}"


def found(s: Friedrich, key: str) -> Orders | None:
    return GAME.face.orders(s.view(s.asked[0].seat), key)


def choices(offered: Orders) -> dict[str, tuple[str, ...]]:
    """Return the keys of the variants under each heading."""
    return {
        ENGLISH.say(heading): tuple(variant.key for variant in variants)
        for heading, variants in offered.variants
    }


def notes(order: Order, speaker: Speaker = ENGLISH) -> list[str]:
    return [speaker.say(note) for note in order.notes]


# -- every order can be played -----------------------------------------------------------------


def carried_out(s: Friedrich, seat: int, order: Order) -> tuple[Friedrich, list[Event]]:
    """Follow an order in a copy of the position, checking that each action is legal."""
    twin = s.clone()
    happened: list[Event] = []
    for number, action in enumerate(order.actions):
        assert action in twin.legal(seat), (order.target, number, action)
        happened += twin.apply(action, seat)
        if not twin.asked:
            assert number == len(order.actions) - 1 or twin.result is not None
            break
    return twin, happened


def check(s: Friedrich, unit: list[int], order: Order, seen: Counter[str]) -> None:
    """Check that the order leads from the unit to its target and has the effects it notes."""
    seat = s.asked[0].seat
    city = CITY[order.target.removeprefix("city:")]
    start = s.at[unit[0]]
    assert order.way[0] == (X[start], Y[start])
    assert order.way[-1] == (X[city], Y[city])
    steps = [CITY[a.text.removeprefix("to ")] for a in order.actions if a.verb == "to"]
    assert order.way[1:] == tuple((X[c], Y[c]) for c in steps)
    for one, other in zip([start, *steps], steps, strict=False):
        assert other in NEXT[one]
    assert ENGLISH.say(order.label).startswith(CITY_NAMES[city].split(" (")[0])
    assert f"{len(steps)} cit" in ENGLISH.say(order.label)
    twin, happened = carried_out(s, seat, order)
    if twin.result is not None:
        seen["ended the game"] += 1
        return
    assert phase(twin) == "Movement"
    assert all(twin.at[piece] == city for piece in unit)
    assert set(unit) <= set(twin.phases[-1].moved)
    said = notes(order)
    whole = " ".join(said)
    for event, kind, words in (
        (Conquered, "conquered", "Conquers"),
        (WonBack, "won back", "Wins back"),
        (Marked, "marked", "only a question mark"),
    ):
        cities = [e.city for e in happened if isinstance(e, event)]
        (line,) = [text for text in said if words in text] or [""]
        assert bool(line) == bool(cities), (kind, said)
        assert all(CITY_NAMES[c].split(" (")[0] in line for c in cities)
        seen[kind] += len(cities)
    taken = [e.train for e in happened if isinstance(e, TrainTaken)]
    assert ("Captures " in whole) == bool(taken)
    assert ("Joins " in whole) == any(isinstance(e, Joined) for e in happened)
    seen["taken"] += len(taken)
    seen["joined"] += "Joins " in whole
    if unit[0] >= GENERALS:
        assert "fight" not in whole
        assert "supply" not in whole
        seen["trains"] += 1
        return
    nation = NATION_OF[unit[0]]
    enemies = [
        enemy for own, enemy in adjacent_pairs(twin, nation) if own == twin.top(unit[0])
    ]  # fmt: skip
    assert ("Would have to fight " in whole) == bool(enemies)
    (line,) = [text for text in said if "fight" in text] or [""]
    assert all(ENGLISH.word(PIECES.title(enemy)) in line for enemy in enemies)
    seen["fights"] += bool(enemies)
    hungry = not at_home(nation, city) and distance_to_train(s, nation)[city] > SUPPLY
    assert ("Out of supply" in whole) == hungry
    seen["hungry"] += hungry


def units_of(s: Friedrich, offered: Orders, piece: int) -> list[int]:
    """Return the units that march by default, according to the orders."""
    first = offered.orders[0].actions
    return [PIECE_NAMES.index(a.text.split()[1]) for a in first if a.verb in ("march", "with")]


def test_every_order_is_legal_and_does_what_it_says() -> None:
    seen: Counter[str] = Counter()
    dice = random.Random("orders")
    for rare, s in [*((True, s) for s in meetings()), *((False, s.clone()) for s in movements())]:
        top = s.phases[-1]
        assert isinstance(top, Movement)
        for piece in PIECES_OF[top.nation]:
            offered = found(s, key_of(piece))
            if s.at[piece] < 0 or piece in top.moved:
                assert offered is None
                continue
            assert offered is not None
            together = s.stack(piece) if piece < GENERALS else [piece]
            assert bool(offered.orders) <= any(MARCH[other] in s.legal() for other in together)
            if not offered.orders:
                continue
            targets = [order.target for order in offered.orders]
            assert len(set(targets)) == len(targets)
            unit = units_of(s, offered, piece)
            assert piece in unit
            some = offered.orders if rare else dice.sample(offered.orders, min(2, len(targets)))
            for order in some:
                check(s, unit, order, seen)
                seen["orders"] += 1
    assert seen["orders"] > 1000
    few = {kind: n for kind, n in seen.items() if n < 3 and kind != "ended the game"}
    assert not few, seen
    wanted = {"conquered", "won back", "marked", "taken", "joined", "fights", "hungry", "trains"}
    assert wanted < set(seen)


def test_units_that_can_march_can_be_ordered() -> None:
    """A piece that has a button for marching has orders, by default or in some variant."""
    for s in movements():
        for piece in PIECES_OF[s.phases[-1].nation]:
            if MARCH[piece] not in s.legal():
                continue
            offered = found(s, key_of(piece))
            assert offered is not None
            keys = [key for keys in choices(offered).values() for key in keys]
            assert offered.orders or any((found(s, key) or offered).orders for key in keys)


# -- variants --------------------------------------------------------------------------------


def possible_units(s: Friedrich, piece: int) -> set[tuple[int, ...]]:
    """Find all groups of a stack that could march together by trying the actions."""
    ready = [g for g in s.stack(piece) if g not in s.phases[-1].moved]
    result = set()
    for number in range(1, len(ready) + 1):
        for some in combinations(ready, number):
            twin = s.clone()
            for action in (MARCH[some[0]], *(WITH[g] for g in some[1:])):
                if action not in twin.legal():
                    break
                twin.apply(action)
            else:
                if any(action.verb in ("take", "to") for action in twin.legal()):
                    result.add(some)
    return result


def possible_shares(s: Friedrich, unit: tuple[int, ...]) -> list[int]:
    """Find all numbers of troops with which a unit could leave by trying the actions."""
    twin = s.clone()
    for action in (MARCH[unit[0]], *(WITH[g] for g in unit[1:])):
        twin.apply(action)
    return [n for n in range(len(TAKE)) if TAKE[n] in twin.legal()]


def read(key: str) -> tuple[tuple[int, ...], int]:
    kind, names, number = key.split(":")
    assert kind == "unit"
    return tuple(GENERAL_NAMES.index(name) for name in names.split("+")), int(number)


def test_variants_are_complete() -> None:
    seen: Counter[str] = Counter()
    some = [s.clone() for n, s in enumerate(movements()) if SOAK or n % 2 == 0]
    for s in (*meetings(), *some):
        top = s.phases[-1]
        for piece in PIECES_OF[top.nation]:
            offered = found(s, key_of(piece))
            if offered is None:
                continue
            headings = choices(offered)
            if piece >= GENERALS:
                assert headings == {}
                continue
            units = possible_units(s, piece)
            ready = [g for g in s.stack(piece) if g not in top.moved]
            assert ("On the march" in headings) == (len(ready) > 1)
            if len(ready) > 1:
                given = [read(key) for key in headings["On the march"]]
                assert {unit for unit, _ in given} == units
                assert len(given) == len(units)
                assert {number for _, number in given} == {0}
                seen["units"] += len(units)
            assert bool(offered.orders) == any(piece in unit for unit in units)
            for _, variants in offered.variants if offered.orders else ():
                assert sum(variant.chosen for variant in variants) == 1
            for unit in units:
                again = found(s, f"unit:{'+'.join(GENERAL_NAMES[g] for g in unit)}:0")
                assert again is not None
                shares = possible_shares(s, unit)
                keys = choices(again).get("With how many troops", ())
                assert [read(key) for key in keys] == [(unit, n) for n in shares]
                seen["shares"] += len(shares)
                for key in keys:
                    chosen = found(s, key)
                    assert chosen
                    order = chosen.orders[0]
                    _, number = read(key)
                    assert TAKE[number] in order.actions
                    if len(units) * len(shares) < 20:
                        twin, _ = carried_out(s, s.asked[0].seat, order)
                        if twin.result is None and "Joins " not in " ".join(notes(order)):
                            assert twin.troops[unit[0]] == number
                            seen["parted"] += 1
    assert min(seen["units"], seen["shares"], seen["parted"]) > 30, seen


def test_the_chosen_variant_is_the_one_that_marches() -> None:
    s = next(meetings())
    offered = found(s, "piece:friedrich")
    assert offered is not None
    chosen = [
        variant.key for _, variants in offered.variants for variant in variants if variant.chosen
    ]
    assert chosen == ["unit:friedrich+winterfeldt+keith:0"]
    assert "Friedrich, Winterfeldt and Keith" in ENGLISH.say(offered.title)
    part = found(s, "unit:winterfeldt:3")
    assert part is not None
    chosen = [
        variant.key for _, variants in part.variants for variant in variants if variant.chosen
    ]
    assert chosen == ["unit:winterfeldt:0", "unit:winterfeldt:3"]
    assert {order.actions[:2] for order in part.orders} == {(MARCH[1], TAKE[3])}


@pytest.mark.parametrize("number", STRANGE_NUMBERS, ids=range(len(STRANGE_NUMBERS)))
def test_strange_numbers_of_troops(number: str) -> None:
    """The unit is ordered with a legal number, whatever number is given."""
    s = next(meetings())
    offered = found(s, f"unit:winterfeldt:{number}")
    assert offered is not None
    (_, shares) = offered.variants[1]
    assert sum(variant.chosen for variant in shares) == 1
    for order in offered.orders[:3]:
        carried_out(s, s.asked[0].seat, order)


# -- invalid keys ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", NONSENSE, ids=range(len(NONSENSE)))
def test_malformed_orders_are_ignored(key: str) -> None:
    s = next(meetings())
    for seat in (None, 0, 1, 2, 3):
        assert GAME.face.orders(s.view(seat), key) is None


def test_only_ones_own_active_nation_is_ordered() -> None:
    """No orders for other readers, other pieces, or pieces that are off the map or have moved."""
    for s in (*meetings(), *(s.clone() for n, s in enumerate(movements()) if n % 4 == 0)):
        top, owner = s.phases[-1], s.asked[0].seat
        for seat in (None, *range(len(s.seats))):
            view = s.view(seat)
            for piece in range(len(PIECE_NAMES)):
                mine = seat == owner and NATION_OF[piece] == top.nation
                ready = s.at[piece] >= 0 and piece not in top.moved
                keys = [key_of(piece)]
                keys += [f"unit:{PIECE_NAMES[piece]}:{n}" for n in (0, 3)]
                for key in keys if piece < GENERALS else keys[:1]:
                    assert (GAME.face.orders(view, key) is not None) == (mine and ready), key


def test_a_unit_stands_together() -> None:
    s = next(meetings())
    assert found(s, "unit:friedrich+seydlitz:0") is None  # in two cities
    assert found(s, "unit:friedrich+daun:0") is None
    assert found(s, "unit:friedrich+schwerin:0") is None  # he is off the map
    assert found(s, "unit:keith+friedrich:9") is not None  # in whatever order they are named
    play(s, "march keith; take 4; to strehlen; stop")
    assert found(s, "unit:friedrich+keith:0") is None
    assert found(s, "piece:keith") is None
    offered = found(s, "piece:friedrich")
    assert offered is not None
    assert choices(offered) == {
        "On the march": ("unit:friedrich+winterfeldt:0", "unit:friedrich:0", "unit:winterfeldt:0")
    }


def test_orders_exist_only_in_movement() -> None:
    """There are no orders in other phases or after the end of the game."""
    phases: Counter[str] = Counter()
    for number, s in enumerate(recorded("expert-c")):
        if phase(s) == "Movement" or (phase(s) == "Marching" and number % 9):
            continue
        phases[phase(s)] += 1
        for seat in (None, 0, 1, 2, 3):
            view = s.view(seat)
            for key in ("piece:friedrich", "piece:daun", "unit:saltikov:3", "piece:france-train-1"):
                if not (phase(s) == "Recruiting" or phase(s) == "Marching") or s.drafting(
                    seat or 0
                ):
                    assert GAME.face.orders(view, key) is None, phase(s)
    assert {"SetUp", "Marching", "Fight", "Retreat", "Recruiting", "Combat", "over"} <= set(phases)


def test_twins_have_equal_orders() -> None:
    """Orders contain no hidden information."""
    compared = 0
    for number, s in enumerate(movements()):
        if number % 3:
            continue
        seat = s.asked[0].seat
        view = s.view(seat)
        twin = GAME.sample(view, str(number)).view(seat)
        for piece in PIECES_OF[s.phases[-1].nation]:
            assert GAME.face.orders(twin, key_of(piece)) == GAME.face.orders(view, key_of(piece))
            compared += 1
    assert compared > 100


def test_orders_are_translated() -> None:
    s = next(meetings())
    for language in ("it", "nl", "fr"):
        speaker = GAME.speaker(language, (), s.seats)
        offered = found(s, "piece:friedrich")
        assert offered is not None
        assert speaker.say(offered.title)
        for order in offered.orders:
            assert speaker.say(order.label)
            assert all(notes(order, speaker))
    assert can_march(s.view(0), (0,))


def test_a_march_begins_orders_and_nothing_else_does() -> None:
    s = started()
    assert {a.verb for a in GAME.notation if GAME.face.begins(a)} == {"march"}
    assert GAME.face.begins(MARCH[0])
    offered = found(s, "piece:friedrich")
    assert offered is not None
    assert all(order.target.removeprefix("city:") in CITY_IDS for order in offered.orders)

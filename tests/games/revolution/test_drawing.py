"""The board as a picture: complete, safe, small, with every token drawn once in its place."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, reduce
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from chancery.core.pictures import Panel
from chancery.core.words import LANGUAGES, Speaker
from chancery.games.revolution.board.factions import (
    BEGGARS,
    FACTION_NAMES,
    FACTIONS_N,
    OWNERS,
    OWNERS_N,
)
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES,
    KINDS,
    PLACES,
    PROVINCES,
    PROVINCES_N,
    REGIONS,
    SPOTS,
)
from chancery.games.revolution.face.chart import Chart, Point
from chancery.games.revolution.face.pieces import chart
from chancery.games.revolution.plans import planned
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.view import RevolutionView
from tests.games.drawings import (
    HOSTILE,
    SVG,
    Elements,
    checked,
    classes,
    ids,
    needed,
    packed,
    shown_at,
    style_of,
    targets,
)
from tests.games.revolution.positions import GAME, MODES
from tests.soaking import SOAK, sample

STATIC = Path(__file__).parents[3] / "src" / "chancery" / "web" / "static" / "web"
LIVE_LIMIT, PANELS_LIMIT = 5_500, 4_500  # bytes as they are sent
KEYS = tuple(overlay.key for overlay in GAME.face.overlays())

# -- positions -------------------------------------------------------------------------------


def random_game(mode: dict[str, Any], seed: str) -> Iterator[Revolution]:
    """Yield every position of a random game; the last one has a result."""
    dice = random.Random(seed)
    s = GAME.start(mode, seed)
    while s.asked:
        yield s
        s.apply(dice.choice(s.legal(s.asked[0].seat)), s.asked[0].seat)
    yield s


@cache
def positions() -> tuple[Revolution, ...]:
    """Return positions of every phase, with incomplete choices, for two, three and five players."""
    found = []
    seen: Counter[tuple[int, str, bool]] = Counter()
    for number, mode in enumerate(sample(MODES[:6], 3)):
        for s in random_game(mode, f"drawn {number}"):
            phase = type(s.phases[-1]).__name__ if s.phases else ""
            drafting = bool(s.asked) and s.drafting(s.asked[0].seat)
            seen[number, phase, drafting] += 1
            if seen[number, phase, drafting] in (1, 12):
                found.append(s.clone())
    return tuple(found)


def speaker(s: Revolution, language: str = "en", names: tuple[str, ...] = ()) -> Speaker:
    return GAME.speaker(language, names, s.seats, GAME.called(s.frame))


def reader(s: Revolution) -> int | None:
    """Return the seat that is asked, or None for a spectator."""
    return s.asked[0].seat if s.asked else None


def live(view: RevolutionView, speaking: Speaker) -> Elements:
    return checked(GAME.face.draw(view, speaking))


class Scene(NamedTuple):
    """A position as the seat that is asked sees it, in English, and as a spectator does."""

    s: Revolution
    seat: int | None
    view: RevolutionView
    speaker: Speaker
    markup: str
    elements: Elements
    panels: tuple[Panel, ...]
    beside: list[Elements]
    public: Elements


@cache
def scenes() -> tuple[Scene, ...]:
    """Return every position as it is drawn."""
    found = []
    for s in positions():
        seat = reader(s)
        view, speaking = s.view(seat), speaker(s)
        markup = GAME.face.draw(view, speaking)
        beside = tuple(GAME.face.panels(view, speaking))
        elements = checked(markup)
        found.append(
            Scene(s, seat, view, speaking, markup, elements, beside,
                  [checked(panel.picture) for panel in beside],
                  elements if seat is None else live(s.view(None), speaking))
        )  # fmt: skip
    return tuple(found)


def signs(element: ElementTree.Element) -> str:
    """Return the sign that an element shows."""
    (first, *_) = [e.attrib["href"] for e in element.iter() if "href" in e.attrib]
    return first.removeprefix("#rv-")


def number(element: ElementTree.Element) -> int:
    """Return how many pieces an element stands for."""
    found = [e.text or "" for e in element.iter() if "rv-number" in classes(e)]
    return int(found[0]) if found else 1


def by_id(elements: Elements, letter: str) -> dict[str, ElementTree.Element]:
    """Return the pieces of a kind by the rest of their ids."""
    found = {}
    for element in elements:
        name = element.attrib.get("id", "")
        if name.startswith(f"{letter}-"):
            found[name.removeprefix(f"{letter}-")] = element
    return found


# -- every piece once, at its place ------------------------------------------------------------


def places_of(lies: Chart, spot: int) -> tuple[Point, ...]:
    """Return the places where tokens of a spot may be drawn."""
    if spot < PROVINCES_N:
        return lies.provinces[spot].slots
    return lies.places[spot - PROVINCES_N].tokens


def near(found: tuple[float, float], points: tuple[Point, ...], within: float) -> bool:
    return any(abs(found[0] - x) + abs(found[1] - y) <= within for x, y in points)


def test_every_token_is_drawn_once_at_its_place() -> None:
    full = 0
    for s, _, view, _, _, elements, *_ in scenes():
        shown, lies = planned(view), chart(s.frame)
        pieces = by_id(elements, "t")
        counted: Counter[tuple[str, str]] = Counter()
        for name, element in pieces.items():
            where, owner, _ = name.rsplit("-", 2)
            assert signs(element) == f"token-{owner}"
            counted[where, owner] += number(element)
            if where in SPOTS.names:
                spot = SPOTS.index(where)
                heap = sum(shown.tokens[spot * OWNERS_N : (spot + 1) * OWNERS_N])
                full += spot < PROVINCES_N and heap > s.data.limit[spot]
                within = 0.2 if heap <= len(places_of(lies, spot)) else 60
                assert near(shown_at(element), places_of(lies, spot), within), name
        wanted: Counter[tuple[str, str]] = Counter()
        for spot, row in enumerate(SPOTS.names):
            for number_of, title in enumerate(OWNERS.names):
                if n := shown.tokens[spot * OWNERS_N + number_of]:
                    wanted[row, title] += n
        for box, title in enumerate(BOXES.names):
            for kind, slot in enumerate(KINDS):
                for faction in range(FACTIONS_N):
                    at = (box * len(KINDS) + kind) * FACTIONS_N + faction
                    if n := shown.support[at]:
                        wanted[f"{title}-{slot}", FACTION_NAMES[faction]] += n
        assert counted == wanted
        put = [shown_at(e) for e in pieces.values()]
        assert len(put) == len(set(put))  # none is hidden by another
    assert full > 5


def test_every_army_and_beggar_is_drawn_once() -> None:
    seen: Counter[str] = Counter()
    for s, _, view, _, _, elements, *_ in scenes():
        shown, lies = planned(view), chart(s.frame)
        wanted: Counter[str] = Counter()
        for kind, rows in (("a", shown.armies), ("l", shown.abandoned)):
            for region in s.data.regions:
                for faction in range(FACTIONS_N):
                    n = rows[region * FACTIONS_N + faction]
                    wanted[f"{kind}-{REGIONS.names[region]}-{FACTION_NAMES[faction]}"] += n
        for region, n in enumerate(shown.beggars):
            wanted[f"b-{REGIONS.names[region]}"] += n
        for city, besieger in enumerate(shown.sieges):
            if 0 <= besieger < BEGGARS:
                wanted[f"s-{CITIES.names[city]}-{FACTION_NAMES[besieger]}"] += 1
            elif besieger == BEGGARS:
                wanted[f"s-{CITIES.names[city]}-beggar"] += 2
        found = Counter(
            f"{letter}-{name.rsplit('-', 1)[0]}"
            for letter in "albs"
            for name, e in by_id(elements, letter).items()
        )
        assert found == +wanted
        for letter in "al":
            for name, element in by_id(elements, letter).items():
                region = REGIONS.index(name.rsplit("-", 2)[0])
                assert near(shown_at(element), lies.regions[region].boxes, 0.2)
        seen.update(name[0] for name in found)
    assert min(seen[letter] for letter in "alb") > 2, seen
    assert seen["s"] > 2


def test_markers_stand_where_they_are() -> None:
    for s, *_, elements in scenes():
        lies = chart(s.frame)
        tables = (
            ("m", lies.allegiance, s.allegiance, CITIES, 1),
            ("see", lies.bishoprics, s.bishoprics, PROVINCES, 1),
            ("school", lies.universities, s.universities, PLACES, 0),
        )
        for letter, table, values, names, first in tables:
            found = by_id(elements, letter)
            wanted = {
                names.names[key]: row.spaces[values[key] - first]
                for key, row in table.rows.items()
                if values[key] >= first
            }
            assert set(found) == set(wanted)
            for name, element in found.items():
                assert near(shown_at(element), (wanted[name],), 0.2)
        for place, faction in enumerate(s.order):
            (element,) = [
                e for e in elements if e.attrib.get("id") == f"order-{FACTION_NAMES[faction]}"
            ]
            assert near(shown_at(element), (lies.order[place],), 0.2)
        for faction in s.factions:
            score = by_id(elements, "score")[FACTION_NAMES[faction]]
            assert near(shown_at(score), (lies.on_track(faction, s.points[faction]),), 0.2)


def test_cards_bear_the_seal_of_their_holders() -> None:
    held = 0
    for s, *_, elements in scenes():
        cards = by_id(elements, "card")
        wanted = {
            name: f"seal-{FACTION_NAMES[card]}"
            for names, holders in ((PROVINCES, s.province_cards), (CITIES, s.city_cards))
            for name, card in zip(names.names, holders, strict=True)
            if card >= 0
        }
        assert {name: signs(element) for name, element in cards.items()} == wanted
        held += len(wanted)
    assert held > 100


# -- well-formedness ---------------------------------------------------------------------------


def test_layers_are_sound_and_whatever_is_legal_can_be_clicked() -> None:
    lands: dict[str, Elements] = {}  # of each mode
    for s, seat, view, speaking, _, shown, _, beside, _ in scenes():
        mode = str(s.frame.options)
        if mode not in lands:
            lands[mode] = checked(GAME.face.ground(s.frame, speaking))
        land = lands[mode]
        here = {*targets(land), *targets(shown), *chain(*map(targets, beside))}
        if seat is not None:
            wanted = {GAME.face.target(view, action) for action in s.legal(seat)} - {None}
            assert wanted <= here
        used = [*ids(land), *ids(shown), *chain(*map(ids, beside))]
        assert len(used) == len(set(used)), [name for name, n in Counter(used).items() if n > 1]
        for elements in (shown, *beside):
            assert needed(elements) <= set(ids(land))


def test_ids_stay_as_long_as_pieces_do() -> None:
    """From one position to the next only pieces that came or went have another id."""
    before: set[str] = set()
    many = steps = 0
    for s in random_game({}, "stable"):
        if s.turn > 1:
            break
        now = set(ids(live(s.view(None), speaker(s))))
        if before:
            steps += 1
            many += len(now ^ before) > 40
        before = now
    assert steps > 100
    assert many < steps / 10


def test_incomplete_choices_are_seen_by_their_seat_only() -> None:
    seen = 0
    drafting = [scene for scene in scenes() if scene.seat is not None]
    drafting = [scene for scene in drafting if scene.s.drafting(scene.seat)]
    for s, seat, _, speaking, own, *_ in drafting if SOAK else drafting[::2]:
        start = GAME.sample(s.view(None), "twin")  # as others see it, before the choice
        others = [other for other in (None, *range(len(s.seats))) if other != seat]
        for other in sample(others, 2):
            one, two = s.view(other), start.view(other)
            assert GAME.face.draw(one, speaking) == GAME.face.draw(two, speaking)
            assert GAME.face.panels(one, speaking) == GAME.face.panels(two, speaking)
            for key in KEYS:
                assert GAME.face.overlay(one, key, speaking, two) == GAME.face.overlay(
                    two, key, speaking, one
                )
        seen += own != GAME.face.draw(start.view(seat), speaking)
    assert seen > 10


def test_names_of_people_are_only_names() -> None:
    for s in positions()[::9]:
        speaking = speaker(s, names=HOSTILE[: len(s.seats)])
        view = s.view(0)
        checked(GAME.face.draw(view, speaking))
        for panel in GAME.face.panels(view, speaking):
            checked(panel.picture)


# -- any board ---------------------------------------------------------------------------------


def test_faction_cards_name_their_players() -> None:
    """As much of a name as there is room for between title and points."""
    s = positions()[0]
    names = ("Carla", "B" * 30, "<b>", "Ann", "Dora")[: len(s.seats)]
    drawn = live(s.view(None), speaker(s, names=names))
    found = [one.text or "" for one in drawn if "rv-player" in classes(one)]
    assert len(found) == len(s.view(None).factions)
    assert set(found) >= {"Carla", "<b>"}
    assert [len(name) < 10 for name in found if name.startswith("B")] == [True]


def boards() -> Iterator[str]:
    """Yield board files with other names, limits, boxes and a distant place: all, then each."""
    ours = files("chancery.games.revolution").joinpath("data/board.toml").read_text("utf-8")
    changes: list[Callable[[str], str]] = [
        lambda board: board.replace('"Holland"', '"Hollandia cum Frisia Occidentali etc."'),
        lambda board: re.sub(
            r"\nlimit = (\d+)", lambda m: f"\nlimit = {min(20, 2 * int(m[1]))}", board
        ),
        lambda board: board.replace("lat = 52.25", "lat = 12.5", 1),
        lambda board: board.replace("boxes = 5", "boxes = 9"),
    ]
    yield reduce(lambda board, change: change(board), changes, ours)
    for change in changes:
        yield change(ours)


@pytest.mark.parametrize("number", sample(range(5), 1))
def test_any_board_can_be_drawn(number: int) -> None:
    board = list(boards())[number]
    dice = random.Random(number)
    s: Any = GAME.start({}, "board", data=board)
    for step in range(400):
        if not s.asked:
            break
        if step % (40 if SOAK else 100) == 0:
            view, speaking = s.view(s.asked[0].seat), speaker(s)
            land = checked(GAME.face.ground(s.frame, speaking))
            shown = live(view, speaking)
            used = ids(land) + ids(shown)
            assert len(used) == len(set(used))
            for key in KEYS:
                markup = GAME.face.overlay(view, key, speaking, view)
                assert markup is None or checked(markup)
            for action in s.legal(s.asked[0].seat):
                target = GAME.face.target(view, action)
                assert target is None or target in {*targets(land), *targets(shown)}, action
        s.apply(dice.choice(s.legal(s.asked[0].seat)), s.asked[0].seat)


# -- words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_languages_differ_in_words_only(language: str) -> None:
    for s in positions()[::11]:
        view = s.view(reader(s))
        one, two = (live(view, speaker(s, code)) for code in ("en", language))
        assert [(e.tag, e.attrib) for e in one] == [(e.tag, e.attrib) for e in two]


# -- the style sheet ---------------------------------------------------------------------------


def test_every_class_has_a_rule() -> None:
    used: set[str] = set()
    before = positions()[0].view(None)
    for number, scene in enumerate(scenes()):
        drawn = [scene.elements, *scene.beside]
        for key in KEYS if SOAK else KEYS[number % 4 :: 4]:
            markup = GAME.face.overlay(scene.view, key, scene.speaker, before)
            drawn += [checked(markup)] if markup else []
        used |= {name for elements in drawn for e in elements for name in classes(e)}
    known = set(re.findall(r"\.([A-Za-z][\w-]*)", style_of(GAME)))
    assert used - known <= {"rv-part-0", "rv-line", "rv-allegiance-3"}


def test_every_variable_is_defined() -> None:
    css = style_of(GAME)
    defined = set(re.findall(r"(--[\w-]+)\s*:", css))
    # those with a fallback need none
    assert set(re.findall(r"var\((--[\w-]+)\)", css)) <= defined


def test_all_positions_together_are_drawn() -> None:
    for s in positions()[::17]:
        markup = GAME.face.picture(s.view(0), speaker(s))
        assert markup is not None
        elements = list(ElementTree.fromstring(markup).iter())
        assert len([e for e in elements if e.tag == f"{SVG}style"]) == 1
        assert needed(elements) <= set(ids(elements))
        assert len(ids(elements)) == len(set(ids(elements)))


# -- size --------------------------------------------------------------------------------------


def test_drawings_stay_small() -> None:
    largest = [0, 0]
    for number, scene in enumerate(scenes()):
        drawn = [(scene.markup, scene.panels)]
        if SOAK or number % 6 == 0:
            french = speaker(scene.s, "fr")
            drawn.append((GAME.face.draw(scene.view, french), GAME.face.panels(scene.view, french)))
        for markup, panels in drawn:
            sizes = packed(markup), packed(*(panel.picture for panel in panels))
            largest = [max(pair) for pair in zip(largest, sizes, strict=True)]
    assert largest[0] <= LIVE_LIMIT, largest
    assert largest[1] <= PANELS_LIMIT, largest

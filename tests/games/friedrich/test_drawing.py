"""Tests of the drawings: complete, safe, small, and without hidden information."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from chancery.core.words import LANGUAGES, Speaker
from chancery.games.friedrich.board.atlas import CITY, CITY_IDS, CITY_NAMES, N, X, Y
from chancery.games.friedrich.board.cards import CARD_NAMES, KINDS
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import (
    GENERALS,
    GENERALS_OF,
    NATION_OF,
    PIECE_NAMES,
    TRAINS_OF,
)
from chancery.games.friedrich.face import pieces, placement
from chancery.games.friedrich.face.map import world
from chancery.games.friedrich.rules import army_limits
from chancery.games.friedrich.rules.notation import END
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.rules.supply import SUPPLY, at_home, distance_to_train
from chancery.games.friedrich.view import FriedrichView
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
from tests.games.friedrich.positions import GAME, position, under
from tests.games.friedrich.test_conformance import MODES, special
from tests.games.steps import phase
from tests.games.walks import lively
from tests.records import kept_as, read

STATIC = Path(__file__).parents[3] / "src" / "chancery" / "web" / "static" / "web"
GROUND_LIMIT, LIVE_LIMIT, PANELS_LIMIT = 60_000, 5_000, 5_000  # bytes as they are sent
KEYS = tuple(overlay.key for overlay in GAME.face.overlays())
# Classes without a rule in the style sheet: descriptive ones and hooks for scripts.
STRUCTURAL = {
    "friedrich-ground", "fr-coming", "fr-sure", "fr-italic",
}  # fmt: skip

# -- positions -------------------------------------------------------------------------------


@cache
def _log(name: str) -> tuple[Friedrich, tuple[tuple[int, Any], ...]]:
    plain = json.loads(read(kept_as("friedrich", f"quartermaster-{name}")))
    start = GAME.start(plain["options"], plain["seed"], rules=plain["rules"])
    log = [(start.seats.index(line["seat"]), line["act"]) for line in plain["log"]]
    return start, tuple((seat, GAME.notation.parse(text)) for seat, text in log)


def recorded(name: str, first: int = 0) -> Iterator[Friedrich]:
    """Return every position of a game between bots; the last one has a result."""
    start, log = _log(name)
    s = start.clone()
    for number, (seat, action) in enumerate(log):
        if number >= first:
            yield s
        s.apply(action, seat)
    yield s


def walked(mode: dict[str, object], seed: str, most: int) -> Iterator[Friedrich]:
    """Return positions of a game of random actions."""
    dice = random.Random(seed)
    s = GAME.start(mode, seed)
    for _ in range(most):
        if not s.asked:
            break
        yield s
        seat = dice.choice(s.asked).seat
        s.apply(lively(dice, s.legal(seat)), seat)
    yield s


@cache
def positions() -> tuple[Friedrich, ...]:
    """Return positions of all kinds: of bots, of random games, and rare ones."""
    found: list[Friedrich] = []
    known: set[str] = set()

    def keep(s: Friedrich, wanted: bool) -> None:
        """Keep the wanted positions, the last one of a game, and every one with a new kind of
        action."""
        verbs = {action.verb for action in s.legal()} if s.asked else set()
        if wanted or not s.asked or not verbs <= known:
            known.update(verbs)
            found.append(s.clone())

    for name in ("4-a", "expert-c", "west-a", "austrian-a"):
        seen: Counter[str] = Counter()
        for s in recorded(name):
            seen[phase(s)] += 1
            keep(s, seen[phase(s)] in (1, 7, 40, 180))
    for number, mode in enumerate(MODES):
        for step, s in enumerate(walked(mode, f"drawn {number}", 220)):
            keep(s, step % 44 == 0)
    dice = random.Random("positions")
    evading = under("8♣", stage="austria", at={"daun": "breslau", "keith": "strehlen"})
    for s in (*special(), _claim(), evading):
        keep(s, True)
        for _ in range(8):
            if s.asked:
                legal = s.legal()
                s.apply(END if END in legal else lively(dice, legal), s.asked[0].seat)
                keep(s, False) if s.asked else None
    return tuple(found)


def _claim() -> Friedrich:
    """Build a position in which Austria needs no more objectives than it may claim."""
    s = position(
        {"offensive": True}, stage="france", turn=6, offensive=1, stake="10h.1", losses=1,
        at={"daun": "zittau", "austria-train-1": "tetschen", "keith": "berlin"},
        control=["brieg", "cosel", "glatz", "liegnitz", "lublinitz", "neisse", "oels",
                 "schweidnitz", "waldenburg", "bunzlau", "goerlitz", "zittau"],
    )  # fmt: skip
    s.apply(END)
    assert phase(s) == "Claim"
    return s


def askers(s: Friedrich) -> list[int | None]:
    """Return the seats that are asked; if there are none, a spectator."""
    return [question.seat for question in s.asked] or [None]


def speaker_for(s: Friedrich, language: str = "en") -> Speaker:
    return GAME.speaker(language, (), s.seats)


# -- drawings --------------------------------------------------------------------------------


class Scene(NamedTuple):
    """The drawings that one reader sees of a position."""

    s: Friedrich
    seat: int | None
    view: FriedrichView
    speaker: Speaker
    live: Elements
    panels: dict[str, Elements]

    @property
    def all(self) -> list[Elements]:
        """Return all parts that change during a game."""
        return [self.live, *self.panels.values()]


@cache
def scenes() -> tuple[Scene, ...]:
    """Return all positions as seen by a seat that is asked, and many as seen by others."""
    found = []
    for number, s in enumerate(positions()):
        others = [seat for seat in (None, *range(len(s.seats))) if seat not in askers(s)]
        for seat in {*askers(s)[:1], *others[number % (2 * len(others)) :][:1]}:
            view, speaker = s.view(seat), speaker_for(s)
            found.append(Scene(s, seat, view, speaker, live(view, speaker), panels(view, speaker)))
    return tuple(found)


@cache
def ground_of(scenario: str, language: str = "en") -> Elements:
    s = GAME.start({} if scenario == "full" else {"game": scenario})
    return checked(GAME.face.ground(s.frame, speaker_for(s, language)))


def ground(s: Friedrich) -> Elements:
    return ground_of(str(s.options["game"]))


def live(view: FriedrichView, speaker: Speaker) -> Elements:
    return checked(GAME.face.draw(view, speaker))


def panels(view: FriedrichView, speaker: Speaker) -> dict[str, Elements]:
    drawn = GAME.face.panels(view, speaker)
    found = {panel.key: checked(panel.picture) for panel in drawn}
    assert len(found) == len(drawn)
    return found


def around(view: FriedrichView, speaker: Speaker) -> dict[str, Elements]:
    """Return the pictures in the hands and on the stage."""
    cards = [
        card for hand in GAME.face.hands(view, speaker) for group in hand.groups for card in group
    ]
    stage = GAME.face.stage(view, speaker)
    sides = stage.sides if stage else ()
    cards += [card for side in sides for card in side.cards]
    cards += [card for _, card in stage.played] if stage else []
    found = {card.picture for card in cards} | {side.sign for side in sides}
    return {picture: checked(picture) for picture in found}


def of_class(elements: Elements, name: str) -> Elements:
    return [element for element in elements if f"fr-{name}" in classes(element)]


# -- the ground ------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["full", "west", "austrian"])
def test_every_city_is_in_the_ground(scenario: str) -> None:
    elements = ground_of(scenario)
    cities = [e for e in elements if e.attrib.get("data-target", "").startswith("city:")]
    assert N == 672
    assert sorted(e.attrib["data-target"] for e in cities) == sorted(f"city:{c}" for c in CITY_IDS)
    for element in cities:
        city = CITY[element.attrib["data-target"].removeprefix("city:")]
        assert element[0].tag == f"{SVG}title"
        assert (element[0].text or "").startswith(CITY_NAMES[city].split(" (")[0])
        assert shown_at(element) == (X[city], Y[city])
    titles = [element[0].text for element in cities]
    # cities of the same name have different titles, which the search uses
    assert len(set(titles)) == N
    assert needed(elements) <= set(ids(elements))
    assert len(set(ids(elements))) == len(ids(elements))


def test_every_city_has_a_name_at_every_nearness_that_shows_all() -> None:
    names = Counter(
        text.text
        for element in ground_of("full")
        if "fr-names" in classes(element) and "fr-level-2" in classes(element)
        for text in element
    )
    assert names == Counter(CITY_NAMES)
    levels = {name for e in ground_of("full") for name in classes(e) if "fr-level-" in name}
    assert levels == {"fr-level-0", "fr-level-1", "fr-level-2"}


def test_the_map_is_drawn_once_in_each_language() -> None:
    maps = [world(GAME.speaker("fr", names), "west") for names in ((), ("Anna", "Bruno"))]
    assert maps[0] is maps[1]
    assert world(GAME.speaker("nl"), "west") != maps[0]


def test_every_story_symbol_is_defined_in_every_ground() -> None:
    keys = [f"piece:{name}" for name in PIECE_NAMES] + [f"card:{name}" for name in CARD_NAMES]
    wanted = {key: GAME.face.sign(key) for key in keys}
    for scenario in ("full", "west", "austrian"):
        assert set(wanted.values()) <= set(ids(ground_of(scenario)))
    assert wanted["piece:daun"] == "fr-shield-austria"
    assert wanted["card:10h.1"] == wanted["card:10h.3"] != wanted["card:10s.1"]
    for other in ("city:berlin", "piece:nobody", "card:", "", "x"):
        assert GAME.face.sign(other) is None


def test_the_ground_depends_on_the_scenario_and_the_language_alone() -> None:
    first, last = (s.frame for s in (GAME.start(seed="one"), GAME.start(seed="other")))
    named = GAME.speaker("en", ("Anna", "<b>", "Carla", ""), first.seats)
    land = GAME.face.ground(first, GAME.speaker("en", (), first.seats))
    assert GAME.face.ground(last, named) == land
    expert = GAME.start({"garrison": True}).frame
    assert GAME.face.ground(expert, named) == land
    west = GAME.start({"game": "west"}).frame
    assert GAME.face.ground(west, named) != land
    assert GAME.face.ground(first, GAME.speaker("fr", (), first.seats)) != land


# -- sound, and everything can be clicked ------------------------------------------------------


def test_layers_are_sound_and_whatever_is_legal_can_be_clicked() -> None:
    clicked: Counter[str] = Counter()
    for s, seat, view, speaker, shown, beside in scenes():
        land = ground(s)
        drawn = [shown, *beside.values()]
        hands = GAME.face.hands(view, speaker)
        here = {*targets(land), *chain(*map(targets, drawn))}
        here |= {card.target for hand in hands for group in hand.groups for card in group}
        for action in s.legal(seat) if seat is not None and s.question(seat) else ():
            target = GAME.face.target(view, action)
            assert target is None or target in here, (phase(s), action)
            clicked[action.verb] += target is not None
        used = [*ids(land), *chain(*map(ids, drawn))]
        assert len(used) == len(set(used)), [name for name, n in Counter(used).items() if n > 1]
        known = set(ids(land))
        for elements in drawn:
            assert needed(elements) <= known
        for element in shown:
            if "data-target" in element.attrib:
                assert element[0].tag == f"{SVG}title"
                assert element[0].text
    buttons_only = {verb for verb, n in clicked.items() if not n}
    assert buttons_only == {
        "stop", "end", "take", "troops", "trains", "quit", "stand", "decline", "claim",
    }  # fmt: skip
    assert set(clicked) == {action.verb for action in GAME.notation}


def test_overlays_are_sound() -> None:
    drawn: Counter[str] = Counter()
    for s, _, view, speaker, _, _ in scenes()[::6]:
        for key in (*KEYS, "", "x", "ss", "\ud800"):
            found = GAME.face.overlay(view, key, speaker)
            if found is None:
                continue
            elements = checked(found)
            assert needed(elements) <= set(ids(ground(s)))
            assert not targets(elements)  # nothing is in the way of a click
            assert len(set(ids(elements))) == len(ids(elements))
            drawn[key] += len(elements) > 1
    assert set(drawn) == {"s", "p", "a"}
    assert min(drawn.values()) > 10, drawn


def test_a_click_where_nothing_is_legal_has_a_reason() -> None:
    """Every drawn place means some action, whose refusal is explained."""
    codes: Counter[str] = Counter()
    dice = random.Random("clicks")
    for scene in scenes():
        s, seat, view = scene.s, scene.seat, scene.view
        if seat is None or s.question(seat) is None:
            continue
        legal = {GAME.face.target(view, action) for action in s.legal(seat)}
        places = {*chain(*map(targets, scene.all)), *dice.sample(targets(ground(s)), 5)}
        for target in dice.sample(sorted(places - legal), min(12, len(places - legal))):
            reasons = [s.why_not(action, seat) for action in GAME.face.asking(view, target)]
            reason = next((one for one in reasons if one is not None), None)
            assert reason is not None, (phase(s), target)
            assert scene.speaker.say(reason.text())
            codes[reason.code] += 1
    assert len(codes) > 8, codes
    for nonsense in ("", "nowhere", "city:", "city:atlantis", "piece:nobody", "card:1x.9", ":"):
        assert list(GAME.face.asking(view, nonsense)) == []


# -- drawings agree with the position ----------------------------------------------------------


def test_every_piece_is_drawn_once_where_it_stands() -> None:
    for s, _, view, _, elements, _ in scenes():
        fighting = pieces._apart(view)  # aside of their cities
        on_map = [p for p in range(len(PIECE_NAMES)) if s.at[p] >= 0]
        drawn = [e for e in elements if "data-target" in e.attrib]
        assert sorted(targets(drawn)) == sorted(f"piece:{PIECE_NAMES[p]}" for p in on_map)
        places = set()
        for element in drawn:
            piece = PIECE_NAMES.index(element.attrib["data-target"].removeprefix("piece:"))
            assert element.attrib["id"] == f"p-{PIECE_NAMES[piece]}"  # so that it glides
            behind = s.stack(piece).index(piece) if piece < GENERALS else 0
            city = s.at[piece]
            x, y, *_ = fighting.get(city, (X[city], Y[city]))
            assert shown_at(element) == (x + 13 * behind, y - 8 * behind)
            places.add(shown_at(element))
            kind = "train" if piece >= GENERALS else "down" if s.down[piece] else "general"
            used = {e.attrib["href"] for e in element.iter() if "href" in e.attrib}
            assert used == {f"#fr-{kind}-{NATION_NAMES[NATION_OF[piece]]}"}
        assert len(places) == len(drawn)  # no piece is hidden by another


def badges(elements: Elements) -> dict[int, tuple[str, str]]:
    """Return the text on each stack, and how certain it is marked to be."""
    found = {}
    for element in elements:
        name = element.attrib.get("id", "")
        if name.startswith("t-"):
            (text,) = [e for e in element.iter() if e.tag == f"{SVG}text"]
            kind = classes(text)[-1].removeprefix("fr-")
            found[PIECE_NAMES.index(name[2:])] = text.text or "", kind
    return found


def test_the_troops_of_others_are_told_only_as_far_as_they_are_known() -> None:
    kinds: Counter[str] = Counter()
    announced = 0
    for s, _, view, _, elements, _ in scenes():
        if phase(s) == "SetUp":
            continue
        found = badges(elements)
        assert set(found) == {top for nation in range(7) for top in s.tops(nation)}
        for top, (said, kind) in found.items():
            kinds[kind] += 1
            low, high = view.low[top], view.high[top]
            if view.own(NATION_OF[top]) or s.result is not None or low == high:
                assert (said, kind) == (str(s.troops[top]), "sure")
            else:
                announced += s.told[top] > 0
                assert (said, kind) == (f"{low}–{high}", "open")
                assert low <= s.troops[top] <= high
    assert min(kinds[kind] for kind in ("sure", "open")) > 20, kinds
    assert announced > 20  # strengths announced before that are no longer certain


def test_twins_look_alike() -> None:
    """No layer, panel or overlay contains hidden information, for players and spectators."""
    differing: Counter[int | None] = Counter()
    for number, (s, viewer, view, speaker, _, _) in enumerate(scenes()):
        skipped = number % 3 and viewer is not None
        if skipped or any(s.drafting(n) for n in range(len(s.seats)) if n != viewer):
            continue
        twin = GAME.sample(view, f"twin {number}")
        differing[viewer] += twin.troops != s.troops and twin.hands != s.hands
        other = twin.view(viewer)
        assert GAME.face.draw(view, speaker) == GAME.face.draw(other, speaker)
        assert GAME.face.panels(view, speaker) == GAME.face.panels(other, speaker)
        assert GAME.face.hands(view, speaker) == GAME.face.hands(other, speaker)
        assert GAME.face.stage(view, speaker) == GAME.face.stage(other, speaker)
        for key in KEYS:
            assert GAME.face.overlay(view, key, speaker, other) == GAME.face.overlay(
                other, key, speaker, view
            )
    assert differing[None] > 1
    assert sum(differing.values()) > 20, differing


def test_incomplete_purchases_and_marches_are_not_seen_by_others() -> None:
    """The first steps of a choice of several parts change nothing in another seat's drawing."""
    seen = 0
    for before, s in zip(recorded("west-a"), islice(recorded("west-a"), 1, 180), strict=False):
        asked = s.asked[0].seat if s.asked else None
        if asked is None or not s.drafting(asked) or phase(before) != "Movement":
            continue
        seen += 1
        speaker = speaker_for(s)
        for viewer in (None, 1 - asked):
            one, two = before.view(viewer), s.view(viewer)
            assert GAME.face.draw(one, speaker) == GAME.face.draw(two, speaker)
            assert GAME.face.panels(one, speaker) == GAME.face.panels(two, speaker)
            assert GAME.face.hands(one, speaker) == GAME.face.hands(two, speaker)
            assert GAME.face.stage(two, speaker) is None
    assert seen > 30


def test_control_markers_and_question_marks_are_where_they_are() -> None:
    seen: Counter[str] = Counter()
    marks = (s.clone() for s in recorded("4-a") if any(s.marks))
    for s in [*positions(), *islice(marks, 10)]:
        found = ids(live(s.view(None), speaker_for(s)))
        for kind, there in (("flag", s.control), ("mark", s.marks)):
            wanted = sorted(f"{kind}-{CITY_IDS[c]}" for c in range(N) if there[c])
            assert sorted(name for name in found if name.startswith(f"{kind}-")) == wanted
            seen[kind] += len(wanted)
    assert seen["flag"] > 100
    assert seen["mark"] > 5


def test_a_flag_bears_the_arms_of_the_conqueror() -> None:
    s = position(stage="austria", control=["breslau", "koenigsberg"], at={"daun": "bruenn"})
    uses = {
        element.attrib["id"]: element[0].attrib["href"]
        for element in live(s.view(None), speaker_for(s))
        if element.attrib.get("id", "").startswith("flag-")
    }
    assert uses == {"flag-breslau": "#fr-flag-austria", "flag-koenigsberg": "#fr-flag-russia"}


def test_a_march_is_marked_where_it_began_and_where_it_is() -> None:
    seen = 0
    for s, seat, _, _, elements, _ in scenes():
        now, began = of_class(elements, "marching"), of_class(elements, "began")
        march = s.phases[-1] if phase(s) == "Marching" else None
        if march is None or (not march.steps and seat != s.asked[0].seat):
            assert (now, began) == ([], [])
            continue
        (ring,) = now
        city = s.at[march.unit[0]]
        assert (float(ring.attrib["cx"]), float(ring.attrib["cy"])) == (X[city], Y[city])
        assert len(began) == (city != march.start)
        seen += len(began)
    assert seen > 5


# -- panels ------------------------------------------------------------------------------------


def test_the_nations_show_public_facts() -> None:
    for s, _, view, _, _, beside in scenes()[::3]:
        playing = [nation for nation in range(7) if s.owners[nation] >= 0]
        rows: dict[float, list[str]] = {}
        for element in of_class(beside["nations"], "fact"):
            rows.setdefault(float(element.attrib["y"]), []).append(element.text or "")
        for nation, y in zip(playing, sorted(rows), strict=True):
            hand = s.hands[nation * KINDS : (nation + 1) * KINDS]
            generals = sum(s.at[g] >= 0 for g in GENERALS_OF[nation])
            trains = sum(s.at[t] >= 0 for t in TRAINS_OF[nation])
            assert rows[y][0] == f"{view.totals[nation]}/{army_limits.ceiling(s, nation)}"
            assert rows[y][-3:] == [str(sum(hand)), str(generals), str(trains)]


# -- overlays ----------------------------------------------------------------------------------


def test_the_supply_overlay_rings_unsupplied_pieces() -> None:
    rings: Counter[str] = Counter()
    for s, seat, view, speaker, _, _ in scenes()[::2]:
        if seat is None or phase(s) == "SetUp":
            continue
        drawn = checked(GAME.face.overlay(view, "s", speaker))
        wanted: dict[str, list[tuple[int, int]]] = {"hungry": [], "fed": []}
        for nation in range(7):
            ways = distance_to_train(s, nation)
            for top in s.tops(nation) if s.owners[nation] == seat else ():
                fed = at_home(nation, s.at[top]) or ways[s.at[top]] <= SUPPLY
                wanted["fed" if fed else "hungry"].append((X[s.at[top]], Y[s.at[top]] - 20))
        for kind, places in wanted.items():
            found = [(int(e.attrib["cx"]), int(e.attrib["cy"])) for e in of_class(drawn, kind)]
            assert sorted(found) == sorted(places)
            rings[kind] += len(found)
    assert min(rings.values()) > 5, rings


def test_the_changes_overlay_shows_moves_entries_and_losses() -> None:
    all_positions = [s.clone() for n, s in enumerate(recorded("4-a")) if n % 60 == 0]
    kinds: Counter[str] = Counter()
    for before, after in zip(all_positions, all_positions[3:], strict=False):
        old, new = before.view(0), after.view(0)
        drawn = checked(GAME.face.overlay(new, "c", speaker_for(after), old) or "")
        went = {(a, b) for a, b in zip(old.at, new.at, strict=True) if a != b}
        lines = {e.attrib["d"] for e in of_class(drawn, "went")}
        assert lines == {
            f"M{X[a]} {Y[a]}L{X[b]} {Y[b]}" for a, b in went if a >= 0 and b >= 0
        }  # fmt: skip
        moved = [(a, b) for a, b in zip(old.at, new.at, strict=True) if a != b]
        assert len(of_class(drawn, "ghost")) == sum(a >= 0 for a, _ in moved)
        assert len(of_class(drawn, "lost")) == sum(b < 0 for _, b in moved)
        assert len(of_class(drawn, "entered")) == sum(a < 0 for a, _ in moved)
        flags = [f"changed-{CITY_IDS[c]}" for c in range(N) if old.control[c] != new.control[c]]
        assert sorted(ids(drawn)) == sorted(flags)
        kinds.update(lines=len(lines), flags=len(flags),
                     lost=len(of_class(drawn, "lost")))  # fmt: skip
    assert min(kinds.values()) > 5, kinds
    nothing = checked(GAME.face.overlay(new, "c", speaker_for(after), new) or "")
    assert len(nothing) == 1
    assert GAME.face.overlay(new, "c", speaker_for(after)) is None  # the first visit


# -- words -------------------------------------------------------------------------------------


def bare(elements: Elements) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Return a picture without its words and their sizes."""
    fitted = {"font-size", "letter-spacing", "textLength"}
    return [
        (e.tag, tuple(sorted((k, v) for k, v in e.attrib.items() if k not in fitted)))
        for e in elements
    ]


def said(elements: Elements) -> list[str]:
    return [e.text or "" for e in elements]


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_languages_differ_in_words_only(language: str) -> None:
    assert bare(ground_of("full", language)) == bare(ground_of("full"))
    assert said(ground_of("full", language)) != said(ground_of("full"))
    other = 0
    for s, _, view, speaker, english, first in scenes()[::20]:
        foreign = speaker_for(s, language)
        assert bare(live(view, foreign)) == bare(english)
        second = panels(view, foreign)
        assert list(first) == list(second)
        for key in first:
            other += said(first[key]) != said(second[key])
            if key != "fate":  # there sentences are broken into lines
                assert bare(first[key]) == bare(second[key])
            numbers = [
                [text for text in said(drawn[key]) if re.fullmatch(r"[+−–≤/\d]+", text)]
                for drawn in (first, second)
            ]
            assert numbers[0] == numbers[1]
        for key in KEYS:
            assert GAME.face.overlay(view, key, speaker) == GAME.face.overlay(view, key, foreign)
    assert other > 5


# -- the style sheet ---------------------------------------------------------------------------


def test_every_class_has_a_rule() -> None:
    used = {name for e in ground_of("full") for name in classes(e)}
    before = position(stage="france", at={"keith": "berlin"}).view(None)
    for scene in scenes()[::2]:
        drawn = [*scene.all, *around(scene.view, scene.speaker).values()]
        for key in KEYS:
            overlay = GAME.face.overlay(scene.view, key, scene.speaker, before)
            drawn += [checked(overlay)] if overlay else []
        used |= {name for elements in drawn for e in elements for name in classes(e)}
    used |= {f"fr-{side}" for city in range(N) for side in placement.beside(city).split()}
    known = set(re.findall(r"\.([A-Za-z][\w-]*)", style_of(GAME)))
    assert used - known == STRUCTURAL
    # classes added by the page
    scripted = {"is-legal", "is-goal", "is-chosen", "is-lit", "shows-u", "sign", "board"}
    scripted |= {"played", "tiny"}
    scripted |= {f"tone-{nation}" for nation in NATION_NAMES}
    assert {name for name in known - used if not re.fullmatch("ttf", name)} == scripted


def test_every_variable_is_defined() -> None:
    css, page = style_of(GAME), (STATIC / "site.css").read_text("utf-8")
    defined = set(re.findall(r"(--[\w-]+)\s*:", css))
    # variables with a fallback need no definition
    needed = set(re.findall(r"var\((--[\w-]+)\)", css))
    assert needed - defined == set()
    touched = set(re.findall(r"(--touch)\s*:", page)) | defined
    assert set(re.findall(r"var\((--[\w-]+)", css)) - touched <= {"--suit"}
    for colour in ("--n-prussia", "--c-prussia", "--ink"):
        assert colour in defined


def test_the_style_sheet_fetches_its_own_fonts_only() -> None:
    css = style_of(GAME)
    assert "@import" not in css
    assert css.count("{") == css.count("}")
    names = {f"{GAME.name}/{name}" for name in GAME.face.fonts}
    assert set(re.findall(r"url\(([^)]*)\)", css)) == names
    assert all(path.is_file() for path in GAME.face.fonts.values())


def test_all_positions_together_are_drawn() -> None:
    *_, s = recorded("west-a")
    view, speaker = s.view(0), speaker_for(s)
    elements = list(ElementTree.fromstring(GAME.face.picture(view, speaker)).iter())
    assert len([e for e in elements if e.tag == f"{SVG}style"]) == 1
    assert needed(elements) <= set(ids(elements))
    pieces = {f"piece:{PIECE_NAMES[p]}" for p, city in enumerate(s.at) if city >= 0}
    assert pieces < set(targets(elements))
    assert len(targets(elements)) == N + len(pieces)


def test_names_of_people_are_only_names() -> None:
    s = positions()[40]
    speaker = GAME.speaker("en", HOSTILE[: len(s.seats)], s.seats)
    view = s.view(0)
    for markup in (
        GAME.face.draw(view, speaker),
        *(p.picture for p in GAME.face.panels(view, speaker)),
    ):
        checked(markup)


# -- size --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["4-a", "expert-b"])
def test_drawings_stay_small_over_a_whole_game(name: str) -> None:
    largest = [0, 0]
    for number, s in enumerate(recorded(name)):
        if number % 120 and s.asked:
            continue
        for language in ("en", "fr") if number % 240 == 0 else ("en",):
            speaker = speaker_for(s, language)
            for seat in (askers(s)[0], 0):
                view = s.view(seat)
                sizes = (
                    packed(GAME.face.draw(view, speaker)),
                    packed(
                        *(panel.picture for panel in GAME.face.panels(view, speaker)),
                        *around(view, speaker),
                    ),
                )
                largest = [max(pair) for pair in zip(largest, sizes, strict=True)]
    assert largest[0] <= LIVE_LIMIT, largest
    assert largest[1] <= PANELS_LIMIT, largest
    for language in LANGUAGES:
        assert packed(GAME.face.ground(s.frame, speaker_for(s, language))) <= GROUND_LIMIT

"""The overlays of the board agree with the rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from chancery.games.revolution import coach
from chancery.games.revolution.board.factions import OWNERS, OWNERS_N
from chancery.games.revolution.board.places import CITIES_N, PROVINCES, PROVINCES_N, spot_of
from chancery.games.revolution.face.chart import MAP, Chart, Frame
from chancery.games.revolution.face.labels import label_spots, letters, signs
from chancery.games.revolution.face.pieces import chart
from chancery.games.revolution.plans import planned
from chancery.games.revolution.rules import control_cards, overflow
from chancery.games.revolution.rules.sieges import may_besiege
from chancery.games.revolution.rules.state import Revolution
from tests.games.drawings import SVG, Elements, checked, classes
from tests.games.revolution.positions import GAME, MODES, position
from tests.games.revolution.test_drawing import positions, random_game, reader, speaker

SPEAKER = GAME.speaker()


def drawn(s: Revolution, key: str, before: Revolution | None = None) -> Elements:
    """Return the elements of an overlay for the reader."""
    seat = reader(s)
    old = before.view(seat) if before else None
    return checked(GAME.face.overlay(s.view(seat), key, speaker(s), old))


def labels(elements: Elements) -> list[tuple[str, list[str]]]:
    """Return every label: the corner of the block that it belongs to, its signs and words."""
    found: list[tuple[str, list[str]]] = []
    for element in elements[1:]:
        if "rv-label" in classes(element):
            found.append((element.attrib.get("data-of", ""), []))
        elif element.tag == f"{SVG}use" and found and "transform" in element.attrib:
            found[-1][1].append(element.attrib["href"].removeprefix("#rv-"))
        elif element.tag == f"{SVG}text":
            found[-1][1].append(element.text or "")
    return found


def at(found: list[tuple[str, list[str]]], frame: Frame) -> list[str] | None:
    """Return the content of the label of a block."""
    corner = f"{frame.x:.1f} {frame.y:.1f}"
    return next((said for of, said in found if of == corner), None)


def test_labels_cover_neither_names_nor_signs_nor_each_other() -> None:
    """On our board, and as many of them as there are places for them."""
    frame = positions()[0].frame
    lies, spots = chart(frame), label_spots(frame.data, frame.rules)
    printed = [*letters(lies), *signs(lies)]
    blocks = [p.frame for p in (*lies.provinces, *lies.places.values(), *lies.regions.values())]
    taken: list[Frame] = []
    for block in blocks:
        spots.find(block, 54, 18, taken)
    assert len(taken) == len(blocks) > 60
    assert [one for one in taken if not MAP.holds(one)] == []
    covering = [one for one in taken if any(one.meets(other, -1) for other in printed)]
    assert covering == []
    assert not any(one.meets(other, -1) for one, other in combinations(taken, 2))


def test_majorities_name_the_strongest_and_what_is_missing() -> None:
    missing = 0
    for s in positions()[::3]:
        view, lies = planned(s.view(reader(s))), chart(s.frame)
        found = labels(drawn(s, "m"))
        for p in range(PROVINCES_N):
            counts = view.in_spots(view.data.open_spots[p])
            said = at(found, lies.provinces[p].frame)
            assert (said is None) == (not sum(counts))
            if said is None:
                continue
            assert f"{max(counts)}/{sum(counts)}" in said
            assert f"token-{OWNERS.names[counts.index(max(counts))]}" in said
            most = max(counts)
            if control_cards.province_holder(view, p) < 0 and any(
                counts[faction] == most for faction in view.factions
            ):
                assert f"+{max(0, sum(counts) - 2 * most + 1)}" in said
                missing += 1
    assert missing > 20


def test_a_province_has_the_colours_of_its_majority() -> None:
    for s in positions()[::5]:
        view = planned(s.view(reader(s)))
        shown = {
            e.attrib["href"].removeprefix("#rv-area-"): classes(e)[-1].removeprefix("rv-f-")
            for e in drawn(s, "m")
            if "rv-held" in classes(e)
        }
        wanted = {}
        for p, name in enumerate(PROVINCES.names):
            holder = control_cards.province_holder(view, p)
            if holder >= 0:
                wanted[name] = OWNERS.names[holder]
        assert shown == wanted


def test_income_names_every_source_of_the_reader() -> None:
    for s in positions()[::4]:
        seat = reader(s)
        if seat is None:
            continue
        view, lies = planned(s.view(seat)), chart(s.frame)
        found = labels(drawn(s, "i"))
        own = [f for f in view.factions if view.seat_of(f) == seat]
        for p in range(PROVINCES_N):
            pays = view.province_cards[p] in own and view.data.tax[p] > 0
            assert (at(found, lies.provinces[p].frame) is not None) == pays
        for town in view.data.towns:
            held = any(view.tokens[spot_of(town) * OWNERS_N + f] for f in own)
            assert (at(found, lies.places[town].frame) is not None) == held
        for faction in own:
            units = coach.new_units(view, faction)
            said = "+".join(str(n) for n in units[:5])
            assert any(f"{said} → {units.received}" in words for _, words in found)


def test_points_show_what_would_change_hands() -> None:
    changing = 0
    for s in positions()[::3]:
        view, lies = planned(s.view(reader(s))), chart(s.frame)
        found, then = labels(drawn(s, "p")), coach.assigned(view)
        for before, after, frames in (
            (view.province_cards, then.provinces, [p.frame for p in lies.provinces]),
            (view.city_cards, then.cities, [lies.places[c].frame for c in range(CITIES_N)]),
        ):
            for old, new, frame in zip(before, after, frames, strict=True):
                said = at(found, frame)
                if old == new == -1:
                    assert said is None
                    continue
                assert said is not None
                assert ("→" in said) == (old != new)
                for faction in {old, new} - {-1}:
                    assert f"token-{OWNERS.names[faction]}" in said
                changing += old != new
    assert changing > 50


def _lies_before(s: Revolution, lies: Chart) -> set[tuple[float, float]]:
    found = set()
    for region in s.data.regions:
        if s.stand_off(region):
            continue
        for faction, n in enumerate(s.in_section(region)):
            for city in s.data.region_cities[region]:
                if n and may_besiege(s, faction, city):
                    found.add(lies.places[city].sign)
    return {(round(x, 2), round(y, 2)) for x, y in found}


def test_sieges_ring_every_city_that_an_army_could_besiege() -> None:
    seen: Counter[str] = Counter()
    for s in positions():
        if s.asked and s.drafting(s.asked[0].seat):
            continue
        lies = chart(s.frame)
        rings = [e for e in drawn(s, "s") if "rv-threatened" in classes(e)]
        where = {
            (float(e.attrib["cx"]), float(e.attrib["cy"]))
            for e in rings
            if "rv-now" not in classes(e)
        }
        assert where == _lies_before(s, lies)
        now = [e for e in rings if "rv-now" in classes(e)]
        assert len(now) == sum(besieger >= 0 for besieger in s.sieges)
        seen.update(could=len(where), besieged=len(now))
    assert seen["could"] > 20
    assert seen["besieged"] > 5


def test_overflow_shows_room_shut_gates_and_ways() -> None:
    ways = 0
    for mode in MODES[:3]:
        for s in random_game(mode, "overflow"):
            if not s.asked or type(s.phases[-1]).__name__ != "Overflow" or s.drafting(reader(s)):
                continue
            view, lies = s.view(reader(s)), chart(s.frame)
            elements = drawn(s, "o")
            found = labels(elements)
            for p in range(PROVINCES_N):
                said = at(found, lies.provinces[p].frame)
                assert said
                assert said[-1] == str(max(0, overflow.room(s, p)))
            own = [f for f in s.factions if s.seat_of(f) == reader(s)]
            lines = [e for e in elements if "rv-flow" in classes(e)]
            wanted = sum(
                len(coach.outlets(view, f, here)) for f in own for here in coach.surpluses(view, f)
            )
            assert len(lines) == wanted
            ways += wanted
            gates = {stop.number for branch in s.data.branches for stop in branch if stop.is_place}
            shut = [g for g in gates if any(overflow.closes_river(s, g, f) for f in own)]
            assert len([e for e in elements if "rv-shut" in classes(e)]) == len(shut)
    assert ways > 10


def test_changes_are_those_since_the_last_visit() -> None:
    seen = 0
    before: Revolution | None = None
    for number, s in enumerate(random_game({}, "changes")):
        if number % 40 or not s.asked:
            continue
        if before is not None:
            lies = chart(s.frame)
            found = labels(drawn(s, "c", before))
            for p in range(PROVINCES_N):
                old, new = (
                    (one.tokens[p * OWNERS_N : (p + 1) * OWNERS_N], one.province_cards[p])
                    for one in (before, s)
                )
                assert (at(found, lies.provinces[p].frame) is not None) == (old != new)
                seen += old != new
        before = s.clone()
    assert seen > 40
    assert before is not None
    assert len(drawn(before, "c", before)) == 1  # nothing
    assert GAME.face.overlay(before.view(0), "c", SPEAKER) is None  # the first visit


def test_what_is_reconstructed_is_marked_where_it_is() -> None:
    s = position()
    elements = checked(GAME.face.overlay(s.view(0), "r", SPEAKER))
    marked = [e for e in elements if "rv-doubtful" in classes(e)]
    named = {(kind, name) for kind, name, _ in s.data.reconstructed if kind != "river"}
    assert len(marked) == len(named)


def test_unknown_keys_show_nothing() -> None:
    s = position()
    for key in ("", "x", "mm", "constructor"):
        assert GAME.face.overlay(s.view(0), key, SPEAKER, s.view(0)) is None
    keys = [overlay.key for overlay in GAME.face.overlays()]
    assert len(set(keys)) == len(keys)

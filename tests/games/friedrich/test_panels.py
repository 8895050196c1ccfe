"""Tests of hands, stage panels, dials and the suggested set-up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

import pytest

from chancery.core.tabletop import Card, Hand, Stage
from chancery.core.words import Text
from chancery.games.friedrich.board.cards import CARD_NAMES, KINDS, RESERVE, SUIT_OF
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import NATION_OF, PIECE_NAMES
from chancery.games.friedrich.face.cards import face_up
from chancery.games.friedrich.rules import retreat
from chancery.games.friedrich.rules.combat import Fight
from chancery.games.friedrich.rules.events import CardPlayed, Lost, signed
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.rules.retreat import Retreat
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import GAME, position, under
from tests.games.friedrich.test_conformance import MODES
from tests.games.friedrich.test_drawing import recorded, scenes, speaker_for
from tests.games.steps import phase, play
from tests.soaking import sample


def hands(s: Friedrich, seat: int | None) -> dict[str, Hand]:
    return {hand.key: hand for hand in GAME.face.hands(s.view(seat), speaker_for(s))}


def stage(s: Friedrich, seat: int | None) -> Stage:
    found = GAME.face.stage(s.view(seat), speaker_for(s))
    assert found is not None
    return found


def cards(hand: Hand) -> list[Card]:
    return [card for group in hand.groups for card in group]


def kinds(hand: Hand) -> Counter[str]:
    """Return the cards of a hand by their names."""
    pictures = {face_up(kind): name for kind, name in enumerate(CARD_NAMES)}
    return Counter({pictures[card.picture]: card.many for card in cards(hand)})


def said(text: Text | None) -> str:
    return str(text) if text is not None else ""


# -- hands -------------------------------------------------------------------------------------


def test_only_the_readers_hands_are_shown() -> None:
    held = 0
    for s, seat, _, _, _, _ in scenes():
        found = hands(s, seat)
        top = s.phases[-1] if s.phases else None
        for nation, name in enumerate(NATION_NAMES):
            mine = s.result is not None or (seat is not None and s.owners[nation] == seat)
            hand = s.hands[nation * KINDS : (nation + 1) * KINDS] if mine else ()
            wanted = Counter({CARD_NAMES[kind]: n for kind, n in enumerate(hand) if n})
            if isinstance(top, Recruiting) and top.nation == nation and mine:
                wanted -= Counter(CARD_NAMES[kind] for kind in top.paid)
            shown = found.pop(name, None)
            assert (kinds(shown) if shown else Counter()) == wanted
            held += wanted.total()
        assert not found
    assert held > 500


def test_a_hand_is_laid_out_by_suit_and_says_what_it_is_worth() -> None:
    held = ["2h.1", "13h.2", "7s.1", "r.3", "r.3", "5d.1"]
    s = position(stage="prussia", at={"keith": "berlin"}, hands={"prussia": held})
    hand = hands(s, 0)["prussia"]
    assert [[card.target for card in group] for group in hand.groups] == [
        ["card:7s.1"],
        ["card:13h.2", "card:2h.1"],
        ["card:5d.1"],
        ["card:r.3"],
    ]
    assert [card.many for card in cards(hand)] == [1, 1, 1, 1, 2]
    assert list(map(said, hand.facts)) == ["♠ 7", "♥ 15", "♦ 5", "Reserves 20", "worth 47"]
    assert all(card.note is None for card in cards(hand))


def fights() -> Iterator[Friedrich]:
    """Yield fights with cards to play, some of them under special texts of fate."""
    yield from (s for n, s in enumerate(recorded("4-a")) if phase(s) == "Fight" and n % 8 == 0)
    at = {"friedrich": "breslau", "daun": "ohlau", "soubise": "kassel", "keith": "muenden"}
    faces = ["11s", "2s", "12h", "9h", "3c", "13c", "4d", "10d", "r", "r"]
    decks = {"prussia": 1, "hanover": 2, "austria": 3, "france": 4}
    held = {nation: [f"{face}.{deck}" for face in faces] for nation, deck in decks.items()}
    for text in ("3♣", "3♥", "4♠", "10♥", "11♠", "7♦"):
        for active in ("prussia", "austria", "france"):
            s = under(text, stage=active, at=at, hands=held, fate_suits=[0, 1])
            dice = random.Random(f"{text} {active}")
            for _ in range(9):
                if not s.asked:
                    break
                if phase(s) == "Fight":
                    yield s.clone()
                legal = s.legal()
                quiet = [a for a in legal if a.verb in ("end", "stand")]
                s.apply(quiet[0] if quiet else dice.choice(legal))


def scores(s: Friedrich) -> dict[str, list[int]]:
    """Find the scores that each playable card leads to by trying."""
    seat = s.asked[0].seat
    found: dict[str, list[int]] = {}
    for action in s.legal(seat):
        if action.verb in ("play", "double"):
            twin = s.clone()
            (played,) = [e for e in twin.apply(action, seat) if isinstance(e, CardPlayed)]
            found.setdefault(CARD_NAMES[played.card], []).append(played.score)
    return found


def test_cards_of_a_fight_say_the_score_and_who_plays_next() -> None:
    """Scores follow the rules; ordinary cards come first; only the side that plays sees cards."""
    seen: Counter[str] = Counter()
    for s in fights():
        fight = s.phases[-1]
        assert isinstance(fight, Fight)
        seat, reached, shown = s.asked[0].seat, scores(s), stage(s, s.asked[0].seat).cards
        kinds = [card.target.removeprefix("card:") for card in shown]
        assert sorted(kinds) == sorted(reached)
        reserves = [SUIT_OF[CARD_NAMES.index(kind)] == RESERVE for kind in kinds]
        assert reserves == sorted(reserves)
        for kind, card in zip(kinds, shown, strict=True):
            assert card.note is not None
            note, to = said(card.note), sorted(reached[kind])
            if SUIT_OF[CARD_NAMES.index(kind)] == RESERVE:
                assert note == f"{signed(to[0])} to {signed(to[-1])}, as you choose"
            elif len(to) > 1:
                assert note == f"{signed(to[0])}, or doubled {signed(to[1])}"
            else:
                seen[after(s, f"play {kind}", note, to[0])] += 1
            seen["cards"] += 1
        enemy = s.seat_of(fight.nation(1 - fight.side))
        for other in (None, *range(len(s.seats))):
            if other not in (seat, enemy):
                assert stage(s, other).cards == ()
        if enemy != seat:
            assert stage(s, enemy).cards == ()
    assert seen["cards"] > 100
    assert min(seen[kind] for kind in ("next", "on")) > 5, seen


def after(s: Friedrich, action: str, note: str, score: int) -> str:
    """Check what a note says of the moment after a card; return what happens then."""
    twin, fight = s.clone(), s.phases[-1]
    assert isinstance(fight, Fight)
    assert note.startswith(f"{signed(score)}:")
    twin.apply(GAME.notation.parse(action), s.asked[0].seat)
    now = twin.phases[-1] if twin.phases else None
    if (
        not isinstance(now, Fight)
        or now.general(0) != fight.general(0)
        or len(now.laid) != len(fight.laid) + 1
    ):
        assert "no card" in note or "last card" in note
        return "over"
    if now.side == fight.side:
        assert note.endswith("you go on")
        return "on"
    assert note.endswith("is next")
    return "next"


def test_a_reserve_called_alike_is_clicked_in_the_hand_that_fights() -> None:
    held = {"prussia": ["r.1", "2s.1"], "hanover": ["r.1", "3s.1"], "france": ["2h.1"]}
    at = {"cumberland": "goettingen", "richelieu": "eschwege", "keith": "berlin"}
    s = position(stage="hanover", at=at, troops={"richelieu": 8, "cumberland": 2}, hands=held)
    play(s, "end")
    assert phase(s) == "Fight"
    found = hands(s, 0)
    assert [c.target for c in cards(found["hanover"])] == ["card:3s.1", "card:r.1"]
    assert [c.target for c in cards(found["prussia"])] == ["card:2s.1", ""]


def test_in_a_purchase_a_card_says_what_is_missing_or_wasted_after_it() -> None:
    held = ["13h.1", "11h.1", "5h.1"]
    s = position(stage="prussia", at={"keith": "berlin", "prussia-train-1": "potsdam"},
                 troops={"keith": 2}, hands={"prussia": held})  # fmt: skip
    play(s, "troops 4")
    before = {c.target: said(c.note) for c in cards(hands(s, 0)["prussia"])}
    assert before == {
        "card:13h.1": "−11", "card:11h.1": "−13", "card:5h.1": "−19",
    }  # fmt: skip
    play(s, "pay 13h.1")
    after = {c.target: said(c.note) for c in cards(hands(s, 0)["prussia"])}
    assert after == {"card:11h.1": "exact", "card:5h.1": "−6"}
    (buyer,) = stage(s, 0).sides
    assert [said(card.title) for card in buyer.cards] == ["13♥ (1)"]
    assert list(map(said, buyer.facts)) == ["13 of 24 points", "11 points missing"]
    assert list(map(said, stage(s, 0).notes)) == [
        "Exact price: 11♥ (1).", "Under each card: points still missing (−) or wasted (+).",
    ]  # fmt: skip


# -- the stage ---------------------------------------------------------------------------------


def test_the_stage_shows_the_score_and_the_cards_played() -> None:
    seen: Counter[str] = Counter()
    for s, _, view, speaker, _, _ in scenes():
        fight = s.phases[-1] if s.phases else None
        if not isinstance(fight, Fight):
            continue
        found = GAME.face.stage(view, speaker)
        assert found is not None
        assert found.scale is not None
        own = [side for side in (0, 1) if view.own(fight.nation(side))]
        order = own or [0]
        order += [1 - order[0]]
        seen["defends"] += order == [1, 0]
        assert [side.own for side in found.sides] == [bool(own), False]
        assert found.scale.score == (fight.score if order[0] == 0 else -fight.score)
        for at, (side, shown) in enumerate(zip(order, found.sides, strict=True)):
            general = fight.general(side)
            ahead = found.scale.score if at == 0 else -found.scale.score
            assert (shown.acts, shown.leads) == (fight.side == side, ahead > 0)
            facts = list(map(said, shown.facts))
            assert facts[1].split()[0] == str(s.told[general])
            assert facts[3].split()[0] == str(view.hand_size(NATION_OF[general]))
        assert found.focus == tuple(f"piece:{PIECE_NAMES[fight.general(side)]}" for side in order)
        laid = [(order[side], card.picture, said(card.note)) for side, card in found.played]
        assert laid == [(c.side, face_up(c.card), signed(c.value)) for c in fight.laid]
        seen["fights"] += 1
        seen["watched"] += not own
        seen["laid"] += len(laid)
    assert min(seen[kind] for kind in ("fights", "defends", "laid")) > 3, seen


def test_a_fighter_reads_his_own_points_and_others_only_what_is_public() -> None:
    s = position(
        stage="prussia",
        at={"heinrich": "eschwege", "richelieu": "goettingen", "soubise": "goettingen"},
        troops={"heinrich": 2, "richelieu": 4},
        hands={"prussia": ["10d.1", "9d.1", "r.1", "5h.1"], "france": ["5s.1", "4s.1", "9h.1"]},
    )
    play(s, "end")
    assert said(stage(s, 0).notes[0]) == "Your points here: 19 in ♦, 10 by Reserves."
    assert said(stage(s, 3).notes[0]) == "Your points here: 9 in ♠."
    lost = "If Prinz Heinrich gives up now, all is lost."
    assert said(stage(s, 3).notes[-1]) == lost
    assert lost not in map(said, stage(s, 0).notes)  # there his own button says so
    for seat in (None, 1, 2):
        assert list(map(said, stage(s, seat).notes)) == [lost]
        assert stage(s, seat) == stage(s, None)


def test_the_stage_stays_through_a_retreat_and_says_how_far() -> None:
    seen: Counter[str] = Counter()
    for name in ("4-a", "west-a"):
        key = ""
        for s in recorded(name):
            top = s.phases[-1] if s.phases else None
            if isinstance(top, Retreat):
                found = stage(s, None)
                assert key in ("", found.key)  # a fight may be over before anybody is asked
                ends = {GAME.face.target(s.view(None), action) for action in s.legal()}
                assert ends < set(found.focus)
                cities = retreat.length(s, top)
                if cities is not None:
                    assert str(cities) in said(found.notes[0])
                seen["same"] += key == found.key
                seen["far"] += cities is not None
            key = stage(s, None).key if isinstance(top, Fight) else ""
    assert min(seen["same"], seen["far"]) > 5, seen


def test_the_length_of_a_retreat_is_what_was_lost() -> None:
    seen = 0
    for s in recorded("4-a"):
        top = s.phases[-1] if s.phases else None
        if not isinstance(top, Fight) or not s.asked or "quit" not in map(str, s.legal()):
            continue
        twin = s.clone()
        lost = [e.n for e in play(twin, "quit") if isinstance(e, Lost)]
        after = twin.phases[-1] if twin.phases else None
        if isinstance(after, Retreat):
            assert retreat.length(twin, after) in (None, *lost)
            seen += retreat.length(twin, after) == lost[0]
    assert seen > 20


def test_a_purchase_is_on_its_buyers_stage_alone() -> None:
    wasted = 0
    for number, s in enumerate(islice(recorded("austrian-a"), 600)):
        top = s.phases[-1] if s.phases else None
        if not isinstance(top, Recruiting) or number % 2:
            continue
        buyer = s.owners[top.nation]
        for seat in {None, 0, 1} - {buyer}:
            assert GAME.face.stage(s.view(seat), speaker_for(s)) is None
        (side,) = stage(s, buyer).sides
        assert not side.acts  # what is bought has nothing to decide
        assert [card.picture for card in side.cards] == [face_up(kind) for kind in top.paid]
        facts = list(map(said, side.facts))
        if top.trains < 0:
            assert facts == ["6 points each"]
            continue
        over = top.worth() - top.cost(s)
        assert facts[0] == f"{top.worth()} of {top.cost(s)} points"
        assert facts[1].split()[-1] == (
            "missing" if over < 0 else "wasted" if over > 0 else "price"
        )
        assert not over or facts[1].split()[0] == str(abs(over))
        wasted += over > 0
    assert wasted > 5


# -- dials -------------------------------------------------------------------------------------


def test_dials_tell_apart_what_differs_in_a_number() -> None:
    """Legal actions on one dial have one verb and one object, and each its own number.

    Actions that are not on a dial differ in more than a number.
    """
    seen: Counter[str] = Counter()
    bought = (s for s in recorded("4-v3") if phase(s) == "Recruiting")
    for s in chain((scene.s for scene in scenes()), bought):
        dials: dict[str, dict[int, str]] = {}
        view = s.view(s.asked[0].seat if s.asked else None)
        for action in s.legal() if s.asked else ():
            found = GAME.face.dial(view, action)
            assert (found is not None) == action.text.replace("=", " ").split()[-1].isdigit()
            if found is None:
                continue
            places = dials.setdefault(found.key, {})
            assert found.value not in places
            places[found.value] = action.text
            assert found.value == int(action.text.replace("=", " ").split()[-1])
            target = GAME.face.target(view, action)
            assert target in (None, found.key)
            seen[action.verb] += 1
        for places in dials.values():
            heads = {text.replace("=", " ").rsplit(" ", 1)[0] for text in places.values()}
            assert len(heads) == 1
    assert set(seen) == {"give", "take", "troops", "trains", "feed", "play"}


# -- a set-up to start from ------------------------------------------------------------------


@pytest.mark.parametrize("rules", [2, 3])
@pytest.mark.parametrize("mode", sample(range(len(MODES)), 3))
def test_a_suggested_set_up_is_legal_step_by_step_from_any_start(mode: int, rules: int) -> None:
    dice = random.Random(f"suggested {mode}")
    for begun in (0, 1, 3):
        s = GAME.start(MODES[mode], "suggested", rules=rules)
        for seat in range(len(s.seats)):
            for _ in range(begun):
                if s.question(seat):
                    s.apply(dice.choice(s.legal(seat)), seat)
            question = s.question(seat)
            if question is None or question.name != "share":
                continue
            steps = GAME.face.suggestion(s.view(seat), question)
            for action in steps:
                assert action in s.legal(seat)
                s.apply(action, seat)
            left = s.question(seat)
            assert left is None or left.name != "share"
        assert phase(s) != "SetUp"


def test_the_suggested_set_up_is_strong_in_the_field() -> None:
    s = GAME.start({}, "strong")
    question = s.question(0)
    assert question is not None
    given = {a.text.split()[1]: a.args[1] for a in GAME.face.suggestion(s.view(0), question)}
    assert given["friedrich"] > given["heinrich"] > given["seydlitz"]
    assert given["schwerin"] > given["dohna"]


def test_nothing_is_suggested_elsewhere() -> None:
    s = position(stage="prussia", at={"keith": "berlin"})
    question = s.question(0)
    assert question is not None
    assert GAME.face.suggestion(s.view(0), question) == ()

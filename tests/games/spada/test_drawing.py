"""Tests of the drawings: complete, safe, equal for equal views, and clickable."""

import random
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from chancery.core import State
from chancery.core.svg import tag
from chancery.games.spada.face import drawing
from chancery.table.bot_players import Player
from tests.games.drawings import HOSTILE, Elements, checked, classes, ids, needed, style_of, targets
from tests.games.spada.modes import GAME, MODES, mode_name
from tests.soaking import covering, sample

SHORT = sample(MODES[::7], 3)
GROUND_LIMIT, LIVE_LIMIT = 60_000, 40_000


def walk(options: dict[str, Any], seed: str, steward: bool = False) -> Iterator[State]:
    """Yield every position of a game; the last one has a result."""
    dice = random.Random(seed)
    state = GAME.start(options, seed)
    players = [Player("steward", GAME, f"{seed}{seat}") for seat in range(len(state.seats))]
    while state.asked:
        yield state
        seat = dice.choice(state.asked).seat
        legal = state.legal(seat)
        plan = players[seat].plan(state, seat, "any") if steward else [dice.choice(legal)]
        state.apply(plan[0], seat)
    yield state


def speaker_for(state: State, language: str = "en", names: tuple[str, ...] = ()) -> Any:
    return GAME.speaker(language, names, state.seats)


def held(view: Any, speaker: Any) -> set[str]:
    """Return the click targets in the reader's hand."""
    hands = GAME.face.hands(view, speaker)
    return {card.target for hand in hands for group in hand.groups for card in group}


@pytest.mark.parametrize(("mode", "steward"), covering(SHORT, [False, True]), ids=str)
def test_layers_are_sound_and_whatever_is_legal_can_be_clicked(
    mode: dict[str, Any], steward: bool
) -> None:
    ground: Elements = []
    for number, state in enumerate(walk(mode, mode_name(mode), steward)):
        if not ground:
            land = GAME.face.ground(state.frame, speaker_for(state))
            assert land is not None
            assert len(land.encode()) <= GROUND_LIMIT
            ground = checked(land)
        for asked in state.asked:
            view = state.view(asked.seat)
            wanted = {GAME.face.target(view, action) for action in state.legal(asked.seat)} - {None}
            if not wanted and number % 9:
                continue
            live = GAME.face.draw(view, speaker_for(state))
            assert live is not None
            assert len(live.encode()) <= LIVE_LIMIT
            wanted -= held(view, speaker_for(state))
            if number % 5:
                assert all(f'data-target="{target}"' in live for target in wanted)
                continue
            elements = checked(live)
            assert wanted <= set(targets(elements))
            used = ids(ground) + ids(elements)
            assert len(used) == len(set(used))
            for layer in (ground, elements):  # most signs are in the ground, sent once
                assert needed(layer) <= {*ids(ground), *ids(layer)}
            for element in elements:
                assert "data-target" not in element.attrib or element[0].tag.endswith("title")
    assert state.result is not None
    for viewer in (None, 0):
        checked(GAME.face.draw(state.view(viewer), speaker_for(state)))


def test_a_click_where_nothing_is_legal_has_a_reason() -> None:
    """Every drawn place means some action, first one of the present question."""
    near = 0
    for state in walk({"players": 3}, "clicks"):
        for asked in state.asked:
            view = state.view(asked.seat)
            legal = {GAME.face.target(view, action) for action in state.legal(asked.seat)}
            drawn = re.findall(
                r'data-target="([^"]*)"', GAME.face.draw(view, speaker_for(state)) or ""
            )
            shown = {*drawn, *held(view, speaker_for(state))} - {""}
            shown -= {
                target for target in shown if target.startswith("place:")
            }  # only lessons point at it
            for target in shown - legal:
                meant = GAME.face.asking(view, target)
                reasons = [state.why_not(action, asked.seat) for action in meant]
                if meant and reasons[0] is None:
                    continue  # a page does what can only be meant
                refusal = next(reason for reason in reasons if reason is not None)
                assert refusal.rule
                near += refusal.code != "Elsewhere"
    assert near > 20
    assert GAME.face.asking(view, "nowhere") == []


def test_every_verb_has_a_heading_or_stands_alone_and_previews_are_said() -> None:
    alone, said = set(), set()
    for seed in ("a", "b", "c"):
        for state in walk({"players": 4, "agenda": "short"}, seed):
            for asked in state.asked:
                view = state.view(asked.seat)
                for action in state.legal(asked.seat):
                    if GAME.face.group(action) is None:
                        alone.add(action.verb)
                    preview = GAME.face.preview(view, action)
                    if preview is not None:
                        assert speaker_for(state).say(preview)
                        said.add(action.verb)
    assert alone == {"pass", "bid", "done", "defend", "yield"}
    assert said >= {"add", "bid", "pass", "build", "assign", "attack", "take", "discard"}


def test_hostile_names_are_only_names() -> None:
    for mode in ({"players": 4}, {"players": 3}):
        state = next(walk(mode, "hostile"))
        speaker = speaker_for(state, names=HOSTILE[: len(state.seats)])
        for viewer in (None, 0, 1):
            elements = checked(GAME.face.draw(state.view(viewer), speaker))
            texts = [element.text for element in elements]
            assert HOSTILE[0] in texts  # whole, as a title
            assert all(len(text or "") < 100 for text in texts)
        checked(GAME.face.ground(state.frame, speaker))
    assert ElementTree.fromstring(drawing.picture(state.view(0), speaker)) is not None


def test_twins_look_alike() -> None:
    """The picture contains no hidden information."""
    for number, state in enumerate(walk({"players": 4}, "twins", steward=True)):
        if number % 11:
            continue
        for viewer in (None, 0, 2):
            view = state.view(viewer)
            if viewer is not None and any(
                state.drafting(seat) for seat in range(4) if seat != viewer
            ):
                continue
            twin = GAME.sample(view, str(number)).view(viewer)
            assert GAME.face.draw(twin, speaker_for(state)) == GAME.face.draw(
                view, speaker_for(state)
            )


def test_the_ground_depends_on_the_frame_and_the_language_alone() -> None:
    states = list(walk({"players": 3, "scoring": "original"}, "ground"))
    first, last = states[0], states[-1]
    for language in ("en", "it"):
        speaker = speaker_for(first, language)
        named = speaker_for(first, language, ("Anna", "Bruno", "Carla"))
        assert GAME.face.ground(first.frame, speaker) == GAME.face.ground(last.frame, named)
    other = GAME.start({"players": 4}, "ground")
    assert GAME.face.ground(first.frame, speaker) != GAME.face.ground(
        other.frame, speaker_for(other, "it")
    )


def test_resources_have_their_signs_in_the_ground() -> None:
    state = GAME.start({})
    land = checked(GAME.face.ground(state.frame, speaker_for(state)))
    keys = ("card:grain", "card:workers", "card:knights", "card:riches")
    assert {GAME.face.sign(key) for key in keys} <= set(ids(land))
    assert len({GAME.face.sign(key) for key in keys}) == 4
    assert [GAME.face.sign(key) for key in ("card:war", "fief:yellow", "")] == [None] * 3


def test_pieces_keep_their_ids() -> None:
    """The same houses, and the same marker of office, from the first picture to the last."""
    wanted = {f"house-{seat}-{n}" for seat in ("yellow", "black", "white") for n in range(1, 7)}
    wanted |= {"staff", "cathedral", "fief-black", "hand-white", "points-yellow"}
    for number, state in enumerate(walk({"players": 3}, "ids")):
        if number % 20 == 0:
            assert wanted <= set(ids(checked(GAME.face.draw(state.view(None), speaker_for(state)))))


def test_the_style_sheet_fetches_nothing_and_knows_every_class() -> None:
    css = style_of(GAME)
    assert "url(" not in css
    assert "@import" not in css
    used: set[str] = set()
    for number, state in enumerate(walk({"players": 3}, "style", steward=True)):
        if number % 25 == 0 or not state.asked:
            view, speaker = state.view(0), speaker_for(state)
            stage = GAME.face.stage(view, speaker)
            alone = [card.picture for hand in GAME.face.hands(view, speaker)
                     for group in hand.groups for card in group]  # fmt: skip
            alone += [side.sign for side in stage.sides] if stage else []
            for layer in (GAME.face.ground(state.frame, speaker), GAME.face.picture(view, speaker),
                          GAME.face.draw(view, speaker), *alone):  # fmt: skip
                for element in ElementTree.fromstring(layer or "").iter():
                    used.update(classes(element))
    known = set(re.findall(r"\.([\w-]+)", css))
    assert used - known == {"spada-ground", "spada-live", "spada-card"}


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("script", {}),
        ("image", {}),
        ("g", {"style": "fill: red"}),
        ("g", {"onclick": "x"}),
        ("use", {"href": "https://example.org/#x"}),
        ("g", {'x="1" onclick': "x"}),
    ],
)
def test_active_content_is_not_drawn(name: str, attributes: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="drawing"):
        tag(name, **attributes)

"""Tests of all texts, in every language, at every moment of a random game."""

import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chancery.core import Action
from chancery.core.words import LANGUAGES, Speaker
from chancery.games.friedrich.board import fate_cards
from chancery.games.friedrich.board.atlas import CITY, CITY_IDS, OBJECTIVES_OF, ORDER, distances
from chancery.games.friedrich.board.nations import FRANCE, IMPERIAL, RUSSIA, SWEDEN, hostile
from chancery.games.friedrich.board.pieces import GENERALS, NATION_OF, PIECE_NAMES
from chancery.games.friedrich.face import stories
from chancery.games.friedrich.game import GAME
from chancery.games.friedrich.rules import stacks, victory
from chancery.games.friedrich.rules.combat import Fight
from chancery.games.friedrich.rules.events import Conquered, DecksMixed, TrainTaken
from chancery.games.friedrich.rules.fate import clock
from chancery.games.friedrich.rules.movement import Marching
from chancery.games.friedrich.rules.state import Friedrich
from tests.games.friedrich.positions import position
from tests.games.friedrich.test_drawing import positions, speaker_for
from tests.games.steps import play

EXPERT = {"last_victor": True, "garrison": True, "offensive": True}
MODES: dict[str, dict[str, Any]] = {
    "four": {},
    "three": {"players": 3},
    "four, expert": EXPERT,
    "west": {"game": "west"},
    "austrian": {"game": "austrian"},
}
STEPS = 500
QUIET = ("end", "stop", "quit", "decline")  # chosen more often, so that the game goes on


def speakers(state: Friedrich) -> list[Speaker]:
    return [GAME.speaker(language, (), state.seats) for language in LANGUAGES]


def check(sentence: str) -> None:
    assert sentence
    assert "{" not in sentence
    assert "–" not in sentence, sentence  # a missing name


def pick(state: Friedrich, legal: Sequence[Action], dice: random.Random) -> Action:
    """Choose a random action, with a preference for fights and for going on."""
    quiet = [action for action in legal if action.verb in QUIET]
    top = state.phases[-1]
    steps = [action for action in legal if action.verb == "to"]
    if isinstance(top, Marching) and steps and dice.random() < 0.7:
        enemies = [
            city
            for general, city in enumerate(state.at[:GENERALS])
            if city >= 0 and hostile(top.nation, NATION_OF[general])
        ]
        near = {a: min(distances(a.args[0])[c] for c in enemies) for a in steps}
        if quiet and min(near.values()) > 0 and dice.random() < 0.1:
            return quiet[0]
        return min(steps, key=lambda a: near[a])
    return dice.choice(quiet if quiet and dice.random() < 0.1 else legal)


def say_all(state: Friedrich, said: list[Speaker], dice: random.Random) -> None:
    """Render the question, a few of its answers and the position for all seats."""
    asked = dice.choice(state.asked)
    view = state.view(asked.seat)
    speaker = dice.choice(said)
    check(speaker.say(GAME.face.prompt(view, asked)))
    legal = state.legal(asked.seat)
    for action in dice.sample(legal, min(3, len(legal))):
        check(speaker.say(GAME.face.label(action)))
        heading, preview = GAME.face.group(action), GAME.face.preview(view, action)
        if heading is not None:
            check(speaker.say(heading))
        if preview is not None:
            check(speaker.say(preview))
    if dice.random() < 0.05:
        for seat in (*range(len(state.seats)), None):
            for title, lines in GAME.face.describe(state.view(seat)):
                check(speaker.say(title))
                for line in lines:
                    check(speaker.say(line))


@pytest.mark.parametrize("mode", MODES)
def test_every_text_exists_in_every_language(mode: str) -> None:
    dice = random.Random(mode)
    state = GAME.start(MODES[mode], seed=mode)
    said = speakers(state)
    fights = 0
    for _ in range(STEPS):
        if state.result is not None:
            break
        say_all(state, said, dice)
        asked = dice.choice(state.asked)
        legal = state.legal(asked.seat)
        action = pick(state, legal, dice)
        fights += isinstance(state.phases[-1], Fight)
        state.apply(action, asked.seat)
        for event in state.events:
            for seat in (*range(len(state.seats)), None):
                face = event.seen_by(seat)
                if face is not None:
                    check(dice.choice(said).say(face.text()))
    assert fights


@cache
def during_a_game() -> Friedrich:
    """Return a position after some random actions."""
    dice = random.Random(0)
    state = GAME.start(EXPERT, seed="fate")
    for _ in range(120):
        seat = dice.choice(state.asked).seat
        state.apply(pick(state, state.legal(seat), dice), seat)
    return state


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_of_fate_are_worded(language: str) -> None:
    asked = set()
    for key, effect in clock.EFFECTS.items():
        state = during_a_game().clone()
        for nation in range(7):
            stacks.lose(state, state.tops(nation)[0], 1)  # so that there is room for a troop
        state.fate, state.fate_suit, state.beaten = key[0] - 1, key[1], tuple(range(7))
        effect(state)
        state.settle()
        speaker = GAME.speaker(language, (), state.seats)
        for question in state.asked:
            asked.add(question.name)
            view = state.view(question.seat)
            check(speaker.say(GAME.face.prompt(view, question)))
            for action in state.legal(question.seat):
                check(speaker.say(GAME.face.label(action)))
                GAME.face.preview(view, action)
    assert {"troop", "loss", "exchange", "give", "laudon"} <= asked


def test_every_card_of_fate_has_a_text() -> None:
    assert len(fate_cards.TEXTS) == 48
    assert sorted(fate_cards.STROKE_TEXTS) == list(range(12, 18))
    for language in LANGUAGES:
        speaker = GAME.speaker(language)
        for text in (*fate_cards.TEXTS.values(), *fate_cards.STROKE_TEXTS.values()):
            assert speaker.say(text).endswith(".")


def test_the_help_is_complete() -> None:
    rules = {rule for chapter in GAME.face.help() for p in chapter.paragraphs for rule in p.items}
    for number in range(1, 14):
        assert any(rule.startswith(f"{number}.") for rule in rules), number
    # the help covers every paragraph that a question or a refusal names
    assert {phase.rule for phase in GAME.phases} <= rules
    for path in Path(GAME.folder).rglob("*.py"):
        for rule in re.findall(r'\.by\("([^"]+)"', path.read_text("utf-8")):
            assert rule in rules, (path.name, rule)


@pytest.mark.rule("friedrich", "11.1")
def test_no_card_of_fate_comes_a_second_time() -> None:
    (text,) = [p.text for c in GAME.face.help() for p in c.paragraphs if "11.1" in p.items]
    assert "when it comes again" not in str(text)
    assert "nobody sees when the deck runs out. No card comes a second time." in str(text)
    # with the last card of the deck the war is over at the latest
    assert set(victory.outlasted(GAME.start())) == {RUSSIA, SWEDEN, FRANCE}
    assert GAME.start().drawn_fates == [0] * 18


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_every_story(language: str) -> None:
    say = GAME.speaker(language).say
    texts = [say(p.text) for chapter in GAME.face.help() for p in chapter.paragraphs]
    assert sorted(stories.of_turns()) == [1, 2, 3, 4, 5]
    found = [say(stories.of_card(fate)) for fate in range(18)]
    found += [say(story) for story in stories.of_turns().values()]
    for story in found:
        assert 1 <= len(re.findall(r"[.!?](?:\s|$)", story)) <= 4
        assert sum(story in text for text in texts) == 1


def test_the_help_has_a_chapter_of_advice() -> None:
    (advice,) = [chapter for chapter in GAME.face.help() if chapter.key == "advice"]
    assert len(advice.paragraphs) == 8


def prompt(state: Friedrich) -> str:
    (asked,) = state.asked
    view = state.view(asked.seat)
    return GAME.speaker("en", (), state.seats).say(GAME.face.prompt(view, asked))


def preview(state: Friedrich, text: str, language: str = "en") -> str:
    (asked,) = state.asked
    text_shown = GAME.face.preview(state.view(asked.seat), GAME.notation.parse(text))
    return "" if text_shown is None else GAME.speaker(language, (), state.seats).say(text_shown)


def test_a_fight_tells_scores_suits_and_losses() -> None:
    at = {"heinrich": "eschwege", "richelieu": "goettingen", "soubise": "goettingen"}
    hands = {"prussia": ["10d.1", "9d.1", "r.1"], "france": ["5s.1", "4s.1", "3s.1"]}
    at["chevert"] = "koblenz"
    troops = {"heinrich": 2, "richelieu": 4, "chevert": 2}
    state = position(stage="prussia", at=at, troops=troops, hands=hands)
    assert preview(state, "end").startswith(
        "Fights: Prinz Heinrich (2 troops) against Richelieu and Soubise (2 to 5 troops)."
    )
    play(state, "end")
    assert prompt(state) == ("Prussia is at −2, Richelieu at +2: play ♦ or a Reserve, or give up.")
    assert preview(state, "quit") == "You lose all your troops, 2."
    assert preview(state, "play r.1=1") == "You would be at −1, and could play on or give up."
    assert preview(state, "play r.1=2") == "You would be at 0: Richelieu must play ♠ if he can."
    assert preview(state, "play 10d.1").endswith("may play ♠ or a Reserve, or loses 4 troops.")
    play(state, "play 10d.1; play 5s.1")
    assert preview(state, "quit") == "You lose 3 troops and retreat by 3 cities."
    play(state, "play 3s.1")
    assert prompt(state).startswith("Prussia is at 0: you must play ♦ or a Reserve.")


def test_a_retreat_tells_the_suit_and_the_supply_at_its_end() -> None:
    at = {"daun": "breslau", "keith": "strehlen", "prussia-train-1": "glogau"}
    state = position(stage="austria", at=at, troops={"daun": 8, "keith": 6})
    play(state, "end")
    (told,) = {preview(state, action.text) for action in state.legal()}
    assert told == "Keith would stand in ♦."


def test_questions_are_short() -> None:
    longest = 0
    for s in positions():
        for question in s.asked[:1]:
            prompt = GAME.face.prompt(s.view(question.seat), question)
            longest = max(longest, len(speaker_for(s).say(prompt)))
    assert 60 < longest <= 170


def test_a_march_tells_what_it_conquers_and_meets() -> None:
    at = {"daun": "waldenburg", "keith": "glogau", "austria-train-1": "olmuetz"}
    state = position(stage="austria", at=at, troops={"daun": 5})
    play(state, "march daun")
    assert preview(state, "to schweidnitz") == (
        "Daun conquers Waldenburg and is out of supply there."
    )
    play(state, "to schweidnitz; to breslau")
    assert "question mark on Breslau, protected by Keith" in preview(state, "to oels")
    assert "su Breslau, protetta da Keith" in preview(state, "to oels", "it")


def test_a_purchase_tells_price_and_waste() -> None:
    hands = {"russia": ["13s.1", "12c.1", "2c.1"]}
    at = {"saltikov": "lipno", "russia-train-1": "plock"}
    state = position(stage="russia", at=at, hands=hands)
    assert prompt(state) == "Russia moves: march, recruit or end the movement."
    assert preview(state, "troops 3") == "18 points; your cards are worth 27."
    play(state, "troops 3; trains 1")
    assert preview(state, "pay 13s.1") == "13 of 24 points; 11 are still to be paid."
    play(state, "pay 13s.1")
    assert preview(state, "pay 12c.1") == "25 for 24 points: 1 point would be lost."
    play(state, "pay 12c.1")
    assert prompt(state) == "Choose the city where the supply train enters."


def test_the_card_of_fate_that_holds_is_told() -> None:
    speaker = GAME.speaker("en", (), ("frederick", "elisabeth", "maria-theresa", "pompadour"))
    for used, said in ((0, "Card of fate 4♠ holds this turn: "), (1, "Card of fate 4♠, used up: ")):
        state = position(
            stage="france", at={"soubise": "koblenz"}, fate="4", fate_suit=0, fate_used=used
        )
        _, lines = GAME.face.describe(state.view(None))[0]
        assert any(speaker.say(line).startswith(said) for line in lines)


def described(state: Friedrich, seat: int | None = None) -> list[str]:
    """Return the position as text, line by line."""
    speaker = GAME.speaker("en", (), state.seats)
    return [
        speaker.say(line) for _, lines in GAME.face.describe(state.view(seat)) for line in lines
    ]


@pytest.mark.rule("friedrich", "11.7")
def test_needs_of_an_eased_nation_are_shown() -> None:
    sweden = [CITY_IDS[city] for city in OBJECTIVES_OF[SWEDEN]]
    second = [name for name in sweden if ORDER[CITY[name]] == 2]
    first = [name for name in sweden if name not in second]
    state = position(
        stage="prussia", at={"ehrensvaerd": "stralsund"}, quit=["russia"], control=second,
        owners=["frederick", "frederick", None, "elisabeth", "maria-theresa", "maria-theresa",
                "pompadour"],
    )  # fmt: skip
    assert victory.eased(state, SWEDEN)
    lines = described(state)
    (still,) = [line for line in lines if line.startswith("Still to be conquered: ")]
    assert still.count(",") + still.count(" and ") + 1 == len(first)
    # and when it has all it needs there is nothing to be told
    state = position(stage="prussia", at={"ehrensvaerd": "stralsund"}, control=sweden)
    assert not any(line.startswith("Still to be conquered: ") for line in described(state))


@pytest.mark.rule("friedrich", "9.4")
def test_the_end_of_movement_tells_who_will_be_destroyed() -> None:
    at = {"daun": "breslau", "karl": "berlin", "browne": "bruenn", "keith": "tilsit"}
    state = position(stage="austria", at=at, down={"daun": 1})
    assert preview(state, "end") == (
        "No fights. Out of supply now: Karl von Lothringen."
        " Still out of supply and about to lose all troops: Daun."
    )
    state = position(stage="austria", at={**at, "keith": "strehlen"}, down={"daun": 1, "karl": 1})
    text = preview(state, "end")
    assert text.startswith("Fights: Daun (1 troop) against Keith (1 troop). Still out")
    assert text.endswith("about to lose all troops: Daun and Karl von Lothringen.")
    state = position(stage="austria", at={"browne": "bruenn"}, down={"browne": 1})
    assert preview(state, "end") == "No fights, and all stacks are in supply."


@pytest.mark.rule("friedrich", "10.4")
def test_feeding_tells_what_is_left() -> None:
    at = {"daun": "bruenn", "karl": "tabor", "lacy": "olmuetz"}
    state = position(stage="austria", at=at, hands={"austria": ["12s.1"]})
    play(state, "troops 2; pay 12s.1")
    assert prompt(state) == "2 new troops: choose in secret who receives how many."
    assert preview(state, "feed daun 1") == "1 troop is left for the others."
    assert preview(state, "feed daun 2").startswith("That completes the purchase")
    speaker = GAME.speaker("en", (), state.seats)
    assert speaker.say(GAME.face.label(GAME.notation.parse("feed daun 2"))) == "2 troops for Daun"
    assert speaker.say(GAME.face.label(GAME.notation.parse("feed daun"))) == "A troop for Daun"


@pytest.mark.rule("friedrich", "fate 7♦")
def test_friedrichs_duty_is_shown() -> None:
    state = position(stage="prussia", turn=7, fate="7", fate_suit=3, troops={"daun": 8},
                     at={"friedrich": "kolin", "daun": "prag"},
                     hands={"prussia": ["2h.1", "r.1"], "austria": ["2h.2"]})  # fmt: skip
    play(state, "end")
    assert "by the card of fate Friedrich must reach a positive score with ♥" in prompt(state)
    assert preview(state, "play 2h.1") == "You would be at −5, and would have to play on."


@pytest.mark.parametrize(
    ("hand", "below", "at_zero"),
    [
        (["3d.1", "r.1"], "play ♦ or a Reserve, or give up", "you must play ♦ or a Reserve"),
        (["3d.1"], "play ♦ or give up", "you must play ♦"),
        (
            ["r.1", "9s.1"],
            "play a Reserve or give up",
            "play a Reserve, or end the fight in a draw",
        ),
        (["9s.1"], "there is nothing to play; give up", "there is nothing to play, and the fight"),
    ],
)
def test_a_fight_offers_only_what_the_hand_holds(hand: list[str], below: str, at_zero: str) -> None:
    at = {"heinrich": "eschwege", "richelieu": "goettingen"}
    for troops, said in ((4, below), (2, at_zero)):
        state = position(stage="prussia", at=at, troops={"heinrich": 2, "richelieu": troops},
                         hands={"prussia": hand})  # fmt: skip
        play(state, "end")
        assert f": {said}" in prompt(state)


def test_the_question_of_movement_offers_only_what_can_be_done() -> None:
    at = {"saltikov": "lipno", "russia-train-1": "plock"}
    state = position(stage="russia", at=at, hands={"russia": ["2c.1"]})
    assert prompt(state) == "Russia moves: march or end the movement."
    state = position(stage="russia", at=at, hands={"russia": ["13s.1"]})
    assert prompt(state) == "Russia moves: march, recruit or end the movement."
    for card, said in (
        ("13s.1", "Russia moves: recruit or end the movement."),
        ("2c.1", "Russia has nothing left to move: end the movement."),
    ):
        state = position(stage="russia", at=at, hands={"russia": [card]})
        for piece in at:
            play(state, f"march {piece}")
            play(state, next(a.text for a in state.legal(1) if a.verb == "to"))
            play(state, "stop")
        assert prompt(state).startswith(said)


@pytest.mark.parametrize("cards", [["13s.1"], ["5s.1"], []])
def test_the_question_of_movement_agrees_with_the_list(cards: list[str]) -> None:
    at = {"ehrensvaerd": "stralsund", "sweden-train": "wolgast"}
    state = position(stage="sweden", at=at, hands={"sweden": cards}, troops={"ehrensvaerd": 4})
    verbs = {action.verb for action in state.legal(state.asked[0].seat)}
    said = prompt(state)
    assert ("recruit" in said) == ("troops" in verbs)
    assert ("march" in said) == ("march" in verbs)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("The Imperial Army conquers Breslau.",
                "The Swedish train is captured at Arnstadt.")),
        ("it", ("L’Armata Imperiale conquista Breslau.",
                "Il Cubetto Supporto svedese viene eliminato ad Arnstadt.")),
        ("nl", ("Het Rijksleger verovert Breslau.",
                "De Zweedse tros wordt in Arnstadt veroverd.")),
        ("fr", ("L’Armée impériale conquiert Breslau.",
                "Le convoi suédois est pris à Arnstadt.")),
    ],
)  # fmt: skip
def test_names_have_their_articles(language: str, said: tuple[str, str]) -> None:
    speaker = GAME.speaker(language)
    train = PIECE_NAMES.index("sweden-train")
    events = (Conquered(IMPERIAL, CITY["breslau"]), TrainTaken(train, CITY["arnstadt"]))
    assert tuple(speaker.say(event.text()) for event in events) == said


def test_decks_are_listed() -> None:
    speaker = GAME.speaker("it")
    assert speaker.say(DecksMixed((1, 2)).text()).endswith("gli scarti dei mazzi 1 e 2.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_typed_actions_do_not_depend_on_the_language(language: str) -> None:
    speaker = GAME.speaker(language)
    told = speaker.say(GAME.face.help()[-1].paragraphs[0].text)
    typed = re.findall(r"[«“]\s*([^«»“”]+?)\s*[»”]", told)
    assert len(typed) == 14
    for text in typed:
        assert GAME.notation.parse(text).text == text

"""Tests of the bot's reasons: one for every question, from the view alone, and true."""

import random
from importlib.resources import files
from itertools import islice
from typing import Any

import pytest

from chancery.core import Action, Question, Text
from chancery.core.chance import Dice
from chancery.games.friedrich.bot.bot import Quartermaster
from chancery.games.friedrich.bot.reasons import MOST
from chancery.games.friedrich.rules.events import Conquered
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.view import FriedrichView
from chancery.table.script import Script
from tests.games.friedrich.positions import GAME, fate, played_by_bots, position
from tests.games.steps import play
from tests.soaking import sample

BOT = Quartermaster(GAME, "reasons")
ENOUGH = 120  # questions of a long game
QUESTIONS = {
    "share", "move", "discard", "fight", "battle", "retreat", "evade", "renew", "give", "exchange",
    "offensive", "drive", "retire", "troop", "loss", "cut-off", "laudon", "claim", "regain",
}  # fmt: skip


def reasons(view: FriedrichView, asked: Question, plan: list[Action]) -> list[str]:
    """Return the reasons for a plan in words, checking that there are few and no duplicates."""
    found = BOT.reasons(view, asked, plan)
    assert 1 <= len(found) <= MOST
    assert all(isinstance(text, Text) for text in found)
    said = [str(text) for text in found]
    assert len(set(said)) == len(said)
    return said


def why(s: Friedrich) -> list[str]:
    """Return the reasons for the bot's present plan."""
    asked = s.asked[0]
    view = s.view(asked.seat)
    return reasons(view, asked, plan(s, asked))


def plan(s: Friedrich, asked: Question) -> list[Action]:
    """Return as much of the bot's plan as a table would play."""
    view = s.view(asked.seat)
    wanted = BOT.plan(view, asked, s.legal(asked.seat), Dice("reasons"))
    trial, found = s.clone(), []
    for action in wanted:
        found.append(action)
        trial.apply(action, asked.seat)
        if trial.sealed or trial.question(asked.seat) is None:
            break
    return found


@pytest.mark.parametrize("game", sample(["west", "full", "austrian"], 2))
def test_everything_in_a_game_of_bots_has_a_reason(game: str) -> None:
    game_of_bots = played_by_bots({"game": game}, f"reasons {game}")
    for s, asked, done in islice(game_of_bots, ENOUGH):
        reasons(s.view(asked.seat), asked, list(done))


class Asking(Script):
    """A script that asks the bot for reasons before every line of actions."""

    met: set[str]

    def _play(self, seat: int, actions: str) -> None:
        state: Any = self.sitting.state
        for asked in state.asked:
            if asked.name == "move" and "move" in self.met:
                continue  # whole games have enough of them
            self.met.add(asked.name)
            assert reasons(state.view(asked.seat), asked, plan(state, asked))
        super()._play(seat, actions)


def two_fights() -> Friedrich:
    """Build a position in which Daun and Karl both stand next to Keith."""
    s = position(stage="austria", at={"daun": "breslau", "keith": "strehlen", "karl": "grottkau"},
                 troops={"daun": 5, "karl": 5, "keith": 4})  # fmt: skip
    play(s, "end")
    return s


def test_every_question_has_a_reason() -> None:
    met: set[str] = set()
    for script in (files("chancery.games.friedrich") / "data" / "examples").iterdir():
        asking = Asking(script.read_text("utf-8"), lambda name: GAME)
        asking.met = met
        asking.run()
    for s in (
        GAME.start({}, "reasons"),
        two_fights(),
        fate("6", "♠", at={"laudon": "olmuetz"}),
        fate("8", "♠", at={"keith": "breslau", "dohna": "stendal", "daun": "bruenn"}),
        fate("10", "♣", at={"keith": "breslau", "dohna": "stendal"},
             troops={"keith": 5, "dohna": 3}),
    ):  # fmt: skip
        met.add(s.asked[0].name)
        assert why(s)
    assert met >= QUESTIONS


@pytest.mark.parametrize("game", ["west", "full"])
def test_an_incomplete_choice_gets_a_reason(game: str) -> None:
    dice = random.Random(5)
    s = GAME.start({"game": game}, "half way")
    for _ in range(60):
        if not s.asked:
            break
        asked = s.asked[0]
        why(s)
        s.apply(dice.choice(s.legal(asked.seat)), asked.seat)


def test_reasons_rest_on_the_view_alone() -> None:
    game_of_bots = islice(played_by_bots({"game": "west"}, "twins"), 60)
    for number, (s, asked, done) in enumerate(game_of_bots):
        view = s.view(asked.seat)
        other = GAME.sample(view, f"another {number}").view(asked.seat)
        assert reasons(other, asked, list(done)) == reasons(view, asked, list(done))


def test_an_unknown_question() -> None:
    s = position(stage="prussia", at={"friedrich": "berlin"})
    assert BOT.reasons(s.view(0), Question(0, "unheard-of"), [s.legal(0)[0]])


def test_cities_said_to_fall_do_fall() -> None:
    fallen = 0
    for s, asked, done in islice(played_by_bots({"game": "west"}, "falls"), ENOUGH):
        if asked.name != "move":
            continue
        trial, happened = s.clone(), []
        for action in done:
            if action.verb != "end":
                happened += trial.apply(action, asked.seat)
        won = {event.city for event in happened if isinstance(event, Conquered)}
        said = [
            text
            for text in BOT.reasons(s.view(asked.seat), asked, done)
            if text.template.one.startswith("{cities} falls")
        ]
        named = [dict(text.places)["n"] for text in said]
        assert named == ([len(won)] if won else [])
        fallen += len(won)
    assert fallen > 3


# -- single reasons --------------------------------------------------------------------------------


def test_a_conquest_names_its_city() -> None:
    s = position({"game": "west"}, stage="france",
                 at={"soubise": "fritzlar", "france-train-2": "alsfeld", "ferdinand": "stade"},
                 troops={"soubise": 5, "ferdinand": 2})  # fmt: skip
    said = reasons(s.view(1), s.asked[0], _actions(
        "march soubise; to kassel; to muenden; to goettingen; to northeim; end"))  # fmt: skip
    assert (
        said[0]
        == "Göttingen and Kassel fall: nothing protects them, and generals march on from them."
    )


def test_a_question_mark_names_who_protects_it() -> None:
    s = position({"game": "west"}, stage="france",
                 at={"soubise": "fritzlar", "france-train-2": "alsfeld", "cumberland": "northeim"},
                 troops={"soubise": 5, "cumberland": 2})  # fmt: skip
    said = reasons(
        s.view(1), s.asked[0], _actions("march soubise; to kassel; to muenden; stop; end")
    )
    assert "protected by Cumberland" in said[0]
    assert "Kassel" in said[0]


def test_a_general_who_enters_an_objective_has_reached_it() -> None:
    s = position({"game": "west"}, stage="france",
                 at={"soubise": "fritzlar", "france-train-2": "alsfeld", "ferdinand": "stade"},
                 troops={"soubise": 5, "ferdinand": 2})  # fmt: skip
    said = reasons(s.view(1), s.asked[0], _actions("march soubise; to kassel; stop; end"))
    assert "Soubise reaches Kassel." in said
    assert not any("closer" in line for line in said)


def test_an_attack_names_troops_and_points_of_the_suit() -> None:
    s = position({"game": "west"}, stage="france",
                 at={"richelieu": "herford", "cumberland": "pyrmont"},
                 troops={"richelieu": 5, "cumberland": 6},
                 hands={"france": ["10h.1", "8h.1", "9s.1", "r.1"]})  # fmt: skip
    said = reasons(s.view(1), s.asked[0], _actions("march richelieu; to lemgo; stop; end"))
    assert said[0].startswith("Richelieu attacks Cumberland from ♥: 5 troops against 6 troops, and")
    assert "are worth 28" in said[0]


def test_a_train_that_feeds_again_is_said_to() -> None:
    s = position({"game": "austrian"}, stage="austria",
                 at={"daun": "bunzlau", "austria-train-1": "turnau", "keith": "lauban",
                     "schwerin": "hirschberg"},
                 troops={"daun": 6, "keith": 2, "schwerin": 2}, down={"daun": 1})  # fmt: skip
    done = _actions("march austria-train-1; to reichenberg; to friedland-boehmen; end")
    assert "That restores supply to Daun." in reasons(s.view(1), s.asked[0], done)
    stays = reasons(s.view(1), s.asked[0], _actions("end"))
    assert any(line.startswith("Daun cannot be supplied this turn") for line in stays)


def test_a_fallen_city_is_not_called_protected() -> None:
    s = position({"game": "west"}, stage="france",
                 at={"richelieu": "wunstorf", "france-train-1": "nienburg", "ferdinand": "stade"},
                 troops={"richelieu": 8, "ferdinand": 4})  # fmt: skip
    done = _actions("march richelieu; to hannover; to springe; stop; end")
    said = reasons(s.view(1), s.asked[0], done)
    assert said[0].startswith("Hannover falls")
    assert not any("stay" in line for line in said)


def test_giving_up_states_its_cost() -> None:
    s = position({"game": "west"}, stage="france",
                 at={"richelieu": "lemgo", "cumberland": "pyrmont"},
                 troops={"richelieu": 7, "cumberland": 4},
                 hands={"hanover": ["5c.1"], "france": ["2h.1"]})  # fmt: skip
    play(s, "end")
    said = reasons(s.view(0), s.asked[0], _actions("quit"))
    assert said == [
        "Stopping here costs 3 troops.",
        "There is no card of ♠ to play, and no Reserve.",
        "There is room to retreat, so the rest of the army survives.",
    ]


def test_a_small_minus_and_a_zero_are_told_apart() -> None:
    s = position({"game": "west"}, stage="france",
                 at={"richelieu": "lemgo", "cumberland": "pyrmont"},
                 troops={"richelieu": 4, "cumberland": 8},
                 hands={"france": ["4h.1", "3h.1", "9h.1"], "hanover": ["2s.1"]})  # fmt: skip
    play(s, "end")
    view, asked = s.view(1), s.asked[0]
    assert "from −4 to −1" in reasons(view, asked, _actions("play 3h.1"))[0]
    assert "At zero Cumberland has to play" in reasons(view, asked, _actions("play 4h.1"))[0]
    assert "puts Cumberland 5 points behind" in reasons(view, asked, _actions("play 9h.1"))[0]


@pytest.mark.rule("friedrich", "7.5")
def test_a_card_saves_no_more_than_the_stack_has() -> None:
    s = position({"game": "west"}, stage="france",
                 at={"richelieu": "lemgo", "cumberland": "pyrmont"},
                 troops={"richelieu": 2, "cumberland": 8},
                 hands={"france": ["2h.1", "4h.1", "5h.1"], "hanover": ["2s.1"]})  # fmt: skip
    play(s, "end")
    view, asked = s.view(1), s.asked[0]
    for card, said in (
        ("2h.1", "from −6 to −4. The whole stack would still be lost: only more cards can save"),
        ("4h.1", "from −6 to −2. The whole stack would still be lost: only more cards can save"),
        ("5h.1", "from −6 to −1: 1 troop is lost instead of the whole stack."),
    ):
        assert said in reasons(view, asked, _actions(f"play {card}"))[0]


def test_a_purchase_says_nothing_of_marches_to_come() -> None:
    s = position({"game": "west"}, stage="france", at={"soubise": "kassel"}, down={"soubise": 1},
                 troops={"soubise": 5}, hands={"france": ["6h.1", "6c.1"]})  # fmt: skip
    bought = reasons(s.view(1), s.asked[0], _actions("troops 0; trains 1; pay 6h.1; at gemuenden"))
    assert bought == ["A lost train comes back: away from home, armies have no supply without one."]


def _actions(text: str) -> list[Action]:
    return [GAME.notation.parse(part) for part in text.split("; ")]

"""Incomplete games are refused when they are loaded, with a message that names the gap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from chancery import games
from chancery.core import Draft, Event, Notation, Phase, State
from chancery.core.game_checks import BadGame, check_declared
from chancery.core.words import N_, T
from tests.tiny import caskets


class Small(Phase[State]):
    """A phase with two actions: to sing, and to stop."""

    title = T("song")
    rule = "song"
    always = ("stop",)

    def ask(self, state: State) -> Any:
        """Return no question, so that no seat has to act."""

    def legal(self, state: State, seat: int) -> Any:
        """Return no legal actions for any seat."""

    def do_sing(self, state: State, seat: int) -> None:
        """Carry out the action “sing”."""

    def no_sing(self, state: State, seat: int) -> None:
        """Return no reason against “sing”."""

    def do_stop(self, state: State, seat: int) -> None:
        """Carry out the action “stop”."""


@dataclass(slots=True, unsafe_hash=True)
class Sung(Event):
    """The event of a seat's song."""

    sentence = N_("Somebody sings.")


def notation(*verbs: str) -> Notation:
    """Return a notation of plain verbs without arguments."""
    found = Notation()
    for verb in verbs:
        found.word(verb)
    return found


def problems(**parts: Any) -> list[str]:
    """Return the problems of a small game with parts replaced, or removed by None."""
    kept: dict[str, Any] = {
        "__module__": __name__,
        "notation": notation("sing", "stop"),
        "phases": (Small,),
        "events": (Sung,),
    }
    for name in ("name", "title", "state"):
        kept[name] = getattr(caskets.GAME, name)
    kept |= parts
    game = type("Song", (), {name: part for name, part in kept.items() if part is not None})()
    try:
        check_declared(game)
    except BadGame as fault:
        return fault.problems
    return []


def test_whole_games_are_not_refused() -> None:
    assert problems() == []
    for name in games.names():
        check_declared(games.find(name))


@pytest.mark.parametrize("name", ["name", "title", "notation", "state"])
def test_a_game_without_a_part(name: str) -> None:
    assert problems(**{name: None}) == [f"it has no `{name}`"]


def test_a_verb_without_a_phase() -> None:
    assert problems(notation=notation("sing", "stop", "dance")) == [
        "no phase has a `do_dance`, though the notation has the verb"
    ]


def test_a_verb_without_a_label() -> None:
    assert problems(notation=notation("stop")) == [
        "Small speaks of `sing`, which is no verb of the notation"
    ]


def test_an_action_that_may_be_refused_without_a_reason() -> None:
    class Mute(Small):
        __module__ = "elsewhere"
        no_sing = None  # type: ignore[assignment]

    assert problems(phases=(Small, Mute)) == [
        "Mute has `do_sing` but no `no_sing`, and `always` does not name it"
    ]


def test_a_phase_without_its_methods() -> None:
    class Empty(Phase[State]):
        __module__ = "elsewhere"
        title = T("nothing")

        def do_stop(self, state: State, seat: int) -> None:
            """Carry out the action “stop” of a phase that lacks others."""

    assert problems(phases=(Small, Empty))[-3:] == [
        "Empty has no `rule`",
        "Empty has no `ask`",
        "Empty has no `legal`",
    ]


class Dance(Phase[State]):
    """Another phase with an additional action."""

    __module__ = "elsewhere"

    def do_dance(self, state: State, seat: int) -> None:
        """Carry out the action “dance”."""

    def no_dance(self, state: State, seat: int) -> None:
        """Return no reason against “dance”."""

    def do_stop(self, state: State, seat: int) -> None:
        """Carry out the action “stop”."""


def test_a_phase_has_the_actions_of_all_its_bases() -> None:
    class Ball(Small, Dance):
        __module__ = "elsewhere"

    assert problems(phases=(Ball, Small), notation=notation("sing", "stop", "dance")) == []
    assert Ball.verbs == {"sing": Small.do_sing, "stop": Small.do_stop, "dance": Dance.do_dance}
    assert Ball.refusals == {"sing": Small.no_sing, "dance": Dance.no_dance}


def test_a_draft_without_a_seat() -> None:
    class Sketch(Small, Draft[State]):
        __module__ = "elsewhere"

    assert problems(phases=(Small, Sketch)) == [
        "Sketch has no `drafter`: nobody would know whose choice it is"
    ]


def test_definitions_that_the_game_does_not_declare() -> None:
    assert problems(events=()) == ["`events` lacks Sung"]

    class Dancing(Small):
        __module__ = "ballroom"

    assert problems(__module__="ballroom") == ["`phases` lacks Dancing"]
    assert problems(__module__="ballroom", phases=(Small, Dancing)) == []


def test_the_message_names_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("spada")
    monkeypatch.setattr(type(game), "phases", ())
    games.find.cache_clear()
    try:
        with pytest.raises(BadGame, match=r"the game spada cannot be played: .*`phases` lacks "):
            games.find("spada")
    finally:
        games.find.cache_clear()


def test_an_event_that_is_not_hashable() -> None:
    @dataclass
    class Hummed(Event):
        sentence = N_("Somebody hums.")

    Hummed.__module__ = "elsewhere"
    assert problems(events=(Sung, Hummed)) == [
        "Hummed has no hash: write `@dataclass(slots=True, unsafe_hash=True)`"
    ]

"""Shapes: what programs send to the API and what they get, each field with its meaning.

The document of the API is made from these, examples included.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from chancery.web.tables.lists import MANY
from chancery.web.tables.terms import LAPSES, PACES


def told(text: str, *examples: Any, **more: Any) -> Any:
    """A field that has to be there."""
    return Field(description=text, examples=list(examples) or None, **more)


def kept(default: Any, text: str, *examples: Any, **more: Any) -> Any:
    """A field that may be left out."""
    return Field(default, description=text, examples=[*examples, default], **more)


SeatId = Annotated[str, told("a seat, by its name in the game", "yellow")]
QuestionId = Annotated[str, told("the name of an open question", "bid.3", max_length=60)]
ActionText = Annotated[str, told("an action as the game writes it", "pass", max_length=199)]
Chosen = str | int | bool

KIND = (
    "who is to sit there: `me`, `here` (you play this seat as well), `open`, `invited` (an account,"
    " by its `name`) or `bot:NAME`"
)
ROOM = "the name of the table in addresses"
SLUG = "k3v_9Zb1xQWa7u2M"


class Problem(BaseModel):
    """Every answer that says no."""

    error: str = told("what is wrong, in your language", "That is not your seat.")
    rule: str | None = told("the paragraph of the rulebook", "7.3")


# -- games --------------------------------------------------------------------------------------


class Value(BaseModel):
    """One value of an option."""

    value: Chosen = told("as it is sent", 3)
    title: str = told("as it is called in your language", "3 players")


class Option(BaseModel):
    """Something that a table decides before the game."""

    name: str = told("as it is sent", "players")
    title: str = told("as it is called in your language", "Players")
    default: Chosen = told("what holds when nobody says anything", 4)
    values: list[Value] = told("all that are possible")


class Chair(BaseModel):
    """A seat of a game."""

    seat: SeatId
    title: str = told("what the seat is called in your language", "Yellow")


class Game(BaseModel):
    """A game of the house."""

    name: str = told("as it is sent", "spada")
    title: str = told("as it is called in your language", "La Spada e la Fede")
    rules: int = told("the version of the rules that new tables play", 2)
    options: list[Option] = told("what a table decides before the game")
    seats: list[Chair] = told("with the options that were asked for, in turn order")
    bots: list[str] = told("the bots that play it, the best one last", ["random", "steward"])
    missing: str | None = told(
        "why bots that think are not among them now, in your language, and what to do",
        None,
        "All masters are at a table just now. Choose another bot, or try again later.",
    )


class Games(BaseModel):
    """All games of the house."""

    games: list[Game] = told("each with its default options")


class Me(BaseModel):
    """The account that a token belongs to."""

    name: str = told("of the account", "Anna")
    language: str = told("in which everything is said to you", "en")
    turns: int = told("the number of tables at which you are to decide", 2)


# -- tables -------------------------------------------------------------------------------------


class Seat(BaseModel):
    """A seat of a table."""

    seat: SeatId
    title: str = told("what the seat is called in your language", "Yellow")
    name: str = told("what sentences call whoever plays it", "Anna")
    bot: str | None = told("the bot that plays it", None, "steward")
    free: bool = told("whether nobody plays it", False)
    mine: bool = told("whether you play it", True)
    invited: str | None = told("the account it is kept for", None, "Bruno")
    asked: bool = told("whether it is to decide now", True)
    due: datetime | None = told("until when, if there is a deadline", "2026-05-01T18:00:00Z")
    agrees: bool = told("to end the game here", False)
    resigned: bool = told("whether somebody has given it up", False)
    rank: int | None = told("in the end: 1 for the first", None, 1)
    points: float | None = told("in the end", None, 31)


class Table(BaseModel):
    """Everything about a table that is public, and which part of it is yours."""

    slug: str = told(ROOM, SLUG)
    game: str = told("what is played", "spada")
    rules: int = told("by which version of the rules", 2)
    options: dict[str, Chosen] = told("all of them", {"players": 3})
    title: str = told("a name that its host gave it", "Sunday evening")
    public: bool = told("whether it is listed for everybody", True)
    started: bool = told("whether it is played; before that people come and go", True)
    over: bool = told("whether the game has ended", False)
    closed: bool = told("ended by agreement or called off, without a result", False)
    shuffle: bool = told("whether the seats are drawn by lot when it starts", False)
    days: int = told("for a move; 0: no deadline", 2)
    lapse: str = told("after a deadline: `bot` plays on, or the seat is `open`", "bot")
    rated: bool = told("whether it counts in the ratings", False)
    hints: bool = told("whether its players may ask for hints", True)
    private: bool = told("for one person alone, who tries moves there", False)
    imported: str | None = told(
        "who has imported the game it began with, and knows all that was hidden in it", None, "Anna"
    )
    screens: list[list[SeatId]] = told(
        "seats that are played at one screen, by one person or several", [["yellow", "black"]]
    )
    commitment: str | None = told(
        "digest of the seed from which all chance here comes; null before the start",
        "23ea51a176e9cfaeccc1a35f9f4eaea71a2be8d4",
    )
    seed: str | None = told("the seed itself, when the game is over", None)
    version: int = told("grows with everything that anybody can notice, except talk", 31)
    host: bool = told("whether you have opened it", True)
    away: bool = told("whether a bot plays on for you; see `back`", False)
    invitation: str | None = told("for the host while seats are free; see `sit`", None, SLUG)
    created: datetime = told("when it was opened", "2026-04-26T18:30:00Z")
    finished: datetime | None = told("when the game ended", None, "2026-05-03T21:10:00Z")
    seats: list[Seat] = told("in turn order")


class Tables(BaseModel):
    """A part of a list of tables, the newest first."""

    tables: list[Table] = told(f"at most {MANY}, or as many as `limit` says")
    next: str | None = told("`before` for the next part; null: that was all", None, SLUG)


class Sent(BaseModel):
    """What programs send has exactly these fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Wish(Sent):
    """Who is to sit somewhere."""

    kind: str = told(KIND, "me", "open", "bot:random", max_length=60)
    name: str = kept("", "to be shown there", "Anna", max_length=60)


class NewTable(Sent):
    """A table to be opened."""

    game: str = told("what is to be played", "spada", max_length=40)
    options: dict[str, Chosen] = kept({}, "what is not the default", {"players": 3})
    seats: list[Wish] | None = kept(
        None,
        "one for each seat, in turn order; else you and the best bots",
        [{"kind": "me"}, {"kind": "open"}, {"kind": "bot:random"}],
        max_length=20,
    )
    title: str = kept("", "a name for the table", "Sunday evening", max_length=60)
    public: bool = kept(False, "listed for everybody; else by its slug alone")
    wait: bool = kept(False, "start when everybody is there; else at once", True)
    shuffle: bool = kept(False, "draw the seats by lot")
    days: int = kept(0, "for a move; 0: no deadline", json_schema_extra={"enum": list(PACES)})
    lapse: str = kept(
        "bot",
        "after a deadline: `bot` plays on, or the seat is `open`",
        json_schema_extra={"enum": list(LAPSES)},
    )
    rated: bool = kept(False, "count it in the ratings")
    hints: bool = kept(True, "players may ask for hints; never at a rated table")


class SitDown(Sent):
    """A seat to be taken."""

    seat: SeatId
    name: str = kept("", "to be shown there", "Anna", max_length=60)
    invitation: str = kept("", "of a table that is not public", SLUG, max_length=60)


class Arrangement(Sent):
    """What the host wants of a seat before the start."""

    seat: SeatId
    kind: str = told(KIND, "bot:random", "open", "invited", max_length=60)
    name: str = kept("", "of the account that is invited", max_length=60)


class Start(Sent):
    """How to start."""

    fill: bool = kept(False, "with bots in the free seats; for the host")


class Leave(Sent):
    """How to leave."""

    resign: bool = kept(False, "say that you give up")


class PlayOn(Sent):
    """How to play on with others."""

    seat: SeatId
    public: bool = kept(False, "listed for everybody; else by its slug alone")


class Say(Sent):
    """Something to be said."""

    text: str = told("one line", "Good luck!", max_length=500)


class Line(BaseModel):
    """A line of talk."""

    name: str = told("who said it", "Anna")
    text: str = told("what was said", "Good luck!")
    watching: bool = told("whether it was said by somebody who watched", False)
    at: datetime = told("when", "2026-05-01T18:00:00Z")


class Lines(BaseModel):
    """The last lines of talk that you may read."""

    inside: bool = told("whether you are of the table, and do not watch only", True)
    lines: list[Line] = told("the oldest first")


class Agreement(Sent):
    """To end the game here, or no longer."""

    agrees: bool = told("false: play on after all", True)


# -- what a seat sees ---------------------------------------------------------------------------


class View(BaseModel):
    """The position as one seat, or a spectator, sees it."""

    seat: str | None = told("the seat looked through; null: as a spectator", "yellow")
    version: int = told("of the table", 31)
    view: dict[str, Any] = told("its form is the game's own; seats by their names", {"year": 3})
    undo: int | None = told("what an undo would take back; see `undo`", 12)


class Event(BaseModel):
    """Something that happened, as the seat sees it."""

    number: int = told("counted by what this seat has seen, from 1", 12)
    event: str = told("its kind", "Passed")
    facts: dict[str, Any] = told(
        "what it is about; its form goes with the kind", {"seat": "yellow"}
    )
    text: str = told("as a sentence in your language", "Anna passes.")
    undone: bool = told("whether it was taken back", False)


class Events(BaseModel):
    """What happened since a moment."""

    seat: str | None = told("the seat looked through; null: as a spectator", "yellow")
    events: list[Event] = told("the oldest first")
    more: bool = told(
        "whether there are later ones: ask again, with `since` as the last number", False
    )


class Choice(BaseModel):
    """A legal action."""

    action: ActionText
    label: str = told("what it does, in your language", "Pass")
    group: str | None = told("a heading for a long list", None, "Cards")
    closing: bool = told("whether it cannot be taken back", False)
    preview: str | None = told("what it would lead to, where that helps", None, "You keep 4.")


class Question(BaseModel):
    """What one of your seats is asked."""

    seat: SeatId
    question: QuestionId
    prompt: str = told("the question as a sentence", "Add cards to your bid, or pass.")
    rule: str | None = told("the paragraph of the rulebook", "7.3")
    legal: list[Choice] = told("everything that the seat may do")
    undo: int | None = told("what an undo would take back; see `undo`", 12)
    half_made: int = told("how many actions an undo with `whole` would take back; 0: none", 3)


class Questions(BaseModel):
    """Everything that you are asked at a table."""

    version: int = told("of the table", 31)
    questions: list[Question] = told("one for each of your seats that is to decide")


class Legal(BaseModel):
    """The bare list of what a seat may do."""

    seat: SeatId
    question: str | None = told("the name of the open question; null: it is not asked", "bid.3")
    legal: list[ActionText] = told("to be given back in `act`")


# -- playing ------------------------------------------------------------------------------------


class Act(Sent):
    """An answer to a question."""

    seat: SeatId
    question: QuestionId
    actions: list[ActionText] = told(
        "one after the other, all or none", min_length=1, max_length=200
    )


class Undo(Sent):
    """Something to be taken back."""

    seat: SeatId
    which: int = told("the number that `undo` of a view or a question says", 12, ge=1)
    whole: bool = kept(
        False, "take back all of the half-made choice that this action is part of: all or none"
    )


class Played(BaseModel):
    """What became of it."""

    actions: list[ActionText] = told("those that counted")
    left: int = told(
        "how many came after the first that revealed something or handed over: not looked at", 0
    )
    again: bool = told("it had been done before, and counted once", False)
    version: int = told("of the table", 32)
    question: str | None = told("what the seat is asked now; null: nothing", "bid.4")
    undo: int | None = told("what an undo would take back now; see `undo`", 13)
    over: bool = told("whether the game has ended", False)


class Doubt(Sent):
    """An action that may not be possible."""

    seat: SeatId
    action: ActionText


class Reason(BaseModel):
    """Why an action is not possible."""

    why: Problem | None = told("null: it is possible")


class Standing(Sent):
    """An answer in advance."""

    seat: SeatId
    key: str = told("which of those that are offered", "pass:1", max_length=200)
    given: bool = told("false: withdraw it", True)


class Offer(BaseModel):
    """An answer that can be given in advance."""

    key: str = told("its name", "pass:1")
    label: str = told("as a sentence in your language", "Pass as soon as I am asked")
    given: bool = told("whether the seat has given it", False)


class Offers(BaseModel):
    """The answers that a seat could give in advance now."""

    seat: SeatId
    answers: list[Offer] = told("as long as the game offers them")

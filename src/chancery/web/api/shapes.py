"""Shapes: what programs send to the API and receive from it, with documentation and examples."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from chancery.web.tables.lists import MANY
from chancery.web.tables.opening import LAPSES, PACES


def required(text: str, *examples: Any, **more: Any) -> Any:
    """Declare a field that is required."""
    return Field(description=text, examples=list(examples) or None, **more)


def optional(default: Any, text: str, *examples: Any, **more: Any) -> Any:
    """Declare a field that may be left out."""
    return Field(default, description=text, examples=[*examples, default], **more)


SeatId = Annotated[str, required("a seat, by its name in the game", "yellow")]
QuestionId = Annotated[str, required("the name of an open question", "bid.3", max_length=60)]
ActionText = Annotated[str, required("an action as the game writes it", "pass", max_length=199)]
ViewerSeat = Annotated[str | None, required("your seat; null: you are a spectator", "yellow")]
SeatTitle = Annotated[str, required("the name of the seat in your language", "Yellow")]
Version = Annotated[int, required("the version of the table", 31)]
UndoNumber = Annotated[
    int | None, required("the action that an undo would take back; see `undo`", 12)
]
Paragraph = Annotated[str | None, required("the paragraph of the rulebook", "7.3")]
Chosen = str | int | bool

KIND = (
    "the player of the seat: `me`, `here` (you play this seat as well), `open`, `invited` (an"
    " account, by its `name`) or `bot:NAME`"
)
RESULT = "`tied`: several seats share the first place; for a `player` also `won`, `lost` or `left`"
TABLE = "the name of the table in addresses"
SLUG = "k3v_9Zb1xQWa7u2M"


class Problem(BaseModel):
    """The body of every response that reports an error."""

    error: str = required("the error message in your language", "That is not your seat.")
    rule: Paragraph


# -- games --------------------------------------------------------------------------------------


class Value(BaseModel):
    """One value of an option of a game."""

    value: Chosen = required("the value to send", 3)
    title: str = required("the name of the value in your language", "3 players")


class Option(BaseModel):
    """Something that is decided for a table before the game."""

    name: str = required("the name to send", "players")
    title: str = required("the title in your language", "Players")
    default: Chosen = required("the default value", 4)
    values: list[Value] = required("all possible values")


class Chair(BaseModel):
    """A seat of a game, with its title."""

    seat: SeatId
    title: SeatTitle


class Game(BaseModel):
    """A game that can be played on this site."""

    name: str = required("the name to send", "spada")
    title: str = required("the title in your language", "La Spada e la Fede")
    rules: int = required("the version of the rules that new tables play", 2)
    options: list[Option] = required("the options of a table")
    seats: list[Chair] = required("for the requested options, in turn order")
    bots: list[str] = required("the bots that play it, the best one last", ["random", "steward"])
    missing: str | None = required(
        "why bots that search are not offered now, in your language",
        None,
        "All masters are at a table just now. Choose another bot, or try again later.",
    )


class Games(BaseModel):
    """All games that can be played on this site."""

    games: list[Game] = required("each with its default options")


class Me(BaseModel):
    """The account that a token belongs to."""

    name: str = required("of the account", "Anna")
    language: str = required("the language of all texts for you", "en")
    turns: int = required("the number of tables where you have to decide", 2)


# -- tables -------------------------------------------------------------------------------------


class Seat(BaseModel):
    """A seat of a table, and who plays it."""

    seat: SeatId
    title: SeatTitle
    name: str = required("the name of its player in texts", "Anna")
    bot: str | None = required("the bot that plays the seat", None, "steward")
    free: bool = required("whether the seat is free", False)
    mine: bool = required("whether you play it", True)
    invited: str | None = required("the account for which it is reserved", None, "Bruno")
    asked: bool = required("whether it has to decide now", True)
    due: datetime | None = required("its deadline, if there is one", "2026-05-01T18:00:00Z")
    agrees: bool = required("whether its player wants to end the game here", False)
    resigned: bool = required("whether its player has resigned", False)
    rank: int | None = required("at the end: 1 for the winner", None, 1)
    points: float | None = required("at the end", None, 31)


class Table(BaseModel):
    """Everything about a table that is public, and which part of it is yours."""

    slug: str = required(TABLE, SLUG)
    game: str = required("the name of the game", "spada")
    rules: int = required("the version of its rules", 2)
    options: dict[str, Chosen] = required("the value of every option", {"players": 3})
    title: str = required("the title chosen by the host", "Sunday evening")
    public: bool = required("whether it is listed publicly", True)
    started: bool = required("whether the game has started; before that seats may change", True)
    over: bool = required("whether the game has ended", False)
    closed: bool = required(
        "whether it was ended by agreement or cancelled, without a result", False
    )
    shuffle: bool = required("whether seats are assigned at random at the start", False)
    days: int = required("days per move; 0: no deadline", 2)
    lapse: str = required("after a missed deadline: a `bot` plays on, or the seat is `open`", "bot")
    rated: bool = required("whether it counts in the ratings", False)
    hints: bool = required("whether its players may ask for hints", True)
    private: bool = required("whether one person tries moves here, without others", False)
    imported: str | None = required(
        "the person who imported the game, and knows what was hidden until then", None, "Anna"
    )
    screens: list[list[SeatId]] = required(
        "groups of seats that are played at one screen", [["yellow", "black"]]
    )
    commitment: str | None = required(
        "the digest of the seed of all chance; null before the start",
        "23ea51a176e9cfaeccc1a35f9f4eaea71a2be8d4",
    )
    seed: str | None = required("the seed, when the game is over", None)
    version: int = required("grows with every visible change, except talk", 31)
    host: bool = required("whether you are the host", True)
    away: bool = required("whether a bot plays on for you; see `back`", False)
    invitation: str | None = required(
        "the invitation, for the host while seats are free; see `sit`", None, SLUG
    )
    created: datetime = required("when the table was opened", "2026-04-26T18:30:00Z")
    finished: datetime | None = required("when the game ended", None, "2026-05-03T21:10:00Z")
    seats: list[Seat] = required("in turn order")


class Tables(BaseModel):
    """A part of a list of tables, newest first."""

    tables: list[Table] = required(f"at most {MANY}, or as many as `limit` says")
    next: str | None = required("`before` for the next part; null: there is none", None, SLUG)


class Finisher(BaseModel):
    """A seat of a finished game."""

    seat: SeatId
    title: SeatTitle
    name: str = required("the name of its player in texts", "Anna")
    account: str | None = required("the account whose game it was", "Anna", None)
    bot: str | None = required("the bot that played it to the end", None, "steward")
    rank: int | None = required("1 for the winner; null: unknown", 1)
    points: float | None = required("at the end", 31, None)
    left: bool = required("whether its player had left the game", False)


class Finished(BaseModel):
    """A finished game of the archive. `GET /tables/{slug}/record` is its record."""

    slug: str = required(TABLE, SLUG)
    game: str = required("the name of the game", "spada")
    rules: int = required("the version of its rules", 2)
    options: dict[str, Chosen] = required("the value of every option", {"players": 3})
    title: str = required("the title chosen by the host", "Sunday evening")
    rated: bool = required("whether it counted in the ratings", False)
    length: int = required("actions in its log, those taken back as well", 412)
    finished: datetime = required("when it ended", "2026-05-03T21:10:00Z")
    seats: list[Finisher] = required("in turn order")


class Archive(BaseModel):
    """A part of the archive, latest games first."""

    games: list[Finished] = required("those that match, at most as many as `limit` says")
    next: str | None = required(
        "`before` for the next part, also if this one has few games or none: a request looks at a"
        " limited number of games; null: there is none",
        None,
        SLUG,
    )


class Sent(BaseModel):
    """The base of everything that programs send: no unknown fields, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Wish(Sent):
    """The player wanted for a seat of a new table."""

    kind: str = required(KIND, "me", "open", "bot:random", max_length=60)
    name: str = optional("", "the name to show", "Anna", max_length=60)


class NewTable(Sent):
    """A table to be opened, with its terms."""

    game: str = required("the name of the game", "spada", max_length=40)
    options: dict[str, Chosen] = optional(
        {}, "options that differ from their defaults", {"players": 3}
    )
    seats: list[Wish] | None = optional(
        None,
        "one for each seat, in turn order; by default you and the best bots",
        [{"kind": "me"}, {"kind": "open"}, {"kind": "bot:random"}],
        max_length=20,
    )
    title: str = optional("", "the title of the table", "Sunday evening", max_length=60)
    public: bool = optional(
        False, "list the table publicly; otherwise it is found by its slug only"
    )
    wait: bool = optional(False, "wait until all seats are taken; otherwise start at once", True)
    autostart: bool = optional(
        False, "a table that waits starts when the last seat is taken; otherwise by `start`"
    )
    shuffle: bool = optional(False, "assign seats at random")
    days: int = optional(
        0, "days per move; 0: no deadline", json_schema_extra={"enum": list(PACES)}
    )
    lapse: str = optional(
        "bot",
        "after a missed deadline: a `bot` plays on, or the seat is `open`",
        json_schema_extra={"enum": list(LAPSES)},
    )
    rated: bool = optional(False, "count it in the ratings")
    hints: bool = optional(True, "players may ask for hints; never at a rated table")


class SitDown(Sent):
    """Which seat to take, and how."""

    seat: SeatId
    name: str = optional("", "the name to show", "Anna", max_length=60)
    invitation: str = optional(
        "", "the invitation, at a table that is not public", SLUG, max_length=60
    )


class Arrangement(Sent):
    """The wish of a host for a seat before the start."""

    seat: SeatId
    kind: str = required(KIND, "bot:random", "open", "invited", max_length=60)
    name: str = optional("", "the account to invite", max_length=60)


class Start(Sent):
    """How to start a waiting table."""

    fill: bool = optional(False, "give free seats to bots; for the host")


class Leave(Sent):
    """How to leave a running game."""

    resign: bool = optional(False, "resign")


class Search(Sent):
    """Which finished games are wanted; what is left out does not matter."""

    game: str = optional("", "of this game only", "spada", max_length=40)
    player: str = optional("", "the name of an account that has played", "Anna", max_length=150)
    options: dict[str, Chosen] = optional({}, "chosen options of `game`", {"players": 3})
    shortest: int | None = optional(None, "the least length in actions", 100, ge=1, le=99_999)
    longest: int | None = optional(None, "the greatest length in actions", 900, ge=1, le=99_999)
    winner: str = optional("", "the seat of `game` that won", "yellow", max_length=40)
    result: str = optional("", RESULT, "won", max_length=10)


class PlayOn(Sent):
    """How to play on with others from an imported record."""

    seat: SeatId
    public: bool = optional(
        False, "list the table publicly; otherwise it is found by its slug only"
    )


class Say(Sent):
    """A line to say at a table."""

    text: str = required("one line", "Good luck!", max_length=500)


class Line(BaseModel):
    """A line of talk at a table."""

    name: str = required("the author", "Anna")
    text: str = required("the text", "Good luck!")
    watching: bool = required("whether the author was a spectator", False)
    at: datetime = required("when", "2026-05-01T18:00:00Z")


class Lines(BaseModel):
    """The last lines of talk that you may read."""

    inside: bool = required("whether you belong to the players", True)
    lines: list[Line] = required("oldest first")


class Agreement(Sent):
    """Whether you want to end the game here."""

    agrees: bool = required("false: continue the game", True)


# -- what a seat sees ---------------------------------------------------------------------------


class View(BaseModel):
    """The position as one seat, or a spectator, sees it."""

    seat: ViewerSeat
    version: Version
    view: dict[str, Any] = required(
        "the form depends on the game; seats have their names", {"year": 3}
    )
    undo: UndoNumber


class Event(BaseModel):
    """Something that happened, as the seat has seen it."""

    number: int = required("the number among the events this seat has seen, from 1", 12)
    event: str = required("the kind of event", "Passed")
    facts: dict[str, Any] = required(
        "the data of the event, depending on its kind", {"seat": "yellow"}
    )
    text: str = required("the event as a sentence in your language", "Anna passes.")
    undone: bool = required("whether it was taken back", False)


class StoryLine(BaseModel):
    """A line of the story: one event, or several that belong together, such as a whole march."""

    first: int = required("the number of its first event", 9)
    last: int = required("the number of its last event", 12)
    text: str = required("the line in your language", "Richelieu: Hamm → Lemgo.")
    undone: bool = required("whether it was taken back", False)


class Events(BaseModel):
    """A part of the events that a seat has seen."""

    seat: ViewerSeat
    events: list[Event] = required("oldest first")
    story: list[StoryLine] = required("the same events as the lines of a story")
    more: bool = required(
        "whether there are later events: request them with `since` as the last number", False
    )


class Choice(BaseModel):
    """A legal action, with its description."""

    action: ActionText
    label: str = required("the action in your language", "Pass")
    group: str | None = required("a heading for a long list", None, "Cards")
    closing: bool = required("whether it cannot be undone", False)
    final: bool = required(
        "whether the site asks players to confirm it: it cannot be undone, gives something up,"
        " declines, or ends a turn",
        False,
    )
    preview: str | None = required(
        "the result it would have, where that helps", None, "You keep 4."
    )


class Question(BaseModel):
    """A question to one of your seats."""

    seat: SeatId
    question: QuestionId
    prompt: str = required("the question as a sentence", "Add cards to your bid, or pass.")
    rule: Paragraph
    legal: list[Choice] = required("all legal actions of the seat")
    undo: UndoNumber
    half_made: int = required("the number of actions that an undo with `whole` would take back", 3)


class Questions(BaseModel):
    """All open questions to you at a table."""

    version: Version
    questions: list[Question] = required("one for each of your seats that has to decide")


class Legal(BaseModel):
    """The legal actions of a seat, without descriptions."""

    seat: SeatId
    question: str | None = required(
        "the name of the open question; null: the seat is not asked", "bid.3"
    )
    legal: list[ActionText] = required("the actions, as `act` expects them")


# -- playing ------------------------------------------------------------------------------------


class Act(Sent):
    """An answer to an open question."""

    seat: SeatId
    question: QuestionId
    actions: list[ActionText] = required(
        "actions to play in this order, all or none", min_length=1, max_length=200
    )


class Undo(Sent):
    """Which action to take back."""

    seat: SeatId
    which: int = required("the number in the field `undo` of a view or a question", 12, ge=1)
    whole: bool = optional(
        False, "take back the whole half-made choice that this action belongs to"
    )


class Played(BaseModel):
    """The outcome of an answer or an undo."""

    actions: list[ActionText] = required("the actions that were played")
    left: int = required(
        "the number of actions ignored after the first that revealed something or handed over", 0
    )
    again: bool = required("whether this was a repetition, which has no effect", False)
    version: Version
    question: str | None = required("the open question of the seat; null: none", "bid.4")
    undo: UndoNumber
    over: bool = required("whether the game has ended", False)


class Doubt(Sent):
    """An action about which to ask why it is impossible."""

    seat: SeatId
    action: ActionText


class Reason(BaseModel):
    """Why an action is impossible, if it is."""

    why: Problem | None = required("the reason; null: the action is possible")


class Standing(Sent):
    """An answer in advance, to be given or withdrawn."""

    seat: SeatId
    key: str = required("the key of an offered answer", "pass:1", max_length=200)
    given: bool = required("false: withdraw the answer", True)


class Offer(BaseModel):
    """An answer that can be given in advance."""

    key: str = required("the key of the answer", "pass:1")
    label: str = required("the answer in your language", "Pass as soon as I am asked")
    given: bool = required("whether the seat has given it", False)


class Offers(BaseModel):
    """The answers that a seat could give in advance now."""

    seat: SeatId
    answers: list[Offer] = required("all answers that the game offers now")


# -- tournaments, leagues and teams -------------------------------------------------------------

ROBIN = "`robin`: a round robin; `swiss`: the Swiss system"
NextPage = Annotated[int | None, required("`page` for the next part; null: there is none", None, 2)]
TournamentSlug = Annotated[str, required("the name of the tournament in addresses", SLUG)]
LeagueSlug = Annotated[str, required("the name of the league in addresses", SLUG)]
TeamSlug = Annotated[str, required("the name of the team in addresses", SLUG)]
TeamName = Annotated[
    str, required("the name of the team; empty: it was that of a deleted account", "The Beggars")
]
Person = Annotated[
    str | None, required("the name of the account; null: it has been deleted", "Anna")
]
Placed = Annotated[int, required("1 for the best; who has as many points shares a place", 1)]
Score = Annotated[float, required("a point for every opponent beaten, half for every tie", 2.5)]


class Contest(BaseModel):
    """A tournament as lists show it."""

    slug: TournamentSlug
    title: str = required("the title chosen by the host", "Spring cup")
    game: str = required("the name of the game", "spada")
    options: dict[str, Chosen] = required("the value of every option", {"players": 3})
    kind: str = required(ROBIN, "robin")
    host: Person
    players: int = required("how many have joined", 4)
    wanted: int = required("how many can take part; it starts when so many have joined", 6)
    days: int = required("days per move, then a bot plays on", 2)
    round: int = required("the number of the latest round; 0 before the start", 1)
    rounds: int = required("how many there will be; 0: known at the start", 3)
    rated: bool = required("whether its games count in the ratings", True)
    league: str | None = required("the league of which it is a season", None, SLUG)
    season: int | None = required("the number of this season of the league", None, 2)
    created: datetime = required("when it was opened", "2026-04-26T18:30:00Z")
    started: datetime | None = required("when it started", "2026-04-27T18:30:00Z", None)
    finished: datetime | None = required("when it ended", None, "2026-05-03T21:10:00Z")


class Tournaments(BaseModel):
    """A part of the list of tournaments: open ones, running ones, finished ones."""

    tournaments: list[Contest] = required("the latest of each state first")
    next: NextPage


class Entrant(BaseModel):
    """A player of a tournament."""

    name: Person
    team: str | None = required("the team for which it plays, by its slug", None, SLUG)
    withdrawn: bool = required("whether it has withdrawn", False)


class Ranked(BaseModel):
    """A line of the standings of a tournament."""

    place: int = required("1 for the best", 1)
    name: Person
    score: Score
    games: int = required("how many of its tables are over", 2)
    opponents: float = required("the points of its opponents, which decide first", 3.0)
    direct: float = required("its points against those who are level, which decide next", 0.5)
    lot: int = required("the lot that decides in the end", 4)


class RankedTeam(BaseModel):
    """A line of the ranking of teams."""

    place: Placed
    team: TeamSlug
    name: TeamName
    score: float = required("of each tournament the three best results count", 4.5)
    players: int = required("how many players have played for it", 3)


class MatchSeat(BaseModel):
    """A seat of a table of a tournament."""

    seat: SeatId
    name: str | None = required("the account that plays it; null: a bot, or it was deleted", "Anna")
    bot: bool = required("whether a bot has played it from the start", False)
    score: float | None = required("null: the table is not over", 1.0, None)


class Match(BaseModel):
    """A table of a round."""

    round: int = required("the number of the round", 1)
    number: int = required("the number of the table in its round", 1)
    table: str | None = required("the table; null: nobody plays there, or it was deleted", SLUG)
    over: bool = required("whether it has been scored", False)
    seats: list[MatchSeat] = required("in turn order")


class Tournament(Contest):
    """Everything about a tournament."""

    seed: str = required("from which the lots are drawn", "23ea51a176e9cfaeccc1a35f9f4eaea7")
    entrants: list[Entrant] = required("in the order in which they have joined")
    standings: list[Ranked] = required("best first; empty before the start")
    teams: list[RankedTeam] = required("best first; only those that have played")
    matches: list[Match] = required("by round and number")


class NewTournament(Sent):
    """A tournament to be opened; you play in it."""

    game: str = required("the name of the game", "friedrich", max_length=40)
    options: dict[str, Chosen] = optional({}, "options that differ from their defaults", {})
    title: str = optional("", "the title", "Spring cup", max_length=60)
    kind: str = optional("robin", ROBIN, json_schema_extra={"enum": ["robin", "swiss"]})
    wanted: int = optional(4, "how many can take part; it starts when so many have joined")
    days: int = optional(
        3, "days per move", json_schema_extra={"enum": [days for days in PACES if days]}
    )
    rounds: int = optional(3, "how many, in the Swiss system")
    rated: bool = optional(False, "count its games in the ratings")


class LeagueLine(BaseModel):
    """A league as lists show it."""

    slug: LeagueSlug
    title: str = required("the title chosen by the host", "League of Breda")
    game: str = required("the name of the game", "spada")
    seasons: int = required("how many it has had, with the one that is running", 2)


class Leagues(BaseModel):
    """A part of the list of leagues."""

    leagues: list[LeagueLine] = required("those first that have begun a season last")
    next: NextPage


class RankedMember(BaseModel):
    """A line of the ranking of a league."""

    place: Placed
    name: str = required("the name of the account", "Anna")
    score: Score
    games: int = required("how many of its tables are over", 6)
    seasons: int = required("in how many seasons it has played", 2)


class Season(Contest):
    """A season of a league: a tournament, with the one who has won it."""

    winner: str | None = required("the winner, when it is over; null: it was deleted", None, "Anna")


class League(LeagueLine):
    """Everything about a league."""

    host: Person
    tournaments: list[Season] = required("the latest seasons, last first")
    standings: list[RankedMember] = required("of all seasons together, best first")
    teams: list[RankedTeam] = required("of all seasons together, best first")


class NewLeague(Sent):
    """A league that begins with a tournament."""

    title: str = optional("", "the title", "League of Breda", max_length=60)


class TeamLine(BaseModel):
    """A team as lists show it."""

    slug: TeamSlug
    name: TeamName
    members: int = required("how many accounts belong to it", 3)


class Teams(BaseModel):
    """A part of the list of teams."""

    teams: list[TeamLine] = required("by name")
    next: NextPage


class Team(BaseModel):
    """Everything about a team."""

    slug: TeamSlug
    name: TeamName
    members: list[str] = required("the names of its accounts; the first is its captain", ["Anna"])
    key: str | None = required("what others need to join, if you are a member", None, SLUG)
    tournaments: list[Contest] = required("the latest ones that were played for it, last first")


class NewTeam(Sent):
    """A team to be founded, with you as its captain."""

    name: str = required("its name, of two letters or more", "The Beggars", max_length=60)


class JoinTeam(Sent):
    """How to join a team."""

    key: str = required("the key of the team, known to its members", SLUG, max_length=60)


class RemoveMember(Sent):
    """Whom to remove from a team."""

    name: str = required("the name of the account", "Bruno", max_length=150)

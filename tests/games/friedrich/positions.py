"""Positions for the tests of Friedrich, and helpers to play on from them."""

from collections.abc import Iterator, Sequence
from typing import Any

from chancery.core import Action, Event, Question
from chancery.games import find
from chancery.games.friedrich.board.atlas import CITY, CITY_IDS, NEXT, SUIT
from chancery.games.friedrich.board.fate_cards import FATE_NAMES
from chancery.games.friedrich.board.pieces import GENERAL_NAMES, PIECE_NAMES
from chancery.games.friedrich.rules.state import Friedrich
from chancery.table import bot_players
from chancery.table.sitting import Sitting
from tests.games.steps import legal, phase, play

GAME = find("friedrich")
EXPERT = {"last_victor": True, "garrison": True, "offensive": True}


def position(options: dict[str, Any] | None = None, **given: Any) -> Friedrich:
    """Build a position from some of its fields, as `handmade_positions.complete` takes them."""
    frame = GAME.start(options, rules=given.pop("rules", None)).frame
    given.setdefault("at", {})
    return Friedrich.from_plain(GAME, GAME.complete(frame, given), "position")


def started(
    options: dict[str, Any] | None = None, seed: str = "start", rules: int | None = None
) -> Friedrich:
    """Start a game and distribute all troops."""
    s = GAME.start(options, seed, rules=rules)
    while phase(s) == "SetUp":
        seat = s.asked[0].seat
        s.apply(s.legal(seat)[0], seat)
    return s


def skip(s: Friedrich, until: str) -> list[Event]:
    """End movements, give up fights and decline every choice until a nation moves."""
    happened: list[Event] = []
    while s.asked and not (phase(s) == "Movement" and nation(s) == until):
        words = legal(s)
        quiet = [a for a in words if a in ("end", "stop", "quit", "decline", "stand")]
        happened += play(s, quiet[0] if quiet else words[0])
    return happened


def nation(s: Friedrich) -> str:
    """Return the index of the active nation."""
    return str(s.plain()["stage"])


def where(s: Friedrich, piece: str) -> str | None:
    """Return the city of a piece by name."""
    city = s.at[PIECE_NAMES.index(piece)]
    return CITY_IDS[city] if city >= 0 else None


def troops(s: Friedrich, general: str) -> int:
    """Return the troops of a stack by its top general."""
    return s.troops[GENERAL_NAMES.index(general)]


def held(s: Friedrich, city: str) -> bool:
    """Whether a city has a control marker."""
    return bool(s.control[CITY[city]])


def marked(s: Friedrich, city: str) -> bool:
    """Whether a city has a question mark."""
    return bool(s.marks[CITY[city]])


def hand(s: Friedrich, name: str) -> dict[str, int]:
    """Return the cards in the hand of a nation."""
    found: dict[str, int] = s.plain()["hands"][name]
    return found


def names(events: list[Event]) -> list[str]:
    """Return the class names of events."""
    return [type(event).__name__ for event in events]


def next_to(city: str) -> list[str]:
    """Return the cities next to a city."""
    return [CITY_IDS[other] for other in NEXT[CITY[city]]]


def fate(card: str, suit: str = "♠", **given: Any) -> Friedrich:
    """Build the end of a turn after the last movement, in which this card of fate is turned."""
    last = "imperial" if "france" in given.get("quit", ()) else "france"
    given = {"turn": 6, "stage": last, **given}
    options = given.pop("options", {"last_victor": True})
    number = FATE_NAMES.index(card)
    given["drawn_fates"] = {name: 1 for n, name in enumerate(FATE_NAMES) if n != number}
    at = given["at"] = dict(given.get("at", {}))
    if options.get("last_victor"):
        wanted = "♠♣♥♦".index(suit)
        victor = next((p for p in at if p in GENERAL_NAMES and SUIT[CITY[at[p]]] == wanted), None)
        if victor is None:
            victor = given.get("witness", "cumberland")
            at[victor] = next(
                c for c in CITY_IDS[::-1]
                if SUIT[CITY[c]] == wanted and c not in at.values()
                and not any(n in at.values() for n in next_to(c))
            )  # fmt: skip
        given["victor"] = victor
    given.pop("witness", None)
    s = position(options, **given)
    play(s, "end")
    return s


def under(text: str, **given: Any) -> Friedrich:
    """Build a position in which a text of fate is in force, as in `under("8♦", ...)`."""
    return position(fate=text[:-1], fate_suit="♠♣♥♦".index(text[-1]), turn=7, **given)


def played_by_bots(
    options: dict[str, Any], seed: str
) -> Iterator[tuple[Friedrich, Question, Sequence[Action]]]:
    """Yield each position of a game between bots, with the question and the plan for it."""
    sitting = Sitting(GAME, options, seed)
    while sitting.state.asked:
        asked = sitting.state.asked[0]
        plan = bot_players.answer(sitting, asked.seat, "quartermaster", seed)
        state = sitting.state
        assert isinstance(state, Friedrich)
        yield state, asked, plan
        sitting.act(asked.seat, plan)

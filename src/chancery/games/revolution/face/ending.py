"""The summary of a finished game: the winners, points by source, and statistics (§4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chancery.core import Bar, Ending, Event
from chancery.core.words import Listing, T, Text, as_is
from chancery.games.revolution.board.factions import (
    BURGHERS,
    CATHOLICS,
    HABSBURGS,
    NOBILITY,
    REFORMERS,
    TITLES,
    factions_of,
)
from chancery.games.revolution.rules import points
from chancery.games.revolution.rules.events import (
    ArmiesRaised,
    ArmyBeaten,
    BattleFought,
    BeggarsHired,
    CityTaken,
    CoinsLaid,
    ConflictFought,
    Intercepted,
    SiegeLaid,
    pointed,
)
from chancery.games.revolution.view import RevolutionView

CITIES, PROVINCES = T("cities"), T("provinces")
# §4.3.2: what counts for the own aim of each faction.
AIMS = {
    CATHOLICS: T("Catholic bishoprics"),
    HABSBURGS: T("regions with an army"),
    NOBILITY: T("tokens outside cities"),
    BURGHERS: T("trade towns"),
    REFORMERS: T("Reformed universities"),
}


def score(view: RevolutionView) -> tuple[int, ...]:
    """Return the points of each seat, in hundredths; two factions add theirs (§3.1)."""
    return tuple(sum(view.points[f] for f in factions_of(seat)) for seat in view.frame.seats)


def ending(view: RevolutionView, events: Sequence[Event]) -> Ending | None:
    """Return the summary of a finished game; `events` are all that were not taken back."""
    if view.result is None:
        return None
    ranks = view.result.ranks
    order = sorted(view.factions, key=lambda f: (ranks[view.seat_of(f)], -view.points[f]))
    return Ending(
        _sentence(view),
        tuple(_bar(view, faction) for faction in order),
        tuple(_numbers(events)),
    )


def _sentence(view: RevolutionView) -> Text:
    """Return the sentence about the winners (§4.5): most points win; equals share it."""
    assert view.result is not None
    winners, total = view.result.winners, pointed(max(view.result.points))
    names = Listing(tuple(TITLES[f] for w in winners for f in factions_of(view.frame.seats[w])))
    if len(winners) > 1:
        return T("{factions:The} share the win with {points} each.", factions=names, points=total)
    if len(names.items) > 1:
        return T("{factions:The} win together with {points}, the most of all.", factions=names,
                 points=total)  # fmt: skip
    return T("{factions:The} win with {points}, the most of all.", factions=names, points=total)


def _bar(view: RevolutionView, faction: int) -> Bar:
    """Return the points of a faction by cities, provinces and its own aim, in hundredths."""
    sources = (CITIES, PROVINCES, AIMS[faction])
    by_source = zip(sources, points.parts(view, faction), strict=True)
    return Bar(TITLES[faction], tuple((source, n) for source, n in by_source if n))


def _numbers(events: Sequence[Event]) -> Iterator[tuple[Text, Text]]:
    def of(kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in events)

    battles = [event for event in events if isinstance(event, BattleFought)]
    fallen = sum(2 * len(event.rounds) for event in battles) + of(ArmyBeaten)
    conflicts = [event for event in events if isinstance(event, ConflictFought)]
    counted = (
        (T("Armies raised"), sum(len(e.regions) for e in events if isinstance(e, ArmiesRaised))),
        (T("Battles"), len(battles)),
        (T("Armies destroyed"), fallen),
        (T("Sieges"), of(SiegeLaid)),
        (T("Cities taken"), of(CityTaken)),
        (T("Water Beggars hired"),
         sum(len(e.regions) for e in events if isinstance(e, BeggarsHired))),
        (T("Conflicts"), len(conflicts)),
        (T("Tokens lost in conflict"), sum(sum(e.before) - sum(e.after) for e in conflicts)),
        (T("Coins spent on allegiance"),
         sum(sum(e.coins) for e in events if isinstance(e, CoinsLaid))),
        (T("Coins taken by the Huguenots"), sum(e.n for e in events if isinstance(e, Intercepted))),
    )  # fmt: skip
    for name, n in counted:
        yield name, as_is(str(n))

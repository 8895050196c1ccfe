"""The summary of a finished game: winners, points by source, and statistics (§end)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chancery.core import Bar, Ending, Event, Outcome
from chancery.core.words import SeatName, T, Text, as_is
from chancery.games.spada.rules.events import (
    Assigned,
    Attacked,
    Bid,
    Bribed,
    BribeFailed,
    Burned,
    Defended,
    FarmBuilt,
    Favoured,
    HandScored,
    HandShown,
    Helped,
    HelpedHidden,
    PartBuilt,
    PrivilegeRobbed,
    Tithed,
    Won,
)
from chancery.games.spada.rules.victory import won
from chancery.games.spada.view import SpadaView

PARTS, BUILDERS, PRIVILEGES, HANDS, BEFORE = (
    T("parts of the cathedral"),
    T("builders’ houses"),
    T("privilege years"),
    T("cards at the King’s mobilisation"),
    T("at the beginning"),
)


def ending(view: SpadaView, events: Sequence[Event]) -> Ending | None:
    """Return the summary of a finished game from all its events; None while it goes on."""
    if view.result is None:
        return None
    return Ending(
        won(view.result).text(),
        _bars(view, view.result, events),
        tuple(_numbers(view, events)),
    )


def _bars(view: SpadaView, result: Outcome, events: Sequence[Event]) -> tuple[Bar, ...]:
    """Return a bar for each seat by rank, with its points by source."""
    seats = sorted(range(len(result.points)), key=lambda seat: result.ranks[seat])
    return tuple(
        Bar(
            T("{seat}", seat=SeatName(seat)),
            _sources(seat, result.points[seat], events),
            note=_apart(view, result, seat, following),
        )
        for seat, following in zip(seats, (*seats[1:], None), strict=True)
    )


def _apart(view: SpadaView, result: Outcome, seat: int, following: int | None) -> Text | None:
    """§end, §mobilisation.win: explain the order of two seats with equal points."""
    if following is None or result.points[seat] != result.points[following]:
        return None
    other = SeatName(following)
    if result.ranks[seat] == result.ranks[following]:
        return T("As many points as {other}, and as many cards in hand: a tie.", other=other)
    return T("As many points as {other}, but more cards in hand: {more} to {fewer}.", other=other,
             more=view.sizes[seat], fewer=view.sizes[following])  # fmt: skip


def _sources(seat: int, total: int, events: Sequence[Event]) -> tuple[tuple[Text, int], ...]:
    """Split a seat's points by source.

    §rewards.cathedral, §rewards.builders, §rewards.privilege, §mobilisation.score. A handmade
    position may begin with points of unknown source.
    """
    points = dict.fromkeys((PARTS, BUILDERS, PRIVILEGES, HANDS), 0)
    for event in events:
        match event:
            case PartBuilt(seat=owner, n=n, builders=builders) if owner == seat:
                points[PARTS] += n - builders
                points[BUILDERS] += builders
            case Favoured(seat=owner, n=n) if owner == seat:
                points[PRIVILEGES] += n
            case HandScored(seat=owner, n=n) if owner == seat:
                points[HANDS] += n
    points[BEFORE] = total - sum(points.values())
    return tuple((source, n) for source, n in points.items() if n)


def _numbers(view: SpadaView, events: Sequence[Event]) -> Iterator[tuple[Text, Text]]:
    def count(*kinds: type[Event]) -> int:
        return sum(isinstance(event, kinds) for event in events)

    def number(n: int) -> Text:
        return as_is(str(n))

    yield T("Years"), number(view.year)
    won_for = [event for event in events if isinstance(event, Won)]
    if won_for:
        dearest = max(won_for, key=lambda event: event.total)
        yield (
            T("Most expensive auction"),
            T("{total}, by {seat}", total=dearest.total, seat=SeatName(dearest.seat)),
        )
    yield T("Cards offered"), number(sum(sum(e.cards) for e in events if isinstance(e, Bid)))
    yield (
        T("Attacks"),
        T("{n}, of which {beaten} were driven off", n=count(Attacked), beaten=count(Defended)),
    )
    yield T("Houses burned"), number(count(Burned))
    yield (
        T("Bribes"),
        T("{n}, of which {found} found a knight", n=count(Bribed, HandShown, BribeFailed),
          found=count(Bribed)),
    )  # fmt: skip
    yield T("Farms built"), number(count(FarmBuilt))
    yield T("Farms moved to the cathedral"), number(count(Assigned))
    yield T("Privileges taken from others"), number(count(PrivilegeRobbed))
    yield T("Times the King helped"), number(count(Helped, HelpedHidden))
    yield (
        T("Cards paid in tithes"),
        number(sum(sum(e.cards) for e in events if isinstance(e, Tithed))),
    )

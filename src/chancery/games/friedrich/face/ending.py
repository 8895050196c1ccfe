"""The summary of a finished game: winners and reasons, progress of all seats, statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from chancery.core import Event
from chancery.core.tabletop import Bar, Ending
from chancery.core.words import TN, Listing, SeatName, T, Text, as_is, sentences
from chancery.games.friedrich import phrases
from chancery.games.friedrich.board.atlas import ORDER
from chancery.games.friedrich.board.nations import AUSTRIA, NATIONS, PRUSSIA
from chancery.games.friedrich.board.pieces import GENERALS, NATION_OF, PIECES
from chancery.games.friedrich.rules import victory
from chancery.games.friedrich.rules.events import (
    Announced,
    AustriaClaims,
    CardPlayed,
    FateLoss,
    GameWon,
    Lost,
    Marched,
    Retired,
    StageBegan,
    Starved,
)
from chancery.games.friedrich.view import FriedrichView

ALL = 100  # per cent


def score(view: FriedrichView) -> tuple[int, ...]:
    """Return each seat's progress to victory in per cent.

    It counts the objectives of the seat's best nation, or for Prussia the nations that have left
    the war.
    """
    progress = [0] * len(view.frame.seats)
    for nation in range(7):
        seat, aims = view.owners[nation], phrases.wanted(view, nation)
        if seat >= 0 and aims:
            conquered = sum(view.control[city] for city in aims)
            progress[seat] = max(progress[seat], ALL * conquered // len(aims))
    leaving = victory.outlasted(view)
    retired = sum(nation in view.quit for nation in leaving)
    prussia = view.owners[PRUSSIA]
    if prussia >= 0:
        progress[prussia] = max(progress[prussia], ALL * retired // len(leaving))
    return tuple(progress)


def ending(view: FriedrichView, events: Sequence[Event]) -> Ending | None:
    """Return the summary of a finished game; None while it goes on."""
    if view.result is None:
        return None
    return Ending(_sentence(view, events), tuple(_bars(view)), tuple(_numbers(events)))


# -- the winners -------------------------------------------------------------------------------


def _sentence(view: FriedrichView, events: Sequence[Event]) -> Text:
    claimed = next((event.cities for event in events if isinstance(event, AustriaClaims)), ())
    victories = [
        _victory(view, event.nation, event.seat, len(claimed))
        for event in events
        if isinstance(event, GameWon)
    ]
    if not victories:
        return T("The war is over.")
    return sentences(victories)


def _victory(view: FriedrichView, nation: int, seat: int, claimed: int) -> Text:
    """Say how a nation has won (§12.2, §12.3, §13.9)."""
    winner, title = SeatName(seat), NATIONS.title(nation)
    if nation == PRUSSIA and victory.survived(view):
        nations = Listing(tuple(NATIONS.title(n) for n in victory.outlasted(view)))
        return T("{seat} wins: Prussia has survived, for fate has taken {nations} out of the war.",
                 seat=winner, nations=nations)  # fmt: skip
    needed = len(victory.needed(view, nation))
    if nation == AUSTRIA and claimed:
        return TN("{seat} wins: Austria has all objectives but {n}, which it claims.",
                  "{seat} wins: Austria has all objectives but {n}, which it claims.",
                  claimed, seat=winner)  # fmt: skip
    if victory.eased(view, nation):
        return T("{seat} wins: {nation} has conquered all {n} objectives of the first order, and"
                 " no longer needs those of the second.", seat=winner, nation=title,
                 n=needed)  # fmt: skip
    return T("{seat} wins: {nation} has conquered all {n} objectives.", seat=winner, nation=title,
             n=needed)  # fmt: skip


# -- progress ----------------------------------------------------------------------------------


def _bars(view: FriedrichView) -> Iterator[Bar]:
    """Yield a bar of objectives for each nation, and one of nations that have left the war."""
    for nation in range(7):
        aims = phrases.wanted(view, nation) if view.owners[nation] >= 0 else []
        if aims:
            yield Bar(T("{nation}", nation=NATIONS.title(nation)), _by_order(view, aims), len(aims))
    leaving = victory.outlasted(view)
    parts = tuple((T("{nation}", nation=NATIONS.title(n)), int(n in view.quit)) for n in leaving)
    yield Bar(T("Prussia: nations that have left the war"), parts, len(leaving))


def _by_order(view: FriedrichView, aims: Sequence[int]) -> tuple[tuple[Text, int], ...]:
    names = {1: T("first order"), 2: T("second order")}
    return tuple(
        (name, sum(view.control[city] for city in aims if ORDER[city] == order))
        for order, name in names.items()
        if any(ORDER[city] == order for city in aims)
    )


# -- numbers -----------------------------------------------------------------------------------


def _numbers(events: Sequence[Event]) -> Iterator[tuple[Text, Text]]:
    battles = [event for event in events if isinstance(event, Announced)]
    yield T("Fights"), as_is(str(len(battles)))
    if battles:
        largest = max(battles, key=lambda event: event.first + event.second)
        yield T("Largest fight"), T(
            "{attacker} ({first}) against {defender} ({second})",
            attacker=PIECES.title(largest.attacker), first=largest.first,
            defender=PIECES.title(largest.defender), second=largest.second,
        )  # fmt: skip
    played = Counter(event.nation for event in events if isinstance(event, CardPlayed))
    if played:
        yield T("Cards played in fights"), _by_nation(played)
    lost = _losses(events)
    if lost:
        yield T("Troops lost"), _by_nation(lost)
    general, cities = _longest_march(events)
    if cities:
        yield T("Longest march"), TN("{general}, {n} city", "{general}, {n} cities", cities,
                                     general=PIECES.title(general))  # fmt: skip


def _by_nation(numbers: Mapping[int, int]) -> Text:
    """List nations with a number each, in the order of play."""
    entries = [T("{nation} {n}", nation=NATIONS.title(nation), n=numbers[nation])
            for nation in sorted(numbers)]  # fmt: skip
    return T("{list}", list=Listing(tuple(entries)))


def _losses(events: Sequence[Event]) -> Counter[int]:
    """Count the troops each nation lost in fights, out of supply and by fate."""
    lost: Counter[int] = Counter()
    for event in events:
        if isinstance(event, Lost | Starved):
            lost[NATION_OF[event.general]] += event.n
        elif isinstance(event, Retired):
            lost[NATION_OF[event.general]] += event.lost
        elif isinstance(event, FateLoss):
            lost[NATION_OF[event.general]] += 1
    return +lost


def _longest_march(events: Sequence[Event]) -> tuple[int, int]:
    """Return the general with the longest march in one stage, and its number of cities."""
    lengths: Counter[tuple[int, int]] = Counter()
    stage = 0
    for event in events:
        if isinstance(event, StageBegan):
            stage += 1
        elif isinstance(event, Marched) and event.piece < GENERALS:
            lengths[stage, event.piece] += 1
    if not lengths:
        return -1, 0
    (_, general), cities = lengths.most_common(1)[0]
    return general, cities

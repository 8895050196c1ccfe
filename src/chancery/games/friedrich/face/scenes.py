"""The story: where turns and stages begin, and what nobody should miss of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from chancery.core import NOBODY, Event
from chancery.core.tabletop import Heading, Scene
from chancery.core.words import TN, T, Text
from chancery.games.friedrich.board.atlas import CITY_IDS, CITY_SPOTS
from chancery.games.friedrich.board.cards import SYMBOLS
from chancery.games.friedrich.board.fate_cards import (
    FATES,
    STROKE_NEWS,
    SWEDEN_QUITS,
    TEXTS,
)
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import GENERAL_AXIS, PIECE_NAMES
from chancery.games.friedrich.face.stories import CARD_STORIES
from chancery.games.friedrich.rules.events import (
    AustriaClaims,
    DrawChanged,
    Drawn,
    DrawStays,
    Evaded,
    FateTurned,
    GameWon,
    ImperialChanged,
    ImperialMoved,
    Lost,
    NationQuit,
    ObjectivesEased,
    OffensiveFailed,
    Removed,
    Retired,
    Retreated,
    StageBegan,
    Starved,
    SubsidiesCut,
    Trapped,
    TurnBegan,
    WarOverseas,
    Won,
)


def heading(event: Event) -> Heading | None:
    """A turn, the stage of a nation, and the card of fate, which belongs to nobody."""
    if isinstance(event, TurnBegan):
        return Heading(1)
    if isinstance(event, StageBegan):
        return Heading(2, NATION_NAMES[event.nation])
    if isinstance(event, FateTurned):
        return Heading(2)
    return None


# -- scenes ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Open:
    """A scene to which lines may still come."""

    last: int
    kind: str
    title: Text
    lines: list[Text] = field(default_factory=list)
    focus: list[str] = field(default_factory=list)
    follows: tuple[type[Event], ...] = ()  # what is told with it, where that comes at once
    loser: int = -1  # of a fight that is not over before he has retreated or is gone
    lost: int = 0
    story: tuple[Text, ...] = ()  # what really happened; told last, for nobody needs it to play on
    first: int = NOBODY

    def __post_init__(self) -> None:
        self.first = self.last

    def add(self, number: int, line: Text) -> None:
        """One more event."""
        self.last = number
        self.lines.append(line)

    def closed(self) -> Scene:
        """As it is told."""
        lines = (*self.lines, *self.story)
        return Scene(self.last, self.kind, self.title, lines, tuple(self.focus), first=self.first)


def scenes(told: Sequence[tuple[int, Event]]) -> Iterator[Scene]:
    """Fights, cards of fate, stacks that starve, the end. A fight is told when nothing of it is
    still to come; what follows at once from a card of fate is told with it."""
    now: _Open | None = None
    for number, event in told:
        if now is not None:
            if _goes_on(now, number, event):
                continue
            if now.loser < 0:
                yield now.closed()
        begins = _BEGINS.get(type(event))
        now = begins(number, event) if begins is not None else None
    if now is not None and now.loser < 0:
        yield now.closed()


def _goes_on(now: _Open, number: int, event: Event) -> bool:
    """Whether an event belongs to the scene; then it is told in it."""
    if now.loser >= 0:
        return _fight_goes_on(now, number, event)
    if isinstance(event, now.follows):
        now.add(number, event.text())
        return True
    return False


def _fight_goes_on(now: _Open, number: int, event: Event) -> bool:
    """§7.5, §8: losses, who leaves the map, the retreat. A top general leaves last (§6.4)."""
    if isinstance(event, Lost | Trapped):
        now.add(number, event.text())
        now.lost += event.n if isinstance(event, Lost) else 0
    elif isinstance(event, Removed):
        now.add(number, event.text())
        if event.general == now.loser:
            now.loser = -1
    elif isinstance(event, Retreated):
        now.add(number, _retreat(event, now.lost))
        now.focus += [_piece(event.general), f"city:{CITY_IDS[event.city]}"]
        now.loser = -1
    else:
        return type(event) not in _BEGINS  # what an offensive comes to is told between
    return True


def _retreat(event: Retreated, cities: int) -> Text:
    """A beaten stack goes as many cities as it has lost troops (§8.1)."""
    return TN("{general} retreats by {n} city to {city}.", "{general} retreats by {n} cities to"
              " {city}.", cities, general=GENERAL_AXIS.title(event.general),
              city=CITY_SPOTS[event.city])  # fmt: skip


def _piece(piece: int) -> str:
    return f"piece:{PIECE_NAMES[piece]}"


def _won(number: int, event: Won) -> _Open:
    return _Open(number, "fight", event.text(), focus=[_piece(event.winner)], loser=event.loser)


def _drawn(number: int, event: Drawn) -> _Open:
    focus = [_piece(event.attacker), _piece(event.defender)]
    return _Open(number, "fight", event.text(), focus=focus)


def _evaded(number: int, event: Evaded) -> _Open:
    focus = [_piece(event.general), f"city:{CITY_IDS[event.city]}"]
    return _Open(number, "fight", event.text(), focus=focus)


def _fate(number: int, event: FateTurned) -> _Open:
    """A card with its story. A stroke has no suit (§11.1); what it does is told by what follows."""
    story = (CARD_STORIES[event.fate],)
    if event.suit >= 0:
        title = T("Card of fate {n}{suit}", n=event.fate + 1, suit=SYMBOLS[event.suit])
        text = TEXTS[event.fate + 1, event.suit]
        return _Open(number, "fate", title, [text], story=story)
    title = T("Stroke of fate: {fate}", fate=FATES.title(event.fate))
    follows: tuple[type[Event], ...] = _AFTER_A_STROKE
    if event.fate != SWEDEN_QUITS:  # there somebody has to be chosen first
        follows = (*follows, Retired)
    return _Open(number, "stroke", title, [STROKE_NEWS[event.fate]], follows=follows, story=story)


def _starved(number: int, event: Starved) -> _Open:
    return _Open(number, "loss", event.text(), follows=(Removed,))


def _retired(number: int, event: Retired) -> _Open:
    return _Open(number, "loss", event.text())


def _end(number: int, event: GameWon | AustriaClaims) -> _Open:
    return _Open(number, "end", T("The war is over."), [event.text()], follows=(GameWon,))


_AFTER_A_STROKE = (
    NationQuit, WarOverseas, SubsidiesCut, DrawChanged, DrawStays, OffensiveFailed,
    ImperialChanged, ImperialMoved, ObjectivesEased,
)  # fmt: skip
_BEGINS: dict[type[Event], Callable[..., _Open]] = {
    Won: _won,
    Drawn: _drawn,
    Evaded: _evaded,
    FateTurned: _fate,
    Starved: _starved,
    Retired: _retired,
    GameWon: _end,
    AustriaClaims: _end,
}

"""The story of a game: headings of turns and stages, and scenes for important events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from chancery.core import NOBODY, Event
from chancery.core.tabletop import Heading, Scene
from chancery.core.words import TN, T, Text
from chancery.games.friedrich.board.atlas import CITY_IDS, CITY_SPOTS
from chancery.games.friedrich.board.cards import SYMBOLS
from chancery.games.friedrich.board.fate_cards import FATES, STROKE_NEWS, SWEDEN_QUITS, TEXTS
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import GENERAL_AXIS, NATION_OF, PIECE_NAMES
from chancery.games.friedrich.face import stories
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
    """Return the heading that an event begins: a turn, the stage of a nation, or a card of fate."""
    if isinstance(event, TurnBegan):
        return Heading(1, title=T("Turn {n}", n=event.turn))
    if isinstance(event, StageBegan):
        return Heading(2, NATION_NAMES[event.nation])
    if isinstance(event, FateTurned):
        return Heading(2)
    return None


# -- scenes ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Open:
    """A scene that further events may still extend."""

    last: int
    kind: str
    title: Text
    lines: list[Text] = field(default_factory=list)
    focus: list[str] = field(default_factory=list)
    follows: tuple[type[Event], ...] = ()  # events included in it if they follow at once
    fighters: tuple[int, ...] = ()
    loser: int = -1  # the beaten general of a fight, until he has retreated or is removed
    lost: int = 0
    story: tuple[Text, ...] = ()  # the historical background, shown last
    first: int = NOBODY

    def __post_init__(self) -> None:
        self.first = self.last

    def add(self, number: int, line: Text) -> None:
        """Add the line of one more event."""
        self.last = number
        self.lines.append(line)

    def closed(self) -> Scene:
        """Return the finished scene with its story."""
        lines = (*self.lines, *self.story)
        return Scene(self.last, self.kind, self.title, lines, tuple(self.focus), first=self.first,
                     sides=tuple(NATION_OF[general] for general in self.fighters))  # fmt: skip


def scenes(events: Sequence[tuple[int, Event]]) -> Iterator[Scene]:
    """Yield scenes of fights, cards of fate, starving stacks and the end of the game.

    A fight becomes a scene when it is complete; events that follow at once from a card of fate are
    part of its scene.
    """
    open_scene: _Open | None = None
    for number, event in events:
        if open_scene is not None:
            if _goes_on(open_scene, number, event):
                continue
            if open_scene.loser < 0:
                yield open_scene.closed()
        begins = _BEGINS.get(type(event))
        open_scene = begins(number, event) if begins is not None else None
    if open_scene is not None and open_scene.loser < 0:
        yield open_scene.closed()


def _goes_on(scene: _Open, number: int, event: Event) -> bool:
    """Add an event to the scene if it belongs there, and return whether it did."""
    if scene.loser >= 0:
        return _fight_goes_on(scene, number, event)
    if isinstance(event, scene.follows):
        scene.add(number, event.text())
        return True
    return False


def _fight_goes_on(scene: _Open, number: int, event: Event) -> bool:
    """§7.5, §8: add losses, removals and the retreat; the top general is removed last (§6.4)."""
    if isinstance(event, Lost | Trapped):
        scene.add(number, event.text())
        scene.lost += event.n if isinstance(event, Lost) else 0
    elif isinstance(event, Removed):
        scene.add(number, event.text())
        if event.general == scene.loser:
            scene.loser = -1
    elif isinstance(event, Retreated):
        scene.add(number, _retreat(event, scene.lost))
        scene.focus += [_piece(event.general), f"city:{CITY_IDS[event.city]}"]
        scene.loser = -1
    else:
        return type(event) not in _BEGINS  # events of the Offensive Option may come between
    return True


def _retreat(event: Retreated, cities: int) -> Text:
    """Describe the retreat of a stack, one city for each lost troop (§8.1)."""
    return TN("{general} retreats by {n} city to {city}.", "{general} retreats by {n} cities to"
              " {city}.", cities, general=GENERAL_AXIS.title(event.general),
              city=CITY_SPOTS[event.city])  # fmt: skip


def _piece(piece: int) -> str:
    return f"piece:{PIECE_NAMES[piece]}"


def _won(number: int, event: Won) -> _Open:
    return _Open(number, "fight", event.text(), focus=[_piece(event.winner)], loser=event.loser,
                 fighters=(event.winner, event.loser))  # fmt: skip


def _drawn(number: int, event: Drawn) -> _Open:
    fighters = (event.attacker, event.defender)
    focus = [_piece(general) for general in fighters]
    return _Open(number, "fight", event.text(), focus=focus, fighters=fighters)


def _evaded(number: int, event: Evaded) -> _Open:
    focus = [_piece(event.general), f"city:{CITY_IDS[event.city]}"]
    return _Open(number, "fight", event.text(), focus=focus, fighters=(event.general,))


def _fate(number: int, event: FateTurned) -> _Open:
    """Begin the scene of a card of fate; a stroke has no suit (§11.1), its effects follow as
    events."""
    story = (stories.of_card(event.fate),)
    if event.suit >= 0:
        title = T("Card of fate {n}{suit}", n=event.fate + 1, suit=SYMBOLS[event.suit])
        text = TEXTS[event.fate + 1, event.suit]
        return _Open(number, "fate", title, [text], story=story)
    title = T("Stroke of fate: {fate}", fate=FATES.title(event.fate))
    follows: tuple[type[Event], ...] = _AFTER_A_STROKE
    if event.fate != SWEDEN_QUITS:  # there a player has to choose the general first
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

"""Beside the map: the fight under way, one's own hands, all nations, the clock of fate.

Each panel is a small picture of its own, 420 wide, so that it can be read on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from chancery.core.pictures import Panel
from chancery.core.svg import Svg, at, join, picture
from chancery.core.words import TN, Listing, Speaker, T, Text
from chancery.games.friedrich.board.atlas import SUIT
from chancery.games.friedrich.board.cards import (
    CARD_NAMES,
    DECK,
    DECKS,
    KINDS,
    RESERVE,
    SUIT_OF,
    VALUE,
)
from chancery.games.friedrich.board.fate_cards import FATES, STROKE_TEXTS
from chancery.games.friedrich.board.nations import NATION_NAMES, NATIONS
from chancery.games.friedrich.board.pieces import GENERAL_AXIS, GENERALS_OF, TRAINS_OF
from chancery.games.friedrich.face import phrases
from chancery.games.friedrich.face.signs import CARD_HEIGHT, suit_sign, tag, use, words
from chancery.games.friedrich.face.words import clock
from chancery.games.friedrich.rules import army_limits
from chancery.games.friedrich.rules.combat import ATTACKER, DEFENDER, Fight
from chancery.games.friedrich.rules.events import signed
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.rules.turn import FATE_FROM
from chancery.games.friedrich.view import FriedrichView

WIDTH = 420
STEP = 33  # from card to card
IN_A_ROW = 12
ROW = CARD_HEIGHT + 8
TURNS = 23


def panels(view: FriedrichView, speaker: Speaker) -> Iterator[Panel]:
    """What is to be seen beside the map now, the most urgent first."""
    fight = next((p for p in view.phases if isinstance(p, Fight)), None)
    if fight is not None:
        height = 118 + _rows(fight.laid) * (ROW + 16)
        yield _panel("fight", T("The fight"), height, _fight(view, fight, speaker))
    top = view.phases[-1] if view.phases else None
    if isinstance(top, Recruiting) and view.own(top.nation) and top.trains >= 0:
        height = 44 + _rows(top.paid) * ROW
        yield _panel("purchase", T("The purchase"), height, _purchase(view, top, speaker))
    for nation in range(7):
        if any(view.hands[nation]):
            scores = tuple(_scores(view, fight, nation).items())
            yield hand_panel(nation, view.hands[nation], scores, speaker.nameless)
    playing = [n for n in range(7) if view.owners[n] >= 0]
    yield nations_panel(tuple(_line_of(view, nation) for nation in playing), speaker.nameless)
    strokes = tuple(bool(view.drawn_fates[fate]) for fate in STROKE_TEXTS)
    yield fate_panel(view.turn, strokes, tuple(clock(view)), speaker.nameless)


# Most panels show what they showed before: what is drawn once is remembered.


@lru_cache(1000)
def hand_panel(
    nation: int, hand: tuple[int, ...], leads_to: tuple[tuple[int, str], ...], speaker: Speaker
) -> Panel:
    """The cards of a nation."""
    held, scores = _held(hand), dict(leads_to)
    tall = ROW + (16 if scores else 0)  # a line for the scores that cards lead to
    drawn = _hand(held, NATION_NAMES[nation], tall, scores, speaker)
    title = T("Hand of {nation}", nation=NATIONS.title(nation))
    return _panel(f"hand-{NATION_NAMES[nation]}", title, _rows(held) * tall + 26, drawn)


@lru_cache(1000)
def nations_panel(lines: tuple[Line, ...], speaker: Speaker) -> Panel:
    """Public facts of all nations."""
    return _panel("nations", T("Nations"), 30 * len(lines) + 24, _nations(lines, speaker))


@lru_cache(1000)
def fate_panel(
    turn: int, strokes: tuple[bool, ...], told: tuple[Text, ...], speaker: Speaker
) -> Panel:
    """The turn, and what fate has brought."""
    lines = [line for text in told for line in wrap(speaker.say(text), 62)]
    drawn = _fate(turn, strokes, lines, speaker)
    return _panel("fate", T("Turn and fate"), 84 + 17 * len(lines), drawn)


def _panel(key: str, title: Text, height: int, drawn: Iterable[Svg]) -> Panel:
    return Panel(key, title, str(picture(WIDTH, height, "fr-panel", *drawn)))


def _rows(cards: Sequence[object]) -> int:
    return -(-len(cards) // IN_A_ROW)


# -- cards -----------------------------------------------------------------------------------


@lru_cache(8000)
def card(kind: int, x: float, y: float, name: str, class_: str = "in-hand") -> Svg:
    """A card face up: value and suit in the corner, its deck at the foot.

    Only what is in a hand can be clicked.
    """
    suit = SUIT_OF[kind]
    if suit == RESERVE:
        face = join((words("R", 13, 21, "value"), words("1–10", 23, 44, "reserve")))
    else:
        face = join(
            (words(str(VALUE[kind]), 13, 21, "value"), suit_sign(suit, 13, 34, 0.62),
             suit_sign(suit, 33, 44, 0.9, "quiet-suit"))
        )  # fmt: skip
    back = use(f"fr-back-{DECK[kind] + 1}", 4, 46, 0.8)
    return tag(
        "g",
        use("fr-card", 0, 0),
        face,
        back,
        words(str(DECK[kind] + 1), 9.6, 58, "deck"),
        id=name,
        class_=f"face {class_}",
        data_target=f"card:{CARD_NAMES[kind]}" if class_ == "in-hand" else None,
        transform=at(x, y),
    )


def _held(hand: Sequence[int]) -> list[int]:
    """The cards of a hand by suit, the highest first, Reserves last."""
    kinds = [kind for kind in range(KINDS) for _ in range(hand[kind])]
    return sorted(kinds, key=lambda kind: (SUIT_OF[kind], -VALUE[kind], kind))


def _hand(
    held: Sequence[int], nation: str, tall: int, scores: Mapping[int, str], speaker: Speaker
) -> Iterator[Svg]:
    """The cards of a nation in rows; under those that may be played the score they lead to."""
    for place, kind in enumerate(held):
        x, y = 4 + STEP * (place % IN_A_ROW), 4 + tall * (place // IN_A_ROW)
        yield card(kind, x, y, f"c-{nation}-{place}")
        if kind in scores:
            yield words(scores[kind], x + 16, y + CARD_HEIGHT + 14, "leads-to")
    sums = [sum(VALUE[k] for k in held if SUIT_OF[k] == suit) for suit in range(RESERVE + 1)]
    y = _rows(held) * tall + 16
    for suit in range(RESERVE):
        yield suit_sign(suit, 16 + 74 * suit, y - 4, 0.6)
        yield words(str(sums[suit]), 28 + 74 * suit, y + 2, "sum", "start")
    yield words(speaker.say(T("worth {n}", n=sum(sums))), WIDTH - 8, y + 2, "sum", "end")


def _scores(view: FriedrichView, fight: Fight | None, nation: int) -> dict[int, str]:
    """The scores to which the cards of a hand would lead in a fight, by kind."""
    if fight is None or fight.side < 0 or fight.nation(fight.side) != nation:
        return {}
    suit, score, ceiling = fight.suit(view), fight.own_score(), fight.ceiling(view)
    found = {}
    for kind in range(KINDS):
        if SUIT_OF[kind] == suit and VALUE[kind] <= ceiling:
            found[kind] = signed(score + fight.counts(view, VALUE[kind]))
        elif SUIT_OF[kind] == RESERVE:
            most = fight.counts(view, min(VALUE[kind], ceiling))
            found[kind] = f"≤{signed(score + most)}"
    return found


def _purchase(view: FriedrichView, top: Recruiting, speaker: Speaker) -> Iterator[Svg]:
    """What it costs, the cards laid down for it, and what is still missing or wasted (§10)."""
    cost, paid = top.cost(view), top.worth()
    bought = Listing(
        (
            *([phrases.troops(top.troops)] if top.troops else ()),
            *([TN("{n} train", "{n} trains", top.trains)] if top.trains else ()),
        )
    )
    said = T("{bought}: {paid} of {cost} points", bought=bought, paid=paid, cost=cost)
    yield words(speaker.say(said), 8, 18, "fighter", "start")
    width, part = WIDTH - 16, min(1.0, paid / cost) if cost else 1.0
    yield tag("rect", x=8, y=26, width=width, height=8, rx=4, class_="bar")
    yield tag("rect", x=8, y=26, width=width * part, height=8, rx=4, class_="bar paid")
    if paid > cost:
        lost = speaker.say(TN("{n} point wasted", "{n} points wasted", paid - cost))
        yield words(lost, WIDTH - 8, 18, "wasted", "end")
    for place, kind in enumerate(top.paid):
        x, y = 4 + STEP * (place % IN_A_ROW), 40 + ROW * (place // IN_A_ROW)
        yield card(kind, x, y, f"paid-{place}", "laid")


# -- the fight -------------------------------------------------------------------------------


def _fight(view: FriedrichView, fight: Fight, speaker: Speaker) -> Iterator[Svg]:
    """Both sides with their sums and suits, the score between them, the cards played so far."""
    for side, x, anchor in ((ATTACKER, 8, "start"), (DEFENDER, WIDTH - 8, "end")):
        general = fight.general(side)
        nation = NATION_NAMES[fight.nation(side)]
        sign = 1 if side == ATTACKER else -1
        yield use(f"fr-shield-{nation}", x + sign * 14, 20, 1.2)
        title = speaker.word(GENERAL_AXIS.title(general))
        yield words(title, x + sign * 34, 18, "fighter", anchor)
        troops = view.told[general]
        if troops:
            sized = speaker.say(phrases.troops(troops))
            yield words(sized, x + sign * 34, 36, "side-note", anchor)
        yield suit_sign(SUIT[view.at[general]], x + sign * 14, 52, 0.9)
        if fight.side == side:
            yield tag("path", d=f"M{x + sign * 34} 46h{sign * 60}", class_="to-play")
    yield from _scale(fight)
    for number, (side, kind, value) in enumerate(fight.laid):
        x = 4 + STEP * (number % IN_A_ROW)
        y = 118 + (ROW + 16) * (number // IN_A_ROW)
        yield card(kind, x, y, f"laid-{number}", "laid" if side == ATTACKER else "laid answered")
        yield words(signed(value), x + 20, y + CARD_HEIGHT + 13, "side-note")


def _scale(fight: Fight) -> Iterator[Svg]:
    """The score of the attacker on a scale; beyond its ends the number alone tells."""
    middle, y, unit = WIDTH / 2, 86, 12
    shown = max(-14, min(14, fight.score))
    yield tag("path", d=f"M{middle - 15 * unit} {y}H{middle + 15 * unit}", class_="scale")
    for tick in range(-15, 16, 5):
        high = 9 if tick == 0 else 5
        yield tag("path", d=f"M{middle + tick * unit} {y - high}v{2 * high}", class_="scale")
    side = "left" if fight.score < 0 else "right"
    x = middle + shown * unit
    start, width = min(middle, x), abs(shown * unit)
    yield tag("rect", x=start, y=y - 4, width=width, height=8, class_=f"lead {side}")
    yield tag("circle", cx=x, cy=y, r=14, class_="score-disc", id="score")
    yield words(signed(fight.score), x, y + 5, "score")


# -- nations ---------------------------------------------------------------------------------


class Line(NamedTuple):
    """What everybody knows of a nation."""

    nation: int
    active: bool
    troops: str
    objectives: str  # empty where it wants none
    cards: int
    backs: tuple[int, ...]
    generals: int
    trains: int


def _line_of(view: FriedrichView, nation: int) -> Line:
    aims = phrases.wanted(view, nation)
    return Line(
        nation,
        nation == view.stage and bool(view.phases),
        f"{view.totals[nation]}/{army_limits.ceiling(view, nation)}",
        f"{sum(view.control[city] for city in aims)}/{len(aims)}" if aims else "",
        view.hand_size(nation),
        tuple(view.backs[nation * DECKS : (nation + 1) * DECKS]),
        sum(view.at[g] >= 0 for g in GENERALS_OF[nation]),
        sum(view.at[t] >= 0 for t in TRAINS_OF[nation]),
    )


def _nations(lines: Sequence[Line], speaker: Speaker) -> Iterator[Svg]:
    """Public facts of all seven: troops, generals, trains, objectives, and backs of cards."""
    for x, text in ((176, T("troops")), (233, T("objectives")), (300, T("cards"))):
        yield words(speaker.say(text), x, 14, "head")
    for row, line in enumerate(lines):
        y = 24 + 30 * row
        name = NATION_NAMES[line.nation]
        if line.active:
            yield tag("rect", x=2, y=y, width=WIDTH - 4, height=28, rx=6, class_="active")
        yield use(f"fr-shield-{name}", 18, y + 14)
        title = speaker.word(NATIONS.title(line.nation))
        yield words(title, 34, y + 19, "nation", "start")
        yield words(line.troops, 176, y + 19, "fact")
        if line.objectives:
            yield words(line.objectives, 233, y + 19, "fact")
        yield words(str(line.cards), 276, y + 19, "fact")
        yield from _backs(line.backs, 288, y + 4)
        for x, sign, number in ((368, "general", line.generals), (398, "train", line.trains)):
            yield use(f"fr-{sign}-{name}", x, y + 21, 0.36 if sign == "general" else 0.5)
            yield words(str(number), x + 9, y + 19, "fact", "start")


def _backs(backs: Sequence[int], x: float, y: float) -> Iterator[Svg]:
    """How many cards of each deck a nation holds: backs are public (§3)."""
    for deck, n in enumerate(backs):
        if n:
            yield use(f"fr-back-{deck + 1}", x, y)
            yield words(str(n), x + 7, y + 14, "back-number")
            x += 18


# -- turn and fate ---------------------------------------------------------------------------


def _fate(
    now: int, strokes: Sequence[bool], lines: Sequence[str], speaker: Speaker
) -> Iterator[Svg]:
    """The turn, the strokes that have fallen, the card that holds, the draw pile."""
    for turn in range(1, TURNS + 1):
        x = 12 + 17.2 * (turn - 1)
        kind = "now" if turn == now else "past" if turn < now else "coming"
        yield tag("circle", cx=x, cy=16, r=8, class_=f"turn {kind}")
        yield words(str(turn), x, 20, f"turn-number {kind}")
        if turn == FATE_FROM:
            yield tag("path", d=f"M{x - 8.6} 2v28", class_="scale")
    for place, fate in enumerate(STROKE_TEXTS):
        x, y = 8 + 136 * (place % 3), 36 + 20 * (place // 3)
        fallen = strokes[place]
        yield tag("rect", x=x, y=y, width=130, height=17, rx=4,
                  class_="stroke fallen" if fallen else "stroke")  # fmt: skip
        title = speaker.word(FATES.title(fate))
        yield words(f"✕ {title}" if fallen else title, x + 65, y + 13, "stroke-name")
    y = 92
    for line in lines:
        yield words(line, 8, y, "fate-text", "start")
        y += 17


def wrap(text: str, most: int) -> Iterator[str]:
    """A sentence in lines of at most so many letters, broken between words."""
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > most:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        yield line

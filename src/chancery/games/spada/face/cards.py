"""Single cards as small pictures, for the reader's hand and for offers in an auction.

They use the signs defined in the ground of the board.
"""

from __future__ import annotations

from functools import cache, lru_cache

from chancery.core.svg import Svg, at, picture
from chancery.core.words import Speaker
from chancery.games.spada.board.components import (
    PROBLEMS,
    RESOURCES,
    SEAT_NAMES,
    problem_of,
    symbol_of,
)
from chancery.games.spada.face.signs import (
    CARD_HEIGHT,
    CARD_WIDTH,
    REWARDS,
    shield,
    tag,
    use,
    words,
)

MARGIN = 2  # room for the line around a card
AGENDA_WIDTH, AGENDA_HEIGHT = 78, 112


def _alone(width: int, height: int, *inside: Svg) -> str:
    return str(picture(width + 2 * MARGIN, height + 2 * MARGIN, "spada-board spada-card", *inside))


@cache
def resource_card(resource: int, value: int, state: str = "") -> str:
    """Draw a resource card with its value of the year (§setup.summary); 0: not known yet.

    State `lifted`: chosen for an offer or for tithes; `earlier`: offered, and lost after a pass.
    """
    face = [
        tag("use", href=f"#l-card-{RESOURCES.names[resource]}"),
        *([words(str(value), 17, 31, "value")] if value else []),
    ]
    if state == "lifted":
        face.append(tag("rect", width=CARD_WIDTH, height=CARD_HEIGHT, rx=6, class_="lifted"))
    drawn = tag(
        "g", *face, transform=at(MARGIN, MARGIN), class_="earlier" if state == "earlier" else None
    )
    return _alone(CARD_WIDTH, CARD_HEIGHT, drawn)


@lru_cache(256)
def agenda_alone(card: int, speaker: Speaker) -> str:
    """Draw an agenda card as a picture of its own."""
    x, y = AGENDA_WIDTH / 2 + MARGIN, AGENDA_HEIGHT / 2 + MARGIN
    face = agenda_card(problem_of(card), symbol_of(card), x, y, speaker)
    return _alone(AGENDA_WIDTH, AGENDA_HEIGHT, face)


@lru_cache(1024)
def agenda_card(
    kind: int, symbol: int | None, x: float, y: float, speaker: Speaker, class_: str | None = None
) -> Svg:
    """Draw an agenda card around its centre: the problem under an arch, the reward in the
    corners."""
    title = speaker.word(PROBLEMS.title(kind))
    drawn = [
        tag("rect", x=-39, y=-56, width=AGENDA_WIDTH, height=AGENDA_HEIGHT, rx=6, class_="card"),
        tag("rect", x=-35, y=-52, width=70, height=104, rx=3, class_="panel t-agenda"),
        tag("path", d="M-25 30V-8Q-25-30 0-40 25-30 25-8V30Z", class_="niche"),
        use(f"l-{PROBLEMS.names[kind]}", 0, 2, 1.75),
        words(title, 0, 46, "kind" if len(title) < 9 else "kind long"),
    ]
    if symbol is not None:
        drawn += [use(f"l-{REWARDS[symbol]}", dx, -37, 0.95) for dx in (-22, 22)]
    return tag("g", *drawn, transform=at(x, y), class_=class_)


@cache
def emblem(seat: str) -> str:
    """Draw the coat of arms of a seat, complete without the board."""
    coat = tag("g", shield(seat, None), transform=at(26, 30), class_=f"seat-{seat}")
    return str(picture(52, 66, "spada-board spada-card", coat))


@cache
def arms(seat: int) -> str:
    """Draw the coat of arms of a seat."""
    name = SEAT_NAMES[seat]
    coat = tag("g", shield(name, "l-"), transform=at(26, 30), class_=f"seat-{name}")
    return str(picture(52, 66, "spada-board spada-card", coat))

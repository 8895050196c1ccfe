"""The live layer of the board: houses, backs of hands, offers, the agenda."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from chancery.core.svg import Svg, at, join
from chancery.core.words import TN, SeatName, Speaker, T, Word
from chancery.games.spada.board.components import (
    AGENDA,
    HOUSES,
    KNIGHTS,
    PARTS,
    PROBLEMS,
    RESOURCES,
    Cards,
    counted,
    problem_of,
    symbol_of,
)
from chancery.games.spada.board.open_information import privileges_of
from chancery.games.spada.face import places as p
from chancery.games.spada.face.cards import agenda_card
from chancery.games.spada.face.cathedral import cathedral
from chancery.games.spada.face.places import place
from chancery.games.spada.face.signs import REWARDS, tag, use, words
from chancery.games.spada.face.words import SEASON_NAMES, value
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.summer import Burning, Defence, Summer
from chancery.games.spada.rules.year import WINTER, Year
from chancery.games.spada.view import SpadaView, known_cards

LONG_NAME, LONGEST_NAME = 11, 18  # letters on a ribbon before it is set smaller, or cut off
WAX = (
    "M-26-2C-29-14-20-26-7-26 2-31 16-26"
    " 21-18 30-12 29 3 25 10 24 20 12 28 2 26-10 30-24 22-24 12-29 8-28 3-26-2Z"
)


def pieces(view: SpadaView, speaker: Speaker) -> Svg:
    """Draw the complete live layer.

    Drawings are cached by what they show; those without players' names for all tables.
    """
    names = view.frame.seats
    seats = range(len(names))
    plain, season = speaker.nameless, season_of(view)
    return join(
        (
            *(_region(names[seat], seat, speaker) for seat in seats),
            _cathedral(view, speaker),
            _year(view.year, season, plain),
            _agenda(view.agenda, view.problem, season, plain),
            _stores(view.deck_size, view.discards, view.supply, plain),
            *(_fief(view, seat, speaker) for seat in seats),
            *(_houses(view, seat, speaker) for seat in seats),
        )
    )


def _title(speaker: Speaker, word: Word) -> Svg:
    return tag("title", speaker.word(word))


def _row(cards: Sequence[int], seat: int) -> Sequence[int]:
    return cards[seat * 4 : seat * 4 + 4]


# -- the realm -------------------------------------------------------------------------


def _cathedral(view: SpadaView, speaker: Speaker) -> Svg:
    title = T("Cathedral: {n} of {parts} parts built.", n=view.built, parts=PARTS)
    return _cathedral_of(view.built, speaker.say(title))


@lru_cache(64)
def _cathedral_of(built: int, title: str) -> Svg:
    x, y = p.CATHEDRAL_AT
    ticks = "".join(f"M{a + 5:.1f} {b + 12:.1f}l5 6 10-13" for a, b in p.PARTS_AT[:built])
    return tag(
        "g",
        tag("title", title),
        tag("g", cathedral(built), transform=at(x, y, 0.94)),
        *(tag("circle", cx=a, cy=b, r=19, class_="done") for a, b in p.PARTS_AT[:built]),
        *([tag("path", d=ticks, class_="tick")] if ticks else []),
        *(
            tag("circle", cx=a, cy=b, r=20.5, class_="pointer")
            for a, b in p.PARTS_AT[built : built + 1]
        ),
        id="cathedral",
    )


def season_of(view: SpadaView) -> int:
    """Return the season that is being played; -1 when the game is over."""
    first = view.phases[0] if view.phases else None
    return first.played if isinstance(first, Year) and view.result is None else -1


@lru_cache(1024)
def _year(year: int, season: int, speaker: Speaker) -> Svg:
    x, y = p.WHEEL
    drawn = [
        _title(speaker, T("Year {year}", year=year)),
        words(str(year), x, y + 11, "digit32"),
    ]
    if 0 <= season < len(SEASON_NAMES):
        sx, sy = p.season_at(season)
        drawn.append(tag("circle", cx=sx, cy=sy, r=16, class_="pointer"))
    return tag("g", *drawn, id="year")


@lru_cache(1024)
def _agenda(card: int, problem: int, season: int, speaker: Speaker) -> Svg:
    """Draw the card of the year; after it has left the game, only its problem."""
    x, y = p.AGENDA_AT
    x0, y0 = p.TABLE
    if season == WINTER and card < 0:
        return tag("rect", x=x - 39, y=y - 56, width=78, height=112, rx=6, class_="slot")
    column = tag(
        "rect", x=x0 + 3, y=y0 + 26 + 22 * problem, width=110, height=22, rx=3, class_="pick"
    )
    if card < 0:
        return join((column, agenda_card(problem, None, x, y, speaker, "gone")))
    kind, symbol = problem_of(card), symbol_of(card)
    return join((column, tag("g", agenda_card(kind, symbol, x, y, speaker), id="agenda")))


@lru_cache(2048)
def _stores(deck_size: int, discards: Cards, supply: Cards, speaker: Speaker) -> Svg:
    x, y = p.DECK
    drawn = []
    if deck_size:
        deck = [use("l-back-resource", x - 26 - i * 3, y - 38 - i * 3, 0.79)
                for i in reversed(range(min(3, deck_size)))]  # fmt: skip
        title = TN("{n} card in the deck", "{n} cards in the deck", deck_size)
        drawn.append(tag("g", _title(speaker, title), *deck, _number(deck_size, x, y),
                        id="deck"))  # fmt: skip
    for resource, n in enumerate(discards):
        if n:
            a, b = p.DISCARDS[resource]
            drawn.append(_small(resource, n, a, b, alone=True))
    for kind, n in enumerate(supply):
        if not n:
            continue
        a, b = p.SUPPLY[kind]
        title = T("Privilege of the King: {resource}", resource=RESOURCES.title(kind))
        target = f"privilege:{RESOURCES.names[kind]}"
        drawn.append(_tile(speaker.say(title), kind, n, a, b, target))
    return tag("g", *drawn, id="stores")


@lru_cache(4096)
def _tile(title: str, kind: int, n: int, x: float, y: float, target: str) -> Svg:
    """Draw one or two privileges of a kind."""
    name = f"l-tile-{RESOURCES.names[kind]}"
    behind = [use(name, x + p.BEHIND[0], y + p.BEHIND[1])] if n > 1 else []
    return tag(
        "g", tag("title", title), *behind, use(name, x, y),
        id=target.replace(":", "-"), data_target=target,
    )  # fmt: skip


def _number(n: int, x: float, y: float, class_: str = "digit32") -> Svg:
    """Draw a large number on a round label."""
    return join((tag("circle", cx=x, cy=y, r=20, class_="label"), words(str(n), x, y + 11, class_)))


@lru_cache(4096)
def _small(resource: int, n: int, x: float, y: float, alone: bool = False) -> Svg:
    """Draw a small card with the number of equal cards."""
    name = f"l-small-{RESOURCES.names[resource]}"
    drawn = [use(name, x + 3, y - 3)] if n > 1 else []
    drawn.append(use(name, x, y))
    if n > 1 or alone:
        drawn.append(words(str(n), x, y + 20, "digit18"))
    return join(drawn)


# -- a fief ----------------------------------------------------------------------------


@lru_cache(2048)
def _region(name: str, seat: int, speaker: Speaker) -> Svg:
    return tag(
        "g",
        _title(speaker, T("The fief of {seat}", seat=SeatName(seat))),
        tag("path", d=p.FIEF_SHAPE, class_="region", transform=p.corner(seat)),
        id=f"fief-{name}",
        class_=f"seat-{name}",
        data_target=f"fief:{name}",
    )


def _fief(view: SpadaView, seat: int, speaker: Speaker) -> Svg:
    name = view.frame.seats[seat]
    staff = [_staff(seat, speaker)] if seat == view.counsellor else []
    return _together(
        name,
        (
            _ribbon(view, seat, speaker),
            _points(view.points[seat], name, seat, speaker.nameless),
        ),
        (
            _privileges(tuple(privileges_of(view, seat)), name, seat, speaker),
            _hand(view.sizes[seat], view.agenda_sizes[seat], name, seat, speaker),
            *_known(view, seat, speaker),
        ),
        (*_court(view, seat, speaker), *staff),
    )


@lru_cache(512)
def _together(
    name: str, banner: tuple[Svg, ...], holdings: tuple[Svg, ...], court: tuple[Svg, ...]
) -> Svg:
    """Draw a fief; banner and court let clicks through to what lies below them."""
    return tag(
        "g",
        tag("g", *banner, class_="through"),
        *holdings,
        tag("g", *court, class_="through"),
        class_=f"seat-{name}",
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


@cache
def _ribbon_shape(seat: int) -> str:
    x, y = place(seat, p.RIBBON)
    s = p.side(seat)
    left, right = x - 110 * s, x + 104 * s
    return (
        f"M{left:g} {y - 20:g}Q{x:g} {y - 27:g} {right:g} {y - 20:g}l{-9 * s} 20 {9 * s} 20"
        f"Q{x:g} {y + 13:g} {left:g} {y + 20:g}Z"
    )


def _ribbon(view: SpadaView, seat: int, speaker: Speaker) -> Svg:
    is_asked = any(question.seat == seat for question in view.asked)
    winner = view.result is not None and seat in view.result.winners
    rank = view.result.ranks[seat] if view.result else 0
    return _named(speaker.word(SeatName(seat)), seat, is_asked, winner, rank)


@lru_cache(4096)
def _named(name: str, seat: int, is_asked: bool, winner: bool, rank: int) -> Svg:
    x, y = place(seat, p.RIBBON)
    cx, cy = place(seat, p.SHIELD)
    return tag(
        "g",
        tag("title", name),
        tag("path", d=_ribbon_shape(seat),
            class_="ribbon asked" if is_asked or winner else "ribbon"),
        words(_short(name), x + 6 * p.side(seat), y + 6.5,
              "name" if len(name) <= LONG_NAME else "name long"),
        *([use("l-turn", x + 86 * p.side(seat), y, 1.1)] if is_asked else []),
        *([use("l-crown", cx, cy - 26)] if winner else []),
        *([words(f"{rank}.", x - 88 * p.side(seat), y + 7, "rank")] if rank else []),
    )  # fmt: skip


@lru_cache(1024)
def _points(n: int, name: str, seat: int, speaker: Speaker) -> Svg:
    x, y = place(seat, p.SEAL)
    return tag(
        "g",
        _title(speaker, TN("{n} point", "{n} points", n)),
        tag("path", d=WAX, class_="wax", transform=at(x, y)),
        tag("circle", cx=x, cy=y, r=20, class_="wax-in"),
        words(str(n), x, y + 11.5, "points"),
        id=f"points-{name}",
    )


@lru_cache(2048)
def _privileges(row: Cards, name: str, seat: int, speaker: Speaker) -> Svg:
    drawn = []
    for kind, n in enumerate(row):
        if n:
            title = T("Privilege of {seat}: {resource}", seat=SeatName(seat),
                      resource=RESOURCES.title(kind))  # fmt: skip
            x, y = place(seat, p.PRIVILEGES[kind])
            target = f"privilege:{RESOURCES.names[kind]}:{name}"
            drawn.append(_tile(speaker.say(title), kind, n, x, y, target))
    return join(drawn)


@lru_cache(4096)
def _hand(size: int, agendas: int, name: str, seat: int, speaker: Speaker) -> Svg:
    """Draw the backs of the cards in a hand, with their number."""
    title = T("{seat}: resource cards {cards}, agenda cards {agendas}", seat=SeatName(seat),
              cards=size, agendas=agendas)  # fmt: skip
    x, y = place(seat, p.HAND)
    drawn = [_title(speaker, title)]
    drawn += [use("l-back-resource", x - 24 - i * 3, y - 36 - i * 3, 0.75)
             for i in reversed(range(min(3, size)))]  # fmt: skip
    if not size:
        drawn.append(tag("rect", x=x - 25, y=y - 36, width=50, height=72, rx=4, class_="slot"))
    drawn.append(_number(size, x, y))
    a, b = place(seat, p.AGENDAS)
    if agendas:
        drawn.append(use("l-back-agenda", a - 19, b - 28, 0.58))
        drawn.append(tag("circle", cx=a, cy=b, r=14, class_="label"))
        drawn.append(words(str(agendas), a, b + 8, "digit24"))
    return tag("g", *drawn, id=f"hand-{name}", data_target=f"hand:{name}")


def _known(view: SpadaView, seat: int, speaker: Speaker) -> list[Svg]:
    """Draw what the reader knows of another hand."""
    sure, unarmed = known_cards(view, seat), bool(view.unarmed[seat])
    if seat == view.seat or view.hands is not None or not (any(sure) or unarmed):
        return []
    return [_sure_of(sure, unarmed, seat, speaker.nameless)]


@lru_cache(2048)
def _sure_of(sure: Cards, unarmed: bool, seat: int, speaker: Speaker) -> Svg:
    drawn = []
    step = 0
    for resource, n in enumerate(sure):
        if n:
            x, y = place(seat, (p.KNOWN[0] + 29 * step, p.KNOWN[1]))
            drawn.append(use(f"l-{RESOURCES.names[resource]}", x, y, 0.62))
            drawn.append(words(str(n), x + 12, y + 6, "digit16"))
            step += 1
    if unarmed:
        x, y = place(seat, (p.KNOWN[0] + 29 * step, p.KNOWN[1]))
        drawn.append(use(f"l-{RESOURCES.names[KNIGHTS]}", x, y, 0.62))
        drawn.append(tag("path", d=f"M{x - 9:g} {y + 9:g}l18-18", class_="strike"))
    title = T("known to hold: {cards}", cards=counted(sure))
    if not any(sure):
        title = T("known to hold no knight")
    return tag("g", _title(speaker, title), *drawn)


def _court(view: SpadaView, seat: int, speaker: Speaker) -> list[Svg]:
    """Draw what lies before the fief: offers, booty, an attack, and at the end the open hand."""
    if view.result is not None:
        return _laid_open(view, seat, speaker)
    top = view.phases[-1] if view.phases else None
    middle = place(seat, (228, 262))
    if isinstance(top, Auction):
        if seat not in top.bidders:
            return [words(speaker.say(T("passed")), middle[0], middle[1] + 6, "passed")]
        return _offer(view, seat, top.highest, speaker)
    if isinstance(top, Defence | Burning) and top.target == seat:
        return [use("l-war", *middle, 3.4)]
    if view.loot_size and any(isinstance(q, Summer) and q.turn == seat for q in view.phases):
        return [_booty(view, seat, speaker)]
    return []


def _offer(view: SpadaView, seat: int, highest: int, speaker: Speaker) -> list[Svg]:
    """Draw an offer: earlier groups in one row, the last one, which a pass takes back, in the
    other."""
    offer, latest = tuple(_row(view.offers, seat)), tuple(_row(view.latest, seat))
    if not any(offer):
        return []
    total = value(view, offer)
    name, best = view.frame.seats[seat], total == highest
    return [_offered(offer, latest, total, best, name, seat, speaker.nameless)]


@lru_cache(2048)
def _offered(
    offer: Cards, latest: Cards, total: int, best: bool, name: str, seat: int, speaker: Speaker
) -> Svg:
    earlier = [a - b for a, b in zip(offer, latest, strict=True)]
    x, y = place(seat, p.TOTAL)
    whole = T("offer of {total}: {cards}", total=total, cards=counted(offer))
    last = T("of which added last: {cards}", cards=counted(latest))
    return join(
        (
            tag("g", *_laid(earlier, seat, 0), class_="earlier"),
            tag("g", _title(speaker, last), *_laid(latest, seat, 1)),
            tag(
                "g",
                _title(speaker, whole),
                tag("circle", cx=x, cy=y, r=23, class_="total best" if best else "total"),
                words(str(total), x, y + 11, "digit32"),
                id=f"offer-{name}",
            ),
        )
    )


def _booty(view: SpadaView, seat: int, speaker: Speaker) -> Svg:
    drawn = []
    for i in range(view.loot_size):
        x, y = place(seat, (164 + 24 * i, 262))
        drawn.append(use("l-back-resource", x - 19, y - 28, 0.58))
    x, y = place(seat, (176, 262))
    title = TN("{n} booty card", "{n} booty cards", view.loot_size)
    return tag("g", _title(speaker, title), *drawn, _number(view.loot_size, x, y), id="booty")


def _laid_open(view: SpadaView, seat: int, speaker: Speaker) -> list[Svg]:
    assert view.hands is not None
    assert view.agenda_hands is not None
    drawn = _laid(_row(view.hands, seat), seat, 0)
    row = view.agenda_hands[seat * 8 : seat * 8 + 8]
    for i, card in enumerate(card for card, n in enumerate(row) for _ in range(n)):
        x, y = place(seat, (p.COURT[1][0] + 38 * i, p.COURT[1][1]))
        drawn.append(_little_agenda(card, x, y, speaker))
    return drawn


def _laid(cards: Sequence[int], seat: int, row: int) -> list[Svg]:
    """Draw a group of cards in a row, one card of each kind with its number."""
    drawn = []
    for i, (resource, n) in enumerate((r, n) for r, n in enumerate(cards) if n):
        x, y = place(seat, (p.COURT[row][0] + p.COURT_STEP * i, p.COURT[row][1]))
        drawn.append(_small(resource, n, x, y))
    return drawn


def _little_agenda(card: int, x: float, y: float, speaker: Speaker) -> Svg:
    return tag(
        "g",
        _title(speaker, AGENDA.title(card)),
        tag("rect", x=-17, y=-25, width=34, height=50, rx=4, class_="card"),
        tag("rect", x=-14, y=-22, width=28, height=44, rx=2, class_="panel t-agenda"),
        use(f"l-{PROBLEMS.names[problem_of(card)]}", 0, -6, 1),
        use(f"l-{REWARDS[symbol_of(card)]}", 0, 13, 0.6),
        transform=at(x, y),
    )


@lru_cache(1024)
def _staff(seat: int, speaker: Speaker) -> Svg:
    x, y = place(seat, p.STAFF)
    title = T("{seat} is the King’s Counsellor.", seat=SeatName(seat))
    return tag(
        "g", _title(speaker, title), tag("use", href="#l-staff"), id="staff",
        data_target="place:sceptre",
        class_="piece", transform=at(x, y),
    )  # fmt: skip


def _houses(view: SpadaView, seat: int, speaker: Speaker) -> Svg:
    own = seat == view.seat
    name = view.frame.seats[seat]
    return _six_houses(name, seat, view.farms[seat], view.builders[seat], own, speaker)


@lru_cache(2048)
def _six_houses(
    name: str, seat: int, farms: int, builders: int, own: bool, speaker: Speaker
) -> Svg:
    """Draw six houses: farms are counted from the first, builders' houses from the last."""
    farm = speaker.say(T("A farm of {seat}", seat=SeatName(seat)))
    builder = speaker.say(T("A builders’ house of {seat}", seat=SeatName(seat)))
    drawn = []
    for number in range(HOUSES):
        scale, sign, target, title = 1.12, "", None, ""
        if number < farms:
            x, y = place(seat, p.FARMS[number])
            sign, target, title = "grain", "houses:farm", farm
        elif number >= HOUSES - builders:
            x, y = place(seat, p.BUILDERS[HOUSES - 1 - number])
            sign, target, title = "workers", "houses:builder", builder
        else:
            x, y = place(seat, (p.STOCK[0] + 21 * (number - farms), p.STOCK[1]))
            scale = 0.42
        drawn.append(
            tag(
                "g",
                *([tag("title", title)] if title else []),
                tag("use", href=f"#l-house-{name}"),
                *([use(f"l-{sign}", 13, 12, 0.62)] if sign else []),
                id=f"house-{name}-{number + 1}",
                class_="piece",
                transform=at(x, y - 3, scale),
                data_target=target if own else None,
            )
        )
    return tag("g", *drawn, class_=f"seat-{name}" if own else f"seat-{name} through")

"""The reader's own cards: under the board of a page, or below it in a standalone picture."""

from __future__ import annotations

from functools import lru_cache

from chancery.core import Card, Hand
from chancery.core.svg import Svg, at
from chancery.core.words import Speaker, T, Text, as_is
from chancery.games.spada.board.components import (
    AGENDA,
    HAND_LIMIT,
    RESOURCES,
    AgendaCards,
    Cards,
    printed,
    problem_of,
    symbol_of,
)
from chancery.games.spada.face import places as p
from chancery.games.spada.face.cards import agenda_alone, agenda_card, resource_card
from chancery.games.spada.face.signs import tag, words
from chancery.games.spada.face.words import value
from chancery.games.spada.rules.notation import ADD, DISCARD
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.winter import Proposal
from chancery.games.spada.view import SpadaView

TITLE = T("La Spada e la Fede")


NOTHING_YET = (0, 0, 0, 0)


def _values(view: SpadaView) -> tuple[int, ...]:
    """Return the values of cards this year; zeros before its problem is chosen."""
    if any(isinstance(phase, Proposal) for phase in view.phases):
        return NOTHING_YET
    return printed(view.frame.data).values[view.problem]


# -- on a page -------------------------------------------------------------------------


def hands(view: SpadaView, speaker: Speaker) -> tuple[Hand, ...]:
    """Return the reader's hand: resource cards, equal ones on each other, and agenda cards."""
    if view.seat < 0:
        return ()
    return _hands(
        view.hand, view.draft, _values(view), view.agenda_hand, _offered(view), speaker.nameless
    )


def _offered(view: SpadaView) -> int | None:
    """Return the value of the reader's offer so far; None if he is not asked for one."""
    is_asked = any(question.seat == view.seat for question in view.asked)
    if not is_asked or not isinstance(view.phases[-1], Auction):
        return None
    row = slice(view.seat * 4, view.seat * 4 + 4)
    return value(view, view.offers[row]) + value(view, view.draft)


@lru_cache(2048)
def _hands(
    hand: Cards,
    draft: Cards,
    values: tuple[int, ...],
    agendas: AgendaCards,
    offered: int | None,
    speaker: Speaker,
) -> tuple[Hand, ...]:
    resources = []
    for resource in p.ORDER:
        lifted, lying = draft[resource], hand[resource] - draft[resource]
        if lying:
            resources.append(_lying(resource, values[resource], lying, offered))
        if lifted:
            verb = DISCARD if offered is None else ADD
            put_back = [
                verb[r].text for r, n in enumerate(draft) for _ in range(n - (r == resource))
            ]
            resources.append(_lifted(resource, values[resource], lifted, tuple(put_back)))
    agenda_cards = tuple(
        Card(
            f"agenda:{AGENDA.names[card]}",
            agenda_alone(card, speaker),
            T("{card}", card=AGENDA.title(card)),
            many=n,
        )
        for card, n in enumerate(agendas)
        if n
    )
    groups = tuple(group for group in (tuple(resources), agenda_cards) if group)
    return (Hand("cards", T("Your cards"), groups, _facts(hand, values)),)


def _lying(resource: int, worth: int, n: int, offered: int | None) -> Card:
    named = RESOURCES.title(resource)
    title = (
        T("{resource} {value}", resource=named, value=worth)
        if worth
        else T("{resource}", resource=named)
    )
    note = None if offered is None else as_is(f"= {offered + worth}")
    picture = resource_card(resource, worth)
    return Card(f"card:{RESOURCES.names[resource]}", picture, title, note, n)


def _lifted(resource: int, worth: int, n: int, put_back: tuple[str, ...]) -> Card:
    """Return a card chosen for an offer or for tithes; a click puts one back."""
    named = RESOURCES.title(resource)
    title = T("{resource} {value}, chosen: click to put one back", resource=named, value=worth)
    return Card("", resource_card(resource, worth, "lifted"), title, T("chosen"), n, put_back)


def _facts(hand: Cards, values: tuple[int, ...]) -> tuple[Text, ...]:
    """Say how many cards of the limit are held (§tithes), and their value this year."""
    total = sum(n * worth for n, worth in zip(hand, values, strict=True))
    size = T("{n} of {most} cards", n=sum(hand), most=HAND_LIMIT)
    if values == NOTHING_YET:
        return (size,)
    return size, T("worth {total} in all this year", total=total)


# -- in a standalone picture -----------------------------------------------------------


def own(view: SpadaView, speaker: Speaker) -> Svg:
    """Draw the reader's hand on its ledge; for a spectator the name of the game."""
    if view.seat < 0:
        return tag("g", words(speaker.say(TITLE), 600, 746, "title"), id="own")
    drawn = _own_hand(view.hand, view.draft, _values(view), sum(view.agenda_hand), speaker)
    return tag("g", *drawn, *_own_agendas(view.agenda_hand, speaker), id="own")


def _own_hand(
    hand: Cards, draft: Cards, values: tuple[int, ...], agendas: int, speaker: Speaker
) -> list[Svg]:
    """Draw the cards by kind; those chosen for an offer or for tithes are raised."""
    total = sum(hand)
    kinds = sum(1 for n in hand if n)
    room = 1132 - agendas * 70 - 20 - kinds * 76
    step = min(46.0, room / max(1, total - kinds))
    x, y = float(p.OWN_HAND[0]), p.OWN_HAND[1]
    drawn = []
    for resource in p.ORDER:
        n = hand[resource]
        if not n:
            continue
        name = RESOURCES.names[resource]
        title = T("{resource} {value}", resource=RESOURCES.title(resource), value=values[resource])
        cards = []
        for i in range(n):
            raised = i < draft[resource]
            cards.append(
                tag(
                    "g",
                    tag("use", href=f"#l-card-{name}"),
                    words(str(values[resource]), 17, 31, "value"),
                    id=f"card-{name}-{i + 1}",
                    class_="piece",
                    transform=at(x, y - 26 if raised else y),
                )
            )
            x += step
        x += 76 - step
        heading = tag("title", speaker.say(title))
        drawn.append(tag("g", heading, *cards, id=f"cards-{name}", data_target=f"card:{name}"))
    return drawn


def _own_agendas(hand: AgendaCards, speaker: Speaker) -> list[Svg]:
    cards = [card for card, n in enumerate(hand) for _ in range(n)]
    right, y = p.OWN_AGENDAS
    drawn = []
    for i, card in enumerate(cards):
        x = right - 34 - 70 * (len(cards) - 1 - i)
        name = AGENDA.names[card]
        drawn.append(
            tag(
                "g",
                tag("title", speaker.word(AGENDA.title(card))),
                tag("g", agenda_card(problem_of(card), symbol_of(card), 0, 0, speaker),
                    transform=at(x, y + 48, 0.84)),
                id=f"agenda-{name}-{i + 1}",
                data_target=f"agenda:{name}",
            )
        )  # fmt: skip
    return drawn

"""Sections: the parts of a table page that change, as HTML by the name of their place in it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from chancery import bots
from chancery.core import SeatName, Text
from chancery.core.help import anchor
from chancery.core.plain import Plain
from chancery.page.facts import Facts
from chancery.page.pointing import Pointing, pointing
from chancery.page.words import Words
from chancery.table.seated import Asked, Choice, Seated

RECENT = 40  # events shown at first
MANY = 12  # buttons; more can be searched


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("chancery.page"),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(name: str, **context: Any) -> str:
    """A template of the page, filled in."""
    return _templates().get_template(f"{name}.html").render(**context)


class Page:
    """The page of a table for one reader, now."""

    def __init__(self, seated: Seated, facts: Facts) -> None:
        self.seated = seated
        self.facts = facts
        self.words = Words(seated.speaker)

    # -- what is told to a script -----------------------------------------------------------

    def plain(self, wordy: bool = True, have: Mapping[str, str] | None = None) -> dict[str, Plain]:
        """The page as a script needs it: its sections, and what it must know of the moment.

        `wordy`: also the position in words, for those who have it open or have no picture. `have`:
        the tags of the sections that the reader has; those that are the same are not sent again.
        """
        seated, facts = self.seated, self.facts
        sections = self.sections(wordy)
        tags = {name: tag(html) for name, html in sections.items()}
        held = have or {}
        asked = self.asked
        return {
            "version": facts.version,
            "started": facts.started,
            "parts": {n: html for n, html in sections.items() if held.get(n) != tags[n]},
            "tags": tags,
            "seat": seated.seat,
            "own": facts.own,
            "asked": [seat for seat in facts.own if seat in asked],
            "question": seated.name,
            "away": facts.away,
            "undo": None if seated.undo is None else str(seated.undo),
            "over": self.over,
            "names": self.names(range(len(seated.sitting.seats))),
            "title": self.title,
            "private": facts.private,
        }

    @property
    def over(self) -> bool:
        """Whether the game is over, with a result."""
        return self.seated.state.result is not None

    @property
    def asked(self) -> set[int]:
        """Who is to decide."""
        return {asked.seat for asked in self.seated.state.asked} if self.facts.playing else set()

    @property
    def title(self) -> str:
        """Of the page, with a mark when the reader is asked."""
        mark = "● " if self.asked & set(self.facts.own) else ""
        return mark + self.seated.say(self.seated.game.title)

    def names(self, seats: Iterable[int]) -> list[str]:
        """Whoever sits there."""
        return [self.seated.speaker.word(SeatName(seat)) for seat in seats]

    # -- the sections -----------------------------------------------------------------------

    def sections(self, wordy: bool = True) -> dict[str, str]:
        """All of them, by name."""
        seated, started = self.seated, self.facts.started
        found = {
            "question": self.question(),
            "seats": self.seats() if started else "",
            "log": self.story() if started else _story(self.words, ()),
            "talk": self.talk(),
            "chance": self.chance(),
        }
        picture = seated.picture
        if wordy or picture is None:
            found["position"] = self.position() if started else _position(())
        if picture is not None:
            # before the start there is an empty board: the deal will be another
            found["live"] = picture if started else ""
        if started and seated.panels:
            found["panels"] = self.panels()
        return found

    def question(self) -> str:
        """What the reader is asked, and what else he can do now."""
        seated, facts = self.seated, self.facts
        own = facts.started and seated.seat is not None
        result = seated.state.result
        agreed = [seat.number for seat in facts.seats if seat.agrees] if own else []
        return render(
            "question",
            w=self.words,
            facts=facts,
            over=self.over,
            outcome=", ".join(self.names(result.winners if result else ())),
            room=None if facts.started else self.room(),
            waiting=", ".join(self.names(asked.seat for asked in seated.state.asked)),
            asked=self.buttons(seated.asked) if own and facts.playing and seated.asked else None,
            undo=own and seated.undo is not None,
            whole=own and seated.half_made > 1,  # a single action is taken back by the other
            standing=[
                (offer.key, seated.say(offer.label), offer.key in facts.given)
                for offer in (seated.standing if own else ())
            ],
            agreed=", ".join(self.names(agreed)),
            screens=self.screens(),
        )

    def buttons(self, asked: Asked) -> Buttons:
        """The answers as buttons under headings."""
        said = self.seated.say
        groups = itertools.groupby(asked.choices, key=lambda choice: choice.group)
        return Buttons(
            self.names((self.seated.seat or 0,))[0],
            self.pointing.say(asked.prompt),
            asked.rule,
            anchor(asked.rule),
            [
                ("" if group is None else said(group), [_button(said, choice) for choice in found])
                for group, found in groups
            ],
            len(asked.choices) > MANY,
        )

    def room(self) -> dict[str, Any]:
        """What can be done before the game starts."""
        facts = self.facts
        free = sum(seat.free for seat in facts.seats)
        return {
            "free": free,
            "bots": bots.names(self.seated.game),
            "names": self.names(seat.number for seat in facts.seats),
        }

    def screens(self) -> list[str]:
        """Seats that one person, or several at one screen, play against others."""
        return [
            self.words.text("one_screen", names=", ".join(self.names(group)))
            for group in self.facts.screens
        ]

    def seats(self) -> str:
        """Who sits where, who is to decide until when, and who has won."""
        result, written = self.seated.state.result, self.seated.game.written
        return render(
            "seats",
            w=self.words,
            seats=self.facts.seats,
            names=self.names(seat.number for seat in self.facts.seats),
            asked=self.asked,
            ranks=result.ranks if result else (),
            points=[written(points) for points in result.points] if result else (),
            screens=self.screens(),
        )

    def story(self) -> str:
        """The latest events that the seat has seen."""
        return _story(
            self.words,
            [
                (number + 1, self.pointing.line(event), undone)
                for number, event, undone in self.seated.latest(RECENT)
            ],
        )

    def talk(self) -> str:
        """What was said that the reader may hear."""
        return render("talk", w=self.words, facts=self.facts)

    def chance(self) -> str:
        """What is shown of the seed: its digest from the start, itself when the game is over."""
        sitting = self.seated.sitting
        return render(
            "chance",
            w=self.words,
            commitment=sitting.commitment if self.facts.started else None,
            seed=sitting.seed if self.over else None,
        )

    def position(self) -> str:
        """The position as text, in which names point at their places."""
        say, told = self.pointing.say, self.seated.described
        return _position((say(heading), [say(line) for line in lines]) for heading, lines in told)

    def panels(self) -> str:
        """The small pictures beside the board."""
        return render(
            "panels",
            panels=[
                (panel.key, self.seated.say(panel.title), Markup(panel.picture))
                for panel in self.seated.panels
            ],
        )

    @property
    def pointing(self) -> Pointing:
        """Who tells the story."""
        seated = self.seated
        return pointing(seated.speaker, seated.game.face, seated.sitting.seats)


class Buttons(NamedTuple):
    """A question with its answers, as the page shows it."""

    seat: str
    prompt: Markup
    rule: str
    anchor: str
    groups: list[tuple[str, list[Button]]]
    many: bool


class Button(NamedTuple):
    """One answer as a button: what it sends, says, and stands for on the board."""

    text: str
    label: str
    target: str
    closing: bool
    begins: bool
    preview: str


def _button(said: Any, choice: Choice) -> Button:
    preview: Text | None = choice.preview
    return Button(
        choice.action.text,
        said(choice.label),
        choice.target or "",
        choice.closing,
        choice.begins,
        "" if preview is None else said(preview),
    )


def _story(words: Words, lines: Iterable[tuple[int, Markup, bool]]) -> str:
    return render("log", w=words, lines=lines)


def _position(blocks: Iterable[tuple[Markup, list[Markup]]]) -> str:
    return render("position", blocks=blocks)


def tag(html: str) -> str:
    """A short name for a section as it is."""
    return blake2b(html.encode(), digest_size=6).hexdigest()


def orders(seated: Seated, key: str) -> dict[str, Plain] | None:
    """Where something on the board could go in one go, as a script needs it."""
    found = seated.orders(key)
    if found is None:
        return None
    said = seated.say
    return {
        "title": said(found.title),
        "variants": [
            {
                "title": said(title),
                "options": [
                    {"key": v.key, "label": said(v.label), "chosen": v.chosen} for v in variants
                ],
            }
            for title, variants in found.variants
        ],
        "orders": [
            {
                "target": order.target,
                "actions": [action.text for action in order.actions],
                "label": said(order.label),
                "way": order.way,
                "notes": [said(note) for note in order.notes],
            }
            for order in found.orders
        ],
    }

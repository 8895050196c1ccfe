"""Sections: the parts of a table page that change, as HTML by the name of their place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any

from jinja2 import Environment, PackageLoader, Template
from markupsafe import Markup

from chancery.core import (
    Aid,
    Card,
    Hand,
    Lesson,
    Listing,
    Scale,
    SeatLabel,
    SeatName,
    Speaker,
    Status,
    Text,
    svg,
)
from chancery.core.serialisation import Plain, number_in
from chancery.core.svg import Svg
from chancery.core.words import T, signed
from chancery.page.answers import Answers, arrange, shown_answers
from chancery.page.changes import NOTHING, TEXTS, Have, tag_of
from chancery.page.ending import aftermath
from chancery.page.html_speaker import DrawnLine, HtmlSpeaker, html_speaker
from chancery.page.table_info import SeatInfo, TableInfo, TalkLine
from chancery.page.teaching import teaching
from chancery.page.words import translate
from chancery.table.seated import Asked, Seated
from chancery.table.shared_screen import is_open
from chancery.table.story import StoryLine
from chancery.table.teacher import Attempt, attempt

RECENT = 60  # lines of the story shown


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("chancery.page"),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _template(name: str) -> Template:
    template = _templates().get_template(f"{name}.html")
    template.globals = {**template.globals}  # each render copies them: a dict copies faster
    return template


def load_templates() -> None:
    """Compile all templates of the page, for the warm-up of a server."""
    for name in _templates().list_templates():
        _template(name.removesuffix(".html"))


def render(name: str, /, **context: Any) -> str:
    """Render a template of the page."""
    return _template(name).render(context)


class Page:
    """The page of a table for one reader at the moment."""

    def __init__(self, seated: Seated, facts: TableInfo) -> None:
        self.seated = seated
        self.facts = facts
        self.gettext = partial(translate, seated.speaker)

    # for scripts

    def plain(self, have: Have = NOTHING) -> dict[str, Plain]:
        """Return the page for scripts: the state of the moment, and how its sections differ from
        what the page has already."""
        seated, facts = self.seated, self.facts
        sections = self.sections(have)
        scenes = self.scenes(self._seen(have.seen)) if facts.started else []
        tags = {name: tag_of(html) for name, html in sections.items() if name != "log"}
        tags |= {"log": self.story_tag, "scenes": tag_of(repr(scenes))}
        reader, asked = (facts.slug, seated.seat), self.asked
        return {
            "version": facts.version,
            "started": facts.started,
            "parts": {
                name: TEXTS.change(reader, have.text(name), tags[name], html)
                for name, html in sections.items()
                if have.tags.get(name) != tags[name]
            },
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
            "open": len(facts.own) > 1 and is_open(seated.sitting, facts.own),
            "told": self.seated.story_length,
            "scenes": None if have.tags.get("scenes") == tags["scenes"] else scenes,
        }

    def _seen(self, text: str) -> int:
        """Return the line up to which a reader at this seat has acknowledged scenes."""
        seat, _, line = text.partition(".")
        own_seat = "-" if self.seated.seat is None else str(self.seated.seat)
        return (number_in(line) or 0) if seat == own_seat else 0

    def scenes(self, since: int = 0) -> list[dict[str, Plain]]:
        """Return scenes (events that nobody should miss) for scripts, from a line on."""
        shown, stays = self.html_speaker.scene, self.seated.fought
        return [{**shown(scene), "stays": stays(scene)} for scene in self.seated.scenes(since)]

    @property
    def over(self) -> bool:
        """Whether the game is over, with a result."""
        return self.seated.state.result is not None

    @property
    def won(self) -> bool:
        """Whether the reader has won, alone or with others; False if he plays several seats."""
        result, own = self.seated.state.result, self.facts.own
        return result is not None and len(own) == 1 and result.ranks[own[0]] == 1

    @property
    def asked(self) -> set[int]:
        """The seats that have to decide."""
        return {asked.seat for asked in self.seated.state.asked} if self.facts.playing else set()

    @property
    def title(self) -> str:
        """The title of the page, with a mark when the reader has to decide."""
        mark = "● " if self.asked & set(self.facts.own) else ""
        return mark + self.seated.say(self.seated.game.title)

    def names(self, seats: Iterable[int]) -> list[str]:
        """Return these seats with the names of their players: “Nobility · Carla”."""
        return [*_names(self.seated.speaker, tuple(seats))]

    def listed(self, seats: Iterable[int]) -> str:
        """Return these seats with their players as a list in words."""
        return _listed(self.seated.speaker, tuple(seats))

    # -- the sections -----------------------------------------------------------------------

    def sections(self, have: Have = NOTHING) -> dict[str, str]:
        """Return the sections of the page by name, except those in closed drawers and a story that
        has not grown."""
        sections = {
            "status": self.status(),
            "question": self.question(),
            "teacher": self.teacher(),
            "talk": self.talk(),
            "chance": self.chance(),
        }
        if have.tags.get("log") != self.story_tag:
            sections["log"] = self.story()
        picture = self.seated.picture
        shown = {
            "seats": self.seats,
            "hand": self.hand,
            "stage": self.stage,
            "panels": self.panels,
            "aid": self.aid,
            "position": self.position,
        }
        shut = have.shut if picture is not None else have.shut - {"position"}
        started = self.facts.started  # before that the board is empty: the cards are dealt anew
        requested = shown.keys() - shut
        sections |= {
            name: make() if started else "" for name, make in shown.items() if name in requested
        }
        if picture is not None:
            sections["live"] = picture if started else ""
        return sections

    def status(self) -> str:
        """Render where the game stands: turn, phase, who is to move, what the reader plays for."""
        seated, facts = self.seated, self.facts
        standing = seated.status if facts.started else Status()
        playing = facts.playing and not self.over
        own = playing and any(actor.seat in facts.own for actor in standing.actors)
        return _status(seated.speaker, self.html_speaker, seated.game.title, standing, playing, own)

    def question(self) -> str:
        """Render what the reader is asked, and what else he can do now."""
        seated, facts = self.seated, self.facts
        own_seat = facts.started and seated.seat is not None
        agreed = [seat.number for seat in facts.seats if seat.agrees] if own_seat else []
        # in a guided game every question is answered when it comes
        ahead = seated.standing if own_seat and facts.course is None else ()
        return render(
            "question",
            _=self.gettext,
            facts=facts,
            over=self.over,
            waiting=self.listed(asked.seat for asked in seated.state.asked),
            rests=own_seat and self._rests,
            asked=self.buttons(seated.asked)
            if own_seat and facts.playing and seated.asked
            else None,
            ending=aftermath(seated) if facts.started else None,
            won=self.won,
            welcome=self._welcome,
            undo=own_seat and seated.undo is not None,
            whole=own_seat and seated.draft_length > 1,  # the other button undoes a single action
            hints=own_seat and self.facts.hints and seated.asked is not None,
            standing=[
                (offer.key, seated.say(offer.label), offer.key in facts.given) for offer in ahead
            ],
            given=sum(offer.key in facts.given for offer in ahead),
            agreed=self.listed(agreed),
            screens=self.screens(),
        )

    @property
    def _welcome(self) -> str:
        """Advice for a newcomer about his seat; empty for everybody else."""
        seated = self.seated
        if not self.facts.newcomer or seated.seat is None:
            return ""
        seats = seated.sitting.seats
        seat = seats[seated.seat]
        title = seated.say(seated.game.seat_title(seat))
        known = seated.game.face.summaries(seats).get(seat)
        welcome = seated.say(T("Welcome! Your seat: {title}.", title=title))
        return f"{welcome} {seated.say(known.aim)}" if known else welcome

    @property
    def _rests(self) -> bool:
        """Whether an exercise is solved or missed, so that nobody has to decide."""
        course, seated = self.facts.course, self.seated
        if not isinstance(course, Lesson) or seated.seat != seated.sitting.seat(course.seat):
            return False
        return attempt(course, seated.sitting, seated.seat) is not Attempt.OPEN

    def teacher(self) -> str:
        """Render what the teacher says, for the learner only."""
        course, seated = self.facts.course, self.seated
        if course is None or seated.seat != seated.sitting.seat(course.seat):
            return ""
        lecture = teaching(course, seated, self.html_speaker.say)
        return render("teacher", _=self.gettext, t=lecture, facts=self.facts)

    def buttons(self, asked: Asked) -> Answers:
        """Return the answers: dials, buttons under headings, and what is clicked on board or
        hand."""
        seated, say = self.seated, self.seated.say
        seat = seated.seat or 0
        named = say(T("{name}:", name=SeatName(seat)))
        lead = say(T("{name}:", name=SeatLabel(seat)))
        cards_in_hand = {
            card.target for hand in seated.hands for group in hand.groups for card in group
        }
        return shown_answers(
            arrange(asked.choices, seated.picture is not None, cards_in_hand),
            say,
            lead="" if say(asked.prompt).startswith(named) else lead,
            prompt=self.html_speaker.say(asked.prompt),
            rule=asked.rule,
            suggestion=asked.suggestion,
        )

    def hand(self) -> str:
        """Render the cards and pieces that the reader holds."""
        return _hand(self.seated.hands, self.seated.speaker)

    def aid(self) -> str:
        """Render the aid card, on which the present step is highlighted."""
        blocks = self.seated.game.face.aid(self.seated.view)
        return _aid(tuple(blocks), self.seated.speaker, self.facts.links.help) if blocks else ""

    def stage(self) -> str:
        """Render the duel or auction in progress."""
        stage = self.seated.stage
        if stage is None:
            return ""
        return render(
            "stage",
            stage=stage,
            shown=partial(_card, self.seated.speaker),
            say=self.html_speaker.say,
            plain=self.seated.say,
            scale=stage.scale and scale_picture(stage.scale),
            score=stage.scale and signed(stage.scale.score),
            _=self.gettext,
        )

    def screens(self) -> list[str]:
        """Return sentences about seats that share a screen against others."""
        return [*_screens(self.seated.speaker, self.facts.screens)]

    def seats(self) -> str:
        """Render the seats: names, deadlines, whose turn it is, and results."""
        result, written = self.seated.state.result, self.seated.game.written
        speaker = self.seated.speaker
        return _seats(
            speaker,
            self.facts.seats,
            tuple(self.names(seat.number for seat in self.facts.seats)),
            frozenset(self.asked),
            result.ranks if result else (),
            tuple(speaker.word(written(points)) for points in result.points) if result else (),
            tuple(self.screens()),
        )

    @property
    def story_tag(self) -> str:
        """A tag of the story, known before the story is told."""
        speaker, seated = self.seated.speaker, self.seated
        length = seated.story_length if self.facts.started else "-"
        return tag_of(repr((length, seated.seat, self.over, speaker.language, speaker.names)))

    def story(self) -> str:
        """Render the latest events that the seat has seen."""
        drawn, seat = self.html_speaker.drawn, self.seated.seat
        lines = self.seated.latest_lines if self.facts.started else []
        drawn[seat] = self.draw_lines(lines, RECENT, drawn.get(seat, {}))
        return self.log(drawn[seat])

    def draw_lines(
        self, lines: Sequence[StoryLine], most: int, known: Mapping[int, DrawnLine]
    ) -> dict[int, DrawnLine]:
        """Render the last of these lines by number, each in the tone of its part of the turn.

        `known`: what was rendered before, of which lines that are the same object are reused.
        """
        heading_of, line_of = self.seated.game.face.heading, self.html_speaker.line
        drawn = {}
        tone: str | None = None
        for line in lines[-most:]:
            same = known.get(line.first)
            if same is None or same.line is not line:
                heading = heading_of(line.events[0])
                if heading is not None:
                    tone = heading.tone
                elif tone is None:
                    before = (heading_of(line.events[0]) for line in reversed(lines[:-most]))
                    tone = next((heading.tone for heading in before if heading is not None), "")
                level = heading.level if heading else 0
                html = line_of(line.events).html
                same = DrawnLine(line, tone, _line(line.last + 1, html, line.undone, level, tone))
            tone = same.tone
            drawn[line.first] = same
        return drawn

    def log(self, lines: Mapping[int, DrawnLine]) -> str:
        """Render lines of the story as a list."""
        items = "".join([line.html for line in lines.values()])
        return render("log", _=self.gettext, lines=Markup(items))

    def talk(self) -> str:
        """Render the talk that the reader may see."""
        facts = self.facts
        aside = None if facts.over or facts.private else not facts.inside
        return _talk(self.seated.speaker, facts.talk, facts.over, aside)

    def chance(self) -> str:
        """Render the seed: its digest from the start, itself when the game is over.

        Empty for a game without chance.
        """
        sitting = self.seated.sitting
        if not sitting.game.chance:
            return ""
        commitment = sitting.commitment if self.facts.started else None
        return _chance(self.seated.speaker, commitment, sitting.seed if self.over else None)

    def position(self) -> str:
        """Render the position as text, with names linked to their places."""
        say, blocks = self.html_speaker.say, self.seated.described
        return _position((say(heading), [say(line) for line in lines]) for heading, lines in blocks)

    def panels(self) -> str:
        """Render the small pictures beside the board."""
        return render(
            "panels",
            panels=[
                (panel.key, self.seated.say(panel.title), Markup(panel.picture))
                for panel in self.seated.panels
            ],
        )

    @property
    def html_speaker(self) -> HtmlSpeaker:
        """The speaker that tells the story as HTML."""
        seated = self.seated
        return html_speaker(seated.speaker, seated.game.face, seated.sitting.seats)


def scale_picture(scale: Scale) -> Svg:
    """Draw the difference between two sides: the mark leans towards the leader."""
    unit = 140 / scale.most
    x = 150 - unit * max(-scale.most, min(scale.most, scale.score))
    step = max(1, scale.most // 3)
    ticks = "".join(
        f"M{150 + unit * n:g} {4 if n else 0}V{20 if n else 24}"
        for n in range(-scale.most, scale.most + 1, step)
    )
    return svg.picture(
        300, 24, "scale",
        svg.tag("path", d=f"M10 12H290{ticks}", class_="scale-line"),
        svg.tag("rect", x=min(x, 150), y=8, width=abs(x - 150), height=8, class_="scale-lead"),
        svg.tag("circle", cx=x, cy=12, r=9, class_="scale-mark", id="scale-mark"),
        aria_hidden="true",
    )  # fmt: skip


# Most of a page does not change: rendered parts are cached.


@lru_cache(maxsize=1000)
def _names(speaker: Speaker, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([speaker.word(SeatLabel(seat)) for seat in seats])


@lru_cache(maxsize=1000)
def _listed(speaker: Speaker, seats: tuple[int, ...]) -> str:
    return speaker.word(Listing(tuple(map(SeatLabel, seats)))) if seats else ""


@lru_cache(maxsize=1000)
def _screens(speaker: Speaker, groups: tuple[tuple[int, ...], ...]) -> tuple[str, ...]:
    return tuple(
        speaker.say(T("Playing at one screen: {names}.", names=_listed(speaker, group)))
        for group in groups
    )


@lru_cache(maxsize=1000)
def _status(
    speaker: Speaker, html: HtmlSpeaker, game: Text, now: Status, playing: bool, own: bool
) -> str:
    """Render where a game stands. `own`: the reader is to move."""
    actors = [html.word(SeatLabel(actor.seat, actor.title)) for actor in now.actors]
    return render(
        "status", _=partial(translate, speaker), say=html.say, game=speaker.say(game), now=now,
        playing=playing, actors=actors if playing else (), own=own,
    )  # fmt: skip


@lru_cache(maxsize=8000)
def _line(number: int, html: Markup, undone: bool, level: int, tone: str) -> Markup:
    """Render a line of the story: level 1 begins a turn, 2 a part of it."""
    named = (
        ("", "head-1", "head-2")[min(level, 2)],
        f"toned tone-{tone}" if tone else "",
        "undone" if undone else "",
    )
    classes = " ".join(name for name in named if name)
    return Markup(render("line", number=number, html=html, undone=undone, classes=classes))


@lru_cache(maxsize=1000)
def _hand(hands: tuple[Hand, ...], speaker: Speaker) -> str:
    return render("hand", hands=hands, say=speaker.say, shown=partial(_card, speaker))


@lru_cache(maxsize=4000)
def _card(speaker: Speaker, card: Card, name: str) -> Markup:
    return Markup(render("card", card=card, name=name, say=speaker.say))


@lru_cache(maxsize=500)
def _aid(blocks: tuple[Aid, ...], speaker: Speaker, help_at: str) -> str:
    return render(
        "aid", blocks=blocks, say=speaker.say, help=help_at, _=partial(translate, speaker)
    )


@lru_cache(maxsize=1000)
def _seats(
    speaker: Speaker,
    seats: tuple[SeatInfo, ...],
    names: tuple[str, ...],
    asked: frozenset[int],
    ranks: tuple[int, ...],
    points: tuple[str, ...],
    screens: tuple[str, ...],
) -> str:
    return render(
        "seats", _=partial(translate, speaker), seats=seats, names=names, asked=asked, ranks=ranks,
        points=points, screens=screens,
    )  # fmt: skip


@lru_cache(maxsize=1000)
def _talk(speaker: Speaker, lines: tuple[TalkLine, ...], over: bool, aside: bool | None) -> str:
    """Render talk. `aside`: the reader talks to spectators only; None: nobody can say anything."""
    return render("talk", _=partial(translate, speaker), lines=lines, over=over, aside=aside)


@lru_cache(maxsize=1000)
def _chance(speaker: Speaker, commitment: str | None, seed: str | None) -> str:
    """Render the seed; the same during a whole game."""
    return render("chance", _=partial(translate, speaker), commitment=commitment, seed=seed)


def _position(blocks: Iterable[tuple[Markup, list[Markup]]]) -> str:
    return render("position", blocks=blocks)


def orders(seated: Seated, key: str) -> dict[str, Plain] | None:
    """Return where something on the board can go in one step, for scripts."""
    orders = seated.orders(key)
    if orders is None:
        return None
    say = seated.say
    choices = seated.asked.choices if seated.asked is not None else ()
    final = {choice.action for choice in choices if choice.final}
    return {
        "title": say(orders.title),
        "variants": [
            {
                "title": say(title),
                "options": [
                    {"key": v.key, "label": say(v.label), "chosen": v.chosen} for v in variants
                ],
            }
            for title, variants in orders.variants
        ],
        "orders": [
            {
                "target": order.target,
                "actions": [action.text for action in order.actions],
                "label": say(order.label),
                "way": order.way,
                "notes": [say(note) for note in order.notes],
                "final": not final.isdisjoint(order.actions),
            }
            for order in orders.orders
        ],
        "at_once": orders.at_once,
    }

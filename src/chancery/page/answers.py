"""The answers to a question: which are shown as dials and buttons, and which are folded.

Answers that can be given by clicking the board or the hand need no list: they are folded, so that
only a few buttons are in sight. What a face does not offer can still be typed.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from markupsafe import Markup

from chancery.core import Text
from chancery.core.help import anchor
from chancery.core.words import N_, Template
from chancery.table.seated import Choice, Suggested

# answers up to which all are shown, wherever they can be clicked; a whole summer of La Spada
FEW = 9
ROOMY = 4  # answers, some of them on the board, up to which previews are shown
MANY = 12  # buttons from which on there is a search field

Say = Callable[[Text], str]


class Arranged(NamedTuple):
    """The offered answers: in sight or folded; each dial with all its values."""

    dials: list[list[Choice]]
    plain: list[Choice]
    folded_dials: list[list[Choice]]  # given by clicking board or hand
    folded: list[Choice]
    where: Template | None = None  # says where the folded ones can be chosen
    dense: bool = False  # without previews, so that all fit into the window

    @property
    def in_sight(self) -> int:
        """The number of them that the reader sees."""
        return len(self.dials) + len(self.plain)


def arrange(choices: Sequence[Choice], pictured: bool, held: Collection[str] = ()) -> Arranged:
    """Decide what is shown and what is folded; `held` are cards in hand, which is always in sight.

    Few answers are all shown: otherwise “Pass” might look like the only one.
    """
    dials: dict[str, list[Choice]] = {}
    plain: list[Choice] = []
    pointed: list[Choice] = []  # can be given on the board or from the hand
    for choice in choices:
        if not choice.offered:
            continue
        if choice.dial is not None:
            dials.setdefault(choice.dial.key, []).append(choice)
        elif choice.target and pictured:
            pointed.append(choice)
        else:
            plain.append(choice)
    for key, places in list(dials.items()):
        # a single value is a button; where more can be added, all goals keep their places
        if len(places) == 1 and not (places[0].dial and places[0].dial.adds):
            (pointed if places[0].target and pictured else plain).extend(dials.pop(key))
    if (n := len(pointed) + len(plain) + len(dials)) <= FEW:
        dense = bool(pointed) and n > ROOMY
        every = sorted([*plain, *pointed], key=lambda choice: choice.weight)
        return Arranged(list(dials.values()), every, [], [], dense=dense)
    shown: list[list[Choice]] = []
    folded: list[list[Choice]] = []
    for places in dials.values():
        target = places[0].target
        (folded if pictured and target and target not in held else shown).append(places)
    reachable = frozenset(
        choice.target in held for choice in (*pointed, *(one[0] for one in folded))
    )
    return Arranged(shown, plain, folded, pointed, _WHERE[reachable])


# whether folded answers lie in the hand
_WHERE = {
    frozenset(): None,
    frozenset((True,)): N_("Choose from your hand below, or open this list ({n})"),
    frozenset((False,)): N_("Choose on the board, or open this list ({n})"),
    frozenset((True, False)): N_("Choose on the board or from your hand, or open this list ({n})"),
}


class Answers(NamedTuple):
    """A question with its answers, as the template shows it."""

    lead: str  # names the owner of the question; empty if the prompt does
    prompt: Markup
    rule: str
    anchor: str
    blocks: list[Block]  # those in sight, the final ones last
    folded_dials: list[Knob]
    folded: list[Button]
    where: Template | None
    dense: bool
    many: bool
    suggestion: str  # the steps of the suggested start as JSON; empty: none


class Block(NamedTuple):
    """A dial, or buttons under a heading."""

    dial: Knob | None = None
    heading: str = ""
    buttons: tuple[Button, ...] = ()
    last: bool = False  # final answers, which come after folded ones


class Knob(NamedTuple):
    """A dial as the template shows it: its values, the initial one, and what each sends."""

    title: str
    target: str
    first: int
    last: int
    chosen: Button
    value: int
    places: str  # value, text, label, preview and whether it is final, as JSON
    adds: bool  # each click on its place adds one


class Button(NamedTuple):
    """An answer as a button: what it sends and says, and its place on the board."""

    text: str
    label: str
    target: str
    final: bool
    begins: bool
    leads: bool
    preview: str


def shown_answers(
    arranged: Arranged,
    say: Say,
    *,
    lead: str,
    prompt: Markup,
    rule: str,
    suggestion: Sequence[Suggested],
) -> Answers:
    """Return a question as the template shows it."""
    return Answers(
        lead=lead,
        prompt=prompt,
        rule=rule,
        anchor=anchor(rule),
        blocks=_blocks(say, arranged),
        folded_dials=[_dial(say, places) for places in arranged.folded_dials],
        folded=[_button(say, choice) for choice in arranged.folded],
        where=arranged.where,
        dense=arranged.dense,
        many=len(arranged.plain) > MANY,
        suggestion=_laid_out(say, suggestion),
    )


def _blocks(say: Say, arranged: Arranged) -> list[Block]:
    """Return dials and groups of buttons by weight; final dials come after buttons."""
    blocks: list[tuple[tuple[int, bool], Block]] = []
    for places in arranged.dials:
        weight = min(choice.weight for choice in places)
        blocks.append(((weight, weight > 0), Block(_dial(say, places), last=weight > 0)))
    for (weight, group), choices in itertools.groupby(
        arranged.plain, key=lambda c: (c.weight, c.group)
    ):
        buttons = tuple(_button(say, choice) for choice in choices)
        heading = "" if group is None else say(group)
        blocks.append(((weight, weight == 0), Block(None, heading, buttons, weight > 0)))
    return [block for _, block in sorted(blocks, key=lambda block: block[0])]


def _laid_out(say: Say, suggestion: Sequence[Suggested]) -> str:
    """Return the steps of a suggested start as JSON; empty: none."""
    steps = [
        {"act": step.action.text, "label": say(step.label), "target": step.target,
         "number": step.number}
        for step in suggestion
    ]  # fmt: skip
    return json.dumps(steps) if steps else ""


def _button(say: Say, choice: Choice) -> Button:
    return Button(
        choice.action.text,
        say(choice.label),
        choice.target or "",
        choice.final,
        choice.begins,
        choice.leads,
        "" if choice.preview is None else say(choice.preview),
    )


def _dial(say: Say, choices: Sequence[Choice]) -> Knob:
    places = sorted(
        ((choice.dial, _button(say, choice)) for choice in choices if choice.dial is not None),
        key=lambda place: place[0].value,
    )
    standing = (at for at, (dial, _) in enumerate(places) if dial.stands)
    first = next(standing, len(places) - 1)
    dial, chosen = places[first]
    values = [[d.value, b.text, b.label, b.preview, b.final] for d, b in places]
    return Knob(
        say(dial.title),
        chosen.target,
        first,
        len(places) - 1,
        chosen,
        dial.value,
        json.dumps(values),
        dial.adds,
    )

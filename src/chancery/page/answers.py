"""Answers: what a question offers, as dials and buttons, and what is folded away.

What board or hand are clicked for need not be looked for in a list: it is folded, and what stays in
sight are a few buttons. What a face does not offer can still be typed.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from markupsafe import Markup

from chancery.core import Text
from chancery.core.help import anchor
from chancery.table.seated import Choice

FEW = 9  # answers that are all shown, wherever they can be clicked; a whole summer of La Spada
ROOMY = 4  # answers, some of them on the board, that are shown with what they would lead to
MANY = 12  # buttons; more can be searched

Said = Callable[[Text], str]


class Arranged(NamedTuple):
    """The answers that are offered: in sight or folded; each dial with all of its places."""

    dials: list[list[Choice]]
    plain: list[Choice]
    folded_dials: list[list[Choice]]  # board or hand are clicked for these
    folded: list[Choice]
    where: str = ""  # the sentence of the page that says where
    dense: bool = False  # by their names alone, so that all are in the window

    @property
    def in_sight(self) -> int:
        """How many of them one has to read."""
        return len(self.dials) + len(self.plain)


def arranged(choices: Sequence[Choice], pictured: bool, held: Collection[str] = ()) -> Arranged:
    """What is shown and what is folded; `held` are the cards of a hand, which is always in sight.

    Few answers are all shown: who sees nothing but “Pass” takes it for the only answer.
    """
    dials: dict[str, list[Choice]] = {}
    plain: list[Choice] = []
    pointed: list[Choice] = []
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
        if len(places) == 1:  # nothing to turn
            (pointed if places[0].target and pictured else plain).extend(dials.pop(key))
    if (n := len(pointed) + len(plain) + len(dials)) <= FEW:
        dense = bool(pointed) and n > ROOMY
        return Arranged(list(dials.values()), [*plain, *pointed], [], [], dense=dense)
    shown: list[list[Choice]] = []
    folded: list[list[Choice]] = []
    for places in dials.values():
        target = places[0].target
        (folded if pictured and target and target not in held else shown).append(places)
    found = frozenset(choice.target in held for choice in (*pointed, *(one[0] for one in folded)))
    return Arranged(shown, plain, folded, pointed, _WHERE[found])


# Whether what is folded lies in the hand: the sentence that says where to choose it.
_WHERE = {
    frozenset(): "",
    frozenset((True,)): "answers_in_hand",
    frozenset((False,)): "answers_on_board",
    frozenset((True, False)): "answers_in_both",
}


class Answers(NamedTuple):
    """A question with its answers, as the page shows it."""

    lead: str  # who is asked; empty where the prompt begins with it
    prompt: Markup
    rule: str
    anchor: str
    dials: list[Knob]
    groups: list[tuple[str, list[Button]]]
    folded_dials: list[Knob]
    folded: list[Button]
    where: str
    dense: bool
    many: bool
    suggestion: str  # the actions to start from, as JSON; empty: none


class Knob(NamedTuple):
    """A dial as the page shows it: its places, the first chosen one, what each would send."""

    title: str
    target: str
    first: int
    last: int
    chosen: Button
    value: int
    places: str  # value, text, label, preview and whether it closes, as JSON
    adds: bool  # each click on its place adds one


class Button(NamedTuple):
    """One answer as a button: what it sends, says, and stands for on the board."""

    text: str
    label: str
    target: str
    closing: bool
    begins: bool
    leads: bool
    preview: str


def answers(
    found: Arranged,
    said: Said,
    *,
    lead: str,
    prompt: Markup,
    rule: str,
    suggestion: Sequence[str],
) -> Answers:
    """A question as the page shows it."""
    groups = itertools.groupby(found.plain, key=lambda choice: choice.group)
    return Answers(
        lead=lead,
        prompt=prompt,
        rule=rule,
        anchor=anchor(rule),
        dials=[_dial(said, places) for places in found.dials],
        groups=[
            ("" if group is None else said(group), [_button(said, choice) for choice in some])
            for group, some in groups
        ],
        folded_dials=[_dial(said, places) for places in found.folded_dials],
        folded=[_button(said, choice) for choice in found.folded],
        where=found.where,
        dense=found.dense,
        many=len(found.plain) > MANY,
        suggestion=json.dumps(suggestion) if suggestion else "",
    )


def _button(said: Said, choice: Choice) -> Button:
    return Button(
        choice.action.text,
        said(choice.label),
        choice.target or "",
        choice.closing,
        choice.begins,
        choice.leads,
        "" if choice.preview is None else said(choice.preview),
    )


def _dial(said: Said, choices: Sequence[Choice]) -> Knob:
    places = sorted(
        ((choice.dial, _button(said, choice)) for choice in choices if choice.dial is not None),
        key=lambda place: place[0].value,
    )
    standing = (at for at, (dial, _) in enumerate(places) if dial.stands)
    first = next(standing, len(places) - 1)
    dial, chosen = places[first]
    told = [[d.value, b.text, b.label, b.preview, b.closing] for d, b in places]
    return Knob(
        said(dial.title),
        chosen.target,
        first,
        len(places) - 1,
        chosen,
        dial.value,
        json.dumps(told),
        dial.adds,
    )

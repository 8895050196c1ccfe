"""What a game can give to a page besides its board: panels, overlays, and orders by destination."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from chancery.core.actions import Action
from chancery.core.words import Text


class Panel(NamedTuple):
    """A small picture beside the board, as a whole SVG."""

    key: str
    title: Text
    picture: str


class Overlay(NamedTuple):
    """Something that can be laid over the board, by a button or a key."""

    key: str  # one letter: also the key that is pressed
    title: Text


class Variant(NamedTuple):
    """One way to ask for orders: who goes, with how many."""

    key: str
    label: Text
    chosen: bool


@dataclass(frozen=True, slots=True)
class Order:
    """Several actions that belong together and lead to a place: a march to a city."""

    target: str  # the `data-target` of the destination
    actions: tuple[Action, ...]
    label: Text
    way: tuple[tuple[float, float], ...]  # on the board, from the start to the destination
    notes: tuple[Text, ...] = ()  # what happens on the way and there


@dataclass(frozen=True, slots=True)
class Orders:
    """Where something on the board could go in one go."""

    title: Text
    variants: tuple[tuple[Text, tuple[Variant, ...]], ...]  # choices by heading
    orders: tuple[Order, ...]
    at_once: bool = False  # small steps that can be taken back: the first click is enough

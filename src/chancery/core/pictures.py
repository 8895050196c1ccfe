"""Panels, overlays, and orders by destination, which a game may offer beside its board."""

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


class Part(NamedTuple):
    """A part of the board that a small screen shows by itself; the others are drawers beside it."""

    title: Text
    box: tuple[float, float, float, float]  # x, y, width, height in the drawing


class Overlay(NamedTuple):
    """A layer that a button or a key lays over the board."""

    key: str  # one letter: also the key that is pressed
    title: Text


class Variant(NamedTuple):
    """A choice on which orders depend: which pieces go, with how many troops."""

    key: str
    label: Text
    chosen: bool


@dataclass(frozen=True, slots=True)
class Order:
    """Several actions that together lead to a place, such as a march to a city."""

    target: str  # the `data-target` of the destination
    actions: tuple[Action, ...]
    label: Text
    way: tuple[tuple[float, float], ...]  # on the board, from the start to the destination
    notes: tuple[Text, ...] = ()  # consequences on the way and at the end


@dataclass(frozen=True, slots=True)
class Orders:
    """All destinations of something on the board, with the actions that lead there."""

    title: Text
    variants: tuple[tuple[Text, tuple[Variant, ...]], ...]  # choices by heading
    orders: tuple[Order, ...]
    at_once: bool = False  # no confirmation needed: small steps that can be undone

"""Refusals by the table, not by the rules of a game."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_


class StaleQuestion(Refusal):
    """An answer to a question that is no longer open."""

    sentence = N_("That decision has passed; see how the table stands now.")


class NothingToUndo(Refusal):
    """An undo by a seat that has no action to take back."""

    sentence = N_("You have nothing to undo.")


class NothingHalfMade(Refusal):
    """A cancellation without a choice in progress."""

    sentence = N_("You have no unfinished choice to undo.")


class KnownByNow(Refusal):
    """An undo of an action that revealed something, used chance, or that others respond to."""

    sentence = N_(
        "“{action}” can’t be undone: it used chance, revealed something or asked another player"
        " for an answer."
    )


class OthersDecided(Refusal):
    """An undo after another seat has decided."""

    sentence = N_("“{action}” can’t be undone: another player has played since.")


class TakenBackEnough(Refusal):
    """An undo beyond the limit per game."""

    sentence = N_("You have undone {n} actions in this game; that is the limit.")


class NoSuchSeat(Refusal):
    """A seat that the table does not have."""

    sentence = N_("There is no seat {seat}; the seats are {seats}.")


class NothingGiven(Refusal):
    """An answer with an empty list of actions."""

    sentence = N_("Name at least one action.")

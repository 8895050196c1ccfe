"""Why the table (not the rules) does not take something."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_


class StaleQuestion(Refusal):
    """An answer to a question that is no longer open."""

    sentence = N_("That decision has passed; see how the table stands now.")


class NothingToUndo(Refusal):
    """Undo without an action of one's own."""

    sentence = N_("You have nothing to undo.")


class NothingHalfMade(Refusal):
    """Nothing is half made."""

    sentence = N_("You have no unfinished choice to undo.")


class KnownByNow(Refusal):
    """Undo of an action that made something hidden known, used chance, or that others answer."""

    sentence = N_(
        "“{action}” can’t be undone: it used chance, revealed something or asked somebody"
        " else for an answer."
    )


class OthersDecided(Refusal):
    """Undo after somebody else has decided."""

    sentence = N_("“{action}” can’t be undone: somebody else has played since.")


class TakenBackEnough(Refusal):
    """Undo without end."""

    sentence = N_("You have undone {n} actions in this game; that is the limit.")


class NoSuchSeat(Refusal):
    """A seat that the table does not have."""

    sentence = N_("There is no seat {seat}; the seats are {seats}.")


class NothingGiven(Refusal):
    """An empty list of actions."""

    sentence = N_("Name at least one action.")

"""Why the table (not the rules) does not take something."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_


class StaleQuestion(Refusal):
    """An answer to a question that is no longer open."""

    sentence = N_("That question is no longer open; look at the table again.")


class NothingToUndo(Refusal):
    """Undo without an action of one's own."""

    sentence = N_("You have done nothing that could be taken back.")


class NothingHalfMade(Refusal):
    """Nothing is half made."""

    sentence = N_("You are not in the midst of a choice that could be taken back as a whole.")


class KnownByNow(Refusal):
    """Undo of an action that made something hidden known, used chance, or that others answer."""

    sentence = N_(
        "“{action}” cannot be taken back: chance was used, something became known or somebody"
        " else was asked about it."
    )


class OthersDecided(Refusal):
    """Undo after somebody else has decided."""

    sentence = N_("“{action}” cannot be taken back: somebody else has decided since.")


class TakenBackEnough(Refusal):
    """Undo without end."""

    sentence = N_("You have taken something back {n} times in this game; that is enough.")


class NoSuchSeat(Refusal):
    """A seat that the table does not have."""

    sentence = N_("There is no seat {seat}; the seats are {seats}.")


class NothingGiven(Refusal):
    """An empty list of actions."""

    sentence = N_("Name at least one action.")

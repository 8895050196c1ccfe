"""Why the site (not the table or the rules) does not take something."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_


class NotYours(Refusal):
    """Acting for a seat that belongs to somebody else."""

    sentence = N_("That is not your seat.")


class SignedOut(Refusal):
    """Something that needs an account."""

    sentence = N_("Log in first.")


class NotThere(Refusal):
    """Something that does not exist, or no longer."""

    sentence = N_("There is nothing here.")


class SeatTaken(Refusal):
    """Sitting down where somebody sits."""

    sentence = N_("That seat is taken.")


class HeldBefore(Refusal):
    """A second seat at the same table: one would know too much."""

    sentence = N_("You have already held a seat at this table.")


class WrongInvitation(Refusal):
    """Sitting down without the right link."""

    sentence = N_("Only somebody with the invitation link may sit down here.")


class NotInvited(Refusal):
    """Sitting down on a seat that is kept for somebody."""

    sentence = N_("This seat is kept for somebody who is invited.")


class RatedNeedsAccount(Refusal):
    """A guest at a rated table."""

    sentence = N_("A rated game is for people with an account: log in first.")


class NotStarted(Refusal):
    """An action before everybody is there."""

    sentence = N_("The game has not started yet.")


class AlreadyStarted(Refusal):
    """Changing the company of a game that is being played."""

    sentence = N_("The game has started already.")


class NotFull(Refusal):
    """Starting without everybody."""

    sentence = N_("There are free seats; the host may give them to bots.")


class NotHost(Refusal):
    """Something that is for whoever opened the table."""

    sentence = N_("Only who has opened the table may do that.")


class NotOver(Refusal):
    """A rematch of a game that goes on."""

    sentence = N_("The game is not over yet.")


class TooOften(Refusal):
    """More of something than the house allows for a while."""

    sentence = N_("That is too much at once; wait a minute and try again.")


class Busy(Refusal):
    """Others were quicker, again and again, or the database is locked."""

    sentence = N_("The table is busy; try again.")


class Closed(Refusal):
    """An action at a table that was ended by agreement."""

    sentence = N_("This game was ended by agreement.")


class Breakdown(Refusal):
    """A fault of ours."""

    sentence = N_("Something went wrong here; it has been written down. Try again.")


class Empty(Refusal):
    """A form with nothing in it."""

    sentence = N_("There is nothing to send.")


class TooLarge(Refusal):
    """A request that is larger than anything the house takes."""

    sentence = N_("That is too large: a record file may have 2 MB.")

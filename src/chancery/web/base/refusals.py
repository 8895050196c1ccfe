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


class Alone(Refusal):
    """Coming to a table where somebody tries moves."""

    sentence = N_("This table is for one person alone.")


class NotImported(Refusal):
    """Playing on with others from something other than one's own imported record."""

    sentence = N_("Only the person who imported a record may play on from it with others.")


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

    sentence = N_("Only the host can do that.")


class NotOver(Refusal):
    """A rematch of a game that goes on."""

    sentence = N_("The game is not over yet.")


class TooOften(Refusal):
    """More of something than the house allows for a while."""

    sentence = N_("That is too much at once; wait a minute and try again.")


class Busy(Refusal):
    """Others were quicker, again and again, or the database is locked."""

    sentence = N_("The table is busy; try again.")


class HouseBusy(Busy):
    """More asked for at once than can be done in good time."""

    sentence = N_("The house is busy just now; try again in a moment.")


class HouseFull(Refusal):
    """Nothing can be written."""

    sentence = N_(
        "There is no room left on the disk of this house: nothing can be added now. "
        "What was there is safe, and whoever runs the house has been told."
    )


class GuestsFull(Refusal):
    """All that guests have sent together is more than the house keeps."""

    sentence = N_(
        "The house keeps no more of what guests have sent just now; with an account it would."
    )


class Spoiled(Refusal):
    """A log that does not replay: what is wrong is for the operator alone."""

    sentence = N_(
        "This table cannot be shown: what is kept of it is damaged. "
        "It has been reported to whoever runs the house."
    )


class Closed(Refusal):
    """An action at a table that was ended by agreement."""

    sentence = N_("This game was ended by agreement.")


class Breakdown(Refusal):
    """A fault of ours."""

    sentence = N_("Something went wrong here; it has been written down. Try again.")


class Empty(Refusal):
    """A form with nothing in it."""

    sentence = N_("There is nothing to send.")


class TooHeavy(Refusal):
    """A record that would keep the house busy for too long."""

    sentence = N_("This record takes too long to be checked, or too much memory.")


class TooSlowly(Refusal):
    """A request that never ends."""

    sentence = N_("What you have sent did not arrive in time.")


class TooLarge(Refusal):
    """A request that is larger than anything the house takes."""

    sentence = N_("That is too large: a record file may have 2 MB.")


# -- notices that do not get through -----------------------------------------------------


class Undelivered(Refusal):
    """A message that somebody outside of the house has not taken; never more than he may know."""


class NoHook(Undelivered):
    """Something that cannot be the address of a web hook."""

    sentence = N_("The address of a web hook is a whole one, like https://example.org/hook.")


class NotSecure(Undelivered):
    """A hook that anybody on the way could read."""

    sentence = N_("The address of a web hook begins with https://.")


class HookPassword(Undelivered):
    """A name or a password in front of the host."""

    sentence = N_("The address of a web hook has no name and no password before the server.")


class OddPort(Undelivered):
    """A port at which no web hook is, but perhaps something else."""

    sentence = N_("A web hook is at port 443 or 8443, not at another one.")


class NotPublic(Undelivered):
    """No such host, or one that only this machine or its neighbours reach: told alike."""

    sentence = N_("There is no server {host} on the public internet.")


class NotReached(Undelivered):
    """Nobody at the other end."""

    sentence = N_("{host} cannot be reached now.")


class NotTrusted(Undelivered):
    """Somebody who cannot prove that he is that host."""

    sentence = N_("The certificate of {host} is not in order.")


class TooSlow(Undelivered):
    """No answer in time."""

    sentence = N_("{host} has not answered in time.")


class Garbled(Undelivered):
    """An answer that is none."""

    sentence = N_("{host} does not answer as a web hook does.")


class Redirected(Undelivered):
    """A redirect: where it leads has not been checked."""

    sentence = N_(
        "{host} leads to another address (status {status}); enter the one where it leads."
    )


class Declined(Undelivered):
    """An answer that says no."""

    sentence = N_("{host} has not taken the message (status {status}).")


class NoMailServer(Undelivered):
    """Our own mail server does not do its work."""

    sentence = N_("The mail could not be sent: our mail server does not take it now.")


class NoMailbox(Undelivered):
    """The address is refused."""

    sentence = N_("The mail could not be sent: there seems to be no mailbox {address}.")


# -- programs ----------------------------------------------------------------------------


class NoToken(SignedOut):
    """Something of the API that needs an account."""

    sentence = N_("This needs a token, sent as “Authorization: Bearer …”.")


class WrongToken(SignedOut):
    """A token that nobody has, or no longer."""

    sentence = N_("This token is not known, or it was revoked.")


class EnoughTokens(Refusal):
    """One token more than an account may have."""

    sentence = N_("You have {n} tokens; revoke one first.")


class WrongType(Refusal):
    """A body that does not say it is JSON."""

    sentence = N_("Send JSON, with the content type application/json.")


class NoObject(Refusal):
    """A body that is not what every body of the API is."""

    sentence = N_("The body is not a JSON object.")


class WrongMethod(Refusal):
    """An address that exists, asked in another way."""

    sentence = N_("This address does not take {method}.")


class NotOffered(Refusal):
    """An answer in advance that the game does not offer now."""

    sentence = N_("That cannot be answered in advance now.")

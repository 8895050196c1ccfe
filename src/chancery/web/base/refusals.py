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

    sentence = N_("You have already had a seat at this table.")


class WrongInvitation(Refusal):
    """Sitting down without the right link."""

    sentence = N_("You need the invitation link to take a seat here.")


class NotInvited(Refusal):
    """Sitting down on a seat that is kept for somebody."""

    sentence = N_("This seat is reserved for an invited player.")


class Alone(Refusal):
    """Coming to a table where somebody tries moves."""

    sentence = N_("This table is for one person only.")


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

    sentence = N_("There are still free seats; the host can give them to bots.")


class NotHost(Refusal):
    """Something that is for whoever opened the table."""

    sentence = N_("Only the host can do that.")


class NotOver(Refusal):
    """A rematch of a game that goes on."""

    sentence = N_("The game is not over yet.")


class TooOften(Refusal):
    """More of something than the house allows for a while."""

    sentence = N_("Too many requests; wait a minute and try again.")


class TooCostly(Refusal):
    """A network has asked for so much that others would have to wait."""

    sentence = N_(
        "Too much has been asked for from your network in a short time; "
        "wait a few seconds and try again."
    )


class Busy(Refusal):
    """Others were quicker, again and again, or the database is locked."""

    sentence = N_("The table is busy; try again.")


class HouseBusy(Busy):
    """More asked for at once than can be done in good time."""

    sentence = N_("The site is busy right now; try again in a moment.")


class HouseFull(Refusal):
    """Nothing can be written."""

    sentence = N_(
        "This site has run out of disk space: nothing can be added for now. What was there"
        " is safe, and the people who run the site have been told."
    )


class GuestsFull(Refusal):
    """All that guests have sent together is more than the house keeps."""

    sentence = N_(
        "The site can’t store anything more for guests right now; with an account it can."
    )


class Spoiled(Refusal):
    """A log that does not replay: what is wrong is for the operator alone."""

    sentence = N_(
        "This table can’t be shown: its data is damaged. The people who run the site have"
        " been told."
    )


class Closed(Refusal):
    """An action at a table that was ended by agreement."""

    sentence = N_("This game was ended by agreement.")


class TimeUp(Refusal):
    """Taking back a decision whose deadline has passed."""

    sentence = N_("The time for that decision has run out: it can’t be taken back.")


class NoHints(Refusal):
    """Asking for a hint where nobody may be helped."""

    sentence = N_("There are no hints at this table.")


class NoHintsYet(Refusal):
    """Asking for help at a copy of a game that is played without it, while that goes on."""

    sentence = N_(
        "This position comes from a game that is played without hints. Until that game is over"
        " no bot helps with it."
    )


class AnalysesFull(Refusal):
    """A game to be analysed, while as many wait as the house takes."""

    sentence = N_("Too many games are waiting to be analysed. Try again in an hour.")


class OwnAnalysesFull(Refusal):
    """One game more to be analysed than may wait for one account or guest."""

    sentence = N_(
        "{n} of your games are waiting to be analysed. Try again when one of them is done."
    )


class NetworkAnalysesFull(Refusal):
    """One game more to be analysed than may wait for the guests of one network."""

    sentence = N_(
        "{n} games of guests from your network are waiting to be analysed. Log in, or try again"
        " when one of them is done."
    )


class TaughtOtherwise(Refusal):
    """An action that is legal, where a teacher would like to show another."""

    sentence = N_("{said}")


class Breakdown(Refusal):
    """A fault of ours."""

    sentence = N_("Something went wrong on our side; it has been logged. Please try again.")


class Empty(Refusal):
    """A form with nothing in it."""

    sentence = N_("There is nothing to send.")


class WrongHost(Refusal):
    """A request for a host name that is not ours."""

    sentence = N_(
        "This site does not answer to that name. Check the address in your browser; whoever runs"
        " the site can add the name to CHANCERY_HOSTS."
    )


class TooHeavy(Refusal):
    """A record that would keep the house busy for too long."""

    sentence = N_("Checking this record takes too much time or memory.")


class TooSlowly(Refusal):
    """A request that never ends."""

    sentence = N_("What you sent did not arrive in time.")


class TooLarge(Refusal):
    """A request that is larger than anything the house takes."""

    sentence = N_("That is too large: a record file may have at most 2 MB.")


# -- notices that do not get through -----------------------------------------------------


class Undelivered(Refusal):
    """A message that somebody outside of the house has not taken; never more than he may know."""


class NoHook(Undelivered):
    """Something that cannot be the address of a web hook."""

    sentence = N_("The address of a webhook must be complete, like https://example.org/hook.")


class NotSecure(Undelivered):
    """A hook that anybody on the way could read."""

    sentence = N_("The address of a webhook begins with https://.")


class HookPassword(Undelivered):
    """A name or a password in front of the host."""

    sentence = N_("The address of a webhook can’t contain a name or a password.")


class OddPort(Undelivered):
    """A port at which no web hook is, but perhaps something else."""

    sentence = N_("A webhook must use port 443 or 8443.")


class NotPublic(Undelivered):
    """No such host, or one that only this machine or its neighbours reach: told alike."""

    sentence = N_("There is no server {host} on the public internet.")


class NotReached(Undelivered):
    """Nobody at the other end."""

    sentence = N_("{host} can’t be reached right now.")


class NotTrusted(Undelivered):
    """Somebody who cannot prove that he is that host."""

    sentence = N_("The certificate of {host} is not valid.")


class TooSlow(Undelivered):
    """No answer in time."""

    sentence = N_("{host} did not answer in time.")


class Garbled(Undelivered):
    """An answer that is none."""

    sentence = N_("{host} does not answer like a webhook.")


class Redirected(Undelivered):
    """A redirect: where it leads has not been checked."""

    sentence = N_("{host} redirects to another address (status {status}); enter that one instead.")


class Declined(Undelivered):
    """An answer that says no."""

    sentence = N_("{host} did not accept the message (status {status}).")


class Gone(Declined):
    """An answer that says: never again."""


class NoDevice(Undelivered):
    """A browser that nobody could push anything to."""

    sentence = N_("Notifications can’t reach this browser.")


class EnoughDevices(Refusal):
    """One browser more than an account may have."""

    sentence = N_("You have {n} devices; remove one first.")


class NoMailServer(Undelivered):
    """Our own mail server does not do its work."""

    sentence = N_("The email could not be sent: our mail server is not accepting it right now.")


class NoMailbox(Undelivered):
    """The address is refused."""

    sentence = N_("The email could not be sent: there seems to be no mailbox {address}.")


# -- programs ----------------------------------------------------------------------------


class NoToken(SignedOut):
    """Something of the API that needs an account."""

    sentence = N_("This needs a token, sent as “Authorization: Bearer …”.")


class WrongToken(SignedOut):
    """A token that nobody has, or no longer."""

    sentence = N_("This token is unknown or has been revoked.")


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

    sentence = N_("This address does not accept {method}.")


class NotOffered(Refusal):
    """An answer in advance that the game does not offer now."""

    sentence = N_("You can’t answer that in advance now.")

"""Refusals of the site itself, as opposed to those of the table or the rules."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_


class NotYours(Refusal):
    """Acting for a seat that belongs to another player."""

    sentence = N_("That is not your seat.")


class SignedOut(Refusal):
    """Doing without an account what needs one."""

    sentence = N_("Log in first.")


class NoInvitation(Refusal):
    """Creating an account on a site that needs an invitation, without a valid one."""

    sentence = N_("You need a valid invitation to create an account here. Ask the operators.")


class NotThere(Refusal):
    """Opening a page or object that does not exist, or no longer."""

    sentence = N_("There is nothing here.")


class SeatTaken(Refusal):
    """Sitting down on a seat that is taken."""

    sentence = N_("That seat is taken.")


class HeldBefore(Refusal):
    """Taking a second seat at the same table, having seen another hand."""

    sentence = N_("You have already had a seat at this table.")


class WrongInvitation(Refusal):
    """Sitting down without the invitation link of the table."""

    sentence = N_("You need the invitation link to take a seat here.")


class NotInvited(Refusal):
    """Sitting down on a seat that is reserved for an invited player."""

    sentence = N_("This seat is reserved for an invited player.")


class Alone(Refusal):
    """Sitting down at a private table, where one person tries moves."""

    sentence = N_("This table is for one person only.")


class NotImported(Refusal):
    """Playing on with others from anything but a record that one has imported."""

    sentence = N_("Only the person who imported a record may play on from it with others.")


class RatedNeedsAccount(Refusal):
    """Sitting down at a rated table without an account."""

    sentence = N_("A rated game is for people with an account: log in first.")


class NotStarted(Refusal):
    """Acting before the game has started."""

    sentence = N_("The game has not started yet.")


class AlreadyStarted(Refusal):
    """Changing who sits where when the game has started."""

    sentence = N_("The game has started already.")


class NotFull(Refusal):
    """Starting a game while seats are free."""

    sentence = N_("There are still free seats; the host can give them to bots.")


class NotHost(Refusal):
    """Doing what only the host of a table may do."""

    sentence = N_("Only the host can do that.")


class NotOver(Refusal):
    """Asking for a rematch while the game goes on."""

    sentence = N_("The game is not over yet.")


class TooOften(Refusal):
    """Doing something more often than a limit allows."""

    sentence = N_("Too many requests; wait a minute and try again.")


class TooCostly(Refusal):
    """Using so much CPU time from one network that others would have to wait."""

    sentence = N_(
        "Too many requests from your network in a short time; wait a few seconds and try again."
    )


class Busy(Refusal):
    """Losing against concurrent changes again and again, or finding the database locked."""

    sentence = N_("The table is busy; try again.")


class HouseBusy(Busy):
    """Asking while the site has more requests than it can answer in time."""

    sentence = N_("The site is busy right now; try again in a moment.")


class NoDatabase(Busy):
    """Asking while the database cannot be reached or does not answer."""

    sentence = N_(
        "The site’s database does not answer right now; try again in a minute. What was confirmed"
        " is safe, and the people who run the site can see it."
    )


class NoMemory(Busy):
    """Asking while the machine has no memory left."""

    sentence = N_("The site’s machine is out of memory right now; try again in a minute.")


class HouseFull(Refusal):
    """Writing while the disk is full."""

    sentence = N_(
        "This site has run out of disk space: nothing can be added for now. What was there"
        " is safe, and the people who run the site have been told."
    )


class GuestsFull(Refusal):
    """Storing more than all guests together may."""

    sentence = N_(
        "The site can’t store anything more for guests right now. Log in, or create an account."
    )


class Spoiled(Refusal):
    """Opening a table whose log does not replay; only operators are told what is wrong."""

    sentence = N_(
        "This table can’t be shown: its data is damaged. The people who run the site have"
        " been told."
    )


class Closed(Refusal):
    """Acting at a table that was ended by agreement."""

    sentence = N_("This game was ended by agreement.")


class TimeUp(Refusal):
    """Taking back an action whose deadline has passed."""

    sentence = N_("The time for that decision has run out: it can’t be undone.")


class NoHints(Refusal):
    """Asking for a hint at a table without hints."""

    sentence = N_("There are no hints at this table.")


class NoHintsYet(Refusal):
    """Asking for help at a copy of a running game that is played without hints."""

    sentence = N_(
        "This position comes from a game that is played without hints. No bot helps with it until"
        " that game is over."
    )


class AnalysesFull(Refusal):
    """Requesting an analysis while the queue of the whole site is full."""

    sentence = N_("Too many games are waiting to be analysed. Try again in an hour.")


class OwnAnalysesFull(Refusal):
    """Requesting more analyses than one account or guest may have in the queue."""

    sentence = N_(
        "{n} of your games are waiting to be analysed. Try again when one of them is done."
    )


class NetworkAnalysesFull(Refusal):
    """Requesting more analyses than the guests of one network may have in the queue."""

    sentence = N_(
        "{n} games of guests from your network are waiting to be analysed. Log in, or try again"
        " when one of them is done."
    )


class TaughtOtherwise(Refusal):
    """Playing a legal action where the teacher of a guided game wants another one."""

    sentence = N_("{said}")


class Breakdown(Refusal):
    """An internal error of the site."""

    sentence = N_("Something went wrong on our side; it has been logged. Please try again.")


class Empty(Refusal):
    """Sending a form without content."""

    sentence = N_("There is nothing to send.")


class NotReadable(Refusal):
    """Sending a request with characters that no address or form of ours has."""

    sentence = N_("That request cannot be read. Check the address in your browser.")


class WrongHost(Refusal):
    """Using a host name that this site is not configured for."""

    sentence = N_(
        "This site does not answer to that name. Check the address in your browser; the people who"
        " run the site can add the name to CHANCERY_HOSTS."
    )


class TooHeavy(Refusal):
    """Uploading a record that takes too long to check."""

    sentence = N_("Checking this record takes too much time or memory.")


class TooSlowly(Refusal):
    """Sending a request that does not arrive in time."""

    sentence = N_("What you sent did not arrive in time.")


class TooLarge(Refusal):
    """Sending a request that is larger than any valid one."""

    sentence = N_("That is too large: a record file may have at most 2 MB.")


# -- notices that do not get through -----------------------------------------------------


class Undelivered(Refusal):
    """A message that another server did not accept; says no more than its owner may know."""


class NoHook(Undelivered):
    """Entering text that is not the address of a webhook."""

    sentence = N_("The address of a webhook must be complete, like https://example.org/hook.")


class NotSecure(Undelivered):
    """Entering a webhook without TLS, which others could read on the way."""

    sentence = N_("The address of a webhook begins with https://.")


class HookPassword(Undelivered):
    """Entering a webhook address with user name or password."""

    sentence = N_("The address of a webhook can’t contain a name or a password.")


class OddPort(Undelivered):
    """Entering a port that is not used for webhooks, but perhaps by another service."""

    sentence = N_("A webhook must use port 443 or 8443.")


class NotPublic(Undelivered):
    """Entering an unknown host or a private one; the two are not told apart."""

    sentence = N_("There is no server {host} on the public internet.")


class NotReached(Undelivered):
    """A webhook host that cannot be reached."""

    sentence = N_("{host} can’t be reached right now.")


class NotTrusted(Undelivered):
    """A webhook host whose certificate is not valid."""

    sentence = N_("The certificate of {host} is not valid.")


class TooSlow(Undelivered):
    """A webhook host that does not answer in time."""

    sentence = N_("{host} did not answer in time.")


class Garbled(Undelivered):
    """A webhook host that does not answer in HTTP."""

    sentence = N_("{host} does not answer like a webhook.")


class Redirected(Undelivered):
    """A webhook that redirects: where to has not been checked."""

    sentence = N_("{host} redirects to another address (status {status}); enter that one instead.")


class Declined(Undelivered):
    """A webhook that answers with an error status."""

    sentence = N_("{host} did not accept the message (status {status}).")


class Gone(Declined):
    """A push subscription that its service has deleted for good."""


class NoDevice(Undelivered):
    """Registering a browser whose push service cannot be used."""

    sentence = N_("Notifications can’t reach this browser.")


class EnoughDevices(Refusal):
    """Registering more browsers than an account may have."""

    sentence = N_("You have {n} devices; remove one first.")


class NoMailServer(Undelivered):
    """A mail that our own mail server did not accept."""

    sentence = N_("The email could not be sent: our mail server is not accepting it right now.")


class NoMailbox(Undelivered):
    """A mail whose recipient was refused."""

    sentence = N_("The email could not be sent: there seems to be no mailbox {address}.")


# -- programs ----------------------------------------------------------------------------


class NoToken(SignedOut):
    """Calling an operation of the API without the token it needs."""

    sentence = N_("This needs a token, sent as “Authorization: Bearer …”.")


class WrongToken(SignedOut):
    """Sending a token that is unknown or revoked."""

    sentence = N_("This token is unknown or has been revoked.")


class EnoughTokens(Refusal):
    """Creating more tokens than an account may have."""

    sentence = N_("You have {n} tokens; revoke one first.")


class WrongType(Refusal):
    """Sending a body that is not declared as JSON."""

    sentence = N_("Send JSON, with the content type application/json.")


class NoObject(Refusal):
    """Sending a body that is not a JSON object."""

    sentence = N_("The body is not a JSON object.")


class WrongMethod(Refusal):
    """Using a method that an address does not support."""

    sentence = N_("This address does not accept {method}.")


class NotOffered(Refusal):
    """Giving an answer in advance that the game does not offer now."""

    sentence = N_("You can’t answer that in advance now.")

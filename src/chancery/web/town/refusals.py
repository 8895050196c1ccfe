"""Why the town does not take something."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_


class Oneself(Refusal):
    """Following oneself."""

    sentence = N_("You can’t follow yourself.")


class EnoughFollowed(Refusal):
    """One more than an account may follow."""

    sentence = N_("You follow {n} players already; unfollow somebody first.")


class EnoughCalls(Refusal):
    """One note more than an account may have in the lobby."""

    sentence = N_("You have {n} notes here already; take one down first.")


class EnoughTournaments(Refusal):
    """One tournament more than an account may have at a time."""

    sentence = N_("You are already in {n} tournaments that are not over.")


class TournamentStarted(Refusal):
    """Joining or calling off what is being played."""

    sentence = N_("This tournament has started already.")


class TournamentOver(Refusal):
    """Withdrawing from what is over."""

    sentence = N_("This tournament is over.")


class NoRoom(Refusal):
    """Joining when everybody who was wanted is there."""

    sentence = N_("This tournament is full.")


class TooFew(Refusal):
    """Starting with fewer people than a table has seats."""

    sentence = N_("A tournament of this game needs at least {n} players.")

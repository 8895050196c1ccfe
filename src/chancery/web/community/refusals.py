"""The reasons for which the lobby, calls and tournaments refuse a request."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_
from chancery.web.base.refusals import TooOften


class Oneself(Refusal):
    """Following one's own account as if it were another player's."""

    sentence = N_("You can’t follow yourself.")


class EnoughFollowed(Refusal):
    """Following more accounts than allowed."""

    sentence = N_("You already follow {n} players; unfollow one first.")


class EnoughCalls(Refusal):
    """Posting more notes than allowed."""

    sentence = N_("You already have {n} requests here; remove one first.")


class EnoughTournaments(Refusal):
    """Entering more running tournaments than allowed."""

    sentence = N_("You are already in {n} tournaments that are not over.")


class TournamentStarted(Refusal):
    """Joining or cancelling a tournament that has started."""

    sentence = N_("This tournament has started already.")


class TournamentOver(Refusal):
    """Withdrawing from a tournament that is over."""

    sentence = N_("This tournament is over.")


class NoRoom(Refusal):
    """Joining a tournament that is full."""

    sentence = N_("This tournament is full.")


class TooFew(Refusal):
    """Starting with fewer players than a table has seats."""

    sentence = N_("A tournament of this game needs at least {n} players.")


class EnoughExports(TooOften):
    """Exporting the archive while several others do."""

    sentence = N_("The archive is being exported by others; try again in a few minutes.")


class InTeam(Refusal):
    """Founding or joining a team while in another one."""

    sentence = N_("You are in a team already; leave it first.")


class TeamFull(Refusal):
    """Joining a team that has as many members as it may."""

    sentence = N_("A team has at most {n} members.")


class NameTaken(Refusal):
    """Giving a team the name of another one."""

    sentence = N_("There is a team of this name already.")


class WrongTeamLink(Refusal):
    """Joining a team without its link."""

    sentence = N_("You need the link of the team to join it. Ask one of its members.")


class SeasonRunning(Refusal):
    """Opening a season before the one before it is over."""

    sentence = N_("The season before is not over yet.")

"""The game object of La Spada e la Fede: options, seats, phases, and entry points for the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chancery.core import N_, BadOption, Frame, Game, Option, Options, T, Text, say
from chancery.core.serialisation import Plain
from chancery.games.spada import view as views
from chancery.games.spada.board.components import CARDS, SEAT_NAMES
from chancery.games.spada.bot.bot import Steward
from chancery.games.spada.bot.search_hooks import SpadaSearchHooks
from chancery.games.spada.face import words
from chancery.games.spada.face.face import SpadaFace
from chancery.games.spada.rules.autumn import Help, Income, Tithes
from chancery.games.spada.rules.handmade_positions import complete
from chancery.games.spada.rules.notation import NOTATION
from chancery.games.spada.rules.privileges import Privilege
from chancery.games.spada.rules.rewards import Reward
from chancery.games.spada.rules.setup import set_up
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.rules.summer import Burning, Defence, Summer
from chancery.games.spada.rules.winter import Exchange, Proposal
from chancery.games.spada.rules.year import Year
from chancery.games.spada.view import SpadaView

CROSS_DECIDES = N_(
    "With four players and the full agenda the stone cross decides who is the first Counsellor;"
    " leave the option counsellor at “random”."
)
NO_SUCH_SEAT = N_("{seat} is not in a game for three players.")


class SpadaGame(Game[Spada, SpadaView]):
    """La Spada e la Fede, by Gerard Mulder, for three or four players."""

    name = "spada"
    title = T("La Spada e la Fede")
    rules = 2
    notation = NOTATION
    phases = (
        Year, Proposal, Exchange, Auction, Reward, Privilege, Summer, Defence, Burning, Income,
        Help, Tithes,
    )  # fmt: skip
    bots = {"steward": Steward}
    search_hooks = SpadaSearchHooks
    data_file = CARDS
    state = Spada
    face = SpadaFace()
    options = (
        Option("players", T("Players"), {4: T("four"), 3: T("three")}, 4),
        Option(
            "ending",
            T("End of the game"),
            {
                "standard": T("at once when the roof is on"),
                "mobilisation": T("the King’s mobilisation: the year is played out, hands score"),
            },
            "standard",
        ),
        Option(
            "scoring",
            T("Scoring"),
            {
                "rulebook": T("this rulebook: cathedral 2-2-2-3-3-4, and 2 for a privilege year"),
                "original": T(
                    "the original of 1999: cathedral 1-1-1-2-2-3, and 1 for a privilege year"
                ),
            },
            "rulebook",
        ),
        Option(
            "agenda",
            T("Agenda"),
            {
                "full": T("all sixteen cards"),
                "short": T("the author’s thirteen cards; whoever builds also takes a privilege"),
            },
            "full",
        ),
        Option(
            "robbery",
            T("Privileges of others"),
            {
                "free": T("may be taken from any player"),
                "fair": T("may be taken only from players with at least as many points"),
            },
            "free",
        ),
        Option(
            "counsellor",
            T("First Counsellor (“the oldest”), where the stone cross does not decide"),
            {
                "random": T("by lot"),
                "yellow": T("Yellow"),
                "black": T("Black"),
                "white": T("White"),
                "orange": T("Orange"),
            },
            "random",
        ),
    )

    def complete_options(self, chosen: Mapping[str, object]) -> Options:
        """Validate the options: a chosen first Counsellor needs a seat, and the choice must be
        open."""
        options = super().complete_options(chosen)
        first = options["counsellor"]
        if first != "random":
            if options["players"] == 4 and options["agenda"] == "full":
                raise BadOption(say(CROSS_DECIDES))
            if first not in self.seats(options):
                raise BadOption(say(NO_SUCH_SEAT, seat=self.seat_title(str(first))))
        return options

    def seats(self, options: Options) -> tuple[str, ...]:
        """Return the seats of three or four nobles, clockwise."""
        return SEAT_NAMES[: int(options["players"])]

    def seat_title(self, seat: str) -> Text:
        """Return the colour of a seat's houses."""
        return words.COLOURS[seat]

    def set_up(self, state: Spada) -> None:
        """Prepare a new game as described in §setup."""
        set_up(state)

    def complete(self, frame: Frame, partial: dict[str, Plain]) -> dict[str, Plain]:
        """Fill a partial position: empty hands, two farms each, all other cards in the deck or
        spent."""
        return complete(frame, self.load_data(frame.data, frame.rules), partial)

    def look(self, state: Spada, seat: int | None) -> SpadaView:
        """Build the view of a seat from a position."""
        return views.build_view(state, seat)

    def sample(self, view: SpadaView, seed: str) -> Spada:
        """Guess a complete position that is consistent with a view."""
        return views.sample(self, view, seed)


GAME: Game[Any, Any] = SpadaGame()

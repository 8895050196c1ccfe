"""The definition of Revolution: its options and the classes it consists of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from chancery.core import Frame, Game, Option, Options, T, Text
from chancery.core.graphs import Graph
from chancery.core.serialisation import Plain
from chancery.games.revolution import view as views
from chancery.games.revolution.board.board_file import BOARD, atlas_of
from chancery.games.revolution.board.editions import FIRST, NEWEST_RULES, REVISED
from chancery.games.revolution.board.factions import CROWN, FACTION_NAMES, REVOLT
from chancery.games.revolution.bot.bot import Regent
from chancery.games.revolution.bot.search_hooks import RevolutionSearchHooks
from chancery.games.revolution.face import words
from chancery.games.revolution.face.face import RevolutionFace
from chancery.games.revolution.graph import graph_of
from chancery.games.revolution.rules import handmade_positions
from chancery.games.revolution.rules.allegiance import Paying
from chancery.games.revolution.rules.army_moves import Holding, Marching
from chancery.games.revolution.rules.end_of_turn import Ordering
from chancery.games.revolution.rules.keeping_armies import Looting, Upkeep
from chancery.games.revolution.rules.military_influence import Barring, Influencing
from chancery.games.revolution.rules.moves_in_provinces import Batches, Peopling, Placing, Provinces
from chancery.games.revolution.rules.neutral_tokens import Filling
from chancery.games.revolution.rules.new_armies import Raising
from chancery.games.revolution.rules.new_units import NewUnits
from chancery.games.revolution.rules.notation import NOTATION
from chancery.games.revolution.rules.overflow import Overflow
from chancery.games.revolution.rules.setup import Posting, set_up
from chancery.games.revolution.rules.sieges import Besieging
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.support_moves import Interception, Support
from chancery.games.revolution.rules.taxes import Taxes
from chancery.games.revolution.rules.turn import Turn
from chancery.games.revolution.rules.water_beggars import Beggars, Hiring
from chancery.games.revolution.view import RevolutionView

SUGGESTED = "nobility-reformers"


class RevolutionGame(Game[Revolution, RevolutionView]):
    """Revolution: The Dutch Revolt 1568-1648, by Francis Tresham, for two to five players."""

    name = "revolution"
    title = T("Revolution: The Dutch Revolt")
    rules = NEWEST_RULES
    unit = 100
    chance = False
    notation = NOTATION
    state = Revolution
    face = RevolutionFace()
    data_file = BOARD
    bots: ClassVar[Mapping[str, Any]] = {"regent": Regent}
    search_hooks = RevolutionSearchHooks
    phases = (
        Turn, Posting, Taxes, Support, Interception, Upkeep, Looting, Raising, Besieging, Hiring,
        Beggars, Marching, Holding, Influencing, Barring, NewUnits, Filling, Overflow, Batches,
        Provinces, Placing, Peopling, Paying, Ordering,
    )  # fmt: skip
    options = (
        Option(
            "players",
            T("Players"),
            {5: T("five"), 4: T("four"), 3: T("three"), 2: T("two")},
            5,
        ),
        Option(
            "factions",
            T("With three players: the opponents of the Catholics"),
            {
                SUGGESTED: T("Nobility and Reformers"),
                "habsburgs-nobility": T("Habsburgs and Nobility"),
                "habsburgs-burghers": T("Habsburgs and Burghers"),
                "habsburgs-reformers": T("Habsburgs and Reformers"),
                "nobility-burghers": T("Nobility and Burghers"),
                "burghers-reformers": T("Burghers and Reformers"),
            },
            SUGGESTED,
        ),
        Option(
            "province_order",
            T("Moves inside provinces"),
            {
                "batched": T("all provinces side by side: far fewer turns"),
                "rulebook": T("one province after the other, as the first player chooses"),
            },
            "batched",
        ),
        Option(
            "neutrals",
            T("Neutral tokens (fewer of them let more tokens overflow)"),
            {"all": T("all 47"), 44: T("44"), 40: T("40"), 36: T("36"), 32: T("32")},
            "all",
        ),
        Option(
            "edition",
            T("Edition of the rules"),
            {
                REVISED: T("2007: the revised rules"),
                FIRST: T("2004: the rules as first printed; help lists what differs"),
            },
            REVISED,
            added=True,
        ),
    )

    def complete_options(self, chosen: Mapping[str, object]) -> Options:
        """Reset the choice of factions unless three players choose them (§3.2)."""
        options = super().complete_options(chosen)
        if options["players"] != 3:
            options["factions"] = SUGGESTED
        return options

    def seats(self, options: Options) -> tuple[str, ...]:
        """Return the seats of a game (§3).

        §3.1: two lead two factions each; §3.2: three, the Catholics always among them; §3.3: four,
        without the Nobility; §3.4: all five. The players agree who takes which seat.
        """
        players = options["players"]
        if players == 2:
            return (CROWN, REVOLT)
        if players == 3:
            return (FACTION_NAMES[0], *str(options["factions"]).split("-"))
        if players == 4:
            return tuple(name for name in FACTION_NAMES if name != "nobility")
        return FACTION_NAMES

    def seat_title(self, seat: str) -> Text:
        """Return the title of a seat: its faction, or both of them."""
        return words.SEATS[seat]

    def set_up(self, state: Revolution) -> None:
        """Set up the board and the stocks (§3.6)."""
        set_up(state)

    def called(self, frame: Frame) -> Mapping[str, str]:
        """Return the names of provinces, places, regions and boxes in the board file."""
        return dict(atlas_of(frame.data, frame.rules).called)

    def complete(self, frame: Frame, partial: dict[str, Plain]) -> dict[str, Plain]:
        """Complete a partial position: everything that is not given is empty."""
        return handmade_positions.complete(self, frame, partial)

    def look(self, state: Revolution, seat: int | None) -> RevolutionView:
        """Return the view of a position from a seat."""
        return views.build_view(state, seat)

    def graph(self, options: Mapping[str, object] | None = None) -> Graph:
        """Return the printed map: provinces, cities, towns and regions."""
        return graph_of(self.load_data(None))

    def sample(self, view: RevolutionView, seed: str) -> Revolution:
        """Return a position that is consistent with a view."""
        return views.sample(self, view, seed)


GAME = RevolutionGame()

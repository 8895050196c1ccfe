"""The game object of Friedrich: options, seats, phases, and the entry points the core calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from chancery.core import N_, BadOption, Frame, Game, Option, Options, T, Text, say
from chancery.core.graphs import Graph
from chancery.core.serialisation import Plain, decode
from chancery.games.friedrich import view as views
from chancery.games.friedrich.board.nations import Nation
from chancery.games.friedrich.board.pieces import AUSTRIAN, WEST
from chancery.games.friedrich.bot.bot import Quartermaster
from chancery.games.friedrich.bot.search_hooks import FriedrichSearchHooks
from chancery.games.friedrich.face import words
from chancery.games.friedrich.face.face import FriedrichFace
from chancery.games.friedrich.graph import GRAPH
from chancery.games.friedrich.rules import handmade_positions, players
from chancery.games.friedrich.rules.combat import Combat, Evasion, Fight
from chancery.games.friedrich.rules.fate.card_exchanges import Exchange, FrenchExchange, StolenCard
from chancery.games.friedrich.rules.fate.extra_moves import DrivenWest, LaudonMoves
from chancery.games.friedrich.rules.fate.gains_and_losses import FreeTroop, PrussianLoss
from chancery.games.friedrich.rules.fate.out_of_supply import PrussiansDown
from chancery.games.friedrich.rules.fate.strokes import Retirement
from chancery.games.friedrich.rules.garrison import Garrison
from chancery.games.friedrich.rules.movement import Marching, Movement
from chancery.games.friedrich.rules.notation import NOTATION
from chancery.games.friedrich.rules.offensive import Offensive
from chancery.games.friedrich.rules.recruiting import Recruiting
from chancery.games.friedrich.rules.retreat import Retreat
from chancery.games.friedrich.rules.setup import SetUp, set_up
from chancery.games.friedrich.rules.state import Friedrich
from chancery.games.friedrich.rules.tactical_cards import Discard
from chancery.games.friedrich.rules.turn import NationStage, Turn
from chancery.games.friedrich.rules.victory import Claim
from chancery.games.friedrich.view import FriedrichView

SCENARIO_FOR_TWO = N_("Two players play one of the two scenarios.")
NO_EXPERT = N_("The expert rules are for the whole war, with three or four players.")


class FriedrichGame(Game[Friedrich, FriedrichView]):
    """Friedrich in all its modes: the full game and the two scenarios."""

    name = "friedrich"
    title = T("Friedrich")
    rules = 3
    notation = NOTATION
    state = Friedrich
    face = FriedrichFace()
    bots: ClassVar[Mapping[str, Any]] = {"quartermaster": Quartermaster}
    search_hooks = FriedrichSearchHooks
    phases = (
        Turn, SetUp, NationStage, Discard, Offensive, Movement, Marching, Recruiting, Combat,
        Evasion, Fight, Retreat, Garrison, Claim, Retirement, FreeTroop, PrussianLoss, Exchange,
        FrenchExchange, StolenCard, PrussiansDown, LaudonMoves, DrivenWest,
    )  # fmt: skip
    options = (
        Option("players", T("Players"), {4: T("four"), 3: T("three"), 2: T("two")}, 4),
        Option(
            "game",
            T("Game"),
            {
                "full": T("the whole war, for three or four"),
                WEST: T("scenario 1 for two: the War in the West"),
                AUSTRIAN: T("scenario 2 for two: the Austrian Theatre"),
            },
            "full",
        ),
        Option(
            "last_victor",
            T("Expert: the last victor decides which text of a card of fate is read"),
            {False: T("no"), True: T("yes")},
            False,
        ),
        Option(
            "garrison",
            T("Expert: Russia needs a garrison in East Prussia"),
            {False: T("no"), True: T("yes")},
            False,
        ),
        Option(
            "offensive",
            T("Expert: the Offensive Option of Prussia"),
            {False: T("no"), True: T("yes")},
            False,
        ),
    )

    def complete_options(self, chosen: Mapping[str, object]) -> Options:
        """Validate and complete the options; a scenario always has two players."""
        options = super().complete_options(chosen)
        if options["game"] != "full":
            options["players"] = 2
            if any(options[rule] for rule in ("last_victor", "garrison", "offensive")):
                raise BadOption(say(NO_EXPERT))
        elif options["players"] == 2:
            raise BadOption(say(SCENARIO_FOR_TWO))
        return options

    def seats(self, options: Options) -> tuple[str, ...]:
        """§1.1: return the names of the seats of a game.

        A scenario has two (§scenario 1.1, §scenario 2.1). Which person takes which seat (§1.16) is
        decided by the table.
        """
        if options["game"] == WEST:
            return ("frederick", "pompadour")
        if options["game"] == AUSTRIAN:
            return ("frederick", "maria-theresa")
        return ("frederick", "elisabeth", "maria-theresa", "pompadour")[: int(options["players"])]

    def seat_title(self, seat: str) -> Text:
        """Return the historical figure that the player of a seat represents."""
        return words.SEATS[seat]

    def set_up(self, state: Friedrich) -> None:
        """Prepare a new game as described in §1."""
        set_up(state)

    def complete(self, frame: Frame, partial: dict[str, Plain]) -> dict[str, Plain]:
        """Fill a partial position, as written by hand, with the values of the set-up."""
        start = self.start(frame.options, rules=frame.rules)
        if "quit" in partial:
            start.quit = decode(tuple[Nation, ...], partial["quit"], at="quit")
            start.owners = [players.owner(start, nation) for nation in range(7)]
        return handmade_positions.complete(start.plain(), partial)

    def look(self, state: Friedrich, seat: int | None) -> FriedrichView:
        """Build the view of a seat from a position."""
        return views.build_view(state, seat)

    def sample(self, view: FriedrichView, seed: str) -> Friedrich:
        """Guess a complete position that is consistent with a view."""
        return views.sample(self, view, seed)

    def graph(self, options: Mapping[str, object] | None = None) -> Graph:
        """Return the map: cities, roads and main roads."""
        return GRAPH


GAME = FriedrichGame()

"""The game object, which combines rules, views, face and bots."""

from __future__ import annotations

from chancery.core import Game, Option, Options, T
from liars_dice.bots import Gambler
from liars_dice.face import LiarsDiceFace
from liars_dice.rules import COLOURS, NOTATION, LiarsDice, Rolling
from liars_dice.view import LiarsDiceView, fill, look


class LiarsDiceGame(Game[LiarsDice, LiarsDiceView]):
    """Liar's Dice, for two to four players."""

    name = "liars_dice"
    title = T("Liar’s Dice")
    notation = NOTATION
    state = LiarsDice
    face = LiarsDiceFace()
    bots = {"gambler": Gambler}
    options = (
        Option("players", T("Players"), {2: T("two"), 3: T("three"), 4: T("four")}, 3),
        Option("dice", T("Dice for each"), {3: T("three"), 5: T("five")}, 5),
        Option("wild", T("Ones"), {False: T("count as ones"), True: T("count as any face")}, False),
    )

    def seats(self, options: Options) -> tuple[str, ...]:
        """Return the seats at a table with these options, in turn order (§setup)."""
        return COLOURS[: int(options["players"])]

    def set_up(self, state: LiarsDice) -> None:
        """Set every field, and push the first phase on the stack (§setup)."""
        n = len(state.seats)
        state.dice = [int(state.options["dice"])] * n
        state.cups = [0] * (6 * n)
        state.out = ()
        state.push(Rolling(0))

    def look(self, state: LiarsDice, seat: int | None) -> LiarsDiceView:
        """Return the view of a seat (None: a spectator)."""
        return look(state, seat)

    def sample(self, view: LiarsDiceView, seed: str) -> LiarsDice:
        """Return a random position that agrees with a view."""
        return fill(self.framed(view.frame, seed), view, seed)


GAME = LiarsDiceGame()

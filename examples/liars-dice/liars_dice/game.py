"""The game: one object that says everything about it."""

from __future__ import annotations

from chancery.core import Game, Option, Options, T
from liars_dice.bots import Gambler
from liars_dice.face import LiarsDiceFace
from liars_dice.rules import NOTATION, LiarsDice, Rolling
from liars_dice.view import LiarsDiceView, fill, look

COLOURS = ("red", "blue", "green", "white")


class LiarsDiceGame(Game[LiarsDice, LiarsDiceView]):
    """Liar's Dice, for two to four."""

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
        """§setup: the seats at a table with these options, in turn order."""
        return COLOURS[: int(options["players"])]

    def set_up(self, state: LiarsDice) -> None:
        """§setup: every field gets its value, and the first phase goes on the stack."""
        n = len(state.seats)
        state.dice = [int(state.options["dice"])] * n
        state.cups = [0] * (6 * n)
        state.out = ()
        state.push(Rolling(0))

    def look(self, state: LiarsDice, seat: int | None) -> LiarsDiceView:
        """What a seat (None: a spectator) may know."""
        return look(state, seat)

    def sample(self, view: LiarsDiceView, seed: str) -> LiarsDice:
        """A position that a view allows."""
        blank = self.blank(view.frame.options, seed, view.frame.rules, view.frame.data)
        return fill(blank, view, seed)


GAME = LiarsDiceGame()

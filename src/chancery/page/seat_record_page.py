"""The page of what a seat has seen of a running game, from a file: read only."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import SeatName
from chancery.core.words import T
from chancery.page.sections import Page
from chancery.page.table_info import Links, TableInfo
from chancery.table.seated import Seated
from chancery.table.sitting import SeenEvent
from chancery.table.story import lines_of

SHOWN = 1000  # lines of the story

_NOBODY = TableInfo(
    slug="",
    started=True,
    over=False,
    closed=False,
    private=True,
    version=0,
    seats=(),
    links=Links("", "", "", "", ""),
)


class SeatRecordPage(Page):
    """The page of a position through one seat, with a story from a file."""

    def __init__(self, seated: Seated, story: Sequence[SeenEvent]) -> None:
        super().__init__(seated, _NOBODY)
        self._story = story

    def caption(self) -> str:
        """Return a sentence that says who has seen it."""
        seat = self.seated.seat
        if seat is None:
            return self.seated.say(
                T("A running game as a spectator saw it when the file was saved.")
            )
        return self.seated.say(
            T("A running game as {name} saw it when the file was saved.", name=SeatName(seat))
        )

    def story(self) -> str:
        """Return the last lines of the story in the file."""
        return self.log(self.draw_lines(lines_of(self.seated.game.face, self._story), SHOWN, {}))

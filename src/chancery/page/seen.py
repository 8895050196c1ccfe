"""The page of what a seat has seen of a running game, from a file: to look at, not to act."""

from __future__ import annotations

from collections.abc import Sequence

from chancery.core import SeatName
from chancery.page.facts import Facts, Links
from chancery.page.sections import Page
from chancery.table.seated import Seated
from chancery.table.sitting import Seen

SHOWN = 1000  # lines of the story

_NOBODY = Facts(
    started=True,
    over=False,
    closed=False,
    private=True,
    shuffle=False,
    version=0,
    seats=(),
    links=Links("", "", "", "", ""),
)


class SeenPage(Page):
    """A position through the eyes of one seat, with a story that was told elsewhere."""

    def __init__(self, seated: Seated, story: Sequence[Seen]) -> None:
        super().__init__(seated, _NOBODY)
        self._story = story

    def whose(self) -> str:
        """Who has seen it."""
        seat = self.seated.seat
        if seat is None:
            return self.words["as_watchers_saw"]
        return self.words.text("as_seat_saw", name=SeatName(seat))

    def story(self) -> str:
        """The last lines of it."""
        return self.told(self._story, SHOWN)

"""The year: four seasons in a fixed order (§year)."""

from __future__ import annotations

from dataclasses import dataclass

from chancery.core import BadPosition, Phase, Question
from chancery.core.words import T
from chancery.games.spada.board.components import CATHEDRAL, PARTS, problem_of, symbol_of
from chancery.games.spada.rules.autumn import Help, Income, Tithes
from chancery.games.spada.rules.events import (
    AuctionBegan,
    AutumnBegan,
    CrossLaid,
    SummerBegan,
    YearBegan,
)
from chancery.games.spada.rules.privileges import Privilege
from chancery.games.spada.rules.rewards import Reward
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.state import Spada
from chancery.games.spada.rules.summer import Burning, Defence, Summer
from chancery.games.spada.rules.victory import end_in_autumn
from chancery.games.spada.rules.winter import Exchange, Proposal, first_with_agenda

WINTER, SPRING, SUMMER, AUTUMN, END = range(5)


@dataclass(slots=True)
class Year(Phase[Spada]):
    """One year (§year), the phase below the season that is being played.

    Every season begins with the player who is Counsellor at that time. In the first Winter nothing
    happens (§winter.first). After Autumn comes a new year (§year.end), unless the roof is built:
    then, after a normal Autumn (§mobilisation.autumn), that was the last year (§mobilisation.year).
    """

    title = T("the turn of the year")
    rule = "year"

    season: int  # the next season

    @property
    def played(self) -> int:
        """The season that is being played."""
        return self.season - 1

    def ask(self, s: Spada) -> tuple[Question, ...]:
        season = self.season
        self.season += 1
        if season == WINTER:
            s.emit(YearBegan(s.year, s.counsellor))
            if s.year == 1:
                s.emit(CrossLaid(s.agenda))
            else:
                s.push(Proposal(first_with_agenda(s.agenda_sizes(), s.counsellor)))
        elif season == SPRING:
            s.emit(AuctionBegan(s.problem))
            s.push(Auction(tuple(s.round_from(s.counsellor)), s.counsellor))
        elif season == SUMMER:
            s.emit(SummerBegan(s.counsellor))
            s.push(Summer(s.counsellor, len(s.seats)))
        elif season == AUTUMN:
            s.emit(AutumnBegan())
            s.push(Income())
        elif s.built == PARTS:
            end_in_autumn(s)
        else:
            s.year += 1
            self.season = WINTER
        return ()

    def check(self, s: Spada) -> None:
        """Raise BadPosition unless the phases above fit the season and no cards are left over."""
        above = tuple(type(phase) for phase in s.phases[1:])
        if s.phases[0] is not self or above not in SHAPES.get(self.played, ()):
            raise BadPosition(T("no season is being played"))
        # every year has its agenda card, but a handmade position may lack a year or two
        cards = sum(s.spent) + (s.agenda >= 0) + (above[0] is Proposal)
        if s.year > cards + 2:
            raise BadPosition(T("there have not been so many years"))
        card_in_play = above[0] in (Exchange, Auction, Reward)
        if card_in_play != (s.agenda >= 0) or (card_in_play and s.problem != problem_of(s.agenda)):
            raise BadPosition(T("an agenda card lies where there should be none, or none does"))
        for lying, allowed in (
            (s.drafts, (Auction, Tithes)),
            (s.offers, (Auction,)),
            (s.loot, (Summer,)),
        ):
            if any(lying) and above[0] not in allowed:
                raise BadPosition(T("there are cards that belong to another season"))
        built = s.built - sum(s.spent[::2])
        rewarded = above[0] is Reward and symbol_of(s.agenda) == CATHEDRAL
        if built != rewarded or (s.built == PARTS and self.season <= SUMMER and not rewarded):
            raise BadPosition(T("the cathedral does not have the parts that its cards have built"))


# The stacks of phases that are possible above the year, in each season.
SHAPES: dict[int, tuple[tuple[type[Phase[Spada]], ...], ...]] = {
    WINTER: ((Proposal,), (Exchange,)),
    SPRING: ((Auction,), (Reward, Privilege)),
    SUMMER: ((Summer,), (Summer, Defence), (Summer, Burning)),
    AUTUMN: ((Help,), (Help, Privilege), (Tithes,)),
}

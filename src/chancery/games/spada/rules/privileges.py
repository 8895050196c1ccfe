"""The choice of a privilege, as a reward (§rewards.privilege, §help.reward)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from chancery.core import Action, BadPosition, Phase, Question, Refusal, Seat, added
from chancery.core.observations import OneOf
from chancery.core.words import SeatName, T
from chancery.games.spada.board.components import RESOURCES
from chancery.games.spada.board.open_information import OpenBoard
from chancery.games.spada.rules.events import PrivilegeRobbed, PrivilegeTaken
from chancery.games.spada.rules.notation import TAKE, TAKE_FROM
from chancery.games.spada.rules.refusals import (
    InSupply,
    MustChoose,
    NobodyThere,
    NotInSupply,
    OwnerHasNone,
    PoorerOwner,
    Yourself,
)
from chancery.games.spada.rules.state import Spada


def may_take(board: OpenBoard, seat: int, gained: int = 0) -> list[Action]:
    """Return the privileges that a player can take after gaining some points (§rewards.privilege).

    A privilege comes from the supply or, if its kind has run out there, from an opponent. Unless
    `robbery` is free, that opponent must have at least as many points as the player.
    """
    points = board.points
    free = board.frame.options["robbery"] == "free"
    min_points = 0 if free else points[seat] + gained  # of a victim
    actions: list[Action] = []
    for kind in range(4):
        if board.supply[kind]:
            actions.append(TAKE[kind])
        else:
            actions += [
                TAKE_FROM[kind][owner]
                for owner in range(len(points))
                if owner != seat
                and board.privileges[owner * 4 + kind]
                and points[owner] >= min_points
            ]
    return actions


@dataclass(slots=True)
class Privilege(Phase[Spada]):
    """A player takes a privilege of his choice (§rewards.privilege, §help.reward).

    A choice with a single option is made without a question: everything here is public.
    """

    title = T("the choice of a privilege")
    rule = "rewards.privilege"

    seat: Seat
    # the paragraph that grants it
    cause: Annotated[str, OneOf(("rewards.privilege", "help.reward"))] = "rewards.privilege"

    def ask(self, s: Spada) -> tuple[Question, ...]:
        options = self.legal(s, self.seat)
        if len(options) > 1:
            return s.offer(self.seat, "privilege", options)
        s.leave()
        if options:
            self._take(s, *options[0].args)
        return ()

    def legal(self, s: Spada, seat: int) -> list[Action]:
        return may_take(s, self.seat)

    def do_take(self, s: Spada, seat: int, kind: int, owner: int = -1) -> None:
        s.leave()
        self._take(s, kind, owner)

    def _take(self, s: Spada, kind: int, owner: int = -1) -> None:
        if owner < 0:
            s.supply = added(s.supply, kind, -1)
            s.emit(PrivilegeTaken(self.seat, kind))
        else:
            i = owner * 4 + kind
            s.privileges = added(s.privileges, i, -1)
            s.emit(PrivilegeRobbed(self.seat, kind, owner))
        i = self.seat * 4 + kind
        s.privileges = added(s.privileges, i, 1)

    def no_pass(self, s: Spada, seat: int) -> Refusal:
        return MustChoose().by(self.cause)

    def no_take(self, s: Spada, seat: int, kind: int, owner: int = -1) -> Refusal:
        return self._why(s, seat, kind, owner).by(self.cause)

    def _why(self, s: Spada, seat: int, kind: int, owner: int) -> Refusal:
        privilege = RESOURCES.title(kind)
        if owner < 0:
            return NotInSupply(privilege=privilege)
        if not s.has_seat(owner):
            return NobodyThere()
        if owner == seat:
            return Yourself()
        if s.supply[kind]:
            return InSupply(privilege=privilege)
        if not s.privileges[owner * 4 + kind]:
            return OwnerHasNone(owner=SeatName(owner), privilege=privilege)
        return PoorerOwner(owner=SeatName(owner))

    def check(self, s: Spada) -> None:
        if self.cause not in ("rewards.privilege", "help.reward"):
            raise BadPosition(T("no season is being played"))

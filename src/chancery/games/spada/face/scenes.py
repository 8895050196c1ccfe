"""The important scenes of the story: attacks, bribes, a changed agenda, auctions, the end.

A scene is a run of log lines that belong together. A run that still awaits an answer is on the
stage, and becomes a scene when it is over; of a run that begins before the lines given, the rest
makes the scene.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from chancery.core import NOBODY, Event, Scene
from chancery.core.words import SeatName, T, Text
from chancery.games.spada.board.components import SEAT_NAMES
from chancery.games.spada.rules.events import (
    Attacked,
    Bribed,
    BribeFailed,
    Burned,
    CathedralFinished,
    Defenceless,
    Defended,
    Favoured,
    GameWon,
    HandScored,
    HandShown,
    Helped,
    HelpedHidden,
    PartBuilt,
    Plundered,
    PrivilegeRobbed,
    PrivilegeTaken,
    Reshuffled,
    Summoned,
    Swapped,
    Won,
    Yielded,
)

Lines = Sequence[tuple[int, Event]]

# The events that may follow an event in the same scene.
_NEXT: dict[type[Event], tuple[type[Event], ...]] = {
    Attacked: (Defended, Yielded),
    Yielded: (Burned,),
    Defenceless: (Burned,),
    Burned: (Reshuffled, Plundered),
    Reshuffled: (Plundered,),
    Won: (PartBuilt, Favoured),
    PartBuilt: (CathedralFinished, PrivilegeTaken, PrivilegeRobbed),
    Favoured: (PrivilegeTaken, PrivilegeRobbed),
    HandScored: (HandScored, GameWon),
}


def scenes(lines: Lines) -> list[Scene]:
    """Return the scenes of these lines, in order."""
    scenes = []
    at = 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and isinstance(
            lines[end][1], _NEXT.get(type(lines[end - 1][1]), ())
        ):
            end += 1
        scene = _scene(lines[at:end])
        if scene is not None:
            scenes.append(scene)
        at = end
    return scenes


def _scene(run: Lines) -> Scene | None:
    """Return the scene of a run of lines; None if it is unimportant or not yet over."""
    first = run[0][1]
    make = _SCENES.get(type(first))
    scene = None if make is None else make(first, run)
    return None if scene is None else scene._replace(first=run[0][0])


def _fiefs(*seats: int) -> tuple[str, ...]:
    return tuple(f"fief:{SEAT_NAMES[seat]}" for seat in seats)


def _lines(run: Lines) -> tuple[Text, ...]:
    return tuple(event.text() for _, event in run if not isinstance(event, Reshuffled))


def _attack(first: Attacked, run: Lines) -> Scene | None:
    """§attack: describe an attack and its outcome."""
    outcome = [event for _, event in run[1:]]
    seats = {"seat": SeatName(first.seat), "target": SeatName(first.target)}
    if any(isinstance(event, Burned) for event in outcome):
        title = T("{seat} attacks {target}, and a house burns", **seats)
    elif any(isinstance(event, Defended) for event in outcome):
        title = T("{target} drives off a knight of {seat}", **seats)
    else:
        return None
    # if the target could not answer, the attacker has already seen everything
    unanswered = any(isinstance(event, Defenceless) for event in outcome)
    return Scene(run[-1][0], "fight", title, _lines(run), _fiefs(first.seat, first.target),
                 by=first.seat if unanswered else NOBODY,
                 sides=(first.seat, first.target))  # fmt: skip


def _answer(first: Defended | Burned, run: Lines) -> Scene:
    """Describe the end of an attack whose beginning was seen before."""
    title = T("The fief of {seat} was attacked", seat=SeatName(first.seat))
    return Scene(run[-1][0], "fight", title, _lines(run), _fiefs(first.seat),
                 sides=(first.seat,))  # fmt: skip


def _yielded(first: Yielded, run: Lines) -> Scene | None:
    burned = next((event for _, event in run if isinstance(event, Burned)), None)
    return None if burned is None else _answer(burned, run)


def _bribe(first: Bribed | HandShown | BribeFailed, run: Lines) -> Scene:
    """§bribe: describe a knight lost, or a hand shown."""
    title = T("{seat} bribes {target}", seat=SeatName(first.seat), target=SeatName(first.target))
    return Scene(run[-1][0], "stroke", title, _lines(run), _fiefs(first.seat, first.target))


def _agenda(first: Swapped | Summoned, run: Lines) -> Scene:
    """Describe a change of the agenda (§winter.swap, §winter.special)."""
    title = T("{seat} changes the agenda", seat=SeatName(first.seat))
    return Scene(run[-1][0], "stroke", title, _lines(run), _fiefs(first.seat), by=first.seat)


def _won(first: Won, run: Lines) -> Scene:
    """Describe an auction won and its reward (§spring.won, §rewards)."""
    title = T("{seat} wins the auction", seat=SeatName(first.seat))
    return Scene(run[-1][0], "gain", title, _lines(run), _fiefs(first.seat))


def _robbed(first: PrivilegeRobbed, run: Lines) -> Scene:
    """§rewards.privilege: describe a privilege taken from another player."""
    title = T("{owner} loses a privilege", owner=SeatName(first.owner))
    focus = _fiefs(first.seat, first.owner)
    return Scene(run[-1][0], "loss", title, _lines(run), focus, by=first.seat)


def _helped(first: Helped | HelpedHidden, run: Lines) -> Scene:
    """Describe the King's help for a player (§help)."""
    title = T("The King helps {seat}", seat=SeatName(first.seat))
    return Scene(run[-1][0], "stroke", title, _lines(run), _fiefs(first.seat, first.donor))


def _end(first: GameWon, run: Lines) -> Scene:
    """Describe the end of the game (§end)."""
    return Scene(run[-1][0], "end", first.text(), focus=_fiefs(*first.winners))


def _scored(first: HandScored, run: Lines) -> Scene | None:
    """§mobilisation: describe how hands became points, and the end of the game."""
    won = run[-1][1]
    if not isinstance(won, GameWon):
        return None
    return Scene(run[-1][0], "end", won.text(), _lines(run[:-1]), _fiefs(*won.winners))


_SCENES: dict[type[Event], Callable[[Any, Lines], Scene | None]] = {
    Attacked: _attack,
    Defended: _answer,
    Yielded: _yielded,
    Defenceless: _yielded,
    Burned: _answer,
    Bribed: _bribe,
    HandShown: _bribe,
    BribeFailed: _bribe,
    Swapped: _agenda,
    Summoned: _agenda,
    Won: _won,
    PrivilegeRobbed: _robbed,
    Helped: _helped,
    HelpedHidden: _helped,
    GameWon: _end,
    HandScored: _scored,
}

"""The kernel: what a game is, whichever game it is."""

from chancery.core.actions import Action, Notation
from chancery.core.axes import OR_NONE, SEATS, AnySeat, Grid, Names, Seat
from chancery.core.chance import Tape
from chancery.core.events import Event, Undone
from chancery.core.faults import BadChance, BadForm, BadOption, BadPosition, Fault
from chancery.core.game import Game
from chancery.core.options import Option, Options
from chancery.core.outcome import Outcome
from chancery.core.phases import Phase, Question, question
from chancery.core.refusals import Refusal
from chancery.core.state import State
from chancery.core.versions import Since, Until

__all__ = [
    "OR_NONE", "SEATS", "Action", "AnySeat", "BadChance", "BadForm", "BadOption", "BadPosition",
    "Event", "Fault", "Game", "Grid", "Names", "Notation", "Option", "Options", "Outcome",
    "Phase", "Question", "Refusal", "Seat", "Since", "State",
    "Tape", "Undone", "Until", "question",
]  # fmt: skip

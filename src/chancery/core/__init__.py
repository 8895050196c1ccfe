"""The kernel: everything that the author of a game needs, and that no single game owns."""

from chancery.core import svg
from chancery.core.actions import Action, Notation
from chancery.core.axes import OR_NONE, SEATS, AnySeat, Grid, Names, Seat
from chancery.core.bot import SOLID, Bot, Rehearsal, in_parts
from chancery.core.chance import Dice, Tape
from chancery.core.copying import added, replaced
from chancery.core.datafile import DataFile
from chancery.core.drafts import Draft
from chancery.core.events import ZEROS, Event, Undone, When
from chancery.core.face import HEAVY, LIGHT, MEDIUM, Face, Introduction, Standing
from chancery.core.frame import Frame
from chancery.core.game import Game
from chancery.core.help import Chapter, Paragraph
from chancery.core.options import Option, Options
from chancery.core.outcome import Outcome
from chancery.core.phases import Phase, Question, question
from chancery.core.pictures import Order, Orders, Overlay, Panel, Variant
from chancery.core.refusals import Refusal
from chancery.core.serialisation import NOBODY, Plain
from chancery.core.state import State
from chancery.core.tabletop import (
    Actor,
    Aid,
    Bar,
    Card,
    Deed,
    Dial,
    Ending,
    Hand,
    Heading,
    Scale,
    Scene,
    SeatStyle,
    Side,
    Stage,
    Status,
)
from chancery.core.teaching import (
    Answer,
    Example,
    Guide,
    Lesson,
    Plate,
    Primer,
    Remark,
    Step,
)
from chancery.core.teaching_files import Teaching
from chancery.core.user_errors import BadChance, BadForm, BadOption, BadPosition, BadSeat, UserError
from chancery.core.versions import Since, Until
from chancery.core.view import View, seen
from chancery.core.words import (
    N_,
    NN_,
    TF,
    TN,
    Listing,
    Named,
    Pictured,
    SeatLabel,
    SeatName,
    Speaker,
    Spot,
    T,
    Text,
    Word,
    as_is,
    say,
)

__all__ = [
    "HEAVY",
    "LIGHT",
    "MEDIUM",
    "NN_",
    "NOBODY",
    "N_",
    "OR_NONE",
    "SEATS",
    "SOLID",
    "TF",
    "TN",
    "ZEROS",
    "Action",
    "Actor",
    "Aid",
    "Answer",
    "AnySeat",
    "BadChance",
    "BadForm",
    "BadOption",
    "BadPosition",
    "BadSeat",
    "Bar",
    "Bot",
    "Card",
    "Chapter",
    "DataFile",
    "Deed",
    "Dial",
    "Dice",
    "Draft",
    "Ending",
    "Event",
    "Example",
    "Face",
    "Frame",
    "Game",
    "Grid",
    "Guide",
    "Hand",
    "Heading",
    "Introduction",
    "Lesson",
    "Listing",
    "Named",
    "Names",
    "Notation",
    "Option",
    "Options",
    "Order",
    "Orders",
    "Outcome",
    "Overlay",
    "Panel",
    "Paragraph",
    "Phase",
    "Pictured",
    "Plain",
    "Plate",
    "Primer",
    "Question",
    "Refusal",
    "Rehearsal",
    "Remark",
    "Scale",
    "Scene",
    "Seat",
    "SeatLabel",
    "SeatName",
    "SeatStyle",
    "Side",
    "Since",
    "Speaker",
    "Spot",
    "Stage",
    "Standing",
    "State",
    "Status",
    "Step",
    "T",
    "Tape",
    "Teaching",
    "Text",
    "Undone",
    "Until",
    "UserError",
    "Variant",
    "View",
    "When",
    "Word",
    "added",
    "as_is",
    "in_parts",
    "question",
    "replaced",
    "say",
    "seen",
    "svg",
]  # fmt: skip

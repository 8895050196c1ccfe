"""Worked examples of the rulebook that teach most, in the order of the rules.

They are the scripts in `data/examples`, which are also tests; here they have a title and notes.
"""

from __future__ import annotations

from pathlib import Path

from chancery.core import Example, T, Text
from chancery.games.revolution.face.names import place, province, region

_SCRIPTS = Path(__file__).parent.parent / "data" / "examples"


def _example(
    name: str, title: Text, rule: str, seat: str | None, *notes: tuple[int, Text]
) -> Example:
    script = (_SCRIPTS / f"{name}.script").read_text(encoding="utf-8")
    return Example(name.replace("_", "-"), title, rule, script, seat, notes)


EXAMPLES: tuple[Example, ...] = (
    _example(
        "juelich", T("New units in the opening turn"), "5.2.double", "nobility",
        (1, T("One token of the Nobility, in {aachen}, lets two new ones into {juelich}: twice as"
              " many as there were. The others find places in support boxes.",
              aachen=place("aachen"), juelich=province("juelich"))),
    ),
    _example(
        "brabant", T("Placing in Brabant"), "5.6", None,
        (1, T("Two against two: the order of play lets the Catholics place first. They take"
              " {leuven} and put the other token into {bruxelles}.",
              leuven=place("leuven"), bruxelles=place("bruxelles"))),
        (2, T("The Nobility answers with both of its tokens: two to one in {bruxelles}, and the"
              " card is its own. Who places later knows more.", bruxelles=place("bruxelles"))),
    ),
    _example(
        "koeln_card", T("No card without a majority"), "5.7.cards", None,
        (1, T("Nobody moves anything; see what that comes to.")),
        (4, T("Two of four tokens in {koeln} are not more than all others together: nobody gets the"
              " card. But one token in the countryside is enough for the province.",
              koeln=place("koeln-city"))),
    ),
    _example(
        "order_of_play", T("Building the order of play"), "5.8.order", None,
        (1, T("The Catholics have most points and lie there already. The Habsburgs choose: behind"
              " them.")),
        (3, T("Burghers and Reformers have equal points; the Burghers come first in the old order"
              " and so must choose first.")),
        (4, T("Whoever chooses last is free: the Reformers go before everybody.")),
    ),
    _example(
        "huguenots", T("Huguenots at the Spanish Treasury"), "6.2.2", "burghers",
        (1, T("The Catholics want to move five coins out of the Spanish Treasury.")),
        (3, T("The Burghers have two Huguenots, but a single token in stock: they can take one coin"
              " only. The Catholics get four.")),
        (4, T("One Huguenot has intercepted and rests until the turn is over; the other may"
              " move.")),
    ),
    _example(
        "battles", T("Two battles"), "6.5.line", None,
        (1, T("In {holland} Nobility and Reformers are the two ends of the line and fall; the"
              " Burghers in the middle are left. In {brabant} one army of each side falls, and the"
              " last two stand off.",
              holland=region("holland"), brabant=region("brabant-hainault"))),
    ),
    _example(
        "beggars_lift", T("Water Beggars lift a siege"), "6.7.2", "reformers",
        (1, T("Two Habsburg armies are in {utrecht}, one of them before the city. Two Water Beggars"
              " are as many.", utrecht=region("utrecht"))),
        (2, T("As many are enough to lift the siege; to destroy an army there would have to be"
              " more.")),
        (3, T("The army that had to leave the city marches off, but has no influence in this turn,"
              " wherever it goes.")),
        (4, T("The other one did not besiege, and has.")),
    ),
    _example(
        "new_units", T("Counting new units"), "6.10", "catholics",
        (1, T("Two cities, two places named on the card of {utrecht}, a town, eight tokens in the"
              " countryside, two Jesuits: 2 + 2 + 1 + 1 + 2 make eight units.",
              utrecht=place("utrecht-city"))),
    ),
    _example(
        "overflow_gelderland", T("Overflow from Gelderland"), "6.13.river", "burghers",
        (1, T("Three tokens too many. They may go to every neighbour, and along the rivers: even to"
              " {namur}, for nobody controls {liege}.",
              namur=province("namur"), liege=place("liege-city"))),
        (2, T("A second one follows the river to {koeln}. The third is not moved, and goes back to"
              " the stock.", koeln=province("koeln"))),
    ),
    _example(
        "beggars_siege_ends", T("How sieges end"), "6.15", None,
        (1, T("{amsterdam}: Water Beggars leave neutral tokens only. {koeln}: the Habsburg token"
              " stays, two more become Habsburg, one neutral. {gent}: a single token, and it is"
              " taken.", amsterdam=place("amsterdam"), koeln=place("koeln-city"),
              gent=place("gent"))),
    ),
    _example(
        "allegiance_koeln", T("Five factions pay for Köln"), "6.16.three", None,
        (2, T("The Catholic coin will move the marker from 2 to 1. The Habsburg one is wasted:"
              " there is nothing beyond the end.")),
        (3, T("The Nobility lays its coin now, but moves last of all.")),
        (5, T("Up to 3, up to 6, and back to 5: three spaces from where it began, and no marker"
              " goes further in a turn.")),
    ),
    _example(
        "universities", T("What becomes of universities"), "6.19", "reformers",
        (3, T("The Reformers hold {koeln} and {leiden}: both are Reformed now. A neutral token"
              " makes {leuven} Catholic again, the Habsburgs close {utrecht}. Burghers change"
              " nothing.",
              koeln=place("koeln-city"), leiden=place("leiden"), leuven=place("leuven"),
              utrecht=place("utrecht-city"))),
    ),
)  # fmt: skip

"""Revolution on one page: what it is about, how a turn goes, how it is won."""

from __future__ import annotations

from chancery.core import Plate, Primer, T
from chancery.games.revolution.face.names import place, province, region

# Holland after some turns, with its neighbours.
_HOLLAND = """\
game revolution
given turn = 2
given step = taxes
given tokens.holland = {"reformers": 2}
given tokens.leiden = {"reformers": 2}
given tokens.haarlem = {"burghers": 1, "reformers": 1}
given tokens.amsterdam = {"nobility": 2, "catholics": 1}
given tokens.alkmaar = {"reformers": 1}
given tokens.rotterdam = {"burghers": 1}
given tokens.utrecht = {"catholics": 2, "neutral": 1}
given tokens.utrecht-city = {"catholics": 2}
given tokens.zeeland = {"burghers": 2}
given tokens.middelburg = {"burghers": 1}
given province_cards = {"utrecht": "catholics", "zeeland": "burghers", "holland": "reformers"}
given city_cards = {"leiden": "reformers", "amsterdam": "nobility", "utrecht-city": "catholics"}
given universities = {"koeln-city": 1, "leuven": 1, "leiden": 2}
"""
# Armies of two sides, a siege, and Water Beggars before the coast.
_SIEGE = """\
game revolution
given turn = 2
given step = beggars
given faction = reformers
given treasury.reformers = 5
given sieges = {"haarlem": "habsburgs"}
given armies.holland = {"habsburgs": 1}
given armies.utrecht = {"reformers": 1}
given tokens.haarlem = {"reformers": 2}
given tokens.leiden = {"reformers": 1}
given tokens.utrecht-city = {"catholics": 2}
given city_cards = {"haarlem": "reformers", "leiden": "reformers", "utrecht-city": "catholics"}
reformers: hire holland; hire holland
"""
# Coins on cities, and the three tables beside the map.
_TABLES = """\
game revolution
given turn = 3
given step = paying
given faction = burghers
given treasury = {"burghers": 3, "reformers": 2}
given bishoprics = {"artois": 1, "flanders": 3, "koeln": 2, "liege": 1, "trier": 2, "utrecht": 4}
given universities = {"koeln-city": 1, "leuven": 1, "leiden": 2, "franeker": 2}
given tokens.leiden = {"reformers": 2}
given tokens.franeker = {"reformers": 1}
"""

PRIMER = Primer(
    aim=(
        T("The Low Countries, 1568 to 1648. Five factions struggle for provinces and cities: the"
          " Catholics and the Habsburgs, who have the power, the Nobility in between, the Burghers"
          " and the Reformers, who want another country."),
        T("Everything is done with one kind of token. In your treasury it is a coin, on the board"
          " it is people who follow you, abroad it is friends; and you have only so many. Nothing"
          " is hidden, and there is no chance."),
        T("You want cities, provinces, and what your own faction cares for: bishoprics, garrisons,"
          " people, trade towns or universities."),
    ),
    turn=(
        T("Take taxes out of your stock, and bring friends from abroad."),
        T("Pay your armies and raise new ones; armies that meet fight."),
        T("Lay sieges. Burghers or Reformers may hire the Water Beggars."),
        T("Armies march, and convert people where they are alone."),
        T("Place new units, in provinces where you are or abroad."),
        T("Conflict: where a province holds too many tokens, each loses one in turn, whoever has"
          " fewest first, round after round. Then neutral tokens fill what is empty, and surplus"
          " flows over to neighbours."),
        T("Place your tokens in towns and cities; the largest faction first."),
        T("Sieges end. Coins move the allegiance of citizens, and cities obey it."),
        T("Whoever has more tokens than all others together gets the card of a city or a province."
          " Points are counted, and the order of the next turn is built."),
    ),
    winning=(
        T("A short opening turn and five full ones are played. After each of them points are"
          " counted from zero, by what the board shows: nothing is saved up. Most points after turn"
          " 5 win."),
        T("A city is 1 point, a larger province 1 or a half, and the six smallest provinces count a"
          " little at the very end. Your faction’s own aim often decides."),
    ),
    plates=(
        Plate(
            _HOLLAND, None,
            T("{holland}: as many rings as tokens it feeds. {leiden} belongs to the Reformers, two"
              " to none, {amsterdam} to the Nobility, two to one; in {haarlem} one against one is"
              " nobody’s. A seal marks who holds a card.",
              holland=province("holland"), leiden=place("leiden"), amsterdam=place("amsterdam"),
              haarlem=place("haarlem")),
            (628, 85, 470, 470),
        ),
        Plate(
            _SIEGE, None,
            T("Armies stand in the boxes of a region. One of the Habsburgs lies before {haarlem}, a"
              " second one is in its section. Two Water Beggars have come to {holland}: as many as"
              " the armies, so they can lift the siege.",
              haarlem=place("haarlem"), holland=region("holland")),
            (628, 85, 470, 470),
        ),
        Plate(
            _TABLES, None,
            T("The tables at the right: on red numbers citizens join or leave a city in every turn;"
              " bishoprics drift towards whoever holds their province; universities are founded,"
              " Catholic or Reformed."),
            (1285, 0, 315, 745),
        ),
    ),
)  # fmt: skip

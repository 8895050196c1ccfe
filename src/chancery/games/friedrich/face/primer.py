"""The game on one page, for somebody who has never played it."""

from __future__ import annotations

from chancery.core import Plate, Primer, T
from chancery.games.friedrich.face.spots import city, piece

_CONQUEST = """
game friedrich
seat maria-theresa is Theresa
given stage = austria
given at = {"daun": "waldenburg", "keith": "glogau", "browne": "wschowa"}
given troops = {"daun": 6, "browne": 5, "keith": 4}
Theresa: march daun; to schweidnitz; to breslau; to oels
"""
_FIGHT = """
game friedrich
given stage = prussia
given at = {"heinrich": "eschwege", "richelieu": "goettingen", "soubise": "goettingen"}
given troops = {"heinrich": 2, "richelieu": 4}
given hands = {"prussia": ["10d.1", "9d.1", "7d.1", "r.1"], "france": ["5s.1", "4s.1", "3s.1"]}
frederick: end
"""
_SUPPLY = """
game friedrich game=austrian
given stage = austria
given at.daun = bunzlau
given at.austria-train-1 = friedland-boehmen
given at.keith = lauban
given at.schwerin = hirschberg
given troops = {"daun": 6, "keith": 2, "schwerin": 2}
"""

PRIMER = Primer(
    aim=(
        T(
            "1756: Frederick of Prussia, with only Hanover at his side, against Russia, Sweden,"
            " Austria, the Empire and France. One player is Frederick. The others attack him,"
            " allied but each for himself: when one of their nations has all it needs, only"
            " nations that have all they need at that same moment win with it."
        ),
        T(
            "Generals lead secret numbers of troops along the roads from city to city. Attackers"
            " want the objectives of their colour; Frederick wants to live until his enemies give"
            " up, one after the other."
        ),
        T(
            "A fight is a duel with cards, and the land says which: each sector of the map has a"
            " suit, and you play the suit of the sector in which you stand. Where you march decides"
            " what your hand is worth."
        ),
    ),
    turn=(
        T("The nations act in a fixed order: Prussia, Hanover, Russia, Sweden, Austria, the"
          " Imperial Army, France. Each does all of the following before the next one begins."),
        T("It draws its cards: Prussia many, Sweden one."),
        T("It moves: a general three cities, or four by main roads; a train one less. Who leaves an"
          " objective of his colour that nobody protects has conquered it. New troops and trains"
          " are bought with cards, 6 points each."),
        T("It fights: whoever stands next to an enemy attacks him. Who is behind plays a card or"
          " gives up. The loser loses as many troops as he is behind, and retreats as many"
          " cities."),
        T("Its question marks are settled: objectives whose protector was driven off fall now."),
        T("Its armies are fed: at home, or by a train of the nation within six cities. Who is not"
          " is turned over, and lost if that happens twice running."),
        T("After France the turn ends. From the sixth turn on, a card of fate is then turned."),
    ),
    winning=(
        T("An attacker wins if one of his nations holds all its objectives at the end of a turn."),
        T("Frederick wins when fate has taken Russia, Sweden and France out of the war before"
          " that. Four of the eighteen cards do it: one for Russia, one for Sweden, two for"
          " France."),
        T("Two players play one of two short scenarios: the war in the west, where France alone"
          " has to go, or the Austrian theatre."),
    ),
    plates=(
        Plate(
            _CONQUEST,
            None,
            T(
                "{daun} has marched from {waldenburg} over {schweidnitz} and {breslau} to {oels}."
                " The first two are his. {breslau} has only a question mark: {keith}, three cities"
                " away, protects it.",
                daun=piece("daun"), waldenburg=city("waldenburg"), breslau=city("breslau"),
                schweidnitz=city("schweidnitz"), oels=city("oels"), keith=piece("keith"),
            ),
            (1340.0, 800.0, 480.0, 480.0),
        ),
        Plate(
            _FIGHT,
            "frederick",
            T(
                "{heinrich} attacks: 2 troops against 4, so he begins at −2. He stands in ♦ and"
                " plays diamonds; {richelieu} and {soubise} stand in ♠ and answer with spades.",
                heinrich=piece("heinrich"), richelieu=piece("richelieu"), soubise=piece("soubise"),
            ),
            (200.0, 880.0, 480.0, 360.0),
        ),
        Plate(
            _SUPPLY,
            None,
            T(
                "{daun} in {bunzlau} is fed by {train:the}. {keith} and {schwerin} close the short"
                " ways, but by {zittau} it is five cities, and six are allowed.",
                daun=piece("daun"), bunzlau=city("bunzlau"), train=piece("austria-train-1"),
                keith=piece("keith"), schwerin=piece("schwerin"), zittau=city("zittau"),
            ),
            (1180.0, 1010.0, 360.0, 290.0),
        ),
    ),
)  # fmt: skip

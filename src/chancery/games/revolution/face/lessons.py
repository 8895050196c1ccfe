"""Exercises in Revolution: single positions, each about one idea, the easiest first."""

from __future__ import annotations

import json

from chancery.core import Lesson, Remark, T
from chancery.games.revolution.board.places import CITIES
from chancery.games.revolution.face.names import place, province, region


def _markers(**moved: int) -> str:
    """All markers of allegiance in the middle, where nothing happens, but for some."""
    spaces = {city: moved.get(city.removesuffix("-city"), 4) for city in CITIES.names}
    return f"given allegiance = {json.dumps(spaces)}\n"


# Provinces full of people, so that neutral tokens last (§6.15.short).
_CROWD = """\
given tokens.liege = {"catholics": 8}
given tokens.koeln = {"catholics": 7}
given tokens.brabant = {"catholics": 6}
given tokens.holland = {"reformers": 11}
given tokens.gelderland = {"burghers": 5}
given tokens.utrecht = {"reformers": 5}
given tokens.luxembourg = {"habsburgs": 5}
given tokens.hainault = {"habsburgs": 5}
"""

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        key="make-a-city-yours",
        title=T("Make a city yours"),
        rule="5.7.cards",
        task=(
            Remark(
                T("Two neutral tokens live in {haarlem}. You have two tokens in {holland}, outside"
                  " of its cities.", haarlem=place("haarlem"), holland=province("holland")),
                ("city:haarlem", "province:holland", "town:alkmaar"),
            ),
            Remark(
                T("A card needs more tokens than all others together. Win the card of {haarlem}.",
                  haarlem=place("haarlem")),
                ("city:haarlem",),
            ),
        ),
        opening="""\
game revolution players=4
given turn = 0
given step = provinces
given tokens.amsterdam = {"neutral": 2}
given tokens.haarlem = {"neutral": 2}
given tokens.leiden = {"neutral": 2}
given tokens.delft = {"neutral": 1}
given tokens.dordrecht = {"neutral": 1}
given tokens.rotterdam = {"neutral": 1}
given tokens.alkmaar = {"reformers": 1}
given tokens.holland = {"reformers": 1}
""",
        seat="reformers",
        bot="regent",
        goal=("happened CityCardMoved city=haarlem after=reformers",),
        solved=T("Neutral tokens are no obstacle: send one out and two against one are a majority,"
                 " or send both out and one token is enough."),
        hint=T("Two against two is no majority. Click {haarlem}: neutral tokens can be sent out of"
               " a city.", haarlem=place("haarlem")),
        answer=("clear haarlem neutral", "put haarlem 2", "done"),
        most=6,
        missed=T("Count the tokens in {haarlem}: yours are not more than all others together.",
                 haarlem=place("haarlem")),
    ),
    Lesson(
        key="your-place-in-the-order",
        title=T("Your place in the order of play"),
        rule="6.20.order",
        task=(
            Remark(
                T("You lead the Reformers, have fewest points and choose last. So far the order is"
                  " Catholics, Habsburgs, Burghers."),
                ("faction:reformers",),
            ),
            Remark(
                T("Next turn you want the Water Beggars, before the Burghers take them. But you"
                  " also want to see where the Catholics and the Habsburgs raise armies and lay"
                  " coins. Choose your position."),
            ),
        ),
        opening="""\
game revolution players=4
given turn = 1
given step = scores
given city_cards = {"koeln-city": "catholics", "antwerpen": "habsburgs", "luxembourg-city": "habsburgs", "haarlem": "burghers"}
given tokens.koeln-city = {"catholics": 1}
given tokens.antwerpen = {"habsburgs": 2}
given tokens.luxembourg-city = {"habsburgs": 2}
given tokens.haarlem = {"burghers": 1}
habsburgs: stand 2
burghers: stand 3
""",  # noqa: E501 - a line of a script is one line
        seat="reformers",
        bot="regent",
        goal=('expect order = ["catholics", "habsburgs", "reformers", "burghers"]',),
        solved=T("One order holds for every phase of a turn. Third, you act after both of them, and"
                 " the Water Beggars are offered to you before the Burghers."),
        hint=T("Behind the Habsburgs, and before the Burghers."),
        answer=("stand 3",),
        most=1,
        missed=T("Either the Burghers are asked before you about the Water Beggars, or you act"
                 " before the Catholics or the Habsburgs do."),
    ),
    Lesson(
        key="city-and-province",
        title=T("The city and the province"),
        rule="6.17",
        task=(
            Remark(
                T("You lead the Burghers: four tokens in {brabant}. Two neutral tokens stand in"
                  " {bruxelles}.", brabant=province("brabant"), bruxelles=place("bruxelles")),
                ("province:brabant", "city:bruxelles"),
            ),
            Remark(
                T("For the card of the province only tokens outside of cities count. Win both"
                  " cards, that of {bruxelles} and that of {brabant}.",
                  brabant=province("brabant"), bruxelles=place("bruxelles")),
                ("province:brabant", "city:bruxelles"),
            ),
        ),
        opening="""\
game revolution players=4
given turn = 5
given step = provinces
given tokens.bruxelles = {"neutral": 2}
given tokens.brabant = {"burghers": 4}
"""
        + _markers(),
        seat="burghers",
        bot="regent",
        goal=(
            "happened CityCardMoved city=bruxelles after=burghers",
            "happened ProvinceCardMoved province=brabant after=burghers",
        ),
        solved=T("Whoever you send out of the city counts outside of it. With both of them outside,"
                 " one token holds the city and three against two hold the province."),
        hint=T("Say you send both neutral tokens out. How many tokens does the empty city need, and"
               " how many are left against two?"),
        answer=("clear bruxelles neutral", "clear bruxelles neutral", "put bruxelles 1", "done"),
        most=8,
    ),
    Lesson(
        key="win-a-conflict",
        title=T("Win a conflict"),
        rule="6.11.order",
        task=(
            Remark(
                T("{utrecht} feeds five tokens: three Catholics and two Reformers live there. All"
                  " others have placed their new units; you have three.",
                  utrecht=province("utrecht")),
                ("province:utrecht",),
            ),
            Remark(
                T("Too many tokens mean conflict: the side with fewest loses one, then the next,"
                  " and so on until five are left; equals lose together. Be the stronger one in"
                  " {utrecht} afterwards.", utrecht=province("utrecht")),
                ("province:utrecht",),
            ),
        ),
        opening="""\
game revolution players=4
given step = units
given faction = reformers
given tokens.utrecht = {"catholics": 3, "reformers": 2}
given treasury.reformers = 35
""",
        seat="reformers",
        bot="regent",
        goal=('happened ConflictFought province=utrecht after={"catholics":2,"reformers":3}',),
        solved=T("Four against three: the Catholics have fewest and lose first, then you, and five"
                 " are left: three of yours and two of theirs. With one unit you would be three to"
                 " three, and both would lose."),
        hint=T("Count it out for one more token and for two. Who has fewest, and so loses first?"),
        answer=("place utrecht 2", "place calvinists-half 1"),
        most=3,
        missed=T("You are not the stronger one there: with as many as they have both lose together,"
                 " with fewer you lose first."),
    ),
    Lesson(
        key="pay-your-armies",
        title=T("Pay your armies"),
        rule="6.3.keep",
        task=(
            Remark(
                T("You lead the Habsburgs. Every region with an army of yours is a point, however"
                  " many stand there. You have four armies in three regions, and three coins."),
                ("region:brabant-hainault", "region:flanders-artois", "region:luxembourg-namur"),
            ),
            Remark(
                T("To keep an army costs 1 coin, and so does to disband it; an abandoned one costs"
                  " nothing. Keep an army in each of the three regions."),
            ),
        ),
        opening="""\
game revolution players=4
given turn = 2
given step = upkeep
given treasury.habsburgs = 3
given armies.brabant-hainault = {"habsburgs": 2}
given armies.flanders-artois = {"habsburgs": 1}
given armies.luxembourg-namur = {"habsburgs": 1}
given tokens.leuven = {"burghers": 1}
given tokens.koeln-city = {"catholics": 1}
given treasury.catholics = 3
""",
        seat="habsburgs",
        bot="regent",
        goal=(
            "expect armies.brabant-hainault.habsburgs = 1",
            "expect armies.flanders-artois.habsburgs = 1",
            "expect armies.luxembourg-namur.habsburgs = 1",
            "expect treasury.habsburgs = 0",
        ),
        solved=T("Three coins, three garrisons, three points. The fourth army is abandoned: it must"
                 " loot before it goes, so let it hurt somebody else."),
        hint=T("Two armies in {region} bring one point only. To let one of them go in order costs"
               " as much as to keep it.", region=region("brabant-hainault")),
        answer=("keep flanders-artois", "keep luxembourg-namur", "keep brabant-hainault"),
        most=5,
        missed=T("Three coins keep three armies. One that was spent elsewhere, or on a second army"
                 " in the same region, is missing now."),
    ),
    Lesson(
        key="a-siege-that-pays",
        title=T("A siege that pays"),
        rule="6.15.own",
        task=(
            Remark(
                T("A Habsburg army stands in {region}. At the end of a siege two tokens in the city"
                  " become the besieger’s, all others neutral; those that are his already stay.",
                  region=region("flanders-artois")),
                ("region:flanders-artois", "city:antwerpen", "city:gent"),
            ),
            Remark(
                T("{antwerpen} and {gent} hold four tokens each. Only one of the two sieges wins"
                  " you a card. Lay it.", antwerpen=place("antwerpen"), gent=place("gent")),
                ("city:antwerpen", "city:gent"),
            ),
        ),
        opening="""\
game revolution players=4
given turn = 2
given step = sieges
given armies.flanders-artois = {"habsburgs": 1}
given tokens.antwerpen = {"burghers": 4}
given tokens.gent = {"habsburgs": 1, "burghers": 3}
given tokens.brugge = {"habsburgs": 1}
given city_cards = {"antwerpen": "burghers", "gent": "burghers", "brugge": "habsburgs"}
"""
        + _CROWD,
        seat="habsburgs",
        bot="regent",
        goal=("happened SiegeLaid faction=habsburgs city=gent",),
        solved=T("In {gent} your own token stays, two more become yours and one turns neutral:"
                 " three to one. In {antwerpen} it would be two to two.",
                 gent=place("gent"), antwerpen=place("antwerpen")),
        hint=T("Count what each city would hold: two more of yours, and the rest grey. Where is"
               " somebody of yours already?"),
        answer=("besiege gent",),
        most=1,
        missed=T("Two of the four in {antwerpen} would become yours and two neutral: two to two is"
                 " no majority.", antwerpen=place("antwerpen")),
    ),
    Lesson(
        key="the-water-beggars-land",
        title=T("The Water Beggars land"),
        rule="6.7.2",
        task=(
            Remark(
                T("A Habsburg army besieges your {haarlem}, another one stands in {region}. You"
                  " lead the Reformers and have five coins. Water Beggars cost 2 each.",
                  haarlem=place("haarlem"), region=region("holland")),
                ("city:haarlem", "region:holland"),
            ),
            Remark(
                T("More Water Beggars than armies in a region destroy one of these; as many lift"
                  " all its sieges. Armies before a city count too. Save {haarlem}.",
                  haarlem=place("haarlem")),
                ("region:holland",),
            ),
        ),
        opening="""\
game revolution players=4
given turn = 2
given step = beggars
given faction = reformers
given treasury.reformers = 5
given sieges = {"haarlem": "habsburgs"}
given armies.holland = {"habsburgs": 1}
given tokens.haarlem = {"reformers": 2}
given city_cards = {"haarlem": "reformers"}
""",
        seat="reformers",
        bot="regent",
        goal=("happened SiegeLifted faction=habsburgs city=haarlem",),
        solved=T("Two armies, two Water Beggars: enough to lift the siege. The army is back in its"
                 " section and has no influence in this turn. To destroy it would have taken a"
                 " third one."),
        hint=T("Count the army before {haarlem} and the one in the section. How many Water Beggars"
               " are as many?", haarlem=place("haarlem")),
        answer=("hire holland", "hire holland", "lift holland"),
        most=3,
    ),
    Lesson(
        key="where-the-surplus-goes",
        title=T("Where the surplus goes"),
        rule="6.13.full",
        task=(
            Remark(
                T("It is turn 5, the last one. You lead the Habsburgs and have two tokens too many"
                  " in {gelderland}. They may go to a neighbour or along a river; where it is full"
                  " a neutral token gives way.", gelderland=province("gelderland")),
                ("province:gelderland",),
            ),
            Remark(
                T("{namur} is worth 0.4 at the end, {maastricht} 0.3, {generality} a whole point."
                  " Have 2 points when all is over.", namur=province("namur"),
                  maastricht=province("maastricht"), generality=province("generality")),
                ("province:namur", "province:maastricht", "province:generality"),
            ),
        ),
        opening="""\
game revolution players=4
given turn = 5
given step = overflow
given tokens.gelderland = {"habsburgs": 7}
given tokens.generality = {"neutral": 2}
given tokens.breda = {"neutral": 1}
given tokens.namur = {"neutral": 1}
given tokens.maastricht = {"neutral": 1}
given tokens.overijssel = {"neutral": 2}
given tokens.deventer = {"neutral": 1}
""",
        seat="habsburgs",
        bot="regent",
        goal=("expect points.habsburgs >= 200",),
        solved=T("Two tokens push two neutral ones out of {generality}: two against one is a"
                 " majority, and a point. In two small provinces they would have brought 0.7.",
                 generality=province("generality")),
        hint=T("Three neutral tokens are in {generality}, and it feeds three. What is left of them"
               " when two of yours arrive?", generality=province("generality")),
        answer=("spill gelderland generality", "spill gelderland generality", "done"),
        most=12,
    ),
    Lesson(
        key="three-coins-two-cities",
        title=T("Three coins, two cities"),
        rule="6.16.spaces",
        task=(
            Remark(
                T("You lead the Reformers, are the last to lay coins, and have three. A coin moves"
                  " a marker of allegiance by one space towards 7."),
                ("city:gent", "city:brugge", "city:utrecht-city"),
            ),
            Remark(
                T("On 6 a token of yours joins the city. On 7 one joins, and one of the Catholics"
                  " or Habsburgs leaves. Win two cities."),
                ("city:gent", "city:brugge", "city:utrecht-city"),
            ),
        ),
        opening="""\
game revolution players=4
given turn = 5
given step = paying
given faction = reformers
given treasury.reformers = 3
given tokens.gent = {"habsburgs": 1, "reformers": 1}
given tokens.brugge = {"habsburgs": 2, "reformers": 1}
given tokens.utrecht-city = {"catholics": 1, "reformers": 1}
"""
        + _markers(brugge=5, gent=5),
        seat="reformers",
        bot="regent",
        goal=(
            "happened CityCardMoved city=gent after=reformers",
            "happened CityCardMoved city=brugge after=reformers",
        ),
        solved=T("{gent} needs one coin: on 6 it is two to one. {brugge} needs two: on 7 one joins"
                 " and one leaves, two to one. {utrecht} would have cost all three.",
                 gent=place("gent"), brugge=place("brugge"), utrecht=place("utrecht-city")),
        hint=T("{gent} and {brugge} are on 5, {utrecht} on 4. Where is one more token enough, and"
               " where must an enemy leave as well?",
               gent=place("gent"), brugge=place("brugge"), utrecht=place("utrecht-city")),
        answer=("pay gent 1", "pay brugge 2"),
        most=3,
    ),
    Lesson(
        key="the-last-count",
        title=T("The last count"),
        rule="5.8.reformers",
        task=(
            Remark(
                T("The end of turn 5, and you lead the Reformers: three tokens in {gelderland} and"
                  " three in {utrecht}, with two neutral ones in each.",
                  gelderland=province("gelderland"), utrecht=province("utrecht")),
                ("province:gelderland", "province:utrecht"),
            ),
            Remark(
                T("A city is 1 point, each of these provinces 1, a Reformed university 1:"
                  " {harderwijk} and {city} have one. Reach 4 points.",
                  harderwijk=place("harderwijk"), city=place("utrecht-city")),
                ("town:harderwijk", "city:utrecht-city"),
            ),
        ),
        opening="""\
game revolution players=4
given turn = 5
given step = provinces
given tokens.gelderland = {"reformers": 3, "neutral": 2}
given tokens.utrecht = {"reformers": 3, "neutral": 2}
""",
        seat="reformers",
        bot="regent",
        goal=("expect points.reformers >= 400",),
        solved=T("A token in a town still counts for its province: {harderwijk} brings the"
                 " university and helps to hold {gelderland}. In {city} a single token is worth"
                 " city and university, more than the province could be.",
                 harderwijk=place("harderwijk"), gelderland=province("gelderland"),
                 city=place("utrecht-city")),
        hint=T("Tokens in towns count for the province, those in cities do not. In which of the two"
               " provinces can you have everything?"),
        answer=("put harderwijk 1", "put utrecht-city 1", "done"),
        most=12,
    ),
)  # fmt: skip

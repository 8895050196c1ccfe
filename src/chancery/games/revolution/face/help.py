"""How Revolution is played here: the rules in our own words, by item of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from chancery.core.frame import Frame
from chancery.core.help import Chapter, Paragraph
from chancery.core.words import N_, TN, Hundredths, Listing, T, Template, Text, Word, say
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.board_file import atlas_of
from chancery.games.revolution.board.editions import EDITIONS, FIRST, edition_of
from chancery.games.revolution.board.factions import TITLES
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES,
    HALF,
    KINDS,
    PLACES,
    PLAIN,
    PROVINCES,
    PROVINCES_N,
    REGIONS,
    SOLID,
)
from chancery.games.revolution.face import editions

_HERE = Chapter(
    T("How to play here"),
    (
        Paragraph(
            "",
            T(
                "Everything you may do has a button, and every action has a short text which the"
                " terminal takes and records keep: “tax 2”, “raise holland”, “besiege gent”,"
                " “place holland 3”, “put amsterdam 2”, “clear leiden neutral”, “pay koeln-city"
                " 3”, “stand 1”, “done”. What is not allowed is refused with its reason and"
                " paragraph."
            ),
        ),
        Paragraph(
            "",
            T(
                "Cities are written in capitals: KÖLN is the city, Köln the province. In short"
                " texts a town or city that shares its name with a province has a word more:"
                " “koeln” is the province, “koeln-city” the city, “trier-town” the town. A slot is"
                " named by its box and its kind: “jesuits-plain”, “calvinists-half”,"
                " “spanish-treasury-solid”."
            ),
        ),
        Paragraph(
            "",
            T(
                "Some choices are put together step by step: support moves, new armies, sieges,"
                " the hiring of Water Beggars, new units, overflow, moves inside provinces, coins"
                " on cities. Nobody else sees such a choice before it is complete. It is complete"
                " with “done”, or when nothing is left to choose. Upkeep, marches, military"
                " influence and the deeds of the Water Beggars are seen at once, one by one."
            ),
        ),
        Paragraph(
            "",
            T(
                "“Undo” takes back your last action as long as nobody else has decided since."
                " It cannot take back an action that somebody else is asked about: tokens leaving"
                " the Spanish Treasury that Huguenots may intercept, and a march or a use of"
                " influence that a Water Beggar may stop. Nor the action that ends the game."
            ),
        ),
        Paragraph(
            "4.1",
            T(
                "You are not asked where you have nothing to decide: when your stock cannot pay"
                " another coin for each city, when no token can leave a support box, when you have"
                " no money for an army or a Water Beggar, or no army that could besiege, march or"
                " use its influence. Units that fit in one way only are placed for you, and an"
                " abandoned army that can loot one thing only loots it."
            ),
        ),
        Paragraph(
            "",
            T(
                "For many actions you are told beforehand what would come of them: the money that"
                " is left, what a conflict would leave of a province, who would have the majority"
                " in a city, where a marker would go. “In words” tells what is on the board."
            ),
        ),
    ),
)

_AIM = Chapter(
    T("What it is about"),
    (
        Paragraph(
            "3",
            T(
                "The Netherlands from 1568 to 1648, in revolt against Spain. Five factions struggle"
                " for towns, cities and provinces: Catholics, Habsburgs, Nobility, Burghers and"
                " Reformers. Two to five players lead them; with fewer players fewer factions are"
                " in play."
            ),
        ),
        Paragraph(
            "4.4 4.5",
            T(
                "After every turn points are counted from zero, by what the board then shows."
                " Those of earlier turns are forgotten. Most points after turn 5 win, and equals"
                " share the win. Before that, points decide only about the order of play."
            ),
        ),
        Paragraph(
            "4.3.1 5.8.cities 5.8.provinces",
            T(
                "The card of a city is worth 1 point, the card of a larger province 1 or half a"
                " point. The cards of the six smallest provinces are worth fractions of a point,"
                " and only at the end of the game."
            ),
        ),
        Paragraph(
            "4.3.2 4.3.2.catholics 5.8.catholics 4.3.2.habsburgs 5.8.habsburgs",
            T(
                "Every faction also has an aim of its own. The Catholics receive 1 point for each"
                " of the six bishoprics that is Catholic or strongly Catholic. The Habsburgs"
                " receive 1 point for each region where they have an army, however many of them"
                " stand there."
            ),
        ),
        Paragraph(
            "4.3.2.nobility 5.8.nobility",
            T(
                "The Nobility counts its tokens in countryside and towns, not those in cities and"
                " support boxes. Every three of them bring 1 point with five players, every five"
                " with three players; what is left over brings another point."
            ),
        ),
        Paragraph(
            "4.3.2.burghers 5.8.burghers 4.3.2.reformers 5.8.reformers",
            T(
                "The Burghers receive 1 point for each of the seven trade towns that they occupy,"
                " the Reformers 1 point for each of the seven universities that is Reformed."
            ),
        ),
    ),
)

_BOX = Chapter(
    T("Board, tokens and cards"),
    (
        Paragraph(
            "2.1",
            T(
                "The board shows 24 provinces. Each has a limit, the number of tokens that it"
                " feeds. A province consists of its countryside, its towns and its cities. A town"
                " holds a single token, a city and the countryside any number. There are twelve"
                " cities."
            ),
        ),
        Paragraph(
            "2.1 2.2.1",
            T(
                "Provinces are grouped into regions. Armies belong to a region, not to a province:"
                " they stand in its command section, one in each box. Arrows between sections show"
                " where armies may march; rivers carry tokens into provinces far off."
            ),
        ),
        Paragraph(
            "2.1",
            T(
                "At the edge lie support boxes with slots for friends abroad. A box says which"
                " factions may use it and to which provinces its tokens may go. There are also"
                " tables for the bishoprics, for the universities and for the allegiance of the"
                " citizens of each city, from 1, the Catholic end, to 7, the Reformed end."
            ),
        ),
        Paragraph(
            "2.2 2.2.2",
            T(
                "Each faction has a fixed number of tokens, and each of them is always in exactly"
                " one place: in stock, in the treasury as a coin, in a support box, or on the board"
                " as people. Coins that are spent go back to the stock. When your stock is empty"
                " you can neither tax nor grow."
            ),
        ),
        Paragraph(
            "2.2.3 2.2.4",
            T(
                "Neutral tokens, 47 of them, are people who have not taken sides: nobody owns"
                " them, but they fill provinces and count against majorities. The three Water"
                " Beggars are rebels at sea, for hire."
            ),
        ),
        Paragraph(
            "2.2.5 2.2.6 2.2.7",
            T(
                "Markers show the points, the turn, and how the tables of bishoprics, universities"
                " and allegiance stand. They are moved for you."
            ),
        ),
        Paragraph(
            "2.3 2.3.1 2.3.2 2.3.3",
            T(
                "A province card tells tax, limit and points. A city card brings money and new"
                " units, and most of them name other places that bring more units if you hold them"
                " too. Whoever has a card controls the province or city; a town is"
                " controlled by the token in it. The row of faction cards is the order of play."
            ),
        ),
    ),
)

_SETUP = Chapter(
    T("The set-up"),
    (
        Paragraph(
            "3.5",
            T(
                "A faction has 40 tokens and 6 armies with two or four players, 58 tokens and 8"
                " armies with three, 32 tokens and 6 armies with five."
            ),
        ),
        Paragraph(
            "3.6 3.6.catholics 3.6.habsburgs",
            T(
                "Catholics: a token each in Arras, KÖLN, Leuven, LIEGE, Mons, Tournai, Trier and"
                " UTRECHT, and four coins. Habsburgs: two tokens each in ANTWERPEN and LUXEMBOURG,"
                " one each in Duinkerken, Nijmegen and Valenciennes, and two armies on orange boxes"
                " of their choice, one on each: that is the first decision of the game."
            ),
        ),
        Paragraph(
            "3.6.nobility 3.6.burghers 3.6.reformers",
            T(
                "Nobility: a token each in AACHEN, AMSTERDAM, Breda, BRUXELLES, Cleve and Delft,"
                " two in French Support and two in Support from the Emperor. Burghers: a token each"
                " in Arnhem, Dordrecht, HAARLEM, Middelburg and Rotterdam, three with the London"
                " Merchants and one with the Huguenots. Reformers: a token each in Alkmaar, BRUGGE,"
                " GENT and LEIDEN, and four on divided slots of the Calvinists."
            ),
        ),
        Paragraph(
            "3.6.neutrals 3.6.beggars",
            T(
                "Factions that are not in play bring nothing. Every city left empty receives two"
                " neutral tokens, every empty town one. The Water Beggars wait in their box."
            ),
        ),
    ),
)

_COURSE = Chapter(
    T("The course of the game"),
    (
        Paragraph(
            "4 4.1 6",
            T(
                "The opening turn, number 0, is a short one; five full turns follow. A turn is"
                " played phase by phase. In each phase one faction after the other acts in the"
                " order of play, and each finishes before the next begins. The order was settled"
                " at the end of the turn before and holds for the whole turn."
            ),
        ),
        Paragraph(
            "4.2.1",
            T(
                "The opening turn is played in the order Catholics, Habsburgs, Nobility, Burghers,"
                " Reformers. Its eight phases: support moves; new units; conflict; neutral tokens;"
                " overflow; moves inside provinces; assignment of cards, bishoprics and"
                " universities; points and order of play."
            ),
        ),
        Paragraph(
            "4.2.2",
            T(
                "The twenty phases of a full turn: 1 taxes; 2 support moves; 3 upkeep of armies; 4"
                " new armies; 5 battles; 6 sieges are laid; 7 Water Beggars; 8 army moves; 9"
                " military influence; 10 new units; 11 conflict; 12 neutral tokens; 13 overflow; 14"
                " moves inside provinces; 15 sieges end; 16 allegiance of the citizens; 17 cards;"
                " 18 bishoprics; 19 universities; 20 points and order of play."
            ),
        ),
    ),
)

_OPENING = Chapter(
    T("The opening turn"),
    (
        Paragraph(
            "5.1 5.1.plain 5.1.solid 5.1.half 5.1.free",
            T(
                "Support moves: Nobility, Burghers and Reformers may move tokens out of support"
                " boxes, but need not. From a plain slot a token goes into the countryside of a"
                " province named in the box, from a solid slot to the treasury, from a divided slot"
                " to either."
            ),
        ),
        Paragraph(
            "5.2 5.2.number 5.2.present 5.2.double 5.2.slots",
            T(
                "New units: Catholics 7, Habsburgs 6, Nobility 5, Burghers 4, Reformers 3. They go"
                " to provinces where the faction has tokens, at most twice as many as it had there:"
                " one token in Jülich lets in two. Or they go on free slots of support boxes that"
                " the faction may use, one on each. The Huguenot box holds tokens of Burghers or of"
                " Reformers, never of both."
            ),
        ),
        Paragraph(
            "5.3 5.3.order 5.3.equal 5.3.repeat 5.3.neutral 5.4 5.5",
            T(
                "Conflict and overflow are those of phases 11 and 13 of a full turn. In between,"
                " neutral tokens come into the countryside of every province that holds fewer"
                " tokens than its limit less one, up to that number."
            ),
        ),
        Paragraph(
            "5.6 5.6.largest 5.6.clear 5.6.equal 5.6.neutrals",
            T(
                "Moves inside provinces are those of phase 14. An example: Brabant holds two"
                " Catholics, two of the Nobility and a neutral token. The Catholics are first in"
                " the order of play and put one token into Leuven and one into BRUXELLES; the"
                " Nobility answers with both tokens in BRUXELLES. The neutral one stays in the"
                " countryside."
            ),
        ),
        Paragraph(
            "5.7 5.7.cards 5.7.cities 5.7.bishoprics",
            T(
                "Cards are assigned as in phase 17. Bishoprics take their first spaces at once, by"
                " who holds the card of the province: Catholics strongly Catholic, Burghers"
                " Reformed, Reformers strongly Reformed, all others and nobody Catholic."
            ),
        ),
        Paragraph(
            "5.7.universities 5.7.allegiance",
            T(
                "The universities of KÖLN and Leuven are Reformed if Burghers or Reformers control"
                " the place, otherwise Catholic. The other five are founded, as Reformed ones,"
                " only where the Reformers are in control. The markers of allegiance take their"
                " first spaces: AMSTERDAM, BRUXELLES, KÖLN 2; AACHEN, LIEGE, LUXEMBOURG 3;"
                " ANTWERPEN, HAARLEM, UTRECHT 4; BRUGGE, GENT, LEIDEN 5."
            ),
        ),
        Paragraph(
            "5.8 5.8.order 5.8.ties 5.8.two",
            T(
                "Points are counted and the order of turn 1 is built as in phase 20. Equals lay"
                " their cards in the order of the opening turn."
            ),
        ),
    ),
)

_MONEY = Chapter(
    T("1 and 2. Taxes and support"),
    (
        Paragraph(
            "6.1 6.1.base",
            T(
                "Taxes are coins from your own stock. The taxes of your province cards are added"
                " up, and a fraction of the sum is dropped. Each of your city cards pays one coin."
                " If the stock is too small you receive what it holds."
            ),
        ),
        Paragraph(
            "6.1.rate",
            T(
                "Then you may take one or two more coins from each city, the same from all, if"
                " your stock can pay it for every one of them. Tokens that become coins are"
                " missing later as new units."
            ),
        ),
        Paragraph(
            "6.2 6.2.1 6.2.1.limit",
            T(
                "Any of your tokens in support boxes may move: from plain slots to provinces named"
                " in the box, from solid slots to the treasury, from divided slots to either. You"
                " need no token in that province, and its limit does not matter yet. “bring” moves"
                " a token to a province, “bank” moves some to the treasury; “done” makes all of it"
                " public."
            ),
        ),
        Paragraph(
            "6.2.2 6.2.2.exchange 6.2.2.stock",
            T(
                "Whoever moves tokens out of the Spanish Treasury says once how many. The faction"
                " in the Huguenot box may take some of them: at most as many as it has Huguenot"
                " tokens that have not intercepted yet, and as many as its own stock holds. Those"
                " tokens go back to their owner’s stock, and the interceptor moves as many from its"
                " stock to its treasury."
            ),
        ),
        Paragraph(
            "6.2.2.flip 6.2.2.wait",
            T(
                "Each Huguenot token intercepts once a turn, and then neither moves nor counts for"
                " new units until the turn ends. It may also wait for the other faction. An"
                " example: the Burghers have two Huguenots but one token in stock. Of five Catholic"
                " tokens four reach the treasury at least."
            ),
        ),
    ),
)

_ARMIES = Chapter(
    T("3 to 6. Upkeep, new armies, battles, sieges"),
    (
        Paragraph(
            "6.3 6.3.price 6.3.keep 6.3.disband",
            T(
                "Every army you have is decided on, in any order. Keep it for 1 coin, Catholics"
                " for 2: it stays. Disband it for 1 coin: it leaves the board and can be raised"
                " again. Or abandon it for nothing, even if you could pay."
            ),
        ),
        Paragraph(
            "6.3.abandon 6.3.town 6.3.token 6.3.short",
            T(
                "An abandoned army must loot in its region, as its owner chooses. Either a town:"
                " a neutral token comes into the countryside of its province. Or a token of any"
                " faction in countryside or town, your own too: it turns neutral. If no neutral"
                " token is left, such a token must go without a replacement. Cities are safe."
            ),
        ),
        Paragraph(
            "6.3.blocks",
            T(
                "Until the end of the turn an abandoned army fills its box, which may keep others"
                " from raising an army there or marching in. In all other respects it is no army"
                " any more: it does not fight, besiege, march, use its influence or keep others at"
                " bay, and it counts neither for the Water Beggars nor for points."
            ),
        ),
        Paragraph(
            "6.4 6.4.price 6.4.where",
            T(
                "Then you may raise up to three armies, each on a free box of a region where you"
                " have a token or an army. One, two and three of them cost Catholics 3, 7, 11;"
                " Habsburgs 3, 6, 10; Nobility 2, 5, 8; Burghers 2, 4, 7; Reformers 2, 4, 6 coins"
                " in all."
            ),
        ),
        Paragraph(
            "6.5 6.5.line 6.5.one 6.5.two",
            T(
                "Battles need no decision. Where armies of several factions share a section they"
                " line up: Catholics, Habsburgs, Nobility, Burghers, Reformers. One army falls from"
                " each end, again and again, until one faction or only two armies are left. Two"
                " armies of different factions do not fight but stand off, and keep each other at"
                " bay."
            ),
        ),
        Paragraph(
            "6.5.line 6.5.two",
            T(
                "Three examples. Nobility, Burghers and Reformers with an army each: the army of"
                " the Burghers is left. One Catholic, two Habsburg and two Burgher armies: a"
                " Habsburg one is left. Two Catholic armies and two of the Nobility: one of each is"
                " left, and they stand off."
            ),
        ),
        Paragraph(
            "6.4.allies 6.5.allies",
            T(
                "With two players the armies of one player are allies and never fight each other."
                " A battle also ends when only allies are left. But armies of two allied factions"
                " in a section stand off like others: they neither besiege nor use their"
                " influence."
            ),
        ),
        Paragraph(
            "6.6 6.6.own 6.6.mixed 6.6.free 6.6.standoff 6.6.towns",
            T(
                "Each of your armies may besiege one city of its region, unless it stands off with"
                " another; one army is enough for a city, and towns are not besieged. You may not"
                " besiege a city whose card you or your ally hold, nor one that contains your own"
                " tokens alone. A city that nobody controls is open to all."
            ),
        ),
        Paragraph(
            "6.6",
            T(
                "No token goes into or out of a besieged city until phase 15. The besieging army"
                " keeps its box, but it does not march, and for military influence it is not in"
                " the section."
            ),
        ),
    ),
)

_BEGGARS = Chapter(
    T("7. The Water Beggars"),
    (
        Paragraph(
            "6.7 6.7.who 6.7.turn",
            T(
                "Burghers and Reformers, in the order of play, are asked whether they hire Water"
                " Beggars: one to three for 2 coins each. Only one faction has them in a turn,"
                " whoever wants them first. They serve for this turn only."
            ),
        ),
        Paragraph(
            "6.7.where",
            T(
                "They are put, together or apart, into the regions of Gelderland, Generality,"
                " Holland, Overijssel, Utrecht and Zeeland, and loot and besiege in these"
                " provinces only. What they can do depends on the armies there: besieging ones"
                " count, abandoned ones do not."
            ),
        ),
        Paragraph(
            "6.7.1 6.7.2",
            T(
                "If they are more than all armies of the region together, they may destroy the most"
                " Catholic one: a Catholic army, else a Habsburg one, else one of the Nobility,"
                " never one of Burghers or Reformers. If they are at least as many, they may lift"
                " all sieges there, whoever besieges: the armies go back to their section. Either"
                " takes all Water Beggars of the region, who go home."
            ),
        ),
        Paragraph(
            "6.7.3",
            T(
                "Where no army stands, each of them may loot a town, which brings a neutral token"
                " into the countryside of its province, if there is one left. Or two of them"
                " besiege a city, whosever it is."
            ),
        ),
        Paragraph(
            "6.7.4",
            T(
                "Those who do nothing now wait. Each may once in this turn stop an army of"
                " Catholics, Habsburgs or Nobility that wants to leave its region, or to use its"
                " influence there. The hirer is asked when the army tries, and may also let it."
            ),
        ),
    ),
)

_MARCHES = Chapter(
    T("8 and 9. Army moves and military influence"),
    (
        Paragraph(
            "6.8 6.8.free 6.8.beggar",
            T(
                "Each army that does not besiege may go along an arrow to a free box of another"
                " section, once and at no cost. It may also leave a stand-off. A waiting Water"
                " Beggar may stop it. Armies that meet now fight in phase 5 of the next turn, if"
                " they are still there."
            ),
        ),
        Paragraph(
            "6.9 6.9.cities 6.9.alone 6.9.siege 6.9.beggar",
            T(
                "Each army in a section without armies of other factions may convert one token in"
                " countryside or town of its region, neutral or of another faction, into one of"
                " its own. That takes a token from your stock. Armies before a city do not count,"
                " allied ones do. Tokens in cities are out of reach. A waiting Water Beggar may"
                " stop an army."
            ),
        ),
        Paragraph(
            "6.9.lifted",
            T(
                "An army whose siege was lifted in this turn is back in its section: it keeps"
                " armies of others at bay, but cannot use its own influence in this turn. It may"
                " march, by “withdraw”, and has no influence where it arrives either."
            ),
        ),
    ),
)

_TOKENS = Chapter(
    T("10 to 13. New units, conflict, neutral tokens, overflow"),
    (
        Paragraph(
            "6.10 6.10.cities 6.10.links 6.10.towns 6.10.countryside 6.10.support",
            T(
                "New units come from your stock: one for each city card, besieged or not; one for"
                " each place named on that card that you control; one for each town; one for every"
                " five of your tokens in all countryside together; one for each token in a support"
                " box."
            ),
        ),
        Paragraph(
            "6.10.least 6.10.stock",
            T(
                "You receive seven at least, but never more than your stock holds. An example: the"
                " Catholics have KÖLN, UTRECHT, Cleve, eight tokens in the countryside and two with"
                " the Jesuits. That is two for cities, two because UTRECHT’s card names Cleve and"
                " KÖLN, one for the town, one for the countryside, two for support: eight."
            ),
        ),
        Paragraph(
            "6.10.card 6.10.same 6.10.slots 6.10.coins",
            T(
                "They go into the countryside of provinces where you have tokens: any number where"
                " you hold the card, elsewhere as many as you have there, towns and cities"
                " included. Or they go on free slots that you may use. What can be placed must be;"
                " the rest become coins in your treasury."
            ),
        ),
        Paragraph(
            "6.11 6.11.order 6.11.equal 6.11.repeat 6.11.neutral 6.11.stock 6.11.siege",
            T(
                "Conflict: where a province with tokens of several owners is over its limit, the"
                " owner with fewest tokens loses one, then the one with next fewest one, and so on"
                " up to the largest; equals lose one together. Then it starts over with whoever has"
                " fewest now, until the limit holds or one owner is left. Neutral tokens are an"
                " owner like others. Tokens in besieged cities are left out. What is lost goes"
                " back to the stock."
            ),
        ),
        Paragraph(
            "6.11.order 6.11.equal",
            T(
                "An example with limit 5: three Catholics, two Burghers, two neutral tokens."
                " Burghers and neutrals lose one each, and five are left. Had the Burghers three"
                " tokens, first a neutral one would go, then one each of Catholics and Burghers:"
                " again five are left."
            ),
        ),
        Paragraph(
            "6.12 6.12.siege 6.12.short 6.12.choice",
            T(
                "Neutral tokens fill the countryside of every province up to its limit; besieged"
                " cities count here. If there are not enough, every such province receives one,"
                " then a second one, and so on, and the first in the order of play chooses which"
                " provinces get the last of them."
            ),
        ),
        Paragraph(
            "6.13 6.13.turns 6.13.near 6.13.full",
            T(
                "Overflow: a faction alone in a province may still be over its limit. In the order"
                " of play each moves its surplus tokens to provinces next to it where tokens of"
                " factions, neutral ones not counted, are below the limit. If that province is"
                " full, a neutral token gives way."
            ),
        ),
        Paragraph(
            "6.13.river 6.13.back 6.13.limit 6.13.siege",
            T(
                "They may also follow a river to any province on it, but not past a town or city"
                " that an enemy controls. Nobody has to move, but what stays above the limit goes"
                " back to the stock. After this phase no province is over its limit; besieged"
                " cities are left out."
            ),
        ),
        Paragraph(
            "6.13.near 6.13.river",
            T(
                "An example: from Gelderland tokens reach its neighbours Cleve, Geldern,"
                " Generality, Holland, Overijssel and Utrecht, by river also Köln, Liège, Limburg,"
                " Maastricht and Venlo; and Namur, unless an enemy controls LIEGE. From Holland"
                " they reach Köln if no enemy holds Arnhem, or none holds Nijmegen."
            ),
        ),
    ),
)

_PROVINCES = Chapter(
    T("14. Moves inside provinces"),
    (
        Paragraph(
            "6.14 6.14.largest 6.14.equal 6.14.siege",
            T(
                "In every province each faction may rearrange its tokens. The one with most"
                " tokens there comes first, equals in the order of play; neutral tokens and"
                " besieged cities are not counted. Besieged cities are closed: nothing goes in or"
                " out."
            ),
        ),
        Paragraph(
            "6.14.town 6.14.city 6.14.respect 6.14.clear",
            T(
                "Put one token into a town, any number into a city, beside others if need be."
                " Tokens of factions who have not placed yet, and neutral ones, are no obstacle:"
                " you may send them out of towns and cities to the countryside. Where others have"
                " placed before you they stay, and a town that they hold is closed to you."
            ),
        ),
        Paragraph(
            "6.14.free 6.14.clear",
            T(
                "“put amsterdam 2” puts two tokens into AMSTERDAM. As soon as you put a token"
                " anywhere in a province, your other tokens there go to the countryside unless you"
                " put them too. “clear” sends out a token of somebody else, “gather” all of your"
                " own. A province that you do not touch stays as it is."
            ),
        ),
        Paragraph(
            "6.14.neutrals 6.14.choice",
            T(
                "Then neutral tokens of the countryside take empty cities, two each, or the last"
                " single one, and after that empty towns, one each. Where there are not enough, the"
                " first in the order of play chooses. The other neutral tokens stay."
            ),
        ),
        Paragraph(
            "6.14.armies 6.14.support",
            T("Armies do not hinder these moves, and tokens in support boxes take no part."),
        ),
    ),
)

_CITIES = Chapter(
    T("15 and 16. Sieges end; the allegiance of the citizens"),
    (
        Paragraph(
            "6.15 6.15.own 6.15.two 6.15.lost 6.15.short 6.15.turns",
            T(
                "In the order of play every city still besieged is taken. Tokens of the besieger in"
                " it stay. Of all others two are replaced by tokens from the besieger’s stock, or"
                " lost if it has none. The rest are replaced by neutral tokens, or lost if there"
                " are none. All tokens taken away go back to their stocks, and the army goes back"
                " to its section."
            ),
        ),
        Paragraph(
            "6.15.beggars",
            T(
                "Where Water Beggars besiege, all tokens are replaced by neutral ones. Then all"
                " Water Beggars go home."
            ),
        ),
        Paragraph(
            "6.16 6.16.coins",
            T(
                "Now money moves the citizens. In the order of play each faction lays any number of"
                " coins from its treasury on names of cities; it need not have tokens there. Then"
                " the markers move by one space for each coin, and all these coins go back to the"
                " stocks."
            ),
        ),
        Paragraph(
            "6.16.direction 6.16.nobility 6.16.ends 6.16.three",
            T(
                "Catholics and Habsburgs move a marker toward 1, Burghers and Reformers toward 7,"
                " one after the other in the order of play; the Nobility always comes last and"
                " moves it toward 4, no further. Nobody moves it past an end. In one turn it ends"
                " at most three spaces from where it began."
            ),
        ),
        Paragraph(
            "6.16.direction 6.16.three",
            T(
                "An example: KÖLN on 2, in the order of play of the opening turn. Catholics 1 coin:"
                " to 1. Habsburgs 1 coin: nothing. Burghers 2: to 3. Reformers 3: to 6. Nobility 1:"
                " to 5, and that is three spaces from 2. Without the Nobility it would be 5 too."
            ),
        ),
        Paragraph(
            "6.16.spaces",
            T(
                "Then every city obeys its space, in every turn, paid for or not. On 3, 4 and 5"
                " nothing happens. On 1 and 2 a Catholic unit is added, on 6 and"
                " 7 an anti-Catholic one. On 1 an anti-Catholic unit is also removed, on 7 a"
                " Catholic one."
            ),
        ),
        Paragraph(
            "6.16.catholic 6.16.anti 6.16.three-players 6.16.short",
            T(
                "A Catholic unit is a token of the Catholics, if there is none one of the"
                " Habsburgs. An anti-Catholic unit is one of the Reformers, else of the Burghers;"
                " with three players, if both are missing, one of the Nobility is added. If no such"
                " token is in stock, a neutral one is added. What is not in the city is not"
                " removed."
            ),
        ),
    ),
)

_CARDS = Chapter(
    T("17 to 19. Cards, bishoprics, universities"),
    (
        Paragraph(
            "6.17",
            T(
                "A card goes to the faction with more tokens than all others together, neutral"
                " ones counted; otherwise nobody has it. For a city its own tokens count, for a"
                " province those in countryside and towns, not those in cities. Two Catholics of"
                " four tokens in KÖLN are not enough."
            ),
        ),
        Paragraph(
            "6.18 6.18.toward 6.18.step 6.18.nobody",
            T(
                "Artois, Flanders, Köln, Liège, Trier and Utrecht are bishoprics. Each moves by one"
                " space a turn toward the space of whoever has the card of the province: Catholics"
                " strongly Catholic, Burghers Reformed, Reformers strongly Reformed, Habsburgs,"
                " Nobility and nobody Catholic. The spaces lie in this order: strongly Catholic,"
                " Catholic, Reformed, strongly Reformed."
            ),
        ),
        Paragraph(
            "6.19 6.19.old 6.19.new 6.19.keep",
            T(
                "Every university whose town or city the Reformers control becomes Reformed. Under"
                " Catholics or Habsburgs KÖLN and Leuven become Catholic again, and the others are"
                " closed. If nobody controls KÖLN, or a neutral token stands in Leuven, that"
                " university becomes Catholic too; the others stay Reformed then. Burghers and"
                " Nobility change nothing."
            ),
        ),
    ),
)

_ORDER = Chapter(
    T("20. Points and order of play"),
    (
        Paragraph(
            "6.20 6.20.abandoned 6.20.huguenots 6.20.last",
            T(
                "Abandoned armies leave the board, and Huguenots that intercepted are ready again."
                " Then all points are counted from zero. After turn 5 the cards of the six smallest"
                " provinces count as well, and the game is over."
            ),
        ),
        Paragraph(
            "6.20.order 6.20.ties 2.3.3",
            T(
                "Otherwise the order of the next turn is built. The faction with most points lays"
                " its card down first and has no choice. The next one lays its card before or"
                " behind it, and each further one before, behind or between those that lie there."
                " Equals do so in the order of the turn that ends. Whoever has fewest points"
                " chooses with most freedom."
            ),
        ),
    ),
)

_MODES = Chapter(
    T("Players, options and table talk"),
    (
        Paragraph(
            "3.2 3.3 3.4",
            T(
                "Five players lead a faction each. With four the Nobility is left out. With three"
                " the Catholics meet any two others, which an option of the table names; the"
                " rulebook suggests Nobility and Reformers."
            ),
        ),
        Paragraph(
            "3.1 6.4.allies 5.8.two",
            T(
                "Two players lead two factions each: Catholics and Habsburgs against Burghers and"
                " Reformers. Each faction has its own tokens, money and place in the order of play;"
                " at the end the points of both are added. Allied armies do not fight each other,"
                " an ally’s city cannot be besieged, and an ally’s places do not close a river."
            ),
        ),
        Paragraph(
            "6.14.order",
            T(
                "Option “moves inside provinces”: by the rulebook the first in the order of play"
                " names one province after the other, and each is resolved completely. Nothing in"
                " one province depends on another, so by default a faction is asked for all"
                " provinces where it is next, before another faction is asked."
            ),
        ),
        Paragraph(
            "6.13.fewer",
            T(
                "Option “neutral tokens”: with 44, 40, 36 or 32 of them instead of 47 they run out"
                " sooner, and more tokens overflow. The rulebook advises to have no fewer neutral"
                " tokens than a faction has tokens, where that is possible."
            ),
        ),
        Paragraph(
            "4.6",
            T(
                "Talk is free: threats, promises and broken promises are part of the game, and"
                " nothing that is agreed binds anybody. But secret talks are forbidden: speak where"
                " all at the table can read it. Tokens and coins are never given to somebody else."
                " All there is to know lies open, stocks and treasuries too."
            ),
        ),
    ),
)

_RULINGS = Chapter(
    T("Rulings"),
    (
        Paragraph(
            "6.5 6.16 6.16.anti 5.3.repeat 6.13.near",
            T(
                "We read these misprints of the rulebook as follows. In the second example"
                " of battles a Habsburg army is left. In the example of KÖLN the Burghers lay"
                " 2 coins, the Reformers 3 and the Nobility 1. A token that the Reformers"
                " lack is replaced by one of the Burghers. Conflict ends when a province is"
                " at its limit, not only below it. Geldern is next to Gelderland."
            ),
        ),
        Paragraph(
            "3.6.neutrals 6.20",
            T(
                "If there are not enough neutral tokens at the set-up, cities are served before"
                " towns. The last count of points stays in sight until the next one."
            ),
        ),
        Paragraph(
            "6.1 6.2.2",
            T(
                "Taxes that the stock cannot pay are lost. All support moves of a faction happen at"
                " once; then the Huguenots answer, before the next faction moves."
            ),
        ),
        Paragraph(
            "6.3.town 6.3.token 6.4.where",
            T(
                "Looting a town means to choose its province, for it makes no difference which town"
                " it is. Neutral tokens cannot be looted. If an abandoned army finds nothing to"
                " loot, nothing happens. It does not count as an army where new ones are raised."
                " With an empty treasury the armies of the last region are abandoned without a"
                " question."
            ),
        ),
        Paragraph(
            "6.5.allies 6.6.mixed",
            T(
                "Allied armies of two factions in a section stand off, however many they are. A"
                " city without any token may be besieged, if neither you nor your ally holds its"
                " card."
            ),
        ),
        Paragraph(
            "6.7 6.7.1 6.7.3 6.7.4",
            T(
                "If the most Catholic faction has armies both in the section and before cities, the"
                " hirer chooses which one is destroyed; a siege ends with its army. Water Beggars"
                " may besiege a city of their hirer. They need not stop the first army that tries."
                " One that has stopped an army is spent, for marches and for influence; the army"
                " does not try again in that phase."
            ),
        ),
        Paragraph(
            "6.9",
            T("With two players an army may also convert a token of its ally."),
        ),
        Paragraph(
            "6.10 6.10.same 5.2.double",
            T(
                "How many units a province takes follows from what lay there when the faction began"
                " to place, besieged cities included."
            ),
        ),
        Paragraph(
            "6.11 6.13",
            T(
                "Tokens that are lost in a conflict, or leave as surplus, come from the countryside"
                " first, then from towns, then from cities; so does a neutral token that gives way."
                " Neutral tokens that are alone in a province and over its limit go back to their"
                " stock."
            ),
        ),
        Paragraph(
            "6.13.river 6.13.siege",
            T(
                "A river is followed in either direction along one branch, without a change to"
                " another branch or river. A city is controlled by whoever has its card, so in the"
                " opening turn no city closes a river. The tokens in besieged cities are left out"
                " for both provinces, the one that is left and the one that is entered."
            ),
        ),
        Paragraph(
            "6.14.clear 6.14.neutrals",
            T(
                "Neutral tokens may be sent out of towns and cities, but nobody puts them in. When"
                " neutral tokens take empty places, all cities come before all towns of the"
                " province."
            ),
        ),
        Paragraph(
            "6.15",
            T(
                "All tokens that are replaced go back to their stocks first; then those of the"
                " besieger and the neutral ones come. Several cities of one besieger are resolved"
                " in the order of the table of allegiance, those of the Water Beggars at the"
                " very end."
            ),
        ),
        Paragraph(
            "6.16.spaces 6.16.three",
            T(
                "While coins are counted a marker moves freely between 1 and 7; only where it ends"
                " is held to three spaces. Cities obey their spaces in the order of the table. In"
                " each a unit is added first, then one is removed."
            ),
        ),
        Paragraph(
            "6.18.toward 6.19.old",
            T(
                "The Nobility pulls a bishopric to Catholic in later turns too, as it does in the"
                " opening turn. An empty Leuven is like one with a neutral token."
            ),
        ),
    ),
)


# -- the board ---------------------------------------------------------------------------------

_FIELDS: dict[tuple[str, str], Template] = {
    ("allegiance", "effects"): N_(
        "What the coloured spaces of the table of allegiance add and remove."
    ),
    ("province", "region"): N_("To which region these provinces belong: {names}."),
    ("province", "adjacent"): N_("Which provinces are next to these: {names}."),
    ("town", "exists"): N_("That the board has these towns: {names}."),
    ("town", "province"): N_("In which province these towns lie: {names}."),
    ("town", "trade"): N_("That these are trade towns: {names}."),
    ("city", "trade_links"): N_("Which places the cards of these cities name: {names}."),
    ("region", "provinces"): N_("Which provinces make up these regions: {names}."),
    ("region", "boxes"): N_(
        "How many boxes these command sections have, and how many of them are orange: {names}."
    ),
    ("region", "arrows"): N_("Where the arrows of these command sections lead: {names}."),
    ("river", "other_provinces"): N_(
        "Which provinces lie on these rivers, besides those of the rulebook’s examples: {names}."
    ),
    ("support", "slots"): N_(
        "How many slots these support boxes have, and of which kinds: {names}."
    ),
    ("support", "destinations"): N_("To which provinces tokens go from these boxes: {names}."),
}
_OTHER = N_("The field “{field}” of these: {names}.")
_BOX_TITLES = {str(title): title for title in BOXES.titles}


def reconstructed(atlas: Atlas) -> tuple[Text, ...]:
    """What nobody could read in a rulebook, by kind and field, as sentences."""
    names: dict[tuple[str, str], list[str]] = {}
    for kind, name, field in atlas.reconstructed:
        names.setdefault((kind, field), []).append(name)
    found = []
    for key in sorted(names, key=lambda key: [*_FIELDS, key].index(key)):
        kind, field = key
        titles = _BOX_TITLES if kind == "support" else {}
        listed = Listing(tuple(titles.get(name) or T("{name}", name=name) for name in names[key]))
        found.append(say(_FIELDS.get(key, _OTHER), names=listed, field=field))
    return tuple(found)


def _listed(titles: Sequence[Word], numbers: Iterable[int]) -> Listing:
    return Listing(tuple(titles[number] for number in numbers))


def _by_value(values: Sequence[int], provinces: Iterable[int], unit: int = 1) -> Listing:
    """Provinces grouped by a number, the greatest first."""
    groups: dict[int, list[int]] = {}
    for province in provinces:
        groups.setdefault(values[province], []).append(province)
    return Listing(
        tuple(
            T("{value} ({names})", value=Hundredths(n * 100 // unit),
              names=_listed(PROVINCES.titles, groups[n]))
            for n in sorted(groups, reverse=True)
        )
    )  # fmt: skip


def _printed(atlas: Atlas) -> tuple[Text, ...]:
    """What the board and its cards say, in sentences."""
    every = range(PROVINCES_N)
    return (
        T("Limits of the provinces: {limits}.", limits=_by_value(atlas.limit, every)),
        T("Taxes of province cards, in coins: {taxes}. The others pay nothing.",
          taxes=_by_value(atlas.tax, (p for p in every if atlas.tax[p]), 100)),
        T("Points of province cards: {points}. At the end of the game only: {late}.",
          points=_by_value(atlas.worth, (p for p in every if not atlas.late[p]), 100),
          late=_by_value(atlas.worth, (p for p in every if atlas.late[p]), 100)),
        T("Regions, with the number of boxes and the provinces: {regions}. Orange boxes for the"
          " set-up are in {orange}.",
          regions=Listing(tuple(
              T("{region} {n} ({provinces})", region=REGIONS.titles[r], n=atlas.boxes[r],
                provinces=_listed(PROVINCES.titles, atlas.provinces_of[r]))
              for r in atlas.regions)),
          orange=_listed(REGIONS.titles, (r for r in atlas.regions if atlas.orange[r]))),
        T("Arrows lead from each region to others: {arrows}.",
          arrows=Listing(tuple(
              T("{name} ({names})", name=REGIONS.titles[r],
                names=_listed(REGIONS.titles, atlas.arrows[r]))
              for r in atlas.regions))),
        T("Each province and its neighbours: {neighbours}.",
          neighbours=Listing(tuple(
              T("{name} ({names})", name=PROVINCES.titles[p],
                names=_listed(PROVINCES.titles, atlas.near[p]))
              for p in every))),
        *(T("A branch of a river, through provinces, and past towns and cities that can close it:"
            " {stops}.",
            stops=Listing(tuple((PLACES if is_place else PROVINCES).titles[number]
                                for is_place, number in branch)))
          for branch in atlas.branches),
        T("Trade towns: {towns}. Universities: {universities}. Bishoprics: {bishoprics}.",
          towns=_listed(PLACES.titles, atlas.trade),
          universities=_listed(PLACES.titles, atlas.universities),
          bishoprics=_listed(PROVINCES.titles, atlas.bishoprics)),
        T("City cards, with the places they name: {cards}.",
          cards=Listing(tuple(
              T("{name} ({names})", name=CITIES.titles[c], names=_listed(PLACES.titles, linked))
              for c, linked in enumerate(atlas.links) if linked))),
    )  # fmt: skip


def _support(atlas: Atlas) -> tuple[Text, ...]:
    """The support boxes: whose they are, their slots, and where tokens go."""
    found = []
    for box, goals in enumerate(atlas.goals):
        plain, half, solid = (atlas.room[box * len(KINDS) + k] for k in (PLAIN, HALF, SOLID))
        slots = [TN("{n} plain slot", "{n} plain slots", plain)] if plain else []
        slots += [TN("{n} divided slot", "{n} divided slots", half)] if half else []
        slots += [TN("{n} solid slot", "{n} solid slots", solid)] if solid else []
        places: dict[str, Word] = {
            "box": BOXES.titles[box], "factions": _listed(TITLES, atlas.users[box]),
            "slots": Listing(tuple(slots)),
        }  # fmt: skip
        if not plain and not half:
            text = say(N_("{box}, for {factions}: {slots}."), **places)
        elif len(goals) == PROVINCES_N:
            text = say(N_("{box}, for {factions}: {slots}; to any province."), **places)
        else:
            text = say(N_("{box}, for {factions}: {slots}; to {provinces}."), **places,
                       provinces=_listed(PROVINCES.titles, goals))  # fmt: skip
        found.append(text)
    return tuple(found)


_RECONSTRUCTED = (
    Paragraph(
        "2.1 2.3",
        T(
            "The rulebooks do not print the whole board. Some of it is known from reports"
            " of play, and some we had to reconstruct so that it agrees with every rule,"
            " example and total. The following is reconstructed and may differ from the"
            " printed board."
        ),
    ),
)


def _board(atlas: Atlas, own: bool) -> Chapter:
    """The chapter about a board file: ours, or one that a table has brought of its `own`."""
    if own:
        title = T("The board of this table")
        first = T(
            "The printed board lies in a file that the game reads. This table uses a corrected file"
            " instead of ours. This is what it says."
        )
    else:
        title = T("The board of this edition")
        first = T("The printed board lies in a file that the game reads. This is what ours says.")
    return Chapter(
        title,
        (
            Paragraph("2.1", first),
            *(Paragraph("2.1 2.3.1 2.3.2", text) for text in _printed(atlas)),
            *(Paragraph("2.1", text) for text in _support(atlas)),
            *(_RECONSTRUCTED if atlas.reconstructed else ()),
            *(Paragraph("2.1", text) for text in reconstructed(atlas)),
            Paragraph(
                "2.1",
                T(
                    "If you own the printed board you can set these things right. “chancery games"
                    " revolution --show-data > board.toml” on the command line writes our board"
                    " file; the form for a new table links to it too. Each entry says in its"
                    " “source” how it is known: rulebook, reported, reconstructed or, once you have"
                    " read it from your own copy, printed."
                ),
            ),
            Paragraph(
                "2.1",
                T(
                    "Correct the file in a text editor and play with it: “chancery new revolution"
                    " --board board.toml game.json” or “chancery play revolution --board"
                    " board.toml”, or choose it as “A corrected data file to use instead of ours”"
                    " in the form for a new table. A file that cannot be right is refused with"
                    " the line and the field."
                    " The record of the game keeps your file whole."
                ),
            ),
            Paragraph(
                "2.1",
                T(
                    "Names are those of your file. Actions go by the “id” of a thing, which stays:"
                    " a town that has no id with us, such as Harlingen, takes one of town-1 to"
                    " town-9, and a region one of region-1 to region-9. Totals that the rulebook"
                    " tells must be kept: six bishoprics, seven trade towns, seven universities,"
                    " 47 neutral tokens, and no faction begins with more tokens than it has."
                ),
            ),
        ),
    )


CHAPTERS: tuple[Chapter, ...] = (
    _AIM, _BOX, _SETUP, _COURSE, _OPENING, _MONEY, _ARMIES, _BEGGARS, _MARCHES, _TOKENS,
    _PROVINCES, _CITIES, _CARDS, _ORDER, _MODES, editions.CHAPTER, _RULINGS, _HERE,
    _board(atlas_of(None, 1), False),
)  # fmt: skip

# Paragraphs, by their items, about numbers of players: two, and how many there can be.
_OF_TWO = frozenset({"6.4.allies 6.5.allies", "3.1 6.4.allies 5.8.two", "6.9"})
_OF_THE_OTHERS = frozenset({"3.2 3.3 3.4"})


@lru_cache(32)  # players may bring boards of their own
def _at(data: str | None, rules: int, players: int, first: bool) -> tuple[Chapter, ...]:
    left_out = _OF_THE_OTHERS if players == 2 else _OF_TWO
    told = (
        Chapter(chapter.title, tuple(p for p in chapter.paragraphs if p.rule not in left_out))
        for chapter in CHAPTERS[:-1]
        if chapter is not editions.CHAPTER or first
    )
    return (*told, _board(atlas_of(data, rules), data is not None))


def chapters_at(frame: Frame) -> tuple[Chapter, ...]:
    """Return the chapters that apply to a table: its board, players and edition of the rules."""
    players = int(frame.options["players"])
    return _at(frame.data, frame.rules, players, edition_of(frame) is EDITIONS[FIRST])

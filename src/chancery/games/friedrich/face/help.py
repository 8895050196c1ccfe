"""How the game is played here: the rules in our own words, by paragraph."""

from __future__ import annotations

from chancery.core.help import Chapter, Paragraph
from chancery.core.words import T
from chancery.games.friedrich.board.atlas import CLUBS, DIAMONDS, HEARTS, SPADES
from chancery.games.friedrich.board.cards import SYMBOLS
from chancery.games.friedrich.board.fate_cards import (
    FATE_NAMES,
    FATES,
    NUMBERED,
    STROKE_TEXTS,
    TEXTS,
)
from chancery.games.friedrich.face.stories import CARD_STORIES, TURN_STORIES

_HERE = Chapter(
    T("How to play here"),
    (
        Paragraph(
            "",
            T(
                "Everything you may do has a button, and every action has a short text which the"
                " terminal takes and records keep: “march daun”, “with browne”, “take 9”, “to"
                " breslau”, “stop”; “troops 3”, “trains 1”, “pay 13s.1”, “feed fermor 2”, “at"
                " sierpc”; “fight heinrich richelieu”, “play 10d.2”, “play r.1=7”, “quit”. What is"
                " not allowed is refused with its reason and paragraph."
            ),
        ),
        Paragraph(
            "",
            T(
                "A card is written with its value, its suit and its deck, because the backs of the"
                " four decks differ: 10♦ (2) is the ten of diamonds of the second deck. A Reserve"
                " of the first deck played for 7 is “r.1=7”."
            ),
        ),
        Paragraph(
            "6.5",
            T(
                "The generals of a stack share one sum of troops. You are asked to divide it only"
                " when some of them march away, and then in secret: how many troops they take"
                " along. So troops can be redistributed at any time, as the rules allow, without a"
                " question in the middle of somebody else’s turn. If a general leaves the map or"
                " retires, the others keep what they can lead."
            ),
        ),
        Paragraph(
            "4.1 4.5",
            T(
                "A march is made city by city: choose the piece, who else of the stack marches and"
                " with how many troops, then each city, and “stop”. Until the first step nobody"
                " sees anything of it and you can change your mind. From then on the others see"
                " each step. A march that can go no further ends by itself."
            ),
        ),
        Paragraph(
            "10.4",
            T(
                "You put a purchase together in secret; the others see it when it is complete: how"
                " many troops and trains, which cards pay, which city a piece enters. Who receives"
                " troops stays your secret. While you choose, you see the price, what you have paid"
                " and what would be lost."
            ),
        ),
        Paragraph(
            "",
            T(
                "You see only your own troops and hands. Everybody sees the total troops and the"
                " number of cards of every nation, with their backs, all positions, stacks turned"
                " over, markers, cards played or paid, announced sums, losses, and the cards of"
                " fate that were turned. For each stack of the others the position as text gives"
                " the fewest and the most troops it can have by what everybody knows. After the"
                " game everything is open."
            ),
        ),
        Paragraph(
            "",
            T(
                "You are asked only when it is up to you: to share out troops at the start,"
                " everybody at once; when your nation is active, to move and recruit, and then for"
                " the order of its fights; in a fight whenever your side may play; after a victory"
                " where the beaten stack goes, if several cities are equally far; and where a card"
                " of fate offers a choice. A side without any card gives up a fight by itself. A"
                " single fight begins by itself, and so does a retreat that can end in one city"
                " only. Nobody is asked where everybody knows that there is no choice: the last"
                " stack of a nation gets the rest of its troops, and if only one stack can receive"
                " new troops, it gets them."
            ),
        ),
        Paragraph(
            "",
            T(
                "“Undo” takes back your last action as long as nothing hidden was shown by it,"
                " no chance was used, and nobody else has decided or was asked about it since."
                " “Start this choice over” takes back all of a march, a purchase or a set-up that"
                " is half made."
            ),
        ),
    ),
)

_AIM = Chapter(
    T("1. What it is about"),
    (
        Paragraph(
            "1.1 1.2",
            T(
                "Europe from 1756 to 1763. Frederick plays Prussia and Hanover; against him stand"
                " Elisabeth with Russia and Sweden, Maria Theresa with Austria and the Imperial"
                " Army, and Pompadour with France. With three players Elisabeth plays France too."
                " The attackers are allies and never fight each other."
            ),
        ),
        Paragraph(
            "1.3 1.4",
            T(
                "An attacker wins as soon as one of their nations holds all its objectives at the"
                " end of a turn. Allies share the victory only if a nation of theirs holds all its"
                " objectives at that same moment. Frederick wins when fate has taken Russia, Sweden"
                " and France out of the war."
            ),
        ),
        Paragraph(
            "1.9 1.10 1.11 1.13 1.14 1.15",
            T(
                "On the map 672 cities are joined by roads; thick ones are main roads. Objectives"
                " have the colour of the nation that wants them and are of first or second order."
                " Depots are where pieces come back. A grid of 33 sectors gives every city a suit."
                " Russia and France have no home country on the map; that of the Imperial Army"
                " includes Saxony."
            ),
        ),
        Paragraph(
            "1.16 1.18 1.19",
            T(
                "Pieces begin in the cities printed for them. All players share out all their"
                " troops at the same time and in secret, 1 to 8 for each general; a stack gets one"
                " sum."
            ),
        ),
    ),
)

_SEQUENCE = Chapter(
    T("2. The course of a turn"),
    (
        Paragraph(
            "2.1 2.2",
            T(
                "In each turn the nations act one after the other: Prussia, Hanover, Russia,"
                " Sweden, Austria, the Imperial Army, France. Each draws cards, moves and recruits,"
                " fights, resolves its question marks, and checks its supply; then the next one"
                " begins."
            ),
        ),
        Paragraph(
            "2.3",
            T(
                "After France the attackers’ victory is checked. At the end of turns 1 to 5 only"
                " the marker moves on; from turn 6 a card of fate is turned."
            ),
        ),
    ),
)

_CARDS = Chapter(
    T("3. Tactical cards"),
    (
        Paragraph(
            "3.1",
            T(
                "Cards drawn in each turn: Prussia 7, Hanover 2, Russia 4, Sweden 1, Austria 5,"
                " the Imperial Army 1, France 4, one of which it discards at once, unseen by the"
                " others. Strokes of fate lower this for Prussia to 5 and then 4, for Hanover to 1,"
                " for Austria to 4, and for France to 3, all of which it keeps."
            ),
        ),
        Paragraph(
            "3.2",
            T(
                "There is no limit to a hand. Cards of two nations are never mixed, not even those"
                " of one player, nor shown to allies. A Reserve has any suit and counts 1 to 10, as"
                " you like."
            ),
        ),
        Paragraph(
            "3.3",
            T(
                "There are four decks of 50 cards: 2 to 13 in each suit and two Reserves. When"
                " one is used up the next is opened. After the fourth the two largest piles of"
                " discards are shuffled together."
            ),
        ),
    ),
)

_MOVEMENT = Chapter(
    T("4. Movement"),
    (
        Paragraph(
            "4.1 4.2 4.3",
            T(
                "Each piece moves once, one after the other. A general goes up to 3 cities, or 4"
                " if every road of his march is a main road; going back and forth is allowed, and"
                " an enemy next to the road does not stop him. No piece may ever be passed."
            ),
        ),
        Paragraph(
            "4.4",
            T("A supply train goes up to 2 cities, or 3 by main roads only."),
        ),
        Paragraph(
            "4.5 4.6",
            T(
                "A city holds one piece, or up to 3 generals of the same nation as a stack led by"
                " the highest rank. A stack may be split up before it marches. A general who joins"
                " others ends the movement of all who stand there."
            ),
        ),
    ),
)

_CONQUEST = Chapter(
    T("5. Objectives"),
    (
        Paragraph(
            "5.1 5.2 5.3 5.4",
            T(
                "A general conquers an objective of his own colour when he leaves it, not when he"
                " stops there, if it is unprotected at that moment. It is protected by a general of"
                " the nation that defends it, in the city or up to 3 cities away, by any road and"
                " whoever stands between."
            ),
        ),
        Paragraph(
            "5.5 5.6",
            T(
                "Prussia defends the objectives in Prussia and Saxony, Hanover those in Hanover,"
                " Austria those in Austria; they do not defend for each other. One march may"
                " conquer several cities."
            ),
        ),
        Paragraph(
            "5.7",
            T(
                "Leaving a protected objective puts a question mark on it. If it is no longer"
                " protected after the fights of the same nation, it is conquered after all (a"
                " retroactive conquest); otherwise the question mark comes off."
            ),
        ),
        Paragraph(
            "5.8",
            T(
                "Only the nation that defends an objective can win it back, in the same way; now"
                " the conqueror’s generals protect it."
            ),
        ),
        Paragraph(
            "5.9 5.10",
            T(
                "You may not choose to end a march on an objective that an ally has still to"
                " conquer; passing it, capturing a train there or having stood there before is"
                " allowed. Trains neither conquer nor protect, except that the Imperial train"
                " protects."
            ),
        ),
    ),
)

_ARMIES = Chapter(
    T("6. Troops"),
    (
        Paragraph(
            "6.1 6.2 6.3 6.4",
            T(
                "A general on the map leads 1 to 8 troops, a stack of two 2 to 16, of three 3 to"
                " 24. If too few are left, the lowest generals leave the map; they can come back."
            ),
        ),
        Paragraph(
            "6.5 6.6",
            T(
                "Inside a stack troops may be redistributed at any time. No nation ever has more"
                " troops than it began with: Prussia 32, Hanover 12, Russia 16, Sweden 4, Austria"
                " 30, the Imperial Army 6, France 20."
            ),
        ),
    ),
)

_COMBAT = Chapter(
    T("7. Fights"),
    (
        Paragraph(
            "7.1 7.12",
            T(
                "When the fights begin, every stack of the active nation is paired with every"
                " enemy stack next to it; each pair fights once, in the order that the active"
                " player chooses."
            ),
        ),
        Paragraph(
            "7.2 7.3 7.10",
            T(
                "Both sides announce their sum of troops; the difference is the score. The side"
                " below zero may play cards of the suit of the sector in which its own stack"
                " stands, or a Reserve; the value is added to its score."
            ),
        ),
        Paragraph(
            "7.4 7.9",
            T(
                "When its score reaches zero or more, the other side may play. If a fight begins"
                " at zero, the attacker plays first."
            ),
        ),
        Paragraph(
            "7.5 7.6",
            T(
                "A side that may play but does not, or cannot, ends the fight: it loses as many"
                " troops as it is below zero, and retreats as many cities. The victor loses nothing"
                " and stays."
            ),
        ),
        Paragraph(
            "7.7",
            T(
                "At zero you must play a card if you hold one of your suit; you never have to play"
                " a Reserve. If you hold none, the fight may end in a draw without any loss."
            ),
        ),
        Paragraph(
            "7.11 7.13",
            T(
                "A stack fights as one general. A beaten stack neither attacks nor is attacked"
                " any more in that phase."
            ),
        ),
    ),
)

_RETREAT = Chapter(
    T("8. Retreats"),
    (
        Paragraph(
            "8.1 8.2 8.3 8.4 8.5 8.6",
            T(
                "A beaten stack retreats at once, as a whole and exactly as many cities as it"
                " lost troops. It enters no city twice and no occupied one, conquers nothing, and"
                " ends as far as possible from the victor, who chooses among equally far cities."
                " Here only the cities where such a path can end are offered."
            ),
        ),
        Paragraph(
            "8.7",
            T("If there is no path of the full length, all its troops are lost."),
        ),
    ),
)

_SUPPLY = Chapter(
    T("9. Supply"),
    (
        Paragraph(
            "9.1 9.2 9.3",
            T(
                "A nation’s supply is checked only at the end of its actions. A general is"
                " supplied in his home country, a Russian or Frenchman in his depots; elsewhere by"
                " a train of his nation up to 6 cities away. Hostile pieces block the path,"
                " friendly ones do not."
            ),
        ),
        Paragraph(
            "9.4 9.5 9.6",
            T(
                "A stack without supply is turned over. If it is supplied at its next check, it is"
                " turned up again; if not, it loses all its troops. A general who joins a stack"
                " that is turned over is turned over too. Such stacks march and fight as usual."
            ),
        ),
        Paragraph(
            "9.7",
            T(
                "A general who enters the city of a hostile train captures it: it is taken off the"
                " map, and he stops."
            ),
        ),
    ),
)

_RECRUITING = Chapter(
    T("10. Recruiting"),
    (
        Paragraph(
            "10.1 10.2 10.3",
            T(
                "At any time in its movement a nation may buy troops and trains for 6 points each,"
                " paid with cards of any suit; a Reserve is worth 10, and no change is given. A"
                " general costs nothing but needs a new troop when he comes back."
            ),
        ),
        Paragraph(
            "10.4 10.5 10.6",
            T(
                "New troops go to any stack on the map, in or out of supply, or to a general who"
                " enters, up to the size of the army; name each of them once, with the number of"
                " new troops. Pieces enter in depots with room and do not move in that turn, nor do"
                " the generals they join."
            ),
        ),
        Paragraph(
            "10.7 10.8",
            T(
                "When every depot of a nation holds a hostile piece, everything costs 8 points,"
                " and its pieces enter in one city of its choice in a substitute area: Prussia"
                " around Berlin, Hanover around Stade, Russia around Warszawa, Sweden in Sweden,"
                " Austria around Brünn, the Imperial Army south of Hildburghausen, France south of"
                " Koblenz."
            ),
        ),
    ),
)

_FATE = Chapter(
    T("11. The clock of fate"),
    (
        Paragraph(
            "11.1 11.3",
            T(
                "The clock has 18 cards. A numbered card has a text for each suit; ♠ is read,"
                " unless the expert rule is played. “Next turn” means until the next card. A card"
                " that was read goes under the deck, so that nobody sees when the deck runs out. No"
                " card comes a second time."
            ),
        ),
        Paragraph(
            "11.2",
            T(
                "Six cards are strokes. Elisabeth: Russia leaves the war, and Lehwaldt retires."
                " Sweden: Sweden leaves, and Prussia retires a general of its choice, never"
                " Friedrich. India and America: the first costs Austria and France cards; with the"
                " second France leaves, Cumberland retires and Hanover draws 1. Lord Bute and"
                " Poems: England pays less, and Prussia draws fewer cards."
            ),
        ),
        Paragraph(
            "11.4 11.5 11.6 11.10",
            T(
                "The Imperial Army, with its troops, hand and markers, goes to Elisabeth when"
                " Russia and Sweden are out, or to Pompadour when France is out. It still acts"
                " sixth."
            ),
        ),
        Paragraph(
            "11.7 11.8 11.9",
            T(
                "Then first-order objectives are enough for Austria and the Imperial Army; for"
                " Sweden, once Russia is out."
            ),
        ),
    ),
)

_CARDS_OF_FATE = Chapter(
    T("The cards of fate"),
    (
        *(
            Paragraph(
                " ".join(f"fate_{number}{sign}" for sign in SYMBOLS),
                T(
                    "{n}.\n♠ {spades}\n♣ {clubs}\n♥ {hearts}\n♦ {diamonds}\n{story}",
                    n=number,
                    story=CARD_STORIES[number - 1],
                    spades=TEXTS[number, SPADES],
                    clubs=TEXTS[number, CLUBS],
                    hearts=TEXTS[number, HEARTS],
                    diamonds=TEXTS[number, DIAMONDS],
                ),
            )
            for number in range(1, NUMBERED + 1)
        ),
        *(
            Paragraph(
                f"fate_{FATE_NAMES[fate]}",
                T(
                    "{fate}: {text}\n{story}",
                    fate=FATES.title(fate),
                    text=text,
                    story=CARD_STORIES[fate],
                ),
            )
            for fate, text in STROKE_TEXTS.items()
        ),
    ),
    cards=True,
)

_TRACK = Chapter(
    T("The first five turns"),
    tuple(
        Paragraph("", T("{n}. {story}", n=turn, story=story))
        for turn, story in TURN_STORIES.items()
    ),
)

_END = Chapter(
    T("12. The end of the game"),
    (
        Paragraph(
            "12.1 12.2",
            T(
                "The attackers’ victory is checked at the end of each turn before the card of"
                " fate, and again after it, because it may have eased the conditions. Nations that"
                " reach their aim at the same time share the victory."
            ),
        ),
        Paragraph(
            "12.3",
            T("When Russia, Sweden and France have left the war, Frederick wins."),
        ),
    ),
)

_EXPERT = Chapter(
    T("13. The expert rules"),
    (
        Paragraph(
            "13.1",
            T(
                "Each of the three rules can be switched on separately. Last victor: the text of a"
                " card of fate that is read is that of the suit of the sector where the last"
                " victorious general stands now; without a victory yet, Friedrich’s sector decides;"
                " for a general off the map, ♠."
            ),
        ),
        Paragraph(
            "13.2",
            T(
                "Garrison: if Russia holds all four objectives of East Prussia and none of its"
                " generals stands there at the end of its actions, Prussia regains two of them of"
                " its choice."
            ),
        ),
        Paragraph(
            "13.3 13.4 13.6 13.7",
            T(
                "Offensive Option: in turn 3, before moving, Prussia may set aside a card of 10"
                " or more, not a Reserve. Then it also wins, at once, by conquering its 14"
                " objectives in Bohemia. Without the option these can be conquered in turns 1 to 3"
                " only."
            ),
        ),
        Paragraph(
            "13.5 13.8 13.9",
            T(
                "Austria takes that card when Prussia loses a fight against it by 3 or more, or"
                " when a Prussian general loses his troops south of line 5 for lack of supply. Once"
                " the card is taken and the subsidies are cut, the option has failed. If Prussia"
                " chose it, Austria may claim up to four objectives to win; one in Saxony must"
                " really be conquered."
            ),
        ),
    ),
)

_MODES = Chapter(
    T("Games and options"),
    (
        Paragraph(
            "1.1 1.16",
            T(
                "The whole war is for four or three players; two play one of the scenarios below."
                " Each of the three expert rules is an option of the whole war. Roles are drawn at"
                " random, or chosen when people sit down at the table."
            ),
        ),
        Paragraph(
            "",
            T(
                "The War in the West: Prussia, with Seydlitz, one train and 3 troops, and Hanover"
                " against France. Prussia draws 2 cards and discards one, and only 1 card after"
                " the first cut. France wins with its ten objectives, Frederick when India and"
                " America have come."
            ),
        ),
        Paragraph(
            "",
            T(
                "The Austrian Theatre: Prussia, with five generals, two trains and 24 troops,"
                " against Austria and the Imperial Army. Prussia draws 5 cards, then 4, then 3."
                " Austria or the Imperial Army wins with all its objectives, which are never"
                " eased; Prussia wins with its 14 in Bohemia, checked at the end of the turn, or"
                " when Russia, Sweden and France, which are not on the map, have left the war."
            ),
        ),
    ),
)

_RULINGS = Chapter(
    T("Rulings"),
    (
        Paragraph(
            "5.9",
            T(
                "An ally’s objective is kept free of pieces, and nothing more: what somebody"
                " intends by standing on a road is not judged here, and no march is refused because"
                " it bars an ally’s way."
            ),
        ),
        Paragraph(
            "6.6 10.5",
            T(
                "The limit on troops is the size of the army or 8 for each general not retired,"
                " whichever is less. The troops of a retired general go to his stack as far as it"
                " can lead them; the rest are lost and may be recruited again. The last general of"
                " a nation never retires."
            ),
        ),
        Paragraph(
            "11.2",
            T(
                "A nation that leaves the war takes its pieces and markers off the map, and its"
                " hand is discarded unseen."
            ),
        ),
        Paragraph(
            "11.3",
            T(
                "A general who may not attack, and any stack with him, may pass enemies but may"
                " not stop, join others or enter next to one, nor capture a train; if he already"
                " stands next to one, he fights as usual, and the enemy may march next to him and"
                " attack him. 3♦ holds for both sides: nobody attacks from Halle, and nobody"
                " attacks whoever stands there. A general who is slow or fast makes the whole stack"
                " in which he marches slow or fast."
            ),
        ),
        Paragraph(
            "11.3",
            T(
                "Losses by fate never take a general off the map. A free troop needs a general on"
                " the map with room. Distances of 5 or 6 cities to a train are measured along the"
                " path of supply, and home countries and depots are safe."
            ),
        ),
        Paragraph(
            "11.3",
            T(
                "7♦: Friedrich must reach a positive score, Reserves included, in one fight of the"
                " turn; if the enemy gives up first, in the next one. While he can reach it, he may"
                " neither give up nor count a Reserve too low for it; if he cannot, he plays all he"
                " can. 8♣: the stack that steps aside does so before the sums are announced, and"
                " fights no more in that phase; once Prussia is asked, the attack is final. 10♠"
                " holds whether a stack marches first or receives troops first, and in secret: it"
                " does not show who received troops. 11♠ counts double only if Prussia wants it to."
            ),
        ),
        Paragraph(
            "10.7",
            T(
                "The substitute area of France is the ♥ sector south of Koblenz; the printed suit"
                " is a misprint. Price and entry cities are checked again at each purchase."
            ),
        ),
        Paragraph(
            "13.5",
            T(
                "South of line 5 means below the line through the middle of row 5. Prussia’s"
                " objectives in the Austrian Theatre count at the end of the turn, like those of"
                " the others."
            ),
        ),
    ),
)

_ADVICE = Chapter(
    T("Advice"),
    (
        Paragraph(
            "",
            T(
                "Low cards win no fights, but they leave you free for something else: go for the"
                " enemy’s trains. The map is wide, and an army that has to look after its supply"
                " does not attack."
            ),
        ),
        Paragraph(
            "",
            T(
                "A lost fight need not be a disaster. Stop at a small minus and fall back a city or"
                " two, and the army is still there next turn; hold on to the last card, and it may"
                " not be."
            ),
        ),
        Paragraph(
            "",
            T(
                "No card is worth more than a Reserve. It counts wherever you stand, and exactly as"
                " much as you like: with one in hand you can nearly always get away at −1."
            ),
        ),
        Paragraph(
            "",
            T(
                "If the enemy is not to get away cheaply, bring the score to exactly zero. He may"
                " not stop there while he holds his suit, and when he has nothing left but"
                " Reserves, every way out is dear."
            ),
        ),
        Paragraph(
            "",
            T(
                "Before a fight that you are certain to win, stand in the roads behind the enemy."
                " Who cannot retreat the whole way loses everything, by however little he was"
                " beaten."
            ),
        ),
        Paragraph(
            "",
            T(
                "Your own generals and trains are in the way of your retreat as much as his. Keep a"
                " road free behind whoever may be attacked."
            ),
        ),
        Paragraph(
            "",
            T(
                "Suits join countries that lie far apart. The spades that win a fight in East"
                " Prussia are the spades that are missing in the ♠ sectors of Silesia."
            ),
        ),
        Paragraph(
            "",
            T(
                "Prussia draws more cards than anybody and has more enemies than cards. Let none go"
                " without asking which fight of the coming turns it will be missing from."
            ),
        ),
    ),
    key="advice",
)

CHAPTERS: tuple[Chapter, ...] = (
    _AIM, _SEQUENCE, _CARDS, _MOVEMENT, _CONQUEST, _ARMIES, _COMBAT, _RETREAT, _SUPPLY,
    _RECRUITING, _FATE, _CARDS_OF_FATE, _TRACK, _END, _EXPERT, _MODES, _RULINGS, _ADVICE, _HERE,
)  # fmt: skip

"""How the game is played here: the rules in our own words, by paragraph."""

from __future__ import annotations

from chancery.core.help import Chapter, Paragraph
from chancery.core.words import Listing, T
from chancery.games.spada.board.components import PROBLEMS, RESOURCES, Printed, printed

_HERE = Chapter(
    T("How to play here"),
    (
        Paragraph(
            "",
            T(
                "Everything you may do has a button; most of it can also be clicked on the"
                " board: a card, a privilege, a house, a rival’s fief to attack it or to bribe a"
                " knight there. A click on the board that cannot be taken back is asked once more."
                " Every action has a short text too, such as “add grain” or “attack black”, which"
                " the terminal takes and records keep. What is not allowed is refused with its"
                " reason and paragraph."
            ),
        ),
        Paragraph(
            "",
            T(
                "“Undo” takes back your last action, such as a farm or a builders’ house, as"
                " long as nobody else has decided since. Actions marked ◆ cannot be taken back:"
                " they show something hidden, such as an offer, an agenda card, an attack or a"
                " bribe, use chance or end the game."
            ),
        ),
        Paragraph(
            "",
            T(
                "An offer is put together card by card. Nobody sees the cards you have chosen"
                " until you make the offer; a click on one of them puts it back. Tithes are chosen"
                " in the same way, by all at once: you may take cards back until everybody has"
                " chosen, and then all are shown together."
            ),
        ),
        Paragraph(
            "",
            T(
                "You are not asked where facts that everybody knows leave one possibility only."
                " Winter: you must play an agenda card and hold a single one; you have no"
                " privilege; the card on the table is your own; or you have no agenda card and"
                " nobody else has one either. Spring: you could not beat the highest offer even if"
                " every card in your hand were worth four, so that with an empty hand you pass at"
                " once; or all the others have passed and you have won."
            ),
        ),
        Paragraph(
            "",
            T(
                "Summer: your hand is empty when your turn begins, or your last card is played,"
                " which ends it; you are attacked with an empty hand; or the houses you have allow"
                " only one kind to burn. Autumn: you have no right to the King’s help, or no card"
                " too many for the tithes. A privilege is taken for you when there is only one"
                " that you could take."
            ),
        ),
        Paragraph(
            "",
            T(
                "You are asked even when only you know that there is nothing to do: to bid when"
                " your cards cannot win, to defend when you have no knight, and in Summer when your"
                " cards are of no use. Otherwise the others could tell what you hold."
            ),
        ),
        Paragraph(
            "",
            T(
                "A hand that a bribe has shown you is kept for you as a note, with the year and"
                " with what must still be there; so are cards that the King’s help has taken from"
                " you. “In words” says what is on the board: the realm, every fief with what is"
                " known of its hand, and your own cards."
            ),
        ),
    ),
)

_BOX = Chapter(
    T("What it is about, the box and the set-up"),
    (
        Paragraph(
            "",
            T(
                "The King is old and has no heir. Three or four nobles solve the problems of the"
                " realm and build his cathedral, and the one with most victory points will"
                " succeed him."
            ),
        ),
        Paragraph(
            "setup setup.board setup.houses setup.empty components.board components.houses",
            T(
                "Every player has six houses and a fief with six farm spaces and three builders’"
                " spaces. At the start two houses are farms and four are in stock; the builders’"
                " spaces are empty."
            ),
        ),
        Paragraph(
            "components.cathedral components.points components.privileges setup.supply",
            T(
                "The cathedral has six parts, and there are eight privileges, two for each"
                " resource. At the start they all lie ready, and so do the victory points. Points"
                " and privileges are always open."
            ),
        ),
        Paragraph(
            "components.resources setup.deck",
            T(
                "There are 68 resource cards, 17 each of grain, workers, knights and riches."
                " Everybody is dealt eight, and the others are the deck. As soon as its last card"
                " has been drawn, the discards are shuffled into a new deck."
            ),
        ),
        Paragraph(
            "components.agenda setup.four setup.three",
            T(
                "There are 16 agenda cards, four each of War, Tax, Revolt and Famine; one Revolt"
                " bears the stone cross. Four players are dealt four each, and whoever receives"
                " the cross lays it open and is the first Counsellor. With three players the"
                " cross lies on the table, and everybody is dealt five of the others."
            ),
        ),
        Paragraph(
            "components.summary setup.summary",
            T(
                "What a resource is worth in the auction depends on the problem; everybody sees"
                " the table of values. From 4 down to 1 they are: in War knights, riches, workers,"
                " grain; in Tax riches, grain, knights, workers; in Revolt workers, knights,"
                " grain, riches; in Famine grain, workers, riches, knights."
            ),
        ),
        Paragraph(
            "",
            T(
                "Among the options of a table are the scoring of 1999, the rule that privileges"
                " may be taken only from players with at least as many points, and the author’s"
                " short agenda of thirteen cards. For the short agenda three cards stay in the box"
                " (a War and a Famine with the cathedral, and a Tax with the privilege), the stone"
                " cross lies on the table and the twelve others are dealt."
                " Whoever then builds a part of the cathedral also takes a privilege."
            ),
        ),
    ),
)

_YEAR = Chapter(
    T("The year"),
    (
        Paragraph(
            "year",
            T(
                "The game is played in years of four seasons. Each season begins with the player"
                " who is then the King’s Counsellor; Spring decides who that will be from then"
                " on."
            ),
        ),
        Paragraph(
            "winter spring summer autumn year.end",
            T(
                "In Winter the problem of the year is chosen, and in Spring the players bid"
                " resource cards to solve it. In Summer cards become farms, builders’ houses,"
                " attacks and bribes; in Autumn come income, the King’s help and tithes. Then a"
                " new year begins."
            ),
        ),
    ),
)

_WINTER = Chapter(
    T("Winter"),
    (
        Paragraph(
            "winter.war winter.tax winter.famine winter.revolt",
            T(
                "An agenda card names a problem: War, Tax, Famine or Revolt. The problem decides"
                " what each resource is worth in the auction, and the symbol on the card,"
                " cathedral or privilege, decides the reward."
            ),
        ),
        Paragraph(
            "winter.first winter.first.four winter.first.three",
            T(
                "In the first year the Revolt with the stone cross is the agenda and cannot be"
                " changed. With four players, whoever was dealt it is the Counsellor. With three"
                " players it is the oldest: here, and with the short agenda too, an option of the"
                " table names the Counsellor, or the lot decides."
            ),
        ),
        Paragraph(
            "winter.later winter.round winter.swap",
            T(
                "In later years the Counsellor plays an agenda card or, without one, the first"
                " player to the left who has one. Then the others, clockwise from that player’s"
                " left, may each change it: pay a privilege, which goes back to the supply, play"
                " a card from hand and take the old one."
            ),
        ),
        Paragraph(
            "winter.pass winter.end",
            T(
                "A pass holds until the card changes; after a change all the others may change"
                " it again. Winter ends when all of them have passed or have no privilege to pay"
                " with."
            ),
        ),
        Paragraph(
            "winter.special",
            T(
                "With a privilege but no agenda card you may pay the privilege and take the card"
                " on the table into your hand. The first player to your left who has an agenda"
                " card must then play one, and pays nothing for it."
            ),
        ),
    ),
)

_SPRING = Chapter(
    T("Spring"),
    (
        Paragraph(
            "spring.grain spring.workers spring.knights spring.riches",
            T(
                "Grain is worth most in Famine and builds farms; workers are worth most in"
                " Revolt and move houses to the cathedral. Knights are worth most in War, attack"
                " and defend; riches are worth most in Tax and bribe knights."
            ),
        ),
        Paragraph(
            "spring.open spring.bid",
            T(
                "The Counsellor opens the auction and lays resource cards out openly; then the"
                " others follow clockwise. Add at least one card, so that your whole offer is"
                " worth more than the highest so far, or pass."
            ),
        ),
        Paragraph(
            "spring.raise spring.apart spring.pass",
            T(
                "The rounds go on until one player is left. New cards are added to your earlier"
                " ones, but each group is kept apart. If you pass you are out of this auction,"
                " take back only the group you added last and lose the earlier ones."
            ),
        ),
        Paragraph(
            "spring.won spring.example",
            T(
                "The last player left wins, discards the whole offer and is the Counsellor. An"
                " example in Famine: you offer three workers for 9, add two riches for 13 in all,"
                " then three grain for 25. If you win, all eight cards are discarded; if you have"
                " to pass after all, the three grain come back and the other five cards are lost."
            ),
        ),
    ),
)

_REWARDS = Chapter(
    T("Rewards"),
    (
        Paragraph(
            "rewards rewards.agenda",
            T(
                "The symbol of the agenda card decides how the new Counsellor is rewarded."
                " Nobody else receives anything, and the card leaves the game."
            ),
        ),
        Paragraph(
            "rewards.privilege",
            T(
                "If it shows the privilege, the Counsellor receives two points and takes a"
                " privilege of any kind. If the supply has none left of that kind, it is taken"
                " from an opponent who has one. With the scoring of 1999 it is one point only."
            ),
        ),
        Paragraph(
            "rewards.cathedral rewards.builders",
            T(
                "If it shows the cathedral, the Counsellor builds its next part: the nave and"
                " the two aisles bring two points each, the choir and the façade three, the roof"
                " four (all one less with the scoring of 1999). Each of the Counsellor’s"
                " builders’ houses brings another point, and they all go back to the stock."
            ),
        ),
    ),
)

_SUMMER = Chapter(
    T("Summer"),
    (
        Paragraph(
            "summer.turns summer.any",
            T(
                "The Counsellor has the first turn, and the others follow clockwise. In your"
                " turn you may do any of the following, in any order and as often as your cards"
                " allow."
            ),
        ),
        Paragraph(
            "build build.many assign assign.many assign.limit",
            T(
                "Discard a grain card to build a farm with a house from your stock, or a workers"
                " card to move one of your farms to a free builders’ space. Each farm and each"
                " move costs one card, and you may do several. You may never have more builders’"
                " houses than farms."
            ),
        ),
        Paragraph(
            "attack attack.challenge attack.again",
            T(
                "Discard a knight to attack any opponent who has a house. If the opponent"
                " answers with a knight, which is not compulsory, that one is discarded too and"
                " nothing else happens. You may go on with the same opponent or another, or do"
                " something else first."
            ),
        ),
        Paragraph(
            "attack.burn attack.example",
            T(
                "Without an answer a house of the opponent burns and goes back to the owner’s"
                " stock. The owner chooses which, but may not be left with more builders’ houses"
                " than farms: of two farms and two builders’ houses, a builders’ house must burn."
            ),
        ),
        Paragraph(
            "attack.loot attack.once",
            T(
                "Your first success against each opponent in a turn brings two booty cards"
                " from the deck; later ones against the same opponent burn houses but bring none."
                " Booty is set aside face down, unseen even by you, and comes into your hand when"
                " your turn ends."
            ),
        ),
        Paragraph(
            "bribe bribe.riches bribe.knight bribe.none bribe.more",
            T(
                "Discard a riches card to bribe any opponent, who must then discard a knight. An"
                " opponent without a knight shows you, and nobody else, all resource cards in"
                " hand. You may go on, with the same opponent or others, as long as you have"
                " riches."
            ),
        ),
    ),
)

_AUTUMN = Chapter(
    T("Autumn"),
    (
        Paragraph(
            "income income.one income.farms income.privileges",
            T(
                "From the Counsellor clockwise, everybody draws one card and another for every"
                " two farms; builders’ houses bring nothing. Each privilege brings a card of its"
                " kind from the discards or, if there is none, a random card from the deck. No"
                " income may be refused."
            ),
        ),
        Paragraph(
            "help help.who help.order",
            T(
                "Then the poor may ask for the King’s help, from the Counsellor clockwise: those"
                " who have received no more than one card this autumn and hold fewer than five"
                " when their turn comes, as long as an opponent has at least as many points. It is"
                " always granted."
            ),
        ),
        Paragraph(
            "help.half help.reward",
            T(
                "Choose an opponent with at least as many points as you and take half of that"
                " hand of resource cards, rounded down, at random: of nine cards, four. The donor"
                " then takes a privilege of any kind, from an opponent if the supply has none left"
                " of that kind."
            ),
        ),
        Paragraph(
            "tithes",
            T(
                "Whoever holds more than ten resource cards discards the surplus as tithes. You"
                " choose the cards yourself."
            ),
        ),
    ),
)

_END = Chapter(
    T("The end and the King’s mobilisation"),
    (
        Paragraph(
            "end",
            T(
                "The game ends in Spring, at once when the roof is built. Most points win; among"
                " equals most resource cards in hand, and if these are equal too the win is"
                " shared."
            ),
        ),
        Paragraph(
            "",
            T(
                "Agenda cards never run out before that. One leaves the game each year, whoever"
                " holds it, and every year is rewarded, even where nobody has offered anything. At"
                " least six of the cards show the cathedral, as many as it has parts: with the"
                " last of them, if not before, the roof is on."
            ),
        ),
        Paragraph(
            "mobilisation mobilisation.year mobilisation.autumn",
            T(
                "The King’s mobilisation is another way to end, an option of the table. The year"
                " of the roof is then played out: its Summer and its Autumn, with income, the"
                " King’s help and tithes, are played as usual."
            ),
        ),
        Paragraph(
            "mobilisation.score mobilisation.note",
            T(
                "After that Autumn hands become points by the values of the year’s problem. Each"
                " card of the resource worth 4 brings one point, each card of those worth 3 and 2"
                " half a point, the last resource nothing. The two kinds of half points are added"
                " together, and the sum is rounded down."
            ),
        ),
        Paragraph(
            "mobilisation.win mobilisation.example",
            T(
                "Cards that became points are discarded. Most points win, then most cards left,"
                " then the win is shared. An example in War: two knights, three workers, two"
                " riches and two grain bring four points and leave three cards."
            ),
        ),
    ),
)


def _doubtful(cards: Printed) -> Listing:
    """The values that no rulebook tells, by kind of agenda card."""
    kinds = dict.fromkeys(kind for kind, _ in cards.doubtful)
    return Listing(
        tuple(
            T("{kind} ({resources})", kind=PROBLEMS.title(kind), resources=Listing(
                tuple(RESOURCES.title(r) for k, r in cards.doubtful if k == kind)))
            for kind in kinds
        )
    )  # fmt: skip


_RECONSTRUCTED = Chapter(
    T("What is reconstructed"),
    (
        Paragraph(
            "",
            T(
                "The rulebook’s examples tell all values in Famine, and those of knights and"
                " grain in War. The other values are printed only on the players’ summary sheets,"
                " and which agenda cards show the cathedral only on those cards: both are"
                " reconstructed here. These are the values: {values}.",
                values=_doubtful(printed(None)),
            ),
        ),
        Paragraph(
            "",
            T(
                "If you own the printed game you can correct them. “chancery games spada"
                " --show-data > my-cards.toml” on the command line writes our data file; the form"
                " for a new table links to it too. Each entry says in its “source” how it is"
                " known: rulebook, reported, reconstructed or, once you have read it from your own"
                " copy, printed."
            ),
        ),
        Paragraph(
            "",
            T(
                "Correct it in a text editor and play with it: “chancery new spada --data"
                " my-cards.toml game.json” or “chancery play spada --data my-cards.toml”, or"
                " choose it as “A corrected data file to use instead of ours” in the form for a"
                " new table. A file that cannot be right is refused with the line and the field."
                " The record of the game keeps your file whole."
            ),
        ),
    ),
)

_RULINGS = Chapter(
    T("Rulings"),
    (
        Paragraph(
            "",
            T(
                "Sizes of hands are open, of resource and of agenda cards. Cards that everybody"
                " saw going into a hand are listed as known until they may have left it, and so"
                " is a hand without knights until a card comes in unseen or a knight openly. When"
                " the game is over all hands are open."
            ),
        ),
        Paragraph(
            "",
            T(
                "If the deck runs out while somebody draws several cards, the drawing goes on with"
                " the new deck. If there are no discards either, the cards still missing, of booty"
                " or of income, are lost and never made up for; only cards really received count"
                " when the right to the King’s help is judged. Later discards then stay where they"
                " are, and serve privileges, until somebody has to draw again. Points are not"
                " limited by the markers in the box."
            ),
        ),
        Paragraph(
            "",
            T(
                "Winter: a card may be changed for an equal one, but not by the player who put"
                " it there. Without agenda cards you may pay to take the card on the table only if"
                " somebody else has one to play. The asking then starts again at that player’s"
                " left, and all passes lapse."
            ),
        ),
        Paragraph(
            "",
            T(
                "Spring: anybody may pass, the Counsellor too, and the last one left wins even"
                " with nothing offered. If a privilege can be taken, one must be; if none can,"
                " none is. The option that protects poorer players compares points after those of"
                " the reward, and binds the donor of the King’s help too."
            ),
        ),
        Paragraph(
            "",
            T(
                "Short agenda: the builder takes the privilege after the points, and the builder"
                " of the roof only if the game goes on. Summer: a player without houses cannot be"
                " attacked, but one without cards can be bribed, and the riches are spent. The"
                " attacking knight is discarded before any booty is drawn."
            ),
        ),
        Paragraph(
            "",
            T(
                "Autumn: income is paid in full to one player after another, first from the"
                " deck, then from the discards for privileges, then a random card for each"
                " privilege not served. Nobody has to ask for the King’s help, and whoever has"
                " just given may still ask. Donor and receiver see the cards that change hands,"
                " the others only how many."
            ),
        ),
        Paragraph(
            "",
            T(
                "Points alone decide whom you may ask for the King’s help: half of one card is"
                " nothing, and the donor is rewarded all the same. If the game ends in Spring,"
                " hands are compared after all offers have been cleared away. At the King’s"
                " mobilisation, of an odd number of cards worth half a point one of the cheaper"
                " kind stays if there is one."
            ),
        ),
    ),
)

CHAPTERS: tuple[Chapter, ...] = (
    _BOX, _YEAR, _WINTER, _SPRING, _REWARDS, _SUMMER, _AUTUMN, _END, _RULINGS, _HERE,
    _RECONSTRUCTED,
)  # fmt: skip

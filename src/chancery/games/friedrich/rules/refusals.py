"""The reasons why an action is not legal in Friedrich, with their sentences."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_, NN_


class NotYourPiece(Refusal):
    """The piece belongs to another player, or to a nation that is not active."""

    sentence = N_("{piece:The} does not belong to the nation that acts now.")


class NotYours(Refusal):
    """The general belongs to another player, in a simultaneous phase."""

    sentence = N_("{piece:The} does not belong to you.")


class NotOnMap(Refusal):
    """The piece is off the map."""

    sentence = N_("{piece:The} is not on the map; pieces come back by recruiting.")


class AlreadyMoved(Refusal):
    """The piece has marched, was joined or has entered in this phase."""

    sentence = N_("{piece:The} has already moved, was joined or has entered in this phase.")


class CannotMarch(Refusal):
    """The piece has no city to march to."""

    sentence = N_("{piece:The} has nowhere to go.")


class NotInStack(Refusal):
    """The general does not stand with the marching unit."""

    sentence = N_("{general} does not stand in the same city.")


class LowerRankFirst(Refusal):
    """The companions of a march must be named in the order of rank."""

    sentence = N_("Name those who march in the order of rank: {general} comes earlier.")


class NobodyStays(Refusal):
    """There are no troops to divide, or they have already been divided."""

    sentence = N_("The pieces that march, and their troops, have already been decided.")


class MustTake(Refusal):
    """Troops must be divided before a part of a stack marches."""

    sentence = N_(
        "{general} has not set out yet: first say which others march along, with how many troops,"
        " and where to."
    )


class TroopsWrong(Refusal):
    """The number of troops is more or less than the generals can lead."""

    sentence = N_("It must be {least} to {most} troops: every general leads 1 to 8.")


class AlreadyGiven(Refusal):
    """Troops are given to stacks in a fixed order."""

    sentence = N_("First choose the troops of {general}.")


class NoRoad(Refusal):
    """The two cities are not next to each other."""

    sentence = N_("No road leads from {here} to {city}.")


class StepsUsed(Refusal):
    """The march has used all its steps."""

    sentence = NN_("A march is at most {n} city.", "A march is at most {n} cities.")

    def __init__(self, n: int = 0) -> None:
        super().__init__(n=n)


class NotMainRoad(Refusal):
    """The last step of a march must follow a main road."""

    sentence = N_("A march of {n} cities must follow main roads only.")


class Occupied(Refusal):
    """The city is occupied by a piece that cannot be passed or joined."""

    sentence = N_("{piece:The} stands at {city}: no piece may be passed.")


class StackFull(Refusal):
    """A stack has at most three generals."""

    sentence = N_("No more than {n} generals may stand together at {city}.")


class AllyObjective(Refusal):
    """The march would end on an objective that an ally still has to conquer."""

    sentence = N_(
        "{city} is an objective that an ally has still to conquer: no march may end there."
    )


class Barred(Refusal):
    """The card of fate forbids this unit to attack."""

    sentence = N_(
        "The card of fate forbids {general}, and any stack with him, to attack or to capture a"
        " train now."
    )


class HalleBarred(Refusal):
    """The card of fate forbids attacks from and to Halle."""

    sentence = N_("The card of fate forbids attacks from and to Halle this turn.")


class StaysPut(Refusal):
    """The card of fate forbids this unit to march."""

    sentence = N_("The card of fate keeps {piece:the} where it is this turn.")


class WouldStrand(Refusal):
    """After this step the march could not end anywhere."""

    sentence = N_("Beyond {city} there is no place where this march could end.")


class TooFew(Refusal):
    """So many troops or trains cannot be bought."""

    sentence = N_(
        "At most {n} can be bought now: your cards, the size of the army and the room on the map"
        " set the limit."
    )


class NothingBought(Refusal):
    """A purchase must contain at least one troop or train."""

    sentence = N_("A purchase is at least one troop or one train.")


class PayFirst(Refusal):
    """The purchase must be paid before it is distributed."""

    sentence = N_("Pay first: the price is {n} points.")


class PaidEnough(Refusal):
    """The price is already covered by the cards paid."""

    sentence = N_("You have already paid {n} points; that is enough.")


class NotInHand(Refusal):
    """The nation does not hold this card."""

    sentence = N_("This nation does not hold {card}.")


class CannotEnterThere(Refusal):
    """The city is not a free depot or substitute city."""

    sentence = N_(
        "No piece can enter at {city} now: it takes a depot with room, or one substitute city."
    )


class CannotFeed(Refusal):
    """The general cannot receive a troop."""

    sentence = N_(
        "{general} cannot receive a troop now; name the top general of a stack with room, or one"
        " who can enter."
    )


class NotFedThere(Refusal):
    """The card of fate forbids new troops next to an enemy."""

    sentence = N_("{general} stands next to a hostile general and receives no troops this turn.")


class NoSuchFight(Refusal):
    """The two stacks do not fight each other in this phase."""

    sentence = N_("{attacker} does not fight against {defender} in this phase.")


class WrongSuit(Refusal):
    """The card is not of the suit of the sector."""

    sentence = N_("{card} cannot be played here: the general stands in a sector of {suit}.")


class SuitBarred(Refusal):
    """The card of fate forbids this card or its double value."""

    sentence = N_("The card of fate does not allow that with {card}.")


class CardTooHigh(Refusal):
    """The card of fate forbids high cards in this fight."""

    sentence = N_("The card of fate forbids cards of 10 and more between Prussia and France.")

    def __init__(self, **facts: object) -> None:
        super().__init__()


class MustPlay(Refusal):
    """At zero a card must be played if there is one."""

    sentence = N_("At zero you must play a card if you hold one of the suit of your sector.")


class MustReachPositive(Refusal):
    """The card of fate obliges Friedrich to reach a positive score."""

    sentence = N_("The card of fate demands that Friedrich first reaches a positive score.")


class NotTheEnd(Refusal):
    """The retreat or evasion may not end in this city."""

    sentence = N_("This stack cannot go to {city}.")


class StakeTooLow(Refusal):
    """The card cannot be set aside for the Offensive Option."""

    sentence = N_("{card} is not enough: set aside an ordinary card worth {n} or more.")


class NotDrawn(Refusal):
    """The card is not one of those just drawn."""

    sentence = N_("{card} is not among the cards just drawn.")


class CannotRegain(Refusal):
    """Prussia regains only objectives in East Prussia that Russia holds."""

    sentence = N_("{city} is not an objective in East Prussia held by Russia.")


class CannotRetire(Refusal):
    """The general is not one that can retire."""

    sentence = N_("{general} cannot retire: name a Prussian general other than Friedrich.")


class CannotChoose(Refusal):
    """The card of fate does not apply to this general."""

    sentence = N_("{general} cannot be chosen here.")


class NotOneStep(Refusal):
    """The card of fate does not allow this step."""

    sentence = N_("The card of fate does not allow a step to {city}.")


class SecondStep(Refusal):
    """Hildburghausen must make his second step too."""

    sentence = N_("Hildburghausen has gone one city west; he must go the second one too.")

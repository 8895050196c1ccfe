"""Why an action does not count in Friedrich."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_, NN_


class NotYourPiece(Refusal):
    """Somebody else's piece, or one of a nation that is not active."""

    sentence = N_("{piece:The} does not belong to the nation that acts now.")


class NotYours(Refusal):
    """A general of another player, when everybody acts at once."""

    sentence = N_("{piece:The} does not belong to you.")


class NotOnMap(Refusal):
    """A piece that is off the map."""

    sentence = N_("{piece:The} is not on the map; pieces come back by recruiting.")


class AlreadyMoved(Refusal):
    """A second march, or one after joining or entering."""

    sentence = N_("{piece:The} has already moved, was joined or has entered in this phase.")


class CannotMarch(Refusal):
    """Nowhere to go."""

    sentence = N_("{piece:The} has nowhere to go.")


class NotInStack(Refusal):
    """Marching with somebody who stands elsewhere."""

    sentence = N_("{general} does not stand in the same city.")


class LowerRankFirst(Refusal):
    """Companions are named by rank."""

    sentence = N_("Name those who march in the order of rank: {general} comes earlier.")


class NobodyStays(Refusal):
    """Nothing to share, or too late."""

    sentence = N_("Who marches, and with how many troops, has already been decided.")


class MustTake(Refusal):
    """Troops have to be shared before a part of a stack sets out."""

    sentence = N_(
        "{general} has not set out yet: first say who else marches, with how many troops, and where"
        " to."
    )


class TroopsWrong(Refusal):
    """More or fewer troops than generals can lead."""

    sentence = N_("It must be {least} to {most} troops: every general leads 1 to 8.")


class AlreadyGiven(Refusal):
    """Troops are given out in order."""

    sentence = N_("First choose the troops of {general}.")


class NoRoad(Refusal):
    """Cities that are not next to each other."""

    sentence = N_("No road leads from {here} to {city}.")


class StepsUsed(Refusal):
    """As far as a march goes."""

    sentence = NN_("A march is at most {n} city.", "A march is at most {n} cities.")

    def __init__(self, n: int = 0) -> None:
        super().__init__(n=n)


class NotMainRoad(Refusal):
    """The last step is for main roads only."""

    sentence = N_("A march of {n} cities must follow main roads only.")


class Occupied(Refusal):
    """No piece is passed or entered."""

    sentence = N_("{piece:The} stands at {city}: no piece may be passed.")


class StackFull(Refusal):
    """At most three generals."""

    sentence = N_("No more than {n} generals may stand together at {city}.")


class AllyObjective(Refusal):
    """A march that would end on an objective which an ally still has to conquer."""

    sentence = N_(
        "{city} is an objective that an ally has still to conquer: no march may end there."
    )


class Barred(Refusal):
    """Fate forbids an attack."""

    sentence = N_(
        "The card of fate forbids {general}, and any stack with him, to attack or to capture a"
        " train now."
    )


class HalleBarred(Refusal):
    """Fate forbids attacks from and to Halle."""

    sentence = N_("The card of fate forbids attacks from and to Halle this turn.")


class StaysPut(Refusal):
    """Fate forbids the march."""

    sentence = N_("The card of fate keeps {piece:the} where it is this turn.")


class WouldStrand(Refusal):
    """A step after which the march could not be ended."""

    sentence = N_("Beyond {city} there is no place where this march could end.")


class TooFew(Refusal):
    """More than can be bought."""

    sentence = N_(
        "At most {n} can be bought now: your cards, the size of the army and the room on the map"
        " set the limit."
    )


class NothingBought(Refusal):
    """An empty purchase."""

    sentence = N_("A purchase is at least one troop or one train.")


class PayFirst(Refusal):
    """Payment comes first."""

    sentence = N_("Pay first: the price is {n} points.")


class PaidEnough(Refusal):
    """The price is covered."""

    sentence = N_("You have already paid {n} points; that is enough.")


class NotInHand(Refusal):
    """A card that the nation does not hold."""

    sentence = N_("This nation does not hold {card}.")


class CannotEnterThere(Refusal):
    """Not a free depot."""

    sentence = N_(
        "No piece can enter at {city} now: it takes a depot with room, or one substitute city."
    )


class CannotFeed(Refusal):
    """Somebody who cannot take a troop."""

    sentence = N_(
        "{general} cannot receive a troop now; name the top general of a stack with room, or one"
        " who can enter."
    )


class NotFedThere(Refusal):
    """Fate feeds nobody who stands next to an enemy."""

    sentence = N_("{general} stands next to a hostile general and receives no troops this turn.")


class NoSuchFight(Refusal):
    """A pair that is not to be fought."""

    sentence = N_("{attacker} does not fight against {defender} in this phase.")


class WrongSuit(Refusal):
    """A card of another suit."""

    sentence = N_("{card} cannot be played here: the general stands in a sector of {suit}.")


class SuitBarred(Refusal):
    """Fate forbids it."""

    sentence = N_("The card of fate does not allow that with {card}.")


class CardTooHigh(Refusal):
    """Fate forbids high cards."""

    sentence = N_("The card of fate forbids cards of 10 and more between Prussia and France.")

    def __init__(self, **facts: object) -> None:
        super().__init__()


class MustPlay(Refusal):
    """At zero one has to play."""

    sentence = N_("At zero you must play a card if you hold one of the suit of your sector.")


class MustReachPositive(Refusal):
    """Fate drives Friedrich on."""

    sentence = N_("The card of fate demands that Friedrich first reaches a positive score.")


class NotTheEnd(Refusal):
    """Not where the retreat may end."""

    sentence = N_("This stack cannot go to {city}.")


class StakeTooLow(Refusal):
    """Not a card for the Offensive Option."""

    sentence = N_("{card} will not do: set aside an ordinary card worth {n} or more.")


class NotDrawn(Refusal):
    """Not one of the cards just drawn."""

    sentence = N_("{card} is not among the cards just drawn.")


class CannotRegain(Refusal):
    """Not a city that Prussia could regain."""

    sentence = N_("{city} is not an objective in East Prussia held by Russia.")


class CannotRetire(Refusal):
    """Not a general who could retire."""

    sentence = N_("{general} cannot retire: name a Prussian general other than Friedrich.")


class CannotChoose(Refusal):
    """Not somebody whom the card of fate means."""

    sentence = N_("{general} cannot be chosen here.")


class NotOneStep(Refusal):
    """Not a step that the card of fate allows."""

    sentence = N_("The card of fate does not allow a step to {city}.")


class SecondStep(Refusal):
    """Leaving somebody halfway."""

    sentence = N_("Hildburghausen has gone one city west; he must go the second one too.")

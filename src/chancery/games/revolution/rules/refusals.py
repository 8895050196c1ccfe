"""The reasons why an action is not legal in Revolution, each with what to do instead."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_, NN_


class NoOrangeBox(Refusal):
    """The first armies must be placed on orange boxes."""

    sentence = N_("{region} has no free orange box; choose a section that has one.")


class StockTooSmall(Refusal):
    """All cities pay the same, so the stock must suffice for all."""

    sentence = NN_(
        "That rate needs {n} token; you have {stock} in stock.",
        "That rate needs {n} tokens; you have {stock} in stock.",
    )


class NothingOnSlot(Refusal):
    """The slot has no token left that could move."""

    sentence = N_("{faction:The} have no token left to move on the slot {slot}.")


class NotIntoProvince(Refusal):
    """Tokens on a solid slot can only go to the treasury."""

    sentence = N_("Tokens on the slot {slot} go to the treasury only.")


class NotIntoTreasury(Refusal):
    """Tokens on a plain slot can only go to provinces."""

    sentence = N_("Tokens on the slot {slot} go to provinces only.")


class WrongProvince(Refusal):
    """Tokens of a support box can only go to its provinces."""

    sentence = N_("Tokens from the slot {slot} cannot go to {province}.")


class DeclaredOnce(Refusal):
    """The number from the Spanish Treasury can be announced only once."""

    sentence = N_("The number from the Spanish Treasury is announced once.")


class TooMany(Refusal):
    """The number is higher than the maximum."""

    sentence = NN_("At most {n} is possible here.", "At most {n} are possible here.")


class NoMoney(Refusal):
    """The treasury does not hold enough coins for the price."""

    sentence = N_("That costs {price}; the treasury of {faction:the} holds {money}.")


class NoArmyThere(Refusal):
    """The region has no army of the faction that could still do this."""

    sentence = N_("{faction:The} have no army in {region} that could still do this.")


class NotAllKept(Refusal):
    """The treasury does not suffice to keep all armies."""

    sentence = NN_(
        "Keeping the army costs {price}; the treasury holds {money}.",
        "Keeping all {n} armies costs {price}; the treasury holds {money}.",
    )


class OutsideRegion(Refusal):
    """An army can only act in its own region."""

    sentence = N_("{spot} is not in the region {region}.")


class CitiesAreSafe(Refusal):
    """Armies can reach tokens in cities only by a siege."""

    sentence = N_("Tokens in a city can only be reached by a siege; choose countryside or a town.")


class NoSuchToken(Refusal):
    """There is no token of that owner in the spot."""

    sentence = N_("There is no such token in {spot}.")


class NoNeutralLeft(Refusal):
    """No neutral token is left to loot a town with."""

    sentence = N_("No neutral token is left; a token on the board must be looted instead.")


class NothingToBring(Refusal):
    """No neutral token is left that Water Beggars could bring."""

    sentence = N_("No neutral token is left: the Water Beggars can loot no town.")


class NoTownThere(Refusal):
    """The province has no town that could be looted."""

    sentence = N_("{province} has no town that could be looted.")


class NotPresent(Refusal):
    """Armies can be raised only where the faction is present."""

    sentence = N_("{faction:The} have neither a token nor an army in {region}.")


class SectionFull(Refusal):
    """The command section has no free box."""

    sentence = N_("No box is free in {region}.")


class NoArmyLeft(Refusal):
    """All army tokens of the faction are in use."""

    sentence = N_("{faction:The} have no army token left.")


class ThreeAtMost(Refusal):
    """At most three armies can be raised in a turn."""

    sentence = N_("No more than three armies are raised in a turn.")


class InStandOff(Refusal):
    """Armies that are kept at bay cannot lay siege."""

    sentence = N_("In {region} armies keep each other at bay: none of them can do this.")


class OwnCity(Refusal):
    """A faction cannot besiege a city that it controls."""

    sentence = N_("{city} is controlled by {faction:the}, who cannot besiege it.")


class AlliedCity(Refusal):
    """A faction cannot besiege a city of its ally."""

    sentence = N_("{city} is controlled by an allied faction; it cannot be besieged.")


class NobodyElseThere(Refusal):
    """The city holds no tokens that could be conquered."""

    sentence = N_("{city} holds only tokens of {faction:the}: there is nothing to besiege.")


class AlreadyBesieged(Refusal):
    """A city can be besieged by one army only."""

    sentence = N_("{city} is already besieged.")


class NotTheirWaters(Refusal):
    """Water Beggars go only to certain regions and provinces."""

    sentence = N_("The Water Beggars do not sail to {where}.")


class NoBeggarsLeft(Refusal):
    """All Water Beggars of the game have been hired."""

    sentence = NN_(
        "There is only {n} Water Beggar to be hired.",
        "There are only {n} Water Beggars to be hired.",
    )


class NoBeggarsThere(Refusal):
    """No Water Beggars are waiting in the region."""

    sentence = N_("No Water Beggars wait in {region}.")


class TooFewBeggars(Refusal):
    """The action needs more Water Beggars than wait in the region."""

    sentence = NN_(
        "{needed} Water Beggars are needed in {region}; {n} waits there.",
        "{needed} Water Beggars are needed in {region}; {n} wait there.",
    )


class NoArmyToDestroy(Refusal):
    """Water Beggars destroy armies of Catholics, Habsburgs and Nobility only; there is none."""

    sentence = N_("No army of Catholics, Habsburgs or Nobility is in {region}.")


class NotTheMostCatholic(Refusal):
    """Water Beggars must destroy the most Catholic army of the region, which is elsewhere in it."""

    sentence = N_(
        "In {region} Water Beggars can destroy only the most Catholic army, which is not there."
    )


class NoSiegeThere(Refusal):
    """There is no siege that could be lifted in the region."""

    sentence = N_("No army besieges a city in {region}.")


class ArmiesThere(Refusal):
    """Water Beggars can loot and besiege only in regions without armies."""

    sentence = N_("Armies stand in {region}: Water Beggars cannot loot or besiege there.")


class NoArrow(Refusal):
    """Armies can move only along the arrows."""

    sentence = N_("No arrow leads from {here} to {there}.")


class NotAlone(Refusal):
    """An army has influence only if it is alone in its section."""

    sentence = N_("In {region} stands an army of another faction: no influence there.")


class OwnToken(Refusal):
    """The token already belongs to the faction of the army."""

    sentence = N_("That token already belongs to {faction:the}.")


class StockEmpty(Refusal):
    """The faction has no token in stock to replace it with."""

    sentence = N_("The stock of {faction:the} is empty.")


class NoRoom(Refusal):
    """The space has room for fewer new units."""

    sentence = N_("{faction:The} can place at most {most} more in {goal}.")


class NotTheirBox(Refusal):
    """The faction may not use that support box."""

    sentence = N_("{faction:The} may not use the support box {box}.")


class BoxOfOthers(Refusal):
    """The Huguenot box can hold tokens of one faction only."""

    sentence = N_("{owner:The} have tokens in the box {box}: it serves one faction at a time.")


class NotEven(Refusal):
    """The last neutral tokens are shared evenly among provinces."""

    sentence = N_("{province} is full, or has got its share; neutral tokens are shared evenly.")


class NoSurplus(Refusal):
    """The faction has no surplus token left in the province."""

    sentence = N_("{faction:The} have no surplus token left in {province}.")


class OutOfReach(Refusal):
    """The province is neither adjacent nor reachable by a river."""

    sentence = N_("{there} is neither next to {here} nor open to it by a river.")


class ProvinceFull(Refusal):
    """The province has reached its limit of tokens of factions."""

    sentence = N_("{province} is full: the tokens of factions there have reached its limit.")


class NotNext(Refusal):
    """The faction is not the next to place in the province."""

    sentence = N_("It is not the turn of {faction:the} to place tokens in {province}.")


class UnderSiege(Refusal):
    """No token can enter or leave a besieged city."""

    sentence = N_("{place} is besieged: nothing goes in or out.")


class TownTaken(Refusal):
    """A faction that placed before has taken the town."""

    sentence = N_("{place} was taken by {owner:the}, who placed earlier.")


class PutOnce(Refusal):
    """The tokens of a place can be chosen only once."""

    sentence = N_("{place} has been given its tokens; undo that to choose again.")


class OneToATown(Refusal):
    """A town holds one token only."""

    sentence = N_("{place} is a town and holds one token.")


class TooFewToPlace(Refusal):
    """The faction has fewer tokens left to place in the province."""

    sentence = NN_(
        "{faction:The} have {n} token left to place in {province}.",
        "{faction:The} have {n} tokens left to place in {province}.",
    )


class CannotClear(Refusal):
    """The place holds no token that may be sent away."""

    sentence = N_(
        "{place} holds no such token that may be sent away: tokens of factions that placed before"
        " you stay."
    )


class NothingToGather(Refusal):
    """The tokens are in the countryside already, or being placed."""

    sentence = N_(
        "Nothing to gather in {province}: you are already placing there, or your tokens are in the"
        " countryside."
    )


class ClosedToNeutrals(Refusal):
    """Neutral tokens occupy empty places only, and cities of a province before its towns."""

    sentence = N_("Neutral tokens cannot occupy {place} now.")


class AlreadySettled(Refusal):
    """There is nothing left to decide in the province."""

    sentence = N_("{province} is resolved, or there is nothing to decide in it.")


class NoSuchPosition(Refusal):
    """The row of cards has fewer positions than that."""

    sentence = NN_(
        "There is {n} position to choose from.", "There are {n} positions to choose from."
    )

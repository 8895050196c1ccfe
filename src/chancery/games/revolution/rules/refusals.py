"""Why an action does not count in Revolution, and what to do instead."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_, NN_


class NoOrangeBox(Refusal):
    """The first armies stand on orange boxes."""

    sentence = N_("{region} has no free orange box; choose a section that has one.")


class StockTooSmall(Refusal):
    """Every city pays the same, or none pays more."""

    sentence = NN_(
        "That rate needs {n} token; you have {stock} in stock.",
        "That rate needs {n} tokens; you have {stock} in stock.",
    )


class NothingOnSlot(Refusal):
    """Nothing there that could move."""

    sentence = N_("{faction:The} have no token left to move on the slot {slot}.")


class NotIntoProvince(Refusal):
    """From a solid slot tokens go to the treasury only."""

    sentence = N_("Tokens on the slot {slot} go to the treasury only.")


class NotIntoTreasury(Refusal):
    """From a plain slot tokens go to provinces only."""

    sentence = N_("Tokens on the slot {slot} go to provinces only.")


class WrongProvince(Refusal):
    """A box names its provinces."""

    sentence = N_("Tokens from the slot {slot} cannot go to {province}.")


class DeclaredOnce(Refusal):
    """The Spanish Treasury is emptied by one announcement."""

    sentence = N_("The number from the Spanish Treasury is announced once.")


class TooMany(Refusal):
    """More than there are."""

    sentence = NN_("At most {n} is possible here.", "At most {n} are possible here.")


class NoMoney(Refusal):
    """Coins come from the treasury."""

    sentence = N_("That costs {price}; the treasury of {faction:the} holds {money}.")


class NoArmyThere(Refusal):
    """No army that could still do this."""

    sentence = N_("{faction:The} have no army in {region} that could still do this.")


class NotAllKept(Refusal):
    """Only with money for all of them."""

    sentence = N_("Keeping all {n} armies costs {price}; the treasury holds {money}.")


class OutsideRegion(Refusal):
    """An army acts in its region."""

    sentence = N_("{spot} is not in the region {region}.")


class CitiesAreSafe(Refusal):
    """Armies take nothing out of cities but by a siege."""

    sentence = N_("Tokens in a city can only be reached by a siege; choose countryside or a town.")


class NoSuchToken(Refusal):
    """No token of that owner lies there."""

    sentence = N_("There is no such token in {spot}.")


class NoNeutralLeft(Refusal):
    """Neutral tokens have run out."""

    sentence = N_("No neutral token is left; a token on the board must be looted instead.")


class NothingToBring(Refusal):
    """Water Beggars loot by bringing a neutral token: there is none."""

    sentence = N_("No neutral token is left: the Water Beggars can loot no town.")


class NoTownThere(Refusal):
    """Only towns are looted."""

    sentence = N_("{province} has no town that could be looted.")


class NotPresent(Refusal):
    """Armies are raised where a faction is."""

    sentence = N_("{faction:The} have neither a token nor an army in {region}.")


class SectionFull(Refusal):
    """No empty box."""

    sentence = N_("No box is free in {region}.")


class NoArmyLeft(Refusal):
    """All army tokens are in use."""

    sentence = N_("{faction:The} have no army token left.")


class ThreeAtMost(Refusal):
    """Three new armies a turn."""

    sentence = N_("No more than three armies are raised in a turn.")


class InStandOff(Refusal):
    """Armies at bay besiege nothing."""

    sentence = N_("In {region} armies keep each other at bay: none of them can do this.")


class OwnCity(Refusal):
    """Not against oneself."""

    sentence = N_("{city} is controlled by {faction:the}, who cannot besiege it.")


class AlliedCity(Refusal):
    """Nor against an ally."""

    sentence = N_("{city} is controlled by an allied faction; it cannot be besieged.")


class NobodyElseThere(Refusal):
    """Nothing to conquer."""

    sentence = N_("{city} holds only tokens of {faction:the}: there is nothing to besiege.")


class AlreadyBesieged(Refusal):
    """One army a city."""

    sentence = N_("{city} is already besieged.")


class NotTheirWaters(Refusal):
    """Where Water Beggars sail."""

    sentence = N_("The Water Beggars do not sail to {where}.")


class NoBeggarsLeft(Refusal):
    """All of them are hired."""

    sentence = NN_(
        "There is only {n} Water Beggar to be hired.",
        "There are only {n} Water Beggars to be hired.",
    )


class NoBeggarsThere(Refusal):
    """None waits in the region."""

    sentence = N_("No Water Beggars wait in {region}.")


class TooFewBeggars(Refusal):
    """What Beggars can do depends on their number."""

    sentence = NN_(
        "{needed} Water Beggars are needed in {region}; {n} waits there.",
        "{needed} Water Beggars are needed in {region}; {n} wait there.",
    )


class NoEnemyArmy(Refusal):
    """Beggars fight Catholics, Habsburgs and Nobility."""

    sentence = N_("The most Catholic army in {region} does not stand there.")


class NoSiegeThere(Refusal):
    """Nothing to lift."""

    sentence = N_("No army besieges a city in {region}.")


class ArmiesThere(Refusal):
    """Looting and sieges need an empty region."""

    sentence = N_("Armies stand in {region}: Water Beggars cannot loot or besiege there.")


class NoArrow(Refusal):
    """Armies follow the arrows."""

    sentence = N_("No arrow leads from {here} to {there}.")


class NotAlone(Refusal):
    """Influence needs the section for oneself."""

    sentence = N_("In {region} stands an army of another faction: no influence there.")


class OwnToken(Refusal):
    """Nothing would change."""

    sentence = N_("That token already belongs to {faction:the}.")


class StockEmpty(Refusal):
    """No token to put there."""

    sentence = N_("The stock of {faction:the} is empty.")


class NoRoom(Refusal):
    """More than may be placed there."""

    sentence = N_("{faction:The} can place at most {most} more in {goal}.")


class NotTheirBox(Refusal):
    """A support box names its factions."""

    sentence = N_("{faction:The} may not use the support box {box}.")


class BoxOfOthers(Refusal):
    """The Huguenots serve one faction at a time."""

    sentence = N_("{owner:The} have tokens in the box {box}: it serves one faction at a time.")


class NotEven(Refusal):
    """Neutral tokens are shared evenly."""

    sentence = N_("{province} is full, or has got its share; neutral tokens are shared evenly.")


class NoSurplus(Refusal):
    """Only surplus tokens move."""

    sentence = N_("{faction:The} have no surplus token left in {province}.")


class OutOfReach(Refusal):
    """Neither next to it nor down a river."""

    sentence = N_("{there} is neither next to {here} nor open to it by a river.")


class ProvinceFull(Refusal):
    """The limit counts tokens of factions."""

    sentence = N_("{province} is full: the tokens of factions there have reached its limit.")


class NotNext(Refusal):
    """Largest faction first."""

    sentence = N_("It is not the turn of {faction:the} to place tokens in {province}.")


class UnderSiege(Refusal):
    """A besieged city is closed."""

    sentence = N_("{place} is besieged: nothing goes in or out.")


class TownTaken(Refusal):
    """A larger faction has placed before."""

    sentence = N_("{place} was taken by {owner:the}, who placed before.")


class PutOnce(Refusal):
    """A place is chosen once."""

    sentence = N_("{place} has been given its tokens; take that back to choose again.")


class OneToATown(Refusal):
    """A town holds one token."""

    sentence = N_("{place} is a town and holds one token.")


class HandEmpty(Refusal):
    """All tokens are placed."""

    sentence = NN_(
        "{faction:The} have {n} token left to place in {province}.",
        "{faction:The} have {n} tokens left to place in {province}.",
    )


class CannotClear(Refusal):
    """Nothing that may be sent away."""

    sentence = N_(
        "{place} holds no such token that may be sent away: tokens of factions that placed before"
        " you stay."
    )


class NothingToGather(Refusal):
    """They are there already."""

    sentence = N_(
        "Nothing to gather in {province}: you are already placing there, or your tokens are in the"
        " countryside."
    )


class NotEmpty(Refusal):
    """Neutral tokens fill what is empty."""

    sentence = N_("{place} does not wait for neutral tokens.")


class AlreadySettled(Refusal):
    """A province is resolved once."""

    sentence = N_("{province} is resolved, or there is nothing to decide in it.")


class NoSuchPosition(Refusal):
    """Fewer cards lie there."""

    sentence = NN_(
        "There is {n} position to choose from.", "There are {n} positions to choose from."
    )

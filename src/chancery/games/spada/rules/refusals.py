"""The reasons why an action is not legal, with their sentences and paragraphs."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_


class NoSuchAgenda(Refusal):
    """The agenda card is not in the player's hand."""

    sentence = N_("You do not hold {card}; play an agenda card from your hand.")
    rule = "winter.later"


class MustPlay(Refusal):
    """The player must put one of his agenda cards on the table."""

    sentence = N_("You must put one of your agenda cards on the table.")
    rule = "winter.later"


class NoSuchPrivilege(Refusal):
    """The player does not have this privilege."""

    sentence = N_("You have no {privilege} privilege to pay with.")
    rule = "winter.swap"


class HasNoAgenda(Refusal):
    """A swap needs an agenda card in hand."""

    sentence = N_(
        "You hold no agenda card: you can only pay a privilege and take the card on the table"
        " (summon), and the next player with an agenda card must play another."
    )
    rule = "winter.special"


class HasAgenda(Refusal):
    """Only a player without agenda cards can summon."""

    sentence = N_("You hold agenda cards yourself: swap the card for one of yours, or pass.")
    rule = "winter.special"


class NotHeld(Refusal):
    """The resource card is not in hand, or is already chosen."""

    sentence = N_("You have no {card} left in your hand.")


class OutOfReach(Refusal):
    """The whole hand could not beat the highest offer."""

    sentence = N_("Even with all your cards you cannot beat {highest}; you can only pass.")
    rule = "spring.bid"


class NothingAdded(Refusal):
    """The offer contains no new card."""

    sentence = N_("Add at least one card before you bid, or pass.")
    rule = "spring.bid"


class TooLow(Refusal):
    """The offer does not beat the highest one."""

    sentence = N_("Your offer comes to {total} and must beat {highest}: add more cards.")
    rule = "spring.bid"


class OfferBegun(Refusal):
    """A player with cards already chosen cannot pass."""

    sentence = N_("You have begun an offer: bid, or undo it before you pass.")
    rule = "spring.pass"


class InSupply(Refusal):
    """The privilege must be taken from the supply as long as there is one."""

    sentence = N_("There is still a {privilege} privilege in the supply: take that one.")
    rule = "rewards.privilege"


class NotInSupply(Refusal):
    """The supply has no privilege of this kind left."""

    sentence = N_(
        "No {privilege} privilege is left in the supply: take it from an opponent who has one,"
        " or choose another."
    )
    rule = "rewards.privilege"


class OwnerHasNone(Refusal):
    """The opponent does not have this privilege."""

    sentence = N_("{owner} has no {privilege} privilege.")
    rule = "rewards.privilege"


class PoorerOwner(Refusal):
    """The opponent has fewer points, and the table protects his privileges."""

    sentence = N_("{owner} has fewer points than you: at this table those privileges are safe.")
    rule = "rewards.privilege"


class Yourself(Refusal):
    """The action must be directed at an opponent."""

    sentence = N_("Choose an opponent, not yourself.")


class NobodyThere(Refusal):
    """The seat does not exist at this table."""

    sentence = N_("There is no player there.")


class NoHouseLeft(Refusal):
    """All houses of the player are on the board."""

    sentence = N_("All six of your houses are on the board.")
    rule = "build"


class BuildersFull(Refusal):
    """All three builders' spaces of the player are taken."""

    sentence = N_("Your three builders’ spaces are taken.")
    rule = "assign"


class TooManyBuilders(Refusal):
    """The player would have more builders' houses than farms."""

    sentence = N_("You would have more builders’ houses than farms.")
    rule = "assign.limit"


class NoHouses(Refusal):
    """The attacked fief has no house to burn."""

    sentence = N_("{target} has no house to burn.")
    rule = "attack"


class RicherOnly(Refusal):
    """A player with fewer points cannot be asked for help."""

    sentence = N_("{donor} has fewer points than you: ask one with at least as many.")
    rule = "help.half"


class MustChoose(Refusal):
    """The player cannot pass but must choose an action."""

    sentence = N_("You cannot pass here: choose one of the actions offered.")


class EndWithDone(Refusal):
    """A summer turn is ended with "done", not with a pass."""

    sentence = N_("You cannot pass in Summer: end your turn with “done”.")
    rule = "summer.turns"

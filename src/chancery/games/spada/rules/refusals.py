"""Why something is not allowed, in the game's own words, each with its paragraph."""

from __future__ import annotations

from chancery.core import Refusal
from chancery.core.words import N_


class NoSuchAgenda(Refusal):
    """An agenda card that is not in hand."""

    sentence = N_("You do not hold {card}; play an agenda card from your hand.")
    rule = "winter.later"


class MustPlay(Refusal):
    """The one who puts a card on the agenda has no choice but which."""

    sentence = N_("You must put one of your agenda cards on the table.")
    rule = "winter.later"


class NoSuchPrivilege(Refusal):
    """A privilege that the player does not have."""

    sentence = N_("You have no {privilege} privilege to pay with.")
    rule = "winter.swap"


class HasNoAgenda(Refusal):
    """A swap without an agenda card."""

    sentence = N_(
        "You hold no agenda card: you can only pay a privilege and take the card on the table"
        " (summon), and the next player who has one must play another."
    )
    rule = "winter.special"


class HasAgenda(Refusal):
    """A summons by one who has agenda cards."""

    sentence = N_("You hold agenda cards yourself: swap the card for one of yours, or pass.")
    rule = "winter.special"


class NotHeld(Refusal):
    """A resource card that is not in hand, or is already chosen."""

    sentence = N_("You have no {card} left in your hand.")


class OutOfReach(Refusal):
    """An offer that could not beat the highest with the whole hand."""

    sentence = N_("Even with all your cards you cannot beat {highest}; you can only pass.")
    rule = "spring.bid"


class NothingAdded(Refusal):
    """An offer without a new card."""

    sentence = N_("Add at least one card before you bid, or pass.")
    rule = "spring.bid"


class TooLow(Refusal):
    """An offer that does not beat the highest."""

    sentence = N_("Your offer comes to {total} and must beat {highest}: add more cards.")
    rule = "spring.bid"


class OfferBegun(Refusal):
    """Passing with cards already chosen."""

    sentence = N_(
        "You have begun an offer: bid, or take your cards back with undo before you pass."
    )
    rule = "spring.pass"


class InSupply(Refusal):
    """Robbing a privilege that is still in the supply."""

    sentence = N_("There is still a {privilege} privilege in the supply: take that one.")
    rule = "rewards.privilege"


class NotInSupply(Refusal):
    """Taking a privilege that is gone."""

    sentence = N_(
        "No {privilege} privilege is left in the supply: take it from an opponent who has one,"
        " or choose another."
    )
    rule = "rewards.privilege"


class OwnerHasNone(Refusal):
    """Robbing a privilege from one who does not have it."""

    sentence = N_("{owner} has no {privilege} privilege.")
    rule = "rewards.privilege"


class PoorerOwner(Refusal):
    """Robbing a privilege from one with fewer points, where the table forbids it."""

    sentence = N_("{owner} has fewer points than you: at this table those privileges are safe.")
    rule = "rewards.privilege"


class Yourself(Refusal):
    """Doing something to oneself."""

    sentence = N_("Choose an opponent, not yourself.")


class NobodyThere(Refusal):
    """Doing something to an empty seat."""

    sentence = N_("Nobody sits there.")


class NoHouseLeft(Refusal):
    """Building with an empty stock."""

    sentence = N_("All six of your houses are on the board.")
    rule = "build"


class BuildersFull(Refusal):
    """A fourth builders' house."""

    sentence = N_("Your three builders’ spaces are taken.")
    rule = "assign"


class TooManyBuilders(Refusal):
    """More builders than farms."""

    sentence = N_("You would have more builders’ houses than farms.")
    rule = "assign.limit"


class NoHouses(Refusal):
    """An attack on a fief without houses."""

    sentence = N_("{target} has no house to burn.")
    rule = "attack"


class RicherOnly(Refusal):
    """The King's help from somebody with fewer points."""

    sentence = N_("{donor} has fewer points than you: ask one with at least as many.")
    rule = "help.half"


class MustChoose(Refusal):
    """Passing where there is no passing."""

    sentence = N_("You cannot pass here: choose one of the actions offered.")


class EndWithDone(Refusal):
    """Passing in Summer."""

    sentence = N_("There is no passing in Summer: end your turn with “done”.")
    rule = "summer.turns"

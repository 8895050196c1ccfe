"""Where the edition of 2004 differs from the revised rules: for the help page and the aid card."""

from __future__ import annotations

from chancery.core.help import Chapter, Paragraph
from chancery.core.words import T, Text

FIRST_TITLE = T("The edition of 2004")

# By items of the rulebook; what only differs in an example is not told.
_DIFFERENCES: dict[str, Text] = {
    "3.5.2004": T("With three players each faction has 56 tokens instead of 58."),
    "6.2.2.2004": T(
        "A Huguenot token that intercepts is itself the coin: it leaves its box and goes into the"
        " treasury of its faction, whose stock does not matter."
    ),
    "6.9.2004": T(
        "A Water Beggar that waits must stop the first army of Catholics, Habsburgs or Nobility"
        " that uses its influence in the region, and is spent. Nobody is asked."
    ),
    "6.10.2004": T(
        "Whoever holds the card of a province may place any number of new units there, even"
        " without a token in it."
    ),
    "6.14.2004": T(
        "A faction without a token in a province may send neutral tokens there to the countryside"
        " too, when all who have tokens there have placed them."
    ),
    "6.15.2004": T(
        "Own tokens of the besieger in a conquered city count among the two that it has there"
        " afterwards; all others turn neutral."
    ),
    "6.18.2004": T("A bishopric is Catholic at once when nobody controls its province."),
}
# The same for the aid card, as it is of use at a table that plays by this edition.
LINES: tuple[Text, ...] = tuple(_DIFFERENCES.values())

CHAPTER = Chapter(
    FIRST_TITLE,
    (
        Paragraph(
            "3.5",
            T(
                "These pages tell the revised rules of 2007. A table can choose the rules of 2004"
                " by its option “edition of the rules”; they differ in the following."
            ),
        ),
        *(Paragraph(items, text) for items, text in _DIFFERENCES.items()),
    ),
)

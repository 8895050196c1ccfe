"""Names of accounts: how they are compared, and which ones are too much like another.

Two names are the same if their plain forms are: Unicode's NFKC, then without case. A name that
only looks like somebody else's is taken, too: what a name looks like is one string, in which
letters that the eye takes for each other are the same. New names have letters of one script (the
East Asian ones go together, and with Latin), no phonetic ones, and no @. Both forms are kept with
the account, so that either database compares in the same way.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from django.db.models import QuerySet

LONGEST_FORM = 200  # of either form
EAST = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})
# those that Unicode recommends for names (UAX 31); others are dead, or look like Latin capitals
SCRIPTS = EAST | {
    "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "HEBREW", "ARABIC", "BENGALI", "DEVANAGARI",
    "ETHIOPIC", "GEORGIAN", "GUJARATI", "GURMUKHI", "KANNADA", "KHMER", "LAO", "MALAYALAM",
    "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
}  # fmt: skip
MARKED = frozenset({"LATIN", "GREEK", "CYRILLIC"})  # marks on these are easily overlooked
LAST_LATIN = "\u017f"  # without its marks; what follows is phonetic, or for few
CLUSTERS = (("rn", "m"), ("vv", "w"))
ALIKE = str.maketrans(
    {
        # digits and letters
        "0": "o", "1": "l", "i": "l", "|": "l",
        # Latin
        "ı": "l", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ĸ": "k", "ŋ": "n",
        "ə": "e", "æ": "ae", "œ": "oe", "þ": "p",
        # Cyrillic, as it looks small or as a capital
        "а": "a", "в": "b", "г": "r", "е": "e", "з": "3", "и": "u", "і": "l", "ј": "j", "к": "k",
        "м": "m", "н": "h", "о": "o", "п": "n", "р": "p", "с": "c", "т": "t", "у": "y", "х": "x",
        "ѕ": "s", "ԁ": "d", "ԛ": "q", "ԝ": "w", "һ": "h", "ӏ": "l", "ь": "b", "ѵ": "v", "ґ": "r",
        "є": "e", "э": "e", "ә": "e", "ө": "o", "ү": "y", "ў": "y", "ғ": "f", "қ": "k", "ҳ": "x",
        # Greek, as it looks as a capital
        "α": "a", "β": "b", "ε": "e", "ζ": "z", "η": "h", "ι": "l", "κ": "k", "μ": "m", "ν": "n",
        "ο": "o", "ρ": "p", "τ": "t", "υ": "y", "χ": "x", "γ": "r", "π": "n", "φ": "ф", "λ": "л",
        # Armenian
        "օ": "o", "ո": "n", "ս": "u", "հ": "h", "զ": "q", "ց": "g", "լ": "l", "տ": "un", "ա": "w",
        # Japanese and Chinese
        "ー": "-", "一": "-", "ロ": "口", "カ": "力", "ニ": "二", "エ": "工", "ト": "卜",
        "ハ": "八", "タ": "夕", "ヘ": "へ", "リ": "り", "オ": "才", "ノ": "丿",
    }
)  # fmt: skip
SMALL_GREEK = frozenset(
    "αβγεηικνορτυχω"
)  # reads as Latin, partly as other letters than in capitals


def plain(name: str) -> str:
    """The form by which names are compared; normal once more after it has lost its case."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded).casefold()[:LONGEST_FORM]


def looks(name: str) -> str:
    """What a name looks like at a glance; not to be read, only to be compared."""
    found: list[str] = []
    script = ""
    for sign in unicodedata.normalize("NFD", plain(name)):
        if unicodedata.combining(sign):
            found += [] if script in MARKED else [sign]
            continue
        script = script_of(sign)
        digit = unicodedata.digit(sign, None)
        found.append((sign if digit is None else str(digit)).translate(ALIKE))
    text = "".join(found)
    for pair, one in CLUSTERS:
        text = text.replace(pair, one)
    return text[:LONGEST_FORM]


def script_of(sign: str) -> str:
    """The script of a letter; empty for digits and signs, which belong to all."""
    return unicodedata.name(sign, "").split(" ")[0] if sign.isalpha() else ""


def of_one_script(name: str) -> bool:
    """Whether no letter of a name passes for one of another script."""
    bare = [sign for sign in unicodedata.normalize("NFD", name) if sign.isalpha()]
    scripts = {script_of(sign) for sign in bare}
    if not scripts <= SCRIPTS or (len(scripts) > 1 and not scripts <= EAST | {"LATIN"}):
        return False
    if any(script_of(sign) == "LATIN" and sign > LAST_LATIN for sign in bare):
        return False
    # Ν is an N, but ν a v: by one look alone such a name could not be compared with Latin ones
    return scripts != {"GREEK"} or not SMALL_GREEK.issuperset("".join(bare).casefold())


def note(accounts: QuerySet[Any]) -> None:
    """Write down the forms of accounts that have none: all of a site of the version before.

    Names that would be taken today stay: who came later is found by his exact name alone, for his
    forms have a line break in them, which no name has.
    """
    for field, form_of in (("plain", plain), ("looks", looks)):
        fresh = accounts.filter(**{field: None}).order_by("pk")
        taken = set(accounts.exclude(**{field: None}).values_list(field, flat=True))
        for account in fresh:
            form = form_of(account.username)
            if form in taken:
                form = f"{form[: LONGEST_FORM - 24]}\n{account.pk}"
            taken.add(form)
            setattr(account, field, form)
            account.save(update_fields=[field])

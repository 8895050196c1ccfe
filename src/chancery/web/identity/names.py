"""Names of accounts: how they are compared, and which names are too similar.

Two names are the same if their plain forms are: Unicode NFKC, then casefolded. A name that merely
looks like an existing one counts as taken, too: its “looks” is a string in which letters that are
easily confused are the same. New names use letters of one script (the East Asian ones may be mixed
with each other and with Latin), no phonetic letters, and no @. Both forms are stored with the
account, so that SQLite and PostgreSQL compare alike.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from django.db.models import QuerySet

LONGEST_FORM = 200  # characters of either form
EAST = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})
# recommended for names by Unicode (UAX 31); others are historic, or look like Latin capitals
SCRIPTS = EAST | {
    "LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "HEBREW", "ARABIC", "BENGALI", "DEVANAGARI",
    "ETHIOPIC", "GEORGIAN", "GUJARATI", "GURMUKHI", "KANNADA", "KHMER", "LAO", "MALAYALAM",
    "MYANMAR", "ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN",
}  # fmt: skip
# scripts in which diacritics are easily overlooked
MARKED = frozenset({"LATIN", "GREEK", "CYRILLIC"})
LAST_LATIN = "\u017f"  # without diacritics; what follows is phonetic or rarely used
CLUSTERS = (("rn", "m"), ("vv", "w"))
ALIKE = str.maketrans(
    {
        # digits and letters
        "0": "o", "1": "l", "i": "l", "|": "l",
        # Latin
        "ı": "l", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ĸ": "k", "ŋ": "n",
        "ə": "e", "æ": "ae", "œ": "oe", "þ": "p",
        # Cyrillic, by the shape of small letters or capitals
        "а": "a", "в": "b", "г": "r", "е": "e", "з": "3", "и": "u", "і": "l", "ј": "j", "к": "k",
        "м": "m", "н": "h", "о": "o", "п": "n", "р": "p", "с": "c", "т": "t", "у": "y", "х": "x",
        "ѕ": "s", "ԁ": "d", "ԛ": "q", "ԝ": "w", "һ": "h", "ӏ": "l", "ь": "b", "ѵ": "v", "ґ": "r",
        "є": "e", "э": "e", "ә": "e", "ө": "o", "ү": "y", "ў": "y", "ғ": "f", "қ": "k", "ҳ": "x",
        # Greek, by the shape of capitals
        "α": "a", "β": "b", "ε": "e", "ζ": "z", "η": "h", "ι": "l", "κ": "k", "μ": "m", "ν": "n",
        "ο": "o", "ρ": "p", "τ": "t", "υ": "y", "χ": "x", "γ": "r", "π": "n", "φ": "ф", "λ": "л",
        # Armenian
        "օ": "o", "ո": "n", "ս": "u", "հ": "h", "զ": "q", "ց": "g", "լ": "l", "տ": "un", "ա": "w",
        # Japanese and Chinese
        "ー": "-", "一": "-", "ロ": "口", "カ": "力", "ニ": "二", "エ": "工", "ト": "卜",
        "ハ": "八", "タ": "夕", "ヘ": "へ", "リ": "り", "オ": "才", "ノ": "丿",
    }
)  # fmt: skip
# these look like Latin letters, partly other ones than their capitals do
SMALL_GREEK = frozenset("αβγεηικνορτυχω")


def plain(name: str) -> str:
    """Return the form by which names are compared: NFKC, casefolded, normalised once more."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded).casefold()[:LONGEST_FORM]


def looks(name: str) -> str:
    """Return what a name looks like at a glance, as a string that is only good for comparison."""
    signs: list[str] = []
    script = ""
    for sign in unicodedata.normalize("NFD", plain(name)):
        if unicodedata.combining(sign):
            signs += [] if script in MARKED else [sign]
            continue
        script = script_of(sign)
        digit = unicodedata.digit(sign, None)
        signs.append((sign if digit is None else str(digit)).translate(ALIKE))
    text = "".join(signs)
    for pair, letter in CLUSTERS:
        text = text.replace(pair, letter)
    return text[:LONGEST_FORM]


def script_of(sign: str) -> str:
    """Return the script of a letter; empty for digits and signs, which belong to all scripts."""
    return unicodedata.name(sign, "").split(" ")[0] if sign.isalpha() else ""


def of_one_script(name: str) -> bool:
    """Return whether no letter of a name can be mistaken for one of another script."""
    bare = [sign for sign in unicodedata.normalize("NFD", name) if sign.isalpha()]
    scripts = {script_of(sign) for sign in bare}
    if not scripts <= SCRIPTS or (len(scripts) > 1 and not scripts <= EAST | {"LATIN"}):
        return False
    if any(script_of(sign) == "LATIN" and sign > LAST_LATIN for sign in bare):
        return False
    # Ν looks like N, but ν like v: the looks of such a name would be ambiguous
    return scripts != {"GREEK"} or not SMALL_GREEK.issuperset("".join(bare).casefold())


def store_forms(accounts: QuerySet[Any]) -> None:
    """Store the forms of accounts that have none, after an upgrade of an old site.

    Names that would be taken today are kept: the later account is found by its exact name alone,
    since its forms get a line break, which no name contains.
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

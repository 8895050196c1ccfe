"""Collect the sentences of code and teaching files, and compile their translations.

`python tools/catalogues.py collect` brings every .po file up to date with the code;
`python tools/catalogues.py compile` makes the .mo files that the package reads.
The build calls the same compiler (see [tool.hatch.build.hooks.custom]).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "chancery"
LANGUAGES = ("it", "nl", "fr")  # English is the source
KEYWORDS: dict[str, Any] = {"T": None, "N_": None, "TN": (1, 2), "NN_": (1, 2), "TF": (1,)}
METHODS = [
    ("games/*/**", "ignore"),  # each game has a catalogue of its own
    ("**.py", "python"),
    ("**/teach/*", "chancery.core.teaching_files:sentences_of"),
]
FORM = re.compile(r"{\w+:\w")  # a placeholder with a grammatical form, as in core/words.py
TEMPLATES = {  # a sentence, perhaps with its plural, in a template
    "page/templates": re.compile(r"""\b_\(\s*"([^"]*)"(?:,\s*"([^"]*)")?"""),
    "web/templates": re.compile(r"""{%\s*say\s+"([^"]*)"(?:\s+"([^"]*)")?"""),
}

# No dates or versions in headers, so that a diff shows sentences only.
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
HEADER: dict[str, Any] = {
    "header_comment": "# Chancery: a referee, a table and an opponent for historical board games.",
    "project": "chancery", "version": "1", "msgid_bugs_address": "-", "last_translator": "-",
    "language_team": "-", "creation_date": LONG_AGO, "revision_date": LONG_AGO,
}  # fmt: skip


def domains() -> dict[str, Path]:
    """Return each catalogue with its source folder: one for each game, one for the rest."""
    games = {
        p.name: p for p in sorted((PACKAGE / "games").iterdir()) if (p / "__init__.py").exists()
    }
    return {"chancery": PACKAGE, **games}


def po_path(domain: str, language: str) -> Path:
    """Return the path of a domain's .po file in a language."""
    return domains()[domain] / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def extract(domain: str) -> Catalog:
    """Return every sentence in the code of a domain and in its game's teaching files."""
    catalog = Catalog()
    found = extract_from_dir(domains()[domain], METHODS, keywords=KEYWORDS)
    for _name, _line, message, _comments, context in found:
        catalog.add(message, context=context)
    for name, form in forms(domain):
        catalog.add(name, context=form)
    for folder, pattern in TEMPLATES.items():
        for path in sorted((domains()[domain] / folder).rglob("*.html")):
            for one, many in pattern.findall(path.read_text(encoding="utf-8")):
                catalog.add((one, many) if many else one)
    return catalog


def _of_a_game(domain: str, path: str) -> bool:
    return domain == "chancery" and path.startswith("games/") and path.count("/") > 1


def forms(domain: str) -> Iterator[tuple[str, str]]:
    """Return every name that the code of a domain declares, in each of its grammatical forms:
    a message with the form as its context."""
    folder = domains()[domain]
    for path in sorted(folder.rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        if "TF(" not in code or _of_a_game(domain, path.relative_to(folder).as_posix()):
            continue
        for call in ast.walk(ast.parse(code)):
            match call:
                case ast.Call(func=ast.Name("TF"), args=[ast.Constant(str(name)), *found]):
                    for form in found:
                        yield name, ast.literal_eval(form)


def collect() -> None:
    """Update the .po files: new sentences are left empty; obsolete ones are dropped and printed."""
    for domain in domains():
        template = extract(domain)
        for language in LANGUAGES:
            path = po_path(domain, language)
            known = Catalog()
            if path.exists():
                with path.open("rb") as file:
                    known = read_po(file)
            catalog = Catalog(locale=language, fuzzy=False, **HEADER)
            for message in template:
                if message.id:
                    old = known.get(message.id, message.context)
                    if old and old.id != message.id:  # Babel finds it by its singular alone
                        old = None
                    new = catalog.add(
                        message.id, old.string if old else "", context=message.context
                    )
                    # Placeholders are not % formats, and `msgfmt -c` does not know forms of names.
                    new.flags -= {"python-format"}
                    if FORM.search(f"{new.id}{new.string}"):
                        new.flags -= {"python-brace-format"}
            for old in known:
                if old.id and old.string and template.get(old.id, old.context) is None:
                    print(f"{path.name} ({language}): dropped the translation of {old.id!r}")
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalog, width=100, sort_output=True)


def compile_all() -> None:
    """Make every .mo file from its .po file."""
    for path in sorted(PACKAGE.rglob("*.po")):
        with path.open("rb") as file:
            catalog = read_po(file)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)


if __name__ == "__main__":
    {"collect": collect, "compile": compile_all}[sys.argv[1]]()
else:
    try:
        from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    except ImportError:  # imported by a test, outside the build
        pass
    else:

        class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
            """Compile the catalogues whenever the package is built or installed."""

            def initialize(self, version: str, build_data: dict[str, Any]) -> None:
                """Compile the catalogues before hatchling packs files."""
                compile_all()

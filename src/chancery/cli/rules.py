"""`chancery rules`, and `rules` in a game: the rules in our own words, searchable by item."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.markup import escape

from chancery.cli.terminal import Terminal
from chancery.core import Game, UserError
from chancery.core.help import Chapter, Paragraph
from chancery.core.rulebook import titles
from chancery.core.words import Speaker, T
from chancery.table import Sitting

_SUITS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "_": " ", "§": " "})


@dataclass(frozen=True)
class Found:
    """The result of a search: paragraphs by chapter, and items without a paragraph."""

    chapters: tuple[Chapter, ...]
    titles: dict[str, str]  # items without a paragraph, with their English titles

    def __bool__(self) -> bool:
        return bool(self.chapters or self.titles)


def _typed(text: str) -> str:
    """Return an item in a form that can be typed: `fate 8d` for fate 8♦."""
    return " ".join(text.translate(_SUITS).split()).casefold()


def _chosen(chapters: Sequence[Chapter], chosen: Sequence[Paragraph]) -> tuple[Chapter, ...]:
    """Return the chapters with only these paragraphs."""
    shortened = [
        Chapter(chapter.title, tuple(p for p in chapter.paragraphs if p in chosen))
        for chapter in chapters
    ]
    return tuple(chapter for chapter in shortened if chapter.paragraphs)


def look_up(
    game: Game[Any, Any], chapters: Sequence[Chapter], text: str, speaker: Speaker
) -> Found:
    """Search for an item and its sub-items, else for a chapter, else for a word."""
    sought = _typed(text)
    paragraphs = [p for chapter in chapters for p in chapter.paragraphs]

    def meant(item: str) -> bool:
        return _typed(item) == sought or _typed(item).startswith((f"{sought}.", f"{sought} "))

    matching = [p for p in paragraphs if any(map(meant, p.items))]
    found_items = {item for p in matching for item in p.items}
    bare = {
        name: title
        for name, title in titles(game).items()
        if meant(name) and name not in found_items
    }
    if matching or bare:
        return Found(_chosen(chapters, matching), bare)
    named = tuple(c for c in chapters if sought in speaker.say(c.title).casefold())
    if named:
        return Found(named, {})
    return Found(
        _chosen(chapters, [p for p in paragraphs if sought in speaker.say(p.text).casefold()]), {}
    )


def tell(terminal: Terminal, sitting: Sitting, text: str) -> None:
    """Print the contents or the result of a search during a game; a UserError if it is empty."""
    game, speaker = sitting.game, terminal.speaker(sitting)
    chapters = game.face.help_at(sitting.start.frame)
    if _typed(text):
        _print(terminal, speaker, _found(game, chapters, text, speaker))
        return
    for item, title in _all(game, chapters).titles.items():
        terminal.console.print(f"[bold]§{escape(item)}[/] {escape(title)}")
    for chapter in chapters:
        terminal.console.print(f"[bold]{escape(speaker.say(chapter.title))}[/]")
        items = " ".join(f"§{item}" for p in chapter.paragraphs for item in p.items)
        if items:
            terminal.console.print(f"[dim]{escape(items)}[/]")
    hint = T(
        "rules ITEM (such as 7.3), rules CHAPTER or rules WORD shows what the rules say about it."
    )
    terminal.say(hint, style="dim")


def _all(game: Game[Any, Any], chapters: Sequence[Chapter]) -> Found:
    """Return the whole help, or the titles of the items if a game has none."""
    found = Found(tuple(chapters), {}) or Found((), titles(game))
    if not found:
        raise UserError(T("There are no rules to read for {game}.", game=game.title))
    return found


def _found(game: Game[Any, Any], chapters: Sequence[Chapter], text: str, speaker: Speaker) -> Found:
    found = look_up(game, chapters, text, speaker)
    if not found:
        raise UserError(
            T("The rules of {game} say nothing about “{text}”.", game=game.title, text=text)
        )
    return found


def _print(terminal: Terminal, speaker: Speaker, found: Found) -> None:
    for item, title in found.titles.items():
        terminal.say(
            T("§{item} has no paragraph of its own here; in short: {title}", item=item, title=title)
        )
    for number, chapter in enumerate(found.chapters):
        if number or found.titles:
            terminal.console.print()
        terminal.console.print(f"[bold]{escape(speaker.say(chapter.title))}[/]")
        for paragraph in chapter.paragraphs:
            items = " ".join(f"§{item}" for item in paragraph.items)
            before = f"[bold]{escape(items)}[/] " if items else ""
            terminal.console.print(before + escape(speaker.say(paragraph.text)))


def run(terminal: Terminal, args: argparse.Namespace) -> int:
    """Print all the rules, or the result of a search."""
    game, chapters = args.game, args.game.face.help()
    speaker = game.speaker(terminal.language)
    text = " ".join(args.item)
    found = _found(game, chapters, text, speaker) if _typed(text) else _all(game, chapters)
    if args.json:
        terminal.json(_plain(game, found, terminal.language))
    else:
        _print(terminal, speaker, found)
    return 0


def _plain(game: Game[Any, Any], found: Found, language: str) -> dict[str, Any]:
    speaker = game.speaker(language)
    return {
        "game": game.name,
        "language": language,
        "chapters": [
            {
                "title": speaker.say(chapter.title),
                "paragraphs": [
                    {"items": list(p.items), "text": speaker.say(p.text)}
                    for p in chapter.paragraphs
                ],
            }
            for chapter in found.chapters
        ],
        "titles": found.titles,
    }

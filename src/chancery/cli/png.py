"""Renders a board as PNG without a browser, for `chancery show --png` (the extra `png`).

The renderer supports neither `var()` nor `light-dark()`, and few selectors. So each element gets a
`style` with the values that a browser would use, and the style sheet is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cssselect2
import resvg_py
import tinycss2

SERIF = "Source Serif Pro"
_CALL = re.compile(  # var() or light-dark() whose arguments contain neither
    r"\b(var|light-dark)\(((?:(?!\b(?:var|light-dark)\()[^()]|\([^()]*\))*)\)"
)
_COMMA = re.compile(r",(?![^(]*\))")  # between two arguments
_UNDEFINED = "\0"  # in a value that refers to a custom property without a value

Element = ElementTree.Element
Properties = Mapping[str, str]  # custom properties of an element, inherited ones too


def render(
    picture: str, width: int, dark: bool = False, fonts: Mapping[str, Path] | None = None
) -> bytes:
    """Return a picture as PNG of this width.

    The fonts are those of `Face.fonts`; a style sheet names them as the font files do.
    """
    return resvg_py.svg_to_bytes(
        svg_string=resolve(picture, dark),
        width=width,
        font_files=[str(path) for path in (*(fonts or {}).values(), *_serifs())],
        font_family=SERIF,
        serif_family=SERIF,
    )


def resolve(picture: str, dark: bool = False) -> str:
    """Return the picture without a style sheet: each element has its own resolved style."""
    root = ElementTree.fromstring(picture)
    _expand(root, {element.get("id", ""): element for element in root.iter()})
    matcher: Any = cssselect2.Matcher()
    for parent in list(root.iter()):
        for style in parent.findall("{*}style"):
            _add_rules(matcher, style.text or "", dark)
            parent.remove(style)
    _dress(cssselect2.ElementWrapper.from_xml_root(root), matcher, {}, dark)
    return ElementTree.tostring(root, encoding="unicode")


def _kind(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _expand(element: Element, named: Mapping[str, Element]) -> None:
    """Replace each `<use>` by what it shows, which inherits its colours from there.

    A clip path has no colours and may contain only shapes, so it keeps its `<use>`.
    """
    if _kind(element) == "clipPath":
        return
    if _kind(element) == "use":
        shown = named.get(element.attrib.pop("href", "").removeprefix("#"))
        element.tag = element.tag.replace("use", "g")
        if shown is not None:
            copied = deepcopy(shown)
            for part in copied.iter():
                part.attrib.pop("id", None)
            element.append(copied)
    for child in element:
        _expand(child, named)


def _dress(wrapped: Any, matcher: Any, outer: Properties, dark: bool) -> None:
    """Write the resolved style into an element and its children."""
    declared = _cascade(matcher.match(wrapped))
    custom = {name: declared.pop(name) for name in list(declared) if name.startswith("--")}
    properties = _inherit(outer, custom, dark) if custom else outer
    style = {name: _resolved(value, properties.get, dark) for name, value in declared.items()}
    written = [f"{name}:{value}" for name, value in style.items() if value is not None]
    if written:
        wrapped.etree_element.set("style", ";".join(written))
    if style.get("display") != "none":
        for child in wrapped.iter_children():
            _dress(child, matcher, properties, dark)


def _cascade(matches: Sequence[Any]) -> dict[str, str]:
    """Return the declarations for an element, from matching rules by specificity."""
    declared = [declaration for *_, payload in matches for declaration in payload]
    declared.sort(key=lambda declaration: declaration[2])  # important ones win
    return {name: value for name, value, _ in declared}


# -- values --------------------------------------------------------------------------------


def _inherit(outer: Properties, declared: Properties, dark: bool) -> Properties:
    """Return inherited custom properties and declared ones, which may refer to each other."""
    known, waiting = dict(outer), dict(declared)

    def look_up(name: str) -> str | None:
        if name in waiting:
            value = waiting.pop(name)
            known.pop(name, None)  # while it is undefined, a circular reference ends here
            if (resolved := _resolved(value, look_up, dark)) is not None:
                known[name] = resolved
        return known.get(name)

    for name in declared:
        look_up(name)
    return known


def _resolved(value: str, look_up: Callable[[str], str | None], dark: bool) -> str | None:
    """Return a value without `var()` and `light-dark()`; None if a reference is undefined."""

    def called(call: re.Match[str]) -> str:
        first, *rest = [argument.strip() for argument in _COMMA.split(call[2], 1)]
        if call[1] == "light-dark":
            return rest[0] if dark and rest else first
        value_found = look_up(first)
        if value_found is None:
            return rest[0] if rest else _UNDEFINED
        return value_found

    while "(" in value and (changed := _CALL.sub(called, value)) != value:
        value = changed
    return None if _UNDEFINED in value else value


# -- the style sheet -----------------------------------------------------------------------


def _add_rules(matcher: Any, css: str, dark: bool) -> None:
    """Add the rules of a style sheet to a matcher, with their declarations."""
    for rule in _rules(tinycss2.parse_rule_list(css, True, True), dark):
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            continue  # ignored, as by a browser
        declared = [
            # unlike others, names of custom properties are case-sensitive
            (
                declaration.name if declaration.name.startswith("--") else declaration.lower_name,
                tinycss2.serialize(
                    part for part in declaration.value if part.type != "comment"
                ).strip(),
                declaration.important,
            )
            for declaration in tinycss2.parse_blocks_contents(rule.content, True, True)
            if declaration.type == "declaration"
        ]
        for selector in selectors:
            matcher.add_selector(selector, declared)


def _rules(parsed: Sequence[Any], dark: bool) -> Iterator[Any]:
    """Yield style rules, including those in matching `@media`.

    Only media queries about the colour scheme can match: a picture has no screen.
    """
    for rule in parsed:
        if rule.type == "qualified-rule":
            yield rule
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media":
            condition = "".join(tinycss2.serialize(rule.prelude).split())
            if condition == f"(prefers-color-scheme:{'dark' if dark else 'light'})":
                yield from _rules(tinycss2.parse_rule_list(rule.content, True, True), dark)


def _serifs() -> list[Path]:
    """Return fonts for all text, for machines without fonts."""
    try:
        folder = Path(str(files("font_source_serif_pro"))) / "files"
    except ModuleNotFoundError:
        return []
    faces = "Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt"
    return [folder / f"SourceSerifPro-{face}.ttf" for face in faces]

"""Renders a board as PNG without a browser (the extra `png`).

The renderer supports neither `var()` nor `light-dark()`, so the style sheet of a picture is
resolved here first and written into its elements.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import cssselect2
import resvg_py
import tinycss2

SERIF = "Source Serif Pro"
# Elements that are never drawn, or no longer needed.
SILENT = {"style", "title", "desc"}
# Selectors of interaction and animation, which a picture does not show.
LIVELY = {"cursor", "outline", "outline-offset", "pointer-events", "transition"}

Element = ElementTree.Element
Tokens = Sequence[Any]  # the tokens of a CSS value; the parser has no types


class Declaration(NamedTuple):
    """A CSS property and its unresolved value."""

    name: str
    value: Tokens
    important: bool


class Sheet(NamedTuple):
    """The parts of a style sheet that a picture needs."""

    rules: Any  # a cssselect2.Matcher whose payloads are lists of declarations
    faces: Mapping[str, str]  # a family of `@font-face` and the name of one of its files


def render(
    picture: str, width: int, dark: bool = False, fonts: Mapping[str, Path] | None = None
) -> bytes:
    """Return a picture as PNG of this width; the fonts are those of `Face.fonts`."""
    drawn = resolve(picture, dark, fonts)
    paths = [*(fonts or {}).values(), *_serifs()]
    return resvg_py.svg_to_bytes(
        svg_string=drawn,
        width=width,
        font_files=[str(path) for path in paths],
        font_family=SERIF,
        serif_family=SERIF,
    )


def resolve(picture: str, dark: bool = False, fonts: Mapping[str, Path] | None = None) -> str:
    """Return the picture without a style sheet: each element has its own resolved style."""
    root = ElementTree.fromstring(picture)
    _expand(root, {found.get("id", ""): found for found in root.iter()})
    sheet = _sheet("".join(_styles(root)), dark)
    families = {
        family: _family(fonts[name])
        for family, name in sheet.faces.items()
        if fonts is not None and name in fonts
    }
    _dress(cssselect2.ElementWrapper.from_xml_root(root), sheet.rules, _Scope({}, dark, families))
    return ElementTree.tostring(root, encoding="unicode")


# -- the tree ------------------------------------------------------------------------------


def _kind(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _styles(root: Element) -> Iterator[str]:
    for element in root.iter():
        if _kind(element) == "style":
            yield element.text or ""


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


def _dress(wrapped: Any, rules: Any, outer: _Scope) -> bool:
    """Write the resolved style into an element and its children; False if it is hidden."""
    element: Element = wrapped.etree_element
    if _kind(element) in SILENT:
        return False
    declared = _cascade(rules.match(wrapped))
    scope = outer.within({name: value for name, value in declared.items() if name[:2] == "--"})
    style = {
        name: text
        for name, value in declared.items()
        if name[:2] != "--" and name not in LIVELY and (text := scope.text(value)) is not None
    }
    if style.get("display") == "none":
        return False
    if style:
        element.set("style", ";".join(f"{name}:{text}" for name, text in style.items()))
    hidden = [
        child.etree_element for child in wrapped.iter_children() if not _dress(child, rules, scope)
    ]
    for child in hidden:
        element.remove(child)
    return True


def _cascade(matches: Sequence[Any]) -> dict[str, Tokens]:
    """Return the declarations for an element, from matching rules by specificity."""
    declared = [found for *_, payload in matches for found in payload]
    declared.sort(key=lambda found: found.important)
    return {found.name: found.value for found in declared}


# -- values --------------------------------------------------------------------------------


class _Scope:
    """The custom properties of an element, which resolve values."""

    def __init__(
        self, custom: Mapping[str, Tokens | None], dark: bool, families: Mapping[str, str]
    ) -> None:
        self._custom = custom
        self._dark = dark
        self._families = families
        # Many elements share a scope and a rule, so results are cached by both.
        self._texts: dict[int, str | None] = {}

    def within(self, declared: Mapping[str, Tokens]) -> _Scope:
        """Return the scope of a child with these declarations, which may refer to each other."""
        if not declared:
            return self
        inner = _Scope({**self._custom, **declared}, self._dark, self._families)
        inner._custom = {
            **self._custom,
            **{name: inner._resolved(value, {name}) for name, value in declared.items()},
        }
        return inner

    def text(self, value: Tokens) -> str | None:
        """Return a value without `var()` and `light-dark()`; None if a reference is undefined."""
        if id(value) not in self._texts:
            found = self._resolved(value, set())
            text = None if found is None else tinycss2.serialize(found).strip()
            self._texts[id(value)] = text
        return self._texts[id(value)]

    def _resolved(self, value: Tokens | None, open_names: set[str]) -> list[Any] | None:
        """Resolve a value; `open_names` are being resolved already and would be circular."""
        if value is None:
            return None
        resolved: list[Any] = []
        for token in value:
            if token.type == "function":
                found = self._called(token, open_names)
            elif token.type == "string" and token.value in self._families:
                found = tinycss2.parse_component_value_list(f'"{self._families[token.value]}"')
            else:
                found = [token]
            if found is None:
                return None
            resolved += found
        return resolved

    def _called(self, token: Any, open_names: set[str]) -> list[Any] | None:
        first, comma, rest = _split(token.arguments)
        if token.lower_name == "light-dark":
            return self._resolved(rest if self._dark else first, open_names)
        if token.lower_name == "var":
            name = tinycss2.serialize(first).strip()
            if name not in open_names:
                found = self._resolved(self._custom.get(name), {*open_names, name})
                if found is not None:
                    return found
            return self._resolved(rest, open_names) if comma else None
        inside = self._resolved(token.arguments, open_names)
        if inside is None:
            return None
        made = tinycss2.ast.FunctionBlock(
            token.source_line, token.source_column, token.name, inside
        )
        return [made]


def _split(arguments: Tokens) -> tuple[Tokens, bool, Tokens]:
    """Split off the first argument of a function: it, whether there are more, the others."""
    for i, token in enumerate(arguments):
        if token == ",":
            return arguments[:i], True, arguments[i + 1 :]
    return arguments, False, ()


# -- the style sheet -----------------------------------------------------------------------


def _sheet(css: str, dark: bool) -> Sheet:
    matcher: Any = cssselect2.Matcher()
    faces: dict[str, str] = {}
    for rule in _rules(_parsed(css), dark):
        declared = _declarations(rule.content)
        if rule.type == "at-rule":
            faces.update(_face(declared))
            continue
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            continue  # ignored, as by a browser
        for selector in selectors:
            matcher.add_selector(selector, declared)
    return Sheet(matcher, faces)


def _parsed(css: str | Tokens) -> list[Any]:
    parsed: list[Any] = tinycss2.parse_rule_list(css, skip_comments=True, skip_whitespace=True)
    return parsed


def _rules(parsed: Sequence[Any], dark: bool) -> Iterator[Any]:
    """Yield style rules and `@font-face`, including those in matching `@media`.

    Only media queries about the colour scheme can match: a picture has no screen.
    """
    for rule in parsed:
        if rule.type == "qualified-rule" or _is_at(rule, "font-face"):
            yield rule
        elif _is_at(rule, "media"):
            wanted = "".join(tinycss2.serialize(rule.prelude).split())
            if wanted == f"(prefers-color-scheme:{'dark' if dark else 'light'})":
                yield from _rules(_parsed(rule.content), dark)


def _is_at(rule: Any, name: str) -> bool:
    return rule.type == "at-rule" and rule.lower_at_keyword == name and rule.content is not None


def _declarations(content: Tokens) -> list[Declaration]:
    parsed = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    return [
        Declaration(
            # unlike others, names of custom properties are case-sensitive
            found.name if found.name.startswith("--") else found.lower_name,
            tuple(token for token in found.value if token.type != "comment"),
            found.important,
        )
        for found in parsed
        if found.type == "declaration"
    ]


def _face(declared: Sequence[Declaration]) -> Iterator[tuple[str, str]]:
    """Yield the family and file name of a `@font-face`."""
    values = {found.name: found.value for found in declared}
    families = [token.value for token in values.get("font-family", ()) if token.type == "string"]
    for token in values.get("src", ()):
        if token.type == "url" and families:
            yield families[0], token.value.rpartition("/")[2]


# -- fonts ---------------------------------------------------------------------------------


def _serifs() -> list[Path]:
    """Return fonts for all text, for machines without fonts."""
    try:
        folder = Path(str(files("font_source_serif_pro"))) / "files"
    except ModuleNotFoundError:
        return []
    faces = "Regular", "It", "Semibold", "SemiboldIt", "Bold", "BoldIt"
    return [folder / f"SourceSerifPro-{face}.ttf" for face in faces]


def _family(path: Path) -> str:
    """Return the family name inside a font file, by which the renderer finds it."""
    data = path.read_bytes()
    for i in range(struct.unpack_from(">H", data, 4)[0]):
        kind, _, start, _ = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        if kind == b"name":
            return _family_in(data, start)
    raise ValueError(f"{path} has no names")


def _family_in(data: bytes, start: int) -> str:
    names: dict[int, str] = {}
    _, count, texts = struct.unpack_from(">HHH", data, start)
    for i in range(count):
        platform, _, _, name, length, offset = struct.unpack_from(">6H", data, start + 6 + 12 * i)
        if platform == 3:  # the Windows names, UTF-16, present in every font
            at = start + texts + offset
            names.setdefault(name, data[at : at + length].decode("utf-16-be"))
    # 16: the family of all weights; 1: a family of at most four styles
    return names.get(16) or names[1]

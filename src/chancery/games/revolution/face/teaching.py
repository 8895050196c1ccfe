"""Help and lessons: the files in `teach`, and help paragraphs about a table's board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from chancery.core.frame import Frame
from chancery.core.help import Paragraph, Values
from chancery.core.tabletop import Aid
from chancery.core.teaching_files import Teaching
from chancery.core.words import N_, TN, Hundredths, Listing, T, Template, Text, Word, say
from chancery.games.revolution.board.atlas import Atlas
from chancery.games.revolution.board.board_file import atlas_of
from chancery.games.revolution.board.editions import NEWEST_RULES, edition_of
from chancery.games.revolution.board.factions import TITLES, TOKENS
from chancery.games.revolution.board.places import (
    BOXES,
    CITIES,
    HALF,
    KINDS,
    PLACES,
    PLAIN,
    PROVINCES,
    PROVINCES_N,
    REGIONS,
    SOLID,
)
from chancery.games.revolution.face.lettering import printed
from chancery.games.revolution.rules.new_units import COUNTRYSIDE_FOR_A_UNIT, LEAST_UNITS


def _place(id_: str) -> Word:
    return PLACES.title(PLACES.index(id_))


TEACHING = Teaching(
    Path(__file__).parent.parent,
    {
        "province": lambda id_: PROVINCES.title(PROVINCES.index(id_)),
        "city": _place,
        "town": _place,
        "region": lambda id_: REGIONS.title(REGIONS.index(id_)),
        "support": lambda id_: BOXES.title(BOXES.index(id_)),
        "number": {"countryside": COUNTRYSIDE_FOR_A_UNIT, "least": LEAST_UNITS}.__getitem__,
    },
)


def help_values(frame: Frame | None) -> Values:
    """Return the values for a table's help; without one for our board and the newest rules."""
    if frame is None:
        return {"board": _board(None, NEWEST_RULES), "tokens": TOKENS[3]}
    return {"board": _board(frame.data, frame.rules), "tokens": edition_of(frame).tokens[3]}


@cache
def first_edition() -> Aid:
    """Return the help on the edition of 2004, for the aid card of tables that use it."""
    matching = (
        Aid(chapter.title, tuple(lines), rule="3.5.2004")
        for chapter in TEACHING.help(help_values(None))
        if (lines := [p.text for p in chapter.paragraphs if p.rule.endswith(".2004")])
    )
    return next(matching)


@lru_cache(32)  # players may use board files of their own
def _board(data: str | None, rules: int) -> list[Paragraph]:
    atlas = atlas_of(data, rules)
    paragraphs = [Paragraph("2.1 2.3.1 2.3.2", text) for text in _printed(atlas)]
    paragraphs += [Paragraph("2.1", text) for text in _support(atlas)]
    if atlas.reconstructed:
        paragraphs.append(Paragraph("2.1 2.3", _RECONSTRUCTED))
    return paragraphs + [Paragraph("2.1", text) for text in reconstructed(atlas)]


_RECONSTRUCTED = T(
    "The rulebooks do not print the whole board. Some of it is known from reports"
    " of play, and some we had to reconstruct so that it agrees with every rule,"
    " example and total. The following is reconstructed and may differ from the"
    " printed board."
)
_FIELDS: dict[tuple[str, str], Template] = {
    ("allegiance", "effects"): N_(
        "What the coloured spaces of the table of allegiance add and remove."
    ),
    ("province", "region"): N_("To which region these provinces belong: {names}."),
    ("province", "adjacent"): N_("Which provinces are next to these: {names}."),
    ("town", "exists"): N_("That the board has these towns: {names}."),
    ("town", "province"): N_("In which province these towns lie: {names}."),
    ("town", "trade"): N_("That these are trade towns: {names}."),
    ("city", "trade_links"): N_("Which places the cards of these cities name: {names}."),
    ("region", "provinces"): N_("Which provinces make up these regions: {names}."),
    ("region", "boxes"): N_(
        "How many boxes these command sections have, and how many of them are orange: {names}."
    ),
    ("region", "arrows"): N_("Where the arrows of these command sections lead: {names}."),
    ("river", "other_provinces"): N_(
        "Which provinces lie on these rivers, besides those of the rulebook’s examples: {names}."
    ),
    ("support", "slots"): N_(
        "How many slots these support boxes have, and of which kinds: {names}."
    ),
    ("support", "destinations"): N_("To which provinces tokens go from these boxes: {names}."),
}
_OTHER = N_("The field “{field}” of these: {names}.")


def reconstructed(atlas: Atlas) -> tuple[Text, ...]:
    """Return, as sentences by kind and field, the values that are not in the rulebook."""
    names: dict[tuple[str, str], list[str]] = {}
    for kind, name, field in atlas.reconstructed:
        names.setdefault((kind, field), []).append(name)
    notes = []
    for key in sorted(names, key=lambda key: [*_FIELDS, key].index(key)):
        kind, field = key
        listed = Listing(tuple(printed(kind, name) for name in names[key]))
        notes.append(say(_FIELDS.get(key, _OTHER), names=listed, field=field))
    return tuple(notes)


def _listed(titles: Sequence[Word], numbers: Iterable[int]) -> Listing:
    return Listing(tuple(titles[number] for number in numbers))


def _by_value(values: Sequence[int], provinces: Iterable[int], unit: int = 1) -> Listing:
    """Return provinces grouped by a number, in descending order."""
    groups: dict[int, list[int]] = {}
    for province in provinces:
        groups.setdefault(values[province], []).append(province)
    return Listing(
        tuple(
            T("{value} ({names})", value=Hundredths(n * 100 // unit),
              names=_listed(PROVINCES.titles, groups[n]))
            for n in sorted(groups, reverse=True)
        )
    )  # fmt: skip


def _printed(atlas: Atlas) -> tuple[Text, ...]:
    """Return the data of the board and its cards as sentences."""
    every = range(PROVINCES_N)
    return (
        T("Limits of the provinces: {limits}.", limits=_by_value(atlas.limit, every)),
        T("Taxes of province cards, in coins: {taxes}. The others pay nothing.",
          taxes=_by_value(atlas.tax, (p for p in every if atlas.tax[p]), 100)),
        T("Points of province cards: {points}. At the end of the game only: {late}.",
          points=_by_value(atlas.worth, (p for p in every if not atlas.late[p]), 100),
          late=_by_value(atlas.worth, (p for p in every if atlas.late[p]), 100)),
        T("Regions, with the number of boxes and the provinces: {regions}. Orange boxes for the"
          " set-up are in {orange}.",
          regions=Listing(tuple(
              T("{region} {n} ({provinces})", region=REGIONS.titles[r], n=atlas.boxes[r],
                provinces=_listed(PROVINCES.titles, atlas.provinces_of[r]))
              for r in atlas.regions)),
          orange=_listed(REGIONS.titles, (r for r in atlas.regions if atlas.orange[r]))),
        T("Arrows lead from each region to others: {arrows}.",
          arrows=Listing(tuple(
              T("{name} ({names})", name=REGIONS.titles[r],
                names=_listed(REGIONS.titles, atlas.arrows[r]))
              for r in atlas.regions))),
        T("Each province and its neighbours: {neighbours}.",
          neighbours=Listing(tuple(
              T("{name} ({names})", name=PROVINCES.titles[p],
                names=_listed(PROVINCES.titles, atlas.near[p]))
              for p in every))),
        *(T("A branch of a river, through provinces, and past towns and cities that can close it:"
            " {stops}.",
            stops=Listing(tuple((PLACES if stop.is_place else PROVINCES).titles[stop.number]
                                for stop in branch)))
          for branch in atlas.branches),
        T("Trade towns: {towns}. Universities: {universities}. Bishoprics: {bishoprics}.",
          towns=_listed(PLACES.titles, atlas.trade),
          universities=_listed(PLACES.titles, atlas.universities),
          bishoprics=_listed(PROVINCES.titles, atlas.bishoprics)),
        T("City cards, with the places they name: {cards}.",
          cards=Listing(tuple(
              T("{name} ({names})", name=CITIES.titles[c], names=_listed(PLACES.titles, linked))
              for c, linked in enumerate(atlas.links) if linked))),
    )  # fmt: skip


def _support(atlas: Atlas) -> tuple[Text, ...]:
    """Return the support boxes: their factions and slots, and where their tokens go."""
    texts = []
    for box, goals in enumerate(atlas.goals):
        plain, half, solid = (atlas.room[box * len(KINDS) + k] for k in (PLAIN, HALF, SOLID))
        slots = [TN("{n} plain slot", "{n} plain slots", plain)] if plain else []
        slots += [TN("{n} divided slot", "{n} divided slots", half)] if half else []
        slots += [TN("{n} solid slot", "{n} solid slots", solid)] if solid else []
        places: dict[str, Word] = {
            "box": BOXES.titles[box], "factions": _listed(TITLES, atlas.users[box]),
            "slots": Listing(tuple(slots)),
        }  # fmt: skip
        if not plain and not half:
            text = say(N_("{box}, for {factions}: {slots}."), **places)
        elif len(goals) == PROVINCES_N:
            text = say(N_("{box}, for {factions}: {slots}; to any province."), **places)
        else:
            text = say(N_("{box}, for {factions}: {slots}; to {provinces}."), **places,
                       provinces=_listed(PROVINCES.titles, goals))  # fmt: skip
        texts.append(text)
    return tuple(texts)

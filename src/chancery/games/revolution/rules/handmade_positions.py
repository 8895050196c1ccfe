"""Positions written by hand: for worked examples, exercises and the middle of a printed game."""

from __future__ import annotations

from typing import Any

from chancery.core import BadForm, Frame, Game
from chancery.core.serialisation import Plain, decode, none_of, type_hints
from chancery.games.revolution.board.board import CATHOLIC, CATHOLIC_SPACE, neutrals_in_play
from chancery.games.revolution.board.editions import edition_of
from chancery.games.revolution.board.factions import FACTION_NAMES, in_play
from chancery.games.revolution.board.places import CITIES, KOELN, LEUVEN, PLACES, PROVINCES
from chancery.games.revolution.rules.state import Revolution
from chancery.games.revolution.rules.turn import NORMAL, OPENING, Turn

_CARDS = {"sieges": CITIES, "city_cards": CITIES, "province_cards": PROVINCES}


def complete(
    game: Game[Revolution, Any], frame: Frame, partial: dict[str, Plain]
) -> dict[str, Plain]:
    """Return the whole JSON form of a position of which only some fields are given.

    The board is empty but for the tokens given; all others are in stock, neutral ones too. It is
    turn 1, in the order of the opening turn; nobody holds a card; bishoprics and the two old
    universities are Catholic; markers of allegiance are on their first spaces. Sieges and cards may
    be given by name. Without `phases`, `step` names the phase of the turn that is about to begin,
    and `faction` the faction that is next in it.
    """
    atlas = game.load_data(frame.data, frame.rules)
    factions = [FACTION_NAMES[f] for f in in_play(frame.seats)]
    fields = dict(partial)
    step, first = fields.pop("step", "taxes"), fields.pop("faction", None)
    plain: dict[str, Plain] = {
        "game": frame.game, "rules": frame.rules, "options": dict(frame.options),
        "data": frame.data, "turn": 1, "order": factions, "tokens": {}, "treasury": {},
        "support": {}, "flipped": 0, "coins": {}, "armies": {}, "abandoned": {}, "lifted": {},
        "sieges": {}, "hirer": None, "beggars": {}, "province_cards": {}, "city_cards": {},
        "bishoprics": {PROVINCES.names[p]: CATHOLIC_SPACE for p in atlas.bishoprics},
        "universities": {PLACES.names[q]: CATHOLIC for q in (KOELN, LEUVEN)}, "points": {},
        "allegiance": dict(zip(CITIES.names, atlas.allegiance, strict=True)), "result": None,
        **fields,
    }  # fmt: skip
    if plain["turn"] == 0 and "allegiance" not in fields:
        plain |= {"allegiance": {}, "bishoprics": {}, "universities": {}}
    for field, axis in _CARDS.items():
        if isinstance(plain[field], dict):
            for name in plain[field]:
                if name not in axis.names:
                    raise BadForm(field, none_of(name, axis.names))
            plain[field] = [plain[field].get(name) for name in axis.names]
    _stocks(plain, frame, factions, atlas.neutrals)
    if "phases" not in fields:
        plain["phases"] = _settled(game, frame, plain, step, first)
    return plain


def _stocks(plain: dict[str, Plain], frame: Frame, factions: list[str], neutrals: int) -> None:
    """Put all tokens into the stocks that are nowhere else."""
    rows = [row for field in ("tokens", "support", "coins") for row in plain[field].values()]
    rows.append(plain["treasury"])
    per_faction = edition_of(frame).tokens[len(frame.seats)]
    if "stock" not in plain:
        stocks = {name: per_faction - sum(row.get(name, 0) for row in rows) for name in factions}
        plain["stock"] = {name: n for name, n in stocks.items() if n > 0}
    if "neutrals" not in plain:
        played = neutrals_in_play(frame, neutrals)
        plain["neutrals"] = played - sum(row.get("neutral", 0) for row in rows)


def _settled(
    game: Game[Revolution, Any], frame: Frame, plain: dict[str, Plain], step: str, first: str | None
) -> Plain:
    """Return the phases when a step of the turn has begun and a decision is due.

    Everything that happens before without a decision is written into the position.
    """
    steps = NORMAL if plain["turn"] else OPENING
    names = [s.name for s in steps]
    if step not in names:
        raise BadForm("step", none_of(step, names))
    state: Any = game.blank(frame.options, "", frame.rules, frame.data)
    for name, hint in type_hints(Revolution).items():
        setattr(state, name, decode(hint, plain[name], state.seats, name))
    if first is not None and first not in plain["order"]:
        raise BadForm("faction", none_of(first, plain["order"]))
    number = names.index(step)
    alone = first is not None and steps[number].each is not None
    state.phases.append(Turn(number, plain["order"].index(first) if alone else 0))
    state.settle()
    whole = state.plain()
    plain.update(whole)
    return whole["phases"]

"""Positions written by hand, for worked examples, exercises and games that begin in the middle."""

from __future__ import annotations

from chancery.core.serialisation import Plain
from chancery.games.friedrich.board.board import ADOPTED
from chancery.games.friedrich.board.cards import CARD, CARD_NAMES, IN_THE_BOX, RESERVE
from chancery.games.friedrich.board.nations import NATION_NAMES
from chancery.games.friedrich.board.pieces import (
    GENERAL_NAMES,
    GENERALS,
    GENERALS_OF,
    MOST_OF_A_GENERAL,
    NATION_OF,
    PIECE_NAMES,
    PIECES_OF,
)
from chancery.games.friedrich.rules.knowledge.known_troops import EXACT_SINCE
from chancery.games.friedrich.rules.knowledge.possible_troops import among
from chancery.games.friedrich.rules.offensive import STAKE

_MOVEMENT = 3  # the step of a nation's stage that follows when movement is under way


def complete(start: dict[str, Plain], partial: dict[str, Plain]) -> dict[str, Plain]:
    """Return the complete JSON form of a position of which only some fields are given.

    `start` is the set-up of the same game. `stage` alone leads to the movement of that nation. `at`
    may name pieces with their cities; all other pieces are off the map. A stack without `troops`
    has one for each of its generals. Hands may be lists of cards; the draw pile holds all cards of
    the opened decks that are nowhere else. `control` and `marks` may be lists of cities. Public
    knowledge of armies is what the numbers of generals and the totals imply, unless `low` and
    `high` give bounds for each stack.
    """
    plain = {**start, **partial}
    stage = NATION_NAMES.index(plain["stage"])
    if "phases" not in partial:
        nation = plain["stage"]
        plain["phases"] = [
            {"phase": "Turn", "next": stage + 1},
            {"phase": "NationStage", "nation": nation, "step": _MOVEMENT},
            {"phase": "Movement", "nation": nation, "moved": [], "substitute": None},
        ]
    _nations(plain, partial)
    if isinstance(plain["at"], dict):
        plain["at"] = [plain["at"].get(piece) for piece in PIECE_NAMES]
    for field in ("control", "marks"):
        if isinstance(plain[field], list):
            plain[field] = dict.fromkeys(plain[field], 1)
    stacks = _stacks(plain["at"])
    troops = partial.get("troops", {})  # the set-up has distributed the troops of single generals
    plain["troops"] = {**stacks, **{g: n for g, n in troops.items() if g in stacks}}
    lows = partial.get("low", stacks)
    highs = partial.get("high", {general: n * MOST_OF_A_GENERAL for general, n in stacks.items()})
    if plain["rules"] < EXACT_SINCE:
        plain["low"], plain["high"] = lows, highs
    else:
        plain.pop("low", None)
        plain.pop("high", None)
        if "known" not in partial:
            plain["known"] = _known(plain["troops"], lows, highs)
    _cards(plain, partial)
    return plain


def _known(
    troops: dict[str, int], lows: dict[str, int], highs: dict[str, int]
) -> list[dict[str, Plain]]:
    """Return the public knowledge implied by bounds for each stack and by the totals."""
    sums_of_nations = []
    for generals in GENERALS_OF:
        tops = [g for g in generals if GENERAL_NAMES[g] in troops]
        boxes = {g: (lows[GENERAL_NAMES[g]], highs[GENERAL_NAMES[g]]) for g in tops}
        sums = among(boxes, sum(troops[GENERAL_NAMES[g]] for g in tops))
        sums_of_nations.append({"tops": [GENERAL_NAMES[g] for g in tops], "most": list(sums.most)})
    return sums_of_nations


def _nations(plain: dict[str, Plain], partial: dict[str, Plain]) -> None:
    """Remove the pieces of nations that have left the war, and set a stake for an adopted
    option."""
    out = [NATION_NAMES.index(name) for name in plain["quit"]]
    if "gone" not in partial:
        retired = [PIECE_NAMES[piece] for nation in out for piece in PIECES_OF[nation]]
        plain["gone"] = {**plain["gone"], **dict.fromkeys(retired, 1)}
    if plain["offensive"] == ADOPTED and "stake" not in partial:
        hands = plain["hands"].values()
        used = {card for pile in (plain["discards"], *hands) for card in pile}
        plain["stake"] = next(
            name for name, card in zip(CARD_NAMES, CARD, strict=True)
            if card.suit != RESERVE and card.value >= STAKE and name not in used
        )  # fmt: skip


def _stacks(at: list[str | None]) -> dict[str, int]:
    """Map the top general of each stack to the number of generals in it."""
    sizes = {}
    for g in range(GENERALS):
        stack = [other for other in GENERALS_OF[NATION_OF[g]] if at[other] == at[g]]
        if at[g] is not None and stack[0] == g:
            sizes[GENERAL_NAMES[g]] = len(stack)
    return sizes


def _cards(plain: dict[str, Plain], partial: dict[str, Plain]) -> None:
    """Convert hands to counts, and put all remaining cards into the draw pile."""
    hands = {
        nation: _counted(hand) if isinstance(hand, list) else hand
        for nation, hand in plain["hands"].items()
    }
    plain["hands"] = {nation: hands.get(nation, {}) for nation in NATION_NAMES}
    piles = [plain["discards"], *plain["hands"].values()]
    piles += [{buried["card"]: 1} for buried in plain["buried"]]
    piles += [{plain["stake"]: 1}] if plain["stake"] else []
    if "opened" not in partial:
        used = {int(card.rpartition(".")[2]) for pile in piles for card in pile}
        plain["opened"] = max(used, default=1)
    if "draw" not in partial:
        plain["draw"] = {
            card: remaining
            for kind, card in enumerate(CARD_NAMES)
            if CARD[kind].deck < plain["opened"]
            and (remaining := IN_THE_BOX[kind] - sum(pile.get(card, 0) for pile in piles)) > 0
        }


def _counted(cards: list[str]) -> dict[str, int]:
    return {card: cards.count(card) for card in cards}

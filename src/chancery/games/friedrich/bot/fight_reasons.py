"""Reasons for choices in fights: the order of fights, cards, retreats and evasions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chancery.core import Action, Game, Question
from chancery.core.bot import Rehearsal
from chancery.core.words import TN, T, Text, sentences, signed
from chancery.games.friedrich import coach, duel, phrases
from chancery.games.friedrich.board.atlas import OBJECTIVES, SUIT, distances
from chancery.games.friedrich.board.cards import PLAYS, RESERVE, SUIT_OF, SYMBOLS, VALUE
from chancery.games.friedrich.board.pieces import NATION_OF, PIECES
from chancery.games.friedrich.bot.appraisal import Weights
from chancery.games.friedrich.bot.card_play import CardPlay
from chancery.games.friedrich.rules import conquest, retreat
from chancery.games.friedrich.rules.combat import Evasion, Fight
from chancery.games.friedrich.rules.protection import PROTECTION, protecting_nation
from chancery.games.friedrich.rules.retreat import Retreat
from chancery.games.friedrich.rules.supply import SUPPLY, at_home, distance_to_train
from chancery.games.friedrich.view import FriedrichView


def fight(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§7.1: give the reason for the order of fights."""
    attacker, enemy = plan[0].args
    suit = SUIT[view.at[attacker]]
    points = coach.points(view.hands[NATION_OF[attacker]])[suit]
    yield T("The most promising fight comes first: {own} against {other}, with cards worth"
            " {points} in {suit}.", own=phrases.strength(view, attacker),
            other=phrases.strength(view, enemy), points=points, suit=SYMBOLS[suit])  # fmt: skip


def battle(
    game: Game[Any, Any], view: FriedrichView, asked: Question, action: Action
) -> Iterator[Text]:
    """§7.3 to §7.7: give the reasons for a card, or for giving up."""
    phase = view.phases[-1]
    assert isinstance(phase, Fight)
    cards = CardPlay(view, phase, Rehearsal(game, view, asked.seat).legal, Weights())
    if phase.must_reach_positive(view):
        yield T("The card of fate obliges Friedrich to reach a positive score here if he can.")
    if action.verb == "quit":
        yield from _given_up(view, phase, cards)
        return
    value = _value(action)
    after = phase.own_score() + phase.counts(view, value)
    enemy = PIECES.title(cards.them)
    if after > 0:
        yield TN("That puts {enemy} {n} point behind: he has to answer it with cards, or pay in"
                 " troops.",
                 "That puts {enemy} {n} points behind: he has to answer them with cards, or pay in"
                 " troops.", after, enemy=enemy)  # fmt: skip
        yield from _outlook(view, cards)
    elif after == 0:
        yield T("At zero {enemy} has to play if he holds the suit: he cannot stop at a small"
                " minus.", enemy=enemy)  # fmt: skip
    else:
        yield _smaller_minus(phase.own_score(), after, cards.troops)
    if phase.own_score() == 0 and after > 0:
        yield T("At zero a card must be played, if the hand has the suit.")
    if _is_reserve(action):
        yield _reserve(view, phase, cards)


def calculated(advice: duel.Advice, action: Action) -> Text | None:
    """Give the reason for a calculated choice; None if another one is worth more."""
    ply = duel.ply_of(action)
    gain = {choice.ply: advice.worth(ply) - choice.value for choice in advice.choices}
    if min(gain.values()) < 0:
        return None
    if ply == duel.STOP:
        points = round(min(lead for other, lead in gain.items() if other != ply))
    else:
        points = round(gain.get(duel.STOP, 0))
    if not points:
        worth = T("No other choice is worth more.")
    elif ply == duel.STOP:
        worth = TN("Playing on is worse than giving up by {n} point (a troop counts {troop}).",
                   "Playing on is worse than giving up by {n} points (a troop counts {troop}).",
                   points, troop=duel.TROOP)  # fmt: skip
    else:
        worth = TN("This card is better than giving up by {n} point (a troop counts {troop}).",
                   "This card is better than giving up by {n} points (a troop counts {troop}).",
                   points, troop=duel.TROOP)  # fmt: skip
    return sentences([_sampled(advice), worth])


def _sampled(advice: duel.Advice) -> Text:
    """Say over which hands of the other side a choice was calculated."""
    if advice.hands == 1:
        return T("The other side has no cards left to answer with.")
    if advice.won is None:
        return T("Calculated over {all} sampled hands of the other side.", all=advice.hands)
    return T("Calculated over {all} sampled hands of the other side: your points beat {won} of"
             " them.", all=advice.hands, won=advice.won)  # fmt: skip


def _smaller_minus(score: int, after: int, troops: int) -> Text:
    """§7.5: say what a card saves if the score stays below zero.

    A stack never loses more troops than it has.
    """
    scores = {"score": signed(score), "after": signed(after)}
    if -score <= troops:
        return T("That brings the score from {score} to {after}: each point saves a troop, and a"
                 " city of retreat.", **scores)  # fmt: skip
    if -after < troops:
        return TN("That brings the score from {score} to {after}: {n} troop is lost instead of the"
                  " whole stack.",
                  "That brings the score from {score} to {after}: {n} troops are lost instead of"
                  " the whole stack.", -after, **scores)  # fmt: skip
    return T("That brings the score from {score} to {after}. The whole stack would still be lost:"
             " only more cards can save troops.",
             **scores)  # fmt: skip


def _value(action: Action) -> int:
    if action.verb == "double":
        return 2 * VALUE[action.args[0]]
    return PLAYS[action.args[0]][1]


def _is_reserve(action: Action) -> bool:
    return action.verb == "play" and SUIT_OF[PLAYS[action.args[0]][0]] == RESERVE


def _reserve(view: FriedrichView, phase: Fight, cards: CardPlay) -> Text:
    suit = SYMBOLS[SUIT[view.at[cards.me]]]
    if cards.suited:
        return T("The Reserve counts exactly as much as is needed here; the cards in {suit} do not"
                 " fit as well.",
                 suit=suit)  # fmt: skip
    return T("Without a card in {suit}, only the Reserve can be played.", suit=suit)


def _outlook(view: FriedrichView, cards: CardPlay) -> Iterator[Text]:
    """Say what both sides can still play: the own cards exactly, the others by expectation."""
    number = view.hand_size(NATION_OF[cards.them])
    suit = SYMBOLS[SUIT[view.at[cards.me]]]
    if number:
        yield TN("Your cards that count in {suit} are worth {points}; expect about {theirs} in the"
                 " other side’s {n} card.",
                 "Your cards that count in {suit} are worth {points}; expect about {theirs} in the"
                 " other side’s {n} cards.", number, points=cards.mine, suit=suit,
                 theirs=round(cards.theirs))  # fmt: skip
    else:
        yield T("The other side has no cards left to answer with.")


def _given_up(view: FriedrichView, phase: Fight, cards: CardPlay) -> Iterator[Text]:
    """§7.5, §7.7, §8.1, §8.7: say what it costs to give up here, and what playing on would cost."""
    behind = -phase.own_score()
    if behind == 0:
        yield T("At zero neither side loses anything: a draw saves the cards for another fight.")
        return
    lost = min(behind, cards.troops)
    yield TN("Stopping here costs {n} troop.", "Stopping here costs {n} troops.", lost)
    if not cards.plays:
        suit = SYMBOLS[SUIT[view.at[cards.me]]]
        yield T("There is no card of {suit} to play, and no Reserve.", suit=suit)
    else:
        yield from _outlook(view, cards)
        yield T("Cards that are saved here can win another fight.")
    if lost < cards.troops and retreat.ends(view, cards.me, lost, cards.them):
        yield T("There is room to retreat, so the rest of the army survives.")


def beaten(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§8.2: give the reasons for the end of a retreat."""
    retreat = view.phases[-1]
    assert isinstance(retreat, Retreat)
    (end,) = plan[0].args
    loser, nation = retreat.loser, NATION_OF[retreat.loser]
    guarded = _guarded(view, nation, NATION_OF[retreat.winner])
    from_start, from_end = distances(view.at[loser]), distances(end)
    bared = [c for c in guarded if from_start[c] <= PROTECTION < from_end[c]]
    title = PIECES.title(loser)
    if bared:
        yield T("From there {general} no longer protects {cities}.", general=title,
                cities=phrases.cities(bared))  # fmt: skip
    if not at_home(nation, end) and distance_to_train(view, nation)[end] > SUPPLY:
        yield T("There {general} is out of supply.", general=title)
    nearest = min(guarded, key=lambda c: from_end[c], default=None)
    if nearest is not None and not bared:
        yield TN("There {general} is {n} city away from {city}, the nearest city that you want or"
                 " have to hold.",
                 "There {general} is {n} cities away from {city}, the nearest city that you want"
                 " or have to hold.", from_end[nearest], general=title,
                 city=phrases.cities([nearest]))  # fmt: skip
    yield T(
        "Of the cities that the rules allow, this is where the beaten army does the least harm."
    )


def _guarded(view: FriedrichView, nation: int, other_nation: int) -> list[int]:
    """Return the objectives that one nation protects and the other could take."""
    return [
        city
        for city in OBJECTIVES
        if protecting_nation(view, city) == nation
        and (
            conquest.may_conquer(view, other_nation, city)
            or conquest.may_win_back(view, other_nation, city)
        )
    ]


def evasion(view: FriedrichView, plan: Sequence[Action]) -> Iterator[Text]:
    """§fate 8♣: give the reason for stepping aside or standing."""
    phase = view.phases[-1]
    assert isinstance(phase, Evasion)
    attacker, defender = phase.attacker, phase.defender
    facing = T(
        "{own} against {other}",
        own=phrases.strength(view, defender),
        other=phrases.strength(view, attacker),
    )
    if plan[0].verb == "stand":
        yield T("{general} can hold: {facing}, and what he protects stays protected.",
                general=PIECES.title(defender), facing=facing)  # fmt: skip
    else:
        yield T("{general} steps aside without loss: {facing} promises little.",
                general=PIECES.title(defender), facing=facing)  # fmt: skip

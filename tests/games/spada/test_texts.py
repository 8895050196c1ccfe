"""Tests of previews, prompts and the position as text at the moment of a choice."""

from typing import Any

import pytest

from chancery.core import Action, State
from chancery.games.spada.rules.events import (
    Defenceless,
    OutOfCards,
    Passed,
    Proposed,
    ProposedLast,
    SummerEnded,
    SummerSpent,
    Yielded,
)
from chancery.games.spada.rules.notation import (
    ASSIGN,
    ATTACK,
    BID,
    BRIBE,
    BUILD,
    BURN,
    PASS,
    PLAY,
    SUMMON,
    SWAP,
    TAKE,
    YIELD,
)
from chancery.table import Sitting, bot_players
from tests.games.spada.modes import GAME

NAMES = ("Anna", "Bruno", "Carla", "Dario")
YELLOW, BLACK = 0, 1
SUMMER = [
    {"phase": "Year", "season": 3},
    {"phase": "Summer", "turn": "yellow", "left": 4, "looted": []},
]
HANDS = {
    "yellow": {"grain": 1, "workers": 1, "knights": 1, "riches": 1},
    "black": {"grain": 2},
    "white": {"knights": 1},
    "orange": {"riches": 1},
}


def at(options: dict[str, Any] | None = None, **partial: Any) -> State:
    frame = GAME.start(options or {}).frame
    form = GAME.complete(frame, {"hands": HANDS, "phases": SUMMER, **partial})
    return Sitting(GAME, position=form).state


def said(state: State, action: Action, seat: int = YELLOW, language: str = "en") -> str:
    preview = GAME.face.preview(state.view(seat), action)
    speaker = GAME.speaker(language, NAMES, state.seats)
    return "" if preview is None else speaker.say(preview)


def prompt(state: State) -> str:
    (asked,) = state.asked
    return GAME.speaker("en", NAMES, state.seats).say(
        GAME.face.prompt(state.view(asked.seat), asked)
    )


def bidding(options: dict[str, Any], built: int = 0, agenda: str = "", **partial: Any) -> State:
    phases = [
        {"phase": "Year", "season": 2},
        {"phase": "Auction", "bidders": ["yellow", "black", "white", "orange"], "turn": "yellow",
         "highest": 0},
    ]  # fmt: skip
    return at(options, agenda=agenda or "revolt-cathedral", built=built, phases=phases,
              drafts={"yellow": {"workers": 1}}, **partial)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "the nave: 1 point<", "the choir: 2 points<"),
        ("it", "la navata centrale: 1 punto<", "il coro: 2 punti<"),
        ("nl", "het schip: 1 punt<", "het koor: 2 punten<"),
        ("fr", "la nef\u00a0: 1 point<", "le chœur\u00a0: 2 points<"),
    ],
)
def test_singular_and_plural(language: str, one: str, many: str) -> None:
    state = GAME.start({"scoring": "original"})
    ground = GAME.face.ground(state.frame, GAME.speaker(language, (), state.seats))
    assert ground is not None
    assert one in ground
    assert many in ground


def test_a_bid_tells_all_that_it_could_win() -> None:
    offer = "An offer of 4. If it wins, "
    privileged = said(bidding({}, agenda="revolt-privilege"), BID)
    assert privileged == offer + "you receive 2 points and take a privilege."
    assert said(bidding({}), BID) == offer + "you build the nave for 2 points."
    builders = bidding({}, builders={"yellow": 1})
    assert said(builders, BID) == offer + (
        "you build the nave for 3 points (1 for builders’ houses)."
    )
    assert said(bidding({"scoring": "original"}), BID) == offer + "you build the nave for 1 point."
    assert said(bidding({"scoring": "original"}), BID, language="it").endswith("ricevi 1 punto.")


def test_with_the_short_agenda_a_builder_takes_a_privilege_too() -> None:
    short = {"agenda": "short"}
    took = "you build the nave for 2 points and take a privilege."
    assert said(bidding(short), BID).endswith(took)
    # the roof ends the game, and brings none, unless the year is played out
    assert said(bidding(short, 5), BID).endswith("the roof for 4 points, and the game ends.")
    played_out = bidding({**short, "ending": "mobilisation"}, 5)
    assert said(played_out, BID).endswith("the roof for 4 points and take a privilege.")


def test_a_privilege_that_cannot_be_taken_is_not_promised() -> None:
    all_gone = dict.fromkeys(("grain", "workers", "knights", "riches"), 2)
    none = "An offer of 4. If it wins, you receive 2 points; there is no privilege that you could"
    mine = bidding({}, agenda="revolt-privilege", privileges={"yellow": all_gone})
    assert said(mine, BID).startswith(none)
    theirs: dict[str, Any] = {"agenda": "revolt-privilege", "privileges": {"black": all_gone}}
    assert said(bidding({}, **theirs), BID).endswith("take a privilege.")
    fair = {"robbery": "fair"}
    assert said(bidding(fair, points={"black": 1}, **theirs), BID).startswith(none)
    assert said(bidding(fair, points={"black": 2}, **theirs), BID).endswith("take a privilege.")
    short = bidding({"agenda": "short"}, privileges={"yellow": all_gone})
    assert said(short, BID).endswith("you build the nave for 2 points.")


def test_an_attack_tells_what_it_costs_and_may_bring() -> None:
    state = at()
    assert said(state, ATTACK[BLACK]) == (
        "Costs your knight. Bruno may answer with one; if not, a house burns and brings you"
        " 2 booty cards."
    )
    unarmed = at(unarmed={"black": 1})
    assert said(unarmed, ATTACK[BLACK]) == (
        "Costs your knight. Bruno has none to answer with: a house burns and brings you"
        " 2 booty cards."
    )
    bare = at(hands={"yellow": {"knights": 1}})
    assert "has none to answer with" in said(bare, ATTACK[BLACK])
    looted = at(phases=[SUMMER[0], {**SUMMER[1], "looted": ["black"]}])
    assert said(looted, ATTACK[BLACK]).endswith("a house burns, but brings no more booty.")


def test_booty_is_promised_only_as_far_as_there_are_cards() -> None:
    """The attacking knight is discarded first, and may be the only card there is."""
    hands = {
        "yellow": {"knights": 17, "grain": 17},
        "black": {"workers": 17},
        "white": {"riches": 17},
    }
    state = at(hands=hands)
    assert said(state, ATTACK[BLACK]).endswith("brings you 1 booty card.")
    state.apply(ATTACK[BLACK], YELLOW)
    assert said(state, YIELD, BLACK) == "A house of yours burns, and Anna wins 1 booty card."
    state.apply(YIELD, BLACK)
    assert state.view(YELLOW).loot_size == 1


def test_a_bribe_tells_what_is_known_of_the_hand() -> None:
    assert said(at(), BRIBE[BLACK]).startswith("Bruno must discard a knight or, without one, show")
    assert said(at(known={"white": {"knights": 1}}), BRIBE[2]).endswith("must discard one.")
    assert "would only show you" in said(at(unarmed={"black": 1}), BRIBE[BLACK])
    bare = at(hands={"yellow": {"riches": 1}})
    assert "spent for nothing." in said(bare, BRIBE[BLACK])


def test_the_last_card_ends_the_summer_and_both_button_and_story_say_so() -> None:
    state = at(hands={**HANDS, "yellow": {"grain": 2}})
    assert "last card" not in said(state, BUILD)
    state.apply(BUILD, 0)
    assert said(state, BUILD).endswith("It is your last card: your Summer turn ends with it.")
    state.apply(BUILD, 0)
    assert SummerSpent(YELLOW) in state.events
    assert SummerEnded(YELLOW) not in state.events


def test_builders_houses_are_points_until_the_roof_is_on() -> None:
    farms = {"yellow": 3, "black": 3, "white": 2, "orange": 2}
    more = "Income in Autumn: 2 (now 2). The next part you build would bring one more point."
    assert said(at(farms=farms), ASSIGN) == more
    phases = [*SUMMER, {"phase": "Burning", "target": "black"}]
    burning = at(farms=farms, builders={"black": 1}, phases=phases)
    assert said(burning, BURN[1], BLACK) == "The next part you build would bring one point fewer."
    assert said(burning, BURN[0], BLACK) == "Income in Autumn: 2 (now 2)."


def test_changing_the_agenda_names_the_old_cards_place() -> None:
    winter = {"phase": "Year", "season": 1}
    exchange = {"phase": "Exchange", "player": "orange", "at": "yellow"}
    common: dict[str, Any] = {
        "agenda": "war-privilege",
        "privileges": {"yellow": {"grain": 1}},
        "phases": [winter, exchange],
    }
    rest = {"war-cathedral": 2, "tax-cathedral": 2}
    state = at(agendas={"yellow": {"tax-privilege": 1}, "white": rest}, **common)
    assert prompt(state).endswith("Pay a privilege to change it, or pass.")
    swap = SWAP[0][3]
    assert swap in state.legal(YELLOW)
    assert said(state, swap) == "You take War (privilege) into your hand."
    state = at(agendas={"white": rest, "orange": {"tax-privilege": 1}}, **common)
    assert prompt(state).endswith("so that Carla must play another, or pass.")
    assert said(state, SUMMON[0]).endswith("Carla must play another.")


def test_questions_without_a_choice_say_so_to_the_one_who_is_asked() -> None:
    state = at()
    state.apply(ATTACK[BLACK], YELLOW)
    assert prompt(state) == "Anna attacks, and you have no knight: a house burns."
    state = at()
    state.apply(ATTACK[2], YELLOW)
    assert prompt(state) == "Anna attacks. Defend with a knight or let a house burn."
    phases = [
        {"phase": "Year", "season": 2},
        {"phase": "Auction", "bidders": ["yellow", "black"], "turn": "black", "highest": 4},
    ]
    offered = {"yellow": {"workers": 1}}
    state = at(agenda="revolt-cathedral", phases=phases, offers=offered, latest=offered)
    assert prompt(state) == "Your cards cannot beat 4: you can only pass."


def test_the_last_privilege_brings_nothing_more() -> None:
    phases = [
        {"phase": "Year", "season": 4},
        {"phase": "Help", "at": 1, "received": {"yellow": 1, "black": 3}},
        {"phase": "Privilege", "seat": "black", "cause": "help.reward"},
    ]
    state = at(phases=phases)
    assert prompt(state) == "The King’s help came from your hand: choose a privilege in return."
    assert said(state, TAKE[0], BLACK).startswith(
        "One more card each Autumn: a grain card from the discards"
    )
    last = at({"ending": "mobilisation"}, phases=phases, built=6)
    assert said(last, TAKE[0], BLACK) == ""
    phases = [
        {"phase": "Year", "season": 2},
        {"phase": "Reward", "given": True},
        {"phase": "Privilege", "seat": "black", "cause": "rewards.privilege"},
    ]
    roof = {"agenda": "war-cathedral", "built": 6, "counsellor": "black"}
    last = at({"ending": "mobilisation", "agenda": "short"}, phases=phases, **roof)
    assert said(last, TAKE[0], BLACK).startswith("One more card this Autumn, the last one:")


def test_the_position_as_text_tells_booty_and_agenda_cards() -> None:
    state = at(
        phases=[SUMMER[0], {**SUMMER[1], "looted": ["black"]}],
        loot={"grain": 2},
        built=1,
    )
    speaker = GAME.speaker("en", NAMES, state.seats)
    parts = {
        speaker.say(title): [speaker.say(line) for line in lines]
        for title, lines in GAME.face.describe(state.view(BLACK))
    }
    assert "2 booty cards, face down" in parts["Anna"]
    assert not any("booty" in line for line in parts["Bruno"])
    assert "Agenda cards out of the game: 1 × War (cathedral)." in parts["The realm"]


ASKED, NOT_ASKED = (Passed, Proposed, Yielded), (OutOfCards, ProposedLast, Defenceless)


@pytest.mark.rule("spada", "spring.pass", "winter.later", "attack.burn")
def test_automatic_steps_are_not_told_as_choices() -> None:
    """Forced passes, proposals and defences have sentences other than chosen ones."""
    met = set()
    for number in range(6):
        sitting = Sitting(GAME, {"players": 3 + number % 2}, f"asked {number}")
        while sitting.state.asked:
            seat = sitting.state.asked[0].seat
            sitting.act(seat, bot_players.answer(sitting, seat, "steward", "seed"))
        for entry in sitting.log:
            for event in entry.events:
                if isinstance(event, ASKED):
                    chosen = entry.action in (PASS, YIELD) or entry.action in PLAY
                    assert (chosen and entry.seat == event.seat) == (type(event) in ASKED)
                    met.add(type(event))
    assert met >= {Passed, Proposed, Yielded, OutOfCards, ProposedLast}
    said = GAME.speaker("en", NAMES, ("yellow", "black", "white")).say
    assert said(OutOfCards(0, (), ()).text()) == "Anna has too few cards to go higher and is out."
    assert said(Defenceless(1).text()) == "Bruno has no card in hand to defend the fief with."

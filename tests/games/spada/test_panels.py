"""Tests of the reader's hand, the stage panels of auctions and attacks, and headings."""

import random
from collections.abc import Iterator
from typing import Any

from chancery.core import Card, Heading, Side, Stage, State, T, Text
from chancery.games.spada.board.components import RESOURCES
from chancery.games.spada.rules.events import YearBegan
from chancery.games.spada.rules.spring import Auction
from chancery.games.spada.rules.summer import Burning, Defence
from chancery.games.spada.rules.winter import Proposal
from chancery.table import Sitting, bot_players
from tests.games.drawings import checked, ids
from tests.games.spada.modes import GAME, table
from tests.games.spada.test_drawing import speaker_for, walk

AUCTION = [
    {"phase": "Year", "season": 2},
    {"phase": "Auction", "bidders": ["yellow", "black", "white", "orange"], "turn": "yellow",
     "highest": 0},
]  # fmt: skip


def cards_of(view: Any, speaker: Any) -> list[Card]:
    return [
        card for hand in GAME.face.hands(view, speaker) for group in hand.groups for card in group
    ]


def staged(state: State, seat: int | None) -> Stage:
    found = GAME.face.stage(state.view(seat), speaker_for(state))
    assert found is not None
    return found


def said(*texts: Text) -> str:
    return "\n".join(map(str, texts))


def everything(view: Any, speaker: Any) -> str:
    """Return everything that is shown around the board, to look for secrets."""
    return repr((GAME.face.hands(view, speaker), GAME.face.stage(view, speaker)))


# -- hands -------------------------------------------------------------------------------


def test_a_hand_holds_every_card_of_the_reader_once() -> None:
    for number, state in enumerate(walk({"players": 4}, "hands", steward=True)):
        if number % 7:
            continue
        for seat in range(4):
            view = state.view(seat)
            cards = cards_of(view, speaker_for(state))
            for resource, name in enumerate(RESOURCES.names):
                lying = sum(card.many for card in cards if card.target == f"card:{name}")
                assert lying == view.hand[resource] - view.draft[resource]
            assert sum(card.many for card in cards if not card.target) == sum(view.draft)
            held = sum(card.many for card in cards if card.target.startswith("agenda:"))
            assert held == sum(view.agenda_hand)
            for card in cards:
                assert not ids(checked(card.picture))
    assert GAME.face.hands(state.view(None), speaker_for(state)) == ()


def test_cards_are_not_on_the_board_as_well_but_in_a_picture_by_itself() -> None:
    state = GAME.start({"players": 4}, "once")
    view, speaker = state.view(0), speaker_for(state)
    assert 'data-target="card:' not in (GAME.face.draw(view, speaker) or "")
    assert 'data-target="card:' in (GAME.face.picture(view, speaker) or "")


def test_signs_of_cards_and_arms_are_those_of_the_ground() -> None:
    for state in walk({"players": 4}, "signs", steward=True):
        if isinstance(state.phases[-1], Auction) and any(state.offers):
            break
    speaker = speaker_for(state)
    known = set(ids(checked(GAME.face.ground(state.frame, speaker) or "")))
    stage = staged(state, 0)
    pictures = [card.picture for card in cards_of(state.view(0), speaker)]
    pictures += [picture for side in stage.sides for picture in (side.sign, *_laid(side))]
    used = {e.attrib["href"][1:] for p in pictures for e in checked(p) if "href" in e.attrib}
    assert used
    assert used <= known


def _laid(side: Side) -> list[str]:
    return [card.picture for card in side.cards]


def test_a_chosen_card_tells_what_is_chosen_without_it() -> None:
    """A page uses this to put a card back, in an offer and in tithes."""
    state = bidding({"yellow": {"knights": 2, "grain": 3}, "black": {"knights": 3}})
    for action in ("add knights", "add grain", "add grain"):
        state.apply(GAME.notation.parse(action), 0)
    back = {str(c.title).split()[0]: c.back for c in cards_of(state.view(0), speaker_for(state))
            if c.back is not None}  # fmt: skip
    assert back == {
        "knights": ("add grain", "add grain"),
        "grain": ("add grain", "add knights"),
    }
    tithing = [{"phase": "Year", "season": 4}, {"phase": "Tithes"}]
    state = table({"phases": tithing, "hands": {"yellow": {"knights": 12}}}).state
    state.apply(GAME.notation.parse("discard knights"), 0)
    assert [c.back for c in cards_of(state.view(0), speaker_for(state)) if c.back is not None] == [
        ()
    ]


def test_no_values_before_the_problem_is_chosen() -> None:
    """Before the problem of a year is chosen, cards show no values for it."""
    sitting = Sitting(GAME, {"players": 3}, seed="3")
    shown: dict[bool, set[bool]] = {True: set(), False: set()}
    while sitting.state.asked and not (shown[True] and shown[False]):
        seat = sitting.state.asked[0].seat
        choosing = any(isinstance(phase, Proposal) for phase in sitting.state.phases)
        (hand,) = GAME.face.hands(sitting.state.view(seat), GAME.speaker())
        shown[choosing].add(any("in all this year" in str(fact) for fact in hand.facts))
        sitting.act(seat, bot_players.answer(sitting, seat, "steward", "1"))
    assert shown == {True: {False}, False: {True}}


# -- the auction -------------------------------------------------------------------------


def bidding(hands: dict[str, dict[str, int]]) -> State:
    """Build an auction against war (values by the cards: see `values`) in which yellow begins."""
    return table({"phases": AUCTION, "hands": hands, "agenda": "war-cathedral"}).state


def test_my_total_grows_while_i_lift_cards_and_others_do_not_see_it() -> None:
    state = bidding({"yellow": {"knights": 4}, "black": {"knights": 3}, "white": {"grain": 1}})
    before = staged(state, 1)
    state.apply(GAME.notation.parse("add knights"), 0)
    state.apply(GAME.notation.parse("add knights"), 0)
    mine = staged(state, 0).sides[0]
    assert mine.own
    assert mine.acts
    assert not mine.cards
    assert "about to offer 8" in said(*mine.facts)
    assert staged(state, 1) == before
    notes = {card.target: str(card.note) for card in cards_of(state.view(0), speaker_for(state))}
    assert notes["card:knights"] == "= 12"  # the value with one more card
    assert all(card.note is None for card in cards_of(state.view(1), speaker_for(state)))
    state.apply(GAME.notation.parse("bid"), 0)
    laid = staged(state, 1).sides[0]
    assert laid.leads
    assert [card.many for card in laid.cards] == [2]
    assert "offers 8" in said(*laid.facts)
    assert staged(state, 1).focus == ()  # an auction is about the whole board
    state.apply(GAME.notation.parse("add knights"), 1)
    state.apply(GAME.notation.parse("add knights"), 1)
    state.apply(GAME.notation.parse("add knights"), 1)
    state.apply(GAME.notation.parse("bid"), 1)
    state.apply(GAME.notation.parse("add knights"), 0)
    assert "8 + 4 = 12" in said(*staged(state, 0).sides[0].facts)


def test_the_reward_counts_my_own_builders() -> None:
    given = {"phases": AUCTION, "agenda": "war-cathedral", "hands": {"yellow": {"knights": 1}},
             "farms": {"yellow": 2}, "builders": {"yellow": 2}}  # fmt: skip
    state = table(given).state
    assert "builds the nave for 2 points" in said(*staged(state, 0).notes)
    assert "it would be 4" in said(*staged(state, 0).notes)
    assert "it would be" not in said(*staged(state, 1).notes)
    assert "it would be" not in said(*staged(state, None).notes)


def test_rivals_who_can_beat_an_offer_are_listed_from_public_knowledge() -> None:
    hands = {
        "yellow": {"knights": 3},
        "black": {"grain": 3},
        "white": {"knights": 1},
        "orange": {"riches": 2},
    }
    state = bidding(hands)
    for _ in range(2):
        state.apply(GAME.notation.parse("add knights"), 0)
    state.apply(GAME.notation.parse("bid"), 0)
    # three unknown cards of black might be knights; white's one and orange's two could not do it
    for viewer in (0, None):
        assert "Can still beat 8: #2." in said(*staged(state, viewer).notes)
    # black knows his own hand better
    assert "Nobody can beat 8 any more." in said(*staged(state, 1).notes)
    assert "You need 9 more to lead." in said(*staged(state, 1).notes)


def test_estimates_use_no_more_cards_than_exist() -> None:
    """With thirteen of seventeen knights in the own hand, others can offer at most four."""
    state = bidding({"yellow": {"knights": 13}, "black": {"grain": 6}})
    black = staged(state, 0).sides[1]
    assert "can reach 22 at most" in said(*black.facts)  # four knights at 4, two of the next at 3
    assert "can reach 24 at most" in said(*staged(state, None).sides[1].facts)


def test_the_stage_stands_as_long_as_there_is_something_to_decide() -> None:
    seen = set()
    for state in walk({"players": 3}, "stages"):
        top = state.phases[-1] if state.phases else None
        stage = GAME.face.stage(state.view(0), speaker_for(state))
        assert (stage is not None) == isinstance(top, Auction | Defence | Burning)
        if stage is None:
            continue
        seen.add(type(top))
        acting = [n for n, side in enumerate(stage.sides) if side.acts]
        assert len(acting) == 1
        assert all(target.startswith("fief:") for target in stage.focus)
        for text in (stage.title, *stage.notes, *(f for side in stage.sides for f in side.facts)):
            assert speaker_for(state).say(text)
    assert seen == {Auction, Defence, Burning}


# -- secrecy -----------------------------------------------------------------------------


def test_twins_have_the_same_around_the_board() -> None:
    """The reader's hands and the stage contain no information about other hands."""
    compared = 0
    for number, state in enumerate(walk({"players": 4}, "around", steward=True)):
        for viewer in (None, number % 4):
            view = state.view(viewer)
            if any(state.drafting(seat) for seat in range(4) if seat != viewer):
                continue
            if GAME.face.stage(view, speaker_for(state)) is None and number % 9:
                continue
            twin = GAME.sample(view, str(number)).view(viewer)
            speaker = speaker_for(state)
            assert everything(twin, speaker) == everything(view, speaker)
            compared += 1
    assert compared > 50


def test_steps_of_others_are_not_on_the_stage() -> None:
    for state in drafting():
        drafter = next(seat for seat in range(4) if state.drafting(seat))
        blank = state.clone()
        blank.drafts = [0] * 16
        blank.settle()
        for viewer in (None, *(seat for seat in range(4) if seat != drafter)):
            speaker = speaker_for(state)
            assert everything(state.view(viewer), speaker) == everything(
                blank.view(viewer), speaker
            )


def drafting() -> Iterator[Any]:
    """Yield positions in which a seat has chosen cards."""
    dice = random.Random("drafts")
    state: Any = GAME.start({"players": 4}, "drafts")
    found = 0
    while found < 5:
        seat = state.asked[0].seat
        state.apply(dice.choice(state.legal(seat)), seat)
        if isinstance(state.phases[-1], Auction) and any(state.drafts):
            found += 1
            yield state


# -- headings ----------------------------------------------------------------------------


def test_every_year_and_season_has_its_heading_and_tone() -> None:
    assert GAME.face.heading(YearBegan(1, 0)) == Heading(1, "winter", T("Year {n}", n=1))
    state = GAME.start({"players": 3}, "headings")
    dice = random.Random("headings")
    events = []
    while state.asked:
        seat = state.asked[0].seat
        events += state.apply(dice.choice(state.legal(seat)), seat)
    found = [heading for event in events if (heading := GAME.face.heading(event)) is not None]
    tones = [heading.tone for heading in found]
    first = tones.index("winter")
    assert tones[first : first + 8] == ["winter", "spring", "summer", "autumn"] * 2
    assert {heading.level for heading in found if heading.tone != "winter"} == {2}
    assert GAME.face.style is not None
    css = GAME.face.style.read_text("utf-8")
    assert all(f".tone-{heading.tone} {{ --tone: light-dark(" in css for heading in found)


# -- an attack ---------------------------------------------------------------------------


def attacked(knights: int) -> State:
    """Build an attack of yellow against black, who holds so many knights and some grain."""
    summer = [
        {"phase": "Year", "season": 3},
        {"phase": "Summer", "turn": "yellow", "left": 4, "looted": []},
    ]
    hands = {"yellow": {"knights": 2}, "black": {"knights": knights, "grain": 2 - knights}}
    sitting = table({"phases": summer, "hands": hands})
    sitting.act(0, "attack black")
    return sitting.state


def test_an_attack_is_answered_on_a_stage() -> None:
    for knights, known in ((0, "You have no knight to answer with."), (2, "You have 2 knights.")):
        state = attacked(knights)
        stage = staged(state, 1)
        assert str(stage.title) == "#1 attacks #2"
        assert [(side.own, side.acts) for side in stage.sides] == [(False, False), (True, True)]
        assert [len(side.cards) for side in stage.sides] == [1, 0]
        assert stage.focus == ("fief:yellow", "fief:black")
        assert said(*stage.notes).startswith(known)
        assert "brings #1 2 booty cards" in said(*stage.notes)
    # whatever black holds, the others see the same
    assert staged(attacked(0), 0) == staged(attacked(2), 0)
    assert "knight to answer" not in said(*staged(attacked(0), 0).notes)


def test_another_attack_is_another_stage() -> None:
    state = attacked(2)
    first = staged(state, 1).key
    state.apply(GAME.notation.parse("defend"), 1)
    assert GAME.face.stage(state.view(1), speaker_for(state)) is None
    state.apply(GAME.notation.parse("attack black"), 0)
    assert staged(state, 1).key != first

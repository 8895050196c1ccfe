"""The edition of 2004 and the revised rules of 2007: every difference under both."""

import json
from typing import Any

import pytest

from chancery.core.rulebook import titles
from chancery.games.revolution.board.places import CITIES
from chancery.games.revolution.face.aid import aid
from chancery.games.revolution.face.words import prompt
from chancery.games.revolution.rules.state import Revolution
from chancery.table import Sitting, record
from tests.games.revolution.bot_answers import answer
from tests.games.revolution.positions import EVEN, GAME, asked, event_names, position, tokens
from tests.games.steps import legal, phase, play, why_not

EDITIONS = pytest.mark.parametrize("edition", [2004, 2007])


def at(edition: int, **given: Any) -> Revolution:
    """Return a position of a table that plays by this edition."""
    return position({"edition": edition}, **given)


def preview(s: Revolution, line: str) -> str:
    """Return the preview of an action."""
    return str(GAME.face.preview(s.view(s.asked[0].seat), GAME.notation.parse(line)))


# -- the option --------------------------------------------------------------------------------


def test_a_table_that_does_not_choose_plays_by_the_revised_rules() -> None:
    plain, chosen = GAME.start({}), GAME.start({"edition": 2007})
    assert "edition" not in plain.options
    assert plain == chosen
    assert plain.digest() == chosen.digest() != GAME.start({"edition": 2004}).digest()


def test_a_record_keeps_the_edition() -> None:
    sitting = Sitting(GAME, {"players": 3, "edition": 2004}, "edition")
    text = record.dumps(sitting)
    assert json.loads(text)["options"]["edition"] == 2004
    again = record.loads(text, lambda name: GAME)
    assert again.state.establishment() == 56


# -- the differences ---------------------------------------------------------------------------


@pytest.mark.rule("revolution", "3.5", "3.5.2004")
@pytest.mark.parametrize(
    ("edition", "each"),
    [(2004, {2: 40, 3: 56, 4: 40, 5: 32}), (2007, {2: 40, 3: 58, 4: 40, 5: 32})],
)
def test_tokens_of_each_faction(edition: int, each: dict[int, int]) -> None:
    for players, n in each.items():
        s = GAME.start({"players": players, "edition": edition})
        s.check()
        assert [s.all_tokens(faction) for faction in s.factions] == [n] * len(s.factions)


def treasure(edition: int, **treasury: int) -> Revolution:
    """Return a position: the Catholics move five coins, and the Burghers have two Huguenots."""
    s = at(edition, step="support", treasury=treasury,
           support={"spanish-treasury-solid": {"catholics": 5, "habsburgs": 1},
                    "huguenots-plain": {"burghers": 2}})  # fmt: skip
    play(s, "bank spanish-treasury-solid 5")
    return s


@pytest.mark.rule("revolution", "6.2.2", "6.2.2.flip", "6.2.2.exchange", "6.2.2.2004")
def test_a_huguenot_that_intercepts_stays_or_is_the_coin() -> None:
    s = treasure(2007)
    play(s, "intercept 2")
    assert s.plain()["support"]["huguenots-plain"] == {"burghers": 2}
    assert (s.treasury[3], s.stock[3], s.flipped) == (2, 28, 2)
    s = treasure(2004)
    assert "becomes a coin" in str(prompt(s.view(3), s.asked[0]))
    play(s, "intercept 2")
    assert s.plain()["support"]["huguenots-plain"] == {}
    assert (s.treasury[3], s.stock[3], s.flipped) == (2, 30, 0)
    assert (s.treasury[0], s.stock[0]) == (3, 29)
    s.check()


@pytest.mark.rule("revolution", "6.2.2.stock", "6.2.2.2004")
def test_the_stock_limits_what_is_intercepted_in_2007_only() -> None:
    s = treasure(2007, burghers=29)
    assert legal(s) == ["intercept 0", "intercept 1"]
    assert why_not(s, "intercept 2") == ("TooMany", "6.2.2.stock")
    s = treasure(2004, burghers=30)
    assert s.stock[3] == 0
    assert legal(s) == ["intercept 0", "intercept 1", "intercept 2"]
    assert why_not(s, "intercept 3") == ("TooMany", "6.2.2")


@pytest.mark.rule("revolution", "6.2.2.2004")
def test_a_huguenot_that_became_a_coin_intercepts_no_more_and_others_may() -> None:
    s = treasure(2004)
    play(s, "intercept 1")
    assert asked(s) == ("habsburgs", "support")
    play(s, "bank spanish-treasury-solid 1")
    assert asked(s) == ("burghers", "intercept")
    assert legal(s) == ["intercept 0", "intercept 1"]


def influence(edition: int, armies: int, beggars: int = 1) -> Revolution:
    """Return a position with Habsburg armies alone in Holland, and Water Beggars waiting there."""
    return at(edition, step="influence", hirer="burghers", beggars={"holland": beggars},
              armies={"holland": {"habsburgs": armies}},
              tokens={"holland": {"burghers": 3}})  # fmt: skip


@pytest.mark.rule("revolution", "6.9.beggar", "6.9.2004")
def test_a_beggar_may_or_must_stop_influence() -> None:
    s = influence(2007, 1)
    assert "may stop it" in preview(s, "influence holland burghers")
    assert event_names(play(s, "influence holland burghers")) == []
    assert asked(s) == ("burghers", "bar")
    assert "Influenced" in event_names(play(s, "let"))
    s = influence(2004, 1)
    assert preview(s, "influence holland burghers") == "A Water Beggar will stop it, and is spent."
    assert event_names(play(s, "influence holland burghers"))[0] == "InfluenceStopped"
    assert asked(s) != ("burghers", "bar")
    assert tokens(s, "holland")["burghers"] == 3


@pytest.mark.rule("revolution", "6.9.2004")
def test_a_beggar_that_has_stopped_an_army_is_spent() -> None:
    s = influence(2004, 2)
    play(s, "influence holland burghers")
    assert sum(s.beggars) == 0
    assert (asked(s), phase(s)) == (("habsburgs", "influence"), "Influencing")
    assert "Influenced" in event_names(play(s, "influence holland burghers"))


@pytest.mark.rule("revolution", "6.9.2004")
def test_burghers_and_reformers_are_not_stopped() -> None:
    s = at(2004, step="influence", hirer="burghers", beggars={"holland": 1},
           armies={"holland": {"reformers": 1}}, tokens={"holland": {"burghers": 1}})  # fmt: skip
    assert "Influenced" in event_names(play(s, "influence holland burghers"))
    assert sum(s.beggars) == 1


def newcomers(edition: int) -> Revolution:
    """Return a position: the Catholics hold Utrecht without a token, and have two in Köln."""
    return at(edition, step="units", province_cards={"utrecht": "catholics"},
              tokens={"koeln": {"catholics": 2}})  # fmt: skip


@pytest.mark.rule("revolution", "6.10.card", "6.10.same", "6.10.2004")
def test_the_card_is_enough_for_new_units_in_2004() -> None:
    s = newcomers(2004)
    assert "utrecht 7" in legal(s, "place")
    assert "koeln 3" not in legal(s, "place")
    play(s, "place utrecht 7")
    assert tokens(s, "utrecht") == {"catholics": 7}
    s = newcomers(2007)
    assert "utrecht 1" not in legal(s, "place")
    assert why_not(s, "place utrecht 1") == ("NoRoom", "6.10.same")


def settling(edition: int, **options: Any) -> Revolution:
    """Return a position with Catholics alone with two neutral tokens in Amsterdam."""
    land = {"amsterdam": {"catholics": 2, "neutral": 2}, "utrecht": {"burghers": 1}}
    return position({"edition": edition, **options}, step="provinces", tokens=land)


@pytest.mark.rule("revolution", "6.14.largest", "6.14.clear", "6.14.2004")
@pytest.mark.parametrize("order", ["batched", "rulebook"])
def test_who_may_move_neutral_tokens(order: str) -> None:
    s = settling(2007, province_order=order)
    while phase(s) in ("Placing", "Provinces"):
        assert s.seats[s.asked[0].seat] in ("catholics", "burghers")
        play(s, "done" if phase(s) == "Placing" else legal(s)[0])
    s = settling(2004, province_order=order)
    seats = []
    while phase(s) in ("Placing", "Provinces"):
        if phase(s) == "Placing":
            seats.append(s.seats[s.asked[0].seat])
        play(s, "done" if phase(s) == "Placing" else legal(s)[0])
    # Utrecht has no neutral token in a town or city: only factions with tokens there are asked
    assert sorted(seats) == sorted([*s.seats, "burghers"])
    assert seats[:1] == ["catholics"]


@pytest.mark.rule("revolution", "6.14.2004", "5.6.clear")
@pytest.mark.parametrize("turn", [0, 1])
def test_factions_without_tokens_in_a_province_may_send_neutral_ones_away(turn: int) -> None:
    s = at(2004, step="provinces", turn=turn,
           tokens={"amsterdam": {"catholics": 1, "neutral": 2}})  # fmt: skip
    play(s, "done")
    assert asked(s) == ("habsburgs", "put")
    assert "may send neutral tokens" in str(prompt(s.view(1), s.asked[0]))
    assert legal(s) == ["done", "clear amsterdam neutral"]
    assert why_not(s, "put amsterdam 1")[0] == "TooFewToPlace"
    assert why_not(s, "clear amsterdam catholics")[0] == "CannotClear"
    play(s, "clear amsterdam neutral; clear amsterdam neutral")
    # there is nothing left to send away, so the others are not asked
    assert phase(s) != "Placing"
    assert tokens(s, "amsterdam")["catholics"] >= 1
    assert "neutral" not in tokens(s, "amsterdam")


@pytest.mark.rule("revolution", "6.14.2004")
def test_besieged_cities_are_closed_in_2004_too() -> None:
    s = at(2004, step="provinces", sieges={"amsterdam": "habsburgs"},
           tokens={"amsterdam": {"catholics": 1, "neutral": 2}})  # fmt: skip
    assert phase(s) != "Placing"


def conquered(edition: int, here: dict[str, int]) -> dict[str, int]:
    """Return the tokens that a Habsburg siege leaves in a city; the Catholics are asked next."""
    s = at(edition, step="siege-results", tokens={"leiden": here}, sieges={"leiden": "habsburgs"},
           allegiance=EVEN, treasury={"catholics": 1})  # fmt: skip
    return tokens(s, "leiden")


@pytest.mark.rule("revolution", "6.15.own", "6.15.two", "6.15.2004")
@pytest.mark.parametrize(
    ("here", "revised", "first"),
    [
        ({"catholics": 2, "reformers": 1, "habsburgs": 1},
         {"habsburgs": 3, "neutral": 1}, {"habsburgs": 2, "neutral": 2}),
        ({"habsburgs": 3, "burghers": 4},
         {"habsburgs": 5, "neutral": 2}, {"habsburgs": 2, "neutral": 5}),
        ({"habsburgs": 1, "burghers": 1}, {"habsburgs": 2}, {"habsburgs": 2}),
        ({"burghers": 4}, {"habsburgs": 2, "neutral": 2}, {"habsburgs": 2, "neutral": 2}),
    ],
)  # fmt: skip
def test_own_tokens_in_a_conquered_city(
    here: dict[str, int], revised: dict[str, int], first: dict[str, int]
) -> None:
    assert conquered(2007, here) == revised
    assert conquered(2004, here) == first


@pytest.mark.rule("revolution", "6.15.2004")
def test_a_besieger_is_told_that_own_tokens_turn_neutral() -> None:
    land = {"amsterdam": {"habsburgs": 3, "burghers": 4}}
    given = {"step": "sieges", "armies": {"holland": {"habsburgs": 1}}, "tokens": land}
    assert "2 tokens become yours" in preview(at(2007, **given), "besiege amsterdam")
    assert preview(at(2004, **given), "besiege amsterdam") == (
        "If the siege holds: two of your own tokens stay, the others become neutral."
    )


@EDITIONS
@pytest.mark.rule("revolution", "6.16.nobility", "6.16.three", "6.16.direction")
@pytest.mark.parametrize(
    ("coins", "end"),
    [
        ({"catholics": 1, "habsburgs": 1, "nobility": 2, "burghers": 1}, 4),
        ({"catholics": 1, "habsburgs": 1, "nobility": 1, "burghers": 2, "reformers": 3}, 5),
    ],
)
def test_the_examples_of_both_editions_are_played_alike(
    edition: int, coins: dict[str, int], end: int
) -> None:
    s = at(edition, step="paying", treasury=coins)
    for n in coins.values():
        play(s, f"pay koeln-city {n}")
    assert s.plain()["allegiance"]["koeln-city"] == end


@pytest.mark.rule("revolution", "6.18.step", "6.18.nobody", "6.18.2004")
@pytest.mark.parametrize(("edition", "nobody"), [(2004, 2), (2007, 3)])
def test_a_bishopric_that_nobody_holds(edition: int, nobody: int) -> None:
    sees = {"artois": 4, "flanders": 4, "koeln": 4, "liege": 1, "trier": 4, "utrecht": 4}
    s = at(edition, step="allegiance", bishoprics=sees,
           tokens={"artois": {"catholics": 1}, "flanders": {"nobility": 1},
                   "koeln": {"burghers": 1, "neutral": 1}, "liege": {"burghers": 1},
                   "trier": {"neutral": 2}})  # fmt: skip
    after = s.plain()["bishoprics"]
    # the holder moves it by one space in both, the Nobility too
    assert (after["artois"], after["flanders"], after["liege"]) == (3, 3, 2)
    assert (after["koeln"], after["trier"], after["utrecht"]) == (nobody, nobody, nobody)


# -- help for players, and bots ------------------------------------------------------------------


def test_the_aid_card_says_what_differs_where_it_counts() -> None:
    titles = {
        edition: [str(block.title) for block in aid(GAME.start({"edition": edition}).view(0))]
        for edition in (2004, 2007)
    }
    assert titles[2004] == [*titles[2007], "The edition of 2004"]


def test_the_help_page_tells_of_every_difference() -> None:
    items = {item for chapter in GAME.face.help() for p in chapter.paragraphs for item in p.items}
    listed = {item for item in titles(GAME) if item.endswith(".2004")}
    assert len(listed) == 7
    assert listed <= items


def test_the_guided_game_teaches_the_revised_rules_and_says_so() -> None:
    guide = GAME.face.guide()
    assert guide is not None
    assert "edition" not in guide.opening
    assert any("2007" in str(remark.text) for remark in guide.farewell)


@pytest.mark.rule("revolution", "6.9.2004")
@pytest.mark.parametrize(("armies", "tries"), [(1, False), (2, True)])
def test_a_regent_does_not_try_influence_that_must_be_stopped(armies: int, tries: bool) -> None:
    assert (answer(influence(2004, armies)) != "done") == tries
    assert answer(influence(2007, armies)) != "done"


@pytest.mark.rule("revolution", "6.2.2.2004")
@pytest.mark.parametrize(("edition", "expected"), [(2004, "intercept 0"), (2007, "intercept 2")])
def test_a_regent_keeps_huguenots_that_bring_units(edition: int, expected: str) -> None:
    s = at(edition, step="support", city_cards=dict.fromkeys(CITIES.names[:8], "burghers"),
           support={"spanish-treasury-solid": {"catholics": 5},
                    "huguenots-plain": {"burghers": 2}})  # fmt: skip
    play(s, "bank spanish-treasury-solid 5")
    assert answer(s) == expected


@pytest.mark.rule("revolution", "6.14.2004")
def test_a_regent_leaves_neutral_tokens_where_it_has_none() -> None:
    s = at(2004, step="provinces", tokens={"amsterdam": {"catholics": 1, "neutral": 2}})
    play(s, "done")
    while phase(s) == "Placing":
        assert answer(s) == "done"
        play(s, "done")
